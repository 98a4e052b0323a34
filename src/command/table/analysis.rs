//! The analysis of records: what is analyzed and how, marks, errors.

use super::Table;
use super::eval::{eval_rows, filter_rows};
use crate::command::args::{File, Maybe, OnOff, Players, Real, Whole, narrow};
use crate::command::ast::{
    Analyse, AnalysisChange, AnalysisKind, Annotate, Annotated, Command, Decision, Part, RolloutMark, Set, Show,
    Threshold, TutorChange, Unused, luck_word, skill_word,
};
use crate::record::{LuckMark, Skill};

const ANALYSE: &str = "analyse|analyze|analysis";

pub(super) fn rows(t: &mut Table) {
    parts(t);
    annotations(t);
    marks(t);
    settings(t);
    tutor(t);
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
        t.add(&format!("{ANALYSE} {word}"), (), &help, &format!("analyse {word}"), move |()| {
            Command::Analyse(Analyse::Part(part))
        });
        let help = format!("forget the analysis of {name}");
        let example = format!("analyse clear {word}");
        t.add(&format!("{ANALYSE} clear {word}"), (), &help, &example, move |()| {
            Command::Analyse(Analyse::Clear(part))
        });
        if part != Part::Move {
            let words = format!("show statistics {word}");
            let help = format!("errors, luck, cube decisions and ratings of {name}");
            t.add(&words, (), &help, &words, move |()| Show::Statistics(part).into());
        }
    }
    for part in [Part::Game, Part::Match] {
        let help = format!("roll out the decisions of {} that cmark has marked", name(part));
        let example = format!("analyse rollout {}", part.word());
        t.add(&format!("{ANALYSE} rollout {}", part.word()), (), &help, &example, move |()| {
            Command::Analyse(Analyse::RolloutMarked(part))
        });
    }
    let help = "roll out every decision of the record that is close or an error, until decided";
    t.add(&format!("{ANALYSE} rollout close"), (), help, "analyse rollout close", |()| {
        Command::Analyse(Analyse::RolloutClose)
    });
    let help = "analyse all matches of a folder and list both players' errors, match by match";
    t.add("show statistics folder", File("FOLDER"), help, "show statistics folder matches", |folder| {
        Show::FolderStatistics(folder).into()
    });
    let number = Maybe(Whole::new("N", 1, u16::MAX));
    let help = "the errors of the record, the worst first, N at most";
    t.add("show errors", number, help, "show errors 3", |n| Show::Errors(n).into()).default("10");
    let help = "go to the error that show errors lists as number N";
    t.add("goto error", Whole::new("N", 1, u16::MAX), help, "goto error 1", Command::GotoError);
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
            t.add(&words, (), &help, &words, move |()| Command::Annotate(Annotate::Skill(what, skill)));
        }
    }
    for luck in LuckMark::ALL.map(Some).into_iter().chain([None]) {
        let help = match luck {
            Some(luck) => format!("say that the roll at the cursor was {}", luck.name()),
            None => "take the mark off the roll at the cursor".to_owned(),
        };
        let words = format!("annotate roll {}", luck.map_or("clear", luck_word));
        t.add(&words, (), &help, &words, move |()| Command::Annotate(Annotate::Luck(luck)));
    }
    for (word, what) in [("skill", Annotate::ClearSkill), ("luck", Annotate::ClearLuck)] {
        let words = format!("annotate clear {word}");
        let help = format!("take the {word} marks off the turn at the cursor");
        t.add(&words, (), &help, &words, move |()| Command::Annotate(what));
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
        t.add(&words, (), help, &words, move |()| Command::RolloutMark(mark));
    }
}

