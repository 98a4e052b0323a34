//! Exact equities of short bearoffs: the two-sided database.
//!
//! For every pair of positions of both sides, the money equity of the side on roll before it rolls:
//! without a cube, and not doubling now with the cube owned, centered, or owned by the opponent. 16-bit
//! integers, rounded at every step exactly as in GNU Backgammon's database.

use super::numbering::{Numbering, home_number};
use super::rolls::Rolls;
use super::{GenerateError, OnProgress, go_on};
use crate::board::{Checkers, HOME_POINTS, Roll};
use crate::eval::{Outputs, TWO_SIDED_CHECKERS};
use crate::threads::side_by_side;
use std::ops::{ControlFlow, Range};

/// Cubeless, cube owned, centered, opponent's: signed, in units of 1/32767.5 less a half (see `Equities::get`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Equities(pub [i16; 4]);

impl Equities {
    /// The side on roll has no checker left.
    pub(super) const WON: Self = Self([i16::MAX; 4]);
    /// The opponent has none left.
    pub(super) const LOST: Self = Self([i16::MIN; 4]);

    /// Equities from the four numbers as GNU Backgammon's files hold them.
    #[must_use]
    pub fn from_raw(raw: [u16; 4]) -> Self {
        Self(raw.map(|u| (u ^ 0x8000) as i16))
    }

    /// The four numbers as GNU Backgammon's files hold them: `u / 32767.5 - 1` is the equity.
    #[must_use]
    pub fn raw(self) -> [u16; 4] {
        self.0.map(|e| e as u16 ^ 0x8000)
    }

    /// The four numbers as equities.
    #[must_use]
    pub fn money(self) -> MoneyEquities {
        MoneyEquities(self.raw().map(|u| f32::from(u) / 32767.5 - 1.0))
    }

    /// The equities of the side that just moved, when the side on roll may double.
    pub(super) fn seen_by_mover(self) -> Self {
        let [cubeless, owned, centered, opponents] = self.0;
        Self([!cubeless, !opponents, !with_double(centered, opponents), !with_double(owned, opponents)])
    }
}

/// Money equities of the side on roll: without a cube, and not doubling now with the cube owned, centered, or owned by
/// the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoneyEquities(pub [f32; 4]);

impl MoneyEquities {
    /// Cubeless.
    #[must_use]
    pub const fn cubeless(self) -> f32 {
        self.0[0]
    }

    /// The side on roll owns the cube and does not double now.
    #[must_use]
    pub const fn owned(self) -> f32 {
        self.0[1]
    }

    /// The cube is centered and is not turned now.
    #[must_use]
    pub const fn centered(self) -> f32 {
        self.0[2]
    }

    /// The opponent owns the cube.
    #[must_use]
    pub const fn opponents(self) -> f32 {
        self.0[3]
    }

    /// Winning chances and no gammons.
    #[must_use]
    pub const fn outputs(self) -> Outputs {
        Outputs([self.cubeless() / 2.0 + 0.5, 0.0, 0.0, 0.0, 0.0])
    }
}

/// The better of not doubling and doubling, for the side on roll; `double` is the equity with the cube given away.
fn with_double(no_double: i16, double: i16) -> i16 {
    if double >= no_double / 2 {
        // Doubling wins at least the cube if the opponent would do worse by taking.
        if double >= 16_383 { i16::MAX } else { 2 * double }
    } else {
        no_double
    }
}

/// Exact equities for all pairs of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSided {
    points: usize,
    checkers: usize,
    /// Positions of one side.
    side: usize,
    /// `[number of the side on roll · side + number of the opponent]`.
    equities: Vec<Equities>,
}

impl TwoSided {
    /// The most positions of one side: with them a database has 513 MB.
    pub const MAX_SIDE: usize = 8_008;

    /// The database of the home board with up to six checkers a side.
    #[must_use]
    pub fn home() -> Self {
        Self::generate(HOME_POINTS, TWO_SIDED_CHECKERS as usize, 1, &mut |_, _| ControlFlow::Continue(()))
            .expect("924 positions a side are few")
    }

    /// Computes the database for some points and checkers on some threads.
    ///
    /// # Errors
    /// When there are more than [`TwoSided::MAX_SIDE`] positions a side, or `observe` breaks it off.
    pub fn generate(
        points: usize,
        checkers: usize,
        threads: usize,
        observe: OnProgress,
    ) -> Result<Self, GenerateError> {
        let numbering = Numbering::new(points, checkers)
            .filter(|numbering| numbering.size() <= Self::MAX_SIDE)
            .ok_or(GenerateError::Size { points, checkers })?;
        let seen = |_, _, values| Equities(values).seen_by_mover().0;
        let ends = [Equities::WON.0, Equities::LOST.0];
        let values = Solver::new(&numbering).solve(ends, &seen, threads.max(1), observe)?;
        Ok(Self { points, checkers, side: numbering.size(), equities: values.into_iter().map(Equities).collect() })
    }

