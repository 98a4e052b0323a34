//! Games with notes by hand: what decisions gave up, what statistics count, which steps are looked at again.

use super::run::tasks;
use super::*;
use crate::board::{ByPlayer, Checkers, Player, Position, Roll, Variation};
use crate::eval::{EvalSettings, Evaluator, Searcher};
use crate::level::{Level, Rung};
use crate::movegen::legal_plays;
use crate::record::{
    CubeAnalysis, Event, Game, GameRecord, LuckMark, Method, Note, Numbers, PlayAnalysis, PlayValue, Record,
    ResignationAnalysis, Rules, Skill, Standing, State, Step,
};
use crate::scoring::{Cube, CubeOwner, GameValue, MatchScore, Met};
use Player::{Bottom, Top};
use std::sync::Arc;

const RULES: Rules = Rules { crawford: true };
const TWO_PLIES: Method = Method::Plies { plies: 2, cubeful: true, noise: 0.0, deterministic: true, pruned: true };

fn roll(high: u8, low: u8) -> Roll {
    Roll::new(high, low).expect("dice")
}

fn worth_of(cubeful: f32) -> Numbers {
    Numbers { cubeful, ..Numbers::default() }
}

/// A game for money in which Bottom is on roll.
fn game(dice: Option<Roll>, cube: u32, owner: CubeOwner) -> Game {
    Game { dice, cube: Cube { value: cube, owner }, ..Game::new(Variation::Standard, Bottom, true) }
}

fn money(game: Game) -> State {
    State::playing(Standing::money(false, 3), game)
}

/// The step of an event after a state.
fn step(before: &State, event: Event, note: Note) -> Step {
    Step { after: before.after(&event, RULES).expect("legal"), event, note }
}

/// A play of the state's roll, as an analysis has it that found these values, best first.
fn play(before: &State, values: &[f32], played: usize) -> Step {
    let game = before.game.expect("a game");
    let legal = legal_plays(&game.position, game.dice.expect("dice"));
    let value = |(play, &value): (&_, &f32)| PlayValue {
        play: Clone::clone(play),
        numbers: worth_of(value),
        errors: None,
        method: TWO_PLIES,
        marked: false,
    };
    let plays = legal.iter().zip(values).map(value).collect();
    let plays = Some(Box::new(PlayAnalysis { plays, played: Some(played), told: None }));
    step(before, Event::Play(legal[played].clone()), Note { plays, ..Note::default() })
}

fn cube_note([no_double, take]: [f32; 2]) -> Note {
    let [no_double, take] = [worth_of(no_double), worth_of(take)];
    let cube = CubeAnalysis { no_double, take, errors: None, method: TWO_PLIES, told: None };
    Note { cube: Some(Box::new(cube)), ..Note::default() }
}

fn record(start: State, steps: Vec<Step>) -> GameRecord {
    GameRecord::new(start, steps)
}

/// The verdict on the last step of a game.
fn judged(start: State, steps: Vec<Step>) -> Option<Verdict> {
    let record = record(start, steps);
    verdict(&record, record.steps.len() - 1, &Met::kazaross_xg2(), &Thresholds::default())
}

#[track_caller]
fn near(found: f32, wanted: f32) {
    assert!((found - wanted).abs() < 1e-5, "{found}, not {wanted}");
}

#[test]
fn a_play_gives_up_its_distance_from_the_best() {
    let before = money(game(Some(roll(3, 1)), 4, CubeOwner::Owned(Top)));
    let one = judged(before, vec![play(&before, &[0.25, 0.2, 0.1], 1)]).expect("an analysis");
    assert_eq!((one.step, one.player, one.action, one.cube), (0, Bottom, Action::Play, None));
    near(one.loss, 0.05);
    near(one.cost, 0.2);
    assert!(one.counts && one.rated && one.is_error());
    assert_eq!(one.mark, Some(Skill::Doubtful));
    // The best play gives up nothing; where all are worth the same, nothing is to be decided for the rating.
    let best = judged(before, vec![play(&before, &[0.25, 0.2], 0)]).expect("an analysis");
    assert_eq!((best.loss, best.counts, best.rated, best.is_error(), best.mark), (0.0, true, true, false, None));
    let same = judged(before, vec![play(&before, &[0.25, 0.25], 1)]).expect("an analysis");
    assert_eq!((same.loss, same.counts, same.rated), (0.0, true, false));
    // A mark by hand and a loss that a file tells of stand above what was found.
    let mut by_hand = play(&before, &[0.25, 0.2], 1);
    by_hand.note.skill = Some(Skill::VeryBad);
    by_hand.note.plays.as_mut().expect("plays").told = Some(0.01);
    let by_hand = judged(before, vec![by_hand]).expect("an analysis");
    assert_eq!((by_hand.loss, by_hand.mark), (0.01, Some(Skill::VeryBad)));
    // Without an analysis there is no verdict.
    let unknown = Step { note: Note::default(), ..play(&before, &[0.25], 0) };
    assert_eq!(judged(before, vec![unknown]), None);
}

