//! A rollout as pictures: a page that needs nothing else, or one drawing.
//!
//! Equities are in units of the cube of the decision, normalized in a match, and seen by the side that decides.
//! Intervals are 1.96 standard errors wide on each side.

mod board;
mod charts;
mod decisions;
mod folder_page;
mod history;
mod latex;
mod match_text;
mod page;
mod position_page;
mod series;
mod viewer;

pub use decisions::MatchPage;
pub use folder_page::folder_html;
pub use history::{history_html, history_svg, library_html};
pub use latex::{match_latex, position_latex};
pub use match_text::{match_markdown, match_text};

use super::Role;
use super::export::{Unplayed, comparison_cells, concluded, numbers, said, unplayed_actions, with_error};
use super::export_versus::{CHANGES, changes, titles};
use super::format::lines_within;
use super::laid_out::{called, rank};
use super::numbers::percent;
use super::table::Table;
use super::table_svg::tables_svg;
use crate::rollout::Estimate;
use crate::session::{BoardReply, OtherRollout, RolloutReply};
use board::board_svg;
use charts::Drawing;
use maud::{Markup, PreEscaped, html};
use page::{Script, html_page};
use plotters::prelude::{IntoDrawingArea, SVGBackend, WHITE};
use series::{COLORS, Series};

pub use position_page::{position_html, position_svg};
pub use viewer::{DecisionData, GameData, MatchData, Row, decision_json, live_page, match_html};

/// The width of every drawing in pixels.
const WIDTH: u32 = 760;

/// How the page of a rollout looks beside other pages.
const STYLE: &str = "td:nth-child(2),th:nth-child(2){text-align:left;white-space:nowrap}";

/// The tables of changes have their column of names first, where those of rollouts have it second.
const CHANGES_STYLE: &str = ".changes td:nth-child(1),.changes th:nth-child(1){text-align:left}\
                             .changes td:nth-child(2),.changes th:nth-child(2){text-align:right}";

/// The script of the page while a session is behind it.
const LIVE_ROLLOUT: &str = include_str!("live_rollout.js");

/// The columns of its table.
const HEADS: [&str; 12] =
    ["", "Candidate", "Behind by", "Best", "Win", "Gammon", "Bg", "Lose g", "Lose bg", "Cubeless", "Cubeful", "Trials"];

/// The height of the chart of intervals with this many candidates.
fn intervals_height(candidates: usize) -> u32 {
    80 + 30 * u32::try_from(candidates).unwrap_or(u32::MAX / 64)
}

/// Letters in a line of text below the board.
const LETTERS: usize = 108;

/// Letters in a line of a drawn table.
const CELLS: usize = 92;

/// Room above and below the board in the drawing of a rollout.
const MARGIN: i32 = 12;

/// The height of the chart of means over trials.
const CONVERGENCE_HEIGHT: u32 = 320;

/// The height of one distribution.
const DISTRIBUTION_HEIGHT: u32 = 110;

/// Candidates drawn trial by trial: more lines than this cannot be distinguished.
const MOST_DRAWN: usize = 8;

/// The whole rollout as one SVG drawing.
///
/// # Errors
/// When it cannot be drawn.
pub fn rollout_svg(reply: &RolloutReply, board: &BoardReply) -> Result<String, String> {
    let all = Series::ranked(reply);
    let drawn = &all[..all.len().min(MOST_DRAWN)];
    let lines: Vec<String> = std::iter::once(concluded(reply)).chain(said(reply)).flat_map(|it| wrapped(&it)).collect();
    let parts: [(u32, Box<Part<'_>>); 4] = [
        (charts::text_height(lines.len()), Box::new(|area| charts::text(area, &lines))),
        (intervals_height(all.len()), Box::new(|area| charts::intervals(area, &all))),
        (CONVERGENCE_HEIGHT, Box::new(|area| charts::convergence(area, drawn))),
        (distribution_height(drawn), Box::new(|area| charts::distributions(area, drawn))),
    ];
    let height: u32 = parts.iter().map(|(height, _)| height).sum();
    let charts = drawing(height, |root| {
        let mut rest = root.clone();
        for (height, draw) in &parts {
            let (upper, lower) = rest.split_vertically(*height);
            draw(&upper)?;
            rest = lower;
        }
        Ok(())
    })?;
    let above = u32::try_from(board::HEIGHT + 2 * MARGIN).expect("a few hundred pixels");
    let (left, all) = ((WIDTH - u32::try_from(board::WIDTH).expect("less than that")) / 2, above + height);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {all}")) width=(WIDTH) height=(all) {
            rect width=(WIDTH) height=(all) fill="#fff" {}
            g transform=(format!("translate({left} {MARGIN})")) { (PreEscaped(board_svg(board))) }
            g transform=(format!("translate(0 {above})")) { (PreEscaped(charts)) }
        }
    };
    Ok(picture.into_string() + "\n")
}

