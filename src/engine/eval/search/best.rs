//! The best play of each roll of a position, without looking ahead.

use super::plan::PlayScorer;
use super::{PlayFilter, PlaySelection, Searcher, Static};
use crate::board::{Position, Roll, SeenBy};
use crate::eval::{Class, Efficiencies, KeptPlays, Outputs, Prefilter};
use crate::movegen::{AllRolls, PlayList};
use crate::scoring::SidePrices;
use std::ops::Range;

/// Room to work in at one depth of a look-ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The plays of all rolls, and the classes of their results.
    pub plays: AllRolls,
    classes: Vec<Class>,
    /// The plays of one roll.
    list: PlayList,
    /// The result of the best play of each roll.
    pub best: Vec<Best>,
    /// The outputs of the results of the plays in question, for the side then on roll.
    pub outputs: Vec<Outputs>,
    /// How live cubes are there.
    pub efficiencies: Vec<Efficiencies>,
    /// The value of those plays to the mover.
    pub scores: Vec<f32>,
    pub selected: SelectedPlays,
}

/// Plays and their outputs.
#[derive(Clone, Copy)]
pub(super) struct Evaluated<'a> {
    /// The positions after the plays, seen by the mover, and their classes.
    pub results: &'a [Position],
    pub classes: &'a [Class],
    /// The chances of the side then on roll.
    pub outputs: &'a [Outputs],
    /// How live cubes are there.
    pub efficiencies: &'a [Efficiencies],
}

/// The result of the best play of a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// The position, still seen by the mover.
    pub result: Position,
    /// The value for the side then on roll, if it has been computed on the way, and its score for the mover.
    pub left: Option<(Static, f32)>,
    /// The place of the play in the list of plays, `None` when there is none.
    pub play: Option<u32>,
}

/// The plays that pass the pruning nets or the filter net, and the room it takes to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct SelectedPlays {
    /// The results of the plays that pass, roll by roll, and their classes.
    pub results: Vec<Position>,
    pub classes: Vec<Class>,
    /// Where each of them stands in the list of plays.
    origins: Vec<u32>,
    /// Where the plays of each roll end.
    ends: [usize; 21],
    /// The classes of all plays of a roll.
    of_roll: Vec<Class>,
    /// The filter net's values of all plays.
    guesses: Vec<f32>,
    /// Results that a pruning net evaluates, by class, and its outputs.
    asked: [Vec<Position>; 3],
    answers: [Vec<Outputs>; 3],
    /// The value of the plays of one roll to the mover, and which of them pass.
    utilities: Vec<f32>,
    passed: KeptPlays,
}

/// Classes that have a pruning net, in the order of [`SelectedPlays::asked`].
const PRUNED: [Class; 3] = [Class::Race, Class::Crashed, Class::Contact];

/// How many plays pass a pruning net.
fn kept_by_pruning(plays: usize) -> usize {
    5 + plays.ilog2() as usize
}

