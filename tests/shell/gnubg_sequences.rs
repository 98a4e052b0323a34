//! Random sequences of commands beside the real program: the state of the game has to be the same after each.
//!
//! A few tens of sequences; 300 with `GAMMON_LONG_TESTS`. What the programs do differently on purpose, as listed in
//! docs/compatibility.md, the sequences avoid: [`Generator::next`] lists it with reasons.

use crate::support::commands;
use crate::support::games;
use crate::support::gnubg;

use games::Random;
use gammon::command::parse;
use gammon::record::{Game, Pending, Standing};
use gammon::rollout::Unobserved;
use gammon::session::{Reply, Session};
use std::fmt::Write as _;

const POSITIONS: [&str; 6] =
    ["4HPwATDgc/ABMA", "4HnwBDBkb8gBIQ", "sGfwATDgc/ABMA", "AQAABAAAAAAAAA", "27YBAAAAAGAAAA", "jQ8AAJw4AAAAAA"];
const MATCH_IDS: [&str; 7] =
    ["cAkAAAAAAAAA", "MAEAAAAAAAAA", "cAkAAAAAAAAE", "UQkAAAAAAAAA", "cAngACAAGAAE", "8AmgAEAAEAAE", "cIkFAAAAAAAA"];
const XGIDS: [&str; 3] = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:3:0:10",
    "XGID=-a-B--D-B---eE---d-e----B-:0:0:1:52:4:1:1:5:10",
];

/// Makes up commands that fit the state more often than not.
struct Generator {
    random: Random,
}

impl Generator {
    /// The first command of a sequence.
    fn start(&mut self) -> String {
        self.random
            .pick(&["new session", "new match 1", "new match 2", "new match 3", "new match 5", "new match 7"])
            .into()
    }

    /// A command for this state. Not made up, for the programs differ on purpose:
    /// - a board, a score or `set cube use off` while an offer is pending: gnubg leaves the decision with the player
    ///   who was asked;
    /// - another resignation, `take`, `drop` or `double` over a pending resignation;
    /// - `set turn` over a double: gnubg hands the checkers over as well;
    /// - `swap players` where dice or turns were set by hand: gnubg brings old dice back;
    /// - whatever takes dice away that are not played: gnubg rolls the same again for that player;
    /// - `clear turn` over a double: gnubg keeps it and hears no answer to it any more;
    /// - identifiers while the cube is not in use: gnubg takes the owner from them and not the value;
    /// - identifiers with an offer or of the player at the top, in XGIDs;
    /// - anything but a new game once a game is over, and a new game in the middle of the Crawford game;
    /// - a length for `set score` in a money session: gnubg keeps the Jacoby flag in the Match ID.
    fn next(&mut self, session: &Session) -> String {
        let Some(game) = session.game() else {
            let over = session.standing().is_over();
            return if over { self.start() } else { "new game".to_owned() };
        };
        let any = self.random.below(100);
        match game.pending {
            Some(Pending::Double) if any < 80 => self.random.pick(&[
                "take",
                "drop",
                "accept",
                "reject",
                "beaver",
                "redouble",
                "double",
                "resign 1",
                "resign 2",
                "roll",
                "agree",
                "set jacoby off",
                "set beavers 0",
                "set beavers 3",
            ]),
            Some(Pending::Resignation { .. }) if any < 80 => self.random.pick(&[
                "accept",
                "reject",
                "agree",
                "decline",
                "roll",
                "set turn 0",
                "clear turn",
                "set dice 31",
                "set cube value 2",
            ]),
            None if any < 35 => {
                if game.dice.is_some() {
                    return self.play(session);
                }
                "roll"
            }
            None if any < 55 => self.random.pick(&[
                "double", "double", "resign 1", "resign 2", "resign 3", "take", "drop", "accept", "agree", "beaver",
                "roll", "move",
            ]),
            _ => return self.setting(session, game),
        }
        .to_owned()
    }

    fn play(&mut self, session: &Session) -> String {
        let game = session.game().expect("in progress");
        let plays = gammon::movegen::legal_plays(&game.position, game.dice.expect("rolled"));
        if plays.is_empty() {
            return "move".to_owned();
        }
        gammon::notation::play_text(&plays[self.random.below(plays.len())])
    }

