//! The findings of an analysis, as GNU Backgammon writes them into properties: `A` (plays), `DA` (cube), `LU` (luck),
//! and the marks for skill and luck.
//!
//! Probabilities are those of the player who decides. The equities of plays are normalized; those of a cube decision
//! are equities for money and match winning chances in matches.

use super::super::builder::{Hop, play_of};
use super::tree::Node;
use super::{hops, letters};
use crate::board::{Player, Position, Roll};
use crate::movegen::Play;
use crate::record::{CubeAnalysis, Level, LuckMark, Method, Numbers, PlayAnalysis, PlayValue, Skill, is_sound};
use crate::scoring::{Cube, CubeInfo, GammonPrices, Met, Mwc, Terms};
use std::fmt::Write;

/// The settings written for a rollout without any, since readers require them.
const NO_CONTEXT: &str = "SK 0 RC 1 1 0 1 0 0 0 1 1 0 \"Mersenne Twister\" 0  cube0 ver 3 2C 1 0.000000 1  \
    cheq0 ver 3 0C 1 0.000000 1 cube1 ver 3 2C 1 0.000000 1  cheq1 ver 3 0C 1 0.000000 1 latecube0 ver 3 2C 1 0.000000 1  \
    latecheq0 ver 3 0C 1 0.000000 1 latecube1 ver 3 2C 1 0.000000 1  latecheq1 ver 3 0C 1 0.000000 1 \
    cubetrunc ver 3 2C 1 0.000000 1 cheqtrunc ver 3 2C 1 0.000000 1";

/// The units of a decision.
pub struct Units(CubeInfo);

impl Units {
    /// Those of this player at this cube.
    pub fn new(cube: Cube, player: Player, terms: Terms, met: &Met) -> Self {
        Self(CubeInfo::new(cube, player, terms, met))
    }

    /// The equity of these outputs without the cube.
    pub fn cubeless(&self, o: &[f32; 5]) -> f32 {
        let price = |player| if self.0.is_match() { self.0.gammon_prices(player) } else { GammonPrices::FULL };
        let (own, other) = (price(self.0.on_roll()), price(!self.0.on_roll()));
        2.0 * o[0] - 1.0 + o[1] * own.gammon + o[2] * own.backgammon - o[3] * other.gammon - o[4] * other.backgammon
    }

    fn stored(&self, equity: f32) -> f32 {
        self.0.mwc(equity).unwrap_or(equity)
    }

    fn equity(&self, stored: f32) -> f32 {
        self.0.scale().map_or(stored, |scale| scale.to_equity(Mwc(stored)))
    }

    /// Match winning chance per equity, 1 for money.
    fn slope(&self) -> f32 {
        self.0.mwc_of_difference(1.0).unwrap_or(1.0)
    }

    fn seven(&self, numbers: &Numbers) -> String {
        let o = numbers.outputs;
        format!("{} {} {} {} {} {} {}", o[0], o[1], o[2], o[3], o[4], numbers.cubeless, self.stored(numbers.cubeful))
    }

    fn seven_errors(&self, numbers: &Numbers) -> String {
        let o = numbers.outputs;
        let error = numbers.cubeful * self.slope();
        format!("{} {} {} {} {} {} {error}", o[0], o[1], o[2], o[3], o[4], numbers.cubeless)
    }
}

/// An equity, a probability or an amount of luck; `None` for what none of them can be.
pub fn number(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|&number| is_sound(number))
}

/// The words of a value, and what is expected of them.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn is(&mut self, word: &str) -> Option<()> {
        (self.next()? == word).then_some(())
    }

    fn number(&mut self) -> Option<f32> {
        number(self.next()?)
    }

    fn numbers<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut found = [0.0; N];
        for n in &mut found {
            *n = self.number()?;
        }
        Some(found)
    }

    /// `2C`.
    fn plies(&mut self) -> Option<(u8, bool)> {
        let word = self.next()?;
        let cubeful = word.ends_with('C');
        Some((word.trim_end_matches('C').parse().ok()?, cubeful))
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.number()? != 0.0)
    }
}

/// The text from the first `SK` of a value on: the settings of its rollout.
fn context(value: &str) -> String {
    let context = value.find(" SK ").map_or("", |at| value[at + 1..].trim_end());
    if context == NO_CONTEXT { String::new() } else { context.to_owned() }
}

fn in_search(plies: u8, cubeful: bool, deterministic: bool, noise: f32, pruned: bool) -> Method {
    Method::Plies { plies, cubeful, noise, deterministic, pruned }
}

