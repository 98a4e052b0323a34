//! The book: what rollouts have found about decisions that come up again and again, such as openings and replies.
//!
//! The text of a book has a line of JSON for each decision. A book comes with the program; what its user adds lies in
//! the library, by decision and by how it was rolled out.

use super::{Asked, Choice, Found, Library, LibraryError, Proof, Source, writing};
use crate::digest::{Sha256, hexadecimal};
use crate::scoring::normal_cdf;
use crate::words::counted;
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// No rollout has more trials.
const MOST_TRIALS: u64 = 1 << 40;

/// The most choices of a decision, and rollouts of one: more than any has.
const MOST: usize = 1000;

/// The file that stands as the source of a card from the book.
pub const BOOK: &str = "book";

/// The trials of a decision that one rollout played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The seed of its dice.
    pub seed: u32,
    /// The trials of the choice that has most.
    pub trials: u64,
}

/// A decision of the book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What is asked.
    pub asked: Asked,
    /// The chapter: `opening`, `reply`, `third roll`, or the kind of a reference position.
    pub theme: String,
    /// What was played before it: `31: 8/5 6/5`; empty where nothing was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// The position, of the player who is asked at the bottom; of a take, before the double.
    pub xgid: String,
    /// The choices with what they give up, the best first.
    pub choices: Vec<Choice>,
    /// The normalized cubeful equity of the best choice, for the player who is asked.
    pub equity: f64,
    /// Its standard error.
    pub std_err: f64,
    /// The chance that the first choice is the best.
    pub chance: f64,
    /// The rollouts whose trials these are.
    pub parts: Vec<Part>,
    /// The plies at which their plays were chosen.
    pub plies: u8,
    /// How they were made, trials and seeds aside.
    pub by: String,
}

/// What a decision added to a book has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It was not there.
    New,
    /// It was there, by trials of other dice: now it has those of both.
    Joined,
    /// It was there, by these trials.
    Known,
}

impl Entry {
    /// All its trials.
    pub fn trials(&self) -> u64 {
        self.parts.iter().fold(0, |all, part| all.saturating_add(part.trials))
    }

    /// The decision, whatever is known of it.
    fn key(&self) -> (&'static str, &str) {
        (self.asked.word(), &self.xgid)
    }

    /// Whether the numbers can be those of a rollout.
    pub fn is_sound(&self) -> bool {
        let is_number = |number: f64| number.is_finite() && (0.0..=10.0).contains(&number);
        let of_choice =
            |choice: &Choice| is_number(choice.loss) && choice.std_err.is_none_or(is_number) && !choice.name.is_empty();
        let differ = |values: Vec<&str>| values.iter().collect::<BTreeSet<_>>().len() == values.len();
        let seeds: Vec<String> = self.parts.iter().map(|part| part.seed.to_string()).collect();
        (2..=MOST).contains(&self.choices.len())
            && self.parts.len() <= MOST
            && differ(self.choices.iter().map(|choice| choice.name.as_str()).collect())
            && differ(seeds.iter().map(String::as_str).collect())
            && self.choices.iter().all(of_choice)
            && self.choices.windows(2).all(|pair| pair[0].loss <= pair[1].loss)
            && self.choices[0].loss == 0.0
            && self.equity.abs() <= 10.0
            && is_number(self.std_err)
            && (0.0..=1.0).contains(&self.chance)
            && !self.parts.is_empty()
            && self.parts.iter().all(|part| (1..=MOST_TRIALS).contains(&part.trials))
    }

    /// Whether this one speaks where another is of the same decision: by deeper plays, else by the smaller error.
    pub fn outweighs(&self, other: &Self) -> bool {
        (self.plies, -self.std_err) > (other.plies, -other.std_err)
    }

