//! What every reader of text or bytes has to bear: no panic, and what it has read can be written and read again.
//!
//! A target is a function of bytes. `tests/files/fuzzed_inputs.rs` feeds it seeded inputs; `scripts/fuzz.sh` feeds it
//! others.
#![allow(dead_code)] // cargo-fuzz uses one target at a time

use gammon::board::{ByPlayer, Checkers, Player, Position, Roll, Setup, Variation};
use gammon::command::{Command, commands, complete, help_about, help_search, parse, pieces, typed_lines};
use gammon::eval::bearoff::Stored;
use gammon::eval::bearoff::file::Database;
use gammon::eval::gnubg::read_weights;
use gammon::eval::own::{FilterNet, OwnNets};
use gammon::farm::FarmJob;
use gammon::formats::{Extent, FORMATS, Format, PlayedMatch, ReadOptions, Written, WrittenBy};
use gammon::notation::{
    MatchState, RawBoard, Xgid, find_ids, gnubg_id, parse_play, play_text, position_id, setup_from_key,
    setup_from_position_id, setup_from_simple, simple_board,
};
use gammon::rollout::{Journal, JournalWriter, Unobserved};
use gammon::scoring::Met;
use gammon::session::Session;
use gammon::shell::Script;
use gammon::train::{RolledOut, TeachSettings, mean_net};
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

