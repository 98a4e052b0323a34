//! `rollout`: what is rolled out.

use super::Table;
use crate::command::args::{File, Horizons, Maybe, OfHorizons, OneOrMore, Plays, Whole};
use crate::command::ast::{Command, JobCommand, PlaysArg, RolloutCommand};

pub(super) fn rows(t: &mut Table) {
    let help = "roll out the best plays when dice are set, else the position";
    t.add("rollout", (), help, "rollout", |()| RolloutCommand::Default.into());
    let help = "roll out the position before the dice";
    t.add("rollout position", (), help, "rollout position", |()| RolloutCommand::Position.into());
    let help = "roll out plays of the dice: by the numbers of hint or by name, else the marked ones";
    t.add("rollout plays|moves", Plays, help, "rollout plays 8/5 6/5, 24/20", |plays| {
        RolloutCommand::Plays(plays).into()
    })
    .default(Some("the marked ones, else the best".to_owned()));
    let best = Whole::new("N", 1, u16::MAX);
    t.add("rollout plays|moves best", best, "roll out the best N plays of the dice", "rollout plays best 4", |n| {
        RolloutCommand::Plays(PlaysArg::Best(n)).into()
    });
    let help = "roll out no double against double/take, with the same dice";
    t.add("rollout cube", (), help, "rollout cube", |()| RolloutCommand::Cube.into());
    let help = "roll out at several horizons, to see the truncation error settle: plays of the dice, position or cube";
    let example = "rollout horizons 0..11,full 24/14, 24/18 13/9";
    t.add("rollout horizons", (Horizons, OfHorizons), help, example, |(horizons, of)| {
        RolloutCommand::Horizons(horizons, of).into()
    })
    .default(Some("the marked plays, else the best; without dice the position".to_owned()));
    let help = "check rollouts against values known exactly";
    t.add("rollout selftest", (), help, "rollout selftest", |()| RolloutCommand::SelfTest.into());
    let help = "list the rollouts that have been saved, the newest first, or show the board of the Nth";
    let number = Maybe(Whole::new("N", 1, u16::MAX));
    t.add("rollout saved", number, help, "rollout saved 2", |n| RolloutCommand::Saved(n).into())
        .default(Some("the list".to_owned()));
    let help = "go on with the last unfinished rollout, or that in a file or with a number of rollout saved";
    t.add("rollout resume", Maybe(File("FILE")), help, "rollout resume 2", |file| RolloutCommand::Resume(file).into());
    let help = "play N more trials of every candidate of the last rollout";
    let trials = Whole::new("N", 1, 1_000_000_000_u32);
    t.add("rollout extend", trials, help, "rollout extend 1296", |n| RolloutCommand::Extend(n).into());
    let help = "put together results of the same rollout made in parts";
    t.add("rollout merge", OneOrMore(File("FILE")), help, "rollout merge a.json b.json", |files| {
        RolloutCommand::Merge(files).into()
    });
    let files = (File("POSITIONS"), Maybe(File("OUT")));
    let help = "roll out every position of a file, one a line";
    t.add("rollout file", files, help, "rollout file positions.txt results.json", |(positions, output)| {
        RolloutCommand::File { positions, output }.into()
    });
    jobs(t);
}

/// What goes on in the background.
fn jobs(t: &mut Table) {
    let number = || Maybe(Whole::new("N", 1, u16::MAX));
    let help = "list the jobs in the background, as after `rollout &`";
    t.add("jobs", (), help, "jobs", |()| JobCommand::List.into());
    let help = "watch a job in the background until it is done, then show its answer";
    t.add("fg|attach", number(), help, "fg 1", |n| Command::from(JobCommand::Front(n)))
        .default(Some("the latest".to_owned()));
    let help = "stop a job in the background, and show its result so far";
    t.add("stop", number(), help, "stop 1", |n| Command::from(JobCommand::Stop(n)))
        .default(Some("the latest".to_owned()));
}
