//! What is known of a decision without its match: enough to find it, to sort it and to sum it up.
//!
//! The decisions of a match lie in the library side by side, 32 bytes each, so that all of them can be looked through:
//!
//! | Bytes | Hold |
//! |---|---|
//! | 0–9 | the position as whoever decides sees it: the bytes of its Position ID |
//! | 10 | the [`Action`], by its place in the list of all |
//! | 11 | bit 0 the player, bit 1 judged, bit 2 it counts, bit 3 it counts for PR, bit 4 flagged, bit 5 with a comment |
//! | 12 | the roll by its [index](Roll::index), 255 for none |
//! | 13 | the logarithm of the cube, and 64 if it is the player's, 128 if it is his opponent's |
//! | 14, 15 | the points that the player and his opponent need; 0 for money |
//! | 16, 17 | [`ScoreKind`] and [`Phase`], by their places |
//! | 18–21 | the game and the step in it, from 0: two bytes each, little-endian |
//! | 22, 23 | the pips of the player and of his opponent; 255 for more |
//! | 24–27 | the equity given up |
//! | 28–31 | the worth of that: points, or match winning chance |

use crate::analysis::{Action, Performances, Phase, ProperCube, ScoreKind, Thresholds, Verdict, verdict};
use crate::board::{ByPlayer, Player, Position, Roll, Side};
use crate::notation::{position_bytes, position_of_bytes};
use crate::record::{Event, GameRecord, Standing};
use crate::scoring::{CubeOwner, Met};

/// The bytes of a decision.
pub const SIZE: usize = 32;

/// What is right about a cube stands where a play has its roll, from this number on.
const PROPER: usize = 128;

/// A decision of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// The [position](Self::position), as its identifier spells it.
    key: [u8; 10],
    /// The pips of the player and of his opponent; 255 for more.
    pips: [u8; 2],
    /// The player who decides.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The roll that was played.
    pub roll: Option<Roll>,
    /// The logarithm of the cube.
    pub cube: u8,
    /// The owner, as the player sees it; `None` while it is centered.
    pub owner: Option<Side>,
    /// The points that the player and his opponent need; 0 for money.
    pub away: [u8; 2],
    /// The score as the player sees it.
    pub score: ScoreKind,
    /// The part of the game.
    pub phase: Phase,
    /// The game, from 0.
    pub game: u16,
    /// The step in the game, from 0.
    pub step: u16,
    /// What is right about the cube, where the decision is about it and an analysis tells.
    pub proper: Option<ProperCube>,
    /// The findings of an analysis.
    pub judged: Option<Judged>,
    /// Somebody wants to come back to it.
    pub flag: bool,
    /// Whether there is a comment on it.
    pub has_comment: bool,
}

/// What an analysis found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The equity given up, normalized.
    pub loss: f32,
    /// The worth of that: points, or match winning chance.
    pub cost: f32,
    /// Whether there was something to decide.
    pub counts: bool,
    /// Whether it counts for the performance rating.
    pub rated: bool,
}

/// Conditions that the bytes of a decision show. To see them takes a fraction of the time of [`Facts::unpacked`], so
/// that whoever looks for few decisions sees them first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sieve {
    /// The decision counts, and gives up this much.
    pub least: Option<f64>,
    /// This roll was played.
    pub roll: Option<Roll>,
    /// This is the part of the game.
    pub phase: Option<Phase>,
    /// This is the score.
    pub score: Option<ScoreKind>,
}

impl Sieve {
    /// Whether the bytes of a decision meet the conditions.
    pub fn passes(&self, bytes: &[u8; SIZE]) -> bool {
        let loss = f32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]);
        self.least.is_none_or(|least| bytes[11] & 0b110 == 0b110 && f64::from(loss) >= least)
            && self.roll.is_none_or(|roll| usize::from(bytes[12]) == roll.index())
            && self.phase.is_none_or(|phase| Phase::ALL.get(usize::from(bytes[17])) == Some(&phase))
            && self.score.is_none_or(|score| ScoreKind::ALL.get(usize::from(bytes[16])) == Some(&score))
    }
}

