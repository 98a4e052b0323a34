//! One game of a transcript, played.
//!
//! A game is read with its end in sight: who won it, by all that the file says about it, is known before the first play
//! is made. So a play that cannot be made costs the rest of its game, and never the result.

use super::super::builder::{Builder, Scores, start_of};
use super::super::played::{FormatError, ReadOptions};
use super::super::snowie::{read_snowie_position, snowie_name};
use super::{Action, GameText, Header, Item, Told};
use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::movegen::legal_plays;
use crate::record::{Event, Game, Pending};
use crate::words::counted;

/// The most letters of a rest that could not be read and is kept as a comment.
const MOST_REST: usize = 2000;

/// How a game ended, by what its cells say.
#[derive(Clone, Copy, Debug)]
struct End {
    winner: Player,
    points: Option<u32>,
    times: Option<u32>,
    ends_match: bool,
    /// The line of it.
    line: usize,
}

/// Plays a game.
///
/// # Errors
/// With `strict` when something in it cannot have happened.
#[expect(clippy::too_many_arguments, reason = "what is known of the file, once for each game")]
pub fn play(
    builder: &mut Builder,
    scores: &mut Scores,
    header: &Header,
    names: &ByPlayer<String>,
    game: &GameText<'_>,
    next: Option<&GameText<'_>>,
    lines: &[String],
    strict: bool,
) -> Result<(), FormatError> {
    // A site may change the columns of the players from game to game.
    let is_swapped = |game: &GameText<'_>| {
        let [top, bottom] = &game.names.0;
        top != bottom && *top == names[Player::Bottom] && *bottom == names[Player::Top]
    };
    let swapped = is_swapped(game);
    let seat = |player: Player| if swapped { !player } else { player };
    let by_seat = |game: &GameText<'_>| {
        let [top, bottom] = game.points.0;
        ByPlayer(if is_swapped(game) { [bottom, top] } else { [top, bottom] })
    };
    let items = of_players(game, names, seat);
    builder.place = format!("line {}", game.line);
    let before = builder.state().map(|state| state.standing);
    let points = if game.has_score { by_seat(game) } else { before.map_or(game.points, |before| before.points()) };
    let has_doubles = items.iter().any(|(_, item)| matches!(item, Item::Cell(_, Action::Double(_))));
    let (standing, guessed) = match scores.before(points, has_doubles) {
        Ok(standing) => standing,
        Err(problem) if strict => return Err(FormatError::at(game.line, problem)),
        Err(problem) => {
            if !items.is_empty() {
                builder.remark(format!("{problem}: this game is left out"));
            }
            return Ok(());
        }
    };
    if let Some(before) = before
        && !before.is_over()
        && before.points() != points
    {
        let (had, has) = (before.points(), points);
        builder.remark(format!(
            "the score is {}-{} here, and {}-{} by the games before",
            has.0[0], has.0[1], had.0[0], had.0[1]
        ));
    }
    if let Some(guessed) = guessed {
        builder.remark(guessed);
    }
    if swapped {
        builder.remark("the players have changed columns");
    }
    let gain = next.filter(|next| next.has_score).map(by_seat).and_then(|next| {
        let won = |player: Player| next[player].checked_sub(points[player]);
        match (won(Player::Top)?, won(Player::Bottom)?) {
            (points, 0) if points > 0 => Some((Player::Top, points)),
            (0, points) if points > 0 => Some((Player::Bottom, points)),
            _ => None,
        }
    });
    let end = end_of(&items, gain);
    let mut table = Table { builder, names, end, idle: None, is_strict: strict, doubles: 0, limit: header.cube_limit };
    let at = |line: usize, problem: String| FormatError::at(line, problem);
    table.begin(&items, standing, header).map_err(|problem| at(game.line, problem))?;
    let last = items.iter().rposition(|(_, item)| matches!(item, Item::Cell(_, action) if action.is_played()));
    for (i, &(line, item)) in items.iter().enumerate() {
        table.builder.place = format!("line {line}");
        let goes_on = last.is_some_and(|last| last > i);
        let Err(problem) = table.item(item, goes_on) else { continue };
        if strict {
            return Err(at(line, problem));
        }
        table.damaged(&problem, line, &items[i + 1..], lines);
        break;
    }
    table.settle(gain).map_err(|problem| at(game.line, problem))
}

