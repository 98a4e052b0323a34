//! The table of settings, walked row by row: defaults, what is shown, what is saved, and what is read back.

use crate::support::commands;

use commands::{run, run_all};
use gammon::board::Player;
use gammon::command::parse;
use gammon::session::{Reply, Session};
use gammon::settings::{Kind, Listing, Scope, Setting, Settings, Who, table};

/// Settings that do not depend on chance, so that they can be compared.
fn of(session: &Session) -> Settings {
    let mut settings = session.settings().clone();
    if !settings.rollout_seed_is_chosen {
        settings.rollout.seed = 0;
    }
    settings
}

fn shown(session: &mut Session) -> Vec<String> {
    match run(session, "show settings") {
        Ok(Reply::Commands(lines)) => lines,
        other => panic!("show settings gave {other:?}"),
    }
}

/// Texts that a value of this kind may be, several where one might be the default.
fn texts(kind: &Kind, example: &str) -> Vec<String> {
    let mut texts = match kind {
        Kind::Switch => vec!["on".to_owned(), "off".to_owned()],
        Kind::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Kind::Whole { min, max } => vec![(min + 1).to_string(), (*max).min(u64::from(u32::MAX)).to_string()],
        Kind::Real { min, max } => vec![(min + (max - min) / 7.0).to_string()],
        Kind::Filter => vec!["2 0 0 5 0.1".to_owned()],
        Kind::Optional(kind) | Kind::OrOff(kind) => texts(kind, example),
        _ => Vec::new(),
    };
    texts.push(example.to_owned());
    texts
}

/// Every change of a setting that can be made up, as lines that may be typed.
fn changes(setting: &Setting, folder: &std::path::Path) -> Vec<String> {
    let dice = folder.join("dice.txt");
    std::fs::write(&dice, "31 42 65").expect("a file of dice");
    let file = |words: &str| match words {
        "matchequitytable" => "woolsey".to_owned(),
        "rng file" => format!("\"{}\"", dice.display()),
        _ => "trials;of\"\"mine".replace(';', "-").replace('"', ""),
    };
    let texts = match setting.kind {
        Kind::File => vec![file(&setting.words)],
        _ => texts(&setting.kind, &setting.example),
    };
    let players: &[&str] = if matches!(setting.scope, Scope::Player { .. }) { &["0", "1", "both"] } else { &["0"] };
    // The players can't share a name.
    let players = if setting.words == "player P name" { &players[..2] } else { players };
    let line = |player: &&str, text: &String| format!("set {} {text}", setting.words_for(player)).trim_end().to_owned();
    players.iter().flat_map(|player| texts.iter().map(move |text| line(player, text))).collect()
}

#[test]
fn defaults_are_those_of_a_new_session() {
    assert_eq!(of(&Session::new()), Settings::default());
    let settings = Settings::default();
    for setting in table() {
        // What help and the manual call the default is what the settings are, said in words or as it is typed.
        let current = setting.current(&settings);
        assert!(setting.unset.is_some() || setting.default().is_some() == current.is_some(), "{setting:?}");
        let values = setting.values(&settings, Player::Top);
        for value in values.iter().filter(|_| setting.listing == Listing::Itself) {
            let line = setting.line(Player::Top, value);
            assert!(parse(&line).is_ok(), "the default is no command: {line}");
        }
    }
}

#[test]
fn every_setting_that_is_changed_is_shown_saved_and_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings");
    let usual = shown(&mut Session::new());
    let mut changed = 0;
    for setting in table() {
        let mut makes_a_difference = false;
        for line in changes(setting, folder.path()) {
            let mut session = Session::new();
            run_all(&mut session, &[&line]);
            let is_changed = of(&session) != Settings::default();
            makes_a_difference |= is_changed;
            let lines = shown(&mut session);
            assert_eq!(lines != usual, is_changed, "{line} gives\n{}", lines.join("\n"));
            let mut pasted = Session::new();
            run_all(&mut pasted, &lines.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(of(&pasted), of(&session), "{line}, shown and pasted");

            // `set confirm default no` answers that no file may be replaced.
            let _ = std::fs::remove_file(&file);
            run_all(&mut session, &[&format!("save settings \"{}\"", file.display())]);
            let saved = std::fs::read_to_string(&file).expect("saved settings");
            let saved: Vec<_> = saved.lines().filter(|line| !line.starts_with('#')).collect();
            assert_eq!(!saved.is_empty(), is_changed, "{line} saves\n{}", saved.join("\n"));
            let mut restored = Session::new();
            run_all(&mut restored, &saved);
            assert_eq!(of(&restored), of(&session), "{line}, saved as\n{}", saved.join("\n"));
        }
        let is_default = ["until off", "rng mersenne", "human", "tutor skill doubtful"]
            .iter()
            .any(|end| setting.words.ends_with(end));
        assert!(makes_a_difference || is_default, "no value of {setting:?} makes a difference");
        changed += usize::from(makes_a_difference);
    }
    assert!(changed > 120, "only {changed} settings");
}

