//! Values in, text out: boards, candidate lists, tables, settings, diagnostics.
//!
//! Nothing here prints, looks at the terminal or knows the session's state: every function takes plain
//! values and returns a `String` whose lines all end in a newline. The layouts that scripts pick numbers
//! from (board, play list, cube block, rollout rows) keep GNU Backgammon's columns.

mod board;
mod numbers;

pub use board::{BoardAction, BoardView, board};
pub use numbers::{NumberFormat, Unit};
