//! XGID: position and match state in one line of fields.
//!
//! `XGID=` and 26 characters, then nine fields: cube (log2), its owner, whose turn, dice, the scores of the
//! bottom and the top player, Crawford or the money rules, match length, largest cube (log2). The characters are
//! the top player's bar, the points 1 to 24 of the bottom player, the bottom player's bar; `A`..`O` are 1 to 15
//! checkers of the bottom player, `a`..`o` of the top player, `-` is none. The bottom player is `1` in the fields,
//! the top player `-1`.

use super::error::{NotationError, Problem};
use super::match_state::{MatchState, Phase, USUAL_CUBE_LIMIT};
use crate::board::{BAR, ByPlayer, Player, Position, Roll, Setup};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};
use std::fmt;
use std::ops::Range;

/// A decoded XGID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xgid {
    /// The checkers, seen by `state.on_roll`.
    pub setup: Setup,
    /// The rest. Player [`Bottom`](Player::Bottom) is the XGID's player 1.
    pub state: MatchState,
}

/// A field with its place in the text.
struct Field<'a> {
    name: &'static str,
    text: &'a str,
    start: usize,
}

impl Field<'_> {
    fn wrong(&self, expected: &'static str) -> NotationError {
        let span = self.start..self.start + self.text.len();
        NotationError::field(span, self.name, format!("`{}`", self.text), expected)
    }

    fn number(&self, range: Range<u16>, expected: &'static str) -> Result<u16, NotationError> {
        // Nobody writes a zero before a number: two fields have lost the colon between them.
        let begins = self.text.len() == 1 || !self.text.starts_with('0');
        let digits = begins && self.text.bytes().all(|byte| byte.is_ascii_digit());
        self.text.parse().ok().filter(|n| digits && range.contains(n)).ok_or_else(|| self.wrong(expected))
    }

    /// 1 is the bottom player, −1 the top player; 0 is neither, where that is allowed.
    fn player(&self, expected: &'static str) -> Result<Option<Player>, NotationError> {
        match self.text {
            "1" => Ok(Some(Player::Bottom)),
            "-1" => Ok(Some(Player::Top)),
            "0" => Ok(None),
            _ => Err(self.wrong(expected)),
        }
    }
}

impl Xgid {
    /// Writes a position and its state; the position is seen by `state.on_roll`.
    pub fn new(position: &Position, state: &MatchState) -> Self {
        Self { setup: Setup::from(position), state: *state }
    }

