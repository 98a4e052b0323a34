//! The nets as a whole: batches, the definition in floats, files.

use super::*;
use crate::board::{Checkers, Position, SeenBy, Variation};
use crate::eval::{Class, Efficiencies, Outputs};
use crate::simd::Kernel;

/// A small generator, enough for test data.
pub(super) struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn within(&mut self, most: i64) -> i64 {
        self.below(2 * most as u64 + 1) as i64 - most
    }
}

/// A net of random weights in the range of trained ones, with one panel of middle units.
pub(super) fn random_net(features: FeatureSet, hidden: usize, heads: usize, seed: u64) -> OwnNet {
    net_of_shape(features, HeadRule::Route, FirstLayer::Squares, [hidden, PANEL, heads], seed)
}

/// A net of random weights with these numbers of hidden units, middle units and heads.
pub(super) fn net_of_shape(
    features: FeatureSet,
    rule: HeadRule,
    first: FirstLayer,
    [hidden, middle, heads]: [usize; 3],
    seed: u64,
) -> OwnNet {
    let mut numbers = Numbers(seed);
    OwnNet {
        features,
        rule,
        first,
        hidden,
        middle,
        rows: (0..features.rows() * hidden).map(|_| numbers.within(60) as i16).collect(),
        bias: (0..hidden).map(|_| numbers.within(100) as i16).collect(),
        heads: (0..heads)
            .map(|_| Head {
                middle: (0..first.activations(hidden) * middle).map(|_| numbers.within(127) as i8).collect(),
                middle_bias: (0..middle).map(|_| numbers.within(9000) as i32).collect(),
                output: std::array::from_fn(|_| (0..middle).map(|_| numbers.within(100) as f32 / 50.0).collect()),
                output_bias: std::array::from_fn(|_| numbers.within(100) as f32 / 100.0),
                cube: None,
            })
            .collect(),
    }
}

/// Scattered checkers, up to 15 of each side: threes of positions that are near each other, each far from the others.
pub(super) fn random_positions(n: usize, seed: u64) -> Vec<Position> {
    let mut numbers = Numbers(seed);
    let (mut me, mut other) = ([0; 25], [0; 25]);
    (0..n)
        .map(|i| {
            let mut put = |side: &mut [u8; 25], against: &[u8; 25]| {
                let place = numbers.below(25) as usize;
                if place == 24 || against[23 - place] == 0 {
                    side[place] += 1;
                }
            };
            if i % 3 == 0 {
                (me, other) = ([0; 25], [0; 25]);
                for _ in 0..15 {
                    put(&mut me, &other);
                    put(&mut other, &me);
                }
            } else if let Some(last) = me.iter().rposition(|&count| count > 0) {
                me[last] -= 1;
                put(&mut me, &other);
            }
            Position::from_checkers(Checkers::new(me), Checkers::new(other))
        })
        .collect()
}

/// Contact and crashed on the two heads of one net, races on another.
const ROUTES: [Route; 3] = [Route { net: 0, head: 0 }, Route { net: 0, head: 1 }, Route { net: 1, head: 0 }];

fn two_nets() -> [OwnNet; 2] {
    [random_net(FeatureSet::Contact, 128, 2, 1), random_net(FeatureSet::Race, 64, 1, 2)]
}

#[test]
fn a_batch_is_bit_equal_to_one_by_one() {
    let nets = OwnNets::from_nets(&two_nets(), ROUTES).unwrap();
    let positions = random_positions(101, 5);
    let classes: Vec<_> = (0..101).map(|i| ROUTED[i / 4 % 3]).collect();
    let mut scratch = OwnScratch::default();
    let mut values = |seen, positions: &[Position], order| {
        let mut outputs = vec![Outputs::LOSS; positions.len()];
        nets.values_of(Batch { classes: &classes, seen, positions, order }, &mut scratch, &mut outputs, None);
        outputs
    };
    let batch = values(SeenBy::OnRoll, &positions, EvaluationOrder::Listed);
    let flipped: Vec<_> = positions.iter().map(Position::flipped).collect();
    for order in [EvaluationOrder::Listed, EvaluationOrder::Nearest] {
        assert_eq!(values(SeenBy::OnRoll, &positions, order), batch);
        assert_eq!(values(SeenBy::Mover, &flipped, order), batch);
    }
    for ((position, &class), expected) in positions.iter().zip(&classes).zip(&batch) {
        assert_eq!(nets.outputs(class, position, &mut scratch), *expected);
    }
    assert!(batch.iter().any(|outputs| outputs != &batch[0]));
}

