//! Cards for Anki: a package as its programs import, of schema 11, which all of them read.
//!
//! A package is a zip archive with an SQLite file (`collection.anki2`), a list of media, and the media, here drawings
//! of boards. A note is known by its `guid`, which is the card's identity: a package imported again updates what it
//! shows and leaves alone what was learned. The layout is that which Anki's manual and the packages of others show.

use super::book::BOOK;
use super::{Asked, Card, LibraryError, QUIZ};
use rusqlite::{Connection, MAIN_DB, params};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The kind of our notes: a number of our own, the same in every package.
const MODEL: i64 = 1_764_300_000_001;

/// When the kind of our notes was last changed here, in seconds: Anki takes over a newer one, and with it drops what
/// its owner has changed about fonts and colors. To be raised with [`STYLE`], [`QUESTION`], [`ANSWER`] and [`FIELDS`].
const MODEL_CHANGED: i64 = 1_764_300_000;

/// The first of the numbers of our decks, and of our notes.
const DECKS: i64 = 1_764_400_000_000;
const NOTES: i64 = 1_600_000_000_000;

/// The fields of a note. The first tells it from others.
const FIELDS: [&str; 6] = ["Id", "Board", "Question", "Answer", "Theme", "Source"];

/// The deck with a deck for each theme.
const DECK: &str = "gammon";

const STYLE: &str = ".card { font-family: sans-serif; font-size: 18px; text-align: left; } \
                     img { max-width: 100%; max-height: 60vh; } .small { font-size: 14px; opacity: 0.7; } \
                     td { padding: 0 0.8em 0 0; }";

const QUESTION: &str = "{{Board}}<p>{{Question}}</p>";

const ANSWER: &str = "{{FrontSide}}<hr id=answer>{{Answer}}<p class=\"small\">{{Theme}}; {{Source}}</p>";

/// The tables of schema 11.
const SCHEMA: &str = include_str!("anki.sql");

/// A card as it is shown in Anki.
#[derive(Clone, Debug)]
pub struct AnkiCard {
    /// The card.
    pub card: Card,
    /// A drawing of its board.
    pub svg: String,
    /// The question in a line: `Ben to play 31`.
    pub question: String,
    /// The difference of the best play from the one that was made, where there is one; a line each.
    pub why: Option<String>,
}

/// Numbers for what has a text for a name: a number of 36 bits of it.
fn number_of(text: &str) -> i64 {
    // FNV-1a, as a name needs no more.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 28) as i64
}

/// A text as HTML, lines kept.
fn html(text: &str) -> String {
    let plain = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    plain.replace('\n', "<br>")
}

/// A package of cards. `seconds` since the beginning of 1970 is when it is made: a note that is newer than what Anki
/// has replaces it.
///
/// # Errors
/// When there is no room for it.
pub fn package(cards: &[AnkiCard], seconds: i64) -> Result<Vec<u8>, LibraryError> {
    let collection = collection(cards, seconds)?;
    let drawing = |one: &AnkiCard| format!("gammon-{}.svg", one.card.found.id);
    let media: serde_json::Map<String, Value> =
        cards.iter().enumerate().map(|(i, one)| (i.to_string(), drawing(one).into())).collect();
    let whole = |error: zip::result::ZipError| LibraryError::Damaged(format!("the package ({error})"));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut enter = |name: &str, bytes: &[u8]| -> Result<(), zip::result::ZipError> {
        zip.start_file(name, options)?;
        Ok(zip.write_all(bytes)?)
    };
    enter("collection.anki2", &collection).map_err(whole)?;
    enter("media", Value::from(media).to_string().as_bytes()).map_err(whole)?;
    for (i, one) in cards.iter().enumerate() {
        enter(&i.to_string(), one.svg.as_bytes()).map_err(whole)?;
    }
    Ok(zip.finish().map_err(whole)?.into_inner())
}

