//! From a match to a file, laid out as eXtreme Gammon lays it out: for each turn a record of the cube and one of the
//! play, in the two views that its files have (see [`read`](super::read)).

mod analysis;

use super::archive::{Parts, pack};
use super::read::{NO_RATING, UNLIMITED, days};
use super::record::{Checkers, Fields};
use super::rtf::rich_text;
use crate::board::{ByPlayer, OFF, Player, Position, Roll, Variation};
use crate::movegen::Play;
use crate::notation::USUAL_CUBE_LIMIT;
use crate::record::{
    CubeAnalysis, Ending, Event, Game, GameRecord, MatchInfo, Note, Outcome, Pending, Standing, State, Step,
};
use crate::scoring::{Cube, CubeOwner, Terms};

/// The version that is written: that of eXtreme Gammon 2.10, which every later one reads.
const VERSION: i32 = 30;

/// The number by which the header of a match is known.
const MAGIC: i32 = 0x494C_4D44;

/// The number where nothing was analyzed.
const NOT_ANALYZED: f64 = -1000.0;

/// Games of one match or session, or a position, as a file.
///
/// The format has no place for resignations that were declined, lines that were left, and marks: they are left out.
///
/// # Errors
/// When nothing has begun, or the variation has no number there.
pub fn write_xg(
    names: &ByPlayer<String>,
    info: &MatchInfo,
    variation: Variation,
    games: &[GameRecord],
) -> Result<Vec<u8>, String> {
    let begun: Vec<&GameRecord> = games.iter().filter(|game| !game.steps.is_empty()).collect();
    let first = begun.first().ok_or("no game has been played")?;
    if matches!(first.steps[0].event, Event::Set(_))
        && first.is_position()
        && first.state(first.steps.len()).game.is_none()
    {
        return Err("it has no position of a game that is over".to_owned());
    }
    let mut writer = Writer { records: Vec::new(), rollouts: Vec::new(), comments: Vec::new() };
    let standing = first.steps[0].after.standing;
    let largest = first.steps[0].after.game.map_or(USUAL_CUBE_LIMIT, |game| game.cube_limit);
    writer.header(names, info, variation, &standing, largest)?;
    for (i, game) in begun.iter().enumerate() {
        writer.game(game, i + 1);
    }
    writer.footer(begun.last().map_or(&first.start, |game| game.state(game.steps.len())));
    let title = format!("{} - {}", names[Player::Bottom], names[Player::Top]);
    let records = &writer.records;
    let parts = Parts {
        game: records.concat(),
        rollouts: writer.rollouts,
        comments: rich_text(&writer.comments),
        remarks: Vec::new(),
    };
    let ends = [records[0].as_slice(), records[records.len() - 1].as_slice()].concat();
    Ok(pack(&parts, &ends, &title))
}

struct Writer {
    /// The records, of 2,560 bytes each.
    records: Vec<Vec<u8>>,
    rollouts: Vec<u8>,
    comments: Vec<String>,
}

const fn sign(player: Player) -> i32 {
    match player {
        Player::Bottom => 1,
        Player::Top => -1,
    }
}

/// The checkers of the player whose view it is, and of the other.
fn checkers(seen: &Position) -> Checkers {
    let mut places = [0; 26];
    for (i, &n) in seen.on_roll().counts().iter().enumerate() {
        places[i + 1] += n.cast_signed();
    }
    for (i, &n) in seen.opponent().counts().iter().enumerate() {
        places[24 - i] -= n.cast_signed();
    }
    places
}

/// The checkers as player 1 sees them.
fn of_player_1(game: &Game) -> Checkers {
    checkers(&if game.on_roll == Player::Top { game.position.flipped() } else { game.position })
}

/// The cube as player 1 sees it: how often it was turned, negative where the other player owns it.
fn cube_sign(cube: Cube, automatic: u32) -> i32 {
    let turned = cube.value().ilog2().saturating_sub(automatic).cast_signed();
    match cube.owner() {
        CubeOwner::Centered => 0,
        CubeOwner::Owned(player) => turned * sign(player),
    }
}

