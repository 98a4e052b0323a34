//! Help by meaning: subjects under the words that people have for them.

use super::help::{HelpEntry, entry_about};

/// Words for something, and the commands and subjects that have to do with it. `help columns` is a subject.
const MEANINGS: &[(&[&str], &[&str])] = &[
    (&["best", "best play", "best move", "suggest", "suggestion", "advice", "recommend"], &["hint", "rollout", "eval"]),
    (
        &["decided", "decide", "enough", "until", "stop", "automatically"],
        &[
            "set rollout until decided",
            "set rollout until error",
            "set rollout until time",
            "set rollout focus",
            "stop",
        ],
    ),
    (
        &["blunder", "blunders", "mistake", "mistakes", "worst", "wrong", "bad"],
        &["show errors", "next error", "goto error", "quiz", "analyse match", "help marks"],
    ),
    (
        &["opponent", "computer", "bot", "robot", "adversary", "against", "engine", "human"],
        &["set player P gnubg", "set player P human", "new match", "play", "show player", "help opponent"],
    ),
    (
        &[
            "theme",
            "themes",
            "colour",
            "colours",
            "color",
            "colors",
            "light",
            "dark",
            "contrast",
            "background",
            "white",
        ],
        &["set output theme", "set output board", "save settings"],
    ),
    (
        &["deeper", "depth", "stronger", "strength", "level", "expert", "accurate", "accuracy", "precise", "think"],
        &[
            "set evaluation preset",
            "set evaluation chequerplay evaluation plies",
            "set evaluation chequerplay type",
            "hint in",
            "rollout",
            "help ply",
        ],
    ),
    (
        &["confidence", "certain", "sure", "significance", "precision", "reliable"],
        &["show rollout detail", "set rollout until decided", "set rollout until error", "help ±", "help p(best)"],
    ),
    (
        &["copy", "clipboard", "share", "send", "publish", "forum"],
        &["show position", "export position text", "export match html"],
    ),
    (
        &["paste", "insert", "enter", "gnubgid", "xgid", "id", "diagram"],
        &["set xgid", "set gnubgid", "set board", "show position", "help position"],
    ),
    (
        &["setup", "set up", "arrange", "place", "checkers", "edit", "hand", "position", "create"],
        &["set board", "set dice", "set turn", "set cube value", "set score", "help position"],
    ),
    (
        &[
            "permanent",
            "permanently",
            "startup",
            "config",
            "configuration",
            "preferences",
            "remember",
            "keep",
            "stay",
            "default",
            "defaults",
            "options",
            "rc",
        ],
        &["save settings", "show settings", "help settings"],
    ),
    (
        &["direction", "clockwise", "flip", "mirror", "side", "turn around", "rotate"],
        &["set clockwise", "swap players"],
    ),
    (
        &["bookmark", "mark", "star", "flag", "remember", "note", "comment"],
        &["comment", "annotate move comment", "cmark move set rollout", "next marked"],
    ),
    (
        &["tutorial", "tour", "learn", "beginner", "introduction", "begin", "example", "examples", "guide", "manual"],
        &["tour", "help start", "help topics"],
    ),
    (&["opening", "openings", "start", "reply", "replies"], &["new session", "set dice", "hint", "show rolls"]),
    (&["compare", "comparison", "versus", "vs", "difference", "better"], &["rollout plays", "hint", "help p(best)"]),
    (
        &["why", "explain", "reason", "understand"],
        &["eval", "show temperaturemap", "show rolls", "help columns", "help equity"],
    ),
    (
        &[
            "column",
            "columns",
            "heading",
            "headings",
            "table",
            "legend",
            "g",
            "bg",
            "lg",
            "lbg",
            "abbreviation",
            "abbreviations",
        ],
        &["help columns", "help marks"],
    ),
    (&["marks", "symbols", "?!", "??", "sign", "signs"], &["help marks", "list game", "show errors"]),
    (
        &["rating", "performance", "elo", "snowie", "skill", "grade", "pr"],
        &["pr", "show statistics match", "analyse folder", "show statistics folder"],
    ),
    (
        &["progress", "improve", "improvement", "training", "practice", "practise", "exercise"],
        &["quiz", "analyse folder", "export history svg", "set tutor mode"],
    ),
    (&["warn", "warning", "coach", "teacher", "hints"], &["set tutor mode", "hint", "quiz"]),
    (
        &["open", "read", "file", "files", "load", "import", "mat", "xg", "sgf", "format", "formats"],
        &["import auto", "analyse file", "import folder", "load match"],
    ),
    (
        &[
            "save", "write", "store", "export", "page", "html", "web", "browser", "pdf", "print", "picture", "svg",
            "image",
        ],
        &["export match html", "export rollout html", "export position svg", "save match", "help export"],
    ),
    (
        &["many", "folder", "batch", "all matches", "directory", "several"],
        &["analyse folder", "import folder", "rollout file", "hint file"],
    ),
    (
        &["stop", "cancel", "abort", "interrupt", "pause", "break", "quit", "ctrl-c"],
        &["stop", "rollout resume", "quit", "help keys"],
    ),
    (
        &["resume", "continue", "go on", "unfinished", "later", "again"],
        &["rollout resume", "rollout extend", "rollout saved"],
    ),
    (
        &["more", "longer", "extend", "trials", "games"],
        &["rollout extend", "set rollout trials", "set rollout until decided"],
    ),
    (
        &["fast", "faster", "quick", "quicker", "slow", "speed", "time"],
        &["set rollout preset", "set rollout until time", "set threads", "calibrate", "show rollout cost"],
    ),
    (&["cpu", "cores", "core", "thread", "threads", "parallel"], &["set threads", "show threads"]),
    (&["losers", "volatility", "swing", "swings"], &["show rolls", "show temperaturemap", "show marketwindow"]),
    (
        &["cube", "doubling", "redouble", "double", "take", "pass", "market", "window", "takepoint"],
        &["hint", "rollout cube", "show marketwindow", "show cubevalue", "double"],
    ),
    (
        &["score", "match length", "points", "crawford", "money"],
        &["set score", "set matchlength", "new match", "new session", "set crawford"],
    ),
    (
        &["met", "equity table", "winning chance", "mwc"],
        &["show matchequitytable", "set matchequitytable", "set output mwc", "help equity"],
    ),
    (
        &["pips", "pip", "count", "race", "racing"],
        &["show pipcount", "show keith", "show isight", "show thorp", "eval"],
    ),
    (&["name", "names", "players", "who", "my name", "rename"], &["set player P name", "set aliases", "swap players"]),
    (&["back", "undo", "takeback", "wrong move", "oops", "revert"], &["undo", "redo", "previous", "undo setting"]),
    (&["variation", "side line", "branch", "try out", "what if"], &["lines", "line", "line main", "promote line"]),
    (
        &["study", "review", "full screen", "fullscreen", "screen", "viewer", "tui"],
        &["study", "browse", "next error", "export match html"],
    ),
    (
        &["forward", "step", "navigate", "jump", "move through", "browse", "replay"],
        &["next", "previous", "next error", "goto", "goto game", "first game", "list game"],
    ),
    (
        &["dice", "die", "manual dice", "real dice", "own dice", "generator", "random", "seed"],
        &["set dice", "set rng", "set seed", "roll"],
    ),
    (&["lucky", "unlucky", "jokers", "joker"], &["show statistics match", "show rolls", "help luck"]),
    (
        &["chance", "chances", "probability", "probabilities", "percent", "percentage"],
        &["eval", "set output winpc", "help columns"],
    ),
    (&["digits", "decimals", "rounding"], &["set output digits"]),
    (
        &["unicode", "letters", "ascii", "board look", "pretty", "big board"],
        &["set output board", "set output theme", "set clockwise"],
    ),
    (
        &["screen", "reader", "blind", "accessible", "accessibility", "speech", "words"],
        &["describe", "set output theme", "help terminal"],
    ),
    (&["pager", "less", "scroll", "scrolling", "long"], &["set output pager", "help terminal"]),
    (&["key", "keys", "keyboard", "shortcut", "shortcuts", "tab", "completion", "history"], &["help keys", "history"]),
    (
        &["script", "scripts", "automate", "program", "macro", "python", "json", "csv"],
        &["load commands", "load python", "as", "set output format"],
    ),
    (&["weights", "net", "nets", "neural", "brain"], &["load weights", "show engine"]),
    (&["variant", "variants", "nackgammon", "hypergammon", "variation"], &["set variation"]),
    (&["resign", "give up", "concede", "surrender"], &["resign", "reject", "accept"]),
    (&["unsaved", "lost", "crash", "recover", "restore"], &["load unsaved", "forget unsaved", "rollout saved"]),
    (
        &["delete", "remove", "clear", "reset", "forget"],
        &["clear hint", "analyse clear match", "forget unsaved", "new session"],
    ),
    (&["database", "sqlite", "record"], &["relational add match", "relational show players"]),
    (&["farm", "cluster", "network", "machines", "remote"], &["set rollout engine", "jobs"]),
    (
        &["scoremap", "scores"],
        &["show scoremap", "export scoremap svg", "rollout cube", "set score", "show matchequitytable"],
    ),
    (&["language", "german", "french", "english"], &["help topics"]),
    (&["bug", "problem", "report", "broken", "version"], &["show version", "show engine"]),
];

