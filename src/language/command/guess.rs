//! Guesses at the command meant by a line that is none: by its looks, and by words left out.

use super::args::ArgKind;
use super::error::slip;
use super::lex::Token;
use super::meant::dice_of;
use super::parse::is_command;
use super::phrases::{destroys, meaning, takes, telling};
use super::table::{Row, table};
use crate::formats::{FORMATS, Format};
use crate::settings::{Kind, quoted};

/// Commands that are not guessed from words left out, beside those that lose or overwrite something.
const NEVER_GUESSED: &[&str] = &["browse", "export", "load", "analyse", "next", "previous", "first", "import"];

/// The most words of a line that is worth a guess.
const WORDS: usize = 8;
/// The longest word of such a line, in bytes.
const LONGEST: usize = 64;

fn is_worth_a_guess(tokens: &[Token]) -> bool {
    (1..=WORDS).contains(&tokens.len()) && tokens.iter().all(|token| token.text.len() <= LONGEST)
}

/// The command whose words were typed, but not all of them; if `surely`, the last one, and all without slips.
pub(super) fn guess(tokens: &[Token], surely: bool) -> Option<String> {
    let found = || {
        let telling = telling(tokens);
        let fewer = || (surely && telling.len() < tokens.len()).then(|| words_left_out(&telling, surely)).flatten();
        words_left_out(tokens, surely).or_else(fewer)
    };
    is_worth_a_guess(tokens).then(found).flatten()
}

/// The command that a line is by its looks: numbers, plays, names of files.
pub(super) fn by_looks(tokens: &[Token]) -> Option<String> {
    let is_short = is_worth_a_guess(tokens) || tokens.iter().all(|token| token.text.len() <= 12) && tokens.len() < 20;
    let found = || {
        file(tokens)
            .or_else(|| trials(tokens))
            .or_else(|| identifier(tokens))
            .or_else(|| steps(tokens))
            .or_else(|| play(tokens))
    };
    // Nothing is fetched from the web.
    let is_address = tokens.iter().any(|token| token.text.contains("://"));
    if is_address { Some("help files".to_owned()) } else { is_short.then(found).flatten() }
}

/// `position 4HPwATDgc/ABMA`: an identifier behind a word for it.
fn identifier(tokens: &[Token]) -> Option<String> {
    let [label, id] = tokens else { return None };
    let label = label.text.to_lowercase();
    let is_label = ["position", "board", "id", "xgid", "gnubgid", "matchid", "match"].contains(&label.as_str());
    let setting = |word: &&str| is_command(&format!("set {word} {}", quoted(&id.text)));
    let kind =
        ["gnubgid", "matchid", "xgid", "board"].into_iter().filter(|_| is_label && id.text.len() > 5).find(setting)?;
    Some(format!("set {kind} {}", quoted(&id.text)))
}

/// `play 13/9 24/23`, `I make the move 8/5`: a play among words.
fn play(tokens: &[Token]) -> Option<String> {
    let is_play =
        |token: &&Token| token.text.contains('/') && token.text.starts_with(|c: char| c.is_ascii_digit() || c == 'b');
    let said = telling(tokens);
    let (plays, words): (Vec<_>, Vec<_>) = said.iter().partition(is_play);
    let are_words = words
        .iter()
        .all(|word| ["play", "move", "make", "played", "moved", "choose"].contains(&word.text.to_lowercase().as_str()));
    if plays.is_empty() {
        return None;
    }
    if let [asks, ..] = words.as_slice()
        && ["hint", "eval", "evaluate", "how", "good"].contains(&asks.text.to_lowercase().as_str())
    {
        return Some(plays.iter().fold("rollout plays".to_owned(), |line, play| line + " " + &play.text));
    }
    let line = plays.iter().fold("move".to_owned(), |line, play| line + " " + &play.text);
    (!words.is_empty() && are_words && is_command(&line)).then_some(line)
}

/// `turn off jacoby`, `no beavers`, `disable pager`: a setting that is switched.
pub(super) fn switch(tokens: &[Token]) -> Option<String> {
    let said = telling(tokens);
    let is = |token: &Token, words: &[&str]| words.contains(&token.text.to_lowercase().as_str());
    let offs = ["off", "disable", "without", "no"];
    let switched = said.iter().find(|token| is(token, &offs) || is(token, &["on", "enable"]))?;
    let value = if is(switched, &offs) { "off" } else { "on" };
    let words = said.iter().filter(|token| *token != switched && !is(token, &["turn", "switch", "set", "play"]));
    let mut words: Vec<Token> = words.cloned().collect();
    if words.is_empty() || words.len() == said.len() - 1 && said.last() == Some(switched) {
        return None;
    }
    words.push(Token { text: value.to_owned(), ..switched.clone() });
    words_left_out(&words, true).filter(|line| line.starts_with("set "))
}

/// Two commands that are said as one: a turn as files of matches have it, a turn of a game, the best play of a roll.
fn steps(tokens: &[Token]) -> Option<String> {
    let said: Vec<String> =
        tokens.iter().map(|token| token.text.trim_matches(['?', '!', '.']).to_lowercase()).collect();
    // `1) 41: 24/23 13/9`
    let number = said[0].strip_suffix(')').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let turn = &said[usize::from(number)..];
    if let [roll, plays @ ..] = turn
        && let Some(dice) = roll.strip_suffix(':').and_then(dice_of)
    {
        let play: Vec<&str> = plays.iter().map(String::as_str).take_while(|word| word.contains('/')).collect();
        let play = play.join(" ");
        return Some(if is_command(&play) { format!("{dice}; {play}") } else { dice });
    }
    // `game 2 move 5`
    let number = |word: &str| {
        let at = said.iter().position(|said| said == word)?;
        said.get(at + 1)?.parse::<u16>().ok()
    };
    if let (Some(game), Some(turn)) = (number("game"), number("move").or_else(|| number("turn"))) {
        return Some(format!("goto game {game}; goto {turn}"));
    }
    // `best move for 31`
    let (roll, others): (Vec<_>, Vec<_>) = tokens.iter().cloned().partition(|token| dice_of(&token.text).is_some());
    let [roll] = roll.as_slice() else { return None };
    let asked = meaning(&others).filter(|asked| asked.unexplained == 0 && asked.line == "hint")?;
    Some(format!("{}; {}", dice_of(&roll.text)?, asked.line))
}

