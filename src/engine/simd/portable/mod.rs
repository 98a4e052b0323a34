//! The definition of every operation, on plain arrays.

/// An operation lane by lane.
macro_rules! each {
    ($operation:expr, $a:expr, $b:expr) => {{
        let mut out = $a.0;
        for (out, b) in out.iter_mut().zip($b.0) {
            *out = ($operation)(*out, b);
        }
        Self(out)
    }};
}

mod floats;
mod ints;
mod shorts;

pub(super) use floats::PortableFloats;
pub(super) use ints::PortableInts;
pub(super) use shorts::PortableShorts;

use super::{Instructions, Scalar};

impl Instructions for Scalar {
    type Ints = PortableInts;
    type Shorts = PortableShorts;
    type Floats = PortableFloats;

    #[inline(always)]
    fn sums_of_bytes(self, bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
        let mut sums = [0; 2];
        for (&byte, &weight) in bytes.iter().zip(weights) {
            sums[0] += u32::from(byte);
            sums[1] += u32::from(byte) * u32::from(weight);
        }
        sums
    }
}
