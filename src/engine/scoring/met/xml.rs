//! Reader of match equity tables in GNU Backgammon's XML format.

use super::extend::{self, PostParameters};
use super::{Met, PostCrawford};
use crate::board::{ByPlayer, Player};
use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

/// Why a file is not a match equity table.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MetError {
    /// Not well-formed XML.
    #[error("not XML: {0}")]
    Xml(String),
    /// The outermost element is another.
    #[error("not a match equity table: the root is <{0}>, expected <met>")]
    Root(String),
    /// An element that must be there is not.
    #[error("<{0}> is missing")]
    Missing(&'static str),
    /// A value that must be a number is not, or is out of range.
    #[error("line {line}: {what} is {text:?}, expected {expected}")]
    Number {
        /// The meaning of the number.
        what: String,
        /// The text found.
        text: String,
        /// The text expected.
        expected: &'static str,
        /// Where it is, from 1.
        line: u32,
    },
    /// An unknown table type.
    #[error("line {line}: unknown table type {found:?}, expected explicit, zadeh or mec")]
    Type {
        /// The type found.
        found: String,
        /// Where it is, from 1.
        line: u32,
    },
    /// A chance that the table gives is none.
    #[error("the chance of {away} away after the Crawford game would be {chance}")]
    Impossible {
        /// Points away.
        away: u8,
        /// The chance.
        chance: f64,
    },
    /// Too few rows or columns for the table's length.
    #[error("line {line}: {found} of {needed} {what}")]
    Short {
        /// Rows, or values in a row.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
        /// Where it is, from 1.
        line: u32,
    },
}

/// No element of a table has more attributes; the time to read them grows with the square of their number.
const MOST_QUOTES: usize = 1000;

