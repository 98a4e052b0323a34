//! The analysis of records: what is analyzed and how, marks, errors.

use super::Table;
use crate::command::args::{File, Maybe, NamedFile, NamedPlayer, OnePlayer, Text, Time, WantedErrors, Whole, Word};
use crate::command::ast::{
    Analyse, Annotate, Annotated, Command, FileCommand, Goto, Part, Practise, RolloutMark, Show, Unused, luck_word,
    skill_word,
};
use crate::record::{LuckMark, Skill};

const ANALYSE: &str = "analyse|analyze|analysis";

pub(super) fn rows(t: &mut Table) {
    parts(t);
    annotations(t);
    marks(t);
    settings(t);
}

const fn name(part: Part) -> &'static str {
    match part {
        Part::Move => "the decision at the cursor",
        Part::Game => "the game",
        Part::Match => "the match",
        Part::Session => "the session",
    }
}

fn parts(t: &mut Table) {
    for part in Part::ALL {
        let (word, name) = (part.word(), name(part));
        let help = format!("analyse {name}: errors, luck, cube decisions");
        t.plain(&format!("{ANALYSE} {word}"), &help, Command::Analyse(Analyse::Part(part)));
        let words = format!("{ANALYSE} {word} in");
        let help = format!("analyse {name}, the close decisions as deeply as there is time");
        let form = form!(|time| Command::Analyse(Analyse::Within(part, time)));
        t.add(&words, Time, &help, "60s", form);
        let help = format!("analyse {name} anew, also what is judged as deeply already; the new verdicts speak");
        t.plain(&format!("{ANALYSE} {word} again"), &help, Command::Analyse(Analyse::Again(part)));
        let help = format!("forget the analysis of {name}");
        t.plain(&format!("{ANALYSE} clear {word}"), &help, Command::Analyse(Analyse::Clear(part)));
        if part != Part::Move {
            let words = format!("show statistics {word}");
            let help = format!("errors, luck, cube decisions and ratings of {name}");
            t.plain(&words, &help, Show::Statistics(part));
        }
    }
    for part in [Part::Game, Part::Match] {
        let help = format!("roll out the decisions of {} that cmark has marked", name(part));
        t.plain(&format!("{ANALYSE} rollout {}", part.word()), &help, Command::Analyse(Analyse::RolloutMarked(part)));
    }
    let help = "roll out the decisions of the record that are close or an error, the most doubtful first";
    t.plain(&format!("{ANALYSE} rollout close"), help, Command::Analyse(Analyse::RolloutClose));
    let help =
        "analyse the matches of a folder that are not analysed yet, save what is found, and list errors match by match";
    let args = (File("FOLDER"), Maybe(File("SAVE")));
    let form = form!(|(folder, save)| Command::AnalyseFolder { folder, save });
    t.add(&format!("{ANALYSE} folder"), args, help, "matches", form);
    let help = "read a match, whatever its format, and analyse it";
    let form = form!(|file| Command::File(FileCommand::Analyse { file }));
    t.add(&format!("{ANALYSE} file"), NamedFile("FILE"), help, "match.mat", form);
    let help = "analyse all matches of a folder and list both players' errors, match by match";
    let form = form!(|folder| Command::Show(Show::FolderStatistics(folder)));
    t.add("show statistics folder", NamedFile("FOLDER"), help, "matches", form);
    let help = "the errors of the record, the worst first: of a player, with the cube or in plays, from a loss on, of a \
                game, N at most";
    let form = form!(|wanted| Command::Show(Show::Errors(wanted)));
    t.add("show errors", WantedErrors, help, "bob cube 0.06 game 2", form).default("10");
    let form = form!(|wanted| Command::Goto(Goto::NextError(wanted)));
    t.add("next|n error", WantedErrors, "go on to the next error of such a kind", "bob", form);
    let form = form!(|wanted| Command::Goto(Goto::PreviousError(wanted)));
    t.add("previous|p error", WantedErrors, "go back to the last error of such a kind", "cube", form);
    let help = "the players' performance ratings (PR), or those of one: how much was given up at decisions that count";
    let note = "PR is 500 × the equity lost per decision that counts: 0 is perfect, the best people play 2 to 3. A play \
                with more than one legal choice counts, unless all are worth the same; so do a double, a take, a pass, \
                and a roll before which doubling would have given up less than 0.2.";
    let beside = "eXtreme Gammon counts so, as far as its figures tell: of a match whose statistics were published with \
                  its file, `pr` has the same plays, cube decisions, equity and ratings of both players (0.42 and 0.39). \
                  With another program's analysis, and so with ours, the losses differ. `show statistics` counts \
                  as GNU Backgammon does: every unforced play, and doubles that give up less than 0.16.";
    for words in ["pr", "show pr"] {
        let form = form!(|player| Command::Show(Show::Performance(player)));
        let row = t.add(words, Maybe(NamedPlayer), help, "bob", form);
        row.default("both");
        row.notes.extend([note, beside].map(str::to_owned));
    }
    let help =
        "the performance ratings (PR) of the players of a folder by month, event, phase and score, from its analyses";
    let form = form!(|folder| Command::Show(Show::FolderPerformance(folder)));
    t.add("pr folder", NamedFile("FOLDER"), help, "matches", form);
    let help = "ask about the errors of the record, the worst first; with an answer, judge it";
    t.add("quiz", Maybe(Text("ANSWER")), help, "take", form!(|x| Command::Quiz(x))).default("the next question");
    let help = "ask about your own errors in all matches of `set matches`: those that are due, then new ones";
    let form = form!(|wanted| Command::Practise(Practise::Round(wanted)));
    let row = t.add("practise|practice", WantedErrors, help, "5 cube", form);
    row.default("10");
    row.notes.push(
        "Of conditions it knows how many, `cube`, `plays`, `missed`, `doubles`, `takes`, `passes`, a part of the game \
         such as `race` or `blitz`, the least loss, `against NAME`, `since` and `before`."
            .to_owned(),
    );
    let help = "answer the question of practise, if the play or action alone would not do";
    let form = form!(|text| Command::Practise(Practise::Answer(text)));
    t.add("practise|practice answer", Text("ANSWER"), help, "13/9", form);
    let help = "keep your answer to a decision that a page or another program has asked: it counts as in `practise`";
    let form = form!(|(xgid, answer)| Command::Practise(Practise::Answered { xgid, answer }));
    t.add(
        "practise|practice answered",
        (Word("XGID"), Text("ANSWER")),
        help,
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 8/5 6/5",
        form,
    );
    let help = "say that the last answer came without a thought: it is asked later";
    t.plain("practise|practice easy", help, Practise::Easy);
    let help = "write all questions of practise as a package that Anki imports, a deck for each theme";
    let form = form!(|file| Command::Practise(Practise::Export(file)));
    t.add("export cards", NamedFile("FILE"), help, "errors.apkg", form);
    let help = "hand all questions to the Anki that runs here with the add-on AnkiConnect; new ones are added";
    let form = form!(|address| Command::Practise(Practise::Anki(address)));
    let row = t.add("practise|practice anki", Maybe(Word("ADDRESS")), help, "127.0.0.1:8765", form);
    row.default("127.0.0.1:8765");
    t.plain("practise|practice stop", "end the round; every answer is kept", Practise::Stop);
    let help = "two analyses of the match side by side, by program or level: ratings, and where they differ";
    let names = Maybe((Word("NAME"), Word("NAME")));
    let form = form!(|names| Command::Show(Show::Comparison(names)));
    t.add("compare analyses", names, help, "XG 2-ply", form)
        .default("the two programs, or levels of one, that judged the most decisions");
    super::settings::prefer(t);
    let help = "go to the error that show errors lists as number N";
    let n = || Whole::new("N", 1, u16::MAX);
    t.add("goto error", n(), help, "1", form!(|n| Command::Goto(Goto::Error(n))));
    t.add("goto game", n(), "go to the beginning of game N", "2", form!(|n| Command::Goto(Goto::Game(n))));
    let help = "go to turn N of the game, as list game numbers them: to the decision of player P if one is named";
    for words in ["goto turn", "goto"] {
        let form = form!(|(turn, player)| Command::Goto(Goto::Turn { turn, player }));
        t.add(words, (n(), Maybe(OnePlayer)), help, "36 bob", form);
    }
}

