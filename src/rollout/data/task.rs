//! A trial to be played.

/// A trial to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Which candidate.
    pub candidate: usize,
    /// Which trial, counted from 0 over the whole rollout.
    pub trial: u64,
}
