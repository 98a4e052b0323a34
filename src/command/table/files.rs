//! Files and the shell itself.

use super::Table;
use crate::command::args::{File, Inner, Maybe, OneOf, OnePlayer, Raw, Text, Topic, Whole};
use crate::command::ast::{
    Browse, Command, ExportFormat, FileCommand, InfoField, Load, PythonCode, RecordCommand, RelationalCommand, Tour,
};
use crate::formats::{Extent, FORMATS};
use crate::settings::OutputFormat;

pub(super) fn rows(t: &mut Table) {
    let formats = OneOf { name: "FORMAT", words: OutputFormat::ALL.map(|format| (format.name(), format)).to_vec() };
    let help = "answer a command in another format: text, markdown, csv or json";
    t.add("as", (formats, Inner), help, "as csv hint", |(format, command)| Command::As(format, command));
    let file = || File("FILE");
    let help = "print a text, such as a heading in a script";
    t.add("echo", Text("TEXT"), help, "echo \"the opening 31\"", Command::Echo);
    let help = "run the commands of a file";
    t.add("load commands", file(), help, "load commands setup.txt", |file| Command::Load(Load::Commands(file)));
    let help = "run a Python file, which drives this session by the modules gnubg and gammon; `> code` runs a line";
    t.add("load python", file(), help, "load python study.py", |file| Command::Python(PythonCode::File(file)));
    let help = "use the nets of a weights file";
    t.add("load weights", file(), help, "load weights gnubg.wd", |file| Command::Load(Load::Weights(file)));
    let help = "use a bearoff database";
    t.add("load bearoff", file(), help, "load bearoff gnubg_os0.bd", |file| Command::Load(Load::Bearoff(file)));
    let help = "save the settings for the next start, or to a file, as commands";
    t.add("save settings", Maybe(file()), help, "save settings", Command::SaveSettings);
    let trials = || Maybe(OneOf { name: "trials", words: vec![("trials", ())] });
    for (format, name) in [
        (ExportFormat::Json, "JSON, with every trial if wanted"),
        (ExportFormat::Csv, "comma-separated values, of candidates or trials"),
    ] {
        let words = format!("export rollout {}", format.word());
        let help = format!("write the last rollout as {name}");
        let example = format!("{words} rollout.{} trials", format.word());
        t.add(&words, (file(), trials()), &help, &example, move |(file, trials)| Command::ExportRollout {
            format,
            file,
            trials: trials.is_some(),
        });
    }
    for (format, name) in [
        (ExportFormat::Markdown, "a Markdown table"),
        (ExportFormat::Html, "a page of HTML with charts"),
        (ExportFormat::Svg, "a drawing: board, intervals, means over trials, distributions"),
    ] {
        let words = format!("export rollout {}", format.word());
        let help = format!("write the last rollout as {name}");
        let example = format!("{words} rollout.{}", format.word());
        t.add(&words, file(), &help, &example, move |file| Command::ExportRollout { format, file, trials: false });
    }
    let help = "draw the performance ratings of the last folder of matches, match by match";
    t.add("export history svg", File("FILE"), help, "export history svg history.svg", |file| Command::ExportHistory {
        page: false,
        file,
    });
    let help = "write the performance ratings of the last folder of matches as a page: drawing, players, matches";
    t.add("export history html", File("FILE"), help, "export history html history.html", |file| {
        Command::ExportHistory { page: true, file }
    });
    database(t);
    match_files(t);
    match_facts(t);
    let help = "answer programs that ask what to play, at a port of this machine, HOST:PORT or a socket; until Ctrl-C";
    t.add("external", File("ADDRESS"), help, "external 1234", Command::External);
    let help = "what gammon does, in seven steps of commands that you type";
    t.add("tour", (), help, "tour", |()| Command::Tour(Tour::Begin));
    t.add("tour next", (), "go on to the next step of the tour", "tour next", |()| Command::Tour(Tour::Next));
    t.add("tour stop", (), "leave the tour", "tour stop", |()| Command::Tour(Tour::Stop));
    let help = "show the match, or the matches of a folder, in a browser on this machine, with deeper looks and rollouts at a \
                key; until Ctrl-C";
    t.add("browse", Maybe(File("FOLDER")), help, "browse matches", |folder: Option<String>| {
        Command::Browse(folder.map_or(Browse::Match, Browse::Folder))
    })
    .default(Some("the match".to_owned()));
    let help = "show the last rollout in a browser on this machine, or go on with a saved one there; until Ctrl-C";
    t.add("browse rollout", Maybe(File("FILE")), help, "browse rollout 2", |saved| {
        Command::Browse(Browse::Rollout(saved))
    })
    .default(Some("the last rollout".to_owned()));
    let help = "show the match on the whole screen of the terminal, decision by decision; ? lists the keys, Esc leaves";
    t.add("study", (), help, "study", |()| Command::Study);
    t.add("history", (), "list the lines typed so far", "history", |()| Command::History);
    let help = "explain a command, or find those that mention /TEXT";
    t.add("help|?", Topic, help, "help set rollout trials", Command::Help)
        .default(Some("a list of all commands".to_owned()));
    t.add("quit", (), "leave", "quit", |()| Command::Quit);
    t.add("exit", (), "leave, as quit", "exit", |()| Command::Quit);
}