/// A contact net whose heads know cubes, and the race net, which does not.
fn nets_that_know_cubes() -> [OwnNet; 2] {
    let [mut contact, race] = two_nets();
    let mut numbers = Numbers(3);
    for head in &mut contact.heads {
        let weights = std::array::from_fn(|_| (0..PANEL).map(|_| numbers.within(100) as f32 / 500.0).collect());
        let bias = std::array::from_fn(|_| 0.5 + numbers.within(100) as f32 / 500.0);
        head.cube = Some(CubeHead { weights, bias });
    }
    [contact, race]
}

#[test]
fn every_kernel_knows_the_same_about_cubes() {
    let stored = nets_that_know_cubes();
    let positions = random_positions(101, 5);
    let classes: Vec<_> = (0..101).map(|i| ROUTED[i / 4 % 3]).collect();
    let values = |kernel| {
        let nets = OwnNets::from_nets(&stored, ROUTES).unwrap().with_kernel(kernel);
        let (mut outputs, mut lives) = (vec![Outputs::LOSS; 101], vec![Efficiencies::all(0.25); 101]);
        let mut scratch = OwnScratch::default();
        let batch =
            Batch { classes: &classes, seen: SeenBy::OnRoll, positions: &positions, order: EvaluationOrder::Nearest };
        nets.values_of(batch, &mut scratch, &mut outputs, Some(&mut lives));
        (outputs, lives)
    };
    let (outputs, lives) = values(Kernel::SCALAR);
    let plain = OwnNets::from_nets(&two_nets(), ROUTES).unwrap();
    assert!(!plain.knows_cubes());
    for ((position, &class), (outputs, lives)) in positions.iter().zip(&classes).zip(outputs.iter().zip(&lives)) {
        assert_eq!(plain.outputs(class, position, &mut OwnScratch::default()), *outputs, "outputs are as they were");
        if class == Class::Race {
            assert_eq!(*lives, Efficiencies::all(0.25), "the race net does not know");
            continue;
        }
        let head = usize::from(class == Class::Crashed);
        let expected = efficiencies_in_floats(&stored[0], head, [position.on_roll(), position.opponent()]);
        for (expected, found) in expected.into_iter().zip(lives.0) {
            assert!((expected - f64::from(found)).abs() < 0.05, "{expected} {found}");
        }
    }
    let middling = |live: &Efficiencies| live.0.iter().all(|&x| x > 0.0 && x < 1.0);
    assert!(lives.iter().zip(&classes).any(|(live, &class)| class != Class::Race && middling(live)));
    for kernel in Kernel::available() {
        assert_eq!(values(kernel), (outputs.clone(), lives.clone()), "{}", kernel.name());
    }
}

/// The middle units of a position by the definition in floats.
fn units_in_floats(net: &OwnNet, head: usize, sides: [&Checkers; 2]) -> Vec<f64> {
    let mut hidden: Vec<f64> = net.bias.iter().map(|&bias| f64::from(bias) / 255.0).collect();
    for row in rows_of(net.features, sides) {
        for (i, sum) in hidden.iter_mut().enumerate() {
            *sum += f64::from(net.rows[usize::from(row) * net.hidden + i]) / 255.0;
        }
    }
    let head = &net.heads[head];
    let clipped = |i: usize| hidden[i].clamp(0.0, 1.0);
    let activations: Vec<f64> = match net.first {
        FirstLayer::Squares => (0..net.hidden).map(|i| clipped(i).powi(2)).collect(),
        FirstLayer::Products => (0..net.hidden).filter(|i| i % 64 < 32).map(|i| clipped(i) * clipped(i + 32)).collect(),
    };
    let unit = |j: usize| {
        let sum: f64 = (activations.iter().enumerate())
            .map(|(i, activation)| activation * f64::from(head.middle[i * net.middle + j]) / 64.0)
            .sum();
        (sum + f64::from(head.middle_bias[j]) / (127.0 * 64.0)).clamp(0.0, 1.0)
    };
    (0..net.middle).map(unit).collect()
}

