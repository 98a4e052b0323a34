//! The matches of a folder as a list, each with what is known of it already: nothing is analyzed for it. Each can be
//! had as a session of its own.

use super::errors::Decided;
use super::performance::match_performance;
use crate::analysis::{Performance, Performances, Phase, ScoreKind};
use crate::board::{ByPlayer, Player};
use crate::library::Facts;
use crate::scoring::normal_cdf;
use crate::session::files::{kept_analysis, matches_of};
use crate::session::reply::{
    Figures, FolderList, FolderPerformanceReply, FolderPlayer, ListedMatch, RatedGroup, Reply, Trend, WorstError,
};
use crate::session::{Session, SessionError};
use crate::settings::quoted;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

impl Session {
    /// The matches in a folder. One that cannot be read is a fault, and costs no other.
    ///
    /// # Errors
    /// When there is no such folder, or no match in it.
    pub fn list_folder(&self, folder: &str) -> Result<FolderList, SessionError> {
        let (mut matches, mut faults) = (Vec::new(), Vec::new());
        for file in matches_of(Path::new(folder))? {
            match self.with_match_of(&file) {
                Ok(session) => matches.push(session.listed(file)),
                Err(error) => faults.push(fault_of(&file, &error)),
            }
        }
        Ok(FolderList { folder: folder.to_owned(), matches, faults })
    }

    /// A session with this one's settings and the match of a file, with the analysis that `analyse folder` has saved
    /// where the file has none. The flag that stops this one stops it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn with_match_of(&self, file: &Path) -> Result<Self, SessionError> {
        let played = self.match_of(file)?;
        let kept = kept_analysis(self, &played, file);
        Ok(self.with_match(kept.unwrap_or(played)))
    }

    fn listed(&self, file: PathBuf) -> ListedMatch {
        let end = self.record().games().last().map(|game| game.state(game.steps.len()).standing);
        let decided = self.decided();
        let facts = self.facts();
        let performances = Player::BOTH.map(|player| match_performance(player, &facts));
        let info = self.table.info();
        let loss = |one: &&Decided| one.verdict.loss;
        let errors = decided.iter().filter(|one| one.verdict.is_error());
        let worst = errors.max_by(|a, b| loss(a).total_cmp(&loss(b)));
        ListedMatch {
            file,
            names: self.settings.names.clone(),
            date: info.date.map(|date| date.to_string()),
            event: info.event.clone(),
            length: end.map_or(0, |standing| standing.length()),
            points: end.map_or(ByPlayer([0; 2]), |standing| standing.points()),
            performances: ByPlayer(performances),
            worst: worst.map(|one| WorstError {
                player: self.settings.names[one.verdict.player].clone(),
                made: one.made.clone(),
                loss: one.verdict.loss,
            }),
        }
    }
}

/// What a player gave up in many matches.
#[derive(Default)]
pub(super) struct Known {
    all: Group,
    months: BTreeMap<String, Group>,
    events: BTreeMap<String, Group>,
    phases: BTreeMap<Phase, Group>,
    scores: BTreeMap<ScoreKind, Group>,
}

/// Decisions that each half of a trend has at least.
const TREND: u32 = 100;

/// Matches and what was given up in them.
#[derive(Default)]
struct Group {
    matches: usize,
    /// The number of the match that was added last.
    last: Option<i64>,
    performances: Performances,
}

impl Group {
    /// Adds a decision; all of a match come one after the other.
    fn add(&mut self, number: i64, facts: &Facts) {
        if self.last.replace(number) != Some(number) {
            self.matches += 1;
        }
        facts.add_to(&mut self.performances);
    }

    /// Adds other matches.
    fn merge(&mut self, other: &Self) {
        self.matches += other.matches;
        self.performances += other.performances;
    }

    fn named(self, name: impl Into<String>) -> RatedGroup {
        RatedGroup { name: name.into(), matches: self.matches, rated: self.performances.into() }
    }
}

/// The group of that key.
fn group<'a>(groups: &'a mut BTreeMap<String, Group>, key: &str) -> &'a mut Group {
    // A text is made for a new key alone: this is done for every decision of a library.
    if !groups.contains_key(key) {
        groups.insert(key.to_owned(), Group::default());
    }
    groups.get_mut(key).expect("the group is there now")
}

/// The months in halves of about as many decisions, and whether the later one is better.
fn trend_of(months: &BTreeMap<String, Group>) -> Option<Trend> {
    let sum = |groups: &[&Group]| groups.iter().fold(Performance::default(), |sum, one| sum + one.performances.all());
    let groups: Vec<&Group> = months.values().collect();
    let all = sum(&groups).decisions;
    let is_half = |&n: &usize| 2 * sum(&groups[..n]).decisions >= all;
    let at = (1..groups.len()).find(is_half).unwrap_or(groups.len().checked_sub(1)?);
    let (before, after) = (sum(&groups[..at]), sum(&groups[at..]));
    if before.decisions < TREND || after.decisions < TREND {
        return None;
    }
    let gain = before.rating()? - after.rating()?;
    let error = before.std_err()?.hypot(after.std_err()?);
    Some(Trend {
        since: months.keys().nth(at)?.clone(),
        before: before.into(),
        after: after.into(),
        probability_better: normal_cdf(gain / error.max(f64::MIN_POSITIVE)),
    })
}