/// `A`: the plays of a roll; `None` where it is written in a way that is not known here. A play that cannot be made is
/// left out.
pub fn read_plays(
    values: &[String],
    player: Player,
    position: &Position,
    roll: Roll,
    units: &Units,
) -> Option<PlayAnalysis> {
    let (first, values) = values.split_first()?;
    let wanted: usize = first.trim().parse().ok()?;
    let mut plays = Vec::with_capacity(values.len());
    let mut played = None;
    for (i, value) in values.iter().enumerate() {
        let (play, numbers, errors, method) = read_play(value, player, position, roll, units)?;
        if !numbers.are_sound() || errors.is_some_and(|errors| !errors.are_sound()) {
            return None;
        }
        let Some(play) = play else { continue };
        if i == wanted {
            played = Some(plays.len());
        }
        plays.push(PlayValue { play, numbers, errors, method, marked: false });
    }
    Some(PlayAnalysis { played: Some(played?), plays, told: None })
}

type Read = (Option<Play>, Numbers, Option<Numbers>, Method);

fn read_play(value: &str, player: Player, position: &Position, roll: Roll, units: &Units) -> Option<Read> {
    let mut words = Words(value.split_ascii_whitespace());
    let moves = words.next()?;
    let play = play_of(position, roll, &hops(player, moves)?);
    let kind = words.next()?;
    words.is("ver")?;
    words.is("3")?;
    match kind {
        "E" => {
            let outputs = words.numbers()?;
            let cubeful = words.number()?;
            let (plies, knows_cube) = words.plies()?;
            let (_, deterministic) = (words.number()?, words.flag()?);
            let (noise, pruned) = (words.number()?, words.flag()?);
            let numbers = Numbers { outputs, cubeless: units.cubeless(&outputs), cubeful };
            Some((play, numbers, None, in_search(plies, knows_cube, deterministic, noise, pruned)))
        }
        "X" => {
            words.is("Score")?;
            let [cubeful, _] = words.numbers()?;
            words.is("Trials")?;
            let trials = words.next()?.parse().ok()?;
            words.is("Output")?;
            let [a, b, c, d, e, cubeless, _] = words.numbers()?;
            words.is("StdDev")?;
            let errors = words.numbers()?;
            let numbers = Numbers { outputs: [a, b, c, d, e], cubeless, cubeful };
            Some((play, numbers, Some(spread(errors, units)), Method::Rollout { trials, context: context(value) }))
        }
        _ => None,
    }
}

fn spread([a, b, c, d, e, cubeless, cubeful]: [f32; 7], units: &Units) -> Numbers {
    Numbers { outputs: [a, b, c, d, e], cubeless, cubeful: cubeful / units.slope() }
}

/// The values of `A`.
pub fn plays(analysis: &PlayAnalysis, player: Player, units: &Units) -> Vec<String> {
    let mut values = vec![analysis.played.unwrap_or_default().to_string()];
    for value in &analysis.plays {
        let moves: Vec<Hop> = value.play.moves.iter().map(|hop| (hop.from, hop.to)).collect();
        let mut text = letters(player, &moves);
        let n = value.numbers;
        let [o0, o1, o2, o3, o4] = n.outputs;
        let six = format!("{o0} {o1} {o2} {o3} {o4} {}", n.cubeful);
        match &value.method {
            Method::Plies { plies, cubeful, noise, deterministic, pruned } => {
                let cube = if *cubeful { "C" } else { "" };
                let (deterministic, pruned) = (u8::from(*deterministic), u8::from(*pruned));
                let _ = write!(text, " E ver 3 {six} {plies}{cube} 0 {deterministic} {noise:.6} {pruned}");
            }
            Method::Foreign { level, trials: 0, .. } => {
                let _ = write!(text, " E ver 3 {six} {}C 0 1 0.000000 0", plies_of(level));
            }
            Method::Level { trials, .. } | Method::Rollout { trials, .. } | Method::Foreign { trials, .. } => {
                let _ = write!(
                    text,
                    " X ver 3 Score {} {} Trials {trials} Output {} StdDev {} {}",
                    n.cubeful,
                    n.cubeless,
                    units.seven(&n),
                    units.seven_errors(&value.errors.unwrap_or_default()),
                    value.method.coded().unwrap_or(NO_CONTEXT)
                );
            }
        }
        values.push(text);
    }
    values
}

/// The plies by which a reader that does not know a level of another program takes it, counted as here: `XG 3-ply`
/// looks two rolls ahead.
fn plies_of(level: &str) -> u8 {
    let plies = level.strip_suffix("-ply").and_then(|rest| rest.rsplit(' ').next()?.parse::<u8>().ok());
    plies.map_or(3, |plies| if level.starts_with("XG ") { plies.saturating_sub(1) } else { plies })
}

