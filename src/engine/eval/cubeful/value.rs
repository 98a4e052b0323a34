//! From cubeless outputs to the value of a position with a cube (Janowski).
//!
//! The value lies between two extremes: a dead cube, which is not turned any more, and a live one, which is always
//! turned at the perfect moment. How near to the live one is the *cube efficiency* of the position. For money the live
//! value is piecewise linear in the winning chances between the take point and the cash point; in a match the same is
//! done in match winning chances, with the points found by going up the levels of the cube.

use super::money::{LiveMoney, line};
use crate::board::Side;
use crate::eval::bearoff::Exact;
use crate::eval::{Efficiencies, Outputs};
use crate::scoring::{CubeInfo, GammonPrices, WinChances};

impl CubeInfo {
    /// The cubeless equity of outputs in units of the cube. In a match gammons count what they are
    /// worth at the score; for money they count in full, even while Jacoby's rule is in force.
    #[must_use]
    pub fn utility(&self, outputs: &Outputs) -> f32 {
        if self.is_match() { self.dead_cube_equity(outputs) } else { outputs.cubeless_equity() }
    }

    /// The equity if the cube stayed where it is for ever: as [`CubeInfo::utility`], but without gammons
    /// while Jacoby's rule is in force.
    #[must_use]
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
pub struct Leaf {
    /// The chances of the side on roll.
    pub outputs: Outputs,
    /// The cube efficiency of the position for each way the cube can lie.
    pub efficiencies: Efficiencies,
    /// Exact equities where a database has them.
    pub exact: Option<Exact>,
    /// Whether a cube that is turned at once, or never, has the value that is known, where the chances are exact. GNU
    /// Backgammon estimates it like any other.
    pub settles: bool,
}

impl Leaf {
    /// The value for the side on roll with this cube: for money the equity in units of the cube, in a
    /// match the match winning chance. The option to double at once is not included.
    #[must_use]
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
        let scale = cube.scale().expect("a match has a scale");
        let dead = scale.to_mwc(cube.dead_cube_equity(&self.outputs)).0;
        if !cube.is_live() {
            return dead;
        }
        if self.settles
            && matches!(self.exact, Some(Exact::Bearoff(_)))
            && let Some(settled) = settled_cube(&self.outputs, cube, dead)
        {
            return settled;
        }
        let x = match &self.exact {
            Some(exact) => exact_efficiency(exact, &self.outputs, cube.owner()),
            None => self.efficiencies.of(cube.owner(), false),
        };
        (1.0 - x) * dead + x * live_match(&self.outputs, cube)
    }
}

/// The match winning chance where no estimate of a live cube is needed: whoever owns the cube never turns it, or turns
/// it at once.
///
/// An owner for whom the cube as it lies is enough never turns it: it is worth what it is on a dead cube. An owner
/// whose opponent wins the match with the cube as it lies has nothing to lose by turning it, and does so before his
/// next roll, after which it is dead. (That the opponent may then pass adds to his chance, and is left out.)
fn settled_cube(outputs: &Outputs, cube: &CubeInfo, dead: f32) -> Option<f32> {
    let owner = cube.owner()?;
    let score = cube.terms().match_score()?;
    let is_enough = |side: Side| u32::from(score.away(cube.player(side))) <= cube.cube().value;
    if is_enough(owner) {
        return Some(dead);
    }
    if owner == Side::OnRoll || !is_enough(Side::OnRoll) {
        return None;
    }
    let turned = cube.levels(cube.player(owner)).first()?;
    let shares = WinShares::new(outputs);
    let (wins, loses) = (shares.average(Side::OnRoll, &turned.lose), 1.0 - shares.average(Side::Opponent, &turned.win));
    Some(outputs.win() * wins + (1.0 - outputs.win()) * loses)
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
