//! Every kernel of this machine against the scalar one, and that against plain loops.

use super::*;
use crate::board::{Position, SeenBy, Variation};
use crate::eval::Outputs;
use crate::eval::own::batch::Ordered;
use crate::eval::own::forward::{OwnScratch, Ready};
use crate::eval::own::layout::{MAX_FEATURES, OUTPUTS};
use crate::eval::own::tests::{net_of_shape, random_positions};
use crate::eval::own::{FeatureSet, FirstLayer, HeadRule};
use crate::simd::{Kernel, Scalar, Vectorized, vectorized_by};

#[test]
fn every_kernel_gives_the_bits_of_the_scalar_one() {
    let mut positions: Vec<Position> = random_positions(70, 3);
    positions.push(Variation::Standard.starting_position());
    let order: Vec<u64> = (0..positions.len() as u64).collect();
    let shapes = [
        (FeatureSet::Contact, [2, 1]),
        (FeatureSet::Contact, [3, 2]),
        (FeatureSet::Contact, [16, 1]),
        (FeatureSet::Race, [1, 1]),
        (FeatureSet::RaceHome, [4, 4]),
    ];
    let shapes = shapes.into_iter().flat_map(|shape| FirstLayer::ALL.map(|first| (first, shape)));
    for (first, (features, [blocks, panels])) in shapes {
        let net = net_of_shape(features, HeadRule::Route, first, [blocks * HIDDEN_UNIT, panels * PANEL, 2], 11);
        let heads = |i: usize| if i % 7 == 3 { None } else { Some((i / 9 % 2) as u8) };
        let evaluate = |kernel| {
            let mut outputs = vec![Outputs::LOSS; positions.len()];
            let ready = Ready::with_kernel(&net, kernel);
            let batch = Ordered { seen: SeenBy::OnRoll, positions: &positions, order: &order };
            ready.evaluate(heads, batch, &mut OwnScratch::default(), &mut outputs, None);
            outputs
        };
        let expected = evaluate(Kernel::SCALAR);
        for kernel in Kernel::available() {
            assert_eq!(evaluate(kernel), expected, "{kernel:?}, {blocks} blocks, {}", first.name());
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
            results.push(hitting_rolls(instructions, at(0) & 0xff_ffff, at(1) & at(2), at(3)));
            let side: [u8; 32] = std::array::from_fn(|i| if i < 25 { at(i) as u8 % 16 } else { 0 });
            results.extend(total_and_pips(instructions, &side));
            results.extend(pips_outside_and_away(instructions, &side));
            let mut lit = Places::default();
            active_rows(instructions, 0, &side, 1, &mut lit);
            active_rows(instructions, 1, &side, 3, &mut lit);
            results.extend(lit.as_slice().iter().map(|&row| u32::from(row)));

            // Sums that wrap around.
            let block = |first: usize| Block(std::array::from_fn(|i| at(first + i) as i16));
            let blocks: Vec<Block> = (0..8).map(|i| block(40 * i)).collect();
            let mut sums = block(3);
            add_rows(instructions, &mut sums, &blocks, &[5, 0, 7]);
            results.extend(sums.0.map(|sum| sum as u32));
            let mut from = [block(5), block(6)];
            let mut squares = [[Activations([0; ACTIVATIONS]); 2]; 2];
            let mut products = [[Activations([0; ACTIVATIONS])]; 2];
            let mut moved = ChangedFeatures::NONE;
            let row = |first: usize, i: usize| if i < MAX_FEATURES { at(first + i) as u16 % 4 + 1 } else { 0 };
            let rows = |first: usize| -> FeatureRows { std::array::from_fn(|i| row(first, i)) };
            changed_features(instructions, &rows(0), &rows(40), &mut moved);
            results.extend(moved.pairs().flatten().map(|row| row as u32));
            let wide = FirstWeights { steps: blocks.clone(), features: blocks, factors: vec![Block([1; 64]); 3] };
            let changes = Changes { weights: &wide, up: &[0, 3], down: &[4], moved: &moved, lit: &[2], block: 1 };
            activate(instructions, &mut from.clone(), changes, &mut squares);
            activate(instructions, &mut from, changes, &mut products);
            results.extend(from.iter().flat_map(|block| block.0).map(|sum| sum as u32));
            // Weights at their limits, too.
            let byte = |word: u32| (word as i8 | (i8::from(word & 0x700 == 0) * 127)).max(-127);
            let narrow =
                |n: usize, i: usize| i16::from(byte(at(40 * n + i + 1))) * 256 + i16::from(byte(at(40 * n + i)));
            let narrow = |n: usize| Narrow(std::array::from_fn(|i| narrow(n, i)));
            let rows: Vec<Narrow> = (0..8).map(narrow).collect();
            let factors = (0..3).map(|n| Block(std::array::from_fn(|i| 1 + (at(n + i) % 4) as i16))).collect();
            let narrow = FirstWeights { steps: rows.clone(), features: rows, factors };
            let changes = Changes { weights: &narrow, up: &[0, 3], down: &[4], moved: &moved, lit: &[2], block: 1 };
            activate(instructions, &mut from, changes, &mut products);
            results.extend(from.iter().flat_map(|block| block.0).map(|sum| sum as u32));
            let units = squares.as_flattened().iter().chain(products.as_flattened()).flat_map(|units| units.0);
            results.extend(units.map(u32::from));

            // Some activations and weights at their limits, of one sign.
            let extreme = |word: u32, limit: u8| if word & 0x300 == 0 { limit } else { word as u8 };
            let block = |first: usize| Activations(std::array::from_fn(|i| extreme(at(first + i), 127) & 127));
            let activations: [Activations; 4] = std::array::from_fn(|i| block(ACTIVATIONS * i));
            let sign = if at(0) & 1 == 0 { 0x80 } else { 0x7f };
            let weights: Vec<Quad> =
                (0..32).map(|n| Quad(std::array::from_fn(|i| extreme(at(7 * n + i), sign) as i8))).collect();
            let bias = std::array::from_fn(|i| at(i) as i32 >> 12);
            let (mut sums, mut lit) = ([0; PANEL], Box::new([0; _]));
            for activations in [&activations[..], &[Activations([0; ACTIVATIONS]); 4]] {
                middle(instructions, activations, &weights, &bias, &mut lit, &mut sums);
                results.extend(sums.map(|sum| sum as u32));
            }

            let middle: [[i32; PANEL]; LANES] =
                std::array::from_fn(|lane| std::array::from_fn(|i| at(lane + i) as i32 >> 18));
            let output = std::array::from_fn(|k| std::array::from_fn(|i| (at(k + i) as i32) as f32 * 1e-9));
            let mut sums = [[0.0; LANES]; OUTPUTS];
            outputs_of_lanes(instructions, &middle, &output, &mut sums);
            results.extend(outputs(instructions, &middle[3], &output).map(f32::to_bits));
            results.extend(sums.as_flattened().iter().map(|sum| sum.to_bits()));

            let floats = |first: usize| -> [f32; 16] { std::array::from_fn(|i| (at(first + i) as i32) as f32 * 1e-9) };
            let (a, b) = (instructions.load(&floats(0)), instructions.load(&floats(16)));
            for result in [a + instructions.splat(0.3), a * b, a.clip(), a.inside(b)] {
                let mut numbers = [0.0; 16];
                result.store(&mut numbers);
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

/// [`hitting_rolls`] roll by roll.
fn plain_hitting_rolls(hitters: u32, blots: u32, open: u32) -> u32 {
    let mut rolls = 0;
    for (low, high) in (1..=6).flat_map(|low| (low + 1..=6).map(move |high| (low, high))) {
        let direct = hitters >> low | hitters >> high;
        let both = hitters >> (low + high) & (open >> low | open >> high);
        rolls += 2 * u32::from((direct | both) & blots != 0);
    }
    for die in 1..=6 {
        let (once, twice) = (open >> die, open >> (2 * die));
        let reach = hitters >> die
            | hitters >> (2 * die) & once
            | hitters >> (3 * die) & once & twice
            | hitters >> (4 * die) & once & twice & (open >> (3 * die));
        rolls += u32::from(reach & blots != 0);
    }
    rolls
}

#[test]
fn side_by_side_as_many_rolls_hit_as_one_by_one() {
    let mut state = 5_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 7
    };
    for _ in 0..20_000 {
        let (hitters, blots, open) = (random() & 0xff_ffff, random() & random() & random() & 0xff_ffff, random());
        let plain = plain_hitting_rolls(hitters, blots, open);
        assert_eq!(hitting_rolls(Scalar, hitters, blots, open), plain, "{hitters:x} {blots:x} {open:x}");
    }
}

#[test]
fn steps_lead_from_one_side_to_another() {
    let sides = random_positions(40, 9);
    for pair in sides.windows(2) {
        let [before, now] = [pair[0].on_roll().bytes(), pair[1].on_roll().bytes()];
        let mut changed = Places::default();
        assert_eq!(changed_steps(Scalar, 0, [now, before], &mut changed), now == before);
        let mut counts: Vec<i32> = before.iter().map(|&count| i32::from(count)).collect();
        let mut rows = [Places::default(), Places::default()];
        rows_of_steps(&changed, 3, &mut rows);
        for (rows, way) in rows.iter().zip([1, -1]) {
            for &row in rows.as_slice() {
                assert_eq!(row % 3, 0);
                counts[usize::from(row) / 3 / BOARD_COUNTS] += way;
            }
        }
        assert_eq!(counts, now.iter().map(|&count| i32::from(count)).collect::<Vec<_>>());
    }
}
