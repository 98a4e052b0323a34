//! The findings of eXtreme Gammon: its candidates in its order, its levels, its errors.
//!
//! The order is kept because it means something: a candidate at a deeper level stands before one at a shallower level
//! that has a higher number.

use super::super::record::{ROLLOUT as ROLLOUT_SIZE, Record};
use super::super::{level, rollout};
use crate::board::{Position, Roll, Variation};
use crate::movegen::{Play, legal_plays};
use crate::record::{CubeAnalysis, Method, Numbers, PlayAnalysis, PlayValue, is_sound};

/// The number where something was not analyzed is −1000.
const NOT_ANALYZED: f64 = -999.0;

/// The most candidates of a record.
const MOST: usize = 32;

/// The parts of the analysis of plays.
mod plays_at {
    pub const COUNT: usize = 120;
    pub const COUNT_OF_ANALYSIS: usize = 188;
    pub const POSITIONS: usize = 192;
    pub const LEVELS: usize = 1280;
    pub const VALUES: usize = 1408;
    pub const ERROR: usize = 2312;
    pub const LUCK: usize = 2320;
    pub const ROLLOUTS: usize = 2344;
    pub const LEVEL_OF_LUCK: usize = 2476;
}

/// The parts of the analysis of a cube decision.
mod cube_at {
    pub const LEVEL: usize = 92;
    pub const FLAG: usize = 120;
    pub const NO_DOUBLE: usize = 124;
    pub const EQUITIES: [usize; 2] = [152, 156];
    pub const TAKE: usize = 168;
    pub const ROLLOUT: usize = 224;
}

/// The loss of an action, by the number that the record has at this place; `None` where it was not analyzed. Errors of
/// plays and answers are negative there, those of doubling positive.
pub fn told(record: Record<'_>, at: usize) -> Option<f32> {
    let error = record.double(at);
    let loss = error.abs() as f32;
    (error > NOT_ANALYZED && is_sound(loss)).then_some(loss)
}

/// The equity that the play gave up.
pub fn told_of_play(record: Record<'_>) -> Option<f32> {
    told(record, plays_at::ERROR)
}

/// The luck of a roll; `None` where it was not analyzed.
pub fn luck(record: Record<'_>) -> Option<f32> {
    if record.int(plays_at::LEVEL_OF_LUCK) >= 0 { luck_of(record.double(plays_at::LUCK)) } else { None }
}

fn luck_of(value: f64) -> Option<f32> {
    Some(value as f32).filter(|&luck| is_sound(luck) && value > NOT_ANALYZED)
}

