//! The command language against the cases in `grammar/cases`, and against itself.

use gammon::command::{Command, CommandError, Completion, commands, complete, manual, parse};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder of cases with their names.
fn cases(folder: &str) -> Vec<(String, String)> {
    let mut paths: Vec<_> = fs::read_dir(root().join("grammar/cases").join(folder))
        .expect("a folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text"))).collect()
}

/// The whole text of an error, in one line.
fn told(error: &CommandError) -> String {
    let next = error.suggestion.as_ref().map(|word| format!("; did you mean {word}"));
    format!("{error}{}; {}", next.unwrap_or_default(), error.expected.join(", "))
}

/// Fails with everything that went wrong.
fn all_well(failures: &[String]) {
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// What is wrong with `line => printed`.
fn accepted(case: &str) -> Result<(), String> {
    let (line, printed) = case.rsplit_once(" => ").ok_or_else(|| format!("no => in {case}"))?;
    let command = parse(line).map_err(|error| error.report(line))?;
    if command.to_string() != printed {
        return Err(format!("{line} prints as {command}"));
    }
    if parse(printed) == Ok(command) { Ok(()) } else { Err(format!("{printed} is another command")) }
}

#[test]
fn accepted_lines_print_as_written() {
    let mut n = 0;
    let mut failures = Vec::new();
    for (file, text) in cases("accept") {
        for case in text.lines().filter(|line| !line.starts_with("# ")) {
            failures.extend(accepted(case).err().map(|fault| format!("{file}: {fault}")));
            n += 1;
        }
    }
    all_well(&failures);
    assert!(n >= 60, "only {n} cases");
}

/// What is wrong with a line and the carets and words below it.
fn rejected(line: &str, carets: &str) -> Result<(), String> {
    let Err(error) = parse(line) else { return Err(format!("{line} is a command")) };
    let start = carets.find('^').ok_or_else(|| format!("no caret under {line}"))?;
    let len = carets[start..].chars().take_while(|&c| c == '^').count();
    // At the end of the line a caret stands for what is missing.
    let span = if start >= line.len() { start..start } else { start..start + len };
    if error.span != span {
        return Err(format!("another place than {span:?}:\n{}", error.report(line)));
    }
    let said = told(&error);
    let mut from = 0;
    for part in carets[start + len..].trim().split("; ") {
        let at = said[from..].find(part).ok_or_else(|| format!("{line}: {said} lacks {part}"))?;
        from += at + part.len();
    }
    Ok(())
}

#[test]
fn rejected_lines_are_told_where_and_why() {
    let mut n = 0;
    let mut failures = Vec::new();
    for (file, text) in cases("reject") {
        let lines: Vec<_> = text.lines().skip(2).collect();
        for case in lines.chunks(2) {
            let [line, carets] = case else { panic!("{file}: no carets under {case:?}") };
            failures.extend(rejected(line, carets).err().map(|fault| format!("{file}: {fault}")));
            n += 1;
        }
    }
    all_well(&failures);
    assert!(n >= 30, "only {n} cases");
}

#[test]
fn the_manual_is_up_to_date() {
    compare(&root().join("docs/commands.md"), &manual());
}

#[test]
fn the_table_of_formats_is_up_to_date() {
    let path = root().join("docs/formats.md");
    let text = fs::read_to_string(&path).expect("docs/formats.md");
    let start = text.find("| Word |").expect("the table of formats");
    let end = start + text[start..].find("\n\n").expect("its end") + 1;
    compare(&path, &format!("{}{}{}", &text[..start], gammon::formats::table_of_formats(), &text[end..]));
}

/// Compares a generated file, or rewrites it when UPDATE_EXPECT is set.
fn compare(path: &Path, generated: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, generated).expect("the file can be written");
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == generated, "{} is out of date: run with UPDATE_EXPECT=1", path.display());
}

/// The commands in backquotes of the manual's last column.
fn examples() -> Vec<String> {
    let manual = manual();
    let example = |row: &str| Some(row.strip_suffix("` |")?.rsplit_once('`')?.1.to_owned());
    let examples: Vec<_> = manual.lines().filter_map(example).collect();
    assert!(examples.len() > 200, "only {} examples", examples.len());
    examples
}

