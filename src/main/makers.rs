//! Under the names `makebearoff` and `makehyper` this program makes databases as GNU Backgammon's tools of these names
//! are called to.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The command line of `gammon bearoff make` that one of those tools amounts to, whether the program has its name or
/// the name is its first argument; `None` for any other line.
pub fn translated(line: &[OsString]) -> Option<Result<Vec<OsString>, String>> {
    let named = |at: usize| {
        let make = match line.get(at).map(Path::new).and_then(Path::file_stem).and_then(OsStr::to_str)? {
            "makebearoff" => bearoff,
            "makehyper" => hypergammon,
            _ => return None,
        };
        Some(make(&line[at + 1..]))
    };
    named(0).or_else(|| line.get(1).filter(|word| TOOLS.iter().any(|tool| *word == *tool)).and_then(|_| named(1)))
}

/// The names of those tools.
pub const TOOLS: [&str; 2] = ["makebearoff", "makehyper"];

/// Options with their arguments: letter, word, whether there is an argument.
type Known = (char, &'static str, bool);

/// Reads options as those tools do: letters may stand together, arguments behind `=` or a blank.
fn options(words: &[OsString], known: &[Known]) -> Result<Vec<(char, OsString)>, String> {
    let mut found = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_str().ok_or("an option is not valid text")?;
        let mut argument = |letter: char, own: Option<&str>, has: bool| -> Result<(), String> {
            let value = match own.filter(|own| !own.is_empty()) {
                _ if !has => OsString::new(),
                Some(own) => own.into(),
                None => words.next().cloned().ok_or(format!("Missing argument for {text}"))?,
            };
            found.push((letter, value));
            Ok(())
        };
        if let Some(long) = text.strip_prefix("--") {
            let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            let &(letter, _, has) =
                known.iter().find(|(_, word, _)| *word == name).ok_or(format!("Unknown option {text}"))?;
            argument(letter, value, has)?;
            continue;
        }
        let letters = text.strip_prefix('-').ok_or(format!("Unknown option {text}"))?;
        for (at, letter) in letters.char_indices() {
            let &(_, _, has) =
                known.iter().find(|(short, ..)| *short == letter).ok_or(format!("Unknown option -{letter}"))?;
            argument(letter, Some(&letters[at + letter.len_utf8()..]), has)?;
            if has {
                break;
            }
        }
    }
    Ok(found)
}

fn bearoff(words: &[OsString]) -> Result<Vec<OsString>, String> {
    let known = [
        ('t', "two-sided", true),
        ('o', "one-sided", true),
        ('s', "xhash-size", true),
        ('O', "old-bearoff", true),
        ('H', "no-header", false),
        ('C', "no-cubeful", false),
        ('c', "no-compress", false),
        ('g', "no-gammon", false),
        ('n', "normal-dist", false),
        ('v', "version", false),
        ('f', "outfile", true),
    ];
    let mut kind: Vec<OsString> = Vec::new();
    let mut rest: Vec<OsString> = Vec::new();
    for (letter, value) in options(words, &known)? {
        match letter {
            't' => {
                let text = value.to_string_lossy().to_ascii_lowercase();
                let (points, checkers) = text.split_once('x').ok_or(format!("`{text}` is not a size such as 6x6"))?;
                kind = ["two-sided", "--points", points, "--checkers", checkers].map(Into::into).to_vec();
            }
            'o' => kind = vec!["one-sided".into(), "--points".into(), value],
            'f' => rest.extend(["--out".into(), value]),
            'C' => rest.push("--cubeless".into()),
            'c' => rest.push("--plain".into()),
            'g' => rest.push("--no-gammons".into()),
            'v' => return Ok(vec!["gammon".into(), "--version".into()]),
            'n' => {
                let why = "databases of normal approximations are not made; those without `-n` hold distributions";
                return Err(why.to_owned());
            }
            'H' => return Err("a database without a header cannot be read again".to_owned()),
            // Options that speed their computation up need no help here.
            _ => {}
        }
    }
    if kind.is_empty() {
        return Err("a size is missing: -o POINTS or -t POINTSxCHECKERS".to_owned());
    }
    if !rest.contains(&"--out".into()) {
        return Err("the file is missing: -f FILE".to_owned());
    }
    Ok(make(kind, rest))
}

fn hypergammon(words: &[OsString]) -> Result<Vec<OsString>, String> {
    let known = [
        ('c', "chequers", true),
        ('r', "restart", true),
        ('t', "threshold", true),
        ('n', "no-checkpoint", false),
        ('v', "version", false),
        ('f', "outfile", true),
    ];
    let (mut checkers, mut out, mut rest) = (OsString::from("3"), None, Vec::new());
    for (letter, value) in options(words, &known)? {
        match letter {
            'c' => checkers = value,
            'r' => rest.extend(["--resume".into(), value]),
            'f' => out = Some(value),
            'v' => return Ok(vec!["gammon".into(), "--version".into()]),
            _ => {}
        }
    }
    let out = out.unwrap_or_else(|| format!("hyper{}.bd", checkers.to_string_lossy()).into());
    rest.extend(["--out".into(), out]);
    Ok(make(vec!["hypergammon".into(), "--checkers".into(), checkers], rest))
}

/// Those tools replace what is there.
fn make(kind: Vec<OsString>, rest: Vec<OsString>) -> Vec<OsString> {
    let head = ["gammon", "bearoff", "make", "--force"].map(OsString::from);
    head.into_iter().chain(kind).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Result<String, String> {
        let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
        let line = translated(&words).expect("one of the names")?;
        Ok(line.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn their_options_are_those_of_bearoff_make() {
        for (line, expected) in [
            ("makebearoff -t 6x6 -f a.bd", "two-sided --points 6 --checkers 6 --out a.bd"),
            (
                "/usr/bin/makebearoff --two-sided=3x4 -C -s 1000 -f a",
                "two-sided --points 3 --checkers 4 --cubeless --out a",
            ),
            ("makebearoff -o 6 -cg -fa.bd", "one-sided --points 6 --plain --no-gammons --out a.bd"),
            ("gammon makebearoff -t 3x3 -f ts.bd", "two-sided --points 3 --checkers 3 --out ts.bd"),
            ("gammon makehyper -c 1 -f h.bd", "hypergammon --checkers 1 --out h.bd"),
            ("makehyper -c 2", "hypergammon --checkers 2 --out hyper2.bd"),
            ("makehyper -r old -f new", "hypergammon --checkers 3 --resume old --out new"),
        ] {
            assert_eq!(told(line), Ok(format!("gammon bearoff make --force {expected}")), "{line}");
        }
        assert!(
            told("makebearoff -f a").is_err() && told("makebearoff -o 6").is_err() && told("makehyper -x").is_err()
        );
        assert!(told("makebearoff -o 6 -n -f a").is_err_and(|why| why.contains("normal approximations")));
        for other in ["gammon -t", "gammon -t makebearoff", "gammon ./makebearoff", "gammon makebearoff.mat"] {
            assert_eq!(translated(&other.split(' ').map(Into::into).collect::<Vec<_>>()), None, "{other}");
        }
    }
}
