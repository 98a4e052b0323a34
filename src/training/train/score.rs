//! How good static evaluations are, by positions that another program has rolled out.

use super::kind::Kind;
use crate::board::{Position, SeenBy, Variation};
use crate::eval::{Class, Evaluator, Outputs, Scratch};
use crate::notation::setup_from_position_id;
use thiserror::Error;

/// Candidates that differ less than this are no decision.
const CLOSEST: f64 = 0.001;
/// A loss worth counting.
const BLUNDER: f64 = 0.02;

/// A position that was rolled out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolledOut {
    /// The candidates of one checker decision share a number; 0 stands alone.
    pub decision: u32,
    /// After a play, seen by the side then on roll.
    pub position: Position,
    /// The equity of the side that has played.
    pub equity: f64,
}

/// The fault in a line of rolled-out positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct RolledOutError {
    /// Counted from 1.
    pub line: usize,
    fault: String,
}

impl RolledOut {
    /// Reads a table with tabs whose first line, after `#`, names the columns: `position_id` and `equity`, and
    /// `decision` if there is one; others do not matter.
    ///
    /// # Errors
    /// When a column is missing or a line cannot be read.
    pub fn read(table: &str) -> Result<Vec<Self>, RolledOutError> {
        let mut lines = table.lines().enumerate();
        let names: Vec<&str> = lines.next().map_or("", |(_, line)| line).trim_start_matches('#').split('\t').collect();
        let column = |name: &str| names.iter().position(|&column| column == name);
        let needed = |name: &str| column(name).ok_or_else(|| fault(0, format!("no column `{name}`")));
        let (decision, position, equity) = (column("decision"), needed("position_id")?, needed("equity")?);
        lines
            .map(|(line, text)| {
                let fields: Vec<&str> = text.split('\t').collect();
                let field = |column: usize| fields.get(column).copied().unwrap_or_default();
                let bad = |what: &str, text: &str| fault(line, format!("`{text}` is no {what}"));
                let setup = setup_from_position_id(field(position)).ok();
                let setup = setup.and_then(|setup| setup.into_position(Variation::Standard).ok());
                Ok(Self {
                    decision: match decision {
                        Some(column) => field(column).parse().map_err(|_| bad("number", field(column)))?,
                        None => 0,
                    },
                    position: setup.ok_or_else(|| bad("Position ID", field(position)))?,
                    equity: field(equity).parse().map_err(|_| bad("equity", field(equity)))?,
                })
            })
            .collect()
    }
}

fn fault(line: usize, fault: String) -> RolledOutError {
    RolledOutError { line: line + 1, fault }
}

/// The score of an evaluator's answers about rolled-out positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Equity by the evaluator less equity rolled out.
    pub errors: Vec<f64>,
    /// The kind of each position.
    pub kinds: Vec<Kind>,
    /// The decisions in the order of their numbers.
    pub losses: Vec<Loss>,
}

/// The equity that a decision loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The class of what the best play leads to.
    pub class: Class,
    /// The kind.
    pub kind: Kind,
    /// How much worse the play is that was chosen, by rollouts.
    pub loss: f64,
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// Numbers.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// The standard error; 0 for one number.
    pub error: f64,
}

impl Mean {
    /// The mean of these numbers; `None` without any.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let count = numbers.clone().count();
        let n = count as f64;
        (count > 0).then(|| {
            let mean = numbers.clone().sum::<f64>() / n;
            let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
            Self { count, mean, error: (squares / (n - 1.0).max(1.0) / n).sqrt() }
        })
    }
}

impl Score {
    /// Static evaluations, cubeless.
    pub fn of(evaluator: &Evaluator, positions: &[RolledOut]) -> Self {
        let mut outputs = Vec::new();
        let asked: Vec<Position> = positions.iter().map(|rolled_out| rolled_out.position).collect();
        evaluator.outputs_of(SeenBy::OnRoll, &asked, &mut Scratch::new(), &mut outputs);
        Self::of_outputs(&outputs, positions)
    }

    /// The score of outputs for the sides on roll.
    fn of_outputs(outputs: &[Outputs], positions: &[RolledOut]) -> Self {
        let equity = |outputs: &Outputs| -f64::from(outputs.cubeless_equity());
        let errors = outputs.iter().zip(positions).map(|(outputs, known)| equity(outputs) - known.equity).collect();
        let mut decisions: Vec<u32> = positions.iter().map(|known| known.decision).filter(|&n| n > 0).collect();
        decisions.sort_unstable();
        decisions.dedup();
        let losses = decisions.iter().filter_map(|&decision| {
            let candidates = outputs.iter().zip(positions).filter(|(_, known)| known.decision == decision);
            let known = candidates.clone().map(|(_, known)| known);
            let best = known.clone().max_by(|a, b| a.equity.total_cmp(&b.equity))?;
            let worst = known.min_by(|a, b| a.equity.total_cmp(&b.equity))?;
            let chosen = candidates.max_by(|a, b| equity(a.0).total_cmp(&equity(b.0)))?.1;
            let is_open = best.equity - worst.equity >= CLOSEST;
            let (class, kind) = (Class::of(&best.position), Kind::of(&best.position));
            is_open.then_some(Loss { class, kind, loss: best.equity - chosen.equity })
        });
        let kinds = positions.iter().map(|known| Kind::of(&known.position)).collect();
        Self { errors, kinds, losses: losses.collect() }
    }

