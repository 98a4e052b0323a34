//! Decisions of one kind, each play valued by a judge: what `score` can read.

use super::contender::Contender;
use crate::board::{Player, Position};
use crate::eval::{Class, EvalSettings, Evaluator, Interrupted, MoveFilters, Searcher};
use crate::movegen::PlayList;
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use crate::train::{Chance, RolledOut, Start};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays of a decision that are valued: the best by the built-in nets, and one of the others.
const BEST: usize = 6;

/// A game from its start is left somewhere in this many turns.
const TURNS: u32 = 50;

/// Decisions made of one kind.
pub struct Exam {
    start: Start,
    seed: u64,
    judge: Contender,
    met: Arc<Met>,
    stop: Arc<AtomicBool>,
}

impl Exam {
    /// Decisions of games that begin so, to be valued by a judge as deep as it looks.
    pub fn new(start: Start, seed: u64, judge: Contender, stop: Arc<AtomicBool>) -> Self {
        Self { start, seed, judge, met: Arc::new(Met::kazaross_xg2()), stop }
    }

    /// The candidates of some decisions, in order; those of a decision share its number plus 1. Fewer when the stop
    /// flag is raised.
    pub fn decisions(&self, numbers: std::ops::Range<u32>) -> Vec<RolledOut> {
        let found: Vec<Result<Vec<RolledOut>, Interrupted>> = numbers
            .into_par_iter()
            .map_init(|| self.searchers(), |searchers, number| self.decision(searchers, number))
            .collect();
        found.into_iter().map_while(Result::ok).flatten().collect()
    }

    /// The searchers of the player and of the judge.
    fn searchers(&self) -> [Searcher; 2] {
        [Evaluator::standard(), Arc::clone(&self.judge.evaluator)]
            .map(|evaluator| Searcher::new(evaluator, Arc::clone(&self.met)).with_stop(Arc::clone(&self.stop)))
    }

    fn decision(&self, [player, judge]: &mut [Searcher; 2], number: u32) -> Result<Vec<RolledOut>, Interrupted> {
        let mut chance = Chance::new(self.seed, u64::from(number));
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        let cube = CubeInfo::new(Cube::START, Player::Bottom, terms, &self.met);
        let plain = EvalSettings::cubeless(0);
        let mut plays = PlayList::new();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
            let Some(position) = self.place(player, &cube, &mut chance, &mut plays)? else { continue };
            let ranked = player.rank_plays(&position, chance.roll(), &cube, &plain, &MoveFilters::default())?;
            if ranked.len() < 2 {
                continue;
            }
            let other = BEST + chance.below(ranked.len() as u32) as usize;
            let chosen = ranked.iter().take(BEST).chain(ranked.get(other));
            return chosen
                .map(|candidate| {
                    let result = &candidate.play.result;
                    let worth = judge.evaluate_play(result, &cube, &plain.with_plies(self.judge.plies))?;
                    Ok(RolledOut {
                        decision: number + 1,
                        position: result.flipped(),
                        equity: f64::from(worth.outputs.cubeless_equity()),
                    })
                })
                .collect();
        }
    }

    /// A position of the start's subject somewhere in a game; `None` when the game had left it before.
    fn place(
        &self,
        player: &mut Searcher,
        cube: &CubeInfo,
        chance: &mut Chance,
        plays: &mut PlayList,
    ) -> Result<Option<Position>, Interrupted> {
        let (mut position, wild, longest) = self.start.begin(chance);
        let subject = self.start.subject();
        let is_asked = |position: &Position| subject.asks(Class::of(position));
        let turns = match self.start {
            Start::Scene(_) => chance.below(longest),
            Start::Game(_) | Start::Wild => wild + chance.below(TURNS),
        };
        for turn in 0..turns {
            if !is_asked(&position) {
                return Ok(None);
            }
            let roll = chance.roll();
            let result = if turn < wild {
                match plays.generate(&position, roll) {
                    0 => position,
                    count => plays.results()[chance.below(count as u32) as usize],
                }
            } else {
                let settings = EvalSettings::cubeless(0);
                let best = player.best_play(&position, roll, cube, &settings, &MoveFilters::default())?;
                best.map_or(position, |candidate| candidate.play.result)
            };
            position = result.flipped();
        }
        Ok(Some(position).filter(is_asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::CubeEfficiency;
    use crate::train::Score;

    #[test]
    fn every_start_gives_decisions_and_the_judge_finds_himself_good() {
        let judge = Contender {
            name: "own".to_owned(),
            evaluator: Evaluator::standard(),
            plies: 0,
            efficiency: CubeEfficiency::BY_NETS,
        };
        for (start, name) in Start::NAMED {
            let exam = Exam::new(start, 4, judge.clone(), Arc::default());
            let rows = exam.decisions(0..6);
            assert_eq!(rows, exam.decisions(0..6), "{name}");
            let numbers: Vec<u32> = rows.iter().map(|row| row.decision).collect();
            assert!((1..=6).all(|number| numbers.iter().filter(|&&its| its == number).count() >= 2), "{name}");
            let score = Score::of(&judge.evaluator, &rows);
            assert!(score.root_mean_square() < 1e-6 && score.losses.iter().all(|lost| lost.loss == 0.0), "{name}");
        }
    }
}
