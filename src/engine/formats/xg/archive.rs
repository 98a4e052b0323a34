//! The parts of a file: header, thumbnail, and the archive behind them.

use super::super::played::FormatError;
use super::MAGIC;
use super::record::{Fields, RECORD, Record};
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::{Read, Write};

/// The header without the thumbnail.
const HEADER: usize = 8232;

/// The program's number among games.
const GAME: [u8; 16] = [0xe1, 0xf5, 0x5a, 0x2f, 0x21, 0xe0, 0x32, 0x48, 0xa4, 0x23, 0xef, 0x48, 0x0e, 0xc5, 0x8a, 0x0b];

/// The record at the end of the archive.
const TAIL: usize = 36;

/// A file's entry in the registry of the archive.
const ENTRY: usize = 532;

/// The most that a part unpacks to: a session of some hundred games.
const MOST: u64 = 64 << 20;

/// How much larger than its packed form a part may be, beside some room for small ones. Records are packed to a
/// twelfth where every decision is analyzed, to a sixtieth where none is.
const RATIO: u64 = 200;

/// The room for small parts.
const ROOM: u64 = 1 << 20;

/// The parts that are read.
#[derive(Default)]
pub struct Parts {
    /// `temp.xg`: what was played.
    pub game: Vec<u8>,
    /// `temp.xgr`: rollouts.
    pub rollouts: Vec<u8>,
    /// `temp.xgc`: comments.
    pub comments: Vec<u8>,
    /// The damage, and how each part of it was dealt with.
    pub remarks: Vec<String>,
}

fn wrong(at: usize, problem: impl Into<String>) -> FormatError {
    FormatError::whole(format!("byte {at}: {}", problem.into()))
}

/// Takes a file apart. Where its end or a part is damaged, what can be unpacked is read, with a remark.
///
/// # Errors
/// When nothing of a game can be unpacked; the error has the byte.
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
    let payload = HEADER.saturating_add(word(20)?);
    if payload >= bytes.len() {
        return Err(wrong(bytes.len(), format!("the file ends before its archive, which begins at byte {payload}")));
    }
    let mut parts = match registered(bytes, payload) {
        Ok(parts) => parts,
        Err(problem) => {
            // The first part is the game.
            let (game, _) = inflate(&bytes[payload..], payload);
            let remarks = vec![format!("{problem}; rollouts and comments are not read")];
            if !(game.len() >= RECORD && Record(&game).is_match_header()) {
                return Err(problem);
            }
            Parts { game, remarks, ..Parts::default() }
        }
    };
    let rest = parts.game.len() % RECORD;
    if rest > 0 {
        parts.remarks.push(format!("temp.xg ends within record {}", parts.game.len() / RECORD + 1));
        parts.game.truncate(parts.game.len() - rest);
    }
    Ok(parts)
}

/// The parts that the registry at the end of the archive lists.
fn registered(bytes: &[u8], payload: usize) -> Result<Parts, FormatError> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let tail = bytes.len().checked_sub(TAIL).filter(|&tail| tail >= payload);
    let damaged = || wrong(bytes.len(), "the end of the archive does not fit the file: it is damaged or cut off");
    let tail = tail.ok_or_else(damaged)?;
    let (count, registry_size, archive_size) = (word(tail + 4), word(tail + 12), word(tail + 16));
    let is_packed = word(tail + 20) & 0xff != 0;
    let start = tail.checked_sub(registry_size).and_then(|at| at.checked_sub(archive_size));
    let start = start.filter(|&start| start >= payload && count <= 64).ok_or_else(damaged)?;
    let registry_at = tail - registry_size;
    let registry = &bytes[registry_at..tail];
    let registry = if is_packed {
        let (registry, problem) = inflate(registry, registry_at);
        problem.map_or(Ok(registry), Err)?
    } else {
        registry.to_vec()
    };
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
        // A part is there once.
        if !target.is_empty() {
            continue;
        }
        let at = start.saturating_add(offset);
        // A flag of 0 is a packed file.
        let is_packed = entry[528] == 0;
        let size = if is_packed { packed } else { unpacked };
        let data = at.checked_add(size).filter(|&end| end <= registry_at).map(|end| &bytes[at..end]);
        let Some(data) = data else {
            parts.remarks.push(wrong(at.min(bytes.len()), format!("{name} reaches beyond the archive")).to_string());
            continue;
        };
        let problem;
        (*target, problem) = if is_packed { inflate(data, at) } else { (data.to_vec(), None) };
        let problem = problem.map(|problem| problem.to_string()).or_else(|| changed(target, Record(entry).int(524)));
        parts.remarks.extend(problem.map(|problem| format!("{name}: {problem}")));
    }
    if parts.remarks.is_empty() {
        let problem = changed(&bytes[start..tail], Record(&bytes[tail..]).int(0));
        parts.remarks.extend(problem.map(|problem| format!("the archive: {problem}")));
    }
    if parts.game.len() < RECORD {
        let why = parts.remarks.pop().unwrap_or_else(|| "the archive holds no temp.xg".to_owned());
        return Err(wrong(registry_at, why));
    }
    Ok(parts)
}