/// What is done with an input.
type Run = dyn Fn(&[u8]);
/// The name and the function of a target.
type Named = (&'static str, fn(&[u8]));

/// A reader under test.
pub struct Target {
    /// Its name for `cargo fuzz run`.
    pub name: &'static str,
    /// What is done with an input.
    pub run: Box<Run>,
    /// The same without writing what was read: a sixth of the work for files of games, all of it for the others.
    pub read: Box<Run>,
}

/// All of them: the readers of formats by their words, then the others.
pub fn targets() -> Vec<Target> {
    let formats = FORMATS.iter().filter(|format| format.read.is_some());
    let formats = formats.map(|format| Target {
        name: format.word,
        run: Box::new(|data| file_of(format, data)),
        read: Box::new(|data| drop(format.read(data, &options()))),
    });
    let others = OTHERS.map(|(name, run)| Target { name, run: Box::new(run), read: Box::new(run) });
    formats.chain(others).collect()
}

/// Readers of other things than files of games.
const OTHERS: [Named; 20] = [
    ("detect", detect),
    ("command_lines", command_lines),
    ("scripts", scripts),
    ("position_ids", position_ids),
    ("match_ids", match_ids),
    ("gnubg_ids", gnubg_ids),
    ("xgids", xgids),
    ("raw_boards", raw_boards),
    ("simple_boards", simple_boards),
    ("plays", plays),
    ("farm_jobs", farm_jobs),
    ("match_equities", match_equities),
    ("weights", weights),
    ("own_nets", own_nets),
    ("bearoff_files", bearoff_files),
    ("bearoff_cache", bearoff_cache),
    ("journals", journals),
    ("checkpoints", checkpoints),
    ("tables_of_positions", tables_of_positions),
    ("sessions", sessions),
];

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// A command is written as it is read; every span lies within its line.
pub fn command_lines(data: &[u8]) {
    let text = text(data);
    let lines = typed_lines(&text);
    assert!(lines.lines.iter().all(|line| line.len() <= text.len()));
    for line in text.lines().take(20) {
        for located in commands(line) {
            match located.command {
                Ok(command) => {
                    let printed = command.to_string();
                    assert_eq!(parse(&printed).as_ref(), Ok(&command), "{line:?} was written as {printed:?}");
                }
                Err(error) => {
                    assert!(line.get(error.span.clone()).is_some(), "{:?} of {line:?}", error.span);
                    assert!(!error.report(line).is_empty());
                }
            }
        }
        let at = line.char_indices().map(|(i, _)| i).nth(line.chars().count() / 2).unwrap_or(line.len());
        let completion = complete(line, at);
        assert!(completion.start <= at && line.is_char_boundary(completion.start), "{line:?}");
        for (span, _) in pieces(line) {
            assert!(line.get(span.clone()).is_some(), "{span:?} of {line:?}");
        }
        let words: Vec<String> = line.split_whitespace().take(8).map(str::to_owned).collect();
        let _ = help_about(&words);
        let _ = help_search(line);
    }
}

/// Lines are numbered in order, whatever the bytes are.
pub fn scripts(data: &[u8]) {
    let mut script = Script::from_reader("fuzz", Cursor::new(data.to_vec()));
    let mut last = 0;
    loop {
        match script.next_line() {
            Ok(None) => break,
            Ok(Some((number, _))) => {
                assert!(number > last);
                last = number;
            }
            Err(_) => {
                assert!(script.line_number() > last);
                last = script.line_number();
            }
        }
    }
}

fn position(setup: Setup) -> Option<Position> {
    setup.into_position(Variation::Standard).ok()
}

/// A Position ID that is read is that of its position.
pub fn position_ids(data: &[u8]) {
    let text = text(data);
    let _ = setup_from_key(&text);
    if let Some(position) = setup_from_position_id(&text).ok().and_then(position) {
        let again = setup_from_position_id(&position_id(&position)).expect("an ID");
        assert_eq!(again, Setup::from(&position));
    }
}

/// A Match ID that is read and written is read as the same state.
pub fn match_ids(data: &[u8]) {
    if let Ok(state) = MatchState::from_match_id(&text(data)) {
        assert_eq!(MatchState::from_match_id(&state.match_id()), Ok(state));
        let _ = (state.before_the_double(), state.with_seats_swapped(), state.score());
    }
}

/// Identifiers are found in any text.
pub fn gnubg_ids(data: &[u8]) {
    if let Ok(found) = find_ids(&text(data))
        && let (Some(setup), Some(state)) = (found.setup, found.state)
        && let Some(position) = position(setup)
    {
        assert_eq!(find_ids(&gnubg_id(&position, &state)).expect("identifiers").state, Some(state));
    }
}

/// An XGID that is read and written has the same checkers.
pub fn xgids(data: &[u8]) {
    if let Ok(xgid) = Xgid::parse(&text(data))
        && let Some(position) = position(xgid.setup)
    {
        let again = Xgid::parse(&Xgid::new(&position, &xgid.state).to_string()).expect("an XGID");
        assert_eq!(again.setup, xgid.setup);
    }
}

/// A raw board that is read and written has the same checkers.
pub fn raw_boards(data: &[u8]) {
    if let Ok(board) = RawBoard::parse(&text(data))
        && let Some(position) = position(board.setup)
    {
        let again = RawBoard::new(board.names, &position, &board.state);
        assert_eq!(again.setup, board.setup);
        let _ = again.to_string();
    }
}

/// Counts of checkers are a board or none.
pub fn simple_boards(data: &[u8]) {
    let mut counts = [0_i8; 26];
    for (count, &byte) in counts.iter_mut().zip(data) {
        *count = byte as i8;
    }
    if let Some(position) = setup_from_simple(&counts).ok().and_then(position) {
        // The bar of the other side may be counted below zero, as its points are.
        counts[25] = counts[25].abs();
        assert_eq!(simple_board(&position), counts);
    }
}

/// A board and dice made of the first bytes, and the rest of the text.
fn scene(data: &[u8]) -> Option<(Position, Roll, String)> {
    let (board, rest) = data.split_at_checked(12)?;
    let (roll, rest) = rest.split_first()?;
    let mut sides = [[0_u8; 25]; 2];
    for (n, byte) in board.iter().enumerate() {
        let side = &mut sides[n % 2];
        side[usize::from(byte >> 2) % 25] += byte & 3;
    }
    let [on_roll, opponent] = sides;
    let position = Setup { on_roll, opponent }.into_position(Variation::Standard).ok()?;
    Some((position, Roll::ALL[usize::from(*roll) % 21], text(rest)))
}

/// What is read as a play is legal, and written as a text that is read as the same play.
pub fn plays(data: &[u8]) {
    let Some((position, roll, text)) = scene(data) else { return };
    if let Ok(play) = parse_play(&text, &position, roll) {
        let legal = gammon::movegen::legal_plays(&position, roll);
        assert!(legal.iter().any(|other| other.result == play.result), "{text} is not legal");
        let printed = play_text(&play);
        assert_eq!(parse_play(&printed, &position, roll).expect("a play").result, play.result, "{printed}");
    }
}

/// As a user's session reads, with more beavers than anybody plays.
fn options() -> ReadOptions<'static> {
    static MET: LazyLock<Met> = LazyLock::new(Met::kazaross_xg2);
    ReadOptions { jacoby: true, beavers: 3, met: &MET, strict: false }
}

