//! A rollout of the shell that is played by the workers of a server while the shell shows its progress.

use super::broker::Broker;
use super::coordinator::{Job, Work, coordinate, notice_of, proof};
use super::{Access, FarmError};
use crate::farm::ledger::{Entries, Ledger};
use crate::farm::wire::{self, Piece};
use crate::rollout::{Crew, CrewNews, Dispatcher, Engine, Order, Played, RolloutError, Task, TrialRecord};
use crate::settings::random_seed;
use crate::storage;
use crate::words::counted;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// This many rollouts of the same may be under way at once on one machine.
const MOST_LEDGERS: u32 = 16;

/// The workers of a server as the crew of rollouts here.
pub struct Farm {
    access: Access,
    name: String,
    /// Where ledgers lie while rollouts go on.
    folder: PathBuf,
    /// Trials of a shard, of all candidates; nothing, when the speed of the workers decides.
    shard: Option<usize>,
    /// Threads for what is checked here.
    threads: usize,
    said: RefCell<Option<String>>,
}

impl Farm {
    /// The workers of a server; `name` is how the job names its submitter to them.
    pub fn new(access: Access, name: String, folder: PathBuf) -> Self {
        Self { access, name, folder, shard: None, threads: 1, said: RefCell::default() }
    }

    /// The farm with this many threads for what is checked here.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The crew with this many trials to a shard, whatever the speed of the workers.
    #[must_use]
    pub const fn with_shard(mut self, trials: usize) -> Self {
        self.shard = Some(trials);
        self
    }

