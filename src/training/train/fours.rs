//! The order of the units of a first layer.
//!
//! The second layer takes activations four at a time and passes over fours that are all zero. Which activations share
//! a four is free: here those do that are lit in the same positions.

use super::chance::Chance;
use crate::board::{Position, SeenBy};
use crate::eval::own::{OwnNet, rows_of};
use rayon::prelude::*;

/// Activations that are taken together.
const FOUR: usize = 4;

/// As many positions tell which activations are lit together.
pub const POSITIONS: usize = 1 << 15;

/// Exchanges that are tried for each activation.
const EXCHANGES: usize = 4000;

/// The positions in which something is lit, a bit each.
type Lit = Vec<u64>;

/// Brings the units of a first layer into an order in which fewer fours of activations are lit in these positions. The
/// net computes the same bits. Returns the lit parts of all fours before and after.
pub fn order_units(net: &mut OwnNet, positions: &[Position], seed: u64) -> [f64; 2] {
    let lit = lit_activations(net, positions);
    let all = (lit.len() / FOUR * positions.len()).max(1) as f64;
    let part = |order: &[usize]| f64::from(lit_fours(&lit, order).into_iter().sum::<u32>()) / all;
    let before: Vec<usize> = (0..lit.len()).collect();
    let mut order = nearest_first(&lit);
    exchange(&lit, &mut order, &mut Chance::new(seed, 0));
    reorder(net, &order);
    [part(&before), part(&order)]
}

/// The positions in which each activation is lit.
fn lit_activations(net: &OwnNet, positions: &[Position]) -> Vec<Lit> {
    let activations = net.activations();
    let of_64 = |positions: &[Position]| -> Vec<u64> {
        let mut bits = vec![0; activations];
        for (n, position) in positions.iter().enumerate() {
            let mut sums = net.bias.clone();
            for row in rows_of(net.features, SeenBy::OnRoll.sides(position)) {
                let row = &net.rows[usize::from(row) * net.hidden..][..net.hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
            let unit = |unit: usize| i32::from(sums[unit]).clamp(0, 255);
            for (activation, bits) in bits.iter_mut().enumerate() {
                let mut units = net.first.units_of(activation).map(unit);
                let one = units.next().expect("an activation has a unit");
                // Less is rounded to nothing.
                let is_lit = one * units.next().unwrap_or(one) >= 256;
                *bits |= u64::from(is_lit) << n;
            }
        }
        bits
    };
    let by_positions: Vec<Vec<u64>> = positions.par_chunks(64).map(of_64).collect();
    (0..activations).map(|activation| by_positions.iter().map(|bits| bits[activation]).collect()).collect()
}

fn ones(bits: impl Iterator<Item = u64>) -> u32 {
    bits.map(u64::count_ones).sum()
}

/// The positions in which some of four activations is lit.
fn lit_four(lit: &[Lit], four: &[usize]) -> u32 {
    let [a, b, c, d] = std::array::from_fn(|i| lit[four[i]].iter());
    ones(a.zip(b).zip(c.zip(d)).map(|((a, b), (c, d))| a | b | c | d))
}

/// [`lit_four`] of each four.
fn lit_fours(lit: &[Lit], order: &[usize]) -> Vec<u32> {
    order.chunks_exact(FOUR).map(|four| lit_four(lit, four)).collect()
}

/// The order in which each four begins with the activation that is lit most of those left, followed by those that are
/// lit together with it.
fn nearest_first(lit: &[Lit]) -> Vec<usize> {
    let counts: Vec<u32> = lit.iter().map(|bits| ones(bits.iter().copied())).collect();
    let mut left: Vec<usize> = (0..lit.len()).collect();
    left.sort_by_key(|&activation| std::cmp::Reverse(counts[activation]));
    let mut order = Vec::with_capacity(lit.len());
    while !left.is_empty() {
        let first = left.remove(0);
        order.push(first);
        let mut together = lit[first].clone();
        for _ in 1..FOUR.min(left.len() + 1) {
            // What it adds to this four, less a part of what it would cost elsewhere.
            let cost = |&activation: &usize| {
                let added = ones(lit[activation].iter().zip(&together).map(|(bits, together)| bits & !together));
                i64::from(FOUR as u32 * added) - i64::from(counts[activation])
            };
            let costs: Vec<i64> = left.par_iter().map(cost).collect();
            let (place, _) = costs.iter().enumerate().min_by_key(|&(_, cost)| cost).expect("one is left");
            let next = left.remove(place);
            together.iter_mut().zip(&lit[next]).for_each(|(together, bits)| *together |= bits);
            order.push(next);
        }
    }
    order
}

/// Exchanges activations of two fours wherever fewer are lit afterwards.
fn exchange(lit: &[Lit], order: &mut [usize], chance: &mut Chance) {
    let mut costs = lit_fours(lit, order);
    let of_four = |four: usize| four * FOUR..(four + 1) * FOUR;
    for _ in 0..EXCHANGES * order.len() {
        let [a, b] = std::array::from_fn(|_| chance.below(order.len() as u32) as usize);
        let fours = [a / FOUR, b / FOUR];
        if fours[0] == fours[1] {
            continue;
        }
        order.swap(a, b);
        let now = fours.map(|four| lit_four(lit, &order[of_four(four)]));
        if now[0] + now[1] < costs[fours[0]] + costs[fours[1]] {
            fours.iter().zip(now).for_each(|(&four, cost)| costs[four] = cost);
        } else {
            order.swap(a, b);
        }
    }
}

/// Puts activation `order[i]` in place `i`.
fn reorder(net: &mut OwnNet, order: &[usize]) {
    let hidden = net.hidden;
    let mut units = vec![0; hidden];
    for (place, &activation) in order.iter().enumerate() {
        net.first.units_of(place).zip(net.first.units_of(activation)).for_each(|(to, from)| units[to] = from);
    }
    for row in net.rows.chunks_mut(hidden).chain([&mut net.bias[..]]) {
        let before = row.to_vec();
        row.iter_mut().zip(&units).for_each(|(weight, &unit)| *weight = before[unit]);
    }
    for head in &mut net.heads {
        let rows = order.iter().map(|&activation| &head.middle[activation * net.middle..][..net.middle]);
        head.middle = rows.flatten().copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::own::OwnNets;
    use crate::eval::{Class, Evaluator};
    use crate::movegen::AllRolls;

    #[test]
    fn another_order_changes_no_bit_and_lights_fewer_fours() {
        let (mut nets, routes) = OwnNets::stored(&Evaluator::standard_net_file()).unwrap();
        let mut plays = AllRolls::new();
        plays.generate(&Variation::Standard.starting_position());
        let positions: Vec<Position> = plays.results().iter().map(Position::flipped).take(256).collect();
        let outputs = |nets: &[OwnNet]| {
            let ready = OwnNets::from_nets(nets, routes).unwrap();
            let mut scratch = Default::default();
            let of = |position| ready.outputs(Class::Contact, position, &mut scratch);
            positions.iter().map(of).collect::<Vec<_>>()
        };
        let before = outputs(&nets);
        // An order without sense first: the built-in nets have been ordered.
        let count = nets[0].activations();
        reorder(&mut nets[0], &(0..count).map(|i| i * 5 % count).collect::<Vec<_>>());
        assert_eq!(outputs(&nets), before);
        let [without_sense, ordered] = order_units(&mut nets[0], &positions, 1);
        assert_eq!(outputs(&nets), before);
        assert!(ordered < 0.8 * without_sense, "{ordered} of {without_sense}");
    }
}
