//! Boards drawn in characters, as eXtreme Gammon, BGBlitz, GNU Backgammon, FIBS and people on forums draw them: two
//! lines with the numbers of the points, rows between them with `X` and `O`, the bar in the middle.
//!
//! FIBS may put the numbers outside of the frame.
//!
//! A place is found by the column of its number. The numbers are those of the player whose home has the points 1 to 6;
//! `X` is player 1, `O` player 0. Checkers stand in columns from the edge on, without a gap.

use super::super::judged::letter;
use super::numbers::roll_at_end;
use crate::board::{BAR, Player, Roll, Setup};

/// Rows between the two lines of numbers.
const ROWS: std::ops::RangeInclusive<usize> = 5..=20;

/// Half of the points.
const HALF: usize = 12;

/// A drawn board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drawing {
    /// Checkers of `O` and `X` in their own numbering, by seat.
    pub counts: [[u8; 25]; 2],
    /// The player by whose numbering it is drawn: with programs, the one on roll.
    pub view: Player,
    /// The text to the right of each line, from the first line of numbers to the second one.
    pub right: Vec<String>,
    /// The row of the bar, counted as `right`.
    pub middle: usize,
    /// The player at the bottom.
    pub below: Player,
    /// The player to whom an arrow beside the bar points.
    pub arrow: Option<Player>,
    /// The checkers that are drawn as borne off, by seat.
    pub off: [u8; 2],
    /// A roll that is written between the checkers, and whose it is.
    pub roll: Option<(Player, Roll)>,
}

/// The boards of a text.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The first one.
    pub board: Option<Drawing>,
    /// How many there are.
    pub count: usize,
    /// The line, from 0, where the second one begins.
    pub second: Option<usize>,
    /// The fault of the first one, and the number of its first line.
    pub fault: Option<(usize, String)>,
}

impl Drawing {
    /// The checkers, seen by a player.
    pub fn setup(&self, on_roll: Player) -> Setup {
        Setup { on_roll: self.counts[on_roll.index()], opponent: self.counts[(!on_roll).index()] }
    }
}

/// A line of numbers: those of the points from left to right, each with the column of its last digit.
struct Border {
    points: Vec<(usize, usize)>,
    /// The column of its frame.
    start: Option<usize>,
    /// The column behind it.
    end: usize,
}

/// The boards of a text, of which the first one is read.
pub(super) fn drawing(lines: &[String]) -> Drawn {
    let borders: Vec<(usize, Border)> =
        lines.iter().enumerate().filter_map(|(i, line)| border(line).map(|border| (i, border))).collect();
    let is_low = |border: &Border| border.points[0].0 <= HALF;
    let mut pairs = borders
        .windows(2)
        .filter(|pair| ROWS.contains(&(pair[1].0 - pair[0].0 - 1)) && is_low(&pair[0].1) != is_low(&pair[1].1));
    let Some(first) = pairs.next() else { return Drawn::default() };
    let starts: Vec<usize> = pairs.map(|pair| pair[0].0).collect();
    let (board, fault) = match read(lines, &first[0], &first[1]) {
        Ok(board) => (Some(board), None),
        Err(fault) => (None, Some((first[0].0 + 1, format!("the drawn board: {fault}")))),
    };
    Drawn { board, count: starts.len() + 1, second: starts.first().copied(), fault }
}

