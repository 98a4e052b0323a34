//! Counts of statistics.

use super::*;

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
            faults: Faults { errors: 2, blunders: 1 },
        }
    );
    assert_eq!(
        bottom.luck,
        LuckStatistics { total: 2, unmarked: 1, marked: [1, 0, 0, 0], luck: loss(0.875, 0.125 + 1.5) }
    );
    let none = CubeStatistics::default();
    assert_eq!(
        bottom.cube,
        CubeStatistics {
            total: 2,
            close: 2,
            doubles: 1,
            passes: 1,
            wrong_passes: counted(0.25, 0.5),
            faults: Faults { errors: 1, blunders: 1 },
            ..none
        }
    );
    let top = &of.players[Top];
    assert_eq!(
        top.plays,
        PlayStatistics {
            made: 2,
            total: 1,
            unforced: 1,
            unmarked: 0,
            marked: [0, 1, 0],
            error: loss(0.0625, 0.0625),
            faults: Faults { errors: 1, blunders: 0 }
        }
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
            faults: Faults { errors: 2, blunders: 2 },
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
        let PlayStatistics { made, total, unforced, unmarked, error, faults, .. } = one.plays;
        let plays = PlayStatistics {
            made: 2 * made,
            total: 2 * total,
            unforced: 2 * unforced,
            unmarked: 2 * unmarked,
            marked,
            error: twice(error),
            faults: Faults { errors: 2 * faults.errors, blunders: 2 * faults.blunders },
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

/// Cube decisions are counted by their values and the action.
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
    let score = MatchScore::new(5, ByPlayer([1, 2]), false).unwrap();
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

/// Turns that could not be played are no statistics of a player with no play analyzed.
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

#[test]
fn a_rating_follows_from_a_result_without_luck() {
    let of = |length, result: f64| {
        let statistics = Statistics { length, results: vec![(result, result)], ..Statistics::default() };
        statistics.luck_based_difference()
    };
    // The numbers are those of a match to 3 that GNU Backgammon has analyzed: .0814 of it won without luck.
    assert!(of(3, 0.0814).is_some_and(|difference| (difference - 164.81).abs() < 0.2), "{:?}", of(3, 0.0814));
    assert_eq!((of(0, 0.0814), of(3, 0.75)), (None, None));
}
