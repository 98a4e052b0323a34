//! The cube states that a look-ahead values at each depth, worked out before it starts.
//!
//! A cubeful look-ahead values several states of the cube along the same plays. At every depth each state
//! *expands*: where the side on roll may double, a twin joins it in which it has doubled and been taken. On
//! the way back the twins *collapse*: the side on roll doubles when that is better, the other side
//! answers with the better of take and pass. States that turn up twice are valued once.

use crate::eval::cubeful::{Leaf, best_action, push_left_values};
use crate::eval::{Efficiencies, EvalSettings, Outputs};
use crate::scoring::{Cube, CubeInfo, Met, Mwc, SidePrices};
use arrayvec::ArrayVec;

/// The most states at one depth: every doubling adds two (owned by either side) to a centered cube.
pub(super) const MAX_STATES: usize = 24;

/// One value for each state of a depth: for money the equity in units of that state's cube, in a match
/// the match winning chance, always for the side on roll there.
pub(super) type Values = ArrayVec<f32, MAX_STATES>;

/// The unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// The cube of the state.
    Points,
    /// The match.
    Match,
}

impl Unit {
    fn of(cube: &CubeInfo) -> Self {
        if cube.is_match() { Self::Match } else { Self::Points }
    }

    /// The value for the other side.
    fn flipped(self, value: f32) -> f32 {
        match self {
            Self::Points => -value,
            Self::Match => 1.0 - value,
        }
    }

    /// The value of a doubled state in the unit of the state before the double.
    fn doubled(self, value: f32) -> f32 {
        match self {
            Self::Points => 2.0 * value,
            Self::Match => value,
        }
    }
}

/// The value of winning the cube as it lies.
fn cash(cube: &CubeInfo) -> f32 {
    cube.scale().map_or(1.0, |scale| scale.win.0)
}

/// A value as an equity in units of the cube.
pub(super) fn equity(value: f32, cube: &CubeInfo) -> f32 {
    cube.scale().map_or(value, |scale| scale.to_equity(Mwc(value)))
}

/// How a state of one depth follows from the expanded ones.
#[derive(Clone, Copy, Debug)]
struct Collapse {
    /// The state without a double.
    stay: u8,
    /// The state after double and take, where the side on roll may double.
    turned: Option<u8>,
    /// The value of double and pass.
    cash: f32,
}

/// How the plays made at a depth are compared: by what they leave to the other side, without looking
/// further ahead.
#[derive(Clone, Debug)]
pub(super) struct PlayScorer {
    /// The real state of the cube, the other side to decide.
    reply: CubeInfo,
    /// That cube after the other side has doubled, if it may.
    doubled: Option<CubeInfo>,
    /// The real state of the cube for the side that makes the play.
    mover: CubeInfo,
    cubeful: bool,
}

impl PlayScorer {
    pub(super) fn new(mover: &CubeInfo, cubeful: bool, met: &Met) -> Self {
        let reply = mover.flipped();
        let doubled = (cubeful && reply.may_double()).then(|| reply.doubled(met));
        Self { reply, doubled, mover: mover.clone(), cubeful }
    }

    /// Whether scores take the cube into account.
    pub(super) const fn is_cubeful(&self) -> bool {
        self.cubeful
    }

    /// Whether scores are for a match.
    pub(super) fn is_match(&self) -> bool {
        self.mover.is_match()
    }

    /// The cubeless equity for the mover of a play that leaves these chances to the other side.
    #[inline]
    pub(super) fn utility(&self, left: &Outputs) -> f32 {
        -self.reply.utility(left)
    }

    /// The value of gammons in [utilities](PlayScorer::utility) to the side that is on roll after the play.
    #[inline]
    pub(super) fn prices(&self) -> SidePrices {
        self.reply.side_prices()
    }

    /// The cubeful equity for the mover of a play that leaves this position to the other side.
    #[inline]
    pub(super) fn cubeful_equity(&self, left: &Leaf<'_>) -> f32 {
        let unit = Unit::of(&self.reply);
        let mut valued = left.values();
        let stay = valued(&self.reply);
        let value = match &self.doubled {
            Some(doubled) => best_action(stay, unit.doubled(valued(doubled)), cash(&self.reply)),
            None => stay,
        };
        equity(unit.flipped(value), &self.mover)
    }

