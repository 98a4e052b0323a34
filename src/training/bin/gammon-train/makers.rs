//! Work that is not done by commands of the shell: training nets, and decisions for a judge.

use crate::arena::{evaluator, teacher};
use crate::args::{DecisionArgs, FilterArgs, MeanArgs, TrainArgs, TrainCubesArgs, TrainNarrowArgs};
use crate::files::{fault, read, write};
use crate::interrupt::Interrupt;
use crate::watch::{TeachingFiles, TeachingWatch, bar};
use gammon_engine::eval::bearoff::Bearoff;
use gammon_engine::eval::own::{FilterNet, FirstLayer, OwnNet, OwnNetError, OwnNets};
use gammon_engine::eval::{Evaluator, Prefilter};
use gammon_engine::notation::position_id;
use gammon_engine::scoring::SidePrices;
use gammon_training::train::{
    Answers, CubeProgress, CubeSettings, CubeTrainer, FilterSettings, FilterTrainer, Narrowed, StartError, Subject,
    TaughtTrainer, TeachSettings, decisions, filter_loss, mean_net, narrow_nets, net_file,
};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn checkpoint_of(args: &TrainArgs) -> PathBuf {
    args.checkpoint.clone().unwrap_or_else(|| args.out.with_extension("run"))
}

/// Trains a net on the outputs of a teacher, on values found some turns later, or on how games go on, until all answers
/// are learned or Ctrl-C.
pub fn train(args: &TrainArgs, interrupt: &Interrupt) -> io::Result<()> {
    let (standard, options) = (TeachSettings::default(), &args.teach);
    let start = match &options.start {
        Some(path) => Some((path, net_for(options.subject, &read(path)?).map_err(|error| fault(path, error))?)),
        None => None,
    };
    let (path, start) = start.unzip();
    let of_start = |net: &OwnNet| (net.first, net.hidden, net.middle, net.rule);
    let of_none = (standard.first, standard.hidden, standard.middle, standard.rule);
    let (first, hidden, middle, rule) = start.as_ref().map_or(of_none, of_start);
    let settings = TeachSettings {
        subject: options.subject,
        seed: args.seed,
        labels: options.labels,
        reuse: usize::from(options.reuse),
        first: if options.products { FirstLayer::Products } else { first },
        hidden: args.hidden.map_or(hidden, usize::from),
        middle: options.middle.map_or(middle, usize::from),
        rule: options.heads.unwrap_or(rule),
        batch: options.batch as usize,
        rate: args.rate.unwrap_or(standard.rate),
        threads: usize::from(args.threads),
        ..standard
    };
    let teacher = |path: &PathBuf| teacher(path, &options.teacher_layers);
    let answers = match (options.teacher.as_ref().map(teacher).transpose()?, options.look_ahead) {
        (None, None) if options.play_on.is_some() => Answers::Course(options.play_on.unwrap_or_default()),
        (Some(teacher), Some(plies)) => Answers::Mean(teacher, plies),
        (Some(teacher), None) => Answers::Teacher(teacher),
        (None, plies) => Answers::LookAhead(plies.unwrap_or(1)),
    };
    let players = evaluator(options.players.as_deref())?;
    let other = rest_of(options.rest.as_deref(), options.subject)?;
    let mut trainer = match &args.resume {
        Some(path) => {
            TaughtTrainer::resume(settings, answers, players, &read(path)?).map_err(|error| fault(path, error))?
        }
        None => {
            TaughtTrainer::new(settings, answers, players, start.as_ref()).map_err(|error| match (error, path) {
                (error @ (StartError::FirstLayer { .. } | StartError::Shape { .. }), Some(path)) => fault(path, error),
                (error, _) => io::Error::other(error),
            })?
        }
    };
    let files = TeachingFiles { nets: args.out.clone(), checkpoint: checkpoint_of(args), log: options.log.clone() };
    let mut watch = TeachingWatch::new(files, other, trainer.labels_in_all());
    while let Some(progress) = trainer.step(|| !interrupt.is_raised()) {
        watch.learned(&progress, &trainer)?;
    }
    Ok(())
}

/// Teaches heads how live cubes are until the rounds are done or Ctrl-C, and prints how far they come.
pub fn train_cubes(args: &TrainCubesArgs, interrupt: &Interrupt) -> io::Result<()> {
    let &TrainCubesArgs { positions, rounds, seed, threads, .. } = args;
    let settings = CubeSettings { seed, positions, rounds, threads: usize::from(threads) };
    let file = net_file_of(args.nets.as_deref())?;
    let begun = CubeTrainer::new(settings, &file, Bearoff::standard());
    let mut trainer = begun.map_err(|error| fault_of(args.nets.as_deref(), error))?;
    let mut out = io::stdout().lock();
    writeln!(out, "round  positions  off by before and after: Jacoby         centered       own            other's")?;
    while let Some(progress) = trainer.step(|_| !interrupt.is_raised()) {
        let CubeProgress { round, positions, before, after, constant } = progress;
        write!(out, "{round:5}  {positions:9}  ")?;
        for (before, after) in before.iter().zip(after) {
            write!(out, " {before:.4} {after:.4} ")?;
        }
        writeln!(out, " {}", constant.map(|efficiency| format!("{efficiency:.3}")).join(" "))?;
        out.flush()?;
        write(&args.out, &trainer.net_file())?;
    }
    Ok(())
}

