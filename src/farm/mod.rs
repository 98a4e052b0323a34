//! Rollouts in parts, wherever a process can be started: a job file holds what is rolled out and how it is cut into
//! shards, any worker plays any shard, and merged they give the result of one run, bit for bit.
//!
//! Work that is handed out is checked. A shard is a pure function of its order and its range of trials; it is written
//! whole or not at all; played twice it gives one result, and where it does not, a machine is at fault.

#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod audit;
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod book;
mod folder;
mod job;
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod ledger;
#[cfg(feature = "farm")]
mod nats;
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "only read where there is no network"))]
mod wire;
mod work;

pub use book::Vouching;
pub use folder::{CollectError, Collected, Folder, index_list};
pub use job::{FarmJob, Item, JobFileError, Shard};
#[cfg(feature = "farm")]
pub use nats::{Access, Farm, FarmError, JobStatus, Left, Outcome, Secrets, Worker, cancel, fetch, status, submit};
pub use wire::is_name;
pub use work::{Backend, WorkError, Worked, work};
