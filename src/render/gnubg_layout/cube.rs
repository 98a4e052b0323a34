//! The analysis of a cube decision: three actions in order of preference and the proper one.

use crate::eval::CubeAction;
use crate::render::{NumberFormat, Unit};

/// The order in which equal values stand.
const ORDER: [CubeAction; 3] = [CubeAction::DoubleTake, CubeAction::DoublePass, CubeAction::NoDouble];

/// A cube decision for the side on roll.
#[derive(Clone, Debug)]
pub struct CubeBlock {
    /// The method that judged it: `2-ply`, `Rollout`.
    pub method: String,
    /// The value with a dead cube.
    pub cubeless: f64,
    /// The equity in points of a money game, in a match.
    pub money: Option<f64>,
    /// The five outputs, `None` when they are given elsewhere.
    pub outputs: Option<[f64; 5]>,
    /// The value of playing on.
    pub no_double: f64,
    /// The value after double and take.
    pub double_take: f64,
    /// The value after double and pass.
    pub double_pass: f64,
    /// The action that is right.
    pub best: CubeAction,
    /// The proper action in words.
    pub verdict: String,
    /// How often the opponent must go wrong to make the other action right, 0 to 1.
    pub share: Option<f64>,
    /// Whether the numbers are those of the player who has been doubled; the best action is still that of the other
    /// side.
    pub is_answer: bool,
    /// The right answer of that player, where it is told.
    pub answer: Option<&'static str>,
}

impl CubeBlock {
    /// The value to the side that may double or has doubled.
    fn value_to_doubler(&self, action: CubeAction) -> f64 {
        if self.is_answer { -self.value(action) } else { self.value(action) }
    }

    fn value(&self, action: CubeAction) -> f64 {
        match action {
            CubeAction::NoDouble => self.no_double,
            CubeAction::DoubleTake => self.double_take,
            CubeAction::DoublePass => self.double_pass,
        }
    }
}

/// The block that starts with `Cube analysis`.
pub fn cube(block: &CubeBlock, unit: Unit, format: &NumberFormat) -> String {
    let what = match unit {
        Unit::Equity => "equity",
        Unit::Mwc => "MWC",
    };
    let mut text = format!("Cube analysis\n{} cubeless {what} {}", block.method, format.value(block.cubeless, unit));
    if let Some(money) = block.money {
        text += &format!(" (Money: {})", format.equity(money));
    }
    text.push('\n');
    if let Some(outputs) = block.outputs {
        text += &format!("  {}\n", format.outputs(outputs));
    }
    text += "Cubeful equities:\n";
    // The proper action leads even where a wrong answer would earn more; the others follow by value.
    let mut actions = ORDER;
    actions.sort_by(|&a, &b| {
        let is_best = |action| action == block.best;
        is_best(b).cmp(&is_best(a)).then(block.value_to_doubler(b).total_cmp(&block.value_to_doubler(a)))
    });
    for (rank, action) in (1..).zip(actions) {
        let value = block.value(action);
        text += &format!("{rank}. {:<19} {}", action.name(), format.value(value, unit));
        if action != block.best {
            text += &format!("  ({})", format.difference(value - block.value(block.best), unit));
        }
        text.push('\n');
    }
    text += &format!("Proper cube action: {}", block.verdict);
    if let Some(share) = block.share {
        text += &format!(" ({:.1}%)", 100.0 * share);
    }
    text.push('\n');
    if let Some(answer) = block.answer {
        text += &format!("Proper answer: {answer}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block() -> CubeBlock {
        CubeBlock {
            method: "2-ply".to_owned(),
            cubeless: 0.479,
            money: None,
            outputs: Some([0.74, 0.0, 0.0, 0.0, 0.0]),
            no_double: 0.724,
            double_take: 0.935,
            double_pass: 1.0,
            best: CubeAction::DoubleTake,
            verdict: "Double, take".to_owned(),
            share: None,
            is_answer: false,
            answer: None,
        }
    }

    #[test]
    fn the_proper_action_leads_and_the_others_follow_by_value() {
        let expected = "
Cube analysis
2-ply cubeless equity +0.479
  0.740 0.000 0.000 - 0.260 0.000 0.000
Cubeful equities:
1. Double, take        +0.935
2. Double, pass        +1.000  (+0.065)
3. No double           +0.724  (-0.211)
Proper cube action: Double, take
";
        assert_eq!(cube(&block(), Unit::Equity, &NumberFormat::default()), &expected[1..]);
    }

    #[test]
    fn a_match_may_show_winning_chances() {
        let block = CubeBlock {
            cubeless: 0.6644,
            money: Some(0.312),
            no_double: 0.5338,
            double_take: 0.5256,
            double_pass: 0.7508,
            best: CubeAction::NoDouble,
            verdict: "No double, take".to_owned(),
            share: Some(0.036),
            ..block()
        };
        let text = cube(&block, Unit::Mwc, &NumberFormat::default());
        assert!(text.contains("\n2-ply cubeless MWC  66.44% (Money: +0.312)\n"), "{text}");
        assert!(
            text.contains("\n1. No double            53.38%\n2. Double, pass         75.08%  (+21.70%)\n"),
            "{text}"
        );
        assert!(text.ends_with("(3.6%)\n"));
    }
}
