//! `gammon-train label`: what positions are worth, for training and for whoever asks.

use crate::arena::{contender, teacher};
use crate::args::LabelArgs;
use crate::files::{fault, read};
use crate::interrupt::Interrupt;
use gammon_engine::board::{Position, Variation};
use gammon_engine::notation::{position_id, setup_from_position_id};
use gammon_training::train::{Answers, Label, LabelSource, Labeler};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Positions that are labelled before their labels are written, and trials of a rollout that count as one.
const TOGETHER: usize = 4096;

/// A line of JSON.
#[derive(Serialize)]
struct Line {
    position_id: String,
    outputs: [f32; 5],
    equity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes: Option<[f32; 4]>,
}

/// The key of a line of JSON.
#[derive(Deserialize)]
struct Known {
    position_id: String,
}

/// Labels the positions of a file until all are done or Ctrl-C.
pub fn run(args: &LabelArgs, interrupt: &Interrupt) -> io::Result<()> {
    let labeler = labeler(args)?;
    let positions = positions(&args.positions)?;
    let (mut out, done) = output(args, &positions)?;
    let together = args.rollout.map_or(TOGETHER, |trials| (TOGETHER as u64 / trials).max(1) as usize);
    for positions in positions[done..].chunks(together * usize::from(args.threads.max(1))) {
        if interrupt.is_raised() {
            return Ok(());
        }
        let labels = labeler.label(positions);
        let mut bytes = Vec::new();
        for (position, label) in positions.iter().zip(labels) {
            write_label(&mut bytes, position, label, args.f32)?;
        }
        out.write_all(&bytes)?;
        out.flush()?;
    }
    Ok(())
}

fn labeler(args: &LabelArgs) -> io::Result<Labeler> {
    let player = contender(&args.by, 0, &args.teacher_layers)?;
    let teacher = |path: &std::path::PathBuf| teacher(path, &args.teacher_layers);
    let source = match (args.teacher.as_ref().map(teacher).transpose()?, args.look_ahead, args.rollout) {
        (_, _, Some(trials)) => LabelSource::Rollout { trials, seed: args.seed },
        (Some(teacher), Some(plies), _) => LabelSource::Training(Answers::Mean(teacher, plies)),
        (Some(teacher), None, _) => LabelSource::Training(Answers::Teacher(teacher)),
        (None, plies, _) => LabelSource::Training(Answers::LookAhead(plies.unwrap_or(player.plies))),
    };
    Labeler::new(source, player.evaluator, args.cubes, usize::from(args.threads)).map_err(io::Error::other)
}

/// The positions of a file.
fn positions(path: &Path) -> io::Result<Vec<Position>> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        bytes
    } else {
        read(path)?
    };
    let text = String::from_utf8(bytes).map_err(|error| fault(path, error))?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some(id) = line.split([' ', '\t', ',', ';']).find(|word| !word.is_empty()) else { continue };
        if id.starts_with('#') {
            continue;
        }
        let setup = setup_from_position_id(id).map_err(|error| fault(path, format!("line {}: {error}", number + 1)))?;
        let position = setup.into_position(Variation::Standard);
        positions.push(position.map_err(|error| fault(path, format!("line {}: `{id}`: {error}", number + 1)))?);
    }
    Ok(positions)
}

/// Where labels go, and how many are there already.
fn output(args: &LabelArgs, positions: &[Position]) -> io::Result<(Box<dyn Write>, usize)> {
    let Some(path) = &args.out else { return Ok((Box::new(io::stdout()), 0)) };
    let written = if path.exists() { read(path)? } else { Vec::new() };
    let (done, whole) = if args.f32 { whole_records(args, &written) } else { whole_lines(path, &written, positions)? };
    if done > positions.len() {
        return Err(fault(path, format!("it holds {done} labels, more than there are positions")));
    }
    let file: File = OpenOptions::new().create(true).append(true).open(path)?;
    // The part of a label that an interrupted write left is written anew.
    file.set_len(whole as u64)?;
    Ok((Box::new(file), done))
}

/// The labels of a file of plain numbers, and their bytes.
fn whole_records(args: &LabelArgs, written: &[u8]) -> (usize, usize) {
    let size = 4 * if args.cubes.is_some() { 10 } else { 6 };
    let done = written.len() / size;
    (done, done * size)
}

/// The labels of a file of JSON lines, and their bytes; they must be of the first positions.
fn whole_lines(path: &Path, written: &[u8], positions: &[Position]) -> io::Result<(usize, usize)> {
    let whole = written.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut done = 0;
    for line in written[..whole].split_inclusive(|&byte| byte == b'\n') {
        let known: Known =
            serde_json::from_slice(line).map_err(|error| fault(path, format!("line {}: {error}", done + 1)))?;
        let expected = positions.get(done).map(|position| position_id(position).to_string());
        if expected.as_ref() != Some(&known.position_id) {
            let other = format!("line {}: a label of `{}`, which is another position", done + 1, known.position_id);
            return Err(fault(path, other));
        }
        done += 1;
    }
    Ok((done, whole))
}

fn write_label(to: &mut Vec<u8>, position: &Position, label: Label, plain: bool) -> io::Result<()> {
    let Label { outputs, equity, cubes } = label;
    if plain {
        let numbers = outputs.0.into_iter().chain([equity]).chain(cubes.into_iter().flatten());
        to.extend(numbers.flat_map(f32::to_le_bytes));
        return Ok(());
    }
    let line = Line { position_id: position_id(position).to_string(), outputs: outputs.0, equity, cubes };
    serde_json::to_writer(&mut *to, &line)?;
    to.push(b'\n');
    Ok(())
}
