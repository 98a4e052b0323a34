//! From a line to a command.

use super::args::Args;
use super::ast::{Command, PythonCode, RolloutCommand, Unused};
use super::error::{CommandError, ErrorKind};
use super::guess::{guess, surely};
use super::lex::{Lexed, lex};
use super::meant::help_for;
use super::table::{Action, table};
use std::str::FromStr;

/// Reads one command; nothing is done, and nothing but the line matters.
///
/// ```
/// use gammon_language::command::{Command, parse};
///
/// assert_eq!(parse("ro # short for roll"), Ok(Command::Roll));
/// let error = parse("set rolout trials 36").unwrap_err();
/// assert_eq!((error.span, error.suggestion.as_deref()), (4..10, Some("rollout")));
/// ```
///
/// # Errors
/// When the line is no command, none at all, or more than one.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let (command, next) = parse_from(line, 0);
    let command = command?;
    match next.map(|next| (next, lex(line, next))) {
        Some((next, rest)) if !rest.tokens.is_empty() => {
            Err(CommandError::new(next..line.trim_end().len(), ErrorKind::SecondCommand))
        }
        _ => Ok(command),
    }
}

impl FromStr for RolloutCommand {
    type Err = CommandError;

    /// Reads the words behind `rollout`, such as `plays best 3`. Places in errors are those in the words.
    fn from_str(words: &str) -> Result<Self, CommandError> {
        const BEFORE: &str = "rollout ";
        match parse(&format!("{BEFORE}{words}")) {
            Ok(Command::Rollout(what)) => Ok(what),
            Ok(_) => Err(CommandError::new(0..words.len(), ErrorKind::NotOffered { words: words.to_owned(), why: "" })),
            Err(error) => {
                let place = |at: usize| at.saturating_sub(BEFORE.len());
                Err(CommandError { span: place(error.span.start)..place(error.span.end), ..error })
            }
        }
    }
}

/// Parses the command that begins at byte `from` of a line; also returns where the next one begins. An error without a
/// suggestion gets one for the whole line.
pub(super) fn parse_from(line: &str, from: usize) -> (Result<Command, CommandError>, Option<usize>) {
    let (command, next) = read_from(line, from);
    let command = command.map_err(|mut error| {
        // For a missing or ambiguous word the list of what is expected is clear enough.
        let is_clear = matches!(
            error.kind,
            ErrorKind::Empty | ErrorKind::Missing { .. } | ErrorKind::Ambiguous { .. } | ErrorKind::UnclosedQuote
        );
        let tokens = lex(line, from).tokens;
        // A command with words left out is a better guess than a single word that resembles another.
        if matches!(error.kind, ErrorKind::UnknownWord { .. }) {
            error.suggestion = surely(&tokens).or(error.suggestion);
        }
        if error.suggestion.is_none() && !is_clear {
            error.suggestion = guess(&tokens);
        }
        // A user who knows no command for something finds it by its description.
        let is_no_command = matches!(&error.kind, ErrorKind::UnknownWord { after, .. } if after.is_empty());
        if error.suggestion.is_none() && is_no_command {
            error.suggestion = help_for(&tokens);
        }
        error
    });
    (command, next)
}

/// Whether a line is a command as it stands.
pub(super) fn is_command(line: &str) -> bool {
    matches!(read_from(line, 0), (Ok(_), None))
}

/// The command that begins at a byte of a line.
pub(super) fn command_at(line: &str, from: usize) -> Result<Command, CommandError> {
    parse_from(line, from).0
}

/// Parses the command that begins at byte `from` of a line; also returns where the next one begins. Errors have the
/// suggestion of the word that is unknown, and no other.
pub(super) fn read_from(line: &str, from: usize) -> (Result<Command, CommandError>, Option<usize>) {
    let text = line[from..].trim_start();
    // Two habits of GNU Backgammon's reader, neither of which has words.
    if text.starts_with(':') {
        let why = Unused::Because("a colon begins no command; type `quit` to leave");
        return (Ok(Command::NoEffect { words: ":".to_owned(), why }), None);
    }
    if let Some(code) = text.strip_prefix('>').map(str::trim) {
        let python = if code.is_empty() { PythonCode::Prompt } else { PythonCode::Line(code.to_owned()) };
        return (Ok(Command::Python(python)), None);
    }

    let lexed = lex(line, from);
    let whole = read_words(line, &lexed);
    let Some(before) = without_ampersand(&lexed) else { return whole };
    match read_words(line, &before) {
        (Ok(command), next) if command.may_go_in_background() => (Ok(Command::Background(Box::new(command))), next),
        _ if whole.0.is_ok() => whole,
        (Ok(_), next) => (Err(CommandError::new(before.end..lexed.end, ErrorKind::NotInBackground)), next),
        (error, next) => (error, next),
    }
}

/// The words before a `&` at the end of a command.
fn without_ampersand(lexed: &Lexed) -> Option<Lexed> {
    let mut before = lexed.clone();
    let last = before.tokens.last_mut().filter(|last| !last.quoted && last.text.ends_with('&'))?;
    last.text.pop();
    last.span.end -= 1;
    before.end = last.span.end;
    if last.text.is_empty() {
        before.tokens.pop();
    }
    (!before.tokens.is_empty()).then_some(before)
}

/// Parses the command of these words of a line; also returns where the next one begins.
fn read_words(line: &str, lexed: &Lexed) -> (Result<Command, CommandError>, Option<usize>) {
    let found = match table().find(&lexed.tokens, lexed.end) {
        Ok(found) => found,
        Err(error) => return (Err(error), lexed.next),
    };
    let words = found.row.words.as_str();
    let build = match &found.row.action {
        Action::Build(build) => build,
        Action::NoEffect { why, takes_line } => {
            let next = if *takes_line { None } else { lexed.next };
            return (Ok(Command::NoEffect { words: words.to_owned(), why: *why }), next);
        }
        Action::NotOffered(why) => {
            let kind = ErrorKind::NotOffered { words: words.to_owned(), why };
            return (Err(CommandError::new(found.words, kind)), lexed.next);
        }
    };
    let mut args = Args::new(line, lexed, found.args, words, found.words.end);
    let command = build.read(&mut args);
    let took_line = args.end > lexed.end;
    let next = if took_line { None } else { lexed.next };
    // An open quote explains whatever else is wrong with the words behind it.
    if let Some(open) = lexed.unclosed.filter(|_| !took_line) {
        return (Err(CommandError::new(open..lexed.end, ErrorKind::UnclosedQuote)), next);
    }
    let command = command.and_then(|command| match args.peek() {
        None => Ok(command),
        Some(token) => {
            let kind = ErrorKind::TooMuch { word: token.text.clone(), words: words.to_owned() };
            Err(CommandError::new(token.span.clone(), kind))
        }
    });
    (command, next)
}