/// What a reader makes of bytes is a match or position that can be written and read again: as JSON always, in its own
/// format and as SGF where the writer takes it.
fn file_of(format: &Format, data: &[u8]) {
    let options = options();
    let Ok(played) = format.read(data, &options) else { return };
    for to in [Format::json(), Format::sgf(), format] {
        let Some(written) = written(to, &played, options.met) else { continue };
        let text = String::from_utf8_lossy(&written);
        let again = to.read(&written, &options).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(again.record.games().len(), played.record.games().len(), "{text}");
    }
}

/// A match, or a position, in a format that can take it.
fn written(format: &Format, played: &PlayedMatch, met: &Met) -> Option<Vec<u8>> {
    let writer = format.write.as_ref()?;
    let WrittenBy::Record(write) = writer.by else { return None };
    let extents = [Extent::Match, Extent::Game, Extent::Position];
    let written = Written {
        extent: extents.into_iter().find(|extent| writer.holds.contains(extent) && format.is_read_with(*extent))?,
        names: &played.names,
        info: &played.info,
        variation: played.variation,
        games: played.record.games(),
        state: played.record.state(),
        met,
    };
    write(&written).ok()
}

/// Any format: the first byte chooses it.
pub fn formats(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    file_of(&FORMATS[usize::from(*first) % FORMATS.len()], data);
}

/// A file whose format is found: what is read of it is a match that is found to be itself in every format that takes
/// it.
pub fn detect(data: &[u8]) {
    let options = options();
    let Some(Ok(played)) = gammon::formats::detect(data).map(|format| format.read(data, &options)) else { return };
    for to in FORMATS {
        let Some(bytes) = written(to, &played, options.met) else { continue };
        let found = gammon::formats::detect(&bytes).map(|format| format.word);
        let is_itself = found == Some(to.word) || (to.word, found) == ("gam", Some("mat"));
        assert!(is_itself, "{} is taken for {found:?}:\n{}", to.word, String::from_utf8_lossy(&bytes));
    }
}

/// A job that is read has shards and is written as it was.
pub fn farm_jobs(data: &[u8]) {
    let Ok(job) = FarmJob::from_json(data) else { return };
    assert!(job.shard(0).is_some() && job.shard(job.len()).is_none());
    let written = job.to_json().expect("a job");
    assert_eq!(FarmJob::from_json(&written).expect("the same job").name(), job.name());
}

/// Every chance of a table that is read is one.
pub fn match_equities(data: &[u8]) {
    let Ok(met) = Met::from_xml(&text(data)) else { return };
    for player in Player::BOTH {
        for away in 1..=64 {
            assert!((0.0..=1.0).contains(&met.post_crawford(player, away)), "post {away}");
            for other in 1..=64 {
                let chance = met.pre_crawford(ByPlayer([away, other]), player);
                assert!((0.0..=1.0).contains(&chance), "{away} {other}: {chance}");
            }
        }
    }
    let _ = met.inverted();
}

