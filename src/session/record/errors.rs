//! `show errors` and `goto error`: what was decided wrongly, the worst first.

use super::steps::turn_numbers;
use crate::analysis::{Action, Verdict, decision_of, open, verdicts};
use crate::command::{Goto, PlayerName, WantedErrors, nearest_condition};
use crate::eval::{Answer, cube_words};
use crate::library::{Facts, Sieve};
use crate::notation::play_text;
use crate::record::{Event, GameRecord, Method, Note, State, Step};
use crate::session::error::near_names;
use crate::session::reply::{ErrorRow, ErrorsReply, Figures, Reply};
use crate::session::{Session, SessionError};
use std::collections::BTreeMap;

/// Errors listed by default.
const DEFAULT_ROWS: u16 = 10;

/// A decision of the record.
pub(super) struct Decided {
    /// The game, from 0.
    pub game: usize,
    /// The verdict on it, with its loss.
    pub verdict: Verdict,
    /// The play or action made.
    pub made: String,
    /// The best choice.
    pub best: String,
    /// The level of another program that says so.
    pub by: Option<String>,
}

/// Words as they stand within a sentence, and beside other names of actions: `redouble, pass`.
fn lowered(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The level of another program that judged what is best here.
fn by_whom(note: &Note, action: Action) -> Option<String> {
    let method = match action {
        Action::Play => note.plays.as_ref().map(|plays| &plays.plays[0].method),
        Action::Resign | Action::Accept => None,
        _ => note.cube.as_ref().map(|cube| &cube.method),
    };
    match method? {
        Method::Foreign { level, .. } => Some(level.clone()),
        Method::Plies { .. } | Method::Level { .. } | Method::Rollout { .. } => None,
    }
}

/// The turn that a step belongs to, from 1: as match files and `list game` number them.
pub(super) fn turn_of(game: &GameRecord, step: usize) -> usize {
    turn_numbers(game)[step]
}

/// Whether the comment on a decision is one that is meant.
pub(super) fn says(wanted: &WantedErrors, note: &Note) -> bool {
    wanted.comment.as_ref().is_none_or(|part| note.comment.to_lowercase().contains(&part.to_lowercase()))
}

/// Whether the decisions of a match are meant, by what is known of the match.
pub(super) fn is_of(wanted: &WantedErrors, date: Option<&str>, event: &str, length: u8, tags: &[String]) -> bool {
    is_within(wanted, date)
        && wanted.length.is_none_or(|of| of == length)
        && wanted.tag.as_ref().is_none_or(|tag| tags.contains(tag))
        && wanted.event.as_ref().is_none_or(|part| event.to_lowercase().contains(&part.to_lowercase()))
}

/// Whether a day is one of those that are meant. A day before another, as a text: a month comes before its days.
pub(super) fn is_within(wanted: &WantedErrors, date: Option<&str>) -> bool {
    wanted.since.as_ref().is_none_or(|since| date.is_some_and(|date| date >= since.as_str()))
        && wanted.before.as_ref().is_none_or(|before| date.is_some_and(|date| date < before.as_str()))
}

/// The refusal of a name of one or several words that no player has, with those of them that are no conditions either.
/// `names` are the players there are, `whose` says where.
pub(super) fn not_called(
    whose: &str,
    name: &str,
    is_one: impl Fn(&str) -> bool,
    names: &BTreeMap<String, usize>,
) -> SessionError {
    let name = name.trim_matches('"');
    let words: Vec<&str> = name.split_whitespace().collect();
    // What begins like a player has conditions behind it that are none.
    let n = (1..words.len()).rev().find(|&n| is_one(&words[..n].join(" "))).unwrap_or(0);
    let unknown: Vec<String> = words[n..].iter().map(|word| format!("`{word}`")).collect();
    let unknown = unknown.join(" and ");
    let message = match (words.len(), n) {
        (..=1, _) => format!("no {whose} is called `{name}`"),
        (_, 0) => format!("no {whose} is called `{name}`, and {unknown} are no conditions"),
        _ if words.len() == n + 1 => format!("{unknown} is no condition, and no {whose} is called `{name}`"),
        _ => format!("{unknown} are no conditions, and no {whose} is called `{name}`"),
    };
    let near = words[n..].iter().filter_map(|word| nearest_condition(word));
    let near = near.map(|word| format!("the condition `{word}`"));
    let names = near_names(name, names).into_iter().map(|(name, _)| name.to_owned());
    SessionError::new(message).with_expected(near.chain(names))
}

impl Session {
    /// Every decision of the record that is analyzed, in order.
    pub(super) fn decided(&self) -> Vec<Decided> {
        self.decided_in(self.record().games())
    }

    /// Every decision of some games that is analyzed, in order.
    pub(super) fn decided_in(&self, games: &[GameRecord]) -> Vec<Decided> {
        let thresholds = &self.settings.analysis.thresholds;
        let of_game = |(game, record): (usize, &GameRecord)| {
            let all = verdicts(record, self.engine.met(), thresholds);
            all.into_iter().map(|verdict| self.described(game, record, verdict)).collect::<Vec<_>>()
        };
        games.iter().enumerate().flat_map(of_game).collect()
    }

    /// Whether a decision that counts is analysed.
    fn is_analysed(&self) -> bool {
        self.decided().iter().any(|one| one.verdict.counts)
    }

    /// The refusal of what needs the analysis of a match, and errors in it.
    pub(super) fn not_analysed(&self) -> SessionError {
        if self.begun().is_err() {
            return SessionError::new("no match is open").with_expected(["`import \"FILE\"` first"]);
        }
        if !self.is_analysed() {
            return SessionError::new("the match is not analysed").with_suggestion("analyse match");
        }
        let least = self.settings.analysis.thresholds.error;
        let why = format!("no decision of this match gives up {least:.3} or more");
        SessionError::new(why).with_suggestion(format!("set analysis errors from {:.3}", least / 2.0))
    }

    /// The wrong decisions of the record, the worst first. Those that count as errors come before all others.
    pub(super) fn errors(&self) -> Vec<Decided> {
        let mut errors = self.decided();
        errors.retain(|decided| decided.verdict.is_wrong());
        errors.sort_by(|a, b| b.verdict.loss.total_cmp(&a.verdict.loss));
        errors
    }

    pub(super) fn described(&self, game: usize, record: &GameRecord, verdict: Verdict) -> Decided {
        let step = &record.steps[verdict.step];
        let (made, best) = match (&step.event, &step.note.plays) {
            (Event::Play(play), Some(plays)) => (play_text(play), play_text(&plays.plays[0].play)),
            (Event::NoPlay, _) => ("no play".to_owned(), "no play".to_owned()),
            _ => self.described_cube(record.state(verdict.step), &step.note, &verdict),
        };
        let by = by_whom(&step.note, verdict.action);
        Decided { game, verdict, made, best, by }
    }

    /// A cube action or an answer to a resignation, and the right one.
    fn described_cube(&self, before: &State, note: &Note, verdict: &Verdict) -> (String, String) {
        let decision = || {
            let game = before.game?;
            let info = crate::analysis::cube_info(before, &game, self.engine.met());
            Some((decision_of(note.cube.as_ref()?, &info), game.beavers))
        };
        let advice = || decision()?.0.verdict.map(|verdict| lowered(&verdict.to_string()));
        let answer = || {
            let (decision, beavers) = decision()?;
            Some(match decision.exchange().best_answer(beavers).answer {
                Answer::Take => "take".to_owned(),
                Answer::Pass => "pass".to_owned(),
                Answer::Beaver if beavers == 1 => "raccoon".to_owned(),
                Answer::Beaver => "beaver".to_owned(),
            })
        };
        let answer = || answer().unwrap_or_default();
        let other = |right: &str, wrong: &str| if verdict.loss > 0.0 { wrong.to_owned() } else { right.to_owned() };
        let is_owned = before.game.is_some_and(|game| game.cube.is_owned());
        match verdict.action {
            Action::NoDouble => (cube_words("no double", is_owned), advice().unwrap_or_default()),
            Action::Double => (cube_words("double", is_owned), advice().unwrap_or_default()),
            Action::Take => ("take".to_owned(), answer()),
            Action::Pass => ("pass".to_owned(), answer()),
            Action::Beaver => {
                let is_raccoon = before.game.is_some_and(|game| game.beavers == 1);
                (if is_raccoon { "raccoon" } else { "beaver" }.to_owned(), answer())
            }
            Action::Resign => ("resign".to_owned(), other("resign", "play on")),
            Action::Accept => ("accept".to_owned(), other("accept", "decline")),
            Action::Play => (String::new(), String::new()),
        }
    }

    /// The least loss of decisions that are meant: what figures and grade say, else that of an error; `None` for any.
    fn least(&self, wanted: &WantedErrors) -> Option<f64> {
        let thresholds = &self.settings.analysis.thresholds;
        let of_grade = wanted.grade.map(|grade| grade.least(thresholds).into());
        let said = [wanted.least, of_grade].into_iter().flatten().reduce(f64::max);
        said.or_else(|| (!wanted.is_of_any_loss()).then(|| thresholds.error.into()))
    }

    /// What [`is_meant`](Self::is_meant) asks of every decision, as far as its bytes tell that at once.
    pub(super) fn sieve(&self, wanted: &WantedErrors) -> Sieve {
        // What counts for nothing loses nothing.
        let least = self.least(wanted).filter(|least| *least > 0.0);
        Sieve { least, roll: wanted.roll, phase: wanted.phase, score: wanted.score }
    }

    /// Whether a decision is meant, its match, its player and the words of its comment aside.
    pub(super) fn is_meant(&self, wanted: &WantedErrors, facts: &Facts) -> bool {
        let lost = facts.judged.map(|judged| if judged.counts { judged.loss } else { 0.0 });
        let loses = self.least(wanted).is_none_or(|least| lost.is_some_and(|lost| f64::from(lost) >= least));
        loses
            && (!wanted.flagged || facts.flag)
            && (wanted.comment.is_none() || facts.has_comment)
            && wanted.kind.is_none_or(|kind| kind.holds(facts.action))
            && wanted.game.is_none_or(|game| game == facts.game + 1)
            && wanted.phase.is_none_or(|phase| phase == facts.phase)
            && wanted.themes.iter().all(|theme| theme.holds(facts.action, facts.proper, facts.owner))
            && wanted.score.is_none_or(|score| score == facts.score)
            && wanted.away.is_none_or(|away| away == facts.away)
            && wanted.roll.is_none_or(|roll| facts.roll == Some(roll))
            && (wanted.features.is_empty() && wanted.pattern.is_none()
                || facts.position().is_some_and(|found| {
                    wanted.features.iter().all(|feature| feature.is_in(&found))
                        && wanted.pattern.as_ref().is_none_or(|pattern| pattern.is_in(&found))
                }))
    }

    /// The errors that are meant, by their number in the whole list, from 1; the worst first.
    fn wanted_errors(&self, wanted: &WantedErrors) -> Result<Vec<(usize, Decided)>, SessionError> {
        let seat = |name: &PlayerName| {
            self.seat(name).map_err(|_| {
                let names = self.settings.names.0.iter().map(|name| (name.clone(), 1)).collect();
                let is_one = |words: &str| self.seat(&PlayerName::Named(words.to_owned())).is_ok();
                not_called("player", &name.to_string(), is_one, &names)
            })
        };
        let seat = |name: &Option<PlayerName>| name.as_ref().map(seat).transpose();
        let (player, against) = (seat(&wanted.player)?, seat(&wanted.against)?);
        if let Some(game) = wanted.game {
            self.number_of_game(game)?;
        }
        if wanted.like {
            return Err(SessionError::new("positions like this are looked for in the library")
                .with_suggestion("library find like this"));
        }
        let info = self.table.info();
        if !is_of(wanted, info.date.map(|date| date.to_string()).as_deref(), &info.event, self.standing().length(), &[])
        {
            return Ok(Vec::new());
        }
        let facts = self.facts();
        let facts: BTreeMap<_, _> =
            facts.iter().map(|one| ((usize::from(one.game), usize::from(one.step)), one)).collect();
        let is_wanted = |decided: &Decided| {
            let Decided { game, verdict, .. } = decided;
            player.is_none_or(|player| player == verdict.player)
                && against.is_none_or(|against| against != verdict.player)
                && facts.get(&(*game, verdict.step)).is_some_and(|facts| self.is_meant(wanted, facts))
                && says(wanted, &self.record().games()[*game].steps[verdict.step].note)
        };
        Ok((1..).zip(self.errors()).filter(|(_, decided)| is_wanted(decided)).collect())
    }

    /// A game of the record, from 0, by its number from 1.
    fn number_of_game(&self, game: u16) -> Result<usize, SessionError> {
        let games = self.record().games().len();
        if usize::from(game) > games {
            let error = SessionError::new(format!("this record has no game {game}"));
            return Err(error.with_expected([format!("1 to {games}")]));
        }
        Ok(usize::from(game) - 1)
    }

    pub(in crate::session) fn show_errors(&self, wanted: &WantedErrors) -> Result<Reply, SessionError> {
        let errors = self.wanted_errors(wanted)?;
        let row = |(rank, decided): &(usize, Decided)| {
            let Decided { game, verdict, made, best, by } = decided;
            ErrorRow {
                rank: *rank,
                game: game + 1,
                turn: turn_of(&self.record().games()[*game], verdict.step),
                player: self.settings.names[verdict.player].clone(),
                made: made.clone(),
                best: best.clone(),
                loss: verdict.loss,
                cost: verdict.cost,
                probability_wrong: self.chance_to_be_wrong(&self.record().games()[*game], verdict),
                by: by.clone(),
                mark: verdict.mark.map(|mark| mark.name()),
            }
        };
        Ok(Reply::figures(Figures::Errors(ErrorsReply {
            errors: errors.iter().take(usize::from(wanted.count.unwrap_or(DEFAULT_ROWS))).map(row).collect(),
            known: errors.len(),
            from: self.least(wanted).unwrap_or(0.0),
            is_part: !wanted.is_all(),
            is_analysed: self.is_analysed(),
            is_match: self.standing().length() > 0,
        })))
    }

    /// The chance that a wrong decision was wrong at all, where the errors of such an analysis are known.
    fn chance_to_be_wrong(&self, record: &GameRecord, verdict: &Verdict) -> Option<f64> {
        let open = open(record, verdict.step, &self.game_evaluator(), self.engine.met())?;
        open.made.filter(|_| open.is_learned).map(|made| 1.0 - made.best)
    }

    /// Goes to a place of the record.
    pub(in crate::session) fn goto(&mut self, place: &Goto) -> Result<Reply, SessionError> {
        self.begun()?;
        let (game, step) = match place {
            Goto::Error(n) => self.place_of_error(*n)?,
            Goto::Game(n) => {
                let mut record = self.record().clone();
                record.seek(self.number_of_game(*n)?, 0);
                record.first_of_game();
                record.cursor()
            }
            Goto::Turn { turn, player } => self.place_of_turn(*turn, player.as_ref())?,
            Goto::NextError(wanted) => self.near_error(wanted, true)?,
            Goto::PreviousError(wanted) => self.near_error(wanted, false)?,
        };
        self.seek((game, step));
        Ok(self.with_decision(Vec::new(), true))
    }

    fn place_of_error(&self, n: u16) -> Result<(usize, usize), SessionError> {
        let errors = self.errors();
        let Some(Decided { game, verdict, .. }) = errors.get(usize::from(n) - 1) else {
            let error = SessionError::new(format!("there is no error {n} in this record"));
            return Err(match errors.len() {
                0 => self.not_analysed(),
                known => error.with_expected([format!("1 to {known}")]),
            });
        };
        Ok((*game, verdict.step))
    }

    /// The decision of a player in a turn of the game at the cursor; the first of the turn where none is named.
    fn place_of_turn(&self, turn: u16, player: Option<&PlayerName>) -> Result<(usize, usize), SessionError> {
        let player = player.map(|player| self.seat(player)).transpose()?;
        let (number, _) = self.record().cursor();
        let game = &self.record().games()[number];
        let turns = turn_numbers(game);
        let decides = |step: usize| {
            let is_decision =
                !matches!(game.steps.get(step), Some(Step { event: Event::Roll(_) | Event::Begin { .. }, .. }));
            let here = game.state(step).game.filter(|_| is_decision);
            here.is_some_and(|here| player.is_none_or(|player| player == here.to_decide()))
        };
        let found = (0..turns.len()).find(|&step| turns[step] == usize::from(turn) && decides(step));
        found.map(|step| (number, step)).ok_or_else(|| {
            let last = turns.last().copied().unwrap_or(1);
            let who = player.map_or_else(String::new, |player| format!(" of {}", self.settings.names[player]));
            let error = SessionError::new(format!("game {} has no turn {turn}{who}", number + 1));
            error.with_expected([format!("1 to {last}, as `list game` numbers them")])
        })
    }

    /// The next error after the cursor, or the last one before it, of those that are meant; the N-th if a number is
    /// given.
    fn near_error(&self, wanted: &WantedErrors, forward: bool) -> Result<(usize, usize), SessionError> {
        let here = self.record().cursor();
        let errors = self.wanted_errors(wanted)?;
        let mut places: Vec<_> = errors.iter().map(|(_, decided)| (decided.game, decided.verdict.step)).collect();
        places.sort_unstable();
        let skipped = usize::from(wanted.count.unwrap_or(1)) - 1;
        let found = if forward {
            places.iter().filter(|&&place| place > here).nth(skipped)
        } else {
            places.iter().rev().filter(|&&place| place < here).nth(skipped)
        };
        found.copied().ok_or_else(|| {
            if !self.decided().iter().any(|decided| decided.verdict.is_error()) && !wanted.has_least() {
                return self.not_analysed();
            }
            let side = if forward { "after" } else { "before" };
            SessionError::new(format!("no such error comes {side} this decision")).with_suggestion("show errors")
        })
    }
}
