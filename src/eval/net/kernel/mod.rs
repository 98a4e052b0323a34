//! The inner loops, once for each instruction set.
//!
//! Every kernel has the same functions; `scalar` defines what they compute, and the others give the
//! same bits. They work side by side on hidden units and positions, never within one sum.

mod scalar;

use super::forward::Net;
use super::lanes::Lanes;
use crate::eval::Outputs;
use crate::eval::inputs::Inputs;

/// An instruction set that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Plain code for any machine.
    Scalar,
}

impl Kernel {
    /// The kernel of this process: the widest there is, or the one that `GAMMON_KERNEL` names.
    #[must_use]
    pub fn selected() -> Self {
        Self::Scalar
    }

    pub(super) fn forward(self, net: &Net, inputs: &[Inputs], sums: &mut [Lanes], out: &mut [Outputs]) {
        match self {
            Self::Scalar => scalar::forward(net, inputs, sums, out),
        }
    }
}
