//! `book`: openings, replies and reference positions, rolled out once and for all.
//!
//! The book that comes with the program and the user's own in the library are one: of two entries for a decision the
//! one that weighs more speaks.

use super::library::{existing, failed, made, place_of_file, whole_book};
use super::practice::proof;
use crate::board::{ByPlayer, Player, Roll, Variation};
use crate::command::{Book, Chapter};
use crate::eval::CubeAction;
use crate::library::book::{Entered, Entry, Part, read, shipped, speaking, text};
use crate::library::{Asked, Choice, Library};
use crate::movegen::legal_plays;
use crate::notation::{USUAL_CUBE_LIMIT, parse_play};
use crate::record::{Game, Pending, Standing, State};
use crate::rollout::{CubeJudgement, End, JobKind, Stopping, Until};
use crate::scoring::MatchScore;
use crate::session::error::refused;
use crate::session::reply::{BookReply, Figures, PlayReply, Reply, RolloutReply};
use crate::session::rollout::{Beginning, made_alike};
use crate::session::{Host, Session, SessionError};
use crate::settings::{Autosave, OutputStyle, Settings};
use crate::storage;
use crate::words::counted;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The standard error of every choice's equity at which its rollout ends.
const ERROR: f64 = 0.005;

/// The most plays of a decision, and how far behind the best they may be without a rollout; two have their place.
const MOST_PLAYS: usize = 4;
const NEAR: f32 = 0.08;

/// The most trials of a choice.
const MOST_TRIALS: u64 = 46_656;

/// A double that loses more leaves no question whether to take it.
const OFFERED: f64 = 0.2;

/// The largest file of a book that is read.
const MOST_BYTES: u64 = 1 << 28;

/// Faults of a file that are told in full.
const TOLD: usize = 5;

/// The beavers of money sessions whose rules nobody has set: those of a book, which does not depend on them.
static BEAVERS: LazyLock<u8> = LazyLock::new(|| Settings::default().beavers);

/// A position that may be in the book.
struct Wanted {
    theme: String,
    line: String,
    /// What is asked by whoever is on roll, and the name of that.
    asked: Asked,
    xgid: String,
    /// The name of the answer to a double.
    take: Option<String>,
}

impl Wanted {
    /// The decisions that are asked there.
    fn decisions(&self) -> impl Iterator<Item = (Asked, &str)> {
        [(self.asked, self.xgid.as_str())].into_iter().chain(self.take.as_deref().map(|xgid| (Asked::Take, xgid)))
    }
}

/// Kinds of cube decisions, each with a position in which the side on roll may double for money.
fn references() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("references.txt").lines().filter_map(|line| line.rsplit_once(' '))
}

const fn theme_of(chapter: Chapter) -> &'static str {
    match chapter {
        Chapter::Openings => "opening",
        Chapter::Replies => "reply",
        Chapter::Third | Chapter::References => "third roll",
    }
}

impl Session {
    pub(in crate::session) fn book(&mut self, what: &Book, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match what {
            Book::Show => self.book_here(host),
            Book::List(chapter) => {
                let book = whole_book(host)?;
                let wanted = self.chapter(*chapter, &book)?;
                let decisions = wanted.iter().flat_map(Wanted::decisions);
                let known = decisions.filter_map(|(asked, xgid)| entry_of(&book, asked, xgid));
                listed(known.cloned().collect(), *chapter)
            }
            Book::Build(chapter) => self.build_book(*chapter, host),
            Book::Merge(file) => self.merge_book(file, host),
            Book::Export(file) => {
                let book = whole_book(host)?;
                storage::write(Path::new(file), text(&book).as_bytes())
                    .map_err(|error| SessionError::in_file(file, error))?;
                Ok(Reply::written(&format!("book of {}", counted(book.len(), "decision")), file))
            }
        }
    }