/// A last checker on the ace point: every roll has one play.
fn last_checker() -> Game {
    let side = |point: usize| {
        let mut counts = [0; 25];
        counts[point] = 1;
        Checkers::new(counts)
    };
    Game { position: Position::from_checkers(side(0), side(5)), ..game(Some(roll(2, 1)), 1, CubeOwner::Centered) }
}

#[test]
fn what_is_forced_is_no_decision() {
    let before = money(last_checker());
    let forced = judged(before, vec![play(&before, &[1.0], 0)]).expect("an analysis");
    assert_eq!((forced.loss, forced.counts, forced.rated), (0.0, false, false));
    // Two checkers on the bar against a closed board.
    let mut counts = [0; 25];
    counts[24] = 2;
    let mut closed = [0; 25];
    closed[..6].fill(2);
    let position = Position::from_checkers(Checkers::new(counts), Checkers::new(closed));
    let before = money(Game { position, ..game(Some(roll(6, 6)), 2, CubeOwner::Owned(Top)) });
    let none = judged(before, vec![step(&before, Event::NoPlay, Note::default())]).expect("a turn");
    assert_eq!((none.action, none.player, none.loss, none.counts), (Action::Play, Bottom, 0.0, false));
}

#[test]
fn cube_actions_give_up_what_the_best_is_worth_more() {
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    let rolls = || Event::Roll(roll(5, 2));
    let cases = [
        // (no double, double/take), the events, the last action, its loss, whether it counts for statistics and rating.
        ([0.5, 0.7], vec![rolls()], Action::NoDouble, 0.2, true, true),
        ([0.5, 0.35], vec![rolls()], Action::NoDouble, 0.0, true, true),
        ([0.5, 0.33], vec![rolls()], Action::NoDouble, 0.0, false, true),
        ([0.5, 0.25], vec![rolls()], Action::NoDouble, 0.0, false, false),
        ([0.9, 1.2], vec![rolls()], Action::NoDouble, 0.1, true, true),
        ([0.5, 0.7], vec![Event::Double], Action::Double, 0.0, true, true),
        ([0.5, 0.33], vec![Event::Double], Action::Double, 0.17, true, true),
        ([1.1, 1.2], vec![Event::Double], Action::Double, 0.1, true, true),
        ([0.5, 0.7], vec![Event::Double, Event::Take], Action::Take, 0.0, true, true),
        ([0.5, 1.2], vec![Event::Double, Event::Take], Action::Take, 0.2, true, true),
        ([0.5, 0.7], vec![Event::Double, Event::Pass], Action::Pass, 0.3, true, true),
        ([0.5, 1.2], vec![Event::Double, Event::Pass], Action::Pass, 0.0, true, true),
        // A double below nothing is to be beavered, and a take gives up as much as it wins.
        ([-0.2, -0.1], vec![Event::Double, Event::Take], Action::Take, 0.1, true, true),
        ([-0.2, -0.1], vec![Event::Double, Event::Beaver], Action::Beaver, 0.0, true, true),
        ([-0.2, -0.1], vec![Event::Double, Event::Beaver, Event::Take], Action::Take, 0.0, true, true),
        ([-0.2, -0.1], vec![Event::Double, Event::Beaver, Event::Pass], Action::Pass, 1.8, true, true),
        // A beaver of a double that is worth .3 is turned again: 1.2 in place of .3.
        ([0.1, 0.3], vec![Event::Double, Event::Beaver], Action::Beaver, 0.9, true, true),
        ([0.1, 0.3], vec![Event::Double, Event::Beaver, Event::Take], Action::Take, 0.6, true, true),
    ];
    for (values, events, action, loss, counts, rated) in cases {
        let (mut state, mut steps, mut decides) = (before, Vec::new(), Bottom);
        let n = events.len();
        for event in events {
            decides = state.game.expect("a game").to_decide();
            steps.push(step(&state, event, cube_note(values)));
            state = steps.last().expect("a step").after;
        }
        let one = judged(before, steps).unwrap_or_else(|| panic!("{values:?} {action:?}"));
        assert_eq!((one.step, one.action, one.player), (n - 1, action, decides), "{values:?}");
        assert!((one.loss - loss).abs() < 1e-5 && (one.cost - 2.0 * loss).abs() < 1e-5, "{values:?} {one:?}");
        assert_eq!((one.counts, one.rated), (counts, rated), "{values:?} {action:?}");
        let cube = one.cube.expect("values");
        assert_eq!([cube.no_double, cube.double_take, cube.double_pass], [values[0], values[1], 1.0]);
    }
    // What a file tells of.
    for event in [rolls(), Event::Double] {
        let mut told = step(&before, event, cube_note([0.5, 0.7]));
        told.note.cube.as_mut().expect("an analysis").told = Some(0.015);
        near(judged(before, vec![told]).expect("an analysis").loss, 0.015);
    }
    let double = step(&before, Event::Double, cube_note([0.5, 0.7]));
    let mut told = step(&double.after, Event::Take, cube_note([0.5, 0.7]));
    told.note.cube.as_mut().expect("an analysis").told = Some(0.015);
    near(judged(before, vec![double, told]).expect("an analysis").loss, 0.015);
}

