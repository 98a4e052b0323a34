//! How records are analyzed, and of which errors people are warned.

use super::evaluation::{eval_rows, filter_rows, level_row};
use super::setting::{Effect, Field, Kind, Place, Rows, field, place};
use crate::record::Skill;

/// The errors that the tutor warns of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TutorSettings {
    /// Whether people are warned at all.
    pub mode: bool,
    /// Whether wrong cube actions are told.
    pub cube: bool,
    /// Whether wrong plays are told.
    pub chequer: bool,
    /// The mark from which errors are told.
    pub skill: Skill,
}

impl Default for TutorSettings {
    fn default() -> Self {
        Self { mode: false, cube: true, chequer: true, skill: Skill::Doubtful }
    }
}

pub(super) fn rows(t: &mut Rows) {
    let plays = "analysis chequerplay evaluation";
    eval_rows(t, plays, "of plays in analysis", place!(analysis.chequerplay), |_| {});
    let cube = "analysis cubedecision evaluation";
    eval_rows(t, cube, "of cube decisions in analysis", place!(analysis.cubedecision), |_| {});
    eval_rows(t, "analysis luckanalysis", "of luck", place!(analysis.luck), |_| {});
    filter_rows(t, "analysis movefilter", " of analysis", place!(analysis.filters), |_| {});
    level_row(t, "analysis chequerplay type", "plays in analysis", place!(analysis.chequer_level));
    level_row(t, "analysis cubedecision type", "cube decisions in analysis", place!(analysis.cube_level));
    t.switch("analysis cube", "whether cube decisions are analysed", field!(analysis.cube));
    t.switch("analysis luck", "whether the luck of rolls is analysed", field!(analysis.dice));
    t.switch("analysis moves", "whether plays are analysed", field!(analysis.plays));
    let player = Place { get: |s, p| &s.analysis.players[p], get_mut: |s, p| &mut s.analysis.players[p] };
    let help = "whether a player's decisions and rolls are analysed";
    t.switch("analysis player P analyse", help, Field::plain(player)).example("off");
    let help = "whose analysis speaks where a decision has several: that of a program or level, or the deepest";
    t.add("analysis prefer", Kind::Text, help, field!(analysis.prefer))
        .argument("NAME|deepest")
        .example("XG")
        .effect(Effect::Speaker);
    thresholds(t);
    let help = "the rating of a player without errors; errors lower it";
    t.add("ratingoffset", Kind::Real { min: -1e5, max: 1e5 }, help, field!(rating_offset))
        .argument("RATING")
        .example("2050")
        .say(|s| format!("a player without errors is rated {}", s.rating_offset));
    tutor(t);
}

/// The rows of the thresholds from which decisions count as errors and are marked, and rolls are marked.
fn thresholds(t: &mut Rows) {
    let counts: [(&str, &str, Place<f32>); 2] = [
        ("errors", "the least equity that an error loses, in lists and counts", place!(analysis.thresholds.error)),
        ("blunders", "the least equity that a blunder loses, in counts", place!(analysis.thresholds.blunder)),
    ];
    for (word, help, at) in counts {
        let field = Field::plain(at);
        t.add(&format!("analysis {word} from"), Kind::Real { min: 0.0, max: 1e3 }, help, field)
            .argument("EQUITY")
            .example("0.03");
    }
    let marks: [(&str, Place<f32>); 7] = [
        ("doubtful", place!(analysis.thresholds.doubtful)),
        ("bad", place!(analysis.thresholds.bad)),
        ("verybad", place!(analysis.thresholds.very_bad)),
        ("lucky", place!(analysis.thresholds.lucky)),
        ("verylucky", place!(analysis.thresholds.very_lucky)),
        ("unlucky", place!(analysis.thresholds.unlucky)),
        ("veryunlucky", place!(analysis.thresholds.very_unlucky)),
    ];
    for (word, at) in marks {
        // GNU Backgammon writes losses with and without their sign.
        let field = Field::within(at, |loss| *loss, |loss, x: f32| *loss = x.abs());
        let kind = Kind::Real { min: -1e3, max: 1e3 };
        let help = "the equity given up or gained from which the mark is given; the sign does not matter";
        t.add(&format!("analysis threshold {word}"), kind, help, field).argument("EQUITY").example("0.3");
    }
}

fn tutor(t: &mut Rows) {
    let help = "whether people are told of errors before they make them, and asked at a terminal";
    t.switch("tutor mode", help, field!(tutor.mode));
    t.switch("tutor cube", "whether the tutor watches cube actions", field!(tutor.cube));
    t.switch("tutor chequer", "whether the tutor watches plays", field!(tutor.chequer));
    for (word, skill) in [("doubtful", Skill::Doubtful), ("bad", Skill::Bad), ("verybad", Skill::VeryBad)] {
        let help = format!("the tutor warns where the loss is marked {}, or worse", skill.name());
        t.add(&format!("tutor skill {word}"), Kind::Nothing, help, Field::one(skill, place!(tutor.skill)));
    }
}
