//! Rollouts against GNU Backgammon's own numbers, made with the same seed and with another.
//!
//! `data/rollouts36.csv` and `data/rollouts1296.csv` come from version 1.07 with the approximate reciprocal of its nets
//! replaced by exact division, so that the same plays are made and the same numbers must come out. The usual form takes
//! the rows that are quickly done; `GAMMON_LONG_TESTS=1` takes all and prints the figures in `docs/validation.md`.

use crate::support::rollouts;

use gammon::board::ByPlayer;
use gammon::rollout::{Engine, Job, RolloutSettings};
use gammon::scoring::{Cube, MatchScore, Terms};
use rollouts::{ME, PLAIN_MONEY, columns, is_long, plain, position, reference, roll_out, say};

/// The place of the cubeless equity.
const CUBELESS: usize = 5;

/// The places of what cannot matter to an opponent two points away who owns the cube.
const DEAD_GAMMONS: [usize; 2] = [3, 4];

/// A row of a table of rollouts.
struct Row<'a>(Vec<&'a str>);

impl<'a> Row<'a> {
    fn table(text: &'a str) -> impl Iterator<Item = Self> {
        text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| Self(line.split(',').collect()))
    }

    fn number(&self, column: usize) -> f64 {
        self.0[column].parse().expect("a number")
    }

    fn whole(&self, column: usize) -> u32 {
        self.0[column].parse().expect("a whole number")
    }

    fn label(&self) -> &str {
        self.0[0]
    }

    /// The candidate of the job that the row is about.
    fn candidate(&self) -> usize {
        usize::from(self.0[3] == "dt")
    }

    /// What was rolled out, in a word or two.
    fn name(&self) -> String {
        let [kind, varredn, trunc] = [self.0[2], self.0[4], self.0[5]];
        let kind = if kind == "cube" { self.0[3] } else { kind };
        let luck = if varredn == "1" { "" } else { ", luck left in" };
        let horizon = if trunc == "0" { String::new() } else { format!(", {trunc} plies") };
        format!("{} {kind}{luck}{horizon}", self.label())
    }

    fn job(&self) -> Job {
        let terms = if self.is_match() {
            Terms::Match(MatchScore::new(7, ByPlayer([5, 3]), false).unwrap())
        } else {
            PLAIN_MONEY
        };
        let make = if self.0[2] == "cube" { Job::cube } else { Job::position };
        make(&position(&self.0[1][..14]), Cube::START, ME, terms)
    }

    fn settings(&self) -> RolloutSettings {
        let mut settings = plain(u64::from(self.whole(6)), self.whole(7));
        settings.variance_reduction = self.whole(4) == 1;
        settings.truncation.enabled = self.whole(5) > 0;
        settings.truncation.plies = u16::try_from(self.whole(5)).expect("a horizon").max(1);
        settings
    }

    fn is_match(&self) -> bool {
        self.label() == "match-4a2a"
    }

    /// The numbers that are ours too. In a match not the cubeless equity, which the reference adds up in different
    /// units once the cube is turned; played out, not the gammons lost either: at this score they are worth nothing,
    /// and of plays worth the same to the last bit either may be made.
    fn compared(&self) -> impl Iterator<Item = usize> + use<> {
        let (is_match, is_played_out) = (self.is_match(), self.whole(5) == 0);
        (0..7).filter(move |i| !is_match || !(*i == CUBELESS || is_played_out && DEAD_GAMMONS.contains(i)))
    }

    /// The reference's mean and standard error of one of our seven numbers.
    fn reference(&self, quantity: usize) -> (f64, f64) {
        const COLUMNS: [usize; 7] = [0, 1, 2, 4, 5, 6, 7];
        (self.number(8 + COLUMNS[quantity]), self.number(16 + COLUMNS[quantity]))
    }
}

