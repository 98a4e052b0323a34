//! From records to results: accounts of every candidate, comparisons, stopping rules.

pub mod accounts;
pub mod compare;
pub mod interim;
pub mod pairs;
pub mod result;
pub mod sequencer;
pub mod statistics;
pub mod stop;
pub mod strata;
#[cfg(test)]
mod ties;
pub mod units;
