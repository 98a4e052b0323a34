//! The table of formats. A row has everything that the program knows about a format but how its reader and writer work:
//! the commands `import` and `export`, `import auto`, files named on the command line, folders of matches, help, the
//! fuzzed readers and the table in docs/formats.md are read from it.

use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use super::{bgammon, clipboard, fibs, gnubg_text, jellyfish_pos, json, mat, sgf, snowie};
#[cfg(feature = "packed-files")]
use super::{bgf, ogxm, xg};
use crate::board::{ByPlayer, Variation};
use crate::record::{GameRecord, MatchInfo, State};
use crate::scoring::Met;
use std::fmt;

words! {
    /// How much of a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Extent: word {
        /// The state of the table.
        Position = "position",
        /// The game at the cursor.
        Game = "game",
        /// All games.
        Match = "match",
        /// All games, by the name they have when played for money.
        Session = "session",
    }
}

/// A format of files: a row of the table.
pub struct Format {
    /// The keyword of `import` and `export`.
    pub word: &'static str,
    /// The endings of such files' names. A file that is written gets the first one; see [`ending`](Self::ending).
    pub endings: &'static [&'static str],
    /// The sign by which a file begins as one of this format. It counts before what stands somewhere in it, so that no
    /// comment with lines of another format makes it one of that.
    begins: Option<Sign>,
    /// The sign that a file has lines of this format, wherever they stand.
    has_lines: Option<Sign>,
    /// How it is read.
    pub read: Option<Reader>,
    /// How it is written.
    pub write: Option<Writer>,
}

type Sign = fn(&Start<'_>) -> bool;

/// How a format is read.
pub struct Reader {
    /// The contents, as help has them: "a match in Jellyfish's format".
    pub what: &'static str,
    /// The contents of such a file.
    pub holds: &'static [Extent],
    run: Read,
}

/// Reads a file.
type Read = fn(&[u8], &ReadOptions<'_>) -> Result<PlayedMatch, FormatError>;

/// How a format is written.
pub struct Writer {
    /// How it is written, as help has it: "in Jellyfish's format, which most programs read".
    pub how: &'static str,
    /// The extents that can be written so.
    pub holds: &'static [Extent],
    /// The writer.
    pub by: WrittenBy,
}

/// The writer of a format.
pub enum WrittenBy {
    /// A function: files for programs to load.
    Record(Write),
    /// The writer of a page for people to read.
    Page(PageKind),
}

type Write = fn(&Written<'_>) -> Result<Vec<u8>, String>;

/// A page for people to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// A page of HTML.
    Html,
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// A document for LaTeX.
    Latex,
    /// A drawing of the board.
    Svg,
}

/// Letters at the beginning of a file by which its format is known.
pub const LOOKED_AT: usize = 1 << 16;

/// The beginning of a file.
pub struct Start<'a> {
    /// As it is.
    pub bytes: &'a [u8],
    /// As text, without blanks before it.
    pub text: &'a str,
}

/// The content of a file to be written.
pub struct Written<'a> {
    /// How much of the record this is.
    pub extent: Extent,
    /// The names by seat.
    pub names: &'a ByPlayer<String>,
    /// The facts about the match.
    pub info: &'a MatchInfo,
    /// The variation.
    pub variation: Variation,
    /// The games; of a position, a record of it alone.
    pub games: &'a [GameRecord],
    /// The state of the table.
    pub state: &'a State,
    /// The table by which winning chances of matches are equities.
    pub met: &'a Met,
}

use Extent::{Game, Match, Position, Session};

