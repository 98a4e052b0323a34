//! Reading `.mat`, as liberally as files in the wild need it.

use super::super::builder::start_of;
use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::super::transcript::{Action, GameText, Header, Item, Transcript};
use super::header;
use super::line::{Line, expanded, read};
use crate::board::ByPlayer;

/// Whether a text looks like such a file: a length and names with points, or numbered turns that begin with a roll.
pub fn is_mat(text: &str) -> bool {
    let lines: Vec<String> = text.lines().map(expanded).collect();
    let is_length = |line: &String| matches!(read(line, false), Line::Length(_));
    let is_first_turn = |line: &String| {
        line.trim_start().starts_with("1)")
            && matches!(read(line, false), Line::Turn(cells) if cells.iter().any(|(_, it)| matches!(it, Action::Roll(..))))
    };
    lines.iter().any(is_length) || lines.iter().any(is_first_turn)
}

/// Whether a text has the line of a game, or the first turn of one: a post about a position may name the length of its
/// match.
pub fn has_games(text: &str) -> bool {
    let is_game = |line: &str| matches!(read(&expanded(line), false), Line::Game);
    text.lines().any(|line| is_game(line) || line.trim_start().starts_with("1)"))
}

/// Reads a match. A play that cannot be made ends its game, with a remark and the result of the file, and the other
/// games are read.
///
/// # Errors
/// When there is no game in the text; with `options.strict` when anything in it cannot have happened. The error has the
/// line.
pub fn read_mat(text: &str, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let lines: Vec<String> = text.lines().map(expanded).collect();
    let mut file = MatText::default();
    file.read(&lines, options)?;
    let MatText { header, games, length, remarks, .. } = file;
    Transcript { header, length: length.unwrap_or(0), games, remarks, lines: &lines }.played(options)
}

/// The text, by games.
#[derive(Default)]
struct MatText<'a> {
    header: Header,
    length: Option<u8>,
    games: Vec<GameText<'a>>,
    /// Remarks with their lines.
    remarks: Vec<(usize, String)>,
    /// `Game 3` was read, and names and points are next.
    announced: Option<usize>,
}

impl<'a> MatText<'a> {
    fn read(&mut self, lines: &'a [String], options: &ReadOptions<'_>) -> Result<(), FormatError> {
        for (i, line) in lines.iter().enumerate() {
            let number = i + 1;
            match read(line, self.announced.is_some()) {
                Line::Blank => {}
                Line::Head(text) => match self.games.last_mut().filter(|game| !game.items.is_empty()) {
                    Some(game) => game.items.push((number, Item::Comment(text.trim()))),
                    None => {
                        let remark = header::read(&mut self.header, text);
                        self.remarks.extend(remark.map(|remark| (number, remark)));
                    }
                },
                Line::Length(length) => {
                    let length = match length {
                        Ok(length) => length,
                        Err(problem) if self.games.is_empty() || options.strict => {
                            return Err(FormatError::at(number, problem));
                        }
                        Err(problem) => {
                            self.remarks.push((number, problem));
                            continue;
                        }
                    };
                    if !self.games.is_empty() && self.length != Some(length) {
                        self.remarks.push((number, "another match begins here; the first one is read".to_owned()));
                        break;
                    }
                    self.length = Some(length);
                }
                Line::Game => {
                    if self.length.is_none() {
                        let problem = "expected the length of the match (`7 point match`) before the games";
                        self.doubt(number, problem.to_owned(), options)?;
                        self.length = Some(0);
                    }
                    self.announced = Some(number);
                }
                Line::Names(heads) => {
                    let game = GameText::new(number, heads);
                    if self.is_another_match(&game) {
                        self.remarks.push((number, "another match begins here; the first one is read".to_owned()));
                        break;
                    }
                    self.announced = None;
                    self.games.push(game);
                }
                Line::Turn(cells) => {
                    if cells.is_empty() {
                        continue;
                    }
                    if self.length.is_none()
                        && self.games.is_empty()
                        && let Some(game) = of_gam(lines, i)
                    {
                        self.length = Some(0);
                        // The file tells no rules: other programs read it without Jacoby's.
                        self.header.jacoby.get_or_insert(false);
                        self.games.push(game);
                        continue;
                    }
                    let is_words = cells.iter().all(|(_, action)| matches!(action, Action::Other(_)));
                    if let Some(line) = self.announced.take() {
                        let problem = "expected two names with their scores (`Ann : 0      Bob : 2`)".to_owned();
                        self.doubt(number, problem, options)?;
                        self.begin_without_names(line);
                        if is_words {
                            continue;
                        }
                    } else if self.games.is_empty() {
                        if is_words {
                            let text = start_of(line.trim());
                            self.doubt(number, format!("this is not a line of a match: `{text}`"), options)?;
                            continue;
                        }
                        let problem = "expected `Game 1` before the first play".to_owned();
                        if self.length.is_none() {
                            return Err(FormatError::at(number, problem));
                        }
                        self.doubt(number, problem, options)?;
                        self.begin_without_names(number);
                    }
                    if let Some(game) = self.games.last_mut() {
                        game.items
                            .extend(cells.into_iter().map(|(player, action)| (number, Item::Cell(player, action))));
                    }
                }
            }
        }
        if self.announced.is_some() && self.games.is_empty() {
            return Err(FormatError::at(lines.len(), "the file ends before the names and the score of this game"));
        }
        Ok(())
    }

