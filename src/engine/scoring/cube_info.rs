//! The cube at a decision: its state, the side on roll, the rules, and every match result that can follow, looked up
//! once.

use super::equity::{EquityScale, Mwc};
use super::{Cube, CubeOwner, Met, Terms};
use crate::board::{ByPlayer, Player, Side};
use arrayvec::ArrayVec;

/// Cube levels at which a match of 64 points can still be undecided: 1, 2, 4 … 32.
const MAX_LEVELS: usize = 6;

/// Swings of the match winning chance below this are no basis for gammon prices.
const NO_SWING: f32 = 1e-7;

/// The value of gammons to a player on top of a win, in units of half the swing between winning and
/// losing the cube.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GammonPrices {
    /// A gammon on top of a win.
    pub gammon: f32,
    /// A backgammon on top of a gammon.
    pub backgammon: f32,
}

impl GammonPrices {
    /// Gammons and backgammons are paid in full.
    pub const FULL: Self = Self { gammon: 1.0, backgammon: 1.0 };
    /// Gammons do not count.
    pub const NONE: Self = Self { gammon: 0.0, backgammon: 0.0 };

    /// The gammon value and the backgammon value as the field quotes them, in units of the whole swing
    /// between losing and winning, the second on top of a plain win: 0.5 and 1 for money.
    pub fn quoted(&self) -> (f32, f32) {
        (0.5 * self.gammon, 0.5 * (self.gammon + self.backgammon))
    }
}

/// The value of gammons to the side on roll, in units of half the swing between winning and losing the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SidePrices {
    /// The price of a gammon that the side wins.
    pub gammon: f32,
    /// The price of a gammon that the side loses.
    pub lose_gammon: f32,
}

impl SidePrices {
    /// Without a match.
    pub const MONEY: Self = Self { gammon: 1.0, lose_gammon: 1.0 };
}

/// Match winning chances of a player after winning a cube singly, with a gammon, with a backgammon.
pub type WinChances = [f32; 3];

/// The results at one value of the cube, for the player who may turn it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubeLevel {
    /// His chance when the other passes.
    pub cash: f32,
    /// His chances after winning the cube he has turned.
    pub win: WinChances,
    /// The other's chances after winning that cube.
    pub lose: WinChances,
}

/// Everything that a cube's values depend on at a match score.
#[derive(Clone, Debug)]
struct Stakes {
    /// Chances of each player after winning the cube as it lies.
    win: ByPlayer<WinChances>,
    /// The levels from the cube as it lies up to the last at which turning it makes sense to both.
    levels: ByPlayer<ArrayVec<CubeLevel, MAX_LEVELS>>,
    /// Whether the cube matters at all.
    is_live: bool,
    /// Players who risk nothing by turning it.
    risks_nothing: ByPlayer<bool>,
}

/// Cube, side on roll, rules and score, with the gammon prices that follow from them.
///
/// All values are seen by the side on roll unless a [`Player`] or [`Side`] is named.
#[derive(Clone, Debug)]
pub struct CubeInfo {
    cube: Cube,
    top: u32,
    on_roll: Player,
    terms: Terms,
    prices: ByPlayer<GammonPrices>,
    stakes: Option<Stakes>,
}

impl CubeInfo {
    /// The state of a cube with `on_roll` to decide. The match equity table is not consulted for money.
    pub fn new(cube: Cube, on_roll: Player, terms: Terms, met: &Met) -> Self {
        Self::up_to(Cube::TOP, cube, on_roll, terms, met)
    }

