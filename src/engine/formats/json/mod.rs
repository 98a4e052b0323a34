//! Matches as JSON: everything a record holds, for other programs and for coming back unchanged. docs/json.md describes
//! it.

mod note;
mod state;

use super::played::{FormatError, PlayedMatch};
use crate::board::{ByPlayer, Position, Roll, Variation};
use crate::notation::{parse_play, play_text, position_id, setup_from_position_id};
use crate::record::{Branch, Event, GameRecord, MatchInfo, Note, Record, Rules, State, Step};
use crate::scoring::{Cube, CubeOwner};
use note::NoteJson;
use serde::{Deserialize, Serialize};
use state::{StandingJson, StateJson, player, roll, value, variation};

/// The version of the form.
const VERSION: u32 = 1;

/// Whether a text begins as such a file.
pub(super) fn is_match(text: &str) -> bool {
    has_keys(text, &["gammon_match"])
}

/// Whether a text begins as an object of JSON and has these keys somewhere. A key has a colon behind it; what people
/// wrote, however it reads, has none.
pub(super) fn has_keys(text: &str, keys: &[&str]) -> bool {
    let has = |key: &&str| {
        let quoted = format!("\"{key}\"");
        text.match_indices(&quoted).any(|(at, _)| text[at + quoted.len()..].trim_start().starts_with(':'))
    };
    text.starts_with('{') && keys.iter().all(has)
}

#[derive(Serialize, Deserialize)]
struct MatchJson {
    /// 1.
    gammon_match: u32,
    players: [String; 2],
    variation: String,
    #[serde(default)]
    info: MatchInfo,
    games: Vec<GameJson>,
}

#[derive(Serialize, Deserialize)]
struct GameJson {
    start: StateJson,
    steps: Vec<StepJson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    branches: Vec<BranchJson>,
    /// The note on the decision after the last step, which nobody has taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<NoteJson>,
}

#[derive(Serialize, Deserialize)]
struct BranchJson {
    at: usize,
    steps: Vec<StepJson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameJson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    branches: Vec<BranchJson>,
}

