//! Where things are kept: settings, history and caches in the folders that the system has for them.

use directories::ProjectDirs;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The program's own folders. Nothing is created before something is written.
#[derive(Clone, Debug)]
pub struct Paths {
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
}

impl Paths {
    /// The usual places: under `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_CACHE_HOME` where those are in use.
    /// `None` when the user has no home folder.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let dirs = ProjectDirs::from("", "", "gammon")?;
        Some(Self {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            cache: dirs.cache_dir().to_owned(),
        })
    }

    /// The commands that are run at every start.
    #[must_use]
    pub fn rc_file(&self) -> PathBuf {
        self.config.join("gammonrc")
    }

    /// What `save settings` writes; run before [`Paths::rc_file`].
    #[must_use]
    pub fn saved_settings(&self) -> PathBuf {
        self.config.join("settings.gbs")
    }

    /// The lines typed at the prompt.
    #[must_use]
    pub fn history(&self) -> PathBuf {
        self.data.join("history")
    }

    /// Where rollouts are saved while they run.
    #[must_use]
    pub fn rollouts(&self) -> PathBuf {
        self.data.join("rollouts")
    }

    /// The computed bearoff databases.
    #[must_use]
    pub fn bearoff_cache(&self) -> PathBuf {
        self.cache.join("bearoff.bin")
    }
}

/// Writes a file in one step, so that nobody ever reads half of it; makes its folder if need be.
///
/// # Errors
/// Whatever the file system answers.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
    }
    // The process number keeps two programs that write the same file apart.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_in_a_new_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b/file");
        write_whole(&path, b"first").expect("written");
        write_whole(&path, b"second").expect("written again");
        assert_eq!(fs::read(&path).expect("read"), b"second");
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("listed").count(), 1);
    }
}