/// The checkers of an analysis, seen by the mover.
pub type Seen<'a> = &'a dyn Fn(Record<'_>, usize) -> Option<Position>;

/// The plays of a roll as the record lists them; `None` where it lists none.
pub fn plays(
    record: Record<'_>,
    rollouts: &[u8],
    seen: Seen<'_>,
    before: &Position,
    roll: Roll,
    made: Option<&Position>,
) -> Option<PlayAnalysis> {
    let count = |at| usize::try_from(record.int(at)).ok().filter(|&n| n > 0);
    let count = count(plays_at::COUNT).or_else(|| count(plays_at::COUNT_OF_ANALYSIS))?.min(MOST);
    let mut legal = legal_plays(before, roll);
    if legal.is_empty() {
        // A turn that passes has a value as well.
        legal.push(Play::none(before));
    }
    let mut plays: Vec<PlayValue> = Vec::with_capacity(count);
    for i in 0..count {
        let Some(position) = seen(record, plays_at::POSITIONS + 26 * i) else { continue };
        let values: [f32; 7] = record.singles(plays_at::VALUES + 28 * i);
        let Some(play) = legal.iter().find(|play| play.result == position) else { continue };
        if plays.iter().any(|known| known.play.result == position) {
            continue;
        }
        let Some(numbers) = numbers(&values, values[6]) else { continue };
        let found = i32::from(record.small(plays_at::LEVELS + 4 * i));
        let index = record.int(plays_at::ROLLOUTS + 4 * i);
        let rolled = rollout_record(rollouts, index, found);
        plays.push(PlayValue {
            play: play.clone(),
            numbers,
            errors: rolled.map(|rolled| std_err(rolled, 0)),
            method: method(found, rolled),
            marked: false,
        });
    }
    let played = made.and_then(|made| plays.iter().position(|value| value.play.result == *made));
    let told = told_of_play(record).filter(|_| made.is_some());
    (!plays.is_empty()).then_some(PlayAnalysis { plays, played, told })
}

/// The analysis of a cube decision; what its action gave up is entered by the caller.
pub fn cube(record: Record<'_>, rollouts: &[u8]) -> Option<CubeAnalysis> {
    // A decision of which nothing is known has −100 here, and chances that are all 0.
    if record.small(cube_at::FLAG) == -100 {
        return None;
    }
    let found = record.int(cube_at::LEVEL);
    let rolled = rollout_record(rollouts, record.int(cube_at::ROLLOUT), found);
    let [no_double, take] = cube_at::EQUITIES.map(|at| record.single(at));
    // The seventh number is the equity without the cube.
    let with_cubeless = |at: usize, cubeful: f32| {
        let values: [f32; 7] = record.singles(at);
        let found = numbers(&values, cubeful)?;
        Some(Numbers { cubeless: Some(values[6]).filter(|&n| is_sound(n)).unwrap_or(found.cubeless), ..found })
    };
    let no_double = with_cubeless(cube_at::NO_DOUBLE, no_double)?;
    // Where nobody looked at the take by itself, the chances are the same.
    let take_numbers = with_cubeless(cube_at::TAKE, take);
    let take = take_numbers.or_else(|| is_sound(take).then_some(Numbers { cubeful: take, ..no_double }))?;
    let errors = rolled.map(|rolled| [std_err(rolled, 0), std_err(rolled, 1)]);
    Some(CubeAnalysis { no_double, take, errors, method: method(found, rolled), told: None })
}

/// The record of a rollout of this number, if it is one.
fn rollout_record(rollouts: &[u8], index: i32, found: i32) -> Option<Record<'_>> {
    let index = usize::try_from(index).ok().filter(|_| found == level::ROLLOUT)?;
    let at = index.checked_mul(ROLLOUT_SIZE)?;
    rollouts.get(at..at.checked_add(ROLLOUT_SIZE)?).map(Record)
}

fn numbers(values: &[f32; 7], cubeful: f32) -> Option<Numbers> {
    let outputs = outputs(values)?;
    is_sound(cubeful).then_some(Numbers { outputs, cubeless: cubeless(&outputs), cubeful })
}

fn std_err(rolled: Record<'_>, which: usize) -> Numbers {
    Numbers { cubeful: rollout::std_err(rolled, which), ..Numbers::default() }
}

fn method(found: i32, rolled: Option<Record<'_>>) -> Method {
    let level = level::name(found);
    let (trials, settings) = rolled
        .map_or((0, String::new()), |rolled| (rollout::trials(rolled), rollout::Settings::of(rolled).to_string()));
    Method::Foreign { level, trials, settings }
}

/// Win, win gammon, win backgammon, lose gammon, lose backgammon, of: lose backgammon, gammon, single, win single,
/// gammon, backgammon, whether each counts the worse ones or not.
fn outputs(values: &[f32; 7]) -> Option<[f32; 5]> {
    let v = &values[..6];
    if v.iter().any(|p| !p.is_finite() || !(-0.01..=1.01).contains(p)) {
        return None;
    }
    let near = |sum: f32| (sum - 1.0).abs() < 0.02;
    if near(v[2] + v[3]) {
        Some([v[3], v[4], v[5], v[1], v[0]])
    } else if near(v.iter().sum()) {
        Some([v[3] + v[4] + v[5], v[4] + v[5], v[5], v[1] + v[0], v[0]])
    } else {
        None
    }
}

