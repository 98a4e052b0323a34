//! The filter net as it is stored.

use super::super::features::{BOARD_ROWS, board_rows_of};
use super::super::format::Reader;
use super::super::{HIDDEN_UNIT, OwnNetError, sigmoid};
use crate::board::Checkers;

/// Units of its layer.
pub const FILTER_HIDDEN: usize = HIDDEN_UNIT;
/// What it gives: wins, gammons won, gammons lost.
pub const FILTER_OUTPUTS: usize = 3;
/// What each of them is at most: backgammons count as two gammons.
pub const FILTER_RANGE: [f32; FILTER_OUTPUTS] = [1.0, 2.0, 2.0];
/// One head for contact, one for races.
pub const FILTER_HEADS: usize = 2;
/// 1.0 in the weights of the outputs.
pub const FILTER_WEIGHT_ONE: f32 = 128.0;
/// The largest weight of an output: sums of the widest kind still fit an i32.
pub const FILTER_WEIGHT_MOST: i16 = 900;
/// The largest bias of an output.
pub const FILTER_BIAS_MOST: i32 = 1 << 27;
/// 1.0 in the units, after squaring.
const UNIT_ONE: i32 = 255 * 255 / 2;
/// 1.0 in the sums.
pub const FILTER_SUM_ONE: f32 = UNIT_ONE as f32 * FILTER_WEIGHT_ONE;

const MAGIC: &[u8; 8] = b"gammonfn";
const VERSION: u32 = 1;

/// The weights that lead to the outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterHead {
    /// By output.
    pub output: [[i16; FILTER_HIDDEN]; FILTER_OUTPUTS],
    /// Their biases.
    pub output_bias: [i32; FILTER_OUTPUTS],
}

/// The net as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterNet {
    /// By row of the board, see [`board_rows_of`].
    pub rows: Vec<[i16; FILTER_HIDDEN]>,
    /// Biases of the layer.
    pub bias: [i16; FILTER_HIDDEN],
    /// For contact and for races.
    pub heads: [FilterHead; FILTER_HEADS],
}

impl FilterNet {
    /// Wins, gammons won and gammons lost of the side on roll, by the definition. Sides come in the order (on roll, other).
    #[must_use]
    pub fn outputs(&self, sides: [&Checkers; 2], head: usize) -> [f32; FILTER_OUTPUTS] {
        let mut sums = self.bias;
        for row in board_rows_of(sides) {
            sums.iter_mut().zip(self.rows[usize::from(row)]).for_each(|(sum, weight)| *sum = sum.wrapping_add(weight));
        }
        let units = sums.map(|sum| {
            let clipped = i32::from(sum).clamp(0, 255);
            clipped * clipped / 2
        });
        let FilterHead { output, output_bias } = &self.heads[head];
        std::array::from_fn(|k| {
            let sum: i32 = units.iter().zip(output[k]).map(|(unit, weight)| unit * i32::from(weight)).sum();
            FILTER_RANGE[k] * sigmoid((sum + output_bias[k]) as f32 * (1.0 / FILTER_SUM_ONE))
        })
    }

    /// The bytes of its file, little-endian throughout: `gammonfn`; u32 version, 1; i16 rows `[750][64]`; i16 biases `[64]`;
    /// then for contact and for races i16 weights `[3][64]` and i32 biases `[3]`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        let i16s = |weights: &[i16]| weights.iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<_>>();
        out.extend(i16s(self.rows.as_flattened()));
        out.extend(i16s(&self.bias));
        for head in &self.heads {
            out.extend(i16s(head.output.as_flattened()));
            out.extend(head.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        out
    }

    /// Reads its file.
    ///
    /// # Errors
    /// When the bytes are not such a file, or hold a weight that no kernel can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OwnNetError> {
        let mut from = Reader(bytes);
        if from.bytes(8).map_err(|_| OwnNetError::Magic)? != MAGIC {
            return Err(OwnNetError::Magic);
        }
        let version = from.u32()?;
        if version != VERSION {
            return Err(OwnNetError::Version(version));
        }
        let rows = (0..BOARD_ROWS).map(|_| from.i16s()).collect::<Result<_, _>>()?;
        let net = Self { rows, bias: from.i16s()?, heads: [read_head(&mut from)?, read_head(&mut from)?] };
        if from.0.is_empty() { Ok(net) } else { Err(OwnNetError::Long(from.0.len())) }
    }
}

fn read_head(from: &mut Reader<'_>) -> Result<FilterHead, OwnNetError> {
    let mut output = [[0; FILTER_HIDDEN]; FILTER_OUTPUTS];
    for weights in &mut output {
        *weights = from.i16s()?;
    }
    let mut output_bias = [0; FILTER_OUTPUTS];
    for bias in &mut output_bias {
        *bias = i32::from_le_bytes(from.array()?);
    }
    let is_small = |weight: &i16| weight.unsigned_abs() <= FILTER_WEIGHT_MOST.unsigned_abs();
    let fits = output.as_flattened().iter().all(is_small)
        && output_bias.iter().all(|bias| bias.unsigned_abs() <= FILTER_BIAS_MOST.unsigned_abs());
    if fits { Ok(FilterHead { output, output_bias }) } else { Err(OwnNetError::TooLarge) }
}
