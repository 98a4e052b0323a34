//! A run written down, to be taken up again exactly where it was.
//!
//! Little-endian. A net is u64 updates and three f32 arrays: parameters, mean and square of the gradient. Self-play:
//! `gammontr`, u32 version 1, u64 games, u32 widths of both nets, both nets. Learning from a teacher: `gammontt`, u32
//! version 3, u64 chunks, u32 units of both layers, u32 heads, the net. The other settings are the caller's to repeat.

use super::adam::Adam;
use super::answers::Answers;
use super::float_net::{FloatNet, Shape};
use super::schedule::TrainSettings;
use super::taught::{TaughtTrainer, TeachSettings, shape};
use super::trainer::{Trainer, shapes};
use crate::eval::Evaluator;
use crate::eval::own::OwnNet;
use std::sync::Arc;
use thiserror::Error;

const SELF_PLAY: &[u8; 8] = b"gammontr";
const TAUGHT: &[u8; 8] = b"gammontt";
/// Their versions.
const SELF_PLAY_VERSION: u32 = 1;
const TAUGHT_VERSION: u32 = 3;

/// Why a checkpoint cannot be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The bytes do not begin as a checkpoint.
    #[error("not a training checkpoint of this version")]
    Magic,
    /// Its nets have other sizes than those of the settings.
    #[error("the checkpoint has nets of {0} and {1} hidden units, other than the settings")]
    Widths(u32, u32),
    /// Its net has another size than that of the settings.
    #[error("the checkpoint has a net of {0} hidden units, other than the settings")]
    Width(u32),
    /// Its net has another second layer than that of the settings.
    #[error("the checkpoint has a net of {0} middle units, other than the settings")]
    Middle(u32),
    /// Its net has another number of heads than that of the settings.
    #[error("the checkpoint has a net of {0} heads, other than the settings")]
    Heads(u32),
    /// The checkpoint has another length than its nets need.
    #[error("the checkpoint is cut off or too long")]
    Length,
    /// Worker threads cannot be started.
    #[error("worker threads cannot be started")]
    Threads,
}

impl Trainer {
    /// The run as bytes.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = begin(SELF_PLAY, SELF_PLAY_VERSION, self.games);
        out.extend(self.nets.iter().flat_map(|net| (net.shape.hidden as u32).to_le_bytes()));
        for (net, adam) in self.nets.iter().zip(&self.adams) {
            write_net(&mut out, net, adam);
        }
        out
    }

    /// Takes a run up again.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of a run with these settings.
    pub fn resume(settings: TrainSettings, checkpoint: &[u8]) -> Result<Self, CheckpointError> {
        let mut from = Reader::new(SELF_PLAY, SELF_PLAY_VERSION, checkpoint)?;
        let games = from.number(8)?;
        let widths = [from.number(4)? as u32, from.number(4)? as u32];
        if widths.map(|width| width as usize) != [settings.hidden, settings.race_hidden] {
            return Err(CheckpointError::Widths(widths[0], widths[1]));
        }
        let [contact, race] = shapes(&settings);
        let ((contact, first), (race, second)) = (from.net(contact)?, from.net(race)?);
        from.end()?;
        Self::resumed(settings, games, [contact, race], [first, second]).map_err(|_| CheckpointError::Threads)
    }
}

impl TaughtTrainer {
    /// The run as bytes.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = begin(TAUGHT, TAUGHT_VERSION, self.chunks);
        let Shape { hidden, middle, heads, .. } = self.net.shape;
        out.extend([hidden, middle, heads].map(|size| size as u32).into_iter().flat_map(u32::to_le_bytes));
        write_net(&mut out, &self.net, &self.adam);
        out
    }

    /// Takes a run up again.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of a run with these settings.
    pub fn resume(
        settings: TeachSettings,
        answers: Answers,
        players: Arc<Evaluator>,
        checkpoint: &[u8],
    ) -> Result<Self, CheckpointError> {
        let (chunks, net, adam) = read_taught(shape(&settings), checkpoint)?;
        Self::resumed(settings, answers, players, chunks, net, adam).map_err(|_| CheckpointError::Threads)
    }
}

