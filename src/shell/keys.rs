//! Keys that are pressed while a table renews itself: `q` stops, `b` lets the work go on in the background, `+` asks
//! for more of it.
//!
//! Text that is typed ahead is left to the prompt: a key counts only where it has stood alone for a moment.

use crate::system::terminal;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The wish of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The key that stops the work.
    Stop,
    /// The key that sends the work to the background.
    Background,
    /// The key for as many trials again.
    More,
}

/// Keys of one piece of work.
#[derive(Default)]
pub(super) struct Keys {
    taken: Option<terminal::Keys>,
    /// Text that has been typed and means nothing yet.
    typed: Vec<u8>,
    /// Where what is typed ahead goes in the end.
    wishes: Wishes,
}

impl Keys {
    /// Takes them over, so that none leaves a line on the screen.
    pub fn take(wishes: Wishes) -> Self {
        Self { taken: terminal::Keys::take(), typed: Vec::new(), wishes }
    }

    /// Whether there are any.
    pub const fn are_taken(&self) -> bool {
        self.taken.is_some()
    }

    /// The last key pressed, if it is one with a meaning; looked at a few times a second. Enter alone has none.
    pub fn pressed(&mut self) -> Option<Key> {
        let keys = self.taken.as_ref()?;
        let waiting = keys.waiting();
        if let ([key], 0) = (&self.typed[..], waiting) {
            let key = match key {
                b'q' | b'Q' => Key::Stop,
                b'b' | b'B' => Key::Background,
                b'+' => Key::More,
                _ => return None,
            };
            self.typed.clear();
            return Some(key);
        }
        self.typed.extend((0..waiting).map_while(|_| keys.next()));
        if self.typed.iter().all(|byte| matches!(byte, b'\r' | b'\n' | b' ')) {
            self.typed.clear();
        }
        None
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Some(keys) = &self.taken {
            self.typed.extend((0..keys.waiting()).map_while(|_| keys.next()));
        }
        self.wishes.type_ahead(&self.typed);
    }
}

/// The wishes of keys: that what is running goes on in the background, that more of it comes, and lines typed ahead.
/// Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wishes {
    background: Arc<AtomicBool>,
    more: Arc<AtomicU32>,
    ahead: Arc<Mutex<String>>,
}

impl Wishes {
    /// The running work is to go on in the background.
    pub fn leave(&self) {
        self.background.store(true, Ordering::Relaxed);
    }

    /// Whether that was wished; it no longer is.
    pub fn take_leave(&self) -> bool {
        self.background.swap(false, Ordering::Relaxed)
    }

    /// Once more as many trials.
    pub fn ask_for_more(&self) {
        self.more.fetch_add(1, Ordering::Relaxed);
    }

    /// How often that has been wished.
    pub fn asked_for_more(&self) -> u32 {
        self.more.load(Ordering::Relaxed)
    }

    /// How often that was wished; it no longer is.
    pub fn take_more(&self) -> u32 {
        self.more.swap(0, Ordering::Relaxed)
    }

    fn type_ahead(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes).replace('\r', "\n");
        let text: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text);
    }

    /// The next whole line that was typed ahead, or what was begun of one: `true` where it is whole.
    pub fn take_ahead(&self) -> Option<(String, bool)> {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if ahead.is_empty() {
            return None;
        }
        match ahead.find('\n') {
            Some(end) => {
                let line = ahead[..end].to_owned();
                ahead.drain(..=end);
                Some((line, true))
            }
            None => Some((std::mem::take(&mut *ahead), false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_typed_ahead_come_one_by_one() {
        let wishes = Wishes::default();
        wishes.type_ahead(b"hint 3\rshow dice\rro\x1b");
        assert_eq!(wishes.take_ahead(), Some(("hint 3".to_owned(), true)));
        assert_eq!(wishes.take_ahead(), Some(("show dice".to_owned(), true)));
        assert_eq!(wishes.take_ahead(), Some(("ro".to_owned(), false)));
        assert_eq!(wishes.take_ahead(), None);
    }
}