    /// What the book says of the decision on the table; of the first rolls where no decision lies there.
    fn book_here(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match self.state().game {
            Some(_) => {
                // Whatever is wrong with the library is told here.
                existing(host)?;
                let open = |file: &Path| Library::open(file).ok();
                if let Some(entry) = self.entry_for(self.state(), host, open) {
                    return Ok(Reply::figures(Figures::Book(BookReply { decisions: vec![entry] })));
                }
                let mut other = *self.state();
                if let Standing::Money { jacoby, .. } = &mut other.standing {
                    *jacoby = !*jacoby;
                    let (has, change) = if *jacoby { ("with", "on") } else { ("without", "off") };
                    if self.entry_for(&other, host, open).is_some() {
                        let why = format!("the book has this decision {has} the Jacoby rule alone");
                        return Err(SessionError::new(why).with_suggestion(format!("set jacoby {change}")));
                    }
                }
                Err(SessionError::new("the book has nothing on this decision").with_suggestion("book list openings"))
            }
            None => self.book(&Book::List(Chapter::Openings), host),
        }
    }

    /// The answer of `hint` with what the book says of plays.
    pub(in crate::session) fn with_book(&self, mut hint: Reply, host: &dyn Host) -> Reply {
        let lists = |reply: &mut Reply| matches!(reply, Reply::Plays(_));
        let plays = match &mut hint {
            Reply::Many(replies) => replies.iter_mut().find_map(|reply| lists(reply).then_some(reply)),
            one => Some(one),
        };
        if let Some(Reply::Plays(plays)) = plays
            && self.settings.output.style != OutputStyle::Gnubg
        {
            // A library that does not answer, or lets wait, costs no hint: its own commands say so.
            plays.book = self.entry_for(self.state(), host, |file| Library::glance(file).ok()).map(Box::new);
        }
        hint
    }

    /// The entry of the book for the decision of a table, by the user's library if it is opened.
    fn entry_for(&self, state: &State, host: &dyn Host, open: impl FnOnce(&Path) -> Option<Library>) -> Option<Entry> {
        let (asked, xgid) = self.key_of(state)?;
        let own = place_of_file(host).ok().filter(|file| file.exists()).and_then(|file| open(&file));
        let own = own.and_then(|library| library.book_at(asked, &xgid).ok()).unwrap_or_default();
        let shipped = shipped().iter().filter(|entry| entry.asked == asked && entry.xgid == xgid);
        speaking(shipped.cloned().chain(own)).into_iter().next()
    }

    /// The name of a decision in the book. Seats, points of beavers and the length of a match that does not matter are
    /// none of it.
    fn key_of(&self, state: &State) -> Option<(Asked, String)> {
        let mut state = *state;
        let mut game = state.game?;
        if game.variation != Variation::default() || game.beavers > 0 {
            return None;
        }
        let asked = match (game.pending, game.dice) {
            (None, Some(_)) => Asked::Play,
            (None, None) => Asked::Double,
            (Some(Pending::Double), _) => Asked::Take,
            (Some(Pending::Resignation { .. }), _) => return None,
        };
        let decides = game.to_decide();
        game.withdraw();
        (game.declined, game.cube_in_use, game.cube_limit) = (None, true, USUAL_CUBE_LIMIT);
        let standing = match state.standing {
            Standing::Money { jacoby, .. } => Standing::money(jacoby, *BEAVERS),
            Standing::Match { score, winner: None } => {
                let away = Player::BOTH.map(|player| score.away(player));
                let length = away[0].max(away[1]);
                let points = ByPlayer(away.map(|away| length - away));
                let score = MatchScore::new(length, points, score.crawford()).ok()?;
                Standing::Match { score, winner: None }
            }
            Standing::Match { .. } => return None,
        };
        state = State::playing(standing, game);
        if decides == Player::Top {
            state.swap_seats();
        }
        Some((asked, self.board_at(&state)?.ids.xgid))
    }

