//! Notes on an event: comments, marks, and what an analysis found.
//!
//! Plain numbers, as files keep them: this module evaluates nothing. The numbers of a decision are those of the player
//! who decides; equities are normalized to the cube as it lies before the decision (money: points per cube unit;
//! matches: −1 and +1 are losing and winning the cube).

use super::event::Event;
use super::level::Level;
use crate::movegen::Play;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// The notes on an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// The comment; empty for none.
    pub comment: String,
    /// Somebody wants to come back to the decision.
    pub flag: bool,
    /// Whether the cube decision (before a roll, or the cube action itself) is marked for a rollout.
    pub marked_cube: bool,
    /// The findings of an analysis about the cube: before a [`Roll`](super::Event::Roll) the decision not to double, on
    /// a double and its answers the double.
    pub cube: Option<Box<CubeAnalysis>>,
    /// The findings of an analysis about a [`Play`](super::Event::Play).
    pub plays: Option<Box<PlayAnalysis>>,
    /// What others found about the cube, by other engines or at other levels. Those above speak: errors, statistics
    /// and lists are theirs.
    pub other_cubes: Vec<CubeAnalysis>,
    /// What others found about the play, likewise.
    pub other_plays: Vec<PlayAnalysis>,
    /// The luck of a roll, in normalized equity for the player who rolled; on a [`Roll`](super::Event::Roll), or on the
    /// [`Begin`](super::Event::Begin) that brings the first roll.
    pub luck: Option<f32>,
    /// The findings of an analysis about a resignation.
    pub resignation: Option<ResignationAnalysis>,
    /// A mark by hand for the decision, whatever an analysis finds; on a roll, for that not to double before it.
    pub skill: Option<Skill>,
    /// A mark by hand for the luck of the roll, whatever an analysis finds.
    pub luck_mark: Option<LuckMark>,
    /// The points that a file counts for the game that this event ends, where they are not the points that the record
    /// counts: a backgammon where one point was needed, or a number that stands for the match.
    pub counted: Option<u32>,
    /// Properties of a file that are unknown here, kept as they were for writing it again: name and values.
    pub unknown: Vec<(String, Vec<String>)>,
}

impl Note {
    /// Whether there are no notes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The part of a note on a decision that concerns the event that took it; the rest belongs to other events.
    pub(super) fn of_decision(self, event: &Event) -> Self {
        let Self { cube, plays, other_cubes, other_plays, comment, flag, .. } = self;
        match event {
            Event::Play(play) => {
                let at = |plays: &PlayAnalysis| plays.plays.iter().position(|value| value.play.result == play.result);
                let of_play = |plays: PlayAnalysis| PlayAnalysis { played: at(&plays), told: None, ..plays };
                let plays = plays.filter(|plays| at(plays).is_some()).map(|plays| Box::new(of_play(*plays)));
                let other_plays = other_plays.into_iter().map(of_play).collect();
                Self { plays, other_plays, comment, flag, ..Self::default() }
            }
            Event::Roll(_) | Event::Double => {
                let of_action = |cube| CubeAnalysis { told: None, ..cube };
                let cube = cube.map(|cube| Box::new(of_action(*cube)));
                let other_cubes = other_cubes.into_iter().map(of_action).collect();
                Self { cube, other_cubes, comment, flag, ..Self::default() }
            }
            // The decision was never taken: the game ended there.
            Event::Resign(_) => Self { cube, plays, other_cubes, other_plays, comment, flag, ..Self::default() },
            Event::Set(after) if after.game.is_none() => {
                Self { cube, plays, other_cubes, other_plays, comment, flag, ..Self::default() }
            }
            _ => Self::default(),
        }
    }

    /// Clears the analysis, and keeps comments and marks by hand.
    pub fn clear_analysis(&mut self) {
        (self.cube, self.plays, self.luck, self.resignation) = (None, None, None, None);
        (self.other_cubes, self.other_plays) = (Vec::new(), Vec::new());
    }

    /// Enters findings about the cube beside those that are there. They speak where nothing of a higher
    /// [rank](Method::rank) does, or where that is wanted; what spoke before is kept. What was found in the same way
    /// before, with no more trials, is replaced.
    pub fn enter_cube(&mut self, found: CubeAnalysis, speaks: bool) {
        enter(&mut self.cube, &mut self.other_cubes, found, speaks);
    }

