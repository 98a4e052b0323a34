//! What records are records of, in 32 bytes.

use super::job::Job;
use super::records::Fingerprint;
use super::settings::RolloutSettings;
use crate::board::{ByPlayer, Player};
use crate::eval::Evaluator;
use crate::scoring::{CubeOwner, Met, Terms};
use sha2::{Digest, Sha256};

/// Changes whenever trials come to play differently from the same inputs.
const VERSION: &[u8] = b"gammon rollout 1";

/// The digest of everything a trial depends on besides its number.
pub fn fingerprint(job: &Job, settings: &RolloutSettings, evaluator: &Evaluator, met: &Met) -> Fingerprint {
    let mut digest = Sha256::new();
    digest.update(VERSION);
    digest.update([player(job.decider()), u8::try_from(job.candidates().len()).unwrap_or(u8::MAX)]);
    digest.update(job.basis().value.to_le_bytes());
    for start in job.candidates() {
        digest.update(start.position.on_roll().bytes());
        digest.update(start.position.opponent().bytes());
        digest.update(start.cube.value.to_le_bytes());
        let owner = match start.cube.owner {
            CubeOwner::Centered => 2,
            CubeOwner::Owned(owner) => player(owner),
        };
        digest.update([owner, player(start.on_roll), u8::from(start.cube_action)]);
    }
    match job.terms() {
        Terms::Money { jacoby, beavers } => digest.update([0, u8::from(*jacoby), *beavers, 0, 0]),
        Terms::Match(score) => {
            let ByPlayer([top, bottom]) = score.score;
            digest.update([1, score.length, top, bottom, u8::from(score.crawford)]);
            // What the table says of this score: its name would be too little for one read from a file.
            for winner in Player::BOTH {
                for points in 1..=u32::from(score.length) {
                    digest.update(met.after(score, winner, points, Player::Top).to_le_bytes());
                }
            }
        }
    }
    // When to stop does not matter to a trial: the same trials may be asked for under other rules.
    let defaults = RolloutSettings::default();
    let played = RolloutSettings {
        trials: 0,
        limit: defaults.limit,
        jsd: defaults.jsd,
        until: defaults.until,
        truncate_equal_player0: false,
        players_are_same: false,
        ..settings.clone()
    };
    digest.update(serde_json::to_vec(&played).expect("settings are plain data"));
    digest.update(evaluator.fingerprint());
    digest.finalize().into()
}

const fn player(player: Player) -> u8 {
    match player {
        Player::Top => 0,
        Player::Bottom => 1,
    }
}
