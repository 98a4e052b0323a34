//! Looking ahead: positions valued some turns deep, plays ranked, cube decisions made.
//!
//! An `n`-ply value is the mean over the 21 rolls of the `n-1`-ply values of the positions that best
//! play leads to; *best* inside the look-ahead means best without looking further. So the unit of work is
//! a position with all its rolls: every play of every roll is listed, the plays are evaluated in one
//! batch, and the best of each roll goes on.
//!
//! With the cube in mind, plays are chosen for the real state of the cube, and several states are valued
//! along them at once, see [`plan`].
//!
//! Every result is a function of its arguments and the evaluator: no value is kept from one question to the next, so
//! earlier questions and threads make no difference.

mod batch;
mod best;
mod node;
mod noise;
mod plan;
mod rank;
mod rolls;

pub use rank::Candidate;
pub use rolls::{BestOfRoll, RollAnswer, RollQuestion};

use super::bearoff::ScoreBearoff;
use super::cubeful::{CubeEfficiency, Efficiencies, Leaf};
use super::{Class, CubeDecision, CubeValues, EvalSettings, Evaluator, MoveFilters, Outputs, Prefilter, Scratch};
use crate::board::{Player, Position, Roll, SeenBy};
use crate::movegen::PlayList;
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use best::Frame;
use node::Node;
use noise::Noise;
use plan::{Plan, Question};
use rolls::Queries;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// The value of a position for the side on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The chances.
    pub outputs: Outputs,
    /// Their cubeless equity in units of the cube: for money with gammons in full, in a match with the
    /// gammon prices of the score.
    pub equity: f32,
    /// The equity with the cube in units of the cube, in a match on the scale of
    /// [`CubeInfo::scale`]; `None` after a cubeless evaluation.
    pub cubeful: Option<f32>,
}

impl Evaluation {
    /// The equity that decides: cubeful where there is one.
    pub fn score(&self) -> f32 {
        self.cubeful.unwrap_or(self.equity)
    }

    /// This evaluation seen by the other side. The cube stays as it is, so equities change their sign.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { outputs: self.outputs.flipped(), equity: -self.equity, cubeful: self.cubeful.map(|equity| -equity) }
    }
}

/// One thread's way of looking ahead: an evaluator, a match equity table, and room to work in.
///
/// Cheap to make; evaluator and table are shared.
pub struct Searcher {
    evaluator: Arc<Evaluator>,
    met: Arc<Met>,
    efficiency: CubeEfficiency,
    /// Whether the evaluator's nets say how live cubes are in positions that they know.
    asks_nets: bool,
    /// Knows short bearoffs at match scores.
    at_score: ScoreBearoff,
    /// Whether a position is looked at to be compared with those after other plays.
    compares: bool,
    prefilter: Option<Prefilter>,
    stop: Arc<AtomicBool>,
    scratch: Scratch,
    /// One for each depth of look-ahead.
    frames: Vec<Option<Box<Frame>>>,
    queries: Queries,
    /// Plans made lately, the latest last.
    plans: Vec<(PlanKey, Arc<Plan>)>,
    /// The number of the last noise drawn, where noise is not to be repeated.
    noise_drawn: u64,
    /// Static evaluations made.
    evaluations: u64,
    /// Positions that pruning nets or the filter net evaluated.
    guesses: u64,
}

/// Everything that a plan depends on, given the table.
#[derive(Clone, Copy, PartialEq)]
struct PlanKey {
    question: Question,
    cube: Cube,
    top: u32,
    on_roll: Player,
    terms: Terms,
    plies: u8,
}

impl PlanKey {
    /// Without a match the sides are alike, so that one plan serves for both.
    fn new(question: Question, cube: &CubeInfo, plies: u8) -> Self {
        let (lies, on_roll) = match cube.on_roll() {
            Player::Bottom if !cube.is_match() => (cube.cube().with_seats_swapped(), Player::Top),
            on_roll => (cube.cube(), on_roll),
        };
        Self { question, cube: lies, top: cube.top(), on_roll, terms: *cube.terms(), plies }
    }
}

/// Plans kept: a rollout alternates between few states of the cube, and trials in step are in several.
const PLANS_KEPT: usize = 16;

impl Searcher {
    /// A searcher with the usual cube efficiencies and no stop flag.
    pub fn new(evaluator: Arc<Evaluator>, met: Arc<Met>) -> Self {
        Self {
            asks_nets: evaluator.knows_cubes(),
            at_score: ScoreBearoff::new(&met),
            compares: false,
            evaluator,
            met,
            efficiency: CubeEfficiency::default(),
            prefilter: None,
            stop: Arc::default(),
            scratch: Scratch::default(),
            frames: Vec::new(),
            queries: Queries::default(),
            plans: Vec::new(),
            noise_drawn: 0,
            evaluations: 0,
            guesses: 0,
        }
    }

