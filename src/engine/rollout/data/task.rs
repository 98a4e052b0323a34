//! A trial to be played.

/// A trial to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The candidate's number.
    pub candidate: usize,
    /// The trial's number, from 0 over the whole rollout.
    pub trial: u64,
}
