//! Whole matches of players who play, double and resign by chance, and what may be known about them.
use super::games::Random;
use gammon::board::{ByPlayer, Player, Position, Variation};
use gammon::movegen::legal_plays;
use gammon::record::{
    CubeAnalysis, Date, Event, Level, LuckMark, MatchInfo, Method, Note, Numbers, Pending, PlayAnalysis, PlayValue,
    Record, ResignationAnalysis, Rules, Skill, Standing, State,
};
use gammon::scoring::GameValue;

/// The rules by which they are played.
pub const RULES: Rules = Rules { crawford: true };

/// A whole match of players who play, double and resign by chance.
pub fn played(random: &mut Random, length: u8, variation: Variation) -> Record {
    let standing = if length == 0 { Standing::money(false, 3) } else { Standing::match_to(length).unwrap() };
    match_of(random, standing, variation, &Kind::default())
}

/// What may happen in a match beside what the rules allow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kind {
    /// Plays against the rules, as files have them.
    pub illegal_plays: bool,
    /// Games begin with the cube on 2 or 4.
    pub automatic_doubles: bool,
    /// The last game is broken off.
    pub unfinished: bool,
}

/// The same of this kind.
pub fn match_of(random: &mut Random, standing: Standing, variation: Variation, kind: &Kind) -> Record {
    let mut record = Record::new(State::new(standing));
    let games = if standing.length() == 0 { 3 } else { 100 };
    for number in 0..games {
        let standing = record.state().standing;
        if standing.is_over() {
            break;
        }
        let roll = loop {
            let roll = random.roll();
            if roll.high() != roll.low() {
                break roll;
            }
        };
        let first = random.pick(&Player::BOTH);
        let cube = if kind.automatic_doubles { random.pick(&[1, 2, 4]) } else { 1 };
        let roll = Some(roll);
        let begin = Event::Begin { standing, variation, cube_in_use: true, largest_cube: None, cube, first, roll };
        record.apply(begin, RULES).expect("a game may begin");
        // A match of five points may take a single game, one of money does not end by itself.
        let last = number + 1 == games || (standing.length() > 0 && number == 2);
        let mut turns = if kind.unfinished && last { 1 + random.below(40) } else { usize::MAX };
        while let Some(game) = record.state().game {
            if turns == 0 {
                return record;
            }
            turns -= 1;
            let resigns = random.below(150) == 0;
            let event = match (game.pending, game.dice) {
                (Some(Pending::Resignation { .. }), _) => random.pick(&[&Event::Decline, &Event::Accept]).clone(),
                (Some(Pending::Double), _) => match random.below(24) {
                    0..=3 => Event::Beaver,
                    4..=8 => Event::Pass,
                    9 => Event::Resign(random.pick(&GameValue::ALL)),
                    _ => Event::Take,
                },
                (None, _) if resigns => Event::Resign(random.pick(&GameValue::ALL)),
                (None, None) if random.below(20) == 0 => Event::Double,
                (None, None) => Event::Roll(random.roll()),
                (None, Some(roll))
                    if kind.illegal_plays && random.below(30) == 0 && !legal_plays(&game.position, roll).is_empty() =>
                {
                    Event::Irregular(Box::new(illegal_play(random, record.state())))
                }
                (None, Some(roll)) => {
                    let plays = legal_plays(&game.position, roll);
                    if plays.is_empty() { Event::NoPlay } else { Event::Play(plays[random.below(plays.len())].clone()) }
                }
            };
            // What is not allowed now (a double with a dead cube, a beaver in a match) is left.
            let _ = record.apply(event, RULES);
        }
    }
    record
}

/// The turn passes after some checkers were moved by any roll but the one that lies there; perhaps none is.
fn illegal_play(random: &mut Random, state: &State) -> Position {
    let game = state.game.expect("a game");
    let roll = game.dice.expect("dice");
    let right: Vec<_> = legal_plays(&game.position, roll).iter().map(|play| play.result).collect();
    let wrong = legal_plays(&game.position, random.roll());
    let wrong: Vec<_> = wrong.iter().map(|play| play.result).filter(|result| !right.contains(result)).collect();
    let result = match wrong.as_slice() {
        [_, ..] if random.below(4) > 0 => wrong[random.below(wrong.len())],
        // No checker has moved.
        _ => game.position,
    };
    if result.is_over() { game.position } else { result }
}

/// Some lines of text with everything in them that a format may stumble over.
fn comment(random: &mut Random) -> String {
    random.pick(&["why? [a] \\ b: c", "two\nlines", "J\u{f8}rn; \u{201c}quoted\u{201d}", "plain"]).to_owned()
}

fn numbers(random: &mut Random) -> Numbers {
    let mut part = |of: f32| of * random.below(1_000_001) as f32 / 1e6;
    let win = part(1.0);
    let (win_gammon, lose_gammon) = (part(win), part(1.0 - win));
    let outputs = [win, win_gammon, part(win_gammon), lose_gammon, part(lose_gammon)];
    Numbers { outputs, cubeless: part(2.0) - 1.0, cubeful: part(2.0) - 1.0 }
}

fn method(random: &mut Random) -> Method {
    if random.below(4) == 0 {
        return Method::Rollout { trials: 36 * (1 + random.below(100) as u32), context: String::new() };
    }
    if random.below(4) == 0 {
        return Method::Level { level: random.pick(&Level::ALL), trials: 36 * (1 + random.below(10) as u32) };
    }
    let flags = [0; 3].map(|_| random.below(2) == 0);
    let [cubeful, deterministic, pruned] = flags;
    Method::Plies { plies: random.below(4) as u8, cubeful, noise: random.pick(&[0.0, 0.25]), deterministic, pruned }
}

