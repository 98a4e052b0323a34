//! Lines that are not quite commands: understood, or answered with what was probably meant.

use gammon::command::{CommandError, parse};

const CASES: &str = include_str!("data/typing-mistakes.txt");

/// Everything an error says but its suggestion, in one line.
fn said(error: &CommandError) -> String {
    format!("{error}; expected {}", error.expected.join(", "))
}

/// What is wrong with the answer to a line, if anything is.
fn fault(line: &str, wanted: &str) -> Option<String> {
    let answer = parse(line);
    let (how, text) = wanted.split_at(2);
    let is_wanted = match (how, &answer) {
        ("= ", Ok(command)) => command.to_string() == text,
        ("? ", Err(error)) => error.suggestion.as_deref() == Some(text),
        ("! ", Err(error)) => said(error).contains(text),
        _ => false,
    };
    let got = match answer {
        Ok(command) => format!("= {command}"),
        Err(error) => format!("? {}; {}", error.suggestion.clone().unwrap_or_default(), said(&error)),
    };
    (!is_wanted).then(|| format!("{line}\n    wanted {wanted}\n    got    {got}"))
}

#[test]
fn typing_mistakes_get_the_wanted_answer() {
    let cases: Vec<_> = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    assert!(cases.len() >= 168, "only {} cases", cases.len());
    let split = |case: &'static str| case.rsplit_once(" => ").unwrap_or_else(|| panic!("no => in {case}"));
    let faults: Vec<_> = cases.iter().map(|case| split(case)).filter_map(|(line, wanted)| fault(line, wanted)).collect();
    assert!(faults.is_empty(), "{} of {} answers:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

/// Whole commands are suggested only where they parse: pasted back they do something.
#[test]
fn whole_suggestions_are_commands() {
    for case in CASES.lines().filter(|line| !line.starts_with("# ")) {
        let Some((_, wanted)) = case.rsplit_once(" => ? ") else { continue };
        let whole = wanted.contains(' ');
        assert!(!whole || parse(wanted).is_ok(), "{wanted} is no command");
    }
}
