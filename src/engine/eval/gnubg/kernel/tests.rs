//! Every kernel of this machine against the scalar one.

use crate::board::{Checkers, Position, SeenBy, Variation};
use crate::eval::gnubg::file::tests::sample_file;
use crate::eval::gnubg::{NetKind, ReferenceNets, ReferenceScratch};
use crate::eval::{Class, Outputs};
use crate::movegen::legal_plays;
use crate::simd::Kernel;

/// All positions of two turns from the start, and what follows from a few of them; then some with all numbers of
/// checkers borne off.
fn positions() -> Vec<Position> {
    let mut all = vec![Variation::Standard.starting_position()];
    let mut next = 0;
    while all.len() < 400 {
        let parent = all[next];
        next += 7;
        for roll in crate::board::Roll::ALL {
            all.extend(legal_plays(&parent, roll).iter().map(|play| play.result.flipped()).step_by(9));
        }
        next = next.min(all.len() - 1);
    }
    let left = |n: usize| {
        let mut counts = [0; 25];
        (0..n).for_each(|i| counts[(5 * i + n) % 11] += 1);
        Checkers::new(counts)
    };
    let some_off = (1..=15).flat_map(|me| [1, 4, 15, 9].map(|opponent| (me * 7 % 15 + 1, opponent)));
    all.extend(some_off.map(|(me, opponent)| Position::from_checkers(left(me), left(opponent))));
    all
}

#[test]
fn kernels_agree_on_every_bit() {
    let positions = positions();
    // Widths of one block, of a part of a chunk, and beyond a chunk. Batches of one, of less than four positions and
    // more, of two fours, of one more than those, and of many.
    for hidden in [5, 16, 40, 130] {
        let nets = ReferenceNets::from_bytes(&sample_file(hidden)).unwrap();
        let evaluate = |nets: &ReferenceNets, class: Class, kind: NetKind, batch: usize| {
            let mut scratch = ReferenceScratch::new();
            let mut out = vec![Outputs::LOSS; positions.len()];
            for (positions, out) in positions.chunks(batch).zip(out.chunks_mut(batch)) {
                let classes = vec![class; positions.len()];
                nets.outputs_of(|_| Some(kind), &classes, SeenBy::OnRoll, positions, &mut scratch, out);
            }
            out.into_iter().map(|outputs| outputs.0.map(f32::to_bits)).collect::<Vec<_>>()
        };
        let kinds = [
            (Class::Contact, NetKind::Contact),
            (Class::Crashed, NetKind::Crashed),
            (Class::Race, NetKind::Race),
            (Class::Contact, NetKind::PruningContact),
        ];
        for (class, kind) in kinds {
            let nets = nets.clone().with_kernel(Kernel::SCALAR);
            let expected = evaluate(&nets, class, kind, 1000);
            for kernel in Kernel::available() {
                let nets = nets.clone().with_kernel(kernel);
                for batch in [1, 3, 6, 9, 1000] {
                    assert!(
                        evaluate(&nets, class, kind, batch) == expected,
                        "{kernel}, {hidden} units, {batch} at once"
                    );
                }
            }
        }
    }
}
