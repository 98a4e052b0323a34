//! The part of one side alone in the features of contact positions, for sixteen positions.
//!
//! Among the plays of a roll, most leave the other side's checkers where they are, so that its part need not
//! be computed again.

use super::bytes::Bytes;
use super::escapes::{ESCAPES, PATTERN};
use crate::board::masks::BOARD;
use crate::board::{BAR, Checkers};
use crate::simd::vector::{Ints, Table, Vector, WIDTH, bits};

/// One side of sixteen positions with what follows from its checkers alone.
#[derive(Clone)]
pub(crate) struct SideView {
    checkers: [Checkers; WIDTH],
    /// Whether anything was ever computed.
    known: bool,
    /// Checkers by place.
    pub(super) counts: Bytes,
    /// Places with a checker in some position.
    pub(super) places: u32,
    /// Places with at least one checker; bit 24 is the bar.
    pub(super) any: Ints,
    /// Places with at least two.
    pub(super) made: Ints,
    /// Blots and made points in the numbering of the other side. The bar is not among them.
    pub(super) mirrored_blots: Ints,
    pub(super) mirrored_made: Ints,
    /// Home points with exactly two checkers.
    pub(super) home_pairs: Ints,
    /// Escapes of an enemy checker by the pips it needs, as far as they have been computed.
    escapes: [Ints; BAR + 1],
    known_escapes: u32,
    pub(super) total: Ints,
    /// The rearmost place, -1 when all are off.
    pub(super) back: Ints,
    /// The fewest escapes of enemy checkers that need 15 to 23 pips.
    pub(super) fewest_escapes: Ints,
    /// Numerators of the features that depend on this side alone; `backbone` also has its denominator.
    pub(super) back_anchor: Ints,
    pub(super) forward_anchor: Ints,
    pub(super) moment2: Ints,
    pub(super) backbone: [Ints; 2],
    pub(super) backgame: [Ints; 2],
    /// How many home points are made.
    pub(super) home_points: Ints,
}

impl SideView {
    /// A side of which nothing is computed yet.
    pub(crate) const fn empty() -> Self {
        const ZERO: Ints = Ints::all(0);
        Self {
            checkers: [Checkers::NONE; WIDTH],
            known: false,
            counts: Bytes::ZERO,
            places: 0,
            any: ZERO,
            made: ZERO,
            mirrored_blots: ZERO,
            mirrored_made: ZERO,
            home_pairs: ZERO,
            escapes: [ZERO; BAR + 1],
            known_escapes: 0,
            total: ZERO,
            back: ZERO,
            fewest_escapes: ZERO,
            back_anchor: ZERO,
            forward_anchor: ZERO,
            moment2: ZERO,
            backbone: [ZERO; 2],
            backgame: [ZERO; 2],
            home_points: ZERO,
        }
    }

    /// Turns to the checkers of other positions, which `checkers` gives by lane; does nothing when they are the same.
    #[inline(always)]
    pub(crate) fn update<'a, V: Vector>(&mut self, set: V::Set, checkers: impl Fn(usize) -> &'a Checkers) {
        let mut changed = !self.known;
        for (lane, old) in self.checkers.iter_mut().enumerate() {
            let new = checkers(lane);
            changed |= old != new;
            *old = *new;
        }
        if changed {
            self.known = true;
            self.compute::<V>(set);
        }
    }

    #[inline(always)]
    fn compute<V: Vector>(&mut self, set: V::Set) {
        let number = |value| V::splat(set, value);
        V::columns(set, self.checkers.each_ref().map(Checkers::bytes), &mut self.counts.0);
        self.places = occupied(&self.checkers);
        let zero = number(0);
        let [mut any, mut made, mut mirrored_any, mut mirrored_made, mut home_pairs] = [zero; 5];
        let [mut pips, mut total, mut far] = [zero; 3];
        for place in bits(self.places) {
            let count = V::widen(set, &self.counts.0[place]);
            let (some, several) = (count.exceeds(zero), count.exceeds(number(1)));
            let [bit, mirrored, index] = PLACES[place].map(number);
            any = any | some & bit;
            made = made | several & bit;
            mirrored_any = mirrored_any | some & mirrored;
            mirrored_made = mirrored_made | several & mirrored;
            if place < 6 {
                home_pairs = home_pairs | count.equals(number(2)) & number(1 << place);
            }
            pips = pips + count.times(index);
            total = total + count;
            if place >= 18 {
                far = far + count;
            }
        }
        any.store(&mut self.any);
        made.store(&mut self.made);
        mirrored_any.without(mirrored_made).store(&mut self.mirrored_blots);
        mirrored_made.store(&mut self.mirrored_made);
        home_pairs.store(&mut self.home_pairs);
        total.store(&mut self.total);
        any.top_bit().store(&mut self.back);
        self.moment2(pips, total);

        let on_board = made & number(BOARD as i32);
        on_board.top_bit().store(&mut self.back_anchor);
        (on_board & number(0b11_1111)).ones().store(&mut self.home_points);
        forward_anchor(on_board).store(&mut self.forward_anchor);
        let [near, points] = backbone(on_board);
        near.store(&mut self.backbone[0]);
        points.store(&mut self.backbone[1]);
        let anchors = (on_board & number(FAR_HOME)).ones();
        ((far - number(3)) & anchors.exceeds(number(1))).store(&mut self.backgame[0]);
        (far & anchors.equals(number(1))).store(&mut self.backgame[1]);

        self.known_escapes = 0;
        let mut fewest = number(36);
        for pips in FIRST_CONTAINED..BAR {
            fewest = fewest.min(self.escapes::<V>(set, pips));
        }
        fewest.store(&mut self.fewest_escapes);
    }

    /// The squared distances of the checkers behind the mean, as a mean of their own; both means are rounded up.
    #[inline(always)]
    fn moment2<V: Vector>(&mut self, pips: V, total: V) {
        let set = pips.set();
        let number = |value| V::splat(set, value);
        let (zero, one) = (number(0), number(1));
        let mean = (pips + total - one).max(zero).whole(total.max(one));
        // Squares, and 16384 for each checker.
        let mut sums = zero;
        for place in bits(self.places) {
            let distance = number(place as i32) - mean;
            let weight = distance.times(distance.max(zero)) + number(16_384);
            sums = sums + V::widen(set, &self.counts.0[place]).times(weight & distance.exceeds(zero));
        }
        let (squares, n) = (sums & number(16_383), sums.down(number(14)));
        let mean_square = (squares + n - one).max(zero).whole(n.max(one));
        mean_square.store(&mut self.moment2);
    }

    /// Escapes of an enemy checker that needs this many pips to pass the bar of this side, 6 to 24.
    #[inline(always)]
    pub(super) fn escapes<V: Vector>(&mut self, set: V::Set, pips: usize) -> V {
        if self.known_escapes >> pips & 1 == 0 {
            self.known_escapes |= 1 << pips;
            let pattern =
                (V::load(set, &self.made) & V::splat(set, BOARD as i32)).down(V::splat(set, BAR as i32 - pips as i32));
            escapes(pattern).store(&mut self.escapes[pips]);
        }
        V::load(set, &self.escapes[pips])
    }
}

