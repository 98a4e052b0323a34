//! The one table of commands. Parsing, help, completion and the manual are read from it.
//!
//! A [`Row`] is a command: its words, its arguments, a line of help, an example and how its value is made.
//! Rows are added in families, one file each, and form a tree of words. Words are found by any beginning that
//! fits one of them only. Where several fit, words that do something go before those that do nothing here,
//! and these before words of GNU Backgammon that are not offered; a word in full or one of the listed short
//! forms always wins.

/// A command as a function of its arguments, read both ways: what they make, and the arguments of what was made.
macro_rules! form {
    (|$args:tt| { $($command:tt)+ }) => { form!(|$args| $($command)+) };
    (|$args:tt| $($command:tt)+) => {
        (
            move |$args| $($command)+,
            |command: &Command| {
                // Names from around it stand for anything here; whoever asks makes the command again and compares.
                #[allow(unused_variables)]
                let args = match command.clone() {
                    $($command)+ => Some($args),
                    _ => None,
                };
                args
            },
        )
    };
}

mod analysis;
mod book;
mod files;
mod groups;
mod library;
mod node;
mod play;
mod reference;
mod rollout;
mod set;
mod settings;
mod show;
#[cfg(test)]
mod tests;

pub use groups::{ELSEWHERE, SHORT};
pub use node::{Node, Tier};

use super::args::{ArgCount, ArgSpec, Args, Reader};
use super::ast::{Command, Unused};
use super::error::{CommandError, ErrorKind};
use super::lex::Token;
use crate::notation::{MatchState, Xgid, setup_from_position_id};
use crate::settings::Setting;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Both ways of a row: from arguments to a command, and back.
pub trait Form: Send + Sync {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When one is missing or invalid.
    fn read(&self, args: &mut Args<'_>) -> Result<Command, CommandError>;

    /// The arguments in words, if the row makes this command.
    fn print(&self, command: &Command) -> Option<Vec<String>>;
}

struct Formed<A, M, T> {
    args: A,
    make: M,
    taken: T,
}

impl<A: Reader, M, T> Form for Formed<A, M, T>
where
    M: Fn(A::Out) -> Command + Send + Sync,
    T: Fn(&Command) -> Option<A::Out> + Send + Sync,
{
    fn read(&self, args: &mut Args<'_>) -> Result<Command, CommandError> {
        self.args.read(args).map(&self.make)
    }

    fn print(&self, command: &Command) -> Option<Vec<String>> {
        let args = (self.taken)(command)?;
        let words = self.args.printed(&args);
        ((self.make)(args) == *command).then_some(words)
    }
}

/// The action of a row on its arguments.
pub enum Action {
    /// Makes a command of them.
    Build(Box<dyn Form>),
    /// No effect: a setting that is accepted, whatever its arguments.
    NoEffect {
        /// The reason.
        why: Unused,
        /// Whether a `;` belongs to its arguments, as to all words of GNU Backgammon.
        takes_line: bool,
    },
    /// Refuses: a command of GNU Backgammon that is not offered, and why; empty where that needs no saying.
    NotOffered(&'static str),
}

/// A command, or words that stand for none.
pub struct Row {
    /// The words in full, `P` where a player is named.
    pub words: String,
    /// The arguments, players among the words first.
    pub args: Vec<ArgSpec>,
    /// One line of help.
    pub help: String,
    /// The value without the command, where there is one.
    pub default: Option<String>,
    /// A line that uses it; empty for rows that make no command.
    pub example: String,
    /// More lines of help, where one is too short.
    pub notes: Vec<String>,
    /// The setting it changes, if it changes one.
    pub setting: Option<&'static Setting>,
    /// The action.
    pub action: Action,
}

/// All rows, and the tree of their words.
pub struct Table {
    rows: Vec<Row>,
    root: Node,
    /// The numbers of all rows, those with the most words first, equals in order.
    longest_first: Vec<usize>,
}

/// Where the words of a line lead.
pub struct Found<'t, 'l> {
    /// The row.
    pub row: &'t Row,
    /// Players named among the words, then what follows the words.
    pub args: Vec<&'l Token>,
    /// The bytes from the first to the last word of the command.
    pub words: std::ops::Range<usize>,
}

/// The table, built on first use.
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(Table::build);
    &TABLE
}

impl Row {
    /// The words and arguments as a usage line.
    pub fn usage(&self) -> String {
        let among_words = self.words.split(' ').filter(|word| *word == "P").count();
        let mut usage = self.words.clone();
        for spec in self.args.iter().skip(among_words) {
            usage.push(' ');
            usage += &match spec.count {
                ArgCount::One => spec.name.to_owned(),
                ArgCount::Optional => format!("[{}]", spec.name),
                ArgCount::Any => format!("[{} …]", spec.name),
                ArgCount::Some => format!("{} …", spec.name),
            };
        }
        usage
    }

