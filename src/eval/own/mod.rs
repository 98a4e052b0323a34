//! The program's own nets: small, integer, made to be updated from one position to the next.
//!
//! A net is an embedding: every input is a row of `hidden` weights that is either added or not
//! (`features`), so the plays of one position cost a few row additions each. The sums are
//! clipped, squared and multiplied into 32 middle units by one of several *heads* (chosen by the class of the
//! position), and those into five sigmoids:
//!
//! ```text
//! a_i = Σ row[i] + bias_i            i16, 1.0 is 255
//! h_i = (clamp(a_i, 0, 255)² + 256) >> 9           u8, 1.0 is 127
//! z_j = Σ h_i · v_ij + c_j           i32, weights i8 with 1.0 at 64
//! m_j = clamp(z_j / 8128, 0, 1)      f32 from here, no fused multiply-add, j ascending
//! o_k = σ(d_k + Σ m_j · u_kj)
//! ```
//!
//! Every kernel gives the same bits: integers have no order of summation, and the f32 tail runs one position
//! per lane. Outputs are raw: databases, overrides and clamps are the evaluator's business.

mod features;
mod file;
mod filter;
mod forward;
mod kernel;

pub use features::{BOARD_ROWS, Inputs, MAX_BOARD_ROWS, MAX_ROWS, board_rows_of, rows_of};
pub use file::OwnNetError;
pub use filter::{
    FILTER_BIAS_MOST, FILTER_HEADS, FILTER_HIDDEN, FILTER_OUTPUTS, FILTER_SUM_ONE, FILTER_WEIGHT_ONE,
    FILTER_WEIGHTS_MOST, Filter, FilterHead, FilterNet, PRICE_MOST, filter_heads,
};
pub use forward::OwnScratch;
pub(crate) use forward::sigmoid;
#[cfg(test)]
pub(crate) use kernel::Scalar;
pub(crate) use kernel::{Instructions, Vectorized, vectorized};

use crate::board::{Position, SeenBy};
use crate::eval::{Class, Outputs};

/// 1.0 in the accumulator of the first layer.
pub const ACCUMULATOR_ONE: f32 = 255.0;
/// 1.0 in the activations of the first layer.
pub const ACTIVATION_ONE: f32 = 127.0;
/// 1.0 in the weights of the second layer.
pub const WEIGHT_ONE: f32 = 64.0;
/// Units of the second layer.
pub const MIDDLE: usize = 32;
/// Outputs of a net.
pub const OUTPUTS: usize = 5;
/// The width of the first layer is a multiple of this.
pub const HIDDEN_UNIT: usize = 64;
/// The widest first layer.
pub const MAX_HIDDEN: usize = 512;

/// Second and third layer of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// `middle[i * 32 + j]` leads from hidden unit `i` to middle unit `j`.
    pub middle: Vec<i8>,
    /// Biases of the middle units.
    pub middle_bias: [i32; MIDDLE],
    /// `output[k][j]` leads from middle unit `j` to output `k`.
    pub output: [[f32; MIDDLE]; OUTPUTS],
    /// Biases of the outputs.
    pub output_bias: [f32; OUTPUTS],
}

/// One quantised net as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnNet {
    /// What it looks at.
    pub inputs: Inputs,
    /// Units of the first layer.
    pub hidden: usize,
    /// `rows[row * hidden + i]`.
    pub rows: Vec<i16>,
    /// Biases of the first layer.
    pub bias: Vec<i16>,
    /// One or more heads.
    pub heads: Vec<Head>,
}

/// Which net and head a class of positions goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Index of the net.
    pub net: u8,
    /// Index of its head.
    pub head: u8,
}

/// The classes a set of nets answers for, in the order of the routes.
pub const ROUTED: [Class; 3] = [Class::Contact, Class::Crashed, Class::Race];

/// The own nets, ready to evaluate.
#[derive(Debug)]
pub struct OwnNets {
    nets: Vec<forward::Ready>,
    routes: [Route; 3],
    fingerprint: [u8; 32],
}

impl OwnNets {
    /// Reads a net file; see `file.rs` for the layout.
    ///
    /// # Errors
    /// When the file is not a net file of this version or its contents contradict each other.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OwnNetError> {
        let (nets, routes) = file::read(bytes)?;
        Ok(Self { nets: nets.iter().map(forward::Ready::new).collect(), routes, fingerprint: file::fingerprint(bytes) })
    }

    /// The nets of a net file as they are stored, and the routes.
    ///
    /// # Errors
    /// As [`OwnNets::from_bytes`].
    pub fn stored(bytes: &[u8]) -> Result<(Vec<OwnNet>, [Route; 3]), OwnNetError> {
        file::read(bytes)
    }

    /// From nets in memory, as a trainer holds them. The routes are in the order of [`ROUTED`].
    ///
    /// # Errors
    /// As [`OwnNets::from_bytes`].
    pub fn from_nets(nets: &[OwnNet], routes: [Route; 3]) -> Result<Self, OwnNetError> {
        Self::from_bytes(&file::write(nets, routes))
    }

    /// The same nets run by another kernel, or by the widest that these nets have below it; the results do not change.
    #[must_use]
    pub fn with_kernel(mut self, kernel: crate::eval::gnubg::Kernel) -> Self {
        let kernel = kernel::Kernel::like(kernel);
        self.nets.iter_mut().for_each(|net| net.use_kernel(kernel));
        self
    }

    /// The bytes of a net file.
    #[must_use]
    pub fn to_bytes(nets: &[OwnNet], routes: [Route; 3]) -> Vec<u8> {
        file::write(nets, routes)
    }

    /// SHA-256 of the net file.
    #[must_use]
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// The name of the kernel that runs these nets.
    ///
    /// # Panics
    /// Never: a net file holds a net.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.nets.first().expect("a net file holds a net").kernel()
    }

    /// Raw outputs of one position for the side on roll.
    ///
    /// # Panics
    /// When no net answers for the class, see [`Class::uses_net`].
    #[must_use]
    pub fn outputs(&self, class: Class, position: &Position, scratch: &mut OwnScratch) -> Outputs {
        let mut outputs = Outputs::LOSS;
        let one = std::slice::from_ref(position);
        self.outputs_of(&[class], SeenBy::OnRoll, one, scratch, std::slice::from_mut(&mut outputs));
        outputs
    }

    /// Raw outputs of positions that differ little from each other, best from one parent: the results of all
    /// plays of one roll or of all rolls. The same as one by one, bit for bit, in a fraction of the time.
    ///
    /// `classes[i]` is the class of `positions[i]`; a position whose class has no net is left alone.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn outputs_of(
        &self,
        classes: &[Class],
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut OwnScratch,
        outputs: &mut [Outputs],
    ) {
        assert!(classes.len() == positions.len() && positions.len() == outputs.len(), "one class and output each");
        for (index, net) in self.nets.iter().enumerate() {
            let head_of = |class: Class| {
                let route = self.routes[route_index(class)?];
                (usize::from(route.net) == index).then_some(route.head)
            };
            net.evaluate(|i| head_of(classes[i]), seen, positions, scratch, outputs);
        }
    }
}

/// The place of a class in [`ROUTED`].
const fn route_index(class: Class) -> Option<usize> {
    match class {
        Class::Contact => Some(0),
        Class::Crashed => Some(1),
        Class::Race => Some(2),
        Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Variation};

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
}
