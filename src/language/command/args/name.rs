//! Players, files, texts and topics.

use super::home::with_home;
use super::{ArgCount, ArgKind, ArgSpec, Args, Reader, Single, bad};
use crate::board::Player;
use crate::command::ast::{HelpArg, PlayerArg, PlayerName};
use crate::command::error::{CommandError, ErrorKind};
use crate::command::help::{help_about, help_search};
use crate::command::lex::Token;
use crate::command::phrases::content;
use crate::command::table::table;
use crate::command::topics::about_subject;
use crate::settings::{Kind, always_quoted, quoted};

/// One player: a seat or a name.
#[derive(Clone, Copy)]
pub struct OnePlayer;

/// One player, maybe behind the word `player`, with which it is printed: a name is told from other words by it.
#[derive(Clone, Copy)]
pub struct NamedPlayer;

/// One player, or `both`, `bo`, `b`.
#[derive(Clone, Copy)]
pub struct Players;

pub(super) fn player(word: &str) -> Option<PlayerArg> {
    match word.to_lowercase().as_str() {
        "" => None,
        "0" => Some(PlayerArg::One(PlayerName::Seat(Player::Top))),
        "1" => Some(PlayerArg::One(PlayerName::Seat(Player::Bottom))),
        "b" | "bo" | "both" => Some(PlayerArg::Both),
        _ => Some(PlayerArg::One(PlayerName::Named(word.to_owned()))),
    }
}

impl Single for Players {
    type Out = PlayerArg;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("P", ArgKind::Player { both: true })
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<PlayerArg, CommandError> {
        player(&token.text).ok_or_else(|| bad(token, &self.spec().kind))
    }
}

