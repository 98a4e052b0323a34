//! Findings of an analysis, the places where it looks, and those that it leaves as they are.

use super::super::run::tasks;
use super::*;

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
fn doubtful_decisions_are_looked_at_first() {
    let (record, met, searcher) = (whole(), Met::kazaross_xg2(), searcher());
    let evaluator = searcher.evaluator();
    let steps = doubtful_first(&record, Scope::All, evaluator, &met);
    assert_eq!(steps.len(), 14);
    // What is not judged comes first, then what is expected to be lost.
    let loss = |&(game, step): &(usize, usize)| {
        open(&record.games()[game], step, evaluator, &met).map_or(f64::INFINITY, |open| open.best.loss)
    };
    assert!(steps.is_sorted_by(|a, b| loss(a) >= loss(b)), "{steps:?}");
    let judged: Vec<_> = steps.iter().filter(|step| loss(step).is_finite()).map(|step| step.1).collect();
    assert_eq!(judged[..2], [7, 11]);
}

#[test]
fn a_level_looks_where_it_is_worth_most_for_its_time() {
    let (met, searcher) = (Met::kazaross_xg2(), searcher());
    let looks = |record: &Record, tried: &dyn Fn((usize, usize)) -> Option<Level>| {
        looks_by_level(record, Scope::All, tried, searcher.evaluator(), &met)
    };
    let of = |looks: &[LevelLook]| looks.iter().map(|look| (look.place.1, look.level)).collect::<Vec<_>>();
    let by = |level| Method::Level { level, trials: 144 };
    let whole_by = |method: &Method| {
        let mut record = whole();
        let plays = record.note_mut(0, 7).and_then(|note| note.plays.as_mut()).expect("plays");
        plays.plays.iter_mut().for_each(|value| value.method = method.clone());
        record
    };
    let first = looks(&whole(), &|_| None);
    assert!(first.is_sorted_by(|a, b| a.worth >= b.worth), "{first:?}");
    // The error at 7 and the close decision of the record, and its cubes within .1 of a change.
    assert_eq!(of(&first), [1, 3, 11, 7].map(|step| (step, Level::RollerPlus)));
    // What a level has looked at is for the next, which takes longer, and so is what it has left to plies.
    let worth_at_7 =
        |looks: &[LevelLook]| looks.iter().find(|look| look.place.1 == 7).map(|look| (look.level, look.worth));
    let tried = looks(&whole(), &|place| (place.1 == 7).then_some(Level::RollerPlus));
    let found = looks(&whole_by(&by(Level::RollerPlus)), &|_| None);
    for looks in [tried, found] {
        let (level, worth) = worth_at_7(&looks).expect("a look");
        assert!(level == Level::RollerPlusPlus && worth < worth_at_7(&first).expect("a look").1 / 5.0, "{looks:?}");
    }
    // Nothing is beyond the last level, and a rollout has said it.
    let rolled_out = Method::Rollout { trials: 36, context: String::new() };
    for method in [by(Level::Full), rolled_out] {
        assert_eq!(worth_at_7(&looks(&whole_by(&method), &|_| None)), None, "{method:?}");
    }
}

