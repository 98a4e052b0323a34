//! Where things are kept: settings, history and caches in the folders that the system has for them.

use crate::storage;
use directories::ProjectDirs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The program's own folders. Nothing is created before something is written.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The settings that are saved, and the commands of the user's own: both run at every start, in this order.
    settings: [PathBuf; 2],
    data: PathBuf,
    cache: PathBuf,
    /// GNU Backgammon's folder of this user.
    gnubg: PathBuf,
    /// The name of the file with the lines typed at the prompt.
    history: &'static str,
}

/// Whether a file is so short that no game can be in it, and it is worth a look.
fn is_short(path: &Path) -> bool {
    const SHORT: u64 = 4096;
    std::fs::metadata(path).is_ok_and(|data| data.len() < SHORT)
}

impl Paths {
    /// The usual places: under `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_CACHE_HOME` where those are in use.
    /// `None` when the user has no home folder: an empty or a relative one is none.
    pub fn of_user() -> Option<Self> {
        let is_folder = |name: &str| std::env::var_os(name).map(|folder| Path::new(&folder).is_absolute());
        let others = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"];
        if cfg!(unix) && is_folder("HOME") == Some(false) && others.iter().any(|name| is_folder(name) != Some(true)) {
            return None;
        }
        let dirs = ProjectDirs::from("", "", "gammon")?;
        let gnubg = directories::BaseDirs::new()?.home_dir().join(".gnubg");
        Some(Self::of_folders(dirs.config_dir(), dirs.data_dir(), dirs.cache_dir(), gnubg))
    }

    fn of_folders(config: &Path, data: &Path, cache: &Path, gnubg: PathBuf) -> Self {
        let settings = ["settings.gbs", "gammonrc"].map(|name| config.join(name));
        Self { settings, data: data.to_owned(), cache: cache.to_owned(), gnubg, history: "history" }
    }

    /// These places in GNU Backgammon's place: settings are read from and saved in its files, in this folder in place
    /// of the user's where one is named.
    #[must_use]
    pub fn in_gnubgs_place(mut self, folder: Option<&Path>) -> Self {
        if let Some(folder) = folder {
            folder.clone_into(&mut self.gnubg);
        }
        self.settings = ["gnubgautorc", "gnubgrc"].map(|name| self.gnubg.join(name));
        self.history = "history-gnubg";
        self
    }

    /// Everything in one folder: what a test has in place of a home.
    pub fn under(folder: &Path) -> Self {
        let [config, data, cache, gnubg] = ["config", "data", "cache", ".gnubg"].map(|name| folder.join(name));
        Self::of_folders(&config, &data, &cache, gnubg)
    }

    /// The commands of the user's own that are run at every start.
    pub fn rc_file(&self) -> &Path {
        &self.settings[1]
    }

    /// The file that `save settings` writes; run before [`Paths::rc_file`].
    pub fn saved_settings(&self) -> &Path {
        &self.settings[0]
    }

    /// GNU Backgammon's files of the same kinds, of the same user.
    pub fn gnubgs_settings(&self) -> [PathBuf; 2] {
        self.clone().in_gnubgs_place(None).settings
    }

    /// The lines typed at the prompt.
    pub fn history(&self) -> PathBuf {
        self.data.join(self.history)
    }

    /// Where rollouts are saved while they run.
    pub fn rollouts(&self) -> PathBuf {
        self.data.join("rollouts")
    }

    /// A database of matches by its name.
    pub fn database(&self, name: &str) -> PathBuf {
        self.data.join(format!("{name}.db"))
    }

    /// A database of GNU Backgammon's by its name.
    pub fn gnubg_database(&self, name: &str) -> PathBuf {
        self.gnubg.join(format!("{name}.db"))
    }

    /// Where rollouts that are played elsewhere are kept while they go on.
    pub fn farm(&self) -> PathBuf {
        self.data.join("farm")
    }

    /// Where the match that this process plays is kept until it is saved: one file for the life of the process, and
    /// none that was there before, since numbers of processes recur.
    pub fn unsaved_match(&self) -> PathBuf {
        static NUMBER: OnceLock<usize> = OnceLock::new();
        let process = std::process::id();
        let name = |number: usize| self.data.join("matches").join(format!("unsaved-{process}-{number}.json"));
        name(*NUMBER.get_or_init(|| (1..).find(|&number| !name(number).exists()).unwrap_or(1)))
    }

    /// Matches that were kept so by shells that are gone, the newest first: a running shell has its file locked.
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
    pub fn bearoff_cache(&self) -> PathBuf {
        self.cache.join("bearoff.bin")
    }
}
