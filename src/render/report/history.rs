//! Performance ratings of players as drawings and pages: of a folder match by match, of a library month by month.

use super::charts::{self, DrawError};
use super::page::html_page;
use super::themed;
use crate::analysis::performance_rating;
use crate::render::Format;
use crate::render::figures::tables;
use crate::render::table::Table;
use crate::session::{Figures, FolderPlayer, HistoryPlayer, HistoryReply, HistoryRow, RatedGroup, Reply};
use maud::{Markup, PreEscaped, html};
use plotters::prelude::*;
use std::collections::BTreeSet;

/// Width and height of the drawing.
const SIZE: (u32, u32) = (860, 420);

/// Players with a line of their own, those with most matches; more could not be distinguished.
const MOST_PLAYERS: usize = 8;

/// This many matches, this one and those before it, make a point of the thick line.
const MEAN_OF: usize = 10;

/// A player with what is drawn: the places of matches from 1, and performance ratings.
type Line = (String, Vec<(f64, f64)>);

/// Draws the performance ratings of players, match by match as dots and the mean of the last ten as a line.
///
/// # Errors
/// When no error rate is known, or it cannot be drawn.
pub fn history_svg(history: &HistoryReply) -> Result<String, String> {
    let lines: Vec<Line> = history.players.iter().map(|player| rates(history, &player.name)).collect();
    let lines: Vec<Line> = lines.into_iter().filter(|(_, points)| !points.is_empty()).take(MOST_PLAYERS).collect();
    if lines.is_empty() {
        return Err("no error rate is known".to_owned());
    }
    let mut text = String::new();
    draw(&mut text, &lines, ("match", history.matches.len()))
        .map_err(|error| format!("the history cannot be drawn: {error}"))?;
    Ok(text)
}

/// The page of a history: the drawing, players, matches.
///
/// # Errors
/// As [`history_svg`].
pub fn history_html(history: &HistoryReply) -> Result<String, String> {
    let chart = history_svg(history)?;
    let rating =
        |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format!("{:.1}", performance_rating(rate)));
    let of_match = |player: &HistoryPlayer| html! { td { (player.name) } td { (rating(player.rate)) } };
    let row = |(place, row): (usize, &HistoryRow)| -> Markup {
        let length = if row.length == 0 { "money".to_owned() } else { row.length.to_string() };
        html! {
            tr {
                td { (place + 1) } (of_match(&row.players[0])) (of_match(&row.players[1]))
                td { (length) } td class="by" { (row.file) }
            }
        }
    };
    let body = html! {
        h1 { "Matches of " (history.folder) }
        div class="charts" { (PreEscaped(themed(&chart))) }
        p { "A dot is a match, a line the mean of the last " (MEAN_OF) ". PR is the performance rating: 0 is perfect." }
        h2 { "Players" }
        table {
            tr { @for head in ["Player", "Matches", "PR", "Rating"] { th { (head) } } }
            @for player in &history.players {
                tr {
                    td { (player.name) } td { (player.matches) } td { (rating(player.rate)) }
                    td { (player.rating.unwrap_or("–")) }
                }
            }
        }
        h2 { "Matches" }
        div class="wide" {
            table class="matches" {
                tr {
                    @for head in ["", "Player", "PR", "Player", "PR", "Points"] { th { (head) } }
                    th class="by" { "File" }
                }
                @for (place, one) in history.matches.iter().enumerate() { (row((place, one))) }
            }
        }
    };
    Ok(html_page(&format!("Matches of {}", history.folder), "", None, &body))
}

/// The page of a library: where players give up how much, and a drawing of the months where they are known.
///
/// # Errors
/// When it cannot be drawn.
pub fn library_html(answers: &[Reply], format: &Format) -> Result<String, String> {
    let figures: Vec<&Figures> = answers
        .iter()
        .filter_map(|answer| if let Reply::Figures(figures, _) = answer { Some(&**figures) } else { None })
        .collect();
    let mut chart = None;
    for figures in &figures {
        if let Figures::FolderPerformance(ratings) = figures {
            chart = months_svg(&ratings.players)?;
        }
    }
    let tables: Vec<Table> = figures.iter().flat_map(|figures| tables(figures, None, format)).collect();
    let body = html! {
        h1 { "Matches of the library" }
        @if let Some(chart) = chart {
            div class="charts" { (PreEscaped(themed(&chart))) }
            p { "A dot is a month, a line the mean of the last " (MEAN_OF) ". PR is the performance rating: 0 is perfect." }
        }
        @for table in &tables { (table_html(table)) }
    };
    Ok(html_page("Matches of the library", "", None, &body))
}

