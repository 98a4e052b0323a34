//! Evaluations, hints, rollouts, conversions and dice, in the layouts that callers pick numbers from.

use super::Talk;
use super::talk::{Answer, NO_POSITION, Refused};
use super::words::words_of;
use crate::command::{Command, parse};
use crate::eval::Advice;
use crate::movegen::legal_plays;
use crate::notation::find_ids;
use crate::record::{Event, Pending, Standing};
use crate::scoring::GameValue;
use crate::session::{CubeReply, Figures, Reply, ResignationReply, SessionError};

/// Carries out a command that computes something; `None` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> Result<Option<String>, Refused> {
    Ok(Some(match words {
        "eval" => eval(talk, rest)?,
        "hint" => hint(talk, rest)?,
        "rollout" if !rest.trim().is_empty() && !is_own_rollout(rest) => {
            let why = "The rollout command takes no arguments and only rollouts the current position\n";
            return Err(Refused::Complained(why.to_owned()));
        }
        "rollout" if rest.trim().is_empty() => rollout(talk, "rollout position")?,
        "rollout" => rollout(talk, &format!("rollout {}", rest.trim()))?,
        "analyse rollout cube" => rollout(talk, "rollout cube")?,
        "analyse rollout move" => {
            let rolled =
                talk.run(format!("{words} {}", rest.trim()).trim()).map_err(|error| of_no_plays(talk, error))?;
            DONE.to_owned() + &without_own_lines(&talk.text_of(&rolled))
        }
        "eq2mwc" | "mwc2eq" => convert(talk, words, rest)?,
        "dicerolls" => dice_rolls(talk, rest)?,
        _ if words.starts_with("analyse ") => {
            // An analysis is looked at by other commands.
            talk.run(format!("{words} {}", rest.trim()).trim()).map_err(|error| match words {
                _ if error.interrupted => error.into(),
                _ if talk.has_begun() => "".into(),
                "analyse move" => Refused::from("No game in progress.\n"),
                _ => "No game is being played.\n".into(),
            })?;
            String::new()
        }
        _ if words.starts_with("annotate ") => annotate(talk, words, rest)?,
        _ if words.starts_with("cmark ") => {
            let own = words.replace("cmark cube set none", "cmark cube clear");
            match talk.run(format!("{own} {}", rest.trim()).trim()) {
                // Nothing is said of no marks.
                Ok(Reply::Message(text)) if words.ends_with("show") && !text.starts_with("no ") => text + "\n",
                Ok(_) => String::new(),
                Err(error) => return Err(of_no_plays(talk, SessionError { interrupted: false, ..error })),
            }
        }
        _ => return Ok(None),
    }))
}

/// What is said where plays cannot be rolled out or marked.
fn of_no_plays(talk: &Talk<'_>, error: SessionError) -> Refused {
    match talk.session.game().and_then(|game| game.dice) {
        _ if error.interrupted => error.into(),
        Some(_) => "No moves to analyse\n".into(),
        None => "".into(),
    }
}

/// Said before the results of a rollout.
const DONE: &str = "Rollout done. Printing final results.\n";

