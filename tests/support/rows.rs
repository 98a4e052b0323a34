//! The numbers of an evaluation, a hint or a rollout, read from text in the layout of GNU Backgammon.

use std::collections::BTreeMap;

/// How far the percentages behind verdicts may be apart: quotients of differences.
const PERCENTAGE: f64 = 0.0051;

/// A row: its numbers in their order, chances and match winning chances as parts of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub numbers: Vec<f64>,
    /// For a row of a rollout, its standard errors.
    pub errors: Vec<f64>,
}

/// The rows of an answer by their names:
///
/// - `static`, `1 ply`, `2 ply`: the five chances and two equities of `eval`
/// - `evaluator`, `verdict`: words in the name, and the percentage behind the verdict
/// - `cubeless`: the equity or match winning chance of a cube decision, and the equity for money
/// - `no double`, `double, pass`, `double, take`: what each is worth
/// - a play, a position or a cube: what it is worth, when `hint` says so
/// - the same with `chances`: three chances won, three lost; of a rollout the cubeless and the cubeful equity, too
///
/// Left out: differences in brackets, which follow; ranks and counts of joint standard deviations; everything before
/// the last results of a rollout; gammon's own columns.
pub fn rows(answer: &str) -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    let mut subject = String::new();
    let last = answer.rsplit("Printing final results").next().unwrap_or_default();
    for line in last.lines().map(str::trim) {
        read_line(line, &mut subject, &mut rows);
    }
    rows
}

fn read_line(line: &str, subject: &mut String, rows: &mut BTreeMap<String, Row>) {
    let mut put = |name: String, numbers: Vec<f64>| rows.insert(name, Row { numbers, errors: Vec::new() });
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if ["Time elapsed", "Estimated SE", "plain", "behind", "best with", "paired"]
        .iter()
        .any(|own| words.starts_with(own))
    {
    } else if let Some(class) = words.strip_prefix("Evaluator: ") {
        put(format!("evaluator {class}").to_lowercase(), Vec::new());
    } else if let Some(verdict) = words.strip_prefix("Proper cube action: ") {
        let name = verdict.split(" (").next().unwrap_or_default();
        put(format!("verdict {name}").to_lowercase(), numbers(&words));
    } else if words.contains("-ply cubeless ") || words.starts_with("Rollout cubeless ") {
        *subject = "cubeless".to_owned();
        put(subject.clone(), numbers(&words));
    } else if let Some((before, after)) = words.split_once(" Eq.: ") {
        let unranked = before.split_once(". ").map_or(before, |(_, rest)| rest);
        *subject = unranked.to_lowercase();
        put(subject.clone(), numbers(after).first().copied().into_iter().collect());
    } else if let Some(row) = words.strip_prefix('[') {
        let errors = numbers(row.split(']').next().unwrap_or_default());
        if let Some(row) = rows.get_mut(&format!("{subject} chances")) {
            row.errors = errors;
        }
    } else if words.split(' ').nth(3) == Some("-") && !numbers(&words).is_empty() {
        put(format!("{subject} chances"), in_parts(numbers(&words)));
    } else if let Some((name, values)) =
        words.split_once(": ").filter(|(name, _)| ["static", "1 ply", "2 ply", "3 ply"].contains(name))
    {
        put(name.to_owned(), in_parts(numbers(values)));
    } else if let Some((_, choice)) = words.split_once(". ").filter(|(rank, _)| ["1", "2", "3"].contains(rank)) {
        let end = choice.find(|c: char| c.is_ascii_digit() || "+-".contains(c)).unwrap_or(choice.len());
        let name = choice[..end].trim().to_lowercase().replace("redouble", "double");
        put(name, numbers(&choice[end..]).first().copied().into_iter().collect());
    } else if let Some(name) = words.strip_suffix(':') {
        *subject = name.to_lowercase();
    }
}

