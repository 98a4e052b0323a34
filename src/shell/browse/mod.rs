//! `browse`: the match in a browser of this machine, with the session behind it.
//!
//! One thread serves ([`server`]), this one owns the session: it makes pages, and looks at decisions when asked to. How
//! a look goes on is written to a [`Board`], which the server reads without waiting for the session.

mod server;
mod watched;

use super::pages::match_page;
use super::{Interrupt, Paths};
use crate::formats::Extent;
use crate::record::State;
use crate::render::{decision_json, live_page, rollout_html};
use crate::session::{Look, Reply, Session, SessionError};
use serde::Serialize;
use server::Door;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use watched::Watched;

/// How often the wish to stop is looked at.
const WAITING: Duration = Duration::from_millis(50);

/// A request to the thread that owns the session.
enum Asked {
    /// The page.
    Page(oneshot::Sender<Option<String>>),
    /// The data of a decision.
    Decision(String, oneshot::Sender<Option<String>>),
    /// The page of the last rollout.
    Rollout(oneshot::Sender<Option<String>>),
    /// A look at a decision; the board has been taken for it.
    Look(String, Look),
}

/// How a look stands.
#[derive(Clone, Debug, Default, Serialize)]
struct News {
    /// Whether one goes on.
    busy: bool,
    /// The decision.
    id: String,
    /// The kind of look, in words.
    what: String,
    /// The work done, of all the work; in trials, or decisions.
    done: u64,
    /// 0 where that is not known.
    of: u64,
    /// The candidates of a rollout with their equities.
    rows: Vec<(String, String)>,
    /// Why it failed.
    error: Option<String>,
    /// Whether there is a rollout to be shown.
    rolled: bool,
    /// Whether the page has asked to stop.
    #[serde(skip)]
    is_stopped: bool,
}

/// Where a look writes how it stands.
#[derive(Default)]
struct Board(Mutex<News>);

impl Board {
    fn news(&self) -> MutexGuard<'_, News> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the board for a look; whether nothing else goes on.
    fn is_taken(&self, id: &str, look: Look) -> bool {
        let mut news = self.news();
        if news.busy {
            return false;
        }
        let what = match look {
            Look::Deeper => "looking deeper",
            Look::RollOut => "rolling out",
        };
        let rolled = news.rolled;
        *news = News { busy: true, id: id.to_owned(), what: what.to_owned(), rolled, ..News::default() };
        true
    }
}

/// Shows the match until Ctrl-C; `tell` receives the address.
///
/// # Errors
/// When there is no match, or no port.
pub(super) fn browse(
    session: &mut Session,
    interrupt: &Interrupt,
    paths: Option<&Paths>,
    tell: &mut dyn FnMut(String),
) -> Result<Reply, SessionError> {
    if session.state().shown().is_none() {
        return Err(SessionError::new("no game in progress").with_suggestion("import auto match.mat"));
    }
    let door = Door::open().map_err(|error| SessionError::new(format!("no browser can be served here: {error}")))?;
    tell(format!("the match is at {}\nfor browsers of this machine only; Ctrl-C ends it", door.address()));
    let (sender, asked) = mpsc::channel();
    let board = Arc::<Board>::default();
    let (stop, at_server) = (session.stop_flag(), Arc::clone(&board));
    let end = door.serve_in_thread(sender, at_server, Arc::clone(&stop))?;
    board.news().rolled = session.last_rollout().is_some();
    let mut looks = 0;
    while !interrupt.is_raised() {
        let asked = match asked.recv_timeout(WAITING) {
            Ok(asked) => asked,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // A page that nobody waits for any more is no loss.
        match asked {
            Asked::Page(answer) => drop(answer.send(Some(page(session)))),
            Asked::Rollout(answer) => drop(answer.send(rollout(session))),
            Asked::Decision(id, answer) => drop(answer.send(decision(session, &id))),
            Asked::Look(id, look) => {
                looks += 1;
                let mut host = Watched::new(Arc::clone(&board), Arc::clone(&stop), paths);
                let looked = match place(session, &id) {
                    Some((game, step)) => session.look_at(game, step, look, &mut host),
                    None => Err(SessionError::new("there is no such decision in the match")),
                };
                let mut news = board.news();
                // What the page has stopped is no Ctrl-C.
                if news.is_stopped {
                    stop.store(false, Ordering::Relaxed);
                }
                news.busy = false;
                news.rolled = session.last_rollout().is_some();
                news.error = looked.err().filter(|error| !error.interrupted).map(|error| error.message);
            }
        }
    }
    drop(end);
    let s = if looks == 1 { "" } else { "s" };
    Ok(Reply::Message(format!("the match is shown no more; {looks} look{s} at decisions")))
}

fn page(session: &Session) -> String {
    live_page(&match_page(session, Extent::Match), &|state: &State| session.board_at(state))
}

fn rollout(session: &Session) -> Option<String> {
    rollout_html(session.last_rollout()?, &session.rollout_board()?).ok()
}

fn decision(session: &Session, id: &str) -> Option<String> {
    decision_json(&match_page(session, Extent::Match), &|state: &State| session.board_at(state), id)
        .map(|(json, _)| json)
}

/// The game and step of a decision.
fn place(session: &Session, id: &str) -> Option<(usize, usize)> {
    decision_json(&match_page(session, Extent::Match), &|state: &State| session.board_at(state), id)
        .map(|(_, place)| place)
}
