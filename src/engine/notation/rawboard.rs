//! The FIBS `board:` line ("rawboard"): names, score, checkers, dice and cube in 52 fields.
//!
//! The line is written for one player, the first named; 26 counts give its checkers the sign of its color.
//! Count 0 is the bar of the side that moves from 1 to 24, count 25 of the side that moves from 24 to 1.

use super::error::{NotationError, Problem};
use super::match_state::{MatchState, Phase};
use crate::board::{BAR, ByPlayer, Player, Position, Roll, Setup};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};
use std::fmt;

/// A decoded `board:` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBoard {
    /// The names: [`Bottom`](Player::Bottom) is the player for whom the line is written.
    pub names: ByPlayer<String>,
    /// The checkers, seen by `state.on_roll`.
    pub setup: Setup,
    /// The rest. Money rules are not part of the line: [`Terms::MONEY`].
    pub state: MatchState,
}

/// Fields before the counts: two names, match length, two scores.
const COUNTS: usize = 5;
/// Places on the board with both bars.
const PLACES: usize = 26;
/// Where the fields after the counts begin.
const AFTER: usize = COUNTS + PLACES;
/// How FIBS writes a match without end.
const UNLIMITED: i32 = 9999;
/// The fields of the line with their places.
struct Fields<'a> {
    text: &'a str,
    parts: Vec<(usize, &'a str)>,
}

impl<'a> Fields<'a> {
    fn text(&self, i: usize, name: &'static str) -> Result<(usize, &'a str), NotationError> {
        let end = self.text.len();
        let missing = Problem::Missing { field: name, expected: "52 fields separated by `:`" };
        self.parts.get(i).copied().ok_or_else(|| NotationError::new(end..end, missing))
    }

    fn wrong(&self, i: usize, name: &'static str, expected: &'static str) -> NotationError {
        match self.text(i, name) {
            Ok((at, text)) => NotationError::field(at..at + text.len(), name, format!("`{text}`"), expected),
            Err(missing) => missing,
        }
    }

    fn number(&self, i: usize, name: &'static str, expected: &'static str) -> Result<i32, NotationError> {
        self.text(i, name)?.1.parse().map_err(|_| self.wrong(i, name, expected))
    }

    fn sign(&self, i: usize, name: &'static str) -> Result<i32, NotationError> {
        match self.number(i, name, "1 or -1")? {
            n @ (1 | -1) => Ok(n),
            _ => Err(self.wrong(i, name, "1 or -1")),
        }
    }

    fn flag(&self, i: usize, name: &'static str) -> Result<bool, NotationError> {
        match self.number(i, name, "0 or 1")? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.wrong(i, name, "0 or 1")),
        }
    }

    /// A flag at the end of the line, 0 where the line is shorter.
    fn last_flag(&self, i: usize, name: &'static str) -> Result<bool, NotationError> {
        if i < self.parts.len() { self.flag(i, name) } else { Ok(false) }
    }
}

impl RawBoard {
    /// Reads a line that begins with `board:`.
    ///
    /// # Errors
    /// The first field that is wrong or missing.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let begin = text.len() - text.trim_start().len();
        let Some(body) = text[begin..].strip_prefix("board:") else {
            let end = (begin + 6).min(text.len());
            let span = if text.is_char_boundary(end) { begin..end } else { begin..text.len() };
            return Err(NotationError::new(span, Problem::Missing { field: "word `board`", expected: "`board:`" }));
        };
        let body = body.trim_end();
        let mut at = begin + 6;
        let parts = body
            .split(':')
            .map(|part| {
                let start = at;
                at += part.len() + 1;
                (start, part)
            })
            .collect();
        let fields = Fields { text: &text[..begin + 6 + body.len()], parts };

        let (_, player) = fields.text(0, "name of the player")?;
        let (_, opponent) = fields.text(1, "name of the opponent")?;
        let color = fields.sign(AFTER + 9, "color")?;
        let direction = fields.sign(AFTER + 10, "direction")?;
        let [bottom, top] = checkers(&fields, color, direction)?;

