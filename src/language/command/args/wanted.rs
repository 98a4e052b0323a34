//! The decisions of a record that are meant.

use super::name::player;
use super::value::by_grammar;
use super::{ArgCount, ArgKind, ArgSpec, Args, Dice, Reader, bad};
use crate::analysis::{CubeTheme, Feature, FeatureKind, Phase, ScoreKind};
use crate::board::Side;
use crate::command::ast::{self, DecisionKind, Grade, PlayerArg, PlayerName};
use crate::command::error::{CommandError, ErrorKind, nearest};
use crate::command::lex::Token;
use crate::record::Date;
use crate::settings::quoted;
use nom::combinator::opt;
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser, branch::alt, bytes::complete::tag};

/// A player, a kind of decision, the least loss or a grade, `game N`, a number of decisions, a part of the game, a
/// roll, features of the position, facts of the match; in any order, each once at most.
pub struct WantedErrors;

/// The words for parts of the game. The first of a part is the one that is printed.
const PHASES: [(&str, Phase); 18] = [
    ("opening", Phase::Opening),
    ("middle", Phase::Middle),
    ("middlegame", Phase::Middle),
    ("backgame", Phase::BackGame),
    ("bearin", Phase::BearIn),
    ("bear-in", Phase::BearIn),
    ("race", Phase::Race),
    ("bearoff", Phase::Bearoff),
    ("bear-off", Phase::Bearoff),
    ("blitz", Phase::Blitz),
    ("priming", Phase::Priming),
    ("holding", Phase::Holding),
    ("mutualholding", Phase::MutualHolding),
    ("mutual-holding", Phase::MutualHolding),
    ("acepoint", Phase::AcePoint),
    ("ace-point", Phase::AcePoint),
    ("containment", Phase::Containment),
    ("containing", Phase::Containment),
];

/// The words for scores behind `score`, likewise.
const SCORES: [(&str, ScoreKind); 8] = [
    ("money", ScoreKind::Money),
    ("level", ScoreKind::Level),
    ("ahead", ScoreKind::Ahead),
    ("behind", ScoreKind::Behind),
    ("crawford", ScoreKind::Crawford),
    ("postcrawford", ScoreKind::AfterCrawford),
    ("post-crawford", ScoreKind::AfterCrawford),
    ("dmp", ScoreKind::DoubleMatchPoint),
];

/// Words of conditions with what they mean, in the order in which they are offered; those of tables and features come
/// behind them.
pub const CONDITIONS: [(&str, &str); 26] = [
    ("cube", "decisions of the cube"),
    ("plays", "plays"),
    ("missed", "doubles not made"),
    ("doubles", "doubles made"),
    ("takes", "takes"),
    ("passes", "passes"),
    ("blunders", "that lose what `set analysis blunders from` says"),
    ("doubtful", "that are marked ?!, or worse"),
    ("bad", "that are marked ?, or worse"),
    ("verybad", "that are marked ??"),
    ("game", "of one game"),
    ("against", "of that player's opponents"),
    ("event", "of matches of that event"),
    ("since", "of matches from that day on"),
    ("before", "of matches before that day"),
    ("length", "of matches to so many points"),
    ("tag", "of matches in that group"),
    ("roll", "with that roll"),
    ("score", "at that score"),
    ("away", "with so many points to go"),
    ("opponent", "what the opponent has on the board"),
    ("like", "in positions like that on the table"),
    ("pattern", "with a drawn pattern of points"),
    ("comment", "with that in their comment"),
    ("flagged", "that somebody flagged"),
    ("all", "right ones as well"),
];

/// The word of a condition that somebody probably meant who typed another.
pub fn nearest_condition(typed: &str) -> Option<String> {
    let words = CONDITIONS.iter().map(|(word, _)| *word).chain(PHASES.iter().map(|(word, _)| *word));
    let words = words.chain(FeatureKind::ALL.into_iter().map(FeatureKind::word));
    nearest(typed, words.chain(CubeTheme::ALL.into_iter().map(CubeTheme::word)))
}

const SPEC: ArgSpec = ArgSpec { name: "CONDITION", kind: ArgKind::Wanted, count: ArgCount::Any };

