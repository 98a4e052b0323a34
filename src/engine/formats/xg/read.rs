//! From records to a match.

use super::super::builder::Builder;
use super::super::played::{FormatError, PlayedMatch};
use super::archive::{Parts, unpack};
use super::record::{Checkers, Kind, RECORD, ROLLOUT, Record};
use super::rtf::comments;
use crate::board::{ByPlayer, Player, Position, Roll, Setup, Variation};
use crate::movegen::legal_plays;
use crate::record::{
    CubeAnalysis, Date, Event, Game, MatchInfo, Method, Numbers, PlayAnalysis, PlayValue, Standing, is_sound,
};
use crate::scoring::{Cube, CubeOwner, MatchScore};

/// The number where a decision was not analysed.
const NOT_ANALYZED: f64 = -999.0;

/// The length of a money session.
const UNLIMITED: i32 = 99_999;

/// Days from 1899-12-30, where its dates begin, to 1970-01-01.
const DAYS_TO_1970: i64 = 25_569;

/// Reads a match or position. Beavers are allowed if they are in the file.
///
/// # Errors
/// When the file is damaged, or something in it cannot have happened; the error has the record or byte.
pub fn read_xg(bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
    let parts = unpack(bytes)?;
    // Whose view positions have is not settled by the description.
    let by_mover = Reader::read(&parts, View::Mover);
    match by_mover {
        Ok(read) if read.remarks.is_empty() => Ok(read),
        by_mover => match (by_mover, Reader::read(&parts, View::First)) {
            (Ok(a), Ok(b)) => Ok(if a.remarks.len() <= b.remarks.len() { a } else { b }),
            (Err(_), Ok(b)) => Ok(b),
            (first, Err(_)) => first,
        },
    }
}

/// Whose view the positions of a file have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    /// The player on roll.
    Mover,
    /// Player 1.
    First,
}

struct Reader<'a> {
    view: View,
    builder: Builder,
    variation: Variation,
    length: u8,
    jacoby: bool,
    beavers: u8,
    rollouts: &'a [u8],
    comments: Vec<String>,
    /// The game that has been announced and not begun: its score, cube and comment.
    waiting: Option<(Standing, u32, String)>,
    /// Analysis and comment of the decision not to double before the next roll.
    cube: Option<(Option<Box<CubeAnalysis>>, String)>,
}

/// Player 1 sits at the bottom, as in XGID.
fn player(sign: i32) -> Result<Player, String> {
    match sign {
        1 => Ok(Player::Bottom),
        -1 => Ok(Player::Top),
        _ => Err(format!("expected player 1 or -1, found {sign}")),
    }
}

impl<'a> Reader<'a> {
    fn read(parts: &'a Parts, view: View) -> Result<PlayedMatch, FormatError> {
        let mut records = parts.game.chunks_exact(RECORD).map(Record);
        let header = records.next().filter(|record| record.is_match_header());
        let header = header.ok_or_else(|| FormatError::whole("record 1: expected the header of a match"))?;
        let at = |number: usize, problem: String| FormatError::whole(format!("record {number}: {problem}"));
        let mut reader = Self {
            view,
            builder: Builder::default(),
            variation: variation(header).map_err(|problem| at(1, problem))?,
            length: match header.int(92) {
                UNLIMITED => 0,
                n => {
                    u8::try_from(n).ok().filter(|&n| n <= 64).ok_or_else(|| at(1, format!("a match to {n} points")))?
                }
            },
            jacoby: header.byte(101) != 0,
            beavers: if header.byte(102) == 0 { 0 } else { 3 },
            rollouts: &parts.rollouts,
            comments: comments(&parts.comments),
            waiting: None,
            cube: None,
        };
        for (i, record) in records.enumerate() {
            reader.builder.place = format!("record {}", i + 2);
            let done = match record.kind() {
                Kind::GameHeader => reader.game(record),
                Kind::Cube => reader.cube(record),
                Kind::Move => reader.play(record),
                Kind::GameFooter => reader.end(record),
                Kind::MatchHeader | Kind::MatchFooter | Kind::Other => Ok(()),
            };
            done.map_err(|problem| at(i + 2, problem))?;
        }
        // A position without a decision, or a game that was left at its beginning.
        reader.begin(Player::Bottom, None).map_err(|problem| at(parts.game.len() / RECORD, problem))?;
        let info = info(header, &reader);
        let variation = reader.variation;
        let (record, remarks) = reader.builder.finish().ok_or_else(|| FormatError::whole("there is no game in it"))?;
        Ok(PlayedMatch { names: names(header), info, variation, record, remarks })
    }

