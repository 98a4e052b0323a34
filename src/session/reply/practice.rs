//! The questions that there are to practise, as the library counts them.

pub use crate::library::{Counts as PracticeReply, ThemeCounts as PracticeTheme};
