//! The messages between workers and coordinators. Nothing here names a file, and whatever is read is checked before
//! use: trials of candidates that there are, as many as were requested, of the right rollout.

use crate::digest::{Sha256, hexadecimal};
use crate::rollout::{Fingerprint, Journal, JournalWriter, Order, Played, Records, Task};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// The format of this version's messages.
pub const FORMAT: &str = "gammon nats 1";

/// Trials of a shard, of all candidates together: what they leave fits into a message of a megabyte.
pub const MOST_TASKS: u64 = 4096;

/// Some trials of one candidate, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The candidate's number, from 0.
    pub candidate: usize,
    /// The first trial, from 0.
    pub first: u64,
    /// How many.
    pub trials: u64,
}

/// Trials as pieces.
pub fn pieces_of(tasks: &[Task]) -> Vec<Piece> {
    let mut sorted: Vec<_> = tasks.iter().map(|task| (task.candidate, task.trial)).collect();
    sorted.sort_unstable();
    let mut pieces: Vec<Piece> = Vec::new();
    for (candidate, trial) in sorted {
        match pieces.last_mut() {
            Some(piece) if piece.candidate == candidate && piece.first + piece.trials == trial => piece.trials += 1,
            _ => pieces.push(Piece { candidate, first: trial, trials: 1 }),
        }
    }
    pieces
}

/// The trials of pieces.
///
/// # Errors
/// When they are none, too many, of no candidate of the order, or none that a rollout has.
pub fn tasks_of(pieces: &[Piece], order: &Order) -> Result<Vec<Task>, String> {
    let all = pieces.iter().try_fold(0_u64, |all, piece| all.checked_add(piece.trials));
    if !all.is_some_and(|all| (1..=MOST_TASKS).contains(&all)) {
        return Err(format!("a shard has 1 to {MOST_TASKS} trials of all candidates"));
    }
    let mut tasks = Vec::new();
    for &Piece { candidate, first, trials } in pieces {
        if candidate >= order.job.candidates().len() {
            return Err(format!("there is no candidate {candidate}"));
        }
        if first.checked_add(trials).is_none_or(|end| end > Records::MOST_TRIALS) {
            return Err(format!("there is no trial {first}"));
        }
        tasks.extend((first..first + trials).map(|trial| Task { candidate, trial }));
    }
    Ok(tasks)
}

/// The records of a shard, as bytes that depend on nothing else.
///
/// # Errors
/// Never: memory takes everything.
pub fn pack(fingerprint: Fingerprint, candidates: usize, played: &Played) -> io::Result<Vec<u8>> {
    let first = played.iter().map(|(task, _)| task.trial).min().unwrap_or(0);
    let mut records = Records { first, ..Records::new(fingerprint, candidates) };
    for (task, record) in played {
        records.candidates[task.candidate].insert(task.trial - first, *record);
    }
    let mut bytes = Vec::new();
    JournalWriter::begin(&mut bytes, &records, b"")?;
    Ok(bytes)
}

/// The records of a shard, from its bytes.
///
/// # Errors
/// When the bytes are damaged, or those of another rollout.
pub fn unpack(bytes: &[u8], order: &Order) -> Result<Played, String> {
    let journal = Journal::read(bytes).map_err(|error| error.to_string())?;
    if journal.valid_bytes != bytes.len() {
        return Err("it is damaged".to_owned());
    }
    let records = journal.records;
    if records.fingerprint != order.engine || records.candidates.len() != order.job.candidates().len() {
        return Err("it is of another rollout".to_owned());
    }
    records.check(order).map_err(|error| error.to_string())?;
    let mut played = Played::new();
    for (candidate, trials) in records.candidates.iter().enumerate() {
        played.extend(
            trials.numbered().map(|(trial, record)| (Task { candidate, trial: records.first + trial }, *record)),
        );
    }
    played.sort_by_key(|(task, _)| (task.trial, task.candidate));
    Ok(played)
}

