//! The rule by which a fast net leaves plays of a roll to be evaluated by the real one.

/// How many plays of a roll pass: those whose value by the fast net is within a margin of the best, up to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prefilter {
    /// The most plays that pass, 1 at least.
    pub most: u8,
    /// The margin in units of the cube (cubeless equity, in a match with the gammon prices of the score).
    pub margin: f32,
}

impl Prefilter {
    /// The prefilter of the own nets wherever pruning is on; measured in `docs/training.md`.
    pub const STANDARD: Self = Self { most: 6, margin: 0.11 };

    /// The prefilter of the own nets where nobody makes the play, and its value alone counts: at the end of a
    /// look-ahead, in the luck of rolls. Measured in `docs/performance.md`.
    pub const OF_VALUES: Self = Self { most: 3, margin: 0.06 };

    /// The prefilter of the own nets where a play is made and other work takes most of the time, as in rollouts that
    /// value luck. Measured in `docs/performance.md`.
    pub const OF_PLAYS: Self = Self { most: 8, margin: 0.16 };

    /// This many plays, however far behind the best.
    pub const fn best(most: u8) -> Self {
        Self { most, margin: f32::INFINITY }
    }

    /// Lists the plays that pass by number, in order, given what each is worth to the mover. Of equal plays the first
    /// ones pass.
    pub fn apply(&self, values: &[f32], passed: &mut KeptPlays) {
        passed.gather(values, highest(values) - self.margin);
        passed.keep(usize::from(self.most.max(1)));
    }
}

/// The plays of a roll that a filter keeps, and room to find them.
#[derive(Clone, Debug, Default)]
pub struct KeptPlays {
    plays: Vec<u32>,
    /// Their value.
    values: Vec<f32>,
    /// How they rank by that.
    ranks: Vec<i32>,
}

/// Values compared at once.
const SIDE_BY_SIDE: usize = 8;

/// Up to this many plays are compared each with every other.
const MOST_ALL_PAIRS: usize = 32;

impl KeptPlays {
    /// The numbers of the plays, in order.
    pub fn plays(&self) -> &[u32] {
        &self.plays
    }

    /// Keeps the `most` best plays of all; of equal plays the first ones.
    pub fn best(&mut self, most: usize, values: &[f32]) {
        self.gather(values, f32::NEG_INFINITY);
        self.keep(most);
    }

    /// Lists the plays that are worth `least` or more.
    fn gather(&mut self, values: &[f32], least: f32) {
        self.plays.resize(values.len(), 0);
        self.values.resize(values.len(), 0.0);
        let mut n = 0;
        // Which plays pass is unpredictable, so there is no branch.
        for (play, &value) in (0..).zip(values) {
            (self.plays[n], self.values[n]) = (play, value);
            n += usize::from(value >= least);
        }
        self.truncate(n);
    }

    /// Leaves the `most` best of those that pass, in order.
    fn keep(&mut self, most: usize) {
        if self.plays.len() <= most {
            return;
        }
        let last = if self.plays.len() <= MOST_ALL_PAIRS { self.last_of_few(most) } else { self.last_of_many(most) };
        // The last places may be shared: the first plays have them.
        let mut shared = most - self.values.iter().filter(|&&value| value > last).count();
        let mut n = 0;
        for i in 0..self.plays.len() {
            let (play, value) = (self.plays[i], self.values[i]);
            let is_last = value == last && shared > 0;
            shared -= usize::from(is_last);
            (self.plays[n], self.values[n]) = (play, value);
            n += usize::from(value > last || is_last);
        }
        self.truncate(n);
    }

