//! The value of a position with a perfectly used cube for money.

use crate::board::Side;
use crate::eval::Outputs;

/// Winning chances this near to 0 or 1 leave nothing for a cube to do.
const DECIDED: f32 = 1e-7;

/// The height at `x` of the line from `(x0, y0)` to `(x1, y1)`.
#[inline(always)]
pub(super) fn line(x: f32, (x0, y0): (f32, f32), (x1, y1): (f32, f32)) -> f32 {
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// Money equities with a perfectly used cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveMoney {
    win: f32,
    /// The average points of a game won and of a game lost, with gammons.
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
