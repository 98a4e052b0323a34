//! The winning chances at which the right cube action changes: take, double, cash and too-good points.
//!
//! A *dead* cube is not turned again; with a *live* one both turn it at the perfect moment. A real cube lies between
//! the two. Gammons are counted at the rates of a position.

use super::value::{WinShares, cash_point};
use crate::board::Side;
use crate::eval::Outputs;
use crate::scoring::{CubeInfo, Terms, WinChances};
use serde::Serialize;

/// A winning chance with a dead and with a live cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CubePoint {
    /// If the cube, once turned, were never turned again.
    pub dead: f32,
    /// If the cube were always turned at the perfect moment.
    pub live: f32,
}

/// The share of a side's wins that are gammons and no more, and the share that are backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GammonRates {
    /// Gammons that are no backgammons.
    pub gammon: f32,
    /// Backgammons.
    pub backgammon: f32,
}

/// The points of one side. All are its own winning chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CubePoints {
    /// The point from which it takes.
    pub take: CubePoint,
    /// The point from which it may beaver; money only.
    pub beaver: Option<CubePoint>,
    /// The point from which a beaver may be beavered back; money only.
    pub raccoon: Option<CubePoint>,
    /// The point from which it gains by turning a centered cube. A live cube is only turned to cash.
    pub double: CubePoint,
    /// The point from which it gains by turning a cube it owns.
    pub redouble: CubePoint,
    /// The point from which the other side passes.
    pub cash: CubePoint,
    /// The point from which it is better to play for a gammon. 1 and more means never.
    pub too_good: CubePoint,
}

impl GammonRates {
    /// The rates of a side under these chances.
    pub fn of(outputs: &Outputs, side: Side) -> Self {
        let [_, gammon, backgammon] = *WinShares::new(outputs).of(side);
        Self { gammon, backgammon }
    }

    /// The value of a win on average, in units of the cube.
    fn value_of_win(self) -> f32 {
        1.0 + self.gammon + 2.0 * self.backgammon
    }
}

impl CubePoints {
    /// The points of a side with this cube and these chances of gammons; `None` where turning the cube changes nothing,
    /// because the match is decided by the cube as it lies.
    pub fn of(cube: &CubeInfo, outputs: &Outputs, side: Side) -> Option<Self> {
        let rates = |side| GammonRates::of(outputs, side);
        match *cube.terms() {
            Terms::Match(_) => Self::in_match(cube, outputs, side),
            Terms::Money { jacoby, beavers } => {
                let (wins, loses) = (rates(side).value_of_win(), rates(!side).value_of_win());
                Some(Self::for_money(wins, loses, jacoby, beavers > 0))
            }
        }
    }

    /// Janowski's points for money: `wins` and `loses` are won and lost on average.
    fn for_money(wins: f32, loses: f32, jacoby: bool, beavers: bool) -> Self {
        let dead = |extra: f32| (loses + extra) / (wins + loses);
        let live = |extra: f32| (loses + extra) / (wins + loses + 0.5);
        let cash = CubePoint { dead: dead(0.5), live: live(1.0) };
        let even = dead(0.0);
        // Under Jacoby's rule the gammons of both sides begin to count with the double: it gains where m times what is
        // won on average, less m times what is lost, comes to more than the chances without gammons, 2p - 1. A taken
        // double has m = 2, one that is beavered m = 4. A side that wins more than it loses begins to double below even
        // chances, where the other side beavers if it may.
        let double = match jacoby {
            false => even,
            true if beavers && loses < wins => (loses - 0.25) / (wins + loses - 0.5),
            true => (loses - 0.5) / (wins + loses - 1.0),
        };
        Self {
            take: CubePoint { dead: dead(-0.5), live: live(-0.5) },
            beaver: Some(CubePoint { dead: even, live: live(0.0) }),
            raccoon: Some(CubePoint { dead: even, live: live(0.5) }),
            double: CubePoint { dead: double, live: cash.live },
            redouble: CubePoint { dead: even, live: cash.live },
            cash,
            too_good: CubePoint { dead: dead(1.0), live: cash.live },
        }
    }

