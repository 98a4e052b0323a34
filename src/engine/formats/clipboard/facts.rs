//! The facts around the board of a text: names, score, cube, dice, whose turn it is. Where an identifier has one too,
//! the identifier counts.

use super::board::Drawing;
use super::numbers::numbers;
use super::words::{is_about_the_cube, is_money};
use crate::board::{ByPlayer, Player, Roll};
use crate::notation::{MatchState, Phase};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};

/// The facts; `None` where the text is silent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Facts {
    /// The names by seat.
    pub names: ByPlayer<Option<String>>,
    /// Points by seat.
    pub score: ByPlayer<Option<u16>>,
    /// The match length, 0 for money.
    pub length: Option<u8>,
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// The player on roll.
    pub on_roll: Option<Player>,
    /// The roll to be played.
    pub dice: Option<Roll>,
    /// The value of the cube.
    pub cube: Option<u32>,
    /// The owner of the cube.
    pub owner: Option<Player>,
    /// Whether a double waits for an answer.
    pub doubled: bool,
    /// The player at the bottom of the drawn board.
    below: Option<Player>,
}

/// Reads all lines.
pub(super) fn facts(lines: &[String], board: Option<&Drawing>) -> Facts {
    let mut facts = Facts::default();
    if let Some(board) = board {
        facts.below = Some(board.below);
        for (row, text) in board.right.iter().enumerate() {
            facts.beside_the_board(row, text, board);
        }
    }
    for line in lines.iter().map(|line| line.trim().trim_start_matches(['>', ' '])) {
        facts.line(line);
    }
    facts
}

/// Letters of the players, by seat.
const LETTERS: [char; 2] = ['O', 'X'];

fn player_of(letter: char) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| LETTERS[player.index()] == letter)
}

/// The whole number behind a label.
fn number_after(text: &str, label: &str) -> Option<u32> {
    let rest = &text[text.find(label)? + label.len()..];
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).take(9).collect();
    digits.parse().ok()
}

/// A roll written as `31` or `3-1`, at the end of a text.
fn roll_at_end(text: &str) -> Option<Roll> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | ')' | '*'));
    let tail: Vec<char> = text.chars().rev().take(4).collect();
    let die = |c: &char| c.to_digit(10).filter(|die| (1..=6).contains(die)).map(|die| die as u8);
    let is_alone = |c: Option<&char>| c.is_none_or(|c| !c.is_ascii_digit());
    match tail.as_slice() {
        [low, sign, high, rest @ ..] if matches!(sign, '-' | ' ' | ',') && is_alone(rest.first()) => {
            Roll::new(die(high)?, die(low)?).ok()
        }
        [low, high, rest @ ..] if is_alone(rest.first()) => Roll::new(die(high)?, die(low)?).ok(),
        _ => None,
    }
}

impl Facts {
    /// A line of text.
    fn line(&mut self, line: &str) {
        let mut chars = line.chars();
        let (first, second) = (chars.next(), chars.next());
        if let (Some(first), Some(':')) = (first.and_then(player_of), second)
            && self.names_line(line, first)
        {
            return;
        }
        if self.standing(line) {
            return;
        }
        if line.contains("BAR: O-") {
            self.fibs_line(line);
            return;
        }
        self.bgblitz(line);
        if is_about_the_cube(line) && numbers(line).len() == 1 && line.contains([':', '：']) {
            self.cube_line(line);
        }
        // `X to play 31`, `X am würfeln`, `X: lance ou double`.
        if let (Some(player), Some(' ' | ':')) = (first.and_then(player_of), second)
            && line.chars().count() < 80
            && !line.contains('|')
        {
            match (roll_at_end(line), numbers(line).is_empty()) {
                (Some(roll), _) => (self.on_roll, self.dice) = (Some(player), Some(roll)),
                (None, true) if line.chars().count() > 3 => self.on_roll = self.on_roll.or(Some(player)),
                _ => {}
            }
        }
    }

