//! Play-count trees: how many sequences of plays there are, a check on the generator.

use super::PlayList;
use crate::board::{Position, Roll};

/// The number of sequences of `turns` turns: every roll (21, unweighted) and every play of it, a roll
/// that cannot be played counting as one. A finished game counts one whatever turns are left.
///
/// ```
/// use gammon_engine::board::Variation;
/// use gammon_engine::movegen::count_plays;
///
/// assert_eq!(count_plays(&Variation::Standard.starting_position(), 1), 447);
/// ```
pub fn count_plays(position: &Position, turns: u32) -> u64 {
    if turns == 0 || position.is_over() {
        return 1;
    }
    let mut list = PlayList::new();
    let mut count = 0;
    for roll in Roll::ALL {
        list.generate(position, roll);
        count += match (list.results(), turns) {
            ([], _) => count_plays(&position.flipped(), turns - 1),
            (results, 1) => results.len() as u64,
            (results, _) => results.iter().map(|result| count_plays(&result.flipped(), turns - 1)).sum(),
        };
    }
    count
}
