//! What words mean that are no commands: one table, read by the prompt, by errors and by `help`.
//!
//! A line is read by rule. Words that say nothing are passed over, endings of words do not count, and neither does the
//! order of words. What no phrase explains is handed on to the command as its argument, where that makes a command.

use super::args::ArgKind;
use super::help::{HelpEntry, entry_about};
use super::lex::Token;
use super::parse::{as_it_stands, is_command};
use super::table::table;
use super::topics::SUBJECTS;
use crate::settings::{Kind, quoted};
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The table: what its marks mean stands at its head.
const MEANINGS: &str = include_str!("phrases.txt");

/// Words that say nothing about what is wanted.
const POLITE: &str = "a an the please pls kindly just only some any now here there this that these those it its from me my mine \
                      we our us your for to of in on at as with by and then so ok okay hey hi hello thanks thank let show see give \
                      get tell display view want need id like im i quickly quick again more";

/// Words of questions: whoever asks whether to do something does not do it.
const ASKING: &str = "would can could will shall should do doe did doing is are was were am be been have has had you they he she \
                      what which who how many much whats hows if when or think about know look find make made mean does";

/// Numbers in words.
const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The beginnings of questions about the program.
const USAGE: &str = "how do, how can, how to, how should, how i, where, why, what is a, what is an, what does, can i, \
                     is there, when";

/// First words of commands that lose or overwrite something: none is meant by other words, or by a slip.
const DESTROYS: &str = "clear forget save resign end invert erase relational annotate cmark external delete";

/// The longest line that is read, in words, and its longest word, in bytes.
const MOST: (usize, usize) = (14, 64);

/// How sure a meaning is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    /// The command is meant.
    Done,
    /// The command is probably meant.
    Perhaps,
    /// Help has something on it.
    Help,
}

/// A phrase of the table.
struct Phrase {
    words: Vec<String>,
    sure: Sure,
    /// The row in the table, and the commands of that.
    row: usize,
    commands: Vec<String>,
    /// The words of the first of them, as they are compared.
    own: Vec<String>,
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// The command.
    pub line: String,
    pub sure: Sure,
    /// The words that it leaves unexplained.
    pub unexplained: usize,
    /// Whether one of those means something else.
    conflicts: bool,
    /// Whether the first word of the line is one of them.
    pub leaves_first: bool,
    /// Whether a word of a question stands beside the phrase.
    is_asked: bool,
}

/// How well a phrase fits, the best least: words unexplained, whether help alone, telling words, all words, how sure.
type Rank = (usize, bool, Reverse<usize>, Reverse<usize>, Sure);

/// A word of a line: as typed, and as it is compared.
struct Word {
    text: String,
    stem: String,
}

/// The table with its words as they are compared, and the names of the subjects of help.
static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (row, (commands, said)) in rows().enumerate() {
        for (sure, phrase) in said {
            let own = stems(&commands[0]);
            all.push(Phrase { words: stems(phrase), sure, row, commands: commands.clone(), own });
        }
    }
    for (n, subject) in SUBJECTS.iter().enumerate() {
        let commands: Vec<String> = std::iter::once(format!("help {}", subject.names[0]))
            .chain(subject.commands.iter().map(|&command| command.to_owned()))
            .collect();
        let row = usize::MAX - n;
        let phrases = subject.names.iter().map(|name| stems(name));
        let phrase = |words| Phrase { words, sure: Sure::Help, row, commands: commands.clone(), own: Vec::new() };
        all.extend(phrases.map(phrase));
    }
    all
});

/// The beginnings of questions as they are compared.
static QUESTIONS: LazyLock<Vec<String>> =
    LazyLock::new(|| USAGE.split(", ").map(|start| stems(start).join(" ") + " ").collect());

static SILENT: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| [stems(POLITE), stems(ASKING)]);

/// The rows of the table: commands and phrases.
fn rows() -> impl Iterator<Item = (Vec<String>, Vec<(Sure, &'static str)>)> {
    let blocks = MEANINGS.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks.map(|block| {
        let mut lines = block.lines();
        let commands = lines.next().unwrap_or_default().split(", ").map(str::to_owned).collect();
        let phrases = lines.flat_map(|line| {
            let (mark, said) = line.trim_start().split_once(' ').unwrap_or_default();
            let sure = match mark {
                "=" => Sure::Done,
                "~" => Sure::Perhaps,
                _ => Sure::Help,
            };
            said.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()).map(move |phrase| (sure, phrase))
        });
        (commands, phrases.collect())
    })
}