/// Chances printed in percent have no sign behind them: those won and lost add up to more than two then.
fn in_parts(numbers: Vec<f64>) -> Vec<f64> {
    let percent = numbers.first().copied().unwrap_or_default() + numbers.get(3).copied().unwrap_or_default() > 2.0;
    let scale = if percent { 0.01 } else { 1.0 };
    let chances = numbers.iter().take(6).map(|number| number * scale);
    chances.chain(numbers.iter().skip(6).copied()).collect()
}

/// The numbers of a line with a decimal point; those in percent as parts of one.
fn numbers(line: &str) -> Vec<f64> {
    words_of_numbers(line).into_iter().filter(|(word, _)| word.contains('.')).map(|(_, number)| number).collect()
}

/// All numbers of a line; those in percent as parts of one.
pub fn all_numbers(line: &str) -> Vec<f64> {
    words_of_numbers(line).into_iter().map(|(_, number)| number).collect()
}

fn words_of_numbers(line: &str) -> Vec<(&str, f64)> {
    let of_number = |c: char| c.is_ascii_digit() || ".+-".contains(c);
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(of_number) {
        let tail = &rest[start..];
        let (word, after) = tail.split_at(tail.find(|c| !of_number(c)).unwrap_or(tail.len()));
        let in_percent = after.starts_with('%') || after.starts_with(" percent");
        if let Ok(number) = word.trim_end_matches('.').parse::<f64>() {
            found.push((word.trim_end_matches('.'), if in_percent { number / 100.0 } else { number }));
        }
        rest = after;
    }
    found
}

/// How two answers compare.
#[derive(Default)]
pub struct Comparison {
    /// What is further apart than it may be, a line each.
    pub wrong: Vec<String>,
    /// The numbers that were compared.
    pub compared: usize,
    /// Those of evaluations, and how many of them hardly differ.
    pub evaluated: usize,
    pub hardly: usize,
}

/// What "hardly" means: the usual effect of an approximate reciprocal.
const HARDLY: f64 = 0.000_25;

/// Compares the rows of two answers.
///
/// Numbers of evaluations may be `near`. In rollouts one play that comes out differently changes the rest of its game:
/// they have the larger standard error besides, twice if the trials go to the end of the game.
pub fn compare(ours: &str, theirs: &str, near: f64) -> Comparison {
    let (mine, other) = (rows(ours), rows(theirs));
    let full = if theirs.contains("Full ") { 2.0 } else { 1.0 };
    let error_of = |row: &Row, i: usize| row.errors.get(i).copied();
    // What a decision is worth follows from the cubeful column.
    let cubeful = mine.values().chain(other.values()).filter_map(|row| error_of(row, 7)).fold(0.0, f64::max);
    let mut found = Comparison::default();
    for name in mine.keys().chain(other.keys().filter(|name| !mine.contains_key(*name))) {
        let (Some(a), Some(b)) = (mine.get(name), other.get(name)) else {
            let whose = if mine.contains_key(name) { "not in gnubg" } else { "in gnubg only" };
            found.wrong.push(format!("{name}: {whose}"));
            continue;
        };
        let is_far = |(i, (x, y)): (usize, (&f64, &f64))| {
            let error = match (error_of(a, i), error_of(b, i)) {
                (Some(a), Some(b)) => a.max(b),
                _ => cubeful,
            };
            let near = if name.starts_with("verdict") { PERCENTAGE } else { near };
            (x - y).abs() > near + full * error
        };
        if a.numbers.len() != b.numbers.len() || a.numbers.iter().zip(&b.numbers).enumerate().any(is_far) {
            found.wrong.push(format!("{name}: {:?}, in gnubg {:?}", a.numbers, b.numbers));
        }
        found.compared += a.numbers.len();
        if cubeful == 0.0 && !name.starts_with("verdict") {
            found.evaluated += a.numbers.len();
            found.hardly += a.numbers.iter().zip(&b.numbers).filter(|(x, y)| (*x - *y).abs() <= HARDLY).count();
        }
    }
    found
}