#[test]
fn resignations_give_up_what_playing_on_is_worth_more() {
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    for (play_on, resign, given_up, accepted) in [(-0.6, -1.0, 0.4, 0.0), (-1.3, -1.0, 0.0, 0.3)] {
        let resignation = Some(ResignationAnalysis { play_on, resign, outputs: [0.0; 5] });
        let offer = step(&before, Event::Resign(GameValue::Single), Note { resignation, ..Note::default() });
        let one = judged(before, vec![offer.clone()]).expect("an analysis");
        assert_eq!((one.action, one.player, one.counts, one.rated), (Action::Resign, Bottom, true, false));
        near(one.loss, given_up);
        near(one.cost, 2.0 * given_up);
        let accept = step(&offer.after, Event::Accept, Note::default());
        let one = judged(before, vec![offer.clone(), accept]).expect("an analysis");
        assert_eq!((one.action, one.player, one.counts, one.rated), (Action::Accept, Top, true, false));
        near(one.loss, accepted);
        assert_eq!(judged(before, vec![offer.clone(), step(&offer.after, Event::Decline, Note::default())]), None);
    }
}

#[test]
fn losses_that_print_as_nothing_are_no_errors() {
    assert!(is_loss(0.0005) && !is_loss(0.000_49) && !is_loss(0.0));
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    let double = judged(before, vec![step(&before, Event::Double, cube_note([0.5, 0.4996]))]).expect("an analysis");
    assert!(!double.is_error(), "{double:?}");
    let double = judged(before, vec![step(&before, Event::Double, cube_note([0.5, 0.499]))]).expect("an analysis");
    assert!(double.is_error() && !Verdict { counts: false, ..double }.is_error());
}

/// In a match the loss costs winning chance: half of the swing between winning and losing the cube, for a point.
#[test]
fn a_loss_costs_points_or_winning_chance() {
    let met = Met::kazaross_xg2();
    let score = MatchScore { length: 5, score: ByPlayer([1, 2]), crawford: false };
    let standing = Standing::Match { score, winner: None };
    let before = State::playing(standing, game(Some(roll(3, 1)), 1, CubeOwner::Centered));
    let one = judged(before, vec![play(&before, &[0.25, 0.05], 1)]).expect("an analysis");
    let swing = met.pre_crawford(ByPlayer([4, 2]), Bottom) - met.pre_crawford(ByPlayer([3, 3]), Bottom);
    near(one.loss, 0.2);
    near(one.cost, 0.1 * swing);
}

/// One game with everything that statistics count: Bottom plays three times, Top twice, and passes a redouble.
fn counted_game(standing: Standing) -> GameRecord {
    let start = State::new(standing);
    let begin = Event::Begin {
        standing,
        variation: Variation::Standard,
        cube_in_use: true,
        largest_cube: None,
        cube: 1,
        first: Bottom,
        roll: Some(roll(3, 1)),
    };
    let lucky = |luck: f32| Note { luck: Some(luck), ..Note::default() };
    let mut steps = vec![step(&start, begin, lucky(0.125))];
    let now = |steps: &Vec<Step>| steps.last().expect("a step").after;
    let add = |steps: &mut Vec<Step>, event, note| {
        let next = step(&now(steps), event, note);
        steps.push(next);
    };
    let make = |steps: &mut Vec<Step>, values: &[f32], played| {
        let next = play(&now(steps), values, played);
        steps.push(next);
    };
    make(&mut steps, &[0.5, 0.375], 1); // Bottom: very bad, by an eighth
    add(&mut steps, Event::Roll(roll(5, 2)), Note { luck: Some(-0.5), ..cube_note([0.0, -0.5]) });
    make(&mut steps, &[0.5, 0.4375], 1); // Top: bad, by a sixteenth
    add(&mut steps, Event::Double, cube_note([0.5, 0.75])); // Bottom, right
    add(&mut steps, Event::Take, cube_note([0.5, 0.75])); // Top, right
    add(&mut steps, Event::Roll(roll(6, 4)), lucky(0.75));
    make(&mut steps, &[0.5, 0.5], 0); // Bottom: no error
    // Top misses a double that is a take by a quarter, and one that is a pass by a half.
    add(&mut steps, Event::Roll(roll(4, 3)), Note { luck: Some(0.375), ..cube_note([0.5, 0.75]) });
    let unknown = play(&now(&steps), &[0.5], 0);
    steps.push(Step { note: Note::default(), ..unknown });
    add(&mut steps, Event::Roll(roll(2, 1)), Note::default());
    make(&mut steps, &[0.5, 0.46875], 1); // Bottom: doubtful, by a thirty-second
    add(&mut steps, Event::Double, cube_note([1.25, 1.5])); // Top, too good by a quarter
    add(&mut steps, Event::Pass, cube_note([1.25, 0.75])); // Bottom, wrong by a quarter
    record(start, steps)
}

