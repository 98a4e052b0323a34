//! The state of the table: the score, and the game in progress or the end of the last one.
//!
//! A game's position is always seen by the player on roll, who is [`Game::on_roll`].

use crate::board::{ByPlayer, Player, Position, Roll, Side, Variation};
use crate::movegen::Play;
use crate::notation::USUAL_CUBE_LIMIT;
use crate::scoring::{Cube, CubeInfo, CubeOwner, GameValue, MatchScore, Met, ScoreError, Terms};

/// The stakes of the players and the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A money session.
    Money {
        /// Points won so far.
        score: ByPlayer<u32>,
        /// Gammons count only after a cube turn.
        jacoby: bool,
        /// Beavers allowed in a row; 0 for none.
        beavers: u8,
    },
    /// A match.
    Match {
        /// The score before the game in progress; once the match is over, before its last game.
        score: MatchScore,
        /// The winner, and with how many points.
        winner: Option<(Player, u32)>,
    },
}

impl Standing {
    /// A money session at 0–0.
    pub const fn money(jacoby: bool, beavers: u8) -> Self {
        Self::Money { score: ByPlayer([0, 0]), jacoby, beavers }
    }

    /// A match at 0–0.
    ///
    /// # Errors
    /// When no match goes to so many points.
    pub fn match_to(length: u8) -> Result<Self, ScoreError> {
        Ok(Self::Match { score: MatchScore::new(length, ByPlayer([0, 0]), false)?, winner: None })
    }

    /// The rules under which the next game is played.
    pub const fn terms(&self) -> Terms {
        match self {
            Self::Money { jacoby, beavers, .. } => Terms::Money { jacoby: *jacoby, beavers: *beavers },
            Self::Match { score, .. } => Terms::Match(*score),
        }
    }

    /// Points of both players.
    pub fn points(&self) -> ByPlayer<u32> {
        match self {
            Self::Money { score, .. } => *score,
            Self::Match { score, winner } => {
                let mut points = ByPlayer(score.score().0.map(u32::from));
                if let Some((winner, total)) = winner {
                    points[*winner] = *total;
                }
                points
            }
        }
    }

    /// The length of the match, 0 for money.
    pub const fn length(&self) -> u8 {
        match self {
            Self::Money { .. } => 0,
            Self::Match { score, .. } => score.length(),
        }
    }

    /// Adds the points of a finished game. In a match the Crawford game follows as soon as a player is 1-away for the
    /// first time; where that does not go `by_score`, it stays what it was.
    pub fn add(&mut self, player: Player, points: u32, by_score: bool) {
        match self {
            Self::Money { score, .. } => score[player] = score[player].saturating_add(points),
            Self::Match { score, winner } => {
                let had_been_one_away = Player::BOTH.iter().any(|&p| score.away(p) == 1);
                let after = score.with_points(player, points);
                match after {
                    Some(after) => *score = after,
                    None => *winner = Some((player, u32::from(score.score()[player]).saturating_add(points))),
                }
                if by_score {
                    let is_crawford = after.is_some() && !had_been_one_away && score.away(player) == 1;
                    *score = score.with_crawford(is_crawford);
                }
            }
        }
    }

    /// Exchanges the players' seats.
    pub fn swap_seats(&mut self) {
        match self {
            Self::Money { score, .. } => score.0.swap(0, 1),
            Self::Match { score, winner } => {
                *score = score.with_seats_swapped();
                *winner = winner.map(|(player, points)| (!player, points));
            }
        }
    }

    /// Whether a match has been won.
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Match { winner: Some(_), .. })
    }

    /// The points of a game that ended so. Under the Jacoby rule gammons that are played out count only once the cube
    /// has been turned; a player who resigns a gammon gives up that much.
    pub fn points_of(&self, game: &Game, ending: Ending) -> u32 {
        let value = match ending {
            Ending::Passed => GameValue::Single,
            Ending::Resigned(value) => value,
            Ending::Played(_) if self.terms().is_jacoby() && game.cube.owner() == CubeOwner::Centered => {
                GameValue::Single
            }
            Ending::Played(value) => value,
        };
        game.cube.value() * value.multiplier()
    }
}

/// The offer that waits for the player to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A double was offered: the player not on roll answers.
    Double,
    /// A resignation.
    Resignation {
        /// The player who resigns.
        by: Player,
        /// The value that it gives up.
        value: GameValue,
        /// Whether it answers a double, which is on offer again if the resignation is declined.
        doubled: bool,
    },
}

impl Pending {
    /// Whether a double is on offer, perhaps behind a resignation.
    pub const fn is_double(self) -> bool {
        matches!(self, Self::Double | Self::Resignation { doubled: true, .. })
    }
}

