//! `practise anki`: the cards for an Anki that runs, whose add-on AnkiConnect a thread stands for.
#![cfg(feature = "browse")]

use crate::support::home::Home;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// The body of a request.
fn body_of(stream: &TcpStream) -> Value {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).expect("a head") > 2 {
        if let Some((_, value)) = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            length = value.trim().parse().expect("a length");
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    serde_json::from_slice(&body).expect("JSON")
}

/// Runs `practise anki` with one card against answers to its actions; the program's outcome, and what it asked for.
fn with_anki(answer: fn(&str) -> String) -> (crate::support::home::Outcome, Vec<Value>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = thread::spawn(move || {
        let mut asked = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().expect("a connection");
            let request = body_of(&stream);
            let action = request["action"].as_str().unwrap_or_default().to_owned();
            if action == "end" {
                return asked;
            }
            asked.push(request);
            let said = answer(&action);
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{said}", said.len()).expect("answered");
        }
    });
    let home = Home::new();
    let outcome = home.run(&["-e", &format!("train openings 1; practise anki {address}")], "");
    let end = json!({ "action": "end" }).to_string();
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{end}", end.len()).expect("sent");
    (outcome, server.join().expect("a thread"))
}

#[test]
fn cards_are_handed_to_anki() {
    let (outcome, asked) = with_anki(|action| match action {
        "importPackage" => json!({ "result": true, "error": null }).to_string(),
        "getMediaDirPath" => json!({ "result": "Anki2/Ann/collection.media", "error": null }).to_string(),
        _ => json!({ "result": "_gammon.apkg", "error": null }).to_string(),
    });
    assert!(outcome.stdout.contains("Anki has 1 card: "), "{outcome:?}");
    let actions: Vec<_> = asked.iter().map(|request| request["action"].as_str().expect("an action")).collect();
    assert_eq!(actions, ["storeMediaFile", "getMediaDirPath", "importPackage", "deleteMediaFile"]);
    assert!(asked.iter().all(|request| request["version"] == 6));
    let [stored, _, imported, removed] = &asked[..] else { panic!("{actions:?}") };
    // Anki does not run in the folder of its media.
    assert_eq!(stored["params"]["filename"], "_gammon.apkg");
    assert_eq!(imported["params"]["path"], "Anki2/Ann/collection.media/_gammon.apkg");
    assert_eq!(stored["params"]["filename"], removed["params"]["filename"]);
    let package = BASE64_STANDARD.decode(stored["params"]["data"].as_str().expect("data")).expect("base 64");
    assert!(package.starts_with(b"PK"), "a zip");
}

#[test]
fn an_anki_that_refuses_or_is_none_is_told_of() {
    let (outcome, asked) = with_anki(|action| match action {
        "importPackage" => json!({ "result": null, "error": "collection is not available" }).to_string(),
        _ => json!({ "result": null, "error": null }).to_string(),
    });
    assert!(outcome.stderr.contains("Anki refuses: no profile is open in it"), "{outcome:?}");
    assert!(outcome.stderr.contains("export cards"), "{outcome:?}");
    let last = asked.last().map(|request| &request["action"]);
    assert_eq!(last, Some(&json!("deleteMediaFile")), "what was stored is removed again");
    for nonsense in ["{}", "", "hello", "[1, 2]"] {
        let (outcome, asked) = match nonsense {
            "{}" => with_anki(|_| "{}".to_owned()),
            "" => with_anki(|_| String::new()),
            "hello" => with_anki(|_| "hello".to_owned()),
            _ => with_anki(|_| "[1, 2]".to_owned()),
        };
        assert!(outcome.stderr.contains("Anki does not answer at 127.0.0.1:"), "{nonsense}: {outcome:?}");
        assert_eq!(asked.len(), 1);
    }
    for address in ["nonsense", "foo:bar", "http://127.0.0.1:8765", "8765", ":8765"] {
        let home = Home::new();
        let outcome = home.run(&["-e", &format!("train openings 1; practise anki {address}")], "");
        assert!(outcome.stderr.contains("is no address of AnkiConnect"), "{address}: {outcome:?}");
    }
    // Nobody may listen at the first port but the system.
    let closed = "127.0.0.1:1";
    let home = Home::new();
    let outcome = home.run(&["-e", &format!("practise anki {closed}")], "");
    assert!(outcome.stderr.contains("there is no question to export yet"), "{outcome:?}");
    let outcome = home.run(&["-e", &format!("train openings 1; practise anki {closed}")], "");
    let told = "is it running, with the add-on AnkiConnect?";
    assert!(outcome.stderr.contains(told) && outcome.stderr.contains("export cards"), "{outcome:?}");
}
