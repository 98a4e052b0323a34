//! Positions that are pasted, typed or piped in as text: lines that belong together and are no commands.

use crate::command::{are_commands, begins_with_word, commands};
use crate::formats::{is_position_id, is_position_text};

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
    let mut commands = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let n = text_at(&lines[at..]);
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

/// How many of these lines are the text of a position; 0 where they do not begin with one.
pub(super) fn text_at(lines: &[impl AsRef<str>]) -> usize {
    let Some(first) = lines.first().map(AsRef::as_ref) else { return 0 };
    if !may_begin(first) {
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
        if !line.trim().is_empty() {
            end = n;
        }
    }
    let is_alone = end == 1 && is_command(first);
    let text = || lines[..end].iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n");
    let has_id = || end > 1 && lines[..end].iter().any(|line| is_position_id(line.as_ref()));
    if is_alone || !(has_id() || is_position_text(&text())) { 0 } else { end }
}

/// Whether what was typed so far may be the beginning of a text.
pub(super) fn is_growing(block: &str) -> bool {
    let lines: Vec<&str> = block.lines().collect();
    lines.first().is_some_and(|first| may_begin(first)) && (1..lines.len()).all(|n| may_follow(&lines[..n], lines[n]))
}

/// Whether a line may be the first one of a text: an identifier, or no command and no single word. A comment is none,
/// whatever stands in it: logs of sessions have boards in theirs.
pub(super) fn may_begin(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#') && (is_identifier(line) || (!is_command(line) && is_prose(line)))
}

/// Whether a line may belong to the text that these lines begin.
pub(super) fn may_follow(lines: &[impl AsRef<str>], line: &str) -> bool {
    if line.trim().is_empty() {
        return true;
    }
    if is_identifier(line) {
        // Another XGID begins another text.
        let is_xgid = |line: &str| line.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("xgid="));
        return !is_xgid(line) || lines.iter().all(|line| !is_xgid(line.as_ref()));
    }
    // A Position ID alone is a command; below words about a position it is that of the text.
    if is_position_id(line) {
        return lines.iter().all(|line| !is_position_id(line.as_ref()) && !is_identifier(line.as_ref()));
    }
    !is_command(line) && (is_prose(line) || is_word_of_a_person(line))
}

/// Whether every command of a line is one: a line alone in the words of the table, several in any words. Behind a
/// position and a semicolon stand commands, even with a mistake in one of them; behind `set xgid` all may be wrong.
fn is_command(line: &str) -> bool {
    let begins_with_position = || {
        line.split_once(';').is_some_and(|(first, rest)| {
            let is_asked_for = begins_with_word(first) || commands(rest).any(|located| located.command.is_ok());
            is_position_text(first) && are_commands(first) && is_asked_for
        })
    };
    let are_all = || commands(line).all(|located| located.command.is_ok());
    are_commands(line) || (line.contains(';') && (are_all() || begins_with_position()))
}

/// Whether a line has an identifier of a position, and is not the command that sets one.
pub(super) fn is_identifier(line: &str) -> bool {
    let is_word = begins_with_word(line) && is_command(line);
    !is_word && (is_position_text(line) || line.contains("Match ID"))
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

/// Whether a line is a greeting or a name, as it stands below a text: a word that begins with a capital letter.
fn is_word_of_a_person(line: &str) -> bool {
    line.trim_start().starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "# 1. a comment: with 2 numbers\nroll",
            "roll\n# GNUbg ID : 4HPwATDgc/ABMA:cImlABAAEAAE\n#  | X           O    |   | O              X |\nhint",
        ] {
            assert_eq!(kinds(block), ["commands"], "{block}");
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
