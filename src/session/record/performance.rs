//! `pr`: the performance ratings of both players, and where they come from.

use super::errors::Decided;
use super::facts::begun;
use crate::analysis::{Performances, Phase, ScoreKind, Statistics};
use crate::board::Player;
use crate::command::PlayerName;
use crate::record::{Event, GameRecord};
use crate::session::reply::{
    Figures, MatchPerformance, PerformanceReply, PlayerPerformance, RatedGame, RatedParts, Reply,
};
use crate::session::{Session, SessionError};

impl Session {
    /// `pr`.
    pub(in crate::session) fn show_performance(&self, player: Option<&PlayerName>) -> Result<Reply, SessionError> {
        let decided = self.decided();
        if !decided.iter().any(|one| one.verdict.counts) {
            return Err(self.not_analysed());
        }
        let seats = player.map_or(Ok(Player::BOTH.to_vec()), |player| self.seat(player).map(|seat| vec![seat]))?;
        let steps = self.record().games().iter().flat_map(|game| &game.steps);
        let missing = steps.filter(|step| matches!(step.event, Event::Play(_)) && step.note.plays.is_none()).count();
        let players = seats.iter().map(|&player| self.performance_of(player, &decided)).collect();
        let statistics =
            Statistics::of_games(self.record().games(), self.engine.met(), &self.settings.analysis.thresholds);
        let is_match = statistics.length > 0;
        let even = if is_match { 0.5 } else { 0.0 };
        let adjusted = statistics.luck_adjusted();
        let is_known = statistics.is_over && statistics.has_luck() && statistics.missing.rolls == 0;
        let without_luck = is_known.then(|| {
            let of = |player: &Player| if *player == Player::Top { even + adjusted } else { even - adjusted };
            seats.iter().map(of).collect()
        });
        Ok(Reply::figures(Figures::Performance(PerformanceReply { players, missing, without_luck, is_match })))
    }

    fn performance_of(&self, player: Player, decided: &[Decided]) -> PlayerPerformance {
        let known = self.match_performance(player, decided);
        let MatchPerformance { all, phases, scores } = &known;
        let game = |(number, game): (usize, &GameRecord)| {
            let mut performances = Performances::default();
            let own = decided.iter().filter(|one| one.verdict.player == player && one.game == number);
            own.for_each(|one| performances.add(&one.verdict));
            RatedGame { score: begun(game).standing.points().0, rated: performances.into() }
        };
        let all = RatedParts::from(*all);
        PlayerPerformance {
            player: self.settings.names[player].clone(),
            all: all.all,
            plays: all.plays,
            cube: all.cube,
            phases: phases.iter().map(|(phase, rated)| (phase.name(), (*rated).into())).collect(),
            scores: scores.iter().map(|(score, rated)| (score.name(), (*rated).into())).collect(),
            games: self.record().games().iter().enumerate().map(game).collect(),
        }
    }

    /// The decisions of a player that count, by phase and by score.
    pub(super) fn match_performance(&self, player: Player, decided: &[Decided]) -> MatchPerformance {
        let mut known = MatchPerformance::default();
        for one in decided.iter().filter(|one| one.verdict.player == player && one.verdict.rated) {
            known.all.add(&one.verdict);
            if let Some(phase) = self.phase_of(one) {
                known.phases.entry(phase).or_default().add(&one.verdict);
            }
            let score = ScoreKind::of(&begun(&self.record().games()[one.game]).standing, player);
            known.scores.entry(score).or_default().add(&one.verdict);
        }
        known
    }

    /// The phase of the game in which a decision was made.
    pub(super) fn phase_of(&self, decided: &Decided) -> Option<Phase> {
        let game = &self.record().games()[decided.game];
        let (step, player) = (decided.verdict.step, decided.verdict.player);
        let table = game.state(step).game?;
        let position = if table.on_roll == player { table.position } else { table.position.flipped() };
        let is_his = |&(i, step): &(usize, &crate::record::Step)| {
            let is_play = matches!(step.event, Event::Play(_) | Event::NoPlay);
            is_play && game.state(i).game.is_some_and(|game| game.on_roll == player)
        };
        Some(Phase::of(&position, game.steps[..step].iter().enumerate().filter(is_his).count()))
    }
}
