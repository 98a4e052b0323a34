//! Matches written as different programs and sites write them, and damaged: what a reader has to make of each is known.
#![allow(dead_code)] // each test file uses what it needs

use super::games::Random;
use gammon::board::{ByPlayer, OFF, Player};
use gammon::movegen::Play;
use gammon::record::{Ending, Event, GameRecord, Record};
use std::fmt::Write;

/// A way of writing.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// `bar` and `off`, or 25 and 0.
    words: bool,
    /// `8/7(3)`, or every checker by itself.
    folded: bool,
    /// Stars for hits.
    stars: bool,
    /// Columns parted by tabs.
    tabs: bool,
    /// How wide the left column is.
    width: usize,
    /// Line ends of DOS.
    crlf: bool,
    /// A byte order mark.
    mark: bool,
    /// How an ending is told.
    ending: Told,
    /// `Ann,1612 : 0`.
    rated: bool,
    /// Keys at the head.
    keys: bool,
    /// The length before every game.
    lengths: bool,
    /// Points that were needed, where more were won.
    needed: bool,
}

/// How an ending is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// `Wins 2 points` on a line of its own.
    Wins,
    /// `Losses 2 point` in the column of the loser, and `Wins 2 point` below.
    Both,
    /// `Losses 2 point`, and `Wins 2 point` behind it.
    BothInLine,
    /// `Losses 2 point` alone.
    Losses,
    /// `Concedes`, and `Wins 2 points`.
    Concedes,
    /// `00: ????`, and `Wins 2 points`.
    NoRoll,
    /// The name of the winner before `Wins`.
    Named,
    /// A word about the clock, and `Wins 2 points`.
    Clock,
}

impl Told {
    /// Every way.
    pub const ALL: [Self; 8] = [
        Self::Wins,
        Self::Both,
        Self::BothInLine,
        Self::Losses,
        Self::Concedes,
        Self::NoRoll,
        Self::Named,
        Self::Clock,
    ];
}

impl Dialect {
    /// Some dialect.
    pub fn any(random: &mut Random, ending: Told) -> Self {
        let mut flip = || random.below(2) == 0;
        Self {
            words: flip(),
            folded: flip(),
            stars: flip(),
            tabs: flip() && flip(),
            crlf: flip(),
            mark: flip(),
            rated: flip(),
            keys: flip(),
            lengths: flip() && flip(),
            needed: flip(),
            ending,
            width: random.pick(&[28, 30, 34, 42]),
        }
    }

    /// Whether more points than needed are written down as what was needed.
    pub const fn tells_needed(&self) -> bool {
        self.needed
    }

    /// A match, and the line in which each game has its first turn.
    pub fn write(&self, random: &mut Random, record: &Record, names: &ByPlayer<String>) -> (String, Vec<usize>) {
        let (mut lines, mut firsts) = (Vec::new(), Vec::new());
        let length = record.games()[0].state(1).standing.length();
        if self.keys {
            for (key, value) in [
                ("Site", "Club"),
                ("Match ID", "17"),
                ("Player 1", names.0[0].as_str()),
                ("Player 2", names.0[1].as_str()),
                ("Player 1 Elo", "1612,40/120"),
                ("EventDate", "2026.11.25"),
                ("EventTime", "20.15"),
                ("Variation", "Backgammon"),
                ("Unrated", "Off"),
                ("Crawford", "On"),
                ("CubeLimit", "1024"),
            ] {
                lines.push(format!("; [{key} \"{value}\"]"));
            }
            lines.push("; kept by Carol".to_owned());
        }
        for (i, game) in record.games().iter().enumerate() {
            lines.push(String::new());
            if i == 0 || self.lengths {
                lines.push(format!(" {length} point match"));
                lines.push(String::new());
            }
            lines.push(format!(" Game {}", i + 1));
            let points = game.state(1).standing.points();
            let head = |player: Player, rating: usize| {
                let rated = if self.rated { format!(",{}", rating + i) } else { String::new() };
                format!("{}{rated} : {}", names[player], points[player])
            };
            lines.push(self.row(&format!(" {}", head(Player::Top, 1612)), &head(Player::Bottom, 1580)));
            firsts.push(lines.len() + 1);
            self.game(random, game, names, &mut lines);
        }
        let end = if self.crlf { "\r\n" } else { "\n" };
        let text = lines.join(end) + end;
        (if self.mark { format!("\u{feff}{text}") } else { text }, firsts)
    }

    /// Two columns.
    fn row(&self, left: &str, right: &str) -> String {
        if self.tabs && left.chars().count() < 24 {
            let tabs = "\t".repeat(4 - left.chars().count() / 8);
            return format!("{left}{tabs}{right}");
        }
        format!("{left:<width$}  {right}", width = self.width)
    }