    fn in_match(cube: &CubeInfo, outputs: &Outputs, side: Side) -> Option<Self> {
        let shares = WinShares::new(outputs);
        let cash = Self::cash_in_match(cube, &shares, side);
        let others_cash = Self::cash_in_match(cube, &shares, !side);
        let level = &cube.levels(cube.player(side))[0];
        let chances = |side| cube.win_chances(cube.player(side)).expect("a match has chances");
        let wins = shares.average(side, &chances(side));
        let loses = 1.0 - shares.average(!side, &chances(!side));
        let (double_wins, double_loses) = Self::after_take(&shares, side, &level.win, &level.lose);
        // The risk of doubling against its gain, both on top of playing on.
        let (risk, gain) = (loses - double_loses, double_wins - wins);
        if risk == 0.0 && gain == 0.0 {
            return None;
        }
        let double = CubePoint { dead: risk / (risk + gain), live: cash.live };
        Some(Self {
            take: CubePoint { dead: 1.0 - others_cash.dead, live: 1.0 - others_cash.live },
            beaver: None,
            raccoon: None,
            double,
            redouble: double,
            cash,
            too_good: CubePoint { dead: (level.cash - loses) / (wins - loses), live: cash.live },
        })
    }

    /// The match winning chances of a side after winning and losing the cube it has turned.
    fn after_take(shares: &WinShares, side: Side, win: &WinChances, lose: &WinChances) -> (f32, f32) {
        (shares.average(side, win), 1.0 - shares.average(!side, lose))
    }

    fn cash_in_match(cube: &CubeInfo, shares: &WinShares, side: Side) -> CubePoint {
        let level = &cube.levels(cube.player(side))[0];
        let (wins, loses) = Self::after_take(shares, side, &level.win, &level.lose);
        CubePoint { dead: (level.cash - loses) / (wins - loses), live: cash_point(cube, shares, side) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ByPlayer, Player};
    use crate::scoring::{Cube, CubeOwner, MatchScore, Met};

    /// Chances with these shares of gammons and backgammons for the side on roll and the other.
    fn outputs(on_roll: [f32; 2], opponent: [f32; 2]) -> Outputs {
        let half = |rates: [f32; 2]| [0.5 * (rates[0] + rates[1]), 0.5 * rates[1]];
        let ([wing, winbg], [loseg, losebg]) = (half(on_roll), half(opponent));
        Outputs([0.5, wing, winbg, loseg, losebg])
    }

    fn percent(points: &[f32]) -> Vec<String> {
        points.iter().map(|point| format!("{:.2}", 100.0 * point)).collect()
    }

    #[test]
    fn money_points_are_those_that_gnu_backgammon_shows() {
        let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &Met::kazaross_xg2());
        let outputs = outputs([0.2523, 0.0112], [0.2714, 0.0130]);
        let points = CubePoints::of(&cube, &outputs, Side::OnRoll).expect("money");
        let CubePoints { take, beaver, raccoon, redouble, cash, too_good, .. } = points;
        let (beaver, raccoon) = (beaver.unwrap(), raccoon.unwrap());
        let dead = [take, beaver, raccoon, redouble, cash, too_good].map(|point| point.dead);
        let live = [take, beaver, raccoon, redouble, cash, too_good].map(|point| point.live);
        assert_eq!(percent(&dead), ["31.00", "50.44", "50.44", "50.44", "69.88", "89.32"]);
        assert_eq!(percent(&live), ["25.96", "42.23", "58.51", "74.78", "74.78", "74.78"]);
    }

    #[test]
    fn match_windows_are_those_that_gnu_backgammon_shows() {
        // GNU Backgammon shows the rates to two digits of a percentage, which limits the last digit of the points.
        let check = |score: [u8; 2], rates: [[f32; 2]; 2], side, expected: [f32; 3]| {
            let terms = Terms::Match(MatchScore::new(5, ByPlayer(score), false).unwrap());
            let cube = CubeInfo::new(Cube::START, Player::Top, terms, &Met::kazaross_xg2());
            let points = CubePoints::of(&cube, &outputs(rates[0], rates[1]), side).expect("a live cube");
            for (ours, theirs) in [points.double.dead, points.cash.dead, points.cash.live].iter().zip(expected) {
                assert!((ours - theirs).abs() < 1.5e-4, "{ours} {theirs} {score:?} {side:?}");
            }
        };
        let rates = [[0.2532, 0.0113], [0.2714, 0.0130]];
        check([0, 0], rates, Side::OnRoll, [0.5061, 0.6955, 0.7434]);
        check([0, 0], rates, Side::Opponent, [0.4939, 0.6852, 0.7370]);
        let rates = [[0.2514, 0.0111], [0.2704, 0.0129]];
        check([2, 1], rates, Side::OnRoll, [0.5426, 0.6625, 0.7481]);
        check([2, 1], rates, Side::Opponent, [0.4574, 0.6303, 0.6711]);
    }