    /// [`CubeInfo::new`] where the cube is turned to `top` at most, and never beyond [`Cube::TOP`].
    pub fn up_to(top: u32, cube: Cube, on_roll: Player, terms: Terms, met: &Met) -> Self {
        let top = top.min(Cube::TOP);
        let stakes = terms.match_score().map(|score| {
            Stakes::new(cube.value(), top, &terms, |winner, points| met.after(score, winner, points, winner))
        });
        let prices = match (&stakes, terms) {
            (Some(stakes), _) => stakes.prices(),
            (None, Terms::Money { jacoby: true, .. }) if cube.owner() == CubeOwner::Centered => {
                ByPlayer([GammonPrices::NONE; 2])
            }
            (None, _) => ByPlayer([GammonPrices::FULL; 2]),
        };
        Self { cube, top, on_roll, terms, prices, stakes }
    }

    /// This cube with the other side on roll.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { on_roll: !self.on_roll, ..self.clone() }
    }

    /// Hands the dice to the other side.
    pub fn flip(&mut self) {
        self.on_roll = !self.on_roll;
    }

    /// The state after the side on roll has doubled and the other taken; the same side is on roll.
    #[must_use]
    pub fn doubled(&self, met: &Met) -> Self {
        Self::up_to(self.top, self.cube.doubled_by(self.on_roll), self.on_roll, self.terms, met)
    }

    /// The cube as it lies.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// The largest value to which the cube is turned.
    pub const fn top(&self) -> u32 {
        self.top
    }

    /// Whether the cube shows its largest value, so that it stays where it is.
    pub const fn is_at_top(&self) -> bool {
        2 * self.cube.value() > self.top
    }

    /// How often a double may be turned at once: as often as the terms allow and the cube has values left.
    pub const fn beavers(&self) -> u8 {
        match self.terms {
            Terms::Match(_) => 0,
            Terms::Money { .. } if self.is_at_top() => 0,
            Terms::Money { beavers, .. } => {
                let left = (self.top / (2 * self.cube.value())).ilog2() as u8;
                if beavers < left { beavers } else { left }
            }
        }
    }

    /// The player on roll.
    pub const fn on_roll(&self) -> Player {
        self.on_roll
    }

    /// Money or match.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Whether this is a game of a match.
    pub const fn is_match(&self) -> bool {
        self.stakes.is_some()
    }

    /// The player on a side.
    pub fn player(&self, side: Side) -> Player {
        match side {
            Side::OnRoll => self.on_roll,
            Side::Opponent => !self.on_roll,
        }
    }

    /// The side that owns the cube, `None` when it is centered.
    pub fn owner(&self) -> Option<Side> {
        match self.cube.owner() {
            CubeOwner::Centered => None,
            CubeOwner::Owned(owner) if owner == self.on_roll => Some(Side::OnRoll),
            CubeOwner::Owned(_) => Some(Side::Opponent),
        }
    }

    /// Whether the side on roll has access to the cube, whatever turning it may gain.
    pub fn has_access(&self) -> bool {
        self.cube.is_available_to(self.on_roll)
    }

    /// Whether the side on roll may double: it has access, the cube has a value left, this is no Crawford game, and
    /// winning the cube as it lies would not win the match already.
    pub fn may_double(&self) -> bool {
        self.has_access()
            && !self.is_at_top()
            && self
                .terms
                .match_score()
                .is_none_or(|score| !score.crawford() && self.cube.value() < u32::from(score.away(self.on_roll)))
    }

    /// Whether the cube can still change hands to a player's gain. It is dead at its largest value, in a Crawford game,
    /// when the cube as it lies decides the match for both, and at 2-away both, where both double at once.
    pub fn is_live(&self) -> bool {
        !self.is_at_top() && self.stakes.as_ref().is_none_or(|stakes| stakes.is_live)
    }

    /// The side that is not on roll may turn the cube on its turn and risks nothing by it: if it loses with the cube as
    /// it lies, it loses the match.
    pub fn is_turned_next_at_no_risk(&self) -> bool {
        let (next, owner) = (!self.on_roll, self.cube.owner());
        self.stakes.as_ref().is_some_and(|stakes| stakes.risks_nothing[next]) && owner != CubeOwner::Owned(self.on_roll)
    }

    /// Whether gammons do not count as long as the cube stays where it is.
    pub fn is_jacoby_in_force(&self) -> bool {
        self.terms.is_jacoby() && self.cube.owner() == CubeOwner::Centered
    }

    /// The value of gammons to a player.
    pub fn gammon_prices(&self, player: Player) -> GammonPrices {
        self.prices[player]
    }

    /// The value of gammons to the side on roll; in full for money, whatever the rules.
    pub fn side_prices(&self) -> SidePrices {
        if !self.is_match() {
            return SidePrices::MONEY;
        }
        let [gammon, lose_gammon] = [self.on_roll(), !self.on_roll()].map(|player| self.gammon_prices(player).gammon);
        SidePrices { gammon, lose_gammon }
    }

    /// The equity scale of the side on roll, `None` for money.
    pub fn scale(&self) -> Option<EquityScale> {
        let stakes = self.stakes.as_ref()?;
        Some(EquityScale { lose: Mwc(1.0 - stakes.win[!self.on_roll][0]), win: Mwc(stakes.win[self.on_roll][0]) })
    }

    /// The match winning chance of the side on roll that an equity stands for, `None` for money.
    pub fn mwc(&self, equity: f32) -> Option<f32> {
        self.scale().map(|scale| scale.to_mwc(equity).0)
    }

    /// The match winning chance that a difference of equities, or an error, stands for, `None` for money.
    pub fn mwc_of_difference(&self, equity: f32) -> Option<f32> {
        self.scale().map(|scale| equity * scale.slope())
    }

    /// The chances of a player after winning the cube as it lies, `None` for money.
    pub fn win_chances(&self, player: Player) -> Option<WinChances> {
        self.stakes.as_ref().map(|stakes| stakes.win[player])
    }

    /// The levels of the cube from here up, for the player who turns it; none for money.
    pub fn levels(&self, player: Player) -> &[CubeLevel] {
        self.stakes.as_ref().map_or(&[], |stakes| &stakes.levels[player])
    }
}

