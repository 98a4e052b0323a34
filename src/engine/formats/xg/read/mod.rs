//! From records to a match.
//!
//! Two views meet in one file. The checkers before a turn and the sign of the cube are always those of player 1; the
//! checkers after a play, the candidates and the positions of an analysis are those of the player who moves. Numbers
//! that mean "nothing" are −1 (not decided, no index), −2 (nothing to decide) and −1000 (not analyzed).

mod analysis;
mod header;

use super::super::builder::Builder;
use super::super::played::{FormatError, PlayedMatch};
use super::archive::unpack;
use super::record::{Kind, RECORD, Record};
use super::rtf::comments;
use crate::board::{ByPlayer, Player, Position, Roll, Variation};
use crate::movegen::legal_plays;
use crate::record::{CubeAnalysis, Event, Game, Note, PlayAnalysis, Standing, State};
use crate::scoring::{Cube, CubeOwner, MatchScore};
pub use header::{NO_RATING, UNLIMITED, days};

/// The most that a cube is turned.
const MOST_TURNS: u32 = 12;

/// Reads a match or position. Beavers are allowed if they are in the file.
///
/// An event that cannot have happened ends its game, with a remark and the result that the file gives.
///
/// # Errors
/// When the file is damaged, or its header is about nothing that is played here; the error has the record or byte.
pub fn read_xg(bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
    let parts = unpack(bytes)?;
    let records: Vec<Record<'_>> = parts.game.chunks_exact(RECORD).map(Record).collect();
    let header = records.first().copied().filter(|record| record.is_match_header());
    let header = header.ok_or_else(|| FormatError::whole("record 1: expected the header of a match"))?;
    let at = |problem: String| FormatError::whole(format!("record 1: {problem}"));
    let mut reader = Reader {
        builder: Builder::default(),
        variation: header::variation(header).map_err(at)?,
        length: header::length(header).map_err(at)?,
        jacoby: header.byte(101) != 0,
        beavers: if header.byte(102) == 0 { 0 } else { 3 },
        rollouts: &parts.rollouts,
        comments: comments(&parts.comments),
        waiting: None,
        cube: None,
        automatic: 0,
        has_begun: false,
        is_broken: false,
    };
    reader.builder.remarks.extend(parts.remarks.iter().cloned());
    reader.builder.largest_cube = header::largest_cube(header, &records);
    let alone = Alone::of(&records);
    match &alone {
        Some(alone) => reader.position_alone(alone)?,
        None => reader.games(&records),
    }
    let info = header::info(header, reader.comments_of(header, [576, 580]));
    let Reader { builder, variation, .. } = reader;
    let cursor = builder.cursor();
    let why = builder.remarks.last().map_or_else(|| "there is no game in it".to_owned(), Clone::clone);
    let (mut record, remarks) = builder.finish().ok_or_else(|| FormatError::whole(why))?;
    if let Some((game, step)) = cursor.filter(|_| alone.is_some()) {
        record.seek(game, step);
    }
    Ok(PlayedMatch { names: header::names(header), info, variation, record, remarks })
}

/// A file of one position: a cube decision, or a roll, or one after the other, with no play before it.
struct Alone<'a> {
    game: Record<'a>,
    cube: Option<Record<'a>>,
    play: Option<Record<'a>>,
}

impl<'a> Alone<'a> {
    fn of(records: &[Record<'a>]) -> Option<Self> {
        let of_kind = |kind| {
            let mut found = records.iter().filter(move |record| record.kind() == kind);
            (found.next().copied(), found.next().is_some())
        };
        let (game, more_games) = of_kind(Kind::GameHeader);
        let (cube, more_cubes) = of_kind(Kind::Cube);
        let (play, more_plays) = of_kind(Kind::Move);
        let (end, _) = of_kind(Kind::GameFooter);
        let is_over = end.is_some_and(|end| end.int(28) > 0);
        let is_alone = !(more_games || more_cubes || more_plays || is_over);
        let play = play.filter(|play| roll_of(*play).is_ok());
        (is_alone && (cube.is_some() || play.is_some())).then_some(Self { game: game?, cube, play })
    }
}

struct Reader<'a> {
    builder: Builder,
    variation: Variation,
    /// 0 for money.
    length: u8,
    jacoby: bool,
    beavers: u8,
    rollouts: &'a [u8],
    comments: Vec<String>,
    /// The game that has been announced and not begun: its score and comment.
    waiting: Option<(Standing, String)>,
    /// Analysis and comment of the decision not to double before the next roll.
    cube: Option<(Option<Box<CubeAnalysis>>, String)>,
    /// How often the cube was turned by equal first rolls; the cubes of the records begin at 1 all the same.
    automatic: u32,
    /// Whether the game that was announced last has begun.
    has_begun: bool,
    /// Whether something could not have happened: the rest of the game is passed over.
    is_broken: bool,
}

