//! Courses of games and nets as plain numbers, for training by other programs (`scripts/gpu.py`).
//!
//! An entry is one position, little-endian, 110 bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 49 × u16 | rows of the first layer that it lights up, seen by the side on roll; filled up with 65,535 |
//! | u8 | the head that [`HeadRule::CheckersBack`] picks |
//! | u8 | flags |
//! | 5 × u16 | outputs for the side on roll, 65,535 being 1 |
//!
//! A turn is 22 entries: the position, and the positions after the best play of each of the 21 rolls of [`Roll::ALL`].
//! The outputs of the first are the mean over all rolls. Its flags are the number of the roll that was played, plus 128
//! if the next turn follows it. The flags of the others are 1 where no contact is left: their outputs are then known
//! elsewhere, and they light up no rows.

use super::chance::Chance;
use super::courses::{Courses, Turn};
use super::float_net::{FloatNet, Shape};
use super::lessons::Walker;
use super::subject::Subject;
use crate::board::{Position, SeenBy};
use crate::eval::own::{FirstLayer, HeadRule, OwnNet, PANEL, rows_of};
use crate::eval::{Class, Evaluator, Outputs};
use std::io::{self, Write};
use std::sync::Arc;

/// Bytes of an entry.
pub const ENTRY: usize = 2 * ROWS + 2 + 2 * 5;
/// Rows of an entry.
const ROWS: usize = 49;
const SUBJECT: Subject = Subject::Contact;
const RULE: HeadRule = HeadRule::CheckersBack;
/// A position without contact.
const KNOWN: u8 = 1;
/// The next turn follows.
const GOES_ON: u8 = 128;

/// Writes the turns of courses of at most so many turns each, from the positions of so many walks.
///
/// # Errors
/// The write that failed.
pub fn write_courses(
    players: &Arc<Evaluator>,
    seed: u64,
    walks: u64,
    turns: u32,
    to: &mut impl Write,
) -> io::Result<()> {
    let (mut walker, mut courses) = (Walker::new(players, SUBJECT), Courses::new(players, SUBJECT, turns));
    let mut positions = Vec::new();
    for walk in 0..walks {
        let mut chance = Chance::new(seed, walk);
        positions.clear();
        walker.walk(&mut chance, &mut positions);
        for position in positions.drain(..) {
            let course = courses.play(position, &mut chance);
            for (at, turn) in course.iter().enumerate() {
                write_turn(turn, at + 1 < course.len(), to)?;
            }
        }
    }
    Ok(())
}

fn write_turn(turn: &Turn, goes_on: bool, to: &mut impl Write) -> io::Result<()> {
    let flags = turn.roll.index() as u8 + if goes_on { GOES_ON } else { 0 };
    to.write_all(&entry(&turn.position, &Outputs(turn.mean), flags))?;
    for best in &turn.rolls {
        let position = best.result.flipped();
        let flags = if SUBJECT.asks(Class::of(&position)) { 0 } else { KNOWN };
        to.write_all(&entry(&position, &best.evaluation.outputs.flipped(), flags))?;
    }
    Ok(())
}

/// The entry of a position.
pub fn entry(position: &Position, outputs: &Outputs, flags: u8) -> [u8; ENTRY] {
    let mut entry = [0xff; ENTRY];
    let (rows, rest) = entry.split_at_mut(2 * ROWS);
    rest[0] = 0;
    if SUBJECT.asks(Class::of(position)) {
        let lit = rows_of(SUBJECT.features(), SeenBy::OnRoll.sides(position));
        for (place, row) in rows.as_chunks_mut::<2>().0.iter_mut().zip(lit) {
            *place = row.to_le_bytes();
        }
        rest[0] = Subject::head_of(position, RULE) as u8;
    }
    rest[1] = flags;
    for (place, output) in rest[2..].as_chunks_mut::<2>().0.iter_mut().zip(outputs.0) {
        *place = ((output.clamp(0.0, 1.0) * 65535.0).round() as u16).to_le_bytes();
    }
    entry
}