impl Stakes {
    /// `after` returns the match winning chance of a player who wins some points.
    fn new(cube: u32, top: u32, terms: &Terms, after: impl Fn(Player, u32) -> f32) -> Self {
        let score = terms.match_score().expect("stakes are those of a match");
        let away = ByPlayer(Player::BOTH.map(|player| u32::from(score.away(player))));
        let chances = |player, cube| [after(player, cube), after(player, 2 * cube), after(player, 3 * cube)];
        // Past this level a turned cube decides the match for at least one side.
        let is_last = |value| Player::BOTH.iter().any(|&player| away[player] <= 2 * value);

        let levels = Player::BOTH.map(|player| {
            let mut levels = ArrayVec::new();
            let mut value = cube;
            loop {
                // A turned cube that decides the match for its turner alone comes back at once, doubled again.
                let comes_back =
                    is_last(value) && 4 * value <= top && away[player] <= 2 * value && away[!player] > 2 * value;
                let turned = if comes_back { 4 * value } else { 2 * value };
                levels.push(CubeLevel {
                    cash: after(player, value),
                    win: chances(player, turned),
                    lose: chances(!player, turned),
                });
                if is_last(value) || 4 * value > top {
                    break levels;
                }
                value *= 2;
            }
        });
        let decides = Player::BOTH.iter().all(|&player| away[player] <= cube);
        let two_away_both = Player::BOTH.iter().all(|&player| away[player] == 2);
        Self {
            win: ByPlayer(Player::BOTH.map(|player| chances(player, cube))),
            levels: ByPlayer(levels),
            is_live: !(score.crawford() || decides || two_away_both),
            risks_nothing: ByPlayer(
                Player::BOTH
                    .map(|player| away[!player] <= cube && away[player] > cube && 2 * cube <= top && !score.crawford()),
            ),
        }
    }