    /// Appends [`Self::cubeful_equity`] for money of plays that leave these chances and cube efficiencies, where no
    /// database has exact values.
    #[inline]
    pub(super) fn push_money_equities(&self, left: &[Outputs], efficiencies: &[Efficiencies], to: &mut Vec<f32>) {
        push_left_values(&self.reply, self.doubled.as_ref(), left, efficiencies, to);
    }
}

/// The states at one depth.
#[derive(Clone, Debug)]
struct Level {
    scorer: PlayScorer,
    collapses: Vec<Collapse>,
    expanded: Vec<CubeInfo>,
}

/// The question of a look-ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The chances, with plays chosen by cubeless equity. No state of the cube is valued.
    Cubeless,
    /// The value of the position, with the option to double at once.
    Cubeful,
    /// Both values of a cube decision: not doubling now, and doubling with a take. Plays inside the look-ahead may be
    /// chosen by cubeless equity all the same.
    Decision { cubeful_plays: bool },
}

impl Question {
    /// The value of a position under these settings.
    pub(super) const fn of(settings: &EvalSettings) -> Self {
        if settings.cubeful { Self::Cubeful } else { Self::Cubeless }
    }

    /// The cube decision under these settings.
    pub(super) const fn decision(settings: &EvalSettings) -> Self {
        Self::Decision { cubeful_plays: settings.cubeful }
    }

    /// Whether plays are chosen with the cube in mind.
    const fn has_cubeful_plays(self) -> bool {
        matches!(self, Self::Cubeful | Self::Decision { cubeful_plays: true })
    }
}

/// The states at every depth of a look-ahead. Depth 0 is the position in question.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    unit: Unit,
    levels: Vec<Level>,
}

impl Plan {
    /// The plan for a question about a position with this cube, looking some plies ahead.
    pub(super) fn new(question: Question, cube: &CubeInfo, plies: u8, met: &Met) -> Self {
        let mut states = match question {
            Question::Cubeless => Vec::new(),
            Question::Cubeful => vec![cube.clone()],
            Question::Decision { .. } => vec![cube.clone(), cube.doubled(met)],
        };
        let mut mover = cube.clone();
        let mut levels = Vec::with_capacity(usize::from(plies) + 1);
        for depth in 0..=plies {
            let (collapses, expanded) = expand(&states, depth > 0 || question == Question::Cubeful, met);
            states = expanded.iter().map(CubeInfo::flipped).collect();
            levels.push(Level {
                scorer: PlayScorer::new(&mover, question.has_cubeful_plays(), met),
                collapses,
                expanded,
            });
            mover = mover.flipped();
        }
        Self { unit: Unit::of(cube), levels }
    }

    /// How plays made at a depth are compared.
    pub(super) fn scorer(&self, depth: usize) -> &PlayScorer {
        &self.levels[depth].scorer
    }

    /// Whether values are match winning chances.
    pub(super) fn is_match(&self) -> bool {
        self.unit == Unit::Match
    }

    /// Whether there are states to value.
    pub(super) fn has_states(&self) -> bool {
        !self.levels[0].collapses.is_empty()
    }

    /// The values of the states of a depth at a position that is looked at no further.
    pub(super) fn leaf_values(&self, depth: usize, leaf: &Leaf<'_>) -> Values {
        self.collapsed(depth, &self.levels[depth].expanded.iter().map(leaf.values()).collect::<Values>())
    }

    /// The values of the states of a depth, from the mean values of the next depth's states over the rolls.
    pub(super) fn inner_values(&self, depth: usize, next: impl Iterator<Item = f32>) -> Values {
        self.collapsed(depth, &next.map(|value| self.unit.flipped(value)).collect::<Values>())
    }

    fn collapsed(&self, depth: usize, expanded: &[f32]) -> Values {
        let value = |rule: &Collapse| {
            let stay = expanded[usize::from(rule.stay)];
            match rule.turned {
                Some(turned) => best_action(stay, self.unit.doubled(expanded[usize::from(turned)]), rule.cash),
                None => stay,
            }
        };
        self.levels[depth].collapses.iter().map(value).collect()
    }
}

