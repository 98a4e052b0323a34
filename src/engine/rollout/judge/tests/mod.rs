//! Figures against slow ones, limits, ties, and how often chances come true.

mod calibration;
mod figures;
mod limits;
mod ties;

use super::*;
