//! `show pipcount`, the race formulas, and what the bearoff databases say.

use super::reply::TableReply;
use super::{Reply, Session, SessionError};
use crate::board::{Player, Side};
use crate::command::{BoardArg, Show};
use crate::eval::Class;
use crate::eval::bearoff::Bearoff;
use crate::eval::counts::{
    EffectivePips, RaceAdvice, RaceCount, isight, keith, kleinman, lead_rule, one_sided_rollout, thorp,
};
use crate::record::Game;

/// Games of the one-sided rollout.
const ONE_SIDED_TRIALS: u32 = 5760;

impl Session {
    pub(super) fn show_count(&mut self, show: &Show) -> Result<Reply, SessionError> {
        let (Show::PipCount(board)
        | Show::Thorp(board)
        | Show::Keith(board)
        | Show::Kleinman(board)
        | Show::Isight(board)
        | Show::EightNineTwelve(board)
        | Show::OneSidedRollout(board)
        | Show::Bearoff(board)) = show
        else {
            unreachable!("the caller sends only counts");
        };
        let game = self.game_to_count(board.as_ref())?;
        let position = &game.position;
        let names = &self.settings.names;
        let (me, other) = (names[game.on_roll].clone(), names[!game.on_roll].clone());
        let (head, rows, notes) = match show {
            Show::PipCount(_) => {
                let pips = position.pips();
                let lead = i64::from(pips.opponent) - i64::from(pips.on_roll);
                let rows = vec![vec![me, pips.on_roll.to_string()], vec![other, pips.opponent.to_string()]];
                let leader = match lead {
                    0 => "nobody leads".to_owned(),
                    1.. => format!("{} leads by {lead}", names[game.on_roll]),
                    _ => format!("{} leads by {}", names[!game.on_roll], -lead),
                };
                (vec!["Player", "Pips"], rows, vec![leader])
            }
            Show::Thorp(_) => race_table(&me, &other, &thorp(position)),
            Show::Keith(_) => race_table(&me, &other, &keith(position)),
            Show::Isight(_) => {
                let count = isight(position);
                let rows = vec![vec![me, count.on_roll.to_string()], vec![other, count.opponent.to_string()]];
                let notes = vec![format!("winning chance {:.1}%", count.win_percent), advice(count.advice)];
                (vec!["Player", "Count"], rows, notes)
            }
            Show::Kleinman(_) => {
                let count = kleinman(position);
                let row = vec![
                    count.lead.to_string(),
                    count.sum.to_string(),
                    format!("{:.3}", count.k),
                    format!("{:.2}%", 100.0 * count.win),
                ];
                (vec!["D (lead + 4)", "S (sum - 4)", "K", "Wins"], vec![row], Vec::new())
            }
            Show::EightNineTwelve(_) => {
                let count = lead_rule(position);
                let row = vec![format!("{:.1}%", count.lead_percent), advice(count.advice)];
                (vec!["Lead", "Advice"], vec![row], Vec::new())
            }
            Show::OneSidedRollout(_) => {
                let one_sided = &Bearoff::standard().one_sided;
                let result = one_sided_rollout(position, one_sided, ONE_SIDED_TRIALS, self.settings.rollout.seed);
                let rows = vec![
                    effective_row(me, position.pips().on_roll, &result.effective.on_roll),
                    effective_row(other, position.pips().opponent, &result.effective.opponent),
                ];
                let outputs = &result.outputs;
                let notes = vec![
                    format!("{ONE_SIDED_TRIALS} games, each side bearing off by itself"),
                    format!(
                        "wins {:.2}%, gammons {:.2}%, gammons lost {:.2}%",
                        100.0 * outputs.win(),
                        100.0 * outputs.win_gammon(),
                        100.0 * outputs.lose_gammon()
                    ),
                ];
                (vec!["Player", "Pips", "Rolls", "EPC", "Wastage"], rows, notes)
            }
            _ => return self.show_bearoff(&game),
        };
        Ok(table(show.words(), &head, rows, notes))
    }

    /// What the databases know of the position: exact equities, and each side's rolls to bear off.
    fn show_bearoff(&self, game: &Game) -> Result<Reply, SessionError> {
        let evaluator = self.game_evaluator();
        let bearoff = evaluator.bearoff();
        let class = evaluator.classify(&game.position);
        let mut notes = Vec::new();
        if class == Class::BearoffTwoSided {
            let exact = bearoff.equities([game.position.on_roll(), game.position.opponent()]);
            notes.push(format!(
                "exact equities: cubeless {:+.5}, owning the cube {:+.5}, centered {:+.5}, opponent's cube {:+.5}",
                exact.cubeless(),
                exact.owned(),
                exact.centered(),
                exact.opponents()
            ));
        }
        let side = |player: Player, side: Side| {
            let checkers = game.position.side(side);
            EffectivePips::exact(checkers, &bearoff.one_sided)
                .map(|effective| effective_row(self.settings.names[player].clone(), checkers.pips(), &effective))
        };
        let rows: Vec<_> =
            [side(game.on_roll, Side::OnRoll), side(!game.on_roll, Side::Opponent)].into_iter().flatten().collect();
        if rows.is_empty() {
            return Err(SessionError::new("no side is home, so the bearoff databases know nothing of this position")
                .with_suggestion("show onesidedrollout"));
        }
        Ok(table("bearoff", &["Player", "Pips", "Rolls", "EPC", "Wastage"], rows, notes))
    }

    fn game_to_count(&self, board: Option<&BoardArg>) -> Result<Game, SessionError> {
        board.map_or_else(|| self.game_in_progress(), |board| self.game_with(board))
    }
}

fn effective_row(name: String, pips: u32, effective: &EffectivePips) -> Vec<String> {
    vec![
        name,
        pips.to_string(),
        format!("{:.3}", effective.rolls),
        format!("{:.3}", effective.pips),
        format!("{:.3}", effective.wastage),
    ]
}

fn advice(advice: RaceAdvice) -> String {
    match advice {
        RaceAdvice::NoDouble => "no double, take",
        RaceAdvice::Double => "double, no redouble; take",
        RaceAdvice::Redouble => "double or redouble; take",
        RaceAdvice::Pass => "double, pass",
    }
    .to_owned()
}

type Parts = (Vec<&'static str>, Vec<Vec<String>>, Vec<String>);

fn race_table(me: &str, other: &str, count: &RaceCount) -> Parts {
    let rows = vec![
        vec![me.to_owned(), count.on_roll.to_string(), format!("{:.1}", count.surcharged)],
        vec![other.to_owned(), count.opponent.to_string(), String::new()],
    ];
    (vec!["Player", "Count", "With the surcharge"], rows, vec![advice(count.advice)])
}

fn table(words: &str, head: &[&str], rows: Vec<Vec<String>>, notes: Vec<String>) -> Reply {
    Reply::Table(Box::new(TableReply {
        name: format!("show {words}"),
        title: None,
        head: head.iter().map(|&cell| cell.to_owned()).collect(),
        rows,
        notes,
    }))
}
