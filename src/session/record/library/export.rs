//! `export decisions`, for trainers and statistics of others, and `export library html`, for people.

use super::{failed, filled};
use crate::board::ByPlayer;
use crate::command::WantedErrors;
use crate::library::{KeptMatch, npy};
use crate::session::error::refused;
use crate::session::files::must_end_in;
use crate::session::reply::Reply;
use crate::session::{Host, Page, Session, SessionError};
use crate::storage::{self, Existing};
use crate::words::counted;
use std::io::{self, Write};
use std::path::Path;

/// Matches whose rows are held at once.
const TOGETHER: usize = 1000;

impl Session {
    /// A page with what `pr library` and `library plan` say.
    pub(super) fn export_library(
        &mut self,
        file: &str,
        wanted: &WantedErrors,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let mut answers = vec![self.library_performance(wanted, host)?];
        let is_planned = wanted.player.is_some() || self.settings.own_names().next().is_some();
        if is_planned {
            answers.insert(0, self.library_plan(wanted, host)?);
        }
        self.write_page(&Page::Library(&answers), "page of the library", file, host)
    }

    pub(super) fn export_decisions(
        &self,
        file: &str,
        wanted: &WantedErrors,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        must_end_in(file, "npy")?;
        let (library, matches) = filled(host)?;
        let wanted = WantedErrors { all: !wanted.has_least(), ..wanted.clone() };
        let meant = self.meant_matches(matches, &wanted)?;
        let rows = |some: &[(KeptMatch, ByPlayer<bool>)]| {
            library.scan(some, self.sieve(&wanted), |bytes: &mut Vec<u8>, kept, own: &ByPlayer<bool>, facts| {
                if own[facts.player] && self.is_meant(&wanted, facts) {
                    npy::add_row(bytes, kept.number, facts);
                }
            })
        };
        let mut count = 0;
        for some in meant.chunks(TOGETHER) {
            count += rows(some).map_err(failed)?.iter().map(Vec::len).sum::<usize>() / npy::ROW;
        }
        if count == 0 {
            return Err(SessionError::new("no decision of the library is like that").with_suggestion("library list"));
        }
        let parts = meant.chunks(TOGETHER).count();
        storage::write_with(Path::new(file), Existing::Replace, |out| {
            out.write_all(&npy::header(count))?;
            for (done, some) in meant.chunks(TOGETHER).enumerate() {
                host.share(done, parts);
                for bytes in rows(some).map_err(io::Error::other)? {
                    out.write_all(&bytes)?;
                }
            }
            Ok(())
        })
        .map_err(|error| refused(format!("{file}: {}", storage::in_words(error))))?;
        Ok(Reply::written(&format!("table of {}", counted(count, "decision")), file))
    }
}
