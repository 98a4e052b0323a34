//! The identity of records, in a few bytes: a digest of all that a trial depends on.

use super::job::Job;
use super::resolved::Resolved;
#[cfg(feature = "nets")]
use super::settings::LuckBy;
use super::settings::{Pairing, RolloutSettings};
use crate::board::{ByPlayer, Player};
use crate::digest::{Sha256, hexadecimal};
use crate::eval::Evaluator;
use crate::scoring::{Cube, CubeOwner, Met, Terms};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Changes whenever trials come to play differently from the same inputs.
const VERSION: &[u8] = b"gammon rollout 3";

/// Changes whenever games come to be settled differently; the other values of a trial do not depend on it.
const SETTLEMENT_VERSION: &[u8] = b"settlement 4";

words! {
    /// The inputs that a trial depends on besides its number. Each has a digest of its own, so that a refusal can name
    /// the one that differs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Part: name {
        /// The way trials are played.
        Program = "the version of the program",
        /// The candidates: positions, cube, score, and the player who decides.
        Position = "the position",
        /// The match equities at the score.
        MatchEquities = "the match equities",
        /// Everything under `set rollout` that changes a trial, the seed included, and the cube efficiency.
        Settings = "the settings",
        /// The nets.
        Weights = "the weights",
        /// The bearoff databases.
        Databases = "the databases",
    }
}

/// Identifies what was rolled out, how, and with which weights and databases: records with different fingerprints
/// must not be mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fingerprint([[u8; 8]; 6]);

impl Fingerprint {
    /// Bytes of a stored fingerprint.
    pub const BYTES: usize = 48;

    /// The fingerprint in a fixed layout.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        std::array::from_fn(|i| self.0[i / 8][i % 8])
    }

    /// A fingerprint from its stored form.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        Self(std::array::from_fn(|part| std::array::from_fn(|i| bytes[8 * part + i])))
    }

    /// The parts in which another differs.
    pub fn differences(&self, other: &Self) -> Differences {
        let differs = |&(i, _): &(usize, Part)| self.0[i] != other.0[i];
        Differences(Part::ALL.into_iter().enumerate().filter(differs).map(|(_, part)| part).collect())
    }

    /// A short name: 16 hexadecimal digits.
    pub fn name(&self) -> String {
        hexadecimal(&Sha256::of(self.to_bytes())[..8])
    }
}

/// Reads as its hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hexadecimal(self.to_bytes()))
    }
}

/// Text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a fingerprint has {} hexadecimal digits", 2 * Fingerprint::BYTES)]
pub struct NoFingerprint;

impl TryFrom<String> for Fingerprint {
    type Error = NoFingerprint;

    fn try_from(text: String) -> Result<Self, NoFingerprint> {
        if text.len() != 2 * Self::BYTES || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
            return Err(NoFingerprint);
        }
        let mut bytes = [0; Self::BYTES];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| NoFingerprint)?;
        }
        Ok(Self::from_bytes(&bytes))
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.to_string()
    }
}

/// Where two fingerprints differ: reads `the settings and the weights`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences(pub Vec<Part>);

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0.len();
        for (i, part) in self.0.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if i + 1 == n => " and ",
                _ => ", ",
            };
            write!(f, "{before}{}", part.name())?;
        }
        Ok(())
    }
}

/// The digests of everything a trial depends on besides its number.
pub fn fingerprint(job: &Job, settings: &Resolved, evaluator: &Evaluator, met: &Met) -> Fingerprint {
    let [weights, databases] = evaluator.fingerprints();
    // Earlier versions estimated races on low points, as GNU Backgammon does.
    let low: &[u8] = if evaluator.is_reference() { b"" } else { b"races on low points exact" };
    let weights = [&weights, low].concat();
    let parts: [&[u8]; 6] =
        [VERSION, &position(job), &match_equities(job, met), &played(job, settings, evaluator), &weights, &databases];
    let short = |bytes: &[u8]| *Sha256::of(bytes).first_chunk().expect("a digest has 32 bytes");
    Fingerprint(parts.map(short))
}

