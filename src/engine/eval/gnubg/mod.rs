//! The nets of GNU Backgammon: their file, their 250 inputs, the forward pass.

mod file;
mod forward;
mod inputs;
mod kernel;
mod nets;
mod sigmoid;

pub use file::{NetKind, Weights, WeightsError, read_weights};
pub use nets::{ReferenceNets, ReferenceScratch};
