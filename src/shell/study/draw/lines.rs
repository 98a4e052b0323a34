//! The lines above and below: the match, the decision, the filter or what goes on, the keys.

use crate::record::Skill;
use crate::render::{DecisionData, Role, width_of};
use crate::shell::study::ink::Ink;
use crate::shell::study::view::{SIZES, View};
use crate::words::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Keys at the foot, the first ones first where there is no room for all.
const FOOT: [(&str, &str); 12] = [
    ("← →", "step"),
    ("n N", "error"),
    ("?", "keys"),
    ("Esc", "leave"),
    ("q", "quiz"),
    ("d", "deeper"),
    ("r", "roll out"),
    ("e", "errors"),
    ("w", "worst"),
    ("c", "copy"),
    ("p k m g", "filter"),
    ("↑ ↓", "rows"),
];

/// Keys of a question.
const ASKED: [(&str, &str); 5] =
    [("1 … 9", "choose"), ("Space", "answer"), ("n N", "error"), ("← →", "step"), ("q", "end the quiz")];

/// The game with its score, and the ratings where there is room for them.
pub(super) fn title(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let game = view.data.games.get(view.here().game - 1).map_or("", |game| &game.title);
    let rating = |(name, rating): (&String, &String)| format!("{name} {rating}");
    let ratings: Vec<String> =
        view.data.players.iter().zip(&view.data.ratings).filter(|(_, rating)| !rating.is_empty()).map(rating).collect();
    let ratings = ratings.join("   ");
    set(Line::styled(game.to_owned(), ink.style(Role::Heading)), area, buffer);
    let (room, width) = (usize::from(area.width), width_of(&ratings));
    if !ratings.is_empty() && width_of(game) + width + 3 <= room {
        let left = u16::try_from(room - width).unwrap_or(0);
        set(Line::raw(ratings), Rect { x: area.x + left, width: area.width - left, ..area }, buffer);
    }
}

/// The action and its cost; while the quiz asks, the question.
pub(super) fn headline(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let one = view.here();
    let line = if view.is_open() {
        Line::from(told(one, ink))
    } else {
        Line::from(vec![Span::raw(format!("{}, {}", one.who, one.ask))])
    };
    set(line, area, buffer);
}

/// The player and the action.
pub(super) fn done(one: &DecisionData, ink: &Ink) -> [Span<'static>; 2] {
    [Span::raw(format!("{}: ", one.who)), Span::styled(one.done.clone(), ink.style(Role::Heading))]
}

/// A decision in a line, with its mark, loss and luck.
fn told(one: &DecisionData, ink: &Ink) -> Vec<Span<'static>> {
    let mut spans: Vec<Span<'static>> = done(one, ink).into();
    let ink_of_mark = ink.style(Ink::of_mark(one.mark));
    if one.mark > 0 {
        let skill = Skill::ALL[usize::from(one.mark - 1)];
        spans.push(Span::styled(format!("  {} {}", skill.sign(), skill.name()), ink_of_mark));
    }
    if !one.lost.is_empty() {
        spans.push(Span::styled(format!("  {}", one.lost), ink_of_mark));
    }
    if let Some(luck) = &one.luck {
        spans.push(Span::styled(format!("  {luck}"), ink.style(Role::Dim)));
    }
    spans
}

/// The work that goes on, a message, or the filter.
pub(super) fn status(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let news = &view.news;
    let line = if news.busy {
        let is_here = news.id == view.here().id;
        let place = if is_here { String::new() } else { format!(" ({})", news.id) };
        let of = if news.of > 0 { format!(" of {}", news.of) } else { String::new() };
        let text = format!("{}{place}: {}{of}  s or Esc stops  ", news.what, news.done);
        let room = usize::from(area.width).saturating_sub(width_of(&text));
        let done = if news.of > 0 { news.done as f64 / news.of as f64 } else { 0.0 };
        let full = (done.clamp(0.0, 1.0) * room as f64) as usize;
        Line::from(vec![Span::raw(text), Span::styled("█".repeat(full), ink.style(Role::Best))])
    } else if !view.said.is_empty() {
        Line::styled(view.said.clone(), ink.style(Role::Warning))
    } else if let Some(error) = &news.error {
        Line::styled(error.clone(), ink.style(Role::Warning))
    } else {
        Line::styled(filter(view), ink.style(Role::Dim))
    };
    set(line, area, buffer);
}

/// The filter in words.
fn filter(view: &View) -> String {
    let filter = &view.filter;
    let mut words = Vec::new();
    words.extend(filter.player.map(|seat| view.data.players[seat].clone()));
    words.extend(filter.cube.map(|cube| if cube { "cubes" } else { "plays" }.to_owned()));
    words.extend((filter.least > 0).then(|| format!("≥ {:.3}", SIZES[filter.least])));
    words.extend(filter.game.map(|game| format!("game {game}")));
    let all = view.data.decisions.len();
    let place = view.shown().position(|i| i == view.at).map(|place| place + 1);
    let shown = view.shown().count();
    let place = place.map_or_else(String::new, |place| format!("{place} of "));
    match words.is_empty() {
        true => format!("decision {place}{all}"),
        false => format!("{}: {place}{shown} ({})", words.join(", "), counted(all, "decision")),
    }
}

/// The keys, as many as there is room for.
pub(super) fn keys(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let keys: &[(&str, &str)] = if view.is_open() { &FOOT } else { &ASKED };
    let mut room = usize::from(area.width);
    let mut spans = Vec::new();
    for (key, what) in keys {
        let width = width_of(key) + 1 + width_of(what) + 2;
        if width > room + 2 {
            continue;
        }
        room = room.saturating_sub(width);
        spans.push(Span::styled((*key).to_owned(), ink.style(Role::Heading)));
        spans.push(Span::styled(format!(" {what}  "), ink.style(Role::Dim)));
    }
    set(Line::from(spans), area, buffer);
}

/// Puts a line at the beginning of an area.
pub(super) fn set(line: Line<'_>, area: Rect, buffer: &mut Buffer) {
    if !area.is_empty() {
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}
