//! The facts around the board of a text: names, score, cube, dice, whose turn it is. Where an identifier has one too,
//! the identifier counts.

use super::super::builder::start_of;
use super::super::judged::letter;
use super::board::Drawing;
use super::numbers::{numbers, roll_at_end};
use super::words::{is_about_the_cube, is_about_the_score, is_money};
use crate::board::{ByPlayer, Player, Roll};
use crate::notation::{MatchState, Phase};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};
use crate::words::counted;

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
    /// Whether the board has words beside it by which a player may roll or double: nothing is offered.
    pub nothing_offered: bool,
    /// Whether Jacoby's rule holds and beavers are allowed.
    pub rules: Option<[bool; 2]>,
    /// The pips of each player, by seat.
    pub pips: ByPlayer<Option<u32>>,
    /// Checkers borne off, by seat.
    pub off: ByPlayer<Option<u32>>,
    /// Remarks on what the text says of one thing in two ways.
    pub doubts: Vec<String>,
    /// A line about a score that is not understood; its number from 1.
    unclear: Option<(usize, String)>,
    /// The player at the bottom of the drawn board.
    below: Option<Player>,
}

/// Reads all lines.
pub(super) fn facts(lines: &[String], board: Option<&Drawing>) -> Facts {
    let mut facts = Facts::default();
    if let Some(board) = board {
        facts.below = Some(board.below);
        if let Some((player, roll)) = board.roll {
            (facts.on_roll, facts.dice) = (Some(player), Some(roll));
        }
        for (row, text) in board.right.iter().enumerate() {
            facts.beside_the_board(row, text, board);
        }
    }
    for (line, number) in lines.iter().zip(1..) {
        let line = line.trim().trim_start_matches(['>', ' ']);
        let known = (facts.score, facts.length);
        facts.line(line);
        let is_told =
            line.contains(|c: char| c.is_ascii_digit()) && !line.contains(['|', '/']) && is_about_the_score(line);
        if is_told && facts.unclear.is_none() && known == (facts.score, facts.length) {
            facts.unclear = Some((number, line.to_owned()));
        }
    }
    facts
}