    /// Enters findings about the play, likewise.
    pub fn enter_plays(&mut self, found: PlayAnalysis, speaks: bool) {
        enter(&mut self.plays, &mut self.other_plays, found, speaks);
    }

    /// Enters what another note on the same event knows and this one does not. What was found in the same way, with as
    /// many trials, is the same; what speaks is decided as ever, and what people wrote stays.
    pub fn add(&mut self, other: &Self) {
        enter_new(&mut self.cube, &mut self.other_cubes, other.cube.as_deref().into_iter().chain(&other.other_cubes));
        enter_new(&mut self.plays, &mut self.other_plays, other.plays.as_deref().into_iter().chain(&other.other_plays));
        if self.comment.is_empty() {
            self.comment.clone_from(&other.comment);
        }
        self.flag |= other.flag;
        self.luck = self.luck.or(other.luck);
        self.resignation = self.resignation.or(other.resignation);
        self.skill = self.skill.or(other.skill);
        self.luck_mark = self.luck_mark.or(other.luck_mark);
    }

    /// Lets the findings of this [name](Method::is_called) speak: of several, and where there are none, the one of the
    /// highest rank.
    pub fn prefer(&mut self, name: &str) {
        prefer(&mut self.cube, &mut self.other_cubes, name);
        prefer(&mut self.plays, &mut self.other_plays, name);
    }

    /// Forgets the findings of other [names](Method::is_called): of those that are left, the highest speaks.
    pub fn keep_only(&mut self, name: &str) {
        self.prefer(name);
        self.cube.take_if(|cube| !cube.method().is_called(name));
        self.plays.take_if(|plays| !plays.method().is_called(name));
        (self.other_cubes, self.other_plays) = (Vec::new(), Vec::new());
    }

    /// Whether the decision is judged in several ways, of which a file or a page may hold one alone.
    pub const fn has_others(&self) -> bool {
        !self.other_cubes.is_empty() || !self.other_plays.is_empty()
    }

    /// The ways in which the decision was judged, the one that speaks first.
    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        let cubes = self.cube.as_deref().into_iter().chain(&self.other_cubes).map(Finding::method);
        cubes.chain(self.plays.as_deref().into_iter().chain(&self.other_plays).map(Finding::method))
    }
}

/// What was found about a decision in one way.
trait Finding {
    /// How its best choice was found.
    fn method(&self) -> &Method;
}

impl Finding for CubeAnalysis {
    fn method(&self) -> &Method {
        &self.method
    }
}

impl Finding for PlayAnalysis {
    fn method(&self) -> &Method {
        &self.plays[0].method
    }
}

fn enter<F: Finding>(speaking: &mut Option<Box<F>>, others: &mut Vec<F>, found: F, speaks: bool) {
    let is_replaced = |old: &F| old.method().is_like(found.method()) && old.method().rank() <= found.method().rank();
    others.retain(|other| !is_replaced(other));
    let old = speaking.take().filter(|old| !is_replaced(old));
    // What is wanted speaks, but not for less of the same.
    let stays = |old: &F| {
        let [old, found] = [old.method(), found.method()];
        old.rank() > found.rank() && (!speaks || old.is_of_kind(found))
    };
    let (first, second) = match old {
        Some(old) if stays(&old) => (old, Some(found)),
        old => (Box::new(found), old.map(|old| *old)),
    };
    *speaking = Some(first);
    others.extend(second);
}

fn enter_new<'f, F: Finding + Clone + 'f>(
    speaking: &mut Option<Box<F>>,
    others: &mut Vec<F>,
    found: impl Iterator<Item = &'f F>,
) {
    for found in found {
        let is_known = |old: &F| old.method().is_like(found.method()) && old.method().rank() >= found.method().rank();
        if !speaking.as_deref().into_iter().chain(&*others).any(is_known) {
            enter(speaking, others, found.clone(), false);
        }
    }
}

fn prefer<F: Finding>(speaking: &mut Option<Box<F>>, others: &mut [F], name: &str) {
    let worth = |found: &F| (found.method().is_called(name), found.method().rank());
    let Some(now) = speaking.as_deref_mut() else { return };
    // The first of equals: what spoke before stays.
    let best = others.iter_mut().rev().max_by(|a, b| worth(a).partial_cmp(&worth(b)).unwrap_or(Ordering::Equal));
    if let Some(best) = best.filter(|best| worth(best) > worth(now)) {
        std::mem::swap(best, now);
    }
}

