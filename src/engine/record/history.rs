//! Events in order, and a cursor among them.

use super::event::{Event, Illegal, Rules};
use super::note::Note;
use super::state::State;
use std::borrow::Cow;

/// An event and what it led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The event.
    pub event: Event,
    /// The state after it.
    pub after: State,
    /// The notes on it.
    pub note: Note,
}

/// A line that was left: what had come after some step before something else was done there.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The number of steps before it.
    pub at: usize,
    /// The rest of the game.
    pub steps: Vec<Step>,
    /// The games after it.
    pub games: Vec<GameRecord>,
    /// Lines that were left on this one.
    pub branches: Vec<Branch>,
}

impl Step {
    fn swap_seats(&mut self) {
        match &mut self.event {
            Event::Begin { standing, first, .. } => {
                standing.swap_seats();
                *first = !*first;
            }
            Event::Set(state) => state.swap_seats(),
            _ => {}
        }
        self.after.swap_seats();
    }
}

impl Branch {
    /// The first step.
    pub fn first(&self) -> Option<&Step> {
        self.steps.first().or_else(|| self.games.first()?.steps.first())
    }

    fn swap_seats(&mut self) {
        self.steps.iter_mut().for_each(Step::swap_seats);
        self.games.iter_mut().for_each(GameRecord::swap_seats);
        self.branches.iter_mut().for_each(Self::swap_seats);
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The state before its first step.
    pub start: State,
    /// The event.
    pub steps: Vec<Step>,
    /// Lines that were left, the latest last.
    pub branches: Vec<Branch>,
    /// The note on the decision after the last step, which nobody has taken.
    pub open: Note,
}

impl GameRecord {
    /// A game of these steps.
    pub fn new(start: State, steps: Vec<Step>) -> Self {
        Self { start, steps, branches: Vec::new(), open: Note::default() }
    }

    /// Makes a branch of what comes after this many steps, with the games after it and the lines that were left there.
    fn leave(&mut self, at: usize, games: Vec<Self>) {
        let steps = self.steps.split_off(at);
        if !steps.is_empty() {
            self.open = Note::default();
        }
        if steps.is_empty() && games.is_empty() {
            return;
        }
        let branches = self.take_branches_after(at);
        self.insert(Branch { at, steps, games, branches }, usize::MAX);
    }

    /// Takes away the lines that leave after this many steps.
    fn take_branches_after(&mut self, at: usize) -> Vec<Branch> {
        let (after, kept) = std::mem::take(&mut self.branches).into_iter().partition(|branch| branch.at > at);
        self.branches = kept;
        after
    }

    /// Puts a line among those that leave at its step, at this place or else as the last.
    fn insert(&mut self, branch: Branch, place: usize) {
        let first = self.branches.partition_point(|other| other.at < branch.at);
        let lines = self.lines_at(branch.at).count();
        self.branches.insert(first + place.min(lines), branch);
    }

    /// The lines that leave after this many steps, the latest last.
    pub fn lines_at(&self, at: usize) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(move |branch| branch.at == at)
    }

    /// Takes away one of the lines that leave after this many steps.
    fn take_line(&mut self, at: usize, place: usize) -> Option<Branch> {
        let mut places = self.branches.iter().enumerate().filter(|(_, branch)| branch.at == at);
        let (i, _) = places.nth(place)?;
        Some(self.branches.remove(i))
    }

    /// The state after this many steps.
    pub fn state(&self, steps: usize) -> &State {
        if steps == 0 { &self.start } else { &self.steps[steps - 1].after }
    }

    /// Whether it is a position that was set up and nothing else, in however many steps.
    pub fn is_position(&self) -> bool {
        let sets = |step: &Step| matches!(step.event, Event::Set(_));
        let is_act = |step: &Step| !matches!(step.event, Event::Set(_) | Event::Begin { .. } | Event::Roll(_));
        self.steps.iter().any(sets) && !self.steps.iter().any(is_act)
    }

    fn swap_seats(&mut self) {
        self.start.swap_seats();
        self.steps.iter_mut().for_each(Step::swap_seats);
        self.branches.iter_mut().for_each(Branch::swap_seats);
    }

