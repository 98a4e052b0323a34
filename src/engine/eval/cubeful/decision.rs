//! Cube decisions: what to do, from the values of the three ways to go on.

use crate::board::Side;
use crate::eval::Outputs;
use crate::scoring::CubeInfo;
use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// The best use of the cube by the side on roll.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Advice: words {
        /// Keep the cube where it is.
        NoDouble = "No double",
        /// Doubling or not is the same.
        OptionalDouble = "Optional double",
        /// Double.
        Double = "Double",
        /// Play on: it is worth more than cashing.
        TooGood = "Too good to double",
        /// The cube is dead or out of the game.
        Never = "Never double",
    }
}

words! {
    /// The answer of the other side to a double.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Answer: name {
        /// Play on for twice the stake.
        Take = "take",
        /// Lose the cube as it lies.
        Pass = "pass",
        /// Take and turn the cube once more at once.
        Beaver = "beaver",
    }
}

words! {
    /// A way to go on with the cube: what the side on roll does, and what the other answers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum CubeAction: name {
        /// Play on without turning it.
        NoDouble = "No double",
        /// Double, and the other side takes.
        DoubleTake = "Double, take",
        /// Double, and the other side passes.
        DoublePass = "Double, pass",
    }
}

/// The verdict on a cube decision: both sides' best actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// The advice for the side on roll.
    pub advice: Advice,
    /// The advice for the other side, should it be doubled.
    pub answer: Answer,
    /// Whether the side on roll owns the cube, so that a double would be a redouble.
    pub redouble: bool,
}

impl Verdict {
    /// Whether the side on roll should turn the cube. Optional doubles are not turned.
    pub fn doubles(&self) -> bool {
        self.advice == Advice::Double
    }

    /// Whether the other side should play on when doubled.
    pub fn takes(&self) -> bool {
        self.answer != Answer::Pass
    }

    /// The action that it calls for.
    pub const fn action(&self) -> CubeAction {
        match (self.advice, self.answer) {
            (Advice::Double | Advice::OptionalDouble, Answer::Pass) => CubeAction::DoublePass,
            (Advice::Double | Advice::OptionalDouble, _) => CubeAction::DoubleTake,
            (Advice::NoDouble | Advice::TooGood | Advice::Never, _) => CubeAction::NoDouble,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cube_words(self.advice.words(), self.redouble))?;
        write!(f, ", {}", self.answer.name())?;
        if self.advice == Advice::Never { f.write_str(" (dead cube)") } else { Ok(()) }
    }
}

/// The words of an action with the cube: of a player who owns it, a double is a redouble.
pub fn cube_words(words: &str, is_owned: bool) -> String {
    if is_owned { words.replace("double", "redouble").replace("Double", "Redouble") } else { words.to_owned() }
}

/// The value of the three ways to go on to the side on roll, as equities in units of the cube before
/// the decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeValues {
    /// Playing on without a double.
    pub no_double: f32,
    /// Doubling, and the other side takes.
    pub double_take: f32,
    /// Doubling, and the other side passes: always 1.
    pub double_pass: f32,
}

/// A cube decision: its values, what to do, and the chances behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CubeDecision {
    /// The value of the ways to go on.
    pub values: CubeValues,
    /// The value under best play of both sides.
    pub optimal: f32,
    /// The right action; `None` when the cube belongs to the other side or, for money, is out of reach.
    pub verdict: Option<Verdict>,
    /// The chances along the plays that the search chose.
    pub outputs: Outputs,
    /// Their cubeless equity, with the gammon prices of the cube as it lies.
    pub equity: f32,
    /// How often the cube may be turned at once after a double; 0 in matches.
    pub beavers: u8,
}

/// The result of a double of money play: the answers to it, to a beaver, to a raccoon, and so on. All values are of the
/// player who doubled, in units of the cube before.
///
/// A beaver doubles what the take is worth, a raccoon doubles it again: the position stays, and so does the owner of
/// the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exchange {
    /// The worth of a take of the double.
    pub take: f64,
    /// The worth of a pass of the double.
    pub pass: f64,
    /// The number of times that the cube may be turned at once.
    pub beavers: u8,
}