#[test]
fn all_settings_together_are_shown_saved_and_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::new();
    for setting in table().iter().filter(|setting| setting.words != "rollout until off") {
        if let Some(line) = changes(setting, folder.path()).first() {
            run_all(&mut session, &[line]);
        }
    }
    let lines = shown(&mut session);
    let mut pasted = Session::new();
    run_all(&mut pasted, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(of(&pasted), of(&session));
    assert_eq!(shown(&mut pasted), lines);
}

#[test]
fn a_seed_that_nobody_chose_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings");
    let mut session = Session::new();
    let saved = |session: &mut Session| {
        run_all(session, &[&format!("save settings \"{}\"", file.display())]);
        std::fs::read_to_string(&file).expect("saved settings")
    };
    assert!(!saved(&mut session).contains("\nset "), "nothing was changed");
    run_all(&mut session, &["set rollout seed", "set seed"]);
    assert!(!saved(&mut session).contains("seed"), "these seeds are the system's");
    run_all(&mut session, &["set rollout seed 7", "set seed 8"]);
    let both = saved(&mut session);
    assert!(both.contains("set rollout seed 7\n") && both.contains("set seed 8\n"), "{both}");
}

#[test]
fn hostile_texts_survive() {
    for text in ["> \"quoted\" ; roll # no comment ", "\"", ";", "  two blanks  ", "# sharp", "\\p \\s ä ♞", "on"] {
        let mut session = Session::new();
        let quoted = format!("\"{}\"", text.replace('"', "\"\""));
        run_all(&mut session, &[&format!("set prompt {quoted}"), &format!("set rollout logfile {quoted}")]);
        run_all(&mut session, &[&format!("set defaultnames {quoted} Bert"), &format!("set player 1 name {quoted}!")]);
        assert_eq!(session.settings().prompt, text);
        let lines = shown(&mut session);
        let mut pasted = Session::new();
        run_all(&mut pasted, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(of(&pasted), of(&session), "{text:?}");
    }
}

#[test]
fn names_that_were_exchanged_are_restored() {
    for change in ["swap players", "set names user Anna", "set names Anna gammon", "set player 0 name Bot"] {
        let mut session = Session::new();
        run_all(&mut session, &[change]);
        let mut pasted = Session::new();
        run_all(&mut pasted, &shown(&mut session).iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(of(&pasted), of(&session), "{change}");
    }
    for refused in ["set defaultnames Anna anna", "set defaultnames both Anna", "set names 0 Anna", "set names \"\" A"]
    {
        let is_refused = parse(refused)
            .map_or(true, |command| Session::new().execute(&command, &mut gammon::rollout::Unobserved).is_err());
        assert!(is_refused, "{refused}");
    }
}

#[test]
fn help_says_how_a_setting_stands() {
    let mut settings = Settings::default();
    let current = |settings: &Settings, words| gammon::settings::find(words).expect(words).current(settings);
    assert_eq!(current(&settings, "rollout trials").as_deref(), Some("1296 trials"));
    settings.rollout.trials = 72;
    assert_eq!(current(&settings, "rollout trials").as_deref(), Some("72 trials"));
    settings.players[Player::Bottom].who = Who::Engine;
    assert_eq!(current(&settings, "player P gnubg").as_deref(), Some("not this for player 0, this for player 1"));
}

/// What stops rollouts has a value that some rollout reaches: nothing, less than nothing and what is no number are
/// refused, with what is expected.
#[test]
fn no_rollout_is_told_to_stop_at_nothing() {
    let mut session = Session::new();
    let stops = [
        "trials",
        "limit maxerror",
        "limit minimumgames",
        "jsd limit",
        "jsd minimumgames",
        "until error",
        "until loss",
        "until time",
        "until trials",
        "settlement",
        "truncation plies",
        "prefilter",
    ];
    for words in stops {
        let before = of(&session);
        for value in ["0", "-1", "nan", "inf", "-inf", "1e-320", "1e300"] {
            let line = format!("set rollout {words} {value}");
            let error = parse(&line).expect_err(&line);
            assert!(!error.expected.is_empty(), "{line}: {error}");
        }
        assert_eq!(of(&session), before);
    }
    // A margin of nothing asks for the best itself.
    for line in ["set rollout until decided 0", "set rollout limit maxerror 0.0001", "set rollout jsd limit 0.5"] {
        assert!(run(&mut session, line).is_ok(), "{line}");
    }
}
