//! What tests of the farm share: a broker that loses and repeats what it is told to, and orders with their results.

pub mod double;
pub mod samples;

use super::{Access, access, broker};