/// A game while it is written.
#[derive(Default)]
struct Turn {
    /// How often the cube was turned before the first roll.
    automatic: u32,
    /// The luck of the roll that lies there.
    luck: Option<f32>,
    /// Whether the cube of this turn has its record.
    has_cube: bool,
    /// Whether the position was set up by hand.
    is_edited: bool,
}

impl Writer {
    fn comment(&mut self, text: &str) -> i32 {
        if text.is_empty() {
            return -1;
        }
        self.comments.push(text.to_owned());
        i32::try_from(self.comments.len() - 1).unwrap_or(-1)
    }

    fn push(&mut self, fields: Fields) {
        self.records.push(fields.bytes);
    }

    fn header(
        &mut self,
        names: &ByPlayer<String>,
        info: &MatchInfo,
        variation: Variation,
        standing: &Standing,
        largest_cube: u8,
    ) -> Result<(), String> {
        let number = match variation {
            Variation::Standard => 0,
            Variation::Nackgammon => 1,
            Variation::Hypergammon3 => 2,
            other => return Err(format!("eXtreme Gammon does not play {}", other.name())),
        };
        let mut f = Fields::of_kind(0);
        let (one, two) = (&names[Player::Bottom], &names[Player::Top]);
        f.short_string(9, one, 40);
        f.short_string(50, two, 40);
        let (length, jacoby, beavers) = match standing.terms() {
            Terms::Money { jacoby, beavers } => (UNLIMITED, jacoby, beavers > 0),
            Terms::Match(score) => (score.length().into(), false, false),
        };
        f.int(92, length);
        f.int(96, number);
        f.put(100, &[u8::from(length != UNLIMITED), u8::from(jacoby), u8::from(beavers)]);
        for (player, elo, experience) in [(Player::Bottom, 104, 120), (Player::Top, 112, 124)] {
            let rating = info.ratings[player].replace(',', ".").parse::<f64>().ok().filter(|elo| elo.is_finite());
            f.double(elo, rating.unwrap_or(NO_RATING));
            f.int(experience, i32::from(rating.is_some()));
        }
        f.double(128, days(info.date));
        f.short_string(136, &info.event, 128);
        f.int(268, 1);
        f.int(272, -1);
        f.int(276, -1);
        f.short_string(283, &info.place, 128);
        f.int(412, -1);
        f.byte(416, 1);
        f.short_string(417, &info.round, 128);
        f.int(548, 1);
        f.int(552, VERSION);
        f.int(556, MAGIC);
        let comment = self.comment(&info.comment);
        f.int(576, comment);
        f.int(580, -1);
        f.int(608, -1);
        // As a power of 2.
        f.int(612, largest_cube.into());
        f.byte(620, 1);
        for (at, text) in [(622, &info.event), (880, one), (1138, two), (1396, &info.place), (1654, &info.round)] {
            f.wide_string(at, text);
        }
        f.wide_string(1960, &info.annotator);
        self.push(f);
        Ok(())
    }

    fn game(&mut self, game: &GameRecord, number: usize) {
        let first = &game.steps[0];
        let (standing, automatic) = match &first.event {
            Event::Begin { standing, cube, .. } => (*standing, cube.ilog2()),
            _ => (first.after.standing, 0),
        };
        let points = standing.points().0.map(|points| i32::try_from(points).unwrap_or(0));
        let last = game.state(game.steps.len());
        let mut f = Fields::of_kind(1);
        f.int(12, points[1]);
        f.int(16, points[0]);
        f.byte(20, u8::from(is_crawford(&standing)));
        if let Some(begun) = first.after.shown() {
            f.checkers(21, &of_player_1(&begun));
        }
        f.int(48, i32::try_from(number).unwrap_or(i32::MAX));
        f.byte(52, u8::from(last.game.is_some()));
        let comment = self.comment(&first.note.comment);
        f.int(56, comment);
        f.int(60, -1);
        f.int(64, automatic.cast_signed());
        self.push(f);
        let mut turn = Turn { automatic, ..Turn::default() };
        for (i, step) in game.steps.iter().enumerate() {
            self.step(&mut turn, game.state(i), step, &game.steps[i + 1..]);
        }
        match (last.game, last.outcome) {
            (Some(table), _) => self.untaken(&mut turn, &table, last, &game.open),
            (None, Some(outcome)) => self.end(last, outcome),
            (None, None) => {}
        }
    }