/// A sentence in lines that fit a drawing.
fn wrapped(text: &str) -> Vec<String> {
    wrapped_at(text, LETTERS)
}

fn wrapped_at(text: &str, letters: usize) -> Vec<String> {
    textwrap::wrap(text, lines_within(letters)).into_iter().map(std::borrow::Cow::into_owned).collect()
}

type Part<'a> = dyn Fn(&Drawing<'_>) -> Result<(), charts::DrawError> + 'a;

fn distribution_height(drawn: &[Series]) -> u32 {
    60 + DISTRIBUTION_HEIGHT * u32::try_from(drawn.len()).unwrap_or(0)
}

/// A page that needs nothing else: the board, the table, and three charts.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn rollout_html(reply: &RolloutReply, board: &BoardReply) -> Result<String, String> {
    let (body, style) = rollout_parts(reply, board, "Rollout")?;
    Ok(html_page(&format!("Rollout {}", reply.ids.xgid), &style, None, &body))
}

/// Both rollouts of a decision as a page, with the tables of what the other settings change.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn versus_html(reply: &RolloutReply, other: &OtherRollout, board: &BoardReply) -> Result<String, String> {
    let titles = titles(other);
    let (first, style) = rollout_parts(reply, board, &titles[0])?;
    let (second, _) = rollout_parts(&other.rollout, board, &titles[1])?;
    let body = html! {
        h1 { (CHANGES) }
        @for table in changes(other) { (table_of(&table)) }
        (first)
        (second)
    };
    let style = style + CHANGES_STYLE;
    Ok(html_page(&format!("Two rollouts {}", reply.ids.xgid), &style, None, &body))
}

/// A table as a page has it, with the sentences below it.
fn table_of(table: &Table) -> Markup {
    html! {
        div class="wide" {
            table class="changes" {
                @if !table.title.is_empty() { caption { (table.title) } }
                tr { @for column in &table.columns { th { (column.head) } } }
                @for row in &table.rows { tr { @for cell in row { td { (cell.text) } } } }
            }
        }
        @for (_, note) in &table.notes { p { (note) } }
    }
}

/// Both rollouts of a decision as one drawing: that as is set above, the other below, then what changes.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn versus_svg(reply: &RolloutReply, other: &OtherRollout, board: &BoardReply) -> Result<String, String> {
    let drawings = [rollout_svg(reply, board)?, rollout_svg(&other.rollout, board)?];
    let [first, second] = titles(other);
    let mut tables = changes(other);
    for table in &mut tables {
        let lines = |(role, note): &(Role, String)| {
            wrapped_at(note, CELLS).into_iter().map({
                let role = *role;
                move |line| (role, line)
            })
        };
        table.notes = table.notes.iter().flat_map(lines).collect();
    }
    let changes = tables_svg(&tables);
    Ok(stacked(&[(first, &drawings[0]), (second, &drawings[1]), (CHANGES.to_owned(), &changes)]))
}

/// Drawings below each other, each under its title.
fn stacked(drawings: &[(String, &str)]) -> String {
    const TITLE: u32 = 36;
    let size = |drawing: &str, name: &str| -> u32 {
        let value = drawing.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        value.and_then(|value| value.parse().ok()).unwrap_or(WIDTH)
    };
    let width = drawings.iter().map(|(_, drawing)| size(drawing, " width")).max().unwrap_or(WIDTH);
    let mut top = 0;
    let placed: Vec<(u32, &String, &str)> = drawings
        .iter()
        .map(|(title, drawing)| {
            let place = top;
            top += TITLE + size(drawing, " height");
            (place, title, *drawing)
        })
        .collect();
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {top}")) width=(width) height=(top) {
            rect width=(width) height=(top) fill="#fff" {}
            @for (place, title, drawing) in placed {
                text x="12" y=(place + 24) font-family="sans-serif" font-size="18" font-weight="bold" { (title) }
                g transform=(format!("translate(0 {})", place + TITLE)) { (PreEscaped(drawing.trim_end())) }
            }
        }
    };
    picture.into_string() + "\n"
}

/// The page as a server shows it that has the session: it shows how a rollout goes on, and asks for more trials. There
/// may be none yet.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn live_rollout_page(rollout: Option<(&RolloutReply, &BoardReply)>) -> Result<String, String> {
    let (shown, style) = rollout.map_or_else(
        || Ok((html! { h1 { "Rollout" } }, String::new())),
        |(reply, board)| rollout_parts(reply, board, "Rollout"),
    )?;
    let body = html! {
        nav {
            button id="more" type="button" title="as many trials again (+)" disabled[rollout.is_none()] { "more trials" }
            button id="stop" type="button" title="stop (s)" disabled { "stop" }
        }
        div id="look" hidden {
            p { progress id="bar" {} " " span id="news" {} }
            table id="rows" {}
        }
        (shown)
    };
    let script = Script { text: LIVE_ROLLOUT, asks_its_server: true };
    Ok(html_page("Rollout", &style, Some(&script), &body))
}

