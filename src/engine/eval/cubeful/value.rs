//! From cubeless outputs to the value of a position with a cube (Janowski).
//!
//! The value lies between two extremes: a dead cube, which is not turned any more, and a live one, which is always
//! turned at the perfect moment. How near to the live one is the *cube efficiency* of the position. For money the live
//! value is piecewise linear in the winning chances between the take point and the cash point; in a match the same is
//! done in match winning chances, with the points found by going up the levels of the cube.

use super::money::{LiveMoney, line};
use crate::board::{Checkers, Side};
use crate::eval::bearoff::{Exact, ScoreBearoff};
use crate::eval::{Efficiencies, Outputs};
use crate::scoring::{CubeInfo, GammonPrices, WinChances};

impl CubeInfo {
    /// The cubeless equity of outputs in units of the cube. In a match gammons count what they are
    /// worth at the score; for money they count in full, even while Jacoby's rule is in force.
    pub fn utility(&self, outputs: &Outputs) -> f32 {
        if self.is_match() { self.dead_cube_equity(outputs) } else { outputs.cubeless_equity() }
    }

    /// The equity if the cube stayed where it is for ever: as [`CubeInfo::utility`], but without gammons
    /// while Jacoby's rule is in force.
    pub fn dead_cube_equity(&self, outputs: &Outputs) -> f32 {
        self.dead_equity()(outputs)
    }

    /// [`CubeInfo::dead_cube_equity`] as a function of outputs, with the gammon prices worked out once.
    #[inline(always)]
    pub(super) fn dead_equity(&self) -> impl Fn(&Outputs) -> f32 + use<> {
        let GammonPrices { gammon, backgammon } = self.gammon_prices(self.on_roll());
        let other = self.gammon_prices(!self.on_roll());
        move |outputs| {
            2.0 * outputs.win() - 1.0 + outputs.win_gammon() * gammon - outputs.lose_gammon() * other.gammon
                + outputs.win_backgammon() * backgammon
                - outputs.lose_backgammon() * other.backgammon
        }
    }
}

/// A position evaluated without looking ahead: all that its value with a cube depends on.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// The chances of the side on roll.
    pub outputs: Outputs,
    /// The cube efficiency of the position for each way the cube can lie.
    pub efficiencies: Efficiencies,
    /// Exact equities where a database has them.
    pub exact: Option<Exact>,
    /// Where the value at match scores is known: the sides of a short bearoff, the one on roll first. `None` where it
    /// is estimated like any other, as GNU Backgammon does.
    pub at_score: Option<(&'a ScoreBearoff, [&'a Checkers; 2])>,
    /// A cube that the other side is going to turn at no risk counts as nearly live; not in GNU Backgammon.
    pub turns_at_once: bool,
}

impl Leaf<'_> {
    /// The value for the side on roll with this cube: for money the equity in units of the cube, in a
    /// match the match winning chance. The option to double at once is not included.
    pub fn value(&self, cube: &CubeInfo) -> f32 {
        self.values()(cube)
    }

    /// [`Leaf::value`] as a function of the cube: what cubes have in common is worked out once.
    pub fn values(&self) -> impl FnMut(&CubeInfo) -> f32 {
        let mut live = None;
        move |cube| if cube.is_match() { self.match_value(cube) } else { self.money_value(cube, &mut live) }
    }

    fn money_value(&self, cube: &CubeInfo, live: &mut Option<LiveMoney>) -> f32 {
        if !cube.is_live() {
            return self.exact.as_ref().map_or_else(|| cube.dead_cube_equity(&self.outputs), Exact::cubeless);
        }
        if let Some(exact) = &self.exact {
            return exact.with_cube(cube.owner(), cube.is_jacoby_in_force());
        }
        let live = live.get_or_insert_with(|| LiveMoney::new(&self.outputs));
        let dead = cube.dead_cube_equity(&self.outputs);
        let (owner, jacoby) = (cube.owner(), cube.is_jacoby_in_force());
        live.value(dead, self.efficiencies.of(owner, jacoby), owner, jacoby)
    }

    fn match_value(&self, cube: &CubeInfo) -> f32 {
        if let Some((bearoff, sides)) = self.at_score {
            return bearoff.value(sides, cube);
        }
        let scale = cube.scale().expect("a match has a scale");
        let dead = scale.to_mwc(cube.dead_cube_equity(&self.outputs)).0;
        if cube.is_live() { self.estimate(cube, dead) } else { dead }
    }

    /// The match winning chance between that of a dead cube and that of a live one.
    fn estimate(&self, cube: &CubeInfo, dead: f32) -> f32 {
        let x = match &self.exact {
            _ if self.turns_at_once && cube.is_turned_next_at_no_risk() => TURNED_NEXT,
            Some(exact) => exact_efficiency(exact, &self.outputs, cube.owner()),
            None => self.efficiencies.of(cube.owner(), false),
        };
        (1.0 - x) * dead + x * live_match(&self.outputs, cube)
    }
}

