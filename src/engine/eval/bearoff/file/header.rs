//! The 40 bytes of text at the head of GNU Backgammon's database files.

use super::FileError;
use crate::words::counted;
use std::fmt;

/// Bytes of a header.
pub(super) const LENGTH: usize = 40;

/// The contents of a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// Distributions of rolls to bear off.
    OneSided {
        /// Points covered.
        points: usize,
        /// The most checkers.
        checkers: usize,
        /// Whether there are distributions of the first checker off too.
        gammons: bool,
        /// How the distributions are stored.
        form: Form,
    },
    /// Equities of pairs of positions.
    TwoSided {
        /// Points covered.
        points: usize,
        /// The most checkers.
        checkers: usize,
        /// Whether there are equities with a cube too.
        cubeful: bool,
    },
    /// Chances and equities of hypergammon.
    Hypergammon {
        /// Checkers of a side, 1 to 3.
        checkers: usize,
    },
}

/// How distributions are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All 32 entries of each.
    Plain,
    /// The numbers from the first to the last that is not zero, found through an index.
    Compressed,
}

impl Header {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// When there are less than 40 bytes, they are not the header of a database, or it holds normal approximations.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let header = bytes.get(..LENGTH).ok_or(FileError::Length { found: bytes.len(), expected: LENGTH })?;
        let bad = || FileError::Header(String::from_utf8_lossy(&header[..header.len() - 1]).into_owned());
        let text = str::from_utf8(header).map_err(|_| bad())?.trim_end_matches(['\n', 'x']);
        let text = text.strip_prefix("gnubg-").ok_or_else(bad)?;
        let words: Vec<&str> = text.split('-').collect();
        let number = |word: &str| word.parse::<usize>().map_err(|_| bad());
        let flag = |word: &str| match word {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(bad()),
        };
        match words[..] {
            ["OS", _, _, _, _, "1"] => Err(FileError::Normal),
            ["OS", points, checkers, gammons, compressed, "0"] => Ok(Self::OneSided {
                points: number(points)?,
                checkers: number(checkers)?,
                gammons: flag(gammons)?,
                form: if flag(compressed)? { Form::Compressed } else { Form::Plain },
            }),
            ["TS", points, checkers, cubeful] => {
                Ok(Self::TwoSided { points: number(points)?, checkers: number(checkers)?, cubeful: flag(cubeful)? })
            }
            [kind] if kind.len() == 2 && kind.starts_with('H') => {
                Ok(Self::Hypergammon { checkers: number(&kind[1..])? })
            }
            _ => Err(bad()),
        }
    }

    /// The positions that the database covers, in words.
    pub fn subject(self) -> String {
        match self {
            Self::OneSided { points, .. } => format!("rolls to bear off {}", counted(points, "point")),
            Self::TwoSided { points, checkers, .. } => {
                format!("equities of {} on {}", counted(checkers, "checker"), counted(points, "point"))
            }
            Self::Hypergammon { checkers: 1 } => "hypergammon with one checker".to_owned(),
            Self::Hypergammon { checkers } => format!("hypergammon with {}", counted(checkers, "checker")),
        }
    }

    /// The 40 bytes.
    pub fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [b'x'; LENGTH];
        let text = self.to_string();
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        bytes[LENGTH - 1] = b'\n';
        bytes
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OneSided { points, checkers, gammons, form } => {
                let (g, c) = (u8::from(gammons), u8::from(form == Form::Compressed));
                write!(f, "gnubg-OS-{points:02}-{checkers:02}-{g}-{c}-0")
            }
            Self::TwoSided { points, checkers, cubeful } => {
                write!(f, "gnubg-TS-{points:02}-{checkers:02}-{}", u8::from(cubeful))
            }
            Self::Hypergammon { checkers } => write!(f, "gnubg-H{checkers}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back() {
        for header in [
            Header::OneSided { points: 6, checkers: 15, gammons: true, form: Form::Compressed },
            Header::OneSided { points: 10, checkers: 15, gammons: false, form: Form::Plain },
            Header::TwoSided { points: 6, checkers: 6, cubeful: true },
            Header::TwoSided { points: 3, checkers: 4, cubeful: false },
            Header::Hypergammon { checkers: 3 },
        ] {
            assert_eq!(Header::parse(&header.to_bytes()), Ok(header));
        }
        let bytes = Header::TwoSided { points: 6, checkers: 6, cubeful: true }.to_bytes();
        assert_eq!(&bytes, b"gnubg-TS-06-06-1xxxxxxxxxxxxxxxxxxxxxxx\n");
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(Header::parse(b"short"), Err(FileError::Length { found: 5, .. })));
        for text in
            ["GNU Backgammon", "gnubg-XX-06-06-1", "gnubg-TS-06-06-7", "gnubg-OS-6-15-1", "gnubg-Hx", "gnubg-H-1"]
        {
            let mut bytes = [b'x'; 40];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            assert!(matches!(Header::parse(&bytes), Err(FileError::Header(_))), "{text}");
        }
    }
}
