//! Notes of the record on a decision: rollouts, and the findings of other programs.

use super::answers::AnswersReply;
use crate::level::Level;
use crate::record::Method;
use serde::Serialize;

/// A rollout in the notes of the record, or what another program found, which stands there too.
#[derive(Clone, Debug)]
pub struct Noted<T> {
    /// The trials; 0 where it is no rollout.
    pub trials: u32,
    /// How it was made, where the record says so.
    pub made: Option<String>,
    /// The level of here that it is by, where it is no rollout of the user's.
    pub level: Option<Level>,
    /// The level of another program by its own name, and the settings of its rollout; `None` for a rollout of here.
    pub foreign: Option<Foreign>,
    /// The standard errors, in normalized equity; `None` in files that hold none.
    pub errors: Option<T>,
    /// The match winning chance that a unit of equity is worth; `None` for money.
    pub slope: Option<f32>,
}

impl<T> Noted<T> {
    /// The note on a value by a method; `None` where that is a search of here, which is made again.
    pub(in crate::session) fn by(method: &Method, errors: Option<T>, slope: Option<f32>) -> Option<Self> {
        let (mut made, mut level) = (None, None);
        let (trials, foreign) = match method {
            Method::Plies { .. } => return None,
            Method::Level { level: by, trials } => {
                level = Some(*by);
                made = Some(by.summary());
                (*trials, None)
            }
            Method::Rollout { trials, .. } => {
                made = method.made().map(str::to_owned);
                (*trials, None)
            }
            Method::Foreign { level, trials, settings } => {
                (*trials, Some(Foreign { level: level.clone(), settings: settings.clone() }))
            }
        };
        Some(Self { trials, made, level, foreign, errors, slope })
    }

    /// The name of its method, in a word or two.
    pub fn level(&self) -> &str {
        self.level_name().unwrap_or("rollout")
    }

    /// The level, of here or of another program; `None` for a rollout that the user asked for.
    pub fn level_name(&self) -> Option<&str> {
        let foreign = self.foreign.as_ref().map(|foreign| foreign.level.as_str());
        foreign.or_else(|| self.level.map(Level::name))
    }

    /// A standard error of the equity, or in a match of the winning chance it stands for.
    pub fn in_unit(&self, error: f32, is_mwc: bool) -> f64 {
        f64::from(error * self.slope.filter(|_| is_mwc).unwrap_or(1.0))
    }
}

/// How another program found something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The level by its own name.
    pub level: String,
    /// The settings of its rollout in words; empty for none.
    pub settings: String,
}

/// The analysis of a decision as the record keeps it.
#[derive(Clone, Debug, Serialize)]
pub struct StoredReply {
    /// The plays in the order of the record; empty for a cube decision.
    pub plays: Vec<StoredPlay>,
    /// The cube decision.
    pub cube: Option<StoredCube>,
    /// How many plays there are with those that are not shown.
    pub of: usize,
}

/// A play and its value.
#[derive(Clone, Debug, Serialize)]
pub struct StoredPlay {
    /// The place, from 1.
    pub rank: usize,
    /// The play.
    pub play: String,
    /// The level at which it was judged, by its name.
    pub by: String,
    /// The trials of a rollout.
    pub trials: Option<u32>,
    /// The equity with the cube.
    pub equity: f64,
    /// The standard error of that, where a rollout found it.
    pub std_err: Option<f64>,
    /// How far it is behind the first.
    pub behind: f64,
    /// Win, gammon and backgammon won, gammon and backgammon lost; `None` where the source has none.
    pub outputs: Option<[f64; 5]>,
    /// Whether it is the play that was made.
    pub made: bool,
}

/// The values of a cube decision, for the player who may double.
#[derive(Clone, Debug, Serialize)]
pub struct StoredCube {
    /// Whether it is shown for the answer to the double; the numbers are still those of the player who doubles.
    pub is_answer: bool,
    /// Whether a double may be beavered.
    pub beavers: bool,
    /// Ownership of the cube by the player who may double.
    #[serde(skip)]
    pub redoubles: bool,
    /// The answers of the player who is asked, where one of them is a turn of the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswersReply>,
    /// The level at which it was judged, by its name.
    pub by: String,
    /// The trials of a rollout.
    pub trials: Option<u32>,
    /// The equity of not doubling, and of doubling if the other player takes.
    pub no_double: f64,
    /// The equity of doubling if the other player takes, in units of the cube before the double.
    pub double_take: f64,
    /// The equity of doubling if the other player passes.
    pub double_pass: f64,
    /// The standard errors of the first two, where a rollout found them.
    pub std_err: Option<[f64; 2]>,
    /// Win, gammon and backgammon won, gammon and backgammon lost; `None` where the source has none.
    pub outputs: Option<[f64; 5]>,
}
