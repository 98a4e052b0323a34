//! The server behind the page: on this machine only, at a port that the system chooses, under a secret that only those
//! know who have the address.
//!
//! Pages of other sites run in the same browser and can send requests here. They neither know the secret nor pass for
//! this site: the name of the host has to be this machine's, and whatever changes something has to come from the page.

use super::{Answering, Asked, What};
use crate::digest::hexadecimal;
use crate::session::{Look, SessionError};
use crate::shell::looking::{Board, named};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot};

/// This many connections at once. Where another one comes, the one that has waited longest goes.
const MOST: usize = 32;
/// The time after which a connection without a whole head of a request is cut off.
const PATIENCE: Duration = Duration::from_secs(20);

/// The headers of every answer beside the policy of the page itself: nothing of it is kept, framed, or told to others.
const HEADERS: [(header::HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
];

/// A port with its secret.
pub struct Door {
    listener: TcpListener,
    host: String,
    secret: String,
}

/// A server, alive as long as this is held.
pub struct Served {
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // The thread has nothing to say.
            let _ = thread.join();
        }
    }
}

/// A connection.
struct Visitor {
    manners: Mutex<Manners>,
    /// The place is needed.
    leaves: Notify,
}

/// What is known of a connection, in the order in which connections make room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Manners {
    /// Whether a request has had the secret.
    knows_secret: bool,
    /// The last time that a whole request has come, or the connection itself.
    since: Instant,
}

impl Visitor {
    fn new() -> Self {
        Self { manners: Mutex::new(Manners { knows_secret: false, since: Instant::now() }), leaves: Notify::new() }
    }

    fn manners(&self) -> MutexGuard<'_, Manners> {
        self.manners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a connection in; where all places are taken, one of those that do not know the secret goes for it, the one
/// that has waited longest without a request.
fn let_in(visitors: &mut Vec<Weak<Visitor>>) -> Arc<Visitor> {
    visitors.retain(|visitor| visitor.strong_count() > 0);
    let there: Vec<_> = visitors.iter().filter_map(Weak::upgrade).collect();
    if let Some(first) = there.iter().min_by_key(|visitor| *visitor.manners()).filter(|_| there.len() >= MOST) {
        first.leaves.notify_one();
        visitors.retain(|visitor| visitor.as_ptr() != Arc::as_ptr(first));
    }
    let visitor = Arc::new(Visitor::new());
    visitors.push(Arc::downgrade(&visitor));
    visitor
}

/// The parts that the server works with.
struct Desk {
    host: String,
    secret: String,
    asks: mpsc::Sender<Asked>,
    board: Arc<Board>,
    stop: Arc<AtomicBool>,
}

impl Door {
    /// Opens a port of this machine.
    pub fn open() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let host = listener.local_addr()?.to_string();
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        Ok(Self { listener, host, secret: hexadecimal(random) })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.secret)
    }

    /// Serves until the answer is dropped.
    ///
    /// # Errors
    /// When the system has no thread or no sockets for it.
    pub fn serve_in_thread(
        self,
        asks: mpsc::Sender<Asked>,
        board: Arc<Board>,
        stop: Arc<AtomicBool>,
    ) -> Result<Served, SessionError> {
        let failed = |error: io::Error| SessionError::new(format!("no browser can be served here: {error}"));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().map_err(failed)?;
        let (end, ended) = oneshot::channel();
        let Self { listener, host, secret } = self;
        let desk = Arc::new(Desk { host, secret, asks, board, stop });
        let work = move || runtime.block_on(serve(listener, desk, ended));
        let thread = thread::Builder::new().name("browse".to_owned()).spawn(work).map_err(failed)?;
        Ok(Served { end: Some(end), thread: Some(thread) })
    }
}

