//! `set` of what lies on the table: position, dice, score, cube, identifiers. Settings have a table of their own.

use super::Table;
use super::settings::invert;
use crate::board::ByPlayer;
use crate::command::args::{
    Board, CubeValue, Dice, GnubgId, MatchId, Maybe, OnOff, OneOf, OnePlayer, Players, Score, Whole, Xgid,
};
use crate::command::ast::{Command, CubeChange, Set, Unused};

/// The longest match.
const LENGTH: u8 = 64;

pub(super) fn rows(t: &mut Table) {
    position(t);
    cube(t);
    identifiers(t);
    for (words, help, set) in [
        ("set crawford", "whether this is the Crawford game", Set::Crawford as fn(bool) -> Set),
        ("set postcrawford", "whether the Crawford game has been played", Set::PostCrawford),
    ] {
        let row = t.add(words, OnOff, help, &format!("{words} on"), move |on| set(on).into());
        row.default(Some("by the score".to_owned()));
    }
    invert(t);
}

/// Settings of GNU Backgammon that leave no choice here.
pub(super) fn unused(t: &mut Table) {
    decision_types(t);
    without_effect(t);
}

fn position(t: &mut Table) {
    let help = "place the checkers; dice, cube, score and turn stay";
    t.add("set board", Board, help, "set board 4HPwATDgc/ABMA", |board| Set::Board(board).into());
    t.add("set dice", Dice, "set the dice of the player on roll", "set dice 3 1", |roll| Set::Dice(roll).into());
    let help = "say who is on roll; the checkers stay where they are";
    t.add("set turn", OnePlayer, help, "set turn 0", |player| Set::Turn(player).into());
    let score = (Score { most: LENGTH - 1 }, Maybe(Whole::new("LENGTH", 1, LENGTH)));
    let help = "set the points of both players, and the match length if given";
    t.add("set score", score, help, "set score 2 4 7", |((top, bottom), length)| {
        Set::Score { score: ByPlayer([top, bottom]), length }.into()
    });
}

fn cube(t: &mut Table) {
    let cube = |change| Set::Cube(change).into();
    let help = "set the value of the cube, its owner staying";
    t.add("set cube value", CubeValue, help, "set cube value 2", move |n| cube(CubeChange::Value(n)));
    let help = "give the cube to a player, or center it with both";
    t.add("set cube owner", Players, help, "set cube owner 0", move |player| cube(CubeChange::Owner(player)));
    let help = "center the cube, its value staying";
    t.add("set cube centre|center", (), help, "set cube centre", move |()| cube(CubeChange::Centre));
}

fn identifiers(t: &mut Table) {
    let help = "set dice, cube and score from a Match ID";
    t.add("set matchid", MatchId, help, "set matchid cAkAAAAAAAAA", |id| Set::MatchId(id).into());
    let help = "set everything up from a Position ID and a Match ID";
    t.add("set gnubgid", GnubgId, help, "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA", |id| Set::GnubgId(id).into());
    let help = "set everything up from an XGID";
    let example = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10";
    t.add("set xgid", Xgid, help, example, |id| Set::Xgid(id).into());
}

/// How players make decisions: those of GNU Backgammon can also roll out.
fn decision_types(t: &mut Table) {
    let why = Unused::Because("players always decide by evaluation");
    let types = || OneOf { name: "evaluation", words: vec![("evaluation", ())] };
    let help = "how decisions are made: by evaluation";
    let usual = || Some("evaluation".to_owned());
    for leaf in ["chequerplay", "cubedecision"] {
        let words = format!("set player P {leaf} type");
        let example = format!("set player 0 {leaf} type evaluation");
        t.add(&words, (Players, types()), help, &example, move |(player, ())| Command::NoEffect {
            words: format!("set player {player} {leaf} type evaluation"),
            why,
        })
        .default(usual());
    }
}

/// Settings of GNU Backgammon that change nothing here.
fn without_effect(t: &mut Table) {
    for (words, why) in [
        ("set cache", "evaluations are not cached, which proved faster"),
        ("set autosave confirm", "a kept match is announced at the start, and stays until it is read"),
        ("set export html", "a page holds all that it needs"),
        ("set export png", "boards are drawn as SVG"),
        ("set lang", "gammon speaks English"),
    ] {
        t.no_effect(words, Unused::Because(why));
    }
    for words in ["set rng", "set rollout rng"] {
        t.not_offered(&format!("{words} bbs modulus"), "a modulus is given by its factors");
        t.not_offered(&format!("{words} random.org"), "no dice are fetched over the network");
    }
    let why = "rollouts need a generator, there as well";
    t.not_offered("set rollout rng manual", why);
    t.not_offered("set rollout rng file", why);
}
