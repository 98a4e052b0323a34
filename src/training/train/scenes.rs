//! Positions that games come to too seldom to be learned from games alone, put together at random.

use super::chance::Chance;
use super::subject::Subject;
use crate::board::{Checkers, Position};
use crate::eval::Class;
use std::ops::Range;

/// Kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A side holds two points of the other's home board or three, and hopes for a shot.
    BackGame,
    /// A side holds one point far back while the other is on its way home or bearing off.
    AcePoint,
    /// A side has borne off many checkers and has one or two left behind.
    Containment,
    /// A side has checkers on the bar against a board that is being closed.
    Blitz,
    /// Both sides have checkers behind long rows of points.
    Primes,
    /// A side has most of its checkers on its lowest points.
    Crashed,
    /// A side bears off against checkers that wait or enter, whose side may have a gammon to save.
    Bearoff,
    /// A race in which a side has borne off nothing yet while the other is about to win a gammon.
    GammonRace,
    /// A race of few checkers, of which some are still on their way home.
    Stragglers,
}

impl Scene {
    /// Those with contact.
    #[cfg(test)]
    pub const CONTACT: [Self; 7] =
        [Self::BackGame, Self::AcePoint, Self::Containment, Self::Blitz, Self::Primes, Self::Crashed, Self::Bearoff];

    /// The subject whose positions these are.
    pub const fn subject(self) -> Subject {
        match self {
            Self::GammonRace | Self::Stragglers => Subject::Races,
            _ => Subject::Contact,
        }
    }

    /// A position of this kind; either side may be on roll.
    pub fn position(self, chance: &mut Chance) -> Position {
        loop {
            let mut table = Table::default();
            match self {
                Self::BackGame => back_game(&mut table, chance),
                Self::AcePoint => ace_point(&mut table, chance),
                Self::Containment => containment(&mut table, chance),
                Self::Blitz => blitz(&mut table, chance),
                Self::Primes => primes(&mut table, chance),
                Self::Crashed => crashed(&mut table, chance),
                Self::Bearoff => bearoff(&mut table, chance),
                Self::GammonRace => gammon_race(&mut table, chance),
                Self::Stragglers => stragglers(&mut table, chance),
            }
            let position = table.position(chance);
            if self.subject().asks(Class::of(&position)) {
                return position;
            }
        }
    }
}

/// Whom a scene is about.
const HERO: usize = 0;
/// The other side.
const OTHER: usize = 1;
/// The bar among places.
const BAR: usize = 24;
/// The home board among a side's places.
const HOME: Range<usize> = 0..6;

/// Checkers of both sides, each counted on its own places.
#[derive(Default)]
struct Table([[u8; 25]; 2]);

impl Table {
    fn left(&self, side: usize) -> u32 {
        15 - self.0[side].iter().map(|&count| u32::from(count)).sum::<u32>()
    }

    fn is_free(&self, side: usize, place: usize) -> bool {
        place == BAR || self.0[1 - side][23 - place] == 0
    }

    /// Puts checkers on a place as far as there are some left and the place is free.
    fn put(&mut self, side: usize, place: usize, count: u32) {
        if self.is_free(side, place) {
            self.0[side][place] += count.min(self.left(side)) as u8;
        }
    }

    /// Puts checkers anywhere among places, one to three together, as far as there is room.
    fn scatter(&mut self, side: usize, places: Range<usize>, count: u32, chance: &mut Chance) {
        let mut left = count.min(self.left(side));
        for _ in 0..60 {
            if left == 0 {
                return;
            }
            let place = chance.within(places.clone());
            if self.is_free(side, place) {
                let together = (1 + chance.below(3)).min(left);
                self.put(side, place, together);
                left -= together;
            }
        }
    }

    fn position(&self, chance: &mut Chance) -> Position {
        let [hero, other] = self.0.map(Checkers::new);
        let position = Position::from_checkers(hero, other);
        if chance.below(2) == 0 { position } else { position.flipped() }
    }
}

