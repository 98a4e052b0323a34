//! Every reader of text and bytes, and sessions, against inputs made up from a seed: good ones that are damaged, words
//! in disorder, noise. No panic, no input that takes a second, no memory beyond what a small file can ask for.
//!
//! A thousand inputs for a target; a million with `GAMMON_LONG_TESTS=1`. `GAMMON_SEED` chooses others, `GAMMON_TARGET`
//! one target.

use crate::support::commands;
use crate::support::games;
use crate::support::matches;
use crate::support::samples;
#[path = "../fuzz/targets.rs"]
mod targets;
use crate::support::xg;

use games::Random;
use gammon::board::Variation;
use gammon::command::{RolloutCommand, manual};
use gammon::eval::Evaluator;
use gammon::eval::bearoff::file::Form;
use gammon::eval::bearoff::{Hypergammon, OneSided, TwoSided};
use gammon::eval::own::FirstLayer;
use gammon::formats::{Extent, FORMATS, Format, Writer, Written, WrittenBy};
use gammon::notation::{MatchState, RawBoard, Xgid, gnubg_id, position_id};
use gammon::rollout::JournalWriter;
use gammon::scoring::Met;
use gammon::session::Session;
use gammon::shell::plan_farm;
use gammon::train::{Answers, TaughtTrainer, TeachSettings};
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use targets::{Target, targets};

/// No input may take longer.
const LONGEST: Duration = Duration::from_secs(1);

/// An input that takes longer is tried again.
const SLOW: Duration = Duration::from_millis(30);

/// Inputs that are kept are no longer.
const LARGEST_KEPT: usize = 1000;

/// Inputs that are kept for a target.
const MOST_KEPT: usize = 20;

/// Inputs are at most about so long, for a target that reads quickly.
const LARGEST: usize = 100_000;

/// Inputs of a target, to be damaged: good ones, and those that `scripts/fuzz.sh` has found and kept.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    [good(target), kept(target)].concat()
}

/// The file of the inputs that are kept for a target: one a line, as `escape_ascii` writes them.
fn kept_in(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(format!("{target}.txt"))
}

fn kept(target: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(kept_in(target)).unwrap_or_default();
    text.lines().map(|line| unescaped(line).unwrap_or_else(|| panic!("{target}: {line}"))).collect()
}

/// The bytes that `escape_ascii` has written; `None` where it writes no such thing.
fn unescaped(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), line.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (byte, false) => byte,
            _ => match rest.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                quoted @ (b'\'' | b'"' | b'\\') => quoted,
                _ => return None,
            },
        });
    }
    Some(bytes)
}

fn good(target: &str) -> Vec<Vec<u8>> {
    let start = Variation::Standard.starting_position();
    let money = MatchState::money(gammon::board::Player::Bottom);
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match target {
        "command_lines" | "scripts" | "sessions" => command_seeds(),
        "position_ids" => texts(&[&position_id(&start), "4HnwBDBkb8gBIQ", "jQ8AAJw4AAAAAA", "OAAMOAAAAAAMAADAAAAA"]),
        "match_ids" => texts(&[&money.match_id(), "cAngACAAGAAE", "8AmgAEAAEAAE", "MAEFAAAAAAAA", "cBIAAAAACAAA"]),
        "gnubg_ids" => texts(&[&gnubg_id(&start, &money), "Position ID: 4HPwATDgc/ABMA\nMatch ID: cAkPAAAAAAAA"]),
        "xgids" => texts(&[
            &Xgid::new(&start, &money).to_string(),
            "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:3:0:10",
            "XGID=-a-B--D-B---eE---d-e----B-:0:0:1:52:4:1:1:5:10",
        ]),
        "raw_boards" => {
            let names = gammon::board::ByPlayer(["a", "b"].map(str::to_owned));
            texts(&[&RawBoard::new(names, &start, &money).to_string()])
        }
        "simple_boards" => vec![gammon::notation::simple_board(&start).map(|n| n as u8).to_vec()],
        "plays" => ["8/5 6/5", "24/18/16*", "bar/22 6/5*(2)", "13/11, 6/5", "24/18(2)13/7(2)"]
            .iter()
            .map(|play| [&[22, 94, 50, 30, 20, 20, 29, 95, 51, 31, 21, 21, 1][..], play.as_bytes()].concat())
            .collect(),
        "farm_jobs" => vec![farm_job()],
        "match_equities" => texts(&[TABLE]),
        "weights" => vec![b"GNU Backgammon 1.00\n250 1 5 0 0.1 1.0\n0.1\n".to_vec(), little_weights()],
        "own_nets" => vec![Evaluator::standard_net_file()[..60_000].to_vec(), Evaluator::standard_net_file().to_vec()],
        "bearoff_files" => databases(),
        "bearoff_cache" => vec![gammon::eval::bearoff::Bearoff::standard().to_bytes()[..50_000].to_vec()],
        "journals" => journal_seeds(),
        "checkpoints" => {
            let checkpoint = |first| {
                let settings = TeachSettings { hidden: 64, first, ..TeachSettings::default() };
                let run = TaughtTrainer::new(settings, Answers::LookAhead(1), Evaluator::standard(), None);
                run.expect("a run").checkpoint()
            };
            [FirstLayer::Squares, FirstLayer::Products].map(checkpoint).to_vec()
        }
        "tables_of_positions" => {
            texts(&["4HPwATDgc/ABMA 0.5 0.1 0.01 0.1 0.01\n", "# rolled out\n4HnwBDBkb8gBIQ,0.5,0.1\n"])
        }
        // Each format, as a file that nobody has named.
        "detect" => FORMATS.iter().filter(|format| format.read.is_some()).flat_map(format_seeds).collect(),
        word => format_seeds(Format::named(word).unwrap_or_else(|| panic!("no inputs for {word}"))),
    }
}

