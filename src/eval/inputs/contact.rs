//! The inputs of the contact and crashed nets: the base inputs and 25 features of each side.
use super::list::{FEATURES, Inputs};
use super::{base, definition};
use crate::board::Checkers;

/// Writes the inputs of a position with contact.
#[inline(always)]
pub(super) fn write<const CRASHED: bool>([me, opponent]: [&Checkers; 2], inputs: &mut Inputs) {
    base::write([me, opponent], inputs);
    inputs.scaled[..25].copy_from_slice(&definition::features(me, opponent, CRASHED));
    inputs.scaled[25..50].copy_from_slice(&definition::features(opponent, me, CRASHED));
    inputs.end_group(0, (1 << FEATURES) - 1);
}
