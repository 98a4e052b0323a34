//! A database of hypergammon against its own equations, by the general move generator.

use super::Moved;
use crate::board::{Checkers, Position, Roll};
use crate::eval::bearoff::file::HypergammonFile;
use crate::eval::bearoff::numbering::Numbering;
use crate::movegen::legal_plays;

/// How far the equities of positions, at cube 1 in points, are at most from those that follow from their plays: of
/// `count` positions that are spread over all of them. For a finished database little more than
/// [`CONVERGED`](super::CONVERGED) and the rounding of the file, 4e-7.
pub fn equation_error(file: &HypergammonFile, count: usize) -> f32 {
    positions(file.checkers()).take(count).map(|position| error_of(file, &position)).fold(0.0, f32::max)
}

/// Positions that are not over, in an order that visits all kinds early, without end.
fn positions(checkers: usize) -> impl Iterator<Item = Position> {
    let numbering = Numbering::new(25, checkers).expect("the size of a file");
    let pairs = numbering.size().pow(2) as u64;
    // A step near the golden section of all pairs spreads evenly.
    let step = (pairs as f64 * 0.618_034) as u64;
    let spread = (1..).map(move |i: u64| (i.wrapping_mul(step) % pairs) as usize);
    spread.filter_map(move |pair| {
        let (me, opponent) = (pair / numbering.size(), pair % numbering.size());
        let [me, opponent] = [me, opponent].map(|number| Checkers::new(numbering.counts(number)));
        let is_possible = (0..24).all(|point| me[point] == 0 || opponent[23 - point] == 0);
        (is_possible && me.total() > 0 && opponent.total() > 0).then(|| Position::from_checkers(me, opponent))
    })
}

/// The difference between what a file holds of a position and what follows from its plays: the largest of the
/// cubeless equity and of those with a cube.
fn error_of(file: &HypergammonFile, position: &Position) -> f32 {
    let held = file.value(position);
    let mut sums = [0.0_f32; 5];
    for roll in Roll::ALL {
        let plays = legal_plays(position, roll);
        let stay = plays.is_empty().then(|| position.flipped());
        let mut best = [f32::NEG_INFINITY; 5];
        for after in plays.iter().map(|play| play.result.flipped()).chain(stay) {
            let Moved { cubeless, equities } = Moved::new(&file.value(&after));
            for (best, value) in best.iter_mut().zip(equities.into_iter().chain([cubeless])) {
                *best = best.max(value);
            }
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum += roll.weight() as f32 / 36.0 * best;
        }
    }
    let holds = held.equities.into_iter().chain([held.outputs.cubeless_equity()]);
    sums.into_iter().zip(holds).map(|(sum, held)| (sum - held).abs()).fold(0.0, f32::max)
}
