//! The board as a drawing (SVG): the only one there is. Drawings, pages of rollouts and the viewer of matches have it
//! from here.
//!
//! A drawing is the empty [`surface`], the same for all, and on it [`Piece`]s: a [`Symbol`] at a place. A program that
//! shows one board after the other, as the viewer's script does, gets pieces as short text ([`Layout::text`]) and puts
//! each symbol where it says; it knows nothing of points, cubes and trays.

mod arrows;
mod symbols;

pub use arrows::arrows;
pub use symbols::{Symbol, definitions};

use crate::board::{BAR, ByPlayer, Checkers, Player, Side};
use crate::record::Pending;
use crate::scoring::CubeOwner;
use crate::session::BoardReply;
use crate::words::counted;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The width of the drawing.
pub const WIDTH: i32 = 716;
/// The height of the drawing.
pub const HEIGHT: i32 = 576;
/// The width of a point.
const POINT: i32 = 44;
/// The radius of a checker.
const RADIUS: i32 = 20;
/// The distance from one checker of a stack to the next.
const STEP: i32 = 2 * RADIUS + 1;
/// Checkers drawn on a point before they are only counted.
const STACK: u8 = 5;
/// The left edge of the playing surface; the cube lies left of it.
const LEFT: i32 = 64;
/// The width of the bar.
const BAR_WIDTH: i32 = 48;
/// The right edge of the playing surface.
const RIGHT: i32 = LEFT + 12 * POINT + BAR_WIDTH;
/// The upper edge of the playing surface.
const TOP: i32 = 50;
/// The lower edge of the playing surface.
const BOTTOM: i32 = HEIGHT - TOP;
/// The height at which dice and the cube in the middle lie.
const MIDDLE: i32 = HEIGHT / 2;
/// The middle of the bar.
const BAR_X: i32 = LEFT + 6 * POINT + BAR_WIDTH / 2;
/// The middle of the column of the cube.
const CUBE_X: i32 = LEFT / 2;
/// The left edge of the tray for checkers borne off, and its width.
const TRAY: (i32, i32) = (RIGHT + 8, WIDTH - RIGHT - 20);
/// The height of a checker that stands in the tray.
const EDGE: i32 = 13;
/// The longest name that fits, in letters.
const NAME: usize = 24;

/// Something that lies on the board, at the place of its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    symbol: Symbol,
    x: i32,
    y: i32,
}

/// The pieces on a board, and the words in its frame.
pub struct Layout {
    /// The pieces, the lowest first.
    pub pieces: Vec<Piece>,
    /// The words in the frame by seat: pips and score, behind the name.
    pub words: ByPlayer<Words>,
    /// Whether point 1 is at the lower left.
    pub clockwise: bool,
}

/// The words about a player in the frame.
pub struct Words {
    /// The name, as far as it fits.
    pub name: String,
    /// The pips.
    pub pips: String,
    /// The points, with those wanted in a match.
    pub score: String,
}

impl Words {
    /// The name alone.
    pub fn new(name: &str) -> Self {
        Self { name: shortened(name), pips: String::new(), score: String::new() }
    }
}

impl Layout {
    /// The layout of a board, with player 1 below: his ace point at the lower right, dark checkers. The points have the
    /// numbers of the player on roll, as his plays have.
    pub fn new(reply: &BoardReply) -> Self {
        let game = &reply.game;
        let clockwise = reply.clockwise;
        let mut pieces = vec![Piece { symbol: Symbol::Numbers { player: game.on_roll, clockwise }, x: 0, y: 0 }];
        let checkers = |player: Player| {
            let side = if player == game.on_roll { Side::OnRoll } else { Side::Opponent };
            game.position.side(side)
        };
        for player in Player::BOTH {
            lay_checkers(&mut pieces, player, checkers(player), game.variation.checkers(), clockwise);
        }
        if game.cube_in_use {
            lay_cube(&mut pieces, reply);
        }
        if let Some(dice) = game.dice {
            // The dice of player 1 lie in the right half, the other's in the left one.
            let x = if game.on_roll == Player::Bottom { RIGHT - 3 * POINT } else { LEFT + 3 * POINT };
            for (die, x) in [(dice.high(), x - 23), (dice.low(), x + 23)] {
                pieces.push(Piece { symbol: Symbol::Die(game.on_roll, die), x, y: MIDDLE });
            }
        }
        let words = |player: Player| {
            let (points, length) = (reply.standing.points()[player], reply.standing.length());
            Words {
                pips: counted(checkers(player).pips(), "pip"),
                score: if length == 0 { points.to_string() } else { format!("{points} / {length}") },
                ..Words::new(&reply.names[player])
            }
        };
        Self { pieces, words: ByPlayer([words(Player::Top), words(Player::Bottom)]), clockwise }
    }

