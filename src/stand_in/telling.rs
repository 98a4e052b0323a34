//! The events at the table, in GNU Backgammon's sentences, with a board after each step.

use crate::board::{ByPlayer, Player};
use crate::notation::play_text;
use crate::record::{Ending, Event, Game, Outcome, Pending, Standing, State, Step};
use crate::render::{Format, reply};
use crate::scoring::{CubeOwner, GameValue};
use crate::session::{Reply, Session};
use crate::settings::{BoardStyle, OutputSettings, Who};
use crate::words::counted;

/// A place in the record, to tell what came after it.
pub(super) struct Mark {
    game: usize,
    step: usize,
    games: usize,
    /// Whether a command begins the next game.
    by_command: bool,
}

impl Mark {
    pub fn here(session: &Session) -> Self {
        let (game, step) = session.record().cursor();
        Self { game, step, games: session.record().games().len(), by_command: false }
    }

    /// The next game is begun by a command.
    pub const fn by_command(self) -> Self {
        Self { by_command: true, ..self }
    }

    /// The end of a game that others follow.
    pub fn end_of(session: &Session, game: usize) -> Self {
        let games = session.record().games();
        Self { game, step: games[game].steps.len(), games: games.len(), by_command: false }
    }

    /// The beginning of another match.
    pub const fn beginning() -> Self {
        Self { game: 0, step: 0, games: 0, by_command: false }
    }
}

/// The events since then.
pub(super) fn told(session: &Session, since: &Mark) -> String {
    let (record, (game, step)) = (session.record(), session.record().cursor());
    let (mut text, mut is_awaited) = (String::new(), since.by_command);
    // What a player has typed comes first; what follows was played automatically.
    let mut is_typed = true;
    // Another match may have begun, whose record is another one.
    let (first, skipped) =
        if record.games().len() < since.games || game < since.game { (0, 0) } else { (since.game, since.step) };
    for (i, played) in record.games().iter().enumerate().take(game + 1).skip(first) {
        let end = if i == game { step } else { played.steps.len() };
        let begin = if i == first { skipped } else { 0 };
        for n in begin..end {
            let finished = record.games()[..i].iter().filter(|game| has_ended(game.state(game.steps.len()))).count();
            let is_begin = matches!(played.steps[n].event, Event::Begin { .. });
            let begins_by_itself = is_begin && !std::mem::take(&mut is_awaited);
            let Step { event, after, .. } = &played.steps[n];
            text += &step_told(session, played.state(n), event, after, finished, std::mem::take(&mut is_typed));
            if begins_by_itself {
                text += &board(session, &played.steps[n].after);
            }
        }
    }
    text
}

fn has_ended(state: &State) -> bool {
    state.outcome.is_some()
}

