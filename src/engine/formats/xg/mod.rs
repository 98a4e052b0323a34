//! Matches and positions of eXtreme Gammon (`.xg`, `.xgp`), after the description that its author has published
//! (version of 2013-12-31): a header and a picture, then an archive of zlib streams, one of which holds records of
//! 2,560 bytes.
//!
//! Where the description is silent, or differs from the program, files of the program decide: see [`read`].

mod archive;
mod level;
mod read;
mod record;
mod rollout;
mod rtf;
mod write;

pub use read::read_xg;
pub use write::write_xg;

/// How a file of this kind begins.
pub const MAGIC: &[u8; 4] = b"RGMH";

/// Whether a file is of this kind.
pub fn is_xg(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || record::Record(bytes).is_match_header() && bytes.len() >= record::RECORD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::formats::{PlayedMatch, ReadOptions, read_mat};
    use crate::movegen::legal_plays;
    use crate::record::{Event, Method, Note, Numbers, PlayAnalysis, PlayValue};

    /// A game of two turns, its notes changed by a function, written and read again. The notes are those of its events,
    /// the beginning first.
    fn through_a_file(change: impl Fn(usize, &mut Note, &PlayedMatch)) -> [Vec<Note>; 2] {
        let text = " 7 point match\n\n Game 1\n Ann : 0          Ben : 0\n  1) 31: 8/5 6/5     11: 8/7(2) 6/5(2)\n";
        let played = read_mat(text, &ReadOptions::default()).expect("read");
        let mut record = played.record.clone();
        for i in 0..played.record.games()[0].steps.len() {
            change(i, record.note_mut(0, i).expect("a step"), &played);
        }
        let file = write_xg(&played.names, &played.info, Variation::Standard, record.games()).expect("written");
        let back = read_xg(&file).expect("read again");
        let games = [record.games(), back.record.games()];
        let events = games.map(|games| games[0].steps.iter().map(|step| step.event.clone()).collect::<Vec<_>>());
        assert_eq!(events[0], events[1]);
        games.map(|games| games[0].steps.iter().map(|step| step.note.clone()).collect())
    }

    #[test]
    fn a_play_that_was_made_has_room_among_many() {
        let [written, read] = through_a_file(|i, note, played| {
            let game = &played.record.games()[0];
            let (Event::Play(made), true) = (&game.steps[i].event, i > 1) else { return };
            let before = game.state(i).game.expect("a game");
            let mut plays = legal_plays(&before.position, before.dice.expect("dice"));
            plays.retain(|play| play.result != made.result);
            plays.truncate(39);
            plays.insert(35, made.clone());
            let outputs = [0.6, 0.2, 0.02, 0.1, 0.01];
            let value = |(n, play)| PlayValue {
                play,
                numbers: Numbers { outputs, cubeless: 0.31, cubeful: 0.3 - 0.01 * n as f32 },
                errors: None,
                method: Method::foreign("XG 3-ply"),
                marked: false,
            };
            let plays = plays.into_iter().enumerate().map(value).collect();
            note.plays = Some(Box::new(PlayAnalysis { plays, played: Some(35), told: None }));
        });
        let of = |notes: &[Note]| notes.iter().find_map(|note| note.plays.clone()).expect("plays");
        let (written, read) = (of(&written), of(&read));
        assert_eq!((written.plays.len(), read.plays.len(), read.played), (40, 32, Some(31)));
        for (place, value) in read.plays.iter().enumerate() {
            let other = &written.plays[if place == 31 { 35 } else { place }];
            assert_eq!(value.play, other.play, "{place}");
            let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
            assert!(near(value.numbers.cubeful, other.numbers.cubeful), "{place}: {:?}", value.numbers);
            assert!(near(value.numbers.cubeless, other.numbers.cubeless), "{place}: {:?}", value.numbers);
        }
    }

    #[test]
    fn every_comment_is_read_once() {
        let [written, read] = through_a_file(|i, note, _| note.comment = format!("comment {i}"));
        let comments = |notes: &[Note]| {
            let mut all: Vec<String> = notes.iter().map(|note| note.comment.clone()).collect();
            all.retain(|comment| !comment.is_empty());
            all
        };
        let [written, read] = [comments(&written), comments(&read)];
        // A roll and its play have one record, and so one comment between them.
        let all = read.join("\n");
        assert_eq!(all.matches("comment").count(), written.len(), "{read:?}");
        assert!(written.iter().all(|comment| all.contains(comment)), "{read:?}");
        let [_, alone] = through_a_file(|i, note, _| {
            if i > 0 {
                note.comment = format!("comment {i}");
            }
        });
        assert_eq!(alone[0].comment, "", "the game itself has none");
    }

    #[test]
    fn a_position_before_the_roll_survives_a_file() {
        use crate::board::{ByPlayer, Player};
        use crate::record::{Game, Standing, State};
        let start = Variation::Standard.starting_position();
        let moved = legal_plays(&start, crate::board::Roll::new(6, 4).expect("dice"))[0].result;
        for position in [start, moved] {
            for on_roll in Player::BOTH {
                let game = Game { position, ..Game::new(Variation::Standard, on_roll, true) };
                let names = ByPlayer(["Ann".to_owned(), "Ben".to_owned()]);
                let table = State::playing(Standing::match_to(5).expect("a match"), game);
                let played = PlayedMatch::of_state(names, table);
                let games = played.record.games();
                let file = write_xg(&played.names, &played.info, Variation::Standard, games).expect("written");
                let back = read_xg(&file).expect("read again");
                let last = &back.record.games()[0];
                let shown = last.state(last.steps.len()).game.expect("a game");
                assert_eq!((shown.position, shown.on_roll, shown.dice), (position, on_roll, None));
            }
        }
    }
}