#[test]
fn statistics_count_what_each_player_gave_up() {
    let met = Met::kazaross_xg2();
    let of = Statistics::of_game(&counted_game(Standing::money(false, 3)), &met, &Thresholds::default());
    let loss = |equity: f64, cost: f64| Loss { equity, cost };
    let counted = |equity, cost| Counted { count: 1, loss: loss(equity, cost) };
    let bottom = &of.players[Bottom];
    // The cube is at 1, and then Top's at 2.
    assert_eq!(
        bottom.plays,
        PlayStatistics {
            made: 3,
            total: 3,
            unforced: 3,
            unmarked: 1,
            marked: [1, 0, 1],
            error: loss(0.156_25, 0.125 + 0.0625),
        }
    );
    assert_eq!(
        bottom.luck,
        LuckStatistics { total: 2, unmarked: 1, marked: [1, 0, 0, 0], luck: loss(0.875, 0.125 + 1.5) }
    );
    let none = CubeStatistics::default();
    assert_eq!(
        bottom.cube,
        CubeStatistics { total: 2, close: 2, doubles: 1, passes: 1, wrong_passes: counted(0.25, 0.5), ..none }
    );
    let top = &of.players[Top];
    assert_eq!(
        top.plays,
        PlayStatistics { made: 2, total: 1, unforced: 1, unmarked: 0, marked: [0, 1, 0], error: loss(0.0625, 0.0625) }
    );
    assert_eq!(
        top.luck,
        LuckStatistics { total: 2, unmarked: 0, marked: [0, 1, 1, 0], luck: loss(-0.125, -0.5 + 0.75) }
    );
    assert_eq!(
        top.cube,
        CubeStatistics {
            total: 4,
            close: 3,
            doubles: 1,
            takes: 1,
            missed_below: counted(0.25, 0.5),
            wrong_above: counted(0.25, 0.5),
            ..none
        }
    );
    assert_eq!(of.missing, Missing { plays: 1, rolls: 1 });
    assert_eq!((of.games, of.length, of.is_over), (1, 0, true));
    // Top won two points; without the luck it is what follows.
    assert_eq!(of.results, [(2.0, 2.0 - 0.25 + 1.625)]);
    assert_eq!((of.actual(), of.luck_adjusted(), of.luck_based_difference()), (2.0, 3.375, None));
    // Sums and rates by hand.
    assert_eq!((bottom.error(), top.error()), (loss(0.406_25, 0.6875), loss(0.5625, 1.0625)));
    assert_eq!((bottom.decisions(), top.decisions()), (5, 4));
    assert_eq!(bottom.rate(), Some(loss(0.081_25, 0.1375)));
    assert_eq!(bottom.plays.rate().map(|rate| rate.equity), Some(0.156_25 / 3.0));
    assert_eq!(top.luck.rate(), Some(loss(-0.0625, 0.125)));
    assert_eq!(top.cube.rate().map(|rate| rate.equity), Some(0.5 / 3.0));
    assert_eq!(top.cube.error(), loss(0.5, 1.0));
    assert_eq!((of.snowie_rate(Bottom), of.snowie_rate(Top)), (Some(0.081_25), Some(0.1125)));
    assert!(of.has_plays() && of.has_luck() && of.has_cube());
    assert_eq!(PlayerStatistics::default().rate(), None);
    assert_eq!((loss(1.0, 2.0).per(4), loss(1.0, 2.0).per(0)), (Some(loss(0.25, 0.5)), None));
}

#[test]
fn statistics_of_games_are_sums() {
    let met = Met::kazaross_xg2();
    let game = counted_game(Standing::money(false, 3));
    let one = Statistics::of_game(&game, &met, &Thresholds::default());
    let two = Statistics::of_games(&[game.clone(), game.clone()], &met, &Thresholds::default());
    assert_eq!(Statistics::of_games(&[game], &met, &Thresholds::default()), one);
    assert_eq!((two.games, two.results.len(), two.is_over), (2, 2, true));
    assert_eq!(two.missing, Missing { plays: 2, rolls: 2 });
    let twice = |loss: Loss| loss + loss;
    for player in Player::BOTH {
        let (one, two) = (&one.players[player], &two.players[player]);
        let marked = one.plays.marked.map(|n| 2 * n);
        let PlayStatistics { made, total, unforced, unmarked, error, .. } = one.plays;
        let plays = PlayStatistics {
            made: 2 * made,
            total: 2 * total,
            unforced: 2 * unforced,
            unmarked: 2 * unmarked,
            marked,
            error: twice(error),
        };
        assert_eq!(two.plays, plays);
        let LuckStatistics { total, unmarked, marked, luck } = one.luck;
        let marked = marked.map(|n| 2 * n);
        assert_eq!(two.luck, LuckStatistics { total: 2 * total, unmarked: 2 * unmarked, marked, luck: twice(luck) });
        let (cube, all) = (&one.cube, &two.cube);
        let counts = |of: &CubeStatistics| [of.total, of.close, of.doubles, of.takes, of.passes];
        assert_eq!(counts(all), counts(cube).map(|n| 2 * n));
        for (error, all) in cube.errors().into_iter().zip(all.errors()) {
            assert_eq!((all.count, all.loss), (2 * error.count, twice(error.loss)));
        }
        let rated = one.performances.all();
        assert_eq!(two.performances.all(), rated + rated);
    }
    // Errors that this game has none of.
    let mut sum = Statistics::default();
    let error = |count: u32| Counted { count, loss: Loss { equity: f64::from(count), cost: 2.0 * f64::from(count) } };
    sum.players[Top].cube = CubeStatistics {
        missed_below: error(1),
        missed_above: error(2),
        wrong_below: error(3),
        wrong_above: error(4),
        wrong_takes: error(5),
        wrong_passes: error(6),
        ..CubeStatistics::default()
    };
    let mut twice = sum.clone();
    twice.merge(&sum);
    assert_eq!(twice.players[Top].cube.errors().map(|error| error.count), [2, 4, 6, 8, 10, 12]);
    assert_eq!(twice.players[Top].cube.error(), Loss { equity: 42.0, cost: 84.0 });
}

