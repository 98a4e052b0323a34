//! The commands of analysis, as a user types them after a match.

use crate::support::commands;

use commands::{run, run_all};
use gammon::command::parse;
use gammon::library::fsrs::Grade;
use gammon::movegen::{Play, legal_plays};
use gammon::notation::play_text;
use gammon::record::{Method, PlayAnalysis, Skill};
use gammon::render::{Format, json_reply, reply};
use gammon::rollout::{Observer, Unobserved};
use gammon::session::{DecisionReply, Figures, Host, Look, Page, Reply, Session, SessionError};
use gammon::settings::{OutputSettings, OutputStyle};

const MATCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat");

/// The match of the test data, analyzed without looking ahead.
fn analyzed() -> Session {
    let mut session = Session::new();
    let import = format!("import mat {MATCH}");
    run_all(
        &mut session,
        &[
            "set display off",
            "set analysis chequerplay evaluation plies 0",
            "set analysis cubedecision evaluation plies 0",
            &import,
            "analyse match",
        ],
    );
    session
}

fn text(session: &mut Session, line: &str) -> String {
    let answer = run(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    reply(&answer, &Format::plain(&OutputSettings::default()))
}

fn refused(session: &mut Session, line: &str) -> String {
    run(session, line).map_or_else(|error| error.to_string(), |_| panic!("{line} was done"))
}

/// Fewer checkers left go first among plays of the same value, however deeply they were looked at.
#[test]
fn two_checkers_are_borne_off_before_one_at_every_depth() {
    let mut session = Session::new();
    run_all(&mut session, &["set display off", "set xgid XGID=-EDC-A----B----------a-cg-:0:0:-1:42:0:0:3:0:10"]);
    for plies in 0..4 {
        text(&mut session, &format!("set evaluation chequerplay evaluation plies {plies}"));
        let shown = text(&mut session, "hint 2");
        let best = shown.lines().find(|line| line.starts_with(" *1")).unwrap_or_else(|| panic!("{shown}"));
        assert!(best.contains("4/off 2/off"), "{plies}: {shown}");
    }
}

/// A cube that comes back at once has the value that is known: the chance of winning the game. (Exact: double and take
/// .776356 at 5-3 to 7, redouble and take .877719 at 4-1 to 7; as equities +.646 and +.939.)
#[test]
fn a_cube_that_is_turned_at_once_is_no_guess() {
    let mut session = Session::new();
    let plies = "set evaluation cubedecision evaluation plies 0";
    run_all(&mut session, &["set display off", plies]);
    for (position, action, take, verdict) in [
        ("set xgid XGID=-D---A------------------e-:0:0:1:00:5:3:0:7:10", "Double, take", "+0.646", "No double, take."),
        ("set gnubgid kQcAgEoDAAAAAA:UQngABAAIAAA", "Redouble, take", "+0.939", "Redouble, take."),
    ] {
        text(&mut session, position);
        let shown = text(&mut session, "hint");
        let line = shown.lines().find(|line| line.contains(action)).unwrap_or_else(|| panic!("{shown}"));
        assert!(line.contains(take), "{shown}");
        assert!(shown.lines().any(|line| line == verdict), "{shown}");
    }
}

/// The largest cube of an XGID is kept, and no double goes beyond it.
#[test]
fn the_largest_cube_of_an_xgid_is_obeyed_and_written_again() {
    let mut session = Session::new();
    let both = ["set display off", "set player 0 human", "set player 1 human"];
    run_all(&mut session, &both);
    let folder = tempfile::tempdir().expect("a folder");
    for limit in [1, 8, 10] {
        let xgid = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:{limit}");
        run_all(&mut session, &[&format!("set xgid {xgid}")]);
        assert!(text(&mut session, "show position").contains(&xgid));
        // So does a file of eXtreme Gammon's.
        let file = folder.path().join("limited.xgp").display().to_string();
        run_all(&mut session, &[&format!("export position xgp {file}"), "new session", &format!("import xgp {file}")]);
        assert!(text(&mut session, "show position").contains(&xgid), "{limit}");
    }
    run_all(&mut session, &["set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:1"]);
    assert!(refused(&mut session, "double").contains("the cube"));
}

/// The names of the dice and of the board are the same.
#[test]
fn a_new_match_mixes_no_names() {
    let mut session = Session::new();
    run_all(&mut session, &["set player 0 name Alice"]);
    let shown = text(&mut session, "new match 3");
    assert!(!shown.contains("Alice"), "{shown}");
}

/// A roll left unplayed has no luck that counts.
#[test]
fn the_luck_of_a_roll_left_unplayed_is_not_counted() {
    let mut session = Session::new();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("left.mat");
    let turns = " 5 point match\n\n Game 1\n Ann : 0                         Ben : 0\n\
        \x20 1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 61: ????                     Wins 2 points\n";
    std::fs::write(&file, turns).expect("written");
    let import = format!("import mat {}", file.display());
    let quick = ["set display off", "set analysis luckanalysis plies 0", &import, "analyse match"];
    run_all(&mut session, &quick);
    let shown = text(&mut session, "show statistics match");
    let rolls = shown.lines().find(|line| line.starts_with("Rolls unmarked")).expect("a line");
    assert_eq!(rolls.split_whitespace().collect::<Vec<_>>(), ["Rolls", "unmarked", "1", "1"], "{shown}");
}

/// Scripts find every number at its column.
#[test]
fn statistics_have_the_layout_that_scripts_read() {
    let mut session = analyzed();
    let shown = text(&mut session, "show statistics match");
    assert!(shown.starts_with("Player                                   Ann                     Bob\n"), "{shown}");
    for line in shown.lines().filter(|line| line.starts_with("Total moves") || line.starts_with("Error rate")) {
        assert!(line.is_char_boundary(41) && line.as_bytes()[40] == b' ', "{line}");
    }
    let column = |label: &str, at: usize| {
        let line = shown.lines().find(|line| line.starts_with(label)).unwrap_or_else(|| panic!("no {label}: {shown}"));
        line[at..].split_whitespace().next().unwrap_or_default().to_owned()
    };
    let moves: u32 = column("Total moves", 41).parse().expect("a number");
    assert!(moves > 40 && column("Total moves", 65).parse::<u32>().is_ok());
    assert!(column("Error total EMG (MWC)", 41).starts_with('-') && column("Actual result", 41) == "+50.00%");
    assert!(shown.lines().all(|line| line.len() <= 88), "{shown}");
    // Without analysis there is nothing to show.
    run_all(&mut session, &["analyse clear match"]);
    assert_eq!(refused(&mut session, "show statistics match"), "the match is not analysed");
    let json = json_reply("show", &run(&mut analyzed(), "show statistics game").expect("statistics"));
    let value: serde_json::Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(value["players"][0]["name"], "Ann");
    assert!(value["players"][1]["plays"]["error"]["equity"].as_f64().is_some_and(|error| error > 0.0), "{json}");
}

#[test]
fn what_is_not_to_be_analyzed_is_not() {
    let mut session = analyzed();
    run_all(
        &mut session,
        &["analyse clear match", "set analysis player 1 analyse off", "set analysis luck off", "analyse match"],
    );
    let shown = text(&mut session, "show statistics match");
    assert!(!shown.contains("Luck statistics"), "{shown}");
    let moves = shown.lines().find(|line| line.starts_with("Total moves")).expect("a line");
    assert!(moves.trim_end().ends_with(" 0"), "{moves}");
    run_all(&mut session, &["analyse clear match", "set analysis moves off", "set analysis cube on", "analyse match"]);
    assert!(!text(&mut session, "show statistics match").contains("Chequerplay statistics"));
}

#[test]
fn errors_are_listed_found_and_annotated() {
    let mut session = analyzed();
    let Reply::Figures(_, _) = run(&mut session, "show errors 3").expect("errors") else { panic!("figures") };
    let list = text(&mut session, "show errors 3");
    assert!(list.contains("3 of ") && list.contains("very bad"), "{list}");
    text(&mut session, "goto error 1");
    let (game, step) = session.record().cursor();
    let told = text(&mut session, "analyse move");
    assert!(told.contains("gave up") && told.contains("very bad") && told.contains(" *"), "{told}");
    let listed = text(&mut session, "list game");
    assert!(listed.lines().any(|line| line.contains("> ") && line.contains("??")), "{listed}");
    // A mark by hand overrides the analysis.
    run_all(&mut session, &["annotate clear skill"]);
    let is_play = matches!(session.record().games()[game].steps[step].event, gammon::record::Event::Play(_));
    let word = if is_play { "annotate move doubtful" } else { "annotate cube doubtful" };
    text(&mut session, word);
    assert_eq!(session.record().games()[game].steps[step].note.skill, Some(Skill::Doubtful));
    assert!(text(&mut session, "show errors 1").contains("doubtful"));
    run_all(&mut session, &["annotate clear skill"]);
    assert_eq!(session.record().games()[game].steps[step].note.skill, None);
    assert!(refused(&mut session, "annotate resign bad").contains("no resign"));
    assert!(refused(&mut session, "goto error 9999").contains("no error 9999"));
}

/// The decision that a reply shows under its board.
fn decision(reply: Reply) -> DecisionReply {
    let replies = if let Reply::Many(replies) = reply { replies } else { vec![reply] };
    let shown = replies.into_iter().find_map(|reply| match reply {
        Reply::Figures(figures, _) => match *figures {
            Figures::Decision(decision) => Some(*decision),
            _ => None,
        },
        _ => None,
    });
    shown.expect("a decision")
}

/// One decision is the same everywhere: in the list of errors, where one goes to it, steps to it, and in the list of
/// its game.
#[test]
fn a_decision_that_one_goes_to_is_shown_with_its_number_best_and_loss() {
    let mut session = analyzed();
    let errors = |session: &mut Session, line: &str| match run(session, line) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::Errors(errors) => errors,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let all = errors(&mut session, "show errors 1000");
    assert!(all.errors.len() == all.known && all.known > 20, "{}", all.known);
    let mut places = Vec::new();
    for row in &all.errors {
        let shown = decision(run(&mut session, &format!("goto error {}", row.rank)).expect("there"));
        let judged = shown.judged.expect("analysed");
        let told = (shown.game, shown.turn, shown.player.as_str(), shown.made.as_str(), judged.best.as_str());
        assert_eq!(told, (row.game, row.turn, row.player.as_str(), row.made.as_str(), row.best.as_str()));
        assert_eq!((judged.loss, judged.mark), (row.loss, row.mark));
        if let Some(made) = shown.analysis.as_ref().and_then(|all| all.plays.iter().find(|play| play.made)) {
            assert!((made.behind - f64::from(row.loss)).abs() < 1e-6, "{made:?}");
        }
        let listed = text(&mut session, "list game");
        let here = listed.lines().find(|line| line.trim_start().starts_with('>')).unwrap_or(&listed);
        // Where the dice are still to be rolled the row has what is done after.
        if row.made != "no double" {
            assert!(here.trim_start().starts_with(&format!("> {} ", row.turn)), "{row:?}: {here}");
            run(&mut session, &format!("goto game {}", row.game)).expect("there");
            let line = format!("goto {} {}", row.turn, row.player);
            let first = decision(run(&mut session, &line).expect("a decision of this player"));
            assert_eq!((first.turn, &first.player), (row.turn, &row.player));
        }
        run(&mut session, &format!("goto error {}", row.rank)).expect("there");
        places.push(session.record().cursor());
    }
    // From the beginning, the next errors are all of them, in the order of the record.
    places.sort_unstable();
    run(&mut session, "first game").expect("there");
    let mut found = Vec::new();
    while run(&mut session, "next error").is_ok() {
        found.push(session.record().cursor());
    }
    assert_eq!(found, places);
    run(&mut session, "previous error 2").expect("two before the last");
    assert_eq!(session.record().cursor(), places[places.len() - 3]);
    // Conditions select from the list, which keeps its numbers.
    let cube = errors(&mut session, "show errors cube 1000");
    let plays = errors(&mut session, "show errors plays 1000");
    assert_eq!(cube.known + plays.known, all.known);
    let named = &all.errors[0].player.clone();
    let big = errors(&mut session, &format!("show errors {named} >=.06 game {} 1000", all.errors[0].game));
    let expected =
        all.errors.iter().filter(|row| row.player == *named && row.loss >= 0.06 && row.game == all.errors[0].game);
    let ranks = |rows: &[gammon::session::ErrorRow]| rows.iter().map(|row| row.rank).collect::<Vec<_>>();
    assert_eq!(ranks(&big.errors), expected.map(|row| row.rank).collect::<Vec<_>>());
    assert!(refused(&mut session, "show errors nobody").contains("nobody"));
    assert!(refused(&mut session, "goto 4000").contains("no turn 4000"));
    assert!(refused(&mut session, "goto game 99").contains("no game 99"));
    // In GNU Backgammon's layout there is a board and no more.
    run(&mut session, "set output style gnubg").expect("a setting");
    run(&mut session, "set display on").expect("a setting");
    assert!(matches!(run(&mut session, "goto error 1").expect("there"), Reply::Board(_)));
}

/// The rating is 500 times the equity given up a decision, in all and in every division of them.
#[test]
fn performance_ratings_add_up() {
    let mut session = analyzed();
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "pr") else { panic!("figures") };
    let Figures::Performance(reply) = *figures else { panic!("ratings") };
    assert_eq!(reply.missing, 0);
    for player in &reply.players {
        let rating = player.all.rating.expect("decisions");
        assert!((rating - 500.0 * player.all.loss / f64::from(player.all.decisions)).abs() < 1e-9);
        for parts in [
            vec![player.plays, player.cube],
            player.phases.iter().map(|(_, rated)| rated.all).collect(),
            player.scores.iter().map(|(_, rated)| rated.all).collect(),
            player.games.iter().map(|game| game.rated.all).collect(),
            player.phases.iter().flat_map(|(_, rated)| [rated.plays, rated.cube]).collect(),
            player.scores.iter().flat_map(|(_, rated)| [rated.plays, rated.cube]).collect(),
        ] {
            assert_eq!(parts.iter().map(|part| part.decisions).sum::<u32>(), player.all.decisions);
            assert!((parts.iter().map(|part| part.loss).sum::<f64>() - player.all.loss).abs() < 1e-6);
        }
        let statistics = text(&mut session, "show statistics match");
        let line = statistics.lines().find(|line| line.starts_with("Performance rating")).expect("a line");
        assert!(line.contains(&format!("{rating:.1}")), "{line}");
    }
    // One player alone has the figures that he has beside the other, by any way to name him.
    for line in ["pr bob", "pr player 1", "show pr BOB"] {
        let Ok(Reply::Figures(figures, _)) = run(&mut session, line) else { panic!("{line}") };
        let Figures::Performance(alone) = *figures else { panic!("ratings") };
        assert_eq!((alone.players.len(), alone.players[0].all), (1, reply.players[1].all), "{line}");
        let luck = |reply: &gammon::session::PerformanceReply| reply.without_luck.as_ref()?.last().copied();
        assert_eq!(luck(&alone), luck(&reply), "{line}");
        let told = text(&mut session, line);
        assert!(told.contains("Bob") && !told.contains("Ann"), "{told}");
    }
    assert!(refused(&mut session, "pr nobody").contains("nobody"));
    let scores = |i: usize| reply.players[i].scores.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    assert_eq!((scores(0), scores(1)), (vec!["level score", "ahead"], vec!["level score", "behind"]));
    assert_eq!(reply.players[0].games[1].score, [4, 0]);
}

