//! Analyses of a text: candidates with equities, and tables of cube decisions.
//!
//! eXtreme Gammon and GNU Backgammon print `N. level  play  eq:+0.180 (-0.200)` with lines of chances below, BGBlitz
//! `N. 0.124 mwp / -0.492 (-0.053) play`, gammon a table. The order is that of the text: a candidate that was looked at
//! more closely may stand above a higher number.

use super::numbers::{Number, numbers};
use super::words::{Action, action};
use crate::board::{Position, Roll};
use crate::notation::parse_play;
use crate::record::{CubeAnalysis, Method, Numbers, PlayAnalysis, PlayValue};

/// The program whose text it is: it gives levels their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Producer {
    /// eXtreme Gammon.
    Xg,
    /// BGBlitz.
    BgBlitz,
    /// GNU Backgammon.
    Gnu,
    /// gammon.
    Own,
}

impl Producer {
    /// The writer of a text.
    pub fn of(lines: &[String]) -> Self {
        let has = |words: &str| lines.iter().any(|line| line.contains(words));
        if has("eXtreme Gammon") || has("XG Roller") || has(" eq:") || has(" éq:") {
            Self::Xg
        } else if has("Position-ID:") || has("mwp /") {
            Self::BgBlitz
        } else if has("GNU Backgammon") || has(" Eq.:") || has("prune [") && !has(" gammon  ") {
            Self::Gnu
        } else {
            Self::Own
        }
    }

    /// The name of the program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xg => "eXtreme Gammon",
            Self::BgBlitz => "BGBlitz",
            Self::Gnu => "GNU Backgammon",
            Self::Own => "gammon",
        }
    }

    /// A level by the name under which it is kept.
    fn level(self, text: &str) -> String {
        let text = text.trim().trim_end_matches(|c: char| !c.is_alphanumeric() && c != '+');
        // Footnotes stand behind some: `Rollout¹`.
        let text = text.trim_end_matches(['¹', '²', '³', '⁴', '⁵']);
        let plies = text.split_whitespace().find_map(plies_of);
        let is_rollout = text.to_lowercase().contains("rollout") || text.contains("ロールアウト");
        match (self, plies) {
            (Self::Xg, Some(plies)) if text.to_lowercase().contains("red") => format!("XG {plies}-ply red"),
            (Self::Xg, Some(plies)) => format!("XG {plies}-ply"),
            (Self::Xg, None) if is_rollout => "XG rollout".to_owned(),
            (Self::Xg, None) if text.starts_with("XG") => text.to_owned(),
            (Self::Xg, None) if text.eq_ignore_ascii_case("book") => "XG book".to_owned(),
            (Self::Xg, None) => format!("XG {text}").trim_end().to_owned(),
            (Self::Gnu, Some(plies)) => format!("GNU {plies}-ply"),
            (Self::Gnu, None) if is_rollout => "GNU rollout".to_owned(),
            (Self::Own, Some(plies)) => format!("gammon {plies}-ply"),
            (Self::Own, None) if is_rollout => "gammon rollout".to_owned(),
            (Self::BgBlitz, _) | (Self::Gnu | Self::Own, None) => self.name().to_owned(),
        }
    }
}

/// The number in `3-ply`, `3-plis`.
fn plies_of(word: &str) -> Option<u8> {
    let (plies, rest) = word.split_once('-')?;
    let is_ply = ["ply", "plis", "zug", "プライ"].iter().any(|word| rest.to_lowercase().starts_with(word));
    plies.parse().ok().filter(|_| is_ply)
}

/// A candidate as it stands there.
#[derive(Clone, Debug, Default, PartialEq)]
struct Candidate {
    play: String,
    level: String,
    equity: f32,
    outputs: Option<[f32; 5]>,
    std_err: Option<f32>,
    trials: u32,
}

/// More candidates than any text has.
const MOST: usize = 200;

/// Whether a text has candidates for any roll.
pub(super) fn has_plays(lines: &[String]) -> bool {
    !candidates(lines).is_empty()
}

