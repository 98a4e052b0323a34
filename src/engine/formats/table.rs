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
    /// How a file of this format is recognised. `None`: the row above it is asked for this one, too.
    pub sign: Option<Sign>,
    /// How it is read.
    pub read: Option<Reader>,
    /// How it is written.
    pub write: Option<Writer>,
}

/// How a format is recognised. What a file begins with counts before what stands somewhere in it, so that no comment
/// with lines of another format makes it one of that.
pub enum Sign {
    /// By what the file begins with.
    Begins(fn(&Start<'_>) -> bool),
    /// By lines, wherever they stand.
    Lines(fn(&Start<'_>) -> bool),
    /// By what it begins with, or by lines.
    Both {
        /// Whether the file begins so.
        begins: fn(&Start<'_>) -> bool,
        /// Whether it has such lines.
        lines: fn(&Start<'_>) -> bool,
    },
}

impl Sign {
    fn is_at_the_start(&self, start: &Start<'_>) -> bool {
        match self {
            Self::Begins(is_so) | Self::Both { begins: is_so, .. } => is_so(start),
            Self::Lines(_) => false,
        }
    }

    fn is_in_lines(&self, start: &Start<'_>) -> bool {
        match self {
            Self::Lines(is_so) | Self::Both { lines: is_so, .. } => is_so(start),
            Self::Begins(_) => false,
        }
    }
}

/// How a format is read.
pub struct Reader {
    /// The contents, as help has them: "a match in Jellyfish's format".
    pub what: &'static str,
    /// The contents of such a file.
    pub holds: &'static [Extent],
    /// Reads a file.
    pub run: fn(&[u8], &ReadOptions<'_>) -> Result<PlayedMatch, FormatError>,
}

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
    Record(fn(&Written<'_>) -> Result<Vec<u8>, String>),
    /// The writer of a page for people to read.
    Page(PageKind),
}

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
    Format {
        word: "mat",
        endings: &["mat"],
        sign: Some(Sign::Lines(|start| {
            mat::is_mat(start.text) && (mat::has_games(start.text) || !clipboard::is_position_text(start.text))
        })),
        read: Some(Reader {
            what: "a match in Jellyfish's format",
            holds: &[Match],
            run: |bytes, options| mat::read_mat(&decoded(bytes), options),
        }),
        write: Some(Writer {
            how: "in Jellyfish's format, which most programs read",
            holds: &[Match],
            by: WrittenBy::Record(mat_bytes),
        }),
    },
    Format {
        word: "gam",
        endings: &["gam"],
        sign: None,
        read: Some(Reader {
            what: "a game in Jellyfish's format",
            holds: &[Game],
            run: |bytes, options| mat::read_mat(&decoded(bytes), options),
        }),
        write: Some(Writer {
            how: "in Jellyfish's format, which most programs read",
            holds: &[Game],
            by: WrittenBy::Record(mat_bytes),
        }),
    },
    Format {
        word: "sgf",
        endings: &["sgf"],
        sign: Some(Sign::Begins(|start| sgf::is_sgf(start.text))),
        read: Some(Reader {
            what: "a match in the Smart Game Format",
            holds: &[Position, Game, Match, Session],
            run: |bytes, options| sgf::read_sgf(&decoded(bytes), options),
        }),
        write: Some(Writer {
            how: "in the Smart Game Format, with its analysis",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Record(|it| sgf::write_sgf(it.names, it.info, it.games, it.met).map(String::into_bytes)),
        }),
    },
    #[cfg(feature = "packed-files")]
    Format {
        word: "xg",
        endings: &["xg", "xgp"],
        sign: Some(Sign::Begins(|start| xg::is_xg(start.bytes))),
        read: Some(Reader {
            what: "a match or position of eXtreme Gammon",
            holds: &[Position, Match, Session],
            run: |bytes, _| xg::read_xg(bytes),
        }),
        write: Some(Writer {
            how: "as eXtreme Gammon's file, with its analysis",
            holds: &[Position, Match, Session],
            by: WrittenBy::Record(|it| xg::write_xg(it.names, it.info, it.variation, it.games)),
        }),
    },
    #[cfg(feature = "packed-files")]
    Format {
        word: "bgf",
        endings: &["bgf"],
        sign: Some(Sign::Begins(|start| bgf::is_bgf(start.text))),
        read: Some(Reader {
            what: "a match of BGBlitz",
            holds: &[Match, Session],
            run: |bytes, _| bgf::read_bgf(bytes),
        }),
        write: None,
    },
    #[cfg(feature = "packed-files")]
    Format {
        word: "ogxm",
        endings: &["ogxm", "gvab", "gva"],
        sign: Some(Sign::Begins(|start| ogxm::is_ogxm(start.bytes, start.text))),
        read: Some(Reader {
            what: "a match of OpenGammon or GammonView",
            holds: &[Match, Session],
            run: ogxm::read_ogxm,
        }),
        write: Some(Writer {
            how: "in OpenGammon's format, without its analysis",
            holds: &[Match, Session],
            by: WrittenBy::Record(|it| ogxm::write_ogxm(it.names, it.info, it.variation, it.games)),
        }),
    },
    Format {
        word: "json",
        endings: &["json"],
        sign: Some(Sign::Begins(|start| json::is_match(start.text))),
        read: Some(Reader {
            what: "a match in gammon's own JSON",
            holds: &[Position, Game, Match, Session],
            run: |bytes, _| json::read_json(&decoded(bytes)),
        }),
        write: Some(Writer {
            how: "as JSON, with everything that gammon knows of it",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Record(|it| Ok(json::write_json(it.names, it.info, it.variation, it.games).into_bytes())),
        }),
    },
    Format {
        word: "snowietxt",
        endings: &["txt"],
        sign: Some(Sign::Begins(|start| snowie::is_position(start.text))),
        read: Some(Reader {
            what: "a position as Snowie's line of text",
            holds: &[Position],
            run: |bytes, options| snowie::read_snowie_position(&decoded(bytes), options),
        }),
        write: Some(Writer {
            how: "as Snowie's text: a line of a position, the moves of games",
            holds: &[Position, Game, Match],
            by: WrittenBy::Record(|it| match it.extent {
                Position => snowie::snowie_position(it.names, it.state).map(String::into_bytes),
                _ => mat_bytes(&Written { info: &MatchInfo::default(), ..*it }),
            }),
        }),
    },
    Format {
        word: "pos",
        endings: &["pos"],
        sign: Some(Sign::Begins(|start| jellyfish_pos::is_position(start.bytes))),
        read: Some(Reader {
            what: "a position of Jellyfish",
            holds: &[Position],
            run: jellyfish_pos::read_jellyfish_position,
        }),
        write: Some(Writer {
            how: "as Jellyfish's file",
            holds: &[Position],
            by: WrittenBy::Record(|it| jellyfish_pos::jellyfish_position(it.names, it.state)),
        }),
    },
    Format {
        word: "javafibs",
        endings: &["match"],
        sign: Some(Sign::Begins(|start| fibs::is_javafibs(start.text))),
        read: Some(Reader { what: "a match of JavaFIBS", holds: &[Match, Session], run: fibs::read_javafibs }),
        write: None,
    },
    Format {
        word: "bgammon",
        endings: &["match"],
        sign: Some(Sign::Begins(|start| bgammon::is_bgammon(start.text))),
        read: Some(Reader { what: "a match of bgammon.org", holds: &[Match], run: bgammon::read_bgammon }),
        write: None,
    },
    Format {
        word: "oldmoves",
        endings: &["fibs"],
        sign: Some(Sign::Begins(|start| fibs::is_oldmoves(start.text))),
        read: Some(Reader {
            what: "games as FIBS prints them for `oldmoves`",
            holds: &[Game, Match],
            run: fibs::read_oldmoves,
        }),
        write: None,
    },
    Format {
        word: "html",
        endings: &["html"],
        sign: None,
        read: None,
        write: Some(Writer {
            how: "as one page of HTML: boards, decisions, errors, charts",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Page(PageKind::Html),
        }),
    },
    Format {
        word: "markdown",
        endings: &["md"],
        sign: None,
        read: None,
        write: Some(Writer {
            how: "as Markdown: decisions and errors",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Page(PageKind::Markdown),
        }),
    },
    Format {
        word: "text",
        endings: &["txt"],
        sign: Some(Sign::Both {
            begins: |start| gnubg_text::is_gnubg_text(start.text),
            lines: |start| clipboard::is_position_text(start.text),
        }),
        read: Some(Reader {
            what: "a position as text, or a game that GNU Backgammon exported",
            holds: &[Position, Game],
            run: |bytes, options| {
                let text = decoded(bytes);
                if gnubg_text::is_gnubg_text(text.trim_start()) {
                    gnubg_text::read_gnubg_text(bytes, options)
                } else {
                    clipboard::read_position_text(&text, options)
                }
            },
        }),
        write: Some(Writer {
            how: "as plain text: boards, decisions and errors",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Page(PageKind::Text),
        }),
    },
    Format {
        word: "latex",
        endings: &["tex"],
        sign: None,
        read: None,
        write: Some(Writer {
            how: "as a document for LaTeX: boards, decisions and errors",
            holds: &[Position, Game, Match, Session],
            by: WrittenBy::Page(PageKind::Latex),
        }),
    },
    Format {
        word: "svg",
        endings: &["svg"],
        sign: None,
        read: None,
        write: Some(Writer { how: "as a drawing", holds: &[Position], by: WrittenBy::Page(PageKind::Svg) }),
    },
];

fn mat_bytes(it: &Written<'_>) -> Result<Vec<u8>, String> {
    mat::write_mat(it.names, it.info, it.variation, it.games).map(String::into_bytes)
}

impl Format {
    /// The ending of a file that is written, without its point. eXtreme Gammon has one of its own for positions.
    #[must_use]
    pub fn ending(&self, extent: Extent) -> &'static str {
        if extent == Position && self.word == "xg" { "xgp" } else { self.endings[0] }
    }

    /// The keyword, and those of the other endings, as words of a command are written: `xg|xgp`.
    #[must_use]
    pub fn keywords(&self) -> String {
        let others = self.endings.iter().skip(1).filter(|&ending| *ending != self.word);
        std::iter::once(&self.word).chain(others).copied().collect::<Vec<_>>().join("|")
    }

    /// The format with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.word == word)
    }

    /// The Smart Game Format, in which `save` writes.
    #[must_use]
    pub fn sgf() -> &'static Self {
        Self::named("sgf").expect("a row of the table")
    }

    /// Transcripts of plays, as most programs write them.
    ///
    /// # Panics
    /// Never: the table has its row.
    #[must_use]
    pub fn mat() -> &'static Self {
        Self::named("mat").expect("a row of the table")
    }

    /// gammon's JSON, in which everything is kept.
    #[must_use]
    pub fn json() -> &'static Self {
        Self::named("json").expect("a row of the table")
    }

    /// How the names of files end that are read.
    #[must_use]
    pub fn read_endings() -> Vec<&'static str> {
        FORMATS.iter().filter(|format| format.read.is_some()).flat_map(|format| format.endings).copied().collect()
    }

    /// How the names of files of games and matches end.
    #[must_use]
    pub fn match_endings() -> Vec<&'static str> {
        // A text may be anything: its ending says nothing.
        let has = |format: &&Self| format.word != "text" && (format.is_read_with(Match) || format.is_read_with(Game));
        FORMATS.iter().filter(has).flat_map(|format| format.endings).copied().collect()
    }

