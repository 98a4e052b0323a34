//! Hypergammon solved by repeated improvement.
//!
//! Checkers are hit and start again, so no order of positions leads from the known to the unknown. Starting from any
//! guess, every sweep computes all positions anew, until they stop changing. The guess may be an earlier, unfinished
//! database.
//!
//! Every pair of positions has five outputs, from the plays that are best without a cube, and four money
//! equities, each from the plays that are best with the cube there.

mod check;
mod few;
mod plays;

pub use check::equation_error;

use super::file::{Header, HypergammonFile, HypergammonValue};
use super::numbering::{Counts, Numbering};
use super::{GenerateError, OnProgress, go_on};
use crate::board::{Checkers, Position, Roll};
use crate::eval::Outputs;
use crate::threads::side_by_side;
use few::{Few, Ranks, few};
use plays::{Plays, Target};
use std::io::{self, Write};

/// The change per sweep below which a database counts as finished. Some values of three checkers go round among
/// neighbors 1.2e-6 apart, as their sums are rounded.
pub const CONVERGED: f32 = 2e-6;

/// A database of hypergammon in the making.
pub struct Hypergammon {
    numbering: Numbering,
    /// The rank of every number: sides in the order of their pips, the bar counting 25, so that the results of plays
    /// lie together in memory.
    ranks: Vec<u16>,
    /// The sides by rank.
    sides: Vec<Few>,
    /// The targets by rank, the side being the opponent.
    targets: Vec<Target>,
    plays: Plays,
    /// Where the ranks of each pip count begin, and the end.
    by_pips: Vec<usize>,
    /// `[rank of the side on roll · sides + rank of the opponent]`.
    values: Vec<HypergammonValue>,
    /// The positions of `values`, in their order, for the side that has just moved.
    moved: Vec<Moved>,
}

/// A position for the side that has just moved.
#[derive(Clone, Copy, Debug)]
struct Moved {
    cubeless: f32,
    /// The equities by cube: own, centered, centered under Jacoby's rule, opponent's.
    equities: [f32; 4],
}

impl Moved {
    fn new(value: &HypergammonValue) -> Self {
        let [owned, centered, jacoby, opponents] = value.equities;
        let doubled = |no_double| -with_double(no_double, opponents);
        Self {
            cubeless: -value.outputs.cubeless_equity(),
            equities: [-opponents, doubled(centered), doubled(jacoby), doubled(owned)],
        }
    }
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
        let all: Vec<Counts> = (0..size).map(|number| numbering.counts(number)).collect();
        let pips = |&number: &usize| (1..).zip(all[number]).map(|(place, n)| place * usize::from(n)).sum::<usize>();
        let mut in_order: Vec<usize> = (0..size).collect();
        in_order.sort_by_key(pips);
        let mut ranks = vec![0; size];
        for (rank, &number) in in_order.iter().enumerate() {
            ranks[number] = rank as u16;
        }
        let by_pips = (0..=25 * checkers + 1).map(|n| in_order.partition_point(|number| pips(number) < n)).collect();
        let even = HypergammonValue { outputs: Outputs([0.5, 0.0, 0.0, 0.0, 0.0]), equities: [0.0; 4] };
        let mut values = vec![even; size * size];
        for (rank, &number) in in_order.iter().enumerate() {
            values[rank * size] = lost(&all[number], checkers);
            values[rank] = won(&all[number], checkers);
        }
        let moved = values.iter().map(Moved::new).collect();
        let sides: Vec<Few> = in_order.iter().map(|&number| few(&Checkers::new(all[number]))).collect();
        let rank_of = Ranks::new(&numbering, &ranks);
        let targets = sides.iter().map(|&side| Target::new(side, &rank_of)).collect();
        let plays = Plays::new(&sides, &rank_of);
        Ok(Self { numbering, ranks, sides, targets, plays, by_pips, values, moved })
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
                database.set(database.place(me, opponent), file.value_of(me, opponent));
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
    pub fn sweep(&mut self, threads: usize, observe: OnProgress) -> Result<f32, GenerateError> {
        let size = self.sides.len();
        let steps = 2 * self.by_pips.len() - 3;
        let mut change = 0.0_f32;
        for pips in 2..steps {
            go_on(observe(pips, steps))?;
            let pairs = self.pairs(pips);
            let each = pairs.len().div_ceil(threads.max(1)).max(1);
            let this = &*self;
            let improve = |part: &[(u16, u16)]| part.iter().map(|&pair| this.expected(pair)).collect::<Vec<_>>();
            let improved = side_by_side(pairs.chunks(each).map(|part| move || improve(part)));
            for (&(me, opponent), new) in pairs.iter().zip(improved.into_iter().flatten()) {
                let at = usize::from(me) * size + usize::from(opponent);
                let old = self.values[at];
                let changes = new.equities.iter().zip(old.equities).map(|(new, old)| (new - old).abs());
                change = changes.fold(change, f32::max);
                self.set(at, new);
            }
        }
        Ok(change)
    }

