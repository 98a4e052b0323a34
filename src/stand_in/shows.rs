//! `show …`: how things stand, in sentences and tables that callers read.

use super::talk::{Answer, NO_GAME, NO_POSITION, Refused};
use super::telling::{as_theirs, finished_games, padded, score_line};
use super::words::words_of;
use super::{StandIn, Talk, version_line};
use crate::board::Player;
use crate::command::{Part, Show};
use crate::record::{Pending, Standing};
use crate::render::capitalized;
use crate::scoring::{CubeOwner, Terms};
use crate::session::{Figures, MetReply, PipCount, Reply};
use crate::settings::{Autosave, Settings, TutorSettings, Who};
use crate::words::counted;

/// Carries out a `show` command; `None` where it is none that is shown in another way than here.
pub(super) fn command(
    stand_in: &StandIn,
    words: &str,
    rest: &str,
    talk: &mut Talk<'_>,
) -> Result<Option<String>, Refused> {
    let Some(what) = words.strip_prefix("show ") else { return Ok(None) };
    Ok(Some(match what {
        "board" | "fullboard" => board(talk, rest)?,
        "version" => version(stand_in),
        "turn" => turn(talk),
        "dice" => dice(talk),
        "cube" => cube(talk),
        "matchresult" => super::statistics::results(talk.session),
        "scoresheet" => super::statistics::score_sheet(talk.session),
        "score" => score_line(talk.session, talk.state(), finished_games(talk.session)),
        "pipcount" => pips(talk, rest)?,
        "prompt" => format!("The prompt is set to `{}'.\n", talk.session.settings().prompt),
        "jacoby" => jacoby(talk),
        "beavers" => beavers(talk.session.settings()),
        "crawford" => crawford(talk),
        "postcrawford" => post_crawford(talk),
        "matchlength" => matchlength(talk.session.settings()),
        "automatic" => automatic(talk.session.settings()),
        "rng" => match super::settings::generator(talk.session.settings()) {
            Some(name) => format!("You are using the {name} generator.\n"),
            None => "You are using the manual dice generator.\n".to_owned(),
        },
        "seed" => seed(talk),
        "threads" => {
            format!("{}.\n", counted(talk.session.settings().threads, "calculation thread"))
        }
        "player" => players(talk.session.settings()),
        "matchequitytable" | "met" => met(talk, rest)?,
        "variation" => variation(talk),
        "display" => on_off(
            talk.session.settings().display,
            [
                "GNU Backgammon will display boards for computer moves.\n",
                "GNU Backgammon will not display boards for computer moves.\n",
            ],
        ),
        "clockwise" => on_off(
            talk.session.settings().clockwise,
            [
                "Player 1 moves clockwise (and player 0 moves anticlockwise).\n",
                "Player 1 moves anticlockwise (and player 0 moves clockwise).\n",
            ],
        ),
        "statistics game" | "statistics match" | "statistics session" | "statistics" => {
            statistics(talk, what.rsplit(' ').next().unwrap_or_default())?
        }
        "confirm" => confirm(talk.session.settings()),
        "tutor" => tutor(talk.session.settings()),
        "cubeefficiency" => efficiency(talk.session.settings()),
        "matchinfo" => {
            if !talk.has_begun() && talk.session.match_info().date.is_none() {
                talk.note_date();
            }
            match_info(talk)
        }
        "engine" => engine(stand_in, talk),
        "lang" => format!("Your language preference is set to {}.\n", talk.aside("lang").unwrap_or("system")),
        "browser" => format!("The current browser is {}\n", talk.aside("browser").unwrap_or_default()),
        "delay" => "The delay is set to 300 ms.\n".to_owned(),
        "calibration" => match talk.aside("calibration") {
            Some(speed) => format!("Evaluation speed has been set to {speed} evaluations per second.\n"),
            None => "No evaluation speed has been recorded.\n".to_owned(),
        },
        "marketwindow" => super::market::window(talk, rest)?,
        "gammonvalues" => super::market::gammon_values(talk)?,
        "autosave" => autosave(talk.session.settings()),
        "ratingoffset" => {
            let offset = talk.session.settings().rating_offset;
            format!("The rating offset for estimating absolute ratings is: {offset:.1}\n")
        }
        // Whatever `set cheat` says.
        "cheat" => "Manipulation with dice is disabled.\n".to_owned(),
        "bearoff" if rest.trim().is_empty() && talk.session.game().is_none() => "No game is being played.\n".to_owned(),
        "rolls" if talk.session.game().is_none() => NO_GAME.to_owned(),
        "thorp" | "keith" | "8912" | "isight" | "kleinman" | "onesidedrollout" if talk.shown().is_none() => {
            NO_POSITION.to_owned()
        }
        _ => match talk.reopened(|talk| super::counts::count(talk, what)) {
            Some(text) => text,
            None => return Ok(None),
        },
    }))
}

