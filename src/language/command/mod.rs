//! The command language: words only, no state.
//!
//! A line always parses to the same [`Command`], with or without a game in progress; what it does is the
//! session's business. One table of commands drives the parser, [`help_about`], [`complete`] and docs/commands.md.

mod args;
mod ast;
mod complete;
mod coverage;
mod error;
mod guess;
mod help;
mod highlight;
mod languages;
mod lex;
mod meant;
mod parse;
mod phrases;
mod print;
mod script;
mod table;
mod topics;

pub use args::{nearest_condition, settings_text};
pub use ast::*;
pub use complete::{Candidate, Completion, Wanted, complete};
pub use coverage::{Fate, Leaf, Mark as LeafMark, count, coverage};
pub use error::{CommandError, ErrorKind, nearest, slip};
pub use help::{HelpEntry, HelpTopic, help_about, help_all, help_search, manual};
pub use highlight::{Piece, pieces};
pub use parse::parse;
pub use script::{Likeness, Located, TypedLines, are_commands, commands, likeness, typed_lines};
