//! A double of a NATS server, for tests: it keeps what is published, and answers as it is told.

use super::Access;
use super::access::Secrets;
use super::broker::Broker;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// The state of a double.
struct State {
    /// What was published, in its order.
    said: Vec<(String, String)>,
    /// The numbers of messages that wait, by consumer: not handed out, and not acknowledged.
    waiting: BTreeMap<String, (u64, u64)>,
    /// Messages that consumers hand out: a subject, how often it was handed out, and the bytes.
    shards: BTreeMap<String, VecDeque<(String, i64, Vec<u8>)>>,
    /// The year in which the streams were made; without one there are none.
    year: Option<u16>,
    /// Subscriptions to messages about jobs and workers, and what whoever has one is told at once.
    subscriptions: usize,
    greetings: Vec<(String, Vec<u8>)>,
    /// What is connected; nothing, where nobody is let in any more.
    connections: Option<Vec<TcpStream>>,
}

/// A double of a server, on a port of this machine.
pub struct Double {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl Double {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State {
            said: Vec::new(),
            waiting: BTreeMap::new(),
            shards: BTreeMap::new(),
            year: Some(2001),
            subscriptions: 0,
            greetings: Vec::new(),
            connections: Some(Vec::new()),
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if let Some(connections) = &mut shared.lock().expect("no panic").connections {
                    connections.push(stream.try_clone().expect("cloned"));
                    let state = Arc::clone(&shared);
                    thread::spawn(move || serve(stream, &state));
                }
            }
        });
        Self { port, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic")
    }

    /// An address with no secrets.
    pub fn access(&self) -> Access {
        Access::new(&format!("127.0.0.1:{}", self.port), Secrets::default()).expect("an address")
    }

    /// A connection to it.
    pub async fn broker(&self) -> Broker {
        Broker::connect(&self.access(), "test").await.expect("connected")
    }

    /// Waits until everything that was sent before has come.
    pub async fn settle(&self, broker: &Broker) {
        broker.publish(vec![("settled".to_owned(), Vec::new())]).await.expect("confirmed");
    }

    /// Tells how many messages of a consumer wait, and how many are not acknowledged.
    pub fn let_wait(&self, consumer: &str, pending: u64, under_way: u64) {
        self.state().waiting.insert(consumer.to_owned(), (pending, under_way));
    }

    /// Has a consumer hand out a message that was handed out so often, this time included; where that is never, the
    /// consumer is said to be gone.
    pub fn hand_out(&self, consumer: &str, subject: &str, times: i64, bytes: &[u8]) {
        let message = (subject.to_owned(), times, bytes.to_vec());
        self.state().shards.entry(consumer.to_owned()).or_default().push_back(message);
    }

    /// Has a message sent to whoever subscribes to it from now on.
    pub fn greet(&self, subject: &str, bytes: &[u8]) {
        self.state().greetings.push((subject.to_owned(), bytes.to_vec()));
    }

    /// Has the streams made in another year, or no longer be there.
    pub fn lose(&self, year: Option<u16>) {
        self.state().year = year;
    }

    /// Hangs up, and lets nobody in any more.
    pub fn hang_up(&self) {
        let connections = self.state().connections.take();
        connections.into_iter().flatten().for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
    }

    /// How many subscriptions to messages about jobs and workers there are.
    pub fn subscriptions(&self) -> usize {
        self.state().subscriptions
    }

    /// Waits until something with this in it was published with this subject.
    pub fn wait_for(&self, subject: &str, text: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.state().said.iter().any(|(to, said)| to == subject && said.contains(text)) {
            assert!(Instant::now() < end, "not in time: {subject}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What was published with subjects that begin so, since it was last asked.
    pub fn said(&self, begin: &str) -> Vec<(String, String)> {
        let mut state = self.state();
        let (said, others) = std::mem::take(&mut state.said).into_iter().partition(|(to, _)| to.starts_with(begin));
        state.said = others;
        said
    }
}

/// Serves a connection to its end.
fn serve(stream: TcpStream, state: &Mutex<State>) {
    // Small answers are not held back for larger ones.
    stream.set_nodelay(true).expect("set");
    let mut to = stream.try_clone().expect("cloned");
    let mut from = BufReader::new(stream);
    let mut inboxes: Vec<(String, String)> = Vec::new();
    let info = json!({"server_id": "double", "version": "2.10.0", "max_payload": 50_000, "headers": true, "proto": 1});
    if write!(to, "INFO {info}\r\n").is_err() {
        return;
    }
    let mut line = String::new();
    while from.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        line.clear();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = match words[..] {
            ["PING"] => b"PONG\r\n".to_vec(),
            ["SUB", subject, .., number] => {
                inboxes.push((subject.to_owned(), number.to_owned()));
                let mut state = state.lock().expect("no panic");
                state.subscriptions += usize::from(subject.starts_with("gammon."));
                let greetings = state.greetings.iter().filter(|(to, _)| is_for(subject, to));
                greetings.flat_map(|(to, bytes)| message((to, number), "", bytes)).collect()
            }
            ["PUB", subject, ref middle @ .., bytes] => {
                let mut payload = vec![0; bytes.parse::<usize>().expect("a number") + 2];
                from.read_exact(&mut payload).expect("whole");
                payload.truncate(payload.len() - 2);
                state.lock().expect("no panic").said.push((subject.to_owned(), text_of(&payload)));
                let inbox = middle.first().copied();
                match inboxes.iter().find(|(pattern, _)| is_for(pattern, inbox.unwrap_or(subject))) {
                    Some((_, number)) if inbox.is_none() => message((subject, number), "", &payload),
                    Some((_, number)) => {
                        let place = (inbox.unwrap_or_default(), &**number);
                        answer(subject, &payload, place, &mut state.lock().expect("no panic"))
                    }
                    None => continue,
                }
            }
            _ => continue,
        };
        if to.write_all(&answer).is_err() {
            return;
        }
    }
}

/// Whether who subscribes to the first gets the second.
fn is_for(pattern: &str, subject: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == subject, |begin| subject.starts_with(begin))
}

