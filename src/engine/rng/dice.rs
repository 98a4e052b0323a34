//! Where rolls come from.

use crate::board::Roll;

/// A source of rolls.
pub trait DiceSource {
    /// The next roll.
    fn roll(&mut self) -> Roll;
}

impl<D: DiceSource + ?Sized> DiceSource for &mut D {
    fn roll(&mut self) -> Roll {
        (**self).roll()
    }
}

/// Dice that play a list, for tests; [`ScriptedDice::finish`] asserts that the list was used up.
#[derive(Clone, Debug)]
pub struct ScriptedDice {
    rolls: Vec<Roll>,
    used: usize,
}

impl ScriptedDice {
    /// Dice that will show these rolls, in this order.
    #[must_use]
    pub const fn new(rolls: Vec<Roll>) -> Self {
        Self { rolls, used: 0 }
    }

    /// How many rolls are still to come.
    #[must_use]
    pub const fn remaining(&self) -> usize {
        self.rolls.len() - self.used
    }

    /// Asserts that every roll was used.
    ///
    /// # Panics
    /// When rolls are left.
    pub fn finish(self) {
        assert_eq!(self.remaining(), 0, "the script has rolls nobody asked for: {:?}", &self.rolls[self.used..]);
    }
}

impl DiceSource for ScriptedDice {
    /// # Panics
    /// When the script has run out.
    fn roll(&mut self) -> Roll {
        let roll = *self.rolls.get(self.used).expect("the script of dice has run out");
        self.used += 1;
        roll
    }
}
