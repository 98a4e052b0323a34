//! Programs that ask: what they say, and what is answered. Lines in, lines out; how lines travel is the shell's
//! business.

mod external;
mod ubgi;

pub use external::{External, Said};
pub use ubgi::{Heard, Ubgi};

use crate::board::OFF;
use crate::movegen::Play;

/// A play as programs read it: a pair for each checker move, 25 for the bar and 0 for off, no stars.
fn pairs(play: &Play) -> String {
    let pair = |hop: &crate::movegen::CheckerMove| {
        let to = if hop.to == OFF { 0 } else { hop.to + 1 };
        format!("{}/{to}", hop.from + 1)
    };
    play.moves.iter().map(pair).collect::<Vec<_>>().join(" ")
}
