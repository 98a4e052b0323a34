//! `show rolls`, `show temperaturemap`, `show marketwindow`, `show cubevalue`: what the next roll may bring.

use super::evaluate::interrupted;
use super::reply::TableReply;
use super::{Reply, Session, SessionError};
use crate::board::{Roll, Side};
use crate::eval::{CubePoints, EvalSettings, GammonRates};
use crate::notation::play_text;
use crate::rollout::cube_value;

impl Session {
    /// The equity after the best play of every roll, best roll first.
    pub(super) fn show_rolls(&mut self, plies: Option<u8>) -> Result<Reply, SessionError> {
        let rows = self.rolls(plies)?;
        let mut sorted: Vec<_> = rows.iter().collect();
        sorted.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        let mean = mean(&rows);
        let cells = sorted.iter().map(|row| {
            vec![
                row.roll.to_string(),
                format!("{:+.3}", row.equity),
                format!("{:+.3}", f64::from(row.equity) - mean),
                row.play.clone(),
            ]
        });
        Ok(Reply::Table(Box::new(TableReply {
            name: "show rolls".to_owned(),
            title: None,
            head: ["Roll", "Equity", "Luck", "Best play"].map(str::to_owned).to_vec(),
            rows: cells.collect(),
            notes: self.warned(vec![format!("mean over the 36 outcomes {mean:+.3}")]),
        })))
    }

    /// The same equities as a square of first and second die.
    pub(super) fn temperature_map(&mut self) -> Result<Reply, SessionError> {
        let rows = self.rolls(None)?;
        let equity = |a: u8, b: u8| rows[Roll::new(a, b).expect("1 to 6").index()].equity;
        let cells = (1..=6)
            .map(|a| std::iter::once(a.to_string()).chain((1..=6).map(|b| format!("{:+.3}", equity(a, b)))).collect());
        Ok(Reply::Table(Box::new(TableReply {
            name: "show temperaturemap".to_owned(),
            title: None,
            head: ["", "1", "2", "3", "4", "5", "6"].map(str::to_owned).to_vec(),
            rows: cells.collect(),
            notes: self.warned(vec![format!("mean over the 36 outcomes {:+.3}", mean(&rows))]),
        })))
    }

    /// Dahl's estimate of what owning the cube is worth, 0.35 (P(win) + P(gammon)/2), and the take that follows.
    pub(super) fn cube_value(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let settings = EvalSettings { cubeful: false, ..self.settings.evaluation.cubedecision };
        let outputs = self.searcher().evaluate(&game.position, &info, &settings).map_err(interrupted)?.outputs;
        let cubeless = f64::from(outputs.cubeless_equity());
        let (ours, theirs) = (cube_value(&outputs), cube_value(&outputs.flipped()));
        let names = &self.settings.names;
        let (us, them) = (&names[game.on_roll], &names[!game.on_roll]);
        let row = |name: String, equity: f64, change: Option<f64>| {
            vec![name, format!("{equity:+.3}"), change.map_or_else(String::new, |change| format!("{change:+.3}"))]
        };
        let answer = theirs - cubeless;
        let mut notes = vec![
            "for a money game, in units of the cube; owning it is worth 0.35 × (wins + gammons / 2) (Dahl 1995)"
                .to_owned(),
            format!(
                "doubled, {them} would own the cube with {answer:+.3}; {} is worth more than passing at -0.500",
                if answer >= -0.5 { "taking" } else { "nothing" }
            ),
        ];
        if info.is_match() {
            notes.push("this is a match, where the score changes what the cube is worth".to_owned());
        }
        Ok(Reply::Table(Box::new(TableReply {
            name: "show cubevalue".to_owned(),
            title: None,
            head: [String::new(), format!("Equity of {us}"), "Worth of owning".to_owned()].to_vec(),
            rows: vec![
                row("no cube".to_owned(), cubeless, None),
                row(format!("{us} owns the cube"), cubeless + ours, Some(ours)),
                row(format!("{them} owns the cube"), cubeless - theirs, Some(theirs)),
            ],
            notes: self.warned(notes),
        })))
    }

    /// The winning chances at which cube actions change, at the gammon rates of this position.
    pub(super) fn market_window(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let settings = &self.settings.evaluation.cubedecision;
        let outputs = self.searcher().evaluate(&game.position, &info, settings).map_err(interrupted)?.outputs;
        let names = &self.settings.names;
        let (mut rows, mut notes) = (Vec::new(), Vec::new());
        for (side, player) in [(Side::OnRoll, game.on_roll), (Side::Opponent, !game.on_roll)] {
            let rates = GammonRates::of(&outputs, side);
            notes.push(format!(
                "{}: {:.1}% of wins are gammons, {:.1}% backgammons",
                names[player],
                100.0 * rates.gammon,
                100.0 * rates.backgammon
            ));
            let Some(points) = CubePoints::of(&info, &outputs, side) else { continue };
            let kinds = [
                ("take", Some(points.take)),
                ("beaver", points.beaver),
                ("double", Some(points.double)),
                ("redouble", Some(points.redouble)),
                ("cash", Some(points.cash)),
                ("too good", Some(points.too_good)),
            ];
            for (kind, point) in kinds {
                let Some(point) = point else { continue };
                let percent = |x: f32| format!("{:.2}%", 100.0 * x);
                rows.push(vec![names[player].clone(), kind.to_owned(), percent(point.dead), percent(point.live)]);
            }
        }
        if rows.is_empty() {
            notes.push("the cube as it lies decides the match: turning it changes nothing".to_owned());
        } else if self.is_crawford() {
            notes.push("this is the Crawford game: nobody may double in it".to_owned());
        }
        notes.push(format!("{} wins {:.2}% now", names[game.on_roll], 100.0 * outputs.win()));
        Ok(Reply::Table(Box::new(TableReply {
            name: "show marketwindow".to_owned(),
            title: None,
            head: ["Player", "Point", "Dead cube", "Live cube"].map(str::to_owned).to_vec(),
            rows,
            notes: self.warned(notes),
        })))
    }

    fn rolls(&mut self, plies: Option<u8>) -> Result<Vec<RollRow>, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let evaluation = &self.settings.evaluation;
        let settings = evaluation.chequerplay.with_plies(plies.unwrap_or(0));
        let mut searcher = self.searcher();
        let row = |roll| {
            let best =
                searcher.best_play(&game.position, roll, &info, &settings, &evaluation.filters).map_err(interrupted)?;
            Ok(match best {
                Some(best) => RollRow { roll, equity: best.score(), play: play_text(&best.play) },
                None => {
                    let passed =
                        searcher.evaluate(&game.position.flipped(), &info.flipped(), &settings).map_err(interrupted)?;
                    RollRow { roll, equity: -passed.score(), play: "no legal play".to_owned() }
                }
            })
        };
        Roll::ALL.into_iter().map(row).collect()
    }
}

struct RollRow {
    roll: Roll,
    equity: f32,
    play: String,
}

fn mean(rows: &[RollRow]) -> f64 {
    rows.iter().map(|row| f64::from(row.equity) * f64::from(row.roll.weight())).sum::<f64>() / 36.0
}