impl Searcher {
    /// The room of a depth, taken out: put it back into `frames[depth]`.
    pub(super) fn frame(&mut self, depth: usize) -> Box<Frame> {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, || None);
        }
        self.frames[depth].take().unwrap_or_default()
    }

    /// Finds the best play of each roll for the side on roll.
    pub(super) fn find_best(
        &mut self,
        frame: &mut Frame,
        position: &Position,
        scorer: &PlayScorer,
        selection: &PlaySelection,
        ties: Ties,
    ) {
        match selection.filter {
            Some(PlayFilter::Prefilter(_)) => frame.plays.generate_with_routes(position),
            Some(PlayFilter::PruningNets) | None => frame.plays.generate(position),
        };
        frame.classes.clear();
        self.evaluator.classify_plays(position, frame.plays.results(), &mut frame.classes);
        match selection.filter {
            Some(PlayFilter::PruningNets) => self.prune(&frame.plays, &frame.classes, &mut frame.selected, scorer),
            Some(PlayFilter::Prefilter(rule)) => {
                self.prefilter(&frame.plays, &frame.classes, &mut frame.selected, scorer, &rule);
            }
            None => {}
        }
        let is_filtered = selection.filter.is_some();
        let (results, classes): (&[_], _) = if is_filtered {
            (&frame.selected.results, &frame.selected.classes)
        } else {
            (frame.plays.results(), &frame.classes)
        };
        let (outputs, efficiencies) = (&mut frame.outputs, &mut frame.efficiencies);
        self.static_values_of(results, classes, selection, outputs, efficiencies);
        self.score(Evaluated { results, classes, outputs, efficiencies }, scorer, &mut frame.scores);

        let Frame { plays, best, outputs, efficiencies, scores, selected, .. } = frame;
        best.clear();
        for roll in 0..21 {
            let range = if is_filtered { selected.range(roll) } else { plays.range(roll) };
            if range.is_empty() {
                best.push(Best { result: *position, left: None, play: None });
                continue;
            }
            let results = if is_filtered { &selected.results } else { plays.results() };
            let (first, of_roll, left) = (range.start, &results[range.clone()], &outputs[range.clone()]);
            let chosen = first + Self::choose(of_roll, left, &scores[range], scorer, ties);
            let play = if is_filtered { selected.origins[chosen] } else { chosen as u32 };
            best.push(Best {
                result: results[chosen],
                left: Some((Static { outputs: outputs[chosen], efficiencies: efficiencies[chosen] }, scores[chosen])),
                play: Some(play),
            });
        }
    }

    /// Lists the results of the plays of one roll that are to be evaluated, after those that `frame` holds already.
    /// Lists none and returns the result where the play is known without evaluating.
    pub(super) fn list_of_roll(
        &mut self,
        frame: &mut Frame,
        position: &Position,
        roll: Roll,
        prices: SidePrices,
        selection: &PlaySelection,
    ) -> Option<Position> {
        let Frame { list, selected, .. } = frame;
        let count = match selection.filter {
            Some(PlayFilter::Prefilter(_)) => list.generate_with_routes(position, roll),
            Some(PlayFilter::PruningNets) | None => list.generate(position, roll),
        };
        let results = list.results();
        if count < 2 {
            return Some(results.first().copied().unwrap_or(*position));
        }
        let Some(PlayFilter::Prefilter(rule)) = selection.filter else {
            self.evaluator.classify_plays(position, results, &mut selected.classes);
            selected.results.extend_from_slice(results);
            return None;
        };
        let SelectedPlays { of_roll: classes, guesses, passed, .. } = selected;
        classes.clear();
        self.evaluator.classify_plays(position, results, classes);
        // Exact values of a database are not compared with guesses.
        if !classes.iter().all(|class| class.uses_net()) {
            selected.classes.extend_from_slice(classes);
            selected.results.extend_from_slice(results);
            return None;
        }
        self.guesses += count as u64;
        self.evaluator.guess(list.routes(), classes, prices, &mut self.scratch, guesses);
        rule.apply(guesses, passed);
        if let &[play] = passed.plays() {
            return Some(results[play as usize]);
        }
        selected.classes.extend(passed.plays().iter().map(|&play| classes[play as usize]));
        selected.results.extend(passed.plays().iter().map(|&play| results[play as usize]));
        None
    }

    /// Picks the plays to be evaluated by the filter net.
    fn prefilter(
        &mut self,
        plays: &AllRolls,
        classes: &[Class],
        selected: &mut SelectedPlays,
        scorer: &PlayScorer,
        rule: &Prefilter,
    ) {
        // Exact values of a database are not compared with guesses.
        let uses_nets = |classes: &[Class]| classes.iter().all(|class| class.uses_net());
        if classes.iter().any(|class| class.uses_net()) {
            self.guesses += classes.len() as u64;
            self.evaluator.guess(plays.routes(), classes, scorer.prices(), &mut self.scratch, &mut selected.guesses);
        }
        selected.clear();
        for roll in 0..21 {
            let range = plays.range(roll);
            if range.len() > 1 && uses_nets(&classes[range.clone()]) {
                rule.apply(&selected.guesses[range.clone()], &mut selected.passed);
                selected.pass(plays, classes, roll);
            } else {
                selected.pass_all(plays, classes, roll);
            }
        }
    }

    /// Picks the plays to be evaluated by the small nets of the weights file.
    fn prune(&mut self, plays: &AllRolls, classes: &[Class], selected: &mut SelectedPlays, scorer: &PlayScorer) {
        self.ask_pruning_nets(plays, classes, selected);
        selected.clear();
        let mut used = [0; 3];
        for roll in 0..21 {
            let range = plays.range(roll);
            if let Some(place) = pruned_class(&classes[range.clone()]) {
                let answers = &selected.answers[place][used[place]..][..range.len()];
                used[place] += range.len();
                selected.utilities.clear();
                selected.utilities.extend(answers.iter().map(|left| scorer.utility(left)));
                selected.passed.best(kept_by_pruning(range.len()), &selected.utilities);
                selected.pass(plays, classes, roll);
            } else {
                selected.pass_all(plays, classes, roll);
            }
        }
    }

    /// Evaluates the plays of every roll that has too many by the pruning nets.
    fn ask_pruning_nets(&mut self, plays: &AllRolls, classes: &[Class], selected: &mut SelectedPlays) {
        selected.asked.iter_mut().for_each(Vec::clear);
        for roll in 0..21 {
            let range = plays.range(roll);
            if let Some(place) = pruned_class(&classes[range.clone()]) {
                selected.asked[place].extend_from_slice(&plays.results()[range]);
            }
        }
        for (place, class) in PRUNED.into_iter().enumerate() {
            if !selected.asked[place].is_empty() {
                self.guesses += selected.asked[place].len() as u64;
                let (asked, answers) = (&selected.asked[place], &mut selected.answers[place]);
                self.evaluator.pruning_outputs_of(class, SeenBy::Mover, asked, &mut self.scratch, answers);
            }
        }
    }

    /// The value of plays to the mover by the standard of the scorer.
    pub(super) fn score(&self, plays: Evaluated<'_>, scorer: &PlayScorer, scores: &mut Vec<f32>) {
        let Evaluated { results, classes, outputs, efficiencies } = plays;
        scores.clear();
        if !scorer.is_cubeful() {
            scores.extend(outputs.iter().map(|left| scorer.utility(left)));
            return;
        }
        let alone = |(((outputs, efficiencies), result), &class): (((&_, &_), &Position), &Class)| {
            let value = Static { outputs: *outputs, efficiencies: *efficiencies };
            scorer.cubeful_equity(&self.leaf_of(class, SeenBy::Mover, result, value))
        };
        let all = outputs.iter().zip(efficiencies).zip(results).zip(classes);
        if scorer.is_match() {
            scores.extend(all.map(alone));
            return;
        }
        scorer.push_money_equities(outputs, efficiencies, scores);
        // Databases have exact values.
        for (score, play) in scores.iter_mut().zip(all).filter(|(_, (_, class))| class.is_perfect()) {
            *score = alone(play);
        }
    }

    /// The best of the plays that have been given these scores: by score, then by cubeless equity, then by `ties`.
    /// Returns its place among them.
    pub(super) fn choose(
        results: &[Position],
        outputs: &[Outputs],
        scores: &[f32],
        scorer: &PlayScorer,
        ties: Ties,
    ) -> usize {
        let mut best = 0;
        for i in 1..scores.len() {
            let is_better = scores[i] > scores[best]
                || (scores[i] == scores[best] && {
                    let (utility, so_far) = (scorer.utility(&outputs[i]), scorer.utility(&outputs[best]));
                    utility > so_far || (utility == so_far && ties.prefer(&results[i], &results[best]))
                });
            if is_better {
                best = i;
            }
        }
        best
    }
}