/// At an error, the answer has how far behind the play was.
#[test]
fn the_play_that_was_made_is_rolled_out_with_the_best() {
    let mut session = analyzed();
    let settings = ["set rollout trials 2", "set rollout truncation enable on", "set rollout truncation plies 1"];
    run_all(&mut session, &settings);
    run_all(&mut session, &["set rollout cubedecision plies 0", "set rollout truncation cubedecision plies 0"]);
    let (mut is_play, mut is_take) = (false, false);
    for number in 1..=30 {
        run_all(&mut session, &[&format!("goto error {number}")]);
        let (game, step) = session.record().cursor();
        match &session.record().games()[game].steps[step].event {
            gammon::record::Event::Play(play) => {
                let made = gammon::notation::play_text(play);
                let told = text(&mut session, "rollout");
                assert!(told.contains(&format!(" {made} ")), "{made}: {told}");
                is_play |= told.contains("and the one that was made");
                let chosen = text(&mut session, "rollout plays best 2");
                assert!(!chosen.contains("that was made"), "{chosen}");
            }
            gammon::record::Event::Take | gammon::record::Event::Pass => {
                is_take |= text(&mut session, "rollout").contains("Double, pass");
            }
            _ => {}
        }
    }
    assert!(is_play && is_take, "the match has both");
}

