//! Replays of bgammon.org: `.match` files, by the specification in the server's repository (REPLAY.md).
//!
//! Lines are the table of games, a head for each game, and events. Points are numbered once, for player 1, who moves
//! from 24 to 1; player 1 sits at the bottom here.

use super::builder::start_of;
use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use super::transcript::{Action, GameText, Header, Item, Told, Transcript, doubt};
use crate::board::{ByPlayer, Player, Roll};
use crate::record::{Date, MatchInfo};
use crate::scoring::MatchScore;

/// The word that begins each line of the table of games.
const INDEX: &str = "bgammon-replay";

/// Recognizes a replay by its first word.
pub fn is_bgammon(text: &str) -> bool {
    text.starts_with(INDEX)
}

/// The first line of a game: `i [TIME] NAME NAME LENGTH SCORE SCORE WINNER POINTS VARIANT`.
struct Head {
    names: [String; 2],
    length: u8,
    score: [u32; 2],
    /// The winner and points; `None` of a game that was left.
    result: Option<(Player, u32)>,
    variant: u32,
    date: Option<Date>,
}

/// An event, its play in the numbering of the mover.
enum Event {
    Roll(Roll, String),
    Double { value: Option<u32>, is_taken: bool },
    GivesUp,
    Unknown,
}

/// A game of the file.
struct Game {
    line: usize,
    head: Head,
    events: Vec<(usize, Player, Event)>,
}

/// Player 1 or 2.
fn player(text: &str) -> Option<Player> {
    match text {
        "1" => Some(Player::Bottom),
        "2" => Some(Player::Top),
        _ => None,
    }
}

fn head_of(line: &str) -> Option<Head> {
    let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
    // Older files have no time.
    let time = if words.len() >= 9 { Some(words.remove(0).parse::<i64>().ok()?) } else { None };
    let &[one, two, length, first, second, winner, points, variant, ..] = words.as_slice() else { return None };
    Some(Head {
        names: [two.to_owned(), one.to_owned()],
        length: length.parse().ok().filter(|n| (1..=MatchScore::LONGEST).contains(n))?,
        score: [second.parse().ok()?, first.parse().ok()?],
        result: player(winner).zip(points.parse().ok()),
        variant: variant.parse().ok()?,
        date: time.and_then(|seconds| Date::of_day(seconds.div_euclid(86_400))),
    })
}

/// Moves of either player in the numbering of the mover.
fn own_numbering(moves: &str, mover: Player) -> String {
    let place = |text: &str| match text.parse::<u8>() {
        Ok(n) if mover == Player::Top && (1..25).contains(&n) => (25 - n).to_string(),
        _ => text.to_owned(),
    };
    let turned = |hop: &str| hop.split('/').map(place).collect::<Vec<_>>().join("/");
    moves.split_whitespace().map(turned).collect::<Vec<_>>().join(" ")
}

fn event_of(line: &str) -> Option<(Player, Event)> {
    let (who, rest) = line.split_once(' ')?;
    let mover = player(who)?;
    let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let event = match kind {
        "r" => {
            let (dice, moves) = rest.split_once(' ').unwrap_or((rest, ""));
            let (high, low) = dice.split_once('-')?;
            let roll = Roll::new(high.parse().ok()?, low.parse().ok()?).ok()?;
            Event::Roll(roll, own_numbering(moves, mover))
        }
        "d" => {
            let (value, answer) = rest.split_once(' ')?;
            Event::Double { value: value.parse().ok(), is_taken: answer.trim() == "1" }
        }
        "t" => Event::GivesUp,
        _ => Event::Unknown,
    };
    Some((mover, event))
}

