//! The forward pass: one parent's accumulator, changed rows per position, sixteen positions per tail.

use super::features::{Inputs, Shape, feature_rows};
use super::file::OwnNet;
use super::kernel::{Instructions, Kernel, Vectorized, vectorized_by};
use super::layout::{
    Activations, BOARD_ROWS, Block, COUNTS, Changes, FeatureRows, HIDDEN_UNIT, LANES, MAX_FEATURES, MAX_HIDDEN, MIDDLE,
    Moved, OUTPUTS, Parts, Places, Quad,
};
use super::sigmoid::sigmoid;
use crate::board::{Checkers, Position, SeenBy};
use crate::eval::Outputs;

/// As many positions are quicker done one by one than together with those that are not there.
const FEW: usize = 5;

/// With more rows between two positions those of the second one are quicker added up anew: the plays of another game.
const FAR: usize = 28;

const _: () = assert!(2 * MAX_FEATURES > FAR, "features that all differ make a position far from any");
const _: () = assert!(Inputs::Contact.rows() * (MAX_HIDDEN / HIDDEN_UNIT) <= 1 << 16, "places of rows fit 16 bits");

/// A net laid out for the kernels.
#[derive(Debug)]
pub(super) struct Ready {
    inputs: Inputs,
    /// Blocks of a row.
    blocks: usize,
    rows: Vec<Block>,
    /// See [`steps_of`].
    steps: Vec<Block>,
    bias: Vec<Block>,
    heads: Vec<ReadyHead>,
    kernel: Kernel,
}

#[derive(Debug)]
struct ReadyHead {
    middle: Vec<Quad>,
    middle_bias: [i32; MIDDLE],
    output: [[f32; MIDDLE]; OUTPUTS],
    output_bias: [f32; OUTPUTS],
}

/// Room for a forward pass, used again by the next.
#[derive(Clone, Debug)]
pub struct OwnScratch {
    /// Of the filter net.
    pub(super) parts: Box<Parts>,
    pub(super) changed: Places,
    /// The sums of positions within plays.
    pub(super) stops: Vec<Block>,
    base: [Block; MAX_HIDDEN / HIDDEN_UNIT],
    activations: Box<[Activations; LANES]>,
    middle: [[i32; MIDDLE]; LANES],
}

impl Default for OwnScratch {
    fn default() -> Self {
        Self {
            base: [Block([0; HIDDEN_UNIT]); MAX_HIDDEN / HIDDEN_UNIT],
            parts: Box::new([[0; 16]; LANES]),
            changed: Places::default(),
            stops: Vec::new(),
            activations: Box::new([Activations([0; MAX_HIDDEN]); LANES]),
            middle: [[0; MIDDLE]; LANES],
        }
    }
}

impl Ready {
    pub fn new(net: &OwnNet) -> Self {
        Self::with_kernel(net, Kernel::best())
    }

    pub fn with_kernel(net: &OwnNet, kernel: Kernel) -> Self {
        let blocks = net.hidden / HIDDEN_UNIT;
        let to_blocks = |weights: &[i16]| weights.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect::<Vec<_>>();
        let rows = to_blocks(&net.rows);
        let steps = steps_of(&rows, blocks);
        let heads = net
            .heads
            .iter()
            .map(|head| ReadyHead {
                middle: head.middle.as_chunks::<{ 4 * MIDDLE }>().0.iter().map(quad).collect(),
                middle_bias: head.middle_bias,
                output: head.output,
                output_bias: head.output_bias,
            })
            .collect();
        Self { inputs: net.inputs, blocks, rows, steps, bias: to_blocks(&net.bias), heads, kernel }
    }

    /// Runs it by another kernel.
    pub const fn use_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// The name of its kernel.
    pub const fn kernel(&self) -> &'static str {
        self.kernel.name()
    }

    /// Evaluates the positions for which `head_of` names a head of this net.
    pub fn evaluate(
        &self,
        head_of: impl Fn(usize) -> Option<u8>,
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
    ) {
        vectorized_by(self.kernel, Pass { net: self, head_of, seen, positions, scratch, outputs });
    }
}

/// A row of zeros; then for every board row what one checker more and one less adds on its place, up to and from its count.
pub(super) fn steps_of(rows: &[Block], blocks: usize) -> Vec<Block> {
    let row_of = |row: usize| &rows[row * blocks..(row + 1) * blocks];
    let zeros = vec![Block([0; HIDDEN_UNIT]); blocks];
    let difference = |a: &[Block], b: &[Block]| -> Vec<Block> {
        a.iter().zip(b).map(|(a, b)| Block(std::array::from_fn(|i| a.0[i].wrapping_sub(b.0[i])))).collect()
    };
    let mut steps = zeros.clone();
    for row in 0..BOARD_ROWS {
        let before = if row.is_multiple_of(COUNTS) { &zeros } else { row_of(row - 1) };
        steps.extend(difference(row_of(row), before));
        steps.extend(difference(before, row_of(row)));
    }
    steps
}

/// Four rows of `[32]` weights as the dot product reads them.
fn quad(weights: &[i8; 4 * MIDDLE]) -> Quad {
    let mut all = [0; 4 * MIDDLE];
    for (at, &weight) in weights.iter().enumerate() {
        all[at % MIDDLE * 4 + at / MIDDLE] = weight;
    }
    Quad(all)
}

/// One call of [`Ready::evaluate`], to be compiled once for each kernel.
struct Pass<'a, F> {
    net: &'a Ready,
    head_of: F,
    seen: SeenBy,
    positions: &'a [Position],
    scratch: &'a mut OwnScratch,
    outputs: &'a mut [Outputs],
}

