//! Games as GNU Backgammon exports them as text (`export match text`): a file for each game, with boards and analysis.
//! The moves are read; the analysis is not.

use super::markup::without_tags;
use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use super::transcript::{Action, GameText, Header, Item, Told, Transcript};
use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::record::Date;
use std::borrow::Cow;

/// The words with which a text begins.
const HEAD: &str = "The score (after ";

/// Whether a text begins so, or is a page with such a text in it. One that begins with a later move is of one position.
pub fn is_gnubg_text(text: &str) -> bool {
    let text = shown(text);
    text.contains("Move number 1:")
        && text.lines().map(str::trim).any(|line| line.starts_with(HEAD))
        && begins_so(&text)
}

/// The text of a page of GNU Backgammon, whose marks are dots; a text as it is.
fn shown(text: &str) -> Cow<'_, str> {
    let as_text = |page: String| page.lines().map(|line| line.trim().replace('•', "*") + "\n").collect();
    without_tags(text).map_or(Cow::Borrowed(text), |page| Cow::Owned(as_text(page)))
}

/// Whether nothing but the title and links of a page stands before the first words.
fn begins_so(text: &str) -> bool {
    let before = text.lines().map(str::trim).take_while(|line| !line.starts_with(HEAD));
    let mut before = before.filter(|line| !line.is_empty());
    before.all(|line| line.starts_with("Game number ") || line.starts_with('['))
}

/// Reads a game.
///
/// # Errors
/// When there is none in the text; with `options.strict` when anything in it cannot have happened.
pub fn read_gnubg_text(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let text = decoded(bytes);
    let text = shown(&text);
    let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let begins = |line: &String| line.trim_start().starts_with(HEAD);
    let first = lines.iter().position(begins).unwrap_or(0);
    let head = lines.get(first).and_then(|line| head_of(line));
    let (names, points, length) =
        head.ok_or_else(|| FormatError::at(first + 1, "expected `The score (after 0 games) is: Ann 0, Bob 0 (…)`"))?;
    let crawford = Some(lines.iter().any(|line| line.contains("(Crawford game)")));
    let mut header = Header { names: names.clone(), crawford, ..Header::default() };
    let heads = ByPlayer([(names.0[0].clone(), points[0]), (names.0[1].clone(), points[1])]);
    let mut game = GameText::new(first + 1, heads);
    let mut roll: Option<(usize, Player, Roll)> = None;
    let mut remarks = Vec::new();
    let mut is_over = false;
    for (i, line) in lines.iter().enumerate().skip(first + 1) {
        let number = i + 1;
        if line.starts_with("Game statistics") || line.starts_with("Match statistics") {
            is_over = true;
        }
        if is_over {
            continue;
        }
        if let Some((key, value)) = line.split_once(": ").filter(|(key, _)| !key.contains(' ')) {
            info(&mut header, key, value.trim());
            if key == "Variation" {
                match Variation::named(value) {
                    Some(variation) => header.variation = variation,
                    None => {
                        let value = super::builder::start_of(value.trim());
                        remarks.push((number, format!("`{value}` is not known here; it is read as backgammon")));
                    }
                }
            }
        }
        if let Some(rest) = line.strip_prefix("Move number ").and_then(|rest| rest.split_once(':')) {
            let told = rest.1.trim();
            let dice =
                told.rsplit_once(" to play ").and_then(|(name, dice)| Some((seat(&names, name)?.0, dice_of(dice)?)));
            game.unplayed(roll.take());
            roll = dice.map(|(player, dice)| (number, player, dice));
            continue;
        }
        let (told, is_marked) = match line.strip_prefix("* ") {
            Some(told) => (told, true),
            None => (line.as_str(), false),
        };
        let Some((player, what)) = seat(&names, told) else { continue };
        let lower = what.to_ascii_lowercase();
        let begins = |word: &str| lower.starts_with(word);
        let end = Told::of(what);
        let action = if begins("wins") {
            Action::Wins(end)
        } else if !is_marked {
            continue;
        } else if begins("moves") || begins("cannot move") {
            let play = what.strip_prefix("moves").unwrap_or("").trim();
            match roll.take().filter(|&(_, roller, _)| roller == player) {
                Some((_, _, roll)) => Action::Roll(roll, play),
                None => Action::Other(what),
            }
        } else if begins("double") || begins("redouble") {
            Action::Double(None)
        } else if begins("accepts") || begins("takes") {
            Action::Take
        } else if begins("rejects") || begins("passes") || begins("drops") {
            Action::Pass
        } else if begins("beavers") || begins("raccoons") {
            Action::Beaver
        } else if begins("resigns") {
            Action::GivesUp(Told::default(), "resigns")
        } else {
            remarks.push((number, format!("`{}` is not understood", super::builder::start_of(what))));
            continue;
        };
        // The analysis of a play names it once more, and that of a double answers it.
        let is_twice = matches!(action, Action::Wins(_))
            && game.items.iter().any(|(_, item)| matches!(item, Item::Cell(_, Action::Wins(_))));
        if !is_twice {
            game.items.push((number, Item::Cell(player, action)));
        }
    }
    game.unplayed(roll);
    Transcript { header, length, games: vec![game], remarks, lines: &lines }.played(options)
}

