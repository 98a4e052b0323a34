//! The board as a picture, seen by player 1: its ace point at the lower right, dark checkers.

use super::charts::{DrawError, Drawing};
use crate::board::{BAR, ByPlayer, Checkers, Player, Side};
use crate::record::Pending;
use crate::scoring::CubeOwner;
use crate::session::BoardReply;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The height of the picture.
pub const HEIGHT: u32 = 380;

/// The width of a point.
const POINT: i32 = 40;
/// The radius of a checker.
const RADIUS: i32 = 18;
/// The left edge of the playing surface; the cube stands left of it.
const LEFT: i32 = 70;
/// The upper edge.
const TOP: i32 = 34;
/// The lower edge.
const BOTTOM: i32 = 346;
/// Checkers drawn on a point before they are only counted.
const STACK: u8 = 5;
/// The middle of the bar.
const BAR_X: i32 = LEFT + 6 * POINT + POINT / 2;
/// The middle of the tray for checkers borne off.
const TRAY_X: i32 = LEFT + 13 * POINT + 30;

const WOOD: RGBColor = RGBColor(236, 224, 200);
const DARK_POINT: RGBColor = RGBColor(176, 136, 96);
const LIGHT_POINT: RGBColor = RGBColor(214, 188, 150);
const DARK: RGBColor = RGBColor(40, 40, 48);
const LIGHT: RGBColor = RGBColor(250, 250, 245);

/// Draws the board with cube, dice, pips and names.
pub fn draw(area: &Drawing<'_>, reply: &BoardReply) -> Result<(), DrawError> {
    let game = &reply.game;
    let of = |player: Player| {
        let side = if player == game.on_roll { Side::OnRoll } else { Side::Opponent };
        *game.position.side(side)
    };
    let checkers = ByPlayer([of(Player::Top), of(Player::Bottom)]);
    surface(area)?;
    for player in Player::BOTH {
        draw_checkers(area, player, &checkers[player], game.variation.checkers())?;
        let y = if player == Player::Top { 14 } else { HEIGHT as i32 - 12 };
        let pips = checkers[player].pips();
        let points = reply.standing.points()[player];
        let on_roll = if player == game.on_roll { " · on roll" } else { "" };
        let line = format!("{} · {points} points · {pips} pips{on_roll}", reply.names[player]);
        text(area, &line, (LEFT, y), 14, HPos::Left, &BLACK)?;
    }
    if game.cube_in_use {
        draw_cube(area, reply)?;
    }
    if let Some(dice) = game.dice {
        // The dice of player 1 lie in the right half, the other's in the left one.
        let x = if game.on_roll == Player::Bottom { LEFT + 10 * POINT } else { LEFT + 3 * POINT };
        for (i, number) in [dice.high(), dice.low()].into_iter().enumerate() {
            let x = x - 20 + 40 * i32::try_from(i).unwrap_or(0);
            draw_box(area, (x, (TOP + BOTTOM) / 2), &number.to_string(), game.on_roll)?;
        }
    }
    Ok(())
}

fn surface(area: &Drawing<'_>) -> Result<(), DrawError> {
    area.draw(&Rectangle::new([(LEFT, TOP), (LEFT + 13 * POINT, BOTTOM)], WOOD.filled()))?;
    let middle = (TOP + BOTTOM) / 2;
    for number in 1..=24 {
        let (x, is_top) = place(number);
        let (base, tip) = if is_top { (TOP, middle - 22) } else { (BOTTOM, middle + 22) };
        let color = if number % 2 == 0 { DARK_POINT } else { LIGHT_POINT };
        let half = POINT / 2;
        area.draw(&Polygon::new([(x - half, base), (x + half, base), (x, tip)], color.filled()))?;
        let y = if is_top { TOP - 7 } else { BOTTOM + 9 };
        text(area, &number.to_string(), (x, y), 11, HPos::Center, &BLACK)?;
    }
    let half = POINT / 2;
    area.draw(&Rectangle::new([(BAR_X - half, TOP), (BAR_X + half, BOTTOM)], DARK_POINT.filled()))?;
    area.draw(&Rectangle::new([(LEFT, TOP), (LEFT + 13 * POINT, BOTTOM)], BLACK.stroke_width(1)))
}

/// The column of a point, counted from the left with the bar as number 6, by player 1's number.
pub(super) const fn column(number: i32) -> i32 {
    match number {
        1..=6 => 13 - number,
        7..=12 => 12 - number,
        13..=18 => number - 13,
        _ => number - 12,
    }
}

/// The middle of a point and whether it is in the upper half, by player 1's number.
const fn place(number: i32) -> (i32, bool) {
    (LEFT + column(number) * POINT + POINT / 2, number > 12)
}

