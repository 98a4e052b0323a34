//! Guesses at the command meant by a line that is none: other words for the same thing, words left out.

use super::args::ArgKind;
use super::error::slip;
use super::lex::Token;
use super::parse::is_command;
use super::table::{Row, table};
use crate::formats::{FORMATS, Format};
use crate::settings::{Kind, quoted};

/// Words that people type, with their names here. The rest of the line follows either.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("evaluate", "eval"),
    ("evaluation", "eval"),
    ("analyze position", "eval"),
    ("best move", "hint"),
    ("best", "hint"),
    ("moves", "hint"),
    ("back", "previous"),
    ("go to move", "goto"),
    ("go to turn", "goto"),
    ("go to game", "goto game"),
    ("go to", "goto"),
    ("goto move", "goto"),
    ("next blunder", "next error"),
    ("next mistake", "next error"),
    ("previous blunder", "previous error"),
    ("previous mistake", "previous error"),
    ("last error", "previous error"),
    ("last blunder", "previous error"),
    ("last mistake", "previous error"),
    ("prev", "previous"),
    ("forward", "next"),
    ("start", "new game"),
    ("restart", "new game"),
    ("new", "new game"),
    ("game", "new game"),
    ("match", "new match"),
    ("money", "new session"),
    ("throw", "roll"),
    ("pass", "drop"),
    ("redouble", "beaver"),
    ("kill", "stop"),
    ("job", "jobs"),
    ("background", "help jobs"),
    ("foreground", "fg"),
    ("wait", "fg"),
    ("quit game", "resign"),
    ("paste", "help paste"),
    ("level", "help level"),
    ("set level", "set player both preset"),
    ("set level", "help level"),
    ("expert", "set player both preset expert"),
    ("me", "help me"),
    ("play game", "new game"),
    ("play match", "new match"),
    ("quit match", "quit"),
    ("leave", "quit"),
    ("bye", "quit"),
    ("q", "quit"),
    ("clear all", "new session"),
    ("clear board", "new session"),
    ("clear screen", "help terminal"),
    ("cls", "help terminal"),
    ("reset", "new session"),
    ("flip", "swap players"),
    ("flip board", "set clockwise on"),
    ("dice", "set dice"),
    ("score", "set score"),
    ("turn", "set turn"),
    ("position", "set board"),
    ("xgid", "set xgid"),
    ("matchid", "set matchid"),
    ("gnubgid", "set gnubgid"),
    ("run", "load commands"),
    ("source", "load commands"),
    ("load", "load commands"),
    ("export match", "export match mat"),
    ("export html", "export rollout html"),
    ("export html", "export match html match.html"),
    ("more trials", "rollout extend 1296"),
    ("more games", "rollout extend 1296"),
    ("export json", "export rollout json"),
    ("export csv", "export rollout csv"),
    ("export svg", "export rollout svg"),
    ("export markdown", "export rollout markdown"),
    ("rollout best", "rollout plays best"),
    ("rollout move", "rollout plays"),
    ("rollout for", "set rollout until time"),
    ("compare", "rollout plays"),
    ("continue", "rollout resume"),
    ("resume", "rollout resume"),
    ("extend", "rollout extend"),
    ("set variation hypergammon", "set variation 3-chequer-hypergammon"),
    ("set position", "set board"),
    ("set id", "set gnubgid"),
    ("set preset", "set rollout preset"),
    ("set plies", "set evaluation chequerplay evaluation plies"),
    ("set precision", "set output digits"),
    ("set decimals", "set output digits"),
    ("set colour", "set output theme"),
    ("set color", "set output theme"),
    ("set colours", "set output theme"),
    ("set colors", "set output theme"),
    ("theme", "set output theme"),
    ("dark mode", "set output theme dark"),
    ("dark", "set output theme dark"),
    ("light mode", "set output theme light"),
    ("light", "set output theme light"),
    ("high contrast", "set output theme high-contrast"),
    ("share", "copy text"),
    ("export", "export match html"),
    ("save", "save match match.sgf"),
    ("set name", "set player 1 name"),
    ("errors", "show errors"),
    ("mistakes", "show errors"),
    ("blunders", "show errors"),
    ("statistics", "show statistics"),
    ("stats", "show statistics"),
    ("convert", "import auto"),
];

/// Commands that write files, change notes or marks, or take something away: they are never guessed from words that do
/// not say so.
const NEVER_GUESSED: &[&str] = &[
    "save",
    "browse",
    "export",
    "annotate",
    "cmark",
    "clear",
    "forget",
    "relational",
    "invert",
    "external",
    "load",
    "end",
    "resign",
    "analyse",
    "next",
    "previous",
    "first",
    "import",
];

/// The most words of a line that is worth a guess.
const WORDS: usize = 8;
/// The longest word of such a line, in bytes.
const LONGEST: usize = 64;

fn is_worth_a_guess(tokens: &[Token]) -> bool {
    (1..=WORDS).contains(&tokens.len()) && tokens.iter().all(|token| token.text.len() <= LONGEST)
}

/// The command that was probably meant, whole.
pub(super) fn guess(tokens: &[Token]) -> Option<String> {
    is_worth_a_guess(tokens).then(|| surely_meant(tokens).or_else(|| words_left_out(tokens, false))).flatten()
}

