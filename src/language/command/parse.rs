//! From a line to a command.

use super::args::Args;
use super::ast::{Command, PythonCode, RolloutCommand, Unused};
use super::error::{CommandError, ErrorKind, slip};
use super::guess::{by_looks, guess, switch};
use super::help::help_search;
use super::languages::{Foreign, foreign};
use super::lex::{Lexed, Token, lex};
use super::phrases::{Meaning, Sure, destroys, meaning, telling};
use super::table::{Action, table};
use crate::settings::quoted;
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

/// Parses the command that begins at byte `from` of a line; also returns where the next one begins. An error has a
/// suggestion for the whole line, where there is one.
pub(super) fn parse_from(line: &str, from: usize) -> (Result<Command, CommandError>, Option<usize>) {
    let (command, next) = read_from(line, from);
    // French asks `comment`: such a question is no comment.
    if let Ok(Command::CommentHere(Some(text))) = &command
        && text.ends_with('?')
    {
        let words: Vec<String> = lex(line, from).tokens.into_iter().map(|token| token.text).collect();
        if let Some(Foreign { said, english, .. }) = foreign(&words) {
            let kind = ErrorKind::OtherLanguage { said };
            let error =
                CommandError { suggestion: Some(in_english(&english)), ..CommandError::new(from..line.len(), kind) };
            return (Err(error), next);
        }
    }
    (command.map_err(|error| explained(error, &lex(line, from).tokens)), next)
}

/// An error with what was probably meant: by looks and by meaning before the letters of words, and nothing by chance
/// that loses something.
fn explained(mut error: CommandError, tokens: &[Token]) -> CommandError {
    if is_of_inner(&error, tokens) {
        return error;
    }
    let (is_unknown, is_first) = match &error.kind {
        ErrorKind::Empty | ErrorKind::Missing { .. } | ErrorKind::Second { .. } | ErrorKind::UnclosedQuote => {
            return error;
        }
        ErrorKind::NoCondition { .. } => return error,
        // What a word alone may be short for is clear enough.
        ErrorKind::Ambiguous { .. } if tokens.len() == 1 => return error,
        ErrorKind::UnknownWord { after, .. } => (true, after.is_empty()),
        _ => (false, false),
    };
    let is_short = matches!(error.kind, ErrorKind::Ambiguous { .. });
    let meaning = meaning(tokens);
    let first = tokens.first().map(|token| token.text.to_lowercase()).unwrap_or_default();
    // A question in several words is no slip of a command.
    let asks = ["how", "what", "where", "why", "when", "which", "who", "can", "does", "is"];
    let is_question = tokens.len() > 2 && asks.contains(&first.as_str());
    let is_near =
        !is_question && error.suggestion.as_ref().is_some_and(|near| slip(&first, near).is_some_and(|slips| slips < 2));
    let is_fit = |it: &&Meaning| it.unexplained == 0 && (it.sure != Sure::Help || (is_first && !is_near));
    let whole = meaning.as_ref().filter(is_fit);
    let better = by_looks(tokens)
        .or_else(|| whole.map(|it| it.line.clone()))
        .or_else(|| switch(tokens))
        .or_else(|| is_unknown.then(|| guess(tokens, true)).flatten());
    if is_first {
        let words: Vec<String> = tokens.iter().map(|token| token.text.clone()).collect();
        // An English word among them may look like a name.
        let found = foreign(&words).filter(|it| better.is_none() || it.is_whole && words.len() > 1);
        if let Some(Foreign { said, english, .. }) = found {
            error.kind = ErrorKind::OtherLanguage { said };
            error.suggestion = Some(in_english(&english));
            return error;
        }
    }
    let better = better.or_else(|| mended(tokens));
    // What is meant goes before a word that is not very near.
    let meant = meaning.as_ref().filter(|_| is_first && !is_near).map(|it| it.line.clone());
    error.suggestion = better.or(meant).or(error.suggestion);
    // Of a wrong argument, what was expected says more than a guess at another command.
    let is_value = matches!(error.kind, ErrorKind::BadValue { .. } | ErrorKind::Notation(_));
    if is_value && !error.expected.is_empty() {
        return error;
    }
    if error.suggestion.is_none() && !is_short {
        error.suggestion = guess(tokens, false);
    }
    if error.suggestion.is_none() && (is_first || is_short || tokens.len() > 1) {
        // Behind a word that begins commands nothing is meant that leaves this word out.
        let is_fit = |it: &Meaning| is_first || it.sure != Sure::Help && !it.leaves_first;
        error.suggestion = meaning.filter(is_fit).map(|it| it.line);
    }
    if error.suggestion.is_none() && is_question {
        error.suggestion = subject(tokens).map(|word| format!("help {word}"));
    }
    error
}

/// Whether an error is in a command behind the words of another, and was explained there: `as csv rollouts`.
fn is_of_inner(error: &CommandError, tokens: &[Token]) -> bool {
    table().find(tokens, 0).is_ok_and(|found| {
        found.row.words == "as" && found.args.get(1).is_some_and(|inner| error.span.start >= inner.span.start)
    })
}

/// The command that a line is without slips of the fingers in several of its words.
fn mended(tokens: &[Token]) -> Option<String> {
    let mut words: Vec<String> = telling(tokens).iter().map(|token| quoted(&token.text)).collect();
    for mended in 0..4 {
        match read_from(&words.join(" "), 0) {
            (Ok(_), None) => return Some(words.join(" ")).filter(|line| mended > 1 && !destroys(line)),
            (Err(CommandError { kind: ErrorKind::UnknownWord { word, .. }, suggestion: Some(near), .. }), None) => {
                let place = words.iter().position(|typed| *typed == word)?;
                words[place] = near;
            }
            _ => return None,
        }
    }
    None
}

/// The last word of a question that help finds something about.
fn subject(tokens: &[Token]) -> Option<String> {
    let words = tokens.iter().rev().map(|token| token.text.to_lowercase());
    let words = words.map(|word| word.trim_end_matches(['?', '!', '.']).to_owned());
    words.filter(|word| word.len() > 3).find(|word| !help_search(word).is_empty())
}

/// The command for the English words of a line in another language; help where none is known.
fn in_english(words: &str) -> String {
    let tokens = lex(words, 0).tokens;
    let meaning = || meaning(&tokens).filter(|it| it.unexplained == 0 && it.sure != Sure::Help).map(|it| it.line);
    let command = Some(words.to_owned()).filter(|words| is_command(words)).or_else(meaning);
    match command {
        Some(line) if destroys(&line) => format!("help {}", line.split(' ').next().unwrap_or_default()),
        Some(line) => line,
        None => "help".to_owned(),
    }
}

/// Whether a line is a command as it stands.
pub(super) fn is_command(line: &str) -> bool {
    as_it_stands(line).is_some()
}

/// The command that a line is as it stands.
pub(super) fn as_it_stands(line: &str) -> Option<Command> {
    match read_from(line, 0) {
        (Ok(command), None) => Some(command),
        _ => None,
    }
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
