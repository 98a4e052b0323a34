//! Levels between plies and rollouts, and looks that have so much time.

use crate::support::commands;

use commands::{rolled_out, run, run_all};
use gammon::board::{Player, Variation};
use gammon::command::parse;
use gammon::level::{Level, seed_of};
use gammon::notation::play_text;
use gammon::record::Method;
use gammon::rollout::{End, Observer};
use gammon::scoring::{Cube, CubeInfo, Met, Terms};
use gammon::session::{CubeReply, CubeRollout, Host, Judged, PlayReply, PlaysReply, Reply, Session};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A close choice of plays, and a close cube decision of another position.
const PLAYS: &str = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:41:0:0:0:0:10";
const CUBE: &str = "set xgid XGID=aB-B--CaA---dE--ac-e----B-:0:0:1:00:0:0:0:0:10";
/// Nobody doubles at the start.
const NO_DOUBLE: &str = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
/// The best play of 31 is a point far ahead.
const CLEAR: &str = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
/// Bearing off against a checker that may still be hit.
const LATE: &str = "set xgid XGID=-BBBAAAa-----------bbaaa--:0:0:1:32:0:0:0:0:10";

fn session(threads: usize, setup: &str, level: Option<Level>) -> Session {
    let mut session = Session::new();
    run_all(&mut session, &["set display off", setup, &format!("set threads {threads}")]);
    let name = level.map_or("evaluation", Level::name);
    for leaf in ["evaluation chequerplay", "evaluation cubedecision", "analysis chequerplay", "analysis cubedecision"] {
        run_all(&mut session, &[&format!("set {leaf} type {name}")]);
    }
    session
}

fn plays(reply: Reply) -> PlaysReply {
    match reply {
        Reply::Plays(plays) => *plays,
        Reply::Many(replies) => plays(replies.into_iter().last().expect("an answer")),
        other => panic!("{other:?}"),
    }
}

fn cube(reply: Reply) -> CubeReply {
    match reply {
        Reply::Cube(cube) => *cube,
        Reply::Many(replies) => cube(replies.into_iter().last().expect("an answer")),
        other => panic!("{other:?}"),
    }
}

/// What is said of a play: its name, its value to the last bit, and what found it.
fn told(play: &PlayReply) -> (String, u32, u32, Option<String>, u8) {
    let level = play.judged.as_ref().and_then(Judged::level).map(str::to_owned);
    let name = play_text(&play.play);
    (name, play.cubeful.equity.to_bits(), play.outputs.0[0].to_bits(), level, play.ply)
}

fn told_of(plays: &PlaysReply) -> Vec<(String, u32, u32, Option<String>, u8)> {
    plays.candidates.iter().map(told).collect()
}

#[test]
fn threads_change_no_bit_of_a_level() {
    for level in [Level::Roller, Level::RollerPlus] {
        let by = |threads: usize, setup| {
            let mut session = session(threads, setup, Some(level));
            run(&mut session, "hint").expect("an answer")
        };
        let (one, four) = (plays(by(1, PLAYS)), plays(by(4, PLAYS)));
        assert_eq!(told_of(&one), told_of(&four));
        assert_eq!(one.candidates[0].judged.as_ref().and_then(Judged::level), Some(level.name()));
        let (one, four) = (cube(by(1, CUBE)), cube(by(4, CUBE)));
        assert_eq!(one.no_double.equity.to_bits(), four.no_double.equity.to_bits());
        assert_eq!(one.double_take.equity.to_bits(), four.double_take.equity.to_bits());
        assert_eq!(one.rollout.as_ref().and_then(CubeRollout::level), Some(level.name()));
    }
}

#[test]
fn the_full_level_plays_games_to_their_end_until_little_can_be_lost() {
    let by = |threads: usize| {
        let mut session = session(threads, LATE, Some(Level::Full));
        plays(run(&mut session, "hint").expect("an answer"))
    };
    let (one, four) = (by(1), by(4));
    assert_eq!(told_of(&one), told_of(&four));
    let Some(Judged::Rollout(judged)) = &one.candidates[0].judged else { panic!("no rollout") };
    assert_eq!(judged.rollout.settings().horizon(), None);
    assert_eq!(judged.rollout.result.end, Some(End::Loss));
    assert!(judged.rollout.result.trials() < Level::Full.recipe().trials);
}