/// `XL`: what the decision gave up as told by another program, then how it found each value: name, trials, settings.
/// A level of our own stands there by its name.
pub fn levels<'a>(told: Option<f32>, methods: impl Iterator<Item = &'a Method>) -> Option<Vec<String>> {
    let mut values = vec![told.map_or_else(String::new, |told| told.to_string())];
    for method in methods {
        values.push(match method {
            Method::Level { level, .. } => level.to_string(),
            Method::Foreign { level, trials: 0, .. } => level.clone(),
            Method::Foreign { level, trials, settings } => format!("{level};{trials};{settings}"),
            _ => String::new(),
        });
    }
    values.iter().any(|value| !value.is_empty()).then_some(values)
}

/// Reads what [`levels`] writes into these methods; returns what was told.
pub fn read_levels<'a>(values: Option<&[String]>, methods: impl Iterator<Item = &'a mut Method>) -> Option<f32> {
    let (told, levels) = values?.split_first()?;
    for (method, value) in methods.zip(levels).filter(|(_, value)| !value.is_empty()) {
        // One of ours stands where the rollout tells its trials.
        if let (Some(level), &Method::Rollout { trials, .. }) = (Level::from_name(value), &*method) {
            *method = Method::Level { level, trials };
            continue;
        }
        let mut parts = value.splitn(3, ';');
        let level = parts.next().unwrap_or_default().to_owned();
        let trials = parts.next().and_then(|trials| trials.parse().ok()).unwrap_or(0);
        *method = Method::Foreign { level, trials, settings: parts.next().unwrap_or_default().to_owned() };
    }
    number(told).filter(|&told| told >= 0.0)
}

/// `DA`: a cube decision; `None` where it is written in a way that is not known here.
pub fn read_cube(value: &str, units: &Units) -> Option<CubeAnalysis> {
    let mut words = Words(value.split_ascii_whitespace());
    let kind = words.next()?;
    words.is("ver")?;
    words.is("3")?;
    let numbers = |[a, b, c, d, e, cubeless, stored]: [f32; 7]| Numbers {
        outputs: [a, b, c, d, e],
        cubeless,
        cubeful: units.equity(stored),
    };
    match kind {
        "E" => {
            let (plies, cubeful) = words.plies()?;
            let deterministic = words.flag()?;
            let (noise, pruned) = (words.number()?, words.flag()?);
            let [no_double, take] = [words.numbers()?, words.numbers()?].map(numbers);
            let method = in_search(plies, cubeful, deterministic, noise, pruned);
            are_sound(&[no_double, take]).then_some(CubeAnalysis { no_double, take, errors: None, method, told: None })
        }
        "X" => {
            words.is("Eq")?;
            words.is("Trials")?;
            let trials = words.next()?.parse().ok()?;
            let mut part = |name: &str| {
                words.is(name)?;
                words.is("Output")?;
                let values = words.numbers()?;
                words.is("StdDev")?;
                Some((numbers(values), spread(words.numbers()?, units)))
            };
            let (no_double, first) = part("NoDouble")?;
            let (take, second) = part("DoubleTake")?;
            let method = Method::Rollout { trials, context: context(value) };
            let errors = Some([first, second]);
            are_sound(&[no_double, take, first, second]).then_some(CubeAnalysis {
                no_double,
                take,
                errors,
                method,
                told: None,
            })
        }
        _ => None,
    }
}

fn are_sound(all: &[Numbers]) -> bool {
    all.iter().all(Numbers::are_sound)
}

/// The value of `DA`.
pub fn cube(analysis: &CubeAnalysis, units: &Units) -> String {
    let (no_double, take) = (units.seven(&analysis.no_double), units.seven(&analysis.take));
    match &analysis.method {
        Method::Plies { plies, cubeful, noise, deterministic, pruned } => {
            let cube = if *cubeful { "C" } else { "" };
            let (deterministic, pruned) = (u8::from(*deterministic), u8::from(*pruned));
            format!("E ver 3 {plies}{cube} {deterministic} {noise:.6} {pruned} {no_double} {take}")
        }
        Method::Foreign { level, trials: 0, .. } => {
            format!("E ver 3 {}C 1 0.000000 0 {no_double} {take}", plies_of(level))
        }
        Method::Level { trials, .. } | Method::Rollout { trials, .. } | Method::Foreign { trials, .. } => {
            let [first, second] = analysis.errors.unwrap_or_default().map(|errors| units.seven_errors(&errors));
            format!(
                "X ver 3 Eq Trials {trials} NoDouble Output {no_double} StdDev {first} DoubleTake Output {take} \
                 StdDev {second} {}",
                analysis.method.coded().unwrap_or(NO_CONTEXT)
            )
        }
    }
}

