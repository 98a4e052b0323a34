//! One position as a page: its board, and what the analysis says of the decision that was made there.

use super::board::{arrows as arrows_of_play, board_with_plays};
use super::decisions::{MatchPage, decisions};
use super::page::html_page;
use super::signed;
use super::viewer::{Row, chip, how, rows_of};
use crate::analysis::is_loss;
use crate::render::decision::{cube_answer_table, hint_table, rollout_table};
use crate::render::table::{Cell, Column, Paint, Table};
use crate::render::{Format, Role};
use crate::session::{BoardReply, Reply};
use crate::settings::OutputSettings;
use maud::{Markup, PreEscaped, html};

/// The colors of the arrows: the play that was made, and the best.
const MADE: &str = "#d02c1a";
const BEST: &str = "#1669d6";

/// The analysis of the decision at a place of the record.
struct Judged {
    title: Markup,
    rows: Vec<Row>,
    advice: Option<String>,
    how: Option<String>,
    comment: String,
}

fn judged(page: &MatchPage<'_>, reply: &BoardReply, (game, step): (usize, usize)) -> Option<Judged> {
    let all = decisions(page, page.games.get(game)?);
    let one = all.iter().find(|one| one.step == step)?;
    let title = html! {
        (one.turn) ". " (page.names[one.player]) ": " (one.done) " "
        @if let Some(mark) = one.mark { (chip(mark)) " " }
        @if let Some(loss) = one.loss.filter(|&loss| is_loss(loss)) { span class="loss" { (signed((-loss).into())) } }
    };
    let advice = one.cube.as_ref().map(|cube| cube.advice.clone());
    Some(Judged { title, rows: rows_of(one, reply), advice, how: how(one), comment: one.comment.clone() })
}

fn arrows(rows: &[Row]) -> Vec<(String, &'static str)> {
    let (best, made) = (rows.iter().find(|row| row.best), rows.iter().find(|row| row.made && !row.best));
    let plays = best.map(|row| (row, BEST)).into_iter().chain(made.map(|row| (row, MADE)));
    plays.filter(|(row, _)| !row.arrows.is_empty()).map(|(row, color)| (row.arrows.clone(), color)).collect()
}

/// The arrows of what is best by a hint or a rollout.
fn arrows_of(known: &[Reply], board: &BoardReply) -> Vec<(String, &'static str)> {
    let play = known.iter().find_map(|reply| match reply {
        Reply::Plays(plays) => plays.candidates.first().map(|best| &best.play),
        _ => None,
    });
    let drawn = |play| arrows_of_play(board.game.on_roll, &board.game.position, play, board.clockwise);
    play.map(|play| (drawn(play), BEST)).into_iter().collect()
}

/// The drawing of a position, with the play made there and the best one where they are known.
pub fn position_svg(page: &MatchPage<'_>, reply: &BoardReply, place: (usize, usize), known: &[Reply]) -> String {
    let judged = judged(page, reply, place);
    board_with_plays(reply, &judged.map_or_else(|| arrows_of(known, reply), |judged| arrows(&judged.rows)))
}

/// The page of a position, with what is known of the decision there.
pub fn position_html(page: &MatchPage<'_>, reply: &BoardReply, place: (usize, usize), known: &[Reply]) -> String {
    let judged = judged(page, reply, place).filter(|judged| !judged.rows.is_empty());
    let plays = judged.as_ref().map_or_else(|| arrows_of(known, reply), |judged| arrows(&judged.rows));
    // What the record holds stands above; a hint would tell it again.
    let is_told = |reply: &&Reply| match reply {
        Reply::Rollout(_) => true,
        Reply::Plays(_) | Reply::Cube(_) => judged.is_none(),
        _ => false,
    };
    let body = html! {
        main class="position" {
            div class="pair" {
                div { (PreEscaped(board_with_plays(reply, &plays))) }
                div {
                    @if let Some(judged) = &judged {
                        h2 { (judged.title) }
                        (table(&judged.rows))
                        @if let Some(advice) = &judged.advice { p { strong { (advice) } } }
                        @if let Some(how) = &judged.how { p class="how" { (how) } }
                        @if !judged.comment.is_empty() { blockquote { (judged.comment) } }
                    }
                    @for reply in known.iter().filter(is_told) { (shown(reply)) }
                    p { code { (reply.ids.xgid) } br; code { (reply.ids.position_id) ":" (reply.ids.match_id) } }
                }
            }
        }
    };
    html_page(&reply.ids.xgid, "", None, &body)
}

/// A hint or a rollout: its table, its conclusion, how it was made.
fn shown(reply: &Reply) -> Markup {
    let format = Format::plain(&OutputSettings { time: false, ..OutputSettings::default() });
    let table = match reply {
        Reply::Plays(plays) if !plays.candidates.is_empty() => hint_table(plays, &format),
        Reply::Cube(cube) => cube_answer_table(cube, &format).unwrap_or_default(),
        Reply::Rollout(rollout) => rollout_table(rollout, &format),
        _ => Table::default(),
    };
    let is_best = |row: &[Cell]| row.iter().any(|cell| cell.look == Paint::Role(Role::Best));
    // Places and the rarest chances are left to terminals.
    let is_shown = |column: &Column| !["", "BG", "LBG"].contains(&column.head.as_str());
    let shown: Vec<usize> = (0..table.columns.len()).filter(|&i| is_shown(&table.columns[i])).collect();
    let class = |i: usize| match table.columns[i].head.as_str() {
        "Play" | "Action" | "Answer" => "name",
        "Win" | "G" | "LG" => "chance",
        "By" | "Trials" => "by",
        _ => "",
    };
    html! {
        div class="wide" {
            table {
                tr { @for &i in &shown { th class=(class(i)) { (table.columns[i].head) } } }
                @for row in &table.rows {
                    tr class=(if is_best(row) { "best" } else { "" }) {
                        @for &i in &shown { td class=(class(i)) { @if let Some(cell) = row.get(i) { (cell.text) } } }
                    }
                }
            }
        }
        @for (role, note) in &table.notes {
            @if *role == Role::Verdict { p { strong { (note) } } } @else { p class="how" { (note) } }
        }
    }
}

/// The candidates, as the viewer's script shows them.
fn table(rows: &[Row]) -> Markup {
    let chance = |row: &Row, i: usize| row.chances.get(i).cloned().unwrap_or_default();
    html! {
        table {
            tr {
                th { "" } th { "Equity" } th { "Loss" }
                @for head in ["Win", "G", "LG"] { th class="chance" { (head) } }
                th class="by" { "By" }
            }
            @for row in rows {
                tr class=(format!("{}{}", if row.made { "made " } else { "" }, if row.best { "best" } else { "" })) {
                    td class="name" { (row.name) @if row.made { "\u{a0}◀" } }
                    td { (row.equity) }
                    td { (row.behind) }
                    @for i in [0, 1, 3] { td class="chance" { (chance(row, i)) } }
                    td class="by" { (row.by) }
                }
            }
        }
    }
}