fn step_told(
    session: &Session,
    before: &State,
    event: &Event,
    after: &State,
    finished: usize,
    is_typed: bool,
) -> String {
    let names = &session.settings().names;
    let mover = before.game.map(|game| game.on_roll);
    let decider = before.game.map(|game| game.to_decide());
    let name = |player: Option<Player>| player.map_or("", |player| names[player].as_str());
    let is_human = |player: Player| session.settings().players[player].who == Who::Human;
    // Boards are drawn where a person is to act, and everywhere unless `set display off`.
    let drawn = || {
        let waits_for_human = after.game.is_some_and(|game| is_human(game.to_decide()));
        if session.settings().display || waits_for_human { board(session, after) } else { String::new() }
    };
    // With `set display off` only the end of a game is told.
    let told = |text: String| if session.settings().display { text } else { String::new() };
    let own_stake = before.game.map_or(1, |game| game.cube.value());
    match event {
        Event::Begin { first, roll, cube, .. } => {
            if !session.settings().display {
                return drawn();
            }
            let doubled = (1..=cube.ilog2()).map(|times| format!("The cube is now at {}.\n", 1 << times));
            let mut text: String = doubled.collect();
            if let Some(roll) = roll {
                let (high, low) = (roll.high(), roll.low());
                let of = |player: Player| if player == *first { high } else { low };
                let (top, bottom) = (of(Player::Top), of(Player::Bottom));
                text += &format!("{} rolls {top}, {} rolls {bottom}.\n", names[Player::Top], names[Player::Bottom]);
            }
            text += &drawn();
            // A person who begins sees it once more as the turn begins.
            if roll.is_some() && is_human(*first) {
                text += &drawn();
            }
            text
        }
        Event::Roll(_) if !session.settings().display => String::new(),
        Event::Roll(_) => drawn(),
        Event::Play(play) => {
            let moved = match mover {
                Some(player) if !is_human(player) || !is_typed => {
                    format!("{} moves {}.\n", names[player], play_text(play))
                }
                _ => String::new(),
            };
            told(moved) + &ended(session, after, finished).unwrap_or_else(drawn)
        }
        Event::NoPlay => told(format!("{} cannot move.\n", name(mover))) + &drawn(),
        Event::Irregular(_) => format!("{} moves against the rules.\n{}", name(mover), drawn()),
        Event::Double => told(format!("{} doubles.\n", name(mover))) + &drawn(),
        Event::Take => {
            let cube = after.game.map_or(2, |game| game.cube.value());
            told(format!("{} accepts the cube at {cube}.\n", name(decider))) + &drawn()
        }
        Event::Beaver => {
            let cube = after.game.map_or(4, |game| 2 * game.cube.value());
            told(format!("{} accepts and immediately redoubles to {cube}.\n", name(decider))) + &drawn()
        }
        Event::Pass => {
            let stake = after.outcome.map_or(own_stake, |outcome| outcome.points);
            let text = format!("{} refuses the cube and gives up {}.\n", name(decider), points(stake));
            told(text) + &ended(session, after, finished).unwrap_or_default()
        }
        Event::Resign(value) => told(format!("{} offers to resign {}.\n", name(decider), value.name())) + &drawn(),
        Event::Accept => {
            let value = match after.outcome.map(|outcome| outcome.ending) {
                Some(Ending::Resigned(value)) => value,
                _ => GameValue::Single,
            };
            let text = format!("{} accepts and wins {}.\n", name(decider), value.name());
            told(text) + &ended(session, after, finished).unwrap_or_default()
        }
        Event::Decline => {
            let value = match before.game.and_then(|game| game.pending) {
                Some(Pending::Resignation { value, .. }) => value,
                _ => GameValue::Single,
            };
            told(format!("{} declines the {}.\n", name(decider), value.name().trim_start_matches("a "))) + &drawn()
        }
        Event::Set(_) => String::new(),
    }
}

pub(super) fn points(n: u32) -> String {
    counted(n, "point")
}

/// How a game has ended, with the score; `None` while it goes on.
fn ended(session: &Session, after: &State, finished: usize) -> Option<String> {
    let (outcome, game) = (after.outcome?, after.last_game?);
    let names = &session.settings().names;
    let mut text = result(names, &outcome, &game, after.standing);
    text += &score_line(session, after, finished + 1);
    if after.standing.is_over() {
        text += &format!("{} has won the match.\n", names[outcome.winner]);
        text += &board(session, after);
    }
    Some(text)
}

/// `X wins a single game and 1 point.`
pub(super) fn result(names: &ByPlayer<String>, outcome: &Outcome, game: &Game, standing: Standing) -> String {
    let is_jacoby =
        matches!(standing, Standing::Money { jacoby: true, .. }) && game.cube.owner() == CubeOwner::Centered;
    let value = match outcome.ending {
        Ending::Passed => GameValue::Single,
        // Gammons do not count then, though one that is given up is paid.
        Ending::Resigned(_) if is_jacoby => GameValue::Single,
        Ending::Resigned(value) | Ending::Played(value) => value,
    };
    // Where gammons do not count, the points tell.
    let value = if outcome.points == game.cube.value() { GameValue::Single } else { value };
    format!("{} wins {} and {}.\n", names[outcome.winner], value.name(), points(outcome.points))
}