impl Reader for NamedPlayer {
    type Out = PlayerName;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        OnePlayer.describe(specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<PlayerName, CommandError> {
        if args.peek().is_some_and(|token| token.text.eq_ignore_ascii_case("player")) {
            args.next();
        }
        OnePlayer.read(args)
    }

    fn print(&self, player: &Self::Out, words: &mut Vec<String>) {
        words.push(format!("player {player}"));
    }
}

impl Single for OnePlayer {
    type Out = PlayerName;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("P", ArgKind::Player { both: false })
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<PlayerName, CommandError> {
        match player(&token.text) {
            Some(PlayerArg::One(name)) => Ok(name),
            Some(PlayerArg::Both) | None => Err(bad(token, &self.spec().kind)),
        }
    }
}

/// Readers of a text that is not empty: its kind, and how it is taken from the line.
macro_rules! texts {
    ($($(#[$about:meta])* $Reader:ident: $kind:ident, $taken:expr;)*) => {$(
        $(#[$about])*
        pub struct $Reader(pub &'static str);

        impl Single for $Reader {
            type Out = String;

            fn spec(&self) -> ArgSpec {
                ArgSpec::one(self.0, ArgKind::Value(Kind::$kind))
            }

            fn of(&self, first: &Token, args: &mut Args<'_>) -> Result<String, CommandError> {
                let taken: fn(&Token, &mut Args<'_>) -> String = $taken;
                Some(taken(first, args)).filter(|text| !text.is_empty()).ok_or_else(|| bad(first, &self.spec().kind))
            }

            fn word(&self, text: &String) -> String {
                quoted(text)
            }
        }
    )*};
}

texts! {
    /// The name of a file; a leading `~` is the user's folder.
    File: File, |token, _| with_home(&token.text);
    /// The name of a file that takes the rest of the line: blanks in it need no quotes. Quotes and backslashes of the
    /// shells of systems are taken off.
    NamedFile: File, |first, args| {
        let name = with_rest(&first.text, args);
        if first.quoted {
            return with_home(&name);
        }
        let inside = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
        with_home(&inside.map_or_else(|| name.replace("\\ ", " "), str::to_owned))
    };
    /// A word that is a name of something.
    Word: Text, |token, _| token.text.clone();
    /// All words left, single blanks between them; quote to keep more.
    Text: Text, |first, args| with_rest(&first.text, args);
}

/// A word and all behind it.
fn with_rest(first: &str, args: &mut Args<'_>) -> String {
    args.rest().iter().fold(first.to_owned(), |text, token| text + " " + &token.text)
}

/// The rest of the line with blanks, `;` and `#` in it; or one quoted text.
pub struct Raw(pub &'static str);

impl Reader for Raw {
    type Out = String;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec::one(self.0, ArgKind::Value(Kind::Raw)));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<String, CommandError> {
        if let Some(token) = args.peek().filter(|token| args.line[token.span.clone()].starts_with('"')) {
            if args.unclosed == Some(token.span.start) {
                return Err(CommandError::new(token.span.clone(), ErrorKind::UnclosedQuote));
            }
            args.next();
            return Ok(token.text.clone());
        }
        let end = args.end;
        let text = args.take_line().trim_start().trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            let kind = ErrorKind::Missing { words: args.words.to_owned(), argument: self.0.to_owned() };
            return Err(CommandError::new(end..end, kind).expecting(ArgKind::Value(Kind::Raw).expected()));
        }
        Ok(text.to_owned())
    }

    fn print(&self, text: &Self::Out, words: &mut Vec<String>) {
        // As it is, but for what would be read otherwise.
        let is_plain = !text.is_empty() && !text.starts_with('"') && text.trim() == text;
        words.push(if is_plain { text.clone() } else { always_quoted(text) });
    }
}

/// The subject of `help`: the words of a command, or `/` and a text to search for.
pub struct Topic;

impl Reader for Topic {
    type Out = HelpArg;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec { name: "WORD", kind: ArgKind::Topic, count: ArgCount::Any });
    }

    fn read(&self, args: &mut Args<'_>) -> Result<HelpArg, CommandError> {
        let Some(search) = args.peek().and_then(|token| token.text.strip_prefix('/')) else {
            let words = args.rest();
            // A subject that is not the beginning of a command by chance: `me` is none of `message`.
            let text = words.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
            let is_subject = about_subject(&text).is_some();
            let is_whole = |topic: &[String]| topic.join(" ").eq_ignore_ascii_case(&text);
            let topic = table().topic(words.clone());
            let topic = topic.map(|topic| if is_subject && !is_whole(&topic) { vec![text.clone()] } else { topic });
            return topic.map(HelpArg::About).or_else(|error| {
                // Words of no command may name a subject, or are looked for in the help of commands.
                if is_subject {
                    return Ok(HelpArg::About(vec![text]));
                }
                // So may those words of a question that say what it is about.
                let telling = content(&text).join(" ");
                if help_about(std::slice::from_ref(&telling)).is_some() {
                    return Ok(HelpArg::About(vec![telling]));
                }
                let is_unknown = matches!(error.kind, ErrorKind::UnknownWord { .. } | ErrorKind::Ambiguous { .. });
                let is_found = is_unknown && !text.trim().is_empty() && !help_search(&text).is_empty();
                match words.as_slice() {
                    _ if is_found => Ok(HelpArg::Search(text)),
                    [first, .., last] if telling != text => {
                        let kind = ErrorKind::UnknownWord { word: telling, after: "help".to_owned() };
                        Err(CommandError::new(first.span.start..last.span.end, kind).expecting(["`help topics`"]))
                    }
                    _ => Err(error),
                }
            });
        };
        let first = args.need(&ArgSpec::one("/TEXT", ArgKind::Topic))?;
        let text = with_rest(search, args);
        if text.trim().is_empty() { Err(bad(first, &ArgKind::Topic)) } else { Ok(HelpArg::Search(text)) }
    }

    fn print(&self, about: &Self::Out, words: &mut Vec<String>) {
        match about {
            HelpArg::About(topic) => words.extend(topic.iter().cloned()),
            HelpArg::Search(text) => words.push(quoted(&format!("/{text}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    #[test]
    fn names_of_files_are_taken_as_people_write_them() {
        let home = with_home("~");
        for (typed, name) in [
            ("open my games/ann ben.mat", "my games/ann ben.mat"),
            ("open 'ann ben.mat'", "ann ben.mat"),
            ("open ann\\ ben.mat", "ann ben.mat"),
            ("open \"ann ben.mat\"", "ann ben.mat"),
            ("open ~/ann.mat", &format!("{home}/ann.mat")),
            ("import auto ~/ann.mat", &format!("{home}/ann.mat")),
        ] {
            let command = parse(typed).unwrap_or_else(|error| panic!("{typed}: {error:?}"));
            assert_eq!(command.to_string(), format!("import auto {}", quoted(name)), "{typed}");
        }
        for command in ["pr folder", "show statistics folder", "analyse file", "browse"] {
            let (plain, in_quotes) = (parse(&format!("{command} my games")), parse(&format!("{command} \"my games\"")));
            assert!(plain.is_ok() && plain == in_quotes, "{command}");
        }
        let saved = parse("save match ~/ann.sgf").expect("a command");
        assert_eq!(saved.to_string(), format!("save match {}", quoted(&format!("{home}/ann.sgf"))));
    }
}
