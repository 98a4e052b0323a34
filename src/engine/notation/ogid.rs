//! OGID: the position identifier of OpenGammon, after its published specification.
//!
//! Fields with colons between them: the checkers of White and of Black, each a character for a checker; the cube as
//! owner (`N` nobody, `W`, `B`), logarithm and action (`N` none, `O` offered, `T` taken, `P` passed); the dice or
//! nothing; the player who brought the position about, so that the other one is to act; the state of the game; the
//! scores of White and Black; the match length with `C` in the Crawford game and `L` after it; the number of the move;
//! the checkers of a side where they are not 15. Characters `0` to `9`, `a` to `p` are the places 0 to 25: White's bar,
//! the points as White passes them, Black's bar. All fields from the sixth on may be left out. White is player 1 here.

use super::error::{NotationError, Problem};
use super::match_state::{MatchState, Phase};
use crate::board::{ByPlayer, Player, Roll, Setup};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};

/// Fields of which an identifier has at least the first five.
const LEAST: usize = 5;

/// The state of a game that has just begun, with White to roll.
const BEGINNING: &str = "IW";

/// Whether a word has the shape of an OGID, with or without `OGID=` before it.
pub fn looks_like_ogid(text: &str) -> bool {
    let mut fields = without_label(text).split(':');
    let mut next = || fields.next();
    let is_side = |text: &str| text.len() <= 30 && text.bytes().all(|byte| place(byte).is_some());
    let (Some(white), Some(black), Some(cube), Some(dice), Some(color)) = (next(), next(), next(), next(), next())
    else {
        return false;
    };
    let cube = cube.as_bytes();
    is_side(white)
        && is_side(black)
        && cube.len() >= 3
        && b"NWBD?".contains(&cube[0])
        && cube[1..cube.len() - 1].iter().all(u8::is_ascii_digit)
        && b"NOTP".contains(&cube[cube.len() - 1])
        && dice.len() <= 2
        && dice.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(color, "W" | "B")
}

fn without_label(text: &str) -> &str {
    let text = text.trim();
    match text.as_bytes() {
        [a, b, c, d, b'=' | b':', ..] if [a, b, c, d].map(u8::to_ascii_lowercase) == *b"ogid" => &text[5..],
        _ => text,
    }
}

fn place(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'p' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// Reads an OGID: the checkers, seen by the player on roll, and what surrounds them. Fields that are left out have the
/// values that the specification gives them.
///
/// # Errors
/// The first field that is wrong or missing.
pub fn parse_ogid(text: &str) -> Result<(Setup, MatchState), NotationError> {
    let body = without_label(text);
    let offset = body.as_ptr() as usize - text.as_ptr() as usize;
    let fields: Vec<&str> = body.split(':').collect();
    let start_of = |i: usize| offset + fields[..i].iter().map(|field| field.len() + 1).sum::<usize>();
    let wrong = |i: usize, name: &'static str, expected: &'static str| {
        let span = start_of(i)..start_of(i) + fields[i].len();
        NotationError::field(span, name, format!("`{}`", fields[i]), expected)
    };
    if fields.len() < LEAST {
        let problem = Problem::Missing { field: "player who moved", expected: "five fields with `:` between them" };
        return Err(NotationError::new(text.len()..text.len(), problem));
    }
    let side = |i: usize, name: &'static str, own: fn(u8) -> u8| {
        let mut counts = [0_u8; 25];
        for byte in fields[i].bytes() {
            let at = place(byte).map(own).filter(|&at| (1..=25).contains(&at));
            let at = at.ok_or_else(|| wrong(i, name, "0 to 9 and a to p, a character for a checker"))?;
            counts[usize::from(at) - 1] = counts[usize::from(at) - 1].saturating_add(1);
        }
        Ok(counts)
    };
    let white = side(0, "checkers of White", |at| 25 - at.min(25))?;
    let black = side(1, "checkers of Black", |at| at)?;
    let (cube, is_offered) = cube(fields[2]).ok_or_else(|| wrong(2, "cube", "such as N0N, W1N or B2O"))?;
    let dice = match fields[3].as_bytes() {
        [] => None,
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Roll::new(a - b'0', b - b'0').ok(),
        _ => return Err(wrong(3, "dice", "two dice of 1 to 6, or nothing")),
    };
    let mover = match fields[4] {
        "W" => Player::Bottom,
        "B" => Player::Top,
        _ => return Err(wrong(4, "player who moved", "W or B")),
    };
    let is_beginning = fields.get(5).is_none_or(|state| *state == BEGINNING) && dice.is_none();
    let acts = if is_beginning { Player::Bottom } else { !mover };
    // A double is for the other player to answer.
    let on_roll = if is_offered { !acts } else { acts };
    let number = |i: usize, name: &'static str| match fields.get(i) {
        None => Ok(0),
        Some(text) => text.parse::<u16>().ok().filter(|&n| n < 0x8000).ok_or_else(|| wrong(i, name, "a score")),
    };
    let score = ByPlayer([number(7, "score of Black")?, number(6, "score of White")?]);
    let (length, crawford) = match fields.get(8) {
        None => (0, false),
        Some(text) => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let length = text[..digits].parse::<u8>().ok().filter(|&n| n <= MatchScore::LONGEST);
            let length = length.ok_or_else(|| wrong(8, "match length", "0 (money) to 64"))?;
            (length, text[digits..].starts_with('C'))
        }
    };
    let (terms, money_score) = if length == 0 {
        (Terms::MONEY, score)
    } else {
        let points = ByPlayer(score.0.map(|points| u8::try_from(points).unwrap_or(u8::MAX)));
        let score = MatchScore::new(length, points, crawford)
            .map_err(|_| wrong(if points.0[1] >= length { 6 } else { 7 }, "score", "less than the length"))?;
        (Terms::Match(score), ByPlayer([0; 2]))
    };
    let (own, other) = if on_roll == Player::Bottom { (white, black) } else { (black, white) };
    let state = MatchState {
        phase: Phase::Playing,
        on_roll,
        decides: if is_offered { !on_roll } else { on_roll },
        dice: dice.filter(|_| !is_offered),
        cube,
        doubled: is_offered,
        resignation: None,
        terms,
        money_score,
        winner: None,
        cube_limit: super::match_state::USUAL_CUBE_LIMIT,
    };
    Ok((Setup { on_roll: own, opponent: other }, state))
}

