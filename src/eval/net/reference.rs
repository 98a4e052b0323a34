//! The nets of GNU Backgammon, from a file of the user's.

use super::forward::{BATCH, Net};
use super::kernel::Kernel;
use super::lanes::Lanes;
use super::weights::{NetKind, WeightsError, read_weights};
use crate::board::Position;
use crate::eval::inputs::{self, Inputs};
use crate::eval::{Class, Outputs};
use sha2::{Digest, Sha256};

/// The six nets of a weights file, ready to evaluate.
pub struct ReferenceNets {
    nets: [Net; 6],
    kernel: Kernel,
    fingerprint: [u8; 32],
}

/// Room to work in for one thread.
pub struct ReferenceScratch {
    inputs: [Inputs; BATCH],
    sums: Vec<Lanes>,
}

impl ReferenceNets {
    /// The nets of a weights file, binary or text.
    ///
    /// # Errors
    /// What is wrong with the file, see [`WeightsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = read_weights(bytes)?;
        let nets = NetKind::ALL.map(|kind| Net::new(kind, &weights[kind as usize]));
        Ok(Self { nets, kernel: Kernel::selected(), fingerprint: Sha256::digest(bytes).into() })
    }

    /// The same nets run by another kernel; the results do not change.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// The SHA-256 of the weights file.
    #[must_use]
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// What the net of a kind says of positions, with no regard to the rules: no override, no clamp.
    pub fn outputs_of(
        &self,
        kind: NetKind,
        positions: &[Position],
        scratch: &mut ReferenceScratch,
        out: &mut [Outputs],
    ) {
        let net = &self.nets[kind as usize];
        for (positions, out) in positions.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            for (position, inputs) in positions.iter().zip(&mut scratch.inputs) {
                inputs::write(kind, position, inputs);
            }
            net.forward(self.kernel, &scratch.inputs[..positions.len()], &mut scratch.sums, out);
        }
    }
}

impl NetKind {
    /// The net that answers for a class; `None` where a rule or a database does.
    #[must_use]
    pub const fn of(class: Class) -> Option<Self> {
        match class {
            Class::Race => Some(Self::Race),
            Class::Crashed => Some(Self::Crashed),
            Class::Contact => Some(Self::Contact),
            Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
        }
    }

    /// The net that picks candidates in a class.
    #[must_use]
    pub const fn pruning_of(class: Class) -> Option<Self> {
        match class {
            Class::Race => Some(Self::PruningRace),
            Class::Crashed => Some(Self::PruningCrashed),
            Class::Contact => Some(Self::PruningContact),
            Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
        }
    }
}

impl ReferenceScratch {
    /// Empty room.
    #[must_use]
    pub fn new() -> Self {
        Self { inputs: [Inputs::EMPTY; BATCH], sums: Vec::new() }
    }
}

impl Default for ReferenceScratch {
    fn default() -> Self {
        Self::new()
    }
}