#[derive(Serialize, Deserialize)]
struct StepJson {
    #[serde(flatten)]
    event: EventJson,
    /// The checkers before the event and the player on roll, for people who read the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    on_roll: Option<u8>,
    #[serde(flatten)]
    note: NoteJson,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventJson {
    Begin {
        standing: StandingJson,
        variation: String,
        cube_in_use: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        largest_cube: Option<u32>,
        cube: u32,
        first: u8,
        dice: Option<[u8; 2]>,
    },
    Roll {
        dice: [u8; 2],
    },
    Play {
        play: String,
    },
    NoPlay,
    /// A play against the rules: the position that it leaves, seen by the player who made it.
    Irregular {
        leaves: String,
    },
    Double,
    Take,
    Pass,
    Beaver,
    Resign {
        value: u32,
    },
    Accept,
    Decline,
    Set {
        state: Box<StateJson>,
    },
}

/// A state in one line.
pub(super) fn state_text(state: &State) -> String {
    serde_json::to_string(&StateJson::from(state)).expect("plain data")
}

/// Reads what [`state_text`] writes.
pub(super) fn state_of(text: &str) -> Result<State, String> {
    serde_json::from_str::<StateJson>(text).map_err(|error| error.to_string())?.state()
}

/// Games of a match or session as text, with everything that is known about them.
pub fn write_json(names: &ByPlayer<String>, info: &MatchInfo, variation: Variation, games: &[GameRecord]) -> String {
    let whole = whole(names, info, variation, games);
    serde_json::to_string_pretty(&whole).expect("plain data") + "\n"
}

/// The same text in one line, as bytes: for programs.
pub fn write_compact_json(
    names: &ByPlayer<String>,
    info: &MatchInfo,
    variation: Variation,
    games: &[GameRecord],
) -> Vec<u8> {
    serde_json::to_vec(&whole(names, info, variation, games)).expect("plain data")
}

fn whole(names: &ByPlayer<String>, info: &MatchInfo, variation: Variation, games: &[GameRecord]) -> MatchJson {
    MatchJson {
        gammon_match: VERSION,
        players: names.0.clone(),
        variation: variation.name().to_owned(),
        info: info.clone(),
        games: games.iter().map(game_json).collect(),
    }
}

fn game_json(game: &GameRecord) -> GameJson {
    GameJson {
        start: (&game.start).into(),
        steps: steps_json(&game.start, &game.steps),
        branches: game.branches.iter().map(|branch| branch_json(game.state(branch.at), branch)).collect(),
        open: (!game.open.is_empty()).then(|| (&game.open).into()),
    }
}

/// A line that was left, from the state at its beginning on.
fn branch_json(start: &State, branch: &Branch) -> BranchJson {
    let state = |at: usize| at.checked_sub(1).map_or(start, |last| &branch.steps[last].after);
    BranchJson {
        at: branch.at,
        steps: steps_json(start, &branch.steps),
        games: branch.games.iter().map(game_json).collect(),
        branches: branch.branches.iter().map(|line| branch_json(state(line.at - branch.at), line)).collect(),
    }
}

fn steps_json(start: &State, steps: &[Step]) -> Vec<StepJson> {
    let mut before = *start;
    let mut found = Vec::with_capacity(steps.len());
    for step in steps {
        let game = before.game.filter(|_| !matches!(step.event, Event::Begin { .. }));
        found.push(StepJson {
            event: event_json(&step.event),
            position_id: game.map(|game| position_id(&game.position)),
            on_roll: game.map(|game| game.on_roll.seat()),
            note: (&step.note).into(),
        });
        before = step.after;
    }
    found
}

fn event_json(event: &Event) -> EventJson {
    match event {
        Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll } => EventJson::Begin {
            standing: standing.into(),
            variation: variation.name().to_owned(),
            cube_in_use: *cube_in_use,
            largest_cube: *largest_cube,
            cube: *cube,
            first: first.seat(),
            dice: roll.map(|roll| [roll.high(), roll.low()]),
        },
        Event::Roll(roll) => EventJson::Roll { dice: [roll.high(), roll.low()] },
        Event::Play(play) => EventJson::Play { play: play_text(play) },
        Event::NoPlay => EventJson::NoPlay,
        Event::Irregular(position) => EventJson::Irregular { leaves: position_id(position) },
        Event::Double => EventJson::Double,
        Event::Take => EventJson::Take,
        Event::Pass => EventJson::Pass,
        Event::Beaver => EventJson::Beaver,
        Event::Resign(value) => EventJson::Resign { value: value.multiplier() },
        Event::Accept => EventJson::Accept,
        Event::Decline => EventJson::Decline,
        Event::Set(state) => EventJson::Set { state: Box::new((&**state).into()) },
    }
}

impl EventJson {
    fn event(&self, before: &State) -> Result<Event, String> {
        Ok(match self {
            Self::Begin { standing, variation: name, cube_in_use, largest_cube, cube, first, dice } => Event::Begin {
                standing: standing.standing()?,
                variation: variation(name)?,
                cube_in_use: *cube_in_use,
                largest_cube: *largest_cube,
                cube: Some(*cube)
                    .filter(|&cube| Cube::in_play(cube, CubeOwner::Centered).is_some())
                    .ok_or_else(|| format!("expected a cube of 1, 2, 4, … found {cube}"))?,
                first: player(*first)?,
                roll: dice.map(roll).transpose()?,
            },
            Self::Roll { dice } => Event::Roll(roll(*dice)?),
            Self::Play { play } => {
                let game = before.game.ok_or("a play where no game is in progress")?;
                let dice = game.dice.ok_or("a play where no dice lie")?;
                Event::Play(parse_play(play, &game.position, dice).map_err(|error| format!("{play:?}: {error}"))?)
            }
            Self::NoPlay => Event::NoPlay,
            Self::Irregular { leaves } => {
                let game = before.game.ok_or("a play where no game is in progress")?;
                let wrong = |error: &dyn std::fmt::Display| format!("{leaves:?}: {error}");
                let setup = setup_from_position_id(leaves).map_err(|error| wrong(&error))?;
                let position = setup.into_position(game.variation).map_err(|error| wrong(&error))?;
                Event::Irregular(Box::new(position))
            }
            Self::Double | Self::Beaver if before.game.is_some_and(|game| game.cube.value() >= 1 << 16) => {
                return Err("the cube does not go so high".to_owned());
            }
            Self::Double => Event::Double,
            Self::Take => Event::Take,
            Self::Pass => Event::Pass,
            Self::Beaver => Event::Beaver,
            Self::Resign { value: multiplier } => Event::Resign(value(*multiplier)?),
            Self::Accept => Event::Accept,
            Self::Decline => Event::Decline,
            Self::Set { state } => Event::Set(Box::new(state.state()?)),
        })
    }
}

