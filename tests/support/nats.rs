//! A real NATS server for tests, on a free port of this machine, and processes that end with their test.
use super::home::Home;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server with a store of its own.
pub struct Nats {
    folder: TempDir,
    /// Where it listens.
    pub port: u16,
    child: Option<Child>,
    more: String,
}

impl Nats {
    /// Starts a server. One that is not installed is a failure: nothing here can be tested without it.
    pub fn new() -> Self {
        Self::with("")
    }

    /// Starts a server with more in its configuration.
    pub fn with(more: &str) -> Self {
        let port = free_port();
        let folder = TempDir::new().expect("a temporary folder");
        let mut new = Self { folder, port, child: None, more: more.to_owned() };
        new.start();
        new
    }

    /// Starts it again, with whatever is in its store.
    pub fn start(&mut self) {
        let store = self.folder.path().join("store");
        let config = format!(
            "host: 127.0.0.1\nport: {}\njetstream {{ store_dir: {:?} }}\n{}",
            self.port,
            store.display().to_string(),
            self.more
        );
        let file = self.folder.path().join("nats.conf");
        fs::write(&file, config).expect("written");
        let log = fs::File::options().append(true).create(true).open(self.folder.path().join("log")).expect("a log");
        let server =
            if fs::exists("/usr/sbin/nats-server").unwrap_or(false) { "/usr/sbin/nats-server" } else { "nats-server" };
        let child = Command::new(server).arg("-c").arg(&file).stderr(log).spawn();
        self.child = Some(child.expect("nats-server is installed (apt-get install nats-server)"));
        wait_for("the server listens", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills it.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("it ends");
        }
    }

    /// Removes what it has stored.
    pub fn wipe(&self) {
        fs::remove_dir_all(self.folder.path().join("store")).expect("removed");
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Publishes a message by the plain protocol.
    pub fn publish(&self, subject: &str, bytes: &[u8]) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        let mut text = format!("CONNECT {{\"verbose\":false}}\r\nPUB {subject} {}\r\n", bytes.len()).into_bytes();
        text.extend(bytes);
        text.extend(b"\r\nPING\r\n");
        stream.write_all(&text).expect("sent");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        let (mut said, mut part) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&said).contains("PONG") {
            let n = stream.read(&mut part).expect("an answer");
            said.extend(&part[..n]);
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A port that is not in use.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}

/// Waits until something holds.
pub fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(90);
    while !holds() {
        assert!(Instant::now() < end, "not in time: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A running program whose output is collected.
pub struct Process {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Process {
    /// Starts the program in a home.
    pub fn new(home: &Home, arguments: &[&str]) -> Self {
        let mut child = home
            .command()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let said = Arc::new(Mutex::new(String::new()));
        for mut stream in [
            Box::new(child.stdout.take().expect("piped")) as Box<dyn Read + Send>,
            Box::new(child.stderr.take().expect("piped")),
        ] {
            let said = Arc::clone(&said);
            thread::spawn(move || {
                let mut part = [0; 4096];
                while let Ok(n @ 1..) = stream.read(&mut part) {
                    said.lock().expect("no panic").push_str(&String::from_utf8_lossy(&part[..n]));
                }
            });
        }
        Self { child, said }
    }

    /// Starts a worker.
    pub fn worker(home: &Home, url: &str, name: &str) -> Self {
        Self::new(home, &["worker", url, "--name", name, "--threads", "1", "-r"])
    }

    /// Its output so far.
    pub fn said(&self) -> String {
        self.said.lock().expect("no panic").clone()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.child.id().to_string()).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }

    /// Waits for its end; returns the status and its output.
    pub fn end(mut self) -> (Option<i32>, String) {
        let end = Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(status) = self.child.try_wait().expect("asked") {
                // The last of the output may still be on its way.
                thread::sleep(Duration::from_millis(50));
                return (status.code(), self.said());
            }
            assert!(Instant::now() < end, "it does not end: {}", self.said());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A wire between a client and a server that can be cut.
pub struct Wire {
    /// Where clients connect to.
    pub port: u16,
    is_cut: Arc<AtomicBool>,
    ends: Arc<Mutex<Vec<TcpStream>>>,
}

impl Wire {
    /// A wire to a port.
    pub fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let new = Self {
            port: listener.local_addr().expect("an address").port(),
            is_cut: Arc::default(),
            ends: Arc::default(),
        };
        let (is_cut, ends) = (Arc::clone(&new.is_cut), Arc::clone(&new.ends));
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { continue };
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (mut from, mut to) = (from.try_clone().expect("cloned"), to.try_clone().expect("cloned"));
                    ends.lock().expect("no panic").push(from.try_clone().expect("cloned"));
                    thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        new
    }

    /// Cuts all connections and lets no new ones through.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
        for end in self.ends.lock().expect("no panic").drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Mends it.
    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}
