//! Saving a rollout while it runs: every trial goes into a journal, at once or as soon as the rollout has taken long.

use super::folder::clear_old;
use super::journal::begin;
use crate::rollout::{self, JournalWriter, Progress, Records, Task, TrialRecord};
use crate::session::Host;
use crate::storage::{self, Existing, Stored};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often what is played is written, whether a block is full or not.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

/// How often the disk is waited for: what a power failure may cost.
const BETWEEN_SYNCS: Duration = Duration::from_secs(30);

/// The time from which a rollout is worth being saved.
pub(super) const LONG: Duration = Duration::from_secs(5);

/// A journal that is begun when the rollout has taken long enough.
pub(super) struct Later {
    /// Where it will be.
    pub path: PathBuf,
    /// The description at its beginning.
    pub description: Vec<u8>,
    /// The trials there were at the beginning.
    pub records: Records,
}

/// Where trials go.
enum To {
    Journal(JournalWriter<Stored>),
    /// Saved later, with the trials since the beginning.
    Later(Box<Later>, Vec<(Task, TrialRecord)>),
    /// Nowhere, for this reason: the rollout goes on.
    Failed(io::Error),
}

/// The outcome of saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Saved {
    /// All is on the disk.
    Yes {
        /// Rollouts of long ago that were cleared away for it.
        cleared: usize,
    },
    /// The rollout did not take long enough to be saved.
    NotWorthIt,
}

/// A host that writes every trial into a journal before passing the news on.
pub(super) struct Saving<'a> {
    inner: &'a mut dyn Host,
    to: To,
    /// When the rollout began, and when the last block was written, by the host's clock.
    began: Duration,
    written: Duration,
    synced: Duration,
    cleared: usize,
}

impl<'a> Saving<'a> {
    /// Writes into a journal from the first trial on.
    pub fn new(inner: &'a mut dyn Host, writer: JournalWriter<Stored>) -> Self {
        Self::with(inner, To::Journal(writer))
    }

    /// Begins a journal when the rollout has taken long enough.
    pub fn later(inner: &'a mut dyn Host, later: Later) -> Self {
        Self::with(inner, To::Later(Box::new(later), Vec::new()))
    }

    fn with(inner: &'a mut dyn Host, to: To) -> Self {
        let began = inner.elapsed();
        Self { inner, to, began, written: began, synced: began, cleared: 0 }
    }

    /// Removes all that was written: the records are not to be relied on. The file of an earlier run is cut to its
    /// `length` bytes.
    pub fn forget(self, path: &Path, length: Option<u64>) -> io::Result<()> {
        match (self.to, length) {
            (To::Journal(writer), Some(length)) => writer.get_ref().set_len(length),
            (To::Journal(_), None) => storage::remove(path),
            (To::Later(..) | To::Failed(_), _) => Ok(()),
        }
    }

    /// Writes what is left, to the disk. `path` is where the journal was begun.
    pub fn finish(self, path: &Path) -> io::Result<Saved> {
        match self.to {
            To::Failed(error) => Err(error),
            To::Later(..) => Ok(Saved::NotWorthIt),
            To::Journal(mut writer) => {
                writer.flush()?;
                writer.get_ref().sync_data()?;
                if !writer.get_ref().is_still_at(path) {
                    return Err(io::Error::new(io::ErrorKind::NotFound, "the file was removed or replaced meanwhile"));
                }
                Ok(Saved::Yes { cleared: self.cleared })
            }
        }
    }

    /// Does something with the journal; nothing more is written after a failure.
    fn attempt(&mut self, work: impl FnOnce(&mut To) -> io::Result<()>) {
        if let Err(error) = work(&mut self.to) {
            self.to = To::Failed(error);
        }
    }
}

/// Begins the journal that was to come later.
fn begin_now(to: &mut To) -> io::Result<PathBuf> {
    let To::Later(later, entered) = to else { return Ok(PathBuf::new()) };
    let mut writer = begin(&later.path, Existing::Refuse, &later.description, &later.records)?;
    entered.iter().try_for_each(|(task, record)| writer.enter(*task, record))?;
    let path = std::mem::take(&mut later.path);
    *to = To::Journal(writer);
    Ok(path)
}

impl rollout::Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> rollout::Control {
        let now = self.inner.elapsed();
        let mut begun = None;
        if matches!(self.to, To::Later(..)) && now.saturating_sub(self.began) >= LONG {
            self.attempt(|to| begin_now(to).map(|path| begun = Some(path)));
        }
        if let Some(path) = begun {
            self.cleared = clear_old(Path::new(&path));
        }
        if now.saturating_sub(self.written) >= BETWEEN_WRITES {
            self.written = now;
            let is_due = now.saturating_sub(self.synced) >= BETWEEN_SYNCS;
            if is_due {
                self.synced = now;
            }
            self.attempt(|to| match to {
                To::Journal(writer) => {
                    writer.flush()?;
                    if is_due { writer.get_ref().sync_data() } else { Ok(()) }
                }
                To::Later(..) | To::Failed(_) => Ok(()),
            });
        }
        self.inner.progress(progress)
    }

    fn entered(&mut self, task: Task, record: &TrialRecord) {
        self.attempt(|to| match to {
            To::Journal(writer) => writer.enter(task, record),
            To::Later(_, entered) => {
                entered.push((task, *record));
                Ok(())
            }
            To::Failed(_) => Ok(()),
        });
        self.inner.entered(task, record);
    }

    fn crew(&mut self, news: &rollout::CrewNews) {
        self.inner.crew(news);
    }

    fn elapsed(&self) -> Duration {
        self.inner.elapsed()
    }
}
