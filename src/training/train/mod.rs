//! Training the own nets from zero by self-play.
//!
//! A net plays itself in chunks of games with the integer kernels ([`self_play`](self)), then learns from them
//! in f32: TD(λ) targets computed backwards through each game with the current weights, cross entropy,
//! Adam. λ, the learning rate and the size of an update follow the part of the training done. In the last
//! part ([`TrainSettings::without_luck`]) decisions look at all 21 rolls, and targets follow the game to its
//! end with the luck of the dice subtracted: unbiased by the net, and far less noisy than results.
//!
//! Or a net learns answers ([`TaughtTrainer`]), of a teacher made elsewhere ([`Teacher`](crate::eval::Teacher)), of
//! nets that look a turn ahead, or the mean of both ([`Answers`]), to positions that self-play comes to and to scenes
//! put together.
//!
//! How live the cube of a position is, its heads learn from equities with the cube a turn later ([`CubeTrainer`]).
//!
//! A run is a function of its settings. Games own their chance, gradients are summed in a fixed order, and
//! the number of threads changes only the time.

mod adam;
mod answers;
mod chance;
mod checkpoint;
mod cube_answers;
mod cubes;
mod decisions;
mod endings;
mod filter;
mod filter_net;
mod float_net;
mod growth;
mod kind;
mod labels;
mod learn;
mod lessons;
mod loss;
mod scenes;
mod schedule;
mod score;
mod self_play;
mod subject;
mod taught;
mod trainer;

pub use answers::Answers;
pub(crate) use chance::Chance;
pub use checkpoint::{CheckpointError, mean_net};
pub use cubes::{CubeProgress, CubeSettings, CubeTrainer};
pub use decisions::{Decision, decisions};
pub use filter::{FilterLoss, FilterSettings, FilterTrainer, filter_loss};
pub use float_net::Shape;
pub use kind::Kind;
pub use labels::{Label, LabelSource, Labeler};
pub use lessons::Start;
pub use scenes::Scene;
pub use schedule::{Schedule, TrainSettings};
pub use score::{Loss, Mean, RolledOut, RolledOutError, Score};
pub use self_play::Endings;
pub use subject::Subject;
pub use taught::{StartError, TaughtTrainer, TeachProgress, TeachSettings, net_file};
pub use trainer::{Trainer, TrainingObserver, TrainingProgress};
