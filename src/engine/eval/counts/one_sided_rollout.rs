//! Races rolled out one side at a time.
//!
//! Each side brings its checkers home as if it were alone, and from there the one-sided database gives the rest. The
//! two distributions of rolls then give the chances of both. It is quick, needs no net, and is near the truth as long
//! as neither side must play otherwise than for speed.

use super::EffectivePips;
use crate::board::{BySide, Checkers, HOME_POINTS, Position, Side};
use crate::eval::Outputs;
use crate::eval::bearoff::{OneSided, home_number};
use crate::movegen::PlayList;
use crate::rng::{Dealing, DiceSettings, InitialRolls, RngKind, RolloutDice, TrialDice};

/// The most rolls followed; a side that needs more counts as off then.
const ROLLS: usize = 128;

const SIDES: [Side; 2] = [Side::OnRoll, Side::Opponent];

/// The result of a one-sided rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneSidedRollout {
    /// Wins and gammons of the side on roll. Backgammons are not looked at.
    pub outputs: Outputs,
    /// The effective pips of each side.
    pub effective: BySide<EffectivePips>,
}

/// Probabilities that a side is off, and has its first checker off, on exactly roll `r`.
struct Rolls {
    off: [f64; ROLLS],
    first_off: [f64; ROLLS],
}

/// Rolls out a race for each side alone, with quasi-random dice from a seed.
pub fn one_sided_rollout(position: &Position, one_sided: &OneSided, trials: u32, seed: u32) -> OneSidedRollout {
    let settings = DiceSettings {
        seed,
        kind: RngKind::default(),
        quasi_random: true,
        dealing: Dealing::Both,
        initial: InitialRolls::Any,
    };
    let dice = RolloutDice::new(settings);
    let mut sides = SIDES.map(|side| {
        // The sides must not share dice.
        let first = if side == Side::OnRoll { 0 } else { u64::from(trials) };
        rolls(position.side(side), one_sided, trials, |trial| dice.trial(first + u64::from(trial)))
    });
    for (side, rolls) in SIDES.iter().zip(&mut sides) {
        if position.side(*side).total() < 15 {
            rolls.first_off = [0.0; ROLLS];
            rolls.first_off[0] = 1.0;
        }
    }
    let [on_roll, opponent] = &sides;
    let outputs = Outputs([
        not_later(&on_roll.off, &opponent.off, 0),
        not_later(&on_roll.off, &opponent.first_off, 0),
        0.0,
        not_later(&opponent.off, &on_roll.first_off, 1),
        0.0,
    ]);
    let effective = |rolls: &Rolls, side: &Checkers| {
        let mean = rolls.off.iter().zip(0..).map(|(p, r)| p * f64::from(r)).sum();
        EffectivePips::new(mean, side.pips())
    };
    let effective =
        BySide { on_roll: effective(on_roll, position.on_roll()), opponent: effective(opponent, position.opponent()) };
    OneSidedRollout { outputs, effective }
}

/// The chance that a number drawn from `a`, plus `lag`, is not above one drawn from `b`.
fn not_later(a: &[f64; ROLLS], b: &[f64; ROLLS], lag: usize) -> f32 {
    let mut sum = 0.0;
    for (r, p) in a.iter().enumerate() {
        sum += p * b[(r + lag).min(ROLLS)..].iter().sum::<f64>();
    }
    sum as f32
}

fn rolls<'a>(side: &Checkers, one_sided: &OneSided, trials: u32, dice: impl Fn(u32) -> TrialDice<'a>) -> Rolls {
    let mut rolls = Rolls { off: [0.0; ROLLS], first_off: [0.0; ROLLS] };
    let share = 1.0 / f64::from(trials);
    let mut plays = PlayList::new();
    // A side that is home needs no dice.
    let trials = if side.are_home() { 1 } else { trials };
    let share = if trials == 1 { 1.0 } else { share };
    for trial in 0..trials {
        let mut dice = dice(trial);
        let (mut side, mut played) = (*side, 0);
        while !side.are_home() && played < ROLLS {
            // Every roll a checker can move: no checker of the other side is in the way.
            plays.generate(&Position::from_checkers(side, Checkers::NONE), dice.roll());
            let results = plays.results().iter().map(|result| *result.on_roll());
            let best = results.min_by(|a, b| expected_rolls(a, one_sided).total_cmp(&expected_rolls(b, one_sided)));
            side = best.unwrap_or(side);
            played += 1;
        }
        let number = home_number(&side);
        for (r, (&off, &first_off)) in one_sided.off(number).iter().zip(one_sided.first_off(number)).enumerate() {
            let r = (played + r).min(ROLLS - 1);
            rolls.off[r] += share * f64::from(off) / 65_535.0;
            rolls.first_off[r] += share * f64::from(first_off) / 65_535.0;
        }
    }
    rolls
}

/// About how many rolls a side needs: those of the position with every outside checker brought to the 6 point, and the
/// pips to bring them there.
fn expected_rolls(side: &Checkers, one_sided: &OneSided) -> f64 {
    let mut home = [0; 25];
    home[..HOME_POINTS].copy_from_slice(&side.bytes()[..HOME_POINTS]);
    let mut pips = 0;
    for (point, &n) in side.counts().iter().enumerate().skip(HOME_POINTS) {
        home[HOME_POINTS - 1] += n;
        pips += usize::from(n) * (point + 1 - HOME_POINTS);
    }
    one_sided.mean_rolls(home_number(&Checkers::new(home))) + pips as f64 * 6.0 / 49.0
}
