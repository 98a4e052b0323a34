//! Keys that are pressed while a table renews itself: `q` and Esc stop, `b` lets the work go on in the background, `+`
//! asks for more of it.
//!
//! A thread listens for them, so that they are heard however long a trial takes. Text that is typed ahead is left to
//! the prompt.

use super::Interrupt;
use super::ahead::Ahead;
use super::editor::Complete;
use crate::system::terminal;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two looks at the keyboard. An Esc is known by the look after it.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Nobody presses more keys between two looks: more are pasted, and their last one stops nothing.
const MOST_PRESSED: usize = 8;

/// A letter that comes within this time of others is one of a word.
const WITHIN_A_WORD: Duration = Duration::from_secs(1);

const ESC: u8 = 0x1b;

/// The wish of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The keys that stop the work.
    Stop,
    /// The key that sends the work to the background.
    Background,
    /// The key for as many trials again.
    More,
}

/// Keys of one piece of work.
pub(super) struct Keys {
    /// The thread that listens, where there is a keyboard.
    listener: Option<(Sender<()>, JoinHandle<()>)>,
    heard: Arc<Mutex<Heard>>,
    /// Where what is typed ahead goes in the end.
    wishes: Wishes,
}

impl Keys {
    /// Takes the keys over, so that none leaves a line on the screen. A key that stops the work raises `interrupt`.
    pub fn take(wishes: Wishes, interrupt: Interrupt) -> Self {
        let heard = Arc::<Mutex<Heard>>::default();
        let listener = terminal::Keys::take().and_then(|keys| {
            let (sender, receiver) = channel();
            let heard = Arc::clone(&heard);
            let listen = move || {
                loop {
                    let is_over = receiver.recv_timeout(BETWEEN_LOOKS) != Err(RecvTimeoutError::Timeout);
                    let bytes: Vec<u8> = (0..keys.waiting()).map_while(|_| keys.next()).collect();
                    let mut heard = lock(&heard);
                    if is_over {
                        heard.typed.extend(bytes);
                        break;
                    }
                    match heard.hear(&bytes, Instant::now()) {
                        Some(Key::Stop) => interrupt.raise(),
                        Some(key) => heard.pressed.push(key),
                        None => {}
                    }
                }
            };
            // A machine that has no room for a thread has none for keys.
            let thread = thread::Builder::new().name("keys".to_owned()).spawn(listen).ok()?;
            Some((sender, thread))
        });
        Self { listener, heard, wishes }
    }

    /// Whether there are any.
    pub const fn are_taken(&self) -> bool {
        self.listener.is_some()
    }

    /// The keys with a meaning that were pressed since the last time, without those that stop.
    pub fn pressed(&self) -> Vec<Key> {
        std::mem::take(&mut lock(&self.heard).pressed)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.listener.take() {
            drop(sender);
            let _ = thread.join();
        }
        self.wishes.type_ahead(&lock(&self.heard).typed);
    }
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The keys that were heard so far.
#[derive(Default)]
struct Heard {
    /// An Esc, and what came with it of a sequence that is not at its end.
    begun: Vec<u8>,
    /// Text that is typed ahead, and when the last of it came.
    typed: Vec<u8>,
    typed_at: Option<Instant>,
    /// Keys with a meaning that nobody has asked for yet.
    pressed: Vec<Key>,
}

impl Heard {
    /// The key that is meant by the bytes since the last look, which may be none. Such a key forgets an unfinished
    /// line before it: these were stray keys.
    fn hear(&mut self, bytes: &[u8], now: Instant) -> Option<Key> {
        let key = self.meant(bytes, now)?;
        let lines = self.typed.iter().rposition(|byte| is_end_of_line(*byte)).map_or(0, |end| end + 1);
        self.typed.truncate(lines);
        self.typed_at = None;
        Some(key)
    }

