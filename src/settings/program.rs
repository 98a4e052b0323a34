//! How the program works: threads, and what it writes.

use super::setting::{Effect, Field, Kind, field, place};
use super::table::Rows;

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

pub(super) fn rows(t: &mut Rows) {
    let help = "compute with so many threads; results do not depend on it";
    t.add("threads", Kind::Whole { min: 1, max: 1024 }, help, field!(threads))
        .unset("all there are")
        .example("4")
        .say(|s| format!("rollouts use {} thread{}", s.threads, if s.threads == 1 { "" } else { "s" }));
    let help = "whether an unfinished rollout is kept on disk, to be resumed";
    t.switch("autosave rollout", help, field!(autosave_rollout)).effect(Effect::Autosave);
    let help = "ask before a file is replaced; where nobody can be asked, it is not";
    t.switch("confirm save", help, field!(confirm_save))
        .say(|s| format!("files are replaced {}", if s.confirm_save { "only when asked for" } else { "unasked" }));
    t.switch(
        "gotofirstgame",
        "whether a match that is read begins at its first decision, or at its end",
        field!(go_to_first_game),
    )
    .say(|s| {
        format!("matches that are read begin at their {}", if s.go_to_first_game { "first decision" } else { "end" })
    });
}

/// The files that trials are written to.
pub(super) fn trial_log(t: &mut Rows) {
    t.switch("rollout log", "write every trial to a file", field!(trial_log.enabled)).effect(Effect::TrialLog);
    let name = Field::text(place!(trial_log.name));
    t.add("rollout logfile", Kind::File, "how the names of these files begin", name)
        .example("trials")
        .effect(Effect::TrialLog);
}
