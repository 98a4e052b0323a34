//! The inputs of the nets as they are defined: one plain function per feature, no tables, no masks.
//!
//! Too slow to play with, and only compiled for tests: the fast functions beside it must give the
//! same bits on every position.

use crate::board::{BAR, Checkers, POINTS, Position, Roll};

/// The four inputs of a point: exactly 1, exactly 2, at least 3, and half of each beyond.
fn point(count: u8) -> [f32; 4] {
    [count == 1, count == 2, count >= 3, false].map(f32::from).with_extra(count)
}

/// The four inputs of the bar: at least 1, 2, 3, and half of each beyond.
fn bar(count: u8) -> [f32; 4] {
    [count >= 1, count >= 2, count >= 3, false].map(f32::from).with_extra(count)
}

trait WithExtra {
    fn with_extra(self, count: u8) -> Self;
}

impl WithExtra for [f32; 4] {
    fn with_extra(mut self, count: u8) -> Self {
        self[3] = if count > 3 { (f32::from(count) - 3.0) / 2.0 } else { 0.0 };
        self
    }
}

/// The 200 inputs that encode where the checkers are, the opponent's first.
pub(crate) fn base(position: &Position) -> Vec<f32> {
    let mut inputs = Vec::new();
    for side in [position.opponent(), position.on_roll()] {
        inputs.extend((0..POINTS).flat_map(|i| point(side[i])));
        inputs.extend(bar(side[BAR]));
    }
    inputs
}

/// The 214 inputs of the race net.
pub(crate) fn race(position: &Position) -> Vec<f32> {
    let mut inputs = Vec::new();
    for side in [position.opponent(), position.on_roll()] {
        inputs.extend((0..23).flat_map(|i| point(side[i])));
        let off = 15 - side.total();
        inputs.extend((1..=14).map(|k| f32::from(u8::from(off == k))));
        let crossovers: u32 = (6..POINTS).map(|i| u32::from(side[i]) * (i as u32 / 6)).sum();
        inputs.push(crossovers as f32 / 10.0);
    }
    inputs
}

/// The 250 inputs of the contact and crashed nets.
pub(crate) fn contact(position: &Position, crashed: bool) -> Vec<f32> {
    let (me, opponent) = (position.on_roll(), position.opponent());
    let mut inputs = base(position);
    inputs.extend(features(me, opponent, crashed));
    inputs.extend(features(opponent, me, crashed));
    inputs
}

/// The 25 features of side `a` against side `b`.
pub(crate) fn features(a: &Checkers, b: &Checkers, crashed: bool) -> [f32; 25] {
    let ob = rearmost_seen(b);
    let [off0, off1, off2] = if crashed { off_crashed(15 - a.total()) } else { off_contact(15 - b.total()) };
    let [pip_loss, p1, p2] = hitting(a, b);
    let (a_contain, contain) = containment(a, ob);
    let (backgame, backgame1) = backgame(a);
    [
        off0,
        off1,
        off2,
        break_contact(a, ob),
        back_checker(a),
        back_anchor(a) as f32 / 24.0,
        forward_anchor(a),
        pip_loss,
        p1,
        p2,
        escapes(a, 23 - ob) as f32 / 36.0,
        a_contain,
        a_contain * a_contain,
        contain,
        contain * contain,
        mobility(a, b),
        moment2(a),
        enter(a, b),
        enter2(b),
        timing(a, ob),
        backbone(a),
        backgame,
        backgame1,
        free_pips(a, ob),
        roll_escapes(a, 23 - ob) as f32 / 36.0,
    ]
}

/// The rearmost checker of `b` in the other side's numbering, -1 when it is on the bar.
fn rearmost_seen(b: &Checkers) -> i32 {
    23 - back(b)
}

fn back(side: &Checkers) -> i32 {
    side.back().map_or(-1, |i| i as i32)
}

fn count(side: &Checkers, i: i32) -> u32 {
    u32::from(side[i as usize])
}

