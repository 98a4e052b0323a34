//! A match as a list of decisions: what pages and texts of it show.

use crate::analysis::{Action, Thresholds, Verdict, cube_info, decision_of, is_loss, open, verdict};
use crate::board::{ByPlayer, Player};
use crate::eval::{Answer, CubeAction, CubeDecision, Doubt, Evaluator, Exchange, ExchangeAnswer, cube_words};
use crate::notation::play_text;
use crate::record::{CubeAnalysis, Event, Game, GameRecord, MatchInfo, Method, Note, Skill, State};
use crate::render::decision::Line;
use crate::render::words::capitalized;
use crate::rollout::DOUBLE_BEAVER;
use crate::scoring::Met;
use crate::session::{acted, answer_name, ended, is_listed, turn_numbers};
use crate::settings::{Detail, ExportSettings};
use crate::words::counted;
use std::sync::Arc;

/// Everything that a report on a match is made of.
pub struct MatchPage<'a> {
    /// Names by seat.
    pub names: &'a ByPlayer<String>,
    /// The facts about the match.
    pub info: &'a MatchInfo,
    /// The games.
    pub games: &'a [GameRecord],
    /// The table by which scores are winning chances.
    pub met: &'a Met,
    /// The evaluator, which knows the classes of positions and whose errors were learned.
    pub evaluator: Arc<Evaluator>,
    /// The losses from which decisions are marked.
    pub thresholds: &'a Thresholds,
    /// The settings of what to include.
    pub export: &'a ExportSettings,
    /// Errors and luck added up, as text; `None` where there is no analysis or the settings leave it out.
    pub statistics: Option<String>,
}

impl MatchPage<'_> {
    /// The lines about the whole, where the settings include them.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        if self.export.include.matchinfo { facts(self.info) } else { Vec::new() }
    }

    /// Whether the board of the decision with this place in its game, from 0, is drawn.
    pub(super) fn draws_board(&self, place: usize) -> bool {
        self.export.board > 0 && place.is_multiple_of(usize::from(self.export.board))
    }
}

/// A decision of a game.
pub struct Decision<'a> {
    /// The step of the game, from 0.
    pub step: usize,
    /// The turn of the game, from 1, as `list game` numbers them.
    pub turn: usize,
    /// The kind of decision.
    pub kind: Kind,
    /// The state in which it was made.
    pub state: &'a State,
    /// The player who made it.
    pub player: Player,
    /// The action: `62: 24/18 13/11`, `doubles to 2`.
    pub done: String,
    /// The mark, if it was an error.
    pub mark: Option<Skill>,
    /// The action that was taken, where it was judged.
    pub action: Option<Action>,
    /// The equity that was given up.
    pub loss: Option<f32>,
    /// Doubts about the best choice, where the errors of such an analysis were learned.
    pub doubt: Option<Doubt>,
    /// Whether there was a choice.
    pub counts: bool,
    /// Whether the loss counts as an error.
    pub is_error: bool,
    /// The expectation of player 1 before it, a winning chance in matches and else an equity; `None` without analysis.
    pub expected: Option<f32>,
    /// The best plays.
    pub(super) plays: Vec<Line>,
    /// The cube decision.
    pub cube: Option<CubeLines>,
    /// The luck of the roll.
    pub luck: Option<f32>,
    /// The comment, and whether the decision is flagged.
    pub comment: String,
    /// The losses from which choices are errors.
    pub thresholds: Thresholds,
}

impl Decision<'_> {
    /// How often the cube had been turned at once before it.
    pub fn turns(&self) -> u8 {
        self.state.game.map_or(0, |game| game.beavers)
    }
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A play, or none.
    Play,
    /// The decision to double or not.
    Double,
    /// The answer to a double.
    Answer,
    /// A resignation, and the answer to it.
    Resignation,
    /// A position that was set up.
    Setup,
}

/// A cube decision as lines.
pub struct CubeLines {
    /// The actions, for the side that may double.
    pub(super) actions: Vec<Line>,
    /// The answers to the double or the beaver, for the player who gave one; empty where none was given.
    pub(super) answers: Vec<Line>,
    /// The advice: the right action.
    pub advice: String,
    /// How that was found.
    pub method: String,
}

impl CubeLines {
    /// What a list of the decision shows: the answers to a beaver, and else the actions.
    pub(super) fn listed(&self, turns: u8) -> &[Line] {
        if turns > 0 && !self.answers.is_empty() { &self.answers } else { &self.actions }
    }
}

