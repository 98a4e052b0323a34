//! A pilot measures whether subtracting luck pays, and by which evaluator.
//!
//! A rollout that is to reach some standard error needs trials in proportion to the variance of a trial, so what
//! counts is variance times work. Work is counted, not timed, so that the choice is the same on every machine.

use crate::eval::Interrupted;
use crate::rollout::data::trial_record::CUBELESS;
use crate::rollout::order::job::Job;
use crate::rollout::order::resolved::Resolved;
use crate::rollout::order::settings::{LuckBy, RolloutSettings};
use crate::rollout::trial::engine::Engine;
use crate::rollout::trial::game::{Table, play_trial};
use crate::rollout::trial::luck::Searchers;

/// Trials of a pilot for each way: every first roll once.
const TRIALS: u64 = 36;

/// Rollouts of fewer trials have no pilot: it would be too great a part of them.
const LEAST_TRIALS: u64 = 10 * TRIALS;

/// Expensive trials are broken off after [`FEWEST`] of them once this much work is done: about a second's.
const ENOUGH_WORK: f64 = 5e6;
const FEWEST: u64 = 12;

/// Work of one evaluation by the nets of a weights file of GNU Backgammon, in evaluations by our own nets: as
/// `docs/performance.md` has it.
const REFERENCE_EVALUATION: f64 = 1.8;

/// Work of one answer of a pruning net or the filter net.
const GUESS: f64 = 0.2;

/// Work of a turn besides evaluations: making the plays of one roll or, to value luck, of all rolls.
const TURN: f64 = 7.0;
const LOOK: f64 = 45.0;

/// The findings of a pilot.
#[derive(Clone, Debug, PartialEq)]
pub struct Pilot {
    /// The evaluator of luck from now on; `None` when luck is left in.
    pub chosen: Option<LuckBy>,
    /// The ways that were tried, the plain one first.
    pub ways: Vec<PilotWay>,
}

/// One way of a pilot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PilotWay {
    /// The evaluator of luck; `None` when luck is left in.
    pub luck_by: Option<LuckBy>,
    /// Trials played.
    pub trials: u64,
    /// The variance of a trial's cubeless equity. That of cubeful ones has rare great values, which so few trials miss;
    /// what a way of subtracting luck leaves of either is much the same share.
    pub variance: f64,
    /// The work of a trial, in evaluations by our own nets.
    pub work: f64,
}

impl PilotWay {
    /// The cost of a rollout for the same standard error.
    pub fn price(&self) -> f64 {
        self.variance * self.work
    }
}

/// How far a pilot has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PilotStep {
    /// The way that is being tried, counted from 1, and how many there are.
    pub way: usize,
    /// See `way`.
    pub ways: usize,
    /// Trials of this way so far, and the most there will be.
    pub trials: u64,
    /// See `trials`.
    pub most: u64,
}

