//! How a decision is evaluated, and the named strengths.

use super::filter::MoveFilters;
use serde::{Deserialize, Serialize};

/// How deep and with what a position is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvalSettings {
    /// Turns looked ahead; 0 is the evaluator alone. At most [`EvalSettings::MAX_PLIES`].
    pub plies: u8,
    /// Whether plays are chosen, and positions valued, with the cube in mind.
    pub cubeful: bool,
    /// Whether pruning nets thin out the plays inside the look-ahead, where the evaluator has them.
    pub prune: bool,
    /// Standard deviation of the noise added to every static evaluation.
    pub noise: f32,
    /// Whether the noise is a function of the position, so that an evaluation can be repeated.
    pub deterministic: bool,
}

impl EvalSettings {
    /// The deepest look-ahead that can be set.
    pub const MAX_PLIES: u8 = 7;

    /// The most noise that can be set.
    pub const MAX_NOISE: f32 = 10.0;

    /// Noiseless cubeful evaluation at some plies, with pruning.
    #[must_use]
    pub const fn cubeful(plies: u8) -> Self {
        Self { plies, cubeful: true, prune: true, noise: 0.0, deterministic: true }
    }

    /// Noiseless cubeless evaluation at some plies, with pruning.
    #[must_use]
    pub const fn cubeless(plies: u8) -> Self {
        Self { cubeful: false, ..Self::cubeful(plies) }
    }

    /// These settings with or without pruning.
    #[must_use]
    pub const fn with_prune(self, prune: bool) -> Self {
        Self { prune, ..self }
    }

    /// These settings at another depth.
    #[must_use]
    pub const fn with_plies(self, plies: u8) -> Self {
        Self { plies, ..self }
    }

    /// Whether results made with these settings are at least as good as results of `other`: as deep,
    /// cubeful if the other is, with no more noise, and not pruned where the other is not.
    #[must_use]
    pub fn is_at_least(&self, other: &Self) -> bool {
        self.plies >= other.plies
            && self.cubeful >= other.cubeful
            && self.noise <= other.noise
            && (self.prune <= other.prune || self.plies > other.plies)
    }
}

impl Default for EvalSettings {
    /// World class, the reference's default for evaluation and hints.
    fn default() -> Self {
        Self::cubeful(2)
    }
}

words! {
    /// The named strengths, weakest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Strength: name {
        /// 0-ply with noise 0.060.
        Beginner = "beginner",
        /// 0-ply with noise 0.050.
        Casual = "casual",
        /// 0-ply with noise 0.040.
        Intermediate = "intermediate",
        /// 0-ply with noise 0.015.
        Advanced = "advanced",
        /// 0-ply.
        Expert = "expert",
        /// 2-ply, move filter normal.
        WorldClass = "worldclass",
        /// 2-ply, move filter large.
        Supremo = "supremo",
        /// 3-ply, move filter large.
        Grandmaster = "grandmaster",
        /// 4-ply, move filter large.
        FourPly = "4ply",
    }
}

impl Strength {
    /// A description in a few words.
    #[must_use]
    pub fn summary(self) -> String {
        let EvalSettings { plies, noise, .. } = self.settings();
        let noise = if noise > 0.0 { format!(", noise {noise:.3}") } else { String::new() };
        let filter = if plies < 2 {
            ""
        } else if self.filters() == MoveFilters::LARGE {
            ", large move filter"
        } else {
            ", normal move filter"
        };
        format!("{plies}-ply{noise}{filter}")
    }

    /// The strength of a name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.name().eq_ignore_ascii_case(name))
    }

    /// The evaluation settings it stands for.
    #[must_use]
    pub const fn settings(self) -> EvalSettings {
        match self {
            Self::Beginner => Self::noisy(0.060),
            Self::Casual => Self::noisy(0.050),
            Self::Intermediate => Self::noisy(0.040),
            Self::Advanced => Self::noisy(0.015),
            Self::Expert => Self::noisy(0.0),
            Self::WorldClass | Self::Supremo => EvalSettings::cubeful(2),
            Self::Grandmaster => EvalSettings::cubeful(3),
            Self::FourPly => EvalSettings::cubeful(4),
        }
    }

    /// The move filters it stands for.
    #[must_use]
    pub const fn filters(self) -> MoveFilters {
        match self {
            Self::Supremo | Self::Grandmaster | Self::FourPly => MoveFilters::LARGE,
            _ => MoveFilters::NORMAL,
        }
    }

    /// 0-ply without pruning, which looks no further anyway.
    const fn noisy(noise: f32) -> EvalSettings {
        EvalSettings { plies: 0, cubeful: true, prune: false, noise, deterministic: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_found_by_name() {
        for strength in Strength::ALL {
            assert_eq!(Strength::from_name(&strength.name().to_uppercase()), Some(strength));
        }
        assert_eq!(Strength::from_name("grand"), None);
    }

    #[test]
    fn stronger_settings_need_no_second_analysis() {
        let world_class = Strength::WorldClass.settings();
        assert!(Strength::Grandmaster.settings().is_at_least(&world_class));
        assert!(world_class.with_prune(false).is_at_least(&world_class));
        assert!(!world_class.is_at_least(&world_class.with_prune(false)));
        assert!(!Strength::Beginner.settings().is_at_least(&Strength::Expert.settings()));
        assert!(!EvalSettings::cubeless(2).is_at_least(&world_class));
    }
}
