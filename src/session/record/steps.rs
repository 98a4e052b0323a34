//! Steps through the history: to and fro, taking them back, listing them.

use crate::analysis::verdicts;
use crate::board::{ByPlayer, Player, Position, Roll};
use crate::command::{Go, Stop};
use crate::eval::cube_words;
use crate::formats::against_the_rules;
use crate::notation::play_text;
use crate::record::{Event, Game, GameRecord, LuckMark, Record, Skill, State, Step};
use crate::session::reply::{Figures, GameListReply, ListedTurn, Reply};
use crate::session::{Session, SessionError};
use crate::settings::{OutputStyle, Who};
use crate::words::counted;

impl Session {
    /// Goes to another decision of the record.
    pub(in crate::session) fn go(&mut self, go: Go) -> Result<Reply, SessionError> {
        let mut record = self.record().clone();
        let repeat = |n: u16, step: &mut dyn FnMut() -> bool| (0..n).take_while(|_| step()).count();
        let (made, wanted, direction) = match go {
            Go::Next(n) => (repeat(n, &mut || record.forward()), n, "last"),
            Go::Previous(n) => (repeat(n, &mut || record.back()), n, "first"),
            Go::NextStop(stop, n) => (repeat(n, &mut || self.seek_stop(&mut record, stop, true)), n, "last"),
            Go::PreviousStop(stop, n) => (repeat(n, &mut || self.seek_stop(&mut record, stop, false)), n, "first"),
            Go::NextGame(n) => (repeat(n, &mut || record.next_game()), n, "last"),
            Go::PreviousGame(n) => (repeat(n, &mut || record.previous_game()), n, "first"),
            Go::FirstMove => {
                record.first_of_game();
                (1, 1, "first")
            }
            Go::FirstGame => {
                record.first_game();
                (1, 1, "first")
            }
        };
        self.state().shown().ok_or_else(SessionError::no_game)?;
        if let (0, Go::NextStop(stop, _) | Go::PreviousStop(stop, _)) = (made, go) {
            let place = match stop {
                Stop::Roll => "no dice are to be rolled",
                Stop::Rolled => "no dice lie",
                Stop::Marked => "nothing is marked",
            };
            let side = if direction == "last" { "after" } else { "before" };
            return Err(SessionError::new(format!("{place} {side} this decision")));
        }
        if made == 0 {
            let what = if matches!(go, Go::NextGame(_) | Go::PreviousGame(_)) { "game" } else { "decision" };
            return Err(SessionError::new(format!("this is the {direction} {what} of the record")));
        }
        self.restore(record);
        let notes = if made < usize::from(wanted) {
            vec![format!("only {made} of {} were possible", counted(wanted, "step"))]
        } else {
            Vec::new()
        };
        Ok(self.with_decision(notes, false))
    }

    /// Puts the cursor of a record on the next or the last place of a kind; whether there is one.
    fn seek_stop(&self, record: &mut Record, stop: Stop, forward: bool) -> bool {
        let thresholds = &self.settings.analysis.thresholds;
        let (game, step) = record.cursor();
        let place = |number: usize| -> Vec<usize> {
            let game = &record.games()[number];
            match stop {
                Stop::Marked => {
                    let judged = verdicts(game, self.engine.met(), thresholds);
                    let by_analysis = judged.into_iter().filter(|verdict| verdict.mark.is_some());
                    let by_people = game.steps.iter().enumerate();
                    let by_people = by_people.filter(|(_, step)| step.note.skill.is_some());
                    let mut marked: Vec<usize> = by_analysis.map(|verdict| verdict.step).collect();
                    marked.extend(by_people.map(|(at, _)| at));
                    marked.sort_unstable();
                    marked.dedup();
                    marked
                }
                Stop::Roll | Stop::Rolled => {
                    let wanted = |step: &usize| {
                        let here = game.state(*step).game.filter(|game| game.pending.is_none());
                        here.is_some_and(|game| game.dice.is_some() == (stop == Stop::Rolled))
                    };
                    (1..=game.steps.len()).filter(wanted).collect()
                }
            }
        };
        let found = if forward {
            (game..record.games().len()).find_map(|number| {
                let is_on = |&at: &usize| number > game || at > step;
                place(number).into_iter().find(is_on).map(|at| (number, at))
            })
        } else {
            (0..=game).rev().find_map(|number| {
                let is_back = |&at: &usize| number < game || at < step;
                place(number).into_iter().rev().find(is_back).map(|at| (number, at))
            })
        };
        if let Some((number, at)) = found {
            record.seek(number, at);
        }
        found.is_some()
    }

