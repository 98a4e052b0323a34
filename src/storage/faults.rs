//! Faults: those that tests ask for, and file systems that do not do everything.

use crate::system::files;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Operations on files that are to succeed before one fails, and how.
static UNTIL_FAULT: AtomicU64 = AtomicU64::new(u64::MAX);
static FAULT: Mutex<io::ErrorKind> = Mutex::new(io::ErrorKind::StorageFull);

/// Lets the operation after `n` more on files fail, as if the disk were full; `None`: none. For tests of what every
/// failure leaves behind; for the whole process.
#[doc(hidden)]
pub fn fail_after(n: Option<u64>) {
    fail_after_with(n, io::ErrorKind::StorageFull);
}

/// As [`fail_after`], with another error.
#[doc(hidden)]
pub fn fail_after_with(n: Option<u64>, kind: io::ErrorKind) {
    *FAULT.lock().unwrap_or_else(PoisonError::into_inner) = kind;
    UNTIL_FAULT.store(n.unwrap_or(u64::MAX), Ordering::SeqCst);
}

/// Whether the operation that was to fail has come.
#[doc(hidden)]
pub fn has_failed() -> bool {
    UNTIL_FAULT.load(Ordering::SeqCst) == u64::MAX
}

/// Before every operation that may fail.
pub(super) fn operation() -> io::Result<()> {
    match UNTIL_FAULT.load(Ordering::Relaxed) {
        u64::MAX => Ok(()),
        0 => {
            UNTIL_FAULT.store(u64::MAX, Ordering::SeqCst);
            Err(io::Error::from(*FAULT.lock().unwrap_or_else(PoisonError::into_inner)))
        }
        _ => {
            UNTIL_FAULT.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        }
    }
}

/// The abilities that file systems turned out to lack, each told once.
static NOTE: Mutex<(Vec<&str>, Vec<&str>)> = Mutex::new((Vec::new(), Vec::new()));

pub(super) fn note(text: &'static str) {
    let mut notes = NOTE.lock().unwrap_or_else(PoisonError::into_inner);
    if !notes.0.contains(&text) {
        notes.0.push(text);
        notes.1.push(text);
    }
}

/// A note on the file systems that were written to, if there is anything new to be told.
pub fn take_note() -> Option<String> {
    let mut notes = NOTE.lock().unwrap_or_else(PoisonError::into_inner);
    (!notes.1.is_empty()).then(|| std::mem::take(&mut notes.1).join("; "))
}

/// Whether a file system says that it does not do such a thing at all.
pub(super) fn is_unsupported(error: &io::Error) -> bool {
    files::is_unsupported(error) || error.kind() == io::ErrorKind::Unsupported
}