/// The candidates of a text for a roll, and remarks on those that cannot be read.
pub(super) fn plays(
    lines: &[String],
    producer: Producer,
    position: &Position,
    roll: Roll,
) -> (Option<PlayAnalysis>, Vec<String>) {
    let mut remarks = Vec::new();
    let mut plays: Vec<PlayValue> = Vec::new();
    for (number, candidate) in candidates(lines) {
        let play = match parse_play(&tidy(&candidate.play), position, roll) {
            Ok(play) => play,
            Err(error) => {
                remarks.push(format!("line {number}: `{}` is left out: {error}", candidate.play));
                continue;
            }
        };
        if plays.iter().any(|other| other.play.result == play.result) {
            continue;
        }
        let numbers = Numbers::told(candidate.outputs.unwrap_or_default(), candidate.equity);
        let errors = candidate.std_err.map(|error| Numbers { cubeful: error, ..Numbers::default() });
        // No decision has such numbers.
        if !numbers.are_sound() || errors.as_ref().is_some_and(|errors| !errors.are_sound()) {
            continue;
        }
        let level = producer.level(&candidate.level);
        let method = Method::Foreign { level, trials: candidate.trials, settings: String::new() };
        plays.push(PlayValue { play, numbers, errors, method, marked: false });
    }
    let analysis = PlayAnalysis { plays, played: None, told: None };
    ((!analysis.plays.is_empty()).then_some(analysis), remarks)
}

/// A play with slashes between places, and nothing but plays in it.
fn tidy(play: &str) -> String {
    let mut out = String::with_capacity(play.len());
    let mut chars = play.chars().peekable();
    let mut last = ' ';
    while let Some(c) = chars.next() {
        let between = last.is_ascii_digit() && chars.peek().is_some_and(char::is_ascii_alphanumeric);
        out.push(if c == '-' && between { '/' } else { c });
        last = c;
    }
    out.trim_end_matches(|c: char| c.is_whitespace() || c == ',').to_owned()
}

/// All candidates, each with the number of its line.
fn candidates(lines: &[String]) -> Vec<(usize, Candidate)> {
    let mut all: Vec<(usize, Candidate)> = Vec::new();
    // Lines of chances since the last candidate.
    let mut chances: Vec<[f32; 3]> = Vec::new();
    let pieces = lines.iter().zip(1..).flat_map(|(line, number)| pieces(line).into_iter().map(move |it| (it, number)));
    for (line, number) in pieces {
        if let Some(candidate) = candidate(line) {
            if all.len() < MOST {
                all.push((number, candidate));
            }
            chances.clear();
            continue;
        }
        let Some((_, last)) = all.last_mut() else { continue };
        details(line, last, &mut chances);
    }
    // A footnote at the end is about all rollouts.
    let trials = all.last().map_or(0, |(_, last)| last.trials);
    let is_rollout = |candidate: &Candidate| candidate.level.to_lowercase().contains("rollout");
    for (_, candidate) in &mut all {
        match is_rollout(candidate) {
            true if candidate.trials == 0 => candidate.trials = trials,
            true => {}
            false => candidate.trials = 0,
        }
    }
    all
}

/// A line, or its parts where a page has swallowed the ends of lines: each begins with a candidate, a footnote, or a
/// label behind a number. Only a line too long for a table is broken.
fn pieces(line: &str) -> Vec<&str> {
    if line.len() <= LONGEST_OF_A_TABLE {
        return vec![line];
    }
    let starts = word_starts(line);
    let word = |at: usize| line[at..].split_whitespace().next().unwrap_or_default();
    let mut pieces = Vec::new();
    let mut begin = 0;
    for (i, &at) in starts.iter().enumerate().skip(1) {
        let (last, this) = (word(starts[i - 1]), word(at));
        let next = starts[i..].iter().take(WORDS_OF_A_LABEL);
        let is_number = this.strip_suffix('.').is_some_and(|n| n.parse::<u8>().is_ok());
        let is_candidate = is_number && next.clone().any(|&at| is_play(&line[at..]));
        let is_behind_number = last.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '%' | ')' | ']'));
        let is_label = this.starts_with(char::is_alphabetic)
            && !this.contains(|c: char| c.is_ascii_digit())
            && next.map(|&at| word(at)).take_while(|it| !it.ends_with('.')).any(|it| it.ends_with([':', '：']));
        if is_candidate || this.starts_with(['¹', '²', '³']) || (is_behind_number && is_label) {
            pieces.push(&line[begin..at]);
            begin = at;
        }
    }
    pieces.push(&line[begin..]);
    pieces
}

/// Words of a label with its colon, at most: `Equités avec videau Pas de redouble:`. None of them ends a sentence.
const WORDS_OF_A_LABEL: usize = 6;

