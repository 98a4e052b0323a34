//! Identifiers of positions anywhere in a text, with whatever stands around them: `(XGID=…)`, `XGID = …`,
//! `gnubgid=…:…`, `GNUBg ID : …:…`, `Position-ID: …    Match-ID: …`, an OGID.

use crate::board::{Setup, Variation};
use crate::notation::{
    MatchState, NotationError, USUAL_CUBE_LIMIT, Xgid, looks_like_ogid, parse_ogid, setup_from_position_id,
};

/// The identifiers of a text. The first of each kind counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// An XGID, or an OGID, which holds the same.
    pub whole: Option<(Setup, MatchState)>,
    /// A Position ID.
    pub setup: Option<Setup>,
    /// A Match ID.
    pub state: Option<MatchState>,
    /// How many different whole identifiers there are.
    pub wholes: usize,
    /// What begins like an identifier and is none: the number of its line from 1, and why.
    pub faults: Vec<(usize, String)>,
}

impl Found {
    /// Whether there is enough for a position.
    pub const fn has_position(&self) -> bool {
        self.whole.is_some() || self.setup.is_some()
    }
}

/// More damaged identifiers of a text are not told.
const MOST_FAULTS: usize = 3;

/// Looks for identifiers in all lines.
pub(super) fn identifiers(lines: &[String]) -> Found {
    let mut found = Found::default();
    let mut rest_in = 0;
    for (line, number) in lines.iter().zip(1..) {
        let mut faults = Vec::new();
        xgids(line, &mut found, &mut faults);
        if number == rest_in {
            faults.clear();
        }
        // A mail breaks long lines: the rest stands in the next one, quoted like this one.
        if !faults.is_empty()
            && let Some(next) = lines.get(number)
        {
            let (mut whole, mut others) = (Found::default(), Vec::new());
            let rest = next.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
            xgids(&format!("{}{rest}", line.trim_end()), &mut whole, &mut others);
            if let Some((setup, state)) = whole.whole.filter(|_| others.is_empty()) {
                enter(&mut found, setup, state);
                faults.clear();
                rest_in = number + 1;
            }
        }
        ogids(line, &mut found, &mut faults);
        gnubg_ids(line, &mut found, &mut faults);
        let room = MOST_FAULTS - found.faults.len();
        found.faults.extend(faults.into_iter().take(room).map(|fault| (number, fault)));
    }
    found
}

fn enter(found: &mut Found, setup: Setup, state: MatchState) {
    match &found.whole {
        None => (found.whole, found.wholes) = (Some((setup, state)), 1),
        Some(first) if *first != (setup, state) => found.wholes += 1,
        Some(_) => {}
    }
}

/// Places before a colon that are meant to be those of an XGID, which has 26.
const ALMOST: usize = 20;

/// Fields of an XGID with its places; some writers leave the last one out.
const FIELDS: usize = 10;

fn is_place(byte: u8) -> bool {
    matches!(byte, b'-' | b'A'..=b'O' | b'a'..=b'o')
}

/// The XGIDs of a line: behind their name, or where many places and a colon stand. All places up to the colon belong to
/// it, so one too many or too few is damage. What stands behind `XGID=` is one, whatever it is.
fn xgids(line: &str, found: &mut Found, faults: &mut Vec<String>) {
    let (mut is_named, mut has_sign) = (false, false);
    let is_around = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;&?/=".contains(c);
    for piece in line.split_inclusive(is_around) {
        let word = piece.trim_end_matches(is_around);
        if word.is_empty() {
            has_sign |= piece == "=";
            continue;
        }
        let has_name = word.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("xgid"));
        let body = if has_name { word[4..].trim_start_matches(':') } else { word };
        let is_expected = has_name || is_named;
        let is_meant = is_named && has_sign;
        // A sign may stand between the name and the rest.
        (is_named, has_sign) = (is_expected && body.is_empty(), piece.ends_with('='));
        let places = body.find(':').unwrap_or(body.len());
        let run = body.as_bytes()[..places].iter().rev().take_while(|&&c| is_place(c)).count();
        let has_fields = body.matches(':').count() >= FIELDS / 2;
        let start = match is_expected {
            true if has_fields || run >= ALMOST || (is_meant && !is_named) => 0,
            false if has_fields && run >= ALMOST => places - run,
            _ => continue,
        };
        match xgid(&body[start..]) {
            Ok(xgid) => enter(found, xgid.setup, xgid.state),
            Err(error) => faults.push(format!("the XGID: {error}")),
        }
    }
}

