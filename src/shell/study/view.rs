//! The view on the screen, and its changes by keys: pure values, which know nothing of a terminal.

use super::quiz::Quiz;
use crate::render::{DecisionData, MatchData};
use crate::session::Look;
use crate::shell::looking::News;
use std::ops::Range;

/// The sizes of errors that the filter goes through.
pub(super) const SIZES: [f64; 5] = [0.0, 0.02, 0.04, 0.08, 0.16];

/// Errors in the list of the worst.
const WORST: usize = 10;

/// The rule by which decisions are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Filter {
    /// The seat of a player.
    pub player: Option<usize>,
    /// Cube decisions alone, or plays alone.
    pub cube: Option<bool>,
    /// The place of the smallest loss among the sizes.
    pub least: usize,
    /// A game, from 1.
    pub game: Option<usize>,
}

impl Filter {
    /// Whether a decision is shown.
    fn passes(&self, one: &DecisionData) -> bool {
        self.player.is_none_or(|seat| seat == one.player)
            && self.cube.is_none_or(|cube| cube == one.cube)
            && self.game.is_none_or(|game| game == one.game)
            && (self.least == 0 || one.loss >= SIZES[self.least])
    }
}

/// The overlay on the decision.
#[derive(Debug)]
pub(super) enum Over {
    /// Nothing.
    Nothing,
    /// The keys.
    Keys,
    /// A list of decisions, of which one is pointed at.
    List {
        /// The title.
        title: &'static str,
        /// Their places in the match.
        decisions: Vec<usize>,
        /// The place in the list.
        chosen: usize,
    },
}

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// An arrow, or the key that goes as far.
    Back,
    On,
    First,
    Last,
    Up,
    Down,
    Enter,
    /// Leaves whatever is open.
    Escape,
    /// Stops what goes on, or leaves the screen.
    Interrupt,
    /// A letter or another sign.
    Letter(char),
}

/// The wish of a key, for the holder of the terminal and the session.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing but to be shown.
    Nothing,
    /// To leave.
    Leave,
    /// To copy a text.
    Copy(String),
    /// To look at a decision.
    Look(String, Look),
    /// To keep an answer of the quiz to the decision of an XGID.
    Keep(String, String),
    /// To stop the look that goes on.
    Stop,
}

/// Everything that is on the screen.
pub(super) struct View {
    /// The match.
    pub data: MatchData,
    /// The place of the decision that is shown.
    pub at: usize,
    /// The rule by which decisions are shown.
    pub filter: Filter,
    /// The overlay.
    pub over: Over,
    /// The row of the table that is pointed at.
    pub row: Option<usize>,
    /// The quiz, while it goes on.
    pub quiz: Option<Quiz>,
    /// The look that goes on, or the last one.
    pub news: News,
    /// The message until the next key.
    pub said: String,
}

impl View {
    /// The match from the decision at this game and step on, both from 0.
    pub fn new(data: MatchData, (game, step): (usize, usize)) -> Self {
        let is_there = |one: &DecisionData| (one.game, one.step) >= (game + 1, step);
        let at = data.decisions.iter().position(is_there).unwrap_or(0);
        Self {
            data,
            at,
            filter: Filter::default(),
            over: Over::Nothing,
            row: None,
            quiz: None,
            news: News::default(),
            said: String::new(),
        }
    }

    /// The decision that is shown; a view without one is never made.
    pub fn here(&self) -> &DecisionData {
        &self.data.decisions[self.at]
    }

    /// The data after a look.
    pub fn renew(&mut self, data: MatchData) {
        let id = self.here().id.clone();
        if let Some(at) = data.decisions.iter().position(|one| one.id == id) {
            (self.data, self.at) = (data, at);
        }
        self.row = None;
    }

    /// Whether the answer may be seen.
    pub fn is_open(&self) -> bool {
        self.quiz.as_ref().is_none_or(|quiz| quiz.is_open)
    }

