//! A record while it is read from a file: its events are played again at the table, and those that cannot have happened
//! are kept, with a remark.

use crate::board::{ByPlayer, OFF, Player, Position, Roll, Setup, Variation};
use crate::movegen::{Play, legal_plays};
use crate::notation::parse_play;
use crate::record::{Ending, Event, Game, GameRecord, Illegal, Note, Outcome, Pending, Record, Rules, Standing, State};
use crate::scoring::{GameValue, MatchScore};
use crate::words::{counted, there_are};

/// The most steps of a file: a long match has some thousands.
const MOST_STEPS: usize = 200_000;

/// The highest cube of any file.
const HIGHEST_CUBE: u32 = 1 << 16;

/// The most points that a file may count.
const MOST_POINTS: u32 = 1_000_000;

/// The most games of a file; the session writes no more.
pub const MOST_GAMES: usize = 10_000;

/// The most remarks on a file; more say nothing more.
const MOST_REMARKS: usize = 200;

/// The most checker moves of a play that is read, whatever the rules.
pub(super) const MOST_HOPS: usize = 8;

/// A checker moved: from an index to an index (or [`OFF`]), in the mover's numbering.
pub(super) type Hop = (u8, u8);

/// A record that grows.
pub(super) struct Builder {
    /// `None` until the first game begins.
    record: Option<Record>,
    steps: usize,
    /// Where in the file this is, as remarks begin: `line 9`.
    pub place: String,
    /// Remarks on contradictions in the file.
    pub remarks: Vec<String>,
    /// The rules of the games. Each file marks the Crawford game itself; this is for the game after the last.
    pub rules: Rules,
    /// The largest value to which the cube is turned in the games that begin; `None` where nothing limits it.
    #[cfg(any(feature = "packed-files", test))]
    pub largest_cube: Option<u32>,
}

impl Default for Builder {
    fn default() -> Self {
        let rules = Rules { crawford: true };
        Self {
            record: None,
            steps: 0,
            place: String::new(),
            remarks: Vec::new(),
            rules,
            #[cfg(any(feature = "packed-files", test))]
            largest_cube: None,
        }
    }
}

impl Builder {
    /// Adds a remark about a contradiction at this place.
    pub fn remark(&mut self, text: impl std::fmt::Display) {
        match self.remarks.len() {
            n if n < MOST_REMARKS => self.remarks.push(format!("{}: {text}", self.place)),
            MOST_REMARKS => self.remarks.push(format!("{}: there are more such remarks than these", self.place)),
            _ => {}
        }
    }

    /// The state of the table; `None` before the first game.
    pub fn state(&self) -> Option<State> {
        self.record.as_ref().map(|record| *record.state())
    }

    /// The game in progress.
    pub fn game(&self) -> Result<crate::record::Game, String> {
        self.state().and_then(|state| state.game).ok_or_else(|| "the game is over".to_owned())
    }

    /// Begins a game.
    #[cfg(any(feature = "packed-files", test))]
    pub fn begin(
        &mut self,
        standing: Standing,
        variation: Variation,
        cube: u32,
        first: Player,
        roll: Option<Roll>,
    ) -> Result<(), String> {
        let largest_cube = self.largest_cube;
        self.begin_as(Event::Begin { standing, variation, cube_in_use: true, largest_cube, cube, first, roll })
    }

    /// Begins a game by its first event.
    pub fn begin_as(&mut self, event: Event) -> Result<(), String> {
        if let Event::Begin { standing, .. } = &event {
            let standing = *standing;
            self.record.get_or_insert_with(|| Record::new(State::new(standing)));
        }
        if self.record.as_ref().is_some_and(|record| record.games().len() >= MOST_GAMES) {
            return Err(format!("there are more than {MOST_GAMES} games"));
        }
        self.apply(event)
    }

    /// A game begins with something that is set up next; before it, this lies on the table.
    pub fn begin_with(&mut self, state: State) {
        self.record.get_or_insert_with(|| Record::new(state));
    }

