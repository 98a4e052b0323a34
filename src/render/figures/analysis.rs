//! Errors of a record, what is marked in it and rolled out of it, and the history of many matches.

use crate::analysis::{Phase, ScoreKind, performance_rating};
use crate::render::table::{Cell, Column, Room, Table};
use crate::render::words::rough_chance;
use crate::render::{Format, NumberFormat, Role};
use crate::session::{
    ComparedPlayer, ComparisonReply, ErrorsReply, FlagsReply, HistoryReply, MarkedReply, PerformanceReply,
    PlayerPerformance, Rated, RatedGame, RatedParts, RolledOutReply,
};
use crate::settings::OutputFormat;
use crate::words::{counted, there_are};

fn name() -> Column {
    Column::words("Player").with_room(Room::Cut(8))
}

/// The worst errors.
pub(super) fn errors(reply: &ErrorsReply, numbers: &NumberFormat) -> Table {
    let is_match = reply.is_match;
    let cost = |cost: f64| if is_match { numbers.chance(cost) } else { numbers.unsigned(cost) };
    let has_chance = reply.errors.iter().any(|error| error.probability_wrong.is_some());
    let has_level = reply.errors.iter().any(|error| error.by.is_some());
    let mut table = Table::of(&reply.errors)
        .column(Column::number(""), |error| error.rank.to_string())
        .column(Column::number("Game"), |error| error.game.to_string())
        .column(Column::number("Turn"), |error| error.turn.to_string())
        .column(name(), |error| &error.player)
        .column(Column::words("Made").with_room(Room::Cut(12)), |error| &error.made)
        .column(Column::words("Best").with_room(Room::Cut(12)), |error| &error.best)
        .column(Column::number("Loss"), |error| numbers.unsigned(error.loss.into()))
        .column(Column::number(if is_match { "MWC" } else { "Points" }).if_room(1), |error| cost(error.cost.into()))
        .column(Column::words("").if_room(2), |error| error.mark.unwrap_or_default())
        .column_if(has_chance, Column::number("Wrong").if_room(0), |error| {
            error.probability_wrong.map_or_else(String::new, rough_chance)
        })
        .column_if(has_level, Column::words("By").if_room(3), |error| error.by.as_deref().unwrap_or("gammon"))
        .table;
    match (reply.errors.len(), reply.known) {
        (_, 0) if !reply.is_analysed => table.note("the match is not analysed: `analyse match` looks for errors"),
        (_, 0) if reply.is_part => table.note("no such error is known: `show errors` lists all"),
        (_, 0) if reply.from <= 0.0 => table.note("no decision is known to be wrong"),
        (_, 0) => {
            let from = numbers.unsigned(reply.from);
            table.note(format!("no decision gives up {} or more: `show errors 0` lists smaller errors", from.trim()));
        }
        (shown, known) => {
            let from = numbers.unsigned(reply.from);
            let errors = format!("{shown} of {} from {}", counted(known, "error"), from.trim());
            let smaller = if reply.from > 0.0 { ", `show errors 0` lists smaller ones" } else { "" };
            table.note(format!("{errors}; `goto error N` goes to one{smaller}"));
        }
    }
    table
}

/// A performance rating, or a dash where nothing was decided.
pub(super) fn rating(rated: &Rated) -> String {
    rated.rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"))
}

/// The columns of a player's ratings: of all decisions, plays, the cube, with the number of decisions.
fn rated_columns(player: &str) -> [Column; 4] {
    [
        Column::number(player).with_room(Room::Cut(8)),
        Column::number("plays").if_room(1),
        Column::number("cube").if_room(1),
        Column::number("n").if_room(2),
    ]
}

fn rated_cells(RatedParts { all, plays, cube }: &RatedParts) -> [String; 4] {
    let [all_rating, plays, cube] = [all, plays, cube].map(rating);
    [all_rating, plays, cube, all.decisions.to_string()]
}