    /// The trials of two rollouts that were made alike, each with the weight of its trials. Trials of the same dice
    /// count once: those of the longer rollout.
    ///
    /// A loss that an entry knows against its own best alone gets the errors of both, as if they were independent,
    /// which is more than it has.
    #[must_use]
    fn joined(&self, other: &Self) -> Self {
        let is_shared = |part: &Part| other.parts.iter().any(|theirs| theirs.seed == part.seed);
        if self.parts.iter().any(is_shared) {
            return if other.trials() > self.trials() { other.clone() } else { self.clone() };
        }
        let both = [self, other];
        let weights = both.map(|entry| entry.trials() as f64);
        let find = |entry: &Self, name: &str| entry.choices.iter().find(|choice| choice.name == name).cloned();
        let mean = |values: [f64; 2]| (values[0] * weights[0] + values[1] * weights[1]) / (weights[0] + weights[1]);
        let error =
            |errors: [f64; 2]| (errors[0] * weights[0]).hypot(errors[1] * weights[1]) / (weights[0] + weights[1]);
        // The best in the mean, of those that both know.
        let known = self.choices.iter().filter_map(|mine| Some((mine.clone(), find(other, &mine.name)?)));
        let worth = |(mine, theirs): &(Choice, Choice)| mean([self.equity - mine.loss, other.equity - theirs.loss]);
        let Some(best) = known.max_by(|a, b| worth(a).total_cmp(&worth(b))) else { return self.clone() };
        let equity = worth(&best);
        let bases = [best.0.clone(), best.1];
        // What a choice gives up against that one, and the error, by one entry.
        let behind = |i: usize, choice: &Choice| {
            let (own, base) = (choice.std_err.unwrap_or(0.0), bases[i].std_err.unwrap_or(0.0));
            let is_base = choice.name == bases[i].name;
            (choice.loss - bases[i].loss, if is_base { 0.0 } else { own.hypot(base) })
        };
        let mut names: Vec<&String> = self.choices.iter().chain(&other.choices).map(|choice| &choice.name).collect();
        names.sort();
        names.dedup();
        let mut choices: Vec<Choice> = names
            .into_iter()
            .map(|name| {
                let by = [0, 1].map(|i| find(both[i], name).map(|choice| behind(i, &choice)));
                let (loss, std_err) = match by {
                    [Some(one), Some(two)] => (mean([one.0, two.0]), error([one.1, two.1])),
                    [one, two] => one.or(two).unwrap_or_default(),
                };
                Choice { name: name.clone(), loss, std_err: Some(std_err) }
            })
            .collect();
        choices.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        // One that a single entry knows may be better than those that both do.
        let least = choices[0].loss;
        for choice in &mut choices {
            choice.loss -= least;
        }
        choices[0].std_err = None;
        let beats = |choice: &Choice| match choice.std_err {
            Some(error) if error > 0.0 => normal_cdf(choice.loss / error),
            _ => 1.0,
        };
        Self {
            chance: choices[1..].iter().map(beats).product(),
            choices,
            equity: equity - least,
            std_err: error(both.map(|entry| entry.std_err)),
            parts: self.parts.iter().chain(&other.parts).copied().collect(),
            ..self.clone()
        }
    }

    /// The decision as a question to practise.
    pub fn question(&self) -> (Found, Proof) {
        let found = Found {
            id: question_id(self.asked, &self.xgid),
            asked: self.asked,
            xgid: self.xgid.clone(),
            theme: self.theme.clone(),
            made: String::new(),
            loss: self.choices.last().map_or(0.0, |worst| worst.loss),
            plays: Vec::new(),
            source: Source { file: BOOK.to_owned(), ..Source::default() },
        };
        let by = format!("the book, {}", counted(self.trials(), "trial"));
        (found, Proof { choices: self.choices.clone(), chance: self.chance, by })
    }
}

/// What tells a question from others.
pub fn question_id(asked: Asked, xgid: &str) -> String {
    let mut id = hexadecimal(Sha256::of(format!("{} {xgid}", asked.word())));
    id.truncate(16);
    id
}

/// The decisions in the text of a book, and the lines that are none, with the reason.
pub fn read(text: &str) -> (Vec<Entry>, Vec<(usize, String)>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Entry>(line) {
            Ok(entry) if entry.is_sound() => entries.push(entry),
            Ok(_) => faults.push((number, "its numbers are not those of a rollout".to_owned())),
            Err(error) => faults.push((number, format!("it is no decision of a book ({error})"))),
        }
    }
    (entries, faults)
}

/// The text of a book.
pub fn text(entries: &[Entry]) -> String {
    let line = |entry: &Entry| serde_json::to_string(entry).unwrap_or_default() + "\n";
    entries.iter().map(line).collect()
}

/// The text of the book that comes with the program.
const TEXT: &str = include_str!("book.jsonl");

/// The book that comes with the program.
pub fn shipped() -> &'static [Entry] {
    static SHIPPED: LazyLock<Vec<Entry>> = LazyLock::new(|| read(TEXT).0);
    &SHIPPED
}

