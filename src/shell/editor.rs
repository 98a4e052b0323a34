//! The line editor: completion with help, colours, hints from the history.

use super::driven::{self, Greeted, Waiting};
use super::history::History;
use super::offers::identifiers_in;
use super::pasted::is_growing;
use crate::command::{Piece, Wanted, pieces, typed_lines};
use crate::formats::FORMATS;
use crate::render::{Role, Style};
use crate::system::terminal::has_input;
use rustyline::completion::{Completer, FilenameCompleter, Pair, longest_common_prefix};
use rustyline::config::{BellStyle, CompletionType, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::{FileHistory, History as _};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The choices at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Where the word begins that they replace.
    pub start: usize,
    /// Each with a few words about it.
    pub words: Vec<(String, String)>,
    /// Whether names of files fit here.
    pub files: bool,
    /// A description of what fits here, where that is none of a list.
    pub expected: Option<String>,
    /// The kind of text to be completed from earlier lines.
    pub wanted: Option<Wanted>,
}

/// The act of the person at the terminal.
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
pub type Complete = Box<dyn Fn(&str, usize) -> Choices + Send>;

/// The editor with its history.
pub struct LineEditor {
    editor: Editor<Assistant, FileHistory>,
    /// Keys that have been read already, where the prompt stands plainly on the terminal until one is pressed.
    greets: Option<Waiting>,
}

/// The pause after which no more of a pasted text comes.
const MORE_COMES_WITHIN: Duration = Duration::from_millis(30);

/// Lines that the arrow keys go back to.
const HISTORY_LINES: usize = 10_000;

impl LineEditor {
    /// An editor on the terminal, with the history in this file if there is one.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub fn new(history: Option<PathBuf>) -> rustyline::Result<Self> {
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
        let history = History::open(history);
        for entry in history.entries() {
            editor.history_mut().add(&entry.line)?;
        }
        editor.set_helper(Some(Assistant {
            complete: Box::new(|_, pos| Choices { start: pos, ..Choices::default() }),
            files: FilenameCompleter::new(),
            history,
            style: Style::Plain,
            is_asking: false,
            columns: 80,
            rows: 24,
        }));
        Ok(Self { editor, greets: None })
    }

    /// The prompt stands plainly on the terminal until a key is pressed: programs may wait for it.
    pub fn greet(&mut self) {
        self.greets = Some(Waiting::default());
    }

    /// Reads a line with this text before and behind the cursor, on a terminal that a program drives without any
    /// editing.
    fn line(&mut self, prompt: &str, [mut begun, behind]: [String; 2]) -> rustyline::Result<Typed> {
        if driven::is_without_echo() {
            return Ok(driven::read(prompt, self.greets.is_some())?);
        }
        if let Some(waiting) = &mut self.greets {
            match waiting.greet(prompt)? {
                Greeted::Whole(Typed::Line(line)) => {
                    if !self.is_asking() && !line.is_empty() {
                        self.editor.add_history_entry(&line)?;
                    }
                    return Ok(Typed::Line(line));
                }
                Greeted::Whole(typed) => return Ok(typed),
                Greeted::Begun(text) => begun += &text,
                Greeted::LastLine => begun = self.editor.history().into_iter().next_back().cloned().unwrap_or_default(),
            }
        }
        typed(self.editor.readline_with_initial(prompt, (&begun, &behind)))
    }

    /// Asks for a line, of which something may have been typed already, before and behind the cursor. With a style that
    /// is not plain, what is typed is coloured, and hints are shown, dimmed.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn read(
        &mut self,
        prompt: &str,
        begun: [String; 2],
        style: Style,
        complete: Complete,
    ) -> rustyline::Result<Typed> {
        let (columns, rows) = self.editor.dimensions().map_or((80, 24), |(x, y)| (usize::from(x), usize::from(y)));
        if let Some(helper) = self.editor.helper_mut() {
            helper.complete = complete;
            helper.style = style;
            helper.columns = columns;
            helper.rows = rows;
        }
        self.line(prompt, begun)
    }

    /// Asks a question, with a text to be edited. The answer is no command: it has no colours, no completion, and no
    /// place in the history.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn ask(&mut self, question: &str, text: &str) -> rustyline::Result<Typed> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.complete = Box::new(|_, pos| Choices { start: pos, ..Choices::default() });
            helper.is_asking = true;
        }
        self.editor.set_auto_add_history(false);
        let answer = self.line(question, [text.to_owned(), String::new()]);
        self.editor.set_auto_add_history(true);
        if let Some(helper) = self.editor.helper_mut() {
            helper.is_asking = false;
        }
        answer
    }

    fn is_asking(&self) -> bool {
        self.editor.helper().is_some_and(|helper| helper.is_asking)
    }

    /// Keeps a line that has been run.
    pub fn remember(&mut self, line: String, went_well: bool) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.history.add(line, !went_well);
        }
    }

    /// Returns whether the history could be kept.
    ///
    /// # Errors
    /// Returns the error of its file, if there was one.
    pub fn save(&mut self) -> io::Result<()> {
        self.editor.helper_mut().and_then(|helper| helper.history.take_fault()).map_or(Ok(()), Err)
    }
}

