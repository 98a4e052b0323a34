//! From a position to the inputs of a net.
//!
//! The opponent's checkers come first, then those of the side on roll; then the features of the side
//! on roll, and last those of the opponent.

mod base;
mod contact;
#[cfg(test)]
mod definition;
mod escapes;
mod hits;
mod list;
mod masks;
mod race;
mod side;
mod transpose;
pub(crate) mod vector;

pub(crate) use list::{Inputs, row_layout};
pub(crate) use vector::WIDTH;

use crate::board::Checkers;
use crate::eval::net::NetKind;
use side::SideView;
use vector::Vector;

/// Writes inputs, remembering what it knows of each side for the next positions.
#[derive(Clone)]
pub(crate) struct Writer {
    me: SideView,
    opponent: SideView,
}

impl Writer {
    /// A writer that knows nothing yet.
    pub(crate) const fn new() -> Self {
        let [opponent, me] = base::FIRST_PLACES;
        Self { me: SideView::empty(me), opponent: SideView::empty(opponent) }
    }

    /// Writes the inputs that a net of this kind takes for the side on roll, whose checkers come first, of up to
    /// [`WIDTH`] positions.
    ///
    /// # Panics
    /// When there is no position.
    #[inline(always)]
    pub(crate) fn write<V: Vector>(&mut self, kind: NetKind, positions: &[[&Checkers; 2]], inputs: &mut Inputs) {
        for list in &mut inputs.lists[..positions.len()] {
            list.clear();
        }
        match kind {
            NetKind::Contact | NetKind::Crashed => {
                // Lanes without a position repeat the last one.
                let last = positions.len() - 1;
                self.me.update::<V>(|lane| positions[lane.min(last)][0]);
                self.opponent.update::<V>(|lane| positions[lane.min(last)][1]);
                contact::write::<V>(
                    kind == NetKind::Crashed,
                    &mut self.me,
                    &mut self.opponent,
                    positions.len(),
                    inputs,
                );
            }
            NetKind::Race => {
                for (position, sides) in positions.iter().enumerate() {
                    race::write(*sides, position, inputs);
                }
            }
            NetKind::PruningContact | NetKind::PruningCrashed | NetKind::PruningRace => {
                for (sides, list) in positions.iter().zip(&mut inputs.lists) {
                    base::write(*sides, list);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
