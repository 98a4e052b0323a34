//! `set rollout`: everything a rollout can be told.

use super::Table;
use super::eval::{eval_rows, filter_rows, rng_rows};
use crate::command::args::{File, Fixed, Maybe, OnOff, OnOffOr, OneOf, Players, Real, Time, Whole};
use crate::command::ast::{Decision, Pairing, PlayerArg, RolloutChange, Settlement, Stage, Until};
use crate::rollout::{LuckBy, RolloutPreset};

/// The most trials.
pub(super) const TRIALS: u32 = 1_000_000_000;
/// The most plies of a trial that can be spoken of.
const PLIES: u16 = 10_000;

pub(super) fn rows(t: &mut Table) {
    basics(t);
    decisions(t);
    truncation(t);
    stopping(t);
    methods(t);
}

/// A switch below `set rollout`, with its default.
fn switch(t: &mut Table, words: &str, help: &str, default: &'static str, make: fn(bool) -> RolloutChange) {
    let words = format!("set rollout {words}");
    let example = format!("{} on", words.split('|').next().unwrap_or(&words));
    t.add(&words, OnOff, help, &example, move |on| make(on).into()).default(default);
}

fn basics(t: &mut Table) {
    let trials = Whole::new("N", 1, TRIALS);
    t.add("set rollout trials", trials, "trials for each alternative", "set rollout trials 1296", |n| {
        RolloutChange::Trials(n).into()
    })
    .default("1296");
    let seed = Maybe(Whole::new("N", 0, u32::MAX));
    let help = "seed the dice of rollouts; without a number, from the system";
    t.add("set rollout seed", seed, help, "set rollout seed 1", |seed| RolloutChange::Seed(seed).into())
        .default("from the system");
    rng_rows(t, "set rollout rng", "rollouts behind the stratified dice", |rng| RolloutChange::Rng(rng).into());
    t.not_offered("set rollout rng manual");
    t.not_offered("set rollout rng file");
    switch(t, "cubeful", "whether the cube is in play", "on", RolloutChange::Cubeful);
    variance_reduction(t);
    let help = "whether first rolls are dealt evenly (stratified dice)";
    switch(t, "quasirandom|rotate", help, "on", RolloutChange::QuasiRandom);
    let help = "roll it out as the start of a game, where doubles are not rolled";
    switch(t, "initial", help, "off", RolloutChange::Initial);
    let presets = RolloutPreset::ALL.iter().map(|&preset| (preset.name(), preset)).collect();
    let presets = OneOf { name: "NAME", words: presets };
    let help = "all rollout settings but the seed at once";
    let row = t.add("set rollout preset", presets, help, "set rollout preset standard", |preset| {
        RolloutChange::Preset(preset).into()
    });
    for preset in RolloutPreset::ALL {
        row.note(format!("{:11}  {}", preset.name(), preset.summary()));
    }
    switch(t, "log", "write every trial to a file", "off", RolloutChange::Log);
    let help = "how the names of these files begin";
    t.add("set rollout logfile", File("FILE"), help, "set rollout logfile trials", |file| {
        RolloutChange::LogFile(file).into()
    });
}

fn variance_reduction(t: &mut Table) {
    let ways = [
        ("static", LuckBy::Static, "luck is valued without looking ahead, however deep the players look"),
        ("own", LuckBy::OwnNets, "luck is valued by the program's own nets, which are quick"),
        ("auto", LuckBy::Auto, "a pilot chooses what saves most, also whether luck is subtracted at all"),
    ];
    let arg = OnOffOr {
        name: "on|off|static|own|auto",
        switch: RolloutChange::VarianceReduction,
        words: ways.iter().map(|&(word, luck_by, _)| (word, RolloutChange::LuckBy(luck_by))).collect(),
    };
    let help = "whether luck is subtracted from results, and who values it";
    let row = t.add("set rollout varredn", arg, help, "set rollout varredn on", Into::into);
    for (word, _, help) in ways {
        row.note(format!("{word:11}  {help}"));
    }
    row.default("on");
}

/// Settings of the evaluations made in a trial: early and late, of both players or one, plays and cube.
fn decisions(t: &mut Table) {
    for (stage, words, when) in [
        (Stage::Early, "set rollout", "in rollouts"),
        (Stage::Truncation, "set rollout truncation", "where trials are truncated"),
        (Stage::Later, "set rollout later", "in later plies of rollouts"),
    ] {
        for decision in [Decision::Chequerplay, Decision::Cube] {
            let of = match decision {
                Decision::Chequerplay => format!("of plays {when}"),
                Decision::Cube => format!("of cube decisions {when}"),
            };
            let make = move |player, change| RolloutChange::Eval { stage, player, decision, change }.into();
            let leaf = decision.word();
            eval_rows(t, &format!("{words} {leaf}"), &of, &Fixed(PlayerArg::Both), make);
            if stage != Stage::Truncation {
                let of = format!("{of}, one player's");
                eval_rows(t, &format!("{words} player P {leaf}"), &of, &Players, make);
            }
        }
        if stage != Stage::Truncation {
            let later = stage == Stage::Later;
            let make = move |player, change| RolloutChange::Filter { later, player, change }.into();
            filter_rows(t, &format!("{words} movefilter"), &format!(" {when}"), &Fixed(PlayerArg::Both), make);
            let of = format!(" {when}, one player's");
            filter_rows(t, &format!("{words} player P movefilter"), &of, &Players, make);
        }
    }
    let help = "whether cube decisions use the settings of plays";
    switch(t, "cube-equal-chequer", help, "off", RolloutChange::CubeEqualChequer);
    let help = "whether player 1 uses the settings of player 0";
    switch(t, "players-are-same", help, "on", RolloutChange::PlayersAreSame);
    let help = "whether later plies have settings of their own";
    switch(t, "later enable", help, "off", RolloutChange::LaterEnable);
    let plies = Whole::new("N", 0, PLIES);
    t.add("set rollout later plies", plies, "from which ply on", "set rollout later plies 5", |n| {
        RolloutChange::LaterPlies(n).into()
    })
    .default("5");
}

