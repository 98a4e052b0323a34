//! Which numbers of `show …`, `eq2mwc` and `mwc2eq` are the same in both programs, where each of them prints these, and
//! how near they have to be: the layouts have nothing in common.

use super::rows::all_numbers;

/// A number in a text: of the lines with these words (none that is blank counts) the n-th, behind the words the n-th
/// number. All lines have the words "".
type Place = (&'static str, usize, usize);

/// The same number here and in GNU Backgammon, and how far apart the two may be.
type Same = (Place, Place, f64);

// Half a unit of the last digit that GNU Backgammon prints.
const ONE_DIGIT: f64 = 0.0501;
const PERCENT_ONE_DIGIT: f64 = 0.000_501;
const PERCENT_TWO_DIGITS: f64 = 0.000_050_1;
const THREE_DIGITS: f64 = 0.000_501;
const FOUR_DIGITS: f64 = 0.000_050_1;
const FIVE_DIGITS: f64 = 0.000_005_01;
/// Gammon rates come from evaluations.
const GAMMON_RATE: f64 = 0.000_6;
/// Two samples of 5760 games: equal dice are not to be had. Their difference has a standard error of .3 pips and .009;
/// five of each.
const SAMPLED_PIPS: f64 = 1.6;
const SAMPLED_CHANCE: f64 = 0.045;

/// Commands, words in GNU Backgammon's answer, and the numbers to be compared.
const FIGURES: [(&str, &str, &[Same]); 16] = [
    ("show pipcount", "", &[(("", 1, 0), ("pip counts are", 0, 0), 0.0), (("", 2, 0), ("pip counts are", 0, 1), 0.0)]),
    (
        "show thorp",
        "",
        &[
            (("", 1, 0), ("Count Leader ", 0, 0), 0.0),
            (("", 1, 1), ("(+1/10)", 0, 0), ONE_DIGIT),
            (("", 2, 0), ("Count Trailer", 0, 0), 0.0),
        ],
    ),
    (
        "show keith",
        "",
        &[
            (("", 1, 0), ("Count Leader ", 0, 0), 0.0),
            (("", 1, 1), ("(+1/7)", 0, 0), ONE_DIGIT),
            (("", 2, 0), ("Count Trailer", 0, 0), 0.0),
        ],
    ),
    (
        "show kleinman",
        "",
        &[
            (("", 1, 0), ("diff ", 0, 0), 0.0),
            (("", 1, 1), ("sum ", 0, 0), 0.0),
            (("", 1, 2), ("sqrt(sum-4)) =", 0, 0), FOUR_DIGITS),
            (("", 1, 3), ("Winning Chance", 0, 0), FOUR_DIGITS),
        ],
    ),
    (
        "show isight",
        "",
        &[
            (("", 1, 0), ("Count Leader ", 0, 0), 0.0),
            (("", 2, 0), ("Count Trailer", 0, 0), 0.0),
            (("winning chance", 0, 0), ("Estimated GWC", 0, 0), PERCENT_ONE_DIGIT),
        ],
    ),
    ("show 8912", "", &[(("", 1, 0), ("Leader is", 0, 0), PERCENT_ONE_DIGIT)]),
    (
        "show onesidedrollout",
        "",
        &[
            (("user  ", 0, 2), ("user  ", 0, 0), SAMPLED_PIPS),
            (("gnubg  ", 0, 2), ("gnubg  ", 0, 0), SAMPLED_PIPS),
            (("user  ", 0, 3), ("user  ", 0, 1), SAMPLED_PIPS),
            (("gnubg  ", 0, 3), ("gnubg  ", 0, 1), SAMPLED_PIPS),
            (("wins", 0, 0), ("", 1, 0), SAMPLED_CHANCE),
        ],
    ),
    // Player 0 comes first there, the player on roll here. The double point of player 0 with a dead cube is left out:
    // it differs where Jacoby's rule and beavers meet.
    (
        "show marketwindow",
        "Take Point",
        &[
            (("", 13, 0), ("gammon rate", 1, 0), GAMMON_RATE),
            (("", 13, 1), ("gammon rate", 1, 1), GAMMON_RATE),
            (("", 14, 0), ("gammon rate", 0, 0), GAMMON_RATE),
            (("", 14, 1), ("gammon rate", 0, 1), GAMMON_RATE),
            ((" take", 1, 0), ("(TP)", 0, 0), GAMMON_RATE),
            ((" take", 1, 1), ("(TP)", 0, 1), GAMMON_RATE),
            ((" take", 0, 0), ("(TP)", 1, 0), GAMMON_RATE),
            ((" take", 0, 1), ("(TP)", 1, 1), GAMMON_RATE),
            ((" beaver", 1, 0), ("(BP)", 0, 0), GAMMON_RATE),
            ((" beaver", 1, 1), ("(BP)", 0, 1), GAMMON_RATE),
            ((" double", 1, 1), ("(IDP)", 0, 1), GAMMON_RATE),
            ((" double", 0, 0), ("(IDP)", 1, 0), GAMMON_RATE),
            ((" double", 0, 1), ("(IDP)", 1, 1), GAMMON_RATE),
            ((" redouble", 0, 0), ("(RDP)", 1, 0), GAMMON_RATE),
            ((" redouble", 0, 1), ("(RDP)", 1, 1), GAMMON_RATE),
            ((" cash", 1, 0), ("(CP)", 0, 0), GAMMON_RATE),
            ((" cash", 0, 0), ("(CP)", 1, 0), GAMMON_RATE),
            ((" cash", 0, 1), ("(CP)", 1, 1), GAMMON_RATE),
            ((" too good", 0, 0), ("(TGP)", 1, 0), GAMMON_RATE),
        ],
    ),
    // Where who takes may redouble at once, gammon reckons with that.
    (
        "show marketwindow",
        "(opponent redoubles)",
        &[
            ((" double", 1, 0), ("Dead cube:", 0, 0), GAMMON_RATE),
            ((" cash", 1, 0), ("Dead cube:", 0, 1), GAMMON_RATE),
            ((" double", 0, 0), ("(opponent redoubles):", 0, 0), GAMMON_RATE),
            ((" cash", 0, 0), ("(opponent redoubles):", 0, 1), GAMMON_RATE),
        ],
    ),
    (
        "show marketwindow",
        "Dead cube:",
        &[
            ((" double", 1, 0), ("Dead cube:", 0, 0), GAMMON_RATE),
            ((" cash", 1, 0), ("Dead cube:", 0, 1), GAMMON_RATE),
            ((" cash", 1, 1), ("Live cube:", 0, 1), GAMMON_RATE),
            ((" double", 0, 0), ("Dead cube:", 1, 0), GAMMON_RATE),
            ((" cash", 0, 0), ("Dead cube:", 1, 1), GAMMON_RATE),
            ((" cash", 0, 1), ("Live cube:", 1, 1), GAMMON_RATE),
        ],
    ),
    (
        "show gammonvalues",
        "Gammon value",
        &[
            (("", 1, 0), ("", 1, 0), FIVE_DIGITS),
            (("", 1, 1), ("", 1, 1), FIVE_DIGITS),
            (("", 2, 0), ("", 2, 0), FIVE_DIGITS),
            (("", 2, 1), ("", 2, 1), FIVE_DIGITS),
        ],
    ),
    (
        "eq2mwc ",
        "",
        &[
            (("", 1, 0), ("MWC for equity", 2, 0), THREE_DIGITS),
            (("", 1, 1), ("MWC for equity", 2, 1), PERCENT_TWO_DIGITS),
        ],
    ),
    (
        "eq2mwc",
        "",
        &[
            (("", 1, 1), ("MWC for equity", 0, 1), PERCENT_TWO_DIGITS),
            (("", 2, 1), ("MWC for equity", 2, 1), PERCENT_TWO_DIGITS),
            (("", 3, 1), ("MWC for equity", 1, 1), PERCENT_TWO_DIGITS),
        ],
    ),
    (
        "mwc2eq ",
        "",
        &[
            (("", 1, 0), ("Equity for MWC", 2, 0), PERCENT_TWO_DIGITS),
            (("", 1, 1), ("Equity for MWC", 2, 1), THREE_DIGITS),
        ],
    ),
    (
        "show cubeefficiency",
        "",
        &[
            (("crashed", 0, 0), ("crashed", 0, 0), FOUR_DIGITS),
            (("contact", 0, 0), ("contact", 0, 0), FOUR_DIGITS),
            (("os", 0, 0), ("one sided", 0, 0), FOUR_DIGITS),
            (("factor", 0, 0), ("pips *", 0, 0), FIVE_DIGITS),
            (("race coefficient", 0, 0), ("pips *", 0, 1), FIVE_DIGITS),
            (("min", 0, 0), ("min value", 0, 0), FOUR_DIGITS),
            (("max", 0, 0), ("max value", 0, 0), FOUR_DIGITS),
        ],
    ),
    ("show score", " is: ", &[(("", 0, 0), (" is: ", 0, 0), 0.0), (("", 0, 1), (" is: ", 0, 1), 0.0)]),
];

fn number_at(text: &str, (words, line, column): (&str, usize, usize)) -> Option<f64> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).filter_map(|line| line.split_once(words));
    all_numbers(lines.nth(line)?.1).get(column).copied()
}

