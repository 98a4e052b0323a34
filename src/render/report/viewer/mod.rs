//! A match as one page of HTML that needs nothing else: board, decisions and their candidates, step by step, with a
//! chart, filters, a quiz. Without scripts the list of decisions and the statistics remain.
//!
//! The page is static HTML (this file), its data as JSON (`data.rs`), a style sheet and a script. A policy in the page
//! names both by their hashes: nothing else runs, nothing is fetched.

mod data;
mod summary;

use super::board::{HEIGHT, WIDTH, Words, definitions, frame, surface};
use super::decisions::MatchPage;
use crate::board::{ByPlayer, Player};
use crate::record::{Skill, State};
use crate::session::BoardReply;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use data::{Data, DecisionData, signed};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use summary::summary;

const SCRIPT: &str = include_str!("viewer.js");
const STYLE: &str = include_str!("viewer.css");

/// Errors in the list of the worst.
const WORST: usize = 10;

/// What the keys do, for people who ask.
const KEYS: [(&str, &str); 8] = [
    ("← →", "the decision before, the next one"),
    ("N n", "the error before, the next one"),
    ("Home End", "the first decision, the last one"),
    ("e", "the list of errors"),
    ("q", "quiz: the answer is hidden until you choose"),
    ("c", "copy the XGID"),
    ("?", "these keys"),
    ("Esc", "close, show all decisions again"),
];

/// The page. `board` draws the board of a state, if a game lies there.
#[must_use]
pub fn match_html(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    let data = Data::new(page, board);
    let names = page.names;
    let title = format!("{} – {}", names[Player::Top], names[Player::Bottom]);
    let length = page.games.first().map_or(0, |game| game.state(game.steps.len()).standing.length());
    let what = if length == 0 { "money session".to_owned() } else { format!("match to {length}") };
    let errors = data.worst();
    let draws_boards = page.export.board > 0;
    let body = html! {
        header {
            h1 { (title) }
            p { (what) @for (label, text) in page.facts() { " · " (label) ": " (text) } }
        }
        @if !errors.is_empty() {
            // The script moves it beside the board.
            section id="worst" {
                h2 { "The worst decisions" }
                ol { @for &i in errors.iter().take(WORST) { (item(&data, i, true)) } }
            }
        }
        main id="viewer" hidden {
            section id="seen" {
                @if draws_boards { (board_of(&data, names)) }
                nav { (buttons()) }
                svg id="chart" role="img" {}
                form id="filter" autocomplete="off" { (filters(&data)) }
            }
            section id="judged" {
                div id="answer" {
                    h2 id="headline" aria-live="polite" {}
                    div id="quiz" hidden {}
                    div id="analysis" {
                        table id="rows" {}
                        p id="advice" {}
                        p id="chances" {}
                        blockquote id="comment" {}
                    }
                    p { code id="xgid" {} " " button id="copy" type="button" title="copy (c)" { "copy" } }
                }
            }
        }
        section id="list" {
            h2 { "Decisions" }
            @for (i, game) in data.games.iter().enumerate() {
                section {
                    h3 id=(format!("game{}", i + 1)) { (game.title) }
                    ol { @for (i, _) in data.decisions.iter().enumerate().filter(|(_, one)| one.game == i + 1) {
                        (item(&data, i, false))
                    } }
                }
            }
        }
        @if page.export.include.statistics { (summary(page)) }
        div id="print" {}
        dialog id="keys" {
            h2 { "Keys" }
            dl { @for (key, what) in KEYS { dt { (key) } dd { (what) } } }
            form method="dialog" { button { "Close" } }
        }
        footer { "gammon " (env!("CARGO_PKG_VERSION")) }
        script type="application/json" id="data" { (PreEscaped(json(&data))) }
        script { (PreEscaped(SCRIPT)) }
    };
    page_with_script(&title, &body)
}

/// A page with the script of the viewer, which may run nothing else and fetch nothing.
fn page_with_script(title: &str, body: &Markup) -> String {
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

/// A script or style sheet as a policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// JSON that may stand in a page: no name in it can end its element.
fn json(data: &Data) -> String {
    serde_json::to_string(data).expect("plain data with text keys").replace('<', "\\u003c")
}

/// The board, on which the script lays the pieces.
fn board_of(data: &Data, names: &ByPlayer<String>) -> Markup {
    let words = ByPlayer(Player::BOTH.map(|player| Words::new(&names[player])));
    html! {
        svg id="board" class="board" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" {
            defs {
                (PreEscaped(definitions(&data.symbols)))
                g id="surface" { (PreEscaped(surface(data.clockwise))) }
            }
            use href="#surface" {}
            (frame(&words))
            g class="pieces" {}
            g class="arrows" fill="none" stroke-linecap="round" stroke-linejoin="round" {}
        }
    }
}

fn buttons() -> Markup {
    let button = |id: &str, title: &str, text: &str| {
        html! { button id=(id) type="button" title=(title) { (text) } }
    };
    html! {
        (button("back", "the decision before (←)", "←"))
        (button("on", "the next decision (→)", "→"))
        (button("back-error", "the error before (N)", "← error"))
        (button("next-error", "the next error (n)", "error →"))
        (button("errors", "the list of errors (e)", "errors"))
        (button("quizzes", "hide the answer until you choose (q)", "quiz"))
        (button("help", "all keys (?)", "?"))
    }
}

fn filters(data: &Data) -> Markup {
    let sizes = [("", "all"), ("0.02", "≥ .020"), ("0.04", "≥ .040"), ("0.08", "≥ .080"), ("0.16", "≥ .160")];
    html! {
        select name="by" aria-label="player" {
            option value="" { "both players" }
            @for (seat, name) in data.players.iter().enumerate() { option value=(seat) { (name) } }
        }
        select name="min" aria-label="size of the error" { @for (value, text) in sizes { option value=(value) { (text) } } }
        select name="kind" aria-label="kind of decision" {
            option value="" { "plays and cubes" }
            option value="play" { "plays" }
            option value="cube" { "cubes" }
        }
        select name="game" aria-label="game" {
            option value="" { "all games" }
            @for i in 1..=data.games.len() { option value=(i) { "game " (i) } }
        }
        output id="count" {}
    }
}

/// A decision in a list.
fn item(data: &Data, i: usize, with_game: bool) -> Markup {
    let one: &DecisionData = &data.decisions[i];
    html! {
        li {
            a href=(format!("#{}", one.id)) {
                @if with_game && data.games.len() > 1 { "game " (one.game) ", " }
                (one.who) ": " (one.done)
            }
            @if one.mark > 0 { " " (chip(one.mark)) }
            @if one.loss > 0.0 { " " span class="loss" { (signed(-one.loss as f32)) } }
        }
    }
}

fn chip(mark: u8) -> Markup {
    let skill = Skill::ALL[usize::from(mark - 1)];
    html! { span class=(format!("chip m{mark}")) title=(skill.name()) { (skill.sign()) } }
}
