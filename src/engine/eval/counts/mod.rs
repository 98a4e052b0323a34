//! Race counts: what players reckon at the board to judge a race and the cube in it.
//!
//! Each count adds to the pips something for a distribution that will waste some. All are made for the
//! side on roll (the *leader* of their authors, whether it leads or not) and compare it with the
//! opponent. They mean little while there is contact, but can be computed.

mod effective;
mod one_sided_rollout;

pub use effective::EffectivePips;
pub use one_sided_rollout::{OneSidedRollout, one_sided_rollout};

use crate::board::{Checkers, HOME_POINTS, Position, Side};
use crate::scoring::normal_cdf;
use serde::Serialize;

/// The advice of a count on the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RaceAdvice {
    /// Too early to double; a take.
    NoDouble,
    /// A double but not a redouble; a take.
    Double,
    /// A double and a redouble; a take.
    Redouble,
    /// A double; a pass.
    Pass,
}

impl RaceAdvice {
    /// The advice from the conditions for each step, which imply one another.
    fn when(double: bool, redouble: bool, pass: bool) -> Self {
        match (double, redouble, pass) {
            (_, _, true) => Self::Pass,
            (_, true, _) => Self::Redouble,
            (true, ..) => Self::Double,
            _ => Self::NoDouble,
        }
    }
}

/// The counts of both sides and what they advise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RaceCount {
    /// The count of the side on roll.
    pub on_roll: i32,
    /// The count of the side on roll with the surcharge that the formula adds before comparing.
    pub surcharged: f64,
    /// The count of the opponent.
    pub opponent: i32,
    /// The advice on the cube.
    pub advice: RaceAdvice,
}

/// Edward Thorp's count: pips, two for each checker left, one for each on the ace point, less one for
/// each home point held; a tenth is added to a count above 30.
///
/// Double when not more than two behind, redouble when not more than one; pass when two or more ahead.
pub fn thorp(position: &Position) -> RaceCount {
    let count = |side: &Checkers| {
        let held = side.bytes()[..HOME_POINTS].iter().filter(|&&n| n > 0).count() as i32;
        pips(side) + 2 * side.total() as i32 + i32::from(side[0]) - held
    };
    let (on_roll, opponent) = (count(position.on_roll()), count(position.opponent()));
    // Eleven tenths of a whole number compare exactly, 1.1 of it do not.
    let surcharged = if on_roll > 30 { f64::from(11 * on_roll) / 10.0 } else { f64::from(on_roll) };
    let behind = surcharged - f64::from(opponent);
    let advice = RaceAdvice::when(behind <= 2.0, behind <= 1.0, behind <= -2.0);
    RaceCount { on_roll, surcharged, opponent, advice }
}

/// Tom Keith's count: pips, two for each checker beyond the first on the ace point, one for each beyond the
/// first on the deuce point and beyond the third on the 3 point, one for each gap on the 4, 5 and 6 points; a
/// seventh is added.
///
/// Double when not more than four behind, redouble when not more than three, pass when not more than two.
pub fn keith(position: &Position) -> RaceCount {
    let count = |side: &Checkers| {
        pips(side) + 2 * beyond(side, 0, 1) + beyond(side, 1, 1) + beyond(side, 2, 3) + gaps(side, |_| true)
    };
    let (on_roll, opponent) = (count(position.on_roll()), count(position.opponent()));
    let surcharged = f64::from(on_roll) * 8.0 / 7.0;
    let behind = surcharged - f64::from(opponent);
    let advice = RaceAdvice::when(behind <= 4.0, behind <= 3.0, behind <= 2.0);
    RaceCount { on_roll, surcharged, opponent, advice }
}

/// Axel Reichert's count and the winning chance he derives from it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Isight {
    /// The count of the side on roll.
    pub on_roll: i32,
    /// The count of the opponent.
    pub opponent: i32,
    /// Estimated chance of winning in percent, 0 to 100.
    pub win_percent: f64,
    /// The advice on the cube: double from 68 %, redouble from 70 %, pass above 76 %.
    pub advice: RaceAdvice,
}

