//! The arguments of calls: positions, cubes, settings of evaluations.

use super::table::asked_about;
use crate::board::{ByPlayer, Player, Position, Roll, Setup};
use crate::eval::EvalSettings;
use crate::formats::judged;
use crate::notation::{MatchState, Xgid, find_ids};
use crate::record::{Game, Standing, State};
use crate::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Terms};
use crate::session::Session;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Points of a side with its bar.
const PLACES: usize = 25;

/// A position.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a board is an identifier, or a pair of lists of 25 counts")]
pub(super) enum BoardArg {
    /// The counts of the side that is not on roll, then those of the side on roll, each in its own numbering with the
    /// bar last.
    Sides([Vec<u8>; 2]),
    /// A Position ID, a `GNUbg` ID or an XGID.
    Id(String),
}

/// A cube with score and rules, by the names that they have in a cube-info dictionary of GNU Backgammon.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
    /// What a call told of it, which follows from the rest.
    #[serde(rename = "gammonprice")]
    _prices: IgnoredAny,
}

/// How an evaluation is done; what is left out is as in `set evaluation chequerplay`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
    /// What is strange about it.
    pub remarks: Vec<String>,
}

/// A position as an argument tells it.
pub(super) struct Told {
    pub position: Position,
    /// What surrounds it, where an identifier says so.
    state: Option<MatchState>,
    pub remarks: Vec<String>,
}

impl Default for CubeArg {
    fn default() -> Self {
        Self {
            cube: 1,
            cubeowner: -1,
            on_roll: 1,
            matchto: 0,
            score: [0; 2],
            crawford: 0,
            jacoby: 0,
            beavers: 0,
            _prices: IgnoredAny,
        }
    }
}

impl CubeArg {
    /// What surrounds a position with this cube.
    fn state(&self) -> Result<MatchState, String> {
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
        Ok(MatchState { cube, terms, ..MatchState::money(on_roll) })
    }

    /// Whether it is told that this is the Crawford game.
    pub const fn is_crawford(&self) -> bool {
        self.matchto != 0 && self.crawford != 0
    }

    /// The cube alone, with remarks on what is strange about it.
    pub fn info(&self, session: &Session) -> Result<(CubeInfo, Vec<String>), String> {
        Ok(believed(session, session.settings().variation.starting_position(), &self.state()?))
    }
}

/// The cube of a position as the judge of identifiers believes it, with the judge's remarks. A game that is over has
/// its value, so it is no fault here.
fn believed(session: &Session, position: Position, state: &MatchState) -> (CubeInfo, Vec<String>) {
    let table = State::described(position, state, session.settings().variation, true);
    // No score is left to play for after a match.
    let told = if state.winner.is_some() { Standing::money(false, 0).terms() } else { state.terms };
    let (terms, mut remarks) = match judged(table) {
        Ok((table, remarks)) if !table.standing.is_over() => (table.standing.terms(), remarks),
        Ok((_, remarks)) => (told, remarks),
        Err(over) => (told, vec![over]),
    };
    let is_crawford = |terms: Terms| terms.match_score().is_some_and(|score| score.crawford());
    // A Crawford game at a score that has none: the score counts, and nobody turns the cube, as in GNU Backgammon.
    let info = match table.game.filter(|_| is_crawford(told) && !is_crawford(terms)) {
        Some(game) => {
            remarks.push("nobody turns the cube in it, as in GNU Backgammon".to_owned());
            Game { cube_in_use: false, ..game }.cube_info(terms, session.met())
        }
        None => CubeInfo::new(state.cube, state.on_roll, terms, session.met()),
    };
    (info, remarks)
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
    /// The position, and what surrounds it.
    pub fn read(&self, session: &Session) -> Result<Told, String> {
        let mut remarks = Vec::new();
        let (setup, state) = match self {
            Self::Sides([opponent, on_roll]) => (Setup { on_roll: side(on_roll)?, opponent: side(opponent)? }, None),
            Self::Id(text) if text.matches(':').count() > 1 => {
                let xgid = Xgid::parse(text).map_err(|error| error.to_string())?;
                (xgid.setup, Some(xgid.state))
            }
            Self::Id(text) => {
                let found = find_ids(text).map_err(|error| error.to_string())?;
                let setup = found.setup.ok_or_else(|| format!("`{text}` holds no Position ID"))?;
                let words = text.split([':', ' ']).filter(|word| !word.is_empty()).count();
                if words != 1 + usize::from(found.state.is_some()) {
                    remarks.push(format!("`{text}` has more than identifiers; the rest is passed over"));
                }
                (setup, found.state)
            }
        };
        if setup.on_roll.iter().chain(&setup.opponent).all(|&checkers| checkers == 0) {
            return Err("there is no checker on the board".to_owned());
        }
        let variation = session.game().map_or(session.settings().variation, |game| game.variation);
        let position = setup.into_position(variation).map_err(|error| error.to_string())?;
        Ok(Told { position, state, remarks })
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
    let Told { position, state, mut remarks } = match board {
        Some(board) => board.read(session)?,
        None => {
            let position = here.as_ref().ok_or("no game in progress")?.1.position;
            Told { position, state: None, remarks: Vec::new() }
        }
    };
    let around = cube.map(CubeArg::state).transpose()?.or(state);
    let info = match around {
        Some(around) => {
            let (info, more) = believed(session, position, &around);
            remarks.extend(more);
            info
        }
        None => of_table(),
    };
    let dice = match state {
        Some(state) => state.dice,
        None => here.and_then(|(_, game)| game.dice),
    };
    Ok(Asked { position, info, dice, remarks })
}

fn player(index: u8) -> Result<Player, String> {
    Player::from_index(usize::from(index)).ok_or_else(|| format!("players are 0 and 1, not {index}"))
}

fn side(counts: &[u8]) -> Result<[u8; PLACES], String> {
    counts.try_into().map_err(|_| format!("a side has {PLACES} counts, the bar last, not {}", counts.len()))
}
