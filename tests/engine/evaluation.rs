//! Static evaluation against tables made with GNU Backgammon, and against the rules alone.

use crate::support;

use gammon::board::{Checkers, Position, SeenBy};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::gnubg::ReferenceNets;
use gammon::eval::{Class, Evaluator, NetSet, Outputs, Scratch};

/// The rows of a table as fields by column name.
struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

impl Table {
    fn read(text: &'static str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect());
        let columns = lines.next().expect("a line of column names");
        Self { columns, rows: lines.collect() }
    }

    fn get(&self, row: usize, column: &str) -> &'static str {
        let at = self.columns.iter().position(|&name| name == column).expect("a column of this name");
        self.rows[row][at]
    }

    fn outputs(&self, row: usize) -> Outputs {
        let columns = ["win", "wing", "winbg", "loseg", "losebg"];
        Outputs(columns.map(|column| self.get(row, column).parse().expect("a number")))
    }

    fn position(&self, row: usize) -> Position {
        Position::from_checkers(checkers(self.get(row, "me")), checkers(self.get(row, "opp")))
    }
}

fn checkers(field: &str) -> Checkers {
    let mut counts = [0; 25];
    for (count, word) in counts.iter_mut().zip(field.split(' ')) {
        *count = word.parse().expect("a count");
    }
    Checkers::new(counts)
}

fn positions() -> Table {
    Table::read(include_str!("../data/positions.csv"))
}

fn reference(test: &str) -> Option<Evaluator> {
    let nets = ReferenceNets::from_bytes(&support::reference_weights(test)?).expect("sound weights");
    Some(Evaluator::new(NetSet::Reference(nets), Bearoff::standard()))
}

/// The largest difference of any output, and how many outputs differ by more than `bound`.
fn compare(pairs: impl Iterator<Item = (Outputs, Outputs)>, bound: f32) -> (f32, usize) {
    let differences = pairs.flat_map(|(a, b)| (0..5).map(move |k| (a.0[k] - b.0[k]).abs()));
    differences.fold((0.0, 0), |(worst, n), difference| (difference.max(worst), n + usize::from(difference > bound)))
}

#[test]
fn classes_are_those_of_the_reference() {
    let table = positions();
    for row in 0..table.rows.len() {
        let class = Class::of(&table.position(row));
        assert_eq!(class.name(), table.get(row, "class"), "position {}", table.get(row, "id"));
    }
}

#[test]
fn outputs_are_those_of_the_reference() {
    let Some(evaluator) = reference("outputs_are_those_of_the_reference") else { return };
    let mut scratch = Scratch::new();
    let (table, expected) = (positions(), Table::read(include_str!("../data/eval0.csv")));
    let pairs = (0..table.rows.len()).map(|row| {
        assert_eq!(table.get(row, "id"), expected.get(row, "id"));
        (evaluator.outputs(&table.position(row), &mut scratch), expected.outputs(row))
    });
    let (worst, far) = compare(pairs, 1e-5);
    assert!(worst < 1e-4, "an output differs by {worst}");
    assert!(far <= 5, "{far} of 5000 outputs differ by more than 1e-5");
}

#[test]
fn bearoff_outputs_are_those_of_the_reference() {
    let Some(evaluator) = reference("bearoff_outputs_are_those_of_the_reference") else { return };
    let mut scratch = Scratch::new();
    let table = Table::read(include_str!("../data/bearoff_eval.csv"));
    let pairs = (0..table.rows.len()).map(|row| {
        let position = table.position(row);
        assert_eq!(evaluator.classify(&position).name(), table.get(row, "class"));
        (evaluator.outputs(&position, &mut scratch), table.outputs(row))
    });
    assert_eq!(compare(pairs, 2e-7).1, 0);
}

/// Debian's program takes an approximate reciprocal in the hidden units.
#[test]
fn outputs_are_close_to_those_of_debians_program() {
    let Some(evaluator) = reference("outputs_are_close_to_those_of_debians_program") else { return };
    let mut scratch = Scratch::new();
    let (table, expected) = (positions(), Table::read(include_str!("../data/eval0_debian.csv")));
    let pairs =
        (0..table.rows.len()).map(|row| (evaluator.outputs(&table.position(row), &mut scratch), expected.outputs(row)));
    assert!(compare(pairs, 0.0).0 < 2e-3);
}

