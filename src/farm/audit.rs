//! Which trials of every worker this machine plays itself.
//!
//! Whoever judges must not be judged by others: workers that agree may be one and the same. So this machine draws
//! trials of each worker when all results are there, by a secret that it tells nobody. A trial is a function of its
//! order and its number, hence one false record proves that a worker plays wrongly.
//!
//! Most are drawn by chance, spread over all shards of the worker: these find lies of any size, if they are frequent.
//! Some are those that lie farthest from the others of their candidate: these find large lies, however rare. A worker
//! whose mean lies far from the others' has ten times as many drawn. A lie that is rare and small may pass, and
//! changes the result by less than its standard error.

use super::book::{Book, name_of};
use crate::digest::Sha256;
use crate::rollout::{Moments, Played, QUANTITIES, Task, TrialRecord};
use crate::settings::random_seed;
use std::collections::{BTreeMap, BTreeSet};

/// The most trials of a worker that are drawn by chance.
pub const MOST: u64 = 100;

/// This many more are those that lie farthest from the others.
const FARTHEST: usize = 16;

/// A worker whose mean is this many standard errors from the others' has [`MORE`] times as many drawn.
pub const FAR: f64 = 5.0;

/// See [`FAR`].
const MORE: u64 = 10;

/// A secret that draws numbers. Whoever does not know it learns nothing from some about others.
pub struct Lot([u8; 32]);

impl Lot {
    /// A new secret.
    pub fn new() -> Self {
        Self(std::array::from_fn(|_| random_seed().to_le_bytes()[0]))
    }

    /// A secret that everybody knows.
    #[cfg(test)]
    pub const fn known() -> Self {
        Self([7; 32])
    }

    /// A number below `end` that depends on these, and on the secret.
    pub fn below(&self, end: u64, of: &[u64]) -> u64 {
        let digest = of.iter().fold(Sha256::default().with(self.0), |all, n| all.with(n.to_le_bytes())).digest();
        let bits = u64::from_le_bytes(*digest.first_chunk().expect("a digest has 32 bytes"));
        // The upper bits of a product, so that no residue is preferred.
        ((u128::from(bits) * u128::from(end)) >> 64) as u64
    }
}

/// A trial that is to be played here, and what a worker says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The shard in which it came.
    pub shard: u64,
    /// The number of its order.
    pub order: usize,
    /// The trial.
    pub task: Task,
    /// The record that came.
    pub record: TrialRecord,
}

/// What is to be played of a worker.
#[derive(Clone, Debug)]
pub struct Share {
    /// The worker.
    pub worker: String,
    /// The name of the list of its shards.
    pub list: String,
    /// By how many standard errors the mean of its trials lies off the others', at most.
    pub off: f64,
    /// The trials, in their order.
    pub drawn: Vec<Drawn>,
}

/// One trial of a result, drawn by chance.
pub fn one_of(lot: &Lot, shard: u64, order: usize, played: &Played) -> Option<Drawn> {
    let n = lot.below(played.len() as u64, &[shard, u64::MAX]) as usize;
    played.get(n).map(|&(task, record)| Drawn { shard, order, task, record })
}

/// How many trials are drawn by chance of a worker with so many, in so many shards: as many as one shard in √n has.
fn count(trials: u64, shards: u64) -> u64 {
    let share = (trials as f64 / (shards as f64).sqrt()).ceil() as u64;
    share.clamp(1, MOST)
}

/// What is known of a worker while its trials are looked through.
struct Sight {
    shards: Vec<u64>,
    trials: u64,
    /// Sums of deviations from the means, and how many trials numbers they are of, by order.
    sums: BTreeMap<usize, ([f64; QUANTITIES], u64)>,
    farthest: Vec<(f64, Drawn)>,
    off: f64,
}

/// Trials of an order in shards: how much they vary within them.
#[derive(Default)]
struct Spread {
    squares: [f64; QUANTITIES],
    freedom: u64,
    trials: u64,
}

