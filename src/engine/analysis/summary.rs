//! Statistics of games, matches and sessions: what both players gave up, and how lucky they were.

use super::performance::Performances;
use super::rating::luck_based_difference;
use super::sums::sums;
use super::verdict::{Action, Verdict, luck_at, verdicts};
use super::{Fault, Thresholds};
use crate::board::{ByPlayer, Player};
use crate::record::{Event, GameRecord, LuckMark, Skill, Standing};
use crate::scoring::Met;

/// Equity given up or gained, and what it is worth: points, or match winning chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Normalized equity.
    pub equity: f64,
    /// Points or match winning chance.
    pub cost: f64,
}

/// How often something happened, and what it gave up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counted {
    /// How often.
    pub count: u32,
    /// The equity that it gave up.
    pub loss: Loss,
}

/// Errors, and how many of them are blunders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Errors, blunders among them.
    pub errors: u32,
    /// Blunders.
    pub blunders: u32,
}

/// The plays of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayStatistics {
    /// All that are in the record, analysed or not.
    pub made: u32,
    /// All that are analysed, those among them that no legal play was there for.
    pub total: u32,
    /// Those with more than one legal play.
    pub unforced: u32,
    /// Those without a mark.
    pub unmarked: u32,
    /// Those marked doubtful, bad, very bad.
    pub marked: [u32; 3],
    /// The equity that the unforced ones gave up.
    pub error: Loss,
    /// Errors, by the thresholds.
    pub faults: Faults,
}

/// The rolls of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckStatistics {
    /// All.
    pub total: u32,
    /// Those without a mark.
    pub unmarked: u32,
    /// Those marked very lucky, lucky, unlucky, very unlucky.
    pub marked: [u32; 4],
    /// The luck.
    pub luck: Loss,
}

/// The cube decisions of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubeStatistics {
    /// All: before rolls, doubles, takes and passes.
    pub total: u32,
    /// Those that were close or actual.
    pub close: u32,
    /// Doubles.
    pub doubles: u32,
    /// Takes.
    pub takes: u32,
    /// Passes.
    pub passes: u32,
    /// Doubles missed below the cash point: the other would have taken.
    pub missed_below: Counted,
    /// Doubles missed above it.
    pub missed_above: Counted,
    /// Doubles below the doubling point.
    pub wrong_below: Counted,
    /// Doubles of a player who was too good to double.
    pub wrong_above: Counted,
    /// Wrong takes.
    pub wrong_takes: Counted,
    /// Wrong passes.
    pub wrong_passes: Counted,
    /// Errors, by the thresholds.
    pub faults: Faults,
}

/// All of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerStatistics {
    /// Plays.
    pub plays: PlayStatistics,
    /// Rolls.
    pub luck: LuckStatistics,
    /// Cube decisions.
    pub cube: CubeStatistics,
    /// The decisions that the performance rating counts.
    pub performances: Performances,
}

/// The decisions and rolls without an analysis, of what could have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Plays.
    pub plays: u32,
    /// Rolls.
    pub rolls: u32,
}

/// Statistics of one or more games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The statistics of each player.
    pub players: ByPlayer<PlayerStatistics>,
    /// Games that are over: the result for player 0 (points, or match winning chance gained), and the same without
    /// luck.
    pub results: Vec<(f64, f64)>,
    /// The length of the match, 0 for money.
    pub length: u8,
    /// Whether the game, match or session is over: then there is a result.
    pub is_over: bool,
    /// The decisions and rolls without an analysis.
    pub missing: Missing,
    /// The number of games.
    pub games: usize,
}

sums! {
    Loss { equity, cost }
    Counted { count, loss }
    Faults { errors, blunders }
    PlayStatistics { made, total, unforced, unmarked, error, faults; marked }
    LuckStatistics { total, unmarked, luck; marked }
    CubeStatistics {
        total, close, doubles, takes, passes, missed_below, missed_above, wrong_below, wrong_above,
        wrong_takes, wrong_passes, faults
    }
    PlayerStatistics { plays, luck, cube, performances }
    Missing { plays, rolls }
}

impl Loss {
    /// One more.
    pub fn add(&mut self, equity: f32, cost: f32) {
        self.equity += f64::from(equity);
        self.cost += f64::from(cost);
    }