async fn serve(listener: TcpListener, desk: Arc<Desk>, mut ended: oneshot::Receiver<()>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let mut visitors = Vec::new();
    loop {
        let stream = tokio::select! {
            _ = &mut ended => return,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Too many files are open, or the other side is gone: the next may do better.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let visitor = let_in(&mut visitors);
        let desk = Arc::clone(&desk);
        tokio::spawn(async move {
            let answer = hyper::service::service_fn(|request| {
                let (desk, visitor) = (Arc::clone(&desk), Arc::clone(&visitor));
                async move { Ok::<_, Infallible>(desk.answer(&request, &visitor).await) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // A connection that breaks concerns nobody but the browser, which asks again.
            tokio::select! {
                _ = http.serve_connection(TokioIo::new(stream), answer) => {}
                () = visitor.leaves.notified() => {}
            }
        });
    }
}

type Answer = Response<Full<Bytes>>;

impl Desk {
    async fn answer(&self, request: &Request<Incoming>, visitor: &Visitor) -> Answer {
        visitor.manners().since = Instant::now();
        if !self.is_host(request) {
            return plain(StatusCode::FORBIDDEN, "this server answers under its own address only");
        }
        let path = request.uri().path().strip_prefix('/').and_then(|path| path.split_once('/'));
        let Some((_, path)) = path.filter(|(secret, _)| is_same(secret.as_bytes(), self.secret.as_bytes())) else {
            return plain(StatusCode::NOT_FOUND, "there is nothing at this address");
        };
        visitor.manners().knows_secret = true;
        let words: Vec<&str> = path.split('/').collect();
        // A path below a match of a folder is about that match.
        let (of_match, words) = match words.as_slice() {
            ["match", n, rest @ ..] if !rest.is_empty() => match n.parse() {
                Ok(n) => (Some(n), rest),
                Err(_) => return plain(StatusCode::NOT_FOUND, "there is nothing at this address"),
            },
            words => (None, words),
        };
        let asked = |what: What| move |answer| Asked { of_match, what, answer };
        match (request.method(), words) {
            (&Method::GET, [""]) => self.ask(asked(What::Page), HTML).await,
            (&Method::GET, ["rollout"]) => self.ask(asked(What::Rollout), HTML).await,
            (&Method::GET, ["decision", id]) => self.ask(asked(What::Decision((*id).to_owned())), JSON).await,
            (&Method::GET, ["live"]) => {
                let news = serde_json::to_string(&self.board.news().seen_from(of_match)).unwrap_or_default();
                text(StatusCode::OK, JSON, news)
            }
            (&Method::POST, _) if !self.is_own(request.headers()) => {
                plain(StatusCode::FORBIDDEN, "this comes from another site")
            }
            (&Method::POST, ["stop"]) => {
                self.board.stop(&self.stop);
                plain(StatusCode::ACCEPTED, "")
            }
            (&Method::POST, ["answer", id, row]) => match row.parse() {
                Ok(row) => self.ask(asked(What::Answer((*id).to_owned(), row)), PLAIN).await,
                Err(_) => plain(StatusCode::NOT_FOUND, "there is nothing at this address"),
            },
            (&Method::POST, ["deeper", id]) => self.look(of_match, id, Look::Deeper),
            (&Method::POST, ["rollout", id]) => self.look(of_match, id, Look::RollOut),
            (&Method::POST, ["more"]) => self.work(of_match, "", "rolling out", What::More),
            (&Method::GET | &Method::POST, _) => plain(StatusCode::NOT_FOUND, "there is nothing at this address"),
            _ => plain(StatusCode::METHOD_NOT_ALLOWED, "GET and POST are answered"),
        }
    }

    /// Asks the thread that owns the session.
    async fn ask(&self, asked: impl FnOnce(Option<Answering>) -> Asked, kind: &'static str) -> Answer {
        let (sender, receiver) = oneshot::channel();
        if self.asks.send(asked(Some(sender))).is_err() {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "the session is gone");
        }
        match receiver.await {
            Ok(Some(body)) => text(StatusCode::OK, kind, body),
            Ok(None) => plain(StatusCode::NOT_FOUND, "there is nothing at this address"),
            Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "the session is gone"),
        }
    }

    fn look(&self, of_match: Option<usize>, id: &str, look: Look) -> Answer {
        self.work(of_match, id, named(look), What::Look(id.to_owned(), look))
    }

    /// Asks for work that takes long.
    fn work(&self, of_match: Option<usize>, id: &str, name: &str, what: What) -> Answer {
        if !self.board.is_taken(of_match, id, name) {
            return plain(StatusCode::CONFLICT, "another look is still running");
        }
        match self.asks.send(Asked { of_match, what, answer: None }) {
            Ok(()) => plain(StatusCode::ACCEPTED, ""),
            Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "the session is gone"),
        }
    }

    /// Whether a request means this server: a name of another site may lead to this machine, too. It may name the
    /// server in its first line besides.
    fn is_host(&self, request: &Request<Incoming>) -> bool {
        if request.uri().authority().is_some_and(|named| named.as_str() != self.host) {
            return false;
        }
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let is_own = hosts.next().is_some_and(|host| host.as_bytes() == self.host.as_bytes());
        is_own && hosts.next().is_none()
    }

    /// Whether a request comes from the page itself.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let origin = format!("http://{}", self.host);
        let is_site = headers.get("sec-fetch-site").is_none_or(|site| site.as_bytes() == b"same-origin");
        is_site && headers.get(header::ORIGIN).is_some_and(|from| from.as_bytes() == origin.as_bytes())
    }
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const PLAIN: &str = "text/plain; charset=utf-8";

fn plain(status: StatusCode, said: &str) -> Answer {
    text(status, PLAIN, said.to_owned())
}

fn text(status: StatusCode, kind: &'static str, body: String) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(body)));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Whether two secrets are the same, in a time that does not depend on where they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