/// A level is a rollout with fixed settings and a seed that follows from the decision: whoever types them gets its
/// trials. The equities of plays lie between those and what plies have found.
#[test]
fn a_level_is_the_rollout_that_its_settings_say() {
    let mut by_level = session(1, PLAYS, Some(Level::Roller));
    let listed = plays(run(&mut by_level, "hint").expect("an answer"));
    let recipe = Level::Roller.recipe();
    let rolled: Vec<&PlayReply> = listed.candidates.iter().filter(|play| play.judged.is_some()).collect();
    assert!((2..=recipe.plays).contains(&rolled.len()), "{}", rolled.len());
    let Some(Judged::Rollout(judged)) = &rolled[0].judged else { panic!("no rollout") };
    let mut by_hand = session(1, PLAYS, None);
    let seed = judged.rollout.settings().seed;
    run_all(
        &mut by_hand,
        &[
            &format!("set rollout trials {}", recipe.trials),
            &format!("set rollout seed {seed}"),
            "set rollout truncation enable on",
            &format!("set rollout truncation plies {}", recipe.horizon.expect("it cuts trials off")),
            &format!("set rollout truncation cubedecision plies {}", recipe.horizon_plies),
            &format!("set rollout chequerplay plies {}", recipe.plays_plies),
            "set rollout cubedecision plies 2",
            "set rollout later enable on",
            "set rollout later plies 1",
            "set rollout later cubedecision plies 0",
        ],
    );
    let by_plies = plays(run(&mut by_hand, "hint").expect("numbers of plays"));
    let names: Vec<String> = rolled.iter().map(|play| play_text(&play.play)).collect();
    let rollout = rolled_out(&mut by_hand, &format!("rollout plays {}", names.join(", ")));
    for (play, candidate) in judged.rollout.job().candidates().iter().zip(&judged.rollout.result.candidates) {
        let mine = rollout.job().candidates().iter().position(|start| start == play).expect("it was rolled out, too");
        let trials = rollout.result.candidates[mine].estimates;
        assert_eq!((trials.outputs, trials.cubeless), (candidate.estimates.outputs, candidate.estimates.cubeless));
    }
    let looked = |i: usize| {
        let of = by_plies.candidates.iter().find(|play| play.play == rolled[i].play);
        f64::from(of.expect("it is listed").cubeful.equity)
    };
    let in_trials = |i: usize| {
        let of = rollout.names().iter().position(|name| *name == names[i]).expect("it was rolled out");
        rollout.result.candidates[of].equity().mean
    };
    for i in 1..rolled.len() {
        let between = [looked(0) - looked(i), in_trials(0) - in_trials(i)];
        let weighed = f64::from(rolled[0].cubeful.equity - rolled[i].cubeful.equity);
        let (low, high) = (between[0].min(between[1]), between[0].max(between[1]));
        assert!((low - 1e-6..high + 1e-6).contains(&weighed), "{weighed} {between:?}");
    }
    // The seed is that of the decision.
    let start = Variation::Standard.starting_position();
    let terms = Terms::Money { jacoby: false, beavers: 0 };
    let met = Met::kazaross_xg2();
    let of = |player| seed_of(&start, None, &CubeInfo::new(Cube::START, player, terms, &met));
    assert_eq!(of(Player::Top), of(Player::Bottom), "whoever sits where");
    // What seeds are made of may not change unnoticed: every number of a level depends on them.
    assert_eq!(seed, 1_038_957_469);
    let by_cube = cube(run(&mut session(1, CUBE, Some(Level::Roller)), "hint").expect("an answer"));
    let Some(CubeRollout::Rollout(rollout)) = &by_cube.rollout else { panic!("no rollout") };
    assert_eq!(rollout.settings().seed, 2_393_848_170);
}

/// Whoever plays so is doubled out, and passes: no trial may take there, however a static look at the cube errs.
#[test]
fn the_cube_decision_that_trials_have_in_common_is_looked_at() {
    for level in Level::ALL {
        let mut session = session(1, "set xgid XGID=-aB-BaEB-B--cB---b-db-b---:0:0:-1:22:0:0:0:8:10", Some(level));
        let listed = plays(run(&mut session, "hint").expect("an answer"));
        let judged: Vec<_> = listed.candidates.iter().filter(|play| play.judged.is_some()).collect();
        assert!(judged.len() > 1 && judged.iter().all(|play| play.cubeful.equity == -1.0), "{level}");
    }
}

#[test]
fn where_plies_leave_one_play_they_have_answered() {
    let mut session = session(1, CLEAR, Some(Level::RollerPlusPlus));
    let listed = plays(run(&mut session, "hint").expect("an answer"));
    assert!(listed.candidates.iter().all(|play| play.judged.is_none()));
}