impl Reader for WantedErrors {
    type Out = ast::WantedErrors;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(SPEC);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<ast::WantedErrors, CommandError> {
        let mut wanted = ast::WantedErrors::default();
        let mut side = None;
        let mut is_name = false;
        while let Some(token) = args.next() {
            // A name of several words needs no quotes.
            let goes_on = std::mem::take(&mut is_name) && !token.quoted;
            let word = token.text.to_lowercase();
            if let Some(kind) = FeatureKind::ALL.into_iter().find(|kind| kind.word() == word) {
                let number = match kind.numbers() {
                    Some((least, most)) => number(args.need(&SPEC)?, least, most)?,
                    None => 1,
                };
                wanted.features.push(Feature { side: side.take().unwrap_or(Side::OnRoll), kind, number });
                continue;
            }
            if side.is_some() {
                return Err(bad(token, &SPEC.kind));
            }
            let is_new = match word.as_str() {
                "opponent" | "opponent's" | "opponents" => put(&mut side, Side::Opponent),
                "mine" | "with" | "and" | "the" => true,
                "against" | "versus" => put(&mut wanted.against, named(args.need(&SPEC)?)?),
                "event" => put(&mut wanted.event, args.need(&SPEC)?.text.clone()),
                "tag" => put(&mut wanted.tag, args.need(&SPEC)?.text.clone()),
                "since" | "after" => put(&mut wanted.since, day(args.need(&SPEC)?)?),
                "before" | "until" => put(&mut wanted.before, day(args.need(&SPEC)?)?),
                "length" => put(&mut wanted.length, number(args.need(&SPEC)?, 0, 64)?),
                "roll" => put(&mut wanted.roll, Dice.read(args)?),
                "score" => put(&mut wanted.score, one_of(&SCORES, args.need(&SPEC)?)?),
                "away" => {
                    let own = number(args.need(&SPEC)?, 1, 64)?;
                    put(&mut wanted.away, [own, number(args.need(&SPEC)?, 1, 64)?])
                }
                "like" => {
                    if args.peek().is_some_and(|next| next.text.eq_ignore_ascii_case("this")) {
                        args.next();
                    }
                    !std::mem::replace(&mut wanted.like, true)
                }
                "pattern" => {
                    let token = args.need(&SPEC)?;
                    let pattern = token.text.parse().map_err(|expected: String| {
                        let bad = ErrorKind::BadValue { word: token.text.clone() };
                        CommandError::new(token.span.clone(), bad).expecting(vec![expected])
                    })?;
                    put(&mut wanted.pattern, Box::new(pattern))
                }
                "comment" => put(&mut wanted.comment, args.need(&SPEC)?.text.clone()),
                "flagged" | "flag" => !std::mem::replace(&mut wanted.flagged, true),
                "all" | "any" => !std::mem::replace(&mut wanted.all, true),
                _ if phase_of(&word).is_some() => phase_of(&word).is_some_and(|phase| put(&mut wanted.phase, phase)),
                // `back game`, `mutual holding`, `ace point`: parts of the game in two words.
                "mutual" | "back" | "ace"
                    if second(args).is_some_and(|next| phase_of(&format!("{word}{next}")).is_some()) =>
                {
                    let name = word + &args.need(&SPEC)?.text.to_lowercase();
                    phase_of(&name).is_some_and(|phase| put(&mut wanted.phase, phase))
                }
                // `redoubles`, `lost market`, `market losers`, `too good`.
                _ if theme_of(&word).is_some() => theme_of(&word).is_some_and(|theme| add(&mut wanted.themes, theme)),
                "too" | "lost" | "market"
                    if second(args).is_some_and(|next| theme_of(&format!("{word}{next}")).is_some()) =>
                {
                    let name = word + &args.need(&SPEC)?.text.to_lowercase();
                    theme_of(&name).is_some_and(|theme| add(&mut wanted.themes, theme))
                }
                // `holding game`: the word says nothing more.
                "game" | "games"
                    if wanted.phase.is_some()
                        && !second(args).is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit())) =>
                {
                    true
                }
                _ if grade_of(&word).is_some() => grade_of(&word).is_some_and(|grade| put(&mut wanted.grade, grade)),
                "very" if second(args).is_some_and(|next| next == "bad") => {
                    args.next();
                    put(&mut wanted.grade, Grade::VeryBad)
                }
                // `behind`: the word `score` may be left out.
                _ if SCORES.iter().any(|(score, _)| *score == word) => put(&mut wanted.score, one_of(&SCORES, token)?),
                // A loss from which on is what the number behind says anyway.
                ">" | ">=" | "≥" | "over" | "above" | "from" | "least" | "than" | "bigger" | "larger" | "greater"
                | "worse" => true,
                "game" => put(&mut wanted.game, whole(args.need(&SPEC)?)?),
                "player" => {
                    let name = args.need(&SPEC)?;
                    is_name = !name.quoted;
                    put(&mut wanted.player, named(name)?)
                }
                "cube" | "cubes" => put(&mut wanted.kind, DecisionKind::Cube),
                "play" | "plays" | "move" | "moves" | "checker" | "checkers" => {
                    put(&mut wanted.kind, DecisionKind::Play)
                }
                // `missed doubles`, `wrong takes`: one kind in two words.
                "wrong" => true,
                "double" | "doubles" if wanted.kind == Some(DecisionKind::Missed) => true,
                "missed" | "miss" => put(&mut wanted.kind, DecisionKind::Missed),
                "double" | "doubles" => put(&mut wanted.kind, DecisionKind::Doubles),
                "take" | "takes" => put(&mut wanted.kind, DecisionKind::Takes),
                "pass" | "passes" | "drop" | "drops" => put(&mut wanted.kind, DecisionKind::Passes),
                // No list has no decisions: it is a loss.
                "0" => put(&mut wanted.least, 0.0),
                text if text.starts_with(|c: char| c.is_ascii_digit() && !text.contains('.')) => {
                    put(&mut wanted.count, whole(token)?)
                }
                text if text.starts_with(|c: char| c.is_ascii_digit() || "≥>=.+-".contains(c)) => {
                    let loss = by_grammar(token, &ArgKind::Wanted, loss)?;
                    put(
                        &mut wanted.least,
                        Some(loss).filter(|loss| (0.0..=10.0).contains(loss)).ok_or_else(|| bad(token, &SPEC.kind))?,
                    )
                }
                _ => match &mut wanted.player {
                    None => {
                        is_name = !token.quoted;
                        put(&mut wanted.player, named(token)?)
                    }
                    Some(PlayerName::Named(name)) if goes_on => {
                        is_name = true;
                        *name += " ";
                        *name += &token.text;
                        true
                    }
                    Some(player) => {
                        let kind = ErrorKind::NoCondition { word: token.text.clone(), player: player.to_string() };
                        let error = CommandError::new(token.span.clone(), kind);
                        let near = nearest_condition(&token.text);
                        let error = error.expecting(["a condition such as `cube`, `blunders` or `since 2026`"]);
                        return Err(CommandError { suggestion: near, ..error });
                    }
                },
            };
            if !is_new {
                let second = ErrorKind::Second { word: token.text.clone() };
                return Err(CommandError::new(token.span.clone(), second));
            }
        }
        if side.is_some() {
            args.need(&SPEC)?;
        }
        Ok(wanted)
    }

    fn print(&self, wanted: &Self::Out, words: &mut Vec<String>) {
        let ast::WantedErrors { player, kind, least, game, count, .. } = wanted;
        let ast::WantedErrors { against, event, since, before, length, phase, score, away, .. } = wanted;
        let ast::WantedErrors { roll, features, comment, flagged, like, all, tag, themes, pattern, .. } = wanted;
        words.extend(count.map(|count| count.to_string()));
        words.extend(player.as_ref().map(|player| format!("player {player}")));
        words.extend(kind.map(|kind| kind.word().to_owned()));
        words.extend(least.map(|least| format!("{least:?}")));
        words.extend(wanted.grade.map(|grade| grade.word().to_owned()));
        words.extend(game.map(|game| format!("game {game}")));
        words.extend(against.as_ref().map(|name| format!("against {name}")));
        words.extend(event.as_ref().map(|event| format!("event {}", quoted(event))));
        words.extend(tag.as_ref().map(|tag| format!("tag {}", quoted(tag))));
        words.extend(since.as_ref().map(|day| format!("since {day}")));
        words.extend(before.as_ref().map(|day| format!("before {day}")));
        words.extend(length.map(|length| format!("length {length}")));
        words.extend(phase.map(|phase| word_of(&PHASES, phase).to_owned()));
        words.extend(themes.iter().map(|theme| theme.word().to_owned()));
        words.extend(score.map(|score| format!("score {}", word_of(&SCORES, score))));
        words.extend(away.map(|[own, other]| format!("away {own} {other}")));
        words.extend(roll.map(|roll| format!("roll {}{}", roll.high(), roll.low())));
        for Feature { side, kind, number } in features {
            words.extend((*side == Side::Opponent).then(|| "opponent".to_owned()));
            words.push(kind.word().to_owned());
            words.extend(kind.numbers().map(|_| number.to_string()));
        }
        words.extend(pattern.as_ref().map(|pattern| format!("pattern {pattern}")));
        words.extend(comment.as_ref().map(|comment| format!("comment {}", quoted(comment))));
        words.extend(flagged.then(|| "flagged".to_owned()));
        words.extend(like.then(|| "like this".to_owned()));
        words.extend(all.then(|| "all".to_owned()));
    }
}

