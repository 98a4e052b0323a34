//! A match as one page of HTML that needs nothing else: the errors of both players, a curve of what was to be expected, and
//! every decision with its board and the best plays.

use super::decisions::{CubeLines, Decision, Expectation, MatchPage, decisions, ending, expectations, facts};
use super::small_board::{board_definition, small_board};
use crate::analysis::{Counted, Loss, PlayerStatistics, Statistics};
use crate::board::Player;
use crate::record::{Skill, State};
use crate::session::BoardReply;
use std::fmt::Write;

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
    let names = [Player::Top, Player::Bottom].map(|player| escaped(&page.names[player]));
    let title = format!("{} – {}", names[0], names[1]);
    let length = page.games.first().map_or(0, |game| game.state(game.steps.len()).standing.length());
    let what = if length == 0 { "money session".to_owned() } else { format!("match to {length}") };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n<body>{}<h1>{title}</h1>\n<p>{}",
        board_definition(),
        what
    );
    for (label, text) in facts(page.info) {
        let _ = write!(out, " · {label}: {}", escaped(&text));
    }
    out.push_str("</p>\n");
    results(&mut out, page);
    summary(&mut out, page);
    curve(&mut out, page, length > 0);
    for (i, game) in page.games.iter().enumerate() {
        let points = game.steps.first().map_or(game.start, |step| step.after).standing.points();
        let _ = write!(
            out,
            "<h2 id=\"game{n}\">Game {n}</h2>\n<p>{}: {} – {}: {} · {}</p>\n",
            names[0],
            points[Player::Top],
            names[1],
            points[Player::Bottom],
            escaped(&ending(page.names, game)),
            n = i + 1,
        );
        for decision in decisions(game, page.met, page.thresholds) {
            one(&mut out, page, &decision, board(decision.state).as_ref());
        }
    }
    let _ = writeln!(out, "<p><small>gammon {}</small></p></body></html>", env!("CARGO_PKG_VERSION"));
    out
}

/// The games with their results, each a link.
fn results(out: &mut String, page: &MatchPage<'_>) {
    out.push_str("<ol>");
    for (i, game) in page.games.iter().enumerate() {
        let _ = write!(out, "<li><a href=\"#game{}\">{}</a></li>", i + 1, escaped(&ending(page.names, game)));
    }
    out.push_str("</ol>\n");
}

/// The errors of both players.
fn summary(out: &mut String, page: &MatchPage<'_>) {
    let statistics = Statistics::of_games(page.games, page.met, page.thresholds);
    if !statistics.has_plays() {
        out.push_str("<p>This match has not been analysed.</p>\n");
        return;
    }
    let _ = write!(
        out,
        "<h2>Errors</h2><table><tr><th></th><th>{}</th><th>{}</th></tr>",
        escaped(&page.names[Player::Top]),
        escaped(&page.names[Player::Bottom])
    );
    let mut row = |label: &str, cell: &dyn Fn(&PlayerStatistics) -> String| {
        let cells = [Player::Top, Player::Bottom].map(|player| cell(&statistics.players[player]));
        let _ = write!(out, "<tr><td>{label}</td><td>{}</td><td>{}</td></tr>", cells[0], cells[1]);
    };
    let lost = |loss: Loss| if loss.equity == 0.0 { "0".to_owned() } else { format!("{:.3}", -loss.equity) };
    let rate = |loss: Option<Loss>| loss.map_or_else(|| "–".to_owned(), |loss| format!("{:.1}", 1000.0 * loss.equity));
    row("Unforced plays", &|of| of.plays.unforced.to_string());
    for (i, skill) in Skill::ALL.into_iter().enumerate() {
        row(&format!("Plays marked {}", skill.name()), &|of| of.plays.marked[i].to_string());
    }
    row("Lost in plays", &|of| lost(of.plays.error));
    row("Close or actual cube decisions", &|of| of.cube.close.to_string());
    row("Wrong cube decisions", &|of| {
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
    });
    row("Lost with the cube", &|of| lost(of.cube.error()));
    row("Error rate (thousandths a decision)", &|of| rate(of.rate()));
    if statistics.has_luck() {
        row("Luck", &|of| format!("{:+.3}", of.luck.luck.equity));
    }
    out.push_str("</table>\n");
}

