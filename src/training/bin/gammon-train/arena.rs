//! `gammon-train duel`, `test-set` and `score`: how good nets are.

use crate::args::{DuelArgs, ScoreArgs, TestSetArgs};
use crate::files::{fault, read};
use crate::interrupt::Interrupt;
use crate::watch::DuelWatch;
use gammon_engine::eval::bearoff::Bearoff;
use gammon_engine::eval::{Class, CubeEfficiency, Evaluator, NetSet};
use gammon_engine::notation::position_id;
use gammon_training::arena::{Contender, Duel, DuelSettings, Exam, Interval, Stakes};
use gammon_training::train::{Kind, Mean, RolledOut, Score, Teacher};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// Decisions of a test set that are made at a time.
const TOGETHER: usize = 64;

/// A kind with fewer positions is not significant.
const FEW: usize = 20;

/// The classes whose decisions have a line of their own.
const CLASSES: [Class; 4] = [Class::Contact, Class::Crashed, Class::Race, Class::BearoffOneSided];

/// The most plies that a player looks ahead.
const MOST_PLIES: u8 = 4;

/// The teacher of a file, with units in layers between its inputs and outputs.
pub fn teacher(path: &Path, layers: &[u16]) -> io::Result<Teacher> {
    let layers: Vec<usize> = layers.iter().copied().map(usize::from).collect();
    Teacher::from_bytes(&read(path)?, &layers).map_err(|error| fault(path, error))
}

/// Parses the description of a player: see the help of the command.
pub fn contender(said: &str, plies: u8, layers: &[u16]) -> io::Result<Contender> {
    let bad = |message: String| io::Error::new(io::ErrorKind::InvalidInput, message);
    let (name, plies) = match said.rsplit_once('@') {
        Some((name, depth)) => {
            let depth = depth.parse().ok().filter(|depth| *depth <= MOST_PLIES);
            (name, depth.ok_or_else(|| bad(format!("`{said}`: plies after `@` are 0 to {MOST_PLIES}")))?)
        }
        None => (said, plies),
    };
    let (name, efficiency) = match name.strip_prefix("numbers:") {
        Some(name) => (name, CubeEfficiency::STANDARD),
        None => (name, CubeEfficiency::BY_NETS),
    };
    let evaluator = match name.strip_prefix("teacher:") {
        Some(path) => of_nets(NetSet::Other(Arc::new(teacher(Path::new(path), layers)?))),
        None => evaluator((name != "own").then_some(Path::new(name)))?,
    };
    let prefix = if efficiency == CubeEfficiency::STANDARD { "numbers:" } else { "" };
    let suffix = if plies > 0 { format!("@{plies}") } else { String::new() };
    Ok(Contender { name: format!("{prefix}{name}{suffix}"), evaluator, plies, efficiency })
}

/// The built-in nets, or those of a file.
pub fn evaluator(nets: Option<&Path>) -> io::Result<Arc<Evaluator>> {
    let Some(path) = nets else { return Ok(Evaluator::standard()) };
    Ok(of_nets(NetSet::from_bytes(&read(path)?).map_err(|error| fault(path, error))?))
}

fn of_nets(nets: NetSet) -> Arc<Evaluator> {
    Arc::new(Evaluator::new(nets, Bearoff::standard()))
}

/// Plays a duel until its games are played or Ctrl-C; then the games played count.
pub fn duel(args: &DuelArgs, interrupt: &Interrupt) -> io::Result<()> {
    let player = |said: &str, plies| contender(said, plies, &args.teacher_layers);
    let contenders = [player(&args.first, args.plies)?, player(&args.second, args.plies)?];
    let judge = match &args.judge {
        Some(judge) => Some(player(judge, 0)?.evaluator),
        None => args.without_luck.then(Evaluator::standard),
    };
    let stakes = match args.length {
        Some(length) => Stakes::Match(length),
        None if args.cube => Stakes::Money,
        None => Stakes::Cubeless,
    };
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let settings = DuelSettings { stakes, pairs: args.games.div_ceil(2), seed: args.seed, threads };
    let mut duel = Duel::new(settings, contenders, judge, interrupt.flag()).map_err(io::Error::other)?;
    let watch = DuelWatch::new(settings.pairs, stakes);
    while duel.step().is_some() {
        watch.played(&duel);
    }
    let seconds = watch.finish();
    let report = DuelReport::new(&duel, seconds);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        report.print(&mut out)?;
    }
    Ok(())
}