/// Whether these are the trials of those pieces, all of them and no other.
pub fn is_whole(played: &Played, pieces: &[Piece]) -> bool {
    let all: u64 = pieces.iter().map(|piece| piece.trials).sum();
    let there: BTreeSet<_> = played.iter().map(|(task, _)| (task.candidate, task.trial)).collect();
    let is_there = |piece: &Piece| {
        (piece.first..piece.first + piece.trials).all(|trial| there.contains(&(piece.candidate, trial)))
    };
    played.len() as u64 == all && there.len() as u64 == all && pieces.iter().all(is_there)
}

/// Whether this may be the name of a worker: 1 to 64 letters, digits, `-` and `_`.
pub fn is_name(text: &str) -> bool {
    let is_good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=64).contains(&text.len()) && text.chars().all(is_good)
}

/// A name for bytes: 32 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::of(bytes)[..16])
}

/// A job that workers may join.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// Always [`FORMAT`].
    pub format: String,
    /// The name in subjects.
    pub id: String,
    /// Whether it is dropped when no more messages about it come.
    pub live: bool,
    /// How many orders it has.
    pub orders: usize,
    /// The submitter's name.
    pub by: String,
    /// The proof that a worker must give first.
    pub proof: Proof,
}

/// A few trials and a digest of their records: a worker that gets another one plays otherwise than the submitter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The order that is proved: the job's first, with short games.
    pub order: Order,
    /// The trials.
    pub pieces: Vec<Piece>,
    /// The digest of what they leave.
    pub digest: String,
}

/// A shard to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskText {
    /// The number in the job.
    pub shard: u64,
    /// The order's number.
    pub order: usize,
    /// The trials.
    pub pieces: Vec<Piece>,
}

impl TaskText {
    /// As it is sent.
    ///
    /// # Errors
    /// Never: a shard is plain data.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        Ok(serde_json::to_vec(self)?)
    }
}

/// The head before the bytes of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResultHead {
    /// The shard.
    pub shard: u64,
    /// The order's number.
    pub order: usize,
    /// The worker that played it.
    pub worker: String,
    /// Why there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl ResultHead {
    /// A result as it is sent and kept.
    ///
    /// # Errors
    /// Never: a head is plain data.
    pub fn with(&self, body: &[u8]) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(body);
        Ok(bytes)
    }

    /// A result taken apart.
    pub fn split(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let (head, body) = bytes.split_at(end);
        Some((serde_json::from_slice(head).ok()?, &body[1..]))
    }
}