impl Chance {
    fn within(&mut self, places: Range<usize>) -> usize {
        places.start + self.below(places.len() as u32) as usize
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A number from one to another, both included.
    fn between(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(to - from + 1)
    }
}

fn back_game(table: &mut Table, chance: &mut Chance) {
    for _ in 0..if chance.one_in(8) { 3 } else { 2 } {
        let anchor = chance.within(18..24);
        if table.0[HERO][anchor] == 0 {
            table.put(HERO, anchor, if chance.one_in(4) { 3 } else { 2 });
        }
    }
    if chance.one_in(4) {
        table.put(HERO, BAR, chance.between(1, 2));
    } else if chance.one_in(3) {
        table.scatter(HERO, 12..24, 2, chance);
    }
    // The time that the hero has: from a crunched board to checkers all over the table.
    let last = [4, 7, 12, 18][chance.below(4) as usize];
    let gone = if chance.one_in(3) { chance.between(0, 8) } else { 0 };
    let first = [6, 9, 13, 16][chance.below(4) as usize];
    if chance.one_in(4) {
        table.scatter(OTHER, 12..25, chance.between(1, 3), chance);
    }
    table.scatter(HERO, 0..last, 15, chance);
    table.scatter(OTHER, 0..first, 15 - gone, chance);
}

fn ace_point(table: &mut Table, chance: &mut Chance) {
    let anchor = if chance.one_in(3) { chance.within(19..23) } else { 23 };
    table.put(HERO, anchor, chance.between(1, 3));
    if chance.one_in(5) {
        table.put(HERO, BAR, 1);
    }
    let last = [4, 6, 12][chance.below(3) as usize];
    table.scatter(HERO, 0..last, 15, chance);
    let (gone, first) = if chance.one_in(2) { (chance.between(0, 11), 6) } else { (0, 12) };
    table.scatter(OTHER, 0..first, 15 - gone, chance);
}

fn containment(table: &mut Table, chance: &mut Chance) {
    let gone = chance.between(1, 14);
    let behind = chance.between(1, 2).min(15 - gone);
    if chance.one_in(2) {
        table.put(OTHER, BAR, behind);
    } else {
        table.scatter(OTHER, 12..25, behind, chance);
    }
    // The hero's board, closed or nearly so, or points on the way to it.
    let start = if chance.one_in(3) { chance.within(0..5) } else { 0 };
    for place in start..start + 6 {
        if !chance.one_in(6) {
            table.put(HERO, place, 2);
        }
    }
    if chance.one_in(3) {
        table.scatter(HERO, 18..24, chance.between(1, 2), chance);
    }
    let left = table.left(HERO);
    table.scatter(HERO, 0..[7, 12, 18][chance.below(3) as usize], left, chance);
    table.scatter(OTHER, HOME, 15 - gone - behind, chance);
}

fn blitz(table: &mut Table, chance: &mut Chance) {
    table.put(OTHER, BAR, chance.between(1, 3));
    for place in HOME {
        if chance.one_in(2) {
            table.put(HERO, place, chance.between(1, 3));
        }
    }
    let near = chance.between(2, 6);
    table.scatter(HERO, 4..12, near, chance);
    if chance.one_in(2) {
        table.scatter(OTHER, 18..24, 2, chance);
    }
    table.scatter(OTHER, 0..14, 15, chance);
    table.scatter(HERO, 0..24, 15, chance);
}

fn primes(table: &mut Table, chance: &mut Chance) {
    for side in [HERO, OTHER] {
        let start = chance.within(1..6);
        for place in start..start + chance.between(4, 6) as usize {
            table.put(side, place, 2);
        }
        let behind = chance.between(1, 3);
        if chance.one_in(5) {
            table.put(side, BAR, behind);
        } else {
            table.scatter(side, 18..24, behind, chance);
        }
    }
    for side in [HERO, OTHER] {
        table.scatter(side, 0..18, 15, chance);
    }
}

fn crashed(table: &mut Table, chance: &mut Chance) {
    let low = chance.between(8, 13);
    table.scatter(HERO, 0..chance.within(2..5), low, chance);
    table.scatter(HERO, 10..25, chance.between(1, 4), chance);
    table.scatter(HERO, 0..24, 15, chance);
    let first = [8, 13, 24][chance.below(3) as usize];
    table.scatter(OTHER, 0..first, 15, chance);
}

fn bearoff(table: &mut Table, chance: &mut Chance) {
    let behind = chance.between(1, 3);
    if chance.one_in(2) {
        table.put(OTHER, BAR, behind);
    } else {
        table.scatter(OTHER, 18..24, behind, chance);
    }
    let gone = chance.between(0, 13);
    if chance.one_in(4) {
        table.scatter(HERO, 6..10, chance.between(1, 3).min(15 - gone), chance);
    }
    let left = table.left(HERO).saturating_sub(gone);
    table.scatter(HERO, HOME, left, chance);
    // The checkers that the other has to bring home before one is borne off.
    let outside = chance.between(0, 9);
    table.scatter(OTHER, 6..18, outside, chance);
    table.scatter(OTHER, HOME, 15, chance);
}

fn gammon_race(table: &mut Table, chance: &mut Chance) {
    let gone = chance.between(0, 14);
    if chance.one_in(4) {
        table.scatter(OTHER, 6..10, chance.between(1, 2).min(15 - gone), chance);
    }
    let left = table.left(OTHER).saturating_sub(gone);
    table.scatter(OTHER, 0..chance.within(2..7), left, chance);
    let outside = chance.between(1, 9);
    table.scatter(HERO, 6..past(table, OTHER), outside, chance);
    table.scatter(HERO, HOME, 15, chance);
}

fn stragglers(table: &mut Table, chance: &mut Chance) {
    for side in [HERO, OTHER] {
        let (outside, limit) = (chance.between(0, 3), past(table, 1 - side).min(21));
        if limit > 6 {
            table.scatter(side, 6..limit, outside, chance);
        }
        let at_home = if chance.one_in(2) { chance.between(0, 4) } else { chance.between(0, 12) };
        table.scatter(side, 0..chance.within(1..7).min(limit), at_home, chance);
    }
}

/// The first place of a side from which it is not past the last checker of the other.
fn past(table: &Table, other: usize) -> usize {
    23 - table.0[other].iter().rposition(|&count| count > 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_possible_positions_and_differ() {
        for scene in Scene::CONTACT.into_iter().chain([Scene::GammonRace, Scene::Stragglers]) {
            let mut chance = Chance::new(9, 0);
            let mut crashed = 0;
            let mut seen = std::collections::HashSet::new();
            for _ in 0..400 {
                let position = scene.position(&mut chance);
                let sides = [position.on_roll(), position.opponent()];
                assert!(sides.iter().all(|side| (1..=15).contains(&side.total())), "{scene:?}");
                for place in 0..24 {
                    let both = [sides[0].counts()[place], sides[1].counts()[23 - place]];
                    assert!(both.contains(&0), "{scene:?}: both sides on a point");
                }
                crashed += u32::from(Class::of(&position) == Class::Crashed);
                seen.insert(
                    position
                        .on_roll()
                        .counts()
                        .iter()
                        .chain(position.opponent().counts())
                        .copied()
                        .collect::<Vec<u8>>(),
                );
            }
            assert!(seen.len() > 390, "{scene:?} repeats itself");
            assert!(scene != Scene::Crashed || crashed > 100, "{crashed} crashed");
        }
    }
}