/// A book without the decisions that others of it outweigh, in the order in which they were first there.
pub fn speaking(entries: impl IntoIterator<Item = Entry>) -> Vec<Entry> {
    let mut speaking: Vec<Entry> = Vec::new();
    let mut places = BTreeMap::new();
    for entry in entries {
        let key = (entry.asked.word(), entry.xgid.clone());
        match places.get(&key) {
            Some(&place) if entry.outweighs(&speaking[place]) => speaking[place] = entry,
            Some(_) => {}
            None => {
                places.insert(key, speaking.len());
                speaking.push(entry);
            }
        }
    }
    speaking
}

/// An entry as the library keeps it.
fn entry_in(text: &str) -> Result<Entry, LibraryError> {
    let entry = serde_json::from_str::<Entry>(text).ok().filter(Entry::is_sound);
    entry.ok_or_else(|| LibraryError::Damaged("a decision of the book".to_owned()))
}

impl Library {
    /// The decisions that its user's book has, however they were rolled out.
    ///
    /// # Errors
    /// When the library does not answer, or one cannot be read.
    pub fn book(&self) -> Result<Vec<Entry>, LibraryError> {
        let mut query = self.connection.prepare("SELECT entry FROM book ORDER BY rowid")?;
        let rows = query.query_map([], |row| row.get::<_, String>(0))?;
        rows.map(|text| entry_in(&text?)).collect()
    }

    /// The entries of its user's book for a decision.
    ///
    /// # Errors
    /// When the library does not answer, or one cannot be read.
    pub fn book_at(&self, asked: Asked, xgid: &str) -> Result<Vec<Entry>, LibraryError> {
        let mut query = self.connection.prepare("SELECT entry FROM book WHERE asked = ?1 AND xgid = ?2")?;
        let rows = query.query_map(params![asked.word(), xgid], |row| row.get::<_, String>(0))?;
        rows.map(|text| entry_in(&text?)).collect()
    }

