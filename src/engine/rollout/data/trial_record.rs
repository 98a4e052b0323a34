//! The record that a trial leaves behind.

use super::fixed::Fixed;
use crate::board::{BySide, Roll};
use std::ops::Range;

/// Places of the seven numbers of a trial: the five [outputs](crate::eval::Output), then these.
pub const CUBELESS: usize = 5;
/// The place of the cubeful value.
pub const CUBEFUL: usize = 6;
/// How many numbers a trial has.
pub const QUANTITIES: usize = 7;

/// The seven numbers of a trial, seen by the side that decides: the five outputs, the cubeless equity at the
/// cube with which the trial began, and the cubeful value. That is an equity in units of the basis cube for
/// money, a winning chance in a match; in a cubeless rollout it is the cubeless equity once more.
pub type Values<T = f64> = [T; QUANTITIES];

/// One trial, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialRecord {
    /// The values with the luck of the dice subtracted, where variance reduction is on. They may lie outside 0..=1.
    pub values: Values<Fixed>,
    /// As the trial ended.
    pub raw: Values<Fixed>,
    /// The values for the four states of a settled cube: dead, centered, of the side that decides, of the
    /// other; zero without settlement.
    pub settled: [Fixed; 4],
    /// The first roll, `None` when the trial ended before it.
    pub first_roll: Option<Roll>,
    /// The events, for the statistics. Sides are those of the decision: `on_roll` decides.
    pub events: Events,
    /// Static evaluations made.
    pub evaluations: u32,
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The horizon, or a database that holds the value.
    Valued,
    /// A side bore off its last checker and won this many times the cube: 1, 2 or 3.
    BorneOff {
        /// Whether the side that decides won.
        won: bool,
        /// 1, 2 or 3.
        multiple: u8,
    },
    /// A double was passed.
    Passed {
        /// Whether the side that decides doubled.
        won: bool,
    },
}

/// The events in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Events {
    /// Turns begun.
    pub turns: u16,
    /// Doubles taken. After the first the owner alternates.
    pub takes: u8,
    /// Whether the side that decides doubled first; meaningless without takes.
    pub first_double_is_ours: bool,
    /// The end.
    pub ending: Ending,
    /// The turn, from 0, in which a side first hit.
    pub first_hit: BySide<Option<u16>>,
    /// The turn in which a side first had the other on the bar against six made points.
    pub first_closeout: BySide<Option<u16>>,
    /// Turns of pure bearoff.
    pub bearoff_turns: BySide<u16>,
    /// Pips rolled in them and not moved.
    pub wasted_pips: BySide<u16>,
}

impl Events {
    /// The record of a trial that has not begun.
    pub const NONE: Self = Self {
        turns: 0,
        takes: 0,
        first_double_is_ours: false,
        ending: Ending::Valued,
        first_hit: BySide { on_roll: None, opponent: None },
        first_closeout: BySide { on_roll: None, opponent: None },
        bearoff_turns: BySide { on_roll: 0, opponent: 0 },
        wasted_pips: BySide { on_roll: 0, opponent: 0 },
    };
}

/// The stakes of a trial, which bound its values.
pub(in crate::rollout) struct Stakes {
    /// The cube at the beginning and the largest there is, in units of the cube in which equities are given; `None` in
    /// a match, whose values are chances.
    pub cubes: Option<[f64; 2]>,
    /// Whether the cubeful value is another than the cubeless one.
    pub cubeful: bool,
}

/// The luck of all rolls of a trial is worth at most this many times what its game is worth, generously.
const LUCK: i64 = 10;

/// The distance by which chances computed in 32 bits may lie beyond their ends.
const ROUNDING: i64 = Fixed::ONE / 1000;

/// Stands for no turn, where a turn is stored in two bytes.
const NEVER: u16 = u16::MAX;

impl TrialRecord {
    /// Bytes of a stored record.
    pub const BYTES: usize = 8 * (2 * QUANTITIES + 4) + 4 + 4 + 2 + 8 + 8;

