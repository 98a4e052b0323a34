//! `import folder`: reads all files of a folder, whatever their formats, and says what became of each. No file stops
//! it.

use super::contents_of;
use super::folder_statistics::{beside, files_of};
use crate::formats::{PlayedMatch, detect, no_text};
use crate::session::error::refused;
use crate::session::reply::{Figures, FolderImportReply, ImportedFile, Reply};
use crate::session::{Host, Session, SessionError};
use crate::storage::{self, Existing};
use std::io::Write;
use std::path::Path;

impl Session {
    /// Reads the files of a folder, and saves what is read in another as `.sgf` where one is named.
    pub(super) fn import_folder(
        &self,
        folder: &str,
        save: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let is_hidden = |file: &Path| file.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let paths = files_of(Path::new(folder), "files", |file| !is_hidden(file))?;
        if let Some(save) = save {
            std::fs::create_dir_all(save).map_err(|error| SessionError::in_file(save, error))?;
        }
        let began = host.clock();
        let mut files = Vec::with_capacity(paths.len());
        for (i, path) in paths.iter().enumerate() {
            if self.is_stopped() {
                break;
            }
            if i % 16 == 0 {
                let done = u32::try_from(i).unwrap_or(u32::MAX);
                let each = host.clock().saturating_sub(began).checked_div(done);
                let left = each.map(|each| each * u32::try_from(paths.len() - i).unwrap_or(u32::MAX));
                host.stage(format!("file {} of {}", i + 1, paths.len()), left);
                host.share(i, paths.len());
            }
            files.push(self.import_one(path, save.map(Path::new)));
        }
        let (stopped, of) = (files.len() < paths.len(), paths.len());
        let (folder, saved) = (folder.to_owned(), save.map(ToOwned::to_owned));
        Ok(Reply::figures(Figures::FolderImport(FolderImportReply { folder, files, of, saved, stopped })))
    }

    fn import_one(&self, path: &Path, save: Option<&Path>) -> ImportedFile {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut found = ImportedFile { file, ..ImportedFile::default() };
        found.refused = self.import_into(&mut found, path, save).err().map(|error| error.message);
        found
    }

    fn import_into(&self, found: &mut ImportedFile, path: &Path, save: Option<&Path>) -> Result<(), SessionError> {
        let bytes = contents_of(path)?;
        let known = detect(&bytes).ok_or_else(|| match no_text(&bytes) {
            Some(what) => refused(format!("this is {what}")),
            None => refused("gammon does not know this format"),
        })?;
        found.format = Some(known.word);
        let mut played = known.read(&bytes, &self.read_options()).map_err(refused)?;
        found.games = played.record.games().len();
        found.length = Some(played.record.state().standing.length());
        found.players = Some(played.names.0.clone());
        found.remarks = std::mem::take(&mut played.remarks);
        save.map_or(Ok(()), |save| self.keep(&played, &beside(save, path)))
    }

    /// Saves a match, unless such a file is there.
    fn keep(&self, played: &PlayedMatch, to: &Path) -> Result<(), SessionError> {
        let text = self.as_sgf(played).map_err(|problem| refused(format!("this cannot be saved: {problem}")))?;
        storage::write_with(to, Existing::Refuse, |file| file.write_all(text.as_bytes()))
            .map(|_| ())
            .map_err(|error| SessionError::in_file(to, error))
    }
}