#[test]
fn marked_decisions_are_rolled_out_into_the_record() {
    let mut session = analyzed();
    run_all(
        &mut session,
        &[
            "set rollout trials 36",
            "set rollout seed 1",
            "set rollout cubedecision plies 0",
            "set rollout truncation enable on",
            "set rollout truncation plies 3",
        ],
    );
    assert_eq!(refused(&mut session, "analyse rollout match"), "nothing is marked in the match");
    // The first play of the match.
    run_all(&mut session, &["first game", "cmark move set rollout 1 2"]);
    let marked = text(&mut session, "cmark match show");
    assert_eq!(marked.lines().filter(|line| line.contains(" 1 ")).count(), 2, "{marked}");
    let rolled = text(&mut session, "analyse rollout game");
    assert!(rolled.contains("Before") && rolled.lines().any(|line| line.contains(" Ann ")), "{rolled}");
    let (game, step) = session.record().cursor();
    let plays = session.record().games()[game].steps[step].note.plays.clone().expect("an analysis");
    let is_rollout = |method: &Method| matches!(method, Method::Rollout { trials: 36.., .. });
    assert_eq!(plays.plays.iter().filter(|play| is_rollout(&play.method)).count(), 2);
    assert!(is_rollout(&plays.plays[0].method) && plays.plays[0].errors.is_some());
    text(&mut session, "cmark match clear");
    assert!(text(&mut session, "cmark game show").contains("nothing is marked"));
    let plays = session.record().games()[game].steps[step].note.plays.clone().expect("an analysis");
    assert!(plays.plays.iter().all(|play| !play.marked));
    // A rollout is kept where an analysis is no better.
    text(&mut session, "analyse match");
    let after = session.record().games()[game].steps[step].note.plays.clone().expect("an analysis");
    assert_eq!(after, plays);
    // Back at the decision the rollout is shown, with its errors; until `clear hint`, and again after coming back.
    let number_of = |value: f32| format!("{value:+.3}");
    let values = plays.plays.iter().map(|play| number_of(play.numbers.cubeful)).collect::<Vec<_>>();
    for is_forgotten in [false, true, false] {
        run_all(&mut session, &["next", "previous"]);
        if is_forgotten {
            text(&mut session, "clear hint");
        }
        let hint = text(&mut session, "hint 2");
        let words = hint.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.contains("kept with the match"), !is_forgotten, "{hint}");
        if !is_forgotten {
            assert!(hint.contains(&values[0]) && hint.contains(&values[1]) && hint.contains('±'), "{hint}");
        }
    }
    let settings = OutputSettings { style: OutputStyle::Gnubg, ..OutputSettings::default() };
    let hint = reply(&run(&mut session, "hint 1").expect("plays"), &Format::plain(&settings));
    assert!(hint.contains("1. Rollout ") && hint.contains(&format!("CF {}", values[0])), "{hint}");
}

