//! The dice of games played at the table (rollouts have their own).

use crate::board::Roll;
use crate::rng::{Generator, RngKind};
use crate::session::{Host, SessionError};

/// Where rolls come from.
#[derive(Clone, Debug)]
pub(in crate::session) enum Dice {
    /// A seeded generator.
    Generator { kind: RngKind, seed: u32, generator: Box<Generator> },
    /// The user enters them when they are due.
    Manual,
    /// Dice from a file, digit by digit.
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

    /// The next roll, which is `whose`.
    pub fn roll(&mut self, whose: &str, host: &mut dyn Host) -> Result<Roll, SessionError> {
        if let Self::Generator { generator, .. } = self {
            return Ok(generator.roll());
        }
        let [a, b] = self.pair(whose, host)?;
        Ok(Roll::new(a, b).expect("dice show 1 to 6"))
    }

    /// One die each, as thrown for the first turn: player 0's, then player 1's, who are `whose`.
    pub fn opening(&mut self, whose: &str, host: &mut dyn Host) -> Result<[u8; 2], SessionError> {
        self.pair(whose, host)
    }

    fn pair(&mut self, whose: &str, host: &mut dyn Host) -> Result<[u8; 2], SessionError> {
        if !(self.are_entered() && host.enters_dice()) {
            return Ok([self.die()?, self.die()?]);
        }
        let mut fault = None;
        loop {
            let line = host.enter_dice(whose, fault.as_ref())?;
            let dice = if host.reads_any_digits() { first_dice(&line) } else { two_dice(&line) };
            match dice {
                Some(dice) => return Ok(dice),
                None => fault = Some(SessionError::new(format!("`{line}` is not a roll")).with_expected([DICE])),
            }
        }
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

/// The words expected where dice are entered.
const DICE: &str = "two dice such as 31, 3-1 or 3 1";

/// The first two digits of a line that are dice, whatever stands around them.
fn first_dice(line: &str) -> Option<[u8; 2]> {
    let mut dice = line.bytes().filter(|digit| (b'1'..=b'6').contains(digit)).map(|digit| digit - b'0');
    Some([dice.next()?, dice.next()?])
}

/// The dice of a line, in their order.
fn two_dice(line: &str) -> Option<[u8; 2]> {
    let is_between = |c: char| c.is_whitespace() || c == '-' || c == ',';
    let digits: Vec<char> = line.chars().filter(|c| !is_between(*c)).collect();
    let [a, b] = digits[..] else { return None };
    let die = |c: char| c.to_digit(10).and_then(|die| u8::try_from(die).ok()).filter(|die| (1..=6).contains(die));
    Some([die(a)?, die(b)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_entered_as_people_write_them() {
        for line in ["31", " 3 1 ", "3-1", "3,1"] {
            assert_eq!(two_dice(line), Some([3, 1]), "{line}");
        }
        for line in ["", "3", "71", "30", "311", "3x1", "8/5 6/5"] {
            assert_eq!(two_dice(line), None, "{line}");
        }
    }

    #[test]
    fn the_first_digits_that_are_dice_are_taken_from_any_line() {
        for line in ["31", "3 and 1", "0: 3x1, 6", "7 8 9 3-1"] {
            assert_eq!(first_dice(line), Some([3, 1]), "{line}");
        }
        for line in ["", "3", "7 8 9 3"] {
            assert_eq!(first_dice(line), None, "{line}");
        }
    }
}
