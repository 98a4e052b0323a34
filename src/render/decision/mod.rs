//! Decisions as tables: one line for each play or cube action, and a sentence that says the conclusion.

mod answers;
mod conclusion;
mod cube;
mod line;
mod plays;
mod rollout;

pub use conclusion::{conclusion, ended_by, remarks};
pub use cube::{cube_answer, evaluation};
pub use line::Line;
pub use plays::hint;
pub use rollout::rollout;

pub(super) use answers::answers_table;
pub(super) use cube::{Cube, cube_answer_table, cube_table};
pub(super) use line::{Choices, lines_table};
pub(super) use plays::{LEAST_LOSS, hint_table};
pub(super) use rollout::{rollout_table, settled};