pub(super) fn read(text: &str) -> Result<Met, MetError> {
    // Attributes stand between one `<` and the next, which they cannot hold.
    let quotes = |tag: &str| tag.bytes().filter(|byte| matches!(byte, b'"' | b'\'')).count();
    if let Some(tag) = text.split('<').find(|tag| quotes(tag) > MOST_QUOTES) {
        let name = tag.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        return Err(MetError::Xml(format!("<{name}> has more than {MOST_QUOTES} quotes")));
    }
    // No table has entities of its own, and a few that are put in many times would fill the memory.
    if let Some(at) = text.find("<!ENTITY") {
        let line = 1 + text[..at].bytes().filter(|&byte| byte == b'\n').count();
        return Err(MetError::Xml(format!("line {line}: entities are not read")));
    }
    // The usual document names its DTD, which is not fetched.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| MetError::Xml(error.to_string()))?;
    let root = document.root_element();
    if !root.has_tag_name("met") {
        return Err(MetError::Root(root.tag_name().name().to_owned()));
    }
    let info = child(root, "info")?;
    let name = content(child(info, "name")?).to_owned();
    let description = child(info, "description").map(content).unwrap_or_default().to_owned();
    let table = child(root, "pre-crawford-table")?;
    let (length, pre) = match table.attribute("type").unwrap_or("explicit") {
        "explicit" => {
            let length = explicit_length(child(info, "length")?)?;
            (length, explicit_rows(table, usize::from(length))?)
        }
        // GNU Backgammon 1.07 accepts the parameters of computed tables but fills the whole
        // table by its extension; checked by running it with other parameters.
        "zadeh" | "mec" => (Met::MAX_AWAY, vec![]),
        other => return Err(MetError::Type { found: other.to_owned(), line: line(table) }),
    };
    let post = post_columns(root, usize::from(length))?;
    let met = Met { name, description, length, pre: extend::pre_crawford(&pre), post };
    // Parameters that are possible each may give chances that are not.
    for player in Player::BOTH {
        for away in 1..=Met::MAX_AWAY {
            let chance = met.post_crawford(player, away);
            if !(0.0..=1.0).contains(&chance) {
                return Err(MetError::Impossible { away, chance: f64::from(chance) });
            }
        }
    }
    Ok(met)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Result<Node<'a, 'i>, MetError> {
    node.children().find(|child| child.has_tag_name(name)).ok_or(MetError::Missing(name))
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn content<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

fn line(node: Node) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

fn number(node: Node, what: &str, expected: &'static str) -> Result<f64, MetError> {
    let text = content(node);
    text.parse().ok().filter(|value: &f64| (0.0..=1.0).contains(value)).ok_or_else(|| MetError::Number {
        what: what.to_owned(),
        text: text.to_owned(),
        expected,
        line: line(node),
    })
}

fn explicit_length(node: Node) -> Result<u8, MetError> {
    let text = content(node);
    text.parse().ok().filter(|length| (1..=Met::MAX_AWAY).contains(length)).ok_or_else(|| MetError::Number {
        what: "the length".to_owned(),
        text: text.to_owned(),
        expected: "1 to 64",
        line: line(node),
    })
}

fn values(row: Node) -> Result<Vec<f64>, MetError> {
    children(row, "me").map(|me| number(me, "an entry", "a probability")).collect()
}

fn explicit_rows(table: Node, length: usize) -> Result<Vec<Vec<f64>>, MetError> {
    let short = |what, found, node| MetError::Short { what, found, needed: length, line: line(node) };
    let mut rows = Vec::with_capacity(length);
    for row in children(table, "row").take(length) {
        let mut values = values(row)?;
        if values.len() < length {
            return Err(short("values in a row", values.len(), row));
        }
        values.truncate(length);
        rows.push(values);
    }
    if rows.len() < length { Err(short("rows", rows.len(), table)) } else { Ok(rows) }
}

/// The columns of both players. A column for one player alone leaves the other with the computed one.
fn post_columns(root: Node, length: usize) -> Result<ByPlayer<PostCrawford>, MetError> {
    let mut columns = ByPlayer([extend::post_zadeh(PostParameters::default()); 2]);
    child(root, "post-crawford-table")?;
    for table in children(root, "post-crawford-table") {
        let players = match table.attribute("player") {
            Some("0") => &[Player::Top][..],
            Some("1") => &[Player::Bottom],
            _ => &Player::BOTH,
        };
        let parameters = post_parameters(table)?;
        for &player in players {
            columns[player] = match table.attribute("type").unwrap_or("explicit") {
                "explicit" => extend::post_explicit(&explicit_column(table, length)?, length),
                "zadeh" => extend::post_zadeh(parameters),
                // Parameters "for both" reach only player 0 in GNU Backgammon 1.07.
                "mec" if players.len() == 2 && player == Player::Bottom => extend::post_mec(PostParameters::default()),
                "mec" => extend::post_mec(parameters),
                other => return Err(MetError::Type { found: other.to_owned(), line: line(table) }),
            };
        }
    }
    Ok(columns)
}

/// The entries of an explicit column, of which the last may be missing because it is computed.
fn explicit_column(table: Node, length: usize) -> Result<Vec<f64>, MetError> {
    let column = values(child(table, "row")?)?;
    if column.len() + 1 < length {
        let (what, found) = ("post-Crawford values", column.len());
        return Err(MetError::Short { what, found, needed: length - 1, line: line(table) });
    }
    Ok(column)
}

fn post_parameters(table: Node) -> Result<PostParameters, MetError> {
    let mut parameters = PostParameters::default();
    let Ok(list) = child(table, "parameters") else { return Ok(parameters) };
    for parameter in children(list, "parameter") {
        let name = parameter.attribute("name").unwrap_or_default();
        let place = match name {
            "gammon-rate-trailer" | "gammon-rate" => &mut parameters.gammon_rate,
            "free-drop-2-away" => &mut parameters.free_drop_2_away,
            "free-drop-4-away" => &mut parameters.free_drop_4_away,
            "win-rate" => &mut parameters.win_rate,
            _ => continue,
        };
        *place = number(parameter, name, "a rate from 0 to 1")?;
    }
    Ok(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(length: &str, rows: &str, post: &str) -> String {
        format!(
            "<?xml version='1.0'?>\n<!DOCTYPE met PUBLIC '-//x' 'met.dtd'>\n<met><info><name> Mine </name>\
             <length>{length}</length></info>\n<pre-crawford-table type='explicit'>{rows}</pre-crawford-table>\n{post}</met>"
        )
    }

    const ROWS: &str = "<row><me>0.5</me><me>0.7</me></row><row><me>0.3</me><me>0.5</me></row>";
    const POST: &str =
        "<post-crawford-table type='explicit' player='both'><row><me>0.5</me></row></post-crawford-table>";

    #[test]
    fn reads_a_small_table_and_extends_it() {
        let met = read(&table("2", ROWS, POST)).unwrap();
        assert_eq!((met.name(), met.description(), met.length()), ("Mine", "", 2));
        let described = table("2", ROWS, POST).replace("<length>", "<description> by me </description><length>");
        assert_eq!(read(&described).unwrap().description(), "by me");
        assert_eq!(met.pre_crawford(ByPlayer([1, 2]), Player::Top), 0.7);
        assert_eq!(met.post_crawford(Player::Bottom, 1), 0.5);
        assert_eq!(met.post_crawford(Player::Bottom, 2), 0.485);
        assert_eq!(
            met.pre_crawford(ByPlayer([3, 1]), Player::Top),
            Met::zadeh().pre_crawford(ByPlayer([3, 1]), Player::Top)
        );
    }

    /// The chance of both players at 3-away after the Crawford game.
    fn at_three(post: &str) -> [f32; 2] {
        let met = read(&table("2", ROWS, post)).unwrap();
        Player::BOTH.map(|player| met.post_crawford(player, 3))
    }

    #[test]
    fn columns_are_for_one_player_or_for_both() {
        let column = |player: &str, kind: &str, parameters: &str| {
            format!(
                "<post-crawford-table type='{kind}' {player}>{parameters}<row><me>0.5</me></row></post-crawford-table>"
            )
        };
        let rates = "<parameters><parameter name='gammon-rate'>1</parameter><parameter name='win-rate'>0.25</parameter>\
                     <parameter name='free-drop-2-away'>0.125</parameter><parameter name='other'>7</parameter></parameters>";
        // 3-away: with gammons alone the trailer needs one game; as a rule half of a quarter and half of .75 · .5.
        let (usual, all_gammons) = (0.3125, 0.5);
        assert_eq!(at_three(&column("player='both'", "zadeh", rates)), [all_gammons; 2]);
        assert_eq!(at_three(&column("player='0'", "zadeh", rates)), [all_gammons, usual]);
        assert_eq!(at_three(&column("player='1'", "zadeh", rates)), [usual, all_gammons]);
        assert_eq!(at_three(&column("", "explicit", "")), [usual; 2]);
        // Who leads has what the other player's column leaves.
        let met = read(&table("2", ROWS, &column("player='0'", "zadeh", rates))).unwrap();
        for (leader, chance) in [(Player::Bottom, 1.0 - all_gammons), (Player::Top, 1.0 - usual)] {
            let score = crate::scoring::MatchScore::new(
                3,
                ByPlayer(Player::BOTH.map(|player| if player == leader { 2 } else { 0 })),
                false,
            )
            .unwrap();
            assert_eq!(met.now(&score, leader), chance);
        }
        // Tornberg's parameters reach both players only where each has a table.
        assert_eq!(at_three(&column("player='both'", "mec", rates)), [0.25, usual]);
        assert_eq!(at_three(&column("player='1'", "mec", rates)), [usual, 0.25]);
        let both = column("player='0'", "mec", rates) + &column("player='1'", "mec", rates);
        assert_eq!(at_three(&both), [0.25; 2]);
    }

    #[test]
    fn the_last_entry_of_a_column_may_be_missing() {
        let post = |entries: &str| {
            format!("<post-crawford-table type='explicit' player='both'><row>{entries}</row></post-crawford-table>")
        };
        let rows = "<row><me>0.5</me><me>0.7</me><me>0.75</me></row>".repeat(3);
        let read = |entries: &str| read(&table("3", &rows, &post(entries)));
        let three = |met: Met| [1, 2, 3].map(|away| met.post_crawford(Player::Top, away));
        assert_eq!(three(read("<me>0.5</me><me>0.25</me>").unwrap()), [0.5, 0.25, 0.3125]);
        assert_eq!(three(read("<me>0.5</me><me>0.25</me><me>0.75</me>").unwrap()), [0.5, 0.25, 0.3125]);
        let error = read("<me>0.5</me>").unwrap_err();
        assert_eq!(error.to_string(), "line 5: 1 of 2 post-Crawford values");
    }

    #[test]
    fn parameters_may_give_chances_that_are_none() {
        let post = |drop: &str| {
            format!(
                "<post-crawford-table type='zadeh' player='both'><parameters><parameter name='free-drop-2-away'>{drop}\
                 </parameter></parameters></post-crawford-table>"
            )
        };
        // 2-away the trailer has half a win less the free drop.
        assert_eq!(read(&table("2", ROWS, &post("0.5"))).unwrap().post_crawford(Player::Top, 2), 0.0);
        let error = read(&table("2", ROWS, &post("0.75"))).unwrap_err();
        assert_eq!(error, MetError::Impossible { away: 2, chance: -0.25 });
    }

    #[test]
    fn what_would_take_long_to_read_is_refused() {
        let quotes = |n: usize| format!("<met {}/>", "a=\"".repeat(n));
        let error = read(&quotes(MOST_QUOTES + 1)).unwrap_err();
        assert_eq!(error.to_string(), "not XML: <met> has more than 1000 quotes");
        assert!(!read(&quotes(MOST_QUOTES)).unwrap_err().to_string().contains("more than"));
        let error = read("<!DOCTYPE met [\n<!ENTITY a 'b'>\n]>\n<met/>").unwrap_err();
        assert_eq!(error.to_string(), "not XML: line 2: entities are not read");
    }

    #[test]
    fn faults_are_named() {
        assert!(matches!(read("no"), Err(MetError::Xml(_))));
        assert_eq!(read("<mat/>"), Err(MetError::Root("mat".into())));
        assert_eq!(read("<met/>"), Err(MetError::Missing("info")));
        assert_eq!(read(&table("2", ROWS, "")), Err(MetError::Missing("post-crawford-table")));
        let error = read(&table("3", ROWS, POST)).unwrap_err();
        assert_eq!(error.to_string(), "line 4: 2 of 3 values in a row");
        let error = read(&table("65", ROWS, POST)).unwrap_err();
        assert_eq!(error.to_string(), "line 3: the length is \"65\", expected 1 to 64");
        let error = read(&table("2", &ROWS.replace("0.7", "1.7"), POST)).unwrap_err();
        assert_eq!(error.to_string(), "line 4: an entry is \"1.7\", expected a probability");
        let error = read(&table("2", ROWS, &POST.replace("explicit", "guess"))).unwrap_err();
        assert!(error.to_string().contains("unknown table type \"guess\""));
    }
}
