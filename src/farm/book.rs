//! The book of a ledger: which results stand, which are to be compared, which workers play wrongly.
//!
//! A shard is a function of its order and its trials, so that every machine that plays it gets the same bytes. Each
//! result of a shard is a vote for a digest. Where votes differ, the machine that fetches plays the shard itself, and
//! its word decides: a worker that has voted otherwise plays wrongly, and everything it sent is void.

use super::ledger::{Entries, Note};
use super::wire::{self, ResultHead};
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
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Entry<'_>> {
        match ResultHead::split(bytes) {
            Some((head, body)) => Some(Entry::Result(head, body)),
            None => serde_json::from_slice(bytes).ok().map(Entry::Note),
        }
    }
}

/// The votes on a shard.
#[derive(Clone, Debug, Default)]
struct Votes {
    all: Vec<(u32, Digest)>,
    /// Whether another machine is to play it.
    is_chosen: bool,
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
    /// It is the first of the shard that counts.
    First,
    /// The same machine said the same before.
    Again,
    /// Another machine has found the same.
    Agrees,
    /// It differs from what is there.
    Differs,
    /// It comes from a machine that plays wrongly.
    Void,
}

/// The book made from the entries of a ledger.
#[derive(Clone, Debug, Default)]
pub struct Book {
    names: Vec<String>,
    numbers: BTreeMap<String, u32>,
    shards: BTreeMap<u64, Votes>,
    /// The workers that play wrongly, each with a shard that shows it.
    wrong: BTreeMap<u32, u64>,
    /// Workers one of whose shards was chosen.
    examined: BTreeSet<u32>,
    conflicts: BTreeSet<u64>,
    /// Shards that were chosen and that only one machine has played.
    uncompared: BTreeSet<u64>,
    chosen: u64,
}