/// Bytes of a line that no table exceeds.
const LONGEST_OF_A_TABLE: usize = 100;

/// Reads the details of a candidate from a line below it.
fn details(line: &str, candidate: &mut Candidate, chances: &mut Vec<[f32; 3]>) {
    if candidate.outputs.is_none() {
        candidate.outputs = six(line);
        if let Some(found) = percentages(line) {
            chances.push(found);
        }
        if let [own, other] = chances[..] {
            candidate.outputs = Some([own[0], own[1], own[2], other[1], other[2]]);
        }
    }
    let found = numbers(line);
    if line.contains('±') && candidate.std_err.is_none() {
        let at = line.find('±').unwrap_or_default();
        // Half of the interval that has the true value in 95 of 100 cases.
        let half = found.iter().find(|number| number.start > at && number.is_decimal);
        candidate.std_err = half.map(|number| number.value.abs() / 1.96).filter(|error| *error < 10.0);
    } else if candidate.trials == 0
        && let Some(first) = found.first().and_then(Number::whole)
        && first >= 36
        && ["game", "trial", "partie", "spiele", "ゲーム"].iter().any(|word| line.to_lowercase().contains(word))
    {
        candidate.trials = first;
    }
}

/// A candidate in one of the three forms.
fn candidate(line: &str) -> Option<Candidate> {
    let text = line.trim_start().trim_start_matches(['>', ' ']);
    let text = text.strip_prefix('*').unwrap_or(text).trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 3 {
        return None;
    }
    let rest = &text[digits..];
    match rest.strip_prefix(['.', ')']) {
        Some(rest) => with_label(rest).or_else(|| numbers_first(rest)).or_else(|| without_blanks(rest)),
        None if rest.starts_with("  ") => in_a_table(rest).or_else(|| in_cells(rest)),
        None => None,
    }
}

/// `3-ply       8/5 6/5                      eq:+0.180 (-0.200)`.
fn with_label(text: &str) -> Option<Candidate> {
    let at = text.rfind(':').filter(|&at| {
        text[at + 1..].trim_start().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '–'))
    })?;
    let equity = numbers(&text[at..]).first().copied().filter(|number| number.is_decimal)?;
    // Chances of winning the match are no equity.
    if text[at + equity.end..].starts_with('%') {
        return None;
    }
    let (left, _label) = text[..at].trim_end().rsplit_once(char::is_whitespace)?;
    let begin = word_starts(left).into_iter().find(|&at| is_play(&left[at..]))?;
    let (level, play) = (left[..begin].trim().to_owned(), left[begin..].trim().to_owned());
    (equity.value.abs() < 100.0).then(|| Candidate { play, level, equity: equity.value, ..Candidate::default() })
}

/// `xgRollout1Bar/24* 5/1eq: -1.127`, `playedXG Roller++13/8eq: +0.105 (-0.082)`: what is copied from a page of eXtreme
/// Gammon has no blanks between its columns.
fn without_blanks(text: &str) -> Option<Candidate> {
    let mut text = text.trim_start();
    for word in ["played", "xg"] {
        text = text.strip_prefix(word).unwrap_or(text);
    }
    let plies = text.split_once("-ply").filter(|(n, _)| n.len() == 1 && n.bytes().all(|byte| byte.is_ascii_digit()));
    let named =
        ["XG Roller++", "XG Roller+", "XG Roller", "Rollout", "Book"].into_iter().find(|it| text.starts_with(it));
    let (level, mut rest) = match (plies, named) {
        (Some((_, rest)), _) => text.split_at(text.len() - rest.len()),
        (None, Some(named)) => text.split_at(named.len()),
        (None, None) => return None,
    };
    // The number of a footnote.
    if level == "Rollout" {
        rest = rest.strip_prefix(|c: char| c.is_ascii_digit()).unwrap_or(rest);
    }
    let (play, value) = rest.split_once("eq:")?;
    let play = play.trim();
    let equity = numbers(value).first().copied().filter(|number| number.is_decimal && number.value.abs() < 100.0)?;
    let (play, level) = (play.to_owned(), level.to_owned());
    is_play(&play).then(|| Candidate { play, level, equity: equity.value, ..Candidate::default() })
}

