//! `set rollout`: the settings of rollouts.

use super::Settings;
use super::dice::{SEED, generators, seed_of};
use super::evaluation::{eval_rows, filter_rows};
use super::program::{rollout_engine, trial_log};
use super::seed::random_seed;
use super::setting::{Field, Kind, Listing, Place, Rows, Scope, Setting, field, place};
use super::value::{Plain, Value, seconds};
use crate::board::Player;
use crate::eval::{EvalSettings, MoveFilters};
use crate::rng::{Dealing, InitialRolls};
use crate::rollout::{Goal, LuckBy, Pairing, RolloutPreset, SettlementLimit, Until};
use crate::words::counted;

/// A number of trials.
const TRIALS: Kind = Kind::Whole { min: 1, max: 1_000_000_000 };
/// The largest number of plies in a setting.
const PLIES: u64 = 10_000;
/// The least amount that a rollout can be asked to reach: none ever reaches nothing.
const LEAST: f64 = 1e-6;
/// A standard error, or a loss.
const ERROR: Kind = Kind::Real { min: LEAST, max: 10.0 };

pub(super) fn rows(t: &mut Rows) {
    basics(t);
    truncation(t);
    players(t);
    stopping(t);
    methods(t);
    trial_log(t);
    rollout_engine(t);
}

fn basics(t: &mut Rows) {
    let presets = RolloutPreset::ALL;
    let preset = Field::new(
        move |s, _| {
            let same = presets.into_iter().filter(|preset| preset.settings(&s.rollout) == s.rollout);
            same.map(|preset| Value::Word(preset.name())).collect()
        },
        move |s, _, value| {
            let found = presets.into_iter().find(|preset| *value == Value::Word(preset.name()));
            s.rollout = found.ok_or_else(|| format!("`{value}` is not a preset"))?.settings(&s.rollout);
            Ok(())
        },
    );
    let names = Kind::Words(presets.map(RolloutPreset::name).to_vec());
    let row = t.add("rollout preset", names, "all rollout settings but the seed at once", preset);
    row.listing(Listing::Never)
        .example("standard")
        .say_of(|_, _, value| Some(format!("rollouts are set to `{value}`")));
    for preset in presets {
        row.choice(preset.name(), preset.summary());
    }
    t.add("rollout trials", TRIALS, "trials for each alternative", field!(rollout.trials))
        .unit("trials")
        .example("1296")
        .say(|s| format!("{} will be played per rollout", counted(s.rollout.trials, "trial")));
    let get = |s: &Settings| Some(s.rollout.rng);
    let put = |s: &mut Settings, kind, _: Option<u32>| s.rollout.rng = kind;
    generators(t, "rollout rng", "rollouts behind the stratified dice", get, put, |setting| {
        // Every trial begins from the seed of the rollout, whatever stands beside the generator.
        setting.say_of(|s, _, value| {
            let Value::Whole(seed) = value else { return None };
            let kind = s.rollout.rng;
            Some(format!(
                "rollouts use the {kind} generator; the seed {seed} has no effect: `set rollout seed {seed}` sets it"
            ))
        });
    });
    let seed = Field::new(
        |s, _| vec![s.rollout.seed.value()],
        |s, _, value| {
            let seed = seed_of(value)?;
            s.rollout_seed_is_chosen = seed.is_some();
            s.rollout.seed = seed.unwrap_or_else(random_seed);
            Ok(())
        },
    );
    let help = "seed the dice of rollouts; without a number, from the system";
    t.add("rollout seed", Kind::Optional(Box::new(SEED)), help, seed)
        .unset("from the system")
        .example("1")
        .chosen_if(|s| s.rollout_seed_is_chosen)
        .say(|s| format!("the rollout seed is {}", s.rollout.seed));
    t.switch("rollout cubeful", "whether the cube is in play", field!(rollout.cubeful));
    variance_reduction(t);
    dealing(t);
    let help = "roll out as the start of a game, where the first roll is no double";
    let initial = Field::new(
        |s, _| vec![Value::Switch(s.rollout.initial == InitialRolls::NoDoubles)],
        |s, _, value| {
            let on = bool::of(value).ok_or_else(|| format!("`{value}` is neither on nor off"))?;
            s.rollout.initial = if on { InitialRolls::NoDoubles } else { InitialRolls::Any };
            Ok(())
        },
    );
    t.switch("rollout initial", help, initial);
}

