//! Points: every side counts its own from its bearoff end.
//!
//! Index `i` in `0..24` is the point `i + 1` pips from being borne off; index 24 is the bar. Point `i`
//! of one side is point `23 - i` of the other.

/// Points on the board.
pub const POINTS: usize = 24;

/// The index of the bar.
pub const BAR: usize = 24;

/// Points of the home board.
pub const HOME_POINTS: usize = 6;

/// Destination of a checker borne off in a [`CheckerMove`](crate::movegen::CheckerMove).
pub const OFF: u8 = 255;