fn cubeless(o: &[f32; 5]) -> f32 {
    2.0 * o[0] - 1.0 + o[1] + o[2] - o[3] - o[4]
}

/// The checkers of a record as a position, with those of the player of positive numbers on roll.
pub fn position(record: Record<'_>, at: usize, variation: Variation) -> Result<Position, String> {
    let mut counts = [[0_u8; 25]; 2];
    for (place, &n) in record.checkers(at).iter().enumerate() {
        let count = n.unsigned_abs();
        match (n.signum(), place) {
            (1, 1..) => counts[0][place - 1] = count,
            (-1, 0..=24) => counts[1][24 - place] = count,
            (0, _) => {}
            _ => return Err("a bar holds checkers of the wrong player".to_owned()),
        }
    }
    let [on_roll, opponent] = counts;
    crate::board::Setup { on_roll, opponent }.into_position(variation).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_beyond_single_precision_is_none() {
        assert_eq!(luck_of(0.25), Some(0.25));
        assert_eq!([1e300, f64::NAN, NOT_ANALYZED].map(luck_of), [None; 3]);
    }

    #[test]
    fn probabilities_may_count_the_better_ones_or_not() {
        let cumulative = [0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.3];
        let separate = [0.01, 0.09, 0.3, 0.4, 0.18, 0.02, 0.3];
        for values in [cumulative, separate] {
            let found = outputs(&values).expect("probabilities");
            for (found, wanted) in found.iter().zip([0.6, 0.2, 0.02, 0.1, 0.01]) {
                assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
            }
        }
        assert_eq!(outputs(&[0.5; 7].map(|_| f32::NAN)), None);
        assert_eq!(outputs(&[0.0; 7]), None);
    }

    #[test]
    fn the_equity_without_the_cube_counts_every_kind_of_end() {
        for (outputs, equity) in
            [([1.0, 0.0, 0.0, 0.0, 0.0], 1.0), ([0.0, 0.0, 0.0, 1.0, 1.0], -3.0), ([0.6, 0.2, 0.02, 0.1, 0.01], 0.31)]
        {
            assert!((cubeless(&outputs) - equity).abs() < 1e-6, "{outputs:?}: {}", cubeless(&outputs));
        }
    }

    /// Some programs write the number of plays in one place, some in the other.
    #[test]
    fn the_plays_are_counted_in_one_place_or_the_other() {
        let start = Variation::Standard.starting_position();
        let roll = Roll::new(3, 1).expect("dice");
        let play = &legal_plays(&start, roll)[0];
        let mut places = [0; 26];
        for (i, &n) in play.result.on_roll().counts().iter().enumerate() {
            places[i + 1] += n.cast_signed();
        }
        for (i, &n) in play.result.opponent().counts().iter().enumerate() {
            places[24 - i] -= n.cast_signed();
        }
        let seen = |record: Record<'_>, at: usize| position(record, at, Variation::Standard).ok();
        for (counts, found) in [([1, 0], 1), ([0, 1], 1), ([-1, 1], 1), ([1, 1], 1), ([0, 0], 0)] {
            let mut fields = super::super::super::record::Fields::of_kind(3);
            fields.int(plays_at::COUNT, counts[0]);
            fields.int(plays_at::COUNT_OF_ANALYSIS, counts[1]);
            fields.checkers(plays_at::POSITIONS, &places);
            fields.singles(plays_at::VALUES, &[0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.3]);
            let read = plays(Record(&fields.bytes), &[], &seen, &start, roll, Some(&play.result));
            assert_eq!(read.as_ref().map_or(0, |it| it.plays.len()), found, "{counts:?}");
            assert!(read.is_none_or(|it| it.played == Some(0) && it.plays[0].numbers.cubeful == 0.3));
        }
    }
}