    fn game(&self, random: &mut Random, game: &GameRecord, names: &ByPlayer<String>, lines: &mut Vec<String>) {
        let mut cells: Vec<(Player, String)> = Vec::new();
        let mut rolled = None;
        for (i, step) in game.steps.iter().enumerate() {
            let before = game.state(i).game;
            let on_roll = before.map_or(Player::Bottom, |game| game.on_roll);
            let decides = before.map_or(Player::Bottom, |game| game.to_decide());
            let cube = before.map_or(1, |game| game.cube.value());
            match &step.event {
                Event::Begin { first, roll, .. } => rolled = roll.map(|roll| (*first, roll)),
                Event::Roll(roll) => rolled = Some((on_roll, *roll)),
                Event::Play(play) => {
                    let (_, roll) = rolled.take().expect("dice");
                    cells.push((on_roll, format!("{roll}: {}", self.play(play))));
                }
                Event::NoPlay => {
                    let (_, roll) = rolled.take().expect("dice");
                    let word = random.pick(&["", "Cannot Move", "cannot move", "can't move"]);
                    cells.push((on_roll, format!("{roll}: {word}")));
                }
                Event::Double => cells.push((on_roll, format!(" Doubles => {}", 2 * cube))),
                Event::Take => cells.push((decides, " Takes".to_owned())),
                Event::Pass => cells.push((decides, " Drops".to_owned())),
                Event::Beaver => cells.push((decides, format!(" Beavers => {}", 4 * cube))),
                _ => {}
            }
        }
        if let Some((player, roll)) = rolled {
            cells.push((player, format!("{roll}: {}", random.pick(&["", "????"]))));
        }
        let last = game.state(game.steps.len());
        let outcome = last.outcome.expect("it is over");
        let (winner, needed) = (outcome.winner, self.needed_by(game, outcome.winner));
        let points = if self.needed { outcome.points.min(needed) } else { outcome.points };
        let over = if last.standing.is_over() { " and the match" } else { "" };
        let s = if points == 1 { "" } else { "s" };
        let wins = format!("Wins {points} point{s}{over}");
        let is_given_up = matches!(outcome.ending, Ending::Resigned(_));
        let alone =
            |text: &str| if winner == Player::Top { format!("      {text}") } else { format!("{:34}{text}", "") };
        let mut below = None;
        match self.ending {
            Told::Both => {
                cells.push((!winner, format!(" Losses {points} point")));
                below = Some(alone(&format!("Wins {points} point{over}")));
            }
            Told::BothInLine => {
                cells.push((!winner, format!(" Losses {points} point              Wins {points} point")))
            }
            Told::Losses => cells.push((!winner, format!(" Losses {points} point"))),
            Told::Concedes if is_given_up => {
                cells.push((!winner, format!(" {}", random.pick(&["Concedes", "Resigns", "Gives up"]))));
                below = Some(alone(&wins));
            }
            Told::NoRoll if is_given_up => {
                cells.push((!winner, "00: ????".to_owned()));
                below = Some(alone(&wins));
            }
            Told::Clock if is_given_up => {
                cells.push((!winner, format!(" {}", random.pick(&["Lost on time", "Time out", "Timeout"]))));
                below = Some(alone(&wins));
            }
            Told::Named => below = Some(alone(&format!("{} {wins}", names[winner]))),
            _ => below = Some(alone(&wins)),
        }
        let mut rows: Vec<ByPlayer<Option<String>>> = Vec::new();
        for (player, cell) in cells {
            let fits = rows.last().is_some_and(|row| {
                row[player].is_none() && (player == Player::Bottom || row[Player::Bottom].is_none())
            });
            if !fits {
                rows.push(ByPlayer([None, None]));
            }
            rows.last_mut().expect("there is one now")[player] = Some(cell);
        }
        for (i, ByPlayer([left, right])) in rows.into_iter().enumerate() {
            let left = format!("{:>3}) {}", i + 1, left.unwrap_or_default());
            lines.push(right.map_or_else(|| left.clone(), |right| self.row(&left, &right)));
        }
        if random.below(2) == 0 {
            lines.push(String::new());
        }
        lines.extend(below);
    }

    fn needed_by(&self, game: &GameRecord, winner: Player) -> u32 {
        let standing = game.state(1).standing;
        match standing.length() {
            0 => u32::MAX,
            length => u32::from(length) - standing.points()[winner],
        }
    }

    fn play(&self, play: &Play) -> String {
        let place = |point: u8| match point {
            24 if self.words => "bar".to_owned(),
            OFF if self.words => "off".to_owned(),
            OFF => "0".to_owned(),
            _ => (point + 1).to_string(),
        };
        let mut parts: Vec<(String, usize)> = Vec::new();
        for hop in &play.moves {
            let star = if hop.hits && self.stars { "*" } else { "" };
            let text = format!("{}/{}{star}", place(hop.from), place(hop.to));
            match parts.last_mut().filter(|(last, _)| self.folded && *last == text && !hop.hits) {
                Some((_, n)) => *n += 1,
                None => parts.push((text, 1)),
            }
        }
        parts.iter().fold(String::new(), |mut out, (text, n)| {
            let _ = if *n > 1 { write!(out, "{text}({n}) ") } else { write!(out, "{text} ") };
            out
        })
    }
}
