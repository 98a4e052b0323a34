//! `study`: the match on the whole screen of a terminal, decision by decision, with the session behind it.
//!
//! The screen shows the data of the page (`render/report/viewer/data.rs`): nothing is judged here. The view (`view.rs`)
//! is changed by keys, the screen is drawn from it (`draw`), and neither knows the terminal (`screen.rs`). A look at a
//! decision is made by a second thread, which has the session meanwhile; so keys are heard while it goes on.

mod draw;
mod ink;
mod quiz;
mod screen;
#[cfg(test)]
mod tests;
mod view;

use super::looking::{Board, News, Watched, analysed_decisions, named};
use super::pages::match_page;
use super::terminal::has_unicode;
use super::{Interrupt, Paths, is_driven};
use crate::formats::Extent;
use crate::record::State;
use crate::render::{Format, MatchData};
use crate::session::{Look, Reply, Session, SessionError};
use draw::draw;
use ink::Ink;
use screen::{Came, Screen};
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use view::{View, Wish};

/// The longest wait for a key, while something goes on and otherwise.
const BUSY: Duration = Duration::from_millis(50);
const IDLE: Duration = Duration::from_millis(100);

/// The task of the thread with the session.
enum Order {
    /// To look at a decision.
    Look(String, Look),
    /// To keep an answer to the decision of an XGID.
    Keep(String, String),
}

/// The findings of that thread.
enum Found {
    /// The match after a look.
    Data(Box<MatchData>),
    /// What became of an answer.
    Kept(String),
}

/// The state that the desk and the screen share.
struct Desk<'a> {
    board: Arc<Board>,
    stop: Arc<AtomicBool>,
    interrupt: &'a Interrupt,
    copy: &'a mut dyn FnMut(&str) -> Result<bool, SessionError>,
}

/// Shows the match until the reader leaves. `copy` puts a text where it can be pasted from.
///
/// # Errors
/// When there is no match, or the terminal cannot show it.
pub(super) fn study(
    session: &mut Session,
    interrupt: &Interrupt,
    paths: Option<&Paths>,
    format: Format,
    copy: &mut dyn FnMut(&str) -> Result<bool, SessionError>,
) -> Result<Reply, SessionError> {
    check_terminal()?;
    if session.state().shown().is_none() {
        return Err(SessionError::new("no game in progress").with_suggestion("import auto match.mat"));
    }
    let data = data_of(session);
    if data.decisions.is_empty() {
        return Err(SessionError::new("nothing has been decided in this match yet").with_suggestion("browse"));
    }
    let cursor = session.record().cursor();
    let mut view = View::new(data, cursor);
    let ink = Ink::new(format, has_unicode());
    let (board, stop) = (Arc::<Board>::default(), session.stop_flag());
    let desk = Desk { board: Arc::clone(&board), stop: Arc::clone(&stop), interrupt, copy };
    let failed = |error: io::Error| SessionError::new(format!("the terminal cannot be used: {error}"));
    let (orders, ordered) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let looks = thread::scope(|scope| {
        let work = move || look_when_asked(session, &ordered, &tell, &board, &stop, paths);
        let worker = thread::Builder::new().name("study".to_owned()).spawn_scoped(scope, work).map_err(failed)?;
        let shown = Screen::open().and_then(|mut screen| show(&mut screen, &mut view, &ink, desk, &orders, &told));
        drop(orders);
        let looks = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        shown.map(|()| looks).map_err(failed)
    })?;
    Ok(match looks {
        0 => Reply::Nothing,
        looks => Reply::Message(format!("{}, which the match keeps", analysed_decisions(looks))),
    })
}

/// Whether a full screen can be shown; where it cannot, what else there is.
fn check_terminal() -> Result<(), SessionError> {
    let why = if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        "`study` fills a terminal, and this is none"
    } else if is_driven() {
        "`study` fills the screen, and this terminal prints lines only"
    } else {
        return Ok(());
    };
    let others = ["`next error`", "`show errors`", "`export match html match.html`"];
    Err(SessionError::new(why).with_expected(others))
}

