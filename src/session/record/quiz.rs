//! `quiz`: one's own errors as questions, the worst first.

use super::errors::Decided;
use crate::analysis::Action;
use crate::command::Command;
use crate::eval::cube_words;
use crate::library::fsrs::Grade;
use crate::notation::{parse_play, play_text};
use crate::record::{Event, Pending};
use crate::session::reply::{Reply, done};
use crate::session::{Host, Session, SessionError};
use crate::settings::OutputStyle;

/// Plays that are listed, without the one that was made.
const CHOICES: usize = 4;

/// Where a quiz stands.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Quiz {
    /// The decision of the last question: game and step.
    asked: Option<(usize, usize)>,
    /// Whether it waits for an answer.
    is_open: bool,
    /// The decisions of all questions so far.
    before: Vec<(usize, usize)>,
}

impl Session {
    /// Asks the next question.
    pub(in crate::session) fn quiz(&mut self) -> Result<Reply, SessionError> {
        let errors: Vec<Decided> =
            self.errors().into_iter().filter(|one| one.verdict.is_error() && is_question(one.verdict.action)).collect();
        if errors.is_empty() {
            return Err(self.not_analysed());
        }
        let place = |decided: &Decided| (decided.game, decided.verdict.step);
        let next = errors.iter().position(|decided| !self.quiz.before.contains(&place(decided)));
        let Some(number) = next else {
            self.quiz = Quiz::default();
            return Ok(Reply::Message(format!(
                "every error has been asked, {} in all; `quiz` begins again",
                errors.len()
            )));
        };
        let (game, step) = place(&errors[number]);
        self.quiz.before.push((game, step));
        (self.quiz.asked, self.quiz.is_open) = (Some((game, step)), true);
        let verdict = errors[number].verdict;
        self.seek((game, step));
        let name = &self.settings.names[verdict.player];
        let question = match verdict.action {
            Action::Play => {
                let dice = self.game_in_progress()?.dice.map_or_else(String::new, |dice| dice.to_string());
                format!("{name} to play {dice}: a play, or a number, answers")
            }
            Action::Take | Action::Pass => format!("{name} is doubled: `take` or `pass`, or a number, answers"),
            _ => {
                let double = cube_words("double", self.game_in_progress()?.cube.is_owned());
                format!("{name} may {double}: `{double}` or `roll`, or a number, answers")
            }
        };
        let mut lines = vec![format!("question {} of {}: {question}", self.quiz.before.len(), errors.len())];
        lines.extend((1..).zip(self.quiz_choices((game, step))).map(|(n, choice)| format!("  {n}  {choice}")));
        Ok(Reply::Many(vec![self.board(), Reply::Message(lines.join("\n"))]))
    }

    /// The answers that are listed: the best plays and the one that was made, in an order that tells nothing, or the
    /// actions with the cube.
    fn quiz_choices(&self, (game, step): (usize, usize)) -> Vec<String> {
        let record = &self.record().games()[game];
        let is_owned = record.state(step).game.is_some_and(|game| game.cube.is_owned());
        let step = &record.steps[step];
        match (&step.event, &step.note.plays) {
            (Event::Play(_), Some(of)) => {
                let is_listed = |i: usize| i < CHOICES || of.played == Some(i);
                let listed = (0..).zip(&of.plays).filter(|(i, _)| is_listed(*i));
                let mut names: Vec<String> = listed.map(|(_, value)| play_text(&value.play)).collect();
                names.sort();
                names
            }
            (Event::Take | Event::Pass, _) => ["take", "pass"].map(str::to_owned).into(),
            _ => ["double", "roll"].map(|word| cube_words(word, is_owned)).into(),
        }
    }

    /// The answer to the open question that a command is, as long as the decision in question lies on the table.
    pub(in crate::session) fn answer_meant(&self, command: &Command) -> Option<String> {
        if !self.is_quizzing() || self.settings.output.style == OutputStyle::Gnubg {
            return None;
        }
        let (game, step) = self.record().cursor();
        let state = self.record().games()[game].state(step).game?;
        let is_play = state.dice.is_some();
        let is_answer = state.pending == Some(Pending::Double);
        match command {
            Command::Move(Some(play)) if is_play => Some(play.to_string()),
            Command::Take | Command::Accept if is_answer => Some("take".to_owned()),
            Command::Drop | Command::Reject if is_answer => Some("pass".to_owned()),
            Command::Double if !is_play && !is_answer => Some("double".to_owned()),
            Command::Roll if !is_play && !is_answer => Some("roll".to_owned()),
            _ => None,
        }
    }

    /// Whether a question of a quiz is open, and lies on the table.
    pub(in crate::session) fn is_quizzing(&self) -> bool {
        self.quiz.is_open && self.is_at_quiz()
    }