    /// The ranks of all positions in which both sides together have this many pips, and neither is off.
    fn pairs(&self, pips: usize) -> Vec<(u16, u16)> {
        let most = self.by_pips.len() - 2;
        let ranks = |pips: usize| self.by_pips[pips] as u16..self.by_pips[pips + 1] as u16;
        let mut pairs = Vec::new();
        for theirs in pips.saturating_sub(most).max(1)..=most.min(pips - 1) {
            for opponent in ranks(theirs) {
                let taken = self.sides[usize::from(opponent)].map(|place| 25 - place);
                let is_free = |&me: &u16| {
                    let mine = self.sides[usize::from(me)];
                    mine.iter().all(|place| matches!(place, 0 | 25) || !taken.contains(place))
                };
                pairs.extend(ranks(pips - theirs).filter(is_free).map(|me| (me, opponent)));
            }
        }
        pairs
    }

    /// Where the value of a pair of numbers is.
    fn place(&self, me: usize, opponent: usize) -> usize {
        usize::from(self.ranks[me]) * self.ranks.len() + usize::from(self.ranks[opponent])
    }

    /// The value of a position.
    pub fn value(&self, position: &Position) -> HypergammonValue {
        let [me, opponent] = [position.on_roll(), position.opponent()].map(|side| self.numbering.number(side.counts()));
        self.values[self.place(me, opponent)]
    }

    /// Writes the database in the format of `makehyper`.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&Header::Hypergammon { checkers: self.numbering.checkers() }.to_bytes())?;
        let size = self.sides.len();
        for me in 0..size {
            let row = (0..size).flat_map(|opponent| self.values[self.place(me, opponent)].record());
            out.write_all(&row.collect::<Vec<u8>>())?;
        }
        Ok(())
    }

    fn set(&mut self, at: usize, value: HypergammonValue) {
        self.values[at] = value;
        self.moved[at] = Moved::new(&value);
    }

    /// The value of a position from the values of those that its plays lead to.
    fn expected(&self, (me, opponent): (u16, u16)) -> HypergammonValue {
        let size = self.sides.len();
        let target = &self.targets[usize::from(opponent)];
        let mut outputs = [0.0; 5];
        let mut equities = [0.0; 4];
        for (roll, plays) in Roll::ALL.into_iter().zip(self.plays.of(usize::from(me), target.blocked)) {
            let (mut best_cubeless, mut best_at) = (f32::NEG_INFINITY, 0);
            let mut best = [f32::NEG_INFINITY; 4];
            for play in plays {
                let at = target.after(play) * size + usize::from(play.side);
                let after = &self.moved[at];
                if after.cubeless > best_cubeless {
                    (best_cubeless, best_at) = (after.cubeless, at);
                }
                for (best, equity) in best.iter_mut().zip(after.equities) {
                    *best = best.max(equity);
                }
            }
            let weight = roll.weight() as f32 / 36.0;
            for (sum, output) in outputs.iter_mut().zip(self.values[best_at].outputs.flipped().0) {
                *sum += weight * output;
            }
            for (sum, best) in equities.iter_mut().zip(best) {
                *sum += weight * best;
            }
        }
        HypergammonValue { outputs: Outputs(outputs), equities }
    }
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
