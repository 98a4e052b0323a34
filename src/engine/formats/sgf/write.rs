//! Writing SGF: a game tree for each game, a node for each turn and cube action.

use super::super::builder::Hop;
use super::super::json::{note_text, state_text};
use super::analysis::{
    Units, cube, levels, loss_of_answer, loss_of_doubling, loss_of_waiting, luck, luck_property, plays, skill,
    skill_property,
};
use super::tree::property;
use super::{checkers, color, letters, owner, rule};
use crate::board::{ByPlayer, Player, Roll, Side};
use crate::record::{Branch, Ending, Event, Game, GameRecord, MatchInfo, Note, State, Step};
use crate::scoring::{Met, Terms};
use std::fmt::Write;

/// Games of one match or session as text.
///
/// # Errors
/// When no game has been played.
pub fn write_sgf(
    names: &ByPlayer<String>,
    info: &MatchInfo,
    games: &[GameRecord],
    met: &Met,
) -> Result<String, String> {
    let mut out = String::new();
    let begun: Vec<&GameRecord> = games.iter().filter(|game| !game.steps.is_empty()).collect();
    for (i, game) in begun.iter().enumerate() {
        let mut writer = Writer { out: &mut out, met };
        writer.game(game, i, names, (i == 0).then_some(info));
    }
    if out.is_empty() { Err("no game has been played".to_owned()) } else { Ok(out) }
}

/// Lines beside the one that was played, in one game; more are left out.
const MOST_LINES: usize = 400;

struct Writer<'a> {
    out: &'a mut String,
    met: &'a Met,
}

/// A roll that waits for its play to be written with.
struct Rolled<'a> {
    player: Player,
    roll: Roll,
    note: Option<&'a Note>,
    before: State,
}

