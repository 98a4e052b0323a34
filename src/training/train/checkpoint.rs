//! A run written down, to be taken up again exactly where it was.
//!
//! Little-endian: `gammontt`, u32 version (3 of a net with squares, 4 of one with products), u64 chunks, u32 units of
//! both layers, u32 heads, u64 updates, and three f32 arrays: parameters, mean and square of the gradient. The other
//! settings are the caller's to repeat.

use super::adam::Adam;
use super::answers::Answers;
use super::float_net::{FloatNet, Shape};
use super::taught::{TaughtTrainer, TeachSettings, shape};
use crate::eval::Evaluator;
use crate::eval::own::{FirstLayer, OwnNet};
use std::sync::Arc;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"gammontt";

/// The version of a checkpoint of a net with such a first layer.
const fn version(first: FirstLayer) -> u32 {
    match first {
        FirstLayer::Squares => 3,
        FirstLayer::Products => 4,
    }
}

/// Why a checkpoint cannot be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The bytes do not begin as a checkpoint.
    #[error("not a training checkpoint of this version")]
    Magic,
    /// The net has another form of first layer than that of the settings.
    #[error("the checkpoint has a net of {}, other than the settings", .0.name())]
    FirstLayer(FirstLayer),
    /// The net has another size than that of the settings.
    #[error("the checkpoint has a net of {0} hidden units, other than the settings")]
    Width(u32),
    /// The net has another second layer than that of the settings.
    #[error("the checkpoint has a net of {0} middle units, other than the settings")]
    Middle(u32),
    /// The net has another number of heads than that of the settings.
    #[error("the checkpoint has a net of {0} heads, other than the settings")]
    Heads(u32),
    /// The checkpoint has another length than its nets need.
    #[error("the checkpoint is cut off or too long")]
    Length,
    /// Worker threads cannot be started.
    #[error("worker threads cannot be started")]
    Threads,
}

impl TaughtTrainer {
    /// The run as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(version(self.net.shape.first).to_le_bytes());
        out.extend(self.chunks.to_le_bytes());
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
    let (mut from, first) = Reader::new(checkpoint)?;
    if first != shape.first {
        return Err(CheckpointError::FirstLayer(first));
    }
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

fn write_net(out: &mut Vec<u8>, net: &FloatNet, adam: &Adam) {
    out.extend(adam.updates.to_le_bytes());
    let numbers = net.parameters.iter().chain(&adam.mean).chain(&adam.square);
    out.extend(numbers.flat_map(|number| number.to_le_bytes()));
}

/// The bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// After the magic and the version, which says what the net makes of its first layer.
    fn new(checkpoint: &'a [u8]) -> Result<(Self, FirstLayer), CheckpointError> {
        let mut from = Self(checkpoint.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?);
        let found = from.number(4).map_err(|_| CheckpointError::Magic)?;
        let first = FirstLayer::ALL.into_iter().find(|&first| u64::from(version(first)) == found);
        Ok((from, first.ok_or(CheckpointError::Magic)?))
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