words! {
    /// How bad a decision was.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Skill: name {
        /// The choice loses a little.
        Doubtful = "doubtful",
        /// The choice is an error.
        Bad = "bad",
        /// The choice is a blunder.
        #[serde(rename = "very bad")]
        VeryBad = "very bad",
    }
}

impl Skill {
    /// The sign for it behind a play.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::VeryBad => "??",
        }
    }
}

words! {
    /// How lucky a roll was.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LuckMark: name {
        /// Very lucky.
        #[serde(rename = "very lucky")]
        VeryLucky = "very lucky",
        /// Lucky.
        Lucky = "lucky",
        /// Unlucky.
        Unlucky = "unlucky",
        /// Very unlucky.
        #[serde(rename = "very unlucky")]
        VeryUnlucky = "very unlucky",
    }
}

impl LuckMark {
    /// The sign for it behind a roll.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::VeryLucky => "++",
            Self::Lucky => "+",
            Self::Unlucky => "-",
            Self::VeryUnlucky => "--",
        }
    }
}

/// The value of a decision: probabilities and equities for the player who decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// Win, win gammon, win backgammon, lose gammon, lose backgammon; cumulative.
    pub outputs: [f32; 5],
    /// The equity without the cube.
    #[serde(rename = "equity")]
    pub cubeless: f32,
    /// The equity with the cube.
    pub cubeful: f32,
}

impl Numbers {
    /// The numbers of a file that tells an equity with the cube, and perhaps probabilities: all are 0 where it tells
    /// none.
    pub fn told(outputs: [f32; 5], cubeful: f32) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = outputs;
        let is_told = outputs.iter().any(|&p| p != 0.0);
        let cubeless = 2.0 * win - 1.0 + gammon - lose_gammon + backgammon - lose_backgammon;
        Self { outputs, cubeless: if is_told { cubeless } else { 0.0 }, cubeful }
    }

    /// The probabilities, unless a file told none.
    pub fn chances(&self) -> Option<[f32; 5]> {
        // Who has no chance at all has lost a point.
        let are_told = self.cubeless == -1.0 || self.outputs.iter().any(|&p| p != 0.0);
        are_told.then_some(self.outputs)
    }

    /// Whether all of them are numbers that a decision can have; files may have others, and `nan`.
    pub fn are_sound(&self) -> bool {
        self.outputs.into_iter().chain([self.cubeless, self.cubeful]).all(is_sound)
    }
}

/// Whether an equity, a probability or an amount of luck can be so: a number, and of a size that sums can be made of.
pub fn is_sound(number: f32) -> bool {
    number.abs() <= 1e6
}

/// How a value was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// A search found it.
    #[serde(rename = "search")]
    Plies {
        /// How far it looked ahead.
        #[serde(rename = "ply")]
        plies: u8,
        /// Whether it knew of the cube.
        cubeful: bool,
        /// The standard deviation of the noise added, in equity; 0 for none.
        noise: f32,
        /// Whether the same position always gets the same noise.
        deterministic: bool,
        /// Whether pruning nets thinned the plays out.
        pruned: bool,
    },
    /// Truncated rollouts with the fixed settings of a level found it.
    Level {
        /// The level.
        level: Level,
        /// The number of trials.
        trials: u32,
    },
    /// A rollout found it.
    Rollout {
        /// The number of trials.
        trials: u32,
        /// Other settings as text of the file, kept for writing it again; empty for none.
        context: String,
    },
    /// Another program found it; its levels and equities are not compared with those of here.
    Foreign {
        /// The level by the program's own name for it: `XG Roller++`.
        level: String,
        /// The number of trials of a rollout, or 0.
        #[serde(default, skip_serializing_if = "is_zero")]
        trials: u32,
        /// The settings of a rollout in words; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        settings: String,
    },
}

impl Method {
    /// A level of another program.
    pub fn foreign(level: impl Into<String>) -> Self {
        Self::Foreign { level: level.into(), trials: 0, settings: String::new() }
    }

