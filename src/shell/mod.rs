//! The terminal: prompt, files of commands, progress, Ctrl-C, and where things are kept.
//!
//! Everything below is pure text and values; only this module and `main` touch the screen, the clock, the
//! environment and the user's folders.

mod ahead;
#[cfg(feature = "browse")]
mod anki;
#[cfg(feature = "browse")]
mod browse;
mod databases;
mod driven;
mod editor;
mod external;
mod farm;
mod history;
mod host;
mod interrupt;
mod jobs;
mod keys;
mod leaf;
mod live_table;
mod looking;
mod machine;
mod offers;
mod pace;
mod pager;
mod pages;
mod pasted;
mod paths;
mod patience;
mod progress;
mod python;
mod repl;
mod run;
mod script;
mod session_log;
mod study;
mod terminal;
mod tour;
mod ubgi;
mod unsaved;
mod work;

pub use databases::prepare_bearoff;
pub use driven::is_driven;
pub use editor::{Choices, Complete, LineEditor, Typed};
#[cfg(feature = "farm")]
pub use farm::farm_access;
pub use farm::plan_farm;
pub use interrupt::Interrupt;
pub use machine::host_name;
pub use pager::Pager;
pub use pasted::is_script;
pub use paths::Paths;
pub use progress::ProgressDisplay;
pub use python::python_version;
pub use repl::{greeting, prompt, repl};
pub use run::{Flow, RunOptions, Runner};
pub use script::Script;
pub use terminal::{ColorChoice, ask_for_ground};
pub use ubgi::ubgi;
pub use unsaved::unsaved_matches;
pub use work::WorkBar;
