//! Positions to learn: of games that the own nets play with themselves and of scenes that they start from, good plays
//! and bad ones.

use super::chance::Chance;
use super::scenes::Scene;
use super::subject::Subject;
use crate::board::{Position, SeenBy, Variation};
use crate::eval::{Class, Evaluator, Outputs, Scratch};
use crate::movegen::PlayList;

/// Turns after which a game is left.
const LONGEST: u32 = 300;
/// Turns that a scene is played on at most.
const LONGEST_SCENE: u32 = 20;
/// Plays among the best of which one gives a position beside the one that is played.
const NEAR: usize = 5;

/// Where a walk begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of a game.
    Game(Variation),
    /// The start of a game whose first plays are all left to chance.
    Wild,
    /// A position put together.
    Scene(Scene),
}

/// How many walks begin where, of all together; a walk from the start is four times as long as one from a scene.
const CONTACT: [(Start, u32); 10] = [
    (Start::Game(Variation::Standard), 30),
    (Start::Game(Variation::Nackgammon), 8),
    (Start::Wild, 14),
    (Start::Scene(Scene::BackGame), 40),
    (Start::Scene(Scene::AcePoint), 12),
    (Start::Scene(Scene::Containment), 16),
    (Start::Scene(Scene::Blitz), 12),
    (Start::Scene(Scene::Primes), 12),
    (Start::Scene(Scene::Crashed), 10),
    (Start::Scene(Scene::Bearoff), 24),
];

/// The starts of walks through races, and how often each; all games end in a race.
const RACES: [(Start, u32); 5] = [
    (Start::Game(Variation::Standard), 12),
    (Start::Game(Variation::Nackgammon), 3),
    (Start::Wild, 5),
    (Start::Scene(Scene::GammonRace), 16),
    (Start::Scene(Scene::Stragglers), 8),
];

impl Start {
    /// Where walks begin, with shares.
    const fn of(subject: Subject) -> &'static [(Start, u32)] {
        match subject {
            Subject::Contact => &CONTACT,
            Subject::Races => &RACES,
        }
    }

    /// All of them with their names.
    pub const NAMED: [(Self, &'static str); 12] = [
        (Self::Game(Variation::Standard), "game"),
        (Self::Game(Variation::Nackgammon), "nackgammon"),
        (Self::Wild, "wild"),
        (Self::Scene(Scene::BackGame), "back-game"),
        (Self::Scene(Scene::AcePoint), "ace-point"),
        (Self::Scene(Scene::Containment), "containment"),
        (Self::Scene(Scene::Blitz), "blitz"),
        (Self::Scene(Scene::Primes), "primes"),
        (Self::Scene(Scene::Crashed), "crashed"),
        (Self::Scene(Scene::Bearoff), "bearoff"),
        (Self::Scene(Scene::GammonRace), "gammon-race"),
        (Self::Scene(Scene::Stragglers), "stragglers"),
    ];

    /// The subject whose positions walks that begin so are for.
    pub(crate) const fn subject(self) -> Subject {
        match self {
            Self::Scene(scene) => scene.subject(),
            Self::Game(_) | Self::Wild => Subject::Contact,
        }
    }

    /// A position to begin with, how many turns are left to chance, and how many there are at most.
    pub(crate) fn begin(self, chance: &mut Chance) -> (Position, u32, u32) {
        match self {
            Self::Game(variation) => (variation.starting_position(), 0, LONGEST),
            Self::Wild => {
                let variation = if chance.below(6) == 0 { Variation::Nackgammon } else { Variation::Standard };
                (variation.starting_position(), 1 + chance.below(40), LONGEST)
            }
            Self::Scene(scene) => (scene.position(chance), 0, 1 + chance.below(LONGEST_SCENE)),
        }
    }
}

/// Finds positions, reusing its room.
pub(super) struct Walker<'a> {
    players: &'a Evaluator,
    subject: Subject,
    plays: PlayList,
    outputs: Vec<Outputs>,
    ranked: Vec<usize>,
    scratch: Scratch,
}

