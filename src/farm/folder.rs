//! Shards as files of folders: whatever can start a process and shares a folder, or collects files, is a farm.

use super::book::{Book, Entry, Vouching};
use super::job::{FarmJob, Shard};
use super::ledger::Entries;
use super::wire::{self, ResultHead};
use super::work::Backend;
use crate::rollout::{Journal, JournalWriter, Records};
use crate::session::Description;
use crate::storage::{self, Existing};
use crate::words::there_are;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Saves shards as files in a folder; those that are there already are not handed out.
pub struct Folder<'a> {
    job: &'a FarmJob,
    folder: PathBuf,
    indices: Vec<u64>,
    next: usize,
    /// Shards that were there already.
    pub skipped: u64,
}

impl<'a> Folder<'a> {
    /// Hands out the shards with these numbers.
    pub fn new(job: &'a FarmJob, folder: &Path, indices: Vec<u64>) -> Self {
        Self { job, folder: folder.to_owned(), indices, next: 0, skipped: 0 }
    }
}

impl Backend for Folder<'_> {
    fn fetch(&mut self) -> io::Result<Option<Shard>> {
        while let Some(&index) = self.indices.get(self.next) {
            self.next += 1;
            let shard = self.job.shard(index).ok_or_else(|| {
                let message = format!("there is no shard {index}: the job has {}, from 0", self.job.len());
                io::Error::new(io::ErrorKind::InvalidInput, message)
            })?;
            let path = self.folder.join(self.job.file(shard));
            match read(self.job, &path) {
                Ok(records) if self.job.shard_of(&records) == Some(shard) => self.skipped += 1,
                Ok(_) => {
                    let message = format!("{}: something else than shard {index} is saved there", path.display());
                    return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
                }
                // A damaged shard is played again.
                Err(_) => return Ok(Some(shard)),
            }
        }
        Ok(None)
    }

    fn deliver(&mut self, shard: Shard, records: &Records) -> io::Result<()> {
        let path = self.folder.join(self.job.file(shard));
        let description = self.head_of(shard)?;
        let written = storage::write_with(&path, Existing::Replace, |mut to| {
            JournalWriter::begin(io::BufWriter::new(&mut to), records, &description).map(|_| ())
        });
        written.map(|_| ()).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    fn give_back(&mut self, _shard: Shard) -> io::Result<()> {
        // No result was written, so the next worker plays the shard.
        Ok(())
    }
}

impl Folder<'_> {
    /// A shard is a part that `gammon rollout merge` takes, too.
    fn head_of(&self, shard: Shard) -> io::Result<Vec<u8>> {
        let Description { order, gnubg_id, names, engine } = self.job.orders()[shard.order].description.clone();
        let order = order.of_part(shard.trials);
        Ok(serde_json::to_vec(&Description { order, gnubg_id, names, engine })?)
    }
}

/// Reads a shard's records; a file that is not whole is none, nor one with numbers that no trial of the job leaves.
fn read(job: &FarmJob, path: &Path) -> Result<Records, String> {
    let bytes = storage::read(path, storage::LARGEST).map_err(|error| error.to_string())?;
    let journal = Journal::read(&bytes).map_err(|error| error.to_string())?;
    match bytes.len() - journal.valid_bytes {
        0 => {}
        damaged => return Err(format!("{} damaged at its end", there_are(damaged, "byte"))),
    }
    if let Some(shard) = job.shard_of(&journal.records) {
        let order = &job.orders()[shard.order].description.order;
        journal.records.check(order).map_err(|error| error.to_string())?;
    }
    Ok(journal.records)
}

/// The shards of a job that were found.
#[derive(Debug, Default)]
pub struct Collected {
    /// The shards by number, with the first file of each.
    pub shards: BTreeMap<u64, (PathBuf, Records)>,
    /// Files that are copies of others.
    pub duplicates: u64,
    /// Files of other jobs, or of parts of this one cut in another way.
    pub foreign: Vec<PathBuf>,
    /// Files that are not whole, and why.
    pub damaged: Vec<(PathBuf, String)>,
    /// Who vouches for the results in each ledger.
    pub vouching: Vec<Vouching>,
}

