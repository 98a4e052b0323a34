//! The findings of an analysis, in the fields of a record.

use super::super::record::{Fields, ROLLOUT as ROLLOUT_SIZE};
use super::super::{level, rollout};
use super::{Answers, NOT_ANALYZED, checkers, is_crawford, place};
use crate::board::Roll;
use crate::record::{CubeAnalysis, Game, Method, Numbers, PlayAnalysis, State};
use crate::scoring::CubeOwner;

/// The most candidates of a record.
const MOST: usize = 32;

/// The level where an analysis of another program has a name that is not eXtreme Gammon's.
const UNKNOWN_LEVEL: i32 = 2;

/// The level of a method. Its plies count one more than ours, so that the numbers are the same.
fn level_of(method: &Method) -> i32 {
    match method {
        Method::Plies { plies, .. } => i32::from(*plies).min(level::DEEPEST),
        Method::Level { .. } | Method::Rollout { .. } => level::ROLLOUT,
        Method::Foreign { trials: 1.., .. } => level::ROLLOUT,
        Method::Foreign { level, .. } => level::number(level).unwrap_or(UNKNOWN_LEVEL),
    }
}

/// Lose backgammon, gammon, single; win single, gammon, backgammon; the equity.
fn seven(numbers: &Numbers, equity: f32) -> [f32; 7] {
    let o = numbers.outputs;
    [o[4], o[3], 1.0 - o[0], o[0], o[1], o[2], equity]
}

/// The index of the rollout behind values, which is added; −1 for none.
fn rolled(rollouts: &mut Vec<u8>, method: &Method, values: &[([f32; 7], f32)]) -> i32 {
    let (trials, settings) = match method {
        Method::Level { trials, .. } | Method::Rollout { trials, .. } => (*trials, ""),
        Method::Foreign { trials, settings, .. } if *trials > 0 => (*trials, settings.as_str()),
        Method::Plies { .. } | Method::Foreign { .. } => return -1,
    };
    let index = rollouts.len() / ROLLOUT_SIZE;
    rollouts.extend(rollout::record(settings, trials, values));
    i32::try_from(index).unwrap_or(-1)
}

/// The score as both need it, the player who decides first; the cube; who owns it.
fn table(f: &mut Fields, game: &Game, state: &State, score_at: usize) {
    if let Some(score) = state.standing.terms().match_score() {
        f.int(score_at, score.away(game.on_roll).into());
        f.int(score_at + 4, score.away(!game.on_roll).into());
    }
    f.int(score_at + 8, game.cube.value().cast_signed());
    let owner = match game.cube.owner() {
        CubeOwner::Centered => 0,
        CubeOwner::Owned(player) if player == game.on_roll => 1,
        CubeOwner::Owned(_) => -1,
    };
    f.int(score_at + 12, owner);
}

/// The candidates of a roll.
pub fn plays(
    f: &mut Fields,
    game: &Game,
    state: &State,
    roll: Roll,
    plays: Option<&PlayAnalysis>,
    rollouts: &mut Vec<u8>,
) {
    const AT: usize = 124;
    f.checkers(AT, &checkers(&game.position));
    f.int(AT + 28, roll.high().into());
    f.int(AT + 32, roll.low().into());
    table(f, game, state, AT + 40);
    f.int(AT + 56, i32::from(is_crawford(&state.standing)));
    f.int(AT + 60, i32::from(state.standing.terms().is_jacoby()));
    for i in 0..MOST {
        f.int(2344 + 4 * i, -1);
    }
    let Some(analysis) = plays else {
        f.int(2472, -1);
        return;
    };
    // The play that was made is among them, even if it comes after more than there is room for.
    let mut listed: Vec<usize> = (0..analysis.plays.len()).take(MOST).collect();
    if let Some(played) = analysis.played.filter(|&played| played >= MOST) {
        listed[MOST - 1] = played;
    }
    let count = i32::try_from(listed.len()).expect("at most 32");
    f.int(120, count);
    f.int(AT + 64, count);
    let best = listed.first().map_or(0, |&i| level_of(&analysis.plays[i].method));
    f.int(AT + 36, best);
    for (i, value) in listed.iter().map(|&i| &analysis.plays[i]).enumerate() {
        f.checkers(AT + 68 + 26 * i, &checkers(&value.play.result));
        let mut moves = [-1_i8; 8];
        for (pair, hop) in moves.chunks_exact_mut(2).zip(&value.play.moves) {
            pair.copy_from_slice(&[place(hop.from), place(hop.to)]);
        }
        f.put(AT + 900 + 8 * i, &moves.map(i8::cast_unsigned));
        f.small(AT + 1156 + 4 * i, i16::try_from(level_of(&value.method)).unwrap_or(0));
        let numbers = seven(&value.numbers, value.numbers.cubeful);
        f.singles(AT + 1284 + 28 * i, &numbers);
        let error = value.errors.map_or(0.0, |errors| errors.cubeful);
        let index = rolled(rollouts, &value.method, &[(numbers, error)]);
        f.int(2344 + 4 * i, index);
    }
    f.put(AT + 2182, &[1, 1]);
    f.int(2328, 1);
    f.int(2472, best);
}

