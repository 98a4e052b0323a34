//! The hot pieces of our own nets for each instruction set. Scalar is the definition; the others agree bit for bit.
//!
//! The hot pieces are written out for each set ([`Instructions`]); around them the pass is the same generic
//! code. Activations are at most 127, so a sum of two products fits an i16 and
//! the AVX2 form never saturates.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

use super::layout::{
    ACTIVATION_ONE, Activations, Block, ChangedFeatures, Changes, FeatureRows, HIDDEN_UNIT, LANES, MAX_FEATURES,
    OUTPUTS, PANEL, Parts, Places, Quad, ScoredPlay, WEIGHT_ONE, add, board_row, rows_of_side,
};
use crate::board::masks;
use crate::simd::{Kernel, dispatcher};

/// From sums of the second layer to its units.
const MIDDLE_SCALE: f32 = 1.0 / (ACTIVATION_ONE * WEIGHT_ONE);

/// The hot pieces of a forward pass, each with the same result in every instruction set.
pub(crate) trait Instructions: Copy {
    /// How many of the 36 rolls reach a blot from `hitters` over points that are `open`; nobody is on the bar.
    fn hitting_rolls(self, hitters: u32, blots: u32, open: u32) -> u32;

    /// How many checkers a side has, and its pips.
    fn total_and_pips(self, bytes: &[u8; 32]) -> (u32, u32);

    /// Lists the steps that lead one side's checkers from `before` to `now`, each a place in a list of rows of so many
    /// blocks; returns whether there are none.
    #[inline(always)]
    fn changed_steps(self, side: usize, now: &[u8; 32], before: &[u8; 32], blocks: u16, changed: &mut Places) -> bool {
        let mut different = masks::different(now, before);
        let is_same = different == 0;
        while different != 0 {
            let place = (different.trailing_zeros() & 31) as usize;
            different &= different - 1;
            let (before, now) = (before[place], now[place]);
            let top = board_row(side, place, before.max(now));
            let step = (1 + 2 * top + usize::from(now < before)) as u16;
            (0..u16::from(before.abs_diff(now))).for_each(|more| changed.push((step - 2 * more) * blocks));
        }
        is_same
    }

    /// Lists the feature rows that differ, each in both positions.
    #[inline(always)]
    fn changed_features(self, now: &FeatureRows, before: &FeatureRows, moved: &mut ChangedFeatures) {
        // Which features differ is unpredictable, so there is no branch.
        let mut count = 0;
        for i in 0..MAX_FEATURES {
            (moved.from[count % 32], moved.to[count % 32]) = (before[i], now[i]);
            count += usize::from(now[i] != before[i]);
        }
        moved.count = count;
    }

    /// Lists the rows that one side's checkers light up, each a place in a list of rows of so many blocks.
    #[inline(always)]
    fn active_rows(self, side: usize, now: &[u8; 32], blocks: u16, lit: &mut Places) {
        rows_of_side(side, now, |row| lit.push(row * blocks));
    }

    /// Adds rows of one block to sums, given their places in a list.
    #[inline(always)]
    fn add_rows(self, sums: &mut Block, rows: &[Block], places: &[u16]) {
        for &place in places {
            add(sums, &rows[usize::from(place)]);
        }
    }

    /// Brings `N` times 64 sums of the first layer up to date, then clips and squares them.
    fn activate<const N: usize>(self, from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]);

    /// Sums of activations and second-layer weights of one position.
    fn middle(self, activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]);

    /// The same of four positions with the same weights.
    #[inline(always)]
    fn middle_of_four(
        self,
        activations: [&[Activations]; 4],
        weights: &[Quad],
        bias: &[i32; PANEL],
        middle: &mut [[i32; PANEL]; 4],
    ) {
        for (activations, middle) in activations.into_iter().zip(middle) {
            self.middle(activations, weights, bias, middle);
        }
    }

    /// From the second layer to the arguments of the sigmoids; products are added upper half onto lower half.
    fn outputs(self, middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS];

    /// The same of sixteen positions with the same weights, by output.
    #[inline(always)]
    fn outputs_of_lanes(
        self,
        middle: &[[i32; PANEL]; LANES],
        weights: &[[f32; PANEL]; OUTPUTS],
        sums: &mut [[f32; LANES]; OUTPUTS],
    ) {
        for (lane, middle) in middle.iter().enumerate() {
            let outputs = self.outputs(middle, weights);
            sums.iter_mut().zip(outputs).for_each(|(sums, output)| sums[lane] = output);
        }
    }

    /// What one play is worth by the filter net: sixteen partial sums.
    fn score_play(self, play: ScoredPlay<'_>, parts: &mut [i32; 16]);

    /// The sums of sixteen numbers, sixteen times.
    #[inline(always)]
    fn row_sums(self, parts: &Parts) -> [i32; LANES] {
        let mut totals = [0; LANES];
        for (total, parts) in totals.iter_mut().zip(parts) {
            *total = parts.iter().sum();
        }
        totals
    }

    /// Sixteen numbers side by side.
    type Floats: Copy;

    /// The same number sixteen times.
    fn splat(self, number: f32) -> Self::Floats;

    /// Sixteen numbers from memory.
    fn load(self, numbers: &[f32; 16]) -> Self::Floats;

    /// Sixteen numbers to memory.
    fn store(self, numbers: Self::Floats, to: &mut [f32; 16]);

    /// Sums, rounded.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Products, rounded.
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// The nearest numbers in `0..=1`.
    fn clip(self, numbers: Self::Floats) -> Self::Floats;

    /// `slopes` where `units` are above 0 and below 1, else 0.
    fn inside(self, units: Self::Floats, slopes: Self::Floats) -> Self::Floats;
}

