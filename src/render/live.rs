//! A rollout under way: a few lines that renew themselves on a terminal, or one line for a log.

use super::decision::{Choices, Cube, Line, cube_table, lines_table};
use super::{Format, Unit};
use crate::rollout::{Cost, CubeJudgement, CubeMeans, Estimate, Interim, InterimCandidate, JobKind, PilotStep};
use crate::words::counted;
use std::time::Duration;

/// More candidates than this are not shown one by one.
const MOST_ROWS: usize = 10;

/// How a rollout stands at some moment.
#[derive(Clone, Debug)]
pub struct LiveView<'a> {
    /// The names of the candidates.
    pub names: &'a [String],
    /// How they stand.
    pub interim: &'a Interim,
    /// How it looks.
    pub format: Format,
    /// The place of this rollout among several, `None` for a single one.
    pub stage: Option<&'a str>,
    /// Since the rollout began.
    pub elapsed: Duration,
    /// Trials a second, `None` while it is too early for an estimate.
    pub rate: Option<f64>,
}

/// The work of a pilot: one line.
pub fn live_pilot(step: &PilotStep) -> String {
    let PilotStep { way, ways, trials, most } = step;
    format!("pilot: choosing how to measure luck, way {way} of {ways}, trial {trials} of {most}")
}

/// The table that will stand there in the end, as far as it is known. Above it stands which rollout of several it is.
pub fn live_rows(view: &LiveView<'_>) -> Vec<String> {
    let interim = view.interim;
    let (numbers, unit) = (view.format.numbers(), unit(view));
    let order = match interim.kind {
        JobKind::Plays => interim.ranking(),
        JobKind::Position | JobKind::Cube => (0..interim.candidates.len()).collect(),
    };
    let shown = if order.len() > MOST_ROWS { MOST_ROWS - 1 } else { order.len() };
    let table = match interim.candidates.as_slice() {
        [no_double, double_take] if interim.kind == JobKind::Cube => {
            cube_table(&cube_so_far([no_double, double_take], interim.cube.as_ref(), unit), unit, &numbers)
        }
        _ => {
            let lines: Vec<Line> = order[..shown].iter().map(|&i| line(view, i, unit)).collect();
            lines_table(&lines, Choices::Plays, unit, &numbers)
        }
    };
    let stage = view.stage.map(|stage| view.format.wrapped(stage));
    let mut lines: Vec<String> = stage.iter().flat_map(|stage| stage.lines()).map(str::to_owned).collect();
    lines.extend(table.draw(&view.format).lines().map(str::to_owned));
    if shown < order.len() {
        lines.push(format!("    and {} more", order.len() - shown));
    }
    lines
}

/// The unit of equities: winning chances only where there are any.
fn unit(view: &LiveView<'_>) -> Unit {
    view.format.unit(view.interim.candidates.iter().any(|candidate| candidate.mwc.is_some()))
}

/// The value in the unit that is shown, and how much of that unit an equity is.
fn in_unit(candidate: &InterimCandidate, unit: Unit) -> (Estimate, f64) {
    match (unit, candidate.mwc) {
        (Unit::Mwc, Some(mwc)) => {
            let slope = mwc.std_err.zip(candidate.equity.std_err).map_or(0.0, |(mwc, equity)| mwc / equity.max(1e-12));
            (mwc, slope)
        }
        _ => (candidate.equity, 1.0),
    }
}

