//! Move filters: which plays are looked at more deeply.
//!
//! A search to `n` plies first scores every play at 0 plies, keeps some, scores those one ply deeper,
//! and so on. How many are kept at which ply is a matter of the depth aimed at.

use crate::words::counted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The rule by which plays survive one level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveFilter {
    /// The best plays kept whatever their score.
    pub accept: u8,
    /// How many more may be kept.
    pub extra: u8,
    /// How far below the best the score of an extra play may lie, as equity.
    pub threshold: f32,
}

impl MoveFilter {
    const fn new(accept: u8, extra: u8, threshold: f32) -> Self {
        Self { accept, extra, threshold }
    }

    /// How many of the plays survive, given their scores from the best down.
    pub fn survivors(&self, scores: impl ExactSizeIterator<Item = f32>) -> usize {
        let n = scores.len();
        let accept = usize::from(self.accept).min(n);
        let most = (accept + usize::from(self.extra)).min(n);
        let mut floor = f32::NEG_INFINITY;
        let mut kept = 0;
        for (i, score) in scores.enumerate().take(most) {
            if i == 0 {
                floor = score - self.threshold;
            }
            if i >= accept && score < floor {
                break;
            }
            kept = i + 1;
        }
        kept
    }
}

/// No such entry in a table of move filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The depth is not 1 to 4.
    #[error("move filters are kept for searches to 1 to {max} plies, not {0}", max = MoveFilters::PLIES)]
    Plies(usize),
    /// The level is not below the depth.
    #[error("a search to {} has levels 0 to {}, not {level}", counted(*.plies, "ply"), .plies - 1)]
    Level {
        /// The depth.
        plies: usize,
        /// The requested level.
        level: usize,
    },
}

/// A filter for every level of every depth; `None` skips the level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveFilters([[Option<MoveFilter>; MoveFilters::PLIES]; MoveFilters::PLIES]);

impl MoveFilters {
    /// The deepest search that has a row of its own; deeper ones use the last row.
    pub const PLIES: usize = 4;

    /// [`MoveFilters::NORMAL`], and of a search to 2 plies only the plays go so deep that 1 ply leaves within 0.03 of
    /// the best: half of its time for an equal loss with the program's own nets. docs/levels.md has the measurement.
    pub const LEAN: Self = {
        let Self(mut rows) = Self::NORMAL;
        rows[1][1] = Some(MoveFilter::new(0, 8, 0.03));
        Self(rows)
    };
    /// Five extra plays within 0.08.
    pub const TINY: Self = Self::preset(MoveFilter::new(0, 5, 0.08), MoveFilter::new(0, 2, 0.02));
    /// Eight extra plays within 0.12.
    pub const NARROW: Self = Self::preset(MoveFilter::new(0, 8, 0.12), MoveFilter::new(0, 2, 0.03));
    /// Eight extra plays within 0.16: the reference's default for evaluation and hints.
    pub const NORMAL: Self = Self::preset(MoveFilter::new(0, 8, 0.16), MoveFilter::new(0, 2, 0.04));
    /// Sixteen extra plays within 0.32: the reference's default for analysis.
    pub const LARGE: Self = Self::preset(MoveFilter::new(0, 16, 0.32), MoveFilter::new(0, 4, 0.08));
    /// Twenty extra plays within 0.44.
    pub const HUGE: Self = Self::preset(MoveFilter::new(0, 20, 0.44), MoveFilter::new(0, 6, 0.11));

    /// The presets with their names as typed in commands, narrowest first.
    pub const PRESETS: [(&'static str, Self); 6] = [
        ("lean", Self::LEAN),
        ("tiny", Self::TINY),
        ("narrow", Self::NARROW),
        ("normal", Self::NORMAL),
        ("large", Self::LARGE),
        ("huge", Self::HUGE),
    ];

    const fn preset(first: MoveFilter, third: MoveFilter) -> Self {
        let (first, third) = (Some(first), Some(third));
        Self([
            [first, None, None, None],
            [first, None, None, None],
            [first, None, third, None],
            [first, None, third, None],
        ])
    }

    /// The filter at a level of a search to `plies`; `None` when the level is skipped.
    pub fn get(&self, plies: usize, level: usize) -> Option<MoveFilter> {
        if plies == 0 || level >= plies {
            return None;
        }
        self.0[plies.min(Self::PLIES) - 1].get(level).copied().flatten()
    }

    /// Sets the filter at a level of a search to `plies`.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn set(&mut self, plies: usize, level: usize, filter: Option<MoveFilter>) -> Result<(), FilterError> {
        if plies == 0 || plies > Self::PLIES {
            return Err(FilterError::Plies(plies));
        }
        if level >= plies {
            return Err(FilterError::Level { plies, level });
        }
        self.0[plies - 1][level] = filter;
        Ok(())
    }

    /// These filters for nets that may be a user's: [`MoveFilters::LEAN`] is for the program's own, and gives way to
    /// the reference's `default` where its numbers are to come out.
    #[must_use]
    pub fn for_nets(&self, has_own_nets: bool, default: Self) -> Self {
        if has_own_nets || *self != Self::LEAN { *self } else { default }
    }

    /// The name of the preset that these filters equal.
    pub fn preset_name(&self) -> Option<&'static str> {
        Self::PRESETS.iter().find(|(_, preset)| preset == self).map(|&(name, _)| name)
    }
}

impl Default for MoveFilters {
    fn default() -> Self {
        Self::NORMAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_plays_must_lie_within_the_threshold() {
        let scores = [0.5, 0.45, 0.4, 0.2, -0.1];
        let survivors =
            |accept, extra, threshold| MoveFilter { accept, extra, threshold }.survivors(scores.iter().copied());
        assert_eq!(survivors(0, 8, 0.125), 3);
        assert_eq!(survivors(0, 2, 0.125), 2);
        assert_eq!(survivors(4, 0, 0.0), 4);
        assert_eq!(survivors(4, 1, 10.0), 5);
        assert_eq!(survivors(1, 8, 0.0), 1);
        assert_eq!(survivors(9, 8, 0.0), 5);
        assert_eq!(survivors(0, 0, 1.0), 0);
    }

    #[test]
    fn lean_is_for_own_nets_alone() {
        for (name, preset) in MoveFilters::PRESETS {
            assert_eq!(preset.preset_name(), Some(name));
            assert_eq!(preset.for_nets(true, MoveFilters::LARGE), preset);
            let theirs = if name == "lean" { MoveFilters::LARGE } else { preset };
            assert_eq!(preset.for_nets(false, MoveFilters::LARGE), theirs);
        }
    }

    #[test]
    fn rows_can_be_changed_where_they_exist() {
        let mut filters = MoveFilters::default();
        assert_eq!(filters.preset_name(), Some("normal"));
        filters.set(2, 1, Some(MoveFilter::new(0, 3, 0.1))).unwrap();
        assert_eq!(filters.preset_name(), None);
        assert_eq!(filters.get(2, 1).map(|filter| filter.extra), Some(3));
        assert_eq!(filters.set(2, 2, None), Err(FilterError::Level { plies: 2, level: 2 }));
        assert_eq!(filters.set(5, 0, None), Err(FilterError::Plies(5)));
        // Searches deeper than the table use its last row.
        assert_eq!(filters.get(6, 2), filters.get(4, 2));
        assert_eq!(filters.get(6, 5), None);
        assert_eq!(filters.get(0, 0), None);
    }
}