    /// Applies an event.
    pub fn apply(&mut self, event: Event) -> Result<(), String> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(format!("more happens than in any match ({MOST_STEPS} steps)"));
        }
        let record = self.record.as_mut().ok_or("no game has begun")?;
        let cube = record.state().game.map_or(1, |game| game.cube.value());
        if matches!(event, Event::Double | Event::Beaver) && cube >= HIGHEST_CUBE {
            return Err(format!("the cube does not go beyond {HIGHEST_CUBE}"));
        }
        record.apply(event, self.rules).map(|_| ()).map_err(|why| why_not(why).to_owned())
    }

    /// The note of what has happened last.
    pub fn note(&mut self) -> Option<&mut Note> {
        let record = self.record.as_mut()?;
        let (game, step) = record.cursor();
        record.note_mut(game, step.checked_sub(1)?)
    }

    /// The note on the decision that comes next; it goes to the event that takes it.
    pub fn open(&mut self) -> Option<&mut Note> {
        let record = self.record.as_mut()?;
        let (game, _) = record.cursor();
        record.open_mut(game)
    }

    /// The game that grows.
    pub fn game_record(&self) -> Option<&GameRecord> {
        self.record.as_ref().map(|record| &record.games()[record.cursor().0])
    }

    /// Where it grows, for coming back.
    pub fn cursor(&self) -> Option<(usize, usize)> {
        self.record.as_ref().map(Record::cursor)
    }

    /// Comes back to where it grew: what follows there is another line.
    pub fn seek(&mut self, (game, step): (usize, usize)) {
        if let Some(record) = &mut self.record {
            record.seek(game, step);
        }
    }

    /// Puts `player` on roll, whose turn it would not be.
    pub fn give_turn(&mut self, player: Player) -> Result<(), String> {
        self.change(|game| game.set_turn(player))
    }

    /// Sets something up on the table.
    pub fn change(&mut self, change: impl FnOnce(&mut Game)) -> Result<(), String> {
        let mut state = self.state().ok_or("no game has begun")?;
        change(state.game.as_mut().ok_or("the game is over")?);
        self.apply(Event::Set(Box::new(state)))
    }

    /// Rolls, unless these dice lie already.
    pub fn roll(&mut self, roll: Roll) -> Result<(), String> {
        let game = self.game()?;
        if game.dice == Some(roll) && game.pending.is_none() { Ok(()) } else { self.apply(Event::Roll(roll)) }
    }

    /// Plays the roll as written: `text` in the usual notation. A play that is not legal is kept, with a remark.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let game = self.game()?;
        let roll = game.dice.ok_or("nothing is rolled")?;
        if legal_plays(&game.position, roll).is_empty() {
            if !text.is_empty() {
                self.remark(format!("{roll} cannot be played, and the file plays `{}`", start_of(text)));
            }
            return self.apply(Event::NoPlay);
        }
        match parse_play(text, &game.position, roll) {
            Ok(play) => self.apply(Event::Play(play)),
            Err(error) => {
                let moved = hops_of(text).and_then(|hops| moved_anyhow(&game.position, &hops, game.variation));
                let Some(position) = moved else { return Err(format!("`{}`: {error}", start_of(text))) };
                self.remark(format!("`{}` is not a legal play ({error}); it is kept", start_of(text)));
                self.moved(position)
            }
        }
    }

    /// Plays the roll by moving checkers.
    pub fn play_hops(&mut self, hops: &[Hop]) -> Result<(), String> {
        let game = self.game()?;
        let roll = game.dice.ok_or("nothing is rolled")?;
        match play_of(&game.position, roll, hops) {
            Some(play) => self.apply(Event::Play(play)),
            None => self.play(&text_of(hops)),
        }
    }

    /// Passes the turn, whatever the rules.
    pub fn pass(&mut self) -> Result<(), String> {
        let position = self.game()?.position;
        self.moved(position)
    }

    /// Passes the turn with this position, seen by the player who has moved, whatever the rules.
    pub fn moved(&mut self, position: Position) -> Result<(), String> {
        self.apply(Event::Irregular(Box::new(position)))
    }

    /// Offers the cube where it can gain nothing, which some sites allow.
    pub fn double_anyway(&mut self) -> Result<(), String> {
        self.change(|game| (game.pending, game.declined) = (Some(Pending::Double), None))
    }

    /// Ends the game with the winner and points that the file has.
    pub fn wins(&mut self, player: Player, points: u32) -> Result<(), String> {
        if points > MOST_POINTS {
            return Err(format!("{} are more than any game can count", counted(points, "point")));
        }
        let state = self.state().ok_or("no game has begun")?;
        match (state.game, state.outcome) {
            (None, Some(outcome)) => self.won(state, outcome, player, points),
            (Some(game), _) => self.given_up(state, &game, player, points),
            (None, None) => Err("no game has begun".to_owned()),
        }
    }

    /// Compares what the file counts with the game that has been won.
    fn won(&mut self, mut state: State, outcome: Outcome, player: Player, points: u32) -> Result<(), String> {
        if outcome.winner != player {
            return Err("the other player has won this game".to_owned());
        }
        if outcome.points == points {
            return Ok(());
        }
        let needed = self.needed(player);
        let of = |points: u32| counted(points, "point");
        if points.min(needed) == outcome.points.min(needed) {
            // A resignation costs what it costs; who writes what was needed is right too.
            if points != needed || !matches!(outcome.ending, Ending::Resigned(_)) {
                let is = if needed == 1 { "is" } else { "are" };
                let needs = if needed == u32::MAX { String::new() } else { format!(", and {needed} {is} needed") };
                self.remark(format!("the file counts {} where the board makes {}{needs}", of(points), outcome.points));
            }
            if let Some(note) = self.note() {
                note.counted = Some(points);
            }
            return Ok(());
        }
        self.remark(format!("the file counts {} where the board makes {}", of(points), of(outcome.points)));
        state.outcome = Some(Outcome { points, ..outcome });
        self.book(state, player, points)
    }

    /// Ends a game that is not over on the board: it was given up.
    fn given_up(&mut self, state: State, game: &Game, winner: Player, points: u32) -> Result<(), String> {
        let needed = self.needed(winner);
        let counts = |value: &GameValue| value.multiplier().saturating_mul(game.cube.value());
        let exact = GameValue::ALL.into_iter().find(|value| counts(value) == points);
        let enough = || GameValue::ALL.into_iter().find(|value| counts(value) >= needed).filter(|_| points >= needed);
        // Sites and transcribers count the points needed and no more; more than any game counts stands for the match,
        // which was lost on time or given up.
        let value = exact.or_else(|| enough().filter(|_| points == needed));
        let Some(value) = value else {
            let taken = points.min(needed);
            if points > needed {
                self.remark(format!("{} stand for the match: {taken} were needed", counted(points, "point")));
            } else if points > 3 * game.cube.value() {
                self.remark(format!(
                    "{} are more than a backgammon with the cube on {}",
                    counted(points, "point"),
                    game.cube.value()
                ));
            } else {
                let points = there_are(points, "point");
                self.remark(format!("{points} no multiple of the cube, {}", game.cube.value()));
            }
            self.resigned(state, winner, taken, GameValue::Single)?;
            if taken != points
                && let Some(note) = self.note()
            {
                note.counted = Some(points);
            }
            return Ok(());
        };
        if matches!(game.pending, Some(Pending::Resignation { by, value: offered, .. }) if by != winner && offered == value)
        {
            self.apply(Event::Accept)?;
        } else if game.to_decide() == winner {
            self.resigned(state, winner, counts(&value), value)?;
        } else {
            self.apply(Event::Resign(value))?;
            self.apply(Event::Accept)?;
        }
        if counts(&value) != points
            && let Some(note) = self.note()
        {
            note.counted = Some(points);
        }
        Ok(())
    }

    /// The points that a player needs for the match, before the game in progress or the one that is over.
    fn needed(&self, player: Player) -> u32 {
        let before = self.game_record().and_then(|game| game.steps.first()).map(|step| step.after.standing);
        match before {
            Some(Standing::Match { score, .. }) => u32::from(score.away(player)),
            _ => u32::MAX,
        }
    }

    /// Ends a game by a resignation of a player who was not to decide, or for another number of points than one costs.
    fn resigned(&mut self, mut state: State, winner: Player, points: u32, value: GameValue) -> Result<(), String> {
        state.last_game = state.game.take();
        state.outcome = Some(Outcome { winner, points, ending: Ending::Resigned(value) });
        self.book(state, winner, points)
    }

    /// Ends a game with the result that the file has.
    fn book(&mut self, mut state: State, winner: Player, points: u32) -> Result<(), String> {
        // The score before this game: what the game in the record has added already is not added twice.
        let game = self.game_record().ok_or("no game has begun")?;
        state.standing = game.steps.first().map_or(state.standing, |step| step.after.standing);
        if state.standing.is_over() {
            return Err("the match is over".to_owned());
        }
        state.standing.add(winner, points, self.rules.crawford);
        self.apply(Event::Set(Box::new(state)))
    }

    /// The record, with the cursor at its first decision; `None` if no game has begun.
    pub fn finish(self) -> Option<(Record, Vec<String>)> {
        let mut record = self.record?;
        record.first_game();
        Some((record, self.remarks))
    }
}