    /// `X:Alice   O:Bob`.
    fn names_line(&mut self, line: &str, first: Player) -> bool {
        let other = LETTERS[(!first).index()];
        let Some(at) = line.find(&format!(" {other}:")) else { return false };
        let (one, two) = (line[2..at].trim(), line[at + 3..].trim());
        let is_name = |text: &str| !text.is_empty() && !text.starts_with('|') && text.chars().count() <= 60;
        if !is_name(one) || !is_name(two) {
            return false;
        }
        // A score, and no names.
        if one.chars().all(|c| c.is_ascii_digit()) && two.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        self.names[first].get_or_insert_with(|| one.to_owned());
        self.names[!first].get_or_insert_with(|| two.to_owned());
        true
    }

    /// `Score is X:2 O:1 5 pt.(s) match.`, `Pip count  X: 167  O: 167 X-O: 2-1/5`.
    fn standing(&mut self, line: &str) -> bool {
        if let Some(at) = line.find("X-O:") {
            let found: Vec<u32> = numbers(&line[at + 4..]).iter().filter_map(super::numbers::Number::whole).collect();
            if let [x, o, rest @ ..] = found.as_slice() {
                self.points(Player::Bottom, *x);
                self.points(Player::Top, *o);
                self.match_length(rest.first().copied().unwrap_or(0));
                return true;
            }
        }
        let (Some(x), Some(o)) = (line.find("X:"), line.find("O:")) else { return false };
        let is_score = |at: usize| line[at + 2..].starts_with(|c: char| c.is_ascii_digit());
        if !is_score(x) || !is_score(o) {
            return false;
        }
        let (Some(own), Some(other)) = (number_after(line, "X:"), number_after(line, "O:")) else { return false };
        self.points(Player::Bottom, own);
        self.points(Player::Top, other);
        let behind = &line[x.max(o) + 2..];
        let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        match numbers(behind).first().and_then(super::numbers::Number::whole) {
            Some(length) => self.match_length(length),
            None if is_money(line) => self.match_length(0),
            None => {}
        }
        let words = line.to_lowercase();
        self.crawford |= words.contains("crawford") && !words.contains("post");
        true
    }

    fn points(&mut self, player: Player, points: u32) {
        if let Ok(points) = u16::try_from(points) {
            self.score[player].get_or_insert(points);
        }
    }

    fn match_length(&mut self, length: u32) {
        if let Some(length) = u8::try_from(length).ok().filter(|&length| length <= MatchScore::LONGEST) {
            self.length.get_or_insert(length);
        }
    }

    /// `Green - 6 Red - 3 in a 7 point match.`, `Red to move 1-2`, `Red to move.`
    fn bgblitz(&mut self, line: &str) {
        for player in Player::BOTH {
            let Some(name) = self.names[player].clone().filter(|name| !name.is_empty()) else { continue };
            if let Some(rest) = line.strip_prefix(name.as_str()).filter(|rest| rest.starts_with(" to move")) {
                self.on_roll = Some(player);
                self.dice = roll_at_end(rest);
            }
            if let Some(points) = number_after(line, &format!("{name} - "))
                && let Some(at) = line.find(" in a ")
            {
                self.points(player, points);
                self.match_length(numbers(&line[at..]).first().and_then(super::numbers::Number::whole).unwrap_or(0));
            }
        }
    }

    /// `BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by Ann)  You rolled 6 1.`, `… turn: Ann`.
    fn fibs_line(&mut self, line: &str) {
        if let Some(value) = number_after(line, "Cube:").filter(|n| n.is_power_of_two() && *n <= 1 << 12) {
            self.cube.get_or_insert(value);
        }
        for player in Player::BOTH {
            let Some(name) = self.names[player].clone().filter(|name| !name.is_empty()) else { continue };
            if line.contains(&format!("(owned by {name})")) {
                self.owner = Some(player);
            }
            if line.contains(&format!("turn: {name}")) || line.contains(&format!("{name} rolled ")) {
                self.on_roll = Some(player);
            }
        }
        if line.contains("You rolled ") {
            self.on_roll = self.below;
        }
        if let Some(at) = line.find(" rolled ") {
            self.dice = roll_at_end(line.get(at + 8..).unwrap_or_default());
        }
    }

