//! Tables: cells with roles in columns that fit the width there is.
//!
//! A table that is too wide gives up its least important columns first, then the tails of long cells; what is
//! left over is printed in blocks below one another, each with the first column.

use super::format::{MIN_WIDTH, lines_within};
use super::{Format, Role};
use crate::settings::OutputFormat;
use crate::words::counted;
use comfy_table::{Cell as DrawnCell, CellAlignment, ContentArrangement, Row as DrawnRow, Table as Drawn, presets};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// A table with a title above and sentences below.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// A line above.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// Sentences below.
    pub notes: Vec<(Role, String)>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The head of the column.
    pub head: String,
    /// Whether it stands to the right, as numbers do.
    pub is_numeric: bool,
    /// Columns with the lowest number go first where there is no room; [`Column::ALWAYS`] never go.
    pub importance: u8,
    /// Whether its cells may be cut or broken.
    pub room: Room,
    /// Whether one blank before it is enough.
    pub is_tight: bool,
}

/// The change that the cells of a column allow where there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Nothing.
    Fixed,
    /// Cut, down to this many columns.
    Cut(usize),
    /// Broken between words, down to this many columns.
    Broken(usize),
}

/// A piece of text in a table.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The text without colors.
    pub text: String,
    /// The look.
    pub look: Paint,
}

/// The look of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Paint {
    /// As the terminal writes.
    #[default]
    Plain,
    /// As its role.
    Role(Role),
    /// A ground from cold (0) to hot (1).
    Heat(f64),
}

impl Column {
    /// Never left out.
    pub const ALWAYS: u8 = u8::MAX;

    /// A column of numbers, to the right.
    pub fn number(head: &str) -> Self {
        Self { head: head.to_owned(), is_numeric: true, importance: Self::ALWAYS, room: Room::Fixed, is_tight: false }
    }

    /// A column of words, to the left.
    pub fn words(head: &str) -> Self {
        Self { is_numeric: false, ..Self::number(head) }
    }

    /// The column with another importance.
    #[must_use]
    pub fn if_room(self, importance: u8) -> Self {
        Self { importance, ..self }
    }

    /// The column with one blank before it.
    #[must_use]
    pub fn tight(self) -> Self {
        Self { is_tight: true, ..self }
    }

    /// The blanks beside its text.
    const fn padding(&self) -> usize {
        if self.is_tight { 1 } else { PADDING }
    }

    /// The column with cells that may be cut or broken.
    #[must_use]
    pub fn with_room(self, room: Room) -> Self {
        Self { room, ..self }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), look: Paint::Plain }
    }
}

impl Cell {
    /// A cell with a role.
    pub fn of(role: Role, text: impl Into<String>) -> Self {
        Self { text: text.into(), look: Paint::Role(role) }
    }
}

/// A table with a row for each item, made column by column.
#[derive(Clone, Debug)]
pub struct Rows<'a, T> {
    items: &'a [T],
    /// The table so far.
    pub table: Table,
}

