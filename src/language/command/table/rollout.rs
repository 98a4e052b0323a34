//! `rollout`: what is rolled out.

use super::Table;
use crate::command::args::{ArgCount, File, Horizons, Many, Maybe, OfCandidates, OtherSettings, Plays, Whole};
use crate::command::ast::{Command, JobCommand, PlaysArg, RolloutCommand};

pub(super) fn rows(t: &mut Table) {
    let help = "roll out the best plays when dice are set, a double to be answered, else the position";
    t.plain("rollout", help, RolloutCommand::Default);
    let help = "roll out the position before the dice";
    t.plain("rollout position", help, RolloutCommand::Position);
    let help = "roll out plays of the dice: by the numbers of hint or by name, else the marked ones";
    let form = form!(|plays| Command::Rollout(RolloutCommand::Plays(plays)));
    t.add("rollout plays|moves", Plays, help, "8/5 6/5, 24/20", form).default("the marked ones, else the best");
    let best = Whole::new("N", 1, u16::MAX);
    let form = form!(|n| Command::Rollout(RolloutCommand::Plays(PlaysArg::Best(n))));
    t.add("rollout plays|moves best", best, "roll out the best N plays of the dice", "4", form);
    let help = "roll out no double against double/take, with the same dice";
    t.plain("rollout cube", help, RolloutCommand::Cube);
    let help = "roll out at several horizons, to see the truncation error settle: plays of the dice, position or cube";
    let example = "0..11,full 24/14, 24/18 13/9";
    let form = form!(|(horizons, of)| Command::Rollout(RolloutCommand::Horizons(horizons, of)));
    t.add("rollout horizons", (Horizons, OfCandidates), help, example, form)
        .default("the marked plays, else the best; without dice the position, or a double to be answered");
    let help =
        "roll out as is set and with other settings, and compare trial by trial: plays of the dice, position or cube";
    let example = "\"pairing ranked; trials 360\" cube";
    let form = form!(|(settings, of)| Command::Rollout(RolloutCommand::Versus(settings, of)));
    t.add("rollout versus", (OtherSettings, OfCandidates), help, example, form)
        .default("the marked plays, else the best; without dice the position, or a double to be answered");
    let help = "list the rollouts that have been saved, the newest first, or show the board of the Nth";
    let number = Maybe(Whole::new("N", 1, u16::MAX));
    t.add("rollout saved", number, help, "2", form!(|n| Command::Rollout(RolloutCommand::Saved(n))))
        .default("the list");
    let help = "go on with the last unfinished rollout, or that in a file or with a number of rollout saved";
    let form = form!(|file| Command::Rollout(RolloutCommand::Resume(file)));
    t.add("rollout resume", Maybe(File("FILE")), help, "2", form);
    let help = "play N more trials of every candidate of the last rollout";
    let trials = Whole::new("N", 1, 1_000_000_000_u32);
    t.add("rollout extend", trials, help, "1296", form!(|n| Command::Rollout(RolloutCommand::Extend(n))));
    let help = "put together results of the same rollout made in parts";
    let form = form!(|files| Command::Rollout(RolloutCommand::Merge(files)));
    t.add("rollout merge", Many(File("FILE"), ArgCount::Some), help, "a.json b.json", form);
    let files = (File("POSITIONS"), Maybe(File("OUT")));
    let help = "roll out every position of a file, one a line";
    let form = form!(|(positions, output)| Command::Rollout(RolloutCommand::File { positions, output }));
    t.add("rollout file", files, help, "positions.txt results.json", form);
    jobs(t);
}

/// The commands of jobs in the background.
fn jobs(t: &mut Table) {
    let number = || Maybe(Whole::new("N", 1, u16::MAX));
    let help = "list the jobs in the background, as after `rollout &`";
    t.plain("jobs", help, JobCommand::List);
    let help = "watch a job in the background until it is done, then show its answer";
    t.add("fg|attach", number(), help, "1", form!(|n| Command::Job(JobCommand::Front(n)))).default("the latest");
    let help = "stop a job in the background, and show its result so far";
    t.add("stop", number(), help, "1", form!(|n| Command::Job(JobCommand::Stop(n)))).default("the latest");
}