/// Player 1 sits at the bottom, as in XGID.
fn player(sign: i32) -> Result<Player, String> {
    match sign {
        1 => Ok(Player::Bottom),
        -1 => Ok(Player::Top),
        _ => Err(format!("expected player 1 or -1, found {sign}")),
    }
}

fn roll_of(record: Record<'_>) -> Result<Roll, String> {
    let [a, b] = [record.int(100), record.int(104)].map(|die| u8::try_from(die).unwrap_or(0));
    Roll::new(a, b).map_err(|error| error.to_string())
}

/// The answers to a double, to the beaver, and so on.
fn answers(record: Record<'_>) -> Vec<Event> {
    let answers: &[Event] = match (record.int(20), record.int(24), record.int(28)) {
        (0, ..) => &[Event::Pass],
        (1, ..) => &[Event::Take],
        (2, 0, _) => &[Event::Beaver, Event::Pass],
        (2, 1, _) => &[Event::Beaver, Event::Take],
        (2, 2, 0) => &[Event::Beaver, Event::Beaver, Event::Pass],
        (2, 2, 1) => &[Event::Beaver, Event::Beaver, Event::Take],
        (2, 2, _) => &[Event::Beaver, Event::Beaver],
        (2, ..) => &[Event::Beaver],
        // The game ended before an answer.
        _ => &[],
    };
    answers.to_vec()
}

