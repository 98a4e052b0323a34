//! The subject that is shown, and the sessions behind it: one for the match or the rollout, one for each match of a
//! folder that somebody has opened.

use super::{Asked, What};
use crate::command::{Browse, Command, RolloutCommand};
use crate::formats::Extent;
use crate::record::State;
use crate::render::{MatchData, decision_json, folder_html, live_page, live_rollout_page, rollout_html};
use crate::session::{FolderList, Look, Session, SessionError};
use crate::shell::Paths;
use crate::shell::looking::{Board, Watched};
use crate::shell::pages::match_page;
use crate::words::there_are;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The subject that is shown.
pub struct Subject<'a> {
    session: &'a mut Session,
    shown: Shown,
    board: Arc<Board>,
    paths: Option<&'a Paths>,
}

enum Shown {
    Match,
    Rollout,
    Folder {
        list: FolderList,
        /// The matches that are open, by their numbers in the list.
        open: BTreeMap<usize, Session>,
    },
}

impl<'a> Subject<'a> {
    /// The subject of a command.
    ///
    /// # Errors
    /// When there is no such thing.
    pub fn new(
        session: &'a mut Session,
        what: &Browse,
        board: Arc<Board>,
        paths: Option<&'a Paths>,
    ) -> Result<Self, SessionError> {
        let shown = match what {
            Browse::Match if session.state().shown().is_none() => {
                return Err(SessionError::new("no game in progress").with_suggestion("import auto match.mat"));
            }
            Browse::Match => Shown::Match,
            Browse::Rollout(None) if session.last_rollout().is_none() => {
                return Err(SessionError::new("nothing has been rolled out").with_suggestion("rollout saved"));
            }
            Browse::Rollout(_) => Shown::Rollout,
            Browse::Folder(folder) => Shown::Folder { list: session.list_folder(folder)?, open: BTreeMap::new() },
        };
        board.news().rolled = session.last_rollout().is_some();
        Ok(Self { session, shown, board, paths })
    }

    /// How it is announced.
    pub fn name(&self) -> String {
        match &self.shown {
            Shown::Match => "the match is".to_owned(),
            Shown::Rollout => "the rollout is".to_owned(),
            Shown::Folder { list, .. } => there_are(list.matches.len(), "match"),
        }
    }

    /// Answers a request; returns the number of looks that were taken for it.
    pub fn answers(&mut self, asked: Asked) -> usize {
        let Asked { of_match, what, answer } = asked;
        let text = match what {
            What::Page => self.page(of_match),
            What::Rollout => self.behind(of_match).and_then(|session| rollout(session)),
            What::Decision(id) => self.behind(of_match).and_then(|session| decision(session, &id)),
            What::Answer(id, row) => {
                let mut host = Watched::new(Arc::clone(&self.board), self.session.stop_flag(), self.paths);
                self.behind(of_match).and_then(|session| answered(session, &id, row, &mut host))
            }
            What::Look(id, look) => {
                self.works(of_match, |session, host| looked(session, &id, look, host));
                return 1;
            }
            What::More => {
                self.works(of_match, |session, host| {
                    let trials = session.last_rollout().map_or(0, |rollout| rollout.most_trials());
                    let trials = u32::try_from(trials).unwrap_or(u32::MAX).max(1);
                    rolled(session, RolloutCommand::Extend(trials), host)
                });
                return 0;
            }
            What::Resume(saved) => {
                self.works(of_match, |session, host| rolled(session, RolloutCommand::Resume(Some(saved)), host));
                return 0;
            }
        };
        if let Some(answer) = answer {
            // A page that nobody waits for any more is no loss.
            drop(answer.send(text));
        }
        0
    }

    fn page(&mut self, of_match: Option<usize>) -> Option<String> {
        match (&self.shown, of_match) {
            (Shown::Folder { list, .. }, None) => Some(folder_html(list)),
            (Shown::Rollout, None) => {
                let board = self.session.rollout_board();
                let rollout = self.session.last_rollout().zip(board.as_ref());
                live_rollout_page(rollout.map(|(rollout, board)| (&**rollout, board))).ok()
            }
            _ => self.behind(of_match).map(|session| {
                live_page(&match_page(session, Extent::Match), &|state: &State| session.board_at(state))
            }),
        }
    }

    /// The session behind a page; `None` where there is no such match, or its file cannot be read any more.
    fn behind(&mut self, of_match: Option<usize>) -> Option<&mut Session> {
        match (&mut self.shown, of_match) {
            (Shown::Match | Shown::Rollout, None) => Some(self.session),
            (Shown::Folder { list, open }, Some(n)) => Some(match open.entry(n) {
                Entry::Occupied(session) => session.into_mut(),
                Entry::Vacant(place) => place.insert(self.session.with_match_of(&list.matches.get(n)?.file).ok()?),
            }),
            _ => None,
        }
    }

    /// Does what takes long, and writes to the board how it ended.
    fn works(
        &mut self,
        of_match: Option<usize>,
        work: impl FnOnce(&mut Session, &mut Watched<'_>) -> Result<(), SessionError>,
    ) {
        let (board, stop, paths) = (Arc::clone(&self.board), self.session.stop_flag(), self.paths);
        let mut host = Watched::new(Arc::clone(&board), Arc::clone(&stop), paths);
        let (done, has_rolled) = match self.behind(of_match) {
            Some(session) => (work(session, &mut host), session.last_rollout().is_some()),
            None => (Err(no_such_decision()), false),
        };
        board.ended(done, has_rolled, &stop);
    }
}

fn looked(session: &mut Session, id: &str, look: Look, host: &mut Watched<'_>) -> Result<(), SessionError> {
    let found = decision_json(&match_page(session, Extent::Match), &|state: &State| session.board_at(state), id);
    let (game, step) = found.map(|(_, place)| place).ok_or_else(no_such_decision)?;
    session.look_at(game, step, look, host)
}

/// What becomes of an answer of the quiz; nothing is said where nothing is kept.
fn answered(session: &mut Session, id: &str, row: usize, host: &mut Watched<'_>) -> Option<String> {
    let data = MatchData::new(&match_page(session, Extent::Match), &|state: &State| session.board_at(state));
    let one = data.decisions.iter().find(|one| one.id == id)?;
    let kept = session.keep_answer(&one.xgid, &one.rows.get(row)?.name, host);
    Some(kept.unwrap_or_else(|error| Some(error.message)).unwrap_or_default())
}

fn rolled(session: &mut Session, command: RolloutCommand, host: &mut Watched<'_>) -> Result<(), SessionError> {
    session.execute(&Command::Rollout(command), host).map(|_| ())
}

fn no_such_decision() -> SessionError {
    SessionError::new("there is no such decision in the match")
}

fn rollout(session: &Session) -> Option<String> {
    rollout_html(session.last_rollout()?, &session.rollout_board()?).ok()
}

fn decision(session: &Session, id: &str) -> Option<String> {
    decision_json(&match_page(session, Extent::Match), &|state: &State| session.board_at(state), id)
        .map(|(json, _)| json)
}
