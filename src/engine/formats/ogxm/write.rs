//! Writing OGXM.

use super::{BEAVERS, CRAWFORD, END, EXTRAS, JACOBY, MAGIC, SECTION, VERSION, action, action_of, own, seat, time_of};
use crate::board::{ByPlayer, OFF, Player, Roll, Variation};
use crate::movegen::CheckerMove;
use crate::record::{Event, Game, GameRecord, MatchInfo, Standing, State};
use crate::scoring::CubeOwner;

/// Writes the match.
///
/// # Errors
/// When something in it has no form in this format; the error names it.
pub fn write_ogxm(
    names: &ByPlayer<String>,
    info: &MatchInfo,
    variation: Variation,
    games: &[GameRecord],
) -> Result<Vec<u8>, String> {
    if variation != Variation::Standard {
        return Err("only standard games can be written so".to_owned());
    }
    let games: Vec<&GameRecord> = games.iter().filter(|game| !game.steps.is_empty()).collect();
    let first = games.first().ok_or("no game has been played")?;
    let mut out = MAGIC.to_vec();
    for number in [VERSION, 0, VERSION, 0] {
        out.extend(number.to_le_bytes());
    }
    // The size, when it is known.
    out.extend([0; 4]);
    section(&mut out, b"MTCH", &head(names, info, first));
    for (i, game) in games.iter().enumerate() {
        let payload = game_of(game, i + 1 == games.len()).map_err(|problem| format!("game {}: {problem}", i + 1))?;
        section(&mut out, b"GAME", &payload);
    }
    // The size is part of what the checksum is of: the section and the end have 9 + 8 + 4 bytes.
    let size = u32::try_from(out.len() + SECTION + 8 + END.len()).map_err(|_| "it is too large")?;
    out[12..16].copy_from_slice(&size.to_le_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&out);
    let mut sum = vec![0, 0, 4];
    sum.extend(crc.sum().to_le_bytes());
    let mut payload = Vec::new();
    record(&mut payload, &sum);
    section(&mut out, b"CSUM", &payload);
    out.extend(END);
    Ok(out)
}

