//! Tokens of instruction sets, and the one dispatcher that hands them out.

/// Plain Rust: the definition of every result.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// A token for an instruction set.
macro_rules! token {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        $(#[$attribute])*
        impl $name {
            /// The token.
            ///
            /// # Safety
            /// The machine has the instruction set.
            pub(crate) const unsafe fn assumed() -> Self {
                Self(())
            }
        }
    };
}

token!(
    /// Made only where AVX2, BMI1, BMI2, LZCNT and POPCNT are enabled.
    #[cfg(target_arch = "x86_64")]
    Avx2
);
token!(
    /// Made only where AVX-512 F, BW, CD, DQ, VL, VNNI and VBMI2 are enabled, and what [`Avx2`] stands for.
    #[cfg(target_arch = "x86_64")]
    Avx512
);
token!(
    /// Made only where NEON is enabled.
    #[cfg(target_arch = "aarch64")]
    Neon
);

/// Makes the function that runs work compiled for a kernel.
///
/// `dispatcher!(pub(super) fn run runs Work);` takes a trait `Work { type Output; fn run<T: …>(self, token: T) ->
/// Output }` whose `run` is `#[inline(always)]` down to its loops, so that they are compiled for the instruction set.
macro_rules! dispatcher {
    ($(#[$attribute:meta])* $visible:vis fn $name:ident runs $Work:ident) => {
        $(#[$attribute])*
        $visible fn $name<W: $Work>(kernel: $crate::simd::Kernel, work: W) -> W::Output {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2<W: $Work>(work: W) -> W::Output {
                // SAFETY: this function runs only where the machine has what it is compiled for.
                work.run(unsafe { $crate::simd::Avx2::assumed() })
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512vbmi2"
            )]
            fn avx512<W: $Work>(work: W) -> W::Output {
                // SAFETY: as above.
                work.run(unsafe { $crate::simd::Avx512::assumed() })
            }
            #[cfg(target_arch = "aarch64")]
            #[target_feature(enable = "neon")]
            fn neon<W: $Work>(work: W) -> W::Output {
                // SAFETY: as above.
                work.run(unsafe { $crate::simd::Neon::assumed() })
            }
            match kernel.set() {
                $crate::simd::Set::Scalar => work.run($crate::simd::Scalar),
                // SAFETY: a kernel is made only of a set that was detected.
                #[cfg(target_arch = "x86_64")]
                $crate::simd::Set::Avx2 => unsafe { avx2(work) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::simd::Set::Avx512 => unsafe { avx512(work) },
                // SAFETY: as above.
                #[cfg(target_arch = "aarch64")]
                $crate::simd::Set::Neon => unsafe { neon(work) },
            }
        }
    };
}

pub(crate) use dispatcher;
