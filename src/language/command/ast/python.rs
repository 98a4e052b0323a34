//! `>` and `load python`: what Python is to run.

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
