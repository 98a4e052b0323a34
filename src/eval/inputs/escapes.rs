//! How many of the 36 rolls let a checker escape, by the pattern of points in its way.
//!
//! Bit `k` of a pattern of twelve is set when the point `k + 1` pips ahead is made by the other side.

/// Points ahead that matter.
pub(super) const PATTERN: u32 = 12;

/// Rolls that play both dice, either first, and land on no made point.
pub(super) static ESCAPES: [u8; 1 << PATTERN] = table(false);

/// The same rolls, but only those that also go beyond the nearest made point; none when no point is made.
pub(super) static ROLL_ESCAPES: [u8; 1 << PATTERN] = table(true);

const fn table(beyond_nearest: bool) -> [u8; 1 << PATTERN] {
    let mut table = [0; 1 << PATTERN];
    let mut pattern = 0;
    while pattern < table.len() as u32 {
        let nearest = if beyond_nearest { pattern.trailing_zeros() } else { 0 };
        table[pattern as usize] = count(pattern, nearest);
        pattern += 1;
    }
    table
}

const fn count(pattern: u32, nearest: u32) -> u8 {
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
        assert_eq!((ESCAPES[0], ROLL_ESCAPES[0]), (36, 0));
        assert_eq!(ESCAPES[0b11_1111], 0);
        // From the edge of five points, any six gets out.
        assert_eq!(ESCAPES[0b01_1111], 11);
        assert_eq!(ROLL_ESCAPES[0b01_1111], 11);
        // One point six pips away: five rolls land on it, and double sixes cannot start.
        assert_eq!(ESCAPES[0b10_0000], 36 - 5 - 1);
        assert_eq!(ROLL_ESCAPES[0b10_0000], 36 - 15 - 1);
    }
}
