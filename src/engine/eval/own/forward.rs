//! The forward pass: one accumulator, the rows that change from position to position, and sixteen positions at a time
//! through the layers behind it.

use super::batch::Ordered;
use super::features::{FeatureSet, SideMasks, feature_rows};
use super::file::{Head, OwnNet};
use super::first_layer::FirstLayer;
use super::heads::HeadRule;
use super::kernel::{self, LitFours, Weights};
use super::layout::{
    ACTIVATIONS, Activations, BOARD_COUNTS, BOARD_ROWS, Block, ChangedFeatures, Changes, FeatureRows, FirstWeights,
    HIDDEN_UNIT, LANES, MAX_HIDDEN, OUTPUTS, PANEL, Parts, Places, Quad,
};
use super::narrow::{self, Narrow};
use super::sigmoid::sigmoid;
use crate::board::Checkers;
use crate::eval::{Efficiencies, Outputs};
use crate::simd::{Instructions, Kernel, Vectorized, vectorized_by};

/// Up to this many positions are evaluated singly: a vector of sixteen would be mostly padding.
const MOST_SINGLY: usize = 5;

/// Above this many changed rows the sum is computed from scratch, which takes about as many: the positions belong to
/// different games.
const FAR: usize = 48;

const _: () = assert!(2 * size_of::<FeatureRows>() / size_of::<u16>() > FAR, "the first position is far from nothing");
const _: () = {
    let mut set = 0;
    while set < FeatureSet::ALL.len() {
        assert!(FeatureSet::ALL[set].rows() * (MAX_HIDDEN / HIDDEN_UNIT) <= 1 << 16, "places of rows fit 16 bits");
        set += 1;
    }
};

/// A net laid out for the kernels.
#[derive(Debug)]
pub(super) struct Ready {
    features: FeatureSet,
    rule: HeadRule,
    first: FirstLayer,
    /// Blocks of a row.
    blocks: usize,
    /// Activations of a position, in 32s.
    activations: usize,
    weights: StoredWeights,
    bias: Vec<Block>,
    heads: Vec<ReadyHead>,
    knows_cubes: bool,
    kernel: Kernel,
}

/// The weights of a first layer in as little room as they fit.
#[derive(Debug)]
enum StoredWeights {
    Wide(FirstWeights<Block>),
    Narrow(FirstWeights<Narrow>),
}

#[derive(Debug)]
struct ReadyHead {
    panels: Vec<Panel>,
    output_bias: [f32; OUTPUTS],
    cube_bias: [f32; Efficiencies::WAYS],
}

/// A panel of middle units.
#[derive(Debug)]
struct Panel {
    weights: Vec<Quad>,
    bias: [i32; PANEL],
    output: [[f32; PANEL]; OUTPUTS],
    /// 0 where the net does not know how live cubes are.
    cube: [[f32; PANEL]; Efficiencies::WAYS],
}

/// Room for a forward pass, used again by the next.
#[derive(Clone, Debug)]
pub struct OwnScratch {
    /// The parts of the filter net.
    pub(super) parts: Box<Parts>,
    pub(super) changed: Places,
    /// The rows that are added and taken away.
    rows: [Places; 2],
    /// The sums of positions within plays.
    pub(super) stops: Vec<Block>,
    base: Vec<Block>,
    /// The order of a batch.
    pub(super) order: Vec<u64>,
    /// The activations by lane.
    activations: Vec<Activations>,
    middle: [[i32; PANEL]; LANES],
    lit: Box<LitFours>,
}

impl Default for OwnScratch {
    fn default() -> Self {
        Self {
            base: Vec::new(),
            order: Vec::new(),
            parts: Box::new([[0; 16]; LANES]),
            changed: Places::default(),
            rows: Default::default(),
            stops: Vec::new(),
            activations: Vec::new(),
            middle: [[0; PANEL]; LANES],
            lit: Box::new([0; _]),
        }
    }
}

impl Ready {
    pub fn new(net: &OwnNet) -> Self {
        Self::with_kernel(net, Kernel::selected())
    }

    pub fn with_kernel(net: &OwnNet, kernel: Kernel) -> Self {
        let blocks = net.hidden / HIDDEN_UNIT;
        let to_blocks = |weights: &[i16]| weights.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect::<Vec<_>>();
        let mut rows = to_blocks(&net.rows);
        let heads = net
            .heads
            .iter()
            .map(|head| ReadyHead {
                panels: (0..net.middle).step_by(PANEL).map(|first| Panel::of(net, head, first)).collect(),
                output_bias: head.output_bias,
                cube_bias: head.cube.as_ref().map_or([0.0; _], |cube| cube.bias),
            })
            .collect();
        Self {
            features: net.features,
            rule: net.rule,
            first: net.first,
            blocks,
            activations: net.activations() / ACTIVATIONS,
            weights: StoredWeights::of(steps_up(&rows, blocks), rows.split_off(BOARD_ROWS * blocks), blocks),
            bias: to_blocks(&net.bias),
            heads,
            knows_cubes: net.knows_cubes(),
            kernel,
        }
    }