/// Reads a replay. Games of acey-deucey and tabula, which are not played here, are left out with a remark.
///
/// # Errors
/// When there is no game of backgammon in it; with `options.strict` when anything in it cannot have happened.
pub fn read_bgammon(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let text = decoded(bytes);
    let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let (mut games, mut remarks) = (Vec::<Game>::new(), Vec::new());
    // What stands below a head that is left out is left out with it.
    let mut is_left_out = true;
    for (i, line) in lines.iter().enumerate() {
        let (number, line) = (i + 1, line.trim());
        if line.is_empty() || line.starts_with(INDEX) {
            continue;
        }
        let problem = if line.starts_with("i ") {
            let head = head_of(line);
            let problem = match &head {
                None => Some("expected `i TIME NAME NAME LENGTH SCORE SCORE WINNER POINTS VARIANT`".to_owned()),
                Some(Head { variant: 0, .. }) => None,
                Some(Head { variant: 1, .. }) => {
                    Some("acey-deucey is not played here: this game is left out".to_owned())
                }
                Some(Head { variant: 2, .. }) => Some("tabula is not played here: this game is left out".to_owned()),
                Some(Head { variant, .. }) => Some(format!("variant {variant} is not known: this game is left out")),
            };
            is_left_out = problem.is_some();
            games.extend(head.filter(|_| !is_left_out).map(|head| Game { line: number, head, events: Vec::new() }));
            problem
        } else {
            let event = event_of(line);
            let is_known = event.is_some();
            if let (Some(game), false) = (games.last_mut(), is_left_out) {
                let (player, event) = event.unwrap_or((Player::Bottom, Event::Unknown));
                game.events.push((number, player, event));
                None
            } else {
                let what = start_of(line);
                (games.is_empty() && !is_known).then(|| format!("`{what}` stands before the first game"))
            }
        };
        if let Some(problem) = problem {
            doubt(options, &mut remarks, number, problem)?;
        }
    }
    let first = games.first().map(|game| &game.head);
    let length = first.map_or(0, |head| head.length);
    let info = MatchInfo { date: first.and_then(|head| head.date), ..MatchInfo::default() };
    let games = games.iter().map(|game| told(game, &lines)).collect();
    let header = Header { info, ..Header::default() };
    Transcript { header, length, games, remarks, lines: &lines }.played(options)
}

/// A game as the cells of a transcript; its head has told the end.
fn told<'a>(game: &'a Game, lines: &'a [String]) -> GameText<'a> {
    let Game { line, head, events } = game;
    let [top, bottom] = [0, 1].map(|i| (head.names[i].clone(), head.score[i]));
    let mut text = GameText::new(*line, ByPlayer([top, bottom]));
    let points = |player: Player| head.result.filter(|(winner, _)| *winner == player).map(|(_, points)| points);
    let count = |player| Told { points: points(player), ..Told::default() };
    for (line, player, event) in events {
        let mut cell = |player, action| text.items.push((*line, Item::Cell(player, action)));
        match event {
            Event::Roll(roll, moves) => cell(*player, Action::Roll(*roll, moves)),
            Event::Double { value, is_taken } => {
                cell(*player, Action::Double(*value));
                cell(!*player, if *is_taken { Action::Take } else { Action::Pass });
            }
            Event::GivesUp => cell(*player, Action::GivesUp(count(!*player), "t")),
            Event::Unknown => cell(*player, Action::Other(&lines[line - 1])),
        }
    }
    if let Some((winner, _)) = head.result {
        let last = events.last().map_or(*line, |(line, ..)| *line);
        text.items.push((last, Item::Cell(winner, Action::Wins(count(winner)))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_numbered_for_the_mover() {
        assert_eq!(own_numbering("13/9 9/8", Player::Bottom), "13/9 9/8");
        assert_eq!(own_numbering("bar/3 1/7 22/off", Player::Top), "bar/22 24/18 3/off");
    }

    #[test]
    fn heads_are_read_with_and_without_a_time() {
        let head = head_of("i 1702738670 Ann Bob 5 1 3 2 4 0").expect("a head");
        assert_eq!((head.names, head.length, head.score), (["Bob".to_owned(), "Ann".to_owned()], 5, [3, 1]));
        assert_eq!((head.result, head.date), (Some((Player::Top, 4)), Date::new(2023, 12, 16)));
        let head = head_of("i Ann Bob 1 0 0 0 0 1").expect("an old head");
        assert_eq!((head.result, head.date, head.variant), (None, None, 1));
        assert!(head_of("i Ann Bob 0 0 0 1 1 0").is_none() && head_of("i Ann").is_none());
    }
}