/// Expands states: with their twins, each once, and how to come back.
fn expand(states: &[CubeInfo], may_double: bool, met: &Met) -> (Vec<Collapse>, Vec<CubeInfo>) {
    let mut expanded = Vec::new();
    let place = |expanded: &mut Vec<CubeInfo>, cube: Cube, make: &dyn Fn() -> CubeInfo| {
        let known = expanded.iter().position(|state| state.cube() == cube);
        known.unwrap_or_else(|| {
            expanded.push(make());
            expanded.len() - 1
        }) as u8
    };
    let collapses = states
        .iter()
        .map(|state| {
            let stay = place(&mut expanded, state.cube(), &|| state.clone());
            let turned = (may_double && state.may_double())
                .then(|| place(&mut expanded, state.cube().doubled_by(state.on_roll()), &|| state.doubled(met)));
            Collapse { stay, turned, cash: cash(state) }
        })
        .collect();
    (collapses, expanded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;
    use crate::rng::{Generator, RngKind};
    use crate::scoring::{CubeOwner, Terms};

    #[test]
    fn a_decision_two_plies_deep_values_six_states() {
        let met = Met::kazaross_xg2();
        let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
        let plan = Plan::new(Question::decision(&EvalSettings::cubeful(2)), &cube, 2, &met);
        let counts = |depth: usize| (plan.levels[depth].collapses.len(), plan.levels[depth].expanded.len());
        assert_eq!(counts(0), (2, 2), "nobody doubles at the root");
        assert_eq!(counts(1), (2, 4));
        assert_eq!(counts(2), (4, 6), "the twin of the centered cube is there already");
    }

    #[test]
    fn the_deepest_plan_fits() {
        let met = Met::kazaross_xg2();
        let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
        let decision = Question::decision(&EvalSettings::cubeful(7));
        for plan in [decision, Question::Cubeful].map(|question| Plan::new(question, &cube, 7, &met)) {
            assert!(plan.levels.iter().all(|level| level.expanded.len() < MAX_STATES));
        }
    }

    #[test]
    fn plays_are_worth_the_same_side_by_side() {
        const MOST: usize = 20;
        let met = Met::kazaross_xg2();
        let mut generator = Generator::new(RngKind::Mersenne, 3);
        let mut chance = move |most: f32| match generator.below(40) {
            0 => 0.0,
            1 => most,
            2 => most * 1e-8,
            n => most * (n as f32 / 40.0 + 0.02 * generator.below(50) as f32 / 50.0),
        };
        let plain = Terms::Money { jacoby: false, beavers: 3 };
        let owners = [CubeOwner::Centered, CubeOwner::Owned(Player::Top), CubeOwner::Owned(Player::Bottom)];
        for (terms, owner, value) in [Terms::MONEY, plain].into_iter().flat_map(|terms| {
            owners.into_iter().flat_map(move |owner| [2, Cube::TOP / 2, Cube::TOP].map(|value| (terms, owner, value)))
        }) {
            let cube = CubeInfo::new(Cube::new(value, owner).unwrap(), Player::Top, terms, &met);
            let scorer = PlayScorer::new(&cube, true, &met);
            for _ in 0..200 {
                let left: [Outputs; MOST] = std::array::from_fn(|_| {
                    let win = chance(1.0);
                    let (win_gammon, lose_gammon) = (chance(win), chance(1.0 - win));
                    Outputs([win, win_gammon, chance(win_gammon), lose_gammon, chance(lose_gammon)])
                });
                let efficiencies: [Efficiencies; MOST] =
                    std::array::from_fn(|_| Efficiencies(std::array::from_fn(|_| 0.5 + chance(0.3))));
                let n = 1 + (efficiencies[0].0[0] * 1000.0) as usize % MOST;
                let mut together = Vec::new();
                scorer.push_money_equities(&left[..n], &efficiencies[..n], &mut together);
                assert_eq!(together.len(), n);
                for (lane, outputs) in left.iter().enumerate().take(n) {
                    let leaf = Leaf {
                        outputs: *outputs,
                        efficiencies: efficiencies[lane],
                        exact: None,
                        at_score: None,
                        turns_at_once: false,
                    };
                    let alone = scorer.cubeful_equity(&leaf);
                    assert!(alone.is_finite());
                    assert_eq!(alone.to_bits(), together[lane].to_bits(), "{leaf:?}, {:?} for {terms:?}", cube.cube());
                }
            }
        }
    }

    #[test]
    fn doubles_are_answered_best() {
        assert_eq!(best_action(0.5, 0.7, 1.0), 0.7);
        assert_eq!(best_action(0.5, 1.7, 1.0), 1.0);
        assert_eq!(best_action(1.2, 1.7, 1.0), 1.2, "too good");
        assert_eq!(best_action(0.5, 0.4, 1.0), 0.5);
    }
}
