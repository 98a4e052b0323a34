//! How positions are evaluated: for `eval` and `hint`, where the engine plays, and within rollouts.

use super::setting::{Effect, Field, Kind, Listing, Place, Rows, Setting, field, place};
use super::value::{FilterRow, Value};
use crate::eval::{EfficiencySource, EvalSettings, MoveFilters, Strength};
use crate::level::Level;

/// How positions are evaluated: for `eval` and `hint`, or where the engine plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationSettings {
    /// Plays.
    pub chequerplay: EvalSettings,
    /// Cube decisions.
    pub cubedecision: EvalSettings,
    /// The rules by which plays are looked at more deeply.
    pub filters: MoveFilters,
    /// The level that looks at the plays that plies keep; `None` for plies alone.
    pub chequer_level: Option<Level>,
    /// The level of cube decisions, likewise.
    pub cube_level: Option<Level>,
}

impl EvaluationSettings {
    /// The settings of a named strength.
    pub const fn of(strength: Strength) -> Self {
        Self {
            chequerplay: strength.settings(),
            cubedecision: strength.settings(),
            filters: strength.filters(),
            chequer_level: None,
            cube_level: None,
        }
    }
}

pub(super) fn rows(t: &mut Rows) {
    let hint = |setting: &mut Setting| {
        setting.effect(Effect::Hint);
    };
    let help = "the strength of eval and hint: plays, cube and move filters at once";
    strength(t, "evaluation preset", help, place!(evaluation)).listing(Listing::Never).effect(Effect::Hint);
    let plays = "evaluation chequerplay evaluation";
    eval_rows(t, plays, "of plays", place!(evaluation.chequerplay), hint);
    let cube = "evaluation cubedecision evaluation";
    eval_rows(t, cube, "of cube decisions", place!(evaluation.cubedecision), hint);
    filter_rows(t, "evaluation movefilter", "", place!(evaluation.filters), hint);
    hint(level_row(t, "evaluation chequerplay type", "plays", place!(evaluation.chequer_level)));
    hint(level_row(t, "evaluation cubedecision type", "cube decisions", place!(evaluation.cube_level)));
    let help = "whether eval and hint use the settings of analysis";
    hint(t.switch("evaluation sameasanalysis", help, field!(same_as_analysis)));
    efficiency(t);
}

/// The row of the level that answers a kind of decision: plies, or a level above them.
pub(super) fn level_row<'t>(t: &'t mut Rows, words: &str, of: &str, at: Place<Option<Level>>) -> &'t mut Setting {
    let levels = Level::ALL.map(|level| (level.name(), Some(level)));
    let names: Vec<_> = std::iter::once(("evaluation", None)).chain(levels).collect();
    let help = format!("what answers {of}: plies, or a level: rollouts of what plies keep");
    let row = t.words(words, help, names, at).example("roller+");
    row.choice("evaluation", "plies alone, as in GNU Backgammon");
    for level in Level::ALL {
        row.choice(level.name(), level.summary());
    }
    row
}

/// How live cubes are taken to be.
fn efficiency(t: &mut Rows) {
    let named = EfficiencySource::NAMED.map(|(source, name)| (name, source));
    let help = "what says how live the cube of a contact or crashed position is";
    let row = t.words("cubeefficiency by", help, named, place!(efficiency.source));
    row.example("nets").effect(Effect::Analysis);
    row.choice("numbers", "the two numbers of `set cubeefficiency`, as in GNU Backgammon");
    row.choice("nets", "the nets, position by position, unless you have changed the two numbers");
    let leaves: [(&str, &str, Place<f32>); 7] = [
        ("os", "of one-sided bearoff positions", place!(efficiency.one_sided)),
        ("crashed", "of crashed positions", place!(efficiency.crashed)),
        ("contact", "of contact positions", place!(efficiency.contact)),
        ("race factor", "of races: added per pip", place!(efficiency.race_factor)),
        ("race coefficient", "of races: the constant term", place!(efficiency.race_coefficient)),
        ("race min", "of races: the least", place!(efficiency.race_min)),
        ("race max", "of races: the most", place!(efficiency.race_max)),
    ];
    for (word, of, at) in leaves {
        let kind = Kind::Real { min: 0.0, max: 1.0 };
        let help = format!("cube efficiency {of}, 0 to 1");
        t.add(&format!("cubeefficiency {word}"), kind, help, Field::plain(at)).example("0.6").effect(Effect::Analysis);
    }
}

