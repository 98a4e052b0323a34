//! Commands as they are typed: by the row of the table that makes them.

use super::ast::{Command, FileCommand, PythonCode};
use super::table::table;
use std::fmt;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Background(command) => write!(f, "{command} &"),
            Self::Python(PythonCode::Line(code)) => write!(f, "> {code}"),
            Self::Python(PythonCode::Prompt) => f.write_str(">"),
            Self::NoEffect { words, .. } => f.write_str(words),
            Self::File(FileCommand::Text { text }) => f.write_str(text),
            command => match table().print(command) {
                Some(line) => f.write_str(&line),
                // No line makes it.
                None => write!(f, "{command:?}"),
            },
        }
    }
}
