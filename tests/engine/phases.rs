//! Parts of the game against names that readers gave to positions without knowing the rules.

use gammon::analysis::Phase;
use gammon::board::Position;
use gammon::notation::setup_from_position_id;

/// A name in `phases.tsv`.
fn phase(name: &str) -> Phase {
    match name {
        "blitz" => Phase::Blitz,
        "priming" => Phase::Priming,
        "holding" => Phase::Holding,
        "mutualholding" => Phase::MutualHolding,
        "backgame" => Phase::BackGame,
        "acepoint" => Phase::AcePoint,
        "containment" => Phase::Containment,
        "bearin" => Phase::BearIn,
        "middle" => Phase::Middle,
        other => panic!("{other}"),
    }
}

/// Positions of games of the program against itself. The rules were made with the first two sets in view, and the third
/// was named afterwards. People disagree as well, so each position may have a second name.
#[test]
fn parts_of_the_game_have_the_names_that_readers_give_them() {
    let mut sets = [(0_usize, 0_usize, 0_usize); 3];
    for line in include_str!("../data/phases.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [set, id, first, second] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::try_from(setup_from_position_id(id).expect(id)).expect(id);
        let found = Phase::after_opening(&position);
        assert_eq!(found, Phase::after_opening(&position.flipped()), "{id}: whoever decides");
        let sums = &mut sets[set.parse::<usize>().expect("a set") - 1];
        let is_first = found == phase(first);
        *sums = (
            sums.0 + 1,
            sums.1 + usize::from(is_first),
            sums.2 + usize::from(is_first || second != "-" && found == phase(second)),
        );
    }
    assert_eq!(sets, [(106, 86, 99), (100, 73, 83), (100, 64, 77)]);
}
