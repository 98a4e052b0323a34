//! The chance of a backgammon in a race, which is computed and not left to the net.
//!
//! The winner bears off while the loser, with all 15 checkers left, runs its stragglers out of the winner's
//! home board. Both need so few rolls that the race between them can be counted.

use super::bearoff::{Bearoff, MAX_STRAGGLERS, home_number, leaving};
use super::{Output, Outputs};
use crate::board::{Checkers, HOME_POINTS};

/// The winner's home board begins here in the loser's numbering.
const FAR_HOME: usize = 18;

/// Puts the computed chance of a backgammon into the outputs of a race, where one is still possible.
pub(super) fn override_backgammon(me: &Checkers, opponent: &Checkers, bearoff: &Bearoff, outputs: &mut Outputs) {
    let (chance, gammon, backgammon) = if may_lose_backgammon(opponent) {
        (chance(me, opponent, true, bearoff), Output::WinGammon, Output::WinBackgammon)
    } else if may_lose_backgammon(me) {
        (chance(opponent, me, false, bearoff), Output::LoseGammon, Output::LoseBackgammon)
    } else {
        return;
    };
    outputs[backgammon] = chance;
    outputs[gammon] = outputs[gammon].max(chance);
}

fn may_lose_backgammon(side: &Checkers) -> bool {
    side.back() >= Some(FAR_HOME) && side.total() == 15
}

/// The chance that the winner, whose checkers are all home, is off before the loser's stragglers have left.
fn chance(winner: &Checkers, loser: &Checkers, winner_on_roll: bool, bearoff: &Bearoff) -> f32 {
    let stragglers: [u8; HOME_POINTS] = std::array::from_fn(|i| loser[FAR_HOME + i]);
    let home: u32 = winner.bytes()[..HOME_POINTS].iter().map(|&n| u32::from(n)).sum();
    let pips: u32 = stragglers[..5].iter().zip(1..).map(|(&n, distance)| u32::from(n) * distance).sum();
    let head_start = u32::from(winner_on_roll);
    // Four checkers a roll against three pips a roll: hopeless beyond that.
    if home.div_ceil(4) > pips.div_ceil(3) + head_start {
        return 0.0;
    }
    if stragglers.iter().map(|&n| usize::from(n)).sum::<usize>() > MAX_STRAGGLERS {
        let mut counts = [0; 25];
        counts[..HOME_POINTS].copy_from_slice(&stragglers);
        let leaving = Checkers::new(counts);
        return if winner_on_roll {
            bearoff.one_sided.home_outputs(winner, &leaving).win()
        } else {
            1.0 - bearoff.one_sided.home_outputs(&leaving, winner).win()
        };
    }
    let finishing = bearoff.one_sided.off(home_number(winner));
    let mut chance = 0.0;
    for (rolls, left) in (1..).zip(leaving(&stragglers)) {
        // Off before the stragglers have had `rolls` rolls.
        let before = &finishing[1..rolls + head_start as usize];
        chance += left * (before.iter().map(|&p| u32::from(p)).sum::<u32>() as f32 / 65535.0);
    }
    chance.min(1.0)
}
