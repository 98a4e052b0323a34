//! Seeds that nobody chose.

/// A random seed from the operating system.
pub fn random_seed() -> u32 {
    rand::random()
}