/// The report of a duel.
#[derive(Serialize)]
struct DuelReport<'a> {
    players: [&'a str; 2],
    stakes: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u8>,
    seed: u64,
    pairs: u64,
    games: u64,
    turns: u64,
    seconds: f64,
    games_a_second: f64,
    /// Points a game or the share of matches, the first player's.
    result: Interval,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_luck: Option<Interval>,
    /// Difference of ratings and the ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<[f64; 3]>,
    /// Games won singly, with a gammon, with a backgammon.
    won: [[u64; 3]; 2],
}

impl<'a> DuelReport<'a> {
    fn new(duel: &'a Duel, seconds: f64) -> Self {
        let (tally, settings) = (duel.tally(), duel.settings());
        let (stakes, length) = match settings.stakes {
            Stakes::Cubeless => ("cubeless", None),
            Stakes::Money => ("money", None),
            Stakes::Match(length) => ("match", Some(length)),
        };
        Self {
            players: duel.contenders().each_ref().map(|contender| contender.name.as_str()),
            stakes,
            length,
            seed: settings.seed,
            pairs: tally.pairs,
            games: tally.games,
            turns: tally.turns,
            seconds: (100.0 * seconds).round() / 100.0,
            games_a_second: (tally.games as f64 / seconds.max(1e-9)).round(),
            result: tally.result(),
            without_luck: duel.has_judge().then(|| tally.without_luck()),
            rating: duel.rating(),
            won: tally.won,
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let [first, second] = self.players;
        let (unit, things) = match self.length {
            Some(length) => ("of the matches", format!("matches to {length}")),
            None => ("points a game", format!("games, {}", self.stakes)),
        };
        writeln!(
            out,
            "{first} against {second}: {} {things}, in pairs with the same dice, seed {}",
            2 * self.pairs,
            self.seed
        )?;
        if self.length.is_some() {
            writeln!(out, "  {} games in all", self.games)?;
        }
        let line = |out: &mut dyn Write, figure: &Interval, how: &str| match figure.half() {
            Some(half) if self.length.is_some() => {
                writeln!(out, "  {:.2} % +- {:.2} {unit}{how} (95 %)", 100.0 * figure.mean, 100.0 * half)
            }
            Some(half) => writeln!(out, "  {:+.4} +- {half:.4} {unit}{how} (95 %)", figure.mean),
            None => writeln!(out, "  too few pairs for a figure{how}"),
        };
        line(out, &self.result, "")?;
        if let Some(figure) = &self.without_luck {
            line(out, figure, ", luck subtracted")?;
        }
        if let Some([rating, low, high]) = self.rating {
            writeln!(out, "  {rating:+.0} rating points, {low:+.0} to {high:+.0}")?;
        }
        for (name, [single, gammon, backgammon]) in self.players.iter().zip(self.won) {
            let share = |count: u64| 100.0 * count as f64 / self.games.max(1) as f64;
            let [won, gammons, backgammons] =
                [single + gammon + backgammon, gammon + backgammon, backgammon].map(share);
            writeln!(out, "  {name}: won {won:.2} %, gammons {gammons:.2} %, backgammons {backgammons:.2} %")?;
        }
        writeln!(
            out,
            "  {:.1} turns a game, {:.0} games a second",
            self.turns as f64 / self.games.max(1) as f64,
            self.games_a_second
        )
    }
}

/// Prints decisions of one kind with a judge's equities of their plays.
pub fn test_set(args: &TestSetArgs, interrupt: &Interrupt) -> io::Result<()> {
    let judge = contender(&args.judge, 0, &args.teacher_layers)?;
    let exam = Exam::new(args.kind, args.seed, judge, interrupt.flag());
    let mut out = io::stdout().lock();
    writeln!(out, "#decision\tposition_id\tequity")?;
    for first in (0..args.count).step_by(TOGETHER) {
        let last = args.count.min(first + TOGETHER as u32);
        for RolledOut { decision, position, equity } in exam.decisions(first..last) {
            writeln!(out, "{decision}\t{}\t{equity:.5}", position_id(&position))?;
        }
        if interrupt.is_raised() {
            break;
        }
    }
    Ok(())
}

/// Prints how far evaluations are from rolled-out positions, file by file.
pub fn score(args: &ScoreArgs) -> io::Result<()> {
    let player = |said: &str| Ok::<_, io::Error>(contender(said, 0, &args.teacher_layers)?.evaluator);
    let nets = player(args.nets.as_deref().unwrap_or("own"))?;
    let against = args.against.as_deref().map(player).transpose()?;
    let mut out = io::stdout().lock();
    if args.json {
        for path in &args.files {
            let positions = rolled_out(path)?;
            let other = against.as_ref().map(|against| Score::of(against, &positions));
            let object = scored(&Score::of(&nets, &positions), other.as_ref(), args.kinds);
            writeln!(out, "{}", json!({ "command": "score", "file": path, "scored": object }))?;
        }
        return Ok(());
    }
    writeln!(out, "positions                equity off by, rms  mean  decisions  lost, thousandths  more than 20")?;
    for path in &args.files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let positions = rolled_out(path)?;
        let score = Score::of(&nets, &positions);
        let mut lines = vec![(name, score.clone())];
        if let Some(against) = &against {
            lines.push(("  the other".to_owned(), Score::of(against, &positions)));
        }
        for (name, score) in &lines {
            let (rms, mean) = (score.root_mean_square(), score.mean_size());
            write!(out, "{name:23} {:6}   {rms:10.4} {mean:.4}", score.errors.len())?;
            match score.loss() {
                Some(loss) => writeln!(out, "  {:9}  {}       {:7}", loss.count, thousandths(&loss), score.blunders())?,
                None => writeln!(out)?,
            }
            for class in CLASSES {
                if let Some(loss) = score.loss_in(class) {
                    writeln!(out, "  {:49}{:9}  {}", class.name(), loss.count, thousandths(&loss))?;
                }
            }
        }
        let (score, other) = (&lines[0].1, lines.get(1).map(|(_, other)| other));
        if let Some(closer) = other.and_then(|other| score.closer_than(other)) {
            let [mean, error] = [closer.mean, closer.error].map(|number| 1e6 * number);
            writeln!(out, "  squared error less than the other's, millionths: {mean:.0} +- {error:.0}")?;
        }
        if let Some(less) = other.and_then(|other| score.less_than(other)) {
            writeln!(out, "  {:49}{:9}  {}", "less than the other", less.count, thousandths(&less))?;
        }
        if args.kinds {
            for kind in score.kinds() {
                print_kind(&mut out, kind, &score.of_kind(kind), other.map(|other| other.of_kind(kind)).as_ref())?;
            }
        }
    }
    Ok(())
}