impl Book {
    /// The book made from the entries of a ledger.
    #[must_use]
    pub fn of(entries: &Entries) -> Self {
        let mut new = Self::default();
        for entry in entries.all.iter().filter_map(|entry| Entry::read(entry)) {
            match entry {
                Entry::Result(head, body) if head.fault.is_none() => {
                    new.vote(head.shard, &head.worker, &wire::digest(body));
                }
                Entry::Result(..) => {}
                Entry::Note(Note::Compare { shard }) => new.choose(shard),
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
        let votes = &mut self.shards.entry(shard).or_default().all;
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
        self.shards.get(&shard)?.all.iter().find(|(number, _)| number == own).map(|&(_, digest)| digest)
    }

    /// Everybody who says otherwise than this machine plays wrongly.
    fn judge(&mut self, shard: u64) {
        let Some(right) = self.own_word(shard) else { return };
        let wrong: Vec<_> =
            self.shards[&shard].all.iter().filter(|&&(_, digest)| digest != right).map(|&(number, _)| number).collect();
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

    /// Chooses a shard that another machine is to play, too.
    pub fn choose(&mut self, shard: u64) {
        let votes = self.shards.entry(shard).or_default();
        self.chosen += u64::from(!std::mem::replace(&mut votes.is_chosen, true));
        let first = self.counted(shard).next().map(|(number, _)| number);
        self.examined.extend(first);
        self.look_at(shard);
    }

    /// The first shard of each worker of whom none was chosen, and whose word was never compared with another's.
    #[must_use]
    pub fn unexamined(&self) -> Vec<u64> {
        let mut examined = self.examined.clone();
        examined.extend(self.numbers.get(HERE));
        for &shard in self.shards.keys().filter(|&&shard| self.is_decided(shard) || self.voters(shard).len() > 1) {
            examined.extend(self.counted(shard).map(|(number, _)| number));
        }
        let first = |(&shard, _): (&u64, &Votes)| {
            let (number, _) = self.counted(shard).next()?;
            examined.insert(number).then_some(shard)
        };
        self.shards.iter().filter_map(first).collect()
    }

    /// Forgets a shard that there is not.
    pub fn forget(&mut self, shard: u64) {
        let votes = self.shards.remove(&shard);
        self.chosen -= u64::from(votes.is_some_and(|votes| votes.is_chosen));
        self.look_at(shard);
    }

    /// Files a shard under conflicts, or under those that are to be compared.
    fn look_at(&mut self, shard: u64) {
        let standing = self.standing(shard);
        let is_open = self.shards.get(&shard).is_some_and(|votes| votes.is_chosen)
            && matches!(standing, Standing::Stands(_))
            && self.voters(shard).len() < 2
            && !self.is_decided(shard);
        file(&mut self.conflicts, shard, standing == Standing::Conflict);
        file(&mut self.uncompared, shard, is_open);
    }

    fn counted(&self, shard: u64) -> impl Iterator<Item = (u32, Digest)> {
        let votes = self.shards.get(&shard).into_iter().flat_map(|votes| &votes.all);
        votes.copied().filter(|(number, _)| !self.wrong.contains_key(number))
    }

    /// How a shard stands.
    #[must_use]
    pub fn standing(&self, shard: u64) -> Standing {
        let mut counted = self.counted(shard).map(|(_, digest)| digest);
        match counted.next() {
            None => Standing::Missing,
            Some(first) if counted.all(|digest| digest == first) => Standing::Stands(first),
            Some(_) => Standing::Conflict,
        }
    }

    /// Whether these bytes are what a shard left, as far as is known.
    #[must_use]
    pub fn stands(&self, shard: u64, body: &[u8]) -> bool {
        self.standing(shard) == Standing::Stands(parsed(&wire::digest(body)))
    }

    /// Whether somebody found something else of a shard.
    #[must_use]
    pub fn contradicts(&self, shard: u64, digest: &str) -> bool {
        let digest = parsed(digest);
        self.counted(shard).any(|(_, found)| found != digest)
    }

    /// The machines whose results of a shard count, in the order in which they came.
    #[must_use]
    pub fn voters(&self, shard: u64) -> Vec<&str> {
        let mut voters: Vec<_> = self.counted(shard).map(|(number, _)| self.name(number)).collect();
        voters.dedup();
        voters
    }

    /// Whether a worker plays wrongly.
    #[must_use]
    pub fn is_wrong(&self, worker: &str) -> bool {
        self.numbers.get(worker).is_some_and(|number| self.wrong.contains_key(number))
    }

    /// The workers that play wrongly, each with a shard that shows it.
    pub fn wrong(&self) -> impl Iterator<Item = (&str, u64)> {
        self.wrong.iter().map(|(&number, &shard)| (self.name(number), shard))
    }

    /// Whether no shard of a worker was chosen to be compared.
    #[must_use]
    pub fn is_unexamined(&self, worker: &str) -> bool {
        self.numbers.get(worker).is_none_or(|number| !self.examined.contains(number))
    }

    /// Shards with results that contradict each other.
    #[must_use]
    pub fn conflicts(&self) -> &BTreeSet<u64> {
        &self.conflicts
    }

    /// Shards that are still to be compared.
    #[must_use]
    pub fn uncompared(&self) -> &BTreeSet<u64> {
        &self.uncompared
    }

    /// How many shards have been compared, and how many are to be in all.
    #[must_use]
    pub fn compared(&self) -> (u64, u64) {
        (self.chosen - self.uncompared.len() as u64, self.chosen)
    }
}

/// Puts a number into a set, or takes it out.
fn file(set: &mut BTreeSet<u64>, number: u64, is_in: bool) {
    if is_in {
        set.insert(number);
    } else {
        set.remove(&number);
    }
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
        book.choose(1);
        assert!(!book.is_unexamined("liar") && book.compared() == (0, 1));
        assert_eq!(book.vote(1, "liar", LIE), Voted::Again);
        assert_eq!(book.vote(1, "honest", RIGHT), Voted::Differs);
        assert_eq!((book.standing(1), book.conflicts().len()), (Standing::Conflict, 1));
        assert!(book.wrong().next().is_none(), "nobody knows yet who is wrong");
        book.vote(1, HERE, RIGHT);
        assert_eq!(book.wrong().collect::<Vec<_>>(), [("liar", 1)]);
        assert!(book.conflicts().is_empty() && matches!(book.standing(1), Standing::Stands(_)));
        assert_eq!((book.standing(2), book.compared()), (Standing::Missing, (1, 1)));
        assert_eq!(book.vote(3, "liar", RIGHT), Voted::Void);
        // A worker that contradicts a decision later is found at once.
        assert_eq!(book.vote(1, "second", LIE), Voted::Void);
        assert!(book.is_wrong("second") && !book.is_wrong("honest"));
        assert!(book.unexamined().is_empty(), "the word of the honest one was compared");
        // A shard of a liar is played by another: that one is examined, whoever was there before.
        assert_eq!(book.vote(2, "third", RIGHT), Voted::First);
        assert_eq!(book.unexamined(), [2]);
        book.choose(2);
        assert!(book.unexamined().is_empty() && !book.is_unexamined("third"));
    }

    #[test]
    fn a_shard_is_compared_when_two_machines_agree() {
        let mut book = Book::default();
        book.vote(7, "one", RIGHT);
        book.choose(7);
        assert_eq!(book.uncompared().iter().copied().collect::<Vec<_>>(), [7]);
        assert_eq!(book.vote(7, "two", RIGHT), Voted::Agrees);
        assert_eq!((book.uncompared().len(), book.compared()), (0, (1, 1)));
        // Two that agree may both lie: this machine's word counts more.
        book.vote(7, HERE, LIE);
        assert_eq!(book.wrong().count(), 2);
        // A worker that was never looked at is found when the ledger is read again.
        book.vote(8, "three", RIGHT);
        book.vote(9, "three", RIGHT);
        assert_eq!(book.unexamined(), [8]);
        book.choose(8);
        book.forget(8);
        assert_eq!((book.unexamined().len(), book.uncompared().len(), book.compared()), (0, 0, (1, 1)));
    }
}