/// A game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The variation that is played.
    pub variation: Variation,
    /// The checkers, seen by the player on roll.
    pub position: Position,
    /// The player who rolls next or has rolled.
    pub on_roll: Player,
    /// The roll to be played, if rolled.
    pub dice: Option<Roll>,
    /// The cube before any double that is pending. A beaver on offer has raised it and given it to the player who
    /// beavers.
    pub cube: Cube,
    /// An offer waiting for an answer.
    pub pending: Option<Pending>,
    /// How many times the cube was turned at once (beavers) in the pending exchange.
    pub beavers: u8,
    /// The highest resignation that was declined at this decision; a lower one is refused.
    pub declined: Option<GameValue>,
    /// Whether doubling is possible at all.
    pub cube_in_use: bool,
    /// The logarithm of the largest cube that an XGID has told; [`USUAL_CUBE_LIMIT`] for none.
    pub cube_limit: u8,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last checker was borne off.
    Played(GameValue),
    /// The double was passed.
    Passed,
    /// A resignation was accepted.
    Resigned(GameValue),
}

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner.
    pub winner: Player,
    /// Points with the cube.
    pub points: u32,
    /// The end of the game that brought them.
    pub ending: Ending,
}

/// The state of the table: the score, and the game in progress or the end of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The score and the terms.
    pub standing: Standing,
    /// The game in progress.
    pub game: Option<Game>,
    /// The game that ended last, as it ended, while no other is in progress.
    pub last_game: Option<Game>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl State {
    /// No game yet.
    pub const fn new(standing: Standing) -> Self {
        Self { standing, game: None, last_game: None, outcome: None }
    }

    /// A game in progress.
    pub const fn playing(standing: Standing, game: Game) -> Self {
        Self { standing, game: Some(game), last_game: None, outcome: None }
    }

    /// Exchanges the players' seats.
    pub fn swap_seats(&mut self) {
        self.standing.swap_seats();
        if let Some(outcome) = &mut self.outcome {
            outcome.winner = !outcome.winner;
        }
        for game in self.game.iter_mut().chain(&mut self.last_game) {
            game.swap_seats();
        }
    }

    /// The game in progress, else the end of the last one.
    pub fn shown(&self) -> Option<Game> {
        self.game.or(self.last_game)
    }
}

impl Game {
    /// A new game with this player on roll and no dice yet.
    pub const fn new(variation: Variation, on_roll: Player, cube_in_use: bool) -> Self {
        Self {
            variation,
            position: variation.starting_position(),
            on_roll,
            dice: None,
            cube: Cube::START,
            pending: None,
            beavers: 0,
            declined: None,
            cube_in_use,
            cube_limit: USUAL_CUBE_LIMIT,
        }
    }

    /// Whether the cube is in use and below its limit, so that it may go to twice its value; with a double on offer,
    /// whether that was so before it.
    pub const fn may_turn_cube(&self) -> bool {
        self.cube_in_use && 2 * self.cube_before_beavers().value() <= self.largest_cube()
    }

    /// How often the cube may be turned at once after a double before it shows its largest number.
    pub const fn most_beavers(&self) -> u8 {
        let (doubled, most) = (2 * self.cube_before_beavers().value(), self.largest_cube());
        if doubled > most { 0 } else { (most / doubled).ilog2() as u8 }
    }

    /// The largest value to which the cube can still go: its own where it is out of use.
    pub const fn top_of_cube(&self) -> u32 {
        if self.cube_in_use { self.largest_cube() } else { self.cube_before_beavers().value() }
    }

    /// The cube before any double that is pending, for the side on roll.
    pub fn cube_info(&self, terms: Terms, met: &Met) -> CubeInfo {
        CubeInfo::up_to(self.top_of_cube(), self.cube_before_beavers(), self.on_roll, terms, met)
    }

    /// Lets the cube be turned to this value at most.
    pub fn limit_cube(&mut self, largest: u32) {
        let limit = largest.checked_ilog2().and_then(|limit| u8::try_from(limit).ok()).unwrap_or_default();
        self.cube_limit = limit.min(USUAL_CUBE_LIMIT);
    }

    /// The largest value to which the cube is turned.
    pub const fn largest_cube(&self) -> u32 {
        if self.cube_limit < USUAL_CUBE_LIMIT { 1 << self.cube_limit } else { Cube::TOP }
    }

    /// Withdraws whatever is on offer.
    pub const fn withdraw(&mut self) {
        self.pending = None;
        self.beavers = 0;
    }

    /// Withdraws a double; a resignation stays on offer.
    pub const fn withdraw_double(&mut self) {
        match &mut self.pending {
            Some(Pending::Resignation { doubled, .. }) => *doubled = false,
            pending => *pending = None,
        }
        self.beavers = 0;
    }

