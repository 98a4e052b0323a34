//! The one-way dependencies between modules, and the home of every outside crate.
//!
//! The reasons are in `docs/architecture.md`. Rust's modules may use each other freely, so this test reads the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Every module, each allowed to use those before it.
const ORDER: [&str; 29] = [
    "words",
    "digest",
    "simd",
    "threads",
    "board",
    "movegen",
    "scoring",
    "notation",
    "rng",
    "record",
    "eval",
    "rollout",
    "level",
    "question",
    "analysis",
    "formats",
    "train",
    "arena",
    "system",
    "storage",
    "relational",
    "library",
    "settings",
    "command",
    "session",
    "render",
    "stand_in",
    "serve",
    "farm",
];

/// The last module, which may use all others.
const SHELL: &str = "shell";

/// Crates and the only places that may name them, so that a new major version touches one place.
const HOMES: [(&str, &[&str]); 45] = [
    ("gammon_weights", &["src/eval/evaluator"]),
    ("async_nats", &["src/farm/nats/"]),
    ("futures_util", &["src/farm/nats/"]),
    ("tokio", &["src/farm/nats/", "src/shell/browse/", "src/shell/anki.rs"]),
    ("hyper", &["src/shell/browse/", "src/shell/anki.rs"]),
    ("hyper_util", &["src/shell/browse/", "src/shell/anki.rs"]),
    ("http_body_util", &["src/shell/browse/", "src/shell/anki.rs"]),
    ("getrandom", &["src/shell/browse/"]),
    ("rand", &["src/settings/"]),
    ("icu_normalizer", &["src/settings/names"]),
    ("rand_mt", &["src/rng/"]),
    ("rayon", &["src/rollout/run/", "src/analysis/run", "src/train/", "src/arena/"]),
    ("nom", &["src/command/", "src/notation/"]),
    ("comfy_table", &["src/render/"]),
    ("anstyle", &["src/render/"]),
    ("textwrap", &["src/render/"]),
    ("unicode_width", &["src/render/"]),
    ("anstream", &["src/shell/"]),
    ("terminal_size", &["src/system/"]),
    ("plotters", &["src/render/report/"]),
    ("rusqlite", &["src/relational/", "src/library/"]),
    ("zip", &["src/library/"]),
    ("rustyline", &["src/shell/"]),
    ("ratatui", &["src/shell/study/"]),
    ("indicatif", &["src/shell/", "src/bin/"]),
    ("directories", &["src/shell/"]),
    ("rustix", &["src/system/"]),
    ("memmap2", &["src/system/"]),
    ("signal_hook", &["src/system/"]),
    ("ctrlc", &["src/system/", "src/bin/"]),
    ("same_file", &["src/system/"]),
    ("anstyle_query", &["src/system/"]),
    ("clap", &["src/main", "src/bin/"]),
    ("roxmltree", &["src/scoring/"]),
    ("base64", &["src/notation/", "src/shell/host.rs", "src/render/report/page", "src/shell/anki.rs"]),
    ("strsim", &["src/command/"]),
    ("flate2", &["src/formats/xg/", "src/formats/bgf", "src/formats/ogxm", "src/library/"]),
    ("md5", &["src/rng/"]),
    ("serde_smile", &["src/formats/bgf"]),
    ("csv", &["src/render/"]),
    ("maud", &["src/render/report/"]),
    ("tempfile", &["src/storage", "src/main/doctor", "src/bin/"]),
    ("sha2", &["src/digest"]),
    ("hmac_sha256", &["src/digest"]),
    (
        "serde_json",
        &[
            "src/formats/json/",
            "src/formats/bgf",
            "src/formats/ogxm/gva",
            "src/rollout/",
            "src/library/",
            "src/session/",
            "src/render/json/",
            "src/render/report/viewer/",
            "src/serve/calls/",
            "src/shell/",
            "src/main/",
            "src/bin/",
            "src/farm/",
        ],
    ),
];

