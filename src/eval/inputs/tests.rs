//! The fast functions against the definitions, on positions of every kind.

use super::*;
use crate::board::Position;

/// Inputs as a vector of all values, the way a net numbers them.
fn dense(kind: NetKind, inputs: &Inputs) -> Vec<f32> {
    let (layout, first_scaled) = row_layout(kind);
    let mut values = vec![0.0; kind.inputs()];
    for (rows, scaled) in inputs.groups() {
        for &row in rows {
            let (input, value) = layout[usize::from(row)];
            assert_eq!(values[input], 0.0, "input {input} twice");
            values[input] = value;
        }
        for i in (0..64).filter(|i| scaled >> i & 1 == 1) {
            values[layout[first_scaled + i].0] = inputs.scaled[i];
        }
    }
    values
}

/// Scattered checkers of all sorts: many or few, bunched or spread, some on the bar.
fn positions(n: usize) -> Vec<Position> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut below = move |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % n
    };
    (0..n)
        .map(|_| {
            let mut sides = [[0_u8; 25]; 2];
            let (spread, bar) = (below(20) + 5, below(3) == 0);
            let checkers = [below(3), below(3)].map(|few| if few == 0 { 1 + below(15) } else { 15 });
            for turn in 0..30 {
                let (side, nth) = (turn % 2, turn as u64 / 2);
                if nth >= checkers[side] {
                    continue;
                }
                let place = loop {
                    let place = if bar && below(12) == 0 { 24 } else { (below(spread) + below(25 - spread)) as usize };
                    if place == 24 || sides[1 - side][23 - place] == 0 {
                        break place;
                    }
                };
                sides[side][place] += 1;
            }
            Position::from_checkers(Checkers::new(sides[0]), Checkers::new(sides[1]))
        })
        .collect()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn contact_inputs_have_the_bits_of_the_definition() {
    let (mut writer, mut inputs) = (Writer::new(), Inputs::EMPTY);
    for position in positions(1_500) {
        for (kind, crashed) in [(NetKind::Contact, false), (NetKind::Crashed, true)] {
            let sides = [position.on_roll(), position.opponent()];
            writer.write(kind, sides, &mut inputs);
            let (fast, plain) = (dense(kind, &inputs), definition::contact(&position, crashed));
            if bits(&fast) != bits(&plain) {
                let wrong = (0..250).find(|&i| fast[i].to_bits() != plain[i].to_bits()).unwrap();
                let (feature, fast, plain) = (wrong.saturating_sub(200) % 25, fast[wrong], plain[wrong]);
                panic!("{position:?}\ninput {wrong}, feature {feature}: {fast}, expected {plain}");
            }
        }
    }
}

#[test]
fn base_and_race_inputs_are_those_of_the_definition() {
    let (mut writer, mut inputs) = (Writer::new(), Inputs::EMPTY);
    for position in positions(1_000) {
        let sides = [position.on_roll(), position.opponent()];
        writer.write(NetKind::PruningContact, sides, &mut inputs);
        assert_eq!(dense(NetKind::PruningContact, &inputs), definition::base(&position));
        if sides.iter().all(|side| side.back() < Some(23)) {
            writer.write(NetKind::Race, sides, &mut inputs);
            assert_eq!(dense(NetKind::Race, &inputs), definition::race(&position));
        }
    }
}