/// The bytes that can be unpacked, and the reason if they are not all.
fn inflate(data: &[u8], at: usize) -> (Vec<u8>, Option<FormatError>) {
    let most = MOST.min(ROOM + RATIO * data.len() as u64);
    let mut out = Vec::new();
    let read = ZlibDecoder::new(data).take(most).read_to_end(&mut out);
    let problem = match read {
        Err(error) => Some(wrong(at, format!("the packed data is damaged: {error}"))),
        Ok(_) if out.len() as u64 == most => Some(wrong(at, "the packed data unpacks to more than any match needs")),
        Ok(_) => None,
    };
    (out, problem)
}

/// Puts a file together: the header without a picture, the parts, their registry, the record at the end. `ends` are the
/// first and the last record of the game, for whoever lists files.
pub fn pack(parts: &Parts, ends: &[u8], title: &str) -> Vec<u8> {
    let mut header = Fields::of_size(HEADER);
    header.put(0, MAGIC);
    header.int(4, 1);
    header.int(8, HEADER as i32);
    header.put(24, &GAME);
    header.wide_string(40, title);
    let mut out = header.bytes;
    let mut registry = Vec::new();
    let parts =
        [("temp.xg", &*parts.game), ("temp.xgi", ends), ("temp.xgr", &parts.rollouts), ("temp.xgc", &parts.comments)];
    let mut count = 0;
    for (name, data) in parts.into_iter().filter(|(_, data)| !data.is_empty()) {
        let packed = deflate(data);
        let mut entry = Fields::of_size(ENTRY);
        entry.short_string(0, name, 255);
        entry.int(512, data.len() as i32);
        entry.int(516, packed.len() as i32);
        entry.int(520, (out.len() - HEADER) as i32);
        entry.int(524, sum(data));
        // Packed, in the usual way.
        entry.put(528, &[0, 2]);
        registry.extend(entry.bytes);
        out.extend(packed);
        count += 1;
    }
    let archive_size = out.len() - HEADER;
    let registry = deflate(&registry);
    out.extend(&registry);
    let mut tail = Fields::of_size(TAIL);
    for (i, n) in [sum(&out[HEADER..]), count, 1, registry.len() as i32, archive_size as i32, 1].into_iter().enumerate()
    {
        tail.int(4 * i, n);
    }
    out.extend(tail.bytes);
    out
}

/// The remark on data that are not those of which the check sum was made. Where it is zero, none was made.
fn changed(data: &[u8], expected: i32) -> Option<String> {
    let is_changed = expected != 0 && sum(data) != expected;
    is_changed.then(|| "its check sum is another: it was changed or damaged after it was written".to_owned())
}

fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).and_then(|()| encoder.finish()).expect("memory takes it")
}

/// The check sum of data, as archives of zip have it.
fn sum(data: &[u8]) -> i32 {
    let mut sum = Crc::new();
    sum.update(data);
    sum.sum().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_sums_are_those_of_zip() {
        assert_eq!(sum(b"123456789"), 0xcbf4_3926_u32.cast_signed());
        assert_eq!(sum(b""), 0);
    }

    /// A file whose game is one empty record.
    fn file() -> Vec<u8> {
        pack(&Parts { game: vec![0; RECORD], comments: b"why?".to_vec(), ..Parts::default() }, &[7; RECORD], "a")
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let parts = unpack(&file()).expect("a file");
        assert_eq!((parts.game.len(), parts.comments.as_slice()), (RECORD, &b"why?"[..]));
        assert_eq!((parts.remarks, parts.rollouts), (vec![], vec![]));
    }

    /// The file with another registry, and with the sum of the archive made anew or left.
    fn with_registry(change: impl Fn(&mut Vec<u8>), is_summed: bool) -> Vec<u8> {
        let mut bytes = file();
        let tail = bytes.split_off(bytes.len() - TAIL);
        let mut tail = Fields { bytes: tail };
        let start = bytes.len() - Record(&tail.bytes).int(12) as usize;
        let (mut registry, _) = inflate(&bytes[start..], 0);
        change(&mut registry);
        bytes.truncate(start);
        bytes.extend(deflate(&registry));
        tail.int(12, (bytes.len() - start) as i32);
        if is_summed {
            tail.int(0, sum(&bytes[HEADER..]));
        }
        bytes.extend(tail.bytes);
        bytes
    }

    #[test]
    fn sums_that_differ_are_told() {
        let remarks = |bytes: &[u8]| unpack(bytes).expect("a file").remarks;
        assert!(remarks(&with_registry(|_| (), true)).is_empty());
        // The first entry is the game's, the third that of the comments.
        let changed = "its check sum is another: it was changed or damaged after it was written";
        for (entry, name) in [(0, "temp.xg"), (2, "temp.xgc")] {
            let other = with_registry(|registry| registry[entry * ENTRY + 524] ^= 1, true);
            assert_eq!(remarks(&other), [format!("{name}: {changed}")]);
            let none = with_registry(|registry| registry[entry * ENTRY + 524..][..4].fill(0), true);
            assert!(remarks(&none).is_empty(), "a tool that makes no sums");
        }
        let whole = with_registry(|registry| registry[ENTRY - 1] ^= 1, false);
        assert_eq!(remarks(&whole), [format!("the archive: {changed}")]);
    }
}
