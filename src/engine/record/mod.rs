//! The history: matches as games, games as events, and the state that follows from them.
//!
//! An [`Event`] is all that can happen at the table: a roll, a play, a cube action, a resignation, or a set-up of the
//! board. [`State::after`] alone decides which events are legal and what they lead to; a [`Record`] keeps them in
//! order, with the state after each, and a cursor that may stand anywhere among them. An event where the cursor stands
//! before the end begins a new line; the old one stays as a [`Branch`]. A [`Note`] keeps comments of people and the
//! findings of an analysis about an event.
//!
//! Nothing here evaluates a position, reads a file or draws dice.

mod described;
mod event;
mod history;
mod level;
mod note;
mod state;

pub use event::{Event, Illegal, Rules};
pub use history::{Branch, GameRecord, Record, Step};
pub use level::Level;
pub use note::{
    CubeAnalysis, Date, LuckMark, MatchInfo, Method, Note, Numbers, PlayAnalysis, PlayValue, ResignationAnalysis,
    Skill, is_sound,
};
pub use state::{Ending, Game, Outcome, Pending, Standing, State};