    /// Runs it by another kernel.
    pub const fn use_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// The name of its kernel.
    pub const fn kernel(&self) -> &'static str {
        self.kernel.name()
    }

    /// How it picks a head.
    pub const fn rule(&self) -> HeadRule {
        self.rule
    }

    /// Whether it knows how live cubes are.
    pub const fn knows_cubes(&self) -> bool {
        self.knows_cubes
    }

    /// The answer to whether a byte holds every weight of its first layer.
    #[cfg(test)]
    pub const fn is_narrow(&self) -> bool {
        matches!(self.weights, StoredWeights::Narrow(_))
    }

    /// Evaluates the positions for which `head_of` names a head of this net, with their cube efficiencies if those are
    /// asked for and known.
    pub fn evaluate(
        &self,
        head_of: impl Fn(usize) -> Option<u8>,
        batch: Ordered<'_>,
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
        efficiencies: Option<&mut [Efficiencies]>,
    ) {
        let efficiencies = efficiencies.filter(|_| self.knows_cubes);
        scratch.base.resize(self.blocks, Block([0; HIDDEN_UNIT]));
        scratch.activations.resize(LANES * self.activations, Activations([0; ACTIVATIONS]));
        vectorized_by(self.kernel, Pass { net: self, head_of, batch, scratch, outputs, efficiencies });
    }
}

impl StoredWeights {
    fn of(steps: Vec<Block>, features: Vec<Block>, blocks: usize) -> Self {
        match narrow::factors(steps.chunks(blocks).chain(features.chunks(blocks)), blocks) {
            Some(factors) => {
                let narrow = |weights: &[Block]| {
                    let rows = weights.chunks(blocks);
                    rows.flat_map(|row| row.iter().zip(&factors).map(|(row, factors)| Narrow::of(row, factors)))
                        .collect()
                };
                Self::Narrow(FirstWeights { steps: narrow(&steps), features: narrow(&features), factors })
            }
            None => {
                let factors = vec![Block([1; HIDDEN_UNIT]); blocks];
                Self::Wide(FirstWeights { steps, features, factors })
            }
        }
    }
}

/// The amounts that one checker more adds on its place, up to the count of each board row.
pub(super) fn steps_up(rows: &[Block], blocks: usize) -> Vec<Block> {
    let minus = |a: &Block, b: &Block| Block(std::array::from_fn(|i| a.0[i].wrapping_sub(b.0[i])));
    let is_first = |at: usize| (at / blocks).is_multiple_of(BOARD_COUNTS);
    let step = |at: usize| if is_first(at) { rows[at] } else { minus(&rows[at], &rows[at - blocks]) };
    (0..BOARD_ROWS * blocks).map(step).collect()
}

impl Panel {
    /// The panel of a head from a middle unit on.
    fn of(net: &OwnNet, head: &Head, first: usize) -> Self {
        let weight = |i: usize, j: usize| head.middle[i * net.middle + first + j];
        let quad = |four: usize| Quad(std::array::from_fn(|at| weight(4 * four + at % 4, at / 4)));
        Self {
            weights: (0..net.activations() / 4).map(quad).collect(),
            bias: std::array::from_fn(|j| head.middle_bias[first + j]),
            output: std::array::from_fn(|k| std::array::from_fn(|j| head.output[k][first + j])),
            cube: std::array::from_fn(|way| {
                std::array::from_fn(|j| head.cube.as_ref().map_or(0.0, |cube| cube.weights[way][first + j]))
            }),
        }
    }
}

/// One call of [`Ready::evaluate`], to be compiled once for each kernel.
struct Pass<'a, F> {
    net: &'a Ready,
    head_of: F,
    batch: Ordered<'a>,
    scratch: &'a mut OwnScratch,
    outputs: &'a mut [Outputs],
    efficiencies: Option<&'a mut [Efficiencies]>,
}

/// The position that the accumulator of a pass is for: the one before.
struct Base<'a> {
    sides: [&'a Checkers; 2],
    masks: [SideMasks; 2],
    features: FeatureRows,
}