/// All parts, with zeros where nothing is analysed.
fn statistics(talk: &mut Talk<'_>, what: &str) -> Answer {
    let part = match what {
        "game" => Part::Game,
        "session" => Part::Session,
        _ => Part::Match,
    };
    match super::statistics::whole(talk.session, part) {
        Some(text) => Ok(text),
        None if part == Part::Game => Err("No game in progress.\n".into()),
        None => {
            let names = &talk.session.settings().names;
            let head = format!("{:<41}{:<24}{}", "Player", names[Player::Top], names[Player::Bottom]);
            Ok(format!("{head}\n\nOverall statistics\n\n\n\n\n"))
        }
    }
}

fn on_off(is_on: bool, [on, off]: [&str; 2]) -> String {
    if is_on { on } else { off }.to_owned()
}

fn board(talk: &mut Talk<'_>, rest: &str) -> Answer {
    if !rest.trim().is_empty() {
        let position = rest.trim().split(':').next().unwrap_or_default();
        let shown = talk.run(&format!("show board {position}"))?;
        return Ok(padded(&as_theirs(&talk.text_of(&shown))));
    }
    talk.shown().ok_or(NO_POSITION)?;
    let below = super::match_text::below_board(talk).filter(|_| !talk.session.settings().output.rawboard);
    Ok(talk.board() + &below.unwrap_or_default())
}

fn version(stand_in: &StandIn) -> String {
    format!(
        "{}\n\nThis is gammon {}, which stands in GNU Backgammon's place and is no part of it.\n{}\n",
        version_line(),
        env!("CARGO_PKG_VERSION"),
        stand_in.nets
    )
}

/// What evaluates positions, in paragraphs.
fn engine(stand_in: &StandIn, talk: &Talk<'_>) -> String {
    let nets = talk.session.evaluator().layers();
    if nets.is_empty() {
        return format!("{}\n", stand_in.nets);
    }
    let mut text = String::new();
    for (name, inputs, hidden) in nets {
        text += &format!(
            " * {} neural network evaluator:\n   - version 1.00, {inputs} inputs, {hidden} hidden units.\n\n",
            capitalized(name)
        );
    }
    for (kind, checkers, positions, about) in
        [(1, 15, 54264, "gammon distributions"), (2, 6, 924, "both cubeful and cubeless equities")]
    {
        text += &format!(
            " * In memory {kind}-sided bearoff database evaluator\n   - generated by gammon\n   - up to {checkers} \
             chequers on 6 points ({positions} positions) per player\n   - database includes {about}\n\n"
        );
    }
    text + &format!(" * {}\n", stand_in.nets)
}

fn turn(talk: &Talk<'_>) -> String {
    let Some(game) = talk.session.game() else { return "No game is being played.\n".to_owned() };
    let what = if game.dice.is_some() { "move" } else { "roll" };
    let on_roll = format!("{} in on {what}.\n", talk.name(game.on_roll));
    match game.pending {
        Some(Pending::Resignation { by, value, .. }) => {
            format!("{on_roll}{} has offered to resign {}.\n", talk.name(by), value.name())
        }
        Some(Pending::Double) | None => on_roll,
    }
}

fn dice(talk: &Talk<'_>) -> String {
    match talk.session.game() {
        None => "The dice will not be rolled until a game is started.\n".to_owned(),
        Some(game) => {
            let name = talk.name(game.on_roll);
            match game.dice {
                Some(roll) => format!("{name} has rolled {} and {}.\n", roll.high(), roll.low()),
                None => format!("{name} has not yet rolled the dice.\n"),
            }
        }
    }
}

fn cube(talk: &Talk<'_>) -> String {
    match talk.session.game() {
        None => "There is no game in progress.\n".to_owned(),
        Some(_) if talk.session.is_crawford() => "The cube is disabled during the Crawford game.\n".to_owned(),
        Some(game) if !game.cube_in_use => "The doubling cube is disabled.\n".to_owned(),
        Some(game) => match game.cube.owner() {
            CubeOwner::Centered => format!("The cube is at {}, and is centred.\n", game.cube.value()),
            CubeOwner::Owned(player) => {
                format!("The cube is at {}, and is owned by {}.\n", game.cube.value(), talk.name(player))
            }
        },
    }
}

