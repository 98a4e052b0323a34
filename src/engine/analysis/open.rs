//! Doubts that the analysis of a decision leaves: the chance that the choice it prefers is the best, and the equity
//! that a perfect analysis is expected to find better.

use super::verdict::{decision_of, verdicts};
use super::{Performance, Thresholds, cube_info};
use crate::board::ByPlayer;
use crate::eval::{Class, Doubt, Evaluator, Look, doubts_of_means};
use crate::record::{Event, GameRecord, Method, Note, Numbers, PlayAnalysis, PlayValue, Step};
use crate::scoring::Met;

/// Doubts about a decision that is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Open {
    /// About the choice that the analysis prefers.
    pub best: Doubt,
    /// About the choice that was made, where it was looked at as the best was.
    pub made: Option<Doubt>,
    /// The errors of such a look were learned: not those of other programs and of other nets, which are taken to be as
    /// far off as the own of the same depth. Doubts that were not learned order work, and are not told.
    pub is_learned: bool,
}

/// Plays that are compared: those behind the first few are hardly the best.
const PLAYS: usize = 5;

/// Doubts about the decision of a step; `None` where nothing is judged.
pub fn open(record: &GameRecord, step: usize, evaluator: &Evaluator, met: &Met) -> Option<Open> {
    let Step { event, note, .. } = record.steps.get(step)?;
    let before = record.state(step);
    let game = before.game?;
    let class = evaluator.classify(&game.position);
    let is_exact = matches!(class, Class::Over | Class::Hypergammon | Class::BearoffTwoSided);
    let (doubts, made, method) = if let Event::Play(made) = event {
        let analysis = note.plays.as_ref()?;
        let first = &analysis.plays.first()?.method;
        let alike =
            |value: &&PlayValue| value.method.rank().0 == first.rank().0 && depth(&value.method) == depth(first);
        let is_made = |value: &PlayValue| value.play.result == made.result;
        let all: Vec<&PlayValue> = analysis.plays.iter().filter(alike).collect();
        let kept: Vec<&PlayValue> =
            all.iter().enumerate().filter(|(i, value)| *i < PLAYS || is_made(value)).map(|(_, value)| *value).collect();
        let made = kept.iter().position(|value| is_made(value));
        (of_plays(&kept, class, note), made, first)
    } else {
        let analysis = note.cube.as_ref()?;
        let values = decision_of(analysis, &cube_info(before, &game, met)).values;
        let is_answer = matches!(event, Event::Take | Event::Pass | Event::Beaver);
        let made = matches!(event, Event::Double | Event::Pass) as usize;
        let doubts = match analysis.errors {
            Some([no_double, take]) => {
                let deviation = |numbers: Numbers| f64::from(numbers.cubeful);
                let [no_double, take] =
                    [(values.no_double, deviation(no_double)), (values.double_take, deviation(take))];
                let pass = (values.double_pass, 0.0);
                let wide = |(value, deviation): (f32, f64)| (f64::from(value), deviation);
                let double = if take.0 < pass.0 { take } else { pass };
                if is_answer {
                    doubts_of_means(&[(f64::from(-take.0), take.1), (f64::from(-pass.0), 0.0)])
                } else {
                    doubts_of_means(&[wide(no_double), wide(double)])
                }
            }
            None => {
                let look = Look::of_cube(depth(&analysis.method), class, &values);
                look.questions()?[usize::from(is_answer)].doubts()
            }
        };
        (doubts, Some(made), &analysis.method)
    };
    let best = if is_exact { Doubt::NONE } else { *doubts.iter().min_by(|a, b| a.loss.total_cmp(&b.loss))? };
    let is_own = match method {
        Method::Plies { noise, .. } => *noise == 0.0 && !evaluator.is_reference(),
        Method::Level { .. } | Method::Rollout { .. } => true,
        Method::Foreign { .. } => false,
    };
    let made = made.and_then(|made| doubts.get(made).copied()).filter(|_| !is_exact);
    Some(Open { best, made, is_learned: is_own })
}

/// Sums of the equity that the preferred choices of the decisions that count are expected to give up, where errors were
/// learned: by its [rating](Performance::rating) a perfect analysis is expected to find a player's performance rating
/// higher.
pub fn expected_rise(games: &[GameRecord], evaluator: &Evaluator, met: &Met) -> ByPlayer<Performance> {
    let mut sums = ByPlayer([Performance::default(); 2]);
    for record in games {
        for verdict in verdicts(record, met, &Thresholds::default()).into_iter().filter(|verdict| verdict.rated) {
            if let Some(open) = open(record, verdict.step, evaluator, met).filter(|open| open.is_learned) {
                sums[verdict.player] += Performance::of(open.best.loss);
            }
        }
    }
    sums
}

/// How far ahead a look went whose errors are taken; those of rollouts without errors are of the deepest.
fn depth(method: &Method) -> u8 {
    match method.rank() {
        (0, plies, ..) => plies.min(2) as u8,
        _ => 2,
    }
}

/// The doubts about plays that were looked at alike.
fn of_plays(plays: &[&PlayValue], class: Class, note: &Note) -> Vec<Doubt> {
    let means = plays.iter().map(|value| Some((f64::from(value.numbers.cubeful), f64::from(value.errors?.cubeful))));
    if let Some(means) = means.collect::<Option<Vec<_>>>() {
        return doubts_of_means(&means);
    }
    let is_static = |analysis: &&PlayAnalysis| matches!(analysis.plays[0].method, Method::Plies { plies: 0, .. });
    let at_once = note.other_plays.iter().find(is_static).and_then(|analysis| {
        let value = |wanted: &&PlayValue| {
            let found = analysis.plays.iter().find(|value| value.play.result == wanted.play.result)?;
            Some(found.numbers.cubeful)
        };
        plays.iter().map(value).collect::<Option<Vec<f32>>>()
    });
    let values = plays.iter().map(|value| value.numbers.cubeful).collect();
    Look::new(depth(&plays[0].method), class, values, at_once).doubts()
}
