//! From a text to its commands: one or several on a line, each with its place.

use super::ast::Command;
use super::error::{CommandError, ErrorKind};
use super::lex::lex;
use super::meant::meant;
use super::parse::{parse_from, read_from};

/// A command of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Located<'a> {
    /// The number of its line, from 1.
    pub line: usize,
    /// The column where it begins, in characters from 1.
    pub column: usize,
    /// The byte where it begins, from 0.
    pub start: usize,
    /// The whole line; spans of errors count its bytes.
    pub source: &'a str,
    /// The command as it is written, without the `;` behind it.
    pub text: &'a str,
    /// The command.
    pub command: Result<Command, CommandError>,
    /// Whether the command is meant by other words than its own.
    pub is_said: bool,
    /// Whether that is a question about the cube.
    pub is_of_cube: bool,
}

/// The commands of a text in order, also in other words that can mean nothing else. Blank lines and comments are
/// passed over; an error does not end the rest.
///
/// ```
/// let text = "# a script\r\nset dice 31; hint\r\nfoo";
/// let places: Vec<_> = gammon_language::command::commands(text).map(|c| (c.line, c.column, c.command.is_ok())).collect();
/// assert_eq!(places, [(2, 1, true), (2, 14, true), (3, 1, false)]);
/// ```
pub fn commands(text: &str) -> impl Iterator<Item = Located<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().zip(1..).flat_map(|(source, line)| Line { source, line, next: Some(0), counted: (0, 0) })
}

/// How much a line looks like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// One of its commands at least is in the words of the table.
    Command,
    /// The line begins with a word that begins commands, or with nearly one.
    Mistake,
    /// The line begins with a word in small letters, as commands do and sentences, names and identifiers do not.
    Word,
    /// The line begins with something else.
    Other,
}

/// Judges how much a line looks like commands, however wrong they are.
pub fn likeness(line: &str) -> Likeness {
    let first = line.split(|c: char| c.is_whitespace() || c == ';').find(|word| !word.is_empty()).unwrap_or_default();
    let word = first.trim_end_matches([',', '.', '!', '?']);
    let is_all = |is_so: fn(&char) -> bool| !word.is_empty() && word.chars().all(|c| is_so(&c));
    let (is_small, is_large) = (is_all(char::is_ascii_lowercase), is_all(char::is_ascii_uppercase));
    let mut begins = if is_small { Likeness::Word } else { Likeness::Other };
    let mut next = Some(0);
    while let Some(from) = next {
        let (command, behind) = read_from(line, from);
        match command {
            Ok(_) => return Likeness::Command,
            Err(error) if from == 0 && (is_small || is_large) => {
                // Short words of sentences are near to everything, and abbreviate some command.
                let is_near = match &error.kind {
                    ErrorKind::UnknownWord { after, .. } if after.is_empty() => {
                        word.len() > 3 && error.suggestion.is_some()
                    }
                    _ => word.len() > 2,
                };
                if is_near {
                    begins = Likeness::Mistake;
                }
            }
            Err(_) => {}
        }
        next = behind;
    }
    begins
}

/// Whether a line is commands in the words of the table, at least one.
pub fn are_commands(line: &str) -> bool {
    let (mut next, mut any) = (Some(0), false);
    while let Some(from) = next {
        let (command, behind) = parse_from(line, from);
        next = behind;
        match command {
            Ok(_) => any = true,
            Err(error) if error.kind == ErrorKind::Empty => {}
            Err(_) => return false,
        }
    }
    any
}

/// Typed or pasted text, as lines of commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedLines {
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the last of them goes on: it ends in a backslash or within quotes.
    pub is_open: bool,
}

/// Splits what was typed into lines. A line that ends in a backslash, or within quotes, goes on in the next; a blank
/// joins them.
pub fn typed_lines(block: &str) -> TypedLines {
    let mut typed = TypedLines::default();
    for line in block.lines() {
        match typed.lines.last_mut().filter(|_| typed.is_open) {
            Some(last) => {
                if last.ends_with('\\') {
                    last.pop();
                }
                last.push(' ');
                last.push_str(line);
            }
            None => typed.lines.push(line.to_owned()),
        }
        typed.is_open = typed.lines.last().is_some_and(|line| line.ends_with('\\') || is_quote_open(line));
    }
    typed
}

