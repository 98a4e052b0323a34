//! Weights of a first layer that take one byte each: half of what a position costs is to fetch them.
//!
//! A net file has two bytes for each. Where one is enough for all weights of a net, nothing changes but the time: the
//! sums have the same bits.

use super::layout::{Block, HIDDEN_UNIT};

/// The largest weight of a byte, before it is multiplied by the factor of its unit; the least is as far below 0.
pub const NARROW_MOST: i16 = i8::MAX as i16;

/// The factors by which the bytes of a unit may be multiplied.
pub const NARROW_FACTORS: [i16; 4] = [1, 2, 3, 4];

/// 64 weights: those of units i and i + 32 are the number `256 · w(i + 32) + w(i)`, before they are multiplied by the
/// factors of their units.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Narrow(pub [i16; HIDDEN_UNIT / 2]);

impl Narrow {
    /// These weights, divided by the factors of their units, which leaves no rest.
    pub fn of(weights: &Block, factors: &Block) -> Self {
        // A start makes millions of them. Divisions take too long for that, and the quotients are small enough for
        // products: each is off by less than half.
        let mut bytes = [0; HIDDEN_UNIT];
        for (i, byte) in bytes.iter_mut().enumerate() {
            let part = RECIPROCALS[usize::from(factors.0[i] as u16 & 7)];
            *byte = (i32::from(weights.0[i]) * part + (1 << 15)) >> 16;
        }
        Self(std::array::from_fn(|i| ((bytes[i + HIDDEN_UNIT / 2] << 8) + bytes[i]) as i16))
    }
}

/// The parts 1 / n of 2¹⁶, by n.
const RECIPROCALS: [i32; 8] = {
    let (mut all, mut n) = ([0; 8], 1);
    while n < 8 {
        all[n] = (1 << 16) / n as i32;
        n += 1;
    }
    all
};

/// The bounds and common divisors of the weights of 64 units.
#[derive(Clone, Copy)]
struct Span {
    /// The largest, without its sign.
    largest: Block,
    /// All bits that some weight has.
    bits: Block,
    /// All bits that some rest has after a division by 3.
    thirds: Block,
}

/// The factor of each unit by which the weights can be divided so that bytes hold them; `None` where there is none for
/// some unit.
pub(super) fn factors<'a>(rows: impl Iterator<Item = &'a [Block]>, blocks: usize) -> Option<Vec<Block>> {
    const NOTHING: Block = Block([0; HIDDEN_UNIT]);
    let mut spans = vec![Span { largest: NOTHING, bits: NOTHING, thirds: NOTHING }; blocks];
    for row in rows {
        for (Span { largest, bits, thirds }, weights) in spans.iter_mut().zip(row) {
            for (i, &weight) in weights.0.iter().enumerate() {
                largest.0[i] = largest.0[i].max(weight.saturating_abs());
                bits.0[i] |= weight;
                thirds.0[i] |= weight % 3;
            }
        }
    }
    let factor_of = |span: &Span, i: usize| {
        let divides = |factor: i16| match factor {
            3 => span.thirds.0[i] == 0,
            power => span.bits.0[i] & (power - 1) == 0,
        };
        NARROW_FACTORS.into_iter().find(|&factor| span.largest.0[i] <= factor * NARROW_MOST && divides(factor))
    };
    let of_block = |span: &Span| {
        let mut factors = NOTHING;
        for (i, factor) in factors.0.iter_mut().enumerate() {
            *factor = factor_of(span, i)?;
        }
        Some(factors)
    };
    spans.iter().map(of_block).collect()
}