fn pips(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let position = rest.trim().split(char::is_whitespace).next().unwrap_or_default();
    if position.is_empty() && talk.shown().is_none() {
        return Err(NO_POSITION.into());
    }
    let shown = talk.reopened(|talk| talk.run(&format!("show pipcount {position}")))?;
    let Reply::Figures(figures, _) = shown else { return Err("".into()) };
    let Figures::PipCount(count) = *figures else { return Err("".into()) };
    let PipCount { on_roll, opponent, .. } = count.count;
    let player = talk.shown().map_or(Player::Bottom, |game| game.on_roll);
    let of = |seat: Player| if seat == player { on_roll } else { opponent };
    // The player on roll comes first.
    let (first, second) = (talk.name(player), talk.name(!player));
    Ok(format!("The pip counts are: {first} {}, {second} {}.\n", of(player), of(!player)))
}

fn jacoby(talk: &Talk<'_>) -> String {
    let with = |on: bool| if on { "with" } else { "without" };
    let mut text = String::new();
    if let Standing::Money { jacoby, .. } = talk.state().standing {
        text += &format!("This money session is played {} the Jacoby rule.\n", with(jacoby));
    }
    text + &format!("New money sessions are played {} the Jacoby rule.\n", with(talk.session.settings().jacoby))
}

fn beavers(settings: &Settings) -> String {
    match settings.beavers {
        0 => "No beavers allowed in money sessions.\n".to_owned(),
        1 => "1 beaver allowed in money sessions.\n".to_owned(),
        n => format!("{n} beavers/raccoons allowed in money sessions.\n"),
    }
}

fn crawford(talk: &Talk<'_>) -> String {
    match talk.state().standing.terms() {
        Terms::Money { .. } => "Crawford rule is not used in money sessions.\n".to_owned(),
        Terms::Match(score) if score.crawford() => "This game is the Crawford game.\n".to_owned(),
        Terms::Match(_) => "This game is not the Crawford game\n".to_owned(),
    }
}

fn post_crawford(talk: &Talk<'_>) -> String {
    match talk.state().standing.terms() {
        Terms::Money { .. } => "Crawford rule is not used in money sessions.\n".to_owned(),
        Terms::Match(score) if score.is_post_crawford() => "This is post-Crawford play.\n".to_owned(),
        Terms::Match(_) => "This is not post-Crawford play.\n".to_owned(),
    }
}

fn matchlength(settings: &Settings) -> String {
    format!("New matches default to {}.\n", counted(settings.match_length, "point"))
}