/// Marks and comments belong to the entry of the record that comes next.
fn annotate(talk: &mut Talk<'_>, words: &str, rest: &str) -> Answer {
    let asked = words.trim_start_matches("annotate ");
    let (what, mark) = asked.split_once(' ').unwrap_or((asked, ""));
    let entry = super::walk::next_entry(talk.session).ok_or(match asked {
        "clear comment" => "You must select a move to clear the comment from.\n",
        _ if mark == "comment" => "You must select a move to which to add the comment.\n",
        _ => "You must select a move to annotate first.\n",
    })?;
    let (game, step) = talk.session.record().cursor();
    let last = entry.end - 1;
    let steps = &talk.session.record().games()[game].steps;
    let is_rolled = |event: &Event| {
        matches!(event, Event::Roll(_) | Event::Play(_)) || matches!(event, Event::Begin { roll: Some(_), .. })
    };
    let has_roll = steps[entry].iter().any(|step| is_rolled(&step.event));
    let event = &steps[last].event;
    let is_luck = what == "roll" || asked == "clear luck";
    let is_there = match what {
        _ if is_luck => has_roll,
        "move" => matches!(event, Event::Play(_) | Event::NoPlay),
        "double" => matches!(event, Event::Double),
        "accept" => matches!(event, Event::Take | Event::Accept),
        "take" => matches!(event, Event::Take),
        "drop" | "pass" => matches!(event, Event::Pass),
        "reject" => matches!(event, Event::Pass | Event::Decline),
        "resign" => matches!(event, Event::Resign(_)),
        _ => !matches!(event, Event::Set(_)),
    };
    let cannot_be = is_luck || matches!(event, Event::Set(_) | Event::Roll(_) | Event::Begin { .. });
    super::walk::seek(talk.session, game, last);
    let is_done = is_there && talk.run(format!("{words} {}", rest.trim()).trim()).is_ok();
    super::walk::seek(talk.session, game, step);
    let mark = mark.replace("very", "very ");
    let said = match (is_done, asked, mark.as_str()) {
        (false, ..) if cannot_be && mark != "comment" => "You cannot annotate this move.".to_owned(),
        (false, ..) => "Invalid annotation".to_owned(),
        (true, "clear comment", _) => "Commentary for this move cleared.".to_owned(),
        (true, _, "comment") => "Commentary for this move added.".to_owned(),
        (true, "clear luck" | "roll clear", _) => "Luck annotation cleared.".to_owned(),
        (true, "clear skill", _) | (true, _, "clear") => "Skill annotation cleared.".to_owned(),
        (true, ..) => format!("{} marked as {mark}.", if is_luck { "Roll" } else { "Move" }),
    };
    Ok(said + "\n")
}

/// Whether words behind `rollout` are those of this program.
fn is_own_rollout(rest: &str) -> bool {
    let first = words_of(rest).first().map_or(String::new(), |word| word.to_ascii_lowercase());
    ["position", "plays", "cube", "resume", "merge"].contains(&first.as_str())
}

fn eval(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let first = words_of(rest).first().copied().unwrap_or_default().to_owned();
    let position =
        if first.eq_ignore_ascii_case("simple") { rest.trim() } else { first.split(':').next().unwrap_or("") };
    let state = *talk.state();
    if position.is_empty() && talk.shown().is_none() {
        return Err(NO_POSITION.into());
    }
    Ok(match talk.reopened(|talk| talk.run(format!("eval {position}").trim()))? {
        Reply::Eval(mut reply) => {
            // A game that is over keeps its identifier.
            if let Some(board) = talk.session.board_at(&state).filter(|_| position.is_empty() && state.game.is_none()) {
                reply.ids = board.ids;
            }
            evaluation(&talk.text_of(&Reply::Eval(reply)), value_of_end(talk, position))
        }
        reply => talk.text_of(&reply),
    })
}

/// What a game is won with where a position has ended it: the one on the table, or of a Position ID.
fn value_of_end(talk: &Talk<'_>, position: &str) -> Option<GameValue> {
    let shown = talk.shown();
    let variation = shown.map_or(talk.session.settings().variation, |game| game.variation);
    let position = match position {
        "" => shown?.position,
        _ => find_ids(position).ok()?.setup?.into_position(variation).ok()?,
    };
    GameValue::of(&position, variation.checkers()).map(|(_, value)| value)
}

/// An evaluation with the blank lines that it has there, and without the lines that it has not.
fn evaluation(text: &str, ending: Option<GameValue>) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line {
            _ if line.starts_with("XGID:") => continue,
            "The cube cannot be turned now." => continue,
            "Cube analysis" => out += "\n\n",
            _ if line.starts_with("        Win") || line.starts_with("static:") || line.contains(" ply:") => {
                out += &row_of_evaluation(line);
                continue;
            }
            _ => {}
        }
        out += line;
        out.push('\n');
        if line.starts_with("Evaluator:") {
            out.push('\n');
            if let Some(value) = ending {
                out += &format!("({})\n", value.name().trim_start_matches("a ").trim_end_matches(" game"));
            }
        }
    }
    // Without a decision about the cube one blank line ends it.
    if text.contains("Cube analysis") { below_zero(&out) } else { format!("{}\n\n", out.trim_end_matches('\n')) }
}

/// A row of the table, or its head, in columns that do not grow with the digits.
fn row_of_evaluation(line: &str) -> String {
    let (label, numbers) = line.split_at(line.find(':').map_or(7, |at| at + 1));
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let column = |(i, word): (usize, &&str)| match i {
        0..5 => format!("{word:<7} "),
        5 => format!("{word:<9} "),
        _ if label == "       " => format!("{word:<8} "),
        _ => format!("{word:<9} "),
    };
    format!("{label} {}\n", words.iter().enumerate().map(column).collect::<String>())
}