    /// The decisions of a chapter at the score on the table, for money where there is none.
    fn chapter(&mut self, chapter: Chapter, book: &[Entry]) -> Result<Vec<Wanted>, SessionError> {
        let mut all = match chapter {
            Chapter::Openings => self.first_rolls(),
            Chapter::Replies => self.after(Chapter::Openings, chapter, book)?,
            Chapter::Third => self.after(Chapter::Replies, chapter, book)?,
            Chapter::References => {
                let mut all = Vec::new();
                for (theme, position) in references() {
                    let state = self.state_at(position)?;
                    let doubled = |game| Game { pending: Some(Pending::Double), ..game };
                    let offered = State { game: state.game.map(doubled), ..state };
                    let Some((asked, xgid)) = self.key_of(&state) else { continue };
                    let take = self.key_of(&offered).map(|(_, xgid)| xgid);
                    all.push(Wanted { theme: theme.to_owned(), line: String::new(), asked, xgid, take });
                }
                all
            }
        };
        // Twins: the same position by two ways.
        let mut known = BTreeSet::new();
        all.retain(|wanted| known.insert(wanted.xgid.clone()));
        Ok(all)
    }

    /// The fifteen first rolls, by the player of either seat.
    fn first_rolls(&self) -> Vec<Wanted> {
        let standing = self.state().standing;
        let rolls = Roll::ALL.into_iter().filter(|roll| !roll.is_double());
        let states = rolls.flat_map(|roll| {
            Player::BOTH.map(|player| {
                let game = Game::new(Variation::default(), player, true);
                State::playing(standing, Game { dice: Some(roll), ..game })
            })
        });
        let wanted = |state: State| {
            let (asked, xgid) = self.key_of(&state)?;
            Some(Wanted { theme: theme_of(Chapter::Openings).to_owned(), line: String::new(), asked, xgid, take: None })
        };
        states.filter_map(wanted).collect()
    }

    /// The decisions with every roll after the best plays of a chapter.
    fn after(&mut self, before: Chapter, chapter: Chapter, book: &[Entry]) -> Result<Vec<Wanted>, SessionError> {
        let mut all = Vec::new();
        for wanted in self.chapter(before, book)? {
            let state = self.state_at(&wanted.xgid)?;
            let Some(entry) = entry_of(book, wanted.asked, &wanted.xgid) else {
                let legal = state.game.and_then(|game| Some(legal_plays(&game.position, game.dice?).len()));
                if legal.is_some_and(|legal| legal < 2) {
                    // What is forced is in no book.
                    continue;
                }
                let missing = format!("the book does not have all {} at this score yet", before.word());
                return Err(SessionError::new(missing).with_suggestion(format!("book build {}", before.word())));
            };
            let Some((mut game, dice)) = state.game.and_then(|game| Some((game, game.dice?))) else { continue };
            let best = &entry.choices[0].name;
            let play = parse_play(best, &game.position, dice).map_err(refused)?;
            game.make(Some(&play));
            let comma = if wanted.line.is_empty() { "" } else { ", " };
            let line = format!("{}{comma}{dice}: {best}", wanted.line);
            for roll in Roll::ALL {
                let state = State { game: Some(Game { dice: Some(roll), ..game }), ..state };
                let Some((asked, xgid)) = self.key_of(&state) else { continue };
                all.push(Wanted { theme: theme_of(chapter).to_owned(), line: line.clone(), asked, xgid, take: None });
            }
        }
        Ok(all)
    }

    fn state_at(&mut self, xgid: &str) -> Result<State, SessionError> {
        self.at_another_table(|session| session.put_position(xgid).map(|()| *session.state()))
    }

