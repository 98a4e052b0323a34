//! `external`: a socket at which other programs request plays.

use super::Interrupt;
use crate::serve::{External, Said};
use crate::session::{Reply, Session, SessionError};
use crate::system::{Duplex, sockets};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How often the wish to stop is looked at.
const WAITING: Duration = Duration::from_millis(50);
/// No line is longer.
const LONGEST: u64 = 10_000;
/// So many programs are answered at once.
const MOST: usize = 16;
/// A program that says nothing for so long is shown out, and one that does not read its answer.
const IDLE: Duration = Duration::from_secs(600);
const UNREAD: Duration = Duration::from_secs(30);

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
    let (gone, mut left) = (mpsc::channel(), 0);
    std::thread::scope(|scope| {
        while !interrupt.is_raised() {
            while let Ok((from, heard)) = gone.1.try_recv() {
                left -= 1;
                match heard {
                    Ok(heard) => lines += heard,
                    Err(error) => tell(format!("the program from {from} is lost: {error}")),
                }
            }
            if left >= MOST {
                std::thread::sleep(WAITING);
                continue;
            }
            match door.accept() {
                Ok((stream, from)) => {
                    programs += 1;
                    left += 1;
                    tell(format!("a program has come from {from}"));
                    let sender = gone.0.clone();
                    scope.spawn(move || {
                        let heard = converse(session, stream, interrupt, IDLE);
                        // Nobody listens any more at the end.
                        let _ = sender.send((from, heard));
                    });
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(WAITING),
                Err(error) => {
                    tell(format!("a program could not be let in: {error}"));
                    std::thread::sleep(WAITING);
                }
            }
        }
    });
    lines += gone.1.try_iter().filter_map(|(_, heard)| heard.ok()).sum::<u64>();
    let s = |n: u64| if n == 1 { "" } else { "s" };
    Ok(Reply::Message(format!("{lines} line{} of {programs} program{} were answered", s(lines), s(programs))))
}

/// Answers one program until it disconnects, or says nothing for `idle`; returns how many lines it has sent.
fn converse(session: &Session, stream: Box<dyn Duplex>, interrupt: &Interrupt, idle: Duration) -> io::Result<u64> {
    let mut stream = BufReader::new(stream);
    let mut external = External::default();
    let mut line = Vec::new();
    let mut heard = 0;
    let mut spoken = Instant::now();
    while !interrupt.is_raised() {
        let left = LONGEST.saturating_sub(line.len() as u64);
        match (&mut stream).take(left).read_until(b'\n', &mut line) {
            Ok(_) if line.last() == Some(&b'\n') => {
                let text = String::from_utf8_lossy(&line);
                heard += 1;
                match external.answer(session, &text) {
                    Said::Answer(answer) => stream.get_mut().write_all(format!("{answer}\n").as_bytes())?,
                    Said::Goodbye => return Ok(heard),
                }
                stream.get_mut().flush()?;
                line.clear();
                spoken = Instant::now();
            }
            Ok(_) if line.len() as u64 >= LONGEST => return Err(io::Error::other("its line is too long")),
            Ok(_) => return Ok(heard),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if spoken.elapsed() >= idle {
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
    fn after(does: impl FnOnce(&mut TcpStream), idle: Duration) -> Result<u64, String> {
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
        converse(&Session::new(), stream, &Interrupt::default(), idle).map_err(|error| error.to_string())
    }

    #[test]
    fn a_program_that_says_nothing_is_shown_out() {
        let idle = Duration::from_millis(200);
        for half in ["", "board:"] {
            let end = after(|program| program.write_all(half.as_bytes()).expect("sent"), idle);
            assert_eq!(end, Err("it has said nothing for 0 s".to_owned()), "{half:?}");
        }
    }

    #[test]
    fn a_program_that_leaves_or_writes_without_end_is_done_with() {
        let leaves = after(|program| program.shutdown(std::net::Shutdown::Both).expect("left"), IDLE);
        assert_eq!(leaves, Ok(0));
        let writes = after(|program| program.write_all(&[b'x'; LONGEST as usize]).expect("sent"), IDLE);
        assert_eq!(writes, Err("its line is too long".to_owned()));
    }
}
