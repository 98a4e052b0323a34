//! The program's own nets: small, integer, made to be updated from one position to the next.
//!
//! A net is an embedding: every input is a row of `hidden` weights that is either added or not (`features`), so the
//! plays of one position cost a few row additions each. The sums are clipped, squared and multiplied into middle units
//! by one of several *heads* (chosen by the class of the position and a rule), and those into five sigmoids. Some nets
//! multiply two clipped units with each other instead of squaring one. The net file names the numbers of units and
//! heads, the features, the rule and which of both:
//!
//! ```text
//! a_i = Σ row[i] + bias_i            i16, 1.0 is 255
//! h_i = (clamp(a_i, 0, 255)² + 256) >> 9           u8, 1.0 is 127, or for i < 32 in each block b of 64 units
//! h_(32b + i) = (clamp(a_(64b + i), 0, 255) · clamp(a_(64b + i + 32), 0, 255) + 256) >> 9
//! z_j = Σ h_i · v_ij + c_j           i32, weights i8 with 1.0 at 64
//! m_j = clamp(z_j / 8128, 0, 1)      f32 from here, no fused multiply-add, 32 units a panel
//! o_k = σ(d_k + Σ m_j · u_kj)
//! x_w = clamp(e_w + Σ m_j · v_wj, 0, 1)            cube efficiencies, where the net has them
//! ```
//!
//! Rows are kept in a byte a weight where that holds all of them (`narrow`), since to fetch them is half of what a
//! position costs. Every kernel gives the same bits: integers have no order of summation, and the f32 tail runs one
//! position per lane. Outputs are raw: databases, overrides and clamps are the evaluator's business.

mod batch;
mod features;
mod file;
mod filter;
mod first_layer;
mod forward;
mod heads;
mod kernel;
mod layout;
mod narrow;
mod nets;
mod packed;
mod sigmoid;

pub use batch::{Batch, EvaluationOrder};
pub use features::{Feature, FeatureSet, MAX_ROWS, board_rows_of, rows_of};
pub use file::{CubeHead, Head, OwnNet, OwnNetError, Route};
pub use filter::{
    FILTER_BIAS_MOST, FILTER_HEADS, FILTER_HIDDEN, FILTER_OUTPUTS, FILTER_SUM_ONE, FILTER_WEIGHT_ONE,
    FILTER_WEIGHTS_MOST, Filter, FilterHead, FilterNet, PRICE_MOST, filter_heads,
};
pub use first_layer::FirstLayer;
pub use forward::OwnScratch;
pub use heads::HeadRule;
pub use layout::{
    ACCUMULATOR_ONE, ACTIVATION_ONE, BOARD_COUNTS, BOARD_ROWS, HIDDEN_UNIT, MAX_BOARD_ROWS, MAX_HEADS, MAX_HIDDEN,
    MAX_MIDDLE, OUTPUTS, PANEL, WEIGHT_ONE,
};
pub use narrow::{NARROW_FACTORS, NARROW_MOST};
pub use nets::{OwnNets, ROUTED};
pub use sigmoid::sigmoid;

#[cfg(test)]
mod tests;
