//! A play as written, without the position in which it is to be made.

use super::parse::{Hop, Stop, add_hops, check};
use super::spot::Spot;
use super::{MOST_MOVES, PlayTextError, PlayTextProblem, resolve};
use crate::board::{Position, Roll};
use crate::movegen::{Play, PlayList};
use std::fmt;

/// One written group of a play: `13/8/3*(2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayGroup {
    /// Where the checker starts.
    pub from: Spot,
    /// Where it goes, with whether a hit was marked; at least one.
    pub to: Vec<(Spot, bool)>,
    /// How many checkers do this, 1 to 4.
    pub times: u8,
}

/// A play as written. Its [`Display`](fmt::Display) is the usual notation; whether it is legal depends on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPlay(pub Vec<PlayGroup>);

impl WrittenPlay {
    /// The dice that were perhaps meant by one move from one point of the home board to another.
    pub fn as_dice(&self) -> Option<Roll> {
        let [PlayGroup { from: Spot::Point(a), to, times: 1 }] = self.0.as_slice() else { return None };
        let [(Spot::Point(b), false)] = to.as_slice() else { return None };
        Roll::new(*a, *b).ok()
    }

    /// Finds it among the legal plays of a roll, as [`parse_play`](super::parse_play) does. Places in errors are those
    /// of its [`Display`](fmt::Display).
    ///
    /// # Errors
    /// When it is not legal: then why not.
    pub fn find(&self, position: &Position, roll: Roll) -> Result<Play, PlayTextError> {
        let mut hops: Vec<Hop> = Vec::new();
        let mut start = 0;
        for group in &self.0 {
            let span = start..start + group.to_string().len();
            start = span.end + 1;
            let from = group.from.index();
            let stops: Vec<Stop> = group.to.iter().map(|(to, marked)| (to.index(), *marked, span.clone())).collect();
            let mut last = from;
            for (to, ..) in &stops {
                check(last, *to, &span)?;
                last = *to;
            }
            add_hops(&mut hops, from, &stops, group.times.into());
        }
        let all = 0..start.saturating_sub(1);
        if hops.len() > MOST_MOVES {
            return Err(PlayTextError::new(all, PlayTextProblem::TooManyMoves));
        }
        let mut legal = PlayList::new();
        legal.generate(position, roll);
        resolve::resolve(&hops, all, &legal, roll)
    }
}

impl fmt::Display for PlayGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for (spot, hits) in &self.to {
            write!(f, "/{spot}{}", if *hits { "*" } else { "" })?;
        }
        if self.times > 1 { write!(f, "({})", self.times) } else { Ok(()) }
    }
}

impl fmt::Display for WrittenPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, group) in self.0.iter().enumerate() {
            write!(f, "{}{group}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_play;
    use super::*;
    use crate::board::Variation;

    /// Written plays give the same plays as their texts do, and the same reasons where there is none.
    #[test]
    fn written_plays_are_found_as_their_texts_are() {
        let start = Variation::Standard.starting_position();
        let group = |from, to: &[u8], times| {
            let to = to.iter().map(|&point| (Spot::Point(point), false)).collect();
            PlayGroup { from: Spot::Point(from), to, times }
        };
        for (groups, dice) in [
            (vec![group(8, &[5], 1), group(6, &[5], 1)], (3, 1)),
            (vec![group(13, &[7, 1], 1)], (6, 6)),
            (vec![group(13, &[8, 3], 2)], (5, 5)),
            (vec![group(24, &[23], 2), group(6, &[5], 2)], (1, 1)),
            (vec![group(6, &[4], 1), group(8, &[5], 1)], (3, 1)),
            (vec![group(13, &[11], 3), group(6, &[4], 2)], (2, 2)),
            (vec![group(5, &[8], 1)], (3, 1)),
        ] {
            let (written, roll) = (WrittenPlay(groups), Roll::new(dice.0, dice.1).expect("dice"));
            let text = written.to_string();
            let (found, read) = (written.find(&start, roll), parse_play(&text, &start, roll));
            let problems = |result: Result<Play, PlayTextError>| result.map_err(|error| error.problem);
            assert_eq!(problems(found), problems(read), "{text}");
        }
    }
}
