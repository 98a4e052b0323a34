//! The Match ID: everything but the checkers in 72 bits, 12 characters.

use super::bits;
use super::error::NotationError;
use super::match_state::{MatchState, Phase};
use crate::board::{ByPlayer, Player, Roll};
use crate::scoring::{Cube, CubeOwner, GameValue, MatchScore, Terms};
use std::ops::Range;

/// Where each field lies.
mod place {
    use std::ops::Range;

    pub const CUBE: Range<usize> = 0..4;
    pub const OWNER: Range<usize> = 4..6;
    pub const ON_ROLL: Range<usize> = 6..7;
    pub const CRAWFORD: Range<usize> = 7..8;
    pub const PHASE: Range<usize> = 8..11;
    pub const DECIDES: Range<usize> = 11..12;
    pub const DOUBLED: Range<usize> = 12..13;
    pub const RESIGNATION: Range<usize> = 13..15;
    pub const HIGH_DIE: Range<usize> = 15..18;
    pub const LOW_DIE: Range<usize> = 18..21;
    pub const DICE: Range<usize> = 15..21;
    pub const LENGTH: Range<usize> = 21..36;
    pub const SCORES: [Range<usize>; 2] = [36..51, 51..66];
    pub const NO_JACOBY: Range<usize> = 66..67;
    pub const REST: Range<usize> = 67..72;
}

/// Beavers are not part of an ID; a session decoded from one has the usual number.
const BEAVERS: u8 = 3;

impl MatchState {
    /// The Match ID. A cube above 32768 is written as 32768; whether beavers are allowed is not written.
    pub fn match_id(&self) -> String {
        let mut bytes = [0; 9];
        let mut set = |bits: Range<usize>, value: u16| bits::set_field(&mut bytes, bits, value);
        set(place::CUBE, self.cube.value().ilog2().min(15) as u16);
        set(
            place::OWNER,
            match self.cube.owner() {
                CubeOwner::Centered => 3,
                CubeOwner::Owned(player) => player.index() as u16,
            },
        );
        set(place::ON_ROLL, self.on_roll.index() as u16);
        set(place::PHASE, self.phase as u16);
        set(place::DECIDES, self.decides.index() as u16);
        set(place::DOUBLED, self.doubled.into());
        set(place::RESIGNATION, self.resignation.map_or(0, |value| value.multiplier() as u16));
        if let Some(roll) = self.dice {
            set(place::HIGH_DIE, roll.high().into());
            set(place::LOW_DIE, roll.low().into());
        }
        for (bits, score) in place::SCORES.into_iter().zip(self.score().0) {
            set(bits, score.min(0x7fff));
        }
        match self.terms {
            Terms::Money { jacoby, .. } => set(place::NO_JACOBY, (!jacoby).into()),
            Terms::Match(score) => {
                set(place::LENGTH, score.length().into());
                set(place::CRAWFORD, score.crawford().into());
                set(place::NO_JACOBY, 1);
            }
        }
        bits::encode(bytes)
    }

