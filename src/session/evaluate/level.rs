//! `hint` by a level: what plies keep is rolled out with the level's settings, and stands in the list with its name.

use crate::board::Position;
use crate::eval::{Class, CubeDecision, Interrupted, Look};
use crate::level::{Level, Looker, cube_gap};
use crate::movegen::Play;
use crate::record::Game;
use crate::rollout::{JobKind, Observer};
use crate::scoring::CubeInfo;
use crate::session::Session;
use crate::session::reply::{CubeReply, PlaysReply, RolledCandidate, RolloutReply};
use crate::session::rollout::{Decision, Plan, show_rollout};
use std::cmp::Ordering;
use std::sync::Arc;

impl Session {
    /// A list of plays by plies, best first, in which those that the level keeps have its values, and come first: with
    /// the play that was made, if it is among them. Where plies leave one play only, they have answered.
    pub(super) fn plays_by_level(
        &self,
        level: Level,
        mut plays: PlaysReply,
        game: &Game,
        info: &CubeInfo,
        made: Option<&Position>,
        observer: &mut dyn Observer,
    ) -> Result<PlaysReply, Interrupted> {
        let deepest = plays.candidates.first().map(|play| play.ply);
        let deep = plays.candidates.iter().take_while(|play| Some(play.ply) == deepest);
        let kept = level.keeps(deep.map(|play| play.cubeful.equity));
        let all = plays.candidates.iter().enumerate();
        let looked_at = all.filter(|(i, play)| *i < kept || made.is_some_and(|made| play.play.result == *made));
        let looked_at: Vec<usize> = looked_at.map(|(i, _)| i).collect();
        if plays.is_exact || looked_at.len() < 2 {
            return Ok(plays);
        }
        let named: Vec<Play> = looked_at.iter().map(|&i| plays.candidates[i].play.clone()).collect();
        let plan = self.decision_of(game).plan_plays(&named);
        let searcher = self.searcher();
        let looker = Looker::of(&searcher, plays.is_cubeful);
        let chosen = || looked_at.iter().map(|&i| &plays.candidates[i]);
        let is_alike = chosen().all(|play| Some(play.ply) == deepest);
        let found = chosen().map(|play| play.cubeful.equity).collect();
        let look = deepest.filter(|_| is_alike).map(|ply| Look::new(ply, Class::of(&game.position), found, None));
        let rollout = Arc::new(self.by_level(level, &looker, plan, look, (game, info), observer)?);
        for (candidate, i) in looked_at.into_iter().enumerate() {
            show_rollout(&mut plays.candidates[i], RolledCandidate { rollout: Arc::clone(&rollout), candidate });
        }
        plays.candidates.sort_by(|a, b| match (&a.judged, &b.judged) {
            (Some(_), Some(_)) => b.cubeful.equity.total_cmp(&a.cubeful.equity),
            (None, None) => Ordering::Equal,
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        plays.rank();
        Ok(plays)
    }

    /// The cube decision by the level; `None` where it is not close by plies, which then have answered, or where nobody
    /// may double.
    pub(super) fn cube_by_level(
        &self,
        level: Level,
        (ply, by_plies): (u8, &CubeDecision),
        game: &Game,
        info: &CubeInfo,
        observer: &mut dyn Observer,
    ) -> Result<Option<CubeReply>, Interrupted> {
        if cube_gap(&by_plies.values) > level.recipe().cube_margin {
            return Ok(None);
        }
        let Ok(plan) = self.decision_of(game).plan_cube(&self.settings.names, self.engine.met()) else {
            return Ok(None);
        };
        let searcher = self.searcher();
        let look = Some(Look::of_cube(ply, Class::of(&game.position), &by_plies.values));
        let rollout =
            Arc::new(self.by_level(level, &Looker::of(&searcher, true), plan, look, (game, info), observer)?);
        Ok(self.cube_by_rollout(&rollout, game, info))
    }

    fn by_level(
        &self,
        level: Level,
        looker: &Looker,
        plan: Plan,
        look: Option<Look>,
        (game, info): (&Game, &CubeInfo),
        observer: &mut dyn Observer,
    ) -> Result<RolloutReply, Interrupted> {
        // The roll is a part of the question about plays only.
        let roll = game.dice.filter(|_| plan.kind() == JobKind::Plays);
        let settings = looker.settings(level, &game.position, roll, info);
        let order = looker.order(plan.job.clone(), look, &settings);
        let rollout = looker.roll_out(&order, self.settings.threads, observer)?;
        Ok(self.reply_of_level(level, plan, order, rollout))
    }

    /// The decision of a game on the table.
    pub(in crate::session) fn decision_of(&self, game: &Game) -> Decision {
        Decision { standing: self.state().standing, state: self.match_state(game), game: *game }
    }
}
