//! The Universal Backgammon Interface: a user interface starts the program and exchanges lines with it over a pipe.
//!
//! After the public draft by Øystein Schønning-Johansen: `ubgi` is answered with name and author and `readyok`; a
//! position by itself (an XGID or a FIBS `board:` line) with the best action; what is not understood with `sorry`.
//! Beside it the words that engines of other games have and that some interfaces send: `isready`, `setoption`,
//! `position`, `dice`, `go`, whose answer is a line that begins with `bestmove`, with lines of `info` before it. `stop`
//! is read while an answer is computed.

use super::{action, pairs};
use crate::board::{Player, Roll};
use crate::command::{Command, RolloutCommand, parse};
use crate::eval::EvalSettings;
use crate::formats::judged;
use crate::notation::{MatchState, RawBoard, Xgid, find_ids};
use crate::record::{Record, State};
use crate::rollout::{self, Control, Estimate, Progress, RolloutResult};
use crate::session::{Host, Reply, Session, SessionError};
use std::time::Duration;

/// How a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The conversation goes on with the next line.
    Go,
    /// The conversation is over.
    Quit,
}

/// A conversation with a user interface.
pub struct Ubgi {
    session: Session,
    /// The position that `go` is about.
    state: Option<State>,
}

/// A clock: returns the time since some moment.
type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);
/// Where lines go.
type Say<'a> = &'a mut (dyn FnMut(&str) + Send);

impl Ubgi {
    /// Answers with the engine and the settings of a session.
    pub fn new(session: Session) -> Self {
        Self { session, state: None }
    }

    /// Answers a line.
    pub fn hear(&mut self, line: &str, say: Say<'_>, clock: Clock<'_>) -> Heard {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let heard = match words.as_slice() {
            [] | ["stop"] => Ok(()),
            ["quit" | "exit"] => return Heard::Quit,
            ["ubgi"] => {
                introduce(&self.session, say);
                Ok(())
            }
            ["isready"] => {
                say("readyok");
                Ok(())
            }
            ["newgame" | "ubginewgame"] => {
                self.state = None;
                Ok(())
            }
            ["setoption", "name", name, "value", value] => self.set_option(name, value),
            ["setoption", ..] => Err("expected setoption name NAME value VALUE".to_owned()),
            ["position", rest @ ..] => self.believed(rest, say).map(|state| self.state = Some(state)),
            ["dice", rest @ ..] => self.dice(rest),
            ["go", rest @ ..] => self.go(rest, say, clock),
            [text] if is_position(text) => self.believed(&[text], say).and_then(|state| {
                let choice = self.session.advice(&state).map_err(|error| error.to_string())?;
                say(&action(&choice));
                Ok(())
            }),
            [word, ..] => Err(format!("`{word}` is not understood")),
        };
        if let Err(error) = heard {
            say(&format!("sorry {error}"));
        }
        Heard::Go
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let command = match name.to_ascii_lowercase().as_str() {
            "threads" => format!("set threads {value}"),
            "plies" => format!("set evaluation chequerplay evaluation plies {value}"),
            "cubeplies" => format!("set evaluation cubedecision evaluation plies {value}"),
            "trials" => format!("set rollout trials {value}"),
            "seed" => format!("set rollout seed {value}"),
            "jacoby" => format!("set jacoby {value}"),
            "beavers" => format!("set beavers {value}"),
            "variant" => format!("set variation {value}"),
            _ => return Err(format!("there is no option `{name}`")),
        };
        let command = parse(&command).map_err(|error| error.to_string())?;
        self.session.execute(&command, &mut rollout::Unobserved).map(|_| ()).map_err(|error| error.to_string())
    }

    /// The table that the words behind `position` describe, if it is believed. What is strange about it is said.
    fn believed(&self, words: &[&str], say: Say<'_>) -> Result<State, String> {
        let table = self.position(words)?;
        if table.game.is_none() {
            return Ok(table);
        }
        let (table, remarks) = judged(table)?;
        remarks.iter().for_each(|remark| say(&format!("info string {remark}")));
        Ok(table)
    }