/// Draws trials of each worker some of whose shards have not been checked. `results` shows each shard that counts to
/// its argument once: the shard, its order and what it left; the shards are looked through three times.
///
/// # Errors
/// Those of `results`.
pub fn draw<E>(
    book: &Book,
    lot: &Lot,
    mut results: impl FnMut(&mut dyn FnMut(u64, usize, &Played)) -> Result<(), E>,
) -> Result<Vec<Share>, E> {
    let mut of = BTreeMap::new();
    let mut names = Vec::new();
    let mut all = Vec::new();
    for (worker, shards) in book.owners() {
        of.extend(shards.iter().map(|&shard| (shard, all.len())));
        names.push((worker.to_owned(), book.is_checked(worker, &shards)));
        all.push(Sight { shards, trials: 0, sums: BTreeMap::new(), farthest: Vec::new(), off: 0.0 });
    }
    if names.iter().all(|(_, is_checked)| *is_checked) {
        return Ok(Vec::new());
    }
    let mut lanes: BTreeMap<(usize, usize), [Moments; QUANTITIES]> = BTreeMap::new();
    results(&mut |shard, order, played| {
        if let Some(&n) = of.get(&shard) {
            all[n].trials += played.len() as u64;
        }
        for (task, record) in played {
            let lane = lanes.entry((order, task.candidate)).or_default();
            lane.iter_mut().zip(record.values).for_each(|(moments, value)| moments.add(value));
        }
    })?;
    let mut spreads: BTreeMap<usize, Spread> = BTreeMap::new();
    results(&mut |shard, order, played| {
        look((shard, order, played), &lanes, of.get(&shard).map(|&n| &mut all[n]), &mut spreads);
    })?;
    for sight in &mut all {
        sight.off = off(&sight.sums, &spreads);
    }
    let quotas: BTreeMap<u64, u64> = all.iter().flat_map(|sight| quotas(lot, sight)).collect();
    let mut shares: Vec<Vec<Drawn>> = vec![Vec::new(); all.len()];
    results(&mut |shard, order, played| {
        let (Some(&n), Some(&quota)) = (of.get(&shard), quotas.get(&shard)) else { return };
        let mut drawn: Vec<_> = (0..played.len() as u64).map(|i| (lot.below(u64::MAX, &[shard, i]), i)).collect();
        drawn.sort_unstable();
        shares[n].extend(drawn.iter().take(quota as usize).map(|&(_, i)| {
            let (task, record) = played[i as usize];
            Drawn { shard, order, task, record }
        }));
    })?;
    let shares = names.into_iter().zip(all).zip(shares).filter(|(((_, is_checked), _), _)| !is_checked);
    Ok(shares
        .map(|(((worker, _), sight), mut drawn)| {
            drawn.extend(sight.farthest.iter().map(|(_, drawn)| *drawn));
            let mut seen = BTreeSet::new();
            drawn.retain(|drawn| seen.insert((drawn.shard, drawn.task.trial, drawn.task.candidate)));
            drawn.sort_by_key(|drawn| (drawn.order, drawn.shard, drawn.task.trial, drawn.task.candidate));
            Share { worker, list: name_of(&sight.shards), off: sight.off, drawn }
        })
        .collect())
}