impl Known {
    /// Adds a decision of a match.
    pub(super) fn add(&mut self, number: i64, date: Option<&str>, event: &str, facts: &Facts) {
        self.all.add(number, facts);
        if let Some(month) = date.and_then(|date| date.get(..7)) {
            group(&mut self.months, month).add(number, facts);
        }
        if !event.is_empty() {
            group(&mut self.events, event).add(number, facts);
        }
        self.phases.entry(facts.phase).or_default().add(number, facts);
        self.scores.entry(facts.score).or_default().add(number, facts);
    }

    /// Adds what he gave up in other matches.
    pub(super) fn merge(&mut self, other: Self) {
        fn each<K: Ord>(groups: &mut BTreeMap<K, Group>, others: BTreeMap<K, Group>) {
            others.into_iter().for_each(|(key, other)| groups.entry(key).or_default().merge(&other));
        }
        self.all.merge(&other.all);
        each(&mut self.months, other.months);
        each(&mut self.events, other.events);
        each(&mut self.phases, other.phases);
        each(&mut self.scores, other.scores);
    }

    /// The figures of a player of this name.
    pub(super) fn named(self, name: String) -> FolderPlayer {
        let groups =
            |groups: BTreeMap<String, Group>| groups.into_iter().map(|(name, group)| group.named(name)).collect();
        FolderPlayer {
            all: self.all.named(name),
            trend: trend_of(&self.months),
            months: groups(self.months),
            events: groups(self.events),
            phases: self.phases.into_iter().map(|(phase, group)| group.named(phase.name())).collect(),
            scores: self.scores.into_iter().map(|(score, group)| group.named(score.name())).collect(),
        }
    }
}

impl Session {
    /// `pr folder`: the performance ratings of all players of a folder, by month, event, phase and score, from the
    /// analyses that there are.
    pub(in crate::session) fn folder_performance(&self, folder: &str) -> Result<Reply, SessionError> {
        let mut players: BTreeMap<String, Known> = BTreeMap::new();
        let (mut missing, mut faults) = (0, Vec::new());
        for (number, file) in (0..).zip(matches_of(Path::new(folder))?) {
            let session = match self.with_match_of(&file) {
                Ok(session) => session,
                Err(error) => {
                    faults.push(fault_of(&file, &error));
                    continue;
                }
            };
            let mut facts = session.facts();
            facts.retain(Facts::is_rated);
            missing += usize::from(facts.is_empty());
            let info = session.table.info();
            let date = info.date.map(|date| date.to_string());
            for one in &facts {
                let known = players.entry(session.settings.names[one.player].clone()).or_default();
                known.add(number, date.as_deref(), &info.event, one);
            }
        }
        if players.is_empty() {
            let why = format!("{folder}: no match is analysed");
            return Err(SessionError::new(why).with_suggestion(format!("analyse folder {}", quoted(folder))));
        }
        let mut players: Vec<FolderPlayer> = players.into_iter().map(|(name, known)| known.named(name)).collect();
        // Those with most matches first; the names are in order already.
        players.sort_by_key(|player| std::cmp::Reverse(player.all.matches));
        let reply = FolderPerformanceReply {
            folder: Some(folder.to_owned()),
            players,
            missing,
            faults,
            is_you: false,
            title: folder.to_owned(),
        };
        Ok(Reply::figures(Figures::FolderPerformance(reply)))
    }
}

fn fault_of(file: &Path, error: &SessionError) -> String {
    format!("{}: {}", file.file_name().unwrap_or_default().to_string_lossy(), error.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Action;

    /// A month with this many decisions, every other of which gives up this much.
    fn month(decisions: u32, loss: f32) -> Group {
        let mut group = Group::default();
        (0..decisions).for_each(|i| group.performances.add_loss(Action::Play, if i % 2 == 0 { loss } else { 0.0 }));
        group
    }

    fn trend(months: &[(u32, f32)]) -> Option<Trend> {
        let named =
            |(i, &(decisions, loss)): (usize, &(u32, f32))| (format!("2026-{:02}", i + 1), month(decisions, loss));
        trend_of(&months.iter().enumerate().map(named).collect())
    }

    #[test]
    fn a_trend_compares_halves_of_as_many_decisions() {
        let better = trend(&[(100, 0.06), (100, 0.06), (150, 0.03), (50, 0.03)]).expect("enough decisions");
        assert_eq!((better.since.as_str(), better.before.decisions, better.after.decisions), ("2026-03", 200, 200));
        let ratings = [better.before, better.after].map(|half| half.rating.map(|rating| (10.0 * rating).round()));
        assert_eq!(ratings, [Some(150.0), Some(75.0)]);
        assert!(better.probability_better > 0.99, "{better:?}");
        let worse = trend(&[(200, 0.03), (200, 0.06)]).expect("enough decisions");
        assert!((better.probability_better + worse.probability_better - 1.0).abs() < 1e-9);
        let same = trend(&[(200, 0.03), (200, 0.03)]).expect("enough decisions");
        assert!((same.probability_better - 0.5).abs() < 1e-9);
        // A part of few decisions tells nothing, and one month is no trend.
        assert!(trend(&[(99, 0.03), (500, 0.06)]).is_none() && trend(&[(500, 0.03)]).is_none() && trend(&[]).is_none());
    }
}
