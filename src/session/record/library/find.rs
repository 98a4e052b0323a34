//! Decisions of all matches: `library find`, `library found` and `pr library`.

use super::{failed, filled, names_of};
use crate::analysis::{distance, verdict};
use crate::board::{ByPlayer, Player, Position};
use crate::command::{Command, Library, PlayerName, WantedErrors, nearest};
use crate::formats::PlayedMatch;
use crate::library::{Facts, KeptMatch};
use crate::notation::play_text;
use crate::record::Event;
use crate::session::record::errors::{is_of, not_called, says, turn_of};
use crate::session::record::folder_list::Known;
use crate::session::reply::{Figures, FolderPerformanceReply, FoundReply, FoundRow, Reply};
use crate::session::{Host, Session, SessionError};
use crate::settings::{folded, quoted};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Decisions listed by default.
const ROWS: u16 = 10;

/// Decisions with comments that are looked through for words.
const COMMENTS: usize = 100_000;

/// Players that are rated where none is named.
const PLAYERS: usize = 10;

/// The decisions of the last list of `library find`: match, game and step.
#[derive(Default)]
pub(in crate::session) struct Shelf(Vec<(i64, usize, usize)>);

/// A decision that was found.
#[derive(Clone, Copy)]
struct Hit {
    /// Of two, the one with the smaller comes first: the loss, negative, or the distance.
    order: f32,
    number: i64,
    facts: Facts,
}

/// What a part of the library has come to.
#[derive(Default)]
struct Hits {
    best: Vec<Hit>,
    known: usize,
    unjudged: usize,
    /// What comes behind this is not among the first.
    last: Option<f32>,
}

impl Hits {
    /// Counts a decision; whether it may be among the first, if it is in no better place than that.
    fn count(&mut self, facts: &Facts, at_best: f32) -> bool {
        self.known += 1;
        self.unjudged += usize::from(facts.judged.is_none());
        self.last.is_none_or(|last| at_best <= last)
    }

    fn add(&mut self, hit: Hit, most: usize) {
        self.best.push(hit);
        if self.best.len() >= 4 * most + 64 {
            self.cut(most);
        }
    }

    fn cut(&mut self, most: usize) {
        let place = |hit: &Hit| (hit.number, hit.facts.game, hit.facts.step);
        self.best.sort_by(|a, b| a.order.total_cmp(&b.order).then_with(|| place(a).cmp(&place(b))));
        self.best.truncate(most);
        self.last = self.best.last().filter(|_| self.best.len() == most).map(|hit| hit.order);
    }
}

/// The refusal of a tag or an event that no match has, with those nearest to it.
fn there_is(
    kind: &str,
    said: Option<&String>,
    matches: &[KeptMatch],
    of: impl Fn(&KeptMatch) -> Vec<String>,
    is: impl Fn(&str, &str) -> bool,
) -> Result<(), SessionError> {
    let Some(said) = said else { return Ok(()) };
    let known: BTreeSet<String> = matches.iter().flat_map(of).filter(|name| !name.is_empty()).collect();
    if known.iter().any(|name| is(name, said)) {
        return Ok(());
    }
    let error = SessionError::new(format!("no match of the library has the {kind} `{said}`"));
    match nearest(said, known.iter().map(String::as_str)) {
        Some(near) => Err(error.with_suggestion(format!("{kind} {}", quoted(&near)))),
        None if known.is_empty() => Err(error.with_suggestion("library list")),
        None => Err(error.with_expected(known.into_iter().take(8))),
    }
}