impl Facts {
    /// The decisions of some games, in order: plays that were made, doubles and the answers to them, and rolls before
    /// which a double was judged, or on which somebody wrote.
    pub fn of_games(games: &[GameRecord], met: &Met) -> Vec<Self> {
        let thresholds = Thresholds::default();
        let mut found = Vec::new();
        for (number, record) in games.iter().enumerate() {
            let standing = record.state(record.steps.len().min(1)).standing;
            let mut turns = ByPlayer([0_usize; 2]);
            for (step, entry) in record.steps.iter().enumerate() {
                let Some(game) = record.state(step).game else { continue };
                let verdict = verdict(record, step, met, &thresholds);
                let noted = entry.note.flag || !entry.note.comment.is_empty();
                let action = match &entry.event {
                    Event::Play(_) => Some(Action::Play),
                    Event::Double => Some(Action::Double),
                    Event::Take => Some(Action::Take),
                    Event::Pass => Some(Action::Pass),
                    Event::Beaver => Some(Action::Beaver),
                    Event::Roll(_) if noted => Some(Action::NoDouble),
                    _ => verdict.filter(|one| one.counts || one.rated).map(|verdict| verdict.action),
                };
                let player = if matches!(entry.event, Event::Play(_)) { game.on_roll } else { game.to_decide() };
                let position = if player == game.on_roll { game.position } else { game.position.flipped() };
                if let Some(action) = action {
                    found.push(Self {
                        key: position_bytes(&position),
                        pips: pips_of(&position),
                        player,
                        action,
                        roll: game.dice.filter(|_| action == Action::Play),
                        cube: game.cube.value().ilog2() as u8,
                        owner: match game.cube.owner() {
                            CubeOwner::Centered => None,
                            CubeOwner::Owned(owner) if owner == player => Some(Side::OnRoll),
                            CubeOwner::Owned(_) => Some(Side::Opponent),
                        },
                        away: match standing {
                            Standing::Match { score, .. } => [score.away(player), score.away(!player)],
                            Standing::Money { .. } => [0; 2],
                        },
                        score: ScoreKind::of(&standing, player),
                        phase: Phase::of(&position, turns[player]),
                        game: number as u16,
                        step: step as u16,
                        proper: (action != Action::Play).then(|| ProperCube::at(record, step, met)).flatten(),
                        judged: verdict.as_ref().map(Judged::of),
                        flag: entry.note.flag,
                        has_comment: !entry.note.comment.is_empty(),
                    });
                }
                if matches!(entry.event, Event::Play(_) | Event::NoPlay) {
                    turns[game.on_roll] += 1;
                }
            }
        }
        found
    }

    /// The position, as whoever decides sees it; `None` where the bytes are damaged. To find it takes more time than
    /// all else that is known.
    pub fn position(&self) -> Option<Position> {
        position_of_bytes(self.key)
    }

    /// What the [distance](crate::analysis::distance) to a position is at least: as many pips as the counts are apart
    /// have to be moved.
    pub fn is_apart(&self, other: &Position) -> u32 {
        let others = pips_of(other);
        self.pips.iter().zip(others).map(|(&own, other)| u32::from(own.abs_diff(other))).sum()
    }

    /// The decision as the library keeps it.
    pub fn packed(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let place = |found: Option<usize>| found.unwrap_or(255) as u8;
        let Judged { loss, cost, counts, rated } = self.judged.unwrap_or(Judged::NOTHING);
        bytes[..10].copy_from_slice(&self.key);
        bytes[10] = place(Action::ALL.iter().position(|&action| action == self.action));
        let is_judged = self.judged.is_some();
        let flags = [self.player == Player::Bottom, is_judged, counts, rated, self.flag, self.has_comment];
        bytes[11] = flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag));
        bytes[12] = place(self.roll.map(Roll::index).or(self.proper.map(|proper| PROPER + usize::from(proper.bits()))));
        bytes[13] = self.cube
            | match self.owner {
                None => 0,
                Some(Side::OnRoll) => 64,
                Some(Side::Opponent) => 128,
            };
        [bytes[14], bytes[15]] = self.away;
        bytes[16] = place(ScoreKind::ALL.iter().position(|&score| score == self.score));
        bytes[17] = place(Phase::ALL.iter().position(|&phase| phase == self.phase));
        bytes[18..20].copy_from_slice(&self.game.to_le_bytes());
        bytes[20..22].copy_from_slice(&self.step.to_le_bytes());
        bytes[22..24].copy_from_slice(&self.pips);
        bytes[24..28].copy_from_slice(&loss.to_le_bytes());
        bytes[28..].copy_from_slice(&cost.to_le_bytes());
        bytes
    }

    /// The decision that these bytes keep; `None` where they keep none.
    pub fn unpacked(bytes: &[u8; SIZE]) -> Option<Self> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let real = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let flag = |bit: u8| bytes[11] >> bit & 1 == 1;
        let judged = Judged { loss: real(24), cost: real(28), counts: flag(2), rated: flag(3) };
        Some(Self {
            key: bytes[..10].try_into().ok()?,
            pips: [bytes[22], bytes[23]],
            player: if flag(0) { Player::Bottom } else { Player::Top },
            action: *Action::ALL.get(usize::from(bytes[10]))?,
            roll: Roll::ALL.get(usize::from(bytes[12])).copied(),
            cube: bytes[13] & 63,
            owner: match bytes[13] >> 6 {
                0 => None,
                1 => Some(Side::OnRoll),
                2 => Some(Side::Opponent),
                _ => return None,
            },
            away: [bytes[14], bytes[15]],
            score: *ScoreKind::ALL.get(usize::from(bytes[16]))?,
            phase: *Phase::ALL.get(usize::from(bytes[17]))?,
            game: number(18),
            step: number(20),
            proper: usize::from(bytes[12])
                .checked_sub(PROPER)
                .filter(|&bits| bits < 8)
                .map(|bits| ProperCube::of_bits(bits as u8)),
            judged: flag(1).then_some(judged),
            flag: flag(4),
            has_comment: flag(5),
        })
    }

    /// Finds again, in bytes that an earlier version wrote, the part of the game and what is right about the cube. Of
    /// the numbers of parts only that of the opening, 0, means what it meant.
    pub(super) fn renew(bytes: &mut [u8; SIZE], games: &[GameRecord], met: &Met) {
        let place = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let record = games.get(place(18)).filter(|record| place(20) < record.steps.len());
        if bytes[10] > 0
            && let Some(proper) = record.and_then(|record| ProperCube::at(record, place(20), met))
        {
            bytes[12] = PROPER as u8 + proper.bits();
        }
        let key: [u8; 10] = std::array::from_fn(|i| bytes[i]);
        if bytes[17] > 0
            && let Some(position) = position_of_bytes(key)
        {
            let phase = Phase::after_opening(&position);
            bytes[17] = Phase::ALL.iter().position(|&one| one == phase).unwrap_or_default() as u8;
        }
    }

    /// Whether it counts for the performance rating.
    pub fn is_rated(&self) -> bool {
        self.judged.is_some_and(|judged| judged.rated)
    }

    /// Adds the decision to what was given up, if it counts for PR.
    pub fn add_to(&self, sum: &mut Performances) {
        let Some(Judged { loss, .. }) = self.judged.filter(|judged| judged.rated) else { return };
        sum.add_loss(self.action, loss);
    }
}

