//! Losses of decisions, by their notes.

use super::*;

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
    assert!(!double.is_wrong(), "{double:?}");
    let double = judged(before, vec![step(&before, Event::Double, cube_note([0.5, 0.499]))]).expect("an analysis");
    assert!(double.is_wrong() && !Verdict { counts: false, ..double }.is_wrong());
    // An error is a larger loss, and a blunder one of at least .080.
    assert!(!double.is_error(), "{double:?}");
    for (loss, fault) in
        [(0.019, None), (0.021, Some(Fault::Error)), (0.079, Some(Fault::Error)), (0.081, Some(Fault::Blunder))]
    {
        let double =
            judged(before, vec![step(&before, Event::Double, cube_note([0.5, 0.5 - loss]))]).expect("an analysis");
        assert_eq!((double.fault, double.is_error()), (fault, fault.is_some()), "{loss}");
    }
}

/// A loss in a match costs winning chance: half of the swing between winning and losing the cube, for a point.
#[test]
fn a_loss_costs_points_or_winning_chance() {
    let met = Met::kazaross_xg2();
    let score = MatchScore::new(5, ByPlayer([1, 2]), false).unwrap();
    let standing = Standing::Match { score, winner: None };
    let before = State::playing(standing, game(Some(roll(3, 1)), 1, CubeOwner::Centered));
    let one = judged(before, vec![play(&before, &[0.25, 0.05], 1)]).expect("an analysis");
    let swing = met.pre_crawford(ByPlayer([4, 2]), Bottom) - met.pre_crawford(ByPlayer([3, 3]), Bottom);
    near(one.loss, 0.2);
    near(one.cost, 0.1 * swing);
}

/// Dice that are entered by hand are a roll where nothing else is changed.
#[test]
fn dice_that_are_set_are_a_roll() {
    let before = money(game(None, 1, CubeOwner::Centered));
    let rolled = |set: fn(&mut State)| {
        let mut after = money(game(Some(roll(5, 2)), 1, CubeOwner::Centered));
        set(&mut after);
        super::super::turn::roll_of(&before, &step(&before, Event::Set(Box::new(after)), Note::default()))
    };
    assert_eq!(rolled(|_| ()), Some(roll(5, 2)));
    assert_eq!(rolled(|after| after.standing = Standing::money(true, 3)), None);
    assert_eq!(rolled(|after| after.game.as_mut().expect("a game").cube = Cube::turned(1, CubeOwner::Centered)), None);
    assert_eq!(rolled(|after| after.game.as_mut().expect("a game").dice = None), None);
    // A board that is cleared away is no decision, whatever its note says.
    let cleared = Event::Set(Box::new(State { game: None, ..before }));
    assert_eq!(judged(before, vec![step(&before, cleared, cube_note([0.5, 0.7]))]), None);
    let set = Event::Set(Box::new(money(game(Some(roll(5, 2)), 1, CubeOwner::Centered))));
    let one = judged(before, vec![step(&before, set, cube_note([0.5, 0.7]))]).expect("a decision");
    assert_eq!(one.action, Action::NoDouble);
}

#[test]
fn what_is_right_about_a_cube_is_that_of_the_verdict() {
    let before = money(game(None, 2, CubeOwner::Owned(Bottom)));
    for values in [[0.5, 0.7], [0.5, 0.35], [0.9, 1.2], [1.1, 1.2], [-0.2, -0.1]] {
        let record = record(before, vec![step(&before, Event::Roll(roll(5, 2)), cube_note(values))]);
        let info = cube_info(&before, &before.game.expect("a game"), &Met::kazaross_xg2());
        let cube = record.steps[0].note.cube.as_ref().expect("an analysis");
        let right = decision_of(cube, &info).verdict.expect("a cube to be turned");
        let proper = ProperCube::at(&record, 0, &Met::kazaross_xg2()).expect("an analysis");
        assert_eq!((proper.double, proper.pass), (right.doubles(), !right.takes()), "{values:?}");
    }
    // The opponent should pass what the player offers at his next turn, which may be a double or a roll.
    let game = counted_game(Standing::money(false, 3));
    let met = Met::kazaross_xg2();
    let lost: Vec<usize> = (0..game.steps.len())
        .filter(|&step| ProperCube::at(&game, step, &met).is_some_and(|proper| proper.pass_next))
        .collect();
    assert_eq!(lost, [8], "Top rolls without a double, and then is too good");
}
