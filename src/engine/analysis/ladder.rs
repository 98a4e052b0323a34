//! The analysis of a record rung by rung: everything by plies, then the close decisions by levels, those first at which
//! most is expected to be lost.

use super::open::open;
use super::run::{Scope, tasks};
use super::verdict::decision_of;
use super::{AnalysisSettings, cube_info};
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

/// A step of a record that is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// The game, from 0.
    pub game: usize,
    /// The step, from 0.
    pub step: usize,
    /// The equity that the choice which is preferred there is expected to give up; infinite where nothing is known.
    pub loss: f64,
}

/// The steps of a part of a record that a rung is to look at, those first at which most is expected to be lost: all
/// that can be analyzed by plies, those that are close by what is known by a level.
#[must_use]
pub fn steps_for(record: &Record, scope: Scope, rung: Rung, evaluator: &Evaluator, met: &Met) -> Vec<Wanted> {
    let mut steps: Vec<Wanted> = tasks(record, scope)
        .into_iter()
        .filter(|task| match rung {
            Rung::Plies(_) => true,
            Rung::Level(level) => is_open(task.before, &task.entry.note, level, met),
        })
        .map(|task| {
            let (game, step) = (task.game, task.step);
            let known = open(&record.games()[game], step, evaluator, met);
            Wanted { game, step, loss: known.map_or(f64::INFINITY, |open| open.best.loss) }
        })
        .collect();
    // Ties keep the order of the record.
    steps.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    steps
}

/// A level may find another answer to a decision than the note has.
fn is_open(before: &State, note: &Note, level: Level, met: &Met) -> bool {
    let is_below = |method: &Method| method.rank() < Method::Level { level, trials: 0 }.rank();
    let [of_plays, of_cube] = Rung::Level(level).margins();
    let plays = note.plays.as_ref().filter(|plays| is_below(&plays.plays[0].method));
    let cube = note.cube.as_ref().filter(|cube| is_below(&cube.method));
    plays.is_some_and(|plays| gap_of_plays(plays) <= of_plays)
        || cube.is_some_and(|_| cube_gap_of(before, note, met) <= of_cube)
}

/// How far the next play is behind the best, of those looked at in the same way; or the play that was made, where that
/// is nearer.
fn gap_of_plays(analysis: &PlayAnalysis) -> f32 {
    let rank = analysis.plays[0].method.rank();
    let same = analysis.plays.iter().filter(|play| play.method.rank() == rank);
    let made = analysis.played.filter(|&played| played > 0).map_or(f32::INFINITY, |played| -analysis.behind(played));
    play_gap(same.map(|play| play.numbers.cubeful)).min(made)
}

fn cube_gap_of(before: &State, note: &Note, met: &Met) -> f32 {
    let (Some(cube), Some(game)) = (&note.cube, &before.game) else { return f32::INFINITY };
    let info = cube_info(before, game, met);
    cube_gap(&decision_of(cube, &info).values)
}
