//! The questions of a round that are meant: by kind, part of the game, loss, opponent and day.

use crate::command::{Command, DecisionKind, PlayerName, Practise, WantedErrors};
use crate::library::{Asked, Found, Library};
use crate::session::SessionError;
use crate::session::record::errors::is_within;
use crate::session::record::library::failed;
use crate::settings::folded;

/// The errors found and not proved that are meant, the worst first.
pub(super) fn found_of(library: &Library, meant: &WantedErrors) -> Result<Vec<Found>, SessionError> {
    let mut found = library.found().map_err(failed)?;
    found.retain(|found| is_meant(meant, found));
    Ok(found)
}

/// An error is among those that are meant.
pub(super) fn is_meant(meant: &WantedErrors, found: &Found) -> bool {
    let is_of_kind = |kind| match kind {
        DecisionKind::Cube => found.asked != Asked::Play,
        DecisionKind::Play => found.asked == Asked::Play,
        DecisionKind::Missed => found.asked == Asked::Double && found.made == "no double",
        DecisionKind::Doubles => found.asked == Asked::Double && found.made != "no double",
        DecisionKind::Takes => found.asked == Asked::Take && found.made != "pass",
        DecisionKind::Passes => found.asked == Asked::Take && found.made == "pass",
    };
    let is_against = |name: &PlayerName| match name {
        PlayerName::Named(name) => folded(&found.source.opponent).contains(&folded(name)),
        PlayerName::Seat(_) => false,
    };
    meant.kind.is_none_or(is_of_kind)
        && meant.phase.is_none_or(|phase| found.theme == phase.name())
        && meant.least.is_none_or(|least| found.loss >= least)
        && meant.against.as_ref().is_none_or(is_against)
        && is_within(meant, found.source.date.as_deref())
}

/// No condition is passed over in silence.
pub(super) fn refuse_others(meant: &WantedErrors) -> Result<(), SessionError> {
    let WantedErrors { kind, least, count, against, since, before, phase, .. } = meant.clone();
    let known = WantedErrors { kind, least, count, against, since, before, phase, ..WantedErrors::default() };
    if *meant == known {
        return Ok(());
    }
    let other = WantedErrors {
        kind: None,
        least: None,
        count: None,
        against: None,
        since: None,
        before: None,
        phase: None,
        ..meant.clone()
    };
    let words = Command::from(Practise::Round(other)).to_string();
    let words = words.trim_start_matches("practise ");
    let error = SessionError::new(format!("`practise` asks your own errors: it does not know the condition `{words}`"));
    let known = "how many, cube, plays, race, blitz, the least loss, against NAME, since 2026";
    Err(error.with_expected(known.split(", ")))
}
