//! A position as Jellyfish's binary file (`.pos`), version 126.
//!
//! Whole numbers of two bytes, the low one first; what follows was found out from files that GNU Backgammon 1.07
//! writes and reads. 126; 0; 0; whether the cube is in use; Jacoby; beavers; the value of the cube; its owner (0
//! nobody, 1 player 0, 2 player 1); whose turn it is (1 and 2: player 0 and 1 have rolled, 3 and 4: they have not); 0;
//! 0; 0; 1 for a match or 3 for money; 2; 7 (both of no meaning here); match length; the scores. Then each name behind
//! a byte with its length; seven bytes, of which the third is 2 in the Crawford game and 3 after it; two dice; 26
//! pairs of numbers of checkers, how they lie now and how they lay before the roll. Point 1 is that of player 0, whose
//! bar is 25; 20 is an empty point, less are checkers of player 0, more those of player 1.

use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use crate::board::{ByPlayer, Player, Roll, Setup, Variation};
use crate::record::{Game, Standing, State};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};
use crate::words::counted;

/// The version that is written and read.
const VERSION: i16 = 126;

/// An empty point.
const EMPTY: i16 = 20;

/// Numbers before the names.
const HEAD: usize = 18;

/// Whether these bytes look like such a file.
pub(super) fn is_position(bytes: &[u8]) -> bool {
    bytes.starts_with(&[126, 0, 0, 0, 0, 0]) && bytes.len() > 2 * HEAD
}

/// The position on the table as a file.
///
/// # Errors
/// When no game has begun, or such a file cannot hold its state.
pub fn jellyfish_position(names: &ByPlayer<String>, state: &State) -> Result<Vec<u8>, String> {
    let game = state.shown().ok_or("no game is in progress")?;
    if state.game.is_some() && game.pending.is_some() {
        return Err("something is offered and waits for an answer".to_owned());
    }
    if game.variation.is_hypergammon() {
        return Err("it has no hypergammon".to_owned());
    }
    let (jacoby, beavers, flag) = match state.standing.terms() {
        Terms::Money { jacoby, beavers } => (jacoby, beavers > 0, 1),
        Terms::Match(score) if score.crawford() => (false, false, 2),
        Terms::Match(score) => {
            (false, false, if Player::BOTH.iter().any(|&player| score.away(player) == 1) { 3 } else { 1 })
        }
    };
    let player = game.on_roll;
    let dice = game.dice.filter(|_| state.game.is_some());
    let owner = match game.cube.owner() {
        CubeOwner::Centered => 0,
        CubeOwner::Owned(owner) => 1 + i16::from(owner.seat()),
    };
    let turn = i16::from(player.seat()) + if dice.is_some() { 1 } else { 3 };
    let length = state.standing.length();
    let small = |n: u32| i16::try_from(n).map_err(|_| format!("{n} is too large"));
    let points = state.standing.points();
    let mut out = Vec::with_capacity(256);
    let mut put = |n: i16| out.extend(n.to_le_bytes());
    let in_use = i16::from(game.cube_in_use);
    [VERSION, 0, 0, in_use, jacoby.into(), beavers.into(), small(game.cube.value())?].into_iter().for_each(&mut put);
    [owner, turn, 0, 0, 0, if length == 0 { 3 } else { 1 }, 2, 7, length.into()].into_iter().for_each(&mut put);
    for player in Player::BOTH {
        put(small(points[player])?);
    }
    for player in Player::BOTH {
        let name = beginning(&names[player]);
        out.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
        out.extend(name.as_bytes());
    }
    out.extend([0, 0, flag, 0, 0, 0, 0]);
    let [high, low] = dice.map_or([0, 0], |dice| [dice.high(), dice.low()]);
    for die in [high, low] {
        out.extend(i16::from(die).to_le_bytes());
    }
    let (own, other) = (game.position.on_roll().counts(), game.position.opponent().counts());
    let [top, bottom] = if player == Player::Top { [own, other] } else { [other, own] };
    for point in 0..26 {
        let count = |counts: &[u8; 25], i: Option<usize>| i.and_then(|i| counts.get(i)).map_or(0, |&n| i16::from(n));
        let lies = count(bottom, 24_usize.checked_sub(point)) - count(top, point.checked_sub(1));
        for _ in 0..2 {
            out.extend((EMPTY + lies).to_le_bytes());
        }
    }
    Ok(out)
}

/// As much of a name as a byte can count.
fn beginning(name: &str) -> &str {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    &name[..ends.take_while(|&end| end <= usize::from(u8::MAX)).last().unwrap_or(0)]
}

