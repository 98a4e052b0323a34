//! `rollout versus`: two settings side by side, against what is known of them.

use crate::support::commands;

use crate::support::home::Home;
use commands::{rolled_out, run, run_all};
use gammon::rollout::Estimate;
use gammon::session::{Figures, Reply, Session, VersusReply};
use serde_json::Value;

/// Quick rollouts of an opening.
fn session() -> Session {
    let mut session = Session::new();
    let lines = [
        "new session",
        "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "set rollout preset quick",
        "set rollout trials 72",
        "set rollout truncation plies 3",
        "set rollout seed 5",
    ];
    run_all(&mut session, &lines);
    session
}

fn versus(session: &mut Session, line: &str) -> VersusReply {
    match run(session, line) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::Versus(reply) => reply,
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    }
}

const NOTHING: Estimate = Estimate { mean: 0.0, std_err: Some(0.0) };

/// Settings that change no trial change no bit, of plays, of a cube and of a position, for money and in a match.
#[test]
fn equal_settings_differ_by_nothing() {
    let mut session = session();
    for of in ["1-3", "cube", "position"] {
        for other in ["threads 2", "rollout pairing shared", "rollout trials 72; rollout seed 5"] {
            let reply = versus(&mut session, &format!("rollout versus \"{other}\" {of}"));
            assert!(reply.is_same, "{of}: {other}");
            for row in &reply.candidates {
                assert_eq!((row.pairs, row.change.equity, row.lead_change.equity), (72, NOTHING, NOTHING), "{of}");
                assert_eq!((row.values[0], row.leads[0]), (row.values[1], row.leads[1]), "{of}: {other}");
                assert_eq!(row.output_changes, [NOTHING; 5], "{of}");
            }
        }
    }
    run_all(&mut session, &["set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10"]);
    let reply = versus(&mut session, "rollout versus \"threads 2\" cube");
    assert!(reply.is_match && reply.candidates.iter().all(|row| row.change.mwc == Some(NOTHING)));
}

/// Both rollouts are those of their settings by themselves; the session keeps its settings, its nets and the rollout
/// made as is set.
#[test]
fn both_are_rollouts_of_their_own() {
    let mut session = session();
    let own = |session: &mut Session, lines: &[&str]| {
        run_all(session, lines);
        rolled_out(session, "rollout plays 8/5 6/5, 24/23 13/10").result.clone()
    };
    let line = "rollout versus \"truncation plies 5; trials 36\" 8/5 6/5, 24/23 13/10";
    let reply = versus(&mut session, line);
    let last = session.last_rollout().expect("the first of both").result.clone();
    let (first, second) =
        (own(&mut session, &[]), own(&mut session, &["set rollout truncation plies 5", "set rollout trials 36"]));
    assert_eq!(last, first);
    for (i, row) in reply.candidates.iter().enumerate() {
        let [a, b] = [&first, &second].map(|result| result.candidates[i].estimates.cubeful.expect("a cube"));
        assert_eq!((row.values, row.trials, row.pairs), ([a, b], [72, 36], 36));
    }
    assert!(!reply.is_same && reply.rollouts[1].made.contains("cut after 5 plies"), "{}", reply.rollouts[1].made);
    assert_eq!(reply.rollouts[0].settings, "as is set");
    assert_eq!(reply.rollouts[1].settings, "rollout truncation plies 5; rollout trials 36");
}

