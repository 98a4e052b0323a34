//! Cube efficiency: how near a cube is to one that is always turned at the perfect moment.

use crate::board::Side;
use crate::eval::Class;
use serde::{Deserialize, Serialize};

/// The cube efficiency of a position for each way the cube can lie: 0 is dead, 1 live.
///
/// Centered under the Jacoby rule, centered where gammons count, owned by the side on roll, owned by the other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Efficiencies(pub [f32; Self::WAYS]);

impl Efficiencies {
    /// Ways a cube can lie.
    pub const WAYS: usize = 4;

    /// The same for each.
    #[inline(always)]
    pub const fn all(efficiency: f32) -> Self {
        Self([efficiency; Self::WAYS])
    }

    /// That of a cube that lies so. `jacoby` is whether gammons do not count.
    #[inline(always)]
    pub const fn of(&self, owner: Option<Side>, jacoby: bool) -> f32 {
        match owner {
            None if jacoby => self.0[0],
            None => self.0[1],
            Some(Side::OnRoll) => self.0[2],
            Some(Side::Opponent) => self.0[3],
        }
    }
}

/// The source of cube efficiencies in contact and crashed positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EfficiencySource {
    /// The numbers of the settings. Rollouts saved without a source were played by these.
    #[default]
    Numbers,
    /// The nets, position by position, where they know it; the numbers elsewhere.
    Nets,
}

impl EfficiencySource {
    /// All of them with their names.
    pub const NAMED: [(Self, &'static str); 2] = [(Self::Numbers, "numbers"), (Self::Nets, "nets")];

    const fn is_numbers(&self) -> bool {
        matches!(self, Self::Numbers)
    }
}

/// How near to a live cube the cube of a position is: 0 is dead, 1 live.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeEfficiency {
    /// Ours: what says it in contact and crashed positions.
    #[serde(default, skip_serializing_if = "EfficiencySource::is_numbers")]
    pub source: EfficiencySource,
    /// The efficiency in bearoffs that the one-sided database answers.
    pub one_sided: f32,
    /// The efficiency in crashed positions.
    pub crashed: f32,
    /// The efficiency in contact positions.
    pub contact: f32,
    /// The increase in races with every pip of the side on roll.
    pub race_factor: f32,
    /// The efficiency that a race would have without pips.
    pub race_coefficient: f32,
    /// The least efficiency in races.
    pub race_min: f32,
    /// The greatest efficiency in races.
    pub race_max: f32,
}

impl CubeEfficiency {
    /// The reference's values.
    pub const STANDARD: Self = Self {
        source: EfficiencySource::Numbers,
        one_sided: 0.6,
        crashed: 0.68,
        contact: 0.68,
        race_factor: 0.00125,
        race_coefficient: 0.55,
        race_min: 0.6,
        race_max: 0.7,
    };

    /// The nets' values where they have them, the reference's elsewhere.
    pub const BY_NETS: Self = Self { source: EfficiencySource::Nets, ..Self::STANDARD };

    /// Whether nets are to be asked. They are not where somebody has changed the numbers that theirs would replace.
    pub fn asks_nets(&self) -> bool {
        let numbers = |efficiency: &Self| [efficiency.contact, efficiency.crashed];
        self.source == EfficiencySource::Nets && numbers(self) == numbers(&Self::STANDARD)
    }

    /// The efficiency in a class by the numbers. `pips` returns the pip count of the side on roll and is called for
    /// races alone.
    pub fn of(&self, class: Class, pips: impl FnOnce() -> u32) -> f32 {
        match class {
            Class::Over => 0.0,
            // The databases hold the value for money; this efficiency is for matches.
            Class::Hypergammon | Class::BearoffTwoSided => 0.6,
            Class::BearoffOneSided => self.one_sided,
            Class::Race => {
                (self.race_coefficient + self.race_factor * pips() as f32).max(self.race_min).min(self.race_max)
            }
            Class::Crashed => self.crashed,
            Class::Contact => self.contact,
        }
    }
}

/// The nets' values, which lose less at near cube decisions (docs/training.md); the reference's where a net has none.
impl Default for CubeEfficiency {
    fn default() -> Self {
        Self::BY_NETS
    }
}
