//! Training the own nets.
//!
//! A net learns answers ([`TaughtTrainer`]): of a teacher made elsewhere ([`Teacher`]), of nets
//! that look some turns ahead, the mean of both, or how games go on with the luck of the dice subtracted ([`Answers`]).
//! The positions are those that nets come to when they play themselves, and scenes put together.
//!
//! How live the cube of a position is, its heads learn from equities with the cube a turn later ([`CubeTrainer`]).
//!
//! A run is a function of its settings. Blocks of positions own their chance, gradients are summed in a fixed order,
//! and the number of threads changes only the time.

mod adam;
mod answers;
mod chance;
mod checkpoint;
mod courses;
mod cube_answers;
mod cubes;
mod decisions;
mod filter;
mod filter_net;
mod float_net;
mod fours;
mod growth;
mod kind;
mod labels;
mod lessons;
mod loss;
mod narrow;
mod numbers;
mod product;
mod scenes;
mod score;
mod subject;
mod taught;
mod teacher;

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
pub use narrow::{Narrowed, narrow_nets};
pub use numbers::{contact_net, entry, write_courses};
pub use scenes::Scene;
pub use score::{Loss, Mean, RolledOut, RolledOutError, Score};
pub use subject::Subject;
pub use taught::{StartError, TaughtTrainer, TeachProgress, TeachSettings, net_file};
pub use teacher::{Teacher, TeacherError, TeacherRoom};