    /// The places of the decisions that are shown.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.data.decisions.len()).filter(|&i| self.filter.passes(&self.data.decisions[i]))
    }

    /// Whether a decision is an error that `n` goes to.
    fn is_error(&self, i: usize) -> bool {
        let one = &self.data.decisions[i];
        one.error || (one.loss > 0.0 && self.filter.least > 0)
    }

    /// The worst errors of those shown.
    pub fn worst(&self) -> Vec<usize> {
        let shown: Vec<usize> = self.shown().collect();
        self.data.worst().into_iter().filter(|i| shown.contains(i)).take(WORST).collect()
    }

    /// Changes by a key, and says what else it asks for.
    pub fn press(&mut self, key: Key) -> Wish {
        self.said.clear();
        if key == Key::Interrupt {
            return if self.news.busy { Wish::Stop } else { Wish::Leave };
        }
        match self.over {
            Over::Nothing => self.press_on_decision(key),
            Over::Keys => {
                self.over = Over::Nothing;
                Wish::Nothing
            }
            Over::List { .. } => {
                self.press_in_list(key);
                Wish::Nothing
            }
        }
    }

    fn press_in_list(&mut self, key: Key) {
        let Over::List { decisions, chosen, .. } = &mut self.over else { return };
        match key {
            Key::Up => *chosen = chosen.saturating_sub(1),
            Key::Down => *chosen = (*chosen + 1).min(decisions.len().saturating_sub(1)),
            Key::First => *chosen = 0,
            Key::Last => *chosen = decisions.len().saturating_sub(1),
            Key::Enter | Key::On => {
                let to = decisions.get(*chosen).copied();
                self.over = Over::Nothing;
                self.go(to);
            }
            _ => self.over = Over::Nothing,
        }
    }

    fn press_on_decision(&mut self, key: Key) -> Wish {
        match key {
            Key::On => self.step(true, |_, _| true),
            Key::Back => self.step(false, |_, _| true),
            Key::First => {
                let first = self.shown().next();
                self.go(first);
            }
            Key::Last => {
                let last = self.shown().next_back();
                self.go(last);
            }
            Key::Up => self.point(-1),
            Key::Down => self.point(1),
            Key::Enter => return self.answer(self.row),
            Key::Escape => return self.escape(),
            Key::Letter(letter) => return self.letter(letter),
            Key::Interrupt => {}
        }
        Wish::Nothing
    }

    fn letter(&mut self, letter: char) -> Wish {
        match letter {
            'n' => self.step(true, Self::is_error),
            'N' => self.step(false, Self::is_error),
            'e' => self.list_errors(),
            'w' => {
                let decisions = self.worst();
                self.list("The worst decisions", decisions);
            }
            'q' => self.toggle_quiz(),
            ' ' => return self.answer(None),
            '1'..='9' => return self.answer(letter.to_digit(10).map(|digit| digit as usize - 1)),
            'p' => self.narrow(|filter, _| filter.player = next_of(filter.player, 0..2)),
            'k' => self.narrow(|filter, _| {
                filter.cube = match filter.cube {
                    None => Some(false),
                    Some(false) => Some(true),
                    Some(true) => None,
                }
            }),
            'm' => self.narrow(|filter, _| filter.least = (filter.least + 1) % SIZES.len()),
            'g' => self.narrow(|filter, games| filter.game = next_of(filter.game, 1..games + 1)),
            'a' => self.narrow(|filter, _| *filter = Filter::default()),
            'c' => return Wish::Copy(self.here().xgid.clone()),
            'd' => return self.look(Look::Deeper),
            'r' => return self.look(Look::RollOut),
            's' if self.news.busy => return Wish::Stop,
            '?' | 'h' => self.over = Over::Keys,
            _ => {}
        }
        Wish::Nothing
    }

    /// Leaves what is open: the work that goes on, the quiz, the filter, the screen.
    fn escape(&mut self) -> Wish {
        if self.news.busy {
            return Wish::Stop;
        }
        if self.quiz.is_some() {
            self.toggle_quiz();
        } else if self.filter != Filter::default() {
            self.narrow(|filter, _| *filter = Filter::default());
        } else {
            return Wish::Leave;
        }
        Wish::Nothing
    }

    fn look(&mut self, look: Look) -> Wish {
        if self.news.busy {
            "something goes on already; s stops it".clone_into(&mut self.said);
            return Wish::Nothing;
        }
        if !self.is_open() {
            return Wish::Nothing;
        }
        Wish::Look(self.here().id.clone(), look)
    }

    /// Goes to a decision.
    fn go(&mut self, to: Option<usize>) {
        let Some(to) = to else { return };
        self.at = to;
        self.row = None;
        if let Some(quiz) = &mut self.quiz {
            quiz.ask(&self.data.decisions[to]);
        }
    }

    fn step(&mut self, is_on: bool, wanted: fn(&Self, usize) -> bool) {
        let at = self.at;
        let mut shown = self.shown().filter(|&i| wanted(self, i));
        let to = if is_on { shown.find(|&i| i > at) } else { shown.rfind(|&i| i < at) };
        drop(shown);
        if to.is_none() {
            if is_on { "no later one" } else { "no earlier one" }.clone_into(&mut self.said);
        }
        self.go(to);
    }

    /// Points at a row of the table, or at a choice of the quiz.
    fn point(&mut self, by: isize) {
        let rows = self.here().rows.len();
        if rows == 0 {
            return;
        }
        let row = match self.row {
            None if by < 0 => rows - 1,
            None => 0,
            Some(row) => row.saturating_add_signed(by).min(rows - 1),
        };
        self.row = Some(row);
    }

    /// Answers the question of the quiz by the number of a choice; without one the answer is shown.
    fn answer(&mut self, choice: Option<usize>) -> Wish {
        let one = &self.data.decisions[self.at];
        let Some(quiz) = self.quiz.as_mut().filter(|quiz| !quiz.is_open) else { return Wish::Nothing };
        self.row = quiz.answer(one, choice);
        let answered = self.row.filter(|_| choice.is_some());
        answered.map_or(Wish::Nothing, |row| Wish::Keep(one.xgid.clone(), one.rows[row].name.clone()))
    }

    fn toggle_quiz(&mut self) {
        if self.quiz.take().is_some() {
            self.row = None;
            return;
        }
        self.quiz = Some(Quiz::default());
        let errors: Vec<usize> = self.shown().filter(|&i| self.is_error(i)).collect();
        let next = errors.iter().copied().find(|&i| i >= self.at).or_else(|| errors.first().copied());
        self.go(Some(next.unwrap_or(self.at)));
    }

    /// Changes the filter, and goes to a decision that passes it.
    fn narrow(&mut self, change: impl FnOnce(&mut Filter, usize)) {
        change(&mut self.filter, self.data.games.len());
        let at = self.at;
        let to = self.shown().find(|&i| i >= at).or_else(|| self.shown().next_back());
        match to {
            Some(to) if to != at => self.go(Some(to)),
            Some(_) => {}
            None => "no decision is like that".clone_into(&mut self.said),
        }
    }

    /// The errors of the filter in the order of the match.
    fn list_errors(&mut self) {
        let decisions: Vec<usize> = self.shown().filter(|&i| self.is_error(i)).collect();
        self.list("Errors", decisions);
    }

    fn list(&mut self, title: &'static str, decisions: Vec<usize>) {
        if decisions.is_empty() {
            let why =
                if self.data.worst().is_empty() { "no errors are known: `analyse match`" } else { "none is shown" };
            why.clone_into(&mut self.said);
            return;
        }
        let chosen = decisions.iter().position(|&i| i >= self.at).unwrap_or(0);
        self.over = Over::List { title, decisions, chosen };
    }
}

/// The next choice: none, then each in turn.
fn next_of(now: Option<usize>, all: Range<usize>) -> Option<usize> {
    let next = now.map_or(all.start, |now| now + 1);
    all.contains(&next).then_some(next)
}
