//! `hint in TIME` and `analyse match in TIME`: the cheapest look first, then deeper where the decision is still close,
//! as long as there is time. The clock decides how deep; every number is that of its look, whoever asks for it.

use crate::analysis::{
    AnalysisSettings, LevelLook, Scope, analyze_steps, doubtful_first, expected_rise, looks_by_level,
};
use crate::board::Player;
use crate::command::Part;
use crate::eval::CubeValues;
use crate::level::{Rung, cube_gap, play_gap};
use crate::record::{Game, Method, Pending, Record};
use crate::rollout::{Control, Observer, Progress};
use crate::scoring::CubeInfo;
use crate::session::error::refused;
use crate::session::reply::{CubeReply, PlaysReply, Reply};
use crate::session::{Host, Session, SessionError};
use crate::settings::EvaluationSettings;
use crate::threads::in_background;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A host's clock, which ends a rollout when the time is up.
struct Deadline<'a> {
    host: &'a mut dyn Host,
    at: Duration,
}

impl Observer for Deadline<'_> {
    fn progress(&mut self, _: &Progress<'_>) -> Control {
        if self.host.clock() >= self.at { Control::Stop } else { Control::Continue }
    }
}

/// Stops work by the flag that it obeys when a time is over, also in the midst of a look. When it is dropped the flag
/// is lowered again, if it was raised here and not by the user.
struct Alarm {
    stop: Arc<AtomicBool>,
    rung: Arc<AtomicBool>,
    watch: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

impl Alarm {
    /// An alarm after this time. Where the system has no thread for it, it [rings](Self::ring) only when it is told to.
    fn set(stop: &Arc<AtomicBool>, after: Duration) -> Self {
        let (stop, rung) = (Arc::clone(stop), Arc::new(AtomicBool::new(false)));
        let (off, is_off) = mpsc::channel();
        let (flag, has_rung) = (Arc::clone(&stop), Arc::clone(&rung));
        let wait = move || {
            if is_off.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                raise(&flag, &has_rung);
            }
        };
        let watch = in_background("alarm", wait).ok().map(|watch| (off, watch));
        Self { stop, rung, watch }
    }

    fn ring(&self) {
        raise(&self.stop, &self.rung);
    }

    fn has_rung(&self) -> bool {
        self.rung.load(Ordering::Relaxed)
    }
}

/// Raises the flag, and notes that it was not the user.
fn raise(stop: &AtomicBool, rung: &AtomicBool) {
    if !stop.swap(true, Ordering::Relaxed) {
        rung.store(true, Ordering::Relaxed);
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some((off, watch)) = self.watch.take() {
            drop(off);
            // The thread has nothing to say.
            let _ = watch.join();
        }
        if self.has_rung() {
            self.stop.store(false, Ordering::Relaxed);
        }
    }
}

/// How long a ladder may go on, and what the last rung took.
struct Budget {
    at: Duration,
    begun: Duration,
    last: Duration,
}

impl Budget {
    fn new(time: Duration, host: &dyn Host) -> Self {
        let now = host.clock();
        Self { at: now + time, begun: now, last: Duration::ZERO }
    }

    /// A rung is done.
    fn done(&mut self, host: &dyn Host) {
        let now = host.clock();
        (self.last, self.begun) = (now.saturating_sub(self.begun), now);
    }

    /// Whether this rung, the next, is worth beginning.
    fn has_time_for(&self, rung: Rung, host: &dyn Host) -> bool {
        host.clock() + self.last * rung.times_as_long() <= self.at
    }
}

/// Why a ladder ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::session) enum Ended {
    /// A deeper look would hardly change the answer.
    NotClose,
    /// There is no deeper look.
    Top,
    /// The time is up, or too short for the next rung.
    Time,
    /// The user has stopped it.
    Stopped,
}