fn is_polite(word: &Word) -> bool {
    SILENT[0].contains(&word.stem)
}

/// Whether a word says nothing about what is wanted.
fn is_silent(word: &Word) -> bool {
    SILENT.iter().any(|words| words.contains(&word.stem))
}

fn stems(text: &str) -> Vec<String> {
    text.split_whitespace().map(stem).collect()
}

/// A word without its ending, in the usual spelling.
pub(super) fn stem(word: &str) -> String {
    let lower = word.to_lowercase().replace('\u{2019}', "'");
    let trimmed = lower.trim_matches(|c: char| "?!.,;:'\"`()".contains(c));
    // Marks such as `?!` are words, too.
    let trimmed = if trimmed.is_empty() { lower.as_str() } else { trimmed };
    let plain = trimmed.strip_suffix("'s").or(trimmed.strip_suffix("'d")).unwrap_or(trimmed).replace('\'', "");
    let mut plain = match plain.as_str() {
        "analyze" | "analyzing" | "analyzed" => "analyse".to_owned(),
        "practice" | "practicing" => "practise".to_owned(),
        "center" => "centre".to_owned(),
        "opening" | "openings" => return "opening".to_owned(),
        _ if plain.contains("color") => plain.replace("color", "colour"),
        _ => plain,
    };
    let mut cut = |endings: &[&str], left: usize, then: &str| {
        let rest = endings.iter().find_map(|ending| plain.strip_suffix(ending)).filter(|rest| rest.len() >= left);
        let rest = rest.map(|rest| format!("{rest}{then}"));
        rest.map(|rest| plain = rest).is_some()
    };
    let _ = cut(&["ies"], 2, "y")
        || cut(&["sses"], 1, "ss")
        || cut(&["ches"], 2, "ch")
        || cut(&["ss", "us", "is"], 99, "")
        || (!word.to_lowercase().ends_with("ss") && !word.to_lowercase().ends_with("is") && cut(&["s"], 3, ""));
    let _ = cut(&["ing", "ed"], 3, "");
    let _ = cut(&["e"], 3, "");
    plain
}

/// The words of a line, `3ply` and `2-ply` as two, numbers as digits.
fn words(tokens: &[Token]) -> Vec<Word> {
    let mut all: Vec<Word> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        // `8/5 6/5 or 24/20`: two plays.
        let is_play = |token: Option<&Token>| token.is_some_and(|token| token.text.contains('/'));
        if ["or", "and", "against", "versus", "vs"].contains(&token.text.to_lowercase().as_str())
            && is_play(tokens.get(i + 1))
            && let Some(before) = all.last_mut().filter(|_| i > 0 && is_play(tokens.get(i - 1)))
        {
            before.text.push(',');
            continue;
        }
        if token.quoted {
            all.push(Word { text: quoted(&token.text), stem: String::new() });
            continue;
        }
        let text = token.text.trim_end_matches(|c: char| "?!.,`".contains(c)).trim_start_matches('`');
        let text = if text.is_empty() { &token.text } else { text };
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[..text.len() - digits.len()];
        let unit = digits.trim_start_matches('-').to_lowercase();
        if !number.is_empty() && ["ply", "plies", "pt", "point", "points"].contains(&unit.as_str()) {
            all.push(Word { text: number.to_owned(), stem: number.to_owned() });
            all.push(Word { stem: stem(&unit), text: unit });
            continue;
        }
        let number = NUMBERS.iter().position(|word| text.eq_ignore_ascii_case(word)).map(|n| n.to_string());
        let text = number.unwrap_or_else(|| quoted(text.strip_suffix("'s").unwrap_or(text)));
        all.push(Word { stem: stem(&text), text });
    }
    all
}

/// Whether a command loses or overwrites something: its own first words, not others, must have been typed for it.
pub(super) fn destroys(line: &str) -> bool {
    line.split(' ').any(|word| DESTROYS.split(' ').any(|first| first == word))
}

