//! The analysis of records.

use super::Table;
use crate::command::ast::{Analyse, Command, Part, Show};

pub(super) fn rows(t: &mut Table) {
    let name = |part| match part {
        Part::Move => "the decision at the cursor",
        Part::Game => "the game",
        Part::Match => "the match",
        Part::Session => "the session",
    };
    for part in Part::ALL {
        let (word, name) = (part.word(), name(part));
        let help = format!("analyse {name}: errors, luck, cube decisions");
        t.add(&format!("analyse|analyze|analysis {word}"), (), &help, &format!("analyse {word}"), move |()| {
            Command::Analyse(Analyse::Part(part))
        });
        let help = format!("forget the analysis of {name}");
        let example = format!("analyse clear {word}");
        t.add(&format!("analyse|analyze|analysis clear {word}"), (), &help, &example, move |()| {
            Command::Analyse(Analyse::Clear(part))
        });
        if part != Part::Move {
            let words = format!("show statistics {word}");
            let help = format!("errors, luck, cube decisions and ratings of {name}");
            t.add(&words, (), &help, &words, move |()| Show::Statistics(part).into());
        }
    }
}