    /// Reads an XGID, with or without `XGID=` before it; what stands before that, and a blank and anything after
    /// the fields, is ignored.
    ///
    /// # Errors
    /// The first part that is wrong or missing.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let prefix = text.as_bytes().windows(5).position(|bytes| bytes.eq_ignore_ascii_case(b"XGID="));
        let begin = match prefix {
            Some(at) => at + 5,
            None => text.len() - text.trim_start().len(),
        };
        let body = text[begin..].split(char::is_whitespace).next().unwrap_or_default();
        Self::parse_body(body).map_err(|error| error.shifted(begin))
    }

    fn parse_body(body: &str) -> Result<Self, NotationError> {
        let mut start = 0;
        let mut parts = body.split(':').map(|text| {
            let at = start;
            start += text.len() + 1;
            (text, at)
        });
        let (places, _) = parts.next().unwrap_or_default();
        let [bottom, top] = checkers(places)?;
        let mut next = |name, expected| match parts.next() {
            Some((text, start)) => Ok(Field { name, text, start }),
            None => Err(NotationError::new(body.len()..body.len(), Problem::Missing { field: name, expected })),
        };

        let log2 = "the logarithm of the cube, 0 to 15";
        let cube = next("cube", log2)?.number(0..16, log2)?;
        let who = "1 (bottom), 0 (centered) or -1 (top)";
        let owner = next("cube owner", who)?.player(who)?.map_or(CubeOwner::Centered, CubeOwner::Owned);
        let who = "1 (bottom) or -1 (top)";
        let turn = next("turn", who)?;
        let on_roll = turn.player(who)?.ok_or_else(|| turn.wrong(who))?;
        let dice_field = next("dice", DICE)?;
        let (dice, offer) = dice(&dice_field)?;
        let points = "the points won";
        let scores = [next("score of the bottom player", points)?, next("score of the top player", points)?];
        let rule = next("rule", RULE)?;
        let to_64 = "0 (money) to 64";
        let length = next("match length", to_64)?.number(0..65, to_64)?;
        let max_log2 = "the logarithm of the largest cube, 0 (none) to 31";
        // Many writers fill the last field with 0, and mean no limit.
        let cube_limit = match next("largest cube", max_log2)?.number(0..32, max_log2)? as u8 {
            0 => USUAL_CUBE_LIMIT,
            limit => limit,
        };
        if let Some((text, at)) = parts.next() {
            let span = at - 1..at + text.len();
            return Err(NotationError::new(span, Problem::Character { found: ':', expected: "the end" }));
        }

        let (mut terms, money_score) = terms(length, &scores, &rule)?;
        let mut cube = Cube::turned(cube as u8, owner);
        if let Some(turns) = offer.filter(|&turns| turns > 0) {
            let Terms::Money { beavers, .. } = &mut terms else {
                return Err(dice_field.wrong("00, two dice of 1 to 6, or D: a match has no beavers"));
            };
            *beavers = (*beavers).max(BEAVERS);
            // The cube is at the player who beavers, turned once for the double and once for each turn but the last.
            let is_turned = cube.owner() == CubeOwner::Owned(!on_roll);
            let before = cube.value().ilog2() as u8;
            let turned = if is_turned { before.max(turns) } else { before + turns };
            cube = Cube::turned(turned, CubeOwner::Owned(!on_roll));
        }
        let (on_roll_side, opponent) = match on_roll {
            Player::Bottom => (bottom, top),
            Player::Top => (top, bottom),
        };
        Ok(Self {
            setup: Setup { on_roll: on_roll_side, opponent },
            state: MatchState {
                phase: Phase::Playing,
                on_roll,
                // A beaver is for the doubler to answer.
                decides: if matches!(offer, Some(0 | 2)) { !on_roll } else { on_roll },
                dice,
                cube,
                doubled: offer.is_some(),
                resignation: None,
                terms,
                money_score,
                winner: None,
                cube_limit,
            },
        })
    }
}

const DICE: &str = "00, two dice of 1 to 6, D (double), B (beaver) or R (raccoon)";

/// Beavers in a row where they are allowed.
const BEAVERS: u8 = 3;

const RULE: &str = "0 or 1 (Crawford) in a match; 0 to 3 (1 Jacoby + 2 beavers) for money";

/// The checkers of the bottom and of the top player, each in its own numbering.
fn checkers(places: &str) -> Result<[[u8; 25]; 2], NotationError> {
    let mut sides = [[0; 25]; 2];
    // A letter too many moves those behind it, so that a bar has another's: the number is told first.
    if places.len() != 26 && places.chars().all(|c| matches!(c, '-' | 'A'..='O' | 'a'..='o')) {
        let problem = Problem::Length { what: "the position of an XGID", expected: 26, found: places.len() };
        return Err(NotationError::new(0..places.len(), problem));
    }
    for (i, (start, found)) in places.char_indices().enumerate() {
        let (side, count) = match found {
            '-' => continue,
            'A'..='O' if i != 0 => (0, found as u8 - b'A' + 1),
            'a'..='o' if i != 25 => (1, found as u8 - b'a' + 1),
            _ => {
                let expected = match i {
                    0 => "- or a to o: the bar of the top player",
                    25 => "- or A to O: the bar of the bottom player",
                    _ => "-, A to O or a to o",
                };
                return Err(NotationError::new(
                    start..start + found.len_utf8(),
                    Problem::Character { found, expected },
                ));
            }
        };
        // Place i is point i of the bottom player and point 25 - i of the top player; 0 and 25 are the bars.
        let index = if side == 0 { i.checked_sub(1) } else { 24_usize.checked_sub(i) };
        if let Some(point) = index.and_then(|index| sides[side].get_mut(index)) {
            *point = count;
        }
    }
    Ok(sides)
}

