//! The notes of the record about a decision, in the order in which they keep it: levels of this program and
//! of others.

use crate::notation::play_text;
use crate::record::{CubeAnalysis, Game, Method, Numbers, PlayAnalysis, State};
use crate::scoring::Terms;
use crate::session::Session;
use crate::session::reply::{StoredCube, StoredPlay, StoredReply};

/// Plays that are shown when no number is given.
const SHOWN: usize = 10;

impl Session {
    /// The analysis by another program of the decision on the table, if the record has one.
    pub(in crate::session) fn stored_analysis(&self, shown: Option<u16>) -> Option<StoredReply> {
        let game = self.state().game.filter(|game| game.pending.is_none())?;
        let note = self.record().note_here();
        if game.dice.is_some() {
            let plays = note.plays.as_deref().filter(|plays| plays.is_foreign())?;
            return Some(noted_plays(plays, shown.map_or(SHOWN, usize::from)));
        }
        let cube = note.cube.as_deref().filter(|cube| cube.method.is_foreign())?;
        Some(noted_cube(cube, self.state()))
    }
}

/// The plays of an analysis, as many as are to be shown.
pub(super) fn noted_plays(plays: &PlayAnalysis, shown: usize) -> StoredReply {
    StoredReply { of: plays.plays.len(), plays: plays_of(plays, shown), cube: None }
}

/// The cube decision of an analysis in a state.
pub(in crate::session) fn noted_cube(cube: &CubeAnalysis, state: &State) -> StoredReply {
    let is_owned = |game: Game| game.cube.is_owned() && game.beavers == 0;
    let cube = StoredCube {
        beavers: matches!(state.standing.terms(), Terms::Money { beavers: 1.., .. }),
        redoubles: state.game.is_some_and(is_owned),
        ..cube_of(cube)
    };
    StoredReply { plays: Vec::new(), cube: Some(cube), of: 0 }
}

/// The name of a level, and the trials where it is a rollout.
fn level(method: &Method) -> (String, Option<u32>) {
    match method {
        Method::Foreign { level, trials, .. } => (level.clone(), Some(*trials).filter(|&trials| trials > 0)),
        Method::Plies { plies, .. } => (format!("{plies}-ply"), None),
        Method::Level { level, trials } => (level.to_string(), Some(*trials)),
        Method::Rollout { trials, .. } => ("rollout".to_owned(), Some(*trials)),
    }
}

fn outputs(numbers: &Numbers) -> Option<[f64; 5]> {
    numbers.outputs.iter().any(|&output| output != 0.0).then(|| numbers.outputs.map(f64::from))
}

fn plays_of(analysis: &PlayAnalysis, shown: usize) -> Vec<StoredPlay> {
    let all = analysis.plays.iter().enumerate();
    // The play that was made is there, wherever it stands.
    let is_shown = |i: usize| i < shown || analysis.played == Some(i);
    all.filter(|(i, _)| is_shown(*i))
        .map(|(i, value)| {
            let (by, trials) = level(&value.method);
            StoredPlay {
                rank: i + 1,
                play: play_text(&value.play),
                by,
                trials,
                equity: value.numbers.cubeful.into(),
                std_err: value.errors.map(|errors| errors.cubeful.into()),
                behind: f64::from(-analysis.behind(i)),
                outputs: outputs(&value.numbers),
                made: analysis.played == Some(i),
            }
        })
        .collect()
}

fn cube_of(analysis: &CubeAnalysis) -> StoredCube {
    let (by, trials) = level(&analysis.method);
    StoredCube {
        is_answer: false,
        beavers: false,
        redoubles: false,
        answers: None,
        by,
        trials,
        no_double: analysis.no_double.cubeful.into(),
        double_take: analysis.take.cubeful.into(),
        double_pass: 1.0,
        std_err: analysis.errors.map(|errors| errors.map(|errors| errors.cubeful.into())),
        outputs: outputs(&analysis.no_double),
    }
}