/// What a cube decision counts as, by the values and the action.
#[test]
fn errors_of_the_cube_have_six_kinds() {
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    let kinds = |values: [f32; 2], events: &[Event]| {
        let (mut state, mut steps) = (before, Vec::new());
        for (i, event) in events.iter().enumerate() {
            let note = if i + 1 == events.len() { cube_note(values) } else { Note::default() };
            steps.push(step(&state, event.clone(), note));
            state = steps[i].after;
        }
        let of = Statistics::of_game(&record(before, steps), &Met::kazaross_xg2(), &Thresholds::default());
        Player::BOTH.map(|player| of.players[player].cube.errors().map(|error| error.count))
    };
    let rolls = || Event::Roll(roll(5, 2));
    let none = [0; 6];
    assert_eq!(kinds([0.5, 0.7], &[rolls()]), [none, [1, 0, 0, 0, 0, 0]]);
    assert_eq!(kinds([0.9, 1.0], &[rolls()]), [none, [1, 0, 0, 0, 0, 0]], "on the line it is a take");
    assert_eq!(kinds([0.9, 1.2], &[rolls()]), [none, [0, 1, 0, 0, 0, 0]]);
    assert_eq!(kinds([0.5, 0.3], &[rolls()]), [none; 2], "no error");
    assert_eq!(kinds([0.5, 0.3], &[Event::Double]), [none, [0, 0, 1, 0, 0, 0]]);
    assert_eq!(kinds([1.0, 0.9], &[Event::Double]), [none, [0, 0, 1, 0, 0, 0]]);
    assert_eq!(kinds([1.1, 1.2], &[Event::Double]), [none, [0, 0, 0, 1, 0, 0]]);
    assert_eq!(kinds([0.5, 1.2], &[Event::Double, Event::Take]), [[0, 0, 0, 0, 1, 0], none]);
    assert_eq!(kinds([0.1, 0.3], &[Event::Double, Event::Beaver]), [[0, 0, 0, 0, 1, 0], none]);
    assert_eq!(kinds([0.5, 0.7], &[Event::Double, Event::Pass]), [[0, 0, 0, 0, 0, 1], none]);
}

#[test]
fn a_match_is_won_in_winning_chance() {
    let met = Met::kazaross_xg2();
    let score = MatchScore { length: 5, score: ByPlayer([1, 2]), crawford: false };
    let standing = Standing::Match { score, winner: None };
    let game = counted_game(standing);
    let of = Statistics::of_game(&game, &met, &Thresholds::default());
    // Top wins two points at 4-away against 3-away.
    let gain = met.pre_crawford(ByPlayer([2, 3]), Top) - met.pre_crawford(ByPlayer([4, 3]), Top);
    assert!((of.actual() - f64::from(gain)).abs() < 1e-6, "{of:?}");
    assert_eq!((of.length, of.is_over), (5, true));
    let luck = |player: Player| of.players[player].luck.luck.cost;
    assert!((of.luck_adjusted() - (of.actual() - luck(Top) + luck(Bottom))).abs() < 1e-12);
    assert!(of.luck_based_difference().is_some());
    // The match is not over, and with no games there is nothing.
    assert!(!Statistics::of_games(&[game], &met, &Thresholds::default()).is_over);
    assert!(!Statistics::of_games(&[], &met, &Thresholds::default()).is_over);
    // A game that goes on has no result.
    let before = money(self::game(Some(roll(3, 1)), 1, CubeOwner::Centered));
    let open = record(before, vec![play(&before, &[0.5, 0.4], 1)]);
    let of = Statistics::of_game(&open, &met, &Thresholds::default());
    assert_eq!((of.results.len(), of.is_over, of.actual()), (0, false, 0.0));
    assert!(of.has_plays() && !of.has_luck() && !of.has_cube());
}

