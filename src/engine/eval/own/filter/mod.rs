//! The filter net: a fast guess of which plays are worth the real net's time.
//!
//! The net looks at the board alone, has one layer, and its outputs are sums, so that, given the prices of gammons, one
//! weighted sum of the units is the value of a play:
//!
//! ```text
//! a_i = Σ row[i] + bias_i               i16, 1.0 is 255
//! h_i = clamp(a_i, 0, 255)² / 2         i16, 1.0 is 32512
//! p_k = d_k + Σ h_i · v_ki              1.0 is 32512 · 512: wins, gammons won, gammons lost; backgammons count as two gammons
//! c   = (-2, -g, l)                     1.0 is 256: what they count for the mover, who lets the other side win them
//! w_i = Σ c_k · v_ki / 256              i16, towards 0; the bias d alike
//! u   = 1 + d + Σ h_i · w_i             i32
//! ```
//!
//! Chances of a whole game are no sums. The filter net is trained on, and used for, differences between plays of one
//! roll alone. Which weights v make the outputs depends on the position before the play: see [`filter_heads`].
//!
//! Every play is computed from the sums of the position before its last checker move, which are those of one more
//! checker move before that: two rows for each, and two more where it hits. Plays that begin alike share the sums.

mod moves;
mod net;

pub use net::{
    FILTER_BIAS_MOST, FILTER_HEADS, FILTER_HIDDEN, FILTER_OUTPUTS, FILTER_SUM_ONE, FILTER_WEIGHT_ONE,
    FILTER_WEIGHTS_MOST, FilterHead, FilterNet, PRICE_MOST, filter_heads,
};

use super::file::OwnNetError;
use super::forward::{OwnScratch, steps_up};
use super::kernel;
use super::layout::{Block, LANES, ScoredPlay, Worth};
use crate::board::SeenBy;
use crate::digest::Sha256;
use crate::eval::Class;
use crate::movegen::Routes;
use crate::scoring::SidePrices;
use crate::simd::Kernel;
use crate::simd::{Instructions, Vectorized, vectorized_by};
use moves::steps_to;

/// The filter net, ready to guess.
#[derive(Debug)]
pub struct Filter {
    /// The blocks by row of the board.
    rows: Vec<Block>,
    /// Nothing, then what one checker more and one less adds on each board row's place.
    steps: Vec<Block>,
    bias: Block,
    heads: [FilterHead; FILTER_HEADS],
    /// The weights of the heads without a match.
    money: [Worth; FILTER_HEADS],
    kernel: Kernel,
    fingerprint: [u8; 32],
}

impl Filter {
    /// Reads its file.
    ///
    /// # Errors
    /// As [`FilterNet::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OwnNetError> {
        let net = FilterNet::from_bytes(bytes)?;
        Ok(Self::new(&net, Kernel::selected(), Sha256::of(bytes)))
    }

    /// A filter from a net in memory, as a trainer holds it.
    pub fn from_net(net: &FilterNet) -> Self {
        Self::new(net, Kernel::selected(), Sha256::of(net.to_bytes()))
    }

    fn new(net: &FilterNet, kernel: Kernel, fingerprint: [u8; 32]) -> Self {
        let rows: Vec<Block> = net.rows.iter().map(|&row| Block(row)).collect();
        Self {
            steps: both_ways(&rows),
            rows,
            bias: Block(net.bias),
            heads: net.heads.clone(),
            money: net.heads.each_ref().map(|head| head.at(SidePrices::MONEY)),
            kernel,
            fingerprint,
        }
    }

    /// SHA-256 of its file.
    pub const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// The value of plays to the mover: cubeless equities in units of the cube, with these prices of gammons for the
    /// other side.
    ///
    /// # Panics
    /// When there is not a class for each result.
    pub fn values_of(
        &self,
        plays: Routes<'_>,
        classes: &[Class],
        prices: SidePrices,
        scratch: &mut OwnScratch,
        values: &mut Vec<f32>,
    ) {
        let count = plays.results.len();
        assert_eq!(classes.len(), count, "a class for each result");
        values.resize(count, 0.0);
        scratch.stops.resize(plays.stops.len(), self.bias);
        vectorized_by(self.kernel, Guess { filter: self, plays, classes, prices, scratch, values });
    }
}

/// A row of zeros; then for each board row what one checker more and one less adds on its place.
fn both_ways(rows: &[Block]) -> Vec<Block> {
    let both = steps_up(rows, 1).into_iter().flat_map(|up| [up, Block(up.0.map(i16::wrapping_neg))]);
    std::iter::once(Block([0; _])).chain(both).collect()
}

/// One call of [`Filter::values_of`].
struct Guess<'a> {
    filter: &'a Filter,
    plays: Routes<'a>,
    classes: &'a [Class],
    prices: SidePrices,
    scratch: &'a mut OwnScratch,
    values: &'a mut [f32],
}

