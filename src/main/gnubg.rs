//! The command line of GNU Backgammon, and how gammon begins in its place.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The values of GNU Backgammon's options, and the rest of the command line in this program's words.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// The arguments that remain, the name of the program first.
    pub rest: Vec<OsString>,
    /// `--version`.
    pub version: bool,
    /// `--help`.
    pub help: bool,
    /// The folder with the user's settings.
    pub preferences: Option<PathBuf>,
    /// Where weights may lie.
    pub data: Vec<PathBuf>,
    /// An option without its argument.
    pub incomplete: Option<String>,
    /// Whether nothing but the Python module `gnubg` stands in that program's place: options, answers to the shell and
    /// exit status are this program's.
    pub is_module: bool,
}

/// Options with an argument: the letter and the word.
const WITH_ARGUMENT: [(char, &str); 7] = [
    ('c', "commands"),
    ('p', "python"),
    ('l', "lang"),
    ('s', "prefsdir"),
    ('D', "datadir"),
    ('P', "pkgdatadir"),
    ('O', "docdir"),
];

/// Options without one.
const WITHOUT: [(char, &str); 9] = [
    ('t', "tty"),
    ('q', "quiet"),
    ('r', "no-rc"),
    ('b', "no-bearoff"),
    ('w', "window-system-only"),
    ('d', "debug"),
    ('S', "splash"),
    ('v', "version"),
    ('h', "help"),
];

/// The names of that program; on Windows, the second has no windows.
pub const NAMES: [&str; 2] = ["gnubg", "gnubg-cli"];

/// Whether a command line is one for GNU Backgammon: by the name of the program, by `--gnubg`, or by `-t`, which nobody
/// types who does not come from there. Tools of this program have letters of their own, and the Python module `gammon`
/// and user interfaces ask for this program, whatever it is called.
pub fn is_meant(line: &[OsString], is_tool: impl Fn(&str) -> bool) -> bool {
    let name = line.first().and_then(|name| Path::new(name).file_stem()).and_then(OsStr::to_str).unwrap_or_default();
    let is_named = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    let options = || line.iter().skip(1).take_while(|word| *word != "--");
    let is_asked_for = options().any(|word| is_tty(word));
    if is_named {
        return is_asked_for || !options().any(|word| word == "--calls" || word == "--ubgi");
    }
    is_asked_for && !line.get(1).and_then(|word| word.to_str()).is_some_and(is_tool)
}

/// The place of that program for a file of Python code: its module is used there.
pub fn place_of_module(file: &Path) -> Option<CommandLine> {
    let code = gammon::storage::read(file, MOST_CODE).ok()?;
    let uses = String::from_utf8_lossy(&code).lines().any(uses_module);
    uses.then(|| CommandLine { is_module: true, ..CommandLine::default() })
}

/// A longer file of code is not looked into.
const MOST_CODE: u64 = 16 << 20;

/// Whether a line of Python imports the module `gnubg` or calls a function of it.
fn uses_module(line: &str) -> bool {
    const MODULE: &str = "gnubg";
    let is_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
    let code = line.trim_start();
    if let Some(names) = code.strip_prefix("import ").or_else(|| code.strip_prefix("from ")) {
        return names.split(|c| !is_of_a_name(c)).take_while(|name| *name != "import").any(|name| name == MODULE);
    }
    let code = code.split('#').next().unwrap_or_default();
    code.match_indices(MODULE).any(|(at, _)| {
        let call = code[at + MODULE.len()..].strip_prefix('.').unwrap_or_default();
        let called = call.trim_start_matches(is_of_a_name);
        !code[..at].ends_with(|c| is_of_a_name(c) || c == '.') && called.len() < call.len() && called.starts_with('(')
    })
}