        let turn = fields.sign(AFTER, "turn")?;
        // GNU Backgammon writes -1 where the player at the top has doubled.
        let doubled = match fields.number(AFTER + 8, "flag of a double", "0 or 1")? {
            0 => false,
            1 | -1 => true,
            _ => return Err(fields.wrong(AFTER + 8, "flag of a double", "0 or 1")),
        };
        let may_double = [
            fields.flag(AFTER + 6, "flag of who may double")?,
            fields.flag(AFTER + 7, "flag of whether the opponent may double")?,
        ];
        let (terms, money_score) = terms(&fields)?;
        let is_dead = terms.match_score().is_some_and(|score| score.crawford() || score.length() == 1);
        // Without the flag it is a double, too, where neither has the right to one. It is that of the side whose turn
        // it is.
        let offered = doubled || (may_double == [false, false] && !is_dead);
        let on_roll = if turn * color > 0 { Player::Bottom } else { Player::Top };
        let value = fields.number(AFTER + 5, "cube", "1, 2, 4 …")?;
        let owner = match may_double {
            [true, false] => CubeOwner::Owned(Player::Bottom),
            [false, true] => CubeOwner::Owned(Player::Top),
            [false, false] if offered && value > 1 => CubeOwner::Owned(on_roll),
            [true, true] | [false, false] => CubeOwner::Centered,
        };
        let cube = u32::try_from(value).ok().and_then(|value| Cube::new(value, owner).ok());
        let cube = cube.ok_or_else(|| fields.wrong(AFTER + 5, "cube", "1, 2, 4 …"))?;
        let on_roll_first = match on_roll {
            Player::Bottom => Setup { on_roll: bottom, opponent: top },
            Player::Top => Setup { on_roll: top, opponent: bottom },
        };
        Ok(Self {
            names: ByPlayer([opponent.to_owned(), player.to_owned()]),
            setup: on_roll_first,
            state: MatchState {
                phase: Phase::Playing,
                on_roll,
                decides: if offered { !on_roll } else { on_roll },
                dice: dice(&fields, on_roll)?,
                cube,
                doubled: offered,
                resignation: None,
                terms,
                money_score,
                winner: None,
                cube_limit: super::match_state::USUAL_CUBE_LIMIT,
            },
        })
    }

    /// The line for a position seen by `state.on_roll`, written for the bottom player.
    pub fn new(names: ByPlayer<String>, position: &Position, state: &MatchState) -> Self {
        Self { names, setup: Setup::from(position), state: *state }
    }
}

/// The checkers of the named player and of the opponent, each in its own numbering.
fn checkers(fields: &Fields, color: i32, direction: i32) -> Result<[[u8; 25]; 2], NotationError> {
    let mut sides = [[0; 25]; 2];
    for place in 0..PLACES {
        let expected = "a count from -15 to 15";
        let count = fields.number(COUNTS + place, "count of checkers", expected)?;
        if !(-15..=15).contains(&count) {
            return Err(fields.wrong(COUNTS + place, "count of checkers", expected));
        }
        // Seen by the named player: 0 is the opponent's bar, 25 its own.
        let own = if direction < 0 { place } else { PLACES - 1 - place };
        let side = usize::from(count * color < 0);
        let index = if side == 0 { own.checked_sub(1) } else { BAR.checked_sub(own) };
        match index {
            Some(index) => sides[side][index] += count.unsigned_abs() as u8,
            None if count == 0 => {}
            None => {
                return Err(fields.wrong(COUNTS + place, "count on the bar", "checkers of the side whose bar it is"));
            }
        }
    }
    Ok(sides)
}

/// The roll of the side on roll. Some programs write the dice of either player into the pair of the other.
fn dice(fields: &Fields, on_roll: Player) -> Result<Option<Roll>, NotationError> {
    let pairs = if on_roll == Player::Bottom { [1, 3] } else { [3, 1] };
    match dice_in(fields, AFTER + pairs[0])? {
        None => dice_in(fields, AFTER + pairs[1]),
        roll => Ok(roll),
    }
}

