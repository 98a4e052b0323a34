//! `analyse library`: what is not analysed first, then, as long as there is time, what is most doubtful.

use super::{failed, filled};
use crate::analysis::{LevelLook, Performance, Scope, expected_rise, looks_by_level};
use crate::board::Player;
use crate::formats::PlayedMatch;
use crate::level::Rung;
use crate::library::{Facts, KeptMatch, Library};
use crate::record::{Event, Level, Method, Record};
use crate::session::evaluate::Ended;
use crate::session::files::is_analyzed;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::words::counted;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// Decisions that are chosen at once for a deeper look, before the most doubtful are looked for again.
const CHOSEN: usize = 1_000;

/// The highest level that has looked at a decision, by the match and the place.
type Tried = BTreeMap<(i64, (usize, usize)), Level>;

/// Looks with the numbers of their matches.
type Looks = Vec<(i64, LevelLook)>;

/// Whether every play that was not forced is judged, and every double with its answer.
fn is_wholly_analysed(record: &Record) -> bool {
    let is_cube = |event: &Event| matches!(event, Event::Double | Event::Take | Event::Pass | Event::Beaver);
    let steps = || record.games().iter().flat_map(|game| &game.steps);
    is_analyzed(record) && steps().all(|step| !is_cube(&step.event) || step.note.cube.is_some())
}