fn position(job: &Job) -> Vec<u8> {
    let mut bytes = vec![job.decider().seat()];
    bytes.extend(job.basis().value().to_le_bytes());
    if job.top() != Cube::TOP {
        bytes.extend(b"cube up to");
        bytes.extend(job.top().to_le_bytes());
    }
    for start in job.candidates() {
        bytes.extend(start.position.on_roll().bytes());
        bytes.extend(start.position.opponent().bytes());
        bytes.extend(start.cube.value().to_le_bytes());
        let owner = match start.cube.owner() {
            CubeOwner::Centered => 2,
            CubeOwner::Owned(owner) => owner.seat(),
        };
        bytes.extend([owner, start.on_roll.seat(), u8::from(start.cube_action)]);
    }
    match job.terms() {
        Terms::Money { jacoby, beavers } => bytes.extend([0, u8::from(*jacoby), *beavers, 0, 0]),
        Terms::Match(score) => {
            let ByPlayer([top, bottom]) = score.score();
            bytes.extend([1, score.length(), top, bottom, u8::from(score.crawford())]);
        }
    }
    bytes
}

/// The table's equities at this score: its name would not identify one read from a file.
fn match_equities(job: &Job, met: &Met) -> Vec<u8> {
    let Terms::Match(score) = job.terms() else { return Vec::new() };
    let after = |winner| {
        (1..=u32::from(score.length()))
            .flat_map(move |points| met.after(score, winner, points, Player::Top).to_le_bytes())
    };
    Player::BOTH.into_iter().flat_map(after).collect()
}

