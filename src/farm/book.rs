//! The book of a ledger: which results stand, who vouches for them, which workers play wrongly.
//!
//! A shard is a function of its order and its trials, so that every machine that plays it gets the same bytes. Each
//! result of a shard is a vote for a digest. Where votes differ, or this machine has found another record in one, it
//! plays the shard itself, and its word decides: a worker that has voted otherwise plays wrongly, and everything it
//! sent is void. Workers that agree prove nothing: they may be one and the same.

use super::ledger::{Entries, Note};
use super::wire::{self, ResultHead};
use crate::words::counted;
use std::collections::{BTreeMap, BTreeSet};

/// The name under which the machine that fetches enters what it played itself. No worker can have it.
pub const HERE: &str = "@here";

/// The digest of what a shard left.
type Digest = [u8; 16];

/// An entry of a ledger.
pub enum Entry<'a> {
    /// A result as it was sent.
    Result(ResultHead, &'a [u8]),
    /// Something else.
    Note(Note),
}

impl Entry<'_> {
    /// Reads an entry; `None` when it is neither.
    pub fn read(bytes: &[u8]) -> Option<Entry<'_>> {
        match ResultHead::split(bytes) {
            Some((head, body)) => Some(Entry::Result(head, body)),
            None => serde_json::from_slice(bytes).ok().map(Entry::Note),
        }
    }
}

/// How a shard stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No result that counts is there.
    Missing,
    /// Results that count differ.
    Conflict,
    /// There is one result that counts.
    Stands(Digest),
}

/// Where a vote led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voted {
    /// The result is the first of its shard that counts.
    First,
    /// The same machine said the same before.
    Again,
    /// Another machine has found the same.
    Agrees,
    /// The result differs from what is there.
    Differs,
    /// The result comes from a machine that plays wrongly.
    Void,
}

/// The book made from the entries of a ledger.
#[derive(Clone, Debug, Default)]
pub struct Book {
    names: Vec<String>,
    numbers: BTreeMap<String, u32>,
    /// Who has found what of a shard, in the order in which it came.
    shards: BTreeMap<u64, Vec<(u32, Digest)>>,
    /// The workers that play wrongly, each with a shard that shows it.
    wrong: BTreeMap<u32, u64>,
    /// Shards a trial of which comes out otherwise here.
    doubted: BTreeSet<u64>,
    conflicts: BTreeSet<u64>,
    /// Workers some of whose trials were played here: of which shards they were drawn, and how many.
    checked: BTreeMap<u32, (String, u64)>,
}

/// Who vouches for the results of workers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vouching {
    /// Workers whose results count.
    pub workers: usize,
    /// Their shards.
    pub shards: u64,
    /// Shards that two of them played, with one result.
    pub twice: u64,
    /// Trials of theirs that this machine played, too, with the same records.
    pub trials: u64,
    /// The fewest of such trials of one worker.
    pub least: u64,
    /// Workers of whom nothing was drawn, or not of all their shards.
    pub unchecked: Vec<String>,
}

impl Vouching {
    /// The chance with which a worker was found that spoils this share of its trials, in hundredths.
    fn found(&self, share: f64) -> f64 {
        // Short of certainty it is not rounded up to it.
        (1000.0 * (1.0 - (1.0 - share).powf(self.least as f64))).floor() / 10.0
    }

    /// Everything in a sentence.
    pub fn words(&self) -> String {
        let Self { workers, shards, twice, trials, least, unchecked } = self;
        let of = format!("{} by {}", counted(*shards, "shard"), counted(*workers, "worker"));
        let twice = format!("{twice} played by two of them");
        if !unchecked.is_empty() {
            return format!("{of} ({twice}), of which this machine has not checked those of {}", unchecked.join(", "));
        }
        if *workers == 0 {
            return "everything was played by this machine".to_owned();
        }
        format!(
            "{of} ({twice}); this machine played {trials} of their trials itself, all the same: {least} of each worker \
             at least, which finds {} % of those that spoil one in ten",
            self.found(0.1)
        )
    }
}

