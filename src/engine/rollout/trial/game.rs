//! One trial: a game from the start to its end, a truncation or a known value. A pure function of the
//! candidate's start, the settings, the evaluator and the trial's number.

use super::events::Watch;
use super::frame::Frame;
use super::luck::{RollValues, Searchers, ranked_roll};
use super::memory::{Memory, TurnKey};
use super::settlement::{self, CubeState, Settlements};
use super::witness::Witness;
use crate::board::{Position, Roll};
use crate::eval::{Class, EvalSettings, Interrupted, RollAnswer, RollQuestion};
use crate::rng::{InitialRolls, RolloutDice, TrialDice};
use crate::rollout::data::fixed::Fixed;
use crate::rollout::data::trial_record::{CUBELESS, Ending, TrialRecord, Values};
use crate::rollout::order::job::{Job, Start};
use crate::rollout::order::resolved::Resolved;
use crate::rollout::order::settings::Pairing;
use crate::scoring::{CubeInfo, Met};

/// A game that has not ended after this many turns is ended by an evaluation. None is known.
const MAX_TURNS: u32 = 5_000;

/// The data that all trials of a rollout share, on all threads.
pub struct Table<'a> {
    settings: &'a Resolved,
    job: &'a Job,
    /// The dice of every candidate, or one for all that share them.
    dice: Vec<RolloutDice>,
    frames: Vec<Frame>,
}

impl<'a> Table<'a> {
    /// Sets everything up.
    pub fn new(settings: &'a Resolved, job: &'a Job, met: &Met) -> Self {
        let different = if settings.pairing == Pairing::None { job.candidates().len() } else { 1 };
        let dice = (0..different).map(|candidate| RolloutDice::new(settings.dice(candidate))).collect();
        let frames = job.candidates().iter().map(|start| Frame::new(start, job, settings.cubeful, met)).collect();
        Self { settings, job, dice, frames }
    }

    fn dice(&self, candidate: usize, trial: u64) -> TrialDice<'_> {
        self.dice[candidate.min(self.dice.len() - 1)].trial(trial)
    }
}

/// Plays a trial by itself, with no memory shared with others, observed by a witness; `()` is none.
///
/// # Errors
/// When the searcher's stop flag was raised.
pub fn play_trial(
    table: &Table<'_>,
    searchers: &mut Searchers,
    candidate: usize,
    trial: u64,
    witness: &mut impl Witness,
) -> Result<TrialRecord, Interrupted> {
    let mut trial = Trial::new(table, searchers, candidate, trial, witness);
    let (mut memory, mut answers) = (Memory::none(), Vec::new());
    loop {
        match trial.play_on(searchers, &mut memory)? {
            Pause::Over(record) => return Ok(record),
            Pause::Choose => {
                searchers.players.best_results(trial.question(), &mut answers);
                trial.chosen(searchers, &mut memory, answers[0]);
            }
        }
    }
}

/// A trial under way, with its observer.
pub struct Trial<'a, W> {
    settings: &'a Resolved,
    job: &'a Job,
    candidate: usize,
    start: &'a Start,
    frame: &'a Frame,
    dice: TrialDice<'a>,
    position: Position,
    cube: CubeInfo,
    turn: u32,
    /// The roll to be played, and by which settings.
    to_play: Option<(Roll, EvalSettings)>,
    first_roll: Option<Roll>,
    /// Minus the luck so far: what is added to the result.
    correction: Values,
    /// The value one turn before the horizon, where the result is the mean of both.
    earlier: Option<Outcome>,
    watch: Watch,
    settlements: Option<Settlements>,
    evaluations: u64,
    witness: W,
}

/// How far a trial has come.
pub enum Pause {
    /// The trial is over.
    Over(TrialRecord),
    /// A play is to be chosen: there is a [question](Trial::question).
    Choose,
}

/// The end of a game and what it was worth.
struct Outcome {
    ending: Ending,
    raw: Values,
    values: Values,
    /// The values of the four states of a cube that is not settled.
    states: [f64; 4],
}

