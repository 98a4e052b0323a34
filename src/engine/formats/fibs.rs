//! Matches as programs for FIBS, the First Internet Backgammon Server, keep them: JavaFIBS' `.match` files, and what
//! the server itself prints for `oldmoves`.
//!
//! FIBS numbers the points once for both players: one moves from 24 to 1, the other from 1 to 24. Which of them does is
//! seen in the first checker that a player moves in a game.

use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use super::transcript::{self, Action, GameText, Header, Item, Told, Transcript};
use crate::board::{ByPlayer, Player, Roll};
use crate::scoring::MatchScore;

/// The first line of a file of JavaFIBS.
const JAVAFIBS: &str = "JavaFIBS internal match representation";

/// Whether a text begins as a file of JavaFIBS.
pub fn is_javafibs(text: &str) -> bool {
    text.starts_with(JAVAFIBS)
}

/// Whether a text begins as FIBS prints old moves: the score, then who is X and who O.
pub fn is_oldmoves(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next().is_some_and(|line| score_of(line).is_some())
        && lines.next().is_some_and(|line| seats_of(line).is_some())
}

/// An event of a file, before its plays are turned to the numbering of the mover.
enum Line<'a> {
    Roll(Player, Option<Roll>),
    Moves(Player, &'a str),
    Other(Player, Action<'a>),
}

/// A game of a file.
struct FibsGame<'a> {
    line: usize,
    points: ByPlayer<u32>,
    told: Vec<(usize, Line<'a>)>,
}

/// Reads a file of JavaFIBS: a line is a code, a colon and what it needs. You are player 1.
///
/// # Errors
/// When there is no game in it; with `options.strict` when anything in it cannot have happened.
pub fn read_javafibs(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let text = decoded(bytes);
    let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    if !lines.first().is_some_and(|line| line.trim().starts_with(JAVAFIBS)) {
        return Err(FormatError::at(1, format!("expected `{JAVAFIBS}`")));
    }
    let (mut length, mut remarks) = (0, Vec::new());
    let mut names = ByPlayer([String::new(), "You".to_owned()]);
    let mut games: Vec<FibsGame<'_>> = Vec::new();
    let mut points = ByPlayer([0, 0]);
    for (i, line) in lines.iter().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        let number = i + 1;
        let mut doubt = |problem: String| transcript::doubt(options, &mut remarks, number, problem);
        let mut parts = line.splitn(3, ':').map(str::trim);
        let (code, who, rest) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let player = if who == "You" { Player::Bottom } else { Player::Top };
        match code {
            // A match begins, or ends.
            "8" => {
                names[Player::Top] = who.to_owned();
                match rest.parse::<u8>() {
                    Ok(n) if n <= MatchScore::LONGEST => length = n,
                    _ if rest.is_empty() || rest.eq_ignore_ascii_case("unlimited") => length = 0,
                    _ => doubt(format!("expected a match length from 1 to 64, found `{}`", short(rest)))?,
                }
                continue;
            }
            "9" | "13" | "12" | "10" => continue,
            // A game begins: two players.
            "6" => {
                if names[Player::Top].is_empty() {
                    names[Player::Top] = (if who == "You" { rest } else { who }).to_owned();
                }
                games.push(FibsGame { line: number, points, told: Vec::new() });
                continue;
            }
            // The score: names and points of both, in any order.
            "14" => {
                for half in [who, rest] {
                    let Some((name, score)) = half.rsplit_once('-') else { continue };
                    let is_other = name.trim() == names[Player::Top];
                    if !is_other {
                        names[Player::Bottom] = name.trim().to_owned();
                    }
                    points[if is_other { Player::Top } else { Player::Bottom }] = score.trim().parse().unwrap_or(0);
                }
                continue;
            }
            _ => {}
        }
        let Some(game) = games.last_mut() else {
            doubt(format!("`{}` stands before the first game", short(line)))?;
            continue;
        };
        let told = Told { points: rest.parse().ok(), ..Told::default() };
        let event = match code {
            "0" | "11" => Line::Roll(player, dice_of(rest)),
            "1" => Line::Moves(player, rest),
            "15" => Line::Moves(player, ""),
            "2" => Line::Other(player, Action::Double(None)),
            "4" => Line::Other(player, Action::Take),
            "5" => Line::Other(player, Action::Pass),
            "3" => Line::Other(player, Action::GivesUp(Told::default(), "resigns")),
            "7" => Line::Other(player, Action::Wins(told)),
            _ => Line::Other(player, Action::Other(line)),
        };
        game.told.push((number, event));
    }
    finish(games, names, length, remarks, &lines, options)
}

