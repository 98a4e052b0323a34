//! Numbers in prose: signs, decimal points or commas, points without a digit before them.

use crate::board::Roll;

/// A number of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// The value.
    pub value: f32,
    /// The byte where it begins, with its sign.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// Whether it has a sign.
    pub is_signed: bool,
    /// Whether it has a decimal point or comma.
    pub is_decimal: bool,
}

impl Number {
    /// As a small whole number.
    pub fn whole(&self) -> Option<u32> {
        (!self.is_decimal && !self.is_signed && self.value < 1e7).then_some(self.value as u32)
    }
}

/// More numbers than a line of any of these texts has.
const MOST: usize = 64;

/// All numbers of a line. A sign counts where no letter, digit or closing bracket stands before it.
pub(super) fn numbers(line: &str) -> Vec<Number> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() && found.len() < MOST {
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = digits(at);
        let is_point = |i: usize| matches!(bytes.get(i), Some(b'.' | b','));
        let decimals = if is_point(at + whole) { digits(at + whole + 1) } else { 0 };
        // A point alone begins a number only where none ends before it: `1.` is followed by none.
        if whole + decimals == 0 || (whole == 0 && bytes[at] == b',') {
            at += 1;
            continue;
        }
        let end = at + whole + if decimals > 0 { decimals + 1 } else { 0 };
        let (sign, start) = sign_before(line, at);
        let text = line[at..end].replace(',', ".");
        let value: f32 = text.parse().unwrap_or(0.0);
        let value = if sign == Some('-') { -value } else { value };
        found.push(Number { value, start, end, is_signed: sign.is_some(), is_decimal: decimals > 0 });
        at = end;
    }
    found
}

/// The sign that ends at this byte, and where it begins.
fn sign_before(line: &str, at: usize) -> (Option<char>, usize) {
    let mut before = line[..at].char_indices().rev();
    let Some((start, sign)) = before.next() else { return (None, at) };
    let sign = match sign {
        '+' => '+',
        '-' | '−' | '–' => '-',
        _ => return (None, at),
    };
    // `3-6` is no difference and `24-18` a move, but `テイク-1.476` is a label and a value.
    let is_free = before.next().is_none_or(|(_, c)| !c.is_ascii_alphanumeric() && c != ')');
    if is_free { (Some(sign), start) } else { (None, at) }
}

/// A roll written as `31` or `3-1`, at the end of a text.
pub(super) fn roll_at_end(text: &str) -> Option<Roll> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | ')' | '*'));
    let tail: Vec<char> = text.chars().rev().take(4).collect();
    let die = |c: &char| c.to_digit(10).filter(|die| (1..=6).contains(die)).map(|die| die as u8);
    let is_alone = |c: Option<&char>| c.is_none_or(|c| !c.is_ascii_digit());
    match tail.as_slice() {
        [low, sign, high, rest @ ..] if matches!(sign, '-' | ' ' | ',') && is_alone(rest.first()) => {
            Roll::new(die(high)?, die(low)?).ok()
        }
        [low, high, rest @ ..] if is_alone(rest.first()) => Roll::new(die(high)?, die(low)?).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_as_programs_write_them() {
        let values = |line: &str| numbers(line).iter().map(|n| n.value).collect::<Vec<_>>();
        assert_eq!(values("Player:   55.60% (G:16.40% B:0.80%)"), [55.6, 16.4, 0.8]);
        assert_eq!(values("0,480 0,134 0,005 - 0,520 0,131 0,006"), [0.48, 0.134, 0.005, 0.52, 0.131, 0.006]);
        assert_eq!(values("Eq.: +0,041 (-0,030)"), [0.041, -0.03]);
        assert_eq!(values("3. ダブル、テイク-1.476  (−0.768)"), [3.0, -1.476, -0.768]);
        assert_eq!(values("  .556 .172 .008 .119 .005"), [0.556, 0.172, 0.008, 0.119, 0.005]);
        assert_eq!(values("X-O: 3-6/7"), [3.0, 6.0, 7.0]);
        assert_eq!(values("a, b. ... - + x1,"), [1.0]);
        assert!(numbers(&"1 ".repeat(1000)).len() <= MOST);
    }

    #[test]
    fn rolls_at_the_end_of_lines() {
        let roll = |text: &str| roll_at_end(text).map(|roll| (roll.high(), roll.low()));
        assert_eq!(roll("X to play 31"), Some((3, 1)));
        assert_eq!(roll("Red to move 1-2"), Some((2, 1)));
        assert_eq!(roll("You rolled 6 1."), Some((6, 1)));
        assert_eq!((roll("in 1931"), roll("X to play 07"), roll("score 7-5"), roll("")), (None, None, None, None));
    }
}
