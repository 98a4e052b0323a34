//! The record as values: what happened, turn by turn, what an analysis found, and statistics.

use super::evaluate::hops;
use super::table::context;
use crate::analysis::{Loss, PlayerStatistics, Statistics, absolute_rating, cube_info, rating_losses, verdicts};
use crate::board::Player;
use crate::movegen::Play;
use crate::notation::position_id;
use crate::record::{
    CubeAnalysis, Ending, Event, GameRecord, LuckMark, Method, Note, Numbers, PlayAnalysis, PlayValue, Skill, State,
};
use crate::scoring::CubeInfo;
use crate::session::{Session, begun};
use serde_json::{Map, Value, json};

/// The record of the session.
pub(super) fn record(session: &Session) -> Value {
    let main = session.record().main_line();
    let games = main.games();
    let (met, thresholds) = (session.met(), &session.settings().analysis.thresholds);
    let info = session.match_info();
    let date = info.date.map(|date| json!([date.day, date.month, date.year]));
    let last = games.last().map(|game| game.state(game.steps.len()));
    let whole = Statistics::of_games(games, met, thresholds);
    json!({
        "names": session.settings().names.0,
        "ratings": info.ratings.0,
        "date": date,
        "event": info.event,
        "round": info.round,
        "place": info.place,
        "annotator": info.annotator,
        "comment": info.comment,
        "length": session.standing().length(),
        "jacoby": session.standing().terms().is_jacoby(),
        "variation": session.settings().variation.name(),
        "winner": last.filter(|state| state.standing.is_over()).and_then(|state| state.outcome).map(|outcome| outcome.winner.index()),
        "context": context(&session.settings().analysis.chequerplay),
        "games": games.iter().filter(|game| !game.steps.is_empty()).map(|game| game_value(session, game)).collect::<Vec<_>>(),
        "statistics": statistics(&whole, session),
    })
}

fn game_value(session: &Session, game: &GameRecord) -> Value {
    let first = begun(game);
    let outcome = game.state(game.steps.len()).outcome;
    let (met, thresholds) = (session.met(), &session.settings().analysis.thresholds);
    json!({
        "score": first.standing.points().0,
        "crawford": first.standing.terms().match_score().is_some_and(|score| score.crawford()),
        "winner": outcome.map(|outcome| outcome.winner.index()),
        "points": outcome.map(|outcome| outcome.points),
        "resigned": outcome.is_some_and(|outcome| matches!(outcome.ending, Ending::Resigned(_))),
        "actions": Actions::new(session, game).all(),
        "statistics": statistics(&Statistics::of_game(game, met, thresholds), session),
    })
}

/// A walk along the steps of a game. A roll belongs to the play after it.
struct Actions<'a> {
    session: &'a Session,
    game: &'a GameRecord,
    /// The mark of each step.
    marks: Vec<Option<Skill>>,
    /// The step with the roll that lies on the table.
    rolled: Option<usize>,
    found: Vec<Value>,
}

impl<'a> Actions<'a> {
    fn new(session: &'a Session, game: &'a GameRecord) -> Self {
        let mut marks: Vec<Option<Skill>> = game.steps.iter().map(|step| step.note.skill).collect();
        for verdict in verdicts(game, session.met(), &session.settings().analysis.thresholds) {
            marks[verdict.step] = verdict.mark;
        }
        Self { session, game, marks, rolled: None, found: Vec::new() }
    }

    fn all(mut self) -> Vec<Value> {
        for at in 0..self.game.steps.len() {
            self.step(at);
        }
        self.dice_without_a_play(self.game.state(self.game.steps.len()));
        self.found
    }

