//! A set of own nets and which class of positions goes to which.

use super::batch::{Batch, EvaluationOrder, Ordered};
use super::file::{self, OwnNet, OwnNetError, Route};
use super::forward::{OwnScratch, Ready};
use super::packed;
use crate::board::{Position, SeenBy};
use crate::eval::{Class, Efficiencies, Outputs};
use crate::simd::Kernel;
use std::borrow::Cow;

/// The classes a set of nets answers for, in the order of the routes.
pub const ROUTED: [Class; 3] = [Class::Contact, Class::Crashed, Class::Race];

/// The own nets, ready to evaluate.
#[derive(Debug)]
pub struct OwnNets {
    nets: Vec<Ready>,
    routes: [Route; 3],
    fingerprint: [u8; 32],
}

impl OwnNets {
    /// Reads a net file, [packed](OwnNets::pack) or not; see `file.rs` for the layout.
    ///
    /// # Errors
    /// When the file is not a net file of this version or its contents contradict each other.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OwnNetError> {
        let bytes = packed::unpack(bytes)?;
        let (nets, routes) = file::read(&bytes)?;
        Ok(Self { nets: nets.iter().map(Ready::new).collect(), routes, fingerprint: file::fingerprint(&bytes) })
    }

    /// The nets of a net file as they are stored, and the routes.
    ///
    /// # Errors
    /// As [`OwnNets::from_bytes`].
    pub fn stored(bytes: &[u8]) -> Result<(Vec<OwnNet>, [Route; 3]), OwnNetError> {
        file::read(&packed::unpack(bytes)?)
    }

    /// The nets of a trainer, which holds them in memory. The routes are in the order of [`ROUTED`].
    ///
    /// # Errors
    /// As [`OwnNets::from_bytes`].
    pub fn from_nets(nets: &[OwnNet], routes: [Route; 3]) -> Result<Self, OwnNetError> {
        Self::from_bytes(&file::write(nets, routes))
    }

    /// These nets run by another kernel; the results do not change.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.nets.iter_mut().for_each(|net| net.use_kernel(kernel));
        self
    }

    /// The bytes of a net file.
    pub fn to_bytes(nets: &[OwnNet], routes: [Route; 3]) -> Vec<u8> {
        file::write(nets, routes)
    }

    /// A net file in the short form in which it is put into the program.
    pub fn pack(file: &[u8]) -> Vec<u8> {
        packed::pack(file)
    }

    /// The net file that bytes are, packed or not.
    ///
    /// # Errors
    /// When a packed file is faulty.
    pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, OwnNetError> {
        packed::unpack(bytes)
    }

    /// SHA-256 of the net file, unpacked.
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// The name of the kernel that runs these nets.
    ///
    /// # Panics
    /// Never: a net file holds a net.
    pub fn kernel(&self) -> &'static str {
        self.nets.first().expect("a net file holds a net").kernel()
    }

    /// The answer to whether a byte holds every weight of their first layers.
    #[cfg(test)]
    pub(super) fn are_narrow(&self) -> bool {
        self.nets.iter().all(Ready::is_narrow)
    }

    /// Whether the net for contact knows how live cubes are.
    pub fn knows_cubes(&self) -> bool {
        self.routes[..2].iter().all(|route| self.nets[usize::from(route.net)].knows_cubes())
    }

    /// Raw outputs of one position for the side on roll.
    ///
    /// # Panics
    /// When no net answers for the class, see [`Class::uses_net`].
    pub fn outputs(&self, class: Class, position: &Position, scratch: &mut OwnScratch) -> Outputs {
        let mut outputs = Outputs::LOSS;
        let positions = std::slice::from_ref(position);
        let one = Batch { classes: &[class], seen: SeenBy::OnRoll, positions, order: EvaluationOrder::Listed };
        self.values_of(one, scratch, std::slice::from_mut(&mut outputs), None);
        outputs
    }

    /// Raw outputs of positions that differ little from each other, best from one parent: the results of all
    /// plays of one roll or of all rolls; if asked, also how live cubes are where a net knows it. The same as one by
    /// one, bit for bit, in a fraction of the time.
    ///
    /// A position whose class has no net is left alone, and so are the efficiencies where no net knows them.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn values_of(
        &self,
        batch: Batch<'_>,
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
        mut efficiencies: Option<&mut [Efficiencies]>,
    ) {
        let Batch { classes, seen, positions, .. } = batch;
        assert!(efficiencies.as_ref().is_none_or(|room| room.len() == positions.len()), "room for each position");
        assert!(classes.len() == positions.len() && positions.len() == outputs.len(), "one class and output each");
        let mut order = std::mem::take(&mut scratch.order);
        batch.put_in_order(&mut order);
        for (index, net) in self.nets.iter().enumerate() {
            let head_of = |i: usize| {
                let route = self.routes[route_index(classes[i])?];
                let head = usize::from(route.head) + net.rule().head(seen.sides(&positions[i]));
                (usize::from(route.net) == index).then_some(head as u8)
            };
            let batch = Ordered { seen, positions, order: &order };
            net.evaluate(head_of, batch, scratch, outputs, efficiencies.as_deref_mut());
        }
        scratch.order = order;
    }
}

/// The place of a class in [`ROUTED`].
const fn route_index(class: Class) -> Option<usize> {
    match class {
        Class::Contact => Some(0),
        Class::Crashed => Some(1),
        Class::Race => Some(2),
        Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
    }
}
