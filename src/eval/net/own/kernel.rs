//! The same pass compiled for three instruction sets. Scalar is the definition; the others agree bit for bit.
//!
//! Loops over rows and lanes are plain Rust that each instruction set vectorizes in its own width; only the
//! product of bytes is written by hand. Activations are at most 127, so a sum of two products fits an i16 and
//! the AVX2 form never saturates.

use super::MIDDLE;
use super::forward::{Activations, Pass, Quad};

/// Which instructions the own nets use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Plain Rust.
    Scalar,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors with byte products.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The fastest this machine runs.
    pub fn best() -> Self {
        *Self::available().last().expect("scalar is always there")
    }

    /// All this machine runs, the fastest last.
    pub fn available() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut kernels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
            if avx2 {
                kernels.push(Self::Avx2);
            }
            if avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512vnni") {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }
}

/// Products of activations and second-layer weights, summed over the hidden units.
pub(super) trait Dot {
    /// One position.
    fn one(&self, activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]);

    /// Four positions with the same weights.
    #[inline(always)]
    fn four(&self, activations: &[Activations], weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [[i32; MIDDLE]]) {
        for (activations, middle) in activations.iter().zip(middle) {
            self.one(activations, weights, bias, middle);
        }
    }
}

/// Runs a pass with a kernel of this machine.
pub(super) fn run<F: Fn(usize) -> Option<u8>>(kernel: Kernel, pass: Pass<'_, F>) {
    match kernel {
        Kernel::Scalar => pass.run(Scalar),
        // SAFETY: `Kernel` values other than `Scalar` come from `available`, which asked the processor.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => unsafe { x86::run_avx2(pass) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => unsafe { x86::run_avx512(pass) },
    }
}

struct Scalar;