fn dice_in(fields: &Fields, first: usize) -> Result<Option<Roll>, NotationError> {
    let die = |i| fields.number(i, "die", "0 to 6");
    match (die(first)?, die(first + 1)?) {
        (0, 0) => Ok(None),
        (a, b) => match (u8::try_from(a), u8::try_from(b)) {
            (Ok(a), Ok(b)) => Roll::new(a, b).map(Some).map_err(|_| fields.wrong(first, "die", "1 to 6")),
            _ => Err(fields.wrong(first, "die", "1 to 6")),
        },
    }
}

/// Money or match, with the money score.
fn terms(fields: &Fields) -> Result<(Terms, ByPlayer<u16>), NotationError> {
    let points = |i, name| {
        let n = fields.number(i, name, "points, 0 or more")?;
        if (0..=0x7fff).contains(&n) { Ok(n) } else { Err(fields.wrong(i, name, "points, 0 or more")) }
    };
    let length = points(2, "match length")?;
    let scores = [points(4, "score of the opponent")?, points(3, "score of the player")?];
    let [post_crawford, no_crawford] =
        [fields.last_flag(AFTER + 19, "post-Crawford flag")?, fields.last_flag(AFTER + 20, "no-Crawford flag")?];
    if length == 0 || length == UNLIMITED {
        return Ok((Terms::MONEY, ByPlayer(scores.map(|score| score as u16))));
    }
    for (i, score) in [(4, scores[0]), (3, scores[1])] {
        if score >= length {
            return Err(fields.wrong(i, "score", "less than the match length"));
        }
    }
    let shorter = (length - i32::from(MatchScore::LONGEST)).max(0);
    let score = ByPlayer(scores.map(|score| (score - shorter).max(0) as u8));
    // A match to 1 has no Crawford game: nobody has ever needed more.
    let match_point = length > 1 && scores.iter().any(|&score| score == length - 1);
    let crawford = match_point && !post_crawford && !no_crawford;
    let score = MatchScore::new((length - shorter) as u8, score, crawford);
    let score = score.map_err(|_| fields.wrong(2, "match length", "points, 0 or more"))?;
    Ok((Terms::Match(score), ByPlayer([0; 2])))
}