#[test]
fn cube_decisions_show_the_rollouts_kept_with_the_match() {
    let mut session = analyzed();
    run_all(&mut session, &["set rollout trials 36", "set rollout seed 1", "set rollout cubedecision plies 0"]);
    run_all(&mut session, &["first game", "next", "next", "cmark cube set rollout", "analyse rollout game"]);
    run_all(&mut session, &["first game", "next", "next"]);
    let is_before_roll = |session: &Session| session.game().is_some_and(|game| game.dice.is_none());
    while !is_before_roll(&session) {
        text(&mut session, "previous roll");
    }
    let (game, step) = session.record().cursor();
    let cube = session.record().games()[game].steps[step].note.cube.clone().expect("an analysis");
    assert!(matches!(cube.method, Method::Rollout { .. }));
    let hint = text(&mut session, "hint");
    assert!(hint.contains("kept with the match"), "{hint}");
    let errors = cube.errors.expect("errors");
    for (value, error) in [(cube.no_double, errors[0]), (cube.take, errors[1])] {
        let error = format!("{:.3}", error.cubeful);
        let shown = format!("{:+.3} ±{}", value.cubeful, error.trim_start_matches('0'));
        assert!(hint.contains(&shown), "{shown} in {hint}");
    }
    let json = json_reply("hint", &run(&mut session, "hint").expect("an answer"));
    assert!(json.contains("\"trials\":") && json.contains("\"std_err\":"), "{json}");
}

/// A host that answers the tutor's questions with yes or no.
struct Pupil {
    goes_on: bool,
    told: Vec<String>,
}

impl Observer for Pupil {}

impl Host for Pupil {
    fn hears_tutor(&self) -> bool {
        true
    }

    fn may_err(&mut self, fault: &str) -> Result<bool, SessionError> {
        self.told.push(fault.to_owned());
        Ok(self.goes_on)
    }
}

/// The beginning of a game with a tutor, 31 rolled.
fn with_tutor() -> Session {
    let mut session = Session::new();
    let settings = [
        "set display off",
        "set automatic roll off",
        "set player 0 human",
        "set evaluation chequerplay evaluation plies 0",
        "set evaluation cubedecision evaluation plies 0",
        "set tutor mode on",
        "new session",
        "set board 4HPwATDgc/ABMA",
        "set turn 1",
        "set dice 31",
    ];
    run_all(&mut session, &settings);
    session
}

#[test]
fn the_tutor_asks_before_an_error_is_made() {
    let mut session = with_tutor();
    let before = *session.state();
    let mut pupil = Pupil { goes_on: false, told: Vec::new() };
    let play = parse("13/10 6/5").expect("a play");
    let refused = session.execute(&play, &mut pupil).expect_err("not made");
    assert_eq!((refused.message.as_str(), refused.suggestion.as_deref()), ("the play is not made", Some("hint")));
    assert!(pupil.told[0].starts_with("this is very bad: it gives up 0."), "{:?}", pupil.told);
    // The question does not tell what is better.
    assert!(!pupil.told[0].contains("8/5 6/5"), "{:?}", pupil.told);
    assert_eq!(*session.state(), before);
    let best = parse("8/5 6/5").expect("a play");
    session.execute(&best, &mut pupil).expect("no error");
    assert_eq!(pupil.told.len(), 1);
    session.execute(&parse("double").expect("a double"), &mut pupil).expect_err("no double");
    assert!(session.game().is_some_and(|game| game.pending.is_none()));
    // What the program does is its own.
    run_all(&mut session, &["set player 0 gnubg", "undo", "undo", "set turn 1", "set dice 31"]);
    pupil.goes_on = true;
    let told = session.execute(&play, &mut pupil).expect("made");
    let told = reply(&told, &Format::plain(&OutputSettings::default()));
    assert!(told.contains("8/5 6/5 is better") && told.contains("plays 13/10 6/5"), "{told}");
    assert_eq!(pupil.told.len(), 3);
}

#[test]
fn the_tutor_answers_as_it_is_set() {
    let mut session = with_tutor();
    let mut pupil = Pupil { goes_on: true, told: Vec::new() };
    let mut enter = |session: &mut Session, line: &str| {
        let answer = session.execute(&parse(line).expect(line), &mut pupil);
        (answer, pupil.told.len())
    };
    // Questions that are always answered so are not asked.
    run_all(&mut session, &["set confirm default no"]);
    let (answer, asked) = enter(&mut session, "24/20");
    assert!(answer.is_err() && asked == 0, "{answer:?}");
    run_all(&mut session, &["set confirm default ask", "set tutor chequer off"]);
    assert_eq!(enter(&mut session, "24/20").1, 0);
    run_all(&mut session, &["set turn 1", "set board 4HPwATDgc/ABMA", "set tutor cube off"]);
    assert_eq!(enter(&mut session, "double").1, 0);
    run_all(&mut session, &["undo", "set turn 1", "set tutor cube on"]);
    assert_eq!(enter(&mut session, "double").1, 1);
    // The answer to it is watched, too: to pass gives up more.
    assert_eq!(enter(&mut session, "drop").1, 2);
    // Rolling 61, this play is a very bad one, and with these thresholds a doubtful one.
    let lines = ["set tutor chequer on", "new session", "set turn 1", "set board 4HPwATDgc/ABMA", "set dice 61"];
    run_all(&mut session, &lines);
    run_all(&mut session, &["set analysis threshold verybad 0.5", "set analysis threshold bad 0.3"]);
    run_all(&mut session, &["set tutor skill bad"]);
    assert_eq!(enter(&mut session, "13/7 6/5").1, 2);
    run_all(&mut session, &["undo", "set tutor skill doubtful"]);
    assert_eq!(enter(&mut session, "13/7 6/5").1, 3);
}

/// Without a user to ask, the same command again is carried out.
#[test]
fn the_tutor_warns_once() {
    let mut session = with_tutor();
    let before = *session.state();
    let warning = text(&mut session, "13/10 6/5");
    assert!(warning.contains("very bad") && warning.contains("8/5 6/5 is better"), "{warning}");
    assert_eq!(*session.state(), before);
    // Another error has a warning of its own.
    assert!(text(&mut session, "24/20").contains("is better"));
    assert_eq!(*session.state(), before);
    text(&mut session, "24/20");
    assert_ne!(*session.state(), before);
    // What is no error is done, and so is everything without a tutor.
    run_all(&mut session, &["set turn 1", "set board 4HPwATDgc/ABMA", "set dice 31", "8/5 6/5"]);
    run_all(&mut session, &["set tutor skill verybad", "set turn 1", "set board 4HPwATDgc/ABMA"]);
    let doubled = text(&mut session, "double");
    assert!(doubled.contains("rolling is better"), "{doubled}");
    run_all(&mut session, &["set tutor cube off", "double"]);
    assert!(session.game().is_some_and(|game| game.pending.is_some()));
}