fn hint(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let game = talk.game_or("You must set up a board first.\n")?;
    if game.pending == Some(Pending::Double) && game.beavers > 0 {
        return Err("This decision is part of beaver/raccoon sequence and cannot be hinted\n".into());
    }
    if game.dice.is_none() && talk.rolls_cubes_out() && !matches!(game.pending, Some(Pending::Resignation { .. })) {
        return cube_by_rollout(talk);
    }
    if let (Some(dice), None) = (game.dice, game.pending)
        && legal_plays(&game.position, dice).is_empty()
    {
        return Err("There are no legal moves.\n".into());
    }
    // None asks for the usual number, and so does anything that is no number.
    let count = words_of(rest).first().and_then(|word| word.parse::<u16>().ok()).filter(|&count| count > 0);
    match talk.reopened(|talk| talk.execute(&Command::Hint(count)))? {
        reply @ Reply::Plays(_) => Ok(below_zero(&without_own_lines(&talk.text_of(&reply)))),
        Reply::Cube(reply) if !can_double(&reply) => Err(no_double()),
        Reply::Cube(reply) => {
            let known = (*reply).clone();
            let for_doubler = |known: CubeReply| CubeReply { is_answer: false, ..known.for_answerer() };
            talk.keep_cube(Some(if known.is_answer { for_doubler(known) } else { known }));
            Ok(format!("\n{}", cube_block(talk, &reply)))
        }
        Reply::Resignation(reply) => Ok(resignation(talk, &reply)),
        reply => Ok(talk.text_of(&reply)),
    }
}

fn no_double() -> Refused {
    Refused::Complained("You cannot double.\n".to_owned())
}

/// The decision about the cube from a rollout.
fn cube_by_rollout(talk: &mut Talk<'_>) -> Answer {
    let rolled = talk.run("rollout cube");
    let rolled = rolled.map_err(|error| if error.interrupted { error.into() } else { no_double() })?;
    let text = without_own_lines(&talk.text_of(&rolled));
    let decision = text.find("Cube analysis").map_or(text.as_str(), |at| &text[at..]);
    Ok(format!("\n{}", below_zero(decision)))
}

