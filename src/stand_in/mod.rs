//! gammon in GNU Backgammon's place: lines are read as that program reads them, and answered in the sentences and
//! columns that its callers look for.
//!
//! Lines go through [`Session::execute`]: keywords are found by GNU Backgammon's rules (`words`), put into the words of
//! [`crate::command`], and carried out. Then the events that the record has gained are told (`telling`), a setting is
//! acknowledged (`settings`), the values asked for are shown (`shows`, `values`). Sentences that no caller looks for
//! are this program's own.

mod counts;
mod files;
mod help;
mod market;
mod match_text;
mod play;
mod saved;
mod settings;
mod shows;
mod statistics;
mod table;
mod talk;
mod telling;
mod values;
mod walk;
mod words;

use crate::command::{Command, Load};
use crate::session::{Host, Questions, Said, Session};
use talk::{Answer, Memory, Refused, Talk};
use words::{Found, find, split_word};

pub use saved::settings_text;
pub use walk::navigate;

/// The release whose language is spoken.
pub const RELEASE: &str = "1.07.001";

/// GNU Backgammon's manner.
#[derive(Debug, Default)]
pub struct StandIn {
    /// Lines about the nets, for `show version`.
    nets: String,
    memory: Memory,
}

impl StandIn {
    /// With these lines about the nets.
    pub fn new(nets: String) -> Self {
        Self { nets, memory: Memory::default() }
    }
}

/// The banner at the start.
pub fn banner() -> String {
    format!(
        "{}\n\nThis is gammon {}, an independent program in the place of GNU Backgammon.\n\
         Type `show version' for the nets that answer, `help' for the commands.\n\n",
        version_line(),
        env!("CARGO_PKG_VERSION")
    )
}

/// The line that callers know the program by.
pub fn version_line() -> String {
    format!("GNU Backgammon {RELEASE} (gammon {})", env!("CARGO_PKG_VERSION"))
}

/// The commands that bring the defaults about which differ here.
pub fn defaults(login: &str) -> Vec<String> {
    let login = if login.is_empty() { "user" } else { login };
    let names = format!("set defaultnames gnubg \"{}\"", login.replace('"', "'"));
    [
        &names,
        "set output style gnubg",
        "set player 0 gnubg",
        "set automatic game on",
        "set automatic roll on",
        "set gotofirstgame off",
        "set autosave rollout off",
        "set analysis movefilter preset large",
        "set rollout nearcubes off",
        "set rollout movefilter preset normal",
        "set output pager off",
        "set output notice off",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The questions to the user at a terminal.
pub const QUESTIONS: Questions = Questions {
    give_up: "Are you sure you want to discard the current match? ",
    give_up_analysis: "Are you sure you want to discard the current match? ",
    dice: "Enter dice: ",
    no_dice: Some("You must enter two numbers between 1 and 6."),
    err: ". Do it anyway? ",
    resign: None,
    replace: "File \"{}\" exists. Overwrite? ",
    again: Some("Please answer `y' or `n'."),
};

impl StandIn {
    /// Carries a line out, through [`Session::execute`] alone.
    pub fn line(&mut self, line: &str, session: &mut Session, host: &mut dyn Host) -> Said {
        let mut memory = std::mem::take(&mut self.memory);
        let mut talk = Talk::new(session, host, &mut memory);
        let answer = self.answer(line, &mut talk);
        talk.conclude(answer);
        let said = talk.said();
        self.memory = memory;
        said
    }

    fn answer(&self, line: &str, talk: &mut Talk<'_>) -> Answer {
        let line = line.trim_start_matches([' ', '\t']).trim_end_matches(['\r', '\n']);
        // A comment begins in the first column there; with blanks before it, it is one here too.
        if line.trim().is_empty() || line.starts_with(['#', ':']) {
            return Ok(String::new());
        }
        // Python is run by whoever reads the lines.
        if line.starts_with('>') {
            let command = crate::command::parse(line).map_err(|error| Refused::Complained(format!("{error}\n")))?;
            return Ok(talk.hand_on(command));
        }
        let first = split_word(line).map_or("", |(word, _)| word).to_ascii_lowercase();
        if first.starts_with(|c: char| c.is_ascii_digit()) || first.starts_with("bar") {
            return play::play_typed(talk, line);
        }
        match find(line) {
            Found::Group if words::topic(line).is_some_and(|topic| topic.words.ends_with(" P")) => {
                Err("You must specify a player (see `help set player').\n".into())
            }
            Found::Group => Err("Incomplete command.\n".into()),
            Found::Unknown(word) => self.unknown(word, line, talk),
            Found::Leaf { words, player, rest } => self.leaf(&words, player, rest, talk),
        }
    }

    /// A word that GNU Backgammon does not have may be one of this program's own: callers that know both may use it.
    fn unknown(&self, word: &str, line: &str, talk: &mut Talk<'_>) -> Answer {
        match crate::command::parse(line) {
            Ok(command) if is_of_this_program(line) && !line.contains(';') => talk.carry_out_and_show(&command),
            _ => Err(Refused::Complained(format!("Unknown keyword `{word}'.\n\n"))),
        }
    }

    fn leaf(&self, words: &str, player: Option<&str>, rest: &str, talk: &mut Talk<'_>) -> Answer {
        if let Some(said) = shows::command(self, words, rest, talk)? {
            return Ok(said);
        }
        for family in [play::command, table::command, values::command, files::command] {
            if let Some(said) = family(words, rest, talk)? {
                return Ok(said);
            }
        }
        match words {
            "quit" | "exit" => talk.leave(),
            // The clipboard says nothing.
            "copy" => drop(talk.run("copy")),
            "external" if rest.trim().is_empty() => {
                return Err("You must specify the name of the socket to the external controller.\n".into());
            }
            "help" => return Ok(help::help(rest)),
            "load python" => {
                let command = talk::understood(words, rest);
                return Ok(talk.hand_on(command.map_err(|_| "You must specify a file to load from.\n")?));
            }
            "load weights" if rest.trim().is_empty() => {}
            "load weights" => {
                let file = rest.trim().trim_matches('"').to_owned();
                talk.execute(&Command::Load(Load::Weights(file))).map_err(|error| format!("{error}\n"))?;
            }
            _ if words.starts_with("set ") || words.starts_with("invert ") => {
                settings::command(words, player, rest, talk)?;
            }
            _ => return talk.pass_on(words, player, rest),
        }
        Ok(String::new())
    }
}

/// Whether a line is a command in words that only this program has.
fn is_of_this_program(line: &str) -> bool {
    let own = [
        "set output style",
        "set output format",
        "set rollout preset",
        "set rollout until",
        "set rollout focus",
        "show position",
    ];
    let own_first = ["as ", "undo", "jobs", "goto ", "quiz", "load bearoff"];
    let words = words::words_of(line).join(" ").to_ascii_lowercase();
    own.iter().chain(&own_first).any(|beginning| words.starts_with(beginning))
        || matches!(find(line), Found::Unknown(word) if word.len() > 2 && line.starts_with("set "))
}
