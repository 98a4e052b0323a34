//! A question about a position: what a program that uses the engine asks, with the usual answers to all that it does
//! not say.
//!
//! A [`Question`] is a position with its cube, its score and the player on roll. Equities and chances are those of the
//! player on roll, who sits at the bottom ([`Player::Bottom`]) unless an identifier says otherwise.

use crate::board::{ByPlayer, Player, Position, Roll, SetupError, Variation};
use crate::eval::{Candidate, CubeDecision, EvalSettings, Evaluation, Interrupted, MoveFilters, Searcher};
use crate::notation::{MatchState, NotationError, Xgid, find_ids};
use crate::rollout::Job;
use crate::scoring::{Cube, CubeError, CubeInfo, CubeOwner, MatchScore, Met, ScoreError, Terms};
use thiserror::Error;

/// A position, and what has to be known besides to decide something in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The checkers, seen by the player on roll.
    pub position: Position,
    /// The player on roll.
    pub on_roll: Player,
    /// The cube.
    pub cube: Cube,
    /// Money or match.
    pub terms: Terms,
    /// The roll to be played, where an identifier has one.
    pub roll: Option<Roll>,
    /// Whether the player on roll has offered a double, which the other takes or passes. The cube is the one before it;
    /// [`Question::cube_decision`] says what the answer is.
    pub doubled: bool,
}

/// Why an identifier asks nothing.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text is no identifier.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The checkers are no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The match has been won.
    #[error("the match is over")]
    Over,
}

impl Question {
    /// A position of a money game: nobody has doubled, gammons count, there are no beavers.
    pub const fn money(position: Position) -> Self {
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        Self { position, on_roll: Player::Bottom, cube: Cube::START, terms, roll: None, doubled: false }
    }

    /// The question of an XGID, or of a Position ID with or without a Match ID, alone or somewhere in a text.
    ///
    /// # Errors
    /// When there is no identifier in the text, or none of a position that can be.
    pub fn from_id(text: &str) -> Result<Self, QuestionError> {
        let bare = text.split_whitespace().find(|word| is_xgid(word));
        if let Some(text) = bare.or_else(|| text.contains("XGID").then_some(text)) {
            let id = Xgid::parse(text)?;
            return Self::of_state(id.setup.into_position(Variation::Standard)?, &id.state);
        }
        let ids = find_ids(text)?;
        let setup = ids.setup.ok_or_else(|| find_ids("").expect_err("nothing has no identifier"))?;
        let position = setup.into_position(Variation::Standard)?;
        ids.state.map_or_else(|| Ok(Self::money(position)), |state| Self::of_state(position, &state))
    }

    fn of_state(position: Position, state: &MatchState) -> Result<Self, QuestionError> {
        let MatchState { on_roll, cube, terms, dice: roll, doubled, winner, .. } = *state;
        let question = Self { position, on_roll, cube, terms, roll, doubled };
        if winner.is_some() { Err(QuestionError::Over) } else { Ok(question) }
    }

    /// This question in a match to so many points, of which the player on roll and the other have won these. A game in
    /// which one of them needs one point more is the Crawford game if `crawford` says so.
    ///
    /// # Errors
    /// When no match has this score.
    pub fn in_match(self, length: u8, [mine, theirs]: [u8; 2], crawford: bool) -> Result<Self, ScoreError> {
        let mut score = ByPlayer([mine; 2]);
        score[!self.on_roll] = theirs;
        Ok(Self { terms: Terms::Match(MatchScore::new(length, score, crawford)?), ..self })
    }

    /// This question with the cube at a value, and its owner.
    ///
    /// # Errors
    /// When no cube shows this value.
    pub fn with_cube(self, value: u32, owner: CubeOwner) -> Result<Self, CubeError> {
        Ok(Self { cube: Cube::new(value, owner)?, ..self })
    }

    /// The cube with all that equities depend on: owner, score, gammon prices.
    pub fn cube_info(&self, met: &Met) -> CubeInfo {
        CubeInfo::new(self.cube, self.on_roll, self.terms, met)
    }

