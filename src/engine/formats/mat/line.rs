//! The lines of `.mat`: what stands in them, before anybody knows whether it can have happened.

use super::super::builder::start_of;
use super::super::transcript::{Action, Told};
use crate::board::{ByPlayer, Player, Roll};
use crate::scoring::MatchScore;

/// A cell that begins this many letters behind the number of its turn, and stands alone, belongs to player 1.
const GAP: usize = 10;

/// Cells without a number that begin here or further right belong to player 1.
const RIGHT: usize = 14;

/// A line.
#[derive(Debug, PartialEq)]
pub enum Line<'a> {
    /// Nothing.
    Blank,
    /// The text after a `;`.
    Head(&'a str),
    /// ` 7 point match`: the length, 0 for money.
    Length(Result<u8, String>),
    /// ` Game 3`.
    Game,
    /// ` Ann : 0      Bob : 2`: names and points.
    Names(ByPlayer<(String, u32)>),
    /// The cells of a turn, with the player in whose column each of them stands.
    Turn(Vec<(Player, Action<'a>)>),
}

/// Tabs to columns of eight, and other blanks to blanks.
pub fn expanded(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        if c == '\t' {
            let blanks = 8 - column % 8;
            out.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        } else {
            out.push(if c.is_whitespace() || c.is_control() { ' ' } else { c });
            column += 1;
        }
    }
    out
}

/// Reads a line that [`expanded`] has made; `names_are_next` where names and a score must follow.
pub fn read(line: &str, names_are_next: bool) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if let Some(head) = trimmed.strip_prefix(';') {
        return Line::Head(head);
    }
    if let Some(length) = match_length(trimmed) {
        return Line::Length(length);
    }
    if is_game_line(trimmed) {
        return Line::Game;
    }
    if let Some(names) = names_and_score(line).filter(|_| names_are_next || turn_number(line).is_none()) {
        return Line::Names(names);
    }
    Line::Turn(cells(line))
}

/// The length in ` 7 point match`, 0 for money.
fn match_length(line: &str) -> Option<Result<u8, String>> {
    let lower = line.to_ascii_lowercase();
    if ["money session", "money game", "unlimited match"].contains(&lower.as_str()) {
        return Some(Ok(0));
    }
    let digits = lower.strip_suffix("match")?.trim_end();
    let digits = digits.strip_suffix("point").or_else(|| digits.strip_suffix("points"))?.trim();
    let digits = digits.trim_end_matches('-');
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let length = digits.parse::<u32>().ok().and_then(|n| u8::try_from(n).ok()).filter(|&n| n <= MatchScore::LONGEST);
    Some(length.ok_or_else(|| {
        format!("expected a match length from 0 (money) to {}, found `{}`", MatchScore::LONGEST, start_of(digits))
    }))
}

fn is_game_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"))
        && words.next().is_some_and(|number| number.trim_end_matches([':', '.']).parse::<u32>().is_ok())
        && words.next().is_none()
}

/// A name and a score from each half of the line below `Game n`.
fn names_and_score(line: &str) -> Option<ByPlayer<(String, u32)>> {
    let one = |text: &str| {
        let (name, score) = text.rsplit_once(':')?;
        Some((name.trim().to_owned(), score.trim().parse().ok()?))
    };
    // The second half begins behind the first score: the first ` : number` that blanks follow.
    let cut = line.match_indices(':').find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let digits = rest.trim_start();
        let end = digits.find(|c: char| !c.is_ascii_digit()).filter(|&end| end > 0)?;
        digits[end..].starts_with("  ").then_some(line.len() - digits.len() + end)
    })?;
    Some(ByPlayer([one(&line[..cut])?, one(&line[cut..])?]))
}

