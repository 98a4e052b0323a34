//! A match as one page of HTML that needs nothing else: the errors of both players, a curve of what was to be expected,
//! and every decision with its board and the best plays.

use super::decisions::{CubeLines, Decision, Expectation, MatchPage, PlayLine, decisions, ending, expectations};
use super::html_page;
use super::small_board::{board_definition, small_board};
use crate::analysis::{Counted, Loss, PlayerStatistics, Statistics};
use crate::board::Player;
use crate::record::{Skill, State};
use crate::session::BoardReply;
use maud::{Markup, PreEscaped, html};

/// How the page looks: light or dark as the reader's system has it, narrow or wide.
const STYLE: &str = ":root{color-scheme:light dark;--line:#8886}\
body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:1.5rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.15rem .6rem;text-align:right;border-bottom:1px solid var(--line)}\
td:first-child,th:first-child,.left{text-align:left}tr.played{font-weight:700}\
.board{max-width:100%;height:auto;background:#f7f3ea;color:#222;border-radius:4px}\
details,section.error{border-left:.4rem solid var(--line);padding:.2rem .8rem;margin:.4rem 0}\
summary{cursor:pointer}.doubtful{border-left-color:#c9a400!important}.bad{border-left-color:#e07800!important}\
.verybad{border-left-color:#d01c1c!important}.mark{border-radius:3px;padding:0 .4rem;color:#fff;font-weight:600}\
.mark.doubtful{background:#8a7000}.mark.bad{background:#b35f00}.mark.verybad{background:#c01515}\
.row{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}blockquote{margin:.4rem 0;font-style:italic;white-space:pre-line}\
small{opacity:.75}.chart{width:100%;height:auto;background:#fff;border-radius:4px}";

/// The page. `board` draws the board of a state, if a game lies there.
#[must_use]
pub fn match_html(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    let names = page.names;
    let title = format!("{} – {}", names[Player::Top], names[Player::Bottom]);
    let length = page.games.first().map_or(0, |game| game.state(game.steps.len()).standing.length());
    let what = if length == 0 { "money session".to_owned() } else { format!("match to {length}") };
    let body = html! {
        (PreEscaped(board_definition()))
        h1 { (title) }
        p { (what) @for (label, text) in page.facts() { " · " (label) ": " (text) } }
        ol { @for (i, game) in page.games.iter().enumerate() {
            li { a href=(format!("#game{}", i + 1)) { (ending(names, game)) } }
        } }
        @if page.export.include.statistics {
            (summary(page))
            (curve(page, length > 0))
        }
        @for (i, game) in page.games.iter().enumerate() {
            @let points = game.steps.first().map_or(game.start, |step| step.after).standing.points();
            h2 id=(format!("game{}", i + 1)) { "Game " (i + 1) }
            p {
                (names[Player::Top]) ": " (points[Player::Top]) " – " (names[Player::Bottom]) ": "
                (points[Player::Bottom]) " · " (ending(names, game))
            }
            @for (place, decision) in decisions(page, game).iter().enumerate() {
                (one(page, decision, board(decision.state).filter(|_| page.draws_board(place)).as_ref()))
            }
        }
        p { small { "gammon " (env!("CARGO_PKG_VERSION")) } }
    };
    html_page(&title, STYLE, &body)
}

/// The errors of both players.
fn summary(page: &MatchPage<'_>) -> Markup {
    let statistics = Statistics::of_games(page.games, page.met, page.thresholds);
    if !statistics.has_plays() {
        return html! { p { "This match has not been analysed." } };
    }
    let players = [Player::Top, Player::Bottom];
    let row = |label: &str, cell: &dyn Fn(&PlayerStatistics) -> String| {
        html! { tr { td { (label) } @for player in players { td { (cell(&statistics.players[player])) } } } }
    };
    let lost = |loss: Loss| if loss.equity == 0.0 { "0".to_owned() } else { format!("{:.3}", -loss.equity) };
    let rate = |loss: Option<Loss>| loss.map_or_else(|| "–".to_owned(), |loss| format!("{:.1}", 1000.0 * loss.equity));
    let wrong_cubes = |of: &PlayerStatistics| {
        let cube = &of.cube;
        let all = [
            &cube.missed_below,
            &cube.missed_above,
            &cube.wrong_below,
            &cube.wrong_above,
            &cube.wrong_takes,
            &cube.wrong_passes,
        ];
        all.into_iter().map(|counted: &Counted| counted.count).sum::<u32>().to_string()
    };
    html! {
        h2 { "Errors" }
        table {
            tr { th {} @for player in players { th { (page.names[player]) } } }
            (row("Unforced plays", &|of| of.plays.unforced.to_string()))
            @for (i, skill) in Skill::ALL.into_iter().enumerate() {
                (row(&format!("Plays marked {}", skill.name()), &|of| of.plays.marked[i].to_string()))
            }
            (row("Lost in plays", &|of| lost(of.plays.error)))
            (row("Close or actual cube decisions", &|of| of.cube.close.to_string()))
            (row("Wrong cube decisions", &wrong_cubes))
            (row("Lost with the cube", &|of| lost(of.cube.error())))
            (row("Error rate (thousandths a decision)", &|of| rate(of.rate())))
            @if statistics.has_luck() { (row("Luck", &|of| format!("{:+.3}", of.luck.luck.equity))) }
        }
    }
}

