//! The cost of rollouts, and their statistics.

use crate::render::table::{Column, Room, Table};
use crate::render::words::rough_chance;
use crate::render::{NumberFormat, Unit, duration};
use crate::rollout::{Estimate, JobKind, Work};
use crate::session::{
    CandidateStatistics, CostOf, CostReply, FirstTime, HorizonsReply, JobRow, JobState, JobsReply, ResultRow,
    ResultsReply, RolloutCost, RolloutStatisticsReply, SavedReply, SavedRow, SideCounts,
};
use crate::words::{counted, there_are};

/// The statistics of the trials: two tables for each candidate.
pub(super) fn statistics(reply: &RolloutStatisticsReply, numbers: &NumberFormat) -> Vec<Table> {
    let tables = |candidate| [games(reply, candidate, numbers), events(reply, candidate, numbers)];
    reply.candidates.iter().flat_map(tables).collect()
}

fn sides<'a>(
    reply: &'a RolloutStatisticsReply,
    candidate: &'a CandidateStatistics,
) -> [(&'a String, &'a SideCounts); 2] {
    [(&reply.player, &candidate.counts.decider), (&reply.opponent, &candidate.counts.opponent)]
}

fn player() -> Column {
    Column::words("Player").with_room(Room::Cut(10))
}

/// How the games of a candidate were won, by player and value of the cube.
fn games(reply: &RolloutStatisticsReply, candidate: &CandidateStatistics, numbers: &NumberFormat) -> Table {
    let heads = ["Cube", "Single", "Gammon", "Backgammon", "Double/take", "Double/pass"];
    let mut table = Table::new(std::iter::once(player()).chain(heads.map(Column::number)));
    let (counts, trials) = (&candidate.counts, candidate.trials);
    table.title = format!(
        "{}: {} of {} turns\n{} borne off, {} cashed by a double, {} ended by an evaluation or a database",
        candidate.name,
        counted(trials, "trial"),
        mean(counts.turns, trials, numbers),
        counts.borne_off,
        counts.passed,
        counts.valued
    );
    for (name, side) in sides(reply, candidate) {
        let mut all = [0; 5];
        for cube in side.cubes.iter().filter(|cube| !cube.level.is_empty()) {
            let row = [name.clone(), cube.cube.to_string()];
            table.row(row.into_iter().chain(cube.all().map(|n| n.to_string())));
            all.iter_mut().zip(cube.all()).for_each(|(all, n)| *all += n);
        }
        let row = [name.clone(), "all".to_owned()];
        table.row(row.into_iter().chain(all.map(|n| per_cent(n, trials, numbers))));
    }
    table.note("");
    table
}

/// Hits, closeouts and pips wasted in the bearoff.
fn events(reply: &RolloutStatisticsReply, candidate: &CandidateStatistics, numbers: &NumberFormat) -> Table {
    let heads = ["Hits", "in turn", "Closeouts", "in turn", "Bearoff turns", "wasted pips each"];
    let mut table = Table::new(std::iter::once(player()).chain(heads.map(Column::number)));
    let trials = candidate.trials;
    for (name, side) in sides(reply, candidate) {
        // Turns are counted from 0, people count from 1.
        let turn = |first: FirstTime| mean(first.turns + first.trials, first.trials, numbers);
        table.row([
            name.clone(),
            per_cent(side.hit.trials, trials, numbers),
            turn(side.hit),
            per_cent(side.closeout.trials, trials, numbers),
            turn(side.closeout),
            mean(side.bearoff_turns, trials, numbers),
            mean(side.wasted_pips, side.bearoff_turns, numbers),
        ]);
    }
    table.note("");
    table
}

fn per_cent(n: u64, of: u64, numbers: &NumberFormat) -> String {
    if of == 0 { String::new() } else { numbers.share(n as f64 / of as f64) }
}

/// A mean, nothing where there is nothing to take it of.
fn mean(sum: u64, n: u64, numbers: &NumberFormat) -> String {
    if n == 0 { String::new() } else { numbers.tenths(sum as f64 / n as f64) }
}

const fn head(of: CostOf) -> &'static str {
    match of {
        CostOf::Plays => "plays",
        CostOf::Position => "position",
        CostOf::Cube => "cube",
        CostOf::LastExpected => "last, expected",
        CostOf::Last => "last, as it was",
    }
}

