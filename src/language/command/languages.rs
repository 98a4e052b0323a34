//! Other languages: a line that is plainly in one is answered in it, and understood as far as its words are known.

use super::phrases::is_known;
use super::table::table;

/// A block for each language: what is said to whoever writes in it, then words with their English ones.
const LANGUAGES: &str = include_str!("languages.txt");

/// Languages with letters of their own, by a range of those.
const LETTERS: &[(std::ops::RangeInclusive<char>, &str)] = &[
    ('\u{3040}'..='\u{30ff}', "gammon は英語で話します。`help` で使い方が表示されます"),
    ('\u{4e00}'..='\u{9fff}', "gammon 使用英语：输入 `help` 查看用法"),
    ('\u{ac00}'..='\u{d7af}', "gammon은 영어를 사용합니다: `help`를 입력하세요"),
    ('\u{0400}'..='\u{04ff}', "gammon понимает по-английски: `help` показывает, что он умеет"),
    ('\u{0370}'..='\u{03ff}', "Το gammon καταλαβαίνει αγγλικά: το `help` δείχνει τι ξέρει"),
    ('\u{0590}'..='\u{05ff}', "gammon מבין אנגלית: `help` מראה מה הוא יודע"),
    ('\u{0600}'..='\u{06ff}', "gammon يفهم الإنجليزية: `help` يعرض ما يعرفه"),
];

/// What is said in each language, and its words.
fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.split("\n\n").filter_map(|block| block.strip_prefix("> ")?.split_once('\n'))
}

/// A line in another language.
pub(super) struct Foreign {
    /// What is said, in that language.
    pub said: &'static str,
    /// The line in English words, as far as they are known.
    pub english: String,
    /// Whether all of its words are known.
    pub is_whole: bool,
}

/// Recognizes a line that is plainly in another language: most of its words are, in one and the same.
pub(super) fn foreign(words: &[String]) -> Option<Foreign> {
    // Kana before the letters that Japanese shares with Chinese.
    let text = words.concat();
    if let Some((_, said)) = LETTERS.iter().find(|(letters, _)| text.chars().any(|c| letters.contains(&c))) {
        return Some(Foreign { said, english: String::new(), is_whole: false });
    }
    let lower: Vec<String> = words
        .iter()
        .map(|word| word.to_lowercase().trim_matches(|c: char| "?!.,;:'\"¿¡".contains(c)).to_owned())
        .collect();
    let read = |(said, lexicon): (&'static str, &'static str)| {
        let english = |typed: &String| {
            lexicon
                .split_whitespace()
                .filter_map(|pair| pair.split_once('='))
                .find(|(word, _)| word == typed)
                .map(|pair| pair.1)
        };
        let known: Vec<&str> = lower.iter().filter_map(english).collect();
        // Words that English has, too, prove nothing.
        let is_own = |word: &&String| {
            let is_english = || table().root().child(word).is_some() || is_known(word);
            word.chars().count() > 1 && english(word).is_some_and(|english| english != word.as_str()) && !is_english()
        };
        let own = lower.iter().filter(is_own).count();
        let english = known.iter().filter(|word| **word != "-").copied().collect::<Vec<_>>().join(" ");
        let is_whole = known.len() == words.len();
        (2 * known.len() > words.len() && own > 0).then_some((known.len(), own, Foreign { said, english, is_whole }))
    };
    let best = languages().filter_map(read).max_by_key(|(known, own, _)| (*known, *own));
    best.map(|(_, _, foreign)| foreign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{ErrorKind, parse};

    #[test]
    fn a_line_in_another_language_is_answered_in_it() {
        for (line, word, meant) in [
            ("hilfe", "versteht", "help"),
            ("würfeln", "versteht", "roll"),
            ("neues spiel bitte", "versteht", "new game"),
            ("gegen den computer spielen", "versteht", "set player 0 gnubg"),
            ("nouvelle partie", "comprend", "new game"),
            ("jugar contra la maquina", "entiende", "set player 0 gnubg"),
            ("deshacer", "entiende", "undo"),
            ("nuova partita", "capisce", "new game"),
            ("lançar os dados", "entende", "roll"),
            ("nieuw spel", "verstaat", "new game"),
            ("nyt spil", "forstår", "new game"),
            ("aufgeben", "versteht", "help resign"),
            ("speichern", "versteht", "help save"),
            ("新しいゲーム", "英語", "help"),
            ("новая игра", "по-английски", "help"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(
                matches!(error.kind, ErrorKind::OtherLanguage { said } if said.contains(word)),
                "{line}: {error:?}"
            );
            assert_eq!(error.suggestion.as_deref(), Some(meant), "{line}");
        }
    }

    /// Every word is known once in its language, in small letters, and its English is a word or none.
    #[test]
    fn lexicons_are_words_with_english_ones() {
        for (said, lexicon) in languages() {
            assert!(said.contains("`help`"));
            let pairs: Vec<_> = lexicon.split_whitespace().map(|pair| pair.split_once('=').expect(pair)).collect();
            for (n, (word, english)) in pairs.iter().enumerate() {
                assert!(
                    !word.is_empty() && *word == word.to_lowercase() && english.is_ascii() && !english.is_empty(),
                    "{word}"
                );
                assert!(pairs[..n].iter().all(|(other, _)| other != word), "`{word}` twice: {said}");
            }
        }
    }

    #[test]
    fn english_is_english() {
        for node in table().root().words() {
            assert!(foreign(&[node.name().to_owned()]).is_none_or(|it| it.english == node.name()), "{}", node.name());
        }
        for line in ["xyzzy", "hnit", "show me", "come on", "best tip", "no more", "die", "note"] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert!(foreign(&words).is_none(), "{line}");
        }
    }
}