    /// Takes the last step back; against a program, back to a decision of a person. What is done next at the end of the
    /// main line takes the place of what is taken back, which is kept as a side line.
    pub(in crate::session) fn undo(&mut self) -> Result<Reply, SessionError> {
        let mut record = self.record().clone();
        self.state().shown().ok_or_else(SessionError::no_game)?;
        let is_end = self.table.is_taken_back() || (!record.is_on_side_line() && record.is_at_end());
        if !record.back() {
            return Err(SessionError::new("there is nothing to take back"));
        }
        while !self.is_of_person(&record) {
            if !record.back() {
                return Err(SessionError::new("nothing of yours can be taken back"));
            }
        }
        self.restore(record);
        if is_end {
            self.table.take_back();
        }
        Ok(self.with_board(Vec::new()))
    }

    /// Does again what was taken back; against a program, on to a decision of a person.
    pub(in crate::session) fn redo(&mut self) -> Result<Reply, SessionError> {
        let mut record = self.record().clone();
        if !self.table.is_taken_back() || !record.forward() {
            return Err(SessionError::new("nothing was taken back"));
        }
        while !self.is_of_person(&record) && record.forward() {}
        let is_end = record.is_at_end();
        self.restore(record);
        if !is_end {
            self.table.take_back();
        }
        Ok(self.with_board(Vec::new()))
    }

    /// Whether a person decides at the cursor of a record, or nobody does. Where programs play both sides, and in GNU
    /// Backgammon's manner, every decision may be taken back.
    fn is_of_person(&self, record: &Record) -> bool {
        let players = &self.settings.players;
        let has_person = players.0.iter().any(|player| player.who == Who::Human);
        let is_free = !has_person || self.settings.output.style == OutputStyle::Gnubg;
        is_free || record.state().game.is_none_or(|game| players[game.to_decide()].who == Who::Human)
    }

    /// The game at the cursor, turn by turn.
    pub(in crate::session) fn list_game(&self) -> Result<Reply, SessionError> {
        self.begun()?;
        let (number, at) = self.record().cursor();
        Ok(Reply::figures(Figures::GameList(GameListReply {
            game: number + 1,
            games: self.record().games().len(),
            players: self.settings.names.0.clone(),
            turns: turns(self.record(), number, at, &self.signs(number)),
            branches: self.record().games()[number].branches.len(),
        })))
    }
}

/// The marks of a step, as they are written behind what happened.
#[derive(Clone, Copy, Default)]
struct Signs {
    /// The mark of the decision.
    skill: Option<Skill>,
    /// The mark of the roll.
    luck: Option<LuckMark>,
}

impl Signs {
    fn skill(self) -> String {
        self.skill.map_or_else(String::new, |skill| format!(" {}", skill.sign()))
    }
}

impl Session {
    /// The marks of every step of a game: those of people, or else of the analysis.
    fn signs(&self, number: usize) -> Vec<Signs> {
        let (game, thresholds) = (&self.record().games()[number], &self.settings.analysis.thresholds);
        let of_note = |step: &Step| {
            let luck = step.note.luck_mark.or_else(|| step.note.luck.and_then(|luck| thresholds.luck(luck)));
            Signs { skill: step.note.skill, luck }
        };
        let mut signs: Vec<Signs> = game.steps.iter().map(of_note).collect();
        for verdict in verdicts(game, self.engine.met(), thresholds) {
            signs[verdict.step].skill = verdict.mark;
        }
        signs
    }
}

