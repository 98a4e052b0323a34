//! Positions that are pasted, typed or piped in as text: lines that belong together and are no commands.
//!
//! What a line is, [`sense`] alone decides, for the prompt, `-e`, scripts and pipes. Where it is in doubt, a line is
//! commands: a mistake is told then, where a text would swallow it.
//!
//! A `>` is Python's at the prompt and in scripts, and a quote's in mails. Lines that come together, with a position
//! quoted among them or beside them, are a mail: [`quoted`] finds it, and nothing of it is run.

use crate::command::{Likeness, are_commands, likeness};
use crate::formats::{is_position_id, is_position_text};
use std::ops::Range;

/// More lines than any text of a position has.
const MOST: usize = 2_000;

/// A piece of what was pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Lines of commands.
    Commands(String),
    /// The text of a position.
    Text(String),
}

/// Splits what was pasted into commands and texts of positions.
pub(super) fn pieces(block: &str) -> Vec<Piece> {
    let lines: Vec<&str> = block.lines().collect();
    let mut all = Vec::new();
    if let Some(mail) = quoted(&lines) {
        let commands = |lines: &[&str]| Some(lines.join("\n")).filter(|lines| !lines.trim().is_empty());
        all.extend(commands(&lines[..mail.start]).map(Piece::Commands));
        all.push(Piece::Text(lines[mail.clone()].join("\n")));
        all.extend(commands(&lines[mail.end..]).map(Piece::Commands));
        return all;
    }
    let mut commands = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let n = text_at(&lines[at..], at == 0);
        if n == 0 {
            commands.push(lines[at]);
            at += 1;
            continue;
        }
        let before = std::mem::take(&mut commands);
        if before.iter().any(|line: &&str| !line.trim().is_empty()) {
            all.push(Piece::Commands(before.join("\n")));
        }
        all.push(Piece::Text(lines[at..at + n].join("\n")));
        at += n;
    }
    if !commands.is_empty() {
        all.push(Piece::Commands(commands.join("\n")));
    }
    all
}

/// The lines of a mail that quotes a position, or has quotes beside one; `None` where these lines are none. Right
/// commands before and behind are not of it.
pub(super) fn quoted(lines: &[impl AsRef<str>]) -> Option<Range<usize>> {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    if !lines.iter().any(|line| line.trim_start().starts_with('>')) {
        return None;
    }
    let (quotes, others): (Vec<&str>, Vec<&str>) = lines.iter().copied().partition(|line| sense(line) == Sense::Quote);
    let is_drawn = |line: &&str| line.starts_with(['|', '+']);
    let drawn = || quotes.iter().map(|line| unquoted(line)).filter(is_drawn).collect::<Vec<_>>().join("\n");
    let is_said = || {
        let is_id = |line: &&str| matches!(sense(line), Sense::Identifier | Sense::PositionId);
        others.iter().any(is_id) || pieces(&others.join("\n")).iter().any(|piece| matches!(piece, Piece::Text(_)))
    };
    if quotes.is_empty() || !(quotes.iter().any(|line| has_position(line)) || is_position_text(&drawn()) || is_said()) {
        return None;
    }
    let is_of_it = |line: &&str| match sense(line) {
        Sense::Blank => false,
        Sense::Command => !are_commands(line) || is_greeting(line),
        _ => true,
    };
    let start = lines.iter().position(is_of_it)?;
    Some(start..lines.iter().rposition(is_of_it)? + 1)
}

/// A line without the signs that quote it.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(|c: char| c == '>' || c.is_whitespace())
}

/// Whether a quoted line has a position, and not Python that is about one: `> x = "XGID=…"`.
fn has_position(line: &str) -> bool {
    let line = unquoted(line);
    let before = line.find("XGID").map_or("", |at| &line[..at]);
    let is_code = before.ends_with(['"', '\'']) && before.contains(['=', '(', '[', '{']);
    !is_code && matches!(sense(line), Sense::Identifier | Sense::PositionId)
}

