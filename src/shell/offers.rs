//! Offers at the cursor: words from the table of commands, plays and identifiers from the table of the game.

use super::editor::{Choices, Complete};
use crate::command::{Wanted, complete};
use crate::movegen::legal_plays;
use crate::notation::{MatchState, Xgid, play_text, setup_from_position_id};
use crate::session::{Ids, PlayReply, Session};

/// The Position ID at the beginning of a game.
const BEGINNING: &str = "4HPwATDgc/ABMA";

/// This many identifiers that were typed before are offered.
const MOST_TYPED: usize = 8;

/// Completes words from the table of commands, plays of the roll, and identifiers.
pub(super) fn completer(session: &Session) -> Complete {
    let plays = plays(session);
    let ids = session.board_at(session.state()).map(|board| board.ids);
    Box::new(move |line, pos| {
        let found = complete(line, pos);
        let alone = play_start(&line[..pos]).map(|start| (start, Wanted::Play));
        let wanted = found.wanted.map(|wanted| (found.start, wanted)).or(alone);
        if let Some((start, wanted)) = wanted {
            let all = match wanted {
                Wanted::Play | Wanted::Plays => plays.clone(),
                _ => identifiers(wanted, ids.as_ref()),
            };
            let typed = &line[start..pos];
            let words: Vec<_> = all.into_iter().filter(|(word, _)| word.starts_with(typed)).collect();
            if !words.is_empty() {
                let others = found.candidates.iter().filter(|_| start == found.start);
                let others = others.map(|candidate| (candidate.text.clone(), candidate.help.clone()));
                let words = words.into_iter().chain(others).collect();
                return Choices { start, words, wanted: Some(wanted), ..Choices::default() };
            }
        }
        let words = found.candidates.into_iter().map(|candidate| (candidate.text, candidate.help)).collect();
        Choices { start: found.start, words, files: found.file, expected: found.hint, wanted: found.wanted }
    })
}

/// The plays of the roll: as listed by the last `hint`, else without equities.
fn plays(session: &Session) -> Vec<(String, String)> {
    if let Some(plays) = session.last_plays() {
        let choice = |play: &PlayReply| (play_text(&play.play), format!("{:+.3}", play.cubeful.equity));
        return plays.candidates.iter().map(choice).collect();
    }
    let Some((game, dice)) = session.game().and_then(|game| Some((game, game.dice?))) else { return Vec::new() };
    legal_plays(&game.position, dice).iter().map(|play| (play_text(play), String::new())).collect()
}

/// The identifiers of what lies on the table, and of the beginning of a game.
fn identifiers(wanted: Wanted, ids: Option<&Ids>) -> Vec<(String, String)> {
    let here = "what lies on the table";
    let mut words: Vec<(String, String)> = Vec::new();
    if let Some(ids) = ids {
        let id = match wanted {
            Wanted::PositionId => ids.position_id.clone(),
            Wanted::MatchId => ids.match_id.clone(),
            Wanted::GnubgId => format!("{}:{}", ids.position_id, ids.match_id),
            Wanted::Xgid => ids.xgid.clone(),
            Wanted::Play | Wanted::Plays => return words,
        };
        words.push((id, here.to_owned()));
    }
    if wanted == Wanted::PositionId && words.iter().all(|(id, _)| id != BEGINNING) {
        words.push((BEGINNING.to_owned(), "the beginning of a game".to_owned()));
    }
    words
}

/// Identifiers that were typed in these lines and begin so, each once, no more than a few.
pub(super) fn identifiers_in<'a>(
    lines: impl Iterator<Item = &'a str>,
    wanted: Wanted,
    beginning: &str,
) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for word in lines.flat_map(|line| line.split([' ', ';'])).filter(|word| word.starts_with(beginning)) {
        let is_position = |text: &str| setup_from_position_id(text).is_ok();
        let is_match = |text: &str| MatchState::from_match_id(text).is_ok();
        let is_wanted = match wanted {
            Wanted::PositionId => is_position(word),
            Wanted::MatchId => is_match(word),
            Wanted::GnubgId => word.split_once(':').is_some_and(|(id, state)| is_position(id) && is_match(state)),
            Wanted::Xgid => word.starts_with("XGID=") && Xgid::parse(word).is_ok(),
            Wanted::Play | Wanted::Plays => return found,
        };
        if is_wanted && found.iter().all(|(known, _)| known != word) {
            found.push((word.to_owned(), "typed before".to_owned()));
            if found.len() == MOST_TYPED {
                break;
            }
        }
    }
    found
}

/// Where a play begins that is being typed alone.
fn play_start(line: &str) -> Option<usize> {
    let start = line.rfind(';').map_or(0, |i| i + 1);
    let text = line[start..].trim_start();
    let start = line.len() - text.len();
    (text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("bar")).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    fn session() -> Session {
        let mut session = Session::new();
        for line in ["new session", "set turn 1", "set board 4HPwATDgc/ABMA", "set dice 31"] {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
        }
        session
    }

    fn offered(session: &Session, line: &str) -> (usize, Vec<String>) {
        let choices = completer(session)(line, line.len());
        (choices.start, choices.words.into_iter().map(|(word, _)| word).collect())
    }

    #[test]
    fn plays_are_offered_alone_behind_move_and_behind_a_comma() {
        let session = session();
        for (line, start) in [("8/5 6", 0), ("move 8/5 6", 5), ("rollout plays 24/20, 8/5 6", 21), ("roll; 8/5", 6)] {
            let (at, plays) = offered(&session, line);
            assert_eq!((at, plays.contains(&"8/5 6/5".to_owned())), (start, true), "{line}: {plays:?}");
        }
        let (_, plays) = offered(&session, "rollout plays ");
        assert!(plays.len() > 15 && plays.contains(&"best".to_owned()), "{plays:?}");
    }

    #[test]
    fn identifiers_typed_before_are_offered_once_the_newest_first() {
        let lines = [
            "set board sGfwATDgc/ABMA; hint",
            "4HPwATDgc/ABMA:cIkFAAAAAAAA",
            "set board sGfwATDgc/ABMA",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
            "load commands a.gbs",
        ];
        let of = |wanted, beginning| {
            let found = identifiers_in(lines.into_iter(), wanted, beginning);
            found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(of(Wanted::PositionId, ""), ["sGfwATDgc/ABMA"]);
        assert_eq!(of(Wanted::GnubgId, "4H"), ["4HPwATDgc/ABMA:cIkFAAAAAAAA"]);
        assert_eq!(of(Wanted::Xgid, "XG").len(), 1);
        assert!(of(Wanted::Xgid, "XGID=a").is_empty() && of(Wanted::Play, "").is_empty());
    }

    #[test]
    fn identifiers_of_the_table_are_offered() {
        let session = session();
        let first = |line| offered(&session, line).1.first().cloned().unwrap_or_default();
        assert_eq!(first("set xgid "), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10");
        assert_eq!(first("set gnubgid 4H"), "4HPwATDgc/ABMA:cIkFAAAAAAAA");
        assert_eq!(first("set board "), "4HPwATDgc/ABMA");
        assert_eq!(first("set matchid "), "cIkFAAAAAAAA");
        assert_eq!(offered(&Session::new(), "set board ").1, ["4HPwATDgc/ABMA", "simple"]);
    }
}
