//! Reading SGF as GNU Backgammon and we write it, and what others make of it.

use super::super::builder::Builder;
use super::super::json::{note_of, state_of};
use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::analysis::{
    Units, loss_of_answer, loss_of_doubling, loss_of_waiting, luck, number, read_cube, read_levels, read_luck,
    read_plays, read_skill, skill,
};
use super::tree::{Node, Tree, parse};
use super::{color, hops, place, player_of};
use crate::board::{BAR, ByPlayer, Player, Position, Roll, Setup, Variation};
use crate::movegen::legal_plays;
use crate::record::{
    CubeAnalysis, Date, Event, Game, GameRecord, MatchInfo, Note, ResignationAnalysis, Standing, State,
};
use crate::scoring::{Cube, CubeOwner, GameValue};
use crate::words::counted;

/// Properties that are derived from others, belong to the writing program, or are flags.
const DERIVED: [&str; 10] = ["FF", "GM", "CA", "AP", "GS", "ST", "US", "SO", "HO", "XF"];

/// Reads a match, session or game. Properties that are not known are kept with what they belong to.
///
/// # Errors
/// When the text is no such file, or something in it cannot have happened; the error has the line.
pub fn read_sgf(text: &str, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let trees = parse(text)?;
    let Some(first) = trees.first() else { return Err(FormatError::whole("there is no game in it")) };
    let mut reader = Reader {
        builder: Builder::default(),
        options,
        variation: Variation::Standard,
        waiting: None,
        over: None,
        won: None,
    };
    let root = &first.nodes[0];
    let name = |property: &str, default: &str| root.value(property).map_or(default, str::trim).to_owned();
    let names = ByPlayer([name("PW", "White"), name("PB", "Black")]);
    let info = info(root);
    reader.builder.rules.crawford = info.has_crawford();
    for tree in &trees {
        reader.game(tree)?;
    }
    let variation = reader.variation;
    let (record, remarks) = reader.builder.finish().ok_or_else(|| FormatError::whole("there is no game in it"))?;
    Ok(PlayedMatch { names, info, variation, record, remarks })
}

fn info(root: &Node) -> MatchInfo {
    let text = |name: &str| root.value(name).unwrap_or_default().to_owned();
    MatchInfo {
        ratings: ByPlayer([text("WR"), text("BR")]),
        date: root.value("DT").and_then(Date::from_text),
        event: text("EV"),
        round: text("RO"),
        place: text("PC"),
        annotator: text("AN"),
        comment: text("GC"),
        extra: root
            .values("XH")
            .unwrap_or_default()
            .chunks_exact(2)
            .map(|pair| (pair[0].clone(), pair[1].clone()))
            .collect(),
    }
}

/// A game that has been announced and not begun: the contents of its root.
struct Announced {
    standing: Standing,
    cube: u32,
    note: Note,
    cube_in_use: bool,
    largest_cube: Option<u32>,
}

struct Reader<'a> {
    builder: Builder,
    options: &'a ReadOptions<'a>,
    variation: Variation,
    waiting: Option<Announced>,
    /// How the game ended, by its root: winner, points, whether by a resignation.
    over: Option<Ending>,
    /// The score of a match that is won before this game: only a position can have it.
    won: Option<Standing>,
}