fn typed(answer: rustyline::Result<String>) -> rustyline::Result<Typed> {
    match answer {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(error) => Err(error),
    }
}

/// The helps while typing.
#[derive(Helper)]
struct Assistant {
    complete: Complete,
    files: FilenameCompleter,
    history: History,
    style: Style,
    /// Whether an answer is typed, and no command.
    is_asking: bool,
    /// The width of the terminal.
    columns: usize,
    /// The height.
    rows: usize,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let mut choices = (self.complete)(line, pos);
        if let Some(wanted) = choices.wanted {
            let lines = self.history.entries().iter().rev().filter(|entry| !entry.failed);
            let typed = identifiers_in(lines.map(|entry| entry.line.as_str()), wanted, &line[choices.start..pos]);
            let is_new = |id: &String| choices.words.iter().all(|(word, _)| word != id);
            let typed: Vec<_> = typed.into_iter().filter(|(id, _)| is_new(id)).collect();
            choices.words.extend(typed);
        }
        if choices.files {
            let (start, mut files) = self.files.complete_path(line, pos)?;
            matches_first(line, &mut files);
            // A file and a name by which something built in goes begin at the same place.
            let mut found = if start == choices.start { pairs(&choices.words, self.columns) } else { Vec::new() };
            found.extend(files);
            return Ok((start, on_one_screen(found, &line[start..pos], self.columns, self.rows)));
        }
        // One of several things that may stand here is no reason to type it.
        if choices.start == pos && choices.words.len() == 1 && choices.expected.is_some() {
            return Ok((pos, Vec::new()));
        }
        let found = pairs(&choices.words, self.columns);
        Ok((choices.start, on_one_screen(found, &line[choices.start..pos], self.columns, self.rows)))
    }
}

/// Where a file of games is to be opened, those that may be one come first, with the folders.
fn matches_first(line: &str, files: &mut [Pair]) {
    let word = line.split_whitespace().next().unwrap_or_default();
    if !(word == "open" || word.len() > 1 && "import".starts_with(word)) {
        return;
    }
    let is_ending = |ending: &str| FORMATS.iter().any(|format| format.endings.contains(&ending));
    files.sort_by_key(|file| {
        let name = file.display.to_lowercase();
        !(name.ends_with('/') || name.rsplit_once('.').is_some_and(|(_, ending)| is_ending(ending)))
    });
}

/// Choices that fit the screen, so that nothing stops in the middle of them and asks for keys: where they do not with
/// what they mean, the words alone; and where these do not, as many as fit.
fn on_one_screen(mut choices: Vec<Pair>, typed: &str, columns: usize, rows: usize) -> Vec<Pair> {
    // The line that is typed, and the one at which the editor would stop.
    let room = rows.saturating_sub(2).max(1);
    let per_row = |choices: &[Pair]| {
        let widest = choices.iter().map(|choice| choice.display.chars().count()).max().unwrap_or(0);
        (columns / (widest + 2).min(columns).max(1)).max(1)
    };
    if choices.len().div_ceil(per_row(&choices)) <= room {
        return choices;
    }
    for choice in &mut choices {
        // The name of a file is shown without its folder.
        if choice.display.starts_with(choice.replacement.trim_end()) {
            choice.display = choice.replacement.trim_end().to_owned();
        }
    }
    if choices.len() > room * per_row(&choices) {
        // The line that says how many more there are may be wider than all of them.
        let more = Pair { display: "… 10000 more".to_owned(), replacement: String::new() };
        choices.push(more);
        let most = room * per_row(&choices);
        choices.pop();
        let begins_so = longest_common_prefix(&choices).unwrap_or(typed).to_owned();
        let left = choices.len() - (most - 1);
        choices.truncate(most - 1);
        choices.push(Pair { display: format!("… {left} more"), replacement: begins_so });
    }
    choices
}