    fn meant(&mut self, bytes: &[u8], now: Instant) -> Option<Key> {
        let mut rest = std::mem::take(&mut self.begun);
        if bytes.is_empty() {
            // An Esc that nothing follows is the key; an unfinished sequence is nothing.
            return (!rest.is_empty() && rest.iter().all(|byte| *byte == ESC)).then_some(Key::Stop);
        }
        rest.extend(bytes);
        let mut text = Vec::new();
        let mut rest = &rest[..];
        while let Some((first, others)) = rest.split_first() {
            if *first != ESC {
                text.push(*first);
                rest = others;
            } else if let Some(len) = sequence_len(rest) {
                rest = &rest[len..];
            } else {
                self.begun = rest.to_vec();
                break;
            }
        }
        let is_alone = self.typed_at.is_none_or(|at| now.duration_since(at) >= WITHIN_A_WORD);
        match text[..] {
            [] => return None,
            [.., b'q' | b'Q'] if text.len() <= MOST_PRESSED => return Some(Key::Stop),
            [b'b' | b'B'] if is_alone => return Some(Key::Background),
            [b'+'] if is_alone => return Some(Key::More),
            _ => {}
        }
        self.typed.extend(&text);
        self.typed_at = self.typed.last().filter(|last| !is_end_of_line(**last)).map(|_| now);
        if self.typed.iter().all(|byte| is_end_of_line(*byte) || *byte == b' ') {
            self.typed.clear();
            self.typed_at = None;
        }
        None
    }
}

const fn is_end_of_line(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// How many bytes the escape sequence has that bytes begin with; `None` where its end has not come. A key that is
/// pressed together with Alt is one, too.
fn sequence_len(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1..)? {
        [] => None,
        [ESC, ..] => Some(1 + sequence_len(&bytes[1..])?),
        // The function keys of the Linux console.
        [b'[', b'[', ..] => (bytes.len() > 3).then_some(4),
        [b'[', rest @ ..] => Some(3 + rest.iter().position(|byte| matches!(byte, b'@'..=b'~'))?),
        [b'O', ..] => (bytes.len() > 2).then_some(3),
        [_, rest @ ..] => Some(2 + rest.iter().take_while(|byte| matches!(byte, 0x80..0xc0)).count()),
    }
}

/// The wishes of keys: that what is running goes on in the background, that more of it comes, and lines typed ahead.
/// Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wishes {
    background: Arc<AtomicBool>,
    more: Arc<AtomicU32>,
    ahead: Arc<Mutex<Vec<u8>>>,
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

    /// Keeps what was typed for the prompt.
    pub fn type_ahead(&self, bytes: &[u8]) {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
    }

    /// The next line that was typed ahead, or what was begun of one.
    pub fn take_ahead(&self, complete: &Complete) -> Option<Ahead> {
        Ahead::take(&mut self.ahead.lock().unwrap_or_else(PoisonError::into_inner), complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that were meant, look by look; an empty look is a moment in which nothing came.
    fn keys(looks: &[&[u8]]) -> (Vec<Key>, String) {
        let (mut heard, now) = (Heard::default(), Instant::now());
        let meant = looks.iter().filter_map(|bytes| heard.hear(bytes, now)).collect();
        (meant, String::from_utf8_lossy(&heard.typed).into_owned())
    }

    #[test]
    fn q_and_escape_stop_whatever_was_pressed_before() {
        let stops = |looks: &[&[u8]]| keys(looks) == (vec![Key::Stop], String::new());
        assert!(stops(&[b"q"]) && stops(&[b"Q"]) && stops(&[b"\x1b", b""]));
        assert!(stops(&[b"x", b"q"]) && stops(&[b"x", b"", b"\x1b", b""]) && stops(&[b"xyq"]));
        assert!(stops(&[b"\x1b[A", b"q"]) && stops(&[b"\x1b[A\x1b", b""]) && stops(&[b"\x1b\x1b", b""]));
        assert_eq!(keys(&[b"show dice\rx", b"q"]), (vec![Key::Stop], "show dice\r".to_owned()));
    }

    #[test]
    fn other_keys_and_escape_sequences_stop_nothing() {
        let sequences: [&[&[u8]]; 6] =
            [&[b"\x1b[A"], &[b"\x1b", b"[A"], &[b"\x1bOP"], &[b"\x1b[15~"], &[b"\x1b[[A"], &[b"\x1bq"]];
        for looks in sequences {
            let looks = [looks, &[b"", b""]].concat();
            assert_eq!(keys(&looks), (vec![], String::new()), "{looks:?}");
        }
        assert_eq!(keys(&[b"x", b"", b"\r", b" "]), (vec![], "x\r ".to_owned()));
        assert_eq!(keys(&[b"\r", b" "]), (vec![], String::new()));
        assert_eq!(keys(&[b"show equity\r"]), (vec![], "show equity\r".to_owned()));
        assert_eq!(keys(&[b"4HPwATDgc/ABMq", b""]), (vec![], "4HPwATDgc/ABMq".to_owned()));
    }

    #[test]
    fn a_letter_within_a_word_is_no_key_and_one_after_a_pause_is() {
        let (mut heard, now) = (Heard::default(), Instant::now());
        let mut at = |millis: u64, byte: u8| heard.hear(&[byte], now + Duration::from_millis(millis));
        assert_eq!([at(0, b'a'), at(200, b'b')], [None; 2]);
        assert_eq!(at(1300, b'b'), Some(Key::Background));
        assert_eq!(at(1400, b'+'), Some(Key::More));
    }
}
