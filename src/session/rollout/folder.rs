//! `rollout saved`: what lies in the folder of saved rollouts, and what is cleared away from it.

use super::journal;
use crate::board::Player;
use crate::record::Standing;
use crate::rollout::JobKind;
use crate::session::reply::{Figures, Reply, SavedReply, SavedRow};
use crate::session::{Session, SessionError};
use crate::storage;
use crate::words::counted;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// Saved rollouts that have not changed for so long are cleared away.
const OLDEST: Duration = Duration::from_secs(90 * 24 * 3600);

/// All saved rollouts together take no more bytes than this: the oldest go.
const MOST_BYTES: u64 = 1 << 30;

/// A file in the folder.
struct SavedFile {
    path: PathBuf,
    /// When it was last written, since the beginning of 1970.
    modified: Duration,
    bytes: u64,
}

impl Session {
    /// `rollout saved`.
    pub(super) fn list_saved(&self) -> Result<Reply, SessionError> {
        let Some(folder) = self.rollouts.folder() else {
            return Err(SessionError::new("there is no folder to save rollouts in"));
        };
        let mut rollouts = Vec::new();
        for (i, file) in saved_files(folder).into_iter().enumerate() {
            // A rollout that cannot be read keeps its number: it is there.
            let Ok((description, trials)) = self.saved_summary(&file.path) else { continue };
            let table = self.rolled_board(&description);
            rollouts.push(SavedRow {
                number: i + 1,
                date: date(file.modified),
                dice: table.as_ref().and_then(|board| board.game.dice).map(|dice| dice.to_string()),
                score: table.map_or_else(String::new, |board| score(&board.standing)),
                gnubg_id: description.gnubg_id,
                of: description.order.job.kind(),
                names: description.names,
                trials,
                wanted: description.order.settings.trials,
                bytes: file.bytes,
                file: file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            });
        }
        Ok(Reply::figures(Figures::Saved(SavedReply { folder: folder.display().to_string(), rollouts })))
    }

    /// The file that a name or a number of `rollout saved` stands for. A file of that name goes first.
    pub(super) fn saved_path(&self, name: &str) -> PathBuf {
        let path = PathBuf::from(name);
        let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match (number, self.rollouts.folder()) {
            (Some(number), Some(folder)) if !path.exists() => {
                saved_files(folder).into_iter().nth(number).map_or(path, |file| file.path)
            }
            _ => path,
        }
    }

    /// The rollouts that were saved, the newest first.
    pub(super) fn all_saved(&self) -> Vec<PathBuf> {
        let files = self.rollouts.folder().map(saved_files).unwrap_or_default();
        files.into_iter().map(|file| file.path).collect()
    }

    /// `rollout saved N`: the board of one, and what is saved of it.
    pub(super) fn show_saved(&self, number: u16) -> Result<Reply, SessionError> {
        let Reply::Figures(figures, _) = self.list_saved()? else { return Ok(Reply::Nothing) };
        let Figures::Saved(SavedReply { rollouts, .. }) = *figures else { return Ok(Reply::Nothing) };
        let row = rollouts.into_iter().find(|row| row.number == usize::from(number)).ok_or_else(|| {
            SessionError::new(format!("no rollout is saved as number {number}")).with_suggestion("rollout saved")
        })?;
        let (description, _) = self.saved_summary(&self.saved_path(&number.to_string()))?;
        let board = self.rolled_board(&description).map(|board| Reply::Board(Box::new(board)));
        let what = match row.of {
            JobKind::Plays => row.names.join(", "),
            JobKind::Cube => "the cube decision".to_owned(),
            JobKind::Position => "the position".to_owned(),
        };
        let trials = if row.trials < row.wanted && row.wanted < 1_000_000 {
            format!("{} of {}", row.trials, counted(row.wanted, "trial"))
        } else {
            counted(row.trials, "trial")
        };
        let told = format!("{what}: {trials}, saved {} (UTC); `rollout resume {number}` goes on with it", row.date);
        Ok(Reply::Many(board.into_iter().chain([Reply::Message(told)]).collect()))
    }
}