/// Performance ratings of the players: of all decisions, and of parts of them, each with its plays and its cube.
pub(super) fn performance(reply: &PerformanceReply) -> Table {
    let players = &reply.players;
    let columns = players.iter().flat_map(|player| rated_columns(&player.player));
    let mut table = Table::new([Column::words("")].into_iter().chain(columns));
    let mut row = |label: &str, of: Vec<Option<RatedParts>>| {
        let cells = of.iter().flat_map(|of| match of {
            Some(rated) => rated_cells(rated),
            None => ["-".to_owned(), String::new(), String::new(), String::new()],
        });
        table.row([label.to_owned()].into_iter().chain(cells).map(Cell::from));
    };
    let total = |of: &PlayerPerformance| Some(RatedParts { all: of.all, plays: of.plays, cube: of.cube });
    row("PR", players.iter().map(total).collect());
    let mut part = |name: &str, of: fn(&PlayerPerformance) -> &[(&'static str, RatedParts)]| {
        let rated = |player| of(player).iter().find(|(known, _)| *known == name).map(|(_, rated)| *rated);
        let of: Vec<_> = players.iter().map(rated).collect();
        if of.iter().any(Option::is_some) {
            row(name, of);
        }
    };
    Phase::ALL.iter().for_each(|phase| part(phase.name(), |of| &of.phases));
    if players.iter().any(|player| player.scores.len() > 1) {
        ScoreKind::ALL.iter().for_each(|score| part(score.name(), |of| &of.scores));
    }
    let games = players.first().map_or(&[][..], |player| &player.games);
    for (i, RatedGame { score: [points, others], .. }) in games.iter().enumerate().filter(|_| games.len() > 1) {
        let of = players.iter().map(|player| player.games.get(i).map(|game| game.rated)).collect();
        row(&format!("game {}, {points} - {others}", i + 1), of);
    }
    if reply.missing > 0 {
        table.note(format!("{} not analysed: `analyse match` goes on", there_are(reply.missing, "play")));
    }
    if let Some(results) = &reply.without_luck {
        let told = |(player, result): (&PlayerPerformance, &f64)| match reply.is_match {
            true => format!("{} {:.0} %", player.player, 100.0 * result),
            false => format!("{} {result:+.2}", player.player),
        };
        let told: Vec<String> = players.iter().zip(results).map(told).collect();
        let what = if reply.is_match { "chance of winning the match" } else { "points" };
        table.note(format!("without the luck of the dice: {}, {what}", told.join(", ")));
    }
    table.note("PR: 500 × the equity lost per decision; n: decisions that count, see `help pr`");
    table
}

/// The decisions marked for a rollout.
pub(super) fn marked(reply: &MarkedReply) -> Table {
    let mut table = Table::of(&reply.marked)
        .column(Column::number("Game"), |row| row.game.to_string())
        .column(Column::number("Turn"), |row| row.turn.to_string())
        .column(name(), |row| &row.player)
        .column(Column::words("Marked"), |row| row.play.as_deref().unwrap_or("cube"))
        .table;
    if reply.marked.is_empty() {
        table.note("nothing is marked");
    }
    table
}

/// The decisions that are flagged.
pub(super) fn flags(reply: &FlagsReply) -> Table {
    let mut table = Table::of(&reply.flags)
        .column(Column::number("Game"), |one| one.game.to_string())
        .column(Column::number("Turn"), |one| one.turn.to_string())
        .column(name(), |one| &one.player)
        .column(Column::words("Made"), |one| &one.made)
        .column(Column::words("Comment").with_room(Room::Cut(12)), |one| {
            one.comment.as_deref().unwrap_or_default().replace('\n', " ")
        })
        .table;
    table.note(match reply.flags.len() {
        0 => "no decision is flagged: `flag` flags the one that is shown",
        _ => "`goto game N` and `goto turn N` go to one",
    });
    table
}

/// Differences that are listed as text.
const FEW_DIFFERENCES: usize = 10;

/// Two analyses side by side: the ratings, and where their best choices differ.
pub(super) fn comparison(reply: &ComparisonReply, format: &Format) -> Vec<Table> {
    let (numbers, [a, b]) = (format.numbers(), &reply.analyses);
    let head = |player: &ComparedPlayer| rated_columns(&player.player);
    let mut ratings = Table::new([Column::words("")].into_iter().chain(reply.players.iter().flat_map(head)));
    for (i, analysis) in reply.analyses.iter().enumerate() {
        let cells = reply.players.iter().flat_map(|player| rated_cells(&player.rated[i]));
        ratings.row([format!("PR by {analysis}")].into_iter().chain(cells));
    }
    for (i, alone) in reply.alone.into_iter().enumerate().filter(|(_, alone)| *alone > 0) {
        let of = there_are(alone, "decision");
        let rest = if reply.counts_alone { "by which both rate them" } else { "and left out: `analyse match again`" };
        ratings.note(format!("{of} judged by {} alone, {rest}", reply.analyses[i]));
    }
    let cut = |head: &str| Column::words(head).with_room(Room::Cut(12));
    let is_text = format.output.format == OutputFormat::Text;
    let shown = if is_text { FEW_DIFFERENCES } else { usize::MAX };
    let loss = |loss: Option<f32>| loss.map_or_else(|| "-".to_owned(), |loss| numbers.unsigned(loss.into()));
    let mut table = Table::of(&reply.differences[..shown.min(reply.differences.len())])
        .column(Column::number("Game"), |row| row.game.to_string())
        .column(Column::number("Turn"), |row| row.turn.to_string())
        .column(name(), |row| &row.player)
        .column(cut("Made").if_room(1), |row| &row.made)
        .columns([a, b].map(|name| cut(&format!("{name}: best"))), |row| &row.best)
        .columns([a, b].map(|name| Column::number(&format!("by {name}"))), |row| row.loss.map(loss))
        .table;
    let (of, differences) = (counted(reply.decisions, "decision"), counted(reply.differences.len(), "difference"));
    table.note(match table.rows.len() {
        0 => format!("no best choice differs in {of}"),
        n if n < reply.differences.len() => {
            format!("{n} of {differences} in {of}; `as csv compare analyses` lists all")
        }
        _ => format!("{differences} in {of}"),
    });
    if !table.rows.is_empty() {
        table.note(format!(
            "by {a}: the equity that the best choice of {b} gives up by the values of {a}; - is unknown"
        ));
    }
    vec![ratings, table]
}

/// The results of rollouts of decisions.
pub(super) fn rolled_out(reply: &RolledOutReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&reply.decisions)
        .column(Column::number("Game"), |row| row.game.to_string())
        .column(Column::number("Turn"), |row| row.turn.to_string())
        .column(name(), |row| &row.player)
        .column(Column::words("Made").with_room(Room::Cut(12)), |row| &row.made)
        .column(Column::words("Best").with_room(Room::Cut(12)), |row| &row.best)
        .column(Column::number("Before"), |row| {
            row.loss_before.map_or_else(String::new, |loss| numbers.unsigned(loss.into()))
        })
        .column(Column::number("Loss"), |row| numbers.unsigned(row.loss.into()))
        .column(Column::number("Trials").if_room(1), |row| row.trials.to_string())
        .table;
    let (done, of) = (reply.decisions.len(), reply.of);
    if done < of {
        table.note(format!("{done} of {} rolled out; the same command goes on", there_are(of, "decision")));
    }
    table
}

