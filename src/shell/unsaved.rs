//! The sentences at the start about matches that nobody saved.

use super::Paths;
use crate::board::Player;
use crate::formats::{Format, PlayedMatch, ReadOptions};
use crate::record::Event;
use crate::scoring::Met;
use crate::storage;
use crate::words::counted;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// No larger file is looked into for names.
const MOST_BYTES: u64 = 16 << 20;

/// The sentence about the matches that were kept, if there are any.
pub fn unsaved_matches(paths: &Paths) -> Option<String> {
    let kept = paths.unsaved_matches();
    let newest = kept.first()?;
    let whose = names_in(newest).map_or_else(String::new, |names| format!(" of {names}"));
    let age = std::fs::metadata(newest).and_then(|data| data.modified()).ok();
    let when = age.map_or_else(String::new, |at| format!(" from {}", ago(at, SystemTime::now())));
    Some(match kept.len() {
        1 => {
            format!("A match{whose}{when} was not saved: `load unsaved` goes on with it, `forget unsaved` removes it.")
        }
        n => format!(
            "{} were not saved, the last one{whose}{when}: `load unsaved` goes on with that, `load unsaved 2` with \
             the one before, `forget unsaved all` removes all.",
            counted(n, "match")
        ),
    })
}

/// The players of a kept match.
fn names_in(file: &Path) -> Option<String> {
    let PlayedMatch { names, .. } = read(file)?;
    let both = Player::BOTH.map(|player| names[player].clone());
    both.iter().all(|name| !name.is_empty()).then(|| both.join(" and "))
}

fn read(file: &Path) -> Option<PlayedMatch> {
    let bytes = storage::read(file, MOST_BYTES).ok()?;
    let met = Met::kazaross_xg2();
    Format::json().read(&bytes, &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false }).ok()
}

/// Whether nothing was done in a kept match but to begin it.
pub(super) fn is_empty(file: &Path) -> bool {
    let is_nothing =
        |event: &Event| matches!(event, Event::Begin { .. } | Event::Roll(_) | Event::Set(_) | Event::NoPlay);
    read(file).is_some_and(|played| {
        played.record.games().iter().flat_map(|game| &game.steps).all(|step| is_nothing(&step.event))
    })
}

/// A time in the past in words.
fn ago(at: SystemTime, now: SystemTime) -> String {
    const HOUR: u64 = 3600;
    let seconds = now.duration_since(at).unwrap_or(Duration::ZERO).as_secs();
    match seconds / HOUR {
        0 if seconds < 120 => "a moment ago".to_owned(),
        0 => format!("{} ago", counted(seconds / 60, "minute")),
        1 => "an hour ago".to_owned(),
        hours @ 2..24 => format!("{} ago", counted(hours, "hour")),
        24..48 => "yesterday".to_owned(),
        _ => humantime::format_rfc3339_seconds(at).to_string().chars().take(10).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_as_people_do() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_209_845);
        let told = |seconds| ago(now - Duration::from_secs(seconds), now);
        assert_eq!([told(5), told(600), told(3700)], ["a moment ago", "10 minutes ago", "an hour ago"]);
        assert_eq!([told(20 * 3600), told(30 * 3600), told(72 * 3600)], ["20 hours ago", "yesterday", "2024-02-26"]);
    }
}
