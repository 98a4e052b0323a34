//! The analysis of one event: a play, a cube action, a roll, a resignation.

use super::AnalysisSettings;
use super::by_level;
use super::luck::luck;
use crate::board::{Player, Roll};
use crate::eval::{Candidate, CubeDecision, EvalSettings, Evaluation, Interrupted, Outputs, Searcher};
use crate::level::Looker;
use crate::movegen::Play;
use crate::record::{
    CubeAnalysis, Event, Game, Method, Note, Numbers, PlayAnalysis, PlayValue, ResignationAnalysis, State, Step,
};
use crate::scoring::{CubeInfo, GameValue, Met, Mwc};
use std::cmp::Ordering;

/// Analyzes events, one after the other.
pub struct Analyst<'a> {
    searcher: Searcher,
    settings: &'a AnalysisSettings,
}

/// The analysis of an event; fields that the settings leave out are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    cube: Option<Box<CubeAnalysis>>,
    plays: Option<Box<PlayAnalysis>>,
    luck: Option<f32>,
    resignation: Option<ResignationAnalysis>,
}

impl Found {
    /// The findings but for the luck of a roll.
    #[must_use]
    pub fn without_luck(self) -> Self {
        Self { luck: None, ..self }
    }

    /// Writes what was found beside what is known. It [speaks](Note::enter_cube) by its rank, or where that is wanted.
    pub fn enter(self, note: &mut Note, speaks: bool) {
        let Self { cube, plays, luck, resignation } = self;
        cube.into_iter().for_each(|cube| note.enter_cube(*cube, speaks));
        plays.into_iter().for_each(|plays| note.enter_plays(*plays, speaks));
        note.luck = luck.or(note.luck);
        note.resignation = resignation.or(note.resignation);
    }
}

/// The roll that an event brings: it was rolled, or entered where nothing else changed.
pub fn roll_of(before: &State, step: &Step) -> Option<Roll> {
    match &step.event {
        Event::Roll(roll) => Some(*roll),
        Event::Begin { roll, .. } => *roll,
        Event::Set(after) => {
            let (was, is) = (before.game?, after.game?);
            let same = Game { dice: None, declined: was.declined, ..is } == was;
            is.dice.filter(|_| same && before.standing == after.standing)
        }
        _ => None,
    }
}

/// The cube seen by the side on roll, before any double that is pending.
pub fn cube_info(state: &State, game: &Game, met: &Met) -> CubeInfo {
    game.cube_info(state.standing.terms(), met)
}

impl<'a> Analyst<'a> {
    /// An analyst with a searcher of its own.
    pub const fn new(searcher: Searcher, settings: &'a AnalysisSettings) -> Self {
        Self { searcher, settings }
    }

    /// Starts the noise of the next event, so that it does not depend on what was analyzed before.
    pub const fn seed_noise(&mut self, seed: u64) {
        self.searcher.seed_noise(seed);
    }