impl Isight {
    /// The formula alone, in percent: a straight line, which leaves 0 to 100 when the race is decided.
    pub fn formula_percent(&self) -> f64 {
        80.0 - f64::from(self.on_roll) / 3.0 + 2.0 * f64::from(self.opponent - self.on_roll)
    }
}

/// Axel Reichert's Isight count: pips, one for each checker and each crossover more than the other side, two
/// for each checker beyond the second on the ace point, one for each beyond the second on the deuce point and
/// beyond the third on the 3 point, one for each gap on the 4, 5 and 6 points that the other side has filled.
pub fn isight(position: &Position) -> Isight {
    let count = |side: Side| {
        let (side, other) = (position.side(side), position.side(!side));
        let more = |of: fn(&Checkers) -> i32| (of(side) - of(other)).max(0);
        pips(side)
            + more(|side| side.total() as i32)
            + more(crossovers)
            + 2 * beyond(side, 0, 2)
            + beyond(side, 1, 2)
            + beyond(side, 2, 3)
            + gaps(side, |point| other[point] > 0)
    };
    let (on_roll, opponent) = (count(Side::OnRoll), count(Side::Opponent));
    let isight = Isight { on_roll, opponent, win_percent: 0.0, advice: RaceAdvice::NoDouble };
    let percent = isight.formula_percent();
    let advice = RaceAdvice::when(percent >= 68.0, percent >= 70.0, percent > 76.0);
    Isight { win_percent: percent.clamp(0.0, 100.0), advice, ..isight }
}

/// Danny Kleinman's estimate of the chance to win a race without a cube.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kleinman {
    /// Pips of both sides.
    pub sum: i32,
    /// The pips by which the side on roll leads.
    pub lead: i32,
    /// `(lead + 4) / (2 √(sum - 4))`.
    pub k: f64,
    /// The chance of winning, `(1 + erf k) / 2`.
    pub win: f64,
}

/// Kleinman's estimate: the lead with half a roll added is about normally distributed at the end.
pub fn kleinman(position: &Position) -> Kleinman {
    let (mine, others) = (pips(position.on_roll()), pips(position.opponent()));
    let (sum, lead) = (mine + others, others - mine);
    // With 4 pips or fewer in all the next roll nearly always ends the game.
    let k = if sum > 4 { f64::from(lead + 4) / (2.0 * f64::from(sum - 4).sqrt()) } else { f64::INFINITY };
    Kleinman { sum, lead, k, win: normal_cdf(k * std::f64::consts::SQRT_2) }
}

/// The rule of 8, 9 and 12 percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LeadRule {
    /// The lead of the side on roll in percent of its own pips.
    pub lead_percent: f64,
    /// The advice on the cube: double from 8 %, redouble from 9 %, pass above 12 %.
    pub advice: RaceAdvice,
}

/// The rule of 8, 9 and 12 percent for long races.
pub fn lead_rule(position: &Position) -> LeadRule {
    let (mine, others) = (pips(position.on_roll()), pips(position.opponent()));
    let lead_percent = 100.0 * f64::from(others - mine) / f64::from(mine.max(1));
    let advice = RaceAdvice::when(lead_percent >= 8.0, lead_percent >= 9.0, lead_percent > 12.0);
    LeadRule { lead_percent, advice }
}

fn pips(side: &Checkers) -> i32 {
    side.pips() as i32
}

/// Checkers on a point beyond the first this many.
fn beyond(side: &Checkers, point: usize, first: i32) -> i32 {
    (i32::from(side[point]) - first).max(0)
}

/// Empty points of the outer half of the home board that matter.
fn gaps(side: &Checkers, matters: impl Fn(usize) -> bool) -> i32 {
    (3..HOME_POINTS).filter(|&point| side[point] == 0 && matters(point)).count() as i32
}

/// Quadrants that the checkers have to cross to be home.
fn crossovers(side: &Checkers) -> i32 {
    side.counts().iter().zip(0..).map(|(&n, point)| i32::from(n) * (point / HOME_POINTS as i32)).sum()
}
