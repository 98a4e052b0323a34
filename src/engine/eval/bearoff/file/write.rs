//! Databases we computed, written byte for byte as `makebearoff` writes them.

use super::header::{Form, Header, LENGTH};
use crate::eval::bearoff::numbering::{MAX_CHECKERS, Numbering};
use crate::eval::bearoff::one_sided::Distribution;
use crate::eval::bearoff::two_sided::Rows;
use crate::eval::bearoff::{Equities, GenerateError, OnProgress, OneSided, TwoSided};
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
        self.all().chunks(side).try_for_each(|row| write_row(row, cubeful, out))
    }

    /// Computes a database and writes its file row by row. That takes 8 bytes of memory a pair, half of what
    /// [`TwoSided::generate`] takes, and twice the time.
    ///
    /// # Errors
    /// Those of [`TwoSided::generate`], and when writing fails.
    pub fn make(
        [points, checkers]: [usize; 2],
        cubeful: bool,
        threads: usize,
        observe: OnProgress,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (numbering, threads) = (Self::numbering(points, checkers)?, threads.max(1));
        let rows = Rows::new(&numbering, threads, &mut |done, all| observe(done, 2 * all))?;
        out.write_all(&Header::TwoSided { points, checkers, cubeful }.to_bytes())?;
        let observe = &mut |done, all| observe(all + done, 2 * all);
        rows.each(threads, observe, |row| write_row(row, cubeful, out))
    }

    /// The bytes of a database file.
    ///
    /// # Errors
    /// When there can be no such database.
    pub fn file_length([points, checkers]: [usize; 2], cubeful: bool) -> Result<u64, GenerateError> {
        let size = Self::numbering(points, checkers)?.size() as u64;
        Ok(LENGTH as u64 + size * size * if cubeful { 8 } else { 2 })
    }
}

impl From<GenerateError> for io::Error {
    fn from(error: GenerateError) -> Self {
        Self::other(error)
    }
}

fn write_row(row: &[Equities], cubeful: bool, out: &mut dyn Write) -> io::Result<()> {
    let parts = if cubeful { 4 } else { 1 };
    let words: Vec<u16> = row.iter().flat_map(|equities| equities.raw().into_iter().take(parts)).collect();
    write_words(&words, out)
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