/// How many of these lines are the text of a position; 0 where they do not begin with one. `is_start`: nothing stands
/// before them.
pub(super) fn text_at(lines: &[impl AsRef<str>], is_start: bool) -> usize {
    let Some(first) = lines.first().map(AsRef::as_ref) else { return 0 };
    if !(may_begin(first) || is_start && is_greeting(first)) {
        return 0;
    }
    let mut n = 1;
    // Blank lines at the end belong to nobody.
    let mut end = 1;
    while let Some(line) = lines.get(n).map(AsRef::as_ref).filter(|_| n < MOST) {
        if !may_follow(&lines[..n], line) {
            break;
        }
        n += 1;
        if sense(line) != Sense::Blank {
            end = n;
        }
    }
    let is_alone = end == 1 && are_commands(first);
    let text = || lines[..end].iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n");
    let has_id = || end > 1 && lines[..end].iter().any(|line| is_position_id(line.as_ref()));
    if is_alone || !(has_id() || is_position_text(&text())) { 0 } else { end }
}

/// Whether what was typed so far may be the beginning of a text.
pub(super) fn is_growing(block: &str) -> bool {
    let lines: Vec<&str> = block.lines().collect();
    lines.first().is_some_and(|first| may_begin(first)) && (1..lines.len()).all(|n| may_follow(&lines[..n], lines[n]))
}

