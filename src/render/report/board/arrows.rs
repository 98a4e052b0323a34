//! A play as arrows over the board before it.

use super::{BOTTOM, EDGE, STACK, Stack, TOP, TRAY};
use crate::board::{OFF, Player, Position, Side};
use crate::movegen::Play;
use std::fmt::Write;

/// The distance from the point of an arrow to its barbs.
const BARB: f32 = 13.0;

/// The way of a checker in one play: from and to as its owner numbers the points, 25 being the bar and 0 off.
type Way = (i32, i32);

/// The arrows of a play as the path of an SVG: from the checkers that it moves to where they land.
pub fn arrows(player: Player, before: &Position, play: &Play, clockwise: bool) -> String {
    let (own, other) = (before.side(Side::OnRoll).counts(), before.side(Side::Opponent).counts());
    let mut left = own.map(i32::from);
    let mut landed = [0_i32; 26];
    let mut out = String::new();
    for (from, to) in ways(play) {
        let start = Stack::new(player, from, clockwise);
        let top = &mut left[usize::try_from(from - 1).expect("points and bar begin with 1")];
        *top -= 1;
        let start = (start.x, start.y(u8::try_from(*top).unwrap_or(0)));
        let slot = usize::try_from(to).expect("off is 0");
        let end = if to == 0 {
            let off = 8 + EDGE * landed[0];
            (TRAY.0 + 10, if player == Player::Bottom { BOTTOM - off } else { TOP + off })
        } else {
            let stack = Stack::new(player, to, clockwise);
            // A blot that is hit makes room.
            let there = i32::from(own[slot - 1]) + landed[slot];
            let hit = other.get(24 - slot).is_some_and(|&n| n > 0);
            let lands_on = if hit && there == 0 { 0 } else { there };
            (stack.x, stack.y(u8::try_from(lands_on).unwrap_or(STACK)))
        };
        landed[slot] += 1;
        arrow(&mut out, start, end);
    }
    out
}

/// The ways of the checkers: moves of one checker after the other are one way, but for hits on it.
fn ways(play: &Play) -> Vec<Way> {
    let mut ways: Vec<(Way, bool)> = Vec::new();
    for step in &play.moves {
        let from = i32::from(step.from) + 1;
        let to = if step.to == OFF { 0 } else { i32::from(step.to) + 1 };
        let goes_on = ways.iter_mut().find(|((_, end), hits)| *end == from && !hits);
        match goes_on {
            Some(way) => *way = ((way.0.0, to), step.hits),
            None => ways.push(((from, to), step.hits)),
        }
    }
    ways.into_iter().map(|(way, _)| way).collect()
}

/// A line with a head, from place to place.
fn arrow(out: &mut String, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) {
    let (dx, dy) = ((x2 - x1) as f32, (y2 - y1) as f32);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * BARB, dy / length * BARB);
    // Each barb is the way back, turned by some 30 degrees.
    let barb = |turn: f32| (-(0.87 * ux - turn * 0.5 * uy), -(0.87 * uy + turn * 0.5 * ux));
    let ((lx, ly), (rx, ry)) = (barb(1.0), barb(-1.0));
    let _ = write!(out, "M{x1} {y1}L{x2} {y2}l{lx:.0} {ly:.0}M{x2} {y2}l{rx:.0} {ry:.0}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Roll, Variation};
    use crate::movegen::legal_plays;
    use crate::notation::play_text;

    #[test]
    fn a_checker_that_moves_on_has_one_arrow() {
        let start = Variation::Standard.starting_position();
        let plays = legal_plays(&start, Roll::new(6, 5).expect("dice"));
        let of = |text: &str| plays.iter().find(|play| play_text(play) == text).map(ways);
        assert_eq!(of("24/13"), Some(vec![(24, 13)]));
        assert_eq!(of("24/18 13/8"), Some(vec![(24, 18), (13, 8)]));
    }
}
