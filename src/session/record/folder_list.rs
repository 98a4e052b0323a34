//! The matches of a folder as a list, each with what is known of it already: nothing is analyzed for it. Each can be
//! had as a session of its own.

use super::errors::Decided;
use crate::analysis::{Performances, Phase, ScoreKind};
use crate::board::{ByPlayer, Player};
use crate::formats::detect;
use crate::session::error::refused;
use crate::session::files::{contents_of, kept_analysis, matches_of};
use crate::session::reply::{
    Figures, FolderList, FolderPerformanceReply, FolderPlayer, ListedMatch, MatchPerformance, RatedGroup, Reply,
    WorstError,
};
use crate::session::{Session, SessionError};
use crate::settings::quoted;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
                Err(error) => {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    faults.push(format!("{name}: {}", error.message));
                }
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
        let bytes = contents_of(file)?;
        let format = detect(&bytes).ok_or_else(|| refused("gammon does not know this format"))?;
        let mut played = format.read(&bytes, &self.read_options()).map_err(refused)?;
        if let Some(kept) = kept_analysis(self, &played, file) {
            played = kept;
        }
        let mut session = Self { stop: Arc::clone(&self.stop), ..self.fork() };
        session.rollouts.take_last();
        session.take_match(played);
        Ok(session)
    }

    fn listed(&self, file: PathBuf) -> ListedMatch {
        let end = self.record().games().last().map(|game| game.state(game.steps.len()).standing);
        let decided = self.decided();
        let performances = Player::BOTH.map(|player| self.match_performance(player, &decided));
        let info = self.table.info();
        let loss = |one: &&Decided| one.verdict.loss;
        let errors = decided.iter().filter(|one| one.verdict.is_error());
        let worst = errors.max_by(|a, b| loss(a).total_cmp(&loss(b)));
        ListedMatch {
            file,
            names: self.settings.names.clone(),
            date: info.date.map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)),
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

/// The sums for a player.
#[derive(Default)]
struct Known {
    all: Group,
    months: BTreeMap<String, Group>,
    events: BTreeMap<String, Group>,
    phases: BTreeMap<Phase, Group>,
    scores: BTreeMap<ScoreKind, Group>,
}

/// Matches and what was given up in them.
#[derive(Default)]
struct Group {
    matches: usize,
    performances: Performances,
}

impl Group {
    fn add(&mut self, performances: &Performances) {
        self.matches += 1;
        self.performances.merge(performances);
    }

    fn named(self, name: impl Into<String>) -> RatedGroup {
        RatedGroup { name: name.into(), matches: self.matches, rated: self.performances.into() }
    }
}

impl Session {
    /// `pr folder`: the performance ratings of all players of a folder, by month, event, phase and score, from the
    /// analyses that there are.
    pub(in crate::session) fn folder_performance(&self, folder: &str) -> Result<Reply, SessionError> {
        let list = self.list_folder(folder)?;
        let mut players: BTreeMap<String, Known> = BTreeMap::new();
        let mut missing = 0;
        for one in &list.matches {
            if one.performances.0.iter().all(|known| known.all.all().decisions == 0) {
                missing += 1;
                continue;
            }
            for player in Player::BOTH {
                let known = players.entry(one.names[player].clone()).or_default();
                let MatchPerformance { all, phases, scores } = &one.performances[player];
                known.all.add(all);
                if let Some(month) = one.date.as_ref().and_then(|date| date.get(..7)) {
                    known.months.entry(month.to_owned()).or_default().add(all);
                }
                if !one.event.is_empty() {
                    known.events.entry(one.event.clone()).or_default().add(all);
                }
                phases.iter().for_each(|(&phase, of)| known.phases.entry(phase).or_default().add(of));
                scores.iter().for_each(|(&score, of)| known.scores.entry(score).or_default().add(of));
            }
        }
        if players.is_empty() {
            let why = format!("{folder}: no match is analysed");
            return Err(SessionError::new(why).with_suggestion(format!("analyse folder {}", quoted(folder))));
        }
        let groups =
            |groups: BTreeMap<String, Group>| groups.into_iter().map(|(name, group)| group.named(name)).collect();
        let player = |(name, known): (String, Known)| FolderPlayer {
            all: known.all.named(name),
            months: groups(known.months),
            events: groups(known.events),
            phases: known.phases.into_iter().map(|(phase, group)| group.named(phase.name())).collect(),
            scores: known.scores.into_iter().map(|(score, group)| group.named(score.name())).collect(),
        };
        let mut players: Vec<FolderPlayer> = players.into_iter().map(player).collect();
        // Those with most matches first; the names are in order already.
        players.sort_by_key(|player| std::cmp::Reverse(player.all.matches));
        let (folder, faults) = (list.folder, list.faults);
        Ok(Reply::figures(Figures::FolderPerformance(FolderPerformanceReply { folder, players, missing, faults })))
    }
}