    /// The value of the position before the roll.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn evaluate(&self, searcher: &mut Searcher, settings: &EvalSettings) -> Result<Evaluation, Interrupted> {
        let cube = self.cube_info(searcher.met());
        searcher.evaluate(&self.position, &cube, settings)
    }

    /// The plays of a roll, best first. Empty when the roll cannot be played.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn plays(
        &self,
        roll: Roll,
        searcher: &mut Searcher,
        settings: &EvalSettings,
    ) -> Result<Vec<Candidate>, Interrupted> {
        let cube = self.cube_info(searcher.met());
        searcher.rank_plays(&self.position, roll, &cube, settings, &MoveFilters::default())
    }

    /// Whether to double, and whether to take.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn cube_decision(&self, searcher: &mut Searcher, settings: &EvalSettings) -> Result<CubeDecision, Interrupted> {
        let cube = self.cube_info(searcher.met());
        searcher.cube_decision(&self.position, &cube, settings)
    }

    /// A rollout of the position before the roll.
    pub fn job(&self) -> Job {
        Job::position(&self.position, self.cube, self.on_roll, self.terms)
    }

    /// A rollout of the cube decision: no double, and a double that is taken.
    pub fn cube_job(&self) -> Job {
        Job::cube(&self.position, self.cube, self.on_roll, self.terms)
    }

    /// A rollout of these plays.
    pub fn plays_job(&self, plays: &[Candidate]) -> Job {
        let results: Vec<Position> = plays.iter().map(|candidate| candidate.play.result).collect();
        Job::plays(&results, self.cube, self.on_roll, self.terms)
    }
}

/// Whether a word is an XGID without its name: the checkers on 26 places, and what follows them.
fn is_xgid(word: &str) -> bool {
    let is_place = |c: char| matches!(c, '-' | 'A'..='O' | 'a'..='o');
    word.split_once(':').is_some_and(|(places, _)| places.len() == 26 && places.chars().all(is_place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_asked_about_a_match_that_was_won() {
        use crate::notation::Phase;
        let terms = Terms::Match(MatchScore::new(3, ByPlayer([0, 2]), false).unwrap());
        let winner = Some((Player::Bottom, 4));
        let won = MatchState { phase: Phase::Over, terms, winner, ..MatchState::money(Player::Top) };
        let id = won.match_id();
        assert_eq!(MatchState::from_match_id(&id), Ok(won), "both scores are in the identifier");
        assert_eq!(Question::from_id(&format!("4HPwATDgc/ABMA:{id}")), Err(QuestionError::Over));
    }

    #[test]
    fn identifiers_ask_what_they_say() {
        let start = Variation::Standard.starting_position();
        assert_eq!(Question::from_id("4HPwATDgc/ABMA"), Ok(Question::money(start)));
        let xgid = Question::from_id("at 2-4: XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:7:10").unwrap();
        assert_eq!((xgid.position, xgid.on_roll, xgid.roll), (start, Player::Bottom, Roll::new(3, 1).ok()));
        let asked = Question::money(start).in_match(7, [2, 4], false).unwrap();
        let asked = asked.with_cube(2, CubeOwner::Owned(Player::Top)).unwrap();
        assert_eq!((xgid.cube, xgid.terms), (asked.cube, asked.terms));
        let bare = Question::from_id("at 2-4 -b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:7:10 (12:30:00)");
        assert_eq!(bare, Ok(xgid));
        let drawn = "Position ID: 4HPwATDgc/ABMA  Match ID: cAkAAAAAAAAA  Score: 0:0  pips: 167:167  time: 12:30";
        assert_eq!(Question::from_id(drawn).map(|question| question.position), Ok(start));
        let offered = Question::from_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10").unwrap();
        assert!(offered.doubled && offered.cube == Cube::START && offered.on_roll == Player::Bottom);
        assert!(!xgid.doubled);
        assert!(Question::from_id("nothing here").is_err());
        assert!(Question::from_id("cAkPAAAAAAAA").is_err(), "a Match ID alone has no checkers");
        assert!(Question::money(start).in_match(7, [7, 0], false).is_err());
        assert!(Question::money(start).with_cube(3, CubeOwner::Centered).is_err());
    }
}
