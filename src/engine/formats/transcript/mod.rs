//! The contents of a transcript, whatever its dialect: a head, and games of cells. Readers of text make it; `game`
//! plays it.

mod game;

use super::builder::{Builder, Scores};
use super::played::{FormatError, PlayedMatch, ReadOptions};
use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::record::{MatchInfo, Rules};

/// Beavers in a row that a money session allows where its header allows beavers, or does not speak of them.
pub(super) const BEAVERS: u8 = 3;

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action<'a> {
    /// A roll and what follows it.
    Roll(Roll, &'a str),
    /// `00:`, a turn without dice.
    NoRoll,
    /// `Doubles => 4`: the value, if it is told.
    Double(Option<u32>),
    Take,
    Pass,
    Beaver,
    /// `Wins 2 points and the match`.
    Wins(Told),
    /// `Losses 2 points`.
    Loses(Told),
    /// `Concedes`, `Resigns`, `Lost on time`.
    GivesUp(Told, &'a str),
    /// Something else.
    Other(&'a str),
}

/// The count of a game, as its end tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The points; `None` where they are not told.
    pub points: Option<u32>,
    /// Whether it is said to end the match.
    pub ends_match: bool,
    /// How many times the cube, where it is told in words: 2 for a gammon, 3 for a backgammon.
    pub times: Option<u32>,
}

impl Told {
    /// The count in the words of an ending: `wins 2 points and the match`, `resigns a gammon`.
    pub fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let points = lower.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
        let times = [("backgammon", 3), ("gammon", 2), ("single", 1)];
        Self {
            points: points.and_then(|digits| digits.parse().ok()),
            ends_match: lower.contains("match"),
            times: times.into_iter().find(|(word, _)| lower.contains(word)).map(|(_, times)| times),
        }
    }
}

impl Action<'_> {
    /// Whether nothing can be played after it.
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::Wins(_) | Self::Loses(_) | Self::GivesUp(..))
    }

    /// Whether the game goes on with it.
    pub const fn is_played(&self) -> bool {
        matches!(self, Self::Roll(..) | Self::Double(_) | Self::Take | Self::Pass | Self::Beaver)
    }
}

/// A part of a game; they stand in order.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// A cell in the column of a player.
    Cell(Player, Action<'a>),
    /// A line behind `;`.
    Comment(&'a str),
}

/// The text of a game.
#[derive(Debug)]
pub struct GameText<'a> {
    /// The line with the names.
    pub line: usize,
    /// The names, without ratings.
    pub names: ByPlayer<String>,
    /// The ratings that stand behind the names.
    pub rating: ByPlayer<Option<String>>,
    /// The points before it.
    pub points: ByPlayer<u32>,
    /// Whether the points are told.
    pub has_score: bool,
    /// The parts of the game, with lines.
    pub items: Vec<(usize, Item<'a>)>,
}

impl GameText<'_> {
    /// A game of which the names and points are known.
    pub fn new(line: usize, heads: ByPlayer<(String, u32)>) -> Self {
        let points = ByPlayer([heads.0[0].1, heads.0[1].1]);
        let [top, bottom] = heads.0.map(|(name, _)| rated(name));
        let (names, rating) = (ByPlayer([top.0, bottom.0]), ByPlayer([top.1, bottom.1]));
        Self { line, names, rating, points, has_score: true, items: Vec::new() }
    }

    /// Adds a roll of which nothing more is told.
    pub fn unplayed(&mut self, roll: Option<(usize, Player, Roll)>) {
        self.items.extend(roll.map(|(line, player, roll)| (line, Item::Cell(player, Action::Roll(roll, "")))));
    }
}

/// Name and rating of `Ann,1612`, as GridGammon writes them.
fn rated(name: String) -> (String, Option<String>) {
    let split = name.rsplit_once(',').filter(|(name, rating)| {
        let number = rating.trim().parse::<f64>().is_ok_and(|rating| (100.0..10_000.0).contains(&rating));
        number && !name.trim().is_empty() && rating.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    });
    match split {
        Some((name, rating)) => (name.trim().to_owned(), Some(rating.trim().to_owned())),
        None => (name, None),
    }
}

/// The text at the head of a file.
#[derive(Debug, Default)]
pub struct Header {
    /// The facts about the match.
    pub info: MatchInfo,
    /// The names of the players; empty where there is none.
    pub names: ByPlayer<String>,
    /// Whether there is a Crawford game.
    pub crawford: Option<bool>,
    /// Whether gammons count only after a cube turn, for money.
    pub jacoby: Option<bool>,
    /// Beavers in a row, for money.
    pub beavers: Option<u8>,
    /// The highest cube.
    pub cube_limit: Option<u32>,
    /// The variation that is played.
    pub variation: Variation,
}

