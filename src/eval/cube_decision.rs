//! Cube decisions: what to do, from the values of the three ways to go on.

use super::Outputs;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the side on roll should do with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Advice {
    /// Keep the cube where it is.
    NoDouble,
    /// Doubling or not is the same.
    OptionalDouble,
    /// Double.
    Double,
    /// Play on: it is worth more than cashing.
    TooGood,
    /// The cube is dead or out of the game.
    Never,
}

/// What the other side should answer to a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// Play on for twice the stake.
    Take,
    /// Lose the cube as it lies.
    Pass,
    /// Take and turn the cube once more at once.
    Beaver,
}

/// The verdict on a cube decision: both sides' best actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// For the side on roll.
    pub advice: Advice,
    /// For the other side, should it be doubled.
    pub answer: Answer,
    /// Whether the side on roll owns the cube, so that a double would be a redouble.
    pub redouble: bool,
}

impl Verdict {
    /// Whether the side on roll should turn the cube. Optional doubles are not turned.
    #[must_use]
    pub fn doubles(&self) -> bool {
        self.advice == Advice::Double
    }

    /// Whether the other side should play on when doubled.
    #[must_use]
    pub fn takes(&self) -> bool {
        self.answer != Answer::Pass
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let double = if self.redouble { "redouble" } else { "double" };
        match self.advice {
            Advice::NoDouble => write!(f, "No {double}")?,
            Advice::OptionalDouble => write!(f, "Optional {double}")?,
            Advice::Double => f.write_str(if self.redouble { "Redouble" } else { "Double" })?,
            Advice::TooGood => write!(f, "Too good to {double}")?,
            Advice::Never => write!(f, "Never {double}")?,
        }
        f.write_str(match self.answer {
            Answer::Take => ", take",
            Answer::Pass => ", pass",
            Answer::Beaver => ", beaver",
        })?;
        if self.advice == Advice::Never { f.write_str(" (dead cube)") } else { Ok(()) }
    }
}

/// The values of a cube decision, as equities in units of the cube before it for the side on roll, and
/// the verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// Playing on without a double.
    pub no_double: f32,
    /// Doubling, and the other side takes.
    pub double_take: f32,
    /// Doubling, and the other side passes: 1.
    pub double_pass: f32,
    /// The value under best play of both sides.
    pub optimal: f32,
    /// What to do; `None` when the cube belongs to the other side or, for money, is out of reach.
    pub verdict: Option<Verdict>,
    /// The chances along the plays that the search chose.
    pub outputs: Outputs,
    /// Their cubeless equity, with the gammon prices of the cube as it lies.
    pub cubeless: f32,
}

/// A difference of equities that nobody can see.
const OPTIONAL: f32 = 1e-5;

/// What the verdict depends on besides the three values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VerdictTerms {
    /// Whether the side on roll may double.
    pub may_double: bool,
    /// Whether it has access to the cube: it owns it, or the cube is centered.
    pub has_access: bool,
    /// Whether it owns the cube.
    pub redouble: bool,
    /// Whether this is a game of a match.
    pub is_match: bool,
    /// Whether a beaver is allowed.
    pub beavers: bool,
    /// Whether gammons do not count until the cube is turned.
    pub jacoby_in_force: bool,
    /// Whether the side on roll can win a gammon.
    pub gammons: bool,
}

/// The value under best play and the verdict, from equities in units of the cube before the double.
#[must_use]
pub(crate) fn judge(
    no_double: f32,
    double_take: f32,
    double_pass: f32,
    terms: &VerdictTerms,
) -> (f32, Option<Verdict>) {
    let (nd, dt, dp) = (no_double, double_take, double_pass);
    let verdict = |advice, answer| Some(Verdict { advice, answer, redouble: terms.redouble });
    if !terms.may_double {
        let never = verdict(Advice::Never, Answer::Take).filter(|_| terms.is_match && terms.has_access);
        return (nd, never);
    }
    let is_optional = |a: f32, b: f32| (a - b).abs() <= OPTIONAL;
    let may_beaver = !terms.is_match && terms.beavers && (-2.0..=0.0).contains(&dt);

    if dt >= nd && dp >= nd {
        if dp > dt {
            let advice = if is_optional(dt, nd) { Advice::OptionalDouble } else { Advice::Double };
            let (advice, answer) = match may_beaver {
                true if 2.0 * dt < nd => (Advice::NoDouble, Answer::Beaver),
                true => (advice, Answer::Beaver),
                false => (advice, Answer::Take),
            };
            return (dt, verdict(advice, answer));
        }
        let optional = is_optional(nd, dp) && terms.gammons && !terms.jacoby_in_force;
        return (dp, verdict(if optional { Advice::OptionalDouble } else { Advice::Double }, Answer::Pass));
    }
    let too_good_to = |answer| match (terms.gammons, answer) {
        (true, answer) => verdict(Advice::TooGood, answer),
        (false, Answer::Pass) => verdict(Advice::Double, Answer::Pass),
        (false, answer) => verdict(Advice::NoDouble, answer),
    };
    let verdict = if nd <= dt || dt > dp {
        too_good_to(Answer::Pass)
    } else if nd > dp {
        too_good_to(Answer::Take)
    } else if may_beaver {
        verdict(Advice::NoDouble, Answer::Beaver)
    } else {
        verdict(Advice::NoDouble, Answer::Take)
    };
    (nd, verdict)
}