/// How live the cube of a position is by the definition in floats.
fn efficiencies_in_floats(net: &OwnNet, head: usize, sides: [&Checkers; 2]) -> [f64; Efficiencies::WAYS] {
    let units = units_in_floats(net, head, sides);
    let cube = net.heads[head].cube.as_ref().expect("a head that knows cubes");
    std::array::from_fn(|way| {
        let sum: f64 = units.iter().zip(&cube.weights[way]).map(|(unit, weight)| unit * f64::from(*weight)).sum();
        (sum + f64::from(cube.bias[way])).clamp(0.0, 1.0)
    })
}

/// The outputs of a position by the definition in floats.
fn outputs_in_floats(net: &OwnNet, head: usize, sides: [&Checkers; 2]) -> [f64; OUTPUTS] {
    let units = units_in_floats(net, head, sides);
    let head = &net.heads[head];
    std::array::from_fn(|k| {
        let sum: f64 = units.iter().zip(&head.output[k]).map(|(unit, weight)| unit * f64::from(*weight)).sum();
        1.0 / (1.0 + (-(sum + f64::from(head.output_bias[k]))).exp())
    })
}

#[test]
fn the_definition_in_floats_agrees() {
    let shapes = [
        (FeatureSet::Contact, HeadRule::Route, [128, 32, 1]),
        (FeatureSet::Contact, HeadRule::CheckersBack, [1024, 96, 16]),
        (FeatureSet::Race, HeadRule::Route, [192, 64, 1]),
        (FeatureSet::RaceHome, HeadRule::CheckersLeft, [128, 32, 16]),
    ];
    let shapes = shapes.into_iter().flat_map(|shape| FirstLayer::ALL.map(|first| (first, shape)));
    for (first, (features, rule, shape)) in shapes {
        let net = net_of_shape(features, rule, first, shape, 9);
        let nets = OwnNets::from_nets(std::slice::from_ref(&net), [Route::default(); 3]).unwrap();
        let mut scratch = OwnScratch::default();
        let mut heads = std::collections::BTreeSet::new();
        for (i, position) in random_positions(60, 8).into_iter().enumerate() {
            // With fewer and fewer checkers, so that rules that count them name other heads.
            let kept = |side: &Checkers, places: usize| {
                Checkers::new(std::array::from_fn(|place| if place < places { side.counts()[place] } else { 0 }))
            };
            let position = Position::from_checkers(
                kept(position.on_roll(), 25 - 4 * (i % 5)),
                kept(position.opponent(), 25 - 4 * (i / 5 % 5)),
            );
            let sides = [position.on_roll(), position.opponent()];
            heads.insert(rule.head(sides));
            let expected = outputs_in_floats(&net, rule.head(sides), sides);
            let outputs = nets.outputs(Class::Contact, &position, &mut scratch);
            for (expected, found) in expected.into_iter().zip(outputs.0) {
                // Activations are rounded to 1/127; weights here are far larger than trained ones.
                let off = (expected - f64::from(found)).abs();
                assert!(off < 0.08, "{shape:?} {}: {expected} {found}", first.name());
            }
        }
        assert!(rule == HeadRule::Route || heads.len() > 3, "{heads:?}");
    }
}

#[test]
fn files_survive_and_faults_are_named() {
    let nets = two_nets();
    let bytes = OwnNets::to_bytes(&nets, ROUTES);
    assert_eq!(file::read(&bytes), Ok((nets.to_vec(), ROUTES)));
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        OwnNets::from_bytes(&bytes).map(|_| ()).unwrap_err()
    };
    assert_eq!(fault(&|bytes| bytes[0] = b'G'), OwnNetError::Magic);
    assert_eq!(fault(&|bytes| bytes[8] = 5), OwnNetError::Version(5));
    assert_eq!(fault(&|bytes| bytes[12] = 0), OwnNetError::Nets(0));
    assert_eq!(fault(&|bytes| bytes[17] = 2), OwnNetError::Route(Route { net: 0, head: 2 }));
    let text = |change: &dyn Fn(&mut Vec<u8>)| fault(change).to_string();
    assert_eq!(
        text(&|bytes| bytes[24] = b'K'),
        "net 0 is made for features named \"Kontact\", which this program does not know"
    );
    assert_eq!(
        text(&|bytes| bytes[40..42].fill(0xff)),
        "net 0 is made for a rule for heads named \"\u{fffd}\u{fffd}ute\", which this program does not know"
    );
    assert!(matches!(fault(&|bytes| bytes[60] = 100), OwnNetError::Shape { net: 0, hidden: 100, .. }));
    assert!(matches!(fault(&|bytes| bytes[64] = 16), OwnNetError::Shape { net: 0, middle: 16, .. }));
    assert!(matches!(fault(&|bytes| bytes[68] = 200), OwnNetError::Shape { net: 0, heads: 200, .. }));
    // The rule needs sixteen heads where there are two.
    let rule = |bytes: &mut Vec<u8>| bytes[40..56].copy_from_slice(b"checkers-back\0\0\0");
    assert_eq!(fault(&rule), OwnNetError::Route(Route { net: 0, head: 0 }));
    assert_eq!(fault(&|bytes| bytes.truncate(1000)), OwnNetError::Short);
    assert_eq!(fault(&|bytes| bytes.push(0)), OwnNetError::Long(1));
    let last = bytes.len() - 4;
    assert_eq!(fault(&|bytes| bytes[last..].fill(0xff)), OwnNetError::NotFinite(1));
    assert_eq!(OwnNets::from_bytes(b"").unwrap_err(), OwnNetError::Magic);
}

