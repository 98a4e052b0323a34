//! The rules of games and matches.

use super::setting::{Effect, Kind, Rows, field, place};
use crate::board::Variation;
use crate::words::counted;

/// The actions that happen by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaticSettings {
    /// Begin the next game when one is over.
    pub game: bool,
    /// Roll for a human player who may not double.
    pub roll: bool,
    /// Make a person's only play.
    pub r#move: bool,
    /// Bear off a checker with every die, where a person can.
    pub bearoff: bool,
    /// Play the Crawford rule.
    pub crawford: bool,
    /// Cubes turned by equal opening dice, at most.
    pub doubles: u8,
}

impl Default for AutomaticSettings {
    fn default() -> Self {
        Self { game: false, roll: false, r#move: false, bearoff: false, crawford: true, doubles: 0 }
    }
}

/// The match equity table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetSettings {
    /// A file or a built-in name.
    pub source: String,
    /// Whether it is read with the players exchanged.
    pub is_inverted: bool,
}

impl Default for MetSettings {
    fn default() -> Self {
        Self { source: "kazaross-xg2".to_owned(), is_inverted: false }
    }
}

/// The longest match.
const LENGTH: u64 = 64;

pub(super) fn rows(t: &mut Rows) {
    t.switch("jacoby", "whether gammons count only after a cube turn, for money", field!(jacoby))
        .effect(Effect::Jacoby)
        .say(|s| format!("{} the Jacoby rule in money games", if s.jacoby { "using" } else { "not using" }));
    let help = "allow so many beavers, for money; 0 is none";
    t.add("beavers", Kind::Whole { min: 0, max: 12 }, help, field!(beavers))
        .example("3")
        .effect(Effect::Beavers)
        .say(|s| beavers_in_words(s.beavers));
    t.switch("cube use", "whether the cube is used at all", field!(cube_in_use)).effect(Effect::CubeUse);
    let help = "how often equal opening dice double the cube, for money";
    t.add("automatic doubles", Kind::Whole { min: 0, max: 12 }, help, field!(automatic.doubles))
        .example("1")
        .say(|s| format!("equal opening dice turn the cube up to {} times in money games", s.automatic.doubles));
    t.switch("automatic crawford", "declare the Crawford game by the score", field!(automatic.crawford))
        .example("off")
        .say(|s| format!("the Crawford rule is {}", if s.automatic.crawford { "played" } else { "not played" }));
    t.switch("automatic game", "begin the next game when one is over", field!(automatic.game)).say(|s| {
        format!("games {} one another by themselves", if s.automatic.game { "follow" } else { "do not follow" })
    });
    t.switch("automatic roll", "roll for a person who cannot double", field!(automatic.roll)).say(|s| {
        format!("dice are {} for a player who cannot double", if s.automatic.roll { "rolled" } else { "not rolled" })
    });
    t.switch("automatic move", "make a person's only play", field!(automatic.r#move))
        .say(|s| format!("forced plays are {}", if s.automatic.r#move { "made" } else { "typed" }));
    t.switch(
        "automatic bearoff",
        "bear off for a person, where every die takes a checker off",
        field!(automatic.bearoff),
    )
    .say(|s| {
        format!(
            "checkers that every die takes off are {}",
            if s.automatic.bearoff { "borne off" } else { "left to you" }
        )
    });
    let variations = Variation::ALL.map(|variation| (variation.name(), variation));
    t.words("variation", "the variation played", variations, place!(variation))
        .example("nackgammon")
        .say(|s| format!("new games are {}", s.variation.name()));
    let help = "the length of matches when new match names none";
    t.add("matchlength", Kind::Whole { min: 1, max: LENGTH }, help, field!(match_length))
        .unit("points")
        .example("9")
        .say(|s| format!("new matches are to {}", counted(s.match_length, "point")));
    let help = "the match equity table, from a file or by a built-in name";
    t.add("matchequitytable|met", Kind::File, help, field!(met.source))
        .example("woolsey")
        .choice("kazaross-xg2", "Kazaross and XG2, 25 points: the usual one")
        .choice("woolsey", "Woolsey and Heinrich, 15 points")
        .choice("zadeh", "Zadeh's formula, any length")
        .effect(Effect::Met);
    let help = "whether the match equity table is read with the players exchanged";
    t.switch("invert matchequitytable|met", help, field!(met.is_inverted))
        .effect(Effect::Met)
        .say(|s| format!("the match equity table is {}", if s.met.is_inverted { "inverted" } else { "as published" }));
}

/// How many beavers are allowed, as a sentence.
pub fn beavers_in_words(beavers: u8) -> String {
    match beavers {
        0 => "no beavers are allowed in money games".to_owned(),
        1 => "1 beaver is allowed in money games".to_owned(),
        n => format!("{} in a row are allowed in money games", counted(n, "beaver")),
    }
}
