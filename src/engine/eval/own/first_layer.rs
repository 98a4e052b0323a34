//! The form of the first layer of a net: squares of its units, or products of two.

use super::layout::HIDDEN_UNIT;

words! {
    /// How a net makes activations, the inputs of its second layer, of the clipped units of the first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum FirstLayer: name {
        /// The square of each unit.
        #[default]
        Squares = "squares",
        /// Products of two units, half as many: in each block of 64, unit i times unit i + 32.
        Products = "products",
    }
}

impl FirstLayer {
    /// The form of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The units of an activation: one that is squared, or two that are multiplied.
    pub fn units_of(self, activation: usize) -> impl Iterator<Item = usize> + Clone {
        let half = HIDDEN_UNIT / 2;
        let (unit, other) = match self {
            Self::Squares => (activation, None),
            Self::Products => {
                let unit = activation / half * HIDDEN_UNIT + activation % half;
                (unit, Some(unit + half))
            }
        };
        std::iter::once(unit).chain(other)
    }

    /// Activations of this many units.
    pub const fn activations(self, hidden: usize) -> usize {
        match self {
            Self::Squares => hidden,
            Self::Products => hidden / 2,
        }
    }
}
