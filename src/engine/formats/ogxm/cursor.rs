//! Bytes of a file that are read one after the other.

/// The bytes left to be read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or("a record is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.bytes(N).map(|bytes| bytes.try_into().expect("so many bytes"))
    }

    pub fn byte(&mut self) -> Result<u8, String> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    pub fn u16(&mut self) -> Result<u16, String> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn i16(&mut self) -> Result<i16, String> {
        self.array().map(i16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, String> {
        self.array().map(u32::from_le_bytes)
    }

    /// Five chances in ten-thousandths: win, gammon, backgammon, gammon lost, backgammon lost.
    pub fn chances(&mut self) -> Result<[f32; 5], String> {
        let mut chances = [0.0; 5];
        for chance in &mut chances {
            *chance = (f32::from(self.u16()?) / 10_000.0).min(1.0);
        }
        Ok(chances)
    }

    /// An equity in ten-thousandths, as version 1 has it.
    pub fn short_equity(&mut self) -> Result<f32, String> {
        self.i16().map(|equity| f32::from(equity) / 10_000.0)
    }

    /// An equity in millionths.
    pub fn equity(&mut self) -> Result<f32, String> {
        self.array().map(|bytes| (f64::from(i32::from_le_bytes(bytes)) / 1e6) as f32)
    }

    /// A loss in millionths.
    pub fn loss(&mut self) -> Result<f32, String> {
        self.u32().map(|loss| (f64::from(loss) / 1e6) as f32)
    }

    /// Checkers at 26 places, White's above zero.
    pub fn board(&mut self) -> Result<[i8; 26], String> {
        self.array::<26>().map(|bytes| bytes.map(u8::cast_signed))
    }

    pub fn varint(&mut self) -> Result<u64, String> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long".to_owned())
    }

    pub fn small(&mut self) -> Result<u32, String> {
        u32::try_from(self.varint()?).ok().filter(|&n| n <= 1_000_000).ok_or_else(|| "a number is too large".to_owned())
    }

    pub fn text(&mut self) -> Result<String, String> {
        let length = usize::try_from(self.varint()?).map_err(|_| "a text is too long")?;
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    /// A text of at most 255 bytes.
    pub fn short_text(&mut self) -> Result<String, String> {
        let length = self.byte()?;
        Ok(String::from_utf8_lossy(self.bytes(length.into())?).into_owned())
    }

    pub fn record(&mut self) -> Result<Record<'a>, String> {
        let length = usize::try_from(self.varint()?).map_err(|_| "a record is too long")?;
        let mut rest = Self(self.bytes(length)?);
        Ok(Record { mask: rest.varint()?, rest })
    }
}

/// A record: the mask of the fields that are there, and those of them that are not read yet.
pub(super) struct Record<'a> {
    mask: u64,
    pub rest: Cursor<'a>,
}

impl<'a> Record<'a> {
    /// The mask has this field.
    pub const fn has(&self, bit: u32) -> bool {
        self.mask >> bit & 1 == 1
    }

    /// Reads a field, where the mask has it.
    pub fn field<T>(
        &mut self,
        bit: u32,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        self.has(bit).then(|| read(&mut self.rest)).transpose()
    }
}
