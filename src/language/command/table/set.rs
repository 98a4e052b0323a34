//! `set` of what lies on the table: position, dice, score, cube, identifiers. Settings have a table of their own.

use super::Table;
use super::settings::invert;
use crate::board::ByPlayer;
use crate::command::args::{
    Board, CubeValue, Dice, GnubgId, MatchId, Maybe, OnOff, OneOf, OnePlayer, Players, Reader, Score, Whole, Xgid,
};
use crate::command::ast::{Command, CubeChange, Set, Unused};
use crate::scoring::MatchScore;

pub(super) fn rows(t: &mut Table) {
    position(t);
    cube(t);
    identifiers(t);
    let help = "whether this is the Crawford game";
    t.add("set crawford", OnOff, help, "on", form!(|on| Command::Set(Set::Crawford(on)))).default("by the score");
    let help = "whether the Crawford game has been played";
    let form = form!(|on| Command::Set(Set::PostCrawford(on)));
    t.add("set postcrawford", OnOff, help, "on", form).default("by the score");
    invert(t);
}

/// Settings of GNU Backgammon that leave no choice here.
pub(super) fn unused(t: &mut Table) {
    decision_types(t);
    without_effect(t);
}

fn position(t: &mut Table) {
    let help = "place the checkers; dice, cube, score and turn stay";
    t.add("set board", Board, help, "4HPwATDgc/ABMA", form!(|board| Command::Set(Set::Board(board))));
    t.add("set dice", Dice, "set the dice of the player on roll", "3 1", form!(|roll| Command::Set(Set::Dice(roll))));
    let help = "say who is on roll; the checkers stay where they are";
    t.add("set turn", OnePlayer, help, "0", form!(|player| Command::Set(Set::Turn(player))));
    let score = (Score { most: MatchScore::LONGEST - 1 }, Maybe(Whole::new("LENGTH", 1, MatchScore::LONGEST)));
    let help = "set the points of both players, and the match length if given";
    let form = form!(|((top, bottom), length)| Command::Set(Set::Score { score: ByPlayer([top, bottom]), length }));
    t.add("set score", score, help, "2 4 7", form);
}

fn cube(t: &mut Table) {
    let help = "set the value of the cube, its owner staying";
    t.add("set cube value", CubeValue, help, "2", form!(|n| Command::Set(Set::Cube(CubeChange::Value(n)))));
    let help = "give the cube to a player, or center it with both";
    t.add("set cube owner", Players, help, "0", form!(|player| Command::Set(Set::Cube(CubeChange::Owner(player)))));
    let help = "center the cube, its value staying";
    t.plain("set cube centre|center", help, Set::Cube(CubeChange::Centre));
}

fn identifiers(t: &mut Table) {
    let help = "set dice, cube and score from a Match ID";
    t.add("set matchid", MatchId, help, "cAkAAAAAAAAA", form!(|id| Command::Set(Set::MatchId(id))));
    let help = "set everything up from a Position ID and a Match ID";
    t.add("set gnubgid", GnubgId, help, "4HPwATDgc/ABMA:cAkAAAAAAAAA", form!(|id| Command::Set(Set::GnubgId(id))));
    let help = "set everything up from an XGID";
    let example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10";
    t.add("set xgid", Xgid, help, example, form!(|id| Command::Set(Set::Xgid(id))));
}

/// How players make decisions: those of GNU Backgammon can also roll out.
fn decision_types(t: &mut Table) {
    let why = Unused::Because("players always decide by evaluation");
    let types = || OneOf { name: "evaluation", words: vec![("evaluation", ())] };
    let help = "how decisions are made: by evaluation";
    for leaf in ["chequerplay", "cubedecision"] {
        let words = format!("set player P {leaf} type");
        let make = move |(player, ())| Command::NoEffect {
            words: format!("set player {} {leaf} type evaluation", Players.printed(&player).concat()),
            why,
        };
        t.add(&words, (Players, types()), help, "evaluation", (make, |_: &Command| None)).default("evaluation");
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
        let why = "its dice would be others; there are Mersenne Twister, ISAAC and MD5";
        t.not_offered(&format!("{words} bbs"), why);
        t.not_offered(&format!("{words} random.org"), "no dice are fetched over the network");
    }
    let why = "rollouts need a generator, there as well";
    t.not_offered("set rollout rng manual", why);
    t.not_offered("set rollout rng file", why);
}
