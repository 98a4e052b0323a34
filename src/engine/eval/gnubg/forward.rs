//! A net prepared for evaluating, and its forward pass.

use super::file::{NetKind, OUTPUTS, Weights};
use crate::board::Checkers;
use crate::eval::gnubg::inputs::{Inputs, PLACE_ROWS, Scaled, WIDTH, Writer, row_layout};
use crate::simd::Lanes;
use crate::simd::vector::Vector;

/// Hidden units are handled in chunks of this many blocks, or of one block in a small net.
pub(crate) const CHUNK: usize = 4;

/// Positions that go through a kernel together.
pub(crate) const BATCH: usize = WIDTH;

/// Positions that share weights while these are in registers.
pub(crate) const FOUR: usize = 4;

/// The weights of one net, rearranged: a row holds what some inputs contribute to all hidden units of a chunk.
///
/// Hidden units are filled up to whole chunks with units whose weights are zero. Those contribute
/// `0.0` to every sum and so change no bit of it.
#[derive(Clone)]
pub(crate) struct Net {
    /// Hidden units.
    pub(crate) hidden: usize,
    /// Blocks in a chunk: 1 or [`CHUNK`].
    pub(crate) chunk_blocks: usize,
    /// Blocks of hidden units.
    pub(crate) blocks: usize,
    /// Rows in each chunk; the first one is nothing but zeros.
    pub(crate) row_count: usize,
    /// The first row that is multiplied by its input.
    pub(crate) first_scaled: usize,
    /// `[chunk][row][block of the chunk]`.
    pub(crate) rows: Vec<Lanes>,
    /// A second copy of the rows of a small net whose inputs are the board alone: `[place][unit]`, by the number of
    /// checkers there. Empty in other nets.
    pub(crate) columns: Vec<Lanes>,
    /// The starts of the hidden sums, by block.
    pub(crate) thresholds: Vec<Lanes>,
    /// `[output][block]`.
    pub(crate) output_rows: Vec<Lanes>,
    /// `output_rows` for four positions side by side, `[block][quarter of the block][output]`: four weights four times.
    pub(crate) output_quarters: Vec<[[Lanes; OUTPUTS]; 4]>,
    /// The weights of four outputs side by side, `[block][quarter of the block]`: four weights of each.
    pub(crate) outputs_together: Vec<[Lanes; 4]>,
    pub(crate) output_thresholds: [f32; OUTPUTS],
    /// The thresholds of four outputs side by side, four times each.
    pub(crate) thresholds_together: Lanes,
    pub(crate) beta_hidden: f32,
    pub(crate) beta_output: f32,
}

impl Net {
    /// Rearranges the weights of a net of this kind.
    pub(crate) fn new(kind: NetKind, weights: &Weights) -> Self {
        let blocks = weights.hidden.div_ceil(Lanes::WIDTH);
        let chunk_blocks = if blocks == 1 { 1 } else { CHUNK };
        let blocks = blocks.next_multiple_of(chunk_blocks);
        let pad = |values: &[f32]| {
            let mut padded: Vec<Lanes> = Lanes::blocks(values).collect();
            padded.resize(blocks, Lanes::ZERO);
            padded
        };
        let (layout, first_scaled) = row_layout(kind);
        let nothing = Vec::new();
        let scaled_rows: Vec<Vec<Lanes>> = ([&nothing].into_iter().chain(&layout))
            .map(|inputs| {
                let mut row = vec![0.0; weights.hidden];
                for &(input, value) in inputs {
                    let weights = &weights.hidden_weights[input * weights.hidden..][..weights.hidden];
                    row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight * value);
                }
                pad(&row)
            })
            .collect();
        let is_board = blocks == 1 && first_scaled == layout.len();
        let columns =
            if is_board { columns(&scaled_rows[1..], weights.hidden.next_multiple_of(4)) } else { Vec::new() };
        let rows = (0..blocks)
            .step_by(chunk_blocks)
            .flat_map(|first| scaled_rows.iter().flat_map(move |row| &row[first..first + chunk_blocks]))
            .copied()
            .collect();
        let output_rows: Vec<Lanes> = weights.output_weights.chunks(weights.hidden).flat_map(pad).collect();
        Self {
            hidden: weights.hidden,
            chunk_blocks,
            blocks,
            row_count: scaled_rows.len(),
            first_scaled: 1 + first_scaled,
            rows,
            columns,
            thresholds: pad(&weights.hidden_thresholds),
            output_quarters: quarters(&output_rows, blocks),
            outputs_together: together(&output_rows, blocks),
            output_rows,
            thresholds_together: Lanes(std::array::from_fn(|lane| weights.output_thresholds[lane / 4])),
            output_thresholds: weights.output_thresholds,
            beta_hidden: weights.beta_hidden,
            beta_output: weights.beta_output,
        }
    }

    /// The rows of one chunk of `N` blocks.
    #[inline(always)]
    pub(crate) fn chunk_rows<const N: usize>(&self, chunk: usize) -> &[[Lanes; N]] {
        let size = self.row_count * N;
        self.rows[chunk * size..][..size].as_chunks().0
    }
}