impl fmt::Display for RawBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, setup, state } = self;
        let (bottom, top) = match state.on_roll {
            Player::Bottom => (&setup.on_roll, &setup.opponent),
            Player::Top => (&setup.opponent, &setup.on_roll),
        };
        let length = state.terms.match_score().map_or(0, |score| score.length());
        let score = state.score();
        let (me, other) = (Player::Bottom, Player::Top);
        // A colon in a name would move every field after it.
        let name = |player| names[player].replace([':', ' '], "_");
        write!(f, "board:{}:{}:{length}:{}:{}", name(me), name(other), score[me], score[other])?;
        for place in 0..PLACES {
            let mine = place.checked_sub(1).map_or(0, |i| i32::from(bottom[i]));
            let theirs = BAR.checked_sub(place).map_or(0, |i| i32::from(top[i]));
            write!(f, ":{}", mine - theirs)?;
        }
        let turn = if state.on_roll == me { 1 } else { -1 };
        // As GNU Backgammon writes them, in the pairs of both players: some programs look at the first pair alone.
        let [a, b] = state.dice.map_or([0, 0], |roll| [roll.high(), roll.low()]);
        write!(f, ":{turn}:{a}:{b}:{a}:{b}:{}", state.cube.value())?;
        // Neither may double while the bottom player's own double waits for an answer.
        let pending = state.doubled && state.on_roll == me;
        let may = |player| u8::from(!pending && state.cube.is_available_to(player));
        write!(f, ":{}:{}:{}", may(me), may(other), u8::from(state.doubled && state.on_roll == other))?;
        let off = |counts: &[u8; 25]| 15_u32.saturating_sub(counts.iter().map(|&n| u32::from(n)).sum());
        // Color 1, moving from 24 to 1: home 0, bar 25. Then checkers off and on the bar.
        write!(f, ":1:-1:0:25:{}:{}:{}:{}", off(bottom), off(top), bottom[BAR], top[BAR])?;
        let post_crawford = state.terms.match_score().is_some_and(MatchScore::is_post_crawford);
        let crawford = state.terms.match_score().is_some_and(|score| score.crawford());
        // Moves possible and forced are written as 0; then the two Crawford flags.
        write!(f, ":0:0:{}:{}", u8::from(post_crawford), u8::from(!crawford))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    const START: &str = "board:user:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";

    #[test]
    fn a_line_of_a_client() {
        let raw = RawBoard::parse(START).expect("a good line");
        assert_eq!(raw.setup.into_position(Variation::Standard), Ok(Variation::Standard.starting_position()));
        assert_eq!(raw.names, ByPlayer(["gnubg".to_owned(), "user".to_owned()]));
        assert_eq!(raw.state, MatchState { dice: Roll::new(3, 1).ok(), ..MatchState::money(Player::Bottom) });
        // The opponent on roll, its dice in its own fields.
        let theirs = START.replace(":1:3:1:0:0:1:", ":-1:0:0:3:1:1:");
        let raw = RawBoard::parse(&theirs).expect("a good line");
        assert_eq!((raw.state.on_roll, raw.state.dice), (Player::Top, Roll::new(3, 1).ok()));
    }

    #[test]
    fn the_line_the_reference_prints() {
        let line = "board:user:gnubg:0:0:0:0:6:3:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:-2:-5:0:1:0:0:0:0:4:1:0:0:1:-1:0:25:4:7:0:0:0:0:0:1";
        let raw = RawBoard::parse(line).expect("a good line");
        assert_eq!(raw.state.cube, Cube::new(4, CubeOwner::Owned(Player::Bottom)).unwrap());
        assert_eq!(raw.to_string(), line);
    }

    #[test]
    fn pending_doubles_and_long_matches() {
        let doubled = START.replace(":1:3:1:0:0:1:1:1:0:", ":-1:0:0:0:0:1:1:1:1:");
        let state = RawBoard::parse(&doubled).expect("a good line").state;
        assert!(state.doubled && state.on_roll == Player::Top && state.decides == Player::Bottom);
        let mine = START.replace(":1:3:1:0:0:1:1:1:0:", ":1:0:0:0:0:1:0:0:0:");
        let state = RawBoard::parse(&mine).expect("a good line").state;
        assert!(state.doubled && state.on_roll == Player::Bottom && state.decides == Player::Top);
        let long = START.replace(":gnubg:0:0:0:", ":gnubg:100:98:99:");
        let score = MatchScore::new(64, ByPlayer([63, 62]), true).unwrap();
        assert_eq!(RawBoard::parse(&long).expect("a good line").state.terms, Terms::Match(score));
        let short = START.replace(":gnubg:0:0:0:", ":gnubg:1:0:0:");
        let score = MatchScore::new(1, ByPlayer([0, 0]), false).unwrap();
        assert_eq!(RawBoard::parse(&short).expect("a good line").state.terms, Terms::Match(score));
        // Nobody may double in it, so that is no offer.
        let nobody = RawBoard::parse(&short.replace(":1:1:1:0:1:-1:", ":1:0:0:0:1:-1:")).expect("a good line");
        assert!(!nobody.state.doubled);
    }

    #[test]
    fn errors_point_at_the_field() {
        let message = |text: &str| {
            let error = RawBoard::parse(text).unwrap_err();
            (text[error.span.clone()].to_string(), error.to_string())
        };
        let with = |from: &str, to: &str| message(&START.replace(from, to));
        assert_eq!(message("bored:").0, "bored:");
        assert_eq!(message("board:bad").1, "the name of the opponent is missing: expected 52 fields separated by `:`");
        assert_eq!(with(":1:3:1:", ":0:3:1:"), ("0".into(), "turn is `0`: expected 1 or -1".into()));
        assert_eq!(with(":-3:0:-5:", ":-3:x:-5:").0, "x");
    }
}