#[test]
fn errors_are_asked_as_questions() {
    let mut session = analyzed();
    assert!(refused(&mut session, "quiz take").contains("no question"));
    let asked = text(&mut session, "quiz");
    assert!(asked.contains("question 1 of "), "{asked}");
    let words = ["take", "pass", "double", "roll"];
    let judged = words.iter().find_map(|word| {
        let command = parse(&format!("quiz {word}")).expect("a command");
        session.execute(&command, &mut Unobserved).ok()
    });
    // A play has another answer: the best one, which the list of errors names.
    if let Some(judged) = judged {
        let judged = reply(&judged, &Format::plain(&OutputSettings::default()));
        assert!(judged.contains("best is "), "{judged}");
    }
    assert!(text(&mut session, "quiz").contains("question 2 of "));
}

#[test]
fn a_play_that_was_not_analyzed_is_no_right_answer() {
    // Other programs keep a few plays of each decision.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats/bgf-match.bgf");
    let (mut session, mut left_out) = (Session::new(), 0);
    run_all(&mut session, &["set display off", &format!("import auto {file}")]);
    while run(&mut session, "quiz").is_ok_and(|reply| !matches!(reply, Reply::Message(_))) {
        let (game, step) = session.record().cursor();
        let table = session.game().copied().expect("a game");
        let (Some(noted), Some(dice)) = (&session.record().games()[game].steps[step].note.plays, table.dice) else {
            continue;
        };
        let is_listed = |play: &Play| noted.plays.iter().any(|value| value.play.result == play.result);
        let Some(play) = legal_plays(&table.position, dice).into_iter().find(|play| !is_listed(play)) else { continue };
        let told = text(&mut session, &format!("quiz {}", play_text(&play)));
        assert!(told.starts_with("wrong: it is none of the analyzed plays, the last of which gives up"), "{told}");
        left_out += 1;
    }
    assert!(left_out > 0, "some questions have plays that are left out");
}

#[test]
fn a_folder_of_matches_has_a_history() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["b.mat", "a.mat"] {
        std::fs::copy(MATCH, folder.path().join(name)).expect("copied");
    }
    std::fs::write(folder.path().join("c.mat"), "no match at all").expect("written");
    let mut session = Session::new();
    run_all(
        &mut session,
        &["set analysis chequerplay evaluation plies 0", "set analysis cubedecision evaluation plies 0"],
    );
    let shown = text(&mut session, &format!("show statistics folder {}", folder.path().display()));
    let (a, b) = (shown.find("a.mat").expect("a.mat"), shown.find("b.mat").expect("b.mat"));
    assert!(a < b && shown.contains("c.mat: ") && shown.contains("All matches of a player"), "{shown}");
    let ann = shown.lines().rfind(|line| line.trim_start().starts_with("Ann")).expect("a line");
    assert_eq!(ann.split_whitespace().nth(1), Some("2"), "{shown}");
    assert!(refused(&mut session, "show statistics folder /no/such/folder").contains("/no/such/folder"));
}

/// A loss that prints as 0.000 is none.
#[test]
fn errors_are_losses_that_can_be_seen() {
    let mut session = analyzed();
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "show errors 500") else { panic!("no list") };
    let Figures::Errors(errors) = *figures else { panic!("no list") };
    assert!(errors.errors.len() > 40 && errors.errors.iter().all(|error| error.loss >= 0.0005));
    run_all(&mut session, &["goto game 1", "set display on"]);
    let shown = run(&mut session, "goto turn 5 bob").expect("a turn");
    let told = reply(&shown, &Format::plain(&OutputSettings::default()));
    assert!(told.contains("game 1, turn 5: Bob chose"), "{told}");
}

/// How each decision of the match is judged: by whom it is told, and who else did.
fn judges(session: &Session) -> Vec<Vec<String>> {
    let steps = session.record().games().iter().flat_map(|game| &game.steps);
    let named = steps.map(|step| step.note.methods().map(Method::name).collect::<Vec<_>>());
    named.filter(|names| !names.is_empty()).collect()
}

/// What another program found at a higher level is not lost, and goes on speaking.
#[test]
fn an_analysis_keeps_what_is_known() {
    for file in ["bgf-match.bgf", "ogxm-second.ogxm"] {
        let mut session = Session::new();
        let open = format!("open {}/tests/data/formats/{file}", env!("CARGO_MANIFEST_DIR"));
        let plies = ["chequerplay", "cubedecision"].map(|kind| format!("set analysis {kind} evaluation plies 0"));
        run_all(&mut session, &[&open, &plies[0], &plies[1]]);
        let (before, errors) = (judges(&session), text(&mut session, "show errors"));
        let told = text(&mut session, "analyse match");
        assert!(told.contains("a higher verdict stays with") && told.contains("`analyse match again`"), "{told}");
        for level in before.iter().flatten() {
            assert!(told.contains(level.as_str()), "{level}: {told}");
        }
        // The errors that were told of are told of still.
        let after = text(&mut session, "show errors");
        for line in errors.lines().filter(|line| line.contains("-ply")) {
            let words: Vec<_> = line.split_whitespace().skip(1).collect();
            let is_same = |line: &str| line.split_whitespace().skip(1).collect::<Vec<_>>() == words;
            assert!(after.lines().any(is_same), "{line}\n{after}");
        }
        let told = text(&mut session, "analyse match again");
        assert!(!told.contains("higher verdict"), "{told}");
        let again = judges(&session);
        assert!(again.iter().any(|names| names.len() > 1 && names[0] == "0-ply"), "{again:?}");
        let all = |judges: &[Vec<String>], level: &str| judges.iter().flatten().filter(|name| *name == level).count();
        for level in before.iter().flatten() {
            assert_eq!(all(&again, level), all(&before, level), "{level}: {again:?}");
        }
    }
}

/// A match that another program and two levels of ours have judged.
fn judged_by_three() -> Session {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.xg").display().to_string();
    let mut session = analyzed();
    run_all(&mut session, &[&format!("export match xg {file}"), &format!("open {file}")]);
    for plies in [1, 0] {
        let plies = ["chequerplay", "cubedecision"].map(|kind| format!("set analysis {kind} evaluation plies {plies}"));
        run_all(&mut session, &[&plies[0], &plies[1], "analyse match again"]);
    }
    session
}

