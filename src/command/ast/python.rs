//! `>` and `load python`: what Python is to run.

use crate::settings::quoted;
use std::fmt;

/// Code for Python.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PythonCode {
    /// `> code`: this line.
    Line(String),
    /// `>`: what a person types, until they leave.
    Prompt,
    /// `load python`: a file.
    File(String),
}

impl fmt::Display for PythonCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(code) => write!(f, "> {code}"),
            Self::Prompt => f.write_str(">"),
            Self::File(file) => write!(f, "load python {}", quoted(file)),
        }
    }
}