/// What only some places may do: the beginning of a phrase of code, whatever was imported under which name, and who may
/// use it.
const EFFECTS: [(&str, &[&str]); 12] = [
    ("println!", &["src/main", "src/bin/"]),
    ("eprintln!", &["src/main"]),
    ("env::", &["src/command/args/home", "src/shell/", "src/main", "src/simd/kernel", "src/system/", "src/bin/"]),
    ("fs::", &["src/session/", "src/farm/", "src/shell/", "src/main", "src/storage", "src/system/", "src/bin/"]),
    ("File::", &["src/session/", "src/shell/", "src/main", "src/storage", "src/system/", "src/bin/"]),
    ("Instant::now", &["src/farm/nats/", "src/shell/", "src/main", "src/bin/"]),
    ("SystemTime", &["src/shell/", "src/main"]),
    ("stdin()", &["src/shell/", "src/main", "src/system/", "src/bin/"]),
    ("stdout()", &["src/shell/", "src/main", "src/system/", "src/bin/"]),
    ("stderr()", &["src/shell/", "src/main", "src/system/", "src/bin/"]),
    // The number of threads that is the default is a fact of the machine.
    ("available_parallelism", &["src/settings/", "src/shell/", "src/main", "src/bin/"]),
    ("thread::sleep", &["src/shell/", "src/main", "src/system/"]),
];

/// The folders of the crates below the program's.
const CRATES: [&str; 3] = ["src/engine/", "src/language/", "src/training/"];

/// Modules in which files and folders side by side still use each other in a circle. In all others they must not.
const WITH_CIRCLES: [&str; 2] = ["command", "shell"];

/// A source file without its comments and its tests.
struct Source {
    path: String,
    code: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    files.sort();
    files
        .iter()
        // Tests and examples may do what they like: read data files, time themselves.
        .filter(|path| {
            !path.components().any(|part| ["tests", "tests.rs", "examples"].map(OsStr::new).contains(&part.as_os_str()))
        })
        .filter(|path| !is_test_module(path))
        .map(|path| {
            let text = fs::read_to_string(path).expect("a source file");
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code = text.lines().map(without_comment).collect::<Vec<_>>().join("\n");
            let path = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            // The folder of its crate says nothing: no two crates have a module of one name.
            let path = CRATES.iter().fold(path, |path, folder| path.replace(folder, "src/"));
            Source { path, code }
        })
        .collect()
}

/// A line of code without the comment at its end. An address such as `https://…` begins none.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| !line[..at].ends_with(':');
    line.match_indices("//").find(begins).map_or(line, |(at, _)| &line[..at])
}

/// Whether its folder's `mod.rs` compiles this file for tests only.
fn is_test_module(path: &Path) -> bool {
    let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { return false };
    let parent = fs::read_to_string(path.with_file_name("mod.rs")).unwrap_or_default();
    parent.contains(&format!("#[cfg(test)]\nmod {name};"))
}

/// The module a file belongs to: the folder below `src`, or the file there without its ending.
fn module(path: &str) -> &str {
    let rest = path.strip_prefix("src/").unwrap_or(path);
    rest.split('/').next().unwrap_or(rest).trim_end_matches(".rs")
}

/// The words that follow `prefix` in code: `crate::` gives the modules that are named.
fn words_after<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    code.match_indices(prefix).flat_map(|(at, _)| words_at(&code[at + prefix.len()..])).collect()
}

