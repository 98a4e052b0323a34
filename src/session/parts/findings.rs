//! Findings about the decision on the table: the list of plays, rollouts, marks, numbers.
//!
//! They are never taken for those of another decision, and forgotten with the analysis of their own.

use crate::board::Position;
use crate::record::{Game, Standing};
use crate::rollout::{JobKind, RolloutSettings};
use crate::session::reply::{CubeReply, PlaysReply, RolledCandidate, RolloutReply};
use std::sync::Arc;

/// The findings about the decision on the table.
#[derive(Clone, Default)]
pub(in crate::session) struct Findings {
    /// The last list of plays, as long as it belongs to the position, the score and the settings.
    hint: Option<Arc<PlaysReply>>,
    /// The last judgement of the cube, for as long.
    cube_hint: Option<Arc<CubeReply>>,
    rolled: Option<Rolled>,
    numbers: Option<ListedPlays>,
    /// The results of the plays that are marked for a rollout, seen by the mover.
    marks: Vec<Position>,
    /// Game and step of the record whose notes `clear hint` has put aside.
    forgotten_at: Option<(usize, usize)>,
}

/// The rollouts of one decision.
#[derive(Clone)]
pub(in crate::session) struct Rolled {
    standing: Standing,
    game: Game,
    /// The latest last.
    rollouts: Vec<Arc<RolloutReply>>,
}

/// The plays of a decision in the order in which they were listed last: numbers name them.
#[derive(Clone)]
struct ListedPlays {
    standing: Standing,
    game: Game,
    results: Vec<Position>,
}

impl Findings {
    /// Drops results of an earlier state or earlier settings; numbers of plays stay theirs.
    pub fn forget(&mut self) {
        *self = Self { numbers: self.numbers.take(), ..Self::default() };
    }

    /// Drops the results, and those in the notes on this step of the record, until the decision is left.
    pub fn forget_at(&mut self, place: (usize, usize)) {
        self.forget();
        self.forgotten_at = Some(place);
    }

    /// Whether the notes on a step of the record are forgotten.
    pub fn is_forgotten_at(&self, place: (usize, usize)) -> bool {
        self.forgotten_at == Some(place)
    }

    /// Another decision is due. Rollouts stay: they are kept with the decision that they are of.
    pub fn move_on(&mut self) {
        self.set_hint(None);
        self.marks.clear();
    }

    pub const fn hint(&self) -> Option<&Arc<PlaysReply>> {
        self.hint.as_ref()
    }

    /// Keeps a list of plays, or none.
    pub fn set_hint(&mut self, hint: Option<Arc<PlaysReply>>) {
        (self.hint, self.cube_hint) = (hint, None);
    }

    pub const fn cube_hint(&self) -> Option<&Arc<CubeReply>> {
        self.cube_hint.as_ref()
    }

    /// Keeps a judgement of the cube.
    pub fn set_cube_hint(&mut self, hint: Arc<CubeReply>) {
        self.cube_hint = Some(hint);
    }

    /// The results of the plays that are marked for a rollout.
    pub fn marks(&self) -> &[Position] {
        &self.marks
    }

    pub fn set_marks(&mut self, marks: Vec<Position>) {
        self.marks = marks;
    }

    /// The results of plays in the order of their numbers, if the decision has any.
    pub fn numbers(&self, standing: &Standing, game: &Game) -> Option<&[Position]> {
        let numbers = self.numbers.as_ref().filter(|numbers| (&numbers.standing, &numbers.game) == (standing, game))?;
        Some(&numbers.results)
    }

    /// From now on the plays of a decision have the numbers of this list.
    pub fn number(&mut self, standing: Standing, game: Game, results: Vec<Position>) {
        self.numbers = Some(ListedPlays { standing, game, results });
    }

    /// The rollouts of a decision, if there are any.
    pub fn rolled(&self, standing: &Standing, game: &Game) -> Option<&Rolled> {
        self.rolled.as_ref().filter(|rolled| (&rolled.standing, rolled.game) == (standing, before_double(game)))
    }

    /// Adds a rollout of a decision to those of it, or in place of those of another.
    pub fn add_rollout(&mut self, standing: Standing, game: &Game, rollout: &Arc<RolloutReply>) {
        let game = before_double(game);
        match &mut self.rolled {
            Some(rolled) if rolled.standing == standing && rolled.game == game => rolled.add(rollout),
            rolled => *rolled = Some(Rolled { standing, game, rollouts: vec![Arc::clone(rollout)] }),
        }
    }
}

impl Rolled {
    /// The latest rollout.
    pub fn last(&self) -> Option<Arc<RolloutReply>> {
        self.rollouts.last().cloned()
    }

    /// Whether plays were rolled out.
    pub fn has_plays(&self) -> bool {
        self.rollouts.iter().any(|rollout| rollout.kind() == JobKind::Plays)
    }

    /// Adds a rollout, in place of those that say nothing more.
    fn add(&mut self, new: &Arc<RolloutReply>) {
        let says_more = |old: &Arc<RolloutReply>| {
            // One of the same kind with more trials knows more of the same.
            let is_alike = kind(old) == kind(new);
            let more = |of: &dyn Fn(&RolloutReply) -> Option<usize>| match (of(old), of(new)) {
                (Some(old), Some(new)) => is_alike && old > new,
                (old, _) => old.is_some(),
            };
            match old.kind() {
                JobKind::Position => false,
                JobKind::Plays => old.job().candidates().iter().any(|start| {
                    let result = start.position.flipped();
                    more(&|rollout| trials_of_play(rollout, &result))
                }),
                JobKind::Cube => more(&trials_of_cube),
            }
        };
        self.rollouts.retain(says_more);
        self.rollouts.push(Arc::clone(new));
    }