/// Reads what FIBS prints for `oldmoves`, once or several times.
///
/// # Errors
/// When there is no game in it; with `options.strict` when anything in it cannot have happened.
pub fn read_oldmoves(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let text = decoded(bytes);
    let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let (mut length, mut remarks) = (None, Vec::new());
    let mut seats: Option<ByPlayer<String>> = None;
    let mut score = [0, 0];
    // Whether X of this game is O of the first, who is player 1.
    let mut is_turned = false;
    let mut games: Vec<FibsGame<'_>> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let (number, line) = (i + 1, line.trim());
        let mut doubt = |problem: String| transcript::doubt(options, &mut remarks, number, problem);
        if line.is_empty() || line == ">" {
            continue;
        }
        if let Some((points, match_length)) = score_of(line) {
            if length.is_some_and(|length| length != match_length) {
                doubt("another match begins here; the first one is read".to_owned())?;
                break;
            }
            length = Some(match_length);
            score = points;
            continue;
        }
        if let Some((x, o)) = seats_of(line) {
            let names = seats.get_or_insert_with(|| ByPlayer([x.to_owned(), o.to_owned()]));
            is_turned = names[Player::Bottom] == x && x != o;
            let known = if is_turned { [o, x] } else { [x, o] };
            if names.0 != known {
                doubt("another match begins here; the first one is read".to_owned())?;
                break;
            }
            // The score is that of X, then of O.
            let points = if is_turned { ByPlayer([score[1], score[0]]) } else { ByPlayer(score) };
            games.push(FibsGame { line: number, points, told: Vec::new() });
            continue;
        }
        let (Some(game), Some((side, rest))) = (games.last_mut(), line.split_once(':')) else {
            doubt(format!("this is not a line of old moves: `{}`", short(line)))?;
            continue;
        };
        let is_x = match side.trim() {
            "X" => true,
            "O" => false,
            _ => {
                doubt(format!("expected X: or O:, found `{}`", short(line)))?;
                continue;
            }
        };
        let player = if is_x == is_turned { Player::Bottom } else { Player::Top };
        let rest = rest.trim();
        let lower = rest.to_ascii_lowercase();
        let told = Told::of(rest);
        let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
        if let Some((dice, moves)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            game.told.push((number, Line::Roll(player, dice_of(dice))));
            let moves = moves.trim();
            if !moves.is_empty() {
                game.told.push((
                    number,
                    Line::Moves(player, if moves.contains("can't") || moves.contains("cannot") { "" } else { moves }),
                ));
            }
            continue;
        }
        let action = if begins(&["double", "redouble"]) {
            Action::Double(None)
        } else if begins(&["accept", "take"]) {
            Action::Take
        } else if begins(&["reject", "drop", "pass", "give"]) {
            Action::Pass
        } else if begins(&["beaver", "raccoon"]) {
            Action::Beaver
        } else if begins(&["win"]) {
            Action::Wins(told)
        } else if begins(&["resign"]) {
            Action::GivesUp(told, rest)
        } else {
            Action::Other(rest)
        };
        game.told.push((number, Line::Other(player, action)));
    }
    let names = seats.ok_or_else(|| FormatError::whole("there is no game in it"))?;
    finish(games, names, length.unwrap_or(0), remarks, &lines, options)
}

/// Points and length of `Score is 2-0 in a 5 point match.`
fn score_of(line: &str) -> Option<([u32; 2], u8)> {
    let rest = line.trim_start_matches('>').trim().strip_prefix("Score is ")?;
    let (score, rest) = rest.split_once(" in a")?;
    let (one, other) = score.split_once('-')?;
    let length = rest.trim_start_matches('n').trim().split([' ', '-']).next()?;
    let length = if length.eq_ignore_ascii_case("unlimited") {
        0
    } else {
        length.parse().ok().filter(|&n: &u8| n <= MatchScore::LONGEST)?
    };
    Some(([one.trim().parse().ok()?, other.trim().parse().ok()?], length))
}

/// The names of X and O in `Ann is X - Bob is O`.
fn seats_of(line: &str) -> Option<(&str, &str)> {
    let (one, other) = line.split_once(" - ")?;
    let of = |text: &str| {
        let text = text.trim().trim_end_matches('.');
        let end = text.len().checked_sub(5)?;
        let (name, seat) = (text.get(..end)?, text.get(end..)?);
        match seat {
            " is X" => Some((name.len(), true)),
            " is O" => Some((name.len(), false)),
            _ => None,
        }
    };
    let ((one_end, one_x), (other_end, other_x)) = (of(one)?, of(other)?);
    let (one, other) = (&one.trim()[..one_end], &other.trim()[..other_end]);
    match (one_x, other_x) {
        (true, false) => Some((one, other)),
        (false, true) => Some((other, one)),
        _ => None,
    }
}

/// Dice with blanks or a comma between them.
fn dice_of(text: &str) -> Option<Roll> {
    let mut dice = text.split([' ', ',', '-']).filter(|die| !die.is_empty()).map(|die| die.parse::<u8>().ok());
    Roll::new(dice.next()??, dice.next()??).ok()
}

fn short(text: &str) -> String {
    super::builder::start_of(text)
}

