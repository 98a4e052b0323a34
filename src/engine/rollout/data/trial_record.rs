//! The record that a trial leaves behind.

use super::fixed::Fixed;
use crate::board::{BySide, Roll};

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

/// Three times the highest cube.
const MOST: i64 = 3 * 4096 * Fixed::ONE;

/// The same with the luck of all rolls subtracted, generously.
const MOST_WITH_LUCK: i64 = 100 * MOST;

/// The distance by which chances computed in 32 bits may lie beyond their ends.
const ROUNDING: i64 = Fixed::ONE / 1000;

/// Stands for no turn, where a turn is stored in two bytes.
const NEVER: u16 = u16::MAX;

impl TrialRecord {
    /// Bytes of a stored record.
    pub const BYTES: usize = 8 * (2 * QUANTITIES + 4) + 4 + 4 + 2 + 8 + 8;

    /// The record in a fixed layout, little-endian.
    #[must_use]
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

    /// Whether every number is one that a trial can leave. Chances as a game ended lie between 0 and 1; an equity is
    /// worth at most a backgammon with the highest cube. With luck subtracted a number may lie beyond, by what all
    /// rolls of a game together may bring.
    fn is_possible(&self) -> bool {
        let chances = self.raw[..CUBELESS].iter().all(|value| (-ROUNDING..=Fixed::ONE + ROUNDING).contains(&value.0));
        let within = |values: &[Fixed], most: i64| values.iter().all(|value| value.0.unsigned_abs() <= most as u64);
        chances
            && within(&self.raw[CUBELESS..], MOST)
            && within(&self.settled, MOST_WITH_LUCK)
            && within(&self.values, MOST_WITH_LUCK)
    }

    /// A record from its stored form, `None` when a field is out of range.
    #[must_use]
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
        record.is_possible().then_some(record)
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
        assert_eq!(absurd(&|record| record.raw[CUBEFUL] = Fixed::from_f64(12_289.0)), None);
        assert_eq!(absurd(&|record| record.values[CUBEFUL].0 = i64::MAX), None);
        assert_eq!(absurd(&|record| record.values[0].0 = i64::MIN), None);
        assert_eq!(absurd(&|record| record.settled[2].0 = i64::MIN), None);
    }
}
