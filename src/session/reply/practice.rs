//! What there is to practise, as the library counts it.

pub use crate::library::{Counts as PracticeReply, ThemeCounts as PracticeTheme};