impl<'a> Walker<'a> {
    /// One that looks for positions of a subject and whose plays are chosen by these nets.
    pub fn new(players: &'a Evaluator, subject: Subject) -> Self {
        let (plays, scratch) = (PlayList::new(), Scratch::new());
        Self { players, subject, plays, outputs: Vec::new(), ranked: Vec::new(), scratch }
    }

    /// So many positions, of as many walks as that takes.
    pub fn positions(&mut self, count: usize, chance: &mut Chance) -> Vec<Position> {
        let mut found = Vec::with_capacity(2 * count);
        while found.len() < count {
            self.walk(chance, &mut found);
        }
        found.truncate(count);
        found
    }

    /// Appends the positions of one walk that belong to the subject.
    pub fn walk(&mut self, chance: &mut Chance, found: &mut Vec<Position>) {
        let subject = self.subject;
        let (mut position, wild, longest) = start(subject, chance).begin(chance);
        let exploration = if chance.below(2) == 0 { 0.02 } else { 0.15 };
        for turn in 0..longest {
            let class = Class::of(&position);
            if !subject.comes_after(class) {
                return;
            }
            if subject.asks(class) {
                found.push(position);
            }
            let count = self.plays.generate(&position, chance.roll());
            if count == 0 {
                position = position.flipped();
                continue;
            }
            let is_left_to_chance = turn < wild || chance.uniform() < exploration;
            let any = chance.below(count as u32) as usize;
            let mut asked = [chance.below(count as u32) as usize; 2];
            let mut chosen = any;
            if turn >= wild && count > 1 {
                self.players.outputs_of(SeenBy::Mover, self.plays.results(), &mut self.scratch, &mut self.outputs);
                let best = least(&self.outputs).expect("two plays or more");
                asked[1] = self.near_best(chance);
                if !is_left_to_chance {
                    chosen = best;
                }
            }
            for play in asked {
                let other = self.plays.results()[play].flipped();
                if play != chosen && subject.asks(Class::of(&other)) {
                    found.push(other);
                }
            }
            position = self.plays.results()[chosen].flipped();
        }
    }

    /// One of the best plays.
    fn near_best(&mut self, chance: &mut Chance) -> usize {
        let Self { outputs, ranked, .. } = self;
        ranked.clear();
        ranked.extend(0..outputs.len());
        let equity = |play: &usize| outputs[*play].cubeless_equity();
        ranked.sort_unstable_by(|a, b| equity(a).total_cmp(&equity(b)).then(a.cmp(b)));
        ranked[chance.below(NEAR.min(ranked.len()) as u32) as usize]
    }
}

/// The first with the least equity for the opponent.
pub(super) fn least(outputs: &[Outputs]) -> Option<usize> {
    let equities = outputs.iter().map(Outputs::cubeless_equity).enumerate();
    equities.reduce(|best, next| if next.1 < best.1 { next } else { best }).map(|(i, _)| i)
}

fn start(subject: Subject, chance: &mut Chance) -> Start {
    let starts = Start::of(subject);
    let mut at = chance.below(starts.iter().map(|(_, share)| share).sum());
    for &(start, share) in starts {
        if at < share {
            return start;
        }
        at -= share;
    }
    unreachable!("a number below the sum of the shares")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_repeatable_and_of_their_subject() {
        let players = Evaluator::standard();
        let walks = |subject, seed| {
            let (mut walker, mut found) = (Walker::new(&players, subject), Vec::new());
            (0..40).for_each(|walk| walker.walk(&mut Chance::new(seed, walk), &mut found));
            assert!(found.iter().all(|position| subject.asks(Class::of(position))));
            found
        };
        let found = walks(Subject::Races, 1);
        assert!(found.len() > 200 && found.iter().all(|position| Class::of(position) == Class::Race));
        let found = walks(Subject::Contact, 1);
        assert_eq!(found, walks(Subject::Contact, 1));
        assert_ne!(found, walks(Subject::Contact, 2));
        assert!(found.len() > 1000);
        let crashed = found.iter().filter(|position| Class::of(position) == Class::Crashed).count();
        assert!(crashed > 50, "{crashed} of {} crashed", found.len());
    }
}