/// The losses from which on a decision is doubtful, bad, very bad.
const LOSSES: [f32; 3] = [0.03, 0.06, 0.12];

/// The luck from which on a roll is lucky, very lucky.
const LUCK: [f32; 2] = [0.3, 0.6];

/// The mark for a decision that loses this much.
pub fn skill(loss: f32) -> Option<Skill> {
    let degree = LOSSES.iter().filter(|&&limit| -loss > limit).count();
    Skill::ALL.get(degree.checked_sub(1)?).copied()
}

/// The property of a mark, on an action (`true`) or for not doubling.
pub const fn skill_property(skill: Skill, on_action: bool) -> (&'static str, &'static str) {
    match (skill, on_action) {
        (Skill::Doubtful, true) => ("DO", ""),
        (Skill::Doubtful, false) => ("DC", ""),
        (Skill::Bad, true) => ("BM", "1"),
        (Skill::Bad, false) => ("BC", "1"),
        (Skill::VeryBad, true) => ("BM", "2"),
        (Skill::VeryBad, false) => ("BC", "2"),
    }
}

/// The mark in a node.
pub fn read_skill(node: &Node, on_action: bool) -> Option<Skill> {
    Skill::ALL.into_iter().find(|&skill| has(node, skill_property(skill, on_action)))
}

/// The mark for this much luck.
pub fn luck(luck: f32) -> Option<LuckMark> {
    match (LUCK.iter().filter(|&&limit| luck.abs() > limit).count(), luck > 0.0) {
        (0, _) => None,
        (1, true) => Some(LuckMark::Lucky),
        (_, true) => Some(LuckMark::VeryLucky),
        (1, false) => Some(LuckMark::Unlucky),
        (_, false) => Some(LuckMark::VeryUnlucky),
    }
}

/// The property of a mark for a player's luck: good for one of the colors.
pub fn luck_property(player: Player, mark: LuckMark) -> (&'static str, &'static str) {
    let (lucky, degree) = match mark {
        LuckMark::VeryLucky => (player, "2"),
        LuckMark::Lucky => (player, "1"),
        LuckMark::Unlucky => (!player, "1"),
        LuckMark::VeryUnlucky => (!player, "2"),
    };
    (if lucky == Player::Top { "GW" } else { "GB" }, degree)
}

/// The mark for a player's luck in a node.
pub fn read_luck(node: &Node, player: Player) -> Option<LuckMark> {
    LuckMark::ALL.into_iter().find(|&mark| has(node, luck_property(player, mark)))
}

fn has(node: &Node, (name, value): (&str, &str)) -> bool {
    node.value(name).is_some_and(|found| found.trim() == value)
}

/// The equity that not doubling loses, 0 or negative.
pub fn loss_of_waiting(cube: &CubeAnalysis) -> f32 {
    loss(cube, cube.no_double.cubeful - cube.take.cubeful.min(1.0))
}

/// The equity that doubling loses.
pub fn loss_of_doubling(cube: &CubeAnalysis) -> f32 {
    loss(cube, cube.take.cubeful.min(1.0) - cube.no_double.cubeful)
}

/// The equity that taking (`true`) or passing loses to the player who answers.
pub fn loss_of_answer(cube: &CubeAnalysis, takes: bool) -> f32 {
    let more = cube.take.cubeful - 1.0;
    loss(cube, if takes { -more } else { more })
}

/// The loss that is told of a decision, or else the one of its equities.
fn loss(cube: &CubeAnalysis, gained: f32) -> f32 {
    cube.told.map_or(gained.min(0.0), |told| -told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPlayer;
    use crate::scoring::MatchScore;

    #[test]
    fn an_equity_without_the_cube_counts_what_gammons_are_worth() {
        let met = Met::kazaross_xg2();
        let outputs = [0.6, 0.2, 0.02, 0.1, 0.01];
        let units = |terms| Units::new(Cube::START, Player::Top, terms, &met);
        assert!((units(Terms::MONEY).cubeless(&outputs) - 0.31).abs() < 1e-6);
        // At double match point nothing but the win counts; 1-away only the opponent's gammons do.
        let score = |top, bottom| Terms::Match(MatchScore::new(5, ByPlayer([top, bottom]), true).expect("a score"));
        assert!((units(score(4, 4)).cubeless(&outputs) - 0.2).abs() < 1e-6);
        let ahead = units(score(4, 2)).cubeless(&outputs);
        assert!(ahead < 0.2 - 1e-3, "{ahead}");
        assert!((units(score(4, 2)).cubeless(&[1.0, 1.0, 1.0, 0.0, 0.0]) - 1.0).abs() < 1e-6);
    }
}