fn errors(random: &mut Random, method: &Method) -> Option<Numbers> {
    matches!(method, Method::Level { .. } | Method::Rollout { .. }).then(|| numbers(random))
}

fn cube(random: &mut Random) -> CubeAnalysis {
    let method = method(random);
    let errors = errors(random, &method).map(|first| [first, numbers(random)]);
    CubeAnalysis { no_double: numbers(random), take: numbers(random), errors, method, told: None }
}

/// Writes something about half of what has happened.
pub fn annotate(random: &mut Random, record: &mut Record) {
    let before: Vec<Vec<State>> =
        record.games().iter().map(|game| (0..game.steps.len()).map(|i| *game.state(i)).collect()).collect();
    for (game, states) in before.iter().enumerate() {
        for (step, before) in states.iter().enumerate() {
            let event = record.games()[game].steps[step].event.clone();
            let note = record.note_mut(game, step).expect("a step");
            if random.below(6) == 0 {
                note.comment = comment(random);
            }
            if random.below(2) == 0 {
                continue;
            }
            match &event {
                Event::Begin { .. } => note.luck = Some(numbers(random).cubeful),
                Event::Roll(_) => {
                    note.luck = Some(numbers(random).cubeful);
                    note.marked_cube = random.below(5) == 0;
                    note.cube = (random.below(2) == 0).then(|| Box::new(cube(random)));
                    note.luck_mark = (note.luck.unwrap_or(0.0).abs() < 0.3).then(|| random.pick(&LuckMark::ALL));
                }
                Event::Play(play) => {
                    let state = before.game.expect("a game");
                    let plays = legal_plays(&state.position, state.dice.expect("dice"));
                    let mut listed = Vec::new();
                    for other in plays {
                        if other.result == play.result || random.below(3) == 0 {
                            let method = method(random);
                            let errors = errors(random, &method);
                            let (numbers, marked) = (numbers(random), random.below(9) == 0);
                            listed.push(PlayValue { play: other, numbers, errors, method, marked });
                        }
                    }
                    listed.sort_by(|a, b| b.numbers.cubeful.total_cmp(&a.numbers.cubeful));
                    let played = listed.iter().position(|value| value.play.result == play.result).expect("listed");
                    listed[played].play = play.clone();
                    note.plays = Some(Box::new(PlayAnalysis { plays: listed, played: Some(played), told: None }));
                    let is_best = note.plays.as_ref().is_some_and(|plays| plays.played == Some(0));
                    note.skill = is_best.then(|| random.pick(&Skill::ALL));
                    note.unknown = vec![("ZZ".to_owned(), vec!["1".to_owned(), "a]b".to_owned()])];
                }
                Event::Double | Event::Take | Event::Pass | Event::Beaver => {
                    note.cube = Some(Box::new(cube(random)));
                }
                Event::Resign(_) => {
                    let n = numbers(random);
                    note.resignation =
                        Some(ResignationAnalysis { play_on: n.cubeful, resign: -1.0, outputs: n.outputs });
                }
                _ => {}
            }
            note.flag = !matches!(event, Event::Begin { .. } | Event::Set(_)) && step % 5 == game % 5;
            judge_again(&mut Random::new((1000 * game + step) as u64), note);
        }
    }
}

/// Other engines and levels have judged some decisions, too.
fn judge_again(random: &mut Random, note: &mut Note) {
    if note.cube.is_some() {
        note.other_cubes = (0..random.below(3)).map(|_| cube(random)).collect();
    }
    let mut other = |plays: &PlayAnalysis| {
        let mut plays = plays.clone();
        for play in &mut plays.plays {
            (play.numbers, play.marked) = (numbers(random), false);
            play.method = Method::foreign("XG 3-ply");
            play.errors = None;
        }
        plays.told = Some(0.25);
        plays
    };
    note.other_plays = note.plays.iter().map(|plays| other(plays)).collect();
}

/// What is known about a match.
pub fn info() -> MatchInfo {
    MatchInfo {
        ratings: ByPlayer(["1812.5".to_owned(), "1650 (400)".to_owned()]),
        date: Date::new(2024, 2, 29),
        event: "Club [evening]".to_owned(),
        round: "2".to_owned(),
        place: "Home".to_owned(),
        annotator: "Me".to_owned(),
        comment: "two\nlines".to_owned(),
        extra: vec![("EventTime".to_owned(), "20.15".to_owned()), ("Odd: [key]".to_owned(), "a \\ b]".to_owned())],
    }
}

/// Leaves lines beside the one that was played: somebody goes back in the last game and does something else.
pub fn leave_lines(random: &mut Random, record: &mut Record) {
    let game = record.games().len() - 1;
    for _ in 0..random.below(4) {
        let steps = record.games()[game].steps.len();
        let at = 1 + random.below(steps);
        record.seek(game, at);
        let other = match record.state().game {
            Some(state) if state.pending.is_none() => match state.dice {
                Some(roll) => legal_plays(&state.position, roll).first().cloned().map(Event::Play),
                None => Some(Event::Roll(random.roll())),
            },
            _ => None,
        };
        let was = record.games()[game].steps.get(at).map(|step| step.event.clone());
        if let Some(other) = other.filter(|other| was.as_ref().is_some_and(|was| was != other)) {
            record.apply(other, RULES).expect("it may happen");
        }
    }
}