    /// Whether it makes a command.
    pub const fn is_offered(&self) -> bool {
        matches!(self.action, Action::Build(_))
    }

    /// How much it can do.
    pub const fn tier(&self) -> Tier {
        match self.action {
            Action::Build(_) => Tier::Offered,
            Action::NoEffect { .. } => Tier::NoEffect,
            Action::NotOffered(_) => Tier::NotOffered,
        }
    }

    /// How a command is typed, if the row makes it.
    fn print(&self, command: &Command) -> Option<String> {
        let Action::Build(form) = &self.action else { return None };
        let mut args = form.print(command)?.into_iter();
        let words: Vec<_> = self.words.split(' ').map(str::to_owned).collect();
        let named = words.into_iter().map(|word| if word == "P" { args.next().unwrap_or(word) } else { word });
        Some(named.collect::<Vec<_>>().into_iter().chain(args).collect::<Vec<_>>().join(" "))
    }

    fn default(&mut self, value: &str) {
        self.default = Some(value.to_owned());
    }
}

impl Table {
    fn build() -> Self {
        let mut table = Self { rows: Vec::new(), root: Node::new(""), longest_first: Vec::new() };
        play::rows(&mut table);
        analysis::rows(&mut table);
        library::rows(&mut table);
        book::rows(&mut table);
        rollout::rows(&mut table);
        set::rows(&mut table);
        settings::rows(&mut table);
        set::unused(&mut table);
        show::rows(&mut table);
        files::rows(&mut table);
        reference::rows(&mut table);
        groups::describe(&mut table.root);
        table.root.settle(&table.rows);
        table.longest_first = (0..table.rows.len()).collect();
        table.longest_first.sort_by_key(|&row| Reverse(table.rows[row].words.split(' ').count()));
        table
    }

    /// Adds a command. Words are separated by blanks, other names of a word follow it with `|`, a player among
    /// the words is `P`. The example is of the arguments.
    fn add<A: Reader + 'static>(
        &mut self,
        words: &str,
        args: A,
        help: &str,
        example: &str,
        (make, taken): (
            impl Fn(A::Out) -> Command + Send + Sync + 'static,
            impl Fn(&Command) -> Option<A::Out> + Send + Sync + 'static,
        ),
    ) -> &mut Row {
        let mut specs = Vec::new();
        args.describe(&mut specs);
        self.push(words, specs, help, example, Action::Build(Box::new(Formed { args, make, taken })))
    }

    /// Adds a command without arguments.
    fn plain(&mut self, words: &str, help: &str, command: impl Into<Command>) -> &mut Row {
        let command = command.into();
        let own = command.clone();
        let taken = move |given: &Command| (*given == own).then_some(());
        self.add(words, (), help, "", (move |()| command.clone(), taken))
    }

    /// Adds words that are understood and do nothing.
    fn no_effect(&mut self, words: &str, why: Unused) {
        // Colors are written with semicolons between their parts.
        let takes_line = words.starts_with("set appearance");
        let help = format!("no effect: {why}");
        self.push(words, Vec::new(), &help, "", Action::NoEffect { why, takes_line });
    }

    /// Adds words that are known and refused.
    fn not_offered(&mut self, words: &str, why: &'static str) {
        let help = "known to GNU Backgammon, not offered here";
        let help = if why.is_empty() { help.to_owned() } else { format!("{help}: {why}") };
        self.push(words, Vec::new(), &help, "", Action::NotOffered(why));
    }

    fn push(&mut self, names: &str, args: Vec<ArgSpec>, help: &str, example: &str, action: Action) -> &mut Row {
        let canonical: Vec<_> = names.split(' ').map(|word| word.split('|').next().unwrap_or(word)).collect();
        let words = canonical.join(" ");
        let example = match action {
            Action::Build(_) => format!("{} {example}", words.replace(" P ", " 0 ")).trim_end().to_owned(),
            Action::NoEffect { .. } | Action::NotOffered(_) => String::new(),
        };
        let row = Row {
            words,
            args,
            help: help.to_owned(),
            default: None,
            example,
            notes: Vec::new(),
            setting: None,
            action,
        };
        self.root.insert(names, self.rows.len());
        self.rows.push(row);
        self.rows.last_mut().expect("just pushed")
    }

    /// How a command is typed: by the row with the most words that makes it, the first of equals.
    pub fn print(&self, command: &Command) -> Option<String> {
        self.longest_first.iter().find_map(|&row| self.rows[row].print(command))
    }

    /// Every row in the order of the manual.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The tree of words.
    pub const fn root(&self) -> &Node {
        &self.root
    }

    /// A row by its number in the tree.
    pub fn row(&self, index: usize) -> &Row {
        &self.rows[index]
    }

