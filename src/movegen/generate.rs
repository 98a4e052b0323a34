//! The generator: appends the plays of one roll to a flat list.
//!
//! Order of generation (evaluators break exact ties by it): the higher die first, then the other order;
//! for each die from the rearmost checker forward; doubles never move a checker from behind the previous one.
//!
//! Which plays can coincide?
//!
//! * *Doubles*: none. The result determines how many checkers left each point (count from the rear), and
//!   every such multiset is generated once, in rear-first order.
//! * *Two dice*, nothing borne off, nobody on the bar: one checker moved by both dice, in either order and
//!   without a hit on the way, and the same transport by two checkers. These cases are masked out.
//! * *Two dice* otherwise: results are compared by an exact 64-bit key.

use super::masks::{BAR_BIT, HIT, HOME, Masks, STEP, add, from_rear, sources};
use super::play::{CheckerMove, PackedPlay};
use crate::board::{BAR, OFF, Position, Roll};

/// Results and moves of the plays, side by side, with room that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    pub results: Vec<Position>,
    pub plays: Vec<PackedPlay>,
    /// Keys of the results from `start` on, while two dice are generated with comparison.
    keys: Vec<u64>,
}

impl Buffer {
    pub fn clear(&mut self) {
        self.results.clear();
        self.plays.clear();
    }

    fn truncate(&mut self, start: usize) {
        self.results.truncate(start);
        self.plays.truncate(start);
    }

    #[inline(always)]
    fn push(&mut self, result: Position, play: PackedPlay) {
        self.results.push(result);
        self.plays.push(play);
    }

    /// Appends the legal plays of a roll.
    pub fn append(&mut self, position: &Position, masks: &Masks, roll: Roll) {
        let (high, low) = (u32::from(roll.high()), u32::from(roll.low()));
        let start = State { position: *position, own: masks.own, blots: masks.blots, key: 0 };
        if roll.is_double() {
            let mut doubles = Doubles { open: masks.open, die: high, start: self.results.len(), most: 1, out: self };
            doubles.extend(&start, !0, 0, PackedPlay::NONE);
            return;
        }
        let before = self.results.len();
        let outside = masks.own & !HOME;
        if masks.own & BAR_BIT == 0 && outside.count_ones() >= 2 {
            // One checker moved leaves another outside: nothing can be borne off.
            self.two_dice_in_the_field(&start, masks.open, high, low);
        } else {
            self.keys.clear();
            self.two_dice_compared(&start, masks.open, high, low);
            self.two_dice_compared(&start, masks.open, low, high);
        }
        if self.results.len() == before {
            // Both dice cannot be played: the larger if possible, else the smaller.
            for die in [high, low] {
                for from in from_rear(sources(start.own, masks.open, die)) {
                    self.push(start.result(from, die), PackedPlay::NONE.with(0, from, die));
                }
                if self.results.len() > before {
                    return;
                }
            }
        }
    }

    /// Both dice, nobody on the bar and nothing borne off.
    fn two_dice_in_the_field(&mut self, start: &State, open: u32, high: u32, low: u32) {
        // Landing spots where nothing is hit: passing over one of them leaves no trace.
        let quiet = open & !start.blots;
        for from in from_rear(start.own & open << high) {
            let next = start.step(from, high);
            let mut second = next.own & open << low;
            // from+low/from and from/from-high make the transport of one checker from+low/from-high, which came first.
            second &= !((quiet << high) & 1 << (from + low));
            let play = PackedPlay::NONE.with(0, from, high);
            for from in from_rear(second) {
                self.push(next.result(from, low), play.with(1, from, low));
            }
        }
        // The other order adds only one checker moved by both dice: over a point that is not already ours,
        // when the higher die could not go first, or one of the two ways hits.
        let seen = (quiet << high) & !(start.blots << low);
        let chains = start.own & open << low & open << (low + high) & !(start.own << low) & !seen;
        for from in from_rear(chains) {
            let next = start.step(from, low);
            let play = PackedPlay::NONE.with(0, from, low).with(1, from - low, high);
            self.push(next.result(from - low, high), play);
        }
    }

    /// Both dice in the given order, leaving out results that are already there.
    fn two_dice_compared(&mut self, start: &State, open: u32, first: u32, second: u32) {
        for from in from_rear(sources(start.own, open, first)) {
            let next = start.step(from, first);
            let play = PackedPlay::NONE.with(0, from, first);
            for from in from_rear(sources(next.own, open, second)) {
                let key = next.key_after(from, second);
                if !self.keys.contains(&key) {
                    self.keys.push(key);
                    self.push(next.result(from, second), play.with(1, from, second));
                }
            }
        }
    }
}