/// A cube decision.
pub fn cube(f: &mut Fields, game: &Game, state: &State, cube: Option<&CubeAnalysis>, rollouts: &mut Vec<u8>) {
    const AT: usize = 64;
    f.int(224, -1);
    let Some(analysis) = cube else {
        // Nothing is known.
        f.small(120, -100);
        f.int(232, -1);
        f.int(256, -1);
        return;
    };
    f.checkers(AT, &checkers(&game.position));
    let found = level_of(&analysis.method);
    f.int(AT + 28, found);
    table(f, game, state, AT + 32);
    f.int(AT + 48, i32::from(state.standing.terms().is_jacoby()));
    f.small(AT + 52, i16::from(is_crawford(&state.standing)));
    let (wait, take) = (analysis.no_double.cubeful, analysis.take.cubeful);
    let doubles = take.min(1.0) > wait;
    f.small(AT + 56, i16::from(doubles));
    let [no_double, double] = [&analysis.no_double, &analysis.take].map(|numbers| seven(numbers, numbers.cubeless));
    f.singles(AT + 60, &no_double);
    f.singles(AT + 88, &[wait, take, 1.0]);
    f.small(AT + 100, i16::try_from(found).unwrap_or(0));
    // The choice as double + 2 × take.
    let choice = i16::from(doubles) + 2 * i16::from(take < 1.0);
    f.small(AT + 102, choice);
    f.singles(AT + 104, &double);
    let errors = analysis.errors.map_or([0.0; 2], |[a, b]| [a.cubeful, b.cubeful]);
    let index = rolled(rollouts, &analysis.method, &[(no_double, errors[0]), (double, errors[1])]);
    f.int(224, index);
    f.int(228, choice.into());
    f.int(232, found);
    f.int(256, found);
}

/// The loss of the double, or of leaving it (0), and of each of the answers (1 to 3), as the file has it: the first is
/// positive, the others are negative.
pub fn loss(cube: &CubeAnalysis, doubled: bool, action: usize, answers: &Answers<'_>) -> f64 {
    let (wait, take) = (cube.no_double.cubeful, cube.take.cubeful);
    let double = take.min(1.0);
    match action {
        0 => {
            let computed = if doubled { wait - double } else { double - wait };
            f64::from(cube.told.unwrap_or(computed.max(0.0)))
        }
        1 if doubled && answers.words[0] >= 0 => {
            let computed = if answers.words[0] == 0 { 1.0 - take } else { take - 1.0 };
            -f64::from(answers.told[0].unwrap_or(computed.max(0.0)))
        }
        1 if !doubled => 0.0,
        _ => answers.words[action - 1..]
            .first()
            .filter(|&&word| word >= 0)
            .and(answers.told[action - 1])
            .map_or(NOT_ANALYZED, |told| -f64::from(told)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::record::Standing;

    #[test]
    fn whoever_should_double_is_told_so() {
        let standing = Standing::money(false, 0);
        let game = Game::new(Variation::Standard, Player::Bottom, true);
        let state = State::playing(standing, game);
        for (wait, take, doubles) in [
            (0.2, 0.1, false),
            (0.5, 0.6, true),
            (0.8, 1.3, true),
            // Too good: a pass brings 1.
            (1.1, 1.3, false),
            (0.5, 0.5, false),
            (-0.3, -0.2, true),
        ] {
            let of = |cubeful| Numbers { cubeful, ..Numbers::default() };
            let method = Method::foreign("XG 3-ply");
            let found = CubeAnalysis { no_double: of(wait), take: of(take), errors: None, method, told: None };
            let mut fields = Fields::of_kind(2);
            cube(&mut fields, &game, &state, Some(&found), &mut Vec::new());
            let written = super::super::super::record::Record(&fields.bytes);
            assert_eq!(written.small(120), i16::from(doubles), "{wait}, {take}");
        }
    }
}