/// The legal play that moves checkers so.
pub(super) fn play_of(position: &Position, roll: Roll, hops: &[Hop]) -> Option<Play> {
    let plays = legal_plays(position, roll);
    let wanted = moved(position, hops)?;
    plays.into_iter().find(|play| seen(&play.result) == wanted)
}

/// Counts of both sides, seen by the mover.
type Counts = ([u8; 25], [u8; 25]);

fn seen(position: &Position) -> Counts {
    (*position.on_roll().counts(), *position.opponent().counts())
}

/// The counts after these checkers were moved; `None` where no checker stands to be moved or the way is blocked.
fn moved(position: &Position, hops: &[Hop]) -> Option<Counts> {
    let (mut own, mut other) = seen(position);
    for &(from, to) in hops {
        let from = usize::from(from);
        if from > 24 || own[from] == 0 || (to != OFF && (to > 23 || usize::from(to) == from)) {
            return None;
        }
        own[from] -= 1;
        if to != OFF {
            let to = usize::from(to);
            own[to] += 1;
            if other[23 - to] > 1 {
                return None;
            }
            other[24] += std::mem::take(&mut other[23 - to]);
        }
    }
    Some((own, other))
}

/// The play in words where nothing is played although something could be.
pub const NOTHING: &str = "plays nothing";

