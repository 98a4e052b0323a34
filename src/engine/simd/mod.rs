//! Instruction sets: which there are, how work is compiled for each, vectors to write it with.
//!
//! A [`Kernel`] is an instruction set that this machine has. `dispatcher!` makes the function that runs work for a
//! kernel: the work is a value whose generic `run` is compiled once for each set, and which is handed a token
//! (`Scalar`, `Avx2`, `Avx512`, `Neon`). A token is proof that the machine has the set, since only dispatchers make
//! them; the operations of a set are methods of its token and of its vectors. Scalar code defines every result, and the
//! other sets give the same bits.
//!
//! A token is `Instructions`, and its vectors are the same sizes in every set: sixteen whole numbers (`Vector`),
//! thirty-two short ones (`Shorts`), sixteen floats (`Floats`), in as many registers as that takes. `portable`,
//! `avx2`, `avx512` and `neon` hold what each operation is in a set; what is computed with them is written once.

#[macro_use]
mod operations;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod instructions;
mod kernel;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod token;
pub(crate) mod vector;

pub(crate) use instructions::vectorized_by;
pub use instructions::{Instructions, Vectorized, vectorized};
pub use kernel::Kernel;
pub(crate) use kernel::Set;
pub(crate) use lanes::Lanes;
#[cfg(target_arch = "aarch64")]
pub(crate) use token::Neon;
pub use token::Scalar;
pub(crate) use token::dispatcher;
#[cfg(target_arch = "x86_64")]
pub(crate) use token::{Avx2, Avx512};
pub use vector::{Floats, Shorts, Vector, signed};
