//! A file read back before it is called written: one that would not be read again is none, and what it has lost is
//! told.

use super::played::ReadOptions;
use super::table::{Extent, Format, Written, detect};
use crate::board::{Player, Position};
use crate::record::{Event, Game, GameRecord, Method, Note, Outcome, Pending, Standing, State};
use crate::scoring::{Cube, Terms};
use crate::words::counted;
use std::collections::BTreeMap;

/// The largest file that is read back: it takes some tenths of a second.
const MOST_BYTES: usize = 8 << 20;

/// Phrases for what a file of this format does not tell of what was written into it. Analysis is looked for where
/// the format has some.
///
/// # Errors
/// When the file would not be read again, or as something else.
pub fn lost_in(
    format: &'static Format,
    it: &Written<'_>,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<Vec<String>, String> {
    if bytes.len() > MOST_BYTES {
        return Ok(Vec::new());
    }
    // What one word writes another may read, as the moves of games in Snowie's text.
    let reader = Some(format).filter(|format| format.is_read_with(it.extent)).or_else(|| detect(bytes));
    let reader = reader.ok_or("no reader would know the file again")?;
    // What a file leaves out is taken from here: what differs all the same is told in it.
    let rules = match it.state.standing {
        Standing::Money { jacoby, beavers, .. } => ReadOptions { jacoby, beavers, ..*options },
        Standing::Match { .. } => ReadOptions { ..*options },
    };
    let rules = ReadOptions { strict: false, ..rules };
    let read = reader.read(bytes, &rules).map_err(|error| format!("it would not be read again: {error}"))?;
    let mut lost = Lost::default();
    for player in Player::BOTH {
        let (had, has) = (&it.names[player], &read.names[player]);
        lost.unless(had == has, &format!("the name {had:?}, which is {has:?} there"));
    }
    lost.unless(read.variation == it.variation, &format!("that this is {}", it.variation.name()));
    if it.extent == Extent::Position {
        // A position is what stands at the end, or at the cursor where a decision follows it.
        let game = read.record.games().last().filter(|_| read.is_position());
        let end = game.map_or(*read.record.state(), |game| *game.state(game.steps.len()));
        of_position(it.state, &end, &mut lost)?;
        of_notes(it.games, read.record.games(), &mut lost);
    } else {
        let had: Vec<_> = it.games.iter().filter(|game| !game.steps.is_empty()).collect();
        let has: Vec<_> = read.record.games().iter().filter(|game| !game.steps.is_empty()).collect();
        if had.len() != has.len() {
            return Err(format!("of its {} {} would be read again", counted(had.len(), "game"), has.len()));
        }
        for (i, (had, has)) in had.into_iter().zip(has).enumerate() {
            of_game(had, has, &mut lost).map_err(|why| format!("game {}: {why}", i + 1))?;
        }
        of_notes(it.games, read.record.games(), &mut lost);
    }
    Ok(lost.0)
}

/// A phrase for the analyses that are left out of a file or a page with one of each decision: how many, whose it has.
pub fn others_lost(games: &[GameRecord]) -> Option<String> {
    let mut has: BTreeMap<&str, usize> = BTreeMap::new();
    for note in notes(games).filter(|note| note.has_others()) {
        *has.entry(note.methods().next().map_or("", Method::program)).or_default() += 1;
    }
    let of: usize = has.values().sum();
    let whose: Vec<_> = has.iter().map(|(program, n)| format!("that of {program} for {n}")).collect();
    let decisions = counted(of, "decision");
    (of > 0).then(|| format!("more than one analysis of {decisions} (it has {})", whose.join(", ")))
}

fn notes(games: &[GameRecord]) -> impl Iterator<Item = &Note> {
    games.iter().flat_map(|game| game.steps.iter().map(|step| &step.note).chain([&game.open]))
}

/// Comments, flags and analyses.
fn of_notes(had: &[GameRecord], has: &[GameRecord], lost: &mut Lost) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A format may join those of a turn.
    let kept: Vec<String> = notes(has).map(|note| words(&note.comment)).collect();
    let is_lost = |text: &String| !text.is_empty() && !kept.iter().any(|kept| kept.contains(text.as_str()));
    let comments = notes(had).map(|note| words(&note.comment)).filter(is_lost).count();
    lost.unless(comments == 0, &counted(comments, "comment"));
    let flags = |games| notes(games).filter(|note| note.flag).count();
    let flags = flags(had).saturating_sub(flags(has));
    lost.unless(flags == 0, &counted(flags, "flag"));
    let others = |games| notes(games).filter(|note| note.has_others()).count();
    let analysed = |games| notes(games).filter(|note| note.methods().next().is_some()).count();
    let unknown = analysed(had).saturating_sub(analysed(has));
    lost.unless(unknown == 0, &format!("the analysis of {}", counted(unknown, "decision")));
    if let Some(told) = others_lost(had).filter(|_| analysed(has) > 0 && others(has) < others(had)) {
        lost.unless(false, &told);
    }
}