/// A bearoff that a database knows against the same played to the end, with luck left in and subtracted: the change is
/// none within its error, which is that of the games played, and smaller where luck is subtracted.
#[test]
fn an_exact_value_stands_beside_games() {
    let mut session = Session::new();
    let lines = [
        "new session",
        "set turn 1",
        "set board simple 0 2 2 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 -1 -2 -1 0",
        "set rollout cubeful off",
        "set rollout trials 720",
        "set rollout seed 11",
        "set rollout chequerplay plies 0",
    ];
    run_all(&mut session, &lines);
    let played = "bearofftruncation exact off; bearofftruncation onesided off";
    let mut error_of = |luck: &str| {
        let reply = versus(&mut session, &format!("rollout versus \"{played}; varredn {luck}\" position"));
        let row = &reply.candidates[0];
        let (Estimate { mean, std_err }, of_games) = (row.change.equity, row.values[1].equity);
        assert_eq!(row.values[0].equity.std_err, Some(0.0), "the database knows it");
        let std_err = std_err.expect("two trials");
        assert!((mean - (of_games.mean - row.values[0].equity.mean)).abs() < 1e-9);
        // The database keeps sixteen bits of a value.
        assert!(std_err > 0.0 && mean.abs() < 4.0 * std_err + 1e-4, "{luck}: {mean} ± {std_err}");
        assert!(std_err < 1.3 * of_games.std_err.expect("two trials"), "{luck}: {std_err} {of_games:?}");
        std_err
    };
    let (plain, reduced) = (error_of("off"), error_of("on"));
    assert!(reduced < 0.3 * plain, "{plain} {reduced}");
}

/// Trials with the same dice differ less than trials with others.
#[test]
fn pairs_with_the_same_dice_tell_more() {
    let mut session = session();
    run_all(&mut session, &["set rollout varredn off", "set rollout quasirandom off"]);
    let mut error = |other: &str| {
        let reply = versus(&mut session, &format!("rollout versus \"{other}\" position"));
        let row = &reply.candidates[0];
        let joint = row.values.map(|value| value.equity.std_err.expect("many").powi(2)).iter().sum::<f64>().sqrt();
        row.change.equity.std_err.expect("many") / joint
    };
    let (same, others) = (error("truncation cubedecision plies 1"), error("seed 6"));
    assert!(same < 0.5, "{same} of the joint error");
    assert!((others - 1.0).abs() < 0.4, "{others} of the joint error");
}

#[test]
fn what_cannot_be_compared_is_told_before_anything_is_played() {
    let mut session = session();
    for line in ["rollout versus \"load weights nowhere.weights\"", "rollout versus quick 13/12 13/7"] {
        assert!(run(&mut session, line).is_err(), "{line}");
        assert!(session.last_rollout().is_none(), "{line}");
    }
}

/// Ranks by a deeper look cost more and leave the means where they are.
#[test]
fn ranks_may_have_plies_of_their_own() {
    let mut session = session();
    run_all(&mut session, &["set rollout pairing ranked", "set rollout trials 36"]);
    let reply = versus(&mut session, "rollout versus \"rankplies 2\" 8/5 6/5, 24/23 13/10");
    let [plain, deep] = &reply.rollouts;
    assert!(deep.made.contains("shared by rank at 2-ply") && !plain.made.contains("at 2-ply"), "{}", deep.made);
    assert!(deep.evaluations > 3 * plain.evaluations, "{} {}", deep.evaluations, plain.evaluations);
    for row in &reply.candidates {
        let Estimate { mean, std_err } = row.change.equity;
        assert!(mean.abs() < 4.5 * std_err.expect("many"), "{mean} {std_err:?}");
    }
    // What ranks are by matters only where rolls are ranked.
    run_all(&mut session, &["set rollout pairing shared"]);
    assert!(versus(&mut session, "rollout versus \"rankplies 2\" position").is_same);
}

/// Rolls that are worth the same, such as those that dance, come in a random order, which is another for every 36
/// trials; each still comes in its number, so that the error by first rolls stays.
#[test]
fn equal_rolls_are_ranked_at_random() {
    let mut session = Session::new();
    let lines = [
        "new session",
        "set xgid XGID=a-BBBBB-B-B------------bb-:0:0:1:00:0:0:0:0:10",
        "set turn 0",
        "set rollout preset quick",
        "set rollout trials 72",
        "set rollout pairing ranked",
    ];
    run_all(&mut session, &lines);
    let reply = rolled_out(&mut session, "rollout position");
    let rolls: Vec<_> = reply.records.candidates[0].iter().map(|record| record.first_roll.expect("played")).collect();
    let number = |block: &[gammon::board::Roll], roll| block.iter().filter(|&&other| other == roll).count();
    for block in rolls.chunks(36) {
        assert!(gammon::board::Roll::ALL.iter().all(|roll| number(block, *roll) == roll.weight() as usize));
    }
    assert!(reply.result.candidates[0].stratified_error.is_some());
}