impl Vectorized for Guess<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { filter, plays: Routes { stops, results, arrivals }, classes, prices, scratch, values } = self;
        let OwnScratch { changed, parts, stops: sums, .. } = scratch;
        let before = &stops[0].position;
        let [contact, race] = filter_heads(before);
        let sides = SeenBy::Mover.sides(before);
        let mut base = filter.bias;
        changed.clear();
        kernel::active_rows(with, 0, sides[0].bytes(), 1, changed);
        kernel::active_rows(with, 1, sides[1].bytes(), 1, changed);
        kernel::add_rows(with, &mut base, &filter.rows, changed.as_slice());
        sums[0] = base;
        for (n, stop) in stops.iter().enumerate().skip(1) {
            let from = usize::from(stop.arrival.stop);
            let mut sum = sums[from];
            kernel::add_rows(with, &mut sum, &filter.steps, &steps_to(&stop.position, stop.arrival));
            sums[n] = sum;
        }
        let at_score;
        let heads = if prices == SidePrices::MONEY {
            [&filter.money[contact], &filter.money[race]]
        } else {
            at_score = [filter.heads[contact].at(prices), filter.heads[race].at(prices)];
            at_score.each_ref()
        };
        let chunks = results.chunks(LANES).zip(arrivals.chunks(LANES)).zip(classes.chunks(LANES));
        for (((results, arrivals), classes), values) in chunks.zip(values.chunks_mut(LANES)) {
            for (lane, ((result, &arrival), &class)) in results.iter().zip(arrivals).zip(classes).enumerate() {
                let base = &sums[usize::from(arrival.stop)];
                let changed = steps_to(result, arrival);
                let worth = heads[usize::from(class == Class::Race)];
                kernel::score_play(with, ScoredPlay { base, steps: &filter.steps, changed, worth }, &mut parts[lane]);
            }
            // Loops all the way: closures are not sure to be compiled for the instruction set.
            let totals = kernel::row_sums(with, parts);
            let mut lanes = [0.0; LANES];
            for lane in 0..LANES {
                lanes[lane] = totals[lane] as f32 * (1.0 / FILTER_SUM_ONE as f32);
            }
            values.copy_from_slice(&lanes[..values.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Position, Variation};
    use crate::eval::own::layout::BOARD_ROWS;
    use crate::eval::own::tests::{Numbers, random_positions};
    use crate::movegen::AllRolls;

    /// A net of random weights, some of them as large as they may be.
    fn random_net() -> FilterNet {
        let mut numbers = Numbers::new(5);
        let mut weights = |most: i64| std::array::from_fn(|_| numbers.within(most) as i16);
        let mut rows: Vec<[i16; FILTER_HIDDEN]> = (0..BOARD_ROWS).map(|_| weights(60)).collect();
        rows[7] = weights(990);
        let bias = weights(100);
        let mut heads = std::array::from_fn(|_| FilterHead {
            output: std::array::from_fn(|_| weights(90)),
            output_bias: [-5_000_000, FILTER_BIAS_MOST, 70_000],
        });
        heads[15].output = [[-100; _], [-50; _], [50; _]];
        heads[15].output_bias = [-FILTER_BIAS_MOST, -FILTER_BIAS_MOST, FILTER_BIAS_MOST];
        FilterNet { rows, bias, heads }
    }

    #[test]
    fn every_kernel_gives_the_values_of_the_definition() {
        let net = random_net();
        let mut before = random_positions(12, 3);
        before.push(Variation::Standard.starting_position());
        let all_prices = [
            SidePrices { gammon: 0.7, lose_gammon: 0.2 },
            SidePrices::MONEY,
            SidePrices { gammon: 1e9, lose_gammon: -1.0 },
        ];
        let (mut plays, mut values, mut different) = (AllRolls::new(), Vec::new(), 0);
        for (i, before) in before.iter().enumerate() {
            let prices = all_prices[i % 3];
            plays.generate_with_routes(before);
            let results = plays.results();
            let class = |n: usize| if i > 1 && n % 5 == 2 { Class::Race } else { Class::Contact };
            let classes: Vec<_> = (0..results.len()).map(class).collect();
            let expected: Vec<f32> = (results.iter().enumerate())
                .map(|(n, result)| {
                    let head = filter_heads(before)[usize::from(classes[n] == Class::Race)];
                    net.value(SeenBy::Mover.sides(result), head, prices)
                })
                .collect();
            different += expected.iter().filter(|&&value| value != expected[0]).count();
            for kernel in Kernel::available() {
                let filter = Filter::new(&net, kernel, [0; 32]);
                filter.values_of(plays.routes(), &classes, prices, &mut OwnScratch::default(), &mut values);
                assert_eq!(values, expected, "{kernel:?}");
            }
        }
        assert!(different > 1000, "{different} values differ");
    }

    #[test]
    fn heads_go_by_checkers_back_and_left() {
        assert_eq!(filter_heads(&Variation::Standard.starting_position()), [4 * 2 + 2, 16 + 4]);
        let side = |points: &[(usize, u8)]| {
            let mut counts = [0; 25];
            points.iter().for_each(|&(point, checkers)| counts[point] = checkers);
            Checkers::new(counts)
        };
        let heads = |mover, other| filter_heads(&Position::from_checkers(side(mover), side(other)));
        assert_eq!(heads(&[(0, 9), (17, 1), (18, 4), (24, 1)], &[(17, 10), (23, 1)]), [4 * 3 + 1, 16 + 4]);
        assert_eq!(heads(&[(0, 14)], &[(3, 5)]), [0, 16 + 1]);
        assert_eq!(heads(&[(0, 15)], &[(3, 6)]), [0, 16 + 2]);
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
        assert_eq!(fault(&|bytes| bytes[8] = 1), OwnNetError::Version(1));
        assert_eq!(fault(&|bytes| bytes.truncate(1000)), OwnNetError::Short);
        assert_eq!(fault(&|bytes| bytes.push(0)), OwnNetError::Long(1));
        let last = bytes.len() - 1;
        assert_eq!(fault(&|bytes| bytes[last] = 0x70), OwnNetError::TooLarge);
        assert_eq!(fault(&|bytes| bytes[last - 12] = 0x70), OwnNetError::TooLarge);
    }
}
