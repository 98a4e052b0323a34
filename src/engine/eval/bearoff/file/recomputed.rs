//! Databases computed anew: a number that is possible may still be wrong.

use super::{Bytes, Database, FileError, HypergammonFile, OneSidedFile, TwoSidedFile, follows};
use crate::board::Checkers;
use crate::digest::{Sha256, hexadecimal};
use crate::eval::bearoff::numbering::MAX_CHECKERS;
use crate::eval::bearoff::{Bearoff, Equities, Numbering, OneSided, TwoSided, equation_error};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// This many positions of one side, or pairs of them, are computed anew in well under a second.
const WHOLE: usize = 200_000;
const WHOLE_PAIRS: usize = 1_500_000;

/// This many positions are computed anew from those that their plays lead to, where all would take long.
pub const SAMPLED: usize = 2_000;

/// Files of GNU Backgammon's `makehyper` are off by up to 0.021 where a roll cannot be played.
const MOST_OFF: f32 = 0.05;

/// How much of a database was computed anew and found right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// Every number.
    All,
    /// The numbers of the positions that the built-in databases hold too, and of this many others.
    HomeAndSample(usize),
    /// Those of this many positions, from the ones that their plays lead to.
    Sample(usize),
}

impl Database {
    /// Computes the numbers of the file anew and compares: all of them where that takes no time, else those of the home
    /// board and of `samples` other positions, which follow from the numbers of those that their plays lead to.
    ///
    /// # Errors
    /// The first position whose numbers are others.
    pub fn recompute(&self, built_in: &Bearoff, samples: usize) -> Result<Recomputed, FileError> {
        match self {
            Self::OneSided(file) => one_sided(file, built_in, samples),
            Self::TwoSided(file) => two_sided(file, built_in, samples),
            Self::Hypergammon(file) => {
                let error = equation_error(file, samples);
                if error <= MOST_OFF { Ok(Recomputed::Sample(samples)) } else { Err(FileError::Unfinished) }
            }
        }
    }

    /// The SHA-256 of the file.
    pub fn digest(&self) -> String {
        match self {
            Self::OneSided(file) => file.digest(),
            Self::TwoSided(file) => file.digest(),
            Self::Hypergammon(file) => file.digest(),
        }
    }
}

/// The SHA-256 of a file, computed when it is first needed: files have up to gigabytes.
#[derive(Clone, Default)]
pub(super) struct FileDigest(Arc<OnceLock<String>>);

impl FileDigest {
    fn of(&self, bytes: &Bytes) -> String {
        self.0.get_or_init(|| hexadecimal(Sha256::of((**bytes).as_ref()))).clone()
    }
}

impl OneSidedFile {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> String {
        self.digest.of(&self.bytes)
    }
}

impl TwoSidedFile {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> String {
        self.digest.of(&self.bytes)
    }
}

impl HypergammonFile {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> String {
        self.digest.of(&self.bytes)
    }
}

fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn one_sided(file: &OneSidedFile, built_in: &Bearoff, samples: usize) -> Result<Recomputed, FileError> {
    let size = file.numbering.size();
    let differs = |number| Err(FileError::Differs { number });
    let sample = |right| {
        let wrong = sampled(size, samples).find(|&number| !follows::one_sided(file, number));
        wrong.map_or(Ok(right), differs)
    };
    if file.numbering.checkers() != MAX_CHECKERS {
        return sample(Recomputed::Sample(samples));
    }
    if size <= WHOLE {
        let computed = match file.numbering.points() {
            points if points == built_in.one_sided.points() => None,
            points => OneSided::generate(points, &mut go_on).ok(),
        };
        let right = computed.as_ref().unwrap_or(&built_in.one_sided);
        let has_first = |number: usize| file.gammons && number >= file.numbering.first_with(MAX_CHECKERS);
        let wrong = (0..size).find(|&number| {
            file.off(number) != *right.off(number)
                || has_first(number) && file.first_off(number) != *right.first_off(number)
        });
        return wrong.map_or(Ok(Recomputed::All), differs);
    }
    let home = Numbering::new(built_in.one_sided.points(), MAX_CHECKERS).expect("the home board");
    for number in 0..home.size() {
        let there = file.numbering.number(&home.counts(number));
        if file.off(there) != *built_in.one_sided.off(number)
            || file.gammons && file.first_off(there) != *built_in.one_sided.first_off(number)
        {
            return differs(there);
        }
    }
    sample(Recomputed::HomeAndSample(samples))
}

fn two_sided(file: &TwoSidedFile, built_in: &Bearoff, samples: usize) -> Result<Recomputed, FileError> {
    let (numbering, home) = (file.numbering(), &built_in.two_sided);
    let size = numbering.size();
    let differs = |number| Err(FileError::Differs { number });
    let parts = if file.is_cubeful() { 4 } else { 1 };
    let same = |a: Equities, b: Equities| a.0[..parts] == b.0[..parts];
    if size * size <= WHOLE_PAIRS
        && let Ok(right) = TwoSided::generate(numbering.points(), numbering.checkers(), 1, &mut go_on)
    {
        let wrong =
            (0..size).find(|&me| (0..size).any(|other| !same(file.equities_of(me, other), right.equities(me, other))));
        return wrong.map_or(Ok(Recomputed::All), differs);
    }
    let theirs = Numbering::new(home.points(), home.checkers()).expect("the home board");
    let inside = |number: usize| {
        let counts = theirs.counts(number);
        numbering.covers(&Checkers::new(counts)).then(|| numbering.number(&counts))
    };
    let places: Vec<_> = (0..theirs.size()).filter_map(|number| Some((number, inside(number)?))).collect();
    for &(me, there) in &places {
        for &(other, opponent) in &places {
            if !same(file.equities_of(there, opponent), home.equities(me, other)) {
                return differs(there);
            }
        }
    }
    // A pair by one number: the side on roll's times the number of positions, and the opponent's.
    let wrong = sampled(size * size, samples).find(|&pair| !follows::two_sided(file, pair / size, pair % size));
    wrong.map_or(Ok(Recomputed::HomeAndSample(samples)), |pair| differs(pair / size))
}

/// This many numbers below `size`, spread evenly and yet in no step that positions repeat in; always the same.
fn sampled(size: usize, samples: usize) -> impl Iterator<Item = usize> {
    // The fractional parts of multiples of the golden ratio.
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    (1..=samples as u64).map(move |n| ((u128::from(n.wrapping_mul(STEP)) * size as u128) >> 64) as usize)
}