/// Puts rolls and their plays together, and plays all of it.
fn finish(
    games: Vec<FibsGame<'_>>,
    names: ByPlayer<String>,
    length: u8,
    remarks: Vec<(usize, String)>,
    lines: &[String],
    options: &ReadOptions<'_>,
) -> Result<PlayedMatch, FormatError> {
    // The plays in the numbering of the mover, which cells then borrow.
    let plays: Vec<Vec<Option<String>>> = games
        .iter()
        .map(|game| {
            let mut turned: ByPlayer<Option<bool>> = ByPlayer([None, None]);
            game.told
                .iter()
                .map(|(_, told)| match told {
                    Line::Moves(player, moves) => Some(own_numbering(moves, &mut turned[*player])),
                    _ => None,
                })
                .collect()
        })
        .collect();
    let mut found = Vec::with_capacity(games.len());
    for (game, plays) in games.into_iter().zip(&plays) {
        let heads = ByPlayer([(names.0[0].clone(), game.points.0[0]), (names.0[1].clone(), game.points.0[1])]);
        let mut text = GameText::new(game.line, heads);
        let mut waiting: Option<(usize, Player, Roll)> = None;
        for ((line, told), play) in game.told.into_iter().zip(plays) {
            let (player, action) = match (told, waiting.take()) {
                (Line::Moves(player, _), Some((_, roller, roll))) if roller == player => {
                    (player, Action::Roll(roll, play.as_deref().unwrap_or_default()))
                }
                (Line::Moves(player, moves), other) => {
                    waiting = other;
                    (player, Action::Other(moves))
                }
                (told, unplayed) => {
                    text.unplayed(unplayed);
                    match told {
                        Line::Roll(player, Some(roll)) => {
                            waiting = Some((line, player, roll));
                            continue;
                        }
                        Line::Roll(player, None) => (player, Action::NoRoll),
                        Line::Other(player, action) => (player, action),
                        Line::Moves(..) => continue,
                    }
                }
            };
            text.items.push((line, Item::Cell(player, action)));
        }
        text.unplayed(waiting);
        found.push(text);
    }
    Transcript { header: Header::default(), length, games: found, remarks, lines }.played(options)
}

/// Checker moves in the numbering of the mover: `17-21 19-21` of a player who moves upwards is `8/4 6/4`.
fn own_numbering(moves: &str, is_turned: &mut Option<bool>) -> String {
    let mut out = String::new();
    for word in moves.split_whitespace() {
        let mut stops = word.trim_end_matches('*').split(['-', '/']);
        let (Some(from), Some(to)) = (stops.next(), stops.next()) else {
            out += word;
            out.push(' ');
            continue;
        };
        let number = |text: &str| text.trim_end_matches('*').parse::<u8>().ok().filter(|n| *n <= 25);
        if is_turned.is_none() {
            *is_turned = match (number(from), number(to)) {
                (Some(from), Some(to)) if (1..25).contains(&from) && (1..25).contains(&to) => Some(from < to),
                // Checkers enter on the last six points of the way.
                (None, Some(to)) if from.eq_ignore_ascii_case("bar") => Some(to <= 6),
                (Some(from), None) if to.eq_ignore_ascii_case("off") => Some(from >= 19),
                _ => None,
            };
        }
        let place = |text: &str| match (number(text), is_turned.unwrap_or(false)) {
            (Some(n), true) if (1..25).contains(&n) => (25 - n).to_string(),
            (Some(0 | 25), _) if std::ptr::eq(text, from) => "bar".to_owned(),
            (Some(0 | 25), _) => "off".to_owned(),
            (Some(n), _) => n.to_string(),
            (None, _) => text.to_owned(),
        };
        out += &format!("{}/{} ", place(from), place(to));
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_numbered_for_the_mover() {
        let mut up = None;
        assert_eq!(own_numbering("17-21 19-21", &mut up), "8/4 6/4");
        assert_eq!(own_numbering("bar-5 20-off", &mut up), "bar/20 5/off");
        let mut down = None;
        assert_eq!(own_numbering("bar-22 13-7*", &mut down), "bar/22 13/7");
        assert_eq!(own_numbering("6-off", &mut down), "6/off");
    }

    #[test]
    fn the_lines_of_old_moves_are_known() {
        assert_eq!(score_of("Score is 2-0 in a 5 point match."), Some(([2, 0], 5)));
        assert_eq!(score_of("Score is 2-0 in an unlimited match."), Some(([2, 0], 0)));
        assert_eq!(seats_of("Ann is X - Bob is O"), Some(("Ann", "Bob")));
        assert_eq!(seats_of("Bob is O - Ann is X"), Some(("Ann", "Bob")));
        assert_eq!((score_of("Score is high"), seats_of("Ann - Bob")), (None, None));
    }

    #[test]
    fn a_line_that_is_not_understood_is_quoted() {
        let options = ReadOptions { strict: true, ..ReadOptions::default() };
        let head = "Score is 0-0 in a 5 point match.\nAnn is X - Bob is O\n";
        for (line, words) in [
            ("what is this", "this is not a line of old moves: `what is this`"),
            ("Q: (6 1) 1-7 12-18", "expected X: or O:, found `Q: (6 1) 1-7 12-18`"),
        ] {
            let text = format!("{head}X: (6 1) 13-7 8-7\n{line}\n");
            let error = read_oldmoves(text.as_bytes(), &options).expect_err(line).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
