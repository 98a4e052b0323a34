//! Decisions for other programs: an array of NumPy's format 1.0, of which each row is a decision.
//!
//! The format describes itself: `numpy.load(FILE)` has the columns by their names.

use super::Facts;
use crate::board::{Player, Side};

/// The columns with their types, in order. Numbers are little-endian.
const COLUMNS: &str = "('match', '<u4'), ('game', '<u2'), ('step', '<u2'), ('player', 'u1'), ('action', 'u1'), \
                       ('dice', 'u1', (2,)), ('own', 'u1', (25,)), ('opponent', 'u1', (25,)), ('cube', '<u4'), \
                       ('owner', 'u1'), ('away', 'u1', (2,)), ('score', 'u1'), ('phase', 'u1'), ('counts', '?'), \
                       ('rated', '?'), ('loss', '<f4'), ('cost', '<f4')";

/// The bytes of a row.
pub const ROW: usize = 81;

/// What stands before the rows.
pub fn header(rows: usize) -> Vec<u8> {
    /// The mark, the version and the length of the text.
    const BEFORE: usize = 10;
    let mut text = format!("{{'descr': [{COLUMNS}], 'fortran_order': False, 'shape': ({rows},), }}");
    // The rows begin at a multiple of 64 bytes, behind an end of line.
    let length = (BEFORE + text.len() + 1).next_multiple_of(64) - BEFORE;
    text.extend(std::iter::repeat_n(' ', length - 1 - text.len()));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(text.into_bytes());
    bytes
}

/// Adds the row of a decision of the match with this number; nothing of a damaged one. Whether it was added.
pub fn add_row(bytes: &mut Vec<u8>, number: i64, facts: &Facts) -> bool {
    let Some(position) = facts.position() else { return false };
    let judged = facts.judged;
    bytes.extend((number as u32).to_le_bytes());
    bytes.extend(facts.game.to_le_bytes());
    bytes.extend(facts.step.to_le_bytes());
    bytes.push(u8::from(facts.player == Player::Bottom));
    bytes.push(facts.action as u8);
    bytes.extend(facts.roll.map_or([0; 2], |roll| [roll.high(), roll.low()]));
    bytes.extend(position.on_roll().counts());
    bytes.extend(position.opponent().counts());
    bytes.extend((1_u32 << facts.cube).to_le_bytes());
    bytes.push(match facts.owner {
        None => 0,
        Some(Side::OnRoll) => 1,
        Some(Side::Opponent) => 2,
    });
    bytes.extend(facts.away);
    bytes.extend([facts.score as u8, facts.phase as u8]);
    bytes.extend([judged.is_some_and(|judged| judged.counts), judged.is_some_and(|judged| judged.rated)].map(u8::from));
    bytes.extend(judged.map_or(f32::NAN, |judged| judged.loss).to_le_bytes());
    bytes.extend(judged.map_or(f32::NAN, |judged| judged.cost).to_le_bytes());
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read_mat;
    use crate::scoring::Met;

    #[test]
    fn a_header_is_as_long_as_it_says() {
        for rows in [0, 1, 33_000_000] {
            let bytes = header(rows);
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), bytes.len() - 10);
            assert_eq!(bytes.last(), Some(&b'\n'));
        }
    }

    #[test]
    fn a_row_has_the_bytes_of_its_columns() {
        let sizes = COLUMNS.split("), (").map(|column| {
            let parts: Vec<&str> = column.trim_matches(['(', ')']).split("', ").collect();
            let kind = parts[1].trim_matches(['\'', ' ']);
            let (kind, shape) = kind.split_once("', (").unwrap_or((kind, "1,"));
            let count: usize = parts.get(2).copied().unwrap_or(shape).trim_matches(['(', ')', ',']).parse().unwrap();
            count * kind.chars().last().filter(char::is_ascii_digit).map_or(1, |digit| digit as usize - '0' as usize)
        });
        assert_eq!(sizes.sum::<usize>(), ROW);
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")).unwrap();
        let played = read_mat(&text, &Default::default()).unwrap();
        for facts in Facts::of_games(played.record.games(), &Met::kazaross_xg2()) {
            let mut bytes = Vec::new();
            assert!(add_row(&mut bytes, 7, &facts));
            assert_eq!(bytes.len(), ROW);
        }
    }
}
