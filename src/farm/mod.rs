//! Rollouts in parts, wherever a process can be started: a job file says what is rolled out and how it is cut into
//! shards, any worker plays any shard, and whoever merges them gets what one run would have given, bit for bit.
//!
//! Nothing here trusts whoever hands out the work. A shard is a pure function of its order and its range of trials; it
//! is written whole or not at all; played twice it is the same twice, and where it is not, somebody's machine is at
//! fault.

mod folder;
mod job;
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod ledger;
#[cfg(feature = "farm")]
mod nats;
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod wire;
mod work;

pub use folder::{CollectError, Collected, Folder, index_list};
pub use job::{FarmJob, Item, JobFileError, Shard};
#[cfg(feature = "farm")]
pub use nats::{Access, Farm, FarmError, JobStatus, Left, Outcome, Secrets, Worker, cancel, fetch, status, submit};
pub use work::{Backend, WorkError, Worked, work};
