//! Games of a net against itself.

use super::chance::Chance;
use crate::board::{Position, Roll, SeenBy, Variation};
use crate::eval::own::{OwnNets, OwnScratch};
use crate::eval::{Class, Outputs};
use crate::movegen::{AllRolls, PlayList};

/// Games longer than this are given up and not learned from.
const LONGEST: usize = 2000;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayStyle {
    /// The part of decisions that are left to chance, so that the net learns positions that good play avoids.
    pub exploration: f32,
    /// Whether every decision looks at all 21 rolls, so that targets are free of the luck of the dice.
    pub without_luck: bool,
}

/// One turn of a game.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Seen by the side on roll.
    pub position: Position,
    /// Its class.
    pub class: Class,
    /// The target in place of the game's further course, for the side on roll here.
    pub instead: Option<Outputs>,
    /// The mean over all rolls and the estimate for the roll that was played, where all rolls are looked at.
    pub luck: Option<Luck>,
}

/// Estimates for the side on roll after its play, the best for each roll.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// Mean over the rolls.
    pub mean: Outputs,
    /// The outputs after the roll that was played.
    pub played: Outputs,
}

/// A finished game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The turns before the end was known.
    pub steps: Vec<Step>,
    /// Exact outputs of the position after the last of them, for the side then on roll.
    pub end: Outputs,
}

/// Values that are known without a net.
pub trait Endings: Sync {
    /// Outputs for the side on roll, if known for this class.
    fn known(&self, class: Class, position: &Position) -> Option<Outputs>;
}

/// Plays games, reusing its room.
pub struct Actor<'a, E> {
    nets: &'a OwnNets,
    endings: &'a E,
    plays: PlayList,
    all: AllRolls,
    classes: Vec<Class>,
    outputs: Vec<Outputs>,
    scratch: OwnScratch,
}

impl<'a, E: Endings> Actor<'a, E> {
    /// An actor that chooses plays by these nets.
    pub fn new(nets: &'a OwnNets, endings: &'a E) -> Self {
        Self {
            nets,
            endings,
            plays: PlayList::new(),
            all: AllRolls::new(),
            classes: Vec::new(),
            outputs: Vec::new(),
            scratch: OwnScratch::default(),
        }
    }

    /// Plays one game, or gives up a very long one.
    pub fn play(&mut self, style: PlayStyle, chance: &mut Chance) -> Option<Game> {
        let variation = if chance.below(10) == 0 { Variation::Nackgammon } else { Variation::Standard };
        let mut position = variation.starting_position();
        let mut game = Game::default();
        while game.steps.len() < LONGEST {
            let class = Class::of(&position);
            if let Some(end) = self.endings.known(class, &position) {
                game.end = end;
                return Some(game);
            }
            let mut roll = chance.roll();
            while game.steps.is_empty() && roll.is_double() {
                roll = chance.roll();
            }
            let explores = chance.uniform() < style.exploration;
            let explores = explores.then(|| chance.uniform());
            let mut step = Step { position, class, instead: None, luck: None };
            position = if style.without_luck {
                self.play_all_rolls(&mut step, roll, explores)
            } else {
                self.play_one(&mut step, roll, explores)
            };
            game.steps.push(step);
        }
        None
    }

    fn play_one(&mut self, step: &mut Step, roll: Roll, explores: Option<f32>) -> Position {
        let n = self.plays.generate(&step.position, roll);
        match n {
            0 => return step.position.flipped(),
            1 => return self.plays.results()[0].flipped(),
            _ => {}
        }
        let plays = std::mem::take(&mut self.plays);
        self.evaluate(plays.results());
        self.plays = plays;
        let best = least(&self.outputs).expect("two plays or more");
        let chosen = explores.map_or(best, |x| (x * n as f32) as usize);
        if chosen != best {
            step.instead = Some(self.outputs[best].flipped());
        }
        self.plays.results()[chosen].flipped()
    }

    fn play_all_rolls(&mut self, step: &mut Step, roll: Roll, explores: Option<f32>) -> Position {
        self.all.generate(&step.position);
        let all = std::mem::take(&mut self.all);
        self.evaluate(all.results());
        self.all = all;
        let mut passed = None;
        let mut mean = [0.0; 5];
        let mut played = (None, Outputs::LOSS);
        for (i, other) in Roll::ALL.into_iter().enumerate() {
            let range = self.all.range(i);
            let best = least(&self.outputs[range.clone()]).map(|best| range.start + best);
            let outputs = match best {
                Some(best) => self.outputs[best],
                None => *passed.get_or_insert_with(|| self.value(&step.position.flipped())),
            };
            let outputs = outputs.flipped();
            for (sum, output) in mean.iter_mut().zip(outputs.0) {
                *sum += output * other.weight() as f32 / 36.0;
            }
            if i == roll.index() {
                played = (best, outputs);
            }
        }
        let range = self.all.range(roll.index());
        let mean = Outputs(mean);
        step.luck = Some(Luck { mean, played: played.1 });
        let Some(best) = played.0 else { return step.position.flipped() };
        let chosen = explores.map_or(best, |x| range.start + (x * range.len() as f32) as usize);
        if chosen != best {
            step.instead = Some(mean);
        }
        self.all.results()[chosen].flipped()
    }

    /// The outputs of one position for the side on roll.
    fn value(&mut self, position: &Position) -> Outputs {
        let class = Class::of(position);
        let known = self.endings.known(class, position);
        known.unwrap_or_else(|| self.nets.outputs(class, position, &mut self.scratch))
    }

    /// Outputs of results of plays, for the side then on roll.
    fn evaluate(&mut self, results: &[Position]) {
        self.classes.clear();
        self.classes.extend(results.iter().map(Class::of));
        self.outputs.clear();
        self.outputs.resize(results.len(), Outputs::LOSS);
        self.nets.outputs_of(&self.classes, SeenBy::Mover, results, &mut self.scratch, &mut self.outputs);
        for ((&class, result), outputs) in self.classes.iter().zip(results).zip(&mut self.outputs) {
            if !class.uses_net()
                && let Some(known) = self.endings.known(class, &result.flipped())
            {
                *outputs = known;
            }
        }
    }
}

/// The first with the least equity for the opponent.
pub(super) fn least(outputs: &[Outputs]) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (i, outputs) in outputs.iter().enumerate() {
        let equity = outputs.cubeless_equity();
        if best.is_none_or(|(_, least)| equity < least) {
            best = Some((i, equity));
        }
    }
    best.map(|(i, _)| i)
}
