//! The matches of a folder as a page of links.

use super::page::html_page;
use super::signed;
use crate::board::Player;
use crate::session::{FolderList, ListedMatch};
use maud::{Markup, html};

/// The page. The match with number `n`, from 0, is at `match/n/` below it.
pub fn folder_html(list: &FolderList) -> String {
    let matches = list.matches.len();
    let body = html! {
        h1 { "Matches of " (list.folder) }
        p { (matches) @if matches == 1 { " match" } @else { " matches" } }
        div class="wide" {
            table class="matches" {
                tr {
                    @for head in ["Match", "First's PR", "Second's PR", "To", "Score"] { th { (head) } }
                    @for head in ["Worst", "Date", "Event", "File"] { th class="by" { (head) } }
                }
                @for (n, one) in list.matches.iter().enumerate() { (row(n, one)) }
            }
        }
        p { "PR is the performance rating: 0 is perfect. A match without one is not analysed: `analyse folder`." }
        @if !list.faults.is_empty() {
            h2 { "Not read" }
            ul { @for fault in &list.faults { li { (fault) } } }
        }
    };
    html_page(&format!("Matches of {}", list.folder), STYLE, None, &body)
}

/// The order of seats is that of the names in the link.
const STYLE: &str = "table.matches td:nth-child(2),table.matches td:nth-child(4){text-align:right}\
                     table.matches td.by{min-width:5rem}";

fn row(n: usize, one: &ListedMatch) -> Markup {
    let (top, bottom) = (Player::Top, Player::Bottom);
    let rating = |player: Player| {
        one.performances[player].all.all().rating().map_or_else(|| "–".to_owned(), |rating| format!("{rating:.1}"))
    };
    let length = if one.length == 0 { "money".to_owned() } else { one.length.to_string() };
    let file = one.file.file_name().unwrap_or_default().to_string_lossy();
    html! {
        tr {
            td { a href=(format!("match/{n}/")) { (one.names[top]) " – " (one.names[bottom]) } }
            td { (rating(top)) } td { (rating(bottom)) }
            td { (length) }
            td { (one.points[top]) " – " (one.points[bottom]) }
            td class="by" {
                @if let Some(worst) = &one.worst { (worst.player) ": " (worst.made) " " (signed((-worst.loss).into())) }
            }
            td class="by" { (one.date.as_deref().unwrap_or_default()) }
            td class="by" { (one.event) }
            td class="by" { (file) }
        }
    }
}