    /// Rolls out what the book does not have of a chapter.
    fn build_book(&mut self, chapter: Chapter, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let mut library = made(host)?;
        let book = speaking(shipped().iter().cloned().chain(library.book().map_err(failed)?));
        let wanted = self.chapter(chapter, &book)?;
        let plies = self.settings.rollout.player(Player::Bottom, 0).chequer.plies();
        let is_known = |wanted: &&Wanted| {
            entry_of(&book, wanted.asked, &wanted.xgid).is_some_and(|it| it.plies >= plies && it.std_err <= ERROR)
        };
        let (known, left): (Vec<_>, Vec<_>) = wanted.iter().partition(is_known);
        let (of, mut done) = (left.len(), 0);
        for wanted in left {
            host.stage(format!("{} {} of {of}", wanted.theme, done + 1), None);
            host.share(done, of);
            let Some(rollout) = self.roll_out_for_book(&wanted.xgid, host)? else {
                done += 1;
                continue;
            };
            if rollout.result.end == Some(End::Interrupted) || self.is_stopped() {
                break;
            }
            for (asked, xgid) in wanted.decisions() {
                if let Some(entry) = entry(wanted, (asked, xgid), &rollout) {
                    library.enter(&entry).map_err(failed)?;
                }
            }
            done += 1;
        }
        let word = chapter.word();
        let before = if known.is_empty() { String::new() } else { format!(", {} known already", known.len()) };
        let told = format!("{}: {} rolled out{before}", word, counted(done, "position"));
        if done < of {
            return Ok(Reply::Message(format!("stopped: {told}; `book build {word}` goes on")));
        }
        Ok(Reply::Message(told))
    }

    /// The rollout of a position's decision; `None` where there is nothing to choose.
    fn roll_out_for_book(
        &mut self,
        xgid: &str,
        host: &mut dyn Host,
    ) -> Result<Option<Arc<RolloutReply>>, SessionError> {
        self.at_another_table(|session| {
            session.settings.trial_log.enabled = false;
            session.put_position(xgid)?;
            let decision = session.decision()?;
            let plan = match decision.game.dice {
                Some(_) => {
                    let listed = session.listed_plays(&decision.game)?;
                    let is_near = |(i, play): &(usize, &PlayReply)| *i < 2 || play.difference >= -NEAR;
                    let near = listed.candidates.iter().enumerate().take(MOST_PLAYS).take_while(is_near);
                    decision.plan_plays(near.map(|(_, play)| &play.play))
                }
                None => session.plan_cube(&decision)?,
            };
            if plan.names.len() < 2 {
                return Ok(None);
            }
            let mut settings = session.rollout_settings();
            let until = Until { error: Some(ERROR), trials: Some(MOST_TRIALS), ..Until::default() };
            settings.stop = Stopping { until, ..Stopping::NONE };
            let beginning = Beginning { autosave: Some(Autosave::Off), ..Beginning::default() };
            session.roll_out(plan, &settings, beginning, host).map(Some)
        })
    }

    fn merge_book(&mut self, file: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let text =
            storage::read_text(Path::new(file), MOST_BYTES).map_err(|error| SessionError::in_file(file, error))?;
        let (entries, faults) = read(&text);
        let mut faults: Vec<String> = faults.into_iter().map(|(line, why)| format!("line {line}: {why}")).collect();
        if entries.is_empty() {
            return Err(SessionError::in_file(
                file,
                faults.first().map_or("there is no decision of a book in it", String::as_str),
            ));
        }
        let mut library = made(host)?;
        let [mut new, mut joined, mut known] = [0_usize; 3];
        for entry in &entries {
            if let Err(why) = self.check_entry(entry) {
                faults.push(format!("{}: {}", entry.xgid, why.message));
                continue;
            }
            if shipped().contains(entry) {
                known += 1;
                continue;
            }
            match library.enter(entry).map_err(failed)? {
                Entered::New => new += 1,
                Entered::Joined => joined += 1,
                Entered::Known => known += 1,
            }
        }
        let mut told = format!("{} added to the book", counted(new, "decision"));
        if joined > 0 {
            told += &format!(", {joined} with more trials");
        }
        if known > 0 {
            told += &format!(", {known} known already");
        }
        let more = faults.len().saturating_sub(TOLD);
        for fault in faults.iter().take(TOLD) {
            told += &format!("\nleft out: {fault}");
        }
        if more > 0 {
            told += &format!("\nleft out: {} more", counted(more, "decision"));
        }
        Ok(Reply::Message(told))
    }