/// Where the cells of a line with a number begin: behind `12)` or `12.`.
fn turn_number(line: &str) -> Option<usize> {
    let at = line.find([')', '.'])?;
    let number = line[..at].trim();
    let is_followed = line[at..].starts_with(')') || line[at + 1..].starts_with(' ') || line.len() == at + 1;
    (is_followed && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(at + 1)
}

/// The words with which an action begins.
const ACTIONS: [&str; 22] = [
    "double", "redouble", "take", "accept", "drop", "pass", "reject", "beaver", "raccoon", "win", "won", "lose",
    "loss", "lost", "concede", "resign", "give", "forfeit", "retire", "timeout", "timed", "abandon",
];

/// The cells of a line, with the player in whose column they stand.
fn cells(line: &str) -> Vec<(Player, Action<'_>)> {
    let number = turn_number(line);
    let from = number.unwrap_or(0);
    let (mut starts, mut numbers) = (Vec::<usize>::new(), Vec::<usize>::new());
    let mut end = from;
    for (at, word) in words(line, from) {
        if is_turn_number(word) {
            // Some number the turn in each column.
            numbers.push(at);
            end = at + word.len();
            continue;
        }
        let lower = word.to_ascii_lowercase();
        // Blanks before it, or the beginning: other words belong to what is before them.
        let is_cell = starts.is_empty() || at >= end + 2 || numbers.last().is_some_and(|number| number + 4 >= end);
        let is_roll = dice_of(word).is_some() && (word.contains(':') || is_bare_roll(&line[at..]));
        let begins = ACTIONS.iter().any(|action| lower.starts_with(action)) && !lower.contains('/');
        if is_roll || begins || (is_cell && is_time_up(&line[at..])) {
            starts.push(at);
        }
        end = at + word.len();
    }
    let column = |at: usize| line[..at].chars().count();
    let is_right = |at: usize| match number {
        Some(number) => column(at) >= column(number) + GAP,
        None => column(at) >= RIGHT,
    };
    let mut found: Vec<(Player, Action<'_>)> = Vec::with_capacity(2);
    let first = starts.first().copied().unwrap_or(line.len());
    let stray = line[from..first].trim();
    if !stray.is_empty() && !is_turn_number(stray) {
        let at = from + (line[from..].len() - line[from..].trim_start().len());
        let player = if is_right(at) { Player::Bottom } else { Player::Top };
        found.push((player, Action::Other(stray)));
    }
    let actions: Vec<(usize, Action<'_>)> = starts
        .iter()
        .enumerate()
        .map(|(i, &at)| {
            let next = starts.get(i + 1).copied().unwrap_or(line.len());
            let end = numbers.iter().copied().find(|number| (at..next).contains(number)).unwrap_or(next);
            (at, action(line[at..end].trim()))
        })
        .collect();
    for (i, &(at, ref what)) in actions.iter().enumerate() {
        let player = match i.checked_sub(1).map(|last| (&actions[last], found[found.len() - 1].0)) {
            // The loss of one player is the other's win.
            Some(((_, Action::Loses(_) | Action::GivesUp(..)), player)) if matches!(what, Action::Wins(_)) => !player,
            Some(((_, Action::Wins(_)), player)) if matches!(what, Action::Loses(_)) => !player,
            // A word right behind a roll is about this roll.
            Some(((before, _), player)) if what.is_end() && !line[*before..at].contains("  ") => player,
            Some(_) => Player::Bottom,
            None if is_right(at) && actions[1..].iter().all(|(_, next)| next.is_end()) => Player::Bottom,
            None => Player::Top,
        };
        match *what {
            // Words in the other column are no part of the play.
            Action::Roll(roll, text) if text.split_once("   ").is_some_and(|(_, rest)| !rest.contains('/')) => {
                let (play, rest) = text.split_once("   ").unwrap_or((text, ""));
                found.push((player, Action::Roll(roll, play)));
                found.push((Player::Bottom, Action::Other(rest.trim())));
            }
            what => found.push((player, what)),
        }
    }
    found
}

/// The words of a line from an offset on, with their offsets.
fn words(line: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    line[from..]
        .split(' ')
        .scan(from, |at, word| {
            let here = *at;
            *at += word.len() + 1;
            Some((here, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

/// `12)`
fn is_turn_number(word: &str) -> bool {
    word.strip_suffix(')').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The dice of `31:`, `3-1:`, `31`; `Err` for `00`. `None` where these are no dice.
fn dice_of(word: &str) -> Option<Result<Roll, ()>> {
    let dice: Vec<u8> = match word.split_once(':').map_or(word, |(dice, _)| dice).as_bytes() {
        &[high, low] | &[high, b'-' | b',', low] => vec![high, low],
        _ => return None,
    };
    let (high, low) = (dice[0].checked_sub(b'0')?, dice[1].checked_sub(b'0')?);
    match Roll::new(high, low) {
        Ok(roll) => Some(Ok(roll)),
        Err(_) => (high == 0 && low == 0).then_some(Err(())),
    }
}

/// Whether dice without a colon are dice: a play follows.
fn is_bare_roll(text: &str) -> bool {
    text.split(' ').filter(|word| !word.is_empty()).nth(1).is_some_and(|word| word.contains('/') && !word.contains(':'))
}

/// `time out`, `time is up`, `flag fell`, `disconnected`.
fn is_time_up(text: &str) -> bool {
    let lower = text.get(..12).unwrap_or(text).to_ascii_lowercase();
    ["time out", "time is up", "time expired", "out of time", "flag", "disconnect", "dropped out"]
        .iter()
        .any(|words| lower.starts_with(words) || words.starts_with(lower.as_str()) && lower.len() == 12)
}

/// The action in a cell, which begins with dice or one of the words of [`ACTIONS`].
fn action(text: &str) -> Action<'_> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    if let Some(dice) = dice_of(word) {
        let glued = word.split_once(':').map_or("", |(_, glued)| glued);
        let play = if glued.is_empty() {
            rest.trim()
        } else {
            text[text.len() - glued.len() - rest.len() - usize::from(!rest.is_empty())..].trim()
        };
        return dice.map_or(Action::NoRoll, |roll| Action::Roll(roll, play.trim_start_matches(':').trim()));
    }
    let lower = text.to_ascii_lowercase();
    let number = || lower.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
    let value = || number().and_then(|digits| digits.parse().ok());
    let told = || Told::of(text);
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    if begins(&["double", "redouble"]) {
        Action::Double(value())
    } else if begins(&["take", "accept"]) {
        Action::Take
    } else if begins(&["drop", "pass", "reject"]) && !lower.starts_with("dropped out") {
        Action::Pass
    } else if begins(&["beaver", "raccoon"]) {
        Action::Beaver
    } else if begins(&["win", "won"]) {
        Action::Wins(told())
    } else if begins(&["lose", "loss"]) || (lower.starts_with("lost") && value().is_some()) {
        Action::Loses(told())
    } else {
        Action::GivesUp(told(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Vec<(Player, Action<'_>)> {
        match read(line, false) {
            Line::Turn(cells) => cells,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn told(points: u32) -> Told {
        Told { points: Some(points), ..Told::default() }
    }

    #[test]
    fn cells_belong_to_the_column_in_which_they_stand() {
        let roll = |a, b| Roll::new(a, b).expect("dice");
        use Action::{Double, GivesUp, Loses, NoRoll, Other, Pass, Take, Wins};
        use Player::{Bottom, Top};
        for (line, expected) in [
            (
                "  1) 31: 8/5 6/5                 42: 8/4 6/4",
                vec![(Top, Action::Roll(roll(3, 1), "8/5 6/5")), (Bottom, Action::Roll(roll(4, 2), "8/4 6/4"))],
            ),
            ("  1)                             42: 8/4 6/4", vec![(Bottom, Action::Roll(roll(4, 2), "8/4 6/4"))]),
            ("  2)  Doubles => 2                Takes", vec![(Top, Double(Some(2))), (Bottom, Take)]),
            ("  2)  Doubles => 2                Drops", vec![(Top, Double(Some(2))), (Bottom, Pass)]),
            (
                "  3) 55: 13/3 13/3                Losses 1 point",
                vec![(Top, Action::Roll(roll(5, 5), "13/3 13/3")), (Bottom, Loses(told(1)))],
            ),
            (
                "  2) 61: 13/7                 2)  Losses 1 point              Wins 1 point",
                vec![(Top, Action::Roll(roll(6, 1), "13/7")), (Bottom, Loses(told(1))), (Top, Wins(told(1)))],
            ),
            (
                "  1)                              Losses 2 point       Wins 2 point",
                vec![(Bottom, Loses(told(2))), (Top, Wins(told(2)))],
            ),
            (
                "  3)  Concedes                    Wins 2 points",
                vec![(Top, GivesUp(Told::default(), "Concedes")), (Bottom, Wins(told(2)))],
            ),
            (
                "  2) 61: 13/7 8/7                00: ????",
                vec![(Top, Action::Roll(roll(6, 1), "13/7 8/7")), (Bottom, NoRoll)],
            ),
            ("  2) 61: Resigns", vec![(Top, Action::Roll(roll(6, 1), "")), (Top, GivesUp(Told::default(), "Resigns"))]),
            ("                                  Wins 2 points", vec![(Bottom, Wins(told(2)))]),
            (
                "      Wins 1 point and the match",
                vec![(Top, Wins(Told { points: Some(1), ends_match: true, times: None }))],
            ),
            (
                "  4) hello there                 42: 8/4 6/4",
                vec![(Top, Other("hello there")), (Bottom, Action::Roll(roll(4, 2), "8/4 6/4"))],
            ),
        ] {
            assert_eq!(of(line), expected, "{line}");
        }
    }
}
