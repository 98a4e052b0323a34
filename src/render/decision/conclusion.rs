//! How a rollout ended and what it says, as a sentence.

use super::line::behind;
use crate::eval::{Advice, Verdict, cube_words};
use crate::render::laid_out::{LaidOut, called};
use crate::render::words::{market, rough_chance};
use crate::render::{NumberFormat, Unit};
use crate::rollout::{
    Comparison, CubeChances, CubeJudgement, DECIDED_RISK, End, Goal, HOPELESS, JobKind, JudgedAction,
};
use crate::session::RolloutReply;
use crate::words::counted;

/// The share of passes from which a remark tells of them.
const LEAST_PASSED: f64 = 0.05;

/// The chance by which another play has to be likelier to be the best than the leader for a remark.
const LIKELIER: f64 = 0.05;

/// How it ended, by which rule and at which risk, and which play leads by how much.
pub fn conclusion(reply: &RolloutReply, unit: Unit, numbers: &NumberFormat) -> String {
    let result = &reply.result;
    let ranking = result.ranking();
    let (Some(&best), trials) = (ranking.first(), result.trials()) else { return String::new() };
    if trials == 0 {
        return "Stopped by you before a trial was finished.".to_owned();
    }
    let settings = reply.settings();
    let goals = settings.stop.goals(ranking.len());
    // A number of trials is a cap, which is met, and no rule that might have been.
    let has_rules = goals.iter().any(|goal| !matches!(goal, Goal::Focus | Goal::Trials(_)));
    let has_choice = ranking.len() > 1;
    let lead = lead(reply, &ranking, unit, numbers);
    let then = |ended: String| if lead.is_empty() { format!("{ended}.") } else { format!("{ended}. {lead}.") };
    let each = match (has_choice, settings.stop.focus) {
        (false, _) => "",
        (true, false) => " each",
        (true, true) => " at most",
    };
    if let Some(rule) = ended_by(reply, best) {
        return then(rule);
    }
    match result.end {
        Some(End::Interrupted) => {
            then(format!("Stopped by you after {}{each}", counted(trials, "trial"))) + " `rollout resume` goes on."
        }
        Some(End::Trials) if has_rules => then(format!("Ran out of trials ({trials}{each}) before a rule was met")),
        _ => then(format!("{}{each} {} played", counted(trials, "trial"), if trials == 1 { "is" } else { "are" })),
    }
}

/// The rule that ended a rollout before its trials did, as a sentence without its full stop; `best` is the candidate in
/// front.
pub fn ended_by(reply: &RolloutReply, best: usize) -> Option<String> {
    let settings = reply.settings();
    let is_cube = reply.result.kind == JobKind::Cube;
    let risk = format!("risk {}%", 100.0 * DECIDED_RISK);
    let margin = settings.stop.until.decided.unwrap_or_default();
    let name = &reply.names()[best];
    Some(match reply.result.end? {
        End::Decided if is_cube => format!("Decided: the cube action is known ({risk})"),
        End::Decided => format!("Decided: {name} is the best play ({risk})"),
        End::WithinMargin if is_cube => {
            format!("Within the margin: the open question matters by no more than {margin} ({risk})")
        }
        End::WithinMargin => format!("Within the margin: no play is better than {name} by more than {margin} ({risk})"),
        End::Error => "Ended: the standard errors are small enough".to_owned(),
        End::Jsd if is_cube => format!("Ended: every answer is more than {} JSDs away", settings.stop.jsd.limit),
        End::Jsd => format!("Ended: {name} is more than {} JSDs ahead of every other play", settings.stop.jsd.limit),
        End::Clear => {
            format!("Ended: no other play has a chance of {}% to be better than {name}", 100.0 * HOPELESS)
        }
        End::Loss => {
            let loss = settings.stop.until.loss.unwrap_or_default();
            format!("Ended: the choice is expected to give up no more than {loss}")
        }
        End::Time => "Ended: the time is up".to_owned(),
        End::Trials if settings.stop.focus && settings.stop.until.decided.is_none() => {
            format!("Ended: the plays that may be best have {}", counted(reply.result.trials(), "trial"))
        }
        End::Trials | End::Interrupted => return None,
    })
}

/// A verdict with the chance that it is right, and those of its parts: `Double, pass: 69% (double 99%, take 31%)`.
pub(super) fn with_chance(verdict: &Verdict, chances: Option<&CubeChances>) -> String {
    let Some(chances) = chances.filter(|_| verdict.advice != Advice::Never) else { return verdict.to_string() };
    let double = cube_words("double", verdict.redouble);
    let mut parts = format!("{double} {}, take {}", rough_chance(chances.double), rough_chance(chances.take));
    if chances.too_good >= 0.005 {
        parts += &format!(", too good {}", rough_chance(chances.too_good));
    }
    format!("{verdict}: {} ({parts})", rough_chance(chances.of_verdict(verdict)))
}