impl<'a, T> Rows<'a, T> {
    /// Adds a column, with what it says of an item.
    pub fn column<C: Into<Cell>>(self, column: Column, cell: impl Fn(&'a T) -> C) -> Self {
        self.columns([column], |item| [cell(item)])
    }

    /// Adds a column that only some tables have.
    pub fn column_if<C: Into<Cell>>(self, is_there: bool, column: Column, cell: impl Fn(&'a T) -> C) -> Self {
        if is_there { self.column(column, cell) } else { self }
    }

    /// Adds columns that belong together; an item may have fewer cells.
    pub fn columns<C: Into<Cell>, I: IntoIterator<Item = C>>(
        mut self,
        columns: impl IntoIterator<Item = Column>,
        cells: impl Fn(&'a T) -> I,
    ) -> Self {
        self.table.columns.extend(columns);
        for (row, item) in self.table.rows.iter_mut().zip(self.items) {
            row.extend(cells(item).into_iter().map(Into::into));
        }
        self
    }
}

/// Blanks beside the text of a column, together.
const PADDING: usize = 2;

impl Table {
    /// A table with these columns.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), ..Self::default() }
    }

    /// A table with a row for each of `items`, still without columns.
    pub fn of<T>(items: &[T]) -> Rows<'_, T> {
        Rows { items, table: Self { rows: vec![Vec::new(); items.len()], ..Self::default() } }
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Adds a sentence below.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push((Role::Dim, text.into()));
    }

    /// The table as lines, columns separated by blanks only.
    pub fn draw(&self, format: &Format) -> String {
        match format.output.format {
            OutputFormat::Markdown => return self.markdown(),
            OutputFormat::Csv => return self.csv(),
            OutputFormat::Text | OutputFormat::Json => {}
        }
        let mut text = String::new();
        if !self.title.is_empty() {
            for line in format.wrapped(&self.title).lines() {
                text += &format.style.paint(Role::Heading, line);
                text.push('\n');
            }
            text.push('\n');
        }
        if !self.rows.is_empty() {
            for (i, block) in self.blocks(format.width).iter().enumerate() {
                if i > 0 {
                    text.push('\n');
                }
                self.draw_block(block, format, &mut text);
            }
        }
        for (role, note) in &self.notes {
            for line in format.prose(note).lines() {
                text += &format.style.paint(*role, line);
                text.push('\n');
            }
        }
        text
    }

    /// The table as [`draw`](Self::draw) has it, and how many columns a terminal has no room for.
    pub fn shown(&self, format: &Format) -> String {
        self.draw(format) + &self.left_out(format)
    }

    /// A sentence about the columns for which a terminal has no room, if there are any.
    fn left_out(&self, format: &Format) -> String {
        if self.rows.is_empty() || format.output.format != OutputFormat::Text {
            return String::new();
        }
        let shown: BTreeSet<usize> = self.blocks(format.width).into_iter().flatten().map(|(i, _)| i).collect();
        let says = |i: &usize| self.rows.iter().any(|row| row.get(*i).is_some_and(|cell| !cell.text.is_empty()));
        match (0..self.columns.len()).filter(|i| !shown.contains(i)).filter(says).count() {
            0 => String::new(),
            n => {
                let told = format!("{} left out: `as csv` or a wider terminal shows all", counted(n, "column"));
                format.prose(&told).lines().map(|line| format.style.paint(Role::Dim, line) + "\n").collect()
            }
        }
    }

    /// The table in Markdown.
    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("**{}**\n\n", self.title);
        }
        if !self.rows.is_empty() {
            text += &line(self.columns.iter().map(|column| column.head.clone()).collect());
            let rule = |column: &Column| if column.is_numeric { "--:" } else { "---" }.to_owned();
            text += &line(self.columns.iter().map(rule).collect());
            for row in &self.rows {
                text += &line(row.iter().map(|cell| cell.text.replace('|', "\\|").replace('\n', " ")).collect());
            }
            text.push('\n');
        }
        self.notes.iter().for_each(|(_, note)| text += &format!("{note}\n\n"));
        text
    }

    /// The rows with commas between their cells; what stands around the table is left out.
    fn csv(&self) -> String {
        let own = self.own_heads();
        let heads: Vec<&str> = own.iter().map(|head| head.trim()).collect();
        let heads = if heads.iter().all(|head| head.is_empty()) { &[] } else { heads.as_slice() };
        let cells = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.trim().to_owned()).collect();
        if self.rows.is_empty() { String::new() } else { csv_of(heads, self.rows.iter().map(cells)) }
    }

    /// A head of its own for each column: one that stands above several has that of its group in front, which is the
    /// last one that stands alone.
    fn own_heads(&self) -> Vec<String> {
        let stands_alone = |head: &str| self.columns.iter().filter(|column| column.head == head).count() == 1;
        let mut group = "";
        let mut heads = Vec::new();
        for Column { head, .. } in &self.columns {
            if stands_alone(head) {
                group = head;
            }
            let is_of_group = !head.is_empty() && head != group && !stands_alone(head);
            heads.push(if is_of_group { format!("{group} {head}").trim().to_owned() } else { head.clone() });
        }
        heads
    }

    /// The width of each column when nothing is cut.
    fn natural_width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width());
        cells.chain([self.columns[column].head.width()]).max().unwrap_or(0)
    }

    /// The columns that are shown, with their widths, in blocks below one another.
    fn blocks(&self, width: Option<usize>) -> Vec<Vec<(usize, usize)>> {
        let mut shown: Vec<(usize, usize)> = (0..self.columns.len()).map(|i| (i, self.natural_width(i))).collect();
        let Some(most) = width.map(|width| width.max(MIN_WIDTH)) else { return vec![shown] };
        let total = |shown: &[(usize, usize)]| {
            shown.iter().map(|&(i, width)| width + self.columns[i].padding()).sum::<usize>().saturating_sub(1)
        };
        while total(&shown) > most {
            let least = shown.iter().map(|&(i, _)| self.columns[i].importance).min().unwrap_or(Column::ALWAYS);
            if least == Column::ALWAYS {
                break;
            }
            shown.retain(|&(i, _)| self.columns[i].importance > least);
        }
        for at in (0..shown.len()).rev() {
            let over = total(&shown).saturating_sub(most);
            let (Room::Cut(least) | Room::Broken(least)) = self.columns[shown[at].0].room else { continue };
            let width = &mut shown[at].1;
            *width = width.saturating_sub(over).max(least.min(*width));
        }
        if total(&shown) <= most || shown.len() < 2 {
            return vec![shown];
        }
        let first = shown[0];
        let mut blocks = vec![vec![first]];
        for &column in &shown[1..] {
            let block = blocks.last_mut().expect("there is one");
            block.push(column);
            if block.len() > 2 && total(block) > most {
                block.pop();
                blocks.push(vec![first, column]);
            }
        }
        blocks
    }

    fn draw_block(&self, block: &[(usize, usize)], format: &Format, text: &mut String) {
        let mut drawn = Drawn::new();
        drawn.load_style(presets::NOTHING).force_no_tty().set_content_arrangement(ContentArrangement::Disabled);
        let align = |column: usize, text: String| {
            let is_numeric = self.columns[column].is_numeric;
            DrawnCell::new(text).set_alignment(if is_numeric { CellAlignment::Right } else { CellAlignment::Left })
        };
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            let head = |&(i, _): &(usize, usize)| align(i, format.style.paint(Role::Heading, &self.columns[i].head));
            drawn.set_header(block.iter().map(head));
        }
        let empty = Cell::default();
        for row in &self.rows {
            let cells = block.iter().map(|&(i, width)| {
                let cell = row.get(i).unwrap_or(&empty);
                let fitted = fitted(&cell.text, width, self.columns[i].room);
                let lines: Vec<String> = fitted.iter().map(|line| painted(line, cell.look, format)).collect();
                align(i, lines.join("\n"))
            });
            drawn.add_row(DrawnRow::from(cells.collect::<Vec<_>>()));
        }
        for (place, &(i, _)) in block.iter().enumerate() {
            if self.columns[i].is_tight
                && let Some(column) = drawn.column_mut(place)
            {
                column.set_padding((0, 1));
            }
        }
        for line in drawn.lines() {
            *text += line.trim_end();
            text.push('\n');
        }
    }
}