const TABLE: &str = "<?xml version='1.0'?>\n<!DOCTYPE met PUBLIC '-//x' 'met.dtd'>\n<met><info><name> Mine </name>\
    <length>2</length></info>\n<pre-crawford-table type='explicit'><row><me>0.5</me><me>0.7</me></row><row><me>0.3</me>\
    <me>0.5</me></row></pre-crawford-table>\n<post-crawford-table type='zadeh' player='both'><parameters>\
    <parameter name='gammon-rate-trailer'>0.25</parameter><parameter name='free-drop-2-away'>0.015</parameter>\
    <parameter name='free-drop-4-away'>0.004</parameter></parameters></post-crawford-table></met>";

/// Every example of the manual, a few of them together.
fn command_seeds() -> Vec<Vec<u8>> {
    let manual = manual();
    let mut examples: Vec<String> =
        manual.split('`').filter(|text| text.len() < 80 && !text.contains('\n')).map(str::to_owned).collect();
    for line in gammon::command::help_all().iter().map(|entry| entry.usage.clone()) {
        examples.extend(line);
    }
    let games = [
        "new session\nset turn 1\nset board 4HPwATDgc/ABMA\nset dice 31\n8/5 6/5\nroll\nundo\nshow board",
        "new match 5\nset score 3 4\nset crawford on\nset cube value 2\ndouble\ntake\nredouble\ndrop\nnew game",
        "set beavers 2\nnew session\nset turn 0\ndouble\nbeaver\ntake\nresign 2\nagree\nlist game\nfirst game\nnext\nprevious",
        "set matchid cAngACAAGAAE\nset gnubgid 4HPwATDgc/ABMA:cAkPAAAAAAAA\nset cube owner 1\nset jacoby off\nswap players",
        "set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:3:0:10\nset rng mersenne 4\nclear turn\nmove\nset dice 66",
    ];
    let mut all: Vec<Vec<u8>> = examples.chunks(6).map(|lines| lines.join("\n").into_bytes()).collect();
    all.extend(games.map(|text| text.as_bytes().to_vec()));
    all
}

fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A small database of each kind.
fn databases() -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new(); 6];
    let one = OneSided::generate(3, &mut go_on).expect("small");
    for (to, (gammons, form)) in
        [(true, Form::Plain), (true, Form::Compressed), (false, Form::Plain), (false, Form::Compressed)]
            .iter()
            .enumerate()
    {
        one.write(*gammons, *form, &mut all[to]).expect("memory");
    }
    TwoSided::generate(3, 2, 1, &mut go_on).expect("small").write(true, &mut all[4]).expect("memory");
    Hypergammon::new(1).expect("small").write(&mut all[5]).expect("memory");
    all
}

/// The journal of a short rollout.
fn journal_seeds() -> Vec<Vec<u8>> {
    let mut session = Session::new();
    let setup =
        ["new session", "set turn 1", "set board WwAAwFYAAAAAAA", "set rollout trials 36", "set rollout seed 1"];
    commands::run_all(&mut session, &setup);
    commands::run_all(&mut session, &["set rollout cubedecision plies 0", "set rollout bearofftruncation exact off"]);
    let reply = commands::rolled_out(&mut session, "rollout position");
    let mut to = Vec::new();
    let description = serde_json::to_vec(&reply.description).expect("text");
    JournalWriter::begin(&mut to, &reply.records, &description).expect("memory");
    vec![to]
}

