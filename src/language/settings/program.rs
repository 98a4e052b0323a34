//! How the program works: threads, and what it writes.

use super::setting::{Effect, Field, Kind, Rows, field, place};
use super::value::Value;
use crate::rollout::Task;
use crate::words::counted;
use std::path::PathBuf;

/// The rollouts that are written to a journal while they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autosave {
    /// None.
    Off,
    /// Those that take more than a few seconds.
    Long,
    /// All.
    All,
}

/// `set rollout log`: whether and where trials are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialLog {
    /// Whether they are.
    pub enabled: bool,
    /// How the names of the files begin.
    pub name: String,
}

impl Default for TrialLog {
    fn default() -> Self {
        Self { enabled: false, name: "rollout".to_owned() }
    }
}

impl TrialLog {
    /// The log of one horizon of several, `None` for full rollouts: the horizon is part of the names of its files.
    #[must_use]
    pub fn of_horizon(&self, plies: Option<u16>) -> Self {
        let horizon = plies.map_or_else(|| "full".to_owned(), |plies| format!("h{plies}"));
        Self { name: format!("{}-{horizon}", self.name), ..self.clone() }
    }

    /// The log of one position of several, counted from 1.
    #[must_use]
    pub fn of_position(&self, number: usize) -> Self {
        Self { name: format!("{}-p{number}", self.name), ..self.clone() }
    }

    /// The log of a rollout with other settings beside those that are set.
    #[must_use]
    pub fn of_other_settings(&self) -> Self {
        Self { name: format!("{}-versus", self.name), ..self.clone() }
    }

    /// The pattern of all file names.
    pub fn pattern(&self) -> String {
        format!("{}-….sgf", self.name)
    }

    /// The file of a trial: `NAME-0000017-b.sgf` is the 18th trial of the second candidate.
    pub fn file(&self, task: Task) -> PathBuf {
        PathBuf::from(format!("{}-{:07}-{}.sgf", self.name, task.trial, letters(task.candidate)))
    }
}

/// `a` to `z`, then `aa` and so on.
fn letters(candidate: usize) -> String {
    let last = char::from(b'a' + (candidate % 26) as u8);
    if candidate < 26 { last.to_string() } else { letters(candidate / 26 - 1) + &last.to_string() }
}

pub(super) fn rows(t: &mut Rows) {
    let help = "compute with so many threads; results do not depend on it";
    t.add("threads", Kind::Whole { min: 1, max: 1024 }, help, field!(threads))
        .unset("all there are")
        .example("4")
        .say(|s| format!("rollouts use {}", counted(s.threads, "thread")));
    let which = [("long", Autosave::Long), ("on", Autosave::All), ("off", Autosave::Off)];
    let help = "which rollouts are kept on disk while they run, to be resumed";
    t.words("autosave rollout", help, which, place!(autosave_rollout))
        .argument("on|off|long")
        .example("on")
        .choice("long", "those that take more than a few seconds")
        .choice("on", "all of them")
        .choice("off", "none")
        .effect(Effect::Autosave);
    let log = Field::or_off(place!(log));
    let help = "write what is typed to a file that does it again, with answers as comments";
    t.add("log", Kind::OrOff(Box::new(Kind::File)), help, log).argument("FILE|off").example("session.gbs").say(|s| {
        match &s.log {
            Some(file) => format!("commands and answers are written to {file}"),
            None => "nothing is written to a log".to_owned(),
        }
    });
    let help = "where `relational` keeps matches and players: a name, or an SQLite file such as ./club.db";
    t.add("relational database", Kind::File, help, field!(relational_database))
        .argument("NAME|FILE")
        .example("club.db")
        .say(|s| format!("`relational` keeps matches in the database {}", s.relational_database));
    let help = "keep the statistics of each game besides those of the match";
    t.switch("relational games", help, field!(relational_games)).say(|s| {
        format!("the database keeps matches {} their games", if s.relational_games { "and" } else { "without" })
    });
    let help = "ask before a file is replaced; without a terminal it is not replaced";
    t.switch("confirm save", help, field!(confirm_save)).say(|s| {
        format!("files are replaced {}", if s.confirm_save { "only after a question" } else { "without a question" })
    });
    let help = "ask at the prompt before a match that is not saved is given up";
    t.switch("confirm new", help, field!(confirm_new)).say(|s| {
        format!("matches that are not saved are given up {}", if s.confirm_new { "when asked for" } else { "unasked" })
    });
    let answers = [("ask", None), ("yes", Some(true)), ("no", Some(false))];
    let help = "who answers questions: you, or always yes or no";
    t.words("confirm default", help, answers, place!(confirm_default)).argument("ask|yes|no").example("yes");
    autosave(t);
    t.switch("record", "whether earlier games are kept when another begins", field!(keeps_games)).example("off");
    let aliases = Field::new(
        |s, _| if s.aliases.is_empty() { Vec::new() } else { vec![Value::Text(s.aliases.clone())] },
        |s, _, value| match value {
            Value::Text(names) => {
                s.aliases.clone_from(names);
                Ok(())
            }
            other => Err(format!("`{other}` is not a name")),
        },
    );
    let help =
        "your names in files of matches, separated by `;` within quotes: a player with one of them becomes player 1";
    let row = t.add("aliases|me", Kind::Text, help, aliases).argument("NAMES").unset("none").example("\"Ann;ann42\"");
    row.effect(Effect::OwnNames).say(|s| match s.own_names().collect::<Vec<_>>().join(" or ") {
        names if names.is_empty() => "`me` is nobody".to_owned(),
        names => format!("`me` is {names}"),
    });
    let matches = Field::or_off(place!(matches));
    let help = "the folder of your matches, from which practise takes your errors";
    t.add("matches", Kind::OrOff(Box::new(Kind::File)), help, matches).argument("FOLDER|off").example("~/matches");
    t.switch(
        "gotofirstgame",
        "whether a match that is read begins at its first decision, or at its end",
        field!(go_to_first_game),
    )
    .say(|s| {
        format!("matches that are read begin at their {}", if s.go_to_first_game { "first decision" } else { "end" })
    });
    t.switch("strictimport", "whether a file with an impossible or unknown entry is refused", field!(strict_import))
        .say(|s| {
            let what = "a file with an impossible entry is";
            if s.strict_import { format!("{what} refused") } else { format!("{what} read, with a remark") }
        });
}

