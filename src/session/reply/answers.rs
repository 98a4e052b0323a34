//! The answers to a double, to a beaver and to a raccoon, from what a take of the double is worth.
//!
//! All of them lead to the position on the table with another stake, so that an evaluation or a rollout of the take
//! says what each is worth, with an error that grows as the stake.

use crate::eval::{Answer, Exchange, ExchangeAnswer};
use crate::record::{Game, Pending};
use crate::rollout::CubeChances;
use crate::scoring::Terms;
use serde::Serialize;

/// The answers to a double that may be beavered, to a beaver or a raccoon, the best first.
#[derive(Clone, Debug, Serialize)]
pub struct AnswersReply {
    /// The player who is asked.
    pub player: String,
    /// The source of the values: `2-ply`, a rollout, another program's level.
    pub by: String,
    /// Look-ahead, where that found them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u8>,
    /// The answers.
    pub answers: Vec<AnswerRow>,
}

/// An answer to a double, a beaver or a raccoon.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerRow {
    /// `take`, `pass` or `drop`, `beaver` or `raccoon`.
    pub answer: &'static str,
    /// The worth to the player who is asked, in units of the cube before the double.
    pub equity: f64,
    /// The standard error of the worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_err: Option<f64>,
    /// The loss against the best.
    pub loss: f64,
    /// The standard error of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_std_err: Option<f64>,
    /// The chance that it is the best answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
}

/// The value of taking a double, in units of the cube before it, for the player who doubled.
pub(in crate::session) struct Taken<'a> {
    /// The value.
    pub value: f64,
    /// The standard error of the value.
    pub error: Option<f64>,
    /// The chances behind it, where trials tell them.
    pub chances: Option<&'a CubeChances>,
    /// The source: `2-ply`, `a rollout of 1296 trials`.
    pub by: String,
    /// Look-ahead, where that found it.
    pub ply: Option<u8>,
}

impl Taken<'_> {
    /// The answers of the player who is asked, the best first; `None` where no double waits for an answer that may be
    /// a turn of the cube.
    pub fn answers(&self, player: &str, game: &Game, terms: Terms) -> Option<AnswersReply> {
        let Terms::Money { beavers: allowed @ 1.., .. } = terms else { return None };
        let turns = (game.pending == Some(Pending::Double)).then_some(game.beavers)?;
        let beavers = allowed.min(game.most_beavers());
        let exchange = Exchange { take: self.value, pass: 1.0, beavers };
        let best = exchange.best_answer(turns);
        // The values are those of the player who doubled.
        let sign = if turns.is_multiple_of(2) { -1.0 } else { 1.0 };
        let error = |takes: f64| self.error.filter(|_| takes > 0.0).map(|error| takes * error);
        let row = |answer: ExchangeAnswer| {
            let of = |answer: ExchangeAnswer| answer.takes.unwrap_or_default();
            AnswerRow {
                answer: answer_name(answer.answer, turns),
                equity: sign * answer.value,
                std_err: error(of(answer)),
                loss: (answer.value - best.value).abs(),
                loss_std_err: error((of(answer) - of(best)).abs()),
                chance: self.chances.map(|chances| chances.of_answer(answer.answer, turns, beavers)),
            }
        };
        let mut answers: Vec<AnswerRow> = exchange.answers(turns).map(row).collect();
        let is_best = |row: &AnswerRow| row.answer == answer_name(best.answer, turns);
        answers.sort_by(|a, b| is_best(b).cmp(&is_best(a)).then(a.loss.total_cmp(&b.loss)));
        Some(AnswersReply { player: player.to_owned(), by: self.by.clone(), ply: self.ply, answers })
    }
}

/// The name of an answer after this many turns of the cube at once.
pub const fn answer_name(answer: Answer, turns: u8) -> &'static str {
    match (answer, turns) {
        (Answer::Take, _) => "take",
        (Answer::Pass, 0) => "pass",
        (Answer::Pass, _) => "drop",
        (Answer::Beaver, 1) => "raccoon",
        (Answer::Beaver, _) => "beaver",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::scoring::{Cube, CubeOwner};

    fn told(value: f64, turns: u8, limit: u8) -> Vec<(&'static str, f64, f64, Option<f64>)> {
        let mut game = Game::new(Variation::Standard, Player::Bottom, true);
        (game.pending, game.beavers, game.cube_limit) = (Some(Pending::Double), turns, limit);
        game.cube = Cube::turned(turns, CubeOwner::Centered);
        let taken = Taken { value, error: Some(0.1), chances: None, by: String::new(), ply: None };
        let terms = Terms::Money { jacoby: true, beavers: 2 };
        let answers = taken.answers("Ann", &game, terms).expect("a double").answers;
        answers.iter().map(|row| (row.answer, row.equity, row.loss, row.loss_std_err)).collect()
    }

    #[test]
    fn a_stake_is_turned_by_who_gains_from_it() {
        // The doubler is behind: a beaver, and a take of that.
        assert_eq!(
            told(-0.25, 0, 10),
            [("beaver", 0.5, 0.0, None), ("take", 0.25, 0.25, Some(0.1)), ("pass", -1.0, 1.5, Some(0.2))]
        );
        assert_eq!(
            told(-0.25, 1, 10),
            [("take", -0.5, 0.0, None), ("raccoon", -1.0, 0.5, Some(0.2)), ("drop", -2.0, 1.5, Some(0.2))]
        );
        // Ahead, a raccoon; far behind, a drop, whose loss is certain.
        assert_eq!(told(0.5, 1, 10)[0], ("raccoon", 2.0, 0.0, None));
        assert_eq!(told(-1.5, 1, 10)[..2], [("drop", -2.0, 0.0, None), ("take", -3.0, 1.0, Some(0.2))]);
        // After two turns no third one is allowed, and none beyond the largest cube.
        assert_eq!(told(-0.25, 2, 10).iter().map(|row| row.0).collect::<Vec<_>>(), ["take", "drop"]);
        assert_eq!(told(-0.25, 0, 1).iter().map(|row| row.0).collect::<Vec<_>>(), ["take", "pass"]);
        assert_eq!(told(-0.25, 1, 2).iter().map(|row| row.0).collect::<Vec<_>>(), ["take", "drop"]);
    }
}
