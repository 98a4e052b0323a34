//! The dice of rollouts against the reference program's own, and every promise made about them, by
//! enumeration.

use gammon::board::Roll;
use gammon::rng::{Dealing, DiceSettings, Generator, InitialRolls, PERMUTED_TURNS, RngKind, RolloutDice};
use std::collections::HashMap;

fn dice(seed: u32, quasi_random: bool, initial: InitialRolls) -> RolloutDice {
    RolloutDice::new(DiceSettings { seed, kind: RngKind::Mersenne, quasi_random, dealing: Dealing::Both, initial })
}

/// The rolls of one turn in a range of trials.
fn rolls_at(dice: &RolloutDice, trials: std::ops::Range<u64>, turn: usize) -> Vec<Roll> {
    trials
        .map(|trial| {
            let mut dice = dice.trial(trial);
            for _ in 0..turn {
                dice.roll();
            }
            dice.roll()
        })
        .collect()
}

fn counts(rolls: &[Roll]) -> [u32; 21] {
    rolls.iter().fold([0; 21], |mut counts, roll| {
        counts[roll.index()] += 1;
        counts
    })
}

#[test]
fn the_reference_rolls_are_reproduced() {
    let table = include_str!("../data/dice.csv");
    let mut made = HashMap::new();
    let mut games = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [seed, quasi, initial, game, rolls] = fields[..] else { panic!("five fields: {line}") };
        let initial = if initial == "1" { InitialRolls::NoDoublesPlain } else { InitialRolls::Any };
        let dice =
            made.entry((seed, quasi)).or_insert_with(|| dice(seed.parse().expect("a seed"), quasi == "1", initial));
        let mut trial = dice.trial(game.parse().expect("a game"));
        for pair in rolls.split('-') {
            let digits = pair.as_bytes();
            assert_eq!(trial.roll(), Roll::new(digits[0] - b'0', digits[1] - b'0').expect("a roll"), "{line}");
        }
        games += 1;
    }
    assert_eq!(games, 1896);
}

#[test]
fn every_36_trials_have_every_roll_in_its_number_at_every_turn() {
    let dice = dice(20_240_511, true, InitialRolls::Any);
    for block in [0, 1, 35, 36, 1000] {
        for turn in [0, 1, 2, 3, 5, 6, 40, PERMUTED_TURNS - 1] {
            let counts = counts(&rolls_at(&dice, 36 * block..36 * (block + 1), turn));
            assert!(Roll::ALL.iter().all(|roll| counts[roll.index()] == roll.weight()), "turn {turn}: {counts:?}");
        }
    }
}

#[test]
fn every_1296_trials_have_every_pair_of_first_rolls_in_its_number() {
    // 11-11 once, 11-21 twice, 21-21 four times.
    let dice = dice(7, true, InitialRolls::Any);
    for block in [0, 3] {
        let trials = 1296 * block..1296 * (block + 1);
        let (first, second) = (rolls_at(&dice, trials.clone(), 0), rolls_at(&dice, trials, 1));
        let mut pairs = HashMap::new();
        for pair in first.into_iter().zip(second) {
            *pairs.entry(pair).or_insert(0) += 1;
        }
        assert_eq!(pairs.len(), 441);
        assert!(pairs.iter().all(|((a, b), &n)| n == a.weight() * b.weight()));
    }
}

#[test]
fn every_46656_trials_have_every_triple_once() {
    let dice = dice(3, true, InitialRolls::Any);
    let mut triples = vec![0_u32; 21 * 21 * 21];
    for trial in 0..46_656 {
        let mut dice = dice.trial(trial);
        let place = (0..3).fold(0, |place, _| place * 21 + dice.roll().index());
        triples[place] += 1;
    }
    for (place, &n) in triples.iter().enumerate() {
        let weight = |index: usize| Roll::ALL[index].weight();
        assert_eq!(n, weight(place / 441) * weight(place / 21 % 21) * weight(place % 21));
    }
}

#[test]
fn no_37_trials_have_three_games_that_begin_with_the_same_double() {
    for seed in 0..200 {
        let counts = counts(&rolls_at(&dice(seed, true, InitialRolls::Any), 0..37, 0));
        assert!(Roll::ALL.iter().all(|roll| counts[roll.index()] <= roll.weight() + 1));
    }
}