#[test]
fn settings_at_a_rung_look_as_far_as_it_says() {
    let settings = AnalysisSettings::default();
    let plies = settings.at(Rung::Plies(1));
    assert_eq!((plies.chequerplay.plies(), plies.cubedecision.plies()), (1, 1));
    assert_eq!((plies.chequer_level, plies.cube_level), (None, None));
    let level = settings.at(Rung::Level(Level::RollerPlus));
    assert_eq!((level.chequerplay.plies(), level.cubedecision.plies()), (crate::level::PLIES, crate::level::PLIES));
    assert_eq!((level.chequer_level, level.cube_level), (Some(Level::RollerPlus), Some(Level::RollerPlus)));
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
            super::super::luck::luck(&mut searcher, &position, roll, &info, &settings, is_opening).expect("not stopped")
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
            super::super::luck::luck(&mut searcher, position, *roll, info, &settings, true).expect("not stopped")
        };
        sum += of(&position, &info) - of(&flipped, &info.flipped());
    }
    assert!(sum.abs() < 1e-4, "{sum}");
    // The first roll of the game is worth what it is, since nobody is ahead before it.
    let state = money(game(None, 1, CubeOwner::Centered));
    let info = cube_info(&state, &state.game.expect("a game"), searcher.met());
    let luck =
        super::super::luck::luck(&mut searcher, &start, roll(3, 1), &info, &settings, true).expect("not stopped");
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
    // Without cube decisions resignations are left alone, and so are those of others.
    let before = money(game(None, 1, CubeOwner::Centered));
    for (cube, players, is_found) in
        [(true, [true, true], true), (false, [true, true], false), (true, [true, false], false)]
    {
        let settings = AnalysisSettings { cube, players: ByPlayer(players), ..settings.clone() };
        let resign = step(&before, Event::Resign(GameValue::Single), Note::default());
        let mut record = Record::from_games(vec![self::record(before, vec![resign])]).expect("a game");
        analyze(&mut record, Scope::All, &settings, 1, &searcher, &mut |_, _| {}).expect("threads");
        assert_eq!(record.games()[0].steps[0].note.resignation.is_some(), is_found);
    }
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
    // So they are where another program's speak, since the user prefers those.
    let mut preferred = whole();
    let note = preferred.note_mut(0, 1).expect("a note");
    let own = note.plays.take().expect("plays");
    let mut theirs = own.clone();
    theirs.plays.iter_mut().for_each(|value| value.method = Method::foreign("theirs"));
    note.plays = Some(theirs);
    note.other_plays.push(*own);
    let wanted = note.clone();
    again(&mut preferred, &settings);
    assert_eq!(preferred.games()[0].steps[1].note, wanted);
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
    let mut game = Game { dice: None, cube: Cube::new(2, CubeOwner::Owned(Bottom)).unwrap(), ..last_checker() };
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
    let score = |length, score| MatchScore::new(length, ByPlayer(score), false).unwrap();
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

/// A roll that the end of the game left unplayed has its cube decision, and no luck.
#[test]
fn a_roll_that_is_left_has_no_luck() {
    let before = money(Game { position: START.flipped(), ..game(None, 2, CubeOwner::Owned(Bottom)) });
    let mut position = [0; 25];
    [(23, 2), (12, 5), (7, 4), (5, 4)].into_iter().for_each(|(place, count)| position[place] = count);
    let position = Position::from_checkers(Checkers::new(position), *START.opponent());
    let before = State { game: before.game.map(|game| Game { position, ..game }), ..before };
    let rolled = step(&before, Event::Roll(roll(6, 6)), Note::default());
    let resigned = step(&rolled.after, Event::Resign(GameValue::Single), Note::default());
    let accepted = step(&resigned.after, Event::Accept, Note::default());
    let found = |steps: Vec<Step>| {
        let mut record = Record::from_games(vec![record(before, steps)]).expect("a game");
        analyze(&mut record, Scope::Steps { game: 0, first: 0, last: 0 }, &quick(), 1, &searcher, &mut |_, _| {})
            .expect("threads");
        let note = record.games()[0].steps[0].note.clone();
        (note.cube.is_some(), note.luck.is_some())
    };
    assert_eq!(found(vec![rolled.clone()]), (true, true));
    assert_eq!(found(vec![rolled, resigned, accepted]), (true, false));
}

/// A play that a filter has cut is looked at as closely as the best.
#[test]
fn the_play_that_was_made_is_looked_at_closely() {
    let settings = AnalysisSettings::default().at(Rung::Plies(1));
    let before = money(game(Some(roll(3, 1)), 1, CubeOwner::Centered));
    let legal = legal_plays(&START, roll(3, 1));
    let mut cut = 0;
    for made in [0, legal.len() / 2, legal.len() - 1] {
        let made = step(&before, Event::Play(legal[made].clone()), Note::default());
        let mut record = Record::from_games(vec![record(before, vec![made])]).expect("a game");
        analyze(&mut record, Scope::All, &settings, 1, &searcher, &mut |_, _| {}).expect("threads");
        let plays = record.games()[0].steps[0].note.plays.clone().expect("plays");
        let value = &plays.plays[plays.played.expect("the play that was made")];
        assert_eq!(value.method, plays.plays[0].method);
        let info = cube_info(&before, &before.game.expect("a game"), &Met::kazaross_xg2());
        let closely = searcher().evaluate_play(&value.play.result, &info, &settings.chequerplay).expect("no stop");
        near(value.numbers.cubeful, closely.score());
        let at_a_glance = settings.chequerplay.with_plies(0);
        let glance = searcher().evaluate_play(&value.play.result, &info, &at_a_glance).expect("no stop");
        cut += usize::from((glance.score() - closely.score()).abs() > 1e-4);
    }
    assert!(cut > 0, "two depths differ");
}

