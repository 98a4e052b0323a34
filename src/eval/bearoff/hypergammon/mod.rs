//! Hypergammon solved by repeated improvement.
//!
//! Checkers are hit and start again, so no order of positions leads from the known to the unknown. Starting from any
//! guess, every sweep computes all positions anew, until they stop changing. The guess may be an earlier, unfinished
//! database.
//!
//! Every pair of positions has five outputs, from the plays that are best without a cube, and four money
//! equities, each from the plays that are best with the cube there.

mod few;

use super::file::{Header, HypergammonFile, HypergammonValue};
use super::numbering::{Counts, Numbering};
use super::{GenerateError, Observer, go_on};
use crate::board::{Checkers, Position, Roll};
use crate::eval::Outputs;
use few::{Few, FewPosition, Numbers, few};
use std::io::{self, Write};

/// The change per sweep below which a database counts as finished.
pub const CONVERGED: f32 = 1e-6;

/// A database of hypergammon in the making.
pub struct Hypergammon {
    numbering: Numbering,
    /// By number.
    sides: Vec<Few>,
    numbers: Numbers,
    /// The numbers of all sides with a pip count, the bar counting 25.
    by_pips: Vec<Vec<u16>>,
    /// `[number of the side on roll · side + number of the opponent]`.
    values: Vec<HypergammonValue>,
}

impl Hypergammon {
    /// The first guess: everything even but the games that are over.
    ///
    /// # Errors
    /// When `checkers` is not 1 to 3.
    pub fn new(checkers: usize) -> Result<Self, GenerateError> {
        let numbering = Numbering::new(25, checkers)
            .filter(|_| checkers <= 3)
            .ok_or(GenerateError::Size { points: 25, checkers })?;
        let size = numbering.size();
        let counts: Vec<Counts> = (0..size).map(|number| numbering.counts(number)).collect();
        let sides: Vec<Few> = counts.iter().map(|&counts| few(&Checkers::new(counts))).collect();
        let mut by_pips = vec![Vec::new(); 25 * checkers + 1];
        for (number, side) in sides.iter().enumerate() {
            by_pips[side.iter().map(|&place| usize::from(place)).sum::<usize>()].push(number as u16);
        }
        let even = HypergammonValue { outputs: Outputs([0.5, 0.0, 0.0, 0.0, 0.0]), equities: [0.0; 4] };
        let mut values = vec![even; size * size];
        for (number, counts) in counts.iter().enumerate() {
            values[number * size] = lost(counts, checkers);
            values[number] = won(counts, checkers);
        }
        let numbers = Numbers::new(&numbering);
        Ok(Self { numbering, sides, numbers, by_pips, values })
    }

    /// Goes on from a database made earlier, finished or not.
    ///
    /// # Errors
    /// Never for a file that was opened; the numbers in it are only a guess.
    pub fn resume(file: &HypergammonFile) -> Result<Self, GenerateError> {
        let mut database = Self::new(file.checkers())?;
        let size = database.sides.len();
        for me in 1..size {
            for opponent in 1..size {
                database.values[me * size + opponent] = file.value_of(me, opponent);
            }
        }
        Ok(database)
    }

    /// Improves every position once, on some threads, telling `observe` the steps done and in all. Returns the largest
    /// change of an equity, to be compared with [`CONVERGED`]. The values do not depend on the number of threads.
    ///
    /// Positions go by the pips of both sides, the fewest first: a play that does not hit leads to fewer, whose values
    /// are new already, so that a sweep carries what is known through the whole game up to the next hit.
    ///
    /// # Errors
    /// When `observe` breaks it off; the values are then as good as before at least, and a later sweep goes on.
    pub fn sweep(&mut self, threads: usize, observe: Observer) -> Result<f32, GenerateError> {
        let size = self.sides.len();
        let steps = 2 * self.by_pips.len() - 1;
        let mut change = 0.0_f32;
        for pips in 2..steps {
            go_on(observe(pips, steps))?;
            let pairs = self.pairs(pips);
            let each = pairs.len().div_ceil(threads.max(1)).max(1);
            let this = &*self;
            let improved: Vec<Vec<HypergammonValue>> = std::thread::scope(|scope| {
                let parts: Vec<_> = pairs
                    .chunks(each)
                    .map(|part| scope.spawn(move || part.iter().map(|&pair| this.expected(pair)).collect()))
                    .collect();
                parts.into_iter().map(|part| part.join().expect("no panic")).collect()
            });
            for (&(me, opponent), new) in pairs.iter().zip(improved.into_iter().flatten()) {
                let old = &mut self.values[usize::from(me) * size + usize::from(opponent)];
                let changes = new.equities.iter().zip(old.equities).map(|(new, old)| (new - old).abs());
                change = changes.fold(change, f32::max);
                *old = new;
            }
        }
        Ok(change)
    }