/// Words that say nothing about what is looked for.
const EMPTY: &[&str] = &[
    "a", "an", "and", "any", "are", "at", "be", "can", "do", "does", "find", "for", "from", "get", "give", "have",
    "how", "i", "in", "is", "it", "make", "me", "my", "of", "on", "or", "please", "see", "should", "show", "so",
    "some", "tell", "that", "the", "them", "there", "these", "this", "to", "two", "use", "want", "was", "what", "when",
    "where", "which", "will", "with", "would", "you", "your",
];

/// The words of a question that say what is looked for; all of them where none does.
pub(super) fn content(text: &str) -> Vec<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.to_lowercase().trim_end_matches(['?', '.', ',', '\'']).trim_start_matches('`').to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    let telling: Vec<String> = words.iter().filter(|word| !EMPTY.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

/// The commands and subjects that have to do with what somebody looks for, those for most of the words first.
pub(super) fn about(text: &str) -> Vec<HelpEntry> {
    let words = content(text);
    let whole = words.join(" ");
    let hits = |names: &[&str]| {
        let is_named = |word: &String| names.contains(&word.as_str());
        words.iter().filter(|word| is_named(word)).count().max(usize::from(names.contains(&whole.as_str())))
    };
    let mut found: Vec<(usize, &[&str])> = MEANINGS.iter().map(|(names, commands)| (hits(names), *commands)).collect();
    found.retain(|(hits, _)| *hits > 0);
    found.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    let mut entries: Vec<HelpEntry> = Vec::new();
    for entry in found.iter().flat_map(|(_, commands)| commands.iter()).filter_map(|words| entry_about(words)) {
        if entries.iter().all(|known| known.words != entry.words) {
            entries.push(entry);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meaning_leads_somewhere() {
        for (names, commands) in MEANINGS {
            for words in *commands {
                assert!(entry_about(words).is_some(), "`{words}` of {names:?}");
            }
        }
        assert!(MEANINGS.iter().map(|(names, _)| names.len()).sum::<usize>() >= 60);
    }

    #[test]
    fn questions_are_answered_by_their_telling_words() {
        let first = |text: &str| about(text).first().map(|entry| entry.words.clone()).unwrap_or_default();
        assert_eq!(first("how do I play against the computer?"), "set player P gnubg");
        assert!(first("blunder").starts_with("show errors"));
        assert!(first("how do I get colours on a white background").starts_with("set output theme"));
        assert!(first("what is LBG").starts_with("help columns"));
        assert!(about("xyzzy").is_empty());
    }
}