impl Dot for Scalar {
    fn one(&self, activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]) {
        *middle = *bias;
        for (four, weights) in activations.0.as_chunks::<4>().0.iter().zip(weights) {
            for (sum, weights) in middle.iter_mut().zip(weights.0.as_chunks::<4>().0) {
                for (&activation, &weight) in four.iter().zip(weights) {
                    *sum += i32::from(activation) * i32::from(weight);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Activations, Dot, MIDDLE, Pass, Quad};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn run_avx2<F: Fn(usize) -> Option<u8>>(pass: Pass<'_, F>) {
        pass.run(Avx2(()));
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
    pub fn run_avx512<F: Fn(usize) -> Option<u8>>(pass: Pass<'_, F>) {
        pass.run(Avx512(()));
    }

    /// Made only where AVX2 is enabled.
    struct Avx2(());

    /// Made only where AVX-512 with VNNI is enabled.
    struct Avx512(());

    impl Dot for Avx2 {
        #[inline(always)]
        fn one(&self, activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]) {
            // SAFETY: the type is made only where AVX2 is enabled.
            unsafe { one_avx2(activations, weights, bias, middle) }
        }
    }

    impl Dot for Avx512 {
        #[inline(always)]
        fn one(&self, activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]) {
            // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
            unsafe { dot_avx512([activations], weights, bias, std::slice::from_mut(middle)) }
        }

        #[inline(always)]
        fn four(
            &self,
            activations: &[Activations],
            weights: &[Quad],
            bias: &[i32; MIDDLE],
            middle: &mut [[i32; MIDDLE]],
        ) {
            let [a, b, c, d] = activations else { unreachable!("four positions") };
            // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
            unsafe { dot_avx512([a, b, c, d], weights, bias, middle) }
        }
    }

    /// Four activations, the lowest byte first.
    #[inline(always)]
    fn packed(activations: &[u8], quad: usize) -> i32 {
        let four = activations[4 * quad..4 * quad + 4].try_into().expect("four bytes");
        i32::from_le_bytes(four)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn one_avx2(activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]) {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [_mm256_setzero_si256(); 4];
        for (part, sum) in sums.iter_mut().enumerate() {
            // SAFETY: eight of 32 numbers from 8 * part on; no alignment needed.
            *sum = unsafe { _mm256_loadu_si256(bias[8 * part..8 * part + 8].as_ptr().cast()) };
        }
        let activations = &activations.0[..4 * weights.len()];
        for (quad, weights) in weights.iter().enumerate() {
            let four = _mm256_set1_epi32(packed(activations, quad));
            for (part, sum) in sums.iter_mut().enumerate() {
                // SAFETY: 32 of 128 bytes from 32 * part on; no alignment needed.
                let weights = unsafe { _mm256_loadu_si256(weights.0[32 * part..32 * part + 32].as_ptr().cast()) };
                let pairs = _mm256_maddubs_epi16(four, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
        for (part, sum) in sums.into_iter().enumerate() {
            // SAFETY: eight of 32 numbers from 8 * part on; no alignment needed.
            unsafe { _mm256_storeu_si256(middle[8 * part..8 * part + 8].as_mut_ptr().cast(), sum) };
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    fn dot_avx512<const N: usize>(
        activations: [&Activations; N],
        weights: &[Quad],
        bias: &[i32; MIDDLE],
        middle: &mut [[i32; MIDDLE]],
    ) {
        // SAFETY: both halves of 32 numbers; no alignment needed.
        let start =
            unsafe { [_mm512_loadu_si512(bias.as_ptr().cast()), _mm512_loadu_si512(bias[16..].as_ptr().cast())] };
        let mut sums = [start; N];
        let activations: [&[u8]; N] = std::array::from_fn(|i| &activations[i].0[..4 * weights.len()]);
        for (quad, weights) in weights.iter().enumerate() {
            // SAFETY: both halves of 128 bytes; no alignment needed.
            let (low, high) = unsafe {
                (_mm512_loadu_si512(weights.0.as_ptr().cast()), _mm512_loadu_si512(weights.0[64..].as_ptr().cast()))
            };
            for (sum, activations) in sums.iter_mut().zip(activations) {
                let four = _mm512_set1_epi32(packed(activations, quad));
                *sum = [_mm512_dpbusd_epi32(sum[0], four, low), _mm512_dpbusd_epi32(sum[1], four, high)];
            }
        }
        for (sum, middle) in sums.into_iter().zip(middle) {
            // SAFETY: both halves of 32 numbers; no alignment needed.
            unsafe {
                _mm512_storeu_si512(middle.as_mut_ptr().cast(), sum[0]);
                _mm512_storeu_si512(middle[16..].as_mut_ptr().cast(), sum[1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Variation};
    use crate::eval::Outputs;
    use crate::eval::net::own::forward::{OwnScratch, Ready};
    use crate::eval::net::own::tests::{random_net, random_positions};
    use crate::eval::net::own::{HIDDEN_UNIT, Inputs, SeenBy};

    #[test]
    fn every_kernel_gives_the_bits_of_the_scalar_one() {
        let mut positions: Vec<Position> = random_positions(70, 3);
        positions.push(Variation::Standard.starting_position());
        for (inputs, blocks) in [(Inputs::Contact, 2), (Inputs::Contact, 3), (Inputs::Race, 1), (Inputs::Board, 4)] {
            let net = random_net(inputs, blocks * HIDDEN_UNIT, 2, 11);
            let heads = |i: usize| if i % 7 == 3 { None } else { Some((i / 9 % 2) as u8) };
            let evaluate = |kernel| {
                let mut outputs = vec![Outputs::LOSS; positions.len()];
                let ready = Ready::with_kernel(&net, kernel);
                ready.evaluate(heads, SeenBy::OnRoll, &positions, &mut OwnScratch::default(), &mut outputs);
                outputs
            };
            let expected = evaluate(Kernel::Scalar);
            for kernel in Kernel::available() {
                assert_eq!(evaluate(kernel), expected, "{kernel:?}");
            }
        }
    }
}