    fn comment(&self, index: i32) -> String {
        usize::try_from(index).ok().and_then(|index| self.comments.get(index)).cloned().unwrap_or_default()
    }

    fn game(&mut self, record: Record<'_>) -> Result<(), String> {
        let [first, second] = [record.int(12), record.int(16)];
        let points =
            |n: i32| u32::try_from(n).ok().filter(|&n| n <= 1_000_000).ok_or_else(|| format!("a score of {n}"));
        let (bottom, top) = (points(first)?, points(second)?);
        let standing = if self.length == 0 {
            Standing::Money { score: ByPlayer([top, bottom]), jacoby: self.jacoby, beavers: self.beavers }
        } else {
            let within = |n: u32| {
                let n = u8::try_from(n).ok().filter(|&n| n < self.length);
                n.ok_or_else(|| format!("a score of {bottom}-{top} in a match to {}", self.length))
            };
            let score = ByPlayer([within(top)?, within(bottom)?]);
            let score = MatchScore { length: self.length, score, crawford: record.byte(20) != 0 };
            Standing::Match { score, winner: None }
        };
        let automatic = u32::try_from(record.int(64)).ok().filter(|&n| n <= 6).unwrap_or(0);
        self.waiting = Some((standing, 1 << automatic, self.comment(record.int(56))));
        self.cube = None;
        Ok(())
    }

    fn begin(&mut self, first: Player, roll: Option<Roll>) -> Result<(), String> {
        let Some((standing, cube, comment)) = self.waiting.take() else { return Ok(()) };
        self.builder.begin(standing, self.variation, cube, first, roll)?;
        if let Some(note) = self.builder.note() {
            note.comment = comment;
        }
        Ok(())
    }

    /// The checkers of a record, seen by `mover`.
    fn position(&self, checkers: &Checkers, mover: Player) -> Result<Position, String> {
        let mut counts = [[0_u8; 25]; 2];
        for (place, &n) in checkers.iter().enumerate() {
            let count = n.unsigned_abs();
            match (n.signum(), place) {
                (1, 1..) => counts[0][place - 1] = count,
                (-1, 0..=24) => counts[1][24 - place] = count,
                (0, _) => {}
                _ => return Err("a bar holds checkers of the wrong player".to_owned()),
            }
        }
        let [on_roll, opponent] = counts;
        let seen = Setup { on_roll, opponent }.into_position(self.variation).map_err(|error| error.to_string())?;
        let flips = self.view == View::First && mover == Player::Top;
        Ok(if flips { seen.flipped() } else { seen })
    }

    /// Makes sure that `mover` is on roll with these checkers, as the record has them.
    fn arrange(
        &mut self,
        record: Record<'_>,
        at: usize,
        mover: Player,
        cube: i32,
        is_edited: bool,
    ) -> Result<Game, String> {
        let position = self.position(&record.checkers(at), mover)?;
        let game = self.builder.game()?;
        let is_first = self.builder.game_record().is_some_and(|game| game.steps.len() <= 1);
        let mut wanted = game;
        if game.on_roll != mover {
            wanted.set_turn(mover);
        }
        if wanted.position != position {
            wanted.position = position;
            if !(is_first || is_edited) {
                self.builder
                    .remark("the checkers stand otherwise than the plays so far have put them; they are taken over");
            }
        }
        if is_first && cube != 0 && cube.abs() <= 12 {
            let owner = if cube > 0 { mover } else { !mover };
            wanted.cube = Cube { value: 1 << cube.abs(), owner: CubeOwner::Owned(owner) };
        }
        if wanted != game {
            let mut state = self.builder.state().ok_or("no game has begun")?;
            state.game = Some(wanted);
            self.builder.apply(Event::Set(Box::new(state)))?;
        }
        Ok(wanted)
    }

