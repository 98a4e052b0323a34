//! Cards for the Anki that runs on this machine, through its add-on AnkiConnect.
//!
//! AnkiConnect takes requests in JSON over HTTP. A package is put among Anki's media, imported from there and taken
//! away again: so it need not lie where Anki, perhaps in a sandbox, may read it. The path is told whole: AnkiConnect's
//! own documents say that it is one among the media, but Anki has not run in that folder for years.

use super::Interrupt;
use crate::session::SessionError;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The name of the package among Anki's media.
const FILE: &str = "_gammon.apkg";

/// The version of AnkiConnect's requests.
const VERSION: u8 = 6;

/// The command that does without Anki.
const INSTEAD: &str = "export cards errors.apkg";

/// How long a connection, and an answer, are waited for.
const CONNECTION: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(120);

/// How long a request is given to reach Anki when the user stops.
const FAREWELL: Duration = Duration::from_secs(1);

/// How often the wish to stop is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Hands a package to Anki, which imports it.
///
/// # Errors
/// When nothing listens at the address, Anki refuses it, or the user stops.
pub(super) fn hand_over(address: &str, package: &[u8], interrupt: &Interrupt) -> Result<(), SessionError> {
    let has_port = address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if !has_port || address.contains('/') {
        let error = SessionError::new(format!("`{address}` is no address of AnkiConnect"));
        return Err(error.with_expected(["an address such as 127.0.0.1:8765"]));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| SessionError::new(format!("Anki cannot be reached from here: {error}")))?;
    let stopped = async {
        while !interrupt.is_raised() {
            sleep(GLANCE).await;
        }
    };
    runtime.block_on(async {
        tokio::select! {
            handed = imported(address, package) => handed,
            () = stopped => {
                // Anki does one thing after the other: what it still stores is taken away afterwards.
                let _ = timeout(FAREWELL, taken_away(address)).await;
                Err(SessionError::stopped())
            }
        }
    })
}

async fn imported(address: &str, package: &[u8]) -> Result<(), SessionError> {
    let data = BASE64_STANDARD.encode(package);
    asked(address, "storeMediaFile", json!({ "filename": FILE, "data": data })).await?;
    // An add-on of long ago does not tell the folder, in which Anki ran then.
    let path = match asked(address, "getMediaDirPath", json!({})).await {
        Ok(Value::String(folder)) => format!("{folder}/{FILE}"),
        _ => FILE.to_owned(),
    };
    let imported = asked(address, "importPackage", json!({ "path": path })).await;
    let removed = taken_away(address).await;
    if imported? != Value::Bool(true) {
        return Err(SessionError::new("Anki did not import the cards"));
    }
    removed.map(|_| ())
}

/// Takes the package away from Anki's media.
async fn taken_away(address: &str) -> Result<Value, SessionError> {
    asked(address, "deleteMediaFile", json!({ "filename": FILE })).await
}

/// The result of an action.
async fn asked(address: &str, action: &str, params: Value) -> Result<Value, SessionError> {
    let body = json!({ "action": action, "version": VERSION, "params": params }).to_string();
    let mut answer: Value = timeout(ANSWER, answered(address, body))
        .await
        .map_err(|_| no_anki(address, "it is busy, or has a question open"))??;
    match &answer["error"] {
        Value::Null => Ok(answer["result"].take()),
        Value::String(error) => {
            let error = match error.as_str() {
                "collection is not available" => "no profile is open in it",
                error => error,
            };
            Err(SessionError::new(format!("Anki refuses: {error}")).with_suggestion(INSTEAD))
        }
        _ => Err(no_anki(address, "its answer is not that of AnkiConnect")),
    }
}

/// The answer to a request.
async fn answered(address: &str, body: String) -> Result<Value, SessionError> {
    let failed = |error: hyper::Error| no_anki(address, &error.to_string());
    let stream = match timeout(CONNECTION, TcpStream::connect(address)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Err(no_anki(address, &error.to_string())),
        Err(_) => return Err(no_anki(address, "no connection")),
    };
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
    tokio::spawn(connection);
    let request = Request::builder().method(Method::POST).uri("/").header(HOST, address);
    let request = request.header(CONTENT_TYPE, "application/json").body(Full::new(Bytes::from(body)));
    let request = request.map_err(|error| no_anki(address, &error.to_string()))?;
    let answer = sender.send_request(request).await.map_err(failed)?;
    let bytes = answer.into_body().collect().await.map_err(failed)?.to_bytes();
    let answer: Value = serde_json::from_slice(&bytes).map_err(|_| no_anki(address, "its answer is no JSON"))?;
    if answer.get("result").is_some() { Ok(answer) } else { Err(no_anki(address, "its answer is not AnkiConnect's")) }
}

fn no_anki(address: &str, why: &str) -> SessionError {
    SessionError::new(format!("Anki does not answer at {address} ({why}): is it running, with the add-on AnkiConnect?"))
        .with_suggestion(INSTEAD)
}