/// Match by match, and then player by player.
pub(super) fn history(reply: &HistoryReply) -> Vec<Table> {
    let thousandths = |x: Option<f64>| x.map_or_else(|| "n/a".to_owned(), |x| format!("{:.1}", 1000.0 * x));
    let pr = |x: Option<f64>| x.map_or_else(|| "n/a".to_owned(), |x| format!("{:.1}", performance_rating(x)));
    let rated = [name(), Column::number("PR"), Column::number("Luck").if_room(1)];
    let mut matches = Table::of(&reply.matches)
        .column(Column::words("Match").with_room(Room::Cut(12)), |row| &row.file)
        .column(Column::number("To"), |row| if row.length == 0 { "money".to_owned() } else { row.length.to_string() })
        .columns([rated.clone(), rated].concat(), |row| {
            row.players.iter().flat_map(|one| [one.name.clone(), pr(one.rate), thousandths(one.luck)])
        })
        .column(Column::words("Winner").with_room(Room::Cut(6)).if_room(2), |row| match row.result {
            None => "unfinished",
            Some(result) => &row.players[usize::from(result < 0.0)].name,
        })
        .table;
    matches.title = format!("{}: performance ratings, and luck a roll in thousandths", reply.folder);
    for fault in &reply.faults {
        matches.notes.push((Role::Warning, fault.clone()));
    }
    let read = reply.matches.len() + reply.faults.len();
    if reply.stopped {
        let goes_on = if reply.saved.is_some() { "; the same command goes on" } else { "" };
        matches.note(format!("stopped: {read} of {} are done{goes_on}", counted(reply.files, "file")));
    }
    if let Some(saved) = &reply.saved {
        let known = reply.matches.len() - reply.analysed;
        matches.note(format!("analysed now: {}, before: {known}; analyses are saved in {saved}", reply.analysed));
    }
    let mut players = Table::of(&reply.players)
        .column(name(), |player| &player.name)
        .column(Column::number("Matches"), |player| player.matches.to_string())
        .column(Column::number("Plays").if_room(1), |player| player.plays.to_string())
        .column(Column::number("PR of plays").if_room(3), |player| pr(player.play_rate))
        .column(Column::number("of the cube").if_room(3), |player| pr(player.cube_rate))
        .column(Column::number("PR"), |player| pr(player.rate))
        .column(Column::words("Rating"), |player| player.rating.unwrap_or("n/a"))
        .column(Column::number("Luck").if_room(2), |player| thousandths(player.luck))
        .column(Column::words("").if_room(1), |player| player.luck_rating.unwrap_or_default())
        .table;
    players.title = "All matches of a player".to_owned();
    vec![matches, players]
}
