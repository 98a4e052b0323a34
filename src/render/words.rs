//! Words that every layout has: identifiers, names of evaluators, how something was found, rough chances.

use super::NumberFormat;
use crate::eval::Class;
use crate::level::Level;
use crate::session::{Ids, Made, Market, Noted, RolloutReply, how_made};
use crate::words::counted;

/// The identifiers of a position, a line each.
pub(super) fn ids(ids: &Ids) -> String {
    format!("Position ID:\t{}\nMatch ID:\t{}\nXGID:\t\t{}\n", ids.position_id, ids.match_id, ids.xgid)
}

/// The origin of a rollout, the user or a level, and how it was made.
pub(super) fn named(reply: &RolloutReply) -> String {
    format!("{}: {}", reply.level.map_or("rollout", Level::name), how_made(&Made::from(reply)))
}

/// The evaluator of the positions of a class.
pub(super) const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Over => "Over",
        Class::Hypergammon => "Hypergammon",
        Class::BearoffTwoSided => "Bearoff2",
        Class::BearoffOneSided => "Bearoff1",
        Class::Race => "Race",
        Class::Crashed => "Crashed",
        Class::Contact => "Contact",
    }
}

/// How something in the notes of the record was found.
pub(super) fn noted_in_words<T>(noted: &Noted<T>) -> String {
    let trials = counted(noted.trials, "trial");
    let Some(foreign) = &noted.foreign else {
        return format!("{}: {}, kept with the match", noted.level(), noted.made.clone().unwrap_or(trials));
    };
    let mut text = foreign.level.clone();
    if noted.trials > 0 {
        text += &format!(": {trials}");
    }
    if !foreign.settings.is_empty() {
        text += &format!(" ({})", foreign.settings);
    }
    text + ", kept with the match; `analyse move` asks gammon"
}

/// The players of the trials, threads or workers.
pub(super) fn players_of_trials(threads: Option<usize>) -> String {
    match threads {
        None => "by workers".to_owned(),
        Some(threads) => format!("on {}", counted(threads, "thread")),
    }
}

/// A chance that nobody knows to more than a percent: `>99%`, `73%`, `<1%`.
pub(super) fn rough_chance(chance: f64) -> String {
    match 100.0 * chance {
        percent if percent > 99.5 => ">99%".to_owned(),
        percent if percent < 0.5 => "<1%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

/// The market of the side on roll.
pub(super) fn market(market: &Market, numbers: &NumberFormat) -> String {
    let share = |pairs: u32| numbers.share(f64::from(pairs) / 1296.0);
    let volatility = numbers.decimal(market.volatility);
    let losers = match market.losers {
        0 => "no market losers".to_owned(),
        losers => format!(
            "market losers: {} of both players' next rolls{}; the cube turned before them gains {}",
            share(losers),
            if market.too_good > 0 { format!(", {} too good", share(market.too_good)) } else { String::new() },
            numbers.decimal(market.lost)
        ),
    };
    format!("volatility {volatility} over both rolls; {losers}")
}

/// A text with its first letter as a capital.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chance_is_certain() {
        assert_eq!([1.0, 0.999, 0.734, 0.004, 0.0].map(rough_chance), [">99%", ">99%", "73%", "<1%", "<1%"]);
    }
}