/// Good files of a format: what it writes, and the samples in tests/data/formats, whose names begin with its word.
fn format_seeds(format: &Format) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = samples::of(format).into_iter().map(|(_, bytes)| bytes).collect();
    let names = gammon::board::ByPlayer(["Ann", "Ben"].map(str::to_owned));
    let mut random = Random::new(5);
    for length in [0, 1, 3] {
        let mut record = matches::played(&mut random, length, Variation::Standard);
        matches::annotate(&mut random, &mut record);
        if format.word == "xg" {
            files.push(xg::write(&names, "Open", &record, xg::View::Real));
        }
        let Some(Writer { by: WrittenBy::Record(write), holds, .. }) = &format.write else { continue };
        let extent = *holds.iter().rev().find(|extent| format.is_read_with(**extent)).expect("something is read");
        // A position is one in the middle of a game.
        record.seek(0, if extent == Extent::Position { 9 } else { usize::MAX });
        files.extend(write(&Written {
            extent,
            names: &names,
            info: &matches::info(),
            variation: Variation::Standard,
            games: record.games(),
            state: record.state(),
            met: &Met::kazaross_xg2(),
        }));
    }
    assert!(!files.is_empty(), "{}: a sample belongs into tests/data/formats", format.word);
    files
}

/// A job of one position.
fn farm_job() -> Vec<u8> {
    let mut session = Session::new();
    let job = plan_farm(&mut session, &["4HPwATDgc/ABMA".to_owned()], &RolloutCommand::Position, 72, 36);
    job.expect("a job").to_json().expect("JSON")
}

/// The beginning of a binary weights file.
fn little_weights() -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [472.3782_f32, 1.0] {
        bytes.extend(number.to_le_bytes());
    }
    for number in [250_i32, 2, 5, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(std::iter::repeat_n(0_u8, 4000));
    bytes
}

/// Words that readers look for.
const WORDS: [&[u8]; 20] = [
    b"\"",
    b";",
    b"#",
    b"\\\n",
    b" ",
    b"\n",
    b"0",
    b"-1",
    b"4294967296",
    b"1e999",
    b"nan",
    b"\x1b[2J",
    b"\xff",
    b"\0",
    b"bar/off*",
    b"XGID=",
    b"<me>",
    b"set ",
    b"on",
    b"\xe2\x80\xae",
];

fn damaged(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    match random.below(20) {
        0 => {
            let length = random.below(400);
            return (0..length).map(|_| random.below(256) as u8).collect();
        }
        1 => return input,
        _ => {}
    }
    for _ in 0..1 + random.below(6) {
        let at = random.below(input.len() + 1);
        let end = (at + 1 + random.below(40)).min(input.len());
        match random.below(9) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.below(256) as u8,
            2 => input.truncate(at),
            3 => drop(input.drain(at..end)),
            4 => {
                let piece = input[at..end].to_vec();
                let times = 1 + random.below(8);
                let place = random.below(input.len() + 1);
                drop(input.splice(place..place, piece.repeat(times)));
            }
            5 => drop(input.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied())),
            6 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let until = (from + random.below(200)).min(other.len());
                drop(input.splice(at..end, other[from..until].iter().copied()));
            }
            7 if at + 4 <= input.len() => {
                let number = [0_u32, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 0x7f80_0000, 0x7fc0_0000][random.below(7)];
                input[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            _ => drop(input.splice(at..at, random.below(100_000).to_string().into_bytes())),
        }
    }
    input.truncate(LARGEST.max(seeds[0].len()));
    input
}

/// The time that this thread has spent on a processor, so that a busy machine counts for nothing; that of the clock
/// where the system has no such figure.
fn worked(clock: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok());
    spent.map_or_else(|| clock.elapsed(), Duration::from_nanos)
}

/// Runs one input, all of it or the reading alone; how long it took.
fn run(target: &Target, input: &[u8], whole: bool) -> Duration {
    let clock = Instant::now();
    let begin = worked(clock);
    let tried = if whole { &target.run } else { &target.read };
    if catch_unwind(AssertUnwindSafe(|| tried(input))).is_err() {
        let shown = String::from_utf8_lossy(&input[..input.len().min(4000)]).into_owned();
        panic!("{} fails for {} bytes:\n{shown:?}", target.name, input.len());
    }
    worked(clock).saturating_sub(begin)
}