impl Ended {
    const fn words(self) -> &'static str {
        match self {
            Self::NotClose => "the decision is not close",
            Self::Top => "there is no deeper one",
            Self::Time => "the time is up",
            Self::Stopped => "you stopped it",
        }
    }
}

impl Session {
    /// `hint in TIME`.
    pub(in crate::session) fn hint_within(
        &mut self,
        time: Duration,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let is_cube = game.dice.is_none();
        // The answers to resignations and beavers take no time.
        if game.pending.is_some_and(|pending| pending != Pending::Double) || game.beavers > 0 {
            return self.hint(None);
        }
        let info = self.cube_info()?;
        let mut budget = Budget::new(time, host);
        let (rung, ended, reply) = if is_cube {
            self.cube_within(&game, &info, &mut budget, host)?
        } else {
            self.plays_within(&game, &info, &mut budget, host)?
        };
        Ok(Reply::Many(vec![Reply::Message(format!("the last look was {rung}: {}", ended.words())), reply]))
    }

    fn plays_within(
        &mut self,
        game: &Game,
        info: &CubeInfo,
        budget: &mut Budget,
        host: &mut dyn Host,
    ) -> Result<(Rung, Ended, Reply), SessionError> {
        let dice = game.dice.ok_or_else(SessionError::no_game)?;
        let (hints, mut by_plies) = (self.settings.hints(), None);
        let look = |rung: Rung, is_first: bool, deadline: &mut Deadline<'_>| match rung {
            Rung::Plies(plies) => {
                let chequerplay = hints.chequerplay.with_plies(plies);
                let settings = EvaluationSettings { chequerplay, chequer_level: None, ..hints.clone() };
                let (plays, is_whole) = self.plays_by(&settings, game, info, dice);
                by_plies = Some(plays.clone());
                (is_whole || is_first).then_some(plays).ok_or_else(|| self.why_cut_short())
            }
            Rung::Level(level) => {
                let plays = by_plies.clone().ok_or(Ended::Top)?;
                let made = self.made_here().map(|play| play.result);
                let found = self.plays_by_level(level, plays, game, info, made.as_ref(), deadline);
                found.map_err(|_| self.why_cut_short())
            }
        };
        let is_far = |plays: &PlaysReply, rung: Rung| gap(plays) > rung.margins()[0];
        let is_final = |plays: &PlaysReply| plays.n_legal <= 1 || plays.is_exact || plays.candidates.is_empty();
        let (rung, ended, plays) = self.up_the_ladder(budget, host, look, is_far, is_final)?;
        if plays.candidates.is_empty() {
            return Ok((rung, ended, Reply::Message(format!("no legal play for {dice}"))));
        }
        Ok((rung, ended, self.list_plays(plays, None)))
    }

    /// Looks rung by rung while there is time and the decision is close: the last look, and why it was the last. `look`
    /// is told whether it is the first, which is always made; after one that `is_final` there is nothing to find.
    fn up_the_ladder<T>(
        &self,
        budget: &mut Budget,
        host: &mut dyn Host,
        mut look: impl FnMut(Rung, bool, &mut Deadline<'_>) -> Result<T, Ended>,
        is_far: impl Fn(&T, Rung) -> bool,
        is_final: impl Fn(&T) -> bool,
    ) -> Result<(Rung, Ended, T), SessionError> {
        let mut best = None;
        let mut ended = Ended::Top;
        for rung in Rung::LADDER {
            let looked = match &best {
                Some(_) if self.is_stopped() => Err(Ended::Stopped),
                Some((_, found)) if is_far(found, rung) => Err(Ended::NotClose),
                Some(_) if !budget.has_time_for(rung, host) => Err(Ended::Time),
                _ => look(rung, best.is_none(), &mut Deadline { at: budget.at, host: &mut *host }),
            };
            match looked {
                Ok(found) => best = Some((rung, found)),
                Err(why) => {
                    ended = why;
                    break;
                }
            }
            budget.done(host);
            if best.as_ref().is_some_and(|(_, found)| is_final(found)) {
                ended = Ended::NotClose;
                break;
            }
        }
        let (rung, found) = best.ok_or_else(SessionError::stopped)?;
        Ok((rung, ended, found))
    }

    /// Why a look ended before it was done.
    fn why_cut_short(&self) -> Ended {
        if self.is_stopped() { Ended::Stopped } else { Ended::Time }
    }

    fn cube_within(
        &self,
        game: &Game,
        info: &CubeInfo,
        budget: &mut Budget,
        host: &mut dyn Host,
    ) -> Result<(Rung, Ended, Reply), SessionError> {
        let seen = |reply: CubeReply| if game.pending.is_some() { reply.for_answerer() } else { reply };
        let settings = self.settings.hints().cubedecision;
        let mut decision = None;
        let look = |rung: Rung, _, deadline: &mut Deadline<'_>| match rung {
            Rung::Plies(plies) => {
                let found = self.searcher().cube_decision(&game.position, info, &settings.with_plies(plies)).ok();
                decision = found.map(|found| (plies, found)).or(decision);
                found.map(|found| self.cube_reply(&found, plies, game, info)).ok_or_else(|| self.why_cut_short())
            }
            Rung::Level(level) => {
                let (ply, decision) = decision.as_ref().ok_or(Ended::Top)?;
                let found = self.cube_by_level(level, (*ply, decision), game, info, deadline);
                found.map_err(|_| self.why_cut_short())?.ok_or(Ended::NotClose)
            }
        };
        let is_far = |reply: &CubeReply, rung: Rung| {
            // The reply of a level has its own values, as no evaluation has them.
            let [no_double, double_take, double_pass] =
                [reply.no_double, reply.double_take, reply.double_pass].map(|worth| worth.equity);
            cube_gap(&CubeValues { no_double, double_take, double_pass }) > rung.margins()[1]
        };
        let is_final = |reply: &CubeReply| reply.is_exact || reply.verdict.is_none();
        let (rung, ended, reply) = self.up_the_ladder(budget, host, look, is_far, is_final)?;
        Ok((rung, ended, Reply::Cube(Box::new(seen(reply)))))
    }

    /// `analyse match in TIME`.
    pub(in crate::session) fn analyse_within(
        &mut self,
        part: Part,
        time: Duration,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let scope = self.scope(part)?;
        let at = host.clock() + time;
        let mut record = self.record().clone();
        let ended = self.climb(&mut record, scope, at, host)?;
        self.table.restore(record);
        self.keep_preference();
        let mut lines = vec![format!("{}; {}", ended.words(), self.told_of_looks(scope))];
        lines.extend(self.told_of_errors(scope));
        lines.extend(self.told_of_rise(scope));
        Ok(Reply::Message(lines.join("\n")))
    }

    /// Analyzes until the time is up: everything by plies, then look by look by levels.
    fn climb(
        &self,
        record: &mut Record,
        scope: Scope,
        at: Duration,
        host: &mut dyn Host,
    ) -> Result<Ended, SessionError> {
        let (evaluator, met) = (self.game_evaluator(), self.engine.met());
        for rung in Rung::LADDER.into_iter().filter(|rung| matches!(rung, Rung::Plies(_))) {
            let settings = self.settings.analysis.at(rung);
            let steps = doubtful_first(record, scope, &evaluator, met);
            let ended = self.look_until(record, &steps, &settings, at, [0, steps.len()], host)?;
            if ended != Ended::Top {
                return Ok(ended);
            }
        }
        let mut tried = BTreeMap::new();
        let mut done = 0;
        loop {
            let looks = looks_by_level(record, scope, &|place| tried.get(&place).copied(), &evaluator, met);
            let Some(LevelLook { level, .. }) = looks.first().copied() else { return Ok(Ended::Top) };
            // For each thread looks of a second are chosen at once, or two that take longer.
            let at_once = self.settings.threads * ((1_000.0 / level.recipe().milliseconds) as usize).max(2);
            let alike = looks.iter().filter(|look| look.level == level).take(at_once);
            let steps: Vec<_> = alike.map(|look| look.place).collect();
            let settings = self.settings.analysis.at(Rung::Level(level));
            let ended = self.look_until(record, &steps, &settings, at, [done, done + looks.len()], host)?;
            if ended != Ended::Top {
                return Ok(ended);
            }
            done += steps.len();
            tried.extend(steps.into_iter().map(|place| (place, level)));
        }
    }

    /// Analyzes some steps of a record until the time is up; [`Ended::Top`] when that was enough for all of them. The
    /// host is told how many are done before them, and of how many.
    pub(in crate::session) fn look_until(
        &self,
        record: &mut Record,
        steps: &[(usize, usize)],
        settings: &AnalysisSettings,
        at: Duration,
        [before, of]: [usize; 2],
        host: &mut dyn Host,
    ) -> Result<Ended, SessionError> {
        if host.clock() >= at {
            return Ok(Ended::Time);
        }
        let threads = self.settings.threads;
        let alarm = Alarm::set(&self.stop, at.saturating_sub(host.clock()));
        let mut tell = |done: usize, _: usize| {
            host.analyzes(before + done, of);
            if host.clock() >= at {
                alarm.ring();
            }
        };
        analyze_steps(record, steps, settings, threads, &|| self.searcher(), &mut tell).map_err(refused)?;
        Ok(match (alarm.has_rung(), self.is_stopped()) {
            (true, _) => Ended::Time,
            (false, true) => Ended::Stopped,
            (false, false) => Ended::Top,
        })
    }

    /// How much higher a perfect analysis is expected to find the PR of each player.
    fn told_of_rise(&self, scope: Scope) -> Option<String> {
        let (evaluator, met) = (self.game_evaluator(), self.engine.met());
        let rise = expected_rise(&self.record().games()[scope.games(self.record())], &evaluator, met);
        let told = |player: Player| Some(format!("{} by {:.2}", self.settings.names[player], rise[player].rating()?));
        let told: Vec<_> = Player::BOTH.into_iter().filter_map(told).collect();
        (!told.is_empty()).then(|| format!("a perfect analysis is expected to raise the PR of {}", told.join(", of ")))
    }

    /// How the decisions of a part of the record were looked at: `2-ply 80, roller 12`.
    fn told_of_looks(&self, scope: Scope) -> String {
        let mut looks: BTreeMap<(u8, u32, String), usize> = BTreeMap::new();
        for game in scope.games(self.record()) {
            for (step, entry) in self.record().games()[game].steps.iter().enumerate() {
                let plays = entry.note.plays.as_ref().map(|plays| &plays.plays[0].method);
                let methods = plays.into_iter().chain(entry.note.cube.as_ref().map(|cube| &cube.method));
                for method in methods.filter(|_| scope.contains(game, step)) {
                    let (kind, depth, ..) = method.rank();
                    let depth = if matches!(method, Method::Rollout { .. }) { 0 } else { depth };
                    *looks.entry((kind, depth, method.name())).or_default() += 1;
                }
            }
        }
        let looks: Vec<_> = looks.into_iter().map(|((.., name), n)| format!("{name} {n}")).collect();
        format!("decisions by {}", looks.join(", "))
    }
}

/// How far the second of the plays that were looked at as the best was is behind it.
fn gap(plays: &PlaysReply) -> f32 {
    let is_judged = plays.candidates.first().is_some_and(|best| best.judged.is_some());
    let deepest = plays.candidates.first().map(|best| best.ply);
    let same = plays.candidates.iter().filter(|play| play.judged.is_some() == is_judged && Some(play.ply) == deepest);
    play_gap(same.map(|play| play.cubeful.equity))
}