/// All formats. Abbreviations of their words, and what is asked first about a file, follow their order.
pub static FORMATS: &[Format] = &[
    Format::of("mat", &["mat"])
        .with_lines(|start| {
            mat::is_mat(start.text) && (mat::has_games(start.text) || !clipboard::is_position_text(start.text))
        })
        .read_as("a match in Jellyfish's format", &[Match], |bytes, options| mat::read_mat(&decoded(bytes), options))
        .written("in Jellyfish's format, which most programs read", &[Match], mat_bytes),
    Format::of("gam", &["gam"])
        .read_as("a game in Jellyfish's format", &[Game], |bytes, options| mat::read_mat(&decoded(bytes), options))
        .written("in Jellyfish's format, which most programs read", &[Game], mat_bytes),
    Format::of("sgf", &["sgf"])
        .beginning(|start| sgf::is_sgf(start.text))
        .read_as("a match in the Smart Game Format", &Extent::ALL, |bytes, options| {
            sgf::read_sgf(&decoded(bytes), options)
        })
        .written("in the Smart Game Format, with its analysis", &Extent::ALL, |it| {
            sgf::write_sgf(it.names, it.info, it.games, it.met).map(String::into_bytes)
        }),
    #[cfg(feature = "packed-files")]
    Format::of("xg", &["xg", "xgp"])
        .beginning(|start| xg::is_xg(start.bytes))
        .read_as("a match or position of eXtreme Gammon", &[Position, Match, Session], |bytes, _| xg::read_xg(bytes))
        .written("as eXtreme Gammon's file, with its analysis", &[Position, Match, Session], |it| {
            xg::write_xg(it.names, it.info, it.variation, it.games)
        }),
    #[cfg(feature = "packed-files")]
    Format::of("bgf", &["bgf"]).beginning(|start| bgf::is_bgf(start.text)).read_as(
        "a match of BGBlitz",
        &[Match, Session],
        |bytes, _| bgf::read_bgf(bytes),
    ),
    #[cfg(feature = "packed-files")]
    Format::of("ogxm", &["ogxm", "gvab", "gva"])
        .beginning(|start| ogxm::is_ogxm(start.bytes, start.text))
        .read_as("a match of OpenGammon or GammonView", &[Match, Session], ogxm::read_ogxm)
        .written("in OpenGammon's format, without its analysis", &[Match, Session], |it| {
            ogxm::write_ogxm(it.names, it.info, it.variation, it.games)
        }),
    Format::of("json", &["json"])
        .beginning(|start| json::is_match(start.text))
        .read_as("a match in gammon's own JSON", &Extent::ALL, |bytes, _| json::read_json(&decoded(bytes)))
        .written("as JSON, with everything that gammon knows of it", &Extent::ALL, |it| {
            Ok(json::write_json(it.names, it.info, it.variation, it.games).into_bytes())
        }),
    Format::of("snowietxt", &["txt"])
        .beginning(|start| snowie::is_position(start.text))
        .read_as("a position as Snowie's line of text", &[Position], |bytes, options| {
            snowie::read_snowie_position(&decoded(bytes), options)
        })
        .written("as Snowie's text: a line of a position, the moves of games", &[Position, Game, Match], |it| {
            if it.extent == Position {
                return snowie::snowie_position(it.names, it.state).map(String::into_bytes);
            }
            mat_bytes(&Written { info: &MatchInfo::default(), ..*it })
        }),
    Format::of("pos", &["pos"])
        .beginning(|start| jellyfish_pos::is_position(start.bytes))
        .read_as("a position of Jellyfish", &[Position], jellyfish_pos::read_jellyfish_position)
        .written("as Jellyfish's file", &[Position], |it| jellyfish_pos::jellyfish_position(it.names, it.state)),
    Format::of("javafibs", &["match"]).beginning(|start| fibs::is_javafibs(start.text)).read_as(
        "a match of JavaFIBS",
        &[Match, Session],
        fibs::read_javafibs,
    ),
    Format::of("bgammon", &["match"]).beginning(|start| bgammon::is_bgammon(start.text)).read_as(
        "a match of bgammon.org",
        &[Match],
        bgammon::read_bgammon,
    ),
    Format::of("oldmoves", &["fibs"]).beginning(|start| fibs::is_oldmoves(start.text)).read_as(
        "games as FIBS prints them for `oldmoves`",
        &[Game, Match],
        fibs::read_oldmoves,
    ),
    Format::of("html", &["html"]).paged(
        "as one page of HTML: boards, decisions, errors, charts",
        &Extent::ALL,
        PageKind::Html,
    ),
    Format::of("markdown", &["md"]).paged("as Markdown: decisions and errors", &Extent::ALL, PageKind::Markdown),
    Format::of("text", &["txt"])
        .beginning(|start| gnubg_text::is_gnubg_text(start.text))
        .with_lines(|start| no_text(start.bytes).is_none() && clipboard::is_position_text(start.text))
        .read_as("a position as text, or a game that GNU Backgammon exported", &[Position, Game], |bytes, options| {
            if let Some(what) = no_text(bytes) {
                return Err(FormatError::whole(format!("this is {what}")));
            }
            let text = decoded(bytes);
            if gnubg_text::is_gnubg_text(text.trim_start()) {
                gnubg_text::read_gnubg_text(bytes, options)
            } else {
                clipboard::read_position_text(&text, options)
            }
        })
        .paged("as plain text: boards, decisions and errors", &Extent::ALL, PageKind::Text),
    Format::of("latex", &["tex"]).paged(
        "as a document for LaTeX: boards, decisions and errors",
        &Extent::ALL,
        PageKind::Latex,
    ),
    Format::of("svg", &["svg"]).paged("as a drawing", &[Position], PageKind::Svg),
];

