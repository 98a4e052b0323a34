//! The charts: intervals, means over trials, distributions of trials.

use super::series::{COLORS, Series};
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// An area to draw on.
pub type Drawing<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Why a drawing failed. Drawing into memory does not by itself.
pub type DrawError = DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>;

/// Room left of a chart for names.
const NAMES: u32 = 190;

/// Room above a chart for what it shows.
const CAPTION: u32 = 30;

/// Parts of a distribution, at most.
const MOST_BINS: usize = 80;

/// How much of the trials a distribution shows: the rest is counted at its ends.
const SHOWN: f64 = 0.995;

/// The height of a line of text.
const LINE: u32 = 17;

/// The height of this many lines of text.
pub const fn text_height(lines: usize) -> u32 {
    LINE * lines as u32 + 16
}

/// Lines of text.
pub fn text(area: &Drawing<'_>, lines: &[String]) -> Result<(), DrawError> {
    let style = ("sans-serif", 12).into_font().color(&BLACK);
    for (i, line) in (0..).zip(lines) {
        area.draw(&Text::new(line.clone(), (20, 8 + LINE as i32 * i), style.clone()))?;
    }
    Ok(())
}

/// The equity of each candidate with its interval, best on top.
pub fn intervals(area: &Drawing<'_>, all: &[Series]) -> Result<(), DrawError> {
    caption(area, "Equity with 95 % interval")?;
    let ends = all.iter().flat_map(|series| [series.equity.mean - series.half(), series.equity.mean + series.half()]);
    let (low, high) = range(ends);
    let mut chart = chart_of_rows(area, low..high, all.len())?;
    for (row, series) in (0_u32..).zip(all) {
        let y = f64::from(row) + 0.5;
        let (color, mean) = (color(series), series.equity.mean);
        let (from, to) = (mean - series.half(), mean + series.half());
        chart.draw_series([Rectangle::new([(from, y - 0.16), (to, y + 0.16)], color.mix(0.35).filled())])?;
        chart.draw_series([Circle::new((mean, y), 4, color.filled())])?;
        label(area, &chart, y, &format!("{}  {:+.4}", series.name, mean))?;
    }
    Ok(())
}

/// Running means with their intervals.
pub fn convergence(area: &Drawing<'_>, drawn: &[Series]) -> Result<(), DrawError> {
    caption(area, "Mean after so many trials, with 95 % interval")?;
    let most = drawn.iter().map(|series| series.trials.len()).max().unwrap_or(0);
    if most < 2 {
        return note(area, "too few trials");
    }
    // The first means are wild; the range is that of the means in the end, a few intervals wide.
    let ends = drawn.iter().flat_map(|series| {
        let half = 3.0 * series.half();
        [series.equity.mean - half, series.equity.mean + half]
    });
    let (low, high) = range(ends);
    let most = most as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_top(CAPTION)
        .margin_right(NAMES)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..most, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 13))
        .x_desc("trials")
        .x_label_formatter(&count)
        .y_label_formatter(&equity)
        .draw()?;
    for series in drawn {
        let (color, running) = (color(series), series.running());
        let at = |value: f64| value.clamp(low, high);
        let upper = running.iter().map(|point| (point.trials, at(point.mean + point.half)));
        let lower = running.iter().rev().map(|point| (point.trials, at(point.mean - point.half)));
        chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), color.mix(0.15))])?;
        let means = running.iter().map(|point| (point.trials, at(point.mean)));
        chart.draw_series(LineSeries::new(means, color.stroke_width(2)))?;
    }
    // The names stand right of the chart in the order of the ranks: beside their lines they would lie on each other.
    let right = chart.plotting_area().get_pixel_range().0.end - area.get_base_pixel().0;
    for (row, series) in (0_i32..).zip(drawn) {
        let y = 36 + 20 * row;
        area.draw(&PathElement::new([(right + 10, y), (right + 26, y)], color(series).stroke_width(3)))?;
        name(area, &series.name, (right + 32, y), HPos::Left)?;
    }
    Ok(())
}