/// The breach of the rules that a file tells: the player, and a play or the end of the game in words; `None` where the
/// rules are kept, and where something was set up.
pub fn against_the_rules(before: &State, event: &Event) -> Option<(Player, String)> {
    let game = before.game;
    match event {
        Event::Irregular(left) => {
            let game = game?;
            let hops = hops_between(&game.position, left);
            let done = match hops {
                Some(hops) if hops.is_empty() => NOTHING.to_owned(),
                Some(hops) => text_of(&hops),
                None => "moves against the rules".to_owned(),
            };
            Some((game.on_roll, done))
        }
        Event::Set(after) if after.game.is_none() => {
            let outcome = after.outcome?;
            Some((outcome.winner, format!("wins {}", counted(outcome.points, "point"))))
        }
        _ => None,
    }
}

/// The checker moves that lead from one position to another, both seen by the mover, whatever the rules; empty where
/// nothing has moved, `None` where no moves lead there.
pub(super) fn hops_between(before: &Position, after: &Position) -> Option<Vec<Hop>> {
    let ((own, other), (now, left)) = (seen(before), seen(after));
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for at in (0..25_u8).rev() {
        let (had, has) = (own[usize::from(at)], now[usize::from(at)]);
        gone.extend(std::iter::repeat_n(at, usize::from(had.saturating_sub(has))));
        come.extend(std::iter::repeat_n(at, usize::from(has.saturating_sub(had))));
    }
    come.resize(gone.len().max(come.len()), OFF);
    let mut hops: Vec<Hop> = gone.into_iter().zip(come).collect();
    for at in 0..24_u8 {
        let (blot, place) = (usize::from(at), 23 - at);
        let is_hit = other[blot] == 1 && left[blot] == 0 && hops.iter().all(|&(_, to)| to != place);
        // A hit on the way: a checker stopped there.
        let passed = |&(from, to): &Hop| from > place && (to == OFF || to < place);
        if let Some(hop) = hops.iter().position(passed).filter(|_| is_hit) {
            let (from, to) = hops[hop];
            hops.splice(hop..=hop, [(from, place), (place, to)]);
        }
    }
    (moved(before, &hops)? == seen(after)).then_some(hops)
}

