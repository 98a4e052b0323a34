//! Users' databases beside the built-in ones.

use super::file::{Database, Header, HypergammonFile, OneSidedFile, TwoSidedFile};
use super::{Bearoff, Equities};
use crate::board::Checkers;
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
    /// A two-sided one without cubeful equities answers for nothing: the class it belongs to promises them.
    pub fn add(&mut self, database: Database) {
        match database {
            Database::OneSided(file) => self.one_sided = Some(file),
            Database::TwoSided(file) => self.two_sided = Some(file).filter(TwoSidedFile::is_cubeful),
            Database::Hypergammon(file) => {
                let checkers = file.checkers();
                self.hypergammon[checkers - 1] = Some(file);
            }
        }
    }

    /// The database for hypergammon with so many checkers.
    #[must_use]
    pub fn hypergammon(&self, checkers: usize) -> Option<&HypergammonFile> {
        self.hypergammon.get(checkers.checked_sub(1)?)?.as_ref()
    }

    /// What is there, as the files' headers say it.
    pub fn headers(&self) -> impl Iterator<Item = Header> {
        let one_sided = self.one_sided.as_ref().map(OneSidedFile::header);
        let two_sided = self.two_sided.as_ref().map(TwoSidedFile::header);
        let hypergammon = self.hypergammon.iter().flatten().map(HypergammonFile::header);
        one_sided.into_iter().chain(two_sided).chain(hypergammon)
    }

    fn two_sided(&self, sides: [&Checkers; 2]) -> Option<&TwoSidedFile> {
        self.two_sided.as_ref().filter(|file| sides.iter().all(|side| file.numbering().covers(side)))
    }

    fn one_sided(&self, sides: [&Checkers; 2]) -> Option<&OneSidedFile> {
        self.one_sided.as_ref().filter(|file| sides.iter().all(|side| file.numbering().covers(side)))
    }
}

impl Bearoff {
    /// The same built-in databases with a user's.
    #[must_use]
    pub fn with_user(&self, user: UserDatabases) -> Self {
        Self { user, ..self.clone() }
    }

    /// What answers for a position of a class that [`Class::of`] found without knowing of users' databases.
    #[must_use]
    #[inline]
    pub fn reclassify(&self, class: Class, sides: [&Checkers; 2]) -> Class {
        match class {
            Class::BearoffOneSided | Class::Race if self.user.two_sided(sides).is_some() => Class::BearoffTwoSided,
            Class::Race if self.user.one_sided(sides).is_some() => Class::BearoffOneSided,
            other => other,
        }
    }

    /// The equities of a position of class [`Class::BearoffTwoSided`], the side on roll first.
    #[must_use]
    #[inline]
    pub fn equities(&self, sides: [&Checkers; 2]) -> Equities {
        let [me, opponent] = sides;
        let is_built_in = Class::of_sides(me, opponent) == Class::BearoffTwoSided;
        match self.user.two_sided(sides) {
            Some(file) if !is_built_in => file.equities(me, opponent),
            _ => self.two_sided.home_equities(me, opponent),
        }
    }

    /// The chances in a position of class [`Class::BearoffOneSided`], the side on roll first.
    #[must_use]
    #[inline]
    pub fn outputs(&self, sides: [&Checkers; 2]) -> Outputs {
        let [me, opponent] = sides;
        match self.user.one_sided(sides) {
            Some(file) if !(me.are_home() && opponent.are_home()) => file.outputs(me, opponent),
            _ => self.one_sided.home_outputs(me, opponent),
        }
    }
}