/// The part of the game that a word names, also that of several such games: `backgames`, `blitzes`.
fn phase_of(word: &str) -> Option<Phase> {
    let names = [Some(word), word.strip_suffix('s'), word.strip_suffix("es")];
    names.into_iter().flatten().find_map(|word| PHASES.iter().find(|(name, _)| *name == word)).map(|&(_, phase)| phase)
}

/// The grade that a word names.
fn grade_of(word: &str) -> Option<Grade> {
    let word = match word {
        "blunder" => "blunders",
        "dubious" => "doubtful",
        "very-bad" => "verybad",
        word => word,
    };
    Grade::ALL.into_iter().find(|grade| grade.word() == word)
}

/// The kind of cube decision that a word names.
fn theme_of(word: &str) -> Option<CubeTheme> {
    let word = word.strip_suffix('s').unwrap_or(word);
    let named = match word {
        "marketloser" | "marketlost" => "lostmarket",
        "cashe" => "cash",
        "too-good" => "toogood",
        word => word,
    };
    CubeTheme::ALL.into_iter().find(|theme| theme.word() == named)
}

/// The word that comes next.
fn second(args: &Args<'_>) -> Option<String> {
    args.peek().map(|next| next.text.to_lowercase())
}

/// The meaning of a word by a table.
fn one_of<T: Copy>(table: &[(&str, T)], token: &Token) -> Result<T, CommandError> {
    let found = table.iter().find(|(name, _)| token.text.eq_ignore_ascii_case(name));
    found.map(|&(_, meant)| meant).ok_or_else(|| {
        let words = table.iter().map(|(name, _)| *name);
        let error = bad(token, &SPEC.kind).suggesting(&token.text, words.clone());
        error.expecting(words)
    })
}