/// How a value was found, in a few letters, or at length; with the trials of a rollout of which that tells how it was
/// made.
fn method(method: &Method, detail: &Detail) -> (String, Option<u64>) {
    let mut rollout_of = None;
    let text = match method {
        Method::Plies { plies, cubeful, noise, deterministic, pruned } if detail.evaluation => {
            let mut text = format!("{plies}-ply {}", if *cubeful { "cubeful" } else { "cubeless" });
            text += if *pruned { ", pruned" } else { "" };
            if *noise > 0.0 {
                text += &format!(", noise {noise}{}", if *deterministic { "" } else { " at random" });
            }
            text
        }
        Method::Plies { plies, cubeful, .. } => format!("{plies}-ply{}", if *cubeful { "" } else { " cubeless" }),
        Method::Level { level, .. } if !detail.rollout => level.to_string(),
        Method::Level { level, trials } => format!("{level}, {}", counted(*trials, "trial")),
        Method::Rollout { .. } if !detail.rollout => "rollout".to_owned(),
        Method::Rollout { trials: 0, context } => context.clone(),
        Method::Rollout { trials, .. } => match method.made() {
            Some(made) => {
                rollout_of = Some(u64::from(*trials));
                format!("rollout: {made}")
            }
            None => format!("rollout of {trials}"),
        },
        Method::Foreign { level, settings, .. } if detail.rollout && !settings.is_empty() => {
            format!("{level} ({settings})")
        }
        Method::Foreign { level, .. } => level.clone(),
    };
    (text, rollout_of)
}

/// The lines of a cube decision. `event` is the action taken, `next` what came after it.
fn cube(
    analysis: &CubeAnalysis,
    decision: &CubeDecision,
    detail: &Detail,
    game: &Game,
    (event, next): (&Event, Option<&Event>),
) -> CubeLines {
    let (values, (method, trials)) = (decision.values, method(&analysis.method, detail));
    let outputs = analysis.no_double.chances().filter(|_| detail.probabilities);
    let errors = analysis.errors.map(|errors| errors.map(|errors| f64::from(errors.cubeful)));
    let is_answer = matches!(event, Event::Take | Event::Pass | Event::Beaver);
    let answer_of = |event: &Event| match event {
        Event::Take => Some(Answer::Take),
        Event::Pass => Some(Answer::Pass),
        Event::Beaver => Some(Answer::Beaver),
        _ => None,
    };
    let beavers = decision.beavers.min(game.most_beavers());
    let exchange = Exchange { beavers, ..decision.exchange() };
    let answered = match event {
        Event::Double => next.and_then(answer_of),
        // Whether the double was beavered is known where the beaver is answered.
        _ if is_answer && game.beavers > 0 => Some(Answer::Beaver),
        _ => answer_of(event),
    };
    let doubles = is_answer || values.no_double < decision.double();
    let best = doubles.then(|| exchange.best_answer(0).answer);
    // What a pass is worth the rules say.
    let redoubles = decision.verdict.is_some_and(|verdict| verdict.redouble);
    let line = |name: &str, answer, (value, behind): (f32, f32), error| Line {
        name: cube_words(name, redoubles),
        value: (value.into(), error),
        behind: Some((behind.into(), None)),
        method: (answer != Answer::Pass).then(|| method.clone()),
        trials: trials.filter(|_| answer != Answer::Pass),
        ..Line::default()
    };
    let double = |name, answer, value: f32, error| Line {
        is_made: answered == Some(answer),
        is_best: best == Some(answer),
        ..line(name, answer, (value, decision.best() - value), error)
    };
    let take_error = errors.map(|errors| errors[1]);
    let [take, pass] = [CubeAction::DoubleTake, CubeAction::DoublePass].map(CubeAction::name);
    let mut actions = vec![
        Line {
            outputs: outputs.map(|outputs| outputs.map(f64::from)),
            is_made: !is_answer && *event != Event::Double,
            is_best: best.is_none(),
            ..double(CubeAction::NoDouble.name(), Answer::Take, values.no_double, errors.map(|errors| errors[0]))
        },
        double(take, Answer::Take, values.double_take, take_error),
        double(pass, Answer::Pass, values.double_pass, None),
    ];
    let beaver = exchange.answers(0).find(|answer| answer.answer == Answer::Beaver);
    if let Some(beaver) = beaver.filter(|_| best == Some(Answer::Beaver) || decision.double_beaver().is_some()) {
        let error = take_error.zip(beaver.takes).map(|(error, takes)| error * takes);
        actions.insert(1, double(DOUBLE_BEAVER, Answer::Beaver, beaver.value as f32, error));
    } else if answered == Some(Answer::Beaver) {
        // Where no line tells of the beaver, it is a take.
        actions[1].is_made = true;
    }
    let turns = game.beavers;
    let (sign, best) = (if turns.is_multiple_of(2) { -1.0 } else { 1.0 }, exchange.best_answer(turns));
    let seen_by_other = |[win, gammon, backgammon, lost, worse]: [f32; 5]| [1.0 - win, lost, worse, gammon, backgammon];
    let seen = |outputs: [f32; 5]| if sign < 0.0 { seen_by_other(outputs) } else { outputs };
    let answer = |answer: ExchangeAnswer| {
        let name = capitalized(answer_name(answer.answer, turns));
        let value = ((sign * answer.value) as f32, (answer.value - best.value).abs() as f32);
        let error = take_error.zip(answer.takes).map(|(error, takes)| error * takes);
        Line {
            outputs: outputs.filter(|_| answer.answer == Answer::Take).map(|outputs| seen(outputs).map(f64::from)),
            is_made: answer_of(event) == Some(answer.answer),
            is_best: answer.answer == best.answer,
            ..line(&name, answer.answer, value, error)
        }
    };
    let answers: Vec<_> = if is_answer { exchange.answers(turns).map(answer).collect() } else { Vec::new() };
    let verdict = || decision.verdict.map_or_else(|| "The cube cannot be turned".to_owned(), |it| it.to_string());
    let of_beaver = answers.iter().find(|line| line.is_best && turns > 0).map(|line| line.name.clone());
    CubeLines { actions, answers, advice: of_beaver.unwrap_or_else(verdict), method }
}

