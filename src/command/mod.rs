//! The command language: words only, no state.
//!
//! The same line always parses to the same [`Command`], with or without a game in progress; what it does is the
//! session's business.

mod ast;

pub use ast::*;