/// A way to answer a double, a beaver or a raccoon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExchangeAnswer {
    /// The answer; [`Answer::Beaver`] is any turn of the cube, also that of a raccoon.
    pub answer: Answer,
    /// The worth to the player who doubled, when all that follows is answered best.
    pub value: f64,
    /// The worth as a multiple of the value of a take; `None` where the stake is lost for certain.
    pub takes: Option<f64>,
}

impl Exchange {
    /// Taking after this many turns of the cube at once.
    pub fn take(&self, turns: u8) -> f64 {
        self.take * stakes(turns)
    }

    /// Passing after this many turns: whoever turned last wins the cube before that.
    pub fn pass(&self, turns: u8) -> f64 {
        let stake = self.pass * stakes(turns);
        if turns.is_multiple_of(2) { stake } else { -stake }
    }

    /// Turning the cube once more, answered best; `None` where that is not allowed.
    pub fn turn(&self, turns: u8) -> Option<f64> {
        (turns < self.beavers).then(|| self.best(turns + 1))
    }

    /// The best answer after this many turns. The player who was doubled answers the double and the raccoon, the other
    /// one the beaver.
    pub fn best(&self, turns: u8) -> f64 {
        self.best_answer(turns).value
    }

    /// The answers that are allowed after this many turns: take, pass, and turning the cube once more.
    pub fn answers(&self, turns: u8) -> impl Iterator<Item = ExchangeAnswer> {
        let take = ExchangeAnswer { answer: Answer::Take, value: self.take(turns), takes: Some(stakes(turns)) };
        let pass = ExchangeAnswer { answer: Answer::Pass, value: self.pass(turns), takes: None };
        let turned = (turns < self.beavers).then(|| self.best_answer(turns + 1));
        let turn = turned.map(|then| ExchangeAnswer { answer: Answer::Beaver, ..then });
        [take, pass].into_iter().chain(turn)
    }

    /// The best answer after this many turns; of equal ones the take, then the pass.
    pub fn best_answer(&self, turns: u8) -> ExchangeAnswer {
        let own = |answer: &ExchangeAnswer| if turns.is_multiple_of(2) { -answer.value } else { answer.value };
        let better = |best: ExchangeAnswer, other| if own(&other) > own(&best) { other } else { best };
        self.answers(turns).reduce(better).expect("a take is always allowed")
    }
}

/// The stake of a double after this many turns of the cube at once, where the double itself counts one.
fn stakes(turns: u8) -> f64 {
    f64::from(1_u16 << turns.min(15))
}

/// A difference of equities below the digits shown.
const OPTIONAL: f32 = 1e-5;

/// The value under best play of both sides and the verdict, from equities in units of the cube before the double.
/// `gammons` is whether the side on roll can win a gammon.
pub(super) fn judge(values: &CubeValues, cube: &CubeInfo, gammons: bool) -> (f32, Option<Verdict>) {
    let &CubeValues { no_double: nd, double_take: dt, double_pass: dp } = values;
    let redouble = cube.owner() == Some(Side::OnRoll);
    let verdict = |advice, answer| Some(Verdict { advice, answer, redouble });
    if !cube.may_double() {
        let never = verdict(Advice::Never, Answer::Take).filter(|_| cube.is_match() && cube.has_access());
        return (nd, never);
    }
    let is_optional = |a: f32, b: f32| (a - b).abs() <= OPTIONAL;
    let may_beaver = cube.beavers() > 0 && (-2.0..=0.0).contains(&dt);

    if dt >= nd && dp >= nd {
        if dp > dt {
            let advice = if is_optional(dt, nd) { Advice::OptionalDouble } else { Advice::Double };
            return match may_beaver {
                true if 2.0 * dt < nd => (dt, verdict(Advice::NoDouble, Answer::Beaver)),
                true => (dt, verdict(advice, Answer::Beaver)),
                false => (dt, verdict(advice, Answer::Take)),
            };
        }
        let optional = is_optional(nd, dp) && gammons && !cube.is_jacoby_in_force();
        return (dp, verdict(if optional { Advice::OptionalDouble } else { Advice::Double }, Answer::Pass));
    }
    let verdict = if nd <= dt || dt > dp {
        verdict(if gammons { Advice::TooGood } else { Advice::Double }, Answer::Pass)
    } else if nd > dp {
        verdict(if gammons { Advice::TooGood } else { Advice::NoDouble }, Answer::Take)
    } else if may_beaver {
        verdict(Advice::NoDouble, Answer::Beaver)
    } else {
        verdict(Advice::NoDouble, Answer::Take)
    };
    (nd, verdict)
}