fn truncation(t: &mut Table) {
    switch(t, "truncation enable", "whether trials are truncated", "off", RolloutChange::TruncationEnable);
    let plies = Whole::new("N", 1, PLIES);
    t.add("set rollout truncation plies", plies, "truncate after N plies", "set rollout truncation plies 7", |n| {
        RolloutChange::TruncationPlies(n).into()
    })
    .default("10");
    let help = "whether truncated trials are evaluated with the settings of player 0";
    switch(t, "truncate-equal-player0", help, "on", RolloutChange::TruncateEqualPlayer0);
    let help = "end trials where the two-sided bearoff database knows the value";
    switch(t, "bearofftruncation exact", help, "on", RolloutChange::BearoffExact);
    let help = "end cubeless trials where the one-sided bearoff database begins";
    switch(t, "bearofftruncation onesided", help, "on", RolloutChange::BearoffOneSided);
}

fn stopping(t: &mut Table) {
    let games = || Whole::new("N", 1, TRIALS);
    let at_least = "not before so many trials";
    switch(t, "limit enable", "stop at a standard error", "off", RolloutChange::LimitEnable);
    t.add("set rollout limit minimumgames", games(), at_least, "set rollout limit minimumgames 324", |n| {
        RolloutChange::LimitMinimumGames(n).into()
    })
    .default("324");
    let error = || Real { name: "X", min: 0.0, max: 10.0 };
    let help = "at which standard error";
    t.add("set rollout limit maxerror", error(), help, "set rollout limit maxerror 0.01", |x| {
        RolloutChange::LimitMaxError(x).into()
    })
    .default("0.01");
    switch(t, "jsd stop", "stop plays that are far behind the best", "off", RolloutChange::JsdStop);
    t.add("set rollout jsd minimumgames", games(), at_least, "set rollout jsd minimumgames 324", |n| {
        RolloutChange::JsdMinimumGames(n).into()
    })
    .default("324");
    let limit = Real { name: "X", min: 0.0, max: 100.0 };
    let help = "how far, in joint standard deviations";
    t.add("set rollout jsd limit", limit, help, "set rollout jsd limit 2.33", |x| RolloutChange::JsdLimit(x).into())
        .default("2.33");
    let until = |until| RolloutChange::Until(until).into();
    let help = "go on until the standard error is at most X, whatever trials says";
    t.add("set rollout until error", error(), help, "set rollout until error 0.005", move |x| until(Until::Error(x)));
    let help = "go on for so long, whatever trials says";
    t.add("set rollout until time", Time, help, "set rollout until time 10m", move |time| until(Until::Time(time)));
    let help = "go on until the best is known, or no more than MARGIN better or worse";
    let margin = Maybe(Real { name: "MARGIN", min: 0.0, max: 10.0 });
    t.add("set rollout until decided", margin, help, "set rollout until decided 0.002", move |margin| {
        until(Until::Decided(margin))
    });
    t.add("set rollout until off", (), "stop after so many trials", "set rollout until off", move |()| {
        until(Until::Off)
    })
    .default("this");
}

fn methods(t: &mut Table) {
    let pairings = [Pairing::None, Pairing::Shared, Pairing::Ranked];
    let pairings = pairings.iter().map(|&pairing| (pairing.word(), pairing)).collect();
    let pairings = OneOf { name: "none|shared|ranked", words: pairings };
    let help = "how alternatives share dice: each its own, all the same, or rolls of the same rank";
    t.add("set rollout pairing", pairings, help, "set rollout pairing shared", |pairing| {
        RolloutChange::Pairing(pairing).into()
    })
    .default("shared");
    let help = "let a fast net leave N plays of every roll to be evaluated by the others";
    let most = Whole::new("N", 1_u8, 99);
    t.add("set rollout prefilter", most, help, "set rollout prefilter 8", |n| RolloutChange::Prefilter(Some(n)).into())
        .default("off");
    t.add("set rollout prefilter off", (), "evaluate all plays", "set rollout prefilter off", |()| {
        RolloutChange::Prefilter(None).into()
    })
    .default("this");
    let limit = Maybe(Real { name: "LIMIT", min: 0.0, max: 3.0 });
    let help = "settle a trial once its cubeless equity is beyond LIMIT";
    t.add("set rollout settlement", limit, help, "set rollout settlement 0.5", |limit| {
        RolloutChange::Settlement(limit.map_or(Settlement::Usual, Settlement::Limit)).into()
    })
    .default("off; without LIMIT, the usual one");
    t.add("set rollout settlement off", (), "settle no trials", "set rollout settlement off", |()| {
        RolloutChange::Settlement(Settlement::Off).into()
    })
    .default("this");
    let help = "take the mean of the last two horizons of truncated trials, against the odd-even swing";
    switch(t, "mean", help, "off", RolloutChange::Mean);
}