fn line(view: &LiveView<'_>, i: usize, unit: Unit) -> Line {
    let interim = view.interim;
    let candidate = &interim.candidates[i];
    let (estimate, slope) = in_unit(candidate, unit);
    let is_of_plays = interim.kind == JobKind::Plays && interim.candidates.len() > 1;
    let comparison = candidate.comparison.as_ref().filter(|_| is_of_plays);
    let place = interim.ranking().iter().position(|&j| j == i).map(|place| place + 1);
    Line {
        rank: place.filter(|_| interim.kind == JobKind::Plays),
        name: view.names[i].clone(),
        trials: Some(candidate.trials),
        is_given_up: !candidate.is_active,
        is_best: place == Some(1),
        value: (estimate.mean, estimate.std_err),
        behind: comparison
            .filter(|comparison| comparison.rank > 1)
            .map(|comparison| (slope * comparison.behind, comparison.behind_error.map(|error| slope * error))),
        chance: comparison.map(|comparison| comparison.probability_best),
        outputs: Some(candidate.outputs.map(|output| output.clamp(0.0, 1.0))),
        ..Line::default()
    }
}

fn cube_so_far([no_double, double_take]: [&InterimCandidate; 2], cube: Option<&CubeJudgement>, unit: Unit) -> Cube {
    let [(first, slope), (second, _)] = [no_double, double_take].map(|candidate| in_unit(candidate, unit));
    // A pass is worth a point at this cube.
    let pass = if unit == Unit::Mwc { first.mean + slope * (1.0 - no_double.equity.mean) } else { 1.0 };
    let means = CubeMeans {
        values: [first.mean, second.mean],
        pass,
        errors: [first.std_err, second.std_err],
        difference_error: cube.and_then(|cube| cube.means.difference_error).map(|error| slope * error),
        beavers: cube.is_some_and(|cube| cube.means.beavers),
        redoubles: cube.is_some_and(|cube| cube.means.redoubles),
    };
    let judged = CubeJudgement {
        means,
        best: cube.map_or_else(|| means.best(), |cube| cube.best),
        chances: cube.and_then(|cube| cube.chances),
    };
    let outputs =
        [no_double, double_take].map(|candidate| Some(candidate.outputs.map(|output| output.clamp(0.0, 1.0))));
    Cube { judged, outputs, is_answer: false }
}

/// How far it has come: `1440 of 2592 trials, 143/s, 8s left`.
pub fn live_pace(view: &LiveView<'_>) -> String {
    let interim = view.interim;
    let done = interim.trials();
    let mut text = match (interim.trials_left(), interim.is_estimated) {
        (Some(left), true) if left < MOST_FORESEEN => format!("{done} of about {}", counted(done + left, "trial")),
        (Some(left), false) => format!("{done} of {}", counted(done + left, "trial")),
        _ => counted(done, "trial"),
    };
    if let Some(rate) = view.rate.filter(|rate| *rate > 0.0) {
        text += &format!(", {}/s", if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") });
    }
    match time_left(view) {
        Some(left) => text += &format!(", {} left", duration(left)),
        None => text += &format!(", {}", duration(view.elapsed)),
    }
    text
}

/// The largest standard error of those in play, and what it will be at the end as far as that can be foreseen:
/// `standard error .021 now, .015 at the end`.
pub fn live_error(view: &LiveView<'_>) -> Option<String> {
    let (now, end) = errors(view)?;
    let (unit, numbers) = (unit(view), view.format.numbers());
    let end = end.map_or_else(String::new, |end| format!(", {} at the end", numbers.error(end, unit)));
    Some(format!("standard error {} now{end}", numbers.error(now, unit)))
}

/// The largest standard error of the candidates in play, and what it will be at the end: errors shrink with the root
/// of the number of trials.
fn errors(view: &LiveView<'_>) -> Option<(f64, Option<f64>)> {
    let unit = unit(view);
    let in_play = view.interim.candidates.iter().filter(|candidate| candidate.is_active);
    let error = |candidate: &InterimCandidate| Some((in_unit(candidate, unit).0.std_err?, candidate.trials));
    let (now, trials) = in_play.filter_map(error).max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((now, at_the_end(view, now, trials)))
}

/// The size at the end, as far as it can be foreseen, of an error after this many trials.
fn at_the_end(view: &LiveView<'_>, now: f64, trials: u64) -> Option<f64> {
    let by_trials = view.interim.rounds.map(|rounds| trials as f64 / rounds.max(1) as f64);
    let by_time = view.interim.time.map(|time| view.elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9));
    let share = by_trials.into_iter().chain(by_time).reduce(f64::max);
    share.map(|share| now * share.clamp(0.0, 1.0).sqrt())
}

