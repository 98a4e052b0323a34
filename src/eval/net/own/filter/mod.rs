//! The filter net: a fast guess of which plays are worth the real net's time.
//!
//! It looks at the board alone and has one layer:
//!
//! ```text
//! a_i = Σ row[i] + bias_i               i16, 1.0 is 255
//! h_i = clamp(a_i, 0, 255)² / 2         i16, 1.0 is 32512
//! z_k = d_k + Σ h_i · v_ki              i32, weights i16 with 1.0 at 128
//! p_k = r_k · σ(z_k / (32512 · 128))    f32: wins, gammons won, gammons lost; backgammons count as two gammons, so r is 1, 2, 2
//! ```
//!
//! Every play is computed from the sums of the position before it, which costs a row for each checker that a place has more or
//! less, four as a rule.

mod net;

pub use net::{
    FILTER_BIAS_MOST, FILTER_HEADS, FILTER_HIDDEN, FILTER_OUTPUTS, FILTER_RANGE, FILTER_SUM_ONE, FILTER_WEIGHT_MOST,
    FILTER_WEIGHT_ONE, FilterHead, FilterNet,
};

use super::forward::{Block, LANES, OwnScratch, steps_of};
use super::kernel::{FilteredPlay, Instructions, Kernel, Vectorized, vectorized_by};
use super::{OwnNetError, SeenBy, sigmoid};
use crate::board::Position;
use crate::eval::Class;
use sha2::{Digest, Sha256};

/// What gammons are worth to the side that is on roll after a play, in units of a win beyond a loss halved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// Of a gammon it wins.
    pub gammon: f32,
    /// Of a gammon it loses.
    pub lose_gammon: f32,
}

impl Prices {
    /// Without a match.
    pub const MONEY: Self = Self { gammon: 1.0, lose_gammon: 1.0 };
}

/// The filter net, ready to guess.
#[derive(Debug)]
pub struct Filter {
    /// By row of the board.
    rows: Vec<Block>,
    /// Nothing, then what one checker more and one less adds on each board row's place.
    steps: Vec<Block>,
    bias: Block,
    heads: [FilterWeights; FILTER_HEADS],
    kernel: Kernel,
    fingerprint: [u8; 32],
}

/// The weights of the outputs, and where their sums start.
#[derive(Debug)]
pub(crate) struct FilterWeights {
    pub output: [Block; FILTER_OUTPUTS],
    pub bias: [i32; FILTER_OUTPUTS],
}

/// Sixteen partial sums of every output of sixteen positions.
pub(crate) type Parts = [[[i32; 16]; LANES]; FILTER_OUTPUTS];

impl Filter {
    /// Reads its file.
    ///
    /// # Errors
    /// As [`FilterNet::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OwnNetError> {
        let net = FilterNet::from_bytes(bytes)?;
        Ok(Self::new(&net, Kernel::best(), Sha256::digest(bytes).into()))
    }

    /// From a net in memory, as a trainer holds it.
    #[must_use]
    pub fn from_net(net: &FilterNet) -> Self {
        Self::new(net, Kernel::best(), Sha256::digest(net.to_bytes()).into())
    }

    fn new(net: &FilterNet, kernel: Kernel, fingerprint: [u8; 32]) -> Self {
        let rows: Vec<Block> = net.rows.iter().map(|&row| Block(row)).collect();
        let head = |head: &FilterHead| FilterWeights { output: head.output.map(Block), bias: head.output_bias };
        Self {
            steps: steps_of(&rows, 1),
            rows,
            bias: Block(net.bias),
            heads: net.heads.each_ref().map(head),
            kernel,
            fingerprint,
        }
    }

    /// SHA-256 of its file.
    #[must_use]
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// What plays are worth to the mover: cubeless equities in units of the cube, with these prices of gammons for the other
    /// side. The position before the play and the results are given as the mover sees them. `classes` says of what class each result
    /// is; empty, it says that all have contact.
    ///
    /// # Panics
    /// When there are classes, but not one for each result.
    pub fn values_of(
        &self,
        before: &Position,
        results: &[Position],
        classes: &[Class],
        prices: Prices,
        scratch: &mut OwnScratch,
        values: &mut Vec<f32>,
    ) {
        assert!(classes.is_empty() || classes.len() == results.len(), "a class for each result");
        values.resize(results.len(), 0.0);
        vectorized_by(self.kernel, Guess { filter: self, before, results, classes, prices, scratch, values });
    }
}

/// One call of [`Filter::values_of`].
struct Guess<'a> {
    filter: &'a Filter,
    before: &'a Position,
    results: &'a [Position],
    classes: &'a [Class],
    prices: Prices,
    scratch: &'a mut OwnScratch,
    values: &'a mut [f32],
}