/// A worker's message about itself, sent every second.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Beat {
    /// The name.
    pub worker: String,
    /// The threads.
    pub threads: usize,
    /// Trials a second.
    pub rate: f64,
    /// The shards in its hands, each with its job.
    pub held: Vec<(String, u64)>,
    /// Jobs that it takes part in.
    pub joined: Vec<String>,
    /// Jobs that it does not take part in, and why.
    pub refused: BTreeMap<String, String>,
    /// Whether it leaves.
    pub leaving: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_told_in_pieces() {
        let task = |candidate, trial| Task { candidate, trial };
        let tasks = [task(0, 4), task(1, 4), task(0, 5), task(1, 7), task(0, 6)];
        let piece = |candidate, first, trials| Piece { candidate, first, trials };
        assert_eq!(pieces_of(&tasks), [piece(0, 4, 3), piece(1, 4, 1), piece(1, 7, 1)]);
    }

    /// All trials that were asked for, and no other: neither beside them, nor in their place, nor twice.
    #[test]
    fn a_shard_is_whole_or_it_is_none() {
        use crate::rollout::{Events, Fixed, TrialRecord};
        let record = TrialRecord {
            values: [Fixed::ZERO; 7],
            raw: [Fixed::ZERO; 7],
            settled: [Fixed::ZERO; 4],
            first_roll: None,
            events: Events::NONE,
            evaluations: 0,
        };
        let played = |tasks: &[(usize, u64)]| -> Played {
            tasks.iter().map(|&(candidate, trial)| (Task { candidate, trial }, record)).collect()
        };
        let pieces = [Piece { candidate: 0, first: 4, trials: 2 }, Piece { candidate: 1, first: 4, trials: 1 }];
        let whole = [(0, 4), (1, 4), (0, 5)];
        assert!(is_whole(&played(&whole), &pieces));
        for other in [
            &whole[..2],
            &[(0, 4), (1, 4), (0, 5), (0, 6)],
            &[(0, 4), (1, 4), (0, 5), (2, 4)],
            &[(0, 4), (1, 4), (0, 6)],
            &[(0, 4), (1, 4), (1, 5)],
            &[(0, 4), (1, 4), (0, 5), (0, 5)],
            &[],
        ] {
            assert!(!is_whole(&played(other), &pieces), "{other:?}");
        }
    }

    #[test]
    fn a_result_is_taken_apart() {
        let head = ResultHead { shard: 7, order: 1, worker: "a".to_owned(), fault: None };
        let bytes = head.with(b"x\ny").expect("plain data");
        let (back, body) = ResultHead::split(&bytes).expect("a result");
        assert_eq!((back.shard, &*back.worker, body), (7, "a", &b"x\ny"[..]));
        assert!(ResultHead::split(b"{}\n").is_none() && ResultHead::split(b"nothing").is_none());
    }

    #[test]
    fn names_of_workers_are_short_and_plain() {
        for name in ["a", "Z", "0", "-", "_", "pc-1_b", &"x".repeat(64)] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "a b", "@here", "ä", "a.b", &"x".repeat(65)] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[cfg(feature = "farm")]
    #[test]
    fn trials_are_those_that_a_rollout_has() {
        let order = crate::farm::nats::tests::samples::order(&crate::rollout::Engine::standard());
        let tasks = |pieces: &[(usize, u64, u64)]| {
            let piece = |&(candidate, first, trials)| Piece { candidate, first, trials };
            tasks_of(&pieces.iter().map(piece).collect::<Vec<_>>(), &order)
        };
        let found = tasks(&[(1, 4, 2), (0, 0, 1)]).expect("trials");
        let task = |candidate, trial| Task { candidate, trial };
        assert_eq!(found, [task(1, 4), task(1, 5), task(0, 0)]);
        let most = Records::MOST_TRIALS;
        assert!(tasks(&[(0, most - 1, 1)]).is_ok());
        assert!(tasks(&[(0, 0, MOST_TASKS)]).is_ok_and(|tasks| tasks.len() as u64 == MOST_TASKS));
        let number = format!("a shard has 1 to {MOST_TASKS} trials of all candidates");
        for (pieces, why) in [
            (&[][..], &*number),
            (&[(0, 0, 0)], &number),
            (&[(0, 0, MOST_TASKS), (1, 0, 1)], &number),
            (&[(0, 0, 2), (1, 0, u64::MAX)], &number),
            (&[(2, 0, 1)], "there is no candidate 2"),
            (&[(0, most, 1)], &format!("there is no trial {most}")),
            (&[(0, u64::MAX, 1)], &format!("there is no trial {}", u64::MAX)),
        ] {
            assert_eq!(tasks(pieces).expect_err("none"), why);
        }
    }

    /// Bytes are those of a shard of this rollout, or of none.
    #[cfg(feature = "farm")]
    #[test]
    fn records_are_packed_and_unpacked() {
        use crate::farm::nats::tests::samples::{order, played};
        let order = order(&crate::rollout::Engine::standard());
        let bytes = pack(order.engine, 2, &played(3, 0.1)).expect("packed");
        assert_eq!(unpack(&bytes, &order).expect("records"), played(3, 0.1));
        assert_eq!(unpack(&[&bytes[..], b"x"].concat(), &order).expect_err("more"), "it is damaged");
        assert!(unpack(&bytes[1..], &order).is_err());
        let mut other = order.engine.to_bytes();
        other[0] ^= 1;
        let other = Fingerprint::from_bytes(&other);
        for (fingerprint, candidates) in [(other, 2), (order.engine, 3)] {
            let bytes = pack(fingerprint, candidates, &played(3, 0.1)).expect("packed");
            assert_eq!(unpack(&bytes, &order).expect_err("another"), "it is of another rollout");
        }
        let impossible = pack(order.engine, 2, &played(3, 1000.0)).expect("packed");
        assert!(unpack(&impossible, &order).is_err());
    }
}
