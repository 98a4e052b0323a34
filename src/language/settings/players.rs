//! The players: names, how their decisions are made, and how strongly the engine plays.

use super::Settings;
use super::evaluation::{EvaluationSettings, eval_rows, filter_rows, strength};
use super::setting::{Effect, Field, Kind, Listing, Place, Rows};
use super::value::Value;
use crate::board::{ByPlayer, Player};

/// The kind of player: how decisions are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// A person.
    #[default]
    Human,
    /// The engine, whenever the player is to decide.
    Engine,
    /// Another program, which answers at this address.
    External(String),
}

/// How a player plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSettings {
    /// The kind of player.
    pub who: Who,
    /// The engine's strength for this player, when it plays by itself or by `play`.
    pub evaluation: EvaluationSettings,
}

pub(super) fn rows(t: &mut Rows) {
    let default_names = Field::new(
        |s, _| vec![Value::Names(s.default_names.0.clone())],
        |s, _, value| {
            s.default_names = two_names(value)?;
            Ok(())
        },
    );
    t.add("defaultnames", Kind::Names, "the names players start with", default_names)
        .example("Anna Bert")
        .effect(Effect::DefaultNames);
    let names = Field::new(
        |s, _| if clashes(s) { vec![Value::Names(s.names.0.clone())] } else { Vec::new() },
        |s, _, value| {
            s.names = two_names(value)?;
            Ok(())
        },
    );
    t.add("names", Kind::Names, "name both players at once", names)
        .unset("the default names")
        .example("Anna Bert")
        .say(|s| format!("the players are {} and {}", s.names[Player::Top], s.names[Player::Bottom]));
    let name = Field::new(
        |s, player| if clashes(s) { Vec::new() } else { vec![Value::Text(s.names[player].clone())] },
        |s, player, value| {
            let Value::Text(name) = value else { return Err(format!("`{value}` is not a name")) };
            check_name(name, &s.names[!player])?;
            s.names[player].clone_from(name);
            Ok(())
        },
    );
    t.add("player P name", Kind::Text, "name a player", name)
        .unset("the default name")
        .example("Anna")
        .say_of(|s, player, _| Some(format!("player {} is called {}", player.index(), s.names[player])));
    for (word, help, who, told) in [
        ("human", "let a person play for a player", Who::Human, "decisions are typed"),
        ("gnubg", "let the engine play this side", Who::Engine, "the program decides"),
    ] {
        let unset = if who == Who::Human { "both players" } else { "neither player" };
        let at = Place { get: |s, player| &s.players[player].who, get_mut: |s, player| &mut s.players[player].who };
        let field = Field::one(who, at);
        t.add(&format!("player P {word}"), Kind::Nothing, help, field)
            .unset(unset)
            .effect(Effect::Player)
            .say_of(move |s, player, _| Some(format!("{told} for {}", s.names[player])));
    }
    external(t);
    let evaluation = Place::<EvaluationSettings> {
        get: |s, player| &s.players[player].evaluation,
        get_mut: |s, player| &mut s.players[player].evaluation,
    };
    let help = "how strongly the engine plays for a player: plays, cube and move filters at once";
    strength(t, "player P preset", help, evaluation).listing(Listing::Summary).example("advanced");
    let plays = Place {
        get: |s, player| &s.players[player].evaluation.chequerplay,
        get_mut: |s, player| &mut s.players[player].evaluation.chequerplay,
    };
    let cube = Place {
        get: |s, player| &s.players[player].evaluation.cubedecision,
        get_mut: |s, player| &mut s.players[player].evaluation.cubedecision,
    };
    let filters = Place {
        get: |s, player| &s.players[player].evaluation.filters,
        get_mut: |s, player| &mut s.players[player].evaluation.filters,
    };
    eval_rows(t, "player P chequerplay evaluation", "of plays for a player", plays, |_| {});
    eval_rows(t, "player P cubedecision evaluation", "of cube decisions for a player", cube, |_| {});
    filter_rows(t, "player P movefilter", " of a player", filters, |_| {});
}

/// Another program as a player.
fn external(t: &mut Rows) {
    let field = Field::new(
        |s, player| match &s.players[player].who {
            Who::External(address) => vec![Value::Text(address.clone())],
            Who::Human | Who::Engine => Vec::new(),
        },
        |s, player, value| {
            let Value::Text(address) = value else { return Err(format!("`{value}` is not an address")) };
            s.players[player].who = Who::External(address.clone());
            Ok(())
        },
    );
    let help = "let another program play for a player: it answers at HOST:PORT, or at a socket of this machine";
    t.add("player P external", Kind::File, help, field)
        .argument("HOST:PORT")
        .unset("neither player")
        .example("localhost:1234")
        .effect(Effect::Player)
        .say_of(|s, player, value| Some(format!("the program at {value} decides for {}", s.names[player])));
}

/// Two names that can stand side by side.
fn two_names(value: &Value) -> Result<ByPlayer<String>, String> {
    let Value::Names(names) = value else { return Err(format!("`{value}` is not two names")) };
    let names = ByPlayer(names.clone());
    Player::BOTH.into_iter().try_for_each(|player| check_name(&names[player], &names[!player]))?;
    Ok(names)
}

/// Whether a player has the default name of the other, so that the two cannot be named one after the other.
fn clashes(s: &Settings) -> bool {
    Player::BOTH.into_iter().any(|player| s.names[player].eq_ignore_ascii_case(&s.default_names[!player]))
}

/// Whether a player may have a name beside the other's.
fn check_name(name: &str, other: &str) -> Result<(), String> {
    if other.eq_ignore_ascii_case(name) {
        return Err(format!("the other player is called `{name}` already"));
    }
    match name.to_ascii_lowercase().as_str() {
        "" => Err("a player needs a name".to_owned()),
        "0" | "1" => Err(format!("`{name}` is the number of a player, so it can't be a name")),
        "b" | "bo" | "both" => Err(format!("`{name}` stands for both players, so it can't be a name")),
        _ => Ok(()),
    }
}
