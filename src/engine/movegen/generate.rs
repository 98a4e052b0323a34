//! The generator: appends the plays of one roll to a flat list.
//!
//! Order of generation (evaluators break exact ties by it): the higher die first, then the other order;
//! for each die from the rearmost checker forward; doubles never move a checker from behind the previous one.
//!
//! Which plays can coincide?
//!
//! * *Doubles*: none. The result determines how many checkers left each point (count from the rear), and
//!   every such multiset is generated once, in rear-first order.
//! * *Two dice*, nothing borne off: one checker moved by both dice, in either order and without a hit on the way,
//!   and the same transport by two checkers. These cases are masked out.
//! * *Two dice* otherwise: results are compared by an exact 64-bit key.

use super::masks::{BAR_BIT, HIT, HOME, Masks, STEP, add, from_rear, sources, sources_within};
use super::play::{Arrival, CheckerMove, PackedPlay, Routes, Stop, packed};
use crate::board::{BAR, Checkers, OFF, Position, Roll, Variation};

/// More than the sources a checker move can have, so the room one batch of plays needs.
const BATCH: usize = 32;

/// Results and moves of the plays, side by side, with room that is used again.
///
/// Beyond `len` lie entries of earlier use: a batch is written over them without a check for each play.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    results: Vec<Position>,
    plays: Vec<PackedPlay>,
    arrivals: Vec<Arrival>,
    len: usize,
    /// The position before the plays, then those within them that have been looked at; without routes only the first.
    stops: Vec<Stop>,
    has_routes: bool,
    /// Keys of the results of this roll, while two dice are generated with comparison.
    keys: Vec<u64>,
}

/// The places for a batch of plays.
struct Batch<'a> {
    results: &'a mut [Position; BATCH],
    plays: &'a mut [PackedPlay; BATCH],
    arrivals: Option<&'a mut [Arrival; BATCH]>,
}

impl Buffer {
    /// No plays.
    pub fn new() -> Self {
        let before = Stop { position: Variation::Standard.starting_position(), arrival: Arrival::default() };
        let (results, plays, arrivals) = (Vec::new(), Vec::new(), Vec::new());
        Self { results, plays, arrivals, len: 0, stops: vec![before], has_routes: false, keys: Vec::new() }
    }

    /// Replaces the plays by those of this position and these rolls, and notes where those of each roll end. To note
    /// their routes takes a fifth longer.
    #[inline(always)]
    pub fn fill<const ROUTES: bool>(&mut self, position: &Position, rolls: &[Roll], ends: &mut [usize]) {
        self.len = 0;
        self.stops.clear();
        self.stops.push(Stop { position: *position, arrival: Arrival::default() });
        self.has_routes = ROUTES;
        let masks = Masks::new(position);
        for (&roll, end) in rolls.iter().zip(ends) {
            self.append::<ROUTES>(&masks, roll);
            *end = self.len;
        }
    }

    /// The position before the plays.
    pub fn before(&self) -> &Position {
        &self.stops[0].position
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn results(&self) -> &[Position] {
        &self.results[..self.len]
    }

    pub fn plays(&self) -> &[PackedPlay] {
        &self.plays[..self.len]
    }

    /// How the plays are reached.
    ///
    /// # Panics
    /// When that was not noted.
    pub fn routes(&self) -> Routes<'_> {
        assert!(self.has_routes, "the plays were generated with routes");
        Routes { stops: &self.stops, results: self.results(), arrivals: &self.arrivals[..self.len] }
    }

