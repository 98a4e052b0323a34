//! How a decision is evaluated, and the named strengths.

use super::filter::MoveFilters;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How deep and with what a position is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SettingsText")]
pub struct EvalSettings {
    plies: u8,
    /// Whether plays are chosen, and positions valued, with the cube in mind.
    pub cubeful: bool,
    /// Whether pruning nets thin out the plays inside the look-ahead, where the evaluator has them.
    pub prune: bool,
    noise: f32,
    /// Whether the noise is a function of the position, so that an evaluation can be repeated.
    pub deterministic: bool,
}

/// Settings as read, before they are checked.
#[derive(Deserialize)]
struct SettingsText {
    plies: u8,
    cubeful: bool,
    prune: bool,
    noise: f32,
    deterministic: bool,
}

/// Stored settings that no evaluation has.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The evaluation looks too far ahead.
    #[error("an evaluation has 0 to {} plies, not {_0}", EvalSettings::MAX_PLIES)]
    Plies(u8),
    /// The noise is below 0, too much, or no number.
    #[error("noise lies between 0 and {}, not at {_0}", EvalSettings::MAX_NOISE)]
    Noise(f32),
}

impl TryFrom<SettingsText> for EvalSettings {
    type Error = SettingsError;

    fn try_from(text: SettingsText) -> Result<Self, SettingsError> {
        let SettingsText { plies, cubeful, prune, noise, deterministic } = text;
        Ok(Self { cubeful, prune, deterministic, ..Self::new(plies, noise)? })
    }
}

impl EvalSettings {
    /// The deepest look-ahead that can be set.
    pub const MAX_PLIES: u8 = 7;

    /// The most noise that can be set.
    pub const MAX_NOISE: f32 = 10.0;

    /// Cubeful evaluation at some plies with this noise, with pruning.
    ///
    /// # Errors
    /// When there are more than [`EvalSettings::MAX_PLIES`], or the noise isn't 0 to [`EvalSettings::MAX_NOISE`].
    pub fn new(plies: u8, noise: f32) -> Result<Self, SettingsError> {
        if plies > Self::MAX_PLIES {
            Err(SettingsError::Plies(plies))
        } else if !(0.0..=Self::MAX_NOISE).contains(&noise) {
            Err(SettingsError::Noise(noise))
        } else {
            Ok(Self { noise, ..Self::cubeful(plies) })
        }
    }

    /// Noiseless cubeful evaluation at some plies, [`EvalSettings::MAX_PLIES`] at most, with pruning.
    pub const fn cubeful(plies: u8) -> Self {
        Self { plies: 0, cubeful: true, prune: true, noise: 0.0, deterministic: true }.with_plies(plies)
    }

    /// Noiseless cubeless evaluation at some plies, [`EvalSettings::MAX_PLIES`] at most, with pruning.
    pub const fn cubeless(plies: u8) -> Self {
        Self { cubeful: false, ..Self::cubeful(plies) }
    }

    /// Turns looked ahead; 0 is the evaluator alone.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Standard deviation of the noise added to every static evaluation.
    pub const fn noise(&self) -> f32 {
        self.noise
    }

    /// These settings with the cube in mind or without.
    #[must_use]
    pub const fn with_cube(self, cubeful: bool) -> Self {
        Self { cubeful, ..self }
    }

    /// These settings with this noise, [`EvalSettings::MAX_NOISE`] at most; what is no number above 0 is none.
    #[must_use]
    pub const fn with_noise(self, noise: f32) -> Self {
        Self { noise: noise.max(0.0).min(Self::MAX_NOISE), ..self }
    }

    /// These settings with noise that is a function of the position, or not.
    #[must_use]
    pub const fn with_deterministic(self, deterministic: bool) -> Self {
        Self { deterministic, ..self }
    }

    /// These settings with or without pruning.
    #[must_use]
    pub const fn with_prune(self, prune: bool) -> Self {
        Self { prune, ..self }
    }

    /// These settings at another depth, [`EvalSettings::MAX_PLIES`] at most.
    #[must_use]
    pub const fn with_plies(self, plies: u8) -> Self {
        Self { plies: if plies < Self::MAX_PLIES { plies } else { Self::MAX_PLIES }, ..self }
    }

    /// Looks so many turns ahead from now on, [`EvalSettings::MAX_PLIES`] at most.
    pub const fn set_plies(&mut self, plies: u8) {
        *self = self.with_plies(plies);
    }

    /// Whether results made with these settings are at least as good as results of `other`: as deep,
    /// cubeful if the other is, with no more noise, and not pruned where the other is not.
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
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.name().eq_ignore_ascii_case(name))
    }

    /// The evaluation settings it stands for.
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
    fn depth_and_noise_have_an_end() {
        assert_eq!(EvalSettings::cubeful(9), EvalSettings::cubeful(EvalSettings::MAX_PLIES));
        assert_eq!(EvalSettings::cubeless(0).with_plies(u8::MAX).plies(), EvalSettings::MAX_PLIES);
        assert_eq!(
            [-1.0, f32::NAN, 0.5, f32::INFINITY].map(|n| EvalSettings::default().with_noise(n).noise()),
            [0.0, 0.0, 0.5, 10.0]
        );
        let read = |plies: u8, noise: &str| {
            let text = serde_json::to_string(&EvalSettings::cubeful(1)).unwrap();
            let text = text.replace("\"plies\":1", &format!("\"plies\":{plies}")).replace("0.0", noise);
            serde_json::from_str::<EvalSettings>(&text).map_err(|error| error.to_string())
        };
        assert_eq!(read(7, "0.5"), Ok(EvalSettings::new(7, 0.5).unwrap()));
        assert_eq!(read(9, "0.5").unwrap_err(), "an evaluation has 0 to 7 plies, not 9");
        assert_eq!(read(0, "-0.5").unwrap_err(), "noise lies between 0 and 10, not at -0.5");
        assert!(EvalSettings::new(0, f32::NAN).is_err());
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