/// Looks through a shard: how far its trials lie from the means, together and each.
fn look(
    (shard, order, played): (u64, usize, &Played),
    lanes: &BTreeMap<(usize, usize), [Moments; QUANTITIES]>,
    sight: Option<&mut Sight>,
    spreads: &mut BTreeMap<usize, Spread>,
) {
    // Candidates of one trial have the same dice, so that they are one observation.
    let mut rows: BTreeMap<u64, [f64; QUANTITIES]> = BTreeMap::new();
    let mut far = Vec::new();
    for &(task, record) in played {
        let Some(lane) = lanes.get(&(order, task.candidate)) else { continue };
        let row = rows.entry(task.trial).or_default();
        let mut most = 0.0_f64;
        for ((sum, value), moments) in row.iter_mut().zip(record.values).zip(lane) {
            let away = value.to_f64() - moments.mean().unwrap_or(0.0);
            *sum += away;
            let deviation = moments.variance().unwrap_or(0.0).sqrt();
            most = most.max(if deviation > 0.0 { away.abs() / deviation } else { 0.0 });
        }
        far.push((most, Drawn { shard, order, task, record }));
    }
    let n = rows.len() as f64;
    let mut total = [0.0; QUANTITIES];
    rows.values().for_each(|row| total.iter_mut().zip(row).for_each(|(total, away)| *total += away));
    let spread = spreads.entry(order).or_default();
    spread.trials += rows.len() as u64;
    spread.freedom += (rows.len() as u64).saturating_sub(1);
    for row in rows.values() {
        let parts = spread.squares.iter_mut().zip(row).zip(total);
        parts.for_each(|((squares, away), total)| *squares += (away - total / n).powi(2));
    }
    if let Some(sight) = sight {
        let (sums, trials) = sight.sums.entry(order).or_default();
        sums.iter_mut().zip(total).for_each(|(sum, total)| *sum += total);
        *trials += rows.len() as u64;
        sight.farthest.extend(far);
        sight.farthest.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        sight.farthest.truncate(FARTHEST);
    }
}

/// By how many standard errors the mean of a worker's trials lies off that of all, at most.
fn off(sums: &BTreeMap<usize, ([f64; QUANTITIES], u64)>, spreads: &BTreeMap<usize, Spread>) -> f64 {
    let mut most = 0.0_f64;
    for place in 0..QUANTITIES {
        let (mut sum, mut variance) = (0.0, 0.0);
        for (order, (away, trials)) in sums {
            let Some(spread) = spreads.get(order).filter(|spread| spread.freedom > 0) else { continue };
            let part = *trials as f64 / spread.trials as f64;
            sum += away[place];
            variance += spread.squares[place] / spread.freedom as f64 * *trials as f64 * (1.0 - part);
        }
        // What is a thousandth of a millionth is rounding.
        if variance > 1e-18 {
            most = most.max(sum.abs() / variance.sqrt());
        }
    }
    most
}

