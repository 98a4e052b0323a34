//! Arguments: readers that turn words into values, and describe themselves for help and completion.
//!
//! Once the words of a command are read there is no way back: whatever an argument cannot read is an error
//! about that argument. (The keyword is where the grammar commits, nom's `cut`.)

mod home;
mod inner;
mod name;
mod other_settings;
mod play;
mod plays;
mod position;
mod setting;
mod value;
mod wanted;

pub use inner::Inner;
pub use name::{File, NamedFile, NamedPlayer, OnePlayer, Players, Raw, Text, Topic, Word};
pub use other_settings::{OtherSettings, settings_text};
pub use play::Play;
pub use plays::{OfCandidates, Plays};
pub use position::{Board, Dice, GnubgId, MatchId, Score, Xgid};
pub use setting::SettingValue;
pub use value::{CubeValue, Filter, Flag, Horizons, Numbers, OnOff, OneOf, PartOf, Real, Time, Whole};
pub use wanted::{CONDITIONS, WantedErrors, nearest_condition};

use super::error::{CommandError, ErrorKind};
use super::lex::{Lexed, Token};
use crate::settings::Kind;
use std::fmt::Display;

/// How an argument looks, for usage lines, completion and tests.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgSpec {
    /// The name in usage lines.
    pub name: &'static str,
    /// The kind of its text.
    pub kind: ArgKind,
    /// How many of it.
    pub count: ArgCount,
}

/// How many words an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgCount {
    /// Exactly one (or as many as the kind takes).
    One,
    /// One or none.
    Optional,
    /// Any number.
    Any,
    /// At least one.
    Some,
}

/// The kind of an argument's text.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgKind {
    /// A kind of value that settings have as well.
    Value(Kind),
    /// A player.
    Player {
        /// Whether `both` will do.
        both: bool,
    },
    /// A position.
    Position,
    /// A Match ID.
    MatchId,
    /// A Position ID and a Match ID.
    GnubgId,
    /// An XGID.
    Xgid,
    /// Two dice.
    Dice,
    /// A play.
    Play,
    /// Numbers of candidates, or plays.
    Plays,
    /// The number that a cube shows.
    CubeValue,
    /// Horizons of a rollout.
    Horizons,
    /// Settings in quotes.
    OtherSettings,
    /// The decisions of a record that are meant.
    Wanted,
    /// The words of a command.
    Topic,
}

impl ArgKind {
    /// The right texts here, for error messages and help.
    pub fn expected(&self) -> Vec<String> {
        let one = |text: &str| vec![text.to_owned()];
        match self {
            Self::Value(kind) => kind.expected(),
            Self::Player { both: true } => one("a player: 0, 1, both or a name"),
            Self::Player { both: false } => one("a player: 0, 1 or a name"),
            Self::Position => one("a Position ID (14 characters), or `simple` and 26 numbers"),
            Self::MatchId => one("a Match ID (12 characters)"),
            Self::GnubgId => one("a Position ID, a colon and a Match ID"),
            Self::Xgid => one("an XGID: 26 characters for the board, then nine fields, colons between them"),
            Self::Dice => one("two dice such as 31, 3-1 or 3 1"),
            Self::Play => one("a play such as 8/5 6/5"),
            Self::Plays => one("numbers of hint such as 1 2 or 1-3, or plays such as 8/5 6/5, 24/20"),
            Self::CubeValue => one("a power of two from 1 to 4096"),
            Self::Horizons => one("horizons such as 0..7,full"),
            Self::OtherSettings => {
                ["settings in quotes such as \"chequerplay evaluation plies 2; trials 72\"", "a preset"]
                    .map(str::to_owned)
                    .into()
            }
            Self::Wanted => {
                "a player, cube, plays, the least loss such as 0.06, game 2, race, toogood, roll 31, opponent bar, how many"
                    .split(", ")
                    .map(str::to_owned)
                    .collect()
            }
            Self::Topic => one("the words of a command, or / and a text"),
        }
    }
}

