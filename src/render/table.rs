//! Tables of text cells: lists of settings, match equities, distributions, statistics.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

/// A titled table.
#[derive(Clone, Debug, Default)]
pub struct TableView<'a> {
    /// A line above.
    pub title: Option<&'a str>,
    /// Column heads; none when empty.
    pub head: &'a [String],
    /// Rows of cells.
    pub rows: &'a [Vec<String>],
    /// Lines below.
    pub notes: &'a [String],
}

/// The table with columns of numbers to the right and words to the left, separated by blanks only, so that
/// a script may split its lines.
#[must_use]
pub fn table(view: &TableView<'_>) -> String {
    let mut text = String::new();
    if let Some(title) = view.title {
        text += &format!("{title}\n\n");
    }
    let columns = view.rows.iter().map(Vec::len).chain([view.head.len()]).max().unwrap_or(0);
    let is_numeric: Vec<bool> = (0..columns)
        .map(|column| {
            let mut cells =
                view.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty()).peekable();
            cells.peek().is_some() && cells.all(|cell| is_number(cell))
        })
        .collect();
    let align = |(column, text): (usize, &String)| {
        let alignment = if is_numeric[column] { CellAlignment::Right } else { CellAlignment::Left };
        Cell::new(text).set_alignment(alignment)
    };
    let mut drawn = Table::new();
    drawn.load_style(presets::NOTHING).force_no_tty().set_content_arrangement(ContentArrangement::Disabled);
    if !view.head.is_empty() {
        drawn.set_header(view.head.iter().enumerate().map(align));
    }
    for row in view.rows {
        drawn.add_row(row.iter().enumerate().map(align));
    }
    if columns > 0 {
        for line in drawn.lines() {
            text += line.trim_end();
            text.push('\n');
        }
    }
    for note in view.notes {
        text += &format!("{note}\n");
    }
    text
}

/// Whether a cell holds a number, with a sign, a percent sign or brackets at most.
fn is_number(cell: &str) -> bool {
    let digits = cell.trim().trim_matches(|c: char| matches!(c, '+' | '-' | '−' | '%' | '(' | ')' | '±'));
    digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-'))
        && digits.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let text = table(&TableView {
            title: Some("Pre-Crawford"),
            head: &words(&["", "1-away", "2-away"]),
            rows: &[words(&["1-away", "50.0000", "7.7360"]), words(&["2-away", "32.2640", "50.0000"])],
            notes: &words(&["That is all."]),
        });
        let expected = "
Pre-Crawford

          1-away   2-away
 1-away  50.0000   7.7360
 2-away  32.2640  50.0000
That is all.
";
        assert_eq!(text, &expected[1..]);
    }

    #[test]
    fn a_table_of_nothing_is_its_notes() {
        let notes = words(&["none"]);
        assert_eq!(table(&TableView { notes: &notes, ..TableView::default() }), "none\n");
    }
}
