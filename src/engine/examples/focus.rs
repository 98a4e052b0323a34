//! Trials that a focus saves: decisions of 5 to 10 plays, rolled out with as many trials of every play and with
//! `focus`, judged by long rollouts with other dice. Prints the tables of `docs/validation.md`.
//!
//!     cargo run --release --example focus -p gammon-engine -- FOLDER 200
//!
//! Every trial is played once and kept in the folder, so that a run that was broken off goes on; what a rollout with
//! other rules would have found is worked out from its records. Several runs may share the work: `FOLDER 200 100` plays
//! from the hundredth decision on.

#![allow(clippy::print_stdout, reason = "an example prints")]

use gammon_engine::board::{Player, Position, Roll, Variation};
use gammon_engine::eval::{EvalSettings, MoveFilters};
use gammon_engine::rng::{Generator, RngKind};
use gammon_engine::rollout::{
    CUBELESS, Engine, Job, Journal, JournalWriter, JsdLimit, Order, Records, Rollout, RolloutSettings, Stopping, Task,
    Unobserved,
};
use gammon_engine::scoring::{Cube, CubeInfo, Terms};
use std::error::Error;
use std::fs;
use std::path::Path;

/// Plays further behind by a static look are nobody's question.
const NEAR: f32 = 0.15;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder are the trials kept in?")?;
    let n = arguments.next().map_or(Ok(200), |n| n.parse())?;
    let from = arguments.next().map_or(Ok(0), |n| n.parse())?;
    let engine = Engine::standard();
    let mut decisions = Vec::new();
    for (i, job) in decisions_of_play(&engine, n)?.into_iter().enumerate().skip(from) {
        let at = |name: &str| Path::new(&folder).join(format!("{i:03}-{name}"));
        decisions.push(Decision {
            truth: means(&kept(&engine, &job, &truth(), &at("truth"))?),
            quiet: kept(&engine, &job, &quiet(1296), &at("test"))?,
            loud: kept(&engine, &job, &loud(5184), &at("plain"))?,
            job,
        });
    }
    let plays: usize = decisions.iter().map(|decision| decision.truth.len()).sum();
    println!("{} decisions, {:.1} plays each", decisions.len(), plays as f64 / decisions.len() as f64);
    println!("\nLuck subtracted\n{HEAD}");
    for trials in [144, 324, 648, 1296] {
        print_rows(&engine, &decisions, &quiet(trials), |decision| &decision.quiet);
    }
    print_rows(&engine, &decisions, &until_decided(quiet(1296)), |decision| &decision.quiet);
    println!("\nLuck left in\n{HEAD}");
    for trials in [324, 648, 1296, 2592, 5184] {
        print_rows(&engine, &decisions, &loud(trials), |decision| &decision.loud);
    }
    print_rows(&engine, &decisions, &until_decided(loud(5184)), |decision| &decision.loud);
    Ok(())
}

/// A decision with all its trials.
struct Decision {
    job: Job,
    /// The worth of each play.
    truth: Vec<f64>,
    /// Trials with the luck subtracted.
    quiet: Records,
    /// Trials with the luck left in: as spread as whole games with the luck subtracted.
    loud: Records,
}

/// Trials cut off after five turns: what is to be measured is who gets them.
fn quiet(trials: u64) -> RolloutSettings {
    let mut settings = RolloutSettings::quick(trials).with(|it| {
        it.cubeful = false;
        it.seed = 1;
    });
    settings.truncation.enabled = true;
    settings.truncation.plies = 5;
    settings.truncation.cube = EvalSettings::cubeful(0);
    settings
}

fn loud(trials: u64) -> RolloutSettings {
    quiet(trials).with(|it| it.variance_reduction = false)
}

/// A long rollout with other dice; plays that are behind by five of its errors are known to be.
fn truth() -> RolloutSettings {
    let jsd = JsdLimit { enabled: true, min_trials: 648, limit: 5.0 };
    quiet(5184).with(|it| {
        it.seed = 2;
        it.stop = Stopping { jsd, ..Stopping::NONE };
    })
}

fn until_decided(mut settings: RolloutSettings) -> RolloutSettings {
    settings.stop.until.decided = Some(0.005);
    settings.stop.until.trials = Some(settings.trials);
    settings
}

/// This many decisions of 5 to 10 plays near the best, from games of the program against itself.
fn decisions_of_play(engine: &Engine, n: usize) -> Result<Vec<Job>, Box<dyn Error>> {
    let mut searcher = engine.searcher();
    let mut generator = Generator::new(RngKind::Mersenne, 7);
    let player = EvalSettings::cubeful(0).with_noise(0.03).with_deterministic(false);
    let terms = Terms::Money { jacoby: false, beavers: 0 };
    let info = CubeInfo::new(Cube::START, Player::Top, terms, &engine.met);
    let start = Variation::Standard.starting_position();
    let (mut position, mut found) = (start, Vec::new());
    while found.len() < n {
        let roll = Roll::from_outcome(u8::try_from(generator.below(36))?);
        if generator.below(8) == 0 {
            let ranked =
                searcher.rank_plays(&position, roll, &info, &EvalSettings::cubeful(0), &MoveFilters::NORMAL)?;
            let best = ranked.first().map_or(0.0, |best| best.score());
            let near = ranked.iter().filter(|play| best - play.score() < NEAR).take(10);
            let near: Vec<Position> = near.map(|play| play.play.result).collect();
            if near.len() >= 5 {
                found.push(Job::plays(&near, Cube::START, Player::Top, terms));
            }
        }
        let best = searcher.best_play(&position, roll, &info, &player, &MoveFilters::NORMAL)?;
        position = best.map_or(position, |best| best.play.result).flipped();
        if position.is_over() {
            position = start;
        }
    }
    Ok(found)
}

