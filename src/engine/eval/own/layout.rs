//! Plain data of the own nets: sizes, arrays and lists that features, kernels and passes share.

use crate::board::masks;

/// 1.0 in the accumulator of the first layer.
pub const ACCUMULATOR_ONE: f32 = 255.0;
/// 1.0 in the activations of the first layer.
pub const ACTIVATION_ONE: f32 = 127.0;
/// 1.0 in the weights of the second layer.
pub const WEIGHT_ONE: f32 = 64.0;
/// Units of the second layer come in panels of this many.
pub const PANEL: usize = 32;
/// The most units of the second layer.
pub const MAX_MIDDLE: usize = 128;
/// The most heads.
pub const MAX_HEADS: usize = 64;
/// Outputs of a net.
pub const OUTPUTS: usize = 5;
/// The width of the first layer is a multiple of this.
pub const HIDDEN_UNIT: usize = 64;
/// The widest first layer.
pub const MAX_HIDDEN: usize = 2048;

/// Activations come in this many.
pub(super) const ACTIVATIONS: usize = 32;

/// Positions that share a tail.
pub(super) const LANES: usize = 16;

/// 64 units of the first layer.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub [i16; HIDDEN_UNIT]);

/// Weights from four hidden units to a panel of middle units: `[j * 4 + i]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Quad(pub [i8; 4 * PANEL]);

/// Activations of 32 units, or of the products of 32 with as many others.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Activations(pub [u8; ACTIVATIONS]);

/// Rows for one side's counts on one place: 1 to 15 checkers.
pub const BOARD_COUNTS: usize = 15;

/// Board rows: two sides, 25 places.
pub const BOARD_ROWS: usize = 2 * 25 * BOARD_COUNTS;

/// The most board rows one position can light up: 15 checkers of each side.
pub const MAX_BOARD_ROWS: usize = 30;

/// The most feature rows of a position.
pub(super) const MAX_FEATURES: usize = 20;

/// The feature rows of a position, each in a place of its own; the rest is 0.
pub(super) type FeatureRows = [u16; 32];

/// The row of `count` checkers (at least 1) of a side (0 on roll, 1 other) on a place.
pub(super) const fn board_row(side: usize, place: usize, count: u8) -> usize {
    (side * 25 + place) * BOARD_COUNTS + count as usize - 1
}

/// The rows that the checkers of one side light up, one after another.
#[inline(always)]
pub(super) fn rows_of_side(side: usize, bytes: &[u8; 32], mut see: impl FnMut(u16)) {
    let mut places = masks::above(bytes, 0);
    while places != 0 {
        let place = (places.trailing_zeros() & 31) as usize;
        places &= places - 1;
        see(board_row(side, place, bytes[place].min(BOARD_COUNTS as u8)) as u16);
    }
}

/// Places in a list of rows or steps, in any order.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// At most 60 entries: the steps that bring 15 checkers of each side elsewhere, or 30 board rows and the features;
    /// 96 so that a store of a whole vector fits.
    list: [u16; 96],
    count: usize,
}

impl Default for Places {
    fn default() -> Self {
        Self { list: [0; 96], count: 0 }
    }
}

impl Places {
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Room for 32 more, of which the first `count` are meant.
    #[inline(always)]
    pub fn extend(&mut self, count: usize) -> &mut [u16; 32] {
        let at = self.count;
        self.count += count;
        self.list[at..].first_chunk_mut().expect("no more steps than checkers")
    }

    /// Adds a place if it is meant.
    #[inline(always)]
    pub fn push_if(&mut self, place: u16, is_meant: bool) {
        self.list[self.count] = place;
        self.count += usize::from(is_meant);
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[u16] {
        &self.list[..self.count]
    }
}

/// Feature rows that two positions do not share.
pub(crate) struct ChangedFeatures {
    /// Those of the position before.
    pub from: FeatureRows,
    /// The rows that take their places in the position now.
    pub to: FeatureRows,
    /// How many they are.
    pub count: usize,
}

impl ChangedFeatures {
    /// No rows.
    pub const NONE: Self = Self { from: [0; _], to: [0; _], count: 0 };

    /// The row of the position before and the row now, for each place.
    #[inline(always)]
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let pairs = self.from.iter().zip(&self.to).take(self.count);
        pairs.map(|(&from, &to)| [usize::from(from), usize::from(to)])
    }
}

/// Weights that lead from the sums of a few blocks of units in one position to those in another.
pub(crate) struct Changes<'a, W> {
    /// The weights.
    pub weights: &'a FirstWeights<W>,
    /// Steps up, which are added.
    pub up: &'a [u16],
    /// Steps down, which are taken away.
    pub down: &'a [u16],
    /// Feature rows that are taken away and added.
    pub moved: &'a ChangedFeatures,
    /// Feature rows that are added.
    pub lit: &'a [u16],
    /// The first block within each row: added to all places.
    pub block: usize,
}

impl<W> Clone for Changes<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Changes<'_, W> {}

/// The weights of a first layer, in blocks of 64 units.
#[derive(Debug)]
pub(crate) struct FirstWeights<W> {
    /// The amount that one checker more adds on its place, up to the count of each board row.
    pub steps: Vec<W>,
    /// The rows of the features.
    pub features: Vec<W>,
    /// The factor by which the weights of each unit are multiplied.
    pub factors: Vec<Block>,
}

/// The numbers from which the filter net computes the worth of one play.
#[derive(Clone, Copy)]
pub(crate) struct ScoredPlay<'a> {
    /// The sums of the layer before its last checker move.
    pub base: &'a Block,
    /// The amount that one checker more or less on a place adds, after one that adds nothing.
    pub steps: &'a [Block],
    /// Places of `steps` that lead to the result.
    pub changed: [u16; 4],
    /// The weights for its class.
    pub worth: &'a Worth,
}

/// Sixteen partial sums of sixteen positions.
pub(crate) type Parts = [[i32; 16]; LANES];

/// The weights that make of the units the worth of a play to the mover.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    pub weights: Block,
    /// Where the sum starts.
    pub bias: i32,
}
