//! What an analysis leaves open.

use super::*;

fn open_at(record: &GameRecord, step: usize) -> Open {
    open(record, step, searcher().evaluator(), &Met::kazaross_xg2()).expect("a decision that is judged")
}

fn played(values: &[f32], made: usize) -> GameRecord {
    let before = money(game(Some(roll(3, 1)), 1, CubeOwner::Centered));
    record(before, vec![play(&before, values, made)])
}

#[test]
fn close_plays_are_open_and_the_one_that_was_made_is_worse_by_the_distance() {
    let open = open_at(&played(&[0.1, 0.09, 0.02], 1), 0);
    let made = open.made.expect("it was looked at as the best was");
    assert!(open.is_learned && open.best.best > made.best && made.best > 0.0, "{open:?}");
    assert!((made.loss - open.best.loss - 0.01).abs() < 1e-4, "{open:?}");
    // Far behind, there is little to be missed.
    let far = open_at(&played(&[0.4, 0.1, 0.0], 1), 0);
    assert!(far.best.loss < open.best.loss / 4.0 && far.best.best > 0.99, "{far:?}");
    // A play far down the list is there if it was made.
    let last = open_at(&played(&[0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04], 6), 0);
    assert!((last.made.expect("made").loss - last.best.loss - 0.06).abs() < 1e-4, "{last:?}");
}

#[test]
fn what_looking_ahead_has_changed_is_believed_less() {
    let mut steady = played(&[0.1, 0.09], 1);
    let mut at_once = steady.steps[0].note.plays.clone().expect("plays");
    at_once.plays.iter_mut().for_each(|value| {
        value.method = Method::Plies { plies: 0, cubeful: true, noise: 0.0, deterministic: true, pruned: false };
    });
    let mut changed = steady.clone();
    steady.steps[0].note.other_plays.push((*at_once).clone());
    at_once.plays[0].numbers.cubeful = 0.0;
    at_once.plays[1].numbers.cubeful = 0.15;
    changed.steps[0].note.other_plays.push(*at_once);
    assert!(open_at(&changed, 0).best.loss > 1.5 * open_at(&steady, 0).best.loss);
}

#[test]
fn trials_are_as_open_as_their_errors_say() {
    let with_error = |error: f32| {
        let mut rolled = played(&[0.1, 0.09], 1);
        for value in &mut rolled.steps[0].note.plays.as_mut().expect("plays").plays {
            value.method = Method::Rollout { trials: 1296, context: String::new() };
            value.errors = Some(worth_of(error));
        }
        open_at(&rolled, 0).best
    };
    // One error of .01 on each side is a distance of .7 errors: 76 % of a normal distribution.
    assert!((with_error(0.01).best - 0.76).abs() < 0.01, "{:?}", with_error(0.01));
    assert!(with_error(0.0).best > 0.999 && with_error(0.0).loss < 1e-6);
}

#[test]
fn other_programs_order_work_and_are_not_spoken_for() {
    let mut foreign = played(&[0.1, 0.09], 1);
    foreign.steps[0].note.plays.as_mut().expect("plays").plays.iter_mut().for_each(|value| {
        value.method = Method::foreign("XG 3-ply");
    });
    assert_eq!(open_at(&foreign, 0).best, open_at(&played(&[0.1, 0.09], 1), 0).best);
    assert!(!open_at(&foreign, 0).is_learned);
    let (met, searcher) = (Met::kazaross_xg2(), searcher());
    let rise = |games: &[GameRecord]| expected_rise(games, searcher.evaluator(), &met)[Bottom];
    assert_eq!(rise(std::slice::from_ref(&foreign)).rating(), None);
    // Two decisions that count: the mean of what is expected to be missed, times 500.
    let games = [played(&[0.1, 0.09], 1), played(&[0.4, 0.1], 0)];
    let missed = games.each_ref().map(|game| open_at(game, 0).best.loss);
    let rating = rise(&games).rating().expect("judged");
    assert!((rating - 250.0 * (missed[0] + missed[1])).abs() < 1e-9, "{rating} {missed:?}");
}

#[test]
fn a_cube_is_asked_by_what_was_done() {
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    let decision = |event, note| open_at(&record(before, vec![step(&before, event, note)]), 0);
    // A close double, a clear take.
    let close = decision(Event::Double, cube_note([0.50, 0.51]));
    assert!(close.best.loss > 0.001 && close.made.expect("doubled").best > 0.5, "{close:?}");
    let rolled = decision(Event::Roll(roll(3, 1)), cube_note([0.50, 0.51]));
    assert_eq!(rolled.best, close.best);
    assert!(rolled.made.expect("not doubled").best < 0.5);
    let doubled = step(&before, Event::Double, Note::default());
    let answered = |event| {
        let taken = step(&doubled.after, event, cube_note([0.50, 0.51]));
        open_at(&record(before, vec![doubled.clone(), taken]), 1)
    };
    assert!(answered(Event::Take).made.expect("taken").best > 0.99);
    assert!(answered(Event::Pass).made.expect("passed").best < 0.01);
}
