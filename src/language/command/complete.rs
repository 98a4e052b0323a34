//! Completion: what could stand at the cursor, with a line of help for each.

use super::args::{ArgCount, ArgKind, CONDITIONS};
use super::lex::{Token, lex};
use super::table::{Node, Row, Tier, table};
use crate::rollout::RolloutPreset;
use crate::settings::Kind;

/// The texts that could stand at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The byte where the word at the cursor begins; candidates replace from here to the cursor.
    pub start: usize,
    /// Words that begin like the one at the cursor.
    pub candidates: Vec<Candidate>,
    /// Whether the name of a file belongs here, which only the shell can complete.
    pub file: bool,
    /// The kind of words that fit here and that only the session has.
    pub wanted: Option<Wanted>,
    /// A description of what fits here, where that is not one of a list of words.
    pub hint: Option<String>,
}

/// Words that only the session can name, since they follow from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A play of the roll, from its first word on.
    Play,
    /// Plays of the roll, with commas between them.
    Plays,
    /// A Position ID.
    PositionId,
    /// A Match ID.
    MatchId,
    /// Both, with a colon between them.
    GnubgId,
    /// An XGID.
    Xgid,
}

/// A word that could stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The word.
    pub text: String,
    /// One line of help; may be empty.
    pub help: String,
}

/// The texts that could stand at byte `cursor` of a line. The text behind the cursor does not matter.
///
/// # Panics
/// When `cursor` is not at a character of the line.
pub fn complete(line: &str, cursor: usize) -> Completion {
    let line = &line[..cursor];
    let mut lexed = lex(line, 0);
    while let Some(next) = lexed.next {
        lexed = lex(line, next);
    }
    // A comment, or a finished quote: nothing to add.
    if lexed.end < line.len() {
        return Completion { start: cursor, ..Completion::default() };
    }
    let open = lexed.tokens.last().is_some_and(|token| token.span.end == cursor);
    let partial = if open { lexed.tokens.pop() } else { None };
    let start = partial.as_ref().map_or(cursor, |token| token.span.start);
    let typed = partial.map_or_else(String::new, |token| token.text.to_lowercase());

    let mut completion = Completion { start, ..Completion::default() };
    let Some(place) = follow(&lexed.tokens) else { return completion };
    place.offer(&mut completion);
    completion.candidates.retain(|candidate| candidate.text.to_lowercase().starts_with(&typed));
    if matches!(completion.wanted, Some(Wanted::Play | Wanted::Plays)) {
        completion.start = start_of_play(&lexed.tokens, place.given).unwrap_or(start);
    }
    completion
}

/// Where finished words lead.
struct Place {
    node: Option<&'static Node>,
    row: Option<&'static Row>,
    /// How many arguments of the row are already there.
    given: usize,
}

fn follow(tokens: &[Token]) -> Option<Place> {
    let mut node = table().root();
    let mut players = 0;
    for (i, token) in tokens.iter().enumerate() {
        if is_help(node) {
            // `help` takes the words of any command; nothing comes behind `help help`.
            if table().root().lookup(token, "").ok()?.is_some_and(is_help) {
                return None;
            }
            return follow(&tokens[i..]).map(|place| Place { row: None, ..place });
        }
        node = match (node.lookup(token, "").ok()?, node.player()) {
            (Some(next), _) => next,
            (None, Some(next)) => {
                players += 1;
                next
            }
            (None, None) => {
                let row = node.row().map(|row| table().row(row))?;
                return Some(Place { node: None, row: Some(row), given: players + tokens.len() - i });
            }
        };
    }
    if is_help(node) {
        return Some(Place { node: Some(table().root()), row: None, given: 0 });
    }
    Some(Place { node: Some(node), row: node.row().map(|row| table().row(row)), given: players })
}

fn is_help(node: &Node) -> bool {
    node.name() == "help"
}

impl Place {
    fn offer(&self, completion: &mut Completion) {
        for word in self.node.into_iter().flat_map(Node::words).filter(|word| word.tier() == Tier::Offered) {
            let row = word.row().map(|row| table().row(row).help.as_str());
            let help = row.unwrap_or_else(|| word.help()).to_owned();
            completion.candidates.push(Candidate { text: word.name().to_owned(), help });
        }
        if self.node.is_some_and(|node| node.player().is_some()) {
            offer_kind(&ArgKind::Player { both: true }, completion);
        }
        let setting = self.row.and_then(|row| row.setting);
        for (word, help) in setting.into_iter().flat_map(|setting| &setting.choices).filter(|_| self.given == 0) {
            completion.candidates.push(Candidate { text: (*word).to_owned(), help: help.clone() });
        }
        if let Some(kind) = self.row.and_then(|row| argument(row, self.given)) {
            offer_kind(kind, completion);
        }
        // A word that is explained and one of a list stands here once.
        let mut seen = Vec::new();
        completion.candidates.retain(|candidate| {
            let is_new = !seen.contains(&candidate.text);
            seen.push(candidate.text.clone());
            is_new
        });
    }
}