impl Session {
    /// The matches that are meant, each with whether a player's decisions are.
    pub(super) fn meant_matches(
        &self,
        matches: Vec<KeptMatch>,
        wanted: &WantedErrors,
    ) -> Result<Vec<(KeptMatch, ByPlayer<bool>)>, SessionError> {
        // What no match has is said, with what there is.
        let of_tags = |kept: &KeptMatch| kept.tags.clone();
        there_is("tag", wanted.tag.as_ref(), &matches, of_tags, |tag, said| tag == said)?;
        let has = |event: &str, said: &str| event.to_lowercase().contains(&said.to_lowercase());
        there_is("event", wanted.event.as_ref(), &matches, |kept| vec![kept.event.clone()], has)?;
        let is_named = wanted.player.is_some() || wanted.against.is_some();
        let names = if is_named { names_of(&matches) } else { BTreeMap::new() };
        let meant = |name: &Option<PlayerName>| name.as_ref().map(|name| self.meant_names(name, &names)).transpose();
        // `against carlos müller` is of one player, where such a one is there.
        let whole = match (&wanted.against, &wanted.player) {
            (Some(PlayerName::Named(first)), Some(PlayerName::Named(last))) => {
                let whole = format!("{first} {last}");
                names.keys().any(|name| folded(name) == folded(&whole)).then_some(PlayerName::Named(whole))
            }
            _ => None,
        };
        let (player, against) = match whole {
            Some(whole) => (None, meant(&Some(whole))?),
            None => (meant(&wanted.player)?, meant(&wanted.against)?),
        };
        let is_one = |names: &Option<BTreeSet<String>>, kept: &KeptMatch, seat: Player| {
            names.as_ref().is_none_or(|of| of.contains(&kept.names[seat]) || of.contains(&kept.written[seat]))
        };
        let found = matches.into_iter().filter_map(|kept| {
            let own = Player::BOTH.map(|seat| is_one(&player, &kept, seat) && is_one(&against, &kept, !seat));
            let is_meant = is_of(wanted, kept.date.as_deref(), &kept.event, kept.length, &kept.tags);
            (own.contains(&true) && is_meant).then_some((kept, ByPlayer(own)))
        });
        Ok(found.collect())
    }

    /// The names in matches that a name stands for: `me`, exactly this one, or else those with it in them.
    fn meant_names(
        &self,
        name: &PlayerName,
        names: &BTreeMap<String, usize>,
    ) -> Result<BTreeSet<String>, SessionError> {
        let text = match name {
            PlayerName::Named(text) => text,
            PlayerName::Seat(_) => {
                return Err(
                    SessionError::new("players of the library have names").with_expected(["a name such as Bob"])
                );
            }
        };
        let those =
            |is: &dyn Fn(&String) -> bool| names.keys().filter(|name| is(name)).cloned().collect::<BTreeSet<_>>();
        let mut found = those(&|name| name.to_lowercase() == text.to_lowercase());
        if found.is_empty() && text.eq_ignore_ascii_case("me") {
            found = those(&|name| self.settings.is_own_name(name));
            if found.is_empty() {
                if self.settings.own_names().next().is_some() {
                    return Err(self.nobody(names));
                }
                let error = SessionError::new("`me` is nobody: say which names you have in your matches");
                return Err(error.with_suggestion("set me \"NAME;OTHER NAME\""));
            }
        }
        let plain = folded(text);
        if found.is_empty() {
            found = those(&|name| folded(name) == plain);
        }
        if found.is_empty() {
            found = those(&|name| folded(name).contains(&plain));
        }
        if found.is_empty() {
            let is_one = |words: &str| names.keys().any(|name| folded(name).contains(&folded(words)));
            return Err(not_called("player of the library", text, is_one, names));
        }
        Ok(found)
    }

