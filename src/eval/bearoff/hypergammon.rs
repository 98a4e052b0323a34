//! Hypergammon solved by repeated improvement.
//!
//! Checkers are hit and start again, so no order of positions leads from the known to the unknown. Starting from any
//! guess, every sweep computes all positions anew from the values of the sweep before, until they stop
//! changing. The guess may be an earlier, unfinished database.
//!
//! Every pair of positions has five outputs, from the plays that are best without a cube, and four money
//! equities, each from the plays that are best with the cube there.

use super::file::{Header, HypergammonFile, HypergammonValue};
use super::numbering::{Counts, Numbering};
use super::{GenerateError, Observer, go_on};
use crate::board::{Checkers, POINTS, Position, Roll};
use crate::eval::Outputs;
use crate::movegen::PlayList;
use std::io::{self, Write};

/// Rows computed between two calls of the observer.
const ROWS: usize = 32;

/// The change per sweep below which a database counts as finished.
pub const CONVERGED: f32 = 1e-6;

/// A database of hypergammon in the making.
pub struct Hypergammon {
    numbering: Numbering,
    sides: Vec<Counts>,
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
        let sides: Vec<Counts> = (0..size).map(|number| numbering.counts(number)).collect();
        let even = HypergammonValue { outputs: Outputs([0.5, 0.0, 0.0, 0.0, 0.0]), equities: [0.0; 4] };
        let mut values = vec![even; size * size];
        for number in 0..size {
            values[number * size] = lost(&sides[number], checkers);
            values[number] = won(&sides[number], checkers);
        }
        Ok(Self { numbering, sides, values })
    }

    /// Goes on from a database made earlier, finished or not.
    ///
    /// # Errors
    /// Never for a file that was opened; the numbers in it are only a guess.
    pub fn resume(file: &HypergammonFile) -> Result<Self, GenerateError> {
        let mut database = Self::new(file.checkers())?;
        let size = database.numbering.size();
        for me in 1..size {
            for opponent in 1..size {
                database.values[me * size + opponent] = file.value_of(me, opponent);
            }
        }
        Ok(database)
    }

    /// Improves every position once, on some threads, telling `observe` the rows done and in all. Returns the largest change
    /// of an equity, to be compared with [`CONVERGED`].
    ///
    /// # Errors
    /// When `observe` breaks it off; the values are then those before the sweep.
    pub fn sweep(&mut self, threads: usize, observe: Observer) -> Result<f32, GenerateError> {
        let size = self.numbering.size();
        let mut improved = self.values.clone();
        for (block, rows) in improved.chunks_mut(ROWS * size).enumerate() {
            go_on(observe(block * ROWS, size))?;
            let each = (rows.len() / size).div_ceil(threads.max(1)) * size;
            let this = &*self;
            std::thread::scope(|scope| {
                for (part, rows) in rows.chunks_mut(each).enumerate() {
                    scope.spawn(move || this.improve(block * ROWS + part * each / size, rows));
                }
            });
        }
        let changes = improved.iter().zip(&self.values).flat_map(|(new, old)| {
            let (new, old) = (new.equities, old.equities);
            (0..4).map(move |i| (new[i] - old[i]).abs())
        });
        let change = changes.fold(0.0, f32::max);
        self.values = improved;
        Ok(change)
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

    fn improve(&self, first: usize, rows: &mut [HypergammonValue]) {
        let mut plays = PlayList::new();
        for (me, row) in (first.max(1)..).zip(rows.chunks_mut(self.sides.len()).skip(usize::from(first == 0))) {
            for (opponent, value) in row.iter_mut().enumerate().skip(1) {
                let (mine, others) = (&self.sides[me], &self.sides[opponent]);
                if (0..POINTS).all(|point| mine[point] == 0 || others[POINTS - 1 - point] == 0) {
                    let position = Position::from_checkers(Checkers::new(*mine), Checkers::new(*others));
                    *value = self.expected(&position, opponent, &mut plays);
                }
            }
        }
    }

    fn expected(&self, position: &Position, opponent: usize, plays: &mut PlayList) -> HypergammonValue {
        let size = self.sides.len();
        let mut outputs = [0.0; 5];
        let mut equities = [0.0; 4];
        for roll in Roll::ALL {
            let number = plays.generate(position, roll);
            let stay = [*position];
            let results = if number == 0 { &stay[..] } else { plays.results() };
            let mut best_outputs = (f32::NEG_INFINITY, Outputs::LOSS);
            let mut best = [f32::NEG_INFINITY; 4];
            for result in results {
                let me = self.numbering.number(result.on_roll().counts());
                let was_hit = result.opponent() != position.opponent();
                let opponent = if was_hit { self.numbering.number(result.opponent().counts()) } else { opponent };
                let after = &self.values[opponent * size + me];
                let equity = -after.outputs.cubeless_equity();
                if equity > best_outputs.0 {
                    best_outputs = (equity, after.outputs.flipped());
                }
                for (best, equity) in best.iter_mut().zip(seen_by_mover(after.equities)) {
                    *best = best.max(equity);
                }
            }
            let weight = roll.weight() as f32 / 36.0;
            for (sum, output) in outputs.iter_mut().zip(best_outputs.1.0) {
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
