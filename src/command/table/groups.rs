//! Help lines of groups of commands, and short forms people are used to.
//!
//! GNU Backgammon resolves an ambiguous beginning silently, to the first word of a fixed order. The short forms
//! kept are those that no reader would expect to mean anything else; docs/commands.md lists them.

use super::Node;

/// Groups, each with its line of help.
const GROUPS: &[(&str, &str)] = &[
    ("new", "start a match, a game or a session"),
    ("end", "finish a game"),
    ("first", "go to a beginning"),
    ("list", "what has happened"),
    ("analyse", "find errors and luck in the record, or roll out candidates of the decision"),
    ("analyse clear", "forget the analysis of the record"),
    ("analyse rollout", "roll out candidates of the decision"),
    ("cmark", "mark candidates for a rollout"),
    ("cmark move", "mark candidates for a rollout"),
    ("cmark move set", "set or take off marks"),
    ("clear", "forget something"),
    ("invert", "exchange the players in the match equity table"),
    ("load", "read a file"),
    ("save", "write settings"),
    ("export", "write results in another format"),
    ("export game", "write the game"),
    ("export match", "write the match"),
    ("export rollout", "write the last rollout"),
    ("import", "read a match of another program"),
    ("show", "look at something"),
    ("show statistics", "errors, luck, cube decisions and ratings"),
    ("set", "change the position, the match or a setting"),
    ("relational", "a database of matches"),
    ("set analysis", "the analysis of records"),
    ("set automatic", "what happens without being asked for"),
    ("set autosave", "what is kept on disk unasked"),
    ("set confirm", "which questions are asked"),
    ("set cube", "the cube"),
    ("set cubeefficiency", "how live the cube is taken to be"),
    ("set cubeefficiency race", "cube efficiency of races"),
    ("set evaluation", "the settings of eval and hint"),
    ("set evaluation chequerplay", "how plays are evaluated"),
    ("set evaluation chequerplay evaluation", "how plays are evaluated"),
    ("set evaluation cubedecision", "how cube decisions are evaluated"),
    ("set evaluation cubedecision evaluation", "how cube decisions are evaluated"),
    ("set invert", "exchange the players in the match equity table"),
    ("set output", "how numbers are shown"),
    ("set player", "the players"),
    ("set player P", "one player, or both"),
    ("set player P chequerplay", "how this player's plays are evaluated"),
    ("set player P chequerplay evaluation", "how this player's plays are evaluated"),
    ("set player P cubedecision", "how this player's cube decisions are evaluated"),
    ("set player P cubedecision evaluation", "how this player's cube decisions are evaluated"),
    ("set rng", "the generator of the dice"),
    ("set rollout", "how positions are rolled out"),
    ("set rollout bearofftruncation", "where trials end in the bearoff"),
    ("set rollout chequerplay", "how plays are evaluated in rollouts"),
    ("set rollout cubedecision", "how cube decisions are evaluated in rollouts"),
    ("set rollout jsd", "stop plays that are far behind"),
    ("set rollout later", "settings of later plies"),
    ("set rollout later chequerplay", "how plays are evaluated in later plies"),
    ("set rollout later cubedecision", "how cube decisions are evaluated in later plies"),
    ("set rollout later player", "settings of one player in later plies"),
    ("set rollout later player P", "settings of one player in later plies"),
    ("set rollout later player P chequerplay", "how this player's plays are evaluated in later plies"),
    ("set rollout later player P cubedecision", "how this player's cube decisions are evaluated in later plies"),
    ("set rollout limit", "stop at a standard error"),
    ("set rollout player", "settings of one player"),
    ("set rollout player P", "settings of one player"),
    ("set rollout player P chequerplay", "how this player's plays are evaluated in rollouts"),
    ("set rollout player P cubedecision", "how this player's cube decisions are evaluated in rollouts"),
    ("set rollout rng", "the generator of the dice of rollouts"),
    ("set rollout truncation", "ending trials early"),
    ("set rollout truncation chequerplay", "how plays are evaluated where trials are truncated"),
    ("set rollout truncation cubedecision", "how positions are evaluated where trials are truncated"),
    ("set rollout until", "until when to go on"),
];

/// Short forms that would otherwise be ambiguous, as in GNU Backgammon.
pub const SHORT: &[(&str, &[&str])] = &[
    ("accept", &["a"]),
    ("help", &["h"]),
    ("hint", &["hi"]),
    ("move", &["m"]),
    ("roll", &["r", "ro", "rol"]),
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
    ("cmark", "m", "match"),
    ("set", "co", "colours"),
    ("set", "de", "delay"),
    ("set", "g", "gamelist"),
    ("set", "i", "import"),
    ("set", "me", "message"),
    ("set", "pr", "priority"),
    ("set", "th", "theorywindow"),
    ("show", "co", "commands"),
    ("show", "d", "delay"),
];

pub(super) fn describe(root: &mut Node) {
    for (words, help) in GROUPS {
        root.describe(words, help, &[]);
    }
    for (words, shorts) in SHORT {
        root.describe(words, "", shorts);
    }
}
