//! The dice of rollouts: the roll of turn `t` in trial `g` is a pure function of (settings, g, t).
//!
//! With quasi-random dice the first 128 turns are dealt from random permutations of the 36 outcomes, so that every
//! block of 36 trials has each first roll in its natural number, and each second, third … roll as well; every block of
//! 1296 each pair of the first two, of 46656 each triple, up to six rolls. Because trial `g` never depends on another,
//! trials may run anywhere in any order and get the same dice.

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

/// The dice that are dealt evenly, where any are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dealing {
    /// The rolls of every turn, and all combinations of the first six, as in the reference.
    #[default]
    Both,
    /// The rolls of every turn, each from a deck of 36 cards of its own that is shuffled anew for every 36 trials;
    /// their combinations are left to chance.
    Deck,
    /// The 1,296 pairs of the first two rolls; all later rolls are left to chance.
    Cross,
}

impl Dealing {
    /// True where both methods are in use.
    pub const fn is_both(&self) -> bool {
        matches!(self, Self::Both)
    }
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
    /// The dice that are dealt evenly.
    pub dealing: Dealing,
    /// The first rolls that may come.
    pub initial: InitialRolls,
}

impl DiceSettings {
    /// Whether permutations are in use once the rule for initial positions is applied.
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
    pub fn new(settings: DiceSettings) -> Self {
        let is_permuted = settings.is_stratified() && settings.dealing != Dealing::Deck;
        let permutations = is_permuted.then(|| Permutations::new(settings.seed));
        Self { settings, permutations }
    }

    /// The settings they were made from.
    pub const fn settings(&self) -> &DiceSettings {
        &self.settings
    }

    /// How many turns have dice from permutations.
    const fn dealt_turns(&self) -> usize {
        if matches!(self.settings.dealing, Dealing::Cross) { 2 } else { PERMUTED_TURNS }
    }

    /// The dice of trial `index`, counted from 0.
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

/// A number that looks random for each question: Vigna's `SplitMix64`, seeded with what is asked.
fn mixed(question: [u64; 3]) -> u64 {
    question.into_iter().fold(0, |state: u64, part| {
        let mut z = (state ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
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
    pub const fn turn(&self) -> usize {
        self.turn
    }

    /// The card that this trial draws from the deck of a turn. A first roll that is no double has a deck of 30.
    fn card(&self, turn: usize) -> u8 {
        let settings = &self.dice.settings;
        let is_initial = turn == 0 && settings.initial == InitialRolls::NoDoubles;
        let is_in = |&outcome: &u8| !is_initial || !Roll::from_outcome(outcome).is_double();
        let size = if is_initial { 30 } else { 36 };
        let (deck, place) = (self.index / size, (self.index % size) as usize);
        let mut cards = [0; 36];
        cards.iter_mut().zip((0..36).filter(is_in)).for_each(|(card, outcome)| *card = outcome);
        // The cards are drawn one by one up to this trial's: what is left behind it need not be shuffled.
        for k in 0..=place {
            let left = size - k as u64;
            let drawn = mixed([u64::from(settings.seed), deck, (turn as u64) << 8 | k as u64]) % left;
            cards.swap(k, k + drawn as usize);
        }
        cards[place]
    }

    /// A key that puts outcomes in an order, which the seed chooses: the same for all candidates and all trials. So
    /// outcomes, pairs and triples of them still come in their numbers.
    pub fn key(&self, outcome: u8) -> u64 {
        let seed = u64::from(self.dice.settings.seed) | 1 << 40;
        mixed([seed, 0, (self.turn as u64) << 8 | u64::from(outcome)])
    }

    /// The next outcome in `0..36`: first die · 6 + second die, both counted from 0.
    pub fn outcome(&mut self) -> u8 {
        let turn = self.turn;
        self.turn += 1;
        if let Some(permutations) = &self.dice.permutations
            && turn < self.dice.dealt_turns()
        {
            return permutations.outcome(&self.digits, turn);
        }
        let settings = &self.dice.settings;
        if settings.is_stratified() && settings.dealing == Dealing::Deck && turn < PERMUTED_TURNS {
            return self.card(turn);
        }
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

    /// The next roll.
    pub fn roll(&mut self) -> Roll {
        Roll::from_outcome(self.outcome())
    }
}