/// The meaning of a line that is no command: that which explains most of it.
pub(super) fn meaning(tokens: &[Token]) -> Option<Meaning> {
    if tokens.is_empty() || tokens.len() > MOST.0 || tokens.iter().any(|token| token.text.len() > MOST.1) {
        return None;
    }
    let words = words(tokens);
    if is_cut_short(&words) {
        return None;
    }
    let said: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
    let asks = tokens.last().is_some_and(|token| token.text.ends_with('?'));
    let line = said.join(" ") + " ";
    let is_usage = QUESTIONS.iter().any(|start| line.starts_with(start)) || said.contains(&"mean");
    let mut best: Option<(Rank, Meaning)> = None;
    for phrase in PHRASES.iter() {
        let Some(used) = places(&phrase.words, &said) else { continue };
        // What is asked about the program is answered by help, unless the phrase asks it.
        if is_usage && phrase.sure != Sure::Help && !used.contains(&0) {
            continue;
        }
        let telling = used.iter().filter(|&&at| !is_silent(&words[at])).count();
        let rest: Vec<&str> = (0..words.len())
            .filter(|at| !used.contains(at) && !is_silent(&words[*at]) && !phrase.names(&words[*at].stem))
            .map(|at| words[at].text.as_str())
            .collect();
        let (line, sure, unexplained) = phrase.with(&rest, tokens, &words);
        let key = (unexplained, sure == Sure::Help, Reverse(telling), Reverse(used.len()), sure);
        if best.as_ref().is_none_or(|(known, _)| key < *known) {
            let is_asking = |at: &usize| !used.contains(at) && is_silent(&words[*at]) && !is_polite(&words[*at]);
            let is_asked = asks || (0..words.len()).any(|at| is_asking(&at));
            let conflicts = unexplained > 0 && rest.iter().any(|word| means_something(word));
            let leaves_first = !rest.is_empty() && rest[0] == words[0].text;
            best = Some((key, Meaning { line, sure, unexplained, conflicts, leaves_first, is_asked }));
        }
    }
    // A phrase of more words says more than the command among them.
    if !said.contains(&"mean")
        && let Some((polite, kept)) = without_silent_words(&words, asks || is_usage)
        && best.as_ref().is_none_or(|((_, _, _, Reverse(used), _), it)| it.unexplained > 0 || *used <= kept)
    {
        return Some(polite);
    }
    let Some(((_, _, Reverse(telling), ..), mut meaning)) = best else {
        let line = help_on(&words).filter(|_| is_usage)?;
        return Some(Meaning {
            line,
            sure: Sure::Help,
            unexplained: 1,
            conflicts: false,
            leaves_first: false,
            is_asked: true,
        });
    };
    if meaning.unexplained > 0 && meaning.sure != Sure::Help {
        // What means something else is no name.
        if meaning.unexplained > telling || meaning.conflicts {
            let of_row = || Some(format!("help {}", meaning.line)).filter(|help| is_command(help));
            let help = help_on(&words).or_else(of_row)?;
            return Some(Meaning { line: help, sure: Sure::Help, ..meaning });
        }
        meaning.sure = Sure::Perhaps;
    }
    // Whoever asks whether to do something does not do it.
    if meaning.sure == Sure::Done && meaning.is_asked && !is_looking(&meaning.line) {
        meaning.sure = Sure::Perhaps;
    }
    if meaning.sure == Sure::Help
        && let Some(help) = help_on(&words)
    {
        meaning.line = help;
    }
    Some(meaning)
}

/// Whether a command only looks at something.
fn is_looking(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    ["hint", "eval", "show", "list", "pr", "help", "tour"].contains(&first)
}

/// Where the words of a phrase stand among those of a line, in whatever order.
fn places(phrase: &[String], said: &[&str]) -> Option<Vec<usize>> {
    let mut used = Vec::with_capacity(phrase.len());
    for word in phrase {
        used.push((0..said.len()).find(|at| said[*at] == word && !used.contains(at))?);
    }
    Some(used)
}

impl Phrase {
    /// Whether a word is one of those of its command, if that is meant.
    fn names(&self, stem: &str) -> bool {
        self.sure != Sure::Help && self.own.iter().any(|own| own == stem)
    }