/// The decisions of a game in order.
pub fn decisions<'a>(page: &MatchPage<'_>, record: &'a GameRecord) -> Vec<Decision<'a>> {
    let (met, thresholds, export) = (page.met, page.thresholds, page.export);
    let mut found: Vec<Decision<'_>> = Vec::new();
    let turns = turn_numbers(record);
    let mut luck = None;
    let mut remark = String::new();
    for (i, step) in record.steps.iter().enumerate() {
        let state = record.state(i);
        let note = &step.note;
        if matches!(step.event, Event::Roll(_) | Event::Begin { .. }) {
            luck = note.luck;
            remark.clone_from(&note.comment);
        }
        let Some(game) = state.game else { continue };
        let judged: Option<Verdict> = verdict(record, i, met, thresholds);
        let (player, done) = match &step.event {
            // Not doubling is listed where it was a decision.
            Event::Roll(_) if judged.as_ref().is_some_and(|judged| judged.counts) => {
                (game.on_roll, cube_words("does not double", game.cube.is_owned()))
            }
            Event::Roll(_) | Event::Begin { .. } => continue,
            Event::Set(after) if after.game.is_some() && !is_listed(record, i) => continue,
            event => {
                let is_of_roll = matches!(event, Event::Play(_) | Event::NoPlay | Event::Irregular(_));
                let dice = game.dice.filter(|_| is_of_roll).map(|dice| format!("{dice}: ")).unwrap_or_default();
                let told = acted(state, event).map(|(player, done)| (player, dice + &done));
                told.unwrap_or_else(|| (step.after.game.unwrap_or(game).on_roll, "(set up)".to_owned()))
            }
        };
        let is_play = matches!(step.event, Event::Play(_) | Event::NoPlay);
        let is_cube = matches!(judged.as_ref().map(|judged| judged.action), Some(action) if action != Action::Play)
            || matches!(step.event, Event::Double | Event::Take | Event::Pass | Event::Beaver);
        let comment = match (is_play, remark.is_empty()) {
            (true, false) if note.comment.is_empty() => std::mem::take(&mut remark),
            (true, false) => format!("{}\n{}", std::mem::take(&mut remark), note.comment),
            _ if matches!(step.event, Event::Roll(_)) => String::new(),
            _ => note.comment.clone(),
        };
        let comment = if note.flag { format!("flagged\n{comment}").trim_end().to_owned() } else { comment };
        let mark = judged.as_ref().and_then(|judged| judged.mark).or(note.skill);
        let wanted = export.include.analysis && export.players[player];
        let lists_plays = wanted && matches!(step.event, Event::Play(_)) && export.moves.shows(mark);
        let cube = note.cube.as_ref().filter(|_| wanted && is_cube).and_then(|analysis| {
            let decision = decision_of(analysis, &cube_info(state, &game, met));
            let kinds = export.kinds;
            let is_actual = matches!(step.event, Event::Double | Event::Take | Event::Pass | Event::Beaver);
            let is_missed = !is_actual && judged.as_ref().is_some_and(|judged| is_loss(judged.loss));
            let is_shown = export.cube.shows(mark)
                || (kinds.actual && is_actual)
                || (kinds.missed && is_missed)
                || (kinds.close && decision.is_close());
            let next = record.steps.get(i + 1).map(|next| &next.event);
            is_shown.then(|| cube(analysis, &decision, &export.cube, &game, (&step.event, next)))
        });
        found.push(Decision {
            thresholds: *thresholds,
            step: i,
            turn: turns[i],
            kind: match step.event {
                Event::Play(_) | Event::NoPlay | Event::Irregular(_) => Kind::Play,
                Event::Take | Event::Pass | Event::Beaver => Kind::Answer,
                Event::Resign(_) | Event::Accept | Event::Decline => Kind::Resignation,
                Event::Set(_) => Kind::Setup,
                Event::Roll(_) | Event::Double | Event::Begin { .. } => Kind::Double,
            },
            state: match &step.event {
                // What was set up is shown, with its dice, and not what it took the place of.
                Event::Set(after) if after.game.is_some() => {
                    let rolled = record.steps.get(i + 1).filter(|next| matches!(next.event, Event::Roll(_)));
                    &rolled.unwrap_or(step).after
                }
                _ => state,
            },
            player,
            done,
            mark: mark.filter(|_| wanted),
            action: judged.as_ref().map(|judged| judged.action),
            loss: judged.as_ref().map(|judged| judged.loss).filter(|_| wanted),
            doubt: judged.as_ref().filter(|judged| wanted && judged.counts).and_then(|_| {
                open(record, i, &page.evaluator, met).filter(|open| open.is_learned).map(|open| open.best)
            }),
            counts: judged.as_ref().is_some_and(|judged| judged.counts),
            is_error: wanted && judged.as_ref().is_some_and(Verdict::is_error),
            expected: expected(&step.event, note, state, met).filter(|_| export.include.analysis),
            plays: note.plays.as_ref().filter(|_| lists_plays).map_or_else(Vec::new, |analysis| {
                let listed = analysis.plays.iter().enumerate();
                listed
                    .filter(|(i, _)| *i < usize::from(export.plays) || Some(*i) == analysis.played)
                    .map(|(i, value)| {
                        let (method, trials) = method(&value.method, &export.moves);
                        let outputs = value.numbers.chances().filter(|_| export.moves.probabilities);
                        Line {
                            rank: Some(i + 1),
                            is_made: Some(i) == analysis.played,
                            is_best: i == 0,
                            name: play_text(&value.play),
                            play: Some(value.play.clone()),
                            value: (value.numbers.cubeful.into(), value.errors.map(|errors| errors.cubeful.into())),
                            behind: Some((f64::from(-analysis.behind(i)), None)),
                            outputs: outputs.map(|outputs| outputs.map(f64::from)),
                            method: Some(method),
                            trials,
                            ..Line::default()
                        }
                    })
                    .collect()
            }),
            cube,
            luck: if is_play { luck.take().filter(|_| wanted) } else { None },
            comment: if export.include.annotations { comment } else { String::new() },
        });
    }
    found
}