/// What player 1 could expect over the match; errors are dots.
fn curve(out: &mut String, page: &MatchPage<'_>, is_match: bool) {
    const WIDE: f32 = 720.0;
    const HIGH: f32 = 180.0;
    let games: Vec<Vec<Expectation>> = page.games.iter().map(|game| expectations(page, game)).collect();
    let all: Vec<&Expectation> = games.iter().flatten().collect();
    if all.len() < 2 {
        return;
    }
    let most = all.iter().map(|point| point.value.abs()).fold(1.0, f32::max);
    let x = |i: usize| 36.0 + (WIDE - 44.0) * i as f32 / (all.len() - 1) as f32;
    let y = |value: f32| {
        let share = if is_match { value.clamp(0.0, 1.0) } else { 0.5 + value / most / 2.0 };
        8.0 + (HIGH - 16.0) * (1.0 - share)
    };
    let name = escaped(&page.names[Player::Bottom]);
    let what = if is_match { "match winning chance" } else { "equity in points" };
    let _ = write!(
        out,
        "<h2>The course of play</h2><p>The {what} of {name}; dots are errors.</p>\n<svg class=\"chart\" \
         viewBox=\"0 0 {WIDE} {HIGH}\" font-family=\"sans-serif\" font-size=\"10\">"
    );
    let ticks = if is_match {
        [(1.0, "100 %".to_owned()), (0.5, "50 %".to_owned()), (0.0, "0 %".to_owned())]
    } else {
        [(most, format!("{most:+.1}")), (0.0, "0".to_owned()), (-most, format!("{:+.1}", -most))]
    };
    for (value, label) in ticks {
        let at = y(value);
        let _ = write!(out, "<path d=\"M36 {at:.1}H{:.1}\" stroke=\"#ccc\"/>", WIDE - 8.0);
        let _ = write!(out, "<text x=\"32\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{label}</text>", at + 3.0);
    }
    let mut begun = 0;
    for (i, game) in games.iter().enumerate() {
        if i > 0 && begun < all.len() {
            let _ = write!(
                out,
                "<path d=\"M{:.1} 8V{:.1}\" stroke=\"#bbb\" stroke-dasharray=\"3 3\"/>",
                x(begun),
                HIGH - 8.0
            );
        }
        begun += game.len();
    }
    let points: Vec<String> =
        all.iter().enumerate().map(|(i, point)| format!("{:.1},{:.1}", x(i), y(point.value))).collect();
    let _ = write!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#2060a0\" stroke-width=\"1.5\"/>",
        points.join(" ")
    );
    for (i, point) in all.iter().enumerate() {
        if let Some((player, skill)) = point.mark {
            let color = match skill {
                Skill::Doubtful => "#c9a400",
                Skill::Bad => "#e07800",
                Skill::VeryBad => "#d01c1c",
            };
            let _ = write!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{color}\"><title>{}: {}</title></circle>",
                x(i),
                y(point.value),
                escaped(&page.names[player]),
                skill.name()
            );
        }
    }
    out.push_str("</svg>\n");
}

const fn class(skill: Skill) -> &'static str {
    match skill {
        Skill::Doubtful => "doubtful",
        Skill::Bad => "bad",
        Skill::VeryBad => "verybad",
    }
}

/// A decision: open if it was an error or somebody wrote about it, and else to be opened.
fn one(out: &mut String, page: &MatchPage<'_>, decision: &Decision<'_>, board: Option<&BoardReply>) {
    let is_open = decision.mark.is_some() || !decision.comment.is_empty();
    let _ = write!(
        out,
        "<details class=\"{}\"{}><summary>{}. {}: {}",
        decision.mark.map_or("", class),
        if is_open { " open" } else { "" },
        decision.number,
        escaped(&page.names[decision.player]),
        escaped(&decision.done)
    );
    if let Some(mark) = decision.mark {
        let loss = decision.loss.filter(|&loss| loss > 0.0).map(|loss| format!(" −{loss:.3}")).unwrap_or_default();
        let _ = write!(out, " <span class=\"mark {}\">{}{loss}</span>", class(mark), mark.name());
    }
    if let Some(luck) = decision.luck {
        let _ = write!(out, " <small>luck {luck:+.3}</small>");
    }
    out.push_str("</summary>\n");
    if !decision.comment.is_empty() {
        let _ = write!(out, "<blockquote>{}</blockquote>", escaped(&decision.comment));
    }
    out.push_str("<div class=\"row\"><div>");
    if let Some(board) = board {
        let _ = write!(out, "{}<br><small>{}</small>", small_board(board), escaped(&board.ids.xgid));
    }
    out.push_str("</div><div>");
    if !decision.plays.is_empty() {
        out.push_str(
            "<table><tr><th>Play</th><th>Equity</th><th></th><th>Win</th><th>Gammon</th><th>Lose g</th><th></th></tr>",
        );
        for line in &decision.plays {
            let played = if line.is_played { " class=\"played\"" } else { "" };
            let behind = if line.rank == 1 { String::new() } else { format!("{:+.3}", line.behind) };
            let o = line.outputs.map(|p| 100.0 * p);
            let _ = write!(
                out,
                "<tr{played}><td>{}. {}</td><td>{:+.3}</td><td>{behind}</td><td>{:.1}</td><td>{:.1}</td><td>{:.1}</td>\
                 <td class=\"left\">{}</td></tr>",
                line.rank,
                escaped(&line.play),
                line.equity,
                o[0],
                o[1],
                o[3],
                escaped(&line.method)
            );
        }
        out.push_str("</table>");
    }
    if let Some(cube) = &decision.cube {
        cube_table(out, cube);
    }
    out.push_str("</div></div></details>\n");
}

fn cube_table(out: &mut String, cube: &CubeLines) {
    let _ = write!(out, "<p>{} <small>({})</small></p><table>", escaped(&cube.advice), escaped(&cube.method));
    for (name, equity, behind) in &cube.actions {
        let _ = write!(out, "<tr><td>{name}</td><td>{equity:+.3}</td><td>{behind:+.3}</td></tr>");
    }
    let o = cube.outputs.map(|p| 100.0 * p);
    let _ = write!(out, "</table><p><small>win {:.1} · gammon {:.1} · lose gammon {:.1}</small></p>", o[0], o[1], o[3]);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
