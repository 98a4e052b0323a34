//! From records to results: accounts of every candidate, comparisons, stopping rules.

pub mod accounts;
pub mod compare;
pub mod cube;
mod cube_prior;
pub mod differences;
pub mod focus;
pub mod interim;
mod loss;
pub mod pairs;
pub mod prior;
pub mod result;
pub mod sequencer;
pub mod statistics;
pub mod stop;
pub mod strata;
mod student;
#[cfg(test)]
mod tests;
pub mod units;
