//! What the rules say about the outputs of a net: impossible gammons, decided races, probabilities in order.

use super::bearoff::{Bearoff, home_number};
use super::{Output, Outputs};
use crate::board::{BAR, Checkers};

/// All checkers of a side, none borne off.
const ALL_CHECKERS: u32 = 15;

/// The opponent's home board begins here, seen from the other side.
const FAR_HOME: usize = 18;

/// With contact, chances below this are taken for noise of the net.
const SMALLEST: f32 = 1e-4;

/// Corrects the outputs of a position in which the sides can still meet.
#[inline(always)]
pub(super) fn clamp_contact(me: &Checkers, opponent: &Checkers, outputs: &mut Outputs) {
    clamp_borne_off(me, opponent, outputs);
    order(outputs);
    for output in &mut outputs.0[1..] {
        if *output < SMALLEST {
            *output = 0.0;
        }
    }
}

/// Without a checker of the loser borne off there may be a gammon; with one there is none.
#[inline(always)]
fn clamp_borne_off(me: &Checkers, opponent: &Checkers, outputs: &mut Outputs) {
    if opponent.total() < ALL_CHECKERS {
        outputs[Output::WinGammon] = 0.0;
        outputs[Output::WinBackgammon] = 0.0;
    }
    if me.total() < ALL_CHECKERS {
        outputs[Output::LoseGammon] = 0.0;
        outputs[Output::LoseBackgammon] = 0.0;
    }
}

/// Lowers what is more than it can be: gammons to wins, backgammons to gammons.
#[inline(always)]
fn order(outputs: &mut Outputs) {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = &mut outputs.0;
    lower(win_gammon, *win);
    lower(lose_gammon, 1.0 - *win);
    lower(win_backgammon, *win_gammon);
    lower(lose_backgammon, *lose_gammon);
}

/// Lowers a value to another if it is more. Neither is ever anything but a number, which `f32::min` would ask.
#[inline(always)]
fn lower(value: &mut f32, most: f32) {
    *value = if *value > most { most } else { *value };
}

/// Corrects the outputs of a position without contact: what no dice can bring about is impossible, what
/// all dice bring about is certain.
pub(super) fn clamp_race(me: &Checkers, opponent: &Checkers, bearoff: &Bearoff, outputs: &mut Outputs) {
    let (mine, theirs) = (Progress::of(me), Progress::of(opponent));
    let my_rolls = mine.most_rolls(me, bearoff).max(1);
    let their_rolls = theirs.most_rolls(opponent, bearoff);

    // A roll takes four checkers across a quarter at most; the side on roll has one roll more.
    if theirs.to_finish > 4 * (my_rolls - 1) {
        outputs[Output::Win] = 1.0;
    }
    if opponent.total() == ALL_CHECKERS {
        if mine.to_finish > 8 * theirs.to_save_gammon {
            outputs[Output::WinGammon] = 0.0;
        } else if theirs.to_save_gammon > 4 * (my_rolls - 1) {
            outputs[Output::WinGammon] = 1.0;
        }
        if opponent.back() < Some(FAR_HOME) {
            outputs[Output::WinBackgammon] = 0.0;
        }
    }
    if mine.to_finish > 4 * their_rolls {
        outputs[Output::Win] = 0.0;
    }
    if me.total() == ALL_CHECKERS {
        if theirs.to_finish + 4 > 8 * mine.to_save_gammon {
            outputs[Output::LoseGammon] = 0.0;
        } else if mine.to_save_gammon > 4 * their_rolls {
            outputs[Output::LoseGammon] = 1.0;
        }
        if me.back() < Some(FAR_HOME) {
            outputs[Output::LoseBackgammon] = 0.0;
        }
    }
    clamp_borne_off(me, opponent, outputs);
    order(outputs);
}

/// How far a side has to go, in quarters of the board that its checkers cross.
struct Progress {
    /// Until all checkers are off.
    to_finish: u32,
    /// Until one checker is off.
    to_save_gammon: u32,
}

impl Progress {
    fn of(side: &Checkers) -> Self {
        let crossings: u32 = (0..=BAR).map(|i| u32::from(side[i]) * (i as u32 / 6)).sum();
        Self { to_finish: crossings + side.total(), to_save_gammon: crossings + 1 }
    }

    /// Rolls that the side needs at most: exactly known at home, else two for every crossing.
    fn most_rolls(&self, side: &Checkers, bearoff: &Bearoff) -> u32 {
        if side.are_home() { bearoff.one_sided.longest(home_number(side)) } else { 2 * self.to_finish }
    }
}
