//! Answers to questions that something else has asked: a quiz of the match, of `study`, of a page.
//!
//! An answer to one of the questions of practice counts as if practise had asked. A wrong answer to another decision
//! makes an error of it that practise rolls out, and asks.

use super::gather::choices;
use super::{Given, place};
use crate::analysis::Phase;
use crate::library::{Asked, Card, Found, Library, QUIZ, Source};
use crate::notation::{parse_play, play_text};
use crate::record::Pending;
use crate::session::error::refused;
use crate::session::record::library::failed;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::words::counted;

impl Session {
    /// Keeps an answer to a decision: `practise answered`.
    pub(super) fn keep_answered(
        &mut self,
        xgid: &str,
        answer: &str,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let kept = self.keep_answer(xgid, answer, host)?;
        let none = || SessionError::new("there is nothing to practise yet").with_suggestion("practise");
        kept.ok_or_else(none).map(Reply::Message)
    }

    /// Keeps an answer to the decision of an XGID, and says what becomes of it; `None` for a user who has never
    /// practised.
    ///
    /// # Errors
    /// When that is no decision, the answer none to it, or the library does not answer.
    pub fn keep_answer(
        &mut self,
        xgid: &str,
        answer: &str,
        host: &mut dyn Host,
    ) -> Result<Option<String>, SessionError> {
        let Ok((file, day)) = place(host) else { return Ok(None) };
        if !file.exists() {
            return Ok(None);
        }
        let mut library = Library::open(&file).map_err(failed)?;
        let found = self.at_another_table(|session| session.question_at(xgid))?;
        if let Some(card) = library.card(&found.id).map_err(failed)? {
            let given = self.given(&card, answer)?;
            let days = library.answer(&found.id, day, self.graded(&given), &given.name, given.loss).map_err(failed)?;
            return Ok(Some(kept(&card, &given, days)));
        }
        let (found, plies) = self.at_another_table(|session| session.judged_by_a_look(found, answer))?;
        let made = found.told(&found.made);
        let least = f64::from(self.settings.analysis.thresholds.error);
        if found.loss < least {
            let why = format!("by a {plies}-ply look {made} is no error: nothing is to be asked again");
            return Ok(Some(why));
        }
        library.add(QUIZ, "", std::slice::from_ref(&found)).map_err(failed)?;
        Ok(Some(format!("by a {plies}-ply look {made} gives up {:.3}: `practise` asks it", found.loss)))
    }

    /// The question of a decision that is set up on the table for it; nothing is judged.
    fn question_at(&mut self, xgid: &str) -> Result<Found, SessionError> {
        self.put_position(xgid)?;
        let mut state = *self.state();
        let game = state.game.as_mut().ok_or_else(SessionError::no_game)?;
        let player = game.to_decide();
        let asked = match (game.pending, game.dice) {
            (Some(Pending::Resignation { .. }), _) => {
                return Err(SessionError::new("practise asks about plays and cubes, not about resignations"));
            }
            (Some(Pending::Double), _) => Asked::Take,
            (None, Some(_)) => Asked::Play,
            (None, None) => Asked::Double,
        };
        // A take is known by the position before the double.
        game.pending = None;
        let phase = Some(Phase::after_opening(&game.position));
        let source = Source { file: QUIZ.to_owned(), ..Source::default() };
        self.found(asked, state, player, phase, source).ok_or_else(SessionError::no_game)
    }

    /// A question with an answer to it and what that gives up, by a look as `hint` has it, and the plies of that.
    fn judged_by_a_look(&mut self, found: Found, answer: &str) -> Result<(Found, u8), SessionError> {
        self.put_position(&found.xgid)?;
        if found.asked != Asked::Play {
            let made = super::action_meant(found.asked, answer).ok_or_else(|| {
                SessionError::new(format!("`{answer}` does not answer this"))
                    .with_expected(found.asked.actions().iter().copied())
            })?;
            let cube = self.hinted_cube()?.ok_or_else(|| SessionError::new("the cube cannot be turned here"))?;
            let [no_double, take, pass] = [&cube.no_double, &cube.double_take, &cube.double_pass].map(|one| one.equity);
            let loss = match made {
                "double" => no_double - take.min(pass),
                "no double" => take.min(pass) - no_double,
                "take" => take - pass,
                _ => pass - take,
            };
            return Ok((Found { made: made.to_owned(), loss: f64::from(loss.max(0.0)), ..found }, cube.ply));
        }
        let game = self.game_in_progress()?;
        let dice = game.dice.ok_or_else(SessionError::no_game)?;
        let answered = parse_play(answer, &game.position, dice).map_err(refused)?;
        let listed = self.listed_plays(&game)?;
        let own = listed.candidates.iter().find(|one| one.play.result == answered.result);
        let judged = own.or(listed.candidates.last());
        let (loss, plies) = judged.map_or((0.0, 0), |one| (-one.difference, one.ply));
        let made = play_text(own.map_or(&answered, |one| &one.play));
        let plays = choices(listed.candidates.iter().map(|one| &one.play), &made);
        Ok((Found { made, loss: loss.into(), plays, ..found }, plies))
    }
}

/// What becomes of an answer to a card.
fn kept(card: &Card, given: &Given, days: i64) -> String {
    let again = format!("asked again in {}", counted(days, "day"));
    if given.loss < 0.0005 && given.is_known {
        return format!("one of your questions, {again}");
    }
    format!(
        "one of your questions: {} gives up {:.3} ({}); {again}",
        card.found.told(&given.name),
        given.loss,
        card.proof.how_sure()
    )
}
