//! Events of a trial, counted for the statistics.

use crate::board::{BySide, HOME_POINTS, Player, Position, Roll, Side};
use crate::eval::{Class, Evaluator};
use crate::rollout::data::trial_record::{Ending, Events};

/// Watches one trial.
#[derive(Clone, Debug)]
pub struct Watch {
    decider: Player,
    first_on_roll: Player,
    events: Events,
}

impl Watch {
    /// Watches a trial in which `on_roll` moves first.
    pub const fn new(decider: Player, on_roll: Player) -> Self {
        Self { decider, first_on_roll: on_roll, events: Events::NONE }
    }

    /// A double was taken.
    pub fn taken(&mut self, doubler: Player) {
        if self.events.takes == 0 {
            self.events.first_double_is_ours = doubler == self.decider;
        }
        self.events.takes += 1;
    }

    /// A roll was played; both positions are seen by the mover.
    pub fn played(&mut self, turn: u32, roll: Roll, before: &Position, after: &Position, evaluator: &Evaluator) {
        let mover_is_first = turn.is_multiple_of(2);
        let side = if mover_is_first == (self.first_on_roll == self.decider) { Side::OnRoll } else { Side::Opponent };
        let turn = turn.min(u32::from(u16::MAX) - 1) as u16;
        if after.opponent().on_bar() > before.opponent().on_bar() {
            of(&mut self.events.first_hit, side).get_or_insert(turn);
        }
        let home = &after.on_roll().counts()[..HOME_POINTS];
        if after.opponent().on_bar() > 0 && home.iter().all(|&n| n >= 2) {
            of(&mut self.events.first_closeout, side).get_or_insert(turn);
        }
        let is_bearoff = |position: &Position| evaluator.classify(position) <= Class::BearoffOneSided;
        if !before.has_contact() && is_bearoff(before) && is_bearoff(after) {
            *of(&mut self.events.bearoff_turns, side) += 1;
            let moved = before.on_roll().pips() - after.on_roll().pips();
            let wasted = (roll.pips() - moved) as u16;
            *of(&mut self.events.wasted_pips, side) += wasted;
        }
    }

    /// The notes after the last turn.
    pub fn finish(mut self, turns: u32, ending: Ending) -> Events {
        self.events.turns = u16::try_from(turns).unwrap_or(u16::MAX);
        self.events.ending = ending;
        self.events
    }
}

const fn of<T>(sides: &mut BySide<T>, side: Side) -> &mut T {
    match side {
        Side::OnRoll => &mut sides.on_roll,
        Side::Opponent => &mut sides.opponent,
    }
}