/// The argument that comes after this many words.
fn argument(row: &Row, given: usize) -> Option<&ArgKind> {
    let is_long = |count: ArgCount| matches!(count, ArgCount::Any | ArgCount::Some);
    let last = row.args.last().filter(|spec| is_long(spec.count) || spec.kind == ArgKind::Play);
    row.args.get(given).or(last).map(|spec| &spec.kind)
}

/// Where the play begins that these words and the one at the cursor belong to: behind the last comma.
fn start_of_play(tokens: &[Token], given: usize) -> Option<usize> {
    let typed = &tokens[tokens.len().saturating_sub(given)..];
    let first = typed.iter().rposition(|token| token.text.ends_with(',')).map_or(0, |comma| comma + 1);
    typed.get(first).map(|token| token.span.start)
}

fn offer_kind(kind: &ArgKind, completion: &mut Completion) {
    let mut offer = |text: &str, help: &str| {
        completion.candidates.push(Candidate { text: text.to_owned(), help: help.to_owned() });
    };
    match kind {
        ArgKind::Value(Kind::Switch) => ["on", "off"].iter().for_each(|word| offer(word, "")),
        ArgKind::Value(Kind::Words(words)) => words.iter().for_each(|word| offer(word, "")),
        ArgKind::Player { both } => {
            offer("0", "the player at the top");
            offer("1", "the player at the bottom");
            if *both {
                offer("both", "both players");
            }
        }
        ArgKind::Wanted => {
            CONDITIONS.iter().for_each(|(word, help)| offer(word, help));
            offer_kind(&ArgKind::Player { both: false }, completion);
        }
        ArgKind::Position => {
            offer("simple", "26 numbers: bar, points 1 to 24, the opponent's bar");
            completion.wanted = Some(Wanted::PositionId);
        }
        ArgKind::OtherSettings => {
            RolloutPreset::ALL.iter().for_each(|preset| offer(preset.name(), preset.summary()));
        }
        ArgKind::Horizons => offer("full", "to the end of the game"),
        ArgKind::Value(Kind::File) => completion.file = true,
        ArgKind::Play => completion.wanted = Some(Wanted::Play),
        ArgKind::Plays => completion.wanted = Some(Wanted::Plays),
        ArgKind::MatchId => completion.wanted = Some(Wanted::MatchId),
        ArgKind::GnubgId => completion.wanted = Some(Wanted::GnubgId),
        ArgKind::Xgid => completion.wanted = Some(Wanted::Xgid),
        ArgKind::Value(Kind::OrOff(_)) => offer("off", ""),
        _ => {}
    }
    if !matches!(kind, ArgKind::Value(Kind::Switch | Kind::Words(_))) {
        completion.hint = Some(kind.expected().join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        complete(line, line.len()).candidates.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn words_are_completed_at_every_level() {
        assert_eq!(words("rollo"), ["rollout"]);
        assert_eq!(words("set rollout un"), ["until"]);
        assert_eq!(words("se ro until "), ["off", "error", "time", "trials", "decided", "loss"]);
        assert_eq!(words("roll; sh pip"), ["pipcount"]);
        assert!(words("").contains(&"hint".to_owned()));
        assert!(complete("set rollout ", 12).candidates.iter().all(|candidate| !candidate.help.is_empty()));
    }

    #[test]
    fn what_is_not_offered_is_not_completed() {
        assert_eq!(words("import p"), ["pos"], "party is not read");
        assert!(!words("set ").contains(&"appearance".to_owned()));
    }

    #[test]
    fn values_are_completed() {
        assert_eq!(words("set jacoby "), ["on", "off"]);
        assert_eq!(words("set player "), ["0", "1", "both"]);
        assert_eq!(words("set player 0 ")[..3], ["name", "human", "gnubg"]);
        assert_eq!(words("set evaluation preset g"), ["grandmaster"]);
        assert!(words("set jacoby on ").is_empty());
        assert!(complete("load commands a", 15).file);
        assert!(complete("rollout merge a b ", 18).file);
        assert!(!complete("load commands a ", 16).file);
        assert_eq!(complete("set rollout trials ", 19).hint.as_deref(), Some("a whole number from 1 to 1000000000"));
    }

    #[test]
    fn help_completes_commands() {
        assert_eq!(words("help set rollout un"), ["until"]);
        assert_eq!(words("help h "), [""; 0]);
        assert_eq!(words("? rollou"), ["rollout"]);
    }

    #[test]
    fn only_what_is_before_the_cursor_counts() {
        let completion = complete("set ro trials", 6);
        assert_eq!((completion.start, completion.candidates.len()), (4, 1));
        assert_eq!(complete("roll # se", 9).candidates.len(), 0);
    }
}
