//! From a text to the legal play that it means, or to the reason why there is none.

use super::parse::Hop;
use super::{PlayTextError, PlayTextProblem, play_text};
use crate::board::{BAR, HOME_POINTS, OFF, Position, Roll};
use crate::movegen::{Play, PlayList, move_checker};
use std::ops::Range;

/// A way to play all that was written.
struct Reading {
    result: Position,
    /// Dice used.
    played: usize,
    /// Hits in passing that the text does not mark.
    unmarked: usize,
    /// Marked hits that do not happen.
    unfounded: usize,
}

/// Tries all orders of the hops and all dice for each.
struct Search<'a> {
    hops: &'a [Hop],
    roll: Roll,
    readings: Vec<Reading>,
    /// The failure that came after the most moves.
    failure: Option<(usize, PlayTextError)>,
}

/// Where the search has come to.
#[derive(Clone)]
struct Stage {
    position: Position,
    dice: Vec<u8>,
    /// Where the checker of each hop is: `from` until it has moved, `to` when the hop is done.
    at: Vec<u8>,
    hits: Vec<u8>,
    unmarked: usize,
    moves: usize,
}

pub(super) fn resolve(hops: &[Hop], whole: Range<usize>, legal: &PlayList, roll: Roll) -> Result<Play, PlayTextError> {
    let Some(most) = (0..legal.len()).map(|i| legal.packed()[i].steps().count()).max() else {
        return Err(PlayTextError::new(whole, PlayTextProblem::CannotMove(roll)));
    };
    let mut search = Search { hops, roll, readings: Vec::new(), failure: None };
    search.go(&Stage {
        position: *legal.before(),
        dice: if roll.is_double() { vec![roll.high(); 4] } else { vec![roll.high(), roll.low()] },
        at: hops.iter().map(|hop| hop.from).collect(),
        hits: Vec::new(),
        unmarked: 0,
        moves: 0,
    });
    if search.readings.is_empty() {
        // Every hop could fail, so at least one failure has been noted.
        let (_, error) = search.failure.expect("a search without a reading has failed somewhere");
        return Err(error);
    }

    let played = search.readings.iter().map(|reading| reading.played).max().unwrap_or(0);
    // Marks distinguish two ways; a mark where nothing is hit makes no play illegal.
    let mut found: Vec<([usize; 2], usize)> = search
        .readings
        .iter()
        .filter_map(|reading| legal.find(&reading.result).map(|play| ([reading.unfounded, reading.unmarked], play)))
        .collect();
    found.sort_unstable();
    found.dedup();
    let least = found.first().map_or([0; 2], |&(marks, _)| marks);
    found.retain(|&(marks, _)| marks == least);
    match found.as_slice() {
        [(_, play)] => Ok(legal.play(*play)),
        [] if played < most => Err(PlayTextError::new(whole, PlayTextProblem::Incomplete { played, possible: most })),
        [] => Err(PlayTextError::new(whole, PlayTextProblem::LargerDie(roll.high()))),
        several => {
            let texts = several.iter().map(|&(_, play)| play_text(&legal.play(play))).collect();
            Err(PlayTextError::new(whole, PlayTextProblem::Ambiguous(texts)))
        }
    }
}

impl Search<'_> {
    fn go(&mut self, stage: &Stage) {
        let done = |i: usize| stage.at[i] == self.hops[i].to;
        let ready = |i: &usize| !done(*i) && self.hops[*i].after.is_none_or(done);
        let open: Vec<usize> = (0..self.hops.len()).filter(ready).collect();
        if open.is_empty() {
            let unfounded = self.hops.iter().filter(|hop| hop.marked && !stage.hits.contains(&hop.to)).count();
            self.readings.push(Reading {
                result: stage.position,
                played: stage.moves,
                unmarked: stage.unmarked,
                unfounded,
            });
            return;
        }
        for i in open {
            if !self.advance(i, stage) {
                let error = PlayTextError::new(self.hops[i].span.clone(), self.reason(i, stage));
                if self.failure.as_ref().is_none_or(|(moves, _)| *moves < stage.moves) {
                    self.failure = Some((stage.moves, error));
                }
            }
        }
    }

    /// Moves the checker of a hop by each die that is left; `false` when none will do.
    fn advance(&mut self, i: usize, stage: &Stage) -> bool {
        let hop = &self.hops[i];
        let mut moved = false;
        for (k, &die) in stage.dice.iter().enumerate() {
            if stage.dice[..k].contains(&die) {
                continue;
            }
            let Some((position, step)) = move_checker(&stage.position, stage.at[i], die) else { continue };
            let beyond = hop.to != OFF && (step.to == OFF || step.to < hop.to);
            if beyond || !self.can_finish(hop.to, step.to, stage, k) {
                continue;
            }
            moved = true;
            let mut next = Stage { position, moves: stage.moves + 1, ..stage.clone() };
            next.dice.remove(k);
            next.at[i] = step.to;
            if step.hits {
                next.hits.push(step.to);
                next.unmarked += usize::from(step.to != hop.to);
            }
            self.go(&next);
        }
        moved
    }

    /// Whether the dice but number `used` can add up to the rest of the way.
    fn can_finish(&self, to: u8, at: u8, stage: &Stage, used: usize) -> bool {
        at == to || pips_left(at, to).is_some_and(|pips| self.reaches(pips, to == OFF, &stage.dice, Some(used)))
    }

    /// Whether some of the dice but number `used` add up to the pips, or exceed them when bearing off.
    fn reaches(&self, pips: u8, off: bool, dice: &[u8], used: Option<usize>) -> bool {
        (0..1_u8 << dice.len()).any(|subset| {
            let chosen = (0..dice.len()).filter(|&k| subset >> k & 1 == 1);
            let sum: u8 = chosen.clone().map(|k| dice[k]).sum();
            (sum == pips || (off && sum > pips)) && !chosen.clone().any(|k| Some(k) == used)
        })
    }

    /// Why no die moves the checker of hop `i` onward.
    fn reason(&self, i: usize, stage: &Stage) -> PlayTextProblem {
        let (from, to) = (stage.at[i], self.hops[i].to);
        let (mine, theirs) = (stage.position.on_roll(), stage.position.opponent());
        let off = to == OFF;
        if mine[usize::from(from)] == 0 {
            return PlayTextProblem::NoChecker(from);
        }
        if mine.on_bar() > 0 && usize::from(from) != BAR {
            return PlayTextProblem::OnTheBar;
        }
        if !off && theirs[23 - usize::from(to)] >= 2 {
            return PlayTextProblem::Blocked(to);
        }
        if pips_left(from, to).is_none_or(|pips| !self.reaches(pips, off, &stage.dice, None)) {
            return PlayTextProblem::NoDie { roll: self.roll, from, to };
        }
        let outside = |point: usize| mine[point] > u8::from(point == usize::from(from));
        if off && (HOME_POINTS..=BAR).any(outside) {
            return PlayTextProblem::NotHome;
        }
        if off && usize::from(from) < HOME_POINTS {
            return PlayTextProblem::NotRearmost;
        }
        PlayTextProblem::WayBlocked { from, to }
    }
}

/// Pips from one place to another, `None` from off.
fn pips_left(from: u8, to: u8) -> Option<u8> {
    match (from, to) {
        (OFF, _) => None,
        (from, OFF) => Some(from + 1),
        (from, to) => from.checked_sub(to),
    }
}
