//! Guesses at the command meant by a line that is none: other words for the same thing, words left out.

use super::args::ArgKind;
use super::error::slip;
use super::lex::Token;
use super::parse::is_command;
use super::table::{Row, table};
use crate::settings::quoted;

/// What people type, with what it is called here. The rest of the line follows either.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("evaluate", "eval"),
    ("evaluation", "eval"),
    ("analyze position", "eval"),
    ("best move", "hint"),
    ("bestmove", "hint"),
    ("best", "hint"),
    ("moves", "hint"),
    ("back", "previous"),
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
    ("bye", "quit"),
    ("q", "quit"),
    ("version", "show version"),
    ("board", "show board"),
    ("pips", "show pipcount"),
    ("pipcount", "show pipcount"),
    ("settings", "show settings"),
    ("options", "show settings"),
    ("config", "show settings"),
    ("show pips", "show pipcount"),
    ("show pip count", "show pipcount"),
    ("show id", "show position"),
    ("show ids", "show position"),
    ("show xgid", "show position"),
    ("show gnubgid", "show position"),
    ("show matchid", "show position"),
    ("show config", "show settings"),
    ("show options", "show settings"),
    ("print", "show board"),
    ("dice", "set dice"),
    ("score", "set score"),
    ("turn", "set turn"),
    ("turn", "show turn"),
    ("score", "show score"),
    ("position", "set board"),
    ("xgid", "set xgid"),
    ("matchid", "set matchid"),
    ("gnubgid", "set gnubgid"),
    ("open", "import mat"),
    ("import", "import mat"),
    ("load match", "import mat"),
    ("load", "load commands"),
    ("run", "load commands"),
    ("source", "load commands"),
    ("export match", "export match mat"),
    ("save", "save settings"),
    ("export html", "export rollout html"),
    ("export json", "export rollout json"),
    ("export csv", "export rollout csv"),
    ("export svg", "export rollout svg"),
    ("export markdown", "export rollout markdown"),
    ("rollout best", "rollout plays best"),
    ("rollout move", "rollout plays"),
    ("continue", "rollout resume"),
    ("set position", "set board"),
    ("set id", "set gnubgid"),
    ("set preset", "set rollout preset"),
    ("set plies", "set evaluation chequerplay evaluation plies"),
    ("set precision", "set output digits"),
    ("set decimals", "set output digits"),
    ("set names", "set names"),
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
    is_worth_a_guess(tokens).then(|| other_words(tokens).or_else(|| words_left_out(tokens, false))).flatten()
}

/// The command whose words were typed right but not all, or under other names.
pub(super) fn surely(tokens: &[Token]) -> Option<String> {
    is_worth_a_guess(tokens).then(|| other_words(tokens).or_else(|| words_left_out(tokens, true))).flatten()
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
    found.map(|(n, here)| with_rest(here, &tokens[n..])).find(|line| is_command(line))
}

/// The command whose words are these and some that were left out, as few as possible; if `surely`, only one whose last
/// word was typed, and without slips.
fn words_left_out(tokens: &[Token], surely: bool) -> Option<String> {
    let candidates = table().rows().iter().filter(|row| row.is_offered()).filter_map(|row| {
        let Matching { n, missing, slips, is_whole } = matching(tokens, row)?;
        let cost = (missing, slips);
        if surely && !(is_whole && slips == 0) {
            return None;
        }
        // What takes any text takes this one, too, and was meant no more for that.
        if missing > 0 && row.args.iter().any(|spec| spec.kind == ArgKind::Text) {
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