    /// A database of equities already known to belong together.
    pub(super) fn from_parts(points: usize, checkers: usize, side: usize, equities: Vec<Equities>) -> Self {
        Self { points, checkers, side, equities }
    }

    /// Points covered.
    #[must_use]
    pub const fn points(&self) -> usize {
        self.points
    }

    /// The most checkers of a side.
    #[must_use]
    pub const fn checkers(&self) -> usize {
        self.checkers
    }

    /// All equities, first by the side on roll's number, then by the opponent's.
    #[must_use]
    pub fn all(&self) -> &[Equities] {
        &self.equities
    }

    /// The equities of a pair of positions, by number.
    #[must_use]
    #[inline]
    pub fn equities(&self, on_roll: usize, opponent: usize) -> Equities {
        self.equities[on_roll * self.side + opponent]
    }

    /// The equities of two sides at home with at most six checkers each.
    #[must_use]
    #[inline]
    pub fn home_equities(&self, on_roll: &Checkers, opponent: &Checkers) -> Equities {
        self.equities(home_number(on_roll), home_number(opponent))
    }
}

/// Pairs handled at once: a block of their values stays in registers or the first cache.
const BLOCK: usize = 16;

/// A number that a recursion finds, the greater the better for the side on roll.
pub(super) trait Number: Copy + Default + PartialOrd + Send + Sync {
    /// Sums of such numbers.
    type Sum: Copy + Default;

    /// What every play is at least worth.
    const LEAST: Self;

    /// Adds the value of a roll's best play.
    fn add(sum: &mut Self::Sum, weight: u8, best: Self);

    /// The mean of 36 rolls.
    fn mean(sum: Self::Sum) -> Self;
}

impl Number for i16 {
    type Sum = i32;

    const LEAST: Self = Self::MIN;

    #[inline(always)]
    fn add(sum: &mut i32, weight: u8, best: Self) {
        *sum += i32::from(weight) * i32::from(best);
    }

    #[inline(always)]
    fn mean(sum: i32) -> Self {
        (sum / 36) as Self
    }
}

/// A chance or an equity.
impl Number for f32 {
    type Sum = Self;

    const LEAST: Self = -1.0;

    #[inline(always)]
    fn add(sum: &mut Self, weight: u8, best: Self) {
        *sum += Self::from(weight) * best;
    }

    #[inline(always)]
    fn mean(sum: Self) -> Self {
        sum / 36.0
    }
}

/// One side's positions sorted by pips, with the results of every roll.
///
/// A play lowers the mover's pips, so a pair depends on pairs in which the mover's place in this order is
/// smaller. Going through the groups of equal pips, first the group against everything before it, then
/// everything against the group, makes every pass a loop over neighbours in memory.
pub(super) struct Solver {
    /// Position number by place.
    numbers: Vec<u32>,
    /// First place of each group of equal pips, and the end.
    groups: Vec<usize>,
    /// `[place · 21 + roll]`: where the results of this roll begin in `results`.
    starts: Vec<u32>,
    /// Places after each play.
    results: Vec<u32>,
    /// Row length: places rounded up to whole blocks.
    stride: usize,
}

impl Solver {
    pub(super) fn new(numbering: &Numbering) -> Self {
        let size = numbering.size();
        let counts: Vec<_> = (0..size).map(|number| numbering.counts(number)).collect();
        let pips =
            |number: u32| -> u32 { counts[number as usize].iter().zip(1..).map(|(&n, d)| u32::from(n) * d).sum() };
        let mut numbers: Vec<u32> = (0..size as u32).collect();
        numbers.sort_by_key(|&number| (pips(number), number));
        let mut places = vec![0; size];
        for (place, &number) in (0..).zip(&numbers) {
            places[number as usize] = place;
        }
        let mut groups: Vec<usize> = (1..size).filter(|&i| pips(numbers[i]) != pips(numbers[i - 1])).collect();
        groups.insert(0, 0);
        groups.push(size);

        let rolls = Rolls::new(numbering);
        let (mut starts, mut results) = (vec![], vec![]);
        for &number in &numbers {
            for (_, reached) in rolls.of(number as usize) {
                starts.push(results.len() as u32);
                results.extend(reached.iter().map(|&number| places[number as usize]));
            }
        }
        starts.push(results.len() as u32);
        Self { numbers, groups, starts, results, stride: size.next_multiple_of(BLOCK) }
    }

