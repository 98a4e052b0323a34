//! Bearoffs at match scores, exactly: every pair of positions of the two-sided database, and of those on the lowest
//! points.
//!
//! The database knows what a position is worth for money. At a match score a cube is worth something else, at every
//! score and for every owner; but from each cube few others can follow. So the recursion that makes the database is
//! done for a cube at a score when a position there is first asked for, over all rolls, plays and cube actions of all
//! pairs at once: some 50 ms, of few checkers 3 ms. All threads share the tables that were asked for last. A value
//! depends on position, cube and score alone. A cube that cannot be turned any more leaves the chances of the database
//! itself.
//!
//! Values are match winning chances. Gammons are impossible: both sides have borne off checkers.

use super::low::{LOW, is_low};
use super::two_sided::Solver;
use super::{Bearoff, Numbering};
use crate::board::{Checkers, HOME_POINTS, Player};
use crate::eval::TWO_SIDED_CHECKERS;
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The sizes of tables, in points and checkers of a side: the smallest takes a twentieth of the time of a large one.
/// The first that has the sides answers.
const SIZES: [(usize, usize); 4] = [(HOME_POINTS, 4), (HOME_POINTS, TWO_SIDED_CHECKERS as usize), LOW[0], LOW[1]];

/// Tables that all threads share; a large one has 7 MB.
const MOST_SHARED: usize = 16;

/// Cubes that a thread remembers with their tables.
const MOST_KNOWN: usize = 16;

/// What follows from a cube at a score: everything that values depend on beside the positions. By seat.
#[derive(Clone, Debug, PartialEq)]
struct Stakes {
    /// The match winning chance of a player who wins the cube as it lies.
    won: [f32; 2],
    /// What follows from the cube that a player has turned, where he may turn it.
    turned: [Option<Box<Stakes>>; 2],
}

impl Stakes {
    fn of(cube: &CubeInfo, met: &Met) -> Self {
        let won = |player| cube.win_chances(player).expect("a match")[0];
        let turned = |player| {
            let cube = if cube.on_roll() == player { cube.clone() } else { cube.flipped() };
            cube.may_double().then(|| Box::new(Self::of(&cube.doubled(met), met)))
        };
        Self { won: Player::BOTH.map(won), turned: Player::BOTH.map(turned) }
    }

    /// Match winning chances of a player on roll who has won this game, and of one who has lost it.
    fn ends(&self) -> [[f32; 2]; 2] {
        [self.won, [1.0 - self.won[1], 1.0 - self.won[0]]]
    }
}

/// A table: `[ours · positions + theirs][player on roll]`, not doubling now.
type Table = OnceLock<Vec<[f32; 2]>>;

/// All pairs of positions with a cube.
struct Known {
    stakes: Stakes,
    /// Its place in [`SIZES`].
    size: usize,
    /// `None` where nobody may turn the cube.
    table: Option<Arc<Table>>,
}

impl Known {
    fn new(stakes: Stakes, size: usize) -> Self {
        let is_dead = stakes.turned.iter().all(Option::is_none);
        Self { table: (!is_dead).then(|| shared(&stakes, size)), stakes, size }
    }

    /// The value for a player on roll; the pair by number, his position first.
    fn value(&self, bearoff: &Bearoff, [ours, theirs]: [usize; 2], player: usize) -> f32 {
        let Some(table) = &self.table else {
            let [won, lost] = self.stakes.ends().map(|end| end[player]);
            // Numbers of positions depend on the points alone.
            let equities = match self.size {
                0 | 1 => bearoff.two_sided.equities(ours, theirs).money(),
                low => bearoff.low[low - 2].equities_of(ours, theirs),
            };
            return lost + (won - lost) * equities.outputs().win();
        };
        let (numbering, _) = solver(self.size);
        table.get_or_init(|| self.solved(bearoff))[ours * numbering.size() + theirs][player]
    }