fn off_contact(off: u32) -> [f32; 3] {
    let off = off as f32;
    if off <= 2.0 {
        [off / 3.0, 0.0, 0.0]
    } else if off <= 5.0 {
        [1.0, (off - 3.0) / 3.0, 0.0]
    } else {
        [1.0, 1.0, (off - 6.0) / 3.0]
    }
}

fn off_crashed(off: u32) -> [f32; 3] {
    let off = off as f32;
    if off <= 5.0 {
        [off / 5.0, 0.0, 0.0]
    } else if off <= 10.0 {
        [1.0, (off - 5.0) / 5.0, 0.0]
    } else {
        [1.0, 1.0, (off - 10.0) / 5.0]
    }
}

fn break_contact(a: &Checkers, ob: i32) -> f32 {
    let pips: i32 = (ob + 1..=24).map(|i| (i + 1 - ob) * count(a, i) as i32).sum();
    pips as f32 / 167.0
}

fn back_checker(a: &Checkers) -> f32 {
    back(a) as f32 / 24.0
}

fn back_anchor(a: &Checkers) -> i32 {
    (0..=back(a).min(23)).rev().find(|&i| count(a, i) >= 2).unwrap_or(-1)
}

fn forward_anchor(a: &Checkers) -> f32 {
    let made = |i: &i32| count(a, *i) >= 2;
    let anchor = (18..=back_anchor(a)).find(made).or_else(|| (12..=17).rev().find(made));
    anchor.map_or(2.0, |j| (24 - j) as f32 / 6.0)
}

/// A checker of the other side needs `n` pips to pass `side`'s bar: which of its points are in the way.
fn obstacles(side: &Checkers, n: i32) -> u32 {
    (0..n.min(12)).filter(|k| count(side, 24 + k - n) >= 2).fold(0, |bits, k| bits | 1 << k)
}

fn count_escapes(bits: u32, needed: u32) -> u32 {
    let set = |i: u32| bits >> i & 1 == 1;
    let mut rolls = 0;
    for a in 0..6 {
        for b in 0..=a {
            let blocked = set(a + b + 1) || (set(a) && set(b));
            if !blocked && a + b + 1 > needed {
                rolls += if a == b { 1 } else { 2 };
            }
        }
    }
    rolls
}

pub(crate) fn escapes(side: &Checkers, n: i32) -> u32 {
    count_escapes(obstacles(side, n), 0)
}

pub(crate) fn roll_escapes(side: &Checkers, n: i32) -> u32 {
    match obstacles(side, n) {
        0 => 0,
        bits => count_escapes(bits, bits.trailing_zeros()),
    }
}

fn containment(a: &Checkers, ob: i32) -> (f32, f32) {
    let least = |from: i32, to: i32, start: u32| (from..=to).map(|i| escapes(a, i)).fold(start, u32::min);
    let within = least(15, 23 - ob, 36);
    let all = if ob < 0 { least(15, 23, 36) } else { least(15.max(24 - ob), 23, within) };
    ((36 - within) as f32 / 36.0, (36 - all) as f32 / 36.0)
}

fn mobility(a: &Checkers, b: &Checkers) -> f32 {
    let sum: u32 = (6..=24).map(|i| (i - 5) as u32 * count(a, i) * escapes(b, i)).sum();
    sum as f32 / 3600.0
}

fn moment2(a: &Checkers) -> f32 {
    let total = a.total();
    if total == 0 {
        return 0.0;
    }
    let sum: u32 = (0..=24).map(|i| i as u32 * count(a, i)).sum();
    let mean = sum.div_ceil(total) as i32;
    let n: u32 = (mean + 1..=24).map(|i| count(a, i)).sum();
    let squares: u32 = (mean + 1..=24).map(|i| count(a, i) * ((i - mean) * (i - mean)) as u32).sum();
    if n == 0 { 0.0 } else { squares.div_ceil(n) as f32 / 400.0 }
}