    /// Decodes a Match ID.
    ///
    /// # Errors
    /// When the length or a character is wrong, or a field has a value that cannot be.
    pub fn from_match_id(text: &str) -> Result<Self, NotationError> {
        let bytes = bits::decode::<9>(text, "a Match ID")?;
        let get = |bits: Range<usize>| bits::field(&bytes, bits);
        let flag = |bits: Range<usize>| get(bits) == 1;
        let player = |bits: Range<usize>| if flag(bits) { Player::Bottom } else { Player::Top };
        let wrong = |bits: Range<usize>, name, expected| {
            NotationError::field(bits::characters(&bits), name, get(bits), expected)
        };

        let owner = match get(place::OWNER) {
            0 => CubeOwner::Owned(Player::Top),
            1 => CubeOwner::Owned(Player::Bottom),
            3 => CubeOwner::Centered,
            _ => return Err(wrong(place::OWNER, "the cube owner", "0, 1 or 3 (centered)")),
        };
        let phase = *Phase::ALL
            .get(usize::from(get(place::PHASE)))
            .ok_or_else(|| wrong(place::PHASE, "the game state", "0 to 4"))?;
        let resignation = match get(place::RESIGNATION) {
            0 => None,
            n => Some(GameValue::ALL[usize::from(n) - 1]),
        };
        let dice = match [get(place::HIGH_DIE) as u8, get(place::LOW_DIE) as u8] {
            [0, 0] => None,
            [a, b] => Some(Roll::new(a, b).map_err(|_| {
                let span = bits::characters(&place::DICE);
                NotationError::field(span, "the roll", format!("{a}{b}"), "two dice of 1 to 6, or 00")
            })?),
        };
        if get(place::REST) != 0 {
            return Err(wrong(place::REST, "the unused part", "0"));
        }

        let length = get(place::LENGTH);
        let scores = place::SCORES.map(get);
        let (terms, winner) = if length == 0 {
            if flag(place::CRAWFORD) {
                return Err(wrong(place::CRAWFORD, "the Crawford flag", "0 for money"));
            }
            (Terms::Money { jacoby: !flag(place::NO_JACOBY), beavers: BEAVERS }, None)
        } else {
            if length > u16::from(MatchScore::LONGEST) {
                return Err(wrong(place::LENGTH, "the match length", "at most 64"));
            }
            // Only once a match is over may a score have reached its length, or passed it.
            let is_over = !matches!(phase, Phase::NotStarted | Phase::Playing);
            let most = if is_over { u16::from(u8::MAX) } else { length - 1 };
            let below = |bits| wrong(bits, "the score", "less than the match length");
            if let Some((bits, _)) = place::SCORES.into_iter().zip(scores).find(|&(_, score)| score > most) {
                return Err(below(bits));
            }
            let score = ByPlayer(scores.map(|score| score as u8));
            let told = MatchScore::with_winner(length as u8, score, flag(place::CRAWFORD));
            let (score, winner) = told.map_err(|_| below(place::SCORES[1].clone()))?;
            (Terms::Match(score), winner)
        };
        let money_score = if length == 0 { ByPlayer(scores) } else { ByPlayer([0; 2]) };
        Ok(Self {
            phase,
            on_roll: player(place::ON_ROLL),
            decides: player(place::DECIDES),
            dice,
            cube: Cube::turned(get(place::CUBE) as u8, owner),
            doubled: flag(place::DOUBLED),
            resignation,
            terms,
            money_score,
            winner,
            cube_limit: super::match_state::USUAL_CUBE_LIMIT,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_money_session_before_the_roll() {
        let state = MatchState::money(Player::Bottom);
        assert_eq!(state.match_id(), "cAkAAAAAAAAA");
        assert_eq!(MatchState::from_match_id("cAkAAAAAAAAA"), Ok(state));
    }

    #[test]
    fn errors_name_the_field() {
        let message = |text: &str| {
            let error = MatchState::from_match_id(text).unwrap_err();
            (error.span.clone(), error.to_string())
        };
        assert_eq!(message("foo").1, "a Match ID has 12 characters, this has 3");
        assert_eq!(message("cAkAAAAAAAA?").0, 11..12);
        assert_eq!(message("YAkAAAAAAAAA"), (0..2, "the cube owner is 2: expected 0, 1 or 3 (centered)".into()));
        assert_eq!(message("8AkAAAAAAAAA").1, "the Crawford flag is 1: expected 0 for money");
        assert_eq!(message("cAk/AAAAAAAA").1, "the roll is 67: expected two dice of 1 to 6, or 00");
        assert_eq!(message("cAkgCAAAAAAE").1, "the match length is 65: expected at most 64");
        assert_eq!(message("cAlgADAAAAAE").1, "the score is 3: expected less than the match length");
    }
}
