//! A thread's memory of the first turns of its trials.
//!
//! There are 21 positions after the first roll and 441 after two, so a rollout meets each of them again and again. The
//! luck, decision and play there are functions of the position, the cube and the turn, and are computed once. Later
//! turns hardly ever recur.
//!
//! An answer is kept with the number of static evaluations that it took, which count as if they were made again: how
//! many a trial took must not depend on which trials came before it.

use super::luck::{RollValues, Searchers};
use crate::board::{Position, Roll};
use crate::eval::{CubeDecision, Interrupted};
use crate::rollout::order::settings::RolloutSettings;
use crate::scoring::Cube;
use std::collections::HashMap;
use std::hash::Hash;

/// The number of turns kept.
const TURNS: u32 = 3;

/// Looks and cube decisions, at most: those of eight candidates and more, 10 MB.
const MOST_TURNS: usize = 4_000;

/// Plays, at most: 2 MB.
const PLAYS: usize = 12_000;

/// A thread's memory of one rollout.
pub struct Memory {
    is_on: bool,
    /// All rolls of a turn.
    pub roll_values: Answers<TurnKey, RollValues>,
    /// Cube decisions.
    pub decisions: Answers<TurnKey, CubeDecision>,
    /// Positions after plays, seen by the side that made them.
    pub plays: Answers<(TurnKey, Roll), Position>,
}

/// A turn of some trials of a rollout, before its roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurnKey {
    /// The candidate of the trials.
    pub candidate: usize,
    /// Turns played.
    pub turn: u32,
    /// The position, seen by the side on roll.
    pub position: Position,
    /// The cube.
    pub cube: Cube,
}

/// How many turns of a trial come from the memory, in the mean of so many trials played by one thread. After `n` turns
/// there are `21^n` of them; a play depends on one roll more, for which `rolls` is 1 and otherwise 0.
pub fn turns_spared(settings: &RolloutSettings, trials: u64, rolls: u32) -> f64 {
    if settings.is_noisy() {
        return 0.0;
    }
    let spared = |turn: u32| 1.0 - (21_u64.pow(turn + rolls) as f64 / trials.max(1) as f64).min(1.0);
    (0..TURNS).map(spared).sum()
}

/// Answers to questions of a kind.
pub struct Answers<K, V> {
    /// The answers, with the static evaluations that each took.
    known: HashMap<K, (V, u64)>,
    room: usize,
}

impl Memory {
    /// Empty, for trials with these settings.
    pub fn new(settings: &RolloutSettings) -> Self {
        Self { is_on: !settings.is_noisy(), ..Self::none() }
    }

    /// A memory that keeps nothing, for a trial by itself.
    pub fn none() -> Self {
        let roll_values = Answers::with_room(MOST_TURNS);
        let (decisions, plays) = (Answers::with_room(MOST_TURNS), Answers::with_room(PLAYS));
        Self { is_on: false, roll_values, decisions, plays }
    }

    /// Whether what happens on a turn is worth remembering.
    pub const fn remembers(&self, turn: u32) -> bool {
        self.is_on && turn < TURNS
    }
}

impl<K: Eq + Hash, V: Clone> Answers<K, V> {
    fn with_room(room: usize) -> Self {
        Self { known: HashMap::new(), room }
    }

    /// The answer to a question and the evaluations that were not made for it, since it was kept. With `None` it is
    /// computed anew.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn ask(
        &mut self,
        question: Option<K>,
        searchers: &mut Searchers,
        find: impl FnOnce(&mut Searchers) -> Result<V, Interrupted>,
    ) -> Result<(V, u64), Interrupted> {
        if let Some(known) = self.recall(question.as_ref()) {
            return Ok(known);
        }
        let before = searchers.evaluations();
        let answer = find(searchers)?;
        self.learn(question, &answer, searchers.evaluations() - before);
        Ok((answer, 0))
    }

    /// A kept answer and the evaluations that it took.
    pub fn recall(&self, question: Option<&K>) -> Option<(V, u64)> {
        self.known.get(question?).cloned()
    }

    /// Keeps an answer, if there is room.
    pub fn learn(&mut self, question: Option<K>, answer: &V, evaluations: u64) {
        if let Some(question) = question.filter(|_| self.known.len() < self.room) {
            self.known.insert(question, (answer.clone(), evaluations));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::rollout::Engine;
    use crate::scoring::Met;
    use std::sync::Arc;

    #[test]
    fn an_answer_is_found_out_once_while_there_is_room() {
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let mut searchers =
            engine.searchers(&crate::rollout::order::resolved::tests::resolved(&RolloutSettings::default()));
        let mut answers = Answers::with_room(2);
        let mut found = Vec::new();
        for question in [Some(1), Some(2), Some(1), Some(3), Some(3), None, None] {
            let (answer, _) = answers
                .ask(question, &mut searchers, |_| {
                    found.push(question);
                    Ok(question.map_or(0, |question| 10 * question))
                })
                .expect("nobody stops it");
            assert_eq!(answer, question.map_or(0, |question| 10 * question));
        }
        assert_eq!(found, [Some(1), Some(2), Some(3), Some(3), None, None]);
        assert_eq!((answers.recall(Some(&2)), answers.recall(Some(&3))), (Some((20, 0)), None));
        assert_eq!(answers.ask(Some(4), &mut searchers, |_| Err(Interrupted)), Err(Interrupted));
    }

    #[test]
    fn what_is_spared_depends_on_the_trials() {
        let mut settings = RolloutSettings::default();
        let spared = |settings: &RolloutSettings, trials| [0, 1].map(|rolls| turns_spared(settings, trials, rolls));
        assert_eq!(spared(&settings, 1), [0.0, 0.0]);
        assert_eq!(spared(&settings, 42), [41.0 / 42.0 + 0.5, 0.5]);
        assert_eq!(spared(&settings, 882), [881.0 / 882.0 + 861.0 / 882.0 + 0.5, 861.0 / 882.0 + 0.5]);
        settings.players.0[1].chequer = settings.players.0[1].chequer.with_noise(0.1);
        assert_eq!(spared(&settings, 882), [0.0, 0.0], "noise is drawn anew");
    }
}
