//! `export cards` and `practise anki`: all questions as a package for Anki.

use super::{failed, place};
use crate::formats::{Extent, PageKind};
use crate::library::Library;
use crate::library::anki::{AnkiCard, package};
use crate::session::files::must_end_in;
use crate::session::reply::Reply;
use crate::session::{Host, Page, Session, SessionError};
use crate::storage;
use crate::words::counted;
use std::path::Path;

/// Where the add-on AnkiConnect listens, unless its owner has chosen another port.
const ANKI_CONNECT: &str = "127.0.0.1:8765";

impl Session {
    pub(super) fn export_cards(&mut self, file: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        must_end_in(file, "apkg")?;
        let (of, bytes) = self.packed_cards(host)?;
        storage::write(Path::new(file), &bytes).map_err(|error| SessionError::new(format!("{file}: {error}")))?;
        Ok(Reply::Message(format!("{} written to {file}; Anki imports it", counted(of, "card"))))
    }

    /// Hands all questions to the Anki that runs on this machine.
    pub(super) fn cards_to_anki(&mut self, address: Option<&str>, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (of, bytes) = self.packed_cards(host)?;
        host.hand_to_anki(address.unwrap_or(ANKI_CONNECT), &bytes)?;
        Ok(Reply::Message(format!("Anki has {}: new ones added, others brought up to date", counted(of, "card"))))
    }

    /// All questions as a package, and how many there are.
    fn packed_cards(&mut self, host: &mut dyn Host) -> Result<(usize, Vec<u8>), SessionError> {
        let (library, day) = place(host)?;
        let nothing = || SessionError::new("there is no question to export yet").with_suggestion("practise");
        if !library.exists() {
            return Err(nothing());
        }
        let cards = Library::open(&library).and_then(|library| library.cards()).map_err(failed)?;
        if cards.is_empty() {
            return Err(nothing());
        }
        let of = cards.len();
        let mut shown = Vec::with_capacity(of);
        for (done, card) in cards.into_iter().enumerate() {
            if self.is_stopped() {
                return Err(SessionError::stopped());
            }
            host.answers(done, of, None);
            let (svg, question) = self.drawn(&card, host)?;
            let made = card.found.made.clone();
            let why = if made == card.best().name { None } else { self.told_of(&card, &made) };
            shown.push(AnkiCard { card, svg, question, why });
        }
        Ok((of, package(&shown, day * 86_400 + host.second_of_day()).map_err(failed)?))
    }

    /// The board of a card as a drawing, and its question.
    fn drawn(&mut self, card: &crate::library::Card, host: &dyn Host) -> Result<(String, String), SessionError> {
        let state = self.state_of_card(card)?;
        let question = self.question_of_card(card, &state);
        let names = self.names_of_card(card);
        let svg = self.at_another_table(|session| {
            session.settings.names = names;
            session.restore(crate::record::Record::new(state));
            host.page(session, &Page::Record { extent: Extent::Position, kind: PageKind::Svg })
        })?;
        Ok((svg, question))
    }
}
