//! Events at the table: what can happen, when it may, and the state that follows.

use super::state::{Ending, Game, Outcome, Pending, Standing, State};
use crate::board::{Player, Position, Roll, Variation};
use crate::movegen::{Play, legal_plays};
use crate::scoring::{Cube, CubeOwner, GameValue, Terms};

/// An event at the table. Whose it is follows from the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game begins.
    Begin {
        /// The score and the terms.
        standing: Standing,
        /// The variation that is played.
        variation: Variation,
        /// Whether doubling is possible.
        cube_in_use: bool,
        /// The largest value to which the cube is turned; `None` where nothing limits it.
        largest_cube: Option<u32>,
        /// The value of the cube, after automatic doubles.
        cube: u32,
        /// The player with the higher die and so the first turn.
        first: Player,
        /// The dice of both players, which the first one plays; `None` where dice are entered by hand.
        roll: Option<Roll>,
    },
    /// The player on roll rolls.
    Roll(Roll),
    /// The player on roll plays the roll.
    Play(Play),
    /// The player on roll has no legal play, and the turn passes.
    NoPlay,
    /// The player on roll moves checkers, or none, as the rules do not allow it: what they leave, seen by that player.
    Irregular(Box<Position>),
    /// The player on roll offers the cube.
    Double,
    /// The cube is accepted.
    Take,
    /// The cube is refused.
    Pass,
    /// The cube is accepted and turned at once.
    Beaver,
    /// The player to decide offers to resign.
    Resign(GameValue),
    /// The resignation is accepted.
    Accept,
    /// The resignation is declined.
    Decline,
    /// Sets up what lies on the table.
    Set(Box<State>),
}

/// Rules that are no part of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether matches have a Crawford game.
    pub crawford: bool,
}

/// Why an event cannot happen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No game is in progress.
    NoGame,
    /// No cube shows this number.
    NoSuchCube(u32),
    /// The match has been won.
    MatchOver,
    /// A double has to be answered first.
    DoubleWaits,
    /// A resignation has to be answered first.
    ResignationWaits,
    /// The dice are rolled already.
    Rolled(Roll),
    /// The dice are not rolled.
    NotRolled,
    /// The play is not legal for the roll.
    NoSuchPlay,
    /// There are plays, so the turn does not pass.
    MustPlay,
    /// The cube is not in use.
    CubeNotInUse,
    /// No cube in the Crawford game.
    Crawford,
    /// The opponent owns the cube.
    CubeOfOpponent,
    /// Turning the cube can gain nothing.
    CubeDead,
    /// The cube shows the highest number there is on it.
    CubeAtTop,
    /// No double is on offer.
    NoDouble,
    /// Beavers are not played.
    NoBeavers,
    /// No more than this many beavers in a row.
    BeaversUsed(u8),
    /// No resignation is on offer.
    NoResignation,
    /// This much has been declined already, by this player.
    Declined(Player, GameValue),
}

