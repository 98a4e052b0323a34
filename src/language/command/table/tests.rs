//! The table walked from end to end.

use super::{ELSEWHERE, Node, SHORT, Tier, table};
use crate::command::args::ArgKind;
use crate::command::parse;
use crate::settings::Kind;
use std::collections::HashSet;

fn walk(node: &Node, words: &str, visit: &mut impl FnMut(&Node, &str)) {
    visit(node, words);
    for child in node.words().iter().chain(node.player()) {
        walk(child, format!("{words} {}", child.name()).trim_start(), visit);
    }
}

#[test]
fn no_two_rows_have_the_same_words() {
    let mut seen = HashSet::new();
    for row in table().rows() {
        assert!(seen.insert(&row.words), "{} is there twice", row.words);
    }
}

#[test]
fn everything_has_a_line_of_help() {
    for row in table().rows() {
        assert!(!row.help.is_empty() && row.help.len() < 120 && !row.help.ends_with('.'), "{}", row.words);
    }
    walk(table().root(), "", &mut |node, words| {
        let silent = node.row().is_none() && node.help().is_empty() && !words.is_empty();
        assert!(!silent || node.tier() != Tier::Offered, "no help for the group {words}");
    });
}

#[test]
fn every_name_finds_its_own_word() {
    walk(table().root(), "", &mut |node, words| {
        let mut seen = HashSet::new();
        for child in node.words() {
            for name in std::iter::once(child.name()).chain(child.aliases()) {
                assert!(seen.insert(name.to_owned()), "{name} is there twice after {words}");
                assert_eq!(name, name.to_lowercase());
            }
        }
    });
}

#[test]
fn short_forms_are_needed() {
    // A short form that begins a single word is a beginning like any other.
    for (words, shorts) in SHORT {
        let (group, word) = words.rsplit_once(' ').unwrap_or(("", words));
        let node = group
            .split(' ')
            .filter(|w| !w.is_empty())
            .fold(table().root(), |node, word| node.child(word).expect("a group with short forms exists"));
        for short in *shorts {
            let others = |tier| {
                let begins = |node: &&Node| node.tier() <= tier && node.name().starts_with(short);
                node.words().iter().filter(begins).filter(|node| node.name() != word).count()
            };
            assert!(others(Tier::Offered) > 0, "{short} for {words} is no exception");
        }
    }
}

#[test]
fn what_gnubg_reads_as_another_word_is_refused() {
    for (group, short, other) in ELSEWHERE {
        let line = format!("{group} {short} 1");
        let error = parse(line.trim_start()).expect_err("ambiguous");
        assert!(error.to_string().contains("short for more than one word"), "{line}: {error}");
        assert!(error.expected.iter().any(|word| word.ends_with(other)), "{line}: {:?}", error.expected);
    }
}

#[test]
fn examples_make_their_commands() {
    for row in table().rows().iter().filter(|row| row.is_offered()) {
        let command = parse(&row.example).unwrap_or_else(|e| panic!("{}", e.report(&row.example)));
        let printed = command.to_string();
        assert_eq!(parse(&printed).as_ref(), Ok(&command), "{} printed as {printed}", row.example);
        let words = row.words.replace(" P ", " 0 ");
        let long = row.example.replace(" met ", " matchequitytable ");
        assert!(
            row.example.starts_with(&words) || long.starts_with(&words),
            "the example of {} is about something else",
            row.words
        );
    }
}

#[test]
fn rows_of_the_reference_make_no_commands() {
    for row in table().rows().iter().filter(|row| !row.is_offered()) {
        let line = row.words.replace(" P ", " 0 ") + " x y";
        let parsed = parse(&line);
        match row.tier() {
            Tier::NoEffect => assert_eq!(parsed.map(|c| c.to_string()), Ok(row.words.clone())),
            _ => assert!(parsed.is_err_and(|e| e.to_string().contains("not offered here")), "{line}"),
        }
    }
}

#[test]
fn whatever_writes_a_file_says_which() {
    for row in table().rows().iter().filter(|row| row.is_offered()) {
        let is_setting = row.words.starts_with("set ") || row.words.starts_with("show ");
        let writes = row.words.split(' ').any(|word| ["export", "save"].contains(&word));
        if writes && !is_setting && !row.args.is_empty() {
            let line = format!("{} \"a file\"", row.words);
            let command = parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(command.output_file(), Some("a file"), "{line}");
        }
    }
}

/// Whoever asks before a file is overwritten, and whoever fuzzes commands, knows each command that writes one.
#[test]
fn what_exports_or_saves_names_its_file() {
    let mut n = 0;
    for row in table().rows() {
        let writes = ["export ", "save ", "book export "].iter().any(|begin| row.words.starts_with(begin));
        let has_file = row.args.iter().any(|arg| arg.kind == ArgKind::Value(Kind::File));
        if writes && has_file && row.tier() == Tier::Offered {
            let command = parse(&row.example).unwrap_or_else(|error| panic!("{}: {error}", row.example));
            // Settings have a file of their own where none is named.
            assert!(command.output_file().is_some() || row.words == "save settings", "{}", row.example);
            n += 1;
        }
    }
    assert!(n > 10, "{n}");
}
