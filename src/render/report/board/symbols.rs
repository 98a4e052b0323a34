//! The pieces of a board, drawn around the origin.

use super::{EDGE, RADIUS, TRAY, numbers};
use crate::board::Player;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Something that lies on a board. Its text is its name in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A checker.
    Checker(Player),
    /// The number of checkers of a stack, on the last one drawn.
    Count(Player, u8),
    /// A checker borne off: it stands in the tray and shows its edge.
    Edge(Player),
    /// A die that shows a number.
    Die(Player, u8),
    /// The cube.
    Cube {
        /// The number on top. A cube that nobody has turned shows 64.
        value: u32,
        /// Whether it is offered: it lies askew.
        is_offered: bool,
    },
    /// The numbers of all points.
    Numbers {
        /// Who counts them.
        player: Player,
        /// Whether point 1 of player 1 is at the lower left.
        clockwise: bool,
    },
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checker(player) => write!(f, "p{}", player.index()),
            Self::Count(player, n) => write!(f, "n{}-{n}", player.index()),
            Self::Edge(player) => write!(f, "e{}", player.index()),
            Self::Die(player, n) => write!(f, "d{}-{n}", player.index()),
            Self::Cube { value, is_offered } => write!(f, "{}{value}", if *is_offered { "o" } else { "c" }),
            Self::Numbers { player, clockwise } => {
                write!(f, "{}{}", if *clockwise { "l" } else { "r" }, player.index())
            }
        }
    }
}

/// Fill, line and ink of a player's checkers and dice.
const fn colors(player: Player) -> (&'static str, &'static str, &'static str) {
    match player {
        Player::Top => ("#fbf6ea", "#4a3b2c", "#1d1d24"),
        Player::Bottom => ("#26262e", "#0a0a0d", "#ffffff"),
    }
}

/// The rings on a checker.
const fn ring(player: Player) -> &'static str {
    match player {
        Player::Top => "#cdbf9f",
        Player::Bottom => "#5c5c6b",
    }
}

impl Symbol {
    fn drawing(self) -> String {
        match self {
            Self::Checker(player) => {
                let (fill, line, _) = colors(player);
                let ring = ring(player);
                format!(
                    "<circle r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.5\"/>\
                     <circle r=\"{}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"2\"/>",
                    RADIUS - 6
                )
            }
            Self::Count(player, n) => {
                let (fill, _, ink) = colors(player);
                format!("<circle r=\"{}\" fill=\"{fill}\"/>{}", RADIUS - 6, label(&n.to_string(), 19, ink))
            }
            Self::Edge(player) => {
                let (fill, line, _) = colors(player);
                let (width, ring) = (TRAY.1 - 8, ring(player));
                format!(
                    "<path d=\"M{0} {1}h{width}v{2}h-{width}z\" fill=\"{fill}\" stroke=\"{line}\"/>\
                     <path d=\"M{0} 0h{width}\" stroke=\"{ring}\"/>",
                    -width / 2,
                    -(EDGE - 1) / 2,
                    EDGE - 1
                )
            }
            Self::Numbers { player, clockwise } => numbers(player, clockwise),
            Self::Die(player, n) => {
                let (fill, line, ink) = colors(player);
                let mut out = format!(
                    "<rect x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" rx=\"7\" fill=\"{fill}\" \
                     stroke=\"{line}\" stroke-width=\"1.5\"/><g fill=\"{ink}\">"
                );
                for (x, y) in dots(n) {
                    let _ = write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"4\"/>", 11 * x, 11 * y);
                }
                out + "</g>"
            }
            Self::Cube { value, is_offered } => {
                let shown = if value == 1 { 64 } else { value };
                let label = label(&shown.to_string(), if shown < 100 { 23 } else { 15 }, "#1d1d24");
                let (turn, line) = if is_offered { (" transform=\"rotate(-14)\"", "#c22f1f") } else { ("", "#4a3b2c") };
                format!(
                    "<g{turn}><rect x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" rx=\"5\" fill=\"#fffdf6\" \
                     stroke=\"{line}\" stroke-width=\"2.5\"/>{label}</g>"
                )
            }
        }
    }
}

/// Where the dots of a die lie: columns and rows from −1 to 1.
fn dots(n: u8) -> impl Iterator<Item = (i32, i32)> {
    let all = [(0, 0), (-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)];
    let (odd, pairs) = (usize::from(n % 2), usize::from(n / 2));
    all.into_iter().take(odd).chain(all.into_iter().skip(1).take(2 * pairs))
}

fn label(text: &str, size: i32, ink: &str) -> String {
    format!(
        "<text y=\"{}\" text-anchor=\"middle\" font-size=\"{size}\" font-weight=\"700\" fill=\"{ink}\">{text}</text>",
        size * 7 / 20
    )
}

/// The drawings of symbols under their names, for the `defs` of an SVG.
pub fn definitions(used: &BTreeSet<Symbol>) -> String {
    used.iter().fold(String::new(), |mut out, symbol| {
        let _ = write!(out, "<g id=\"{symbol}\">{}</g>", symbol.drawing());
        out
    })
}

/// A play as [`arrows`](super::arrows()) gives it, in a color and with a dark rim, so that it is seen on everything.
pub fn arrow(path: &str, color: &str) -> String {
    let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    format!(
        "<g {style}><path d=\"{path}\" stroke=\"#fff\" stroke-width=\"9\" stroke-opacity=\".85\"/>\
         <path d=\"{path}\" stroke=\"{color}\" stroke-width=\"5\"/></g>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_have_as_many_dots_as_they_show() {
        for n in 1..=6 {
            let dots: BTreeSet<_> = dots(n).collect();
            assert_eq!(dots.len(), usize::from(n), "{dots:?}");
        }
    }
}
