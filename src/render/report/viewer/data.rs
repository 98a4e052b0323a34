//! The data of the viewer, as its script reads it: texts are ready to be shown, and numbers are for filters and the
//! chart alone. The script computes nothing that is known here.

use super::summary::ratings;
use crate::analysis::is_loss;
use crate::board::Player;
use crate::command::DecisionKind;
use crate::eval::{Outputs, cube_words};
use crate::library::fsrs::Grade;
use crate::record::{Skill, State};
use crate::render::decision::{LEAST_LOSS, Line};
use crate::render::report::board::{Layout, Symbol, arrows};
use crate::render::report::decisions::{Decision, Kind, MatchPage, decisions, ending};
use crate::render::report::signed;
use crate::render::words::rough_chance;
use crate::render::{describe, visible};
use crate::session::{BoardReply, begun, told_apart, trials};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Judges that are named.
const MOST_JUDGES: usize = 4;

/// The whole.
#[derive(Serialize)]
pub struct MatchData {
    /// The names by seat.
    pub players: [String; 2],
    /// The performance ratings in words, by seat.
    pub ratings: [String; 2],
    /// Whether the expectation of player 1 is a winning chance; an equity in points otherwise.
    pub is_match: bool,
    /// The games.
    pub games: Vec<GameData>,
    /// The decisions of all games.
    pub decisions: Vec<DecisionData>,
    /// The pieces on the boards.
    #[serde(skip)]
    pub symbols: BTreeSet<Symbol>,
    /// Whether point 1 is at the lower left.
    #[serde(skip)]
    pub clockwise: bool,
}

/// A game.
#[derive(Serialize)]
pub struct GameData {
    /// The score before it and how it ended, in words.
    pub title: String,
}

/// A decision.
#[derive(Serialize)]
pub struct DecisionData {
    /// The part of the address: `g1-36b` is turn 36 of player 1 in the first game.
    pub id: String,
    /// The game, from 1.
    pub game: usize,
    /// The step of the game, from 0.
    #[serde(skip)]
    pub step: usize,
    /// The turn and who decided.
    pub who: String,
    /// The seat of the player who decided.
    pub player: usize,
    /// Whether it is about the cube.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cube: bool,
    /// The kind of decision in the words of `show errors`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The table in words, for whoever hears the page.
    pub words: String,
    /// The question: `to play 66`.
    pub ask: String,
    /// The action: `66: 13/7(3) 8/2`.
    pub done: String,
    /// The mark, from 1 for doubtful to 3; 0 for none.
    #[serde(skip_serializing_if = "is_zero")]
    pub mark: u8,
    /// Whether it counts as an error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub error: bool,
    /// The equity given up.
    #[serde(skip_serializing_if = "is_nothing")]
    pub loss: f64,
    /// That in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub lost: String,
    /// The luck of the roll, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// The comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What tells the best play from the one that was made, a line each; of errors alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The expectation of player 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The identifier of the position.
    pub xgid: String,
    /// The pieces on the board; empty where the settings want no board.
    pub board: String,
    /// The table before the decision, for boards of letters.
    #[serde(skip)]
    pub table: BoardReply,
    /// The pips in words, by seat.
    pub pips: [String; 2],
    /// The score in words, by seat.
    pub score: [String; 2],
    /// The proper cube action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// How sure the best choice is, and what it gives up on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<String>,
    /// How a rollout of it was made, at length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// The candidates.
    pub rows: Vec<Row>,
}

/// A candidate.
#[derive(Serialize)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The worth.
    pub equity: String,
    /// The distance from the best.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub behind: String,
    /// The word for it as an answer of the quiz.
    pub grade: &'static str,
    /// The chances in percent: win, gammon, backgammon, lose gammon, lose backgammon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<String>,
    /// How that was found.
    pub by: String,
    /// Whether it is what was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub made: bool,
    /// Whether it is best.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub best: bool,
    /// The arrows.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arrows: String,
}

const fn is_zero(mark: &u8) -> bool {
    *mark == 0
}

fn is_nothing(loss: &f64) -> bool {
    *loss == 0.0
}