    /// The table that the words behind `position` describe.
    fn position(&self, words: &[&str]) -> Result<State, String> {
        let told = |error: SessionError| error.to_string();
        match words {
            ["startpos"] => {
                let start = self.session.settings().variation.starting_position();
                let setup = crate::board::Setup::from(&start);
                self.session.table(setup, &MatchState::money(Player::Bottom)).map_err(told)
            }
            ["xgid" | "gnubgid" | "fibs" | "rawboard", text] | [text] => {
                let text = text.trim();
                if text.starts_with("board:") {
                    let raw = RawBoard::parse(text).map_err(|error| error.to_string())?;
                    return self.session.table(raw.setup, &raw.state).map_err(told);
                }
                if let Ok(xgid) = Xgid::parse(text) {
                    return self.session.table(xgid.setup, &xgid.state).map_err(told);
                }
                let found = find_ids(text).map_err(|error| error.to_string())?;
                let setup = found.setup.ok_or("expected an XGID, a GNUbg ID, a Position ID or board:…")?;
                let state = found.state.unwrap_or_else(|| MatchState::money(Player::Bottom));
                self.session.table(setup, &state).map_err(told)
            }
            _ => Err("expected position startpos, xgid XGID, gnubgid ID or board:…".to_owned()),
        }
    }

    fn dice(&mut self, words: &[&str]) -> Result<(), String> {
        let wrong = || "expected two dice, such as dice 3 1".to_owned();
        let text: String = words.concat();
        let faces: Vec<u8> = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        let &[a, b] = faces.as_slice() else { return Err(wrong()) };
        let roll = Roll::new(a, b).map_err(|_| wrong())?;
        let game = self.state.as_mut().and_then(|state| state.game.as_mut());
        let game = game.ok_or("no position yet")?;
        game.withdraw();
        game.dice = Some(roll);
        Ok(())
    }

    /// Looks for the best action: by evaluations of growing depth, or by a rollout.
    fn go(&mut self, words: &[&str], say: Say<'_>, clock: Clock<'_>) -> Result<(), String> {
        let mut state = self.state.ok_or("no position yet")?;
        let game = state.game.as_mut().ok_or("the game is over")?;
        let mut is_rollout = false;
        let mut deepest = None;
        let mut trials = None;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().unwrap_or_default();
                text.parse::<u32>().map_err(|_| format!("expected a number behind `{word}`"))
            };
            match word {
                "role" => match words.next() {
                    Some("chequer" | "checker" | "move") if game.dice.is_none() => {
                        return Err("no dice yet".to_owned());
                    }
                    Some("chequer" | "checker" | "move") => {}
                    Some("cube" | "double") => game.dice = None,
                    other => {
                        return Err(format!("`{}` is not a role: expected chequer or cube", other.unwrap_or_default()));
                    }
                },
                "plies" | "depth" => deepest = Some(number()?),
                "trials" => {
                    trials = Some(number()?);
                    is_rollout = true;
                }
                "rollout" => is_rollout = true,
                _ => return Err(format!("`{word}` is not a part of go: expected role, plies, rollout, trials")),
            }
        }
        if is_rollout { self.roll_out(&state, trials, say, clock) } else { self.search(&state, deepest, say) }
    }

    /// Deepens ply by ply, so that there is an answer whenever `stop` comes.
    fn search(&mut self, state: &State, deepest: Option<u32>, say: Say<'_>) -> Result<(), String> {
        let evaluation = self.session.settings().evaluation.clone();
        let is_play = state.game.is_some_and(|game| game.dice.is_some());
        let usual = if is_play { evaluation.chequerplay.plies() } else { evaluation.cubedecision.plies() };
        let most = u32::from(EvalSettings::MAX_PLIES);
        let deepest = match deepest {
            Some(plies) if plies > most => return Err(format!("{plies} plies: expected 0 to {most}")),
            Some(plies) => u8::try_from(plies).unwrap_or(usual),
            None => usual,
        };
        let mut best = None;
        for plies in 0..=deepest {
            let mut at = evaluation.clone();
            at.chequerplay.set_plies(plies);
            at.cubedecision.set_plies(plies);
            match self.session.advice_with(state, &at) {
                Ok((choice, worth)) => {
                    let worth = worth.map_or_else(String::new, |worth| format!(" equity {worth:+.4}"));
                    say(format!("info depth {plies}{worth} best {}", action(&choice)).trim_end());
                    best = Some(choice);
                }
                Err(error) if error.interrupted && best.is_some() => break,
                Err(error) => return Err(error.to_string()),
            }
        }
        say(format!("bestmove {}", best.as_ref().map_or_else(String::new, action)).trim_end());
        Ok(())
    }

    /// Rolls the decision out; reports interim results on the way.
    fn roll_out(&mut self, state: &State, trials: Option<u32>, say: Say<'_>, clock: Clock<'_>) -> Result<(), String> {
        let told = |error: SessionError| error.to_string();
        let game = state.game.ok_or("the game is over")?;
        if game.pending.is_some_and(|pending| !pending.is_double()) {
            return Err("a resignation is not rolled out".to_owned());
        }
        if let Some(trials) = trials {
            self.set_option("trials", &trials.to_string())?;
        }
        let mut before = *state;
        if let Some(game) = &mut before.game {
            // The answer to a double follows from the decision before it.
            game.withdraw();
        }
        self.session.restore(Record::new(before));
        let what = if game.dice.is_some() { RolloutCommand::Default } else { RolloutCommand::Cube };
        let mut watch = Watch { say, clock, names: Vec::new(), next: clock() + BETWEEN };
        let reply = self.session.execute(&Command::Rollout(what), &mut watch).map_err(told)?;
        let Reply::Rollout(rollout) = reply else { return Err("nothing was rolled out".to_owned()) };
        watch.tell(&rollout.result);
        let say = watch.say;
        let best = if game.dice.is_some() {
            let starts = rollout.job().candidates();
            let mut order: Vec<usize> = (0..starts.len()).collect();
            let value = |i: &usize| rollout.result.candidates[*i].equity().mean;
            order.sort_by(|a, b| value(b).total_cmp(&value(a)));
            let plays = crate::movegen::legal_plays(&game.position, game.dice.ok_or("no dice yet")?);
            let best = order.first().and_then(|&i| plays.iter().find(|play| starts[i].is_after(&play.result)));
            best.map_or_else(String::new, pairs)
        } else {
            let verdict = rollout.result.decision.as_ref().and_then(|decision| decision.verdict);
            let verdict = verdict.ok_or("no cube decision")?;
            let word = match (game.pending.is_some(), verdict.doubles(), verdict.takes()) {
                (true, _, true) => "take",
                (true, _, false) => "drop",
                (false, true, _) => "double",
                (false, false, _) => "roll",
            };
            word.to_owned()
        };
        say(format!("bestmove {best}").trim_end());
        Ok(())
    }
}