impl<F: Fn(usize) -> Option<u8>> Vectorized for Pass<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, instructions: I) {
        let Self { net, head_of, batch: Ordered { seen, positions, order }, scratch, outputs, mut efficiencies } = self;
        // No position is near what comes before the first: no row has that number.
        let masks = [SideMasks::of(instructions, net.features, &Checkers::NONE); 2];
        let mut base = Base { sides: [&Checkers::NONE; 2], masks, features: [u16::MAX; _] };
        let mut lanes = [(0, 0); LANES];
        let mut filled = 0;
        for i in order.iter().map(|&place| place as usize) {
            let Some(head) = head_of(i) else { continue };
            let sides = seen.sides(&positions[i]);
            let OwnScratch { base: from, changed, rows, activations, .. } = &mut *scratch;
            let activations = &mut activations[filled * net.activations..][..net.activations];
            net.activate(instructions, &mut base, sides, from, (changed, rows), activations);
            lanes[filled] = (i, head);
            filled += 1;
            if filled == LANES {
                net.finish(instructions, &lanes, scratch, outputs, efficiencies.as_deref_mut());
                filled = 0;
            }
        }
        net.finish(instructions, &lanes[..filled], scratch, outputs, efficiencies);
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
        (changed, rows): (&mut Places, &mut [Places; 2]),
        activations: &mut [Activations],
    ) {
        changed.clear();
        for (side, (now, before)) in sides.into_iter().zip(base.sides).enumerate() {
            let is_same = kernel::changed_steps(instructions, side, [now.bytes(), before.bytes()], changed);
            if !is_same {
                base.masks[side] = SideMasks::of(instructions, self.features, now);
            }
        }
        let mut features = [0; _];
        let lit = feature_rows(instructions, self.features, &base.masks, self.blocks as u16, &mut features);
        let mut moved = ChangedFeatures::NONE;
        kernel::changed_features(instructions, &features, &base.features, &mut moved);
        (base.sides, base.features) = (sides, features);
        let mut added = 0;
        if changed.as_slice().len() + 2 * moved.count > FAR {
            changed.clear();
            for (side, now) in sides.into_iter().enumerate() {
                let nothing = Checkers::NONE.bytes();
                kernel::changed_steps(instructions, side, [now.bytes(), nothing], changed);
            }
            (moved.count, added) = (0, lit);
            from.copy_from_slice(&self.bias);
        }
        kernel::rows_of_steps(changed, self.blocks as u16, rows);
        let ([up, down], lit) = (rows.each_ref().map(Places::as_slice), &features[..added]);
        match &self.weights {
            StoredWeights::Wide(weights) => {
                self.bring_up(
                    instructions,
                    from,
                    Changes { weights, up, down, moved: &moved, lit, block: 0 },
                    activations,
                );
            }
            StoredWeights::Narrow(weights) => {
                self.bring_up(
                    instructions,
                    from,
                    Changes { weights, up, down, moved: &moved, lit, block: 0 },
                    activations,
                );
            }
        }
    }

    /// Brings all sums up to date and computes their activations.
    #[inline(always)]
    fn bring_up<I: Instructions, W: Weights>(
        &self,
        instructions: I,
        from: &mut [Block],
        changes: Changes<'_, W>,
        activations: &mut [Activations],
    ) {
        match self.first {
            FirstLayer::Squares => activate_blocks(instructions, from, changes, activations.as_chunks_mut::<2>().0),
            FirstLayer::Products => activate_blocks(instructions, from, changes, activations.as_chunks_mut::<1>().0),
        }
    }

    /// Computes outputs from activations, for the lanes given: (position, head).
    #[inline(always)]
    fn finish<I: Instructions>(
        &self,
        instructions: I,
        lanes: &[(usize, u8)],
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
        efficiencies: Option<&mut [Efficiencies]>,
    ) {
        let (mut sums, mut lives) = ([[0.0; LANES]; OUTPUTS], [[0.0; LANES]; Efficiencies::WAYS]);
        for panel in 0..self.heads[0].panels.len() {
            self.middle_of_panel(instructions, panel, lanes, scratch);
            let panel_of = |head: u8| &self.heads[usize::from(head)].panels[panel];
            let mut part = [[0.0; LANES]; OUTPUTS];
            sums_of_panel(instructions, lanes, &scratch.middle, |head| &panel_of(head).output, &mut part);
            add_part(panel == 0, &mut sums, &part);
            if efficiencies.is_some() {
                let mut part = [[0.0; LANES]; Efficiencies::WAYS];
                sums_of_panel(instructions, lanes, &scratch.middle, |head| &panel_of(head).cube, &mut part);
                add_part(panel == 0, &mut lives, &part);
            }
        }
        for (lane, &(_, head)) in lanes.iter().enumerate() {
            let biases = self.heads[usize::from(head)].output_bias;
            sums.iter_mut().zip(biases).for_each(|(sums, bias)| sums[lane] += bias);
        }
        for value in sums.as_flattened_mut() {
            *value = sigmoid(*value);
        }
        for (lane, &(i, _)) in lanes.iter().enumerate() {
            outputs[i] = Outputs(sums.map(|sums| sums[lane]));
        }
        if let Some(efficiencies) = efficiencies {
            for (lane, &(i, head)) in lanes.iter().enumerate() {
                let bias = self.heads[usize::from(head)].cube_bias;
                efficiencies[i] =
                    Efficiencies(std::array::from_fn(|way| (lives[way][lane] + bias[way]).clamp(0.0, 1.0)));
            }
        }
    }

    /// The sums of one panel of middle units, for the lanes given.
    #[inline(always)]
    fn middle_of_panel<I: Instructions>(
        &self,
        instructions: I,
        panel: usize,
        lanes: &[(usize, u8)],
        scratch: &mut OwnScratch,
    ) {
        let OwnScratch { activations, lit, middle, .. } = scratch;
        let all = activations.chunks(self.activations).zip(middle);
        for (&(_, head), (activations, middle)) in lanes.iter().zip(all) {
            let Panel { weights, bias, .. } = &self.heads[usize::from(head)].panels[panel];
            kernel::middle(instructions, activations, weights, bias, lit, middle);
        }
    }
}