    /// Whether an entry of a file is of a decision that can be asked, by its own name.
    fn check_entry(&mut self, entry: &Entry) -> Result<(), SessionError> {
        let mut state = self.state_at(&entry.xgid)?;
        let other = || SessionError::new("the position and what is asked do not fit together");
        let game = state.game.as_mut().ok_or_else(other)?;
        let wrong = |name: &str| SessionError::new(format!("`{name}` is no choice there"));
        match (entry.asked, game.dice) {
            (Asked::Play, Some(dice)) => {
                let mut names = entry.choices.iter().map(|choice| choice.name.as_str());
                let illegal = names.find(|name| parse_play(name, &game.position, dice).is_err());
                illegal.map_or(Ok(()), |name| Err(wrong(name)))?;
            }
            (Asked::Double | Asked::Take, None) => {
                let names = if entry.asked == Asked::Double { ["double", "no double"] } else { ["take", "pass"] };
                let illegal = entry.choices.iter().find(|choice| !names.contains(&choice.name.as_str()));
                illegal.map_or(Ok(()), |choice| Err(wrong(&choice.name)))?;
                game.pending = (entry.asked == Asked::Take).then_some(Pending::Double);
            }
            _ => return Err(other()),
        }
        match self.key_of(&state) {
            Some(key) if key == (entry.asked, entry.xgid.clone()) => Ok(()),
            Some((_, xgid)) => Err(SessionError::new(format!("the book calls this position {xgid}"))),
            None => Err(other()),
        }
    }
}

fn entry_of<'a>(book: &'a [Entry], asked: Asked, xgid: &str) -> Option<&'a Entry> {
    book.iter().find(|entry| entry.asked == asked && entry.xgid == xgid)
}

fn listed(decisions: Vec<Entry>, chapter: Chapter) -> Result<Reply, SessionError> {
    if decisions.is_empty() {
        let word = chapter.word();
        let nothing = SessionError::new(format!("the book has no {word} at this score"));
        return Err(nothing.with_suggestion(format!("book build {word}")));
    }
    Ok(Reply::figures(Figures::Book(BookReply { decisions })))
}

/// A decision as its rollout has it; `None` for an answer that nobody would ask for.
fn entry(wanted: &Wanted, (asked, xgid): (Asked, &str), rollout: &RolloutReply) -> Option<Entry> {
    let found = proof(rollout, asked)?;
    let result = &rollout.result;
    let (equity, std_err) = match rollout.kind() {
        JobKind::Plays => {
            let best = result.candidates[*result.ranking().first()?].equity();
            (best.mean, best.std_err?)
        }
        JobKind::Cube => {
            let CubeJudgement { means, best, .. } = &result.cube?;
            let [no_double, take] = means.values;
            let answer = if take < means.pass { (take, means.errors[1]?) } else { (means.pass, 0.0) };
            match asked {
                Asked::Take if answer.0 + OFFERED < no_double => return None,
                Asked::Take => (-answer.0, answer.1),
                Asked::Play | Asked::Double if *best == CubeAction::NoDouble => (no_double, means.errors[0]?),
                Asked::Play | Asked::Double => answer,
            }
        }
        JobKind::Position => return None,
    };
    let settings = rollout.settings();
    let rounded = |choice: Choice| Choice { loss: round(choice.loss), std_err: choice.std_err.map(round), ..choice };
    Some(Entry {
        asked,
        theme: wanted.theme.clone(),
        line: wanted.line.clone(),
        xgid: xgid.to_owned(),
        choices: found.choices.into_iter().map(rounded).collect(),
        equity: round(equity),
        std_err: round(std_err),
        chance: round(found.chance),
        parts: vec![Part { seed: settings.seed, trials: result.trials() }],
        plies: settings.player(Player::Bottom, 0).chequer.plies(),
        by: made_alike(&rollout.into()),
    })
}

/// A number with the digits that a book keeps.
fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
