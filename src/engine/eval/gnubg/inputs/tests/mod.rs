//! The fast functions against the definitions, on positions of every kind.

mod definition;

use super::*;
use crate::board::Position;
use crate::simd::vector::bits;
use crate::simd::{Instructions, Scalar};

/// All inputs of a position, the way a net numbers them.
fn dense(kind: NetKind, sides: [&Checkers; 2], scaled: &Scaled, position: usize) -> Vec<f32> {
    let (layout, first_scaled) = row_layout(kind);
    let mut values = vec![0.0; kind.inputs()];
    let inputs = Inputs::new(kind, sides, scaled, position);
    for side in inputs.sides {
        // Before the rows of places comes one of zeros.
        let row = |place: usize| side.first - 1 + place * PLACE_ROWS + usize::from(side.checkers.bytes()[place]) - 1;
        for (input, value) in bits(side.places).flat_map(|place| &layout[row(place)]) {
            assert_eq!(values[*input], 0.0, "input {input} twice");
            values[*input] = *value;
        }
        for (i, &value) in inputs.multiplied(&side) {
            assert_ne!(value, 0.0, "input {i} need not be multiplied");
            values[layout[first_scaled + i][0].0] = value;
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

/// Checks the inputs of all positions, in batches of many sizes, against a definition.
fn check(kind: NetKind, positions: &[Position], definition: impl Fn(&Position) -> Vec<f32>) {
    let (mut writer, mut scaled) = (Writer::new(), Scaled::NONE);
    let mut left = positions;
    for size in (1..=WIDTH).cycle() {
        let (batch, rest) = left.split_at(size.min(left.len()));
        left = rest;
        if batch.is_empty() {
            break;
        }
        let sides: Vec<_> = batch.iter().map(|position| [position.on_roll(), position.opponent()]).collect();
        writer.write::<<Scalar as Instructions>::Ints>(Scalar, kind, &sides, &mut scaled);
        for (i, position) in batch.iter().enumerate() {
            let (fast, plain) = (dense(kind, sides[i], &scaled, i), definition(position));
            assert_eq!(fast.len(), plain.len());
            if let Some(wrong) = (0..fast.len()).find(|&i| fast[i].to_bits() != plain[i].to_bits()) {
                let (feature, fast, plain) = (wrong.saturating_sub(200) % 25, fast[wrong], plain[wrong]);
                panic!("{position:?}\ninput {wrong}, feature {feature}: {fast}, expected {plain}");
            }
        }
    }
}

#[test]
fn contact_inputs_have_the_bits_of_the_definition() {
    let positions = positions(3_000);
    check(NetKind::Contact, &positions, |position| definition::contact(position, false));
    check(NetKind::Crashed, &positions, |position| definition::contact(position, true));
}

#[test]
fn base_and_race_inputs_are_those_of_the_definition() {
    let mut positions = positions(1_000);
    check(NetKind::PruningContact, &positions, definition::base);
    positions.retain(|position| [position.on_roll(), position.opponent()].iter().all(|side| side.back() < Some(23)));
    assert!(positions.len() > 100);
    check(NetKind::Race, &positions, definition::race);
}
