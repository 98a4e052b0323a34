//! Look-ahead, cube decisions and rankings against GNU Backgammon's own numbers, made with the same nets.

use crate::support;

use gammon::board::{ByPlayer, Player, Position, Roll, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::gnubg::ReferenceNets;
use gammon::eval::{EvalSettings, Evaluator, MoveFilters, NetSet, Searcher};
use gammon::notation::{position_id, setup_from_position_id};
use gammon::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Met, Terms};
use std::io::Write;
use std::sync::Arc;

/// The player on roll in every row.
const ME: Player = Player::Top;
const CENTERED: Cube = Cube::START;
const OWNED: Cube = Cube::turned(1, CubeOwner::Owned(Player::Top));
const AGAINST: Cube = Cube::turned(1, CubeOwner::Owned(Player::Bottom));
const PLAIN_MONEY: Terms = Terms::Money { jacoby: false, beavers: 0 };

fn reference(test: &str) -> Option<Searcher> {
    let weights = support::reference_weights(test)?;
    let nets = ReferenceNets::from_bytes(&weights).expect("the weights of an installation");
    let evaluator = Evaluator::new(NetSet::Reference(nets), Bearoff::standard());
    Some(Searcher::new(Arc::new(evaluator), Arc::new(Met::kazaross_xg2())))
}

/// The rows of a table: its fields by column name.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(fields);
        let header = lines.next().expect("a header");
        Self { header, rows: lines.collect() }
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { header: &self.header, fields })
    }
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().expect("never empty").push(c),
        }
    }
    fields
}

#[derive(Clone, Copy)]
struct Row<'a> {
    header: &'a [String],
    fields: &'a [String],
}

impl<'a> Row<'a> {
    fn text(&self, name: &str) -> &'a str {
        let column = self.header.iter().position(|column| column == name);
        &self.fields[column.unwrap_or_else(|| panic!("no column {name}"))]
    }

    fn get<T: std::str::FromStr>(&self, name: &str) -> T {
        let text = self.text(name);
        text.parse().unwrap_or_else(|_| panic!("{name} = {text}"))
    }

    fn position(&self) -> Position {
        let setup = setup_from_position_id(self.text("pid")).expect("a position ID");
        setup.into_position(Variation::Standard).expect("a position")
    }

    fn cube(&self, met: &Met) -> CubeInfo {
        let length = self.get("matchto");
        let terms = match length {
            0 => Terms::Money { jacoby: self.get::<u8>("jacoby") == 1, beavers: self.get("beavers") },
            _ => Terms::Match(
                MatchScore::new(
                    length,
                    ByPlayer([self.get("score_me"), self.get("score_opp")]),
                    self.get::<u8>("crawford") == 1,
                )
                .unwrap(),
            ),
        };
        let owner = match self.text("owner") {
            "centred" => CubeOwner::Centered,
            "me" => CubeOwner::Owned(ME),
            "opp" => CubeOwner::Owned(!ME),
            other => panic!("owner {other}"),
        };
        CubeInfo::new(Cube::new(self.get("cube"), owner).unwrap(), ME, terms, met)
    }
}

/// Collects differences and complains about the large ones at the end.
struct Differences {
    what: String,
    tolerance: f32,
    count: usize,
    largest: f32,
    sum: f64,
    beyond: Vec<String>,
}

impl Differences {
    fn new(what: &str, tolerance: f32) -> Self {
        Self { what: what.into(), tolerance, count: 0, largest: 0.0, sum: 0.0, beyond: Vec::new() }
    }

    /// Compares a number with the reference's, relative to its size when it is above 1.
    fn compare(&mut self, ours: f32, theirs: f32, where_: impl FnOnce() -> String) {
        let difference = (ours - theirs).abs() / theirs.abs().max(1.0);
        assert!(!difference.is_nan());
        self.count += 1;
        self.sum += f64::from(difference);
        self.largest = self.largest.max(difference);
        if difference > self.tolerance {
            self.beyond.push(format!("{ours} instead of {theirs}: {}", where_()));
        }
    }

    #[track_caller]
    fn check(&self, allowed: usize) {
        let mean = self.sum / self.count as f64;
        let summary = format!("{}: {} numbers, largest {:.2e}, mean {mean:.2e}", self.what, self.count, self.largest);
        writeln!(std::io::stderr(), "{summary}, {} beyond", self.beyond.len()).expect("stderr takes a line");
        assert!(self.beyond.len() <= allowed, "{summary}\n{}", self.beyond.join("\n"));
    }
}

