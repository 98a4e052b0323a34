//! The line editor: completion with help, hints from the history, history in a file.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::{BellStyle, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::history::{FileHistory, History};
use rustyline::{Config, Context, Editor, Helper, Validator};
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

/// What may stand at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Where the word begins that they replace.
    pub start: usize,
    /// Each with a few words about it.
    pub words: Vec<(String, String)>,
    /// Whether names of files are wanted here.
    pub files: bool,
    /// What belongs here in words, where it is none of a list.
    pub expected: Option<String>,
}

/// What the person at the terminal did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Entered a line; a pasted block has several, separated by newlines.
    Line(String),
    /// Ctrl-C: the line is thrown away.
    Interrupt,
    /// Ctrl-D on an empty line.
    End,
}

/// Finds the choices at a cursor, given in bytes.
pub type Complete = Box<dyn Fn(&str, usize) -> Choices>;

/// The editor with its history.
pub struct LineEditor {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

/// Lines kept in the history.
const HISTORY_LINES: usize = 10_000;

impl LineEditor {
    /// An editor on the terminal, with the history in this file if there is one. With `color` it shows hints, dimmed.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub fn new(history: Option<PathBuf>, color: bool) -> rustyline::Result<Self> {
        let config = Config::builder()
            .max_history_size(HISTORY_LINES)?
            .history_ignore_dups(true)?
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant {
            complete: Box::new(|_, pos| Choices { start: pos, ..Choices::default() }),
            files: FilenameCompleter::new(),
            hinter: HistoryHinter::new(),
            color,
        }));
        if let Some(path) = &history {
            // A first start has no history yet, and an unreadable one is no reason to refuse work.
            let _ = editor.load_history(path);
        }
        Ok(Self { editor, history })
    }

    /// Asks for a line.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn read(&mut self, prompt: &str, complete: Complete) -> rustyline::Result<Typed> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.complete = complete;
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(error),
        }
    }

    /// The lines typed so far, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.editor.history().iter().cloned().collect()
    }

    /// Writes the history to its file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&mut self) -> rustyline::Result<()> {
        let Some(path) = &self.history else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Appending keeps what another shell has added meanwhile.
        if self.editor.history().is_empty() { Ok(()) } else { self.editor.append_history(path) }
    }
}

/// What helps while typing.
#[derive(Helper, Validator)]
struct Assistant {
    complete: Complete,
    files: FilenameCompleter,
    hinter: HistoryHinter,
    color: bool,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let choices = (self.complete)(line, pos);
        if choices.files {
            return self.files.complete_path(line, pos);
        }
        Ok((choices.start, pairs(&choices.words)))
    }
}

/// One choice is inserted with a blank behind it; several are listed with what they mean.
fn pairs(words: &[(String, String)]) -> Vec<Pair> {
    let width = words.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    let is_single = words.len() == 1;
    words
        .iter()
        .map(|(word, help)| Pair {
            display: format!("{word:width$}  {help}").trim_end().to_owned(),
            replacement: if is_single { format!("{word} ") } else { word.clone() },
        })
        .collect()
}

/// What is shown behind the cursor.
struct Ghost {
    text: String,
    /// Whether the right arrow takes it over.
    is_history: bool,
}

impl Hint for Ghost {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.is_history.then_some(&self.text)
    }
}

impl Hinter for Assistant {
    type Hint = Ghost;

    /// The rest of the last line that began like this one, else what belongs here. Nothing where it could not be
    /// told from typed text.
    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<Ghost> {
        if !self.color || pos < line.len() {
            return None;
        }
        if let Some(text) = self.hinter.hint(line, pos, context) {
            return Some(Ghost { text, is_history: true });
        }
        let choices = (self.complete)(line, pos);
        let expected = choices.expected.filter(|_| choices.start == pos && line.ends_with(' '))?;
        Some(Ghost { text: format!("<{expected}>"), is_history: false })
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_choice_is_finished_with_a_blank_and_several_explain_themselves() {
        let word = |word: &str, help: &str| (word.to_owned(), help.to_owned());
        let single = pairs(&[word("rollout", "settings of rollouts")]);
        assert_eq!(single[0].replacement, "rollout ");
        let several = pairs(&[word("rng", "the dice"), word("rollout", "settings of rollouts")]);
        assert_eq!(several[0].replacement, "rng");
        assert_eq!(several[0].display, "rng      the dice");
    }
}
