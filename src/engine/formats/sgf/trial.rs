//! The trials of a rollout as game trees.

use super::super::builder::Hop;
use super::{checkers, color, letters, owner, rule};
use crate::board::{Player, Position, Roll, Side, Variation};
use crate::movegen::legal_plays;
use crate::rollout::{PlayedGame, Start, Step};
use crate::scoring::Terms;
use std::fmt::Write;

/// A game that begins anywhere, as one game tree: a root with score and rules, the setup, and a node for every play and
/// cube action. How it ended is not written beyond its last node.
pub fn sgf_game(game: &PlayedGame, terms: &Terms, variation: Variation) -> String {
    let mut text = root(terms, variation);
    setup(&mut text, &game.start);
    for step in &game.steps {
        match step {
            Step::Double { by, taken } => {
                let answer = if *taken { "take" } else { "drop" };
                let _ = writeln!(text, ";{}[double]\n;{}[{answer}]", color(*by), color(!*by));
            }
            Step::Play { by, roll, before, after } => {
                let _ =
                    writeln!(text, ";{}[{}{}{}]", color(*by), roll.high(), roll.low(), play(*by, *roll, before, after));
            }
        }
    }
    text + ")\n"
}

fn root(terms: &Terms, variation: Variation) -> String {
    let (length, score) = match terms {
        Terms::Money { .. } => (0, [0, 0]),
        Terms::Match(score) => (score.length(), score.score().0),
    };
    let mut rules = Vec::new();
    match terms {
        Terms::Money { jacoby, .. } => rules.extend(jacoby.then_some("Jacoby")),
        Terms::Match(score) => {
            rules.push("Crawford");
            rules.extend(score.crawford().then_some("CrawfordGame"));
        }
    }
    rules.extend(rule(variation));
    let rules = if rules.is_empty() { String::new() } else { format!("RU[{}]", rules.join(":")) };
    format!(
        "(;FF[4]GM[6]CA[UTF-8]AP[gammon:{}]MI[length:{length}][game:0][ws:{}][bs:{}]PW[White]PB[Black]{rules}\n",
        env!("CARGO_PKG_VERSION"),
        score[0],
        score[1],
    )
}

/// The player on roll, the cube and the checkers, each in a node of its own as GNU Backgammon has it.
fn setup(text: &mut String, start: &Start) {
    let of = |player: Player| {
        let side = if player == start.on_roll { Side::OnRoll } else { Side::Opponent };
        checkers(player, start.position.side(side))
    };
    let _ = write!(
        text,
        ";PL[{}]\n;CP[{}]\n;CV[{}]\n;AE[a:y]AW{}AB{}\n",
        color(start.on_roll),
        owner(start.cube.owner()),
        start.cube.value(),
        of(Player::Top),
        of(Player::Bottom),
    );
}

/// The checker moves between two positions as pairs of letters; nothing when the player cannot move.
fn play(by: Player, roll: Roll, before: &Position, after: &Position) -> String {
    let plays = legal_plays(before, roll);
    let Some(play) = plays.iter().find(|play| play.result == *after) else { return String::new() };
    let hops: Vec<Hop> = play.moves.iter().map(|step| (step.from, step.to)).collect();
    letters(by, &hops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPlayer;
    use crate::notation::parse_play;
    use crate::rollout::Witness;
    use crate::scoring::{Cube, CubeInfo, MatchScore, Met};

    /// A game in which plays are given by their texts.
    struct Table {
        game: PlayedGame,
        position: Position,
        cube: CubeInfo,
    }

    impl Table {
        fn play(&mut self, dice: [u8; 2], text: &str) {
            let roll = Roll::new(dice[0], dice[1]).expect("dice");
            let after = parse_play(text, &self.position, roll).expect("a legal play").result;
            self.game.played(&self.cube, roll, &self.position, &after);
            self.position = after.flipped();
            self.cube = self.cube.flipped();
        }
    }

    #[test]
    fn a_game_is_written_as_gnu_backgammon_reads_it() {
        let position = Variation::Standard.starting_position();
        let start = Start { position, cube: Cube::START, on_roll: Player::Bottom, cube_action: false };
        let cube = CubeInfo::new(Cube::START, Player::Bottom, Terms::MONEY, &Met::kazaross_xg2());
        let mut table = Table { game: PlayedGame::new(start), position, cube };
        table.play([6, 3], "24/15");
        table.play([5, 2], "13/11 13/8");
        table.game.doubled(&table.position, &table.cube, true);
        table.play([6, 6], "24/18 15/9 13/7(2)");
        let expected = "\
;PL[B]
;CP[c]
;CV[1]
;AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]
;B[63agg";
        let text = sgf_game(&table.game, &Terms::MONEY, Variation::Standard);
        let (root, rest) = text.split_once('\n').expect("lines");
        assert!(root.starts_with("(;FF[4]GM[6]") && root.contains("MI[length:0][game:0][ws:0][bs:0]"), "{root}");
        assert!(rest.starts_with(expected), "{rest}");
        assert!(rest.contains(";B[double]\n;W[take]\n;B[66"), "{rest}");
        assert!(rest.ends_with(")\n"));
    }

    #[test]
    fn the_root_has_score_and_rules() {
        let score = MatchScore::new(5, ByPlayer([4, 3]), true).unwrap();
        let text = root(&Terms::Match(score), Variation::Nackgammon);
        assert!(text.contains("MI[length:5][game:0][ws:4][bs:3]"), "{text}");
        assert!(text.contains("RU[Crawford:CrawfordGame:Nackgammon]"), "{text}");
    }
}