/// The most memory that this process has had, in MB; 0 where the system has no such figure.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[test]
fn nothing_that_is_read_brings_a_reader_down() {
    let is_long = std::env::var_os("GAMMON_LONG_TESTS").is_some();
    let seed = std::env::var("GAMMON_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let only = std::env::var("GAMMON_TARGET").ok();
    let mut report = String::new();
    for target in targets().iter().filter(|target| only.as_ref().is_none_or(|name| target.name == name)) {
        let seeds = seeds(target.name);
        for seed in &seeds {
            let _ = run(target, seed, true);
        }
        // A million for each, but less for what is large or slow.
        let share = match target.name {
            "command_lines" | "sessions" => 600_000,
            "own_nets" | "bearoff_cache" | "checkpoints" => 10_000,
            "journals" | "weights" | "bearoff_files" => 300_000,
            _ => 1_000_000,
        };
        let inputs = if is_long { share } else { share / 1000 };
        let mut random = Random::new(seed);
        let before = peak();
        let (begin, mut longest) = (Instant::now(), Duration::ZERO);
        for n in 0..inputs {
            let input = damaged(&mut random, &seeds);
            // Of a million matches that are read, each eighth is written and read again.
            let is_whole = !is_long || n % 8 == 0;
            let mut took = run(target, &input, is_whole);
            if took > SLOW {
                // A machine that stood still for a moment does so once; an input that is slow is slow again.
                took = took.min(run(target, &input, is_whole));
            }
            assert!(took <= LONGEST, "{} took {took:?} for {:?}", target.name, String::from_utf8_lossy(&input));
            longest = longest.max(took);
        }
        // Linux counts pages for each processor and adds the counts up now and then: a peak can fall by some of them.
        let grown = peak().saturating_sub(before);
        assert!(grown < 200, "{}: {grown} MB more", target.name);
        let all = begin.elapsed().as_secs_f64();
        writeln!(report, "{:20} {inputs:8} inputs {all:7.1} s, the longest {longest:?}, {grown} MB more", target.name)
            .expect("a string");
    }
    std::io::stderr().write_all(report.as_bytes()).expect("stderr");
}

/// For `scripts/fuzz.sh`: the seeds as files of the folder that `GAMMON_WRITE_SEEDS` names, and inputs to be kept from
/// the folders `TARGET.small` of the one that `GAMMON_KEEP_INPUTS` names, of all sizes.
#[test]
fn seeds_are_written() {
    if let Some(folder) = std::env::var_os("GAMMON_KEEP_INPUTS") {
        for target in targets() {
            let Ok(found) = std::fs::read_dir(Path::new(&folder).join(format!("{}.small", target.name))) else {
                continue;
            };
            let mut inputs: Vec<_> = found.filter_map(|file| std::fs::read(file.ok()?.path()).ok()).collect();
            inputs.retain(|input| (1..=LARGEST_KEPT).contains(&input.len()));
            inputs.sort_by_key(|input| (input.len(), input.clone()));
            let every = inputs.len().div_ceil(MOST_KEPT).max(1);
            let lines = inputs.iter().rev().step_by(every).map(|input| format!("{}\n", input.escape_ascii()));
            std::fs::write(kept_in(target.name), lines.collect::<String>()).expect("written");
        }
    }
    let Some(folder) = std::env::var_os("GAMMON_WRITE_SEEDS") else {
        return assert!(targets().iter().all(|target| !seeds(target.name).is_empty()), "every target has seeds");
    };
    for target in targets() {
        let folder = Path::new(&folder).join(target.name);
        std::fs::create_dir_all(&folder).expect("made");
        for (n, seed) in seeds(target.name).into_iter().enumerate() {
            std::fs::write(folder.join(format!("seed{n}")), seed).expect("written");
        }
    }
}

#[test]
fn samples_are_known_by_what_is_in_them() {
    let met = Met::kazaross_xg2();
    let options = gammon::formats::ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
    let mut n = 0;
    let mut look = |name: &str, bytes: &[u8], word: &str| {
        assert_eq!(gammon::formats::detect(bytes), Format::named(word), "{name}");
        let read = Format::named(word).expect("a row").read(bytes, &options);
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!read.record.games().is_empty(), "{name}");
        n += 1;
    };
    for format in gammon::formats::FORMATS {
        for (name, bytes) in samples::of(format) {
            look(&name, &bytes, format.word);
        }
    }
    if let Some(folder) = crate::support::cases::cases() {
        for name in ["fault-10a.txt", "fault-10b.txt", "fault-10c.txt"] {
            look(name, &std::fs::read(folder.join(name)).expect("a case"), "text");
        }
    }
    assert!(n > 25, "only {n} samples");
}
