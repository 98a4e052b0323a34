//! The data of trials: records of exact integers, sets of them, and the journal that keeps them on disk.

pub mod fixed;
pub mod journal;
pub mod records;
pub mod task;
pub mod trial_record;
pub mod trials;
