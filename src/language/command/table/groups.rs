//! Help lines of groups of commands, and short forms people are used to.
//!
//! GNU Backgammon resolves an ambiguous beginning silently, to the first word of a fixed order. The short forms
//! kept are those that no reader would expect to mean anything else; docs/commands.md lists them.

use super::Node;

/// Groups, each with its line of help.
const GROUPS: &str = include_str!("groups.txt");

/// Short forms that would otherwise be ambiguous, as in GNU Backgammon.
pub const SHORT: &[(&str, &[&str])] = &[
    ("accept", &["a"]),
    ("analyse", &["an"]),
    ("decline", &["de"]),
    ("beaver", &["b"]),
    ("help", &["h"]),
    ("hint", &["hi"]),
    ("move", &["m"]),
    ("previous", &["pre"]),
    ("quit", &["q"]),
    ("roll", &["r", "ro", "rol"]),
    ("take", &["t"]),
    ("undo", &["u", "un"]),
    ("set cube", &["cu", "cub"]),
    ("set dice", &["di"]),
    ("set rollout chequerplay", &["c"]),
    ("set rollout log", &["lo"]),
    ("set rollout movefilter", &["m"]),
    ("set rollout player", &["p"]),
    ("set rollout seed", &["s"]),
    ("set rollout trials", &["t"]),
    ("set rollout truncation", &["tru"]),
    ("show cube", &["cu", "cub"]),
    ("show rollout", &["ro"]),
    ("show score", &["s", "sc"]),
];

/// Short forms that GNU Backgammon reads as another word, one that does nothing or is not offered here. They are
/// refused, so that a script does not do something else than it did there.
pub const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("", "l", "list"),
    ("set", "co", "colours"),
    ("set", "de", "delay"),
    ("set", "g", "gamelist"),
    ("set", "i", "import"),
    ("set", "pr", "priority"),
    ("set", "th", "theorywindow"),
    ("show", "co", "commands"),
    ("show", "d", "delay"),
];

pub(super) fn describe(root: &mut Node) {
    for (words, help) in GROUPS.lines().filter_map(|line| line.split_once(": ")) {
        root.describe(words, help, &[]);
    }
    for (words, shorts) in SHORT {
        root.describe(words, "", shorts);
    }
}