/// The SQLite file.
fn collection(cards: &[AnkiCard], seconds: i64) -> Result<Vec<u8>, LibraryError> {
    let db = Connection::open_in_memory()?;
    db.execute_batch(SCHEMA)?;
    let deck_of = |theme: &str| (DECKS + number_of(theme) % 100_000_000, format!("{DECK}::{theme}"));
    let mut decks = serde_json::Map::from_iter([("1".to_owned(), deck(1, "Default", seconds))]);
    for one in cards {
        let (id, name) = deck_of(&one.card.found.theme);
        decks.insert(id.to_string(), deck(id, &name, seconds));
    }
    let models = json!({ MODEL.to_string(): model() });
    let options = json!({"1": {
        "id": 1, "mod": 0, "name": "Default", "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0, "replayq": true,
        "new": {"bury": true, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7], "order": 1, "perDay": 20,
                "separate": true},
        "rev": {"bury": true, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "minSpace": 1, "perDay": 100},
        "lapse": {"delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
    }});
    let conf = json!({
        "activeDecks": [1], "addToCur": true, "collapseTime": 1200, "curDeck": 1, "curModel": MODEL.to_string(),
        "dueCounts": true, "estTimes": true, "newBury": true, "newSpread": 0, "nextPos": 1, "sortBackwards": false,
        "sortType": "noteFld", "timeLim": 0,
    });
    let day = seconds - seconds.rem_euclid(86_400);
    db.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, ?6, '{}')",
        params![
            day,
            1000 * seconds,
            conf.to_string(),
            models.to_string(),
            Value::from(decks).to_string(),
            options.to_string()
        ],
    )?;
    for (place, one) in (0_i64..).zip(cards) {
        let found = &one.card.found;
        let id = NOTES + number_of(&found.id);
        let fields = fields(one).join("\u{1f}");
        let tags = format!(" gammon {} ", found.theme.replace(' ', "-"));
        db.execute(
            "INSERT OR IGNORE INTO notes VALUES (?1, ?2, ?3, ?4, -1, ?5, ?6, ?2, 0, 0, '')",
            params![id, found.id, MODEL, seconds, tags, fields],
        )?;
        db.execute(
            "INSERT OR IGNORE INTO cards VALUES (?1, ?1, ?2, 0, ?3, -1, 0, 0, ?4, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            params![id, deck_of(&found.theme).0, seconds, place],
        )?;
    }
    Ok(db.serialize(MAIN_DB)?.to_vec())
}

/// The fields of a note, as HTML.
fn fields(one: &AnkiCard) -> [String; 6] {
    let AnkiCard { card, question, why, .. } = one;
    let found = &card.found;
    let shown = card.shown();
    let listed: Vec<String> = shown.iter().map(|choice| html(&found.told(&choice.name))).collect();
    let row = |choice: &super::Choice| {
        let loss = if choice.loss < 0.0005 { "best".to_owned() } else { format!("\u{2212}{:.3}", choice.loss) };
        format!("<tr><td>{}</td><td>{loss}</td></tr>", html(&found.told(&choice.name)))
    };
    let rows: String = card.proof.choices.iter().map(row).collect();
    let why = why.as_ref().map_or_else(String::new, |why| format!("<p>{}</p>", html(why)));
    let sure = card.proof.how_sure();
    let source = &found.source;
    let date = source.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
    let place = match source.file.as_str() {
        BOOK => "the book".to_owned(),
        QUIZ => "a quiz".to_owned(),
        _ => format!("against {}, game {}, turn {}{date}", source.opponent, source.game, source.turn),
    };
    let verb = if found.asked == Asked::Play { "played" } else { "decided" };
    let made =
        if found.made.is_empty() { String::new() } else { format!("; {verb}: {}", html(&found.told(&found.made))) };
    [
        found.id.clone(),
        format!("<img src=\"gammon-{}.svg\">", found.id),
        format!("{}<br>{}", html(question), listed.join("<br>")),
        format!("<table>{rows}</table>{why}<p class=\"small\">{}{made}</p>", html(&sure)),
        html(&found.theme),
        html(&format!("{place}; {}", found.xgid)),
    ]
}

fn deck(id: i64, name: &str, seconds: i64) -> Value {
    json!({
        "id": id, "name": name, "mod": seconds, "usn": -1, "conf": 1, "desc": "", "dyn": 0, "collapsed": false,
        "browserCollapsed": false, "extendNew": 0, "extendRev": 50, "lrnToday": [0, 0], "newToday": [0, 0],
        "revToday": [0, 0], "timeToday": [0, 0],
    })
}