impl CubeDecision {
    /// How far the best action is from its alternative: the smaller of both sides' margins says how
    /// close the decision is.
    #[must_use]
    pub fn double_error(&self) -> f32 {
        self.no_double - self.double_take.min(self.double_pass)
    }

    /// Whether the decision counts as close: doubling gives up less than 0.16.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.optimal - self.double_take.min(1.0) < 0.16
    }

    /// The share of wrong answers at which the other action becomes right, shown beside the verdict:
    /// wrong passes for "no double", wrong takes for "too good, pass". `None` when there is no such share.
    #[must_use]
    pub fn wrong_answers(&self) -> Option<f32> {
        let (nd, dt, dp) = (self.no_double, self.double_take, self.double_pass);
        let Verdict { advice, answer, .. } = self.verdict?;
        match (advice, answer) {
            (Advice::NoDouble, Answer::Take | Answer::Beaver) => Some((nd - dt) / (dp - dt)),
            (Advice::TooGood, Answer::Pass) if nd <= dt => Some((nd - dp) / (dt - dp)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONEY: VerdictTerms = VerdictTerms {
        may_double: true,
        has_access: true,
        redouble: false,
        is_match: false,
        beavers: true,
        jacoby_in_force: false,
        gammons: true,
    };

    #[track_caller]
    fn check(values: [f32; 3], terms: VerdictTerms, optimal: f32, text: &str) {
        let (value, verdict) = judge(values[0], values[1], values[2], &terms);
        assert_eq!(value, optimal, "{text}");
        assert_eq!(verdict.map_or(String::new(), |verdict| verdict.to_string()), text);
    }

    #[test]
    fn the_usual_verdicts() {
        check([0.2, -0.1, 1.0], VerdictTerms { beavers: false, ..MONEY }, 0.2, "No double, take");
        check([0.2, -0.1, 1.0], MONEY, 0.2, "No double, beaver");
        check([0.5, 0.7, 1.0], MONEY, 0.7, "Double, take");
        check([0.5, 0.7, 1.0], VerdictTerms { redouble: true, ..MONEY }, 0.7, "Redouble, take");
        check([0.5, 0.500_001, 1.0], MONEY, 0.500_001, "Optional double, take");
        check([0.9, 1.2, 1.0], MONEY, 1.0, "Double, pass");
        check([1.1, 1.2, 1.0], MONEY, 1.1, "Too good to double, pass");
        check([1.1, 0.9, 1.0], VerdictTerms { redouble: true, ..MONEY }, 1.1, "Too good to redouble, take");
        check([-0.3, -0.2, 1.0], MONEY, -0.2, "No double, beaver");
        check([-0.5, -0.2, 1.0], MONEY, -0.2, "Double, beaver");
    }

    #[test]
    fn without_gammons_nobody_is_too_good() {
        let terms = VerdictTerms { gammons: false, ..MONEY };
        check([1.1, 1.2, 1.0], terms, 1.1, "Double, pass");
        check([1.1, 0.9, 1.0], terms, 1.1, "No double, take");
    }

    #[test]
    fn a_cube_out_of_reach() {
        let owned_by_other = VerdictTerms { may_double: false, has_access: false, ..MONEY };
        check([0.5, 0.7, 1.0], owned_by_other, 0.5, "");
        let dead = VerdictTerms { may_double: false, is_match: true, redouble: true, ..MONEY };
        check([0.5, 0.7, 1.0], dead, 0.5, "Never redouble, take (dead cube)");
    }

    #[test]
    fn shares_of_wrong_answers() {
        let decision = |no_double, double_take| {
            let (optimal, verdict) = judge(no_double, double_take, 1.0, &VerdictTerms { beavers: false, ..MONEY });
            let outputs = Outputs::default();
            CubeDecision { no_double, double_take, double_pass: 1.0, optimal, verdict, outputs, cubeless: 0.0 }
        };
        assert_eq!(decision(0.5, 0.0).wrong_answers(), Some(0.5));
        assert_eq!(decision(1.25, 2.0).wrong_answers(), Some(0.25));
        assert_eq!(decision(0.5, 0.75).wrong_answers(), None);
        assert!(decision(0.5, 0.4).is_close() && !decision(0.5, 0.0).is_close());
    }
}