/// The part of the work that is done, 0 to 1, `None` while there is no estimate.
pub fn live_share(view: &LiveView<'_>) -> Option<f64> {
    let interim = view.interim;
    let of_trials = interim.trials_left().map(|left| {
        let done = interim.trials() as f64;
        if left == 0 { 1.0 } else { done / (done + left as f64) }
    });
    let of_time = interim.time.map(|time| view.elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9));
    let share = of_trials.into_iter().chain(of_time).reduce(f64::max)?;
    Some(share.clamp(0.0, 1.0))
}

/// All in one line, for a log: which of several, the pace, then the leader with its error.
pub fn live_line(view: &LiveView<'_>) -> String {
    let stage = view.stage.map_or_else(String::new, |stage| format!("{stage}: "));
    let mut text = stage + &live_pace(view);
    if let Some(&best) = view.interim.ranking().first() {
        let name = view.names.get(best).filter(|_| view.names.len() > 1);
        let name = name.map_or_else(String::new, |name| format!("{name} "));
        let leader = &view.interim.candidates[best];
        text += &format!(", {name}{}", value(leader, view).trim());
        // The leader's own error, beside which it stands.
        let unit = unit(view);
        let end = in_unit(leader, unit).0.std_err.and_then(|now| at_the_end(view, now, leader.trials));
        if let Some(end) = end {
            text += &format!(" (±{} at the end)", view.format.numbers().error(end, unit));
        }
    }
    text
}

/// Beyond this many trials a goal is out of sight, and a number would only frighten.
const MOST_FORESEEN: u64 = 1_000_000_000;

/// Until the first of the goals that can be foreseen.
pub fn time_left(view: &LiveView<'_>) -> Option<Duration> {
    let rate = view.rate.filter(|rate| *rate > 0.0);
    let by_trials = view.interim.trials_left().zip(rate).map(|(left, rate)| left as f64 / rate);
    let by_time = view.interim.time.map(|time| time.saturating_sub(view.elapsed).as_secs_f64());
    let left = by_trials.into_iter().chain(by_time).reduce(f64::min)?;
    (left < 1e9).then(|| Duration::from_secs_f64(left))
}

/// The value with its error, for a line of a log.
fn value(candidate: &InterimCandidate, view: &LiveView<'_>) -> String {
    let (unit, numbers) = (unit(view), view.format.numbers());
    let (estimate, _) = in_unit(candidate, unit);
    let error = estimate.std_err.map_or_else(String::new, |error| format!(" ±{}", numbers.error(error, unit)));
    format!("{}{error}", numbers.value(estimate.mean, unit))
}

/// The expected cost of a rollout, before it begins; `None` when it is short or unknown.
pub fn expectation(cost: &Cost, threads: usize) -> Option<String> {
    let threads = threads as f64;
    let trial = cost.of_trial();
    let (turns, candidates) = (cost.turns, cost.candidates);
    let each = if candidates > 1 { format!("{candidates} × ") } else { String::new() };
    match (cost.trials, cost.total()) {
        (Some(trials), Some(total)) if total.seconds / threads >= LEAST_TOLD => Some(format!(
            "about {} for {each}{} of {turns:.0} turns, {:.0} million evaluations",
            duration(Duration::from_secs_f64(total.seconds / threads)),
            counted(trials, "trial"),
            total.evaluations / 1e6
        )),
        (None, _) if trial.seconds > 0.0 => {
            Some(format!("about {:.0} trials a second of {turns:.0} turns", threads / trial.seconds))
        }
        _ => None,
    }
}