/// The roll, and what has been offered: how often the double that waits for an answer has been turned again.
fn dice(field: &Field) -> Result<(Option<Roll>, Option<u8>), NotationError> {
    match field.text.as_bytes() {
        b"00" => Ok((None, None)),
        b"D" => Ok((None, Some(0))),
        b"B" => Ok((None, Some(1))),
        b"R" => Ok((None, Some(2))),
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Ok((Roll::new(a - b'0', b - b'0').ok(), None)),
        _ => Err(field.wrong(DICE)),
    }
}

/// Money or match, with the money score.
fn terms(length: u16, scores: &[Field; 2], rule: &Field) -> Result<(Terms, ByPlayer<u16>), NotationError> {
    let [bottom, top] = scores;
    if length == 0 {
        let any = "the points won, less than 32768";
        let score = ByPlayer([top.number(0..0x8000, any)?, bottom.number(0..0x8000, any)?]);
        let flags = rule.number(0..4, "0 to 3 for money (1 Jacoby + 2 beavers)")?;
        let beavers = if flags & 2 != 0 { BEAVERS } else { 0 };
        return Ok((Terms::Money { jacoby: flags & 1 != 0, beavers }, score));
    }
    let below = "less than the match length";
    let score = ByPlayer([top.number(0..length, below)? as u8, bottom.number(0..length, below)? as u8]);
    let crawford = rule.number(0..2, "0 or 1 (Crawford) in a match")? == 1;
    let score = MatchScore::new(length as u8, score, crawford).map_err(|_| bottom.wrong(below))?;
    Ok((Terms::Match(score), ByPlayer([0; 2])))
}

/// The letter of the double that waits for an answer. With the cube at the other player it is one of his beavers, or
/// the raccoon after it.
fn offer(state: &MatchState) -> &'static str {
    let is_allowed = matches!(state.terms, Terms::Money { beavers: 1.., .. });
    match (state.decides == state.on_roll, state.cube.value()) {
        _ if !is_allowed || state.cube.owner() != CubeOwner::Owned(!state.on_roll) => "D",
        (true, 2..) => "B",
        (false, 4..) => "R",
        _ => "D",
    }
}

