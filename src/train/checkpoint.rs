//! A run written down, to be taken up again exactly where it was.
//!
//! Little-endian: `gammontr`, u32 version 1, u64 games, u32 widths of both nets, then for each net u64 updates
//! and three f32 arrays: parameters, mean and square of the gradient. The other settings are the caller's to
//! repeat.

use super::adam::Adam;
use super::float_net::FloatNet;
use super::schedule::TrainSettings;
use super::trainer::{Trainer, shapes};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"gammontr";
const VERSION: u32 = 1;

/// Why a checkpoint cannot be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// It does not begin as one.
    #[error("not a training checkpoint of this version")]
    Magic,
    /// Its nets have other sizes than the settings say.
    #[error("the checkpoint has nets of {0} and {1} hidden units, other than the settings")]
    Widths(u32, u32),
    /// It has another length than its nets need.
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
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        out.extend(self.games.to_le_bytes());
        out.extend(self.nets.iter().flat_map(|net| (net.shape.hidden as u32).to_le_bytes()));
        for (net, adam) in self.nets.iter().zip(&self.adams) {
            out.extend(adam.updates.to_le_bytes());
            let numbers = net.parameters.iter().chain(&adam.mean).chain(&adam.square);
            out.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        out
    }

    /// Takes a run up again.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of a run with these settings.
    pub fn resume(settings: TrainSettings, checkpoint: &[u8]) -> Result<Self, CheckpointError> {
        let mut rest = checkpoint;
        let mut take = |n: usize| -> Result<&[u8], CheckpointError> {
            let (taken, after) = rest.split_at_checked(n).ok_or(CheckpointError::Length)?;
            rest = after;
            Ok(taken)
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte));
        let head = take(12).map_err(|_| CheckpointError::Magic)?;
        if &head[..8] != MAGIC || number(&head[8..]) != u64::from(VERSION) {
            return Err(CheckpointError::Magic);
        }
        let games = number(take(8)?);
        let widths = [number(take(4)?) as u32, number(take(4)?) as u32];
        if widths.map(|width| width as usize) != [settings.hidden, settings.race_hidden] {
            return Err(CheckpointError::Widths(widths[0], widths[1]));
        }
        let mut parts = Vec::new();
        for shape in shapes(&settings) {
            let updates = number(take(8)?);
            let mut floats = || -> Result<Vec<f32>, CheckpointError> {
                let bytes = take(4 * shape.parameters())?;
                Ok(bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect())
            };
            let net = FloatNet::from_parameters(shape, floats()?);
            parts.push((net, Adam { updates, mean: floats()?, square: floats()? }));
        }
        if !rest.is_empty() {
            return Err(CheckpointError::Length);
        }
        let Ok([(contact, first), (race, second)]) = <[_; 2]>::try_from(parts) else { unreachable!("two nets") };
        Self::resumed(settings, games, [contact, race], [first, second]).map_err(|_| CheckpointError::Threads)
    }
}
