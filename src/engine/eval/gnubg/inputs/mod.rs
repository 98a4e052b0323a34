//! From a position to the inputs of a net.
//!
//! The opponent's checkers come first, then those of the side on roll; then the features of the side
//! on roll, and last those of the opponent.

mod bytes;
mod contact;
mod escapes;
mod hits;
mod race;
mod rows;
mod side;

pub(crate) use crate::simd::vector::WIDTH;
pub(crate) use bytes::Bytes;
pub(crate) use rows::{BASE_PLACES, Inputs, PLACE_ROWS, Scaled, SideInputs, row_layout};

use crate::board::Checkers;
use crate::eval::gnubg::file::NetKind;
use crate::simd::vector::Vector;
use side::SideView;

/// Writes inputs, keeping the intermediate values of each side for the next positions.
#[derive(Clone)]
pub(crate) struct Writer {
    me: SideView,
    opponent: SideView,
}

impl Writer {
    /// A writer that holds no side yet.
    pub(crate) const fn new() -> Self {
        Self { me: SideView::empty(), opponent: SideView::empty() }
    }

    /// Writes the inputs that belong to no place of up to [`WIDTH`] positions, for the side on roll, whose checkers
    /// come first; those of places come from [`Inputs`].
    ///
    /// # Panics
    /// When there is no position.
    #[inline(always)]
    pub(crate) fn write<V: Vector>(
        &mut self,
        set: V::Set,
        kind: NetKind,
        positions: &[[&Checkers; 2]],
        out: &mut Scaled,
    ) {
        match kind {
            NetKind::Contact | NetKind::Crashed => {
                // Lanes without a position repeat the last one.
                let last = positions.len() - 1;
                self.me.update::<V>(set, |lane| positions[lane.min(last)][0]);
                self.opponent.update::<V>(set, |lane| positions[lane.min(last)][1]);
                contact::write::<V>(set, kind == NetKind::Crashed, &mut self.me, &mut self.opponent, out);
            }
            NetKind::Race => race::write(positions, out),
            NetKind::PruningContact | NetKind::PruningCrashed | NetKind::PruningRace => {}
        }
    }
}

#[cfg(test)]
mod tests;
