//! Rounding the first layers of nets so that every weight takes a byte, and putting their units in order.
//!
//! Weights of a unit that are rounded one by one err by the sum of their errors. Here each is rounded in turn, and the
//! weights still to come make up for its error as far as they are lit together with it (Frantar and others, *GPTQ*,
//! 2022). How often inputs are lit together comes from positions of games and scenes.

use super::chance::Chance;
use super::fours;
use super::lessons::Walker;
use super::subject::Subject;
use crate::board::{Position, SeenBy};
use crate::eval::Evaluator;
use crate::eval::own::{
    BOARD_COUNTS, BOARD_ROWS, FeatureSet, HIDDEN_UNIT, NARROW_FACTORS, NARROW_MOST, OwnNet, OwnNetError, OwnNets,
    rows_of,
};
use rayon::prelude::*;

/// Positions that one stream of chance finds.
const BLOCK: usize = 1024;

/// The part of the mean of the diagonal that is added to it, so that inputs which are never lit do no harm.
const DAMPING: f64 = 0.002;

/// The changes of a net's first layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrowed {
    /// The change of the sums of a unit by rounding, root of the mean square over positions; 1.0 is 255.
    pub by: f64,
    /// The parts of fours of activations that are lit, before and after units were put in order.
    pub fours: [f64; 2],
}

/// The nets of a file with first layers of weights that take a byte each, and of units in the order that is quickest,
/// as the bytes of a net file; with the changes of each net.
///
/// # Errors
/// When the file is no net file.
pub fn narrow_nets(
    file: &[u8],
    players: &Evaluator,
    positions: u64,
    seed: u64,
) -> Result<(Vec<u8>, Vec<Narrowed>), OwnNetError> {
    let (mut nets, routes) = OwnNets::stored(file)?;
    let of = |net: &mut OwnNet| {
        let subject = if net.features == FeatureSet::Contact { Subject::Contact } else { Subject::Races };
        let found = find(players, subject, positions, seed);
        let by = narrow(net, &lit_together(net.features, &found));
        Narrowed { by, fours: fours::order_units(net, &found[..found.len().min(fours::POSITIONS)], seed) }
    };
    let changes = nets.iter_mut().map(of).collect();
    Ok((OwnNets::to_bytes(&nets, routes), changes))
}

/// A square matrix, row by row.
struct Square {
    size: usize,
    numbers: Vec<f64>,
}

impl Square {
    fn zeros(size: usize) -> Self {
        Self { size, numbers: vec![0.0; size * size] }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.numbers[i * self.size..][..self.size]
    }

    fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.numbers[i * self.size + j]
    }
}

/// Inputs of a first layer as it is added up: one for each checker on a place, one for each value of a feature, and
/// the bias.
fn inputs_of(features: FeatureSet, position: &Position) -> Vec<usize> {
    let mut lit = Vec::with_capacity(64);
    for row in rows_of(features, SeenBy::OnRoll.sides(position)) {
        let row = usize::from(row);
        let first = if row < BOARD_ROWS { row - row % BOARD_COUNTS } else { row };
        lit.extend(first..=row);
    }
    lit.push(features.rows());
    lit
}

/// Positions of games and scenes, as many and up to a block more.
fn find(players: &Evaluator, subject: Subject, positions: u64, seed: u64) -> Vec<Position> {
    (0..positions.div_ceil(BLOCK as u64).max(1))
        .into_par_iter()
        .flat_map_iter(|block| Walker::new(players, subject).positions(BLOCK, &mut Chance::new(seed, block)))
        .collect()
}

/// How often every two inputs are lit in the same position, as parts of the positions.
fn lit_together(features: FeatureSet, positions: &[Position]) -> Square {
    let size = features.rows() + 1;
    let mut counts = vec![0_u32; size * size];
    for position in positions {
        let lit = inputs_of(features, position);
        for &a in &lit {
            let row = &mut counts[a * size..][..size];
            lit.iter().for_each(|&b| row[b] += 1);
        }
    }
    let all = positions.len() as f64;
    Square { size, numbers: counts.into_iter().map(|count| f64::from(count) / all).collect() }
}

/// The order in which inputs are rounded: those that are lit most first, the bias last.
fn order_of(together: &Square) -> Vec<usize> {
    let bias = together.size - 1;
    let mut order: Vec<usize> = (0..bias).collect();
    order.sort_by(|&a, &b| together.row(b)[b].total_cmp(&together.row(a)[a]));
    order.push(bias);
    order
}

/// The number that is added to the diagonal.
fn damping_of(together: &Square) -> f64 {
    DAMPING * (0..together.size).map(|i| together.row(i)[i]).sum::<f64>() / together.size as f64
}