#[test]
fn second_rolls_are_not_those_of_an_unshuffled_count() {
    // Stopped after 36 games, the second roll must not be the same for all of them.
    for seed in 0..50 {
        let second = rolls_at(&dice(seed, true, InitialRolls::Any), 0..36, 1);
        assert!(second.iter().any(|&roll| roll != second[0]));
    }
}

#[test]
fn an_initial_position_sees_30_and_1080_without_doubles() {
    let dice = dice(11, true, InitialRolls::NoDoubles);
    for block in [0, 1, 7, 36] {
        let counts = counts(&rolls_at(&dice, 30 * block..30 * (block + 1), 0));
        assert!(Roll::ALL.iter().all(|roll| counts[roll.index()] == if roll.is_double() { 0 } else { 2 }));
    }
    for block in [0, 2] {
        let trials = 1080 * block..1080 * (block + 1);
        let (first, second) = (rolls_at(&dice, trials.clone(), 0), rolls_at(&dice, trials, 1));
        let mut pairs = HashMap::new();
        for pair in first.into_iter().zip(second) {
            *pairs.entry(pair).or_insert(0) += 1;
        }
        assert_eq!(pairs.len(), 15 * 21);
        assert!(pairs.iter().all(|((a, b), &n)| !a.is_double() && n == a.weight() * b.weight()));
    }
}

#[test]
fn skipped_sequences_are_those_of_the_plain_rollout_without_its_doubles() {
    let (plain, initial) = (dice(5, true, InitialRolls::Any), dice(5, true, InitialRolls::NoDoubles));
    let sequence = |dice: &RolloutDice, trial| {
        let mut dice = dice.trial(trial);
        (0..8).map(|_| dice.roll()).collect::<Vec<_>>()
    };
    let kept: Vec<_> = (0..1296).map(|trial| sequence(&plain, trial)).filter(|rolls| !rolls[0].is_double()).collect();
    assert_eq!(kept.len(), 1080);
    assert!(kept.iter().zip(0..).all(|(rolls, trial)| *rolls == sequence(&initial, trial)));
}

#[test]
fn pseudo_random_dice_follow_once_the_permutations_end() {
    // Turn 128 is the first pseudo-random one and takes the generator's first numbers.
    let quasi = dice(9, true, InitialRolls::Any);
    let plain = dice(9, false, InitialRolls::Any);
    for trial in [0, 1, 77] {
        let mut long = quasi.trial(trial);
        for _ in 0..PERMUTED_TURNS {
            long.roll();
        }
        let mut short = plain.trial(trial);
        for _ in 0..20 {
            assert_eq!(long.roll(), short.roll());
        }
        assert_eq!(long.turn(), PERMUTED_TURNS + 20);
    }
}

/// How far the 36 outcomes are from even, in standard deviations of chi-square from its mean.
fn unevenness(outcomes: impl Iterator<Item = usize>) -> f64 {
    let mut counts = [0_u64; 36];
    outcomes.for_each(|outcome| counts[outcome] += 1);
    let expected = counts.iter().sum::<u64>() as f64 / 36.0;
    let chi_square: f64 = counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    (chi_square - 35.0) / 70_f64.sqrt()
}

/// Every generator is even: rolls in a row, the first rolls of trials, and those of seeds.
#[test]
fn every_generator_is_even_from_the_first_roll_on() {
    let n = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { 10_000_000 } else { 100_000 };
    let outcome = |generator: &mut Generator| usize::from(6 * (generator.die() - 1) + generator.die() - 1);
    for kind in RngKind::ALL {
        for seed in [1, 20_240_511] {
            let mut generator = Generator::new(kind, seed);
            let in_a_row = unevenness((0..n).map(|_| outcome(&mut generator)));
            let initial = InitialRolls::Any;
            let dice =
                RolloutDice::new(DiceSettings { seed, kind, quasi_random: false, dealing: Dealing::Both, initial });
            let of_trials = |turn: usize| {
                unevenness((0..n as u64).map(|trial| {
                    let mut dice = dice.trial(trial);
                    for _ in 0..turn {
                        dice.outcome();
                    }
                    usize::from(dice.outcome())
                }))
            };
            let of_seeds = unevenness((0..n).map(|more| outcome(&mut Generator::new(kind, seed + more))));
            let all = [in_a_row, of_trials(0), of_trials(1), of_seeds];
            assert!(all.iter().all(|&deviations| deviations < 5.0), "{kind}, seed {seed}: {all:?}");
        }
    }
}

