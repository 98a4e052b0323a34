//! The dice of games played at the table (rollouts have their own).

use super::SessionError;
use crate::board::Roll;
use crate::rng::{DiceSource, Generator, RngKind};

/// Where rolls come from.
#[derive(Clone, Debug)]
pub(super) enum Dice {
    /// A seeded generator.
    Generator { kind: RngKind, seed: u32, generator: Box<Generator> },
    /// The user types them: `set dice`.
    Manual,
    /// From a file, digit by digit.
    File { name: String, digits: Vec<u8>, used: usize },
}

impl Dice {
    pub fn seeded(kind: RngKind, seed: u32) -> Self {
        Self::Generator { kind, seed, generator: Box::new(Generator::new(kind, seed)) }
    }

    /// Dice from the digits 1 to 6 of a text; everything else is skipped.
    pub fn from_text(name: &str, text: &str) -> Result<Self, SessionError> {
        let digits: Vec<u8> = text.bytes().filter(|b| (b'1'..=b'6').contains(b)).map(|b| b - b'0').collect();
        if digits.len() < 2 {
            return Err(SessionError::new(format!("{name} holds no dice")).with_expected(["digits 1 to 6"]));
        }
        Ok(Self::File { name: name.to_owned(), digits, used: 0 })
    }

    fn die(&mut self) -> Result<u8, SessionError> {
        match self {
            Self::Generator { generator, .. } => Ok(generator.die()),
            Self::Manual => Err(SessionError::new("the dice are entered by hand").with_suggestion("set dice 31")),
            Self::File { name, digits, used } => {
                let die = *digits.get(*used).ok_or_else(|| SessionError::new(format!("{name} has no more dice")))?;
                *used += 1;
                Ok(die)
            }
        }
    }

    /// The next roll.
    pub fn roll(&mut self) -> Result<Roll, SessionError> {
        if let Self::Generator { generator, .. } = self {
            return Ok(generator.roll());
        }
        let (a, b) = (self.die()?, self.die()?);
        Ok(Roll::new(a, b).expect("dice show 1 to 6"))
    }

    /// One die each, as thrown for the first turn: player 0's, then player 1's.
    pub fn opening(&mut self) -> Result<[u8; 2], SessionError> {
        Ok([self.die()?, self.die()?])
    }

    /// Whether nothing rolls them.
    pub const fn are_entered(&self) -> bool {
        matches!(self, Self::Manual)
    }

    /// How they are called.
    pub fn describe(&self) -> String {
        match self {
            Self::Generator { kind, .. } => format!("dice come from the {kind} generator"),
            Self::Manual => "dice are entered by hand".to_owned(),
            Self::File { name, .. } => format!("dice are read from {name}"),
        }
    }

    /// The seed of a generator.
    pub const fn seed(&self) -> Option<u32> {
        match self {
            Self::Generator { seed, .. } => Some(*seed),
            Self::Manual | Self::File { .. } => None,
        }
    }
}
