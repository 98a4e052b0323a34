//! The screen at many sizes, and keys, without a terminal.

use super::data_of;
use super::draw::draw;
use super::ink::Ink;
use super::view::{Filter, Key, Over, View, Wish};
use crate::command::parse;
use crate::render::{Format, Style};
use crate::rollout::Unobserved;
use crate::session::{Look, Session};
use crate::settings::OutputSettings;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

/// A match with its analysis.
fn analyzed() -> Session {
    let mut session = Session::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat");
    for line in [
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        &format!("import mat \"{file}\""),
        "analyse match",
    ] {
        let command = parse(line).expect(line);
        session.execute(&command, &mut Unobserved).unwrap_or_else(|error| panic!("{line}: {}", error.message));
    }
    session
}

fn view() -> View {
    View::new(data_of(&analyzed()), (0, 0))
}

fn ink(style: Style, has_unicode: bool) -> Ink {
    Ink::new(Format { style, ..Format::plain(&OutputSettings::default()) }, has_unicode)
}

fn drawn(view: &View, ink: &Ink, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw(view, ink, area, &mut buffer);
    buffer
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned()).collect()
}

fn letters(view: &mut View, keys: &str) {
    for letter in keys.chars() {
        assert_eq!(view.press(Key::Letter(letter)), Wish::Nothing, "{letter}");
    }
}

#[test]
fn the_table_stands_beside_the_board_where_there_is_room() {
    let mut view = view();
    letters(&mut view, "n");
    let ink = ink(Style::Plain, true);
    for (size, is_beside) in
        [((60, 30), false), ((80, 24), false), ((99, 40), false), ((100, 24), true), ((140, 50), true)]
    {
        let lines = lines(&drawn(&view, &ink, size));
        let head = lines.iter().position(|line| line.contains("Equity")).unwrap_or_else(|| panic!("{lines:#?}"));
        let edge = lines.iter().position(|line| line.contains('┌')).expect("a board");
        assert_eq!(head < edge + 13, is_beside, "{size:?} {lines:#?}");
        let column = lines[head].chars().position(|c| c == 'P');
        assert!(!is_beside || column.is_some_and(|column| column > 60), "{lines:#?}");
        // The play that was made is marked in the table, however small it is.
        assert!(lines[head..].iter().any(|line| line.contains('◀')), "{size:?} {lines:#?}");
        assert!(lines[1].contains('−') && lines[1].contains(&view.here().done), "{lines:#?}");
    }
}

#[test]
fn any_size_is_drawn_with_whatever_lies_over_it() {
    let mut view = view();
    let ink = ink(Style::Dark, true);
    for keys in ["", "?", "e", "w", "q"] {
        view.over = Over::Nothing;
        letters(&mut view, keys);
        for width in [1, 2, 20, 52, 53, 60, 79, 80, 100, 133] {
            for height in [1, 2, 3, 4, 5, 9, 17, 21, 24, 43] {
                let buffer = drawn(&view, &ink, (width, height));
                assert_eq!(buffer.area, Rect::new(0, 0, width, height));
            }
        }
    }
}

#[test]
fn without_colors_and_without_unicode_there_are_none() {
    let mut view = view();
    letters(&mut view, "n");
    let plain = drawn(&view, &ink(Style::Plain, false), (120, 40));
    for cell in plain.content() {
        assert!(cell.fg == Color::Reset && cell.bg == Color::Reset && cell.modifier.is_empty(), "{cell:?}");
        assert!(cell.symbol().is_ascii(), "{cell:?}");
    }
    let dark = drawn(&view, &ink(Style::Dark, true), (120, 40));
    let light = drawn(&view, &ink(Style::Light, true), (120, 40));
    let colors = |buffer: &Buffer| buffer.content().iter().filter(|cell| cell.fg != Color::Reset).count();
    assert!(colors(&dark) > 30 && colors(&light) > 30);
    assert_ne!(dark, light);
}

