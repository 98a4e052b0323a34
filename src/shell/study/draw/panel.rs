//! The panel on the decision: its candidates, the verdict, a comment, the worst errors; or the choices of the quiz.

use super::lines::{done, set};
use crate::record::Skill;
use crate::render::{Format, Role, Row, width_of};
use crate::shell::study::ink::Ink;
use crate::shell::study::quiz::{Quiz, choices};
use crate::shell::study::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::collections::BTreeSet;

/// Columns of an equity without an error, of a loss, of a chance.
const EQUITY: usize = 7;
const LOSS: usize = 7;
const CHANCE: usize = 6;
/// How a value was found needs this many columns.
const BY: usize = 12;
/// The most columns of a name.
const NAME: usize = 28;

/// Draws the panel. The candidates come first; what is below them is left out where there is no room.
pub(super) fn draw(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.height);
    let width = usize::from(area.width);
    let mut lines = match &view.quiz {
        Some(quiz) if !quiz.is_open => asked(view, quiz, ink, room),
        _ => {
            let below = below(view, ink, width);
            let wanted = view.here().rows.len() + 1;
            // Chances and verdict are worth two rows of a long table.
            let rows =
                if wanted + below.len() <= room { wanted } else { room.saturating_sub(below.len().min(2)).min(wanted) };
            let mut lines = table(view, ink, width, rows.max(2));
            lines.extend(below);
            if lines.len() + 3 <= room {
                lines.extend(worst(view, ink, room - lines.len()));
            }
            lines
        }
    };
    lines.truncate(room);
    for (line, y) in lines.into_iter().zip(area.top()..area.bottom()) {
        set(line, Rect { y, height: 1, ..area }, buffer);
    }
}

/// The lines that the panel would like to have.
pub(super) fn height(view: &View, ink: &Ink, width: u16) -> u16 {
    let lines = match &view.quiz {
        Some(quiz) if !quiz.is_open => view.here().rows.len() + 2,
        _ => view.here().rows.len() + 1 + below(view, ink, width.into()).len(),
    };
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// The choices of the quiz.
fn asked(view: &View, quiz: &Quiz, ink: &Ink, room: usize) -> Vec<Line<'static>> {
    let one = view.here();
    let head = format!("What is best?  {}", quiz.score());
    let mut lines = vec![Line::styled(head, ink.style(Role::Heading))];
    let rows = choices(one);
    let at = view.row.unwrap_or(0);
    let first = (at + 2).saturating_sub(room.max(2));
    for (i, &row) in rows.iter().enumerate().skip(first) {
        let pointer = if view.row == Some(i) { "▸" } else { " " };
        let number = if i < 9 { (i + 1).to_string() } else { " ".to_owned() };
        lines.push(Line::raw(format!("{pointer}{number}  {}", one.rows[row].name)));
    }
    lines
}

/// The widths of the columns for this much room, and which there are.
struct Columns {
    name: usize,
    equity: usize,
    chances: bool,
    by: usize,
}

impl Columns {
    fn new(view: &View, equities: &[&str], width: usize) -> Self {
        let rows = &view.here().rows;
        let name = rows.iter().map(|row| width_of(&row.name) + 2).max().unwrap_or(0).clamp(8, NAME);
        let equity = equities.iter().map(|equity| width_of(equity) + 1).max().unwrap_or(0).max(EQUITY);
        let has_chances = rows.iter().any(|row| !row.chances.is_empty());
        let fixed = 1 + equity + LOSS;
        let name = name.min(width.saturating_sub(fixed).max(8));
        let left = width.saturating_sub(fixed + name);
        let chances = has_chances && left >= 3 * CHANCE;
        let left = left - if chances { 3 * CHANCE } else { 0 };
        Self { name, equity, chances, by: if left >= BY { left } else { 0 } }
    }
}

/// The candidates, in this many lines with the head.
fn table(view: &View, ink: &Ink, width: usize, room: usize) -> Vec<Line<'static>> {
    let one = view.here();
    if one.rows.is_empty() {
        return vec![Line::styled(
            "Not analysed. d analyses this decision, `analyse match` all of them".to_owned(),
            ink.style(Role::Dim),
        )];
    }
    let equities: Vec<&str> = one.rows.iter().map(|row| live(view, row).unwrap_or(&row.equity)).collect();
    let columns = Columns::new(view, &equities, width);
    let mut head = format!(
        " {}{}{}",
        padded(if one.cube { "Action" } else { "Play" }, columns.name),
        before("Equity", columns.equity),
        before("Loss", LOSS)
    );
    if columns.chances {
        head += &["Win", "G", "LG"].map(|name| before(name, CHANCE)).concat();
    }
    if columns.by > 0 {
        head += "  By";
    }
    let mut lines = vec![Line::styled(head, ink.style(Role::Heading))];
    for i in fitted(view, room.saturating_sub(1)) {
        lines.push(candidate(view, ink, i, equities[i], &columns));
    }
    lines
}