impl ArgSpec {
    /// One argument of a kind.
    pub(super) const fn one(name: &'static str, kind: ArgKind) -> Self {
        Self { name, kind, count: ArgCount::One }
    }
}

/// The words behind a command, being read.
#[derive(Clone)]
pub struct Args<'a> {
    /// The whole line.
    pub line: &'a str,
    /// The words; those of the command itself are taken out, its players are not.
    tokens: Vec<&'a Token>,
    read: usize,
    /// The command as far as it is known, for messages.
    pub words: &'a str,
    /// Where the words of the command end in the line.
    pub after_words: usize,
    /// Where the command ends.
    pub end: usize,
    /// Where a word begins whose quote is never closed.
    pub unclosed: Option<usize>,
}

impl<'a> Args<'a> {
    /// The arguments of a command: players named among its words, then what follows them.
    pub fn new(line: &'a str, lexed: &Lexed, tokens: Vec<&'a Token>, words: &'a str, after_words: usize) -> Self {
        Self { line, tokens, read: 0, words, after_words, end: lexed.end, unclosed: lexed.unclosed }
    }

    /// The next word, if any, left in place.
    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.read).copied()
    }

    /// Whether the next word is the last one.
    pub fn is_last(&self) -> bool {
        self.read + 1 == self.tokens.len()
    }

    /// The next word, if any.
    pub fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.read += 1;
        Some(token)
    }

    /// The next word, which must be there.
    pub fn need(&mut self, spec: &ArgSpec) -> Result<&'a Token, CommandError> {
        self.next().ok_or_else(|| {
            let kind = ErrorKind::Missing { words: self.words.to_owned(), argument: spec.name.to_owned() };
            CommandError::new(self.end..self.end, kind).expecting(spec.kind.expected())
        })
    }

    /// This place with other words to be read.
    #[must_use]
    pub fn with(&self, tokens: Vec<&'a Token>) -> Self {
        Self { tokens, read: 0, ..self.clone() }
    }

    /// All words left.
    pub fn rest(&mut self) -> Vec<&'a Token> {
        let rest = self.tokens[self.read..].to_vec();
        self.read = self.tokens.len();
        rest
    }

    /// Takes the rest of the line, whatever it is.
    pub fn take_line(&mut self) -> &'a str {
        self.read = self.tokens.len();
        self.end = self.line.len();
        &self.line[self.after_words..]
    }
}

/// Reads arguments of one kind.
pub trait Reader: Send + Sync {
    /// The value that they become.
    type Out;

    /// Adds a description of each.
    fn describe(&self, specs: &mut Vec<ArgSpec>);

    /// Reads them.
    ///
    /// # Errors
    /// When a word is missing or invalid.
    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError>;

    /// Adds the words that are read as this value.
    fn print(&self, value: &Self::Out, words: &mut Vec<String>);

    /// The words that are read as this value.
    fn printed(&self, value: &Self::Out) -> Vec<String> {
        let mut words = Vec::new();
        self.print(value, &mut words);
        words
    }
}

/// Reads one argument that is told by its first word, and mostly is that word.
pub trait Single: Send + Sync {
    /// The value that it becomes.
    type Out: Display;

    /// A description of it.
    fn spec(&self) -> ArgSpec;

    /// Reads it; its first word is taken.
    ///
    /// # Errors
    /// When a word is missing or invalid.
    fn of(&self, first: &Token, args: &mut Args<'_>) -> Result<Self::Out, CommandError>;

    /// The words that are read as this value.
    fn word(&self, value: &Self::Out) -> String {
        value.to_string()
    }
}

impl<A: Single> Reader for A {
    type Out = A::Out;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(self.spec());
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let first = args.need(&self.spec())?;
        self.of(first, args)
    }

    fn print(&self, value: &Self::Out, words: &mut Vec<String>) {
        words.push(self.word(value));
    }
}