impl Book {
    /// The book made from the entries of a ledger.
    pub fn of(entries: &Entries) -> Self {
        let mut new = Self::default();
        for entry in entries.all.iter().filter_map(|entry| Entry::read(entry)) {
            match entry {
                Entry::Result(head, body) if head.fault.is_none() => {
                    new.vote(head.shard, &head.worker, &wire::digest(body));
                }
                Entry::Result(..) => {}
                Entry::Note(Note::Checked { worker, list, trials }) => new.check(&worker, list, trials),
                Entry::Note(Note::Vote { shard, worker, digest }) => drop(new.vote(shard, &worker, &digest)),
            }
        }
        new
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// Enters what a machine made of a shard.
    pub fn vote(&mut self, shard: u64, worker: &str, digest: &str) -> Voted {
        let (number, digest) = (self.number(worker), parsed(digest));
        let before = self.standing(shard);
        let votes = self.shards.entry(shard).or_default();
        let is_again = votes.contains(&(number, digest));
        if !is_again {
            votes.push((number, digest));
        }
        if !is_again && (worker == HERE || self.is_decided(shard)) {
            self.judge(shard);
        }
        self.look_at(shard);
        match before {
            _ if self.wrong.contains_key(&number) => Voted::Void,
            Standing::Stands(there) if there == digest && is_again => Voted::Again,
            Standing::Stands(there) if there == digest => Voted::Agrees,
            Standing::Missing => Voted::First,
            Standing::Stands(_) | Standing::Conflict => Voted::Differs,
        }
    }

    fn is_decided(&self, shard: u64) -> bool {
        self.own_word(shard).is_some()
    }

    /// The digest that this machine found for a shard.
    fn own_word(&self, shard: u64) -> Option<Digest> {
        let own = self.numbers.get(HERE)?;
        self.shards.get(&shard)?.iter().find(|(number, _)| number == own).map(|&(_, digest)| digest)
    }

    /// Everybody who says otherwise than this machine plays wrongly.
    fn judge(&mut self, shard: u64) {
        let Some(right) = self.own_word(shard) else { return };
        let wrong: Vec<_> =
            self.shards[&shard].iter().filter(|&&(_, digest)| digest != right).map(|&(number, _)| number).collect();
        let mut is_new = false;
        for number in wrong {
            is_new |= !self.wrong.contains_key(&number);
            self.wrong.entry(number).or_insert(shard);
        }
        if is_new {
            let all: Vec<_> = self.shards.keys().copied().collect();
            all.into_iter().for_each(|shard| self.look_at(shard));
        }
    }

    /// A trial of this shard came out otherwise here: this machine is to play all of it.
    pub fn doubt(&mut self, shard: u64) {
        self.doubted.insert(shard);
        self.look_at(shard);
    }

    /// This many trials of a worker, drawn of all shards on this list, came out here as the worker said.
    pub fn check(&mut self, worker: &str, list: String, trials: u64) {
        let number = self.number(worker);
        self.checked.insert(number, (list, trials));
    }

    /// The workers whose results count, each with its shards. One that several have played is that of the first.
    pub fn owners(&self) -> BTreeMap<&str, Vec<u64>> {
        let here = self.numbers.get(HERE);
        let mut owners: BTreeMap<_, Vec<u64>> = BTreeMap::new();
        for &shard in self.shards.keys() {
            if let Some((number, _)) = self.counted(shard).find(|(number, _)| Some(number) != here) {
                owners.entry(self.name(number)).or_default().push(shard);
            }
        }
        owners
    }

    /// Whether trials of just these shards of a worker were drawn and played here.
    pub fn is_checked(&self, worker: &str, shards: &[u64]) -> bool {
        let checked = self.numbers.get(worker).and_then(|number| self.checked.get(number));
        checked.is_some_and(|(list, _)| *list == name_of(shards))
    }

    /// Who vouches for the results that count.
    pub fn vouching(&self) -> Vouching {
        let owners = self.owners();
        let here = self.numbers.get(HERE);
        let is_twice = |&&shard: &&u64| {
            let voters: BTreeSet<_> = self.counted(shard).map(|(number, _)| number).collect();
            voters.iter().filter(|&number| Some(number) != here).count() > 1
        };
        let mut all = Vouching { workers: owners.len(), least: u64::MAX, ..Vouching::default() };
        all.twice = self.shards.keys().filter(is_twice).count() as u64;
        for (worker, shards) in owners {
            all.shards += shards.len() as u64;
            let trials = self.numbers.get(worker).and_then(|number| self.checked.get(number)).map_or(0, |(_, n)| *n);
            if self.is_checked(worker, &shards) {
                all.trials += trials;
                all.least = all.least.min(trials);
            } else {
                all.unchecked.push(worker.to_owned());
            }
        }
        all
    }

    /// Forgets a shard that there is not.
    pub fn forget(&mut self, shard: u64) {
        self.shards.remove(&shard);
        self.look_at(shard);
    }

    /// Files a shard under conflicts, or takes it out.
    fn look_at(&mut self, shard: u64) {
        let is_doubted = self.doubted.contains(&shard) && !self.is_decided(shard);
        if is_doubted || self.standing(shard) == Standing::Conflict {
            self.conflicts.insert(shard);
        } else {
            self.conflicts.remove(&shard);
        }
    }

    fn counted(&self, shard: u64) -> impl Iterator<Item = (u32, Digest)> {
        let votes = self.shards.get(&shard).into_iter().flatten();
        votes.copied().filter(|(number, _)| !self.wrong.contains_key(number))
    }

    /// How a shard stands.
    pub fn standing(&self, shard: u64) -> Standing {
        let mut counted = self.counted(shard).map(|(_, digest)| digest);
        match counted.next() {
            None => Standing::Missing,
            Some(first) if counted.all(|digest| digest == first) => Standing::Stands(first),
            Some(_) => Standing::Conflict,
        }
    }

    /// Whether these bytes are what a shard left, as far as is known.
    pub fn stands(&self, shard: u64, body: &[u8]) -> bool {
        self.standing(shard) == Standing::Stands(parsed(&wire::digest(body)))
    }

    /// Whether somebody found something else of a shard.
    pub fn contradicts(&self, shard: u64, digest: &str) -> bool {
        let digest = parsed(digest);
        self.counted(shard).any(|(_, found)| found != digest)
    }

    /// The machines whose results of a shard count, in the order in which they came.
    pub fn voters(&self, shard: u64) -> Vec<&str> {
        let mut voters: Vec<_> = self.counted(shard).map(|(number, _)| self.name(number)).collect();
        voters.dedup();
        voters
    }

    /// Whether a worker plays wrongly.
    pub fn is_wrong(&self, worker: &str) -> bool {
        self.numbers.get(worker).is_some_and(|number| self.wrong.contains_key(number))
    }

    /// The workers that play wrongly, each with a shard that shows it.
    pub fn wrong(&self) -> impl Iterator<Item = (&str, u64)> {
        self.wrong.iter().map(|(&number, &shard)| (self.name(number), shard))
    }

    /// Shards with results that contradict each other, or a trial of which this machine finds otherwise.
    pub fn conflicts(&self) -> &BTreeSet<u64> {
        &self.conflicts
    }
}

/// A name for a list of shards.
pub fn name_of(shards: &[u64]) -> String {
    let bytes: Vec<u8> = shards.iter().flat_map(|shard| shard.to_le_bytes()).collect();
    wire::digest(&bytes)
}

/// The digest of 32 hexadecimal digits; of anything else one that is no digest of a result.
fn parsed(text: &str) -> Digest {
    let byte = |i: usize| u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok();
    std::array::from_fn(|i| byte(i).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = "00112233445566778899aabbccddeeff";
    const LIE: &str = "ff112233445566778899aabbccddeeff";

    #[test]
    fn this_machine_decides_and_everything_of_a_liar_is_void() {
        let mut book = Book::default();
        assert_eq!(book.vote(1, "liar", LIE), Voted::First);
        assert_eq!(book.vote(2, "liar", RIGHT), Voted::First);
        assert_eq!(book.vote(1, "liar", LIE), Voted::Again);
        assert_eq!(book.vote(1, "honest", RIGHT), Voted::Differs);
        assert_eq!((book.standing(1), book.conflicts().len()), (Standing::Conflict, 1));
        assert!(book.wrong().next().is_none(), "nobody knows yet who is wrong");
        book.vote(1, HERE, RIGHT);
        assert_eq!(book.wrong().collect::<Vec<_>>(), [("liar", 1)]);
        assert!(book.conflicts().is_empty() && matches!(book.standing(1), Standing::Stands(_)));
        assert_eq!(book.standing(2), Standing::Missing);
        assert_eq!(book.vote(3, "liar", RIGHT), Voted::Void);
        // A worker that contradicts a decision later is found at once.
        assert_eq!(book.vote(1, "second", LIE), Voted::Void);
        assert!(book.is_wrong("second") && !book.is_wrong("honest"));
    }

    /// Two that agree are two names: each is to be checked, and a doubt about one falls on both.
    #[test]
    fn whoever_agrees_is_not_believed() {
        let mut book = Book::default();
        book.vote(7, "one", LIE);
        assert_eq!(book.vote(7, "two", LIE), Voted::Agrees);
        book.vote(8, "two", RIGHT);
        book.vote(9, HERE, RIGHT);
        assert_eq!(book.owners(), BTreeMap::from([("one", vec![7]), ("two", vec![8])]));
        book.check("two", name_of(&[8]), 5);
        let Vouching { workers, shards, twice, trials, least, unchecked } = book.vouching();
        assert_eq!((workers, shards, twice, trials, least, unchecked), (2, 2, 1, 5, 5, vec!["one".to_owned()]));
        book.doubt(7);
        assert_eq!(book.conflicts().iter().collect::<Vec<_>>(), [&7]);
        book.vote(7, HERE, RIGHT);
        assert!(book.conflicts().is_empty() && book.is_wrong("one") && book.is_wrong("two"));
        // A shard that comes to a worker later is to be checked, too.
        let mut book = Book::default();
        book.vote(1, "one", RIGHT);
        book.check("one", name_of(&[1]), 3);
        assert!(book.vouching().unchecked.is_empty() && book.is_checked("one", &[1]));
        book.vote(2, "one", RIGHT);
        assert_eq!(book.vouching().unchecked, ["one"]);
    }

    /// The chance that is told is that of the worker of whom least was played, and never more than it is.
    #[test]
    fn what_is_vouched_for_is_told_with_its_chance() {
        let vouching = Vouching { workers: 2, shards: 40, twice: 2, trials: 136, least: 36, unchecked: Vec::new() };
        assert_eq!(
            vouching.words(),
            "40 shards by 2 workers (2 played by two of them); this machine played 136 of their trials itself, all the \
             same: 36 of each worker at least, which finds 97.7 % of those that spoil one in ten"
        );
        assert!(Vouching { least: 100, ..vouching }.found(0.1) < 100.0);
    }

    /// A shard counts as played twice by two workers whose results count; not by this machine, nor by a liar.
    #[test]
    fn a_shard_is_played_twice_by_two_workers() {
        let mut book = Book::default();
        let shards: [(&[&str], &[&str]); 6] = [
            (&["one"], &["one"]),
            (&["one", "two"], &["one", "two"]),
            (&["two", HERE], &["two", HERE]),
            (&["three", "one", "two"], &["three", "one", "two"]),
            (&["one", "liar"], &["one"]),
            (&["liar"], &[]),
        ];
        for (shard, (workers, _)) in (0..).zip(shards) {
            for worker in workers {
                book.vote(shard, worker, RIGHT);
            }
        }
        book.vote(9, "liar", LIE);
        book.vote(9, HERE, RIGHT);
        for (shard, (_, voters)) in (0..).zip(shards) {
            assert_eq!(book.voters(shard), voters, "{shard}");
        }
        assert_eq!(book.vouching().twice, 2);
    }

    #[test]
    fn when_a_liar_is_found_its_other_shards_are_in_conflict_no_more() {
        let mut book = Book::default();
        for shard in 1..4 {
            book.vote(shard, "liar", LIE);
            book.vote(shard, "honest", RIGHT);
        }
        assert_eq!(book.conflicts().len(), 3);
        book.vote(2, HERE, RIGHT);
        assert!(book.conflicts().is_empty(), "{:?}", book.conflicts());
    }

    #[test]
    fn a_shard_that_there_is_not_is_forgotten() {
        let mut book = Book::default();
        book.vote(1, "one", RIGHT);
        book.vote(9, "one", RIGHT);
        book.vote(9, "two", LIE);
        book.forget(9);
        assert!(book.conflicts().is_empty() && book.standing(9) == Standing::Missing);
        assert_eq!(book.owners(), BTreeMap::from([("one", vec![1])]));
    }

    /// Somebody whose results count has found something else of the shard.
    #[test]
    fn a_digest_contradicts_what_counts() {
        let mut book = Book::default();
        assert!(!book.contradicts(1, RIGHT));
        book.vote(1, "one", RIGHT);
        assert!(!book.contradicts(1, RIGHT) && book.contradicts(1, LIE));
        book.vote(1, "two", LIE);
        assert!(book.contradicts(1, RIGHT));
        book.vote(1, HERE, RIGHT);
        assert!(!book.contradicts(1, RIGHT), "the liar's does not count");
    }
}
