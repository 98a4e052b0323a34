//! Race counts against those GNU Backgammon 1.07 prints.

use gammon::board::{Position, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::counts::{self, EffectivePips, RaceAdvice, RaceCount};
use gammon::notation::setup_from_position_id;
use std::collections::HashMap;

fn position(id: &str) -> Position {
    setup_from_position_id(id).unwrap().into_position(Variation::Standard).unwrap()
}

/// The rows of a table whose last columns may hold commas within quotes.
fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let mut fields = vec![String::new()];
            let mut quoted = false;
            for c in line.chars() {
                match c {
                    '"' => quoted = !quoted,
                    ',' if !quoted => fields.push(String::new()),
                    _ => fields.last_mut().unwrap().push(c),
                }
            }
            names.iter().map(ToString::to_string).zip(fields).collect()
        })
        .collect()
}

fn advice(text: &str) -> RaceAdvice {
    match text {
        _ if text.contains("Drop") => RaceAdvice::Pass,
        _ if text.starts_with("No") => RaceAdvice::NoDouble,
        // The 8-9-12 rule is printed so above 9 percent, where a redouble is right too.
        _ if text.starts_with("Redouble") || text.contains("12 percent") => RaceAdvice::Redouble,
        _ => RaceAdvice::Double,
    }
}

#[test]
fn counts_and_verdicts_agree() {
    let rows = rows(include_str!("../data/race.csv"));
    assert_eq!(rows.len(), 120);
    for row in rows {
        let position = position(&row["pid"]);
        let text = |name: &str| row[name].as_str();
        let number = |name: &str| row[name].parse::<f64>().unwrap();
        let check = |name: &str, count: RaceCount| {
            let column = |suffix: &str| format!("{name}_{suffix}");
            assert_eq!(count.on_roll.to_string(), row[&column("l")], "{name} {}", text("pid"));
            assert_eq!(count.opponent.to_string(), row[&column("t")], "{name} {}", text("pid"));
            assert_eq!(format!("{:.1}", count.surcharged), row[&column("adj")], "{name} {}", text("pid"));
            assert_eq!(count.advice, advice(&row[&column("verdict")]), "{name} {}", text("pid"));
        };
        check("thorp", counts::thorp(&position));
        check("keith", counts::keith(&position));
        let isight = counts::isight(&position);
        assert_eq!(isight.on_roll.to_string(), text("isight_l"), "isight {}", text("pid"));
        assert_eq!(isight.opponent.to_string(), text("isight_t"), "isight {}", text("pid"));
        // Two rows lack the last columns.
        if !text("isight_gwc").is_empty() {
            assert!((isight.formula_percent() - number("isight_gwc")).abs() < 0.0501);
            assert_eq!(isight.win_percent, isight.formula_percent().clamp(0.0, 100.0));
            assert_eq!(isight.advice, advice(text("isight_verdict")));
        }
        let kleinman = counts::kleinman(&position);
        assert!((kleinman.k - number("kleinman_k")).abs() < 6e-4, "{kleinman:?} {}", number("kleinman_k"));
        assert!((kleinman.win - number("kleinman_p")).abs() < 6e-5);
        let rule = counts::lead_rule(&position);
        assert!((rule.lead_percent - number("pct8912")).abs() < 0.0501);
        assert_eq!(rule.advice, advice(text("verdict8912")));
    }
}

/// A count of 90 is 99 with its tenth, two less than 101: a pass, as GNU Backgammon says.
#[test]
fn a_count_at_the_limit_is_a_pass() {
    let count = counts::thorp(&position("bHcbAAC6ewMAAA"));
    assert_eq!((count.on_roll, count.opponent, count.advice), (90, 101, RaceAdvice::Pass));
}

#[test]
fn effective_pips_agree() {
    let one_sided = &Bearoff::standard().one_sided;
    let mut n = 0;
    for line in
        include_str!("../data/bearoff1.csv").lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
    {
        let fields: Vec<&str> = line.split(',').collect();
        let mut points = [0; 25];
        for (point, word) in points.iter_mut().zip(fields[0].split(' ')) {
            *point = word.parse().unwrap();
        }
        let side = gammon::board::Checkers::new(points);
        let effective = EffectivePips::exact(&side, one_sided).unwrap();
        for (ours, theirs) in
            [(effective.rolls, fields[2]), (effective.pips, fields[6]), (effective.wastage, fields[7])]
        {
            assert!((ours - theirs.parse::<f64>().unwrap()).abs() < 5.1e-4, "{line}: {ours}");
        }
        n += 1;
    }
    assert_eq!(n, 478);
}

#[test]
fn a_one_sided_rollout_of_a_race() {
    // GNU Backgammon prints 0.655 and effective pips of 88.733 and 91.591 from 5760 trials.
    let one_sided = &Bearoff::standard().one_sided;
    let rollout = counts::one_sided_rollout(&position("7O5xAADs7jkAAA"), one_sided, 5760, 1);
    assert!((rollout.outputs.win() - 0.655).abs() < 0.01, "{rollout:?}");
    assert!((rollout.effective.on_roll.pips - 88.733).abs() < 0.3, "{rollout:?}");
    assert!((rollout.effective.opponent.pips - 91.591).abs() < 0.3, "{rollout:?}");
    // Both sides home: nothing to roll out, the database itself answers.
    let home = position("WwAAwFYAAAAAAA");
    let rollout = counts::one_sided_rollout(&home, one_sided, 5760, 1);
    let exact = one_sided.home_outputs(home.on_roll(), home.opponent());
    assert!((rollout.outputs.win() - exact.win()).abs() < 1e-6);
    assert!((rollout.outputs.win() - 0.740).abs() < 6e-4);
    // A side that is off with the next roll wins a gammon from one that has borne nothing off.
    let side = |counts: [u8; 25]| gammon::board::Checkers::new(counts);
    let (mut two, mut all) = ([0; 25], [0; 25]);
    (two[0], all[5]) = (2, 15);
    let gammon = Position::from_checkers(side(two), side(all));
    let outputs = counts::one_sided_rollout(&gammon, one_sided, 36, 1).outputs;
    assert!((outputs.win() - 1.0).abs() < 1e-6 && (outputs.win_gammon() - 1.0).abs() < 1e-6);
    // Before that the other side may take one off: on the 6 point by 11 rolls with a 6 and 9 others at most.
    let outputs = counts::one_sided_rollout(&gammon.flipped(), one_sided, 36, 1).outputs;
    assert!(outputs.win() < 1e-6 && outputs.lose_gammon() > 0.4 && outputs.lose_gammon() < 0.8, "{outputs:?}");
}