/// Items by their keys, in the order in which these come first.
fn in_order<K: PartialEq, V>(items: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, item) in items {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

impl Session {
    /// Analyses what is not analysed, match by match; each is kept at once.
    pub(super) fn analyse_library(
        &self,
        time: Option<Duration>,
        part: Option<[u8; 2]>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (mut library, mut all) = filled(host)?;
        if let Some([n, of]) = part {
            // Copies of a library have the same numbers.
            all.retain(|kept| kept.number.rem_euclid(of.into()) == i64::from(n - 1));
        }
        let mut matches = all.clone();
        matches.retain(|kept| {
            let is_open = |played: PlayedMatch| !is_wholly_analysed(&played.record);
            if 0 < kept.judged && kept.judged < kept.decisions {
                host.stage(format!("looking for what is not analysed: match {}", kept.number), None);
                return library.match_with_number(kept.number).is_ok_and(is_open);
            }
            kept.judged == 0 && kept.decisions > 0
        });
        let is_own = |kept: &KeptMatch| kept.names.0.iter().any(|name| self.settings.is_own_name(name));
        matches.sort_by_cached_key(|kept| Reverse((is_own(kept), kept.date.clone(), kept.number)));
        let (began, of) = (host.clock(), matches.len());
        let (mut done, mut decisions, mut begun, mut faults) = (0_u32, 0, "", Vec::new());
        for kept in &matches {
            let passed = host.clock().saturating_sub(began);
            if self.is_stopped() || time.is_some_and(|time| passed >= time) {
                break;
            }
            let left = passed.checked_div(done).map(|each| each * (of as u32 - done));
            host.stage(format!("match {} of {of}", done + 1), left);
            host.share(done as usize, of);
            match self.analysed_match_of_library(&mut library, kept.number, host) {
                Ok(Some(played)) => {
                    done += 1;
                    decisions += Facts::of_games(played.record.games(), self.engine.met()).len();
                }
                Ok(None) => {
                    // `library` counts it among those that have an analysis.
                    begun = ", one of them begun";
                    break;
                }
                Err(error) if error.ends_all() => return Err(error.after(done as usize, "match")),
                // A damaged match costs no other.
                Err(error) => faults.push(error.message),
            }
        }
        let of = of - faults.len();
        let mut lines = vec![match (done as usize, of) {
            (_, 0) if part.is_some() => "every match of this part is analysed".to_owned(),
            (_, 0) => "every match of the library is analysed".to_owned(),
            (done, of) if done == of => {
                format!("{} analysed, {}", counted(done, "match"), counted(decisions, "decision"))
            }
            (done, of) => {
                format!("{} analysed, {} left{begun}: `analyse library` goes on", counted(done, "match"), of - done)
            }
        }];
        lines.extend(faults);
        if let Some(time) = time.filter(|_| done as usize == of) {
            lines.extend(self.deepen_library(&mut library, &all, began + time, host)?);
        }
        Ok(Reply::Message(lines.join("\n")))
    }

    /// Looks deeper at the decisions of all matches where that is worth most for its time, until the time is up. Each
    /// is kept with its match, beside what is known. Returns what was done, in words.
    fn deepen_library(
        &self,
        library: &mut Library,
        matches: &[KeptMatch],
        at: Duration,
        host: &mut dyn Host,
    ) -> Result<Vec<String>, SessionError> {
        let mut looks: BTreeMap<Level, usize> = BTreeMap::new();
        let mut rise = Performance::default();
        let mut tried = Tried::new();
        'chosen: while let Some((chosen, found)) = self.most_doubtful(library, matches, &tried, at, host)? {
            rise = found;
            if chosen.is_empty() {
                break;
            }
            tried.extend(chosen.iter().map(|(number, look)| ((*number, look.place), look.level)));
            for (number, looks_of_match) in in_order(chosen) {
                let mut played = library.match_with_number(number).map_err(failed)?;
                let before = self.rise_of(&played);
                let mut ended = Ended::Top;
                for (level, steps) in in_order(looks_of_match.into_iter().map(|look| (look.level, look.place))) {
                    host.stage(format!("{level}: {} of match {number}", counted(steps.len(), "decision")), None);
                    let settings = self.settings.analysis.at(Rung::Level(level));
                    ended = self.look_until(&mut played.record, &steps, &settings, at, [0, steps.len()], host)?;
                    let is_by_level = |&&(game, step): &&(usize, usize)| {
                        let note = &played.record.games()[game].steps[step].note;
                        note.methods().any(|method| matches!(method, Method::Level { level: by, .. } if *by == level))
                    };
                    *looks.entry(level).or_default() += steps.iter().filter(is_by_level).count();
                    if ended != Ended::Top {
                        break;
                    }
                }
                library.keep_match(number, &mut played, self.engine.met()).map_err(failed)?;
                rise.loss += self.rise_of(&played).loss - before.loss;
                if ended != Ended::Top {
                    break 'chosen;
                }
            }
        }
        let told = looks.into_iter().filter(|(_, looks)| *looks > 0);
        let told: Vec<_> = told.map(|(level, looks)| format!("{} by {level}", counted(looks, "decision"))).collect();
        let mut lines = Vec::new();
        if !told.is_empty() {
            lines.push(format!("looked at again, the most doubtful first: {}", told.join(", ")));
        }
        let rise = rise.rating();
        lines.extend(rise.map(|rise| format!("a perfect analysis is expected to raise PRs by {rise:.2} in the mean")));
        Ok(lines)
    }

    /// The looks by levels in all matches that are worth most for their time, by the number of the match, and what is
    /// expected to be lost in all; `None` when the time is up before all are seen.
    fn most_doubtful(
        &self,
        library: &Library,
        matches: &[KeptMatch],
        tried: &Tried,
        at: Duration,
        host: &mut dyn Host,
    ) -> Result<Option<(Looks, Performance)>, SessionError> {
        let (evaluator, met) = (self.game_evaluator(), self.engine.met());
        let (mut looks, mut all): (Looks, _) = (Vec::new(), Performance::default());
        let keep = |looks: &mut Looks| {
            looks.sort_by(|(a, of_a), (b, of_b)| {
                of_b.worth.total_cmp(&of_a.worth).then((a, of_a.place).cmp(&(b, of_b.place)))
            });
            looks.truncate(CHOSEN);
        };
        for (i, kept) in matches.iter().enumerate() {
            if self.is_stopped() || host.clock() >= at {
                return Ok(None);
            }
            host.stage(format!("looking for doubtful decisions: match {} of {}", i + 1, matches.len()), None);
            // A damaged match was told of before, by its analysis or by `library check`.
            let Ok(played) = library.match_with_number(kept.number) else { continue };
            let number = kept.number;
            let tried = |place| tried.get(&(number, place)).copied();
            let open = looks_by_level(&played.record, Scope::All, &tried, &evaluator, met);
            looks.extend(open.into_iter().map(|look| (number, look)));
            if looks.len() > 4 * CHOSEN {
                keep(&mut looks);
            }
            all += self.rise_of(&played);
        }
        keep(&mut looks);
        Ok(Some((looks, all)))
    }

    /// What the analysis of a match is expected to have missed.
    fn rise_of(&self, played: &PlayedMatch) -> Performance {
        let rise = expected_rise(played.record.games(), &self.game_evaluator(), self.engine.met());
        Player::BOTH.into_iter().fold(Performance::default(), |sum, player| sum + rise[player])
    }

    /// A match of the library with its analysis, made and kept now if there is none; `None` when that was stopped: what
    /// was found until then is kept.
    pub(in crate::session::record) fn analysed_match_of_library(
        &self,
        library: &mut Library,
        number: i64,
        host: &mut dyn Host,
    ) -> Result<Option<PlayedMatch>, SessionError> {
        let mut played = library.match_with_number(number).map_err(failed)?;
        if is_wholly_analysed(&played.record) {
            return Ok(Some(played));
        }
        let done = self.analyze(&mut played.record, Scope::All, &self.settings.analysis, host)?;
        library.keep_match(number, &mut played, self.engine.met()).map_err(failed)?;
        Ok((!done.is_stopped()).then_some(played))
    }
}
