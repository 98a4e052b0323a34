//! Players that are other programs: the protocol of GNU Backgammon's external players.
//!
//! A decision is a `board:` line, the answer is a line: a play, `roll`, `double`, `take`, `drop`, `beaver`, `accept`,
//! `reject`.

use crate::board::{ByPlayer, Player};
use crate::notation::{RawBoard, parse_play};
use crate::record::{Event, Game, Pending};
use crate::scoring::{GameValue, Terms};
use crate::session::error::refused;
use crate::session::{Choice, Session, SessionError};
use crate::settings::{Settings, Value, Who};
use crate::system::{Duplex, sockets};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(5);
/// How often the wish to stop is looked at while an answer is waited for.
const WAITING: Duration = Duration::from_millis(100);
/// How long an answer may take: a program that thinks for minutes is waited for, one that hangs is not.
const ANSWER: Duration = Duration::from_secs(600);
/// No answer is longer.
const LONGEST: u64 = 1000;

/// A connection to a program that plays.
struct External {
    address: String,
    stream: BufReader<Box<dyn Duplex>>,
}

impl External {
    fn connect(address: &str) -> Result<Self, SessionError> {
        let stream = open(address).map_err(|error| {
            refused(format!("nobody answers at `{address}`: {error}"))
                .with_expected(["HOST:PORT"].into_iter().chain(sockets::FORMS))
        })?;
        Ok(Self { address: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// The answer to a line.
    fn ask(&mut self, line: &str, stop: &AtomicBool) -> Result<String, SessionError> {
        let lost = |error: std::io::Error| refused(format!("the program at {} is lost: {error}", self.address));
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\n").as_bytes()).and_then(|()| stream.flush()).map_err(lost)?;
        let mut answer = Vec::new();
        let mut waited = Duration::ZERO;
        loop {
            let left = LONGEST.saturating_sub(answer.len() as u64);
            match (&mut self.stream).take(left).read_until(b'\n', &mut answer) {
                Ok(_) if answer.last() == Some(&b'\n') => break,
                Ok(_) => return Err(refused(format!("the program at {} says nothing more", self.address))),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if stop.load(Ordering::Relaxed) {
                        return Err(SessionError::stopped());
                    }
                    // Counted in waits, for a session has no clock.
                    waited += WAITING;
                    if waited >= ANSWER {
                        let seconds = ANSWER.as_secs();
                        let place = &self.address;
                        return Err(refused(format!("the program at {place} has not answered for {seconds} s")));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(refused(format!("the program at {} is lost: {error}", self.address))),
            }
        }
        Ok(String::from_utf8_lossy(&answer).replace('\0', "").trim().to_owned())
    }
}

/// Opens the way to an address.
fn open(address: &str) -> std::io::Result<Box<dyn Duplex>> {
    if sockets::is_path(address) {
        return sockets::connect(address, WAITING);
    }
    let mut last = ErrorKind::AddrNotAvailable.into();
    for place in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, CONNECTING) {
            Ok(stream) => {
                stream.set_read_timeout(Some(WAITING))?;
                stream.set_nodelay(true)?;
                return Ok(Box::new(stream));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The programs that play, by the seats that they play for.
#[derive(Default)]
pub(in crate::session) struct Externals(ByPlayer<Option<External>>);

impl Externals {
    /// The programs change seats with their players.
    pub fn swap_seats(&mut self) {
        self.0.0.swap(0, 1);
    }
}

impl Session {
    /// Connects to the programs that are to play from now on, and leaves the others. A connection that fails is only
    /// reported; it is tried again when the player is to decide.
    pub(in crate::session) fn connect_players(&mut self, new: &Settings, value: &Value) -> Option<String> {
        let mut note = None;
        for player in Player::BOTH {
            match &new.players[player].who {
                Who::External(address) if *value == Value::Text(address.clone()) => {
                    // A program may accept one connection at a time.
                    self.externals.0[player] = None;
                    match External::connect(address) {
                        Ok(external) => self.externals.0[player] = Some(external),
                        Err(error) => note = Some(format!("{error}; it is tried again when there is a decision")),
                    }
                }
                Who::External(_) => {}
                Who::Human | Who::Engine => self.externals.0[player] = None,
            }
        }
        note
    }

    /// The choice of another program for a player.
    pub(super) fn ask_external(&mut self, player: Player) -> Result<Choice, SessionError> {
        let game = self.game_in_progress()?;
        // A player who may not double is not asked: GNU Backgammon would double all the same.
        let may_act = game.pending.is_none() && game.dice.is_none();
        if may_act && self.state().after(&Event::Double, self.rules()).is_err() {
            return Ok(Choice::Roll);
        }
        let line = self.question(&game);
        if self.externals.0[player].is_none() {
            let Who::External(address) = &self.settings.players[player].who else {
                return Err(SessionError::new("no other program plays"));
            };
            self.externals.0[player] = Some(External::connect(address)?);
        }
        let Some(external) = &mut self.externals.0[player] else {
            return Err(SessionError::new("no other program plays"));
        };
        match external.ask(&line, &self.stop) {
            Ok(answer) => understood(&answer, &game)
                .map_err(|error| refused(format!("the program at {} answers `{answer}`: {error}", external.address))),
            Err(error) => {
                // The answer may arrive later, when another question waits.
                self.externals.0[player] = None;
                Err(error)
            }
        }
    }

    /// The decision on the table as a line, as GNU Backgammon reads it: the score of the side with negative counts
    /// comes first, the right to double of neither side means a double, and a resignation is answered by the side on
    /// roll.
    fn question(&self, game: &Game) -> String {
        let (mut position, mut state) = (game.position, self.match_state(game));
        let mut options = String::new();
        if let Terms::Money { jacoby, beavers, .. } = self.standing().terms() {
            if !jacoby {
                options += " jacobyrule off";
            }
            if beavers == 0 {
                options += " beavers off";
            }
        }
        if let Some(Pending::Resignation { by, value, .. }) = game.pending {
            options += &format!(" resignation {}", value.multiplier());
            state.resignation = None;
            state.dice = None;
            if by == state.on_roll {
                position = position.flipped();
                state.on_roll = !by;
            }
        }
        let line = RawBoard::new(self.settings.names.clone(), &position, &state).to_string();
        let mut fields: Vec<&str> = line.split(':').collect();
        fields.swap(SCORES, SCORES + 1);
        if state.doubled {
            fields[RIGHTS..RIGHTS + 3].fill("0");
        }
        fields.join(":") + &options
    }
}

/// Where the two scores begin among the fields of a `board:` line, that word included.
const SCORES: usize = 4;
/// Where the rights to double and the flag of a double begin.
const RIGHTS: usize = 38;

/// The choice that an answer stands for.
fn understood(answer: &str, game: &Game) -> Result<Choice, String> {
    let word = answer.to_ascii_lowercase();
    let choice = match (game.pending, game.dice) {
        (Some(Pending::Double), _) => match word.as_str() {
            "take" | "accept" => Some(Choice::Take),
            "drop" | "pass" | "reject" => Some(Choice::Pass),
            "beaver" | "redouble" => Some(Choice::Beaver),
            _ => None,
        },
        (Some(Pending::Resignation { .. }), _) => match word.as_str() {
            "accept" | "agree" => Some(Choice::Accept),
            "reject" | "decline" => Some(Choice::Decline),
            _ => None,
        },
        (None, None) => match word.as_str() {
            "roll" => Some(Choice::Roll),
            "double" | "redouble" => Some(Choice::Double),
            _ => resignation(&word),
        },
        (None, Some(dice)) => {
            if let Some(choice) = resignation(&word) {
                return Ok(choice);
            }
            return match parse_play(answer, &game.position, dice) {
                Ok(play) => Ok(Choice::Play(play)),
                Err(error) => Err(error.to_string()),
            };
        }
    };
    choice.ok_or_else(|| "this does not answer the decision".to_owned())
}

/// `resign`, perhaps with how much.
fn resignation(word: &str) -> Option<Choice> {
    let rest = word.strip_prefix("resign")?.trim();
    let value = match rest {
        "" | "1" | "single" | "normal" => GameValue::Single,
        "2" | "gammon" => GameValue::Gammon,
        "3" | "backgammon" => GameValue::Backgammon,
        _ => return None,
    };
    Some(Choice::Resign(value))
}