    /// Whether another program found it.
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Self::Foreign { .. })
    }

    /// The program that found it: the first word of another program's level, `gammon` for what is found here.
    pub fn program(&self) -> &str {
        match self {
            Self::Foreign { level, .. } => level.split(' ').next().unwrap_or(level),
            Self::Plies { .. } | Self::Level { .. } | Self::Rollout { .. } => "gammon",
        }
    }

    /// Whether it goes by this name: that of its program, or of program and level, letter case aside.
    pub fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.program()) || name.eq_ignore_ascii_case(&self.name())
    }

    /// How a rollout of here was made, in words.
    pub fn made(&self) -> Option<&str> {
        match self {
            Self::Rollout { context, .. } => Some(context.as_str()).filter(|it| !it.is_empty() && !is_coded(it)),
            Self::Plies { .. } | Self::Level { .. } | Self::Foreign { .. } => None,
        }
    }

    /// The settings of a rollout as letters and numbers, which files of GNU Backgammon have.
    pub fn coded(&self) -> Option<&str> {
        match self {
            Self::Rollout { context: it, .. } | Self::Foreign { settings: it, .. } => {
                Some(it.as_str()).filter(|it| is_coded(it))
            }
            Self::Plies { .. } | Self::Level { .. } => None,
        }
    }

    /// How good a value found so is, for keeping the better of two: rollouts before levels, levels before searches,
    /// more trials, more plies, the cube, less noise, no pruning, in that order. What another program found ranks with
    /// what is like it here; where its level is not known, last.
    pub fn rank(&self) -> (u8, u32, bool, i64, bool) {
        match self {
            Self::Plies { plies, cubeful, noise, pruned, .. } => {
                (0, u32::from(*plies), *cubeful, -(f64::from(*noise) * 1e6) as i64, !pruned)
            }
            Self::Level { level, .. } => (1, *level as u32, true, 0, true),
            Self::Rollout { trials, .. } => (2, *trials, true, 0, true),
            Self::Foreign { level, trials, .. } => foreign_rank(level, *trials),
        }
    }

    /// Likeness of the ways in which two values were found, whatever the numbers of trials and the dice.
    pub fn is_of_kind(&self, other: &Self) -> bool {
        let kind = |made: &str| made.split(", ").skip(1).filter(|part| !part.starts_with("seed ")).collect::<String>();
        match (self, other) {
            (Self::Rollout { context: a, .. }, Self::Rollout { context: b, .. }) => kind(a) == kind(b),
            _ => self.is_like(other),
        }
    }

    /// Whether two values were found in the same way, maybe with other numbers of trials.
    pub fn is_like(&self, other: &Self) -> bool {
        // A rollout of here begins its words with how many trials were played.
        let rest = |made: &str| made.split_once(", ").map(|(_, rest)| rest.to_owned());
        match (self, other) {
            (Self::Rollout { context: a, .. }, Self::Rollout { context: b, .. }) => rest(a) == rest(b),
            (Self::Level { level: a, .. }, Self::Level { level: b, .. }) => a == b,
            _ => self == other,
        }
    }

    /// The name of the engine and level: `2-ply`, `roller+`, `rollout`, `XG Roller+`.
    pub fn name(&self) -> String {
        match self {
            Self::Plies { plies, .. } => format!("{plies}-ply"),
            Self::Level { level, .. } => level.to_string(),
            Self::Rollout { .. } => "rollout".to_owned(),
            Self::Foreign { level, .. } => level.clone(),
        }
    }
}

/// The rank of another program's level by its words: `XG 3-ply`, which looks two rolls ahead, `XG Roller+`,
/// `BGBlitz 2-ply`, `XG rollout`. An opening book was made by rollouts.
fn foreign_rank(level: &str, trials: u32) -> (u8, u32, bool, i64, bool) {
    let lower = level.to_ascii_lowercase();
    let plies = lower.split(' ').find_map(|word| word.strip_suffix("-ply")?.parse::<u32>().ok());
    let roller = Level::ROLLERS.into_iter().rev().find(|level| lower.contains(level.name()));
    match (roller, plies) {
        _ if trials > 0 || lower.contains("rollout") || lower.contains("book") => (2, trials, true, 0, true),
        (Some(level), _) => (1, level as u32, true, 0, true),
        (None, Some(plies)) => (0, plies.saturating_sub(u32::from(lower.starts_with("xg "))), true, 0, false),
        (None, None) => (0, 0, false, i64::MIN, false),
    }
}

