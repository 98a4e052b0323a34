//! The state of the table, as JSON.

use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::notation::{USUAL_CUBE_LIMIT, position_id, setup_from_position_id};
use crate::record::{Ending, Game, Outcome, Pending, Standing, State};
use crate::scoring::{Cube, CubeOwner, GameValue, MatchScore};
use serde::{Deserialize, Serialize};

/// A state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateJson {
    standing: StandingJson,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<GameJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_game: Option<GameJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeJson>,
}

/// The stakes and the score. `length` 0 is money.
#[derive(Serialize, Deserialize)]
pub struct StandingJson {
    length: u8,
    score: [u32; 2],
    #[serde(default, skip_serializing_if = "is_false")]
    crawford: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    jacoby: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    beavers: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    won: Option<[u32; 2]>,
}

#[derive(Serialize, Deserialize)]
struct GameJson {
    variation: String,
    position_id: String,
    on_roll: u8,
    dice: Option<[u8; 2]>,
    cube: CubeJson,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pending: Option<PendingJson>,
    #[serde(default, skip_serializing_if = "is_zero")]
    beavers: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declined: Option<u32>,
    cube_in_use: bool,
    #[serde(default = "usual_limit", skip_serializing_if = "is_usual_limit")]
    cube_limit: u8,
}

const fn usual_limit() -> u8 {
    USUAL_CUBE_LIMIT
}

const fn is_usual_limit(limit: &u8) -> bool {
    *limit == USUAL_CUBE_LIMIT
}

