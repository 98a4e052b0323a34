//! A match as a file tells it, of whatever version, and how it is played.

use super::super::builder::{Builder, Hop, play_of};
use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::{BEAVERS, CRAWFORD, JACOBY, action, dice_of, own};
use crate::board::{ByPlayer, OFF, Player, Position, Roll, Setup, Variation};
use crate::movegen::legal_plays;
use crate::notation::play_text;
use crate::record::{
    CubeAnalysis, Event, Game, MatchInfo, Method, Numbers, PlayAnalysis, PlayValue, Standing, State, is_sound,
};
use crate::scoring::{Cube, CubeOwner, EquityScale, MatchScore, Met, Mwc};

/// The most candidates of a decision that are kept.
const MOST_CANDIDATES: usize = 500;

/// A match.
#[derive(Default)]
pub(super) struct Told {
    pub names: ByPlayer<String>,
    pub info: MatchInfo,
    pub variation: Variation,
    /// 0 for money.
    pub length: u8,
    /// Bits of the rules.
    pub rules: u64,
    /// The points before the first game.
    pub points: ByPlayer<u32>,
    /// Whether the Crawford game is over before the first game.
    pub crawford_was: bool,
    pub games: Vec<ToldGame>,
    pub remarks: Vec<String>,
}

/// A game.
#[derive(Default)]
pub(super) struct ToldGame {
    /// The winner and the points.
    pub result: Option<(Player, u32)>,
    /// The checkers at the beginning, where they stand otherwise than usual.
    pub board: Option<[i8; 26]>,
    /// The cube at the beginning.
    pub cube: u32,
    pub owner: Option<Player>,
    pub plies: Vec<Ply>,
    /// Why the rest of the game could not be read.
    pub problem: Option<String>,
}

/// One act of a player: a roll and its play, a cube action, a mark.
pub(super) struct Ply {
    pub action: u8,
    pub player: Player,
    /// Checkers moved, a byte each.
    pub steps: Vec<u8>,
    pub dice: Option<Roll>,
    pub board: Option<[i8; 26]>,
    /// The cube that is set by hand.
    pub cube: Option<(u32, Option<Player>)>,
    pub found: Found,
    /// The findings of the analysis that is being read.
    pub finding: Found,
    /// The findings of further analyses about what the first one judges, too.
    pub others: Vec<Found>,
}

impl Ply {
    pub fn new(action: u8, player: Player) -> Self {
        Self {
            action,
            player,
            steps: Vec::new(),
            dice: None,
            board: None,
            cube: None,
            found: Found::default(),
            finding: Found::default(),
            others: Vec::new(),
        }
    }

    /// Takes over what an analysis has found: where those before it say nothing it counts, and the rest is kept beside
    /// them.
    pub fn end_analysis(&mut self) {
        let mut new = std::mem::take(&mut self.finding);
        let found = &mut self.found;
        let has_scale = !found.plays.is_empty() || found.luck.is_some();
        if !has_scale || found.is_mwc == new.is_mwc {
            found.is_mwc = new.is_mwc;
            if found.plays.is_empty() {
                (found.plays, found.lost) = (std::mem::take(&mut new.plays), new.lost.take());
            }
            found.luck = found.luck.or(new.luck);
        }
        found.cube = found.cube.take().or_else(|| new.cube.take());
        if !new.plays.is_empty() || new.cube.is_some() {
            self.others.push(new);
        }
    }
}

/// The most analyses of one match.
const MOST_ANALYSES: usize = 8;

/// Plays of a further analysis that are told in a comment.
const MOST_TOLD: usize = 5;

/// The name of a level.
fn level_of(method: &Method) -> &str {
    match method {
        Method::Foreign { level, .. } => level,
        _ => "another analysis",
    }
}

/// The findings of an analysis about a ply.
#[derive(Default)]
pub(super) struct Found {
    pub plays: Vec<Alternative>,
    /// The loss of the play that was made.
    pub lost: Option<f32>,
    pub luck: Option<f32>,
    /// Whether equities and luck are chances of winning the match.
    pub is_mwc: bool,
    pub cube: Option<CubeFound>,
    pub comment: String,
}

/// A play that was considered.
pub(super) struct Alternative {
    pub steps: Vec<u8>,
    pub equity: f32,
    pub outputs: Option<[f32; 5]>,
    pub std_err: Option<f32>,
    pub method: Method,
}