fn automatic(settings: &Settings) -> String {
    let automatic = settings.automatic;
    let word = |on: bool| if on { "On" } else { "Off" };
    format!(
        "bearoff \t(Play certain non-contact bearoff moves):      \t{}\n\
         crawford\t(Enable the Crawford rule as appropriate):     \t{}\n\
         doubles \t(Turn the cube when opening roll is a double): \t{}\n\
         game    \t(Start a new game after each one is completed):\t{}\n\
         move    \t(Play the forced move when there is no choice):\t{}\n\
         roll    \t(Roll the dice if no double is possible):      \t{}\n",
        word(automatic.bearoff),
        word(automatic.crawford),
        automatic.doubles,
        word(automatic.game),
        word(automatic.r#move),
        word(automatic.roll)
    )
}

fn autosave(settings: &Settings) -> String {
    let will = |on: bool| if on { "will" } else { "will not" };
    format!(
        "Auto save every {}\nMatch {} be autosaved during and after rollouts\nMatch {} be autosaved during and after \
         analysis\n",
        counted(settings.autosave_time, "minute"),
        will(settings.autosave_rollout != Autosave::Off),
        will(settings.autosave_analysis)
    )
}

fn seed(talk: &mut Talk<'_>) -> String {
    match talk.run("show seed") {
        Ok(Reply::Commands(lines)) => {
            let seed = lines.first().and_then(|line| line.strip_prefix("set seed ")).unwrap_or_default();
            format!("The current seed is {seed}\n")
        }
        _ => "You cannot show the seed with this random number generator.\n".to_owned(),
    }
}

fn players(settings: &Settings) -> String {
    let mut text = String::new();
    for player in Player::BOTH {
        text += &format!("Player {}:\n  Name: {}\n  Type: ", player.seat(), settings.names[player]);
        text += &match &settings.players[player].who {
            Who::Human => "human\n\n".to_owned(),
            Who::External(address) => format!("external: {address}\n\n"),
            Who::Engine => {
                let evaluation = &settings.players[player].evaluation;
                let part = |name: &str, plies: u8| {
                    format!("    {name}:\n      Neural net evaluation:\n        {plies}-ply evaluation.\n")
                };
                format!(
                    "gnubg:\n{}\n{}",
                    part("Chequer play", evaluation.chequerplay.plies()),
                    part("Cube decisions", evaluation.cubedecision.plies())
                )
            }
        };
    }
    text
}

fn variation(talk: &Talk<'_>) -> String {
    let name = super::settings::variation_name(talk.session.settings().variation);
    let playing = talk.shown().map(|game| super::settings::variation_name(game.variation));
    let playing = playing.map(|playing| format!("You are playing: {playing}\n")).unwrap_or_default();
    format!("{playing}Default variation is: {name}\n")
}

/// The match equity table with the decimals and columns that it has there.
fn met(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let size = words_of(rest).first().and_then(|word| word.parse::<usize>().ok()).filter(|&n| n > 0);
    // In a match the scores of the match.
    let length = talk.state().standing.length();
    let size = size.unwrap_or(if length > 0 { length.into() } else { 64 }).min(64);
    let shown = u8::try_from(size).unwrap_or(64);
    let Figures::MatchEquityTable(table) = talk.figures(Show::Met(Some(shown)))? else { return Err("".into()) };
    let (file, about) = (&talk.session.settings().met.source, talk.session.met().description());
    Ok(met_text(&table, file, about, size, &talk.names()))
}

/// What is asked before something is lost.
fn confirm(settings: &Settings) -> String {
    let default = match settings.confirm_default {
        None => "ask for confirmation",
        Some(true) => "answer yes to questions",
        Some(false) => "answer no to questions",
    };
    let asks = |does| if does { "ask" } else { "not ask" };
    format!(
        "GNU Backgammon will {default}.\n\
         GNU Backgammon will {} for confirmation before aborting games in progress.\n\
         GNU Backgammon will {} for confirmation {}overwriting existing files.\n",
        asks(settings.confirm_new),
        asks(settings.confirm_save),
        if settings.confirm_save { "before " } else { "" }
    )
}

/// The errors that people are warned of.
fn tutor(settings: &Settings) -> String {
    let TutorSettings { mode, cube, chequer, skill } = settings.tutor;
    let line = |watched: bool, what| {
        if mode && watched {
            format!("Warnings are given for '{}' or worse {what}.\n", skill.name())
        } else {
            format!("No warnings are given for {what}.\n")
        }
    };
    line(chequer, "chequer moves") + &line(cube, "cube decisions")
}

/// How live cubes are taken to be.
fn efficiency(settings: &Settings) -> String {
    let of = &settings.efficiency;
    format!(
        "Parameters for cube evaluations:\n\
         Cube efficiency for crashed positions : {:.4}\n\
         Cube efficiency for contact positions : {:.4}\n\
         Cube efficiency for one sided bearoff positions : {:.4}\n\
         Cube efficiency for race: x = pips * {:.5} + {:.5}\n\
         (min value {:.4}, max value {:.4})\n",
        of.crashed, of.contact, of.one_sided, of.race_factor, of.race_coefficient, of.race_min, of.race_max
    )
}

/// The players, the day, and what else is known about the match.
fn match_info(talk: &Talk<'_>) -> String {
    let info = talk.session.match_info();
    let rating = |player: Player| match info.ratings[player].as_str() {
        "" => "unknown rating".to_owned(),
        rating => rating.to_owned(),
    };
    let [top, bottom] =
        [Player::Top, Player::Bottom].map(|player| format!("{} ({})", talk.name(player), rating(player)));
    let day = info.date.map_or_else(String::new, |day| format!(", {:04}-{:02}-{:02}", day.year, day.month, day.day));
    let facts =
        [("Event", &info.event), ("Round", &info.round), ("Place", &info.place), ("Annotator", &info.annotator)];
    let told = facts.iter().filter(|(_, fact)| !fact.is_empty()).map(|(name, fact)| format!("{name}: {fact}\n"));
    let comment = if info.comment.is_empty() { String::new() } else { format!("\n{}\n", info.comment) };
    format!("{top} vs. {bottom}{day}\n{}{comment}", told.collect::<String>())
}

fn met_text(table: &MetReply, file: &str, about: &str, size: usize, names: &[String; 2]) -> String {
    let heads: String = (1..=size).map(|away| format!("{away:>5}-away")).collect();
    let heads = format!("         {heads} \n");
    let row = |away: usize, chances: &[f32]| {
        let cells: String = chances.iter().take(size).map(|chance| format!("{:10.4}", 100.0 * chance)).collect();
        format!("{away:>4}-away{cells} \n")
    };
    let mut text = format!("Match equity table: {}\n({file})\n{about}\n\n", table.name);
    text += &format!("Pre-Crawford table:\n\n{heads}");
    for (i, chances) in table.pre_crawford.iter().take(size).enumerate() {
        text += &row(i + 1, chances);
    }
    for (player, name) in names.iter().enumerate() {
        text += &format!("\nPost-Crawford table for player {player} ({name}):\n\n{heads}");
        text += &row(1, &table.post_crawford[player]);
    }
    text + "\n"
}
