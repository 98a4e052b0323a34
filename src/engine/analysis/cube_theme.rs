//! Kinds of decisions about the cube that players learn by name.

use super::{Action, cube_info, decision_of};
use crate::board::Side;
use crate::eval::CubeDecision;
use crate::record::{Event, GameRecord};
use crate::scoring::Met;

words! {
    /// The kind of a decision about the cube.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CubeTheme: word {
        /// The opponent should pass a double, and to play on is right.
        TooGood = "toogood",
        /// A double is right, and a pass.
        Cash = "cash",
        /// No double; at the player's next turn his opponent should pass one.
        LostMarket = "lostmarket",
        /// The cube has been turned before.
        Redouble = "redouble",
    }
}

/// The right actions with a cube, as an analysis has found them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProperCube {
    /// A double is right.
    pub double: bool,
    /// A pass is right.
    pub pass: bool,
    /// A pass is right at the next turn of the player who rolled without a double.
    pub pass_next: bool,
}

impl ProperCube {
    /// The right actions at a step of a game, where an analysis of the cube says something about it.
    pub fn at(record: &GameRecord, step: usize, met: &Met) -> Option<Self> {
        let decision = |step: usize| {
            let state = record.state(step);
            Some(decision_of(record.steps[step].note.cube.as_ref()?, &cube_info(state, &state.game?, met)))
        };
        let here = decision(step)?;
        let passes = |decision: &CubeDecision| decision.verdict.is_some_and(|verdict| !verdict.takes());
        let player = record.state(step).game?.on_roll;
        let is_next = |&later: &usize| {
            let begins = matches!(record.steps[later].event, Event::Roll(_) | Event::Double);
            begins && record.state(later).game.is_some_and(|game| game.on_roll == player && game.dice.is_none())
        };
        let rolls = matches!(record.steps[step].event, Event::Roll(_));
        let next = (step + 1..record.steps.len()).find(is_next).filter(|_| rolls).and_then(decision);
        Some(Self {
            double: here.verdict.is_some_and(|verdict| verdict.doubles()),
            pass: passes(&here),
            pass_next: next.as_ref().is_some_and(passes),
        })
    }

    /// A number below 8 that tells it from others.
    pub fn bits(self) -> u8 {
        u8::from(self.double) | u8::from(self.pass) << 1 | u8::from(self.pass_next) << 2
    }

    /// The right actions that such a number stands for.
    pub const fn of_bits(bits: u8) -> Self {
        Self { double: bits & 1 > 0, pass: bits & 2 > 0, pass_next: bits & 4 > 0 }
    }
}

impl CubeTheme {
    /// A decision is of this kind by what was done, what is right and whose the cube is.
    pub fn holds(self, action: Action, proper: Option<ProperCube>, owner: Option<Side>) -> bool {
        let is_so = |holds: fn(ProperCube) -> bool| proper.is_some_and(holds);
        match self {
            Self::TooGood => is_so(|proper| proper.pass && !proper.double),
            Self::Cash => is_so(|proper| proper.pass && proper.double),
            Self::LostMarket => action == Action::NoDouble && is_so(|proper| proper.pass_next),
            Self::Redouble => {
                let answers = matches!(action, Action::Take | Action::Pass | Action::Beaver);
                owner.is_some() && (answers || matches!(action, Action::NoDouble | Action::Double))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_by_what_is_right() {
        let all = (0..8).map(ProperCube::of_bits);
        assert!(all.clone().enumerate().all(|(bits, proper)| usize::from(proper.bits()) == bits));
        for proper in all {
            let holds = |theme: CubeTheme, action| theme.holds(action, Some(proper), None);
            for action in [Action::NoDouble, Action::Double, Action::Take, Action::Pass] {
                let [too_good, cash] = [CubeTheme::TooGood, CubeTheme::Cash].map(|theme| holds(theme, action));
                assert_eq!((too_good || cash, too_good && cash), (proper.pass, false), "{proper:?}");
                assert!(!too_good || !proper.double, "{proper:?}");
                let lost = action == Action::NoDouble && proper.pass_next;
                assert_eq!(holds(CubeTheme::LostMarket, action), lost, "{action:?} {proper:?}");
            }
        }
        for (action, is_of_cube) in Action::ALL.map(|action| (action, !matches!(action, Action::Play | Action::Resign)))
        {
            let holds = |owner| CubeTheme::Redouble.holds(action, None, owner);
            assert!(!holds(None));
            assert_eq!(holds(Some(Side::OnRoll)), is_of_cube && action != Action::Accept, "{action:?}");
        }
    }
}