/// The contact net of so many units that has these parameters: rows, biases, then each head with its weights to middle
/// units `[activation][unit]`, their biases, weights to outputs `[output][unit]` and their biases. `None` if they
/// are not as many as it has.
pub fn contact_net(hidden: usize, first: FirstLayer, parameters: Vec<f32>) -> Option<OwnNet> {
    let heads = SUBJECT.classes() * RULE.heads();
    let shape = Shape { features: SUBJECT.features(), rule: RULE, first, hidden, middle: PANEL, heads };
    (parameters.len() == shape.parameters()).then(|| FloatNet::from_parameters(shape, parameters).quantized())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Roll, Variation};

    /// The outputs of an entry.
    fn outputs_of(entry: &[u8]) -> [f32; 5] {
        std::array::from_fn(|k| {
            let at = ENTRY - 10 + 2 * k;
            f32::from(u16::from_le_bytes([entry[at], entry[at + 1]])) / 65535.0
        })
    }

    #[test]
    fn an_entry_holds_rows_head_and_outputs() {
        let start = Variation::Standard.starting_position();
        let entry = entry(&start, &Outputs([0.5, 0.25, 2.0, -1.0, 1.0]), 7);
        let lit = rows_of(SUBJECT.features(), [start.on_roll(), start.opponent()]);
        let mut rows = entry[..2 * ROWS].as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair));
        assert!(lit.iter().all(|&row| rows.next() == Some(row)));
        assert!(rows.len() > 0 && rows.all(|row| row == u16::MAX));
        // Two checkers back on either side.
        assert_eq!(entry[2 * ROWS..2 * ROWS + 2], [2 * 4 + 2, 7]);
        for (found, expected) in outputs_of(&entry).into_iter().zip([0.5, 0.25, 1.0, 0.0, 1.0]) {
            assert!((found - expected).abs() < 1e-5, "{found}");
        }
    }

    #[test]
    fn a_turn_is_the_mean_of_its_rolls_and_leads_to_the_next() {
        let mut bytes = Vec::new();
        write_courses(&Evaluator::standard(), 3, 8, 3, &mut bytes).unwrap();
        let turns: Vec<&[u8]> = bytes.chunks_exact(22 * ENTRY).collect();
        assert!(bytes.len().is_multiple_of(22 * ENTRY) && turns.len() > 60);
        let flags = |turn: &[u8], place: usize| turn[place * ENTRY + 2 * ROWS + 1];
        let mut followed = 0;
        for (at, turn) in turns.iter().enumerate() {
            let mut mean = [0.0; 5];
            for (number, roll) in (1..).zip(Roll::ALL) {
                let after = Outputs(outputs_of(&turn[number * ENTRY..][..ENTRY])).flipped();
                mean.iter_mut().zip(after.0).for_each(|(mean, output)| *mean += output * roll.weight() as f32 / 36.0);
            }
            for (found, expected) in outputs_of(&turn[..ENTRY]).into_iter().zip(mean) {
                assert!((found - expected).abs() < 5e-5, "{found} {expected}");
            }
            let played = usize::from(flags(turn, 0) % GOES_ON);
            if flags(turn, 0) >= GOES_ON {
                let after = &turn[(1 + played) * ENTRY..][..2 * ROWS];
                assert_eq!(after, &turns[at + 1][..2 * ROWS], "turn {at}");
                followed += 1;
            }
            for place in 1..22 {
                let is_known = turn[place * ENTRY..][..2] == [0xff; 2];
                assert_eq!(flags(turn, place), if is_known { KNOWN } else { 0 });
            }
        }
        assert!(followed * 2 > turns.len(), "courses of three turns");
    }

    #[test]
    fn a_net_has_the_parameters_of_its_shape() {
        let count = (SUBJECT.features().rows() + 1) * 64 + 32 * (32 * PANEL + PANEL + 5 * PANEL + 5);
        let numbers: Vec<f32> = (0..count).map(|n| (n % 7) as f32 / 255.0).collect();
        let net = contact_net(64, FirstLayer::Products, numbers.clone()).unwrap();
        assert_eq!((net.rows[..9].to_vec(), net.heads.len()), (vec![0, 1, 2, 3, 4, 5, 6, 0, 1], 32));
        assert_eq!(contact_net(128, FirstLayer::Products, numbers), None);
    }
}