    fn prices(&self) -> ByPlayer<GammonPrices> {
        ByPlayer(Player::BOTH.map(|player| {
            let [win, gammon, backgammon] = self.win[player];
            let center = 0.5 * (win + (1.0 - self.win[!player][0]));
            let half_swing = win - center;
            if half_swing.abs() <= NO_SWING {
                return GammonPrices::NONE;
            }
            let gammon_price = (gammon - center) / half_swing - 1.0;
            let backgammon_price = (backgammon - center) / half_swing - 1.0 - gammon_price;
            GammonPrices { gammon: gammon_price.max(0.0), backgammon: backgammon_price.max(0.0) }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::MatchScore;

    fn info(away: [u8; 2], cube: u32, owner: CubeOwner, crawford: bool) -> CubeInfo {
        let length = 25;
        let score = ByPlayer(away.map(|away| length - away));
        let terms = Terms::Match(MatchScore::new(length, score, crawford).unwrap());
        CubeInfo::new(Cube::new(cube, owner).unwrap(), Player::Bottom, terms, &Met::kazaross_xg2())
    }

    /// A higher cube than any game has, at every score of some lengths, with any limit.
    #[test]
    fn every_cube_has_its_stakes_at_every_score() {
        let met = Met::kazaross_xg2();
        let owners = [CubeOwner::Centered, CubeOwner::Owned(Player::Top), CubeOwner::Owned(Player::Bottom)];
        let scores = [1, 2, 3, 7, MatchScore::LONGEST].into_iter().flat_map(|length| {
            let late = length.saturating_sub(3)..length;
            let any = (0..length.min(3)).chain(late.clone());
            any.flat_map(move |top| (0..length.min(3)).chain(late.clone()).map(move |bottom| (length, [top, bottom])))
        });
        let scores = scores.flat_map(|(length, score)| [false, true].map(|crawford| (length, score, crawford)));
        for (length, score, crawford) in scores {
            let terms = Terms::Match(MatchScore::new(length, ByPlayer(score), crawford).unwrap());
            for (turned, owner) in (0..=24).flat_map(|turned| owners.map(|owner| (turned, owner))) {
                for top in [0, 1, 2, 64, u32::MAX] {
                    let info = CubeInfo::up_to(top, Cube::turned(turned, owner), Player::Top, terms, &met);
                    let all = [info.doubled(&met), info.flipped(), info];
                    for info in all {
                        assert!(info.mwc(1.0).is_some_and(|mwc| (0.0..=1.0).contains(&mwc)), "{info:?}");
                        assert!(info.top() <= Cube::TOP && !info.levels(Player::Top).is_empty(), "{info:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn gammon_prices_at_the_start_of_a_match_to_5() {
        // GNU Backgammon's `show gammonvalues` prints these.
        let (gammon, backgammon) = info([5, 5], 1, CubeOwner::Centered, false).gammon_prices(Player::Top).quoted();
        assert_eq!(format!("{gammon:.5} {backgammon:.5}"), "0.45674 1.07521");
    }

    #[test]
    fn prices_of_a_side_are_those_of_its_player() {
        // Bottom is on roll and needs 2, Top needs 5: a gammon wins the match for the one, three points for the other.
        let info = info([5, 2], 1, CubeOwner::Centered, false);
        let [top, bottom] = [Player::Top, Player::Bottom].map(|player| info.gammon_prices(player).gammon);
        assert!((top - bottom).abs() > 0.01, "{top} {bottom}");
        assert_eq!(info.side_prices(), SidePrices { gammon: bottom, lose_gammon: top });
        assert_eq!(info.flipped().side_prices(), SidePrices { gammon: top, lose_gammon: bottom });
        let money = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &Met::kazaross_xg2());
        assert_eq!(money.side_prices(), SidePrices::MONEY);
    }

    #[test]
    fn gammons_for_money() {
        let met = Met::kazaross_xg2();
        let centered = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
        assert_eq!(centered.gammon_prices(Player::Top), GammonPrices::NONE);
        assert_eq!(centered.doubled(&met).gammon_prices(Player::Top), GammonPrices::FULL);
        assert_eq!(centered.doubled(&met).owner(), Some(Side::Opponent));
        assert_eq!(centered.doubled(&met).flipped().owner(), Some(Side::OnRoll));
        assert!(centered.may_double() && !centered.doubled(&met).may_double());
    }

    #[test]
    fn who_may_double_in_a_match() {
        let centered = CubeOwner::Centered;
        // Bottom is on roll: the second number is its distance.
        assert!(info([3, 5], 4, CubeOwner::Owned(Player::Bottom), false).may_double());
        assert!(!info([3, 5], 4, CubeOwner::Owned(Player::Top), false).may_double());
        assert!(!info([3, 4], 4, CubeOwner::Owned(Player::Bottom), false).may_double(), "the cube is enough");
        assert!(!info([4, 1], 1, centered, true).may_double(), "Crawford");
        assert!(!info([4, 1], 1, centered, false).may_double(), "the leader after Crawford");
        assert!(info([1, 4], 1, centered, false).may_double(), "the trailer after Crawford");
    }

    #[test]
    fn a_cube_stays_at_its_largest_value() {
        let money = |top, value, beavers| {
            let cube = Cube::new(value, CubeOwner::Owned(Player::Top)).unwrap();
            CubeInfo::up_to(top, cube, Player::Top, Terms::Money { jacoby: false, beavers }, &Met::kazaross_xg2())
        };
        // A double to 64 leaves no value for a beaver, a double to 16 leaves two, a double to 8 three.
        for (value, at_top, beavers) in
            [(1, false, 3), (2, false, 3), (4, false, 3), (8, false, 2), (16, false, 1), (32, false, 0), (64, true, 0)]
        {
            let info = money(64, value, 3);
            assert_eq!((info.is_at_top(), info.beavers()), (at_top, beavers), "{value}");
            assert_eq!((info.may_double(), info.is_live()), (!at_top, !at_top), "{value}");
            assert_eq!((info.top(), info.cube().value()), (64, value));
            assert_eq!(info.beavers().min(1), money(64, value, 1).beavers(), "{value}");
        }
        // A largest value that is no power of two.
        assert!(!money(65, 32, 3).is_at_top() && money(63, 32, 3).is_at_top());
        assert_eq!((money(12, 2, 3).beavers(), money(64, 1, 0).beavers()), (1, 0));
        assert_eq!(info([9, 9], 2, CubeOwner::Centered, false).beavers(), 0, "none in a match");
        assert_eq!(money(8, 4, 0).doubled(&Met::kazaross_xg2()).top(), 8);
    }

    #[test]
    fn dead_cubes() {
        assert!(info([3, 2], 1, CubeOwner::Centered, false).is_live());
        assert!(!info([2, 2], 1, CubeOwner::Centered, false).is_live());
        assert!(!info([4, 1], 1, CubeOwner::Centered, true).is_live());
        assert!(!info([3, 2], 4, CubeOwner::Owned(Player::Top), false).is_live());
        assert!(info([5, 2], 4, CubeOwner::Owned(Player::Top), false).is_live());
    }

    #[test]
    fn levels_end_where_a_turned_cube_decides_the_match() {
        let levels = |away, cube| info(away, cube, CubeOwner::Centered, false).levels(Player::Bottom).len();
        assert_eq!(levels([25, 25], 1), 5);
        assert_eq!(levels([25, 25], 16), 1);
        assert_eq!(levels([25, 2], 1), 1);
        assert_eq!(levels([9, 25], 2), 3);
        // The one who needs less gets the cube back at once, doubled again.
        let info = info([7, 2], 1, CubeOwner::Centered, false);
        assert_eq!(info.levels(Player::Bottom)[0].win[0], 1.0);
        assert!(info.levels(Player::Bottom)[0].lose[0] < 1.0, "four points of seven");
        assert!(info.levels(Player::Bottom)[0].lose[0] > info.levels(Player::Top)[0].win[0], "against two");
    }
}
