//! Decisions of a record by a level: what plies have found is looked at more closely where it is close.

use crate::board::{Position, Roll};
use crate::eval::{Class, CubeValues, Interrupted, Look};
use crate::level::{Level, Looker, Value, cube_gap};
use crate::record::{CubeAnalysis, Method, PlayValue};
use crate::scoring::CubeInfo;

/// The plays of a roll as plies have them, best first: those that the level keeps, and the one that was made, get its
/// values and come first. Where plies leave one play only, they have answered.
pub fn plays(
    looker: &Looker,
    level: Level,
    (position, roll): (&Position, Roll),
    info: &CubeInfo,
    mut values: Vec<PlayValue>,
    made: Option<&Position>,
) -> Result<Vec<PlayValue>, Interrupted> {
    let deepest = plies(&values[0].method);
    let deep = values.iter().take_while(|value| plies(&value.method) == deepest);
    let kept = level.keeps(deep.map(|value| value.numbers.cubeful));
    let is_looked_at =
        |(i, value): (usize, &PlayValue)| i < kept || made.is_some_and(|made| value.play.result == *made);
    let looked_at: Vec<usize> = (0..values.len()).filter(|&i| is_looked_at((i, &values[i]))).collect();
    if looked_at.len() < 2 {
        return Ok(values);
    }
    let results: Vec<Position> = looked_at.iter().map(|&i| values[i].play.result).collect();
    let is_alike = looked_at.iter().all(|&i| plies(&values[i].method) == deepest);
    let found = || looked_at.iter().map(|&i| values[i].numbers.cubeful).collect();
    let look = is_alike.then(|| Look::new(deepest, Class::of(position), found(), None));
    for (i, found) in looked_at.into_iter().zip(looker.plays(level, (position, roll), info, &results, look)?) {
        let Value { numbers, errors, method } = found;
        values[i] = PlayValue { numbers, errors: Some(errors), method, ..values[i].clone() };
    }
    let is_by_level = |value: &PlayValue| matches!(value.method, Method::Level { .. });
    values.sort_by(|a, b| match (is_by_level(a), is_by_level(b)) {
        (true, true) => b.numbers.cubeful.total_cmp(&a.numbers.cubeful),
        (a, b) => b.cmp(&a),
    });
    Ok(values)
}

/// A cube decision as plies have it, by the level where it is close.
pub fn cube(
    looker: &Looker,
    level: Level,
    position: &Position,
    info: &CubeInfo,
    values: &CubeValues,
    by_plies: CubeAnalysis,
) -> Result<CubeAnalysis, Interrupted> {
    if !info.may_double() || cube_gap(values) > level.recipe().cube_margin {
        return Ok(by_plies);
    }
    let look = Look::of_cube(plies(&by_plies.method), Class::of(position), values);
    let [no_double, take] = looker.cube(level, position, info, look)?;
    Ok(CubeAnalysis {
        method: no_double.method,
        no_double: no_double.numbers,
        take: take.numbers,
        errors: Some([no_double.errors, take.errors]),
        told: None,
    })
}

const fn plies(method: &Method) -> u8 {
    match method {
        Method::Plies { plies, .. } => *plies,
        Method::Level { .. } | Method::Rollout { .. } | Method::Foreign { .. } => 0,
    }
}
