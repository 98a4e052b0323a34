//! The command language of gammon, a backgammon shell that speaks GNU Backgammon's commands.
//!
//! [`settings`] is one table of everything that may be chosen. [`command`] reads a line as a command, says what is
//! wrong with it and what was probably meant, completes and explains it. Nothing is carried out.
//!
//! ```
//! use gammon_language::command::{Command, Set, complete, parse};
//!
//! let command = parse("set rollout tri 1296").expect("words may be shortened");
//! assert_eq!(command.to_string(), "set rollout trials 1296");
//! assert!(matches!(command, Command::Set(Set::Setting(_))));
//!
//! let error = parse("set rolout trials 36").unwrap_err();
//! assert_eq!(error.suggestion.as_deref(), Some("rollout"));
//!
//! let completion = complete("set rollout see", 15);
//! assert_eq!(completion.candidates[0].text, "seed");
//! ```

pub(crate) use gammon_engine::words;

pub mod settings;

pub mod command;

// The modules of the engine, named as in the engine.
use gammon_engine::{analysis, board, eval, formats, level, notation, record, rng, rollout, scoring};
