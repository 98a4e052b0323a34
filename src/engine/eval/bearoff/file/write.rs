//! Databases we computed, written byte for byte as `makebearoff` writes them.

use super::header::{Form, Header};
use crate::eval::bearoff::numbering::{MAX_CHECKERS, Numbering};
use crate::eval::bearoff::one_sided::Distribution;
use crate::eval::bearoff::{OneSided, TwoSided};
use std::io::{self, Write};

impl OneSided {
    /// Writes a database file, with or without the distributions of the first checker off.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, gammons: bool, form: Form, out: &mut dyn Write) -> io::Result<()> {
        let header = Header::OneSided { points: self.points(), checkers: MAX_CHECKERS, gammons, form };
        out.write_all(&header.to_bytes())?;
        match form {
            Form::Plain => {
                for number in 0..self.size() {
                    write_words(self.off(number), out)?;
                    if gammons {
                        write_words(self.first_off(number), out)?;
                    }
                }
                Ok(())
            }
            Form::Compressed => self.write_compressed(gammons, out),
        }
    }

    fn write_compressed(&self, gammons: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut words = 0u32;
        for number in 0..self.size() {
            out.write_all(&words.to_le_bytes())?;
            for row in self.rows(number, gammons) {
                let (first, values) = filled(row);
                out.write_all(&[values.len() as u8, first])?;
                words += values.len() as u32;
            }
        }
        for number in 0..self.size() {
            for row in self.rows(number, gammons) {
                write_words(filled(row).1, out)?;
            }
        }
        Ok(())
    }

    fn rows(&self, number: usize, gammons: bool) -> impl Iterator<Item = &Distribution> {
        std::iter::once(self.off(number)).chain(gammons.then(|| self.first_off(number)))
    }
}

impl TwoSided {
    /// Writes a database file, with the cubeful equities or without.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, cubeful: bool, out: &mut dyn Write) -> io::Result<()> {
        let (points, checkers) = (self.points(), self.checkers());
        out.write_all(&Header::TwoSided { points, checkers, cubeful }.to_bytes())?;
        let side = Numbering::new(points, checkers).expect("the numbering it was made with").size();
        for row in self.all().chunks(side) {
            let words: Vec<u16> =
                row.iter().flat_map(|equities| equities.raw().into_iter().take(if cubeful { 4 } else { 1 })).collect();
            write_words(&words, out)?;
        }
        Ok(())
    }
}

/// The first roll with a probability, and the values from there to the last.
fn filled(row: &Distribution) -> (u8, &[u16]) {
    let is_set = |&p: &u16| p > 0;
    let first = row.iter().position(is_set).unwrap_or(0);
    let last = row.iter().rposition(is_set).unwrap_or(0);
    (first as u8, &row[first..=last])
}

fn write_words(words: &[u16], out: &mut dyn Write) -> io::Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    out.write_all(&bytes)
}
