//! Where games end early: what is known exactly needs no net and no dice.

use super::self_play::Endings;
use crate::board::Position;
use crate::eval::bearoff::Bearoff;
use crate::eval::{Class, Outputs};

impl Endings for Bearoff {
    fn known(&self, class: Class, position: &Position) -> Option<Outputs> {
        match class {
            Class::Over => Some(over(position)),
            Class::BearoffTwoSided | Class::BearoffOneSided => {
                Some(self.one_sided.home_outputs(position.on_roll(), position.opponent()))
            }
            Class::Hypergammon | Class::Race | Class::Crashed | Class::Contact => None,
        }
    }
}

/// The result of a finished game for the side on roll.
fn over(position: &Position) -> Outputs {
    let full = |side: &crate::board::Checkers| f32::from(side.total() == 15);
    let far = |side: &crate::board::Checkers| f32::from(side.back().is_some_and(|back| back >= 18));
    let (me, opponent) = (position.on_roll(), position.opponent());
    if me.back().is_none() {
        Outputs([1.0, full(opponent), full(opponent) * far(opponent), 0.0, 0.0])
    } else {
        Outputs([0.0, 0.0, 0.0, full(me), full(me) * far(me)])
    }
}
