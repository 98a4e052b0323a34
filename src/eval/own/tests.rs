//! The nets as a whole: batches, the definition in floats, files.

use super::*;
use crate::board::{Checkers, Position, SeenBy, Variation};
use crate::eval::{Class, Outputs};

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

/// A net of random weights in the range of trained ones.
pub(super) fn random_net(inputs: Inputs, hidden: usize, heads: usize, seed: u64) -> OwnNet {
    let mut numbers = Numbers(seed);
    OwnNet {
        inputs,
        hidden,
        rows: (0..inputs.rows() * hidden).map(|_| numbers.within(60) as i16).collect(),
        bias: (0..hidden).map(|_| numbers.within(100) as i16).collect(),
        heads: (0..heads)
            .map(|_| Head {
                middle: (0..hidden * MIDDLE).map(|_| numbers.within(127) as i8).collect(),
                middle_bias: std::array::from_fn(|_| numbers.within(9000) as i32),
                output: std::array::from_fn(|_| std::array::from_fn(|_| numbers.within(100) as f32 / 50.0)),
                output_bias: std::array::from_fn(|_| numbers.within(100) as f32 / 100.0),
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
    [random_net(Inputs::Contact, 128, 2, 1), random_net(Inputs::Race, 64, 1, 2)]
}

#[test]
fn a_batch_is_bit_equal_to_one_by_one() {
    let nets = OwnNets::from_nets(&two_nets(), ROUTES).unwrap();
    let positions = random_positions(101, 5);
    let classes: Vec<_> = (0..101).map(|i| ROUTED[i / 4 % 3]).collect();
    let mut scratch = OwnScratch::default();
    let mut batch = vec![Outputs::LOSS; positions.len()];
    nets.outputs_of(&classes, SeenBy::OnRoll, &positions, &mut scratch, &mut batch);
    for ((position, &class), expected) in positions.iter().zip(&classes).zip(&batch) {
        assert_eq!(nets.outputs(class, position, &mut scratch), *expected);
    }
    assert!(batch.iter().any(|outputs| outputs != &batch[0]));
    let flipped: Vec<_> = positions.iter().map(Position::flipped).collect();
    let mut seen_by_mover = vec![Outputs::LOSS; positions.len()];
    nets.outputs_of(&classes, SeenBy::Mover, &flipped, &mut scratch, &mut seen_by_mover);
    assert_eq!(seen_by_mover, batch);
}

#[test]
fn the_definition_in_floats_agrees() {
    let net = random_net(Inputs::Contact, 128, 1, 9);
    let route = Route::default();
    let nets = OwnNets::from_nets(std::slice::from_ref(&net), [route; 3]).unwrap();
    let mut scratch = OwnScratch::default();
    for position in random_positions(20, 8) {
        let mut hidden: Vec<f64> = net.bias.iter().map(|&bias| f64::from(bias) / 255.0).collect();
        for row in rows_of(net.inputs, [position.on_roll(), position.opponent()]) {
            for (i, sum) in hidden.iter_mut().enumerate() {
                *sum += f64::from(net.rows[usize::from(row) * 128 + i]) / 255.0;
            }
        }
        let head = &net.heads[0];
        let expected = std::array::from_fn::<f64, OUTPUTS, _>(|k| {
            let sum: f64 = (0..MIDDLE)
                .map(|j| {
                    let sum: f64 = (0..128)
                        .map(|i| hidden[i].clamp(0.0, 1.0).powi(2) * f64::from(head.middle[i * MIDDLE + j]) / 64.0)
                        .sum();
                    let middle = sum + f64::from(head.middle_bias[j]) / (127.0 * 64.0);
                    middle.clamp(0.0, 1.0) * f64::from(head.output[k][j])
                })
                .sum();
            1.0 / (1.0 + (-(sum + f64::from(head.output_bias[k]))).exp())
        });
        let outputs = nets.outputs(Class::Contact, &position, &mut scratch);
        for (expected, found) in expected.into_iter().zip(outputs.0) {
            // Activations are rounded to 1/127; weights here are far larger than trained ones.
            assert!((expected - f64::from(found)).abs() < 0.05, "{expected} {found}");
        }
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
    assert_eq!(fault(&|bytes| bytes[8] = 2), OwnNetError::Version(2));
    assert_eq!(fault(&|bytes| bytes[12] = 0), OwnNetError::Nets(0));
    assert_eq!(fault(&|bytes| bytes[17] = 2), OwnNetError::Route(Route { net: 0, head: 2 }));
    assert_eq!(fault(&|bytes| bytes[24] = 9), OwnNetError::Kind { net: 0, kind: 9 });
    assert!(matches!(fault(&|bytes| bytes[32] = 100), OwnNetError::Shape { net: 0, hidden: 100, .. }));
    assert_eq!(fault(&|bytes| bytes.truncate(1000)), OwnNetError::Short);
    assert_eq!(fault(&|bytes| bytes.push(0)), OwnNetError::Long(1));
    let last = bytes.len() - 4;
    assert_eq!(fault(&|bytes| bytes[last..].fill(0xff)), OwnNetError::NotFinite(1));
    assert_eq!(OwnNets::from_bytes(b"").unwrap_err(), OwnNetError::Magic);
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