/// The kind of our notes: its fields, and one card made of them.
fn model() -> Value {
    let field = |(ord, name): (usize, &&str)| json!({"name": name, "ord": ord, "font": "Arial", "size": 20, "sticky": false, "rtl": false, "media": []});
    let fields: Vec<Value> = FIELDS.iter().enumerate().map(field).collect();
    json!({
        "id": MODEL, "name": "gammon", "type": 0, "mod": MODEL_CHANGED, "usn": -1, "sortf": 0, "did": 1, "vers": [], "tags": [],
        "flds": fields, "css": STYLE, "latexPre": "", "latexPost": "", "latexsvg": false,
        "req": [[0, "any", [1, 2]]],
        "tmpls": [{"name": "Question", "ord": 0, "qfmt": QUESTION, "afmt": ANSWER, "did": null, "bqfmt": "", "bafmt": ""}],
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Found, Proof, Source};
    use super::*;
    use std::io::Read;

    fn card(id: &str, theme: &str) -> AnkiCard {
        let choice = |name: &str, loss| Choice { name: name.to_owned(), loss, std_err: None };
        let source = Source { file: "a.mat".to_owned(), opponent: "<b>Ann & co".to_owned(), ..Source::default() };
        let found = Found {
            id: id.to_owned(),
            asked: Asked::Play,
            xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10".to_owned(),
            theme: theme.to_owned(),
            made: "24/20".to_owned(),
            loss: 0.1,
            plays: Vec::new(),
            source,
        };
        let proof = Proof {
            choices: vec![choice("8/5 6/5", 0.0), choice("24/20", 0.1)],
            chance: 0.99,
            by: "a rollout of 72 trials".to_owned(),
        };
        let card = Card { found, proof, memory: None, last: None };
        AnkiCard { card, svg: format!("<svg>{id}</svg>"), question: "Ben to play 31".to_owned(), why: None }
    }

    #[test]
    fn a_package_is_an_archive_of_a_collection_and_its_drawings() {
        let cards = [card("aa", "opening"), card("bb", "opening"), card("cc", "taking")];
        let bytes = package(&cards, 1_764_374_400).expect("a package");
        let mut zip = zip::ZipArchive::new(Cursor::new(&bytes)).expect("an archive");
        let mut read = |name: &str| {
            let mut bytes = Vec::new();
            zip.by_name(name).expect(name).read_to_end(&mut bytes).expect("read");
            bytes
        };
        assert_eq!(String::from_utf8(read("2")).expect("text"), "<svg>cc</svg>");
        let media: Value = serde_json::from_slice(&read("media")).expect("JSON");
        assert_eq!(media["1"], "gammon-bb.svg");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("collection.anki2");
        std::fs::write(&path, read("collection.anki2")).expect("written");
        let db = Connection::open(&path).expect("a database");
        let one = |query: &str| db.query_row(query, [], |row| row.get::<_, String>(0)).expect(query);
        let decks: Value = serde_json::from_str(&one("SELECT decks FROM col")).expect("JSON");
        let names: Vec<_> = decks.as_object().expect("decks").values().map(|deck| deck["name"].to_string()).collect();
        assert_eq!(names.len(), 3, "{names:?}");
        let fields = one("SELECT flds FROM notes WHERE guid = 'cc'");
        assert_eq!(fields.split('\u{1f}').count(), FIELDS.len());
        assert!(fields.contains("&lt;b&gt;Ann &amp; co") && !fields.contains("<b>"), "{fields}");
        // The choices tell nothing by their order, and the question nothing of the theme.
        let question = fields.split('\u{1f}').nth(2).expect("a question");
        assert!(question.find("24/20") < question.find("8/5 6/5") && !question.contains("taking"), "{question}");
        let cards: i64 = db.query_row("SELECT count(DISTINCT did) FROM cards", [], |row| row.get(0)).expect("decks");
        assert_eq!(cards, 2);
    }

    #[test]
    fn a_card_keeps_its_numbers() {
        let [one, two] = [1_764_374_400, 1_765_000_000].map(|seconds| collection(&[card("aa", "race")], seconds));
        let ids = |bytes: Vec<u8>| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("c");
            std::fs::write(&path, bytes).expect("written");
            let db = Connection::open(&path).expect("a database");
            db.query_row("SELECT notes.id, guid, did, mid FROM notes JOIN cards ON nid = notes.id", [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?))
            })
            .expect("a note")
        };
        assert_eq!(ids(one.expect("a collection")), ids(two.expect("a collection")));
        // Their kind is no newer than what its owner has made of it.
        assert_eq!(model()["mod"], MODEL_CHANGED);
    }
}
