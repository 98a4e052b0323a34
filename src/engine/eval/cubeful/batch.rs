//! The values of several positions with one cube for money, side by side.

use super::efficiency::Efficiencies;
use super::money::LiveMoney;
use crate::board::Side;
use crate::eval::Outputs;
use crate::scoring::CubeInfo;
use crate::simd::{Instructions, Vectorized, vectorized};

/// Positions that are valued side by side.
const LANES: usize = 8;

/// The owner of a cube that was doubled for money; gammons count then.
const DOUBLED: Option<Side> = Some(Side::Opponent);

/// The value of a state in which the side on roll may double: it does when that is better, and the
/// other side answers best.
#[inline(always)]
pub(crate) fn best_action(no_double: f32, double_take: f32, double_pass: f32) -> f32 {
    if double_take >= no_double && double_pass >= no_double { double_take.min(double_pass) } else { no_double }
}

/// Appends the values of positions for the side that left them to the other by a play: minus what they are worth to
/// that side with this cube, which it turns first where it may and should. There are efficiencies for each position.
///
/// The values have the bits of positions valued one by one. Each way a cube can lie has its own loop, without branches.
pub(crate) fn push_left_values(
    reply: &CubeInfo,
    doubled: Option<&CubeInfo>,
    outputs: &[Outputs],
    efficiencies: &[Efficiencies],
    values: &mut Vec<f32>,
) {
    vectorized(LeftValues { reply, doubled, outputs, efficiencies, values });
}

/// One call of [`push_left_values`].
struct LeftValues<'a> {
    reply: &'a CubeInfo,
    doubled: Option<&'a CubeInfo>,
    outputs: &'a [Outputs],
    efficiencies: &'a [Efficiencies],
    values: &'a mut Vec<f32>,
}

impl Vectorized for LeftValues<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, _: I) {
        let Self { reply, doubled, outputs, efficiencies, values } = self;
        for (outputs, efficiencies) in outputs.chunks(LANES).zip(efficiencies.chunks(LANES)) {
            values.extend_from_slice(&left_values(reply, doubled, outputs, efficiencies)[..outputs.len()]);
        }
    }
}

/// The values of at most [`LANES`] positions; those of lanes without one have no meaning.
#[inline(always)]
fn left_values(
    reply: &CubeInfo,
    doubled: Option<&CubeInfo>,
    outputs: &[Outputs],
    efficiencies: &[Efficiencies],
) -> [f32; LANES] {
    let mut chances = [[0.0; LANES]; 5];
    for (lane, outputs) in outputs.iter().enumerate() {
        for (chances, output) in chances.iter_mut().zip(outputs.0) {
            chances[lane] = output;
        }
    }
    // As the cube lies, and after the other side has been doubled; nothing where it can't be turned any more.
    let mut live = [[0.0; LANES]; 2];
    let is_live = [reply.is_live(), doubled.is_some_and(CubeInfo::is_live)];
    for (lane, efficiencies) in efficiencies.iter().enumerate() {
        let cubes = [efficiencies.of(reply.owner(), reply.is_jacoby_in_force()), efficiencies.of(DOUBLED, false)];
        for ((live, efficiency), is_live) in live.iter_mut().zip(cubes).zip(is_live) {
            live[lane] = if is_live { efficiency } else { 0.0 };
        }
    }
    let values = match (reply.owner(), reply.is_jacoby_in_force(), doubled) {
        (None, false, Some(doubled)) => doubled_or_not(None, false, [reply, doubled], &chances, &live),
        (None, true, Some(doubled)) => doubled_or_not(None, true, [reply, doubled], &chances, &live),
        (owner, jacoby, Some(doubled)) => doubled_or_not(owner, jacoby, [reply, doubled], &chances, &live),
        (Some(Side::Opponent), _, None) => one(Some(Side::Opponent), false, reply, &chances, &live[0]),
        (owner, jacoby, None) => one(owner, jacoby, reply, &chances, &live[0]),
    };
    values.map(|value| -value)
}

#[inline(always)]
fn one(
    owner: Option<Side>,
    jacoby: bool,
    cube: &CubeInfo,
    chances: &[[f32; LANES]; 5],
    efficiencies: &[f32; LANES],
) -> [f32; LANES] {
    let dead = cube.dead_equity();
    let mut values = [0.0; LANES];
    for (lane, value) in values.iter_mut().enumerate() {
        let outputs = Outputs([0, 1, 2, 3, 4].map(|k| chances[k][lane]));
        *value = LiveMoney::new(&outputs).value(dead(&outputs), efficiencies[lane], owner, jacoby);
    }
    values
}

#[inline(always)]
fn doubled_or_not(
    owner: Option<Side>,
    jacoby: bool,
    [cube, doubled]: [&CubeInfo; 2],
    chances: &[[f32; LANES]; 5],
    [stays, turns]: &[[f32; LANES]; 2],
) -> [f32; LANES] {
    let (dead, dead_doubled) = (cube.dead_equity(), doubled.dead_equity());
    let mut values = [0.0; LANES];
    for (lane, value) in values.iter_mut().enumerate() {
        let outputs = Outputs([0, 1, 2, 3, 4].map(|k| chances[k][lane]));
        let live = LiveMoney::new(&outputs);
        let stay = live.value(dead(&outputs), stays[lane], owner, jacoby);
        let turned = live.value(dead_doubled(&outputs), turns[lane], DOUBLED, false);
        *value = best_action(stay, 2.0 * turned, 1.0);
    }
    values
}