/// A cube decision, seen by the player who may double.
pub(super) struct CubeFound {
    pub no_double: f32,
    pub take: f32,
    pub outputs: Option<[f32; 5]>,
    pub lost: Option<f32>,
    pub method: Method,
    pub is_mwc: bool,
}

/// The level of an analysis under the name of its program.
pub(super) fn method(program: &str, level: &str, trials: u32) -> Method {
    let lower = program.to_lowercase();
    let program = match lower.as_str() {
        "" => "OpenGammon",
        _ if lower.contains("bgsage") || lower.starts_with("gv") => "GammonView",
        _ if lower.starts_with("xg") || lower.contains("extreme") => "XG",
        _ if lower.contains("bgblitz") => "BGBlitz",
        _ if lower.contains("gnubg") || lower.contains("gnu backgammon") => "GNU",
        _ => program.split(['/', '@']).next().unwrap_or(program),
    };
    let plies = level.strip_suffix("ply").filter(|plies| !plies.is_empty() && plies.parse::<u8>().is_ok());
    let level = plies.map_or_else(|| level.to_owned(), |plies| format!("{plies}-ply"));
    let level = level.strip_prefix("XG ").unwrap_or(&level);
    Method::Foreign { level: format!("{program} {level}").trim_end().to_owned(), trials, settings: String::new() }
}

impl Told {
    /// Takes over what the analyses of a file say.
    pub fn enter_analyses<B>(&mut self, blocks: &[B], read: impl Fn(&mut Self, &B) -> Result<(), String>) {
        for block in blocks.iter().take(MOST_ANALYSES) {
            if let Err(problem) = read(self, block) {
                self.remarks.push(format!("the analysis is damaged: {problem}; what is before that is read"));
            }
            self.games.iter_mut().flat_map(|game| &mut game.plies).for_each(Ply::end_analysis);
        }
        if blocks.len() > 1 {
            let n = blocks.len();
            let others = "the first one counts, what others say of the same decisions is in the comments";
            self.remarks.push(format!("the file has {n} analyses: {others}"));
        }
    }

    /// Plays the match.
    ///
    /// # Errors
    /// When there is no game in it.
    pub fn played(self, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
        let Self { names, info, variation, length, rules, mut points, crawford_was, games, remarks } = self;
        let mut builder = Builder::default();
        builder.remarks = remarks;
        let largest_cube =
            info.extra.iter().find(|(key, _)| key == "CubeLimit").and_then(|(_, most)| most.parse().ok());
        let mut table = Table { builder, variation, rules, length, crawford_was, largest_cube, met: options.met };
        if length > 0 && points.0.iter().any(|&points| points >= length.into()) {
            // A converter of version 1 puts the cube's limit there.
            let [black, white] = points.0;
            let problem = format!("the score before the first game, {white} to {black}, is none; 0 is taken");
            table.builder.remarks.push(problem);
            points = ByPlayer([0; 2]);
        }
        for (i, game) in games.iter().enumerate() {
            table.game(i + 1, game, &mut points);
        }
        let why = table.builder.remarks.last().map_or_else(|| "there is no game in it".to_owned(), Clone::clone);
        let (record, remarks) = table.builder.finish().ok_or_else(|| FormatError::whole(why))?;
        Ok(PlayedMatch { names, info, variation, record, remarks })
    }
}

/// Checkers at 26 places: White's above zero.
fn position(board: &[i8; 26], on_roll: Player, variation: Variation) -> Result<Position, String> {
    let mut counts = [[0_u8; 25]; 2];
    for (place, &count) in (0_u8..).zip(board) {
        let owner = if count > 0 { Player::Bottom } else { Player::Top };
        if count != 0 {
            let at = own(place, owner).checked_sub(1).ok_or("a checker stands where there is no point for it")?;
            counts[owner.index()][usize::from(at)] = count.unsigned_abs().min(99);
        }
    }
    let setup = Setup { on_roll: counts[on_roll.index()], opponent: counts[(!on_roll).index()] };
    setup.into_position(variation).map_err(|error| error.to_string())
}

/// The match while it is played.
struct Table<'m> {
    builder: Builder,
    variation: Variation,
    rules: u64,
    length: u8,
    crawford_was: bool,
    /// The largest cube that the file names.
    largest_cube: Option<u32>,
    met: &'m Met,
}