/// What player 1 could expect over the match; errors are dots.
fn curve(page: &MatchPage<'_>, is_match: bool) -> Markup {
    const WIDE: f32 = 720.0;
    const HIGH: f32 = 180.0;
    let games: Vec<Vec<Expectation>> = page.games.iter().map(|game| expectations(page, game)).collect();
    let all: Vec<&Expectation> = games.iter().flatten().collect();
    if all.len() < 2 {
        return Markup::default();
    }
    let most = all.iter().map(|point| point.value.abs()).fold(1.0, f32::max);
    let x = |i: usize| 36.0 + (WIDE - 44.0) * i as f32 / (all.len() - 1) as f32;
    let y = |value: f32| {
        let share = if is_match { value.clamp(0.0, 1.0) } else { 0.5 + value / most / 2.0 };
        8.0 + (HIGH - 16.0) * (1.0 - share)
    };
    let what = if is_match { "match winning chance" } else { "equity in points" };
    let ticks = if is_match {
        [(1.0, "100 %".to_owned()), (0.5, "50 %".to_owned()), (0.0, "0 %".to_owned())]
    } else {
        [(most, format!("{most:+.1}")), (0.0, "0".to_owned()), (-most, format!("{:+.1}", -most))]
    };
    // Where a game begins, but for the first.
    let begins = games.iter().scan(0, |begun, game| Some(std::mem::replace(begun, *begun + game.len()))).skip(1);
    let points: Vec<String> =
        all.iter().enumerate().map(|(i, point)| format!("{:.1},{:.1}", x(i), y(point.value))).collect();
    let color = |skill| match skill {
        Skill::Doubtful => "#c9a400",
        Skill::Bad => "#e07800",
        Skill::VeryBad => "#d01c1c",
    };
    html! {
        h2 { "The course of play" }
        p { "The " (what) " of " (page.names[Player::Bottom]) "; dots are errors." }
        svg class="chart" viewBox=(format!("0 0 {WIDE} {HIGH}")) font-family="sans-serif" font-size="10" {
            @for (value, label) in &ticks {
                path d=(format!("M36 {:.1}H{:.1}", y(*value), WIDE - 8.0)) stroke="#ccc" {}
                text x="32" y=(format!("{:.1}", y(*value) + 3.0)) text-anchor="end" fill="#444" { (label) }
            }
            @for begun in begins.filter(|&begun| begun < all.len()) {
                path d=(format!("M{:.1} 8V{:.1}", x(begun), HIGH - 8.0)) stroke="#bbb" stroke-dasharray="3 3" {}
            }
            polyline points=(points.join(" ")) fill="none" stroke="#2060a0" stroke-width="1.5" {}
            @for (i, point) in all.iter().enumerate() {
                @if let Some((player, skill)) = point.mark {
                    circle cx=(format!("{:.1}", x(i))) cy=(format!("{:.1}", y(point.value))) r="3.5" fill=(color(skill)) {
                        title { (page.names[player]) ": " (skill.name()) }
                    }
                }
            }
        }
    }
}

const fn class(skill: Skill) -> &'static str {
    match skill {
        Skill::Doubtful => "doubtful",
        Skill::Bad => "bad",
        Skill::VeryBad => "verybad",
    }
}

/// A decision: unfolded if it was an error or has a comment, and else folded.
fn one(page: &MatchPage<'_>, decision: &Decision<'_>, board: Option<&BoardReply>) -> Markup {
    let is_open = decision.mark.is_some() || !decision.comment.is_empty();
    let loss = decision.loss.filter(|&loss| loss > 0.0).map(|loss| format!(" −{loss:.3}")).unwrap_or_default();
    html! {
        details class=(decision.mark.map_or("", class)) open[is_open] {
            summary {
                (decision.number) ". " (page.names[decision.player]) ": " (decision.done)
                @if let Some(mark) = decision.mark {
                    " " span class=(format!("mark {}", class(mark))) { (mark.name()) (loss) }
                }
                @if let Some(luck) = decision.luck { " " small { (format!("luck {luck:+.3}")) } }
            }
            @if !decision.comment.is_empty() { blockquote { (decision.comment) } }
            div class="row" {
                div {
                    @if let Some(board) = board {
                        (PreEscaped(small_board(board))) br; small { (board.ids.xgid) }
                    }
                }
                div {
                    @if !decision.plays.is_empty() { (play_table(&decision.plays)) }
                    @if let Some(cube) = &decision.cube { (cube_table(cube)) }
                }
            }
        }
    }
}

fn play_table(plays: &[PlayLine]) -> Markup {
    let percent = |chance: f32| format!("{:.1}", 100.0 * chance);
    html! {
        table {
            tr { @for head in ["Play", "Equity", "", "Win", "Gammon", "Lose g", ""] { th { (head) } } }
            @for line in plays {
                tr class=[line.is_played.then_some("played")] {
                    td { (line.rank) ". " (line.play) }
                    td { (format!("{:+.3}", line.equity)) }
                    td { @if line.rank > 1 { (format!("{:+.3}", line.behind)) } }
                    @for output in [0, 1, 3] { td { @if let Some(o) = line.outputs { (percent(o[output])) } } }
                    td class="left" { (line.method) }
                }
            }
        }
    }
}

fn cube_table(cube: &CubeLines) -> Markup {
    let chances = |o: [f32; 5]| {
        let [win, gammon, lost] = [o[0], o[1], o[3]].map(|chance| 100.0 * chance);
        format!("win {win:.1} · gammon {gammon:.1} · lose gammon {lost:.1}")
    };
    html! {
        p { (cube.advice) " " small { "(" (cube.method) ")" } }
        table {
            @for (name, equity, behind) in &cube.actions {
                tr { td { (name) } td { (format!("{equity:+.3}")) } td { (format!("{behind:+.3}")) } }
            }
        }
        @if let Some(o) = cube.outputs { p { small { (chances(o)) } } }
    }
}
