//! Statistics of games and matches. The layout is GNU Backgammon's: a column of 40 for what it is and one of 23 for
//! each player, so that scripts find every number where they look for it. A narrower terminal has narrower columns.

use super::format::lines_within;
use super::numbers::thousandths;
use crate::analysis::{
    Counted, CubeStatistics, Loss, LuckRating, LuckStatistics, PlayStatistics, Rating, absolute_rating, rating_losses,
};
use crate::board::Player;
use crate::session::StatisticsReply;
use crate::words::there_are;
use unicode_width::UnicodeWidthStr;

/// The separator of the cells of a line until it is laid out.
const CELL: char = '\u{1f}';

/// The columns of a line as GNU Backgammon has them.
const USUAL_WIDTH: usize = 88;

/// A line: what it is, and a cell for each player.
fn line(label: &str, cells: [String; 2]) -> String {
    let [top, bottom] = cells;
    format!("{label}{CELL}{top}{CELL}{bottom}\n")
}

/// Puts the cells of every line where they belong. Where there is no room for the usual columns, blanks within cells
/// go, and what a line is about is broken between words.
fn laid_out(text: &str, width: Option<usize>) -> String {
    let cells = |line: &str| -> Option<[String; 3]> {
        let cells: Vec<_> = line.split(CELL).map(str::to_owned).collect();
        cells.try_into().ok()
    };
    let Some(width) = width.filter(|&width| width < USUAL_WIDTH) else {
        let usual = |line: &str| match cells(line) {
            Some([label, top, bottom]) => format!("{label:<40} {top:<23} {bottom:<23}").trim_end().to_owned(),
            None => line.to_owned(),
        };
        return text.lines().map(|line| usual(line) + "\n").collect();
    };
    let short = |cell: &str| cell.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    let rows: Vec<_> = text.lines().map(|line| (line, cells(line))).collect();
    let of_a_player = rows.iter().filter_map(|(_, cells)| cells.as_ref()).flat_map(|cells| cells[1..].iter());
    let cell = of_a_player.map(|cell| short(cell).width()).max().unwrap_or(0);
    let room = width.saturating_sub(2 * (cell + 1)).max(MIN_LABEL);
    let mut out = String::new();
    for (line, cells) in rows {
        let Some([label, top, bottom]) = cells else {
            textwrap::wrap(line, lines_within(width)).iter().for_each(|line| out += &format!("{line}\n"));
            continue;
        };
        let mut parts = textwrap::wrap(&label, lines_within(room));
        let last = parts.pop().unwrap_or_default();
        parts.iter().for_each(|part| out += &format!("{part}\n"));
        let row = format!("{last:<room$} {:<cell$} {}", short(&top), short(&bottom));
        out += row.trim_end();
        out.push('\n');
    }
    out
}

/// The least width of the labels before the columns of the players.
const MIN_LABEL: usize = 12;

/// How losses are written.
#[derive(Clone, Copy)]
struct Format {
    is_match: bool,
    digits: usize,
    factor: f64,
}

impl Format {
    fn unit(self) -> &'static str {
        if self.is_match { "MWC" } else { "Points" }
    }

    /// A cost in brackets.
    fn cost(self, cost: f64) -> String {
        if self.is_match { format!("({:>+7.3}%)", 100.0 * cost) } else { format!("({cost:>+7.3})") }
    }

    fn total(self, total: Loss) -> String {
        let (width, digits) = (self.digits + 8, self.digits);
        format!("{:>+width$.digits$} {}", total.equity, self.cost(total.cost))
    }

    fn rate(self, rate: Loss) -> String {
        let (width, digits) = (self.digits + 6, self.digits.saturating_sub(2));
        format!("{:>+width$.digits$}   {}", self.factor * rate.equity, self.cost(rate.cost))
    }

    /// How often something was wrong.
    fn counted(self, counted: &Counted) -> String {
        let Counted { count, loss } = counted;
        match count {
            0 => format!("{count:>3}"),
            _ => format!("{count:>3} ({} {})", thousandths(-loss.equity), self.cost(-loss.cost)),
        }
    }
}

/// A loss with its sign turned: losses are shown as negative numbers.
fn lost(loss: Loss) -> Loss {
    Loss { equity: -loss.equity, cost: -loss.cost }
}

/// The lines of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsLayout {
    /// GNU Backgammon's lines and no others, in its columns.
    Gnubg,
    /// The same with the parts that have no analysis: their numbers are zeros.
    Whole,
    /// Those and the performance rating, in this many columns.
    Own {
        /// The columns; as many as it takes where this is `None`.
        width: Option<usize>,
    },
}

