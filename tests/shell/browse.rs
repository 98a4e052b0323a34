//! `browse`: the page with the session behind it, who may ask for it, and what a browser makes of it.
#![cfg(all(unix, feature = "browse"))]

use crate::support::home;

use home::Home;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program while it shows a match.
struct Shown {
    child: Child,
    host: String,
    secret: String,
}

impl Shown {
    fn begin(home: &Home) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
        let quick = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
                     set rollout chequerplay plies 0; set rollout cubedecision plies 0; set rollout trials 144";
        Self::begin_with(home, &format!("{quick}; import mat \"{}\"; analyse match; browse", file.display()))
    }

    /// After these commands, the last of which shows something.
    fn begin_with(home: &Home, lines: &str) -> Self {
        let mut command = home.command();
        command.args(["-r", "-e", lines]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut said = BufReader::new(child.stderr.as_mut().expect("a pipe"));
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            assert!(said.read_line(&mut line).expect("text") > 0, "it ended without an address");
        }
        let (_, address) = line.trim().split_once("http://").expect("an address");
        let (host, secret) = address.trim_end_matches('/').split_once('/').expect("a secret");
        Self { host: host.to_owned(), secret: secret.to_owned(), child }
    }

    /// The status and the body of the answer to a request for a path.
    fn ask(&self, method: &str, path: &str, headers: &[&str]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for header in headers {
            request += &format!("{header}\r\n");
        }
        stream.write_all((request + "\r\n").as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("{answer}")), body.to_owned())
    }

    /// The status and body of a request as the page makes it.
    fn own(&self, method: &str, path: &str) -> (u16, String) {
        let (host, origin) = (format!("Host: {}", self.host), format!("Origin: http://{}", self.host));
        self.ask(method, &format!("/{}/{path}", self.secret), &[&host, &origin])
    }

    /// Waits until nothing goes on below a path; the last news.
    fn settled(&self, path: &str) -> String {
        let begun = Instant::now();
        loop {
            let news = self.own("GET", &format!("{path}live")).1;
            if news.contains("\"busy\":false") {
                return news;
            }
            assert!(begun.elapsed() < Duration::from_secs(300), "{news}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn end(mut self) -> String {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
        let begun = Instant::now();
        while self.child.try_wait().expect("asked").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it goes on after Ctrl-C");
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut said = String::new();
        self.child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
        said
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_the_page_itself_is_answered() {
    let home = Home::new();
    let shown = Shown::begin(&home);
    assert!(shown.host.starts_with("127.0.0.1:") && shown.secret.len() == 32, "{} {}", shown.host, shown.secret);
    let (host, page) = (format!("Host: {}", shown.host), format!("/{}/", shown.secret));
    let (status, text) = shown.ask("GET", &page, &[&host]);
    assert!(status == 200 && text.contains("connect-src 'self'"), "{status}");
    let wrong = format!("/{}/", "0".repeat(32));
    let other = format!("Host: localhost.example:{}", shown.host.rsplit(':').next().expect("a port"));
    for (method, path, headers, expected) in [
        ("GET", "/", vec![&*host], 404),
        ("GET", &wrong, vec![&host], 404),
        ("GET", &page, vec![&other], 403),
        ("GET", &page, vec![], 400),
        ("GET", &page, vec![&host, &other], 403),
        ("GET", &format!("http://{}{page}", shown.host), vec![&host], 200),
        ("GET", &format!("http://evil.example{page}"), vec![&host], 403),
        ("PUT", &page, vec![&host], 405),
        ("GET", &format!("{page}decision/none"), vec![&host], 404),
        ("GET", &format!("{page}../../etc/passwd"), vec![&host], 404),
        // What changes something comes from the page, or from nobody.
        ("POST", &format!("{page}stop"), vec![&host], 403),
        ("POST", &format!("{page}deeper/g1-1a"), vec![&host, "Origin: http://example.com"], 403),
        ("POST", &format!("{page}deeper/g1-1a"), vec![&host, "Origin: null"], 403),
    ] {
        let (status, body) = shown.ask(method, path, &headers);
        // A request without a host may be refused before it reaches us, as 400, or by us.
        let is_so = status == expected || (expected == 400 && status == 403);
        assert!(is_so && body.contains("<html") == (expected == 200), "{method} {path} {headers:?}: {status} {body}");
    }
    // Whoever only comes and says nothing does not shut the page out.
    let silent: Vec<_> = (0..80).map(|_| TcpStream::connect(&shown.host).expect("a connection")).collect();
    assert_eq!(shown.own("POST", "stop").0, 202);
    drop(silent);
    assert_eq!(shown.own("POST", "deeper/none").0, 202);
    let mut news = String::new();
    while !news.contains("\"busy\":false") {
        news = shown.own("GET", "live").1;
    }
    assert!(news.contains("no such decision"), "{news}");
    let said = shown.end();
    assert!(said.contains("the page is closed; 1 decision was analysed"), "{said}");
}

/// An answer of the quiz is kept for who practises, and for nobody else.
#[test]
fn answers_of_the_quiz_are_kept() {
    let home = Home::new();
    let decision = |shown: &Shown| {
        let (status, body) = shown.own("GET", "decision/g1-1a");
        assert_eq!(status, 200, "{body}");
        let json: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        json["decision"]["rows"].as_array().expect("rows").len()
    };
    let shown = Shown::begin(&home);
    assert_eq!(shown.own("POST", "answer/g1-1a/0"), (200, String::new()), "nothing is kept");
    shown.end();
    assert_eq!(home.run(&["-e", "train openings 1"], "").status, Some(0));
    let shown = Shown::begin(&home);
    let rows = decision(&shown);
    let kept = |row: usize| shown.own("POST", &format!("answer/g1-1a/{row}"));
    let (status, said) = kept(0);
    assert!(status == 200 && said.contains("is no error"), "{said}");
    let (status, said) = kept(rows - 1);
    assert!(status == 200 && said.contains("`practise` asks it"), "{said}");
    assert_eq!(kept(rows).0, 404, "there is no such row");
    let foreign = [format!("Host: {}", shown.host), "Origin: http://example.com".to_owned()];
    let headers: Vec<&str> = foreign.iter().map(String::as_str).collect();
    assert_eq!(shown.ask("POST", &format!("/{}/answer/g1-1a/0", shown.secret), &headers).0, 403);
    shown.end();
    let told = home.run(&["-q", "-e", "show practice"], "").stdout;
    assert!(told.contains('1'), "{told}");
}

#[test]
fn a_browser_looks_deeper_and_rolls_out() {
    let home = Home::new();
    let shown = Shown::begin(&home);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/viewer.py");
    let address = format!("http://{}/{}/", shown.host, shown.secret);
    let skipped = |why: &str| {
        let line = format!("SKIPPED: a_browser_looks_deeper_and_rolls_out: {why}\n");
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    };
    let Ok(output) = Command::new("python3").arg(script).arg(address).output() else {
        return skipped("no python3 here");
    };
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(77) => return skipped(&said),
        code => assert_eq!(code, Some(0), "{said}"),
    }
    let (status, page) = shown.own("GET", "rollout");
    assert!(status == 200 && page.contains("<h1>Rollout</h1>"), "{status}");
}

#[test]
fn a_folder_is_a_list_of_links_to_viewers() {
    let home = Home::new();
    let sample = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat"));
    let sample = sample.expect("a match");
    home.write("matches/a.mat", &sample);
    home.write("matches/b.mat", &sample.replace("Ann", "<b>Ann"));
    home.write("matches/c.mat", "this is no match");
    let quick = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0";
    // A file that is no match makes the command fail, when all others are done.
    home.run(&["-e", &format!("{quick}; analyse folder matches")], "");
    let shown = Shown::begin_with(&home, &format!("{quick}; browse matches"));
    let (status, page) = shown.own("GET", "");
    assert!(status == 200 && page.contains("2 matches") && page.contains("c.mat: "), "{page}");
    assert!(page.contains("href=\"match/0/\"") && page.contains("href=\"match/1/\""), "{page}");
    assert!(page.contains("&lt;b&gt;Ann") && !page.contains("<b>Ann"), "{page}");
    // What `analyse folder` has found is there: no rating is unknown, and there is a worst error.
    assert!(!page.contains("<td>–</td>") && page.contains(" −"), "{page}");
    let (status, viewer) = shown.own("GET", "match/1/");
    assert!(status == 200 && viewer.contains("id=\"viewer\"") && viewer.contains("connect-src 'self'"), "{status}");
    for nowhere in ["match/2/", "match/x/", "match/-1/", "match/0", "match/0/none", "match/0/decision/none"] {
        assert_eq!(shown.own("GET", nowhere).0, 404, "{nowhere}");
    }
    let id = viewer.split("{\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a decision").to_owned();
    let (status, data) = shown.own("GET", &format!("match/1/decision/{id}"));
    assert!(status == 200 && data.contains(&id) && data.contains("0-ply"), "{status} {data}");
    let host = format!("Host: {}", shown.host);
    let path = format!("/{}/match/1/deeper/{id}", shown.secret);
    assert_eq!(shown.ask("POST", &path, &[&host, "Origin: http://example.com"]).0, 403);
    assert_eq!(shown.own("POST", &format!("match/1/deeper/{id}")).0, 202);
    let news = shown.settled("match/1/");
    assert!(news.contains(&id) && news.contains("\"error\":null"), "{news}");
    // Readers of another match hear nothing of it.
    assert!(!shown.own("GET", "match/0/live").1.contains(&id));
    assert!(shown.own("GET", &format!("match/1/decision/{id}")).1.contains("1-ply"));
    assert!(shown.own("GET", &format!("match/0/decision/{id}")).1.contains("0-ply"));
    let said = shown.end();
    assert!(said.contains("1 decision was analysed; what they found ends with this"), "{said}");
}

#[test]
fn a_rollout_goes_on_in_a_browser() {
    let home = Home::new();
    let set = "new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout seed 1; set rollout trials 36; \
               set rollout chequerplay plies 0; set rollout cubedecision plies 0";
    let shown = Shown::begin_with(&home, &format!("{set}; rollout plays best 2; browse rollout"));
    let (status, page) = shown.own("GET", "");
    assert!(status == 200 && page.contains("more trials") && page.contains("<h1>Rollout</h1>"), "{status}");
    assert!(page.contains("36 trials") && page.contains("connect-src 'self'"), "{page}");
    assert_eq!(shown.own("POST", "more").0, 202);
    let news = shown.settled("");
    assert!(news.contains("\"error\":null") && news.contains("\"rolled\":true"), "{news}");
    assert!(shown.own("GET", "").1.contains("72 trials"));
    assert_eq!(shown.own("GET", "decision/g1-1a").0, 404);
    assert!(shown.end().contains("the page is closed"));
    let outcome = home.run(&["-e", "browse rollout"], "");
    assert!(outcome.stderr.contains("nothing has been rolled out"), "{}", outcome.stderr);
    let outcome = home.run(&["-e", "browse nowhere"], "");
    assert!(outcome.stderr.contains("nowhere"), "{}", outcome.stderr);
}