    fn step(&mut self, turn: &mut Turn, before: &State, step: &Step, later: &[Step]) {
        let note = &step.note;
        let Some(game) = before.game else {
            // A game begins, by its first roll or with a position.
            turn.is_edited = matches!(step.event, Event::Set(_));
            if let (Event::Begin { roll: Some(roll), .. }, Some(begun)) = (&step.event, &step.after.game) {
                self.cube(turn, begun, &step.after, Asked { double: NOTHING, roll: Some(*roll), ..Asked::default() });
                turn.luck = note.luck;
            }
            return self.offered(turn, &step.after, later);
        };
        match &step.event {
            Event::Roll(roll) => self.rolled(turn, &game, before, *roll, note),
            Event::Play(play) => self.play(turn, &game, before, Some((play.result, Some(play))), note),
            Event::NoPlay => self.play(turn, &game, before, Some((game.position, None)), note),
            Event::Double => {
                self.cube(turn, &game, before, Asked { double: 1, note: Some(note), later, ..Asked::default() })
            }
            Event::Resign(_) => self.untaken(turn, &game, before, note),
            Event::Irregular(left) => self.play(turn, &game, before, Some((**left, None)), note),
            Event::Set(after) => {
                self.set(turn, &game, before, after, note);
                self.offered(turn, after, later);
            }
            Event::Begin { .. } | Event::Take | Event::Pass | Event::Beaver | Event::Accept | Event::Decline => {}
        }
    }

    /// A roll after no double; the cube of this turn gets its record unless a double had one.
    fn rolled(&mut self, turn: &mut Turn, game: &Game, before: &State, roll: Roll, note: &Note) {
        if !turn.has_cube {
            let double = if may_double(game, before) { 0 } else { NOTHING };
            self.cube(turn, game, before, Asked { double, roll: Some(roll), note: Some(note), ..Asked::default() });
        }
        turn.luck = note.luck;
    }

    /// A change by hand: a roll put down, or a position that is seen next.
    fn set(&mut self, turn: &mut Turn, game: &Game, before: &State, after: &State, note: &Note) {
        let Some(next) = after.game else {
            // The game ended so.
            return self.untaken(turn, game, before, note);
        };
        let same = Game { dice: game.dice, declined: game.declined, ..next } == *game;
        if let (None, Some(roll), true) = (game.dice, next.dice, same) {
            return self.rolled(turn, game, before, roll, note);
        }
        turn.is_edited = true;
        turn.has_cube = false;
    }

    /// A double that waits for an answer on a table that was set up, with the beavers that have answered it.
    fn offered(&mut self, turn: &mut Turn, set: &State, later: &[Step]) {
        let Some(game) = set.game.filter(|game| game.pending == Some(Pending::Double)) else { return };
        let before = Game { cube: game.cube_before_beavers(), ..game };
        let asked = Asked { double: 1, later, beavers: game.beavers.into(), ..Asked::default() };
        self.cube(turn, &before, set, asked);
    }

