//! What was answered to questions of `train` that a number or a word answers.

use super::{Library, LibraryError, day_in_words};
use rusqlite::params;
use serde::Serialize;

/// The answers that count as the last ones.
const LAST: u32 = 20;

/// An answer to a question of a trainer.
#[derive(Clone, Debug, PartialEq)]
pub struct Drilled {
    /// The trainer.
    pub trainer: &'static str,
    /// The day, since the beginning of 1970.
    pub day: i64,
    /// What was asked.
    pub question: String,
    /// The answer that was given.
    pub answer: String,
    /// Whether it is right.
    pub is_right: bool,
    /// How far off it is, in the unit of the question: pips, chances from 0 to 1, equity.
    pub error: f64,
    /// The seconds that it took.
    pub seconds: f64,
}

/// How one thing that is trained went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DrillRow {
    /// The trainer.
    pub trainer: String,
    /// What is asked.
    pub about: String,
    /// The answers.
    pub answers: u32,
    /// The share of them that was right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<f64>,
    /// The share of the last twenty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_lately: Option<f64>,
    /// How far off an answer was in the mean: in pips, in chances from 0 to 1, or in equity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The seconds of an answer in the mean, where the clock counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The day of the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

impl Library {
    /// Keeps an answer.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn keep_drilled(&mut self, of: &Drilled) -> Result<(), LibraryError> {
        self.connection.execute(
            "INSERT INTO drill (trainer, day, question, answer, is_right, error, seconds) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![of.trainer, of.day, of.question, of.answer, of.is_right, of.error, of.seconds],
        )?;
        Ok(())
    }

    /// How many answers were ever given to trainers.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn drilled(&self) -> Result<u32, LibraryError> {
        Ok(self.connection.query_row("SELECT count(*) FROM drill", [], |row| row.get(0))?)
    }

    /// How a trainer went.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn drill_row(&self, trainer: &str) -> Result<DrillRow, LibraryError> {
        let row = self.connection.query_row(
            "SELECT count(*), avg(is_right), avg(error), avg(seconds), max(day), (SELECT avg(is_right) FROM (SELECT \
             is_right FROM drill WHERE trainer = ?1 ORDER BY number DESC LIMIT ?2)) FROM drill WHERE trainer = ?1",
            params![trainer, LAST],
            |row| {
                Ok(DrillRow {
                    trainer: trainer.to_owned(),
                    about: String::new(),
                    answers: row.get(0)?,
                    right: row.get(1)?,
                    error: row.get(2)?,
                    seconds: row.get(3)?,
                    last: row.get::<_, Option<i64>>(4)?.and_then(day_in_words),
                    right_lately: row.get(5)?,
                })
            },
        )?;
        Ok(row)
    }

    /// How the cards of the book went: those about plays, or those about the cube.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn book_row(&self, plays: bool) -> Result<DrillRow, LibraryError> {
        let of =
            "FROM review JOIN card ON card.id = review.card WHERE card.file = 'book' AND (card.asked = 'play') = ?1";
        let text = format!(
            "SELECT count(*), avg(grade IN ('good', 'easy')), avg(review.loss), max(day), (SELECT avg(good) FROM \
             (SELECT grade IN ('good', 'easy') AS good {of} ORDER BY number DESC LIMIT ?2)) {of}"
        );
        let row = self.connection.query_row(&text, params![plays, LAST], |row| {
            Ok(DrillRow {
                answers: row.get(0)?,
                right: row.get(1)?,
                error: row.get(2)?,
                last: row.get::<_, Option<i64>>(3)?.and_then(day_in_words),
                right_lately: row.get(4)?,
                ..DrillRow::default()
            })
        })?;
        Ok(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_trainer() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::open(&folder.path().join("library.db")).expect("a library");
        assert_eq!(library.drill_row("pips").expect("a row").right, None);
        let answer = |trainer, is_right, error| Drilled {
            trainer,
            day: 100,
            question: "a position".to_owned(),
            answer: "120".to_owned(),
            is_right,
            error,
            seconds: 8.0,
        };
        for i in 0..25 {
            library.keep_drilled(&answer("pips", i >= 10, if i >= 10 { 0.0 } else { 5.0 })).expect("kept");
        }
        library.keep_drilled(&answer("met", false, 0.1)).expect("kept");
        let row = library.drill_row("pips").expect("a row");
        assert_eq!((row.answers, row.right, row.right_lately, row.error), (25, Some(0.6), Some(0.75), Some(2.0)));
        assert_eq!((row.seconds, row.last.as_deref()), (Some(8.0), Some("1970-04-11")));
        assert_eq!(library.drilled().expect("a count"), 26);
    }
}