/// The saved rollouts of a folder, the newest first.
fn saved_files(folder: &Path) -> Vec<SavedFile> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<SavedFile> = entries
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "rollout"))
        .filter_map(|entry| {
            let data = entry.metadata().ok()?;
            Some(SavedFile { path: entry.path(), modified: since_1970(&data)?, bytes: data.len() })
        })
        .collect();
    files.sort_by(|a, b| (b.modified, &a.path).cmp(&(a.modified, &b.path)));
    files
}

/// Clears away rollouts that are old, and the oldest of too many, but not `keep`, which has just been written. Returns
/// how many went. Only files that this program wrote and that are not in use are removed.
pub(super) fn clear_old(keep: &Path) -> usize {
    let Some((folder, now)) = keep.parent().zip(fs::metadata(keep).ok().and_then(|data| since_1970(&data))) else {
        return 0;
    };
    let mut total = 0;
    let mut cleared = 0;
    let files = saved_files(folder);
    // Where every other one is old, the clock has jumped, or nobody has rolled out for long: none goes for its age.
    let newest = files.iter().filter(|file| file.path != keep).map(|file| file.modified).max();
    let is_late = newest.is_some_and(|newest| now.saturating_sub(newest) > OLDEST);
    for file in files {
        total += file.bytes;
        let is_old = !is_late && now.saturating_sub(file.modified) > OLDEST;
        let is_ours =
            || fs::symlink_metadata(&file.path).is_ok_and(|data| data.is_file()) && journal::read(&file.path).is_ok();
        if file.path == keep || !(is_old || total > MOST_BYTES) || !is_ours() {
            continue;
        }
        if let Ok(Some(_lock)) = storage::open_locked(&file.path)
            && fs::remove_file(&file.path).is_ok()
        {
            cleared += 1;
        }
    }
    cleared
}

/// The score in a few letters: `2-4 of 7`.
fn score(standing: &Standing) -> String {
    let points = standing.points();
    match standing.length() {
        0 => "money".to_owned(),
        length => format!("{}-{} of {length}", points[Player::Top], points[Player::Bottom]),
    }
}

/// When a file was last written.
fn since_1970(data: &fs::Metadata) -> Option<Duration> {
    data.modified().ok()?.duration_since(UNIX_EPOCH).ok()
}

/// A time in UTC, to the minute.
fn date(since_1970: Duration) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since_1970).to_string().replace('T', " ").chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::{Fingerprint, JournalWriter, Records};

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(Duration::from_secs(1_709_209_845)), "2024-02-29 12:30");
    }

    #[test]
    fn only_what_is_old_and_ours_is_cleared() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, bytes: &[u8], age: u64| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).expect("written");
            let file = fs::File::options().write(true).open(&path).expect("opened");
            let now = file.metadata().and_then(|data| data.modified()).expect("a time");
            file.set_modified(now - Duration::from_secs(age * 24 * 3600)).expect("aged");
            path
        };
        let records = Records::new(Fingerprint::from_bytes(&[0; Fingerprint::BYTES]), 1);
        let mut journal = Vec::new();
        JournalWriter::begin(&mut journal, &records, b"").expect("memory takes it");
        let journal = journal.as_slice();
        let keep = write("new.rollout", journal, 0);
        let young = write("young.rollout", journal, 80);
        let old = write("old.rollout", journal, 100);
        let foreign = write("foreign.rollout", b"somebody else's", 100);
        let other = write("old.txt", journal, 100);
        assert_eq!(clear_old(&keep), 1);
        assert!(keep.exists() && young.exists() && foreign.exists() && other.exists() && !old.exists());
        // Seen from a clock that has jumped, everything is old.
        fs::remove_file(&young).expect("removed");
        let old = write("old.rollout", journal, 100);
        assert!(clear_old(&keep) == 0 && old.exists());
    }
}