/// A line of numbers, if this is one: `+13-14-15-…-24-+` or the like, with 1 to 12 or 13 to 24 in it.
fn border(line: &str) -> Option<Border> {
    let chars: Vec<char> = line.chars().collect();
    // The frame ends right before the first number and right behind the last one; names have a `+`, too.
    let first = chars.iter().position(char::is_ascii_digit)?;
    let start = chars[..first].iter().rposition(|&c| c == '+');
    let mut at = start.map_or(0, |start| start + 1);
    let mut end = chars.len();
    let mut points = Vec::new();
    while at < end {
        if !chars[at].is_ascii_digit() {
            // Between numbers are lines, or nothing.
            if chars[at].is_alphanumeric() && points.len() != HALF / 2 || points.len() > HALF {
                return None;
            }
            at += 1;
            continue;
        }
        let digits = chars[at..end].iter().take_while(|c| c.is_ascii_digit()).count();
        let number: String = chars[at..at + digits].iter().collect();
        points.push((number.parse().ok().filter(|n| (1..=24).contains(n))?, at + digits - 1));
        at += digits;
        if points.len() == HALF && start.is_some() {
            end = at + chars[at..].iter().position(|&c| c == '+')?;
        }
    }
    let mut sorted: Vec<usize> = points.iter().map(|&(number, _)| number).collect();
    let is_descending = sorted.windows(2).all(|pair| pair[0] > pair[1]);
    let is_ascending = sorted.windows(2).all(|pair| pair[0] < pair[1]);
    sorted.sort_unstable();
    let is_half =
        sorted.len() == HALF && (sorted[0] == 1 || sorted[0] == HALF + 1) && sorted[HALF - 1] == sorted[0] + 11;
    (is_half && (is_ascending || is_descending)).then_some(Border { points, start, end: end + 1 })
}

/// The seat of a drawn checker.
fn checker(c: char) -> Option<Player> {
    match c {
        'X' | 'x' | '●' | '⚫' => Some(Player::Bottom),
        'O' | 'o' | '○' | '⚪' => Some(Player::Top),
        _ => None,
    }
}

/// The board between two lines of numbers.
fn read(lines: &[String], top: &(usize, Border), bottom: &(usize, Border)) -> Result<Drawing, String> {
    let mut rows: Vec<Vec<char>> = lines[top.0 + 1..bottom.0].iter().map(|line| aligned(line, top.1.start)).collect();
    // A page may have swallowed the blanks: then nothing tells in which column a checker stands.
    let width = top.1.points.iter().map(|&(_, column)| column).max().unwrap_or(0);
    let is_framed = |row: &&Vec<char>| row.iter().find(|c| !c.is_whitespace()) == Some(&'|');
    if rows.iter().filter(is_framed).count() > 3 && rows.iter().filter(is_framed).all(|row| row.len() < width) {
        return Err("its blanks are lost, so nothing tells on which point a checker stands".to_owned());
    }
    broken(&rows, top.1.start)?;
    let roll = rows.iter_mut().filter_map(|row| without_words(row, width)).next();
    let moved = top.1.start.zip(bottom.1.start).map_or(0, |(above, below)| above as isize - below as isize);
    let middle = middle_of(&rows);
    // Some draw the checkers a column beside the numbers.
    let shift = [0_isize, -1, 1].into_iter().max_by_key(|&shift| {
        let all = |border: &Border, rows: &[Vec<char>], shift: isize| {
            border.points.iter().map(|&(_, column)| column_of(rows, column, shift).0.len()).sum::<usize>()
        };
        (all(&top.1, &rows[..middle], shift) + all(&bottom.1, &rows[middle..], shift + moved), shift == 0)
    });
    let shift = shift.unwrap_or(0);
    let home_is_below = bottom.1.points.iter().any(|&(number, _)| number == 1);
    let right = lines[top.0..=bottom.0].iter().zip(top.0..);
    let right: Vec<String> = right.map(|(line, i)| beside(line, top, bottom, i)).collect();
    // The label at the line of numbers, or at the frame inside of it.
    let named = |row: usize, inside: usize| {
        let label =
            |row: usize| Player::BOTH.into_iter().find(|player| right[row].starts_with(["O:", "X:"][player.index()]));
        label(row).or_else(|| label(inside))
    };
    let last = right.len() - 1;
    let (above, below) = (named(0, 1), named(last, last - 1));
    if let (Some(player), true) = (above, above == below) {
        return Err(format!("both lines of numbers name {}", letter(player)));
    }
    // Where one label is damaged, the other one tells who has the points 1 to 6.
    let above = above.or(below.map(|player| !player));
    let view = if home_is_below { above.map(|player| !player) } else { above };
    let view = view.unwrap_or(if home_is_below { Player::Bottom } else { Player::Top });
    let mut places = [shift, 0].into_iter().filter_map(|shift| {
        let high = columns_of(&rows[..middle], &top.1, shift)?;
        Some((shift, high, columns_of(&rows[middle..], &bottom.1, shift + moved)?))
    });
    let (shift, high, low) = places.next().ok_or("a checker stands between two points")?;
    gap(rows[..middle].iter(), &top.1, shift)?;
    gap(rows[middle..].iter().rev(), &bottom.1, shift + moved)?;
    let mut counts = [[0_u8; 25]; 2];
    for (border, columns) in [(&top.1, high), (&bottom.1, low)] {
        for (&(number, _), (checkers, digits)) in border.points.iter().zip(columns) {
            let Some((&first, count)) = checkers.first().zip(total(checkers.len(), digits)) else { continue };
            if checkers.iter().any(|&checker| checker != first) {
                return Err(format!("both sides have checkers on point {number}"));
            }
            let own = if first == view { number - 1 } else { 24 - number };
            counts[first.index()][own] = count;
        }
    }
    bar(&rows, &top.1, shift, &mut counts);
    let below = if home_is_below { view } else { !view };
    let beside_the_bar: String =
        rows.get(middle).into_iter().flatten().filter(|c| !c.is_alphabetic() || **c == 'v').collect();
    let arrow = beside_the_bar.chars().find_map(|c| match c {
        'v' => Some(below),
        '^' => Some(!below),
        _ => None,
    });
    let off = Player::BOTH.map(|player| {
        let letters = rows_beside(lines, top, bottom)
            .flat_map(|row| row.chars().filter(move |&c| checker(c) == Some(player)).collect::<Vec<_>>());
        u8::try_from(letters.count()).unwrap_or(u8::MAX)
    });
    for player in Player::BOTH {
        let (count, name) =
            (counts[player.index()].iter().map(|&n| u32::from(n)).sum::<u32>(), ["O", "X"][player.index()]);
        if !(1..=15).contains(&count) {
            return Err(format!("{name} has {count} checkers, 1 to 15 expected"));
        }
    }
    Ok(Drawing { counts, view, right, middle: middle + 1, below, arrow, off, roll })
}