    fn setting(&mut self, session: &Session, game: &Game) -> String {
        let is_match = matches!(session.standing(), Standing::Match { .. });
        let free = game.pending.is_none();
        let unrolled = free && game.dice.is_none();
        let anew = unrolled && game.cube_in_use;
        loop {
            let n = self.random.below(19);
            let mut digit = |n: usize| self.random.below(n);
            return match n {
                0 if free => format!("set board {}", POSITIONS[digit(POSITIONS.len())]),
                1 => format!("set dice {} {}", 1 + digit(6), 1 + digit(6)),
                2 if unrolled => format!("set turn {}", digit(2)),
                3 | 4 if free && is_match => {
                    let length = session.standing().length() as usize;
                    let (a, b) = (digit(length), digit(length));
                    format!("set score {a} {b}")
                }
                5 if free && !is_match => format!("set score {} {}", digit(9), digit(9)),
                6 => format!("set cube value {}", 1 << digit(5)),
                7 => format!("set cube owner {}", digit(2)),
                8 => "set cube centre".to_owned(),
                9 if free => format!("set cube use {}", ["on", "off"][digit(2)]),
                10 => format!("set jacoby {}", "off"),
                11 => format!("set beavers {}", digit(4)),
                12 if anew => format!("set matchid {}", MATCH_IDS[digit(MATCH_IDS.len())]),
                13 if anew => {
                    format!("set gnubgid {}:{}", POSITIONS[digit(POSITIONS.len())], MATCH_IDS[digit(MATCH_IDS.len())])
                }
                14 if anew => format!("set xgid {}", XGIDS[digit(XGIDS.len())]),
                15 => format!("set crawford {}", ["on", "off"][digit(2)]),
                16 => format!("set postcrawford {}", ["on", "off"][digit(2)]),
                17 if unrolled => "clear turn".to_owned(),
                18 => format!("set automatic crawford {}", ["on", "off"][digit(2)]),
                _ => continue,
            };
        }
    }
}

fn ids(session: &mut Session) -> String {
    match commands::run(session, "show board") {
        Ok(Reply::Board(board)) => format!("{}:{}", board.ids.position_id, board.ids.match_id),
        other => format!("{other:?}"),
    }
}

/// A sequence with the identifiers after each command.
fn sequence(seed: u64) -> Vec<(String, String)> {
    let mut session = Session::new();
    let mut generator = Generator { random: Random::new(seed) };
    let mut done = Vec::new();
    let execute = |session: &mut Session, line: &str| {
        if let Ok(command) = parse(line) {
            let _ = session.execute(&command, &mut Unobserved);
        }
    };
    gnubg::PRELUDE.iter().for_each(|line| execute(&mut session, line));
    let seeded = format!("set rng mersenne {}", seed % 1000);
    execute(&mut session, &seeded);
    let length = 10 + generator.random.below(16);
    let mut line = generator.start();
    for _ in 0..length {
        execute(&mut session, &line);
        done.push((line, ids(&mut session)));
        line = generator.next(&session);
    }
    done
}

/// The identifiers that the real program has after each of these commands.
fn theirs(program: &std::path::Path, seed: u64, sequence: &[(String, String)]) -> Vec<String> {
    let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
    lines.push(format!("set rng mersenne {}", seed % 1000));
    for (line, _) in sequence {
        lines.extend([line.clone(), "show prompt".to_owned(), "show board".to_owned(), "show version".to_owned()]);
    }
    // The first board after each of the prompts that are shown.
    let text = gnubg::run(program, &lines);
    text.split("prompt is")
        .skip(1)
        .map(|part| {
            let board = part.split("GNU Backgammon ").nth(1).unwrap_or_default();
            gnubg::ids(board).unwrap_or_default()
        })
        .collect()
}

#[test]
fn random_sequences_go_as_in_the_real_program() {
    let Some(program) = gnubg::program("random_sequences_go_as_in_the_real_program") else { return };
    let first = std::env::var("GAMMON_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let n = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { 300 } else { 30 };
    let mut wrong = String::new();
    let (mut different, mut compared) = (0, 0);
    for seed in first..first + n {
        let ours = sequence(seed);
        let theirs = theirs(&program, seed, &ours);
        assert_eq!(theirs.len(), ours.len(), "seed {seed}: gnubg has answered less than was asked");
        for (i, ((line, mine), other)) in ours.iter().zip(&theirs).enumerate() {
            compared += 1;
            if mine != other {
                different += 1;
                let before: Vec<_> = ours[..i].iter().map(|(line, _)| line.as_str()).collect();
                writeln!(wrong, "seed {seed}: {}\n  {line}: is {mine}, not {other}", before.join("; "))
                    .expect("a string");
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{different} of {n} sequences ({compared} commands compared):\n{wrong}");
}