/// The statistics with all sections that are not empty.
pub fn statistics(reply: &StatisticsReply, digits: usize, layout: StatisticsLayout) -> String {
    let width = match layout {
        StatisticsLayout::Gnubg | StatisticsLayout::Whole => None,
        StatisticsLayout::Own { width } => width,
    };
    let StatisticsReply { names, statistics, is_match, .. } = reply;
    let format = Format { is_match: *is_match, digits, factor: f64::from(reply.error_rate_factor) };
    let mut text = line("Player", names.0.clone()) + "\n";
    let is_whole = layout == StatisticsLayout::Whole;
    if is_whole || statistics.has_plays() {
        text += &plays(statistics.players.0.each_ref().map(|player| &player.plays), format);
    }
    if is_whole || statistics.has_luck() {
        text += &luck(statistics.players.0.each_ref().map(|player| &player.luck), format, is_whole);
    }
    if is_whole || statistics.has_cube() {
        text += &cube(statistics.players.0.each_ref().map(|player| &player.cube), format);
    }
    text += &overall(reply, format, layout);
    let missing = statistics.missing;
    if missing.plays > 0 && !is_whole {
        text += &format!("{} not analysed and left out here\n", there_are(missing.plays, "play"));
    }
    laid_out(&(text + "\n"), width)
}

fn title(title: &str) -> String {
    format!("{title}\n\n")
}

/// What errors gave up in all, and for each decision.
fn errors(both: [(Loss, Option<Loss>); 2], format: Format) -> String {
    let unit = format.unit();
    line(&format!("Error total EMG ({unit})"), both.map(|(total, _)| format.total(lost(total))))
        + &line(&format!("Error rate mEMG ({unit})"), both.map(|(_, rate)| format.rate(lost(rate.unwrap_or_default()))))
}

fn plays(both: [&PlayStatistics; 2], format: Format) -> String {
    let counts = |label: &str, count: fn(&PlayStatistics) -> u32| line(label, both.map(|one| three(count(one))));
    title("Chequerplay statistics")
        + &counts("Total moves", |one| one.total)
        + &counts("Unforced moves", |one| one.unforced)
        + &counts("Unmarked moves", |one| one.unmarked)
        + &counts("Moves marked doubtful", |one| one.marked[0])
        + &counts("Moves marked bad", |one| one.marked[1])
        + &counts("Moves marked very bad", |one| one.marked[2])
        + &errors(both.map(|one| (one.error, one.rate())), format)
        + &line("Chequerplay rating", both.map(|one| rating(one.rate())))
        + "\n\n"
}

fn luck(both: [&LuckStatistics; 2], format: Format, is_whole: bool) -> String {
    let counts = |label: &str, count: fn(&LuckStatistics) -> u32| line(label, both.map(|one| three(count(one))));
    let unit = format.unit();
    let none = if is_whole { "None" } else { "n/a" };
    let rated = |one: &LuckStatistics| one.rate().map_or(none, |rate| LuckRating::of(rate.equity).name()).to_owned();
    let rate = |one: &LuckStatistics| match one.rate() {
        None if is_whole => format.rate(Loss::default()),
        None => "n/a".to_owned(),
        Some(rate) => format.rate(rate),
    };
    title("Luck statistics")
        + &counts("Rolls marked very lucky", |one| one.marked[0])
        + &counts("Rolls marked lucky", |one| one.marked[1])
        + &counts("Rolls unmarked", |one| one.unmarked)
        + &counts("Rolls marked unlucky", |one| one.marked[2])
        + &counts("Rolls marked very unlucky", |one| one.marked[3])
        + &line(&format!("Luck total EMG ({unit})"), both.map(|one| format.total(one.luck)))
        + &line(&format!("Luck rate mEMG ({unit})"), both.map(rate))
        + &line("Luck rating", both.map(rated))
        + "\n\n"
}

fn cube(both: [&CubeStatistics; 2], format: Format) -> String {
    let counts = |label: &str, count: fn(&CubeStatistics) -> u32| line(label, both.map(|one| three(count(one))));
    let unit = format.unit();
    let kind = |what: &str, of: fn(&CubeStatistics) -> &Counted| {
        line(&format!("{what} (EMG ({unit}))"), both.map(|one| format.counted(of(one))))
    };
    title("Cube statistics")
        + &counts("Total cube decisions", |one| one.total)
        + &counts("Close or actual cube decisions", |one| one.close)
        + &counts("Doubles", |one| one.doubles)
        + &counts("Takes", |one| one.takes)
        + &counts("Passes", |one| one.passes)
        + &kind("Missed doubles below CP", |one| &one.missed_below)
        + &kind("Missed doubles above CP", |one| &one.missed_above)
        + &kind("Wrong doubles below DP", |one| &one.wrong_below)
        + &kind("Wrong doubles above TG", |one| &one.wrong_above)
        + &kind("Wrong takes", |one| &one.wrong_takes)
        + &kind("Wrong passes", |one| &one.wrong_passes)
        + &errors(both.map(|one| (one.error(), one.rate())), format)
        + &line("Cube decision rating", both.map(|one| rating(one.rate())))
        + "\n\n"
}