    /// Whether `q` ends a quiz: while its last question lies on the table, open or answered.
    pub(in crate::session) fn is_at_quiz(&self) -> bool {
        self.quiz.asked == Some(self.record().cursor()) && !self.record().is_on_side_line()
    }

    /// Judges an answer to the last question.
    pub(in crate::session) fn quiz_answer(&mut self, answer: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let nothing = || SessionError::new("no question has been asked").with_suggestion("quiz");
        let (game, step) = self.quiz.asked.ok_or_else(nothing)?;
        if answer == "q" {
            self.quiz.asked = None;
            if self.quiz.is_open {
                // It is asked again.
                self.quiz.before.pop();
            }
            return Ok(Reply::Message("the quiz stops here; `quiz` goes on".to_owned()));
        }
        if !self.quiz.is_open {
            return Err(nothing());
        }
        let decided = self.decided().into_iter().find(|one| (one.game, one.verdict.step) == (game, step));
        let decided = decided.ok_or_else(nothing)?;
        let choices = self.quiz_choices((game, step));
        let answer: &str = match answer.parse::<usize>() {
            Ok(number) => number.checked_sub(1).and_then(|n| choices.get(n)).ok_or_else(|| {
                let error = SessionError::new(format!("there is no answer {number}"));
                error.with_expected([format!("1 to {}", choices.len())])
            })?,
            Err(_) => answer,
        };
        let record = &self.record().games()[game];
        let table = record.state(step).game.ok_or_else(nothing)?;
        let mut is_least = false;
        let loss = match (decided.verdict.action, decided.verdict.cube) {
            (Action::Play, _) => {
                let dice = table.dice.ok_or_else(nothing)?;
                let play = parse_play(answer, &table.position, dice).map_err(crate::session::error::refused)?;
                let plays = record.steps[step].note.plays.as_ref().ok_or_else(nothing)?;
                let best = plays.plays[0].numbers.cubeful;
                let listed = plays.plays.iter().find(|value| value.play.result == play.result);
                // Plays that the analysis has thrown out are worse than all that it kept.
                is_least = listed.is_none();
                best - listed.or(plays.plays.last()).map_or(best, |value| value.numbers.cubeful)
            }
            (action, Some(values)) => {
                let words = answer.to_lowercase();
                let (take, pass) = (values.double_take, values.double_pass);
                let double = take.min(pass);
                let answers = matches!(action, Action::Take | Action::Pass | Action::Beaver);
                match (answers, words.as_str()) {
                    (true, "take") => (take - pass).max(0.0),
                    (true, "pass" | "drop") => (pass - take).max(0.0),
                    (false, "double" | "redouble") => (values.no_double.max(double) - double).max(0.0),
                    (false, "roll" | "no double" | "no redouble") => (double - values.no_double).max(0.0),
                    (true, _) => {
                        return Err(SessionError::new(format!("`{answer}` does not answer a double"))
                            .with_expected(["take", "pass"]));
                    }
                    (false, _) => {
                        return Err(
                            SessionError::new(format!("`{answer}` is not a cube action")).with_expected(choices)
                        );
                    }
                }
            }
            (_, None) => return Err(nothing()),
        };
        self.quiz.is_open = false;
        let kept = self.keep_quizzed((game, step), answer, host);
        let Decided { made, best, verdict, .. } = &decided;
        let grade = Grade::of_loss(loss.into(), &self.settings.analysis.thresholds);
        let told = match (loss < 0.0005, is_least) {
            (true, false) => "right".to_owned(),
            (false, false) if grade == Grade::Good => format!("right: it gives up {loss:.3}, next to nothing"),
            (false, false) => format!("{}: it gives up {loss:.3}", grade.verdict()),
            (_, true) => format!("wrong: it is none of the analyzed plays, the last of which gives up {loss:.3}"),
        };
        Ok(Reply::Message(format!(
            "{told}\nbest is {best}; {} {} and gave up {:.3}{kept}",
            self.settings.names[verdict.player],
            done(made),
            verdict.loss
        )))
    }

    /// Keeps an answer to a decision of the record for practice, and says so in a line of its own.
    fn keep_quizzed(&mut self, (game, step): (usize, usize), answer: &str, host: &mut dyn Host) -> String {
        let board = self.board_at(self.record().games()[game].state(step));
        let kept = board.map(|board| self.keep_answer(&board.ids.xgid, answer, host));
        match kept {
            None | Some(Ok(None)) => String::new(),
            Some(Ok(Some(kept))) => format!("\n{kept}"),
            Some(Err(error)) => format!("\nnot kept for practice: {}", error.message),
        }
    }
}

/// Whether an action makes a question.
const fn is_question(action: Action) -> bool {
    matches!(action, Action::Play | Action::NoDouble | Action::Double | Action::Take | Action::Pass)
}