#[test]
fn files_tell_what_is_known_about_cubes() {
    let nets = nets_that_know_cubes();
    let bytes = OwnNets::to_bytes(&nets, ROUTES);
    assert_eq!((bytes[8], OwnNets::to_bytes(&two_nets(), ROUTES)[8]), (3, 2), "versions");
    assert_eq!(file::read(&bytes), Ok((nets.to_vec(), ROUTES)));
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        OwnNets::from_bytes(&bytes).map(|_| ()).unwrap_err()
    };
    assert_eq!(fault(&|bytes| bytes[72] = 5), OwnNetError::CubeOutputs { net: 0, outputs: 5 });
    assert!(matches!(fault(&|bytes| bytes.truncate(bytes.len() - 1)), OwnNetError::Short));
}

#[test]
fn files_name_first_layers_where_one_has_products() {
    let [contact, race] = nets_that_know_cubes();
    let products = net_of_shape(FeatureSet::Contact, HeadRule::Route, FirstLayer::Products, [192, 64, 2], 4);
    let nets = [products, race];
    let bytes = OwnNets::to_bytes(&nets, ROUTES);
    assert_eq!(bytes[8], 4);
    assert_eq!((&bytes[56..72], &bytes[84..92]), (&b"products\0\0\0\0\0\0\0\0"[..], &[2, 0, 0, 0, 0, 0, 0, 0][..]));
    let packed = OwnNets::pack(&bytes);
    assert!(packed.len() < bytes.len());
    for bytes in [&bytes, &packed] {
        assert_eq!(OwnNets::stored(bytes), Ok((nets.to_vec(), ROUTES)));
    }
    // Beside a net of squares that knows cubes.
    let both = [contact, nets[0].clone()];
    assert_eq!(file::read(&OwnNets::to_bytes(&both, ROUTES)), Ok((both.to_vec(), ROUTES)));

    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        OwnNets::from_bytes(&bytes).map(|_| ()).unwrap_err()
    };
    assert_eq!(
        fault(&|bytes| bytes[56] = b'P').to_string(),
        "net 0 is made for a first layer named \"Products\", which this program does not know"
    );
    // Squares need more weights than there are for products.
    let mut one_head = nets[0].clone();
    one_head.heads.truncate(1);
    let one_head = OwnNets::to_bytes(&[one_head], [Route::default(); 3]);
    let squares = [&one_head[..56], b"squares\0", &one_head[64..]].concat();
    assert_eq!(OwnNets::stored(&squares).map(|_| ()), Err(OwnNetError::Short));
    assert!(matches!(fault(&|bytes| bytes[76] = 160), OwnNetError::Shape { net: 0, hidden: 160, .. }));
    assert_eq!(fault(&|bytes| bytes[88] = 3), OwnNetError::CubeOutputs { net: 0, outputs: 3 });
    assert_eq!(fault(&|bytes| bytes.truncate(bytes.len() - 1)), OwnNetError::Short);
    assert_eq!(fault(&|bytes| bytes.push(0)), OwnNetError::Long(1));
}

