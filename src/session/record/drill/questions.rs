//! The questions of `train`: each is made by the dice of its round, with its answer and how one comes to it.

use crate::board::{ByPlayer, Checkers, Player, Position, Roll, Variation};
use crate::command::Trainer;
use crate::eval::EvalSettings;
use crate::eval::counts::{EffectivePips, keith, lead_rule};
use crate::record::{Game, Standing, State};
use crate::rng::Generator;
use crate::scoring::{Cube, CubeInfo, MatchScore, Terms};
use crate::session::error::interrupted;
use crate::session::{Session, SessionError};
use crate::words::counted;

/// A chance that is off by no more is right.
const CHANCE: f64 = 0.015;

/// A worth of a gammon that is off by no more is right.
const WORTH: f64 = 0.05;

/// A cube action that gives up no more is right.
const LOSS: f64 = 0.02;

/// The most points that a player needs in a question about a score.
const MOST_AWAY: u32 = 9;

/// Games that are played in search of a race.
const MOST_GAMES: u32 = 200;

/// A question with its answer.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The board that it is about.
    pub state: Option<State>,
    /// The question in words.
    pub asked: String,
    /// What it is about, in the log: a position, a score.
    pub key: String,
    pub truth: Truth,
    /// How one comes to the answer.
    pub told: String,
}

