//! The board in characters, with its IDs, score, cube and what is to be done.

use super::{Format, Role};
use crate::board::{BAR, ByPlayer, Checkers, Player, Position, Roll};
use crate::scoring::{Cube, CubeOwner, GameValue};
use crate::settings::BoardStyle;

/// The action shown beside the player who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// No action: the game is over, or none is in progress.
    Nothing,
    /// The player is to roll or double.
    OnRoll,
    /// The player is to play this roll.
    Rolled(Roll),
    /// A cube of this value is offered.
    Doubled {
        /// The value it will have.
        value: u32,
        /// The player to take or pass; the one on roll after a beaver.
        asked: Player,
    },
    /// A resignation is offered.
    Resigns {
        /// The player who offers.
        by: Player,
        /// The value offered.
        value: GameValue,
    },
}

/// Everything that the drawing shows.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// Seen by `on_roll`.
    pub position: Position,
    /// The player on roll, who sees the position and counts the points.
    pub on_roll: Player,
    /// The action to show.
    pub action: BoardAction,
    /// The players' names.
    pub names: ByPlayer<&'a str>,
    /// Points won so far.
    pub score: ByPlayer<u32>,
    /// The length of the match, `None` for money.
    pub match_length: Option<u8>,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// The cube, `None` when it is not in use.
    pub cube: Option<Cube>,
    /// Checkers of a side in this variation, those borne off included.
    pub checkers: u32,
    /// The position ID, 14 characters.
    pub position_id: &'a str,
    /// The match ID, 12 characters.
    pub match_id: &'a str,
    /// Whether the bottom player moves clockwise.
    pub clockwise: bool,
    /// Whether the pips are left out.
    pub hides_pips: bool,
}

/// Rows of checkers drawn in each half of the board.
const ROWS: usize = 5;

/// Lines from the upper edge of the board to the lower one.
const LINES: usize = 2 * ROWS + 3;

/// The column where the text beside the board begins, and how much of it is kept free on a narrow terminal.
const SIDE: usize = 49;

/// Text beside the board needs this many columns, or is laid out for fewer.
const ROOMY: usize = 26;

/// Draws the board, 15 lines.
pub fn board(view: &BoardView<'_>) -> String {
    drawn(view, &beside(view), false)
}

/// Draws the board for a terminal of this many columns, with the pips of both sides. Where there is little room beside
/// it, what stands there is broken between words.
pub fn board_within(view: &BoardView<'_>, width: usize) -> String {
    let room = width.saturating_sub(SIDE);
    if room >= ROOMY {
        let mut texts = beside(view);
        texts[3] = pips(view, Player::Top);
        texts[LINES - 4] = pips(view, Player::Bottom);
        return drawn(view, &texts, false);
    }
    // One column less between the board and its side.
    drawn(view, &beside_within(view, (room + 1).max(4)), true)
}

/// The board with a text beside each line from edge to edge.
fn drawn(view: &BoardView<'_>, texts: &[String; LINES], is_narrow: bool) -> String {
    let margin = if view.clockwise { "    " } else { " " };
    let gap = match (view.clockwise, is_narrow) {
        (true, true) => " ",
        (true, false) => "  ",
        (false, true) => "    ",
        (false, false) => "     ",
    };
    let mut text = format!("{margin}gammon          Position ID: {}\n", view.position_id);
    text += &format!("{margin}                Match ID   : {}\n", view.match_id);
    let edge =
        |player: Player, side: &str| format!("{margin}{}{gap}{side}", rule(view, player)).trim_end().to_owned() + "\n";
    text += &edge(Player::Top, &texts[0]);
    for row in 0..ROWS {
        text += &line(view, Player::Top, row, &texts[1 + row], is_narrow);
    }
    text += &bar_line(view, &texts[1 + ROWS], is_narrow);
    for row in (0..ROWS).rev() {
        text += &line(view, Player::Bottom, row, &texts[LINES - 2 - row], is_narrow);
    }
    text + &edge(Player::Bottom, &texts[LINES - 1])
}