fn enter(a: &Checkers, b: &Checkers) -> f32 {
    if a.on_bar() == 0 {
        return 0.0;
    }
    let two = a.on_bar() >= 2;
    let made = |i: u32| b[i as usize] >= 2;
    let mut loss = 0;
    for i in 0..6 {
        for j in i + 1..6 {
            if made(i) {
                if made(j) {
                    loss += 2 * (i + j + 2);
                } else if two {
                    loss += 2 * (i + 1);
                }
            } else if two && made(j) {
                loss += 2 * (j + 1);
            }
        }
        if made(i) {
            loss += 4 * (i + 1);
        }
    }
    loss as f32 / (36.0 * 49.0 / 6.0)
}

fn enter2(b: &Checkers) -> f32 {
    let made = (0..6).filter(|&i| b[i] >= 2).count() as i32;
    (36 - (made - 6) * (made - 6)) as f32 / 36.0
}

fn timing(a: &Checkers, ob: i32) -> f32 {
    let mut m = count(a, 24) as i32;
    let mut t = 24 * m;
    let border = 12.max(ob + 1);
    for i in (border..24).rev() {
        let n = count(a, i) as i32;
        if n != 0 && n != 2 {
            let k = if n > 2 { n - 2 } else { 1 };
            m += k;
            t += i * k;
        }
    }
    for i in (6..border.min(24)).rev() {
        let n = count(a, i) as i32;
        m += n;
        t += i * n;
    }
    for i in (0..6).rev() {
        let n = count(a, i) as i32;
        if n > 2 {
            t += i * (n - 2);
            m += n - 2;
        } else if n < 2 && m >= 2 - n {
            t -= i * (2 - n);
            m -= 2 - n;
        }
    }
    t.max(0) as f32 / 100.0
}

fn backbone(a: &Checkers) -> f32 {
    let mut made = (1..24).rev().filter(|&i| count(a, i) >= 2);
    let Some(rear) = made.next() else { return 0.0 };
    let (mut weights, mut n) = (0, 0);
    for point in made {
        let distance = rear - point;
        weights += match distance {
            ..=6 => 11,
            7..=11 => 13 - distance,
            _ => 0,
        };
        n += 1;
    }
    if n == 0 { 0.0 } else { 1.0 - weights as f32 / (11 * n) as f32 }
}

fn backgame(a: &Checkers) -> (f32, f32) {
    let anchors = (18..24).filter(|&i| count(a, i) >= 2).count();
    let back: i32 = (18..=24).map(|i| count(a, i) as i32).sum();
    match anchors {
        0 => (0.0, 0.0),
        1 => (0.0, back as f32 / 8.0),
        _ => ((back - 3) as f32 / 4.0, 0.0),
    }
}

fn free_pips(a: &Checkers, ob: i32) -> f32 {
    let pips: u32 = (0..ob).map(|i| (i as u32 + 1) * count(a, i)).sum();
    pips as f32 / 100.0
}

/// Some dice of a roll played by one checker: total pips, and the points it may touch down on.
struct Way {
    total: i32,
    middles: Vec<i32>,
    all_open: bool,
}

/// The ways of a roll in order: low die, high die, both; or one to four times a double.
fn ways(roll: Roll) -> Vec<Way> {
    let (high, low) = (i32::from(roll.high()), i32::from(roll.low()));
    if roll.is_double() {
        (1..=4).map(|n| Way { total: n * high, middles: (1..n).map(|k| k * high).collect(), all_open: true }).collect()
    } else {
        let die = |d| Way { total: d, middles: Vec::new(), all_open: true };
        vec![die(low), die(high), Way { total: low + high, middles: vec![low, high], all_open: false }]
    }
}