/// The positions of a file.
fn rolled_out(path: &Path) -> io::Result<Vec<RolledOut>> {
    let table = String::from_utf8(read(path)?).map_err(|error| fault(path, error))?;
    RolledOut::read(&table).map_err(|error| fault(path, error))
}

/// The scores of a player, and by how much the other's are worse; losses are points a decision.
fn scored(score: &Score, other: Option<&Score>, with_kinds: bool) -> Value {
    let mean = |mean: &Mean| json!({ "count": mean.count, "mean": mean.mean, "std_err": mean.error });
    let classes: Map<String, Value> =
        CLASSES.into_iter().filter_map(|class| Some((class.name().to_owned(), mean(&score.loss_in(class)?)))).collect();
    let mut object = json!({
        "positions": score.errors.len(),
        "rms": score.root_mean_square(),
        "mean_size": score.mean_size(),
        "loss": score.loss().as_ref().map(mean),
        "blunders": score.blunders(),
        "classes": classes,
    });
    if let Some(other) = other {
        object["other"] = scored(other, None, false);
        object["squared_error_less"] = score.closer_than(other).as_ref().map(mean).into();
        object["loss_less"] = score.less_than(other).as_ref().map(mean).into();
    }
    if with_kinds {
        let kinds = score.kinds().into_iter().filter(|&kind| score.of_kind(kind).errors.len() >= FEW);
        let of = |kind: Kind| scored(&score.of_kind(kind), other.map(|other| other.of_kind(kind)).as_ref(), false);
        object["kinds"] = kinds.map(|kind| (kind.to_string(), of(kind))).collect::<Map<_, _>>().into();
    }
    object
}

/// A line for a kind of position, and what the other does worse there.
fn print_kind(out: &mut impl Write, kind: Kind, score: &Score, other: Option<&Score>) -> io::Result<()> {
    if score.errors.len() < FEW {
        return Ok(());
    }
    write!(
        out,
        "  {:21} {:6}   {:10.4} {:.4}",
        kind.to_string(),
        score.errors.len(),
        score.root_mean_square(),
        score.mean_size()
    )?;
    if let Some(loss) = score.loss() {
        write!(out, "  {:9}  {}", loss.count, thousandths(&loss))?;
    }
    if let Some(other) = other {
        write!(out, "   the other: {:.4}", other.root_mean_square())?;
        if let Some(less) = score.less_than(other) {
            write!(out, ", {} more", thousandths(&less))?;
        }
    }
    writeln!(out)
}

fn thousandths(mean: &Mean) -> String {
    format!("{:6.2} +- {:.2}", 1000.0 * mean.mean, 1000.0 * mean.error)
}