/// The upper triangle `u` by which what remains makes up for errors: `uᵀ · u` is the inverse of the matrix, whose rows
/// and columns come in this order.
fn compensation(together: &Square, order: &[usize]) -> Square {
    let size = together.size;
    let damping = damping_of(together);
    let mut matrix = Square::zeros(size);
    for (i, &a) in order.iter().enumerate() {
        for (j, &b) in order.iter().enumerate() {
            *matrix.at(i, j) = together.row(a)[b];
        }
        *matrix.at(i, i) += damping;
    }
    // matrix = r · rᵀ with an upper triangle r, from the last row to the first; then u is its inverse. Both work on rows
    // of the transposed triangles, which lie in memory one after another.
    let mut transposed = Square::zeros(size);
    for j in (0..size).rev() {
        let (_, tail) = transposed.numbers.split_at(j * size);
        let of = |k: usize| tail[(k - j) * size + j];
        let column: Vec<f64> = (j + 1..size).map(of).collect();
        let pivot = (matrix.row(j)[j] - column.iter().map(|x| x * x).sum::<f64>()).sqrt();
        let mut sums: Vec<f64> = matrix.row(j)[..j].to_vec();
        for (k, x) in (j + 1..size).zip(&column) {
            let row = &transposed.numbers[k * size..][..j];
            sums.iter_mut().zip(row).for_each(|(sum, y)| *sum -= x * y);
        }
        let row = &mut transposed.numbers[j * size..][..=j];
        row[j] = pivot;
        row.iter_mut().zip(&sums).for_each(|(to, sum)| *to = sum / pivot);
    }
    // r(i, j) is now transposed(j, i). Column j of the inverse is found from row j upwards.
    let mut inverse = Square::zeros(size);
    for i in (0..size).rev() {
        // Row i of the inverse: (e_i - Σ_{k > i} r(i, k) · row k) / r(i, i).
        let (head, tail) = inverse.numbers.split_at_mut((i + 1) * size);
        let row = &mut head[i * size..];
        row[i] = 1.0;
        for k in i + 1..size {
            let factor = transposed.numbers[k * size + i];
            if factor != 0.0 {
                let other = &tail[(k - i - 1) * size..][..size];
                row[k..].iter_mut().zip(&other[k..]).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let pivot = transposed.numbers[i * size + i];
        row[i..].iter_mut().for_each(|x| *x /= pivot);
    }
    inverse
}

/// Weights of some units, input by input in the order of rounding, and what is lost by rounding them.
struct Units {
    weights: Vec<[f32; HIDDEN_UNIT]>,
    lost: [f64; HIDDEN_UNIT],
}

impl Units {
    /// Rounds the weights to multiples of a factor that bytes hold, the last, the bias, to whole numbers.
    fn round(mut self, compensation: &Square, factor: f32) -> Self {
        let most = f32::from(NARROW_MOST);
        let bias = compensation.size - 1;
        for i in 0..=bias {
            let row = compensation.row(i);
            let pivot = row[i] as f32;
            let (done, rest) = self.weights.split_at_mut(i + 1);
            let mut errors = [0.0; HIDDEN_UNIT];
            for ((weight, error), lost) in done[i].iter_mut().zip(&mut errors).zip(&mut self.lost) {
                let nearest = if i == bias {
                    weight.round_ties_even()
                } else {
                    (*weight / factor).round_ties_even().clamp(-most, most) * factor
                };
                *error = (*weight - nearest) / pivot;
                *lost += f64::from(*error * *error);
                *weight = nearest;
            }
            for (weights, &by) in rest.iter_mut().zip(&row[i + 1..]) {
                let by = by as f32;
                weights.iter_mut().zip(&errors).for_each(|(weight, error)| *weight -= error * by);
            }
        }
        self
    }
}

/// Rounds the first layer of a net; returns by how much its sums change.
fn narrow(net: &mut OwnNet, together: &Square) -> f64 {
    let order = order_of(together);
    let compensation = compensation(together, &order);
    let (hidden, bias) = (net.hidden, together.size - 1);
    // What one checker more adds, and the features and the bias as they are.
    let weight = |input: usize, unit: usize| -> i16 {
        let at = |row: usize| net.rows[row * hidden + unit];
        match input {
            _ if input == bias => net.bias[unit],
            _ if input < BOARD_ROWS && !input.is_multiple_of(BOARD_COUNTS) => at(input) - at(input - 1),
            _ => at(input),
        }
    };
    let rounded: Vec<Units> = (0..hidden / HIDDEN_UNIT)
        .into_par_iter()
        .map(|block| {
            let weights_of = |input: usize| std::array::from_fn(|i| f32::from(weight(input, block * HIDDEN_UNIT + i)));
            let units = || Units { weights: order.iter().map(|&input| weights_of(input)).collect(), lost: [0.0; _] };
            let mut all = NARROW_FACTORS.iter().map(|&factor| units().round(&compensation, f32::from(factor)));
            let mut best = all.next().expect("there are factors");
            for other in all {
                for unit in 0..HIDDEN_UNIT {
                    if other.lost[unit] >= best.lost[unit] {
                        continue;
                    }
                    best.lost[unit] = other.lost[unit];
                    best.weights.iter_mut().zip(&other.weights).for_each(|(to, from)| to[unit] = from[unit]);
                }
            }
            best
        })
        .collect();
    for (block, units) in rounded.iter().enumerate() {
        for (&input, weights) in order.iter().zip(&units.weights) {
            let to = if input == bias { &mut net.bias } else { &mut net.rows[input * hidden..][..hidden] };
            for (to, &weight) in to[block * HIDDEN_UNIT..].iter_mut().zip(weights) {
                *to = weight as i16;
            }
        }
    }
    // Back from steps to rows.
    for place in 0..BOARD_ROWS / BOARD_COUNTS {
        for row in place * BOARD_COUNTS + 1..(place + 1) * BOARD_COUNTS {
            let (before, now) = net.rows.split_at_mut(row * hidden);
            now[..hidden].iter_mut().zip(&before[(row - 1) * hidden..]).for_each(|(now, before)| *now += before);
        }
    }
    let lost: f64 = rounded.iter().flat_map(|units| units.lost).sum();
    (lost / hidden as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs that are lit together the more, the nearer they are.
    fn some_together(size: usize) -> Square {
        let mut together = Square::zeros(size);
        for i in 0..size {
            for j in 0..size {
                *together.at(i, j) = (i.abs_diff(j) as f64 / -10.0).exp() + if i == j { 0.001 * i as f64 } else { 0.0 };
            }
        }
        together
    }

    #[test]
    fn what_comes_later_makes_up_for_errors() {
        let size = 40;
        let together = some_together(size);
        let order = order_of(&together);
        let compensation = compensation(&together, &order);
        let damping = damping_of(&together);
        let mut chance = Chance::new(3, 0);
        let weights: Vec<[f32; HIDDEN_UNIT]> =
            (0..size).map(|_| std::array::from_fn(|_| (200.0 * (chance.uniform() - 0.5)).round())).collect();
        let rounded = Units { weights: weights.clone(), lost: [0.0; _] }.round(&compensation, 3.0);
        let mut lost = [0.0; 2];
        for (unit, &said) in rounded.lost.iter().enumerate() {
            let loss = |to: &dyn Fn(usize) -> f32| {
                let error = |i: usize| f64::from(weights[i][unit] - to(i));
                let pair = |i: usize, j: usize| {
                    let shared = together.row(order[i])[order[j]] + if i == j { damping } else { 0.0 };
                    error(i) * error(j) * shared
                };
                (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).map(|(i, j)| pair(i, j)).sum::<f64>()
            };
            let found = loss(&|i| rounded.weights[i][unit]);
            assert!((found - said).abs() < 1e-3 * (1.0 + found), "{found} {said}");
            let nearest =
                |i: usize| if i + 1 == size { weights[i][unit] } else { (weights[i][unit] / 3.0).round() * 3.0 };
            lost = [lost[0] + found, lost[1] + loss(&nearest)];
        }
        assert!(lost[0] < 0.7 * lost[1], "{lost:?} by turns and one by one");
        let bytes = rounded.weights[..size - 1].as_flattened();
        assert!(bytes.iter().all(|weight| weight % 3.0 == 0.0 && weight.abs() <= 381.0));
    }

    #[test]
    fn the_triangle_makes_the_inverse() {
        let size = 7;
        let together = some_together(size);
        let order = order_of(&together);
        let u = compensation(&together, &order);
        let damping = damping_of(&together);
        for i in 0..size {
            for j in 0..size {
                // Row i of the inverse times column j of the matrix.
                let inverse = |k: usize| (0..size).map(|m| u.row(m)[i] * u.row(m)[k]).sum::<f64>();
                let matrix = |k: usize| together.row(order[k])[order[j]] + if k == j { damping } else { 0.0 };
                let product: f64 = (0..size).map(|k| inverse(k) * matrix(k)).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-9, "{i} {j} {product}");
            }
        }
    }
}