impl Reader<'_> {
    fn game(&mut self, tree: &Tree) -> Result<(), FormatError> {
        let root = &tree.nodes[0];
        let at = |problem: String| FormatError::at(root.line, problem);
        self.root(root).map_err(at)?;
        if let Err(FormatError { line, problem }) = self.tree(tree, 1) {
            let line = line.unwrap_or(root.line);
            if self.options.strict {
                return Err(FormatError::at(line, problem));
            }
            self.builder.place = format!("line {line}");
            self.builder.remark(format!("{problem}; the rest of this game is left out"));
        }
        self.builder.place = format!("line {}", root.line);
        self.end().map_err(at)
    }

    fn root(&mut self, root: &Node) -> Result<(), String> {
        if root.value("GM").is_some_and(|game| game.trim() != "6") {
            return Err(format!(
                "this is not backgammon: expected GM[6], found GM[{}]",
                root.value("GM").unwrap_or("")
            ));
        }
        self.builder.place = format!("line {}", root.line);
        let mut numbers = [0_u32; 3];
        for value in root.values("MI").unwrap_or_default() {
            let Some((name, number)) = value.split_once(':') else { continue };
            let Some(i) = ["length", "ws", "bs"].iter().position(|known| *known == name.trim()) else { continue };
            numbers[i] =
                number.trim().parse().map_err(|_| format!("expected a number in MI[{name}:…], found {number:?}"))?;
        }
        let [length, white, black] = numbers;
        let rules = root.value("RU").unwrap_or_default();
        let rule = |name: &str| rules.split(':').any(|rule| rule.trim().eq_ignore_ascii_case(name));
        let is_named = |variation: &Variation| super::rule(*variation).is_some_and(&rule);
        self.variation = Variation::ALL.into_iter().find(is_named).unwrap_or_default();
        self.won = None;
        let is_game = |rule: &&str| rule.to_ascii_lowercase().contains("gammon");
        let is_known =
            |rule: &str| Variation::ALL.into_iter().filter_map(super::rule).any(|it| it.eq_ignore_ascii_case(rule));
        for other in rules.split(':').map(str::trim).filter(is_game).filter(|rule| !is_known(rule)) {
            match Variation::named(other) {
                Some(variation) => self.variation = variation,
                None => self.builder.remark(format!("`{}` is not known here; it is read as backgammon", short(other))),
            }
        }
        let standing = if length == 0 {
            let beavers = root.value("XB").and_then(|n| n.trim().parse().ok()).unwrap_or(self.options.beavers);
            if white.max(black) > 1_000_000 {
                return Err(format!("a score of {}", white.max(black)));
            }
            Standing::Money { score: ByPlayer([white, black]), jacoby: rule("Jacoby"), beavers }
        } else {
            let small = |points: u32| u8::try_from(points).ok();
            let told = small(length).zip(small(white)).zip(small(black)).and_then(|((length, white), black)| {
                Standing::at(length, ByPlayer([white, black]), rule("CrawfordGame")).ok()
            });
            let told = told.ok_or_else(|| format!("a score of {white}-{black} in a match to {length}"))?;
            self.won = Some(told).filter(Standing::is_over);
            match told {
                Standing::Match { score, .. } => Standing::Match { score, winner: None },
                money @ Standing::Money { .. } => money,
            }
        };
        let cube = root.value("CV").map_or(Some(1), |cube| cube.trim().parse::<u32>().ok());
        let cube = cube
            .filter(|&cube| Cube::in_play(cube, CubeOwner::Centered).is_some())
            .ok_or("expected a power of 2 in CV[…]")?;
        self.over = match root.value("RE").map(result_of) {
            Some(Ok(over)) => over,
            Some(Err(problem)) => {
                self.doubt(problem)?;
                None
            }
            None => None,
        };
        if let Some(state) = root.value("XS") {
            // A game that was set up.
            let state = state_of(state).map_err(|problem| format!("XS: {problem}"))?;
            self.builder.begin_with(state);
            self.waiting = None;
            return Ok(());
        }
        let mut note = Note { comment: root.value("C").unwrap_or_default().to_owned(), ..Note::default() };
        let known =
            ["MI", "PW", "PB", "WR", "BR", "DT", "EV", "RO", "PC", "AN", "GC", "RU", "CV", "RE", "C", "XB", "XH", "XU"];
        note.unknown = unknown(root, &known);
        let largest_cube = root.value("XU").and_then(|n| n.trim().parse().ok()).filter(|&n: &u32| n > 1);
        self.waiting = Some(Announced { standing, cube, note, cube_in_use: !rule("NoCube"), largest_cube });
        Ok(())
    }

    /// The nodes of a tree from the one of this number on, and the lines after them: those that were left first.
    fn tree(&mut self, tree: &Tree, from: usize) -> Result<(), FormatError> {
        for node in &tree.nodes[from..] {
            self.node(node).map_err(|problem| FormatError::at(node.line, problem))?;
        }
        let Some((main, others)) = tree.lines.split_first() else { return Ok(()) };
        if !others.is_empty() {
            // All lines share the events before them.
            let at = |line: &Tree, problem| FormatError::at(line.nodes[0].line, problem);
            if self.waiting.is_some() {
                let node = &main.nodes[0];
                self.begin_for(node).map_err(|problem| at(main, problem))?;
            }
            let here = self.builder.cursor();
            for line in others {
                self.tree(line, 0)?;
                if let Some(here) = here {
                    self.builder.seek(here);
                }
            }
        }
        self.tree(main, 0)
    }

    /// Begins the game that was announced, as its first node needs it.
    fn begin_for(&mut self, node: &Node) -> Result<(), String> {
        let turn = ["W", "B"].into_iter().find_map(|name| Some((player_of(name)?, node.value(name)?)));
        let dice = |text: &str| dice_of(text.get(..2).unwrap_or(text)).filter(|roll| roll.high() != roll.low());
        let (first, roll) = match turn {
            Some((player, text)) => (player, dice(text)),
            None => {
                let player = node.value("PL").and_then(player_of).unwrap_or(Player::Bottom);
                (player, node.value("DI").and_then(dice).filter(|_| node.value("AE").is_none()))
            }
        };
        self.begin(first, roll)
    }

    fn begin(&mut self, first: Player, roll: Option<Roll>) -> Result<(), String> {
        let Some(announced) = self.waiting.take() else { return Ok(()) };
        let Announced { standing, cube, note, cube_in_use, largest_cube } = announced;
        let variation = self.variation;
        self.builder.begin_as(Event::Begin { standing, variation, cube_in_use, largest_cube, cube, first, roll })?;
        if let Some(begun) = self.builder.note() {
            *begun = note;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node) -> Result<(), String> {
        self.builder.place = format!("line {}", node.line);
        if node.values("XM").is_some() || node.values("XN").is_some() {
            return Ok(());
        }
        if let Some(state) = node.value("XS") {
            self.begin_for(node)?;
            let state = state_of(state).map_err(|problem| format!("XS: {problem}"))?;
            let open = self.open(node)?;
            let irregular = node.values("XI").and_then(|_| Some(Box::new(state.game?.position.flipped())));
            self.builder.apply(irregular.map_or_else(|| Event::Set(Box::new(state)), Event::Irregular))?;
            self.enter(open);
            return self.noted(node, &["XI", "XS", "PL", "AE", "AW", "AB", "C", "XO"]);
        }
        if let Some(word) = node.value("XR") {
            let loser = self.over.map_or(Player::Bottom, |(winner, _)| !winner);
            self.begin(loser, None)?;
            let event = match word {
                "accept" => Event::Accept,
                "decline" => Event::Decline,
                value => {
                    let value = GameValue::ALL.into_iter().find(|known| known.multiplier().to_string() == value);
                    Event::Resign(value.ok_or("expected 1, 2, 3, accept or decline in XR[…]")?)
                }
            };
            let open = self.open(node)?;
            self.builder.apply(event)?;
            self.enter(open);
            let numbers: Option<Vec<f32>> = node.value("XV").and_then(|text| text.split(' ').map(number).collect());
            if let (Some(&[play_on, resign, ref outputs @ ..]), Some(note)) = (numbers.as_deref(), self.builder.note())
            {
                let outputs = <[f32; 5]>::try_from(outputs).map_err(|_| "expected seven numbers in XV[…]")?;
                note.resignation = Some(ResignationAnalysis { play_on, resign, outputs });
            }
            return self.noted(node, &["XR", "XV", "C", "XO"]);
        }
        for name in ["W", "B"] {
            if let (Some(player), Some(text)) = (player_of(name), node.value(name)) {
                if text.trim().is_empty() {
                    self.builder.remark(format!("`{name}[]` says nothing; it is passed over"));
                    continue;
                }
                self.begin_for(node)?;
                return self.action(node, player, text.trim());
            }
        }
        if ["PL", "DI", "CV", "CP", "AE", "AW", "AB"].iter().any(|name| node.values(name).is_some()) {
            let is_turn_alone = node.properties.iter().all(|(name, _)| name == "PL");
            if self.waiting.is_some() && is_turn_alone && node.value("PL").and_then(player_of).is_some() {
                // The first turn shows the player who begins.
                return Ok(());
            }
            self.begin_for(node)?;
            return self.setup(node);
        }
        if let (Some(note), Some(open)) = (self.open(node)?, self.builder.open()) {
            *open = note;
        }
        Ok(())
    }

    /// `XO`: what is known of a decision that was not taken.
    fn open(&self, node: &Node) -> Result<Option<Note>, String> {
        let (Some(text), Some(state)) = (node.value("XO"), self.builder.state()) else { return Ok(None) };
        note_of(text, &state).map(Some).map_err(|problem| format!("XO: {problem}"))
    }

    /// `XA`, `XK`: what others found about a play or a cube decision. Such a property that is damaged is left as it is.
    fn others(&self, node: &Node, name: &'static str, game: Option<Game>) -> Option<Note> {
        let state = State { game, ..self.builder.state()? };
        note_of(node.value(name)?, &state).ok()
    }

    /// Keeps the analysis of a decision with the step that came instead.
    fn enter(&mut self, open: Option<Note>) {
        if let (Some(open), Some(note)) = (open, self.builder.note()) {
            let Note { plays, cube, other_plays, other_cubes, .. } = open;
            (note.plays, note.cube, note.other_plays, note.other_cubes) = (plays, cube, other_plays, other_cubes);
        }
    }

    /// Keeps the comment of a node and what is not known in it, with what has happened last.
    fn noted(&mut self, node: &Node, known: &[&str]) -> Result<(), String> {
        if let Some(note) = self.builder.note() {
            if let Some(comment) = node.value("C") {
                comment.clone_into(&mut note.comment);
            }
            note.flag |= node.values("HO").is_some();
            note.unknown.extend(unknown(node, known));
        }
        Ok(())
    }

    fn units(&self, game: &Game) -> Result<Units, String> {
        let terms = self.builder.state().ok_or("no game has begun")?.standing.terms();
        Ok(Units::new(game.cube_before_beavers(), game.on_roll, terms, self.options.met))
    }

    fn action(&mut self, node: &Node, player: Player, text: &str) -> Result<(), String> {
        let lower = text.to_ascii_lowercase();
        let game = self.builder.game()?;
        let units = self.units(&game)?;
        match lower.as_str() {
            "double" | "redouble" | "beaver" | "raccoon" => {
                let beavers = game.pending.is_some();
                let mut units = units;
                if !beavers && game.on_roll != player {
                    self.builder.give_turn(player)?;
                    units = self.units(&self.builder.game()?)?;
                }
                if beavers && game.to_decide() != player {
                    return Err(format!("it is not the turn of {}", color(player)));
                }
                self.builder.apply(if beavers { Event::Beaver } else { Event::Double })?;
                self.decided(node, &units, if beavers { Answer::Takes } else { Answer::Doubles })
            }
            "take" | "drop" | "pass" => {
                if game.pending.is_some() && game.to_decide() != player {
                    return Err(format!("it is not the turn of {}", color(player)));
                }
                let takes = lower == "take";
                self.builder.apply(if takes { Event::Take } else { Event::Pass })?;
                self.decided(node, &units, if takes { Answer::Takes } else { Answer::Passes })
            }
            _ if lower.starts_with("resign") => {
                // As GNU Gibbon writes it: `resign:2` with the points, then `accept` or `reject`.
                let cube = game.cube.value();
                let points = lower.split_once(':').map_or(Some(cube), |(_, points)| points.trim().parse::<u32>().ok());
                let times = points.map(|points| if points.is_multiple_of(cube) { points / cube } else { points });
                let value = GameValue::ALL.into_iter().find(|value| Some(value.multiplier()) == times);
                let value =
                    value.ok_or_else(|| format!("expected 1, 2 or 3 points to resign, found {:?}", short(text)))?;
                if game.to_decide() != player {
                    return Err(format!("it is not the turn of {}", color(player)));
                }
                self.builder.apply(Event::Resign(value))?;
                self.noted(node, &["W", "B", "C"])
            }
            "accept" | "reject" | "decline" => {
                self.builder.apply(if lower == "accept" { Event::Accept } else { Event::Decline })?;
                self.noted(node, &["W", "B", "C"])
            }
            _ => self.turn(node, player, text),
        }
    }

    /// Keeps what is known about a cube action.
    fn decided(&mut self, node: &Node, units: &Units, answer: Answer) -> Result<(), String> {
        let mut known = vec!["W", "B", "C", "CR"];
        let analysis = cube_of(node, units);
        if analysis.is_some() {
            known.extend(["DA", "XD"]);
        }
        let loss = analysis.as_ref().map(|analysis| match answer {
            Answer::Doubles => loss_of_doubling(analysis),
            Answer::Takes => loss_of_answer(analysis, true),
            Answer::Passes => loss_of_answer(analysis, false),
        });
        known.extend(["DO", "BM"]);
        let others = self.others(node, "XK", None);
        if others.is_some() {
            known.push("XK");
        }
        if let Some(note) = self.builder.note() {
            note.cube = analysis.map(Box::new);
            note.other_cubes = others.map(|others| others.other_cubes).unwrap_or_default();
            note.marked_cube = node.values("CR").is_some();
            note.skill = read_skill(node, true).filter(|&mark| Some(mark) != loss.and_then(skill));
        }
        self.noted(node, &known)
    }

    /// A roll and its play.
    fn turn(&mut self, node: &Node, player: Player, text: &str) -> Result<(), String> {
        let (Some(roll), Some(moves)) = (text.get(..2).and_then(dice_of), text.get(2..)) else {
            return Err(format!("expected two dice and a play, double, take or drop, found {:?}", short(text)));
        };
        if self.builder.game()?.on_roll != player {
            self.builder.give_turn(player)?;
        }
        let mut game = self.builder.game()?;
        if game.dice.is_some_and(|dice| dice != roll) {
            // Other dice were put down before.
            game.dice = None;
            self.builder.change(|it| *it = game)?;
        }
        let is_roll = game.dice.is_none();
        self.builder.roll(roll)?;
        self.rolled(node, &game, player, is_roll)?;
        let moves =
            hops(player, moves).ok_or_else(|| format!("expected pairs of letters, found {:?}", short(moves)))?;
        let before = self.builder.game()?;
        if moves.is_empty() && !legal_plays(&before.position, roll).is_empty() {
            // A player resigned before playing; or the turn was passed against the rules.
            return self.noted(node, &["W", "B", "DA", "XD", "XK", "LU", "CR", "XC", "C", "DC", "BC", "GB", "GW"]);
        }
        let units = self.units(&before)?;
        self.builder.play_hops(&moves)?;
        let mut known = vec!["W", "B", "C", "XC", "CR", "XQ", "DO", "BM", "DC", "BC", "GB", "GW"];
        let mut analysis =
            node.values("A").and_then(|values| read_plays(values, player, &before.position, roll, &units));
        if let Some(analysis) = &mut analysis {
            known.extend(["A", "MR", "XL"]);
            analysis.told = read_levels(node.values("XL"), analysis.plays.iter_mut().map(|play| &mut play.method));
            for n in node.value("MR").unwrap_or_default().split_ascii_whitespace() {
                let marked = n.parse::<usize>().ok().and_then(|n| analysis.plays.get_mut(n.checked_sub(1)?));
                if let Some(play) = marked {
                    play.marked = true;
                }
            }
            if let Some(values) = node.value("XQ") {
                for (play, value) in analysis.plays.iter_mut().zip(values.split_ascii_whitespace()) {
                    play.numbers.cubeless = number(value).unwrap_or(play.numbers.cubeless);
                }
            }
        }
        if cube_of(node, &units).is_some() {
            known.extend(["DA", "XD"]);
        }
        if let Some(text) = node.value("XO") {
            // The play that was made is not among those that were judged.
            let mut state = self.builder.state().ok_or("no game has begun")?;
            state.game = Some(before);
            analysis = note_of(text, &state).map_err(|problem| format!("XO: {problem}"))?.plays.map(|plays| *plays);
            known.push("XO");
        }
        if luck_of(node).is_some() {
            known.push("LU");
        }
        let others = self.others(node, "XA", Some(before));
        if others.is_some() {
            known.push("XA");
        }
        if self.others(node, "XK", None).is_some() {
            known.push("XK");
        }
        if let Some(note) = self.builder.note() {
            note.other_plays = others.map(|others| others.other_plays).unwrap_or_default();
            let derived = analysis.as_ref().and_then(|analysis| skill(analysis.loss()?));
            note.skill = read_skill(node, true).filter(|&mark| Some(mark) != derived);
            note.plays = analysis.map(Box::new);
        }
        self.noted(node, &known)
    }

    /// Keeps what is known about the roll that has been made last, or about the decision before it.
    fn rolled(&mut self, node: &Node, game: &Game, player: Player, is_roll: bool) -> Result<(), String> {
        let units = self.units(game)?;
        let cube = cube_of(node, &units);
        let others = self.others(node, "XK", None);
        let value = luck_of(node);
        let skill =
            read_skill(node, false).filter(|&mark| Some(mark) != cube.as_ref().map(loss_of_waiting).and_then(skill));
        let luck_mark = read_luck(node, player).filter(|&mark| Some(mark) != value.and_then(luck));
        if let Some(note) = self.builder.note() {
            // The first roll of a game, or one that was put down in a node of its own, may have these already.
            if cube.is_some() {
                note.cube = cube.map(Box::new);
                note.other_cubes = others.map(|others| others.other_cubes).unwrap_or_default();
            }
            if value.is_some() {
                note.luck = value;
            }
            note.skill = note.skill.or(skill);
            note.luck_mark = note.luck_mark.or(luck_mark);
            note.marked_cube |= node.values("CR").is_some();
            if let Some(comment) = node.value("XC").filter(|_| is_roll) {
                comment.clone_into(&mut note.comment);
            }
            note.flag |= is_roll && node.values("XF").is_some();
        }
        Ok(())
    }

    /// Reads a node that sets the table up.
    fn setup(&mut self, node: &Node) -> Result<(), String> {
        let known =
            ["PL", "DI", "CV", "CP", "AE", "AW", "AB", "C", "LU", "DA", "XD", "XK", "CR", "GB", "GW", "DC", "BC"];
        let before = self.builder.state().ok_or("no game has begun")?;
        let mut state = before;
        let mut game = state.game.ok_or("the game is over")?;
        if let Some(player) = node.value("PL") {
            let player =
                player_of(player).ok_or_else(|| format!("expected W or B in PL[…], found {:?}", short(player)))?;
            if player != game.on_roll {
                game.set_turn(player);
            }
        }
        if ["AE", "AW", "AB"].iter().any(|name| node.values(name).is_some()) {
            game.position = self.checkers(node, &game)?;
            game.dice = None;
        }
        if let Some(value) = node.value("CV") {
            let cube = value.trim().parse().ok().and_then(|value| Cube::in_play(value, game.cube.owner()));
            game.cube = cube.ok_or("expected a power of 2 in CV[…]")?;
        }
        if let Some(owner) = node.value("CP") {
            let owner = match owner.trim() {
                "c" => CubeOwner::Centered,
                other => CubeOwner::Owned(player_of(other).ok_or("expected c, w or b in CP[…]")?),
            };
            game.cube = game.cube.with_owner(owner);
        }
        state.game = Some(game);
        if state != before {
            self.builder.apply(Event::Set(Box::new(state)))?;
        }
        if let Some(dice) = node.value("DI") {
            let roll =
                dice_of(dice.trim()).ok_or_else(|| format!("expected two dice in DI[…], found {:?}", short(dice)))?;
            if game.dice.is_some_and(|dice| dice != roll) {
                game.dice = Some(roll);
                state.game = Some(game);
                self.builder.apply(Event::Set(Box::new(state)))?;
            }
            let is_new = game.dice.is_none();
            self.builder.roll(roll)?;
            self.rolled(node, &game, game.on_roll, false)?;
            if !is_new {
                return Ok(());
            }
        }
        self.noted(node, &known)
    }

    /// The checkers of a setup, seen by the player on roll.
    fn checkers(&self, node: &Node, game: &Game) -> Result<Position, String> {
        let of = |player: Player| -> [u8; 25] {
            let side = if player == game.on_roll { game.position.on_roll() } else { game.position.opponent() };
            *side.counts()
        };
        let mut counts = ByPlayer([of(Player::Top), of(Player::Bottom)]);
        for value in node.values("AE").unwrap_or_default() {
            let mut ends = value.split(':').map(|end| end.trim().bytes().next().unwrap_or(b'a'));
            let first = ends.next().unwrap_or(b'a');
            let last = ends.next().unwrap_or(first);
            for letter in first..=last.min(b'y') {
                for player in Player::BOTH {
                    if let Some(at) = place(player, letter).filter(|&at| usize::from(at) <= BAR) {
                        counts[player][usize::from(at)] = 0;
                    }
                }
            }
        }
        for (name, player) in [("AW", Player::Top), ("AB", Player::Bottom)] {
            for value in node.values(name).unwrap_or_default() {
                let at = value.trim().bytes().next().and_then(|letter| place(player, letter));
                let at =
                    at.ok_or_else(|| format!("expected a letter from a to y in {name}[…], found {:?}", short(value)))?;
                if let Some(count) = counts[player].get_mut(usize::from(at)) {
                    *count = count.saturating_add(1);
                }
            }
        }
        let setup = Setup { on_roll: counts[game.on_roll], opponent: counts[!game.on_roll] };
        setup.into_position(game.variation).map_err(|error| error.to_string())
    }

    /// Ends the game with the result in its root.
    fn end(&mut self) -> Result<(), String> {
        let over = self.over.take();
        let loser = over.map_or(Player::Bottom, |(winner, _)| !winner);
        self.begin(loser, None)?;
        self.settle()?;
        let (Some((winner, points)), Some(state)) = (over, self.builder.state()) else { return Ok(()) };
        if let (None, Some(outcome)) = (state.game, state.outcome)
            && outcome.winner != winner
        {
            return self.doubt(format!("RE says that {} wins, and {} has won", color(winner), color(outcome.winner)));
        }
        match (points, state.game) {
            (Some(points), _) => self.builder.wins(winner, points),
            (None, Some(game)) => {
                let points = game.cube.value();
                self.doubt(format!("RE tells no points: {}, by the cube", counted(points, "point")))?;
                self.builder.wins(winner, points)
            }
            (None, None) => Ok(()),
        }
    }

    /// A position whose game is over, or its match, is that of an end.
    fn settle(&mut self) -> Result<(), String> {
        let won = self.won.take();
        let is_set_up = self.builder.game_record().is_some_and(GameRecord::is_position);
        let Some(State { standing, game: Some(game), .. }) = self.builder.state() else { return Ok(()) };
        match won {
            Some(won) if !is_set_up => {
                let ByPlayer([white, black]) = won.points();
                Err(format!("a score of {white}-{black} in a match to {}", won.length()))
            }
            None if !is_set_up || !game.position.is_over() => Ok(()),
            won => self.builder.apply(Event::Set(Box::new(State::told(won.unwrap_or(standing), game)))),
        }
    }

    /// Refuses what is not understood, or keeps a remark on it.
    fn doubt(&mut self, problem: String) -> Result<(), String> {
        if self.options.strict {
            return Err(problem);
        }
        self.builder.remark(problem);
        Ok(())
    }
}