/// The rule that decides between plays of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The first generated: inside a look-ahead.
    FirstGenerated,
    /// Fewer checkers left, then the nearer rear one, then the first generated: where plays are listed.
    AsListed,
}

impl Ties {
    /// Whether the result of a later play is preferred, both seen by the mover.
    fn prefer(self, later: &Position, earlier: &Position) -> bool {
        let left = |result: &Position| (result.on_roll().total(), result.on_roll().back());
        self == Self::AsListed && left(later) < left(earlier)
    }
}

impl<'a> Evaluated<'a> {
    /// Some of the plays.
    pub fn of(self, plays: Range<usize>) -> Self {
        let Self { results, classes, outputs, efficiencies } = self;
        Self {
            results: &results[plays.clone()],
            classes: &classes[plays.clone()],
            outputs: &outputs[plays.clone()],
            efficiencies: &efficiencies[plays],
        }
    }
}

impl SelectedPlays {
    /// Makes room for other plays.
    pub fn clear(&mut self) {
        self.results.clear();
        self.classes.clear();
        self.origins.clear();
    }

    /// Lists the plays of a roll, the next one, that have passed.
    fn pass(&mut self, plays: &AllRolls, classes: &[Class], roll: usize) {
        let start = plays.range(roll).start;
        let passed = self.passed.plays().iter().map(|&play| start + play as usize);
        self.results.extend(passed.clone().map(|play| plays.results()[play]));
        self.classes.extend(passed.clone().map(|play| classes[play]));
        self.origins.extend(passed.map(|play| play as u32));
        self.ends[roll] = self.results.len();
    }

    /// Lists all plays of a roll, the next one.
    fn pass_all(&mut self, plays: &AllRolls, classes: &[Class], roll: usize) {
        let range = plays.range(roll);
        self.results.extend_from_slice(&plays.results()[range.clone()]);
        self.classes.extend_from_slice(&classes[range.clone()]);
        self.origins.extend(range.map(|play| play as u32));
        self.ends[roll] = self.results.len();
    }

    /// Where the plays of a roll lie.
    fn range(&self, roll: usize) -> Range<usize> {
        let start = if roll == 0 { 0 } else { self.ends[roll - 1] };
        start..self.ends[roll]
    }
}

/// The place in [`PRUNED`] of the class whose pruning net thins out plays that lead to these classes; `None` when there
/// are few, or several classes, or no net.
fn pruned_class(classes: &[Class]) -> Option<usize> {
    let (&class, others) = classes.split_first()?;
    if classes.len() <= kept_by_pruning(classes.len()) {
        return None;
    }
    let same = others.iter().all(|&other| other == class);
    PRUNED.iter().position(|&pruned| same && pruned == class)
}