/// [`Net::columns`] from rows of one block.
fn columns(rows: &[Vec<Lanes>], units: usize) -> Vec<Lanes> {
    let column = |place: &[Vec<Lanes>], unit: usize| {
        let mut column = Lanes::ZERO;
        column.0[1..].iter_mut().zip(place).for_each(|(weight, row)| *weight = row[0].0[unit]);
        column
    };
    rows.chunks(PLACE_ROWS).flat_map(|place| (0..units).map(move |unit| column(place, unit))).collect()
}

/// [`Net::output_quarters`] from rows of this many blocks.
fn quarters(output_rows: &[Lanes], blocks: usize) -> Vec<[[Lanes; OUTPUTS]; 4]> {
    let weight = |output: usize, block: usize, unit: usize| output_rows[output * blocks + block].0[unit];
    let four_times = |output, block, q| Lanes(std::array::from_fn(|lane| weight(output, block, 4 * q + lane % 4)));
    let block = |block| std::array::from_fn(|q| std::array::from_fn(|output| four_times(output, block, q)));
    (0..blocks).map(block).collect()
}

/// [`Net::outputs_together`] from rows of this many blocks.
fn together(output_rows: &[Lanes], blocks: usize) -> Vec<[Lanes; 4]> {
    let weight = |output: usize, block: usize, unit: usize| output_rows[output * blocks + block].0[unit];
    let quarter = |block, q| Lanes(std::array::from_fn(|lane| weight(lane / 4, block, 4 * q + lane % 4)));
    (0..blocks).map(|block| std::array::from_fn(|q| quarter(block, q))).collect()
}

/// Up to [`BATCH`] positions on their way through one net.
pub(crate) struct Batch<'a> {
    pub(crate) net: &'a Net,
    pub(crate) kind: NetKind,
    /// The checkers of the side on roll and of the other, for each position.
    pub(crate) sides: &'a [[&'a Checkers; 2]],
    pub(crate) writer: &'a mut Writer,
    pub(crate) scaled: &'a mut Scaled,
}

impl Batch<'_> {
    /// Writes the inputs of all positions that belong to no place. Inlined into each kernel, to be compiled for its
    /// instruction set.
    #[inline(always)]
    pub(crate) fn write_scaled<V: Vector>(&mut self, set: V::Set) {
        self.writer.write::<V>(set, self.kind, self.sides, self.scaled);
    }

    /// The inputs of a position, once those that belong to no place are written.
    #[inline(always)]
    pub(crate) fn inputs(&self, position: usize) -> Inputs<'_> {
        Inputs::new(self.kind, self.sides[position], self.scaled, position)
    }
}
