//! Playing: dice, plays, cube, resignations, and looking at the decision at hand.

use super::Table;
use crate::command::args::{Board, File, Many, Maybe, OneOf, OneOrMore, Play, Real, Time, Whole};
use crate::command::ast::{Asked, Clear, Command, Go, Mark, New, Resignation, Stop};

/// The longest match.
const LENGTH: u8 = 64;

pub(super) fn rows(t: &mut Table) {
    let length = Maybe(Whole::new("N", 1, LENGTH));
    t.add("new match", length, "start a match to N points", "new match 7", |n| Command::New(New::Match(n)))
        .default(Some("the length of set matchlength".to_owned()));
    t.add("new game", (), "start the next game of the match or session", "new game", |()| Command::New(New::Game));
    t.add("new session", (), "start a money session", "new session", |()| Command::New(New::Session));
    t.add("roll", (), "roll the dice", "roll", |()| Command::Roll);
    let help = "make a play (the play alone does too), or pass when there is none";
    t.add("move", Maybe(Play), help, "move 8/5 6/5", Command::Move)
        .default(Some("a pass, if there is no legal play".to_owned()));
    t.add("double", (), "offer the cube", "double", |()| Command::Double);
    t.add("take", (), "accept the cube", "take", |()| Command::Take);
    t.add("drop", (), "refuse the cube", "drop", |()| Command::Drop);
    t.add("pass", (), "refuse the cube, as drop", "pass", |()| Command::Drop);
    t.add("beaver", (), "accept the cube and turn it at once", "beaver", |()| Command::Beaver);
    t.add("redouble", (), "accept the cube and turn it at once, as beaver", "redouble", |()| Command::Beaver);
    t.add("accept", (), "accept the cube or the resignation on offer", "accept", |()| Command::Accept);
    t.add("reject", (), "refuse the cube or the resignation on offer", "reject", |()| Command::Reject);
    t.add("agree", (), "accept the resignation on offer", "agree", |()| Command::Agree);
    t.add("decline", (), "refuse the resignation on offer", "decline", |()| Command::Decline);
    let amounts = OneOf {
        name: "single|gammon|backgammon",
        words: vec![
            ("single", Resignation::Single),
            ("gammon", Resignation::Gammon),
            ("backgammon", Resignation::Backgammon),
            ("normal", Resignation::Single),
            ("1", Resignation::Single),
            ("2", Resignation::Gammon),
            ("3", Resignation::Backgammon),
        ],
    };
    t.add("resign", Maybe(amounts), "offer to resign, at the stake or two or three times it", "resign gammon", |n| {
        Command::Resign(n.unwrap_or(Resignation::Single))
    })
    .default(Some("single".to_owned()));
    t.add("play", (), "let the engine play its turn", "play", |()| Command::Play);
    t.add("end game", (), "let the engine play both sides to the end of the game", "end game", |()| Command::EndGame);
    t.add("swap players", (), "exchange the players' seats", "swap players", |()| Command::SwapPlayers);
    t.add("swap", (), "exchange the players' seats", "swap", |()| Command::SwapPlayers);

    record(t);

    let help = "evaluate a position at each ply up to the set depth, then the cube";
    t.add("eval", Maybe(Board), help, "eval 4HPwATDgc/ABMA", Command::Eval)
        .default(Some("the current position".to_owned()));
    let help = "rank the plays, the best N; or judge the cube or resignation";
    t.add("hint", Maybe(Whole::new("N", 1, u16::MAX)), help, "hint 3", Command::Hint)
        .default(Some("10 plays".to_owned()));
    let help = "rank the plays or judge the cube: a quick look first, deeper where it is close, for so long";
    t.add("hint in", Time, help, "hint in 5s", Command::HintWithin);
    for (asked, words, help) in [
        (Asked::Eval, "eval file", "evaluate every decision of a file, one a line"),
        (Asked::Hint, "hint file", "rank the plays or judge the cube of every decision of a file, one a line"),
    ] {
        let files = (File("POSITIONS"), Maybe(File("OUT")));
        t.add(words, files, help, &format!("{words} positions.txt answers.jsonl"), move |(positions, output)| {
            Command::AnswerFile { asked, positions, output }
        });
    }
    marks(t);
    t.add("describe", (), "say the position in words: checkers, pips, cube, score, dice", "describe", |()| {
        Command::Describe
    });

    t.add("clear hint", (), "forget the analysis of the decision", "clear hint", |()| Command::Clear(Clear::Hint));
    t.add("clear cache", (), "empty the evaluation cache", "clear cache", |()| Command::Clear(Clear::Cache));
    let help = "take back dice and cube action of this turn";
    t.add("clear turn", (), help, "clear turn", |()| Command::Clear(Clear::Turn));

    let real = |name| Maybe(Real { name, min: -1e6, max: 1e6 });
    let help = "the match winning chance of an equity at this score and cube";
    t.add("eq2mwc", real("EQUITY"), help, "eq2mwc 0.25", Command::Eq2Mwc)
        .default(Some("a list of equities".to_owned()));
    let chance = Maybe(Real { name: "CHANCE", min: 0.0, max: 100.0 });
    let help = "the equity of a match winning chance, 0.6 or 60, at this score and cube";
    t.add("mwc2eq", chance, help, "mwc2eq 60", Command::Mwc2Eq).default(Some("a list of chances".to_owned()));
    let number = Whole::new("N", 1, 1_000_000);
    t.add("dicerolls", number, "print N rolls of the dice in use", "dicerolls 5", Command::DiceRolls);
    let rounds = Maybe(Whole::new("N", 1, 1_000_000));
    t.add("calibrate", rounds, "measure evaluations per second in N rounds", "calibrate 3", Command::Calibrate)
        .default(Some("until interrupted".to_owned()));
}

