//! The units of a candidate's values: how they become equities of the basis cube, and match winning chances.

use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS};
use crate::rollout::order::job::{Job, Start};
use crate::scoring::{CubeInfo, Met};

/// The equity of double/pass.
pub const DOUBLE_PASS: f64 = 1.0;

impl Job {
    /// How the values of each candidate's trials become equities in units of the basis cube.
    pub fn units(&self, met: &Met) -> Vec<Units> {
        let basis = self.basis_info(met);
        self.candidates().iter().map(|start| Units::new(start, &basis, self, met)).collect()
    }
}

/// A linear change of unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Value of 0.
    pub offset: f64,
    /// Change per unit: also the factor of standard errors, which are never negative.
    pub slope: f64,
}

impl Line {
    /// No change.
    pub const IDENTITY: Self = Self { offset: 0.0, slope: 1.0 };

    /// The value in the new unit.
    pub fn at(&self, value: f64) -> f64 {
        self.offset + self.slope * value
    }

    fn then(self, next: Self) -> Self {
        Self { offset: next.at(self.offset), slope: self.slope * next.slope }
    }

    fn inverse(self) -> Self {
        Self { offset: -self.offset / self.slope, slope: 1.0 / self.slope }
    }
}

/// The units of a candidate's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    equity: [Line; 2],
    mwc: Option<[Line; 2]>,
    /// The most that the decider can win, in equity: by a single game, and by any.
    most: [[f64; 2]; 2],
    /// Checkers left to the opponent, who is gammoned only with all of them.
    left: u32,
}

impl Units {
    fn new(start: &Start, basis: &CubeInfo, job: &Job, met: &Met) -> Self {
        let own = CubeInfo::up_to(job.top(), start.cube, job.decider(), *job.terms(), met);
        let Start { position, on_roll, .. } = start;
        let left = if *on_roll == job.decider() { position.opponent() } else { position.on_roll() }.total();
        // Equity to winning chance, for the decider, with a cube of this value.
        let scale = |info: &CubeInfo| {
            info.scale().map(|scale| {
                let (lose, win) = (f64::from(scale.lose.0), f64::from(scale.win.0));
                Line { offset: 0.5 * (win + lose), slope: 0.5 * (win - lose) }
            })
        };
        let Some(basis_scale) = scale(basis) else {
            let ratio = f64::from(start.cube.value()) / f64::from(job.basis().value());
            // Without a cube gammons count, whatever the rules.
            let any = if own.is_jacoby_in_force() { 1.0 } else { 3.0 };
            return Self {
                equity: [Line { offset: 0.0, slope: ratio }, Line::IDENTITY],
                mwc: None,
                most: [[ratio, 3.0 * ratio], [ratio, any * ratio]],
                left,
            };
        };
        let own_scale = scale(&own).expect("a game of the same match");
        let to_equity = basis_scale.inverse();
        let after = own.win_chances(job.decider()).expect("a game of a match");
        let most = [after[0], after[2]].map(|chance| to_equity.at(f64::from(chance)));
        Self {
            equity: [own_scale.then(to_equity), to_equity],
            mwc: Some([own_scale, Line::IDENTITY]),
            most: [most; 2],
            left,
        }
    }

    /// The most that an equity of this place can be under best play of both sides. Without gammons that is the cube as
    /// it lies, since who is doubled may pass. `has_gammons` is whether trials won any: three checkers or fewer may be
    /// all that were in the game.
    pub fn most(&self, quantity: usize, has_gammons: bool) -> f64 {
        let is_possible = self.left == 15 || has_gammons && self.left <= 3;
        self.most[Self::place(quantity)][usize::from(is_possible)]
    }

    /// How a value of this place ([`CUBELESS`] or [`CUBEFUL`]) becomes an equity in units of the basis cube.
    ///
    /// # Panics
    /// When the place is that of a probability.
    pub fn equity(&self, quantity: usize) -> Line {
        self.equity[Self::place(quantity)]
    }