/// `0.124 mwp /  -0.492  (-0.053)  19/18, 14/12`: the last number before the play that is no difference.
fn numbers_first(text: &str) -> Option<Candidate> {
    let at = word_starts(text).into_iter().find(|&at| is_play(&text[at..]))?;
    let before = &text[..at];
    let found = numbers(before);
    let is_difference = |number: &&Number| !before[..number.start].trim_end().ends_with('(');
    let equity = found.iter().rfind(is_difference).filter(|number| number.is_decimal)?;
    let play = text[at..].trim().to_owned();
    (equity.value.abs() < 100.0).then(|| Candidate { play, equity: equity.value, ..Candidate::default() })
}

/// `8/5 6/5      0-ply  +0.166            .556 .172 .008 .119 .005`, as gammon has it.
fn in_a_table(text: &str) -> Option<Candidate> {
    let found = numbers(text);
    let equity = found.iter().find(|number| number.is_signed && number.is_decimal)?;
    let (play, level) = text[..equity.start].trim().split_once("  ")?;
    let (play, level) = (play.trim().to_owned(), level.trim().to_owned());
    let behind: Vec<f32> =
        found.iter().filter(|number| number.start > equity.start).map(|number| number.value).collect();
    let outputs = behind.last_chunk::<5>().filter(|outputs| outputs.iter().all(|p| (0.0..=1.0).contains(p))).copied();
    is_play(&play).then(|| Candidate { play, level, equity: equity.value, outputs, ..Candidate::default() })
}

/// `24/22 13/8  +0.105  XG Roller++`, `2  21/17*(2) 8/4(2)  +0.277`: the cells of a table in any order, two blanks
/// between them. A cell with one digit is a number of plies.
fn in_cells(text: &str) -> Option<Candidate> {
    let cells = || text.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
    let play = cells().find(|cell| is_play(cell))?.to_owned();
    let value = |cell: &str| {
        let [number] = numbers(cell)[..] else { return None };
        (number.is_signed && number.is_decimal && number.value.abs() < 100.0).then_some(number.value)
    };
    let equity = cells().find_map(value)?;
    let named =
        |cell: &&str| plies_of(cell).is_some() || ["XG ", "Roll", "roll", "Book"].iter().any(|it| cell.starts_with(it));
    let digit = |cell: &&str| cell.len() == 1 && cell.bytes().all(|byte| byte.is_ascii_digit());
    let level = cells().find(named).map(str::to_owned);
    let level = level.or_else(|| cells().find(digit).map(|plies| format!("{plies}-ply"))).unwrap_or_default();
    Some(Candidate { play, level, equity, ..Candidate::default() })
}

/// Where words begin.
fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut was_blank = true;
    for (i, c) in text.char_indices() {
        if was_blank && !c.is_whitespace() {
            starts.push(i);
        }
        was_blank = c.is_whitespace();
    }
    starts
}

/// Whether a text begins with a checker that is moved: `13/11`, `bar/20*`, `6-off`.
fn is_play(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let Some(at) = word.find(['/', '-']) else { return false };
    let (from, to) = (&word[..at], &word[at + 1..]);
    let is_from = from == "bar" || from.parse::<u8>().is_ok_and(|n| (1..=25).contains(&n));
    is_from && (to.starts_with(|c: char| c.is_ascii_digit()) || to.starts_with("off"))
}

/// Win, gammon, backgammon of one player: `55.60% (G:16.40% B:0.80%)`.
fn percentages(line: &str) -> Option<[f32; 3]> {
    let found = numbers(line);
    let all: Vec<f32> =
        found.iter().filter(|n| line[n.end..].trim_start().starts_with('%')).map(|n| n.value / 100.0).collect();
    let [win, gammon, backgammon] = all[..] else { return None };
    let is_sound = all.iter().all(|p| (0.0..=1.0).contains(p)) && line.contains('(');
    is_sound.then_some([win, gammon, backgammon])
}

/// Both players' chances: `0.551 0.173 0.014 - 0.449 0.123 0.005`.
fn six(line: &str) -> Option<[f32; 5]> {
    let all: Vec<f32> = numbers(line).iter().map(|number| number.value).collect();
    let [win, gammon, backgammon, lose, lose_gammon, lose_backgammon] = all[..] else { return None };
    let is_sound = all.iter().all(|p| (0.0..=1.0).contains(p)) && (win + lose - 1.0).abs() < 0.01 && line.contains('-');
    is_sound.then_some([win, gammon, backgammon, lose_gammon, lose_backgammon])
}