    /// The first command of the row with the rest of a line, how sure that is, and how many words it does not explain.
    fn with(&self, rest: &[&str], tokens: &[Token], words: &[Word]) -> (String, Sure, usize) {
        let command = self.commands[0].as_str();
        if self.sure == Sure::Help {
            return (format!("help {command}"), Sure::Help, rest.len());
        }
        let is_help = command.starts_with("help ");
        // What the first command of the row does not take may be for another one that begins with it.
        let longer = |(i, command): &(usize, &String)| {
            *i == 0 || command.strip_prefix(&self.commands[0]).is_some_and(|more| more.starts_with(' '))
        };
        for (i, command) in self.commands.iter().enumerate().filter(longer) {
            // A file that is named stands in the place of the example.
            let ending = |file: &str| file.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
            let example = command.rsplit_once(' ').filter(|(_, file)| file.contains('.'));
            let of_example = example.filter(|(_, file)| matches!(rest, [named] if ending(named) == ending(file)));
            let command = of_example.map_or(command.as_str(), |(command, _)| command);
            let full = [&[command], rest].concat().join(" ");
            let is_help = command.starts_with("help ");
            let Some(taken) = as_it_stands(&full).filter(|_| !is_help && takes(command, rest)) else { continue };
            // A word that nobody knows is taken for the name of a player, and may be none.
            let canonical = taken.to_string();
            let names: Vec<_> = rest.iter().filter(|word| canonical.contains(&format!("player {word}"))).collect();
            // Several words in a row are no name that somebody would type here.
            if names.is_empty() && canonical.contains("player \"") {
                continue;
            }
            let is_sure = i == 0 && names.is_empty();
            if !names.iter().any(|name| is_known(name)) && (i == 0 || !destroys(command)) {
                return (full, if is_sure { self.sure } else { self.sure.max(Sure::Perhaps) }, 0);
            }
        }
        // The rest as it was typed, where it stands behind the phrase.
        let n = self.words.len();
        let begins = n < tokens.len() && words.iter().zip(&self.words).all(|(word, phrase)| word.stem == *phrase);
        let verbatim = tokens.iter().skip(n).fold(command.to_owned(), |line, token| line + " " + &quoted(&token.text));
        let has_ending = !command.starts_with("export ") || takes(command, rest);
        // Help on the rest would answer any mistake.
        if begins && !is_help && has_ending && self.sure == Sure::Perhaps && is_command(&verbatim) {
            return (verbatim, self.sure, 0);
        }
        if is_help || is_command(command) {
            let unexplained = if is_help { 0 } else { rest.len() };
            return (command.to_owned(), self.sure, unexplained);
        }
        // What it needs is told by help.
        (format!("help {command}"), Sure::Perhaps, rest.len())
    }
}

/// Whether a command is to have the rest of a line: no text is made of words that mean something else, and no file of
/// words that do not look like its name.
pub(super) fn takes(command: &str, rest: &[&str]) -> bool {
    // Help on the rest would explain it, too.
    if rest.is_empty() || command == "help" {
        return rest.is_empty();
    }
    // What is exported has the ending of its form.
    if let Some(form) = command.strip_prefix("export ").and_then(|words| words.split(' ').next_back()) {
        let forms = [("html", "htm"), ("text", "txt")];
        let is_so = |ending: &str| ending == form || forms.contains(&(form, ending));
        return rest.iter().all(|word| word.rsplit_once('.').is_some_and(|(_, ending)| is_so(&ending.to_lowercase())));
    }
    let command = command.replace(" 0", " P").replace(" 1", " P").replace(" both", " P");
    let begins = |words: &str| command.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let row = table().rows().iter().find(|row| begins(&row.words));
    let takes =
        |kind: Kind| row.is_some_and(|row| row.args.iter().any(|spec| spec.kind == ArgKind::Value(kind.clone())));
    !takes(Kind::Text) && (!takes(Kind::File) || rest.iter().all(|word| word.contains(['.', '/'])))
}

/// The telling words of a question that stand in no phrase.
pub(super) fn unknown(text: &str) -> Vec<String> {
    content(text).into_iter().filter(|word| !is_known(word)).map(|word| stem(&word)).collect()
}

