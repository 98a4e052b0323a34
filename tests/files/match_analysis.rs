//! Matches analyzed here and by the real program: the same marks, errors, luck and ratings.

use crate::support;
use crate::support::games;
use crate::support::gnubg;

use games::Random;
use gammon::analysis::{
    Action, AnalysisSettings, FLAWLESS, Loss, Rating, Scope, Statistics, Thresholds, absolute_rating, analyze, verdicts,
};
use gammon::board::{Player, Roll, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::{EvalSettings, Evaluator, MoveFilters, NetSet, Searcher};
use gammon::formats::{ReadOptions, read_mat, read_sgf, write_mat};
use gammon::record::{Event, MatchInfo, Pending, Record, Rules, Skill, Standing, State};
use gammon::scoring::{CubeInfo, Met};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

const RULES: Rules = Rules { crawford: true };

fn evaluator(nets: NetSet) -> Arc<Evaluator> {
    Arc::new(Evaluator::new(nets, Bearoff::standard()))
}

/// A match of two players who play by the evaluator alone and err at random.
fn played(seed: u64, length: u8, evaluator: &Arc<Evaluator>, met: &Arc<Met>) -> Record {
    let mut random = Random::new(seed);
    let mut searcher = Searcher::new(Arc::clone(evaluator), Arc::clone(met));
    let settings = EvalSettings::cubeful(0);
    let mut record = Record::new(State::new(Standing::match_to(length).unwrap()));
    while !record.state().standing.is_over() {
        let standing = record.state().standing;
        let Some(game) = record.state().game else {
            let roll = std::iter::repeat_with(|| random.roll()).find(|roll| !roll.is_double()).expect("one comes");
            let first = random.pick(&Player::BOTH);
            let variation = Variation::Standard;
            let begin = Event::Begin {
                standing,
                variation,
                cube_in_use: true,
                largest_cube: None,
                cube: 1,
                first,
                roll: Some(roll),
            };
            record.apply(begin, RULES).expect("a game may begin");
            continue;
        };
        let info = CubeInfo::new(game.cube, game.on_roll, standing.terms(), met);
        let decision = searcher.cube_decision(&game.position, &info, &settings).expect("not stopped");
        let errs = random.below(7) == 0;
        let event = match (game.pending, game.dice) {
            (Some(Pending::Double), _) if (decision.values.double_take > 1.0) == errs => Event::Take,
            (Some(_), _) => Event::Pass,
            (None, None) if info.may_double() && decision.verdict.is_some_and(|verdict| verdict.doubles()) != errs => {
                Event::Double
            }
            (None, None) => Event::Roll(random.roll()),
            (None, Some(roll)) => chosen(&mut searcher, &mut random, &game.position, roll, &info),
        };
        record.apply(event, RULES).expect("it is legal");
    }
    record
}

/// The best play, or now and then another.
fn chosen(
    searcher: &mut Searcher,
    random: &mut Random,
    position: &gammon::board::Position,
    roll: Roll,
    info: &CubeInfo,
) -> Event {
    let settings = EvalSettings::cubeful(0);
    let plays = searcher.rank_plays(position, roll, info, &settings, &MoveFilters::NORMAL).expect("not stopped");
    let place = if random.below(4) == 0 { random.below(plays.len().clamp(1, 5)) } else { 0 };
    plays.get(place).map_or(Event::NoPlay, |play| Event::Play(play.play.clone()))
}

/// Settings at some plies, pruned as the real program's are.
fn settings(plies: u8) -> AnalysisSettings {
    AnalysisSettings {
        chequerplay: EvalSettings::cubeful(plies),
        cubedecision: EvalSettings::cubeful(plies),
        ..AnalysisSettings::default()
    }
}

fn analyzed(record: &mut Record, plies: u8, threads: usize, evaluator: &Arc<Evaluator>, met: &Arc<Met>) {
    let searcher = || Searcher::new(Arc::clone(evaluator), Arc::clone(met));
    let done = analyze(record, Scope::All, &settings(plies), threads, &searcher, &mut |_, _| {}).expect("threads");
    assert!(!done.is_stopped() && done.of > 20);
}

/// What the real program prints of a match.
fn theirs(program: &Path, file: &Path, plies: u8) -> String {
    let lines = [
        "set display off".to_owned(),
        "set threads 1".to_owned(),
        "set output digits 6".to_owned(),
        format!("set analysis chequerplay evaluation plies {plies}"),
        format!("set analysis cubedecision evaluation plies {plies}"),
        format!("import mat {}", file.display()),
        "analyse match".to_owned(),
        "show statistics match".to_owned(),
        format!("save match {}", file.with_extension("sgf").display()),
    ];
    gnubg::run(program, &lines)
}

/// The decisions that are errors: their game, their place among its plays and cube actions, the mark and the loss.
fn marked(record: &Record, met: &Met) -> Vec<(usize, usize, Skill, f32)> {
    let mut found = Vec::new();
    for (number, game) in record.games().iter().enumerate() {
        let is_done = |event: &Event| !matches!(event, Event::Begin { .. } | Event::Roll(_));
        for verdict in verdicts(game, met, &Thresholds::default()) {
            // Not to double is decided before the play of the roll.
            let place = game.steps[..verdict.step].iter().filter(|step| is_done(&step.event)).count();
            let place = 2 * place + usize::from(verdict.action == Action::Play);
            found.extend(verdict.mark.map(|mark| (number, place, mark, verdict.loss)));
        }
    }
    found
}

/// How far both programs are apart.
#[derive(Default)]
struct Apart {
    marks: usize,
    /// The farthest totals of errors and of luck, as parts of the real program's.
    errors: f64,
    luck: f64,
    rating: f64,
}

/// The numbers behind a label, those of both players one after the other. Of several lines with the label, the one
/// numbered `nth`.
fn numbers(text: &str, label: &str, nth: usize) -> Vec<f64> {
    let line = text.lines().filter(|line| line.starts_with(label)).nth(nth);
    let line = line.unwrap_or_else(|| panic!("no line `{label}` in\n{text}"));
    let rest = line[label.len()..].replace(['(', ')', '%'], " ");
    rest.split_whitespace()
        .skip_while(|word| word.starts_with("EMG") || *word == "MWC")
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Errors and luck within 1 %, or what the program's own rounding makes of it.
#[track_caller]
fn close(ours: f64, theirs: f64, what: &str) -> f64 {
    assert!((ours - theirs).abs() <= 0.01 * theirs.abs() + 0.0012, "{what}: {ours} here, {theirs} there");
    if theirs.abs() > 0.1 { (ours - theirs).abs() / theirs.abs() } else { 0.0 }
}

#[track_caller]
fn compare(statistics: &Statistics, text: &str, apart: &mut Apart) {
    for (place, player) in Player::BOTH.into_iter().enumerate() {
        let one = &statistics.players[player];
        let count = |label: &str| numbers(text, label, 0)[place] as u32;
        assert_eq!(one.plays.total, count("Total moves"), "{player:?}");
        assert_eq!(one.plays.unforced, count("Unforced moves"), "{player:?}");
        let marked = ["doubtful", "bad", "very bad"].map(|mark| count(&format!("Moves marked {mark}")));
        assert_eq!(one.plays.marked, marked, "{player:?}");
        let rolls =
            ["very lucky", "lucky", "unlucky", "very unlucky"].map(|mark| count(&format!("Rolls marked {mark}")));
        assert_eq!(one.luck.marked, rolls, "{player:?}");
        assert_eq!(one.cube.total, count("Total cube decisions"), "{player:?}");
        assert_eq!(one.cube.close, count("Close or actual cube decisions"), "{player:?}");
        assert_eq!((one.cube.doubles, one.cube.takes), (count("Doubles"), count("Takes")), "{player:?}");
        assert_eq!(one.cube.passes, count("Passes"), "{player:?}");
        let total = |label: &str, nth: usize| {
            let all = numbers(text, label, nth);
            (all[2 * place], all[2 * place + 1] / 100.0)
        };
        for (loss, nth, what) in [(one.plays.error, 0, "plays"), (one.cube.error(), 1, "cube"), (one.error(), 2, "all")]
        {
            let (equity, cost) = total("Error total", nth);
            let both = [close(loss.equity, -equity, what), close(loss.cost, -cost, what)];
            apart.errors = both.into_iter().fold(apart.errors, f64::max);
        }
        let (equity, cost) = total("Luck total", 0);
        let both = [close(one.luck.luck.equity, equity, "luck"), close(one.luck.luck.cost, cost, "luck")];
        apart.luck = both.into_iter().fold(apart.luck, f64::max);
        let equity = |loss: Option<Loss>| loss.map(|loss| loss.equity);
        let (plays, cube) = (equity(one.plays.rate()), equity(one.cube.rate()));
        let rating = absolute_rating(plays, cube, statistics.length, FLAWLESS);
        let their_rating = numbers(text, "Error based abs. FIBS rating", 0)[place];
        // Its digits, and a hundredth of what the errors cost.
        let tolerance = 0.11 + 0.01 * (FLAWLESS - their_rating);
        apart.rating = apart.rating.max((rating - their_rating).abs());
        assert!((rating - their_rating).abs() < tolerance, "rating: {rating} here, {their_rating} there");
        assert!(text.contains(Rating::of(one.rate().map_or(0.0, |rate| rate.equity)).name()), "{player:?}");
        let sign = if player == Player::Top { 1.0 } else { -1.0 };
        close(sign * statistics.actual(), numbers(text, "Actual result", 0)[place] / 100.0, "result");
        close(sign * statistics.luck_adjusted(), numbers(text, "Luck adjusted result", 0)[place] / 100.0, "no luck");
    }
}

/// Analyzes matches in both programs and compares.
fn compare_matches(test: &str, matches: &[(u64, u8)], plies: u8) {
    let (Some(program), Some(weights)) = (gnubg::program(test), support::reference_weights(test)) else { return };
    let evaluator = evaluator(NetSet::from_bytes(&weights).expect("weights"));
    let met = Arc::new(Met::kazaross_xg2());
    let folder = tempfile::tempdir().expect("a folder");
    for &(seed, length) in matches {
        let record = played(seed, length, &evaluator, &met);
        let names = gammon::board::ByPlayer(["Ann".to_owned(), "Bob".to_owned()]);
        let text = write_mat(&names, &MatchInfo::default(), Variation::Standard, record.games()).expect("a match");
        let file = folder.path().join(format!("{seed}.mat"));
        std::fs::write(&file, &text).expect("a file");
        let mut record =
            read_mat(&text, &ReadOptions { jacoby: true, ..ReadOptions::default() }).expect("our own match").record;
        analyzed(&mut record, plies, 2, &evaluator, &met);
        let statistics = Statistics::of_games(record.games(), &met, &Thresholds::default());
        let mut apart = Apart::default();
        compare(&statistics, &theirs(&program, &file, plies), &mut apart);
        let text = std::fs::read_to_string(file.with_extension("sgf")).expect("what it saves");
        let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
        let their_record = read_sgf(&text, &options).expect("a file of its own").record;
        let (ours, theirs) = (marked(&record, &met), marked(&their_record, &met));
        let names =
            |marks: &[(usize, usize, Skill, f32)]| marks.iter().map(|&(a, b, c, _)| (a, b, c)).collect::<Vec<_>>();
        assert_eq!(names(&ours), names(&theirs), "match {seed}: {ours:?} {theirs:?}");
        apart.marks = ours.len();
        let Apart { marks, errors, luck, rating } = apart;
        let line = format!(
            "{plies} plies, match {seed} to {length}: {marks} errors marked alike; apart: errors {:.3} %, luck {:.3} %, \
             ratings {rating:.2}\n",
            100.0 * errors,
            100.0 * luck
        );
        std::io::stdout().write_all(line.as_bytes()).expect("stdout takes a line");
    }
}

#[test]
fn statistics_are_those_of_the_real_program_without_looking_ahead() {
    compare_matches("match analysis, 0 plies", &[(1, 3), (2, 5), (3, 7), (4, 1), (5, 7), (6, 9)], 0);
}

#[test]
fn statistics_are_those_of_the_real_program_two_plies_deep() {
    let long = std::env::var_os("GAMMON_LONG_TESTS").is_some();
    let matches: &[(u64, u8)] = if long { &[(11, 3), (12, 5), (13, 7)] } else { &[(14, 1)] };
    compare_matches("match analysis, 2 plies", matches, 2);
}

#[test]
fn an_analysis_depends_on_no_number_of_threads() {
    let (evaluator, met) = (evaluator(NetSet::own()), Arc::new(Met::kazaross_xg2()));
    let record = played(21, 3, &evaluator, &met);
    let [mut one, mut three] = [record.clone(), record];
    analyzed(&mut one, 1, 1, &evaluator, &met);
    analyzed(&mut three, 1, 3, &evaluator, &met);
    assert_eq!(one, three);
    // What is known as well is not looked at again, and better than it is kept.
    let known = one.clone();
    analyzed(&mut one, 0, 1, &evaluator, &met);
    assert_eq!(one, known);
}