/// The activations of a position, four at a time, the lowest byte first.
#[inline(always)]
fn fours(activations: &[Activations]) -> &[[u8; 4]] {
    const { assert!(size_of::<Activations>() == HIDDEN_UNIT, "blocks of activations have no gaps between them") };
    // SAFETY: `Activations` is an array of so many bytes without padding, and bytes need no alignment.
    unsafe { std::slice::from_raw_parts(activations.as_ptr().cast(), activations.len() * (HIDDEN_UNIT / 4)) }
}

/// For the 15 rolls with two faces: the lower, the higher (the 16th lane repeats the first and is not counted).
pub(super) const LOW: [u32; 16] = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 1];
pub(super) const HIGH: [u32; 16] = [2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 2];

/// Both dice of [`LOW`] and [`HIGH`] together.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const SUM: [u32; 16] = {
    let (mut sums, mut i) = ([0; 16], 0);
    while i < 16 {
        sums[i] = LOW[i] + HIGH[i];
        i += 1;
    }
    sums
};

/// 1 to 6 dice faces times 1 to 4; the unused lanes shift everything out.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const FACES: [[u32; 8]; 4] = [
    [1, 2, 3, 4, 5, 6, 32, 32],
    [2, 4, 6, 8, 10, 12, 32, 32],
    [3, 6, 9, 12, 15, 18, 32, 32],
    [4, 8, 12, 16, 20, 24, 32, 32],
];

/// Work whose plain loops gain from wide vectors.
pub(crate) trait Vectorized {
    /// What the work gives.
    type Output;

    /// The work, `#[inline(always)]` down to its loops.
    fn run<I: Instructions>(self, instructions: I) -> Self::Output;
}

/// Does work compiled for the kernel of this process; the result is the same on all.
pub(crate) fn vectorized<T: Vectorized>(work: T) -> T::Output {
    vectorized_by(Kernel::selected(), work)
}