/// The words of a line but those that say nothing.
pub(super) fn telling(tokens: &[Token]) -> Vec<Token> {
    let is_silent = |token: &&Token| !token.quoted && SILENT[0].contains(&stem(&token.text));
    tokens.iter().filter(|token| !is_silent(token)).cloned().collect()
}

/// Whether a word is a phrase by itself.
fn means_something(word: &str) -> bool {
    let stem = stem(word);
    PHRASES.iter().any(|phrase| phrase.words.len() == 1 && phrase.words[0] == stem)
}

/// Whether a word stands in a phrase of the table.
pub(super) fn is_known(word: &str) -> bool {
    let stem = stem(word);
    PHRASES.iter().any(|phrase| phrase.words.contains(&stem))
}

/// A line is a command of the table as far as a polite word, behind which there is nothing or a number: `hint in 5` is
/// no polite `hint 5`.
fn is_cut_short(words: &[Word]) -> bool {
    let begins_with_digit = |word: &&Word| word.text.starts_with(|c: char| c.is_ascii_digit());
    let n = words.len() - words.iter().rev().take_while(begins_with_digit).count();
    let Some((last, before)) = words[..n].split_last().filter(|(_, before)| !before.is_empty()) else { return false };
    let command = before.iter().try_fold(table().root(), |node, word| node.child(&word.text.to_lowercase()));
    is_polite(last) && command.is_some_and(|node| node.child(&last.text.to_lowercase()).is_some())
}

/// A command among words that say nothing: `roll please`, `i pass`. A question does not do what it asks about.
fn without_silent_words(words: &[Word], asks: bool) -> Option<(Meaning, usize)> {
    let is_shown = |word: &&Word| word.stem == "show";
    let kept = |is_left_out: &dyn Fn(&Word) -> bool| {
        let kept: Vec<&Word> = words.iter().filter(|word| !is_left_out(word)).collect();
        let line = kept.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let first = kept.first()?.text.to_lowercase();
        let is_whole = table().root().child(&first).is_some() && is_command(&line);
        ((kept.len() < words.len() || asks) && is_whole && !destroys(&line)).then_some((line, kept.len()))
    };
    let sure = if asks { Sure::Perhaps } else { Sure::Done };
    // A switch is on.
    let is_polite = |word: &Word| is_polite(word) && word.stem != "on";
    let polite = |word: &Word| is_polite(word) && !is_shown(&word);
    let ((line, n), sure) = match kept(&polite).or_else(|| kept(&is_polite)) {
        Some(kept) => (kept, sure),
        None => (kept(&|word: &Word| is_silent(word) && !is_shown(&word))?, Sure::Perhaps),
    };
    // `double now?`
    let is_cube = ["double", "redouble", "take", "pass", "drop", "beaver"].contains(&line.as_str());
    let (line, sure) = if asks && is_cube { ("hint".to_owned(), Sure::Done) } else { (line, sure) };
    Some((Meaning { line, sure, unexplained: 0, conflicts: false, leaves_first: false, is_asked: asks }, n))
}

/// Help on the telling words of a line, if it has any.
fn help_on(words: &[Word]) -> Option<String> {
    let telling: Vec<&str> = words.iter().filter(|word| !is_silent(word)).map(|word| word.text.as_str()).collect();
    let help = format!("help {}", telling.join(" "));
    (!telling.is_empty() && is_command(&help)).then_some(help)
}

/// The words of a question that say what is looked for; all of them where none does.
pub(super) fn content(text: &str) -> Vec<String> {
    let words = words(&super::lex::lex(text, 0).tokens);
    let telling: Vec<String> =
        words.iter().filter(|word| !is_silent(word)).map(|word| word.text.to_lowercase()).collect();
    if telling.is_empty() { words.into_iter().map(|word| word.text.to_lowercase()).collect() } else { telling }
}

