//! Users' own databases, in the format of GNU Backgammon's `makebearoff` and `makehyper`.
//!
//! A file is used where it lies: bytes in memory or mapped, of which a lookup touches a few. Opening one checks
//! the header, the length and every reference in it, so that lookups cannot fail; [`Database::verify`]
//! reads everything.

mod follows;
mod header;
mod hypergammon;
mod one_sided;
mod recomputed;
mod two_sided;
mod write;

pub use header::{Form, Header};
pub use hypergammon::{HypergammonFile, HypergammonValue};
pub use one_sided::OneSidedFile;
pub use recomputed::{Recomputed, SAMPLED};
pub use two_sided::TwoSidedFile;

use super::numbering::Numbering;
use crate::words::counted;
use std::sync::Arc;
use thiserror::Error;

/// The bytes of a file, in memory or mapped.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Why a file is not a database, or a damaged one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The first 40 bytes are not those of a database.
    #[error("not a bearoff database: the header is {0:?}")]
    Header(String),
    /// Means and standard deviations in place of distributions.
    #[error("a database of normal approximations, which are not read: distributions are")]
    Normal,
    /// The size is outside the supported range.
    #[error("{} and {} are not possible", counted(*.points, "point"), counted(*.checkers, "checker"))]
    Size {
        /// Points the header names.
        points: usize,
        /// Checkers the header names.
        checkers: usize,
    },
    /// Cut short, or something follows.
    #[error("the file has {}, expected {expected}", counted(*.found, "byte"))]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// Equities that the program cannot do without are missing.
    #[error("the database has no equities with a cube")]
    Cubeless,
    /// The index of a compressed file leads nowhere.
    #[error("damaged: the index entry of position {number} leads outside the file")]
    Index {
        /// The position's number.
        number: usize,
    },
    /// Numbers that are possible, but not those that follow from the rules.
    #[error("damaged: the numbers of position {number} are not those that follow from its rolls")]
    Differs {
        /// The number of the position, or of the side on roll's.
        number: usize,
    },
    /// Equities that do not follow from one another.
    #[error("unfinished or damaged: equities are not those that follow from their plays")]
    Unfinished,
    /// Numbers that cannot be right.
    #[error("damaged: the numbers of position {number} are impossible")]
    Values {
        /// The number of the position, or of the side on roll's.
        number: usize,
    },
}

/// An opened database.
#[derive(Clone)]
pub enum Database {
    /// Distributions of rolls.
    OneSided(OneSidedFile),
    /// Equities of pairs.
    TwoSided(TwoSidedFile),
    /// Hypergammon.
    Hypergammon(HypergammonFile),
}

impl Database {
    /// Opens a database.
    ///
    /// # Errors
    /// When the bytes are not a database, or a damaged one.
    pub fn open(bytes: Bytes) -> Result<Self, FileError> {
        let header = Header::parse((*bytes).as_ref())?;
        match header {
            Header::OneSided { points, checkers, gammons, form } => {
                let numbering = numbering(points, checkers)?;
                OneSidedFile::open(bytes, numbering, gammons, form).map(Self::OneSided)
            }
            Header::TwoSided { points, checkers, cubeful } => {
                let numbering = numbering(points, checkers)?;
                TwoSidedFile::open(bytes, numbering, cubeful).map(Self::TwoSided)
            }
            Header::Hypergammon { checkers } => {
                let numbering = numbering(25, checkers)?;
                if checkers > 3 {
                    return Err(FileError::Size { points: 25, checkers });
                }
                HypergammonFile::open(bytes, numbering).map(Self::Hypergammon)
            }
        }
    }

    /// The contents of the file.
    pub fn header(&self) -> Header {
        match self {
            Self::OneSided(file) => file.header(),
            Self::TwoSided(file) => file.header(),
            Self::Hypergammon(file) => file.header(),
        }
    }

    /// Reads the whole file and checks that its numbers are possible.
    ///
    /// # Errors
    /// The first position whose numbers are not.
    pub fn verify(&self) -> Result<(), FileError> {
        match self {
            Self::OneSided(file) => file.verify(),
            Self::TwoSided(file) => file.verify(),
            Self::Hypergammon(file) => file.verify(),
        }
    }
}

fn numbering(points: usize, checkers: usize) -> Result<Numbering, FileError> {
    Numbering::new(points, checkers).ok_or(FileError::Size { points, checkers })
}

fn check_length(bytes: &Bytes, expected: usize) -> Result<(), FileError> {
    let found = (**bytes).as_ref().len();
    if found == expected { Ok(()) } else { Err(FileError::Length { found, expected }) }
}

/// The bytes after the header.
fn body(bytes: &Bytes) -> &[u8] {
    &(**bytes).as_ref()[header::LENGTH..]
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
