//! A drawn pattern: what stands on each point, as far as it matters.

use crate::board::Position;
use std::fmt;
use std::str::FromStr;

/// The places: the opponent's bar, the points from one's own ace point on, one's own bar.
const PLACES: usize = 26;

/// The bar among the checkers of a side.
const BAR: usize = 24;

/// What stands on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Anything.
    Any,
    /// Nothing.
    Empty,
    /// Checkers.
    Held {
        /// Those of the player, or else of his opponent.
        own: bool,
        /// How many.
        number: u8,
        /// Or more.
        or_more: bool,
    },
}

/// A pattern of checkers, as the player sees them who decides.
///
/// Its text is a board as an XGID spells it, in which `?` is any place, and a `+` behind a letter means that many
/// checkers or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern([Place; PLACES]);

impl Pattern {
    /// Whether a position has it.
    pub fn is_in(&self, position: &Position) -> bool {
        let (own, other) = (position.on_roll(), position.opponent());
        self.0.iter().enumerate().all(|(at, place)| {
            let here = |is_own: bool| match (is_own, at) {
                (true, 0) | (false, 25) => 0,
                (true, 25) => own[BAR],
                (false, 0) => other[BAR],
                (true, point) => own[point - 1],
                (false, point) => other[BAR - point],
            };
            match *place {
                Place::Any => true,
                Place::Empty => here(true) == 0 && here(false) == 0,
                Place::Held { own, number, or_more } => here(own) == number || or_more && here(own) > number,
            }
        })
    }
}

impl FromStr for Pattern {
    /// What is expected instead.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix("XGID=").unwrap_or(text);
        let mut places = Vec::with_capacity(PLACES);
        for letter in text.chars() {
            places.push(match letter {
                '?' => Place::Any,
                '-' => Place::Empty,
                'A'..='O' => Place::Held { own: true, number: letter as u8 - b'A' + 1, or_more: false },
                'a'..='o' => Place::Held { own: false, number: letter as u8 - b'a' + 1, or_more: false },
                '+' => match places.last_mut() {
                    Some(Place::Held { or_more, .. }) if !*or_more => {
                        *or_more = true;
                        continue;
                    }
                    _ => return Err("a + behind a letter alone".to_owned()),
                },
                other => return Err(format!("`?`, `-`, A to O or a to o on each place, not `{other}`")),
            });
        }
        let number = places.len();
        let places = places.try_into().map_err(|_| format!("{PLACES} places, not {number}"))?;
        Ok(Self(places))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.0 {
            match *place {
                Place::Any => f.write_str("?")?,
                Place::Empty => f.write_str("-")?,
                Place::Held { own, number, or_more } => {
                    let first = if own { b'A' } else { b'a' };
                    write!(f, "{}{}", char::from(first + number - 1), if or_more { "+" } else { "" })?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    fn pattern(text: &str) -> Pattern {
        let pattern: Pattern = text.parse().expect(text);
        assert_eq!(pattern.to_string(), text);
        pattern
    }

    #[test]
    fn the_start_has_its_own_pattern() {
        let start = Variation::Standard.starting_position();
        let whole = "-b----E-C---eE---c-e----B-";
        assert!(pattern(whole).is_in(&start) && pattern(&"?".repeat(26)).is_in(&start));
        // Each place counts: with another number or nothing there it is another position; with fewer or more, the same.
        for (at, letter) in whole.char_indices() {
            let with = |new: &str| pattern(&format!("{}{new}{}", &whole[..at], &whole[at + 1..]));
            assert!(with("?").is_in(&start));
            if letter == '-' {
                assert!(!with("A").is_in(&start) && !with("a+").is_in(&start));
                continue;
            }
            let (fewer, more) = (char::from(letter as u8 - 1), char::from(letter as u8 + 1));
            assert!(!with("-").is_in(&start) && !with(&fewer.to_string()).is_in(&start));
            assert!(with(&format!("{fewer}+")).is_in(&start) && with(&format!("{letter}+")).is_in(&start));
            assert!(!with(&format!("{more}+")).is_in(&start), "{at}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        for (text, why) in [
            ("?????", "26 places"),
            ("??????????????????????????B", "26 places"),
            ("x?????????????????????????", "`x`"),
            ("+?????????????????????????", "a letter alone"),
            ("A++???????????????????????", "a letter alone"),
        ] {
            let fault = text.parse::<Pattern>().expect_err(text);
            assert!(fault.contains(why), "{text}: {fault}");
        }
    }
}
