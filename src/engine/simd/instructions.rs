//! The operations that generic code may use of an instruction set.

use super::{Floats, Kernel, Shorts, Vector, dispatcher};

/// An instruction set. Each operation has the same result in all of them.
///
/// Vectors have methods of their own; the methods here make vectors of floats, for code that needs nothing else.
pub trait Instructions: Copy {
    /// Sixteen whole numbers.
    type Ints: Vector<Set = Self>;
    /// Thirty-two short ones.
    type Shorts: Shorts<Ints = Self::Ints>;
    /// Sixteen floats.
    type Floats: Floats<Ints = Self::Ints>;

    /// Whether vectors of four positions fit the registers, besides what is added to them.
    const HOLDS_FOUR: bool = false;

    /// Four blocks of 64 sums, three or two: as many as the registers hold in two short numbers each, besides what is
    /// added to them.
    const BLOCKS: usize = 2;

    /// The number of positions from which a lane for each is quicker than one after another, in small nets.
    const WORTH_A_LANE: usize = 6;

    /// The sum of bytes, and that of their products with weights below 128.
    fn sums_of_bytes(self, bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2];

    /// One number sixteen times.
    #[inline(always)]
    fn splat(self, number: f32) -> Self::Floats {
        Self::Floats::splat(self, number)
    }

    /// Sixteen numbers from memory.
    #[inline(always)]
    fn load(self, numbers: &[f32; 16]) -> Self::Floats {
        Self::Floats::load(self, numbers)
    }
}

/// Work whose loops gain from wide vectors.
pub trait Vectorized {
    /// The result of the work.
    type Output;

    /// The work, `#[inline(always)]` down to its loops.
    fn run<I: Instructions>(self, instructions: I) -> Self::Output;
}

/// Does work compiled for the kernel of this process; the result is the same on all.
pub fn vectorized<T: Vectorized>(work: T) -> T::Output {
    vectorized_by(Kernel::selected(), work)
}

dispatcher! {
    /// Does work compiled for a kernel.
    pub(crate) fn vectorized_by runs Vectorized
}
