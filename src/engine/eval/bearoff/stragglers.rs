//! How soon the last checkers leave the opponent's home board, where they may still lose a backgammon.
//!
//! A straggler on index `i` of that board (0 is the edge, 5 the far end) leaves with any number above
//! `i`; otherwise it moves up. Every die is played while a straggler is left, and the play is the one that
//! leaves the fewest rolls to expect. With up to six stragglers there are 924 arrangements, numbered
//! like bearoffs.

use super::numbering::Numbering;
use crate::board::{HOME_POINTS, Roll};
use std::sync::OnceLock;

/// The most stragglers covered.
pub const MAX_STRAGGLERS: usize = 6;

/// When the stragglers of an arrangement leave.
#[derive(Clone, Copy)]
struct Leaving {
    /// Probabilities that the last one leaves on exactly roll 0 to 4.
    on_roll: [f64; 5],
    /// Expected rolls.
    mean: f64,
}

/// The probabilities that all stragglers have left in exactly 1, 2, 3 and 4 rolls, and in more than 4.
///
/// `counts[i]` are the checkers with `i` pips to go to the edge of the board they must leave. They sum to 1.
///
/// # Panics
/// When there are more than [`MAX_STRAGGLERS`].
pub fn leaving(counts: &[u8; HOME_POINTS]) -> [f32; 5] {
    static TABLE: OnceLock<(Numbering, Vec<[f32; 5]>)> = OnceLock::new();
    let (numbering, table) = TABLE.get_or_init(|| {
        let numbering = Numbering::new(HOME_POINTS, MAX_STRAGGLERS).expect("6 points and 6 checkers");
        let table = generate(&numbering);
        (numbering, table)
    });
    table[numbering.number(counts)]
}

fn generate(numbering: &Numbering) -> Vec<[f32; 5]> {
    let mut rows = vec![Leaving { on_roll: [1.0, 0.0, 0.0, 0.0, 0.0], mean: 0.0 }];
    // The best that up to four moves by the same die lead to.
    let mut reached = vec![[[0; 5]; 6]];
    for number in 1..numbering.size() {
        let counts = numbering.counts(number);
        // Where one checker may go with each die; every play leads to a lower number.
        let next: [Vec<usize>; 6] = std::array::from_fn(|die| {
            let occupied = (0..HOME_POINTS).rev().filter(|&from| counts[from] > 0);
            let moved = occupied.map(|from| {
                let mut moved = counts;
                moved[from] -= 1;
                if from > die {
                    moved[from - die - 1] += 1;
                }
                numbering.number(&moved)
            });
            moved.collect()
        });
        // The first of the positions with the least mean that a move by one die and some by another lead to.
        let best = |first: usize, second: usize, moves: usize| {
            let ends = next[first].iter().map(|&moved| reached[moved][second][moves]);
            ends.reduce(|best, other| if rows[other].mean < rows[best].mean { other } else { best }).unwrap_or(number)
        };
        let of_one_die = |die: usize| {
            let mut ends = [number; 5];
            (1..5).for_each(|moves| ends[moves] = best(die, die, moves - 1));
            ends
        };
        let ends: [[usize; 5]; 6] = std::array::from_fn(of_one_die);
        let mut row = Leaving { on_roll: [0.0; 5], mean: 1.0 };
        for roll in Roll::ALL {
            let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
            let mut end = if roll.is_double() { ends[high][4] } else { best(high, low, 1) };
            if !roll.is_double() {
                let other = best(low, high, 1);
                if rows[other].mean < rows[end].mean {
                    end = other;
                }
            }
            let weight = f64::from(roll.weight()) / 36.0;
            row.mean += weight * rows[end].mean;
            for k in 1..5 {
                row.on_roll[k] += weight * rows[end].on_roll[k - 1];
            }
        }
        rows.push(row);
        reached.push(ends);
    }
    rows.iter().map(summary).collect()
}

fn summary(row: &Leaving) -> [f32; 5] {
    // Unused where there are no stragglers; the probabilities then have all of them leave on the first roll.
    let [none, one, two, three, four] = row.on_roll;
    let one = none + one;
    [one, two, three, four, (1.0 - one - two - three - four).max(0.0)].map(|p| p as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: [u8; 6]) -> [f32; 5] {
        leaving(&counts)
    }

    #[test]
    fn a_single_straggler_by_hand() {
        // From the edge any roll will do. From the far end: 11 moves it 4 pips of the 6 it needs and 21 moves it 3,
        // 31, 41 and 32: 4, 5 and 5; 9 of 36 stay, and none of them twice.
        assert_eq!(of([1, 0, 0, 0, 0, 0])[..2], [1.0, 0.0]);
        let far = of([0, 0, 0, 0, 0, 1]);
        assert!((far[0] - 27.0 / 36.0).abs() < 1e-7, "{far:?}");
        assert!((far[1] - 9.0 / 36.0).abs() < 1e-7, "{far:?}");
    }

    #[test]
    fn two_checkers_at_the_edge_leave_at_once_and_three_need_a_double() {
        assert_eq!(of([2, 0, 0, 0, 0, 0])[0], 1.0);
        let three = of([3, 0, 0, 0, 0, 0]);
        assert!((three[0] - 6.0 / 36.0).abs() < 1e-7 && (three[1] - 30.0 / 36.0).abs() < 1e-7);
    }

    #[test]
    fn probabilities_sum_to_one_and_more_checkers_take_longer() {
        let numbering = Numbering::new(6, 6).unwrap();
        for number in 0..numbering.size() {
            let counts = numbering.counts(number);
            let counts: [u8; 6] = counts[..6].try_into().unwrap();
            let row = of(counts);
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(row.iter().all(|p| (0.0..=1.0).contains(p)), "{counts:?} {row:?}");
            if counts.iter().sum::<u8>() < 6 {
                let mut more = counts;
                more[0] += 1;
                assert!(of(more)[0] <= row[0] + 1e-6);
            }
        }
    }
}
