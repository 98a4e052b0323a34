//! What is equal in two records of a match, by what a file can hold.
use gammon::board::Player;
use gammon::record::{Branch, Event, GameRecord, Note, Numbers, Outcome, Record, Standing, Step};

/// What a `.mat` file can hold of a game: its beginning, what is on the table after each play and cube action, its end.
pub type Held = (Standing, Vec<(String, Option<gammon::board::Position>)>, Option<(Player, u32)>);

pub fn held(record: &Record) -> Vec<Held> {
    record
        .games()
        .iter()
        .map(|game| {
            let Event::Begin { standing, .. } = game.steps[0].event else { panic!("a game begins") };
            let steps = game.steps.iter().filter_map(|step| {
                let what = match &step.event {
                    Event::Play(_) => "play".to_owned(),
                    Event::Roll(roll) => format!("roll {roll}"),
                    Event::Double | Event::Take | Event::Pass | Event::Beaver => format!("{:?}", step.event),
                    Event::Irregular(_) => "against the rules".to_owned(),
                    _ => return None,
                };
                Some((what, step.after.game.map(|game| game.position)))
            });
            let last = game.state(game.steps.len());
            let end = last.outcome.map(|Outcome { winner, points, .. }| (winner, points));
            (standing, steps.collect(), end)
        })
        .collect()
}

fn same(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-4
}

fn same_numbers(a: &Numbers, b: &Numbers) -> bool {
    a.outputs == b.outputs && same(a.cubeless, b.cubeless) && same(a.cubeful, b.cubeful)
}

/// Equal but for the rounding of equities that are winning chances in the file.
fn same_notes(a: &Note, b: &Note) -> bool {
    let mut a = a.clone();
    if let (Some(x), Some(y)) = (&mut a.cube, &b.cube) {
        let errors = |e: &Option<[Numbers; 2]>| e.unwrap_or_default();
        let pairs = [(x.no_double, y.no_double), (x.take, y.take)]
            .into_iter()
            .chain(errors(&x.errors).into_iter().zip(errors(&y.errors)));
        if pairs.into_iter().all(|(a, b)| same_numbers(&a, &b)) {
            (x.no_double, x.take, x.errors) = (y.no_double, y.take, y.errors);
        }
    }
    if let (Some(x), Some(y)) = (&mut a.plays, &b.plays) {
        for (x, y) in x.plays.iter_mut().zip(&y.plays) {
            if same_numbers(&x.numbers, &y.numbers)
                && same_numbers(&x.errors.unwrap_or_default(), &y.errors.unwrap_or_default())
            {
                (x.numbers, x.errors) = (y.numbers, y.errors);
            }
        }
    }
    a == *b
}

fn assert_same_lines(place: &str, lines: &[Branch], read: &[Branch]) {
    assert_eq!(lines.len(), read.len(), "{place}");
    for (x, y) in lines.iter().zip(read) {
        assert_eq!((x.at, x.steps.len()), (y.at, y.steps.len()), "{place}");
        let same = |(x, y): (&Step, &Step)| x.event == y.event && x.after == y.after && same_notes(&x.note, &y.note);
        assert!(x.steps.iter().zip(&y.steps).all(same), "{place}");
        assert_same_lines(place, &x.branches, &y.branches);
    }
}

pub fn assert_same(n: usize, games: &[GameRecord], read: &[GameRecord], text: &str) {
    assert_eq!(games.len(), read.len(), "match {n}\n{text}");
    for (g, (a, b)) in games.iter().zip(read).enumerate() {
        assert_eq!(a.steps.len(), b.steps.len(), "match {n}, game {g}\n{text}");
        for (i, (x, y)) in a.steps.iter().zip(&b.steps).enumerate() {
            assert_eq!((&x.event, &x.after), (&y.event, &y.after), "match {n}, game {g}, step {i}\n{text}");
            assert!(same_notes(&x.note, &y.note), "match {n}, game {g}, step {i}\n{:#?}\n{:#?}\n", x.note, y.note);
        }
        assert_same_lines(&format!("match {n}, game {g}\n{text}"), &a.branches, &b.branches);
    }
}