impl Table<'_> {
    /// A game; `points` is the score before it, then that after it.
    fn game(&mut self, number: usize, game: &ToldGame, points: &mut ByPlayer<u32>) {
        self.builder.place = format!("game {number}");
        let played = self.plies(number, game, *points);
        if let Err(problem) = played.and_then(|()| game.problem.clone().map_or(Ok(()), Err)) {
            self.builder.remark(format!("{problem}; the rest of this game is not read"));
        }
        self.builder.place = format!("game {number}");
        if let Some((winner, won)) = game.result {
            if let Err(problem) = self.builder.wins(winner, won) {
                self.builder.remark(problem);
            }
            points[winner] = points[winner].saturating_add(won);
        }
    }

    fn standing(&mut self, points: ByPlayer<u32>) -> Result<Standing, String> {
        if self.length == 0 {
            let beavers = if self.rules & BEAVERS == 0 { 0 } else { 3 };
            return Ok(Standing::Money { score: points, jacoby: self.rules & JACOBY != 0, beavers });
        }
        let length = self.length;
        let score = points.0.map(|points| u8::try_from(points).unwrap_or(u8::MAX));
        let is_one_away = length > 1 && score.iter().any(|&points| points.checked_add(1) == Some(length));
        let crawford = is_one_away && !self.crawford_was && self.rules & CRAWFORD != 0;
        let score = MatchScore::new(length, ByPlayer(score), crawford);
        let score = score.map_err(|_| format!("the match to {length} is over"))?;
        self.crawford_was |= is_one_away;
        Ok(Standing::Match { score, winner: None })
    }

    fn plies(&mut self, number: usize, game: &ToldGame, points: ByPlayer<u32>) -> Result<(), String> {
        let first = game.plies.first().ok_or("there is nothing in it")?;
        // A board with dice is what was played: whoever it names comes next.
        let on_roll = if first.action == action::SET && first.dice.is_some() { !first.player } else { first.player };
        let standing = self.standing(points)?;
        let variation = self.variation;
        // The first roll says who begins.
        let is_usual = game.board.is_none() && game.cube == 1 && game.owner.is_none();
        let roll = dice_of(first.action).filter(|roll| is_usual && !roll.is_double());
        // A limit that a double of this game goes beyond is none: the double was made.
        let is_turn = |ply: &&Ply| matches!(ply.action, action::DOUBLE | action::BEAVER | action::RACCOON);
        let reached = game.cube << game.plies.iter().filter(is_turn).count().min(12);
        self.builder.largest_cube = self.largest_cube.filter(|&most| most > 1 && most >= reached);
        self.builder.begin(standing, variation, 1, on_roll, roll)?;
        let mut start = Game::new(variation, on_roll, true);
        self.builder.largest_cube.into_iter().for_each(|largest| start.limit_cube(largest));
        start.dice = roll;
        if let Some(board) = &game.board {
            start.position = position(board, on_roll, variation)?;
        }
        start.cube = cube((game.cube, game.owner))?;
        if self.builder.game()? != start {
            self.builder.apply(Event::Set(Box::new(State::playing(standing, start))))?;
        }
        let is_end = |ply: &Ply| {
            let action = ply.action;
            action == action::SETTLE || action::RESIGN.contains(&action) || action::MARKS.contains(&action)
        };
        let last = game.plies.iter().rposition(|ply| !is_end(ply));
        for (i, ply) in game.plies.iter().enumerate() {
            self.builder.place = format!("game {number}, ply {}", i + 1);
            self.ply(ply, Some(i) == last)?;
        }
        Ok(())
    }

    fn ply(&mut self, ply: &Ply, is_last: bool) -> Result<(), String> {
        let &Ply { action, player, ref steps, dice, ref board, cube, ref found, .. } = ply;
        if let Some(roll) = dice_of(action) {
            self.turn_of(player)?;
            let hops = steps.iter().map(|&byte| hop(byte, player)).collect::<Result<Vec<_>, _>>()?;
            let scale = self.scale();
            self.builder.roll(roll)?;
            self.enter(found, scale.as_ref());
            self.comment_on_cube(ply, scale.as_ref());
            let others = self.other_plays(ply, roll, scale.as_ref());
            self.enter_plays(found, player, roll, scale.as_ref());
            let can_play = || self.builder.game().is_ok_and(|game| !legal_plays(&game.position, roll).is_empty());
            if hops.is_empty() && is_last && can_play() {
                // A roll that was left unplayed: the game was given up.
                self.comment(&found.comment);
                return Ok(());
            }
            if hops.is_empty() {
                self.builder.play("")?;
            } else {
                self.builder.play_hops(&hops)?;
            }
            let lost = found.lost.map(|lost| delta(lost, found.is_mwc, scale.as_ref()));
            self.comment(&found.comment);
            others.iter().for_each(|text| self.comment(text));
            if let Some(plays) = self.builder.note().and_then(|note| note.plays.as_mut()) {
                plays.told = lost.filter(|_| plays.played.is_some());
            }
            return Ok(());
        }
        let scale = self.scale();
        match action {
            action::DOUBLE => {
                self.turn_of(player)?;
                self.builder.apply(Event::Double)?;
            }
            action::TAKE => self.builder.apply(Event::Take)?,
            action::DROP => self.builder.apply(Event::Pass)?,
            action::BEAVER | action::RACCOON => self.builder.apply(Event::Beaver)?,
            action::PASS => self.builder.pass()?,
            action::SET => self.set(board.as_ref().ok_or("a position without its board")?, dice, player)?,
            action::CUBE_SET => self.set_cube(cube.ok_or("a cube without its value")?)?,
            // Resignations and marks of the end: the points stand with the game.
            action::SETTLE => {}
            other if action::RESIGN.contains(&other) || action::MARKS.contains(&other) => {}
            other => return Err(format!("action {other} is not read here")),
        }
        if matches!(action, action::DOUBLE | action::TAKE | action::DROP | action::BEAVER | action::RACCOON) {
            self.enter(found, scale.as_ref());
        }
        self.comment(&found.comment);
        self.comment_on_cube(ply, scale.as_ref());
        Ok(())
    }

    /// Enters the words of further analyses about the cube as a comment.
    fn comment_on_cube(&mut self, ply: &Ply, scale: Option<&EquityScale>) {
        for cube in ply.others.iter().filter_map(|other| other.cube.as_ref()) {
            let [no_double, take] = [cube.no_double, cube.take].map(|number| equity(number, cube.is_mwc, scale));
            if is_sound(no_double) && is_sound(take) {
                self.comment(&format!(
                    "{}: no double {no_double:+.3}, double, take {take:+.3}",
                    level_of(&cube.method)
                ));
            }
        }
    }

    /// The words of further analyses about the plays, a line each.
    fn other_plays(&self, ply: &Ply, roll: Roll, scale: Option<&EquityScale>) -> Vec<String> {
        let Ok(game) = self.builder.game() else { return Vec::new() };
        let of = |other: &Found| {
            let of_play = |told: &Alternative| {
                let hops: Option<Vec<Hop>> = told.steps.iter().map(|&byte| hop(byte, ply.player).ok()).collect();
                let play = play_of(&game.position, roll, &hops?)?;
                let value = equity(told.equity, other.is_mwc, scale);
                is_sound(value).then(|| format!("{} {value:+.3}", play_text(&play)))
            };
            let plays: Vec<String> = other.plays.iter().filter_map(of_play).take(MOST_TOLD).collect();
            let first = other.plays.first().filter(|_| !plays.is_empty())?;
            Some(format!("{}: {}", level_of(&first.method), plays.join(", ")))
        };
        ply.others.iter().filter_map(of).collect()
    }

    fn comment(&mut self, text: &str) {
        if let Some(note) = self.builder.note().filter(|_| !text.is_empty()) {
            note.comment += if note.comment.is_empty() { "" } else { "\n" };
            note.comment += text;
        }
    }

    /// The scale of equities of the player on roll; `None` for money.
    fn scale(&self) -> Option<EquityScale> {
        let state = self.builder.state()?;
        let game = state.game?;
        game.cube_info(state.standing.terms(), self.met).scale()
    }

    /// Notes the cube decision and the luck of what has happened last.
    fn enter(&mut self, found: &Found, scale: Option<&EquityScale>) {
        // Nobody may double before the first roll.
        let begins = self.builder.game_record().is_some_and(|game| game.steps.len() == 1);
        let cube = found.cube.as_ref().filter(|_| !begins).and_then(|cube| cube_of(cube, scale));
        let luck = found.luck.map(|luck| delta(luck, found.is_mwc, scale)).filter(|&luck| is_sound(luck));
        if let Some(note) = self.builder.note() {
            note.cube = cube.map(Box::new);
            note.luck = luck;
        }
    }

    /// Notes the plays that were considered for the roll that lies.
    fn enter_plays(&mut self, found: &Found, player: Player, roll: Roll, scale: Option<&EquityScale>) {
        let Ok(game) = self.builder.game() else { return };
        let mut plays: Vec<PlayValue> = Vec::new();
        for told in found.plays.iter().take(MOST_CANDIDATES) {
            let hops: Option<Vec<Hop>> = told.steps.iter().map(|&byte| hop(byte, player).ok()).collect();
            let Some(play) = hops.and_then(|hops| play_of(&game.position, roll, &hops)) else { continue };
            let cubeful = equity(told.equity, found.is_mwc, scale);
            let numbers = Numbers::told(told.outputs.unwrap_or_default(), cubeful);
            if numbers.are_sound() && plays.iter().all(|other| other.play.result != play.result) {
                let std_err = told.std_err.map(|error| delta(error, found.is_mwc, scale)).filter(|&e| is_sound(e));
                let errors = std_err.map(|cubeful| Numbers { cubeful, ..Numbers::default() });
                plays.push(PlayValue { play, numbers, errors, method: told.method.clone(), marked: false });
            }
        }
        if let Some(open) = self.builder.open().filter(|_| !plays.is_empty()) {
            open.plays = Some(Box::new(PlayAnalysis { plays, played: None, told: None }));
        }
    }

    fn turn_of(&mut self, player: Player) -> Result<(), String> {
        if self.builder.game()?.on_roll == player { Ok(()) } else { self.builder.give_turn(player) }
    }

    /// A board that is set up; with dice it is what somebody played against the rules, and `on_roll` comes next.
    fn set(&mut self, board: &[i8; 26], dice: Option<Roll>, on_roll: Player) -> Result<(), String> {
        let position = position(board, on_roll, self.variation)?;
        if let Some(dice) = dice {
            self.turn_of(!on_roll)?;
            self.builder.roll(dice)?;
            self.builder.remark("a play against the rules is kept");
            return self.builder.moved(position.flipped());
        }
        self.builder.change(|game| {
            game.set_turn(on_roll);
            game.position = position;
        })
    }

    fn set_cube(&mut self, told: (u32, Option<Player>)) -> Result<(), String> {
        let mut state = self.builder.state().ok_or("no game has begun")?;
        let game = state.game.as_mut().ok_or("the game is over")?;
        game.cube = cube(told)?;
        self.builder.apply(Event::Set(Box::new(state)))
    }
}