/// Pips the opponent loses to hits on average, and the chances to hit one checker and two.
fn hitting(a: &Checkers, b: &Checkers) -> [f32; 3] {
    let board = (0..6).filter(|&i| a[i] > 0).count();
    let last_target = if board <= 2 { 21 } else { 23 };
    let targets: Vec<i32> = (0..=last_target).rev().filter(|&i| count(b, i) == 1).collect();
    let (mut pips, mut one, mut two) = (0, 0, 0);
    for roll in Roll::ALL {
        let ways = ways(roll);
        // For each way the hitters, the rearmost first.
        let hitters: Vec<Vec<i32>> = ways
            .iter()
            .map(|way| (0..=24).rev().filter(|&j| targets.iter().any(|&i| can_hit(a, b, i, j, way))).collect())
            .collect();
        let (hits, lost) = match a.on_bar() {
            0 => hits_from_board(a, b, roll, &ways, &hitters),
            1 => hits_with_one_on_bar(b, roll, &ways, &hitters),
            _ => hits_from_bar(&ways, &hitters),
        };
        let weight = roll.weight() as i32;
        pips += weight * lost;
        one += if hits >= 1 { weight } else { 0 };
        two += if hits >= 2 { weight } else { 0 };
    }
    [pips as f32 / 432.0, one as f32 / 36.0, two as f32 / 36.0]
}

fn can_hit(a: &Checkers, b: &Checkers, target: i32, hitter: i32, way: &Way) -> bool {
    let n = count(a, hitter);
    if hitter < 24 - target || n == 0 || (hitter < 6 && n == 2) || target + hitter - 23 != way.total {
        return false;
    }
    let open = |m: &i32| count(b, target - m) <= 1;
    if way.all_open { way.middles.iter().all(open) } else { way.middles.iter().any(open) }
}

fn hits_from_board(a: &Checkers, b: &Checkers, roll: Roll, ways: &[Way], hitters: &[Vec<i32>]) -> (i32, i32) {
    let (mut hits, mut pips, mut last) = (0, 0, None);
    for (way, hitters) in ways.iter().zip(hitters) {
        let Some(&k) = hitters.first() else { continue };
        pips = pips.max(k - way.total + 1);
        if way.middles.is_empty() {
            if last != Some(k) || count(a, k) > 1 {
                hits += 1;
            }
            last = Some(k);
            if roll.is_double() && hitters.len() > 1 {
                hits += 1;
            }
        } else {
            hits = hits.max(1);
            if way.middles.iter().any(|m| 23 - k + m >= 0 && count(b, 23 - k + m) == 1) {
                hits += 1;
            }
        }
    }
    (hits, pips)
}

fn hits_with_one_on_bar(b: &Checkers, roll: Roll, ways: &[Way], hitters: &[Vec<i32>]) -> (i32, i32) {
    let (mut hits, mut pips, mut bound) = (0, 0, false);
    for (n, (way, hitters)) in ways.iter().zip(hitters).enumerate() {
        if way.middles.is_empty() {
            let other = if roll.is_double() { 2 * way.total } else { ways[1 - n].total };
            for &k in hitters.iter().filter(|&&k| k >= 1) {
                if k != 24 {
                    if bound || count(b, other - 1) >= 2 {
                        break;
                    }
                    bound = true;
                }
                hits += 1;
                pips = pips.max(k - way.total + 1);
            }
        } else if hitters.first() == Some(&24) {
            hits = hits.max(1);
            pips = pips.max(25 - way.total);
            if way.middles.iter().any(|m| count(b, m + 1) == 1) {
                hits += 1;
            }
        }
    }
    (hits, pips)
}

fn hits_from_bar(ways: &[Way], hitters: &[Vec<i32>]) -> (i32, i32) {
    let (mut hits, mut pips) = (0, 0);
    for (way, hitters) in ways.iter().zip(hitters) {
        if way.middles.is_empty() && hitters.first() == Some(&24) {
            hits += 1;
            pips = pips.max(25 - way.total);
        }
    }
    (hits, pips)
}
