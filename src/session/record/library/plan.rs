//! `library plan`: where most is given up.

use super::{failed, filled};
use crate::analysis::{Action, Phase};
use crate::board::ByPlayer;
use crate::command::{Command, DecisionKind, Library, PlayerName, WantedErrors};
use crate::library::Facts;
use crate::session::reply::{Figures, PlanLine, PlanReply, Reply};
use crate::session::{Host, Session, SessionError};

/// Kinds that are named.
const LINES: usize = 5;

/// What was given up in one kind of decisions.
#[derive(Clone, Copy, Default)]
struct Sum {
    decisions: u32,
    errors: u32,
    loss: f64,
}

/// The kinds of decisions that are told apart: plays by the part of the game, cube actions by what was done.
fn kinds() -> Vec<(String, WantedErrors)> {
    let plays = Phase::ALL.map(|phase| {
        let wanted = WantedErrors { kind: Some(DecisionKind::Play), phase: Some(phase), ..WantedErrors::default() };
        (format!("plays: {}", phase.name()), wanted)
    });
    let cube = [
        (DecisionKind::Missed, "doubles not made"),
        (DecisionKind::Doubles, "doubles made"),
        (DecisionKind::Takes, "takes"),
        (DecisionKind::Passes, "passes"),
    ];
    let of = |(kind, what): (DecisionKind, &str)| {
        (what.to_owned(), WantedErrors { kind: Some(kind), ..WantedErrors::default() })
    };
    plays.into_iter().chain(cube.map(of)).collect()
}

/// The place of a decision in [`kinds`].
fn kind_of(facts: &Facts) -> Option<usize> {
    match facts.action {
        Action::Play => Phase::ALL.iter().position(|&phase| phase == facts.phase),
        Action::NoDouble => Some(Phase::ALL.len()),
        Action::Double => Some(Phase::ALL.len() + 1),
        Action::Take | Action::Beaver => Some(Phase::ALL.len() + 2),
        Action::Pass => Some(Phase::ALL.len() + 3),
        Action::Resign | Action::Accept => None,
    }
}

impl Session {
    pub(super) fn library_plan(&self, wanted: &WantedErrors, host: &dyn Host) -> Result<Reply, SessionError> {
        let (library, matches) = filled(host)?;
        let player = wanted.player.clone().unwrap_or_else(|| PlayerName::Named("me".to_owned()));
        let wanted = WantedErrors { all: wanted.least.is_none(), player: Some(player), ..wanted.clone() };
        let mut meant = self.meant_matches(matches, &wanted)?;
        meant.retain(|(kept, _)| kept.judged > 0);
        let error = self.settings.analysis.thresholds.error;
        let parts = library
            .scan(&meant, self.sieve(&wanted), |sums: &mut Vec<Sum>, _, own: &ByPlayer<bool>, facts| {
                let Some(kind) = kind_of(facts).filter(|_| own[facts.player] && facts.is_rated()) else { return };
                let Some(judged) = facts.judged.filter(|_| self.is_meant(&wanted, facts)) else { return };
                sums.resize(sums.len().max(kind + 1), Sum::default());
                sums[kind].decisions += 1;
                sums[kind].errors += u32::from(judged.counts && judged.loss >= error);
                sums[kind].loss += f64::from(judged.loss);
            })
            .map_err(failed)?;
        let mut all: Vec<_> = kinds().into_iter().map(|kind| (kind, Sum::default())).collect();
        for (place, sum) in parts.into_iter().flat_map(|part| part.into_iter().enumerate()) {
            let of = &mut all[place].1;
            of.decisions += sum.decisions;
            of.errors += sum.errors;
            of.loss += sum.loss;
        }
        let total: f64 = all.iter().map(|(_, sum)| sum.loss).sum();
        if total <= 0.0 {
            let error = SessionError::new("no decision of the library that is meant is judged, and wrong");
            return Err(error.with_suggestion("analyse library"));
        }
        all.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss));
        let matches = meant.len();
        let each = |loss: f64| loss / matches as f64;
        let line = |((what, kind), Sum { decisions, errors, loss }): ((String, WantedErrors), Sum)| PlanLine {
            what,
            decisions,
            errors,
            loss: each(loss),
            find: {
                let WantedErrors { kind, phase, .. } = kind;
                // What was asked for holds as well, unless the kind says more.
                let find =
                    WantedErrors { all: false, kind, phase: phase.or(wanted.phase), count: None, ..wanted.clone() };
                Command::from(Library::Find(find)).to_string()
            },
        };
        let most = wanted.count.map_or(LINES, usize::from);
        let lines = all.into_iter().filter(|(_, sum)| sum.errors > 0).take(most).map(line).collect();
        let player = wanted.player.map(|player| player.to_string()).unwrap_or_default();
        Ok(Reply::figures(Figures::Plan(PlanReply { player, matches, loss: each(total), lines })))
    }
}