/// The tables `eval0`, `eval1` and `eval2`: money, three owners of the cube.
fn evaluations(test: &str, table: &str, plies: u8) {
    let tolerance = 2e-4;
    let Some(mut searcher) = reference(test) else { return };
    let met = Arc::clone(searcher.met());
    let cube = |cube| CubeInfo::new(cube, ME, PLAIN_MONEY, &met);
    let (centered, owned, against) = (cube(CENTERED), cube(OWNED), cube(AGAINST));
    let mut outputs = Differences::new(&format!("{plies}-ply outputs"), tolerance);
    let mut equities = Differences::new(&format!("{plies}-ply cubeful"), tolerance);
    for row in Table::read(table).rows() {
        let position = row.position();
        let settings = EvalSettings::cubeful(plies).with_prune(row.get::<u8>("prune") == 1);
        let what = || format!("{} {} prune {}", row.text("id"), row.text("class"), row.text("prune"));
        let cubeless = settings.with_cube(false);
        let evaluation = searcher.evaluate(&position, &centered, &cubeless).expect("nobody interrupts");
        for (ours, name) in evaluation.outputs.0.iter().zip(["win", "wing", "winbg", "loseg", "losebg"]) {
            outputs.compare(*ours, row.get(name), || format!("{name} {}", what()));
        }
        equities.compare(evaluation.equity, row.get("equity"), what);
        for (cube, name) in [(&centered, "cen"), (&owned, "own")] {
            let decision = searcher.cube_decision(&position, cube, &settings).expect("nobody interrupts");
            for (ours, column) in
                [(decision.values.no_double, "nd"), (decision.values.double_take, "dt"), (decision.optimal, "opt")]
            {
                let column = format!("cf_{name}_{column}");
                equities.compare(ours, row.get(&column), || format!("{column} {}", what()));
            }
        }
        let evaluation = searcher.evaluate(&position, &against, &settings).expect("nobody interrupts");
        equities.compare(evaluation.score(), row.get("cf_opp"), || format!("cf_opp {}", what()));
    }
    outputs.check(0);
    equities.check(0);
}

#[test]
fn zero_ply_evaluations_are_the_reference() {
    evaluations("0-ply", include_str!("../data/eval0.csv"), 0);
}

#[test]
fn one_ply_evaluations_are_the_reference() {
    evaluations("1-ply", include_str!("../data/eval1.csv"), 1);
}

#[test]
fn two_ply_evaluations_are_the_reference() {
    evaluations("2-ply", include_str!("../data/eval2.csv"), 2);
}

#[test]
fn cube_decisions_are_the_reference() {
    let Some(mut searcher) = reference("cube decisions") else { return };
    let met = Arc::clone(searcher.met());
    let mut equities = Differences::new("money cube decisions", 2e-4);
    let mut chances = Differences::new("match cube decisions", 1e-4);
    let mut verdicts = Vec::new();
    for table in [include_str!("../data/cube.csv"), include_str!("../data/cube_rare.csv")] {
        for row in Table::read(table).rows() {
            let cube = row.cube(&met);
            let settings = EvalSettings::cubeful(row.get("ply")).with_prune(row.get::<u8>("prune") == 1);
            let decision = searcher.cube_decision(&row.position(), &cube, &settings).expect("nobody interrupts");
            let what = || {
                format!("{} {} {}-ply, {}", row.text("id"), row.text("setting"), row.text("ply"), row.text("verdict"))
            };
            let is_dead = row.text("verdict").contains("dead");
            for (ours, name) in [(decision.values.no_double, "nd"), (decision.values.double_take, "dt")] {
                // GNU Backgammon's number for a double that cannot be is meaningless.
                if is_dead && name == "dt" {
                    continue;
                }
                match cube.scale() {
                    None => equities.compare(ours, row.get(name), || format!("{name} {}", what())),
                    Some(scale) => chances.compare(scale.to_mwc(ours).0, row.get(&format!("mwc_{name}")), || {
                        format!("{name} {}", what())
                    }),
                }
            }
            let verdict = decision.verdict.map_or(String::new(), |verdict| verdict.to_string());
            if verdict != row.text("verdict") {
                let margin = (decision.values.no_double - decision.double()).abs();
                verdicts.push(format!("{verdict}, margin {margin}: {}", what()));
            }
        }
    }
    equities.check(0);
    chances.check(0);
    assert!(verdicts.is_empty(), "{}", verdicts.join("\n"));
}

