//! The expectation of player 1 along the match, with the errors of the filter as dots.

use super::lines::set;
use crate::render::{Role, width_of};
use crate::shell::study::ink::Ink;
use crate::shell::study::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line as Stroke};

/// Columns of the numbers at the left.
const AXIS: u16 = 6;

/// Draws the chart: the curve, and below it what it is.
pub(super) fn draw(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let decisions = &view.data.decisions;
    let known: Vec<(f64, f64)> =
        decisions.iter().enumerate().filter_map(|(i, one)| Some((i as f64, one.value?))).collect();
    if known.len() < 2 || area.width <= 2 * AXIS || area.height < 3 {
        return;
    }
    let most =
        if view.data.is_match { 1.0 } else { known.iter().fold(1.0, |most: f64, (_, value)| most.max(value.abs())) };
    let low = if view.data.is_match { 0.0 } else { -most };
    let plot = Rect { x: area.x + AXIS, width: area.width - AXIS, height: area.height - 1, ..area };
    let last = (decisions.len() - 1).max(1) as f64;
    let (dim, curve) = (ink.color(Role::Dim), ink.color(Role::Bottom));
    let errors = view.shown().filter(|&i| decisions[i].mark > 0);
    let dots: Vec<(f64, f64, u8)> =
        errors.filter_map(|i| Some((i as f64, decisions[i].value?, decisions[i].mark))).collect();
    Canvas::default()
        .marker(ink.marker())
        .x_bounds([0.0, last])
        .y_bounds([low, most])
        .paint(|context| {
            let middle = f64::midpoint(low, most);
            context.draw(&Stroke { x1: 0.0, y1: middle, x2: last, y2: middle, color: dim });
            context.layer();
            for pair in known.windows(2) {
                let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
                context.draw(&Stroke { x1, y1, x2, y2, color: curve });
            }
            context.layer();
            // While the quiz asks, errors would tell.
            for &(x, y, mark) in dots.iter().filter(|_| view.is_open()) {
                let sign = if mark == 1 { "•" } else { "●" };
                context.print(x, y, Line::styled(sign, ink.style(Ink::of_mark(mark))));
            }
        })
        .render(plot, buffer);
    axis(view, ink, (low, most), area, buffer);
    here(view, ink, plot, last, buffer);
}

/// The numbers at the left, and the legend below.
fn axis(view: &View, ink: &Ink, (low, most): (f64, f64), area: Rect, buffer: &mut Buffer) {
    let dim = ink.style(Role::Dim);
    let number = |value: f64| match view.data.is_match {
        true => format!("{:.0} %", 100.0 * value),
        false if value == 0.0 => "0".to_owned(),
        false => format!("{value:+.1}"),
    };
    let bottom = area.bottom() - 2;
    for (value, y) in [(most, area.y), (f64::midpoint(low, most), u16::midpoint(area.y, bottom)), (low, bottom)] {
        let text = format!("{:>5}", number(value));
        set(Line::styled(text, dim), Rect { y, height: 1, width: AXIS, ..area }, buffer);
    }
    let what = if view.data.is_match { "match winning chance" } else { "equity in points" };
    let legend = format!("{}: {what}", view.data.players[1]);
    let room = area.width - AXIS;
    let width = u16::try_from(width_of(&legend)).unwrap_or(u16::MAX).min(room);
    let place = Rect { x: area.right() - width, y: area.bottom() - 1, width, height: 1 };
    set(Line::styled(legend, dim), place, buffer);
}

/// A line through the chart where the decision is that is shown.
fn here(view: &View, ink: &Ink, plot: Rect, last: f64, buffer: &mut Buffer) {
    let share = view.at as f64 / last;
    let column = (share * f64::from(plot.width - 1)).round() as u16;
    let x = plot.x + column.min(plot.width - 1);
    for y in plot.top()..plot.bottom() {
        let cell = &mut buffer[(x, y)];
        let is_dot = ["•", "●"].contains(&cell.symbol());
        if !is_dot {
            cell.set_symbol("│").set_style(ink.style(Role::Heading));
        }
    }
}