/// Whoever is preferred speaks, where he has judged, and nobody is lost.
#[test]
fn a_preferred_analysis_speaks_and_none_is_lost() {
    let mut session = judged_by_three();
    let sorted = |session: &Session| {
        let mut all = judges(session);
        all.iter_mut().for_each(|names| names.sort());
        all
    };
    let before = sorted(&session);
    assert!(before.iter().any(|names| names.len() == 3), "{before:?}");
    for (line, name) in [("prefer XG", "XG"), ("prefer 1-PLY", "1-ply"), ("set analysis prefer 0-ply", "0-ply")] {
        let told = text(&mut session, line);
        assert!(told.contains("speaks where a decision has several\nnow speaks"), "{told}");
        let now = judges(&session);
        let is_named = |judge: &String| judge.starts_with(name);
        assert!(now.iter().all(|names| is_named(&names[0]) || !names.iter().any(is_named)), "{line}: {now:?}");
        assert!(now.iter().any(|names| is_named(&names[0])), "{line}");
        assert_eq!(sorted(&session), before, "{line}");
        assert!(text(&mut session, "show prefer").contains(&format!("prefer {}", &line[line.len() - name.len()..])));
        // It does so after the next analysis, too.
        text(&mut session, "analyse match again");
        assert_eq!(
            judges(&session).iter().map(|names| &names[0]).collect::<Vec<_>>(),
            now.iter().map(|n| &n[0]).collect::<Vec<_>>()
        );
    }
    assert!(text(&mut session, "prefer nobody").contains("none of that name, but those of XG, gammon, 0-ply"));
    text(&mut session, "prefer deepest");
    let steps = session.record().games().iter().flat_map(|game| &game.steps);
    for note in steps.map(|step| &step.note) {
        let mut methods = note.methods();
        assert!(methods.next().is_none_or(|first| methods.all(|other| first.rank() >= other.rank())), "{note:?}");
    }
}

/// Two analyses side by side: the ratings are those of `pr` with each preferred, the differences those of the notes.
#[test]
fn two_analyses_are_compared() {
    let mut session = judged_by_three();
    let figures = |session: &mut Session, line: &str| match run(session, line) {
        Ok(Reply::Figures(figures, _)) => *figures,
        other => panic!("{line}: {other:?}"),
    };
    let compare = |session: &mut Session, line: &str| match figures(session, line) {
        Figures::Comparison(reply) => reply,
        other => panic!("{line}: {other:?}"),
    };
    let both = compare(&mut session, "compare analyses");
    assert_eq!(both.analyses, ["XG", "gammon"]);
    assert!(both.alone == [0, 0] && both.decisions > 0 && !both.differences.is_empty(), "{both:?}");
    for (i, name) in both.analyses.iter().enumerate() {
        text(&mut session, &format!("prefer {name}"));
        let Figures::Performance(alone) = figures(&mut session, "pr") else { panic!("no ratings") };
        for (compared, player) in both.players.iter().zip(&alone.players) {
            assert_eq!(compared.rated[i].all, player.all, "{name}");
        }
    }
    // Whom one prefers makes no difference, nor does the order, but for the sides.
    let turned = compare(&mut session, "compare analyses GAMMON xg");
    for (one, other) in both.differences.iter().zip(&turned.differences) {
        let [a, b] = &one.best;
        assert_eq!((&[b.clone(), a.clone()], [one.loss[1], one.loss[0]]), (&other.best, other.loss));
        assert!(a != b && one.loss.iter().flatten().any(|&loss| loss >= 0.0005), "{one:?}");
    }
    let sums = both.differences.iter().map(|row| row.loss.iter().flatten().sum::<f32>());
    assert!(sums.clone().zip(sums.skip(1)).all(|(a, b)| a >= b), "the worst first");
    // A play is a difference where the plays that stand first lead to other boards.
    let mut plays = 0;
    for note in session.record().games().iter().flat_map(|game| &game.steps).map(|step| &step.note) {
        let all = || note.plays.as_deref().into_iter().chain(&note.other_plays);
        let method = |found: &PlayAnalysis| found.plays[0].method.clone();
        let xg = all().find(|found| method(found).is_foreign());
        let own = all().filter(|found| !method(found).is_foreign());
        let deepest = own.max_by(|a, b| method(a).rank().partial_cmp(&method(b).rank()).expect("a rank"));
        let (Some(one), Some(other)) = (xg, deepest) else { continue };
        let behind = |one: &PlayAnalysis, other: &PlayAnalysis| {
            let at = one.plays.iter().position(|value| value.play.result == other.plays[0].play.result);
            at.map_or(1.0, |at| -one.behind(at))
        };
        let is_same = one.plays[0].play.result == other.plays[0].play.result;
        let is_one = !is_same && behind(one, other).max(behind(other, one)) >= 0.0005;
        plays += usize::from(is_one);
    }
    let is_play = |row: &&gammon::session::ComparedRow| row.made.contains('/');
    assert_eq!(both.differences.iter().filter(is_play).count(), plays);
    let levels = compare(&mut session, "compare analyses \"XG 1-ply\" 0-ply");
    assert!(levels.differences.is_empty() && levels.decisions > 100, "the same nets at the same depth");
    assert!(refused(&mut session, "compare analyses foo 0-ply").contains("`foo`"));
    let mut fresh = Session::new();
    assert!(refused(&mut fresh, "compare analyses").contains("no match is open"));
    run_all(&mut fresh, &[&format!("import mat {MATCH}")]);
    assert!(refused(&mut fresh, "compare analyses").contains("not analysed"));
}

/// Marks are listed with the game, the turn and the player of their decision.
#[test]
fn marks_are_listed_with_their_place() {
    let mut session = analyzed();
    run_all(&mut session, &["first game", "next game", "next", "cmark move set rollout 2"]);
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "cmark match show") else { panic!("marks") };
    let Figures::Marked(reply) = *figures else { panic!("marks") };
    let places: Vec<_> = reply.marked.iter().map(|row| (row.game, row.turn, row.player.as_str())).collect();
    assert_eq!(places, [(2, 1, "Bob")]);
}

#[test]
fn without_a_game_there_is_nothing_to_list() {
    let mut session = Session::new();
    for line in ["list game", "list match", "cmark match show"] {
        assert_eq!(refused(&mut session, line), "no game in progress", "{line}");
    }
}

/// Decisions that one of two analyses leaves out are counted on the side of the other. Between looks of here they stay
/// in the ratings, which are those of `pr` with each preferred.
#[test]
fn decisions_that_one_analysis_leaves_out_are_counted() {
    let mut session = analyzed();
    let plies = ["chequerplay", "cubedecision"].map(|kind| format!("set analysis {kind} evaluation plies 1"));
    run_all(&mut session, &[&plies[0], &plies[1], "first game", "analyse game again"]);
    let figures = |session: &mut Session, line: &str| match run(session, line) {
        Ok(Reply::Figures(figures, _)) => *figures,
        other => panic!("{line}: {other:?}"),
    };
    let compare = |session: &mut Session, line: &str| match figures(session, line) {
        Figures::Comparison(reply) => reply,
        other => panic!("{line}: {other:?}"),
    };
    let reply = compare(&mut session, "compare analyses 0-ply 1-ply");
    let (both, [alone, none]) = (reply.decisions, reply.alone);
    assert!(both > 0 && alone > 0 && none == 0 && reply.counts_alone, "{both}, {alone} and {none}");
    let turned = compare(&mut session, "compare analyses 1-ply 0-ply");
    assert_eq!((turned.decisions, turned.alone), (both, [0, alone]));
    for (i, name) in reply.analyses.iter().enumerate() {
        run_all(&mut session, &[&format!("prefer {name}")]);
        let Figures::Performance(all) = figures(&mut session, "pr") else { panic!("no ratings") };
        for (compared, player) in reply.players.iter().zip(&all.players) {
            assert_eq!(compared.rated[i].all, player.all, "{name}");
        }
    }
}