#[test]
fn batches_give_the_bits_of_single_positions() {
    let Some(evaluator) = reference("batches_give_the_bits_of_single_positions") else { return };
    let mut scratch = Scratch::new();
    let table = positions();
    let all: Vec<Position> = (0..table.rows.len()).map(|row| table.position(row)).collect();
    let bits = |outputs: &Outputs| outputs.0.map(f32::to_bits);
    let (mut batch, mut mover) = (Vec::new(), Vec::new());
    evaluator.outputs_of(SeenBy::OnRoll, &all, &mut scratch, &mut batch);
    let flipped: Vec<Position> = all.iter().map(Position::flipped).collect();
    evaluator.outputs_of(SeenBy::Mover, &flipped, &mut scratch, &mut mover);
    for ((position, outputs), mover) in all.iter().zip(&batch).zip(&mover) {
        assert_eq!(bits(outputs), bits(&evaluator.outputs(position, &mut scratch)));
        assert_eq!(bits(outputs), bits(mover));
    }
}

/// What holds for any net, tried with the program's own: no installation of GNU Backgammon is needed.
#[test]
fn outputs_obey_the_rules_of_the_game() {
    let evaluator = Evaluator::standard();
    let mut scratch = Scratch::new();
    let table = positions();
    for position in (0..table.rows.len()).map(|row| table.position(row)).flat_map(|p| [p, p.flipped()]) {
        let outputs = evaluator.outputs(&position, &mut scratch);
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs.0;
        assert!(outputs.0.iter().all(|p| (0.0..=1.0).contains(p)), "{position:?}: {outputs:?}");
        assert!(win_backgammon <= win_gammon && win_gammon <= win, "{position:?}: {outputs:?}");
        assert!(lose_backgammon <= lose_gammon && lose_gammon <= 1.0 - win, "{position:?}: {outputs:?}");
        if position.opponent().total() < 15 {
            assert_eq!(win_gammon, 0.0, "{position:?}: a checker of the loser is off");
        }
        if position.on_roll().total() < 15 {
            assert_eq!(lose_gammon, 0.0, "{position:?}: a checker of the loser is off");
        }
        assert_eq!(evaluator.classify(&position), evaluator.classify(&position.flipped()));
    }
}

#[test]
fn finished_games_are_worth_their_result_from_either_side() {
    let evaluator = Evaluator::standard();
    let mut scratch = Scratch::new();
    let side = |places: &[(usize, u8)]| {
        let mut counts = [0; 25];
        places.iter().for_each(|&(place, count)| counts[place] = count);
        Checkers::new(counts)
    };
    // One checker off; none off; none off and one still in the winner's home board or on the bar.
    let losers: [(&[_], [f32; 5]); 4] = [
        (&[(5, 14)], [1.0, 0.0, 0.0, 0.0, 0.0]),
        (&[(5, 14), (17, 1)], [1.0, 1.0, 0.0, 0.0, 0.0]),
        (&[(5, 14), (18, 1)], [1.0, 1.0, 1.0, 0.0, 0.0]),
        (&[(5, 14), (24, 1)], [1.0, 1.0, 1.0, 0.0, 0.0]),
    ];
    for (loser, expected) in losers {
        let position = Position::from_checkers(Checkers::NONE, side(loser));
        let outputs = evaluator.outputs(&position, &mut scratch);
        assert_eq!(outputs, Outputs(expected));
        assert_eq!(evaluator.outputs(&position.flipped(), &mut scratch), outputs.flipped());
    }
}

/// A last checker on the ace point is off with any roll, whatever the other side holds.
#[test]
fn the_last_roll_is_certain() {
    let evaluator = Evaluator::standard();
    let mut scratch = Scratch::new();
    let mut last = [0; 25];
    last[0] = 1;
    for place in [0, 5, 11, 22] {
        let mut counts = [0; 25];
        counts[place] = 3;
        let position = Position::from_checkers(Checkers::new(last), Checkers::new(counts));
        assert_eq!(evaluator.outputs(&position, &mut scratch), Outputs([1.0, 0.0, 0.0, 0.0, 0.0]), "{place}");
    }
}