/// The board somewhere within a play.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    own: u32,
    blots: u32,
    key: u64,
}

impl State {
    /// After one more checker move.
    #[inline(always)]
    fn step(&self, from: u32, die: u32) -> Self {
        let left = u32::from(self.position.on_roll().bytes()[(from & 31) as usize] == 1) << from;
        let reached = if from >= die { 1 << (from - die) } else { 0 };
        Self {
            position: self.result(from, die),
            own: self.own & !left | reached,
            blots: self.blots & !reached,
            key: self.key_after(from, die),
        }
    }

    /// The position after one more checker move.
    #[inline(always)]
    fn result(&self, from: u32, die: u32) -> Position {
        let on_roll = add(self.position.on_roll(), &STEP[(die & 7) as usize][(from & 31) as usize]);
        let to = from.wrapping_sub(die);
        if from >= die && self.blots >> to & 1 != 0 {
            Position::from_checkers(on_roll, add(self.position.opponent(), &HIT[(to & 31) as usize]))
        } else {
            Position::from_checkers(on_roll, *self.position.opponent())
        }
    }

    /// The key after one more checker move: equal for two plays of two dice exactly if the results are.
    ///
    /// The mover's counts change by at most 2 on a point, so the sum of change·5^point tells them apart. A hit
    /// adds (point + 1)·5^25. Hits where a checker stays follow from the mover's counts; there is at most one more,
    /// made in passing, and that one the sum of two small numbers tells. All fits: 48.5·5^25 < 2^64.
    #[inline(always)]
    fn key_after(&self, from: u32, die: u32) -> u64 {
        const POWER: [u64; 32] = {
            let mut powers = [0; 32];
            let (mut i, mut power) = (0, 1);
            while i <= 25 {
                powers[i] = power;
                power *= 5;
                i += 1;
            }
            powers
        };
        let left = self.key.wrapping_sub(POWER[(from & 31) as usize]);
        if from < die {
            return left;
        }
        let to = from - die;
        let hit = if self.blots >> to & 1 != 0 { u64::from(to + 1) * POWER[25] } else { 0 };
        left.wrapping_add(POWER[(to & 31) as usize]).wrapping_add(hit)
    }
}

/// Moves one checker by one die if that is legal by itself, whatever else the roll would demand.
///
/// `from` is an index of the mover, 24 for the bar.
#[must_use]
pub fn move_checker(position: &Position, from: u8, die: u8) -> Option<(Position, CheckerMove)> {
    let masks = Masks::new(position);
    let movable = usize::from(from) <= BAR && (1..=6).contains(&die);
    if !movable || sources(masks.own, masks.open, die.into()) >> from & 1 == 0 {
        return None;
    }
    let to = from.checked_sub(die).unwrap_or(OFF);
    let hits = to != OFF && masks.blots >> to & 1 == 1;
    let start = State { position: *position, own: masks.own, blots: masks.blots, key: 0 };
    Some((start.result(from.into(), die.into()), CheckerMove { from, to, hits }))
}

/// Up to four checker moves by one die.
struct Doubles<'a> {
    open: u32,
    die: u32,
    /// Where this roll's plays begin in `out`.
    start: usize,
    /// The most moves found so far; plays with fewer are dropped.
    most: u32,
    out: &'a mut Buffer,
}

impl Doubles<'_> {
    /// Plays that continue from `state`, after `made` moves, with checkers from the points of `allowed`.
    fn extend(&mut self, state: &State, allowed: u32, made: u32, play: PackedPlay) {
        let from = sources(state.own, self.open, self.die) & allowed;
        if from == 0 {
            if made >= self.most {
                self.reach(made);
                self.out.push(state.position, play);
            }
            return;
        }
        if made == 3 {
            self.reach(4);
            for from in from_rear(from) {
                self.out.push(state.result(from, self.die), play.with(3, from, self.die));
            }
            return;
        }
        for from in from_rear(from) {
            let next = state.step(from, self.die);
            self.extend(&next, (2 << from) - 1, made + 1, play.with(made, from, self.die));
        }
    }

    /// Notes that plays of this many moves exist.
    #[inline(always)]
    fn reach(&mut self, moves: u32) {
        if moves > self.most {
            self.most = moves;
            self.out.truncate(self.start);
        }
    }
}