    /// `Cube: 2, O own cube`, `(Cube: 2)`.
    fn cube_line(&mut self, text: &str) {
        let Some((_, rest)) = text.split_once([':', '：']) else { return };
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).take(6).collect();
        let Some(value) = digits.parse::<u32>().ok().filter(|n| n.is_power_of_two() && *n <= 1 << 12) else { return };
        self.cube.get_or_insert(value);
        let owner = rest.split(',').nth(1).and_then(|text| text.trim_start().chars().next()).and_then(player_of);
        self.owner = self.owner.or(owner);
    }

    /// The text at the right of a board, as GNU Backgammon, FIBS and gammon put it.
    fn beside_the_board(&mut self, row: usize, text: &str, board: &Drawing) {
        if text.is_empty() {
            return;
        }
        let last = board.right.len() - 1;
        if (row <= 1 || row + 1 >= last)
            && let Some((letter, name)) = text.split_once(':')
            && let Some(player) = letter.trim().chars().next().and_then(player_of).filter(|_| letter.trim().len() == 1)
        {
            return self.label(player, name);
        }
        let player = if row > board.middle { board.below } else { !board.below };
        let found = numbers(text);
        let whole = found.first().and_then(super::numbers::Number::whole);
        if row == board.middle || text.contains("point match") {
            // `5 points match (Cube: 1)`, `(Cube: 1)`, `v    3-point match`.
            let before = text.split('(').next().unwrap_or_default();
            if let Some(length) = numbers(before).first().and_then(super::numbers::Number::whole) {
                self.match_length(length);
            }
            if let Some((_, cube)) = text.split_once('(') {
                self.cube_line(cube);
            }
        } else if is_about_the_cube(text) {
            // `Cube offered at 2`, at the side of whoever is to answer.
            if let Some(value) = whole.filter(|n| n.is_power_of_two() && *n > 1) {
                (self.doubled, self.on_roll, self.cube) = (true, Some(!player), Some(value / 2));
            }
        } else if let Some(roll) = roll_at_end(text).filter(|_| !text.starts_with(|c: char| c.is_ascii_digit())) {
            (self.on_roll, self.dice) = (Some(player), Some(roll));
        } else if text.starts_with(|c: char| c.is_ascii_digit()) {
            if let Some(points) = whole {
                self.points(player, points);
            }
        } else if found.is_empty() && text.chars().any(char::is_alphabetic) && !text.contains(['+', ':']) && row > 1 {
            self.on_roll = self.on_roll.or(Some(player));
        }
    }

    /// `O: gnubg (Cube: 2)`, `X: Red  111`, `O: bot - score: 0`.
    fn label(&mut self, player: Player, text: &str) {
        let mut name = text.trim();
        if let Some((before, points)) = name.rsplit_once("- score:") {
            if let Ok(points) = points.trim().parse() {
                self.points(player, points);
            }
            name = before.trim();
        }
        if let Some((before, cube)) = name.rsplit_once('(').filter(|(_, cube)| is_about_the_cube(cube)) {
            self.cube_line(cube);
            self.owner = self.owner.or(Some(player));
            name = before.trim();
        }
        // Pips.
        if let Some((before, pips)) = name.rsplit_once(' ')
            && pips.chars().all(|c| c.is_ascii_digit())
        {
            name = before.trim();
        }
        if !name.is_empty() {
            self.names[player] = Some(name.chars().take(60).collect());
        }
    }

    /// The state, where no identifier has it: `view` is by whose numbers the board is drawn.
    pub fn state(&self, view: Player) -> MatchState {
        let on_roll = self.on_roll.unwrap_or(view);
        let mut state = MatchState::money(on_roll);
        let score = self.score.0.map(|points| points.unwrap_or(0));
        state.dice = self.dice.filter(|_| !self.doubled);
        state.cube = Cube {
            value: self.cube.unwrap_or(1),
            owner: match self.owner {
                Some(player) if self.cube.is_some_and(|value| value > 1) => CubeOwner::Owned(player),
                _ => CubeOwner::Centered,
            },
        };
        (state.doubled, state.decides) = (self.doubled, if self.doubled { !on_roll } else { on_roll });
        state.phase = Phase::Playing;
        match self.length {
            Some(length) if length > 0 => {
                let points = score.map(|points| u8::try_from(points).unwrap_or(u8::MAX).min(length - 1));
                let score = MatchScore { length, score: ByPlayer(points), crawford: self.crawford };
                state.terms = Terms::Match(score);
            }
            _ => state.money_score = ByPlayer(score),
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Facts {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let board = super::super::board::drawing(&lines).0;
        facts(&lines, board.as_ref())
    }

    #[test]
    fn extreme_gammon_in_four_languages() {
        for (text, length) in [
            ("X:Alice   O:Bob\nScore is X:3 O:6 7 pt.(s) match.\nCube: 2, O own cube\nX to play 21", 7),
            (
                "X:Alice   O:Bob\nPunktzahl ist  X:3 O:6 7 Pkt (e) match.\nDopplerwürfel: 2, O Dopplerwürfel im Besitz\nX zum spielen 21",
                7,
            ),
            ("X:Alice   O:Bob\nLe score est X:3 O:6 match en 7 pt(s)\nVideau: 2, O a le videau\nX à jouer 21", 7),
            ("X:Alice   O:Bob\nScore is X:3 O:6 7 pt.(s) match.\nキューブ: 2, O own cube\nX to play 21", 7),
        ] {
            let facts = of(text);
            assert_eq!(facts.names, ByPlayer([Some("Bob".to_owned()), Some("Alice".to_owned())]), "{text}");
            assert_eq!((facts.score, facts.length), (ByPlayer([Some(6), Some(3)]), Some(length)), "{text}");
            assert_eq!((facts.cube, facts.owner), (Some(2), Some(Player::Top)), "{text}");
            assert_eq!((facts.on_roll, facts.dice), (Some(Player::Bottom), Roll::new(2, 1).ok()), "{text}");
        }
        for text in ["X on roll, cube action", "X am würfeln, Dopplerwürfel Aktion", "X: lance ou double"] {
            let facts = of(text);
            assert_eq!((facts.on_roll, facts.dice), (Some(Player::Bottom), None), "{text}");
        }
    }

    #[test]
    fn rolls_at_the_end_of_lines() {
        let roll = |text: &str| roll_at_end(text).map(|roll| (roll.high(), roll.low()));
        assert_eq!(roll("X to play 31"), Some((3, 1)));
        assert_eq!(roll("Red to move 1-2"), Some((2, 1)));
        assert_eq!(roll("You rolled 6 1."), Some((6, 1)));
        assert_eq!((roll("in 1931"), roll("X to play 07"), roll("score 7-5"), roll("")), (None, None, None, None));
    }

    #[test]
    fn gnu_backgammon_says_it_beside_the_board() {
        let text = " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg\n \
            |                  |   |       O  O     O | OO  3 points\n |                  |   |       O  O     O | OO  \n \
            |                  |   |       O  O       | O   \n |                  |   |                  | O   \n \
            |                  |   |                  | O  \nv|                  |BAR|                  |     5 points match\n \
            |                  |   |                  | X  \n |                  |   |                X | X   \n \
            |                  |   |    X     X     X | X   \n |                  |   |    X     X     X | X   Rolled 52\n \
            |                  |   |    X     X     X | X   2 points\n +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: root (Cube: 2)\n";
        let facts = of(text);
        assert_eq!(facts.names, ByPlayer([Some("gnubg".to_owned()), Some("root".to_owned())]));
        assert_eq!((facts.score, facts.length), (ByPlayer([Some(3), Some(2)]), Some(5)));
        assert_eq!((facts.on_roll, facts.dice), (Some(Player::Bottom), Roll::new(5, 2).ok()));
        assert_eq!((facts.cube, facts.owner), (Some(2), Some(Player::Bottom)));
        let offered = of(&text.replace("Rolled 52", "").replacen("O | OO  \n", "O | OO  Cube offered at 4\n", 1));
        assert_eq!((offered.doubled, offered.on_roll, offered.cube), (true, Some(Player::Bottom), Some(2)));
    }
}