    fn solved(&self, bearoff: &Bearoff) -> Vec<[f32; 2]> {
        let Stakes { won, turned } = &self.stakes;
        let turned =
            turned.each_ref().map(|turned| turned.as_deref().map(|stakes| Self::new(stakes.clone(), self.size)));
        let seen = |ours: u32, theirs: u32, no_double: [f32; 2]| {
            let pair = [ours as usize, theirs as usize];
            // What it is worth to a player whose opponent is on roll: the latter doubles where that is better.
            let left = |player: usize| match &turned[player] {
                Some(taken) => no_double[player].max(taken.value(bearoff, pair, player).min(won[player])),
                None => no_double[player],
            };
            [1.0 - left(1), 1.0 - left(0)]
        };
        let (_, solver) = solver(self.size);
        let go_on = &mut |_, _| ControlFlow::Continue(());
        solver.solve(self.stakes.ends(), &seen, 1, go_on).expect("nothing breaks it off")
    }
}

/// The recursion over the positions of a size, made when it is first needed.
fn solver(size: usize) -> &'static (Numbering, Solver) {
    static SOLVERS: [OnceLock<(Numbering, Solver)>; SIZES.len()] = [const { OnceLock::new() }; SIZES.len()];
    SOLVERS[size].get_or_init(|| {
        let (points, checkers) = SIZES[size];
        let numbering = Numbering::new(points, checkers).expect("a small numbering");
        let solver = Solver::new(&numbering);
        (numbering, solver)
    })
}

/// The table of a cube that all threads share, empty where it is still to be made.
fn shared(stakes: &Stakes, size: usize) -> Arc<Table> {
    static SHARED: Mutex<Vec<(Stakes, usize, Arc<Table>)>> = Mutex::new(Vec::new());
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().position(|(known, of, _)| *of == size && known == stakes);
    let one = known.map_or_else(|| (stakes.clone(), size, Arc::default()), |known| all.remove(known));
    let table = Arc::clone(&one.2);
    let many = (all.len() + 1).saturating_sub(MOST_SHARED);
    all.drain(..many);
    all.push(one);
    table
}

/// A cube with the largest one and the score.
type AtScore = (Cube, u32, Terms);

/// The values of bearoffs at match scores.
pub struct ScoreBearoff {
    met: Arc<Met>,
    chances: Arc<Bearoff>,
    known: RefCell<Vec<(AtScore, Known)>>,
}

impl ScoreBearoff {
    /// Those by a match equity table.
    pub fn new(met: &Arc<Met>) -> Self {
        Self { met: Arc::clone(met), chances: Bearoff::standard(), known: RefCell::default() }
    }

    /// Whether two sides, the one on roll first, have positions of the built-in two-sided database, or are
    /// [low](is_low).
    #[inline]
    pub fn covers(sides: [&Checkers; 2]) -> bool {
        sides.iter().all(|side| side.are_home() && side.total() <= TWO_SIDED_CHECKERS) || is_low(sides)
    }

    /// The match winning chance of the side on roll, the first one, not doubling now.
    ///
    /// # Panics
    /// For money, and where [no table](Self::covers) has the sides.
    pub fn value(&self, sides: [&Checkers; 2], cube: &CubeInfo) -> f32 {
        let is_covered = |&(points, checkers): &(usize, usize)| {
            sides.iter().all(|side| side.back() < Some(points) && side.total() as usize <= checkers)
        };
        let size = SIZES.iter().position(is_covered).expect("a position of the database");
        let key = (cube.cube(), cube.top(), *cube.terms());
        let mut known = self.known.borrow_mut();
        let found = known.iter().position(|(at, one)| {
            // The second size has all that the first has.
            *at == key && (one.size == size || [size, one.size] == [0, 1])
        });
        let found = found.unwrap_or_else(|| {
            let many = (known.len() + 1).saturating_sub(MOST_KNOWN);
            known.drain(..many);
            known.push((key, Known::new(Stakes::of(cube, &self.met), size)));
            known.len() - 1
        });
        let (numbering, _) = solver(known[found].1.size);
        let pair = sides.map(|side| numbering.number(side.counts()));
        known[found].1.value(&self.chances, pair, cube.on_roll().index())
    }
}

