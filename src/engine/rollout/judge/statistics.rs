//! The events in a candidate's trials, counted by side: how they were won, the cube, hits, bearing off.

use crate::board::BySide;
use crate::rollout::data::trial_record::{Ending, TrialRecord};
use serde::Serialize;

/// Values of the cube counted separately: 1, 2, 4 … as multiples of the cube with which trials began. Higher
/// ones are counted with the last.
pub const CUBE_LEVELS: usize = 8;

/// How one side's games went at one value of the cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CubeLevel {
    /// Games won singly by bearing off.
    pub single: u64,
    /// Gammons won.
    pub gammon: u64,
    /// Backgammons won.
    pub backgammon: u64,
    /// Doubles the other side took, from this value.
    pub taken: u64,
    /// Doubles the other side passed: games won with the cube.
    pub passed: u64,
}

impl CubeLevel {
    /// Whether nothing happened at this value.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The counts of one side's actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideStatistics {
    /// The counts by value of the cube.
    pub levels: [CubeLevel; CUBE_LEVELS],
    /// Trials with a hit, and the sum of the turns of the first.
    pub hit: (u64, u64),
    /// Trials with a closeout, and the sum of the turns of the first.
    pub closeout: (u64, u64),
    /// Turns of pure bearoff.
    pub bearoff_turns: u64,
    /// Pips wasted in them.
    pub wasted_pips: u64,
}

/// The statistics of a candidate. `on_roll` is the side that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The counts by side.
    pub sides: BySide<SideStatistics>,
    /// Trials ended by an evaluation or a database.
    pub valued: u64,
    /// Turns of all trials.
    pub turns: u64,
}

impl Statistics {
    /// Counts over some trials.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a TrialRecord>) -> Self {
        let mut all = Self::default();
        records.into_iter().for_each(|record| all.add(record));
        all
    }

    /// Trials ended by bearing off the last checker.
    pub fn borne_off(&self) -> u64 {
        self.levels().map(|level| level.single + level.gammon + level.backgammon).sum()
    }

    /// Trials ended by a pass.
    pub fn passed(&self) -> u64 {
        self.levels().map(|level| level.passed).sum()
    }

    fn levels(&self) -> impl Iterator<Item = &CubeLevel> {
        self.sides.on_roll.levels.iter().chain(&self.sides.opponent.levels)
    }

    fn add(&mut self, record: &TrialRecord) {
        let events = &record.events;
        self.turns += u64::from(events.turns);
        let mut ours = events.first_double_is_ours;
        for take in 0..usize::from(events.takes) {
            self.side(ours).levels[take.min(CUBE_LEVELS - 1)].taken += 1;
            ours = !ours;
        }
        let level = usize::from(events.takes).min(CUBE_LEVELS - 1);
        match events.ending {
            Ending::Valued => self.valued += 1,
            Ending::Passed { won } => self.side(won).levels[level].passed += 1,
            Ending::BorneOff { won, multiple } => {
                let level = &mut self.side(won).levels[level];
                match multiple {
                    3.. => level.backgammon += 1,
                    2 => level.gammon += 1,
                    _ => level.single += 1,
                }
            }
        }
        let sides = [(true, events.first_hit.on_roll, events.first_closeout.on_roll)].into_iter().chain([(
            false,
            events.first_hit.opponent,
            events.first_closeout.opponent,
        )]);
        for (ours, hit, closeout) in sides {
            let side = self.side(ours);
            for (count, turn) in [(&mut side.hit, hit), (&mut side.closeout, closeout)] {
                if let Some(turn) = turn {
                    count.0 += 1;
                    count.1 += u64::from(turn);
                }
            }
        }
        for (ours, turns, pips) in [
            (true, events.bearoff_turns.on_roll, events.wasted_pips.on_roll),
            (false, events.bearoff_turns.opponent, events.wasted_pips.opponent),
        ] {
            self.side(ours).bearoff_turns += u64::from(turns);
            self.side(ours).wasted_pips += u64::from(pips);
        }
    }

    const fn side(&mut self, ours: bool) -> &mut SideStatistics {
        if ours { &mut self.sides.on_roll } else { &mut self.sides.opponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::data::trial_record::Events;
    use crate::rollout::data::trial_record::tests::record;

    #[test]
    fn cubes_alternate_after_the_first_double() {
        let mut trial = record(0.0);
        trial.events = Events {
            takes: 2,
            first_double_is_ours: true,
            ending: Ending::Passed { won: true },
            turns: 30,
            first_hit: BySide { on_roll: None, opponent: Some(7) },
            ..Events::NONE
        };
        let mut all = Statistics::default();
        all.add(&trial);
        trial.events.ending = Ending::BorneOff { won: false, multiple: 2 };
        all.add(&trial);
        let (ours, theirs) = (&all.sides.on_roll, &all.sides.opponent);
        assert_eq!((ours.levels[0].taken, theirs.levels[1].taken), (2, 2));
        assert_eq!((ours.levels[2].passed, theirs.levels[2].gammon), (1, 1));
        assert_eq!((all.passed(), all.borne_off(), all.valued), (1, 1, 0));
        assert_eq!((all.turns, theirs.hit, ours.hit), (60, (2, 14), (0, 0)));
    }
}
