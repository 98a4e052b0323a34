//! Another way of talking with a session than the commands of [`crate::command`]: lines in, text out.

use crate::command::Command;
use crate::settings::Settings;

/// Makes the text of a file of settings, which takes the place of this text that is there.
pub type SettingsText = fn(&Settings, &str) -> String;

/// The answer to a line, and the next step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The text for standard output.
    pub out: String,
    /// The text for standard error, after it.
    pub complaint: String,
    /// The next step for the reader of lines.
    pub then: Then,
}

/// The step that follows an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Then {
    /// The next line.
    #[default]
    GoOn,
    /// The lines of this file.
    Load(String),
    /// A command in this program's words, for what only the reader of lines can do.
    Run(Box<Command>),
    /// The end.
    Quit,
}

/// Questions to the user at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Questions {
    /// Asked before another match takes the place of one that is not saved, or the program ends with such a one.
    pub give_up: &'static str,
    /// Asked where only an analysis is not saved.
    pub give_up_analysis: &'static str,
    /// Asked where dice are given by hand; `{}` stands for the player.
    pub dice: &'static str,
    /// Said to dice that are none, before the question is asked again, in scripts too; `None` makes them an error
    /// there.
    pub no_dice: Option<&'static str>,
    /// Asked behind a warning of the tutor: whether to make the play all the same.
    pub err: &'static str,
    /// Asked before a person resigns; `{}` stands for what is given up. `None` asks nothing.
    pub resign: Option<&'static str>,
    /// Asked before a file is replaced; `{}` stands for its name.
    pub replace: &'static str,
    /// Said to an answer that is neither yes nor no, before the question is asked again; `None` takes it for a no.
    pub again: Option<&'static str>,
}

/// The questions of this program.
pub const QUESTIONS: Questions = Questions {
    give_up: "The match is not saved. Give it up? [y/N] ",
    give_up_analysis: "The analysis, or a comment, is not saved. Give it up? [y/N] ",
    dice: "Dice of {}: ",
    no_dice: None,
    err: ". Do it anyway? [y/N] ",
    resign: Some("Resign {}? [y/N] "),
    replace: "{} is there already. Replace it? [y/N] ",
    again: None,
};