/// The error for a word that is not of this kind.
pub(super) fn bad(token: &Token, kind: &ArgKind) -> CommandError {
    bad_part(token, 0..token.text.len(), kind)
}

/// The error for a part of a word that is not of this kind.
pub(super) fn bad_part(token: &Token, part: std::ops::Range<usize>, kind: &ArgKind) -> CommandError {
    // Inside quotes the text and the line may differ: then the whole word is meant.
    let span = if token.quoted || part == (0..token.text.len()) {
        token.span.clone()
    } else {
        token.span.start + part.start..token.span.start + part.end
    };
    let expected = kind.expected();
    let suggestion = match kind {
        ArgKind::Value(Kind::Words(words)) => super::error::nearest(&token.text, words.iter().copied()),
        _ => None,
    };
    let mut error = CommandError::new(span, ErrorKind::BadValue { word: token.text.clone() }).expecting(expected);
    error.suggestion = suggestion;
    error
}

impl Reader for () {
    type Out = ();

    fn describe(&self, _: &mut Vec<ArgSpec>) {}

    fn read(&self, _: &mut Args<'_>) -> Result<(), CommandError> {
        Ok(())
    }

    fn print(&self, _: &Self::Out, _: &mut Vec<String>) {}
}

impl<A: Reader, B: Reader> Reader for (A, B) {
    type Out = (A::Out, B::Out);

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        self.0.describe(specs);
        self.1.describe(specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        Ok((self.0.read(args)?, self.1.read(args)?))
    }

    fn print(&self, (a, b): &Self::Out, words: &mut Vec<String>) {
        self.0.print(a, words);
        self.1.print(b, words);
    }
}

/// An argument that may be absent.
pub struct Maybe<A>(pub A);

impl<A: Reader> Reader for Maybe<A> {
    type Out = Option<A::Out>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        recount(&self.0, specs, ArgCount::Optional);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        if args.peek().is_some() { self.0.read(args).map(Some) } else { Ok(None) }
    }

    fn print(&self, value: &Self::Out, words: &mut Vec<String>) {
        value.iter().for_each(|value| self.0.print(value, words));
    }
}

/// An argument that may be absent, and what it is then.
pub struct Or<A: Reader>(pub A, pub A::Out);

impl<A: Reader> Reader for Or<A>
where
    A::Out: Clone + Send + Sync,
{
    type Out = A::Out;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        recount(&self.0, specs, ArgCount::Optional);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        if args.peek().is_some() { self.0.read(args) } else { Ok(self.1.clone()) }
    }

    fn print(&self, value: &Self::Out, words: &mut Vec<String>) {
        self.0.print(value, words);
    }
}

/// An argument any number of times, or at least once.
pub struct Many<A>(pub A, pub ArgCount);

impl<A: Reader> Reader for Many<A> {
    type Out = Vec<A::Out>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        recount(&self.0, specs, self.1);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let mut values = Vec::new();
        while args.peek().is_some() || (self.1 == ArgCount::Some && values.is_empty()) {
            values.push(self.0.read(args)?);
        }
        Ok(values)
    }

    fn print(&self, values: &Self::Out, words: &mut Vec<String>) {
        values.iter().for_each(|value| self.0.print(value, words));
    }
}

fn recount<A: Reader>(reader: &A, specs: &mut Vec<ArgSpec>, count: ArgCount) {
    let known = specs.len();
    reader.describe(specs);
    for spec in &mut specs[known..] {
        spec.count = count;
    }
}

/// A reader of no words: its value is fixed.
#[derive(Clone)]
pub struct Fixed<T>(pub T);

impl<T: Clone + Send + Sync> Reader for Fixed<T> {
    type Out = T;

    fn describe(&self, _: &mut Vec<ArgSpec>) {}

    fn read(&self, _: &mut Args<'_>) -> Result<T, CommandError> {
        Ok(self.0.clone())
    }

    fn print(&self, _: &T, _: &mut Vec<String>) {}
}