/// The pips of both sides, as they are kept.
fn pips_of(position: &Position) -> [u8; 2] {
    [position.on_roll(), position.opponent()].map(|side| side.pips().min(255) as u8)
}

impl Judged {
    const NOTHING: Self = Self { loss: 0.0, cost: 0.0, counts: false, rated: false };

    const fn of(verdict: &Verdict) -> Self {
        Self { loss: verdict.loss, cost: verdict.cost, counts: verdict.counts, rated: verdict.rated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::distance;
    use crate::board::Variation;
    use crate::formats::read_mat;

    #[test]
    fn decisions_come_back_from_their_bytes() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")).unwrap();
        let played = read_mat(&text, &Default::default()).unwrap();
        let met = Met::kazaross_xg2();
        let mut all = Facts::of_games(played.record.games(), &met);
        let plays = |game: &GameRecord| game.steps.iter().filter(|step| matches!(step.event, Event::Play(_))).count();
        let of_plays = all.iter().filter(|one| one.action == Action::Play).count();
        assert_eq!(of_plays, played.record.games().iter().map(plays).sum::<usize>());
        assert!(all.iter().any(|one| one.action == Action::Take) && all.iter().all(|one| one.judged.is_none()));
        for (i, one) in all.iter_mut().enumerate() {
            let loss = i as f32 / 1e3;
            one.proper = (one.action != Action::Play).then(|| ProperCube::of_bits(i as u8 & 7)).filter(|_| i % 4 > 0);
            one.judged = (i % 3 > 0).then_some(Judged { loss, cost: -loss, counts: i % 2 == 0, rated: i % 5 == 0 });
            let bytes = one.packed();
            assert_eq!(Facts::unpacked(&bytes), Some(*one));
            let (position, start) = (one.position().unwrap(), Variation::Standard.starting_position());
            assert!(one.is_apart(&start) <= distance(&position, &start) && one.is_apart(&position) == 0);
            let least = one.judged.filter(|judged| judged.counts).map(|judged| f64::from(judged.loss));
            let sieve = Sieve { least, roll: one.roll, phase: Some(one.phase), score: Some(one.score) };
            assert!(sieve.passes(&bytes) && Sieve::default().passes(&bytes));
            let fails = [
                Sieve { least: Some(f64::from(loss) + 1e-6), ..sieve },
                Sieve { roll: Roll::ALL.into_iter().find(|roll| Some(*roll) != one.roll), ..sieve },
                Sieve { phase: Phase::ALL.into_iter().find(|phase| *phase != one.phase), ..sieve },
                Sieve { score: ScoreKind::ALL.into_iter().find(|score| *score != one.score), ..sieve },
            ];
            assert!(fails.iter().all(|sieve| !sieve.passes(&bytes)), "{fails:?}");
            // No byte but those that hold nothing can be anything.
            let mut broken = bytes;
            broken[10] = 99;
            assert_eq!(Facts::unpacked(&broken), None);
        }
    }
}