#[test]
fn every_example_of_the_manual_survives_printing() {
    for line in examples() {
        let command = parse(&line).unwrap_or_else(|error| panic!("{}", error.report(&line)));
        assert_eq!(parse(&command.to_string()), Ok(command), "{line}");
    }
}

/// A word that could be an argument of something.
fn argument() -> impl Strategy<Value = String> {
    let fixed = [
        "on",
        "off",
        "both",
        "0",
        "1",
        "2",
        "36",
        "-1",
        "full",
        "0..3,7",
        "10m",
        "8/5",
        "bar/20*",
        "24/18(2)",
        "4HPwATDgc/ABMA",
        "cAkAAAAAAAAA",
        "31",
        "expert",
        "large",
        "ask",
        "best",
        "preset",
        "\"a b\"",
        "\"\"\"\"",
    ];
    prop_oneof![
        proptest::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        (0_u64..5000).prop_map(|n| n.to_string()),
        (0.0_f64..3.0).prop_map(|x| x.to_string()),
        (0.0_f32..1.0).prop_map(|x| x.to_string()),
        "[a-zA-Z0-9/._äß#-]{1,8}",
        "\"[ -~]{0,6}\"",
    ]
}

/// The words of some command with arguments that may fit, and sometimes do.
fn line() -> impl Strategy<Value = String> {
    let examples = proptest::sample::select(examples());
    (examples, 0_usize..4, proptest::collection::vec(argument(), 0..4)).prop_map(|(example, cut, arguments)| {
        let words: Vec<_> = example.split_whitespace().collect();
        let kept = &words[..words.len().saturating_sub(cut).max(1)];
        kept.iter().map(|&word| word.to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
    })
}

fn round_trips(command: &Command) -> Result<(), TestCaseError> {
    let printed = command.to_string();
    match parse(&printed) {
        Ok(again) => prop_assert_eq!(&again, command, "printed as {}", printed),
        Err(error) => prop_assert!(false, "{:?} printed as\n{}", command, error.report(&printed)),
    }
    Ok(())
}

fn is_sound(error: &CommandError, line: &str) -> Result<(), TestCaseError> {
    prop_assert!(line.get(error.span.clone()).is_some(), "{:?} is no part of {:?}", error.span, line);
    prop_assert!(!error.to_string().ends_with('.'));
    prop_assert!(error.report(line).contains('^') || line.trim().is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_parses_prints_as_what_parses(line in line()) {
        match parse(&line) {
            Ok(command) => round_trips(&command)?,
            Err(error) => is_sound(&error, &line)?,
        }
    }

    #[test]
    fn no_line_is_too_strange(line in "\\PC{0,40}") {
        match parse(&line) {
            Ok(command) => round_trips(&command)?,
            Err(error) => is_sound(&error, &line)?,
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "(set |prompt |#|;|\"|roll|\r?\n| |8/5|\u{e9}|name){0,12}") {
        for located in commands(&text) {
            prop_assert!(text.lines().nth(located.line - 1).is_some_and(|line| line.ends_with(located.source)));
            prop_assert!(located.column <= located.source.chars().count());
            match located.command {
                Ok(command) => round_trips(&command)?,
                Err(error) => is_sound(&error, located.source)?,
            }
        }
    }

    #[test]
    fn completion_offers_what_may_follow(line in line(), cut in 0_usize..30) {
        let cursor = (0..=line.len().saturating_sub(cut)).rev().find(|&i| line.is_char_boundary(i)).unwrap_or(0);
        let Completion { start, candidates, .. } = complete(&line, cursor);
        prop_assert!(start <= cursor);
        for candidate in candidates {
            let completed = format!("{}{}", &line[..start], candidate.text);
            if let Err(error) = parse(&completed) {
                // More may be missing behind the candidate, but it is not itself at fault.
                let at_fault = error.span.contains(&start) && error.to_string().contains("unknown");
                prop_assert!(!at_fault, "{}", error.report(&completed));
            }
        }
    }
}
