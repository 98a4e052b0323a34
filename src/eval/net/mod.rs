//! The nets: weights, forward passes, kernels.

mod forward;
mod kernel;
mod lanes;
pub mod own;
mod reference;
mod sigmoid;
mod weights;

pub use kernel::Kernel;
pub(crate) use lanes::Lanes;
pub use reference::{ReferenceNets, ReferenceScratch};
pub use weights::{NetKind, Weights, WeightsError, read_weights};