/// The position after checkers were moved so, seen by the mover, whatever the rules; `None` where that is impossible.
fn moved_anyhow(position: &Position, hops: &[Hop], variation: Variation) -> Option<Position> {
    let (on_roll, opponent) = moved(position, hops)?;
    let moved = Setup { on_roll, opponent }.into_position(variation).ok()?;
    (!hops.is_empty()).then_some(moved)
}

/// The checker moves of a text, a hop for each `/`.
fn hops_of(text: &str) -> Option<Vec<Hop>> {
    let place = |text: &str| match text {
        "bar" => Some(24),
        "off" | "0" => Some(OFF),
        _ => text.parse::<u8>().ok().filter(|n| (1..=25).contains(n)).map(|n| n - 1),
    };
    let mut hops = Vec::new();
    for word in text.split_whitespace() {
        let word = word.to_ascii_lowercase().replace('*', "");
        let stops: Option<Vec<u8>> = word.split('/').map(place).collect();
        let stops = stops.filter(|stops| stops.len() > 1)?;
        hops.extend(stops.windows(2).map(|pair| (pair[0], pair[1])));
    }
    (hops.len() <= MOST_HOPS).then_some(hops)
}

/// Checker moves as text that reads back: `24/18 bar/20 6/off`.
pub(super) fn text_of(hops: &[Hop]) -> String {
    let place = |place: u8| match place {
        24 => "bar".to_owned(),
        OFF => "off".to_owned(),
        _ => (place + 1).to_string(),
    };
    hops.iter().map(|&(from, to)| format!("{}/{}", place(from), place(to))).collect::<Vec<_>>().join(" ")
}

