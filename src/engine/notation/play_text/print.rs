//! The usual text of a play.

use super::Place;
use crate::movegen::{CheckerMove, Play};
use std::fmt::Write;

/// One checker's way through a play.
struct Way {
    /// The first place and every stop.
    stops: Vec<u8>,
    /// Where it hits.
    hits: Vec<u8>,
}

impl Way {
    fn ends(&self) -> (u8, u8) {
        (self.stops[0], *self.stops.last().expect("a way has two ends"))
    }
}

/// The play as GNU Backgammon writes it: rearmost checkers first, one checker's moves joined (`13/3`, stops only
/// where it hits: `13/7*/3`), equal ways counted (`13/7(2)`). Empty when nothing is moved.
pub fn play_text(play: &Play) -> String {
    let mut groups: Vec<(Way, usize)> = Vec::new();
    for way in ways(&play.moves) {
        match groups.last_mut() {
            Some((last, count)) if last.ends() == way.ends() => {
                last.hits.extend(way.hits);
                *count += 1;
            }
            _ => groups.push((way, 1)),
        }
    }
    let mut text = String::new();
    for (way, count) in groups {
        if !text.is_empty() {
            text.push(' ');
        }
        let last = way.stops.len() - 1;
        for (i, &stop) in way.stops.iter().enumerate() {
            let hit = i > 0 && way.hits.contains(&stop);
            if i > 0 && i < last && !hit {
                continue;
            }
            let separator = if i > 0 { "/" } else { "" };
            let star = if hit { "*" } else { "" };
            write!(text, "{separator}{}{star}", Place(stop)).expect("a string takes all");
        }
        if count > 1 {
            write!(text, "({count})").expect("a string takes all");
        }
    }
    text
}

/// Joins the moves of each checker, the rearmost first.
fn ways(moves: &[CheckerMove]) -> Vec<Way> {
    let mut left = moves.to_vec();
    // By source, then by destination, both from the rear; OFF is the foremost place of all. A hit comes first,
    // so that the way shown with it is the first of equal ones.
    let place = |spot: u8| i16::from(spot.wrapping_add(1));
    left.sort_by_key(|step| (-place(step.from), -place(step.to), !step.hits));
    let mut ways = Vec::new();
    while !left.is_empty() {
        let first = left.remove(0);
        let mut way = Way { stops: vec![first.from, first.to], hits: Vec::new() };
        way.hits.extend(first.hits.then_some(first.to));
        let mut end = first.to;
        while let Some(next) = left.iter().position(|step| step.from == end) {
            let step = left.remove(next);
            way.stops.push(step.to);
            way.hits.extend(step.hits.then_some(step.to));
            end = step.to;
        }
        ways.push(way);
    }
    ways
}