impl Vectorized for Guess<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { filter, before, results, classes, prices, scratch, values } = self;
        let OwnScratch { changed, parts, .. } = scratch;
        let before = SeenBy::Mover.sides(before);
        let mut base = filter.bias;
        changed.clear();
        with.lit(0, before[0].bytes(), 1, changed);
        with.lit(1, before[1].bytes(), 1, changed);
        with.add_rows(&mut base, &filter.rows, changed.as_slice());
        for (chunk, (results, values)) in results.chunks(LANES).zip(values.chunks_mut(LANES)).enumerate() {
            for (lane, result) in results.iter().enumerate() {
                let now = SeenBy::Mover.sides(result);
                changed.clear();
                with.changed(0, now[0].bytes(), before[0].bytes(), 1, changed);
                with.changed(1, now[1].bytes(), before[1].bytes(), 1, changed);
                let is_race = classes.get(LANES * chunk + lane) == Some(&Class::Race);
                let head = &filter.heads[usize::from(is_race)];
                let play = FilteredPlay { base: &base, steps: &filter.steps, changed: changed.fours(), head };
                with.weigh(play, lane, parts);
            }
            // The last of a roll's plays are few as often as many.
            if results.len() > LANES / 2 {
                value_lanes::<LANES, I>(with, parts, prices, values);
            } else {
                value_lanes::<{ LANES / 2 }, I>(with, parts, prices, values);
            }
        }
    }
}

/// From the partial sums of `N` positions or fewer to what they are worth.
#[inline(always)]
fn value_lanes<const N: usize, I: Instructions>(with: I, parts: &Parts, prices: Prices, values: &mut [f32]) {
    // Loops all the way: closures are not sure to be compiled for the instruction set.
    let mut sums = [[0.0; N]; FILTER_OUTPUTS];
    for k in 0..FILTER_OUTPUTS {
        let totals = with.totals(&parts[k]);
        for lane in 0..N {
            sums[k][lane] = FILTER_RANGE[k] * sigmoid(totals[lane] as f32 * (1.0 / FILTER_SUM_ONE));
        }
    }
    let [win, gammon, lose_gammon] = &sums;
    let mut lanes = [0.0; N];
    for lane in 0..N {
        let gammons = prices.gammon * gammon[lane] - prices.lose_gammon * lose_gammon[lane];
        lanes[lane] = 1.0 - 2.0 * win[lane] - gammons;
    }
    values.copy_from_slice(&lanes[..values.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::net::own::features::BOARD_ROWS;
    use crate::eval::net::own::tests::{Numbers, random_positions};
    use crate::movegen::AllRolls;

    /// A net of random weights, some of them as large as they may be.
    fn random_net() -> FilterNet {
        let mut numbers = Numbers::new(5);
        let mut weights = |most: i64| std::array::from_fn(|_| numbers.within(most) as i16);
        let mut rows: Vec<[i16; FILTER_HIDDEN]> = (0..BOARD_ROWS).map(|_| weights(60)).collect();
        rows[7] = weights(990);
        let bias = weights(100);
        let heads = std::array::from_fn(|head| FilterHead {
            output: std::array::from_fn(|k| if (head, k) == (1, 2) { [FILTER_WEIGHT_MOST; _] } else { weights(900) }),
            output_bias: [FILTER_BIAS_MOST, -5_000_000, 70_000],
        });
        FilterNet { rows, bias, heads }
    }

    #[test]
    fn every_kernel_gives_the_values_of_the_definition() {
        let net = random_net();
        let mut before = random_positions(12, 3);
        before.push(Variation::Standard.starting_position());
        let prices = Prices { gammon: 0.7, lose_gammon: 0.2 };
        let (mut plays, mut values, mut different) = (AllRolls::new(), Vec::new(), 0);
        for (i, before) in before.iter().enumerate() {
            plays.generate(before);
            let results = plays.results();
            let class = |n: usize| if i > 1 && n % 5 == 2 { Class::Race } else { Class::Contact };
            let classes: Vec<_> = (0..if i == 0 { 0 } else { results.len() }).map(class).collect();
            let expected: Vec<f32> = (results.iter().enumerate())
                .map(|(n, result)| {
                    let is_race = classes.get(n) == Some(&Class::Race);
                    let [win, gammon, lose] = net.outputs(SeenBy::Mover.sides(result), usize::from(is_race));
                    1.0 - 2.0 * win - (0.7 * gammon - 0.2 * lose)
                })
                .collect();
            different += expected.iter().filter(|&&value| value != expected[0]).count();
            for kernel in Kernel::available() {
                let filter = Filter::new(&net, kernel, [0; 32]);
                filter.values_of(before, results, &classes, prices, &mut OwnScratch::default(), &mut values);
                assert_eq!(values, expected, "{kernel:?}");
            }
        }
        assert!(different > 1000, "{different} values differ");
    }

    #[test]
    fn files_survive_and_faults_are_named() {
        let net = random_net();
        let bytes = net.to_bytes();
        assert_eq!(FilterNet::from_bytes(&bytes), Ok(net));
        let fault = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            FilterNet::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(fault(&|bytes| bytes[0] = b'G'), OwnNetError::Magic);
        assert_eq!(fault(&|bytes| bytes[8] = 2), OwnNetError::Version(2));
        assert_eq!(fault(&|bytes| bytes.truncate(1000)), OwnNetError::Short);
        assert_eq!(fault(&|bytes| bytes.push(0)), OwnNetError::Long(1));
        let last = bytes.len() - 1;
        assert_eq!(fault(&|bytes| bytes[last] = 0x70), OwnNetError::TooLarge);
        assert_eq!(fault(&|bytes| bytes[last - 12] = 0x70), OwnNetError::TooLarge);
    }
}