    #[test]
    fn jacoby_lets_one_double_a_little_later() {
        let outputs = outputs([0.2523, 0.0112], [0.2714, 0.0130]);
        let double = |jacoby| {
            let terms = Terms::Money { jacoby, beavers: 0 };
            let cube = CubeInfo::new(Cube::START, Player::Top, terms, &Met::kazaross_xg2());
            CubePoints::of(&cube, &outputs, Side::OnRoll).expect("money").double.dead
        };
        assert_eq!(percent(&[double(false), double(true)]), ["50.44", "50.72"]);
    }

    /// GNU Backgammon shows 44.904 % with beavers and 43.326 % without for the side that wins more gammons. For the
    /// other it shows 55.096 % with beavers, where a double is not beavered and loses.
    #[test]
    fn beavers_let_one_double_later_only_below_even_chances() {
        let outputs = outputs([0.3477, 0.0338], [0.1855, 0.0071]);
        let double = |beavers, side| {
            let cube = Terms::Money { jacoby: true, beavers };
            let cube = CubeInfo::new(Cube::START, Player::Top, cube, &Met::kazaross_xg2());
            CubePoints::of(&cube, &outputs, side).expect("money").double.dead
        };
        assert_eq!(percent(&[double(3, Side::OnRoll), double(0, Side::OnRoll)]), ["44.90", "43.33"]);
        assert_eq!(percent(&[double(3, Side::Opponent), double(0, Side::Opponent)]), ["56.67", "56.67"]);
    }

    #[test]
    fn a_cube_that_decides_the_match_has_no_points() {
        let outputs = outputs([0.25, 0.01], [0.25, 0.01]);
        for (length, score, value) in [(1, [0, 0], 1), (5, [0, 0], 8), (3, [2, 2], 1)] {
            let terms = Terms::Match(MatchScore::new(length, ByPlayer(score), false).unwrap());
            let cube = Cube::new(value, CubeOwner::Centered).unwrap();
            let cube = CubeInfo::new(cube, Player::Top, terms, &Met::kazaross_xg2());
            assert_eq!(CubePoints::of(&cube, &outputs, Side::OnRoll), None, "{score:?} of {length}");
        }
    }

    /// A cube that is never turned again: where playing on comes to as much as doubling, cashing, or being passed.
    #[test]
    fn at_each_point_in_a_match_two_ways_come_to_the_same() {
        use super::super::value::Leaf;
        use crate::eval::Efficiencies;
        let met = Met::kazaross_xg2();
        let leaf = |win: f32| {
            let lose = 1.0 - win;
            let outputs = Outputs([win, 0.25 * win, 0.05 * win, 0.2 * lose, 0.02 * lose]);
            Leaf { outputs, efficiencies: Efficiencies::all(0.0), exact: None, at_score: None, turns_at_once: false }
        };
        let near = |a: f32, b: f32, what: &str| assert!((a - b).abs() < 1e-5, "{what}: {a} {b}");
        for (a, b) in (3..=9).flat_map(|a| (3..=9).map(move |b| (a, b))) {
            let terms = Terms::Match(MatchScore::new(9, ByPlayer([9 - a, 9 - b]), false).unwrap());
            let cube = CubeInfo::new(Cube::START, Player::Top, terms, &met);
            let (ours, theirs) = (cube.doubled(&met), cube.flipped().doubled(&met).flipped());
            let [cashed, passed] = [Player::Top, Player::Bottom].map(|player| cube.levels(player)[0].cash);
            let outputs = leaf(0.5).outputs;
            let points = CubePoints::of(&cube, &outputs, Side::OnRoll).expect("points");
            let value = |cube: &CubeInfo, win: f32| leaf(win).value(cube);
            near(value(&cube, points.double.dead), value(&ours, points.double.dead), "double");
            near(value(&ours, points.cash.dead), cashed, "cash");
            near(value(&cube, points.too_good.dead), cashed, "too good");
            near(value(&theirs, points.take.dead), 1.0 - passed, "take");
            assert_eq!((points.beaver, points.raccoon, points.redouble), (None, None, points.double));
            // The other side's points, in its own winning chances.
            let points = CubePoints::of(&cube, &outputs, Side::Opponent).expect("points");
            near(value(&cube, 1.0 - points.too_good.dead), 1.0 - passed, "too good for the other");
            near(value(&theirs, 1.0 - points.cash.dead), 1.0 - passed, "cash for the other");
            near(value(&ours, 1.0 - points.take.dead), cashed, "take by the other");
        }
    }
}
