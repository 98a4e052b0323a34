//! Lines in other words than the table's that can mean one command only: dice, questions, the name of a file.
//!
//! They are carried out at the prompt and in scripts. Nothing is understood here that writes a file or gives something
//! up, and nothing that is a command as it stands. [`parse`](super::parse()) itself stays strict.

use super::lex::{Token, lex};
use super::parse::command_at;
use super::{Command, synonyms};
use crate::formats::Format;
use crate::settings::quoted;

/// Sentences that people say, with the command that they mean. The whole line is meant, without what ends a sentence.
const SAID: &[(&str, &[&str])] = &[
    (
        "hint",
        &[
            "best move",
            "best moves",
            "bestmove",
            "best play",
            "best plays",
            "best",
            "what to play",
            "what to do",
            "what now",
            "what should i play",
            "show me the best move",
            "show best move",
            "what should i do",
            "what do i play",
            "what do i do",
            "what would you play",
            "what is the best move",
            "what is the best play",
            "what's the best move",
            "what's the best play",
            "should i double",
            "should i redouble",
            "should i take",
            "should i pass",
            "should i drop",
            "double or not",
            "double or no double",
            "take or pass",
            "take or drop",
            "is it a double",
            "is this a double",
            "is it a take",
            "is this a take",
        ],
    ),
    (
        "eval",
        &[
            "evaluate",
            "evaluation",
            "who is winning",
            "who's winning",
            "winning chances",
            "win chances",
            "win chance",
            "gammon chances",
            "gammon rate",
            "chances",
            "equity",
        ],
    ),
    (
        "show errors",
        &[
            "errors",
            "my errors",
            "worst errors",
            "list errors",
            "mistakes",
            "my mistakes",
            "worst mistakes",
            "show mistakes",
            "blunders",
            "my blunders",
            "worst blunders",
            "show me the errors",
            "show me my errors",
            "show my errors",
            "show the errors",
            "show blunders",
        ],
    ),
    (
        "show statistics match",
        &["show statistics", "statistics", "stats", "show stats", "luck", "show luck", "who was lucky"],
    ),
    (
        "pr",
        &[
            "my pr",
            "my rating",
            "rating",
            "ratings",
            "performance",
            "performance rating",
            "how did i play",
            "how well did i play",
        ],
    ),
    ("undo", &["take back", "take it back", "take that back", "undo that", "undo move", "oops"]),
    ("analyse match", &["analyse", "analyze", "analyse it", "analyze it", "analyse this match", "analyze this match"]),
    (
        "show pipcount",
        &["pips", "pip", "pipcount", "pip count", "pip counts", "show pips", "show pip count", "count pips", "race"],
    ),
    (
        "show position",
        &[
            "id",
            "ids",
            "xgid",
            "gnubgid",
            "gnubg id",
            "position id",
            "match id",
            "show id",
            "show ids",
            "show xgid",
            "show gnubgid",
            "show matchid",
            "print xgid",
        ],
    ),
    ("beaver", &["raccoon", "racoon"]),
    ("show score", &["score", "what is the score", "what's the score"]),
    ("show turn", &["turn", "whose turn", "whose turn is it", "who is on roll", "who's on roll"]),
    ("show cube", &["cube"]),
    ("show board", &["board", "print", "print board", "draw", "draw board", "position", "where am i"]),
    ("show player", &["players", "player", "opponent", "who plays"]),
    ("show settings", &["settings", "options", "config", "preferences", "show config", "show options"]),
    ("show version", &["version"]),
    ("show engine", &["engine"]),
    ("list game", &["moves", "moves so far", "list moves", "list", "show moves", "show game"]),
    ("help", &["commands", "list commands", "menu", "what can i do", "what can i type", "man", "info", "usage"]),
    ("help start", &["start here", "getting started", "how do i start", "where do i start", "i am new", "i'm new"]),
    ("tour", &["tutorial", "start tour", "take the tour", "demo", "learn"]),
    (
        "set player 0 gnubg",
        &[
            "play against engine",
            "play against the engine",
            "play against gammon",
            "play against gnubg",
            "play against computer",
            "play against the computer",
            "play against bot",
            "play against you",
            "play against me",
            "play engine",
            "play the engine",
            "play computer",
            "play the computer",
            "play with engine",
            "play with computer",
            "play vs engine",
            "play vs computer",
            "play me",
        ],
    ),
];

/// Words before the name of a file that is to be read.
const READ: [&str; 4] = ["import", "read", "load", "view"];

/// The longest line that is looked at, in words.
const WORDS: usize = 12;

/// The command that the words of a line mean beyond doubt.
pub(super) fn meant(line: &str, from: usize) -> Option<Command> {
    let tokens = lex(line, from).tokens;
    if !(1..=WORDS).contains(&tokens.len()) {
        return None;
    }
    let text = said(&tokens)
        .or_else(|| dice(&tokens))
        .or_else(|| file(&tokens))
        .or_else(|| plays(&tokens))
        .or_else(|| name(&tokens))?;
    command_at(&text, 0).ok()
}

/// The words in lower case with one blank between them, without what ends a sentence.
fn plain(tokens: &[Token]) -> String {
    let words: Vec<_> = tokens.iter().map(|token| token.text.to_lowercase().replace('\u{2019}', "'")).collect();
    words.join(" ").trim_end_matches(['?', '!', '.']).trim_end().to_owned()
}

