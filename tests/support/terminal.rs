//! The real program at a pseudo-terminal: nothing is sent before the program has shown that it is ready for it.
use super::home::{Home, binary};
use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

/// Milliseconds that any one thing may take.
const PATIENCE: u64 = 60_000;

/// What the line editor writes whenever, and only when, it begins to read a line: bracketed paste on. The prompt
/// itself may be drawn again after any key.
pub const READING: &str = "\x1b[?2004h";

/// The program at a terminal.
pub struct Terminal {
    pub session: PtySession,
    pub home: Home,
}

impl Terminal {
    /// The program at a terminal of 120 columns without colour, its first prompt shown.
    pub fn open(args: &[&str]) -> Self {
        Self::open_in(Home::new(), args, false)
    }

    pub fn open_in(home: Home, args: &[&str], color: bool) -> Self {
        Self::open_with(home, args, color, (40, 120), &[])
    }

    /// With so many lines and columns, and more variables of the environment.
    pub fn open_with(
        home: Home,
        args: &[&str],
        color: bool,
        (lines, columns): (u16, u16),
        variables: &[(&str, &str)],
    ) -> Self {
        let session = spawn(&home, args, color, (lines, columns), variables);
        let mut terminal = Self { session, home };
        terminal.wait_for_prompt("(No game) ");
        terminal
    }

    /// In a home that another terminal has, with its greeting still to be read.
    pub fn open_beside(home: &Home, args: &[&str]) -> Self {
        Self { session: spawn(home, args, false, (40, 120), &[]), home: Home::new() }
    }

    /// Everything up to the next time the editor asks for a line.
    pub fn wait_for_prompt(&mut self, prompt: &str) -> String {
        let before = self.wait_for(READING);
        self.wait_for(prompt);
        before
    }

    pub fn wait_for(&mut self, text: &str) -> String {
        self.session.exp_string(text).unwrap_or_else(|error| panic!("waiting for {text:?}: {error}"))
    }

    /// Types a line at the prompt, returns what is printed until the next prompt.
    pub fn enter(&mut self, line: &str, next_prompt: &str) -> String {
        self.session.send(line).expect("typed");
        self.session.send("\r").expect("entered");
        self.session.flush().expect("sent");
        self.wait_for_prompt(next_prompt)
    }

    pub fn key(&mut self, key: &str) {
        self.session.send(key).expect("typed");
        self.session.flush().expect("sent");
    }

    /// Leaves by `quit`, and answers the question that comes.
    pub fn leave_with(mut self, answer: &str) {
        self.session.send("quit\r").expect("typed");
        self.session.flush().expect("sent");
        self.wait_for("[y/N] ");
        self.session.send(answer).expect("typed");
        self.session.send("\r").expect("entered");
        self.session.flush().expect("sent");
        self.session.exp_eof().expect("the program ends");
    }

    /// Leaves by Ctrl-D at the prompt.
    pub fn leave(mut self) -> Home {
        self.session.send_control('d').expect("sent");
        self.session.exp_eof().expect("the program ends");
        self.home
    }
}

fn spawn(
    home: &Home,
    args: &[&str],
    color: bool,
    (lines, columns): (u16, u16),
    variables: &[(&str, &str)],
) -> PtySession {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("stty echo rows {lines} cols {columns} && exec \"$0\" \"$@\""))
        .arg(binary())
        .args(args);
    home.surround(&mut command);
    command.env("TERM", "xterm").env("PAGER", "cat").envs(variables.iter().copied()).current_dir(home.path(""));
    if !color {
        command.env("NO_COLOR", "1");
    }
    spawn_command(command, Some(PATIENCE)).expect("a terminal")
}

/// What was printed, in one line: a sentence is broken where its numbers leave room for no more.
pub fn in_a_line(printed: &str) -> String {
    printed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was printed, as text: the terminal passes bytes on, one character each.
pub fn decoded(printed: &str) -> String {
    let bytes: Vec<u8> = printed.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
