//! `external`: a socket at which other programs request plays.

use super::Interrupt;
use crate::serve::{External, Said};
use crate::session::{Reply, Session, SessionError};
use crate::system::{Duplex, sockets};
use crate::words::counted;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How often the wish to stop is looked at.
const WAITING: Duration = Duration::from_millis(50);
/// No line is longer.
const LONGEST: u64 = 10_000;
/// This many programs are answered at once. Where another one comes, the one that has been silent longest goes.
const MOST: usize = 16;
/// A program that says nothing for so long is shown out, and one that does not read its answer.
const IDLE: Duration = Duration::from_secs(600);
const UNREAD: Duration = Duration::from_secs(10);

/// The place of a program that has come in.
struct Place {
    silence: Mutex<Silence>,
    /// Whether the place is needed for another program.
    is_over: AtomicBool,
}

/// How long a program has been silent, and whether it ever was not: a whole line has to come from it.
#[derive(Clone, Copy)]
struct Silence {
    has_spoken: bool,
    /// `None` while an answer is sought.
    since: Option<Instant>,
}

impl Place {
    fn new() -> Self {
        let silence = Silence { has_spoken: false, since: Some(Instant::now()) };
        Self { silence: Mutex::new(silence), is_over: AtomicBool::new(false) }
    }

    fn silence(&self) -> Silence {
        *self.silence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is(&self, silence: Silence) {
        *self.silence.lock().unwrap_or_else(PoisonError::into_inner) = silence;
    }
}

/// Shows out the program that has been silent longest, those first that have never said a line; none where somebody is
/// on the way out already, or all are being answered.
fn make_room<'a>(places: impl Iterator<Item = &'a Place> + Clone) {
    if places.clone().any(|place| place.is_over.load(Ordering::Relaxed)) {
        return;
    }
    let silent = places.filter_map(|place| Some((place.silence().has_spoken, place.silence().since?, place)));
    if let Some((.., place)) = silent.min_by_key(|(has_spoken, since, _)| (*has_spoken, *since)) {
        place.is_over.store(true, Ordering::Relaxed);
    }
}

/// Where programs knock.
enum Door {
    Tcp(TcpListener),
    Socket(sockets::Listener),
}

impl Door {
    /// A port of this machine only, an address with its port, or the path of a socket.
    fn open(address: &str) -> io::Result<Self> {
        if sockets::is_path(address) {
            return sockets::Listener::bind(Path::new(address)).map(Self::Socket);
        }
        let door = match address.parse::<u16>() {
            Ok(port) => TcpListener::bind(("127.0.0.1", port))?,
            Err(_) => TcpListener::bind(address)?,
        };
        door.set_nonblocking(true)?;
        Ok(Self::Tcp(door))
    }

    /// The next connection, if there is one, with its peer; reading from it times out after a while.
    fn accept(&self) -> io::Result<(Box<dyn Duplex>, String)> {
        match self {
            Self::Tcp(door) => {
                let (stream, from) = door.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(WAITING))?;
                stream.set_write_timeout(Some(UNREAD))?;
                stream.set_nodelay(true)?;
                Ok((Box::new(stream), from.to_string()))
            }
            Self::Socket(door) => door.accept(WAITING, UNREAD),
        }
    }
}

