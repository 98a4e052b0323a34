//! Several analyses of the same decisions: whose speaks (`prefer`), and two of them side by side (`compare analyses`).

use super::errors::{Decided, turn_of};
use crate::analysis::{Action, AnalysisSettings, Performances, cube_choices, is_loss};
use crate::board::{Player, Position};
use crate::record::{Event, GameRecord, Method, Note};
use crate::session::reply::{ComparedPlayer, ComparedRow, ComparisonReply, Figures, Reply};
use crate::session::{Session, SessionError};
use crate::words::counted;
use std::collections::{BTreeMap, BTreeSet};

/// The games as one analysis sees them, and the decisions by game and step.
struct Heard {
    games: Vec<GameRecord>,
    decided: BTreeMap<(usize, usize), Decided>,
}

/// A way to decide.
#[derive(PartialEq)]
enum Choice {
    Play(Position),
    Cube(Action),
}

impl Session {
    /// The preferred analyses speak, where decisions have several. Nothing is lost.
    pub(in crate::session) fn let_preferred_speak(&mut self) {
        let name = &self.settings.analysis.prefer;
        self.table.notes_mut().flatten().for_each(|(_, note)| note.prefer(name));
    }

    /// As [`let_preferred_speak`](Self::let_preferred_speak), where somebody has said whom he prefers.
    pub(in crate::session) fn keep_preference(&mut self) {
        if self.settings.analysis.prefer != AnalysisSettings::DEEPEST {
            self.let_preferred_speak();
        }
    }

