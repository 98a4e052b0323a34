//! The sources of the targets that a net learns: a teacher, looking ahead, or both.

use super::chance::Chance;
use super::courses::Courses;
use super::lessons::Walker;
use super::subject::Subject;
use crate::board::{Player, Position};
use crate::eval::{EvalSettings, Evaluator, Outputs, Prefilter, Searcher};
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use crate::train::{Teacher, TeacherRoom};
use std::sync::Arc;

/// The source of targets.
#[derive(Debug)]
pub enum Answers {
    /// A teacher.
    Teacher(Teacher),
    /// The players' nets, this many turns later over all rolls.
    LookAhead(u8),
    /// The mean of both.
    Mean(Teacher, u8),
    /// How the players' games go on for this many turns, the luck of the dice subtracted. Positions that are met on the
    /// way are learned too.
    Course(u32),
}

impl Answers {
    const fn teacher(&self) -> Option<&Teacher> {
        match self {
            Self::Teacher(teacher) | Self::Mean(teacher, _) => Some(teacher),
            Self::LookAhead(_) | Self::Course(_) => None,
        }
    }
}

/// Positions to learn with their answers, reusing its room.
pub(super) struct Lessons<'a> {
    walker: Walker<'a>,
    positions: Vec<Position>,
    source: Source<'a>,
}

/// The two ways from positions to lessons: each has its answer, or those met on the way are learned too.
enum Source<'a> {
    Answers(Answering<'a>),
    Courses(Courses),
}

impl<'a> Lessons<'a> {
    pub fn new(answers: &'a Answers, players: &'a Arc<Evaluator>, subject: Subject) -> Self {
        let source = match *answers {
            Answers::Course(turns) => Source::Courses(Courses::new(players, subject, turns)),
            _ => Source::Answers(Answering::new(answers, players, subject)),
        };
        Self { walker: Walker::new(players, subject), positions: Vec::new(), source }
    }

    /// This many lessons.
    pub fn find(&mut self, count: usize, chance: &mut Chance) -> Vec<(Position, Outputs)> {
        let Self { walker, positions, source } = self;
        let mut lessons = Vec::with_capacity(2 * count);
        positions.clear();
        match source {
            Source::Answers(answering) => {
                let positions = walker.positions(count, chance);
                let answers = answering.answer(&positions);
                lessons.extend(positions.into_iter().zip(answers));
            }
            Source::Courses(courses) => {
                while lessons.len() < count {
                    walker.walk(chance, positions);
                    for position in positions.drain(..) {
                        courses.follow(position, chance, &mut lessons);
                    }
                }
                lessons.truncate(count);
            }
        }
        lessons
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
            Answers::Teacher(_) | Answers::Course(_) => None,
            Answers::LookAhead(plies) | Answers::Mean(_, plies) => Some(LookAhead::new(players, subject, *plies)),
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

/// The values of nets some turns later: the mean over all rolls, each with the best play, without a cube.
struct LookAhead {
    searcher: Searcher,
    cube: CubeInfo,
    settings: EvalSettings,
}

impl LookAhead {
    fn new(players: &Arc<Evaluator>, subject: Subject, plies: u8) -> Self {
        let met = Arc::new(Met::kazaross_xg2());
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        let cube = CubeInfo::new(Cube::START, Player::Bottom, terms, &met);
        // Plays of a race differ by little.
        let prefilter = match subject {
            Subject::Contact => Some(Prefilter::STANDARD),
            Subject::Races => None,
        };
        let searcher = Searcher::new(Arc::clone(players), met).with_prefilter(prefilter);
        Self { searcher, cube, settings: EvalSettings::cubeless(plies) }
    }

    fn see(&mut self, position: &Position) -> Outputs {
        self.searcher.evaluate(position, &self.cube, &self.settings).expect("nothing stops it").outputs
    }
}