#[derive(Serialize, Deserialize)]
struct CubeJson {
    value: u32,
    owner: Option<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PendingJson {
    Double,
    Resignation { by: u8, value: u32, doubled: bool },
}

/// How a game ended.
#[derive(Serialize, Deserialize)]
struct OutcomeJson {
    winner: u8,
    points: u32,
    /// `played`, `passed` or `resigned`.
    ending: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
}

const fn is_false(value: &bool) -> bool {
    !*value
}

const fn is_zero(value: &u8) -> bool {
    *value == 0
}

/// The player of a seat.
pub fn player(seat: u8) -> Result<Player, String> {
    Player::from_index(seat.into()).ok_or_else(|| format!("expected player 0 or 1, found {seat}"))
}

/// The dice of a roll.
pub fn roll([a, b]: [u8; 2]) -> Result<Roll, String> {
    Roll::new(a, b).map_err(|error| error.to_string())
}

/// The value that a resignation of this much offers.
pub fn value(multiplier: u32) -> Result<GameValue, String> {
    GameValue::ALL
        .into_iter()
        .find(|value| value.multiplier() == multiplier)
        .ok_or_else(|| format!("expected 1, 2 or 3, found {multiplier}"))
}

/// The variation of a name.
pub fn variation(name: &str) -> Result<Variation, String> {
    Variation::ALL.into_iter().find(|variation| variation.name() == name).ok_or_else(|| {
        let names: Vec<_> = Variation::ALL.into_iter().map(Variation::name).collect();
        format!("expected one of {}, found {name:?}", names.join(", "))
    })
}

impl From<&Standing> for StandingJson {
    fn from(standing: &Standing) -> Self {
        match standing {
            Standing::Money { score, jacoby, beavers } => {
                Self { length: 0, score: score.0, crawford: false, jacoby: *jacoby, beavers: *beavers, won: None }
            }
            Standing::Match { score, winner } => Self {
                length: score.length(),
                score: score.score().0.map(u32::from),
                crawford: score.crawford(),
                jacoby: false,
                beavers: 0,
                won: winner.map(|(player, points)| [player.seat().into(), points]),
            },
        }
    }
}

impl StandingJson {
    /// The value.
    pub fn standing(&self) -> Result<Standing, String> {
        if self.score.iter().any(|&points| points > 1_000_000) {
            return Err(format!("a score of {:?}", self.score));
        }
        if self.length == 0 {
            return Ok(Standing::Money { score: ByPlayer(self.score), jacoby: self.jacoby, beavers: self.beavers });
        }
        let points = self.score.map(|points| u8::try_from(points).unwrap_or(u8::MAX));
        let score = MatchScore::new(self.length, ByPlayer(points), self.crawford)
            .map_err(|_| format!("a score of {:?} in a match to {}", self.score, self.length))?;
        let winner = self.won.map(|[seat, points]| Ok::<_, String>((player(u8::try_from(seat).unwrap_or(9))?, points)));
        Ok(Standing::Match { score, winner: winner.transpose()? })
    }
}

impl From<&Game> for GameJson {
    fn from(game: &Game) -> Self {
        Self {
            variation: game.variation.name().to_owned(),
            position_id: position_id(&game.position),
            on_roll: game.on_roll.seat(),
            dice: game.dice.map(|roll| [roll.high(), roll.low()]),
            cube: CubeJson {
                value: game.cube.value(),
                owner: match game.cube.owner() {
                    CubeOwner::Centered => None,
                    CubeOwner::Owned(player) => Some(player.seat()),
                },
            },
            pending: game.pending.map(|pending| match pending {
                Pending::Double => PendingJson::Double,
                Pending::Resignation { by, value, doubled } => {
                    PendingJson::Resignation { by: by.seat(), value: value.multiplier(), doubled }
                }
            }),
            beavers: game.beavers,
            declined: game.declined.map(GameValue::multiplier),
            cube_in_use: game.cube_in_use,
            cube_limit: game.cube_limit,
        }
    }
}

impl GameJson {
    fn game(&self) -> Result<Game, String> {
        let variation = variation(&self.variation)?;
        let setup = setup_from_position_id(&self.position_id).map_err(|error| error.to_string())?;
        let owner = self.cube.owner.map(player).transpose()?.map_or(CubeOwner::Centered, CubeOwner::Owned);
        let cube = Cube::new(self.cube.value, owner).ok().filter(|cube| cube.value() <= 1 << 16);
        let cube = cube.ok_or_else(|| format!("expected a cube of 1, 2, 4, … found {}", self.cube.value))?;
        let pending = match &self.pending {
            None => None,
            Some(PendingJson::Double) => Some(Pending::Double),
            Some(PendingJson::Resignation { by, value: multiplier, doubled }) => {
                Some(Pending::Resignation { by: player(*by)?, value: value(*multiplier)?, doubled: *doubled })
            }
        };
        Ok(Game {
            variation,
            position: setup.into_position(variation).map_err(|error| error.to_string())?,
            on_roll: player(self.on_roll)?,
            dice: self.dice.map(roll).transpose()?,
            cube,
            pending,
            beavers: self.beavers,
            declined: self.declined.map(value).transpose()?,
            cube_in_use: self.cube_in_use,
            cube_limit: self.cube_limit,
        })
    }
}

impl From<&Outcome> for OutcomeJson {
    fn from(outcome: &Outcome) -> Self {
        let (ending, value) = match outcome.ending {
            Ending::Played(value) => ("played", Some(value)),
            Ending::Passed => ("passed", None),
            Ending::Resigned(value) => ("resigned", Some(value)),
        };
        Self {
            winner: outcome.winner.seat(),
            points: outcome.points,
            ending: ending.to_owned(),
            value: value.map(GameValue::multiplier),
        }
    }
}

impl OutcomeJson {
    fn outcome(&self) -> Result<Outcome, String> {
        let of = || value(self.value.unwrap_or(1));
        let ending = match self.ending.as_str() {
            "played" => Ending::Played(of()?),
            "passed" => Ending::Passed,
            "resigned" => Ending::Resigned(of()?),
            other => return Err(format!("expected played, passed or resigned, found {other:?}")),
        };
        if self.points > 1_000_000 {
            return Err(format!("{} points", self.points));
        }
        Ok(Outcome { winner: player(self.winner)?, points: self.points, ending })
    }
}

impl From<&State> for StateJson {
    fn from(state: &State) -> Self {
        Self {
            standing: (&state.standing).into(),
            game: state.game.as_ref().map(Into::into),
            last_game: state.last_game.as_ref().map(Into::into),
            outcome: state.outcome.as_ref().map(Into::into),
        }
    }
}

impl StateJson {
    /// The value.
    pub fn state(&self) -> Result<State, String> {
        Ok(State {
            standing: self.standing.standing()?,
            game: self.game.as_ref().map(GameJson::game).transpose()?,
            last_game: self.last_game.as_ref().map(GameJson::game).transpose()?,
            outcome: self.outcome.as_ref().map(OutcomeJson::outcome).transpose()?,
        })
    }
}