    fn run(&self, engine: &Engine, order: &Order, dispatcher: &Dispatcher<'_>) -> Result<(), FarmError> {
        let proof = proof(engine, order)?;
        let (path, ledger, entries) = self.ledger(order)?;
        let job = Job {
            id: entries.name.clone(),
            live: true,
            orders: vec![order],
            by: self.name.clone(),
            shards: 0,
            shard_of: Box::new(|_| None),
            // Shards of an earlier run that are still being played have other numbers.
            next: first_shard(random_seed()),
            shard: self.shard,
            threads: self.threads,
        };
        let notice = notice_of(&job, proof);
        let mut work = Live { dispatcher, known: BTreeMap::new(), under_way: BTreeSet::new() };
        let broker = async { Broker::connect(&self.access, &self.name).await };
        let ended = coordinate(broker, engine, job, notice, (ledger, entries), &mut work);
        match &ended {
            // The dispatcher has all of its records now.
            Ok(_) | Err(FarmError::Interrupted) => storage::remove(&path)?,
            // The next run goes on from what others have played.
            Err(_) => {}
        }
        match ended {
            Ok(outcome) => {
                let CrewNews { done, lost, repeated, .. } = outcome.news;
                *self.said.borrow_mut() = Some(format!(
                    "played by the workers at {}: {}, {lost} lost, {repeated} repeated; {}",
                    self.access.url,
                    counted(done, "shard"),
                    outcome.vouching.words()
                ));
                Ok(())
            }
            // The dispatcher has the interrupt, too, and keeps what there is.
            Err(FarmError::Interrupted) => {
                *self.said.borrow_mut() =
                    Some(format!("interrupted: what the workers at {} played is not checked", self.access.url));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// The ledger of a rollout: what an earlier run of it left, or a new one.
    fn ledger(&self, order: &Order) -> io::Result<(PathBuf, Ledger, Entries)> {
        let name = order.engine.name();
        let new: String = format!("r{:08x}{:08x}", random_seed(), random_seed());
        let mut n = 1;
        loop {
            let path = self.folder.join(if n == 1 { format!("{name}.ledger") } else { format!("{name}-{n}.ledger") });
            match open(&path, &new) {
                // Another program rolls the same out.
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy && n < MOST_LEDGERS => n += 1,
                opened => return opened.map(|(ledger, entries)| (path, ledger, entries)),
            }
        }
    }
}

/// The number of the first shard of a run.
fn first_shard(run: u32) -> u64 {
    u64::from(run) << 32
}

fn open(path: &Path, name: &str) -> io::Result<(Ledger, Entries)> {
    Ledger::open(path, name)
}

impl Crew for Farm {
    fn play(&self, engine: &Engine, order: &Order, dispatcher: &Dispatcher<'_>) -> Result<(), RolloutError> {
        if engine.games.is_some() {
            let why = "games that are played elsewhere cannot be written here: `set rollout log off`";
            return Err(RolloutError::Crew(why.to_owned()));
        }
        // Records to go on from may be all that is needed.
        if dispatcher.is_over() {
            return Ok(());
        }
        self.run(engine, order, dispatcher).map_err(|error| match error {
            FarmError::Wrong { .. } => RolloutError::Untrusted(error.to_string()),
            _ => RolloutError::Crew(error.to_string()),
        })
    }

    fn summary(&self) -> Option<String> {
        self.said.borrow_mut().take()
    }
}

/// The trials that a dispatcher hands out, as shards.
struct Live<'a, 'b> {
    dispatcher: &'a Dispatcher<'b>,
    /// Trials that an earlier run left and that are not delivered yet.
    known: BTreeMap<(usize, u64), TrialRecord>,
    /// Trials that were handed out and have not come back.
    under_way: BTreeSet<(usize, u64)>,
}

impl Work for Live<'_, '_> {
    fn next(&mut self, tasks: usize) -> Option<(usize, Vec<Piece>)> {
        let mut wanted: Vec<Task> = Vec::new();
        while wanted.len() < tasks
            && let Some(task) = self.dispatcher.hand_out()
        {
            let key = (task.candidate, task.trial);
            match self.known.remove(&key) {
                Some(record) => self.dispatcher.take(task, record),
                None => {
                    self.under_way.insert(key);
                    wanted.push(task);
                }
            }
        }
        (!wanted.is_empty()).then(|| (0, wire::pieces_of(&wanted)))
    }

    fn take(&mut self, _order: usize, played: &Played) {
        for &(task, record) in played {
            let key = (task.candidate, task.trial);
            if self.under_way.remove(&key) {
                self.dispatcher.take(task, record);
            } else {
                self.known.insert(key, record);
            }
        }
    }

    /// Records that the dispatcher has stay there.
    fn take_back(&mut self, _shards: u64) -> bool {
        false
    }

    fn is_over(&self) -> bool {
        self.dispatcher.is_over()
    }

    fn is_complete(&self) -> bool {
        self.dispatcher.is_over()
    }

    fn tell(&mut self, news: &CrewNews) {
        self.dispatcher.tell(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::farm::nats::Secrets;
    use crate::farm::nats::tests::samples::order;

    #[test]
    fn runs_have_numbers_of_their_own() {
        assert_eq!([0, 1, u32::MAX].map(first_shard), [0, 1 << 32, 0xffff_ffff_0000_0000]);
    }

    /// As many runs of one rollout go on at once as have ledgers, and each has its own.
    #[test]
    fn each_run_of_a_rollout_has_its_ledger() {
        let folder = tempfile::tempdir().expect("a folder");
        let access = Access::new("127.0.0.1:1", Secrets::default()).expect("an address");
        let farm = Farm::new(access, "me".to_owned(), folder.path().to_owned());
        let order = order(&Engine::standard());
        let mut all: Vec<_> = (0..MOST_LEDGERS).map(|_| farm.ledger(&order).expect("a ledger")).collect();
        let names: Vec<_> = all.iter().map(|(path, ..)| path.file_name().map(|name| name.to_owned())).collect();
        let name = order.engine.name();
        let expected = |n: u32| if n == 1 { format!("{name}.ledger") } else { format!("{name}-{n}.ledger") };
        for (n, found) in (1..).zip(names) {
            assert_eq!(found, Some(expected(n).into()));
        }
        let busy = farm.ledger(&order).expect_err("too many");
        assert_eq!(busy.kind(), io::ErrorKind::ResourceBusy);
        // One that ends leaves its ledger to the next.
        let (path, mut ledger, entries) = all.remove(2);
        ledger.append(b"something").expect("written");
        drop(ledger);
        let (again, _, left) = farm.ledger(&order).expect("a ledger");
        assert_eq!((again, left.name, left.all.len()), (path, entries.name, 1));
    }
}