impl State {
    /// Returns the state after an event.
    ///
    /// # Errors
    /// When it cannot happen now.
    pub fn after(&self, event: &Event, rules: Rules) -> Result<Self, Illegal> {
        let mut next = *self;
        match event {
            Event::Set(state) => return Ok(**state),
            Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll } => {
                if standing.is_over() {
                    return Err(Illegal::MatchOver);
                }
                let mut game = Game::new(*variation, *first, *cube_in_use);
                largest_cube.iter().for_each(|&largest| game.limit_cube(largest));
                game.cube = Cube::new(*cube, CubeOwner::Centered).map_err(|_| Illegal::NoSuchCube(*cube))?;
                game.dice = *roll;
                return Ok(Self::playing(*standing, game));
            }
            _ => {}
        }
        let terms = self.standing.terms();
        let Some(game) = &mut next.game else { return Err(Illegal::NoGame) };
        match event {
            Event::Set(_) | Event::Begin { .. } => unreachable!("answered above"),
            Event::Roll(roll) => {
                game.may_act()?;
                if let Some(dice) = game.dice {
                    return Err(Illegal::Rolled(dice));
                }
                game.dice = Some(*roll);
                game.declined = None;
            }
            Event::Play(play) => {
                let plays = game.plays()?;
                let Some(play) = plays.iter().find(|legal| legal.result == play.result) else {
                    return Err(Illegal::NoSuchPlay);
                };
                let mover = game.on_roll;
                if let Some(value) = game.make(Some(play)) {
                    next.end(mover, Ending::Played(value), rules);
                }
            }
            Event::NoPlay => {
                if !game.plays()?.is_empty() {
                    return Err(Illegal::MustPlay);
                }
                // A board may have been set up on which the game was over.
                let mover = game.on_roll;
                if let Some(value) = game.make(None) {
                    next.end(mover, Ending::Played(value), rules);
                }
            }
            Event::Irregular(position) => {
                game.may_act()?;
                let mover = game.on_roll;
                game.position = **position;
                if let Some(value) = game.make(None) {
                    next.end(mover, Ending::Played(value), rules);
                }
            }
            Event::Double => {
                game.may_act()?;
                game.may_double(&terms)?;
                game.pending = Some(Pending::Double);
                game.beavers = 0;
                game.declined = None;
            }
            Event::Take => {
                game.offered_double()?;
                // A beaver or raccoon leaves the cube with the player who was doubled.
                game.cube = game.cube.doubled_by(game.on_roll);
                game.withdraw();
                game.declined = None;
            }
            Event::Pass => {
                game.offered_double()?;
                let winner = !game.to_decide();
                next.end(winner, Ending::Passed, rules);
            }
            Event::Beaver => {
                game.offered_double()?;
                let allowed = match terms {
                    Terms::Money { beavers, .. } => beavers,
                    Terms::Match(_) => 0,
                };
                if allowed == 0 {
                    return Err(Illegal::NoBeavers);
                }
                if game.beavers >= allowed {
                    return Err(Illegal::BeaversUsed(allowed));
                }
                // Taking the beaver turns the cube once more.
                if game.beavers >= game.most_beavers() {
                    return Err(Illegal::CubeAtTop);
                }
                game.cube = game.cube.doubled_by(game.on_roll);
                game.beavers += 1;
                game.declined = None;
            }
            Event::Resign(value) => {
                if matches!(game.pending, Some(Pending::Resignation { .. })) {
                    return Err(Illegal::ResignationWaits);
                }
                let by = game.to_decide();
                if let Some(declined) = game.declined.filter(|declined| value <= declined) {
                    return Err(Illegal::Declined(!by, declined));
                }
                game.pending = Some(Pending::Resignation { by, value: *value, doubled: game.pending.is_some() });
            }
            Event::Accept => {
                let (by, value) = game.offered_resignation()?;
                next.end(!by, Ending::Resigned(value), rules);
            }
            Event::Decline => {
                let (_, value) = game.offered_resignation()?;
                game.withdraw_resignation();
                game.declined = Some(value);
            }
        }
        Ok(next)
    }

    /// Books the result of the game in progress.
    fn end(&mut self, winner: Player, ending: Ending, rules: Rules) {
        let Some(game) = self.game.take() else { return };
        let points = self.standing.points_of(&game, ending);
        self.standing.add(winner, points, rules.crawford);
        self.outcome = Some(Outcome { winner, points, ending });
        self.last_game = Some(game);
    }
}

impl Game {
    /// Whether the player on roll may roll, play or double: no offer waits for an answer.
    fn may_act(&self) -> Result<(), Illegal> {
        match self.pending {
            None => Ok(()),
            Some(Pending::Double) => Err(Illegal::DoubleWaits),
            Some(Pending::Resignation { .. }) => Err(Illegal::ResignationWaits),
        }
    }

    /// The plays of the roll that is to be played.
    fn plays(&self) -> Result<Vec<Play>, Illegal> {
        self.may_act()?;
        Ok(legal_plays(&self.position, self.dice.ok_or(Illegal::NotRolled)?))
    }

    /// Whether the player on roll may offer the cube under these terms.
    fn may_double(&self, terms: &Terms) -> Result<(), Illegal> {
        if let Some(dice) = self.dice {
            return Err(Illegal::Rolled(dice));
        }
        if !self.cube_in_use {
            return Err(Illegal::CubeNotInUse);
        }
        match terms {
            Terms::Match(score) if score.crawford() => Err(Illegal::Crawford),
            _ if !self.cube.is_available_to(self.on_roll) => Err(Illegal::CubeOfOpponent),
            Terms::Match(score) if self.cube.value() >= u32::from(score.away(self.on_roll)) => Err(Illegal::CubeDead),
            _ if !self.may_turn_cube() => Err(Illegal::CubeAtTop),
            _ => Ok(()),
        }
    }

    fn offered_double(&self) -> Result<(), Illegal> {
        if self.pending == Some(Pending::Double) { Ok(()) } else { Err(Illegal::NoDouble) }
    }