/// The command whose words were typed right but not all, or under other names.
pub(super) fn surely(tokens: &[Token]) -> Option<String> {
    is_worth_a_guess(tokens).then(|| surely_meant(tokens).or_else(|| words_left_out(tokens, true))).flatten()
}

fn surely_meant(tokens: &[Token]) -> Option<String> {
    file(tokens).or_else(|| trials(tokens)).or_else(|| other_words(tokens))
}

/// `save match.mat`: the command that writes a file with this ending.
fn file(tokens: &[Token]) -> Option<String> {
    let [first, name] = tokens else { return None };
    let first = first.text.to_lowercase();
    if !["save", "write", "export"].contains(&first.as_str()) {
        return None;
    }
    let (_, ending) = name.text.rsplit_once('.')?;
    let ending = ending.to_lowercase();
    let name = quoted(&name.text);
    match ending.as_str() {
        "sgf" => Some(format!("save match {name}")),
        "gbs" => Some(format!("save settings {name}")),
        "htm" | "html" => Some(format!("export match html {name}")),
        _ => {
            let is_so = |format: &&Format| format.write.is_some() && format.endings.contains(&ending.as_str());
            let format = FORMATS.iter().find(is_so)?;
            Some(format!("export match {} {name}", format.word)).filter(|line| is_command(line))
        }
    }
}

/// `rollout 1296` and `rollout 1 2`: trials, or plays by their numbers.
fn trials(tokens: &[Token]) -> Option<String> {
    let [first, numbers @ ..] = tokens else { return None };
    let are_numbers = !numbers.is_empty() && numbers.iter().all(|token| token.text.parse::<u32>().is_ok());
    if !(first.text.eq_ignore_ascii_case("rollout") && are_numbers) {
        return None;
    }
    match numbers {
        [one] if one.text.parse::<u32>().is_ok_and(|n| n > 35) => Some(format!("set rollout trials {}", one.text)),
        several => Some(with_rest("rollout plays", several)),
    }
}

/// The line with the words that are used here.
fn other_words(tokens: &[Token]) -> Option<String> {
    let typed = |words: &str| {
        let words: Vec<_> = words.split(' ').collect();
        let same = tokens.len() >= words.len()
            && words.iter().zip(tokens).all(|(word, token)| token.text.eq_ignore_ascii_case(word));
        same.then_some(words.len())
    };
    let found = OTHER_WORDS.iter().filter_map(|(words, here)| typed(words).map(|n| (n, *here)));
    // Help is for what a word is called here; the words behind it are not its own.
    let whole = |(n, here): (usize, &str)| {
        if here.starts_with("help ") { here.to_owned() } else { with_rest(here, &tokens[n..]) }
    };
    found.map(whole).find(|line| is_command(line))
}

/// The command whose words are these and some that were left out, as few as possible; if `surely`, only one whose last
/// word was typed, and without slips.
fn words_left_out(tokens: &[Token], surely: bool) -> Option<String> {
    let first = tokens.first().map(|token| token.text.to_lowercase()).unwrap_or_default();
    let may_be_meant = |row: &&Row| {
        let word = row.words.split(' ').next().unwrap_or_default();
        row.is_offered() && (!NEVER_GUESSED.contains(&word) || slip(&first, word).is_some())
    };
    let candidates = table().rows().iter().filter(may_be_meant).filter_map(|row| {
        let Matching { n, missing, slips, is_whole } = matching(tokens, row)?;
        let cost = (missing, slips);
        if surely && !(is_whole && slips == 0) {
            return None;
        }
        // A command that takes any text takes this one, too, and was meant no more for that.
        if missing > 0 && row.args.iter().any(|spec| spec.kind == ArgKind::Value(Kind::Text)) {
            return None;
        }
        Some((cost, with_rest(&row.words, &tokens[n..])))
    });
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by_key(|(cost, _)| *cost);
    candidates.into_iter().map(|(_, line)| line).find(|line| is_command(line))
}

/// How what was typed matches the words of a row.
struct Matching {
    /// How many of the typed words stand, in their order, among those of the row.
    n: usize,
    /// Words that were left out, the last one twice.
    missing: usize,
    /// Slips of the fingers.
    slips: usize,
    /// Whether the last word of the row was typed.
    is_whole: bool,
}

fn matching(tokens: &[Token], row: &Row) -> Option<Matching> {
    let mut words: Vec<&str> = row.words.split(' ').collect();
    if words.contains(&"P") {
        return None;
    }
    let (all, mut slips, mut n) = (words.len(), 0, 0);
    for token in tokens {
        let typed = token.text.to_lowercase();
        let near = words.iter().enumerate().filter_map(|(i, word)| Some((slip(&typed, word)?, i)));
        let Some((distance, i)) = near.min() else { break };
        slips += distance;
        n += 1;
        words.drain(..=i);
        if words.is_empty() {
            break;
        }
    }
    // The last word of a row distinguishes it: without it nearly every line would be near some row.
    let missing = all - n;
    let is_near = n > 0 && (words.is_empty() || (n >= 2 && words.len() == 1));
    is_near.then(|| Matching { n, missing: missing + words.len(), slips, is_whole: words.is_empty() })
}

fn with_rest(words: &str, rest: &[Token]) -> String {
    rest.iter().fold(words.to_owned(), |line, token| line + " " + &quoted(&token.text))
}