fn draw_checkers(area: &Drawing<'_>, player: Player, checkers: &Checkers, all: u32) -> Result<(), DrawError> {
    for (point, &n) in (1..).zip(&checkers.counts()[..BAR]) {
        let (x, is_top) = place(if player == Player::Bottom { point } else { 25 - point });
        stack(area, player, x, if is_top { (TOP + RADIUS + 1, 1) } else { (BOTTOM - RADIUS - 1, -1) }, n)?;
    }
    let middle = (TOP + BOTTOM) / 2;
    // A checker on the bar enters in the other's home board.
    let from = if player == Player::Bottom { (middle - 3 * RADIUS, -1) } else { (middle + 3 * RADIUS, 1) };
    stack(area, player, BAR_X, from, checkers.on_bar())?;
    let off = all.saturating_sub(checkers.total());
    if off > 0 {
        let y = if player == Player::Bottom { BOTTOM - 24 } else { TOP + 24 };
        area.draw(&Circle::new((TRAY_X, y), RADIUS, fill(player).filled()))?;
        area.draw(&Circle::new((TRAY_X, y), RADIUS, BLACK.stroke_width(1)))?;
        text(area, &off.to_string(), (TRAY_X, y), 14, HPos::Center, &ink(player))?;
        text(area, "off", (TRAY_X + RADIUS + 4, y), 12, HPos::Left, &BLACK)?;
    }
    Ok(())
}

/// Checkers on top of each other, from a place in a direction; the last bears their number if not all are drawn.
fn stack(area: &Drawing<'_>, player: Player, x: i32, from: (i32, i32), n: u8) -> Result<(), DrawError> {
    let (start, direction) = from;
    let step = if n > 4 { 2 * RADIUS - 7 } else { 2 * RADIUS - 2 };
    let drawn = n.min(STACK);
    for i in 0..drawn {
        let y = start + direction * i32::from(i) * step;
        area.draw(&Circle::new((x, y), RADIUS, fill(player).filled()))?;
        area.draw(&Circle::new((x, y), RADIUS, BLACK.stroke_width(1)))?;
        if i + 1 == drawn && n > STACK {
            text(area, &n.to_string(), (x, y), 14, HPos::Center, &ink(player))?;
        }
    }
    Ok(())
}

fn draw_cube(area: &Drawing<'_>, reply: &BoardReply) -> Result<(), DrawError> {
    let game = &reply.game;
    let offered = game.pending.is_some_and(Pending::is_double);
    let value = if offered { 2 * game.cube.value } else { game.cube.value };
    let y = match game.cube.owner {
        CubeOwner::Owned(Player::Bottom) if !offered => BOTTOM - 20,
        CubeOwner::Owned(Player::Top) if !offered => TOP + 20,
        _ => (TOP + BOTTOM) / 2,
    };
    draw_box(area, (LEFT - 34, y), &value.to_string(), Player::Top)
}

fn draw_box(area: &Drawing<'_>, (x, y): (i32, i32), label: &str, player: Player) -> Result<(), DrawError> {
    let corners = [(x - 16, y - 16), (x + 16, y + 16)];
    area.draw(&Rectangle::new(corners, fill(player).filled()))?;
    area.draw(&Rectangle::new(corners, BLACK.stroke_width(1)))?;
    text(area, label, (x, y), 16, HPos::Center, &ink(player))
}

fn text(
    area: &Drawing<'_>,
    text: &str,
    at: (i32, i32),
    size: i32,
    horizontal: HPos,
    color: &RGBColor,
) -> Result<(), DrawError> {
    let style = ("sans-serif", size).into_font().color(color).pos(Pos::new(horizontal, VPos::Center));
    area.draw_text(text, &style, at)
}

const fn fill(player: Player) -> RGBColor {
    match player {
        Player::Top => LIGHT,
        Player::Bottom => DARK,
    }
}

const fn ink(player: Player) -> RGBColor {
    match player {
        Player::Top => DARK,
        Player::Bottom => LIGHT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_people_look_for_them() {
        // 1 at the lower right, 12 at the lower left, 13 above it, 24 above 1; the bar between 6 and 7.
        let (one, six, seven, twelve) = (place(1), place(6), place(7), place(12));
        assert!(!one.1 && one.0 > six.0 && six.0 > BAR_X && BAR_X > seven.0 && seven.0 > twelve.0);
        assert_eq!((place(13), place(24)), ((twelve.0, true), (one.0, true)));
        assert_eq!(twelve.0, LEFT + POINT / 2);
    }
}
