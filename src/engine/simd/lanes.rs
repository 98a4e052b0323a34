//! The unit in which weights are stored: sixteen hidden units side by side.

/// Sixteen neighboring hidden units, one cache line: the width of the widest kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub(crate) [f32; Lanes::WIDTH]);

impl Lanes {
    /// Units in one block.
    pub const WIDTH: usize = 16;

    /// All zero.
    pub const ZERO: Self = Self([0.0; Self::WIDTH]);

    /// Blocks of `values`, the last one filled up with zeros.
    pub fn blocks(values: &[f32]) -> impl Iterator<Item = Self> {
        values.chunks(Self::WIDTH).map(|chunk| {
            let mut block = Self::ZERO;
            block.0[..chunk.len()].copy_from_slice(chunk);
            block
        })
    }
}
