//! `gammon config`: the files of commands that run at every start.

use crate::args::ConfigTool;
use crate::{gnubg, makers};
use gammon::command::{Command as Action, Set, commands};
use gammon::rollout::Unobserved;
use gammon::session::Session;
use gammon::settings::changes;
use gammon::shell::Paths;
use gammon::storage;
use gammon::system::files;
use gammon::words::{counted, there_are};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The content of a new gammonrc.
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
pub fn run(tool: &ConfigTool) -> io::Result<()> {
    let paths = Paths::of_user().ok_or_else(|| io::Error::other("this user has no home folder for settings"))?;
    let (saved, rc) = (paths.saved_settings(), paths.rc_file());
    let mut out = io::stdout();
    match tool {
        ConfigTool::Path => writeln!(out, "{}\n{}", saved.display(), rc.display()),
        ConfigTool::Show => {
            for path in [saved, rc] {
                writeln!(out, "# {}", path.display())?;
                match fs::read(path) {
                    Ok(bytes) => out.write_all(&bytes)?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => writeln!(out, "# (there is none)")?,
                    Err(error) => return Err(fault(path, &error)),
                }
            }
            Ok(())
        }
        ConfigTool::Edit => edit(rc),
        ConfigTool::Diff => {
            let mut session = Session::new();
            for path in [saved, rc] {
                read_into(&mut session, path)?;
            }
            changes(session.settings()).iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        ConfigTool::Import { files } => import(files, &paths),
        ConfigTool::LinkGnubg { folder } => link(folder, &mut out),
    }
}

/// Makes links with the names of GNU Backgammon and of its tools for databases, and the folder where it is missing.
fn link(folder: &Path, out: &mut impl Write) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| fault(folder, &error))?;
    gnubg::NAMES.into_iter().chain(makers::TOOLS).try_for_each(|name| link_as(name, folder, out))
}

/// Makes a link; what is there under its name and is no link stays.
fn link_as(name: &str, folder: &Path, out: &mut impl Write) -> io::Result<()> {
    let program = env::current_exe()?;
    let name = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if fs::symlink_metadata(&name).is_ok_and(|found| !found.is_symlink()) {
        let text = format!("{} is there already, and no link: move it away first", name.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
    }
    if fs::symlink_metadata(&name).is_ok() {
        fs::remove_file(&name).map_err(|error| fault(&name, &error))?;
    }
    files::link(&program, &name).map_err(|error| fault(&name, &error))?;
    writeln!(out, "{} is a link to {}", name.display(), program.display())
}

/// The fate of the commands of a file.
#[derive(Default)]
struct Taken {
    /// Settings that were set.
    set: usize,
    /// Known to other programs, without effect here, or no setting.
    left: usize,
    /// Not understood or refused; the first of them, with its line.
    failed: usize,
    first_fault: Option<String>,
}

/// Sets what the settings of a file set; a file that is not there sets nothing.
fn read_into(session: &mut Session, path: &Path) -> io::Result<Taken> {
    let mut taken = Taken::default();
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(taken),
        Err(error) => return Err(fault(path, &error)),
    };
    for located in commands(&String::from_utf8_lossy(&bytes)) {
        let outcome = match located.command {
            Ok(command @ Action::Set(Set::Setting(_))) => {
                session.execute(&command, &mut Unobserved).map(|_| true).map_err(|error| error.message)
            }
            Ok(_) => Ok(false),
            Err(error) => Err(error.to_string()),
        };
        match outcome {
            Ok(true) => taken.set += 1,
            Ok(false) => taken.left += 1,
            Err(message) => {
                taken.failed += 1;
                taken.first_fault.get_or_insert_with(|| format!("line {}: {message}", located.line));
            }
        }
    }
    Ok(taken)
}

/// Puts the settings of other files to those that are saved.
fn import(files: &[PathBuf], paths: &Paths) -> io::Result<()> {
    let (saved, theirs) = (paths.saved_settings(), paths.gnubgs_settings());
    let files =
        if files.is_empty() { theirs.iter().filter(|file| file.is_file()).cloned().collect() } else { files.to_vec() };
    if files.is_empty() {
        let [first, second] = theirs.each_ref().map(|file| file.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is neither {first} nor {second}")));
    }
    let mut session = Session::new();
    read_into(&mut session, saved)?;
    let mut out = io::stdout();
    for file in &files {
        // A file that was named has to be there.
        fs::metadata(file).map_err(|error| fault(file, &error))?;
        let Taken { set, left, failed, first_fault } = read_into(&mut session, file)?;
        writeln!(
            out,
            "{}: {} taken over, {} without effect here",
            file.display(),
            counted(set, "setting"),
            counted(left, "line")
        )?;
        if let Some(first) = first_fault {
            writeln!(out, "  {failed} not understood, the first in {first}")?;
        }
    }
    let lines = changes(session.settings());
    let text: String = lines.iter().map(|line| line.to_owned() + "\n").collect();
    storage::write(saved, text.as_bytes()).map_err(|error| fault(saved, &error))?;
    writeln!(out, "{}: {} not the default", saved.display(), there_are(lines.len(), "setting"))
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