impl<'a, W: Witness> Trial<'a, W> {
    /// Sets a trial up.
    pub fn new(table: &'a Table<'_>, searchers: &mut Searchers, candidate: usize, trial: u64, witness: W) -> Self {
        // Noise that is drawn anew each time must still be the trial's own.
        searchers.players.seed_noise(u64::from(table.settings.seed) << 32 ^ trial);
        let start = &table.job.candidates()[candidate];
        let cube =
            CubeInfo::up_to(table.job.top(), start.cube, start.on_roll, *table.job.terms(), searchers.players.met());
        Self {
            settings: table.settings,
            job: table.job,
            candidate,
            start,
            frame: &table.frames[candidate],
            dice: table.dice(candidate, trial),
            position: start.position,
            cube,
            turn: 0,
            to_play: None,
            first_roll: None,
            correction: Values::default(),
            earlier: None,
            watch: Watch::new(table.job.decider(), start.on_roll),
            settlements: table.settings.settlement.map(Settlements::new),
            evaluations: 0,
            witness,
        }
    }

    /// Returns the witness.
    pub fn into_witness(self) -> W {
        self.witness
    }

    /// Plays on until a play is to be chosen without looking at all rolls or ahead, or to the end.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn play_on(&mut self, searchers: &mut Searchers, memory: &mut Memory) -> Result<Pause, Interrupted> {
        let (evaluations, spent, had) = (searchers.evaluations(), searchers.spent.total(), self.evaluations);
        let outcome = self.play_to_choice(searchers, memory)?;
        self.evaluations += searchers.evaluations() - evaluations;
        // Evaluations without another purpose were for the end.
        searchers.spent.end += self.evaluations - had - (searchers.spent.total() - spent);
        Ok(outcome.map_or(Pause::Choose, |outcome| Pause::Over(self.record(outcome))))
    }

    /// Plays on without counting evaluations: to the end, or `None` where a play is to be chosen.
    fn play_to_choice(
        &mut self,
        searchers: &mut Searchers,
        memory: &mut Memory,
    ) -> Result<Option<Outcome>, Interrupted> {
        loop {
            searchers.players.check_stop()?;
            if self.settings.truncation.enabled
                && self.settings.truncation.mean
                && Some(self.turn + 1) == self.settings.horizon()
                && !self.position.is_over()
            {
                self.earlier = Some(self.valued(searchers, self.settings.truncation_evaluation())?);
            }
            if let Some(outcome) = self.before_the_roll(searchers, memory)? {
                return Ok(Some(outcome));
            }
            self.play_roll(searchers, memory)?;
            if self.to_play.is_some() {
                return Ok(None);
            }
        }
    }

    /// The play that is to be chosen.
    pub fn question(&self) -> Option<RollQuestion<'_>> {
        let (roll, settings) = self.to_play?;
        // Beside all rolls a few more plays of one take no time.
        let among_more = self.settings.looks_at_rolls(self.turn);
        Some(RollQuestion { position: &self.position, roll, cube: &self.cube, settings, among_more })
    }

    /// Makes the play that was chosen.
    pub fn chosen(&mut self, searchers: &mut Searchers, memory: &mut Memory, answer: RollAnswer) {
        let evaluations = u64::from(answer.evaluations);
        self.evaluations += evaluations;
        searchers.spent.play += evaluations;
        if let Some((roll, _)) = self.to_play.take() {
            memory.plays.learn(self.play_asked(memory, roll), &answer.result, evaluations);
            self.played(searchers, roll, &answer.result);
        }
    }

    /// The key of this turn in the memory, `None` where it is not kept.
    fn turn_key(&self, memory: &Memory) -> Option<TurnKey> {
        memory.remembers(self.turn).then(|| self.now())
    }

    /// The key of a roll's play in the memory, `None` where it is not kept.
    fn play_asked(&self, memory: &Memory, roll: Roll) -> Option<(TurnKey, Roll)> {
        memory.remembers(self.turn).then(|| (self.now(), roll))
    }

    fn now(&self) -> TurnKey {
        let &Self { candidate, turn, position, .. } = self;
        TurnKey { candidate, turn, position, cube: self.cube.cube() }
    }

    fn record(&mut self, outcome: Outcome) -> TrialRecord {
        let (mut values, mut raw) = (outcome.values, outcome.raw);
        if let Some(earlier) = &self.earlier {
            for (mean, one) in values.iter_mut().zip(earlier.values).chain(raw.iter_mut().zip(earlier.raw)) {
                *mean = 0.5 * (*mean + one);
            }
        }
        let mut states = outcome.states;
        if let Some(earlier) = &self.earlier {
            for (mean, one) in states.iter_mut().zip(earlier.states) {
                *mean = 0.5 * (*mean + one);
            }
        }
        let settled = self.settlements.take().map_or([0.0; 4], |settlements| settlements.finish(&states));
        TrialRecord {
            values: values.map(Fixed::from_f64),
            raw: raw.map(Fixed::from_f64),
            settled: settled.map(Fixed::from_f64),
            first_roll: self.first_roll,
            events: self.watch.clone().finish(self.turn, outcome.ending),
            evaluations: u32::try_from(self.evaluations).unwrap_or(u32::MAX),
        }
    }

    /// Everything a turn may end with before its roll: the game was over, the horizon or a database is
    /// reached, a double is passed. A double that is taken changes the cube.
    fn before_the_roll(
        &mut self,
        searchers: &mut Searchers,
        memory: &mut Memory,
    ) -> Result<Option<Outcome>, Interrupted> {
        if self.position.is_over() {
            return self.borne_off(searchers).map(Some);
        }
        if self.settings.horizon().is_some_and(|horizon| self.turn >= horizon) || self.turn >= MAX_TURNS {
            return self.valued(searchers, self.settings.truncation_evaluation()).map(Some);
        }
        let cube_action = self.turn > 0 || (self.start.cube_action && self.settings.initial == InitialRolls::Any);
        if self.is_known(searchers, cube_action) {
            return self.valued(searchers, EvalSettings::cubeful(0)).map(Some);
        }
        // Before its first turn a game is not settled, as no double is decided on there: what is asked for is the value
        // of playing on.
        if let Some(settlements) = self.settlements.as_mut().filter(|_| cube_action) {
            let evaluation = searchers.players.evaluate(&self.position, &self.cube, &EvalSettings::cubeless(0))?;
            let ours = self.frame.is_decider(self.cube.on_roll());
            settlements.look(&self.position, &evaluation.outputs, ours, &self.correction);
        }
        if self.settings.cubeful && cube_action && self.cube.may_double() {
            return self.cube_action(searchers, memory);
        }
        Ok(None)
    }

    /// Whether a database that rollouts may rely on has the value.
    fn is_known(&self, searchers: &Searchers, cube_action: bool) -> bool {
        let evaluator = searchers.players.evaluator();
        let class = evaluator.classify(&self.position);
        let exact = self.settings.bearoff_exact && class.is_perfect();
        if self.settings.cubeful {
            exact && cube_action && (!self.cube.is_match() || evaluator.knows_at_scores(class, &self.position))
        } else {
            exact || (self.settings.bearoff_one_sided && class <= Class::BearoffOneSided)
        }
    }

    /// The decision of the side on roll to double, and of the other to take.
    fn cube_action(&mut self, searchers: &mut Searchers, memory: &mut Memory) -> Result<Option<Outcome>, Interrupted> {
        let settings = self.settings.player(self.cube.on_roll(), self.turn).cube;
        let before = searchers.evaluations();
        let (decision, spared) = memory.decisions.ask(self.turn_key(memory), searchers, |searchers| {
            searchers.cube_decision(self.settings, &self.position, (&self.cube, self.turn), &settings)
        })?;
        self.evaluations += spared;
        searchers.spent.cube += searchers.evaluations() - before + spared;
        let Some(verdict) = decision.verdict.filter(|verdict| verdict.doubles()) else { return Ok(None) };
        self.witness.doubled(&self.position, &self.cube, verdict.takes());
        if verdict.takes() {
            self.watch.taken(self.cube.on_roll());
            self.cube = self.cube.doubled(searchers.players.met());
            return Ok(None);
        }
        let raw = self.frame.passed(&decision.outputs, &self.cube);
        let ending = Ending::Passed { won: self.frame.is_decider(self.cube.on_roll()) };
        Ok(Some(self.outcome(ending, raw)))
    }

    /// Rolls, takes the luck of the roll into account, and plays; or notes the question to be answered.
    fn play_roll(&mut self, searchers: &mut Searchers, memory: &mut Memory) -> Result<(), Interrupted> {
        let own = self.settings.player(self.cube.on_roll(), self.turn);
        let (before, mut spared_luck) = (searchers.evaluations(), 0);
        let roll_values = if self.settings.looks_at_rolls(self.turn) {
            let (roll_values, spared) = memory.roll_values.ask(self.turn_key(memory), searchers, |searchers| {
                RollValues::of_turn(searchers, self.frame, self.settings, self.turn, &self.position, &self.cube)
            })?;
            self.evaluations += spared;
            spared_luck = spared;
            Some(roll_values)
        } else {
            None
        };
        let roll = match &roll_values {
            Some(roll_values) if self.settings.has_ranks(self.turn) => match self.settings.rank_plies {
                None => ranked_roll(&mut self.dice, roll_values, self.frame),
                Some(plies) => {
                    let here = (&self.position, &self.cube);
                    let ranks = RollValues::to_rank(searchers, self.frame, self.settings, self.turn, here, plies)?;
                    ranked_roll(&mut self.dice, &ranks, self.frame)
                }
            },
            _ => self.dice.roll(),
        };
        self.first_roll.get_or_insert(roll);
        let after_luck = searchers.evaluations();
        searchers.spent.luck += after_luck - before + spared_luck;
        if self.settings.variance_reduction
            && let Some(roll_values) = &roll_values
        {
            roll_values.subtract_luck(roll, &mut self.correction);
        }
        let result = match &roll_values {
            Some(roll_values) if searchers.play_as_looked(self.settings, &own) => roll_values.result(roll),
            _ => {
                let question = self.play_asked(memory, roll);
                if own.decides_at_once() && memory.plays.recall(question.as_ref()).is_none() {
                    self.to_play = Some((roll, own.chequer));
                    return Ok(());
                }
                let (result, spared) = memory.plays.ask(question, searchers, |Searchers { players, .. }| {
                    let best = players.best_play(&self.position, roll, &self.cube, &own.chequer, &own.filters)?;
                    Ok(best.map_or(self.position, |candidate| candidate.play.result))
                })?;
                self.evaluations += spared;
                searchers.spent.play += searchers.evaluations() - after_luck + spared;
                result
            }
        };
        self.played(searchers, roll, &result);
        Ok(())
    }

    /// Notes a play, seen by the mover, and passes the turn.
    fn played(&mut self, searchers: &Searchers, roll: Roll, result: &Position) {
        self.witness.played(&self.cube, roll, &self.position, result);
        self.watch.played(self.turn, roll, &self.position, result, searchers.players.evaluator());
        self.position = result.flipped();
        self.cube.flip();
        self.turn += 1;
    }

    /// The end by an evaluation.
    fn valued(&self, searchers: &mut Searchers, settings: EvalSettings) -> Result<Outcome, Interrupted> {
        let settings = settings.with_cube(self.settings.cubeful);
        let evaluation = searchers.players.evaluate(&self.position, &self.cube, &settings)?;
        let mut outcome = self.outcome(Ending::Valued, self.frame.valued(&evaluation, &self.cube));
        if self.settlements.is_some() {
            self.value_states(searchers, settings, &mut outcome.states)?;
        }
        Ok(outcome)
    }

    /// The amount that a live cube adds at the horizon, for each of its states.
    fn value_states(
        &self,
        searchers: &mut Searchers,
        settings: EvalSettings,
        states: &mut [f64; 4],
    ) -> Result<(), Interrupted> {
        let settings = settings.with_cube(true);
        let on_roll = self.cube.on_roll();
        let ours = self.frame.is_decider(on_roll);
        for state in CubeState::ALL {
            let Some(cube) = state.cube(self.cube.cube(), self.job.decider()) else { continue };
            let (top, terms) = (self.job.top(), settlement::terms(*self.job.terms()));
            let info = CubeInfo::up_to(top, cube, on_roll, terms, searchers.players.met());
            let equity = f64::from(searchers.players.evaluate(&self.position, &info, &settings)?.score());
            states[state as usize] = if ours { equity } else { -equity } + self.correction[CUBELESS];
        }
        Ok(())
    }

    /// The end by a side that has no checker left.
    fn borne_off(&self, searchers: &mut Searchers) -> Result<Outcome, Interrupted> {
        let evaluation = searchers.players.evaluate(&self.position, &self.cube, &EvalSettings::cubeless(0))?;
        let (winner, multiple) = Frame::winner(&evaluation.outputs, &self.cube);
        let won = self.frame.is_decider(winner);
        Ok(self.outcome(Ending::BorneOff { won, multiple }, self.frame.borne_off(winner, multiple, &self.cube)))
    }

    fn outcome(&self, ending: Ending, raw: Values) -> Outcome {
        let mut values = raw;
        for (value, correction) in values.iter_mut().zip(self.correction) {
            *value += correction;
        }
        Outcome { ending, raw, values, states: [values[CUBELESS]; 4] }
    }
}