/// The commands and subjects that have to do with what somebody looks for, those for most of the words first.
pub(super) fn about(text: &str) -> Vec<HelpEntry> {
    let all = stems(text);
    let telling: Vec<String> = content(text).iter().map(|word| stem(word)).collect();
    let (all, telling): (Vec<&str>, Vec<&str>) =
        (all.iter().map(String::as_str).collect(), telling.iter().map(String::as_str).collect());
    let mut rows: Vec<(usize, &Phrase)> = Vec::new();
    for phrase in PHRASES.iter() {
        let said = if phrase.words.len() == 1 { &telling } else { &all };
        if places(&phrase.words, said).is_none() {
            continue;
        }
        // A phrase of several words says more than each of them.
        let weight = 2 * phrase.words.iter().filter(|word| telling.contains(&word.as_str())).count();
        if weight == 0 {
            continue;
        }
        match rows.iter_mut().find(|(_, known)| known.row == phrase.row) {
            Some((known, _)) => *known = (*known).max(weight) + 1,
            None => rows.push((weight, phrase)),
        }
    }
    rows.sort_by_key(|(weight, _)| Reverse(*weight));
    let mut entries: Vec<HelpEntry> = Vec::new();
    for entry in rows.iter().flat_map(|(_, phrase)| &phrase.commands).filter_map(|words| entry_about(words)) {
        if entries.iter().all(|known| known.words != entry.words) {
            entries.push(entry);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lex::lex;
    use crate::command::{Command, HelpArg, commands};

    fn read(line: &str) -> Option<Meaning> {
        meaning(&lex(line, 0).tokens)
    }

    /// Every phrase of the table as it is written there.
    fn all() -> impl Iterator<Item = (String, &'static str, Sure)> {
        rows().flat_map(|(commands, said)| {
            said.into_iter().map(move |(sure, phrase)| (commands[0].clone(), phrase, sure)).collect::<Vec<_>>()
        })
    }

    /// No word of a command in the table is left out as polite: what stands after it is missing or wrong, and is said
    /// to be.
    #[test]
    fn words_of_commands_are_never_silent() {
        let mut silent = 0;
        for row in table().rows() {
            let words: Vec<&str> = row.words.split(' ').collect();
            let is_silent = |word: &&&str| SILENT[0].contains(&stem(word));
            let Some(last) = words.iter().skip(1).rposition(|word| is_silent(&word)) else { continue };
            silent += 1;
            for end in ["", " 5"] {
                let line = words[..last + 2].join(" ") + end;
                let meant = read(&line);
                let is_less = |meant: &Meaning| meant.sure == Sure::Done && !is_command(&line);
                assert!(!meant.as_ref().is_some_and(is_less), "{line}: {meant:?}");
            }
        }
        assert!(silent > 5, "{silent}");
    }

    #[test]
    fn every_phrase_leads_to_a_command_that_exists() {
        for words in rows().flat_map(|(commands, _)| commands) {
            assert!(is_command(&words) || entry_about(&words).is_some(), "`{words}`");
        }
        for (command, phrase, sure) in all() {
            let Some(meaning) = read(phrase) else { panic!("`{phrase}` means nothing") };
            let is_told = meaning.line == format!("help {command}");
            let is_own = is_command(phrase) || sure == Sure::Help || is_told;
            assert!(is_own || meaning.line == command, "`{phrase}` means `{}`, not `{command}`", meaning.line);
            assert!(is_command(&meaning.line), "`{phrase}` means `{}`, which is no command", meaning.line);
            assert!(sure != Sure::Done || meaning.sure == Sure::Done || is_command(phrase), "`{phrase}` is not sure");
        }
    }

    #[test]
    fn a_phrase_stands_in_one_row() {
        let mut known: Vec<(Vec<String>, &str)> = Vec::new();
        for (_, phrase, _) in all() {
            let mut words = stems(phrase);
            words.sort();
            let twice = known.iter().find(|(others, _)| *others == words);
            assert!(twice.is_none(), "`{phrase}` is `{}`", twice.map_or("", |(_, other)| other));
            known.push((words, phrase));
        }
    }

    /// What is done at once loses nothing; nothing else is so meant or suggested.
    #[test]
    fn no_phrase_loses_anything_that_it_does_not_name() {
        for (command, phrase, sure) in all() {
            assert!(sure != Sure::Done || !destroys(&command), "`{phrase}`");
            let names = sure != Sure::Help
                && destroys(&command)
                && !phrase.split(' ').any(|word| destroys(word) || word == "keep");
            assert!(!names || command.starts_with("help "), "`{phrase}` means `{command}`");
        }
    }

    /// Words near to those that lose something, and near to any others.
    #[test]
    fn no_slip_suggests_what_loses_something() {
        let mut near = Vec::new();
        for word in DESTROYS.split(' ').chain(["learn", "shave", "delight", "design", "regret", "cleat", "sane"]) {
            let letters: Vec<char> = word.chars().collect();
            for at in (0..letters.len()).step_by(2) {
                let without = letters.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| *c);
                near.push(without.collect::<String>());
                let mut swapped = letters.clone();
                swapped.swap(at, (at + 1) % letters.len());
                near.push(swapped.into_iter().collect());
            }
        }
        for typed in near {
            for line in [typed] {
                for located in commands(&line).filter(|_| !is_command(&line)) {
                    let meant = match &located.command {
                        Ok(command) if located.is_said => command.to_string(),
                        Ok(_) => continue,
                        Err(error) => error.suggestion.clone().unwrap_or_default(),
                    };
                    let first = meant.split(' ').next().unwrap_or_default();
                    // The beginning will do.
                    let is_typed = line.split(' ').any(|word| word.len() > 1 && first.starts_with(word));
                    assert!(!destroys(first) || is_typed, "`{line}`: `{meant}`");
                }
            }
        }
    }

    #[test]
    fn words_that_say_nothing_change_nothing() {
        for (_, phrase, _) in all().filter(|(_, phrase, sure)| *sure == Sure::Done && !is_command(phrase)) {
            let plain = read(phrase).map(|meaning| meaning.line);
            for said in [format!("ok, {phrase}!"), phrase.replacen(' ', " please ", 1)] {
                assert_eq!(read(&said).map(|meaning| meaning.line), plain, "{said}");
            }
        }
    }

    #[test]
    fn what_a_phrase_leaves_is_the_argument_in_any_order() {
        for (line, meant, sure) in [
            ("show cube errors", "show errors cube", Sure::Done),
            ("errors > 0.1", "show errors > 0.1", Sure::Done),
            ("mistakes in game 2 over .08", "show errors game 2 over .08", Sure::Done),
            ("cube errors of bob", "show errors cube bob", Sure::Perhaps),
            ("show me bob's mistakes", "show errors bob", Sure::Perhaps),
            ("pr bob", "pr bob", Sure::Perhaps),
            ("how good is bob", "pr bob", Sure::Perhaps),
            ("how good is this move", "hint", Sure::Done),
            ("a match to seven points", "new match 7", Sure::Perhaps),
            ("i want to play a 5 point match", "new match 5", Sure::Perhaps),
            ("go to the move 12", "goto 12", Sure::Perhaps),
            ("set eval 3ply", "set evaluation chequerplay evaluation plies 3", Sure::Perhaps),
            ("roll please", "roll", Sure::Done),
            ("could you double", "double", Sure::Perhaps),
            ("how many pips", "show pipcount", Sure::Done),
        ] {
            let meaning = read(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((meaning.line.as_str(), meaning.sure), (meant, sure), "{line}");
        }
    }

    #[test]
    fn a_question_does_not_do_what_it_asks_about() {
        for line in [
            "should i offer the cube",
            "would you take",
            "would i take",
            "when do i accept the cube",
            "how do i roll",
            "where do i double",
            "what does take mean",
            "should i take",
            "how can i resign?",
        ] {
            let command = commands(line).next().and_then(|located| located.command.ok()).map(|it| it.to_string());
            assert!(matches!(command.as_deref(), None | Some("hint")), "{line}: {command:?}");
        }
    }

    #[test]
    fn questions_are_answered_by_their_telling_words() {
        let first = |text: &str| about(text).first().map(|entry| entry.words.clone()).unwrap_or_default();
        assert_eq!(first("how do I play against the computer?"), "set player P gnubg");
        assert!(first("blunder").starts_with("show errors"));
        assert!(first("how do I get colours on a white background").starts_with("set output theme"));
        assert!(first("what is LBG").starts_with("help columns"));
        assert!(about("xyzzy").is_empty());
        for (line, subject) in
            [("help what does ± mean", "±"), ("help what is luck", "luck"), ("help what prune means", "prune")]
        {
            assert_eq!(
                crate::command::parse(line),
                Ok(Command::Help(HelpArg::About(vec![subject.to_owned()]))),
                "{line}"
            );
        }
    }
}
