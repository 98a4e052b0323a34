//! The table that identifiers describe.

use super::state::{Ending, Game, Outcome, Pending, Standing, State};
use crate::board::{ByPlayer, Position, Side, Variation};
use crate::notation::{MatchState, Phase};
use crate::scoring::{CubeOwner, GameValue, MatchScore, ScoreError, Terms};

impl State {
    /// The table that a position and a match state describe: a game in progress, or the end of one. The position is
    /// seen by the player on roll of the state; variation and use of the cube are not in it.
    pub fn described(position: Position, state: &MatchState, variation: Variation, cube_in_use: bool) -> Self {
        let standing = Standing::described(state);
        let mut game = Game::described(position, state, variation, cube_in_use);
        let ending = match state.phase {
            Phase::NotStarted | Phase::Playing => return Self::playing(standing, game),
            Phase::Passed => Ending::Passed,
            Phase::Resigned => Ending::Resigned(state.resignation.unwrap_or(GameValue::Single)),
            Phase::Over => match GameValue::of(&position, variation.checkers()) {
                Some((_, value)) => Ending::Played(value),
                None => Ending::Played(GameValue::Single),
            },
        };
        let winner = match ending {
            Ending::Passed => !state.decides,
            Ending::Resigned(_) => state.decides,
            // The turn has passed to the loser by then.
            Ending::Played(_) => match GameValue::of(&position, variation.checkers()) {
                Some((Side::OnRoll, _)) => state.on_roll,
                _ => !state.on_roll,
            },
        };
        if ending == Ending::Passed {
            game.withdraw();
        }
        let points = standing.points_of(&game, ending);
        let outcome = Outcome { winner, points, ending };
        Self { standing, game: None, last_game: Some(game), outcome: Some(outcome) }
    }

    /// The table that a file describes by checkers and score alone: the game is over where a side has borne off
    /// everything, or where the match is won.
    pub(crate) fn told(standing: Standing, mut game: Game) -> Self {
        let played = GameValue::of(&game.position, game.variation.checkers());
        let won = match (played, standing) {
            (Some((Side::OnRoll, value)), _) => Some((game.on_roll, Ending::Played(value))),
            (Some((Side::Opponent, value)), _) => Some((!game.on_roll, Ending::Played(value))),
            (None, Standing::Match { winner: Some((winner, _)), .. }) => {
                Some((winner, Ending::Resigned(GameValue::Single)))
            }
            (None, _) => None,
        };
        let Some((winner, ending)) = won else { return Self::playing(standing, game) };
        game.dice = None;
        game.withdraw();
        let points = standing.points_of(&game, ending);
        Self { standing, game: None, last_game: Some(game), outcome: Some(Outcome { winner, points, ending }) }
    }
}

impl Standing {
    /// Score and rules of a match state.
    fn described(state: &MatchState) -> Self {
        match state.terms {
            Terms::Money { jacoby, beavers } => {
                Self::Money { score: ByPlayer(state.money_score.0.map(u32::from)), jacoby, beavers }
            }
            Terms::Match(score) => {
                Self::Match { score, winner: state.winner.map(|(winner, points)| (winner, points.into())) }
            }
        }
    }

    /// A match at these points, which is over where a player has enough of them.
    pub(crate) fn at(length: u8, points: ByPlayer<u8>, crawford: bool) -> Result<Self, ScoreError> {
        let (score, winner) = MatchScore::with_winner(length, points, crawford)?;
        Ok(Self::Match { score, winner: winner.map(|(winner, points)| (winner, points.into())) })
    }
}

impl Game {
    /// The game of a match state, as if it were in progress.
    fn described(position: Position, state: &MatchState, variation: Variation, cube_in_use: bool) -> Self {
        let pending = match (state.doubled, state.resignation) {
            (doubled, Some(value)) => Some(Pending::Resignation { by: !state.decides, value, doubled }),
            (true, None) => Some(Pending::Double),
            (false, None) => None,
        };
        // A double whose cube belongs to the player who was doubled is a beaver, or one more of them.
        let beaver = state.doubled && state.cube.owner() == CubeOwner::Owned(!state.on_roll);
        let doubler_decides = state.decides == state.on_roll;
        Self {
            variation,
            position,
            on_roll: state.on_roll,
            dice: state.dice,
            cube: state.cube,
            pending,
            beavers: match (beaver, doubler_decides != state.resignation.is_some()) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            },
            declined: None,
            cube_in_use,
            cube_limit: state.cube_limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;
    use crate::scoring::Cube;

    #[test]
    fn whoever_is_to_decide_has_something_to_decide() {
        let start = Variation::Standard.starting_position();
        for on_roll in Player::BOTH {
            let other = !on_roll;
            let state = MatchState { cube: Cube::turned(1, CubeOwner::Owned(on_roll)), ..MatchState::money(on_roll) };
            let double = |decides| MatchState { doubled: true, decides, ..state };
            let beaver = |decides| MatchState { cube: Cube::turned(2, CubeOwner::Owned(other)), ..double(decides) };
            let resigned = |state: MatchState| MatchState { resignation: Some(GameValue::Gammon), ..state };
            let offer = |by, doubled| Some(Pending::Resignation { by, value: GameValue::Gammon, doubled });
            for (state, pending, beavers) in [
                (MatchState { decides: on_roll, ..state }, None, 0),
                (double(other), Some(Pending::Double), 0),
                (beaver(on_roll), Some(Pending::Double), 1),
                (beaver(other), Some(Pending::Double), 2),
                (resigned(MatchState { decides: other, ..state }), offer(on_roll, false), 0),
                (resigned(MatchState { decides: on_roll, ..state }), offer(other, false), 0),
                // The player who was doubled resigns, and the doubler after a beaver.
                (resigned(double(on_roll)), offer(other, true), 0),
                (resigned(beaver(other)), offer(on_roll, true), 1),
            ] {
                let table = State::described(start, &state, Variation::Standard, true);
                let game = table.game.expect("a game in progress");
                assert_eq!((game.pending, game.beavers), (pending, beavers), "{state:?}");
                assert_eq!(game.to_decide(), state.decides, "{state:?}");
            }
        }
    }
}