/// The pairs of numbers to be compared, ours first, each with how far apart the two may be. A number that is not where
/// it should be is `None`.
pub type Pairs = Vec<(Option<f64>, Option<f64>, f64)>;

/// The numbers that both programs give to this command; `None` where nothing is to be compared.
pub fn pairs(command: &str, ours: &str, theirs: &str) -> Option<Pairs> {
    if let Some(size) = command.strip_prefix("show met ").and_then(|size| size.parse().ok()) {
        return Some(match_equities(size, ours, theirs));
    }
    if command.starts_with("dicerolls") {
        return Some(dice(ours, theirs));
    }
    // Behind the words there may be a position.
    let command = match command.rsplit_once(' ') {
        Some((words, last)) if last.len() == 14 && words.starts_with("show ") => words,
        _ => command,
    };
    let fits = |words: &str, phrase: &str| {
        let starts = if words.ends_with(' ') { command.starts_with(words) } else { command == words };
        starts && theirs.contains(phrase)
    };
    let (_, _, figures) = FIGURES.iter().find(|(words, phrase, _)| fits(words, phrase))?;
    Some(figures.iter().map(|&(mine, other, near)| (number_at(ours, mine), number_at(theirs, other), near)).collect())
}

/// The dice of each roll, the higher first.
fn dice(ours: &str, theirs: &str) -> Pairs {
    let dice = |text: &str| -> Vec<f64> {
        let digits: Vec<f64> = text.chars().filter_map(|c| c.to_digit(10)).map(f64::from).collect();
        digits
            .chunks(2)
            .flat_map(|roll| [roll[0].max(roll[roll.len() - 1]), roll[0].min(roll[roll.len() - 1])])
            .collect()
    };
    let (mine, other) = (dice(ours), dice(theirs));
    let place = |i: usize| (mine.get(i).copied(), other.get(i).copied(), 0.0);
    (0..mine.len().max(other.len())).map(place).collect()
}

/// Every cell of the table before the Crawford game, and the row of each player after it.
fn match_equities(size: usize, ours: &str, theirs: &str) -> Pairs {
    let mut pairs = Vec::new();
    for column in 0..size {
        for row in 1..=size {
            let other = format!("{row}-away");
            let pair = (number_at(ours, ("", row + 1, column + 1)), number_at(theirs, (&other, 1, column)));
            pairs.push((pair.0, pair.1, FOUR_DIGITS));
        }
        for (player, place) in [("post 0", 3), ("post 1", 5)] {
            let pair = (number_at(ours, (player, 0, column)), number_at(theirs, ("1-away", place, column)));
            pairs.push((pair.0, pair.1, FOUR_DIGITS));
        }
    }
    pairs
}
