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

pub(crate) use list::{Inputs, row_layout};

use crate::board::Checkers;
use crate::eval::net::NetKind;
use side::SideView;

/// Writes inputs, remembering what it knows of each side for the next position.
#[derive(Clone)]
pub(crate) struct Writer {
    me: SideView,
    opponent: SideView,
}

impl Writer {
    /// A writer that knows nothing yet.
    pub(crate) fn new() -> Self {
        let [opponent, me] = base::FIRST_PLACES.map(SideView::empty);
        Self { me, opponent }
    }

    /// Writes the inputs that a net of this kind takes for the side on roll, whose checkers come first.
    #[inline(always)]
    pub(crate) fn write(&mut self, kind: NetKind, [me, opponent]: [&Checkers; 2], inputs: &mut Inputs) {
        inputs.clear();
        match kind {
            NetKind::Contact | NetKind::Crashed => {
                for (view, side) in [(&mut self.me, me), (&mut self.opponent, opponent)] {
                    view.update(side);
                }
                contact::write(kind == NetKind::Crashed, &self.me, &self.opponent, inputs);
            }
            NetKind::Race => race::write([me, opponent], inputs),
            NetKind::PruningContact | NetKind::PruningCrashed | NetKind::PruningRace => {
                base::write([me, opponent], inputs);
            }
        }
    }
}

#[cfg(test)]
mod tests;