    fn offered_resignation(&self) -> Result<(Player, GameValue), Illegal> {
        match self.pending {
            Some(Pending::Resignation { by, value, .. }) => Ok((by, value)),
            _ => Err(Illegal::NoResignation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPlayer;

    const RULES: Rules = Rules { crawford: true };

    fn roll(high: u8, low: u8) -> Roll {
        Roll::new(high, low).expect("dice")
    }

    fn begun(standing: Standing) -> State {
        let begin = Event::Begin {
            standing,
            variation: Variation::Standard,
            cube_in_use: true,
            largest_cube: None,
            cube: 1,
            first: Player::Bottom,
            roll: Some(roll(3, 1)),
        };
        State::new(standing).after(&begin, RULES).expect("a game may begin")
    }

    /// The state after some events, all of them legal.
    fn fold(state: State, events: &[Event]) -> State {
        events
            .iter()
            .fold(state, |state, event| state.after(event, RULES).unwrap_or_else(|why| panic!("{event:?}: {why:?}")))
    }

    fn best(state: &State) -> Event {
        let game = state.game.expect("a game");
        Event::Play(legal_plays(&game.position, game.dice.expect("dice"))[0].clone())
    }

    #[test]
    fn a_game_goes_its_way() {
        let state = begun(Standing::money(false, 1));
        assert_eq!(state.after(&Event::Double, RULES), Err(Illegal::Rolled(roll(3, 1))));
        assert_eq!(state.after(&Event::NoPlay, RULES), Err(Illegal::MustPlay));
        let state = fold(state, &[best(&state)]);
        assert_eq!(state.after(&best(&begun(Standing::money(false, 1))), RULES), Err(Illegal::NotRolled));
        let offered = fold(state, &[Event::Double]);
        assert_eq!(offered.after(&Event::Roll(roll(2, 1)), RULES), Err(Illegal::DoubleWaits));
        assert_eq!(offered.game.expect("a game").to_decide(), Player::Bottom);
        let beavered = fold(offered, &[Event::Beaver]);
        assert_eq!(beavered.game.expect("a game").to_decide(), Player::Top);
        assert_eq!(beavered.after(&Event::Beaver, RULES), Err(Illegal::BeaversUsed(1)));
        let taken = fold(beavered, &[Event::Take]).game.expect("a game");
        assert_eq!(taken.cube, Cube::new(4, CubeOwner::Owned(Player::Bottom)).unwrap());
        let passed = fold(beavered, &[Event::Pass]);
        assert_eq!(passed.outcome, Some(Outcome { winner: Player::Bottom, points: 2, ending: Ending::Passed }));
        assert_eq!((passed.standing.points(), passed.game), (ByPlayer([0, 2]), None));
        assert_eq!(passed.after(&Event::Double, RULES), Err(Illegal::NoGame));
    }

    #[test]
    fn a_resignation_is_answered() {
        let state = begun(Standing::match_to(3).unwrap());
        let offered = fold(state, &[Event::Resign(GameValue::Gammon)]);
        assert_eq!(offered.after(&best(&state), RULES), Err(Illegal::ResignationWaits));
        let declined = fold(offered, &[Event::Decline]);
        let again = declined.after(&Event::Resign(GameValue::Single), RULES);
        assert_eq!(again, Err(Illegal::Declined(Player::Top, GameValue::Gammon)));
        let over = fold(offered, &[Event::Accept]);
        assert_eq!(over.standing.points(), ByPlayer([2, 0]));
        assert!(
            over.standing.terms().match_score().is_some_and(|score| score.crawford()),
            "2 of 3: the next is Crawford"
        );
        let without = offered.after(&Event::Accept, Rules { crawford: false }).expect("accepted");
        assert!(!without.standing.terms().match_score().is_some_and(|score| score.crawford()));
    }

    #[test]
    fn the_cube_has_a_highest_number() {
        let mut state = begun(Standing::money(false, 3));
        state = fold(state, &[best(&state)]);
        let mut turns = 0;
        while let Ok(offered) = state.after(&Event::Double, RULES) {
            state = fold(offered, &[Event::Take]);
            let game = state.game.as_mut().expect("a game");
            game.set_turn(!game.on_roll);
            turns += 1;
        }
        assert_eq!(turns, 12, "4096 is two to the twelfth");
        assert_eq!(state.after(&Event::Double, RULES), Err(Illegal::CubeAtTop));
        // A beaver on the way to the top goes beyond it.
        let game = state.game.as_mut().expect("a game");
        game.cube = Cube::turned(11, game.cube.owner());
        let offered = fold(state, &[Event::Double]);
        assert_eq!(offered.after(&Event::Beaver, RULES), Err(Illegal::CubeAtTop));
        assert_eq!(fold(offered, &[Event::Take]).game.expect("a game").cube.value(), Cube::TOP);
    }

    #[test]
    fn no_cube_where_there_is_none() {
        let mut standing = Standing::match_to(3).unwrap();
        standing.add(Player::Top, 2, true);
        let state = begun(standing);
        let state = fold(state, &[best(&state)]);
        assert_eq!(state.after(&Event::Double, RULES), Err(Illegal::Crawford));
        let dead = State { standing: Standing::match_to(1).unwrap(), ..state };
        assert_eq!(dead.after(&Event::Double, RULES), Err(Illegal::CubeDead));
    }
}