    fn cube(&mut self, record: Record<'_>) -> Result<(), String> {
        let mover = player(record.int(12))?;
        let comment = self.comment(record.int(292));
        let analysis = self.cube_analysis(record);
        if record.int(16) == 0 {
            // Without a double, the analysis and comment belong to the roll.
            if self.waiting.is_none() {
                self.arrange(record, 36, mover, record.int(32), record.byte(296) != 0)?;
            } else if record.int(32) != 0
                || self.position(&record.checkers(36), mover)? != self.variation.starting_position()
            {
                self.begin(mover, None)?;
                self.arrange(record, 36, mover, record.int(32), true)?;
            }
            self.cube = Some((analysis.map(Box::new), comment));
            return Ok(());
        }
        self.begin(mover, None)?;
        self.arrange(record, 36, mover, record.int(32), record.byte(296) != 0)?;
        self.builder.apply(Event::Double)?;
        self.noted(analysis.clone(), comment);
        let answers: &[Event] = match (record.int(20), record.int(24), record.int(28)) {
            (0, ..) => &[Event::Pass],
            (1, ..) => &[Event::Take],
            (2, 0, _) => &[Event::Beaver, Event::Pass],
            (2, 1, _) => &[Event::Beaver, Event::Take],
            (2, _, 0) => &[Event::Beaver, Event::Beaver, Event::Pass],
            (2, ..) => &[Event::Beaver, Event::Beaver, Event::Take],
            // The game ended before an answer.
            _ => &[],
        };
        for event in answers {
            self.builder.apply(event.clone())?;
            self.noted(analysis.clone(), String::new());
        }
        Ok(())
    }

    fn noted(&mut self, analysis: Option<CubeAnalysis>, comment: String) {
        if let Some(note) = self.builder.note() {
            note.cube = analysis.map(Box::new);
            note.comment = comment;
        }
    }

    fn cube_analysis(&self, record: Record<'_>) -> Option<CubeAnalysis> {
        const DECISION: usize = 64;
        if record.double(200) <= NOT_ANALYZED {
            return None;
        }
        let level = record.int(DECISION + 28);
        let rollout = self.rollout(record.int(224), level);
        let numbers = |at: usize, cubeful: f32| {
            let values: [f32; 7] = record.singles(at);
            let outputs = outputs(&values)?;
            is_sound(cubeful).then_some(Numbers { outputs, cubeless: cubeless(&outputs), cubeful })
        };
        let no_double = numbers(DECISION + 60, record.single(DECISION + 88))?;
        let take = numbers(DECISION + 104, record.single(DECISION + 92))?;
        let errors = rollout.map(|rollout| [error(rollout.single(2020)), error(rollout.single(2024))]);
        Some(CubeAnalysis { no_double, take, errors, method: method(level, rollout) })
    }

