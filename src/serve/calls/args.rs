//! The arguments of calls: positions, cubes, settings of evaluations.

use super::table::asked_about;
use crate::board::{ByPlayer, Player, Position, Roll, Setup};
use crate::eval::EvalSettings;
use crate::notation::{MatchState, Xgid, find_ids};
use crate::record::Standing;
use crate::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Terms};
use crate::session::Session;
use serde::Deserialize;

/// Points of a side with its bar.
const PLACES: usize = 25;

/// A position.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum BoardArg {
    /// The counts of the side that is not on roll, then those of the side on roll, each in its own numbering with the
    /// bar last.
    Sides([Vec<u8>; 2]),
    /// A Position ID, a `GNUbg` ID or an XGID.
    Id(String),
}

/// A cube with score and rules, by the names that they have in a cube-info dictionary of GNU Backgammon.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(super) struct CubeArg {
    cube: u32,
    cubeowner: i8,
    #[serde(rename = "move")]
    on_roll: u8,
    matchto: u8,
    score: [u32; 2],
    crawford: u8,
    jacoby: u8,
    beavers: u8,
}

/// How an evaluation is done; what is left out is as in `set evaluation chequerplay`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct EvalArg {
    plies: Option<u8>,
    cubeful: Option<u8>,
    prune: Option<u8>,
    deterministic: Option<u8>,
    noise: Option<f32>,
}

/// A question about a position.
pub(super) struct Asked {
    pub position: Position,
    pub info: CubeInfo,
    pub dice: Option<Roll>,
}

impl Default for CubeArg {
    fn default() -> Self {
        Self { cube: 1, cubeowner: -1, on_roll: 1, matchto: 0, score: [0; 2], crawford: 0, jacoby: 0, beavers: 0 }
    }
}

impl CubeArg {
    pub fn info(&self, session: &Session) -> Result<CubeInfo, String> {
        let on_roll = player(self.on_roll)?;
        let owner = match self.cubeowner {
            -1 => CubeOwner::Centered,
            owner => CubeOwner::Owned(player(u8::try_from(owner).unwrap_or(u8::MAX))?),
        };
        let cube = Cube::new(self.cube, owner).map_err(|error| error.to_string())?;
        let terms = if self.matchto == 0 {
            Terms::Money { jacoby: self.jacoby != 0, beavers: self.beavers }
        } else {
            let [top, bottom] = self.score.map(|points| u8::try_from(points).unwrap_or(u8::MAX));
            let score = MatchScore::new(self.matchto, ByPlayer([top, bottom]), self.crawford != 0);
            Terms::Match(score.map_err(|error| error.to_string())?)
        };
        Ok(CubeInfo::new(cube, on_roll, terms, session.met()))
    }
}

impl EvalArg {
    pub fn settings(&self, session: &Session) -> Result<EvalSettings, String> {
        let default = session.settings().hints().chequerplay;
        let switch = |value: Option<u8>, otherwise: bool| value.map_or(otherwise, |value| value != 0);
        let (plies, noise) = (self.plies.unwrap_or(default.plies()), self.noise.unwrap_or(default.noise()));
        let mut settings = EvalSettings::new(plies, noise).map_err(|error| error.to_string())?;
        settings.cubeful = switch(self.cubeful, default.cubeful);
        settings.prune = switch(self.prune, default.prune);
        settings.deterministic = switch(self.deterministic, default.deterministic);
        Ok(settings)
    }
}

impl BoardArg {
    /// The position, and what surrounds it where an identifier says so.
    pub fn read(&self, session: &Session) -> Result<(Position, Option<MatchState>), String> {
        let (setup, state) = match self {
            Self::Sides([opponent, on_roll]) => (Setup { on_roll: side(on_roll)?, opponent: side(opponent)? }, None),
            Self::Id(text) if text.matches(':').count() > 1 => {
                let xgid = Xgid::parse(text).map_err(|error| error.to_string())?;
                (xgid.setup, Some(xgid.state))
            }
            Self::Id(text) => {
                let found = find_ids(text).map_err(|error| error.to_string())?;
                let setup = found.setup.ok_or_else(|| format!("`{text}` holds no Position ID"))?;
                (setup, found.state)
            }
        };
        if setup.on_roll.iter().chain(&setup.opponent).all(|&checkers| checkers == 0) {
            return Err("there is no checker on the board".to_owned());
        }
        let variation = session.game().map_or(session.settings().variation, |game| game.variation);
        setup.into_position(variation).map(|position| (position, state)).map_err(|error| error.to_string())
    }
}

/// The question about a board with a cube; without a board the one on the table, without a cube that of the
/// identifier, or else of the table.
pub(super) fn asked(session: &Session, board: Option<&BoardArg>, cube: Option<&CubeArg>) -> Result<Asked, String> {
    let here = asked_about(session);
    let of_table = || match &here {
        Some((state, game)) => {
            // No score is left to play for after a match.
            let terms =
                if state.standing.is_over() { Standing::money(false, 0).terms() } else { state.standing.terms() };
            session.cube_of(game, terms)
        }
        None => CubeInfo::new(Cube::START, Player::Bottom, session.standing().terms(), session.met()),
    };
    let (position, state) = match board {
        Some(board) => board.read(session)?,
        None => (here.as_ref().ok_or("no game in progress")?.1.position, None),
    };
    let info = match (cube, &state) {
        (Some(cube), _) => cube.info(session)?,
        (None, Some(state)) => {
            let terms = if state.winner.is_some() { Standing::money(false, 0).terms() } else { state.terms };
            CubeInfo::new(state.cube, state.on_roll, terms, session.met())
        }
        (None, None) => of_table(),
    };
    let dice = match state {
        Some(state) => state.dice,
        None => here.and_then(|(_, game)| game.dice),
    };
    Ok(Asked { position, info, dice })
}

fn player(index: u8) -> Result<Player, String> {
    Player::from_index(usize::from(index)).ok_or_else(|| format!("players are 0 and 1, not {index}"))
}

fn side(counts: &[u8]) -> Result<[u8; PLACES], String> {
    counts.try_into().map_err(|_| format!("a side has {PLACES} counts, the bar last, not {}", counts.len()))
}
