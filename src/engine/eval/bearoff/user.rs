//! Users' databases beside the built-in ones, and which of them answers.

use super::file::{Database, FileError, Header, HypergammonFile, HypergammonValue, OneSidedFile, TwoSidedFile};
use super::low::low_table;
use super::{Bearoff, MoneyEquities, home_number};
use crate::board::{Checkers, Position, Side, Variation};
use crate::eval::{Class, Outputs};

/// At most one database of each kind that a user added.
#[derive(Clone, Default)]
pub struct UserDatabases {
    one_sided: Option<OneSidedFile>,
    two_sided: Option<TwoSidedFile>,
    hypergammon: [Option<HypergammonFile>; 3],
}

impl UserDatabases {
    /// Uses a database in place of an earlier one of its kind.
    ///
    /// # Errors
    /// If it is two-sided without cubeful equities: the class it would belong to promises them.
    pub fn add(&mut self, database: Database) -> Result<(), FileError> {
        match database {
            Database::OneSided(file) => self.one_sided = Some(file),
            Database::TwoSided(file) if !file.is_cubeful() => return Err(FileError::Cubeless),
            Database::TwoSided(file) => self.two_sided = Some(file),
            Database::Hypergammon(file) => {
                let checkers = file.checkers();
                self.hypergammon[checkers - 1] = Some(file);
            }
        }
        Ok(())
    }

    /// The database for hypergammon with this many checkers.
    pub fn hypergammon(&self, checkers: usize) -> Option<&HypergammonFile> {
        self.hypergammon.get(checkers.checked_sub(1)?)?.as_ref()
    }

    /// The headers of the databases present.
    pub fn headers(&self) -> impl Iterator<Item = Header> {
        let one_sided = self.one_sided.as_ref().map(OneSidedFile::header);
        let two_sided = self.two_sided.as_ref().map(TwoSidedFile::header);
        let hypergammon = self.hypergammon.iter().flatten().map(HypergammonFile::header);
        one_sided.into_iter().chain(two_sided).chain(hypergammon)
    }

    /// The headers of the databases present, each with the SHA-256 of its file.
    pub fn contents(&self) -> impl Iterator<Item = (Header, String)> {
        let one_sided = self.one_sided.as_ref().map(|file| (file.header(), file.digest()));
        let two_sided = self.two_sided.as_ref().map(|file| (file.header(), file.digest()));
        let hypergammon = self.hypergammon.iter().flatten().map(|file| (file.header(), file.digest()));
        one_sided.into_iter().chain(two_sided).chain(hypergammon)
    }

    /// The database of pairs, where it has the sides. It knows of no gammons, which a side with all of its checkers may
    /// lose.
    fn two_sided(&self, sides: [&Checkers; 2]) -> Option<&TwoSidedFile> {
        let has = |file: &TwoSidedFile, side: &Checkers| file.numbering().covers(side) && side.total() < 15;
        self.two_sided.as_ref().filter(|file| sides.iter().all(|side| has(file, side)))
    }

    fn one_sided(&self, sides: [&Checkers; 2]) -> Option<&OneSidedFile> {
        self.one_sided.as_ref().filter(|file| sides.iter().all(|side| file.numbering().covers(side)))
    }
}

/// An exact value from a database: money equities with a cube, not doubling now.
#[derive(Clone, Copy, Debug)]
pub enum Exact {
    /// The value of a short bearoff.
    Bearoff(MoneyEquities),
    /// The value of a position of hypergammon.
    Hypergammon(HypergammonValue),
}

impl Exact {
    /// Without a cube.
    pub fn cubeless(&self) -> f32 {
        match self {
            Self::Bearoff(equities) => equities.cubeless(),
            Self::Hypergammon(value) => value.outputs.cubeless_equity(),
        }
    }

    /// The equity with the cube centered or on a side, in its units. Jacoby's rule matters only while it is centered.
    pub fn with_cube(&self, owner: Option<Side>, jacoby: bool) -> f32 {
        match (self, owner) {
            (Self::Bearoff(equities), None) => equities.centered(),
            (Self::Bearoff(equities), Some(Side::OnRoll)) => equities.owned(),
            (Self::Bearoff(equities), Some(Side::Opponent)) => equities.opponents(),
            (Self::Hypergammon(value), owner) => {
                let [owned, centered, centered_jacoby, opponents] = value.equities;
                match owner {
                    None if jacoby => centered_jacoby,
                    None => centered,
                    Some(Side::OnRoll) => owned,
                    Some(Side::Opponent) => opponents,
                }
            }
        }
    }
}

