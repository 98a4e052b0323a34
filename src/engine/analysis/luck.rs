//! The luck of a roll: what it is worth less the mean of all rolls.

use super::AnalysisSettings;
use crate::board::{Position, Roll};
use crate::eval::{EvalSettings, Interrupted, Searcher};
use crate::scoring::CubeInfo;

/// The luck of a roll for the side that rolled it, in normalized equity.
///
/// `is_opening`: no double can come, and the roll decides which player moves first. The mean is then over the 30 rolls
/// in which either side has the higher die.
///
/// # Errors
/// When the searcher's stop flag was raised.
pub fn luck(
    searcher: &mut Searcher,
    position: &Position,
    roll: Roll,
    cube: &CubeInfo,
    settings: &AnalysisSettings,
    is_opening: bool,
) -> Result<f32, Interrupted> {
    let own = values(searcher, position, cube, settings)?;
    let mut mean = 0.0;
    if is_opening && !roll.is_double() {
        let other = values(searcher, &position.flipped(), &cube.flipped(), settings)?;
        for rolled in Roll::ALL.iter().filter(|rolled| !rolled.is_double()) {
            mean += (f64::from(own[rolled.index()]) - f64::from(other[rolled.index()])) / 30.0;
        }
    } else {
        for rolled in &Roll::ALL {
            mean += f64::from(own[rolled.index()]) * f64::from(rolled.weight()) / 36.0;
        }
    }
    Ok((f64::from(own[roll.index()]) - mean) as f32)
}

/// The value of each roll with its best play.
fn values(
    searcher: &mut Searcher,
    position: &Position,
    cube: &CubeInfo,
    settings: &AnalysisSettings,
) -> Result<[f32; 21], Interrupted> {
    let eval: &EvalSettings = &settings.luck;
    searcher.check_stop()?;
    if eval.plies() == 0 {
        return Ok(searcher.all_rolls(position, cube, eval).map(|best| match best.evaluation.cubeful {
            Some(cubeful) if eval.cubeful => cubeful,
            _ => best.evaluation.equity,
        }));
    }
    let (mut values, filters) = ([0.0; 21], settings.filters_of(searcher));
    for (value, roll) in values.iter_mut().zip(Roll::ALL) {
        *value = match searcher.best_play(position, roll, cube, eval, &filters)? {
            Some(best) => best.score(),
            None => searcher.evaluate_play(position, cube, eval)?.score(),
        };
    }
    Ok(values)
}