/// Names, points and the match length of `The score (after 2 games) is: Ann 1, Bob 0 (match to 5 points)`.
fn head_of(line: &str) -> Option<(ByPlayer<String>, [u32; 2], u8)> {
    let rest = line.trim().strip_prefix("The score (after ")?.split_once(" is: ")?.1;
    let (scores, terms) = rest.rsplit_once(" (").unwrap_or((rest, ""));
    let length = terms.strip_prefix("match to ").map_or(Some(0), |rest| rest.split(' ').next()?.parse::<u8>().ok())?;
    // Names may have commas in them: the first one behind a number parts them.
    let (one, other) =
        scores.match_indices(", ").find_map(|(at, _)| Some((of(&scores[..at])?, of(&scores[at + 2..])?)))?;
    (length <= 64).then_some((ByPlayer([one.0, other.0]), [one.1, other.1], length))
}

/// The player with whose name a text begins, and the rest.
fn seat<'t>(names: &ByPlayer<String>, text: &'t str) -> Option<(Player, &'t str)> {
    // The longer name first: one may begin with the other.
    let mut players = Player::BOTH;
    players.sort_by_key(|&player| std::cmp::Reverse(names[player].len()));
    let found = players.into_iter().find_map(|player| Some((player, text.strip_prefix(names[player].as_str())?)));
    found.map(|(player, rest)| (player, rest.trim()))
}

/// Name and points of `Ann 3`.
fn of(text: &str) -> Option<(String, u32)> {
    let (name, points) = text.trim().rsplit_once(' ')?;
    Some((name.trim().to_owned(), points.parse().ok()?))
}

fn info(header: &mut Header, key: &str, value: &str) {
    let info = &mut header.info;
    match key {
        "Place" => info.place = value.to_owned(),
        "Event" => info.event = value.to_owned(),
        "Round" => info.round = value.to_owned(),
        "Annotator" => info.annotator = value.to_owned(),
        "Comments" | "Comment" => info.comment = value.to_owned(),
        "Date" => {
            // Month, day and year of two digits, in the C locale.
            let parts: Vec<u16> = value.split('/').filter_map(|part| part.parse().ok()).collect();
            if let &[month, day, year] = parts.as_slice() {
                let byte = |n: u16| u8::try_from(n).unwrap_or(0);
                let year = if year < 70 {
                    2000 + year
                } else if year < 100 {
                    1900 + year
                } else {
                    year
                };
                info.date = Date::new(year, byte(month), byte(day));
            }
        }
        _ => {}
    }
}

fn dice_of(text: &str) -> Option<Roll> {
    let &[high, low] = text.trim().as_bytes() else { return None };
    Roll::new(high.checked_sub(b'0')?, low.checked_sub(b'0')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_has_names_and_score() {
        let line = "The score (after 2 games) is: Ann, Dr 1, Bob 2 0 (match to 5 points)";
        let (names, points, length) = head_of(line).expect("a head");
        assert_eq!((names.0, points, length), (["Ann, Dr".to_owned(), "Bob 2".to_owned()], [1, 0], 5));
        assert_eq!(head_of("The score (after 0 games) is: a 0, b 0").expect("a head").2, 0);
        assert_eq!(head_of("The score is high"), None);
    }
}
