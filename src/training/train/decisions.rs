//! Decisions from self-play, to be evaluated by other programs.

use super::chance::Chance;
use super::lessons::least;
use crate::board::{Position, Roll, SeenBy, Variation};
use crate::eval::{Class, Evaluator, Scratch};
use crate::movegen::PlayList;

/// One decision in this many is kept, so that decisions depend little on each other.
const KEPT: u32 = 5;

/// A roll with two plays or more, and the play that was chosen by the static evaluation alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Seen by the side on roll.
    pub position: Position,
    /// The roll.
    pub roll: Roll,
    /// After the play, seen by the side then on roll.
    pub result: Position,
}

/// Plays money games of an evaluator against itself, 0-ply and without the cube, and keeps some decisions.
pub fn decisions(evaluator: &Evaluator, seed: u64, count: usize) -> Vec<Decision> {
    let mut kept = Vec::with_capacity(count);
    let (mut scratch, mut outputs, mut plays) = (Scratch::new(), Vec::new(), PlayList::new());
    for game in 0.. {
        let mut chance = Chance::new(seed, game);
        let mut position = Variation::Standard.starting_position();
        let mut opening = true;
        while Class::of(&position) != Class::Over {
            if kept.len() == count {
                return kept;
            }
            let roll = chance.roll();
            if opening && roll.is_double() {
                continue;
            }
            opening = false;
            if plays.generate(&position, roll) == 0 {
                position = position.flipped();
                continue;
            }
            evaluator.outputs_of(SeenBy::Mover, plays.results(), &mut scratch, &mut outputs);
            let result = plays.results()[least(&outputs).unwrap_or_default()].flipped();
            if plays.len() > 1 && chance.below(KEPT) == 0 {
                kept.push(Decision { position, roll, result });
            }
            position = result;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_plays;

    #[test]
    fn decisions_are_legal_and_repeatable() {
        let evaluator = Evaluator::standard();
        let first = decisions(&evaluator, 3, 60);
        assert_eq!(first, decisions(&evaluator, 3, 60));
        assert_ne!(first, decisions(&evaluator, 4, 60));
        for decision in &first {
            let plays = legal_plays(&decision.position, decision.roll);
            assert!(plays.len() > 1 && plays.iter().any(|play| play.result == decision.result.flipped()));
        }
    }
}
