//! The dice of rollouts: the roll of turn `t` in trial `g` is a pure function of (settings, g, t).
//!
//! With quasi-random dice the first 128 turns are dealt from random permutations of the 36 outcomes, so that every
//! block of 36 trials has each first roll in its natural number, and each second, third … roll as well; every block of
//! 1296 each pair of the first two, of 46656 each triple, up to six rolls. Because trial `g` never depends on another,
//! trials may run anywhere in any order and get the same dice.

use super::dice::DiceSource;
use super::generator::{Generator, RngKind};
use super::isaac::Isaac;
use crate::board::Roll;
use serde::{Deserialize, Serialize};

/// Turns whose dice come from permutations.
pub const PERMUTED_TURNS: usize = 128;

/// Levels of permutations: the `i`-th is steered by the trial's `i`-th digit in base 36.
const LEVELS: usize = 6;

/// The first rolls that a rollout may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InitialRolls {
    /// Any of the 36 outcomes: the position is one of mid-game.
    #[default]
    Any,
    /// No doubles, as at the start of a game; stratified over the 30 outcomes when the dice are quasi-random.
    NoDoubles,
    /// No doubles, and pseudo-random dice whatever the settings, as in gnubg 1.07.
    NoDoublesPlain,
}

/// Everything that determines the dice of every trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceSettings {
    /// The rollout's seed.
    pub seed: u32,
    /// The generator of dice that are not dealt from permutations.
    pub kind: RngKind,
    /// Whether the first [`PERMUTED_TURNS`] turns are dealt from permutations.
    pub quasi_random: bool,
    /// The first rolls that may come.
    pub initial: InitialRolls,
}

impl DiceSettings {
    /// Whether permutations are in use once the rule for initial positions is applied.
    #[must_use]
    pub const fn is_stratified(&self) -> bool {
        self.quasi_random && !matches!(self.initial, InitialRolls::NoDoublesPlain)
    }
}

/// The dice of a whole rollout, shared by its threads.
#[derive(Clone, Debug)]
pub struct RolloutDice {
    settings: DiceSettings,
    permutations: Option<Box<Permutations>>,
}

/// Permutations of the 36 outcomes by turn and level; below the diagonal (turn < level) they are unused.
#[derive(Clone, Debug)]
struct Permutations {
    tables: [[[u8; 36]; LEVELS]; PERMUTED_TURNS],
    /// Where in the first permutation the 30 outcomes without doubles lie.
    no_doubles: [u8; 30],
}

impl Permutations {
    fn new(seed: u32) -> Box<Self> {
        const IDENTITY: [u8; 36] = {
            let mut identity = [0; 36];
            let mut i = 0;
            while i < 36 {
                identity[i as usize] = i;
                i += 1;
            }
            identity
        };
        let mut isaac = Isaac::<4, 16>::seeded(&[seed; 16]);
        let mut new = Box::new(Self { tables: [[IDENTITY; LEVELS]; PERMUTED_TURNS], no_doubles: [0; 30] });
        for level in 0..LEVELS {
            for tables in &mut new.tables[level..] {
                for k in 0..35_u32 {
                    let r = isaac.next_u32() % (36 - k);
                    tables[level].swap(k as usize, (k + r) as usize);
                }
            }
        }
        let first = &new.tables[0][0];
        let places = (0..36_u8).filter(|&place| !Roll::from_outcome(first[usize::from(place)]).is_double());
        for (slot, place) in new.no_doubles.iter_mut().zip(places) {
            *slot = place;
        }
        new
    }

    /// The outcome `0..36` of turn `turn` in the sequence with these digits.
    fn outcome(&self, digits: &[u8; LEVELS], turn: usize) -> u8 {
        let mut outcome = 0;
        for (table, digit) in self.tables[turn].iter().zip(digits).take(turn + 1) {
            let place = digit + outcome;
            let place = if place < 36 { place } else { place - 36 };
            outcome = table[usize::from(place)];
        }
        outcome
    }
}

impl RolloutDice {
    /// The dice these settings define.
    #[must_use]
    pub fn new(settings: DiceSettings) -> Self {
        let permutations = settings.is_stratified().then(|| Permutations::new(settings.seed));
        Self { settings, permutations }
    }

    /// The settings they were made from.
    #[must_use]
    pub const fn settings(&self) -> &DiceSettings {
        &self.settings
    }

    /// The dice of trial `index`, counted from 0.
    #[must_use]
    pub fn trial(&self, index: u64) -> TrialDice<'_> {
        let mut rest = self.sequence(index);
        let digits = std::array::from_fn(|_| {
            let digit = (rest % 36) as u8;
            rest /= 36;
            digit
        });
        TrialDice { dice: self, index, digits, turn: 0, generator: None }
    }

    /// The sequence of dice that trial `index` uses: sequences that begin with a double are passed over when
    /// the rollout is of an initial position. How many there are before it follows from the index alone.
    fn sequence(&self, index: u64) -> u64 {
        match &self.permutations {
            Some(permutations) if self.settings.initial == InitialRolls::NoDoubles => {
                36 * (index / 30) + u64::from(permutations.no_doubles[(index % 30) as usize])
            }
            _ => index,
        }
    }
}

/// The dice of one trial, turn by turn.
#[derive(Clone, Debug)]
pub struct TrialDice<'a> {
    dice: &'a RolloutDice,
    index: u64,
    /// Those of its sequence in base 36, the last first.
    digits: [u8; LEVELS],
    turn: usize,
    /// Made for the first pseudo-random roll; turns dealt from permutations take no numbers from it.
    generator: Option<Generator>,
}

impl TrialDice<'_> {
    /// The turn the next roll is for, counted from 0.
    #[must_use]
    pub const fn turn(&self) -> usize {
        self.turn
    }

    /// The next outcome in `0..36`: first die · 6 + second die, both counted from 0.
    pub fn outcome(&mut self) -> u8 {
        let turn = self.turn;
        self.turn += 1;
        if let Some(permutations) = &self.dice.permutations
            && turn < PERMUTED_TURNS
        {
            return permutations.outcome(&self.digits, turn);
        }
        let settings = &self.dice.settings;
        let generator = self.generator.get_or_insert_with(|| {
            // Modulo 2^32 on purpose: the definition of the trial's seed.
            let seed = settings.seed.wrapping_add((self.index as u32).wrapping_mul(256));
            Generator::of_trial(settings.kind, seed)
        });
        loop {
            let (first, second) = (generator.die() - 1, generator.die() - 1);
            if turn > 0 || settings.initial == InitialRolls::Any || first != second {
                return first * 6 + second;
            }
        }
    }
}

impl DiceSource for TrialDice<'_> {
    fn roll(&mut self) -> Roll {
        Roll::from_outcome(self.outcome())
    }
}
