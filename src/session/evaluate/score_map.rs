//! `show scoremap`: the decision on the table at every score of a match.

use crate::board::{ByPlayer, Player};
use crate::eval::{Candidate, CubeDecision, CubeValues, Searcher};
use crate::notation::play_text;
use crate::record::Game;
use crate::scoring::{MatchScore, Terms};
use crate::session::error::interrupted;
use crate::session::reply::{Figures, Reply, ScoreCell, ScoreMapReply};
use crate::session::{Session, SessionError};

/// The points that a player needs at most, where no number is given.
const USUAL: u8 = 7;

impl Session {
    /// `show scoremap`.
    pub(in crate::session) fn score_map(&self, most: Option<u8>) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        if game.pending.is_some() {
            return Err(SessionError::new("an offer waits for an answer").with_expected(["take", "drop"]));
        }
        let settings = self.settings.hints();
        let ply = if game.dice.is_some() { settings.chequerplay.plies() } else { settings.cubedecision.plies() };
        let mut searcher = self.searcher();
        let money = match self.state().standing.terms() {
            terms @ Terms::Money { .. } => terms,
            Terms::Match(_) => Terms::Money { jacoby: self.settings.jacoby, beavers: self.settings.beavers },
        };
        let money = self.cell(&game, money, &mut searcher)?;
        let most = most.unwrap_or(USUAL);
        let mut scores = Vec::new();
        for own in 1..=most {
            let row = (1..=most).map(|other| {
                let points = |player: Player| most - if player == game.on_roll { own } else { other };
                let score = ByPlayer([points(Player::Top), points(Player::Bottom)]);
                let score = MatchScore::new(most, score, false);
                let score = score.map_err(|error| SessionError::new(error.to_string()))?;
                self.cell(&game, Terms::Match(score), &mut searcher)
            });
            scores.push(row.collect::<Result<Vec<_>, _>>()?);
        }
        let mut plays: Vec<(String, usize)> = Vec::new();
        let cells = scores.iter().flatten().chain([&money]).filter(|_| game.dice.is_some());
        for best in cells.filter_map(|cell| cell.best.as_ref()) {
            match plays.iter_mut().find(|(play, _)| play == best) {
                Some((_, count)) => *count += 1,
                None => plays.push((best.clone(), 1)),
            }
        }
        plays.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let names = &self.settings.names;
        let (player, opponent) = (names[game.on_roll].clone(), names[!game.on_roll].clone());
        let plays = plays.into_iter().map(|(play, _)| play).collect();
        let reply = ScoreMapReply { player, opponent, ply, money, scores, plays };
        Ok(Reply::Figures(Box::new(Figures::ScoreMap(reply)), self.warning()))
    }

    /// The decision under these terms.
    fn cell(&self, game: &Game, terms: Terms, searcher: &mut Searcher) -> Result<ScoreCell, SessionError> {
        let settings = self.settings.hints();
        let info = self.cube_of(game, terms);
        let Some(dice) = game.dice else {
            let decision =
                searcher.cube_decision(&game.position, &info, &settings.cubedecision).map_err(interrupted)?;
            return Ok(cube_cell(&decision, info.may_double() && game.may_turn_cube()));
        };
        let plays = searcher
            .rank_plays(&game.position, dice, &info, &settings.chequerplay, &settings.filters)
            .map_err(interrupted)?;
        let score = |at: usize| plays.get(at).map(Candidate::score);
        let equity = score(0).ok_or_else(|| SessionError::new(format!("no legal play for {dice}")))?;
        Ok(ScoreCell {
            best: plays.first().map(|best| play_text(&best.play)),
            margin: equity - score(1).unwrap_or(equity),
            equity,
            values: None,
        })
    }
}

fn cube_cell(decision: &CubeDecision, may_double: bool) -> ScoreCell {
    let CubeValues { no_double, double_take, double_pass } = decision.values;
    if !may_double {
        return ScoreCell { best: None, margin: 0.0, equity: no_double, values: None };
    }
    let double = decision.double();
    let best = match (double > no_double, double_take < double_pass) {
        (true, true) => "double, take",
        (true, false) => "double, pass",
        (false, false) if no_double >= double_pass => "too good",
        (false, _) => "no double",
    };
    ScoreCell {
        best: Some(best.to_owned()),
        margin: double - no_double,
        equity: double.max(no_double),
        values: Some([no_double, double_take, double_pass]),
    }
}