    /// The numbers of all positions in which both sides together have so many pips, and neither is off.
    fn pairs(&self, pips: usize) -> Vec<(u16, u16)> {
        let most = self.by_pips.len() - 1;
        let mut pairs = Vec::new();
        for theirs in pips.saturating_sub(most).max(1)..=most.min(pips - 1) {
            for &opponent in &self.by_pips[theirs] {
                let taken = self.sides[usize::from(opponent)].map(|place| 25 - place);
                let is_free = |&me: &u16| {
                    let mine = self.sides[usize::from(me)];
                    mine.iter().all(|place| matches!(place, 0 | 25) || !taken.contains(place))
                };
                let mine = self.by_pips[pips - theirs].iter().copied().filter(is_free);
                pairs.extend(mine.map(|me| (me, opponent)));
            }
        }
        pairs
    }

    /// What is known of a position.
    #[must_use]
    pub fn value(&self, position: &Position) -> HypergammonValue {
        let [me, opponent] = [position.on_roll(), position.opponent()].map(|side| self.numbering.number(side.counts()));
        self.values[me * self.sides.len() + opponent]
    }

    /// Writes the database in the format of `makehyper`.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&Header::Hypergammon { checkers: self.numbering.checkers() }.to_bytes())?;
        for row in self.values.chunks(self.sides.len()) {
            let bytes: Vec<u8> = row.iter().flat_map(HypergammonValue::record).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// The value of a position from the values of those that its plays lead to.
    fn expected(&self, (me, opponent): (u16, u16)) -> HypergammonValue {
        let size = self.sides.len();
        let position =
            FewPosition { on_roll: self.sides[usize::from(me)], opponent: self.sides[usize::from(opponent)] };
        let mut outputs = [0.0; 5];
        let mut equities = [0.0; 4];
        for roll in Roll::ALL {
            let mut best_outputs = (f32::NEG_INFINITY, Outputs::LOSS);
            let mut best = [f32::NEG_INFINITY; 4];
            position.results(roll, |result| {
                let was_hit = result.opponent != position.opponent;
                let opponent = if was_hit { self.numbers.of(result.opponent) } else { usize::from(opponent) };
                let after = &self.values[opponent * size + self.numbers.of(result.on_roll)];
                let equity = -after.outputs.cubeless_equity();
                if equity > best_outputs.0 {
                    best_outputs = (equity, after.outputs);
                }
                for (best, equity) in best.iter_mut().zip(seen_by_mover(after.equities)) {
                    *best = best.max(equity);
                }
            });
            let weight = roll.weight() as f32 / 36.0;
            for (sum, output) in outputs.iter_mut().zip(best_outputs.1.flipped().0) {
                *sum += weight * output;
            }
            for (sum, best) in equities.iter_mut().zip(best) {
                *sum += weight * best;
            }
        }
        HypergammonValue { outputs: Outputs(outputs), equities }
    }
}

/// What the side that just moved thinks, by cube: own, centered, centered under Jacoby's rule, opponent's.
fn seen_by_mover([owned, centered, jacoby, opponents]: [f32; 4]) -> [f32; 4] {
    [-opponents, -with_double(centered, opponents), -with_double(jacoby, opponents), -with_double(owned, opponents)]
}

/// The better of not doubling and doubling, for the side on roll; `taken` is the equity at cube 1 with the
/// cube given away. It is no use to double out when playing on is worth more.
fn with_double(no_double: f32, taken: f32) -> f32 {
    let double = 2.0 * taken;
    if double >= no_double && no_double <= 1.0 { double.min(1.0) } else { no_double }
}

/// The side on roll has no checker left.
fn won(loser: &Counts, checkers: usize) -> HypergammonValue {
    let on: usize = loser.iter().map(|&n| usize::from(n)).sum();
    let gammon = if on == checkers { 1.0 } else { 0.0 };
    let backgammon = if on == checkers && loser[18..].iter().any(|&n| n > 0) { 1.0 } else { 0.0 };
    let points = 1.0 + gammon + backgammon;
    HypergammonValue { outputs: Outputs([1.0, gammon, backgammon, 0.0, 0.0]), equities: [points, points, 1.0, points] }
}

/// The opponent has no checker left.
fn lost(loser: &Counts, checkers: usize) -> HypergammonValue {
    let won = won(loser, checkers);
    HypergammonValue { outputs: won.outputs.flipped(), equities: won.equities.map(|equity| -equity) }
}