impl Engine {
    /// Returns settings without [`LuckBy::Auto`]. In its place a pilot of the first candidate tries every way and takes
    /// the one with the least product of variance and work; it reports after every trial how far it has come. A short
    /// rollout has no pilot, and the players value the luck.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn choose_luck(
        &self,
        job: &Job,
        settings: &RolloutSettings,
        tell: &mut dyn FnMut(PilotStep),
    ) -> Result<(RolloutSettings, Option<Pilot>), Interrupted> {
        if !settings.variance_reduction || settings.luck_by != LuckBy::Auto || job.candidates().is_empty() {
            return Ok((settings.clone(), None));
        }
        let by = |luck_by: Option<LuckBy>| RolloutSettings {
            variance_reduction: luck_by.is_some(),
            luck_by: luck_by.unwrap_or_default(),
            ..settings.clone()
        };
        if settings.trials < LEAST_TRIALS && !settings.stop.until.is_set() {
            return Ok((by(Some(LuckBy::Players)), None));
        }
        let mut tried: Vec<(Option<LuckBy>, Resolved)> = Vec::new();
        for luck_by in [None, Some(LuckBy::Players), Some(LuckBy::Static), Some(LuckBy::OwnNets)] {
            // Ways that come to the same are tried once.
            let settings = self.resolve(job, &by(luck_by));
            if tried.iter().all(|(_, known)| *known != settings) {
                tried.push((luck_by, settings));
            }
        }
        let mut ways: Vec<PilotWay> = Vec::new();
        for (luck_by, settings) in &tried {
            let mut tell = |trials| tell(PilotStep { way: ways.len() + 1, ways: tried.len(), trials, most: TRIALS });
            let way = self.try_way(job, settings, *luck_by, &mut tell)?;
            ways.push(way);
        }
        let best = ways.iter().min_by(|a, b| a.price().total_cmp(&b.price())).expect("luck can always be left in");
        let chosen = best.luck_by;
        Ok((by(chosen), Some(Pilot { chosen, ways })))
    }

    fn try_way(
        &self,
        job: &Job,
        settings: &Resolved,
        luck_by: Option<LuckBy>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<PilotWay, Interrupted> {
        let table = Table::new(settings, job, &self.met);
        let mut searchers = self.searchers(settings);
        let (mut trials, mut turns, mut sum, mut squares) = (0, 0, 0.0, 0.0);
        let mut work = 0.0;
        while trials < TRIALS && (trials < FEWEST || work < ENOUGH_WORK) {
            let record = play_trial(&table, &mut searchers, 0, trials, &mut ())?;
            let value = record.values[CUBELESS].to_f64();
            sum += value;
            squares += value * value;
            trials += 1;
            turns += u64::from(record.events.turns);
            work = self.work(&searchers, turns, settings);
            tell(trials);
        }
        let n = trials as f64;
        let variance = (squares - sum * sum / n) / (n - 1.0);
        Ok(PilotWay { luck_by, trials, variance, work: work / n })
    }

    /// The work of searchers so far, in evaluations by our own nets.
    fn work(&self, searchers: &Searchers, turns: u64, settings: &RolloutSettings) -> f64 {
        let evaluation = if self.evaluator.has_own_nets() { 1.0 } else { REFERENCE_EVALUATION };
        let Searchers { players, luck, .. } = searchers;
        let mut work = players.evaluations() as f64 * evaluation + players.guesses() as f64 * GUESS;
        if let Some(luck) = luck {
            work += luck.evaluations() as f64 + luck.guesses() as f64 * GUESS;
        }
        work + turns as f64 * if settings.variance_reduction { LOOK } else { TURN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::Evaluator;
    use crate::scoring::{Cube, Met, Terms};
    use std::sync::Arc;

    #[test]
    fn a_pilot_finds_that_luck_is_worth_subtracting() {
        let start = Variation::Standard.starting_position();
        let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let mut settings = RolloutSettings { luck_by: LuckBy::Auto, cubeful: false, ..RolloutSettings::default() };
        for player in &mut settings.players.0 {
            player.cube.set_plies(0);
        }
        let mut steps = Vec::new();
        let (settled, pilot) = engine.choose_luck(&job, &settings, &mut |step| steps.push(step)).expect("no stop");
        let pilot = pilot.expect("a long rollout has one");
        assert_eq!((settled.variance_reduction, settled.luck_by), (true, LuckBy::Players));
        // With our own nets at 0 plies, the other ways come to the same.
        let tried: Vec<_> = pilot.ways.iter().map(|way| way.luck_by).collect();
        assert_eq!(tried, [None, Some(LuckBy::Players)]);
        assert!(pilot.ways[0].price() > 1.2 * pilot.ways[1].price(), "{pilot:?}");
        assert_eq!(steps.len(), pilot.ways.iter().map(|way| way.trials).sum::<u64>() as usize);
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        assert_eq!((first.way, first.ways, first.trials, first.most), (1, 2, 1, 36));
        assert_eq!((last.way, last.ways, last.trials), (2, 2, pilot.ways[1].trials));
        assert_eq!(engine.choose_luck(&job, &settings, &mut |_| {}), Ok((settled, Some(pilot))), "the same every time");
        settings.trials = 36;
        assert_eq!(engine.choose_luck(&job, &settings, &mut |_| {}).unwrap().1, None);
    }

    #[test]
    fn a_game_without_luck_left_is_played_out_plainly() {
        // One checker on the ace point each: the first roll ends it, and nothing varies.
        let one = |place: usize| {
            let mut counts = [0; 25];
            counts[place] = 1;
            crate::board::Checkers::new(counts)
        };
        let position = crate::board::Position::from_checkers(one(0), one(0));
        let job = Job::position(&position, Cube::START, Player::Top, Terms::MONEY);
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let settings = RolloutSettings {
            luck_by: LuckBy::Auto,
            bearoff_exact: false,
            bearoff_one_sided: false,
            ..RolloutSettings::default()
        };
        let (settled, _) = engine.choose_luck(&job, &settings, &mut |_| {}).expect("nobody stops it");
        assert!(!settled.variance_reduction, "of equal ways the plain one");
    }

    #[test]
    fn a_pilot_is_flown_where_there_is_something_to_find_out() {
        let start = Variation::Standard.starting_position();
        let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        // A horizon of one turn keeps it quick.
        let mut auto = RolloutSettings { luck_by: LuckBy::Auto, ..RolloutSettings::quick(360) };
        auto.truncation.enabled = true;
        auto.truncation.plies = 1;
        auto.truncation.cube.set_plies(0);
        let choose = |settings: &RolloutSettings| engine.choose_luck(&job, settings, &mut |_| {}).expect("no stop");
        assert!(choose(&auto).1.is_some());
        // Few trials are no reason, unless something else ends them.
        let few = RolloutSettings { trials: 359, ..auto.clone() };
        assert_eq!(choose(&few), (RolloutSettings { luck_by: LuckBy::Players, ..few.clone() }, None));
        let mut until = few.clone();
        until.stop.until.error = Some(0.01);
        assert!(choose(&until).1.is_some());
        // Nobody asks.
        for settings in [
            RolloutSettings { luck_by: LuckBy::Players, ..auto.clone() },
            RolloutSettings { variance_reduction: false, ..auto.clone() },
        ] {
            assert_eq!(choose(&settings), (settings, None));
        }
        // What was tried is as in trials: their variance, and the work of each.
        let (settled, pilot) = choose(&auto);
        let pilot = pilot.expect("a pilot");
        assert_eq!(
            (settled.variance_reduction, settled.luck_by),
            (pilot.chosen.is_some(), pilot.chosen.unwrap_or_default())
        );
        let best = pilot.ways.iter().map(PilotWay::price).fold(f64::INFINITY, f64::min);
        assert!(pilot.ways.iter().any(|way| way.luck_by == pilot.chosen && way.price() == best));
        for way in &pilot.ways {
            let by = RolloutSettings {
                variance_reduction: way.luck_by.is_some(),
                luck_by: way.luck_by.unwrap_or_default(),
                ..auto.clone()
            };
            let settings = engine.resolve(&job, &by);
            let table = Table::new(&settings, &job, &engine.met);
            let mut searchers = engine.searchers(&settings);
            let records: Vec<_> = (0..way.trials)
                .map(|trial| play_trial(&table, &mut searchers, 0, trial, &mut ()).expect("no stop"))
                .collect();
            let values: Vec<f64> = records.iter().map(|record| record.values[CUBELESS].to_f64()).collect();
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
            assert!((way.variance - variance).abs() < 1e-9, "{way:?} {variance}");
            assert_eq!((way.trials, way.price()), (36, way.variance * way.work));
            // An evaluation of our nets counts one, and a turn with a look at all rolls 45, without one 7.
            let evaluations: u64 = records.iter().map(|record| u64::from(record.evaluations)).sum();
            let turn = if way.luck_by.is_some() { 45.0 } else { 7.0 };
            let guesses = searchers.players.guesses() as f64 * GUESS;
            assert!((way.work - turn - (evaluations as f64 + guesses) / n).abs() < 1e-9, "{way:?} {evaluations}");
        }
    }

    /// Beside nets from elsewhere, which are dearer, our own may look at luck; their work counts, too.
    #[test]
    fn our_own_nets_are_tried_beside_others() {
        let own = Evaluator::standard();
        let nets = crate::eval::NetSet::Other(Arc::new(crate::eval::fake::Pips));
        let evaluator = Arc::new(Evaluator::new(nets, Arc::clone(own.bearoff())));
        let engine = Engine::new(evaluator, Arc::new(Met::kazaross_xg2()));
        let start = Variation::Standard.starting_position();
        let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
        let mut auto = RolloutSettings { luck_by: LuckBy::Auto, cubeful: false, ..RolloutSettings::quick(360) };
        auto.truncation.enabled = true;
        auto.truncation.plies = 1;
        auto.truncation.cube.set_plies(0);
        let (_, pilot) = engine.choose_luck(&job, &auto, &mut |_| {}).expect("no stop");
        let ways = pilot.expect("a pilot").ways;
        assert_eq!(
            ways.iter().map(|way| way.luck_by).collect::<Vec<_>>(),
            [None, Some(LuckBy::Players), Some(LuckBy::OwnNets)]
        );
        let by = RolloutSettings { luck_by: LuckBy::OwnNets, ..auto };
        let settings = engine.resolve(&job, &by);
        let table = Table::new(&settings, &job, &engine.met);
        let mut searchers = engine.searchers(&settings);
        for trial in 0..36 {
            play_trial(&table, &mut searchers, 0, trial, &mut ()).expect("no stop");
        }
        let luck = searchers.luck.as_ref().expect("a searcher of its own");
        let [own, own_guesses] = [luck.evaluations(), luck.guesses()].map(|n| n as f64 / 36.0);
        let [others, guesses] = [searchers.players.evaluations(), searchers.players.guesses()].map(|n| n as f64 / 36.0);
        assert!(own > 0.0 && own_guesses > 0.0 && others > 0.0, "{own} {own_guesses} {others}");
        let work = 45.0 + 1.8 * others + own + 0.2 * (guesses + own_guesses);
        assert!((ways[2].work - work).abs() < 1e-9, "{:?} {work}", ways[2]);
    }
}
