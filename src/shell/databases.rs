//! The bearoff databases, computed once and kept for the next start.

use super::Paths;
use crate::eval::bearoff::{Bearoff, Stored};
use crate::storage;
use std::fs;

/// Makes the standard databases available. Those in the cache are read when they are first needed; without a cache they
/// are computed now and put there.
///
/// A damaged cache is removed, where a trace may be left, so that the next start makes it anew. One that cannot be
/// written is done without: the numbers are the same.
pub fn prepare_bearoff(paths: Option<&Paths>, leaves_traces: bool) {
    let bearoff = Bearoff::standard();
    let Some(path) = paths.map(Paths::bearoff_cache) else {
        // A trial that made them would not notice an interruption meanwhile.
        bearoff.compute();
        return;
    };
    let length = Stored::length() as u64;
    if fs::metadata(&path).is_ok_and(|cache| cache.is_file() && cache.len() == length) {
        bearoff.restore_later(move || {
            let stored = Stored::from_bytes(&storage::read(&path, length).ok()?).ok();
            if stored.is_none() && leaves_traces {
                let _ = storage::remove(&path);
            }
            stored
        });
        return;
    }
    bearoff.compute();
    // Anything but a plain file there is not ours.
    if leaves_traces && !storage::is_stream(&path) {
        let _ = storage::write(&path, &bearoff.to_bytes());
    }
}
