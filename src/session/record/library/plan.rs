//! `library plan`: where most is given up, and how much of that players of the next class do not give up.

use super::{failed, filled};
use crate::analysis::{Action, Class, Phase, performance_rating};
use crate::board::ByPlayer;
use crate::command::{Command, DecisionKind, Library, PlayerName, WantedErrors};
use crate::library::{Facts, KeptMatch, Library as Kept, Sieve};
use crate::session::reply::{Figures, NextClass, PlanLine, PlanReply, Reply};
use crate::session::{Host, Session, SessionError};
use std::collections::BTreeMap;

/// Kinds that are named.
const LINES: usize = 5;

/// Decisions of a kind from which on others tell what can be expected in it.
const ENOUGH: u32 = 200;

/// What was given up in one kind of decisions.
#[derive(Clone, Copy, Default)]
struct Sum {
    decisions: u32,
    errors: u32,
    loss: f64,
}

/// That of a player in every kind, as far as there is any.
type Sums = Vec<Sum>;

impl Sum {
    fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.errors += other.errors;
        self.loss += other.loss;
    }

    fn rate(&self) -> f64 {
        self.loss / f64::from(self.decisions.max(1))
    }
}

/// Adds what another has given up, kind by kind.
fn merge(sums: &mut Sums, other: &Sums) {
    sums.resize(sums.len().max(other.len()), Sum::default());
    sums.iter_mut().zip(other).for_each(|(sum, other)| sum.add(other));
}

/// Adds a decision of a kind.
fn count(sums: &mut Sums, kind: usize, loss: f32, is_error: bool) {
    sums.resize(sums.len().max(kind + 1), Sum::default());
    sums[kind].add(&Sum { decisions: 1, errors: u32::from(is_error), loss: loss.into() });
}

/// The sum over all kinds.
fn whole(sums: &Sums) -> Sum {
    let mut all = Sum::default();
    sums.iter().for_each(|sum| all.add(sum));
    all
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
    pub(super) fn library_plan(&self, wanted: &WantedErrors, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (library, matches) = filled(host)?;
        let player = wanted.player.clone().unwrap_or_else(|| PlayerName::Named("me".to_owned()));
        let wanted = WantedErrors { all: !wanted.has_least(), player: Some(player), ..wanted.clone() };
        let mut meant = self.meant_matches(matches.clone(), &wanted)?;
        meant.retain(|(kept, _)| kept.judged > 0);
        let error = self.settings.analysis.thresholds.error;
        let parts = library
            .scan(&meant, self.sieve(&wanted), |sums: &mut Sums, _, own: &ByPlayer<bool>, facts| {
                let Some(kind) = kind_of(facts).filter(|_| own[facts.player] && facts.is_rated()) else { return };
                let Some(judged) = facts.judged.filter(|_| self.is_meant(&wanted, facts)) else { return };
                count(sums, kind, judged.loss, judged.counts && judged.loss >= error);
            })
            .map_err(failed)?;
        let mut sums = vec![Sum::default(); kinds().len()];
        parts.iter().for_each(|part| merge(&mut sums, part));
        let own = whole(&sums);
        let next = Class::of(performance_rating(own.rate())).better();
        let others = match next {
            Some((class, _)) => others_of(&library, matches, class)?,
            None => Others::default(),
        };
        let mut all: Vec<_> = kinds()
            .into_iter()
            .zip(sums)
            .zip(0_usize..)
            .map(|((kind, sum), i)| {
                // What they lose in such decisions, or else the same part less in every kind.
                let rate = next.map(|(_, limit)| match others.sums.get(i).filter(|sum| sum.decisions >= ENOUGH) {
                    Some(others) => others.rate(),
                    None => sum.rate() * limit / performance_rating(own.rate()).max(limit),
                });
                let less = rate.map(|rate| (sum.loss - rate * f64::from(sum.decisions)).max(0.0));
                (kind, sum, less)
            })
            .collect();
        let total = own.loss;
        if total <= 0.0 {
            let error = SessionError::new("no decision of the library that is meant is judged, and wrong");
            return Err(error.with_suggestion("analyse library"));
        }
        let gain = |(_, sum, less): &(_, Sum, Option<f64>)| less.unwrap_or(sum.loss);
        all.sort_by(|a, b| gain(b).total_cmp(&gain(a)).then(b.1.loss.total_cmp(&a.1.loss)));
        let matches = meant.len();
        let each = |loss: f64| loss / matches as f64;
        let recoverable: Option<f64> = all.iter().map(|(_, _, less)| *less).sum();
        let line =
            |((what, kind), Sum { decisions, errors, loss }, less): ((String, WantedErrors), Sum, Option<f64>)| {
                PlanLine {
                    what,
                    decisions,
                    errors,
                    loss: each(loss),
                    recoverable: less.map(each),
                    find: {
                        let WantedErrors { kind, phase, .. } = kind;
                        // What was asked for holds as well, unless the kind says more.
                        let find = WantedErrors {
                            all: false,
                            kind,
                            phase: phase.or(wanted.phase),
                            count: None,
                            ..wanted.clone()
                        };
                        Command::from(Library::Find(find)).to_string()
                    },
                }
            };
        let most = wanted.count.map_or(LINES, usize::from);
        let lines = all.into_iter().filter(|(_, sum, _)| sum.errors > 0).take(most).map(line).collect();
        let player = wanted.player.map(|player| player.to_string()).unwrap_or_default();
        let next = next.map(|(class, _)| NextClass { class: class.name(), players: others.players });
        let (loss, recoverable) = (each(total), recoverable.map(each));
        Ok(Reply::figures(Figures::Plan(PlanReply { player, matches, loss, recoverable, next, lines })))
    }
}

/// What the players of a class have given up.
#[derive(Default)]
struct Others {
    players: usize,
    sums: Sums,
}

/// What the players of a library have given up, all of a class together.
fn others_of(library: &Kept, matches: Vec<KeptMatch>, class: Class) -> Result<Others, SessionError> {
    let all: Vec<_> = matches.into_iter().filter(|kept| kept.judged > 0).map(|kept| (kept, ())).collect();
    let parts = library
        .scan(&all, Sieve::default(), |players: &mut BTreeMap<String, Sums>, kept, (), facts| {
            let Some((kind, judged)) = kind_of(facts).zip(facts.judged.filter(|judged| judged.rated)) else { return };
            let name = &kept.names[facts.player];
            if !players.contains_key(name) {
                players.insert(name.clone(), Sums::new());
            }
            if let Some(sums) = players.get_mut(name) {
                count(sums, kind, judged.loss, false);
            }
        })
        .map_err(failed)?;
    let mut players: BTreeMap<String, Sums> = BTreeMap::new();
    for (name, sums) in parts.into_iter().flatten() {
        merge(players.entry(name).or_default(), &sums);
    }
    let mut others = Others::default();
    for sums in players.into_values() {
        let all = whole(&sums);
        if all.decisions >= ENOUGH && Class::of(performance_rating(all.rate())) == class {
            others.players += 1;
            merge(&mut others.sums, &sums);
        }
    }
    Ok(others)
}
