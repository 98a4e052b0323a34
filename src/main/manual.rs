//! `gammon completions` and `gammon man`: what other programs show of this command line and of the commands.

use crate::args::Cli;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};
use gammon::command::{HelpTopic, help_all};
use gammon::storage;
use std::io::{self, Write};
use std::path::Path;

/// Prints a completion script. A reader that has gone away has enough of it.
///
/// # Errors
/// When standard output cannot be written.
pub fn completions(shell: Shell) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gammon", &mut script);
    match io::stdout().write_all(&script) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

/// Writes the manual pages into a folder and names them.
///
/// # Errors
/// When a file cannot be written.
pub fn pages(folder: &Path) -> io::Result<()> {
    let mut cli = Cli::command();
    cli.build();
    command_pages(folder, &cli, "gammon")?;
    let mut page = Vec::new();
    language().to_writer(&mut page)?;
    write(folder, "gammon-commands.7", &page)
}

/// A page for a command and one for each command below it: `gammon-bearoff-make.1`.
fn command_pages(folder: &Path, command: &clap::Command, name: &str) -> io::Result<()> {
    let mut page = Vec::new();
    Man::new(command.clone()).title(name).render(&mut page)?;
    write(folder, &format!("{name}.1"), &page)?;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        command_pages(folder, below, &format!("{name}-{}", below.get_name()))?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, page: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    storage::write(&path, page)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())))?;
    writeln!(io::stdout(), "{}", path.display())
}

/// The commands of the shell as a page, from the table that parses them.
fn language() -> Roff {
    let mut page = Roff::new();
    page.control("TH", ["gammon-commands", "7"]);
    page.control("SH", ["NAME"]);
    page.text([roman("gammon-commands - the commands of the backgammon shell gammon")]);
    page.control("SH", ["DESCRIPTION"]);
    page.text([roman(
        "Words may be shortened to any beginning that fits one word only. Double quotes group, # begins a comment, \
         ; separates commands on a line.",
    )]);
    let mut family = "";
    let topics = help_all();
    for topic in &topics {
        let first = topic.words.split(' ').next().unwrap_or_default();
        if first != family {
            family = first;
            page.control("SH", [family.to_uppercase().as_str()]);
        }
        entry(&mut page, topic);
    }
    page
}

fn entry(page: &mut Roff, topic: &HelpTopic) {
    page.control("TP", []);
    for usage in &topic.usage {
        let args = usage.strip_prefix(topic.words.as_str()).unwrap_or_default();
        page.text([bold(topic.words.as_str()), italic(args)]);
    }
    let mut help = topic.help.clone();
    if let Some(first) = help.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let default = topic.default.as_ref().map_or_else(String::new, |default| format!(" Default: {default}."));
    let example =
        topic.example.as_ref().map_or_else(String::new, |example| format!(" Example: {}", example.trim_end()));
    page.text([roman(format!("{help}.{default}{example}"))]);
}