/// The database of matches and players.
fn database(t: &mut Table) {
    use RelationalCommand as R;
    let mut add = |words: &str, help: &str, example: &str, command: R| {
        let command = Command::Relational(command);
        t.add(words, (), help, example, move |()| command.clone());
    };
    let help = "list the players of the database with their matches";
    add("relational show players", help, "relational show players", R::Players);
    let help = "take all players and matches out of the database";
    add("relational erase allplayers", help, "relational erase allplayers", R::EraseAll);
    add("relational test", "say whether the database answers", "relational test", R::Test);
    let quiet = Maybe(OneOf { name: "quiet", words: vec![("quiet", ())] });
    let help = "add this match to the database, with its statistics, in place of an earlier copy";
    t.add("relational add match", quiet, help, "relational add match", |quiet| {
        Command::Relational(R::Add { quiet: quiet.is_some() })
    });
    let help = "show the statistics of a player over all matches of the database";
    let example = "relational show details Ann";
    t.add("relational show details", Text("NAME"), help, example, |name| Command::Relational(R::Details(name)));
    let help = "take a player out of the database, with every match of theirs";
    let example = "relational erase player Ann";
    t.add("relational erase player", Text("NAME"), help, example, |name| Command::Relational(R::Erase(name)));
    let help = "query the database: what stands behind SELECT in SQL";
    let example = "relational select name FROM player";
    t.add("relational select", Raw("QUERY"), help, example, |query| Command::Relational(R::Select(query)));
    let help = "as in GNU Backgammon: SQLite-database=NAME, storegamestats=yes; see `set relational`";
    let example = "relational setup SQLite-database=club";
    t.add("relational setup", Maybe(Text("KEY=VALUE")), help, example, |text| {
        Command::Relational(R::Setup(text.unwrap_or_default()))
    });
}