/// The texts beside each line: names and owned cube at the edges, score and action next to them, the match and a
/// centered cube in the middle.
fn beside(view: &BoardView<'_>) -> [String; LINES] {
    let mut texts: [String; LINES] = Default::default();
    for (player, [edge, score, act]) in [(Player::Top, [0, 1, 2]), (Player::Bottom, [LINES - 1, LINES - 2, LINES - 3])]
    {
        texts[edge] = format!("{}: {}{}", symbol(player), view.names[player], owned_cube(view, player));
        texts[score] = points(view, player);
        texts[act] = action(view, player);
    }
    texts[1 + ROWS] = notes(view).join(" ");
    texts
}

/// The same for so few columns: each half of the board has five lines beside it.
fn beside_within(view: &BoardView<'_>, room: usize) -> [String; LINES] {
    let mut texts: [String; LINES] = Default::default();
    for player in Player::BOTH {
        let mut lines = vec![points(view, player)];
        let act = action(view, player);
        let mut act: Vec<String> = textwrap::wrap(&act, room).into_iter().map(|part| part.into_owned()).collect();
        if player == Player::Bottom {
            act.reverse();
        }
        lines.extend(act.into_iter().filter(|part| !part.is_empty()));
        lines.push(pips(view, player));
        lines.push(owned_cube(view, player).trim_start().to_owned());
        lines.truncate(ROWS);
        let name = format!("{}: {}", symbol(player), view.names[player]);
        for (at, text) in std::iter::once(name).chain(lines).enumerate() {
            let line = if player == Player::Top { at } else { LINES - 1 - at };
            texts[line] = text;
        }
    }
    // The match in the middle, and what else is to be said above and below it.
    let mut notes = notes(view);
    if let Some(length) = view.match_length {
        notes[0] = format!("match to {length}");
    }
    for (line, note) in [ROWS + 1, ROWS + 2, ROWS].into_iter().zip(notes) {
        if texts[line].is_empty() || line == ROWS + 1 {
            texts[line] = note;
        }
    }
    for text in &mut texts {
        if text.chars().count() > room {
            *text = text.chars().take(room - 1).chain(['…']).collect();
        }
    }
    texts
}

fn points(view: &BoardView<'_>, player: Player) -> String {
    let score = view.score[player];
    format!("{score} {}", if score == 1 { "point" } else { "points" })
}

fn pips(view: &BoardView<'_>, player: Player) -> String {
    let pips = view.position.pips();
    if view.hides_pips {
        return String::new();
    }
    format!("Pips {}", if player == view.on_roll { pips.on_roll } else { pips.opponent })
}

/// The point numbers along an edge, counted by the player on roll.
fn rule(view: &BoardView<'_>, edge: Player) -> String {
    let high = (edge == Player::Top) == (view.on_roll == Player::Bottom);
    let mut numbers: Vec<u8> = if high { (13..=24).collect() } else { (1..=12).rev().collect() };
    if view.clockwise {
        numbers.reverse();
    }
    let half = |numbers: &[u8]| numbers.iter().map(|n| format!("{n:->2}-")).collect::<String>();
    format!("+{}-----{}+", half(&numbers[..6]), half(&numbers[6..]))
}

/// One row of checkers with what stands beside it; row 0 lies at the edge.
fn line(view: &BoardView<'_>, half: Player, row: usize, side: &str, is_narrow: bool) -> String {
    let points: [usize; 12] = std::array::from_fn(|column| {
        let column = if view.clockwise { 11 - column } else { column };
        // In the bottom player's numbering: 13 to 24 along the top, 12 down to 1 along the bottom.
        if half == Player::Top { 12 + column } else { 11 - column }
    });
    let cells =
        |points: &[usize]| points.iter().map(|&point| format!(" {} ", cell(view, point, row))).collect::<String>();
    let on_bar = checkers(view, half)[BAR];
    let bar = stack(on_bar, symbol(half), row);
    let off = off(view, half, row);
    let gap = if is_narrow && off.len() < 3 { "" } else { " " };
    let text = if view.clockwise {
        format!("{off:>3} |{}| {bar} |{}| {gap}{side}", cells(&points[..6]), cells(&points[6..]))
    } else {
        format!(" |{}| {bar} |{}| {off:<3}{gap}{side}", cells(&points[..6]), cells(&points[6..]))
    };
    text.trim_end().to_owned() + "\n"
}

