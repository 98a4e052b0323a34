//! A match as a file holds it.

use super::judged::judged;
use crate::board::{ByPlayer, Variation};
use crate::record::{Event, MatchInfo, Record, Rules, State};
use crate::scoring::Met;
use std::fmt;
use std::sync::LazyLock;

/// A match or session read from a file, checked move by move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedMatch {
    /// The players' names: player 0 and player 1.
    pub names: ByPlayer<String>,
    /// The facts about the match.
    pub info: MatchInfo,
    /// The variation.
    pub variation: Variation,
    /// The games, the cursor at the first decision.
    pub record: Record,
    /// Remarks on contradictions in the file and on how they were read, with the line.
    pub remarks: Vec<String>,
}

impl PlayedMatch {
    /// Seats the players the other way round.
    pub fn swap_seats(&mut self) {
        self.record.swap_seats();
        self.names.0.swap(0, 1);
        self.info.ratings.0.swap(0, 1);
        for (key, _) in &mut self.info.extra {
            match key.as_str() {
                "Player 1" => "Player 2".clone_into(key),
                "Player 2" => "Player 1".clone_into(key),
                _ => {}
            }
        }
    }

    /// A position that was found in a text, set up with no game before it, if it is believed.
    pub(super) fn of_table(names: ByPlayer<String>, table: State) -> Result<Self, FormatError> {
        let (table, remarks) = judged(table).map_err(FormatError::whole)?;
        Ok(Self { remarks, ..Self::of_state(names, table) })
    }

    /// A position that a file tells, whose game may be over; [`believed`](Self::believed) judges it.
    pub(super) fn of_state(names: ByPlayer<String>, table: State) -> Self {
        let mut record = Record::new(State::new(table.standing));
        let variation = table.shown().map_or_else(Variation::default, |game| game.variation);
        record.apply(Event::Set(Box::new(table)), Rules { crawford: true }).expect("what is set needs no leave");
        Self { names, info: MatchInfo::default(), variation, record, remarks: Vec::new() }
    }

    /// What was read, if a position in it is believed: with remarks on what is strange about it, and without a limit or
    /// a rule that makes no sense.
    ///
    /// # Errors
    /// When it is no position to play on.
    pub(super) fn believed(mut self) -> Result<Self, FormatError> {
        let end = self.record.games().first().filter(|_| self.is_position()).map(|game| *game.state(game.steps.len()));
        let Some(end) = end.filter(|end| end.game.is_some()) else { return Ok(self) };
        let (table, remarks) = judged(end).map_err(FormatError::whole)?;
        if table != end {
            self.record.seek(0, usize::MAX);
            self.record
                .apply(Event::Set(Box::new(table)), Rules { crawford: true })
                .expect("what is set needs no leave");
        }
        let new = remarks.into_iter().filter(|remark| !self.remarks.contains(remark)).collect::<Vec<_>>();
        self.remarks.extend(new);
        Ok(self)
    }

    /// Whether it is a position and nothing else, whatever the format.
    pub fn is_position(&self) -> bool {
        matches!(self.record.games(), [game] if game.is_position())
    }
}

/// The rules and tables that a file leaves out, for its reader.
pub struct ReadOptions<'a> {
    /// Whether gammons count only after a cube turn in money sessions.
    pub jacoby: bool,
    /// Beavers allowed in a row in money sessions.
    pub beavers: u8,
    /// The table by which winning chances of matches are equities.
    pub met: &'a Met,
    /// Whether a file is refused for anything in it that cannot have happened, or is not understood.
    pub strict: bool,
}

impl Default for ReadOptions<'_> {
    /// Money sessions without Jacoby's rule and beavers, the match equity table that is usual, and remarks in place of
    /// refusals.
    fn default() -> Self {
        static USUAL: LazyLock<Met> = LazyLock::new(Met::kazaross_xg2);
        Self { jacoby: false, beavers: 0, met: &USUAL, strict: false }
    }
}

/// Why a file is no match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1; `None` where it is about the whole.
    pub line: Option<usize>,
    /// The fault.
    pub problem: String,
}

impl FormatError {
    pub(super) fn at(line: usize, problem: impl Into<String>) -> Self {
        Self { line: Some(line), problem: problem.into() }
    }

    pub(super) fn whole(problem: impl Into<String>) -> Self {
        Self { line: None, problem: problem.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl std::error::Error for FormatError {}

/// Text in UTF-8 or, behind its byte order mark, in UTF-16, or else in Latin-1, in which every byte is a letter. A byte
/// order mark is left out.
pub fn decoded(bytes: &[u8]) -> String {
    let wide = |read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => return wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_utf_8_is_latin_1() {
        assert_eq!(decoded(b"\xef\xbb\xbfJ\xc3\xb8rn"), "Jørn");
        assert_eq!(decoded(b"J\xf8rn"), "Jørn");
        assert_eq!(decoded(b"\xff\xfeJ\0\xf8\0"), "Jø");
        assert_eq!(decoded(b"\xfe\xff\0J\0\xf8"), "Jø");
    }
}
