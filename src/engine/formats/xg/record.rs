//! Fields of records, by the offsets that follow from the published declarations and Pascal's alignment.

/// The size of a record of a game.
pub const RECORD: usize = 2560;

/// The size of a record of a rollout.
pub const ROLLOUT: usize = 2184;

/// The subject of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    MatchHeader,
    GameHeader,
    Cube,
    Move,
    GameFooter,
    MatchFooter,
    Other,
}

/// Checkers of the player whose view it is (positive) and of the other: his bar, the points from 1, the own bar.
pub type Checkers = [i8; 26];

/// The bytes of a record. Bytes beyond them count as 0.
#[derive(Clone, Copy)]
pub struct Record<'a>(pub &'a [u8]);

impl Record<'_> {
    fn bytes<const N: usize>(self, at: usize) -> [u8; N] {
        self.0.get(at..at + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    pub fn byte(self, at: usize) -> u8 {
        self.bytes::<1>(at)[0]
    }

    pub fn int(self, at: usize) -> i32 {
        i32::from_le_bytes(self.bytes(at))
    }

    pub fn small(self, at: usize) -> i16 {
        i16::from_le_bytes(self.bytes(at))
    }

    pub fn single(self, at: usize) -> f32 {
        f32::from_le_bytes(self.bytes(at))
    }

    pub fn double(self, at: usize) -> f64 {
        f64::from_le_bytes(self.bytes(at))
    }

    pub fn checkers(self, at: usize) -> Checkers {
        self.bytes::<26>(at).map(u8::cast_signed)
    }

    pub fn singles<const N: usize>(self, at: usize) -> [f32; N] {
        std::array::from_fn(|i| self.single(at + 4 * i))
    }

    /// A length and this many letters of Latin-1.
    pub fn short_string(self, at: usize, most: usize) -> String {
        let length = usize::from(self.byte(at)).min(most);
        (0..length).map(|i| char::from(self.byte(at + 1 + i))).collect::<String>().trim().to_owned()
    }

    /// Letters of UTF-16 up to a 0.
    pub fn wide_string(self, at: usize) -> String {
        let units = (0..129).map(|i| u16::from_le_bytes(self.bytes(at + 2 * i))).take_while(|&unit| unit != 0);
        char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect::<String>().trim().to_owned()
    }

    pub fn kind(self) -> Kind {
        match self.byte(8) {
            0 => Kind::MatchHeader,
            1 => Kind::GameHeader,
            2 => Kind::Cube,
            3 => Kind::Move,
            4 => Kind::GameFooter,
            5 => Kind::MatchFooter,
            _ => Kind::Other,
        }
    }

    /// Whether it is the header of a match: it has a number of its own.
    pub fn is_match_header(self) -> bool {
        self.byte(8) == 0 && self.int(556) == 0x494C_4D44
    }
}

/// A record that is written field by field.
pub struct Fields {
    pub bytes: Vec<u8>,
}

impl Fields {
    /// A record of this size, all 0.
    pub fn of_size(size: usize) -> Self {
        Self { bytes: vec![0; size] }
    }

    /// A record of a game.
    pub fn of_kind(kind: u8) -> Self {
        let mut fields = Self::of_size(RECORD);
        fields.byte(8, kind);
        fields
    }

    pub fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn byte(&mut self, at: usize, n: u8) {
        self.put(at, &[n]);
    }

    pub fn int(&mut self, at: usize, n: i32) {
        self.put(at, &n.to_le_bytes());
    }

    pub fn small(&mut self, at: usize, n: i16) {
        self.put(at, &n.to_le_bytes());
    }

    pub fn single(&mut self, at: usize, n: f32) {
        self.put(at, &n.to_le_bytes());
    }

    pub fn double(&mut self, at: usize, n: f64) {
        self.put(at, &n.to_le_bytes());
    }

    pub fn singles(&mut self, at: usize, numbers: &[f32]) {
        for (i, &n) in numbers.iter().enumerate() {
            self.single(at + 4 * i, n);
        }
    }

    pub fn checkers(&mut self, at: usize, checkers: &Checkers) {
        self.put(at, &checkers.map(i8::cast_unsigned));
    }

    /// A length and this many letters; what Latin-1 does not have becomes a question mark.
    pub fn short_string(&mut self, at: usize, text: &str, most: usize) {
        let letters: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).take(most).collect();
        self.byte(at, u8::try_from(letters.len()).expect("at most 255 letters"));
        self.put(at + 1, &letters);
    }

    /// Letters of UTF-16 with a 0 behind them, at most 128.
    pub fn wide_string(&mut self, at: usize, text: &str) {
        let mut end = at;
        for c in text.chars() {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units);
            if end + 2 * units.len() > at + 2 * 128 {
                break;
            }
            for unit in units {
                self.put(end, &unit.to_le_bytes());
                end += 2;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn every_kind_has_its_number() {
        let all = [Kind::MatchHeader, Kind::GameHeader, Kind::Cube, Kind::Move, Kind::GameFooter, Kind::MatchFooter];
        for (number, kind) in (0..).zip(all) {
            assert_eq!(Record(&Fields::of_kind(number).bytes).kind(), kind);
        }
        for number in [6, 7, 255] {
            assert_eq!(Record(&Fields::of_kind(number).bytes).kind(), Kind::Other);
        }
    }
}
