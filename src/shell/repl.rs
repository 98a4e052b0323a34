//! The prompt: reads a line and runs it, until the user leaves.

use super::driven::is_driven;
use super::editor::{LineEditor, Typed};
use super::offers::completer;
use super::pasted::{Piece, is_identifier, may_follow, pieces};
use super::run::{Flow, Runner};
use crate::board::Player;
use crate::command::typed_lines;
use crate::render::{duration, visible};
use crate::session::Session;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Talks with the person at the terminal until they leave.
///
/// # Errors
/// When the terminal fails.
pub fn repl(runner: &mut Runner, editor: &Arc<Mutex<LineEditor>>) -> io::Result<()> {
    runner.listen_to(Arc::clone(editor));
    talk(runner, editor)?;
    runner.finish_jobs(true).map(|_| ())
}

/// Nobody types a line so quickly: it was pasted.
const AT_ONCE: Duration = Duration::from_millis(300);

fn talk(runner: &mut Runner, editor: &Mutex<LineEditor>) -> io::Result<()> {
    // The text of the position that was pasted last, as long as more of it may come: a terminal that does not mark
    // what is pasted sends it line by line.
    let mut pasted: Option<String> = None;
    loop {
        runner.tell_of_jobs()?;
        let prompt = prompt_of(runner);
        let choices = completer(runner.session());
        let style = runner.style_of_input();
        let interrupt = runner.interrupt().clone();
        let began = Instant::now();
        // The text typed while something was running, a line at a time.
        let ahead = runner.wishes.take_ahead(&choices);
        let typed = match ahead {
            Some(ahead) if ahead.is_whole => {
                let line = ahead.line();
                writeln!(io::stdout(), "{prompt}{}", visible(&line))?;
                Typed::Line(line)
            }
            ahead => {
                let begun = ahead.unwrap_or_default().text;
                let read =
                    || editor.lock().unwrap_or_else(PoisonError::into_inner).read(&prompt, begun, style, choices);
                interrupt.wait(read).map_err(io::Error::other)?
            }
        };
        match typed {
            Typed::Line(block) => {
                let is_fast = began.elapsed() < AT_ONCE;
                pasted = pasted.filter(|text| is_fast && may_go_on(text, &block));
                if let Some(text) = &mut pasted {
                    *text += "\n";
                    *text += &block;
                    if block.trim().is_empty() {
                        continue;
                    }
                    match runner.pasted_text(text.clone(), true)? {
                        Flow::Quit | Flow::Ended => return Ok(()),
                        _ => continue,
                    }
                }
                for piece in pieces(&block) {
                    let begun = Instant::now();
                    let flow = match piece {
                        Piece::Commands(lines) => {
                            // An identifier that nobody typed may have its text behind it.
                            pasted = Some(lines.clone()).filter(|line| is_fast && is_identifier(line));
                            typed_commands(runner, editor, &lines)?
                        }
                        Piece::Text(text) => {
                            pasted = Some(text.clone());
                            runner.pasted_text(text, false)?
                        }
                    };
                    announce(runner, begun.elapsed())?;
                    match flow {
                        Flow::Continue | Flow::Failed => {}
                        Flow::Interrupted => break,
                        Flow::Quit | Flow::Ended => return Ok(()),
                    }
                }
            }
            Typed::Interrupt => {}
            Typed::End => return Ok(()),
        }
    }
}

/// Announces the end of work that took this long, if that is long: people leave a rollout alone. The bell marks a
/// window that is not in front, and many terminals show the words of OSC 9 outside it; the others pass over them.
fn announce(runner: &Runner, took: Duration) -> io::Result<()> {
    let notice = runner.session().settings().output.notice;
    let is_long = notice.is_some_and(|seconds| took >= Duration::from_secs(seconds.into()));
    if !is_long || is_driven() || !io::stdout().is_terminal() {
        return Ok(());
    }
    // The console of Linux has no windows, and shows what it does not know.
    let words = if std::env::var_os("TERM").is_some_and(|term| term == "linux") {
        String::new()
    } else {
        format!("\x1b]9;gammon is done after {}\x1b\\", duration(took))
    };
    let mut out = io::stdout().lock();
    write!(out, "{words}\x07")?;
    out.flush()
}

/// Whether lines that came at once may belong to the text that was pasted before them.
fn may_go_on(text: &str, block: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    block.lines().all(|line| may_follow(&lines, line))
}

/// Runs lines of commands, each as if it had been typed.
fn typed_commands(runner: &mut Runner, editor: &Mutex<LineEditor>, block: &str) -> io::Result<Flow> {
    let lines = typed_lines(block).lines;
    let several = lines.len() > 1;
    runner.ahead = lines.into();
    while let Some(line) = runner.ahead.pop_front() {
        // Each answer stands below what it answers.
        if several && !line.trim().is_empty() {
            writeln!(io::stdout(), "{}{}", prompt_of(runner), visible(&line))?;
        }
        let flow = runner.typed_line(&line)?;
        editor.lock().unwrap_or_else(PoisonError::into_inner).remember(line, flow != Flow::Failed);
        match flow {
            Flow::Continue | Flow::Failed => {}
            stop => return Ok(stop),
        }
    }
    Ok(Flow::Continue)
}

fn prompt_of(runner: &Runner) -> String {
    prompt(runner.session())
}

/// The greeting at the start.
pub fn greeting() -> String {
    format!(
        "gammon {}. Three things to type:\n  \
           tour              what it does, in seven steps\n  \
           open match.mat    a match to look at; or paste a position\n  \
           help              everything, by what you want to do\n\
         Tab completes, Ctrl-C stops work, Ctrl-D leaves.\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The prompt with what stands for player, pips, score and version put in.
pub fn prompt(session: &Session) -> String {
    let settings = session.settings();
    let game = session.game();
    let mut text = String::new();
    if session.is_practising() {
        return "[practice] ".to_owned();
    }
    if session.record().is_on_side_line() {
        text += "[side line] ";
    }
    let mut chars = settings.prompt.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('p') => {
                let nobody = if session.state().outcome.is_some() { "Game over" } else { "No game" };
                text += &visible(game.map_or(nobody, |game| &settings.names[game.to_decide()]));
            }
            Some('c') => {
                let pips = game.map_or_else(|| "-".to_owned(), |game| game.position.pips().on_roll.to_string());
                text += &pips;
            }
            Some('s') => {
                let points = session.standing().points();
                text += &format!("{}-{}", points[Player::Top], points[Player::Bottom]);
            }
            Some('v') => text += env!("CARGO_PKG_VERSION"),
            Some(other) => text.push(other),
            None => text.push('\\'),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    #[test]
    fn the_prompt_names_the_player() {
        let mut session = Session::new();
        assert_eq!(prompt(&session), "(No game) ");
        for line in ["set automatic game off", "new game", "resign normal", "agree"] {
            session.execute(&parse(line).expect("a command"), &mut Unobserved).expect("a reply");
        }
        assert_eq!(prompt(&session), "(Game over) ");
    }
}