fn dealing(t: &mut Rows) {
    let ways = [
        ("deck", Dealing::Deck, "the rolls of every turn are dealt evenly, their combinations left to chance"),
        ("cross", Dealing::Cross, "the pairs of the first two rolls are dealt evenly, later rolls left to chance"),
        ("both", Dealing::Both, "as on: the rolls of every turn, and all combinations of the first six"),
    ];
    let help = "whether first rolls are dealt evenly (stratified dice)";
    switch_or(t, "rollout quasirandom|rotate", help, place!(rollout.quasi_random), place!(rollout.dealing), ways)
        .argument("on|off|deck|cross|both");
}

fn variance_reduction(t: &mut Rows) {
    let ways = [
        ("static", LuckBy::Static, "luck is valued without looking ahead, however deep the players look"),
        ("own", LuckBy::OwnNets, "luck is valued by the program's own nets, which are quick"),
        ("auto", LuckBy::Auto, "a pilot chooses what saves most, also whether luck is subtracted at all"),
    ];
    let help = "whether luck is subtracted from results, and how it is measured";
    switch_or(t, "rollout varredn", help, place!(rollout.variance_reduction), place!(rollout.luck_by), ways)
        .argument("on|off|static|own|auto");
}

/// A switch with words for the ways of being on, each with its meaning; `on` and `off` choose the usual way.
fn switch_or<'t, T: PartialEq + Copy + Default + Send + Sync + 'static>(
    t: &'t mut Rows,
    words: &str,
    help: &str,
    on: Place<bool>,
    way: Place<T>,
    ways: [(&'static str, T, &'static str); 3],
) -> &'t mut Setting {
    let field = Field::new(
        move |s, player| {
            let now = *(way.get)(s, player);
            let named = ways.iter().find(|(_, way, _)| *way == now && now != T::default());
            vec![Value::Word(match (*(on.get)(s, player), named) {
                (false, _) => "off",
                (true, Some((word, ..))) => word,
                (true, None) => "on",
            })]
        },
        move |s, player, value| {
            let named = ways.iter().find(|(word, ..)| *value == Value::Word(word));
            *(on.get_mut)(s, player) = *value != Value::Word("off");
            *(way.get_mut)(s, player) = named.map_or_else(T::default, |&(_, way, _)| way);
            Ok(())
        },
    );
    let names = Kind::Words(["on", "off"].into_iter().chain(ways.map(|(word, ..)| word)).collect());
    let row = t.add(words, names, help, field).example("on");
    for (word, _, meaning) in ways {
        row.choice(word, meaning);
    }
    row
}

/// Where an evaluation of rollouts stands.
type Evaluation = Place<EvalSettings>;

/// One stage of a trial with settings of its own: its words, when it is, and where plays, cube and filters stand.
type Stage = (&'static str, &'static str, Evaluation, Evaluation, Place<MoveFilters>);

/// The settings of one player at one stage.
fn stages() -> [Stage; 2] {
    macro_rules! stage {
        ($words:literal, $when:literal, $($field:ident).+) => {{
            let plays = Place { get: |s, p| &s.$($field).+[p].chequer, get_mut: |s, p| &mut s.$($field).+[p].chequer };
            let cube = Place { get: |s, p| &s.$($field).+[p].cube, get_mut: |s, p| &mut s.$($field).+[p].cube };
            let filters = Place { get: |s, p| &s.$($field).+[p].filters, get_mut: |s, p| &mut s.$($field).+[p].filters };
            ($words, $when, plays, cube, filters)
        }};
    }
    [
        stage!("rollout", "in rollouts", rollout.players),
        stage!("rollout later", "in later plies of rollouts", rollout.later.players),
    ]
}

/// Settings of the evaluations made in a trial: early and late, of both players or one, plays and cube.
fn players(t: &mut Rows) {
    for (words, when, plays, cube, filters) in stages() {
        let both = |setting: &mut Setting| {
            setting.scope(Scope::Both);
        };
        let one = |setting: &mut Setting| {
            setting.scope(Scope::Player { has_both: true });
        };
        for (leaf, what, at) in [("chequerplay", "plays", plays), ("cubedecision", "cube decisions", cube)] {
            eval_rows(t, &format!("{words} {leaf}"), &format!("of {what} {when}"), at, both);
            let of = format!("of {what} {when}, one player's");
            eval_rows(t, &format!("{words} player P {leaf}"), &of, at, one);
        }
        filter_rows(t, &format!("{words} movefilter"), &format!(" {when}"), filters, both);
        let of = format!(" {when}, one player's");
        filter_rows(t, &format!("{words} player P movefilter"), &of, filters, one);
    }
    let help = "whether cube decisions use the settings of plays";
    t.switch("rollout cube-equal-chequer", help, field!(rollout.cube_equal_chequer));
    let help = "whether player 1 uses the settings of player 0";
    t.switch("rollout players-are-same", help, field!(rollout.players_are_same));
    let help = "whether later plies have settings of their own";
    t.switch("rollout later enable", help, field!(rollout.later.enabled));
    let plies = Kind::Whole { min: 0, max: PLIES };
    t.add("rollout later plies", plies, "from which ply on", field!(rollout.later.plies)).unit("plies").example("5");
}