/// Recognizes the beginning of a file of commands, whatever mistakes are in them. A file that begins with the text of a
/// position, or with a sentence, is none.
pub fn is_script(start: &str) -> bool {
    let lines: Vec<&str> = start.lines().collect();
    if let Some(mail) = quoted(&lines) {
        return lines[..mail.start].iter().any(|line| sense(line) != Sense::Blank);
    }
    let first = start.lines().find(|line| sense(line) != Sense::Blank);
    match first.map(sense) {
        Some(_) if first.is_some_and(is_greeting) && matches!(pieces(start).first(), Some(Piece::Text(_))) => false,
        Some(Sense::Command | Sense::Quote) => true,
        Some(Sense::Word) => first.is_some_and(is_position_text),
        // Behind an identifier alone stand commands or a text.
        Some(Sense::Identifier | Sense::PositionId) => match pieces(start).first() {
            Some(Piece::Commands(lines)) => lines.lines().any(|line| sense(line) == Sense::Command),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a line may be the first one of a text.
pub(super) fn may_begin(line: &str) -> bool {
    matches!(sense(line), Sense::Identifier | Sense::Text)
}

/// Whether a line greets: `hi` is short for `hint` as well, behind a position.
fn is_greeting(line: &str) -> bool {
    const GREETINGS: [&str; 10] = ["hi", "hello", "hey", "dear", "hallo", "moin", "servus", "bonjour", "salut", "hola"];
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || ",.!".contains(c));
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches([',', '.', '!']).to_lowercase();
    GREETINGS.contains(&first.as_str()) && words.clone().count() < 3 && words.all(is_word)
}

/// Whether a line may belong to the text that these lines begin.
pub(super) fn may_follow(lines: &[impl AsRef<str>], line: &str) -> bool {
    let is_before = |wanted: fn(Sense) -> bool| lines.iter().any(|line| wanted(sense(line.as_ref())));
    match sense(line) {
        Sense::Blank | Sense::Text | Sense::Name => true,
        Sense::Command => false,
        // What came line by line: whole blocks of these are judged by `quoted`.
        Sense::Quote => {
            is_before(|it| matches!(it, Sense::Identifier | Sense::PositionId))
                || lines.iter().any(|line| sense(line.as_ref()) == Sense::Quote)
        }
        // Another XGID begins another text.
        Sense::Identifier => {
            let is_xgid =
                |line: &str| line.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("xgid="));
            !is_xgid(line) || lines.iter().all(|line| !is_xgid(line.as_ref()))
        }
        // Below words about a position it is that of the text.
        Sense::PositionId => !is_before(|it| matches!(it, Sense::PositionId | Sense::Identifier)),
        // A sentence, or the next line of one.
        Sense::Word => {
            let last = lines.iter().rev().map(AsRef::as_ref).find(|line| !line.trim().is_empty()).unwrap_or_default();
            let begins = |line: &str| line.trim_start().starts_with(char::is_alphabetic);
            let is_number = line.contains(|c: char| c.is_ascii_digit()) && !begins(line);
            let is_said = |line: &str| begins(line) && !line.contains('|');
            let goes_on = matches!(sense(last), Sense::Text | Sense::Name | Sense::Word) && is_said(last);
            is_before(|it| it == Sense::Text)
                && is_prose(line)
                && (goes_on || is_number || line.trim_end().ends_with(['.', ',', '!', '?', ':']))
        }
    }
}

/// Whether a line is an identifier of a position, and not the command that sets one.
pub(super) fn is_identifier(line: &str) -> bool {
    sense(line) == Sense::Identifier
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    /// Nothing, or a comment: logs of sessions have boards in theirs.
    Blank,
    /// A line behind `>`: Python, or quoted.
    Quote,
    /// Commands, right or wrong.
    Command,
    /// Small letters or numbers: a command with a mistake in it, or a line of a sentence.
    Word,
    /// A Position ID and nothing else: in a text a position, alone a command.
    PositionId,
    /// An identifier of a position, with whatever stands around it.
    Identifier,
    /// Part of a text: drawn, counted, said.
    Text,
    /// A word that begins with a capital letter, as greetings and names do below a text.
    Name,
}

/// Decides what a line is.
fn sense(line: &str) -> Sense {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Sense::Blank;
    }
    if line.starts_with('>') {
        // Alone it begins lines of Python.
        return if unquoted(line).is_empty() { Sense::Command } else { Sense::Quote };
    }
    if is_frame(line) {
        return Sense::Text;
    }
    // A board of numbers between semicolons.
    if line.split(';').take(4).filter(|piece| piece.trim().parse::<i32>().is_ok()).count() == 4 {
        return Sense::Text;
    }
    if is_position_id(line) {
        return Sense::PositionId;
    }
    if is_told_of_a_player(line) {
        return Sense::Text;
    }
    let begins_small = line.split_whitespace().next().is_some_and(is_small);
    let is_labelled = || ["Position ID", "Match ID"].iter().any(|label| line.contains(label));
    match likeness(line) {
        // Alone it is a command, too.
        Likeness::Command if !begins_small && !line.contains(';') && (is_labelled() || is_position_text(line)) => {
            Sense::Identifier
        }
        Likeness::Mistake | Likeness::Word | Likeness::Other if is_spoken(line) => {
            if is_position_text(line) {
                Sense::Identifier
            } else {
                Sense::Text
            }
        }
        Likeness::Command | Likeness::Mistake => Sense::Command,
        Likeness::Word if is_labelled() => Sense::Identifier,
        Likeness::Word => Sense::Word,
        // A word such as `eq2mwc`.
        Likeness::Other if begins_small => Sense::Word,
        Likeness::Other if is_labelled() => Sense::Identifier,
        Likeness::Other if is_position_text(line) => {
            if is_free_of_commands(line) {
                Sense::Identifier
            } else {
                Sense::Command
            }
        }
        Likeness::Other if begins_with_play(line) => Sense::Command,
        // Dice, and identifiers with a slip in them.
        Likeness::Other if !line.contains(|c: char| c.is_alphabetic() || "|+:=%".contains(c)) => Sense::Word,
        Likeness::Other
            if line.is_ascii() && !line.contains(|c: char| c.is_whitespace() || "|+:=%(!?,".contains(c)) =>
        {
            if line.contains(|c: char| c.is_ascii_digit()) { Sense::Word } else { named(line) }
        }
        Likeness::Other if is_prose(line) => Sense::Text,
        Likeness::Other => named(line),
    }
}