/// `save match.mat`, `export position board.svg`: the command that writes a file with this ending.
fn file(tokens: &[Token]) -> Option<String> {
    let (first, extent, name) = match tokens {
        [first, name] => (first, None, name),
        [first, extent, name] => (first, Some(extent.text.to_lowercase()), name),
        _ => return None,
    };
    let first = first.text.to_lowercase();
    if !["save", "write", "export"].contains(&first.as_str()) {
        return None;
    }
    let (stem, ending) = name.text.rsplit_once('.')?;
    let mut ending = ending.to_lowercase();
    let mut name = quoted(&name.text);
    if ending == "htm" {
        ending.push('l');
    }
    // Boards are drawn in one form.
    if ["png", "jpg", "jpeg", "gif", "bmp"].contains(&ending.as_str()) {
        (name, ending) = (quoted(&format!("{stem}.svg")), "svg".to_owned());
    }
    if let Some(extent) = extent {
        let of_ending = FORMATS.iter().filter(|format| format.endings.contains(&ending.as_str()));
        let mut lines = of_ending.map(|format| format!("export {extent} {} {name}", format.word));
        return lines.find(|line| is_command(line));
    }
    match ending.as_str() {
        "sgf" => Some(format!("save match {name}")),
        "gbs" => Some(format!("save settings {name}")),
        "html" => Some(format!("export match html {name}")),
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
        // Who begins with a word that begins commands means one of those, or has typed more words of the other:
        // `library trash` is no `pr library trash`.
        let is_other = row.words.split(' ').next() != Some(&first) && table().root().child(&first).is_some();
        let begins_right = || row.words.split(' ').any(|word| word == first);
        if is_other && (n < 2 || !begins_right()) {
            return None;
        }
        // What is written has the ending of its form.
        let rest: Vec<&str> = tokens[n..].iter().map(|token| token.text.as_str()).collect();
        if row.words.starts_with("export ") && missing > 0 && !takes(&row.words, &rest) {
            return None;
        }
        let is_typed = |word: &str| tokens.iter().any(|token| token.text.eq_ignore_ascii_case(word));
        if destroys(&row.words) && !row.words.split(' ').next().is_some_and(is_typed) {
            return None;
        }
        if surely && !(is_whole && slips == 0) {
            return None;
        }
        // A command that takes any text takes this one, too, and was meant no more for that.
        let takes = |kind: Kind| row.args.iter().any(|spec| spec.kind == ArgKind::Value(kind.clone()));
        let is_name = |token: &Token| token.quoted || token.text.contains(['.', '/']);
        let are_names = tokens.len() <= n + 1 || tokens[n..].iter().all(is_name);
        let is_any_text = takes(Kind::Text) && missing > 0 || takes(Kind::File) && !are_names;
        if is_any_text && (missing > 0 || surely) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lex::lex;
    use crate::command::parse;

    /// A guess keeps the verb that was typed, or explains it by more words than that: whatever stands behind any word
    /// that begins commands.
    #[test]
    fn a_guess_keeps_the_verb() {
        let rests = ["trash", "restore", "4 5 league", "xgid", "foo.xg", "match foo.png", "99 99", "all of it"];
        let verbs = table().rows().iter().filter(|row| row.is_offered());
        let mut tried = 0;
        for verb in verbs.filter_map(|row| row.words.split(' ').next()) {
            for rest in rests {
                let tokens = lex(&format!("{verb} {rest}"), 0).tokens;
                for surely in [false, true] {
                    let Some(guess) = guess(&tokens, surely) else { continue };
                    tried += 1;
                    let others: Vec<&str> = guess.split(' ').filter(|word| !rest.contains(word)).collect();
                    let typed = others.iter().filter(|word| **word == verb).count();
                    let explained = rest.split(' ').filter(|word| {
                        table()
                            .rows()
                            .iter()
                            .any(|row| guess.starts_with(&row.words) && row.words.split(' ').any(|own| own == *word))
                    });
                    assert!(others[0] == verb || typed > 0 && explained.count() > 0, "{verb} {rest}: {guess}");
                }
            }
        }
        assert!(tried > 0);
    }

    /// What is no word of a group is answered by its words, or by nothing.
    #[test]
    fn nothing_else_is_suggested_behind_a_known_word() {
        for line in ["library trash", "library restore", "library vacuum", "library redo", "library tag 4 5 league"] {
            assert_eq!(parse(line).unwrap_err().suggestion, None, "{line}");
        }
        assert_eq!(parse("export xgid").unwrap_err().suggestion, None);
    }

    #[test]
    fn files_are_written_as_their_endings_say() {
        for (line, meant) in [
            ("export match foo.xg", Some("export match xg foo.xg")),
            ("export position foo.png", Some("export position svg foo.svg")),
            ("export position foo.svg", Some("export position svg foo.svg")),
            ("export game foo.htm", Some("export game html foo.htm")),
            ("save match foo.mat", Some("export match mat foo.mat")),
            ("export match foo.zip", None),
            ("export nothing foo.xg", None),
        ] {
            assert_eq!(by_looks(&lex(line, 0).tokens).as_deref(), meant, "{line}");
        }
    }
}
