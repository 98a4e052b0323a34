//! The dice of games, and the generators that rollouts share with them.

use super::Settings;
use super::setting::{Effect, Field, Kind, Rows, Setting, place};
use super::value::Value;
use crate::rng::RngKind;

/// Where the dice of games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceSource {
    /// A generator.
    Generator(RngKind),
    /// The user enters them.
    Manual,
    /// The digits of a file.
    File(String),
}

/// The dice of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDice {
    /// Where they come from.
    pub source: DiceSource,
    /// The seed of a generator; `None` takes one from the system.
    pub seed: Option<u32>,
}

impl Default for GameDice {
    fn default() -> Self {
        Self { source: DiceSource::Generator(RngKind::Mersenne), seed: None }
    }
}

/// A seed, or none for one of the system's.
pub(super) const SEED: Kind = Kind::Whole { min: 0, max: u32::MAX as u64 };

pub(super) fn rows(t: &mut Rows) {
    let seed = Field::new(
        |s, _| s.dice.seed.map(|seed| Value::Whole(seed.into())).into_iter().collect(),
        |s, _, value| {
            s.dice.seed = seed_of(value)?;
            // Only a generator has a seed.
            if !matches!(s.dice.source, DiceSource::Generator(_)) {
                s.dice.source = GameDice::default().source;
            }
            Ok(())
        },
    );
    let help = "seed the dice of games; without a number, from the system";
    t.add("seed", Kind::Optional(Box::new(SEED)), help, seed)
        .unset("from the system")
        .example("42")
        .effect(Effect::Seed);
    let get = |s: &Settings| match s.dice.source {
        DiceSource::Generator(kind) => Some(kind),
        DiceSource::Manual | DiceSource::File(_) => None,
    };
    let put = |s: &mut Settings, kind, seed: Option<u32>| {
        s.dice.source = DiceSource::Generator(kind);
        s.dice.seed = seed.or(s.dice.seed);
    };
    generators(t, "rng", "the dice of games", get, put, |setting| {
        setting.effect(Effect::Dice);
    });
    let manual = Field::one(DiceSource::Manual, place!(dice.source));
    let help = "dice of games entered by hand: at the terminal, or in the next line of a script";
    t.add("rng manual", Kind::Nothing, help, manual).effect(Effect::Dice);
    let file = Field::new(
        |s, _| match &s.dice.source {
            DiceSource::File(file) => vec![Value::Text(file.clone())],
            _ => Vec::new(),
        },
        |s, _, value| match value {
            Value::Text(file) => {
                s.dice.source = DiceSource::File(file.clone());
                Ok(())
            }
            other => Err(format!("`{other}` is not a file")),
        },
    );
    let help = "dice of games from the digits 1 to 6 of a file";
    t.add("rng file", Kind::File, help, file).example("dice.txt").effect(Effect::Dice);
}

/// The seed that was typed, if any.
pub(super) fn seed_of(value: &Value) -> Result<Option<u32>, String> {
    match value {
        Value::Nothing => Ok(None),
        Value::Whole(n) => u32::try_from(*n).map(Some).map_err(|_| format!("{n} is too large for a seed")),
        other => Err(format!("`{other}` is not a seed")),
    }
}

/// Generators: `words` ends in `rng`; `get` returns the chosen one, `put` chooses one; `all` is applied to each row.
pub(super) fn generators(
    t: &mut Rows,
    words: &str,
    of: &str,
    get: fn(&Settings) -> Option<RngKind>,
    put: fn(&mut Settings, RngKind, Option<u32>),
    all: impl Fn(&mut Setting),
) {
    for kind in RngKind::ALL {
        let field = Field::new(
            move |s, _| if get(s) == Some(kind) { vec![Value::Nothing] } else { Vec::new() },
            move |s, _, value| {
                put(s, kind, seed_of(value)?);
                Ok(())
            },
        );
        let seed = Kind::Optional(Box::new(SEED));
        let row = t.add(&format!("{words} {}", kind.word()), seed, format!("{kind} for {of}"), field);
        all(row.argument("SEED").example("7"));
    }
}