/// What GNU Backgammon says of a player, with `#` for a number, `/` for a play and `game` for what a game is worth.
const DEEDS: [&str; 15] = [
    "moves /",
    "cannot move",
    "doubles",
    "accepts the cube at #",
    "accepts and immediately redoubles to #",
    "refuses the cube and gives up # points",
    "offers to resign a game",
    "accepts and wins a game",
    "declines the game",
    "has already declined your offer of a game",
    "has not yet rolled the dice",
    "has rolled # and #",
    "wins a game and # points",
    "wins # points",
    "has won the match",
];

/// Whether a line is a sentence of GNU Backgammon about a player. Names are often in small letters, and near to words
/// that begin commands: `root moves 8/5 6/5.`
fn is_told_of_a_player(line: &str) -> bool {
    if line.contains(';') {
        return false;
    }
    let mut said: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let word = word.trim_end_matches([',', '.']);
        let is_play = word.contains('/') && word.starts_with(|c: char| c.is_ascii_digit() || c == 'b');
        match word {
            "gammon" | "backgammon" => said.push("game"),
            "single" => {}
            "point" => said.push("points"),
            _ if is_play && said.last() == Some(&"/") => {}
            _ if is_play => said.push("/"),
            _ if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) => said.push("#"),
            _ => said.push(word),
        }
    }
    let said = said.join(" ");
    let is_of_both = || said.ends_with(" rolls #") && said.matches(" rolls #").count() == 2;
    // Not `set automatic doubles`.
    let is_name = |name: &str, deed: &str| !name.is_empty() && (deed != "doubles" || !name.contains(' '));
    let does = |deed: &&str| {
        let name = said.strip_suffix(*deed).and_then(|name| name.strip_suffix(' '));
        name.is_some_and(|name| is_name(name, deed))
    };
    (line.ends_with('.') && is_of_both())
        || DEEDS.iter().any(|deed| (line.ends_with('.') || *deed == "wins # points") && does(deed))
}

/// Decides what a word alone is: `Thanks`, or `Hnit`.
fn named(line: &str) -> Sense {
    let is_name = line.split('-').all(|part| {
        let behind = part.trim_start_matches(char::is_uppercase);
        let is_one = part.chars().count() == behind.chars().count() + 1;
        is_one && behind.starts_with(char::is_lowercase) && !behind.contains(char::is_uppercase)
    });
    let is_mistake = || matches!(likeness(&line.to_lowercase()), Likeness::Command | Likeness::Mistake);
    if is_name && !is_mistake() { Sense::Name } else { Sense::Command }
}

/// Whether a line only frames what it stands above or below: `---`, three backticks, `[code]`, `<pre>`.
fn is_frame(line: &str) -> bool {
    let is_ruled = line.chars().count() > 1 && line.chars().all(|c| "-=*_~`".contains(c));
    let is_fence = line.strip_prefix("```").is_some_and(|word| word.chars().all(char::is_alphanumeric));
    let within = |open: char, close: char| line.strip_prefix(open)?.strip_suffix(close)?.split(['=', ' ', ':']).next();
    let is_tag = |word: &str| {
        let word = word.trim_start_matches('/');
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())
    };
    is_ruled || is_fence || within('[', ']').or_else(|| within('<', '>')).is_some_and(is_tag)
}

/// Whether a line ends as sentences do and commands never: `take or pass?`, `hello all,`.
fn is_spoken(line: &str) -> bool {
    let end = line.trim_end_matches([',', '?', '!']);
    end.len() < line.len() && end.ends_with(char::is_alphabetic) && line.contains(' ') && !line.contains(';')
}

fn is_small(word: &str) -> bool {
    let is_odd = |c: char| c.is_ascii_uppercase() || !c.is_alphanumeric();
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.contains(is_odd)
}

