//! Reading `.mat`, as liberally as files in the wild need it: tabs, wide cells, hits without stars, `Cannot Move`.

use super::super::played::{FormatError, PlayedMatch};
use crate::board::{ByPlayer, Player, Position, Roll, Setup, Variation};
use crate::movegen::legal_plays;
use crate::notation::parse_play;
use crate::record::{Date, Ending, Event, Illegal, MatchInfo, Record, Rules, Standing, State};
use crate::scoring::{GameValue, MatchScore};

/// The rules of the games: each one says for itself whether it is the Crawford game.
const RULES: Rules = Rules { crawford: true };

/// Cells that begin here or further right belong to player 1 when they stand alone.
const RIGHT: usize = 20;

/// The longest match.
const MAX_MATCH_LENGTH: u32 = 64;

/// Beavers in a row that a money session allows, since the file does not say.
const BEAVERS: u8 = 3;

/// Reads a match. Whether gammons count before a cube turn in money sessions is not in the file: `jacoby` says it.
///
/// # Errors
/// When the text is no match, or something in it cannot have happened; the error has the line.
pub fn read_mat(text: &str, jacoby: bool) -> Result<PlayedMatch, FormatError> {
    let mut reader = Reader::new(jacoby);
    let mut has_length = false;
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, expanded(line)));
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        if let Some(comment) = trimmed.strip_prefix(';') {
            reader.tag(comment);
        } else if let Some(length) = match_length(trimmed) {
            let length = length.map_err(|problem| FormatError::at(number, problem))?;
            (reader.length, has_length) = (length, true);
        } else if is_game_line(trimmed) {
            if !has_length {
                return Err(FormatError::at(
                    number,
                    "expected the length of the match (`7 point match`) before the games",
                ));
            }
            let Some((number, names)) = lines.find(|(_, line)| !line.trim().is_empty()) else {
                return Err(FormatError::at(number, "the file ends before the names and the score of this game"));
            };
            reader.begin(number, &names)?;
        } else {
            reader.turn(number, &line)?;
        }
    }
    reader.finish()
}

/// Tabs to columns of eight, and other blanks to blanks.
fn expanded(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        if c == '\t' {
            let blanks = 8 - column % 8;
            out.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        } else {
            out.push(if c.is_whitespace() || c.is_control() { ' ' } else { c });
            column += 1;
        }
    }
    out
}

/// The length in ` 7 point match`, 0 for money.
fn match_length(line: &str) -> Option<Result<u8, String>> {
    let line = line.to_ascii_lowercase();
    let digits = line.strip_suffix("match")?.trim_end().strip_suffix("point")?.trim();
    let digits = digits.trim_end_matches('-');
    let length =
        digits.parse::<u32>().ok().and_then(|n| u8::try_from(n).ok()).filter(|&n| u32::from(n) <= MAX_MATCH_LENGTH);
    Some(
        length.ok_or_else(|| format!("expected a match length from 0 (money) to {MAX_MATCH_LENGTH}, found `{digits}`")),
    )
}

fn is_game_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"))
        && words.next().is_some_and(|number| number.parse::<u32>().is_ok())
        && words.next().is_none()
}

/// A name and a score from each half of the line below `Game n`.
fn names_and_score(line: &str) -> Option<ByPlayer<(String, u32)>> {
    let one = |text: &str| {
        let (name, score) = text.rsplit_once(':')?;
        Some((name.trim().to_owned(), score.trim().parse().ok()?))
    };
    // The second half begins behind the first score: the first ` : number` that blanks follow.
    let cut = line.match_indices(':').find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let digits = rest.trim_start();
        let end = digits.find(|c: char| !c.is_ascii_digit()).filter(|&end| end > 0)?;
        digits[end..].starts_with("  ").then_some(line.len() - digits.len() + end)
    })?;
    Some(ByPlayer([one(&line[..cut])?, one(&line[cut..])?]))
}

/// What stands in a cell.
enum Action<'a> {
    Roll(Roll, &'a str),
    Double,
    Take,
    Pass,
    Beaver,
    Wins(u32),
}