/// Whether the settings of a rollout are no words, but those of GNU Backgammon's files.
fn is_coded(settings: &str) -> bool {
    settings.starts_with("SK ")
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// One play and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayValue {
    /// The play.
    pub play: Play,
    /// The value to the player who makes it.
    pub numbers: Numbers,
    /// Standard errors of the numbers, where a rollout found them.
    pub errors: Option<Numbers>,
    /// The method that found it.
    pub method: Method,
    /// Whether it is marked for a rollout.
    pub marked: bool,
}

/// The plays of a roll by value.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayAnalysis {
    /// The best first, in the order of whoever judged them: a play that was looked at more closely may stand before one
    /// with a higher number. Plays that a filter cut early may be missing. There is at least one.
    pub plays: Vec<PlayValue>,
    /// The number of the one that was made; `None` where none was made, or it is not among them.
    pub played: Option<usize>,
    /// The loss of the play that was made, as told by the file from which the analysis comes: 0 or more. It stands
    /// above the difference of the values.
    pub told: Option<f32>,
}

impl PlayAnalysis {
    /// The loss of the play that was made against the best: 0 or negative, in normalized equity; `None` where it is not
    /// known.
    pub fn loss(&self) -> Option<f32> {
        let computed = || Some(self.behind(self.played?));
        self.told.map(|told| -told).or_else(computed)
    }

    /// How far a play is behind the best: 0 or negative. A higher number that was found at a lower level is no
    /// advantage.
    pub fn behind(&self, play: usize) -> f32 {
        let value = |i: usize| self.plays[i].numbers.cubeful;
        (value(play) - value(0)).min(0.0)
    }

    /// Whether it matters which play is made: where a game is won or lost whatever is played, all are worth the same.
    pub fn are_of_different_worth(&self) -> bool {
        self.plays.len() < 2 || (1..self.plays.len()).any(|play| self.behind(play) < -f32::EPSILON)
    }

    /// Whether another program made it.
    pub fn is_foreign(&self) -> bool {
        self.plays.iter().any(|play| play.method.is_foreign())
    }
}

/// The values of doubling and of not doubling, for the player who may double.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeAnalysis {
    /// Not doubling.
    pub no_double: Numbers,
    /// Doubling, and the other takes; the cubeful equity is in units of the cube before the double.
    #[serde(rename = "double_take")]
    pub take: Numbers,
    /// Standard errors of both, where a rollout found them.
    #[serde(default, rename = "std_err", skip_serializing_if = "Option::is_none")]
    pub errors: Option<[Numbers; 2]>,
    /// The method that found them.
    pub method: Method,
    /// The loss of the action of this step, as told by the file from which the analysis comes: 0 or more. It stands
    /// above the difference of the values.
    #[serde(default, rename = "told_loss", skip_serializing_if = "Option::is_none")]
    pub told: Option<f32>,
}

/// The values of resigning and of its acceptance, for the player who resigned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignationAnalysis {
    /// The equity of playing on.
    #[serde(rename = "playing_on")]
    pub play_on: f32,
    /// The equity of resigning.
    #[serde(rename = "resigning")]
    pub resign: f32,
    /// The probabilities of the position for the player who resigned.
    pub outputs: [f32; 5],
}

/// The facts about a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchInfo {
    /// The ratings of the players as entered; empty where there is none.
    pub ratings: crate::board::ByPlayer<String>,
    /// The day it was played.
    #[serde(deserialize_with = "day")]
    pub date: Option<Date>,
    /// The event.
    pub event: String,
    /// The round.
    pub round: String,
    /// The place.
    pub place: String,
    /// The annotator.
    pub annotator: String,
    /// A comment on the whole.
    pub comment: String,
    /// The other facts of a file, in its words and in order: key and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<(String, String)>,
}

impl MatchInfo {
    /// Whether a Crawford game is played, unless a file says that there is none.
    pub fn has_crawford(&self) -> bool {
        let mut said = self.extra.iter().filter(|(key, _)| key.eq_ignore_ascii_case("crawford"));
        !said.any(|(_, value)| ["off", "no", "false", "0"].iter().any(|word| value.eq_ignore_ascii_case(word)))
    }
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// Year.
    pub year: u16,
    /// Month, from 1.
    pub month: u8,
    /// Day of the month, from 1.
    pub day: u8,
}