    /// Adds a decision to its user's book.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn enter(&mut self, entry: &Entry) -> Result<Entered, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let (asked, xgid) = entry.key();
        let there = "SELECT entry FROM book WHERE asked = ?1 AND xgid = ?2 AND by = ?3";
        let known: Option<String> =
            transaction.query_row(there, params![asked, xgid, entry.by], |row| row.get(0)).optional()?;
        let known = known.and_then(|text| serde_json::from_str::<Entry>(&text).ok());
        let (entered, entry) = match known {
            None => (Entered::New, entry.clone()),
            Some(known) => {
                let joined = known.joined(entry);
                (if joined == known { Entered::Known } else { Entered::Joined }, joined)
            }
        };
        if entered != Entered::Known {
            let text = serde_json::to_string(&entry).unwrap_or_default();
            let (asked, xgid) = entry.key();
            transaction.execute(
                "INSERT INTO book (asked, xgid, by, entry) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (asked, xgid, by) DO UPDATE SET entry = excluded.entry",
                params![asked, xgid, entry.by, text],
            )?;
        }
        transaction.commit()?;
        Ok(entered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(seed: u32, trials: u64, losses: &[(&str, f64)]) -> Entry {
        let choice = |(name, loss): &(&str, f64)| Choice {
            name: (*name).to_owned(),
            loss: *loss,
            std_err: (*loss > 0.0).then_some(0.02),
        };
        Entry {
            asked: Asked::Play,
            theme: "opening".to_owned(),
            line: String::new(),
            xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10".to_owned(),
            choices: losses.iter().map(choice).collect(),
            equity: 0.16,
            std_err: 0.01,
            chance: 0.9,
            parts: vec![Part { seed, trials }],
            plies: 0,
            by: "full games".to_owned(),
        }
    }

    /// A cube that is worth as much turned as not was called no double, with a chance of 0.
    #[test]
    fn the_first_of_two_choices_is_the_likelier_one() {
        for entry in shipped().iter().filter(|entry| entry.choices.len() == 2) {
            assert!(entry.chance >= 0.5, "{entry:?}");
            // Under Jacoby's rule nobody wins more than the centered cube before it is turned.
            assert!(entry.asked != Asked::Double || entry.equity <= 1.0, "{entry:?}");
        }
    }

    #[test]
    fn rollouts_with_other_dice_are_joined_by_their_trials() {
        let one = entry(1, 300, &[("8/5 6/5", 0.0), ("24/20", 0.10)]);
        let two = Entry { equity: 0.12, ..entry(2, 100, &[("8/5 6/5", 0.0), ("24/20", 0.02), ("13/9", 0.5)]) };
        let joined = one.joined(&two);
        assert_eq!((joined.trials(), joined.parts.len()), (400, 2));
        assert!((joined.equity - 0.15).abs() < 1e-12, "{joined:?}");
        assert!((joined.std_err - (3.0_f64 * 0.01).hypot(0.01) / 4.0).abs() < 1e-12);
        let names: Vec<_> = joined.choices.iter().map(|choice| choice.name.as_str()).collect();
        assert_eq!(names, ["8/5 6/5", "24/20", "13/9"]);
        assert!((joined.choices[1].loss - 0.08).abs() < 1e-12 && (joined.choices[2].loss - 0.5).abs() < 1e-12);
        assert!(joined.is_sound() && joined.chance > 0.99, "{joined:?}");
        // The order does not count.
        let other = two.joined(&one);
        assert_eq!((&other.choices, other.trials()), (&joined.choices, 400));
        // Trials of the same dice count once.
        let longer = entry(1, 900, &[("8/5 6/5", 0.0), ("24/20", 0.09)]);
        assert_eq!((one.joined(&longer), longer.joined(&one)), (longer.clone(), longer));
    }

    #[test]
    fn the_best_of_two_rollouts_may_be_the_second_of_one() {
        let one = entry(1, 100, &[("8/5 6/5", 0.0), ("24/20", 0.01)]);
        let two = entry(2, 300, &[("24/20", 0.0), ("8/5 6/5", 0.05)]);
        let joined = one.joined(&two);
        assert_eq!(joined.choices[0].name, "24/20");
        assert!((joined.choices[1].loss - (3.0 * 0.05 - 0.01) / 4.0).abs() < 1e-12, "{joined:?}");
        assert!(joined.is_sound());
    }

    #[test]
    fn lines_that_are_no_decisions_are_told_and_cost_no_others() {
        let good = text(&[entry(1, 36, &[("8/5 6/5", 0.0), ("24/20", 0.1)])]);
        let unsound = text(&[entry(1, 36, &[("8/5 6/5", 0.1), ("24/20", 0.0)])]);
        let (entries, faults) = read(&format!("{good}\nnothing\n{unsound}{good}"));
        assert_eq!(entries.len(), 2);
        assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
        let sound = entry(1, 36, &[("8/5 6/5", 0.0), ("24/20", 0.1)]);
        let part = |seed, trials| Part { seed, trials };
        for wrong in [
            Entry { parts: vec![part(1, u64::MAX / 2)], ..sound.clone() },
            Entry { parts: vec![part(1, 36), part(1, 36)], ..sound.clone() },
            Entry { parts: Vec::new(), ..sound.clone() },
            Entry { chance: 1.1, ..sound.clone() },
            Entry { equity: f64::NAN, ..sound.clone() },
            entry(1, 36, &[("8/5 6/5", 0.0), ("8/5 6/5", 0.1)]),
            entry(1, 36, &[("8/5 6/5", 0.0)]),
        ] {
            assert!(sound.is_sound() && !wrong.is_sound(), "{wrong:?}");
        }
    }

    #[test]
    fn the_book_of_the_program_is_sound() {
        let (entries, faults) = read(TEXT);
        assert_eq!(faults, []);
        assert_eq!(speaking(entries.clone()).len(), entries.len(), "one for each decision");
        assert!(TEXT.len() < 1_000_000);
    }

    #[test]
    fn a_book_of_the_library_keeps_rollouts_made_otherwise_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::open(&folder.path().join("library.db")).expect("a library");
        let shallow = entry(1, 300, &[("8/5 6/5", 0.0), ("24/20", 0.10)]);
        let deep = Entry { plies: 2, by: "plays 2-ply".to_owned(), ..shallow.clone() };
        let entered = [&shallow, &deep, &shallow].map(|entry| library.enter(entry).expect("entered"));
        assert_eq!(entered, [Entered::New, Entered::New, Entered::Known]);
        let more = entry(2, 300, &[("8/5 6/5", 0.0), ("24/20", 0.08)]);
        assert_eq!(library.enter(&more).expect("entered"), Entered::Joined);
        let book = library.book().expect("read");
        assert_eq!((book.len(), book[0].trials()), (2, 600));
        assert_eq!(speaking(book), [deep]);
    }
}
