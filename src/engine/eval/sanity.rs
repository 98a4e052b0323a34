//! Limits that the rules set to the outputs of a net: impossible gammons, decided races, probabilities in order.

use super::bearoff::{Bearoff, home_number};
use super::{Output, Outputs};
use crate::board::{BAR, Checkers};

/// All checkers of a side, none borne off.
const ALL_CHECKERS: u32 = 15;

/// The opponent's home board begins here, seen from the other side.
const FAR_HOME: usize = 18;

/// More rolls than any race takes.
const MANY: u32 = 1 << 16;

/// Chances below this are taken for noise of the net where there is contact.
const SMALLEST: f32 = 1e-4;

/// Corrects the outputs of a position in which the sides can still meet.
#[inline(always)]
pub(super) fn clamp_contact(me: &Checkers, opponent: &Checkers, outputs: &mut Outputs) {
    clamp_borne_off(me, opponent, outputs);
    order(outputs);
    for output in &mut outputs.0[1..] {
        *output = if *output < SMALLEST { 0.0 } else { *output };
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

/// Lowers a value to another if it is more. Neither is ever NaN, which `f32::min` would check for.
#[inline(always)]
fn lower(value: &mut f32, most: f32) {
    *value = if *value > most { most } else { *value };
}

/// Corrects the outputs of a position without contact: what no dice can bring about is impossible, what
/// all dice bring about is certain.
pub(super) fn clamp_race(me: &Checkers, opponent: &Checkers, bearoff: &Bearoff, outputs: &mut Outputs) {
    let (mine, theirs) = (Crossovers::of(me), Crossovers::of(opponent));
    // A side may need half as many rolls as it has quarters to go, and more than that: mostly enough to see that no
    // bound is met.
    let my_rolls = if theirs.to_finish + 4 > 2 * mine.to_finish { mine.most_rolls(me, bearoff).max(1) } else { MANY };
    let their_rolls = if mine.to_finish > 2 * theirs.to_finish { theirs.most_rolls(opponent, bearoff) } else { MANY };

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
struct Crossovers {
    /// Until all checkers are off.
    to_finish: u32,
    /// Until one checker is off.
    to_save_gammon: u32,
}

impl Crossovers {
    fn of(side: &Checkers) -> Self {
        let beyond = |quarters: usize| side.bytes()[6 * quarters..=BAR].iter().sum::<u8>();
        let crossings = u32::from(beyond(1) + beyond(2) + beyond(3) + beyond(4));
        Self { to_finish: crossings + side.total(), to_save_gammon: crossings + 1 }
    }

    /// Rolls that the side needs at most: exactly known at home, else two for every crossing.
    fn most_rolls(&self, side: &Checkers, bearoff: &Bearoff) -> u32 {
        if side.are_home() { bearoff.one_sided.longest(home_number(side)) } else { 2 * self.to_finish }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_may_need_half_as_many_rolls_as_quarters() {
        let bearoff = Bearoff::standard();
        let mut tried = 0;
        let mut check = |counts: [u8; 25]| {
            let side = Checkers::new(counts);
            let progress = Crossovers::of(&side);
            let crossings: u32 = (0..).zip(counts).map(|(i, n): (u32, u8)| i / 6 * u32::from(n)).sum();
            assert_eq!((progress.to_finish, progress.to_save_gammon), (crossings + side.total(), crossings + 1));
            assert!(2 * progress.most_rolls(&side, &bearoff) >= progress.to_finish, "{counts:?}");
            tried += 1;
        };
        // Every way to have up to 15 checkers at home, and some of them moved out.
        let mut counts = [0; 25];
        while counts[5] < 15 {
            let next = (0..6).find(|_| counts[..6].iter().sum::<u8>() < 15).unwrap_or_else(|| {
                let first = counts[..6].iter().position(|&n| n > 0).expect("there are 15");
                counts[first] = 0;
                first + 1
            });
            counts[next] += 1;
            check(counts);
            counts.swap(0, 7);
            counts.swap(3, 24);
            check(counts);
            counts.swap(3, 24);
            counts.swap(0, 7);
        }
        assert_eq!(tried, 2 * 54263, "all but the empty board");
    }
}
