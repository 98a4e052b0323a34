//! `gammon config`: the files of commands that run at every start.

use crate::args::ConfigTool;
use gammon::shell::Paths;
use gammon::storage;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What a new gammonrc holds.
const NEW: &str = "\
# Commands that run at every start of gammon, after the settings that `save settings` has written.
# `help set` lists what can be set; a line that fails is reported and does not stop the start.
#
# set threads 4
# set output digits 4
";

/// Prints the paths or the contents, or opens an editor.
///
/// # Errors
/// When the user has no home folder, a file cannot be read or written, or the editor fails.
pub fn run(tool: ConfigTool) -> io::Result<()> {
    let paths = Paths::of_user().ok_or_else(|| io::Error::other("this user has no home folder for settings"))?;
    let (saved, rc) = (paths.saved_settings(), paths.rc_file());
    let mut out = io::stdout();
    match tool {
        ConfigTool::Path => writeln!(out, "{}\n{}", saved.display(), rc.display()),
        ConfigTool::Show => {
            for path in [saved, rc] {
                writeln!(out, "# {}", path.display())?;
                match fs::read(&path) {
                    Ok(bytes) => out.write_all(&bytes)?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => writeln!(out, "# (there is none)")?,
                    Err(error) => return Err(fault(&path, &error)),
                }
            }
            Ok(())
        }
        ConfigTool::Edit => edit(&rc),
    }
}

fn edit(path: &Path) -> io::Result<()> {
    if !path.exists() {
        storage::write(path, NEW.as_bytes()).map_err(|error| fault(path, &error))?;
    }
    let editor = ["VISUAL", "EDITOR"].iter().find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let Some(editor) = editor else {
        return Err(io::Error::other(format!("set VISUAL or EDITOR to your editor; the file is {}", path.display())));
    };
    // An editor may come with arguments: `code --wait`.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(path).status();
    let status = status.map_err(|error| io::Error::new(error.kind(), format!("cannot start `{editor}`: {error}")))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("`{editor}` ended with {status}"))) }
}

fn fault(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
