//! `gammon --ubgi`: serves a user interface over standard input and output.

use super::Interrupt;
use crate::serve::{Heard, Ubgi};
use crate::session::Session;
use crate::storage;
use crate::threads::in_background;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc;
use std::time::Instant;

/// No line is longer.
const LONGEST: u64 = 10_000;

/// Answers lines until `quit` or the end of them. `stop` and `quit` are read while an answer is computed.
///
/// # Errors
/// When the answers cannot be written, or the system has no thread that reads lines.
pub fn ubgi(session: Session, interrupt: &Interrupt) -> io::Result<()> {
    let stop = session.stop_flag();
    let (sender, lines) = mpsc::channel();
    let raised = interrupt.flag();
    let read = move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let mut line = Vec::new();
            let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
            if !read.is_ok_and(|n| n > 0) {
                break;
            }
            let line = String::from_utf8_lossy(&storage::without_mark(line)).into_owned();
            if matches!(line.trim(), "stop" | "quit" | "exit") {
                raised.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    in_background("lines", read)?;
    let mut ubgi = Ubgi::new(session);
    let begin = Instant::now();
    let clock = || begin.elapsed();
    let mut failed = None;
    while let Ok(line) = interrupt.wait(|| lines.recv()) {
        let mut say = |text: &str| {
            let mut out = io::stdout().lock();
            if let Err(error) = out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()) {
                failed = Some(error);
            }
        };
        let heard = ubgi.hear(&line, &mut say, &clock);
        if line.trim() == "stop" {
            stop.store(false, std::sync::atomic::Ordering::Relaxed);
        }
        if heard == Heard::Quit || failed.is_some() || interrupt.ending().is_some() {
            break;
        }
    }
    match failed {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