/// Rolls out the rows of a table, both candidates of a cube decision at once, and shows each with its numbers.
fn for_each_row(
    engine: &Engine,
    table: &str,
    is_wanted: impl Fn(&Row<'_>) -> bool,
    seed: impl Fn(&Row<'_>) -> u32,
    mut look: impl FnMut(&Row<'_>, ([f64; 7], [f64; 7])),
) {
    let mut last = None;
    for row in Row::table(table).filter(is_wanted) {
        if row.candidate() == 0 {
            let settings = row.settings().with(|it| it.seed = seed(&row));
            last = Some(roll_out(engine, &row.job(), &settings).result);
        }
        let result = last.as_ref().expect("nd comes before dt");
        look(&row, columns(&result.candidates[row.candidate()]));
    }
}

#[test]
fn the_same_seed_gives_the_numbers_of_the_reference() {
    let Some(engine) = reference("the_same_seed_gives_the_numbers_of_the_reference") else { return };
    // Long contact games would take most of the time of the whole suite.
    let is_wanted = |row: &Row<'_>| {
        let is_short = row.whole(5) == 5 || row.whole(4) == 0;
        let is_quick = ["crashed", "contact-late", "bearoff1", "race"].contains(&row.label());
        is_long() || is_quick || is_short && ["contact-early", "match-4a2a"].contains(&row.label())
    };
    let (mut equal, mut different) = (0, Vec::new());
    let table = include_str!("../data/rollouts36.csv");
    for_each_row(
        &engine,
        table,
        is_wanted,
        |row| row.whole(7),
        |row, (means, errors)| {
            let off = row.compared().map(|i| {
                let (mean, error) = row.reference(i);
                (means[i] - mean).abs().max((errors[i] - error).abs())
            });
            let worst = off.fold(0.0, f64::max);
            if worst < 1e-4 {
                equal += 1;
            } else {
                different.push(format!("{} by {worst:.6}", row.name()));
            }
        },
    );
    say(&format!("{equal} rows of 36 trials are equal to 1e-4; others: {different:?}"));
    assert!(equal > 18 && different.is_empty(), "{equal} rows are equal, not {different:#?}");
}

/// With the same seed nearly equal; with another one as near as independent trials come.
#[test]
fn many_trials_agree_with_the_reference() {
    let Some(engine) = reference("many_trials_agree_with_the_reference") else { return };
    let is_wanted = |row: &Row<'_>| {
        let is_quick = match row.label() {
            "bearoff1" => row.whole(6) == 1296,
            "race" => row.whole(4) == 0,
            "contact-late" => row.whole(4) == 0,
            _ => false,
        };
        is_long() || is_quick
    };
    let table = include_str!("../data/rollouts1296.csv");
    let (mut n, mut beyond, mut widest, mut same) = (0, 0, Vec::new(), Vec::new());
    for_each_row(
        &engine,
        table,
        is_wanted,
        |row| row.whole(7),
        |row, (means, errors)| {
            let off = row.compared().map(|i| (means[i] - row.reference(i).0).abs()).fold(0.0, f64::max);
            // Six digits are printed.
            let ratios = row.compared().filter(|&i| row.reference(i).1 >= 2e-5).map(|i| errors[i] / row.reference(i).1);
            let ratio = ratios
                .fold(1.0, |worst: f64, ratio| if (ratio - 1.0).abs() > (worst - 1.0).abs() { ratio } else { worst });
            same.push((row.name(), off, ratio));
        },
    );
    for_each_row(
        &engine,
        table,
        is_wanted,
        |row| row.whole(7) + 1000,
        |row, (means, errors)| {
            let distances = row.compared().map(|i| {
                let (mean, error) = row.reference(i);
                // Six digits are printed.
                (means[i] - mean).abs() / errors[i].hypot(error).max(1e-6)
            });
            let distances: Vec<_> = distances.collect();
            n += distances.len();
            beyond += distances.iter().filter(|&&distance| distance > 3.0).count();
            let (cf, error) = (row.reference(6).0, row.reference(6).1);
            let ratio = errors[6] / error;
            widest.push((distances.iter().copied().fold(0.0, f64::max), cf, means[6], errors[6], ratio));
        },
    );
    say(
        "| rollout | same seed: off by | SE ratio | cubeful, reference | other seed | SE | SE ratio | farthest of 7, JSE |",
    );
    for ((name, off, ratio), (widest, cf, ours, error, other)) in same.iter().zip(&widest) {
        say(&format!(
            "| {name} | {off:.6} | {ratio:.3} | {cf:+.4} | {ours:+.4} | {error:.4} | {other:.3} | {widest:.2} |"
        ));
    }
    say(&format!("{beyond} of {n} numbers are more than 3 joint standard errors apart"));
    for (name, off, ratio) in &same {
        assert!(*off < 2e-3 && (ratio - 1.0).abs() < 0.1, "{name}: off by {off}, errors {ratio}");
    }
    assert!(100 * beyond <= n, "{beyond} of {n}");
}