/// Trials are played by threads of this process.
pub const LOCAL: &str = "local";

/// The setting of where trials are played.
pub(super) fn rollout_engine(t: &mut Rows) {
    let engine = Field::new(
        |s, _| vec![Value::Text(s.rollout_engine.clone())],
        |s, _, value| {
            let Value::Text(engine) = value else { return Err(format!("`{value}` is not an engine")) };
            let is_address = ["nats://", "tls://"].iter().any(|scheme| engine.starts_with(scheme));
            if engine.contains('@') {
                return Err("names and passwords stand in GAMMON_NATS_USER, GAMMON_NATS_PASSWORD and \
                            GAMMON_NATS_TOKEN, not among settings"
                    .to_owned());
            }
            if engine != LOCAL && !is_address {
                return Err(format!("`{engine}` is not an engine: local, nats://HOST:PORT, tls://HOST:PORT"));
            }
            s.rollout_engine.clone_from(engine);
            Ok(())
        },
    );
    let help = "who plays the trials: this process (`local`), or the workers of a NATS server";
    t.add("rollout engine", Kind::Text, help, engine).example("nats://localhost:4222").say(|s| {
        match s.rollout_engine.as_str() {
            LOCAL => "rollouts are played here".to_owned(),
            address => format!("rollouts are played by the workers at {address} (`gammon worker {address}` is one)"),
        }
    });
}

/// The settings for keeping a match that is played at the prompt.
fn autosave(t: &mut Rows) {
    let help = "keep the match that is played at the prompt on disk, no older than so many minutes; 0 is never";
    t.add("autosave time", Kind::Whole { min: 0, max: 100_000 }, help, field!(autosave_time))
        .argument("MINUTES")
        .unit("minutes")
        .example("5");
    let help =
        "keep a match on disk as soon as it has been analysed; `quit` asks before an analysis is lost, on or off";
    t.switch("autosave analysis", help, field!(autosave_analysis));
}

/// The files that trials are written to.
pub(super) fn trial_log(t: &mut Rows) {
    t.switch("rollout log", "write every trial to a file", field!(trial_log.enabled)).effect(Effect::TrialLog);
    t.add("rollout logfile", Kind::File, "how the names of these files begin", field!(trial_log.name))
        .example("trials")
        .effect(Effect::TrialLog);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_trial_and_candidate() {
        let log = TrialLog { enabled: true, name: "games/trial".to_owned() };
        let file = |candidate, trial| log.file(Task { candidate, trial }).display().to_string();
        assert_eq!(file(1, 17), "games/trial-0000017-b.sgf");
        let horizons = [Some(3), None].map(|plies| log.of_horizon(plies).pattern());
        assert_eq!(horizons, ["games/trial-h3-….sgf", "games/trial-full-….sgf"]);
        assert_eq!([letters(25), letters(26), letters(27), letters(26 * 27)], ["z", "aa", "ab", "aaa"]);
    }
}