/// The word that code begins with; of `{board::Position, eval::{Class, Outputs}}` the words at depth one.
fn words_at(code: &str) -> Vec<&str> {
    let Some(names) = code.strip_prefix('{') else { return vec![word(code)] };
    let mut words = Vec::new();
    let mut depth = 0;
    let mut start = true;
    for (i, c) in names.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && depth == 0 && (c.is_alphanumeric() || c == '_') => {
                words.push(word(&names[i..]));
                start = false;
            }
            _ => {}
        }
    }
    words
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Whether `name::` or `use name` stands in the code as a whole word.
fn names_crate(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        let starts = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'));
        starts && (after.starts_with("::") || (after.starts_with(';') && code[..at].ends_with("use ")))
    })
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let place = |name: &str| ORDER.iter().position(|&module| module == name);
    let mut faults = Vec::new();
    for source in sources() {
        let name = module(&source.path);
        let Some(own) = place(name) else {
            assert!(
                matches!(name, SHELL | "lib" | "main" | "bench" | "bin"),
                "{}: `{name}` has no place in the order of modules",
                source.path
            );
            continue;
        };
        let by_name = words_after(&source.code, "crate::");
        for used in by_name.into_iter().chain(words_above(&source, "src")) {
            if place(used).is_some_and(|used| used > own) || used == SHELL {
                faults.push(format!("{} uses `{used}`", source.path));
            }
        }
    }
    assert!(faults.is_empty(), "against the direction of dependency:\n{}", faults.join("\n"));
}

#[test]
fn every_module_of_the_order_is_there() {
    let sources = sources();
    for name in ORDER.iter().chain([&SHELL]) {
        assert!(sources.iter().any(|source| module(&source.path) == *name), "there is no module `{name}`");
    }
}