/// The cells of a game by seats, a name before an ending made the column of the ending.
fn of_players<'a>(
    game: &GameText<'a>,
    names: &ByPlayer<String>,
    seat: impl Fn(Player) -> Player,
) -> Vec<(usize, Item<'a>)> {
    let mut found: Vec<(usize, Item<'a>)> = Vec::with_capacity(game.items.len());
    for &(line, item) in &game.items {
        let Item::Cell(column, action) = item else {
            found.push((line, item));
            continue;
        };
        let mut player = seat(column);
        if action.is_end()
            && let Some(&(there, Item::Cell(_, Action::Other(name)))) = found.last()
            && there == line
            && let Some(named) = Player::BOTH.into_iter().find(|&player| is_name(name, &names[player]))
        {
            found.pop();
            player = named;
        }
        found.push((line, Item::Cell(player, action)));
    }
    found
}

fn is_name(text: &str, name: &str) -> bool {
    text.trim().trim_end_matches([':', ',']).eq_ignore_ascii_case(name.trim())
}

/// How a game ended by all cells that say it; where they contradict each other, by the score of the next game.
fn end_of(items: &[(usize, Item<'_>)], gain: Option<(Player, u32)>) -> Option<End> {
    let last = items.iter().rposition(|(_, item)| matches!(item, Item::Cell(_, Action::Roll(..) | Action::Double(_))));
    let told = |(i, &(line, item)): (usize, &(usize, Item<'_>))| {
        let Item::Cell(player, action) = item else { return None };
        let (winner, Told { points, ends_match, times }) = match action {
            Action::Wins(told) => (player, told),
            Action::Loses(told) => (!player, told),
            // A resignation that is declined ends nothing.
            Action::GivesUp(told, _) if last.is_none_or(|last| last < i) => (!player, told),
            Action::NoRoll if last.is_none_or(|last| last < i) => (!player, Told::default()),
            _ => return None,
        };
        Some(End { winner, points, times, ends_match, line })
    };
    let ends: Vec<End> = items.iter().enumerate().filter_map(told).collect();
    let by = |winner: Player| {
        let mut of = ends.iter().filter(|end| end.winner == winner);
        let first = of.clone().find(|end| end.points.is_some()).or_else(|| of.next())?;
        let ends_match = ends.iter().any(|end| end.winner == winner && end.ends_match);
        let times = ends.iter().filter(|end| end.winner == winner).find_map(|end| end.times);
        Some(End { ends_match, times, ..*first })
    };
    let winner = gain.map(|(winner, _)| winner).filter(|&winner| by(winner).is_some());
    by(winner.or_else(|| ends.last().map(|end| end.winner))?)
}

/// A game while it is played.
struct Table<'t> {
    builder: &'t mut Builder,
    names: &'t ByPlayer<String>,
    end: Option<End>,
    /// The player who has rolled and played nothing with a legal play at hand: a resignation follows, or the turn
    /// passes.
    idle: Option<Player>,
    is_strict: bool,
    doubles: usize,
    limit: Option<u32>,
}

impl Table<'_> {
    fn begin(
        &mut self,
        items: &[(usize, Item<'_>)],
        standing: crate::record::Standing,
        header: &Header,
    ) -> Result<(), String> {
        let first = items.iter().find_map(|&(_, item)| match item {
            Item::Cell(_, Action::Other(_)) | Item::Comment(_) => None,
            Item::Cell(player, action) => Some((player, action)),
        });
        let (first, roll) = match first {
            Some((player, Action::Roll(roll, _))) => (player, Some(roll)),
            // The winner of a game without a turn had nothing to play: the other player began.
            Some((player, Action::Wins(_) | Action::Take | Action::Pass | Action::Beaver)) => (!player, None),
            Some((player, _)) => (player, None),
            None => (self.end.map_or(Player::Bottom, |end| !end.winner), None),
        };
        // Automatic doubles of a money session show in the value of the first double.
        let value = items.iter().find_map(|&(_, item)| match item {
            Item::Cell(_, Action::Double(value)) => value,
            _ => None,
        });
        let cube = value.filter(|value| standing.length() == 0 && value.is_power_of_two() && (4..=64).contains(value));
        let cube = cube.map_or(1, |value| value / 2);
        if cube > 1 {
            self.builder.remark(format!("the first double goes to {}: the cube began on {cube}", 2 * cube));
        }
        let cube_in_use = header.cube_limit.is_none_or(|limit| limit > 1) || value.is_some();
        // A limit that a double of this game goes beyond is none: the double was made.
        let doubles =
            items.iter().filter(|(_, item)| matches!(item, Item::Cell(_, Action::Double(_) | Action::Beaver)));
        let reached = cube << doubles.count().min(12);
        let largest_cube = header.cube_limit.filter(|&limit| limit > 1 && limit >= reached);
        let variation = header.variation;
        self.builder.begin_as(Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll })
    }

    /// One cell; `goes_on` where the game does after it.
    fn item(&mut self, item: Item<'_>, goes_on: bool) -> Result<(), String> {
        let (player, action) = match item {
            Item::Comment(text) => {
                self.comment(text);
                return Ok(());
            }
            Item::Cell(player, action) => (player, action),
        };
        if action.is_end() {
            if goes_on && !matches!(action, Action::GivesUp(..)) {
                return self
                    .doubt("the game goes on after its end; the rest is left out".to_owned())
                    .and(Err(String::new()));
            }
            if let Action::GivesUp(_, text) = action {
                self.gives_up(text, goes_on);
            }
            return Ok(());
        }
        if self.builder.state().is_some_and(|state| state.game.is_none()) {
            return Err("the game is over".to_owned());
        }
        if self.idle.take().is_some_and(|idle| idle != player) && !matches!(action, Action::NoRoll | Action::Other(_)) {
            self.passes(!player)?;
        }
        match action {
            Action::Roll(roll, text) => self.roll(player, roll, text, goes_on),
            Action::NoRoll if !goes_on => Ok(()),
            Action::NoRoll => {
                self.has_turn(player)?;
                self.builder.remark("a turn without dice: it passes");
                self.builder.pass()
            }
            Action::Double(value) => self.double(player, value),
            Action::Take => self.answer(player, Event::Take),
            Action::Pass => self.answer(player, Event::Pass),
            Action::Beaver => self.answer(player, Event::Beaver),
            Action::Other(text) => self
                .doubt(format!("`{}` is not understood; it is kept as a comment", start_of(text)))
                .map(|()| self.comment(text)),
            Action::Wins(_) | Action::Loses(_) | Action::GivesUp(..) => Ok(()),
        }
    }

    /// Refuses what is strange, or keeps a remark on it.
    fn doubt(&mut self, problem: String) -> Result<(), String> {
        if self.is_strict {
            return Err(problem);
        }
        self.builder.remark(problem);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(note) = self.builder.note() {
            note.comment += if note.comment.is_empty() { "" } else { "\n" };
            note.comment += text;
        }
    }

    /// A player gives up, in words that may say how.
    fn gives_up(&mut self, text: &str, goes_on: bool) {
        let lower = text.to_ascii_lowercase();
        let is_plain = ["concede", "resign", "give"].iter().any(|word| lower.starts_with(word));
        if goes_on {
            self.builder.remark(format!("`{}`, and the game goes on", start_of(text)));
        }
        if goes_on || !is_plain {
            self.comment(text);
        }
    }

    fn name(&self, player: Player) -> &str {
        &self.names[player]
    }

    /// Ensures that a player is on roll and nothing waits for an answer.
    fn has_turn(&mut self, player: Player) -> Result<(), String> {
        let game = self.builder.game()?;
        if game.pending == Some(Pending::Double) {
            // Some programs write no `Takes` after a beaver, and some none at all.
            if game.on_roll != player {
                return Err(format!("it is the turn of {}", self.name(!player)));
            }
            if game.beavers == 0 {
                self.doubt("no answer to the double is told, and the game goes on: it was taken".to_owned())?;
            }
            self.builder.apply(Event::Take)?;
        }
        let game = self.builder.game()?;
        if game.on_roll == player {
            return Ok(());
        }
        let problem = format!("it is the turn of {}", self.name(!player));
        if game.dice.is_some() {
            return Err(problem);
        }
        self.doubt(format!("{problem}; nothing is told of it, and it passes"))?;
        self.builder.give_turn(player)
    }

    /// The turn passes though something could have been played.
    fn passes(&mut self, player: Player) -> Result<(), String> {
        self.builder.remark(format!("{} plays nothing, against the rules; it is kept", self.name(player)));
        self.builder.pass()
    }

    fn double(&mut self, player: Player, value: Option<u32>) -> Result<(), String> {
        let game = self.builder.game()?;
        if game.pending == Some(Pending::Double) && game.to_decide() == player {
            // Another double is a beaver.
            return self.builder.apply(Event::Beaver);
        }
        self.has_turn(player)?;
        let game = self.builder.game()?;
        let doubled = 2 * game.cube.value();
        if let Some(value) = value.filter(|&value| value != doubled) {
            self.doubt(format!("the cube goes from {} to {doubled}, not to {value}", game.cube.value()))?;
        }
        if let Some(limit) = self.limit.filter(|&limit| doubled > limit.max(1)) {
            self.doubt(format!("the cube goes to {doubled}, and the header has a limit of {limit}"))?;
        }
        self.doubles += 1;
        self.builder.apply(Event::Double).or_else(|problem| {
            let is_dead = game.cube_in_use && game.dice.is_none() && game.cube.is_available_to(player);
            let crawford = game_is_crawford(self.builder);
            if self.is_strict || !is_dead || crawford || doubled > crate::scoring::Cube::TOP {
                return Err(problem);
            }
            self.builder.remark("the cube is turned though that can gain nothing");
            self.builder.double_anyway()
        })
    }

    fn answer(&mut self, player: Player, event: Event) -> Result<(), String> {
        let game = self.builder.game()?;
        if game.pending.is_none() {
            let word = if event == Event::Pass { "Drops" } else { "Takes" };
            self.doubt(format!("`{word}`, and no double was offered"))?;
            if event == Event::Pass {
                self.end =
                    self.end.or(Some(End { winner: !player, points: None, times: None, ends_match: false, line: 0 }));
            }
            return Ok(());
        }
        if game.to_decide() != player {
            self.doubt(format!("the answer to the double stands in the column of {}", self.name(player)))?;
        }
        self.builder.apply(event)
    }

    fn roll(&mut self, player: Player, roll: Roll, text: &str, goes_on: bool) -> Result<(), String> {
        self.has_turn(player)?;
        self.builder.roll(roll)?;
        let game = self.builder.game()?;
        let lower = text.to_ascii_lowercase();
        let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
        let can_play = !legal_plays(&game.position, roll).is_empty();
        if begins(&["illegal"]) {
            return self.illegal(text);
        }
        let is_unknown = begins(&["???", "??", "***", "[", "<"]);
        if !goes_on && (is_unknown || lower.is_empty()) {
            // Given up before the roll was played, or nothing could be played.
            return if can_play { Ok(()) } else { self.builder.apply(Event::NoPlay) };
        }
        if is_unknown {
            self.builder.remark(format!("a play that the file does not tell (`{}`): the turn passes", start_of(text)));
            return if can_play { self.builder.pass() } else { self.builder.apply(Event::NoPlay) };
        }
        let cannot =
            begins(&["cannot", "can't", "can not", "no move", "no play", "no legal", "danc", "fan", "--", "(no"]);
        if (cannot || lower.is_empty()) && can_play {
            if cannot {
                return self.passes(player);
            }
            self.idle = Some(player);
            return Ok(());
        }
        if cannot || lower.is_empty() {
            return self.builder.play("");
        }
        let (moves, words) = moves_and_words(text);
        if !words.is_empty() && !moves.is_empty() {
            self.doubt(format!("`{}` is not understood; it is kept as a comment", start_of(&words)))?;
        }
        self.builder.play(if moves.is_empty() { text } else { &moves })?;
        if !moves.is_empty() {
            self.comment(&words);
        }
        Ok(())
    }

    /// `Illegal play (…)`, Snowie's words: in the brackets stands the position that it leaves, or the play.
    fn illegal(&mut self, text: &str) -> Result<(), String> {
        let mover = self.builder.game()?.on_roll;
        if let Some((names, told)) = left_by_illegal(text) {
            // Programs number the players in ways of their own: their names tell who is who. Whoever is not known there
            // plays next, as the dice behind the position are those of the next turn.
            let [top, bottom] = &self.names.0;
            let of_line = |name: &String| snowie_name(name) == snowie_name(&names[told.on_roll]);
            let on_roll = match (of_line(top), of_line(bottom)) {
                (true, false) => Player::Top,
                (false, true) => Player::Bottom,
                _ => !mover,
            };
            let left = if on_roll == mover { told.position } else { told.position.flipped() };
            self.builder.remark("an illegal play: the position after it is set up as in the file");
            return self.builder.moved(left);
        }
        let inner = in_brackets(text);
        if !inner.is_empty() && self.builder.play(inner).is_ok() {
            return Ok(());
        }
        self.builder.remark(format!("a play that the file does not tell (`{}`): the turn passes", start_of(text)));
        self.builder.pass()
    }

    /// Something cannot have happened: the rest of the game is left out, and kept as a comment.
    fn damaged(&mut self, problem: &str, line: usize, more: &[(usize, Item<'_>)], lines: &[String]) {
        if !problem.is_empty() {
            self.builder.remark(format!("{problem}; the rest of this game is left out"));
        }
        let last = more.iter().rev().find(|(_, item)| !matches!(item, Item::Cell(_, action) if action.is_end()));
        let end = last.map_or(line, |&(last, _)| last.max(line));
        let mut rest = "the file goes on:".to_owned();
        for text in &lines[line - 1..end] {
            if rest.len() + text.len() > MOST_REST {
                rest += "\n…";
                break;
            }
            rest += "\n";
            rest += text.trim_end();
        }
        self.comment(&rest);
    }

    /// Ends the game as the file has it.
    fn settle(&mut self, gain: Option<(Player, u32)>) -> Result<(), String> {
        let Some(state) = self.builder.state() else { return Ok(()) };
        let (end, is_inferred) = match (self.end, gain) {
            (None, Some((winner, points))) => {
                (Some(End { winner, points: Some(points), times: None, ends_match: false, line: 0 }), true)
            }
            (end, _) => (end, false),
        };
        let Some(end) = end else { return Ok(()) };
        if end.line > 0 {
            self.builder.place = format!("line {}", end.line);
        }
        if let (None, Some(outcome)) = (state.game, state.outcome) {
            if outcome.winner != end.winner {
                let (winner, told) = (self.name(outcome.winner).to_owned(), self.name(end.winner).to_owned());
                return self.doubt(format!("the file says that {told} wins, and {winner} has won this game"));
            }
            if is_inferred {
                // A difference from the beginning of the next game is remarked there.
                return Ok(());
            }
        }
        let points = match (end.points, gain, state.game) {
            (Some(points), _, _) => points,
            (None, Some((winner, points)), _) if winner == end.winner => points,
            (None, _, Some(game)) if end.times.is_some() => end.times.unwrap_or(1) * game.cube.value(),
            (None, _, Some(game)) => {
                let points = game.cube.value();
                self.doubt(format!("what this game counts is not told: {}, by the cube", counted(points, "point")))?;
                points
            }
            (None, _, None) => return Ok(()),
        };
        if is_inferred {
            let name = self.name(end.winner).to_owned();
            let points = counted(points, "point");
            self.doubt(format!("the end of this game is not told: {name} has {points} more in the next"))?;
        }
        self.builder.wins(end.winner, points)?;
        let standing = self.builder.state().map(|state| state.standing);
        if end.ends_match && standing.is_some_and(|standing| standing.length() > 0 && !standing.is_over()) {
            self.doubt("the file says that this ends the match, and points are missing for that".to_owned())?;
        }
        Ok(())
    }
}

fn in_brackets(text: &str) -> &str {
    text.split_once('(').map_or("", |(_, inner)| inner.trim_end().trim_end_matches(')').trim())
}

/// The position that `Illegal play (…)` leaves, as Snowie's line in its brackets, and the names there.
pub(super) fn left_by_illegal(text: &str) -> Option<(ByPlayer<String>, Game)> {
    let is_illegal = text.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("illegal"));
    let inner = Some(in_brackets(text)).filter(|inner| is_illegal && inner.contains(';'))?;
    let told = read_snowie_position(inner, &ReadOptions::default()).ok()?;
    Some((told.names, told.record.state().game?))
}

/// The variation whose games begin with this position, where a game begins with such a play: nobody has rolled for it.
pub(super) fn variation_set_up(game: &GameText<'_>) -> Option<Variation> {
    let first = game.items.iter().find_map(|(_, item)| match item {
        Item::Cell(_, action) => Some(action),
        Item::Comment(_) => None,
    });
    let Some(Action::Roll(_, text)) = first else { return None };
    let (_, told) = left_by_illegal(text)?;
    Variation::ALL.into_iter().find(|variation| variation.starting_position() == told.position)
}

/// The checker moves of a text, with `/` between points and blanks between moves, and the words that are none.
fn moves_and_words(text: &str) -> (String, String) {
    let is_place = |place: &str| {
        let place = place.trim_matches(|c: char| c == '*' || c == '(' || c == ')');
        ["bar", "off", "b", "o"].iter().any(|word| place.eq_ignore_ascii_case(word))
            || (!place.is_empty() && place.bytes().all(|byte| byte.is_ascii_digit()))
            // `8/5(2)`
            || place.split_once('(').is_some_and(|(place, n)| {
                place.trim_end_matches('*').bytes().chain(n.bytes()).all(|byte| byte.is_ascii_alphanumeric())
            })
    };
    let (mut moves, mut words) = (Vec::new(), Vec::new());
    for word in text.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        let parts: Vec<&str> = word.split(['/', '-']).collect();
        if parts.len() > 1 && parts.iter().all(|place| is_place(place)) {
            moves.push(parts.join("/"));
        } else if word.starts_with('(') && word.len() == 3 && !moves.is_empty() {
            // `8/5 (2)`
            let last = moves.len() - 1;
            moves[last] += word;
        } else {
            words.push(word);
        }
    }
    (moves.join(" "), words.join(" "))
}

/// Whether this is the Crawford game.
fn game_is_crawford(builder: &Builder) -> bool {
    builder.state().is_some_and(|state| state.standing.terms().match_score().is_some_and(|score| score.crawford()))
}
