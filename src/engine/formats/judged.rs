//! Whether a position that was found is believed: every reader of one position asks here before it hands the position
//! over, and so does whoever sets up an identifier.
//!
//! The answer is yes, yes with remarks, or no. Identifiers have no check sum, so what is judged is whether their parts
//! make sense together. Whether a text says the same in all its parts is judged in `clipboard/agreement.rs`.

use crate::board::Player;
use crate::notation::USUAL_CUBE_LIMIT;
use crate::record::{Standing, State};
use crate::scoring::CubeOwner;

/// A cube limit from which on nobody has to hear of it: 64, as old sets of dice have it.
const PLAIN_LIMIT: u8 = 6;

/// The letter by which texts call a player.
pub(super) fn letter(player: Player) -> char {
    if player == Player::Top { 'O' } else { 'X' }
}

/// Judges a table that an identifier or a file of one position describes: the table that is believed, and remarks. A
/// limit of the cube that makes no sense is none.
///
/// # Errors
/// When it is no position to play on.
pub fn judged(mut state: State) -> Result<(State, Vec<String>), String> {
    let Some(game) = &mut state.game else { return Err("the game of this position is over".to_owned()) };
    let mut remarks = Vec::new();
    let sides = [(game.on_roll, game.position.on_roll()), (!game.on_roll, game.position.opponent())];
    for (player, checkers) in sides {
        if checkers.counts().iter().all(|&count| count == 0) {
            return Err(format!("{} has no checker on the board, so the game is over", letter(player)));
        }
    }
    let length = state.standing.length();
    // A double with the other's cube is a beaver, which a match does not have.
    if game.beavers > 0 && length > 0 {
        let [doubler, owner] = [game.on_roll, !game.on_roll].map(letter);
        return Err(format!("{owner} owns the cube, so {doubler} cannot have doubled"));
    }
    let (limit, largest) = (game.cube_limit, game.largest_cube());
    if limit < USUAL_CUBE_LIMIT {
        if game.cube.value() > largest || largest < length.into() {
            let what = if game.cube.value() > largest { "below the cube" } else { "less than the match needs" };
            remarks.push(format!("the largest cube is told as {largest}, which is {what}: it counts as no limit"));
            game.cube_limit = USUAL_CUBE_LIMIT;
        } else if length == 0 && limit < PLAIN_LIMIT {
            remarks.push(format!("the cube may go up to {largest} and no further, as is told"));
        }
    }
    // A higher limit than the usual one limits nothing.
    game.cube_limit = game.cube_limit.min(USUAL_CUBE_LIMIT);
    let value = game.cube.value();
    match game.cube.owner() {
        CubeOwner::Owned(player) if value == 1 => {
            remarks.push(format!("the cube shows 1, and {} owns it", letter(player)));
        }
        CubeOwner::Centered if value > 1 && length > 0 => {
            remarks.push(format!("the cube shows {value}, and nobody owns it"));
        }
        _ => {}
    }
    if let Standing::Match { score, .. } = &mut state.standing
        && score.crawford()
    {
        if score.score().0.iter().all(|points| points + 1 != score.length()) {
            remarks.push("the Crawford game is told, but nobody needs one point: it counts as another game".to_owned());
            *score = score.with_crawford(false);
        } else if value > 1 && score.length() > 1 {
            remarks.push(format!("the cube shows {value} in the Crawford game"));
        }
    }
    Ok((state, remarks))
}
