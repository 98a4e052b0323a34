//! The inner loops, once for each instruction set.
//!
//! Every kernel has the same functions; `scalar` defines what they compute, and the others give the
//! same bits. They work side by side on hidden units and positions, never within one sum.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;

use super::forward::Batch;
use super::lanes::Lanes;
use crate::eval::Outputs;
use std::fmt;
use std::sync::LazyLock;

/// An instruction set that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernel(Set);

/// The instruction sets with a kernel. A [`Kernel`] is only ever made of one that was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Set {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kernel {
    /// Plain code for any machine.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// The kernels that this machine can run, from the narrowest to the widest.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), expect(unused_mut))]
        let mut kernels = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::is_available() {
                kernels.push(Self(Set::Avx2));
            }
            if avx512::is_available() {
                kernels.push(Self(Set::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if neon::is_available() {
            kernels.push(Self(Set::Neon));
        }
        kernels
    }

    /// The kernel of this name, if this machine can run it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().into_iter().find(|kernel| kernel.name() == name)
    }

    /// The kernel of this process: the widest there is, or the one that the variable `GAMMON_KERNEL` names.
    ///
    /// This is the one place where the engine looks at its environment: the tests of a whole process can be
    /// repeated with another kernel, and no result may change.
    #[must_use]
    pub fn selected() -> Self {
        static SELECTED: LazyLock<Kernel> = LazyLock::new(|| {
            let named = std::env::var("GAMMON_KERNEL").ok().and_then(|name| Kernel::from_name(&name));
            named.unwrap_or_else(|| *Kernel::available().last().expect("scalar is always there"))
        });
        *SELECTED
    }

    /// The name in `GAMMON_KERNEL`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "neon",
        }
    }

    /// Evaluates a batch. There is an output for each position; `sums` has room for the hidden units of
    /// [`BATCH`](super::forward::BATCH) positions.
    #[inline]
    pub(super) fn run(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
        match self.0 {
            Set::Scalar => scalar::run(batch, sums, out),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a kernel of this set is only made after `avx2::is_available` said so.
            Set::Avx2 => unsafe { avx2::run(batch, sums, out) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a kernel of this set is only made after `avx512::is_available` said so.
            Set::Avx512 => unsafe { avx512::run(batch, sums, out) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: a kernel of this set is only made after `neon::is_available` said so.
            Set::Neon => unsafe { neon::run(batch, sums, out) },
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