    /// The pieces as text: `symbol,x,y` between semicolons.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for Piece { symbol, x, y } in &self.pieces {
            let _ = write!(out, "{}{symbol},{x},{y}", if out.is_empty() { "" } else { ";" });
        }
        out
    }

    /// The symbols that lie there.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.pieces.iter().map(|piece| piece.symbol)
    }
}

/// A drawing that needs nothing else.
pub fn board_svg(reply: &BoardReply) -> String {
    board_with_plays(reply, &[])
}

/// The same with plays as arrows, each with its color, the lowest first.
pub fn board_with_plays(reply: &BoardReply, plays: &[(String, &str)]) -> String {
    let layout = Layout::new(reply);
    let used: BTreeSet<Symbol> = layout.symbols().collect();
    let drawing = html! {
        svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            width=(WIDTH) height=(HEIGHT) font-family="system-ui, sans-serif" role="img" {
            title { (reply.ids.xgid) }
            defs { (PreEscaped(definitions(&used))) }
            (PreEscaped(surface(layout.clockwise)))
            (frame(&layout.words))
            g { @for Piece { symbol, x, y } in &layout.pieces {
                use href=(format!("#{symbol}")) x=(x) y=(y) {}
            } }
            @for (path, color) in plays { (PreEscaped(symbols::arrow(path, color))) }
        }
    };
    drawing.into_string() + "\n"
}

/// The words in the frame. The script of the viewer finds them by their classes.
pub fn frame(words: &ByPlayer<Words>) -> Markup {
    let line = |player: Player| if player == Player::Top { 20 } else { HEIGHT - 8 };
    html! {
        @for player in Player::BOTH {
            g fill="#f3e9d6" font-size="17" {
                text class=(format!("name{}", player.index())) x=(LEFT) y=(line(player)) font-weight="600" { (words[player].name) }
                text class=(format!("pips{}", player.index())) x=(BAR_X) y=(line(player)) { (words[player].pips) }
                text class=(format!("score{}", player.index())) x=(RIGHT) y=(line(player)) text-anchor="end" { (words[player].score) }
            }
        }
    }
}