/// The trials of a rollout, from a file or played now and kept there.
fn kept(engine: &Engine, job: &Job, settings: &RolloutSettings, path: &Path) -> Result<Records, Box<dyn Error>> {
    let order = engine.order(job.clone(), settings);
    if let Ok(bytes) = fs::read(path) {
        let records = Journal::read(&bytes)?.records;
        if records.fingerprint != order.engine {
            return Err(format!("{}: {}", path.display(), order.engine.differences(&records.fingerprint)).into());
        }
        return Ok(records);
    }
    let records = engine.rollout(job, settings, 1, &mut Unobserved)?.records;
    let mut writer = JournalWriter::begin(Vec::new(), &Records::of(&order), &serde_json::to_vec(&order)?)?;
    for (candidate, trials) in records.candidates.iter().enumerate() {
        for (trial, record) in trials.numbered() {
            writer.enter(Task { candidate, trial }, record)?;
        }
    }
    writer.flush()?;
    // A file whose writing is broken off does not get this name.
    let part = path.with_extension("part");
    fs::write(&part, writer.get_ref())?;
    fs::rename(part, path)?;
    Ok(records)
}

fn means(records: &Records) -> Vec<f64> {
    let value = |trials: &gammon_engine::rollout::Trials| {
        trials.iter().map(|record| record.values[CUBELESS].to_f64()).sum::<f64>() / trials.len() as f64
    };
    records.candidates.iter().map(value).collect()
}

/// The outcome of a rollout of each decision: trials of all plays, whether the best was found, thousandths given up.
#[derive(Clone, Copy)]
struct Answer {
    play: usize,
    trials: f64,
    right: f64,
    lost: f64,
}

fn answers(
    engine: &Engine,
    decisions: &[Decision],
    settings: &RolloutSettings,
    of: fn(&Decision) -> &Records,
) -> Vec<Answer> {
    let answer = |decision: &Decision| {
        let order: Order = engine.order(decision.job.clone(), settings);
        let result = Rollout::of_records(of(decision), &order, &engine.met).result;
        let play = result.ranking()[0];
        let lost = decision.truth.iter().copied().fold(f64::MIN, f64::max) - decision.truth[play];
        let trials = result.candidates.iter().map(|candidate| candidate.trials).sum::<u64>() as f64;
        Answer { play, trials, right: f64::from(u8::from(lost == 0.0)), lost: 1000.0 * lost }
    };
    decisions.iter().map(answer).collect()
}

const HEAD: &str = "| trials | as many of each: right, lost, trials | focus: right, lost, trials | share of trials | \
                    other answers | difference in right, lost |";

/// Prints a line: settings as they are and with a focus.
fn print_rows(engine: &Engine, decisions: &[Decision], settings: &RolloutSettings, of: fn(&Decision) -> &Records) {
    let equal = answers(engine, decisions, settings, of);
    let mut focused = settings.clone();
    focused.stop.focus = true;
    let focus = answers(engine, decisions, &focused, of);
    let mean = |all: &[Answer], value: fn(&Answer) -> f64| moments(all.iter().map(value)).0;
    let side = |all: &[Answer]| {
        let [right, lost, trials] = [mean(all, |a| a.right), mean(all, |a| a.lost), mean(all, |a| a.trials)];
        format!("{:.1} %, {lost:.2}, {trials:.0}", 100.0 * right)
    };
    let paired = |value: fn(&Answer) -> f64| moments(focus.iter().zip(&equal).map(|(a, b)| value(a) - value(b)));
    let (right, lost) = (paired(|answer| 100.0 * answer.right), paired(|answer| answer.lost));
    let others = focus.iter().zip(&equal).filter(|(a, b)| a.play != b.play).count();
    let name = if settings.stop.until.is_set() { "until decided, at most " } else { "" };
    println!(
        "| {name}{} | {} | {} | {:.0} % | {others} | {:+.1} ± {:.1} %, {:+.2} ± {:.2} |",
        settings.trials,
        side(&equal),
        side(&focus),
        100.0 * mean(&focus, |a| a.trials) / mean(&equal, |a| a.trials),
        right.0,
        right.1,
        lost.0,
        lost.1,
    );
}

/// The mean of some numbers and its standard error.
fn moments(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = values.collect();
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let squares: f64 = all.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
}