/// A table as CSV, without a line of heads where there are none.
pub(super) fn csv_of<H: AsRef<[u8]>>(heads: &[H], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    if !heads.is_empty() {
        writer.write_record(heads).expect("memory takes all");
    }
    rows.for_each(|row| writer.write_record(row).expect("memory takes all"));
    String::from_utf8(writer.into_inner().expect("memory takes all")).expect("text")
}

fn painted(text: &str, look: Paint, format: &Format) -> String {
    match look {
        Paint::Plain => text.to_owned(),
        Paint::Role(role) => format.style.paint(role, text),
        Paint::Heat(heat) => format.style.heat(heat, text),
    }
}

/// A cell in lines that are not too long.
fn fitted(text: &str, width: usize, room: Room) -> Vec<String> {
    match room {
        _ if text.width() <= width => vec![text.to_owned()],
        Room::Fixed => vec![text.to_owned()],
        Room::Cut(_) => vec![cut(text, width)],
        Room::Broken(_) => textwrap::wrap(text, lines_within(width.max(1))).into_iter().map(Into::into).collect(),
    }
}

/// The beginning of a text that is too long.
pub(super) fn cut(text: &str, width: usize) -> String {
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + unicode_width::UnicodeWidthChar::width(c).unwrap_or(0) + 1 > width {
            break;
        }
        short.push(c);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Style;
    use crate::settings::OutputSettings;

    fn format(width: Option<usize>) -> Format {
        Format { width, ..Format::plain(&OutputSettings::default()) }
    }

    fn chances() -> Table {
        let mut table = Table::new([Column::words(""), Column::number("1-away"), Column::number("2-away")]);
        table.title = "Pre-Crawford".to_owned();
        table.row(["1-away", "50.0000", "7.7360"]);
        table.row(["2-away", "32.2640", "50.0000"]);
        table.note("That is all.");
        table
    }

    #[test]
    fn cells_of_csv_are_quoted_where_they_must_be() {
        let mut table = Table::new([Column::words(""), Column::words("Play")]);
        table.row(["1", "a\rb"]);
        table.row(["2, \"3\""]);
        assert_eq!(table.csv(), ",Play\n1,\"a\rb\"\n\"2, \"\"3\"\"\"\n");
        assert_eq!(Table::new([Column::words("Play")]).csv(), "");
    }

    #[test]
    fn heads_of_csv_are_columns_of_their_own() {
        let part = |name| [Column::number(name), Column::number("plays"), Column::number("n")];
        let mut table = Table::new([Column::words("")].into_iter().chain(part("Ann")).chain(part("Bob")));
        table.row(["PR", "1", "2", "3", "4", "5", "6"]);
        assert_eq!(table.csv(), ",Ann,Ann plays,Ann n,Bob,Bob plays,Bob n\nPR,1,2,3,4,5,6\n");
    }

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let expected = "
Pre-Crawford

          1-away   2-away
 1-away  50.0000   7.7360
 2-away  32.2640  50.0000
That is all.
";
        assert_eq!(chances().draw(&format(None)), &expected[1..]);
    }

    #[test]
    fn what_is_too_wide_stands_in_blocks() {
        let expected = "
Pre-Crawford

          1-away
 1-away  50.0000
 2-away  32.2640

          2-away
 1-away   7.7360
 2-away  50.0000
That is all.
";
        assert_eq!(chances().draw(&format(Some(20))), &expected[1..]);
    }

    #[test]
    fn unimportant_columns_go_before_long_words_are_cut() {
        let mut table = Table::new([
            Column::words("Play").with_room(Room::Cut(8)),
            Column::number("Equity"),
            Column::number("BG").if_room(1),
        ]);
        table.row(["24/20(2) 13/11*(2)", "+0.100", "0.5"]);
        let lines = |width| table.draw(&format(Some(width))).lines().nth(1).map(str::to_owned);
        assert_eq!(lines(33).as_deref(), Some(" 24/20(2) 13/11*(2)  +0.100  0.5"));
        assert_eq!(lines(30).as_deref(), Some(" 24/20(2) 13/11*(2)  +0.100"));
        assert_eq!(lines(24).as_deref(), Some(" 24/20(2) 13/11…  +0.100"));
        // What is not shown is told of, but for columns that would say nothing.
        let told = "1 column left out: `as\ncsv` or a wider terminal\nshows all\n";
        assert_eq!([Some(33), Some(24), None].map(|width| table.left_out(&format(width))), ["", told, ""]);
        table.rows[0].pop();
        assert_eq!(table.left_out(&format(Some(24))), "");
    }

    #[test]
    fn colors_take_no_room() {
        let mut table = Table::new([Column::words("Play"), Column::number("Equity")]);
        table.row([Cell::of(Role::Best, "8/5 6/5"), "+0.160".into()]);
        table.row(["24/23 13/11", "-0.011"]);
        let colored = table.draw(&Format { style: Style::Dark, ..format(Some(40)) });
        assert_ne!(colored, table.draw(&format(Some(40))));
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), table.draw(&format(Some(40))));
    }

    #[test]
    fn a_table_of_nothing_is_its_notes() {
        let mut table = Table::default();
        table.note("none");
        assert_eq!(table.draw(&format(None)), "none\n");
    }
}
