//! One decision of the record as it was made: the choice, the best, what it gave up, and what the analysis says of the
//! candidates. Stepping and `goto` show it under the board.

use super::errors::Decided;
use super::steps::turn_numbers;
use super::stored::{noted_cube, noted_plays};
use crate::analysis::{Action, luck_at, verdict};
use crate::formats::against_the_rules;
use crate::notation::play_text;
use crate::record::{Event, State, Step};
use crate::session::Session;
use crate::session::reply::{DecisionReply, Figures, JudgedDecision, Reply, StoredReply, Taken};
use crate::settings::OutputStyle;
use crate::words::counted;

/// Plays that are shown under a decision, that which was made aside.
const SHOWN: usize = 5;

impl Session {
    /// The board, and the decision at the cursor as it was made; after some notes. Without boards there is neither,
    /// unless the decision was asked for.
    pub(super) fn with_decision(&self, notes: Vec<String>, is_asked_for: bool) -> Reply {
        let mut shown = self.with_board(notes).parts();
        if self.settings.display || is_asked_for {
            shown.extend(self.decision_here());
        }
        Reply::of_all(shown)
    }

    /// The decision at the cursor; `None` where nothing has been decided yet, and in GNU Backgammon's layout, which
    /// has no place for it.
    pub(super) fn decision_here(&self) -> Option<Reply> {
        if self.settings.output.style == OutputStyle::Gnubg {
            return None;
        }
        let (game, step) = self.record().cursor();
        let decision = self.decision_at(game, step, SHOWN)?;
        Some(Reply::figures(Figures::Decision(Box::new(decision))))
    }

    /// A decision of the record, by its game and the steps before it, both from 0, with this many candidates; `None`
    /// where a step is no decision.
    pub(in crate::session) fn decision_at(&self, game: usize, step: usize, shown: usize) -> Option<DecisionReply> {
        let record = self.record().games().get(game)?;
        let entry = record.steps.get(step)?;
        let before = record.state(step);
        let table = before.game?;
        let judged = |step: usize| {
            let verdict = verdict(record, step, self.engine.met(), &self.settings.analysis.thresholds)?;
            Some(self.described(game, record, verdict))
        };
        let (player, made) = match (&entry.event, judged(step)) {
            (_, Some(decided)) => (decided.verdict.player, decided.made),
            (Event::Irregular(_) | Event::Set(_), None) => against_the_rules(before, &entry.event)?,
            (Event::Play(play), None) => (table.on_roll, play_text(play)),
            (event, None) => (table.to_decide(), unjudged(event)?.to_owned()),
        };
        let first = self.table.begin_of_turn(game, step);
        let is_play = matches!(entry.event, Event::Play(_) | Event::NoPlay);
        let no_double = (is_play && first < step).then(|| judged(first)).flatten();
        let no_double = no_double.filter(|one| one.verdict.action == Action::NoDouble && one.verdict.counts);
        Some(DecisionReply {
            game: game + 1,
            turn: turn_numbers(record)[step],
            player: self.settings.names[player].clone(),
            dice: table.dice.filter(|_| is_play).map(|dice| dice.to_string()),
            made,
            judged: judged(step).filter(|_| entry.event != Event::NoPlay).map(told),
            no_double: no_double.map(told),
            luck: luck_at(record, first, self.engine.met()).filter(|_| is_play).map(|(_, luck, _)| luck),
            is_match: before.standing.length() > 0,
            analysis: self.candidates(entry, before, shown),
            flagged: entry.note.flag,
            comment: comment(&record.steps[first..=step]),
        })
    }

    /// The candidates of a step with their analysis.
    fn candidates(&self, entry: &Step, before: &State, shown: usize) -> Option<StoredReply> {
        let event = match &entry.event {
            Event::Play(_) => return entry.note.plays.as_deref().map(|plays| noted_plays(plays, shown)),
            Event::NoPlay => return None,
            event => event,
        };
        let mut reply = noted_cube(entry.note.cube.as_deref()?, before);
        let (cube, terms) = (reply.cube.as_mut()?, before.standing.terms());
        if matches!(event, Event::Take | Event::Pass | Event::Beaver) {
            cube.is_answer = true;
            let trials = cube.trials.map_or_else(String::new, |trials| format!(", {}", counted(trials, "trial")));
            let error = cube.std_err.map(|errors| errors[1]);
            let by = format!("{}{trials}", cube.by);
            let taken = Taken { value: cube.double_take, error, chances: None, by, ply: None };
            let game = before.game.as_ref()?;
            cube.answers = taken.answers(&self.settings.names[game.to_decide()], game, terms);
        }
        Some(reply)
    }
}

/// The comments on some steps.
fn comment(steps: &[Step]) -> Option<String> {
    let written: Vec<&str> =
        steps.iter().map(|step| step.note.comment.trim()).filter(|text| !text.is_empty()).collect();
    (!written.is_empty()).then(|| written.join("\n"))
}

fn told(decided: Decided) -> JudgedDecision {
    let Decided { verdict, best, by, .. } = decided;
    JudgedDecision { best, loss: verdict.loss, cost: verdict.cost, mark: verdict.mark.map(|mark| mark.name()), by }
}

/// The decision of an event without an analysis; `None` where it is no decision.
const fn unjudged(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::NoPlay => "no play",
        Event::Double => "double",
        Event::Take => "take",
        Event::Pass => "pass",
        Event::Beaver => "beaver",
        Event::Resign(_) => "resign",
        Event::Accept => "accept",
        Event::Decline => "decline",
        Event::Roll(_) => "no double",
        Event::Begin { .. } | Event::Play(_) | Event::Irregular(_) | Event::Set(_) => return None,
    })
}