/// The bit of each place, that of the other side's numbering, which has none for the bar, and its number. Read from
/// memory they reach a vector sooner than from another register.
static PLACES: [[i32; 3]; BAR + 1] = {
    let mut places = [[0; 3]; BAR + 1];
    let mut place = 0;
    while place <= BAR {
        let mirrored = if place < BAR { 1 << (BAR - 1 - place) } else { 0 };
        places[place] = [1 << place, mirrored, place as i32];
        place += 1;
    }
    places
};

/// Enemy checkers that need fewer pips to pass the bar do not count as contained.
pub(super) const FIRST_CONTAINED: usize = 15;

/// Points 19 to 24.
const FAR_HOME: i32 = 0b11_1111 << 18;

/// The rolls that escape by the made points ahead; higher bits do not matter.
#[inline(always)]
pub(super) fn escapes<V: Vector>(pattern: V) -> V {
    pattern.look_up(&ESCAPES) & pattern.all(0xff)
}

/// The rolls that escape and those that also pass the nearest made point.
#[inline(always)]
pub(super) fn all_escapes<V: Vector>(pattern: V) -> [V; 2] {
    let packed = pattern.look_up(&ESCAPES);
    [packed & packed.all(0xff), packed.down(packed.all(8))]
}

/// The places that are occupied in some position.
#[inline(always)]
fn occupied(checkers: &[Checkers; WIDTH]) -> u32 {
    let mut all = [0; 32];
    for checkers in checkers {
        for (all, count) in all.iter_mut().zip(checkers.bytes()) {
            *all |= count;
        }
    }
    Checkers::from_bytes(all).at_least::<1>()
}

/// The foremost anchor in the far home board, else the rearmost point in the outfield before it, in sixths of 24 - j;
/// 12 without any.
#[inline(always)]
fn forward_anchor<V: Vector>(made: V) -> V {
    let number = |value| made.all(value);
    let anchors = made & number(FAR_HOME);
    let before = made & number(0b11_1111 << 12);
    let foremost = (anchors & (number(0) - anchors)).top_bit();
    let rearmost = before.top_bit();
    let none = number(0);
    let place = foremost & anchors.exceeds(none)
        | rearmost.without(anchors.exceeds(none)) & before.exceeds(none)
        | number(12).without((anchors | before).exceeds(none));
    number(24) - place
}

/// The weights of every combination of made points 7 to 11 pips in front of the rearmost.
static FAR_WEIGHTS: Table<32> = {
    let mut weights = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut k = 0;
        while k < 5 {
            if bits >> k & 1 == 1 {
                // Bit 4 is 7 pips away, bit 0 is 11.
                weights[bits] += 2 + k as u16;
            }
            k += 1;
        }
        bits += 1;
    }
    Table::new(weights)
};

/// Numerator and denominator of the weighted share of made points close to the rearmost one.
#[inline(always)]
fn backbone<V: Vector>(made: V) -> [V; 2] {
    let number = |value| made.all(value);
    let made = made.without(number(1));
    let points = made.ones() - number(1);
    // The rearmost point becomes bit 24, the point d pips in front of it bit 24 - d.
    let seen = made.up(number(24) - made.top_bit());
    let near = (seen.down(number(18)) & number(0b11_1111)).ones();
    let far = (seen.down(number(13)) & number(31)).look_up(&FAR_WEIGHTS);
    let enough = points.exceeds(number(0));
    let (one, eleven) = (number(1).without(enough), number(11));
    [(near.times(eleven) + far) & enough | one, points.times(eleven) & enough | one]
}

/// The pattern of made points that an enemy checker meets which needs this many pips to pass the bar of this side.
#[inline(always)]
pub(super) fn pattern_ahead<V: Vector>(made: V, pips: V) -> V {
    let number = |value| made.all(value);
    (made & number(BOARD as i32)).down(number(24) - pips) & number((1 << PATTERN) - 1)
}