    /// Shared among this many; `None` for none.
    pub fn per(&self, count: u32) -> Option<Self> {
        let n = f64::from(count);
        (count > 0).then(|| Self { equity: self.equity / n, cost: self.cost / n })
    }
}

impl Counted {
    fn count(&mut self, verdict: &Verdict) {
        self.count += 1;
        self.loss.add(verdict.loss, verdict.cost);
    }
}

impl Faults {
    fn count(&mut self, verdict: &Verdict) {
        self.errors += u32::from(verdict.is_error());
        self.blunders += u32::from(verdict.fault == Some(Fault::Blunder));
    }
}

impl PlayStatistics {
    fn count(&mut self, verdict: &Verdict) {
        self.faults.count(verdict);
        self.total += 1;
        match verdict.mark {
            None => self.unmarked += 1,
            Some(mark) => self.marked[Skill::ALL.iter().position(|one| *one == mark).unwrap_or(0)] += 1,
        }
        if verdict.counts {
            self.unforced += 1;
            self.error.add(verdict.loss, verdict.cost);
        }
    }

    /// The equity that an unforced play gave up in the mean.
    pub fn rate(&self) -> Option<Loss> {
        self.error.per(self.unforced)
    }
}

impl LuckStatistics {
    fn count(&mut self, mark: Option<LuckMark>, luck: f32, cost: f32) {
        self.total += 1;
        match mark {
            None => self.unmarked += 1,
            Some(mark) => self.marked[LuckMark::ALL.iter().position(|one| *one == mark).unwrap_or(0)] += 1,
        }
        self.luck.add(luck, cost);
    }

    /// The luck of a roll in the mean.
    pub fn rate(&self) -> Option<Loss> {
        self.luck.per(self.total)
    }
}

impl CubeStatistics {
    fn count(&mut self, verdict: &Verdict) {
        let Some(values) = verdict.cube else { return };
        self.faults.count(verdict);
        self.total += 1;
        self.close += u32::from(verdict.counts);
        let is_wrong = verdict.loss > 0.0;
        let error = match verdict.action {
            Action::NoDouble if values.double_take > values.double_pass => &mut self.missed_above,
            Action::NoDouble => &mut self.missed_below,
            Action::Double => {
                self.doubles += 1;
                if values.no_double > values.double_pass { &mut self.wrong_above } else { &mut self.wrong_below }
            }
            // A player who beavers takes.
            Action::Take | Action::Beaver => {
                self.takes += 1;
                &mut self.wrong_takes
            }
            Action::Pass => {
                self.passes += 1;
                &mut self.wrong_passes
            }
            Action::Play | Action::Resign | Action::Accept => return,
        };
        if is_wrong {
            error.count(verdict);
        }
    }

    /// The six kinds of errors: doubles missed below and above the cash point, doubles too early and too late, wrong
    /// takes, wrong passes.
    pub const fn errors(&self) -> [&Counted; 6] {
        [
            &self.missed_below,
            &self.missed_above,
            &self.wrong_below,
            &self.wrong_above,
            &self.wrong_takes,
            &self.wrong_passes,
        ]
    }

    /// The equity that all decisions gave up.
    pub fn error(&self) -> Loss {
        self.errors().iter().fold(Loss::default(), |sum, error| sum + error.loss)
    }

    /// The equity that a decision that was close or actual gave up in the mean.
    pub fn rate(&self) -> Option<Loss> {
        self.error().per(self.close)
    }
}

impl PlayerStatistics {
    /// The equity that all decisions gave up.
    pub fn error(&self) -> Loss {
        self.plays.error + self.cube.error()
    }

    /// Decisions that count: unforced plays, and cube decisions that were close or actual.
    pub const fn decisions(&self) -> u32 {
        self.plays.unforced + self.cube.close
    }

    /// The equity that a decision that counts gave up in the mean.
    pub fn rate(&self) -> Option<Loss> {
        self.error().per(self.decisions())
    }
}

