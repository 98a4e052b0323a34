//! Protocols of programs that ask for plays and evaluations. Lines in, lines out; the shell transports the lines.

mod calls;
mod external;
mod ubgi;

pub use calls::answer;
pub use external::{External, Said};
pub use ubgi::{Heard, Ubgi};

use crate::board::OFF;
use crate::movegen::Play;
use crate::session::Choice;

/// A play as programs read it: a pair for each checker move, 25 for the bar and 0 for off, no stars.
fn pairs(play: &Play) -> String {
    let pair = |hop: &crate::movegen::CheckerMove| {
        let to = if hop.to == OFF { 0 } else { hop.to + 1 };
        format!("{}/{to}", hop.from + 1)
    };
    play.moves.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// The word or the play for a choice; nothing where there is no legal play.
fn action(choice: &Choice) -> String {
    match choice {
        Choice::Play(play) => pairs(play),
        Choice::NoPlay => String::new(),
        Choice::Roll | Choice::Resign(_) => "roll".to_owned(),
        Choice::Double => "double".to_owned(),
        Choice::Take => "take".to_owned(),
        Choice::Pass => "drop".to_owned(),
        Choice::Beaver => "beaver".to_owned(),
        Choice::Accept => "accept".to_owned(),
        Choice::Decline => "reject".to_owned(),
    }
}