    /// How it becomes a match winning chance, `None` for money.
    ///
    /// # Panics
    /// When the place is that of a probability.
    pub fn mwc(&self, quantity: usize) -> Option<Line> {
        self.mwc.map(|lines| lines[Self::place(quantity)])
    }

    fn place(quantity: usize) -> usize {
        assert!(quantity == CUBELESS || quantity == CUBEFUL, "only equities change their units");
        quantity - CUBELESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ByPlayer, Player, Variation};
    use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};

    #[test]
    fn the_doubled_leg_counts_double() {
        let start = Variation::Standard.starting_position();
        let cube = Cube::new(4, CubeOwner::Centered).unwrap();
        let job = Job::cube(&start, cube, Player::Top, Terms::MONEY);
        let units = job.units(&Met::kazaross_xg2());
        assert_eq!(units[0].equity(CUBELESS), Line::IDENTITY);
        assert_eq!(units[1].equity(CUBELESS), Line { offset: 0.0, slope: 2.0 });
        assert_eq!(units[1].equity(CUBEFUL), Line::IDENTITY);
        assert_eq!(units[1].mwc(CUBEFUL), None);
        assert_eq!(job.candidates()[1].cube, Cube::new(8, CubeOwner::Owned(Player::Bottom)).unwrap());
    }

    /// A side that has borne off is not gammoned; under Jacoby's rule nobody is while the cube is in the middle.
    #[test]
    fn the_most_is_what_the_rules_allow() {
        use crate::board::{Checkers, Position};
        let start = Variation::Standard.starting_position();
        let met = Met::kazaross_xg2();
        let most = |position: &Position, terms: Terms, cube: Cube| {
            let units = Job::cube(position, cube, Player::Top, terms).units(&met);
            [0, 1].map(|i| units[i].most(CUBEFUL, false))
        };
        let plain = Terms::Money { jacoby: false, beavers: 0 };
        let own = Cube::new(2, CubeOwner::Owned(Player::Top)).unwrap();
        assert_eq!(most(&start, Terms::MONEY, Cube::START), [1.0, 6.0]);
        assert_eq!(most(&start, plain, Cube::START), [3.0, 6.0]);
        assert_eq!(most(&start, Terms::MONEY, own), [3.0, 6.0]);
        let mut few = [0; 25];
        few[0] = 3;
        let bearoff = Position::from_checkers(Checkers::new(few), Checkers::new(few));
        assert_eq!(most(&bearoff, plain, own), [1.0, 2.0]);
        // In hypergammon three may be all.
        assert_eq!(Job::position(&bearoff, own, Player::Top, plain).units(&met)[0].most(CUBEFUL, true), 3.0);
        // At 2-away a point short of the match is less than the match.
        let score = MatchScore::new(7, ByPlayer([5, 3]), false).unwrap();
        let [no_double, take] = most(&bearoff, Terms::Match(score), Cube::START);
        assert!((no_double - 1.0).abs() < 1e-6 && take > 1.5, "{no_double} {take}");
    }

    #[test]
    fn match_values_are_normalized_by_the_basis_cube() {
        let start = Variation::Standard.starting_position();
        let score = MatchScore::new(7, ByPlayer([3, 5]), false).unwrap();
        let job = Job::cube(&start, Cube::START, Player::Top, Terms::Match(score));
        let met = Met::kazaross_xg2();
        let units = job.units(&met);
        let win = f64::from(met.after(&score, Player::Top, 1, Player::Top));
        assert!((units[0].equity(CUBEFUL).at(win) - 1.0).abs() < 1e-6);
        assert!((units[0].equity(CUBELESS).at(-1.0) + 1.0).abs() < 1e-6);
        // Winning the doubled leg singly is winning two points.
        let win_two = f64::from(met.after(&score, Player::Top, 2, Player::Top));
        let equity = units[1].equity(CUBELESS).at(1.0);
        assert!((equity - units[0].equity(CUBEFUL).at(win_two)).abs() < 1e-6);
        assert!((units[1].mwc(CUBELESS).unwrap().at(1.0) - win_two).abs() < 1e-6);
    }
}
