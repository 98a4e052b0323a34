//! Lessons from how play goes on, the luck of the dice subtracted.
//!
//! The nets play on from a position for some turns. Each turn looks at all 21 rolls, so the mean over them and the
//! value of the roll that was played are both known. The estimate of a position is that mean, plus how much better the
//! course went after the next turn than that turn's own value promised. These are temporal differences whose noise is
//! not the luck of the dice but the errors of the nets (Tesauro 1995; the variance reduction of docs/rollouts.md).

use super::chance::Chance;
use super::subject::Subject;
use crate::board::{Player, Position, Roll};
use crate::eval::{BestOfRoll, Class, EvalSettings, Evaluator, Outputs, Prefilter, Searcher};
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use std::sync::Arc;

/// One turn of a course.
pub(super) struct Turn {
    /// Seen by the side on roll.
    pub position: Position,
    /// The mean over all rolls, each with the best play, for that side.
    pub mean: [f32; 5],
    /// The best play of each roll.
    pub rolls: [BestOfRoll; 21],
    /// The roll that was played.
    pub roll: Roll,
}

impl Turn {
    /// The value of the roll that was played.
    fn played(&self) -> Outputs {
        self.rolls[self.roll.index()].evaluation.outputs
    }
}

/// Plays on from positions, reusing its room.
pub(super) struct Courses {
    searcher: Searcher,
    cube: CubeInfo,
    settings: EvalSettings,
    subject: Subject,
    /// Turns of a course at most.
    turns: u32,
    course: Vec<Turn>,
}

impl Courses {
    pub fn new(players: &Arc<Evaluator>, subject: Subject, turns: u32) -> Self {
        let met = Arc::new(Met::kazaross_xg2());
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        let cube = CubeInfo::new(Cube::START, Player::Bottom, terms, &met);
        let searcher = Searcher::new(Arc::clone(players), met).with_prefilter(Some(Prefilter::STANDARD));
        Self { searcher, cube, settings: EvalSettings::cubeless(0), subject, turns, course: Vec::new() }
    }

    /// Plays on from a position that the subject asks for.
    pub fn play(&mut self, position: Position, chance: &mut Chance) -> &[Turn] {
        let Self { searcher, cube, settings, course, .. } = self;
        course.clear();
        let mut position = position;
        for _ in 0..self.turns {
            let rolls = searcher.all_rolls(&position, cube, settings);
            let mut mean = [0.0; 5];
            for (roll, best) in Roll::ALL.into_iter().zip(&rolls) {
                let weight = roll.weight() as f32 / 36.0;
                mean.iter_mut().zip(best.evaluation.outputs.0).for_each(|(mean, output)| *mean += weight * output);
            }
            let roll = chance.roll();
            let next = rolls[roll.index()].result.flipped();
            course.push(Turn { position, mean, rolls, roll });
            position = next;
            if !self.subject.asks(Class::of(&position)) {
                break;
            }
        }
        course
    }

    /// Plays on from a position that the subject asks for, and appends the positions of the first half of the turns
    /// with what they turned out to be worth. Of later ones too little of the course is known.
    pub fn follow(&mut self, position: Position, chance: &mut Chance, lessons: &mut Vec<(Position, Outputs)>) {
        self.play(position, chance);
        let course = &self.course;
        let kept = (self.turns as usize).div_ceil(2);
        // How much more than its value the turn played turned out to be worth, for the side that played it.
        let mut surplus = [0.0; 5];
        let mut next: Option<Outputs> = None;
        for (at, turn) in course.iter().enumerate().rev() {
            if let Some(next) = next {
                surplus = std::array::from_fn(|k| next.flipped().0[k] - turn.played().0[k]);
            }
            let worth = Outputs(std::array::from_fn(|k| turn.mean[k] + surplus[k]));
            if at < kept {
                lessons.push((turn.position, worth));
            }
            next = Some(worth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::train::answers::{Answering, Answers};
    use crate::train::scenes::Scene;

    fn lessons_of(turns: u32, position: Position, chance: &mut Chance) -> Vec<(Position, Outputs)> {
        let mut lessons = Vec::new();
        Courses::new(&Evaluator::standard(), Subject::Contact, turns).follow(position, chance, &mut lessons);
        lessons
    }

    /// What a searcher says this many turns later.
    fn ahead(plies: u8, position: Position) -> Outputs {
        let answers = Answers::LookAhead(plies);
        Answering::new(&answers, &Evaluator::standard(), Subject::Contact).answer(&[position])[0]
    }

    #[test]
    fn one_turn_is_the_mean_over_all_rolls() {
        let start = Variation::Standard.starting_position();
        let lessons = lessons_of(1, start, &mut Chance::new(1, 1));
        let expected = ahead(1, start);
        assert!(lessons.len() == 1 && lessons[0].0 == start);
        for (seen, expected) in lessons[0].1.0.into_iter().zip(expected.0) {
            assert!((seen - expected).abs() < 1e-6, "{seen} {expected}");
        }
    }

    /// The mean over the dice is what looking two turns ahead says, and the luck of the dice is no part of the noise.
    #[test]
    fn courses_of_two_turns_are_two_plies_on_average() {
        const COURSES: u32 = 600;
        let (mut chance, evaluator) = (Chance::new(4, 0), Evaluator::standard());
        let positions = [Variation::Standard.starting_position(), Scene::Primes.position(&mut chance)];
        for position in positions {
            let mut courses = Courses::new(&evaluator, Subject::Contact, 2);
            let (mut sum, mut squares, mut lessons) = (0.0, 0.0, Vec::new());
            for _ in 0..COURSES {
                lessons.clear();
                courses.follow(position, &mut chance, &mut lessons);
                assert!(lessons.len() == 1 && lessons[0].0 == position);
                let equity = f64::from(lessons[0].1.cubeless_equity());
                sum += equity;
                squares += equity * equity;
            }
            let mean = sum / f64::from(COURSES);
            let deviation = (squares / f64::from(COURSES) - mean * mean).sqrt();
            let (error, expected) =
                (deviation / f64::from(COURSES).sqrt(), f64::from(ahead(2, position).cubeless_equity()));
            assert!((mean - expected).abs() < 4.0 * error + 1e-5, "{mean} ± {error} {expected}");
            assert!(deviation < 0.1, "{deviation}: dice alone move the equity by a quarter");
        }
    }

    #[test]
    fn the_first_half_of_a_course_is_learned() {
        let start = Variation::Standard.starting_position();
        let lessons = lessons_of(9, start, &mut Chance::new(2, 2));
        assert_eq!(lessons.len(), 5);
        assert_eq!(lessons[4].0, start, "the last of a course comes first");
        assert!(lessons.iter().all(|(position, _)| Subject::Contact.asks(Class::of(position))));
    }
}