/// A table of figures.
fn table_html(table: &Table) -> Markup {
    let class = |at: usize| if table.columns.get(at).is_some_and(|column| column.is_numeric) { "" } else { "words" };
    html! {
        @if !table.title.is_empty() { h2 { (table.title) } }
        div class="wide" {
            table {
                tr { @for (at, column) in table.columns.iter().enumerate() { th class=(class(at)) { (column.head) } } }
                @for row in &table.rows {
                    tr { @for (at, cell) in row.iter().enumerate() { td class=(class(at)) { (cell.text.trim().trim_matches('`')) } } }
                }
            }
        }
        @for (_, note) in &table.notes { p { (note) } }
    }
}

/// The ratings of players by month; `None` where fewer than two months are known.
fn months_svg(players: &[FolderPlayer]) -> Result<Option<String>, String> {
    let months: BTreeSet<&str> = players.iter().flat_map(|player| &player.months).map(|of| of.name.as_str()).collect();
    if months.len() < 2 {
        return Ok(None);
    }
    let points = |player: &FolderPlayer| {
        let point = |month: &RatedGroup| {
            let place = months.iter().position(|name| *name == month.name)?;
            Some(((place + 1) as f64, month.rated.all.rating?))
        };
        player.months.iter().filter_map(point).collect()
    };
    let lines: Vec<Line> =
        players.iter().take(MOST_PLAYERS).map(|player| (player.all.name.clone(), points(player))).collect();
    let (first, last) = (months.first().copied().unwrap_or_default(), months.last().copied().unwrap_or_default());
    let mut text = String::new();
    draw(&mut text, &lines, (&format!("month, {first} to {last}"), months.len()))
        .map_err(|error| format!("the months cannot be drawn: {error}"))?;
    Ok(Some(text))
}

/// The performance ratings of the player of this name.
fn rates(history: &HistoryReply, name: &str) -> Line {
    let mut points = Vec::new();
    for (place, row) in history.matches.iter().enumerate() {
        let own = row.players.iter().filter(|player| player.name == name).filter_map(|player| player.rate);
        points.extend(own.map(|rate| ((place + 1) as f64, performance_rating(rate))));
    }
    (name.to_owned(), points)
}

/// The mean of every point with those before it, ten in all.
fn means(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mean = |(i, &(place, _)): (usize, &(f64, f64))| {
        let last = &points[(i + 1).saturating_sub(MEAN_OF)..=i];
        (place, last.iter().map(|(_, rate)| rate).sum::<f64>() / last.len() as f64)
    };
    points.iter().enumerate().map(mean).collect()
}

/// Draws ratings over so many of what a place stands for.
fn draw(text: &mut String, lines: &[Line], (what, places): (&str, usize)) -> Result<(), DrawError> {
    let most = lines.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(1.0, f64::max);
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.5..places as f64 + 0.5, 0.0..1.08 * most)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 13))
        .x_desc(what)
        .y_desc("performance rating (PR), 0 is perfect")
        .x_labels(places.min(12))
        .x_label_formatter(&|place| format!("{place:.0}"))
        .y_label_formatter(&|rate| format!("{rate:.0}"))
        .draw()?;
    for (place, (name, points)) in lines.iter().enumerate() {
        let color = charts::line_color(place);
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 2, color.mix(0.5).filled())))?;
        charts::line(&mut chart, name, means(points), color)?;
    }
    charts::legend(&mut chart)?;
    root.present()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_mean_of_the_last_ten() {
        let points: Vec<_> = (1..=12).map(|n| (f64::from(n), f64::from(n))).collect();
        let means = means(&points);
        assert_eq!((means[0], means[1].1, means[11]), ((1.0, 1.0), 1.5, (12.0, 7.5)));
    }
}