dispatcher! {
    /// Does work compiled for a kernel.
    pub(super) fn vectorized_by runs Vectorized
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, SeenBy, Variation};
    use crate::eval::Outputs;
    use crate::eval::own::forward::{OwnScratch, Ready};
    use crate::eval::own::tests::{net_of_shape, random_positions};
    use crate::eval::own::{FeatureSet, HeadRule};

    #[test]
    fn every_kernel_gives_the_bits_of_the_scalar_one() {
        let mut positions: Vec<Position> = random_positions(70, 3);
        positions.push(Variation::Standard.starting_position());
        let shapes = [
            (FeatureSet::Contact, [2, 1]),
            (FeatureSet::Contact, [3, 2]),
            (FeatureSet::Contact, [16, 1]),
            (FeatureSet::Race, [1, 1]),
            (FeatureSet::Race, [4, 4]),
        ];
        for (features, [blocks, panels]) in shapes {
            let net = net_of_shape(features, HeadRule::Route, [blocks * HIDDEN_UNIT, panels * PANEL, 2], 11);
            let heads = |i: usize| if i % 7 == 3 { None } else { Some((i / 9 % 2) as u8) };
            let evaluate = |kernel| {
                let mut outputs = vec![Outputs::LOSS; positions.len()];
                let ready = Ready::with_kernel(&net, kernel);
                ready.evaluate(heads, SeenBy::OnRoll, &positions, &mut OwnScratch::default(), &mut outputs);
                outputs
            };
            let expected = evaluate(Kernel::SCALAR);
            for kernel in Kernel::available() {
                assert_eq!(evaluate(kernel), expected, "{kernel:?}");
            }
        }
    }

    /// Numbers that one round of the pieces reads.
    const WORDS: usize = 512;

    /// Every piece on numbers that nets never reach, the results in one list.
    struct Pieces<'a> {
        /// Any bits.
        words: &'a [u32],
    }

    impl Vectorized for Pieces<'_> {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<I: Instructions>(self, instructions: I) -> Vec<u32> {
            let mut results = Vec::new();
            for words in self.words.windows(WORDS) {
                let at = |i: usize| words[i % WORDS];
                results.push(instructions.hitting_rolls(at(0) & 0xff_ffff, at(1) & at(2), at(3)));
                let side: [u8; 32] = std::array::from_fn(|i| if i < 25 { at(i) as u8 % 16 } else { 0 });
                results.extend(<[u32; 2]>::from(instructions.total_and_pips(&side)));
                let mut lit = Places::default();
                instructions.active_rows(0, &side, 1, &mut lit);
                instructions.active_rows(1, &side, 3, &mut lit);
                results.extend(lit.as_slice().iter().map(|&row| u32::from(row)));

                // Sums that wrap around.
                let block = |first: usize| Block(std::array::from_fn(|i| at(first + i) as i16));
                let blocks: Vec<Block> = (0..8).map(|i| block(40 * i)).collect();
                let mut sums = block(3);
                instructions.add_rows(&mut sums, &blocks, &[5, 0, 7]);
                results.extend(sums.0.map(|sum| sum as u32));
                let mut from = [block(5), block(6)];
                let mut activations = [Activations([0; HIDDEN_UNIT]); 2];
                let mut moved = ChangedFeatures::NONE;
                let row = |first: usize, i: usize| if i < MAX_FEATURES { at(first + i) as u16 % 4 + 1 } else { 0 };
                let rows = |first: usize| -> FeatureRows { std::array::from_fn(|i| row(first, i)) };
                instructions.changed_features(&rows(0), &rows(40), &mut moved);
                results.extend(moved.pairs().flatten().map(|row| row as u32));
                let changes = Changes { steps: &blocks, changed: &[0, 3], rows: &blocks, moved: &moved, block: 1 };
                instructions.activate(&mut from, changes, &mut activations);
                results.extend(from.iter().flat_map(|block| block.0).map(|sum| sum as u32));
                results.extend(activations.iter().flat_map(|units| units.0).map(u32::from));

                // Some activations and weights at their limits, of one sign.
                let extreme = |word: u32, limit: u8| if word & 0x300 == 0 { limit } else { word as u8 };
                let block = |first: usize| Activations(std::array::from_fn(|i| extreme(at(first + i), 127) & 127));
                let activations = [block(0), block(HIDDEN_UNIT)];
                let sign = if at(0) & 1 == 0 { 0x80 } else { 0x7f };
                let weights: Vec<Quad> =
                    (0..32).map(|n| Quad(std::array::from_fn(|i| extreme(at(7 * n + i), sign) as i8))).collect();
                let bias = std::array::from_fn(|i| at(i) as i32 >> 12);
                let mut middle = [[0; PANEL]; LANES];
                instructions.middle(&activations, &weights, &bias, &mut middle[0]);
                let four: &mut [[i32; PANEL]; 4] = middle.last_chunk_mut().expect("four lanes and more");
                instructions.middle_of_four([&activations; 4], &weights, &bias, four);
                results.extend(middle.as_flattened().iter().map(|&sum| sum as u32));

                let middle: [[i32; PANEL]; LANES] =
                    std::array::from_fn(|lane| std::array::from_fn(|i| at(lane + i) as i32 >> 18));
                let output = std::array::from_fn(|k| std::array::from_fn(|i| (at(k + i) as i32) as f32 * 1e-9));
                let mut sums = [[0.0; LANES]; OUTPUTS];
                instructions.outputs_of_lanes(&middle, &output, &mut sums);
                results.extend(instructions.outputs(&middle[3], &output).map(f32::to_bits));
                results.extend(sums.as_flattened().iter().map(|sum| sum.to_bits()));

                let floats =
                    |first: usize| -> [f32; 16] { std::array::from_fn(|i| (at(first + i) as i32) as f32 * 1e-9) };
                let (a, b) = (instructions.load(&floats(0)), instructions.load(&floats(16)));
                for result in [
                    instructions.add(a, instructions.splat(0.3)),
                    instructions.mul(a, b),
                    instructions.clip(a),
                    instructions.inside(a, b),
                ] {
                    let mut numbers = [0.0; 16];
                    instructions.store(result, &mut numbers);
                    results.extend(numbers.map(f32::to_bits));
                }
            }
            results
        }
    }

    #[test]
    fn every_piece_gives_the_bits_of_the_scalar_one() {
        let mut state = 1_u64;
        let words: Vec<u32> = (0..WORDS + 40)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 32) as u32
            })
            .collect();
        let expected = vectorized_by(Kernel::SCALAR, Pieces { words: &words });
        for kernel in Kernel::available() {
            let found = vectorized_by(kernel, Pieces { words: &words });
            let differ = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            assert_eq!(differ, None, "{kernel:?}, of {} results", expected.len());
        }
    }
}
