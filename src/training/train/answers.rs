//! The sources of the targets that a net learns: a teacher, a turn of looking ahead, or both.

use super::subject::Subject;
use crate::board::{Player, Position, Roll};
use crate::eval::{EvalSettings, Evaluator, Outputs, Prefilter, Searcher, Teacher, TeacherRoom};
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use std::sync::Arc;

/// The source of targets.
#[derive(Debug)]
pub enum Answers {
    /// A teacher.
    Teacher(Teacher),
    /// The players' nets, a turn later over all rolls.
    LookAhead,
    /// The mean of both.
    Mean(Teacher),
}

impl Answers {
    const fn teacher(&self) -> Option<&Teacher> {
        match self {
            Self::Teacher(teacher) | Self::Mean(teacher) => Some(teacher),
            Self::LookAhead => None,
        }
    }
}

/// Answers questions, reusing its room.
pub(super) struct Answering<'a> {
    teacher: Option<&'a Teacher>,
    room: TeacherRoom,
    ahead: Option<LookAhead>,
}

impl<'a> Answering<'a> {
    pub fn new(answers: &'a Answers, players: &Arc<Evaluator>, subject: Subject) -> Self {
        let ahead = match answers {
            Answers::Teacher(_) => None,
            Answers::LookAhead | Answers::Mean(_) => Some(LookAhead::new(players, subject)),
        };
        Self { teacher: answers.teacher(), room: TeacherRoom::default(), ahead }
    }

    /// The answer to each position.
    pub fn answer(&mut self, positions: &[Position]) -> Vec<Outputs> {
        let mut answers = Vec::with_capacity(positions.len());
        if let Some(teacher) = self.teacher {
            teacher.answer(positions, &mut self.room, &mut answers);
        }
        let Some(ahead) = &mut self.ahead else { return answers };
        if answers.is_empty() {
            return positions.iter().map(|position| ahead.see(position)).collect();
        }
        for (position, answer) in positions.iter().zip(&mut answers) {
            let seen = ahead.see(position);
            answer.0.iter_mut().zip(seen.0).for_each(|(output, seen)| *output = 0.5 * (*output + seen));
        }
        answers
    }
}

/// The values of nets a turn later: the mean over all rolls, each with the best play.
struct LookAhead {
    searcher: Searcher,
    cube: CubeInfo,
}

impl LookAhead {
    fn new(players: &Arc<Evaluator>, subject: Subject) -> Self {
        let met = Arc::new(Met::kazaross_xg2());
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        let cube = CubeInfo::new(Cube::START, Player::Bottom, terms, &met);
        // Plays of a race differ by little.
        let prefilter = match subject {
            Subject::Contact => Some(Prefilter::STANDARD),
            Subject::Races => None,
        };
        Self { searcher: Searcher::new(Arc::clone(players), met).with_prefilter(prefilter), cube }
    }

    fn see(&mut self, position: &Position) -> Outputs {
        let best = self.searcher.all_rolls(position, &self.cube, &EvalSettings::cubeless(0));
        let rolls = || Roll::ALL.iter().zip(&best);
        let mean = |k: usize| {
            rolls().map(|(roll, best)| roll.weight() as f32 * best.evaluation.outputs.0[k]).sum::<f32>() / 36.0
        };
        Outputs(std::array::from_fn(mean))
    }
}
