//! A choice of plays: numbers of candidates, or plays by name with commas between them.

use super::{ArgCount, ArgKind, ArgSpec, Args, Numbers, Play, Reader, Whole};
use crate::command::ast::{Candidates, PlaysArg};
use crate::command::error::CommandError;
use crate::command::lex::Token;
use crate::notation::WrittenPlay;

/// `1 2 3`, `1-3`, or `8/5 6/5, 24/20`.
pub struct Plays;

impl Reader for Plays {
    type Out = PlaysArg;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec { name: "I|PLAY", kind: ArgKind::Plays, count: ArgCount::Any });
    }

    fn read(&self, args: &mut Args<'_>) -> Result<PlaysArg, CommandError> {
        let tokens = args.clone().rest();
        if tokens.iter().any(|token| is_of_a_play(&token.text)) {
            return named(args).map(PlaysArg::Named);
        }
        let numbers = Numbers { name: "I", count: ArgCount::Any, max: u16::MAX };
        let numbers = numbers.read(args).map_err(|error| error.expecting(ArgKind::Plays.expected()))?;
        Ok(if numbers.is_empty() { PlaysArg::Default } else { PlaysArg::Numbers(numbers) })
    }

    fn print(&self, plays: &Self::Out, words: &mut Vec<String>) {
        match plays {
            PlaysArg::Default => {}
            PlaysArg::Numbers(numbers) => words.extend(numbers.iter().map(u16::to_string)),
            PlaysArg::Best(n) => words.extend(["best".to_owned(), n.to_string()]),
            PlaysArg::Named(plays) => words.push(plays.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// The candidates of a rollout: those of `position`, of `cube`, or plays, with `plays` before them or without; `best 3`
/// are the best of `hint`.
pub struct OfCandidates;

impl Reader for OfCandidates {
    type Out = Candidates;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec { name: "I|PLAY|best N|position|cube", kind: ArgKind::Plays, count: ArgCount::Any });
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Candidates, CommandError> {
        let word = args.peek().map(|token| token.text.to_ascii_lowercase());
        let of = match word.as_deref() {
            Some("position") => Candidates::Position,
            Some("cube") => Candidates::Cube,
            Some("plays" | "moves") => {
                args.next();
                return self.plays(args);
            }
            _ => return self.plays(args),
        };
        args.next();
        Ok(of)
    }

    fn print(&self, of: &Self::Out, words: &mut Vec<String>) {
        match of {
            Candidates::Plays(plays) => Plays.print(plays, words),
            Candidates::Position => words.push("position".to_owned()),
            Candidates::Cube => words.push("cube".to_owned()),
        }
    }
}

impl OfCandidates {
    /// Plays, or the best this many.
    fn plays(&self, args: &mut Args<'_>) -> Result<Candidates, CommandError> {
        let plays = if args.peek().is_some_and(|token| token.text.eq_ignore_ascii_case("best")) {
            args.next();
            PlaysArg::Best(Whole::new("N", 1, u16::MAX).read(args)?)
        } else {
            Plays.read(args)?
        };
        Ok(Candidates::Plays(plays))
    }
}

/// Whether a word is of a play and no number of a candidate: it has a slash or a name of a spot.
fn is_of_a_play(text: &str) -> bool {
    text.contains(|c: char| c == '/' || c.is_ascii_alphabetic())
}

/// Plays with commas between them, or each in quotes.
fn named(args: &mut Args<'_>) -> Result<Vec<WrittenPlay>, CommandError> {
    let mut plays: Vec<Vec<Token>> = vec![Vec::new()];
    for token in args.rest() {
        let is_whole = token.quoted && token.text.contains(char::is_whitespace);
        let mut start = 0;
        for (i, part) in token.text.split(',').enumerate() {
            if i > 0 || is_whole {
                plays.push(Vec::new());
            }
            // Inside quotes the text and the line may differ: then the whole word is meant.
            let from = token.span.start + start;
            let span = if token.quoted { token.span.clone() } else { from..from + part.len() };
            let words = part.split_whitespace();
            let tokens = words.map(|word| Token { span: span.clone(), text: word.to_owned(), quoted: token.quoted });
            plays.last_mut().expect("there is one").extend(tokens);
            start += part.len() + 1;
        }
        if is_whole {
            plays.push(Vec::new());
        }
    }
    let play = |tokens: &Vec<Token>| Play.read(&mut args.with(tokens.iter().collect()));
    plays.iter().filter(|tokens| !tokens.is_empty()).map(play).collect()
}

#[cfg(test)]
mod tests {
    use crate::command::parse;

    #[test]
    fn plays_are_told_apart_by_commas_or_quotes() {
        let plain = parse("rollout plays bar/24* 5/1, 8/5");
        assert!(plain.is_ok());
        for line in ["plays \"bar/24* 5/1\" \"8/5\"", "plays \"bar/24* 5/1\" 8/5", "plays \"bar/24* 5/1, 8/5\""] {
            assert_eq!(parse(&format!("rollout {line}")), plain, "{line}");
        }
    }
}