/// The position that the accumulator of a pass is for: the one before.
struct Base<'a> {
    sides: [&'a Checkers; 2],
    shapes: [Shape; 2],
    features: FeatureRows,
}

impl<F: Fn(usize) -> Option<u8>> Vectorized for Pass<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, instructions: I) {
        let Self { net, head_of, seen, positions, scratch, outputs } = self;
        // No position is near what comes before the first: no row has that number.
        let shapes = [Shape::of(instructions, &Checkers::NONE); 2];
        let mut base = Base { sides: [&Checkers::NONE; 2], shapes, features: [u16::MAX; _] };
        let mut lanes = [(0, 0); LANES];
        let mut filled = 0;
        for (i, position) in positions.iter().enumerate() {
            let Some(head) = head_of(i) else { continue };
            let sides = seen.sides(position);
            // Neighbors in generation order differ less from each other than from any one position.
            let OwnScratch { base: from, changed, activations, .. } = &mut *scratch;
            net.activate(instructions, &mut base, sides, from, changed, &mut activations[filled].0);
            lanes[filled] = (i, head);
            filled += 1;
            if filled == LANES {
                net.finish(instructions, &lanes, scratch, outputs);
                filled = 0;
            }
        }
        net.finish(instructions, &lanes[..filled], scratch, outputs);
    }
}

impl Ready {
    /// The activations of a position, from the accumulator of the base where they differ little; makes it the base.
    #[inline(always)]
    fn activate<'a, I: Instructions>(
        &self,
        instructions: I,
        base: &mut Base<'a>,
        sides: [&'a Checkers; 2],
        from: &mut [Block],
        changed: &mut Places,
        activations: &mut [u8; MAX_HIDDEN],
    ) {
        changed.clear();
        for (side, (now, before)) in sides.into_iter().zip(base.sides).enumerate() {
            let is_same = instructions.changed(side, now.bytes(), before.bytes(), self.blocks as u16, changed);
            if !is_same {
                base.shapes[side] = Shape::of(instructions, now);
            }
        }
        let mut features = [0; _];
        let lit = feature_rows(instructions, self.inputs, &base.shapes, self.blocks as u16, &mut features);
        let mut moved = Moved::NONE;
        instructions.moved(&features, &base.features, &mut moved);
        (base.sides, base.features) = (sides, features);
        let mut steps = &self.steps;
        if changed.as_slice().len() + 2 * moved.count > FAR {
            changed.clear();
            for (side, now) in sides.into_iter().enumerate() {
                instructions.lit(side, now.bytes(), self.blocks as u16, changed);
            }
            changed.append(&features, lit);
            moved.count = 0;
            from[..self.blocks].copy_from_slice(&self.bias);
            steps = &self.rows;
        }
        let changes = Changes { steps, changed: changed.as_slice(), rows: &self.rows, moved: &moved, block: 0 };
        // Two blocks at a time as far as it goes.
        let (pairs, last) = from[..self.blocks].as_chunks_mut::<2>();
        let units = activations.as_chunks_mut::<HIDDEN_UNIT>().0;
        let (pair_units, last_units) = units[..self.blocks].as_chunks_mut::<2>();
        let mut block = 0;
        for (from, units) in pairs.iter_mut().zip(pair_units) {
            instructions.activate(from, Changes { block, ..changes }, units);
            block += 2;
        }
        if let ([from], [units]) = (last, last_units) {
            let changes = Changes { block, ..changes };
            instructions.activate(std::array::from_mut(from), changes, std::array::from_mut(units));
        }
    }

    /// From activations to outputs, for the lanes given: (position, head).
    #[inline(always)]
    fn finish<I: Instructions>(
        &self,
        instructions: I,
        lanes: &[(usize, u8)],
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
    ) {
        let quads = self.blocks * HIDDEN_UNIT / 4;
        let mut sums = [[0.0; LANES]; OUTPUTS];
        let mut done = 0;
        while done < lanes.len() {
            let head = &self.heads[usize::from(lanes[done].1)];
            let (activations, middle) = (&scratch.activations[done..], &mut scratch.middle[done..]);
            let same = lanes[done..].iter().take(4).take_while(|lane| lane.1 == lanes[done].1).count();
            match (activations.first_chunk::<4>(), middle.first_chunk_mut::<4>()) {
                // Four take hardly longer than one; those that are not wanted are computed again.
                (Some(activations), Some(middle)) if same > 1 => {
                    instructions.middle_of_four(activations, &head.middle[..quads], &head.middle_bias, middle);
                    done += same;
                }
                _ => {
                    instructions.middle(&activations[0], &head.middle[..quads], &head.middle_bias, &mut middle[0]);
                    done += 1;
                }
            }
        }
        // What is computed for lanes that are not filled is not used.
        let mut done = 0;
        while let Some(&(_, first)) = lanes.get(done) {
            let head = &self.heads[usize::from(first)];
            let same = lanes[done..].iter().take_while(|lane| lane.1 == first).count();
            if same == lanes.len() && same > FEW {
                instructions.outputs_of_lanes(&scratch.middle, &head.output, &mut sums);
            } else {
                for lane in done..done + same {
                    let outputs = instructions.outputs(&scratch.middle[lane], &head.output);
                    sums.iter_mut().zip(outputs).for_each(|(sums, output)| sums[lane] = output);
                }
            }
            for (sums, bias) in sums.iter_mut().zip(head.output_bias) {
                sums[done..done + same].iter_mut().for_each(|sum| *sum += bias);
            }
            done += same;
        }
        for value in sums.as_flattened_mut() {
            *value = sigmoid(*value);
        }
        for (lane, &(i, _)) in lanes.iter().enumerate() {
            outputs[i] = Outputs(sums.map(|sums| sums[lane]));
        }
    }
}