/// The cube, and whether a double is offered.
fn cube(field: &str) -> Option<(Cube, bool)> {
    let mut chars = field.chars();
    let (owner, action) = (chars.next()?, chars.next_back()?);
    let owner = match owner {
        'N' | 'D' | '?' => CubeOwner::Centered,
        'W' => CubeOwner::Owned(Player::Bottom),
        'B' => CubeOwner::Owned(Player::Top),
        _ => return None,
    };
    let log2 = chars.as_str().parse::<u8>().ok().filter(|&n| n < 16)?;
    matches!(action, 'N' | 'O' | 'T' | 'P').then_some((Cube::turned(log2, owner), action == 'O'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    const START: &str = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0";

    #[test]
    fn a_game_begins_with_white() {
        let (setup, state) = parse_ogid(START).expect("a good one");
        assert_eq!(setup, Setup::from(&Variation::Standard.starting_position()));
        assert_eq!((state.on_roll, state.dice), (Player::Bottom, None));
        assert!(looks_like_ogid(&format!("OGID={START}")) && parse_ogid(&format!("ogid:{START}")).is_ok());
        assert!(!looks_like_ogid("-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"));
    }

    #[test]
    fn the_player_named_is_the_one_who_has_moved() {
        let (_, state) = parse_ogid("11ccccchhhjjjjj:66666888dddddoo:W1N:36:B:R:3:5:7C:0").expect("a good one");
        assert_eq!((state.on_roll, state.dice), (Player::Bottom, Roll::new(6, 3).ok()));
        assert_eq!(state.cube, Cube::new(2, CubeOwner::Owned(Player::Bottom)).unwrap());
        let score = MatchScore::new(7, ByPlayer([5, 3]), true).unwrap();
        assert_eq!(state.terms, Terms::Match(score));
    }

    #[test]
    fn doubles_and_the_games_around_crawford_are_told() {
        for (text, doubled, decides, is_post_crawford) in [
            ("00jjj:66ppp:N0N::B:C:2:1:5:0", false, Player::Bottom, false),
            ("00jjj:66ppp:B1O::B:D:2:1:5:0", true, Player::Bottom, false),
            ("00jjj:66ppp:N0N:12:W:R:4:1:5L:0", false, Player::Top, true),
        ] {
            let (_, state) = parse_ogid(text).expect(text);
            assert_eq!((state.doubled, state.decides), (doubled, decides), "{text}");
            let Terms::Match(score) = state.terms else { panic!("{text}") };
            assert_eq!((score.is_post_crawford(), score.crawford(), score.length()), (is_post_crawford, false, 5));
        }
    }

    #[test]
    fn errors_point_at_the_field() {
        for (text, part) in [
            ("11:66:N0N:17:W", "17"),
            ("11:66:N9:12:W", "N9"),
            ("1z:66:N0N:12:W", "1z"),
            ("11:66:N0N:12:X", "X"),
            ("11:66:N0N:12:W:R:9:0:7:0", "9"),
            ("11:66:N0N:12:W:R:0:0:99:0", "99"),
        ] {
            let error = parse_ogid(text).expect_err(text);
            assert_eq!(&text[error.span.clone()], part, "{error}");
        }
        assert!(parse_ogid("11:66").is_err());
    }
}