/// The cost of rollouts: a column each. These are counts and times, which have no more digits than people read.
pub(super) fn cost(reply: &CostReply) -> Table {
    let columns = reply.rollouts.iter().map(|rollout| Column::number(head(rollout.of)));
    let mut table = Table::new(std::iter::once(Column::words("")).chain(columns));
    type Part = fn(&RolloutCost) -> Option<String>;
    let rows: [(&str, Part); 10] = [
        ("Trials", |cost| cost.trials.map(count)),
        ("Turns of a trial", |cost| cost.turns.map(|turns| format!("{turns:.1}"))),
        ("Evaluations of a turn for luck", |cost| cost.parts.map(|parts| work(parts.luck))),
        ("  for the play", |cost| cost.parts.map(|parts| work(parts.play))),
        ("  for the cube", |cost| cost.parts.map(|parts| work(parts.cube))),
        ("Evaluations at the end", |cost| cost.parts.map(|parts| work(parts.end))),
        ("Evaluations of a trial", |cost| Some(count(cost.trial.evaluations))),
        ("Evaluations", |cost| cost.total.map(|all| count(all.evaluations))),
        ("Trials a second", |cost| (cost.trial.seconds > 0.0).then(|| format!("{:.1}", 1.0 / cost.trial.seconds))),
        ("Time", |cost| cost.total.filter(|all| all.seconds > 0.0).map(|all| time(all.seconds))),
    ];
    for (name, cell) in rows {
        let cells: Vec<_> = reply.rollouts.iter().map(|rollout| cell(rollout).unwrap_or_default()).collect();
        // Rows without a number are left out.
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row(std::iter::once(name.to_owned()).chain(cells));
        }
    }
    for rollout in &reply.rollouts {
        if let Some(candidates) = rollout.candidates.filter(|_| rollout.of != CostOf::LastExpected) {
            let on = if rollout.threads == 1 { "one thread".to_owned() } else { counted(rollout.threads, "thread") };
            table.note(format!("{} on {on}", described(rollout.of, candidates, rollout.trials)));
        }
    }
    if let Some(share) = reply.processor_share {
        table.note(format!(
            "the machine is busy: gammon had the processor for {:.0}% of this measurement; alone it would take that \
             part of the times above",
            100.0 * share
        ));
    }
    table
}

fn described(of: CostOf, candidates: u64, trials: Option<f64>) -> String {
    let what = match (of, candidates) {
        (CostOf::Cube, _) => "`rollout cube`: no double and double/take".to_owned(),
        (CostOf::Plays, 1) => "`rollout`: the only play".to_owned(),
        (CostOf::Plays, n) => format!("`rollout`: {}", counted(n, "play")),
        _ => "`rollout position`: the position".to_owned(),
    };
    match trials {
        Some(trials) if candidates > 1 => {
            format!("{what}, {} each", counted((trials / candidates as f64).round() as u64, "trial"))
        }
        Some(trials) => format!("{what}, {}", counted(trials.round() as u64, "trial")),
        None => format!("{what} until the goal is reached"),
    }
}

