//! Which format a file is of: each is found to be itself, whatever stands in its comments, and what gammon writes is
//! read as what it is.

use crate::support::commands::run;
use crate::support::games::Random;
use crate::support::{matches, samples};
use gammon::board::{ByPlayer, Variation};
use gammon::formats::{Extent, FORMATS, Format, ReadOptions, Written, WrittenBy, detect};
use gammon::record::Record;
use gammon::scoring::Met;
use gammon::session::Session;

/// A format's writer of files, and how much it writes at most.
type Write = fn(&Written<'_>) -> Result<Vec<u8>, String>;

fn writers() -> impl Iterator<Item = (&'static Format, Write, Extent)> {
    FORMATS.iter().filter_map(|format| {
        let writer = format.write.as_ref()?;
        let WrittenBy::Record(write) = writer.by else { return None };
        let extents = [Extent::Match, Extent::Game, Extent::Position];
        let extent = extents.into_iter().find(|&it| writer.holds.contains(&it) && format.is_read_with(it))?;
        Some((format, write, extent))
    })
}

/// A short match with a text in every place where people may write, as a file of this format.
fn with_comment(
    write: fn(&Written<'_>) -> Result<Vec<u8>, String>,
    extent: Extent,
    record: &mut Record,
    comment: &str,
) -> Result<Vec<u8>, String> {
    for game in record.notes_mut() {
        for (n, (_, note)) in game.enumerate() {
            note.comment = if n < 3 { comment.to_owned() } else { String::new() };
        }
    }
    if let Some(open) = record.open_mut(0) {
        comment.clone_into(&mut open.comment);
    }
    let mut info = matches::info();
    (info.comment, info.event) = (comment.to_owned(), comment.lines().next().unwrap_or_default().to_owned());
    let names = ByPlayer(["gammon_match", "match_length"].map(str::to_owned));
    record.seek(0, if extent == Extent::Position { 9 } else { usize::MAX });
    write(&Written {
        extent,
        names: &names,
        info: &info,
        variation: Variation::Standard,
        games: record.games(),
        state: record.state(),
        met: &Met::kazaross_xg2(),
    })
}

/// A match that every format can hold.
fn record() -> Record {
    let mut records = (0..100).map(|seed| matches::played(&mut Random::new(seed), 3, Variation::Standard));
    let is_written =
        |record: &mut Record| writers().all(|(_, write, extent)| with_comment(write, extent, record, "").is_ok());
    records.find_map(|mut record| is_written(&mut record).then_some(record)).expect("a match for all formats")
}

/// The texts of all formats that are texts: samples, and what is written.
fn texts() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for format in FORMATS {
        for (name, bytes) in samples::of(format) {
            all.extend(String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).map(|text| (name, text)));
        }
    }
    let mut record = record();
    for (format, write, extent) in writers() {
        let bytes = with_comment(write, extent, &mut record, "").expect("it is written");
        all.extend(String::from_utf8(bytes).ok().map(|text| (format!("a written {}", format.word), text)));
    }
    all
}

#[test]
fn a_file_is_itself_whatever_stands_in_its_comments() {
    let mut record = record();
    let options = ReadOptions::default();
    let texts = texts();
    assert!(texts.len() > 30, "only {} texts", texts.len());
    for (format, write, extent) in writers() {
        for (name, text) in &texts {
            let bytes = with_comment(write, extent, &mut record, text).expect("it is written");
            let found = detect(&bytes).unwrap_or_else(|| panic!("{} with {name} in it is not known", format.word));
            // Games and matches of Jellyfish are one format with two names.
            let is_itself = found == format || (format.word, found.word) == ("gam", "mat");
            assert!(is_itself, "{} with {name} in it is taken for {}", format.word, found.word);
            let read =
                found.read(&bytes, &options).unwrap_or_else(|error| panic!("{} with {name}: {error}", format.word));
            if extent == Extent::Match {
                assert_eq!(read.record.games().len(), record.games().len(), "{} with {name}", format.word);
            }
        }
    }
}

/// A format that begins with words of its own is known by them, whatever follows.
#[test]
fn the_beginning_counts_before_the_lines_behind_it() {
    let texts = texts();
    for word in ["javafibs", "bgammon", "oldmoves", "bgf", "ogxm"] {
        let Some(format) = Format::named(word) else { continue };
        for (name, bytes) in samples::of(format) {
            for (other, text) in &texts {
                let both = [&bytes, &b"\n"[..], text.as_bytes()].concat();
                assert_eq!(detect(&both), Some(format), "{name} with {other} behind it");
            }
        }
    }
}

#[test]
fn words_of_people_are_no_marks_of_formats() {
    let comment = "my friend's game went\n1) 31: 8/5 6/5   42: 8/4 6/4\n";
    let sgf = format!("(;FF[4]GM[6]PW[a]PB[b]MI[length:3][game:0][ws:0][bs:0];B[31hfff]C[{comment}])");
    assert_eq!(detect(sgf.as_bytes()), Format::named("sgf"));
    let match_in_comment =
        sgf.replace(comment, " 7 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n");
    let read = gammon::formats::read(match_in_comment.as_bytes(), &ReadOptions::default()).expect("a match");
    assert_eq!((read.names.0, read.record.state().standing.length()), (["a".to_owned(), "b".to_owned()], 3));
    // A match whose first play cannot be made is kept as a comment, and comes back.
    let spoilt = " 3 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 24/1   42: 8/4 6/4\n";
    let read = gammon::formats::read(spoilt.as_bytes(), &ReadOptions::default()).expect("a match");
    let met = Met::kazaross_xg2();
    let saved = gammon::formats::write_sgf(&read.names, &read.info, read.record.games(), &met).expect("it is written");
    assert_eq!(detect(saved.as_bytes()), Format::named("sgf"), "{saved}");
}

/// A text about a position may name the length of its match; a file with games is a match, whatever position is in it.
#[test]
fn games_count_before_positions() {
    let post = "5 point match, what now?\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\n";
    assert_eq!(detect(post.as_bytes()), Format::named("text"));
    let games = format!("{post}\n5 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/5 6/5\n");
    assert_eq!(detect(games.as_bytes()), Format::named("mat"));
}

/// Who asks for another format than a file has is told which it has, and the command that reads it.
#[test]
fn a_file_of_another_format_is_named() {
    let (folder, mut record) = (tempfile::tempdir().expect("a folder"), record());
    let mut told = 0;
    for (format, write, extent) in writers() {
        let Ok(bytes) = with_comment(write, extent, &mut record, "") else { panic!("{}", format.word) };
        let file = folder.path().join(format!("a match.{}", format.ending(extent)));
        std::fs::write(&file, &bytes).expect("written");
        // Jellyfish's matches and games have one sign.
        let what = detect(&bytes).and_then(|found| found.read.as_ref()).expect("it is read").what;
        for other in FORMATS.iter().filter(|other| other.read.is_some() && *other != format) {
            let command = format!("import {} \"{}\"", other.word, file.display());
            let Err(error) = run(&mut Session::new(), &command) else { continue };
            let (text, open) = (error.to_string(), format!("open \"{}\"", file.display()));
            assert!(text.contains(what) && error.suggestion.as_ref() == Some(&open), "{command}: {error:?}");
            told += 1;
        }
    }
    assert!(told > 50, "{told}");
}
