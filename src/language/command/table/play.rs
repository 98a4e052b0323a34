//! Playing: dice, plays, cube, resignations, and looking at the decision at hand.

use super::Table;
use crate::command::args::{ArgCount, Board, File, Many, Maybe, OneOf, Or, Play, Real, Time, Whole};
use crate::command::ast::{Asked, Clear, Command, Go, Lines, Mark, New, Stop};
use crate::scoring::{GameValue, MatchScore};

pub(super) fn rows(t: &mut Table) {
    let length = Maybe(Whole::new("N", 1, MatchScore::LONGEST));
    t.add("new match", length, "start a match to N points", "7", form!(|n| Command::New(New::Match(n))))
        .default("the length of set matchlength");
    t.plain("new game", "start the next game of the match or session", Command::New(New::Game));
    t.plain("new session", "start a money session", Command::New(New::Session));
    t.plain("roll", "roll the dice", Command::Roll);
    let help = "make a play (the play alone does too), or pass when there is none";
    t.add("move", Maybe(Play), help, "8/5 6/5", form!(|x| Command::Move(x)))
        .default("a pass, if there is no legal play");
    t.plain("double", "offer the cube", Command::Double);
    t.plain("take", "accept the cube", Command::Take);
    t.plain("drop", "refuse the cube", Command::Drop);
    t.plain("pass", "refuse the cube, as drop", Command::Drop);
    t.plain("beaver", "accept the cube and turn it at once", Command::Beaver);
    t.plain("redouble", "accept the cube and turn it at once, as beaver", Command::Beaver);
    t.plain("accept", "accept the cube or the resignation on offer", Command::Accept);
    t.plain("reject", "refuse the cube or the resignation on offer", Command::Reject);
    t.plain("agree", "accept the resignation on offer", Command::Agree);
    t.plain("decline", "refuse the resignation on offer", Command::Decline);
    let amounts = OneOf {
        name: "single|gammon|backgammon",
        words: vec![
            ("single", GameValue::Single),
            ("gammon", GameValue::Gammon),
            ("backgammon", GameValue::Backgammon),
            ("normal", GameValue::Single),
            ("1", GameValue::Single),
            ("2", GameValue::Gammon),
            ("3", GameValue::Backgammon),
        ],
    };
    let form = form!(|n| Command::Resign(n));
    let help = "offer to resign, at the stake or two or three times it";
    t.add("resign", Or(amounts, GameValue::Single), help, "gammon", form).default("single");
    t.plain("play", "let the engine play its turn", Command::Play);
    t.plain("end game", "let the engine play both sides to the end of the game", Command::EndGame);
    t.plain("swap players", "exchange the players' seats", Command::SwapPlayers);
    t.plain("swap", "exchange the players' seats", Command::SwapPlayers);

    record(t);

    let help = "evaluate a position at each ply up to the set depth, then the cube";
    t.add("eval", Maybe(Board), help, "4HPwATDgc/ABMA", form!(|x| Command::Eval(x))).default("the current position");
    let help = "rank the plays, the best N; or judge the cube or resignation";
    t.add("hint", Maybe(Whole::new("N", 1, u16::MAX)), help, "3", form!(|x| Command::Hint(x))).default("10 plays");
    let why = "what tells the best play from another on the board (hits, shots, points, chances), or speaks for a cube \
               action";
    t.add("why", Maybe(Play), why, "13/9", form!(|play| Command::Why(play)))
        .default("the play that was made, or the second best");
    let help = "rank the plays or judge the cube: a quick look first, deeper where it is close, for so long";
    t.add("hint in", Time, help, "5s", form!(|time| Command::HintWithin(time)));
    for (asked, words, help) in [
        (Asked::Eval, "eval file", "evaluate every decision of a file, one a line"),
        (Asked::Hint, "hint file", "rank the plays or judge the cube of every decision of a file, one a line"),
    ] {
        let files = (File("POSITIONS"), Maybe(File("OUT")));
        let form = form!(|(positions, output)| Command::AnswerFile { asked, positions, output });
        t.add(words, files, help, "positions.txt answers.jsonl", form);
    }
    marks(t);
    t.plain("describe", "say the position in words: checkers, pips, cube, score, dice", Command::Describe);

    t.plain("clear hint", "forget the analysis of the decision", Command::Clear(Clear::Hint));
    t.plain("clear cache", "empty the evaluation cache", Command::Clear(Clear::Cache));
    let help = "take back dice and cube action of this turn";
    t.plain("clear turn", help, Command::Clear(Clear::Turn));

    let real = |name| Maybe(Real { name, min: -1e6, max: 1e6 });
    let help = "the match winning chance of an equity at this score and cube";
    t.add("eq2mwc", real("EQUITY"), help, "0.25", form!(|x| Command::Eq2Mwc(x))).default("a list of equities");
    let chance = Maybe(Real { name: "CHANCE", min: 0.0, max: 100.0 });
    let help = "the equity of a match winning chance, 0.6 or 60, at this score and cube";
    t.add("mwc2eq", chance, help, "60", form!(|x| Command::Mwc2Eq(x))).default("a list of chances");
    let number = Whole::new("N", 1, 1_000_000);
    t.add("dicerolls", number, "print N rolls of the dice in use", "5", form!(|x| Command::DiceRolls(x)));
    let rounds = Maybe(Whole::new("N", 1, 1_000_000));
    t.add("calibrate", rounds, "measure evaluations per second in N rounds", "3", form!(|x| Command::Calibrate(x)))
        .default("until interrupted");
}

