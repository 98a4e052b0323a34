//! Bearoff databases: exact or nearly exact values once both sides are home.
//!
//! The two that GNU Backgammon ships are computed here, equal to the last bit, when they are first needed
//! ([`Bearoff::standard`]).

mod at_score;
pub mod file;
mod greedy;
mod hypergammon;
mod lazy;
mod low;
mod numbering;
mod one_sided;
mod rolls;
mod steps;
mod store;
mod stragglers;
mod two_sided;
mod user;

pub use at_score::ScoreBearoff;
pub use hypergammon::{CONVERGED, Hypergammon, equation_error};
pub use lazy::Lazy;
pub use low::is_low;
pub use numbering::{HOME_POSITIONS, Numbering, home_number};
pub use one_sided::{Distribution, OneSided};
pub use store::{StoreError, Stored};
pub use stragglers::{MAX_STRAGGLERS, leaving};
pub use two_sided::{Equities, MoneyEquities, TwoSided};
pub use user::{Exact, UserDatabases};

use file::HypergammonFile;
use low::{LOW, LowRaces};

use crate::threads::side_by_side;
use crate::words::counted;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Called with the work done and the work in all while a database is computed; may break the computation off.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Why a database was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There can be no such database, or it would be too large.
    #[error("cannot make a database of {} and {}", counted(*.points, "point"), counted(*.checkers, "checker"))]
    Size {
        /// Requested points.
        points: usize,
        /// Requested checkers.
        checkers: usize,
    },
    /// The memory does not suffice.
    #[error("this takes {:.1} GB of memory", *.bytes as f64 / 1e9)]
    Memory {
        /// Bytes that are needed.
        bytes: usize,
    },
    /// The callback broke it off.
    #[error("interrupted")]
    Interrupted,
}

/// The callback's answer as a result: a break interrupts the computation.
fn go_on(answer: ControlFlow<()>) -> Result<(), GenerateError> {
    match answer {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(GenerateError::Interrupted),
    }
}

/// The databases of the home board, and any a user added.
#[derive(Clone)]
pub struct Bearoff {
    /// Rolls to bear off, for every arrangement of 15 checkers at home.
    pub one_sided: Arc<Lazy<OneSided>>,
    /// Equities with at most six checkers a side.
    pub two_sided: Arc<Lazy<TwoSided>>,
    /// Equities with all checkers on the lowest points.
    low: Arc<[Lazy<LowRaces>; LOW.len()]>,
    /// Databases of other sizes.
    pub user: UserDatabases,
    /// The database that answers for everything while hypergammon is played.
    hypergammon: Option<HypergammonFile>,
}

impl Bearoff {
    /// The databases of the home board, one copy for the whole program, computed when they are first looked into.
    pub fn standard() -> Arc<Self> {
        static STANDARD: OnceLock<Arc<Bearoff>> = OnceLock::new();
        Arc::clone(STANDARD.get_or_init(|| Arc::new(Self::of_the_home_board())))
    }

    fn of_the_home_board() -> Self {
        Self {
            one_sided: Arc::new(Lazy::new(OneSided::home)),
            two_sided: Arc::new(Lazy::new(TwoSided::home)),
            low: Arc::new(LowRaces::all()),
            user: UserDatabases::default(),
            hypergammon: None,
        }
    }

    /// Makes both databases ready now: reads them where they are stored, or computes them side by side.
    pub fn compute(&self) {
        let works: [&(dyn Fn() + Sync); 2] = [&|| self.two_sided.force(), &|| self.one_sided.force()];
        side_by_side(works);
    }
}