    /// Follows the words of a line to a row.
    ///
    /// # Errors
    /// When a word is unknown, ambiguous, missing or not offered.
    pub fn find<'l>(&self, tokens: &'l [Token], end: usize) -> Result<Found<'_, 'l>, CommandError> {
        let Some(first) = tokens.first() else {
            return Err(CommandError::new(end..end, ErrorKind::Empty).expecting(["a command"]));
        };
        let alone = |words: &[&str], from: usize| {
            let node = words.iter().try_fold(&self.root, |node, word| node.child(word));
            let row = self.row(node.and_then(Node::row).expect("a row for what is typed alone"));
            Found { row, args: tokens[from..].iter().collect(), words: first.span.start..first.span.start }
        };
        if let Some((kind, from)) = identifier(tokens) {
            return Ok(alone(&["set", kind], from));
        }
        if is_play(&first.text) {
            return Ok(alone(&["move"], 0));
        }
        // Too near to `dicerolls`, and never meant by it.
        if first.text.eq_ignore_ascii_case("dice") {
            return Err(self.root.unknown(first, ""));
        }
        let mut node = &self.root;
        let mut words: Vec<&str> = Vec::new();
        let mut args = Vec::new();
        let mut n = 0;
        let mut span = first.span.start..first.span.start;
        while let Some(token) = tokens.get(n) {
            if let Some(next) = node.lookup(token, &words.join(" "))? {
                node = next;
            } else if let Some(next) = node.player() {
                args.push(token);
                node = next;
            } else if node.row().is_none_or(|row| self.rows[row].args.is_empty() && node.has_offered_words()) {
                return Err(node.unknown(token, &words.join(" ")));
            } else {
                break;
            }
            words.push(node.name());
            span.end = token.span.end;
            n += 1;
            if let Some(row) = node.refusal() {
                let Row { words, action, .. } = &self.rows[row];
                let why = if let Action::NotOffered(why) = action { why } else { "" };
                return Err(CommandError::new(span, ErrorKind::NotOffered { words: words.clone(), why }));
            }
        }
        let Some(row) = node.row() else {
            let kind = ErrorKind::Incomplete { words: words.join(" ") };
            return Err(CommandError::new(end..end, kind).expecting(node.offered_words()));
        };
        args.extend(&tokens[n..]);
        Ok(Found { row: self.row(row), args, words: span })
    }

    /// The words of a command or group in full, for `help`; a player among them may be left out.
    ///
    /// # Errors
    /// When a word is unknown or ambiguous.
    pub fn topic(&self, tokens: Vec<&Token>) -> Result<Vec<String>, CommandError> {
        let mut node = &self.root;
        let mut words: Vec<String> = Vec::new();
        for token in tokens {
            let known = words.join(" ");
            node = match (node.lookup(token, &known)?, node.player()) {
                // As help itself writes it.
                (_, Some(player)) if token.text == "P" => player,
                (Some(next), _) => next,
                (None, Some(player)) => match player.lookup(token, &known)? {
                    Some(next) => {
                        words.push(player.name().to_owned());
                        next
                    }
                    None => player,
                },
                (None, None) => return Err(node.unknown(token, &known)),
            };
            words.push(node.name().to_owned());
        }
        Ok(words)
    }
}

/// Whether a line that begins with this word is a play typed alone.
fn is_play(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    lower.starts_with(|c: char| c.is_ascii_digit())
        || lower == "bar"
        || ["bar/", "b/", "bar-"].iter().any(|beginning| lower.starts_with(beginning))
}

/// The word behind `set` that an identifier typed alone belongs to, and where the identifier stands: behind what
/// programs print before it, if that was typed too.
fn identifier(tokens: &[Token]) -> Option<(&'static str, usize)> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|token: &Token| token.text.eq_ignore_ascii_case(word));
    let is_label = is(0, "position") || is(0, "match") || is(0, "gnubg");
    // GNU Backgammon prints `Match ID   : …`.
    let label = if is_label && is(1, "id") && is(2, ":") { 3 } else { 2 * usize::from(is_label && is(1, "id:")) };
    let labelled = label > 0;
    let from = if labelled { label } else { usize::from(is(0, "xgid:") || is(0, "gnubgid:")) };
    let text = tokens.get(from)?.text.as_str();
    if text.get(..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case("XGID=")) {
        return Some(("xgid", from));
    }
    // A play has no letters but those of `bar` and `off`.
    if !text.contains(|c: char| c.is_ascii_alphabetic() && !"barof".contains(c.to_ascii_lowercase())) {
        return None;
    }
    let (position, rest) = text.split_once(':').map_or((text, None), |(position, rest)| (position, Some(rest)));
    let is_position = setup_from_position_id(position).is_ok();
    let kind = match rest {
        Some(_) if Xgid::parse(text).is_ok() => "xgid",
        Some(rest) if is_position && MatchState::from_match_id(rest).is_ok() => "gnubgid",
        None if is_position => "board",
        None if labelled && MatchState::from_match_id(text).is_ok() => "matchid",
        _ => return None,
    };
    Some((kind, from))
}
