//! What there is to practise, by theme.

use super::{known, per_cent};
use crate::render::NumberFormat;
use crate::render::table::{Column, Table};
use crate::session::{PracticeAnswersReply, PracticeCardsReply, PracticeReply};
use crate::words::{counted, there_are};

/// The sentence where there is nothing to show.
const NOTHING: &str = "no question yet: `practise` looks for your errors, `train` asks without them";

/// A row for each theme.
pub(super) fn table(reply: &PracticeReply, numbers: &NumberFormat) -> Table {
    if reply.themes.is_empty() && reply.found == 0 {
        let mut table = Table { title: "practice: your own errors".to_owned(), ..Table::default() };
        table.note(NOTHING);
        return table;
    }
    let mut table = Table::of(&reply.themes)
        .column(Column::words("Theme"), |of| &of.theme)
        .column(Column::number("Questions"), |of| of.cards.to_string())
        .column(Column::number("New"), |of| of.new.to_string())
        .column(Column::number("Due"), |of| of.due.to_string())
        .column(Column::number("In a week").if_room(1), |of| of.week.to_string())
        .column(Column::number("Answers"), |of| of.answers.to_string())
        .column(Column::number("Kept"), |of| per_cent(of.retention))
        .column(Column::number("Lost"), |of| known(of.lost, numbers))
        .table;
    table.title = "practice: your own errors".to_owned();
    if !reply.themes.is_empty() {
        table.note("Kept: of the answers to a question asked before, the share that was not wrong. Lost: in the mean.");
    }
    if reply.found > 0 {
        table.note(format!(
            "{} found and not asked yet; `practise` takes the worst first",
            there_are(reply.found, "error")
        ));
    }
    if reply.dropped > 0 {
        table.note(format!("{} left out: no error after a rollout, or not sure", counted(reply.dropped, "decision")));
    }
    table
}

/// A row for each question.
pub(super) fn cards(reply: &PracticeCardsReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&reply.cards)
        .column(Column::words("Question").if_room(3), |of| &of.card)
        .column(Column::words("Asked"), |of| of.asked)
        .column(Column::words("Theme").if_room(9), |of| &of.theme)
        .column(Column::words("Made"), |of| &of.made)
        .column(Column::words("Best"), |of| &of.best)
        .column(Column::number("Loss"), |of| numbers.unsigned(of.loss))
        .column(Column::words("Due"), |of| of.due.as_deref().unwrap_or_default())
        .column(Column::number("Stability").if_room(8), |of| known(of.stability, numbers))
        .column(Column::number("Difficulty").if_room(7), |of| known(of.difficulty, numbers))
        .column(Column::words("Last").if_room(6), |of| of.last.as_deref().unwrap_or_default())
        .column(Column::words("Opponent").if_room(5), |of| &of.opponent)
        .column(Column::words("Date").if_room(4), |of| of.date.as_deref().unwrap_or_default())
        .column(Column::words("File").if_room(2), |of| &of.file)
        .column(Column::words("XGID").if_room(1), |of| &of.xgid)
        .table;
    table.note(match reply.cards.as_slice() {
        [] => NOTHING,
        _ => "Stability: days until the chance to know it has fallen to 90 %. Difficulty: 1 to 10.",
    });
    table
}

/// A row for each answer.
pub(super) fn answers(reply: &PracticeAnswersReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&reply.answers)
        .column(Column::words("Day"), |of| of.day.as_deref().unwrap_or_default())
        .column(Column::words("Question"), |of| &of.card)
        .column(Column::words("Answer"), |of| &of.answer)
        .column(Column::number("Loss"), |of| numbers.unsigned(of.loss))
        .column(Column::words("Grade"), |of| &of.grade)
        .column(Column::number("Stability").if_room(2), |of| known(of.stability, numbers))
        .column(Column::number("Difficulty").if_room(1), |of| known(of.difficulty, numbers))
        .table;
    table.note(match reply.answers.as_slice() {
        [] => "no answer yet: `practise` asks",
        _ => "Stability and difficulty: before the answer.",
    });
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_nothing_a_sentence_says_what_to_do() {
        let numbers = &NumberFormat::default();
        let tables = [
            table(&PracticeReply { themes: Vec::new(), found: 0, dropped: 1 }, numbers),
            table(&PracticeReply { themes: Vec::new(), found: 1, dropped: 0 }, numbers),
            cards(&PracticeCardsReply { cards: Vec::new() }, numbers),
            answers(&PracticeAnswersReply { answers: Vec::new() }, numbers),
        ];
        for table in tables {
            let [(_, note)] = table.notes.as_slice() else { panic!("{table:?}") };
            assert!(note.contains("`practise`"), "{note}");
        }
    }
}