/// Where the actions of a game go in its list: the player at the top stands on the left, so that what he does after the
/// other begins a row.
#[derive(Default)]
struct Rows {
    /// Rows so far.
    count: usize,
    /// Whether the last row has an action of each player, by seat.
    filled: ByPlayer<bool>,
}

impl Rows {
    /// The row of a player's next action, from 0.
    fn place(&mut self, player: Player) -> usize {
        if self.count == 0 || self.filled[player] || (player == Player::Top && self.filled[Player::Bottom]) {
            self.count += 1;
            self.filled = ByPlayer::default();
        }
        self.filled[player] = true;
        self.count - 1
    }
}

/// The player under whose name a step stands in the list of its game; `None` where it has no place of its own.
fn actor(game: &GameRecord, i: usize) -> Option<Player> {
    let (before, step) = (game.state(i), &game.steps[i]);
    let on_roll = before.game.map_or(Player::Bottom, |game| game.on_roll);
    match &step.event {
        Event::Begin { .. } | Event::Roll(_) => None,
        Event::Play(_) | Event::NoPlay | Event::Double => Some(on_roll),
        Event::Take | Event::Pass | Event::Beaver | Event::Resign(_) | Event::Accept | Event::Decline => {
            Some(before.game.map_or(Player::Bottom, |game| game.to_decide()))
        }
        Event::Irregular(_) => against_the_rules(before, &step.event).map(|(player, _)| player),
        // What is set up in several steps is there after the last of them.
        Event::Set(after) if after.game.is_some() && sets_up(game, i + 1) => None,
        Event::Set(after) => against_the_rules(before, &step.event).map(|(player, _)| player).or_else(|| {
            let before = game.state((0..=i).rev().take_while(|&i| sets_up(game, i)).last().unwrap_or(i));
            // Other dice, or the other player on roll, are seen in what follows.
            let is_other = |a: &Game, b: &Game| (a.cube, seen(a)) != (b.cube, seen(b));
            let shown = after.shown();
            match (before.shown(), shown) {
                (Some(a), Some(b)) if before.standing == after.standing && !is_other(&a, &b) => None,
                _ => Some(shown.map_or(Player::Top, |game| game.on_roll)),
            }
        }),
    }
}

/// The player who acts in an event, and the action in words; `None` for dice, and for what is set up.
pub fn acted(before: &State, event: &Event) -> Option<(Player, String)> {
    if matches!(event, Event::Irregular(_) | Event::Set(_)) {
        return against_the_rules(before, event);
    }
    let game = before.game?;
    let done = match event {
        Event::Play(play) => return Some((game.on_roll, play_text(play))),
        Event::NoPlay => return Some((game.on_roll, "no play".to_owned())),
        Event::Double => format!("{} to {}", cube_words("doubles", game.cube.is_owned()), 2 * game.cube.value()),
        Event::Take => "takes".to_owned(),
        Event::Pass => "passes".to_owned(),
        Event::Beaver => format!("beavers to {}", 4 * game.cube.value()),
        Event::Resign(value) => format!("resigns {}", value.name()),
        Event::Accept => "accepts".to_owned(),
        Event::Decline => "declines".to_owned(),
        Event::Roll(_) | Event::Begin { .. } | Event::Irregular(_) | Event::Set(_) => return None,
    };
    Some((game.to_decide(), done))
}

/// Whether a step sets the table up, and a game is in progress after it.
fn sets_up(game: &GameRecord, i: usize) -> bool {
    game.steps.get(i).is_some_and(|step| matches!(&step.event, Event::Set(after) if after.game.is_some()))
}

/// Whether a step has a place of its own in a list of the game.
pub fn is_listed(game: &GameRecord, step: usize) -> bool {
    actor(game, step).is_some()
}