/// The first letters of something that was not understood.
pub(super) fn start_of(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

/// The score before a game, as a file gives it.
pub(super) struct Scores {
    /// 0 for money.
    pub length: u8,
    /// Whether gammons count only after a cube turn, for money.
    pub jacoby: bool,
    /// Beavers allowed in a row, for money.
    pub beavers: u8,
    /// Whether the match has a Crawford game; `None` where the file does not say it.
    pub crawford: Option<bool>,
    crawford_was: bool,
    games: usize,
}

/// The remark about a Crawford game that the file does not mark.
pub(super) const CRAWFORD_TAKEN: &str = "the file begins with a player 1-away: this is taken to be the Crawford game";

/// The remark where a double shows that a game is not the Crawford game.
pub(super) const CRAWFORD_NOT: &str = "a player is 1-away for the first time, but doubles are turned: this is taken \
    not to be the Crawford game";

impl Scores {
    /// No game yet.
    pub const fn new(length: u8, jacoby: bool, beavers: u8) -> Self {
        Self { length, jacoby, beavers, crawford: None, crawford_was: false, games: 0 }
    }

    /// The score before the next game, and a remark on what was guessed about it. The Crawford game is the first in
    /// which a player is 1-away, unless the file says that there is none, or the game `has_doubles`.
    pub fn before(
        &mut self,
        points: ByPlayer<u32>,
        has_doubles: bool,
    ) -> Result<(Standing, Option<&'static str>), String> {
        if let Some(points) = points.0.into_iter().find(|&points| points > MOST_POINTS) {
            return Err(format!("a score of {points}"));
        }
        if self.length == 0 {
            return Ok((Standing::Money { score: points, jacoby: self.jacoby, beavers: self.beavers }, None));
        }
        let mut score = [0; 2];
        for (score, points) in score.iter_mut().zip(points.0) {
            *score = u8::try_from(points)
                .ok()
                .filter(|&points| points < self.length)
                .ok_or_else(|| format!("a score of {points} in a match to {}", self.length))?;
        }
        let is_one_away = score.iter().any(|&points| points + 1 == self.length);
        let is_first = is_one_away && !self.crawford_was && self.length > 1;
        let is_played = self.crawford != Some(false);
        let crawford = is_first && is_played && !has_doubles;
        let remark = match (is_first && is_played, has_doubles) {
            (true, true) => Some(CRAWFORD_NOT),
            (true, false) if self.games == 0 && self.crawford.is_none() => Some(CRAWFORD_TAKEN),
            _ => None,
        };
        self.games += 1;
        self.crawford_was |= is_one_away;
        let score = MatchScore::new(self.length, ByPlayer(score), crawford).map_err(|error| error.to_string())?;
        Ok((Standing::Match { score, winner: None }, remark))
    }
}

/// Why something cannot happen, for a reader of the file.
const fn why_not(why: Illegal) -> &'static str {
    match why {
        Illegal::NoGame => "the game is over",
        Illegal::NoSuchCube(_) => "no cube shows this number",
        Illegal::MatchOver => "the match is over",
        Illegal::DoubleWaits => "a double waits for an answer",
        Illegal::ResignationWaits => "a resignation waits for an answer",
        Illegal::Rolled(_) => "a roll waits to be played",
        Illegal::NotRolled => "nothing is rolled",
        Illegal::NoSuchPlay => "it is not a legal play",
        Illegal::MustPlay => "there are legal plays",
        Illegal::CubeNotInUse => "the cube is not in use",
        Illegal::Crawford => "nobody may double in the Crawford game",
        Illegal::CubeOfOpponent => "the other player owns the cube",
        Illegal::CubeDead => "turning the cube can gain nothing",
        Illegal::CubeAtTop => "the cube goes no higher",
        Illegal::NoDouble => "no double was offered",
        Illegal::NoBeavers | Illegal::BeaversUsed(_) => "no beaver is allowed",
        Illegal::NoResignation => "nobody has resigned",
        Illegal::Declined(..) => "that was declined",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{ReadOptions, read_mat};

    /// What is said of a game that ends after one turn with this many points.
    fn remarks_of(length: u8, points: u32) -> Vec<String> {
        let text = format!(
            " {length} point match\n\n Game 1\n Ann : 0          Ben : 0\n  1) 31: 8/5 6/5\n      Wins {points} points\n"
        );
        let read = read_mat(&text, &ReadOptions::default());
        read.map_or_else(|error| vec![error.to_string()], |read| read.remarks)
    }

    #[test]
    fn points_that_a_game_cannot_count_are_remarked_on() {
        for (length, points, words) in [
            (9, 3, ""),
            (9, 4, "4 points are more than a backgammon with the cube on 1"),
            (9, 9, "9 points are more than a backgammon with the cube on 1"),
            (9, 12, "12 points stand for the match: 9 were needed"),
            (0, MOST_POINTS, "are more than a backgammon"),
            (0, MOST_POINTS + 1, "1000001 points are more than any game can count"),
        ] {
            let remarks = remarks_of(length, points);
            assert!(remarks.iter().all(|remark| !words.is_empty() && remark.contains(words)), "{points}: {remarks:?}");
            assert_eq!(remarks.len(), usize::from(!words.is_empty()), "{points}: {remarks:?}");
        }
    }

    #[test]
    fn a_score_has_a_largest_number() {
        let before = |points| Scores::new(0, false, 0).before(points, false).map(|(standing, _)| standing.points());
        for most in [ByPlayer([MOST_POINTS, 0]), ByPlayer([0, MOST_POINTS])] {
            assert_eq!(before(most), Ok(most));
            assert!(before(ByPlayer(most.0.map(|points| points + 1))).is_err());
        }
    }
}