#[test]
fn keys_step_filter_and_leave() {
    let mut view = view();
    assert_eq!(view.press(Key::On), Wish::Nothing);
    assert_eq!(view.at, 1);
    view.press(Key::Back);
    view.press(Key::Back);
    assert_eq!((view.at, view.said.as_str()), (0, "no earlier one"));
    view.press(Key::Last);
    assert_eq!(view.at, view.data.decisions.len() - 1);
    view.press(Key::First);
    letters(&mut view, "n");
    assert!(view.here().mark > 0);
    // Player 0 alone, cubes alone, large errors alone.
    letters(&mut view, "p");
    assert!(view.shown().all(|i| view.data.decisions[i].player == 0) && view.shown().count() > 10);
    letters(&mut view, "pp");
    assert_eq!(view.filter, Filter::default());
    letters(&mut view, "kk");
    assert!(view.shown().all(|i| view.data.decisions[i].cube));
    letters(&mut view, "kmm");
    assert!(view.shown().all(|i| view.data.decisions[i].loss >= 0.04) && view.shown().count() > 0);
    assert!(view.shown().any(|i| i == view.at));
    assert_eq!(view.press(Key::Escape), Wish::Nothing);
    assert_eq!(view.filter, Filter::default());
    letters(&mut view, "g");
    assert!(view.shown().all(|i| view.data.decisions[i].game == 1));
    letters(&mut view, "a");
    assert_eq!(view.press(Key::Letter('c')), Wish::Copy(view.here().xgid.clone()));
    assert_eq!(view.press(Key::Letter('d')), Wish::Look(view.here().id.clone(), Look::Deeper));
    view.news.busy = true;
    letters(&mut view, "r");
    assert!(view.said.contains("already"), "{}", view.said);
    assert_eq!([view.press(Key::Escape), view.press(Key::Interrupt)], [Wish::Stop, Wish::Stop]);
    view.news.busy = false;
    assert_eq!([view.press(Key::Escape), view.press(Key::Interrupt)], [Wish::Leave, Wish::Leave]);
}

#[test]
fn a_row_that_is_rolled_out_shows_nothing_of_an_earlier_look() {
    let mut view = view();
    letters(&mut view, "n");
    let ink = ink(Style::Plain, true);
    let screen = |view: &View| lines(&drawn(view, &ink, (140, 40))).join("\n");
    let rolled = view.here().rows[0].name.clone();
    let has_chances = |screen: &str| screen.contains("lose g");
    assert!(has_chances(&screen(&view)), "{}", screen(&view));
    view.news.busy = true;
    view.news.id = view.here().id.clone();
    view.news.rows = vec![(rolled.clone(), "+7.777 ±.002".to_owned())];
    let screen = screen(&view);
    let row = screen.lines().find(|line| line.contains(&rolled) && line.contains("+7.777")).expect("its row");
    let digits = row.split("+7.777 ±.002").nth(1).expect("what stands behind it");
    assert!(digits.contains("going on") && !digits.contains(|c: char| c.is_ascii_digit()), "{row}");
    assert!(!has_chances(&screen), "{screen}");
}

#[test]
fn the_ten_worst_are_a_list_to_choose_from() {
    let mut view = view();
    letters(&mut view, "w");
    let Over::List { decisions, .. } = &view.over else { panic!("{:?}", view.over) };
    let losses: Vec<f64> = decisions.iter().map(|&i| view.data.decisions[i].loss).collect();
    assert!(losses.len() == 10 && losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let second = decisions[1];
    view.press(Key::First);
    view.press(Key::Down);
    view.press(Key::Enter);
    assert!(view.at == second && matches!(view.over, Over::Nothing));
}

#[test]
fn the_quiz_hides_the_answer_and_keeps_score() {
    let mut view = view();
    let ink = ink(Style::Plain, true);
    letters(&mut view, "q");
    assert!(view.here().mark > 0 && !view.is_open());
    let hidden = lines(&drawn(&view, &ink, (100, 40))).join("\n");
    assert!(!hidden.contains('◀') && !hidden.contains("Equity") && !hidden.contains('−'), "{hidden}");
    assert!(hidden.contains("What is best?"), "{hidden}");
    let best = view.here().rows.iter().find(|row| row.best).expect("a best row").name.clone();
    let mut names: Vec<String> = view.here().rows.iter().map(|row| row.name.clone()).collect();
    if !view.here().cube {
        names.sort();
    }
    let place = names.iter().position(|name| *name == best).expect("a choice");
    for _ in 0..=place {
        view.press(Key::Down);
    }
    let xgid = view.here().xgid.clone();
    let Wish::Keep(of, answer) = view.press(Key::Enter) else { panic!("an answer is kept for practice") };
    assert_eq!((of, &answer), (xgid, &best));
    let shown = lines(&drawn(&view, &ink, (100, 40))).join("\n");
    assert!(shown.contains(&format!("right: {best} is best")) && shown.contains("1 of 1 right"), "{shown}");
    view.press(Key::On);
    assert!(!view.is_open());
    assert!(matches!(view.press(Key::Letter(' ')), Wish::Nothing), "who has the answer shown has given none");
    assert!(view.is_open());
    view.press(Key::Escape);
    assert!(view.quiz.is_none());
}
