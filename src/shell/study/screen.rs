//! The terminal while it shows one thing only: raw keys, the other screen, no cursor. Everything is given back when it
//! is dropped, also after a panic, whose message is then readable.

use super::view::Key;
use crate::system::terminal::{fills_screen, wait_for_input};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use std::io::{self, Stdout};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Whether the other screen is shown.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal as a screen.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The panic hook of before.
    hook: Arc<Hook>,
}

/// The input from the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// Nothing in the time given, or nothing that matters.
    Nothing,
    /// A key.
    Key(Key),
    /// Another size.
    Size,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Self> {
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let hook: Arc<Hook> = panic::take_hook().into();
        let usual = Arc::clone(&hook);
        panic::set_hook(Box::new(move |info| {
            close();
            usual(info);
        }));
        let screen = Self { terminal, hook };
        IS_OPEN.store(true, Ordering::SeqCst);
        fills_screen(true);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// Draws; `false` where the screen has been closed, as a panic elsewhere does.
    pub fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> io::Result<bool> {
        if !IS_OPEN.load(Ordering::SeqCst) {
            return Ok(false);
        }
        self.terminal.draw(|frame| draw(frame.area(), frame.buffer_mut()))?;
        Ok(true)
    }

    /// Waits for something to come.
    pub fn wait(&self, longest: Duration) -> io::Result<Came> {
        let Some(left) = wait_for_input(longest) else {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "it is gone"));
        };
        if !event::poll(left)? {
            return Ok(Came::Nothing);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => meaning(key).map_or(Came::Nothing, Came::Key),
            Event::Resize(..) => Came::Size,
            _ => Came::Nothing,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        close();
        // A panicking thread may not change what a panic does; the screen is closed already.
        if !thread::panicking() {
            let usual = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| usual(info)));
        }
    }
}

/// Gives the terminal back, once. Where that fails nobody is left to be told.
fn close() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
        fills_screen(false);
    }
}

/// The meaning of a key.
fn meaning(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Interrupt);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match key.code {
        KeyCode::Left => Key::Back,
        KeyCode::Right => Key::On,
        KeyCode::Home => Key::First,
        KeyCode::End => Key::Last,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Char(letter) => Key::Letter(letter),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_keys_are_no_letters() {
        let key = |code, modifiers| meaning(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::NONE), Some(Key::Letter('c')));
        assert_eq!(key(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Key::Letter('N')));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Interrupt));
        assert_eq!(key(KeyCode::Char('n'), KeyModifiers::CONTROL), None);
        assert_eq!(key(KeyCode::Char('d'), KeyModifiers::ALT), None);
    }
}