/// The cube efficiency for money that explains exact equities, for bearoffs within the usual bounds.
fn exact_efficiency(exact: &Exact, outputs: &Outputs, owner: Option<Side>) -> f32 {
    let live = LiveMoney::new(outputs).equity(owner, false);
    let dead = exact.cubeless();
    if (dead - live).abs() <= 1e-4 {
        return 0.6;
    }
    let x = (exact.with_cube(owner, false) - dead) / (live - dead);
    match exact {
        Exact::Bearoff(_) => x.clamp(0.0, 0.6),
        Exact::Hypergammon(_) => x,
    }
}

/// The cube efficiency where the other side is going to turn the cube at no risk. A little less than live: the roll
/// until then may take the position past the point where the cube is passed, so that whoever waits with it loses
/// something. Of .8, .85, .9, .95 and 1 the greatest with which looks of 1 ply lose nothing (docs/training.md).
const TURNED_NEXT: f32 = 0.9;

/// How the wins of both sides divide into single wins, gammons and backgammons.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinShares {
    on_roll: [f32; 3],
    opponent: [f32; 3],
}

impl WinShares {
    pub(super) fn new(outputs: &Outputs) -> Self {
        let shares = |win: f32, gammon: f32, backgammon: f32| {
            if win > 0.0 {
                let (gammons, backgammons) = ((gammon - backgammon) / win, backgammon / win);
                [1.0 - gammons - backgammons, gammons, backgammons]
            } else {
                [1.0, 0.0, 0.0]
            }
        };
        Self {
            on_roll: shares(outputs.win(), outputs.win_gammon(), outputs.win_backgammon()),
            opponent: shares(1.0 - outputs.win(), outputs.lose_gammon(), outputs.lose_backgammon()),
        }
    }

    /// The shares of single wins, gammons and backgammons of a side.
    pub(super) const fn of(&self, side: Side) -> &[f32; 3] {
        match side {
            Side::OnRoll => &self.on_roll,
            Side::Opponent => &self.opponent,
        }
    }

    /// The chance of a side that wins, given its chances after each kind of win.
    pub(super) fn average(&self, side: Side, chances: &WinChances) -> f32 {
        let shares = self.of(side);
        shares[0] * chances[0] + shares[1] * chances[1] + shares[2] * chances[2]
    }
}

