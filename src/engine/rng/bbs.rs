//! Blum, Blum and Shub's generator: repeated squaring modulo the product of two Blum primes.
//!
//! Here for completeness of the command language; 64-bit moduli are useless for cryptography, and good enough for dice.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A product of two different primes that both leave 3 when divided by 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BbsModulus(u64);

/// Why a modulus is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BbsModulusError {
    /// A factor is not a prime of the form 4k + 3.
    #[error("{0} is not a prime that leaves 3 when divided by 4")]
    NotABlumPrime(u64),
    /// One factor twice.
    #[error("the two factors must differ")]
    EqualFactors,
    /// The product does not fit in 64 bits, or is too small for 32-bit seeds to differ.
    #[error("the modulus must have between 33 and 64 bits")]
    Size,
}

impl BbsModulus {
    /// A generator from its factors.
    ///
    /// # Errors
    /// When they are not two different Blum primes with a product of 33 to 64 bits.
    pub fn from_factors(p: u64, q: u64) -> Result<Self, BbsModulusError> {
        for factor in [p, q] {
            if factor % 4 != 3 || !is_prime(factor) {
                return Err(BbsModulusError::NotABlumPrime(factor));
            }
        }
        if p == q {
            return Err(BbsModulusError::EqualFactors);
        }
        match p.checked_mul(q) {
            Some(product) if product > u64::from(u32::MAX) => Ok(Self(product)),
            _ => Err(BbsModulusError::Size),
        }
    }

    /// The number itself.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for BbsModulus {
    /// 2147483647 · 4294967291, the largest Blum primes of 31 and 32 bits.
    fn default() -> Self {
        Self(2_147_483_647 * 4_294_967_291)
    }
}

fn is_prime(n: u64) -> bool {
    // A factor of a 64-bit product of two Blum primes may have 62 bits, so no trial division: Miller and
    // Rabin's test with these bases is exact below 2^64.
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(&base) = BASES.iter().find(|&&base| n.is_multiple_of(base)) {
        return n == base;
    }
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = power(base, (n - 1) >> twos, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = multiply(x, x, n);
            x == n - 1
        })
    })
}

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// The generator: the parity of each square is one bit.
#[derive(Clone, Debug)]
pub(super) struct Bbs {
    modulus: u64,
    state: u64,
}

impl Bbs {
    pub(super) fn new(seed: u32, modulus: BbsModulus) -> Self {
        // Squares of numbers that lie in a row begin with bits that hardly differ: trials whose seeds are 256 apart
        // would all have begun with the same half of the rolls. So the start is a hash of the seed.
        let mut state = mixed(seed) % modulus.0;
        // 0 and 1 are fixed points, and factors of the modulus lead to 0: start from the next better number.
        while state < 2 || gcd(state, modulus.0) > 1 {
            state = (state + 1) % modulus.0;
        }
        Self { modulus: modulus.0, state }
    }

    pub(super) fn next_u32(&mut self) -> u32 {
        (0..32).fold(0, |bits, _| {
            self.state = multiply(self.state, self.state, self.modulus);
            bits << 1 | u32::from(self.state & 1 == 1)
        })
    }
}

/// A bijection of 64-bit numbers that leaves no trace of their order: the one of SplitMix64 (Vigna).
const fn mixed(seed: u32) -> u64 {
    let mut x = (seed as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moduli_are_judged() {
        assert_eq!(BbsModulus::from_factors(2_147_483_647, 4_294_967_291), Ok(BbsModulus::default()));
        assert_eq!(BbsModulus::from_factors(13, 7), Err(BbsModulusError::NotABlumPrime(13)));
        assert_eq!(BbsModulus::from_factors(7, 15), Err(BbsModulusError::NotABlumPrime(15)));
        assert_eq!(BbsModulus::from_factors(7, 7), Err(BbsModulusError::EqualFactors));
        assert_eq!(BbsModulus::from_factors(7, 11), Err(BbsModulusError::Size));
    }
}