fn section(out: &mut Vec<u8>, kind: &[u8; 4], payload: &[u8]) {
    out.extend(kind);
    out.extend((payload.len() as u32).to_le_bytes());
    out.push(1);
    out.extend(payload);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn record(out: &mut Vec<u8>, body: &[u8]) {
    varint(out, body.len() as u64);
    out.extend(body);
}

/// A text of at most this many bytes.
fn text(out: &mut Vec<u8>, text: &str, most: usize) {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    varint(out, end as u64);
    out.extend(&text.as_bytes()[..end]);
}

/// The longest name and the longest event.
const LONGEST_NAME: usize = 64;
const LONGEST_EVENT: usize = 120;

fn head(names: &ByPlayer<String>, info: &MatchInfo, first: &GameRecord) -> Vec<u8> {
    let standing = first.state(1).standing;
    let (rules, begun) = match standing {
        Standing::Money { jacoby, beavers, .. } => {
            (if jacoby { JACOBY } else { 0 } | if beavers > 0 { BEAVERS } else { 0 }, false)
        }
        Standing::Match { score, .. } => {
            let is_late = !score.crawford() && score.score().0.iter().any(|&points| points + 1 == score.length());
            (CRAWFORD, is_late && score.length() > 1)
        }
    };
    let points = standing.points();
    let (mut mask, mut fields) = (0_u64, Vec::new());
    for (bit, player) in [(0, Player::Bottom), (1, Player::Top)] {
        if !names[player].is_empty() {
            mask |= 1 << bit;
            text(&mut fields, &names[player], LONGEST_NAME);
        }
    }
    if rules != 0 {
        mask |= 1 << 2;
        varint(&mut fields, rules);
    }
    if points.0 != [0, 0] {
        mask |= 1 << 4;
        varint(&mut fields, points[Player::Bottom].into());
        varint(&mut fields, points[Player::Top].into());
    }
    if let Some(time) = info.date.map(time_of).filter(|&time| time > 0) {
        mask |= 1 << 8;
        varint(&mut fields, time);
    }
    if begun {
        mask |= 1 << 11;
    }
    if !info.event.is_empty() {
        mask |= 1 << 12;
        text(&mut fields, &info.event, LONGEST_EVENT);
    }
    let mut body = Vec::new();
    varint(&mut body, mask);
    varint(&mut body, standing.length().into());
    varint(&mut body, 0);
    body.extend(fields);
    let mut payload = Vec::new();
    record(&mut payload, &body);
    payload
}

/// A game: its result and its plies.
fn game_of(game: &GameRecord, is_last: bool) -> Result<Vec<u8>, String> {
    let outcome = game.state(game.steps.len()).outcome;
    let (mut mask, mut fields) = (0_u64, Vec::new());
    if let Some(outcome) = outcome {
        mask |= 0b11;
        varint(&mut fields, seat(outcome.winner).into());
        varint(&mut fields, outcome.points.into());
    }
    if is_last {
        mask |= 1 << 2;
    }
    let result = fields.len();
    let mut plies = Vec::new();
    for (i, step) in game.steps.iter().enumerate() {
        match &step.event {
            // A set-up before everything is where the game begins.
            Event::Set(state) if plies.is_empty() && state.game.is_some_and(|game| game.dice.is_none()) => {
                let game = state.game.as_ref().expect("a game");
                mask &= 0b111;
                fields.truncate(result);
                // Usual values are not written.
                if game.position != Variation::Standard.starting_position() {
                    mask |= 1 << 3;
                    fields.extend(board_of(game));
                }
                if game.cube.value() > 1 {
                    mask |= 1 << 4;
                    varint(&mut fields, game.cube.value().into());
                }
                if let CubeOwner::Owned(owner) = game.cube.owner() {
                    mask |= 1 << 5;
                    varint(&mut fields, seat(owner).into());
                }
            }
            Event::Begin { cube: cube @ 2.., .. } => {
                mask |= 1 << 4;
                varint(&mut fields, (*cube).into());
            }
            event => ply(&mut plies, game.state(i), event, &step.after)?,
        }
    }
    // A roll that waits for its play.
    left_roll(&mut plies, game.state(game.steps.len()));
    if plies.is_empty() {
        return Err("nothing has been played in it".to_owned());
    }
    let mut body = Vec::new();
    varint(&mut body, mask);
    body.extend(fields);
    let mut payload = Vec::new();
    record(&mut payload, &body);
    payload.extend(plies);
    Ok(payload)
}

/// The roll that was not played when the game ended, if there was one.
fn left_roll(out: &mut Vec<u8>, state: &State) {
    if let Some((game, roll)) = state.game.and_then(|game| Some((game, game.dice?))) {
        out.extend([action_of(roll) | seat(game.on_roll) << 6, 0]);
    }
}

fn ply(out: &mut Vec<u8>, before: &State, event: &Event, after: &State) -> Result<(), String> {
    let deciding = before.game.as_ref().map(|game| (game.on_roll, game.to_decide()));
    let acts = |action: u8, player: Player| action | seat(player) << 6;
    match (event, deciding) {
        (Event::Begin { .. } | Event::Roll(_), _) => {}
        (Event::Play(_) | Event::NoPlay, Some((player, _))) => {
            let game = before.game.as_ref().expect("a game");
            let roll = game.dice.ok_or("a play without a roll")?;
            out.push(acts(action_of(roll), player));
            let steps: Vec<u8> = match event {
                Event::Play(play) => steps_of(&play.moves, player, roll),
                _ => Vec::new(),
            };
            out.extend(&steps);
            if steps.len() < if roll.is_double() { 4 } else { 2 } {
                out.push(0);
            }
        }
        (Event::Double, Some((player, _))) => out.push(acts(action::DOUBLE, player)),
        (Event::Take, Some((_, player))) => out.push(acts(action::TAKE, player)),
        (Event::Pass, Some((_, player))) => out.push(acts(action::DROP, player)),
        (Event::Beaver, Some((_, player))) => out.push(acts(action::BEAVER, player)),
        (Event::Resign(value), Some((_, player))) => {
            left_roll(out, before);
            out.push(acts(action::RESIGN[0], player) | EXTRAS);
            record(out, &[1 << 1, value.multiplier() as u8]);
        }
        (Event::Accept, _) => {}
        // The end by the word of the file: nothing where the board has ended the game, else somebody gave up.
        (Event::Set(state), deciding) if state.game.is_none() => {
            let (Some(outcome), Some(_)) = (state.outcome, deciding) else { return Ok(()) };
            let cube = before.game.map_or(1, |game| game.cube.value());
            left_roll(out, before);
            out.push(acts(action::RESIGN[0], !outcome.winner) | EXTRAS);
            record(out, &[1 << 1, (outcome.points / cube).clamp(1, 3) as u8]);
        }
        // A play against the rules, as the position it led to.
        (Event::Irregular(_), Some((player, _))) => {
            let roll = before.game.and_then(|game| game.dice).ok_or("a play without a roll")?;
            let left = after.game.as_ref().ok_or("the game ends with a play against the rules")?;
            out.push(acts(action::SET, !player) | EXTRAS);
            let mut body = vec![1 << 0 | 1 << 3 | 1 << 6, roll.high(), roll.low()];
            body.extend(board_of(left));
            record(out, &body);
        }
        // The turn was given to a player, or something was set up.
        (Event::Set(state), Some(_)) => {
            let (Some(old), Some(new)) = (&before.game, &state.game) else { return Err(SET.to_owned()) };
            if new.dice.is_some() || new.pending.is_some() || before.standing != state.standing {
                return Err(SET.to_owned());
            }
            if new.cube != old.cube {
                let (mut body, mut mask) = (Vec::new(), 1_u64 << 2);
                varint(&mut body, new.cube.value().into());
                if let CubeOwner::Owned(owner) = new.cube.owner() {
                    mask |= 1 << 8;
                    varint(&mut body, seat(owner).into());
                }
                let mut all = Vec::new();
                varint(&mut all, mask);
                all.extend(body);
                out.push(acts(action::CUBE_SET, new.on_roll) | EXTRAS);
                record(out, &all);
            }
            out.push(acts(action::SET, new.on_roll) | EXTRAS);
            let mut body = vec![1 << 6];
            body.extend(board_of(new));
            record(out, &body);
        }
        _ => return Err(SET.to_owned()),
    }
    Ok(())
}

/// Why a game cannot be written.
const SET: &str = "something was set up on the way, or a resignation was declined";

/// The checkers at 26 places, White's above zero.
fn board_of(game: &Game) -> [u8; 26] {
    let mut board = [0_u8; 26];
    let sides = [(game.on_roll, game.position.on_roll()), (!game.on_roll, game.position.opponent())];
    for (player, checkers) in sides {
        for (i, &count) in checkers.counts().iter().enumerate() {
            if count > 0 {
                let count = count.cast_signed();
                let count = if player == Player::Bottom { count } else { -count };
                board[usize::from(own(i as u8 + 1, player))] = count.cast_unsigned();
            }
        }
    }
    board
}

/// The checker moves of a play, a byte each: the place as White passes them, and the die.
pub(super) fn steps_of(moves: &[CheckerMove], player: Player, roll: Roll) -> Vec<u8> {
    let mut dice = if roll.is_double() { vec![roll.high(); 4] } else { vec![roll.low(), roll.high()] };
    let mut steps = vec![0; moves.len()];
    // A checker that is borne off may use a die that is larger: the exact ones are dealt out first.
    for exact in [true, false] {
        for (step, moved) in steps.iter_mut().zip(moves).filter(|(step, _)| **step == 0) {
            let way = if moved.to == OFF { moved.from + 1 } else { moved.from - moved.to };
            let at = dice.iter().position(|&die| if exact { die == way } else { die > way && moved.to == OFF });
            if let Some(at) = at.filter(|_| *step == 0) {
                *step = own(moved.from + 1, player) | dice.remove(at) << 5;
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::super::cursor::Cursor;
    use super::*;
    use crate::record::{Note, Step};
    use crate::scoring::MatchScore;

    /// The head of a file that begins so.
    fn head_of(standing: Standing) -> Vec<u8> {
        let state = State::playing(standing, Game::new(Variation::Standard, Player::Top, true));
        let step = Step { event: Event::Set(Box::new(state)), after: state, note: Note::default() };
        head(&ByPlayer::default(), &MatchInfo::default(), &GameRecord::new(state, vec![step]))
    }

    #[test]
    fn a_match_after_its_crawford_game_says_so() {
        let standing = |length, score, crawford| {
            let score = MatchScore::new(length, ByPlayer(score), crawford).expect("a score");
            Standing::Match { score, winner: None }
        };
        for (standing, is_over) in [
            (standing(7, [6, 1], false), true),
            (standing(7, [1, 6], false), true),
            (standing(7, [6, 1], true), false),
            (standing(7, [5, 5], false), false),
            // A match to one point has no such game.
            (standing(1, [0, 0], false), false),
            (Standing::money(false, 0), false),
        ] {
            let head = head_of(standing);
            let body = Cursor(&head).record().expect("a record");
            assert_eq!(body.has(11), is_over, "{standing:?}");
        }
    }

    #[test]
    fn the_rules_of_a_session_are_those_that_are_played() {
        for (jacoby, beavers, rules) in
            [(false, 0, 0), (true, 0, JACOBY), (false, 1, BEAVERS), (false, 3, BEAVERS), (true, 3, JACOBY | BEAVERS)]
        {
            let standing = Standing::Money { score: ByPlayer([0, 0]), jacoby, beavers };
            let head = head_of(standing);
            let mut body = Cursor(&head).record().expect("a record");
            assert_eq!([body.rest.varint(), body.rest.varint()], [Ok(0), Ok(0)], "no length, the standard variation");
            let found = body.field(2, Cursor::varint).map(Option::unwrap_or_default);
            assert_eq!(found, Ok(rules), "{jacoby}, {beavers}");
        }
    }
}