/// `2026-11-28`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// A day as it is serialized; `None` for a text that is none.
fn day<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Date>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.as_deref().and_then(Date::from_text))
}

impl Date {
    /// The day of a text such as `2026-11-28` or `2026.11.28`, if there is such a day.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split(['-', '.', '/']).map(str::trim);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let None = parts.next() else { return None };
        Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    /// The day of that name, if there is such a day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (year > 0 && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// The date this many days after 1970-01-01; `None` before the year 1 and after 65535.
    pub fn of_day(day: i64) -> Option<Self> {
        // Days since 0000-03-01, in eras of 400 years (as in Howard Hinnant's notes on calendars).
        let days = day.checked_add(719_468)?;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + 400 * era + i64::from(month <= 2);
        Self::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(of_month).ok()?)
    }

    /// The number of days from 1970-01-01 to this one.
    pub fn day_number(self) -> i64 {
        let Self { year, month, day } = self;
        let year = i64::from(year) - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((i64::from(month) + 9) % 12) + 2) / 5 + i64::from(day) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_do_not_exist_are_no_dates() {
        assert!(Date::new(2024, 2, 29).is_some() && Date::new(2000, 2, 29).is_some());
        for (year, month, day) in
            [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0), (0, 1, 1)]
        {
            assert_eq!(Date::new(year, month, day), None, "{year}-{month}-{day}");
        }
        assert_eq!(Date::from_text("2024.2.29"), Date::new(2024, 2, 29));
        assert_eq!(Date::from_text("2024-02-29-1"), None);
    }

    #[test]
    fn without_chances_there_is_no_equity() {
        let cubeless = |outputs| Numbers::told(outputs, 0.5).cubeless;
        assert_eq!(cubeless([0.0; 5]), 0.0);
        assert_eq!(cubeless([0.0, 0.0, 0.0, 1.0, 1.0]), -3.0);
        assert!((cubeless([0.6, 0.2, 0.02, 0.1, 0.01]) - 0.31).abs() < 1e-6);
    }

    #[test]
    fn rollouts_rank_before_searches_and_more_plies_before_fewer() {
        let plies =
            |plies, cubeful, noise, pruned| Method::Plies { plies, cubeful, noise, deterministic: true, pruned };
        let rollout = |trials| Method::Rollout { trials, context: String::new() };
        let ordered = [
            plies(0, true, 0.0, false),
            plies(2, false, 0.0, false),
            plies(2, true, 0.1, false),
            plies(2, true, 0.0, true),
            plies(2, true, 0.0, false),
            Method::Level { level: Level::Roller, trials: 360 },
            Method::Level { level: Level::RollerPlus, trials: 36 },
            rollout(36),
            rollout(1296),
        ];
        assert!(ordered.windows(2).all(|pair| pair[0].rank() < pair[1].rank()));
        let foreign = ["theirs", "XG 1-ply", "BGBlitz 1-ply", "XG 3-ply", "XG Roller", "XG Roller++", "XG rollout"];
        assert!(foreign.windows(2).all(|pair| Method::foreign(pair[0]).rank() < Method::foreign(pair[1]).rank()));
        assert!(Method::foreign("XG 3-ply").rank() == plies(2, true, 0.0, true).rank());
        assert!(Method::foreign("XG Roller").rank() > plies(4, true, 0.0, false).rank());
    }

    #[test]
    fn no_verdict_is_lost_and_the_deepest_speaks() {
        let cube = |method: Method| CubeAnalysis {
            no_double: Numbers::default(),
            take: Numbers::default(),
            errors: None,
            method,
            told: None,
        };
        let plies = |plies| Method::Plies { plies, cubeful: true, noise: 0.0, deterministic: true, pruned: true };
        let rollout = |trials: u32| Method::Rollout { trials, context: format!("{trials} trials, cubeful") };
        let mut note = Note::default();
        let of = |note: &Note| note.methods().map(Method::name).collect::<Vec<_>>().join(" ");
        for (method, speaks, expected) in [
            (Method::foreign("XG Roller+"), false, "XG Roller+"),
            (plies(2), false, "XG Roller+ 2-ply"),
            (plies(2), false, "XG Roller+ 2-ply"),
            (plies(3), true, "3-ply 2-ply XG Roller+"),
            (rollout(36), false, "rollout 2-ply XG Roller+ 3-ply"),
            (rollout(72), false, "rollout 2-ply XG Roller+ 3-ply"),
            (rollout(36), false, "rollout 2-ply XG Roller+ 3-ply rollout"),
        ] {
            note.enter_cube(cube(method), speaks);
            assert_eq!(of(&note), expected);
        }
        assert!(matches!(note.cube.as_ref().expect("it speaks").method, Method::Rollout { trials: 72, .. }));
        let sorted = |note: &Note| {
            let mut all: Vec<_> = note.methods().map(|method| format!("{method:?}")).collect();
            all.sort();
            all
        };
        let before = sorted(&note);
        for (name, first) in [
            ("xg", "XG Roller+"),
            ("2-PLY", "2-ply"),
            ("gammon", "rollout"),
            ("XG Roller+", "XG Roller+"),
            // Nothing is called so: the highest speaks.
            ("deepest", "rollout"),
        ] {
            note.prefer(name);
            assert_eq!(note.methods().next().map(Method::name).as_deref(), Some(first), "{name}");
            assert_eq!(sorted(&note), before, "{name}: nothing is lost");
        }
        assert!(matches!(note.cube.as_ref().expect("it speaks").method, Method::Rollout { trials: 72, .. }));
        for (name, left) in [("gammon", "rollout"), ("3-ply", "3-ply"), ("BGBlitz", "")] {
            let mut alone = note.clone();
            alone.keep_only(name);
            assert_eq!(of(&alone), left, "{name}");
        }
    }

    #[test]
    fn a_match_has_a_crawford_game_unless_its_file_says_no() {
        let said = |extra: &[(&str, &str)]| {
            let extra = extra.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
            MatchInfo { extra, ..MatchInfo::default() }.has_crawford()
        };
        assert!(said(&[]) && said(&[("Site", "off")]));
        for (value, has) in [("on", true), ("Yes", true), ("off", false), ("No", false), ("FALSE", false), ("0", false)]
        {
            assert_eq!(said(&[("Crawford", value)]), has, "{value}");
            assert_eq!(said(&[("crawford", value), ("Site", "no")]), has, "{value}");
        }
    }

    #[test]
    fn a_decision_is_flagged_if_either_note_says_so() {
        for (mine, other) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut note = Note { flag: mine, ..Note::default() };
            note.add(&Note { flag: other, ..Note::default() });
            assert_eq!(note.flag, mine || other, "{mine}, {other}");
        }
    }

    #[test]
    fn only_rollouts_of_here_say_in_words_how_they_were_made() {
        let rollout = |context: &str| Method::Rollout { trials: 36, context: context.to_owned() };
        assert_eq!(rollout("36 trials, cubeful").made(), Some("36 trials, cubeful"));
        let plies = Method::Plies { plies: 2, cubeful: true, noise: 0.0, deterministic: true, pruned: true };
        let level = Method::Level { level: Level::Roller, trials: 36 };
        for method in [rollout(""), rollout("SK 36 1"), plies, level, Method::foreign("XG rollout")] {
            assert_eq!(method.made(), None, "{method:?}");
        }
    }

    #[test]
    fn plays_that_all_give_the_same_are_of_no_different_worth() {
        let start = crate::board::Variation::Standard.starting_position();
        let of = |values: &[f32]| {
            let value = |&cubeful: &f32| PlayValue {
                play: Play::none(&start),
                numbers: Numbers { cubeful, ..Numbers::default() },
                method: Method::foreign("theirs"),
                errors: None,
                marked: false,
            };
            PlayAnalysis { plays: values.iter().map(value).collect(), played: None, told: None }
        };
        for (values, different) in [
            (&[][..], true),
            (&[1.0], true),
            (&[1.0; 3], false),
            (&[0.5, 0.6], false),
            (&[1.0, 1.0 - f32::EPSILON], false),
            (&[1.0, 1.0, 0.999], true),
        ] {
            assert_eq!(of(values).are_of_different_worth(), different, "{values:?}");
        }
    }
}