/// A cube decision. A double that is answered, though it was too good to be made, is told as one to be made and passed:
/// its rows stand in another order, and not doubling is no better.
pub(super) fn cube_block(talk: &Talk<'_>, reply: &CubeReply) -> String {
    let text = talk.text_of(&Reply::Cube(Box::new(reply.clone())));
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.starts_with("Proper answer:")).map(str::to_owned).collect();
    let is_too_good =
        reply.verdict.as_ref().is_some_and(|verdict| verdict.advice == Advice::TooGood && !verdict.takes());
    let first = lines.iter().position(|line| line.starts_with("1. ")).filter(|_| reply.is_answer && is_too_good);
    if let Some(first) = first.filter(|first| first + 3 < lines.len()) {
        // No double leads, the pass comes last.
        let [no_double, take, pass] = [0, 1, 2].map(|row| lines[first + row].clone());
        let nothing: String = take.rfind('(').map_or("", |at| &take[at..]).replace('+', "-");
        let nothing: String = nothing.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        lines[first] = pass.split('(').next().unwrap_or(&pass).trim_end().replacen("3.", "1.", 1);
        lines[first + 2] = format!("{}  {nothing}", no_double.replacen("1.", "3.", 1));
        lines[first + 3] = "Proper cube action: Double, pass".to_owned();
    }
    below_zero(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

fn can_double(reply: &CubeReply) -> bool {
    reply.verdict.as_ref().is_some_and(|verdict| verdict.advice != Advice::Never)
}

fn resignation(talk: &Talk<'_>, reply: &ResignationReply) -> String {
    let settings = &talk.session.settings().output;
    let is_mwc = settings.mwc && reply.accepting.mwc.is_some();
    let value = |worth: &crate::session::EquityReply| {
        let numbers = talk.format();
        let digits = numbers.output.digits;
        match worth.mwc.filter(|_| is_mwc) {
            Some(mwc) => format!("{:.1$}%", 100.0 * f64::from(mwc), digits.max(1) - 1),
            None => format!("{:+.digits$}", worth.equity),
        }
    };
    let (mut cubeless, mut accepting) = (reply.cubeless, reply.accepting);
    let is_jacoby = matches!(talk.state().standing, Standing::Money { jacoby: true, .. });
    if is_jacoby && talk.session.game().is_some_and(|game| game.cube.value() == 1) {
        // Gammons count neither in the game nor in what is offered, though they are paid.
        (cubeless.equity, accepting.equity) = (2.0 * reply.wins - 1.0, 1.0);
    }
    let (before, after) = (value(&cubeless), value(&accepting));
    let gain = match (accepting.mwc, cubeless.mwc) {
        (Some(after), Some(before)) if is_mwc => format!("{:+.2}%", 100.0 * f64::from(after - before)),
        _ => format!("{:+.1$}", accepting.equity - cubeless.equity, settings.digits),
    };
    let unit = if is_mwc { "MWC" } else { "Equity" };
    let proper = if reply.is_enough() { "Accept" } else { "Reject" };
    format!(
        "{unit} before resignation : {before}\n{unit} after resignation : {after} ({gain})\n\n\
         Correct resign decision : {proper}\n\n"
    )
}

/// A difference of nothing is one below zero there.
pub(super) fn below_zero(text: &str) -> String {
    let zeros = (1..=6).map(|digits| format!("(+0.{})", "0".repeat(digits)));
    zeros.fold(text.to_owned(), |text, zero| text.replace(&zero, &zero.replace('+', "-")))
}

/// Rows of a rollout have lines of this program's own below them.
pub(super) fn without_own_lines(text: &str) -> String {
    let is_own = |line: &str| {
        let line = line.trim_start();
        line.starts_with("plain ") || line.starts_with("best with ") || line.starts_with("XGID")
    };
    text.lines().filter(|line| !is_own(line)).map(|line| line.to_owned() + "\n").collect()
}

fn rollout(talk: &mut Talk<'_>, line: &str) -> Answer {
    talk.game_or(NO_POSITION)?;
    let rolled = talk.run(line)?;
    let head = if line == "rollout position" { "Current Position:\n" } else { "" };
    Ok(format!("{head}{DONE}{}", without_own_lines(&talk.text_of(&rolled))))
}

fn convert(talk: &mut Talk<'_>, words: &str, rest: &str) -> Answer {
    if talk.state().standing.length() == 0 || talk.session.game().is_none() {
        return Err("Command only valid in match play\n".into());
    }
    let given = words_of(rest).first().and_then(|word| word.parse::<f64>().ok());
    let to_mwc = words == "eq2mwc";
    let line = match given {
        Some(value) => format!("{words} {value}"),
        None if to_mwc => "eq2mwc 0".to_owned(),
        // The chance that no equity is worth.
        None => format!("mwc2eq {}", scale_of(talk, "eq2mwc 0")?.1),
    };
    let mut text = String::new();
    for (i, line) in ["eq2mwc -1", "eq2mwc 1", &line].into_iter().enumerate() {
        let (equity, mwc) = scale_of(talk, line)?;
        if i == 2 {
            text += "By linear interpolation:\n";
        }
        let mwc = format!("{:6.2}%", 100.0 * mwc);
        text += &if to_mwc {
            format!("MWC for equity = {equity:+.3}: {mwc}\n")
        } else {
            format!("Equity for MWC = {mwc}: {equity:+.3}\n")
        };
    }
    Ok(text)
}

/// The equity and the chance that a conversion asks about.
fn scale_of(talk: &mut Talk<'_>, line: &str) -> Result<(f32, f32), Refused> {
    let Reply::Figures(figures, _) = talk.run(line)? else { return Err("".into()) };
    let (Figures::Eq2Mwc(scale) | Figures::Mwc2Eq(scale)) = *figures else { return Err("".into()) };
    Ok(scale.values.last().map(|value| (value.equity, value.mwc)).ok_or("")?)
}

/// Dice as they fall, a roll on each line.
fn dice_rolls(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let n = words_of(rest).first().and_then(|word| word.parse::<u32>().ok()).ok_or("")?;
    let command = parse(&format!("dicerolls {n}")).map_err(|error| SessionError::new(error.to_string()))?;
    let Command::DiceRolls(n) = command else { return Err("".into()) };
    let rolls = talk.rolls(n)?;
    let lines: String = rolls.iter().map(|roll| format!("{} {}\n", roll.high(), roll.low())).collect();
    Ok(lines + "\n")
}