/// Refuses a board in which a row has lost its place: the others have their frame where the line of numbers has it.
fn broken(rows: &[Vec<char>], frame: Option<usize>) -> Result<(), String> {
    let Some(frame) = frame else { return Ok(()) };
    let is_framed = |row: &&Vec<char>| row.get(frame) == Some(&'|');
    let has_checkers = |row: &&Vec<char>| row.iter().any(|&c| checker(c).is_some());
    let framed = rows.iter().filter(is_framed).count();
    match rows.iter().zip(1..).find(|(row, _)| !is_framed(row) && has_checkers(row)) {
        Some((_, number)) if 2 * framed > rows.len() => Err(format!("its row {number} does not begin at the frame")),
        _ => Ok(()),
    }
}

/// Takes words out of a row, which are no checkers: `X Rolled 11` between the points. Returns the roll and whose it is,
/// where one is told.
fn without_words(row: &mut [char], width: usize) -> Option<(Player, Roll)> {
    let end = row.len().min(width + 1);
    let mut at = 0;
    let mut told = None;
    while at < end {
        let length = row[at..end].iter().take_while(|c| c.is_alphabetic()).count();
        let word = &row[at..at + length];
        let is_bar = word.iter().collect::<String>().eq_ignore_ascii_case("bar");
        if length < 2 || is_bar || word.iter().all(|&c| checker(c).is_some()) {
            at += length.max(1);
            continue;
        }
        // The letter of a player before it, and the dice behind it.
        let before = at.checked_sub(2).filter(|&i| row[i + 1] == ' ' && checker(row[i]).is_some());
        let behind =
            row[at + length..end].iter().take_while(|&&c| c.is_ascii_digit() || matches!(c, ' ' | '-' | ',')).count();
        let text: String = row[at..at + length + behind].iter().collect();
        let player = before.and_then(|i| checker(row[i]));
        if told.is_none() && text.to_lowercase().starts_with("rolled") {
            told = player.zip(roll_at_end(&text));
        }
        let dice = text.trim_end().chars().count();
        row[before.unwrap_or(at)..at + dice].fill(' ');
        at += dice;
    }
    told
}