/// The winning chance of `side` from which it wins the cube by doubling, with a live cube at a match score.
///
/// The value at the last level, where the turned cube is dead: the other side passes when that is better than playing
/// on to the end. Below it the other side, having taken, will itself cash from its own cash point
/// one level up.
pub(super) fn cash_point(cube: &CubeInfo, shares: &WinShares, side: Side) -> f32 {
    let levels = |side| cube.levels(cube.player(side));
    let turner = |level: usize| if level.is_multiple_of(2) { side } else { !side };
    let last = levels(side).len() - 1;

    let top = &levels(turner(last))[last];
    let wins = shares.average(turner(last), &top.win);
    let loses = 1.0 - shares.average(!turner(last), &top.lose);
    let mut point = (loses - top.cash) / (loses - wins);
    for i in (0..last).rev() {
        let level = &levels(turner(i))[i];
        let wins = shares.average(turner(i), &level.win);
        let redoubled_out = 1.0 - levels(!turner(i))[i + 1].cash;
        point = 1.0 - point * (level.cash - wins) / (redoubled_out - wins);
    }
    point
}

/// The match winning chance with a perfectly used cube.
fn live_match(outputs: &Outputs, cube: &CubeInfo) -> f32 {
    let p = outputs.win();
    let shares = WinShares::new(outputs);
    let chances = |side| cube.win_chances(cube.player(side)).expect("a match has chances");
    let (mine, theirs) = (chances(Side::OnRoll), chances(Side::Opponent));
    let wins = shares.average(Side::OnRoll, &mine);
    let loses = 1.0 - shares.average(Side::Opponent, &theirs);
    let (cash, other_cashes) = (mine[0], 1.0 - theirs[0]);
    let (lost, won) = ((0.0, loses), (1.0, wins));

    // Where the side on roll cashes, unless the other side holds the cube.
    let cashed = (cube.owner() != Some(Side::Opponent)).then(|| (cash_point(cube, &shares, Side::OnRoll), cash));
    // Where the other side cashes, unless the side on roll holds the cube.
    let passed =
        (cube.owner() != Some(Side::OnRoll)).then(|| (1.0 - cash_point(cube, &shares, Side::Opponent), other_cashes));

    match (passed, cashed) {
        (Some(passed), _) if p <= passed.0 => {
            if passed.0 > 0.0 {
                line(p, lost, passed)
            } else {
                loses
            }
        }
        (passed, Some(cashed)) if p < cashed.0 => line(p, passed.unwrap_or(lost), cashed),
        (_, Some(cashed)) => {
            if cashed.0 < 1.0 {
                line(p, cashed, won)
            } else {
                wins
            }
        }
        (passed, None) => line(p, passed.unwrap_or(lost), won),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ByPlayer, Player};
    use crate::eval::CubePoints;
    use crate::eval::bearoff::{Equities, file::HypergammonValue};
    use crate::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};

    const CENTERED: CubeOwner = CubeOwner::Centered;
    const OURS: CubeOwner = CubeOwner::Owned(Player::Top);
    const THEIRS: CubeOwner = CubeOwner::Owned(Player::Bottom);

    /// Top on roll, at this many points away.
    fn at(away: [u8; 2], value: u32, owner: CubeOwner) -> CubeInfo {
        let score = MatchScore::new(15, ByPlayer(away.map(|away| 15 - away)), false).unwrap();
        CubeInfo::new(Cube::new(value, owner).unwrap(), Player::Top, Terms::Match(score), &Met::kazaross_xg2())
    }

    fn leaf(outputs: [f32; 5], efficiency: f32) -> Leaf<'static> {
        Leaf {
            outputs: Outputs(outputs),
            efficiencies: Efficiencies::all(efficiency),
            exact: None,
            at_score: None,
            turns_at_once: false,
        }
    }

    /// Chances with these shares of gammons and backgammons among the wins of both sides.
    fn shared(win: f32) -> [f32; 5] {
        [win, 0.25 * win, 0.05 * win, 0.2 * (1.0 - win), 0.02 * (1.0 - win)]
    }

    #[track_caller]
    fn near(found: f32, wanted: f32) {
        assert!((found - wanted).abs() < 2e-6, "{found}, not {wanted}");
    }

    /// A dead cube is worth the six results that it can bring, each with its chance.
    #[test]
    fn a_dead_cube_is_worth_its_results() {
        let met = Met::kazaross_xg2();
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = shared(0.6);
        let chances = [
            (Player::Top, [win - gammon, gammon - backgammon, backgammon]),
            (Player::Bottom, [0.4 - lose_gammon, lose_gammon - lose_backgammon, lose_backgammon]),
        ];
        for (away, value, owner) in
            [([7, 5], 1, CENTERED), ([7, 5], 2, OURS), ([9, 11], 2, THEIRS), ([3, 6], 1, CENTERED)]
        {
            let cube = at(away, value, owner);
            let score = cube.terms().match_score().expect("a match");
            let worth: f32 = chances
                .iter()
                .flat_map(|&(winner, chances)| (1..).zip(chances).map(move |(points, chance)| (winner, points, chance)))
                .map(|(winner, points, chance)| chance * met.after(score, winner, points * value, Player::Top))
                .sum();
            near(leaf(shared(0.6), 0.0).value(&cube), worth);
        }
    }

    /// Between a dead and a live cube: by the efficiency of the way in which the cube lies.
    #[test]
    fn the_efficiency_of_the_owner_counts() {
        let ways = Efficiencies([0.1, 0.2, 0.3, 0.4]);
        for (owner, efficiency) in [(CENTERED, 0.2), (OURS, 0.3), (THEIRS, 0.4)] {
            let cube = at([7, 5], 2, owner);
            let [dead, live] = [0.0, 1.0].map(|efficiency| leaf(shared(0.6), efficiency).value(&cube));
            assert!((dead - live).abs() > 0.005, "{owner:?}: {dead} {live}");
            let found = Leaf { efficiencies: ways, ..leaf(shared(0.6), 0.0) }.value(&cube);
            near(found, (1.0 - efficiency) * dead + efficiency * live);
        }
    }

    /// A cube that can be turned at no risk is turned as soon as it may be: while the other side rolls, to own it is
    /// worth nearly what it will be worth once turned, as long as nobody passes. At every score of a match to 9, with
    /// every cube.
    #[test]
    fn a_cube_that_is_turned_next_at_no_risk_is_worth_nearly_what_it_is_once_turned() {
        let met = Met::kazaross_xg2();
        let (mut n, mut waits) = (0, 0);
        for (a, b, value) in (1..=9).flat_map(|a| (1..=9).flat_map(move |b| [1, 2, 4].map(move |value| (a, b, value))))
        {
            let score = MatchScore::new(9, ByPlayer([9 - a, 9 - b]), false).unwrap();
            let of = |owner, value, on_roll| {
                CubeInfo::new(Cube::new(value, owner).unwrap(), on_roll, Terms::Match(score), &met)
            };
            let owner = if value == 1 { CENTERED } else { OURS };
            let (away, theirs) = (u32::from(a), u32::from(b));
            let is_free = theirs <= value && value < away;
            // While we are on roll nothing is taken for done.
            let cube = of(owner, value, Player::Bottom);
            assert_eq!(cube.is_turned_next_at_no_risk(), is_free, "{a} {b} {value}");
            assert!(!of(OURS, value, Player::Top).is_turned_next_at_no_risk());
            if !is_free || !cube.is_live() {
                continue;
            }
            n += 1;
            let turned = of(THEIRS, 2 * value, Player::Bottom);
            let points = CubePoints::of(&cube, &Outputs(shared(0.5)), Side::Opponent).expect("points");
            for share in [0.0, 0.2, 0.5, 0.9] {
                let outputs = Outputs(shared(1.0 - share * points.cash.live.min(1.0)));
                let own = Leaf { outputs, turns_at_once: true, ..leaf(outputs.0, 0.6) };
                // Between the dead cube and the turned one, nearer to this one than by the formula.
                let formula = Leaf { turns_at_once: false, ..own };
                let (found, by_formula, once_turned) = (own.value(&cube), formula.value(&cube), own.value(&turned));
                assert!((once_turned - 1e-6..=by_formula + 1e-6).contains(&found), "{a} {b} {value}");
                let nearer = (found - once_turned) / (by_formula - once_turned);
                if by_formula - once_turned > 1e-3 {
                    waits += 1;
                    assert!((nearer - (1.0 - TURNED_NEXT) / 0.4).abs() < 2e-3, "{a} {b} {value}: {nearer}");
                }
            }
        }
        assert!(n > 20 && waits > 20, "{n} {waits}");
    }

    /// The take point of the other side, with a live cube, is where passing and playing on for twice as much, with the
    /// cube on its side, come to the same. At every score whose cube is not dead.
    #[test]
    fn at_the_cash_point_a_take_is_worth_a_pass() {
        let met = Met::kazaross_xg2();
        let mut n = 0;
        for (a, b) in (2..=13).flat_map(|a| (2..=13).map(move |b| (a, b))) {
            let cube = at([a, b], 1, CENTERED);
            if !cube.is_live() {
                continue;
            }
            let points = CubePoints::of(&cube, &Outputs(shared(0.5)), Side::OnRoll).expect("points");
            let cash = cube.levels(Player::Top)[0].cash;
            let at_cash = shared(points.cash.live);
            // As the cube lies it is worth the point that a double would bring.
            near(leaf(at_cash, 1.0).value(&cube), cash);
            // The other side's point, from here.
            let theirs = shared(points.take.live);
            near(leaf(theirs, 1.0).value(&cube), 1.0 - cube.levels(Player::Bottom)[0].cash);
            let doubled = cube.doubled(&met);
            if doubled.is_live() && a > 2 && b > 2 {
                assert!((leaf(at_cash, 1.0).value(&doubled) - cash).abs() < 1e-5, "{a}-away, {b}-away");
                n += 1;
            }
        }
        assert!(n > 80, "{n}");
    }

    /// At 4-away both with a cube at 2 that decides the match when it is turned, by hand: the chance after two points
    /// is `c`. The owner cashes from `c` on; below it the value rises evenly from `1 − c`, above it to the worth of a
    /// win with its gammons.
    #[test]
    fn the_last_turn_of_the_cube_by_hand() {
        let c = Met::kazaross_xg2().pre_crawford(ByPlayer([2, 4]), Player::Top);
        let value = |win: f32, owner| leaf([win, 0.0, 0.0, 0.0, 0.0], 1.0).value(&at([4, 4], 2, owner));
        for p in [0.0, 0.2, 0.4, 0.6, c - 0.001] {
            near(value(p, OURS), 1.0 - c + (2.0 * c - 1.0) * p / c);
            near(1.0 - value(1.0 - p, THEIRS), 1.0 - c + (2.0 * c - 1.0) * p / c);
        }
        for p in [c, 0.9, 1.0] {
            near(value(p, OURS), c);
            near(value(1.0 - p, THEIRS), 1.0 - c);
        }
        // Centered, both may: from 1 − c, where it is 1 − c, to c.
        for p in [1.0 - c, 0.5, 0.6, c] {
            near(value(p, CENTERED), p);
        }
        near(value(0.1, CENTERED), 1.0 - c);
        near(value(0.95, CENTERED), c);
        // Half of the wins are gammons, which win the match.
        let gammonish = |win: f32| leaf([win, 0.5 * win, 0.0, 0.0, 0.0], 1.0).value(&at([4, 4], 2, OURS));
        near(gammonish(1.0), 0.5 + 0.5 * c);
        near(gammonish(0.9), c + 0.5 * (1.0 - c) * (0.9 - c) / (1.0 - c));
        // A lost game that is a gammon is lost, and then the take point is lower.
        let lost = |win: f32| leaf([win, 0.0, 0.0, 0.5 * (1.0 - win), 0.0], 1.0).value(&at([4, 4], 2, THEIRS));
        near(lost(0.0), 0.5 * (1.0 - c));
        near(lost(1.0 - c), 1.0 - c);
    }

    /// What an exact equity for money says of the efficiency of its cube serves in a match.
    #[test]
    fn exact_equities_tell_their_efficiency() {
        // A race at 60 %: dead .2; live 1/3 with an own cube, by Janowski's line from −1 to 1 at 80 %: .5.
        let outputs = Outputs([0.6, 0.0, 0.0, 0.0, 0.0]);
        let live = LiveMoney::new(&outputs).equity(Some(Side::OnRoll), false);
        near(live, 0.5);
        let of = |equity: f32| Exact::Hypergammon(HypergammonValue { outputs, equities: [equity, 9.0, 9.0, 9.0] });
        let efficiency = |equity: f32| exact_efficiency(&of(equity), &outputs, Some(Side::OnRoll));
        for (equity, expected) in [(0.2, 0.0), (0.5, 1.0), (0.35, 0.5), (0.8, 2.0), (0.05, -0.5)] {
            assert!((efficiency(equity) - expected).abs() < 1e-5, "{equity}: {}", efficiency(equity));
        }
        // Of a bearoff it stays between none and the usual.
        let raw = |equity: f32| ((equity + 1.0) * 32767.5).round() as u16;
        let bearoff = |equity: f32| {
            let exact = Exact::Bearoff(Equities::from_raw([raw(0.2), raw(equity), 0, 0]).money());
            exact_efficiency(&exact, &outputs, Some(Side::OnRoll))
        };
        for (equity, expected) in [(0.05, 0.0), (0.35, 0.5), (0.5, 0.6)] {
            assert!((bearoff(equity) - expected).abs() < 1e-3, "{equity}: {}", bearoff(equity));
        }
        // Where a live cube is worth as much as a dead one, nothing is told.
        let even = Outputs([0.5, 0.0, 0.0, 0.0, 0.0]);
        let exact = Exact::Bearoff(Equities::from_raw([raw(0.0), 0, raw(0.0), 0]).money());
        assert_eq!(exact_efficiency(&exact, &even, None), 0.6);
        // The efficiency is that of the value in a match, and for money the equity itself.
        let leaf = Leaf { exact: Some(of(0.35)), ..leaf(outputs.0, 0.0) };
        let cube = at([7, 7], 2, OURS);
        near(leaf.value(&cube), self::leaf(outputs.0, 0.5).value(&cube));
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        let money = |cube| CubeInfo::new(cube, Player::Top, terms, &Met::kazaross_xg2());
        assert_eq!(leaf.value(&money(Cube::new(2, OURS).unwrap())), 0.35);
        assert_eq!(leaf.value(&money(Cube::new(Cube::TOP, OURS).unwrap())), outputs.cubeless_equity());
    }

    #[test]
    fn money_without_an_exact_equity_is_janowskis() {
        let terms = |jacoby| Terms::Money { jacoby, beavers: 0 };
        let money = |value, owner, jacoby| {
            CubeInfo::new(Cube::new(value, owner).unwrap(), Player::Top, terms(jacoby), &Met::kazaross_xg2())
        };
        let half = leaf([0.5, 0.2, 0.05, 0.1, 0.025], 0.5);
        // Dead: 0 and gammons .25 less .125; live with an own cube .375, centered 1/6.
        near(half.value(&money(1, CENTERED, false)), 0.5 * (0.125 + 1.0 / 6.0));
        near(half.value(&money(2, OURS, false)), 0.5 * (0.125 + 0.375));
        // Under Jacoby's rule gammons do not count while the cube is in the middle.
        near(half.value(&money(1, CENTERED, true)), 0.5 / 6.0);
        near(half.value(&money(2, OURS, true)), 0.5 * (0.125 + 0.375));
        near(half.value(&money(Cube::TOP, OURS, false)), 0.125);
        near(money(1, CENTERED, true).utility(&half.outputs), 0.125);
        near(money(1, CENTERED, true).dead_cube_equity(&half.outputs), 0.0);
    }
}
