//! The parts of a file: header, thumbnail, and the archive behind them.

use super::super::played::FormatError;
use super::MAGIC;
use super::record::{RECORD, Record};
use flate2::read::ZlibDecoder;
use std::io::Read;

/// The header without the thumbnail.
const HEADER: usize = 8232;

/// The record at the end of the archive.
const TAIL: usize = 36;

/// A file's entry in the registry of the archive.
const ENTRY: usize = 532;

/// The most that a file unpacks to: a match of some hundred games, each decision analysed.
const MOST: u64 = 256 << 20;

/// The parts that are read.
#[derive(Default)]
pub struct Parts {
    /// `temp.xg`: what was played.
    pub game: Vec<u8>,
    /// `temp.xgr`: rollouts.
    pub rollouts: Vec<u8>,
    /// `temp.xgc`: comments.
    pub comments: Vec<u8>,
}

fn wrong(at: usize, problem: impl Into<String>) -> FormatError {
    FormatError::whole(format!("byte {at}: {}", problem.into()))
}

/// Takes a file apart.
///
/// # Errors
/// When a part is missing or damaged; the error has the byte.
pub fn unpack(bytes: &[u8]) -> Result<Parts, FormatError> {
    // The records as they are: some tools leave them unpacked.
    if bytes.len() >= RECORD && bytes.len().is_multiple_of(RECORD) && Record(&bytes[..RECORD]).is_match_header() {
        return Ok(Parts { game: bytes.to_vec(), ..Parts::default() });
    }
    if !bytes.starts_with(MAGIC) {
        return Err(wrong(0, "expected RGMH, with which files of eXtreme Gammon begin"));
    }
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).ok_or_else(|| wrong(at, "the file ends within its header"))?;
        Ok::<_, FormatError>(u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize)
    };
    let (thumbnail, end) = (word(20)?, bytes.len());
    let payload = HEADER.saturating_add(thumbnail);
    if payload.saturating_add(TAIL) > end {
        return Err(wrong(end, format!("the file ends before its archive, which begins at byte {payload}")));
    }
    let tail = end - TAIL;
    let (count, registry_size, archive_size) = (word(tail + 4)?, word(tail + 12)?, word(tail + 16)?);
    let is_packed = word(tail + 20)? & 0xff != 0;
    let start = tail.checked_sub(registry_size).and_then(|at| at.checked_sub(archive_size));
    let Some(start) = start.filter(|&start| start >= payload && count <= 64) else {
        return Err(wrong(tail, "the end of the archive does not fit the file: it is damaged or cut off"));
    };
    let registry_at = tail - registry_size;
    let registry = &bytes[registry_at..tail];
    let registry = if is_packed { inflate(registry, registry_at, MOST)? } else { registry.to_vec() };
    let mut parts = Parts::default();
    for entry in registry.chunks_exact(ENTRY).take(count) {
        let name = Record(entry).short_string(0, 255).to_lowercase();
        let number = |at: usize| usize::try_from(Record(entry).int(at)).unwrap_or(usize::MAX);
        let (unpacked, packed, offset) = (number(512), number(516), number(520));
        let target = match name.as_str() {
            "temp.xg" => &mut parts.game,
            "temp.xgr" => &mut parts.rollouts,
            "temp.xgc" => &mut parts.comments,
            _ => continue,
        };
        let at = start.saturating_add(offset);
        // A flag of 0 is a packed file.
        let is_packed = entry[528] == 0;
        let size = if is_packed { packed } else { unpacked };
        let data = at.checked_add(size).filter(|&end| end <= registry_at).map(|end| &bytes[at..end]);
        let data = data.ok_or_else(|| wrong(at.min(end), format!("{name} reaches beyond the archive")))?;
        *target = if is_packed { inflate(data, at, MOST)? } else { data.to_vec() };
    }
    if parts.game.is_empty() {
        return Err(wrong(registry_at, "the archive holds no temp.xg"));
    }
    if !parts.game.len().is_multiple_of(RECORD) {
        return Err(FormatError::whole(format!("temp.xg has {} bytes, no multiple of {RECORD}", parts.game.len())));
    }
    Ok(parts)
}

fn inflate(data: &[u8], at: usize, most: u64) -> Result<Vec<u8>, FormatError> {
    let mut out = Vec::new();
    let read = ZlibDecoder::new(data).take(most + 1).read_to_end(&mut out);
    read.map_err(|error| wrong(at, format!("the packed data is damaged: {error}")))?;
    if out.len() as u64 > most {
        return Err(wrong(at, "the packed data unpacks to more than any match needs"));
    }
    Ok(out)
}