/// An XGID with what stands right behind it.
fn xgid(text: &str) -> Result<Xgid, NotationError> {
    let places = text.find(':').unwrap_or(text.len());
    let is_field = |c: &u8| c.is_ascii_digit() || matches!(c, b':' | b'-' | b'D' | b'B' | b'R');
    let fields = text.bytes().skip(places).take_while(is_field).count();
    let body = text[..places + fields].trim_end_matches(':');
    match body.split(':').count() + 1 {
        FIELDS => Xgid::parse(&format!("{body}:{USUAL_CUBE_LIMIT}")),
        _ => Xgid::parse(body.strip_suffix('-').unwrap_or(body)),
    }
}

/// The OGIDs of a line.
fn ogids(line: &str, found: &mut Found, faults: &mut Vec<String>) {
    let is_around = |c: char| c.is_whitespace() || "\"'`()<>".contains(c);
    let words = line.split(is_around).map(|word| word.trim_end_matches([',', ';', '.']));
    for word in words.filter(|word| word.len() < 200 && looks_like_ogid(word)) {
        match parse_ogid(word) {
            Ok((setup, state)) => enter(found, setup, state),
            Err(error) => faults.push(format!("the OGID: {error}")),
        }
    }
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/')
}

/// Characters of a Position ID and of a Match ID.
const POSITION: usize = 14;
const MATCH: usize = 12;

/// What a stretch of characters is meant to be.
#[derive(Clone, Copy, PartialEq)]
enum Meant {
    Position,
    Match,
}

/// GNU Backgammon's identifiers of a line: behind a label that ends in "ID" or begins with it, in any language, or
/// joined by a colon. A damaged one is told behind a label that is known, and beside a whole one.
fn gnubg_ids(line: &str, found: &mut Found, faults: &mut Vec<String>) {
    let mut enter = |meant: Meant, word: &str, is_told: bool| {
        let fault = match meant {
            Meant::Position if found.setup.is_none() => match setup_from_position_id(word) {
                Ok(setup) => return found.setup = Some(setup),
                Err(error) => format!("the Position ID: {error}"),
            },
            Meant::Match if found.state.is_none() => match MatchState::from_match_id(word) {
                Ok(state) => return found.state = Some(state),
                Err(error) => format!("the Match ID: {error}"),
            },
            _ => return,
        };
        if is_told {
            faults.push(fault);
        }
    };
    // Words with a number are no identifiers: other programs count matches.
    let is_meant = |word: &str| word.len() >= 8 && !word.bytes().all(|byte| byte.is_ascii_digit());
    let mut is_labelled = false;
    for (at, sign) in line.match_indices([':', '=', '：']) {
        let Some(label) = label(&line[..at]) else { continue };
        let ends = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;|".contains(c);
        let text = line[at + sign.len()..].trim_start();
        let text = text[..text.find(ends).unwrap_or(text.len())].trim_end_matches(['.', ':']);
        let (first, second) = text.split_once(':').map_or((text, None), |(first, second)| (first, Some(second)));
        let meant = label.or(match first.len() {
            POSITION => Some(Meant::Position),
            MATCH => Some(Meant::Match),
            _ => None,
        });
        let Some(meant) = meant.filter(|_| is_meant(text)) else { continue };
        let other = if meant == Meant::Position { Meant::Match } else { Meant::Position };
        enter(meant, first, label.is_some());
        second.iter().for_each(|second| enter(other, second, label.is_some()));
        is_labelled |= label.is_some();
    }
    let words = words_of(line);
    for pair in words.windows(2).filter(|_| !is_labelled) {
        let [(start, first), (next, second)] = [pair[0], pair[1]];
        if next != start + first.len() + 1 || !line[..next].ends_with(':') {
            continue;
        }
        let is_setup = |word: &str| setup_from_position_id(word).is_ok();
        let is_state = |word: &str| MatchState::from_match_id(word).is_ok();
        let has_lengths = |one, other| (first.len(), second.len()) == (one, other);
        if has_lengths(POSITION, MATCH) || is_setup(first) || is_state(second) {
            enter(Meant::Position, first, true);
            enter(Meant::Match, second, true);
        } else if has_lengths(MATCH, POSITION) || is_state(first) || is_setup(second) {
            enter(Meant::Match, first, true);
            enter(Meant::Position, second, true);
        }
    }
}

/// Letters before an identifier that may be its label.
const LABEL: usize = 16;

/// The label with "ID" in it that ends here, and what it names, in a language that is known.
fn label(before: &str) -> Option<Option<Meant>> {
    let label = before.trim_end();
    let from = label.char_indices().rev().nth(LABEL - 1).map_or(0, |(at, _)| at);
    let label = label[from..].to_lowercase().replace('-', " ");
    let has = |words: &[&str]| words.iter().any(|word| label.contains(word));
    has(&["id"]).then(|| match () {
        () if has(&["match id", "matchid", "id de match", "マッチid"]) => Some(Meant::Match),
        () if has(&["position id", "id de position", "gnubg id", "gnubgid", "ポジションid"]) => {
            Some(Meant::Position)
        }
        () => None,
    })
}

