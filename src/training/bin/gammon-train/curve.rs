//! The course of a training run as a picture.

use plotters::prelude::*;
use std::ops::Range;

/// Size of the drawing in pixels.
const SIZE: (u32, u32) = (760, 460);

/// A step of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingStep {
    /// Answers learned so far, in millions.
    pub answers: f64,
    /// Root of the mean squared error of the equity on answers that were learned.
    pub error: f64,
    /// Root of the mean squared error of the equity on answers before they were learned.
    pub examined: f64,
}

/// The errors of runs over the answers learned, each run with its name: before learning a thin line, after it a thick
/// one.
///
/// # Errors
/// When it cannot be drawn, or there is nothing to draw.
pub fn training_svg(runs: &[(String, Vec<TrainingStep>)]) -> Result<String, String> {
    let steps = || runs.iter().flat_map(|(_, steps)| steps);
    let errors = || steps().flat_map(|step| [step.error, step.examined]).filter(|error| *error > 0.0);
    let (low, high) = (errors().fold(f64::INFINITY, f64::min), errors().fold(0.0, f64::max));
    let most = steps().map(|step| step.answers).fold(0.0, f64::max);
    if !(low <= high && most > 0.0) {
        return Err("no steps to draw".to_owned());
    }
    let mut text = String::new();
    draw(&mut text, runs, 0.0..most, 0.97 * low..1.03 * high)
        .map_err(|error| format!("the run cannot be drawn: {error}"))?;
    Ok(text)
}

fn draw(
    text: &mut String,
    runs: &[(String, Vec<TrainingStep>)],
    answers: Range<f64>,
    errors: Range<f64>,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(answers, errors.log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("answers learned, millions")
        .y_desc("equity off by (root of mean square)")
        .y_label_formatter(&|error| format!("{error:.3}"))
        .draw()?;
    for (place, (name, steps)) in runs.iter().enumerate() {
        let color = Palette99::pick(place).to_rgba();
        chart.draw_series(LineSeries::new(steps.iter().map(|step| (step.answers, step.examined)), color.mix(0.4)))?;
        let learned = steps.iter().map(|step| (step.answers, step.error));
        chart
            .draw_series(LineSeries::new(learned, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(3)));
    }
    chart.configure_series_labels().position(SeriesLabelPosition::UpperRight).draw()?;
    root.present()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_two_lines_and_a_name() {
        let step =
            |n: u32| TrainingStep { answers: f64::from(n), error: 0.1 / f64::from(n), examined: 0.11 / f64::from(n) };
        let picture = training_svg(&[("a < b".to_owned(), (1..20).map(step).collect())]).unwrap();
        assert!(picture.starts_with("<svg") && picture.contains("a &lt; b"), "{picture}");
        assert!(picture.matches("<polyline").count() >= 3, "{picture}");
        assert!(training_svg(&[]).is_err());
    }
}