#[test]
fn rolls_have_the_marks_of_people_first() {
    let before = money(game(None, 1, CubeOwner::Centered));
    let marks = |luck: f32, luck_mark| {
        let rolled = step(&before, Event::Roll(roll(6, 6)), Note { luck: Some(luck), luck_mark, ..Note::default() });
        let of = Statistics::of_game(&record(before, vec![rolled]), &Met::kazaross_xg2(), &Thresholds::default());
        of.players[Bottom].luck.marked
    };
    assert_eq!(marks(0.4, None), [0, 1, 0, 0]);
    assert_eq!(marks(-0.7, None), [0, 0, 0, 1]);
    assert_eq!(marks(0.4, Some(LuckMark::Unlucky)), [0, 0, 1, 0]);
}

/// For a player with no play analyzed, turns that could not be played are no statistics.
#[test]
fn turns_without_a_play_count_beside_plays() {
    let mut counts = [0; 25];
    counts[24] = 2;
    let mut closed = [0; 25];
    closed[..6].fill(2);
    let position = Position::from_checkers(Checkers::new(counts), Checkers::new(closed));
    let before = money(Game { position, ..game(Some(roll(6, 6)), 1, CubeOwner::Centered) });
    let dances = step(&before, Event::NoPlay, Note::default());
    let of = Statistics::of_game(&record(before, vec![dances]), &Met::kazaross_xg2(), &Thresholds::default());
    assert_eq!(of.players[Bottom].plays, PlayStatistics { made: 1, ..PlayStatistics::default() });
}

/// A record of the counted game.
fn whole() -> Record {
    Record::from_games(vec![counted_game(Standing::money(false, 3))]).expect("a game")
}

#[test]
fn steps_that_have_a_question_are_analyzed() {
    let record = whole();
    let steps = |scope| tasks(&record, scope).iter().map(|task| task.step).collect::<Vec<_>>();
    let all: Vec<usize> = (0..14).collect();
    assert_eq!(steps(Scope::All), all);
    assert_eq!(steps(Scope::Game(0)), all);
    assert!(steps(Scope::Game(1)).is_empty());
    assert_eq!(steps(Scope::Steps { game: 0, first: 3, last: 5 }), [3, 4, 5]);
    assert!(steps(Scope::Steps { game: 1, first: 0, last: 9 }).is_empty());
    assert_eq!((Scope::All.games(&record), Scope::Game(2).games(&record)), (0..1, 2..3));
    assert!(tasks(&record, Scope::All).iter().all(|task| !task.is_left));
    // A roll that is left unplayed by a resignation does not count.
    let before = money(game(None, 1, CubeOwner::Centered));
    let rolled = step(&before, Event::Roll(roll(6, 6)), Note::default());
    let resigned = step(&rolled.after, Event::Resign(GameValue::Single), Note::default());
    let accepted = step(&resigned.after, Event::Accept, Note::default());
    let left = |steps: Vec<Step>| {
        let record = Record::from_games(vec![self::record(before, steps)]).expect("a game");
        tasks(&record, Scope::All).iter().map(|task| (task.step, task.is_left)).collect::<Vec<_>>()
    };
    assert_eq!(left(vec![rolled.clone(), resigned.clone(), accepted]), [(0, true), (1, false)]);
    let declined = step(&resigned.after, Event::Decline, Note::default());
    assert_eq!(left(vec![rolled.clone(), resigned, declined]), [(0, false), (1, false)]);
    assert_eq!(left(vec![rolled]), [(0, false)]);
}

#[test]
fn close_decisions_are_looked_at_first() {
    let (record, met) = (whole(), Met::kazaross_xg2());
    let steps = |rung| steps_for(&record, Scope::All, rung, &met).into_iter().map(|(_, step)| step).collect::<Vec<_>>();
    // By plies everything: the play of equal worth, .03125 apart, .0625, then the cubes and plays that are wider apart.
    let all = steps(Rung::Plies(1));
    assert_eq!(all[..3], [7, 11, 3]);
    assert_eq!(all.len(), 14);
    // A level looks at plays that are no more than its margin apart, .06, .04 and .02, and at cubes within .2, .1, .05.
    assert_eq!(steps(Rung::Level(Level::Roller)), [7, 11]);
    assert_eq!(steps(Rung::Level(Level::RollerPlusPlus)), [7]);
    // What the level has looked at is done, and so is what a rollout knows.
    for method in
        [Method::Level { level: Level::Roller, trials: 36 }, Method::Rollout { trials: 36, context: String::new() }]
    {
        let mut record = whole();
        let plays = record.note_mut(0, 7).and_then(|note| note.plays.as_mut()).expect("plays");
        plays.plays.iter_mut().for_each(|value| value.method = method.clone());
        assert_eq!(steps_for(&record, Scope::All, Rung::Level(Level::Roller), &met), [(0, 11)]);
    }
}

