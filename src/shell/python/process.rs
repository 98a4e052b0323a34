//! The Python of the machine as a child that shares this terminal.

use super::link::Link;
use crate::session::SessionError;
use crate::system::child::Pipes;
use serde_json::json;
use std::io;
use std::process::{Child, Command};

/// The modules that Python finds without their being installed.
pub(super) const MODULES: [(&str, &str); 2] =
    [("gammon", include_str!("../../python/gammon/__init__.py")), ("gnubg", include_str!("../../python/gnubg.py"))];

/// The code that Python runs first: it takes the modules from the line, and waits for more.
const BEGINNING: &str = include_str!("begin.py");

/// The Python that would be run, and its version.
///
/// # Errors
/// When there is none, or it does not run: why.
pub fn python_version() -> Result<String, String> {
    for name in names() {
        let told =
            Command::new(&name).args(["-c", "import sys; print(sys.executable, sys.version.split()[0])"]).output();
        match told {
            Ok(output) if output.status.success() => {
                return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
            }
            Ok(output) => return Err(format!("`{name}` ends with {}", output.status)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot run `{name}`: {error}")),
        }
    }
    Err(format!("no program `{}` is found: `> code` and -p need Python 3.8 or newer", names().join("` or `")))
}

/// The names by which Python may be called: `$GAMMON_PYTHON`, or else the usual ones.
fn names() -> Vec<String> {
    match std::env::var("GAMMON_PYTHON") {
        Ok(name) if !name.is_empty() => vec![name],
        _ => ["python3", "python"].map(str::to_owned).into(),
    }
}

/// A running Python.
pub(in crate::shell) struct Python {
    child: Child,
    link: Link,
}

impl Python {
    /// Starts `$GAMMON_PYTHON`, or else `python3` or `python`.
    pub fn start() -> Result<Self, SessionError> {
        let names = names();
        for name in &names {
            match spawn(name) {
                Ok(python) => return Ok(python),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(SessionError::new(format!("cannot run `{name}`: {error}"))),
            }
        }
        let missing = format!("no Python was found: there is no program `{}`", names.join("` or `"));
        Err(SessionError::new(missing)
            .with_expected(["Python 3.8 or newer on the PATH", "the path of another in GAMMON_PYTHON"]))
    }

    /// The line to it.
    pub fn link(&self) -> Link {
        self.link.clone()
    }

    /// Ends it by force, where the program is asked to end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        self.link.close();
        let _ = self.child.wait();
    }
}

/// Starts an interpreter with two pipes besides the terminal, whose numbers it is told.
fn spawn(name: &str) -> io::Result<Python> {
    let Pipes { from, to, theirs, numbers } = Pipes::open()?;
    let mut command = Command::new(name);
    command.args(["-c", BEGINNING]).args(numbers);
    // A child that Python forks starts a gammon of its own.
    if let (None, Ok(this)) = (std::env::var_os("GAMMON"), std::env::current_exe()) {
        command.env("GAMMON", this);
    }
    let child = command.spawn()?;
    drop(theirs);
    let link = Link::new(from, to)?;
    let modules: serde_json::Map<_, _> =
        MODULES.iter().map(|(name, source)| ((*name).to_owned(), json!(source))).collect();
    link.send(&modules.into())?;
    Ok(Python { child, link })
}