fn mat_bytes(it: &Written<'_>) -> Result<Vec<u8>, String> {
    mat::write_mat(it.names, it.info, it.variation, it.games).map(String::into_bytes)
}

impl Format {
    /// A format whose files are neither recognised nor read nor written.
    const fn of(word: &'static str, endings: &'static [&'static str]) -> Self {
        Self { word, endings, begins: None, has_lines: None, read: None, write: None }
    }

    const fn beginning(self, begins: Sign) -> Self {
        Self { begins: Some(begins), ..self }
    }

    const fn with_lines(self, has_lines: Sign) -> Self {
        Self { has_lines: Some(has_lines), ..self }
    }

    const fn read_as(self, what: &'static str, holds: &'static [Extent], run: Read) -> Self {
        Self { read: Some(Reader { what, holds, run }), ..self }
    }

    const fn written(self, how: &'static str, holds: &'static [Extent], write: Write) -> Self {
        Self { write: Some(Writer { how, holds, by: WrittenBy::Record(write) }), ..self }
    }

    const fn paged(self, how: &'static str, holds: &'static [Extent], kind: PageKind) -> Self {
        Self { write: Some(Writer { how, holds, by: WrittenBy::Page(kind) }), ..self }
    }

    /// The ending of a file that is written, without its point. eXtreme Gammon has one of its own for positions.
    pub fn ending(&self, extent: Extent) -> &'static str {
        if extent == Position && self.word == "xg" { "xgp" } else { self.endings[0] }
    }

    /// The keyword, and those of the other endings, as words of a command are written: `xg|xgp`.
    pub fn keywords(&self) -> String {
        let others = self.endings.iter().skip(1).filter(|&ending| *ending != self.word);
        std::iter::once(&self.word).chain(others).copied().collect::<Vec<_>>().join("|")
    }

