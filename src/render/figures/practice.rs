//! What there is to practise, by theme.

use crate::render::NumberFormat;
use crate::render::table::{Column, Table};
use crate::session::{PracticeAnswersReply, PracticeCardsReply, PracticeReply};
use crate::words::{counted, there_are};

/// A row for each theme.
pub(super) fn table(reply: &PracticeReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([
        Column::words("Theme"),
        Column::number("Questions"),
        Column::number("New"),
        Column::number("Due"),
        Column::number("In a week").if_room(1),
        Column::number("Answers"),
        Column::number("Kept"),
        Column::number("Lost"),
    ]);
    table.title = "practice: your own errors".to_owned();
    let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share));
    for of in &reply.themes {
        table.row([
            of.theme.clone(),
            of.cards.to_string(),
            of.new.to_string(),
            of.due.to_string(),
            of.week.to_string(),
            of.answers.to_string(),
            share(of.retention),
            of.lost.map_or_else(String::new, |lost| numbers.unsigned(lost)),
        ]);
    }
    if reply.themes.is_empty() && reply.found == 0 {
        table.columns.clear();
        table.note("no question yet: `practise` looks for your errors, `train` asks without them");
        return table;
    }
    table.note("Kept: of the answers to a question asked before, the share that was not wrong. Lost: in the mean.");
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
    let mut table = Table::new([
        Column::words("Question").if_room(3),
        Column::words("Asked"),
        Column::words("Theme").if_room(9),
        Column::words("Made"),
        Column::words("Best"),
        Column::number("Loss"),
        Column::words("Due"),
        Column::number("Stability").if_room(8),
        Column::number("Difficulty").if_room(7),
        Column::words("Last").if_room(6),
        Column::words("Opponent").if_room(5),
        Column::words("Date").if_room(4),
        Column::words("File").if_room(2),
        Column::words("XGID").if_room(1),
    ]);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    for of in &reply.cards {
        table.row([
            of.card.clone(),
            of.asked.to_owned(),
            of.theme.clone(),
            of.made.clone(),
            of.best.clone(),
            numbers.unsigned(of.loss),
            text(&of.due),
            known(of.stability, numbers),
            known(of.difficulty, numbers),
            text(&of.last),
            of.opponent.clone(),
            text(&of.date),
            of.file.clone(),
            of.xgid.clone(),
        ]);
    }
    table.note("Stability: days until the chance to know it has fallen to 90 %. Difficulty: 1 to 10.");
    table
}

/// A row for each answer.
pub(super) fn answers(reply: &PracticeAnswersReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([
        Column::words("Day"),
        Column::words("Question"),
        Column::words("Answer"),
        Column::number("Loss"),
        Column::words("Grade"),
        Column::number("Stability").if_room(2),
        Column::number("Difficulty").if_room(1),
    ]);
    for of in &reply.answers {
        table.row([
            of.day.clone().unwrap_or_default(),
            of.card.clone(),
            of.answer.clone(),
            numbers.unsigned(of.loss),
            of.grade.clone(),
            known(of.stability, numbers),
            known(of.difficulty, numbers),
        ]);
    }
    table.note("Stability and difficulty: before the answer.");
    table
}

/// A number of the scheduler, where there is one.
fn known(number: Option<f64>, numbers: &NumberFormat) -> String {
    number.map_or_else(String::new, |number| numbers.unsigned(number))
}
