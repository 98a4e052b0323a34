//! How a rollout ended and what it says, as a sentence.

use super::plays::behind;
use super::rollout::slope;
use super::rough_chance;
use crate::render::{NumberFormat, Unit};
use crate::rollout::{DECIDED_RISK, End, JobKind};
use crate::session::RolloutReply;

/// Whether a rule has ended the rollout because the decision is known.
#[must_use]
pub fn is_settled(reply: &RolloutReply) -> bool {
    matches!(reply.result.end, Some(End::Decided | End::WithinMargin | End::Jsd))
}

/// How it ended, by which rule and at which risk, and which play leads by how much.
#[must_use]
pub fn conclusion(reply: &RolloutReply, unit: Unit, numbers: &NumberFormat) -> String {
    let result = &reply.result;
    let ranking = result.ranking();
    let (Some(&best), trials) = (ranking.first(), result.trials()) else { return String::new() };
    if trials == 0 {
        return "Stopped by you before a trial was finished.".to_owned();
    }
    let settings = reply.settings();
    let has_rules = settings.until.is_set() || settings.limit.enabled || settings.jsd.enabled;
    let (is_cube, has_choice) = (result.kind == JobKind::Cube, ranking.len() > 1);
    let risk = format!("risk {}%", 100.0 * DECIDED_RISK);
    let margin = settings.until.decided.unwrap_or_default();
    let name = &reply.names()[best];
    let lead = lead(reply, &ranking, unit, numbers);
    let then = |ended: String| if lead.is_empty() { format!("{ended}.") } else { format!("{ended}. {lead}.") };
    let each = if has_choice { " each" } else { "" };
    match result.end {
        Some(End::Decided) if is_cube => then(format!("Decided: the cube action is known ({risk})")),
        Some(End::Decided) if margin > 0.0 => {
            then(format!("Decided: {name} is the best play (until decided {margin}, {risk})"))
        }
        Some(End::Decided) => then(format!("Decided: {name} is the best play (until decided, {risk})")),
        Some(End::WithinMargin) if is_cube => {
            then(format!("Within the margin: what is open matters by no more than {margin} ({risk})"))
        }
        Some(End::WithinMargin) => {
            then(format!("Within the margin: no play is better than {name} by more than {margin} ({risk})"))
        }
        Some(End::Error) => then("Ended: the standard errors are small enough".to_owned()),
        Some(End::Jsd) if is_cube => then(format!("Ended: every answer is more than {} JSDs away", settings.jsd.limit)),
        Some(End::Jsd) => {
            then(format!("Ended: {name} is more than {} JSDs ahead of every other play", settings.jsd.limit))
        }
        Some(End::Time) => then("Ended: the time is up".to_owned()),
        Some(End::Interrupted) => {
            then(format!("Stopped by you after {trials} trials{each}")) + " `rollout resume` goes on."
        }
        Some(End::Trials) if has_rules => then(format!("Ran out of trials ({trials}{each}) before a rule was met")),
        Some(End::Trials) | None => then(format!("{trials} trials{each} are played")),
    }
}

/// Which play leads by how much, or what to do with the cube.
fn lead(reply: &RolloutReply, ranking: &[usize], unit: Unit, numbers: &NumberFormat) -> String {
    let result = &reply.result;
    if result.kind == JobKind::Cube {
        let verdict = result.decision.as_ref().and_then(|decision| decision.verdict);
        return verdict.map_or_else(String::new, |verdict| verdict.to_string());
    }
    let [best, second, ..] = ranking else { return String::new() };
    let comparisons = [*best, *second].map(|i| result.candidates[i].comparison.as_ref());
    let [Some(first), Some(other)] = comparisons else { return String::new() };
    let slope = slope(reply, *second, unit);
    let amount = (slope * other.behind, other.behind_error.map(|error| slope * error));
    format!(
        "{} leads {} by {} and is best with {}",
        reply.names()[*best],
        reply.names()[*second],
        behind(amount, unit, numbers),
        rough_chance(first.probability_best)
    )
}