impl CubeDecision {
    /// Whether the actions to choose from are this close together, as equities: doubling and playing on or, where a
    /// double is right, take and pass.
    pub fn is_near(&self, within: f32) -> bool {
        let CubeValues { no_double, double_take, double_pass } = self.values;
        let gap = double_take.min(double_pass) - no_double;
        gap.abs() <= within || gap > 0.0 && (double_take - double_pass).abs() <= within
    }

    /// The decision that follows from its values.
    pub fn new(values: CubeValues, outputs: Outputs, cube: &CubeInfo) -> Self {
        let (optimal, verdict) = judge(&values, cube, outputs.win_gammon() > 0.0);
        let beavers = cube.beavers();
        Self { values, optimal, verdict, outputs, equity: cube.utility(&outputs), beavers }
    }

    /// The result of a double.
    pub fn exchange(&self) -> Exchange {
        let CubeValues { double_take, double_pass, .. } = self.values;
        Exchange { take: double_take.into(), pass: double_pass.into(), beavers: self.beavers }
    }

    /// The value of doubling when it is answered best.
    pub fn double(&self) -> f32 {
        self.exchange().best(0) as f32
    }

    /// The better of doubling and not doubling, where the best answer may be a beaver. (GNU Backgammon's optimal value
    /// counts the take even where a beaver is better.)
    pub fn best(&self) -> f32 {
        match self.verdict {
            None | Some(Verdict { advice: Advice::Never, .. }) => self.optimal,
            Some(_) => self.values.no_double.max(self.double()),
        }
    }

    /// The value of a double and a beaver, where the beaver is the best answer.
    pub fn double_beaver(&self) -> Option<f32> {
        let is_best = self.verdict.is_some_and(|verdict| verdict.answer == Answer::Beaver);
        self.exchange().turn(0).filter(|_| is_best).map(|value| value as f32)
    }

    /// Whether the decision counts as close: doubling gives up less than 0.16.
    pub fn is_close(&self) -> bool {
        self.best() - self.double() < 0.16
    }

    /// [`CubeDecision::wrong_answers`] of an opponent who beavers where that is right, and not merely takes.
    pub fn wrong_answers_to_beavers(&self) -> Option<f32> {
        let CubeValues { no_double, double_pass, .. } = self.values;
        let to_a_beaver = |beaver: f32| (no_double - beaver) / (double_pass - beaver);
        self.wrong_answers().map(|share| self.double_beaver().map_or(share, to_a_beaver))
    }