#[test]
fn a_product_of_a_unit_with_itself_is_its_square() {
    // The upper half of each block is as the lower, so that each pair is a unit twice.
    let mut products = net_of_shape(FeatureSet::Contact, HeadRule::Route, FirstLayer::Products, [192, 32, 1], 6);
    for block in products.rows.as_chunks_mut::<64>().0.iter_mut().chain(products.bias.as_chunks_mut().0) {
        block.copy_within(..32, 32);
    }
    // The squares of the upper halves lead nowhere.
    let mut squares = OwnNet { first: FirstLayer::Squares, ..products.clone() };
    let none = [0; 32 * 32];
    squares.heads[0].middle =
        products.heads[0].middle.as_chunks().0.iter().flat_map(|lower| [*lower, none]).flatten().collect();
    let [products, squares] = [products, squares].map(|net| OwnNets::from_nets(&[net], [Route::default(); 3]).unwrap());
    let mut scratch = OwnScratch::default();
    let positions = random_positions(60, 2);
    let outputs = |nets: &OwnNets, scratch: &mut OwnScratch| -> Vec<Outputs> {
        positions.iter().map(|position| nets.outputs(Class::Contact, position, scratch)).collect()
    };
    assert_eq!(outputs(&products, &mut scratch), outputs(&squares, &mut scratch));
}

#[test]
fn the_nets_of_the_program_have_weights_of_a_byte() {
    assert!(OwnNets::from_bytes(&crate::eval::Evaluator::standard_net_file()).unwrap().are_narrow());
}

#[test]
fn weights_of_a_byte_have_the_sums_of_wide_ones() {
    let [mut narrow, _] = two_nets();
    // Weights in threes, the largest of them three bytes' worth, in some units.
    for row in narrow.rows.chunks_mut(narrow.hidden) {
        row[..40].iter_mut().for_each(|weight| *weight *= 3);
    }
    // Nobody has fifteen checkers there, so this weight says nothing but that two bytes are needed.
    let mut wide = narrow.clone();
    wide.rows[(24 * 15 + 14) * wide.hidden + 7] = 1_000;
    let positions = random_positions(80, 9);
    assert!(positions.iter().all(|position| SeenBy::OnRoll.sides(position)[0].bytes()[24] < 15));
    for kernel in Kernel::available() {
        let outputs = [&narrow, &wide].map(|net| {
            let nets = OwnNets::from_nets(std::slice::from_ref(net), [Route::default(); 3]).unwrap();
            let mut outputs = vec![Outputs::LOSS; positions.len()];
            let classes = vec![Class::Contact; positions.len()];
            let nets = nets.with_kernel(kernel);
            let batch = Batch {
                classes: &classes,
                seen: SeenBy::OnRoll,
                positions: &positions,
                order: EvaluationOrder::Listed,
            };
            nets.values_of(batch, &mut OwnScratch::default(), &mut outputs, None);
            (outputs, nets.are_narrow())
        });
        assert_eq!(outputs[0].0, outputs[1].0, "{kernel}");
        assert_eq!([outputs[0].1, outputs[1].1], [true, false]);
    }
}

#[test]
fn the_side_on_roll_matters() {
    let nets = OwnNets::from_nets(&two_nets(), ROUTES).unwrap();
    let position = random_positions(1, 1)[0];
    let mut scratch = OwnScratch::default();
    let here = nets.outputs(Class::Contact, &position, &mut scratch);
    assert_ne!(here, nets.outputs(Class::Contact, &position.flipped(), &mut scratch));
    assert!(Variation::Standard.starting_position().has_contact());
}

/// Files of version 1 have a number for the names of features and of the rule, and no word of middle units.
#[test]
fn files_of_version_1_are_read() {
    let nets = two_nets();
    let written = super::file::write(&nets, ROUTES);
    let (head, mut rest) = written.split_at(24);
    let mut first = head.to_vec();
    first[8..12].copy_from_slice(&1_u32.to_le_bytes());
    for (net, number) in nets.iter().zip([1_u32, 2]) {
        let weights = 2 * (net.rows.len() + net.bias.len());
        let of_head = |head: &Head| head.middle.len() + 4 * (head.middle_bias.len() + 5 * PANEL + 5);
        let (shape, body) = rest.split_at(48);
        let (body, after) = body.split_at(weights + net.heads.iter().map(of_head).sum::<usize>());
        first.extend(number.to_le_bytes());
        first.extend(&shape[32..40]);
        first.extend(&shape[44..48]);
        first.extend(body);
        rest = after;
    }
    assert!(rest.is_empty());
    let (read, routes) = super::file::read(&first).expect("version 1");
    assert_eq!((super::file::write(&read, routes), routes), (written, ROUTES));
}