/// Refuses a column that does not begin at the edge, or has a gap; the rows are given from the edge on.
fn gap<'r>(rows: impl Iterator<Item = &'r Vec<char>>, border: &Border, shift: isize) -> Result<(), String> {
    let places: Vec<isize> = border.points.iter().map(|&(_, column)| column as isize + shift).collect();
    let reach = (places.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0) - 1) / 2;
    let is_taken = |row: &Vec<char>, place: isize| {
        let mut columns = (place - reach..=place + reach).filter_map(|at| usize::try_from(at).ok());
        columns.any(|at| row.get(at).is_some_and(|&c| checker(c).is_some() || c.is_ascii_digit()))
    };
    // A row may be free between the numbers and the checkers.
    let rows = rows.map(|row| places.iter().map(|&place| is_taken(row, place)).collect::<Vec<bool>>());
    let rows: Vec<Vec<bool>> = rows.skip_while(|row| row.iter().all(|is_taken| !is_taken)).collect();
    for pair in rows.windows(2) {
        if let Some(at) = (0..places.len()).find(|&at| pair[1][at] && !pair[0][at]) {
            return Err(format!(
                "the checkers on point {} do not stand in a column from the edge on",
                border.points[at].0
            ));
        }
    }
    Ok(())
}

/// A row whose frame stands below that of the line of numbers: blanks at the beginning of a line get lost.
fn aligned(line: &str, frame: Option<usize>) -> Vec<char> {
    let chars: Vec<char> = line.chars().collect();
    let Some((frame, own)) = frame.zip(chars.iter().position(|&c| c == '|')) else { return chars };
    if own < frame && frame - own <= 4 {
        return std::iter::repeat_n(' ', frame - own).chain(chars).collect();
    }
    if own > frame && own - frame <= 4 { chars[own - frame..].to_vec() } else { chars }
}

/// The row that divides both halves: that of the bar's name, or the middle one.
fn middle_of(rows: &[Vec<char>]) -> usize {
    let is_bar = |row: &Vec<char>| row.iter().collect::<String>().to_uppercase().contains("BAR");
    let half = rows.len() / 2;
    let named = rows.iter().position(is_bar).filter(|&at| at.abs_diff(half) <= 2);
    named.unwrap_or(half)
}

/// Checkers and a number in a column.
fn column_of(rows: &[Vec<char>], column: usize, shift: isize) -> (Vec<Player>, Option<u8>) {
    let mut checkers = Vec::new();
    let mut number = None;
    let Some(column) = column.checked_add_signed(shift) else { return (checkers, number) };
    for row in rows {
        let Some(&c) = row.get(column) else { continue };
        if let Some(player) = checker(c) {
            checkers.push(player);
        } else if let Some(digit) = c.to_digit(10) {
            let ten = column.checked_sub(1).and_then(|at| row.get(at)).and_then(|c| c.to_digit(10)).unwrap_or(0);
            number = u8::try_from(10 * ten + digit).ok();
        }
    }
    (checkers, number)
}

/// Checkers and numbers in the columns of a line of numbers. Where a checker stands a little beside its column, as
/// people draw them, it belongs to the nearest one; `None` where one stands in between, so that it may be of either.
fn columns_of(rows: &[Vec<char>], border: &Border, shift: isize) -> Option<Vec<(Vec<Player>, Option<u8>)>> {
    let mut columns: Vec<_> = border.points.iter().map(|&(_, column)| column_of(rows, column, shift)).collect();
    let places: Vec<isize> = border.points.iter().map(|&(_, column)| column as isize + shift).collect();
    let apart = places.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0);
    let reach = (apart - 1) / 2;
    let bar = places[HALF / 2 - 1] + reach + 1..places[HALF / 2] - reach;
    let board = places[0] - reach..places[places.len() - 1] + reach + 1;
    for row in rows {
        for (at, &c) in (0_isize..).zip(row) {
            let Some(player) = checker(c).filter(|_| board.contains(&at) && !bar.contains(&at)) else { continue };
            let nearest = places.iter().position(|&place| (place - at).abs() <= reach)?;
            if places[nearest] != at {
                columns[nearest].0.push(player);
            }
        }
    }
    Some(columns)
}