    /// Whether the cursor may stop after so many steps: there is a decision, or nothing more has happened. A roll after
    /// a play is shown with the play.
    fn is_stop(&self, steps: usize) -> bool {
        self.steps.get(steps).is_none_or(|step| !matches!(step.event, Event::Roll(_) | Event::Begin { .. }))
    }
}

/// A side line on which one stands: where it leaves the main line, and what the main line has there.
#[derive(Clone, Debug, PartialEq)]
struct Side {
    /// The game.
    game: usize,
    /// The place of the side line among those that leave there.
    place: usize,
    /// The rest of the main line.
    main: Branch,
    /// The note on the decision at the end of this game of the main line.
    open: Note,
}

/// A match or session: its games, and where one stands in them, on the main line or on a side line.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    games: Vec<GameRecord>,
    game: usize,
    step: usize,
    side: Option<Side>,
}

impl Record {
    /// A game in which nothing has happened yet.
    pub fn new(state: State) -> Self {
        Self { games: vec![GameRecord::new(state, Vec::new())], game: 0, step: 0, side: None }
    }

    /// Games that were kept elsewhere, with the cursor at the beginning of the first; `None` without a game. The caller
    /// ensures that their steps follow from each other.
    pub fn from_games(games: Vec<GameRecord>) -> Option<Self> {
        let mut games = games;
        // Whether a line is left and taken up again can be told by comparing only where their order is one of places.
        games.iter_mut().for_each(|game| game.branches.sort_by_key(|branch| branch.at));
        (!games.is_empty()).then_some(Self { games, game: 0, step: 0, side: None })
    }

    /// The state at the cursor.
    pub fn state(&self) -> &State {
        self.games[self.game].state(self.step)
    }

    /// The games of the line on which one stands, in order. The first has no step as long as nothing has happened.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Exchanges the players' seats in all that has happened; what is known about it stays.
    pub fn swap_seats(&mut self) {
        self.games.iter_mut().for_each(GameRecord::swap_seats);
        self.side.iter_mut().for_each(|side| side.main.swap_seats());
    }

    /// The games in order, for writing notes: what happened cannot be changed through it.
    pub fn notes_mut(&mut self) -> impl Iterator<Item = impl Iterator<Item = (&Event, &mut Note)>> {
        self.games.iter_mut().map(|game| game.steps.iter_mut().map(|step| (&step.event, &mut step.note)))
    }

    /// The note of a step: the number of the game from 0, and of the step in it from 0.
    pub fn note_mut(&mut self, game: usize, step: usize) -> Option<&mut Note> {
        self.games.get_mut(game)?.steps.get_mut(step).map(|step| &mut step.note)
    }

    /// The note on the decision after the last step of a game, which nobody has taken.
    pub fn open_mut(&mut self, game: usize) -> Option<&mut Note> {
        self.games.get_mut(game).map(|game| &mut game.open)
    }

    /// The note on the decision at the cursor: that of the step that took it, or the open one.
    pub fn note_here(&self) -> &Note {
        let game = &self.games[self.game];
        game.steps.get(self.step).map_or(&game.open, |step| &step.note)
    }

    /// Puts the cursor elsewhere on the line on which one stands: the number of a game from 0, and the number of its
    /// steps before the cursor. Past the end of either it stands at the end.
    pub fn seek(&mut self, game: usize, step: usize) {
        self.game = game.min(self.games.len() - 1);
        self.step = step.min(self.games[self.game].steps.len());
    }

    /// Where the cursor stands: the number of the game from 0, and the number of its steps before the cursor.
    pub const fn cursor(&self) -> (usize, usize) {
        (self.game, self.step)
    }

