//! `show rollout cost`: what a rollout will cost, and what the last one cost against what was expected.

use super::reply::{RolloutKind, RolloutReply, TableReply};
use super::roll_out::Plan;
use super::{Observer, Reply, Session, SessionError};
use crate::command::PlaysArg;
use crate::rollout::{Cost, Work};
use std::time::Duration;

/// Time that is spent on the measurement of one rollout when somebody has asked for it.
const BUDGET: Duration = Duration::from_secs(1);

/// A column: the numbers of one expectation, or of what happened.
#[derive(Clone, Debug, Default)]
struct Column {
    head: &'static str,
    trials: Option<f64>,
    turns: Option<f64>,
    /// Luck, play and cube of a turn, the end of a trial.
    parts: Option<[Work; 4]>,
    /// Of a trial, the time on all threads.
    trial: Work,
}

impl Session {
    pub(super) fn rollout_cost(&mut self, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let mut columns = Vec::new();
        let mut notes = Vec::new();
        #[allow(clippy::cast_precision_loss)]
        let threads = self.settings.threads as f64;
        for (head, mut plan) in self.possible_rollouts() {
            let settings = self.settle_luck(&mut plan, &self.rollout_settings(), observer)?;
            let cost = self.rollout_engine().cost(plan.job(), &settings, &|| observer.elapsed(), BUDGET);
            let cost = cost.map_err(|_| SessionError::stopped())?;
            let on = match self.settings.threads {
                1 => "one thread".to_owned(),
                n => format!("{n} threads"),
            };
            notes.push(format!("`{head}` would play {} on {on}", described(&plan, &cost)));
            columns.push(expected(head, &cost, threads));
        }
        if let Some(last) = self.last_rollout.clone().filter(|last| last.played.trials > 0) {
            #[allow(clippy::cast_precision_loss)]
            let threads = last.threads as f64;
            if let Some(cost) = &last.expected {
                columns.push(expected("last, expected", cost, threads));
            }
            columns.push(happened(&last));
        }
        if columns.is_empty() {
            return Err(SessionError::no_game());
        }
        Ok(Reply::Table(Box::new(TableReply {
            name: "show rollout cost".to_owned(),
            title: None,
            head: std::iter::once(String::new()).chain(columns.iter().map(|column| column.head.to_owned())).collect(),
            rows: rows(&columns),
            notes,
        })))
    }
}

impl Session {
    /// What can be rolled out here, with the commands that do it.
    fn possible_rollouts(&mut self) -> Vec<(&'static str, Plan)> {
        let Some(game) = self.state().game else { return Vec::new() };
        let mut plans = Vec::new();
        // Without a legal play there is none to roll out.
        if game.dice.is_some() {
            plans.extend(self.plan_plays(&game, &PlaysArg::Default).ok().map(|plan| ("rollout", plan)));
        }
        let usual = if game.dice.is_some() { "rollout position" } else { "rollout" };
        plans.push((usual, self.plan_position(&game)));
        // Where the side on roll may not double there is no decision.
        plans.extend(self.plan_cube(&game).ok().map(|plan| ("rollout cube", plan)));
        plans
    }
}

fn described(plan: &Plan, cost: &Cost) -> String {
    let what = match (plan.kind, plan.names.len()) {
        (RolloutKind::Position, _) => "the position".to_owned(),
        (RolloutKind::Cube, _) => "no double and double/take".to_owned(),
        (RolloutKind::Plays, 1) => "the only play".to_owned(),
        (RolloutKind::Plays, n) => format!("{n} plays"),
    };
    match cost.trials {
        Some(trials) if plan.names.len() > 1 => format!("{what}, {trials} trials each"),
        Some(trials) => format!("{what}, {trials} trials"),
        None => format!("{what} until the goal is reached"),
    }
}

fn expected(head: &'static str, cost: &Cost, threads: f64) -> Column {
    #[allow(clippy::cast_precision_loss)]
    let trials = cost.trials.map(|trials| (trials * cost.candidates) as f64);
    let mut trial = cost.of_trial();
    trial.seconds /= threads;
    Column { head, trials, turns: Some(cost.turns), parts: Some([cost.luck, cost.play, cost.cube, cost.end]), trial }
}

#[allow(clippy::cast_precision_loss)]
fn happened(last: &RolloutReply) -> Column {
    let played = last.played;
    let trials = played.trials as f64;
    Column {
        head: "last, as it was",
        trials: Some(trials),
        turns: Some(played.turns as f64 / trials),
        parts: None,
        trial: Work { evaluations: played.evaluations as f64, seconds: last.elapsed.as_secs_f64() }.times(1.0 / trials),
    }
}

fn rows(columns: &[Column]) -> Vec<Vec<String>> {
    let row = |name: &str, cell: &dyn Fn(&Column) -> Option<String>| -> Vec<String> {
        let cells = columns.iter().map(|column| cell(column).unwrap_or_default());
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let part = |i: usize| {
        move |column: &Column| {
            let part = column.parts?[i];
            let time = if part.seconds > 0.0 { format!(", {}", time(part.seconds)) } else { String::new() };
            Some(format!("{}{time}", count(part.evaluations)))
        }
    };
    let total = |column: &Column| column.trials.map(|trials| column.trial.times(trials));
    let rows = [
        row("Trials", &|column| column.trials.map(count)),
        row("Turns of a trial", &|column| column.turns.map(|turns| format!("{turns:.1}"))),
        row("Evaluations of a turn for luck", &part(0)),
        row("  for the play", &part(1)),
        row("  for the cube", &part(2)),
        row("Evaluations at the end", &part(3)),
        row("Evaluations of a trial", &|column| Some(count(column.trial.evaluations))),
        row("Evaluations", &|column| total(column).map(|all| count(all.evaluations))),
        row("Trials a second", &|column| {
            let seconds = Some(column.trial.seconds).filter(|&seconds| seconds > 0.0)?;
            Some(format!("{:.1}", 1.0 / seconds))
        }),
        row("Time", &|column| total(column).filter(|all| all.seconds > 0.0).map(|all| time(all.seconds))),
    ];
    // What nobody has a number for is left out.
    rows.into_iter().filter(|row| row[1..].iter().any(|cell| !cell.is_empty())).collect()
}

/// A count in four digits at most: `812`, `34.1k`, `1.20M`.
fn count(n: f64) -> String {
    match n {
        ..1e4 => format!("{n:.0}"),
        1e4..1e6 => format!("{:.1}k", n / 1e3),
        1e6..1e9 => format!("{:.1}M", n / 1e6),
        _ => format!("{:.1}G", n / 1e9),
    }
}

/// A time from microseconds to hours.
fn time(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{:.0} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.1} ms", seconds * 1e3),
        1.0..100.0 => format!("{seconds:.1} s"),
        100.0..6000.0 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([812.4, 34_060.0, 1.2e6, 5.25e9].map(count), ["812", "34.1k", "1.2M", "5.2G"]);
        assert_eq!(
            [0.000_25, 0.25, 25.0, 250.0, 25_000.0].map(time),
            ["250 µs", "250.0 ms", "25.0 s", "4.2 min", "6.9 h"]
        );
    }

    #[test]
    fn a_row_without_numbers_is_left_out() {
        let cost = Cost { candidates: 2, trials: Some(100), turns: 50.0, ..Cost::default() };
        let rows = rows(&[expected("expected", &cost, 1.0)]);
        assert!(
            rows.iter().any(|row| row == &["Trials", "200"]) && rows.iter().all(|row| row[0] != "Time"),
            "{rows:?}"
        );
    }
}
