//! Whether all parts of a text say the same of its position: identifiers, a drawn board, pips, score, dice, cube.

use super::super::judged::letter;
use super::board::Drawing;
use super::facts::Facts;
use crate::board::{ByPlayer, Player, Position, Setup};
use crate::notation::MatchState;
use crate::scoring::{CubeOwner, Terms};
use crate::words::counted;

/// What a text says beside its identifiers, where that is not the same. The identifiers count.
pub(super) fn contradictions(
    position: &Position,
    state: &MatchState,
    board: Option<&Drawing>,
    facts: &Facts,
) -> Vec<String> {
    let mut all = Vec::new();
    if board.is_some_and(|board| board.setup(state.on_roll) != Setup::from(position)) {
        all.push("the drawn board has the checkers elsewhere; the identifier counts".to_owned());
    }
    all.extend(wrong_pips(position, state.on_roll, facts));
    let mut differ = |what: &str, text: String, identifier: String| {
        if text != identifier {
            all.push(format!("{what}: the text has {text}, the identifier {identifier}; the identifier counts"));
        }
    };
    if let Some(dice) = facts.dice.filter(|_| !state.doubled) {
        differ("dice", dice.to_string(), state.dice.map_or_else(|| "none".to_owned(), |dice| dice.to_string()));
    }
    if let Some(player) = facts.on_roll.filter(|_| !state.doubled && !facts.doubled) {
        differ("on roll", letter(player).to_string(), letter(state.on_roll).to_string());
    }
    // Some writers show the cube of the double that is offered.
    let shown = facts.cube.filter(|&value| !(state.doubled && value == 2 * state.cube.value()));
    if let Some(value) = shown {
        differ("cube", value.to_string(), state.cube.value().to_string());
    }
    if facts.nothing_offered && state.doubled {
        differ("double", "none".to_owned(), "one on offer".to_owned());
    }
    if let (Some(rules), Terms::Money { jacoby, beavers }) = (facts.rules, &state.terms) {
        let told = |[jacoby, beavers]: [bool; 2]| match (jacoby, beavers) {
            (true, true) => "Jacoby and beavers",
            (true, false) => "Jacoby",
            (false, true) => "beavers",
            (false, false) => "neither Jacoby nor beavers",
        };
        differ("rules", told(rules).to_owned(), told([*jacoby, *beavers > 0]).to_owned());
    }
    if let (Some(owner), CubeOwner::Owned(other)) = (facts.owner.filter(|_| !state.doubled), state.cube.owner()) {
        differ("owner of the cube", letter(owner).to_string(), letter(other).to_string());
    }
    let length = match state.terms {
        Terms::Match(score) => score.length(),
        Terms::Money { .. } => 0,
    };
    if let Some(told) = facts.length {
        differ("match length", told.to_string(), length.to_string());
    }
    for player in Player::BOTH {
        // Money sessions count their points or do not.
        let is_counted = length > 0 || state.score() != ByPlayer([0, 0]);
        if let Some(points) = facts.score[player].filter(|_| is_counted) {
            differ(&format!("points of {}", letter(player)), points.to_string(), state.score()[player].to_string());
        }
    }
    all
}

/// Remarks on what a Position ID and a Match ID have otherwise than the XGID beside them.
pub(super) fn other_identifiers(
    whole: &(Setup, MatchState),
    setup: Option<Setup>,
    state: Option<MatchState>,
) -> Vec<String> {
    let (checkers, counts) = whole;
    let mut all = Vec::new();
    if setup.is_some_and(|other| other != *checkers) {
        all.push("the Position ID has the checkers elsewhere; the XGID counts".to_owned());
    }
    // Whoever wrote the two may have seated the players differently.
    let told = |state: &MatchState| {
        let (score, on_roll) = (state.score(), state.on_roll);
        let points = state.terms.match_score().map(|it| (it.length(), score[on_roll], score[!on_roll]));
        (state.dice, state.cube.value(), state.cube.owner() == CubeOwner::Owned(on_roll), state.doubled, points)
    };
    if state.is_some_and(|other| told(&other) != told(counts)) {
        all.push("the Match ID has another score, cube or roll; the XGID counts".to_owned());
    }
    all
}

