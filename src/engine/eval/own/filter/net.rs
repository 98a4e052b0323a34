//! The filter net as it is stored.

use super::super::features::board_rows_of;
use super::super::file::OwnNetError;
use super::super::file::Reader;
use super::super::heads::{BACK, checkers_back};
use super::super::layout::{BOARD_ROWS, Block, HIDDEN_UNIT, Worth};
use crate::board::{Checkers, Position};
use crate::scoring::SidePrices;

/// Units of its layer.
pub const FILTER_HIDDEN: usize = HIDDEN_UNIT;
/// The outputs: wins, gammons won, gammons lost; backgammons count as two gammons.
pub const FILTER_OUTPUTS: usize = 3;
/// Heads for contact: by the checkers that the mover has back, then by those of the other side.
const CONTACT_HEADS: usize = BACK * BACK;
/// Heads for races: by the checkers that the other side has left, five by five, then by whether the mover has begun to
/// bear off.
const RACE_HEADS: usize = 2 * 3;
/// Heads.
pub const FILTER_HEADS: usize = CONTACT_HEADS + RACE_HEADS;
/// 1.0 in the weights of the outputs.
pub const FILTER_WEIGHT_ONE: f32 = 512.0;
/// The largest sum of a head's weights at any prices, so that sums fit an i32.
pub const FILTER_WEIGHTS_MOST: i32 = 32_000;
/// The largest bias of an output.
pub const FILTER_BIAS_MOST: i32 = 1 << 25;
/// 1.0 in the units, after squaring.
const UNIT_ONE: i32 = 255 * 255 / 2;
/// 1.0 in the sums.
pub const FILTER_SUM_ONE: i32 = UNIT_ONE * FILTER_WEIGHT_ONE as i32;
/// 1.0 in whole prices.
const PRICE_ONE: i32 = 256;
/// The upper bound of a price; match scores reach about 2.
pub const PRICE_MOST: f32 = 3.0;

const MAGIC: &[u8; 8] = b"gammonfn";
const VERSION: u32 = 3;

/// The weight of each output for the mover at prices of gammons for the other side, in whole numbers.
fn whole(prices: SidePrices) -> [i32; FILTER_OUTPUTS] {
    let price = |price: f32| (price.clamp(0.0, PRICE_MOST) * PRICE_ONE as f32).round() as i32;
    [-2 * PRICE_ONE, -price(prices.gammon), price(prices.lose_gammon)]
}

/// The heads for contact and for races that value the plays of a position.
pub fn filter_heads(before: &Position) -> [usize; 2] {
    let [mover, other] = [before.on_roll(), before.opponent()].map(Checkers::bytes);
    let left = |side: &[u8; 32]| usize::from(side.iter().sum::<u8>());
    let contact = BACK * checkers_back(before.on_roll()) + checkers_back(before.opponent());
    let race = 2 * (left(other).saturating_sub(1) / 5).min(RACE_HEADS / 2 - 1) + usize::from(left(mover) < 15);
    [contact, CONTACT_HEADS + race]
}

/// The weights that lead to the outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterHead {
    /// The weights by output.
    pub output: [[i16; FILTER_HIDDEN]; FILTER_OUTPUTS],
    /// Their biases.
    pub output_bias: [i32; FILTER_OUTPUTS],
}

impl FilterHead {
    /// The weights of what a play is worth at some prices: those of the outputs added up.
    #[inline(always)]
    pub(super) fn at(&self, prices: SidePrices) -> Worth {
        // Loops all the way: closures are not sure to be compiled for the instruction set.
        let [win, gammon, lose_gammon] = whole(prices);
        let [wins, gammons, lose_gammons] = &self.output;
        let mut weights = [0; FILTER_HIDDEN];
        for i in 0..FILTER_HIDDEN {
            let gammons = gammon * i32::from(gammons[i]) + lose_gammon * i32::from(lose_gammons[i]);
            weights[i] = ((win * i32::from(wins[i]) + gammons) / PRICE_ONE) as i16;
        }
        let whole = self.output_bias.iter().zip(whole(prices));
        let sum: i64 = whole.map(|(&bias, price)| i64::from(bias) * i64::from(price)).sum();
        Worth { weights: Block(weights), bias: FILTER_SUM_ONE + (sum / i64::from(PRICE_ONE)) as i32 }
    }

    /// Whether no position and no prices lead to sums that an i32 does not hold.
    fn fits(&self) -> bool {
        let total = |k: usize| self.output[k].iter().map(|weight| i32::from(weight.unsigned_abs())).sum::<i32>();
        2 * total(0) + PRICE_MOST as i32 * (total(1) + total(2)) <= FILTER_WEIGHTS_MOST
            && self.output_bias.iter().all(|bias| bias.unsigned_abs() <= FILTER_BIAS_MOST.unsigned_abs())
    }
}

/// The net as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterNet {
    /// The weights by row of the board, see [`board_rows_of`].
    pub rows: Vec<[i16; FILTER_HIDDEN]>,
    /// Biases of the layer.
    pub bias: [i16; FILTER_HIDDEN],
    /// See [`filter_heads`].
    pub heads: [FilterHead; FILTER_HEADS],
}

impl FilterNet {
    /// The value of a play that leads to these sides to the mover, by the definition: its cubeless equity with these
    /// prices of gammons for the other side. Sides come in the order (on roll after the play, mover).
    pub fn value(&self, sides: [&Checkers; 2], head: usize, prices: SidePrices) -> f32 {
        let mut sums = self.bias;
        for row in board_rows_of(sides) {
            sums.iter_mut().zip(self.rows[usize::from(row)]).for_each(|(sum, weight)| *sum = sum.wrapping_add(weight));
        }
        let Worth { weights, bias } = self.heads[head].at(prices);
        let mut value = bias;
        for (sum, weight) in sums.into_iter().zip(weights.0) {
            let clipped = i32::from(sum).clamp(0, 255);
            value += clipped * clipped / 2 * i32::from(weight);
        }
        value as f32 * (1.0 / FILTER_SUM_ONE as f32)
    }

    /// The bytes of its file, little-endian throughout: `gammonfn`; u32 version, 3; i16 rows `[750][64]`; i16 biases
    /// `[64]`; then for each of the 22 heads i16 weights `[3][64]` and i32 biases `[3]`.
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
        let net = Self { rows, bias: from.i16s()?, heads: read_heads(&mut from)? };
        if from.0.is_empty() { Ok(net) } else { Err(OwnNetError::Long(from.0.len())) }
    }
}

fn read_heads(from: &mut Reader<'_>) -> Result<[FilterHead; FILTER_HEADS], OwnNetError> {
    let heads: Vec<FilterHead> = (0..FILTER_HEADS).map(|_| read_head(from)).collect::<Result<_, _>>()?;
    Ok(heads.try_into().expect("as many as were read"))
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
    let head = FilterHead { output, output_bias };
    if head.fits() { Ok(head) } else { Err(OwnNetError::TooLarge) }
}