/// Chunks learned, net and optimizer of a run of this shape that learned from answers.
fn read_taught(shape: Shape, checkpoint: &[u8]) -> Result<(u64, FloatNet, Adam), CheckpointError> {
    let mut from = Reader::new(TAUGHT, TAUGHT_VERSION, checkpoint)?;
    let chunks = from.number(8)?;
    let [width, middle, heads] = [from.number(4)? as u32, from.number(4)? as u32, from.number(4)? as u32];
    if width as usize != shape.hidden {
        return Err(CheckpointError::Width(width));
    }
    if middle as usize != shape.middle {
        return Err(CheckpointError::Middle(middle));
    }
    if heads as usize != shape.heads {
        return Err(CheckpointError::Heads(heads));
    }
    let (net, adam) = from.net(shape)?;
    from.end()?;
    Ok((chunks, net, adam))
}

/// The net whose parameters are the means of those of some checkpoints, all of runs that learned from answers with
/// these settings.
///
/// Steps that a run takes to and fro at the end of its course cancel out in the mean.
///
/// # Errors
/// When the bytes are not checkpoints of runs with these settings, or there are none.
pub fn mean_net(settings: &TeachSettings, checkpoints: &[Vec<u8>]) -> Result<OwnNet, CheckpointError> {
    let shape = shape(settings);
    let mut sums = vec![0.0_f64; shape.parameters()];
    for checkpoint in checkpoints {
        let (_, net, _) = read_taught(shape, checkpoint)?;
        sums.iter_mut().zip(&net.parameters).for_each(|(sum, &parameter)| *sum += f64::from(parameter));
    }
    if checkpoints.is_empty() {
        return Err(CheckpointError::Length);
    }
    let means = sums.into_iter().map(|sum| (sum / checkpoints.len() as f64) as f32).collect();
    Ok(FloatNet::from_parameters(shape, means).quantized())
}

fn begin(magic: &[u8; 8], version: u32, place: u64) -> Vec<u8> {
    let mut out = magic.to_vec();
    out.extend(version.to_le_bytes());
    out.extend(place.to_le_bytes());
    out
}

fn write_net(out: &mut Vec<u8>, net: &FloatNet, adam: &Adam) {
    out.extend(adam.updates.to_le_bytes());
    let numbers = net.parameters.iter().chain(&adam.mean).chain(&adam.square);
    out.extend(numbers.flat_map(|number| number.to_le_bytes()));
}

/// The bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// After the magic and the version.
    fn new(magic: &[u8; 8], version: u32, checkpoint: &'a [u8]) -> Result<Self, CheckpointError> {
        let mut from = Self(checkpoint.strip_prefix(magic).ok_or(CheckpointError::Magic)?);
        let is_known = from.number(4) == Ok(u64::from(version));
        is_known.then_some(from).ok_or(CheckpointError::Magic)
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], CheckpointError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(CheckpointError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, bytes: usize) -> Result<u64, CheckpointError> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    fn floats(&mut self, n: usize) -> Result<Vec<f32>, CheckpointError> {
        Ok(self.take(4 * n)?.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect())
    }

    fn net(&mut self, shape: Shape) -> Result<(FloatNet, Adam), CheckpointError> {
        let updates = self.number(8)?;
        let net = FloatNet::from_parameters(shape, self.floats(shape.parameters())?);
        let (mean, square) = (self.floats(shape.parameters())?, self.floats(shape.parameters())?);
        Ok((net, Adam { updates, mean, square }))
    }

    fn end(&self) -> Result<(), CheckpointError> {
        if self.0.is_empty() { Ok(()) } else { Err(CheckpointError::Length) }
    }
}
