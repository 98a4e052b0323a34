//! One position as a page: its board, and what the analysis says of the decision that was made there.

use super::board::board_with_plays;
use super::decisions::{MatchPage, decisions};
use super::page::html_page;
use super::signed;
use super::viewer::{Row, chip, how, rows_of};
use crate::analysis::is_loss;
use crate::session::BoardReply;
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
        @if let Some(loss) = one.loss.filter(|&loss| is_loss(loss)) { span class="loss" { (signed(-loss)) } }
    };
    let advice = one.cube.as_ref().map(|cube| cube.advice.clone());
    Some(Judged { title, rows: rows_of(one, reply), advice, how: how(one), comment: one.comment.clone() })
}

fn arrows(rows: &[Row]) -> Vec<(String, &'static str)> {
    let (best, made) = (rows.iter().find(|row| row.best), rows.iter().find(|row| row.made && !row.best));
    let plays = best.map(|row| (row, BEST)).into_iter().chain(made.map(|row| (row, MADE)));
    plays.filter(|(row, _)| !row.arrows.is_empty()).map(|(row, color)| (row.arrows.clone(), color)).collect()
}

/// The drawing of a position, with the play made there and the best one where they are known.
#[must_use]
pub fn position_svg(page: &MatchPage<'_>, reply: &BoardReply, place: (usize, usize)) -> String {
    let judged = judged(page, reply, place);
    board_with_plays(reply, &judged.map_or_else(Vec::new, |judged| arrows(&judged.rows)))
}

/// The page of a position.
#[must_use]
pub fn position_html(page: &MatchPage<'_>, reply: &BoardReply, place: (usize, usize)) -> String {
    let judged = judged(page, reply, place);
    let plays = judged.as_ref().map_or_else(Vec::new, |judged| arrows(&judged.rows));
    let body = html! {
        main class="position" {
            div class="pair" {
                div { (PreEscaped(board_with_plays(reply, &plays))) }
                div {
                    @if let Some(judged) = &judged {
                        h2 { (judged.title) }
                        @if !judged.rows.is_empty() { (table(&judged.rows)) }
                        @if let Some(advice) = &judged.advice { p { strong { (advice) } } }
                        @if let Some(how) = &judged.how { p class="how" { (how) } }
                        @if !judged.comment.is_empty() { blockquote { (judged.comment) } }
                    }
                    p { code { (reply.ids.xgid) } br; code { (reply.ids.position_id) ":" (reply.ids.match_id) } }
                }
            }
        }
    };
    html_page(&reply.ids.xgid, "", None, &body)
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