    /// The places for the next plays; those for arrivals if there are to be routes.
    #[inline(always)]
    fn batch<const ROUTES: bool>(&mut self) -> Batch<'_> {
        if self.results.len() < self.len + BATCH {
            self.grow();
        }
        let results = self.results[self.len..].first_chunk_mut();
        let plays = self.plays[self.len..].first_chunk_mut();
        let (results, plays) = results.zip(plays).expect("the buffer has grown by a batch");
        let arrivals = if ROUTES { self.arrivals[self.len..].first_chunk_mut() } else { None };
        Batch { results, plays, arrivals }
    }

    #[cold]
    fn grow(&mut self) {
        let len = 2 * self.results.len() + 8 * BATCH;
        self.results.resize(len, Position::from_checkers(Checkers::NONE, Checkers::NONE));
        self.plays.resize(len, PackedPlay::NONE);
        self.arrivals.resize(len, Arrival::default());
    }

    /// Appends a play.
    #[inline(always)]
    fn push<const ROUTES: bool>(&mut self, result: Position, play: PackedPlay, arrival: Arrival) {
        let Batch { results, plays, arrivals } = self.batch::<ROUTES>();
        (results[0], plays[0]) = (result, play);
        if let Some(arrivals) = arrivals {
            arrivals[0] = arrival;
        }
        self.len += 1;
    }

    /// The board after one more checker move, which is not the last.
    #[inline(always)]
    fn stop<const ROUTES: bool>(&mut self, state: &State, from: u32, die: u32) -> State {
        let next = State { stop: self.stops.len() as u16, ..state.step(from, die) };
        if ROUTES {
            self.stops.push(Stop { position: next.position, arrival: state.arrival(from, die) });
        }
        next
    }

    /// One play for each source of the last checker move, which is number `k`.
    #[inline(always)]
    fn push_all<const ROUTES: bool>(&mut self, state: &State, sources: u32, die: u32, play: PackedPlay, k: u32) {
        let Batch { results, plays, mut arrivals } = self.batch::<ROUTES>();
        let mut n = 0;
        for from in from_rear(sources) {
            results[n % BATCH] = state.result(from, die);
            plays[n % BATCH] = play.with(k, from, die);
            if let Some(arrivals) = &mut arrivals {
                arrivals[n % BATCH] = state.arrival(from, die);
            }
            n += 1;
        }
        self.len += n;
    }

    /// Appends the legal plays of a roll.
    fn append<const ROUTES: bool>(&mut self, masks: &Masks, roll: Roll) {
        let (high, low) = (u32::from(roll.high()), u32::from(roll.low()));
        let start = State { position: *self.before(), own: masks.own, blots: masks.blots, stop: 0 };
        if roll.is_double() {
            let mut doubles = Doubles::<ROUTES> { open: masks.open, die: high, start: self.len, most: 1, out: self };
            doubles.extend::<0>(&start, !0, PackedPlay::NONE);
            return;
        }
        let before = self.len;
        let outside = masks.own & !HOME;
        let several = |point: u32| outside != 1 << point || start.position.on_roll()[point as usize] > 1;
        if outside.checked_ilog2().is_some_and(several) {
            // One checker moved leaves another outside: nothing can be borne off.
            self.two_dice_in_the_field::<ROUTES>(&start, masks.open, high, low);
        } else {
            self.keys.clear();
            self.two_dice_compared::<ROUTES>(&start, masks.open, high, low);
            self.two_dice_compared::<ROUTES>(&start, masks.open, low, high);
        }
        // If both dice cannot be played: the larger if possible, else the smaller.
        for die in [high, low] {
            if self.len == before {
                self.push_all::<ROUTES>(&start, sources(start.own, masks.open, die), die, PackedPlay::NONE, 0);
            }
        }
    }

    /// Both dice, when nothing can be borne off.
    fn two_dice_in_the_field<const ROUTES: bool>(&mut self, start: &State, open: u32, high: u32, low: u32) {
        // Landing spots where nothing is hit: passing over one of them leaves no trace.
        let quiet = open & !start.blots;
        for from in from_rear(sources_within(start.own, open, high)) {
            let next = self.stop::<ROUTES>(start, from, high);
            // from+low/from and from/from-high make the transport of one checker from+low/from-high, which came first.
            let second = sources_within(next.own, open, low) & !((quiet << high) & 1 << (from + low));
            self.push_all::<ROUTES>(&next, second, low, PackedPlay::NONE.with(0, from, high), 1);
        }
        // One checker moved by both dice, the lower first: the same as the higher first where neither way hits.
        let seen = (quiet << high) & !(start.blots << low);
        if start.own & BAR_BIT == 0 {
            // The other order adds only such chains, over points that are not already ours.
            let chains = start.own & open << low & open << (low + high) & !(start.own << low) & !seen;
            for from in from_rear(chains) {
                let next = self.stop::<ROUTES>(start, from, low);
                let play = PackedPlay::NONE.with(0, from, low).with(1, from - low, high);
                self.push::<ROUTES>(next.result(from - low, high), play, next.arrival(from - low, high));
            }
        } else if start.position.on_roll().on_bar() == 1 && BAR_BIT & open << low != 0 {
            // Entering with the other die is another play, whatever follows, but for the chain. (Two on the bar enter
            // with both dice, in any order.)
            let bar = BAR as u32;
            let next = self.stop::<ROUTES>(start, bar, low);
            let chain = (seen & BAR_BIT) >> low;
            let second = sources_within(next.own, open, high) & !chain;
            self.push_all::<ROUTES>(&next, second, high, PackedPlay::NONE.with(0, bar, low), 1);
        }
    }

    /// Both dice in the given order, leaving out results that are already there.
    fn two_dice_compared<const ROUTES: bool>(&mut self, start: &State, open: u32, first: u32, second: u32) {
        for from in from_rear(sources(start.own, open, first)) {
            let next = self.stop::<ROUTES>(start, from, first);
            let play = PackedPlay::NONE.with(0, from, first);
            let key = start.key(from, first);
            for from in from_rear(sources(next.own, open, second)) {
                let key = key.wrapping_add(next.key(from, second));
                if !self.keys.contains(&key) {
                    self.keys.push(key);
                    self.push::<ROUTES>(
                        next.result(from, second),
                        play.with(1, from, second),
                        next.arrival(from, second),
                    );
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
    /// The number among the stops.
    stop: u16,
}

impl State {
    /// One more checker move from here.
    #[inline(always)]
    const fn arrival(&self, from: u32, die: u32) -> Arrival {
        Arrival { stop: self.stop, moved: packed(from, die), hits: self.hits(from, die) }
    }

    /// Whether one more checker move hits. Shifted up, no blot lies below `die`.
    #[inline(always)]
    const fn hits(&self, from: u32, die: u32) -> bool {
        self.blots << die >> from & 1 != 0
    }

    /// After one more checker move.
    #[inline(always)]
    fn step(&self, from: u32, die: u32) -> Self {
        let left = u32::from(self.position.on_roll().bytes()[(from & 31) as usize] == 1) << from;
        let reached = if from >= die { 1 << (from - die) } else { 0 };
        let (own, blots) = (self.own & !left | reached, self.blots & !reached);
        Self { position: self.result(from, die), own, blots, stop: self.stop }
    }

    /// The position after one more checker move.
    #[inline(always)]
    fn result(&self, from: u32, die: u32) -> Position {
        // The last row of HIT changes nothing, which is cheaper than a branch.
        let hit = if self.hits(from, die) { from - die } else { 31 };
        Position::from_checkers(
            add(self.position.on_roll(), &STEP[(die & 7) as usize][(from & 31) as usize]),
            add(self.position.opponent(), &HIT[(hit & 31) as usize]),
        )
    }

    /// The summand of one more checker move in the key of a play: the sums of two plays of two dice are equal exactly
    /// if the results are.
    ///
    /// The mover's counts change by at most 2 on a point, so the sum of change·5^point is different for each. A hit
    /// adds (point + 1)·5^25. Hits where a checker stays follow from the mover's counts; there is at most one more,
    /// made in passing, and the sum of two small numbers identifies it. All fits: 48.5·5^25 < 2^64.
    #[inline(always)]
    fn key(&self, from: u32, die: u32) -> u64 {
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
        let left = 0_u64.wrapping_sub(POWER[(from & 31) as usize]);
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
pub fn move_checker(position: &Position, from: u8, die: u8) -> Option<(Position, CheckerMove)> {
    let masks = Masks::new(position);
    let movable = usize::from(from) <= BAR && (1..=6).contains(&die);
    if !movable || sources(masks.own, masks.open, die.into()) >> from & 1 == 0 {
        return None;
    }
    let to = from.checked_sub(die).unwrap_or(OFF);
    let hits = to != OFF && masks.blots >> to & 1 == 1;
    let start = State { position: *position, own: masks.own, blots: masks.blots, stop: 0 };
    Some((start.result(from.into(), die.into()), CheckerMove { from, to, hits }))
}

/// Up to four checker moves by one die.
struct Doubles<'a, const ROUTES: bool> {
    open: u32,
    die: u32,
    /// Where this roll's plays begin in `out`.
    start: usize,
    /// The most moves found so far; plays with fewer are dropped.
    most: u32,
    out: &'a mut Buffer,
}

impl<const ROUTES: bool> Doubles<'_, ROUTES> {
    /// Plays that continue from `state`, after `MADE` moves, with checkers from the points of `allowed`.
    #[inline(always)]
    fn extend<const MADE: u32>(&mut self, state: &State, allowed: u32, play: PackedPlay) {
        let from = sources(state.own, self.open, self.die) & allowed;
        if from == 0 {
            if MADE >= self.most {
                self.reach(MADE);
                let arrival = if ROUTES { self.out.stops[usize::from(state.stop)].arrival } else { Arrival::default() };
                self.out.push::<ROUTES>(state.position, play, arrival);
            }
            return;
        }
        if MADE == 3 {
            self.reach(4);
            self.out.push_all::<ROUTES>(state, from, self.die, play, 3);
            return;
        }
        for from in from_rear(from) {
            let next = self.out.stop::<ROUTES>(state, from, self.die);
            let (allowed, play) = ((2 << from) - 1, play.with(MADE, from, self.die));
            match MADE {
                0 => self.extend::<1>(&next, allowed, play),
                1 => self.extend::<2>(&next, allowed, play),
                _ => self.extend::<3>(&next, allowed, play),
            }
        }
    }

    /// Notes that plays of this many moves exist.
    #[inline(always)]
    fn reach(&mut self, moves: u32) {
        if moves > self.most {
            self.most = moves;
            self.out.len = self.start;
        }
    }
}
