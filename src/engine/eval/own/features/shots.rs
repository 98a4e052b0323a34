//! Rolls that hit.

use super::super::kernel;
use super::masks::SideMasks;
use crate::board::BAR;
use crate::board::masks::mirrored;
use crate::simd::Instructions;

/// How many of the 36 rolls let `a` hit a blot of `b`, blocked points and checkers on the bar considered (with
/// two or more on the bar, only entering itself hits).
#[inline(always)]
pub(super) fn hitting_rolls<I: Instructions>(instructions: I, a: &SideMasks, b: &SideMasks) -> u32 {
    let blots = b.blots_seen();
    if blots == 0 {
        return 0;
    }
    let open = !mirrored(b.two);
    if a.one >> BAR & 1 == 1 {
        return hitting_from_the_bar(a, blots, open);
    }
    kernel::hitting_rolls(instructions, a.one, blots, open)
}

/// [`hitting_rolls`] when a checker has to enter first. Everything is a mask by die face, bits 1 to 6.
fn hitting_from_the_bar(a: &SideMasks, blots: u32, open: u32) -> u32 {
    const ALL: u32 = 0b111_1110;
    // Bit n: the place n pips from the bar.
    let [blots_ahead, open_ahead] = [blots, open].map(|mask| mask.reverse_bits() >> (31 - BAR));
    let enters = open_ahead & ALL;
    let enters_and_hits = enters & blots_ahead;
    if a.two >> BAR & 1 == 1 {
        // Both numbers enter.
        let misses = (ALL & !enters_and_hits).count_ones();
        return 36 - misses * misses;
    }
    let others = a.one & !(1 << BAR);
    let mut others_hit = 0;
    for die in 1..=6 {
        others_hit |= u32::from(others >> die & blots != 0) << die;
    }
    let all_if = |mask: u32, die: u32| (mask >> die & 1).wrapping_neg();
    let mut rolls = 0;
    for die in 1..=6 {
        let goes_on = blots_ahead >> die;
        let hits = enters_and_hits
            | all_if(enters_and_hits, die)
            | all_if(enters, die) & (others_hit | goes_on)
            | enters & (all_if(others_hit, die) | goes_on);
        let higher = ALL & (u32::MAX << die << 1);
        rolls += 2 * (hits & higher).count_ones();

        let entered = (1 << (BAR as u32 - die)) & open;
        let free = if entered == 0 { 0 } else { others | entered };
        let once = open >> die;
        let reach = entered | free >> die | free >> (2 * die) & once | free >> (3 * die) & once & (open >> (2 * die));
        rolls += u32::from(reach & blots != 0);
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Roll};
    use crate::eval::own::FeatureSet;
    use crate::simd::Scalar;

    /// Whether some order of the dice hits, by moving checkers one die at a time.
    fn hits_by_playing(me: [u8; 25], other: &[u8; 25], dice: &[u32]) -> bool {
        let Some((&die, rest)) = dice.split_first() else { return false };
        let die = die as usize;
        (0..25).any(|from| {
            if me[from] == 0 || from < die || (me[BAR] > 0 && from != BAR) || other[23 - (from - die)] >= 2 {
                return false;
            }
            let mut next = me;
            next[from] -= 1;
            next[from - die] += 1;
            other[23 - (from - die)] == 1 || hits_by_playing(next, other, rest)
        })
    }

    #[test]
    fn hitting_rolls_are_those_found_by_playing() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for trial in 0..4000 {
            let (mut me, mut other) = ([0u8; 25], [0u8; 25]);
            for _ in 0..6 {
                me[random(24) as usize] += 1;
                let place = random(24) as usize;
                if me[23 - place] == 0 {
                    other[place] += 1;
                }
            }
            for place in 0..24 {
                if other[23 - place] > 0 {
                    me[place] = 0;
                }
            }
            me[BAR] = u8::from(trial % 4 == 0);
            let expected: u32 = Roll::ALL
                .iter()
                .map(|roll| {
                    let (high, low) = (u32::from(roll.high()), u32::from(roll.low()));
                    let hits = if roll.is_double() {
                        hits_by_playing(me, &other, &[high; 4])
                    } else {
                        hits_by_playing(me, &other, &[high, low]) || hits_by_playing(me, &other, &[low, high])
                    };
                    if hits { roll.weight() } else { 0 }
                })
                .sum();
            let (a, b) = (
                SideMasks::of(Scalar, FeatureSet::Contact, &Checkers::new(me)),
                SideMasks::of(Scalar, FeatureSet::Contact, &Checkers::new(other)),
            );
            assert_eq!(hitting_rolls(Scalar, &a, &b), expected, "{me:?} against {other:?}");
        }
    }
}