#[test]
fn settings_at_a_rung_look_as_far_as_it_says() {
    let settings = AnalysisSettings::default();
    let plies = settings.at(Rung::Plies(1));
    assert_eq!((plies.chequerplay.plies, plies.cubedecision.plies), (1, 1));
    assert_eq!((plies.chequer_level, plies.cube_level), (None, None));
    let level = settings.at(Rung::Level(Level::RollerPlus));
    assert_eq!((level.chequerplay.plies, level.cubedecision.plies), (crate::level::PLIES, crate::level::PLIES));
    assert_eq!((level.chequer_level, level.cube_level), (Some(Level::RollerPlus), Some(Level::RollerPlus)));
}

fn searcher() -> Searcher {
    Searcher::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()))
}

/// Settings without looking ahead.
fn quick() -> AnalysisSettings {
    let settings = AnalysisSettings::default().at(Rung::Plies(0));
    AnalysisSettings { luck: EvalSettings::cubeful(0), ..settings }
}

#[test]
fn luck_is_nothing_in_the_mean() {
    let (mut searcher, settings) = (searcher(), quick());
    let mut counts = [0; 25];
    [(23, 2), (12, 4), (7, 4), (5, 5)].into_iter().for_each(|(place, count)| counts[place] = count);
    let start = Variation::Standard.starting_position();
    let position = Position::from_checkers(Checkers::new(counts), *start.opponent());
    let state = money(Game { position, ..game(None, 1, CubeOwner::Centered) });
    let info = cube_info(&state, &state.game.expect("a game"), searcher.met());
    for plies in [0, 1] {
        let settings = AnalysisSettings { luck: EvalSettings::cubeful(plies), ..settings.clone() };
        // One ply is slow: the best plays of a few rolls are enough to see that it is another number.
        let mut of = |roll: Roll, is_opening| {
            super::luck::luck(&mut searcher, &position, roll, &info, &settings, is_opening).expect("not stopped")
        };
        if plies == 1 {
            assert!(of(roll(6, 6), false) > 0.2);
            continue;
        }
        let sum: f32 = Roll::ALL.iter().map(|&roll| roll.weight() as f32 * of(roll, false)).sum();
        assert!(sum.abs() < 1e-4, "{sum}");
        assert!(of(roll(6, 6), false) > of(roll(2, 1), false));
    }
    // At the opening either player has the higher die: the luck of all 30 rolls, seen by one of them, adds up to
    // nothing.
    let flipped = position.flipped();
    let mut sum = 0.0;
    for roll in Roll::ALL.iter().filter(|roll| !roll.is_double()) {
        let mut of = |position: &Position, info: &_| {
            super::luck::luck(&mut searcher, position, *roll, info, &settings, true).expect("not stopped")
        };
        sum += of(&position, &info) - of(&flipped, &info.flipped());
    }
    assert!(sum.abs() < 1e-4, "{sum}");
    // The first roll of the game is worth what it is, since nobody is ahead before it.
    let state = money(game(None, 1, CubeOwner::Centered));
    let info = cube_info(&state, &state.game.expect("a game"), searcher.met());
    let luck = super::luck::luck(&mut searcher, &start, roll(3, 1), &info, &settings, true).expect("not stopped");
    let best = searcher.best_play(&start, roll(3, 1), &info, &settings.luck, &settings.filters).expect("not stopped");
    near(luck, best.expect("a play").score());
}

#[test]
fn an_analysis_finds_what_the_settings_ask_for() {
    let settings = quick();
    let bare = || {
        let mut record = whole();
        record.notes_mut().flatten().for_each(|(_, note)| note.clear_analysis());
        record
    };
    let found = |settings: &AnalysisSettings, mut record: Record| {
        let done = analyze(&mut record, Scope::All, settings, 1, &searcher, &mut |_, _| {}).expect("threads");
        assert_eq!((done, done.is_stopped()), (Done { analyzed: 14, of: 14 }, false));
        let steps = &record.games()[0].steps;
        let with = |has: fn(&Note) -> bool| (0..14).filter(|&i| has(&steps[i].note)).collect::<Vec<_>>();
        (with(|note| note.plays.is_some()), with(|note| note.cube.is_some()), with(|note| note.luck.is_some()))
    };
    // No double may come before the first roll, nor of a cube that is not the player's: before Bottom's rolls after the
    // double.
    let (plays, cubes, rolls) = (vec![1, 3, 7, 9, 11], vec![2, 4, 5, 8, 12, 13], vec![0, 2, 6, 8, 10]);
    assert_eq!(found(&settings, bare()), (plays.clone(), cubes.clone(), rolls.clone()));
    let without = |set: fn(&mut AnalysisSettings)| {
        let mut settings = settings.clone();
        set(&mut settings);
        found(&settings, bare())
    };
    assert_eq!(without(|settings| settings.plays = false), (vec![], cubes.clone(), rolls.clone()));
    assert_eq!(without(|settings| settings.cube = false), (plays.clone(), vec![], rolls));
    assert_eq!(without(|settings| settings.dice = false), (plays, cubes, vec![]));
    // Top's alone: his rolls, plays, doubles and answers.
    let top = without(|settings| settings.players = ByPlayer([true, false]));
    assert_eq!(top, (vec![3, 9], vec![2, 5, 8, 12], vec![2, 8]));
}