#[test]
fn an_analysis_has_the_numbers_of_the_hint() {
    let mut session = session(1, PLAYS, Some(Level::Roller));
    let listed = plays(run(&mut session, "hint").expect("an answer"));
    let (best, second) = (&listed.candidates[0], &listed.candidates[1]);
    run_all(&mut session, &[&play_text(&second.play), "previous", "analyse move"]);
    let (game, step) = session.record().cursor();
    let note = &session.record().games()[game].steps[step].note;
    let analysis = note.plays.as_ref().expect("it is analysed");
    assert_eq!(analysis.plays[0].numbers.cubeful.to_bits(), best.cubeful.equity.to_bits());
    assert_eq!(analysis.plays[1].numbers.cubeful.to_bits(), second.cubeful.equity.to_bits());
    assert!(matches!(analysis.plays[1].method, Method::Level { level: Level::Roller, trials: 36 }));
    assert_eq!(analysis.played, Some(1));
    // Looked at once more by plies, what is known stays; the next level goes further.
    run_all(&mut session, &["set analysis chequerplay type evaluation", "analyse move"]);
    let method = |session: &Session| {
        let note = &session.record().games()[game].steps[step].note;
        note.plays.as_ref().expect("it is analysed").plays[0].method.clone()
    };
    assert!(matches!(method(&session), Method::Level { level: Level::Roller, .. }));
    run_all(&mut session, &["set analysis chequerplay type roller+", "analyse move"]);
    assert!(matches!(method(&session), Method::Level { level: Level::RollerPlus, .. }));
}

/// A clock that goes on by so many milliseconds each time somebody looks at it.
struct Ticking {
    now: AtomicU64,
    tick: u64,
}

impl Ticking {
    const fn by(tick: u64) -> Self {
        Self { now: AtomicU64::new(0), tick }
    }
}

impl Observer for Ticking {}

impl Host for Ticking {
    fn clock(&self) -> Duration {
        Duration::from_millis(self.now.fetch_add(self.tick, Ordering::Relaxed))
    }
}

fn with_clock(session: &mut Session, line: &str, tick: u64) -> Reply {
    let command = parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    session.execute(&command, &mut Ticking::by(tick)).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn first_line(reply: &Reply) -> String {
    match reply {
        Reply::Many(replies) => match &replies[0] {
            Reply::Message(text) => text.clone(),
            other => panic!("{other:?}"),
        },
        Reply::Message(text) => text.clone(),
        other => panic!("{other:?}"),
    }
}

/// The clock decides how deep a hint looks, and no number: each is that of the level it stopped at.
#[test]
fn the_clock_decides_how_deep_a_hint_looks() {
    // With a second a look, the first rung is all there is time for.
    for (tick, expected) in
        [(1000, "the last look was 0-ply: the time is up"), (400, "the last look was 2-ply: the time is up")]
    {
        let mut session = session(1, PLAYS, None);
        let reply = with_clock(&mut session, "hint in 3s", tick);
        assert_eq!(first_line(&reply), expected);
        let listed = plays(reply);
        let plies = if tick == 1000 { 0 } else { 2 };
        run_all(&mut session, &[&format!("set evaluation chequerplay evaluation plies {plies}")]);
        assert_eq!(told_of(&listed), told_of(&plays(run(&mut session, "hint").expect("an answer"))));
    }
    // Nobody looks deeper than a clear decision needs, however much time there is.
    let reply = run(&mut session(1, NO_DOUBLE, None), "hint in 60s").expect("an answer");
    assert_eq!(first_line(&reply), "the last look was 2-ply: the decision is not close");
    assert!(cube(reply).rollout.is_none());
    let reply = run(&mut session(1, CLEAR, None), "hint in 60s").expect("an answer");
    assert!(first_line(&reply).ends_with(": the decision is not close"), "{}", first_line(&reply));
}

#[test]
fn an_analysis_has_so_much_time() {
    let lines = ["set display off", "import sample", "set threads 1", "set analysis luck off"];
    let analysed = |line: &str, tick: u64| {
        let mut session = Session::new();
        run_all(&mut session, &lines);
        let reply = with_clock(&mut session, line, tick);
        (first_line(&reply), session)
    };
    let methods = |session: &Session| -> Vec<Method> {
        let steps = session.record().games().iter().flat_map(|game| &game.steps);
        steps.filter_map(|step| Some(step.note.plays.as_ref()?.plays[0].method.clone())).collect()
    };
    // A tick for every decision: what there is time for is done by the cheapest look.
    let (line, session) = analysed("analyse game in 20s", 1000);
    assert!(line.starts_with("the time is up; decisions by 0-ply"), "{line}");
    let hurried = methods(&session);
    assert!((1..=20).contains(&hurried.len()), "{}", hurried.len());
    assert!(hurried.iter().all(|method| matches!(method, Method::Plies { plies: 0, .. })));
    assert!(!session.is_stopped(), "the time that is up is no Ctrl-C");
    // Some more, and the closest decisions are looked at 2 plies deep.
    let (line, session) = analysed("analyse game in 60s", 1000);
    assert!(line.starts_with("the time is up; decisions by 0-ply") && line.contains("2-ply"), "{line}");
    let deep = methods(&session).iter().filter(|method| matches!(method, Method::Plies { plies: 2, .. })).count();
    assert!(deep > 0 && deep < methods(&session).len(), "{line}");
}