/// An answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Truth {
    /// A number, how far off is still right, and the largest that makes sense.
    Number { number: f64, allowed: f64, unit: &'static str, most: f64 },
    /// A chance from 0 to 1.
    Chance { chance: f64, allowed: f64 },
    /// One of three choices, by what each gives up.
    Choice { names: [&'static str; 3], losses: [f64; 3] },
}

impl Truth {
    /// The largest error that is still right.
    pub const fn allowed(&self) -> f64 {
        match self {
            Self::Number { allowed, .. } | Self::Chance { allowed, .. } => *allowed,
            Self::Choice { .. } => LOSS,
        }
    }

    /// The largest answer that makes sense: pips of fifteen checkers on the bar, all of 100 %.
    pub const fn most(&self) -> f64 {
        match self {
            Self::Number { most, .. } => *most,
            Self::Chance { .. } | Self::Choice { .. } => 100.0,
        }
    }

    /// What an answer is told in.
    pub fn unit(&self) -> String {
        match self {
            Self::Number { unit, most, .. } => format!("a number from 0 to {most} {unit}"),
            Self::Chance { .. } => "a chance from 0 to 100 %".to_owned(),
            Self::Choice { names, .. } => names.map(|name| format!("`{name}`")).join(" or "),
        }
    }

    /// A mean error.
    pub fn off(&self, error: f64) -> String {
        match self {
            Self::Number { unit, .. } => format!("{error:.2} {unit}"),
            Self::Chance { .. } => format!("{:.1} %", 100.0 * error),
            Self::Choice { .. } => format!("{error:.3}"),
        }
    }

    /// What is said of an answer that is off by so much.
    pub fn told(&self, given: &str, error: f64) -> String {
        let by = |error: f64, digits: usize| match error.abs() {
            // To the digits that are shown.
            small if small < 0.5 * 10_f64.powi(-(digits as i32)) => String::new(),
            _ => format!(", {} is {:.digits$} too {}", given, error.abs(), if error > 0.0 { "high" } else { "low" }),
        };
        match self {
            Self::Number { number, unit, .. } if number.fract() == 0.0 => format!("{number} {unit}{}", by(error, 0)),
            Self::Number { number, unit, .. } => format!("{number:.2} {unit}{}", by(error, 2)),
            Self::Chance { chance, .. } => format!("{:.1} %{}", 100.0 * chance, by(100.0 * error, 1)),
            Self::Choice { names, losses } => {
                let best = (0..3).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap_or_default();
                match error {
                    0.0 => format!("{given} is best"),
                    _ => format!("{} is best; {given} gives up {error:.3}", names[best]),
                }
            }
        }
    }
}

impl Question {
    /// The choices in their order; none where a number is asked for.
    pub fn choices(&self) -> impl Iterator<Item = &'static str> {
        let names = match &self.truth {
            Truth::Choice { names, .. } => names.as_slice(),
            Truth::Number { .. } | Truth::Chance { .. } => &[],
        };
        names.iter().copied()
    }

    /// The choice that a text names, by its number from 1 or its name.
    pub fn choice(&self, text: &str) -> Option<usize> {
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = number.filter(|&place| place < self.choices().count());
        place.or_else(|| self.choices().position(|name| name.eq_ignore_ascii_case(text)))
    }
}

impl Session {
    /// A new question.
    pub(super) fn drill_question(&self, trainer: Trainer, dice: &mut Generator) -> Result<Question, SessionError> {
        match trainer {
            Trainer::Pips => self.pips_question(dice),
            Trainer::Met => self.met_question(dice),
            Trainer::TakePoints => self.take_point_question(dice),
            Trainer::Gammons => self.gammon_question(dice),
            Trainer::Race => self.race_question(dice),
            Trainer::Openings | Trainer::Cube => Err(SessionError::new("these are questions of practise")),
        }
    }

    fn pips_question(&self, dice: &mut Generator) -> Result<Question, SessionError> {
        let plies = 6 + dice.below(50);
        let position = loop {
            if let Some(position) = self.position_of_game(dice, |_, ply| ply == plies)? {
                break position;
            }
        };
        let state = state_of(position);
        let mine = position.on_roll();
        let parts: Vec<_> = points(mine).map(|(point, n)| format!("{n} × {point}")).collect();
        let number = f64::from(mine.pips());
        Ok(Question {
            asked: "how many pips are left to you?".to_owned(),
            key: self.id_of(&state),
            state: Some(state),
            truth: Truth::Number { number, allowed: 0.0, unit: "pips", most: 375.0 },
            told: format!("{} = {number}; they have {}", parts.join(" + "), position.opponent().pips()),
        })
    }

    fn met_question(&self, dice: &mut Generator) -> Result<Question, SessionError> {
        let away = [0, 1].map(|_| 1 + dice.below(MOST_AWAY) as u8);
        let score = score_of(away)?;
        let chance = f64::from(self.engine.met().now(&score, Player::Bottom));
        let next = |winner| f64::from(self.engine.met().after(&score, winner, 1, Player::Bottom));
        Ok(Question {
            state: None,
            asked: format!("{}: your chance to win the match, in percent?", needed(&score)),
            key: format!("{} away {} away", away[1], away[0]),
            truth: Truth::Chance { chance, allowed: CHANCE },
            told: format!(
                "by {}; {} after winning a point, {} after losing one",
                self.engine.met().name(),
                percent(next(Player::Bottom)),
                percent(next(Player::Top))
            ),
        })
    }

    fn take_point_question(&self, dice: &mut Generator) -> Result<Question, SessionError> {
        let (score, key) = two_away(dice)?;
        // Both have something to play for with the cube where it goes.
        let is_long = Player::BOTH.iter().all(|&player| score.away(player) > 3);
        let cube = if is_long && dice.below(2) == 1 { 2 } else { 1 };
        let after = |winner, points| f64::from(self.engine.met().after(&score, winner, points, Player::Bottom));
        let [pass, win, lose] =
            [after(Player::Top, cube), after(Player::Bottom, 2 * cube), after(Player::Top, 2 * cube)];
        let chance = (pass - lose) / (win - lose);
        let [pass, win, lose] = [pass, win, lose].map(percent);
        Ok(Question {
            state: None,
            asked: format!(
                "{}, they turn the cube to {}: from which chance to win do you take, in percent (no gammons, and nobody \
                 turns it again)?",
                needed(&score),
                2 * cube
            ),
            key: format!("{key}, cube {cube}"),
            truth: Truth::Chance { chance, allowed: CHANCE },
            told: format!(
                "passing leaves {pass}, a win leads to {win}, a loss to {lose}: ({pass} − {lose}) / ({win} − {lose})"
            ),
        })
    }

    fn gammon_question(&self, dice: &mut Generator) -> Result<Question, SessionError> {
        let (score, key) = two_away(dice)?;
        let (terms, met) = (Terms::Match(score), self.engine.met());
        let info = CubeInfo::new(Cube::START, Player::Bottom, terms, met);
        let (worth, _) = info.gammon_prices(Player::Bottom).quoted();
        let after = |winner, points| percent(met.after(&score, winner, points, Player::Bottom).into());
        let [gammon, win, loss] = [after(Player::Bottom, 2), after(Player::Bottom, 1), after(Player::Top, 1)];
        Ok(Question {
            state: None,
            asked: format!("{}, the cube on 1: what is a gammon worth to you (for money it is 0.5)?", needed(&score)),
            key,
            truth: Truth::Number { number: f64::from(worth), allowed: WORTH, unit: "of a win", most: 10.0 },
            told: format!(
                "a gammon leads to {gammon}, a win to {win}, a loss to {loss}: ({gammon} − {win}) / ({win} − {loss})"
            ),
        })
    }

    fn race_question(&self, dice: &mut Generator) -> Result<Question, SessionError> {
        let is_close = |position: &Position, _| {
            let (mine, theirs) = (i64::from(position.on_roll().pips()), i64::from(position.opponent().pips()));
            let lead = theirs - mine;
            !position.has_contact() && mine >= 20 && 100 * lead >= 4 * mine && 100 * lead <= 16 * mine
        };
        let mut found = None;
        for _ in 0..MOST_GAMES {
            found = self.position_of_game(dice, is_close)?;
            if found.is_some() {
                break;
            }
        }
        let position = found.ok_or_else(|| SessionError::new("no race came up: try again"))?;
        let state = state_of(position);
        let game = state.game.ok_or_else(SessionError::no_game)?;
        let info = self.cube_of(&game, state.standing.terms());
        let settings = &self.settings.hints().cubedecision;
        let decision = self.searcher().cube_decision(&position, &info, settings).map_err(interrupted)?;
        let [no_double, take, pass] =
            [decision.values.no_double, decision.values.double_take, decision.values.double_pass].map(f64::from);
        let early = (no_double - take.min(pass)).max(0.0);
        let losses =
            [(take.min(pass) - no_double).max(0.0), early + (take - pass).max(0.0), early + (pass - take).max(0.0)];
        let (rule, count) = (lead_rule(&position), keith(&position));
        let (mine, theirs) = (position.on_roll().pips(), position.opponent().pips());
        let lead = 100.0 * (f64::from(theirs) - f64::from(mine)) / f64::from(mine);
        let mut told = format!(
            "no double {no_double:+.3}, double and take {take:+.3}, double and pass {pass:+.3}\n\
             {} against {theirs}: a lead of {lead:.1} % of yours; by the rule of 8, 9 and 12 {}; by Keith's \
             count ({:.1} against {}) {}",
            counted(mine, "pip"),
            advised(rule.advice),
            count.surcharged,
            count.opponent,
            advised(count.advice)
        );
        let bearoff = self.evaluator().bearoff();
        let effective = |side: &Checkers| EffectivePips::exact(side, &bearoff.one_sided);
        if let (Some(mine), Some(theirs)) = (effective(position.on_roll()), effective(position.opponent())) {
            told += &format!("\neffective pips: {:.1} against {:.1}", mine.pips, theirs.pips);
        }
        Ok(Question {
            asked: "you may double: what is right?".to_owned(),
            key: self.id_of(&state),
            state: Some(state),
            truth: Truth::Choice { names: ["no double", "double, take", "double, pass"], losses },
            told,
        })
    }

    /// A position of a game that is played without looking ahead: the first that is wanted, seen by whoever is on roll.
    /// `None` where the game ends before.
    fn position_of_game(
        &self,
        dice: &mut Generator,
        is_wanted: impl Fn(&Position, u32) -> bool,
    ) -> Result<Option<Position>, SessionError> {
        let mut searcher = self.searcher();
        let (settings, filters) = (EvalSettings::cubeless(0), self.settings.hints().filters);
        let info = CubeInfo::new(Cube::START, Player::Bottom, Terms::MONEY, self.engine.met());
        let mut position = Variation::default().starting_position();
        for ply in 0.. {
            if is_wanted(&position, ply) {
                return Ok(Some(position));
            }
            let mut roll: Roll = dice.roll();
            while ply == 0 && roll.is_double() {
                roll = dice.roll();
            }
            let best = searcher.best_play(&position, roll, &info, &settings, &filters).map_err(interrupted)?;
            let after = best.map_or(position, |best| best.play.result);
            if after.is_over() {
                break;
            }
            position = after.flipped();
        }
        Ok(None)
    }

    fn id_of(&self, state: &State) -> String {
        self.board_at(state).map_or_else(String::new, |board| board.ids.xgid)
    }
}

/// The points of a side that hold checkers, the farthest first, with their number; 25 is the bar.
fn points(side: &Checkers) -> impl Iterator<Item = (usize, u8)> {
    let counts = *side.counts();
    (0..counts.len()).rev().map(move |i| (i + 1, counts[i])).filter(|(_, n)| *n > 0)
}

/// A money game with this position, and the player below on roll.
fn state_of(position: Position) -> State {
    let game = Game::new(Variation::default(), Player::Bottom, true);
    State::playing(Standing::money(true, 3), Game { position, ..game })
}

/// The score at which the player above and the one below need so many points; the Crawford game where one needs one.
fn score_of(away: [u8; 2]) -> Result<MatchScore, SessionError> {
    let length = away[0].max(away[1]);
    let is_crawford = away.contains(&1) && away != [1, 1];
    MatchScore::new(length, ByPlayer(away.map(|away| length - away)), is_crawford)
        .map_err(|error| SessionError::new(error.to_string()))
}

/// A score at which both need two points at least, and its name in the log.
fn two_away(dice: &mut Generator) -> Result<(MatchScore, String), SessionError> {
    let away = [0, 1].map(|_| 2 + dice.below(MOST_AWAY - 1) as u8);
    Ok((score_of(away)?, format!("{} away {} away", away[1], away[0])))
}

/// A score in words.
fn needed(score: &MatchScore) -> String {
    let [theirs, yours] = Player::BOTH.map(|player| score.away(player));
    let crawford = if score.crawford() { " (the Crawford game)" } else { "" };
    format!("you need {}, they need {theirs}{crawford}", counted(yours, "point"))
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// The advice of a count in words.
fn advised(advice: crate::eval::counts::RaceAdvice) -> &'static str {
    use crate::eval::counts::RaceAdvice as R;
    match advice {
        R::NoDouble => "no double",
        R::Double => "a double, no redouble, and a take",
        R::Redouble => "a double, a redouble, and a take",
        R::Pass => "a double and a pass",
    }
}
