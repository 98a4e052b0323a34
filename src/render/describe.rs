//! The position in words: for ears, for a screen reader, for whoever sets it up on a board of wood.

use crate::board::{BAR, Checkers, Player};
use crate::eval::cube_words;
use crate::record::{Pending, Standing};
use crate::scoring::{CubeOwner, GameValue};
use crate::session::BoardReply;
use crate::words::counted;

/// The position on the table, a sentence a line. Points are counted by each player from the own side.
pub fn describe(reply: &BoardReply) -> String {
    let mut lines = vec![to_act(reply), score(reply), cube(reply)];
    // The player to decide comes first.
    let first = reply.game.to_decide();
    for player in [first, !first] {
        lines.push(side(reply, player));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn name(reply: &BoardReply, player: Player) -> &str {
    &reply.names[player]
}

fn to_act(reply: &BoardReply) -> String {
    let game = &reply.game;
    let on_roll = name(reply, game.on_roll);
    match (reply.outcome, game.pending, game.dice) {
        (Some(outcome), _, _) => format!("The game is over: {} has won.", name(reply, outcome.winner)),
        (None, Some(Pending::Double), _) => {
            format!("{} is offered the cube at {}.", name(reply, game.to_decide()), 2 * game.cube.value())
        }
        (None, Some(Pending::Resignation { by, value, .. }), _) => {
            let what = match value {
                GameValue::Single => "the game",
                GameValue::Gammon => "a gammon",
                GameValue::Backgammon => "a backgammon",
            };
            format!("{} offers to resign {what}.", name(reply, by))
        }
        (None, None, Some(roll)) => format!("{on_roll} is to play {roll}."),
        (None, None, None) => match game.cube.owner() {
            CubeOwner::Owned(owner) if owner != game.on_roll => format!("{on_roll} is to roll."),
            owner => {
                let double = cube_words("double", owner != CubeOwner::Centered);
                format!("{on_roll} is on roll, and may {double} or roll.")
            }
        },
    }
}

fn score(reply: &BoardReply) -> String {
    let points = reply.standing.points();
    let score = Player::BOTH.map(|player| format!("{} {}", name(reply, player), points[player])).join(", ");
    match reply.standing {
        Standing::Match { score: state, .. } => {
            let crawford = if state.crawford() { ", Crawford game" } else { "" };
            format!("Match to {}: {score}{crawford}.", state.length())
        }
        Standing::Money { .. } => format!("Money game: {score}."),
    }
}

fn cube(reply: &BoardReply) -> String {
    let game = &reply.game;
    if !game.cube_in_use {
        return "There is no cube.".to_owned();
    }
    let value = game.cube.value();
    match game.cube.owner() {
        CubeOwner::Centered => format!("The cube is in the middle at {value}."),
        CubeOwner::Owned(owner) => format!("{} owns the cube at {value}.", name(reply, owner)),
    }
}

/// The checkers of a player, from the highest point down.
fn side(reply: &BoardReply, player: Player) -> String {
    let game = &reply.game;
    let is_on_roll = player == game.on_roll;
    let checkers: &Checkers = if is_on_roll { game.position.on_roll() } else { game.position.opponent() };
    let pips = if is_on_roll { game.position.pips().on_roll } else { game.position.pips().opponent };
    let letter = if player == Player::Top { 'O' } else { 'X' };
    let mut places = Vec::new();
    if checkers[BAR] > 0 {
        places.push(format!("{} on the bar", checkers[BAR]));
    }
    let points = (0..24).rev().filter(|&point| checkers[point] > 0);
    places.extend(points.map(|point| format!("{} on {}", checkers[point], point + 1)));
    let off = game.variation.checkers().saturating_sub(checkers.total());
    if off > 0 {
        places.push(format!("{off} off"));
    }
    format!("{} ({letter}), {}: {}.", name(reply, player), counted(pips, "pip"), places.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;
    use crate::session::Session;

    fn told(lines: &[&str]) -> String {
        let mut session = Session::new();
        for line in lines {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
        }
        describe(&session.board_at(session.state()).expect("a board"))
    }

    #[test]
    fn a_position_is_told_in_words() {
        let told = told(&["set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"]);
        let expected = "user is to play 31.
Match to 7: engine 3, user 2.
The cube is in the middle at 1.
user (X), 167 pips: 2 on 24, 5 on 13, 3 on 8, 5 on 6.
engine (O), 167 pips: 2 on 24, 5 on 13, 3 on 8, 5 on 6.";
        assert_eq!(told, expected);
    }

    #[test]
    fn the_bar_checkers_off_and_an_offered_cube_are_told() {
        let offered = told(&["set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", "double"]);
        assert!(offered.starts_with("engine is offered the cube at 2."), "{offered}");
        let told = told(&[
            "new session",
            "set board simple 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0 0 0 0 0 2",
            "set turn 1",
        ]);
        assert!(told.contains("1 on the bar") && told.contains("9 off"), "{told}");
    }
}
