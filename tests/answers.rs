//! What sessions answer, beside what GNU Backgammon answers to the same commands: `data/answers.txt`.

#[path = "support/commands.rs"]
mod commands;
mod support;

use commands::{run, run_all};
use gammon::session::{Reply, Session};
use std::io::Write;

/// A session with the weights of GNU Backgammon and its digits, where they are installed.
fn session(test: &str) -> Option<Session> {
    let weights = support::reference_weights(test)?;
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(&weights).expect("written");
    let mut session = Session::new();
    run_all(&mut session, &[&format!("load weights \"{}\"", file.path().display()), "set output digits 6"]);
    Some(session)
}

fn text(session: &Session, reply: &Reply) -> String {
    gammon::render::reply(reply, &session.settings().output)
}

/// The numbers of a text that have six digits after the point.
fn numbers(text: &str) -> Vec<f64> {
    let of_number = |c: char| c.is_ascii_digit() || ".+-".contains(c);
    let words = text.split(|c| !of_number(c));
    let six = |word: &&str| word.split_once('.').is_some_and(|(_, digits)| digits.len() == 6);
    words.filter(six).map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn sessions_answer_as_gnu_backgammon() {
    let Some(mut session) = session("sessions_answer_as_gnu_backgammon") else { return };
    let defaults = ["set evaluation preset worldclass", "set rollout preset standard"];
    let mut wrong = Vec::new();
    for line in include_str!("data/answers.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let &[name, commands, expected] = fields.as_slice() else { panic!("three fields: {line}") };
        let commands: Vec<_> = commands.split(';').map(str::trim).collect();
        let (last, first) = commands.split_last().expect("commands");
        run_all(&mut session, &defaults);
        run_all(&mut session, first);
        let reply = run(&mut session, last).expect(last);
        let ours = numbers(&text(&session, &reply));
        let theirs: Vec<f64> = expected.split(' ').map(|word| word.parse().expect("a number")).collect();
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 6e-5;
        if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_near) {
            wrong.push(format!("{name}:\n  {ours:?}\n  {theirs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
