//! `browse`: a match, the matches of a folder or a rollout in a browser of this machine, with the session behind it.
//!
//! One thread serves ([`server`]), this one owns the session: it makes pages, and looks at decisions when asked to. How
//! a look goes on is written to a [`Board`], which the server reads without waiting for the session.

mod server;
mod subject;

use super::looking::{Board, analysed_decisions};
use super::{Interrupt, Paths};
use crate::command::Browse;
use crate::session::{Look, Reply, Session, SessionError};
use server::Door;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use subject::Subject;
use tokio::sync::oneshot;

/// How often the wish to stop is looked at.
const WAITING: Duration = Duration::from_millis(50);

/// Where the text of an answer goes; `None` where there is nothing at the address.
type Answering = oneshot::Sender<Option<String>>;

/// A request to the thread that owns the session.
struct Asked {
    /// The match of a folder that it is about; `None` for what is shown first.
    of_match: Option<usize>,
    what: What,
    /// For work that takes long there is none: the board has been taken for it, and tells how it stands.
    answer: Option<Answering>,
}

/// The answer asked for.
enum What {
    /// The page.
    Page,
    /// The data of a decision.
    Decision(String),
    /// The page of the last rollout.
    Rollout,
    /// To keep an answer of the quiz: the row of the table of a decision, from 0.
    Answer(String, usize),
    /// A look at a decision.
    Look(String, Look),
    /// More trials of the last rollout.
    More,
    /// A saved rollout, taken up again.
    Resume(String),
}

/// Shows something until Ctrl-C; `tell` receives the address.
///
/// # Errors
/// When there is nothing to be shown, or no port.
pub(super) fn browse(
    session: &mut Session,
    what: &Browse,
    interrupt: &Interrupt,
    paths: Option<&Paths>,
    tell: &mut dyn FnMut(String),
) -> Result<Reply, SessionError> {
    let stop = session.stop_flag();
    let board = Arc::<Board>::default();
    let mut subject = Subject::new(session, what, Arc::clone(&board), paths)?;
    let door = Door::open().map_err(|error| SessionError::new(format!("no browser can be served here: {error}")))?;
    let name = subject.name();
    tell(format!("{name} at {}\nfor browsers of this machine only; Ctrl-C ends it", door.address()));
    let (sender, asked) = mpsc::channel();
    if let Browse::Rollout(Some(saved)) = what
        && board.is_taken(None, "", "rolling out")
    {
        // The work is taken up as soon as somebody can see it.
        drop(sender.send(Asked { of_match: None, what: What::Resume(saved.clone()), answer: None }));
    }
    let end = door.serve_in_thread(sender, Arc::clone(&board), stop)?;
    let mut looks = 0;
    while !interrupt.is_raised() || board.is_stopping() {
        match asked.recv_timeout(WAITING) {
            Ok(asked) => looks += subject.answers(asked),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    drop(end);
    let kept = match what {
        Browse::Folder(_) if looks > 0 => "; what they found ends with this: `import` a match to keep it",
        _ => "",
    };
    Ok(Reply::Message(format!("the page is closed; {}{kept}", analysed_decisions(looks))))
}
