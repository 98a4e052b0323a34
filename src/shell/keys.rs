//! Keys that are pressed while a table renews itself: `q` stops, `b` lets the work go on in the background.
//!
//! What is typed ahead is left to the prompt: a key counts only where it has stood alone for a moment.

use crate::system::terminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// To stop.
    Stop,
    /// To go on in the background.
    Background,
}

/// Keys of one piece of work.
#[derive(Default)]
pub(super) struct Keys {
    taken: Option<terminal::Keys>,
    /// Whether one key waited when they were looked at last.
    was_alone: bool,
}

impl Keys {
    /// Takes them over, so that none leaves a line on the screen.
    pub fn take() -> Self {
        Self { taken: terminal::Keys::take(), was_alone: false }
    }

    /// Whether there are any.
    pub const fn are_taken(&self) -> bool {
        self.taken.is_some()
    }

    /// What has been pressed, if that is a key with a meaning; looked at a few times a second.
    pub fn pressed(&mut self) -> Option<Key> {
        let keys = self.taken.as_ref()?;
        let is_alone = keys.waiting() == 1;
        if !(is_alone && std::mem::replace(&mut self.was_alone, is_alone)) {
            self.was_alone = is_alone;
            return None;
        }
        self.was_alone = false;
        match keys.next()? {
            b'q' | b'Q' => Some(Key::Stop),
            b'b' | b'B' => Some(Key::Background),
            _ => None,
        }
    }
}

/// The wish that what is running goes on in the background. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish(Arc<AtomicBool>);

impl Wish {
    /// It is uttered.
    pub fn utter(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was; it no longer is.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}