/// Two files that ought to be the same and are not.
#[derive(Debug, Error)]
pub enum CollectError {
    /// A machine played wrongly, or a file was changed.
    #[error(
        "conflict: {} and {} both are shard {index}, and are not the same; play it again on another machine \
         and remove the wrong one", .first.display(), .second.display()
    )]
    Conflict {
        /// The shard.
        index: u64,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Results of a ledger differ, and nothing has been decided.
    #[error(
        "{}: conflict: the results of shard {index} by {} are not the same; `farm fetch` plays it here and decides",
        .path.display(), .workers.join(" and by ")
    )]
    Undecided {
        /// The ledger.
        path: PathBuf,
        /// The shard.
        index: u64,
        /// The workers that played it.
        workers: Vec<String>,
    },
    /// A folder cannot be read.
    #[error("{}: {error}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl Collected {
    /// Finds the shards of a job in folders, and among files that are named.
    ///
    /// # Errors
    /// When a folder cannot be read, or two files of one shard differ.
    pub fn find(job: &FarmJob, places: &[PathBuf]) -> Result<Self, CollectError> {
        let mut found = Self::default();
        for place in places {
            let failed = |error| CollectError::Folder { path: place.clone(), error };
            let mut files = vec![place.clone()];
            if place.is_dir() {
                let entries = fs::read_dir(place).map_err(failed)?.collect::<io::Result<Vec<_>>>().map_err(failed)?;
                files = entries.into_iter().map(|entry| entry.path()).collect();
                files.retain(|path| is_ledger(path) || path.extension().is_some_and(|end| end == "rollout"));
                files.sort();
            }
            for path in files {
                if is_ledger(&path) { found.enter_ledger(job, &path)? } else { found.enter(job, path)? }
            }
        }
        Ok(found)
    }

    fn enter(&mut self, job: &FarmJob, path: PathBuf) -> Result<(), CollectError> {
        match read(job, &path) {
            Ok(records) => self.enter_records(job, path, records),
            Err(why) => {
                self.damaged.push((path, why));
                Ok(())
            }
        }
    }

    /// Enters what was fetched from a server.
    fn enter_ledger(&mut self, job: &FarmJob, path: &Path) -> Result<(), CollectError> {
        let failed = |error| CollectError::Folder { path: path.to_owned(), error };
        let Some(entries) = Entries::read(&storage::read(path, storage::LARGEST).map_err(failed)?) else {
            self.damaged.push((path.to_owned(), "this is not a ledger".to_owned()));
            return Ok(());
        };
        if entries.name != job.name() {
            self.foreign.push(path.to_owned());
            return Ok(());
        }
        if entries.damaged > 0 {
            self.damaged.push((path.to_owned(), format!("{} damaged at its end", there_are(entries.damaged, "byte"))));
        }
        let book = Book::of(&entries);
        if let Some(&index) = book.conflicts().first() {
            let workers = book.voters(index).iter().map(ToString::to_string).collect();
            return Err(CollectError::Undecided { path: path.to_owned(), index, workers });
        }
        self.vouching.push(book.vouching());
        let mut entered = BTreeSet::new();
        for entry in &entries.all {
            // A result from a worker that plays wrongly does not count, nor one that is there twice.
            let Some(Entry::Result(head, body)) = Entry::read(entry) else { continue };
            if !book.stands(head.shard, body) || !entered.insert(head.shard) {
                continue;
            }
            match records_of(job, &head, body) {
                Some(records) => self.enter_records(job, path.to_owned(), records)?,
                None => {
                    self.damaged.push((path.to_owned(), "one of its results is not a shard of this job".to_owned()))
                }
            }
        }
        Ok(())
    }

    fn enter_records(&mut self, job: &FarmJob, path: PathBuf, records: Records) -> Result<(), CollectError> {
        let Some(Shard { index, .. }) = job.shard_of(&records) else {
            self.foreign.push(path);
            return Ok(());
        };
        match self.shards.get(&index) {
            None => drop(self.shards.insert(index, (path, records))),
            Some((first, before)) if *before != records => {
                return Err(CollectError::Conflict { index, first: first.clone(), second: path });
            }
            Some(_) => self.duplicates += 1,
        }
        Ok(())
    }

    /// The numbers of the shards that were not found.
    pub fn missing(&self, job: &FarmJob) -> Vec<u64> {
        (0..job.len()).filter(|index| !self.shards.contains_key(index)).collect()
    }

    /// The records of one rollout of the job, from all its shards.
    ///
    /// # Errors
    /// When one is missing.
    pub fn records(&self, job: &FarmJob, order: usize) -> Result<Records, crate::rollout::MergeError> {
        let of_order = |index: &&u64| job.shard(**index).is_some_and(|shard| shard.order == order);
        Records::merge(self.shards.keys().filter(of_order).map(|index| self.shards[index].1.clone()).collect())
    }
}