impl MatchData {
    /// The data of a match. `board` draws the board of a state, if a game lies there.
    pub fn new(page: &MatchPage<'_>, board: &dyn Fn(&State) -> Option<BoardReply>) -> Self {
        let mut data = Self {
            players: page.names.0.each_ref().map(|name| visible(name).into_owned()),
            ratings: ratings(page),
            is_match: page.games.first().is_some_and(|game| game.start.standing.length() > 0),
            games: Vec::new(),
            decisions: Vec::new(),
            symbols: BTreeSet::new(),
            clockwise: false,
        };
        let mut ids = BTreeMap::new();
        for (i, game) in page.games.iter().enumerate() {
            let points = begun(game).standing.points();
            let title = format!(
                "Game {}, {} {} – {} {}: {}",
                i + 1,
                page.names[Player::Top],
                points[Player::Top],
                page.names[Player::Bottom],
                points[Player::Bottom],
                ending(page.names, game)
            );
            data.games.push(GameData { title: visible(&title).into_owned() });
            for (place, decision) in decisions(page, game).iter().enumerate() {
                let draws = page.draws_board(place);
                if let Some(one) = data.decision(page, i + 1, decision, board, draws, &mut ids) {
                    data.decisions.push(one);
                }
            }
        }
        data
    }

    fn decision(
        &mut self,
        page: &MatchPage<'_>,
        game: usize,
        decision: &Decision<'_>,
        board: &dyn Fn(&State) -> Option<BoardReply>,
        draws: bool,
        ids: &mut BTreeMap<String, usize>,
    ) -> Option<DecisionData> {
        let reply = board(decision.state)?;
        let layout = Layout::new(&reply);
        self.clockwise = layout.clockwise;
        let board = if draws {
            self.symbols.extend(layout.symbols());
            layout.text()
        } else {
            String::new()
        };
        let words = &layout.words.0;
        let rows = rows_of(decision, &reply);
        let loss = decision.loss.filter(|&loss| decision.counts && is_loss(loss));
        Some(DecisionData {
            id: id(game, decision, ids),
            game,
            step: decision.step,
            who: format!("{}. {}", decision.turn, visible(&page.names[decision.player])),
            player: decision.player.index(),
            cube: matches!(decision.kind, Kind::Double | Kind::Answer),
            kind: decision
                .action
                .and_then(|action| DecisionKind::APART.into_iter().find(|kind| kind.holds(action)))
                .map(DecisionKind::word),
            words: describe(&reply).replace('\n', " "),
            ask: ask(decision, &reply),
            done: decision.done.clone(),
            mark: decision.mark.map_or(0, number),
            error: decision.is_error,
            loss: loss.map_or(0.0, rounded),
            lost: loss.map_or_else(String::new, |loss| signed((-loss).into())),
            luck: decision.luck.map(|luck| format!("luck {}", signed(luck.into()))),
            comment: visible(&decision.comment).into_owned(),
            why: if decision.is_error { why(decision, &reply).unwrap_or_default() } else { String::new() },
            value: decision.expected.map(rounded),
            xgid: reply.ids.xgid.clone(),
            board,
            pips: [words[0].pips.clone(), words[1].pips.clone()],
            score: [words[0].score.clone(), words[1].score.clone()],
            advice: decision.cube.as_ref().map(|cube| cube.advice.clone()),
            sure: sure(decision, &rows),
            how: how(decision),
            rows,
            table: reply,
        })
    }