fn candidate(view: &View, ink: &Ink, i: usize, equity: &str, columns: &Columns) -> Line<'static> {
    let row = &view.here().rows[i];
    let role = match (row.best, row.made) {
        (true, _) => Role::Best,
        (false, true) => Ink::of_mark(view.here().mark),
        (false, false) => Role::Plain,
    };
    let style = ink.style(role);
    let pointer = if view.row == Some(i) { "▸" } else { " " };
    let is_live = live(view, row).is_some();
    let (behind, chances, by) =
        if is_live { ("", &[][..], "going on") } else { (&*row.behind, &row.chances[..], &*row.by) };
    let name = if row.made { format!("{} ◀", shortened(&row.name, columns.name - 2)) } else { row.name.clone() };
    let mut spans = vec![
        Span::raw(pointer),
        Span::styled(padded(&name, columns.name), style),
        Span::styled(before(equity, columns.equity), style),
        Span::styled(before(behind, LOSS), style),
    ];
    if columns.chances {
        let chance = |place: usize| before(chances.get(place).map_or("", |chance| chance), CHANCE);
        spans.push(Span::styled([0, 1, 3].map(chance).concat(), style));
    }
    if columns.by > 0 {
        spans.push(Span::styled(format!("  {}", shortened(by, columns.by - 2)), ink.style(Role::Dim)));
    }
    Line::from(spans)
}

/// The equity that a rollout of this decision which goes on has found for a candidate. Nothing that an earlier look
/// found stands beside it.
fn live<'a>(view: &'a View, row: &Row) -> Option<&'a str> {
    let news = &view.news;
    let found = news.rows.iter().find(|(name, _)| news.busy && news.id == view.here().id && *name == row.name);
    found.map(|(_, equity)| equity.as_str())
}

/// The rows shown where there is no room for all: the first, that which was made, and that which is pointed at.
fn fitted(view: &View, room: usize) -> Vec<usize> {
    let rows = &view.here().rows;
    let wanted = |i: &usize| rows[*i].made || view.row == Some(*i);
    let mut shown: BTreeSet<usize> = (0..rows.len()).filter(wanted).take(room).collect();
    for i in 0..rows.len() {
        if shown.len() >= room {
            break;
        }
        shown.insert(i);
    }
    shown.into_iter().collect()
}

/// The lines below the candidates.
fn below(view: &View, ink: &Ink, width: usize) -> Vec<Line<'static>> {
    let one = view.here();
    let mut lines = Vec::new();
    if let Some(quiz) = &view.quiz {
        let said = format!("{} {}", quiz.verdict, quiz.score());
        lines.push(Line::styled(said.trim().to_owned(), ink.style(Role::Verdict)));
    }
    let pointed = view.row.filter(|_| view.is_open()).unwrap_or(0);
    if let Some(row) = one.rows.get(pointed).filter(|row| live(view, row).is_none())
        && let [win, gammon, backgammon, lost, worse] = row.chances.as_slice()
    {
        let spaced = format!("win {win} · g {gammon} · bg {backgammon} · lose g {lost} · bg {worse}");
        let named = format!("{}: {spaced}", row.name);
        let close = format!("win {win} g {gammon} bg {backgammon} lose g {lost} bg {worse}");
        let named = [named].into_iter().filter(|_| view.row.is_some());
        let fits = named.chain([spaced]).find(|text| width_of(text) <= width);
        lines.push(Line::raw(fits.unwrap_or(close)));
    }
    let mut prose = |text: &str, role: Role| {
        let format = Format { width: Some(width), ..ink.format };
        lines.extend(format.wrapped(text).lines().map(|line| Line::styled(line.to_owned(), ink.style(role))));
    };
    if let Some(advice) = &one.advice {
        prose(advice, Role::Verdict);
    }
    if let Some(sure) = &one.sure {
        prose(sure, Role::Dim);
    }
    if let Some(how) = &one.how {
        prose(how, Role::Dim);
    }
    prose(&one.comment, Role::Plain);
    lines
}

/// The list of the worst, in this many lines.
fn worst(view: &View, ink: &Ink, room: usize) -> Vec<Line<'static>> {
    if view.quiz.is_some() {
        return Vec::new();
    }
    let worst = view.worst();
    if worst.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::raw(""), Line::styled("The worst decisions (w)".to_owned(), ink.style(Role::Heading))];
    lines.extend(worst.into_iter().take(room.saturating_sub(2)).map(|i| listed(view, ink, i, i == view.at)));
    lines
}

/// A decision in a list.
pub(super) fn listed(view: &View, ink: &Ink, i: usize, is_pointed_at: bool) -> Line<'static> {
    let one = &view.data.decisions[i];
    let pointer = if is_pointed_at { "▸" } else { " " };
    let game = if view.data.games.len() > 1 { format!("{}: ", one.game) } else { String::new() };
    let mut spans = vec![Span::raw(format!("{pointer}{}  {game}", before(&one.lost, LOSS)))];
    // The loss stands in front, and luck is no error.
    spans.extend(done(one, ink));
    if one.mark > 0 {
        let sign = Skill::ALL[usize::from(one.mark - 1)].sign();
        spans.push(Span::styled(format!(" {sign}"), ink.style(Ink::of_mark(one.mark))));
    }
    Line::from(spans)
}

/// A text that takes this many columns at least.
fn padded(text: &str, width: usize) -> String {
    let text = shortened(text, width);
    let blank = width.saturating_sub(width_of(&text));
    text + &" ".repeat(blank)
}

/// A text at the end of this many columns.
fn before(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(width_of(text))) + text
}

/// A text of this many columns at most.
fn shortened(text: &str, width: usize) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while width_of(&short) + 1 > width && short.pop().is_some() {}
    short + "…"
}
