//! A backgammon engine: the rules, nets, bearoff databases, cube decisions, rollouts, and files of matches.
//!
//! A [`Question`] is a position with its cube, its score and the player on roll. A [`Searcher`](eval::Searcher) answers
//! it at once, some turns deep; [`Engine::rollout`](rollout::Engine::rollout) plays it out many times and says how sure
//! the result is.
//!
//! ```
//! use gammon_engine::Question;
//! use gammon_engine::board::{Roll, Variation};
//! use gammon_engine::eval::EvalSettings;
//! use gammon_engine::formats;
//! use gammon_engine::notation::play_text;
//! use gammon_engine::rollout::{Engine, RolloutSettings, Unobserved};
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
//! // 36 trials on one thread; the same numbers on any number of threads.
//! let rollout = engine.rollout(&question.job(), &RolloutSettings::quick(36), 1, &mut Unobserved)?;
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
//! # Modules, in reading order
//!
//! [`board`], [`movegen`], [`scoring`] and [`notation`] are the rules and their vocabulary; [`record`] is what happened
//! in a match; [`eval`] values positions; [`rollout`] plays them out; [`level`] answers decisions by short
//! rollouts; [`analysis`] judges what was played; [`formats`] reads and writes files. [`rng`] deals dice, [`simd`]
//! computes, [`threads`] share work, [`digest`] names files. A module uses those before it in the source below.
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

#[macro_use]
pub mod words;

pub mod digest;

pub mod simd;

pub mod threads;

pub mod board;

pub mod movegen;

pub mod scoring;

pub mod notation;

pub mod rng;

pub mod record;

pub mod eval;

pub mod rollout;

pub mod level;

pub mod question;

pub mod analysis;

pub mod formats;

pub use question::Question;
