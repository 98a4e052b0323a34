//! The format of a file, by its contents, and reading it.

use super::played::{FormatError, PlayedMatch, ReadOptions, decoded};
use super::{jellyfish_pos, read_jellyfish_position, read_json, read_mat, read_sgf, read_snowie_position, read_xg, xg};

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Jellyfish's text (`.mat`, `.gam`).
    Mat,
    /// The Smart Game Format (`.sgf`).
    Sgf,
    /// eXtreme Gammon's (`.xg`, `.xgp`).
    Xg,
    /// Our own JSON.
    Json,
    /// A position as Snowie's line.
    SnowieText,
    /// A position as Jellyfish's binary file (`.pos`).
    Pos,
}

/// Letters at the beginning of a file by which its format is known.
const LOOKED_AT: usize = 4096;

/// The format of a file, by its contents.
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<FileFormat> {
    if xg::is_xg(bytes) {
        return Some(FileFormat::Xg);
    }
    if jellyfish_pos::is_position(bytes) {
        return Some(FileFormat::Pos);
    }
    let text = decoded(&bytes[..bytes.len().min(LOOKED_AT)]);
    let start = text.trim_start();
    if start.starts_with('{') {
        return Some(FileFormat::Json);
    }
    let compact: String = start.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    if compact == "(;" {
        return Some(FileFormat::Sgf);
    }
    if start.lines().next().is_some_and(|line| line.split(';').count() >= 40) {
        return Some(FileFormat::SnowieText);
    }
    let is_length = |line: &str| {
        let line = line.trim().to_ascii_lowercase();
        line.ends_with("point match") && line.starts_with(|c: char| c.is_ascii_digit())
    };
    start.lines().any(is_length).then_some(FileFormat::Mat)
}

/// Reads a file of a format.
///
/// # Errors
/// When it is no such file, or something in it cannot have happened; the error has the place.
pub fn read_match(format: FileFormat, bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    match format {
        FileFormat::Mat => read_mat(&decoded(bytes), options.jacoby),
        FileFormat::Sgf => read_sgf(&decoded(bytes), options),
        FileFormat::Xg => read_xg(bytes),
        FileFormat::Json => read_json(&decoded(bytes)),
        FileFormat::SnowieText => read_snowie_position(&decoded(bytes), options),
        FileFormat::Pos => read_jellyfish_position(bytes, options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_contents() {
        for (text, format) in [
            (&b"RGMH...."[..], Some(FileFormat::Xg)),
            (b"\xef\xbb\xbf ( ;GM[6])", Some(FileFormat::Sgf)),
            (b"\n{\"gammon_match\":1}", Some(FileFormat::Json)),
            (b"; [Site \"x\"]\r\n\r\n 7 point match\r\n", Some(FileFormat::Mat)),
            (b"<html>", None),
            (b"", None),
        ] {
            assert_eq!(detect(text), format, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(detect("0;".repeat(41).as_bytes()), Some(FileFormat::SnowieText));
    }
}
