//! The names of the levels between plies and rollouts. Their recipes are in [`crate::level`]: a record only says
//! which of them found a value.

use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// A level between plies and rollouts: rollouts with fixed settings, of the candidates that plies keep; truncated,
    /// all but the last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Level: name {
        /// The quickest.
        #[serde(rename = "roller")]
        Roller = "roller",
        /// More trials, further ahead.
        #[serde(rename = "roller+")]
        RollerPlus = "roller+",
        /// Plays and cube actions look ahead, too.
        #[serde(rename = "roller++")]
        RollerPlusPlus = "roller++",
        /// Games to their end.
        #[serde(rename = "full")]
        Full = "full",
    }
}

impl Level {
    /// Those whose trials are cut off.
    pub const ROLLERS: [Self; 3] = [Self::Roller, Self::RollerPlus, Self::RollerPlusPlus];

    /// The level of a name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_name() {
        for level in Level::ALL {
            assert_eq!(Level::from_name(&level.name().to_uppercase()), Some(level));
            let text = serde_json::to_string(&level).expect("a word");
            assert_eq!(text, format!("\"{level}\""));
        }
        // eXtreme Gammon's levels are not these.
        assert_eq!(Level::from_name("XG Roller"), None);
    }
}