fn dealt(dealing: Dealing, initial: InitialRolls) -> RolloutDice {
    RolloutDice::new(DiceSettings { seed: 7, kind: RngKind::Mersenne, quasi_random: true, dealing, initial })
}

/// Pairs of rolls of two turns: how many of the 441 come as often as they should in 1,296 trials.
fn pairs_in_number(dice: &RolloutDice, turns: [usize; 2]) -> usize {
    let [first, second] = turns.map(|turn| rolls_at(dice, 0..1296, turn));
    let mut found = HashMap::new();
    first.iter().zip(&second).for_each(|pair| *found.entry(pair).or_insert(0) += 1);
    found.iter().filter(|((a, b), n)| **n == a.weight() * b.weight()).count()
}

/// Dahl's first method alone: every turn has its deck, and no two turns have anything to do with each other.
#[test]
fn a_deck_deals_the_rolls_of_a_turn_and_no_pairs() {
    let dice = dealt(Dealing::Deck, InitialRolls::Any);
    for block in [0, 1, 17, 100_000] {
        for turn in [0, 1, 2, 40, PERMUTED_TURNS - 1] {
            let counts = counts(&rolls_at(&dice, 36 * block..36 * (block + 1), turn));
            assert_eq!(counts.map(u64::from), Roll::ALL.map(|roll| u64::from(roll.weight())), "{block} {turn}");
        }
    }
    assert!(pairs_in_number(&dice, [0, 1]) < 300 && pairs_in_number(&dice, [3, 4]) < 300);
    let repeated = (0..36).filter(|&trial| dice.trial(trial).outcome() == dice.trial(trial + 36).outcome()).count();
    assert!(repeated < 8, "{repeated} of 36 as in the next block");
    let places = 1_000..4_600_u64;
    let outcomes = places.map(|deck| usize::from(dice.trial(36 * deck).outcome()));
    assert!(unevenness(outcomes) < 5.0, "the first card of a deck is any");
    let initial = dealt(Dealing::Deck, InitialRolls::NoDoubles);
    let first = counts(&rolls_at(&initial, 30..60, 0));
    assert!(Roll::ALL.iter().zip(first).all(|(roll, n)| n == if roll.is_double() { 0 } else { 2 }));
}

/// His second method alone: pairs of the first two rolls, as with both methods; what follows is left to chance.
#[test]
fn a_cross_section_deals_the_first_two_rolls() {
    let [cross, both] = [Dealing::Cross, Dealing::Both].map(|dealing| dealt(dealing, InitialRolls::Any));
    assert_eq!((pairs_in_number(&cross, [0, 1]), pairs_in_number(&both, [0, 1])), (441, 441));
    assert!(pairs_in_number(&cross, [2, 3]) < 300);
    for turn in 0..2 {
        assert_eq!(rolls_at(&cross, 0..100, turn), rolls_at(&both, 0..100, turn));
    }
    let third = (0..36).map(|block| counts(&rolls_at(&cross, 36 * block..36 * (block + 1), 2)));
    let even = third.filter(|counts| counts.map(u64::from) == Roll::ALL.map(|roll| u64::from(roll.weight()))).count();
    assert_eq!(even, 0, "by chance");
}

/// The order of equal rolls is the seed's: the same in all trials, another at another turn and with another seed.
#[test]
fn equal_rolls_have_an_order() {
    let order = |seed, trial, turn: usize| {
        let dice = dice(seed, true, InitialRolls::Any);
        let mut sequence = dice.trial(trial);
        for _ in 0..turn {
            sequence.roll();
        }
        let mut outcomes: Vec<u8> = (0..36).collect();
        outcomes.sort_by_key(|&outcome| sequence.key(outcome));
        outcomes
    };
    assert_eq!(order(7, 0, 0), order(7, 1000, 0));
    assert_ne!(order(7, 0, 0), order(7, 0, 1));
    assert_ne!(order(7, 0, 0), order(8, 0, 0));
    assert_ne!(order(7, 0, 0), (0..36).collect::<Vec<u8>>());
}
