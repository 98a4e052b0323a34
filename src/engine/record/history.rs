//! Events in order, and a cursor among them.

use super::event::{Event, Illegal, Rules};
use super::note::Note;
use super::state::State;

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
    #[must_use]
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
        let (branches, kept) = std::mem::take(&mut self.branches).into_iter().partition(|branch| branch.at > at);
        self.branches = kept;
        self.branches.push(Branch { at, steps, games, branches });
    }

    /// The state after this many steps.
    #[must_use]
    pub fn state(&self, steps: usize) -> &State {
        if steps == 0 { &self.start } else { &self.steps[steps - 1].after }
    }

    /// Whether it is a position that was set up and nothing else, in however many steps.
    #[must_use]
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

/// A match or session: its games, and where one stands in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    games: Vec<GameRecord>,
    game: usize,
    step: usize,
}

impl Record {
    /// A game in which nothing has happened yet.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self { games: vec![GameRecord::new(state, Vec::new())], game: 0, step: 0 }
    }

    /// Games that were kept elsewhere, with the cursor at the beginning of the first; `None` without a game. The caller
    /// ensures that their steps follow from each other.
    #[must_use]
    pub fn from_games(games: Vec<GameRecord>) -> Option<Self> {
        (!games.is_empty()).then_some(Self { games, game: 0, step: 0 })
    }

    /// The state at the cursor.
    #[must_use]
    pub fn state(&self) -> &State {
        self.games[self.game].state(self.step)
    }

    /// The games in order. The first has no step as long as nothing has happened.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Exchanges the players' seats in all that has happened; what is known about it stays.
    pub fn swap_seats(&mut self) {
        self.games.iter_mut().for_each(GameRecord::swap_seats);
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
    #[must_use]
    pub fn note_here(&self) -> &Note {
        let game = &self.games[self.game];
        game.steps.get(self.step).map_or(&game.open, |step| &step.note)
    }

    /// Puts the cursor elsewhere: the number of a game from 0, and the number of its steps before the cursor. Past the
    /// end of either it stands at the end.
    pub fn seek(&mut self, game: usize, step: usize) {
        self.game = game.min(self.games.len() - 1);
        self.step = step.min(self.games[self.game].steps.len());
    }

    /// Where the cursor stands: the number of the game from 0, and the number of its steps before the cursor.
    #[must_use]
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

    /// Goes to the decision before; whether there is one.
    pub fn back(&mut self) -> bool {
        let game = &self.games[self.game];
        if let Some(step) = (1..self.step).rev().find(|&step| game.is_stop(step)) {
            self.step = step;
            return true;
        }
        if self.game == 0 {
            return false;
        }
        self.game -= 1;
        self.step = self.games[self.game].steps.len();
        true
    }

    /// Goes to the first decision of this game.
    pub fn first_of_game(&mut self) {
        let game = &self.games[self.game];
        self.step = (1..=game.steps.len()).find(|&step| game.is_stop(step)).unwrap_or(0);
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

    /// A game of three turns that ends with a pass, and the opening of another.
    fn two_games() -> Record {
        let mut record = Record::new(State::new(Standing::money(false, 3)));
        apply(&mut record, begin(Standing::money(false, 3)));
        for dice in [(5, 2), (6, 4)] {
            let next = play(&record, 0);
            apply(&mut record, next);
            apply(&mut record, Event::Roll(roll(dice.0, dice.1)));
        }
        let last = play(&record, 0);
        apply(&mut record, last);
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
}
