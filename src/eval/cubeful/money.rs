//! The value of a position with a cube for money: one position with any cube, or several side by side with one.

use super::{DECIDED, best_action};
use crate::board::Side;
use crate::eval::Outputs;
use crate::scoring::CubeInfo;

/// Positions that are valued side by side.
pub(crate) const LANES: usize = 8;

/// The height at `x` of the line from `(x0, y0)` to `(x1, y1)`.
#[inline(always)]
pub(super) fn line(x: f32, (x0, y0): (f32, f32), (x1, y1): (f32, f32)) -> f32 {
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// Money equities with a perfectly used cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveMoney {
    win: f32,
    /// What is won and lost on average, with gammons.
    wins: f32,
    loses: f32,
    take_point: f32,
    cash_point: f32,
}

impl LiveMoney {
    #[inline(always)]
    pub(super) fn new(outputs: &Outputs) -> Self {
        let p = outputs.win();
        let wins = if p > 0.0 { 1.0 + (outputs.win_gammon() + outputs.win_backgammon()) / p } else { 1.0 };
        let loses = if p < 1.0 { 1.0 + (outputs.lose_gammon() + outputs.lose_backgammon()) / (1.0 - p) } else { 1.0 };
        let take_point = (loses - 0.5) / (wins + loses + 0.5);
        let cash_point = (loses + 1.0) / (wins + loses + 0.5);
        Self { win: p, wins, loses, take_point, cash_point }
    }

    /// The equity of the side on roll. Its pieces are picked without branches, for positions side by side.
    #[inline(always)]
    pub(super) fn equity(&self, owner: Option<Side>, jacoby: bool) -> f32 {
        let Self { win: p, wins, loses, take_point, cash_point } = *self;
        let (lost, won) = ((0.0, -loses), (1.0, wins));
        let (passed, cashed) = ((take_point, -1.0), (cash_point, 1.0));
        let (is_passed, is_cashed) = (p < take_point, p >= cash_point);
        let (from, to) = match owner {
            None if is_passed => (lost, passed),
            None if is_cashed => (cashed, won),
            None => (passed, cashed),
            Some(Side::OnRoll) if is_cashed => (cashed, won),
            Some(Side::OnRoll) => (lost, cashed),
            Some(Side::Opponent) if is_passed => (lost, passed),
            Some(Side::Opponent) => (passed, won),
        };
        let value = line(p, from, to);
        match owner {
            None if jacoby && is_passed => -1.0,
            None if jacoby && is_cashed => 1.0,
            _ => value,
        }
    }

    /// The value between a dead and a live cube.
    #[inline(always)]
    pub(super) fn value(&self, dead: f32, efficiency: f32, owner: Option<Side>, jacoby: bool) -> f32 {
        let value = (1.0 - efficiency) * dead + efficiency * self.equity(owner, jacoby);
        if self.win <= DECIDED || self.win >= 1.0 - DECIDED { dead } else { value }
    }
}

/// The values of positions for the side that left them to the other by a play: minus what they are worth to that side with
/// this cube, which it turns first where it may and should. There is an efficiency for each position.
///
/// The same bits as one by one. Each way a cube can lie has its own loop, without branches.
#[inline]
pub(crate) fn left_values(
    reply: &CubeInfo,
    doubled: Option<&CubeInfo>,
    outputs: &[Outputs],
    efficiencies: &[f32; LANES],
) -> [f32; LANES] {
    let mut chances = [[0.0; LANES]; 5];
    for (lane, outputs) in outputs.iter().enumerate() {
        for (chances, output) in chances.iter_mut().zip(outputs.0) {
            chances[lane] = output;
        }
    }
    let values = match (reply.owner(), reply.is_jacoby_in_force(), doubled) {
        (None, false, Some(doubled)) => doubled_or_not(None, false, [reply, doubled], &chances, efficiencies),
        (None, true, Some(doubled)) => doubled_or_not(None, true, [reply, doubled], &chances, efficiencies),
        (owner, jacoby, Some(doubled)) => doubled_or_not(owner, jacoby, [reply, doubled], &chances, efficiencies),
        (Some(Side::Opponent), _, None) => one(Some(Side::Opponent), false, reply, &chances, efficiencies),
        (owner, jacoby, None) => one(owner, jacoby, reply, &chances, efficiencies),
    };
    values.map(|value| -value)
}

#[inline(always)]
fn one(
    owner: Option<Side>,
    jacoby: bool,
    cube: &CubeInfo,
    chances: &[[f32; LANES]; 5],
    efficiencies: &[f32; LANES],
) -> [f32; LANES] {
    let dead = cube.dead_equity();
    let mut values = [0.0; LANES];
    for (lane, value) in values.iter_mut().enumerate() {
        let outputs = Outputs([0, 1, 2, 3, 4].map(|k| chances[k][lane]));
        *value = LiveMoney::new(&outputs).value(dead(&outputs), efficiencies[lane], owner, jacoby);
    }
    values
}

#[inline(always)]
fn doubled_or_not(
    owner: Option<Side>,
    jacoby: bool,
    [cube, doubled]: [&CubeInfo; 2],
    chances: &[[f32; LANES]; 5],
    efficiencies: &[f32; LANES],
) -> [f32; LANES] {
    let (dead, dead_doubled) = (cube.dead_equity(), doubled.dead_equity());
    let mut values = [0.0; LANES];
    for (lane, value) in values.iter_mut().enumerate() {
        let outputs = Outputs([0, 1, 2, 3, 4].map(|k| chances[k][lane]));
        let live = LiveMoney::new(&outputs);
        let stay = live.value(dead(&outputs), efficiencies[lane], owner, jacoby);
        // The other side has the cube then, and gammons count.
        let turned = live.value(dead_doubled(&outputs), efficiencies[lane], Some(Side::Opponent), false);
        *value = best_action(stay, 2.0 * turned, 1.0);
    }
    values
}
