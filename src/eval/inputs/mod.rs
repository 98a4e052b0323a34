//! From a position to the inputs of a net.
//!
//! The opponent's checkers come first, then those of the side on roll; then the features of the side
//! on roll, and last those of the opponent.

mod base;
mod contact;
#[allow(dead_code, reason = "the fast features follow")]
mod definition;
mod list;
mod race;

pub(crate) use list::{Inputs, row_layout};

use crate::board::Checkers;
use crate::eval::net::NetKind;

/// Writes the inputs that a net of this kind takes for the side on roll, whose checkers come first.
#[inline(always)]
pub(crate) fn write(kind: NetKind, [me, opponent]: [&Checkers; 2], inputs: &mut Inputs) {
    inputs.clear();
    match kind {
        NetKind::Contact => contact::write::<false>([me, opponent], inputs),
        NetKind::Crashed => contact::write::<true>([me, opponent], inputs),
        NetKind::Race => race::write([me, opponent], inputs),
        NetKind::PruningContact | NetKind::PruningCrashed | NetKind::PruningRace => {
            base::write([me, opponent], inputs);
            inputs.end_group(0, 0);
        }
    }
}