    /// Whether this much can be read of such a file.
    #[must_use]
    pub fn is_read_with(&self, extent: Extent) -> bool {
        self.read.as_ref().is_some_and(|reader| reader.holds.contains(&extent))
    }

    /// The page that it is, where it is for people to read.
    #[must_use]
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

/// The format of a file: by what it begins with, then by lines in it, in the order of the table. The lines of no two
/// formats are the same, so its name need not be asked.
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<&'static Format> {
    // No letter is cut in two.
    let is_inside = |&at: &usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = (LOOKED_AT - 3..=LOOKED_AT).rev().find(|at| !is_inside(at)).unwrap_or(LOOKED_AT);
    let bytes = &bytes[..bytes.len().min(end)];
    let text = decoded(bytes);
    let start = Start { bytes, text: text.trim_start() };
    let signed = || FORMATS.iter().filter_map(|format| Some((format, format.sign.as_ref()?)));
    let at_the_start = signed().find(|(_, sign)| sign.is_at_the_start(&start));
    let found = at_the_start.or_else(|| signed().find(|(_, sign)| sign.is_in_lines(&start)));
    found.map(|(format, _)| format)
}

/// The table of formats as Markdown, as it stands in docs/formats.md.
#[must_use]
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
            assert!(format.sign.is_none() || format.read.is_some(), "{}", format.word);
            for holds in [format.read.as_ref().map(|it| it.holds), format.write.as_ref().map(|it| it.holds)] {
                assert!(holds.is_none_or(|holds| !holds.is_empty()), "{}", format.word);
            }
        }
    }
}
