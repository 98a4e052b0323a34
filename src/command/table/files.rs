//! Files and the shell itself.

use super::Table;
use crate::command::args::{File, Maybe, OneOf, Topic};
use crate::command::ast::{Command, ExportFormat, Load};

pub(super) fn rows(t: &mut Table) {
    let file = || File("FILE");
    let help = "run the commands of a file";
    t.add("load commands", file(), help, "load commands setup.txt", |file| Command::Load(Load::Commands(file)));
    let help = "use the nets of a weights file";
    t.add("load weights", file(), help, "load weights gnubg.wd", |file| Command::Load(Load::Weights(file)));
    let help = "use a bearoff database";
    t.add("load bearoff", file(), help, "load bearoff gnubg_os0.bd", |file| Command::Load(Load::Bearoff(file)));
    let help = "write all settings as commands, to be run at the next start or to a file";
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
    let help = "read a match in Jellyfish's format (.mat) and go to its first decision";
    t.add("import mat", file(), help, "import mat final.mat", Command::ImportMatch);
    let help = "write the match in Jellyfish's format (.mat), which most programs read";
    t.add("export match mat", file(), help, "export match mat final.mat", |file| Command::ExportMatch {
        one_game: false,
        file,
    });
    let help = "write the game in Jellyfish's format";
    t.add("export game gam", file(), help, "export game gam first.gam", |file| Command::ExportMatch {
        one_game: true,
        file,
    });
    t.add("history", (), "list the lines typed so far", "history", |()| Command::History);
    let help = "explain a command, or find those that mention /TEXT";
    t.add("help|?", Topic, help, "help set rollout trials", Command::Help)
        .default(Some("a list of all commands".to_owned()));
    t.add("quit", (), "leave", "quit", |()| Command::Quit);
    t.add("exit", (), "leave, as quit", "exit", |()| Command::Quit);
}