/// The empty board, without the numbers of its points.
pub fn surface(clockwise: bool) -> String {
    let mut out = format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#33241a\"/>");
    let height = BOTTOM - TOP;
    let mut area = |x: i32, width: i32, fill: &str| {
        let _ = write!(out, "<rect x=\"{x}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
    };
    area(LEFT, RIGHT - LEFT, "#ecdfc4");
    area(BAR_X - BAR_WIDTH / 2, BAR_WIDTH, "#4a3526");
    area(CUBE_X - 23, 46, "#4a3526");
    let (x, width) = TRAY;
    area(x, width, "#4a3526");
    let _ = write!(out, "<path d=\"M{x} {MIDDLE}h{width}\" stroke=\"#33241a\" stroke-width=\"8\"/>");
    for number in 1..=24 {
        let (x, is_top) = place(number, clockwise);
        let (base, length) = if is_top { (TOP, 205) } else { (BOTTOM, -205) };
        let fill = if number % 2 == 0 { "#a8583a" } else { "#57796b" };
        let half = POINT / 2;
        let _ = write!(out, "<path d=\"M{} {base}h{POINT}l-{half} {length}z\" fill=\"{fill}\"/>", x - half);
    }
    out
}

/// The numbers of the points as a player counts them.
fn numbers(player: Player, clockwise: bool) -> String {
    let mut out = "<g fill=\"#cdbda4\" font-size=\"13\" text-anchor=\"middle\">".to_owned();
    for point in 1..=24 {
        let (x, is_top) = place(number_of(player, point), clockwise);
        let y = if is_top { TOP - 7 } else { BOTTOM + 17 };
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{point}</text>");
    }
    out + "</g>"
}

/// A player's point by player 1's number.
const fn number_of(player: Player, point: i32) -> i32 {
    match player {
        Player::Bottom => point,
        Player::Top => 25 - point,
    }
}

/// The middle of a point and whether it is in the upper half, by player 1's number.
const fn place(number: i32, clockwise: bool) -> (i32, bool) {
    // Columns are counted from the ace point; the bar lies behind the sixth.
    let column = if number <= 12 { number - 1 } else { 24 - number };
    let from_edge = column * POINT + POINT / 2 + if column > 5 { BAR_WIDTH } else { 0 };
    (if clockwise { LEFT + from_edge } else { RIGHT - from_edge }, number > 12)
}

/// The middle of a place where checkers lie, from its first on; a stack grows towards the middle of the board.
#[derive(Clone, Copy)]
struct Stack {
    x: i32,
    start: i32,
    direction: i32,
}

impl Stack {
    /// The place of a point by its owner's numbers, from 1, or the bar (25).
    const fn new(player: Player, point: i32, clockwise: bool) -> Self {
        if point == 25 {
            // A checker on the bar enters in the other's home board.
            let (start, direction) = match player {
                Player::Bottom => (MIDDLE - 2 * RADIUS - 8, -1),
                Player::Top => (MIDDLE + 2 * RADIUS + 8, 1),
            };
            return Self { x: BAR_X, start, direction };
        }
        let (x, is_top) = place(number_of(player, point), clockwise);
        let (start, direction) = if is_top { (TOP + RADIUS + 1, 1) } else { (BOTTOM - RADIUS - 1, -1) };
        Self { x, start, direction }
    }

    /// The height of a checker, counted from 0; those on top of a full stack lie on its last.
    fn y(self, checker: u8) -> i32 {
        self.start + self.direction * i32::from(checker.min(STACK - 1)) * STEP
    }
}

fn lay_checkers(pieces: &mut Vec<Piece>, player: Player, checkers: &Checkers, all: u32, clockwise: bool) {
    for (point, &n) in (1..).zip(&checkers.counts()[..=BAR]) {
        let stack = Stack::new(player, point, clockwise);
        for i in 0..n.min(STACK) {
            pieces.push(Piece { symbol: Symbol::Checker(player), x: stack.x, y: stack.y(i) });
        }
        if n > STACK {
            pieces.push(Piece { symbol: Symbol::Count(player, n), x: stack.x, y: stack.y(n) });
        }
    }
    let off = i32::try_from(all.saturating_sub(checkers.total())).unwrap_or(0);
    for i in 0..off {
        let (x, from_edge) = (TRAY.0 + TRAY.1 / 2, 8 + EDGE * i);
        let y = if player == Player::Bottom { BOTTOM - from_edge } else { TOP + from_edge };
        pieces.push(Piece { symbol: Symbol::Edge(player), x, y });
    }
}

fn lay_cube(pieces: &mut Vec<Piece>, reply: &BoardReply) {
    let cube = reply.game.cube;
    if reply.game.pending.is_some_and(Pending::is_double) {
        // The cube lies before the side that is asked.
        let x = if reply.game.to_decide() == Player::Bottom { RIGHT - 3 * POINT } else { LEFT + 3 * POINT };
        let value = cube.value().saturating_mul(2);
        pieces.push(Piece { symbol: Symbol::Cube { value, is_offered: true }, x, y: MIDDLE });
        return;
    }
    let y = match cube.owner() {
        CubeOwner::Owned(Player::Bottom) => BOTTOM - 24,
        CubeOwner::Owned(Player::Top) => TOP + 24,
        CubeOwner::Centered => MIDDLE,
    };
    pieces.push(Piece { symbol: Symbol::Cube { value: cube.value(), is_offered: false }, x: CUBE_X, y });
}

/// A name as far as it fits.
fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    name.chars().take(NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_people_look_for_them() {
        // 1 at the lower right, 12 at the lower left, 13 above it, 24 above 1; the bar between 6 and 7.
        let [one, six, seven, twelve] = [1, 6, 7, 12].map(|number| place(number, false));
        assert!(!one.1 && one.0 > six.0 && six.0 > BAR_X && BAR_X > seven.0 && seven.0 > twelve.0);
        assert_eq!((place(13, false), place(24, false)), ((twelve.0, true), (one.0, true)));
        assert_eq!((twelve.0, one.0), (LEFT + POINT / 2, RIGHT - POINT / 2));
        // Clockwise, the ace point is at the lower left.
        assert_eq!(place(1, true), (twelve.0, false));
    }

    #[test]
    fn stacks_stay_in_their_half() {
        let stack = Stack::new(Player::Top, 6, false);
        assert!(stack.y(14) + RADIUS < MIDDLE - 20 && stack.y(0) - RADIUS >= TOP);
        const { assert!(8 + EDGE * 14 + EDGE / 2 < MIDDLE - TOP, "fifteen edges fit the tray") };
    }
}