    /// This searcher with other cube efficiencies.
    #[must_use]
    pub fn with_efficiency(self, efficiency: CubeEfficiency) -> Self {
        let asks_nets = self.evaluator.knows_cubes() && efficiency.asks_nets();
        Self { efficiency, asks_nets, ..self }
    }

    /// This searcher with the filter net choosing which plays of each roll are evaluated at all, whatever the settings
    /// of evaluations have for pruning: see [`Searcher::all_rolls`].
    #[must_use]
    pub fn with_prefilter(self, prefilter: Option<Prefilter>) -> Self {
        Self { prefilter: prefilter.filter(|_| Evaluator::has_filter()), ..self }
    }

    /// This searcher, giving up soon after the flag is raised.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Arc<Evaluator> {
        &self.evaluator
    }

    /// The match equity table.
    pub fn met(&self) -> &Arc<Met> {
        &self.met
    }

    /// How live cubes are taken to be.
    pub const fn efficiency(&self) -> CubeEfficiency {
        self.efficiency
    }

    /// The flag that stops it.
    pub const fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// How many static evaluations it has made.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// How many positions pruning nets or the filter net have evaluated.
    pub const fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Begins the noise that is not to be repeated anew from a seed, so that what follows depends on the seed and not
    /// on earlier questions.
    pub const fn seed_noise(&mut self, seed: u64) {
        self.noise_drawn = noise::far_apart(seed);
    }

    /// The value of a position with this cube, the side on roll to double or roll.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn evaluate(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<Evaluation, Interrupted> {
        let node = self.look_ahead(Question::of(settings), position, cube, settings)?;
        let cubeful = node.values.first().map(|&value| plan::equity(value, cube));
        Ok(Evaluation { outputs: node.outputs, equity: cube.utility(&node.outputs), cubeful })
    }

    /// The cube decision of the side on roll. Its values always count the cube; the settings decide whether plays
    /// inside the look-ahead are chosen with the cube in mind.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cube_decision(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<CubeDecision, Interrupted> {
        let node = self.look_ahead(Question::decision(settings), position, cube, settings)?;
        let &[no_double, double_take] = node.values.as_slice() else {
            unreachable!("a decision values two states");
        };
        let values = CubeValues {
            no_double: plan::equity(no_double, cube),
            // For money this state is valued in units of the doubled cube.
            double_take: if cube.is_match() { plan::equity(double_take, cube) } else { 2.0 * double_take },
            double_pass: 1.0,
        };
        Ok(CubeDecision::new(values, node.outputs, cube))
    }

    /// The cube decision as [`cube_decision`](Self::cube_decision) has it where it is [near](CubeDecision::is_near)
    /// without looking ahead; what lies further apart is decided without looking ahead.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cube_decision_where_near(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
        near: f32,
    ) -> Result<CubeDecision, Interrupted> {
        let mut decision = self.cube_decision(position, cube, &settings.with_plies(0))?;
        if settings.plies() > 0 && decision.is_near(near) {
            decision = self.cube_decision(position, cube, settings)?;
        }
        Ok(decision)
    }

    /// The plays of a roll, best first. Empty when the roll cannot be played.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn rank_plays(
        &mut self,
        position: &Position,
        roll: Roll,
        cube: &CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<Vec<Candidate>, Interrupted> {
        let (plays, end) = self.rank_plays_so_far(position, roll, cube, settings, filters);
        end.map(|()| plays)
    }

    /// The plays of a roll as [`rank_plays`](Self::rank_plays) has them or, when the stop flag was raised, as the
    /// deepest look that was finished has them; and whether that was the last look.
    pub fn rank_plays_so_far(
        &mut self,
        position: &Position,
        roll: Roll,
        cube: &CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> (Vec<Candidate>, Result<(), Interrupted>) {
        let mut plays = PlayList::new();
        plays.generate(position, roll);
        self.rank_so_far(&plays, cube, settings, filters)
    }

    /// The best play of a roll; `None` when it cannot be played.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn best_play(
        &mut self,
        position: &Position,
        roll: Roll,
        cube: &CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<Option<Candidate>, Interrupted> {
        Ok(self.rank_plays(position, roll, cube, settings, filters)?.into_iter().next())
    }

    /// Values a position some plies deep.
    fn look_ahead(
        &mut self,
        question: Question,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<Node, Interrupted> {
        let plan = self.plan(question, cube, settings.plies());
        self.node(&plan, 0, position, settings.plies(), &PlaySelection::new(settings, self))
    }

    /// The plan for a question, made now or kept from before.
    fn plan(&mut self, question: Question, cube: &CubeInfo, plies: u8) -> Arc<Plan> {
        self.forget_plans();
        let at = self.plan_at(question, cube, plies);
        Arc::clone(&self.plans[at].1)
    }

    /// The index of the plan for a question, valid until the plans are cleared.
    fn plan_at(&mut self, question: Question, cube: &CubeInfo, plies: u8) -> usize {
        let key = PlanKey::new(question, cube, plies);
        self.plans.iter().rposition(|(known, _)| *known == key).unwrap_or_else(|| {
            let cube = CubeInfo::up_to(key.top, key.cube, key.on_roll, key.terms, &self.met);
            self.plans.push((key, Arc::new(Plan::new(question, &cube, plies, &self.met))));
            self.plans.len() - 1
        })
    }

    /// Drops the oldest plans where there are too many.
    fn forget_plans(&mut self) {
        self.plans.drain(..self.plans.len().saturating_sub(PLANS_KEPT));
    }

    /// Whether to go on: for work between searches that takes long.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn check_stop(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }

    /// The class of a position in the look that goes on.
    fn classify(&self, position: &Position) -> Class {
        if self.compares { self.evaluator.classify_result(position) } else { self.evaluator.classify(position) }
    }

    /// Everything about a position that its value with a cube depends on, given its value without.
    fn leaf<'a>(&'a self, seen: SeenBy, position: &'a Position, value: Static) -> Leaf<'a> {
        self.leaf_of(self.classify(position), seen, position, value)
    }

    /// [`Self::leaf`] of a position whose class is known.
    fn leaf_of<'a>(&'a self, class: Class, seen: SeenBy, position: &'a Position, value: Static) -> Leaf<'a> {
        let Static { outputs, efficiencies } = value;
        let (bearoff, sides) = (self.evaluator.bearoff(), seen.sides(position));
        // GNU Backgammon's nets keep that program's digits.
        let is_own = !self.evaluator.is_reference();
        let exact = match class {
            Class::BearoffOneSided if is_own => bearoff.stacks(sides),
            _ => bearoff.exact(class, sides),
        };
        let is_known = is_own && class == Class::BearoffTwoSided && ScoreBearoff::covers(sides);
        let at_score = is_known.then_some((&self.at_score, sides));
        Leaf { outputs, efficiencies, exact, at_score, turns_at_once: self.asks_nets }
    }
}

/// A position evaluated without looking ahead.
#[derive(Clone, Copy, Debug)]
struct Static {
    /// The chances of the side on roll.
    outputs: Outputs,
    /// How live its cube is.
    efficiencies: Efficiencies,
}

/// How positions are evaluated everywhere inside a look-ahead.
#[derive(Clone, Copy, Debug)]
struct PlaySelection {
    /// The filter that thins out the plays of a roll before they are evaluated.
    filter: Option<PlayFilter>,
    /// The filter is the one that the own nets have by themselves, and may leave more plays or fewer.
    is_usual: bool,
    noise: Option<Noise>,
}

/// The filter that thins out the plays of a roll.
#[derive(Clone, Copy, Debug)]
enum PlayFilter {
    /// The pruning nets of a weights file, within look-ahead only.
    PruningNets,
    /// The filter net, everywhere.
    Prefilter(Prefilter),
}

impl PlaySelection {
    /// Inside a look-ahead.
    fn new(settings: &EvalSettings, searcher: &Searcher) -> Self {
        let noise = Noise::new(settings);
        let filter = match searcher.prefilter {
            _ if noise.is_some() => None,
            Some(rule) => Some(PlayFilter::Prefilter(rule)),
            None if !settings.prune => None,
            None if searcher.evaluator.has_pruning() => Some(PlayFilter::PruningNets),
            None if !Evaluator::has_filter() => None,
            None => Some(PlayFilter::Prefilter(Prefilter::STANDARD)),
        };
        let is_usual = searcher.prefilter.is_none() && matches!(filter, Some(PlayFilter::Prefilter(_)));
        Self { filter, is_usual, noise }
    }

    /// The usual filter by another rule. A filter that was asked for stays as it is.
    fn by(self, rule: Prefilter) -> Self {
        if self.is_usual { Self { filter: Some(PlayFilter::Prefilter(rule)), ..self } } else { self }
    }

    /// Where the plays of a position are compared without looking ahead.
    fn without_pruning(self) -> Self {
        Self { filter: self.filter.filter(|filter| matches!(filter, PlayFilter::Prefilter(_))), ..self }
    }
}
