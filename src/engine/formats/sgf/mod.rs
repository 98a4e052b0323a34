//! Matches as SGF (`GM[6]`), in the dialect of GNU Backgammon.
//!
//! Black is player 1, White player 0. Letters name places of the board: `a` to `x` the points, for White from its own
//! ace point on, for Black from its 24-point on, so that a letter is the same point for both; `y` is the bar, `z` where
//! checkers are borne off. A play is two digits and a pair of letters for each checker moved.
//!
//! Facts for which the dialect has no words (a resignation that was declined, a comment on a roll beside one on its
//! play, set-ups beyond checkers, turn, dice and cube) stand in properties of our own, whose names begin with `X`;
//! other programs pass them over. Lines that were left are variations, which they pass over too.

mod analysis;
mod read;
mod tree;
mod trial;
mod write;

pub use read::read_sgf;
pub use trial::sgf_game;
pub use write::write_sgf;

use super::builder::Hop;
use crate::board::{BAR as BAR_INDEX, Checkers, OFF, Player, Variation};
use crate::scoring::CubeOwner;
use std::fmt::Write;

/// The bar in positions and plays.
const BAR: u8 = BAR_INDEX as u8;

/// Whether a text begins as a tree of this format.
pub(super) fn is_sgf(text: &str) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).take(2).eq("(;".chars())
}

const fn color(player: Player) -> &'static str {
    match player {
        Player::Top => "W",
        Player::Bottom => "B",
    }
}

fn player_of(color: &str) -> Option<Player> {
    match color.trim().to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Player::Top),
        "b" | "black" => Some(Player::Bottom),
        _ => None,
    }
}

/// The letter of a place in a player's own numbering.
const fn letter(player: Player, place: u8) -> char {
    let letter = match (place, player) {
        (OFF, _) => b'z',
        (BAR, _) => b'y',
        (point, Player::Top) => b'a' + point,
        (point, Player::Bottom) => b'x' - point,
    };
    letter as char
}

/// The place of a letter.
const fn place(player: Player, letter: u8) -> Option<u8> {
    match (letter, player) {
        (b'z', _) => Some(OFF),
        (b'y', _) => Some(BAR),
        (b'a'..=b'x', Player::Top) => Some(letter - b'a'),
        (b'a'..=b'x', Player::Bottom) => Some(b'x' - letter),
        _ => None,
    }
}

/// Checker moves as letters.
fn letters(player: Player, hops: &[Hop]) -> String {
    hops.iter().flat_map(|&(from, to)| [letter(player, from), letter(player, to)]).collect()
}

/// Checker moves of letters.
fn hops(player: Player, letters: &str) -> Option<Vec<Hop>> {
    let letters = letters.trim().as_bytes();
    if !letters.len().is_multiple_of(2) || letters.len() > 16 {
        return None;
    }
    letters.chunks(2).map(|pair| Some((place(player, pair[0])?, place(player, pair[1])?))).collect()
}

/// A value for every checker: `[f][f][m]`.
fn checkers(player: Player, checkers: &Checkers) -> String {
    let places = (0_u8..).zip(checkers.counts());
    places.flat_map(|(place, &n)| std::iter::repeat_n(place, n.into())).fold(String::new(), |mut text, place| {
        let _ = write!(text, "[{}]", letter(player, place));
        text
    })
}

const fn owner(owner: CubeOwner) -> &'static str {
    match owner {
        CubeOwner::Centered => "c",
        CubeOwner::Owned(Player::Top) => "w",
        CubeOwner::Owned(Player::Bottom) => "b",
    }
}

const fn rule(variation: Variation) -> Option<&'static str> {
    match variation {
        Variation::Standard => None,
        Variation::Nackgammon => Some("Nackgammon"),
        Variation::Hypergammon1 => Some("Hypergammon1"),
        Variation::Hypergammon2 => Some("Hypergammon2"),
        Variation::Hypergammon3 => Some("Hypergammon3"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_borne_off_checkers_have_letters() {
        assert_eq!([letter(Player::Top, BAR), letter(Player::Bottom, OFF)], ['y', 'z']);
        assert_eq!([letter(Player::Top, 0), letter(Player::Bottom, 23)], ['a', 'a']);
        assert_eq!([letter(Player::Top, 23), letter(Player::Bottom, 0)], ['x', 'x']);
        for player in Player::BOTH {
            for at in (0..=BAR).chain([OFF]) {
                assert_eq!(place(player, letter(player, at) as u8), Some(at));
            }
        }
        assert_eq!(hops(Player::Bottom, "yaxz"), Some(vec![(BAR, 23), (0, OFF)]));
        assert_eq!((hops(Player::Bottom, "ya?"), hops(Player::Bottom, "y?")), (None, None));
    }

    #[test]
    fn a_turn_without_a_word_is_passed_over() {
        use crate::formats::ReadOptions;
        use crate::record::Event;
        let text = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b]RU[Crawford];B[31qtst];W[];W[42hdfd])";
        let read = read_sgf(text, &ReadOptions::default()).expect("a match");
        let plays = read.record.games()[0].steps.iter().filter(|step| matches!(step.event, Event::Play(_)));
        assert_eq!(plays.count(), 2, "{:?}", read.remarks);
        assert!(read.remarks.iter().any(|remark| remark.contains("`W[]` says nothing")), "{:?}", read.remarks);
    }

    #[test]
    fn names_of_variations_are_whole() {
        use crate::formats::ReadOptions;
        let read = |rule: &str| {
            let text = format!("(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b]RU[Crawford:{rule}];B[31])");
            let read = read_sgf(&text, &ReadOptions::default()).expect("a match");
            (read.variation, read.remarks.iter().any(|remark| remark.contains("is not known here")))
        };
        assert_eq!(read("Hypergammon2"), (Variation::Hypergammon2, false));
        assert_eq!(read("HyperGammon (2)"), (Variation::Hypergammon2, false));
        assert_eq!(read("Hypergammon22"), (Variation::Standard, true));
    }
}