fn is_ledger(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ledger")
}

/// The records of a result.
fn records_of(job: &FarmJob, head: &ResultHead, body: &[u8]) -> Option<Records> {
    let shard = job.shard(head.shard).filter(|shard| shard.order == head.order)?;
    let order = &job.orders()[shard.order].description.order;
    let mut records = Records { first: shard.first, ..Records::of(order) };
    for (task, record) in wire::unpack(body, order).ok()? {
        records.candidates[task.candidate].insert(task.trial.checked_sub(shard.first)?, record);
    }
    Some(records)
}

/// Numbers as schedulers take them: `0-3,7,9-12`.
pub fn index_list(indices: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &index in indices {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => runs.push((index, index)),
        }
    }
    let text = |(first, last): (u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.into_iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::farm::Item;
    use crate::farm::ledger::{Ledger, Note};
    use crate::rollout::{CUBEFUL, Engine, Events, Fixed, Job, RolloutSettings, TrialRecord};
    use crate::scoring::{Cube, Terms};

    #[test]
    fn numbers_are_listed_in_runs() {
        assert_eq!(index_list(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
        assert_eq!(index_list(&[]), "");
        assert_eq!(index_list(&[3, 4]), "3-4");
        assert_eq!(index_list(&[3, 5, 6, 9]), "3,5-6,9");
    }

    /// A job of two rollouts: ten trials in three shards, and four in one.
    fn job() -> FarmJob {
        let (engine, start) = (Engine::standard(), Variation::Standard.starting_position());
        let item = |trials: u64| {
            let settings = RolloutSettings::default().with(|it| (it.trials, it.seed) = (trials, trials as _));
            let order = engine.order(Job::cube(&start, Cube::START, Player::Top, Terms::MONEY), &settings);
            let (gnubg_id, engine) = ("an ID".to_owned(), "an engine".to_owned());
            let names = vec!["one".to_owned(), "two".to_owned()];
            Item { input: trials.to_string(), description: Description { order, gnubg_id, names, engine } }
        };
        FarmJob::new(vec![item(10), item(4)], 4).expect("a job")
    }

    /// Records of a shard, with this value in all of them.
    fn records(job: &FarmJob, index: u64, value: f64) -> Records {
        let record = TrialRecord {
            values: [Fixed::from_f64(value); 7],
            raw: [Fixed::ZERO; 7],
            settled: [Fixed::ZERO; 4],
            first_roll: None,
            events: Events::NONE,
            evaluations: 0,
        };
        let shard = job.shard(index).expect("a shard");
        let trials = || vec![record; shard.trials as usize].into();
        let order = &job.orders()[shard.order].description.order;
        Records { first: shard.first, candidates: vec![trials(), trials()], ..Records::of(order) }
    }

    /// Writes a shard into a folder under a name.
    fn write(job: &FarmJob, to: &Path, index: u64, value: f64) {
        let file = fs::File::create(to).expect("a file");
        JournalWriter::begin(file, &records(job, index, value), b"").expect("written");
    }

    /// A file holds what is rolled out as a part of its own, which has as many trials as the shard.
    #[test]
    fn a_shard_is_saved_with_what_it_is_a_part_of() {
        let (job, folder) = (job(), tempfile::tempdir().expect("a folder"));
        let shard = job.shard(2).expect("a shard");
        let mut backend = Folder::new(&job, folder.path(), vec![2]);
        assert_eq!(backend.fetch().expect("fetched"), Some(shard));
        backend.give_back(shard).expect("nothing to do");
        backend.deliver(shard, &records(&job, 2, 0.5)).expect("saved");
        let bytes = fs::read(folder.path().join(job.file(shard))).expect("a file");
        let journal = Journal::read(&bytes).expect("a journal");
        assert_eq!(journal.records, records(&job, 2, 0.5));
        let Description { order, gnubg_id, names, engine } =
            serde_json::from_slice(&journal.description).expect("a description");
        assert_eq!((order.settings.trials, order.engine), (2, job.orders()[0].description.order.engine));
        assert_eq!((&*gnubg_id, &*engine, names), ("an ID", "an engine", vec!["one".to_owned(), "two".to_owned()]));
    }

    /// Shards that are there are not handed out, damaged ones are; a file of another kind is not overwritten.
    #[test]
    fn shards_are_handed_out_that_are_not_there() {
        let (job, folder) = (job(), tempfile::tempdir().expect("a folder"));
        let path = |index| folder.path().join(job.file(job.shard(index).expect("a shard")));
        write(&job, &path(0), 0, 0.5);
        write(&job, &path(2), 2, 0.5);
        fs::write(path(1), &fs::read(path(0)).expect("a file")[1..]).expect("written");
        let mut backend = Folder::new(&job, folder.path(), vec![0, 1, 2, 3]);
        let mut next = || backend.fetch().expect("fetched").map(|shard| shard.index);
        assert_eq!([next(), next(), next()], [Some(1), Some(3), None]);
        assert_eq!(backend.skipped, 2);
        // A trial that no trial of this job leaves, and a file that is longer than it says.
        write(&job, &path(0), 0, 1000.0);
        fs::write(path(2), [&fs::read(path(2)).expect("a file")[..], b"more"].concat()).expect("written");
        let mut backend = Folder::new(&job, folder.path(), vec![0, 2]);
        let mut next = || backend.fetch().expect("fetched").map(|shard| shard.index);
        assert_eq!([next(), next()], [Some(0), Some(2)]);
        write(&job, &path(3), 1, 0.5);
        let error = Folder::new(&job, folder.path(), vec![3]).fetch().expect_err("something else").to_string();
        assert!(error.contains("something else than shard 3 is saved there"), "{error}");
        let error = Folder::new(&job, folder.path(), vec![4]).fetch().expect_err("none").to_string();
        assert_eq!(error, "there is no shard 4: the job has 4, from 0");
    }

    #[test]
    fn shards_are_found_in_folders() {
        let (job, folder) = (job(), tempfile::tempdir().expect("a folder"));
        let path = |name: &str| folder.path().join(name);
        for (name, index) in [("b.rollout", 0), ("a.rollout", 0), ("c.rollout", 3), ("d.txt", 2)] {
            write(&job, &path(name), index, 0.5);
        }
        fs::write(path("e.rollout"), "something").expect("written");
        let whole = fs::read(path("c.rollout")).expect("a file");
        fs::write(path("f.rollout"), [&whole[..], b"x"].concat()).expect("written");
        // A part that is cut in another way.
        let mut other = records(&job, 0, 0.5);
        other.first = 1;
        JournalWriter::begin(fs::File::create(path("g.rollout")).expect("a file"), &other, b"").expect("written");
        let found = Collected::find(&job, &[folder.path().to_owned()]).expect("found");
        assert_eq!(found.shards.keys().collect::<Vec<_>>(), [&0, &3]);
        assert_eq!((&found.shards[&0].0, found.duplicates), (&path("a.rollout"), 1));
        assert_eq!(found.foreign, [path("g.rollout")]);
        let damaged: Vec<_> = found.damaged.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(damaged, [path("e.rollout"), path("f.rollout")]);
        assert_eq!(found.damaged[1].1, "1 byte is damaged at its end");
        assert_eq!(found.missing(&job), [1, 2]);
        assert_eq!(found.records(&job, 1).expect("whole").candidates[1].len(), 4);
        assert!(found.records(&job, 0).is_ok_and(|records| records.candidates[0].len() == 4));
        // A file that is named is read, whatever its name.
        let found = Collected::find(&job, &[path("d.txt")]).expect("found");
        assert_eq!(found.missing(&job), [0, 1, 3]);
        // Two that are not the same.
        write(&job, &path("b.rollout"), 0, 0.6);
        let error = Collected::find(&job, &[folder.path().to_owned()]).expect_err("a conflict");
        let CollectError::Conflict { index, first, second } = error else { panic!("{error}") };
        assert_eq!((index, first, second), (0, path("a.rollout"), path("b.rollout")));
        let error = Collected::find(&job, &[path("nowhere.ledger")]).expect_err("there is none");
        assert!(matches!(error, CollectError::Folder { .. }), "{error}");
    }

    #[test]
    fn numbers_that_no_trial_leaves_are_no_shard() {
        let (job, folder) = (job(), tempfile::tempdir().expect("a folder"));
        let path = |name: &str| folder.path().join(name);
        let mut impossible = records(&job, 0, 0.5);
        let mut trials: Vec<TrialRecord> = impossible.candidates[0].numbered().map(|(_, record)| *record).collect();
        trials[0].values[CUBEFUL] = Fixed::from_f64(1000.0);
        impossible.candidates[0] = trials.into();
        let file = fs::File::create(path("a.rollout")).expect("a file");
        JournalWriter::begin(file, &impossible, b"").expect("written");
        write(&job, &path("b.rollout"), 1, 0.5);
        let found = Collected::find(&job, &[folder.path().to_owned()]).expect("found");
        assert_eq!(found.shards.keys().collect::<Vec<_>>(), [&1]);
        let damaged: Vec<_> = found.damaged.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(damaged, [path("a.rollout")]);
    }

    /// A ledger with these entries.
    fn ledger(path: &Path, name: &str, entries: &[Vec<u8>]) {
        let _ = fs::remove_file(path);
        let (mut ledger, _) = Ledger::open(path, name).expect("begun");
        entries.iter().for_each(|entry| ledger.append(entry).expect("written"));
    }

    #[test]
    fn shards_are_found_in_ledgers() {
        let (job, folder) = (job(), tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("x.ledger");
        let result = |index: u64, order: usize, worker: &str, records: &Records| {
            let mut body = Vec::new();
            JournalWriter::begin(&mut body, records, b"").expect("written");
            let head = ResultHead { shard: index, order, worker: worker.to_owned(), fault: None };
            head.with(&body).expect("plain data")
        };
        let of = |index, worker| result(index, usize::from(index == 3), worker, &records(&job, index, 0.5));
        let note = |note: &Note| serde_json::to_vec(note).expect("plain data");
        let list = crate::farm::book::name_of(&[1, 2]);
        let all = [
            of(2, "w"),
            of(2, "v"),
            of(1, "w"),
            // Of another order, and no shard of the job.
            result(0, 1, "u", &records(&job, 0, 0.5)),
            result(9, 0, "u", &records(&job, 0, 0.5)),
            note(&Note::Checked { worker: "w".to_owned(), list, trials: 5 }),
        ];
        ledger(&path, job.name(), &all);
        let found = Collected::find(&job, std::slice::from_ref(&path)).expect("found");
        assert_eq!((found.shards.keys().collect::<Vec<_>>(), found.duplicates), (vec![&1, &2], 0));
        assert_eq!(found.shards[&2].1, records(&job, 2, 0.5));
        assert_eq!(found.damaged.len(), 2, "{:?}", found.damaged);
        assert_eq!((found.vouching[0].trials, &found.vouching[0].unchecked[..]), (5, &["u".to_owned()][..]));
        // Cut off at its end, of another job, and none at all.
        let bytes = fs::read(&path).expect("a ledger");
        fs::write(&path, &bytes[..bytes.len() - 3]).expect("cut");
        let found = Collected::find(&job, std::slice::from_ref(&path)).expect("found");
        assert!(found.shards.len() == 2 && found.damaged[0].1.ends_with("damaged at its end"), "{:?}", found.damaged);
        ledger(&path, "another", &all);
        let found = Collected::find(&job, std::slice::from_ref(&path)).expect("found");
        assert!(found.shards.is_empty() && found.foreign == [path.clone()]);
        fs::write(&path, "something").expect("written");
        let found = Collected::find(&job, std::slice::from_ref(&path)).expect("found");
        assert_eq!(found.damaged, [(path.clone(), "this is not a ledger".to_owned())]);
        let lie = result(2, 0, "liar", &records(&job, 2, 0.6));
        ledger(&path, job.name(), &[of(2, "w"), lie]);
        let error = Collected::find(&job, std::slice::from_ref(&path)).expect_err("undecided");
        let CollectError::Undecided { index, workers, .. } = &error else { panic!("{error}") };
        assert_eq!((*index, &workers[..]), (2, &["w".to_owned(), "liar".to_owned()][..]));
    }
}