/// What is lost, each thing once.
#[derive(Default)]
struct Lost(Vec<String>);

impl Lost {
    fn unless(&mut self, is_there: bool, what: &str) {
        if !is_there && !self.0.iter().any(|told| told == what) {
            self.0.push(what.to_owned());
        }
    }

    fn of_standing(&mut self, had: &Standing, has: &Standing) {
        self.unless(had.length() == has.length(), "the length of the match");
        self.unless(had.points() == has.points(), "the score");
        match (had.terms(), has.terms()) {
            (Terms::Money { jacoby, beavers }, Terms::Money { jacoby: its, beavers: theirs }) => {
                self.unless(jacoby == its, "whether Jacoby's rule holds");
                self.unless(beavers == theirs, "how many beavers are allowed");
            }
            (Terms::Match(had), Terms::Match(has)) => {
                self.unless(had.crawford() == has.crawford(), "whether this is the Crawford game");
            }
            _ => {}
        }
    }

    fn of_cube_rules(&mut self, had: &Game, has: &Game) {
        self.unless(had.cube_in_use == has.cube_in_use, "whether the cube is in use");
        self.unless(!had.cube_in_use || had.largest_cube() == has.largest_cube(), "the largest cube");
    }
}

/// The checkers as player 1 sees them.
fn seen(game: &Game) -> Position {
    if game.on_roll == Player::Bottom { game.position } else { game.position.flipped() }
}

fn of_position(had: &State, has: &State, lost: &mut Lost) -> Result<(), String> {
    let (Some(was), Some(is)) = (had.shown(), has.shown()) else {
        return Err("it would be read without a board".to_owned());
    };
    if seen(&was) != seen(&is) {
        return Err("its checkers would be read elsewhere".to_owned());
    }
    if was.on_roll != is.on_roll {
        return Err("it would be read with the other player on roll".to_owned());
    }
    if had.game.is_some() != has.game.is_some() {
        lost.unless(false, if had.game.is_none() { "that the game is over" } else { "that the game goes on" });
    } else {
        let how = |state: &State| state.outcome.map(|outcome| (outcome.winner, outcome.ending));
        lost.unless(had.game.is_some() || how(had) == how(has), "how the game ended");
    }
    if had.game.is_some() {
        lost.unless(was.dice == is.dice, "the dice");
        let offer = match was.pending {
            Some(Pending::Resignation { .. }) => "the resignation that waits for an answer",
            _ => "the double that waits for an answer",
        };
        lost.unless(was.pending == is.pending && was.beavers == is.beavers, offer);
    }
    // The cube of a beaver on offer has been turned.
    let cube = |game: &Game| if was.beavers == is.beavers { game.cube } else { game.cube_before_beavers() };
    lost.unless(cube(&was) == cube(&is), "the cube");
    lost.of_cube_rules(&was, &is);
    lost.of_standing(&had.standing, &has.standing);
    Ok(())
}

/// What happens on the board and with the cube; a step that changes neither is left out.
fn course(game: &GameRecord) -> Vec<(Position, Cube)> {
    let of = |game: Game| (seen(&game), game.cube);
    let mut course: Vec<_> = game.steps.iter().filter_map(|step| step.after.shown().map(of)).collect();
    course.dedup();
    course
}

fn of_game(had: &GameRecord, has: &GameRecord, lost: &mut Lost) -> Result<(), String> {
    let (was, is) = (had.steps[0].after, has.steps[0].after);
    if course(had) != course(has) {
        return Err("not all of its turns would be read again".to_owned());
    }
    if let (Some(was), Some(is)) = (was.shown(), is.shown()) {
        lost.unless(was.on_roll == is.on_roll, "who begins a game");
        lost.of_cube_rules(&was, &is);
    }
    lost.of_standing(&was.standing, &is.standing);
    let end = |game: &GameRecord| {
        let last = game.state(game.steps.len());
        last.outcome.filter(|_| last.game.is_none()).map(|Outcome { winner, points, .. }| (winner, points))
    };
    lost.unless(end(had) == end(has), "how a game ended");
    let declined = |game: &GameRecord| game.steps.iter().filter(|step| step.event == Event::Decline).count();
    lost.unless(declined(had) == declined(has), "resignations that were declined");
    lost.unless(had.branches.len() == has.branches.len(), "side lines");
    Ok(())
}