/// A Position ID without a label, alone in its line or in a sentence that begins with a capital letter: it has a digit,
/// and is that of a position. Words of commands are lower case, and what stands behind them is theirs.
pub(super) fn bare_position_id(lines: &[String]) -> Option<Setup> {
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    lines.iter().find_map(|line| {
        let first = line.split_whitespace().next().filter(|first| !is_word(first))?;
        let ids = words_of(line).into_iter().map(|(_, word)| word);
        let mut ids = ids.filter(|word| word.len() == POSITION && word.contains(|c: char| !c.is_ascii_alphabetic()));
        let id = ids.find(|id| *id == line.trim() || first.starts_with(char::is_uppercase))?;
        let setup = setup_from_position_id(id).ok()?;
        setup.into_position(Variation::Standard).is_ok().then_some(setup)
    })
}

/// Stretches of base64 characters that may be an identifier, with where they begin.
fn words_of(line: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut start = 0;
    for word in line.split(|c| !is_base64(c)) {
        if (8..=20).contains(&word.len()) {
            all.push((start, word));
        }
        start += word.len();
        start += line[start..].chars().next().map_or(0, char::len_utf8);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const XGID: &str = "-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10";

    fn look(text: &str) -> Found {
        identifiers(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn an_xgid_may_be_decorated() {
        let whole = Xgid::parse(XGID).map(|xgid| (xgid.setup, xgid.state)).expect("a good one");
        for text in [
            format!("XGID={XGID}"),
            format!("(XGID={XGID})"),
            format!("XGID = {XGID}."),
            format!("see \"xgid={XGID}\", please"),
            format!("https://example.org/?xgid={XGID}&size=3"),
            format!("here: {XGID}"),
            format!("XGID={}", XGID.strip_suffix(":10").expect("its last field")),
        ] {
            assert_eq!(look(&text).whole, Some(whole), "{text}");
        }
        let cut = look("XGID=-b----E-C---eE---c-e----B-:0:0");
        assert!(cut.whole.is_none() && cut.faults.len() == 1, "{cut:?}");
    }

    /// Wherever a line breaks, and however it is quoted; a word behind it is no rest.
    #[test]
    fn an_xgid_may_go_on_in_the_next_line() {
        let whole = Xgid::parse(XGID).map(|xgid| (xgid.setup, xgid.state)).expect("a good one");
        for at in 1..XGID.len() - 2 {
            for quote in ["", "> ", ">> ", "> > "] {
                let text = format!("{quote}XGID={}\n{quote}{}\n{quote}Thanks", &XGID[..at], &XGID[at..]);
                let found = look(&text);
                assert!(found.whole == Some(whole) && found.faults.is_empty(), "{text}: {found:?}");
            }
        }
        assert!(look(&format!("XGID={}\nroll", &XGID[..30])).whole.is_none());
    }

    #[test]
    fn identifiers_of_gnu_backgammon_may_be_decorated() {
        for text in [
            "GNUBg ID : 4HPwATDgc/ABMA:cImlABAAEAAE",
            "gnubgid=4HPwATDgc/ABMA:cImlABAAEAAE",
            "(4HPwATDgc/ABMA:cImlABAAEAAE)",
            " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cImlABAAEAAE",
            " Position-ID: 4HPwATDgc/ABMA    Match-ID: cImlABAAEAAE",
            " GNU Backgammon  ID de position: 4HPwATDgc/ABMA\n                 ID de match   : cImlABAAEAAE",
            "ポジションID: 4HPwATDgc/ABMA マッチID: cImlABAAEAAE",
        ] {
            let found = look(text);
            assert!(found.setup.is_some() && found.state.is_some(), "{text}: {found:?}");
        }
        let bare = |text: &str| bare_position_id(&text.lines().map(str::to_owned).collect::<Vec<_>>()).is_some();
        assert!(bare("we were here:\n  4HPwATDgc/ABMA\nand he doubled") && bare("Position 4HPwATDgc/ABMA, money"));
        assert!(!bare("set board 4HPwATDgc/ABMA") && !bare("Continuations") && !bare("4HPwATDgc/ABM"));
        // Words as long as an identifier are none.
        assert!(!look("continuations: international considerations").has_position());
    }

    #[test]
    fn identifiers_that_differ_are_counted() {
        let other = XGID.replace(":31:", ":52:");
        for (text, count) in [
            (format!("XGID={XGID}"), 1),
            (format!("XGID={XGID}\nXGID={XGID}"), 1),
            (format!("XGID={XGID}\nXGID={other}"), 2),
            (format!("XGID={XGID}\nXGID={other}\nXGID={XGID}"), 2),
        ] {
            let found = look(&text);
            assert_eq!(found.wholes, count, "{text}");
            assert!(found.whole.is_some_and(|(_, state)| state.dice == crate::board::Roll::new(3, 1).ok()), "{text}");
        }
    }
}