    /// The record of a rollout of this number, if the decision was rolled out.
    fn rollout(&self, index: i32, level: i32) -> Option<Record<'a>> {
        let index = usize::try_from(index).ok().filter(|_| level == 100)?;
        self.rollouts.chunks_exact(ROLLOUT).nth(index).map(Record)
    }

    fn play(&mut self, record: Record<'_>) -> Result<(), String> {
        let mover = player(record.int(64))?;
        let [a, b] = [record.int(100), record.int(104)].map(|die| u8::try_from(die).unwrap_or(0));
        let roll = Roll::new(a, b).map_err(|error| error.to_string())?;
        let is_opening = self.waiting.is_some();
        let starts = self.position(&record.checkers(9), mover)? == self.variation.starting_position();
        let is_double = roll.high() == roll.low();
        self.begin(mover, Some(roll).filter(|_| starts && !is_double))?;
        if !(is_opening && starts) {
            let game = self.builder.game()?;
            if game.dice.is_none() {
                self.arrange(record, 9, mover, record.int(108), record.byte(2528) != 0)?;
            }
        }
        self.builder.roll(roll)?;
        let (cube, comment) = self.cube.take().unwrap_or_default();
        let luck = luck(record.double(2320));
        if let Some(note) = self.builder.note() {
            if cube.is_some() {
                note.cube = cube;
            }
            if !comment.is_empty() {
                note.comment = comment;
            }
            let luck = luck.filter(|_| record.int(2476) >= 0);
            note.luck = luck;
        }
        let game = self.builder.game()?;
        if legal_plays(&game.position, roll).is_empty() {
            self.builder.apply(Event::NoPlay)?;
        } else if record.byte(2308) == 0 {
            // Rolled, and the game ended.
            return Ok(());
        } else {
            let after = self.position(&record.checkers(35), mover)?;
            match legal_plays(&game.position, roll).into_iter().find(|play| play.result == after) {
                Some(play) => self.builder.apply(Event::Play(play))?,
                None if after.is_over() => return Err(format!("no legal play of {roll} ends the game so")),
                None => {
                    self.builder.remark(format!("what was played with {roll} is no legal play; it is kept"));
                    self.builder.moved(after)?;
                }
            }
            let plays = self.plays(record, mover, &game.position, roll, &after);
            if let Some(note) = self.builder.note() {
                note.plays = plays.map(Box::new);
            }
        }
        let comment = self.comment(record.int(2524));
        if let Some(note) = self.builder.note() {
            note.comment = comment;
        }
        Ok(())
    }

    /// Reads the analysis of the plays of a roll.
    fn plays(
        &self,
        record: Record<'_>,
        mover: Player,
        before: &Position,
        roll: Roll,
        after: &Position,
    ) -> Option<PlayAnalysis> {
        const DATA: usize = 124;
        if record.double(2312) <= NOT_ANALYZED {
            return None;
        }
        let count = usize::try_from(record.int(120)).ok()?.min(32);
        let legal = legal_plays(before, roll);
        let mut plays: Vec<PlayValue> = Vec::with_capacity(count);
        for i in 0..count {
            let position = self.position(&record.checkers(DATA + 68 + 26 * i), mover).ok()?;
            let values: [f32; 7] = record.singles(DATA + 1284 + 28 * i);
            let level = i32::from(record.small(DATA + 1156 + 4 * i));
            let Some(play) = legal.iter().find(|play| play.result == position) else { continue };
            let Some(outputs) = outputs(&values) else { continue };
            let rollout = self.rollout(record.int(2344 + 4 * i), level);
            let numbers = Numbers { outputs, cubeless: cubeless(&outputs), cubeful: values[6] };
            if !is_sound(numbers.cubeful) {
                continue;
            }
            plays.push(PlayValue {
                play: play.clone(),
                numbers,
                errors: rollout.map(|rollout| error(rollout.single(2020))),
                method: method(level, rollout),
                marked: false,
            });
        }
        plays.sort_by(|a, b| b.numbers.cubeful.total_cmp(&a.numbers.cubeful));
        let played = plays.iter().position(|value| value.play.result == *after)?;
        Some(PlayAnalysis { plays, played })
    }

    fn end(&mut self, record: Record<'_>) -> Result<(), String> {
        let winner = player(record.int(24))?;
        let points = u32::try_from(record.int(28)).map_err(|_| format!("{} points are won", record.int(28)))?;
        self.begin(!winner, None)?;
        if points == 0 {
            // A settlement, or a game that was broken off.
            return Ok(());
        }
        self.builder.wins(winner, points)
    }
}

fn variation(header: Record<'_>) -> Result<Variation, String> {
    match header.int(96) {
        0 => Ok(Variation::Standard),
        1 => Ok(Variation::Nackgammon),
        2 => Ok(Variation::Hypergammon3),
        3 => Err("longgammon is not played here".to_owned()),
        n => Err(format!("variation {n} is not known")),
    }
}

/// A text in its wide form, which newer files have, or in the old one.
fn text(header: Record<'_>, wide: usize, short: usize, most: usize) -> String {
    let wide = if header.int(552) >= 24 { header.wide_string(wide) } else { String::new() };
    if wide.is_empty() { header.short_string(short, most) } else { wide }
}

fn names(header: Record<'_>) -> ByPlayer<String> {
    ByPlayer([text(header, 1138, 50, 40), text(header, 880, 9, 40)])
}