/// The line through the middle: the direction of play, and a note.
fn bar_line(view: &BoardView<'_>, note: &str, is_narrow: bool) -> String {
    let arrow = if view.on_roll == Player::Bottom { 'v' } else { '^' };
    let blank = " ".repeat(18);
    let text = if view.clockwise {
        format!("    |{blank}|BAR|{blank}|{arrow}{}{note}", if is_narrow { "" } else { " " })
    } else {
        format!("{arrow}|{blank}|BAR|{blank}|{}{note}", if is_narrow { "    " } else { "     " })
    };
    text.trim_end().to_owned() + "\n"
}

/// The match, whether this is its Crawford game, and a cube in the middle.
fn notes(view: &BoardView<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(length) = view.match_length {
        let unit = if length == 1 { "point" } else { "points" };
        notes.push(format!("{length} {unit} match"));
    }
    if view.crawford {
        notes.push("(Crawford game)".to_owned());
    }
    if let Some(cube) = view.cube
        && cube.owner() == CubeOwner::Centered
        && !matches!(view.action, BoardAction::Doubled { .. })
        && !view.crawford
    {
        notes.push(format!("(Cube: {})", cube.value()));
    }
    notes
}

/// The cube beside the name of the player who owns it.
fn owned_cube(view: &BoardView<'_>, player: Player) -> String {
    match view.cube {
        Some(cube)
            if cube.owner() == CubeOwner::Owned(player) && !matches!(view.action, BoardAction::Doubled { .. }) =>
        {
            format!(" (Cube: {})", cube.value())
        }
        _ => String::new(),
    }
}

fn action(view: &BoardView<'_>, player: Player) -> String {
    let is_on_roll = player == view.on_roll;
    match view.action {
        BoardAction::OnRoll if is_on_roll => "On roll".to_owned(),
        BoardAction::Rolled(roll) if is_on_roll => format!("Rolled {roll}"),
        BoardAction::Doubled { value, asked } if player == asked => format!("Cube offered at {value}"),
        BoardAction::Resigns { by, value } if by == player => {
            let on_roll = if is_on_roll { "On roll, resigns" } else { "Resigns" };
            let what = match value {
                GameValue::Single => "",
                GameValue::Gammon => " gammon",
                GameValue::Backgammon => " backgammon",
            };
            format!("{on_roll}{what}")
        }
        _ => String::new(),
    }
}

/// A player's checkers on that player's own points.
fn checkers<'a>(view: &'a BoardView<'_>, player: Player) -> &'a Checkers {
    if player == view.on_roll { view.position.on_roll() } else { view.position.opponent() }
}

const fn symbol(player: Player) -> char {
    match player {
        Player::Top => 'O',
        Player::Bottom => 'X',
    }
}

/// The character for a row of a point, numbered `0..24` by the bottom player.
fn cell(view: &BoardView<'_>, point: usize, row: usize) -> char {
    let bottom = checkers(view, Player::Bottom)[point];
    if bottom > 0 {
        return stack(bottom, symbol(Player::Bottom), row);
    }
    stack(checkers(view, Player::Top)[23 - point], symbol(Player::Top), row)
}

/// A stack of `count` checkers at a row; the innermost row shows how many a taller stack has.
fn stack(count: u8, symbol: char, row: usize) -> char {
    let count = usize::from(count);
    if row + 1 == ROWS && count > ROWS {
        // Up to 9 as a digit, above that as a letter: A is 10.
        char::from_digit(count as u32, 36).map_or('+', |c| c.to_ascii_uppercase())
    } else if row < count {
        symbol
    } else {
        ' '
    }
}