/// The settings of a trial. The stopping rules are left out: trials are the same under others.
fn played(job: &Job, settings: &Resolved, evaluator: &Evaluator) -> Vec<u8> {
    let played = RolloutSettings {
        truncate_equal_player0: false,
        players_are_same: false,
        ..settings.clone().into_settings().of_part(0)
    };
    let mut bytes = serde_json::to_vec(&played).expect("settings are plain data");
    if settings.prefilter.is_some() {
        bytes.extend(evaluator.filter_fingerprint());
    }
    if settings.settlement.is_some() {
        bytes.extend(SETTLEMENT_VERSION);
    }
    if settings.everybody().any(|own| !own.cube.cubeful) {
        // Earlier versions did not heed the setting.
        bytes.extend(b"cube decisions along cubeless plays");
    }
    if settings.pairing == Pairing::Ranked {
        // Earlier versions ranked equal rolls in a fixed order.
        bytes.extend(b"ties at random");
    }
    if matches!(job.terms(), Terms::Match(_)) && settings.cubeful && settings.bearoff_exact {
        // Earlier versions played all of them on, or those of more than six checkers.
        bytes.extend(b"bearoffs exact at match scores");
    }
    if settings.near_cubes.is_some() {
        // Earlier versions believed a static look in the first turns, too.
        bytes.extend(b"first cubes looked at deeper");
    }
    if matches!(job.terms(), Terms::Match(_)) && evaluator.knows_cubes() && settings.efficiency.asks_nets() {
        // Earlier versions asked the nets about cubes that are turned at no risk, too.
        bytes.extend(b"cubes turned at no risk are live");
    }
    #[cfg(feature = "nets")]
    if settings.luck_by == LuckBy::OwnNets {
        bytes.extend(Evaluator::standard().fingerprints()[0]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::resolved::tests::resolved;
    use super::*;
    use crate::board::Variation;
    use crate::eval::CubeEfficiency;
    use crate::scoring::{Cube, MatchScore};

    #[test]
    fn a_fingerprint_is_stored_as_text() {
        let fingerprint = Fingerprint::from_bytes(&std::array::from_fn(|i| i as u8));
        let text = serde_json::to_string(&fingerprint).expect("plain data");
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).expect("a fingerprint"), fingerprint);
        for text in ["\"00\"".to_owned(), text.replace('0', "+"), text.replace("00", "é")] {
            let error = serde_json::from_str::<Fingerprint>(&text).expect_err(&text).to_string();
            assert!(error.contains("96 hexadecimal digits"), "{error}");
        }
    }

    #[test]
    fn every_part_is_told_apart() {
        let start = Variation::Standard.starting_position();
        let evaluator = Evaluator::standard();
        let met = Met::kazaross_xg2();
        let score = |length| Terms::Match(MatchScore::new(length, ByPlayer([1, 0]), false).unwrap());
        let make = |length, settings: &RolloutSettings, met: &Met| {
            let job = Job::position(&start, Cube::START, Player::Top, score(length));
            fingerprint(&job, &resolved(settings), &evaluator, met)
        };
        let settings = RolloutSettings::default();
        let base = make(5, &settings, &met);
        assert_eq!(Fingerprint::from_bytes(&base.to_bytes()), base);
        let more = RolloutSettings { trials: 7, ..settings.clone() };
        assert_eq!(make(5, &more, &met), base, "how many trials there are to be is no part of it");
        let other_seed = RolloutSettings { seed: 7, ..settings.clone() };
        assert_eq!(base.differences(&make(5, &other_seed, &met)).0, [Part::Settings]);
        let mut other_cube = settings.clone();
        other_cube.efficiency.contact = 0.5;
        assert_eq!(base.differences(&make(5, &other_cube, &met)).0, [Part::Settings]);
        let other_met = Met::zadeh();
        assert_eq!(base.differences(&make(5, &settings, &other_met)).0, [Part::MatchEquities]);
        let both = base.differences(&make(7, &other_seed, &met));
        assert_eq!(both.to_string(), "the position, the match equities and the settings");
    }

    /// Marks stand where an earlier version played otherwise, and there alone: records of everything else go on.
    #[test]
    fn what_changed_is_marked_where_it_is_played() {
        let start = Variation::Standard.starting_position();
        let evaluator = Evaluator::standard();
        let score = Terms::Match(MatchScore::new(7, ByPlayer([1, 0]), false).unwrap());
        let has = |terms: Terms, set: fn(&mut RolloutSettings), mark: &[u8]| {
            let mut settings = RolloutSettings::default();
            set(&mut settings);
            let job = Job::position(&start, Cube::START, Player::Top, terms);
            let bytes = played(&job, &Resolved::new(&settings, job.kind(), true), &evaluator);
            bytes.windows(mark.len()).any(|part| part == mark)
        };
        let money = Terms::MONEY;
        let exact = b"bearoffs exact at match scores";
        assert!(has(score, |_| (), exact) && !has(money, |_| (), exact));
        assert!(!has(score, |settings| settings.cubeful = false, exact));
        assert!(!has(score, |settings| settings.bearoff_exact = false, exact));
        let cubeless = b"cube decisions along cubeless plays";
        assert!(!has(money, |_| (), cubeless));
        assert!(has(money, |settings| settings.players.0[1].cube.cubeful = false, cubeless));
        let ties = b"ties at random";
        assert!(!has(money, |_| (), ties) && has(money, |settings| settings.pairing = Pairing::Ranked, ties));
        let early = b"first cubes looked at deeper";
        let near = |settings: &mut RolloutSettings| settings.near_cubes = Some(RolloutSettings::NEAR);
        assert!(!has(money, |_| (), early) && has(money, near, early));
        let free = b"cubes turned at no risk are live";
        let by_numbers = |settings: &mut RolloutSettings| settings.efficiency = CubeEfficiency::STANDARD;
        assert!(has(score, |_| (), free) && !has(money, |_| (), free) && !has(score, by_numbers, free));
        let settled = |settings: &mut RolloutSettings| {
            settings.settlement = Some(super::super::settings::SettlementLimit::FITTED);
        };
        assert!(!has(money, |_| (), SETTLEMENT_VERSION) && has(money, settled, SETTLEMENT_VERSION));
        // Luck by our own nets depends on them, whatever plays.
        let own = |luck_by| {
            let settings = RolloutSettings { luck_by, ..RolloutSettings::default() };
            let job = Job::position(&start, Cube::START, Player::Top, money);
            let bytes = played(&job, &Resolved::new(&settings, job.kind(), false), &evaluator);
            bytes.ends_with(&evaluator.fingerprints()[0])
        };
        assert!(own(LuckBy::OwnNets) && !own(LuckBy::Players));
        let filter = evaluator.filter_fingerprint();
        assert!(!has(money, |_| (), &filter) && has(money, |settings| settings.prefilter = Some(8), &filter));
    }
}