/// A double at the first turn of a money game, taken where a beaver is better.
fn doubled_badly() -> Session {
    let mut session = Session::new();
    let lines = [
        "set display off",
        "set analysis cubedecision evaluation plies 0",
        "new session",
        "set beavers 3",
        "set turn 1",
        "set board 4HPwATDgc/ABMA",
        "double",
        "take",
        "analyse match",
    ];
    run_all(&mut session, &lines);
    session
}

/// An answer to a double is told apart from one to a beaver.
#[test]
fn the_best_answer_to_a_bad_double_is_a_beaver() {
    let mut session = doubled_badly();
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "show errors 9 all") else { panic!("errors") };
    let Figures::Errors(errors) = *figures else { panic!("errors") };
    let told: Vec<_> = errors.errors.iter().map(|one| (one.made.as_str(), one.best.as_str())).collect();
    assert_eq!(told, [("double", "no double, beaver"), ("take", "beaver")]);
}

#[test]
fn a_double_is_shown_with_actions_and_a_take_with_answers() {
    let mut session = doubled_badly();
    let double = text(&mut session, "goto error 1");
    assert!(double.contains("\n    Action ") && double.contains("No double") && !double.contains("Answer"), "{double}");
    let take = text(&mut session, "goto error 2");
    assert!(take.contains("\n    Answer ") && take.contains("Beaver") && !take.contains("No double"), "{take}");
}

#[test]
fn how_much_of_an_analysis_is_forgotten_is_told() {
    let mut session = doubled_badly();
    let is_judged = |session: &Session| {
        let steps = &session.record().games()[0].steps;
        steps.iter().filter(|step| step.note.cube.is_some() || step.note.luck.is_some()).count()
    };
    let judged = is_judged(&session);
    assert!(judged > 1);
    let told = text(&mut session, "analyse clear match");
    assert_eq!(told.trim_end(), format!("the analysis of {judged} decisions and rolls is forgotten"));
    assert_eq!(is_judged(&session), 0);
    assert_eq!(text(&mut session, "analyse clear match").trim_end(), "there was no analysis");
}

/// The dice stand before the play, not before what is said about the end of the game meanwhile.
#[test]
fn a_resignation_has_no_dice_in_the_list_of_a_game() {
    let mut session = Session::new();
    let lines = ["set display off", "new session", "set turn 1", "set dice 31", "resign normal", "decline"];
    run_all(&mut session, &lines);
    run_all(&mut session, &["move 8/5 6/5"]);
    let list = text(&mut session, "list game");
    let actions: Vec<_> =
        list.lines().skip(3).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(actions, ["1 resigns a single game", "2 declines 31: 8/5 6/5"], "{list}");
}

/// A host that writes pages.
struct Pages;

impl Observer for Pages {}

impl Host for Pages {
    fn page(&self, _session: &Session, _page: &Page<'_>) -> Result<String, SessionError> {
        Ok("a page".to_owned())
    }
}

/// What a file leaves out is told when it is written, and the others have it when they are read.
#[test]
fn files_tell_what_they_leave_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = judged_by_three();
    run_all(&mut session, &["goto turn 3", "flag", "comment too bold", "next", "next", "flag"]);
    let notes = |session: &Session| -> Vec<_> {
        let steps = session.record().games().iter().flat_map(|game| &game.steps);
        steps.map(|step| (step.note.comment.clone(), step.note.flag)).collect()
    };
    let before = (notes(&session), judges(&session));
    assert_eq!(before.0.iter().filter(|note| note.1).count(), 2);
    let one = "more than one analysis of";
    for (format, lost) in [
        ("mat", vec!["1 comment", "2 flags"]),
        ("xg", vec!["2 flags", one, "that of gammon for"]),
        ("html", vec![one, "that of gammon for"]),
        ("sgf", vec![]),
        ("json", vec![]),
    ] {
        let file = folder.path().join(format).display().to_string();
        let command = parse(&format!("export match {format} {file}")).expect("a command");
        let answer = session.execute(&command, &mut Pages).expect(format);
        let told = reply(&answer, &Format::plain(&OutputSettings::default()));
        assert!(lost.iter().all(|lost| told.contains(lost)), "{format}: {told}");
        assert_eq!(told.contains("does not tell"), !lost.is_empty(), "{format}: {told}");
        if lost.is_empty() {
            let mut read = Session::new();
            text(&mut read, &format!("open {file}"));
            assert_eq!((notes(&read), judges(&read)), before, "{format}");
            assert!(text(&mut read, "show flags").contains("too bold"));
        }
    }
    text(&mut session, "unflag");
    assert_eq!(notes(&session).iter().filter(|note| note.1).count(), 1);
    assert!(refused(&mut Session::new(), "flag").contains("nothing has been decided"));
}

/// A closer look begins above what is known.
#[test]
fn a_closer_look_goes_deeper() {
    let mut session = Session::new();
    let open = format!("open {}/tests/data/formats/ogxm-second.ogxm", env!("CARGO_MANIFEST_DIR"));
    run_all(&mut session, &[&open]);
    let steps = &session.record().games()[0].steps;
    let step = steps.iter().position(|step| step.note.cube.is_some()).expect("a cube decision that is judged");
    let names = |session: &Session| {
        let note = &session.record().games()[0].steps[step].note;
        note.methods().map(Method::name).collect::<Vec<_>>()
    };
    assert_eq!(names(&session), ["GammonView 2-ply"]);
    session.look_at(0, step, Look::Deeper, &mut Unobserved).expect("a look");
    assert_eq!(names(&session), ["3-ply", "GammonView 2-ply"]);
}

#[test]
fn a_comment_that_was_written_over_is_put_back() {
    let mut session = Session::new();
    run_all(&mut session, &["set seed 5", "new match 3", "set turn 1", "set dice 31", "8/5 6/5", "previous"]);
    let say = |session: &mut Session, line: &str| match session
        .execute(&parse(line).expect(line), &mut Unobserved)
        .expect(line)
    {
        Reply::Message(text) => text,
        other => panic!("{line}: {other:?}"),
    };
    assert!(!say(&mut session, "comment the point is worth more").contains("undo"));
    assert!(say(&mut session, "comment no").ends_with("(`undo` puts back what was there: the point is worth more)"));
    assert_eq!(say(&mut session, "undo"), "the comment is again: the point is worth more");
    assert!(say(&mut session, "comment").contains("the point is worth more"));
    assert!(say(&mut session, "comment and more").contains("`undo` puts back"));
    // Once something else was done, `undo` means that, whether it can be taken back or not.
    let (_, step) = session.record().cursor();
    run_all(&mut session, &["next", "previous"]);
    let _ = session.execute(&parse("undo").expect("a command"), &mut Unobserved);
    assert_eq!(session.record().games()[0].steps[step].note.comment, "and more");
}