/// How many trials are drawn of each shard of a worker: as equally as that goes.
fn quotas(lot: &Lot, sight: &Sight) -> Vec<(u64, u64)> {
    let shards = sight.shards.len() as u64;
    let more = if sight.off > FAR { MORE } else { 1 };
    let all = (more * count(sight.trials, shards)).min(sight.trials);
    let mut order: Vec<_> = sight.shards.iter().map(|&shard| (lot.below(u64::MAX, &[shard]), shard)).collect();
    order.sort_unstable();
    let quota = |i: u64| all / shards + u64::from(i < all % shards);
    (0..).zip(order).map(|(i, (_, shard))| (shard, quota(i))).filter(|(_, quota)| *quota > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::{Events, Fixed};
    use std::convert::Infallible;

    /// The trials drawn of many shards fall evenly, whatever the number of a shard has to do with others.
    #[test]
    fn what_is_drawn_prefers_no_residue() {
        let lot = Lot([7; 32]);
        let drawn: Vec<u64> = (0..10_000).filter(|&shard| lot.below(20, &[shard]) == 0).collect();
        assert!((440..=560).contains(&drawn.len()), "{}", drawn.len());
        for residues in [2, 3, 4, 5, 25, 100] {
            let expected = drawn.len() as f64 / residues as f64;
            let square = |r: u64| {
                let there = drawn.iter().filter(|&&shard| shard % residues == r).count() as f64;
                (there - expected).powi(2) / expected
            };
            let (chi, freedom) = ((0..residues).map(square).sum::<f64>(), (residues - 1) as f64);
            assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "{residues}: {chi}");
        }
        let other = Lot([8; 32]);
        let both = drawn.iter().filter(|&&shard| other.below(20, &[shard]) == 0).count();
        assert!(both < 60, "another secret draws others: {both}");
    }

    /// Shards of four trials of two candidates, all around .1 and .2 with a deviation of .03; `lie` is added.
    fn shard(shard: u64, lie: f64) -> Played {
        let noise = Lot([3; 32]);
        let mut played = Played::new();
        for trial in 4 * shard..4 * shard + 4 {
            for candidate in 0..2 {
                let n: f64 =
                    (0..12).map(|i| noise.below(1000, &[trial, candidate, i]) as f64 / 1000.0).sum::<f64>() - 6.0;
                let value = Fixed::from_f64(0.1 + 0.1 * candidate as f64 + 0.03 * n + lie);
                let record = TrialRecord {
                    values: [value; QUANTITIES],
                    raw: [value; QUANTITIES],
                    settled: [Fixed::ZERO; 4],
                    first_roll: None,
                    events: Events::NONE,
                    evaluations: 0,
                };
                played.push((Task { candidate: candidate as usize, trial }, record));
            }
        }
        played
    }

    /// What is drawn of workers that play every second shard, of which the second adds `lie` to those that it likes.
    fn drawn(seed: u8, shards: u64, lie: impl Fn(u64) -> f64) -> Vec<Share> {
        let mut book = Book::default();
        for n in 0..shards {
            book.vote(n, ["honest", "liar"][(n % 2) as usize], &format!("{n:032x}"));
        }
        let lie = |n| if n % 2 == 1 { lie(n) } else { 0.0 };
        let results = |take: &mut dyn FnMut(u64, usize, &Played)| -> Result<(), Infallible> {
            (0..shards).for_each(|n| take(n, 0, &shard(n, lie(n))));
            Ok(())
        };
        match draw(&book, &Lot([seed; 32]), results) {
            Ok(shares) => shares,
        }
    }

    /// Whether a record of a lie is among what is drawn.
    fn is_found(shares: &[Share]) -> bool {
        let is_false = |drawn: &Drawn| {
            shard(drawn.shard, 0.0).iter().all(|&(task, record)| (task, record) != (drawn.task, drawn.record))
        };
        assert!(!shares[0].drawn.iter().any(is_false), "the honest one has nothing to hide");
        shares[1].drawn.iter().any(is_false)
    }

    #[test]
    fn of_every_worker_a_share_is_drawn_over_all_its_shards() {
        let shares = drawn(1, 40, |_| 0.0);
        assert_eq!(shares.iter().map(|share| &*share.worker).collect::<Vec<_>>(), ["honest", "liar"]);
        for share in &shares {
            // 160 trials in 20 shards: as many as √20 of them have, and the farthest.
            assert!((36..=36 + FARTHEST).contains(&share.drawn.len()), "{}", share.drawn.len());
            let shards: BTreeSet<_> = share.drawn.iter().map(|drawn| drawn.shard).collect();
            assert!(shards.len() == 20 && share.off < FAR, "{shards:?}, {}", share.off);
            let trials: BTreeSet<_> =
                share.drawn.iter().map(|drawn| (drawn.task.trial, drawn.task.candidate)).collect();
            assert_eq!(trials.len(), share.drawn.len(), "none twice");
        }
        assert_ne!(drawn(2, 40, |_| 0.0)[0].drawn, shares[0].drawn, "another secret draws others");
        for (trials, shards, drawn) in [(8, 1, 8), (160, 20, 36), (1, 1, 1), (3600, 100, MOST), (90, 9, 30)] {
            assert_eq!(count(trials, shards), drawn, "{trials} in {shards}");
        }
    }

    /// A large lie is found however rare it is, a small one if it is frequent; and a mean that is far off is seen.
    #[test]
    fn lies_are_among_what_is_drawn() {
        type Lie = (&'static str, u64, fn(u64) -> f64);
        let lies: [Lie; 6] = [
            ("one shard of a thousand, much", 2000, |n| if n == 777 { 0.3 } else { 0.0 }),
            ("everything, a little", 40, |_| 0.005),
            ("the last three, a little", 40, |n| if n > 34 { 0.005 } else { 0.0 }),
            ("one of twenty, a little", 40, |n| if n == 21 { 0.005 } else { 0.0 }),
            ("one in ten of many", 4000, |n| if n % 20 == 1 { 0.01 } else { 0.0 }),
            ("everything but the first", 400, |n| if n > 1 { 0.01 } else { 0.0 }),
        ];
        for (what, shards, lie) in lies {
            for seed in 0..3 {
                assert!(is_found(&drawn(seed, shards, lie)), "{what}, {seed}");
            }
        }
        let shares = drawn(1, 2000, |_| 0.02);
        assert!(shares.iter().all(|share| share.off > FAR), "{} {}", shares[0].off, shares[1].off);
        assert!(shares[1].drawn.len() as u64 >= MORE * MOST, "ten times as many");
        assert!(drawn(1, 2000, |_| 0.0).iter().all(|share| share.off < 4.0));
    }

    /// Sums of deviations are measured by the spread within shards, less what a worker's own part is in the mean.
    #[test]
    fn a_mean_is_as_far_off_as_its_standard_errors_say() {
        let spread = |square: f64, freedom, trials| Spread { squares: [square; QUANTITIES], freedom, trials };
        let spreads = BTreeMap::from([
            (0, spread(3.0, 12, 16)),
            (1, spread(1.0, 4, 40)),
            (2, spread(9.0, 0, 1)),
            (3, spread(2.0, 1, 2)),
        ]);
        let sums = |all: &[(usize, f64, u64)]| {
            all.iter().map(|&(order, sum, trials)| (order, ([sum; QUANTITIES], trials))).collect::<BTreeMap<_, _>>()
        };
        for (all, expected) in [
            // A quarter each for 4 trials that are a quarter of all: 0.25 · 4 · 0.75.
            (&[(0, -1.5, 4)][..], 1.5 / 0.75_f64.sqrt()),
            // And 0.25 · 10 · 0.75 of another order, whose sum is added.
            (&[(0, 1.5, 4), (1, 2.0, 10)], 3.5 / 2.625_f64.sqrt()),
            // One shard of two trials is enough: 2 · 1 · 0.5.
            (&[(3, 1.5, 1)], 1.5),
            // An order of which no shard has two trials tells nothing, nor does one that a worker played alone.
            (&[(2, 5.0, 1)], 0.0),
            (&[(0, 1e-12, 16)], 0.0),
            (&[], 0.0),
        ] {
            let found = off(&sums(all), &spreads);
            assert!((found - expected).abs() < 1e-12, "{all:?}: {found}");
        }
    }

    #[test]
    fn as_many_trials_are_drawn_of_each_shard_but_for_one() {
        let lot = Lot([4; 32]);
        for (trials, shards, off, all) in [
            (160, 20, 0.0, 36),
            (160, 20, 2.0 * FAR, 160),
            (3600, 100, 0.0, MOST),
            (40_000, 100, 2.0 * FAR, 10 * MOST),
            (9, 400, 0.0, 1),
            (8, 1, 0.0, 8),
        ] {
            let shards: Vec<u64> = (0..shards).map(|i| 7 * i).collect();
            let sight = Sight { shards: shards.clone(), trials, sums: BTreeMap::new(), farthest: Vec::new(), off };
            let quotas = quotas(&lot, &sight);
            let of: Vec<u64> = quotas.iter().map(|&(_, quota)| quota).collect();
            let (least, most) = (of.iter().min().expect("some"), of.iter().max().expect("some"));
            assert_eq!(of.iter().sum::<u64>(), all, "{trials} in {}", shards.len());
            assert!(*least > 0 && most - least <= 1, "{of:?}");
            assert_eq!(quotas.len() as u64, all.min(shards.len() as u64));
            assert!(quotas.iter().all(|(shard, _)| shards.contains(shard)));
        }
    }
}