/// Matches from files and to files.
fn match_files(t: &mut Table) {
    let file = || File("FILE");
    let help = "read a match or position, whatever its format, and go to its first decision";
    t.add("import auto", file(), help, "import auto whatever.txt", |file| {
        FileCommand::Import { format: None, file }.into()
    });
    for format in &FORMATS {
        let Some(reader) = &format.read else { continue };
        let words = format!("import {}", format.word);
        let endings = format.endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
        let help = format!("read {} ({endings}) and go to its first decision", reader.what);
        let name = match reader.holds {
            [Extent::Position] => "position",
            [Extent::Game] => "game",
            _ => "final",
        };
        let example = format!("{words} {name}.{}", format.endings[0]);
        t.add(&words, file(), &help, &example, move |file| FileCommand::Import { format: Some(format), file }.into());
    }
    let help = "read the short match that comes with gammon, to try things on";
    t.add("import sample", (), help, "import sample", |()| FileCommand::Sample.into());
    let number = Maybe(Whole::new("N", 1, u16::MAX));
    let help = "go on with an unsaved match, the newest or the Nth newest";
    t.add("load unsaved", number, help, "load unsaved", |n| FileCommand::LoadUnsaved(n).into());
    let all = Maybe(OneOf { name: "all", words: vec![("all", ())] });
    let help = "remove an unsaved match, the newest or all of them";
    t.add("forget unsaved", all, help, "forget unsaved", |all| {
        FileCommand::ForgetUnsaved { all: all.is_some() }.into()
    })
    .default(Some("the newest".to_owned()));
    let help = "read all files of a folder and list what was read, remarked and refused; SAVE keeps matches as .sgf";
    t.add("import folder", (File("FOLDER"), Maybe(File("SAVE"))), help, "import folder matches", |(folder, save)| {
        FileCommand::ImportFolder { folder, save }.into()
    });
    for extent in Extent::ALL {
        let name = extent.word();
        let what = format!("the {name}");
        for format in &FORMATS {
            let Some(writer) = format.write.as_ref().filter(|writer| writer.holds.contains(&extent)) else { continue };
            let words = format!("export {name} {}", format.word);
            let example = format!("{words} {name}.{}", format.endings[0]);
            let help = format!("write {what} {}", writer.how);
            t.add(&words, Maybe(file()), &help, &example, move |file| {
                FileCommand::Export { extent, format, file }.into()
            })
            .default(Some("a file with the names of the players".to_owned()));
        }
        if extent != Extent::Session {
            let help = format!("write {what} as a file that `load {name}` reads (.sgf)");
            let example = format!("save {name} {name}.sgf");
            let words = format!("save {name}");
            t.add(&words, file(), &help, &example, move |file| FileCommand::Save { extent, file }.into());
            let help = format!("read {what} that `save {name}` has written (.sgf)");
            let example = format!("load {name} {name}.sgf");
            let words = format!("load {name}");
            t.add(&words, file(), &help, &example, move |file| FileCommand::Load { extent, file }.into());
        }
    }
}

/// The match as a whole.
fn match_facts(t: &mut Table) {
    for (field, example, what) in [
        (InfoField::Annotator, "Ann", "who annotated it"),
        (InfoField::Comment, "played in the garden", "a comment on the whole"),
        (InfoField::Date, "2024-02-29", "the day it was played, as year-month-day"),
        (InfoField::Event, "Club championship", "the event"),
        (InfoField::Place, "Monte Carlo", "the place"),
        (InfoField::Round, "2", "the round"),
    ] {
        let words = format!("set matchinfo {field}");
        let help = format!("note about the match: {what}; without TEXT, remove it");
        t.add(&words, Maybe(Text("TEXT")), &help, &format!("{words} {example}"), move |text| {
            RecordCommand::SetInfo { field: field.clone(), text }.into()
        });
    }
    let help = "note the rating of a player; without TEXT, remove it";
    let args = (OnePlayer, Maybe(Text("TEXT")));
    t.add("set matchinfo rating", args, help, "set matchinfo rating 0 1812", |(player, text)| {
        RecordCommand::SetInfo { field: InfoField::Rating(player), text }.into()
    });
    let help = "event, date and other facts about the match";
    t.add("show matchinfo", (), help, "show matchinfo", |()| RecordCommand::ShowInfo.into());
    let help = "the games of the match with their results";
    t.add("list match", (), help, "list match", |()| RecordCommand::ListGames.into());
    t.add("list session", (), "the games of the session, as list match", "list session", |()| {
        RecordCommand::ListGames.into()
    });
}