fn overall(reply: &StatisticsReply, format: Format, layout: StatisticsLayout) -> String {
    let statistics = &reply.statistics;
    let both = Player::BOTH.map(|player| &statistics.players[player]);
    let mut text = title("Overall statistics");
    let is_whole = layout == StatisticsLayout::Whole;
    if is_whole || statistics.has_plays() || statistics.has_cube() {
        text += &errors(both.map(|one| (one.error(), one.rate())), format);
        let snowie = |player| {
            let rate = -statistics.snowie_rate(player).unwrap_or(0.0);
            format.rate(Loss { equity: rate, cost: 0.0 })
        };
        text += &line("Snowie error rate", Player::BOTH.map(snowie));
        text += &line("Overall rating", both.map(|one| rating(one.rate())));
        if matches!(layout, StatisticsLayout::Own { .. }) {
            let shown = |rating: f64| format!("{rating:>7.1}");
            let pr = both.map(|one| one.performances.all().rating().map_or_else(|| "n/a".to_owned(), shown));
            text += &line("Performance rating (PR)", pr);
        }
    }
    if statistics.is_over {
        let (actual, adjusted) = (statistics.actual(), statistics.luck_adjusted());
        text += &line("Actual result", [actual, -actual].map(|value| gain(value, format)));
        if is_whole || statistics.has_luck() {
            text += &line("Luck adjusted result", [adjusted, -adjusted].map(|value| gain(value, format)));
            if reply.is_match {
                let difference = statistics.luck_based_difference();
                let shown = difference.map_or_else(|| "n/a".to_owned(), |difference| format!("{difference:>+7.2}"));
                text += &line("Luck based FIBS rating diff.", [shown, String::new()]);
            }
        }
    }
    if reply.is_match && (is_whole || statistics.has_plays() || statistics.has_cube()) {
        text += &ratings(reply);
    }
    if !reply.is_match && statistics.results.len() > 1 {
        text += &advantage(reply);
    }
    text + "\n\n"
}

/// Ratings that errors amount to.
fn ratings(reply: &StatisticsReply) -> String {
    let statistics = &reply.statistics;
    let both = Player::BOTH.map(|player| &statistics.players[player]);
    let equity = |loss: Option<Loss>| loss.map(|loss| loss.equity);
    let rates = both.map(|one| (equity(one.plays.rate()), equity(one.cube.rate())));
    let shown = |value: Option<f64>| value.map_or_else(|| "n/a".to_owned(), |value| format!("{value:>6.1}"));
    let absolute = |(plays, cube): (Option<f64>, Option<f64>)| {
        let rating = absolute_rating(plays, cube, statistics.length, reply.rating_offset);
        shown((plays.is_some() || cube.is_some()).then_some(rating))
    };
    let losses = rates.map(|(plays, cube)| rating_losses(plays, cube, statistics.length));
    line("Error based abs. FIBS rating", rates.map(absolute))
        + &line("Chequerplay errors rating loss", losses.map(|(plays, _)| shown(plays)))
        + &line("Cube errors rating loss", losses.map(|(_, cube)| shown(cube)))
}

/// Points per game of a session, with and without luck, each with the interval that holds the mean in 95 of 100 cases.
fn advantage(reply: &StatisticsReply) -> String {
    let results = &reply.statistics.results;
    let row = |label: &str, values: Vec<f64>| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = 1.95996 * (variance / n).sqrt();
        line(label, [mean, -mean].map(|mean| format!("{mean:>+8.3}")))
            + &line(
                &format!("95% confidence interval ({label})").replace("(Advantage ", "("),
                [mean, -mean].map(|mean| format!("[{:+.3},{:+.3}]", mean - half, mean + half)),
            )
    };
    row("Advantage (actual) in ppg", results.iter().map(|(actual, _)| *actual).collect())
        + &row("Advantage (luck adjusted) in ppg", results.iter().map(|(_, adjusted)| *adjusted).collect())
}

fn three(count: u32) -> String {
    format!("{count:>3}")
}

fn rating(rate: Option<Loss>) -> String {
    rate.map_or("n/a", |rate| Rating::of(rate.equity).name()).to_owned()
}

/// A result: match winning chance or points.
fn gain(value: f64, format: Format) -> String {
    if format.is_match { format!("{:>+7.2}%", 100.0 * value) } else { format!("{value:>+9.3}") }
}
