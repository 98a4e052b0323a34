//! The equity that each decision of a game gave up, read from its notes.

use super::turn::cube_info;
use super::{Fault, Thresholds};
use crate::board::Player;
use crate::eval::{Answer, CubeDecision, CubeValues, Outputs};
use crate::movegen::legal_plays;
use crate::record::{CubeAnalysis, Event, GameRecord, Note, Skill, State};
use crate::scoring::{CubeInfo, Met};

words! {
    /// The action that a decision took.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Action: name {
        /// A play, or none where none was legal.
        Play = "the play",
        /// Not to double before a roll.
        NoDouble = "not doubling",
        /// The decision to double.
        Double = "doubling",
        /// The decision to take.
        Take = "taking",
        /// The decision to pass.
        Pass = "passing",
        /// Takes and turns the cube once more at once.
        Beaver = "beavering",
        /// The decision to resign.
        Resign = "resigning",
        /// The decision to accept a resignation.
        Accept = "accepting",
    }
}

/// The equity that a decision gave up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The number of its step in the game, from 0.
    pub step: usize,
    /// The player who decided.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The equity it gave up against the best, normalized; 0 or more.
    pub loss: f32,
    /// The value of that at this cube: points, or match winning chance.
    pub cost: f32,
    /// Whether there was something to decide: more than one legal play, or a cube decision that is close or actual.
    pub counts: bool,
    /// A decision that counts for the performance rating, which draws the line elsewhere than statistics do.
    pub rated: bool,
    /// The values of the cube decision, where it is one.
    pub cube: Option<CubeValues>,
    /// The mark: that of a person, or else that of the loss.
    pub mark: Option<Skill>,
    /// The kind of error, where there was something to decide.
    pub fault: Option<Fault>,
}

/// A roll before which doubling would give up less than this counts for the performance rating.
const RATED_DOUBLE: f32 = 0.2;

/// The least loss that counts as one: smaller ones print as 0.000, and are below what any analysis can tell.
const LEAST_LOSS: f32 = 0.0005;

/// A loss that is told of is at least half of the last digit that is printed.
pub fn is_loss(loss: f32) -> bool {
    loss >= LEAST_LOSS
}

impl Verdict {
    /// Whether the choice lost so much that it counts as an error, by the thresholds.
    pub const fn is_error(&self) -> bool {
        self.fault.is_some()
    }

    /// Whether there was a better choice, by a [loss](is_loss) that is told of.
    pub fn is_wrong(&self) -> bool {
        self.counts && is_loss(self.loss)
    }
}

/// The value of an equity with a cube: points, or match winning chance.
pub fn worth(equity: f32, cube: &CubeInfo) -> f32 {
    cube.mwc_of_difference(equity).unwrap_or_else(|| equity * cube.cube().value() as f32)
}

/// The decision that an analysis of the cube amounts to.
pub fn decision_of(analysis: &CubeAnalysis, info: &CubeInfo) -> CubeDecision {
    let (no_double, double_take) = (analysis.no_double.cubeful, analysis.take.cubeful);
    let values = CubeValues { no_double, double_take, double_pass: 1.0 };
    CubeDecision::new(values, Outputs(analysis.no_double.outputs), info)
}

/// The cube actions from which the player at a step chooses, each with the equity that it gives up by the analysis
/// there: to double or not, to take, pass or beaver. `None` where nothing is judged.
pub fn cube_choices(record: &GameRecord, step: usize, met: &Met) -> Option<Vec<(Action, f32)>> {
    let game = record.state(step).game?;
    let entry = &record.steps[step];
    let decision = decision_of(entry.note.cube.as_ref()?, &cube_info(record.state(step), &game, met));
    Some(match entry.event {
        Event::Roll(_) | Event::Set(_) | Event::Double => {
            let loss = |value: f32| decision.best() - value;
            vec![(Action::NoDouble, loss(decision.values.no_double)), (Action::Double, loss(decision.double()))]
        }
        Event::Take | Event::Pass | Event::Beaver => {
            let (exchange, turns) = (decision.exchange(), game.beavers);
            let named = |answer: Answer| match answer {
                Answer::Take => Action::Take,
                Answer::Pass => Action::Pass,
                Answer::Beaver => Action::Beaver,
            };
            let loss = |value: f64| (value - exchange.best(turns)).abs() as f32;
            exchange.answers(turns).map(|way| (named(way.answer), loss(way.value))).collect()
        }
        _ => return None,
    })
}

