//! Plays as people write them: `8/5 6/5`, `13/7*(2)`, `bar/21`, `6/off`.

mod parse;
mod print;
mod resolve;
mod spot;
mod written;

use crate::board::{BAR, OFF, Position, Roll};
use crate::movegen::{Play, PlayList};
use parse::Hop;
use std::fmt;
use std::ops::Range;
use thiserror::Error;

pub use print::play_text;
pub use spot::Spot;
pub use written::{PlayGroup, WrittenPlay};

/// No play has more checker moves.
pub const MOST_MOVES: usize = 4;

/// A play that cannot be read, or cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct PlayTextError {
    /// The bytes of the input at fault.
    pub span: Range<usize>,
    /// The fault in them.
    pub problem: PlayTextProblem,
}

/// Why a text is not a legal play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayTextProblem {
    /// The text does not read as a play.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A number that is no point.
    #[error("there is no point {0}")]
    NoSuchPoint(u32),
    /// A checker moved away from home.
    #[error("{}/{} goes backward: checkers move to lower points", Place(*.from), Place(*.to))]
    Backward {
        /// Index of the point it leaves.
        from: u8,
        /// Index of the point it would reach.
        to: u8,
    },
    /// More checkers moved than four dice could.
    #[error("a play moves at most four checkers")]
    TooManyMoves,
    /// No checker to move.
    #[error("there is no checker on {}{}", if usize::from(*.0) == BAR { "the " } else { "" }, Place(*.0))]
    NoChecker(u8),
    /// A checker waits on the bar.
    #[error("the checker on the bar has to come in first")]
    OnTheBar,
    /// The opponent holds the point.
    #[error("the opponent holds {}", Place(*.0))]
    Blocked(u8),
    /// The opponent holds every point on the way.
    #[error("the opponent holds the way from {} to {}", Place(*.from), Place(*.to))]
    WayBlocked {
        /// Index of the point it leaves.
        from: u8,
        /// Index of the point it would reach.
        to: u8,
    },
    /// A checker is still outside the home board.
    #[error("checkers are borne off only when all are home")]
    NotHome,
    /// A larger die bears off the rearmost checker only.
    #[error("a die larger than needed bears off the rearmost checker only")]
    NotRearmost,
    /// No die, or no die left, moves so far.
    #[error("no die of {roll} is left to move from {} to {}", Place(*.from), Place(*.to))]
    NoDie {
        /// The roll.
        roll: Roll,
        /// Index of the point it leaves.
        from: u8,
        /// Index of the point it would reach.
        to: u8,
    },
    /// More of the roll can be played.
    #[error("this plays {played} of {possible} dice that can be played")]
    Incomplete {
        /// Dice used by the text.
        played: usize,
        /// Dice that can be used.
        possible: usize,
    },
    /// Only one die can be played, and then the larger.
    #[error("only one die can be played, and it has to be the {0}")]
    LargerDie(u8),
    /// There is no legal play at all.
    #[error("{0} cannot be played")]
    CannotMove(Roll),
    /// The text means more than one play.
    #[error("this may be {}: write which", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

impl PlayTextError {
    fn new(span: Range<usize>, problem: PlayTextProblem) -> Self {
        Self { span, problem }
    }
}

/// A place as it is written: points from 1, `bar`, `off`.
#[derive(Clone, Copy)]
struct Place(u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OFF => f.write_str("off"),
            bar if usize::from(bar) == BAR => f.write_str("bar"),
            point => write!(f, "{}", point + 1),
        }
    }
}

/// Reads a play and finds it among the legal plays of the roll.
///
/// Groups are separated by blanks or commas: `from/to`, any number of stops between (`13/8/3`), `*` behind a point
/// where a blot is hit (may be left out, and means nothing where nothing is hit), `(n)` for n checkers. Numbers alone
/// are pairs of points: `8 5 6 5`. 25 is the bar and 0 is off. The order of the groups does not matter. When one
/// checker could pass over one of two points, the way without an unmarked hit is meant.
///
/// ```
/// use gammon_engine::board::{Roll, Variation};
/// use gammon_engine::notation::{parse_play, play_text};
///
/// let start = Variation::Standard.starting_position();
/// let play = parse_play("6 5 8 5", &start, Roll::new(3, 1)?)?;
/// assert_eq!(play_text(&play), "8/5 6/5");
/// let error = parse_play("8/5 6/4", &start, Roll::new(3, 1)?).unwrap_err();
/// assert_eq!(error.to_string(), "no die of 31 is left to move from 6 to 4");
/// assert_eq!(error.span, 4..7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text does not read as a play, or the play is not legal: then why not.
pub fn parse_play(text: &str, position: &Position, roll: Roll) -> Result<Play, PlayTextError> {
    let hops: Vec<Hop> = parse::hops(text)?;
    let mut legal = PlayList::new();
    legal.generate(position, roll);
    resolve::resolve(&hops, 0..text.len(), &legal, roll)
}
