//! Exact equities of short bearoffs: the two-sided database.
//!
//! For every pair of positions of both sides, the money equity of the side on roll before it rolls:
//! without a cube, and not doubling now with the cube owned, centered, or owned by the opponent. 16-bit
//! integers, rounded at every step exactly as in GNU Backgammon's database.

use super::numbering::{HOME_POSITIONS, Numbering, home_number};
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
    pub fn from_raw(raw: [u16; 4]) -> Self {
        Self(raw.map(|u| (u ^ 0x8000) as i16))
    }

    /// The four numbers as GNU Backgammon's files hold them: `u / 32767.5 - 1` is the equity.
    pub fn raw(self) -> [u16; 4] {
        self.0.map(|e| e as u16 ^ 0x8000)
    }

    /// The four numbers as equities.
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
    pub const fn cubeless(self) -> f32 {
        self.0[0]
    }

    /// The side on roll owns the cube and does not double now.
    pub const fn owned(self) -> f32 {
        self.0[1]
    }

    /// The cube is centered and is not turned now.
    pub const fn centered(self) -> f32 {
        self.0[2]
    }

    /// The opponent owns the cube.
    pub const fn opponents(self) -> f32 {
        self.0[3]
    }

    /// Winning chances and no gammons.
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
    /// The database of the home board with up to six checkers a side.
    pub fn home() -> Self {
        Self::generate(HOME_POINTS, TWO_SIDED_CHECKERS as usize, 1, &mut |_, _| ControlFlow::Continue(()))
            .expect("924 positions a side are few")
    }

    /// Computes the database for some points and checkers on some threads. It has 8 bytes a pair, and takes twice that
    /// while it is computed.
    ///
    /// # Errors
    /// When there are more than [`HOME_POSITIONS`] positions a side, the memory does not suffice, or `observe` breaks
    /// it off.
    pub fn generate(
        points: usize,
        checkers: usize,
        threads: usize,
        observe: OnProgress,
    ) -> Result<Self, GenerateError> {
        let numbering = Self::numbering(points, checkers)?;
        let values = Solver::new(&numbering).solve(ENDS, &seen_by_mover, threads.max(1), observe)?;
        Ok(Self { points, checkers, side: numbering.size(), equities: values.into_iter().map(Equities).collect() })
    }

    /// The numbering of a database that can be made.
    pub(super) fn numbering(points: usize, checkers: usize) -> Result<Numbering, GenerateError> {
        Numbering::new(points, checkers)
            .filter(|numbering| numbering.size() <= HOME_POSITIONS)
            .ok_or(GenerateError::Size { points, checkers })
    }

    /// A database of equities already known to belong together.
    pub(super) fn from_parts(points: usize, checkers: usize, side: usize, equities: Vec<Equities>) -> Self {
        Self { points, checkers, side, equities }
    }

    /// Points covered.
    pub const fn points(&self) -> usize {
        self.points
    }

    /// The most checkers of a side.
    pub const fn checkers(&self) -> usize {
        self.checkers
    }

    /// All equities, first by the side on roll's number, then by the opponent's.
    pub fn all(&self) -> &[Equities] {
        &self.equities
    }

    /// The equities of a pair of positions, by number.
    #[inline]
    pub fn equities(&self, on_roll: usize, opponent: usize) -> Equities {
        self.equities[on_roll * self.side + opponent]
    }

    /// The equities of two sides at home with at most six checkers each.
    #[inline]
    pub fn home_equities(&self, on_roll: &Checkers, opponent: &Checkers) -> Equities {
        self.equities(home_number(on_roll), home_number(opponent))
    }
}

/// Pairs handled at once: a block of their values stays in registers or the first cache.
const BLOCK: usize = 16;

/// Positions of the side on roll handled at once.
const ROWS: usize = 128;

/// The values of a side on roll that has no checker left, and of one whose opponent has none.
const ENDS: [[i16; 4]; 2] = [Equities::WON.0, Equities::LOST.0];

/// The value of a pair to the side that has just moved, from its values for the side on roll.
fn seen_by_mover(_: u32, _: u32, values: [i16; 4]) -> [i16; 4] {
    Equities(values).seen_by_mover().0
}

/// A database row by row, as files have them. Half of the memory of one as a whole suffices, and twice the time: what
/// is kept are the values for the side that has just moved, and those for the side on roll follow from them again.
pub(super) struct Rows {
    solver: Solver,
    left: Vec<[i16; 4]>,
}

impl Rows {
    pub(super) fn new(numbering: &Numbering, threads: usize, observe: OnProgress) -> Result<Self, GenerateError> {
        let solver = Solver::new(numbering);
        let left = solver.left(ENDS, &seen_by_mover, threads, observe, &mut |_, _, _| ())?;
        Ok(Self { solver, left })
    }

