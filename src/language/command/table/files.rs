//! Files and the shell itself.

use super::Table;
use crate::command::args::{File, Flag, Inner, Maybe, NamedFile, OneOf, OnePlayer, Raw, Text, Topic, Whole};
use crate::command::ast::{
    Browse, Command, ExportFormat, FileCommand, InfoField, Load, PythonCode, RecordCommand, RelationalCommand, Tour,
};
use crate::formats::{Extent, FORMATS};
use crate::settings::OutputFormat;

pub(super) fn rows(t: &mut Table) {
    let formats = OneOf { name: "FORMAT", words: OutputFormat::ALL.map(|format| (format.name(), format)).to_vec() };
    let help = "answer a command in another format: text, markdown, csv or json";
    t.add("as", (formats, Inner), help, "csv hint", form!(|(format, command)| Command::As(format, command)));
    let file = || File("FILE");
    let help = "print a text, such as a heading in a script";
    t.add("echo", Text("TEXT"), help, "\"the opening 31\"", form!(|text| Command::Echo(text)));
    let help = "run the commands of a file";
    t.add("load commands", file(), help, "setup.txt", form!(|file| Command::Load(Load::Commands(file))));
    let help = "run a Python file, which drives this session by the modules gnubg and gammon; `> code` runs a line";
    t.add("load python", file(), help, "study.py", form!(|file| Command::Python(PythonCode::File(file))));
    let help = "use the nets of a weights file";
    t.add("load weights", file(), help, "gnubg.wd", form!(|file| Command::Load(Load::Weights(file))));
    let help = "use a bearoff database";
    t.add("load bearoff", file(), help, "gnubg_os0.bd", form!(|file| Command::Load(Load::Bearoff(file))));
    let help = "save the settings for the next start, or to a file, as commands";
    t.add("save settings", Maybe(file()), help, "", form!(|x| Command::SaveSettings(x)));
    let trials = || Flag("trials");
    for (format, name) in [
        (ExportFormat::Json, "JSON, with every trial if wanted"),
        (ExportFormat::Csv, "comma-separated values, of candidates or trials"),
    ] {
        let words = format!("export rollout {}", format.word());
        let help = format!("write the last rollout, or both of rollout versus, as {name}");
        let example = format!("rollout.{} trials", format.word());
        let form = form!(|(file, trials)| Command::ExportRollout { format, file, trials });
        t.add(&words, (file(), trials()), &help, &example, form);
    }
    for (format, name) in [
        (ExportFormat::Markdown, "a Markdown table"),
        (ExportFormat::Html, "a page of HTML with charts"),
        (ExportFormat::Svg, "a drawing: board, intervals, means over trials, distributions"),
    ] {
        let words = format!("export rollout {}", format.word());
        let help = format!("write the last rollout, or both of rollout versus, as {name}");
        let example = format!("rollout.{}", format.word());
        t.add(&words, file(), &help, &example, form!(|file| Command::ExportRollout { format, file, trials: false }));
    }
    let help = "draw the performance ratings of the last folder of matches, match by match";
    let form = form!(|file| Command::ExportHistory { page: false, file });
    t.add("export history svg", File("FILE"), help, "history.svg", form);
    let help = "write the performance ratings of the last folder of matches as a page: drawing, players, matches";
    let form = form!(|file| Command::ExportHistory { page: true, file });
    t.add("export history html", File("FILE"), help, "history.html", form);
    let help = "draw the cube decision, or the best play, at every score of a match to N points";
    let form = form!(|(file, away)| Command::ExportScoreMap { file, away });
    let away = Maybe(Whole::new("N", 2, 15_u8));
    t.add("export scoremap svg", (File("FILE"), away), help, "scores.svg 5", form).default("7");
    database(t);
    match_files(t);
    match_facts(t);
    let help = "answer programs that ask what to play, at a port of this machine, HOST:PORT or a socket; until Ctrl-C";
    t.add("external", File("ADDRESS"), help, "1234", form!(|x| Command::External(x)));
    let help = "what gammon does, in seven steps of commands that you type";
    t.plain("tour", help, Command::Tour(Tour::Begin));
    t.plain("tour next", "go on to the next step of the tour", Command::Tour(Tour::Next));
    t.plain("tour stop", "leave the tour", Command::Tour(Tour::Stop));
    let help = "show the match, or the matches of a folder, in a browser, with deeper looks and rollouts; until Ctrl-C";
    let browse = |folder: Option<String>| Command::Browse(folder.map_or(Browse::Match, Browse::Folder));
    let browsed = |command: &Command| match command {
        Command::Browse(Browse::Match) => Some(None),
        Command::Browse(Browse::Folder(folder)) => Some(Some(folder.clone())),
        _ => None,
    };
    t.add("browse", Maybe(NamedFile("FOLDER")), help, "matches", (browse, browsed)).default("the match");
    let help = "show the last rollout in a browser on this machine, or go on with a saved one there; until Ctrl-C";
    let form = form!(|saved| Command::Browse(Browse::Rollout(saved)));
    t.add("browse rollout", Maybe(File("FILE")), help, "2", form).default("the last rollout");
    let help = "show the match on the whole screen of the terminal, decision by decision; ? lists the keys, Esc leaves";
    t.plain("study", help, Command::Study);
    t.plain("history", "list the lines typed so far", Command::History);
    let help = "explain a command, or find those that mention /TEXT";
    t.add("help|?", Topic, help, "set rollout trials", form!(|x| Command::Help(x))).default("a list of all commands");
    t.plain("quit", "leave", Command::Quit);
    t.plain("exit", "leave, as quit", Command::Quit);
}

