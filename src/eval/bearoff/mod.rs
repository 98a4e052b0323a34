//! Bearoff databases: exact or nearly exact values once both sides are home.
//!
//! The two that GNU Backgammon ships are computed here, equal to the last bit, when they are first asked for
//! ([`Bearoff::standard`]).

pub mod file;
mod greedy;
mod hypergammon;
mod numbering;
mod one_sided;
mod steps;
mod store;
mod stragglers;
mod two_sided;
mod user;

pub use hypergammon::{CONVERGED, Hypergammon};
pub use numbering::{HOME_POSITIONS, Numbering, home_number};
pub use one_sided::{Distribution, OneSided};
pub use store::StoreError;
pub use stragglers::{MAX_STRAGGLERS, leaving};
pub use two_sided::{Equities, TwoSided};
pub use user::UserDatabases;

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Told the work done and the work in all while a database is computed; may break it off.
pub type Observer<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Why a database was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// There can be no such database, or it would be too large.
    #[error("cannot make a database of {points} points and {checkers} checkers")]
    Size {
        /// Points asked for.
        points: usize,
        /// Checkers asked for.
        checkers: usize,
    },
    /// The observer broke it off.
    #[error("interrupted")]
    Interrupted,
}

/// What an observer's answer means for a computation.
fn go_on(answer: ControlFlow<()>) -> Result<(), GenerateError> {
    match answer {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(GenerateError::Interrupted),
    }
}

static STANDARD: OnceLock<Arc<Bearoff>> = OnceLock::new();

/// The databases of the home board, and any a user added.
#[derive(Clone)]
pub struct Bearoff {
    /// Rolls to bear off, for every arrangement of 15 checkers at home.
    pub one_sided: Arc<OneSided>,
    /// Equities with at most six checkers a side.
    pub two_sided: Arc<TwoSided>,
    /// Databases of other sizes.
    pub user: UserDatabases,
}

impl Bearoff {
    /// The databases of the home board, one copy for the whole program, computed by the first caller.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        STANDARD.get_or_init(|| Arc::new(Self::generate())).clone()
    }

    /// Makes databases read from a cache the [standard](Bearoff::standard) ones, unless there are some already.
    pub fn install(self) {
        STANDARD.get_or_init(|| Arc::new(self));
    }

    fn new(one_sided: OneSided, two_sided: TwoSided) -> Self {
        Self { one_sided: Arc::new(one_sided), two_sided: Arc::new(two_sided), user: UserDatabases::default() }
    }

    /// Computes the databases on two threads.
    #[must_use]
    pub fn generate() -> Self {
        std::thread::scope(|scope| {
            let two_sided = scope.spawn(TwoSided::home);
            let one_sided = OneSided::home();
            Self::new(one_sided, two_sided.join().expect("computing a database does not fail"))
        })
    }
}