/// Seconds below which no cost is predicted.
const LEAST_TOLD: f64 = 3.0;

/// A time in words: `4s`, `2m05s`, `3h20m`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64().round();
    let seconds = seconds as u64;
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        3600..172_800 => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
        _ => counted(seconds / 86_400, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::CubeAction;
    use crate::rollout::{Comparison, Work};
    use crate::settings::OutputSettings;

    fn candidate(mean: f64, rank: usize, jsd: Option<f64>) -> InterimCandidate {
        let comparison = Comparison {
            rank,
            behind: if rank == 1 { 0.0 } else { 0.171 },
            by_opponent: false,
            behind_error: jsd.map(|_| 0.003),
            jsd,
            paired_jsd: jsd.map(|jsd| 2.0 * jsd),
            probability_best: if rank == 1 { 0.993 } else { 0.007 },
        };
        let equity = Estimate { mean, std_err: Some(0.0021) };
        let outputs = [0.525, 0.149, 0.007, 0.125, 0.005];
        InterimCandidate { trials: 720, is_active: rank < 3, equity, mwc: None, outputs, comparison: Some(comparison) }
    }

    fn interim() -> Interim {
        let candidates =
            vec![candidate(-0.011, 2, Some(1.25)), candidate(0.160, 1, None), candidate(-0.2, 3, Some(121.0))];
        Interim { kind: JobKind::Plays, candidates, cube: None, rounds: Some(1296), is_estimated: false, time: None }
    }

    fn names() -> Vec<String> {
        ["24/22 6/5", "8/5 6/5", "bar/20 13/9* 6/2*(2) 24/20(2) and so on"].map(str::to_owned).to_vec()
    }

    fn view<'a>(names: &'a [String], interim: &'a Interim) -> LiveView<'a> {
        let format = Format::plain(&OutputSettings::default());
        LiveView { names, interim, format, stage: None, elapsed: Duration::from_secs(20), rate: Some(143.2) }
    }

    #[test]
    fn candidates_stand_in_columns_that_fit_a_terminal() {
        let (names, interim) = (names(), interim());
        let mut view = view(&names, &interim);
        let expected = "
     Play                                      Equity        Behind by    Best  Win    G   BG   LG  LBG  Trials
 *1  8/5 6/5                                   +0.160 ±.002                99% .525 .149 .007 .125 .005     720
  2  24/22 6/5                                 -0.011 ±.002  0.171 ±.003    1% .525 .149 .007 .125 .005     720
  3  bar/20 13/9* 6/2*(2) 24/20(2) and so on   -0.200 ±.002  0.171 ±.003    1% .525 .149 .007 .125 .005     720";
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&live_rows(&view).join("\n")), squeezed(expected), "{}", live_rows(&view).join("\n"));
        for width in [40, 60, 80, 120] {
            view.format.width = Some(width);
            let rows = live_rows(&view);
            assert!(rows.iter().all(|row| row.chars().count() <= width), "{width}: {}", rows.join("\n"));
        }
    }

    #[test]
    fn a_cube_decision_is_the_table_it_will_be() {
        let names = ["No double", "Double, take"].map(str::to_owned);
        let candidates = vec![candidate(-0.21, 1, None), candidate(-0.701, 2, Some(5.0))];
        let means = CubeMeans {
            values: [-0.21, -0.701],
            pass: 1.0,
            errors: [Some(0.0021); 2],
            difference_error: Some(0.003),
            beavers: false,
            redoubles: false,
        };
        let cube = Some(CubeJudgement { means, best: CubeAction::NoDouble, chances: None });
        let interim = Interim { kind: JobKind::Cube, candidates, cube, ..interim() };
        let text = live_rows(&view(&names, &interim)).join("\n");
        assert!(
            text.contains("*  No double") && text.contains("0.491 ±.003") && text.contains("Double, pass"),
            "{text}"
        );
    }

    #[test]
    fn the_pace_says_how_long_it_will_take() {
        let (names, mut interim) = (names(), interim());
        let candidates = interim.candidates.clone();
        // The third has been given up: twice 576 trials are left.
        assert_eq!(live_pace(&view(&names, &interim)), "2160 of 3312 trials, 143/s, 8s left");
        let line = live_line(&view(&names, &interim));
        assert_eq!(line, "2160 of 3312 trials, 143/s, 8s left, 8/5 6/5 +0.160 ±.002 (±.002 at the end)");
        assert_eq!(live_error(&view(&names, &interim)).as_deref(), Some("standard error .002 now, .002 at the end"));
        assert!((live_share(&view(&names, &interim)).unwrap() - 2160.0 / 3312.0).abs() < 1e-9);
        (interim.rounds, interim.is_estimated) = (Some(7200), true);
        assert_eq!(live_pace(&view(&names, &interim)), "2160 of about 15120 trials, 143/s, 1m31s left");
        (interim.rounds, interim.time) = (None, Some(Duration::from_secs(100)));
        assert_eq!(live_pace(&view(&names, &interim)), "2160 trials, 143/s, 1m20s left");
        assert!((live_share(&view(&names, &interim)).unwrap() - 0.2).abs() < 1e-9);
        // A hundred seconds are five times as long as those that have passed.
        interim.candidates.truncate(1);
        interim.candidates[0].equity.std_err = Some(0.05);
        assert_eq!(live_error(&view(&names, &interim)).as_deref(), Some("standard error .050 now, .022 at the end"));
        interim.candidates = candidates;
        interim.time = None;
        assert_eq!(live_error(&view(&names, &interim)).as_deref(), Some("standard error .002 now"));
        assert_eq!(live_pace(&view(&names, &interim)), "2160 trials, 143/s, 20s");
        assert_eq!(live_share(&view(&names, &interim)), None);
    }

    #[test]
    fn one_of_several_is_named_where_there_is_room() {
        let (names, interim) = (names(), interim());
        let plain = view(&names, &interim);
        let staged = LiveView { stage: Some("position 17 of 120 (1h20m for all)"), ..plain.clone() };
        let rows = live_rows(&staged);
        assert_eq!(rows[0], "position 17 of 120 (1h20m for all)");
        assert_eq!(rows[1..], live_rows(&plain));
        assert_eq!(live_pace(&staged), live_pace(&plain), "it stands beside a bar");
        assert!(live_line(&staged).starts_with("position 17 of 120 (1h20m for all): 2160 of 3312 trials"));
    }

    #[test]
    fn many_candidates_are_cut_short() {
        let names = vec!["8/5 6/5".to_owned(); 15];
        let candidates = (0..15).map(|i| candidate(f64::from(i), 1, None)).collect();
        let interim = Interim { candidates, ..interim() };
        let rows = live_rows(&view(&names, &interim));
        assert_eq!((rows.len(), &*rows[10]), (11, "    and 6 more"));
    }

    #[test]
    fn what_takes_long_is_announced() {
        let work = Work { evaluations: 2500.0, seconds: 0.002 };
        let mut cost = Cost { candidates: 5, trials: Some(1296), turns: 54.6, luck: work, ..Cost::default() };
        let told = expectation(&cost, 2);
        assert_eq!(told.as_deref(), Some("about 5m54s for 5 × 1296 trials of 55 turns, 885 million evaluations"));
        cost.trials = Some(36);
        assert_eq!(expectation(&cost, 8), None);
        cost.trials = None;
        assert_eq!(expectation(&cost, 1).as_deref(), Some("about 9 trials a second of 55 turns"));
    }

    #[test]
    fn times_are_said_shortly() {
        let said = [0.4, 59.0, 125.0, 12_000.0, 800_000.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(said, ["0s", "59s", "2m05s", "3h20m", "9 days"]);
    }
}