/// The cells of a line, with the player whose column they stand in.
fn cells(line: &str) -> Result<Vec<(Player, Action<'_>)>, String> {
    // The number of the turn.
    let body = line.find(')').filter(|&at| {
        let number = line[..at].trim();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    let from = body.map_or(0, |at| at + 1);
    let mut starts: Vec<usize> = Vec::new();
    for (at, word) in words(line, from) {
        let lower = word.to_ascii_lowercase();
        let is_roll = roll_of(word).is_some();
        let is_action = ["double", "take", "drop", "pass", "reject", "beaver", "raccoon", "win"]
            .iter()
            .any(|action| lower.starts_with(action));
        if is_roll || is_action {
            starts.push(at);
        }
    }
    if starts.first().is_none_or(|&first| !line[from..first].trim().is_empty()) {
        let rest = line[from..].trim();
        return if rest.is_empty() {
            Ok(Vec::new())
        } else {
            Err(format!("expected a roll (`31: 8/5 6/5`), Doubles, Takes, Drops or Wins, found `{}`", start_of(rest)))
        };
    }
    if starts.len() > 2 {
        return Err("expected one action of each player, found more".to_owned());
    }
    let mut found = Vec::with_capacity(2);
    for (i, &at) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(line.len());
        let column = line[..at].chars().count();
        let player = match (starts.len(), i) {
            (2, 0) => Player::Top,
            (2, _) => Player::Bottom,
            _ if column >= RIGHT => Player::Bottom,
            _ => Player::Top,
        };
        found.push((player, action(line[at..end].trim())?));
    }
    Ok(found)
}

/// The words of a line from an offset on, with their offsets.
fn words(line: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    line[from..]
        .split(' ')
        .scan(from, |at, word| {
            let here = *at;
            *at += word.len() + 1;
            Some((here, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

/// The first letters of something that was not understood.
fn start_of(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

/// Two dice and a colon.
fn roll_of(word: &str) -> Option<Roll> {
    let &[high, low, b':'] = word.as_bytes().get(..3)? else { return None };
    Roll::new(high.checked_sub(b'0')?, low.checked_sub(b'0')?).ok()
}

fn action(text: &str) -> Result<Action<'_>, String> {
    if let Some(roll) = roll_of(text) {
        return Ok(Action::Roll(roll, text[3..].trim()));
    }
    let lower = text.to_ascii_lowercase();
    Ok(match lower.as_bytes()[0] {
        b'd' if lower.starts_with("double") => Action::Double,
        b't' => Action::Take,
        b'd' | b'p' => Action::Pass,
        b'r' if lower.starts_with("reject") => Action::Pass,
        b'b' | b'r' => Action::Beaver,
        _ => {
            let points = lower.split_whitespace().nth(1).and_then(|points| points.parse().ok());
            Action::Wins(points.ok_or_else(|| "expected the points that are won (`Wins 2 points`)".to_owned())?)
        }
    })
}

struct Reader {
    length: u8,
    jacoby: bool,
    info: MatchInfo,
    variation: Variation,
    names: Option<ByPlayer<String>>,
    record: Option<Record>,
    /// The game that has been announced and not begun.
    announced: Option<Standing>,
    /// Whether the Crawford game has been.
    crawford_was: bool,
    remarks: Vec<String>,
}

impl Reader {
    fn new(jacoby: bool) -> Self {
        Self {
            length: 0,
            jacoby,
            info: MatchInfo::default(),
            variation: Variation::Standard,
            names: None,
            record: None,
            announced: None,
            crawford_was: false,
            remarks: Vec::new(),
        }
    }

    /// A line `; [Name "value"]`; others are comments.
    fn tag(&mut self, comment: &str) {
        let Some(inner) = comment.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return };
        let Some((name, value)) = inner.split_once(' ') else { return };
        let value = value.trim().trim_matches('"').to_owned();
        match name.to_ascii_lowercase().as_str() {
            "event" => self.info.event = value,
            "round" => self.info.round = value,
            "site" | "place" => self.info.place = value,
            "transcriber" | "annotator" => self.info.annotator = value,
            "eventdate" => {
                let mut parts = value.split('.');
                let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok());
                if let (Some(year), Some(month), Some(day)) = (part(), part(), part()) {
                    let byte = |n: u16| u8::try_from(n).unwrap_or(0);
                    self.info.date = Date::new(year, byte(month), byte(day));
                }
            }
            "variation" => {
                let lower = value.to_ascii_lowercase();
                if lower.starts_with("nack") {
                    self.variation = Variation::Nackgammon;
                } else if lower.starts_with("hyper") {
                    self.variation = Variation::Hypergammon3;
                }
            }
            _ => {}
        }
    }

    /// The names and the score at the head of a game.
    fn begin(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let expected = || FormatError::at(number, "expected two names with their scores (`Ann : 0      Bob : 2`)");
        let heads = names_and_score(line).ok_or_else(expected)?;
        let points = ByPlayer([heads[Player::Top].1, heads[Player::Bottom].1]);
        self.names.get_or_insert_with(|| ByPlayer(heads.0.map(|(name, _)| name)));
        self.announced = Some(if self.length == 0 {
            Standing::Money { score: points, jacoby: self.jacoby, beavers: BEAVERS }
        } else {
            let mut score = [0; 2];
            for (score, points) in score.iter_mut().zip(points.0) {
                *score = u8::try_from(points).ok().filter(|&points| points < self.length).ok_or_else(|| {
                    FormatError::at(number, format!("a score of {points} in a match to {}", self.length))
                })?;
            }
            let is_one_away = score.iter().any(|&points| points + 1 == self.length);
            let crawford = is_one_away && !self.crawford_was && self.length > 1;
            self.crawford_was |= is_one_away;
            Standing::Match {
                score: MatchScore { length: self.length, score: ByPlayer(score), crawford },
                winner: None,
            }
        });
        Ok(())
    }

    fn turn(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let at = |problem: String| FormatError::at(number, problem);
        let cells = cells(line).map_err(at)?;
        if !cells.is_empty() && self.announced.is_none() && self.record.is_none() {
            return Err(FormatError::at(number, "expected `Game 1` before the first play"));
        }
        for (player, action) in cells {
            self.act(number, player, action).map_err(|problem| FormatError::at(number, problem))?;
        }
        Ok(())
    }

    fn state(&self) -> State {
        self.record.as_ref().map_or_else(|| State::new(Standing::money(self.jacoby, BEAVERS)), |record| *record.state())
    }

    fn apply(&mut self, event: Event) -> Result<(), String> {
        let record = self.record.as_mut().ok_or("no game has begun")?;
        record.apply(event, RULES).map(|_| ()).map_err(|why| why_not(why).to_owned())
    }

    fn act(&mut self, number: usize, player: Player, action: Action<'_>) -> Result<(), String> {
        if let Some(standing) = self.announced.take() {
            let roll = if let Action::Roll(roll, _) = action { Some(roll) } else { None };
            let record = self.record.get_or_insert_with(|| Record::new(State::new(standing)));
            let variation = self.variation;
            // Who wins a game without a turn had nothing to play: the other one began.
            let first = if roll.is_some() { player } else { !player };
            let begin = Event::Begin { standing, variation, cube_in_use: true, cube: 1, first, roll };
            record.apply(begin, RULES).map_err(|why| why_not(why).to_owned())?;
        }
        match action {
            Action::Roll(roll, text) => self.roll(number, player, roll, text),
            Action::Wins(points) => self.wins(number, player, points),
            Action::Double => {
                self.must_decide(player)?;
                self.apply(Event::Double)
            }
            Action::Take | Action::Pass | Action::Beaver => {
                self.must_decide(player)?;
                self.apply(match action {
                    Action::Take => Event::Take,
                    Action::Pass => Event::Pass,
                    _ => Event::Beaver,
                })
            }
        }
    }

    fn must_decide(&self, player: Player) -> Result<(), String> {
        let game = self.state().game.ok_or("the game is over")?;
        if game.to_decide() == player { Ok(()) } else { Err(format!("it is the turn of {}", self.name(!player))) }
    }

    fn name(&self, player: Player) -> &str {
        self.names.as_ref().map_or("", |names| names[player].as_str())
    }

    fn roll(&mut self, number: usize, player: Player, roll: Roll, text: &str) -> Result<(), String> {
        self.must_decide(player)?;
        let mut game = self.state().game.ok_or("the game is over")?;
        if game.dice != Some(roll) || game.pending.is_some() {
            self.apply(Event::Roll(roll))?;
            game = self.state().game.ok_or("the game is over")?;
        }
        let lower = text.to_ascii_lowercase();
        let is_empty = lower.is_empty() || lower.starts_with("cannot") || lower.starts_with("can't");
        if legal_plays(&game.position, roll).is_empty() {
            if !is_empty {
                self.remarks
                    .push(format!("line {number}: {roll} cannot be played, and the file plays `{}`", start_of(text)));
            }
            return self.apply(Event::NoPlay);
        }
        if is_empty {
            // Somebody resigns before playing; anything else that follows is refused there.
            return Ok(());
        }
        match parse_play(text, &game.position, roll) {
            Ok(play) => self.apply(Event::Play(play)),
            Err(error) => {
                let Some(position) = moved_anyhow(&game.position, text, self.variation) else {
                    return Err(format!("`{}`: {error}", start_of(text)));
                };
                self.remarks
                    .push(format!("line {number}: `{}` is no legal play ({error}); it is kept", start_of(text)));
                let mut state = self.state();
                game.position = position.flipped();
                game.on_roll = !player;
                game.dice = None;
                state.game = Some(game);
                self.apply(Event::Set(Box::new(state)))
            }
        }
    }

    fn wins(&mut self, number: usize, player: Player, points: u32) -> Result<(), String> {
        let state = self.state();
        if let (None, Some(outcome)) = (state.game, state.outcome) {
            if outcome.winner != player {
                return Err(format!("{} has won this game, and the file says the other", self.name(outcome.winner)));
            }
            if outcome.points != points {
                self.remarks.push(format!("line {number}: the file counts {points} where {} were won", outcome.points));
                let mut state = state;
                state.outcome = Some(crate::record::Outcome { points, ..outcome });
                return self.book(state, player, points);
            }
            return Ok(());
        }
        let game = state.game.ok_or("no game has begun")?;
        let value = GameValue::ALL.into_iter().find(|value| value.multiplier() * game.cube.value == points);
        let Some(value) = value else {
            self.remarks
                .push(format!("line {number}: {points} points are no multiple of the cube, {}", game.cube.value));
            return self.resigned(state, player, points, GameValue::Single);
        };
        if game.to_decide() == player {
            return self.resigned(state, player, points, value);
        }
        self.apply(Event::Resign(value))?;
        self.apply(Event::Accept)
    }

    /// Somebody resigned who was not to decide, or gave up another number of points than a resignation costs.
    fn resigned(&mut self, mut state: State, winner: Player, points: u32, value: GameValue) -> Result<(), String> {
        state.last_game = state.game.take();
        state.outcome = Some(crate::record::Outcome { winner, points, ending: Ending::Resigned(value) });
        self.book(state, winner, points)
    }

    /// Ends a game as the file says.
    fn book(&mut self, mut state: State, winner: Player, points: u32) -> Result<(), String> {
        // The score before this game: what the game in the record has added already is not added twice.
        let record = self.record.as_ref().ok_or("no game has begun")?;
        let (game, _) = record.cursor();
        state.standing = record.games()[game].steps.first().map_or(state.standing, |step| step.after.standing);
        state.standing.add(winner, points, true);
        self.apply(Event::Set(Box::new(state)))
    }

    fn finish(self) -> Result<PlayedMatch, FormatError> {
        let (Some(mut record), Some(names)) = (self.record, self.names) else {
            return Err(FormatError::whole("there is no game in it"));
        };
        record.first_game();
        Ok(PlayedMatch { names, info: self.info, variation: self.variation, record, remarks: self.remarks })
    }
}

/// The position after checkers were moved as written, seen by the mover, whatever the rules say; `None` where no checker
/// stands to be moved.
fn moved_anyhow(position: &Position, text: &str, variation: Variation) -> Option<Position> {
    let mut own = *position.on_roll().counts();
    let mut other = *position.opponent().counts();
    let place = |text: &str| -> Option<usize> {
        match text {
            "bar" => Some(25),
            "off" => Some(0),
            _ => text.parse().ok().filter(|&n| n <= 25),
        }
    };
    for hop in text.split_whitespace() {
        let hop = hop.to_ascii_lowercase().replace('*', "");
        let mut stops = hop.split('/').map(place);
        let mut from = stops.next()??;
        let mut moved = false;
        for to in stops {
            let to = to?;
            if from == 0 || to >= from || own[from - 1] == 0 {
                return None;
            }
            own[from - 1] -= 1;
            if to > 0 {
                own[to - 1] += 1;
                if other[24 - to] > 1 {
                    return None;
                }
                other[24] += std::mem::take(&mut other[24 - to]);
            }
            (from, moved) = (to, true);
        }
        if !moved {
            return None;
        }
    }
    let moved = Setup { on_roll: own, opponent: other }.into_position(variation).ok()?;
    (!moved.is_over()).then_some(moved)
}

/// Why something cannot happen, for a reader of the file.
const fn why_not(why: Illegal) -> &'static str {
    match why {
        Illegal::NoGame => "the game is over",
        Illegal::MatchOver => "the match is over",
        Illegal::DoubleWaits => "a double waits for an answer",
        Illegal::ResignationWaits => "a resignation waits for an answer",
        Illegal::Rolled(_) => "a roll waits to be played",
        Illegal::NotRolled => "nothing is rolled",
        Illegal::NoSuchPlay => "it is no legal play",
        Illegal::MustPlay => "there are legal plays",
        Illegal::CubeNotInUse => "the cube is not in use",
        Illegal::Crawford => "nobody may double in the Crawford game",
        Illegal::CubeOfOpponent => "the other player owns the cube",
        Illegal::CubeDead => "turning the cube can gain nothing",
        Illegal::NoDouble => "no double was offered",
        Illegal::NoBeavers | Illegal::BeaversUsed(_) => "no beaver is allowed",
        Illegal::NoResignation => "nobody has resigned",
        Illegal::Declined(..) => "that was declined",
    }
}