#[test]
fn what_is_known_as_well_is_left_as_it_is() {
    let settings = quick();
    let mut record = whole();
    let before = record.games()[0].steps[1].note.plays.clone();
    let again = |record: &mut Record, settings: &AnalysisSettings| {
        let done = analyze_steps(record, &[(0, 1), (0, 4), (9, 9)], settings, 1, &searcher, &mut |_, _| {});
        assert_eq!(done.expect("threads"), Done { analyzed: 2, of: 2 });
    };
    again(&mut record, &settings);
    assert_eq!(record.games()[0].steps[1].note.plays, before, "two plies are better than none");
    // Another program's numbers are replaced, as are those of fewer plies.
    for method in [
        Method::foreign("theirs"),
        Method::Plies { plies: 0, cubeful: false, noise: 0.0, deterministic: true, pruned: false },
    ] {
        let mut record = whole();
        let note = record.note_mut(0, 1).expect("a note");
        let plays = &mut note.plays.as_mut().expect("plays").plays;
        plays.iter_mut().for_each(|value| value.method = method.clone());
        record.note_mut(0, 4).expect("a note").cube.as_mut().expect("an analysis").method = method;
        again(&mut record, &settings);
        let steps = &record.games()[0].steps;
        assert_ne!(steps[1].note.plays, before);
        assert_ne!(steps[4].note.cube, whole().games()[0].steps[4].note.cube);
        let plays = steps[1].note.plays.as_ref().expect("plays");
        let made = plays.played.expect("the play that was made");
        assert!(matches!(&steps[1].event, Event::Play(play) if plays.plays[made].play.result == play.result));
        assert_eq!(plays.plays[0].method, plays.plays[made].method);
    }
}

/// A last checker on the six point, which 27 of 36 rolls bear off, against one that any roll does.
#[test]
fn a_resignation_is_worth_its_points_against_playing_on() {
    let mut game = Game { dice: None, cube: Cube { value: 2, owner: CubeOwner::Owned(Bottom) }, ..last_checker() };
    game.set_turn(Top);
    let found = |standing, events: &[Event]| {
        let before = State::playing(standing, game);
        let (mut state, mut steps) = (before, Vec::new());
        for event in events {
            steps.push(step(&state, event.clone(), Note::default()));
            state = steps.last().expect("a step").after;
        }
        let mut record = Record::from_games(vec![record(before, steps)]).expect("a game");
        analyze(&mut record, Scope::All, &quick(), 1, &searcher, &mut |_, _| {}).expect("threads");
        record.games()[0].steps[events.len() - 1].note.resignation.expect("an analysis")
    };
    let money = Standing::money(false, 3);
    for (value, resign) in [(GameValue::Single, -1.0), (GameValue::Gammon, -2.0), (GameValue::Backgammon, -3.0)] {
        let found = found(money, &[Event::Resign(value)]);
        assert_eq!(found.resign, resign);
        near(found.outputs[0], 0.75);
        // Bottom's cube is worth nothing in a game of one roll.
        near(found.play_on, 0.5);
    }
    // In a match the points lead to a score: two of five, and all that are needed.
    let score = |length, score| MatchScore { length, score: ByPlayer(score), crawford: false };
    let standing = |score| Standing::Match { score, winner: None };
    near(found(standing(score(5, [0, 0])), &[Event::Resign(GameValue::Single)]).resign, -1.0);
    near(found(standing(score(5, [0, 4])), &[Event::Resign(GameValue::Single)]).resign, -1.0);
    let met = Met::kazaross_xg2();
    let gammon = found(standing(score(5, [0, 0])), &[Event::Resign(GameValue::Gammon)]);
    let [lost, won] = [[5, 3], [3, 5]].map(|away| met.pre_crawford(ByPlayer(away), Top));
    let four = met.pre_crawford(ByPlayer([5, 1]), Top);
    near(gammon.resign, (2.0 * four - lost - won) / (won - lost));
}

/// Whoever answers a double may resign, too: the numbers are his.
#[test]
fn a_resignation_is_seen_by_who_resigns() {
    let mut game = Game { dice: None, ..last_checker() };
    game.set_turn(Top);
    let before = money(game);
    let double = step(&before, Event::Double, Note::default());
    let resign = step(&double.after, Event::Resign(GameValue::Single), Note::default());
    let mut record = Record::from_games(vec![record(before, vec![double, resign])]).expect("a game");
    let bottom = AnalysisSettings { players: ByPlayer([false, true]), ..quick() };
    analyze(&mut record, Scope::All, &bottom, 1, &searcher, &mut |_, _| {}).expect("threads");
    let steps = &record.games()[0].steps;
    let found = steps[1].note.resignation.expect("Bottom resigns");
    near(found.outputs[0], 0.25);
    // A take of a quarter of the games is worth as much as a pass.
    assert!((found.play_on + 1.0).abs() < 1e-4, "{found:?}");
    assert_eq!((found.resign, &steps[0].note.cube), (-1.0, &None));
}