    /// A decision that nobody took, as the game ended or the file is about it: of a roll or of the cube.
    fn untaken(&mut self, turn: &mut Turn, game: &Game, state: &State, note: &Note) {
        match game.dice {
            Some(roll) => {
                if turn.is_edited {
                    self.cube(turn, game, state, Asked { double: NOTHING, roll: Some(roll), ..Asked::default() });
                }
                self.play(turn, game, state, None, note);
            }
            None if game.pending.is_none() && (note.cube.is_some() || turn.is_edited) => {
                self.cube(turn, game, state, Asked { double: -1, note: Some(note), ..Asked::default() });
            }
            None => {}
        }
    }

    fn cube(&mut self, turn: &mut Turn, game: &Game, before: &State, asked: Asked<'_>) {
        let Asked { double, roll, note, beavers, later } = asked;
        let mut f = Fields::of_kind(2);
        let answers = answers(beavers, later);
        f.int(12, sign(game.on_roll));
        f.int(16, double);
        for (i, at) in [20, 24, 28].into_iter().enumerate() {
            f.int(at, if double == 1 { answers.words[i] } else { -1 });
        }
        f.int(32, cube_sign(game.cube, turn.automatic));
        f.checkers(36, &of_player_1(game));
        let own = note.and_then(|note| note.cube.as_deref());
        // One record holds the double and its answers: the deepest analysis of them. What was told is of the double.
        let others = later[..answers.comments.len()].iter().filter_map(|step| step.note.cube.as_deref());
        let deepest = others.fold(own.cloned(), |best, other| match best {
            Some(best) if best.method.rank() >= other.method.rank() => Some(best),
            _ => Some(CubeAnalysis { told: None, ..other.clone() }),
        });
        let cube = deepest.as_ref();
        analysis::cube(&mut f, game, before, cube, &mut self.rollouts);
        let loss = |i: usize| cube.map_or(NOT_ANALYZED, |cube| analysis::loss(cube, double == 1, i, &answers));
        let was_decided = double == 0 || double == 1;
        for (i, at) in [200, 216, 240, 248].into_iter().enumerate() {
            f.double(at, if was_decided { loss(i) } else { NOT_ANALYZED });
        }
        // Dice of 7 were not rolled.
        f.short_string(208, &roll.map_or_else(|| "77".to_owned(), |roll| roll.to_string()), 2);
        f.put(264, &[0xff; 2]);
        f.double(272, NOT_ANALYZED);
        f.double(280, NOT_ANALYZED);
        let comments = note.into_iter().map(|note| note.comment.as_str()).chain(answers.comments);
        let comment = comments.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        let comment = self.comment(&comment);
        f.int(292, comment);
        f.byte(296, u8::from(turn.is_edited));
        f.int(300, turn.automatic.cast_signed());
        (turn.has_cube, turn.is_edited) = (true, false);
        self.push(f);
    }

    /// A roll and what was played; `None` where the game ended before it.
    fn play(
        &mut self,
        turn: &mut Turn,
        game: &Game,
        before: &State,
        played: Option<(Position, Option<&Play>)>,
        note: &Note,
    ) {
        let Some(roll) = game.dice else { return };
        let mut f = Fields::of_kind(3);
        f.checkers(9, &of_player_1(game));
        f.checkers(35, &checkers(&played.map_or(game.position, |(after, _)| after)));
        f.int(64, sign(game.on_roll));
        let hops = played.and_then(|(_, play)| play).map_or(&[][..], |play| play.moves.as_slice());
        for i in 0..4 {
            let [from, to] = hops.get(i).map_or([-1; 2], |hop| [place(hop.from), place(hop.to)]);
            f.int(68 + 8 * i, from.into());
            f.int(72 + 8 * i, to.into());
        }
        f.int(100, roll.high().into());
        f.int(104, roll.low().into());
        f.int(108, cube_sign(game.cube, turn.automatic));
        f.byte(2308, u8::from(played.is_some()));
        let plays = note.plays.as_deref();
        analysis::plays(&mut f, game, before, roll, plays, &mut self.rollouts);
        let loss = plays.and_then(|plays| plays.loss()).filter(|_| played.is_some());
        f.double(2312, loss.map_or(NOT_ANALYZED, f64::from));
        f.double(2320, turn.luck.map_or(0.0, f64::from));
        f.int(2476, if turn.luck.is_some() { 0 } else { -1 });
        f.byte(2510, 0xff);
        f.double(2512, NOT_ANALYZED);
        let comment = self.comment(&note.comment);
        f.int(2524, comment);
        f.byte(2528, u8::from(turn.is_edited));
        f.int(2540, turn.automatic.cast_signed());
        *turn = Turn { automatic: turn.automatic, ..Turn::default() };
        self.push(f);
    }

