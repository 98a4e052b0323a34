//! The plan of a rollout for a decision: of the position, of plays, or of the cube.
//!
//! A [`Decision`] is planned in the same way whether it lies on the table or comes from a saved rollout.

use crate::board::ByPlayer;
use crate::movegen::Play;
use crate::notation::{MatchState, play_text};
use crate::record::{Game, Pending, Standing};
use crate::rollout::{Job, JobKind};
use crate::scoring::{CubeOwner, Met, Terms};
use crate::session::SessionError;

/// A game with everything around it that a rollout of it depends on, or that identifies it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The game.
    pub game: Game,
    /// The score and the terms.
    pub standing: Standing,
    /// The match state that identifiers encode.
    pub state: MatchState,
}

impl Decision {
    /// Money or match.
    pub const fn terms(&self) -> Terms {
        self.standing.terms()
    }

    /// The value of the position before the dice.
    pub fn plan_position(&self) -> Plan {
        let game = &self.game;
        let job = Job::position(&game.position, game.cube, game.on_roll, self.terms()).up_to(game.top_of_cube());
        let note = match (game.dice, game.pending) {
            (Some(dice), _) => Some(format!("the position before the dice; {dice} is ignored")),
            (None, Some(Pending::Double)) => {
                Some("the position without the double; `rollout cube` compares the answers to it".to_owned())
            }
            _ => None,
        };
        Plan { decision: self.clone(), names: vec!["Current position".to_owned()], job, note, is_unwritten: false }
    }

    /// No double against double and take.
    ///
    /// # Errors
    /// When the side on roll may not double.
    pub fn plan_cube(&self, names: &ByPlayer<String>, met: &Met) -> Result<Plan, SessionError> {
        let game = &self.game;
        let info = game.cube_info(self.terms(), met);
        if !info.may_double() || !game.may_turn_cube() {
            return Err(SessionError::new("no cube decision here: the side on roll can't double")
                .with_suggestion("rollout position"));
        }
        let cube = game.cube_before_beavers();
        let job = Job::cube(&game.position, cube, game.on_roll, self.terms()).up_to(game.top_of_cube());
        let no_double = match cube.owner() {
            CubeOwner::Centered => format!("Centered {}-cube", cube.value()),
            CubeOwner::Owned(player) => format!("{} owns {}-cube", names[player], cube.value()),
        };
        let double_take = format!("{} owns {}-cube", names[!game.on_roll], 2 * cube.value());
        let note = match game.dice {
            Some(dice) => Some(format!("the cube decision before the dice; {dice} is ignored")),
            None if game.beavers > 0 => Some(
                "the double is rolled out: a beaver is worth twice what the take is, and a raccoon twice that"
                    .to_owned(),
            ),
            None => None,
        };
        Ok(Plan { decision: self.clone(), names: vec![no_double, double_take], job, note, is_unwritten: false })
    }

    /// Legal plays for the dice, compared with each other.
    pub fn plan_plays<'a>(&self, plays: impl IntoIterator<Item = &'a Play>) -> Plan {
        let game = &self.game;
        let (names, results): (Vec<_>, Vec<_>) = plays.into_iter().map(|play| (play_text(play), play.result)).unzip();
        let job = Job::plays(&results, game.cube, game.on_roll, self.terms()).up_to(game.top_of_cube());
        Plan { decision: self.clone(), names, job, note: None, is_unwritten: false }
    }
}

/// A rollout that is about to begin.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The decision.
    pub decision: Decision,
    /// The names of the candidates.
    pub names: Vec<String>,
    /// The job.
    pub job: Job,
    /// A remark for the user.
    pub note: Option<String>,
    /// Whether a file that the user asked for could not be written, which the remark says.
    pub is_unwritten: bool,
}

impl Plan {
    /// The kind of decision.
    pub const fn kind(&self) -> JobKind {
        self.job.kind()
    }

    /// The names of the candidates in progress and lists of work: the actions of a cube decision as tables have
    /// them.
    pub fn shown_names(&self) -> Vec<String> {
        match self.kind() {
            JobKind::Cube => self.job.actions().into(),
            JobKind::Plays | JobKind::Position => self.names.clone(),
        }
    }

    /// Adds a line to the note.
    pub(super) fn add_note(&mut self, note: String) {
        self.note = Some(match self.note.take() {
            Some(before) => format!("{before}\n{note}"),
            None => note,
        });
    }
}
