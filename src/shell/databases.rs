//! The bearoff databases, computed once and kept for the next start.

use super::Paths;
use crate::eval::bearoff::Bearoff;
use crate::storage;

/// The cache has 11 MB.
const MOST_BYTES: u64 = 64 << 20;

/// Makes the standard databases available: read from the cache, or computed and put there.
///
/// A cache that cannot be read is made anew, where a trace may be left, and one that cannot be written is done without:
/// the numbers are the same.
pub fn prepare_bearoff(paths: Option<&Paths>, leaves_traces: bool) {
    let bearoff = Bearoff::standard();
    let Some(path) = paths.map(Paths::bearoff_cache) else {
        // A trial that made them would not notice an interruption meanwhile.
        bearoff.compute();
        return;
    };
    let is_restored = storage::read(&path, MOST_BYTES).is_ok_and(|bytes| bearoff.restore(&bytes).is_ok());
    if !is_restored {
        bearoff.compute();
        // Anything but a plain file there is not ours.
        if leaves_traces && !storage::is_stream(&path) {
            let _ = storage::write(&path, &bearoff.to_bytes());
        }
    }
}