    /// Applies an event at the cursor. Where another event followed there before, that line becomes a branch.
    ///
    /// # Errors
    /// When it cannot happen; nothing changes then.
    pub fn apply(&mut self, event: Event, rules: Rules) -> Result<&State, Illegal> {
        let after = self.state().after(&event, rules)?;
        if matches!(event, Event::Begin { .. }) || (self.state().game.is_none() && after.game.is_some()) {
            self.begin_game();
        }
        let (game, at) = (&mut self.games[self.game], self.step);
        if !game.steps.get(at).is_some_and(|step| step.event == event && step.after == after) {
            let games = self.games.split_off(self.game + 1);
            let game = &mut self.games[self.game];
            game.leave(at, games);
            let note = std::mem::take(&mut game.open).of_decision(&event);
            game.steps.push(Step { event, after, note });
        }
        self.step += 1;
        Ok(self.state())
    }

    /// Applies an event at the cursor. Where another event followed there before, this one begins a side line, or goes
    /// on with the one that begins so; the main line stays as it is.
    ///
    /// # Errors
    /// When it cannot happen; nothing changes then.
    pub fn try_out(&mut self, event: Event, rules: Rules) -> Result<&State, Illegal> {
        let after = self.state().after(&event, rules)?;
        let begins = |step: Option<&Step>| step.is_some_and(|step| step.event == event && step.after == after);
        let game = &self.games[self.game];
        if begins(self.next_step()) {
            return Ok(self.advance());
        }
        let (known, lines) =
            (game.lines_at(self.step).position(|line| begins(line.first())), game.lines_at(self.step).count());
        if let Some(place) = known {
            self.take_line(place);
            return Ok(self.advance());
        }
        if self.side.is_none() && self.next_step().is_some() {
            self.leave_main(lines);
        }
        self.apply(event, rules)
    }

    /// Whether nothing comes after the cursor.
    pub fn is_at_end(&self) -> bool {
        self.next_step().is_none()
    }

    /// The step that comes next on the line on which one stands.
    fn next_step(&self) -> Option<&Step> {
        let rest = &self.games[self.game].steps[self.step..];
        rest.first().or_else(|| self.games.get(self.game + 1)?.steps.first())
    }

    /// Goes on by one step, which is there.
    fn advance(&mut self) -> &State {
        let is_end = self.step == self.games[self.game].steps.len();
        (self.game, self.step) = if is_end { (self.game + 1, 1) } else { (self.game, self.step + 1) };
        self.state()
    }

    /// Sets the rest of the main line aside; what comes next has this place among the lines that leave here.
    fn leave_main(&mut self, place: usize) {
        let open = std::mem::take(&mut self.games[self.game].open);
        let main = self.cut(self.game, self.step);
        self.side = Some(Side { game: self.game, place, main, open });
    }

    /// Takes away what comes after so many steps of a game.
    fn cut(&mut self, game: usize, at: usize) -> Branch {
        let games = self.games.split_off(game + 1);
        let game = &mut self.games[game];
        Branch { at, steps: game.steps.split_off(at), games, branches: game.take_branches_after(at) }
    }

    /// Puts a line at the end of a game.
    fn join(&mut self, game: usize, line: Branch) {
        let Branch { steps, games, branches, .. } = line;
        self.games.truncate(game + 1);
        let game = &mut self.games[game];
        game.steps.extend(steps);
        game.branches.extend(branches);
        self.games.extend(games);
    }

    /// Goes over to one of the lines that leave at the cursor, by its number from 0; whether there is one.
    pub fn take_line(&mut self, place: usize) -> bool {
        let Some(line) = self.games[self.game].take_line(self.step, place) else { return false };
        if self.side.is_none() {
            self.leave_main(place);
        } else {
            let left = self.cut(self.game, self.step);
            self.games[self.game].insert(left, place);
        }
        self.join(self.game, line);
        true
    }

    /// Whether one stands on a side line.
    pub const fn is_on_side_line(&self) -> bool {
        self.side.is_some()
    }

    /// Where the side line on which one stands leaves the main line, as a game and its steps before, both from 0, and
    /// its place among the lines that leave there.
    pub fn side_line(&self) -> Option<((usize, usize), usize)> {
        self.side.as_ref().map(|side| ((side.game, side.main.at), side.place))
    }

