//! The decisions of a record that are meant.

use super::name::player;
use super::value::by_grammar;
use super::{ArgCount, ArgKind, ArgSpec, Args, Reader, bad};
use crate::command::ast::{self, DecisionKind, PlayerArg, PlayerName};
use crate::command::error::CommandError;
use crate::command::lex::Token;
use nom::combinator::opt;
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser, branch::alt, bytes::complete::tag};

/// A player, a kind of decision, the least loss, `game N`, a number of decisions; in any order, each once at most.
pub struct WantedErrors;

const SPEC: ArgSpec = ArgSpec {
    name: "P|cube|plays|missed|doubles|takes|passes|LOSS|game N|N",
    kind: ArgKind::Wanted,
    count: ArgCount::Any,
};

impl Reader for WantedErrors {
    type Out = ast::WantedErrors;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(SPEC);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<ast::WantedErrors, CommandError> {
        let mut wanted = ast::WantedErrors::default();
        while let Some(token) = args.next() {
            let is_new = match token.text.to_lowercase().as_str() {
                // A loss from which on is what the number behind says anyway.
                ">" | ">=" | "≥" | "over" | "above" | "from" | "least" => true,
                "game" => put(&mut wanted.game, whole(args.need(&SPEC)?)?),
                "player" => put(&mut wanted.player, named(args.need(&SPEC)?)?),
                "cube" | "cubes" => put(&mut wanted.kind, DecisionKind::Cube),
                "play" | "plays" | "move" | "moves" | "checker" | "checkers" => {
                    put(&mut wanted.kind, DecisionKind::Play)
                }
                // `missed doubles`, `wrong takes`: one kind in two words.
                "wrong" => true,
                "double" | "doubles" if wanted.kind == Some(DecisionKind::Missed) => true,
                "missed" | "miss" => put(&mut wanted.kind, DecisionKind::Missed),
                "double" | "doubles" => put(&mut wanted.kind, DecisionKind::Doubles),
                "take" | "takes" => put(&mut wanted.kind, DecisionKind::Takes),
                "pass" | "passes" | "drop" | "drops" => put(&mut wanted.kind, DecisionKind::Passes),
                // No list has no decisions: it is a loss.
                "0" => put(&mut wanted.least, 0.0),
                text if text.starts_with(|c: char| c.is_ascii_digit() && !text.contains('.')) => {
                    put(&mut wanted.count, whole(token)?)
                }
                text if text.starts_with(|c: char| c.is_ascii_digit() || "≥>=.+-".contains(c)) => {
                    let loss = by_grammar(token, &ArgKind::Wanted, loss)?;
                    put(
                        &mut wanted.least,
                        Some(loss).filter(|loss| (0.0..=10.0).contains(loss)).ok_or_else(|| bad(token, &SPEC.kind))?,
                    )
                }
                _ => put(&mut wanted.player, named(token)?),
            };
            if !is_new {
                return Err(bad(token, &SPEC.kind));
            }
        }
        Ok(wanted)
    }

    fn print(&self, wanted: &Self::Out, words: &mut Vec<String>) {
        let ast::WantedErrors { player, kind, least, game, count } = wanted;
        words.extend(count.map(|count| count.to_string()));
        words.extend(player.as_ref().map(|player| format!("player {player}")));
        words.extend(kind.map(|kind| kind.word().to_owned()));
        words.extend(least.map(|least| format!("{least:?}")));
        words.extend(game.map(|game| format!("game {game}")));
    }
}

/// Fills what is empty; whether it was.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    let is_new = place.is_none();
    *place = Some(value);
    is_new
}

fn whole(token: &Token) -> Result<u16, CommandError> {
    let number = token.text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| bad(token, &SPEC.kind))
}

fn named(token: &Token) -> Result<PlayerName, CommandError> {
    match player(&token.text) {
        Some(PlayerArg::One(name)) => Ok(name),
        Some(PlayerArg::Both) | None => Err(bad(token, &SPEC.kind)),
    }
}

/// `0.06`, `.06`, `≥.06`, `>=0.06`.
fn loss(text: &str) -> IResult<&str, f64> {
    preceded(opt(alt((tag("≥"), tag(">="), tag(">")))), double).parse(text)
}