/// The checkers borne off, in up to three columns filled from the edge.
fn off(view: &BoardView<'_>, player: Player, row: usize) -> String {
    let off = view.checkers.saturating_sub(checkers(view, player).total()) as usize;
    let here = (0..3).filter(|column| column * ROWS + row < off).count();
    symbol(player).to_string().repeat(here)
}

/// Columns of the board from one edge to the other.
const EDGE: usize = 43;

/// Columns beside the right edge where checkers lie that are off.
const OFF: usize = 4;

/// The drawing with lines and disks in place of letters, where the format has them, and with the colors of both
/// players.
pub fn dressed(drawn: &str, clockwise: bool, format: &Format) -> String {
    let is_unicode = format.output.board == BoardStyle::Unicode;
    let left = if clockwise { 4 } else { 1 };
    let mut text = String::new();
    for (row, line) in drawn.lines().enumerate() {
        let is_rule = row == 2 || row == 14;
        let is_field = (2..=14).contains(&row);
        for (column, c) in line.chars().enumerate().take(format.width.unwrap_or(usize::MAX)) {
            let is_inside = is_field && (left..left + EDGE).contains(&column);
            let is_checker =
                (is_inside || (is_field && (left + EDGE..left + EDGE + OFF).contains(&column))) && !is_rule;
            let is_edge = column == left || column == left + EDGE - 1;
            let drawn = match c {
                _ if !is_unicode => c,
                '+' if is_inside && is_rule && is_edge => match (row, column == left) {
                    (2, true) => '┌',
                    (2, false) => '┐',
                    (_, true) => '└',
                    (_, false) => '┘',
                },
                '-' if is_inside && is_rule => '─',
                '|' if is_inside => '│',
                'X' if is_checker => '●',
                'O' if is_checker => '○',
                other => other,
            };
            match c {
                'X' if is_checker => text += &format.style.paint(Role::Bottom, &drawn.to_string()),
                'O' if is_checker => text += &format.style.paint(Role::Top, &drawn.to_string()),
                _ => text.push(drawn),
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Setup, Variation};
    use crate::render::Style;
    use crate::settings::OutputSettings;

    fn start() -> BoardView<'static> {
        BoardView {
            position: Variation::Standard.starting_position(),
            on_roll: Player::Bottom,
            action: BoardAction::OnRoll,
            names: ByPlayer(["gammon", "user"]),
            score: ByPlayer([0, 1]),
            match_length: None,
            crawford: false,
            cube: Some(Cube::START),
            checkers: 15,
            position_id: "4HPwATDgc/ABMA",
            match_id: "cAkAAAAAAAAA",
            clockwise: false,
            hides_pips: false,
        }
    }

    #[test]
    fn the_start_is_drawn_from_the_bottom_players_side() {
        let expected = "
 gammon          Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAkAAAAAAAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gammon
 | X           O    |   | O              X |     0 points
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
v|                  |BAR|                  |     (Cube: 1)
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |     On roll
 | O           X    |   | X              O |     1 point
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: user
";
        assert_eq!(board(&start()), &expected[1..]);
    }

    #[test]
    fn the_top_player_counts_from_the_other_end_and_may_go_the_other_way() {
        let roll = Roll::new(2, 6).expect("two dice");
        let view = BoardView { on_roll: Player::Top, action: BoardAction::Rolled(roll), clockwise: true, ..start() };
        let expected = "
    gammon          Position ID: 4HPwATDgc/ABMA
                    Match ID   : cAkAAAAAAAAA
    +-1--2--3--4--5--6-------7--8--9-10-11-12-+  O: gammon
    | X              O |   |    O           X |  0 points
    | X              O |   |    O           X |  Rolled 62
    |                O |   |    O           X |
    |                O |   |                X |
    |                O |   |                X |
    |                  |BAR|                  |^ (Cube: 1)
    |                X |   |                O |
    |                X |   |                O |
    |                X |   |    X           O |
    | O              X |   |    X           O |
    | O              X |   |    X           O |  1 point
    +24-23-22-21-20-19------18-17-16-15-14-13-+  X: user
";
        assert_eq!(board(&view), &expected[1..]);
        let straight = board(&BoardView { clockwise: false, ..view });
        assert!(straight.contains("\n +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: gammon\n"));
        assert!(straight.contains("\n^|"));
    }

    #[test]
    fn tall_stacks_the_bar_checkers_off_and_an_owned_cube_show() {
        let mut setup = Setup { on_roll: [0; 25], opponent: [0; 25] };
        (setup.on_roll[5], setup.on_roll[24], setup.on_roll[7]) = (7, 2, 3);
        (setup.opponent[0], setup.opponent[1], setup.opponent[2]) = (5, 2, 1);
        let position = setup.into_position(Variation::Standard).expect("a possible position");
        let cube = Some(Cube::turned(2, CubeOwner::Owned(Player::Top)));
        let drawn = board(&BoardView { position, cube, match_length: Some(5), ..start() });
        let expected = "
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gammon (Cube: 4)
 |                  |   |          O  O  O | OO  0 points
 |                  |   |             O  O | OO
 |                  |   |                O | O
 |                  |   |                O | O
 |                  |   |                O | O
v|                  |BAR|                  |     5 points match
 |                  |   | 7                |
 |                  |   | X                |
 |             X    |   | X                | X
 |             X    | X | X                | X   On roll
 |             X    | X | X                | X   1 point
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: user
";
        assert!(drawn.ends_with(expected), "{drawn}");
    }

    #[test]
    fn a_narrow_board_keeps_cube_names_and_pips() {
        let cube = Some(Cube::turned(2, CubeOwner::Owned(Player::Bottom)));
        let names = ByPlayer(["Alice", "Bartholomew the Great"]);
        let view = BoardView { cube, names, match_length: Some(7), ..start() };
        for width in [60, 64, 72] {
            let drawn = board_within(&view, width);
            assert!(drawn.lines().all(|line| line.chars().count() <= width), "{width}: {drawn}");
            for part in ["(Cube: 4)", "Pips 167", "match to 7", "O: Alice", "On roll"] {
                assert!(drawn.contains(part), "{width}: no {part} in\n{drawn}");
            }
        }
        let offered = BoardAction::Doubled { value: 2, asked: Player::Top };
        let drawn = board_within(&BoardView { action: offered, match_length: Some(7), ..start() }, 60);
        assert!(drawn.contains("Cube offered\n") && drawn.contains("at 2\n"), "{drawn}");
        let wide = board_within(&start(), 80);
        assert_eq!(wide.replace("Pips 167", "").lines().map(str::trim_end).collect::<Vec<_>>(), {
            let plain = board(&start());
            plain.lines().map(str::to_owned).collect::<Vec<_>>()
        });
        let other_way = board_within(&BoardView { clockwise: true, ..view }, 60);
        assert!(other_way.lines().all(|line| line.chars().count() <= 60), "{other_way}");
    }

    #[test]
    fn a_double_hides_the_cube_and_asks_the_other_player() {
        let drawn = board(&BoardView { action: BoardAction::Doubled { value: 2, asked: Player::Top }, ..start() });
        assert!(!drawn.contains("(Cube"));
        assert!(drawn.lines().nth(4).is_some_and(|line| line.ends_with("Cube offered at 2")));
    }

    #[test]
    fn a_board_may_have_lines_and_disks() {
        let output = OutputSettings { board: BoardStyle::Unicode, ..OutputSettings::default() };
        let plain = board(&start());
        assert_eq!(dressed(&plain, false, &Format::plain(&OutputSettings::default())), plain);
        let drawn = dressed(&plain, false, &Format::plain(&output));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " ┌13─14─15─16─17─18──────19─20─21─22─23─24─┐     O: gammon");
        assert_eq!(lines[3], " │ ●           ○    │   │ ○              ● │     0 points");
        assert_eq!(lines[14], " └12─11─10──9──8──7───────6──5──4──3──2──1─┘     X: user");
        let colored = dressed(&plain, false, &Format { style: Style::Dark, ..Format::plain(&output) });
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), drawn);
    }
}
