//! `pr`: the performance ratings of both players, and where they come from.

use super::errors::Decided;
use crate::analysis::{Action, Performance, Phase};
use crate::board::Player;
use crate::record::Event;
use crate::session::reply::{Figures, PerformanceReply, PlayerPerformance, Rated, Reply};
use crate::session::{Session, SessionError};

impl Session {
    /// `pr`.
    pub(in crate::session) fn show_performance(&self) -> Result<Reply, SessionError> {
        if self.state().shown().is_none() {
            return Err(SessionError::no_game());
        }
        let decided = self.decided();
        if !decided.iter().any(|one| one.verdict.counts) {
            return Err(SessionError::new("the match is not analysed").with_suggestion("analyse match"));
        }
        let steps = self.record().games().iter().flat_map(|game| &game.steps);
        let missing = steps.filter(|step| matches!(step.event, Event::Play(_)) && step.note.plays.is_none()).count();
        let players = Player::BOTH.map(|player| self.performance_of(player, &decided));
        Ok(Reply::figures(Figures::Performance(PerformanceReply { players, missing })))
    }

    fn performance_of(&self, player: Player, decided: &[Decided]) -> PlayerPerformance {
        let own = || decided.iter().filter(|one| one.verdict.player == player);
        let rated = |is_meant: &dyn Fn(&Decided) -> bool| {
            let mut performance = Performance::default();
            own().filter(|one| is_meant(one)).for_each(|one| performance.add(&one.verdict));
            Rated::from(performance)
        };
        let is_play = |one: &Decided| one.verdict.action == Action::Play;
        let phase = |phase: Phase| (phase.name(), rated(&|one| self.phase_of(one) == Some(phase)));
        PlayerPerformance {
            player: self.settings.names[player].clone(),
            all: rated(&|_| true),
            plays: rated(&is_play),
            cube: rated(&|one| !is_play(one)),
            phases: Phase::ALL.map(phase).into_iter().filter(|(_, rated)| rated.decisions > 0).collect(),
            games: (0..self.record().games().len()).map(|game| rated(&|one| one.game == game)).collect(),
        }
    }

    /// The phase of the game in which a decision was made.
    fn phase_of(&self, decided: &Decided) -> Option<Phase> {
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