/// A sentence of the list. A cube action with a question mark is a question.
fn said(tokens: &[Token]) -> Option<String> {
    let text = plain(tokens);
    let is_question = tokens.last().is_some_and(|token| token.text.ends_with('?'));
    if is_question && ["double", "redouble", "take", "pass", "drop", "beaver"].contains(&text.as_str()) {
        return Some("hint".to_owned());
    }
    let found = SAID.iter().find(|(_, ways)| ways.contains(&text.as_str()));
    found.map(|(command, _)| (*command).to_owned())
}

/// `set name Ann`: that of the person at the bottom.
fn name(tokens: &[Token]) -> Option<String> {
    let [set, name, text] = tokens else { return None };
    let is_so = set.text.eq_ignore_ascii_case("set") && name.text.eq_ignore_ascii_case("name");
    is_so.then(|| format!("set player 1 name {}", quoted(&text.text)))
}

/// `31` and `3-1`, alone or behind a word for dice.
fn dice(tokens: &[Token]) -> Option<String> {
    let first = tokens[0].text.to_lowercase();
    let is_word = ["dice", "roll", "rolled", "throw", "rolls"].contains(&first.as_str());
    let rest: String = tokens[usize::from(is_word)..].iter().map(|token| token.text.as_str()).collect();
    let digits: Vec<char> = rest.chars().filter(|c| !"-/,".contains(*c)).collect();
    let are_dice = digits.len() == 2 && digits.iter().all(|c| ('1'..='6').contains(c));
    are_dice.then(|| format!("set dice {}{}", digits[0], digits[1]))
}

/// Whether a word is the name of a file that ends like one of these.
fn ends_in(word: &str, endings: &[&str]) -> bool {
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    !name.is_empty() && endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// The name of a match, alone or behind a word for reading or analysing it.
fn file(tokens: &[Token]) -> Option<String> {
    let first = tokens[0].text.to_lowercase();
    let (command, named) = match tokens {
        [name] => ("import auto", name),
        [_, name] if READ.contains(&first.as_str()) => ("import auto", name),
        [_, name] if ["analyse", "analyze"].contains(&first.as_str()) => ("analyse file", name),
        _ => return None,
    };
    // Between quotes that the shells of systems write around names with blanks.
    let name = named.text.trim_matches('\'');
    // A text behind `load` may be a script, and alone anything.
    let endings = match tokens {
        [_, _] if first != "load" => Format::read_endings(),
        _ => Format::match_endings(),
    };
    ends_in(name, &endings).then(|| format!("{command} {}", quoted(name)))
}

/// Plays to be rolled out: `rollout 24/22 13/8`, `compare 24/22 13/8 and 8/5 6/5`.
fn plays(tokens: &[Token]) -> Option<String> {
    let first = tokens[0].text.to_lowercase();
    let is_play = |token: &Token| token.text.contains('/') && token.text.starts_with(|c: char| c.is_ascii_digit());
    let starts = tokens.get(1).is_some_and(|token| is_play(token) || token.text.to_lowercase().starts_with("bar/"));
    if !(starts && ["rollout", "compare"].contains(&first.as_str())) {
        return None;
    }
    let mut words = vec!["rollout plays".to_owned()];
    for token in &tokens[1..] {
        match token.text.to_lowercase().as_str() {
            "and" | "with" | "or" | "vs" | "against" | "to" => {
                let last = words.last_mut()?;
                *last = format!("{},", last.trim_end_matches(','));
            }
            _ => words.push(quoted(&token.text)),
        }
    }
    Some(words.join(" "))
}

/// The help that belongs to a line that is no command, if one of its words is known.
pub(super) fn help_for(tokens: &[Token]) -> Option<String> {
    let text = plain(tokens);
    let is_known = |word: &&str| !synonyms::about(word).is_empty();
    if !synonyms::about(&text).is_empty() && text.split(' ').count() <= 3 {
        return Some(format!("help {text}"));
    }
    text.split(' ').find(is_known).map(|word| format!("help {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    #[test]
    fn what_is_said_is_a_command_and_no_command_is_said_otherwise() {
        for (command, ways) in SAID {
            assert!(parse(command).is_ok(), "{command}");
            for way in *ways {
                assert!(parse(way).is_err(), "`{way}` is a command as it stands");
                assert_eq!(meant(way, 0), parse(command).ok(), "{way}");
            }
        }
    }

    #[test]
    fn nothing_is_understood_that_writes_or_gives_up() {
        for line in ["save x.mat", "delete match", "start", "x", "save", "export x.html", "quit game", "double!", "0.5"]
        {
            assert_eq!(meant(line, 0), None, "{line}");
        }
    }

    #[test]
    fn files_dice_and_plays_are_known_by_their_looks() {
        for (line, command) in [
            ("31", "set dice 31"),
            ("3-1", "set dice 31"),
            ("roll 3 1", "set dice 31"),
            ("my.mat", "import auto my.mat"),
            ("view '../games/my.xg'", "import auto ../games/my.xg"),
            ("view \"my match.xg\"", "import auto \"my match.xg\""),
            ("load a.sgf", "import auto a.sgf"),
            ("set name Ann", "set player 1 name Ann"),
            ("analyze a.mat", "analyse file a.mat"),
            ("rollout 24/22 13/8", "rollout plays 24/22 13/8"),
            ("compare 24/22 13/8 and 8/5 6/5", "rollout plays 24/22 13/8, 8/5 6/5"),
        ] {
            assert_eq!(meant(line, 0).map(|command| command.to_string()).as_deref(), Some(command), "{line}");
        }
        for line in ["37", "310", "load setup.gbs", "compare 1 and 2", "a.mat b.mat"] {
            assert_eq!(meant(line, 0), None, "{line}");
        }
    }
}