/// GNU Backgammon's weights are whole or refused.
pub fn weights(data: &[u8]) {
    let _ = read_weights(data);
}

/// Nets of our own and filter nets are whole or refused.
pub fn own_nets(data: &[u8]) {
    let _ = OwnNets::from_bytes(data);
    let _ = OwnNets::stored(data);
    let _ = FilterNet::from_bytes(data);
}

/// A database that can be opened answers about every position.
pub fn bearoff_files(data: &[u8]) {
    let Ok(database) = Database::open(Arc::new(data.to_vec())) else { return };
    let _ = database.verify();
    match &database {
        Database::OneSided(file) => {
            for number in (0..file.numbering().size()).step_by(1 + file.numbering().size() / 16) {
                let _ = (file.off(number), file.first_off(number));
            }
        }
        Database::TwoSided(file) => {
            let size = file.numbering().size();
            for number in (0..size).step_by(1 + size / 16) {
                let _ = file.equities_of(number, size - 1 - number);
            }
        }
        Database::Hypergammon(file) => {
            let one = Checkers::new(std::array::from_fn(|i| u8::from(i < file.checkers())));
            let _ = file.value(&Position::from_checkers(one, one));
        }
    }
}

/// A cache is whole or refused.
pub fn bearoff_cache(data: &[u8]) {
    let _ = Stored::from_bytes(data);
}

/// What is read of a journal can be written and read.
pub fn journals(data: &[u8]) {
    let Ok(journal) = Journal::read(data) else { return };
    assert!(journal.valid_bytes <= data.len());
    let mut to = Vec::new();
    JournalWriter::begin(&mut to, &journal.records, &journal.description).expect("memory");
    let again = Journal::read(&to).expect("a journal");
    assert_eq!(again.valid_bytes, to.len());
    assert_eq!((again.records, again.description), (journal.records, journal.description));
}

/// A run is taken up or refused.
pub fn checkpoints(data: &[u8]) {
    let _ = mean_net(&TeachSettings { hidden: 64, ..TeachSettings::default() }, &[data.to_vec()]);
}

/// Positions that were rolled out elsewhere.
pub fn tables_of_positions(data: &[u8]) {
    let _ = RolledOut::read(&text(data));
}

/// Everything of a session that a command may change: the table and how it came about, and the settings.
fn snapshot(session: &mut Session) -> (gammon::record::Record, String) {
    let hidden = ["show rng", "show met 3"].map(|line| {
        let command = parse(line).expect("a command");
        format!("{:?}", session.execute(&command, &mut Unobserved))
    });
    (session.record().clone(), format!("{:?} {hidden:?}", session.settings()))
}

/// Whether a command is quick and touches no file.
fn is_harmless(command: &Command) -> bool {
    let words = command.to_string();
    let long = [
        "rollout",
        "analyse",
        "hint",
        "eval",
        "play",
        "end",
        "calibrate",
        "load",
        "save",
        "export",
        "import",
        "quit",
        "dicerolls",
        "help",
        "show rollout",
        "show temperature",
        "show rolls",
        "show onesided",
        "show marketwindow",
        "set met",
        "set matchequity",
        "set rng file",
        "set threads",
        "set evaluation",
        "set player",
        "external",
        "set autosave",
        "show bearoff",
        "show kleinman",
        "show gammon",
        "book",
        "library",
        "practise",
        "train",
    ];
    command.output_file().is_none() && !long.iter().any(|word| words.starts_with(word))
}

/// A command that fails changes nothing.
pub fn sessions(data: &[u8]) {
    let mut session = Session::new();
    for line in text(data).lines().take(40) {
        let Ok(command) = parse(line) else { continue };
        if !is_harmless(&command) {
            continue;
        }
        let before = snapshot(&mut session);
        if session.execute(&command, &mut Unobserved).is_err() {
            assert!(before == snapshot(&mut session), "`{line}` failed and changed the session");
        }
    }
}
