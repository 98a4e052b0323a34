//! The candidates that a rollout compares: plays and other plans for the decision on the table, by numbers and marks.

use super::plan::{Decision, Plan};
use crate::command::{Candidates, Command, Mark, PlaysArg, RolloutCommand};
use crate::movegen::Play;
use crate::notation::{WrittenPlay, play_text};
use crate::record::{Game, Pending};
use crate::session::error::refused;
use crate::session::reply::{PlayReply, PlaysReply, Reply};
use crate::session::{Session, SessionError};
use crate::settings::OutputStyle;
use crate::words::counted;
use std::sync::Arc;

/// Plays rolled out by default: at most this many, and none further behind than the margin.
const DEFAULT_PLAYS: usize = 5;

/// How far behind, in equity, a play may be and still be rolled out unasked; the second best always is.
const DEFAULT_MARGIN: f32 = 0.16;

impl Session {
    /// The decision on the table.
    pub(in crate::session) fn decision(&self) -> Result<Decision, SessionError> {
        let game = self.game_in_progress()?;
        Ok(self.decision_of(&game))
    }

    /// The plan of what a command rolls out of the decision on the table.
    ///
    /// # Errors
    /// When that cannot be rolled out here, or the command does something else.
    pub(super) fn plan_what(&mut self, what: &RolloutCommand) -> Result<Plan, SessionError> {
        let decision = self.decision()?;
        match what {
            RolloutCommand::Default if decision.game.dice.is_some() => self.plan_plays(&decision, &PlaysArg::Default),
            RolloutCommand::Default if self.asks_for_an_answer(&decision) => self.plan_cube(&decision),
            RolloutCommand::Default | RolloutCommand::Position => Ok(decision.plan_position()),
            RolloutCommand::Plays(plays) => self.plan_chosen(&decision, plays),
            RolloutCommand::Cube => self.plan_cube(&decision),
            other => {
                let command = Command::Rollout(other.clone());
                Err(SessionError::new(format!("`{command}` cannot be done in parts")))
            }
        }
    }

    /// Recognizes a double to be answered, which is rolled out unless something else is named. GNU Backgammon rolls out
    /// the position without the double.
    fn asks_for_an_answer(&self, decision: &Decision) -> bool {
        decision.game.pending == Some(Pending::Double) && self.settings.output.style != OutputStyle::Gnubg
    }

    /// The plan of candidates that a rollout has more than once.
    pub(super) fn plan_candidates(&mut self, of: &Candidates) -> Result<Plan, SessionError> {
        let decision = self.decision()?;
        match of {
            Candidates::Plays(PlaysArg::Default) if decision.game.dice.is_none() => {
                if self.asks_for_an_answer(&decision) {
                    self.plan_cube(&decision)
                } else {
                    Ok(decision.plan_position())
                }
            }
            Candidates::Plays(plays) => self.plan_chosen(&decision, plays),
            Candidates::Position => Ok(decision.plan_position()),
            Candidates::Cube => self.plan_cube(&decision),
        }
    }

    pub(in crate::session) fn plan_cube(&self, decision: &Decision) -> Result<Plan, SessionError> {
        decision.plan_cube(&self.settings.names, self.engine.met())
    }

    /// Whether this can be rolled out of the decision on the table, as far as that is known without an evaluation.
    pub(super) fn check_what(&self, what: &RolloutCommand) -> Result<(), SessionError> {
        let decision = self.decision()?;
        match what {
            RolloutCommand::Cube => self.plan_cube(&decision).map(|_| ()),
            RolloutCommand::Plays(PlaysArg::Named(written)) => called(written, &decision.game).map(|_| ()),
            RolloutCommand::Plays(_) if decision.game.dice.is_none() => {
                Err(SessionError::new("no dice, so there are no plays to choose from"))
            }
            _ => Ok(()),
        }
    }

