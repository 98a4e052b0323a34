//! Positions, match states and plays as text, and back.
//!
//! Identifiers decode to a [`Setup`](crate::board::Setup), which need not be a possible position; `into_position`
//! checks it. Every error carries the bytes of the input that it concerns.
//!
//! | text | holds | here |
//! |---|---|---|
//! | Position ID, 14 characters | checkers, from the side on roll | [`position_id`], [`setup_from_position_id`] |
//! | Match ID, 12 characters | dice, cube, score, whose turn | [`MatchState::match_id`], [`MatchState::from_match_id`] |
//! | GNUbg ID | both, joined by `:` | [`gnubg_id()`], [`find_ids`] |
//! | XGID | both | [`Xgid`] |
//! | OGID | both | [`parse_ogid`], read only |
//! | `8/5 6/5` | a play | [`play_text`], [`parse_play`] |
//! | FIBS `board:…` | both, and the players' names | [`RawBoard`] |
//! | `simple`, 26 integers | checkers | [`setup_from_simple`], [`simple_board`] |

mod bits;
mod error;
mod gnubg_id;
mod match_id;
mod match_state;
mod ogid;
mod play_text;
mod position_id;
mod rawboard;
mod simple;
mod xgid;

pub use error::{NotationError, Problem};
pub use gnubg_id::{FoundIds, find_ids, gnubg_id};
pub use match_state::{MatchState, Phase, USUAL_CUBE_LIMIT};
pub use ogid::{looks_like_ogid, parse_ogid};
pub use play_text::{MOST_MOVES, PlayGroup, PlayTextError, PlayTextProblem, Spot, WrittenPlay, parse_play, play_text};
pub use position_id::{position_bytes, position_id, position_of_bytes, setup_from_key, setup_from_position_id};
pub use rawboard::RawBoard;
pub use simple::{setup_from_simple, simple_board};
pub use xgid::Xgid;