/// The word of a table for something.
fn word_of<T: PartialEq>(table: &[(&'static str, T)], meant: T) -> &'static str {
    table.iter().find(|(_, one)| *one == meant).map_or("", |(name, _)| name)
}

fn number(token: &Token, least: u8, most: u8) -> Result<u8, CommandError> {
    let number = token.text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| bad(token, &SPEC.kind).expecting([format!("{least} to {most}")]))
}

/// `2026`, `2026-11` or `2026-11-28`: a year or a month that has a first day, or a day.
fn day(token: &Token) -> Result<String, CommandError> {
    let rest = match token.text.len() {
        4 => "-01-01",
        7 => "-01",
        _ => "",
    };
    let first = format!("{}{rest}", token.text);
    // Another spelling would be no text that dates are compared with.
    if Date::from_text(&first).is_some_and(|day| day.to_string() == first) {
        return Ok(token.text.clone());
    }
    Err(bad(token, &SPEC.kind).expecting(["a day, a month or a year such as 2026-11-28, 2026-11, 2026"]))
}

/// Fills what is empty; whether it was.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    let is_new = place.is_none();
    *place = Some(value);
    is_new
}

/// Adds what is not there yet; whether it was new.
fn add<T: PartialEq>(all: &mut Vec<T>, one: T) -> bool {
    let is_new = !all.contains(&one);
    all.push(one);
    is_new
}

fn whole(token: &Token) -> Result<u16, CommandError> {
    let number = token.text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| bad(token, &SPEC.kind))
}

fn named(token: &Token) -> Result<PlayerName, CommandError> {
    match player(&token.text) {
        Some(PlayerArg::One(name)) => Ok(name),
        Some(PlayerArg::Both) | None => Err(bad(token, &SPEC.kind)),
    }
}

/// `0.06`, `.06`, `≥.06`, `>=0.06`.
fn loss(text: &str) -> IResult<&str, f64> {
    preceded(opt(alt((tag("≥"), tag(">="), tag(">")))), double).parse(text)
}