/// The cube decision of a text. `names` are those of the player who decides and of the other one.
pub(super) fn cube(lines: &[String], producer: Producer, names: [Option<&str>; 2]) -> Option<CubeAnalysis> {
    let mut values: [Option<f32>; 2] = [None, None];
    let mut without_cube: Option<[f32; 2]> = None;
    let (mut chances, mut outputs) = (Vec::<[f32; 3]>::new(), None);
    let mut by_name: [Option<[f32; 3]>; 2] = [None, None];
    let mut level = String::new();
    for line in lines.iter().flat_map(|line| pieces(line)) {
        let text = line.trim_start().trim_start_matches(['>', ' ', '*']);
        if let Some((Action::NoDouble | Action::Take, value, which)) = row(text) {
            values[which].get_or_insert(value);
            continue;
        }
        outputs = outputs.or_else(|| six(text)).or_else(|| in_words(text));
        chances.extend(percentages(text));
        for (name, found) in names.iter().zip(&mut by_name) {
            if let Some(rest) = name.filter(|name| !name.is_empty()).and_then(|name| text.strip_prefix(name)) {
                *found = found.or_else(|| three(rest));
            }
        }
        if text.matches('=').count() == 2 && without_cube.is_none() {
            let found = numbers(text);
            without_cube = found.iter().map(|number| number.value).collect::<Vec<_>>().first_chunk::<2>().copied();
        }
        if level.is_empty() {
            level = level_of(text).unwrap_or_default();
        }
    }
    let [Some(no_double), Some(take)] = values else { return None };
    let pairs = match (chances.first_chunk::<2>(), by_name) {
        (Some(&pair), _) => Some(pair),
        (None, [Some(own), Some(other)]) => Some([own, other]),
        _ => None,
    };
    let outputs = outputs.or_else(|| pairs.map(|[own, other]| [own[0], own[1], own[2], other[1], other[2]]));
    let told = Numbers::told(outputs.unwrap_or_default(), no_double);
    let [plain, doubled] = without_cube.unwrap_or([told.cubeless, 2.0 * told.cubeless]);
    let no_double = Numbers { cubeless: plain, ..told };
    let take = Numbers { cubeless: doubled, cubeful: take, ..told };
    let method = Method::foreign(producer.level(&level));
    let are_sound = no_double.are_sound() && take.are_sound();
    are_sound.then_some(CubeAnalysis { no_double, take, errors: None, method, told: None })
}

/// A row of the table: what it is about, its equity, and its place among no double and take.
fn row(text: &str) -> Option<(Action, f32, usize)> {
    if text.contains(['%', '=']) {
        return None;
    }
    let found: Vec<Number> = numbers(text).into_iter().filter(|number| number.is_decimal).collect();
    let label = text[..found.first()?.start].trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：'));
    if label.chars().count() > 60 {
        return None;
    }
    let what = action(label)?;
    // BGBlitz gives a match two pairs: chances of winning it, and normalized equities.
    let equity = if found.len() == 4 { found[2] } else { found[0] };
    (equity.value.abs() < 100.0).then_some((what, equity.value, usize::from(what == Action::Take)))
}

/// ` 54.1  17.5  0.2`: percentages of a player, gammons with backgammons in them.
fn three(text: &str) -> Option<[f32; 3]> {
    let all: Vec<f32> =
        numbers(text).iter().filter(|number| number.is_decimal).map(|number| number.value / 100.0).collect();
    let [win, gammon, backgammon] = all[..] else { return None };
    let is_sound = all.iter().all(|p| (0.0..=1.0).contains(p)) && !text.contains([':', '%', '/']);
    is_sound.then_some([win, gammon, backgammon])
}

/// `2-ply; win .541, gammon .183, backgammon .006, lose gammon .126, backgammon .005; …`, as gammon has it.
fn in_words(text: &str) -> Option<[f32; 5]> {
    let at = text.find("win .").or_else(|| text.find("win 1."))?;
    let all: Vec<f32> = numbers(&text[at..]).iter().map(|number| number.value).collect();
    all.first_chunk::<5>().filter(|outputs| outputs.iter().all(|p| (0.0..=1.0).contains(p))).copied()
}

