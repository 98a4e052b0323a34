//! Positions as they turn up in games of players with very different ideas, and cubes to go with them.
use gammon::board::{ByPlayer, Player, Position, Roll, Variation};
use gammon::movegen::legal_plays;
use gammon::scoring::{Cube, CubeOwner, MatchScore, Terms};

/// Random numbers with a fixed sequence (SplitMix64).
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// One of some things.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A roll of the dice.
    pub fn roll(&mut self) -> Roll {
        Roll::from_outcome(self.below(36) as u8)
    }
}

/// What a player is after.
#[derive(Clone, Copy)]
enum Plan {
    /// Anything.
    Wander,
    /// Home with the rear checkers.
    Run,
    /// Stay back.
    Wait,
    /// Many points, few blots.
    Build,
}

const PLANS: [Plan; 4] = [Plan::Wander, Plan::Run, Plan::Wait, Plan::Build];

impl Plan {
    /// How well a result, seen by the mover, fits.
    fn fits(self, result: &Position) -> usize {
        let counts = result.on_roll().counts();
        match self {
            Self::Wander => 0,
            Self::Run => 400 - counts.iter().enumerate().map(|(i, &n)| usize::from(n) * i * i / 24).sum::<usize>(),
            Self::Wait => counts[18..].iter().map(|&n| usize::from(n.min(3))).sum(),
            Self::Build => {
                40 + 2 * counts.iter().filter(|&&n| n >= 2).count() - counts.iter().filter(|&&n| n == 1).count()
            }
        }
    }
}

/// So many positions before the roll, none of them over: races, back games, bearoffs, whatever comes.
pub fn positions(seed: u64, n: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut found = Vec::with_capacity(n);
    while found.len() < n {
        let mut position = Variation::Standard.starting_position();
        let mut plans = [random.pick(&PLANS), random.pick(&PLANS)];
        // Both ends of a game come as often as its middle.
        let mut wait = random.below(12);
        while found.len() < n && !position.is_over() {
            if wait == 0 {
                found.push(position);
                wait = 5 + random.below(20);
            }
            wait -= 1;
            let plays = legal_plays(&position, random.roll());
            let good = plays.iter().map(|play| plans[0].fits(&play.result)).max();
            let best: Vec<_> = plays.iter().filter(|play| Some(plans[0].fits(&play.result)) == good).collect();
            let result = if best.is_empty() { position } else { best[random.below(best.len())].result };
            position = result.flipped();
            plans.swap(0, 1);
            if random.below(40) == 0 {
                plans[0] = random.pick(&PLANS);
            }
        }
    }
    found
}

/// A state of the cube and the rules it is turned under, as a game may have it; anybody's turn.
pub fn cube(random: &mut Random) -> (Cube, Terms) {
    let owner = random.pick(&[CubeOwner::Centered, CubeOwner::Owned(Player::Top), CubeOwner::Owned(Player::Bottom)]);
    if random.below(3) == 0 {
        let terms = Terms::Money { jacoby: random.below(2) == 0, beavers: random.pick(&[0, 3]) };
        return (
            Cube::new(if owner == CubeOwner::Centered { 1 } else { random.pick(&[2, 4, 8]) }, owner).unwrap(),
            terms,
        );
    }
    let length = random.pick(&[1, 2, 3, 5, 7, 9, 11, 15, 25]);
    let score = [0; 2].map(|_| random.below(usize::from(length)) as u8);
    let one_away = score.contains(&(length - 1)) && score[0] != score[1];
    let crawford = one_away && random.below(2) == 0;
    let least = score.into_iter().min().expect("two scores");
    // A cube is never turned beyond what both need.
    let levels = if crawford || owner == CubeOwner::Centered { 1 } else { 5 };
    let sensible: Vec<u32> = (1..=levels).map(|i| 1 << i >> 1).filter(|&v| v < 2 * u32::from(length - least)).collect();
    let value = random.pick(&sensible);
    let owner = if value == 1 { CubeOwner::Centered } else { owner };
    (Cube::new(value, owner).unwrap(), Terms::Match(MatchScore::new(length, ByPlayer(score), crawford).unwrap()))
}