/// Bytes as text; those of results end where their head does.
fn text_of(bytes: &[u8]) -> String {
    let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    String::from_utf8_lossy(head).into_owned()
}

/// A message for a subscription.
fn message((subject, number): (&str, &str), reply: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("MSG {subject} {number} {reply} {}\r\n", bytes.len());
    [head.as_bytes(), bytes, b"\r\n"].concat()
}

/// The answer to what was published with a wish for one.
fn answer(subject: &str, payload: &[u8], (inbox, number): (&str, &str), state: &mut State) -> Vec<u8> {
    let words: Vec<&str> = subject.split('.').collect();
    let none = json!({"error": {"code": 404, "err_code": 10037, "description": "nothing there"}});
    let value = match words[..] {
        ["$JS", "API", "CONSUMER", "MSG", "NEXT", _, name] => {
            let status = match state.shards.get_mut(name).and_then(VecDeque::pop_front) {
                Some((_, 0, _)) => "409 Consumer Deleted",
                Some((subject, times, bytes)) => {
                    let reply = format!("$JS.ACK.STREAM.{name}.{times}.1.1.1000000000000000000.0");
                    return message((&subject, number), &reply, &bytes);
                }
                None => "404 No Messages",
            };
            let head = format!("NATS/1.0 {status}\r\n\r\n");
            return format!("HMSG {inbox} {number} {0} {0}\r\n{head}\r\n", head.len()).into_bytes();
        }
        ["$JS", "API", "STREAM", "INFO", name] => {
            let asked: Value = serde_json::from_slice(payload).unwrap_or_default();
            let begin = asked["subjects_filter"].as_str().map(|filter| filter.trim_end_matches('*'));
            let is_asked_for = |subject: &String| begin.is_some_and(|begin| subject.starts_with(begin));
            let all: BTreeSet<_> = state.said.iter().map(|(to, _)| to).filter(|to| is_asked_for(to)).collect();
            let subjects = all.into_iter().skip(asked["offset"].as_u64().unwrap_or(0) as usize);
            let subjects = Value::from_iter(subjects.map(|subject| (subject.clone(), 1)));
            state.year.map_or(none, |year| {
                let mut info = stream(name, year);
                info["state"]["subjects"] = subjects;
                info
            })
        }
        ["$JS", "API", "STREAM", "CREATE", name] => {
            state.year.get_or_insert(2002);
            stream(name, state.year.unwrap_or_default())
        }
        ["$JS", "API", "STREAM", "PURGE", _] => json!({"success": true, "purged": 0}),
        ["$JS", "API", "CONSUMER", "INFO" | "CREATE", stream, name, ..] => {
            let (pending, under_way) = state.waiting.get(name).copied().unwrap_or_default();
            consumer(stream, name, pending, under_way)
        }
        ["$JS", "API", "STREAM", "MSG", "GET", _] => {
            let asked: Value = serde_json::from_slice(payload).unwrap_or_default();
            let found = state.said.iter().rfind(|(to, _)| asked["last_by_subj"] == *to);
            let found = found.map(|(to, text)| {
                json!({"message": {"subject": to, "seq": 1, "data": STANDARD.encode(text),
                                   "time": "2001-01-01T00:00:00Z"}})
            });
            found.unwrap_or(none)
        }
        ["$JS", ..] => none,
        _ => json!({"stream": "STREAM", "seq": 1}),
    };
    message((inbox, number), "", value.to_string().as_bytes())
}

fn stream(name: &str, year: u16) -> Value {
    let state = json!({"messages": 0, "bytes": 0, "first_seq": 0, "first_ts": "2001-01-01T00:00:00Z", "last_seq": 0,
                       "last_ts": "2001-01-01T00:00:00Z", "consumer_count": 0});
    let config = json!({"name": name, "max_age": 0, "max_msgs": -1, "max_bytes": -1, "max_msgs_per_subject": -1,
                        "num_replicas": 1, "storage": "file", "retention": "limits", "discard": "old",
                        "subjects": [], "max_consumers": -1});
    json!({"config": config, "created": format!("{year}-01-01T00:00:00Z"), "state": state})
}

fn consumer(stream: &str, name: &str, pending: u64, under_way: u64) -> Value {
    let config = json!({"durable_name": name, "name": name, "deliver_policy": "all", "ack_policy": "explicit",
                        "replay_policy": "instant", "num_replicas": 0, "ack_wait": 30_000_000_000_u64});
    let none = json!({"consumer_seq": 0, "stream_seq": 0});
    json!({"stream_name": stream, "name": name, "created": "2001-01-01T00:00:00Z", "config": config,
           "delivered": none, "ack_floor": none, "num_ack_pending": under_way, "num_redelivered": 0,
           "num_waiting": 0, "num_pending": pending})
}