#[test]
fn a_method_says_what_was_done() {
    let method = |plies, prune| super::super::turn::method(&EvalSettings::cubeful(plies).with_prune(prune));
    let plies = |plies, pruned| Method::Plies { plies, cubeful: true, noise: 0.0, deterministic: true, pruned };
    assert_eq!([method(2, true), method(2, false)], [plies(2, true), plies(2, false)]);
    assert_eq!(method(0, true), plies(0, false), "without looking ahead nothing is pruned");
}

/// Noise is the event's own: it does not depend on what was analyzed before.
#[test]
fn noise_belongs_to_its_event() {
    let mut settings = quick();
    settings.chequerplay = settings.chequerplay.with_noise(0.1).with_deterministic(false);
    let found = |steps: &[(usize, usize)]| {
        let mut record = whole();
        record.notes_mut().flatten().for_each(|(_, note)| note.clear_analysis());
        analyze_steps(&mut record, steps, &settings, 1, &searcher, &mut |_, _| {}).expect("threads");
        record.games()[0].steps[3].note.plays.clone().expect("plays")
    };
    // An analysis of a play, and one of a roll alone, before it.
    assert_eq!(found(&[(0, 1), (0, 3)]), found(&[(0, 6), (0, 3)]));
    assert_eq!(found(&[(0, 1), (0, 3)]), found(&[(0, 2), (0, 3)]));
    // The first event and the second have noise of their own.
    assert_ne!(found(&[(0, 1), (0, 3)]), found(&[(0, 3)]));
}

/// A level rolls out the plays that are close, and the one that was made.
#[test]
fn a_level_looks_at_close_plays() {
    let side = |places: &[(usize, u8)]| {
        let mut counts = [0; 25];
        places.iter().for_each(|&(place, count)| counts[place] = count);
        Checkers::new(counts)
    };
    let position = Position::from_checkers(side(&[(7, 2), (6, 2), (5, 3), (3, 2)]), side(&[(6, 3), (5, 3), (2, 3)]));
    let before = money(Game { position, ..game(Some(roll(4, 1)), 1, CubeOwner::Centered) });
    let info = cube_info(&before, &before.game.expect("a game"), &Met::kazaross_xg2());
    let legal = legal_plays(&position, roll(4, 1));
    let looker = crate::level::Looker::of(&searcher(), true);
    let looked_at = |values: &[f32], made: Option<usize>| {
        let step = play(&before, values, 0);
        let plays = step.note.plays.expect("plays").plays;
        let made = made.map(|made| legal[made].result);
        let found =
            super::super::by_level::plays(&looker, Level::Roller, (&position, roll(4, 1)), &info, plays, made.as_ref());
        let mut at: Vec<usize> = found
            .expect("no stop")
            .iter()
            .filter(|value| matches!(value.method, Method::Level { .. }))
            .map(|value| legal.iter().position(|play| play.result == value.play.result).expect("legal"))
            .collect();
        at.sort_unstable();
        at
    };
    assert!(legal.len() >= 5, "{}", legal.len());
    // A roller takes three plays at most, within .06 of the best.
    assert_eq!(looked_at(&[0.5, 0.47, 0.45, 0.445, 0.3], None), [0, 1, 2]);
    assert_eq!(looked_at(&[0.5, 0.47, 0.4, 0.35, 0.3], None), [0, 1]);
    assert_eq!(looked_at(&[0.5, 0.47, 0.4, 0.35, 0.3], Some(4)), [0, 1, 4]);
    assert_eq!(looked_at(&[0.5, 0.4, 0.3, 0.2, 0.1], Some(3)), [0, 3]);
    assert!(looked_at(&[0.5, 0.4, 0.3, 0.2, 0.1], None).is_empty(), "one play is no question");
    assert!(looked_at(&[0.5, 0.4, 0.3, 0.2, 0.1], Some(0)).is_empty());
    // A cube within its margin of a change, and not beyond it.
    let position = Position::from_checkers(side(&[(5, 3), (3, 2)]), side(&[(5, 3), (2, 2)]));
    let by_plies = |no_double, take| *cube_note([no_double, take]).cube.expect("an analysis");
    let margin = Level::Roller.recipe().cube_margin;
    for (take, is_looked_at) in [(margin, true), (margin + 0.01, false)] {
        let values = crate::eval::CubeValues { no_double: 0.0, double_take: take, double_pass: 1.0 };
        let found =
            super::super::by_level::cube(&looker, Level::Roller, &position, &info, &values, by_plies(0.0, take));
        assert_eq!(matches!(found.expect("no stop").method, Method::Level { .. }), is_looked_at, "{take}");
    }
}