    /// Analyzes an event by the settings. An earlier analysis that is at least as deep is left as it is.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn analyze(&mut self, before: &State, step: &Step) -> Result<Found, Interrupted> {
        let mut found = Found::default();
        let settings = self.settings;
        if let Some(roll) = roll_of(before, step) {
            let state = if matches!(step.event, Event::Begin { .. }) { &step.after } else { before };
            let Some(game) = &state.game else { return Ok(found) };
            let info = cube_info(state, game, self.searcher.met());
            if !settings.players[game.on_roll] {
                return Ok(found);
            }
            let is_opening = game.position == game.variation.starting_position();
            let begins = matches!(step.event, Event::Begin { .. });
            if settings.cube && !is_opening && !begins && game.may_turn_cube() && info.may_double() {
                found.cube = self.cube(game, &info, &step.note)?;
            }
            if settings.dice {
                found.luck = Some(luck(&mut self.searcher, &game.position, roll, &info, settings, is_opening)?);
            }
            return Ok(found);
        }
        let Some(game) = &before.game else { return Ok(found) };
        let info = cube_info(before, game, self.searcher.met());
        match &step.event {
            Event::Play(play) if settings.plays && settings.players[game.on_roll] => {
                found.plays = self.plays(game, play, &info, &step.note)?;
            }
            Event::Double | Event::Take | Event::Pass | Event::Beaver
                if settings.cube && settings.players[game.to_decide()] =>
            {
                found.cube = self.cube(game, &info, &step.note)?;
            }
            Event::Resign(value) if settings.cube && settings.players[game.to_decide()] => {
                found.resignation = Some(self.resignation(before, game, &info, game.to_decide(), *value)?);
            }
            _ => {}
        }
        Ok(found)
    }

    /// The plays of a roll by value, the one that was made among them at the depth of the best.
    fn plays(
        &mut self,
        game: &Game,
        made: &Play,
        info: &CubeInfo,
        note: &Note,
    ) -> Result<Option<Box<PlayAnalysis>>, Interrupted> {
        let settings = self.settings.chequerplay;
        let level = self.settings.chequer_level;
        let wanted = self.settings.method_of_plays();
        let known = note.plays.iter().map(|plays| &**plays).chain(&note.other_plays);
        if known.map(|known| &known.plays[0].method).any(|known| self.is_known(known, &wanted)) {
            return Ok(None);
        }
        let Some(roll) = game.dice else { return Ok(None) };
        let filters = self.settings.filters_of(&self.searcher);
        let mut candidates = self.searcher.rank_plays(&game.position, roll, info, &settings, &filters)?;
        let place = |candidates: &[Candidate]| candidates.iter().position(|one| one.play.result == made.result);
        let Some(at) = place(&candidates) else { return Ok(None) };
        let deepest = candidates[0].plies;
        if candidates[at].plies < deepest {
            self.deepen(&mut candidates[at], info, &settings.with_plies(deepest))?;
        }
        // A search that ended early because one play stood out has not looked at a blunder closely enough.
        let best = candidates[0].score();
        if deepest < settings.plies() && best - candidates[at].score() > self.settings.thresholds.doubtful {
            for i in [0, at] {
                self.deepen(&mut candidates[i], info, &settings)?;
            }
        }
        Candidate::list(&mut candidates);
        let mut plays: Vec<_> = candidates.into_iter().map(|candidate| value_of(candidate, &settings)).collect();
        if let Some(level) = level {
            let looker = Looker::of(&self.searcher, settings.cubeful);
            plays = by_level::plays(&looker, level, (&game.position, roll), info, plays, Some(&made.result))?;
        }
        let played = plays.iter().position(|value| value.play.result == made.result);
        Ok(Some(Box::new(PlayAnalysis { plays, played, told: None })))
    }

    fn deepen(
        &mut self,
        candidate: &mut Candidate,
        info: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<(), Interrupted> {
        candidate.evaluation = self.searcher.evaluate_play(&candidate.play.result, info, settings)?;
        candidate.plies = settings.plies();
        Ok(())
    }

    /// The cube decision of the player on roll.
    fn cube(&mut self, game: &Game, info: &CubeInfo, note: &Note) -> Result<Option<Box<CubeAnalysis>>, Interrupted> {
        let settings = self.settings.cubedecision;
        let level = self.settings.cube_level;
        let wanted = self.settings.method_of_cubes();
        let mut known = note.cube.iter().map(|cube| &**cube).chain(&note.other_cubes);
        if known.any(|known| self.is_known(&known.method, &wanted)) {
            return Ok(None);
        }
        let CubeDecision { values, outputs, equity, .. } =
            self.searcher.cube_decision(&game.position, info, &settings)?;
        let numbers = |cubeful| Numbers { outputs: outputs.0, cubeless: equity, cubeful };
        let mut found = CubeAnalysis {
            no_double: numbers(values.no_double),
            take: numbers(values.double_take),
            errors: None,
            method: method(&settings),
            told: None,
        };
        if let Some(level) = level {
            // The cube counts in a cube decision, whatever the plays of the look-ahead are chosen by.
            let looker = Looker::of(&self.searcher, true);
            found = by_level::cube(&looker, level, &game.position, info, &values, found)?;
        }
        Ok(Some(Box::new(found)))
    }

    /// Whether a value found so needs no evaluation in this way. What another program found at the same depth does.
    fn is_known(&self, known: &Method, wanted: &Method) -> bool {
        let order = known.rank().partial_cmp(&wanted.rank()).unwrap_or(Ordering::Less);
        !self.settings.again && (order.is_gt() || order.is_eq() && !known.is_foreign())
    }

    /// The value of resigning this much against playing on, for the player who resigned.
    fn resignation(
        &mut self,
        state: &State,
        game: &Game,
        info: &CubeInfo,
        by: Player,
        value: GameValue,
    ) -> Result<ResignationAnalysis, Interrupted> {
        let settings = self.settings.cubedecision.with_cube(true);
        let evaluation = self.searcher.evaluate(&game.position, info, &settings)?;
        let (evaluation, info) =
            if by == game.on_roll { (evaluation, info.clone()) } else { (evaluation.flipped(), info.flipped()) };
        let resign = match (info.scale(), state.standing.terms().match_score()) {
            (Some(scale), Some(score)) => {
                let points = game.cube.value() * value.multiplier();
                scale.to_equity(Mwc(self.searcher.met().after(score, !by, points, by)))
            }
            _ => -(value.multiplier() as f32),
        };
        Ok(ResignationAnalysis { play_on: evaluation.score(), resign, outputs: evaluation.outputs.0 })
    }
}

/// How these settings find a value.
pub const fn method(settings: &EvalSettings) -> Method {
    let &EvalSettings { cubeful, deterministic, prune, .. } = settings;
    let (plies, noise) = (settings.plies(), settings.noise());
    // Without looking ahead nothing is pruned.
    Method::Plies { plies, cubeful, noise, deterministic, pruned: prune && plies > 0 }
}

/// A play as a record keeps it.
pub fn value_of(candidate: Candidate, settings: &EvalSettings) -> PlayValue {
    let Candidate { play, evaluation, plies } = candidate;
    let Evaluation { outputs: Outputs(outputs), equity, .. } = evaluation;
    PlayValue {
        play,
        numbers: Numbers { outputs, cubeless: equity, cubeful: evaluation.score() },
        errors: None,
        method: method(&settings.with_plies(plies)),
        marked: false,
    }
}
