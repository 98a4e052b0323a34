//! The state of the table, and the settings, as values.

use crate::board::{Player, Position};
use crate::eval::EvalSettings;
use crate::notation::Phase;
use crate::record::{Game, State};
use crate::scoring::{CubeInfo, CubeOwner, Terms};
use crate::session::Session;
use serde_json::{Value, json};

/// The table: board, cube, dice, offers, identifiers; `null` without a game.
pub(super) fn table(session: &Session) -> Value {
    let state = session.state();
    let Some(game) = state.shown() else { return Value::Null };
    let info = session.cube_of(&game, state.standing.terms());
    let ids = session.board_at(state).expect("a game is shown").ids;
    let pending = session.match_state(&game);
    json!({
        "board": board(&game.position),
        "on_roll": game.on_roll.index(),
        "decides": pending.decides.index(),
        "dice": game.dice.map(|dice| [dice.high(), dice.low()]),
        "doubled": u8::from(pending.doubled),
        "resigned": pending.resignation.map_or(0, |value| value.multiplier()),
        "gamestate": Phase::ALL.iter().position(|phase| *phase == pending.phase),
        "cube": cube(&info, session),
        "position_id": ids.position_id,
        "match_id": ids.match_id,
        "xgid": ids.xgid,
        "variation": game.variation.name(),
        "place": [session.record().cursor().0, session.record().cursor().1],
        "names": session.settings().names.0,
        "programs": Player::BOTH.map(|player| session.is_played_by_program(player)),
    })
}

/// The board at the beginning of a game of which nothing has happened yet at the place in the record: GNU Backgammon
/// answers some questions about it, though no game is on the table. `null` elsewhere.
pub(super) fn beginning(session: &Session) -> Value {
    let Some((state, game)) = first_of_game(session) else { return Value::Null };
    let info = session.cube_of(&game, state.standing.terms());
    json!({"board": board(&game.position), "turn": game.on_roll.index(), "cube": cube(&info, session)})
}

/// The game that is asked about: in progress, over, or of which nothing has happened yet.
pub(super) fn asked_about(session: &Session) -> Option<(State, Game)> {
    let state = session.state();
    state.shown().map(|game| (*state, game)).or_else(|| first_of_game(session))
}

fn first_of_game(session: &Session) -> Option<(State, Game)> {
    let (game, step) = session.record().cursor();
    let first = &session.record().games().get(game).filter(|_| step == 0)?.steps.first()?.after;
    let mut game = first.shown()?;
    game.dice = None;
    Some((*first, game))
}

/// A cube-info dictionary of GNU Backgammon.
pub(super) fn cube(info: &CubeInfo, session: &Session) -> Value {
    let (length, score, crawford, jacoby, beavers) = match info.terms() {
        Terms::Money { jacoby, beavers } => (0, session.standing().points().0, false, *jacoby, *beavers),
        Terms::Match(score) => (score.length(), score.score().0.map(u32::from), score.crawford(), false, 0),
    };
    let owner = match info.cube().owner() {
        CubeOwner::Centered => -1,
        CubeOwner::Owned(player) => player.index() as i8,
    };
    let prices = Player::BOTH.map(|player| info.gammon_prices(player));
    json!({
        "cube": info.cube().value(),
        "cubeowner": owner,
        "move": info.on_roll().index(),
        "matchto": length,
        "score": score,
        "crawford": u8::from(crawford),
        "jacoby": u8::from(jacoby),
        "beavers": beavers,
        "gammonprice": prices.map(|price| [price.gammon, price.backgammon]),
    })
}

/// The settings of hints, analysis and rollouts.
pub(super) fn settings(session: &Session) -> Value {
    let settings = session.settings();
    let hints = settings.hints();
    json!({
        "chequerplay": context(&hints.chequerplay),
        "cubedecision": context(&hints.cubedecision),
        "analysis": context(&settings.analysis.chequerplay),
        "filters": filters(session),
        "rollout": rollout(session),
        "threads": settings.threads,
        "variation": settings.variation.name(),
        "jacoby": u8::from(settings.jacoby),
        "beavers": settings.beavers,
        "met": session.met().name(),
    })
}

/// The counts of the side that is not on roll, then those of the side on roll.
pub(super) fn board(position: &Position) -> Value {
    json!([position.opponent().counts().as_slice(), position.on_roll().counts().as_slice()])
}

pub(super) fn context(settings: &EvalSettings) -> Value {
    json!({
        "cubeful": u8::from(settings.cubeful),
        "plies": settings.plies(),
        "deterministic": u8::from(settings.deterministic),
        "prune": u8::from(settings.prune),
        "noise": settings.noise(),
    })
}

fn filters(session: &Session) -> Vec<Value> {
    let filters = session.settings().hints().filters;
    let levels = (1..=4usize).flat_map(|plies| (0..plies).map(move |level| (plies, level)));
    levels
        .map(|(plies, level)| match filters.get(plies, level) {
            Some(filter) => json!([plies, level, filter.accept, filter.extra, filter.threshold]),
            None => json!([plies, level, -1, 0, 0.0]),
        })
        .collect()
}

/// The settings of rollouts, by the names of a rollout-context of GNU Backgammon.
fn rollout(session: &Session) -> Value {
    let rollout = &session.settings().rollout;
    let switch = u8::from;
    json!({
        "cubeful": switch(rollout.cubeful),
        "variance-reduction": switch(rollout.variance_reduction),
        "initial-position": switch(rollout.initial != crate::rng::InitialRolls::Any),
        "quasi-random-dice": switch(rollout.quasi_random),
        "late-eval": switch(rollout.later.enabled),
        "truncated-rollouts": switch(rollout.truncation.enabled),
        "n-truncation": rollout.truncation.plies,
        "truncate-bearoff2": switch(rollout.bearoff_exact),
        "truncate-bearoffOS": switch(rollout.bearoff_one_sided),
        "stop-on-std": switch(rollout.stop.limit.enabled),
        "trials": rollout.trials,
        "seed": rollout.seed,
        "minimum-games": rollout.stop.limit.min_trials,
        "stop-on-jsd": switch(rollout.stop.jsd.enabled),
        "late-on-move-n": rollout.later.plies,
        "minimum-jsd-games": rollout.stop.jsd.min_trials,
        "std-limit": rollout.stop.limit.max_error as f32,
        "jsd-limit": rollout.stop.jsd.limit as f32,
    })
}