/// Parts of the line below a board of FIBS. Three of them are enough to know a damaged one.
const FIBS: [&str; 5] = ["BAR:", "OFF:", "Cube:", " O-", " X-"];

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
        if self.standing(line) || self.pip_count(line) {
            return;
        }
        if let (Some(player), Some(':')) = (first.and_then(player_of), second) {
            self.seat_line(player, &line[2..]);
        }
        // A board whose blanks are lost has the names behind its lines of numbers.
        if let Some((numbers, label)) = line.rsplit_once('+')
            && numbers.contains("-6--5--4--3-") | numbers.contains("-19-20-21-22-")
            && let Some((letter, name)) = label.trim().split_once(':')
            && let Some(player) = letter.chars().next().and_then(player_of).filter(|_| letter.len() == 1)
        {
            self.name(player, name);
        }
        if FIBS.iter().filter(|part| line.contains(**part)).count() > 2 {
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

    /// `O: Ann            [ 47]         points: 2/7`: name, pips, points and the match length.
    fn seat_line(&mut self, player: Player, rest: &str) {
        let Some((points, length)) =
            rest.trim_end().rsplit(char::is_whitespace).next().and_then(|it| it.split_once('/'))
        else {
            return;
        };
        let (Ok(points), Ok(length)) = (points.parse(), length.parse()) else { return };
        self.points(player, points);
        self.match_length(length);
        if let Some((name, pips)) = rest.split_once('[') {
            self.name(player, name);
            self.pips[player] = pips.split(']').next().and_then(|pips| pips.trim().parse().ok());
        } else if let Some((name, _)) = rest.trim_start().split_once("  ") {
            self.name(player, name);
        }
    }

    fn name(&mut self, player: Player, name: &str) {
        let name = name.trim();
        if !name.is_empty() {
            self.names[player].get_or_insert_with(|| name.chars().take(60).collect());
        }
    }

    /// `Pip counts: O 144, Ann 106`, as GNU Backgammon says them.
    fn pip_count(&mut self, line: &str) -> bool {
        let Some(rest) = line.strip_prefix("Pip counts:") else { return false };
        for part in rest.split(',') {
            let Some((name, pips)) = part.trim().rsplit_once(' ') else { continue };
            let letter = name.chars().next().and_then(player_of).filter(|_| name.len() == 1);
            let named = || Player::BOTH.into_iter().find(|&player| self.names[player].as_deref() == Some(name));
            if let Some(player) = letter.or_else(named) {
                self.pips[player] = pips.parse().ok();
            }
        }
        true
    }

    /// `Score is X:2 O:1 5 pt.(s) match.`, `Pip count  X: 167  O: 167 X-O: 2-1/5`.
    fn standing(&mut self, line: &str) -> bool {
        if let Some(at) = line.find("X-O:") {
            for (player, label) in [(Player::Top, " O:"), (Player::Bottom, " X:")] {
                self.pips[player] = number_after(&line[..at], label);
            }
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
        // `Score is X:0 O:0. Unlimited Game, Jacoby Beaver`.
        if words.contains("unlimited game") {
            self.rules = Some(["jacoby", "beaver"].map(|rule| words.contains(rule)));
        }
        self.crawford |= words.contains("crawford") && !words.contains("post");
        true
    }

    fn points(&mut self, player: Player, points: u32) {
        let Ok(points) = u16::try_from(points) else { return };
        let known = *self.score[player].get_or_insert(points);
        if known != points {
            let player = letter(player);
            self.doubts.push(format!(
                "the text gives {player} {} in one place and {points} in another",
                counted(known, "point")
            ));
        }
    }

    fn match_length(&mut self, length: u32) {
        if let Some(length) = u8::try_from(length).ok().filter(|&length| length <= MatchScore::LONGEST) {
            let known = *self.length.get_or_insert(length);
            if known != length {
                self.doubts.push(format!("the text has a match to {known} in one place and to {length} in another"));
            }
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
        if let Some((_, off)) = line.split_once("OFF:") {
            self.off = ByPlayer([number_after(off, "O-"), number_after(off, "X-")]);
        }
        if let Some(value) = number_after(line, "Cube:").filter(|&n| Cube::in_play(n, CubeOwner::Centered).is_some()) {
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
        if !self.is_whole_fibs_line(line) {
            self.doubts.push(format!("`{}` is not understood in all its parts", start_of(line)));
        }
    }

    /// Whether all parts of a line below a board of FIBS are understood.
    fn is_whole_fibs_line(&self, line: &str) -> bool {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_count = |word: &str, label: &str| word.strip_prefix(label).is_some_and(is_number);
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["BAR:", o, x, "OFF:", o_off, x_off, "Cube:", cube, rest @ ..] = words.as_slice() else { return false };
        let are_counts = [o, o_off].iter().all(|word| is_count(word, "O-"))
            && [x, x_off].iter().all(|word| is_count(word, "X-"))
            && cube.parse().is_ok_and(|value: u32| self.cube == Some(value));
        let is_known = |name: &str| self.names.0.iter().any(|known| known.as_deref() == Some(name));
        let rest = rest.join(" ");
        let rest = match rest.strip_prefix("(owned by ").and_then(|rest| rest.split_once(')')) {
            Some((owner, rest)) if is_known(owner) => rest.trim_start(),
            _ => &rest,
        };
        let is_turn = match (rest.split_once(" rolled "), rest.strip_prefix("turn: ")) {
            (Some((name, roll)), _) => {
                (name == "You" || is_known(name)) && self.dice.is_some() && roll.trim_end_matches('.').len() == 3
            }
            (None, Some(name)) => is_known(name.trim_end_matches('.')),
            (None, None) => false,
        };
        are_counts && is_turn
    }

    /// `Cube: 2, O own cube`, `(Cube: 2)`.
    fn cube_line(&mut self, text: &str) {
        let Some((_, rest)) = text.split_once([':', '：']) else { return };
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).take(6).collect();
        let Some(value) = digits.parse::<u32>().ok().filter(|&n| Cube::in_play(n, CubeOwner::Centered).is_some())
        else {
            return;
        };
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
        let has_word = text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        if row == board.middle || text.contains("point match") {
            // `5 points match (Cube: 1)`, `(Cube: 1)`, `v    3-point match`.
            let before = text.split('(').next().unwrap_or_default();
            match numbers(before).as_slice() {
                [] => {}
                [number] if !before[number.end..].starts_with(|c: char| c.is_ascii_alphanumeric()) => {
                    number.whole().into_iter().for_each(|length| self.match_length(length));
                }
                _ => self.doubt_beside(text),
            }
            if let Some((_, cube)) = text.split_once('(') {
                self.cube_line(cube);
            }
        } else if is_about_the_cube(text) {
            // `Cube offered at 2`, at the side of whoever is to answer.
            if let Some(value) = whole.filter(|&n| n > 1 && Cube::new(n, CubeOwner::Centered).is_ok()) {
                (self.doubled, self.on_roll, self.cube) = (true, Some(!player), Some(value / 2));
            }
        } else if let Some(roll) = roll_at_end(text).filter(|_| !text.starts_with(|c: char| c.is_ascii_digit())) {
            (self.on_roll, self.dice) = (Some(player), Some(roll));
        } else if text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic) {
            // A number alone is the cube in its box.
            match whole.filter(|_| found.len() == 1) {
                Some(points) => self.points(player, points),
                None => self.doubt_beside(text),
            }
        } else if found.is_empty() && has_word && !text.contains(['+', ':']) && row > 1 {
            // `On roll`; a letter alone says nothing.
            (self.on_roll, self.nothing_offered) = (self.on_roll.or(Some(player)), true);
        }
    }

    fn doubt_beside(&mut self, text: &str) {
        self.doubts.push(format!("`{}` beside the board is not understood", start_of(text)));
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

    /// The state, where no identifier has it, and remarks on what is not understood: `view` is by whose numbers the
    /// board is drawn.
    pub fn state(&self, view: Player) -> (MatchState, Vec<String>) {
        let mut remarks = self.doubts.clone();
        let on_roll = self.on_roll.unwrap_or(view);
        let mut state = MatchState::money(on_roll);
        let score = self.score.0.map(|points| points.unwrap_or(0));
        let silent: Vec<Player> = Player::BOTH.into_iter().filter(|&player| self.score[player].is_none()).collect();
        if let ([player], _) | ([player, _], Some(1..)) = (silent.as_slice(), self.length) {
            let whose = if silent.len() == 1 { letter(*player).to_string() } else { "either player".to_owned() };
            remarks.push(format!("the text does not tell the points of {whose}: 0 are assumed"));
        }
        state.dice = self.dice.filter(|_| !self.doubled);
        let owner = self.owner.filter(|_| self.cube.is_some_and(|value| value > 1));
        let owner = owner.map_or(CubeOwner::Centered, CubeOwner::Owned);
        state.cube = Cube::new(self.cube.unwrap_or(1), owner).unwrap_or_default();
        (state.doubled, state.decides) = (self.doubled, if self.doubled { !on_roll } else { on_roll });
        state.phase = Phase::Playing;
        match self.length {
            Some(length) if length > 0 => {
                if let Some(player) = Player::BOTH.into_iter().find(|player| score[player.index()] >= length.into()) {
                    let (player, points) = (letter(player), score[player.index()]);
                    remarks.push(format!(
                        "{player} has {} in a match to {length}, which would be over: {} are taken",
                        counted(points, "point"),
                        length - 1
                    ));
                }
                let points = score.map(|points| u8::try_from(points).unwrap_or(u8::MAX).min(length - 1));
                if let Ok(score) = MatchScore::new(length, ByPlayer(points), self.crawford) {
                    state.terms = Terms::Match(score);
                }
            }
            Some(_) => state.money_score = ByPlayer(score),
            None => {
                if let Some((line, text)) = &self.unclear {
                    let text = start_of(text);
                    remarks
                        .push(format!("line {line}: `{text}` is not understood as a score: a money game is assumed"));
                }
                state.money_score = ByPlayer(score);
            }
        }
        (state, remarks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Facts {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let board = super::super::board::drawing(&lines).board;
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

    /// Where blanks got lost, names stand behind the lines of numbers alone.
    #[test]
    fn names_behind_a_line_of_numbers_have_one_letter_before_them() {
        let none = ByPlayer([None, None]);
        let of_seat = |player: Player| {
            let mut names = ByPlayer([None, None]);
            names[player] = Some("Ann".to_owned());
            names
        };
        for (line, names) in [
            ("+13-14-15-16-17-18------19-20-21-22-23-24-+ O: Ann", of_seat(Player::Top)),
            ("+12-11-10--9--8--7-------6--5--4--3--2--1-+ X: Ann", of_seat(Player::Bottom)),
            ("+13-14-15-16-17-18------19-20-21-22-23-24-+ OX: Ann", none.clone()),
            ("+13-14-15-16-17-18------19-20-21-22-23-24-+ Q: Ann", none.clone()),
            ("+1+2+3+ O: Ann", none),
        ] {
            assert_eq!(of(line).names, names, "{line}");
        }
    }
}