/// How the values of trials are spread, a row for each candidate on one scale; lines mark the means.
pub fn distributions(area: &Drawing<'_>, drawn: &[Series]) -> Result<(), DrawError> {
    caption(area, "Values of single trials and their mean")?;
    let ends = drawn.iter().flat_map(|series| [series.quantile(1.0 - SHOWN), series.quantile(SHOWN)]).flatten();
    let (low, high) = range(ends);
    let mut chart = chart_of_rows(area, low..high, drawn.len())?;
    let bins = bins(drawn);
    let shares: Vec<Vec<f64>> = drawn.iter().map(|series| series.shares(low, high, bins)).collect();
    let highest = shares.iter().flatten().copied().fold(1e-12, f64::max);
    let width = (high - low) / bins as f64;
    for ((row, series), shares) in (0_u32..).zip(drawn).zip(&shares) {
        let (base, color) = (f64::from(row) + 0.95, color(series));
        let bars = (0_u32..).zip(shares).filter(|(_, share)| **share > 0.0).map(|(bin, share)| {
            let from = low + f64::from(bin) * width;
            Rectangle::new([(from, base), (from + width, base - 0.85 * share / highest)], color.mix(0.6).filled())
        });
        chart.draw_series(bars)?;
        let mean = series.equity.mean.clamp(low, high);
        chart.draw_series([PathElement::new([(mean, base), (mean, base - 0.9)], BLACK.stroke_width(1))])?;
        label(area, &chart, base - 0.4, &series.name)?;
    }
    Ok(())
}

/// Few parts for few trials, or nothing but gaps would be seen.
fn bins(drawn: &[Series]) -> usize {
    let most = drawn.iter().map(|series| series.trials.len()).max().unwrap_or(0);
    ((3.0 * (most as f64).sqrt()) as usize).clamp(16, MOST_BINS)
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A chart over a range of equities with a row for each candidate, the first on top.
fn chart_of_rows<'a, 'b>(
    area: &'a Drawing<'b>,
    equities: Range<f64>,
    candidates: usize,
) -> Result<Chart<'a, 'b>, DrawError> {
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_top(CAPTION)
        .margin_right(20)
        .x_label_area_size(30)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(equities, rows(candidates)..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 13))
        .x_label_formatter(&equity)
        .draw()?;
    Ok(chart)
}

/// The name of a row, left of the chart.
fn label(area: &Drawing<'_>, chart: &Chart<'_, '_>, y: f64, text: &str) -> Result<(), DrawError> {
    let origin = area.get_base_pixel();
    let (left, _) = chart.plotting_area().get_pixel_range();
    let (_, row) = chart.backend_coord(&(chart.x_range().start, y));
    name(area, text, (left.start - origin.0 - 8, row - origin.1), HPos::Right)
}

fn name(area: &Drawing<'_>, text: &str, at: (i32, i32), horizontal: HPos) -> Result<(), DrawError> {
    let style = ("sans-serif", 13).into_font().into_text_style(area).pos(Pos::new(horizontal, VPos::Center));
    area.draw_text(text, &style, at)
}

/// The caption of the chart, above it.
fn caption(area: &Drawing<'_>, text: &str) -> Result<(), DrawError> {
    area.draw_text(text, &("sans-serif", 15).into_font().into_text_style(area), (10, 6))
}

fn note(area: &Drawing<'_>, text: &str) -> Result<(), DrawError> {
    area.draw_text(text, &("sans-serif", 14).into_font().into_text_style(area), (20, 40))
}

/// The color of a line by its place in the legend.
pub fn line_color(place: usize) -> RGBColor {
    let (r, g, b) = COLORS[place % COLORS.len()];
    RGBColor(r, g, b)
}

/// Draws a line of which the [`legend`] has the name.
pub fn line<X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    name: &str,
    points: impl IntoIterator<Item = (f64, f64)>,
    color: RGBColor,
) -> Result<(), DrawError> {
    chart
        .draw_series(LineSeries::new(points, color.stroke_width(2)))?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(3)));
    Ok(())
}

/// Draws the names of all lines at the upper right.
pub fn legend<'a, 'b: 'a, X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
    chart: &mut ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, Y>>,
) -> Result<(), DrawError> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 13))
        .draw()
}

fn color(series: &Series) -> RGBColor {
    let (r, g, b) = series.color;
    RGBColor(r, g, b)
}

fn equity(value: &f64) -> String {
    // Rounded first: what is 0 has no minus.
    format!("{:+.3}", (value * 1000.0).round() / 1000.0 + 0.0)
}

fn count(value: &f64) -> String {
    format!("{value:.0}")
}

const fn rows(n: usize) -> f64 {
    n as f64
}

/// The least range around some values, with a little room, and never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (-1.0, 1.0);
    }
    let room = (0.05 * (high - low)).max(0.001);
    (low - room, high + room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_never_empty() {
        assert_eq!(range([].into_iter()), (-1.0, 1.0));
        let (low, high) = range([0.5, 0.5, f64::NAN].into_iter());
        assert!(low < 0.5 && high > 0.5);
        assert_eq!(range([0.0, 1.0].into_iter()), (-0.05, 1.05));
    }
}