fn info(header: Record<'_>, reader: &Reader<'_>) -> MatchInfo {
    let rating = |at: usize| {
        let elo = header.double(at);
        if elo.is_finite() && elo > 0.0 && elo < 1e5 { format!("{elo:.2}") } else { String::new() }
    };
    MatchInfo {
        ratings: ByPlayer([rating(112), rating(104)]),
        date: date(header.double(128)),
        event: text(header, 622, 136, 128),
        round: text(header, 1654, 417, 128),
        place: text(header, 1396, 283, 128),
        annotator: if header.int(552) >= 30 { header.wide_string(1960) } else { String::new() },
        comment: reader.comment(header.int(576)),
    }
}

/// The day of a number of days since 1899-12-30.
fn date(days: f64) -> Option<Date> {
    if !(1.0..200_000.0).contains(&days) {
        return None;
    }
    // Days since 0000-03-01, in eras of 400 years (as in Howard Hinnant's notes on calendars).
    let days = days as i64 - DAYS_TO_1970 + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(of_month).ok()?)
}

/// Win, win gammon, win backgammon, lose gammon, lose backgammon, of: lose backgammon, gammon, single, win single,
/// gammon, backgammon, whether each counts the worse ones or not.
fn outputs(values: &[f32; 7]) -> Option<[f32; 5]> {
    let v = &values[..6];
    if v.iter().any(|p| !p.is_finite() || !(-0.01..=1.01).contains(p)) {
        return None;
    }
    let near = |sum: f32| (sum - 1.0).abs() < 0.02;
    if near(v[2] + v[3]) {
        Some([v[3], v[4], v[5], v[1], v[0]])
    } else if near(v.iter().sum()) {
        Some([v[3] + v[4] + v[5], v[4] + v[5], v[5], v[1] + v[0], v[0]])
    } else {
        None
    }
}

fn cubeless(o: &[f32; 5]) -> f32 {
    2.0 * o[0] - 1.0 + o[1] + o[2] - o[3] - o[4]
}

/// The standard error of half a 95 % interval.
fn error(interval: f32) -> Numbers {
    Numbers { cubeful: if is_sound(interval) { interval / 1.959_96 } else { 0.0 }, ..Numbers::default() }
}

/// The luck of a roll; `None` where it was not analyzed, or is no number of single precision.
fn luck(value: f64) -> Option<f32> {
    Some(value as f32).filter(|&luck| is_sound(luck) && value > NOT_ANALYZED)
}

/// How a value of a level was found. Its plies count one more than here.
fn method(level: i32, rollout: Option<Record<'_>>) -> Method {
    let plies = |plies| Method::Plies { plies, cubeful: true, noise: 0.0, deterministic: true, pruned: false };
    let context = |name: &str| Method::Rollout { trials: 0, context: name.to_owned() };
    match level {
        0..=6 => plies(u8::try_from(level).expect("small")),
        12 => plies(2),
        998 | 999 => context("opening book"),
        1000 => context("XG Roller"),
        1001 => context("XG Roller+"),
        1002 => context("XG Roller++"),
        _ => {
            let trials = rollout.map_or(0, |rollout| u32::try_from(rollout.int(84)).unwrap_or(0));
            Method::Rollout { trials, context: String::new() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_beyond_single_precision_is_none() {
        assert_eq!(luck(0.25), Some(0.25));
        assert_eq!([1e300, f64::NAN, NOT_ANALYZED].map(luck), [None; 3]);
    }

    #[test]
    fn days_are_counted_as_documented() {
        // The example of the description.
        assert_eq!(date(35_065.541_667), Date::new(1996, 1, 1));
        assert_eq!(date(45_351.5), Date::new(2024, 2, 29));
        assert_eq!((date(0.0), date(f64::NAN), date(1e9)), (None, None, None));
    }

    #[test]
    fn probabilities_may_count_the_better_ones_or_not() {
        let cumulative = [0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.3];
        let separate = [0.01, 0.09, 0.3, 0.4, 0.18, 0.02, 0.3];
        for values in [cumulative, separate] {
            let found = outputs(&values).expect("probabilities");
            for (found, wanted) in found.iter().zip([0.6, 0.2, 0.02, 0.1, 0.01]) {
                assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
            }
        }
        assert_eq!(outputs(&[0.5; 7].map(|_| f32::NAN)), None);
        assert_eq!(outputs(&[0.0; 7]), None);
    }
}