/// Wins and gammons of plays are compared with those of the best as equities are: trial by trial.
#[test]
fn chances_are_compared_in_pairs() {
    let mut session = session();
    run_all(&mut session, &["set rollout varredn off", "set rollout truncation enable off", "set rollout trials 36"]);
    let reply = rolled_out(&mut session, "rollout plays 24/23 13/10, 24/23 24/21");
    let best = reply.result.ranking()[0];
    assert_eq!(reply.outputs_less_best(best), None);
    let found = reply.outputs_less_best(1 - best).expect("two plays");
    for (k, Estimate { mean, std_err }) in found.into_iter().enumerate() {
        let [own, other] = [1 - best, best].map(|i| reply.result.candidates[i].estimates.outputs[k]);
        assert!((mean - (own.mean - other.mean)).abs() < 1e-9, "{k}");
        let joint = own.std_err.expect("many").hypot(other.std_err.expect("many"));
        assert!(std_err.expect("many") < 1.3 * joint + 1e-9, "{k}: {std_err:?} {joint}");
    }
    assert!(found[0].std_err > Some(0.0));
}

/// Every export has both rollouts, the sentence that says how each was made, and the paired changes with their errors;
/// a rollout made afterwards is exported alone.
#[test]
fn exports_hold_both_rollouts_and_what_changes() {
    let home = Home::new();
    let read = |name: &str| std::fs::read_to_string(home.path(name)).expect("an export");
    let begin = "new session; set xgid XGID=-a-a--E-C---dE---d-e----B-:0:0:1:31:0:0:0:0:10; set rollout preset quick; \
                 set rollout truncation plies 3; set rollout trials 72; set rollout seed 5; set confirm save off";
    let exports =
        ["json", "csv", "markdown", "html", "svg"].map(|format| format!("export rollout {format} a.{format}"));
    let lines = format!(
        "{begin}; rollout versus \"trials 36; cubedecision plies 1\" best 2; {}; export rollout csv b.csv trials; \
         export rollout json b.json trials; rollout extend 36; export rollout json c.json",
        exports.join("; ")
    );
    let outcome = home.run(&["-e", &lines], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let json: Value = serde_json::from_str(&read("a.json")).expect("JSON");
    let versus = &json["versus"];
    // Each side is the rollout of its settings, with the sentence of its own.
    let (first, second) = (&json["made"], &versus["rollout"]["made"]);
    assert_eq!([first, second], [&versus["rollouts"][0]["made"], &versus["rollouts"][1]["made"]]);
    let made = [first, second].map(|made| made.as_str().expect("a sentence").to_owned());
    assert!(made[0].starts_with("72 trials") && made[1].starts_with("36 trials"), "{made:?}");
    assert!(made[0].contains("cube 0-ply") && made[1].contains("cube 1-ply"), "{made:?}");
    assert_eq!((&json["trials"], &versus["rollout"]["trials"]), (&72.into(), &36.into()));
    let rows = versus["candidates"].as_array().expect("candidates");
    let number = |value: &Value| value.as_f64().expect("a number");
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["values"][0]["equity"]["mean"], json["candidates"][i]["cubeful"]);
        assert_eq!(row["values"][1]["equity"]["mean"], versus["rollout"]["candidates"][i]["cubeful"]);
    }
    // For people: both sentences and each change to thousandths with its error.
    let texts = ["a.markdown", "a.html", "a.svg"].map(read);
    for text in &texts {
        // A drawing has lines of so many letters.
        let flat = text
            .replace("</text>", " ")
            .split('<')
            .map(|part| part.split_once('>').map_or(part, |it| it.1))
            .collect::<String>();
        let flat = flat.split_whitespace().collect::<Vec<_>>().join(" ").replace('\\', "");
        let flat = flat.replace("&#39;", "'");
        for sentence in &made {
            assert!(flat.contains(sentence.as_str()), "{sentence}: {flat}");
        }
        assert!(flat.contains("As is set") && flat.contains("Other: rollout trials 36; rollout cubedecision plies 1"));
        for row in rows {
            let change = &row["change"]["equity"];
            let cell = format!("{:+.3} ±{:.3}", number(&change["mean"]), number(&change["std_err"]));
            let cell = cell.replacen("±0", "±", 1);
            assert!(flat.contains(&cell), "{cell}: {flat}");
        }
    }
    // A hit in a heading or a table means nothing to Markdown.
    assert!(texts[0].lines().any(|line| line.starts_with("| ") && line.contains("\\*")), "{}", texts[0]);
    // For programs: every number in full.
    let csv = read("a.csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("heads").clone();
    let all: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("as many cells as heads")).collect();
    assert_eq!(all.len(), 4);
    let cell = |row: usize, head: &str| {
        all[row][heads.iter().position(|it| it == head).unwrap_or_else(|| panic!("{head}: {heads:?}"))].to_owned()
    };
    for (i, row) in rows.iter().enumerate() {
        assert_eq!([cell(i, "settings"), cell(i, "made")], ["as is set", made[0].as_str()]);
        assert_eq!((cell(i, "pairs"), cell(i, "change")), (String::new(), String::new()));
        let i = i + 2;
        assert_eq!(
            [cell(i, "settings"), cell(i, "made")],
            ["rollout trials 36; rollout cubedecision plies 1", &made[1]]
        );
        assert_eq!((cell(i, "trials"), cell(i, "pairs")), ("36".to_owned(), "36".to_owned()));
        for (head, of) in [
            ("change", &row["change"]["equity"]),
            ("lead_change", &row["lead_change"]["equity"]),
            ("win_change", &row["output_changes"][0]),
            ("lose_backgammon_change", &row["output_changes"][4]),
        ] {
            // The last bit may differ: `serde_json` reads numbers quickly.
            for (head, value) in [(head.to_owned(), &of["mean"]), (format!("{head}_std_err"), &of["std_err"])] {
                let (found, expected): (f64, f64) = (cell(i, &head).parse().expect("a number"), number(value));
                assert!((found - expected).abs() <= f64::EPSILON * expected.abs(), "{head}: {found} {expected}");
            }
        }
    }
    // Every trial of both.
    let trials = read("b.csv");
    let of = |end: &str| trials.lines().filter(|line| line.ends_with(end)).count();
    assert_eq!((of(",as is set"), of("cubedecision plies 1")), (144, 72));
    let trials: Value = serde_json::from_str(&read("b.json")).expect("JSON");
    let records = |of: &Value| of["candidates"][1]["records"].as_array().map(Vec::len);
    assert_eq!((records(&trials), records(&trials["versus"]["rollout"])), (Some(72), Some(36)));
    let alone: Value = serde_json::from_str(&read("c.json")).expect("JSON");
    assert_eq!((&alone["trials"], alone.get("versus")), (&108.into(), None));
}

/// A double that waits for an answer is what is rolled out, as by `rollout`; in GNU Backgammon's style the position.
#[test]
fn a_double_to_be_answered_is_rolled_out() {
    let mut session = session();
    let double = "set xgid XGID=aB-B--CaA---dE--ac-e----B-:0:0:1:D:0:0:0:0:10";
    run_all(&mut session, &[double, "set rollout trials 2"]);
    let mut names = |line: &str| match run(&mut session, line) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::Versus(reply) => reply.candidates.into_iter().map(|row| row.name).collect::<Vec<_>>(),
            Figures::Horizons(reply) => reply.names,
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(names("rollout versus \"trials 4\""), ["No double", "Double, take"]);
    assert_eq!(names("rollout horizons 1").len(), 2);
    assert_eq!(names("rollout versus \"trials 4\" position"), ["Current position"]);
    assert_eq!(names("rollout horizons 1 position"), ["Current position"]);
    run_all(&mut session, &["set output style gnubg"]);
    let reply = versus(&mut session, "rollout versus \"trials 4\"");
    assert_eq!(reply.candidates.len(), 1);
}
