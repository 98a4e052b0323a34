//! The schedule of a training run: its settings and how they change on the way.

use super::self_play::PlayStyle;

/// Everything a training run depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainSettings {
    /// Seed of all chance.
    pub seed: u64,
    /// Games in all.
    pub games: u64,
    /// Width of the contact net: 64, 128, 192 or 256.
    pub hidden: usize,
    /// Width of the race net.
    pub race_hidden: usize,
    /// The part of decisions left to chance.
    pub exploration: f32,
    /// The part of the games, at the end, that look at all rolls of a decision; 0 to 1.
    pub without_luck: f32,
    /// Learning rate at the start and at the end.
    pub rate: (f32, f32),
    /// λ at the start and at the end of the part played for luck.
    pub lambda: (f32, f32),
    /// λ of the part without luck.
    pub lambda_without_luck: f32,
    /// Games to one update at the start and at the end.
    pub games_per_update: (u32, u32),
    /// Worker threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            games: 4_000_000,
            hidden: 128,
            race_hidden: 64,
            exploration: 0.02,
            without_luck: 0.0,
            rate: (1.5e-3, 3e-5),
            lambda: (0.8, 0.1),
            lambda_without_luck: 0.9,
            games_per_update: (16, 128),
            threads: 1,
        }
    }
}

/// The settings of the next chunk of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Learning rate.
    pub rate: f32,
    /// λ of the targets.
    pub lambda: f32,
    /// Games to one update.
    pub games_per_update: usize,
    /// Games played with the same net.
    pub chunk: usize,
    /// How they are played.
    pub style: PlayStyle,
}

impl TrainSettings {
    /// The schedule after `games` games.
    #[must_use]
    pub fn schedule(&self, games: u64) -> Schedule {
        let done = (games as f64 / self.games.max(1) as f64).clamp(0.0, 1.0) as f32;
        let without_luck = done >= 1.0 - self.without_luck;
        // The learning rate falls by a constant factor, an update grows by one; both tame the noise.
        let geometric = |(from, to): (f32, f32)| from * (to / from).powf(done);
        let lambda = self.lambda.0 + (self.lambda.1 - self.lambda.0) * (done * 3.0).min(1.0);
        let (from, to) = self.games_per_update;
        let games_per_update = (geometric((from as f32, to as f32)) as usize).max(1);
        Schedule {
            rate: geometric(self.rate),
            lambda: if without_luck { self.lambda_without_luck } else { lambda },
            games_per_update,
            chunk: games_per_update.max(128),
            style: PlayStyle { exploration: self.exploration, without_luck },
        }
    }
}
