//! Race counts: `show thorp`, `show keith`, `show 8912`, `show isight`, `show kleinman`.

use super::Talk;
use crate::eval::counts::{Isight, Kleinman, LeadRule, RaceAdvice, RaceCount};
use crate::session::{Figures, PipCount, Reply};

/// The count behind `show`, or `None` where the words name none.
pub(super) fn count(talk: &mut Talk<'_>, what: &str) -> Option<String> {
    if !["thorp", "keith", "8912", "isight", "kleinman"].contains(&what) || talk.session.game().is_none() {
        return None;
    }
    let pips = match talk.run("show pipcount") {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::PipCount(reply) => reply.count,
            _ => return None,
        },
        _ => return None,
    };
    let Ok(Reply::Figures(figures, _)) = talk.run(&format!("show {what}")) else { return None };
    Some(match *figures {
        Figures::Thorp(reply) => thorp(&reply.count),
        Figures::Keith(reply) => keith(&reply.count),
        Figures::LeadRule(reply) => lead_rule(&reply.count, pips),
        Figures::Isight(reply) => isight(&reply.count),
        Figures::Kleinman(reply) => kleinman(&reply.count, pips),
        _ => return None,
    })
}

fn pip_counts(pips: PipCount) -> String {
    format!("Leader Pip Count : {}\nTrailer Pip Count: {}\n\n", pips.on_roll, pips.opponent)
}

/// Both counts of a formula that compares them.
fn compared(name: &str, surcharge: &str, count: &RaceCount) -> String {
    format!(
        "{:<30}: {}\n{:<28} L: {:.1}\n{:<28} T: {}\n\n",
        format!("{name} Count Leader"),
        count.on_roll,
        format!("{name} Count Leader({surcharge})"),
        count.surcharged,
        format!("{name} Count Trailer"),
        count.opponent
    )
}

fn thorp(count: &RaceCount) -> String {
    let advice = match count.advice {
        RaceAdvice::Pass => "Double, Drop (since L <= T - 2)",
        RaceAdvice::Redouble => "Redouble, Take (since L <= T + 1 )",
        RaceAdvice::Double => "Double, Take (since L <= T + 2)",
        RaceAdvice::NoDouble => "No Double, Take (since L > T + 2)",
    };
    format!("{}{advice}\n", compared("Thorp", "+1/10", count))
}

/// No line ends behind the advice.
fn keith(count: &RaceCount) -> String {
    let advice = match count.advice {
        RaceAdvice::Pass => "Double, Drop (since L <= T+2)",
        RaceAdvice::Redouble => "Redouble, Take (since L <= T+3)",
        RaceAdvice::Double => "Double, Take (since L <= T + 4)",
        RaceAdvice::NoDouble => "No Double, Take (since L > T + 4)",
    };
    format!("{}{advice}", compared("Keith", "+1/7", count))
}

/// The words for 8 and for 9 percent are told the other way round there.
fn lead_rule(rule: &LeadRule, pips: PipCount) -> String {
    let advice = match rule.advice {
        RaceAdvice::Pass => "Double, Drop (ahead > 12 percent)",
        RaceAdvice::Redouble => "Double, Take (12 percent > ahead > 9 percent)",
        RaceAdvice::Double => "Redouble, Take (12 percent > ahead > 8 percent)",
        RaceAdvice::NoDouble => "NoDouble (8 percent > ahead)",
    };
    format!("{}Leader is {:.1} percent ahead\n{advice}\n\n", pip_counts(pips), rule.lead_percent)
}

fn isight(count: &Isight) -> String {
    let advice = match count.advice {
        RaceAdvice::Pass => "Double, Drop (since est. GWC > 76%)",
        RaceAdvice::Redouble => "Redouble, Take (since 70% <= est. GWC <= 76%)",
        RaceAdvice::Double => "Double, Take (since 68% <= est. GWC <= 70%)",
        RaceAdvice::NoDouble => "No Double, Take (est. GWC < 68%)",
    };
    format!(
        "Isight Count Leader          L: {}\nIsight Count Trailer         T: {}\n\n\
         Estimated GWC: {:4.1}% (80 - L/3 + 2*(L-T))\n\n{advice}\n",
        count.on_roll,
        count.opponent,
        count.formula_percent()
    )
}

fn kleinman(count: &Kleinman, pips: PipCount) -> String {
    format!(
        "{}sum              : {}\ndiff             : {}\n\nK = (diff+4)/(2 sqrt(sum-4)) = {:>8}\n\
         Cubeless Winning Chance: {:.4}\n\n",
        pip_counts(pips),
        count.sum,
        count.lead,
        four_digits(count.k),
        count.win
    )
}

/// A number with four significant digits at most.
fn four_digits(number: f64) -> String {
    let whole = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 };
    let text = format!("{number:.*}", (3 - whole).clamp(0, 8) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_are_not_written() {
        let numbers = [0.591_61, 0.331, 2.041_2, -0.905_43, 0.0, 12.0];
        assert_eq!(numbers.map(four_digits), ["0.5916", "0.331", "2.041", "-0.9054", "0", "12"]);
    }
}