fn is_tty(word: &OsStr) -> bool {
    let Some(word) = word.to_str() else { return false };
    if let Some(long) = word.strip_prefix("--") {
        return long == "gnubg" || long == "tty";
    }
    // Letters that stand together, up to one with an argument.
    word.strip_prefix('-').is_some_and(|letters| {
        letters
            .chars()
            .take_while(|&letter| !WITH_ARGUMENT.iter().any(|(known, _)| *known == letter))
            .all(|letter| WITHOUT.iter().any(|(known, _)| *known == letter))
            && letters
                .split(|letter| WITH_ARGUMENT.iter().any(|(known, _)| *known == letter))
                .next()
                .is_some_and(|flags| flags.contains('t'))
    })
}

/// Takes GNU Backgammon's options out of a command line.
pub fn read(line: Vec<OsString>) -> CommandLine {
    let mut found = CommandLine::default();
    let mut words = line.into_iter().peekable();
    found.rest.extend(words.next());
    while let Some(word) = words.next() {
        let Some(text) = word.to_str().map(str::to_owned) else {
            found.rest.push(word);
            continue;
        };
        // A name that is empty names no file there.
        if text.is_empty() {
            continue;
        }
        if text == "--" {
            found.rest.push(word);
            found.rest.extend(words);
            break;
        }
        if let Some(long) = text.strip_prefix("--") {
            let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            if name == "gnubg" {
                continue;
            }
            if let Some((letter, _)) = WITH_ARGUMENT.iter().find(|(_, known)| *known == name) {
                let value = value.map(OsString::from).or_else(|| words.next_if(|word| may_follow(*letter, word)));
                found.take(*letter, value, &format!("--{name}"));
            } else if let Some((letter, _)) = WITHOUT.iter().find(|(_, known)| *known == name) {
                found.flag(*letter);
            } else {
                found.rest.push(word);
            }
            continue;
        }
        let known = |letter: char| WITHOUT.iter().chain(&WITH_ARGUMENT).any(|(known, _)| *known == letter);
        match text.strip_prefix('-').filter(|letters| letters.starts_with(known)) {
            None => found.rest.push(word),
            Some(letters) => {
                for (at, letter) in letters.char_indices() {
                    if WITH_ARGUMENT.iter().any(|(known, _)| *known == letter) {
                        let own = &letters[at + letter.len_utf8()..];
                        let mut next = || words.next_if(|word| may_follow(letter, word));
                        let value = if own.is_empty() { next() } else { Some(OsString::from(own)) };
                        found.take(letter, value, &format!("-{letter}"));
                        break;
                    }
                    if known(letter) {
                        found.flag(letter);
                    } else {
                        found.rest.push(OsString::from(format!("-{letter}")));
                    }
                }
            }
        }
    }
    found
}

/// Whether a word may be the argument of an option: `-p` needs none, and does not take an option for one.
fn may_follow(letter: char, word: &OsStr) -> bool {
    letter != 'p' || word == "-" || !word.to_string_lossy().starts_with('-')
}

impl CommandLine {
    fn flag(&mut self, letter: char) {
        match letter {
            'v' => self.version = true,
            'h' => self.help = true,
            'q' => self.rest.push("-q".into()),
            'r' => self.rest.push("--no-rc".into()),
            // The others have no purpose here.
            _ => {}
        }
    }

    fn take(&mut self, letter: char, value: Option<OsString>, name: &str) {
        let Some(value) = value.filter(|value| letter != 'p' || value != "-") else {
            if letter == 'p' {
                // Python's own prompt.
                self.rest.extend(["-e".into(), ">".into()]);
            } else {
                self.incomplete = Some(name.to_owned());
            }
            return;
        };
        match letter {
            'c' => self.rest.extend(["-c".into(), value]),
            'p' => self.rest.extend(["--python".into(), value]),
            's' => self.preferences = Some(value.into()),
            'D' | 'P' if !value.is_empty() => self.data.push(value.into()),
            _ => {}
        }
    }
}