    /// Goes back to the main line, from a side line to where that has left it. The side line is kept.
    pub fn return_to_main(&mut self) {
        let Some(Side { game, place, main, open }) = self.side.take() else { return };
        let at = main.at;
        let line = self.cut(game, at);
        self.join(game, main);
        self.games[game].open = open;
        if !line.steps.is_empty() || !line.games.is_empty() {
            self.games[game].insert(line, place);
        }
        if (self.game, self.step) > (game, at) {
            (self.game, self.step) = (game, at);
        }
    }

    /// Makes the side line on which one stands the main line; that becomes a side line.
    pub fn promote(&mut self) {
        let Some(Side { game, place, main, .. }) = self.side.take() else { return };
        self.games[game].insert(main, place);
    }

    /// The record as it is on its main line.
    pub fn main_line(&self) -> Cow<'_, Self> {
        if self.side.is_none() {
            return Cow::Borrowed(self);
        }
        let mut main = self.clone();
        main.return_to_main();
        Cow::Owned(main)
    }

    /// A place that all lines have is one of the main line.
    fn settle(&mut self) {
        let is_shared = |side: &Side| (self.game, self.step) <= (side.game, side.main.at);
        if self.side.as_ref().is_some_and(is_shared) {
            self.return_to_main();
        }
    }

    /// Opens a game after the one at the cursor, unless nothing has happened in that yet. The steps after the cursor
    /// become a branch.
    fn begin_game(&mut self) {
        let start = *self.state();
        let at = self.step;
        if at == 0 {
            return;
        }
        let games = self.games.split_off(self.game + 1);
        self.games[self.game].leave(at, games);
        self.games.push(GameRecord::new(start, Vec::new()));
        self.game += 1;
        self.step = 0;
    }

    /// Goes to the next decision; whether there is one.
    pub fn forward(&mut self) -> bool {
        let game = &self.games[self.game];
        if let Some(step) = (self.step + 1..=game.steps.len()).find(|&step| game.is_stop(step)) {
            self.step = step;
            return true;
        }
        self.next_game()
    }

    /// Goes to the decision before, from a side line to the main line where it has left that; whether there is one.
    pub fn back(&mut self) -> bool {
        let game = &self.games[self.game];
        let fork = self.side.as_ref().map(|side| (side.game, side.main.at));
        // Where a side line leaves is a decision, whatever follows on it.
        let is_stop = |&step: &usize| game.is_stop(step) || fork == Some((self.game, step));
        if let Some(step) = (1..self.step).rev().find(is_stop) {
            self.step = step;
        } else if self.game > 0 {
            self.game -= 1;
            self.step = self.games[self.game].steps.len();
        } else {
            return false;
        }
        self.settle();
        true
    }

    /// Goes to the first decision of this game: behind a set-up in several steps, if something was played from there.
    pub fn first_of_game(&mut self) {
        let game = &self.games[self.game];
        let is_set_up = |step: &Step| matches!(step.event, Event::Begin { .. } | Event::Set(_));
        let lies_otherwise =
            |step: &Step| step.after.game.is_some_and(|game| game.position != game.variation.starting_position());
        let set_up = game.steps.iter().position(|step| !is_set_up(step)).unwrap_or(0);
        let set_up = if game.steps[..set_up].iter().any(lies_otherwise) { set_up } else { 0 };
        self.step = (set_up.max(1)..=game.steps.len()).find(|&step| game.is_stop(step)).unwrap_or(0);
        self.settle();
    }

    /// Goes to the first decision of the next game; whether there is one.
    pub fn next_game(&mut self) -> bool {
        let is_there = self.game + 1 < self.games.len();
        if is_there {
            self.game += 1;
            self.first_of_game();
        }
        is_there
    }

    /// Goes to the first decision of the game before; whether there is one.
    pub fn previous_game(&mut self) -> bool {
        let is_there = self.game > 0;
        if is_there {
            self.game -= 1;
            self.first_of_game();
        }
        is_there
    }

    /// Goes to the first decision of all.
    pub fn first_game(&mut self) {
        self.game = 0;
        self.first_of_game();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Standing;
    use super::*;
    use crate::board::{Player, Roll, Variation};
    use crate::movegen::legal_plays;
    use crate::scoring::GameValue;

    const RULES: Rules = Rules { crawford: true };

    fn roll(high: u8, low: u8) -> Roll {
        Roll::new(high, low).expect("dice")
    }

    fn begin(standing: Standing) -> Event {
        let (variation, first) = (Variation::Standard, Player::Bottom);
        Event::Begin {
            standing,
            variation,
            cube_in_use: true,
            largest_cube: None,
            cube: 1,
            first,
            roll: Some(roll(3, 1)),
        }
    }

    /// Play number `n` of the legal ones.
    fn play(record: &Record, n: usize) -> Event {
        let game = record.state().game.expect("a game");
        Event::Play(legal_plays(&game.position, game.dice.expect("dice"))[n].clone())
    }

    fn apply(record: &mut Record, event: Event) {
        record.apply(event, RULES).expect("legal");
    }

    /// Plays three turns of a game that has begun.
    fn three_turns(record: &mut Record) {
        for dice in [(5, 2), (6, 4)] {
            let next = play(record, 0);
            apply(record, next);
            apply(record, Event::Roll(roll(dice.0, dice.1)));
        }
        let last = play(record, 0);
        apply(record, last);
    }

    /// A game of three turns that ends with a pass, and the opening of another.
    fn two_games() -> Record {
        let mut record = Record::new(State::new(Standing::money(false, 3)));
        apply(&mut record, begin(Standing::money(false, 3)));
        three_turns(&mut record);
        apply(&mut record, Event::Double);
        apply(&mut record, Event::Pass);
        let standing = record.state().standing;
        apply(&mut record, begin(standing));
        record
    }

    #[test]
    fn every_state_is_the_fold_of_the_events_before_it() {
        let record = two_games();
        assert_eq!(record.games().len(), 2);
        for game in record.games() {
            let mut state = game.start;
            for step in &game.steps {
                state = state.after(&step.event, RULES).expect("it happened");
                assert_eq!(state, step.after);
            }
        }
        assert_eq!(record.games()[1].start, *record.games()[0].state(8));
    }

    #[test]
    fn the_cursor_stops_at_decisions() {
        let mut record = two_games();
        let end = *record.state();
        let mut stops = vec![record.cursor()];
        while record.back() {
            stops.push(record.cursor());
        }
        // The new game; the end; the double to answer; the double to offer; the three rolls to play.
        assert_eq!(stops, [(1, 1), (0, 8), (0, 7), (0, 6), (0, 5), (0, 3), (0, 1)]);
        assert!(!record.back());
        let mut back = vec![record.cursor()];
        while record.forward() {
            back.push(record.cursor());
        }
        stops.reverse();
        assert_eq!((back, *record.state()), (stops, end));
        assert!(!record.forward());
        record.first_game();
        assert_eq!(record.cursor(), (0, 1));
        assert!(record.next_game() && !record.next_game());
        assert!(record.previous_game() && !record.previous_game());
    }

    #[test]
    fn notes_stay_with_what_happened() {
        let mut record = two_games();
        record.note_mut(0, 1).expect("a step").comment = "why?".to_owned();
        assert!(record.note_mut(0, 8).is_none() && record.note_mut(2, 0).is_none());
        // Playing the same again changes no note; another play takes none along.
        record.seek(0, 1);
        let same = play(&record, 0);
        apply(&mut record, same);
        assert_eq!(record.games()[0].steps[1].note.comment, "why?");
        record.seek(0, 1);
        let other = play(&record, 1);
        apply(&mut record, other);
        assert!(record.games()[0].steps[1].note.is_empty());
        assert_eq!(record.games()[0].branches[0].steps[0].note.comment, "why?");
        assert_eq!(record.notes_mut().flatten().count(), 2);
        record.seek(9, 9);
        assert_eq!(record.cursor(), (0, 2));
    }

    #[test]
    fn the_same_play_at_another_score_is_another_line() {
        let mut record = two_games();
        record.note_mut(0, 1).expect("a step").comment = "at the old score".to_owned();
        record.seek(0, 1);
        let play = play(&record, 0);
        let mut set = *record.state();
        let Standing::Money { score, .. } = &mut set.standing else { panic!("money") };
        score[Player::Top] = 7;
        apply(&mut record, Event::Set(Box::new(set)));
        apply(&mut record, play.clone());
        // The table is set back to where the play was made at first, and set anew: what followed is kept as a branch.
        record.seek(0, 1);
        apply(&mut record, Event::Set(Box::new(set)));
        apply(&mut record, play.clone());
        assert_eq!(record.state().standing, set.standing);
        assert_eq!(record.games()[0].branches.len(), 1);
        // An event that was made under other rules has led to something else.
        let steps = vec![Step { event: play.clone(), after: *record.state(), note: Note::default() }];
        let start = *two_games().games()[0].state(1);
        let mut kept = Record::from_games(vec![GameRecord::new(start, steps)]).expect("a game");
        apply(&mut kept, play);
        assert_eq!(kept.state().standing, start.standing, "not what it led to at another score");
        assert_eq!(kept.games()[0].branches.len(), 1);
    }

    #[test]
    fn another_line_leaves_the_old_one_as_a_branch() {
        let mut record = two_games();
        let whole = record.clone();
        record.first_game();
        // An event that happened anyway begins no other line.
        let same = play(&record, 0);
        apply(&mut record, same);
        assert_eq!(record.games(), whole.games());
        record.first_game();
        let other = play(&record, 1);
        apply(&mut record, other);
        assert_eq!((record.games().len(), record.games()[0].steps.len()), (1, 2));
        let [branch] = record.games()[0].branches.as_slice() else { panic!("one branch") };
        assert_eq!((branch.at, branch.steps.len(), branch.games.len()), (1, 7, 1));
        // A line that leaves both takes along what was left on it.
        record.seek(0, 2);
        apply(&mut record, Event::Roll(roll(2, 1)));
        record.seek(0, 2);
        apply(&mut record, Event::Roll(roll(6, 1)));
        record.first_game();
        let third = play(&record, 2);
        apply(&mut record, third);
        let [first, second] = record.games()[0].branches.as_slice() else { panic!("two branches") };
        assert_eq!((first.branches.len(), second.at, second.steps.len()), (0, 1, 2));
        assert_eq!(second.branches.iter().map(|line| (line.at, line.steps.len())).collect::<Vec<_>>(), [(2, 1)]);
        // An illegal event changes nothing.
        let before = record.clone();
        assert_eq!(record.apply(Event::Take, RULES).err(), Some(Illegal::NoDouble));
        assert_eq!(record, before);
    }

    #[test]
    fn a_side_line_leaves_the_main_line_as_it_is() {
        let whole = two_games();
        let main = |record: &Record| {
            let mut main = record.main_line().into_owned();
            main.seek(0, 0);
            main.games.iter_mut().for_each(|game| game.branches.clear());
            main
        };
        let mut without = whole.clone();
        without.seek(0, 0);
        let mut record = whole.clone();
        record.open_mut(0).expect("a game").comment = "open".to_owned();
        without.open_mut(0).expect("a game").comment = "open".to_owned();
        record.seek(0, 3);
        let (made, other) = (play(&record, 0), play(&record, 1));
        let try_out =
            |record: &mut Record, event: &Event| record.try_out(event.clone(), RULES).map(|_| ()).expect("legal");
        // What happened anyway is no side line.
        try_out(&mut record, &made);
        assert!(!record.is_on_side_line());
        record.seek(0, 3);
        try_out(&mut record, &other);
        assert_eq!((record.side_line(), record.games().len()), (Some(((0, 3), 0)), 1));
        try_out(&mut record, &Event::Roll(roll(6, 1)));
        let next = play(&record, 0);
        try_out(&mut record, &next);
        assert_eq!(main(&record), without);
        // A side line of the side line; the play that was made there first is taken up again.
        record.seek(0, 5);
        let (inner, end) = (play(&record, 2), record.clone());
        try_out(&mut record, &inner);
        assert_eq!((record.games()[0].branches.len(), main(&record)), (1, without.clone()));
        record.seek(0, 5);
        try_out(&mut record, &next);
        assert_eq!(record.games()[0].steps, end.games()[0].steps);
        // Going back ends where the main line was left.
        while record.is_on_side_line() {
            assert!(record.back());
        }
        assert_eq!((record.cursor(), main(&record)), ((0, 3), without.clone()));
        assert_eq!(record.games()[0].lines_at(3).count(), 1);
        // The same play goes on with the line, and its number finds it.
        let left = record.clone();
        try_out(&mut record, &other);
        assert_eq!(record.games()[0].steps, end.games()[0].steps);
        record.return_to_main();
        assert!(!record.take_line(1));
        assert_eq!(record, left);
        assert!(record.take_line(0) && record.is_on_side_line());
        record.return_to_main();
        assert_eq!(record, left);
        // Promoted, it changes places with the main line.
        record.take_line(0);
        record.promote();
        assert_eq!((record.games().len(), record.games()[0].lines_at(3).count()), (1, 1));
        assert!(record.take_line(0));
        assert_eq!(record.games().len(), 2);
        // Where nothing follows, the main line goes on.
        let mut record = whole;
        let next = play(&record, 0);
        try_out(&mut record, &next);
        assert!(!record.is_on_side_line());
        // Another game after the first is a side line, too.
        record.seek(0, usize::MAX);
        let standing = record.state().standing;
        let Event::Begin { variation, cube_in_use, largest_cube, cube, first, .. } = begin(standing) else { panic!() };
        let other =
            Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll: Some(roll(6, 5)) };
        try_out(&mut record, &begin(standing));
        assert_eq!((record.cursor(), record.is_on_side_line()), ((1, 1), false));
        record.seek(0, usize::MAX);
        try_out(&mut record, &other);
        assert_eq!((record.cursor(), record.is_on_side_line()), ((1, 1), true));
        assert_eq!(record.games()[1].steps.len(), 1);
        let illegal = record.clone();
        assert_eq!(record.try_out(Event::Take, RULES).err(), Some(Illegal::NoDouble));
        assert_eq!(record, illegal);
        assert!(record.back() && !record.is_on_side_line());
        assert_eq!(record.games()[1].steps.len(), 2);
        try_out(&mut record, &other);
        assert_eq!((record.cursor(), record.is_on_side_line()), ((1, 1), true));
    }

    /// A match or session with lines that were left, one of them with a game after it, seen from a side line. It ends
    /// with a resignation that nobody has answered.
    fn with_lines(standing: Standing, first: Player) -> Record {
        let begin_at = |standing: Standing| {
            let (variation, cube_in_use, largest_cube, cube) = (Variation::Standard, true, None, 1);
            Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll: Some(roll(3, 1)) }
        };
        let mut record = Record::new(State::new(standing));
        apply(&mut record, begin_at(standing));
        three_turns(&mut record);
        let mut set = *record.state();
        set.standing.add(first, 1, true);
        apply(&mut record, Event::Set(Box::new(set)));
        for event in [Event::Double, Event::Take, Event::Roll(roll(2, 1)), Event::Resign(GameValue::Gammon)] {
            apply(&mut record, event);
        }
        apply(&mut record, Event::Accept);
        let standing = record.state().standing;
        if !standing.is_over() {
            apply(&mut record, begin_at(standing));
            apply(&mut record, Event::Resign(GameValue::Single));
        }
        record.seek(0, 5);
        let other = play(&record, 1);
        apply(&mut record, other);
        record.seek(0, 3);
        let side = play(&record, 2);
        record.try_out(side, RULES).expect("legal");
        apply(&mut record, Event::Roll(roll(6, 1)));
        apply(&mut record, Event::Resign(GameValue::Backgammon));
        record
    }

    #[test]
    fn with_exchanged_seats_the_other_player_has_done_everything() {
        for standing in [Standing::money(true, 1), Standing::match_to(3).unwrap(), Standing::match_to(9).unwrap()] {
            let of_bottom = with_lines(standing, Player::Bottom);
            assert!(of_bottom.is_on_side_line());
            let mut swapped = of_bottom.clone();
            swapped.swap_seats();
            assert_eq!(swapped, with_lines(standing, Player::Top), "{standing:?}");
            swapped.swap_seats();
            assert_eq!(swapped, of_bottom, "{standing:?}");
        }
    }
}
