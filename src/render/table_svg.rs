//! Tables as drawings: what `export scoremap svg` writes.

use super::table::{Paint, Table};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The width of a letter, in units of the drawing, at this size of text.
const LETTER: f64 = 7.9;
const TEXT: f64 = 13.0;
/// The height of a row, and the room around the table.
const ROW: f64 = 22.0;
const EDGE: f64 = 12.0;

/// Grounds from cold to hot, on which black letters are read easily.
const HEAT: [&str; 7] = ["#9ec5f0", "#c4dcf6", "#e4eefa", "#f7f7f5", "#fdebc8", "#fbd295", "#f4ab7a"];

/// Tables one below the other, as an SVG drawing.
pub fn tables_svg(tables: &[Table]) -> String {
    let (mut body, mut width, mut top) = (String::new(), 0.0_f64, EDGE);
    for table in tables {
        let (across, below) = add(&mut body, table, top);
        (width, top) = (width.max(across), below);
    }
    let (width, height) = (width + EDGE, top + EDGE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"ui-monospace, monospace\" font-size=\"{TEXT}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// Adds a table from `top` down; its right and lower ends.
fn add(body: &mut String, table: &Table, top: f64) -> (f64, f64) {
    let (mut y, mut right) = (top, 0.0_f64);
    let mut line = |body: &mut String, y: &mut f64, text: &str| {
        *y += ROW;
        write(body, EDGE, *y - ROW / 3.0, "start", text);
        right = right.max(EDGE + across(text));
    };
    if !table.title.is_empty() {
        line(body, &mut y, &table.title);
    }
    let widths: Vec<f64> = (0..table.columns.len())
        .map(|at| {
            let cells = table.rows.iter().filter_map(|row| row.get(at)).map(|cell| across(&cell.text));
            cells.fold(across(&table.columns[at].head), f64::max) + 2.0 * LETTER
        })
        .collect();
    let heads = std::iter::once(table.columns.iter().map(|column| (column.head.as_str(), None)).collect::<Vec<_>>());
    let rows = table.rows.iter().map(|row| {
        row.iter()
            .map(|cell| (cell.text.as_str(), if let Paint::Heat(heat) = cell.look { Some(heat) } else { None }))
            .collect()
    });
    for row in heads.chain(rows) {
        let mut x = EDGE;
        for ((text, heat), (width, column)) in row.into_iter().zip(widths.iter().zip(&table.columns)) {
            if let Some(heat) = heat {
                let place = (heat.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64).round() as usize;
                let _ = writeln!(
                    body,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
                    width - 1.0,
                    ROW - 1.0,
                    HEAT[place]
                );
            }
            let (at, anchor) = if column.is_numeric { (x + width - LETTER, "end") } else { (x + LETTER, "start") };
            write(body, at, y + 2.0 * ROW / 3.0, anchor, text.trim());
            x += width;
        }
        y += ROW;
        right = right.max(x);
    }
    for (_, note) in &table.notes {
        y += ROW;
        write(body, EDGE, y - ROW / 3.0, "start", note);
        right = right.max(EDGE + across(note));
    }
    (right, y)
}

fn across(text: &str) -> f64 {
    LETTER * text.trim().width() as f64
}

fn write(body: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        body,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#000000\" xml:space=\"preserve\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::super::table::{Cell, Column};
    use super::*;

    #[test]
    fn cells_have_their_ground_and_texts_are_escaped() {
        let mut table = Table::new([Column::words("a"), Column::number("b")]);
        table.title = "x < y & z".to_owned();
        table.row([Cell::from("one"), Cell { text: "2".to_owned(), look: Paint::Heat(1.0) }]);
        table.note("below");
        let drawing = tables_svg(&[table]);
        let tree = roxmltree::Document::parse(&drawing).expect("well formed");
        let texts: Vec<_> =
            tree.descendants().filter(|node| node.has_tag_name("text")).filter_map(|n| n.text()).collect();
        assert_eq!(texts, ["x < y & z", "a", "b", "one", "2", "below"]);
        assert_eq!(drawing.matches(HEAT[6]).count(), 1);
    }
}