/// Remarks on the numbers of a rollout that their reader must know, in sentences.
pub fn remarks(reply: &RolloutReply, numbers: &NumberFormat) -> Vec<String> {
    let result = &reply.result;
    let mut remarks = Vec::new();
    if let Some(decision) = &result.decision
        && let (Some(share), Some(verdict)) = (decision.wrong_answers_to_beavers(), decision.verdict)
    {
        let answers = if verdict.takes() { "passes" } else { "takes" };
        let share = rough_chance(share.into());
        remarks.push(format!("Doubling is right if the opponent wrongly {answers} {share} of the time."));
    }
    remarks.extend(result.cube.as_ref().and_then(equal_actions));
    remarks.extend(likelier(reply));
    remarks.extend(reply.market.as_ref().map(|it| format!("At 0 plies: {}.", market(it, numbers))));
    let trials: u64 = result.candidates.iter().map(|candidate| candidate.trials).sum();
    let passed: u64 = result.candidates.iter().map(|candidate| candidate.statistics.passed()).sum();
    // Of few games it hardly matters.
    if passed as f64 > LEAST_PASSED * trials as f64 {
        remarks.push(format!(
            "{} of trials ended with a pass: there the chances of wins and gammons are what the nets expect, not games \
             played out.",
            rough_chance(passed as f64 / trials as f64)
        ));
    }
    for (i, candidate) in result.candidates.iter().enumerate() {
        let is_played = candidate.trials > 1 && candidate.statistics.valued < candidate.trials;
        if is_played && !reply.settings().variance_reduction && candidate.equity().std_err == Some(0.0) {
            remarks.push(format!(
                "{}: all {} ended alike, so that the error is unknown, not 0.",
                called(reply, i),
                counted(candidate.trials, "trial")
            ));
        }
    }
    remarks
}

/// A play that is likelier to be the best than the one with the highest mean, as the look before the trials has it.
fn likelier(reply: &RolloutReply) -> Option<String> {
    let chance = |i: usize| Some(reply.result.candidates[i].comparison.as_ref()?.probability_best);
    let ranking = reply.result.ranking();
    let leader = chance(*ranking.first()?)?;
    let likeliest =
        ranking.into_iter().max_by(|&a, &b| chance(a).unwrap_or(0.0).total_cmp(&chance(b).unwrap_or(0.0)))?;
    let most = chance(likeliest).filter(|most| most - leader >= LIKELIER)?;
    Some(format!(
        "{} is likelier to be the best, {}, by its look before the trials and the trials together.",
        called(reply, likeliest),
        rough_chance(most)
    ))
}

/// That actions of a cube decision are worth exactly the same, where each may be the proper one.
fn equal_actions(cube: &CubeJudgement) -> Option<String> {
    let mut actions = cube.actions();
    actions.sort_by_key(|action| action.rank);
    let is_open = |action: &&JudgedAction| action.chance.is_some_and(|chance| chance >= 0.005);
    let best = actions.first().filter(|action| is_open(action))?.words();
    let equals: Vec<String> =
        actions.iter().filter(|action| action.is_equal() && is_open(action)).map(JudgedAction::words).collect();
    (!equals.is_empty()).then(|| format!("{best} and {} are worth exactly the same.", equals.join(" and ")))
}

/// The leading play with its lead, or the right cube action.
fn lead(reply: &RolloutReply, ranking: &[usize], unit: Unit, numbers: &NumberFormat) -> String {
    let result = &reply.result;
    if result.kind == JobKind::Cube {
        let verdict = result.decision.as_ref().and_then(|decision| decision.verdict);
        let chances = result.cube.as_ref().and_then(|cube| cube.chances);
        return verdict.map_or_else(String::new, |verdict| with_chance(&verdict, chances.as_ref()));
    }
    let [best, second, ..] = ranking else { return String::new() };
    let Some(first) = &result.candidates[*best].comparison else { return String::new() };
    let is_equal = |&&i: &&usize| result.candidates[i].comparison.as_ref().is_some_and(Comparison::is_equal);
    let equals: Vec<&str> = ranking.iter().filter(is_equal).map(|&i| reply.names()[i].as_str()).collect();
    let others = match equals.as_slice() {
        [] => None,
        [one] => Some((*one).to_owned()),
        [one, another] => Some(format!("{one} and {another}")),
        more => Some(counted(more.len(), "other")),
    };
    if let Some(others) = others {
        let chance = rough_chance(first.probability_best);
        return format!("{} and {others} are equal, each best with {chance}", reply.names()[*best]);
    }
    let Some(amount) = LaidOut::new(reply, *second, unit).behind else { return String::new() };
    let [leader, next] = [best, second].map(|&i| &reply.names()[i]);
    let (amount, chance) = (behind(amount, unit, numbers), rough_chance(first.probability_best));
    let of = |i: usize| result.candidates[i].comparison.as_ref().map_or(0.0, |comparison| comparison.probability_best);
    match ranking.iter().copied().max_by(|&a, &b| of(a).total_cmp(&of(b))) {
        // So few trials do not outweigh what was known before.
        Some(likeliest) if of(likeliest) > first.probability_best && reply.description.order.look.is_some() => format!(
            "{leader} leads {next} by {amount}, but by what 2 plies found before {} is best with {}, {leader} with \
             {chance}",
            reply.names()[likeliest],
            rough_chance(of(likeliest))
        ),
        _ => format!("{leader} leads {next} by {amount} and is best with {chance}"),
    }
}