fn data_of(session: &Session) -> MatchData {
    MatchData::new(&match_page(session, Extent::Match), &|state: &State| session.board_at(state))
}

/// Looks at decisions as long as somebody asks; returns how often that was done.
fn look_when_asked(
    session: &mut Session,
    orders: &Receiver<Order>,
    tell: &Sender<Found>,
    board: &Arc<Board>,
    stop: &Arc<AtomicBool>,
    paths: Option<&Paths>,
) -> usize {
    let mut looks = 0;
    while let Ok(order) = orders.recv() {
        let mut host = Watched::new(Arc::clone(board), Arc::clone(stop), paths);
        let (id, look) = match order {
            Order::Look(id, look) => (id, look),
            Order::Keep(xgid, answer) => {
                let kept = session.keep_answer(&xgid, &answer, &mut host).unwrap_or_else(|error| Some(error.message));
                let _ = kept.map(|kept| tell.send(Found::Kept(kept)));
                continue;
            }
        };
        let place = data_of(session).decisions.into_iter().find(|one| one.id == id);
        let looked = match place {
            Some(one) => session.look_at(one.game - 1, one.step, look, &mut host),
            None => Err(SessionError::new("there is no such decision in the match")),
        };
        looks += usize::from(looked.is_ok());
        // Nobody waits for it where the screen is left.
        let _ = tell.send(Found::Data(Box::new(data_of(session))));
        board.ended(looked, session.last_rollout().is_some(), stop);
    }
    looks
}

/// Draws, and obeys keys, until the reader leaves or the program is asked to end.
fn show(
    screen: &mut Screen,
    view: &mut View,
    ink: &Ink,
    desk: Desk<'_>,
    orders: &Sender<Order>,
    found: &Receiver<Found>,
) -> io::Result<()> {
    let mut is_old = true;
    loop {
        {
            let news = desk.board.news();
            // A stop by a key is no Ctrl-C from elsewhere.
            if desk.interrupt.ending().is_some() || (desk.interrupt.is_raised() && !news.is_stopped) {
                return Ok(());
            }
            if news.busy || view.news.busy {
                view.news = news.clone();
                is_old = true;
            }
        }
        while let Ok(found) = found.try_recv() {
            match found {
                Found::Data(data) => view.renew(*data),
                Found::Kept(kept) => view.said = kept,
            }
            is_old = true;
        }
        if is_old && !screen.draw(|area, buffer| draw(view, ink, area, buffer))? {
            return Ok(());
        }
        is_old = true;
        let wish = match screen.wait(if view.news.busy { BUSY } else { IDLE })? {
            Came::Nothing => {
                is_old = false;
                continue;
            }
            Came::Size => continue,
            Came::Key(key) => view.press(key),
        };
        match wish {
            Wish::Nothing => {}
            Wish::Leave => return Ok(()),
            Wish::Stop => desk.board.stop(&desk.stop),
            Wish::Copy(text) => {
                view.said = match (desk.copy)(&text) {
                    Ok(true) => format!("handed to the terminal, to be pasted: {text}"),
                    Ok(false) => text,
                    Err(error) => error.message,
                };
            }
            Wish::Keep(xgid, answer) => {
                if orders.send(Order::Keep(xgid, answer)).is_err() {
                    return Ok(());
                }
            }
            Wish::Look(id, look) => {
                if desk.board.is_taken(None, &id, named(look)) && orders.send(Order::Look(id, look)).is_err() {
                    return Ok(());
                }
                // That it has begun is shown, however soon it is over.
                view.news = News { busy: true, error: None, ..desk.board.news().clone() };
                screen.draw(|area, buffer| draw(view, ink, area, buffer))?;
            }
        }
    }
}
