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

#[cfg(test)]
mod tests {
    use super::*;

    /// Chances where a game won counts 1.5 points on average and a game lost 1.25: the take point is 0.75 / 3.25,
    /// and the cash point is 2.25 / 3.25.
    fn gammonish(win: f32) -> LiveMoney {
        let lose = 1.0 - win;
        LiveMoney::new(&Outputs([win, 0.4 * win, 0.1 * win, 0.2 * lose, 0.05 * lose]))
    }

    #[track_caller]
    fn near(found: f32, wanted: f32) {
        assert!((found - wanted).abs() < 2e-6, "{found}, not {wanted}");
    }

    /// Janowski's lines, worked out by hand: through what is lost and won without a cube, and through 1 point lost at
    /// the take point and 1 won at the cash point for whoever may be doubled out.
    #[test]
    fn a_live_cube_is_worth_what_janowskis_lines_say() {
        let (ours, theirs) = (Some(Side::OnRoll), Some(Side::Opponent));
        for (win, owner, worth) in [
            (0.1, None, -1.25 + 0.25 * 13.0 / 30.0),
            (0.5, None, 1.0 / 6.0),
            (0.9, None, 1.3375),
            (0.1, ours, -1.25 + 2.25 * 13.0 / 90.0),
            (0.5, ours, 0.375),
            (0.9, ours, 1.3375),
            (0.1, theirs, -1.25 + 0.25 * 13.0 / 30.0),
            (0.5, theirs, -0.125),
            (0.9, theirs, -1.0 + 2.5 * 0.87),
        ] {
            near(gammonish(win).equity(owner, false), worth);
        }
        // Without gammons: 0.2 and 0.8, and no game is worth more than the point of the double that ends it.
        for (win, owner, worth) in
            [(0.1, None, -1.0), (0.35, None, -0.5), (0.9, None, 1.0), (0.2, ours, -0.5), (0.8, theirs, 0.5)]
        {
            near(LiveMoney::new(&Outputs([win, 0.0, 0.0, 0.0, 0.0])).equity(owner, false), worth);
        }
    }

    #[test]
    fn under_jacobys_rule_nobody_plays_on_for_gammons() {
        for (win, worth) in [(0.1, -1.0), (0.5, 1.0 / 6.0), (0.9, 1.0)] {
            near(gammonish(win).equity(None, true), worth);
        }
        // The rule is for centered cubes.
        near(gammonish(0.9).equity(Some(Side::OnRoll), false), 1.3375);
    }

    #[test]
    fn the_value_lies_between_a_dead_and_a_live_cube() {
        for (efficiency, worth) in [(0.0, 0.2), (0.25, 0.2 - 0.25 / 30.0), (1.0, 1.0 / 6.0)] {
            near(gammonish(0.5).value(0.2, efficiency, None, false), worth);
        }
        // A game that is decided has no use for a cube.
        for win in [0.0, 5e-8, 1.0 - 6e-8, 1.0] {
            assert_eq!(gammonish(win).value(0.3, 0.7, None, false), 0.3, "{win}");
        }
        for win in [0.001, 0.999] {
            assert_ne!(gammonish(win).value(0.3, 0.7, None, false), 0.3, "{win}");
        }
    }
}