fn truncation(t: &mut Rows) {
    t.switch("rollout truncation enable", "whether trials are truncated", field!(rollout.truncation.enabled));
    let plies = Kind::Whole { min: 1, max: PLIES };
    t.add("rollout truncation plies", plies, "truncate after N plies", field!(rollout.truncation.plies))
        .unit("plies")
        .example("7");
    let of = "of plays where trials are truncated (kept, without effect)";
    eval_rows(t, "rollout truncation chequerplay", of, place!(rollout.truncation.chequer), |row| {
        row.say(|_| {
            "kept, without effect: trials are valued by `rollout truncation cubedecision`, as in GNU Backgammon"
                .to_owned()
        });
    });
    let of = "where trials are truncated";
    eval_rows(t, "rollout truncation cubedecision", of, place!(rollout.truncation.cube), |_| {});
    let help = "take the mean of the last two horizons of truncated trials, against the odd-even swing";
    t.switch("rollout mean", help, field!(rollout.truncation.mean));
    let help = "whether truncated trials are evaluated with the settings of player 0";
    t.switch("rollout truncate-equal-player0", help, field!(rollout.truncate_equal_player0));
    let help = "end trials where the two-sided bearoff database knows the value";
    t.switch("rollout bearofftruncation exact", help, field!(rollout.bearoff_exact));
    let help = "end cubeless trials where the one-sided bearoff database begins";
    t.switch("rollout bearofftruncation onesided", help, field!(rollout.bearoff_one_sided));
}

fn stopping(t: &mut Rows) {
    let at_least = "not before so many trials";
    let both = |s: &Settings, _: Player, _: &Value| {
        (s.rollout.stop.limit.enabled && s.rollout.stop.jsd.enabled)
            .then(|| "one candidate stops by its standard errors, several by joint standard deviations".to_owned())
    };
    t.switch("rollout limit enable", "stop at a standard error", field!(rollout.stop.limit.enabled)).say_of(both);
    t.add("rollout limit minimumgames", TRIALS, at_least, field!(rollout.stop.limit.min_trials))
        .unit("trials")
        .example("324");
    t.add("rollout limit maxerror", ERROR, "at which standard error", field!(rollout.stop.limit.max_error))
        .example("0.01");
    t.switch("rollout jsd stop", "stop plays that are far behind the best", field!(rollout.stop.jsd.enabled))
        .say_of(both);
    t.add("rollout jsd minimumgames", TRIALS, at_least, field!(rollout.stop.jsd.min_trials))
        .unit("trials")
        .example("324");
    let limit = Kind::Real { min: LEAST, max: 100.0 };
    t.add("rollout jsd limit", limit, "how far, in joint standard deviations", field!(rollout.stop.jsd.limit))
        .example("2.33");
    until(t);
    let help = "whether trials go to the plays that may be best; off, each play has as many as every other";
    t.switch("rollout focus", help, field!(rollout.stop.focus)).say_of(|s, _, _| {
        (s.rollout.stop.focus && (s.rollout.stop.limit.enabled || s.rollout.stop.jsd.enabled)).then(|| {
            "plays are given up by their chance to be best, not by `rollout limit` or `rollout jsd`".to_owned()
        })
    });
}

/// The goals a rollout may have; `off` takes them all away, so that it stands before them.
fn until(t: &mut Rows) {
    let off = Field::new(
        |_, _| vec![Value::Nothing],
        |s, _, _| {
            s.rollout.stop.until = Until::default();
            Ok(())
        },
    );
    t.add("rollout until off", Kind::Nothing, "stop after so many trials", off).unset("this");
    let error = Field::given(place!(rollout.stop.until.error), None);
    let help = "go on until the standard error is at most X, whatever trials says";
    t.add("rollout until error", ERROR, help, error).example("0.005").say(ends);
    let time = Field::given(place!(rollout.stop.until.time), None);
    t.add("rollout until time", Kind::Time, "go on for so long, whatever trials says", time).example("10m").say(ends);
    let trials = Field::given(place!(rollout.stop.until.trials), None);
    let help = "go on to at most N trials of each candidate, if no other goal is reached before";
    t.add("rollout until trials", TRIALS, help, trials).unit("trials").example("5184").say(ends);
    let decided = Field::given(place!(rollout.stop.until.decided), Some(Until::DEFAULT_MARGIN));
    let help = "go on until the best is known, or no more than MARGIN better or worse";
    let margin = Kind::Real { min: 0.0, max: 10.0 };
    t.add("rollout until decided", Kind::Optional(Box::new(margin)), help, decided)
        .argument("MARGIN")
        .example("0.002")
        .say(ends);
    let loss = Field::given(place!(rollout.stop.until.loss), Some(Until::DEFAULT_LOSS));
    let help = "go on until the choice of the best is expected to give up no more than LOSS";
    t.add("rollout until loss", Kind::Optional(Box::new(ERROR)), help, loss)
        .argument("LOSS")
        .example("0.0005")
        .say(ends);
}

