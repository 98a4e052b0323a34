//! Match equity tables against the numbers of GNU Backgammon 1.07.

use gammon::board::{ByPlayer, Player};
use gammon::scoring::Met;
use std::collections::BTreeMap;
use std::io::Write;

/// Within a table's own length the numbers are equal as printed. Beyond it a few differ by one unit in the last place
/// (6e-8), since the error function of a C library does not always round to the nearest.
const EXTENSION: f32 = 7e-8;

struct Row<'a> {
    kind: &'a str,
    away: ByPlayer<u8>,
    mwc: &'a str,
}

fn row<'a>(fields: &[&'a str]) -> Row<'a> {
    let [kind, a, b, mwc] = fields else { panic!("four columns") };
    Row { kind, away: ByPlayer([a.parse().unwrap(), b.parse().unwrap()]), mwc }
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

/// Whether all eight decimals are equal; they must be nearly so.
fn check(met: &Met, row: &Row) -> bool {
    let [a, b] = row.away.0;
    let (ours, explicit) = match row.kind {
        "pre" => (met.pre_crawford(row.away, Player::Top), a.max(b) <= met.length()),
        "post0" => (met.post_crawford(Player::Top, a), a < met.length()),
        "post1" => (met.post_crawford(Player::Bottom, a), a < met.length()),
        other => panic!("unknown kind {other}"),
    };
    let name = met.name();
    let is_equal = format!("{ours:.8}") == row.mwc;
    if explicit && met.length() < Met::MAX_AWAY {
        assert!(is_equal, "{name}: {} {a} {b}: {ours:.8} {}", row.kind, row.mwc);
    } else {
        let theirs: f32 = row.mwc.parse().unwrap();
        assert!((ours - theirs).abs() <= EXTENSION, "{name}: {} {a} {b}: {ours} {theirs}", row.kind);
    }
    is_equal
}

#[test]
fn the_default_table_is_complete() {
    let met = Met::kazaross_xg2();
    let (mut n, mut unlike) = (0, 0);
    for fields in lines(include_str!("../data/met_default.csv")) {
        unlike += usize::from(!check(&met, &row(&fields)));
        n += 1;
    }
    assert!(unlike < 120, "{unlike} of {n} differ in the last place");
    assert_eq!((n, met.name(), met.length()), (4224, "Kazaross XG2 25 point MET", 25));
}

#[test]
fn our_tables_agree_with_the_spot_checks() {
    for (file, met) in
        [("Kazaross-XG2.xml", Met::kazaross_xg2()), ("woolsey.xml", Met::woolsey()), ("zadeh.xml", Met::zadeh())]
    {
        let mut n = 0;
        for fields in lines(include_str!("../data/met.csv")).filter(|fields| fields[0] == file) {
            check(&met, &row(&fields[1..]));
            n += 1;
        }
        assert_eq!(n, 44, "{file}");
    }
}

#[test]
fn tables_installed_with_gnu_backgammon_read_the_same() {
    let folder = std::env::var("GNUBG_DATA").unwrap_or_else(|_| "/usr/share/gnubg".into());
    let mut tables = BTreeMap::new();
    for fields in lines(include_str!("../data/met.csv")) {
        let file = fields[0];
        let path = format!("{folder}/met/{file}");
        let met = tables.entry(file).or_insert_with(|| match std::fs::read_to_string(path) {
            Ok(text) => Some(Met::from_xml(&text).unwrap()),
            Err(_) => {
                writeln!(std::io::stderr(), "SKIPPED: {file} is not in {folder}/met").unwrap();
                None
            }
        });
        if let Some(met) = met {
            check(met, &row(&fields[1..]));
        }
    }
    assert_eq!(tables.len(), 12);
}

#[test]
fn an_asymmetric_table_turns_round() {
    let Ok(text) = std::fs::read_to_string("/usr/share/gnubg/met/jac050.xml") else {
        writeln!(std::io::stderr(), "SKIPPED: no jac050.xml").unwrap();
        return;
    };
    let met = Met::from_xml(&text).unwrap();
    let inverted = met.inverted();
    for (a, b) in [(1, 1), (2, 1), (1, 3), (7, 4), (40, 30)] {
        let (away, turned) = (ByPlayer([a, b]), ByPlayer([b, a]));
        let (x, y) = (met.pre_crawford(away, Player::Top), inverted.pre_crawford(turned, Player::Bottom));
        assert!((x - y).abs() < 1e-6, "{a} {b}");
        assert_eq!(met.post_crawford(Player::Top, a), inverted.post_crawford(Player::Bottom, a));
    }
    assert_eq!(inverted.inverted().post_crawford(Player::Top, 9), met.post_crawford(Player::Top, 9));
}