/// Rounds the first layers of nets so that every weight takes a byte, and puts their units in order.
pub fn train_narrow(args: &TrainNarrowArgs) -> io::Result<()> {
    let file = net_file_of(args.nets.as_deref())?;
    let rounded = narrow_nets(&file, &Evaluator::standard(), args.positions, args.seed);
    let (nets, changes) = rounded.map_err(|error| fault_of(args.nets.as_deref(), error))?;
    for (net, Narrowed { by, fours: [before, after] }) in (1..).zip(changes) {
        let fours = format!("{:.1} % of its fours are lit ({:.1} % before)", 100.0 * after, 100.0 * before);
        writeln!(io::stdout(), "net {net}: the sums of its units change by {by:.2} of 255; {fours}")?;
    }
    write(&args.out, &nets)
}

/// Averages checkpoints.
pub fn average_runs(args: &MeanArgs) -> io::Result<()> {
    let &MeanArgs { hidden, middle, heads: rule, subject, .. } = args;
    let (hidden, middle) = (usize::from(hidden), usize::from(middle));
    let first = if args.products { FirstLayer::Products } else { FirstLayer::Squares };
    let settings = TeachSettings { subject, first, hidden, middle, rule, ..TeachSettings::default() };
    let runs = args.runs.iter().map(|path| read(path)).collect::<io::Result<Vec<_>>>()?;
    let net = mean_net(&settings, &runs).map_err(io::Error::other)?;
    write(&args.out, &net_file(subject, net, rest_of(args.rest.as_deref(), subject)?))
}

/// The net of a file, or the built-in one, for the other subject than this.
fn rest_of(path: Option<&Path>, subject: Subject) -> io::Result<OwnNet> {
    let other = match subject {
        Subject::Contact => Subject::Races,
        Subject::Races => Subject::Contact,
    };
    net_for(other, &net_file_of(path)?).map_err(|error| fault_of(path, error))
}

/// The contents of a net file, or the built-in one.
fn net_file_of(path: Option<&Path>) -> io::Result<Cow<'static, [u8]>> {
    Ok(path.map(read).transpose()?.map_or_else(Evaluator::standard_net_file, Cow::Owned))
}

/// A fault in a net file, or in the built-in one.
fn fault_of(path: Option<&Path>, error: OwnNetError) -> io::Error {
    path.map_or_else(|| io::Error::other(error), |path| fault(path, error))
}

/// The net of a file that positions of a subject go to.
fn net_for(subject: Subject, bytes: &[u8]) -> Result<OwnNet, OwnNetError> {
    let (nets, [contact, _, races]) = OwnNets::stored(bytes)?;
    let route = match subject {
        Subject::Contact => contact,
        Subject::Races => races,
    };
    Ok(nets[usize::from(route.net)].clone())
}

/// Trains the filter net until its games are played or Ctrl-C, and prints what it loses.
pub fn train_filter(args: &FilterArgs, interrupt: &Interrupt) -> io::Result<()> {
    let standard = FilterSettings::default();
    let settings = FilterSettings {
        seed: args.seed,
        games: args.games,
        rate: (args.rate.unwrap_or(standard.rate.0), args.last_rate.unwrap_or(standard.rate.1)),
        threads: usize::from(args.threads),
        ..standard
    };
    let evaluator = evaluator(args.nets.as_deref())?;
    let start = match &args.start {
        Some(path) => Some(FilterNet::from_bytes(&read(path)?).map_err(|error| fault(path, error))?),
        None => None,
    };
    let mut trainer = FilterTrainer::new(settings, Arc::clone(&evaluator), start.as_ref()).map_err(io::Error::other)?;
    let bar = bar(settings.games, "games");
    while let Some(error) = trainer.step() {
        bar.set_position(trainer.games());
        bar.set_message(format!("error {error:.4}"));
        if interrupt.is_raised() {
            break;
        }
    }
    bar.finish_and_clear();
    let filter = trainer.net();
    write(&args.out, &filter.to_bytes())?;
    let margins = |most| {
        [0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.14, 0.16, f32::INFINITY].map(|margin| Prefilter { most, margin })
    };
    let rules: Vec<_> =
        [1, 2, 3].map(Prefilter::best).into_iter().chain([4, 6, 8].into_iter().flat_map(margins)).collect();
    let mut out = io::stdout().lock();
    writeln!(out, "              money           double match point")?;
    writeln!(out, "most  margin  kept  lost      kept  lost, equity a roll")?;
    let no_gammons = SidePrices { gammon: 0.0, lose_gammon: 0.0 };
    let [money, point] =
        [SidePrices::MONEY, no_gammons].map(|prices| filter_loss(&filter, &evaluator, 0..args.judge, prices, &rules));
    for (rule, losses) in rules.iter().zip(money.iter().zip(&point)) {
        let [(kept, lost), (point_kept, point_lost)] = [losses.0, losses.1].map(|loss| {
            let rolls = loss.rolls as f64;
            (loss.kept as f64 / rolls, loss.lost / rolls)
        });
        let Prefilter { most, margin } = rule;
        writeln!(out, "{most:4}  {margin:6.2}  {kept:4.2}  {lost:.5}   {point_kept:4.2}  {point_lost:.5}")?;
    }
    Ok(())
}

/// Prints decisions of self-play: Position ID, both dice, Position ID after the play (of the side then on roll).
pub fn print_decisions(args: &DecisionArgs) -> io::Result<()> {
    let evaluator = evaluator(args.nets.as_deref())?;
    let mut out = io::stdout().lock();
    for decision in decisions(&evaluator, args.seed, args.count) {
        let (before, after) = (position_id(&decision.position), position_id(&decision.result));
        writeln!(out, "{before} {} {} {after}", decision.roll.high(), decision.roll.low())?;
    }
    Ok(())
}