/// The note of a decision in one line.
pub(super) fn note_text(note: &Note) -> String {
    serde_json::to_string(&NoteJson::from(note)).expect("plain data")
}

/// Reads what [`note_text`] writes; the plays are those of the roll in this state.
pub(super) fn note_of(text: &str, state: &State) -> Result<Note, String> {
    serde_json::from_str::<NoteJson>(text).map_err(|error| error.to_string())?.note(dice_of(state))
}

/// A position and the roll to be played.
fn dice_of(state: &State) -> Option<(Position, Roll)> {
    state.game.and_then(|game| Some((game.position, game.dice?)))
}

/// Reads a match.
///
/// # Errors
/// When the text is no such file, with the line; or when something in it cannot have happened, with game and step.
pub fn read_json(text: &str) -> Result<PlayedMatch, FormatError> {
    let whole: MatchJson =
        serde_json::from_str(text).map_err(|error| FormatError::at(error.line(), error.to_string()))?;
    if whole.gammon_match != VERSION {
        return Err(FormatError::whole(format!("version {} is not known here", whole.gammon_match)));
    }
    let info = whole.info;
    // Each game is marked where it is the Crawford game; this is for what follows it.
    let rules = Rules { crawford: info.has_crawford() };
    let mut games = Vec::with_capacity(whole.games.len());
    for (i, game) in whole.games.iter().enumerate() {
        games.push(game_of(game, &format!("game {}", i + 1), rules).map_err(FormatError::whole)?);
    }
    let mut record = Record::from_games(games).ok_or_else(|| FormatError::whole("there is no game in it"))?;
    record.first_game();
    let variation = variation(&whole.variation).map_err(FormatError::whole)?;
    Ok(PlayedMatch { names: ByPlayer(whole.players), info, variation, record, remarks: Vec::new() })
}

fn game_of(game: &GameJson, place: &str, rules: Rules) -> Result<GameRecord, String> {
    let start = game.start.state().map_err(|problem| format!("{place}: {problem}"))?;
    let steps = steps_of(&start, &game.steps, place, rules)?;
    let branches = branches_of(&game.branches, 0, &start, &steps, place, rules)?;
    let last = steps.last().map_or(&start, |step| &step.after);
    let open = match &game.open {
        Some(open) => open.note(dice_of(last)).map_err(|problem| format!("{place}, `open`: {problem}"))?,
        None => Note::default(),
    };
    Ok(GameRecord { start, steps, branches, open })
}

/// Lines that leave steps, the first of which is number `first` of the game.
fn branches_of(
    branches: &[BranchJson],
    first: usize,
    start: &State,
    steps: &[Step],
    place: &str,
    rules: Rules,
) -> Result<Vec<Branch>, String> {
    let mut found = Vec::with_capacity(branches.len());
    for (i, branch) in branches.iter().enumerate() {
        let place = format!("{place}, branch {}", i + 1);
        let Some(within) = branch.at.checked_sub(first).filter(|&at| at <= steps.len()) else {
            return Err(format!("{place}: it begins after step {} of {}", branch.at, first + steps.len()));
        };
        let start = within.checked_sub(1).map_or(start, |last| &steps[last].after);
        let steps = steps_of(start, &branch.steps, &place, rules)?;
        let games: Result<Vec<_>, _> = branch.games.iter().map(|game| game_of(game, &place, rules)).collect();
        let branches = branches_of(&branch.branches, branch.at, start, &steps, &place, rules)?;
        found.push(Branch { at: branch.at, steps, games: games?, branches });
    }
    Ok(found)
}

fn steps_of(start: &State, steps: &[StepJson], place: &str, rules: Rules) -> Result<Vec<Step>, String> {
    let mut before = *start;
    let mut found = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        let at = |problem: String| format!("{place}, step {}: {problem}", i + 1);
        let event = step.event.event(&before).map_err(at)?;
        let after = before.after(&event, rules).map_err(|why| at(format!("this cannot happen here: {why:?}")))?;
        found.push(Step { event, after, note: step.note.note(dice_of(&before)).map_err(at)? });
        before = after;
    }
    Ok(found)
}
