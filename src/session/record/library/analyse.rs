//! `analyse library`: what is not analysed first, then, as long as there is time, what is most doubtful.

use super::{failed, filled};
use crate::analysis::{Performance, Scope, expected_rise, steps_for};
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
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Decisions that are chosen at once for a deeper look, before the most doubtful are looked for again.
const CHOSEN: usize = 1_000;

/// The looks that follow an analysis.
const DEEPER: [Level; 3] = [Level::RollerPlus, Level::RollerPlusPlus, Level::Full];

/// The decisions that were looked at, with the level, the match and the place.
type Seen = BTreeSet<(Level, i64, (usize, usize))>;

/// A decision of the library that is worth a deeper look, with the equity that is expected to be given up there.
struct Doubtful {
    loss: f64,
    number: i64,
    place: (usize, usize),
}

/// Whether every play that was not forced is judged, and every double with its answer.
fn is_wholly_analysed(record: &Record) -> bool {
    let is_cube = |event: &Event| matches!(event, Event::Double | Event::Take | Event::Pass | Event::Beaver);
    let steps = || record.games().iter().flat_map(|game| &game.steps);
    is_analyzed(record) && steps().all(|step| !is_cube(&step.event) || step.note.cube.is_some())
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
            let is_part = 0 < kept.judged && kept.judged < kept.decisions;
            let is_open = |played: PlayedMatch| !is_wholly_analysed(&played.record);
            kept.judged == 0 && kept.decisions > 0
                || is_part && library.match_with_number(kept.number).is_ok_and(is_open)
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

    /// Looks deeper at the decisions of all matches at which most is expected to be lost, until the time is up. Each is
    /// kept with its match, beside what is known. Returns what was done, in words.
    fn deepen_library(
        &self,
        library: &mut Library,
        matches: &[KeptMatch],
        at: Duration,
        host: &mut dyn Host,
    ) -> Result<Vec<String>, SessionError> {
        let mut looks = [0; DEEPER.len()];
        let mut rise = Performance::default();
        let mut seen = Seen::new();
        'levels: for (level, looks) in DEEPER.into_iter().zip(&mut looks) {
            loop {
                let Some((chosen, found)) = self.most_doubtful(library, matches, (level, &seen), at, host)? else {
                    break 'levels;
                };
                rise = found;
                // Where a level leaves a decision to plies, it is no less open afterwards.
                seen.extend(chosen.iter().map(|one| (level, one.number, one.place)));
                let mut by_match: BTreeMap<i64, Vec<(usize, usize)>> = BTreeMap::new();
                chosen.iter().for_each(|one| by_match.entry(one.number).or_default().push(one.place));
                // The match with the worst of them comes first.
                let mut order: Vec<i64> = Vec::new();
                for one in &chosen {
                    if !order.contains(&one.number) {
                        order.push(one.number);
                    }
                }
                let settings = self.settings.analysis.at(Rung::Level(level));
                for number in order {
                    let steps = &by_match[&number];
                    let mut played = library.match_with_number(number).map_err(failed)?;
                    let expected = |played: &PlayedMatch| self.rise_of(played);
                    let before = expected(&played);
                    host.stage(format!("{level}: {} of match {number}", counted(steps.len(), "decision")), None);
                    let ended = self.look_until(&mut played.record, steps, &settings, at, host)?;
                    library.keep_match(number, &mut played, self.engine.met()).map_err(failed)?;
                    rise.loss += expected(&played).loss - before.loss;
                    let is_by_level = |&&(game, step): &&(usize, usize)| {
                        let note = &played.record.games()[game].steps[step].note;
                        note.methods().any(|method| matches!(method, Method::Level { level: by, .. } if *by == level))
                    };
                    *looks += steps.iter().filter(is_by_level).count();
                    if ended != Ended::Top {
                        break 'levels;
                    }
                }
                if chosen.len() < CHOSEN {
                    break;
                }
            }
        }
        let told = DEEPER.iter().zip(looks).filter(|(_, looks)| *looks > 0);
        let told: Vec<_> = told.map(|(level, looks)| format!("{} by {level}", counted(looks, "decision"))).collect();
        let mut lines = Vec::new();
        if !told.is_empty() {
            lines.push(format!("looked at again, the most doubtful first: {}", told.join(", ")));
        }
        let rise = rise.rating();
        lines.extend(rise.map(|rise| format!("a perfect analysis is expected to raise PRs by {rise:.2} in the mean")));
        Ok(lines)
    }

    /// The decisions that a level may judge otherwise, those first at which most is expected to be lost, and what is
    /// expected to be lost in all; `None` when the time is up before all are seen.
    fn most_doubtful(
        &self,
        library: &Library,
        matches: &[KeptMatch],
        (level, seen): (Level, &Seen),
        at: Duration,
        host: &mut dyn Host,
    ) -> Result<Option<(Vec<Doubtful>, Performance)>, SessionError> {
        let (evaluator, met) = (self.game_evaluator(), self.engine.met());
        let (mut worst, mut all): (Vec<Doubtful>, _) = (Vec::new(), Performance::default());
        let keep = |worst: &mut Vec<Doubtful>| {
            worst.sort_by(|a, b| b.loss.total_cmp(&a.loss).then((a.number, a.place).cmp(&(b.number, b.place))));
            worst.truncate(CHOSEN);
        };
        for (i, kept) in matches.iter().enumerate() {
            if self.is_stopped() || host.clock() >= at {
                return Ok(None);
            }
            host.stage(format!("looking for doubtful decisions: match {} of {}", i + 1, matches.len()), None);
            // A damaged match was told of before, by its analysis or by `library check`.
            let Ok(played) = library.match_with_number(kept.number) else { continue };
            let wanted = steps_for(&played.record, Scope::All, Rung::Level(level), &evaluator, met);
            let doubtful = wanted.into_iter().map(|wanted| {
                let place = (wanted.game, wanted.step);
                Doubtful { loss: wanted.loss, number: kept.number, place }
            });
            worst.extend(doubtful.filter(|one| !seen.contains(&(level, one.number, one.place))));
            if worst.len() > 4 * CHOSEN {
                keep(&mut worst);
            }
            all += self.rise_of(&played);
        }
        keep(&mut worst);
        Ok(Some((worst, all)))
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