/// Whether nothing around the XGID of a line can be a command with a mistake in it: sentences may, as in `White to play
/// 31 XGID=…`, and what a sign keeps apart; not `Hnt 3 XGID=…`.
fn is_free_of_commands(line: &str) -> bool {
    let Some(at) = line.to_ascii_uppercase().find("XGID") else { return true };
    let is_said = |words: &str| {
        words.starts_with(char::is_uppercase)
            && words.split_whitespace().count() > 2
            && matches!(likeness(&words.to_lowercase()), Likeness::Word | Likeness::Other)
    };
    let before = line[..at].trim_end();
    let after = line[at..].split_once(char::is_whitespace).map_or("", |(_, after)| after).trim_start();
    let is_kept =
        |c: Option<char>, by: &str| c.is_none_or(|c| by.contains(c) || !(c.is_ascii() || c.is_alphanumeric()));
    (is_kept(before.chars().last(), "(<[\"'`:,.!?=|*>-") || is_said(before))
        && (is_kept(after.chars().next(), ")<]\"'`:,.!?=|(") || is_said(after))
}

/// Whether a line begins with a play, or nearly, and has no numbers that judge it.
fn begins_with_play(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_play = first.contains('/') && (first.contains(|c: char| c.is_ascii_digit()) || first.ends_with("off"));
    is_play && !line.contains(['.', ':', '%', '='])
}