/// Answers at an address until Ctrl-C, several programs at a time; `tell` receives messages about connections.
///
/// # Errors
/// When this address cannot be listened at.
pub fn serve_external(
    session: &Session,
    address: &str,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(String),
) -> Result<Reply, SessionError> {
    let door = Door::open(address).map_err(|error| {
        let forms = ["a port of this machine, such as 1234", "HOST:PORT"].into_iter().chain(sockets::FORMS);
        SessionError::new(format!("cannot listen at `{address}`: {error}")).with_expected(forms)
    })?;
    let place = match &door {
        Door::Tcp(door) => door.local_addr().map_or_else(|_| address.to_owned(), |place| place.to_string()),
        Door::Socket(_) => address.to_owned(),
    };
    tell(format!("waiting for programs at {place}; Ctrl-C ends it"));
    let (mut programs, mut lines) = (0_u64, 0_u64);
    let (gone, mut places, mut waiting) = (mpsc::channel(), BTreeMap::new(), None);
    std::thread::scope(|scope| {
        while !interrupt.is_raised() {
            while let Ok((number, from, heard)) = gone.1.try_recv() {
                places.remove(&number);
                match heard {
                    Ok(heard) => lines += heard,
                    Err(error) => tell(format!("the program from {from} is lost: {error}")),
                }
            }
            match waiting.take().map_or_else(|| door.accept(), Ok) {
                Ok(program) if places.len() >= MOST => {
                    make_room(places.values().map(|place: &Arc<Place>| &**place));
                    waiting = Some(program);
                    std::thread::sleep(WAITING);
                }
                Ok((stream, from)) => {
                    programs += 1;
                    let (number, place) = (programs, Arc::new(Place::new()));
                    let (sender, at, peer) = (gone.0.clone(), Arc::clone(&place), from.clone());
                    let work = move || {
                        let heard = converse(session, stream, interrupt, IDLE, &at);
                        // Nobody listens any more at the end.
                        let _ = sender.send((number, peer, heard));
                    };
                    match std::thread::Builder::new().spawn_scoped(scope, work) {
                        Ok(_) => {
                            places.insert(number, place);
                            tell(format!("a program has come from {from}"));
                        }
                        Err(error) => tell(format!("the program from {from} could not be let in: {error}")),
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(WAITING),
                Err(error) => {
                    tell(format!("a program could not be let in: {error}"));
                    std::thread::sleep(WAITING);
                }
            }
        }
    });
    lines += gone.1.try_iter().filter_map(|(.., heard)| heard.ok()).sum::<u64>();
    let answered = if lines == 1 { "was answered" } else { "were answered" };
    Ok(Reply::Message(format!("{} of {} {answered}", counted(lines, "line"), counted(programs, "program"))))
}

/// Answers one program until it disconnects, says nothing for `idle`, or its place is needed; returns how many lines it
/// has sent.
fn converse(
    session: &Session,
    stream: Box<dyn Duplex>,
    interrupt: &Interrupt,
    idle: Duration,
    place: &Place,
) -> io::Result<u64> {
    let mut stream = BufReader::new(stream);
    let mut external = External::default();
    let mut line = Vec::new();
    let mut heard = 0;
    while !interrupt.is_raised() {
        if place.is_over.load(Ordering::Relaxed) {
            return Err(io::Error::other("it was the one that had been silent longest, and another one has come"));
        }
        let left = LONGEST.saturating_sub(line.len() as u64);
        match (&mut stream).take(left).read_until(b'\n', &mut line) {
            Ok(_) if line.last() == Some(&b'\n') => {
                let text = String::from_utf8_lossy(&line);
                heard += 1;
                place.is(Silence { has_spoken: true, since: None });
                let said = external.answer(session, &text);
                place.is(Silence { has_spoken: true, since: Some(Instant::now()) });
                match said {
                    Said::Answer(answer) => stream.get_mut().write_all(format!("{answer}\n").as_bytes())?,
                    Said::Goodbye => return Ok(heard),
                }
                stream.get_mut().flush()?;
                line.clear();
            }
            Ok(_) if line.len() as u64 >= LONGEST => return Err(io::Error::other("its line is too long")),
            Ok(_) => return Ok(heard),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if place.silence().since.is_some_and(|since| since.elapsed() >= idle) {
                    return Err(io::Error::other(format!("it has said nothing for {} s", idle.as_secs())));
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(heard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    /// The end of a conversation with a program that does something after it has connected.
    fn after(does: impl FnOnce(&mut TcpStream), idle: Duration, is_over: bool) -> Result<u64, String> {
        let door = Door::open("0").expect("a free port");
        let Door::Tcp(listener) = &door else { unreachable!("a port is TCP") };
        let mut program = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
        let stream = loop {
            match door.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(WAITING),
                Err(error) => panic!("{error}"),
            }
        };
        does(&mut program);
        let place = Place { is_over: AtomicBool::new(is_over), ..Place::new() };
        converse(&Session::new(), stream, &Interrupt::default(), idle, &place).map_err(|error| error.to_string())
    }

    #[test]
    fn a_program_that_says_nothing_is_shown_out() {
        let idle = Duration::from_millis(200);
        for half in ["", "board:"] {
            let end = after(|program| program.write_all(half.as_bytes()).expect("sent"), idle, false);
            assert_eq!(end, Err("it has said nothing for 0 s".to_owned()), "{half:?}");
        }
    }

    #[test]
    fn whoever_has_been_silent_longest_makes_room() {
        let now = Instant::now();
        let place = |has_spoken, seconds: Option<u64>| {
            let place = Place::new();
            place.is(Silence { has_spoken, since: seconds.map(|seconds| now - Duration::from_secs(seconds)) });
            place
        };
        let leaves = |places: &[Place]| {
            make_room(places.iter());
            let all = places.iter().map(|place| place.is_over.load(Ordering::Relaxed));
            all.enumerate().filter(|(_, is_over)| *is_over).map(|(i, _)| i).collect::<Vec<_>>()
        };
        let places = [place(true, Some(90)), place(false, Some(3)), place(false, Some(5)), place(true, None)];
        assert_eq!(leaves(&places), [2], "it has never said a line");
        assert_eq!(leaves(&places), [2], "it is on its way");
        assert_eq!(leaves(&[place(true, Some(3)), place(true, Some(90)), place(true, None)]), [1]);
        assert!(leaves(&[place(true, None), place(false, None)]).is_empty(), "these are being answered");
        let end = after(|_| (), IDLE, true);
        assert_eq!(end, Err("it was the one that had been silent longest, and another one has come".to_owned()));
    }

    #[test]
    fn a_program_that_leaves_or_writes_without_end_is_done_with() {
        let leaves = after(|program| program.shutdown(std::net::Shutdown::Both).expect("left"), IDLE, false);
        assert_eq!(leaves, Ok(0));
        let writes = after(|program| program.write_all(&[b'x'; LONGEST as usize]).expect("sent"), IDLE, false);
        assert_eq!(writes, Err("its line is too long".to_owned()));
    }
}