    /// The share of wrong answers at which the other action becomes right, shown beside the verdict:
    /// of wrong passes for "no double", of wrong takes for "too good, pass". `None` otherwise.
    pub fn wrong_answers(&self) -> Option<f32> {
        let CubeValues { no_double: nd, double_take: dt, double_pass: dp } = self.values;
        let Verdict { advice, answer, .. } = self.verdict?;
        match (advice, answer) {
            // The answer that is right may be a beaver only where a take alone would make doubling right.
            (Advice::NoDouble, Answer::Beaver) if nd < dt => {
                let beaver = self.double_beaver()?;
                Some((nd - beaver) / (dp - beaver))
            }
            (Advice::NoDouble, Answer::Take | Answer::Beaver) => Some((nd - dt) / (dp - dt)),
            (Advice::TooGood, Answer::Pass) if nd <= dt => Some((nd - dp) / (dt - dp)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;
    use crate::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};

    const GAMMONISH: Outputs = Outputs([0.5, 0.1, 0.0, 0.1, 0.0]);
    const CENTERED: CubeOwner = CubeOwner::Centered;
    const OWNED: CubeOwner = CubeOwner::Owned(Player::Top);
    const AGAINST: CubeOwner = CubeOwner::Owned(Player::Bottom);

    fn money(owner: CubeOwner, beavers: u8) -> CubeInfo {
        let terms = Terms::Money { jacoby: false, beavers };
        CubeInfo::new(Cube::new(2, owner).unwrap(), Player::Top, terms, &Met::kazaross_xg2())
    }

    fn decide(no_double: f32, double_take: f32, cube: &CubeInfo, outputs: Outputs) -> CubeDecision {
        CubeDecision::new(CubeValues { no_double, double_take, double_pass: 1.0 }, outputs, cube)
    }

    #[track_caller]
    fn check(values: [f32; 2], cube: &CubeInfo, outputs: Outputs, optimal: f32, text: &str) {
        let decision = decide(values[0], values[1], cube, outputs);
        assert_eq!(decision.optimal, optimal, "{text}");
        assert_eq!(decision.verdict.map_or(String::new(), |verdict| verdict.to_string()), text);
    }

    #[test]
    fn the_usual_verdicts() {
        let (plain, beavers, owned) = (money(CENTERED, 0), money(CENTERED, 3), money(OWNED, 0));
        check([0.2, -0.1], &plain, GAMMONISH, 0.2, "No double, take");
        check([0.2, -0.1], &beavers, GAMMONISH, 0.2, "No double, beaver");
        check([0.5, 0.7], &plain, GAMMONISH, 0.7, "Double, take");
        check([0.5, 0.7], &owned, GAMMONISH, 0.7, "Redouble, take");
        check([0.5, 0.500_001], &plain, GAMMONISH, 0.500_001, "Optional double, take");
        check([0.9, 1.2], &plain, GAMMONISH, 1.0, "Double, pass");
        check([1.0, 1.2], &owned, GAMMONISH, 1.0, "Optional redouble, pass");
        // While Jacoby's rule is in force nobody is too good, so that cashing is a double and no matter of taste.
        let jacoby = Terms::Money { jacoby: true, beavers: 0 };
        let centered = CubeInfo::new(Cube::new(2, CENTERED).unwrap(), Player::Top, jacoby, &Met::kazaross_xg2());
        check([1.0, 1.2], &centered, GAMMONISH, 1.0, "Double, pass");
        check([1.1, 1.2], &plain, GAMMONISH, 1.1, "Too good to double, pass");
        check([1.1, 0.9], &owned, GAMMONISH, 1.1, "Too good to redouble, take");
        check([-0.3, -0.2], &beavers, GAMMONISH, -0.2, "No double, beaver");
        check([-0.5, -0.2], &beavers, GAMMONISH, -0.2, "Double, beaver");
    }

    #[test]
    fn a_beaver_doubles_what_the_take_is_worth() {
        // Two rolls decide: no double -1/18, double and take -1/9.
        let decision = decide(-0.0556, -0.1111, &money(CENTERED, 3), GAMMONISH);
        let exchange = decision.exchange();
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        near(decision.double().into(), -0.2222);
        near((decision.best() - decision.double()).into(), 0.1666);
        near(exchange.take(0) - exchange.best(0), 0.1111);
        near(exchange.best(1) - exchange.pass(1), 2.0 - 0.2222);
        near(exchange.take(1), exchange.best(1));
        // A player who is ahead is not beavered, and answers a beaver with a raccoon.
        let ahead = decide(0.5, 0.7, &money(CENTERED, 2), GAMMONISH).exchange();
        near(ahead.best(0), 0.7);
        near(ahead.best(1), 2.8);
        near(ahead.turn(1).expect("a raccoon"), 2.8);
        assert_eq!(ahead.turn(2), None);
        // Without beavers nothing is turned again.
        near(decide(-0.3, -0.2, &money(CENTERED, 0), GAMMONISH).exchange().best(0), -0.2);
        // Whoever doubled far behind drops the beaver; beyond two points not to beaver is better still.
        let behind = decide(-0.7, -1.4, &money(CENTERED, 3), GAMMONISH);
        near(behind.double().into(), -2.0);
        assert_eq!(behind.exchange().best_answer(1).answer, Answer::Pass);
        let lost = decide(-2.0, -2.5, &money(CENTERED, 3), GAMMONISH).exchange();
        assert_eq!((lost.best_answer(0).answer, lost.best(0)), (Answer::Take, -2.5));
        // The line that decides, where the take alone would make doubling right.
        let close = decide(-0.049, -0.035, &money(CENTERED, 3), GAMMONISH);
        near(close.double_beaver().expect("a beaver").into(), -0.07);
        near(close.best().into(), -0.049);
        assert!(close.wrong_answers().is_some_and(|share| share > 0.0));
    }

    #[test]
    fn without_gammons_nobody_is_too_good() {
        let outputs = Outputs([0.9, 0.0, 0.0, 0.0, 0.0]);
        check([1.1, 1.2], &money(CENTERED, 3), outputs, 1.1, "Double, pass");
        check([1.1, 0.9], &money(OWNED, 3), outputs, 1.1, "No redouble, take");
    }

    #[test]
    fn a_cube_out_of_reach() {
        check([0.5, 0.7], &money(AGAINST, 3), GAMMONISH, 0.5, "");
        let score = MatchScore::new(5, crate::board::ByPlayer([4, 2]), false).unwrap();
        let cube = Cube::new(1, CENTERED).unwrap();
        let leader = CubeInfo::new(cube, Player::Top, Terms::Match(score), &Met::kazaross_xg2());
        check([0.5, 0.7], &leader, GAMMONISH, 0.5, "Never double, take (dead cube)");
    }

    #[test]
    fn shares_of_wrong_answers() {
        let decide = |no_double, double_take| decide(no_double, double_take, &money(CENTERED, 0), GAMMONISH);
        assert_eq!(decide(0.5, 0.0).wrong_answers(), Some(0.5));
        assert_eq!(decide(1.25, 2.0).wrong_answers(), Some(0.25));
        assert_eq!(decide(0.5, 0.75).wrong_answers(), None);
        // Too good for a take as well: no answer makes a double right.
        assert_eq!((decide(1.2, 1.1).wrong_answers(), decide(1.5, 1.5).wrong_answers()), (None, Some(1.0)));
        assert!(decide(0.5, 0.4).is_close() && !decide(0.5, 0.0).is_close());
    }

    /// No double −.049, a take −.035, so that a beaver makes it −.07: .021 of 1.07 is the share of passes that counts.
    #[test]
    fn wrong_answers_are_more_against_beavers() {
        let near = |found: Option<f32>, wanted: f32| {
            assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-6), "{found:?}, not {wanted}");
        };
        let close = decide(-0.049, -0.035, &money(CENTERED, 3), GAMMONISH);
        near(close.wrong_answers(), 0.021 / 1.07);
        near(close.wrong_answers_to_beavers(), 0.021 / 1.07);
        // Far from a double a take counts for the one and a beaver for the other.
        let far = decide(0.2, -0.1, &money(CENTERED, 3), GAMMONISH);
        near(far.wrong_answers(), 0.3 / 1.1);
        near(far.wrong_answers_to_beavers(), 0.4 / 1.2);
        let without = decide(0.2, -0.1, &money(CENTERED, 0), GAMMONISH);
        near(without.wrong_answers_to_beavers(), 0.3 / 1.1);
        // Where the take is right there is nothing to turn.
        let take = decide(0.5, 0.25, &money(CENTERED, 3), GAMMONISH);
        near(take.wrong_answers_to_beavers(), 1.0 / 3.0);
        assert_eq!(decide(0.5, 0.75, &money(CENTERED, 3), GAMMONISH).wrong_answers_to_beavers(), None);
        assert_eq!(
            (take.double_beaver(), far.double_beaver().map(|value| (value * 1e4).round())),
            (None, Some(-2000.0))
        );
    }