    /// Refuses what is not understood, or keeps a remark on it.
    fn doubt(&mut self, line: usize, problem: String, options: &ReadOptions<'_>) -> Result<(), FormatError> {
        if options.strict {
            return Err(FormatError::at(line, problem));
        }
        if self.remarks.len() < 50 {
            self.remarks.push((line, problem));
        }
        Ok(())
    }

    /// A game whose names and points are not told.
    fn begin_without_names(&mut self, line: usize) {
        let names = self.games.last().map_or_else(|| self.header.names.clone(), |game| game.names.clone());
        let mut game = GameText::new(line, ByPlayer(names.0.map(|name| (name, 0))));
        game.has_score = self.games.is_empty();
        self.games.push(game);
    }

    /// Whether a game is the first of another match: of other players, from 0–0.
    fn is_another_match(&self, game: &GameText<'_>) -> bool {
        let Some(first) = self.games.first() else { return false };
        let known = |name: &String| first.names.0.contains(name);
        game.points.0 == [0, 0] && !game.names.0.iter().any(known) && self.length != Some(0)
    }
}

/// The names of a `.gam` file, which has one game and no points: a line of two names before the first turn.
fn of_gam<'a>(lines: &[String], at: usize) -> Option<GameText<'a>> {
    let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty())?;
    if !next.trim_start().starts_with("1)") || lines[at].trim_start().starts_with("1)") {
        return None;
    }
    let (one, other) = lines[at].trim().split_once("  ")?;
    let of = |name: &str| (name.trim().to_owned(), 0);
    Some(GameText::new(at + 1, ByPlayer([of(one), of(other)])))
}

#[cfg(test)]
mod tests {
    use super::super::write_mat;
    use super::*;
    use crate::board::{Player, Variation};

    /// Games of these players, each with one turn.
    fn text(length: u8, games: &[[&str; 2]]) -> String {
        let game = |(i, [top, bottom]): (usize, &[&str; 2])| {
            format!("\n Game {}\n {top} : 0                  {bottom} : 0\n  1) 31: 8/5 6/5\n", i + 1)
        };
        format!(" {length} point match\n{}", games.iter().enumerate().map(game).collect::<String>())
    }

    #[test]
    fn a_session_against_several_goes_on_and_a_match_does_not() {
        let read = |length, games: &[[&str; 2]]| read_mat(&text(length, games), &ReadOptions::default()).expect("read");
        let games = [["Ann", "Ben"], ["Cid", "Dan"]];
        let (session, both) = (read(0, &games), read(5, &games));
        assert_eq!(
            (session.record.games().len(), session.remarks.iter().any(|told| told.contains("another match"))),
            (2, false)
        );
        assert_eq!(both.record.games().len(), 1);
        assert!(both.remarks.iter().any(|told| told.contains("another match begins here")), "{:?}", both.remarks);
        // One player who stays makes it the same match, whose score is wrong.
        assert_eq!(read(5, &[["Ann", "Ben"], ["Ann", "Dan"]]).record.games().len(), 2);
    }

    #[test]
    fn a_colon_in_a_name_is_not_the_one_before_the_points() {
        let read = read_mat(&text(3, &[["Ann", "Ben"]]), &ReadOptions::default()).expect("read");
        let names = ByPlayer(["Dr: Ann".to_owned(), "Ben\n:1".to_owned()]);
        let written = write_mat(&names, &read.info, Variation::Standard, read.record.games()).expect("written");
        let line = written.lines().find(|line| line.contains("Ann") && !line.starts_with(';')).expect("names");
        assert!(line.starts_with(" Dr_ Ann : 0 ") && line.ends_with("  Ben _1 : 0"), "{line:?}");
        let back = read_mat(&written, &ReadOptions::default()).expect("its own");
        assert_eq!(back.record.games(), read.record.games());
        assert_eq!(back.names[Player::Top], "Dr: Ann");
    }

    #[test]
    fn players_who_change_columns_are_remarked_on() {
        for (games, is_swapped) in [
            ([["Ann", "Ben"], ["Ann", "Ben"]], false),
            ([["Ann", "Ben"], ["Ben", "Ann"]], true),
            ([["Ann", "Ben"], ["Ben", "Cid"]], false),
            ([["Ann", "Ben"], ["Cid", "Ann"]], false),
            ([["Ann", "Ann"], ["Ann", "Ann"]], false),
        ] {
            let read = read_mat(&text(0, &games), &ReadOptions::default()).expect("read");
            let is_told = read.remarks.iter().any(|told| told.contains("the players have changed columns"));
            assert_eq!(is_told, is_swapped, "{games:?}: {:?}", read.remarks);
            let roll = |game: usize| read.record.games()[game].state(1).game.map(|game| game.on_roll);
            assert_eq!(roll(0) == roll(1), !is_swapped, "{games:?}");
        }
    }

    #[test]
    fn a_game_that_nobody_has_won_gives_no_points() {
        let read = read_mat(&text(5, &[["Ann", "Ben"], ["Ann", "Ben"]]), &ReadOptions::default()).expect("read");
        assert_eq!(read.record.games().len(), 2);
        let first = &read.record.games()[0];
        assert_eq!(first.state(first.steps.len()).outcome, None, "{:?}", read.remarks);
        assert!(!read.remarks.iter().any(|remark| remark.contains("0 points")), "{:?}", read.remarks);
    }
}
