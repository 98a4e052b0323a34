//! Lines in other words than the table's that can mean one command only: dice, questions, the name of a file.
//!
//! They are carried out at the prompt and in scripts. Nothing is understood here that writes a file or gives something
//! up, and nothing that is a command as it stands. [`parse`](super::parse()) itself stays strict.

use super::Command;
use super::guess::by_looks;
use super::lex::{Token, lex};
use super::parse::command_at;
use super::phrases::{Sure, meaning};
use crate::formats::Format;
use crate::settings::quoted;

/// Words before the name of a file that is to be read.
const READ: [&str; 4] = ["import", "read", "load", "view"];

/// The longest line that is looked at, in words.
const WORDS: usize = 12;

/// A command in other words.
pub(super) struct Meant {
    pub command: Command,
    /// Whether it was said in words, and not in dice or the name of a file.
    pub is_said: bool,
    /// Whether it is a question about the cube.
    pub is_of_cube: bool,
}

/// The command that the words of a line mean beyond doubt.
pub(super) fn meant(line: &str, from: usize) -> Option<Meant> {
    let tokens = lex(line, from).tokens;
    if !(1..=WORDS).contains(&tokens.len()) {
        return None;
    }
    let looked = dice(&tokens).or_else(|| file(&tokens)).or_else(|| plays(&tokens)).or_else(|| name(&tokens));
    let is_said = looked.is_none();
    let text = looked.or_else(|| said(&tokens))?;
    let is_cube = |token: &Token| {
        ["double", "redouble", "cube"].contains(&token.text.trim_end_matches('?').to_lowercase().as_str())
    };
    let is_of_cube = text == "hint" && tokens.iter().any(is_cube);
    Some(Meant { command: command_at(&text, 0).ok()?, is_said, is_of_cube })
}

/// What the words mean.
fn said(tokens: &[Token]) -> Option<String> {
    // In two commands it is only suggested.
    if by_looks(tokens).is_some() {
        return None;
    }
    meaning(tokens).filter(|meaning| meaning.sure == Sure::Done && meaning.unexplained == 0).map(|meaning| meaning.line)
}

/// `set name Ann`, `my name is Ann`: that of the person at the bottom.
fn name(tokens: &[Token]) -> Option<String> {
    let (name, before) = tokens.split_last()?;
    let before: Vec<_> = before.iter().map(|token| token.text.to_lowercase()).collect();
    let is_so =
        ["set name", "my name is", "call me", "set my name", "set my name to"].contains(&before.join(" ").as_str());
    is_so.then(|| format!("set player 1 name {}", quoted(&name.text)))
}

/// `31` and `3-1`, alone or among words for dice and players: `roll 3 1`, `I rolled a 31`.
fn dice(tokens: &[Token]) -> Option<String> {
    const WORDS: [&str; 15] = [
        "dice", "roll", "rolled", "throw", "threw", "rolls", "i", "you", "he", "she", "white", "black", "a", "got",
        "with",
    ];
    let (words, numbers): (Vec<_>, Vec<_>) =
        tokens.iter().partition(|token| token.text.starts_with(char::is_alphabetic));
    // A player may have any name.
    let is_word = |(at, token): (usize, &&Token)| {
        WORDS.contains(&token.text.to_lowercase().as_str())
            || (at == 0 && words.get(1).is_some_and(|next| ["rolls", "rolled"].contains(&next.text.as_str())))
    };
    let are_words = words.iter().enumerate().all(is_word);
    are_words.then(|| dice_of(&numbers.iter().map(|token| token.text.as_str()).collect::<String>())).flatten()
}

/// The command for two dice.
pub(super) fn dice_of(text: &str) -> Option<String> {
    let digits: Vec<char> = text.chars().filter(|c| !"-/,".contains(*c)).collect();
    let are_dice = digits.len() == 2 && digits.iter().all(|c| ('1'..='6').contains(c));
    are_dice.then(|| format!("set dice {}{}", digits[0], digits[1]))
}

/// Whether a word is the name of a file that ends like one of these.
fn ends_in(word: &str, endings: &[&str]) -> bool {
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    !name.is_empty() && !name.contains("://") && endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_understood_that_writes_or_gives_up() {
        for line in ["save x.mat", "delete match", "start", "x", "save", "export x.html", "quit game", "double!", "0.5"]
        {
            assert!(meant(line, 0).is_none(), "{line}");
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
            assert_eq!(meant(line, 0).map(|meant| meant.command.to_string()).as_deref(), Some(command), "{line}");
        }
        for line in ["37", "310", "load setup.gbs", "compare 1 and 2", "a.mat b.mat"] {
            assert!(meant(line, 0).is_none(), "{line}");
        }
    }
}