/// Bytes, one after the other.
struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], FormatError> {
        let found = self.all.get(self.at..self.at + n);
        let found = found.ok_or_else(|| FormatError::whole(format!("byte {}: the file ends early", self.all.len())))?;
        self.at += n;
        Ok(found)
    }

    fn number(&mut self) -> Result<i16, FormatError> {
        let bytes = self.take(2)?;
        Ok(i16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// The fault in the number read last.
    fn wrong(&self, problem: &str) -> FormatError {
        FormatError::whole(format!("byte {}: {problem}", self.at - 2))
    }

    /// A number from 0 to a greatest one.
    fn within(&mut self, most: i16, what: &str) -> Result<u8, FormatError> {
        let n = self.number()?;
        let is_within = (0..=most).contains(&n);
        u8::try_from(n).ok().filter(|_| is_within).ok_or_else(|| self.wrong(&format!("{n} is no {what}")))
    }
}

/// Reads a position.
///
/// # Errors
/// When it is no such file; the error has the byte.
pub fn read_jellyfish_position(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let mut from = Bytes { all: bytes, at: 0 };
    let version = from.number()?;
    if version != VERSION {
        return Err(from.wrong(&format!("gammon reads version {VERSION}, not {version}")));
    }
    from.take(4)?;
    let cube_in_use = from.number()? != 0;
    let (jacoby, beavers) = (from.number()? != 0, from.number()? != 0);
    let value = from.number()?;
    let cube = u32::try_from(value).ok().and_then(|value| Cube::in_play(value, CubeOwner::Centered));
    let cube = cube.ok_or_else(|| from.wrong("the value of the cube is not a power of 2"))?;
    let owner = match from.within(2, "owner of a cube")? {
        0 => CubeOwner::Centered,
        1 => CubeOwner::Owned(Player::Top),
        _ => CubeOwner::Owned(Player::Bottom),
    };
    let turn = from.within(4, "turn")?;
    let player = match turn {
        1 | 3 => Player::Top,
        2 | 4 => Player::Bottom,
        _ => return Err(from.wrong("it is nobody's turn")),
    };
    from.take(6)?;
    let is_money = from.number()? == 3;
    from.take(4)?;
    let length = from.within(MatchScore::LONGEST.into(), "length of a match")?;
    let length = if is_money { 0 } else { length };
    let mut points = ByPlayer([0_u32; 2]);
    for player in Player::BOTH {
        let n = from.number()?;
        points[player] = u32::try_from(n).map_err(|_| from.wrong(&format!("{n} is not a score")))?;
        if length > 0 && Player::BOTH.into_iter().all(|player| points[player] >= length.into()) {
            return Err(from.wrong("both players have won the match"));
        }
    }
    let mut names = ByPlayer([String::new(), String::new()]);
    for player in Player::BOTH {
        let n = from.take(1)?[0].into();
        names[player] = decoded(from.take(n)?);
    }
    let flag = from.take(7)?[2];
    let standing = if length == 0 {
        let beavers = if beavers { options.beavers.max(1) } else { 0 };
        Standing::Money { score: points, jacoby, beavers }
    } else {
        let score = ByPlayer(points.0.map(|n| u8::try_from(n).unwrap_or(u8::MAX)));
        let crawford = flag == 2 && score.0.iter().any(|&points| points.checked_add(1) == Some(length));
        Standing::at(length, score, crawford).map_err(|error| from.wrong(&error.to_string()))?
    };
    let has_rolled = turn < 3;
    let mut dice = [0; 2];
    for die in &mut dice {
        *die = from.within(if has_rolled { 6 } else { i16::from(u8::MAX) }, "die")?;
    }
    let roll = || Roll::new(dice[0], dice[1]).map_err(|error| from.wrong(&error.to_string()));
    let dice = if has_rolled { Some(roll()?) } else { None };
    let (mut top, mut bottom) = ([0_u8; 25], [0_u8; 25]);
    for point in 0..26_usize {
        let lies = from.number()?.saturating_sub(EMPTY);
        let count = u8::try_from(lies.unsigned_abs()).ok().filter(|&n| n <= 15);
        let count = count.ok_or_else(|| from.wrong(&format!("{} are too many", counted(lies, "checker"))))?;
        let (side, at) =
            if lies < 0 { (&mut top, point.checked_sub(1)) } else { (&mut bottom, 24_usize.checked_sub(point)) };
        match at.and_then(|at| side.get_mut(at)) {
            Some(place) => *place = count,
            None if count == 0 => {}
            None => return Err(from.wrong("a checker lies on the bar of the other player")),
        }
        from.number()?;
    }
    let variation = Variation::Standard;
    let [own, other] = if player == Player::Top { [top, bottom] } else { [bottom, top] };
    let position = Setup { on_roll: own, opponent: other }.into_position(variation);
    let position = position.map_err(|error| FormatError::whole(error.to_string()))?;
    let mut game = Game::new(variation, player, cube_in_use);
    (game.position, game.dice, game.cube) = (position, dice, cube.with_owner(owner));
    Ok(PlayedMatch::of_state(names, State::told(standing, game)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::setup_from_position_id;
    use crate::scoring::Met;

    fn names() -> ByPlayer<String> {
        ByPlayer(["A".to_owned(), "Jørn".to_owned()])
    }

    fn read(bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
        let met = Met::kazaross_xg2();
        read_jellyfish_position(bytes, &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false })
    }

    /// Checkers on both bars, so that no side can be taken for the other.
    fn game(player: Player) -> Game {
        let setup = setup_from_position_id("4HMwAC7oGRyADA").expect("an identifier");
        let mut game = Game::new(Variation::Standard, player, true);
        game.position = setup.into_position(Variation::Standard).expect("a position");
        game
    }

    #[test]
    fn positions_come_back_with_all_that_a_file_can_say() {
        let score = |score, crawford| {
            let score = MatchScore::new(7, ByPlayer(score), crawford).unwrap();
            Standing::Match { score, winner: None }
        };
        let money = Standing::Money { score: ByPlayer([3, 40]), jacoby: true, beavers: 3 };
        let strict = Standing::Money { score: ByPlayer([0, 0]), jacoby: false, beavers: 0 };
        let mut n = 0;
        for standing in [score([1, 2], false), score([6, 2], true), score([6, 2], false), money, strict] {
            for player in Player::BOTH {
                for owner in [CubeOwner::Centered, CubeOwner::Owned(Player::Top), CubeOwner::Owned(Player::Bottom)] {
                    for dice in [None, Roll::new(6, 2).ok()] {
                        let value = if owner == CubeOwner::Centered { 1 } else { 4 };
                        let game = Game { dice, cube: Cube::new(value, owner).unwrap(), ..game(player) };
                        let state = State::playing(standing, game);
                        let bytes = jellyfish_position(&names(), &state).expect("it can be written");
                        assert!(is_position(&bytes));
                        let read = read(&bytes).expect("it reads");
                        assert_eq!((read.names, *read.record.games()[0].state(1)), (names(), state));
                        n += 1;
                    }
                }
            }
        }
        assert_eq!(n, 60);
    }

    /// The bytes are taken by hand from a file that GNU Backgammon 1.07 has written of the position.
    #[test]
    fn bytes_lie_where_other_programs_look_for_them() {
        let score = MatchScore::new(7, ByPlayer([1, 2]), false).unwrap();
        let standing = Standing::Match { score, winner: None };
        let names = ByPlayer(["A".to_owned(), "B".to_owned()]);
        let state = State::playing(standing, game(Player::Bottom));
        let bytes = jellyfish_position(&names, &state).expect("it can be written");
        let numbers =
            |bytes: &[u8]| -> Vec<i16> { bytes.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect() };
        assert_eq!(numbers(&bytes[..36]), [126, 0, 0, 1, 0, 0, 1, 0, 4, 0, 0, 0, 1, 2, 7, 7, 1, 2]);
        assert_eq!(bytes[36..51], *b"\x01A\x01B\0\0\x01\0\0\0\0\0\0\0\0");
        let points: Vec<_> = numbers(&bytes[51..]).into_iter().step_by(2).map(|n| n - EMPTY).collect();
        let expected = [2, 0, 1, 0, 0, 0, -5, 0, -3, 0, 0, 0, 3, -2, 0, 0, 0, 2, 0, 4, 1, 0, 0, 0, -3, -1];
        assert_eq!(points, expected);
    }

    #[test]
    fn damaged_files_are_refused_at_their_byte() {
        let standing = Standing::Money { score: ByPlayer([0, 0]), jacoby: true, beavers: 3 };
        let mut rolled = game(Player::Top);
        rolled.dice = Roll::new(3, 1).ok();
        let bytes = jellyfish_position(&names(), &State::playing(standing, rolled)).expect("it can be written");
        for n in 0..bytes.len() {
            let error = read(&bytes[..n]).expect_err("cut off");
            assert_eq!(error.to_string(), format!("byte {n}: the file ends early"), "{n}");
        }
        for at in 0..bytes.len() {
            for value in [0, 1, 7, 19, 21, 127, 128, 255] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                // Any result will do, or any refusal.
                let _ = read(&damaged);
            }
        }
        let with = |at: usize, value: u8| {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            read(&damaged).expect_err("damaged").to_string()
        };
        assert_eq!(with(0, 125), "byte 0: gammon reads version 126, not 125");
        assert_eq!(with(12, 3), "byte 12: the value of the cube is not a power of 2");
        assert_eq!(with(16, 5), "byte 16: 5 is no turn");
        assert!(with(bytes.len() - 104, 19).contains("a checker lies on the bar"));
    }

    #[test]
    fn what_a_file_cannot_say_is_not_written() {
        let standing = Standing::money(true, 3);
        let mut doubled = game(Player::Top);
        doubled.pending = Some(crate::record::Pending::Double);
        let refused = jellyfish_position(&names(), &State::playing(standing, doubled)).expect_err("a double");
        assert!(refused.contains("waits for an answer"), "{refused}");
        assert!(jellyfish_position(&names(), &State::new(standing)).is_err());
        let few = Game::new(Variation::Hypergammon3, Player::Top, true);
        assert!(jellyfish_position(&names(), &State::playing(standing, few)).is_err());
    }
}