fn annotations(t: &mut Table) {
    for what in Annotated::ALL {
        for skill in Skill::ALL.map(Some).into_iter().chain([None]) {
            let (word, mark) = (what.word(), skill.map_or("clear", skill_word));
            let help = match skill {
                Some(skill) => format!("say that the {word} at the cursor was {}", skill.name()),
                None => format!("take the mark off the {word} at the cursor"),
            };
            let words = format!("annotate {word} {mark}");
            t.plain(&words, &help, Command::Annotate(Annotate::Skill(what, skill)));
        }
    }
    for what in Annotated::ALL {
        let words = format!("annotate {} comment", what.word());
        let help = format!("write a comment on the {} at the cursor", what.word());
        let form = form!(|text| Command::Comment(Some((what, text))));
        t.add(&words, Text("TEXT"), &help, "the point is worth more", form);
    }
    let help = "write a comment on the decision that is shown, also one not to double; alone, read or edit it";
    t.add("comment", Maybe(Text("TEXT")), help, "this was too bold", form!(|text| Command::CommentHere(text)))
        .default("shows the comment");
    let help = "mark the decision that is shown, also one not to double, to come back to it";
    t.plain("flag", help, Command::Flag(true));
    t.plain("unflag", "take the flag off the decision that is shown", Command::Flag(false));
    t.plain("show flags", "the decisions that are flagged, with comments", Show::Flags);
    let help = "take away what was written about the turn at the cursor";
    t.plain("annotate clear comment", help, Command::Comment(None));
    for luck in LuckMark::ALL.map(Some).into_iter().chain([None]) {
        let help = match luck {
            Some(luck) => format!("say that the roll at the cursor was {}", luck.name()),
            None => "take the mark off the roll at the cursor".to_owned(),
        };
        let words = format!("annotate roll {}", luck.map_or("clear", luck_word));
        t.plain(&words, &help, Command::Annotate(Annotate::Luck(luck)));
    }
    for (word, what) in [("skill", Annotate::ClearSkill), ("luck", Annotate::ClearLuck)] {
        let words = format!("annotate clear {word}");
        let help = format!("take the {word} marks off the turn at the cursor");
        t.plain(&words, &help, Command::Annotate(what));
    }
}

