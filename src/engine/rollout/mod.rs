//! Rollouts: a position played out many times, and the result of that.
//!
//! Trial `n` is a pure function of (position, settings, weights, `n`). It leaves a record of exact
//! fixed-point integers, and everything reported is a function of the set of records. Threads, time,
//! interruptions and the way the work was split change how soon the records are there, never what they are.
//!
//! A [`Job`] is what is rolled out, [`RolloutSettings`] how; [`Engine::rollout`] plays it and returns a
//! [`RolloutResult`] to read and [`Records`] to continue from.

mod data;
mod judge;
mod order;
mod plan;
mod run;
mod trial;

pub use data::fixed::{Fixed, Moments};
pub use data::journal::{Check, Journal, JournalError, JournalWriter};
pub use data::records::{ImpossibleRecord, MergeError, Records};
pub use data::task::Task;
pub use data::trial_record::{CUBEFUL, CUBELESS, Ending, Events, QUANTITIES, TrialRecord, Values};
pub use data::trials::Trials;
pub use judge::compare::Comparison;
pub use judge::cube::{Beaver, CubeChances, CubeJudgement, CubeMeans, DOUBLE_BEAVER, GivenUp, JudgedAction};
pub use judge::differences::{Change, Compared, changes, output_differences};
pub use judge::focus::HOPELESS;
pub use judge::interim::{Interim, InterimCandidate};
pub use judge::pairs::covariances;
pub use judge::prior::LEAST_DEVIATION;
pub use judge::result::{CandidateResult, Estimate, Estimates, RolloutResult, Worth};
pub use judge::statistics::{CUBE_LEVELS, CubeLevel, SideStatistics, Statistics};
pub use judge::stop::{DECIDED_RISK, End, confidence_width};
pub use judge::units::{Line, Units};
pub use order::Order;
pub use order::fingerprint::{Differences, Fingerprint, NoFingerprint, Part};
pub use order::job::{Job, JobError, JobKind, Start};
pub use order::resolved::{NotResolved, Resolved};
pub use order::settings::{
    Later, LuckBy, Pairing, PlayerSettings, RolloutPreset, RolloutSettings, SettlementLimit, Truncation,
};
pub use order::stopping::{ErrorLimit, Goal, JsdLimit, Stopping, Until};
pub use plan::cost::{Cost, Work};
pub use plan::pilot::{Pilot, PilotStep, PilotWay};
pub use run::crew::{Crew, Threads};
pub use run::dispatcher::Dispatcher;
pub use run::error::RolloutError;
pub use run::observer::{Control, CrewNews, Observer, Progress, Unobserved};
pub use run::pool::{Played, TrialPool};
pub use run::runner::Rollout;
pub use trial::engine::Engine;
pub use trial::luck::{Meter, Spent};
pub use trial::settlement::{CubeState, cube_value};
pub use trial::witness::{GameSink, PlayedGame, Step, Witness};
