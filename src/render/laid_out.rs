//! A candidate of a rollout as every layout shows it: in the unit that is shown, seen by the side that decides.

use super::Unit;
use crate::rollout::{CUBEFUL, CUBELESS, JobKind, Worth};
use crate::session::RolloutReply;

/// A mean with its standard error, where there are trials enough for one.
pub(super) type Measured = (f64, Option<f64>);

/// The values of a candidate, ready to be shown.
pub(super) struct LaidOut {
    /// The value that decides.
    pub value: Measured,
    /// The value with a dead cube.
    pub cubeless: Measured,
    /// The value with a live cube, where the rollout has one.
    pub cubeful: Option<Measured>,
    /// The value that decides without variance reduction.
    pub plain: Measured,
    /// The five outputs. A mean after variance reduction may lie a little outside 0 to 1; JSON has it as it is.
    pub outputs: [f64; 5],
    /// The distance behind the best.
    pub behind: Option<Measured>,
    /// The worth of an equity in the unit that is shown.
    pub slope: f64,
}

impl LaidOut {
    /// A candidate by its number.
    pub(super) fn new(reply: &RolloutReply, candidate: usize, unit: Unit) -> Self {
        let result = &reply.result.candidates[candidate];
        let (estimates, raw) = (&result.estimates, &result.raw);
        let slope = slope(reply, candidate, unit);
        let behind = result.comparison.as_ref();
        Self {
            value: in_unit(&estimates.cubeful.unwrap_or(estimates.cubeless), unit),
            cubeless: in_unit(&estimates.cubeless, unit),
            cubeful: estimates.cubeful.as_ref().map(|worth| in_unit(worth, unit)),
            plain: in_unit(&raw.cubeful.unwrap_or(raw.cubeless), unit),
            outputs: estimates.outputs.map(|output| output.mean.clamp(0.0, 1.0)),
            behind: behind.map(|it| (slope * it.behind, it.behind_error.map(|error| slope * error))),
            slope,
        }
    }
}

/// An estimate in the unit that is shown.
fn in_unit(worth: &Worth, unit: Unit) -> Measured {
    let estimate = unit.of_rolled(worth);
    (estimate.mean, estimate.std_err)
}

/// The worth of an equity in the unit that is shown.
fn slope(reply: &RolloutReply, candidate: usize, unit: Unit) -> f64 {
    let units = &reply.units[candidate];
    match (unit, units.mwc(primary(reply))) {
        (Unit::Mwc, Some(mwc)) => mwc.slope / units.equity(primary(reply)).slope,
        _ => 1.0,
    }
}

/// The quantity that decides.
const fn primary(reply: &RolloutReply) -> usize {
    if reply.result.is_cubeful { CUBEFUL } else { CUBELESS }
}

/// The worth of a pass: a point at this cube.
pub(super) fn pass(reply: &RolloutReply, unit: Unit) -> f64 {
    let units = &reply.units[0];
    match (unit, units.mwc(primary(reply))) {
        (Unit::Mwc, Some(mwc)) => {
            let equity = units.equity(primary(reply));
            mwc.at((1.0 - equity.at(0.0)) / equity.slope)
        }
        _ => 1.0,
    }
}

/// The order in which candidates are listed: of plays the best first.
pub(super) fn order(reply: &RolloutReply) -> Vec<usize> {
    match reply.kind() {
        JobKind::Plays => reply.result.ranking(),
        JobKind::Position | JobKind::Cube => (0..reply.result.candidates.len()).collect(),
    }
}

/// The name of a candidate; of a cube decision, by the action.
pub(super) fn called(reply: &RolloutReply, candidate: usize) -> String {
    match (reply.kind(), candidate) {
        (JobKind::Cube, 0 | 1) => reply.job().actions()[candidate].clone(),
        _ => reply.names()[candidate].clone(),
    }
}

/// The place of a candidate, from 1: of a cube decision that of its action.
pub(super) fn rank(reply: &RolloutReply, candidate: usize) -> usize {
    let place = || reply.result.ranking().iter().position(|&j| j == candidate).map_or(0, |place| place + 1);
    reply.result.candidates[candidate].comparison.as_ref().map_or_else(place, |comparison| comparison.rank)
}