/// A named strength in place of all settings of a part.
pub(super) fn strength<'t>(t: &'t mut Rows, words: &str, help: &str, at: Place<EvaluationSettings>) -> &'t mut Setting {
    let strengths = Strength::ALL.map(|strength| (strength.name(), EvaluationSettings::of(strength)));
    explained(t.words(words, help, strengths, at).example("supremo"))
}

/// A setting that takes a strength, with what each of them is.
fn explained(setting: &mut Setting) -> &mut Setting {
    for strength in Strength::ALL {
        setting.choice(strength.name(), strength.summary());
    }
    setting
}

/// The settings of one evaluation below `words`; `of` names it, as in "… of plays"; `all` is applied to each row.
pub(super) fn eval_rows(t: &mut Rows, words: &str, of: &str, at: Place<EvalSettings>, all: impl Fn(&mut Setting)) {
    let plies = Kind::Whole { min: 0, max: EvalSettings::MAX_PLIES.into() };
    let field = Field::within(at, EvalSettings::plies, EvalSettings::set_plies);
    all(t.add(&format!("{words} plies"), plies, format!("turns of look-ahead {of}"), field).unit("plies").example("2"));
    let switches: [(&str, &str, Field); 2] = [
        ("cubeful", "whether the cube counts in evaluations", Field::within(at, |e| e.cubeful, |e, on| e.cubeful = on)),
        ("prune", "whether pruning nets thin out the look-ahead", Field::within(at, |e| e.prune, |e, on| e.prune = on)),
    ];
    for (word, help, field) in switches {
        all(t.switch(&format!("{words} {word}"), &format!("{help} {of}"), field));
    }
    let noise = Field::within(at, EvalSettings::noise, |e, noise| *e = e.with_noise(noise));
    let help = format!("standard deviation of noise in evaluations {of}");
    all(t
        .add(&format!("{words} noise"), Kind::Real { min: 0.0, max: f64::from(EvalSettings::MAX_NOISE) }, help, noise)
        .argument("STDDEV")
        .example("0.02"));
    let help = format!("whether noise is a function of the position {of}");
    let deterministic = Field::within(at, |e| e.deterministic, |e, on| e.deterministic = on);
    all(t.switch(&format!("{words} deterministic"), &help, deterministic));
    let strengths = Strength::ALL.map(|strength| (strength.name(), strength.settings()));
    let help = format!("the settings of a named strength for evaluations {of}");
    let row = t.words(&format!("{words} preset"), help, strengths, at);
    all(explained(row).listing(Listing::Never).example("expert"));
}

/// Move filters: `words` ends in `movefilter`.
pub(super) fn filter_rows(t: &mut Rows, words: &str, of: &str, at: Place<MoveFilters>, all: impl Fn(&mut Setting)) {
    let help = format!("all rows of the move filter{of} at once");
    all(t.words(&format!("{words} preset"), help, MoveFilters::PRESETS, at).listing(Listing::Summary).example("large"));
    let rows = Field::new(
        move |s, player| FilterRow::all((at.get)(s, player)).into_iter().map(Value::Filter).collect(),
        move |s, player, value| {
            let Value::Filter(row) = value else { return Err(format!("`{value}` is not a row of a move filter")) };
            (at.get_mut)(s, player).set(row.ply.into(), row.level.into(), row.keep).map_err(|error| error.to_string())
        },
    );
    let help = format!("searching to PLY, what survives LEVEL{of}; accept -1 skips the level");
    let usual = if words.starts_with("analysis") { "those of large" } else { "those of normal" };
    all(t.add(words, Kind::Filter, help, rows).unset(usual).example("2 0 0 8 0.16"));
}
