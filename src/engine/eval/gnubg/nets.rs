//! The nets of GNU Backgammon, from a file of the user's.

use super::file::{NetKind, WeightsError, read_weights};
use super::forward::{BATCH, Batch, Net};
use super::kernel::{self, Pass};
use crate::board::{Checkers, Position, SeenBy};
use crate::digest::Sha256;
use crate::eval::gnubg::inputs::{Scaled, Writer};
use crate::eval::{Class, Outputs};
use crate::simd::{Kernel, Lanes};
use arrayvec::ArrayVec;

/// The six nets of a weights file, ready to evaluate.
#[derive(Clone)]
pub struct ReferenceNets {
    /// The nets in the order of [`NetKind::ALL`].
    nets: Vec<Net>,
    kernel: Kernel,
    fingerprint: [u8; 32],
}

/// Room to work in for one thread.
pub struct ReferenceScratch {
    writer: Writer,
    scaled: Scaled,
    sums: Vec<Lanes>,
}

impl ReferenceNets {
    /// The nets of a weights file, binary or text.
    ///
    /// # Errors
    /// When the file is malformed, see [`WeightsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = read_weights(bytes)?;
        let nets = NetKind::ALL.iter().zip(&weights).map(|(&kind, weights)| Net::new(kind, weights)).collect();
        Ok(Self { nets, kernel: Kernel::selected(), fingerprint: Sha256::of(bytes) })
    }

    /// These nets run by another kernel; the results do not change.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// The kernel that runs these nets.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The nets that answer, each with its number of inputs and of hidden units.
    pub fn layers(&self) -> [(NetKind, usize, usize); 3] {
        [NetKind::Contact, NetKind::Crashed, NetKind::Race]
            .map(|kind| (kind, kind.inputs(), self.nets[kind as usize].hidden))
    }

    /// The SHA-256 of the weights file.
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// The raw outputs of the nets for positions: no override, no clamp.
    ///
    /// `classes[i]` is the class of `positions[i]`, and `kind_of` picks its net: [`NetKind::of`] or
    /// [`NetKind::pruning_of`]. A position whose class has no net is left alone.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn outputs_of(
        &self,
        kind_of: impl Fn(Class) -> Option<NetKind>,
        classes: &[Class],
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut ReferenceScratch,
        out: &mut [Outputs],
    ) {
        assert!(classes.len() == positions.len() && positions.len() == out.len(), "one class and output each");
        // Shots are counted otherwise where a checker is on the bar, so those positions have batches of their own.
        let mut waiting: [[ArrayVec<usize, BATCH>; 2]; 3] = Default::default();
        for (i, (&class, position)) in classes.iter().zip(positions).enumerate() {
            let Some(place) = WITH_NETS.iter().position(|&with_net| with_net == class) else { continue };
            let enters = seen.sides(position)[0].on_bar() != 0;
            let waiting = &mut waiting[place][usize::from(enters)];
            waiting.push(i);
            if waiting.is_full() {
                self.run(kind_of(class), waiting, seen, positions, scratch, out);
                waiting.clear();
            }
        }
        for (class, [mut first, mut others]) in WITH_NETS.into_iter().zip(waiting) {
            // Two half empty batches take longer than one.
            if first.len() + others.len() <= BATCH {
                first.extend(others.drain(..));
            }
            for waiting in [first, others].iter().filter(|waiting| !waiting.is_empty()) {
                self.run(kind_of(class), waiting, seen, positions, scratch, out);
            }
        }
    }

    /// Evaluates some positions, at most [`BATCH`] of them, with one net.
    fn run(
        &self,
        kind: Option<NetKind>,
        chosen: &[usize],
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut ReferenceScratch,
        out: &mut [Outputs],
    ) {
        let Some(kind) = kind else { return };
        let net = &self.nets[kind as usize];
        if scratch.sums.len() < BATCH * net.blocks {
            scratch.sums.resize(BATCH * net.blocks, Lanes::ZERO);
        }
        let mut sides = [[&Checkers::NONE; 2]; BATCH];
        let sides = &mut sides[..chosen.len()];
        for (sides, &i) in sides.iter_mut().zip(chosen) {
            *sides = seen.sides(&positions[i]);
        }
        let mut outputs = [Outputs::LOSS; BATCH];
        let outputs = &mut outputs[..chosen.len()];
        let ReferenceScratch { writer, scaled, sums } = scratch;
        let batch = &mut Batch { net, kind, sides, writer, scaled };
        kernel::run(self.kernel, Pass { batch, sums, out: outputs });
        for (&i, outputs) in chosen.iter().zip(outputs) {
            out[i] = *outputs;
        }
    }
}

/// The classes whose positions nets evaluate.
const WITH_NETS: [Class; 3] = [Class::Contact, Class::Crashed, Class::Race];

impl NetKind {
    /// The net that answers for a class; `None` where a rule or a database does.
    pub const fn of(class: Class) -> Option<Self> {
        match class {
            Class::Race => Some(Self::Race),
            Class::Crashed => Some(Self::Crashed),
            Class::Contact => Some(Self::Contact),
            Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
        }
    }

    /// The net that picks candidates in a class.
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
    pub fn new() -> Self {
        Self { writer: Writer::new(), scaled: Scaled::NONE, sums: Vec::new() }
    }
}

impl Default for ReferenceScratch {
    fn default() -> Self {
        Self::new()
    }
}