    /// The value of the last of the `most` best: the least value that fewer than `most` exceed.
    fn last_of_few(&self, most: usize) -> f32 {
        let mut last = [f32::INFINITY; SIDE_BY_SIDE];
        for values in self.values.chunks(SIDE_BY_SIDE) {
            let mut mine = [f32::NEG_INFINITY; SIDE_BY_SIDE];
            mine[..values.len()].copy_from_slice(values);
            let mut better = [0; SIDE_BY_SIDE];
            for other in &self.values {
                for (better, mine) in better.iter_mut().zip(mine) {
                    *better += i32::from(*other > mine);
                }
            }
            for ((last, better), mine) in last.iter_mut().zip(better).zip(mine) {
                *last = if better < most as i32 && mine < *last { mine } else { *last };
            }
        }
        last.into_iter().fold(f32::INFINITY, f32::min)
    }

    /// [`Self::last_of_few`] by selection, which is faster for many values.
    fn last_of_many(&mut self, most: usize) -> f32 {
        self.ranks.clear();
        self.ranks.extend(self.values.iter().map(|&value| rank(value)));
        let (_, &mut last, _) = self.ranks.select_nth_unstable_by(most - 1, |a, b| b.cmp(a));
        value_of(last)
    }

    fn truncate(&mut self, n: usize) {
        self.plays.truncate(n);
        self.values.truncate(n);
    }
}

/// A whole number that is greater for a greater value, and the same for both zeros: quicker to compare.
fn rank(value: f32) -> i32 {
    let bits = (value + 0.0).to_bits() as i32;
    bits ^ (bits >> 31 & i32::MAX)
}

/// The value of a rank.
fn value_of(rank: i32) -> f32 {
    f32::from_bits((rank ^ (rank >> 31 & i32::MAX)) as u32)
}

/// The greatest of some values.
fn highest(values: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let (chunks, rest) = values.as_chunks::<SIDE_BY_SIDE>();
    let mut best = [f32::NEG_INFINITY; SIDE_BY_SIDE];
    for values in chunks {
        for (best, &value) in best.iter_mut().zip(values) {
            *best = greater(*best, value);
        }
    }
    best.iter().chain(rest).copied().fold(f32::NEG_INFINITY, greater)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pass_in_their_order() {
        let passed = |rule: Prefilter| {
            let mut passed = KeptPlays::default();
            rule.apply(&[0.1, 0.5, 0.45, 0.5, -1.0, 0.3], &mut passed);
            passed.plays
        };
        assert_eq!(passed(Prefilter { most: 8, margin: 0.1 }), [1, 2, 3]);
        assert_eq!(passed(Prefilter { most: 2, margin: 0.1 }), [1, 3]);
        assert_eq!(passed(Prefilter { most: 1, margin: 0.0 }), [1]);
        assert_eq!(passed(Prefilter::best(4)), [1, 2, 3, 5]);
        assert_eq!(passed(Prefilter::best(9)), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn ranks_follow_values() {
        let values = [f32::NEG_INFINITY, -3.0, -2.5, -1e-30, 0.0, 1e-30, 0.25, 0.3, 3.0];
        assert!(values.is_sorted_by_key(|&value| rank(value)));
        assert!(values.windows(2).all(|pair| rank(pair[0]) != rank(pair[1])));
        assert_eq!(rank(-0.0), rank(0.0));
        assert!(values.iter().all(|&value| value_of(rank(value)) == value));
    }

    #[test]
    fn the_best_are_those_that_sorting_finds() {
        let mut passed = KeptPlays::default();
        for n in 0..100_u32 {
            // Few different values, so that many are equal.
            let values: Vec<f32> = (0..n).map(|i| (i * 7919 % 101 % (1 + n / 3)) as f32 * -0.1).collect();
            for most in [1, 2, 5, 10, 40] {
                let mut sorted: Vec<u32> = (0..n).collect();
                sorted.sort_by(|&a, &b| values[b as usize].total_cmp(&values[a as usize]));
                sorted.truncate(most);
                sorted.sort_unstable();
                passed.best(most, &values);
                assert_eq!(passed.plays(), sorted, "{most} of {n}");
            }
        }
    }
}