/// Whoever is on roll owns the cube that he doubles with, or nobody does.
#[test]
fn nobody_doubles_with_the_cube_of_the_other() {
    for (fields, is_right) in [
        (":1:-1:-1:D:0:0:0:7:10", true),
        (":0:0:-1:D:0:0:0:7:10", true),
        (":1:1:-1:D:0:0:0:7:10", false),
        (":3:-1:1:D:6:6:0:7:10", false),
        (":1:1:-1:D:0:0:2:0:10", true),
    ] {
        let set = run(&mut Session::new(), &format!("set xgid XGID=-b----E-C---eE---c-e----B-{fields}"));
        match set {
            Ok(_) => assert!(is_right, "{fields}"),
            Err(error) => {
                assert!(!is_right && error.message.contains("cannot have doubled"), "{fields}: {}", error.message)
            }
        }
    }
}

/// `why` compares with the play that the analysis of the match calls best, by its numbers, and says so where a look of
/// its own prefers another.
#[test]
fn why_speaks_of_what_the_analysis_found() {
    let mut session = analyzed();
    text(&mut session, "set evaluation chequerplay evaluation plies 1");
    text(&mut session, "first game");
    let mut differ = 0;
    for _ in 0..60 {
        text(&mut session, "next rolled");
        let note = session.record().note_here().clone();
        let Some(analysis) = note.plays.filter(|analysis| analysis.plays.len() > 1) else { continue };
        let best = play_text(&analysis.plays[0].play);
        let told = text(&mut session, "why");
        let other = analysis.played.filter(|&made| made > 0).unwrap_or(1);
        let name = play_text(&analysis.plays[other].play);
        let lost = format!("{name} gives up {:.3} (0-ply)", analysis.behind(other).abs());
        assert!(told.contains(&lost) && told.contains(&best), "{best}, {lost}:\n{told}");
        let own = text(&mut session, "hint 1");
        let prefers = format!("the analysis of the match prefers {best} (0-ply), a look from here ");
        assert_eq!(told.contains(&prefers), !own.contains(&format!(" {best} ")), "{best}:\n{told}\n{own}");
        differ += u32::from(told.contains(&prefers));
    }
    assert!(differ > 0, "both looks agree everywhere");
}

/// The score in the sentences about a cube.
#[test]
fn why_names_the_score_of_a_cube() {
    let board = "XGID=-b----E-C---eE---c-e----B-";
    // Cube, owner and side on roll; the score, the Crawford game and the length; what is said, and what is not.
    let cases = [
        ("0:0:1:00:5:2:0:7", "engine, with no more to lose then, redoubles to 4 at once\n", "decides the match"),
        ("0:0:1:00:5:5:0:7", "with the cube on 2 this game decides the match\n", "at once"),
        ("0:0:1:00:2:5:0:7", "engine wins the match with the cube on 2, and has no use for turning it on\n", "at once"),
        ("0:0:1:00:3:6:0:7", "user loses the match with this game: a double risks nothing\n", "there is no market"),
        ("1:1:1:00:5:2:0:7", "user wins the match with the cube on 2: it need not be turned", "next"),
        ("0:0:1:00:0:0:0:7", "there is no market to lose", "match"),
        ("0:0:1:00:0:0:0:0", "there is no market to lose", "money"),
    ];
    for (rest, said, unsaid) in cases {
        let mut session = Session::new();
        run_all(&mut session, &["set display off", &format!("set xgid {board}:{rest}:10")]);
        let told = text(&mut session, "why");
        assert!(told.contains(said) && !told.contains(unsaid), "{rest}:\n{told}");
    }
    let mut session = Session::new();
    run_all(&mut session, &["set display off", &format!("set xgid {board}:0:0:1:00:6:3:1:7:10")]);
    assert!(refused(&mut session, "why").contains("this is the Crawford game"));
}

/// Every answer to a quiz is judged by the words of practice, by what an error and a blunder lose.
#[test]
fn a_quiz_has_the_words_of_practice() {
    let mut session = analyzed();
    let thresholds = session.settings().analysis.thresholds;
    let mut heard = std::collections::BTreeSet::new();
    for turn in 0_usize.. {
        let asked = text(&mut session, "quiz");
        let listed = asked.split_once("question ").map_or("", |(_, listed)| listed);
        let choices = listed.lines().filter(|line| line.starts_with("  ")).count();
        if choices == 0 {
            break;
        }
        let told = text(&mut session, &format!("quiz {}", turn % choices + 1));
        let Some((word, rest)) = told.split_once(": it gives up ") else {
            assert!(told.starts_with("right\n"), "{told}");
            continue;
        };
        let loss: f64 = rest.get(..5).and_then(|loss| loss.parse().ok()).unwrap_or_else(|| panic!("{told}"));
        // What is rounded to a limit may lie on either side.
        let is_near = |limit: f32| (loss - f64::from(limit)).abs() < 0.0006;
        if !is_near(thresholds.error) && !is_near(thresholds.blunder) {
            assert_eq!(word, Grade::of_loss(loss, &thresholds).verdict(), "{told}");
        }
        heard.insert(word.to_owned());
    }
    assert_eq!(heard.into_iter().collect::<Vec<_>>(), ["nearly", "right", "wrong"]);
}

/// Whatever tells of a cube that its owner may turn speaks of a redouble, and of one in the middle of a double.
#[test]
fn a_cube_that_is_owned_is_redoubled() {
    let mut session = Session::new();
    let quick = [
        "set display off",
        "set rollout trials 36",
        "set rollout chequerplay plies 0",
        "set rollout cubedecision plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 2",
        "set rollout truncation cubedecision plies 0",
        "set rollout nearcubes off",
        "set rollout seed 3",
    ];
    run_all(&mut session, &quick);
    let lines = ["hint", "why", "rollout cube", "describe"];
    for board in ["aa--BBBB----dE---d-e----B-", "-b----E-C---eE---c-e----B-"] {
        for (cube, is_owned) in [("1:1", true), ("0:0", false)] {
            run_all(&mut session, &[&format!("set xgid XGID={board}:{cube}:1:00:0:0:0:0:10")]);
            for line in lines {
                let told = text(&mut session, line).to_lowercase();
                let others = told.replace("redouble", "");
                assert_eq!(others.contains("double"), !is_owned, "{line}: {told}");
                assert_eq!(told.contains("redouble"), is_owned, "{line}: {told}");
            }
        }
    }
}