    /// The record in a fixed layout, little-endian.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let mut rest = &mut bytes[..];
        let mut put = |field: &[u8]| {
            let (head, tail) = std::mem::take(&mut rest).split_at_mut(field.len());
            head.copy_from_slice(field);
            rest = tail;
        };
        for value in self.values.iter().chain(&self.raw).chain(&self.settled) {
            put(&value.0.to_le_bytes());
        }
        put(&self.evaluations.to_le_bytes());
        let ending = match self.events.ending {
            Ending::Valued => 0,
            Ending::BorneOff { won, multiple } => multiple + 4 * u8::from(won),
            Ending::Passed { won } => 8 + u8::from(won),
        };
        let roll = self.first_roll.map_or(u8::MAX, |roll| roll.index() as u8);
        put(&[roll, ending, self.events.takes, u8::from(self.events.first_double_is_ours)]);
        put(&self.events.turns.to_le_bytes());
        for sides in [self.events.first_hit, self.events.first_closeout] {
            put(&sides.on_roll.unwrap_or(NEVER).to_le_bytes());
            put(&sides.opponent.unwrap_or(NEVER).to_le_bytes());
        }
        for sides in [self.events.bearoff_turns, self.events.wasted_pips] {
            put(&sides.on_roll.to_le_bytes());
            put(&sides.opponent.to_le_bytes());
        }
        bytes
    }

    /// Whether the chances are those of a game: as it ended, or as they are estimated, gammons among the wins and
    /// backgammons among the gammons. With luck subtracted they may lie beyond.
    fn has_possible_chances(&self) -> bool {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = std::array::from_fn(|i| self.raw[i].0);
        let falls = |values: [i64; 5]| values.is_sorted_by(|more, fewer| *more >= fewer - ROUNDING);
        let ended = match self.events.ending {
            Ending::BorneOff { won, multiple } => {
                let winners =
                    if won { [win, gammon, backgammon] } else { [Fixed::ONE - win, lose_gammon, lose_backgammon] };
                let is_so = |n: u8| (winners[usize::from(n) - 1] > Fixed::ONE / 2) == (multiple >= n);
                (1..=3).all(is_so)
            }
            Ending::Valued | Ending::Passed { .. } => true,
        };
        ended
            && falls([Fixed::ONE, win, gammon, backgammon, 0])
            && falls([Fixed::ONE, Fixed::ONE - win, lose_gammon, lose_backgammon, 0])
            && self.are_within(0..CUBELESS, 1.0)
    }

    /// Whether these of its numbers are at most so large, and no larger with luck subtracted than luck may make them.
    fn are_within(&self, places: Range<usize>, most: f64) -> bool {
        let within = |values: &[Fixed], most: i64| values.iter().all(|value| value.0.unsigned_abs() <= most as u64);
        let most = Fixed::from_f64(most).0 + ROUNDING;
        within(&self.raw[places.clone()], most) && within(&self.values[places], LUCK * most)
    }

    /// Whether a trial of these stakes can leave this record.
    pub(in crate::rollout) fn is_possible(&self, stakes: &Stakes) -> bool {
        // A cubeless equity is at most a backgammon, in a match with the prices of gammons at the worst of scores.
        let cubeless = if stakes.cubes.is_some() { 3.0 } else { 100.0 };
        let cubeful = match stakes.cubes {
            _ if !stakes.cubeful => cubeless,
            // What is estimated at the end may have one double more in it.
            Some([first, top]) => 3.0 * (first * (1.0 + f64::from(self.events.takes)).exp2()).min(top.max(first)),
            None => 1.0,
        };
        let settled = Fixed::from_f64(cubeless).0 * LUCK;
        self.are_within(CUBELESS..CUBEFUL, cubeless)
            && self.are_within(CUBEFUL..QUANTITIES, cubeful)
            && self.settled.iter().all(|value| value.0.unsigned_abs() <= settled as u64)
    }

    /// A record from its stored form, `None` when a field is out of range.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let mut rest = &bytes[..];
        let values = std::array::from_fn(|_| Fixed(i64::from_le_bytes(take(&mut rest))));
        let raw = std::array::from_fn(|_| Fixed(i64::from_le_bytes(take(&mut rest))));
        let settled = std::array::from_fn(|_| Fixed(i64::from_le_bytes(take(&mut rest))));
        let evaluations = u32::from_le_bytes(take(&mut rest));
        let [roll, ending, takes, first] = take(&mut rest);
        let first_roll = match roll {
            u8::MAX => None,
            index => Some(*Roll::ALL.get(usize::from(index))?),
        };
        let ending = match ending {
            0 => Ending::Valued,
            1..=3 => Ending::BorneOff { won: false, multiple: ending },
            5..=7 => Ending::BorneOff { won: true, multiple: ending - 4 },
            8 | 9 => Ending::Passed { won: ending == 9 },
            _ => return None,
        };
        let mut number = || u16::from_le_bytes(take(&mut rest));
        let turns = number();
        let first_hit = BySide { on_roll: number(), opponent: number() };
        let first_closeout = BySide { on_roll: number(), opponent: number() };
        let bearoff_turns = BySide { on_roll: number(), opponent: number() };
        let wasted_pips = BySide { on_roll: number(), opponent: number() };
        let turn = |turn: u16| (turn != NEVER).then_some(turn);
        let events = Events {
            turns,
            takes,
            first_double_is_ours: first != 0,
            ending,
            first_hit: BySide { on_roll: turn(first_hit.on_roll), opponent: turn(first_hit.opponent) },
            first_closeout: BySide { on_roll: turn(first_closeout.on_roll), opponent: turn(first_closeout.opponent) },
            bearoff_turns,
            wasted_pips,
        };
        let record = Self { values, raw, settled, first_roll, events, evaluations };
        record.has_possible_chances().then_some(record)
    }
}