fn is_quote_open(line: &str) -> bool {
    let mut lexed = lex(line, 0);
    while let Some(next) = lexed.next {
        lexed = lex(line, next);
    }
    lexed.unclosed.is_some()
}

struct Line<'a> {
    source: &'a str,
    line: usize,
    next: Option<usize>,
    /// The bytes up to the last command, and their characters: counted once, however many commands there are.
    counted: (usize, usize),
}

impl<'a> Iterator for Line<'a> {
    type Item = Located<'a>;

    fn next(&mut self) -> Option<Located<'a>> {
        loop {
            let from = self.next?;
            let (command, next) = parse_from(self.source, from);
            // A line that is no command may be one in other words.
            let meant = command.is_err().then(|| meant(self.source, from)).flatten();
            let is_said = meant.as_ref().is_some_and(|meant| meant.is_said);
            let is_of_cube = meant.as_ref().is_some_and(|meant| meant.is_of_cube);
            let command = meant.map_or(command, |meant| Ok(meant.command));
            self.next = next;
            if command.as_ref().is_err_and(|error| error.kind == ErrorKind::Empty) {
                continue;
            }
            let rest = self.source[from..].trim_start();
            let (bytes, chars) = &mut self.counted;
            let start = self.source.len() - rest.len();
            *chars += self.source[*bytes..start].chars().count();
            *bytes = start;
            let Self { source, line, .. } = *self;
            let text = source[start..next.unwrap_or(source.len())].trim_end();
            let text = if next.is_some() { text.strip_suffix(';').unwrap_or(text).trim_end() } else { text };
            return Some(Located { line, column: *chars + 1, start, source, text, command, is_said, is_of_cube });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(usize, usize, String)> {
        let show = |c: Located<'_>| (c.line, c.column, c.command.map_or_else(|e| e.to_string(), |c| c.to_string()));
        commands(text).map(show).collect()
    }

    #[test]
    fn commands_know_their_place() {
        let text = "\u{feff}roll\n\n  ; ;  # nothing\n\u{e9}; take # yes; no\r\n\tdrop;";
        assert_eq!(
            places(text),
            [
                (1, 1, "roll".to_owned()),
                (4, 1, "unknown command `\u{e9}`".to_owned()),
                (4, 4, "take".to_owned()),
                (5, 2, "drop".to_owned())
            ]
        );
    }

    #[test]
    fn commands_are_as_they_are_written() {
        let texts: Vec<_> = commands("sh  bo ;\tset prompt \"a;b\"; hint  3 ").map(|located| located.text).collect();
        assert_eq!(texts, ["sh  bo", "set prompt \"a;b\"", "hint  3"]);
        let texts: Vec<_> = commands("import \"a;b\"; foo;roll; # x").map(|located| located.text).collect();
        assert_eq!(texts, ["import \"a;b\"", "foo", "roll"]);
    }

    #[test]
    fn typed_lines_go_on_after_a_backslash_and_within_quotes() {
        let typed = |block: &str| {
            let typed = typed_lines(block);
            (typed.lines, typed.is_open)
        };
        let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        assert_eq!(typed("roll\ntake"), (lines(&["roll", "take"]), false));
        assert_eq!(typed("set rollout \\\ntrials 36\nhint"), (lines(&["set rollout  trials 36", "hint"]), false));
        assert_eq!(typed("set prompt \"a\nb\"; hint"), (lines(&["set prompt \"a b\"; hint"]), false));
        assert_eq!(typed("roll; load commands \"a"), (lines(&["roll; load commands \"a"]), true));
        assert_eq!(typed("roll \\"), (lines(&["roll \\"]), true));
        assert_eq!(typed("roll # \"x"), (lines(&["roll # \"x"]), false));
    }

    #[test]
    fn the_rest_of_the_line_belongs_to_a_prompt() {
        assert_eq!(places("set prompt a; b # c \nroll").len(), 2);
        assert_eq!(places("set prompt \"a; b\"; roll").len(), 2);
    }
}