/// How the best play of a row is found: settings and rules.
fn play_setting(name: &str) -> (EvalSettings, Terms) {
    match name {
        "0ply-cubeless" => (EvalSettings::cubeless(0).with_prune(false), PLAIN_MONEY),
        "2ply-cubeless-noprune" => (EvalSettings::cubeless(2).with_prune(false), PLAIN_MONEY),
        "2ply-cubeful-prune-jacoby" => (EvalSettings::cubeful(2), Terms::MONEY),
        other => panic!("setting {other}"),
    }
}

/// The tables `moves` and `moves2`: the same best play, or one as good, and the same values.
fn best_plays(test: &str, table: &str) {
    let Some(mut searcher) = reference(test) else { return };
    let met = Arc::clone(searcher.met());
    let mut equities = Differences::new(&format!("{test}: equities"), 2e-4);
    let (mut rows, mut others) = (0, Vec::new());
    let table = Table::read(table);
    let best = table.rows().filter(|row| row.get::<u8>("rank") == 1);
    for row in best {
        let (settings, terms) = play_setting(row.text("setting"));
        let cube = CubeInfo::new(CENTERED, ME, terms, &met);
        let roll = Roll::new(row.get("die1"), row.get("die2")).expect("a roll");
        let plays = searcher
            .rank_plays(&row.position(), roll, &cube, &settings, &MoveFilters::NORMAL)
            .expect("nobody interrupts");
        let what = || format!("{} {roll} {}", row.text("pid"), row.text("move"));
        assert_eq!(plays.len(), row.get::<usize>("n_legal"), "{}", what());
        rows += 1;
        let theirs = row.text("result_pid");
        let is_theirs = |play: &gammon::movegen::Play| position_id(&play.result.flipped()) == theirs;
        let theirs = plays.iter().find(|candidate| is_theirs(&candidate.play)).expect("their play is legal");
        assert_eq!(theirs.plies, row.get::<u8>("plies"), "{}", what());
        equities.compare(theirs.score(), row.get("equity"), what);
        let loss = plays[0].score() - theirs.score();
        assert!(loss < 2e-4, "{loss} lost: {}", what());
        // Plays of the same value, as in lost bearoffs, may stand in another order.
        if loss > 1e-6 {
            others.push(format!("{loss:.1e}: {}", what()));
        }
    }
    equities.check(1);
    assert!(others.len() * 200 <= rows, "{} of {rows}\n{}", others.len(), others.join("\n"));
}

#[test]
fn best_plays_at_0_ply_are_the_reference() {
    best_plays("0-ply plays", include_str!("../data/moves.csv"));
}

#[test]
fn best_plays_at_2_plies_are_the_reference() {
    best_plays("2-ply plays", include_str!("../data/moves2.csv"));
}

#[test]
fn deterministic_noise_is_theirs() {
    let Some(mut searcher) = reference("deterministic_noise_is_theirs") else { return };
    let cube = CubeInfo::new(Cube::START, ME, PLAIN_MONEY, &Met::kazaross_xg2());
    let table = Table::read(include_str!("../data/noise.csv"));
    let mut largest = 0.0_f32;
    for row in table.rows() {
        let setup = setup_from_position_id(row.text("position_id")).expect("a position ID");
        let position = setup.into_position(Variation::Standard).expect("a position");
        let settings = EvalSettings::cubeful(0).with_noise(row.get("noise"));
        let outputs = searcher.evaluate(&position, &cube, &settings).expect("not interrupted").outputs;
        for (ours, name) in outputs.0.into_iter().zip(["win", "wing", "winbg", "loseg", "losebg"]) {
            let theirs: f32 = row.get(name);
            assert!((ours - theirs).abs() < 1e-5, "{} {name}: {ours} {theirs}", row.text("position_id"));
            largest = largest.max((ours - theirs).abs());
        }
    }
    assert_eq!(table.rows().count(), 160);
    assert!(largest < 3e-6, "{largest}");
}
