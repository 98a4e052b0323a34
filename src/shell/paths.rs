//! Where things are kept: settings, history and caches in the folders that the system has for them.

use crate::storage;
use directories::ProjectDirs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The program's own folders. Nothing is created before something is written.
#[derive(Clone, Debug)]
pub struct Paths {
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
}

/// Whether a file is so short that no game can be in it, and it is worth a look.
fn is_short(path: &Path) -> bool {
    const SHORT: u64 = 4096;
    std::fs::metadata(path).is_ok_and(|data| data.len() < SHORT)
}

impl Paths {
    /// The usual places: under `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_CACHE_HOME` where those are in use.
    /// `None` when the user has no home folder: an empty or a relative one is none.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let is_folder = |name: &str| std::env::var_os(name).map(|folder| Path::new(&folder).is_absolute());
        let others = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"];
        if cfg!(unix) && is_folder("HOME") == Some(false) && others.iter().any(|name| is_folder(name) != Some(true)) {
            return None;
        }
        let dirs = ProjectDirs::from("", "", "gammon")?;
        Some(Self {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            cache: dirs.cache_dir().to_owned(),
        })
    }

    /// Everything in one folder: what a test has in place of a home.
    #[must_use]
    pub fn under(folder: &Path) -> Self {
        let [config, data, cache] = ["config", "data", "cache"].map(|name| folder.join(name));
        Self { config, data, cache }
    }

    /// The commands that are run at every start.
    #[must_use]
    pub fn rc_file(&self) -> PathBuf {
        self.config.join("gammonrc")
    }

    /// The file that `save settings` writes; run before [`Paths::rc_file`].
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

    /// A database of matches by its name.
    #[must_use]
    pub fn database(&self, name: &str) -> PathBuf {
        self.data.join(format!("{name}.db"))
    }

    /// A database of GNU Backgammon's by its name.
    #[must_use]
    pub fn gnubg_database(&self, name: &str) -> Option<PathBuf> {
        let dirs = directories::BaseDirs::new()?;
        Some(dirs.home_dir().join(".gnubg").join(format!("{name}.db")))
    }

    /// Where rollouts that are played elsewhere are kept while they go on.
    #[must_use]
    pub fn farm(&self) -> PathBuf {
        self.data.join("farm")
    }

    /// Where the match that this process plays is kept until it is saved: one file for the life of the process, and
    /// none that was there before, since numbers of processes recur.
    #[must_use]
    pub fn unsaved_match(&self) -> PathBuf {
        static NUMBER: OnceLock<usize> = OnceLock::new();
        let process = std::process::id();
        let name = |number: usize| self.data.join("matches").join(format!("unsaved-{process}-{number}.json"));
        name(*NUMBER.get_or_init(|| (1..).find(|&number| !name(number).exists()).unwrap_or(1)))
    }

    /// Matches that were kept so by shells that are gone, the newest first: a running shell has its file locked.
    #[must_use]
    pub fn unsaved_matches(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(self.data.join("matches"));
        let mut found: Vec<_> = folder.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        found.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_kept = name.starts_with("unsaved-") && name.ends_with(".json") && !storage::is_in_use(path);
            // Earlier versions kept matches that had only begun.
            is_kept && !(is_short(path) && super::unsaved::is_empty(path))
        });
        let age = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
        found.sort_by_cached_key(|path| (std::cmp::Reverse(age(path)), path.clone()));
        found
    }

    /// The computed bearoff databases.
    #[must_use]
    pub fn bearoff_cache(&self) -> PathBuf {
        self.cache.join("bearoff.bin")
    }
}