/// How many checkers a column stands for: a number in it is how many there are, or how many more.
fn total(drawn: usize, number: Option<u8>) -> Option<u8> {
    let drawn = u8::try_from(drawn).ok()?;
    Some(match number {
        None => drawn,
        Some(number) if number > drawn => number,
        Some(number) => drawn + number,
    })
}

/// Checkers on the bar: between the sixth and the seventh number.
fn bar(rows: &[Vec<char>], top: &Border, shift: isize, counts: &mut [[u8; 25]; 2]) {
    let (left, right) = (top.points[HALF / 2 - 1].1, top.points[HALF / 2].1);
    let Some(left) = (left + 2).checked_add_signed(shift) else { return };
    let Some(right) = (right - 1).checked_add_signed(shift) else { return };
    let mut numbers = [0_u8; 2];
    let mut last = None;
    for row in rows {
        for &c in row.get(left..right.min(row.len())).unwrap_or_default() {
            if let Some(player) = checker(c) {
                counts[player.index()][BAR] = counts[player.index()][BAR].saturating_add(1);
                last = Some(player);
            } else if let (Some(digit), Some(player)) = (c.to_digit(10), last) {
                numbers[player.index()] = digit as u8;
            }
        }
    }
    for (count, number) in counts.iter_mut().zip(numbers) {
        if number > 0 {
            count[BAR] = total(usize::from(count[BAR]), Some(number)).unwrap_or(0);
        }
    }
}

/// The text to the right of a line of the board, without checkers that are drawn as borne off.
fn beside(line: &str, top: &(usize, Border), bottom: &(usize, Border), number: usize) -> String {
    let text = behind(line, top, bottom, number);
    text.split_whitespace().skip_while(is_off).collect::<Vec<_>>().join(" ")
}

/// The checkers that are drawn as borne off, row by row.
fn rows_beside<'l>(
    lines: &'l [String],
    top: &'l (usize, Border),
    bottom: &'l (usize, Border),
) -> impl Iterator<Item = String> + 'l {
    (top.0 + 1..bottom.0).map(move |number| {
        let text = behind(&lines[number], top, bottom, number);
        text.split_whitespace().take_while(is_off).collect()
    })
}

fn is_off(word: &&str) -> bool {
    word.chars().all(|c| matches!(c, 'X' | 'O'))
}

