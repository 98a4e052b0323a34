//! A match or position as a document for LaTeX. It needs no packages but those of every installation; boards are drawn
//! by its `picture` environment, seen by player 1, with the ace point at the lower right.

use super::decisions::{Decision, MatchPage, decisions, ending};
use super::match_text::{chances, headline, worth};
use crate::board::{BAR, Player, Side};
use crate::record::{Pending, State};
use crate::render::numbers::thousandths;
use crate::render::visible_data;
use crate::scoring::CubeOwner;
use crate::session::{BoardReply, begun};
use std::fmt::Write;

/// How every document begins.
const HEAD: &str = "\\documentclass[a4paper,10pt]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\setlength{\\parindent}{0pt}
\\setlength{\\unitlength}{1pt}
";

/// The width of a point in units of the picture; a checker has this diameter.
const POINT: i32 = 12;
/// The height of a half: stacks of five and a gap.
const HALF: i32 = 66;
/// The height of the triangle of a point. Lines have whole slopes up to 6.
const TRIANGLE: i32 = 36;
/// Checkers drawn on a point before they are only counted.
const STACK: u8 = 5;

/// The match as a document.
pub fn match_latex(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> String {
    let [top, bottom] = [Player::Top, Player::Bottom].map(|player| escaped(&page.names[player]));
    let mut out =
        format!("{HEAD}\\title{{{top} -- {bottom}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n");
    for (label, text) in page.facts() {
        let _ = writeln!(out, "\n\\textbf{{{}}}: {}", escaped(label), lines(&text));
    }
    for (i, game) in page.games.iter().enumerate() {
        let points = begun(game).standing.points();
        let (one, other) = (points[Player::Top], points[Player::Bottom]);
        let _ = writeln!(out, "\n\\section*{{Game {}: {top} {one}, {bottom} {other}}}", i + 1);
        for (place, decision) in decisions(page, game).iter().enumerate() {
            let line = escaped(&headline(page, decision));
            let line = if decision.mark.is_some() { format!("\\textbf{{{line}}}") } else { line };
            let _ = writeln!(out, "\n\\medskip\n{}. {line}", decision.turn);
            if let Some(board) = board(decision.state).filter(|_| page.draws_board(place)) {
                picture(&mut out, &board);
            }
            details(&mut out, decision);
        }
        let _ = writeln!(out, "\n\\medskip\n\\textbf{{{}}}", escaped(&ending(page.names, game)));
    }
    if let Some(statistics) = &page.statistics {
        // Inside `verbatim` only its end has a meaning.
        let text = visible_data(statistics).replace("\\end{", "\\end {");
        let _ = write!(
            out,
            "\n\\section*{{Statistics}}\n{{\\scriptsize\n\\begin{{verbatim}}\n{text}\\end{{verbatim}}\n}}\n"
        );
    }
    out + "\\end{document}\n"
}

/// A position as a document.
pub fn position_latex(board: &BoardReply) -> String {
    let mut out = format!("{HEAD}\\begin{{document}}\n");
    picture(&mut out, board);
    out + "\\end{document}\n"
}

/// Writes analysis and comment of a decision.
fn details(out: &mut String, decision: &Decision<'_>) {
    if let Some(cube) = &decision.cube {
        let _ = writeln!(out, "\nCube analysis ({}):\n", escaped(&cube.method));
        out.push_str("\\begin{tabular}{lrr}\n");
        for line in cube.listed(decision.turns()) {
            let (equity, behind) = worth(line);
            let _ = writeln!(out, "{} & ${equity}$ & ${behind}$ \\\\", escaped(&line.name));
        }
        let _ = writeln!(out, "\\end{{tabular}}\n\nProper cube action: {}", escaped(&cube.advice));
    }
    if let Some(luck) = decision.luck {
        let _ = writeln!(out, "\nLuck of the roll: ${}$", thousandths(luck.into()));
    }
    if !decision.plays.is_empty() {
        out.push_str("\n\\begin{tabular}{rllrrl}\n");
        for line in &decision.plays {
            let played = if line.is_made { "$\\ast$" } else { "" };
            let (equity, behind) = worth(line);
            let behind = if line.is_best { String::new() } else { format!("${behind}$") };
            let outputs = line.outputs.map_or_else(String::new, |outputs| chances(outputs, "--"));
            let (play, method) = (escaped(&line.name), escaped(line.method.as_deref().unwrap_or_default()));
            let rank = line.rank.unwrap_or_default();
            let _ = writeln!(out, "{played}{rank}. & {method} & {play} & ${equity}$ & {behind} & {outputs} \\\\");
        }
        out.push_str("\\end{tabular}\n");
    }
    if !decision.comment.is_empty() {
        let _ = writeln!(out, "\n\\emph{{{}}}", lines(&decision.comment));
    }
}

/// Text in which no letter means anything to LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible_data(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            // Brackets might be taken for the option of a row, hyphens for a dash.
            '[' | ']' | '-' => out.extend(['{', c, '}']),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Text of several lines; an empty one would end the command around them.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(escaped).collect::<Vec<_>>().join("\\newline\n")
}