fn marks(t: &mut Table) {
    let rows = [
        ("cube set rollout", "mark the cube decision at the cursor for a rollout", RolloutMark::Cube(true)),
        ("cube set none", "take the mark off the cube decision", RolloutMark::Cube(false)),
        ("cube show", "whether the cube decision is marked", RolloutMark::ShowCube),
        ("cube clear", "take the mark off the cube decision", RolloutMark::Clear(Part::Move)),
        ("game show", "list the decisions of the game that are marked", RolloutMark::Show(Part::Game)),
        ("game clear", "take all marks of the game off", RolloutMark::Clear(Part::Game)),
        ("match show", "list the decisions of the match that are marked", RolloutMark::Show(Part::Match)),
        ("match clear", "take all marks of the match off", RolloutMark::Clear(Part::Match)),
    ];
    for (words, help, mark) in rows {
        let words = format!("cmark {words}");
        t.plain(&words, help, Command::RolloutMark(mark));
    }
}

/// Commands that show the settings of analysis and tutor, and ways of analysing records that do not exist here.
fn settings(t: &mut Table) {
    for leaf in ["chequerplay", "cubedecision"] {
        t.no_effect(&format!("set analysis {leaf} rollout"), Unused::RolloutsAsDecisions);
    }
    t.plain("show analysis", "how records are analysed", Show::Group("analysis"));
    t.plain("show prefer", "whose analysis speaks where a decision has several", Show::Group("analysis prefer"));
    let help = "the rating of a player without errors";
    t.plain("show ratingoffset", help, Show::RatingOffset);
    t.plain("show tutor", "what the tutor watches", Show::Group("tutor"));
}
