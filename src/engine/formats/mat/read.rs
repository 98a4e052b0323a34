//! Reading `.mat`, as liberally as files in the wild need it: tabs, wide cells, hits without stars, `Cannot Move`.

use super::super::builder::{Builder, Scores, start_of};
use super::super::played::{FormatError, PlayedMatch};
use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::movegen::legal_plays;
use crate::record::{Date, Event, MatchInfo, Pending, Standing};

/// Cells that begin here or further right belong to player 1 when they stand alone: two tabs, or the width of a cell.
const RIGHT: usize = 14;

/// The longest match.
const MAX_MATCH_LENGTH: u32 = 64;

/// Beavers in a row that a money session allows, since the file does not have it.
const BEAVERS: u8 = 3;

/// Reads a match. Whether gammons count before a cube turn in money sessions is not in the file: it is given by
/// `jacoby`.
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
            (reader.scores.length, has_length) = (length, true);
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

/// The contents of a cell.
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
    scores: Scores,
    info: MatchInfo,
    variation: Variation,
    names: Option<ByPlayer<String>>,
    builder: Builder,
    /// The game that has been announced and not begun.
    announced: Option<Standing>,
    /// The player who has rolled and played nothing with a legal play at hand: a resignation follows, or the turn
    /// passes.
    idle: Option<Player>,
}

impl Reader {
    fn new(jacoby: bool) -> Self {
        Self {
            scores: Scores::new(0, jacoby, BEAVERS),
            info: MatchInfo::default(),
            variation: Variation::Standard,
            names: None,
            builder: Builder::default(),
            announced: None,
            idle: None,
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
        self.announced = Some(self.scores.before(points).map_err(|problem| FormatError::at(number, problem))?);
        Ok(())
    }

    fn turn(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let at = |problem: String| FormatError::at(number, problem);
        let cells = cells(line).map_err(at)?;
        if !cells.is_empty() && self.announced.is_none() && self.builder.state().is_none() {
            return Err(FormatError::at(number, "expected `Game 1` before the first play"));
        }
        self.builder.place = format!("line {number}");
        for (player, action) in cells {
            self.act(player, action).map_err(|problem| FormatError::at(number, problem))?;
        }
        Ok(())
    }

    fn act(&mut self, player: Player, action: Action<'_>) -> Result<(), String> {
        if let Some(standing) = self.announced.take() {
            let roll = if let Action::Roll(roll, _) = action { Some(roll) } else { None };
            // The winner of a game without a turn had nothing to play: the other player began.
            let first = if roll.is_some() { player } else { !player };
            self.builder.begin(standing, self.variation, 1, first, roll)?;
        }
        if self.idle.take().is_some_and(|idle| idle != player && !matches!(action, Action::Wins(_))) {
            self.pass(!player)?;
        }
        match action {
            Action::Roll(roll, text) => self.roll(player, roll, text),
            Action::Wins(points) => self.builder.wins(player, points),
            Action::Double => self.decides(player, Event::Double),
            Action::Take => self.decides(player, Event::Take),
            Action::Pass => self.decides(player, Event::Pass),
            Action::Beaver => self.decides(player, Event::Beaver),
        }
    }

    fn decides(&mut self, player: Player, event: Event) -> Result<(), String> {
        self.must_decide(player)?;
        self.builder.apply(event)
    }

    fn must_decide(&self, player: Player) -> Result<(), String> {
        let game = self.builder.game()?;
        if game.to_decide() == player { Ok(()) } else { Err(format!("it is the turn of {}", self.name(!player))) }
    }

    fn name(&self, player: Player) -> &str {
        self.names.as_ref().map_or("", |names| names[player].as_str())
    }

    /// The turn passes though something could have been played.
    fn pass(&mut self, player: Player) -> Result<(), String> {
        self.builder.remark(format!("{} plays nothing, against the rules; it is kept", self.name(player)));
        self.builder.pass()
    }

    fn roll(&mut self, player: Player, roll: Roll, text: &str) -> Result<(), String> {
        // Some programs write no `Takes` after a beaver.
        let game = self.builder.game()?;
        if game.pending == Some(Pending::Double) && game.beavers > 0 && game.on_roll == player {
            self.builder.apply(Event::Take)?;
        }
        self.must_decide(player)?;
        self.builder.roll(roll)?;
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("???") || lower.starts_with("illegal") {
            self.builder.remark(format!("a play that the file does not tell (`{}`): the turn passes", start_of(text)));
            return self.builder.pass();
        }
        let cannot = lower.starts_with("cannot") || lower.starts_with("can't");
        if (cannot || lower.is_empty()) && !legal_plays(&self.builder.game()?.position, roll).is_empty() {
            if cannot {
                return self.pass(player);
            }
            self.idle = Some(player);
            return Ok(());
        }
        self.builder.play(if cannot { "" } else { text })
    }

    fn finish(self) -> Result<PlayedMatch, FormatError> {
        let (Some((record, remarks)), Some(names)) = (self.builder.finish(), self.names) else {
            return Err(FormatError::whole("there is no game in it"));
        };
        Ok(PlayedMatch { names, info: self.info, variation: self.variation, record, remarks })
    }
}