fn work(part: Work) -> String {
    let time = if part.seconds > 0.0 { format!(", {}", time(part.seconds)) } else { String::new() };
    format!("{}{time}", count(part.evaluations))
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

/// A rollout cut at several horizons, a line each.
pub(super) fn horizons(reply: &HorizonsReply, numbers: &NumberFormat) -> Table {
    let columns = reply.names.iter().map(|name| Column::number(name));
    let mut table = Table::new(std::iter::once(Column::words("Horizon")).chain(columns));
    for horizon in &reply.horizons {
        let name = horizon.plies.map_or_else(|| "full".to_owned(), |plies| plies.to_string());
        let cell = |estimate: &Estimate| numbers.estimate(estimate.mean, estimate.std_err);
        table.row(std::iter::once(name).chain(horizon.equities.iter().map(cell)));
    }
    table.note(format!(
        "{} each, the same dice; horizon 0: the {}-ply evaluation at truncation",
        counted(reply.trials, "trial"),
        reply.ply
    ));
    if reply.interrupted {
        table.note("interrupted before the last horizon");
    }
    if let Some(note) = &reply.note {
        table.note(note.clone());
    }
    table
}

/// A table of the results of `rollout file`, a row for each position.
pub(super) fn results(reply: &ResultsReply, numbers: &NumberFormat) -> Table {
    let error = |error: Option<f64>| match error {
        Some(error) if error > 0.0 => format!(" ±{}", numbers.std_err(error, Unit::Equity).trim()),
        _ => String::new(),
    };
    let lead = |row: &ResultRow| match (row.lead, row.lead_std_err) {
        (None, _) => String::new(),
        (Some(0.0), Some(0.0)) => "equal".to_owned(),
        (Some(lead), std_err) => numbers.std_err(lead, Unit::Equity).trim().to_owned() + &error(std_err),
    };
    let mut table = Table::of(&reply.results)
        .column(Column::number("Line").if_room(2), |row| row.line.to_string())
        .column(Column::words("Position").with_room(Room::Cut(10)), |row| &row.name)
        .column(Column::words("Best").with_room(Room::Cut(12)), |row| &row.best)
        .column(Column::words("Equity").if_room(5), |row| numbers.value(row.equity, Unit::Equity) + &error(row.std_err))
        .column(Column::words("Lead"), lead)
        .column(Column::number("Chance").if_room(4), |row| row.probability_best.map_or_else(String::new, rough_chance))
        .column(Column::words("Ended").if_room(3), |row| row.ended.as_deref().map_or("", ended))
        .column(Column::number("Trials").if_room(1), |row| row.trials.to_string())
        .table;
    let before = if reply.before > 0 { format!(", {} of them before", reply.before) } else { String::new() };
    table.note(format!(
        "{} of {} rolled out in {}{before}",
        reply.finished,
        there_are(reply.of, "position"),
        reply.output
    ));
    table
}

/// The end of a rollout, in words.
fn ended(word: &str) -> &str {
    match word {
        "within margin" => "within the margin",
        "interrupted" => "stopped by you",
        "trials" => "out of trials",
        other => other,
    }
}

/// The saved rollouts, the newest first.
pub(super) fn saved(reply: &SavedReply) -> Table {
    let of = |row: &SavedRow| if row.of == JobKind::Plays { row.names.join(", ") } else { row.of.name().to_owned() };
    let trials = |row: &SavedRow| {
        let is_open = row.trials < row.wanted && row.wanted < 1_000_000;
        if is_open { format!("{} of {}", row.trials, row.wanted) } else { row.trials.to_string() }
    };
    let size = |row: &SavedRow| match row.bytes {
        0..1_000_000 => format!("{} kB", row.bytes.div_ceil(1000)),
        bytes => format!("{:.1} MB", bytes as f64 / 1e6),
    };
    let mut table = Table::of(&reply.rollouts)
        .column(Column::number(""), |row| row.number.to_string())
        .column(Column::words("Saved (UTC)").if_room(3), |row| &row.date)
        .column(Column::words("Position").if_room(5), |row| &row.gnubg_id)
        .column(Column::words("Score").if_room(4), |row| &row.score)
        .column(Column::words("Dice"), |row| row.dice.as_deref().unwrap_or_default())
        .column(Column::words("Of").with_room(Room::Cut(12)), of)
        .column(Column::number("Trials"), trials)
        .column(Column::number("Size").if_room(2), size)
        .table;
    table.note(match reply.rollouts.len() {
        0 => format!("nothing is saved in {}", reply.folder),
        _ => format!(
            "`rollout saved N` shows one of them, `rollout resume N` goes on with it; they lie in {}",
            reply.folder
        ),
    });
    table
}

/// The jobs in the background.
pub(super) fn jobs(reply: &JobsReply, numbers: &NumberFormat) -> Table {
    let state = |job: &JobRow| match job.state {
        JobState::Running => "running",
        JobState::Done => "done",
        JobState::Failed => "failed",
    };
    let trials = |job: &JobRow| match (job.trials, job.of) {
        (Some(trials), Some(of)) if of > trials => format!("{trials} of {of}"),
        (trials, _) => trials.map_or_else(String::new, |trials| trials.to_string()),
    };
    let command = |job: &JobRow| match &job.stage {
        Some(stage) => format!("{}: {stage}", job.command),
        None => job.command.clone(),
    };
    let equity = |job: &JobRow| {
        let error = job.std_err.map_or_else(String::new, |error| format!(" ±{}", numbers.error(error, Unit::Equity)));
        job.equity.map_or_else(String::new, |mean| numbers.value(mean, Unit::Equity).trim().to_owned() + &error)
    };
    let mut table = Table::of(&reply.jobs)
        .column(Column::number(""), |job| job.number.to_string())
        .column(Column::words("In the background").with_room(Room::Cut(12)), command)
        .column(Column::words("State"), state)
        .column(Column::number("Trials").if_room(3), trials)
        .column(Column::number("Left").if_room(4), |job| job.left.map_or_else(String::new, duration))
        .column(Column::words("Leads").with_room(Room::Cut(8)).if_room(2), |job| {
            job.leader.as_deref().unwrap_or_default()
        })
        .column(Column::number("Equity").if_room(1), equity)
        .table;
    table.note(match reply.jobs.len() {
        0 => "there are no jobs in the background: `rollout &` would begin something".to_owned(),
        _ => "`fg N` looks on and shows the answer, `stop N` takes what is known so far".to_owned(),
    });
    table
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
        let rollout = RolloutCost {
            of: CostOf::Plays,
            candidates: Some(2),
            trials: Some(200.0),
            turns: Some(50.0),
            parts: None,
            trial: Work::default(),
            total: None,
            threads: 1,
        };
        let table = cost(&CostReply { rollouts: vec![rollout], processor_share: None });
        let names: Vec<&str> = table.rows.iter().map(|row| &*row[0].text).collect();
        assert_eq!(names, ["Trials", "Turns of a trial", "Evaluations of a trial"]);
        assert_eq!(table.notes[0].1, "`rollout`: 2 plays, 100 trials each on one thread");
    }
}
