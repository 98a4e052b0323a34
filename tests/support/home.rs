//! What tests of the whole program share: a home of their own and a way to run the binary.
//!
//! Nothing a test does may touch the folders of whoever runs it.

use gammon::eval::bearoff::Bearoff;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::{NamedTempFile, TempDir};

/// No run of a test takes this long, even on a slow machine with much else to do.
const LONGEST_RUN: Duration = Duration::from_secs(600);

/// The bearoff databases of this build, in a file for all homes of this process.
static DATABASES: LazyLock<PathBuf> = LazyLock::new(|| {
    let bearoff = Bearoff::standard();
    bearoff.compute();
    // Other test programs do the same, and homes keep what they have linked.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut file = NamedTempFile::new_in(folder).expect("a file");
    file.write_all(&bearoff.to_bytes()).expect("written");
    let path = folder.join("bearoff.bin");
    file.persist(&path).expect("renamed");
    path
});

/// A home folder, removed at the end.
pub struct Home {
    folder: TempDir,
}

/// What the program left behind.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Home {
    /// A new home, which has the bearoff databases in its cache as every home has after the first long run.
    pub fn new() -> Self {
        let home = Self::bare();
        let cache = home.path("cache/gammon");
        fs::create_dir_all(&cache).expect("made");
        let (databases, cached) = (&*DATABASES, cache.join("bearoff.bin"));
        // No link leads to another disk.
        fs::hard_link(databases, &cached).or_else(|_| fs::copy(databases, &cached).map(|_| ())).expect("cached");
        home
    }

    /// A home in which the program has never run. Every run of it computes the bearoff databases, a second of work.
    pub fn bare() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder") }
    }

    /// A path in this home.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into this home, returns its path.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    /// The program with this home as its only surroundings, in this home as the working folder.
    pub fn command(&self) -> Command {
        let mut command = Command::new(binary());
        command.current_dir(self.folder.path());
        self.surround(&mut command);
        command
    }

    /// Gives a command this home's environment.
    pub fn surround(&self, command: &mut Command) {
        command
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env_remove("NO_COLOR");
    }

    /// Runs the program with these arguments and this text on standard input.
    pub fn run(&self, args: &[&str], stdin: &str) -> Outcome {
        let mut child = self
            .command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may end before it has read everything.
        let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
        let (read, both) = mpsc::channel();
        let stderr = text_of(child.stderr.take().expect("piped"), read.clone());
        let stdout = text_of(child.stdout.take().expect("piped"), read);
        // A program that waits for ever fails its test, and does not hold up the others.
        let hangs = (0..2).any(|_| both.recv_timeout(LONGEST_RUN).is_err());
        if hangs {
            child.kill().expect("stopped");
        }
        let status = child.wait().expect("it ends").code();
        let (stdout, stderr) = (stdout.join().expect("text"), stderr.join().expect("text"));
        assert!(!hangs, "{args:?} did not end within {LONGEST_RUN:?}: {stdout}{stderr}");
        Outcome { status, stdout, stderr }
    }
}

/// What comes out of a pipe; the channel hears when it is closed.
fn text_of(mut pipe: impl Read + Send + 'static, end: mpsc::Sender<()>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("read");
        // Nobody listens any more when the other pipe took too long.
        let _ = end.send(());
        String::from_utf8(bytes).expect("text")
    })
}

/// The program under test.
pub fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_gammon"))
}