    /// Who judged the decisions, whoever judged most of them first: `XG Roller+ (402), 3-ply (125)`.
    pub fn judged_by(&self) -> Option<String> {
        let mut judges: BTreeMap<&str, usize> = BTreeMap::new();
        let best = self.decisions.iter().filter_map(|one| one.rows.iter().find(|row| row.best));
        best.filter(|row| !row.by.is_empty()).for_each(|row| *judges.entry(&row.by).or_default() += 1);
        let mut judges: Vec<_> = judges.into_iter().collect();
        judges.sort_by_key(|&(_, decisions)| std::cmp::Reverse(decisions));
        let told: Vec<_> =
            judges.iter().take(MOST_JUDGES).map(|(by, decisions)| format!("{by} ({decisions})")).collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// The numbers of the errors, the worst first.
    pub fn worst(&self) -> Vec<usize> {
        let loss = |i: &usize| self.decisions[*i].loss;
        let mut errors: Vec<usize> = (0..self.decisions.len()).filter(|i| loss(i) > 0.0).collect();
        errors.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        errors
    }
}

/// The candidates of a decision.
pub fn rows_of(decision: &Decision<'_>, reply: &BoardReply) -> Vec<Row> {
    let lines = decision.cube.iter().flat_map(|cube| match decision.kind {
        Kind::Answer => &cube.answers,
        _ => &cube.actions,
    });
    decision.plays.iter().chain(lines).map(|line| row(line, decision, reply)).collect()
}

/// What tells the best play of a decision from the one that was made.
fn why(decision: &Decision<'_>, reply: &BoardReply) -> Option<String> {
    let line = |is: fn(&Line) -> bool| decision.plays.iter().find(|line| is(line));
    let (best, made) = (line(|line| line.is_best)?, line(|line| line.is_made)?);
    let chances = |line: &Line| line.outputs.map(|all| Outputs(all.map(|chance| chance as f32)));
    let of = |line: &Line| Some((line.play.clone()?, chances(line)));
    let ((best, chances), (made, others)) = (of(best)?, of(made)?);
    (best.result != made.result).then(|| told_apart(&reply.game.position, (&best, chances), (&made, others)))
}

/// How sure the best choice is, where that is worth a word.
fn sure(decision: &Decision<'_>, rows: &[Row]) -> Option<String> {
    let doubt = decision.doubt.filter(|doubt| doubt.loss >= LEAST_LOSS)?;
    let best = rows.iter().find(|row| row.best)?;
    Some(format!("{} is best with {}, and gives up {:.3} on average", best.name, rough_chance(doubt.best), doubt.loss))
}

/// How the rollout of a decision was made, at length.
pub fn how(decision: &Decision<'_>) -> Option<String> {
    let actions = decision.cube.iter().flat_map(|cube| &cube.actions);
    decision.plays.iter().chain(actions).find(|line| line.trials.is_some())?.method.clone()
}

/// The part of the address for a decision, which no other of the match has.
fn id(game: usize, decision: &Decision<'_>, ids: &mut BTreeMap<String, usize>) -> String {
    let seat = if decision.player == Player::Top { 'a' } else { 'b' };
    let kind = match decision.kind {
        Kind::Play => "",
        Kind::Double => "-cube",
        Kind::Answer => "-answer",
        Kind::Resignation => "-resign",
        Kind::Setup => "-set",
    };
    let id = format!("g{game}-{}{seat}{kind}", decision.turn);
    let seen = ids.entry(id.clone()).or_default();
    *seen += 1;
    if *seen > 1 { format!("{id}-{seen}") } else { id }
}

fn ask(decision: &Decision<'_>, reply: &BoardReply) -> String {
    match decision.kind {
        Kind::Play => reply.game.dice.map_or_else(|| "to play".to_owned(), |dice| format!("to play {dice}")),
        Kind::Double => cube_words("double?", reply.game.cube.is_owned()),
        Kind::Answer => "take?".to_owned(),
        Kind::Resignation => "resignation".to_owned(),
        Kind::Setup => "set up".to_owned(),
    }
}

fn row(line: &Line, decision: &Decision<'_>, reply: &BoardReply) -> Row {
    let arrows = |play| arrows(decision.player, &reply.game.position, play, reply.clockwise);
    let (equity, error) = line.value;
    let (behind, _) = line.behind.filter(|_| !line.is_best).unwrap_or_default();
    let error = error.map_or_else(String::new, |error| format!(" ±{error:.3}"));
    // Of a rollout its trials tell how it was found.
    let by = line.trials.map_or_else(|| line.method.clone().unwrap_or_default(), trials);
    Row {
        name: line.name.clone(),
        equity: signed(equity) + &error,
        behind: if line.is_best { String::new() } else { signed(0.0 - behind) },
        grade: Grade::of_loss(behind, &decision.thresholds).verdict(),
        chances: line.outputs.map_or_else(Vec::new, percents),
        by,
        made: line.is_made,
        best: line.is_best,
        arrows: line.play.as_ref().map_or_else(String::new, arrows),
    }
}

const fn number(skill: Skill) -> u8 {
    match skill {
        Skill::Doubtful => 1,
        Skill::Bad => 2,
        Skill::VeryBad => 3,
    }
}

fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e4).round() / 1e4
}

fn percents(outputs: [f64; 5]) -> Vec<String> {
    outputs.iter().map(|&chance| format!("{:.1}", 100.0 * chance as f32)).collect()
}