    /// Whose analysis is preferred, and whose speaks in this match.
    pub(in crate::session) fn told_of_preferred(&self) -> String {
        let name = &self.settings.analysis.prefer;
        let is_deepest = name == AnalysisSettings::DEEPEST;
        let who = if is_deepest { "the deepest analysis".to_owned() } else { format!("the analysis of {name}") };
        let mut told = format!("{who} speaks where a decision has several");
        let known = self.known_judges();
        if !is_deepest && !known.is_empty() && !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            told += &format!("; this match has none of that name, but those of {}", known.join(", "));
        }
        let mut speakers: BTreeMap<&str, usize> = BTreeMap::new();
        let speaking = self.notes().filter_map(|note| note.methods().next());
        speaking.for_each(|method| *speakers.entry(method.program()).or_default() += 1);
        let speak: Vec<_> =
            speakers.iter().map(|(name, n)| format!("{name} for {}", counted(*n, "decision"))).collect();
        if speak.is_empty() { told } else { told + "\nnow speaks " + &speak.join(", ") }
    }

    fn notes(&self) -> impl Iterator<Item = &Note> {
        self.record().games().iter().flat_map(|game| &game.steps).map(|step| &step.note)
    }

    /// The names by which analyses of this match go: programs, then levels.
    fn known_judges(&self) -> Vec<String> {
        let of = |name: fn(&Method) -> String| self.notes().flat_map(Note::methods).map(name).collect::<BTreeSet<_>>();
        of(program).into_iter().chain(of(Method::name)).collect()
    }

    /// The two names that have judged the most decisions both.
    fn pair(&self, name: fn(&Method) -> String) -> Option<[String; 2]> {
        let mut pairs: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for note in self.notes() {
            let names: Vec<_> = note.methods().map(name).collect::<BTreeSet<_>>().into_iter().collect();
            for (i, one) in names.iter().enumerate() {
                let pair = |other: &String| [one.clone(), other.clone()];
                names[i + 1..].iter().for_each(|other| *pairs.entry(pair(other)).or_default() += 1);
            }
        }
        pairs.into_iter().max_by_key(|(_, decisions)| *decisions).map(|(pair, _)| pair)
    }

    /// `compare analyses`.
    pub(in crate::session) fn compare_analyses(&self, names: Option<&(String, String)>) -> Result<Reply, SessionError> {
        let known = self.known_judges();
        if known.is_empty() {
            return Err(self.not_analysed());
        }
        let named = names.map(|(a, b)| [a.clone(), b.clone()]);
        let found = named.or_else(|| self.pair(program)).or_else(|| self.pair(Method::name));
        let analyses = found.ok_or_else(|| {
            SessionError::new("each decision of this match has one analysis").with_suggestion("analyse match again")
        })?;
        if let Some(name) = analyses.iter().find(|name| !known.iter().any(|known| known.eq_ignore_ascii_case(name))) {
            let error = SessionError::new(format!("no decision of this match is judged by `{name}`"));
            return Err(error.with_expected(known));
        }
        let heard = [self.heard(&analyses[0]), self.heard(&analyses[1])];
        Ok(Reply::figures(Figures::Comparison(self.compared(analyses, &heard))))
    }

    /// The record as if it had the analyses of this name alone.
    fn heard(&self, name: &str) -> Heard {
        let mut games = self.record().games().to_vec();
        games.iter_mut().flat_map(|game| &mut game.steps).for_each(|step| step.note.keep_only(name));
        let decided = self.decided_in(&games).into_iter().map(|one| ((one.game, one.verdict.step), one)).collect();
        Heard { games, decided }
    }

    fn compared(&self, analyses: [String; 2], heard: &[Heard; 2]) -> ComparisonReply {
        let mut rated = Player::BOTH.map(|_| [Performances::default(); 2]);
        let (mut decisions, mut differences) = (0, Vec::new());
        let counts_alone = analyses.iter().all(|name| self.is_of_here(name));
        let places: BTreeSet<_> = heard.iter().flat_map(|one| one.decided.keys().copied()).collect();
        for at in places {
            let found = [0, 1].map(|i| heard[i].decided.get(&at));
            let alone = found[0].or(found[1]).filter(|_| counts_alone);
            let [Some(one), Some(other)] = found.map(|one| one.or(alone)) else { continue };
            for (i, decided) in [one, other].into_iter().enumerate() {
                rated[decided.verdict.player.index()][i].add(&decided.verdict);
            }
            if found.iter().all(Option::is_some) && (one.verdict.counts || other.verdict.counts) {
                decisions += 1;
                differences.extend(self.difference(at, heard, [one, other]));
            }
        }
        let weight = |row: &ComparedRow| row.loss.iter().flatten().sum::<f32>();
        differences.sort_by(|a: &ComparedRow, b| weight(b).total_cmp(&weight(a)));
        let alone = |one: &Heard, other: &Heard| {
            let is_alone = |(at, decided): &(&(usize, usize), &Decided)| {
                decided.verdict.counts && !other.decided.contains_key(*at)
            };
            one.decided.iter().filter(is_alone).count()
        };
        let alone = [alone(&heard[0], &heard[1]), alone(&heard[1], &heard[0])];
        let player = |player: Player| ComparedPlayer {
            player: self.settings.names[player].clone(),
            rated: rated[player.index()].map(Into::into),
        };
        let players = Player::BOTH.map(player).into();
        ComparisonReply { analyses, players, decisions, alone, counts_alone, differences }
    }

    /// Whether the analyses of that name were made here. Looks of here build on one another: what the deeper one leaves
    /// to the shallower one is clear, and found by both.
    fn is_of_here(&self, name: &str) -> bool {
        self.notes().flat_map(Note::methods).all(|method| !(method.is_called(name) && method.is_foreign()))
    }

    /// The difference between the best choices of both at a decision, if there is one.
    fn difference(&self, at: (usize, usize), heard: &[Heard; 2], [one, other]: [&Decided; 2]) -> Option<ComparedRow> {
        let [choices, others] = [self.choices(at, &heard[0])?, self.choices(at, &heard[1])?];
        let (best, others_best) = (best(&choices)?, best(&others)?);
        let loss = |choices: &[(Choice, f32)], of: &Choice| {
            choices.iter().find(|(choice, _)| choice == of).map(|(_, loss)| *loss)
        };
        let loss = [loss(&choices, others_best), loss(&others, best)];
        let is_one = |loss: &Option<f32>| loss.is_none_or(is_loss);
        (best != others_best && loss.iter().any(is_one)).then(|| ComparedRow {
            game: at.0 + 1,
            turn: turn_of(&self.record().games()[at.0], at.1),
            player: self.settings.names[one.verdict.player].clone(),
            made: one.made.clone(),
            best: [one.best.clone(), other.best.clone()],
            loss,
        })
    }

    /// The ways to decide with what each gives up, in the order of an analysis.
    fn choices(&self, (game, step): (usize, usize), heard: &Heard) -> Option<Vec<(Choice, f32)>> {
        let record = &heard.games[game];
        let entry = &record.steps[step];
        if !matches!(entry.event, Event::Play(_)) {
            let choices = cube_choices(record, step, self.engine.met())?;
            return Some(choices.into_iter().map(|(action, loss)| (Choice::Cube(action), loss)).collect());
        }
        let plays = entry.note.plays.as_ref()?;
        let result =
            |(i, value): (usize, &crate::record::PlayValue)| (Choice::Play(value.play.result), -plays.behind(i));
        Some(plays.plays.iter().enumerate().map(result).collect())
    }
}

/// The choice that gives up the least; of equal ones the first.
fn best(choices: &[(Choice, f32)]) -> Option<&Choice> {
    choices.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(choice, _)| choice)
}

fn program(method: &Method) -> String {
    method.program().to_owned()
}