    /// The format with this word.
    pub fn named(word: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.word == word)
    }

    /// The Smart Game Format, in which `save` writes.
    pub fn sgf() -> &'static Self {
        Self::named("sgf").expect("a row of the table")
    }

    /// Transcripts of plays, as most programs write them.
    ///
    /// # Panics
    /// Never: the table has its row.
    pub fn mat() -> &'static Self {
        Self::named("mat").expect("a row of the table")
    }

    /// gammon's JSON, in which everything is kept.
    pub fn json() -> &'static Self {
        Self::named("json").expect("a row of the table")
    }

    /// How the names of files end that are read.
    pub fn read_endings() -> Vec<&'static str> {
        FORMATS.iter().filter(|format| format.read.is_some()).flat_map(|format| format.endings).copied().collect()
    }

    /// How the names of files of games and matches end.
    pub fn match_endings() -> Vec<&'static str> {
        // A text may be anything: its ending says nothing.
        let has = |format: &&Self| format.word != "text" && (format.is_read_with(Match) || format.is_read_with(Game));
        FORMATS.iter().filter(has).flat_map(|format| format.endings).copied().collect()
    }

    /// Whether this much can be read of such a file.
    pub fn is_read_with(&self, extent: Extent) -> bool {
        self.read.as_ref().is_some_and(|reader| reader.holds.contains(&extent))
    }

    /// The page that it is, where it is for people to read.
    pub fn page(&self) -> Option<PageKind> {
        match self.write.as_ref()?.by {
            WrittenBy::Page(page) => Some(page),
            WrittenBy::Record(_) => None,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is no such file, or something in it cannot have happened; the error has the place.
    pub fn read(&self, bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
        match &self.read {
            Some(reader) => (reader.run)(bytes, options)?.believed(),
            None => Err(FormatError::whole(format!("files of {} are written only", self.word))),
        }
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

/// The name of a file that is no text and none of these formats: a database, or bytes.
pub fn no_text(bytes: &[u8]) -> Option<&'static str> {
    // A text has no byte 0, or a stray one, but in UTF-16.
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let looked = &bytes[..bytes.len().min(LOOKED_AT)];
    let is_broken = std::str::from_utf8(looked).is_err_and(|error| error.error_len().is_some());
    let zeros = looked.iter().filter(|&&byte| byte == 0).count();
    let is_binary = !is_wide && zeros > 0 && (is_broken || 100 * zeros > looked.len());
    match () {
        () if bytes.starts_with(b"SQLite format 3\0") => {
            Some("a database, not a match: gammon opens its own library by itself, as for `library list`")
        }
        () => is_binary.then_some("a binary file, and no text"),
    }
}

/// The format of a file: by what it begins with, then by lines in it, in the order of the table. The lines of no two
/// formats are the same, so its name need not be asked.
pub fn detect(bytes: &[u8]) -> Option<&'static Format> {
    // No letter is cut in two.
    let is_inside = |&at: &usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = (LOOKED_AT - 3..=LOOKED_AT).rev().find(|at| !is_inside(at)).unwrap_or(LOOKED_AT);
    let bytes = &bytes[..bytes.len().min(end)];
    let text = decoded(bytes);
    let start = Start { bytes, text: text.trim_start() };
    let is_signed = |sign: Option<Sign>| sign.is_some_and(|is_so| is_so(&start));
    let at_the_start = FORMATS.iter().find(|format| is_signed(format.begins));
    at_the_start.or_else(|| FORMATS.iter().find(|format| is_signed(format.has_lines)))
}

/// The table of formats as Markdown, as it stands in docs/formats.md.
pub fn table_of_formats() -> String {
    let mut out = "| Word | Files end in | Read | Written |\n|---|---|---|---|\n".to_owned();
    let words = |holds: &[Extent]| holds.iter().map(|extent| extent.word()).collect::<Vec<_>>().join(", ");
    for format in FORMATS {
        let endings = format.endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(", ");
        let read = format.read.as_ref().map_or_else(|| "no".to_owned(), |reader| words(reader.holds));
        let written = format.write.as_ref().map_or_else(|| "no".to_owned(), |writer| words(writer.holds));
        out += &format!("| `{}` | {endings} | {read} | {written} |\n", format.word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_contents() {
        for (text, word) in [
            (&b"\xef\xbb\xbf ( ;GM[6])"[..], Some("sgf")),
            (b"\n{\"gammon_match\":1}", Some("json")),
            (b"; [Site \"x\"]\r\n\r\n 7 point match\r\n", Some("mat")),
            (b"{\"trials\": 36}", None),
            (b"<html>", None),
            (b"", None),
            (b"SQLite format 3\0\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10", None),
            (b"\x7fELF\0\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10\n", None),
        ] {
            let found = detect(text).map(|format| format.word);
            assert_eq!(found, word, "{}", String::from_utf8_lossy(text));
        }
        #[cfg(feature = "packed-files")]
        assert_eq!(detect(b"RGMH...."), Format::named("xg"));
        assert_eq!(detect("0;".repeat(41).as_bytes()), Format::named("snowietxt"));
    }

    #[test]
    fn rows_are_whole_and_no_word_stands_twice() {
        for (i, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..i].iter().all(|other| other.word != format.word), "{}", format.word);
            assert!(!format.endings.is_empty(), "{}", format.word);
            assert!(format.read.is_some() || format.write.is_some(), "{}", format.word);
            assert!(format.begins.or(format.has_lines).is_none() || format.read.is_some(), "{}", format.word);
            for holds in [format.read.as_ref().map(|it| it.holds), format.write.as_ref().map(|it| it.holds)] {
                assert!(holds.is_none_or(|holds| !holds.is_empty()), "{}", format.word);
            }
        }
    }
}