    /// Plays of the decision on the table: the chosen ones, where none are chosen the marked ones, else the best.
    pub(super) fn plan_chosen(&mut self, decision: &Decision, which: &PlaysArg) -> Result<Plan, SessionError> {
        match which {
            PlaysArg::Default if !self.findings.marks().is_empty() => self.plan_marked(decision),
            _ => self.plan_plays(decision, which),
        }
    }

    /// Plays of the decision on the table: the best, or those with these numbers.
    pub(in crate::session) fn plan_plays(
        &mut self,
        decision: &Decision,
        which: &PlaysArg,
    ) -> Result<Plan, SessionError> {
        let game = &decision.game;
        // The best are those of the evaluation, so that the same are rolled out again; numbers are those of the last
        // hint.
        let listed = self.listed_plays(game)?;
        let best = listed.candidates.iter().enumerate();
        let mut by_number = None;
        let mut plays: Vec<Play> = match which {
            PlaysArg::Default => best
                .take(DEFAULT_PLAYS)
                .take_while(|(i, play)| *i < 2 || play.difference >= -DEFAULT_MARGIN)
                .map(|(_, play)| play.play.clone())
                .collect(),
            PlaysArg::Best(n) => best.take(usize::from(*n)).map(|(_, play)| play.play.clone()).collect(),
            PlaysArg::Numbers(numbers) => {
                let numbered = self.numbered_plays(game)?;
                by_number = Some(numbers);
                named(numbers, &numbered)?
            }
            PlaysArg::Named(written) => called(written, game)?,
        };
        let is_default = matches!(which, PlaysArg::Default);
        let made = self.table.play_made().filter(|_| is_default).map(|made| made.result);
        let made = made.filter(|made| plays.iter().all(|play| play.result != *made));
        let made = made.and_then(|made| listed.candidates.iter().find(|play| play.play.result == made));
        let and_made = if made.is_some() { ", and the one that was made" } else { "" };
        plays.extend(made.map(|made| made.play.clone()));
        let note = is_default.then(|| {
            format!(
                "{} of {} for {}: the best {DEFAULT_PLAYS} within {DEFAULT_MARGIN} of the first{and_made}\n\
                 (`rollout plays …` chooses others, `rollout position` is that before the dice)",
                plays.len(),
                counted(listed.n_legal, "play"),
                listed.dice
            )
        });
        // Which plays numbers name is said where another list could be meant.
        let note = note.or_else(|| self.named_by(&plays, by_number?));
        Ok(Plan { note, ..decision.plan_plays(&plays) })
    }

    /// The plays that numbers name, where another list could be meant.
    pub(super) fn named_by(&self, plays: &[Play], numbers: &[u16]) -> Option<String> {
        let names =
            plays.iter().zip(each_once(numbers)).map(|(play, number)| format!("{number} = {}", play_text(play)));
        let names = names.collect::<Vec<_>>().join(", ");
        self.has_rolled_plays().then(|| format!("numbers name plays of the list: {names}"))
    }

    /// The marked plays.
    pub(super) fn plan_marked(&mut self, decision: &Decision) -> Result<Plan, SessionError> {
        let plays = self.numbered_plays(&decision.game)?;
        Ok(decision.plan_plays(self.marked_of(&plays).map(|play| &play.play)))
    }

    /// The plays with the numbers that the user knows them by: those of the last `hint`, whatever has been rolled out
    /// since, or else those of the analysis of the match and then of the evaluation, which stay from then on.
    fn numbered_plays(&mut self, game: &Game) -> Result<PlaysReply, SessionError> {
        let mut plays = (*self.listed_plays(game)?).clone();
        if self.numbers_here().is_none() {
            let analysed = self.analyzed_plays(&plays).map_or_else(Vec::new, |shown| shown.candidates);
            let mut shown = self.with_rollouts(plays.clone());
            let place = |play: &PlayReply| analysed.iter().position(|one| one.play.result == play.play.result);
            shown.candidates.sort_by_key(|play| place(play).unwrap_or(usize::MAX));
            self.number_plays(&shown);
        }
        let numbers = self.numbers_here().unwrap_or_default();
        let place = |play: &PlayReply| numbers.iter().position(|result| *result == play.play.result);
        plays.candidates.sort_by_key(|play| place(play).unwrap_or(usize::MAX));
        plays.candidates.iter_mut().zip(1..).for_each(|(play, rank)| play.rank = rank);
        Ok(plays)
    }