#[test]
fn every_outside_crate_stays_at_home() {
    let mut faults = Vec::new();
    for source in sources() {
        for (name, homes) in HOMES {
            if names_crate(&source.code, name) && !homes.iter().any(|home| source.path.starts_with(home)) {
                faults.push(format!("{} uses `{name}`, whose home is {}", source.path, homes.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_edge_has_effects() {
    let mut faults = Vec::new();
    for source in sources() {
        for (phrase, places) in EFFECTS {
            let found = source.code.match_indices(phrase).any(|(at, _)| {
                // `eprintln!` holds `println!`, `sfs::` holds `fs::`: match whole words.
                !source.code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
            });
            if found && !places.iter().any(|place| source.path.starts_with(place)) {
                faults.push(format!("{} has `{phrase}`, which belongs to {}", source.path, places.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The words of an error are for people. A caller that acts on an error has its kind.
#[test]
fn nobody_reads_the_message_of_an_error() {
    let readers = ["starts_with", "ends_with", "contains", "strip_prefix", "strip_suffix", "split", "find"];
    let read = readers.map(|reader| format!("message.{reader}"));
    let sources = sources();
    let faults: Vec<_> = sources
        .iter()
        .filter(|source| read.iter().any(|phrase| source.code.contains(phrase)))
        .map(|source| source.path.as_str())
        .collect();
    assert!(faults.is_empty(), "read the message of an error: {}", faults.join(", "));
}

/// Places where no count stands before its noun, or one that is never 1: verbs, and limits that are many.
const NO_COUNTS: [&str; 25] = [
    "{allowed} at most",
    "1 to {max} plies",
    "0 to {} plies",
    "{count} checkers, 1 to 15 expected",
    "{} points\", self.points",
    "{size} bytes, found",
    "{} plays nothing",
    "a match to {n} points",
    "{words} plies",
    "{} trials\", format.word()",
    "{} of {} turns\\n",
    "{}{} plays\", name",
    "1 to {} points",
    "{} plays {}",
    "{} beavers to {}",
    "{MOST_SHARDS} shards or {} trials",
    "{worker} plays wrongly",
    "the {word} marks off",
    "{plies} plies: expected",
    "{of} decisions and rolls",
    "{n} other positions were",
    "{all} settings of {file}",
    "more than {most} bytes",
    "{} games in all",
    "{expected} bytes, not {found}",
];

/// A count has its noun by `counted` or `there_are`, so that nothing says `1 trials`. The words of GNU Backgammon stay
/// as they are there.
#[test]
fn counts_have_their_nouns_by_one_function() {
    let sources = sources();
    let of_gnubg = ["src/stand_in/", "src/render/gnubg_layout/", "src/render/settings.rs"];
    let counts = |code: &'static str, source: &Source| -> Vec<String> {
        let noun = |(at, _): (usize, &str)| {
            let line = source.code[at..].split(';').next().unwrap_or_default();
            let (_, noun) = line.split_once(", \"")?;
            noun.split_once("\")").map(|(noun, _)| noun.to_owned())
        };
        source.code.match_indices(code).filter_map(noun).collect()
    };
    let nouns: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| ["counted(", "there_are("].into_iter().flat_map(|code| counts(code, source)))
        .filter(|noun| noun.chars().all(|c| c.is_ascii_lowercase() || c == ' '))
        .collect();
    assert!(nouns.len() > 20 && nouns.contains("trial"), "{nouns:?}");
    let many: Vec<String> = nouns.iter().map(|noun| gammon::words::counted(2_u8, noun)[1..].to_owned()).collect();
    // A constant in capitals is more than one, and so is what has decimals.
    let may_be_one = |place: &str| !place.contains(":.") && (place.is_empty() || place != place.to_uppercase());
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !of_gnubg.iter().any(|folder| source.path.starts_with(folder))) {
        for line in source.code.lines().filter(|line| !NO_COUNTS.iter().any(|known| line.contains(known))) {
            let is_counted = |noun: &String| {
                line.match_indices(noun.as_str()).any(|(at, _)| {
                    let ends = !line[at + noun.len()..].starts_with(|c: char| c.is_alphanumeric());
                    let place = line[..at].strip_suffix('}').and_then(|before| before.rsplit_once('{'));
                    ends && place.is_some_and(|(_, place)| may_be_one(place))
                })
            };
            if many.iter().any(is_counted) || line.contains("{ \"\" } else { \"s\" }") {
                faults.push(format!("{}: {}", source.path, line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "counts without `counted`:\n{}", faults.join("\n"));
    let text = sources.iter().map(|source| source.code.as_str()).collect::<String>();
    let gone: Vec<_> = NO_COUNTS.iter().filter(|known| !text.contains(**known)).collect();
    assert!(gone.is_empty(), "these places are no more: {gone:?}");
}

/// The path of the module that a file is: its own without the ending, and the folder for its `mod.rs`.
fn module_path(path: &str) -> &str {
    let path = path.trim_end_matches(".rs");
    path.strip_suffix("/mod").unwrap_or(path)
}

/// The names that a file takes out of a folder above it by `super::`.
fn words_above<'a>(source: &'a Source, folder: &str) -> Vec<&'a str> {
    let Some(below) = module_path(&source.path).strip_prefix(folder) else { return Vec::new() };
    let supers = "super::".repeat(below.matches('/').count());
    let chains = source.code.match_indices(&supers).filter(|(at, _)| !source.code[..*at].ends_with("::"));
    let words = chains.flat_map(|(at, _)| words_at(&source.code[at + supers.len()..]));
    words.filter(|word| *word != "super").collect()
}

/// The files and folders of a folder with those of them that each uses.
fn uses_within<'a>(sources: &'a [Source], folder: &str) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let inside = format!("{folder}/");
    let path = format!("crate::{}::", folder.trim_start_matches("src/").replace('/', "::"));
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in sources {
        let Some(below) = module_path(&source.path).strip_prefix(&inside) else { continue };
        let child = below.split('/').next().unwrap_or(below);
        let used = uses.entry(child).or_default();
        used.extend(words_after(&source.code, &path));
        used.extend(words_above(source, folder));
        used.remove(child);
    }
    let children: BTreeSet<&str> = uses.keys().copied().collect();
    uses.values_mut().for_each(|used| used.retain(|name| children.contains(name)));
    uses
}

/// Takes away whatever uses nothing that is left, again and again; what remains is in a circle, or uses one.
fn circle<'a>(mut uses: BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<&'a str> {
    loop {
        let free: Vec<&str> = uses.iter().filter(|(_, used)| used.is_empty()).map(|(name, _)| *name).collect();
        if free.is_empty() {
            return uses.into_keys().collect();
        }
        uses.retain(|name, _| !free.contains(name));
        uses.values_mut().for_each(|used| used.retain(|name| !free.contains(name)));
    }
}

#[test]
fn no_circles_inside_of_modules() {
    let sources = sources();
    let mut faults = Vec::new();
    for name in ORDER.iter().chain(&[SHELL, "main"]) {
        let mut folders = BTreeSet::from([format!("src/{name}")]);
        let paths = sources.iter().filter(|source| source.path.starts_with(&format!("src/{name}/")));
        folders.extend(paths.filter_map(|source| source.path.rsplit_once('/').map(|(folder, _)| folder.to_owned())));
        let circles = folders.iter().map(|folder| (folder, circle(uses_within(&sources, folder))));
        let circles: Vec<_> = circles.filter(|(_, circle)| !circle.is_empty()).collect();
        if !WITH_CIRCLES.contains(name) {
            faults.extend(circles.iter().map(|(folder, circle)| format!("in {folder}: {}", circle.join(", "))));
        } else if circles.is_empty() {
            faults.push(format!("`{name}` has none any more: take it out of the list"));
        }
    }
    assert!(faults.is_empty(), "these use each other in a circle:\n{}", faults.join("\n"));
}

#[test]
fn the_reader_of_sources_reads() {
    assert_eq!(words_after("use crate::board::Position; crate::eval::x", "crate::"), ["board", "eval"]);
    assert_eq!(words_after("use crate::{board::{Roll, OFF}, eval};", "crate::"), ["board", "eval"]);
    assert!(names_crate("use rand::Rng;", "rand") && names_crate("use nom;", "nom"));
    assert!(!names_crate("use rand_mt::Mt;", "rand") && !names_crate("crate::rand::x", "rand"));
    assert_eq!((module("src/eval/gnubg/forward.rs"), module("src/lib.rs")), ("eval", "lib"));
    let file = |path: &str, code: &str| Source { path: path.to_owned(), code: code.to_owned() };
    let deep = file("src/a/b/c.rs", "use super::x::Y; use super::super::{d::Z, e}; super::super::super::f()");
    assert_eq!(words_above(&deep, "src/a/b"), ["x"]);
    assert_eq!(words_above(&deep, "src/a"), ["d", "e"]);
    assert_eq!(words_above(&deep, "src"), ["f"]);
    let three = [
        file("src/a/b/mod.rs", "use super::d::X;"),
        file("src/a/d.rs", "use crate::a::e::Y;"),
        file("src/a/e.rs", "use super::b::Z;"),
        file("src/a/f.rs", "use super::b;"),
    ];
    assert_eq!(circle(uses_within(&three, "src/a")), ["b", "d", "e", "f"]);
    assert!(circle(uses_within(&three[1..], "src/a")).is_empty());
    let sources = sources();
    assert!(sources.len() > 10 && sources.iter().any(|source| source.path == "src/board/dice.rs"));
}

/// Comments and documents, but for tables, code and what is generated.
#[test]
fn prose_lies_within_120_columns() {
    const MOST: usize = 120;
    let mut faults = Vec::new();
    let mut look = |path: &Path, is_code: bool| {
        let mut in_block = false;
        for (n, line) in (1..).zip(fs::read_to_string(path).expect("a text").lines()) {
            let prose = if is_code {
                line.trim_start().strip_prefix("//").map(|text| text.trim_start_matches(['/', '!']))
            } else {
                Some(line)
            };
            let Some(prose) = prose else { continue };
            in_block ^= prose.trim_start().starts_with("```");
            let is_table = prose.trim_start().starts_with('|') || prose.contains(" = ") && is_code;
            let is_set = in_block || is_table || !is_code && line.starts_with("    ");
            if line.chars().count() > MOST && !is_set {
                faults.push(format!("{}:{n}", path.display()));
            }
        }
    };
    let mut folders: Vec<PathBuf> = ["src", "tests", "docs", "."].map(PathBuf::from).into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_top = folder == Path::new(".");
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() && !is_top => folders.push(path),
                Some("rs") if !is_top => look(&path, true),
                Some("md") if !path.ends_with("commands.md") => look(&path, false),
                _ => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What the repository holds at its top. A file that a test or a trial left there is caught before it is kept.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn nothing_strays_to_the_top() {
    let known = ".ci .github .gitignore CHANGELOG.md CONTRIBUTING.md Cargo.lock Cargo.toml LICENSE-APACHE LICENSE-MIT \
                 README.md SECURITY.md docs grammar pyproject.toml rustfmt.toml scripts src tests weights";
    let listed = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        eprintln!("SKIPPED: nothing_strays_to_the_top: no repository here");
        return;
    };
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    let top: BTreeSet<&str> = listed.split_terminator('\0').filter_map(|path| path.split('/').next()).collect();
    let stray: Vec<_> = top.into_iter().filter(|name| !known.split_whitespace().any(|known| known == *name)).collect();
    assert!(stray.is_empty(), "unknown at the top: {stray:?}");
}

/// Comments name files by their paths from the root. A file that was moved takes the comments along.
#[test]
fn paths_in_comments_lead_to_files() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "weights"] {
        rust_files(&root().join(folder), &mut files);
    }
    let mut faults = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        for (number, line) in (1..).zip(text.lines()) {
            let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
            let words = comment.split(|c: char| !(c.is_alphanumeric() || "/._-".contains(c)));
            for word in words.map(|word| word.trim_end_matches(['.', '-', '/'])) {
                let is_path = ["src/", "tests/", "docs/", "scripts/", "grammar/", "weights/"]
                    .iter()
                    .any(|folder| word.starts_with(folder) && word.len() > folder.len());
                // `NAME` stands for any.
                if is_path && !word.contains("NAME") && !root().join(word).exists() {
                    faults.push(format!("{}:{number}: {word}", path.strip_prefix(root()).expect("below").display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "comments name files that are not there:\n{}", faults.join("\n"));
}

/// A package holds the files that its sources are compiled from, or it does not compile where it is unpacked.
#[test]
fn packages_hold_what_they_are_compiled_from() {
    let crates = ["", "src/engine", "src/language", "src/training", "weights"].map(|folder| root().join(folder));
    let mut files = Vec::new();
    for folder in ["src", "weights"] {
        rust_files(&root().join(folder), &mut files);
    }
    let mut checked = 0;
    for source in files {
        let home = crates.iter().filter(|home| source.starts_with(home)).max_by_key(|home| home.as_os_str().len());
        let home = home.expect("every source lies in a crate");
        let manifest = fs::read_to_string(home.join("Cargo.toml")).expect("a manifest");
        let line = manifest.lines().find(|line| line.starts_with("include = ")).expect("its files");
        let patterns: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        let text = fs::read_to_string(&source).expect("a source file");
        let beginning = text.split("#[cfg(test)]").next().unwrap_or_default();
        for included in beginning.split("include_str!(\"").chain(beginning.split("include_bytes!(\"")).skip(1) {
            let Some((name, _)) = included.split_once("\")") else { continue };
            let Ok(path) = fs::canonicalize(source.parent().expect("a folder").join(name)) else { continue };
            let path = path.strip_prefix(home).expect("a file of the crate").display().to_string();
            let fits = |pattern: &&str| match pattern.trim_start_matches('/').split_once("**") {
                Some((folder, end)) => path.starts_with(folder) && path.ends_with(end.trim_start_matches("/*")),
                None => match pattern.trim_start_matches('/').split_once('*') {
                    Some((start, end)) => path.starts_with(start) && path.ends_with(end),
                    None => path == pattern.trim_start_matches('/'),
                },
            };
            assert!(patterns.iter().any(fits), "{path} is not in the package of {}", home.display());
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked}");
}
