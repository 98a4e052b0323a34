//! Small bearoffs at match scores, exactly: the recursion over all rolls, plays and cube actions.
//!
//! The two-sided database knows what a position is worth for money. At a match score the cube is worth something else
//! at every score, so that no table could hold it; but few positions can follow from one with few checkers, and their
//! values take milliseconds. They are match winning chances. Gammons are impossible: both sides have borne off
//! checkers.

use crate::board::{Checkers, Player, Position, Roll, Side};
use crate::movegen::legal_plays;
use crate::scoring::{CubeInfo, CubeOwner, Met};
use std::collections::HashMap;
use std::sync::Arc;

/// The most checkers of both sides together.
const MOST_CHECKERS: u32 = 6;

/// Positions with a cube after which it is given up.
const MOST_STATES: usize = 60_000;

/// The value of the ways to go on with the cube, as match winning chances of the side on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtScore {
    /// Playing on without a double.
    pub no_double: f64,
    /// A double that is taken; that of no double where it cannot be turned.
    pub double_take: f64,
    /// A double that is passed.
    pub double_pass: f64,
}

impl AtScore {
    /// The value under best play of both sides.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.no_double.max(self.double_take.min(self.double_pass))
    }
}

/// The recursion, at one score. It remembers what it has found.
#[derive(Clone, Debug)]
pub struct ScoreBearoff {
    met: Arc<Met>,
    /// Values before a double, by position and cube.
    known: HashMap<(Position, u32, u32, CubeOwner, Player), f64>,
}

impl ScoreBearoff {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(met: &Arc<Met>) -> Self {
        Self { met: Arc::clone(met), known: HashMap::new() }
    }

    /// The value of a cube decision, `None` where this is no small bearoff at a match score.
    #[must_use]
    pub fn decision(&mut self, position: &Position, cube: &CubeInfo) -> Option<AtScore> {
        (cube.is_match() && is_small(position)).then(|| self.afresh(|it| it.values(position, cube))).flatten()
    }

    /// The value of the position after a play (seen by the mover) to the mover; likewise.
    #[must_use]
    pub fn after_play(&mut self, result: &Position, cube: &CubeInfo) -> Option<f64> {
        (cube.is_match() && is_small(result)).then(|| self.afresh(|it| it.result(result, cube))).flatten()
    }

    /// Asks, once more with nothing known where too much was: what is found depends on the question alone.
    fn afresh<T>(&mut self, ask: impl Fn(&mut Self) -> Option<T>) -> Option<T> {
        let was_empty = self.known.is_empty();
        ask(self).or_else(|| {
            self.known.clear();
            if was_empty { None } else { ask(self) }
        })
    }

    fn result(&mut self, result: &Position, cube: &CubeInfo) -> Option<f64> {
        if result.is_over() {
            return Some(f64::from(cube.scale()?.win.0));
        }
        self.values(&result.flipped(), &cube.flipped()).map(|values| 1.0 - values.best())
    }

    fn values(&mut self, position: &Position, cube: &CubeInfo) -> Option<AtScore> {
        let no_double = self.played_on(position, cube)?;
        if !cube.may_double() {
            return Some(AtScore { no_double, double_take: no_double, double_pass: no_double });
        }
        let double_take = self.played_on(position, &cube.doubled(&self.met))?;
        Some(AtScore { no_double, double_take, double_pass: f64::from(cube.scale()?.win.0) })
    }

    /// The mean over all rolls with the cube as it lies.
    fn played_on(&mut self, position: &Position, cube: &CubeInfo) -> Option<f64> {
        let key = (*position, cube.top(), cube.cube().value, cube.cube().owner, cube.on_roll());
        if let Some(value) = self.known.get(&key) {
            return Some(*value);
        }
        if self.known.len() >= MOST_STATES {
            return None;
        }
        let mut mean = 0.0;
        for roll in Roll::ALL {
            let plays = legal_plays(position, roll);
            // Without a legal play the turn passes.
            let mut best = if plays.is_empty() { self.result(position, cube)? } else { 0.0 };
            for play in &plays {
                best = self.result(&play.result, cube)?.max(best);
            }
            mean += f64::from(roll.weight()) / 36.0 * best;
        }
        self.known.insert(key, mean);
        Some(mean)
    }
}