/// The database of matches and players.
fn database(t: &mut Table) {
    use RelationalCommand as R;
    let help = "list the players of the database with their matches";
    t.plain("relational show players", help, Command::Relational(R::Players));
    let help = "take all players and matches out of the database";
    t.plain("relational erase allplayers", help, Command::Relational(R::EraseAll));
    t.plain("relational test", "say whether the database answers", Command::Relational(R::Test));
    let help = "add this match to the database, with its statistics, in place of an earlier copy";
    t.add("relational add match", Flag("quiet"), help, "", form!(|quiet| Command::Relational(R::Add { quiet })));
    let help = "show the statistics of a player over all matches of the database";
    t.add("relational show details", Text("NAME"), help, "Ann", form!(|name| Command::Relational(R::Details(name))));
    let help = "take a player out of the database, with every match of theirs";
    t.add("relational erase player", Text("NAME"), help, "Ann", form!(|name| Command::Relational(R::Erase(name))));
    let help = "query the database: what stands behind SELECT in SQL";
    let example = "name FROM player";
    t.add("relational select", Raw("QUERY"), help, example, form!(|query| Command::Relational(R::Select(query))));
    let help = "as in GNU Backgammon: SQLite-database=NAME, storegamestats=yes; see `set relational`";
    let example = "SQLite-database=club";
    let form = form!(|text| Command::Relational(R::Setup(text)));
    t.add("relational setup", Maybe(Text("KEY=VALUE")), help, example, form);
}

/// Matches from files and to files.
fn match_files(t: &mut Table) {
    let file = || File("FILE");
    let help = "read a match or position, whatever its format, and go to its first decision";
    let form = form!(|file| Command::File(FileCommand::Import { format: None, file }));
    t.add("import auto", file(), help, "whatever.txt", form);
    let help = "read a match or position, whatever its format: `import auto` for people, with blanks in the name";
    let open = |file| Command::File(FileCommand::Import { format: None, file });
    t.add("open", NamedFile("FILE"), help, "match.mat", (open, |_: &Command| None));
    for format in FORMATS {
        let Some(reader) = &format.read else { continue };
        let words = format!("import {}", format.keywords());
        let endings = format.endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
        let help = format!("read {} ({endings}) and go to its first decision", reader.what);
        let name = match reader.holds {
            [Extent::Position] => "position",
            [Extent::Game] => "game",
            _ => "final",
        };
        let example = format!("{name}.{}", format.endings[0]);
        let form = form!(|file| Command::File(FileCommand::Import { format: Some(format), file }));
        t.add(&words, file(), &help, &example, form);
    }
    let help = "read the short match that comes with gammon, to try things on";
    t.plain("import sample", help, FileCommand::Sample);
    let number = Maybe(Whole::new("N", 1, u16::MAX));
    let help = "go on with an unsaved match, the newest or the Nth newest";
    t.add("load unsaved", number, help, "", form!(|n| Command::File(FileCommand::LoadUnsaved(n))));
    let help = "remove an unsaved match, the newest or all of them";
    t.add("forget unsaved", Flag("all"), help, "", form!(|all| Command::File(FileCommand::ForgetUnsaved { all })))
        .default("the newest");
    let help = "read all files of a folder and list what was read, remarked and refused; SAVE keeps matches as .sgf";
    let form = form!(|(folder, save)| Command::File(FileCommand::ImportFolder { folder, save }));
    t.add("import folder", (File("FOLDER"), Maybe(File("SAVE"))), help, "matches", form);
    for extent in Extent::ALL {
        let name = extent.word();
        let what = format!("the {name}");
        for format in FORMATS {
            let Some(writer) = format.write.as_ref().filter(|writer| writer.holds.contains(&extent)) else { continue };
            let words = format!("export {name} {}", format.keywords());
            let example = format!("{name}.{}", format.ending(extent));
            let help = format!("write {what} {}", writer.how);
            let form = form!(|file| Command::File(FileCommand::Export { extent, format, file }));
            t.add(&words, Maybe(file()), &help, &example, form).default("a file with the names of the players");
        }
        if extent != Extent::Session {
            let help = format!("write {what} as a file that `load {name}` reads (.sgf)");
            let example = format!("{name}.sgf");
            let words = format!("save {name}");
            t.add(&words, file(), &help, &example, form!(|file| Command::File(FileCommand::Save { extent, file })));
            let help = format!("read {what} that `save {name}` has written (.sgf)");
            let words = format!("load {name}");
            t.add(&words, file(), &help, &example, form!(|file| Command::File(FileCommand::Load { extent, file })));
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
        let words = format!("set matchinfo {}", field.word());
        let help = format!("note about the match: {what}; without TEXT, remove it");
        let form = form!(|text| Command::Record(RecordCommand::SetInfo { field, text }));
        t.add(&words, Maybe(Text("TEXT")), &help, example, form);
    }
    let help = "note the rating of a player; without TEXT, remove it";
    let args = (OnePlayer, Maybe(Text("TEXT")));
    let form = form!(|(player, text)| Command::Record(RecordCommand::SetRating { player, text }));
    t.add("set matchinfo rating", args, help, "0 1812", form);
    let help = "event, date and other facts about the match";
    t.plain("show matchinfo", help, RecordCommand::ShowInfo);
    let help = "the games of the match with their results";
    t.plain("list match", help, RecordCommand::ListGames);
    t.plain("list session", "the games of the session, as list match", RecordCommand::ListGames);
}