impl fmt::Debug for ScoreBearoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScoreBearoff").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPlayer;
    use crate::scoring::MatchScore;

    fn side(points: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 25];
        points.iter().for_each(|&(point, n)| counts[point - 1] = n);
        Checkers::new(counts)
    }

    fn cube_at(away: [u8; 2], met: &Met) -> CubeInfo {
        let score = MatchScore::new(7, ByPlayer(away.map(|away| 7 - away)), false).unwrap();
        CubeInfo::new(Cube::START, Player::Top, Terms::Match(score), met)
    }

    /// One roll decides: 6 of 36 rolls bear two checkers off from the six and the five, by hand.
    #[test]
    fn a_last_roll_is_worth_its_share_of_the_table() {
        let met = Arc::new(Met::kazaross_xg2());
        let sides = [&side(&[(6, 1), (5, 1)]), &side(&[(1, 2)])];
        // 6-5 twice, 3-3, 4-4, 5-5 and 6-6.
        let win = 6.0 / 36.0;
        let bearoff = ScoreBearoff::new(&met);
        let cube = cube_at([4, 5], &met);
        // Without a double the other side doubles next and wins no more than that by a pass.
        for cube in [cube.clone(), cube.doubled(&met)] {
            let scale = cube.scale().expect("a match");
            let expected = win * scale.win.0 + (1.0 - win) * scale.lose.0;
            assert!((bearoff.value(sides, &cube) - expected).abs() < 1e-5, "{cube:?}");
        }
    }

    /// At double match point the cube is dead: a winning chance is a winning chance. Two rolls each: the side on roll
    /// loses if it rolls no double and the other one does.
    #[test]
    fn at_double_match_point_only_the_game_counts() {
        let met = Arc::new(Met::kazaross_xg2());
        let stack = side(&[(1, 3)]);
        let value = ScoreBearoff::new(&met).value([&stack, &stack], &cube_at([1, 1], &met));
        let expected = 1.0 - 30.0 / 36.0 * 6.0 / 36.0;
        assert!((value - expected).abs() < 6e-5, "{value} {expected}");
    }

    /// Earlier questions change no bit, nor does the size of the table, on any number of threads.
    #[test]
    fn memory_changes_nothing() {
        let met = Arc::new(Met::kazaross_xg2());
        let (few, others) = (side(&[(6, 2), (4, 1)]), side(&[(6, 1), (5, 2), (1, 1)]));
        let many = side(&[(6, 2), (4, 1), (3, 2)]);
        let cubes: Vec<_> = [[5, 7], [2, 4], [7, 3]].iter().map(|&away| cube_at(away, &met)).collect();
        let ask = |order: &[(&Checkers, usize)]| {
            let bearoff = ScoreBearoff::new(&met);
            let mut found: Vec<_> = order
                .iter()
                .map(|&(side, at)| (at, side.total(), bearoff.value([side, &others], &cubes[at])))
                .collect();
            found.sort_by_key(|one| (one.0, one.1));
            found
        };
        let once = ask(&[(&few, 0), (&many, 0), (&few, 1), (&few, 2)]);
        assert!(once.iter().all(|&(_, _, value)| value > 0.0 && value < 1.0));
        let works: [&(dyn Fn() -> Vec<_> + Sync); 3] = [
            &|| ask(&[(&few, 2), (&many, 0), (&few, 0), (&few, 1)]),
            &|| ask(&[(&many, 0), (&few, 1), (&few, 2), (&few, 0)]),
            &|| ask(&[(&few, 1), (&few, 2), (&few, 0), (&many, 0)]),
        ];
        assert!(crate::threads::side_by_side(works).into_iter().all(|found| found == once));
    }

    #[test]
    fn twelve_checkers_are_not_too_many() {
        let (six, seven) = (side(&[(6, 4), (1, 2)]), side(&[(1, 7)]));
        assert!(ScoreBearoff::covers([&six, &six]));
        assert!(!ScoreBearoff::covers([&six, &seven]) && !ScoreBearoff::covers([&side(&[(7, 1)]), &six]));
        // On the lowest points there may be any number, but where the first roll may win a gammon.
        let (all, four, five) = (side(&[(2, 5), (1, 10)]), side(&[(2, 4)]), side(&[(2, 5)]));
        assert!([[&seven, &seven], [&all, &all], [&five, &all], [&all, &five]].into_iter().all(ScoreBearoff::covers));
        assert!(!ScoreBearoff::covers([&four, &all]) && !ScoreBearoff::covers([&all, &four]));
    }
}