/// What has happened.
fn record(t: &mut Table) {
    let n = || Maybe(Whole::new("N", 1, u16::MAX));
    let once = |n: Option<u16>| n.unwrap_or(1);
    let help = "go on by N decisions of the record";
    t.add("next|n", n(), help, "next", move |n| Command::Go(Go::Next(once(n)))).default(Some("1".to_owned()));
    t.add("next|n game", n(), "go on by N games", "next game", move |n| Command::Go(Go::NextGame(once(n))))
        .default(Some("1".to_owned()));
    let help = "go back by N decisions of the record";
    t.add("previous|p", n(), help, "previous 3", move |n| Command::Go(Go::Previous(once(n))))
        .default(Some("1".to_owned()));
    let help = "go back by N games";
    t.add("previous|p game", n(), help, "previous game", move |n| Command::Go(Go::PreviousGame(once(n))))
        .default(Some("1".to_owned()));
    for (stop, place) in [
        (Stop::Roll, "where the dice are to be rolled"),
        (Stop::Rolled, "where the dice have been rolled"),
        (Stop::Marked, "where the choice is marked as an error or good"),
    ] {
        let word = stop.word();
        let help = format!("go forward to the Nth place {place}");
        t.add(&format!("next|n {word}"), n(), &help, &format!("next {word}"), move |n| {
            Command::Go(Go::NextStop(stop, once(n)))
        })
        .default(Some("1".to_owned()));
        let help = format!("go back to the Nth place {place}");
        t.add(&format!("previous|p {word}"), n(), &help, &format!("previous {word} 2"), move |n| {
            Command::Go(Go::PreviousStop(stop, once(n)))
        })
        .default(Some("1".to_owned()));
    }
    t.add("first move", (), "go to the beginning of the game", "first move", |()| Command::Go(Go::FirstMove));
    t.add("first game", (), "go to the beginning of the record", "first game", |()| Command::Go(Go::FirstGame));
    let help = "take the last step or setting back; playing on keeps the old line beside the new one";
    t.add("undo", (), help, "undo", |()| Command::Undo);
    let help = "take the last change of a setting back; undo alone does, too, right after it";
    t.add("undo setting|settings", (), help, "undo setting", |()| Command::UndoSetting);
    let help = "put the XGID of what lies on the table on the clipboard of the terminal";
    t.add("copy", (), help, "copy", |()| Command::Copy { text: false });
    let help = "put board, XGID and analysis of the decision on the clipboard of the terminal, as text for forums";
    t.add("copy text", (), help, "copy text", |()| Command::Copy { text: true });
    t.add("list game", (), "the game turn by turn", "list game", |()| Command::ListGame);
}

/// Candidate marks and the rollouts of marked candidates.
fn marks(t: &mut Table) {
    let number = || Whole::new("I", 1, u16::MAX);
    let help = "roll out these candidates of hint, or the marked ones";
    let words = "analyse|analyze|analysis rollout move";
    t.add(words, Many(number()), help, "analyse rollout move 1 2 3", Command::AnalyseRolloutMove);
    let help = "roll out no double against double/take";
    let words = "analyse|analyze|analysis rollout cube";
    t.add(words, (), help, "analyse rollout cube", |()| Command::AnalyseRolloutCube);
    let help = "mark candidates of hint for a rollout";
    let marks = OneOrMore(number());
    t.add("cmark move set rollout", marks, help, "cmark move set rollout 1 2", |i| Command::Mark(Mark::Rollout(i)));
    let help = "take marks off candidates";
    let marks = OneOrMore(number());
    t.add("cmark move set none", marks, help, "cmark move set none 2", |i| Command::Mark(Mark::Unmark(i)));
    t.add("cmark move show", (), "list the marked candidates", "cmark move show", |()| Command::Mark(Mark::Show));
    t.add("cmark move clear", (), "take all marks off", "cmark move clear", |()| Command::Mark(Mark::Clear));
}