impl Statistics {
    /// The statistics of one game.
    pub fn of_game(game: &GameRecord, met: &Met, thresholds: &Thresholds) -> Self {
        let mut statistics = Self { games: 1, ..Self::default() };
        for (i, step) in game.steps.iter().enumerate() {
            if let (Event::Play(_) | Event::NoPlay, Some(before)) = (&step.event, game.state(i).game) {
                statistics.players[before.on_roll].plays.made += 1;
            }
        }
        for verdict in verdicts(game, met, thresholds) {
            let player = &mut statistics.players[verdict.player];
            player.performances.add(&verdict);
            match verdict.action {
                Action::Play => player.plays.count(&verdict),
                _ => player.cube.count(&verdict),
            }
        }
        for (i, step) in game.steps.iter().enumerate() {
            statistics.missing.plays += u32::from(matches!(step.event, Event::Play(_)) && step.note.plays.is_none());
            if let Some((player, luck, cost)) = luck_at(game, i, met) {
                let mark = step.note.luck_mark.or_else(|| thresholds.luck(luck));
                statistics.players[player].luck.count(mark, luck, cost);
            } else {
                statistics.missing.rolls += u32::from(matches!(step.event, Event::Roll(_)));
            }
        }
        // For a player with no play analyzed, turns that could not be played are no statistics.
        for player in Player::BOTH {
            let is_his = |i: &usize| game.state(*i).game.is_some_and(|game| game.on_roll == player);
            if !(0..game.steps.len()).filter(is_his).any(|i| game.steps[i].note.plays.is_some()) {
                let plays = &mut statistics.players[player].plays;
                *plays = PlayStatistics { made: plays.made, ..PlayStatistics::default() };
            }
        }
        statistics.length = game.state(game.steps.len()).standing.length();
        if let Some(actual) = result(game, met) {
            let luck = |player: Player| statistics.players[player].luck.luck.cost;
            statistics.results.push((actual, actual - luck(Player::Top) + luck(Player::Bottom)));
            statistics.is_over = true;
        }
        statistics
    }

    /// The statistics of several games: the sums of theirs.
    pub fn of_games(games: &[GameRecord], met: &Met, thresholds: &Thresholds) -> Self {
        let mut sum = Self::default();
        for game in games {
            sum.merge(&Self::of_game(game, met, thresholds));
        }
        let last = games.last().map(|game| game.state(game.steps.len()));
        sum.is_over = last.is_some_and(|state| match state.standing {
            Standing::Money { .. } => !sum.results.is_empty(),
            Standing::Match { winner, .. } => winner.is_some(),
        });
        sum
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Self) {
        for player in Player::BOTH {
            self.players[player] += other.players[player];
        }
        self.results.extend_from_slice(&other.results);
        self.missing += other.missing;
        self.games += other.games;
        self.length = other.length;
        self.is_over |= other.is_over;
    }

    /// The result for player 0: points, or match winning chance gained.
    pub fn actual(&self) -> f64 {
        self.results.iter().map(|(actual, _)| actual).sum()
    }

    /// The result for player 0 without luck: that of unfinished games counts too.
    pub fn luck_adjusted(&self) -> f64 {
        let luck = |player: Player| self.players[player].luck.luck.cost;
        self.actual() - luck(Player::Top) + luck(Player::Bottom)
    }

    /// The difference of ratings, player 0 less player 1, that explains the result without luck.
    pub fn luck_based_difference(&self) -> Option<f64> {
        (self.length > 0).then(|| luck_based_difference(0.5 + self.luck_adjusted(), self.length))?
    }

    /// The equity that a player gave up per play of both players.
    pub fn snowie_rate(&self, player: Player) -> Option<f64> {
        let plays: u32 = Player::BOTH.into_iter().map(|one| self.players[one].plays.made).sum();
        self.players[player].error().per(plays).map(|loss| loss.equity)
    }

    /// Whether any play has an analysis.
    pub fn has_plays(&self) -> bool {
        self.players.0.iter().any(|player| player.plays.total > 0)
    }

    /// Whether any roll has one.
    pub fn has_luck(&self) -> bool {
        self.players.0.iter().any(|player| player.luck.total > 0)
    }

    /// Whether any cube decision has one.
    pub fn has_cube(&self) -> bool {
        self.players.0.iter().any(|player| player.cube.total > 0)
    }
}

/// Player 0's gain from a game that is over: points, or match winning chance.
fn result(game: &GameRecord, met: &Met) -> Option<f64> {
    let outcome = game.state(game.steps.len()).outcome?;
    let standing = &game.state(game.steps.len().checked_sub(1)?).standing;
    let won = match standing.terms().match_score() {
        None => f64::from(outcome.points),
        Some(score) => {
            f64::from(met.after(score, outcome.winner, outcome.points, outcome.winner))
                - f64::from(met.now(score, outcome.winner))
        }
    };
    Some(if outcome.winner == Player::Top { won } else { -won })
}
