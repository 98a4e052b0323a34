//! The session's part in a farm: orders of the position on the table, and replies from records made elsewhere.

use crate::board::Variation;
use crate::command::RolloutCommand;
use crate::rollout::{Differences, Engine, Order, Records, Rollout, RolloutError};
use crate::session::error::refused;
use crate::session::reply::{Description, Reply};
use crate::session::{Host, Session, SessionError};

impl Session {
    /// The order of the rollout that `rollout …` would begin now with this many trials, to be done elsewhere.
    ///
    /// # Errors
    /// When it is no position, plays or cube decision, or cannot be rolled out now.
    pub fn order_here(
        &mut self,
        what: &RolloutCommand,
        trials: u64,
        host: &mut dyn Host,
    ) -> Result<Description, SessionError> {
        let mut plan = self.plan_what(what)?;
        let mut settings = self.rollout_settings();
        settings.trials = trials;
        let settings = self.choose_luck(&mut plan, &settings, host)?;
        let engine = self.rollout_engine_of(plan.decision.game.variation);
        let order = engine.after_look(engine.order(plan.job.clone(), &settings));
        Ok(self.describe(&plan, order))
    }

    /// The engine that an order was made for: that of its variation, if this session has it.
    ///
    /// # Errors
    /// The differences of the engines here from it.
    pub fn engine_of_order(&self, order: &Order) -> Result<Engine, Differences> {
        let mut differences = None;
        for variation in Variation::ALL {
            let engine = self.rollout_engine_of(variation);
            match engine.check(order) {
                Ok(()) => return Ok(engine),
                Err(parts) => drop(differences.get_or_insert(parts)),
            }
        }
        Err(differences.unwrap_or(Differences(Vec::new())))
    }

    /// The answer to an order from the records of all its trials: that of one run, which stops by the order's rules and
    /// has no trial beyond.
    ///
    /// # Errors
    /// When the description fits nothing, or the records are those of something else.
    pub fn answer_order(&mut self, description: Description, records: &Records) -> Result<Reply, SessionError> {
        let plan = self.plan_of(&description)?;
        super::saved::check_candidates(records, &plan)?;
        let order = &description.order;
        if order.engine != records.fingerprint {
            return Err(refused(RolloutError::Fingerprint(order.engine.differences(&records.fingerprint))));
        }
        let rollout = Rollout::of_records(records, order, self.engine.met());
        Ok(Reply::Rollout(self.answer_rollout(plan, description, rollout, super::run::Effort::default())))
    }
}
