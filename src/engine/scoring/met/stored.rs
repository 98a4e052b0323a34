//! The compact text in which our own symmetric tables are stored.
//!
//! Lines of `name`, `description`, `length`, `post` and one `pre A` for each row of the upper
//! triangle, in any order; `#` starts a comment.

use super::{Met, extend};
use crate::board::ByPlayer;

/// Reads a table that is part of the program.
///
/// # Panics
/// When the text is damaged, which the tests of the shipped tables would show.
pub(super) fn read(text: &str) -> Met {
    let (mut name, mut description, mut post, mut rows) = (String::new(), String::new(), vec![], vec![]);
    let mut length = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (key, value) = line.split_once(' ').expect("every line of a stored table has a key");
        match key {
            "name" => name = value.to_owned(),
            "description" => description = value.to_owned(),
            "length" => length = value.parse().expect("the length of a stored table is a number"),
            "post" => post = numbers(value),
            _ => rows.push(numbers(value)),
        }
    }
    let size = usize::from(length);
    let mut pre = vec![vec![0.5; size]; size];
    for (i, row) in rows.iter().enumerate() {
        // The first number repeats the row's away score.
        for (j, &value) in (i + 1..size).zip(&row[1..]) {
            pre[i][j] = value;
            pre[j][i] = 1.0 - value;
        }
    }
    let post = ByPlayer([extend::post_explicit(&post, size); 2]);
    Met { name, description, length, pre: extend::pre_crawford(&pre), post }
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|word| word.parse().expect("a stored table holds numbers")).collect()
}
