//! A match as plain text and as Markdown: every decision, with its board in text, and errors by their names.

use super::decisions::{Decision, MatchPage, decisions, ending};
use crate::analysis::is_loss;
use crate::board::Player;
use crate::record::State;
use crate::render::board_reply;
use crate::render::decision::Line;
use crate::render::numbers::thousandths;
use crate::session::{BoardReply, begun};
use std::fmt::Write;

/// The match as plain text.
pub fn match_text(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    let mut out = String::new();
    for (label, text) in page.facts() {
        let _ = writeln!(out, "{label}: {text}");
    }
    for (i, game) in page.games.iter().enumerate() {
        let points = begun(game).standing.points();
        let _ = writeln!(
            out,
            "\nGame {}. The score is {} {}, {} {}\n",
            i + 1,
            page.names[Player::Top],
            points[Player::Top],
            page.names[Player::Bottom],
            points[Player::Bottom]
        );
        for (place, decision) in decisions(page, game).iter().enumerate() {
            let _ = writeln!(out, "Move number {}: {}\n", decision.turn, headline(page, decision));
            if let Some(board) = board(decision.state).filter(|_| page.draws_board(place)) {
                out += &board_reply(&board);
                out.push('\n');
            }
            details(&mut out, decision, "  ");
            out.push('\n');
        }
        let _ = writeln!(out, "{}", ending(page.names, game));
    }
    if let Some(statistics) = &page.statistics {
        let _ = write!(out, "\n{statistics}");
    }
    out
}

/// The match as Markdown: a heading for every game, a line for every decision, lists of plays below errors.
pub fn match_markdown(page: &MatchPage<'_>) -> String {
    let names = [Player::Top, Player::Bottom].map(|player| marked_down(&page.names[player]));
    let mut out = format!("# {} – {}\n\n", names[0], names[1]);
    for (label, text) in page.facts() {
        let _ = writeln!(out, "- {label}: {}", marked_down(&text.replace('\n', " ")));
    }
    for (i, game) in page.games.iter().enumerate() {
        let points = begun(game).standing.points();
        let _ = writeln!(
            out,
            "\n## Game {}: {} {}, {} {}\n",
            i + 1,
            names[0],
            points[Player::Top],
            names[1],
            points[Player::Bottom]
        );
        for decision in decisions(page, game) {
            let line = marked_down(&headline(page, &decision));
            let _ = writeln!(out, "{}. {line}", decision.turn);
            if decision.mark.is_some() || !decision.comment.is_empty() {
                out.push_str("\n```text\n");
                details(&mut out, &decision, "");
                out.push_str("```\n\n");
            }
        }
        let _ = writeln!(out, "\n{}", marked_down(&ending(page.names, game)));
    }
    if let Some(statistics) = &page.statistics {
        let _ = write!(out, "\n## Statistics\n\n```text\n{statistics}```\n");
    }
    out
}

pub(super) fn headline(page: &MatchPage<'_>, decision: &Decision<'_>) -> String {
    let mut line = format!("{} {}", page.names[decision.player], decision.done);
    if let Some(mark) = decision.mark {
        let _ = write!(line, " ({}", mark.name());
        if let Some(loss) = decision.loss.filter(|&loss| is_loss(loss)) {
            let _ = write!(line, ", -{loss:.3}");
        }
        line.push(')');
    }
    line
}

/// Writes analysis and comment of a decision, each line with a margin.
fn details(out: &mut String, decision: &Decision<'_>, margin: &str) {
    if let Some(cube) = &decision.cube {
        let _ = writeln!(out, "{margin}Cube analysis ({})", cube.method);
        for line in cube.listed(decision.turns()) {
            let (equity, behind) = worth(line);
            let _ = writeln!(out, "{margin}{:<20} {equity}  ({behind})", line.name);
        }
        let _ = writeln!(out, "{margin}Proper cube action: {}", cube.advice);
    }
    if let Some(luck) = decision.luck {
        let _ = writeln!(out, "{margin}Luck of the roll: {}", thousandths(luck.into()));
    }
    for line in &decision.plays {
        let played = if line.is_made { '*' } else { ' ' };
        let (equity, behind) = worth(line);
        let behind = if line.is_best { String::new() } else { format!(" ({behind})") };
        let (rank, method) = (line.rank.unwrap_or_default(), line.method.as_deref().unwrap_or_default());
        let _ = writeln!(out, "{margin}{played}{rank:>3}. {method:<12} {:<28} Eq.: {equity}{behind}", line.name);
        if let Some(outputs) = line.outputs {
            let _ = writeln!(out, "{margin}       {}", chances(outputs, "-"));
        }
    }
    for line in decision.comment.lines() {
        let _ = writeln!(out, "{margin}\"{line}\"");
    }
}

/// The equity of a choice, and its difference from the best.
pub(super) fn worth(line: &Line) -> (String, String) {
    let (behind, _) = line.behind.unwrap_or_default();
    (thousandths(line.value.0), thousandths(0.0 - behind))
}

/// The five chances, and that of a loss between a dash and the others.
pub(super) fn chances([win, gammon, backgammon, lose_gammon, lose_backgammon]: [f64; 5], dash: &str) -> String {
    let lost = 1.0 - win as f32;
    format!("{win:.3} {gammon:.3} {backgammon:.3} {dash} {lost:.3} {lose_gammon:.3} {lose_backgammon:.3}")
}

/// Text in which no letter means anything to Markdown.
fn marked_down(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
