//! Sessions that answer with the numbers of GNU Backgammon, and what they answer as text in its layout.
use super::commands::run_all;
use crate::support;
use gammon::session::{Reply, Session};
use std::io::Write;

/// A session with the weights of GNU Backgammon and six digits, where they are installed.
pub fn session(test: &str) -> Option<Session> {
    let weights = support::reference_weights(test)?;
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(&weights).expect("written");
    let mut session = Session::new();
    run_all(&mut session, &[&format!("load weights \"{}\"", file.path().display()), "set output digits 6"]);
    Some(session)
}

/// An answer as `set output style gnubg` prints it.
pub fn text(session: &Session, reply: &Reply) -> String {
    let mut format = gammon::render::Format::plain(&session.settings().output);
    format.output.style = gammon::settings::OutputStyle::Gnubg;
    gammon::render::reply(reply, &format)
}