/// The board, and its identifier.
fn picture(out: &mut String, reply: &BoardReply) {
    let (game, width, height) = (&reply.game, 13 * POINT, 2 * HALF);
    let _ = writeln!(out, "\n\\begin{{center}}\n\\begin{{picture}}({},{})(-30,-10)", width + 64, height + 20);
    let _ = writeln!(out, "\\put(0,0){{\\framebox({width},{height}){{}}}}");
    let _ = writeln!(out, "\\put({},0){{\\framebox({POINT},{height}){{}}}}", 6 * POINT);
    for number in 1..=24 {
        let (x, is_top) = place(number);
        let (base, up, label) = if is_top { (height, -1, height + 3) } else { (0, 1, -8) };
        let left = x - POINT / 2;
        // Numbered for whoever is on roll, as plays are.
        let number = if game.on_roll == Player::Bottom { number } else { 25 - number };
        let _ = writeln!(out, "\\put({left},{base}){{\\line(1,{}){{{}}}}}", 6 * up, POINT / 2);
        let _ = writeln!(out, "\\put({x},{}){{\\line(1,{}){{{}}}}}", base + up * TRIANGLE, -6 * up, POINT / 2);
        let _ = writeln!(out, "\\put({x},{label}){{\\makebox(0,6)[b]{{\\tiny {number}}}}}");
    }
    for player in Player::BOTH {
        let side = if player == game.on_roll { Side::OnRoll } else { Side::Opponent };
        let checkers = game.position.side(side);
        for (number, &n) in (1..).zip(&checkers.counts()[..BAR]) {
            let (x, is_top) = place(if player == Player::Bottom { number } else { 25 - number });
            let from = if is_top { (height - POINT / 2, -1) } else { (POINT / 2, 1) };
            stack(out, player, x, from, n);
        }
        let from = if player == Player::Bottom { (HALF - 10, -1) } else { (HALF + 10, 1) };
        stack(out, player, 6 * POINT + POINT / 2, from, checkers.on_bar());
        let off = game.variation.checkers().saturating_sub(checkers.total());
        let y = if player == Player::Bottom { 4 } else { height - 10 };
        if off > 0 {
            let _ = writeln!(out, "\\put({},{y}){{\\tiny {off} off}}", width + 4);
        }
    }
    if game.cube_in_use {
        let offered = game.pending.is_some_and(Pending::is_double);
        let value = if offered { 2 * game.cube.value() } else { game.cube.value() };
        let y = match game.cube.owner() {
            CubeOwner::Owned(Player::Bottom) if !offered => 0,
            CubeOwner::Owned(Player::Top) if !offered => height - 16,
            _ => HALF - 8,
        };
        let _ = writeln!(out, "\\put(-24,{y}){{\\framebox(16,16){{\\scriptsize {value}}}}}");
    }
    if let Some(dice) = game.dice {
        let x = if game.on_roll == Player::Bottom { 9 * POINT } else { 2 * POINT };
        for (x, die) in [(x, dice.high()), (x + 16, dice.low())] {
            let _ = writeln!(out, "\\put({x},{}){{\\framebox(12,12){{\\scriptsize {die}}}}}", HALF - 6);
        }
    }
    let _ =
        writeln!(out, "\\end{{picture}}\n\n{{\\scriptsize\\texttt{{{}}}}}\n\\end{{center}}", escaped(&reply.ids.xgid));
}

/// The middle of a point and whether it is in the upper half, by player 1's number.
const fn place(number: i32) -> (i32, bool) {
    let column = match number {
        1..=6 => 13 - number,
        7..=12 => 12 - number,
        13..=18 => number - 13,
        _ => number - 12,
    };
    (column * POINT + POINT / 2, number > 12)
}

/// Checkers of player 0 are rings, those of player 1 are discs.
fn stack(out: &mut String, player: Player, x: i32, (start, direction): (i32, i32), n: u8) {
    let drawn = n.min(STACK);
    let star = if player == Player::Top { "" } else { "*" };
    for i in 0..drawn {
        let y = start + direction * i32::from(i) * POINT;
        let _ = writeln!(out, "\\put({x},{y}){{\\circle{star}{{11}}}}");
    }
    if n > STACK {
        let y = start + direction * i32::from(STACK) * POINT;
        let _ = writeln!(out, "\\put({x},{y}){{\\makebox(0,0){{\\tiny {n}}}}}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_means_anything() {
        assert_eq!(escaped("50% & \\a_{b}"), "50\\% \\& \\textbackslash{}a\\_\\{b\\}");
        assert_eq!(escaped("[x]--\u{7}\n"), "{[}x{]}{-}{-}\\textbackslash{}u\\{7\\} ");
        assert_eq!(lines("one\n\n two "), "one\\newline\ntwo");
    }
}