/// `The score (after 1 game) is: …`.
pub(super) fn score_line(session: &Session, state: &State, finished: usize) -> String {
    let (names, points) = (&session.settings().names, state.standing.points());
    let games = counted(finished, "game");
    let kind = match state.standing {
        Standing::Money { jacoby, .. } => {
            format!("(money session, {} Jacoby rule).", if jacoby { "with" } else { "without" })
        }
        Standing::Match { score, winner } => {
            let length = u32::from(score.length());
            let is_near = Player::BOTH.iter().any(|&player| points[player] + 1 == length);
            let crawford = match winner {
                None if score.crawford() => ", Crawford game",
                None if score.is_post_crawford() => ", post-Crawford play",
                Some(_) if is_near => ", post-Crawford play",
                _ => "",
            };
            format!("(match to {}{crawford})", self::points(length))
        }
    };
    let [top, bottom] = &names.0;
    let (theirs, own) = (points[Player::Top], points[Player::Bottom]);
    format!("The score (after {games}) is: {top} {theirs}, {bottom} {own} {kind}\n")
}

/// How many games of the match have ended before the cursor. An identifier begins another match.
pub(super) fn finished_games(session: &Session) -> usize {
    let (game, step) = session.record().cursor();
    let games = session.record().games();
    let last = &games[game].steps[..step];
    let begins_match = |at: usize| {
        let (before, after) = (games[game].state(at), &last[at].after);
        let has_other_rules = match (before.standing, after.standing) {
            (Standing::Money { jacoby, beavers, .. }, Standing::Money { jacoby: new, beavers: allowed, .. }) => {
                (jacoby, beavers) != (new, allowed)
            }
            (before, after) => before.length() != after.length(),
        };
        let is_score_of_its_own = before.game.is_none() && before.standing != after.standing;
        matches!(last[at].event, Event::Set(_)) && (has_other_rules || is_score_of_its_own)
    };
    if (0..step).any(begins_match) {
        return usize::from(games[game].state(step).outcome.is_some());
    }
    let before = games[..game].iter().filter(|game| has_ended(game.state(game.steps.len()))).count();
    before + usize::from(games[game].state(step).outcome.is_some())
}

/// A board with the blank line below it, as boards are shown.
pub(super) fn board(session: &Session, state: &State) -> String {
    padded(&board_as_told(session, state, &session.settings().output))
}

/// A board as files have it: drawn with letters, however boards are shown.
pub(super) fn drawn_board(session: &Session, state: &State) -> String {
    let output = OutputSettings { rawboard: false, board: BoardStyle::Ascii, ..session.settings().output };
    padded(&board_as_told(session, state, &output))
}

/// A board with the blanks at the ends of its rows, which some count.
pub(super) fn padded(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_bar = |at: usize| lines.get(at).is_some_and(|line| line.contains("|BAR|"));
    let is_row = |line: &str| line.get(1..2) == Some("|");
    let told = |(at, line): (usize, &&str)| match is_row(line) {
        // Nothing stands beside the rows above and below the bar but checkers that are off.
        true if is_bar(at + 1) || at > 0 && is_bar(at - 1) => format!("{line:<0$}\n", BESIDE - 1),
        true => format!("{line:<BESIDE$}\n"),
        false => format!("{line}\n"),
    };
    lines.iter().enumerate().map(told).collect()
}

fn board_as_told(session: &Session, state: &State, output: &OutputSettings) -> String {
    let Some(mut board) = session.board_at(state) else { return String::new() };
    // The cube is drawn there whether it is in use or not.
    board.game.cube_in_use = true;
    let text = reply(&Reply::Board(Box::new(board)), &Format::plain(output));
    if output.rawboard {
        return state.shown().map_or_else(|| text.clone(), |game| raw(&text, &game));
    }
    let text = as_theirs(&text);
    // A match to a point has no use for a cube, nor for the Crawford rule.
    let cut =
        |line: &str| line.find(" 1 point match").map_or(line, |at| &line[..at + " 1 point match".len()]).to_owned();
    let text: String = text.lines().map(|line| cut(line) + "\n").collect();
    let Some(game) = state.shown() else { return text };
    // The Crawford game is told of where the cube lies in the middle.
    let text = match game.cube.owner() {
        CubeOwner::Centered => text,
        CubeOwner::Owned(_) => text.replace(" (Crawford game)", ""),
    };
    if state.game.is_none() {
        // An accepted resignation stands beside the board to the end.
        return match state.outcome.map(|outcome| outcome.ending) {
            Some(Ending::Resigned(value)) => beside(&text, game.on_roll, &resigns(&game, value)),
            _ if game.dice.is_none() && is_over(&game) => beside(&text, game.on_roll, ""),
            _ => text,
        };
    }
    match game.pending {
        // Nobody is on roll where nothing is left to play.
        None if game.dice.is_none() && is_over(&game) => beside(&text, game.on_roll, ""),
        None => text,
        // A player who is asked about the cube sees nothing else beside the board.
        Some(Pending::Double) => without_middle(&text),
        Some(Pending::Resignation { value, doubled, .. }) => {
            let action = if doubled {
                // The resignation is not told beside a double, nor whose the cube is.
                format!("Cube offered at {}", 2 * game.cube.value())
            } else {
                resigns(&game, value)
            };
            let owned = format!(" (Cube: {})", game.cube.value());
            let text = if doubled { without_middle(&text).replace(&owned, "") } else { text };
            beside(&text, game.on_roll, &action)
        }
    }
}