impl Header {
    /// The score before the first game of a money session, by its rules.
    pub fn money(&self, jacoby: bool) -> (bool, u8) {
        (self.jacoby.unwrap_or(jacoby), self.beavers.unwrap_or(BEAVERS))
    }
}

/// A file, by games.
pub struct Transcript<'a> {
    /// The text at its head.
    pub header: Header,
    /// The length of the match, 0 for money.
    pub length: u8,
    /// The games.
    pub games: Vec<GameText<'a>>,
    /// Remarks with their lines.
    pub remarks: Vec<(usize, String)>,
    /// The lines of the file.
    pub lines: &'a [String],
}

/// Refuses what is not understood in a line, or keeps a remark on it.
pub fn doubt(
    options: &ReadOptions<'_>,
    remarks: &mut Vec<(usize, String)>,
    line: usize,
    problem: String,
) -> Result<(), FormatError> {
    if options.strict {
        return Err(FormatError::at(line, problem));
    }
    remarks.push((line, problem));
    Ok(())
}

impl Transcript<'_> {
    /// Plays all games.
    ///
    /// # Errors
    /// When there is none; with `options.strict` when anything cannot have happened.
    pub fn played(self, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
        let Self { mut header, length, mut games, mut remarks, lines } = self;
        if games.is_empty() {
            return Err(remarks.into_iter().next().map_or_else(
                || FormatError::whole("there is no game in it"),
                |(line, problem)| FormatError::at(line, problem),
            ));
        }
        let (jacoby, mut beavers) = header.money(options.jacoby);
        let mut told = false;
        for game in &mut games {
            let Some(variation) = game::variation_set_up(game) else { continue };
            let first = game.items.iter().position(|(_, item)| matches!(item, Item::Cell(..)));
            let Some((line, _)) = first.map(|first| game.items.remove(first)) else { continue };
            header.variation = variation;
            if !std::mem::replace(&mut told, true) {
                remarks.push((line, format!("this sets up the first position of {}: it is no turn", variation.name())));
            }
        }
        let first = &games[0];
        let beaver =
            games.iter().flat_map(|game| &game.items).find(|(_, item)| matches!(item, Item::Cell(_, Action::Beaver)));
        if let Some(&(line, _)) = beaver.filter(|_| beavers == 0 && length == 0) {
            remarks.push((line, "the header has no beavers, and here is one: they are allowed".to_owned()));
            beavers = u8::MAX;
        }
        let mut scores = Scores::new(length, jacoby, beavers);
        scores.crawford = header.crawford;
        let names = names(first, &header);
        let mut builder = Builder::default();
        builder.rules = Rules { crawford: header.info.has_crawford() };
        let mut info = header.info.clone();
        for (player, key) in Player::BOTH.into_iter().zip(["Player 1", "Player 2"]) {
            // The whole name, where the games have a short one.
            let known = &header.names[player];
            if !known.is_empty() && *known != names[player] {
                info.extra.push((key.to_owned(), known.clone()));
            }
        }
        for player in Player::BOTH {
            let is_whole = names[player] == first.names[player];
            let rating = first.rating[player].as_ref().filter(|_| is_whole && info.ratings[player].is_empty());
            if let Some(rating) = rating {
                info.ratings[player].clone_from(rating);
            }
        }
        for (i, game) in games.iter().enumerate() {
            let next = games.get(i + 1);
            game::play(&mut builder, &mut scores, &header, &names, game, next, lines, options.strict)?;
        }
        let (record, played) = builder.finish().ok_or_else(|| FormatError::whole("there is no game in it"))?;
        let remarks =
            remarks.into_iter().map(|(line, problem)| format!("line {line}: {problem}")).chain(played).collect();
        Ok(PlayedMatch { names, info, variation: header.variation, record, remarks })
    }
}

/// A name as the line of a game can have it: a colon stands before the points there, and two blanks part the players.
pub fn name_in_game(name: &str) -> String {
    let words = name.replace(':', "_").split_whitespace().collect::<Vec<_>>().join(" ");
    // A line that begins so is one of the head.
    words.strip_prefix(';').map(|rest| format!("_{rest}")).unwrap_or(words)
}

/// The names of the players: those of the first game, or of the header where a game has none or cannot write them.
fn names(first: &GameText<'_>, header: &Header) -> ByPlayer<String> {
    let name = |player: Player| {
        let (told, known) = (&first.names[player], &header.names[player]);
        let is_written_so = || {
            let written = name_in_game(known);
            // What looks like a rating may be a part of the name.
            written == *told
                || first.rating[player].as_ref().is_some_and(|rating| written == format!("{told},{rating}"))
        };
        match (told.is_empty(), known.is_empty()) {
            (true, true) => format!("player {}", player.index() + 1),
            (true, false) => known.clone(),
            (false, false) if is_written_so() => known.clone(),
            _ => told.clone(),
        }
    };
    ByPlayer([name(Player::Top), name(Player::Bottom)])
}
