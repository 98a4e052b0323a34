//! Identifiers of positions anywhere in a text, with whatever stands around them: `(XGID=…)`, `XGID = …`,
//! `gnubgid=…:…`, `GNUBg ID : …:…`, `Position-ID: …    Match-ID: …`, an OGID.

use crate::board::{Setup, Variation};
use crate::notation::{MatchState, Xgid, looks_like_ogid, parse_ogid, setup_from_position_id};

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
    /// The fault in something that begins like an identifier; the number of its line from 1.
    pub fault: Option<(usize, String)>,
}

impl Found {
    /// Whether there is enough for a position.
    pub const fn has_position(&self) -> bool {
        self.whole.is_some() || self.setup.is_some()
    }
}

/// Looks for identifiers in all lines.
pub(super) fn identifiers(lines: &[String]) -> Found {
    let mut found = Found::default();
    for (line, number) in lines.iter().zip(1..) {
        xgids(line, number, &mut found);
        if let Some((setup, state)) = ogid(line) {
            enter(&mut found, setup, state);
        }
        gnubg_ids(line, &mut found);
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

/// Places of an XGID.
const PLACES: usize = 26;

fn is_place(byte: u8) -> bool {
    matches!(byte, b'-' | b'A'..=b'O' | b'a'..=b'o')
}

/// The XGIDs of a line: 26 places and a colon, wherever they stand.
fn xgids(line: &str, number: usize, found: &mut Found) {
    let bytes = line.as_bytes();
    let mut run = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        if is_place(byte) {
            run += 1;
            continue;
        }
        if byte == b':' && run >= PLACES {
            // Letters before it, as a word written without a blank, are not its own.
            let start = i - PLACES;
            let is_field = |c: u8| c.is_ascii_digit() || matches!(c, b':' | b'-' | b'D');
            let end = i + bytes[i..].iter().take_while(|&&c| is_field(c)).count();
            let body = line[start..end].trim_end_matches([':', '-']);
            // Some writers leave the last field out.
            let fields = body.split(':').count();
            let read = match fields {
                9 => Xgid::parse(&format!("{body}:10")),
                _ => Xgid::parse(body),
            };
            match read {
                Ok(xgid) => enter(found, xgid.setup, xgid.state),
                Err(error) => {
                    found.fault.get_or_insert_with(|| (number, format!("the XGID: {error}")));
                }
            }
        }
        run = 0;
    }
}

/// The OGID of a line, if there is one.
fn ogid(line: &str) -> Option<(Setup, MatchState)> {
    let is_around =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '=' | ',' | ';');
    let word = line.split(is_around).find(|word| word.len() < 200 && looks_like_ogid(word))?;
    parse_ogid(word).ok()
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/')
}

/// Characters of a Position ID and of a Match ID.
const LENGTHS: [usize; 2] = [14, 12];

/// GNU Backgammon's identifiers of a line: joined by a colon, or each behind a label that ends in "ID" or begins with
/// it, in any language.
fn gnubg_ids(line: &str, found: &mut Found) {
    let words: Vec<(usize, &str)> = words_of(line);
    for (i, &(start, word)) in words.iter().enumerate() {
        let is_joined = |other: Option<&(usize, &str)>, first: usize, len: usize| {
            other.is_some_and(|&(at, text)| text.len() == len && first == at.min(start))
        };
        let colon_after = line[start + word.len()..].starts_with(':');
        let next = words.get(i + 1).filter(|next| colon_after && next.0 == start + word.len() + 1);
        let colon_before = line[..start].ends_with(':');
        let last = i.checked_sub(1).map(|i| words[i]).filter(|last| colon_before && last.0 + last.1.len() + 1 == start);
        let other = LENGTHS.iter().find(|&&len| len != word.len()).copied().unwrap_or_default();
        let joined = is_joined(next, start, other) || is_joined(last.as_ref(), last.map_or(0, |l| l.0), other);
        if !joined && !is_labelled(&line[..start]) {
            continue;
        }
        match word.len() {
            14 if found.setup.is_none() => found.setup = setup_from_position_id(word).ok(),
            12 if found.state.is_none() => found.state = MatchState::from_match_id(word).ok(),
            _ => {}
        }
    }
}

/// A Position ID without a label, alone in its line or in a sentence that begins with a capital letter: it has a digit,
/// and is that of a position. Words of commands are lower case, and what stands behind them is theirs.
pub(super) fn bare_position_id(lines: &[String]) -> Option<Setup> {
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    lines.iter().find_map(|line| {
        let first = line.split_whitespace().next().filter(|first| !is_word(first))?;
        let ids = words_of(line).into_iter().map(|(_, word)| word);
        let mut ids = ids.filter(|word| word.len() == LENGTHS[0] && word.contains(|c: char| !c.is_ascii_alphabetic()));
        let id = ids.find(|id| *id == line.trim() || first.starts_with(char::is_uppercase))?;
        let setup = setup_from_position_id(id).ok()?;
        setup.into_position(Variation::Standard).is_ok().then_some(setup)
    })
}

/// Stretches of base64 characters as long as an identifier.
fn words_of(line: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut start = 0;
    for word in line.split(|c| !is_base64(c)) {
        if LENGTHS.contains(&word.len()) {
            all.push((start, word));
        }
        start += word.len();
        start += line[start..].chars().next().map_or(0, char::len_utf8);
    }
    all
}

/// Whether a label with "ID" in it ends here, with `:` or `=` behind it.
fn is_labelled(before: &str) -> bool {
    let Some(label) = before.trim_end().strip_suffix([':', '=', '：']) else { return false };
    let label: String = label.trim_end().chars().rev().take(16).map(|c| c.to_ascii_lowercase()).collect();
    label.contains("di")
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
        assert!(cut.whole.is_none() && cut.fault.is_some(), "{cut:?}");
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
}
