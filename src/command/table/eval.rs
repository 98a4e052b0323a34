//! Templates: evaluation settings, move filters and generators, which appear below several words.

use super::Table;
use crate::command::args::{Factors, File, Filter, Maybe, OnOff, OneOf, Reader, Real, Whole, narrow};
use crate::command::ast::{Command, EvalChange, FilterChange, RngArg};
use crate::eval::{EvalSettings, MoveFilters, Strength};
use crate::rng::{BbsModulus, RngKind};

/// The words of a row with a player named, for its example.
fn example(words: &str, rest: &str) -> String {
    format!("{} {rest}", words.replace(" P ", " 0 "))
}

/// A strength by name.
pub(super) fn strength() -> OneOf<Strength> {
    OneOf { name: "NAME", words: Strength::ALL.iter().map(|&strength| (strength.name(), strength)).collect() }
}

/// The settings of one evaluation below `words`; `of` says which, as in "… of plays".
pub(super) fn eval_rows<A: Reader + Clone + 'static>(
    table: &mut Table,
    words: &str,
    of: &str,
    whose: &A,
    make: impl Fn(A::Out, EvalChange) -> Command + Copy + Send + Sync + 'static,
) {
    let path = |word: &str| format!("{words} {word}");
    let line = |help: &str| format!("{help} {of}");
    let show = |rest: &str| example(words, rest);
    let plies = Whole::new("N", 0, EvalSettings::MAX_PLIES);
    table.add(
        &path("plies"),
        (whose.clone(), plies),
        &line("turns of look-ahead"),
        &show("plies 2"),
        move |(who, n)| make(who, EvalChange::Plies(n)),
    );
    let help = line("whether the cube counts in evaluations");
    table
        .add(&path("cubeful"), (whose.clone(), OnOff), &help, &show("cubeful on"), move |(who, on)| {
            make(who, EvalChange::Cubeful(on))
        })
        .default("on");
    let help = line("whether pruning nets thin out the look-ahead");
    table
        .add(&path("prune"), (whose.clone(), OnOff), &help, &show("prune on"), move |(who, on)| {
            make(who, EvalChange::Prune(on))
        })
        .default("on");
    let noise = Real { name: "STDDEV", min: 0.0, max: 10.0 };
    let help = line("standard deviation of noise in evaluations");
    table
        .add(&path("noise"), (whose.clone(), noise), &help, &show("noise 0.02"), move |(who, noise)| {
            make(who, EvalChange::Noise(narrow(noise)))
        })
        .default("0");
    let help = line("whether noise is a function of the position");
    table
        .add(&path("deterministic"), (whose.clone(), OnOff), &help, &show("deterministic on"), move |(who, on)| {
            make(who, EvalChange::Deterministic(on))
        })
        .default("on");
    let help = line("the settings of a named strength for evaluations");
    table.add(&path("preset"), (whose.clone(), strength()), &help, &show("preset expert"), move |(who, strength)| {
        make(who, EvalChange::Preset(strength))
    });
}

/// Move filters: `words` ends in `movefilter`.
pub(super) fn filter_rows<A: Reader + Clone + 'static>(
    table: &mut Table,
    words: &str,
    of: &str,
    whose: &A,
    make: impl Fn(A::Out, FilterChange) -> Command + Copy + Send + Sync + 'static,
) {
    let help = format!("searching to PLY, what survives LEVEL{of}; accept -1 skips the level");
    table
        .add(words, (whose.clone(), Filter), &help, &example(words, "2 0 0 8 0.16"), move |(who, row)| {
            make(who, FilterChange::Row(row))
        })
        .default("those of normal");
    let presets = MoveFilters::PRESETS;
    let names =
        OneOf { name: "NAME", words: presets.iter().map(|(name, filters)| (*name, (*name, *filters))).collect() };
    let help = format!("all rows of the move filter{of} at once");
    let words = format!("{words} preset");
    table
        .add(&words, (whose.clone(), names), &help, &example(&words, "large"), move |(who, (name, filters))| {
            make(who, FilterChange::Preset { name, filters })
        })
        .default("normal");
}

/// Generators: `words` ends in `rng`; `set` makes the command.
pub(super) fn rng_rows(
    table: &mut Table,
    words: &str,
    of: &str,
    set: impl Fn(RngArg) -> Command + Copy + Send + Sync + 'static,
) {
    let seed = || Maybe(Whole::new("SEED", 0, u32::MAX));
    for (kind, name) in
        [(RngKind::Mersenne, "Mersenne Twister"), (RngKind::Isaac, "ISAAC"), (RngKind::Md5, "MD5 in counter mode")]
    {
        let path = format!("{words} {}", kind.word());
        let row = table.add(&path, seed(), &format!("{name} for {of}"), &format!("{path} 7"), move |seed| {
            set(RngArg::Kind { kind, factors: None, seed })
        });
        if kind == RngKind::Mersenne {
            row.default("this one");
        }
    }
    let path = format!("{words} bbs");
    let help = format!("Blum, Blum and Shub for {of}");
    table.add(&path, seed(), &help, &format!("{path} 7"), move |seed| {
        set(RngArg::Kind { kind: RngKind::Bbs(BbsModulus::default()), factors: None, seed })
    });
    let path = format!("{words} bbs factors");
    let help = format!("Blum, Blum and Shub modulo P1·P2 for {of}");
    let example = format!("{path} 2147483647 4294967291");
    table.add(&path, (Factors, seed()), &help, &example, move |((modulus, factors), seed)| {
        set(RngArg::Kind { kind: RngKind::Bbs(modulus), factors: Some(factors), seed })
    });
    table.not_offered(&format!("{words} bbs modulus"));
    table.not_offered(&format!("{words} random.org"));
}

/// Dice that no seed repeats: for games, not for rollouts.
pub(super) fn entered_dice_rows(
    table: &mut Table,
    words: &str,
    set: impl Fn(RngArg) -> Command + Copy + Send + Sync + 'static,
) {
    let path = format!("{words} manual");
    table.add(&path, (), "dice of games entered by hand: set dice before every play", &path, move |()| {
        set(RngArg::Manual)
    });
    let path = format!("{words} file");
    let help = "dice of games from the digits 1 to 6 of a file";
    table.add(&path, File("FILE"), help, &format!("{path} dice.txt"), move |file| set(RngArg::File(file)));
}
