//! The notes on an event, as JSON.

use crate::board::{Position, Roll};
use crate::movegen::{Play, legal_plays};
use crate::notation::{parse_play, play_text};
use crate::record::{
    CubeAnalysis, LuckMark, Method, Note, Numbers, PlayAnalysis, PlayValue, ResignationAnalysis, Skill, is_sound,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A note; empty fields are left out.
#[derive(Default, Serialize, Deserialize)]
pub struct NoteJson {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "is_false")]
    flag: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    marked_cube: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cube_analysis: Option<CubeAnalysis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plays: Option<Vec<PlayJson>>,
    /// The equity that the play gave up by the file that its analysis comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told_loss: Option<f32>,
    /// What others found: each has `plays` or `cube_analysis`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<NoteJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resignation: Option<ResignationAnalysis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skill: Option<Skill>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck_mark: Option<LuckMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counted: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<(String, Vec<String>)>,
}

const fn is_false(value: &bool) -> bool {
    !*value
}

#[derive(Serialize, Deserialize)]
struct PlayJson {
    play: String,
    #[serde(flatten)]
    numbers: Numbers,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    std_err: Option<Numbers>,
    method: Method,
    #[serde(default, skip_serializing_if = "is_false")]
    marked: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    played: bool,
}

impl From<&Note> for NoteJson {
    fn from(note: &Note) -> Self {
        Self {
            comment: note.comment.clone(),
            flag: note.flag,
            marked_cube: note.marked_cube,
            cube_analysis: note.cube.as_deref().cloned(),
            told_loss: note.plays.as_ref().and_then(|plays| plays.told),
            plays: note.plays.as_deref().map(listed),
            others: others(note),
            luck: note.luck,
            resignation: note.resignation,
            skill: note.skill,
            luck_mark: note.luck_mark,
            counted: note.counted,
            unknown: note.unknown.clone(),
        }
    }
}

fn listed(analysis: &PlayAnalysis) -> Vec<PlayJson> {
    let value = |(i, value): (usize, &PlayValue)| PlayJson {
        play: play_text(&value.play),
        numbers: value.numbers,
        std_err: value.errors,
        method: value.method.clone(),
        marked: value.marked,
        played: Some(i) == analysis.played,
    };
    analysis.plays.iter().enumerate().map(value).collect()
}

/// The findings of a note that do not speak.
pub fn others(note: &Note) -> Vec<NoteJson> {
    let cubes = note.other_cubes.iter();
    let cubes = cubes.map(|cube| NoteJson { cube_analysis: Some(cube.clone()), ..NoteJson::default() });
    let plays = note.other_plays.iter();
    let plays =
        plays.map(|found| NoteJson { plays: Some(listed(found)), told_loss: found.told, ..NoteJson::default() });
    cubes.chain(plays).collect()
}

impl NoteJson {
    /// The value; the plays are those of this roll.
    pub fn note(&self, before: Option<(Position, Roll)>) -> Result<Note, String> {
        let plays = match (&self.plays, before) {
            (Some(plays), Some((position, roll))) => {
                Some(Box::new(PlayAnalysis { told: self.told_loss, ..analysis(plays, &position, roll)? }))
            }
            (Some(_), None) => return Err("`plays` where no dice lie".to_owned()),
            (None, _) => None,
        };
        let mut others = Note::default();
        for other in &self.others {
            let found = other.note(before)?;
            others.other_cubes.extend(found.cube.map(|cube| *cube));
            others.other_plays.extend(found.plays.map(|plays| *plays));
        }
        let note = Note {
            comment: self.comment.clone(),
            flag: self.flag,
            marked_cube: self.marked_cube,
            cube: self.cube_analysis.clone().map(Box::new),
            plays,
            other_cubes: others.other_cubes,
            other_plays: others.other_plays,
            luck: self.luck,
            resignation: self.resignation,
            skill: self.skill,
            luck_mark: self.luck_mark,
            counted: self.counted,
            unknown: self.unknown.iter().map(property).collect::<Result<_, _>>()?,
        };
        if has_sound_numbers(&note) { Ok(note) } else { Err("a number that no equity or chance can be".to_owned()) }
    }
}

/// Whether all numbers of a note can be: single precision makes infinities of large ones.
fn has_sound_numbers(note: &Note) -> bool {
    let play = |value: &PlayValue| value.numbers.are_sound() && value.errors.is_none_or(|errors| errors.are_sound());
    let noise = |method: &Method| match method {
        Method::Plies { noise, .. } => is_sound(*noise),
        Method::Level { .. } | Method::Rollout { .. } | Method::Foreign { .. } => true,
    };
    let cube = note.cube.as_ref().is_none_or(|cube| {
        let errors = cube.errors.iter().flatten();
        [&cube.no_double, &cube.take].into_iter().chain(errors).all(Numbers::are_sound) && noise(&cube.method)
    });
    let resignation = note.resignation.is_none_or(|r| [r.play_on, r.resign].into_iter().chain(r.outputs).all(is_sound));
    let mut plays = note.plays.iter().flat_map(|analysis| &analysis.plays);
    let mut told =
        note.plays.iter().filter_map(|plays| plays.told).chain(note.cube.iter().filter_map(|cube| cube.told));
    let told = told.all(|told| is_sound(told) && told >= 0.0);
    told && cube
        && resignation
        && note.luck.is_none_or(is_sound)
        && plays.all(|value| play(value) && noise(&value.method))
}

/// A property that a file of the smart game format could have: a name of capital letters and digits, and at
/// least one value.
fn property(property: &(String, Vec<String>)) -> Result<(String, Vec<String>), String> {
    let (name, values) = property;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    if is_name && !values.is_empty() {
        Ok(property.clone())
    } else {
        Err(format!("expected a name of capital letters and its values, found {name:?} with {} values", values.len()))
    }
}

fn analysis(plays: &[PlayJson], position: &Position, roll: Roll) -> Result<PlayAnalysis, String> {
    let legal = legal_plays(position, roll);
    // Most are written as the list of legal plays has them. To write all of these down takes the most time here.
    let mut written: BTreeMap<String, &Play> = BTreeMap::new();
    legal.iter().for_each(|play| _ = written.entry(play_text(play)).or_insert(play));
    let mut found = Vec::with_capacity(plays.len());
    for json in plays {
        let play = match written.get(&json.play).map(|&play| play.clone()) {
            Some(play) => play,
            None if json.play.is_empty() && legal.is_empty() => Play::none(position),
            None => parse_play(&json.play, position, roll).map_err(|error| format!("{:?}: {error}", json.play))?,
        };
        found.push(PlayValue {
            play,
            numbers: json.numbers,
            errors: json.std_err,
            method: json.method.clone(),
            marked: json.marked,
        });
    }
    if found.is_empty() {
        return Err("`plays` without a play".to_owned());
    }
    Ok(PlayAnalysis { plays: found, played: plays.iter().position(|json| json.played), told: None })
}
