//! The order of a rollout: the job, the settings, and the fingerprint of both with the engine.

pub mod fingerprint;
pub mod job;
pub mod resolved;
pub mod settings;
pub mod stopping;
#[cfg(test)]
mod tests;

use self::fingerprint::Fingerprint;
use self::job::Job;
use self::resolved::{NotResolved, Resolved};
use self::settings::RolloutSettings;
use crate::eval::Look;
use serde::{Deserialize, Serialize};

/// A rollout that may be done here, elsewhere or in parts: the one form in which it is planned, saved, resumed, merged
/// and sent. [`Engine::order`](crate::rollout::Engine::order) makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "OrderText")]
pub struct Order {
    /// The job.
    pub job: Job,
    /// The settings, resolved for the job.
    pub settings: Resolved,
    /// The engine with job and settings: orders of one fingerprint have the same trials.
    pub engine: Fingerprint,
    /// What a look has found of the plays: what is believed of them before a trial is made. It changes no trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
}

impl Order {
    /// The order of a part of this many trials. No rule of stopping can be in it: such rules are about the whole.
    #[must_use]
    pub fn of_part(&self, trials: u64) -> Self {
        let Self { job, settings, engine, look: _ } = self.clone();
        Self { job, settings: settings.of_part(trials), engine, look: None }
    }
}

/// An order as read, before it is checked.
#[derive(Deserialize)]
struct OrderText {
    job: Job,
    settings: RolloutSettings,
    engine: Fingerprint,
    #[serde(default)]
    look: Option<Look>,
}

impl TryFrom<OrderText> for Order {
    type Error = NotResolved;

    fn try_from(text: OrderText) -> Result<Self, NotResolved> {
        let settings = Resolved::checked(text.settings, text.job.kind())?;
        Ok(Self { job: text.job, settings, engine: text.engine, look: text.look })
    }
}
