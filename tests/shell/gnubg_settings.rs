//! Settings that GNU Backgammon has saved are taken, all of them.

use crate::support::gnubg;
use crate::support::home;

use home::Home;

/// The commands to the real program before it saves, and the settings that the saved file gives here.
const CHANGES: [(&str, &str); 11] = [
    ("set jacoby off", "set jacoby off"),
    ("set beavers 1", "set beavers 1"),
    ("set matchlength 11", "set matchlength 11"),
    ("set output digits 5", "set output digits 5"),
    ("set rollout trials 72", "set rollout trials 72"),
    ("set rollout truncation plies 7", "set rollout truncation plies 7"),
    ("set evaluation chequerplay evaluation plies 1", "set evaluation chequerplay evaluation plies 1"),
    ("set evaluation movefilter 2 0 0 5 0.1", "set evaluation movefilter 2 0 0 5 0.1"),
    ("set invert matchequitytable on", "set invert matchequitytable on"),
    ("set rng md5", "set rng md5"),
    ("set cube use off", "set cube use off"),
];

#[test]
fn a_settings_file_of_gnubg_loads_without_an_error() {
    let Some(program) = gnubg::program("a_settings_file_of_gnubg_loads_without_an_error") else { return };
    let theirs = tempfile::tempdir().expect("a folder");
    let mut lines: Vec<String> = CHANGES.map(|(change, _)| change.to_owned()).to_vec();
    lines.extend(["set confirm save off", "save settings", "show version"].map(str::to_owned));
    gnubg::run_in(theirs.path(), &["-t", "-q"], &program, &lines);
    let saved = std::fs::read_to_string(theirs.path().join(".gnubg/gnubgautorc")).expect("saved settings");
    assert!(saved.lines().count() > 900, "{} lines", saved.lines().count());

    let home = Home::new();
    let file = home.write("gnubgautorc", &saved);
    let script = home.write("look.gbs", "show settings\n");
    let outcome = home.run(&["-c", &file.display().to_string(), "-c", &script.display().to_string()], "");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    let (summary, settings) = outcome.stdout.split_at(outcome.stdout.find("set defaultnames").expect("settings"));
    assert!(summary.contains("settings of ") && summary.contains("have no effect here"), "{summary}");
    for (_, line) in CHANGES {
        assert!(settings.lines().any(|shown| shown == line), "{line} is missing in\n{settings}");
    }
    // Lines without effect are summed up in one remark at the end.
    let remarks = summary.lines().filter(|line| line.contains("no effect")).count();
    assert_eq!(remarks, 1, "{summary}");
}

#[test]
fn race_counts_stand_as_gnubg_prints_them() {
    let Some(program) = gnubg::program("race_counts_stand_as_gnubg_prints_them") else { return };
    let boards = [
        "---ACCDB---------bbccbb---",
        "----BDDC--------abbccb----",
        "-b----E-C---eE---c-e----B-",
        "---BBCDBA--------bb-c-b---",
    ];
    let mut lines = gnubg::PRELUDE.map(str::to_owned).to_vec();
    for board in boards {
        lines.push(format!("set xgid XGID={board}:0:0:1:00:0:0:0:0:10"));
        lines.extend(["thorp", "keith", "8912", "isight", "kleinman"].map(|count| format!("show {count}")));
    }
    let told = |text: &str| {
        let is_told = |line: &&str| {
            ["Leader", "Trailer", "Double", "Take", "K =", "Chance", "GWC"].iter().any(|word| line.contains(word))
        };
        text.lines().filter(is_told).map(str::to_owned).collect::<Vec<_>>()
    };
    let theirs = told(&gnubg::run(&program, &lines));
    let ours = told(&Home::new().run(&["-t", "-q", "-r"], &(lines.join("\n") + "\n")).stdout);
    assert!(theirs.len() == 76, "{theirs:?}");
    assert_eq!(ours, theirs);
}
