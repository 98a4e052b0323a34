//! The engine of trials: an evaluator, a match equity table, a flag that interrupts.

use super::luck::{Meter, Searchers, Spent};
use super::witness::GameSink;
use crate::eval::{Class, EfficiencySource, EvalSettings, Evaluator, Interrupted, Look, Prefilter, Searcher};
use crate::rollout::order::Order;
use crate::rollout::order::fingerprint::{Differences, Fingerprint, fingerprint};
use crate::rollout::order::job::{Job, JobKind, Start};
use crate::rollout::order::resolved::Resolved;
#[cfg(feature = "nets")]
use crate::rollout::order::settings::LuckBy;
use crate::rollout::order::settings::RolloutSettings;
use crate::scoring::{CubeInfo, Met, Terms};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The engine of trials.
#[derive(Clone)]
pub struct Engine {
    /// Values positions.
    pub evaluator: Arc<Evaluator>,
    /// Values match scores.
    pub met: Arc<Met>,
    /// Raised to interrupt: trials under way are dropped, finished ones are kept. It is checked all the time but while
    /// the standard bearoff databases are made, a fraction of a second when a trial first needs them:
    /// [`Bearoff::compute`](crate::eval::bearoff::Bearoff::compute) makes them before.
    pub stop: Arc<AtomicBool>,
    /// Receives the games that are played, if there is one.
    pub games: Option<Arc<dyn GameSink>>,
    /// Adds up what trials make evaluations for.
    pub meter: Arc<Meter>,
}

impl Engine {
    /// An engine whose stop flag is its own and not raised.
    pub fn new(evaluator: Arc<Evaluator>, met: Arc<Met>) -> Self {
        Self { evaluator, met, stop: Arc::default(), games: None, meter: Arc::default() }
    }

    /// The program's own nets with the match equity table that is usual.
    #[cfg(feature = "nets")]
    pub fn standard() -> Self {
        Self::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()))
    }

    /// A searcher of this engine.
    pub fn searcher(&self) -> Searcher {
        Searcher::new(Arc::clone(&self.evaluator), Arc::clone(&self.met)).with_stop(Arc::clone(&self.stop))
    }

    /// The searchers with which a thread plays trials.
    pub(in crate::rollout) fn searchers(&self, settings: &Resolved) -> Searchers {
        let players = self
            .searcher()
            .with_efficiency(settings.efficiency)
            .with_prefilter(settings.prefilter.map(Prefilter::best));
        #[cfg(feature = "nets")]
        let luck = (settings.luck_by == LuckBy::OwnNets).then(|| {
            let own_nets = Evaluator::standard().with_bearoff(Arc::clone(self.evaluator.bearoff()));
            let searcher = Searcher::new(Arc::new(own_nets), Arc::clone(&self.met));
            searcher.with_stop(Arc::clone(&self.stop)).with_efficiency(settings.efficiency)
        });
        #[cfg(not(feature = "nets"))]
        let luck = None;
        Searchers { players, luck, spent: Spent::default(), meter: Arc::clone(&self.meter) }
    }

    /// The settings as they work out for a job that is played by this engine.
    pub fn resolve(&self, job: &Job, settings: &RolloutSettings) -> Resolved {
        let mut settings = settings.clone();
        let kind = job.kind();
        // GNU Backgammon plays bearoffs on at match scores, and its nets keep that program's digits.
        let is_cubeful = settings.cubeful || kind == JobKind::Cube;
        if self.evaluator.is_reference() && is_cubeful && matches!(job.terms(), Terms::Match(_)) {
            settings.bearoff_exact = false;
        }
        if !self.evaluator.knows_cubes() {
            settings.efficiency.source = EfficiencySource::Numbers;
        }
        Resolved::new(&settings, kind, self.evaluator.has_own_nets() || !cfg!(feature = "nets"))
    }

    /// Identifies a rollout of a job with these settings by this engine. Records of equal fingerprints may be
    /// continued and merged; how many trials there are to be and when to stop is no part of it.
    pub(in crate::rollout) fn fingerprint(&self, job: &Job, settings: &Resolved) -> Fingerprint {
        fingerprint(job, settings, &self.evaluator, &self.met)
    }

    /// A rollout of a job with these settings by this engine.
    pub fn order(&self, job: Job, settings: &RolloutSettings) -> Order {
        let settings = self.resolve(&job, settings);
        let engine = self.fingerprint(&job, &settings);
        Order { job, settings, engine, look: None }
    }

    /// An order with what the own nets find of its choices 2 plies deep; without that for other nets and exact
    /// positions, or when it is interrupted.
    pub fn after_look(&self, order: Order) -> Order {
        let look = self.look(&order).ok().flatten();
        Order { look, ..order }
    }

    fn look(&self, order: &Order) -> Result<Option<Look>, Interrupted> {
        let Order { job, settings, .. } = order;
        let starts = job.candidates();
        if starts.len() < 2 || self.evaluator.is_reference() {
            return Ok(None);
        }
        let class = self.evaluator.classify(&starts[0].position);
        if matches!(class, Class::Over | Class::Hypergammon | Class::BearoffTwoSided) {
            return Ok(None);
        }
        let mut searcher = self.searcher().with_efficiency(settings.efficiency);
        if job.kind() == JobKind::Cube {
            let depth = EvalSettings::cubeful(Look::PLIES);
            let decision = searcher.cube_decision(&starts[0].position, &job.basis_info(&self.met), &depth)?;
            let look = Look::of_cube(Look::PLIES, class, &decision.values);
            return Ok(Some(look.of_trials(settings.horizon())));
        }
        let mut at = |plies: u8| -> Result<Vec<f32>, Interrupted> {
            let depth = EvalSettings::cubeful(plies).with_cube(settings.cubeful);
            let value = |start: &Start| {
                let cube = CubeInfo::up_to(job.top(), start.cube, start.on_roll, *job.terms(), &self.met);
                Ok(-searcher.evaluate(&start.position, &cube, &depth)?.score())
            };
            starts.iter().map(value).collect()
        };
        let (at_once, values) = (at(0)?, at(Look::PLIES)?);
        let look = Look::new(Look::PLIES, class, values, Some(at_once));
        Ok(Some(look.of_trials(settings.horizon())))
    }

    /// Whether this engine is the one that an order was made for.
    ///
    /// # Errors
    /// If the engines differ; the error says in what.
    pub fn check(&self, order: &Order) -> Result<(), Differences> {
        let own = self.fingerprint(&order.job, &order.settings);
        if own == order.engine { Ok(()) } else { Err(own.differences(&order.engine)) }
    }
}