    /// Calls a function with the equities of each position on roll, by number, against all opponents.
    pub(super) fn each<E: From<GenerateError>>(
        &self,
        threads: usize,
        observe: OnProgress,
        mut write: impl FnMut(&[Equities]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { solver, left } = self;
        let size = solver.numbers.len();
        let places: Vec<_> = solver.places.iter().map(|&place| place as usize).collect();
        let (mut fresh, mut row, mut done) = (Vec::new(), vec![Equities::WON; size], 0);
        for some in places.chunks(ROWS) {
            go_on(observe(done, size * size))?;
            let columns = solver.pass(&mut fresh, left, some, 0..size, threads);
            for (&me, values) in some.iter().zip(fresh.chunks_exact(columns.len())) {
                for (value, &place) in row.iter_mut().zip(&places) {
                    *value = Equities(values[place]);
                }
                row[0] = if me == 0 { Equities::WON } else { Equities::LOST };
                write(&row)?;
            }
            done += some.len() * size;
        }
        Ok(())
    }
}

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
    /// Place by position number.
    places: Vec<u32>,
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
        let mut places = vec![0_u32; size];
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
        Self { numbers, places, groups, starts, results, stride: size.next_multiple_of(BLOCK) }
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
        let size = self.numbers.len();
        let mut by_number = vec![ends[0]; size * size];
        (1..size).for_each(|me| by_number[me * size] = ends[1]);
        self.left(ends, seen, threads, observe, &mut |me, opponent, value| {
            by_number[me as usize * size + opponent as usize] = value;
        })?;
        Ok(by_number)
    }

    /// The values of all pairs to the side that has just moved: `[its place · stride + place of the side on roll]`.
    /// That is all that the recursion reads. `found` is told the values of the side on roll, by number.
    fn left<T: Number, const N: usize>(
        &self,
        [_, lost]: [[T; N]; 2],
        seen: &impl Fn(u32, u32, [T; N]) -> [T; N],
        threads: usize,
        observe: OnProgress,
        found: &mut impl FnMut(u32, u32, [T; N]),
    ) -> Result<Vec<[T; N]>, GenerateError> {
        let (size, stride, numbers) = (self.numbers.len(), self.stride, &self.numbers);
        let mut left = Vec::new();
        let bytes = size_of::<[T; N]>() * size * stride;
        left.try_reserve_exact(size * stride).map_err(|_| GenerateError::Memory { bytes })?;
        left.resize(size * stride, [T::default(); N]);
        for me in 1..size {
            left[me] = seen(numbers[me], 0, lost);
        }
        let (order, mut fresh, mut done) = ((0..size).collect::<Vec<_>>(), Vec::new(), 0);
        for group in self.groups[1..].windows(2) {
            let group = group[0]..group[1];
            for (on_roll, opponents) in [(group.clone(), 1..group.start), (1..group.end, group)] {
                for some in order[on_roll].chunks(ROWS) {
                    go_on(observe(done, size * size))?;
                    let columns = self.pass(&mut fresh, &left, some, opponents.clone(), threads);
                    for opponent in opponents.clone() {
                        let row = &mut left[opponent * stride..][..stride];
                        for (&me, values) in some.iter().zip(fresh.chunks_exact(columns.len())) {
                            let value = values[opponent - columns.start];
                            row[me] = seen(numbers[me], numbers[opponent], value);
                            found(numbers[me], numbers[opponent], value);
                        }
                    }
                    done += some.len() * opponents.len();
                }
            }
        }
        Ok(left)
    }

    /// Computes the values of the side on roll in these places against those of the opponent, rounded outwards to whole
    /// blocks: a row of `fresh` for each place, with the columns that are returned.
    fn pass<T: Number, const N: usize>(
        &self,
        fresh: &mut Vec<[T; N]>,
        left: &[[T; N]],
        on_roll: &[usize],
        opponents: Range<usize>,
        threads: usize,
    ) -> Range<usize> {
        let columns = opponents.start / BLOCK * BLOCK..opponents.end.next_multiple_of(BLOCK);
        let width = columns.len();
        fresh.resize(on_roll.len() * width, [T::default(); N]);
        // Neighbours depend on much the same pairs: block by block these stay in a near cache.
        let solve = |on_roll: &[usize], rows: &mut [[T; N]]| {
            for block in (0..width).step_by(BLOCK) {
                for (&me, row) in on_roll.iter().zip(rows.chunks_exact_mut(width)) {
                    row[block..block + BLOCK].copy_from_slice(&self.means(me, columns.start + block, left));
                }
            }
        };
        if threads == 1 || fresh.len() < 4096 {
            solve(on_roll, fresh);
        } else {
            let each = on_roll.len().div_ceil(threads);
            let parts = on_roll.chunks(each).zip(fresh.chunks_mut(each * width));
            side_by_side(parts.map(|(on_roll, rows)| move || solve(on_roll, rows)));
        }
        columns
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
