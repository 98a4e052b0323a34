//! Checkers of sixteen positions, place by place.

use crate::simd::vector::WIDTH;

/// The checkers on each place in sixteen positions.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Bytes(pub(crate) [[u8; WIDTH]; 32]);

impl Bytes {
    /// No checkers.
    pub(crate) const ZERO: Self = Self([[0; WIDTH]; 32]);
}