    /// The latest rollout with a trial of the play with a result, or a larger one of the same kind.
    pub fn of_play(&self, result: &Position) -> Option<RolledCandidate> {
        let found = self.largest(|rollout| trials_of_play(rollout, result))?;
        Some(RolledCandidate { rollout: Arc::clone(found), candidate: place(found, result)? })
    }

    /// The latest rollout of the cube decision that has a verdict, or a larger one of the same kind.
    pub fn of_cube(&self) -> Option<&Arc<RolloutReply>> {
        self.largest(trials_of_cube)
    }

    /// Of the rollouts that have trials of something, the largest of the kind of the latest.
    fn largest(&self, trials: impl Fn(&RolloutReply) -> Option<usize>) -> Option<&Arc<RolloutReply>> {
        let all = self.rollouts.iter().filter(|rollout| trials(rollout).is_some());
        let wanted = kind(all.clone().next_back()?);
        all.filter(|rollout| kind(rollout) == wanted).max_by_key(|rollout| trials(rollout))
    }
}

/// What two rollouts have in common that differ in their dice and the number of their trials alone.
fn kind(rollout: &RolloutReply) -> RolloutSettings {
    rollout.settings().clone().into_settings().of_part(1).with(|it| it.seed = 0)
}

/// The trials of the play with a result, if the rollout has any.
fn trials_of_play(rollout: &RolloutReply, result: &Position) -> Option<usize> {
    place(rollout, result).map(|candidate| rollout.records.candidates[candidate].len())
}

/// The trials of the cube decision, if the rollout has a verdict.
fn trials_of_cube(rollout: &RolloutReply) -> Option<usize> {
    rollout.result.decision.map(|_| rollout.records.candidates[0].len())
}

/// The candidate of a rollout that is the play with a result, if it has a trial.
fn place(rollout: &RolloutReply, result: &Position) -> Option<usize> {
    if rollout.kind() != JobKind::Plays {
        return None;
    }
    let mut candidates = rollout.job().candidates().iter().zip(&rollout.result.candidates);
    candidates.position(|(start, candidate)| start.is_after(result) && candidate.trials > 0)
}

/// The decision to double and the answers to it and to a beaver are about the same values.
fn before_double(game: &Game) -> Game {
    Game { cube: game.cube_before_beavers(), pending: None, beavers: 0, declined: None, ..*game }
}

#[cfg(test)]
mod tests {
    use crate::command::parse;
    use crate::rollout::Unobserved;
    use crate::session::Session;

    #[test]
    fn only_rollouts_that_say_something_are_kept() {
        let mut session = Session::new();
        let mut kept_after = |line: &str| {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
            session.findings.rolled.as_ref().map_or(0, |rolled| rolled.rollouts.len())
        };
        let settings = ["set rollout trials 4", "set rollout truncation enable on", "set rollout truncation plies 1"];
        let table = ["set evaluation preset expert", "set board 4HPwATDgc/ABMA"];
        for line in settings.iter().chain(&table) {
            kept_after(line);
        }
        let kept = ["rollout cube", "rollout position", "rollout cube", "rollout extend 4"].map(&mut kept_after);
        assert_eq!(kept, [1, 2, 1, 1]);
        kept_after("set dice 31");
        // Numbers are those of the list without rollouts: the third play has not been rolled out before.
        let kept = ["rollout plays 1 2", "rollout plays 14", "rollout plays 3", "rollout plays 1 2 3"].map(kept_after);
        assert_eq!(kept, [1, 2, 3, 2]);
    }

    fn run(session: &mut Session, lines: &[&str]) {
        for line in lines {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
        }
    }

    #[test]
    fn a_list_is_forgotten_when_another_decision_is_due() {
        let mut session = Session::new();
        run(&mut session, &["set evaluation preset expert", "new session", "set turn 1", "hint"]);
        assert!(session.findings.cube_hint().is_some());
        run(&mut session, &["roll"]);
        assert!(session.findings.cube_hint().is_none());
        run(&mut session, &["set dice 31", "hint"]);
        assert!(session.findings.hint().is_some());
        run(&mut session, &["move 8/5 6/5"]);
        assert!(session.findings.hint().is_none());
    }

    #[test]
    fn of_rollouts_of_one_kind_that_with_most_trials_speaks_for_a_play() {
        let mut session = Session::new();
        let settings = ["set rollout truncation enable on", "set rollout truncation plies 1", "set rollout seed 1"];
        run(&mut session, &settings);
        run(&mut session, &["set evaluation preset expert", "set board 4HPwATDgc/ABMA", "set dice 31"]);
        let mut trials_of_best = |lines: &[&str]| {
            run(&mut session, lines);
            let rolled = session.findings.rolled.as_ref().expect("rollouts");
            let best = rolled.rollouts[0].job().candidates()[0].position.flipped();
            let judged = rolled.of_play(&best).expect("the best play was rolled out");
            judged.rollout.records.candidates[judged.candidate].len()
        };
        assert_eq!(trials_of_best(&["set rollout trials 8", "rollout plays 1 2"]), 8);
        // Both are kept, as one has a play that the other has not.
        assert_eq!(trials_of_best(&["set rollout trials 4", "rollout plays 1 14"]), 8);
        // Of another kind.
        assert_eq!(trials_of_best(&["set rollout truncation plies 2", "rollout plays 1 13"]), 4);
    }
}