/// Whether a line looks like a part of a text: a word alone is more likely a command with a mistake in it.
fn is_prose(line: &str) -> bool {
    let words = line.split_whitespace().count();
    line.contains([':', '|', '+', '=', '%', '(', '.'])
        || line.chars().any(|c| c.is_ascii_digit() || !c.is_ascii())
        || words > 2
        || line.trim_end().ends_with([',', '!', '?'])
        || (words == 2 && line.trim_start().starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::commands;

    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10";
    const BOARD: &str = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n | X           O    |   | O              X |\n \
        | X           O    |   | O              X |\n | X           O    |   | O                |\n \
        | X                |   | O                |\n | X                |   | O                |\n \
        |                  |BAR|                  |\n | O                |   | X                |\n \
        | O                |   | X                |\n | O           X    |   | X                |\n \
        | O           X    |   | X              O |\n | O           X    |   | X              O |\n \
        +12-11-10--9--8--7-------6--5--4--3--2--1-+";

    fn kinds(block: &str) -> Vec<&'static str> {
        let kind = |piece: &Piece| match piece {
            Piece::Commands(_) => "commands",
            Piece::Text(_) => "text",
        };
        pieces(block).iter().map(kind).collect()
    }

    #[test]
    fn commands_stay_commands() {
        for block in [
            "roll\nhint",
            XGID,
            &format!("{XGID}\nrollout"),
            &format!("set xgid {XGID}\nhnit\nrollout"),
            &format!("{XGID}\nhnit"),
            &format!("{XGID}; hint 2; export position png p.png"),
            &format!("set xgid {XGID}; sho pipcont"),
            "set board 4HPwATDgc/ABMA\nset dice 31\n8/5 6/5",
            "4HPwATDgc/ABMA:cImlABAAEAAE\nhint",
            "hnit\nrolout 1",
            &format!("set jacoby of; set xgid {XGID}; hint"),
            &format!("set rollout trails 36; set xgid {XGID}; rollout cube"),
            &format!("set jacoby of\n{XGID}\nhint"),
            &format!("{XGID}\nset jacoby of\nhint"),
            &format!("{XGID}\nst jacoby off\nhint"),
            &format!("{XGID}\n8/5 6/x\nhint"),
            &format!("{XGID}\n6 7"),
            &format!("{XGID}\n# what now?\nhint"),
            &format!("st xgid {XGID}"),
            &format!("Hnit {XGID}"),
            &format!("{XGID} hnt 3"),
            &format!("8/5 6/x {XGID}"),
            "# 1. a comment: with 2 numbers\nroll",
            "roll\n# GNUbg ID : 4HPwATDgc/ABMA:cImlABAAEAAE\n#  | X           O    |   | O              X |\nhint",
        ] {
            assert_eq!(kinds(block), ["commands"], "{block}");
        }
    }

    /// Every way in which a position may stand among quoted lines: nothing of it is run. Commands around it are.
    #[test]
    fn nothing_quoted_beside_a_position_is_run() {
        let code = "> import os; os.system(\"touch pwned\")";
        let quoted_board: String = BOARD.lines().map(|line| format!("> {line}\n")).collect();
        let half = XGID.find(":31").expect("dice");
        let positions = [
            format!("> {XGID}"),
            format!(">> {XGID}"),
            format!("> > ({XGID})"),
            format!("> {}:\n> {}", &XGID[..half], &XGID[half + 1..]),
            "> 4HPwATDgc/ABMA".to_owned(),
            "> GNUBg ID : 4HPwATDgc/ABMA:cImlABAAEAAE".to_owned(),
            XGID.to_owned(),
            format!("({XGID})"),
            quoted_board.trim_end().to_owned(),
            BOARD.to_owned(),
        ];
        let greetings = ["Bob:\n", "hi\n", "Am 12.03.2024 schrieb Bob:\n", "hnit\n", "\n> Thanks\n\n", ""];
        for position in &positions {
            for greeting in greetings {
                for text in [
                    format!("{greeting}{position}\n{code}"),
                    format!("{greeting}{code}\n{position}"),
                    format!("{greeting}{code}\n\n> what now?\n{position}\nI double, Ann\n{code}\ntake or pass?"),
                ] {
                    assert_eq!(kinds(&text), ["text"], "{text}");
                    assert!(!is_script(&text), "{text}");
                    assert_eq!(kinds(&format!("show version\n{text}\nhint 3\n")), ["commands", "text", "commands"]);
                    let mut script = super::super::Script::from_text("test", text.trim_start_matches('\n'));
                    let (number, line) = script.next_line().expect("text").expect("a line");
                    assert_eq!(script.text_from(number, &line).as_deref(), Some(text.trim_matches('\n')), "{text}");
                }
            }
        }
        // Python that is meant.
        for script in [
            "> print(1)".to_owned(),
            format!("set xgid {XGID}\n> print(1)\nhint"),
            format!("> gnubg.command(\"set xgid {XGID}\")\n> print(gnubg.posinfo())"),
            format!("> x = \"{XGID}\"\n> print(x)"),
            format!(">\nprint(1)\nset xgid {XGID}"),
        ] {
            assert_eq!(kinds(&script), ["commands"], "{script}");
            assert!(is_script(&script), "{script}");
        }
    }

    /// What people write around a position, at the start of a text, behind it, and both.
    #[test]
    fn surroundings_belong_to_the_text() {
        let around = [
            "```",
            "```text",
            "---",
            "***",
            "[code]",
            "[quote=Bob]",
            "<pre>",
            "hello all,",
            "take or pass?",
            "double or not?",
            "hi",
            "hi Bob,",
            "Dear all",
            "13/7 8/7 is best, no?",
            "roll again, right?",
        ];
        for words in around {
            let close = words.replacen(['[', '<'], if words.starts_with('[') { "[/" } else { "</" }, 1);
            for text in [format!("{words}\n{XGID}"), format!("{words}\n{XGID}\n{close}"), format!("{words}\n\n{BOARD}")]
            {
                if text.ends_with("hi") {
                    continue;
                }
                assert_eq!(kinds(&text), ["text"], "{text}");
                assert!(!is_script(&text), "{text}");
            }
        }
        assert_eq!(kinds(&format!("Is {XGID} a blitz?")), ["text"]);
        assert_eq!(kinds(&format!("{XGID}\nhi")), ["commands"]);
        assert_eq!(kinds("take or pass?"), ["commands"]);
    }

    /// The word with one slip of the fingers, of each kind.
    fn slips(word: &str, at: usize) -> Vec<String> {
        let chars: Vec<char> = word.chars().collect();
        let at = at % chars.len();
        let joined = |parts: &[&[char]]| parts.concat().into_iter().collect::<String>();
        let swapped = {
            let mut other = chars.clone();
            other.swap(at, (at + 1) % chars.len());
            other
        };
        vec![
            joined(&[&chars[..at], &chars[at + 1..]]),
            joined(&[&chars[..at], &[chars[at]], &chars[at..]]),
            joined(&[&chars[..at], &['x'], &chars[at + 1..]]),
            joined(&[&swapped]),
            "qqq".to_owned(),
        ]
    }

    /// Every line that the language accepts, with an XGID among its words and a slip in one of them: where that is a
    /// mistake, it is told, whatever stands on the line and around it.
    #[test]
    fn a_line_with_a_mistake_is_never_a_text() {
        let cases = [
            include_str!("../../grammar/cases/accept/playing.txt"),
            include_str!("../../grammar/cases/accept/rollouts.txt"),
            include_str!("../../grammar/cases/accept/settings.txt"),
        ];
        let lines = cases.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with("# "));
        let (mut tried, mut swallowed) = (0, Vec::new());
        for (n, line) in lines.filter_map(|case| case.rsplit_once(" => ")).map(|(line, _)| line).enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            for (i, word) in words.iter().enumerate().skip(n % 2).step_by(2) {
                // Each kind of slip in turn.
                for (kind, slip) in slips(word, n + i).into_iter().enumerate().skip((n + i) % 5).take(1) {
                    let mut damaged: Vec<&str> = words.clone();
                    damaged[i] = &slip;
                    let plain = damaged.join(" ");
                    damaged.insert((n + kind) % (words.len() + 1), XGID);
                    let mixed = damaged.join(" ");
                    for line in
                        [plain.clone(), mixed, format!("{plain}; set xgid {XGID}; hint"), format!("{XGID}; {plain}")]
                    {
                        if commands(&line).all(|it| it.command.is_ok()) {
                            continue;
                        }
                        tried += 1;
                        for block in [line.clone(), format!("{XGID}\n{line}\nhint"), format!("{line}\n{XGID}")] {
                            let is_in = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(&line));
                            if pieces(&block).iter().any(is_in) {
                                swallowed.push(block);
                            }
                        }
                    }
                }
            }
        }
        assert!(tried > 1_000, "only {tried}");
        assert!(swallowed.is_empty(), "{} of {tried}:\n{}", swallowed.len(), swallowed.join("\n\n"));
    }

    /// What programs put on the clipboard is one text, also behind commands and before them.
    #[test]
    fn samples_of_texts_are_texts() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats");
        let mut n = 0;
        for entry in std::fs::read_dir(folder).expect("samples").map(|entry| entry.expect("an entry")) {
            let name = entry.file_name().into_string().expect("a name");
            if !name.starts_with("text-") || name.starts_with("text-a-game") {
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).expect("a text");
            let text = text.trim_end();
            assert_eq!(kinds(text), ["text"], "{name}");
            assert_eq!(kinds(&format!("show version\n{text}\n\nhint 3\n")), ["commands", "text", "commands"], "{name}");
            assert!(!is_script(text), "{name}");
            n += 1;
        }
        assert!(n > 20, "only {n}");
        let script = |text: &str| is_script(&text.replace("ID", XGID));
        assert!(
            script("set jacoby of; set xgid ID")
                && script("# a comment\nID\nhint")
                && script("hint 3\nID")
                && script("st xgid ID")
        );
        assert!(!script("ID") && !script("what would you play?\nID") && !script("What now?\nID"));
    }

    /// What GNU Backgammon prints above a board is part of its text, whatever the players are called. Without a board
    /// it is commands, and so is what is no such sentence.
    #[test]
    fn sentences_of_gnubg_belong_to_the_board_below() {
        let sentences = "NAME rolls 5, gnubg rolls 4.\ngnubg rolls 5, NAME rolls 4.\nNAME moves 13/7(2)* 8/off.\n\
            NAME moves bar/22 6/5*/3.\nNAME cannot move.\nNAME doubles.\nNAME accepts the cube at 2.\n\
            NAME accepts and immediately redoubles to 4.\nNAME refuses the cube and gives up 1 point.\n\
            NAME offers to resign a single game.\nNAME offers to resign a backgammon.\n\
            NAME accepts and wins a gammon.\nNAME declines the single game.\nNAME declines the backgammon.\n\
            NAME has already declined your offer of a gammon.\nNAME has not yet rolled the dice.\n\
            NAME has rolled 6 and 1.\nNAME wins a single game and 1 point.\nNAME wins a gammon and 4 points.\n\
            NAME wins 2 points\nNAME has won the match.\n`NAME' is now on roll.\n(NAME) 8/5 6/5\n\
            A new session has been started.\nGame complete.\nThe dice have been set to 3 and 1.";
        for name in ["gnubg", "root", "play", "ann", "Ann Lee", "hnit"] {
            let all = sentences.replace("NAME", name);
            for line in all.lines() {
                assert_eq!(kinds(&format!("{line}\n{BOARD}\nX to play 31")), ["text"], "{line}");
                assert_eq!(kinds(&format!("show version\n{line}\n{BOARD}\n{line}\n{BOARD}\n")), ["commands", "text"]);
                assert_eq!(kinds(&format!("{line}\nhint")), ["commands"], "{line}");
                assert!(!is_script(&format!("{line}\n{BOARD}")), "{line}");
            }
        }
        for line in ["set automatic doubles.", "sho rolls 3.", "rolls 3.", "hnit moves", "root", "roll; root doubles."]
        {
            assert_eq!(kinds(&format!("{line}\n{BOARD}")), ["commands", "text"], "{line}");
        }
    }

    #[test]
    fn texts_are_found_among_commands() {
        let text = format!(
            "{XGID}\n\nX:Alice   O:Bob\nScore is X:2 O:1 5 pt.(s) match.\n{BOARD}\nCube: 1\nX to play 31\n\n\
            \x20   1. 3-ply       8/5 6/5                      eq:+0.180\n      Player:   55.60% (G:16.40% B:0.80%)"
        );
        assert_eq!(kinds(&text), ["text"]);
        assert_eq!(kinds(&format!("new match 3\n{text}\n\nhint\nrollout")), ["commands", "text", "commands"]);
        assert_eq!(kinds(&format!("{text}\n\n{text}")), ["text", "text"]);
        assert_eq!(kinds(BOARD), ["text"]);
        assert_eq!(kinds(&format!("What would you play here?\n\n({XGID})\n\nI like 8/5 6/5 best.")), ["text"]);
        assert_eq!(kinds(&format!("({XGID})")), ["text"]);
        // What people write around it.
        assert_eq!(kinds(&format!("Hi all,\n\nWhat now?\n{BOARD}\nX to play 31\n\nThanks\nBob")), ["text"]);
        assert_eq!(kinds("In this game I was unsure.\n4HPwATDgc/ABMA\nwhat do you think?"), ["text"]);
        assert_eq!(kinds("4HPwATDgc/ABMA\n4PPgATDgc/ABMA\nhint"), ["commands"]);
        // Boards in a line.
        let fibs = "board:You:Ann:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";
        assert_eq!(kinds(fibs), ["text"]);
        let snowie = "0;0;0;0;1;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;";
        assert_eq!(kinds(snowie), ["text"]);
        // Alone it is a command.
        assert_eq!(kinds("GNUBg ID : 4HPwATDgc/ABMA:cImlABAAEAAE"), ["commands"]);
        assert_eq!(
            kinds(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cImlABAAEAAE"),
            ["text"]
        );
    }
}