/// The turn that each step of a game belongs to, from 1, as its list numbers them; at the end that of a decision which
/// nobody has taken. A roll belongs to what is done with it.
pub fn turn_numbers(game: &GameRecord) -> Vec<usize> {
    let mut rows = Rows::default();
    let mut numbers: Vec<Option<usize>> = Vec::with_capacity(game.steps.len() + 1);
    for i in 0..game.steps.len() {
        numbers.push(actor(game, i).map(|player| rows.place(player) + 1));
    }
    let open = game.state(game.steps.len()).game;
    let last = open.map_or(rows.count.max(1), |game| rows.place(game.to_decide()) + 1);
    numbers.push(Some(last));
    // A step without a place of its own belongs to the one that comes after it.
    let mut next = last;
    let mut filled: Vec<usize> = numbers
        .into_iter()
        .rev()
        .map(|number| {
            next = number.unwrap_or(next);
            next
        })
        .collect();
    filled.reverse();
    filled
}

/// The actions of a game, one row for each turn of both players; the row with the cursor is marked.
fn turns(record: &Record, number: usize, at: usize, signs: &[Signs]) -> Vec<ListedTurn> {
    let game = &record.games()[number];
    let mut places = Rows::default();
    let mut rows: Vec<(ByPlayer<String>, bool)> = Vec::new();
    let mut rolled: Option<Roll> = None;
    // Remarks on the roll before the play: its luck, and no double where that was judged.
    let mut about = String::new();
    let mut add = |player: Player, text: String, is_here: bool| {
        let place = places.place(player);
        if place == rows.len() {
            rows.push((ByPlayer([String::new(), String::new()]), false));
        }
        let (row, here) = &mut rows[place];
        row[player] = text;
        *here |= is_here;
    };
    for (i, step) in game.steps.iter().enumerate() {
        let before = game.state(i);
        // A step of a set-up that goes on is seen in its last one.
        let first = (0..i).rev().take_while(|&i| sets_up(game, i) && sets_up(game, i + 1)).last().unwrap_or(i);
        let is_here = (first..=i).contains(&at);
        let skill = signs[i].skill();
        let luck = signs[i].luck.map_or("", LuckMark::sign);
        let dice = |rolled: &mut Option<Roll>, about: &mut String| {
            let roll = rolled.take().or_else(|| before.game?.dice);
            let said = std::mem::take(about);
            roll.map_or_else(String::new, |roll| format!("{said}{}", shown(roll)))
        };
        match &step.event {
            Event::Begin { roll, .. } => {
                rolled = *roll;
                about = luck_of(luck);
            }
            Event::Roll(roll) => {
                rolled = Some(*roll);
                about = if skill.is_empty() { String::new() } else { format!("no double{skill}, ") } + &luck_of(luck);
            }
            event => {
                let is_of_roll = matches!(event, Event::Play(_) | Event::NoPlay | Event::Irregular(_));
                let is_set_up = matches!(event, Event::Set(after) if after.game.is_some());
                let dice = if is_of_roll || is_set_up { dice(&mut rolled, &mut about) } else { String::new() };
                if matches!(event, Event::Set(_)) {
                    rolled = None;
                }
                if let Some((player, done)) = acted(before, event) {
                    add(player, format!("{dice}{done}{skill}"), is_here);
                } else if let Some(player) = actor(game, i) {
                    add(player, "(set up)".to_owned(), is_here);
                }
            }
        }
    }
    if let Some(game) = game.state(game.steps.len()).game
        && let Some(dice) = game.dice
        && rolled.is_some()
    {
        add(game.on_roll, shown(dice).trim_end().to_owned(), at == record.games()[number].steps.len());
    }
    let turn = |(i, (actions, is_here)): (usize, (ByPlayer<String>, bool))| ListedTurn {
        number: i + 1,
        actions: actions.0,
        is_here,
    };
    rows.into_iter().enumerate().map(turn).collect()
}

/// The checkers seen by player 1.
fn seen(game: &Game) -> Position {
    if game.on_roll == Player::Bottom { game.position } else { game.position.flipped() }
}

/// A luck mark before the roll it belongs to.
fn luck_of(sign: &str) -> String {
    if sign.is_empty() { String::new() } else { format!("{sign} ") }
}

fn shown(roll: Roll) -> String {
    format!("{roll}: ")
}