impl Writer<'_> {
    fn property<V: AsRef<str>>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        property(self.out, name, values);
    }

    fn text(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, [value]);
        }
    }

    fn game(&mut self, game: &GameRecord, number: usize, names: &ByPlayer<String>, info: Option<&MatchInfo>) {
        let first = &game.steps[0];
        let (standing, begun) = match &first.event {
            Event::Begin { standing, .. } => (*standing, true),
            _ => (first.after.standing, false),
        };
        let shown = first.after.shown();
        self.out.push_str("(;FF[4]GM[6]CA[UTF-8]");
        self.property("AP", [concat!("gammon:", env!("CARGO_PKG_VERSION"))]);
        let points = standing.points();
        self.property(
            "MI",
            [
                format!("length:{}", standing.length()),
                format!("game:{number}"),
                format!("ws:{}", points[Player::Top]),
                format!("bs:{}", points[Player::Bottom]),
            ],
        );
        self.property("PW", [&names[Player::Top]]);
        self.property("PB", [&names[Player::Bottom]]);
        if let Some(info) = info {
            self.info(info);
        }
        let mut rules = Vec::new();
        if shown.is_some_and(|game| !game.cube_in_use) {
            rules.push("NoCube");
        }
        match standing.terms() {
            Terms::Money { jacoby, .. } => rules.extend(jacoby.then_some("Jacoby")),
            Terms::Match(score) => {
                rules.push("Crawford");
                rules.extend(score.crawford().then_some("CrawfordGame"));
            }
        }
        rules.extend(shown.and_then(|game| rule(game.variation)));
        if !rules.is_empty() {
            self.property("RU", [rules.join(":")]);
        }
        if let Terms::Money { beavers, .. } = standing.terms() {
            self.property("XB", [beavers.to_string()]);
        }
        let cube = match &first.event {
            Event::Begin { cube, .. } if *cube > 1 => Some(*cube),
            _ => None,
        };
        if let Some(cube) = cube {
            self.property("CV", [cube.to_string()]);
        }
        if let Event::Begin { largest_cube: Some(largest), .. } = &first.event {
            self.property("XU", [largest.to_string()]);
        }
        let last = game.state(game.steps.len());
        if let Some(outcome) = last.outcome.filter(|_| last.game.is_none()) {
            let resigned = if matches!(outcome.ending, Ending::Resigned(_)) { "R" } else { "" };
            let points = game.steps.last().and_then(|step| step.note.counted).unwrap_or(outcome.points);
            self.property("RE", [format!("{}+{points}{resigned}", color(outcome.winner))]);
        }
        if begun {
            self.text("C", &first.note.comment);
            self.unknown(&first.note);
        } else {
            self.property("XS", [state_text(&game.start)]);
        }
        self.out.push('\n');
        // Every other first step tells whose turn it is.
        if let (true, Some(Event::Resign(_)), Some(shown)) = (begun, game.steps.get(1).map(|step| &step.event), shown) {
            let _ = writeln!(self.out, ";PL[{}]", color(shown.on_roll));
        }
        let rolled = match &first.event {
            Event::Begin { roll: Some(roll), .. } => shown.map(|game| Rolled {
                player: game.on_roll,
                roll: *roll,
                note: Some(&first.note),
                before: first.after,
            }),
            _ => None,
        };
        let from = usize::from(begun);
        let branches: Vec<&Branch> = game
            .branches
            .iter()
            .filter(|branch| branch.at >= from && !branch.steps.is_empty())
            .take(MOST_LINES)
            .collect();
        self.line(game.state(from), rolled, &game.steps[from..], from, &branches);
        if !game.open.is_empty() && branches.is_empty() {
            self.out.push(';');
            self.property("XO", [note_text(&game.open)]);
        }
        self.out.truncate(self.out.trim_end().len());
        self.out.push_str(")\n");
    }

    fn info(&mut self, info: &MatchInfo) {
        self.text("WR", &info.ratings[Player::Top]);
        self.text("BR", &info.ratings[Player::Bottom]);
        if let Some(date) = info.date {
            self.property("DT", [date.to_string()]);
        }
        self.text("EV", &info.event);
        self.text("RO", &info.round);
        self.text("PC", &info.place);
        self.text("AN", &info.annotator);
        self.text("GC", &info.comment);
        if !info.extra.is_empty() {
            self.property("XH", info.extra.iter().flat_map(|(key, value)| [key, value]));
        }
    }

    /// Steps from a state on, the first of them number `at` of the game, with the lines that were left on the way.
    fn line(&mut self, start: &State, rolled: Option<Rolled<'_>>, steps: &[Step], at: usize, branches: &[&Branch]) {
        let (mut before, mut rolled) = (*start, rolled);
        for i in 0..=steps.len() {
            let step = steps.get(i);
            let rolls = step.and_then(|step| if let Event::Roll(roll) = step.event { Some(roll) } else { None });
            // A line that begins with another play of the same roll is written from the roll on.
            let is_here = |branch: &&Branch| branch.at == at + i || (rolls.is_some() && branch.at == at + i + 1);
            let (here, later): (Vec<&Branch>, Vec<&Branch>) = branches.iter().copied().partition(is_here);
            if !here.is_empty() {
                let dice = rolled.as_ref().map(|rolled| (rolled.player, rolled.roll));
                if self.out.ends_with('(') {
                    // A tree begins with a node.
                    self.out.push_str(";XN[]\n");
                }
                self.out.push('(');
                if step.is_none() && rolled.is_none() {
                    // No node follows on this line.
                    self.out.push_str(";XN[]\n");
                }
                self.line(&before, rolled, &steps[i..], at + i, &later);
                for branch in here {
                    self.out.truncate(self.out.trim_end().len());
                    self.out.push_str(")\n(");
                    let (state, dice) = match (step, before.game, rolls) {
                        (Some(step), Some(game), Some(roll)) if branch.at == at + i + 1 => {
                            (step.after, Some((game.on_roll, roll)))
                        }
                        _ => (before, dice),
                    };
                    let rolled = dice.map(|(player, roll)| Rolled { player, roll, note: None, before: state });
                    let left: Vec<&Branch> = branch.branches.iter().filter(|line| !line.steps.is_empty()).collect();
                    self.line(&state, rolled, &branch.steps, branch.at, &left);
                }
                self.out.truncate(self.out.trim_end().len());
                self.out.push_str(")\n");
                return;
            }
            let Some(step) = step else { break };
            self.step(&before, step, &mut rolled);
            before = step.after;
        }
        if let Some(rolled) = rolled {
            self.waiting(&rolled);
        }
    }

    fn step<'s>(&mut self, before: &State, step: &'s Step, rolled: &mut Option<Rolled<'s>>) {
        let Some(game) = before.game else {
            if let Event::Set(after) = &step.event {
                self.setup(before, after, false);
            }
            return;
        };
        match &step.event {
            Event::Roll(roll) => {
                *rolled = Some(Rolled { player: game.on_roll, roll: *roll, note: Some(&step.note), before: *before });
                return;
            }
            Event::Play(play) => {
                let hops: Vec<Hop> = play.moves.iter().map(|hop| (hop.from, hop.to)).collect();
                self.turn(&game, before, &hops, &step.note, rolled.take());
                return;
            }
            Event::NoPlay => {
                self.turn(&game, before, &[], &step.note, rolled.take());
                return;
            }
            _ => {}
        }
        if let Some(rolled) = rolled.take() {
            self.waiting(&rolled);
        }
        let decides = game.to_decide();
        match &step.event {
            Event::Double => self.action(&game, before, game.on_roll, "double", &step.note, loss_of_doubling),
            Event::Take => self.action(&game, before, decides, "take", &step.note, |cube| loss_of_answer(cube, true)),
            Event::Pass => self.action(&game, before, decides, "drop", &step.note, |cube| loss_of_answer(cube, false)),
            Event::Beaver => {
                self.action(&game, before, decides, "double", &step.note, |cube| loss_of_answer(cube, true))
            }
            Event::Resign(value) => self.resignation(&value.multiplier().to_string(), &step.note),
            Event::Accept => self.resignation("accept", &step.note),
            Event::Decline => self.resignation("decline", &step.note),
            Event::Irregular(_) | Event::Set(_) => {
                let is_irregular = matches!(step.event, Event::Irregular(_));
                self.setup(before, &step.after, is_irregular);
                self.out.truncate(self.out.trim_end().len());
                self.open(&step.note);
                self.text("C", &step.note.comment);
                self.unknown(&step.note);
                self.out.push('\n');
            }
            Event::Begin { .. } | Event::Roll(_) | Event::Play(_) | Event::NoPlay => {}
        }
    }

    fn units(&self, game: &Game, state: &State) -> Units {
        Units::new(game.cube_before_beavers(), game.on_roll, state.standing.terms(), self.met)
    }

    /// A roll and its play.
    fn turn(&mut self, game: &Game, before: &State, hops: &[Hop], note: &Note, rolled: Option<Rolled<'_>>) {
        let Some(dice) = rolled.as_ref().map(|rolled| rolled.roll).or(game.dice) else { return };
        let units = self.units(game, before);
        let player = game.on_roll;
        let _ = write!(self.out, ";{}[{}{}{}]", color(player), dice.high(), dice.low(), letters(player, hops));
        let roll_note = rolled.as_ref().and_then(|rolled| rolled.note);
        if let Some(roll_note) = roll_note {
            self.cube_before(roll_note, &units);
        }
        if hops.is_empty() {
            // The worth of a turn that passes has no place in a list of plays.
            self.open(note);
        } else if let Some(analysis) = &note.plays {
            self.property("A", plays(analysis, player, &units));
            if let Some(levels) = levels(analysis.told, analysis.plays.iter().map(|play| &play.method)) {
                self.property("XL", levels);
            }
            if analysis.played.is_none() {
                self.property("XO", [note_text(note)]);
            }
            if !note.other_plays.is_empty() {
                self.property("XA", [note_text(&Note { other_plays: note.other_plays.clone(), ..Note::default() })]);
            }
            let marked = analysis.plays.iter().enumerate().filter(|(_, play)| play.marked);
            self.property("MR", [marked.map(|(i, _)| format!("{} ", i + 1)).collect::<String>()]);
            let known = |play: &crate::record::PlayValue| {
                (units.cubeless(&play.numbers.outputs) - play.numbers.cubeless).abs() < 1e-6
            };
            if !analysis.plays.iter().all(known) {
                let values = analysis.plays.iter().map(|play| play.numbers.cubeless.to_string());
                self.property("XQ", [values.collect::<Vec<_>>().join(" ")]);
            }
        }
        if let Some(roll_note) = roll_note {
            self.luck(player, roll_note);
        }
        self.skill(note, note.plays.as_ref().and_then(|plays| plays.loss()), true);
        self.text("C", &note.comment);
        if let Some(roll_note) = roll_note
            && !matches!(
                rolled.as_ref().map(|rolled| rolled.before.game.is_some_and(|game| game.dice.is_some())),
                Some(true)
            )
        {
            self.text("XC", &roll_note.comment);
            if roll_note.flag {
                self.property("XF", [""]);
            }
        }
        self.unknown(note);
        self.out.push('\n');
    }

    /// A roll that is not played yet.
    fn waiting(&mut self, rolled: &Rolled<'_>) {
        let _ = write!(self.out, ";PL[{}]DI[{}{}]", color(rolled.player), rolled.roll.high(), rolled.roll.low());
        if let (Some(note), Some(game)) = (rolled.note, rolled.before.game) {
            let is_first = game.dice.is_some();
            self.cube_before(note, &self.units(&game, &rolled.before));
            self.luck(rolled.player, note);
            // The notes on the beginning of a game are in its root.
            if !is_first {
                self.text("C", &note.comment);
                self.unknown(note);
            }
        }
        self.out.push('\n');
    }

    fn cube(&mut self, note: &Note, units: &Units) {
        let Some(analysis) = &note.cube else { return };
        if !note.other_cubes.is_empty() {
            self.property("XK", [note_text(&Note { other_cubes: note.other_cubes.clone(), ..Note::default() })]);
        }
        self.property("DA", [cube(analysis, units)]);
        if let Some(levels) = levels(analysis.told, [&analysis.method].into_iter()) {
            self.property("XD", levels);
        }
    }

    /// The note on a decision that was not taken.
    fn open(&mut self, note: &Note) {
        if note.plays.is_some() || note.cube.is_some() {
            self.property("XO", [note_text(note)]);
        }
    }

    fn cube_before(&mut self, note: &Note, units: &Units) {
        self.cube(note, units);
        self.skill(note, note.cube.as_deref().map(loss_of_waiting), false);
        if note.marked_cube {
            self.property("CR", [""]);
        }
    }

    fn luck(&mut self, player: Player, note: &Note) {
        if let Some(value) = note.luck {
            self.property("LU", [value.to_string()]);
        }
        if let Some(mark) = note.luck_mark.or_else(|| luck(note.luck?)) {
            let (name, value) = luck_property(player, mark);
            self.property(name, [value]);
        }
    }

    /// The mark made by hand, or else the one of the analysis.
    fn skill(&mut self, note: &Note, loss: Option<f32>, on_action: bool) {
        if let Some(mark) = note.skill.or_else(|| skill(loss?)) {
            let (name, value) = skill_property(mark, on_action);
            self.property(name, [value]);
        }
    }

    fn action(
        &mut self,
        game: &Game,
        before: &State,
        player: Player,
        word: &str,
        note: &Note,
        loss: impl Fn(&crate::record::CubeAnalysis) -> f32,
    ) {
        let _ = write!(self.out, ";{}[{word}]", color(player));
        self.cube(note, &self.units(game, before));
        self.skill(note, note.cube.as_deref().map(loss), true);
        if note.marked_cube {
            self.property("CR", [""]);
        }
        self.text("C", &note.comment);
        self.unknown(note);
        self.out.push('\n');
    }

    fn resignation(&mut self, word: &str, note: &Note) {
        self.out.push(';');
        self.property("XR", [word]);
        if let Some(r) = note.resignation {
            let numbers = [r.play_on, r.resign].into_iter().chain(r.outputs).map(|n| n.to_string());
            self.property("XV", [numbers.collect::<Vec<_>>().join(" ")]);
        }
        self.open(note);
        self.text("C", &note.comment);
        self.unknown(note);
        self.out.push('\n');
    }

    /// Writes what was set up, or left by a play against the rules: in properties of the dialect as far as it has any,
    /// and in full.
    fn setup(&mut self, before: &State, after: &State, is_irregular: bool) {
        self.out.push(';');
        if is_irregular {
            self.property("XI", [""]);
        }
        self.property("XS", [state_text(after)]);
        // The end of a game that was set up has its last position.
        if let Some(game) = after.game.or(after.last_game.filter(|_| before.shown().is_none())) {
            let was = before.game;
            if was.is_none_or(|was| (was.position, was.on_roll) != (game.position, game.on_roll)) {
                let of = |player: Player| {
                    let side = if player == game.on_roll { Side::OnRoll } else { Side::Opponent };
                    checkers(player, game.position.side(side))
                };
                let (white, black) = (of(Player::Top), of(Player::Bottom));
                let _ = write!(self.out, "PL[{}]AE[a:y]", color(game.on_roll));
                for (name, values) in [("AW", white), ("AB", black)] {
                    if !values.is_empty() {
                        let _ = write!(self.out, "{name}{values}");
                    }
                }
            }
            let cube = was.map(|was| was.cube);
            if cube.is_none_or(|cube| cube.value() != game.cube.value()) {
                let _ = write!(self.out, "\n;CV[{}]XM[]", game.cube.value());
            }
            if cube.is_none_or(|cube| cube.owner() != game.cube.owner()) {
                let _ = write!(self.out, "\n;CP[{}]XM[]", owner(game.cube.owner()));
            }
            if let Some(dice) = game.dice.filter(|_| was.is_none_or(|was| was.dice != game.dice)) {
                let _ = write!(self.out, "\n;PL[{}]DI[{}{}]XM[]", color(game.on_roll), dice.high(), dice.low());
            }
        }
        self.out.push('\n');
    }

    /// Writes a flag, which other programs show as a hot spot, and what is not known here.
    fn unknown(&mut self, note: &Note) {
        if note.flag {
            self.property("HO", ["1"]);
        }
        for (name, values) in &note.unknown {
            self.property(name, values);
        }
    }
}