/// What people wrote into a text: paragraphs of sentences, and whatever stands before eXtreme Gammon's version, where
/// its users write.
pub(super) fn comment(lines: &[String]) -> String {
    let version = lines.iter().position(|line| plain(line).starts_with("eXtreme Gammon Version"));
    let is_free = |line: &String| !line.trim().is_empty() && !is_of_a_program(line);
    // Below its tables this program writes sentences of its own.
    let is_own = lines.iter().any(|line| plain(line).starts_with("gammon ") && line.contains("Position ID"));
    let mut kept: Vec<String> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let length = lines[at..].iter().take_while(|line| is_free(line)).count();
        let paragraph = &lines[at..at + length];
        let is_below = is_own && at > 0 && !lines[at - 1].trim().is_empty();
        at += length;
        // Blank lines part it from the version.
        let is_before_version = version
            .is_some_and(|version| at <= version && lines[at..version].iter().all(|line| line.trim().is_empty()));
        if length > 0 && !is_below && (is_before_version || paragraph.iter().any(|line| is_sentence(plain(line)))) {
            kept.push(paragraph.iter().map(|line| plain(line)).collect::<Vec<_>>().join("\n"));
        }
        at += usize::from(length == 0);
    }
    kept.join("\n\n")
}

/// A line without the marks of a quotation.
fn plain(line: &str) -> &str {
    line.trim().trim_start_matches(['>', ' '])
}

/// Whether a line has words enough for a sentence.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| 2 * word.chars().filter(|c| c.is_alphabetic()).count() > word.chars().count();
    let words = text.split_whitespace().filter(is_word).count();
    words >= 6 || (words >= 3 && text.ends_with(['.', '!', '?'])) || text.ends_with(['。', '！', '？'])
}

/// Whether a line is one that programs print, in a text of a position.
fn is_of_a_program(line: &str) -> bool {
    let text = plain(line);
    let begins = [
        "X ",
        "O ",
        "X:",
        "O:",
        "XGID",
        "¹",
        "²",
        "³",
        "*",
        "The score (after ",
        "Move number ",
        "Game number ",
        "Match ",
        "Output generated ",
        "by GNU Backgammon",
        "Pip count",
        "It's your turn",
        "[",
        "•",
        "Rolled ",
        "eXtreme Gammon",
    ];
    let has = [
        "(G:",
        "±",
        " / ",
        "|",
        "+--",
        "eq:",
        "éq:",
        "Eq.:",
        " ID",
        "-ID",
        "ID:",
        "BAR:",
        "point match",
        " to move",
        "-ply",
        "GNU Backgammon ",
        "; `",
        "board:",
        ";0;",
    ];
    begins.iter().any(|start| text.starts_with(start))
        || has.iter().any(|part| text.contains(part))
        || (text.contains("X:") && text.contains("O:"))
        || line.starts_with("  ")
        || text.ends_with(['%', ':', '：'])
        || (text.contains([':', '：']) && action(text).is_some())
        || numbers(text).iter().filter(|number| number.is_decimal).count() > 1
        || row(text).is_some()
        || candidate(line).is_some()
        || level_of(text).is_some()
}

/// The level in `Analyzed in XG Roller++`, `Analysé avec 3-plis`, `2-ply cubeless equity +0.100`, `2-ply; win .541`.
fn level_of(text: &str) -> Option<String> {
    if let Some(at) = text.find("XG Roller") {
        let behind = text[at + "XG Roller".len()..].trim_start_matches('+');
        return Some(text[at..text.len() - behind.len()].to_owned());
    }
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ';').collect();
    let plies = words.iter().find(|word| plies_of(word).is_some());
    let lower = text.to_lowercase();
    let is_level =
        lower.starts_with("analy") || text.contains("ロールアウト") || plies.is_some_and(|word| text.starts_with(word));
    match plies {
        Some(plies) if is_level => Some((*plies).to_owned()),
        _ if is_level && lower.contains("rollout") => Some("rollout".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn chances_in_percent_have_their_gammons_in_brackets() {
        for (line, found) in [
            ("Player: 55.60% (G:16.40% B:0.80%)", Some([0.556, 0.164, 0.008])),
            ("Player: 55.60% G:16.40% B:0.80%", None),
            ("Player: 155.60% (G:16.40% B:0.80%)", None),
            ("Player: 55.60% (G:16.40%)", None),
            ("55.60 (16.40 0.80)", None),
        ] {
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
            match (percentages(line), found) {
                (Some(is), Some(wanted)) => assert!(is.iter().zip(&wanted).all(near), "{line}: {is:?}"),
                (is, wanted) => assert_eq!(is, wanted, "{line}"),
            }
        }
    }
}