/// Whether both sides bear off, have borne off some already, and have few checkers left.
fn is_small(position: &Position) -> bool {
    let sides = [Side::OnRoll, Side::Opponent].map(|side| position.side(side));
    let is_home = |checkers: &&Checkers| checkers.counts()[6..].iter().all(|&n| n == 0) && checkers.total() < 15;
    sides.iter().all(is_home) && sides.iter().map(|checkers| checkers.total()).sum::<u32>() <= MOST_CHECKERS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPlayer;
    use crate::scoring::{Cube, MatchScore, Terms};

    fn position(ours: &[(usize, u8)], theirs: &[(usize, u8)]) -> Position {
        let side = |points: &[(usize, u8)]| {
            let mut counts = [0; 25];
            points.iter().for_each(|&(point, n)| counts[point - 1] = n);
            Checkers::new(counts)
        };
        Position::from_checkers(side(ours), side(theirs))
    }

    fn cube_at(away: [u8; 2], cube: Cube, met: &Met) -> CubeInfo {
        let score = MatchScore { length: 7, score: ByPlayer(away.map(|away| 7 - away)), crawford: false };
        CubeInfo::new(cube, Player::Top, Terms::Match(score), met)
    }

    /// One roll decides: 27 of 36 rolls bear two checkers off from the six and the ace … by hand.
    #[test]
    fn a_last_roll_is_worth_its_share_of_the_table() {
        let met = Arc::new(Met::kazaross_xg2());
        let last = position(&[(6, 1), (5, 1)], &[(1, 2)]);
        // 6-5 twice, 3-3, 4-4, 5-5 and 6-6 are 6 of 36.
        let win = 6.0 / 36.0;
        let cube = cube_at([4, 5], Cube::START, &met);
        let values = ScoreBearoff::new(&met).decision(&last, &cube).expect("small");
        let scale = cube.scale().expect("a match");
        let (lose, won) = (f64::from(scale.lose.0), f64::from(scale.win.0));
        // Without a double the other side doubles next and wins no more than that by a pass.
        assert!((values.no_double - (win * won + (1.0 - win) * lose)).abs() < 1e-6, "{values:?}");
        let doubled = cube.doubled(&met).scale().expect("a match");
        let taken = win * f64::from(doubled.win.0) + (1.0 - win) * f64::from(doubled.lose.0);
        assert!((values.double_take - taken).abs() < 1e-6 && (values.double_pass - won).abs() < 1e-6);
        assert!(values.best() == values.no_double, "the favourite is the other side");
    }

    /// At double match point the cube is dead: a winning chance is a winning chance.
    #[test]
    fn at_double_match_point_only_the_game_counts() {
        let met = Arc::new(Met::kazaross_xg2());
        let even = position(&[(1, 3)], &[(1, 3)]);
        let cube = cube_at([1, 1], Cube::START, &met);
        let values = ScoreBearoff::new(&met).decision(&even, &cube).expect("small");
        // Two rolls each: the side on roll loses only if it rolls no double in two turns (of which only the first
        // counts) and the other rolls one at once.
        let no_double = 30.0 / 36.0;
        let expected = 1.0 - no_double * (1.0 - no_double);
        assert!((values.no_double - expected).abs() < 1e-6, "{values:?} {expected}");
        assert_eq!(values.no_double, values.double_take);
    }

    /// A trailer who needs more than the game doubles at the first legal opportunity after the Crawford game, and a
    /// leader who has a free pass uses it where he is the underdog.
    #[test]
    fn the_value_is_never_worse_than_any_of_the_ways_to_go_on() {
        let met = Arc::new(Met::kazaross_xg2());
        for (ours, theirs) in [([(3_usize, 2_u8)], [(4_usize, 2_u8)]), ([(2, 3)], [(2, 3)])] {
            for away in [[2, 2], [3, 2], [2, 4], [5, 7], [1, 4], [4, 1]] {
                let cube = cube_at(away, Cube::START, &met);
                let values = ScoreBearoff::new(&met).decision(&position(&ours, &theirs), &cube).expect("small");
                let best = values.best();
                assert!(best >= values.no_double && best <= 1.0 && values.no_double > 0.0, "{away:?}: {values:?}");
                if !cube.may_double() {
                    assert_eq!(values.no_double, values.double_take);
                }
            }
        }
        let money = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
        assert_eq!(ScoreBearoff::new(&met).decision(&position(&[(1, 1)], &[(1, 1)]), &money), None);
        let contact = crate::board::Variation::Standard.starting_position();
        assert_eq!(ScoreBearoff::new(&met).decision(&contact, &cube_at([2, 2], Cube::START, &met)), None);
    }

    #[test]
    fn six_checkers_are_not_too_many() {
        let met = Arc::new(Met::kazaross_xg2());
        let six = position(&[(6, 2), (4, 1)], &[(6, 1), (5, 2)]);
        assert!(ScoreBearoff::new(&met).decision(&six, &cube_at([5, 7], Cube::START, &met)).is_some());
        let seven = position(&[(6, 2), (4, 1)], &[(6, 1), (5, 2), (3, 1)]);
        assert_eq!(ScoreBearoff::new(&met).decision(&seven, &cube_at([5, 7], Cube::START, &met)), None);
    }

    /// Earlier questions change no bit, however many there were.
    #[test]
    fn memory_changes_nothing() {
        let met = Arc::new(Met::kazaross_xg2());
        let mut long = ScoreBearoff::new(&met);
        let cube = cube_at([5, 7], Cube::START, &met);
        for (ours, theirs) in [([(6, 2), (4, 1)], [(6, 1), (5, 2)]), ([(3, 2), (5, 1)], [(6, 2), (2, 1)])] {
            let position = position(&ours, &theirs);
            let once = ScoreBearoff::new(&met).decision(&position, &cube);
            assert!(once.is_some());
            assert_eq!(long.decision(&position, &cube), once);
            assert_eq!(long.decision(&position, &cube), once);
        }
    }
}