/// What is the case when a goal of `set rollout until` is reached; nothing for other rules.
fn reached(goal: &Goal) -> Option<String> {
    match *goal {
        Goal::Decided(margin) => Some(format!("the decision is known within {margin}")),
        Goal::Loss(loss) => Some(format!("the choice is expected to give up at most {loss}")),
        Goal::Error(error) => Some(format!("the standard errors are at most {error}")),
        Goal::Time(time) => Some(format!("{} have passed", seconds(time))),
        Goal::Trials(trials) => Some(format!("each candidate has {}", counted(trials, "trial"))),
        Goal::Focus | Goal::Limit(_) | Goal::Jsd(_) => None,
    }
}

/// A rule that ends or turns a rollout, in a few words.
pub fn goal_words(goal: &Goal) -> String {
    match goal {
        Goal::Focus => "focus on plays that may be best".to_owned(),
        Goal::Limit(limit) => format!("stopped at an error of {}", limit.max_error),
        Goal::Jsd(jsd) => format!("plays {} JSDs behind given up", jsd.limit),
        Goal::Decided(_) | Goal::Loss(_) | Goal::Error(_) | Goal::Time(_) | Goal::Trials(_) => {
            reached(goal).map(|reached| format!("until {reached}")).unwrap_or_default()
        }
    }
}

fn ends(s: &Settings) -> String {
    let goals: Vec<String> = s.rollout.stop.goals(2).iter().filter_map(reached).collect();
    match goals.as_slice() {
        [one] => format!("rollouts go on until {one}"),
        several => format!("rollouts go on until the first of these: {}", several.join("; ")),
    }
}

fn methods(t: &mut Rows) {
    let pairings = [("none", Pairing::None), ("shared", Pairing::Shared), ("ranked", Pairing::Ranked)];
    let help = "how alternatives share dice: each its own, all the same, or rolls of the same rank";
    t.words("rollout pairing", help, pairings, place!(rollout.pairing))
        .argument("none|shared|ranked")
        .example("shared");
    let ranks = Field::or_off(place!(rollout.rank_plies));
    let plies = Kind::OrOff(Box::new(Kind::Whole { min: 0, max: 7 }));
    let help = "rank rolls as a player of N plies values them; otherwise as luck is measured";
    t.add("rollout rankplies", plies, help, ranks).argument("N|off").example("2");
    let prefilter = Field::or_off(place!(rollout.prefilter));
    let most = Kind::OrOff(Box::new(Kind::Whole { min: 1, max: 99 }));
    let help = "let a fast net leave N plays of every roll to weights of a user's; the own nets already leave fewer";
    t.add("rollout prefilter", most, help, prefilter).argument("N|off").example("off");
    let near = Field::or_off(place!(rollout.near_cubes));
    let width = Kind::OrOff(Box::new(Kind::Real { min: 0.0, max: 2.0 }));
    let help = "look deep only at cube decisions whose actions lie this near each other without look-ahead; own nets";
    t.add("rollout nearcubes", width, help, near).argument("EQUITY|off").example("0.15");
    let settlement = Field::new(
        |s, _| {
            vec![match s.rollout.settlement {
                None => Value::Word("off"),
                Some(SettlementLimit::Same(limit)) => Value::Real(limit),
                Some(SettlementLimit::ByContact { .. }) => Value::Nothing,
            }]
        },
        |s, _, value| {
            s.rollout.settlement = match value {
                Value::Nothing => Some(SettlementLimit::FITTED),
                value => f64::of(value).map(SettlementLimit::Same),
            };
            Ok(())
        },
    );
    let limit = Kind::Optional(Box::new(Kind::OrOff(Box::new(Kind::Real { min: 0.01, max: 3.0 }))));
    let help = "settle a trial once its cubeless equity is beyond LIMIT";
    t.add("rollout settlement", limit, help, settlement)
        .argument("LIMIT|off")
        .unset("off; without LIMIT, 0.55, and 0.49 in races")
        .example("0.5");
}