    /// The end of a game.
    fn end(&mut self, last: &State, outcome: Outcome) {
        let mut f = Fields::of_kind(4);
        let points = last.standing.points().0.map(|points| i32::try_from(points).unwrap_or(0));
        f.int(12, points[1]);
        f.int(16, points[0]);
        f.byte(20, u8::from(is_crawford(&last.standing)));
        f.int(24, sign(outcome.winner));
        f.int(28, i32::try_from(outcome.points).unwrap_or(0));
        f.int(
            32,
            match outcome.ending {
                Ending::Passed => 0,
                Ending::Played(value) => value.multiplier().cast_signed(),
                Ending::Resigned(value) => 100 + value.multiplier().cast_signed(),
            },
        );
        f.double(40, NOT_ANALYZED);
        f.double(48, NOT_ANALYZED);
        self.push(f);
    }

    /// The end of the match.
    fn footer(&mut self, last: &State) {
        let mut f = Fields::of_kind(5);
        let points = last.standing.points().0.map(|points| i32::try_from(points).unwrap_or(0));
        f.int(12, points[1]);
        f.int(16, points[0]);
        let winner = if last.standing.is_over() { last.outcome.map(|outcome| sign(outcome.winner)) } else { None };
        f.int(20, winner.unwrap_or(0));
        self.push(f);
    }
}

/// The number of a cube decision where there was nothing to decide.
const NOTHING: i32 = -2;

/// A cube decision to be written.
#[derive(Default)]
struct Asked<'a> {
    /// 1 for a double, 0 for none, −1 where it was not decided, −2 where there was nothing to decide.
    double: i32,
    /// The roll that came next.
    roll: Option<Roll>,
    note: Option<&'a Note>,
    /// Beavers before those steps.
    beavers: usize,
    /// The steps after a double.
    later: &'a [Step],
}

/// The answers to a double.
struct Answers<'a> {
    /// The answers to the double (0 pass, 1 take, 2 beaver), to the beaver, to the raccoon; −1 for none.
    words: [i32; 3],
    /// The equity that each of them gave up.
    told: [Option<f32>; 3],
    comments: Vec<&'a str>,
}

fn answers(beavers: usize, later: &[Step]) -> Answers<'_> {
    let mut found = Answers { words: [-1; 3], told: [None; 3], comments: Vec::new() };
    let beavers = beavers.min(found.words.len());
    found.words[..beavers].fill(2);
    for (i, step) in (beavers..found.words.len()).zip(later) {
        found.words[i] = match step.event {
            Event::Pass => 0,
            Event::Take => 1,
            Event::Beaver => 2,
            _ => break,
        };
        found.told[i] = step.note.cube.as_ref().and_then(|cube| cube.told);
        found.comments.push(&step.note.comment);
        if step.event != Event::Beaver {
            break;
        }
    }
    found
}

fn is_crawford(standing: &Standing) -> bool {
    standing.terms().match_score().is_some_and(|score| score.crawford())
}

fn may_double(game: &Game, state: &State) -> bool {
    game.cube_in_use && game.cube.is_available_to(game.on_roll) && !is_crawford(&state.standing)
}

/// A place as plays have it: points from 0, the bar 24, off −2.
const fn place(place: u8) -> i8 {
    if place == OFF { -2 } else { place.cast_signed() }
}
