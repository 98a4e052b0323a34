//! The analysis of a record look by look: everything by plies, then what is open by levels, each where it is worth most
//! for its time.

use super::open::{Open, open};
use super::run::{Scope, Task, tasks};
use super::verdict::decision_of;
use super::{AnalysisSettings, cube_info};
use crate::board::{ByPlayer, Player};
use crate::eval::Evaluator;
use crate::level::{Level, Rung, cube_gap, play_gap};
use crate::record::{Method, Note, PlayAnalysis, Record, State};
use crate::scoring::Met;

impl AnalysisSettings {
    /// These settings at a rung.
    #[must_use]
    pub fn at(&self, rung: Rung) -> Self {
        let (plies, level) = match rung {
            Rung::Plies(plies) => (plies, None),
            Rung::Level(level) => (crate::level::PLIES, Some(level)),
        };
        Self {
            chequerplay: self.chequerplay.with_plies(plies),
            cubedecision: self.cubedecision.with_plies(plies),
            chequer_level: level,
            cube_level: level,
            ..self.clone()
        }
    }
}

/// The steps of a part of a record that have a question, those first at which most is expected to be lost by what is
/// known, or at which nothing is.
pub fn doubtful_first(record: &Record, scope: Scope, evaluator: &Evaluator, met: &Met) -> Vec<(usize, usize)> {
    let with_loss = |task: Task<'_>| {
        let known = open(&record.games()[task.game], task.step, evaluator, met);
        ((task.game, task.step), known.map_or(f64::INFINITY, |open| open.best.loss))
    };
    let mut steps: Vec<_> = tasks(record, scope).into_iter().map(with_loss).collect();
    // Ties keep the order of the record.
    steps.sort_by(|a, b| b.1.total_cmp(&a.1));
    steps.into_iter().map(|(step, _)| step).collect()
}

/// A look at a step of a record by the next level above what is known there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelLook {
    /// The game and the step, both from 0.
    pub place: (usize, usize),
    /// The level.
    pub level: Level,
    /// The worth of a millisecond of it: by so much the look may lower the mean square of the error in the equity that
    /// its player is said to lose in all.
    pub worth: f64,
}

/// Looks by levels that may still change something in a part of a record, those first that are worth most for their
/// time. `tried` tells the highest level that was asked about a step: where it leaves the decision to plies, that is no
/// less open afterwards.
///
/// The error of the equity that is said to be lost is the sum of what better choices would gain that nobody has found,
/// which adds up over a match, and of what is open about choices that were not the best, which evens out.
pub fn looks_by_level(
    record: &Record,
    scope: Scope,
    tried: &dyn Fn((usize, usize)) -> Option<Level>,
    evaluator: &Evaluator,
    met: &Met,
) -> Vec<LevelLook> {
    let all = tasks(record, scope);
    let known = |task: &Task<'_>| open(&record.games()[task.game], task.step, evaluator, met);
    let known: Vec<Option<(Player, Open)>> =
        all.iter().map(|task| Some((task.before.game?.to_decide(), known(task)?))).collect();
    let mut unfound = ByPlayer([0.0; 2]);
    known.iter().flatten().for_each(|(player, open)| unfound[*player] += open.best.loss);
    let look = |(task, known): (&Task<'_>, &Option<(Player, Open)>)| {
        let (player, open) = known.as_ref()?;
        let place = (task.game, task.step);
        let level = next_level(task.before, &task.entry.note, tried(place), met)?;
        let to_find = 2.0 * unfound[*player] * open.best.loss + open.made.unwrap_or(open.best).variance;
        Some(LevelLook { place, level, worth: to_find / level.recipe().milliseconds })
    };
    let mut looks: Vec<LevelLook> = all.iter().zip(&known).filter_map(look).collect();
    looks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    looks
}

/// The lowest level of the ladder above what the note has that may find another answer, or another loss of the choice
/// that was made.
fn next_level(before: &State, note: &Note, tried: Option<Level>, met: &Met) -> Option<Level> {
    let level_above = |method: &Method| {
        let is_above =
            |level: &Level| Some(*level) > tried && method.rank() < Method::Level { level: *level, trials: 0 }.rank();
        Rung::LEVELS.into_iter().find(is_above)
    };
    let of_plays = || {
        let plays = note.plays.as_ref()?;
        let level = level_above(&plays.plays[0].method)?;
        let is_error = plays.played.is_some_and(|played| played > 0);
        (is_error || gap_of_plays(plays) <= Rung::Level(level).margins()[0]).then_some(level)
    };
    let of_cube = || {
        let level = level_above(&note.cube.as_ref()?.method)?;
        (cube_gap_of(before, note, met) <= Rung::Level(level).margins()[1]).then_some(level)
    };
    of_plays().into_iter().chain(of_cube()).min()
}

/// How far the next play is behind the best, of those looked at in the same way.
fn gap_of_plays(analysis: &PlayAnalysis) -> f32 {
    let rank = analysis.plays[0].method.rank();
    let same = analysis.plays.iter().filter(|play| play.method.rank() == rank);
    play_gap(same.map(|play| play.numbers.cubeful))
}

fn cube_gap_of(before: &State, note: &Note, met: &Met) -> f32 {
    let (Some(cube), Some(game)) = (&note.cube, &before.game) else { return f32::INFINITY };
    let info = cube_info(before, game, met);
    cube_gap(&decision_of(cube, &info).values)
}