    pub(super) fn library_find(&mut self, wanted: &WantedErrors, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let like = match wanted.like {
            true => Some(self.position_to_compare()?),
            false => None,
        };
        let (library, matches) = filled(host)?;
        let meant = self.meant_matches(matches, wanted)?;
        let shown = usize::from(wanted.count.unwrap_or(ROWS));
        // Which comments have the words is seen in the matches themselves.
        let most = if wanted.comment.is_some() { COMMENTS } else { shown };
        let parts = library
            .scan(&meant, self.sieve(wanted), |hits: &mut Hits, kept, own: &ByPlayer<bool>, facts| {
                if !own[facts.player] || !self.is_meant(wanted, facts) {
                    return;
                }
                let loss = -facts.judged.map_or(-1.0, |judged| judged.loss);
                let at_best = like.as_ref().map_or(loss, |position| facts.is_apart(position) as f32);
                if hits.count(facts, at_best) {
                    let order = like.as_ref().and_then(|to| Some(distance(to, &facts.position()?) as f32));
                    hits.add(Hit { order: order.unwrap_or(loss), number: kept.number, facts: *facts }, most);
                }
            })
            .map_err(failed)?;
        let mut all = Hits::default();
        for part in parts {
            (all.known, all.unjudged) = (all.known + part.known, all.unjudged + part.unjudged);
            all.best.extend(part.best);
        }
        all.cut(most);
        if wanted.comment.is_some() {
            let mut matches: BTreeMap<i64, PlayedMatch> = BTreeMap::new();
            let mut kept = Vec::new();
            for hit in all.best {
                let played = match matches.entry(hit.number) {
                    Entry::Occupied(there) => there.into_mut(),
                    Entry::Vacant(place) => place.insert(library.match_with_number(hit.number).map_err(failed)?),
                };
                let game = played.record.games().get(usize::from(hit.facts.game));
                let step = game.and_then(|game| game.steps.get(usize::from(hit.facts.step)));
                if step.is_some_and(|step| says(wanted, &step.note)) {
                    kept.push(hit);
                }
            }
            all.known = kept.len();
            all.unjudged = kept.iter().filter(|hit| hit.facts.judged.is_none()).count();
            all.best = kept;
            all.cut(shown);
        }
        let mut found = Vec::new();
        // A match may be there more than once.
        let mut sessions: BTreeMap<i64, Self> = BTreeMap::new();
        for (i, hit) in all.best.iter().enumerate() {
            let session = match sessions.entry(hit.number) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(place) => {
                    let mut played = library.match_with_number(hit.number).map_err(failed)?;
                    // As it is seated when it is put on the table.
                    if self.is_seated_wrongly(&played.names) {
                        played.swap_seats();
                    }
                    place.insert(self.with_match(played))
                }
            };
            let kept = meant.iter().find(|(kept, _)| kept.number == hit.number);
            let Some((kept, _)) = kept else { continue };
            let distance = like.as_ref().and_then(|to| Some(distance(to, &hit.facts.position()?)));
            found.extend(session.found_row(i + 1, kept, &hit.facts, distance));
        }
        let place = |hit: &Hit| (hit.number, usize::from(hit.facts.game), usize::from(hit.facts.step));
        self.shelf.0 = all.best.iter().map(place).collect();
        Ok(Reply::figures(Figures::Found(FoundReply {
            found,
            known: all.known,
            unjudged: all.unjudged,
            matches: meant.len(),
            is_like: like.is_some(),
        })))
    }

    /// The position on the table, as whoever decides sees it.
    fn position_to_compare(&self) -> Result<Position, SessionError> {
        let game = self.state().shown().ok_or_else(SessionError::no_game)?;
        Ok(if game.to_decide() == game.on_roll { game.position } else { game.position.flipped() })
    }

    /// A decision of the match on this table as a row.
    fn found_row(&self, rank: usize, kept: &KeptMatch, facts: &Facts, distance: Option<u32>) -> Option<FoundRow> {
        let (game, step) = (usize::from(facts.game), usize::from(facts.step));
        let record = self.record().games().get(game)?;
        let entry = record.steps.get(step)?;
        let described = verdict(record, step, self.engine.met(), &self.settings.analysis.thresholds)
            .map(|verdict| self.described(game, record, verdict));
        let made = match (&entry.event, &described) {
            (Event::Play(play), _) => play_text(play),
            (_, Some(described)) => described.made.clone(),
            (_, None) => facts.action.name().to_owned(),
        };
        let roll = facts.roll.map_or_else(String::new, |roll| format!("{}{}: ", roll.high(), roll.low()));
        Some(FoundRow {
            rank,
            number: kept.number,
            date: kept.date.clone(),
            player: kept.names[facts.player].clone(),
            opponent: kept.names[!facts.player].clone(),
            game: game + 1,
            turn: turn_of(record, step),
            away: (facts.away != [0; 2]).then_some(facts.away),
            phase: facts.phase.name(),
            made: format!("{roll}{made}"),
            best: described.map(|described| described.best).unwrap_or_default(),
            loss: facts.judged.map(|judged| judged.loss),
            distance,
            xgid: self.board_at(record.state(step))?.ids.xgid,
        })
    }

    pub(super) fn library_found(&mut self, number: u16, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let Some(&(number, game, step)) = self.shelf.0.get(usize::from(number) - 1) else {
            let error = SessionError::new(format!("`library find` has listed no decision {number}"));
            return Err(match self.shelf.0.len() {
                0 => error.with_suggestion("library find"),
                known => error.with_expected([format!("1 to {known}")]),
            });
        };
        let played = self.match_of_library(number, host)?;
        self.take_over("", played, false);
        self.seek((game, step));
        Ok(self.with_decision(vec![format!("match {number} of the library, game {}", game + 1)], true))
    }

    pub(super) fn library_performance(
        &self,
        wanted: &WantedErrors,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (library, matches) = filled(host)?;
        let has_own = matches.iter().flat_map(|kept| &kept.names.0).any(|name| self.settings.is_own_name(name));
        let is_everybody = wanted.all;
        let title = Command::from(Library::Performance(wanted.clone())).to_string();
        let mut wanted = WantedErrors { all: !wanted.has_least(), ..wanted.clone() };
        let is_you = wanted.player.is_none() && has_own && !is_everybody;
        if is_you {
            wanted.player = Some(PlayerName::Named("me".to_owned()));
        }
        let meant = self.meant_matches(matches, &wanted)?;
        let own = self.settings.own_names().next();
        let parts = library
            .scan(
                &meant,
                self.sieve(&wanted),
                |players: &mut BTreeMap<String, Known>, kept, is_own: &ByPlayer<bool>, facts| {
                    if !is_own[facts.player] || !facts.is_rated() || !self.is_meant(&wanted, facts) {
                        return;
                    }
                    let name = &kept.names[facts.player];
                    let name = own.filter(|_| self.settings.is_own_name(name)).unwrap_or(name);
                    if !players.contains_key(name) {
                        players.insert(name.to_owned(), Known::default());
                    }
                    if let Some(known) = players.get_mut(name) {
                        known.add(kept.number, kept.date.as_deref(), &kept.event, facts);
                    }
                },
            )
            .map_err(failed)?;
        let mut players: BTreeMap<String, Known> = BTreeMap::new();
        for (name, known) in parts.into_iter().flatten() {
            players.entry(name).or_default().merge(known);
        }
        if players.is_empty() {
            if meant.iter().all(|(kept, _)| kept.judged > 0) {
                return Err(SessionError::new("no such decision is in the library"));
            }
            let error = SessionError::new("no such decision of the library is judged");
            return Err(error.with_suggestion("analyse library"));
        }
        let mut players: Vec<_> = players.into_iter().map(|(name, known)| known.named(name)).collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.all.matches));
        let most = wanted.count.map(usize::from).or_else(|| wanted.player.is_none().then_some(PLAYERS));
        players.truncate(most.unwrap_or(usize::MAX));
        let missing = meant.iter().filter(|(kept, _)| kept.judged == 0).count();
        let reply = FolderPerformanceReply { folder: None, players, missing, faults: Vec::new(), is_you, title };
        Ok(Reply::figures(Figures::FolderPerformance(reply)))
    }
}