/// Brings all blocks of sums up to date and computes their activations, `M` times 32 a block.
#[inline(always)]
fn activate_blocks<I: Instructions, W: Weights, const M: usize>(
    instructions: I,
    from: &mut [Block],
    mut changes: Changes<'_, W>,
    activations: &mut [[Activations; M]],
) {
    // As many blocks at a time as the registers hold, then fewer.
    match I::BLOCKS {
        4 => activate_by::<I, W, 4, M>(instructions, from, &mut changes, activations),
        3 => activate_by::<I, W, 3, M>(instructions, from, &mut changes, activations),
        _ => {}
    }
    activate_by::<I, W, 2, M>(instructions, from, &mut changes, activations);
    activate_by::<I, W, 1, M>(instructions, from, &mut changes, activations);
}

/// Does so from the block of the changes on, `N` blocks at a time as far as it goes; makes the next block theirs.
#[inline(always)]
fn activate_by<I: Instructions, W: Weights, const N: usize, const M: usize>(
    instructions: I,
    from: &mut [Block],
    changes: &mut Changes<'_, W>,
    activations: &mut [[Activations; M]],
) {
    let (blocks, _) = from[changes.block..].as_chunks_mut::<N>();
    let (units, _) = activations[changes.block..].as_chunks_mut::<N>();
    for (from, units) in blocks.iter_mut().zip(units) {
        kernel::activate(instructions, from, *changes, units);
        changes.block += N;
    }
}

/// The amount that one panel of middle units adds to outputs, for the lanes given; `weights_of` a head lead there.
#[inline(always)]
fn sums_of_panel<'a, I: Instructions, const N: usize>(
    instructions: I,
    lanes: &[(usize, u8)],
    middle: &[[i32; PANEL]; LANES],
    weights_of: impl Fn(u8) -> &'a [[f32; PANEL]; N],
    sums: &mut [[f32; LANES]; N],
) {
    // Values of lanes that are not filled are not used.
    let mut done = 0;
    while let Some(&(_, first)) = lanes.get(done) {
        let weights = weights_of(first);
        let same = lanes[done..].iter().take_while(|lane| lane.1 == first).count();
        if same == lanes.len() && same > MOST_SINGLY {
            kernel::outputs_of_lanes(instructions, middle, weights, sums);
        } else {
            for lane in done..done + same {
                let outputs = kernel::outputs(instructions, &middle[lane], weights);
                sums.iter_mut().zip(outputs).for_each(|(sums, output)| sums[lane] = output);
            }
        }
        done += same;
    }
}

/// Adds the sums of a panel to those of the panels before it, or begins with them.
#[inline(always)]
fn add_part<const N: usize>(is_first: bool, sums: &mut [[f32; LANES]; N], part: &[[f32; LANES]; N]) {
    if is_first {
        *sums = *part;
        return;
    }
    for (sum, part) in sums.as_flattened_mut().iter_mut().zip(part.as_flattened()) {
        *sum += part;
    }
}
