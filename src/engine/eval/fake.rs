//! Nets from elsewhere, for tests.

use super::{Class, Nets, Outputs};
use crate::board::{Position, SeenBy};

/// The side with fewer pips to go wins oftener, and nobody wins a gammon.
pub(crate) struct Pips;

impl Nets for Pips {
    fn write_outputs(&self, _: &[Class], seen: SeenBy, positions: &[Position], out: &mut [Outputs]) {
        for (position, out) in positions.iter().zip(out) {
            let [own, other] = seen.sides(position).map(|side| side.pips() as f32);
            out.0 = [other / (own + other), 0.0, 0.0, 0.0, 0.0];
        }
    }

    fn fingerprint(&self) -> [u8; 32] {
        [7; 32]
    }
}