    /// Withdraws a resignation; a double stays on offer.
    pub fn withdraw_resignation(&mut self) {
        self.pending = self.pending.filter(|pending| pending.is_double()).map(|_| Pending::Double);
    }

    /// The cube as it was before a double that was taken with a beaver: the doubler's to turn.
    pub const fn cube_before_beavers(&self) -> Cube {
        if self.beavers == 0 {
            return self.cube;
        }
        let turned = (self.cube.value().ilog2() as u8).saturating_sub(self.beavers);
        // The first double is one of a cube in the middle.
        if turned == 0 { Cube::START } else { Cube::turned(turned, CubeOwner::Owned(self.on_roll)) }
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> Player {
        if side == Side::OnRoll { self.on_roll } else { !self.on_roll }
    }

    /// The player to decide now: the one on roll unless an offer waits for the other.
    pub fn to_decide(&self) -> Player {
        match self.pending {
            None => self.on_roll,
            Some(Pending::Double) => {
                // Each beaver hands the decision back.
                if self.beavers.is_multiple_of(2) { !self.on_roll } else { self.on_roll }
            }
            Some(Pending::Resignation { by, .. }) => !by,
        }
    }

    /// Puts the other player on roll; the checkers stay where they are, dice and offers go.
    pub fn set_turn(&mut self, player: Player) {
        if player != self.on_roll {
            self.position = self.position.flipped();
            self.on_roll = player;
        }
        self.dice = None;
        self.withdraw();
    }

    /// Exchanges the players' seats.
    pub fn swap_seats(&mut self) {
        self.on_roll = !self.on_roll;
        self.cube = self.cube.with_seats_swapped();
        if let Some(Pending::Resignation { by, .. }) = &mut self.pending {
            *by = !*by;
        }
    }

    /// Makes a play (or none) and passes the turn. Returns what the game counts if it bore off the last checker.
    pub fn make(&mut self, play: Option<&Play>) -> Option<GameValue> {
        let after = play.map_or(self.position, |play| play.result);
        let won = GameValue::of(&after, self.variation.checkers()).map(|(_, value)| value);
        self.position = after.flipped();
        self.on_roll = !self.on_roll;
        self.dice = None;
        self.declined = None;
        won
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crawford_game_comes_once() {
        let mut standing = Standing::match_to(5).unwrap();
        standing.add(Player::Top, 4, true);
        let Standing::Match { score, .. } = standing else { unreachable!("a match") };
        assert!(score.crawford());
        standing.add(Player::Bottom, 2, true);
        let Standing::Match { score, .. } = standing else { unreachable!("a match") };
        assert!(!score.crawford() && score.is_post_crawford());
        standing.add(Player::Bottom, 4, true);
        assert!(standing.is_over());
        assert_eq!(standing.points(), ByPlayer([4, 6]));
        // And not at all where it isn't played.
        let mut standing = Standing::match_to(5).unwrap();
        standing.add(Player::Top, 4, false);
        assert!(!standing.terms().match_score().is_some_and(|score| score.crawford()));
    }

    #[test]
    fn turning_the_board_leaves_the_checkers() {
        let mut game = Game::new(Variation::Standard, Player::Bottom, true);
        let mut counts = *game.position.on_roll().counts();
        counts[5] -= 1;
        counts[4] += 1;
        game.position = Position::from_checkers(crate::board::Checkers::new(counts), *game.position.opponent());
        game.set_turn(Player::Top);
        assert_eq!(game.position.opponent()[4], 1);
        game.set_turn(Player::Bottom);
        assert_eq!(game.position.on_roll()[4], 1);
    }

    #[test]
    fn under_the_jacoby_rule_a_gammon_that_is_played_needs_a_turned_cube() {
        let [money, jacoby] =
            [false, true].map(|jacoby| Standing::Money { score: ByPlayer([0; 2]), jacoby, beavers: 0 });
        let game = Game::new(Variation::Standard, Player::Top, true);
        let turned = Game { cube: Cube::turned(1, CubeOwner::Owned(Player::Top)), ..game };
        let (played, resigned) = (Ending::Played(GameValue::Gammon), Ending::Resigned(GameValue::Gammon));
        for (standing, game, ending, points) in [
            (money, game, played, 2),
            (money, turned, played, 4),
            (jacoby, game, played, 1),
            (jacoby, turned, played, 4),
            (jacoby, game, resigned, 2),
            (jacoby, turned, Ending::Passed, 2),
            (Standing::match_to(5).unwrap(), game, played, 2),
        ] {
            assert_eq!(standing.points_of(&game, ending), points, "{standing:?}, {:?}, {ending:?}", game.cube);
        }
    }
}