/// The expectation of player 1 before a decision, as far as there is an analysis.
fn expected(event: &Event, note: &Note, state: &State, met: &Met) -> Option<f32> {
    let game = state.game?;
    let info = cube_info(state, &game, met);
    let equity = match event {
        Event::Play(_) => note.plays.as_ref()?.plays.first()?.numbers.cubeful,
        Event::Roll(_) | Event::Double => decision_of(note.cube.as_ref()?, &info).optimal,
        Event::Take | Event::Pass | Event::Beaver => decision_of(note.cube.as_ref()?, &info).double(),
        _ => return None,
    };
    let own = info.mwc(equity).unwrap_or_else(|| equity * game.cube_before_beavers().value() as f32);
    Some(match (game.on_roll, info.is_match()) {
        (Player::Bottom, _) => own,
        (Player::Top, true) => 1.0 - own,
        (Player::Top, false) => -own,
    })
}

/// How a game ended, and the match with it, in words.
pub fn ending(names: &ByPlayer<String>, record: &GameRecord) -> String {
    let last = record.state(record.steps.len());
    let is_of_match = last.standing.is_over() && last.game.is_none();
    ended(names, record) + if is_of_match { " and the match" } else { "" }
}

/// The lines about the whole: event, date and so on, each with its label.
pub fn facts(info: &MatchInfo) -> Vec<(&'static str, String)> {
    let date = info.date.map(|date| date.to_string());
    let all = [
        ("Event", info.event.clone()),
        ("Round", info.round.clone()),
        ("Place", info.place.clone()),
        ("Date", date.unwrap_or_default()),
        ("Annotator", info.annotator.clone()),
        ("Comment", info.comment.clone()),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}