/// A remark where a text has the values of another decision than the one that is due.
pub(super) fn other_decision(state: &MatchState, has_cube: bool, has_plays: bool) -> Option<String> {
    let (due, is_other) = match (state.resignation, state.dice.filter(|_| !state.doubled)) {
        (Some(_), _) => ("a resignation waits for an answer", has_cube || has_plays),
        // Plays that do not fit have had their own remarks.
        (None, Some(_)) => ("a roll is to be played", has_cube && !has_plays),
        (None, None) => ("no roll is to be played", has_plays && !has_cube),
    };
    let values = if has_cube { "a cube decision" } else { "plays" };
    is_other.then(|| format!("the text has the values of {values}, but {due}"))
}

/// Remarks on a drawn board that no identifier confirms: pips that are not those of its checkers, and checkers that
/// are missing without a word.
pub(super) fn doubts_of_drawing(position: &Position, on_roll: Player, board: &Drawing, facts: &Facts) -> Vec<String> {
    let mut all = wrong_pips(position, on_roll, facts);
    for player in Player::BOTH {
        let count: u32 = board.counts[player.index()].iter().map(|&n| u32::from(n)).sum();
        let is_drawn = board.off.iter().any(|&off| off > 0);
        let off = facts.off[player].or(is_drawn.then_some(board.off[player.index()].into()));
        let missing = 15_u32.saturating_sub(count);
        let is_sure = off == Some(missing) || (off.is_none() && facts.pips[player].is_some() && all.is_empty());
        if (missing > 0 || off.is_some_and(|off| off > 0)) && !is_sure {
            let told = off.map_or_else(String::new, |off| format!(" and {off} borne off"));
            all.push(format!(
                "{} has {} on the board{told}: the rest counts as borne off",
                letter(player),
                counted(count, "checker")
            ));
        }
    }
    if let (Some(arrow), None) = (board.arrow, facts.on_roll)
        && arrow != board.view
    {
        let [to, of] = [arrow, board.view].map(letter);
        all.push(format!("the arrow points to {to}, the points are numbered for {of}: {to} is on roll"));
    }
    all
}

/// A remark on each number of pips that is not that of the checkers.
fn wrong_pips(position: &Position, on_roll: Player, facts: &Facts) -> Vec<String> {
    let pips = position.pips();
    let pips = |player: Player| if player == on_roll { pips.on_roll } else { pips.opponent };
    let differs = |&player: &Player| facts.pips[player].is_some_and(|told| told != pips(player));
    let wrong = Player::BOTH.into_iter().filter(differs);
    wrong
        .map(|player| {
            let (told, is) = (facts.pips[player].unwrap_or(0), pips(player));
            format!("the text counts {} for {}, whose checkers here have {is}", counted(told, "pip"), letter(player))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Roll, Variation};

    #[test]
    fn what_stands_beside_an_xgid_is_compared_with_it() {
        let setup = Setup::from(&Variation::Standard.starting_position());
        let other = Setup { on_roll: setup.opponent.map(|count| count / 2), ..setup };
        let state = MatchState::money(Player::Top);
        let rolled = MatchState { dice: Roll::new(3, 1).ok(), ..state };
        // Another seat alone is no other state.
        let seated = MatchState { on_roll: Player::Bottom, decides: Player::Bottom, ..state };
        for (position, told, words) in [
            (None, None, &[][..]),
            (Some(setup), Some(state), &[]),
            (Some(setup), Some(seated), &[]),
            (Some(other), None, &["Position ID"]),
            (None, Some(rolled), &["Match ID"]),
            (Some(other), Some(rolled), &["Position ID", "Match ID"]),
        ] {
            let found = other_identifiers(&(setup, state), position, told);
            assert_eq!(found.len(), words.len(), "{found:?}");
            assert!(found.iter().zip(words).all(|(found, word)| found.contains(word)), "{found:?}");
        }
    }
}