    /// The plays for the dice on the table by their evaluations.
    pub(in crate::session) fn listed_plays(&mut self, game: &Game) -> Result<Arc<PlaysReply>, SessionError> {
        let Some(dice) = game.dice else {
            return Err(
                SessionError::new("no dice, so there are no plays to choose from").with_suggestion("set dice 31")
            );
        };
        let info = self.cube_info()?;
        let plays = self.ranked_plays(game, &info, dice)?;
        if plays.candidates.is_empty() {
            return Err(SessionError::new(format!("no legal play for {dice}")));
        }
        Ok(plays)
    }

    pub(in crate::session) fn mark(&mut self, mark: &Mark) -> Result<Reply, SessionError> {
        match mark {
            Mark::Show => {}
            Mark::Clear => {
                self.findings.set_marks(Vec::new());
                self.note_marks();
            }
            Mark::Rollout(numbers) | Mark::Unmark(numbers) => {
                let game = self.game_in_progress()?;
                let plays = self.numbered_plays(&game)?;
                let named = named(numbers, &plays)?;
                let mut marks = self.findings.marks().to_vec();
                marks.retain(|mark| named.iter().all(|play| play.result != *mark));
                if matches!(mark, Mark::Rollout(_)) {
                    marks.extend(named.iter().map(|play| play.result));
                }
                self.findings.set_marks(marks);
                self.note_marks();
            }
        }
        if self.findings.marks().is_empty() {
            return Ok(Reply::Message("no candidate is marked".to_owned()));
        }
        let game = self.game_in_progress()?;
        let plays = self.numbered_plays(&game)?;
        let name = |play: &PlayReply| format!("{}. {}", play.rank, play_text(&play.play));
        let names: Vec<_> = self.marked_of(&plays).map(name).collect();
        Ok(Reply::Message(format!("marked for a rollout: {}", names.join(", "))))
    }

    /// The marked plays of a list.
    fn marked_of<'a>(&'a self, plays: &'a PlaysReply) -> impl Iterator<Item = &'a PlayReply> {
        plays.candidates.iter().filter(|play| self.findings.marks().contains(&play.play.result))
    }
}

/// The legal plays that are written, each once. Commas may also stand within one play: `8/5, 6/5`.
fn called(written: &[WrittenPlay], game: &Game) -> Result<Vec<Play>, SessionError> {
    let Some(dice) = game.dice else { return Err(SessionError::new("no dice, so there are no plays")) };
    let find = |play: &WrittenPlay| play.find(&game.position, dice);
    let mut plays: Vec<Play> = Vec::new();
    for one in written {
        match find(one) {
            Ok(play) if plays.iter().any(|other| other.result == play.result) => {}
            Ok(play) => plays.push(play),
            Err(error) => {
                let whole = WrittenPlay(written.iter().flat_map(|play| play.0.clone()).collect());
                return find(&whole).map(|play| vec![play]).map_err(|_| refused(format!("{one}: {error}")));
            }
        }
    }
    Ok(plays)
}

/// Numbers without those that are there already.
fn each_once(numbers: &[u16]) -> Vec<u16> {
    let mut once = Vec::new();
    for &number in numbers {
        if !once.contains(&number) {
            once.push(number);
        }
    }
    once
}

/// The plays that numbers name, each once.
pub(super) fn named(numbers: &[u16], plays: &PlaysReply) -> Result<Vec<Play>, SessionError> {
    let n = plays.candidates.len();
    let play = |&number: &u16| {
        let play = usize::from(number).checked_sub(1).and_then(|i| plays.candidates.get(i));
        play.map(|play| play.play.clone()).ok_or_else(|| {
            SessionError::new(format!("there is no candidate {number}")).with_expected([format!("1 to {n}")])
        })
    };
    each_once(numbers).iter().map(play).collect()
}