    fn step(&mut self, at: usize) {
        let step = &self.game.steps[at];
        let before = self.game.state(at);
        let Some(table) = before.game.or(step.after.game) else { return };
        let (on_roll, decides) = (table.on_roll.index(), table.to_decide().index());
        let board = position_id(&table.position);
        match &step.event {
            Event::Begin { .. } | Event::Roll(_) => self.rolled = Some(at),
            Event::Play(_) | Event::NoPlay => {
                let moves = match &step.event {
                    Event::Play(play) => in_order(play),
                    _ => Vec::new(),
                };
                let dice = table.dice.map(|dice| [dice.high(), dice.low()]);
                let action = json!({"action": "move", "player": on_roll, "dice": dice, "moves": moves, "board": board});
                let rolled = self.rolled.take();
                self.push(action, before, at, rolled);
            }
            Event::Double => {
                self.push(json!({"action": "double", "player": on_roll, "board": board}), before, at, None);
            }
            Event::Take | Event::Pass | Event::Beaver => {
                let name = match step.event {
                    Event::Take => "take",
                    Event::Pass => "drop",
                    _ => "beaver",
                };
                self.push(json!({"action": name, "player": decides}), before, at, None);
            }
            Event::Accept => {
                let resigned = before.game.and_then(|game| game.pending);
                let Some(crate::record::Pending::Resignation { by, value, .. }) = resigned else { return };
                let points = value.multiplier();
                self.push(json!({"action": "resign", "player": by.index(), "points": points}), before, at, None);
            }
            // A resignation is told when it is accepted.
            Event::Resign(_) | Event::Decline => {}
            Event::Irregular(_) | Event::Set(_) => {
                let after = step.after;
                self.dice_without_a_play(before);
                if let Some(game) = after.game {
                    self.found.push(json!({"action": "set", "board": position_id(&game.position)}));
                }
                self.rolled = None;
                // A game that a file ends without saying how was given up.
                if let Some(outcome) = after.outcome.filter(|_| before.game.is_some()) {
                    let loser = (!outcome.winner).index();
                    match outcome.ending {
                        Ending::Resigned(value) => {
                            let points = value.multiplier();
                            self.found.push(json!({"action": "resign", "player": loser, "points": points}));
                        }
                        Ending::Passed => self.found.push(json!({"action": "drop", "player": loser})),
                        Ending::Played(_) => {}
                    }
                }
            }
        }
    }

    /// A roll that nobody has played.
    fn dice_without_a_play(&mut self, state: &State) {
        if let (Some(at), Some(game)) = (self.rolled.take(), state.game)
            && let Some(dice) = game.dice
        {
            let dice = [dice.high(), dice.low()];
            self.push(json!({"action": "set", "player": game.on_roll.index(), "dice": dice}), state, at, Some(at));
        }
    }

    /// Adds an action with what is known: about the step at `at`, and about the roll before it.
    fn push(&mut self, mut action: Value, before: &State, at: usize, rolled: Option<usize>) {
        let Some(game) = before.game.or(self.game.steps[at].after.game) else { return self.found.push(action) };
        let info = cube_info(before, &game, self.session.met());
        let note = &self.game.steps[at].note;
        let of_roll = rolled.map(|rolled| &self.game.steps[rolled].note);
        let mut analysis = Map::new();
        let cube = of_roll.map_or(note.cube.as_deref(), |note| note.cube.as_deref());
        // The answers to a double repeat what stands with it.
        if let Some(cube) = cube.filter(|_| matches!(self.game.steps[at].event, Event::Double) || of_roll.is_some()) {
            analysis.insert("cube".to_owned(), cube_value(cube, &info));
        }
        if let Some(plays) = &note.plays {
            analysis.insert("plays".to_owned(), plays_value(plays, &info));
            analysis.insert("played".to_owned(), json!(plays.played));
        }
        let luck = of_roll.and_then(|note| note.luck);
        if let Some(luck) = luck {
            let marked = of_roll.and_then(|note| note.luck_mark);
            let mark = marked.or_else(|| self.session.settings().analysis.thresholds.luck(luck));
            analysis.insert("luck".to_owned(), json!({"value": luck, "mark": mark.map(LuckMark::name)}));
        }
        if let Some(mark) = self.marks[at].filter(|_| rolled != Some(at)) {
            analysis.insert("skill".to_owned(), json!(mark.name()));
        }
        if let Some(mark) = rolled.filter(|rolled| *rolled != at).and_then(|rolled| self.marks[rolled]) {
            analysis.insert("cube_skill".to_owned(), json!(mark.name()));
        }
        let comments: Vec<&str> = of_roll
            .filter(|_| rolled != Some(at))
            .into_iter()
            .chain([note])
            .map(|note: &Note| note.comment.as_str())
            .filter(|text| !text.is_empty())
            .collect();
        if !analysis.is_empty() {
            action["analysis"] = Value::Object(analysis);
        }
        if !comments.is_empty() {
            action["comment"] = json!(comments.join("\n"));
        }
        self.found.push(action);
    }
}