impl Bearoff {
    /// These built-in databases with a user's.
    #[must_use]
    pub fn with_user(&self, user: UserDatabases) -> Self {
        Self { user, ..self.clone() }
    }

    /// These databases for a variation: in hypergammon the user's database for it answers for everything.
    /// `None` when there is none.
    pub fn for_variation(&self, variation: Variation) -> Option<Self> {
        let hypergammon = match variation {
            variation if variation.is_hypergammon() => {
                Some(self.user.hypergammon(variation.checkers() as usize)?.clone())
            }
            _ => None,
        };
        Some(Self { hypergammon, ..self.clone() })
    }

    /// Checkers of a side in the game played, all of which are left in a gammon.
    pub fn checkers(&self) -> u32 {
        self.hypergammon.as_ref().map_or(15, |file| file.checkers() as u32)
    }

    /// Returns the exact value of a position of this class from a database; `sides` has the side on roll first.
    #[inline]
    pub fn exact(&self, class: Class, sides: [&Checkers; 2]) -> Option<Exact> {
        match class {
            Class::BearoffTwoSided => Some(Exact::Bearoff(self.equities(sides))),
            Class::Hypergammon => Some(Exact::Hypergammon(self.hypergammon_value(sides))),
            _ => None,
        }
    }

    /// The exact value where both sides have checkers on the ace point alone, so that no roll can miss.
    #[inline]
    pub fn stacks(&self, sides: [&Checkers; 2]) -> Option<Exact> {
        let are_stacks = sides.iter().all(|side| side.back() == Some(0));
        let table = if are_stacks { low_table(sides)? } else { return None };
        Some(Exact::Bearoff(self.low[table].equities(sides)))
    }

    /// The value of a position of class [`Class::Hypergammon`].
    ///
    /// # Panics
    /// When hypergammon is not played, in which case no position has this class.
    pub fn hypergammon_value(&self, sides: [&Checkers; 2]) -> HypergammonValue {
        let file = self.hypergammon.as_ref().expect("the class exists only while hypergammon is played");
        file.value(&Position::from_checkers(*sides[0], *sides[1]))
    }

    /// Whether hypergammon is played.
    pub fn is_hypergammon(&self) -> bool {
        self.hypergammon.is_some()
    }

    /// The class that answers for a position, from the one that [`Class::of`] found without knowing of users'
    /// databases.
    #[inline]
    pub fn reclassify(&self, class: Class, sides: [&Checkers; 2]) -> Class {
        if self.hypergammon.is_some() {
            return if class == Class::Over { class } else { Class::Hypergammon };
        }
        match class {
            Class::BearoffOneSided | Class::Race if self.user.two_sided(sides).is_some() => Class::BearoffTwoSided,
            Class::Race if self.user.one_sided(sides).is_some() => Class::BearoffOneSided,
            other => other,
        }
    }

    /// Whether [`Bearoff::reclassify`] changes anything.
    #[inline]
    pub(crate) const fn reclassifies(&self) -> bool {
        self.hypergammon.is_some() || self.user.one_sided.is_some() || self.user.two_sided.is_some()
    }

    /// The equities of a position of class [`Class::BearoffTwoSided`], the side on roll first.
    ///
    /// # Panics
    /// When the position has another class.
    #[inline]
    pub fn equities(&self, sides: [&Checkers; 2]) -> MoneyEquities {
        let [me, opponent] = sides;
        match (self.user.two_sided(sides), low_table(sides)) {
            _ if Class::of_sides(me, opponent) == Class::BearoffTwoSided => {
                self.two_sided.home_equities(me, opponent).money()
            }
            (Some(file), _) => file.equities(me, opponent).money(),
            (None, Some(table)) => self.low[table].equities(sides),
            (None, None) => unreachable!("no database has the position: its class is another"),
        }
    }

    /// Reads a number of each row that [`Bearoff::outputs`] will read. The rows lie far apart: read together, those of
    /// several positions are fetched from memory at once.
    #[inline]
    pub(in crate::eval) fn prefetch_rows(&self, sides: [&Checkers; 2]) -> u16 {
        let [me, opponent] = sides.map(|side| self.one_sided.off(home_number(side)));
        me[0] ^ opponent[0]
    }

    /// The chances in a position of class [`Class::BearoffOneSided`], the side on roll first.
    #[inline]
    pub fn outputs(&self, sides: [&Checkers; 2]) -> Outputs {
        let [me, opponent] = sides;
        match self.user.one_sided(sides) {
            Some(file) if !(me.are_home() && opponent.are_home()) => file.outputs(me, opponent),
            _ => self.one_sided.home_outputs(me, opponent),
        }
    }
}