/// GNU Backgammon's weights, where they are installed.
pub fn weights(data: &[PathBuf]) -> Option<PathBuf> {
    let usual = [
        "/usr/lib/gnubg",
        "/usr/share/gnubg",
        "/usr/local/share/gnubg",
        "/usr/local/lib/gnubg",
        "/opt/homebrew/share/gnubg",
    ];
    let folders = data.iter().cloned().chain(usual.map(PathBuf::from));
    folders.map(|folder| folder.join("gnubg.wd")).find(|file| file.is_file())
}

/// The name under which the user has logged in.
pub fn login() -> String {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    gammon::system::machine::login()
        .or_else(|| variable("LOGNAME"))
        .or_else(|| variable("USER"))
        .or_else(|| variable("USERNAME"))
        .unwrap_or_default()
}

/// The exit status of a command line that makes no sense.
pub const USAGE: u8 = 1;

/// The fault in a command line.
pub fn fault(error: &clap::Error) -> String {
    match error.get(clap::error::ContextKind::InvalidArg) {
        Some(option) => format!("Unknown option {option}"),
        None => error.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_mode_is_meant_by_name_or_option() {
        for meant in [
            "gnubg",
            "/usr/bin/gnubg -q",
            "gammon -t",
            "gammon -tq",
            "gammon -qtc f",
            "gammon --tty -r",
            "gammon --gnubg",
            "gnubg-cli",
            "C:/gnubg/GNUBG-CLI.EXE -q",
            "gnubg --gnubg --calls",
            "gammon --calls --gnubg",
        ] {
            assert!(is_meant(&line(meant), |_| false), "{meant}");
        }
        for other in [
            "gammon",
            "gammon -q f.gbs",
            "gammon -c t",
            "gammon -ct",
            "gammon -e roll -- -t",
            "gammon score -t",
            "gnubg --calls",
            "gnubg-cli --ubgi",
        ] {
            assert!(!is_meant(&line(other), |word| word == "score"), "{other}");
        }
    }

    #[test]
    fn every_option_is_taken() {
        let found = read(line("gnubg -t -q -r -b -w -d -S -l C -s DIR -D A -P B -O C -c F"));
        assert_eq!(found.rest, line("gnubg -q --no-rc -c F"));
        assert_eq!((found.preferences, found.data), (Some("DIR".into()), vec!["A".into(), "B".into()]));
        let found = read(line("gnubg -tqrbc /dev/stdin --lang= --datadir= --pkgdatadir=X --json"));
        assert_eq!(found.rest, line("gnubg -q --no-rc -c /dev/stdin --json"));
        assert_eq!(found.data, [PathBuf::from("X")]);
        assert_eq!(read(line("gnubg -t -l")).incomplete.as_deref(), Some("-l"));
        assert_eq!(read(line("gnubg -t --foo -x")).rest, line("gnubg --foo -x"));
    }

    #[test]
    fn code_is_found_to_use_the_module() {
        for uses in [
            "import gnubg",
            "  import os, gnubg",
            "import gnubg as g",
            "from gnubg import command, match",
            "x = gnubg.board()",
            "if gnubg.match(0)[\"games\"]:",
        ] {
            assert!(uses_module(uses), "{uses}");
        }
        for other in [
            "import gammon",
            "import gnubg_tools",
            "from tools import gnubg_path",
            "# gnubg.board()",
            "load('/usr/lib/gnubg/gnubg.wd')",
            "print('GNU: gnubg.')",
            "my.gnubg.board()",
        ] {
            assert!(!uses_module(other), "{other}");
        }
    }

    #[test]
    fn python_without_a_file_is_its_prompt() {
        let prompt = ["gnubg", "-q", "-e", ">"].map(OsString::from);
        for meant in ["gnubg -q -t -p", "gnubg -tqp", "gnubg -q -p -t", "gnubg -q --python", "gnubg -q -p -"] {
            let mut found = read(line(meant)).rest;
            found.sort();
            let mut expected = prompt.to_vec();
            expected.sort();
            assert_eq!(found, expected, "{meant}");
        }
        assert_eq!(read(line("gnubg -t -p f.py")).rest, line("gnubg --python f.py"));
    }
}