/// The checker moves from the back to the front.
fn in_order(play: &Play) -> Vec<[u8; 2]> {
    let mut hops = hops(play);
    hops.sort_by(|a, b| b.cmp(a));
    hops
}

fn cube_value(cube: &CubeAnalysis, info: &CubeInfo) -> Value {
    let [error, take_error] = cube.errors.as_ref().map_or([None; 2], |errors| errors.each_ref().map(Some));
    json!({
        "no_double": estimate(&cube.no_double, error, info),
        "double_take": estimate(&cube.take, take_error, info),
        "method": method(&cube.method),
    })
}

fn plays_value(plays: &PlayAnalysis, info: &CubeInfo) -> Value {
    let value = |play: &PlayValue| {
        let mut value = estimate(&play.numbers, play.errors.as_ref(), info);
        value["moves"] = json!(hops(&play.play));
        value["method"] = method(&play.method);
        value
    };
    plays.plays.iter().map(value).collect()
}

/// Numbers with their errors.
fn estimate(numbers: &Numbers, errors: Option<&Numbers>, info: &CubeInfo) -> Value {
    let object = |of: &Numbers, mwc: Option<f32>| json!({"outputs": of.outputs, "equity": of.cubeless, "cubeful": of.cubeful, "cubeful_mwc": mwc});
    let mut value = object(numbers, info.mwc(numbers.cubeful));
    value["std_err"] = json!(errors.map(|errors| object(errors, info.mwc_of_difference(errors.cubeful))));
    value
}

fn method(method: &Method) -> Value {
    match method {
        Method::Plies { plies, cubeful, noise, deterministic, pruned } => json!({"eval": {
            "cubeful": u8::from(*cubeful), "plies": plies, "deterministic": u8::from(*deterministic),
            "prune": u8::from(*pruned), "noise": noise,
        }}),
        Method::Level { level, trials } => json!({"level": {"level": level, "trials": trials}}),
        Method::Rollout { trials, .. } => json!({"rollout": {"trials": trials}}),
        Method::Foreign { level, trials, .. } => json!({"foreign": {"level": level, "trials": trials}}),
    }
}

fn statistics(statistics: &Statistics, session: &Session) -> Value {
    let (actual, adjusted) = (statistics.actual(), statistics.luck_adjusted());
    let (length, offset) = (statistics.length, session.settings().rating_offset);
    let player = |player: Player| {
        let sign = if player == Player::Top { 1.0 } else { -1.0 };
        let of = &statistics.players[player];
        let Value::Object(mut value) = player_value(of) else { return Value::Null };
        let [plays, cube] = [of.plays.rate(), of.cube.rate()].map(|rate| rate.map(|loss| loss.equity));
        let difference = statistics.luck_based_difference().map(|difference| sign * difference);
        let rating = (length > 0).then(|| absolute_rating(plays, cube, length, offset));
        value.insert("actual".to_owned(), json!(sign * actual));
        value.insert("luck_adjusted".to_owned(), json!(sign * adjusted));
        value.insert("rating_by_luck".to_owned(), json!(difference));
        value.insert("rating".to_owned(), json!(rating));
        value.insert("rating_losses".to_owned(), json!((length > 0).then(|| rating_losses(plays, cube, length))));
        Value::Object(value)
    };
    json!(Player::BOTH.map(player))
}

fn player_value(of: &PlayerStatistics) -> Value {
    let loss = |loss: &Loss| json!([loss.equity, loss.cost]);
    let counted = |counted: &crate::analysis::Counted| json!([counted.count, counted.loss.equity, counted.loss.cost]);
    let (plays, cube, luck) = (&of.plays, &of.cube, &of.luck);
    json!({
        "plays": {
            "total": plays.total, "unforced": plays.unforced, "unmarked": plays.unmarked,
            "marked": plays.marked, "error": loss(&plays.error),
        },
        "cube": {
            "total": cube.total, "close": cube.close, "doubles": cube.doubles, "takes": cube.takes,
            "passes": cube.passes,
            "missed_below": counted(&cube.missed_below), "missed_above": counted(&cube.missed_above),
            "wrong_below": counted(&cube.wrong_below), "wrong_above": counted(&cube.wrong_above),
            "wrong_takes": counted(&cube.wrong_takes), "wrong_passes": counted(&cube.wrong_passes),
            "error": loss(&cube.error()),
        },
        "luck": {"unmarked": luck.unmarked, "marked": luck.marked, "luck": loss(&luck.luck)},
    })
}