/// Whether a player has no checkers left.
fn is_over(game: &Game) -> bool {
    GameValue::of(&game.position, game.variation.checkers()).is_some()
}

/// A `board:` line with the flags that GNU Backgammon writes: who may double by where the cube lies, the sign of the
/// player who has doubled, and no checkers on the bar but those among the counts.
fn raw(line: &str, game: &Game) -> String {
    let mut fields: Vec<String> = line.trim_end().split(':').map(str::to_owned).collect();
    // The cube stands behind the word, two names, three numbers, 26 counts, the turn and two pairs of dice.
    let [cube, on_bar] = [37, 47];
    if fields.len() <= on_bar + 1 {
        return line.to_owned();
    }
    let may = |player: Player| u8::from(game.cube.is_available_to(player));
    let doubled = match (game.pending, game.on_roll) {
        (Some(Pending::Double), Player::Bottom) => 1,
        (Some(Pending::Double), Player::Top) => -1,
        _ => 0,
    };
    fields[cube + 1] = may(Player::Bottom).to_string();
    fields[cube + 2] = may(Player::Top).to_string();
    fields[cube + 3] = doubled.to_string();
    fields[on_bar..on_bar + 2].fill("0".to_owned());
    fields.join(":") + "\n"
}

/// The words beside the player on roll where a resignation is offered, or was accepted.
fn resigns(game: &Game, value: GameValue) -> String {
    let what = match value {
        GameValue::Single => "resigns single game",
        GameValue::Gammon => "resigns gammon",
        GameValue::Backgammon => "resigns backgammon",
    };
    match game.dice {
        Some(roll) => format!("Rolled {}{}, {what}", roll.high(), roll.low()),
        None => format!("On roll, {what}"),
    }
}

/// Without what stands beside the bar.
fn without_middle(text: &str) -> String {
    let cut = |line: &str| match line.find("|BAR|") {
        Some(at) => line[..(at + 24).min(line.len())].to_owned(),
        None => line.to_owned(),
    };
    text.lines().map(|line| cut(line) + "\n").collect()
}

/// A text with an action beside the player on roll, and none beside the other.
fn beside(text: &str, on_roll: Player, action: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let bar = lines.iter().position(|line| line.contains("|BAR|")).unwrap_or(0);
    // The second line from the edge at the top, the second last at the bottom.
    let row = if on_roll == Player::Top { bar.saturating_sub(4) } else { bar + 4 };
    let is_action =
        |line: &str| ["Resigns", "resigns", "On roll", "Rolled", "Cube offered"].iter().any(|word| line.contains(word));
    let board = |line: &str| line.chars().take(BESIDE).collect::<String>();
    let told = |(i, line): (usize, &&str)| {
        let line = if is_action(line) { board(line) } else { (*line).to_owned() };
        if i == row { format!("{line:<BESIDE$}{action}\n") } else { format!("{line}\n") }
    };
    lines.iter().enumerate().map(told).collect()
}

/// Columns of a board up to what stands beside it.
const BESIDE: usize = 49;

/// A board with the name that callers look for, and without the line that GNU Backgammon does not draw.
pub(super) fn as_theirs(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("XGID="));
    let named = |line: &str| match line.trim_start().strip_prefix("gammon          Position ID") {
        Some(rest) => format!("{}GNU Backgammon  Position ID{rest}", &line[..line.len() - line.trim_start().len()]),
        None => line.to_owned(),
    };
    lines.map(|line| named(line) + "\n").collect()
}