/// The equity that every decision of a game gave up that has an analysis, in order.
pub fn verdicts(game: &GameRecord, met: &Met, thresholds: &Thresholds) -> Vec<Verdict> {
    (0..game.steps.len()).filter_map(|step| verdict(game, step, met, thresholds)).collect()
}

/// The loss of a cube action by the file from which its analysis comes.
fn told(note: &Note) -> Option<f32> {
    note.cube.as_ref()?.told
}

/// The equity that the decision of a step gave up.
pub fn verdict(record: &GameRecord, step: usize, met: &Met, thresholds: &Thresholds) -> Option<Verdict> {
    let (before, entry) = (record.state(step), &record.steps[step]);
    let game = before.game?;
    let (info, note) = (cube_info(before, &game, met), &entry.note);
    let found = |player, action, loss: f32, counts, cube| {
        let mark = note.skill.or_else(|| thresholds.skill(loss));
        let cost = worth(loss, &info);
        let rated = counts && !matches!(action, Action::Resign | Action::Accept);
        let fault = if counts { thresholds.fault(loss) } else { None };
        Some(Verdict { step, player, action, loss, cost, counts, rated, cube, mark, fault })
    };
    match &entry.event {
        Event::Play(_) => {
            let plays = note.plays.as_ref()?;
            let legal = game.dice.map_or(0, |dice| legal_plays(&game.position, dice).len());
            let verdict = found(game.on_roll, Action::Play, -plays.loss()?, legal > 1, None)?;
            Some(Verdict { rated: legal > 1 && plays.are_of_different_worth(), ..verdict })
        }
        Event::NoPlay => found(game.on_roll, Action::Play, 0.0, false, None),
        Event::Roll(_) | Event::Set(_) if entry.after.game.is_some() => {
            let decision = decision_of(note.cube.as_ref()?, &info);
            let loss = told(note).unwrap_or_else(|| decision.best() - decision.values.no_double);
            let verdict = found(game.on_roll, Action::NoDouble, loss, decision.is_close(), Some(decision.values))?;
            Some(Verdict { rated: decision.best() - decision.double() < RATED_DOUBLE, ..verdict })
        }
        Event::Double => {
            let decision = decision_of(note.cube.as_ref()?, &info);
            let loss = told(note).unwrap_or_else(|| decision.best() - decision.double());
            found(game.on_roll, Action::Double, loss, true, Some(decision.values))
        }
        Event::Take | Event::Pass | Event::Beaver => {
            let decision = decision_of(note.cube.as_ref()?, &info);
            let (exchange, turns) = (decision.exchange(), game.beavers);
            let (action, chosen) = match entry.event {
                Event::Take => (Action::Take, exchange.take(turns)),
                Event::Pass => (Action::Pass, exchange.pass(turns)),
                _ => (Action::Beaver, exchange.turn(turns)?),
            };
            let loss = told(note).unwrap_or_else(|| (chosen - exchange.best(turns)).abs() as f32);
            found(game.to_decide(), action, loss, true, Some(decision.values))
        }
        Event::Resign(_) => {
            let analysis = note.resignation?;
            found(game.to_decide(), Action::Resign, (analysis.play_on - analysis.resign).max(0.0), true, None)
        }
        Event::Accept => {
            let offered = step.checked_sub(1).and_then(|before| record.steps[before].note.resignation)?;
            found(game.to_decide(), Action::Accept, (offered.resign - offered.play_on).max(0.0), true, None)
        }
        Event::Begin { .. } | Event::Roll(_) | Event::Irregular(_) | Event::Set(_) | Event::Decline => None,
    }
}

/// The luck of a roll and its worth, with the player who rolled.
pub fn luck_at(record: &GameRecord, step: usize, met: &Met) -> Option<(Player, f32, f32)> {
    let entry = &record.steps[step];
    let luck = entry.note.luck?;
    let state: &State = if matches!(entry.event, Event::Begin { .. }) { &entry.after } else { record.state(step) };
    let game = state.game?;
    Some((game.on_roll, luck, worth(luck, &cube_info(state, &game, met))))
}