fn settings(t: &mut Table) {
    let set = |change| Set::Analysis(change).into();
    for decision in [Decision::Chequerplay, Decision::Cube] {
        let word = decision.word();
        let of = if decision == Decision::Cube { "of cube decisions in analysis" } else { "of plays in analysis" };
        eval_rows(t, &format!("set analysis {word} evaluation"), of, &(), move |(), change| {
            set(AnalysisChange::Eval(decision, change))
        });
    }
    eval_rows(t, "set analysis luckanalysis", "of luck", &(), move |(), change| set(AnalysisChange::Luck(change)));
    filter_rows(t, "set analysis movefilter", " of analysis", &(), move |(), change| {
        set(AnalysisChange::Filter(change))
    });
    let kinds = [
        (AnalysisKind::Cube, "cube decisions are"),
        (AnalysisKind::Luck, "the luck of rolls is"),
        (AnalysisKind::Moves, "plays are"),
    ];
    for (kind, what) in kinds {
        let words = format!("set analysis {}", kind.word());
        let help = format!("whether {what} analysed");
        t.add(&words, OnOff, &help, &format!("{words} on"), move |on| set(AnalysisChange::Kind(kind, on)))
            .default("on");
    }
    let help = "whether a player's decisions and rolls are analysed";
    let example = "set analysis player 0 analyse off";
    t.add("set analysis player P analyse", (Players, OnOff), help, example, move |(player, on)| {
        set(AnalysisChange::Player(player, on))
    })
    .default("on");
    let thresholds = [
        (Threshold::Skill(Skill::Doubtful), "0.03"),
        (Threshold::Skill(Skill::Bad), "0.06"),
        (Threshold::Skill(Skill::VeryBad), "0.12"),
        (Threshold::Luck(LuckMark::Lucky), "0.3"),
        (Threshold::Luck(LuckMark::VeryLucky), "0.6"),
        (Threshold::Luck(LuckMark::Unlucky), "0.3"),
        (Threshold::Luck(LuckMark::VeryUnlucky), "0.6"),
    ];
    for (mark, default) in thresholds {
        let words = format!("set analysis threshold {}", mark.word());
        let help = "from which equity given up or gained the mark is given; the sign does not matter";
        // GNU Backgammon writes losses with and without their sign.
        let real = Real { name: "EQUITY", min: -1e3, max: 1e3 };
        t.add(&words, real, help, &format!("{words} {default}"), move |x| {
            set(AnalysisChange::Threshold(mark, narrow(x).abs()))
        })
        .default(default);
    }
    for leaf in ["chequerplay", "cubedecision"] {
        t.no_effect(&format!("set analysis {leaf} rollout"), Unused::RolloutsAsDecisions);
        let why = Unused::Because("records are analysed by evaluation, and rolled out by `analyse rollout`");
        t.no_effect(&format!("set analysis {leaf} type"), why);
    }
    let defaults = [
        ("set analysis luckanalysis prune", "off"),
        ("set analysis movefilter", "those of large"),
        ("set analysis movefilter preset", "large"),
    ];
    for (words, default) in defaults {
        if let Some(row) = t.rows.iter_mut().find(|row| row.words == words) {
            row.default(default);
        }
    }
    t.add("show analysis", (), "how records are analysed", "show analysis", |()| Show::Analysis.into());
    let help = "the rating of who makes no errors, from which errors are counted down";
    let offset = Real { name: "RATING", min: -1e5, max: 1e5 };
    t.add("set ratingoffset", offset, help, "set ratingoffset 2050", |x| Set::RatingOffset(narrow(x)).into())
        .default("2050");
    let help = "the rating of who makes no errors";
    t.add("show ratingoffset", (), help, "show ratingoffset", |()| Show::RatingOffset.into());
}

fn tutor(t: &mut Table) {
    let mut switch = |word: &str, help: &str, default: &'static str, make: fn(bool) -> TutorChange| {
        let words = format!("set tutor {word}");
        t.add(&words, OnOff, help, &format!("{words} on"), move |on| Set::Tutor(make(on)).into()).default(default);
    };
    let help = "whether errors are told before they are made; the same command again makes them";
    switch("mode", help, "off", TutorChange::Mode);
    switch("cube", "whether the tutor watches cube actions", "on", TutorChange::Cube);
    switch("chequer", "whether the tutor watches plays", "on", TutorChange::Chequer);
    for skill in Skill::ALL {
        let words = format!("set tutor skill {}", skill_word(skill));
        let help = format!("the tutor warns where the loss is marked {}, or worse", skill.name());
        let row = t.add(&words, (), &help, &words, move |()| Set::Tutor(TutorChange::Skill(skill)).into());
        if skill == Skill::Doubtful {
            row.default("this one");
        }
    }
    t.add("show tutor", (), "what the tutor watches", "show tutor", |()| Show::Tutor.into());
}