/// The next bytes of a slice known to hold them.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (head, tail) = rest.split_first_chunk().expect("a record has a fixed size");
    *rest = tail;
    *head
}

#[cfg(test)]
pub(in crate::rollout) mod tests {
    use super::*;

    /// A record with these cubeful values; everything else follows from them somehow.
    pub fn record(cubeful: f64) -> TrialRecord {
        let mut values = [Fixed::from_f64(0.25); QUANTITIES];
        values[CUBELESS] = Fixed::from_f64(cubeful / 2.0);
        values[CUBEFUL] = Fixed::from_f64(cubeful);
        TrialRecord {
            values,
            raw: values,
            settled: [Fixed::ZERO; 4],
            first_roll: Some(Roll::ALL[4]),
            events: Events::NONE,
            evaluations: 17,
        }
    }

    #[test]
    fn records_survive_storage() {
        let mut first = record(-0.4);
        first.events = Events {
            turns: 77,
            takes: 2,
            first_double_is_ours: true,
            ending: Ending::BorneOff { won: true, multiple: 3 },
            first_hit: BySide { on_roll: Some(0), opponent: None },
            first_closeout: BySide { on_roll: None, opponent: Some(41) },
            bearoff_turns: BySide { on_roll: 3, opponent: 4 },
            wasted_pips: BySide { on_roll: 5, opponent: 6 },
        };
        first.raw[..CUBELESS].copy_from_slice(&[1.0, 1.0, 1.0, 0.0, 0.0].map(Fixed::from_f64));
        let mut second = record(2.0);
        second.first_roll = None;
        second.events.ending = Ending::Passed { won: false };
        for record in [first, second] {
            assert_eq!(TrialRecord::from_bytes(&record.to_bytes()), Some(record));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let mut bytes = record(0.0).to_bytes();
        let place = 8 * (2 * QUANTITIES + 4) + 4;
        bytes[place] = 21;
        assert_eq!(TrialRecord::from_bytes(&bytes), None);
        bytes[place] = 20;
        bytes[place + 1] = 4;
        assert_eq!(TrialRecord::from_bytes(&bytes), None);
        // Numbers that no trial leaves.
        let absurd = |change: &dyn Fn(&mut TrialRecord)| {
            let mut absurd = record(0.0);
            change(&mut absurd);
            TrialRecord::from_bytes(&absurd.to_bytes())
        };
        assert!(absurd(&|_| ()).is_some());
        assert_eq!(absurd(&|record| record.raw[0] = Fixed::from_f64(1.1)), None);
        assert_eq!(absurd(&|record| record.raw[4] = Fixed::from_f64(-0.1)), None);
        assert_eq!(absurd(&|record| record.raw[1] = Fixed::from_f64(0.3)), None, "more gammons than wins");
        assert_eq!(absurd(&|record| record.raw[2] = Fixed::from_f64(0.3)), None, "more backgammons than gammons");
        assert_eq!(absurd(&|record| record.raw[3] = Fixed::from_f64(0.8)), None, "more gammons lost than games");
        assert_eq!(absurd(&|record| record.raw[4] = Fixed::from_f64(0.3)), None);
        assert_eq!(absurd(&|record| record.values[0].0 = i64::MIN), None);
        assert_eq!(absurd(&|record| record.values[1] = Fixed::from_f64(11.0)), None);
        let ended = |won, multiple, chances: [f64; 5]| {
            absurd(&|record| {
                record.events.ending = Ending::BorneOff { won, multiple };
                record.raw[..CUBELESS].copy_from_slice(&chances.map(Fixed::from_f64));
            })
        };
        assert!(ended(true, 2, [1.0, 1.0, 0.0, 0.0, 0.0]).is_some());
        assert!(ended(false, 1, [0.0, 0.0, 0.0, 0.0, 0.0]).is_some());
        assert!(ended(false, 3, [0.0, 0.0, 0.0, 1.0, 1.0]).is_some());
        assert_eq!(ended(true, 1, [1.0, 1.0, 0.0, 0.0, 0.0]), None);
        assert_eq!(ended(false, 1, [1.0, 0.0, 0.0, 0.0, 0.0]), None);
        assert_eq!(ended(false, 3, [0.0, 0.0, 0.0, 1.0, 0.0]), None);
    }

    #[test]
    fn values_are_bounded_by_cube_and_score() {
        let is_possible = |cubes, takes, change: &dyn Fn(&mut TrialRecord)| {
            let mut record = record(0.5);
            record.events.takes = takes;
            change(&mut record);
            record.is_possible(&Stakes { cubes, cubeful: true })
        };
        let (cube, of_match) = (Some([1.0, 4.0]), None);
        let cubeful = |value: f64| move |record: &mut TrialRecord| record.raw[CUBEFUL] = Fixed::from_f64(value);
        let with_luck = |value: f64| move |record: &mut TrialRecord| record.values[CUBEFUL] = Fixed::from_f64(value);
        assert!(is_possible(cube, 0, &cubeful(6.0)) && !is_possible(cube, 0, &cubeful(6.1)));
        assert!(is_possible(cube, 1, &cubeful(-12.0)) && !is_possible(cube, 1, &cubeful(-12.1)));
        assert!(!is_possible(cube, 9, &cubeful(12.1)), "no further than the limit");
        assert!(is_possible(Some([8.0, 4.0]), 9, &cubeful(24.0)), "a cube that lies beyond the limit stays");
        assert!(is_possible(of_match, 1, &cubeful(1.0)) && !is_possible(of_match, 1, &cubeful(1.1)));
        assert!(!is_possible(of_match, 1, &cubeful(-1.1)));
        assert!(is_possible(cube, 0, &with_luck(-60.0)) && !is_possible(cube, 0, &with_luck(-61.0)));
        assert!(is_possible(of_match, 0, &with_luck(10.0)) && !is_possible(of_match, 0, &with_luck(11.0)));
        assert!(!is_possible(cube, 0, &with_luck(1_228_800.0)));
        assert!(!is_possible(cube, 0, &|record| record.raw[CUBELESS] = Fixed::from_f64(3.1)));
        assert!(!is_possible(cube, 0, &|record| record.values[CUBELESS].0 = i64::MIN));
        assert!(!is_possible(cube, 0, &|record| record.settled[2].0 = i64::MIN));
        assert!(!is_possible(cube, 0, &|record| record.settled[0] = Fixed::from_f64(31.0)));
        // Without a cube a match has an equity in place of its chance.
        let mut without = record(0.5);
        without.raw[CUBELESS..].fill(Fixed::from_f64(-3.0));
        without.values[CUBELESS..].fill(Fixed::from_f64(-3.5));
        assert!(without.is_possible(&Stakes { cubes: None, cubeful: false }));
        assert!(!without.is_possible(&Stakes { cubes: None, cubeful: true }));
        assert!(without.is_possible(&Stakes { cubes: cube, cubeful: false }));
        without.raw[CUBEFUL] = Fixed::from_f64(-4.0);
        assert!(!without.is_possible(&Stakes { cubes: cube, cubeful: false }));
    }
}