    /// Root of the mean squared error of the equity.
    pub fn root_mean_square(&self) -> f64 {
        let squares: f64 = self.errors.iter().map(|error| error * error).sum();
        (squares / self.errors.len().max(1) as f64).sqrt()
    }

    /// The mean size of the error of the equity.
    pub fn mean_size(&self) -> f64 {
        self.errors.iter().map(|error| error.abs()).sum::<f64>() / self.errors.len().max(1) as f64
    }

    /// The equity that a decision loses, all classes together.
    pub fn loss(&self) -> Option<Mean> {
        Mean::of(self.losses.iter().map(|lost| lost.loss))
    }

    /// The equity that a decision loses whose best play leads to a class.
    pub fn loss_in(&self, class: Class) -> Option<Mean> {
        Mean::of(self.losses.iter().filter(|lost| lost.class == class).map(|lost| lost.loss))
    }

    /// The kinds of the positions, each once.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds = self.kinds.clone();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The part of a score that is about one kind of position.
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Self {
        let of_kind = self.errors.iter().zip(&self.kinds).filter(|(_, its)| **its == kind);
        let losses = self.losses.iter().filter(|lost| lost.kind == kind).copied().collect();
        let (errors, kinds) = of_kind.map(|(error, its)| (*error, *its)).unzip();
        Self { errors, kinds, losses }
    }

    /// Decisions that lose much.
    pub fn blunders(&self) -> usize {
        self.losses.iter().filter(|lost| lost.loss > BLUNDER).count()
    }

    /// How much smaller the squared error of the equity is than another's: of the same positions.
    pub fn closer_than(&self, other: &Self) -> Option<Mean> {
        Mean::of(self.errors.iter().zip(&other.errors).map(|(error, others)| others * others - error * error))
    }

    /// How much less than another a decision loses: of the same positions.
    pub fn less_than(&self, other: &Self) -> Option<Mean> {
        Mean::of(self.losses.iter().zip(&other.losses).map(|(lost, others)| others.loss - lost.loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "#decision\tposition_id\tequity\n\
        7\t4HPwATDgc/ABMA\t0.10\n7\t4HPhASjgc/ABMA\t0.05\n0\t4HPwATDgc/ABMA\t-0.2\n\
        9\t4HPwATDgc/ABMA\t0.3\n9\t4HPhASjgc/ABMA\t0.3004\n";

    #[test]
    fn losses_are_by_decision() {
        let positions = RolledOut::read(TABLE).unwrap();
        assert_eq!(positions.iter().map(|known| known.decision).collect::<Vec<_>>(), [7, 7, 0, 9, 9]);
        let says = |win| Outputs([win, 0.0, 0.0, 0.0, 0.0]);
        // The opponent wins 0.5 and 0.4 of the time, so the second play is taken, which loses 0.05; 9 is no decision.
        let score = Score::of_outputs(&[says(0.5), says(0.4), says(0.5), says(0.5), says(0.5)], &positions);
        let loss = score.loss().unwrap();
        assert!((loss.mean - 0.05).abs() < 1e-9 && loss.count == 1 && score.blunders() == 1);
        assert!((score.errors[1] - 0.15).abs() < 1e-6);
        let better = Score::of_outputs(&[says(0.4), says(0.5), says(0.5), says(0.5), says(0.5)], &positions);
        assert!((better.less_than(&score).unwrap().mean - 0.05).abs() < 1e-9);
        let squares = |score: &Score| score.errors.iter().map(|error| error * error).sum::<f64>() / 5.0;
        let closer = better.closer_than(&score).unwrap().mean;
        assert!((closer - (squares(&score) - squares(&better))).abs() < 1e-9);
        assert_eq!(better.loss_in(Class::Race), None);
    }

    #[test]
    fn errors_have_a_spread() {
        let mean = Mean::of([1.0, 2.0, 3.0].into_iter()).unwrap();
        assert!((mean.mean - 2.0).abs() < 1e-12 && (mean.error - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(std::iter::empty()), None);
    }

    #[test]
    fn faults_are_named() {
        let fault = |table: &str| RolledOut::read(table).unwrap_err().to_string();
        assert_eq!(fault("#position_id\twin\n"), "line 1: no column `equity`");
        assert_eq!(fault("#position_id\tequity\n4HPwATDgc/ABMA\tx\n"), "line 2: `x` is no equity");
    }
}