impl<'a> Reader<'a> {
    fn games(&mut self, records: &[Record<'a>]) {
        for (i, &record) in records.iter().enumerate().skip(1) {
            self.builder.place = format!("record {}", i + 1);
            let done = match record.kind() {
                Kind::GameHeader => self.game(record),
                Kind::Cube if !self.is_broken => self.cube(record),
                Kind::Move if !self.is_broken => self.play(record, records.get(i + 1).copied()),
                Kind::GameFooter => self.end(record),
                _ => Ok(()),
            };
            if let Err(problem) = done {
                self.builder.remark(format!("{problem}; the rest of this game is not read"));
                self.is_broken = true;
            }
        }
        // A game that was left at its beginning.
        if !self.is_broken
            && let Err(problem) = self.begin(Player::Bottom, None)
        {
            self.builder.remark(problem);
        }
    }

    /// The comment of this index; −1 is none.
    fn comment(&self, index: i32) -> String {
        usize::try_from(index).ok().and_then(|index| self.comments.get(index)).cloned().unwrap_or_default()
    }

    /// The comments before and after something.
    fn comments_of(&self, record: Record<'_>, at: [usize; 2]) -> String {
        let [first, last] = at.map(|at| record.int(at));
        let both = [self.comment(first), if first == last { String::new() } else { self.comment(last) }];
        both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// The score that the header of a game gives, and how often the cube was turned by itself.
    fn standing(&self, record: Record<'_>) -> Result<(Standing, u32), String> {
        let points =
            |n: i32| u32::try_from(n).ok().filter(|&n| n <= 1_000_000).ok_or_else(|| format!("a score of {n}"));
        let (bottom, top) = (points(record.int(12))?, points(record.int(16))?);
        let standing = if self.length == 0 {
            Standing::Money { score: ByPlayer([top, bottom]), jacoby: self.jacoby, beavers: self.beavers }
        } else {
            let score = ByPlayer([top, bottom].map(|n| u8::try_from(n).unwrap_or(u8::MAX)));
            let score = MatchScore::new(self.length, score, record.byte(20) != 0);
            let wrong = |_| format!("a score of {bottom}-{top} in a match to {}", self.length);
            Standing::Match { score: score.map_err(wrong)?, winner: None }
        };
        Ok((standing, u32::try_from(record.int(64)).ok().filter(|&n| n <= 6).unwrap_or(0)))
    }

    fn game(&mut self, record: Record<'_>) -> Result<(), String> {
        (self.is_broken, self.has_begun) = (false, false);
        (self.waiting, self.cube) = (None, None);
        let (standing, automatic) = self.standing(record)?;
        self.automatic = automatic;
        self.waiting = Some((standing, self.comments_of(record, [56, 60])));
        Ok(())
    }

    fn begin(&mut self, first: Player, roll: Option<Roll>) -> Result<(), String> {
        let Some((standing, comment)) = self.waiting.take() else { return Ok(()) };
        self.builder.begin(standing, self.variation, 1 << self.automatic, first, roll)?;
        self.has_begun = true;
        if let Some(note) = self.builder.note() {
            note.comment = comment;
        }
        Ok(())
    }

    /// The checkers of player 1's view, seen by `mover`.
    fn before(&self, record: Record<'_>, at: usize, mover: Player) -> Result<Position, String> {
        let seen = analysis::position(record, at, self.variation)?;
        Ok(if mover == Player::Top { seen.flipped() } else { seen })
    }

    /// The cube of player 1's view.
    fn cube_of(&self, sign: i32) -> Cube {
        let turned = sign.unsigned_abs().min(MOST_TURNS);
        let owner = match sign {
            0 => CubeOwner::Centered,
            1.. => CubeOwner::Owned(Player::Bottom),
            _ => CubeOwner::Owned(Player::Top),
        };
        Cube::turned((turned + self.automatic) as u8, owner)
    }

    /// Makes sure that `mover` is on roll with these checkers, as the record has them.
    fn arrange(&mut self, mover: Player, seen: Position, cube: i32, is_edited: bool) -> Result<(), String> {
        let game = self.builder.game()?;
        let is_first = self.builder.game_record().is_some_and(|game| game.steps.len() <= 1);
        let mut wanted = game;
        if game.on_roll != mover {
            wanted.set_turn(mover);
        }
        // Files that other programs write may show all checkers to the player who moves.
        let is_known = wanted.position == seen || (mover == Player::Top && wanted.position == seen.flipped());
        if !is_known {
            wanted.position = seen;
            if !(is_first || is_edited) {
                self.builder
                    .remark("the checkers stand otherwise than the plays so far have put them; they are taken over");
            }
        }
        if (is_first && cube != 0) || is_edited {
            wanted.cube = self.cube_of(cube);
        }
        if wanted != game {
            self.builder.change(|it| *it = wanted)?;
        }
        Ok(())
    }

    /// The analysis of a record's cube decision, with the loss of this action.
    fn cube_analysis(&self, record: Record<'_>, error: usize) -> Option<CubeAnalysis> {
        let mut found = analysis::cube(record, self.rollouts)?;
        found.told = analysis::told(record, error);
        Some(found)
    }

    fn cube(&mut self, record: Record<'_>) -> Result<(), String> {
        let mover = player(record.int(12))?;
        let comment = self.comment(record.int(292));
        let (seen, cube, is_edited) = (self.before(record, 36, mover)?, record.int(32), record.byte(296) != 0);
        if record.int(16) != 1 {
            // Without a double, the analysis and comment belong to the roll.
            self.take_silently()?;
            if self.waiting.is_none() {
                self.arrange(mover, seen, cube, is_edited)?;
            } else if cube != 0 || seen != self.variation.starting_position() {
                self.begin(mover, None)?;
                self.arrange(mover, seen, cube, true)?;
            }
            self.cube = Some((self.cube_analysis(record, 200).map(Box::new), comment));
            return Ok(());
        }
        self.take_silently()?;
        self.begin(mover, None)?;
        self.arrange(mover, seen, cube, is_edited)?;
        self.doubled(record, comment)
    }

    /// A double and the answers to it.
    fn doubled(&mut self, record: Record<'_>, comment: String) -> Result<(), String> {
        self.builder.apply(Event::Double)?;
        self.noted(self.cube_analysis(record, 200), comment);
        for (i, event) in answers(record).into_iter().enumerate() {
            self.builder.apply(event)?;
            // The errors of taking, of answering a beaver, and of answering a raccoon.
            let error = [216, 240, 248][i.min(2)];
            self.noted(self.cube_analysis(record, error), String::new());
        }
        Ok(())
    }

    /// A double whose answer the file does not have was taken, where the game goes on.
    fn take_silently(&mut self) -> Result<(), String> {
        if self.builder.state().and_then(|state| state.game).is_some_and(|game| game.pending.is_some()) {
            self.builder.remark("the double before has no answer in the file; as the game goes on, it was taken");
            self.builder.apply(Event::Take)?;
        }
        Ok(())
    }

    fn noted(&mut self, analysis: Option<CubeAnalysis>, comment: String) {
        if let Some(note) = self.builder.note() {
            note.cube = analysis.map(Box::new);
            note.comment = comment;
        }
    }

    fn play(&mut self, record: Record<'_>, next: Option<Record<'_>>) -> Result<(), String> {
        let mover = player(record.int(64))?;
        let roll = roll_of(record)?;
        self.take_silently()?;
        let is_opening = self.waiting.is_some();
        let seen = self.before(record, 9, mover)?;
        let starts = seen == self.variation.starting_position() && record.int(108) == 0;
        let is_double = roll.high() == roll.low();
        self.begin(mover, Some(roll).filter(|_| starts && !is_double))?;
        if !(is_opening && starts) && self.builder.game()?.dice.is_none() {
            self.arrange(mover, seen, record.int(108), record.byte(2528) != 0)?;
        }
        self.rolled(record, roll)?;
        let game = self.builder.game()?;
        let comment = self.comment(record.int(2524));
        let legal = legal_plays(&game.position, roll);
        let after = self.after(record, 35, &game).ok();
        let made = after.filter(|after| legal.iter().any(|play| play.result == *after));
        let goes_on = next.is_some_and(|next| matches!(next.kind(), Kind::Cube | Kind::Move));
        let was_played = record.byte(2308) != 0 || (goes_on && made.is_some());
        let plays = if legal.is_empty() {
            self.builder.apply(Event::NoPlay)?;
            self.plays(record, &game, roll, Some(&game.position))
        } else if !was_played {
            // Rolled, and the game ended.
            let plays = self.plays(record, &game, roll, None).map(Box::new);
            if let Some(open) = self.builder.open() {
                *open = Note { plays, comment, ..Note::default() };
            }
            return Ok(());
        } else {
            let after = self.after(record, 35, &game)?;
            match legal.into_iter().find(|play| play.result == after) {
                Some(play) => self.builder.apply(Event::Play(play))?,
                None if after.is_over() => return Err(format!("no legal play of {roll} ends the game so")),
                None => {
                    self.builder.remark(format!("the play with {roll} is not legal; it is kept"));
                    self.builder.moved(after)?;
                }
            }
            self.plays(record, &game, roll, made.as_ref())
        };
        if let Some(note) = self.builder.note() {
            note.plays = plays.map(Box::new);
            note.comment = comment;
        }
        Ok(())
    }

    /// Rolls the dice of a record, with what is known before them: the cube decision, and their luck.
    fn rolled(&mut self, record: Record<'_>, roll: Roll) -> Result<(), String> {
        self.builder.roll(roll)?;
        let (cube, comment) = self.cube.take().unwrap_or_default();
        if let Some(note) = self.builder.note() {
            if cube.is_some() {
                note.cube = cube;
            }
            if !comment.is_empty() {
                note.comment = if note.comment.is_empty() { comment } else { note.comment.clone() + "\n" + &comment };
            }
            note.luck = analysis::luck(record);
        }
        Ok(())
    }

    /// The checkers after a play, which the mover sees; in files that other programs write perhaps player 1.
    fn after(&self, record: Record<'_>, at: usize, game: &Game) -> Result<Position, String> {
        let seen = analysis::position(record, at, self.variation)?;
        let Some(roll) = game.dice.filter(|_| game.on_roll == Player::Top) else { return Ok(seen) };
        let is_result =
            |position: &Position| legal_plays(&game.position, roll).iter().any(|play| play.result == *position);
        Ok(if !is_result(&seen) && is_result(&seen.flipped()) { seen.flipped() } else { seen })
    }

    /// The analysis of the plays of a roll.
    fn plays(&self, record: Record<'_>, game: &Game, roll: Roll, made: Option<&Position>) -> Option<PlayAnalysis> {
        let variation = self.variation;
        let seen = |record: Record<'_>, at: usize| analysis::position(record, at, variation).ok();
        let found = analysis::plays(record, self.rollouts, &seen, &game.position, roll, made);
        if found.is_some() || game.on_roll == Player::Bottom {
            return found;
        }
        let seen = |record: Record<'_>, at: usize| seen(record, at).map(|position| position.flipped());
        analysis::plays(record, self.rollouts, &seen, &game.position, roll, made)
    }

    fn end(&mut self, record: Record<'_>) -> Result<(), String> {
        let points = record.int(28);
        let Ok(winner) = player(record.int(24)) else { return Ok(()) };
        let Some(points) = u32::try_from(points).ok().filter(|&points| points > 0) else { return Ok(()) };
        // The cube decision before a roll that never came.
        let cube = self.cube.take();
        self.begin(!winner, None)?;
        if !self.has_begun {
            return Ok(());
        }
        if let (Some((cube, comment)), Some(open)) = (cube, self.builder.open()) {
            *open = Note { cube, comment, ..Note::default() };
        }
        self.builder.wins(winner, points)
    }

    /// A file of a position: the table stands on the decision, and what the file knows of it stays with it.
    fn position_alone(&mut self, alone: &Alone<'a>) -> Result<(), FormatError> {
        let &Alone { game, cube, play } = alone;
        self.builder.place = "the position".to_owned();
        let done = self.set_up(game, cube, play);
        done.map_err(|problem| FormatError::whole(format!("the position: {problem}")))
    }

    fn set_up(&mut self, game: Record<'_>, cube: Option<Record<'_>>, play: Option<Record<'_>>) -> Result<(), String> {
        let (standing, automatic) = self.standing(game)?;
        self.automatic = automatic;
        let (record, sign, at, turned) = match (play, cube) {
            (Some(play), _) => (play, 64, 9, 108),
            (None, Some(cube)) => (cube, 12, 36, 32),
            (None, None) => return Err("there is none".to_owned()),
        };
        let mover = player(record.int(sign))?;
        let position = self.before(record, at, mover)?;
        let cube_on_table = self.cube_of(record.int(turned));
        let mut table = Game { position, cube: cube_on_table, ..Game::new(self.variation, mover, true) };
        self.builder.largest_cube.into_iter().for_each(|largest| table.limit_cube(largest));
        self.builder.begin_with(State::new(standing));
        let mut state = State::playing(standing, table);
        let answers = cube.filter(|cube| play.is_none() && cube.int(16) == 1).map(answers);
        let is_open = answers.as_ref().is_some_and(|answers| answers.iter().all(|answer| *answer == Event::Beaver));
        if is_open {
            // The decision is the answer.
            let mut asked = Builder::default();
            asked.begin_with(State::new(standing));
            asked.apply(Event::Set(Box::new(state)))?;
            asked.apply(Event::Double)?;
            answers.unwrap_or_default().into_iter().try_for_each(|answer| asked.apply(answer))?;
            state = asked.state().ok_or("no game has begun")?;
        }
        self.builder.apply(Event::Set(Box::new(state)))?;
        let comment = self.comments_of(game, [56, 60]);
        if let Some(note) = self.builder.note() {
            note.comment = comment;
        }
        let mut here = self.builder.cursor();
        if let Some(cube) = cube.filter(|cube| player(cube.int(12)) == Ok(mover)) {
            let comment = self.comment(cube.int(292));
            if play.is_none() && cube.int(16) == 1 && !is_open {
                self.doubled(cube, comment)?;
            } else if play.is_none() {
                let found = self.cube_analysis(cube, 200).map(Box::new);
                if let Some(open) = self.builder.open() {
                    *open = Note { cube: found, comment, ..Note::default() };
                }
            } else {
                self.cube = Some((self.cube_analysis(cube, 200).map(Box::new), comment));
            }
        }
        if let Some(play) = play {
            let roll = roll_of(play)?;
            self.rolled(play, roll)?;
            here = self.builder.cursor();
            let game = self.builder.game()?;
            let after = self.after(play, 35, &game).ok().filter(|_| play.byte(2308) != 0);
            let legal = legal_plays(&game.position, roll);
            let made = legal.into_iter().find(|play| Some(play.result) == after);
            let plays = self.plays(play, &game, roll, made.as_ref().map(|made| &made.result)).map(Box::new);
            let note = Note { plays, comment: self.comment(play.int(2524)), ..Note::default() };
            let place = match made {
                Some(made) => {
                    self.builder.apply(Event::Play(made))?;
                    self.builder.note()
                }
                None => self.builder.open(),
            };
            if let Some(place) = place {
                *place = note;
            }
        }
        if let Some(here) = here {
            self.builder.seek(here);
        }
        Ok(())
    }
}