impl Validator for Assistant {
    /// A line that ends in a backslash or within quotes goes on; so does the text of a position while more of it is
    /// there, since a terminal that does not mark what is pasted sends it line by line.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        let is_open = match is_growing(input) {
            _ if self.is_asking => false,
            true if has_input(MORE_COMES_WITHIN) => true,
            true if input.contains('\n') => false,
            _ => typed_lines(input).is_open,
        };
        Ok(if is_open { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

/// One choice is inserted with a blank behind it; several are listed with what they mean, a line each.
fn pairs(words: &[(String, String)], columns: usize) -> Vec<Pair> {
    let width = words.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    let is_single = words.len() == 1;
    let display = |word: &str, help: &str| {
        let line = format!("{word:width$}  {help}");
        let line = line.trim_end();
        if line.chars().count() < columns {
            return line.to_owned();
        }
        line.chars().take(columns.saturating_sub(2)).chain(['…']).collect()
    };
    words
        .iter()
        .map(|(word, help)| Pair {
            display: display(word, help),
            replacement: if is_single { format!("{word} ") } else { word.clone() },
        })
        .collect()
}

/// The text shown behind the cursor.
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

    /// The rest of the last line that began like this one, else what belongs here. `None` where it could not be
    /// distinguished from typed text.
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Ghost> {
        if self.style == Style::Plain || self.is_asking || pos < line.len() || line.contains('\n') {
            return None;
        }
        if let Some(whole) = self.history.begun_by(line).filter(|_| !line.trim().is_empty()) {
            return Some(Ghost { text: whole[line.len()..].to_owned(), is_history: true });
        }
        let choices = (self.complete)(line, pos);
        let expected = choices.expected.filter(|_| choices.start == pos && line.ends_with(' '))?;
        Some(Ghost { text: format!("<{expected}>"), is_history: false })
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        // A text of several lines was pasted, and is drawn anew with each key that comes.
        let is_typed = self.style != Style::Plain && !self.is_asking && !line.contains('\n');
        if is_typed { Cow::Owned(colored(line, self.style)) } else { Cow::Borrowed(line) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.style != Style::Plain && kind != CmdKind::MoveCursor
    }
}

/// A line with the colours of its pieces.
fn colored(line: &str, style: Style) -> String {
    let mut text = String::with_capacity(2 * line.len());
    let mut end = 0;
    for (range, piece) in pieces(line) {
        let role = match piece {
            Piece::Word => Role::Heading,
            Piece::Argument => Role::Bottom,
            Piece::Comment => Role::Dim,
            Piece::Wrong => Role::Wrong,
        };
        text += &line[end..range.start];
        text += &style.paint(role, &line[range.clone()]);
        end = range.end;
    }
    text + &line[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_choice_is_finished_with_a_blank_and_several_explain_themselves() {
        let word = |word: &str, help: &str| (word.to_owned(), help.to_owned());
        let single = pairs(&[word("rollout", "settings of rollouts")], 80);
        assert_eq!(single[0].replacement, "rollout ");
        let several = pairs(&[word("rng", "the dice"), word("rollout", "settings of rollouts")], 80);
        assert_eq!(several[0].replacement, "rng");
        assert_eq!(several[0].display, "rng      the dice");
    }

    #[test]
    fn files_of_games_come_first_where_one_is_opened() {
        let names = |line: &str| {
            let mut files = ["a.png", "b/", "c.PNG", "z.MAT", "z.xg"]
                .map(|name| Pair { display: name.to_owned(), replacement: name.to_owned() });
            matches_first(line, &mut files);
            files.map(|file| file.display).join(" ")
        };
        assert_eq!(names("import auto "), "b/ z.MAT z.xg a.png c.PNG");
        assert_eq!(names("open "), names("im auto "));
        assert_eq!(names("load commands "), "a.png b/ c.PNG z.MAT z.xg");
    }

    #[test]
    fn a_choice_is_never_wider_than_the_terminal() {
        let words = [("on".to_owned(), "é".repeat(90)), ("off".to_owned(), String::new())];
        let shown = pairs(&words, 60);
        assert_eq!((shown[0].display.chars().count(), shown[1].display.as_str()), (59, "off"));
    }

    #[test]
    fn choices_never_take_more_than_a_screen() {
        let words: Vec<_> = (0..60).map(|n| (format!("word{n}"), "what it means".to_owned())).collect();
        let rows_of = |shown: &[Pair], columns: usize| {
            let widest = shown.iter().map(|pair| pair.display.chars().count()).max().unwrap_or(0);
            shown.len().div_ceil(columns / (widest + 2))
        };
        let all = on_one_screen(pairs(&words, 80), "w", 80, 80);
        assert!(all[0].display.ends_with("what it means"));
        let bare = on_one_screen(pairs(&words, 80), "w", 80, 16);
        assert_eq!((bare.len(), bare[0].display.as_str(), bare[0].replacement.as_str()), (60, "word0", "word0"));
        let cut = on_one_screen(pairs(&words, 40), "w", 40, 8);
        let last = cut.last().expect("some");
        assert!(last.display.contains("more") && last.replacement == "word", "{}", last.display);
        assert!(rows_of(&bare, 80) <= 14 && rows_of(&cut, 40) <= 6);
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let line = "set rolout trials 5; hint # é";
        let painted = colored(line, Style::Dark);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), line);
        assert!(painted.contains("rolout") && painted.contains("\x1b[4"), "{painted:?}");
    }
}
