//! A match as one page of HTML that needs nothing else: board, decisions and their candidates, step by step, with a
//! chart, filters, a quiz. Without scripts the list of decisions and the statistics remain.
//!
//! The page is static HTML (this file), its data as JSON (`data.rs`), a style sheet and a script. A policy in the page
//! names both by their hashes: nothing else runs, nothing is fetched.

mod data;
mod summary;

use super::board::{HEIGHT, WIDTH, Words, definitions, frame, surface};
use super::decisions::MatchPage;
use super::page::{Script, html_page};
use crate::board::{ByPlayer, Player};
use crate::record::{Skill, State};
use crate::session::BoardReply;
pub use data::{DecisionData, GameData, MatchData, Row, how, rows_of};
use maud::{Markup, PreEscaped, html};
use summary::summary;

const SCRIPT: &str = include_str!("viewer.js");
const STYLE: &str = include_str!("viewer.css");

/// Errors in the list of the worst.
const WORST: usize = 10;

/// The keys, for people who ask.
const KEYS: [(&str, &str); 9] = [
    ("← →", "the decision before, the next one"),
    ("N n", "the error before, the next one"),
    ("Home End", "the first decision, the last one"),
    ("e", "the list of errors"),
    ("q", "quiz: the answer is hidden until you choose"),
    ("1 … 9", "choose an answer of the quiz"),
    ("c", "copy the XGID"),
    ("?", "these keys"),
    ("Esc", "close, show all decisions again"),
];

/// The keys where a session is behind the page.
const LIVE_KEYS: [(&str, &str); 3] = [
    ("d", "look one turn deeper at this decision"),
    ("r", "roll out the choice made and the best one"),
    ("s", "stop that"),
];

/// The page, in a file. `board` draws the board of a state, if a game lies there.
pub fn match_html(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    viewer(page, MatchData::new(page, board), false)
}

/// The page as a server shows it that has the session: it asks the server for closer looks.
pub fn live_page(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    viewer(page, MatchData::new(page, board), true)
}

/// The data of the decision with this part of the address beside the performance ratings, and its game and step, both
/// from 0.
pub fn decision_json(
    page: &MatchPage<'_>,
    board: &dyn Fn(&State) -> Option<BoardReply>,
    id: &str,
) -> Option<(String, (usize, usize))> {
    let data = MatchData::new(page, board);
    let decision = data.decisions.iter().find(|one| one.id == id)?;
    let json = serde_json::json!({ "decision": decision, "ratings": data.ratings });
    Some((json.to_string(), (decision.game - 1, decision.step)))
}

fn viewer(page: &MatchPage<'_>, data: MatchData, is_live: bool) -> String {
    let names = page.names;
    let title = format!("{} – {}", names[Player::Top], names[Player::Bottom]);
    let length = page.games.first().map_or(0, |game| game.state(game.steps.len()).standing.length());
    let what = if length == 0 { "money session".to_owned() } else { format!("match to {length}") };
    let errors = data.worst();
    let draws_boards = page.export.board > 0;
    let body = html! {
        header {
            h1 { (title) }
            @if data.ratings.iter().any(|rating| !rating.is_empty()) {
                p id="ratings" {
                    @for (name, rating) in data.players.iter().zip(&data.ratings) {
                        span { (name) " " b { (rating) } }
                    }
                }
            }
            @if let Some(by) = data.judged_by() { p { "analysed by " (by) } }
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
                nav { (buttons(is_live)) }
                svg id="chart" role="img" {}
                form id="filter" autocomplete="off" { (filters(&data)) }
            }
            section id="judged" {
                div id="answer" {
                    h2 id="headline" aria-live="polite" {}
                    div id="quiz" hidden {}
                    div id="analysis" {
                        table id="rows" {}
                        @if is_live { div id="look" hidden { progress id="bar" {} " " span id="news" {} } }
                        p id="advice" {}
                        p id="why" {}
                        p id="chances" {}
                        p id="sure" {}
                        p id="how" {}
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
            dl {
                @for (key, what) in KEYS { dt { (key) } dd { (what) } }
                @if is_live { @for (key, what) in LIVE_KEYS { dt { (key) } dd { (what) } } }
            }
            form method="dialog" { button { "Close" } }
        }
        script type="application/json" id="data" { (PreEscaped(json(&data))) }
    };
    let script = Script { text: SCRIPT, asks_its_server: is_live };
    html_page(&title, STYLE, Some(&script), &body)
}

/// JSON that may stand in a page: no name in it can end its element.
fn json(data: &MatchData) -> String {
    serde_json::to_string(data).expect("plain data with text keys").replace('<', "\\u003c")
}

/// The board, on which the script lays the pieces.
fn board_of(data: &MatchData, names: &ByPlayer<String>) -> Markup {
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

fn buttons(is_live: bool) -> Markup {
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
        @if is_live {
            (button("deeper", "look one turn deeper (d)", "deeper"))
            (button("rollout", "roll out the choice made and the best one (r)", "roll out"))
            (button("stop", "stop (s)", "stop"))
            a id="last" href="rollout" hidden { "last rollout" }
        }
        (button("help", "all keys (?)", "?"))
    }
}

fn filters(data: &MatchData) -> Markup {
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
            @for (value, text) in [
                ("missed", "missed doubles"), ("doubles", "doubles made"), ("takes", "takes"), ("passes", "passes"),
            ] { option value=(value) { (text) } }
        }
        select name="game" aria-label="game" {
            option value="" { "all games" }
            @for i in 1..=data.games.len() { option value=(i) { "game " (i) } }
        }
        output id="count" {}
    }
}

/// A decision in a list.
fn item(data: &MatchData, i: usize, with_game: bool) -> Markup {
    let one: &DecisionData = &data.decisions[i];
    html! {
        li {
            a href=(format!("#{}", one.id)) {
                @if with_game && data.games.len() > 1 { "game " (one.game) ", " }
                (one.who) ": " (one.done)
            }
            @if one.mark > 0 { " " (chip(Skill::ALL[usize::from(one.mark - 1)])) }
            @if !one.lost.is_empty() { " " span class="loss" { (one.lost) } }
        }
    }
}

/// A mark in its color.
pub fn chip(skill: Skill) -> Markup {
    html! { span class=(format!("chip m{}", skill as usize + 1)) title=(skill.name()) { (skill.sign()) } }
}