enum Answer {
    Doubles,
    Takes,
    Passes,
}

/// How a game ended, by its root: the winner and the points, where they are told.
type Ending = (Player, Option<u32>);

/// Winner and points of `W+2R`, `W+2Resign`, `B+Resign`; `Ok(None)` where nobody has won: `0`, `?`, `Void`.
fn result_of(result: &str) -> Result<Option<Ending>, String> {
    let result = result.trim();
    let lower = result.to_ascii_lowercase();
    if ["", "0", "?", "void", "draw", "unfinished"].contains(&lower.as_str()) {
        return Ok(None);
    }
    let wrong = || format!("expected a result as in RE[W+2], found {:?}", short(result));
    let (color, points) = result.split_once('+').ok_or_else(wrong)?;
    let winner = player_of(color).ok_or_else(wrong)?;
    let points = points.trim();
    let end = points.find(|c: char| !c.is_ascii_digit()).unwrap_or(points.len());
    let rest = points[end..].trim_start_matches('.').trim_start_matches('0').trim().to_ascii_lowercase();
    // The rest says how: by a resignation, on time, by forfeit.
    if !rest.is_empty() && !["r", "t", "f"].iter().any(|word| rest.starts_with(word)) {
        return Err(wrong());
    }
    let points = if end == 0 { None } else { Some(points[..end].parse().map_err(|_| wrong())?) };
    Ok(Some((winner, points)))
}

fn dice_of(text: &str) -> Option<Roll> {
    let &[a, b] = text.as_bytes() else { return None };
    Roll::new(a.checked_sub(b'0')?, b.checked_sub(b'0')?).ok()
}

/// The analysis of a cube decision in a node.
fn cube_of(node: &Node, units: &Units) -> Option<CubeAnalysis> {
    let mut cube = read_cube(node.value("DA")?, units)?;
    cube.told = read_levels(node.values("XD"), [&mut cube.method].into_iter());
    Some(cube)
}

fn luck_of(node: &Node) -> Option<f32> {
    number(node.value("LU")?)
}

/// The properties of a node besides these.
fn unknown(node: &Node, known: &[&str]) -> Vec<(String, Vec<String>)> {
    let is_known = |name: &str| known.contains(&name) || DERIVED.contains(&name);
    node.properties.iter().filter(|(name, _)| !is_known(name)).cloned().collect()
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
