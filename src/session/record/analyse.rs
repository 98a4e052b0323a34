//! `analyse …` and `show statistics …`: errors and luck of the record.

use crate::analysis::{AnalysisSettings, Class, Done, Faults, Scope, Statistics, analyze};
use crate::board::Player;
use crate::command::{Analyse, Part};
use crate::formats::Extent;
use crate::record::Record;
use crate::session::error::refused;
use crate::session::reply::{Reply, StatisticsReply};
use crate::session::{Host, Session, SessionError};
use crate::settings::OutputStyle;
use crate::words::counted;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Session {
    pub(in crate::session) fn analyse(&mut self, analyse: Analyse, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match analyse {
            Analyse::Part(part) => self.analyse_part(part, false, host),
            Analyse::Again(part) => self.analyse_part(part, true, host),
            Analyse::Within(part, time) => self.analyse_within(part, time, host),
            Analyse::Clear(part) => self.clear_analysis(part),
            Analyse::RolloutMarked(part) => self.rollout_marked(part, host),
            Analyse::RolloutClose => self.rollout_close(host),
        }
    }

    /// Analyzes a part of the record; with `again` also what is judged as deeply already. Stopped, it keeps what it has
    /// found.
    fn analyse_part(&mut self, part: Part, again: bool, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let scope = self.scope(part)?;
        let mut record = self.record().clone();
        let settings = AnalysisSettings { again, speaks: again, ..self.settings.analysis.clone() };
        let done = self.analyze(&mut record, scope, &settings, host)?;
        self.table.restore(record);
        self.keep_preference();
        if done.is_stopped() && !self.is_stopped() {
            return Err(SessionError::new("the analysis ended early"));
        }
        let mut lines = Vec::new();
        if done.is_stopped() {
            let Done { analyzed, of } = done;
            lines.push(format!(
                "stopped: {analyzed} of {of} decisions and rolls are analysed; `analyse {}` goes on",
                part.word()
            ));
        }
        // One decision is shown as stepping to it shows it.
        if let Some(decision) = self.decision_here().filter(|_| part == Part::Move) {
            let told = (!lines.is_empty()).then(|| Reply::Message(lines.join("\n")));
            return Ok(Reply::of_all(told.into_iter().chain([decision]).collect()));
        }
        lines.extend(self.told_of_errors(scope));
        if !again {
            lines.extend(self.told_of_higher(part, scope));
        }
        if lines.is_empty() {
            lines.push("nothing has been played here yet: `open match.mat` reads a match".to_owned());
        }
        Ok(Reply::Message(lines.join("\n")))
    }

    /// The decisions that keep a verdict of a higher level than that of the analysis. GNU Backgammon says nothing.
    fn told_of_higher(&self, part: Part, scope: Scope) -> Option<String> {
        let of_settings = [self.settings.analysis.method_of_plays(), self.settings.analysis.method_of_cubes()];
        let mut kept: BTreeMap<String, usize> = BTreeMap::new();
        for game in scope.games(self.record()) {
            let steps = self.record().games()[game].steps.iter().enumerate();
            for (_, entry) in steps.filter(|(step, _)| scope.contains(game, *step)) {
                let plays = entry.note.plays.as_ref().map(|plays| &plays.plays[0].method);
                let judged = [plays, entry.note.cube.as_ref().map(|cube| &cube.method)];
                for (is, of) in judged.into_iter().zip(&of_settings) {
                    if let Some(is) = is.filter(|is| is.rank() > of.rank()) {
                        *kept.entry(is.name()).or_default() += 1;
                    }
                }
            }
        }
        let total: usize = kept.values().sum();
        let is_told = total > 0 && self.settings.output.style != OutputStyle::Gnubg;
        let names: Vec<_> = kept.into_iter().map(|(name, n)| format!("{name} {n}")).collect();
        is_told.then(|| {
            format!(
                "a higher verdict stays with {}: {}\n`analyse {} again` judges these by {}, too, and keeps both verdicts",
                counted(total, "decision"),
                names.join(", "),
                part.word(),
                of_settings[0].name(),
            )
        })
    }

    /// Analyzes a part of any record with the engine of now.
    pub(in crate::session) fn analyze(
        &self,
        record: &mut Record,
        scope: Scope,
        settings: &AnalysisSettings,
        host: &mut dyn Host,
    ) -> Result<Done, SessionError> {
        let threads = self.settings.threads;
        let mut tell = |done, of| host.analyzes(done, of);
        analyze(record, scope, settings, threads, &|| self.searcher(), &mut tell).map_err(refused)
    }

    /// The steps of the record that a word stands for.
    pub(in crate::session) fn scope(&self, part: Part) -> Result<Scope, SessionError> {
        self.begun()?;
        let (game, step) = self.record().cursor();
        match part {
            Part::Match | Part::Session => Ok(Scope::All),
            Part::Game => Ok(Scope::Game(game)),
            Part::Move => {
                let steps = &self.record().games()[game].steps;
                if step == steps.len() {
                    return Err(SessionError::new("this decision has not been made yet").with_suggestion("hint"));
                }
                Ok(Scope::Steps { game, first: self.table.begin_of_turn(game, step), last: step })
            }
        }
    }

    fn clear_analysis(&mut self, part: Part) -> Result<Reply, SessionError> {
        let scope = self.scope(part)?;
        let mut cleared = 0;
        for (game, notes) in self.table.notes_mut().enumerate() {
            for (_, (_, note)) in notes.enumerate().filter(|(step, _)| scope.contains(game, *step)) {
                let before = note.clone();
                note.clear_analysis();
                cleared += usize::from(*note != before);
            }
        }
        Ok(Reply::Message(match cleared {
            0 => "there was no analysis".to_owned(),
            1 => "the analysis of one decision or roll is forgotten".to_owned(),
            n => format!("the analysis of {} and rolls is forgotten", counted(n, "decision")),
        }))
    }

    fn statistics_of(&self, scope: Scope) -> Statistics {
        let thresholds = &self.settings.analysis.thresholds;
        let games = &self.record().games()[scope.games(self.record())];
        match scope {
            Scope::All => Statistics::of_games(games, self.engine.met(), thresholds),
            _ => Statistics::of_game(&games[0], self.engine.met(), thresholds),
        }
    }

    pub(in crate::session) fn show_statistics(&self, part: Part) -> Result<Reply, SessionError> {
        let reply = self.whole_statistics(part)?;
        let statistics = &reply.statistics;
        if !(statistics.has_plays() || statistics.has_luck() || statistics.has_cube()) {
            let suggestion = format!("analyse {}", part.word());
            return Err(SessionError::new(format!("the {} is not analysed", part.word())).with_suggestion(suggestion));
        }
        Ok(Reply::Statistics(Arc::new(reply)))
    }

    /// The statistics, whether there is an analysis or not.
    ///
    /// # Errors
    /// When there is no game.
    pub fn whole_statistics(&self, part: Part) -> Result<StatisticsReply, SessionError> {
        Ok(StatisticsReply {
            part,
            names: self.settings.names.clone(),
            is_match: self.state().standing.length() > 0,
            statistics: self.statistics_of(self.scope(part)?),
            error_rate_factor: self.settings.error_rate_factor,
            rating_offset: self.settings.rating_offset,
        })
    }

    /// Errors and luck of what is exported, where there is an analysis.
    pub fn statistics_for(&self, extent: Extent) -> Option<Arc<StatisticsReply>> {
        let part = match extent {
            Extent::Position => return None,
            Extent::Game => Part::Game,
            Extent::Match => Part::Match,
            Extent::Session => Part::Session,
        };
        match self.show_statistics(part) {
            Ok(Reply::Statistics(reply)) => Some(reply),
            _ => None,
        }
    }

    /// Errors of both players in a line each.
    pub(in crate::session) fn told_of_errors(&self, scope: Scope) -> Vec<String> {
        let statistics = match scope {
            Scope::Steps { .. } => return self.told_of_decision(scope),
            _ => self.statistics_of(scope),
        };
        let line = |player: Player| {
            let one = &statistics.players[player];
            let rating = one.performances.all().rating()?;
            let told = |faults: Faults| match (counted(faults.errors, "error"), faults.blunders) {
                (errors, 0) => errors,
                (errors, blunders) => format!("{errors} ({})", counted(blunders, "blunder")),
            };
            Some(format!(
                "{}: PR {rating:.1}, {}; {} in plays, {} with the cube; {:.3} given up, {:.3} with the cube",
                self.settings.names[player],
                Class::of(rating).name(),
                told(one.plays.faults),
                told(one.cube.faults),
                one.error().equity,
                one.cube.error().equity,
            ))
        };
        Player::BOTH.into_iter().filter_map(line).collect()
    }

    /// The analysis of the decision at the cursor, as lines.
    fn told_of_decision(&self, scope: Scope) -> Vec<String> {
        let Scope::Steps { game, .. } = scope else { return Vec::new() };
        let verdicts = crate::analysis::verdicts(
            &self.record().games()[game],
            self.engine.met(),
            &self.settings.analysis.thresholds,
        );
        let here = verdicts.iter().filter(|verdict| scope.contains(game, verdict.step));
        let told = |verdict: &crate::analysis::Verdict| {
            let mark = verdict.mark.map_or("no error", |mark| mark.name());
            let (name, action) = (&self.settings.names[verdict.player], verdict.action.name());
            match verdict.loss {
                0.0 => format!("{name}: {action} is right"),
                loss => format!("{name}: {action} gives up {loss:.3} ({mark})"),
            }
        };
        here.map(told).collect()
    }
}