    #[test]
    fn a_verdict_calls_for_an_action() {
        use Advice::{Double, Never, NoDouble, OptionalDouble, TooGood};
        for advice in [NoDouble, OptionalDouble, Double, TooGood, Never] {
            for answer in [Answer::Take, Answer::Pass, Answer::Beaver] {
                let verdict = Verdict { advice, answer, redouble: false };
                assert_eq!(verdict.doubles(), advice == Double);
                assert_eq!(verdict.takes(), answer != Answer::Pass);
                let action = match (advice, answer) {
                    (NoDouble | TooGood | Never, _) => CubeAction::NoDouble,
                    (_, Answer::Pass) => CubeAction::DoublePass,
                    _ => CubeAction::DoubleTake,
                };
                assert_eq!(verdict.action(), action, "{verdict}");
            }
        }
    }

    /// Whatever follows a turn of the cube is worked out to its end: the table of an exchange of three beavers.
    #[test]
    fn an_exchange_is_answered_to_its_end() {
        let exchange = Exchange { take: 0.3, pass: 1.0, beavers: 2 };
        assert_eq!([0, 1, 2].map(|turns| exchange.take(turns)), [0.3, 0.6, 1.2]);
        assert_eq!([0, 1, 2].map(|turns| exchange.pass(turns)), [1.0, -2.0, 4.0]);
        // Two turns: a take. One: the doubler turns again, 1.2 for .6. None: a take.
        assert_eq!([0, 1, 2].map(|turns| exchange.best(turns)), [0.3, 1.2, 1.2]);
        assert_eq!([0, 1, 2].map(|turns| exchange.turn(turns)), [Some(1.2), Some(1.2), None]);
        let answers = |turns| exchange.answers(turns).map(|one| (one.answer, one.takes)).collect::<Vec<_>>();
        let (take, pass) = ((Answer::Take, Some(1.0)), (Answer::Pass, None));
        assert_eq!(answers(0), [take, pass, (Answer::Beaver, Some(4.0))]);
        assert_eq!(answers(2), [(Answer::Take, Some(4.0)), pass]);
        // Of equal ones the take, then the pass.
        let equal = Exchange { take: 1.0, pass: 1.0, beavers: 0 };
        assert_eq!(equal.best_answer(0).answer, Answer::Take);
        let nothing = Exchange { take: 0.0, pass: 1.0, beavers: 3 };
        assert_eq!((nothing.best_answer(0).answer, nothing.best(0)), (Answer::Take, 0.0));
    }

