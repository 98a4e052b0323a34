//! `set`: position, match, rules, engine and output. The rollout settings have their own file.

use super::Table;
use super::eval::{entered_dice_rows, eval_rows, filter_rows, rng_rows, strength};
use crate::board::{ByPlayer, Variation};
use crate::command::args::{
    Board, CubeValue, Dice, File, GnubgId, MatchId, Maybe, OnOff, OneOf, OnePlayer, Players, Raw, Real, Text, Whole,
    Word, Xgid, narrow,
};
use crate::command::ast::{
    Answer, AutomaticChange, Command, ConfirmChange, CubeChange, CubeEfficiencyChange, Decision, EvaluationChange,
    OutputChange, PlayerChange, Set, Unused,
};

/// The longest match.
const LENGTH: u8 = 64;
/// One of several settings of a kind: its word, help, default, and what a value makes of it.
type Leaf<T, C> = (&'static str, &'static str, &'static str, fn(T) -> C);

pub(super) fn rows(t: &mut Table) {
    position(t);
    rules(t);
    players(t);
    dice(t);
    engine(t);
    output(t);
}

/// A switch with its default.
fn switch(t: &mut Table, words: &str, help: &str, default: &'static str, set: fn(bool) -> Set) {
    t.add(words, OnOff, help, &format!("{} on", canonical(words)), move |on| set(on).into()).default(default);
}

/// The words without their other names.
fn canonical(words: &str) -> String {
    words.split(' ').map(|word| word.split('|').next().unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

fn position(t: &mut Table) {
    let help = "place the checkers; dice, cube, score and turn stay";
    t.add("set board", Board, help, "set board 4HPwATDgc/ABMA", |board| Set::Board(board).into());
    t.add("set dice", Dice, "set the dice of the player on roll", "set dice 3 1", |roll| Set::Dice(roll).into());
    let help = "say who is on roll; the checkers stay where they are";
    t.add("set turn", OnePlayer, help, "set turn 0", |player| Set::Turn(player).into());
    let points = |name| Whole::new(name, 0, LENGTH - 1);
    let score = (points("S0"), points("S1"), Maybe(Whole::new("LENGTH", 1, LENGTH)));
    let help = "set the points of both players, and the match length if given";
    t.add("set score", score, help, "set score 2 4 7", |(top, bottom, length)| {
        Set::Score { score: ByPlayer([top, bottom]), length }.into()
    });
    let cube = |change| Set::Cube(change).into();
    let help = "set the value of the cube, its owner staying";
    t.add("set cube value", CubeValue, help, "set cube value 2", move |n| cube(CubeChange::Value(n)));
    let help = "give the cube to a player, or center it with both";
    t.add("set cube owner", Players, help, "set cube owner 0", move |player| cube(CubeChange::Owner(player)));
    let help = "center the cube, its value staying";
    t.add("set cube centre|center", (), help, "set cube centre", move |()| cube(CubeChange::Centre));
    switch(t, "set cube use", "whether the cube is used at all", "on", |on| Set::Cube(CubeChange::Use(on)));
    let help = "restore dice, cube and score from a Match ID";
    t.add("set matchid", MatchId, help, "set matchid cAkAAAAAAAAA", |id| Set::MatchId(id).into());
    let help = "restore everything from a Position ID and a Match ID";
    t.add("set gnubgid", GnubgId, help, "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA", |(position, match_id)| {
        Set::GnubgId { position, match_id }.into()
    });
    let help = "restore everything from an XGID";
    let example = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10";
    t.add("set xgid", Xgid, help, example, |id| Set::Xgid(id).into());
}

fn rules(t: &mut Table) {
    let help = "whether gammons count only after a cube turn, for money";
    switch(t, "set jacoby", help, "on", Set::Jacoby);
    switch(t, "set crawford", "whether this is the Crawford game", "by the score", Set::Crawford);
    let help = "whether the Crawford game has been played";
    switch(t, "set postcrawford", help, "by the score", Set::PostCrawford);
    let beavers = Whole::new("N", 0, 12);
    let help = "allow so many beavers, for money; 0 is none";
    t.add("set beavers", beavers, help, "set beavers 3", |n| Set::Beavers(n).into()).default("3");
    let variations = Variation::ALL.iter().map(|&variation| (variation.name(), variation)).collect();
    let variations = OneOf { name: "NAME", words: variations };
    t.add("set variation", variations, "the variation played", "set variation nackgammon", |v| {
        Set::Variation(v).into()
    })
    .default("standard");
    let length = Whole::new("N", 1, LENGTH);
    let help = "the length of matches when new match names none";
    t.add("set matchlength", length, help, "set matchlength 9", |n| Set::MatchLength(n).into()).default("7");
    let help = "the match equity table, from a file or by a built-in name";
    t.add("set matchequitytable|met", File("FILE"), help, "set met woolsey.xml", |file| Set::Met(file).into())
        .default("Kazaross-XG2");
    let help = "whether the match equity table is read with the players exchanged";
    switch(t, "set invert matchequitytable|met", help, "off", Set::InvertMet);
    switch(t, "invert matchequitytable|met", help, "off", Set::InvertMet);

    let help = "how often equal opening dice double the cube, for money";
    t.add("set automatic doubles", Whole::new("N", 0, 12), help, "set automatic doubles 1", |n| {
        Set::Automatic(AutomaticChange::Doubles(n)).into()
    })
    .default("0");
    let automatic: [Leaf<bool, AutomaticChange>; 5] = [
        ("bearoff", "no effect: bearing off is a command", "off", AutomaticChange::Bearoff),
        ("crawford", "declare the Crawford game by the score", "on", AutomaticChange::Crawford),
        ("game", "no effect: the next game is begun by a command", "off", AutomaticChange::Game),
        ("move", "no effect: forced plays are made by a command", "off", AutomaticChange::Move),
        ("roll", "no effect: dice are rolled by a command", "off", AutomaticChange::Roll),
    ];
    for (word, help, default, change) in automatic {
        let words = format!("set automatic {word}");
        let example = format!("{words} off");
        t.add(&words, OnOff, help, &example, move |on| Set::Automatic(change(on)).into()).default(default);
    }
}

fn players(t: &mut Table) {
    let help = "name a player";
    t.add("set player P name", (Players, Text("NAME")), help, "set player 0 name Anna", |(player, name)| {
        Set::Player(player, PlayerChange::Name(name)).into()
    });
    let help = "let a person play for a player";
    t.add("set player P human", Players, help, "set player 0 human", |player| {
        Set::Player(player, PlayerChange::Human).into()
    })
    .default("both players");
    let help = "let the engine play for a player whenever he is to decide";
    t.add("set player P gnubg", Players, help, "set player 0 gnubg", |player| {
        Set::Player(player, PlayerChange::Gnubg).into()
    })
    .default("neither player");
    strengths(t);
    decision_types(t);
    let names = (Word("NAME0"), Word("NAME1"));
    let help = "the names players start with";
    t.add("set defaultnames", names, help, "set defaultnames Anna Bert", |(top, bottom)| {
        Set::DefaultNames(ByPlayer([top, bottom])).into()
    });
    for (word, help, make) in [
        ("new", "ask before a game in progress is given up", ConfirmChange::New as fn(bool) -> ConfirmChange),
        ("save", "ask before a file is overwritten", ConfirmChange::Save),
    ] {
        let words = format!("set confirm {word}");
        let example = format!("{words} off");
        t.add(&words, OnOff, help, &example, move |on| Set::Confirm(make(on)).into()).default("on");
    }
    let answers = vec![("yes", Answer::Yes), ("no", Answer::No), ("ask", Answer::Ask)];
    let answers = OneOf { name: "yes|no|ask", words: answers };
    let help = "answer every question like this";
    t.add("set confirm default", answers, help, "set confirm default yes", |answer| {
        Set::Confirm(ConfirmChange::Default(answer)).into()
    })
    .default("ask");
}

/// How strongly the engine plays for each player.
fn strengths(t: &mut Table) {
    let set = |player, change| Set::Player(player, PlayerChange::Evaluation(change)).into();
    for decision in [Decision::Chequerplay, Decision::Cube] {
        let (leaf, of) = match decision {
            Decision::Chequerplay => ("chequerplay", "of plays for a player"),
            Decision::Cube => ("cubedecision", "of cube decisions for a player"),
        };
        eval_rows(t, &format!("set player P {leaf} evaluation"), of, &Players, move |player, change| {
            set(player, EvaluationChange::Eval(decision, change))
        });
    }
    filter_rows(t, "set player P movefilter", " of a player", &Players, move |player, change| {
        set(player, EvaluationChange::Filter(change))
    });
    let help = "how strongly the engine plays for a player: plays, cube and move filters at once";
    let example = "set player 0 preset advanced";
    t.add("set player P preset", (Players, strength()), help, example, move |(player, strength)| {
        set(player, EvaluationChange::Preset(strength))
    })
    .default("worldclass");
}

/// How decisions are made: GNU Backgammon can also roll out.
fn decision_types(t: &mut Table) {
    let why = Unused::Because("decisions are always made by evaluation");
    let types = || OneOf { name: "evaluation", words: vec![("evaluation", ())] };
    let help = "how decisions are made: by evaluation";
    for leaf in ["chequerplay", "cubedecision"] {
        let words = format!("set evaluation {leaf} type");
        let example = format!("{words} evaluation");
        let command = Command::NoEffect { words: example.clone(), why };
        t.add(&words, types(), help, &example, move |()| command.clone()).default("evaluation");
        let words = format!("set player P {leaf} type");
        let example = format!("set player 0 {leaf} type evaluation");
        t.add(&words, (Players, types()), help, &example, move |(player, ())| Command::NoEffect {
            words: format!("set player {player} {leaf} type evaluation"),
            why,
        })
        .default("evaluation");
    }
}

fn dice(t: &mut Table) {
    rng_rows(t, "set rng", "the dice of games", |rng| Set::Rng(rng).into());
    entered_dice_rows(t, "set rng", |rng| Set::Rng(rng).into());
    let seed = Maybe(Whole::new("N", 0, u32::MAX));
    let help = "seed the dice of games; without a number, from the system";
    t.add("set seed", seed, help, "set seed 42", |seed| Set::Seed(seed).into()).default("from the system");
}

fn engine(t: &mut Table) {
    for decision in [Decision::Chequerplay, Decision::Cube] {
        let (words, of) = match decision {
            Decision::Chequerplay => ("set evaluation chequerplay evaluation", "of plays"),
            Decision::Cube => ("set evaluation cubedecision evaluation", "of cube decisions"),
        };
        eval_rows(t, words, of, &(), move |(), change| {
            Set::Evaluation(EvaluationChange::Eval(decision, change)).into()
        });
    }
    filter_rows(t, "set evaluation movefilter", "", &(), |(), change| {
        Set::Evaluation(EvaluationChange::Filter(change)).into()
    });
    let help = "settings of eval and hint, plays, cube and move filters at once";
    t.add("set evaluation preset", strength(), help, "set evaluation preset supremo", |strength| {
        Set::Evaluation(EvaluationChange::Preset(strength)).into()
    })
    .default("worldclass");
    let threads = Whole::new("N", 1, 1024_u16);
    let help = "compute with so many threads; results do not depend on it";
    t.add("set threads", threads, help, "set threads 4", |n| Set::Threads(n).into()).default("all there are");
    let entries = Whole::new("N", 0, 1_u64 << 32);
    t.add("set cache", entries, "entries of the evaluation cache", "set cache 1048576", |n| Set::Cache(n).into())
        .default("524288");
    let efficiencies: [Leaf<f32, CubeEfficiencyChange>; 7] = [
        ("os", "of one-sided bearoff positions", "0.6", CubeEfficiencyChange::OneSided),
        ("crashed", "of crashed positions", "0.68", CubeEfficiencyChange::Crashed),
        ("contact", "of contact positions", "0.68", CubeEfficiencyChange::Contact),
        ("race factor", "of races: added per pip", "0.00125", CubeEfficiencyChange::RaceFactor),
        ("race coefficient", "of races: the constant term", "0.55", CubeEfficiencyChange::RaceCoefficient),
        ("race min", "of races: the least", "0.6", CubeEfficiencyChange::RaceMin),
        ("race max", "of races: the most", "0.7", CubeEfficiencyChange::RaceMax),
    ];
    for (word, of, default, make) in efficiencies {
        let words = format!("set cubeefficiency {word}");
        let real = Real { name: "X", min: 0.0, max: 1.0 };
        let help = format!("cube efficiency {of}, 0 to 1");
        let example = format!("{words} {default}");
        t.add(&words, real, &help, &example, move |x| Set::CubeEfficiency(make(narrow(x))).into()).default(default);
    }
}

fn output(t: &mut Table) {
    let switches: [Leaf<bool, OutputChange>; 4] = [
        ("mwc", "match winning chances in place of equities", "off", OutputChange::Mwc),
        ("matchpc", "match winning chances as percentages", "on", OutputChange::MatchPercent),
        ("winpc", "probabilities as percentages", "off", OutputChange::WinPercent),
        ("rawboard", "boards as FIBS board: lines", "off", OutputChange::RawBoard),
    ];
    for (word, help, default, make) in switches {
        let words = format!("set output {word}");
        let example = format!("{words} on");
        t.add(&words, OnOff, help, &example, move |on| Set::Output(make(on)).into()).default(default);
    }
    let digits = Whole::new("N", 1, 6);
    t.add("set output digits", digits, "digits after the decimal point", "set output digits 4", |n| {
        Set::Output(OutputChange::Digits(n)).into()
    })
    .default("3");
    let factor = Real { name: "X", min: 0.0, max: 1e6 };
    let help = "by what error rates are multiplied";
    t.add("set output errorratefactor", factor, help, "set output errorratefactor 500", |x| {
        Set::Output(OutputChange::ErrorRateFactor(narrow(x))).into()
    })
    .default("1000");
    switch(t, "set display", "whether boards are shown for computer moves", "on", Set::Display);
    switch(t, "set clockwise", "whether player 1 bears off to the left", "off", Set::Clockwise);
    let help = "the prompt, to the end of the line: \\p who is on roll, \\s score, \\c pips, \\v version";
    t.add("set prompt", Raw("TEXT"), help, "set prompt (\\p) ", |text| Set::Prompt(text).into()).default("(\\p) ");
    t.add("set lang", Word("CODE"), "the language, system for the system's", "set lang en", |code| {
        Set::Lang(code).into()
    })
    .default("system");
    let help = "whether an unfinished rollout is kept on disk, to be resumed";
    switch(t, "set autosave rollout", help, "off", Set::AutosaveRollout);
}
