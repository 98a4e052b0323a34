//! The command line of GNU Backgammon, and how gammon begins in its place.

use gammon::storage::in_words;
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

/// Whether a command line is one for GNU Backgammon: by the name of the program, by `--gnubg`, or by `-t`, which nobody
/// types who does not come from there.
pub fn is_meant(line: &[OsString]) -> bool {
    let named = line.first().and_then(|name| Path::new(name).file_stem()).is_some_and(|name| name == "gnubg");
    named || line.iter().skip(1).take_while(|word| *word != "--").any(|word| is_tty(word))
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

/// The sentence about a file of commands that is not there.
pub fn unreadable(error: &std::io::Error) -> String {
    let text = in_words(error);
    text.strip_prefix("cannot read `").unwrap_or(&text).replacen("`: ", ": ", 1)
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
        ] {
            assert!(is_meant(&line(meant)), "{meant}");
        }
        for other in ["gammon", "gammon -q f.gbs", "gammon -c t", "gammon -ct", "gammon -e roll -- -t"] {
            assert!(!is_meant(&line(other)), "{other}");
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