impl fmt::Display for Xgid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, state } = self;
        let (bottom, top) = match state.on_roll {
            Player::Bottom => (&setup.on_roll, &setup.opponent),
            Player::Top => (&setup.opponent, &setup.on_roll),
        };
        let letter = |first: u8, n: u8| char::from(first + n.clamp(1, 15) - 1);
        f.write_str("XGID=")?;
        for i in 0..=25_usize {
            let mine = i.checked_sub(1).map_or(0, |i| bottom[i]);
            let theirs = BAR.checked_sub(i).map_or(0, |i| top[i]);
            let place = match (mine, theirs) {
                (0, 0) => '-',
                (0, n) => letter(b'a', n),
                (n, _) => letter(b'A', n),
            };
            write!(f, "{place}")?;
        }
        let sign = |player| if player == Player::Bottom { 1 } else { -1 };
        let owner = match state.cube.owner() {
            CubeOwner::Centered => 0,
            CubeOwner::Owned(player) => sign(player),
        };
        write!(f, ":{}:{owner}:{}:", state.cube.value().max(1).ilog2(), sign(state.on_roll))?;
        match state.dice {
            _ if state.doubled => f.write_str(offer(state))?,
            Some(roll) => write!(f, "{roll}")?,
            None => f.write_str("00")?,
        }
        let (rule, length) = match state.terms {
            Terms::Money { jacoby, beavers } => (u8::from(jacoby) + if beavers > 0 { 2 } else { 0 }, 0),
            Terms::Match(score) => (score.crawford().into(), score.length()),
        };
        let (score, limit) = (state.score(), state.cube_limit);
        write!(f, ":{}:{}:{rule}:{length}:{limit}", score[Player::Bottom], score[Player::Top])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10";

    #[test]
    fn the_start_of_a_match_game() {
        let xgid = Xgid::parse(START).expect("a good one");
        assert_eq!(xgid.to_string(), START);
        assert_eq!(xgid.setup, Setup::from(&crate::board::Variation::Standard.starting_position()));
        assert_eq!(xgid.state.score(), ByPlayer([3, 2]));
        let bare = format!("  {} more", &START[5..]);
        assert_eq!(Xgid::parse(&bare), Ok(xgid));
        assert_eq!(Xgid::parse(&format!("copied xgid={}\n", &START[5..])), Ok(xgid));
    }

    #[test]
    fn a_double_waits_for_the_other_player() {
        let xgid = Xgid::parse("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:1:0:10").expect("a good one");
        assert!(xgid.state.doubled);
        assert_eq!((xgid.state.on_roll, xgid.state.decides), (Player::Top, Player::Bottom));
        assert_eq!(xgid.state.terms, Terms::Money { jacoby: true, beavers: 0 });
    }

    #[test]
    fn beavers_wait_for_the_doubler_and_raccoons_for_the_other() {
        let places = "XGID=-b----E-C---eE---c-e----B-";
        for (fields, value, decides) in [
            (":1:1:-1:B:0:0:3:0:10", 2, Player::Top),
            (":2:1:-1:R:0:0:3:0:10", 4, Player::Bottom),
            (":3:-1:1:B:0:0:2:0:10", 8, Player::Bottom),
        ] {
            let text = format!("{places}{fields}");
            let xgid = Xgid::parse(&text).expect("a good one");
            assert_eq!(
                (xgid.state.doubled, xgid.state.cube.value(), xgid.state.decides),
                (true, value, decides),
                "{text}"
            );
            assert_eq!(xgid.to_string(), text);
        }
        // The cube as it was before the double, and without the rule.
        let state = Xgid::parse(&format!("{places}:0:0:-1:B:0:0:0:0:10")).expect("a good one").state;
        assert_eq!(state.cube, Cube::new(2, CubeOwner::Owned(Player::Bottom)).unwrap());
        assert!(matches!(state.terms, Terms::Money { beavers: 1.., .. }));
    }

    #[test]
    fn no_limit_is_none() {
        let limit = |text: &str| Xgid::parse(text).expect("a good one").state.cube_limit;
        assert_eq!(limit(&START.replace(":7:10", ":7:0")), USUAL_CUBE_LIMIT);
        assert_eq!((limit(&START.replace(":7:10", ":7:3")), limit(START)), (3, 10));
    }

    #[test]
    fn errors_point_at_the_field() {
        let message = |text: &str| {
            let error = Xgid::parse(text).unwrap_err();
            (text[error.span.clone()].to_string(), error.to_string())
        };
        let expect = |text: &str, part: &str, words: &str| assert_eq!(message(text), (part.into(), words.into()));
        expect("foo", "foo", "the position of an XGID has 26 characters, this has 3");
        expect("XGID=?", "?", "'?' cannot stand here: expected - or a to o: the bar of the top player");
        expect("XGID=-b----E", "-b----E", "the position of an XGID has 26 characters, this has 7");
        let with = |from: &str, to: &str| START.replace(from, to);
        let dice = "dice is `37`: expected 00, two dice of 1 to 6, D (double), B (beaver) or R (raccoon)";
        expect(&with(":31:", ":37:"), "37", dice);
        expect(
            &with(":2:3:0:7:", ":02:3:0:7:"),
            "02",
            "score of the bottom player is `02`: expected less than the match length",
        );
        let beaver = "dice is `B`: expected 00, two dice of 1 to 6, or D: a match has no beavers";
        expect(&with(":31:", ":B:"), "B", beaver);
        expect(&with(":0:1:31", ":0:0:31"), "0", "turn is `0`: expected 1 (bottom) or -1 (top)");
        expect(
            &with(":2:3:0:7", ":7:3:0:7"),
            "7",
            "score of the bottom player is `7`: expected less than the match length",
        );
        expect(&with(":7:10", ":65:10"), "65", "match length is `65`: expected 0 (money) to 64");
        expect(&with(":7:10", ""), "", "the match length is missing: expected 0 (money) to 64");
        expect(&with(":10", ":10:1"), ":1", "':' cannot stand here: expected the end");
        expect(&with("-:0", "b:0"), "b", "'b' cannot stand here: expected - or A to O: the bar of the bottom player");
    }
}