/// All that stands to the right of a line of the board.
fn behind(line: &str, top: &(usize, Border), bottom: &(usize, Border), number: usize) -> String {
    let end = match number {
        _ if number == top.0 => top.1.end,
        _ if number == bottom.0 => bottom.1.end,
        _ => top.1.end.max(bottom.1.end),
    };
    let text: String = line.chars().skip(end).collect();
    text.trim_matches(|c: char| c.is_whitespace() || c == '|').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    fn draw(text: &str) -> Drawing {
        drawing(&text.lines().map(str::to_owned).collect::<Vec<_>>()).board.expect("a board")
    }

    const OPENING: [&str; 11] = [
        " | X           O    |   | O              X |",
        " | X           O    |   | O              X |",
        " | X           O    |   | O                |",
        " | X                |   | O                |",
        " | X                |   | O                |",
        "v|                  |BAR|                  |",
        " | O                |   | X                |",
        " | O                |   | X                |",
        " | O           X    |   | X                |",
        " | O           X    |   | X              O |",
        " | O           X    |   | X              O |",
    ];

    #[test]
    fn boards_of_programs_and_servers() {
        let start = Setup::from(&Variation::Standard.starting_position());
        let high = " +13-14-15-16-17-18------19-20-21-22-23-24-+";
        let low = " +12-11-10--9--8--7-------6--5--4--3--2--1-+";
        let whole = |first: &str, rows: &[String], last: &str| format!("{first}\n{}\n{last}\n", rows.join("\n"));
        let rows = OPENING.map(str::to_owned);
        let mine = draw(&whole(high, &rows, low));
        assert_eq!((mine.setup(Player::Bottom), mine.view, mine.arrow), (start, Player::Bottom, Some(Player::Bottom)));
        // The other player is on roll: his numbers.
        let other = draw(&whole(low, &rows, high));
        assert_eq!((other.setup(Player::Top), other.view), (start, Player::Top));
        // FIBS leaves a column more behind the bar.
        let wide = rows.clone().map(|row| format!("{} {}", &row[..25], &row[25..]));
        let fibs = whole(
            " +13-14-15-16-17-18-------19-20-21-22-23-24-+ O: bot - score: 0",
            &wide,
            " +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: me - score: 0",
        );
        assert_eq!(draw(&fibs).setup(Player::Bottom), start);
        // The numbers outside of the frame.
        let outside = fibs
            .replace(" +13-14-15-16-17-18-------19-20-21-22-23-24-+ O", "  13 14 15 16 17 18       19 20 21 22 23 24\n +------------------------------------------+ O")
            .replace(" +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: me - score: 0", " +------------------------------------------+ X: me - score: 0\n  12 11 10  9  8  7        6  5  4  3  2  1");
        let outside = draw(&outside);
        assert_eq!((outside.setup(Player::Bottom), outside.below), (start, Player::Bottom));
        // Home on the left, with the numbers of the player at the top, who has the points 1 to 6 there.
        let left = "   +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: Ann - score: 0\n   \
            | X              O |   |     O           X |\n   | X              O |   |     O           X |\n   \
            |                O |   |     O           X |\n   |                O |   |                 X |\n   \
            |                O |   |                 X |\n   |                  |BAR|                   |v\n   \
            |                X |   |                 O |\n   |                X |   |                 O |\n   \
            |                X |   |     X           O |\n   | O              X |   |     X           O |\n   \
            | O              X |   |     X           O |\n   +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: Ben";
        let left = draw(left);
        assert_eq!((left.setup(Player::Top), left.view, left.arrow), (start, Player::Top, Some(Player::Bottom)));
        // Quoted, in a mail.
        let quoted: String = whole(high, &rows, low).lines().map(|line| format!("> {line}\n")).collect();
        assert_eq!(draw(&quoted).setup(Player::Bottom), start);
        // Drawn by hand: four columns a point, the checkers a column left of their numbers on one side of the bar, and
        // right of them on the other.
        let by_hand = [
            "  13  14  15  16  17  18       19  20  21  22  23  24",
            "+-------------------------+---+-------------------------+",
            "| X               O       |   |  O                   X  |",
            "| X               O       |   |  O                   X  |",
            "| X               O       |   |  O                      |",
            "| X                       |   |  O                      |",
            "| X                       |   |  O                      |",
            "|                         |BAR|                         |",
            "| O                       |   |  X                      |",
            "| O                       |   |  X                      |",
            "| O               X       |   |  X                      |",
            "| O               X       |   |  X                   O  |",
            "| O               X       |   |  X                   O  |",
            "+-------------------------+---+-------------------------+",
            "  12  11  10   9   8   7        6   5   4   3   2   1",
        ];
        let by_hand = by_hand.join("\n");
        assert_eq!(draw(&by_hand).setup(Player::Bottom), start);
        // A checker between two columns belongs to neither.
        let between = by_hand.replacen(
            "| X               O       |   |  O                   X  |",
            "| X               O       |   |  O                X     |",
            1,
        );
        assert!(drawing(&between.lines().map(str::to_owned).collect::<Vec<_>>()).board.is_none());
    }

    #[test]
    fn numbers_stand_for_checkers_that_find_no_room() {
        assert_eq!(
            (total(4, Some(2)), total(4, Some(6)), total(5, Some(10)), total(3, None)),
            (Some(6), Some(6), Some(10), Some(3))
        );
        let text = " +13-14-15-16-17-18------19-20-21-22-23-24-+   O: Vert  43\n \
            |                  |   | O  O           O |\n |                  |   | O  O             |\n \
            |                  |   |    O             |\n |                  | O |    O             |\n \
            |                  | O |    2             |\nv|                  |BAR|                  |\n \
            |                  | X |                  |\n |                  |   |    X             | +--+\n \
            |                  |   |    X             | | 2|\n |                  |   | X  X     X       | +--+\n \
            |                  |   | X  X  X  X       |\n +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: Rouge  42\n";
        let board = draw(text);
        let [o, x] = board.counts;
        assert_eq!((o[5], o[4], o[0], o[BAR], x[4], x[BAR]), (2, 6, 1, 2, 4, 1));
        assert_eq!(board.right[0], "O: Vert 43");
    }

    #[test]
    fn a_line_of_other_numbers_is_no_board() {
        assert!(border(" +13-14-15-16-17-18------19-20-21-22-23-25-+").is_none());
        assert!(border("+1-2-3-4-5-6---7-8-9-10-11-12-+").is_some());
        assert!(border("1 + 2 = 3").is_none() && border("+---+").is_none() && border("").is_none());
    }

    /// Columns with and without a checker at the edge, drawn by hand left of their numbers, under them, and right of
    /// them.
    #[test]
    fn a_column_that_does_not_begin_at_the_edge_is_refused() {
        const NUMBERS: [&str; 2] = [
            "  13  14  15  16  17  18       19  20  21  22  23  24",
            "  12  11  10   9   8   7        6   5   4   3   2   1",
        ];
        const FRAME: &str = "+-------------------------+---+-------------------------+";
        const EMPTY: &str = "|                         |   |                         |";
        let draw = |point: usize, beside: isize, rows: [usize; 4]| {
            let column = |number: usize| {
                let text = number.to_string();
                let line = NUMBERS[usize::from(number <= 12)];
                line.match_indices(&text).map(|(at, _)| at + text.len() - 1).next().expect("a number")
            };
            let mut lines: Vec<Vec<char>> = (0..11).map(|_| EMPTY.chars().collect()).collect();
            for (row, anchor) in rows.into_iter().zip(0..) {
                lines[row][column(point).strict_add_signed(beside)] = 'X';
                // Another column does begin there, so that no row is free for all.
                lines[anchor][column(15)] = 'O';
            }
            let lines = lines.into_iter().map(|row| row.into_iter().collect());
            let head = [NUMBERS[0], FRAME].map(str::to_owned);
            let whole: Vec<String> =
                head.into_iter().chain(lines).chain([FRAME, NUMBERS[1]].map(str::to_owned)).collect();
            drawing(&whole)
        };
        for point in [13, 14, 18, 19, 23, 24] {
            for beside in [-1, 0, 1] {
                let stands = draw(point, beside, [0, 1, 2, 3]);
                let board = stands.board.unwrap_or_else(|| panic!("{point}, {beside}: {:?}", stands.fault));
                assert_eq!(board.counts[Player::Bottom.index()][point - 1], 4, "{point}, {beside}");
                for rows in [[1, 2, 3, 4], [0, 1, 3, 4]] {
                    let floats = draw(point, beside, rows);
                    let fault = floats.fault.map_or_else(String::new, |(_, fault)| fault);
                    let words = format!("the checkers on point {point} do not stand in a column");
                    assert!(fault.contains(&words), "{point}, {beside}, {rows:?}: {fault}");
                }
            }
        }
    }

    #[test]
    fn text_beside_a_board_begins_behind_its_own_frame() {
        let (high, low) =
            ("+13-14-15-16-17-18------19-20-21-22-23-24-+", "+12-11-10--9--8--7-------6--5--4--3--2--1-+");
        for (before, after) in [("", ""), ("", "    "), ("    ", "")] {
            let lines = [format!("{before}{high}O: Ann"), format!("{after}{low}X: Ben")];
            let [top, bottom] = [(0, border(&lines[0]).expect("numbers")), (12, border(&lines[1]).expect("numbers"))];
            assert_eq!(behind(&lines[0], &top, &bottom, 0), "O: Ann", "{before:?}, {after:?}");
            assert_eq!(behind(&lines[1], &top, &bottom, 12), "X: Ben", "{before:?}, {after:?}");
        }
    }
}
