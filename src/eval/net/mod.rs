//! The nets: weights, forward passes, kernels.

pub mod own;