/// The time between two reports on a rollout.
const BETWEEN: Duration = Duration::from_secs(1);

/// Reports the progress of a rollout.
struct Watch<'a> {
    say: Say<'a>,
    clock: Clock<'a>,
    names: Vec<String>,
    next: Duration,
}

impl Watch<'_> {
    /// A line for each candidate.
    fn tell(&mut self, result: &RolloutResult) {
        for (name, candidate) in self.names.iter().zip(&result.candidates) {
            let Estimate { mean, std_err } = candidate.equity();
            let error = std_err.map_or_else(String::new, |error| format!(" se {error:.4}"));
            (self.say)(&format!("info trials {} equity {mean:+.4}{error} of {name}", candidate.trials));
        }
    }
}

impl Host for Watch<'_> {
    fn begins(&mut self, plan: &crate::session::Plan, _settings: &rollout::RolloutSettings) {
        self.names.clone_from(&plan.names);
    }
}

impl rollout::Observer for Watch<'_> {
    fn elapsed(&self) -> Duration {
        (self.clock)()
    }

    fn progress(&mut self, progress: &Progress<'_>) -> Control {
        let now = (self.clock)();
        if now >= self.next {
            self.next = now + BETWEEN;
            self.tell(&progress.result());
        }
        Control::Continue
    }
}

/// Writes the name and author of the engine.
fn introduce(session: &Session, say: Say<'_>) {
    let settings = session.settings();
    say("id name gammon");
    say("id author the authors of gammon");
    say(&format!("id version {}", env!("CARGO_PKG_VERSION")));
    for (name, kind) in [
        ("Threads", format!("spin default {} min 1 max 1024", settings.threads)),
        (
            "Plies",
            format!("spin default {} min 0 max {}", settings.evaluation.chequerplay.plies(), EvalSettings::MAX_PLIES),
        ),
        (
            "CubePlies",
            format!("spin default {} min 0 max {}", settings.evaluation.cubedecision.plies(), EvalSettings::MAX_PLIES),
        ),
        ("Trials", format!("spin default {} min 1 max 1000000000", settings.rollout.trials)),
        ("Seed", format!("spin default {} min 0 max 4294967295", settings.rollout.seed)),
        ("Jacoby", format!("combo default {} var on var off", if settings.jacoby { "on" } else { "off" })),
        ("Beavers", format!("spin default {} min 0 max 12", settings.beavers)),
        ("Variant", format!("string default {}", settings.variation.name())),
    ] {
        say(&format!("option name {name} type {kind}"));
    }
    say("readyok");
}

fn is_position(text: &str) -> bool {
    text.starts_with("board:") || text.starts_with("XGID=") || Xgid::parse(text).is_ok()
}
