//! `pr`: the performance ratings of both players, and where they come from.

use super::facts::begun;
use crate::analysis::{Performances, Statistics};
use crate::board::Player;
use crate::command::PlayerName;
use crate::library::Facts;
use crate::record::{Event, GameRecord};
use crate::session::reply::{
    Figures, MatchPerformance, PerformanceReply, PlayerPerformance, RatedGame, RatedParts, Reply,
};
use crate::session::{Session, SessionError};

impl Session {
    /// `pr`.
    pub(in crate::session) fn show_performance(&self, player: Option<&PlayerName>) -> Result<Reply, SessionError> {
        let facts = self.facts();
        if !facts.iter().any(|one| one.judged.is_some_and(|judged| judged.counts)) {
            return Err(self.not_analysed());
        }
        let seats = player.map_or(Ok(Player::BOTH.to_vec()), |player| self.seat(player).map(|seat| vec![seat]))?;
        let steps = self.record().games().iter().flat_map(|game| &game.steps);
        let missing = steps.filter(|step| matches!(step.event, Event::Play(_)) && step.note.plays.is_none()).count();
        let players = seats.iter().map(|&player| self.performance_of(player, &facts)).collect();
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

    fn performance_of(&self, player: Player, facts: &[Facts]) -> PlayerPerformance {
        let MatchPerformance { all, phases, scores } = match_performance(player, facts);
        let game = |(number, game): (usize, &GameRecord)| {
            let mut performances = Performances::default();
            let own = facts.iter().filter(|one| one.player == player && usize::from(one.game) == number);
            own.for_each(|one| one.add_to(&mut performances));
            RatedGame { score: begun(game).standing.points().0, rated: performances.into() }
        };
        let all = RatedParts::from(all);
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

    /// What is known of every decision of the record.
    pub(super) fn facts(&self) -> Vec<Facts> {
        Facts::of_games(self.record().games(), self.engine.met())
    }
}

/// The decisions of a player that count, by phase and by score.
pub(super) fn match_performance(player: Player, facts: &[Facts]) -> MatchPerformance {
    let mut known = MatchPerformance::default();
    for one in facts.iter().filter(|one| one.player == player && one.is_rated()) {
        one.add_to(&mut known.all);
        one.add_to(known.phases.entry(one.phase).or_default());
        one.add_to(known.scores.entry(one.score).or_default());
    }
    known
}