/// The content of the page of a rollout, and its style sheet.
fn rollout_parts(reply: &RolloutReply, board: &BoardReply, title: &str) -> Result<(Markup, String), String> {
    let all = Series::ranked(reply);
    let drawn = &all[..all.len().min(MOST_DRAWN)];
    let picture = board_svg(board);
    let intervals = drawing(intervals_height(all.len()), |area| charts::intervals(area, &all))?;
    let convergence = drawing(CONVERGENCE_HEIGHT, |area| charts::convergence(area, drawn))?;
    let distributions = drawing(distribution_height(drawn), |area| charts::distributions(area, drawn))?;
    let ids = &reply.ids;
    let body = html! {
        h1 { (title) }
        div class="pair" {
            div { (PreEscaped(picture)) }
            div {
                p { strong { (concluded(reply)) } }
                @for sentence in said(reply) { p { (sentence) } }
                p { code { (ids.xgid) } br; code { (ids.position_id) ":" (ids.match_id) } }
            }
        }
        div class="wide" {
            table {
                tr { @for (i, head) in HEADS.iter().enumerate() { th class=[class(i)] { (head) } } }
                (rows(reply, &all))
            }
        }
        div class="charts" {
            @for chart in [intervals, convergence, distributions] { (PreEscaped(themed(&chart))) }
        }
    };
    let colors = (0..)
        .zip(COLORS)
        .fold(String::new(), |all, (i, (r, g, b))| all + &format!(".k{i}{{background:rgb({r},{g},{b})}}"));
    Ok((body, format!("{STYLE}{colors}")))
}

/// The class of a column for which a phone has no room.
const fn class(column: usize) -> Option<&'static str> {
    match column {
        4..=9 => Some("chance"),
        0 | 11 => Some("by"),
        _ => None,
    }
}

/// A chart in the colors of the page around it: its black is the color of text, its white is the ground.
fn themed(chart: &str) -> String {
    let chart = chart.replace("\"#000000\"", "\"currentColor\"");
    chart.replace("fill=\"#FFFFFF\" stroke=\"none\"", "fill=\"none\" stroke=\"none\"")
}

/// The table, best candidate first, each with the color it has in the charts.
fn rows(reply: &RolloutReply, all: &[Series]) -> Markup {
    let number = |(column, estimate): (usize, Option<Estimate>)| match estimate {
        None => String::new(),
        Some(Estimate { mean, .. }) if column < 5 => percent(mean),
        Some(estimate) => with_error(&estimate),
    };
    let mut rows: Vec<(usize, Markup)> = Vec::new();
    for series in all {
        let candidate = &reply.result.candidates[series.candidate];
        let color = COLORS.iter().position(|color| *color == series.color).unwrap_or(0);
        let rank = rank(reply, series.candidate);
        let row = html! {
            tr {
                td class="by" { (rank) }
                td { i class=(format!("key k{color}")) {} " " (called(reply, series.candidate)) }
                @for cell in comparison_cells(candidate.comparison.as_ref()) { td { (cell) } }
                @for (i, cell) in numbers(candidate).into_iter().enumerate().map(number).enumerate() {
                    td class=[class(i + 4)] { (cell) }
                }
                td class="by" { (candidate.trials) }
            }
        };
        rows.push((rank, row));
    }
    for Unplayed { name, value, comparison } in unplayed_actions(reply) {
        let row = html! {
            tr {
                td class="by" { (comparison.rank) }
                td { (name) }
                @for cell in comparison_cells(Some(&comparison)) { td { (cell) } }
                @for _ in 0..6 { td class="chance" {} }
                td { (with_error(&value)) }
                td class="by" {}
            }
        };
        rows.push((comparison.rank, row));
    }
    rows.sort_by_key(|(rank, _)| *rank);
    html! { @for (_, row) in &rows { (row) } }
}

/// A drawing of this height as SVG.
fn drawing(height: u32, draw: impl FnOnce(&Drawing<'_>) -> Result<(), charts::DrawError>) -> Result<String, String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)
            .and_then(|()| draw(&root))
            .and_then(|()| root.present())
            .map_err(|error| format!("the rollout cannot be drawn: {error}"))?;
    }
    Ok(text)
}

/// A number with its sign, a real minus; what rounds to nothing has none.
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.3}");
    if &text[1..] == "0.000" { "0.000".to_owned() } else { text.replace('-', "−") }
}