    /// The values of all pairs, by number, the side on roll's first: `N` numbers each, for as many states of the game
    /// around them. `ends` are those of a side on roll that has no checker left, and of one whose opponent has none.
    /// `seen` returns, for the side on roll, its opponent and their values, what the pair is worth to the opponent that
    /// has just moved.
    pub(super) fn solve<T: Number, const N: usize>(
        &self,
        ends: [[T; N]; 2],
        seen: &impl Fn(u32, u32, [T; N]) -> [T; N],
        threads: usize,
        observe: OnProgress,
    ) -> Result<Vec<[T; N]>, GenerateError> {
        let (size, stride) = (self.numbers.len(), self.stride);
        let [won, lost] = ends;
        // `values[me · stride + opponent]` by place, and `left[opponent · stride + me]`: the values with me on roll,
        // seen by the opponent who has just moved.
        let mut values = vec![[T::default(); N]; size * stride];
        let mut left = values.clone();
        values[..stride].fill(won);
        for me in 1..size {
            values[me * stride] = lost;
            left[me] = seen(self.numbers[me], 0, lost);
        }
        for group in self.groups[1..].windows(2) {
            let group = group[0]..group[1];
            go_on(observe(group.start * group.start, size * size))?;
            for (on_roll, opponents) in [(group.clone(), 1..group.start), (1..group.end, group)] {
                self.pass(&mut values, &left, on_roll.clone(), opponents.clone(), threads);
                for me in on_roll {
                    for opponent in opponents.clone() {
                        let value = values[me * stride + opponent];
                        left[opponent * stride + me] = seen(self.numbers[me], self.numbers[opponent], value);
                    }
                }
            }
        }
        let mut by_number = vec![[T::default(); N]; size * size];
        for (row, &me) in values.chunks_exact(stride).zip(&self.numbers) {
            let by_number = &mut by_number[me as usize * size..][..size];
            for (value, &opponent) in row.iter().zip(&self.numbers) {
                by_number[opponent as usize] = *value;
            }
        }
        Ok(by_number)
    }

    /// Computes `values` for these places of the side on roll against those of the opponent.
    fn pass<T: Number, const N: usize>(
        &self,
        values: &mut [[T; N]],
        left: &[[T; N]],
        on_roll: Range<usize>,
        opponents: Range<usize>,
        threads: usize,
    ) {
        if on_roll.is_empty() || opponents.is_empty() {
            return;
        }
        let stride = self.stride;
        let rows = &mut values[on_roll.start * stride..on_roll.end * stride];
        let each = on_roll.len().div_ceil(threads);
        // Neighbours depend on much the same pairs: block by block these stay in a near cache.
        let solve = |first: usize, rows: &mut [[T; N]]| {
            for block in (opponents.start / BLOCK * BLOCK..opponents.end).step_by(BLOCK) {
                let inside = opponents.start.max(block)..opponents.end.min(block + BLOCK);
                for (me, row) in (first..).zip(rows.chunks_exact_mut(stride)) {
                    let means = self.means(me, block, left);
                    row[inside.clone()].copy_from_slice(&means[inside.start - block..inside.end - block]);
                }
            }
        };
        if threads == 1 || on_roll.len() * opponents.len() < 4096 {
            solve(on_roll.start, rows);
        } else {
            let parts = (on_roll.start..).step_by(each).zip(rows.chunks_mut(each * stride));
            side_by_side(parts.map(|(first, rows)| move || solve(first, rows)));
        }
    }

    /// The values against a block of opponents.
    fn means<T: Number, const N: usize>(&self, me: usize, block: usize, left: &[[T; N]]) -> [[T; N]; BLOCK] {
        let mut sums = [[T::Sum::default(); N]; BLOCK];
        for (roll, range) in Roll::ALL.iter().zip(self.starts[me * 21..=me * 21 + 21].windows(2)) {
            let mut best = [[T::LEAST; N]; BLOCK];
            for &after in &self.results[range[0] as usize..range[1] as usize] {
                let line = &left[after as usize * self.stride + block..][..BLOCK];
                for (best, &value) in best.as_flattened_mut().iter_mut().zip(line.as_flattened()) {
                    *best = if value > *best { value } else { *best };
                }
            }
            let weight = roll.weight() as u8;
            for (sum, &best) in sums.as_flattened_mut().iter_mut().zip(best.as_flattened()) {
                T::add(sum, weight, best);
            }
        }
        sums.map(|sums| sums.map(T::mean))
    }
}