/// A cube as told, without an owner in the middle.
fn cube((value, owner): (u32, Option<Player>)) -> Result<Cube, String> {
    let owner = owner.map_or(CubeOwner::Centered, CubeOwner::Owned);
    Cube::in_play(value, owner).ok_or_else(|| format!("a cube of {value}"))
}

/// The equity of a number that may be a chance of winning the match.
fn equity(number: f32, is_mwc: bool, scale: Option<&EquityScale>) -> f32 {
    scale.filter(|_| is_mwc).map_or(number, |scale| scale.to_equity(Mwc(number)))
}

/// The difference of equities of a difference of such numbers.
fn delta(number: f32, is_mwc: bool, scale: Option<&EquityScale>) -> f32 {
    scale.filter(|_| is_mwc).map_or(number, |scale| number / scale.slope())
}

fn cube_of(told: &CubeFound, scale: Option<&EquityScale>) -> Option<CubeAnalysis> {
    let [no_double, take] = [told.no_double, told.take].map(|number| equity(number, told.is_mwc, scale));
    let without = Numbers::told(told.outputs.unwrap_or_default(), no_double);
    let take = Numbers { cubeful: take, ..without };
    let lost = told.lost.map(|lost| delta(lost, told.is_mwc, scale)).filter(|&lost| is_sound(lost));
    let analysis = CubeAnalysis { no_double: without, take, errors: None, method: told.method.clone(), told: lost };
    (without.are_sound() && take.are_sound()).then_some(analysis)
}

/// A checker moved, in the mover's numbering.
pub(super) fn hop(byte: u8, player: Player) -> Result<Hop, String> {
    let (place, pips) = (byte & 0x1f, byte >> 5);
    let from = if place <= 25 { own(place, player) } else { 0 };
    if from == 0 || !(1..=6).contains(&pips) {
        return Err(format!("the byte {byte} is no move of a checker"));
    }
    Ok((from - 1, if pips >= from { OFF } else { from - pips - 1 }))
}
