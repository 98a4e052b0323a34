//! From records to results: accounts of every candidate, comparisons, stopping rules.

pub mod accounts;
#[cfg(test)]
mod calibration;
pub mod compare;
pub mod cube;
pub mod differences;
#[cfg(test)]
mod figures;
pub mod focus;
pub mod interim;
#[cfg(test)]
mod limits;
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
mod ties;
pub mod units;
