//! The match on the table: its record with the place where the session stands in it, the facts about it, the dice.

use super::dice::Dice;
use crate::movegen::Play;
use crate::record::{Event, GameRecord, Illegal, MatchInfo, Note, Record, Rules, State, Step};
use crate::session::AtStake;

/// The match with its history and facts, and the dice to be rolled.
#[derive(Clone)]
pub(in crate::session) struct GameTable {
    record: Record,
    info: MatchInfo,
    dice: Dice,
    /// The part of the match that is in no file.
    unsaved: Option<AtStake>,
    /// Whether a game has begun since then, played or not.
    has_begun: bool,
    /// The cursor stands where the end of the main line was taken back: what is done next takes its place.
    is_taken_back: bool,
}

/// What becomes of the rest of a record when something else is done in the midst of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::session) enum Elsewhere {
    /// The rest stays the main line, and a side line begins.
    SideLine,
    /// The rest becomes a side line, as in GNU Backgammon, which forgets it.
    MainLine,
}

/// A place on a side line.
pub(in crate::session) struct SidePlace {
    /// Where the line leaves the main line: game and steps before.
    fork: (usize, usize),
    /// The place among the lines that leave there.
    place: usize,
    /// The cursor.
    cursor: (usize, usize),
}

impl GameTable {
    pub fn new(state: State, dice: Dice) -> Self {
        let (record, info) = (Record::new(state), MatchInfo::default());
        Self { record, info, dice, unsaved: None, has_begun: false, is_taken_back: false }
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The game at the cursor, and the step that comes next.
    pub fn here(&self) -> (&GameRecord, Option<&Step>) {
        let (game, step) = self.record.cursor();
        let game = &self.record.games()[game];
        (game, game.steps.get(step))
    }

    /// The play that the record has for the decision at the cursor.
    pub fn play_made(&self) -> Option<&Play> {
        match &self.here().1?.event {
            Event::Play(play) => Some(play),
            _ => None,
        }
    }

    /// A step of the record, both numbers from 0.
    pub fn step(&self, game: usize, step: usize) -> Option<&Step> {
        self.record.games().get(game)?.steps.get(step)
    }

    /// The first step that belongs to the decision of another: what was rolled for a play.
    pub fn begin_of_turn(&self, game: usize, step: usize) -> usize {
        let steps = &self.record.games()[game].steps;
        let rolled = |step: usize| matches!(steps[step].event, Event::Roll(_) | Event::Begin { .. } | Event::Set(_));
        if matches!(steps[step].event, Event::Play(_) | Event::NoPlay) && step > 0 && rolled(step - 1) {
            step - 1
        } else {
            step
        }
    }

    /// Appends an event to the record.
    ///
    /// # Errors
    /// When it may not happen now.
    pub fn apply(&mut self, event: Event, rules: Rules, elsewhere: Elsewhere) -> Result<(), Illegal> {
        let is_worth_keeping = is_act(&event);
        if elsewhere == Elsewhere::MainLine || self.is_taken_back {
            self.record.apply(event, rules)?;
        } else {
            self.record.try_out(event, rules)?;
        }
        self.is_taken_back = false;
        if is_worth_keeping {
            self.note_unsaved();
        }
        self.has_begun = true;
        Ok(())
    }

    /// Puts something else on the table, as an event of its own.
    pub fn set_up(&mut self, state: State, elsewhere: Elsewhere) {
        let (unsaved, has_begun) = (self.unsaved, self.has_begun);
        // No rule forbids what is set.
        let rules = Rules { crawford: true };
        self.apply(Event::Set(Box::new(state)), rules, elsewhere).expect("what is set needs no leave");
        (self.unsaved, self.has_begun) = (unsaved, has_begun);
    }

    /// The cursor has gone back to take the end of the main line back.
    pub const fn take_back(&mut self) {
        self.is_taken_back = true;
    }

    pub const fn is_taken_back(&self) -> bool {
        self.is_taken_back
    }

    /// Goes to the main line; returns where to go back to.
    pub fn leave_side_line(&mut self) -> Option<SidePlace> {
        let (fork, place) = self.record.side_line()?;
        let cursor = self.record.cursor();
        self.record.return_to_main();
        Some(SidePlace { fork, place, cursor })
    }

    /// Goes back to a side line.
    pub fn return_to(&mut self, SidePlace { fork, place, cursor }: SidePlace) {
        self.record.seek(fork.0, fork.1);
        if self.record.take_line(place) {
            self.record.seek(cursor.0, cursor.1);
        }
    }

    /// Goes to a step of the record, or to the nearest that there is.
    pub fn seek(&mut self, game: usize, step: usize) {
        self.is_taken_back = false;
        self.record.seek(game, step);
    }

    /// Puts a record in the place of this one.
    pub fn restore(&mut self, record: Record) {
        self.is_taken_back = false;
        self.record = record;
    }

    /// The notes on a step of the record, or on a decision at the end of a game that nobody has taken.
    pub fn note_mut(&mut self, game: usize, step: usize) -> Option<&mut Note> {
        self.record.note_mut(game, step)
    }

    /// The notes on the decision at the end of the game at the cursor.
    pub fn open_note_mut(&mut self) -> Option<&mut Note> {
        let (game, _) = self.record.cursor();
        self.record.open_mut(game)
    }

    /// All notes of the record, game by game.
    pub fn notes_mut(&mut self) -> impl Iterator<Item = impl Iterator<Item = (&Event, &mut Note)>> {
        self.record.notes_mut()
    }

    pub const fn info(&self) -> &MatchInfo {
        &self.info
    }

    pub const fn info_mut(&mut self) -> &mut MatchInfo {
        &mut self.info
    }

    pub const fn dice(&self) -> &Dice {
        &self.dice
    }

    pub const fn dice_mut(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// The part of the match that is in no file, if there is one.
    pub const fn unsaved(&self) -> Option<AtStake> {
        self.unsaved
    }

    /// Whether a game has begun since the last time that everything was in a file.
    pub const fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Notes that the match is in no file from now on.
    pub const fn note_unsaved(&mut self) {
        self.unsaved = Some(AtStake::Match);
    }

    /// The analysis of the play so far is in no file from now on.
    pub fn note_analyzed(&mut self) {
        let mut steps = self.record.games().iter().flat_map(|game| &game.steps);
        if steps.any(|step| is_act(&step.event)) {
            self.unsaved.get_or_insert(AtStake::Analysis);
        }
    }

    /// From now on everything is in a file.
    pub const fn note_saved(&mut self) {
        (self.unsaved, self.has_begun) = (None, false);
    }
}

/// An event that somebody did: the beginning of a game and a roll are nobody's acts.
const fn is_act(event: &Event) -> bool {
    !matches!(event, Event::Begin { .. } | Event::Roll(_) | Event::Set(_) | Event::NoPlay)
}
