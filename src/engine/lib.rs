//! A backgammon engine: the rules, nets, bearoff databases, cube decisions, rollouts, and files of matches.
//!
//! A [`Question`] is a position with its cube, its score and the player on roll. A [`Searcher`] answers it at once,
//! some turns deep; [`Engine::rollout`] plays it out many times and says how sure the result is.
//!
//! ```
//! use gammon_engine::{Engine, EvalSettings, Question, Roll, RolloutSettings, Unobserved, Variation};
//! use gammon_engine::{formats, play_text};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::standard();
//! let mut searcher = engine.searcher();
//! let question = Question::money(Variation::Standard.starting_position());
//!
//! let value = question.evaluate(&mut searcher, &EvalSettings::cubeful(0))?;
//! println!("{:.3} wins, equity {:+.3}", value.outputs.win(), value.score());
//!
//! let plays = question.plays(Roll::new(3, 1)?, &mut searcher, &EvalSettings::cubeful(0))?;
//! println!("31: {} {:+.3}", play_text(&plays[0].play), plays[0].score());
//! # assert_eq!(play_text(&plays[0].play), "8/5 6/5");
//!
//! let offered = Question::from_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10")?;
//! let decision = offered.cube_decision(&mut searcher, &EvalSettings::cubeful(0))?;
//! println!("{}", decision.verdict.map_or_else(String::new, |verdict| verdict.to_string()));
//! # assert!(offered.doubled && decision.values.double_take < decision.values.no_double);
//!
//! // 36 trials on one thread; the same numbers on any number of threads.
//! let settings = RolloutSettings::quick(36).with(|it| it.seed = 7);
//! let rollout = engine.rollout(&question.job(), &settings, 1, &mut Unobserved)?;
//! let equity = rollout.result.candidates[0].equity();
//! println!("rollout: {:+.3} ± {:.3}", equity.mean, equity.std_err.unwrap_or_default());
//! # assert!(equity.mean.abs() < 0.3);
//!
//! let text = b" 3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5     64: 24/14\n";
//! let game = formats::read(text, &formats::ReadOptions::default())?;
//! println!("{} plays {}", game.names.0[0], game.names.0[1]);
//! # Ok(())
//! # }
//! ```
//!
//! # Speed
//!
//! A rollout without optimisation takes many times as long, and cargo's `dev` profile has none. A program that
//! depends on this crate has these lines in its `Cargo.toml`; its own code is compiled as before.
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! # Conventions
//!
//! Chances and equities are those of the side on roll; after a play they are still the mover's. An equity is in units
//! of the cube: +1 is winning a single game at the present cube. In a match equities are on the same scale, so that
//! winning the game at the present cube is +1 and losing it −1. Equities of evaluations are `f32`, means of rollouts
//! `f64`.
//!
//! Results depend on the question, the settings and the seed, and on nothing else: not on the number of threads, the
//! instruction set, or what was asked before.
//!
//! # What is promised
//!
//! The names on this page and in [`formats`] stay as they are until the version says otherwise. Enums of errors,
//! results and settings may gain variants and fields. The modules of the source serve gammon's own crates and change
//! with them.
//!
//! # Features
//!
//! All are on. Without them the engine depends on 25 other crates in place of 45.
//!
//! - `fast-digests`: SHA-256 by the instructions of the processor.
//! - `nets`: the nets that come with gammon (crate `gammon-weights`), `Evaluator::standard` and `Engine::standard`.
//!   Without them a program brings nets of its own; its rollouts know no luck by our nets, and no play is left out by
//!   the filter net.
//! - `packed-files`: `.xg`, `.bgf` and `.ogxm`, which have compressed parts.
//! - `xml`: match equity tables in XML.

// The modules, in reading order: one uses those before it. They are for gammon's own crates; the names that others may
// rely on follow.

#[macro_use]
#[doc(hidden)]
pub mod words;

#[doc(hidden)]
pub mod digest;

#[doc(hidden)]
pub mod simd;

#[doc(hidden)]
pub mod threads;

#[doc(hidden)]
pub mod board;

#[doc(hidden)]
pub mod movegen;

#[doc(hidden)]
pub mod scoring;

#[doc(hidden)]
pub mod notation;

#[doc(hidden)]
pub mod rng;

#[doc(hidden)]
pub mod record;

#[doc(hidden)]
pub mod eval;

#[doc(hidden)]
pub mod rollout;

#[doc(hidden)]
pub mod level;

#[doc(hidden)]
pub mod question;

#[doc(hidden)]
pub mod analysis;

pub mod formats;

pub use board::{ByPlayer, Checkers, Player, Position, Roll, RollError, SeenBy, Setup, SetupError, Variation};
pub use eval::{
    Advice, Answer, Candidate, Class, CubeDecision, CubeValues, EvalSettings, Evaluation, Evaluator, Interrupted,
    MoveFilters, NetSet, NetSetError, Nets, Outputs, Searcher, SettingsError, Strength, Verdict,
};
pub use movegen::{Play, legal_plays};
pub use notation::{NotationError, parse_play, play_text, position_id};
pub use question::{Question, QuestionError};
pub use record::{Event, GameRecord, Note, Record, State};
pub use rollout::{
    CandidateResult, Control, Engine, Estimate, Job, Observer, Progress, Rollout, RolloutError, RolloutResult,
    RolloutSettings, Stopping, Unobserved,
};
pub use scoring::{Cube, CubeError, CubeInfo, CubeOwner, GameValue, MatchScore, Met, ScoreError, Terms};