/// The commands of the record: steps through the history.
fn record(t: &mut Table) {
    let n = || Or(Whole::new("N", 1, u16::MAX), 1);
    let help = "go on by N decisions of the record";
    t.add("next|n", n(), help, "", form!(|n| Command::Go(Go::Next(n)))).default("1");
    t.add("next|n game", n(), "go on by N games", "", form!(|n| Command::Go(Go::NextGame(n)))).default("1");
    let help = "go back by N decisions of the record";
    t.add("previous|p", n(), help, "3", form!(|n| Command::Go(Go::Previous(n)))).default("1");
    let help = "go back by N games";
    t.add("previous|p game", n(), help, "", form!(|n| Command::Go(Go::PreviousGame(n)))).default("1");
    for (stop, place) in [
        (Stop::Roll, "where the dice are to be rolled"),
        (Stop::Rolled, "where the dice have been rolled"),
        (Stop::Marked, "where the choice is marked as an error or good"),
    ] {
        let word = stop.word();
        let help = format!("go forward to the Nth place {place}");
        t.add(&format!("next|n {word}"), n(), &help, "", form!(|n| Command::Go(Go::NextStop(stop, n)))).default("1");
        let help = format!("go back to the Nth place {place}");
        t.add(&format!("previous|p {word}"), n(), &help, "2", form!(|n| Command::Go(Go::PreviousStop(stop, n))))
            .default("1");
    }
    t.plain("first move", "go to the beginning of the game", Command::Go(Go::FirstMove));
    t.plain("first game", "go to the beginning of the record", Command::Go(Go::FirstGame));
    let help = "take the last step or setting back; what is played then takes its place, which is kept as a side line";
    t.plain("undo", help, Command::Undo);
    t.plain("redo", "do again what undo took back", Command::Redo);
    let help = "the side lines of the record: what was tried out beside what was played";
    t.plain("lines", help, Command::Lines(Lines::List));
    let number = Whole::new("N", 1, u16::MAX);
    t.add("line", number, "go to side line N of lines", "1", form!(|n| Command::Lines(Lines::Enter(n))));
    t.plain("line main", "go back from a side line to the main line", Command::Lines(Lines::Main));
    let help = "make the side line the main line, which is kept as a side line";
    t.plain("promote line", help, Command::Lines(Lines::Promote));
    let help = "take the last change of a setting back; undo alone does, too, right after it";
    t.plain("undo setting|settings", help, Command::UndoSetting);
    let help = "put the XGID of what lies on the table on the clipboard of the terminal";
    t.plain("copy", help, Command::Copy { text: false });
    let help = "put board, XGID and analysis of the decision on the clipboard of the terminal, as text for forums";
    t.plain("copy text", help, Command::Copy { text: true });
    t.plain("list game", "the game turn by turn", Command::ListGame);
}

/// Candidate marks and the rollouts of marked candidates.
fn marks(t: &mut Table) {
    let number = || Whole::new("I", 1, u16::MAX);
    let help = "roll out these candidates of hint, or the marked ones";
    let words = "analyse|analyze|analysis rollout move";
    t.add(words, Many(number(), ArgCount::Any), help, "1 2 3", form!(|x| Command::AnalyseRolloutMove(x)));
    let help = "roll out no double against double/take";
    let words = "analyse|analyze|analysis rollout cube";
    t.plain(words, help, Command::AnalyseRolloutCube);
    let help = "mark candidates of hint for a rollout";
    let marks = Many(number(), ArgCount::Some);
    t.add("cmark move set rollout", marks, help, "1 2", form!(|i| Command::Mark(Mark::Rollout(i))));
    let help = "take marks off candidates";
    let marks = Many(number(), ArgCount::Some);
    t.add("cmark move set none", marks, help, "2", form!(|i| Command::Mark(Mark::Unmark(i))));
    t.plain("cmark move show", "list the marked candidates", Command::Mark(Mark::Show));
    t.plain("cmark move clear", "take all marks off", Command::Mark(Mark::Clear));
}
