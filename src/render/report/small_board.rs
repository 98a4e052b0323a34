//! A board as a small drawing (SVG), seen by player 1: its ace point at the lower right. Many of them fit on a page, on
//! which the points are drawn once.

use super::board::column;
use crate::board::{BAR, Player, Side};
use crate::record::Pending;
use crate::scoring::CubeOwner;
use crate::session::BoardReply;
use std::fmt::Write;

/// The width of a point.
const POINT: i32 = 20;
/// The radius of a checker.
const RADIUS: i32 = 9;
/// The left edge of the playing surface.
const LEFT: i32 = 30;
/// The upper edge.
const TOP: i32 = 12;
/// The lower edge.
const BOTTOM: i32 = 212;
/// The width of the drawing.
const WIDTH: i32 = LEFT + 13 * POINT + 46;
/// The height of the drawing.
const HEIGHT: i32 = BOTTOM + 12;
/// Checkers drawn on a point before they are only counted.
const STACK: u8 = 5;

/// The empty board, for `<use href="#board"/>` of the drawings on a page.
#[must_use]
pub fn board_definition() -> String {
    let mut out = String::from("<svg width=\"0\" height=\"0\" style=\"position:absolute\"><defs><g id=\"board\">");
    surface(&mut out);
    out + "</g></defs></svg>\n"
}

/// A drawing for a page that has the [`board_definition`].
#[must_use]
pub fn small_board(reply: &BoardReply) -> String {
    drawing(reply, "<use href=\"#board\"/>")
}

/// A drawing that needs nothing else.
#[must_use]
pub fn board_svg(reply: &BoardReply) -> String {
    let mut board = String::new();
    surface(&mut board);
    drawing(reply, &board) + "\n"
}

fn drawing(reply: &BoardReply, board: &str) -> String {
    let game = &reply.game;
    let mut out = format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\"><title>{}</title>{board}",
        reply.ids.xgid
    );
    for player in Player::BOTH {
        let side = if player == game.on_roll { Side::OnRoll } else { Side::Opponent };
        let checkers = game.position.side(side);
        for (number, &n) in (1..).zip(&checkers.counts()[..BAR]) {
            let (x, is_top) = place(if player == Player::Bottom { number } else { 25 - number });
            stack(&mut out, player, x, if is_top { (TOP + RADIUS, 1) } else { (BOTTOM - RADIUS, -1) }, n);
        }
        let (middle, bar) = (i32::midpoint(TOP, BOTTOM), LEFT + 6 * POINT + POINT / 2);
        let from = if player == Player::Bottom { (middle - 22, -1) } else { (middle + 22, 1) };
        stack(&mut out, player, bar, from, checkers.on_bar());
        let off = game.variation.checkers().saturating_sub(checkers.total());
        if off > 0 {
            let y = if player == Player::Bottom { BOTTOM - 12 } else { TOP + 12 };
            let x = LEFT + 13 * POINT + 22;
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\">{off} off</text>", y + 4);
        }
    }
    if game.cube_in_use {
        let offered = game.pending.is_some_and(Pending::is_double);
        let value = if offered { 2 * game.cube.value } else { game.cube.value };
        let y = match game.cube.owner {
            CubeOwner::Owned(Player::Bottom) if !offered => BOTTOM - 12,
            CubeOwner::Owned(Player::Top) if !offered => TOP + 12,
            _ => i32::midpoint(TOP, BOTTOM),
        };
        square(&mut out, (LEFT - 16, y), &value.to_string(), "#fff", "#222");
    }
    if let Some(dice) = game.dice {
        let (x, fill, ink) = if game.on_roll == Player::Bottom {
            (LEFT + 10 * POINT, "#222", "#fff")
        } else {
            (LEFT + 3 * POINT, "#fff", "#222")
        };
        for (i, die) in [dice.high(), dice.low()].into_iter().enumerate() {
            let x = x - 10 + 20 * i32::try_from(i).unwrap_or(0);
            square(&mut out, (x, i32::midpoint(TOP, BOTTOM)), &die.to_string(), fill, ink);
        }
    }
    out + "</svg>"
}

fn surface(out: &mut String) {
    let (width, height) = (13 * POINT, BOTTOM - TOP);
    let _ = write!(out, "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"#ece0c8\"/>");
    for number in 1..=24 {
        let (x, is_top) = place(number);
        let (base, tip) = if is_top { (TOP, TOP + 88) } else { (BOTTOM, BOTTOM - 88) };
        let color = if number % 2 == 0 { "#b08860" } else { "#d6bc96" };
        let half = POINT / 2;
        let _ = write!(out, "<path d=\"M{} {base}H{}L{x} {tip}z\" fill=\"{color}\"/>", x - half, x + half);
        let y = if is_top { TOP - 3 } else { BOTTOM + 9 };
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"8\">{number}</text>");
    }
    let bar = LEFT + 6 * POINT;
    let _ = write!(out, "<rect x=\"{bar}\" y=\"{TOP}\" width=\"{POINT}\" height=\"{height}\" fill=\"#b08860\"/>");
    let _ = write!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#222\"/>"
    );
}

/// The middle of a point and whether it is in the upper half, by player 1's number.
const fn place(number: i32) -> (i32, bool) {
    (LEFT + column(number) * POINT + POINT / 2, number > 12)
}

fn stack(out: &mut String, player: Player, x: i32, (start, direction): (i32, i32), n: u8) {
    let step = if n > 4 { 2 * RADIUS - 2 } else { 2 * RADIUS };
    let drawn = n.min(STACK);
    let (fill, ink) = if player == Player::Top { ("#fafaf5", "#222") } else { ("#282830", "#fff") };
    for i in 0..drawn {
        let y = start + direction * i32::from(i) * step;
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"#222\"/>");
        if i + 1 == drawn && n > STACK {
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{n}</text>", y + 4);
        }
    }
}

fn square(out: &mut String, (x, y): (i32, i32), label: &str, fill: &str, ink: &str) {
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"18\" rx=\"3\" fill=\"{fill}\" stroke=\"#222\"/>\
         <text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{label}</text>",
        x - 9,
        y - 9,
        y + 4
    );
}
