//! The score in a cube decision: what a match makes of a turned cube, and the points and gammon values that are not
//! those of money.

use crate::board::Side;
use crate::eval::{CubePoints, Outputs};
use crate::scoring::{CubeInfo, Met, Terms};

/// A chance that differs from that for money by less is not worth a word, nor are gammons that add less to the equity,
/// nor a gammon whose worth differs by less.
const WORTH_A_WORD: f32 = 0.04;
const OTHER_WORTH: f32 = 0.1;

/// The most numbers for one decision.
const MOST_NUMBERS: usize = 2;

/// Something that the score says of a cube that may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CubeReason {
    /// The cube as it lies wins the match for the side on roll.
    Won,
    /// The side on roll loses the match with this game: a double risks nothing.
    NothingToLose,
    /// The opponent, who would lose the match with the turned cube, turns it again at once, to this value.
    Returns(u32),
    /// The game decides the match for both with the cube at this value.
    Decides(u32),
    /// The opponent wins the match with the cube at this value: to turn it on is of no use to him.
    Unused(u32),
    /// The opponent takes, or the side on roll gains by a double, from a chance on with the cube on a value to the end:
    /// that at the score, and that for money.
    Point(Side, u32, [f32; 2]),
    /// The worth of a gammon to a side, of the swing between losing and winning, with the cube turned to a value and as
    /// it lies; one half for money.
    Gammons(Side, u32, [f32; 2]),
}

/// The cube decision for money, with gammons and without beavers, everything else as it is.
pub fn for_money(cube: &CubeInfo, met: &Met) -> CubeInfo {
    let terms = Terms::Money { jacoby: false, beavers: 0 };
    CubeInfo::up_to(cube.top(), cube.cube(), cube.on_roll(), terms, met)
}

/// Facts of the score for the side on roll, whose chances these are, then numbers, those that differ most from money
/// first. None for money, and where the cube is not its to turn.
pub fn cube_reasons(cube: &CubeInfo, outputs: &Outputs, met: &Met) -> Vec<CubeReason> {
    let mut found = Vec::new();
    let (at, terms) = (cube.cube().value(), cube.terms());
    let Some(score) = terms.match_score().filter(|score| !score.crawford() && cube.has_access() && !cube.is_at_top())
    else {
        return found;
    };
    let decides = |value| [Side::OnRoll, Side::Opponent].map(|side| u32::from(score.away(cube.player(side))) <= value);
    let doubled = cube.doubled(met);
    let returns = doubled.is_turned_next_at_no_risk();
    let last = if returns { doubled.flipped().doubled(met).flipped() } else { doubled };
    let to = last.cube().value();
    match decides(at) {
        [true, _] => return vec![CubeReason::Won],
        [_, true] => found.push(CubeReason::NothingToLose),
        _ => {}
    }
    match decides(2 * at) {
        [true, true] => found.push(CubeReason::Decides(to)),
        [true, false] if returns => found.push(CubeReason::Returns(to)),
        [false, true] => found.push(CubeReason::Unused(to)),
        _ => {}
    }
    let money = for_money(cube, met);
    let mut numbers = Vec::new();
    for (side, gammons) in [(Side::OnRoll, outputs.win_gammon()), (Side::Opponent, outputs.lose_gammon())] {
        if let [Some(score), Some(money)] = [cube, &money].map(|info| CubePoints::of(info, outputs, side)) {
            let of = |points: CubePoints| if side == Side::OnRoll { points.redouble.dead } else { points.take.dead };
            let [score, money] = [score, money].map(of);
            // Who risks nothing gains by a double with every chance.
            let weight = if score > 0.0 { (score - money).abs() } else { 0.0 };
            numbers.push((weight, CubeReason::Point(side, to, [score, money])));
        }
        let [now, turned] = [cube, &last].map(|info| info.gammon_prices(info.player(side)).quoted().0);
        let most = [now, turned].map(|worth| (worth - 0.5).abs()).into_iter().fold(0.0, f32::max);
        let weight = if most >= OTHER_WORTH { 2.0 * most * gammons } else { 0.0 };
        numbers.push((weight, CubeReason::Gammons(side, to, [turned, now])));
    }
    numbers.retain(|(weight, _)| *weight >= WORTH_A_WORD);
    numbers.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.extend(numbers.into_iter().take(MOST_NUMBERS).map(|(_, reason)| reason));
    found
}