    /// On the very limits of what is shown.
    #[test]
    fn verdicts_at_their_limits() {
        let (plain, beavers) = (money(CENTERED, 0), money(CENTERED, 3));
        check([0.5, 1.0], &plain, GAMMONISH, 1.0, "Double, pass");
        check([1.0, 1.0], &plain, GAMMONISH, 1.0, "Optional double, pass");
        check([0.5, 0.5], &plain, GAMMONISH, 0.5, "Optional double, take");
        check([0.2, 0.0], &beavers, GAMMONISH, 0.2, "No double, beaver");
        check([0.2, 0.001], &beavers, GAMMONISH, 0.2, "No double, take");
        check([-1.0, -2.0], &beavers, GAMMONISH, -1.0, "No double, beaver");
        check([-1.0, -2.001], &beavers, GAMMONISH, -1.0, "No double, take");
        check([-0.1, 0.0], &beavers, GAMMONISH, 0.0, "Double, beaver");
        check([-0.4, -0.2], &beavers, GAMMONISH, -0.2, "Double, beaver");
        check([1.0, 0.9], &plain, GAMMONISH, 1.0, "No double, take");
        check([1.2, 1.1], &plain, GAMMONISH, 1.2, "Too good to double, pass");
        check([1.1, 1.0], &plain, GAMMONISH, 1.1, "Too good to double, take");
        // Close is what gives up less than .16.
        let decide = |double_take| decide(0.5, double_take, &money(CENTERED, 0), GAMMONISH);
        assert!(decide(0.3401).is_close() && !decide(0.3399).is_close());
        assert!(!self::decide(0.16, 0.0, &plain, GAMMONISH).is_close(), "just .16");
        assert_eq!((decide(0.7).double(), decide(0.7).best(), decide(0.3).best()), (0.7, 0.7, 0.5));
    }
}
