//! How many of the 36 rolls let a checker escape, by the pattern of points in its way.
//!
//! Bit `k` of a pattern of twelve is set when the point `k + 1` pips ahead is made by the other side.

use crate::simd::vector::Table;

/// Points ahead that matter.
pub(super) const PATTERN: u32 = 12;

/// Rolls that play both dice, either first, and land on no made point; and, times 256, those of them that also go
/// beyond the nearest made point, none when no point is made.
pub(super) static ESCAPES: Table<{ 1 << PATTERN }> = Table::new(rolls());

const fn rolls() -> [u16; 1 << PATTERN] {
    let mut table = [0; 1 << PATTERN];
    let mut pattern = 0;
    while pattern < table.len() as u32 {
        table[pattern as usize] = count(pattern, 0) | count(pattern, pattern.trailing_zeros()) << 8;
        pattern += 1;
    }
    table
}

const fn count(pattern: u32, nearest: u32) -> u16 {
    let mut rolls = 0;
    let mut a = 0;
    while a < 6 {
        let mut b = 0;
        while b <= a {
            let lands = pattern >> (a + b + 1) & 1 == 0;
            let plays = pattern >> a & 1 == 0 || pattern >> b & 1 == 0;
            if lands && plays && a + b + 1 > nearest {
                rolls += if a == b { 1 } else { 2 };
            }
            b += 1;
        }
        a += 1;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_prime_lets_nobody_escape() {
        let escapes = |pattern: usize| [rolls()[pattern] & 0xff, rolls()[pattern] >> 8];
        assert_eq!(escapes(0), [36, 0]);
        assert_eq!(escapes(0b11_1111), [0, 0]);
        // From the edge of five points, any six gets out.
        assert_eq!(escapes(0b01_1111), [11, 11]);
        // One point six pips away: five rolls land on it, and double sixes cannot start.
        assert_eq!(escapes(0b10_0000), [36 - 5 - 1, 36 - 15 - 1]);
    }
}
