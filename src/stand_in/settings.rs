//! Settings, and the sentences that acknowledge them.

use super::Talk;
use super::table::switch;
use super::talk::{spelled, understood};
use super::words::{Found, find, words_of};
use crate::board::{Player, Variation};
use crate::rng::RngKind;
use crate::settings::{DiceSource, Settings};

/// Settings that are on or off, with what is said of each.
const SWITCHES: [(&str, &str, &str); 47] = [
    (
        "set automatic bearoff",
        "Will automatically bear off as many chequers as possible.",
        "Will not automatically bear off chequers.",
    ),
    (
        "set automatic crawford",
        "Will enable the Crawford game according to match score.",
        "Will not enable the Crawford game according to match score.",
    ),
    ("set automatic game", "Will automatically start games after wins.", "Will not automatically start games."),
    ("set automatic move", "Forced moves will be made automatically.", "Forced moves will not be made automatically."),
    (
        "set automatic roll",
        "Will automatically roll the dice when no cube action is possible.",
        "Will not automatically roll the dice.",
    ),
    (
        "set confirm new",
        "Will ask for confirmation before aborting games in progress.",
        "Will not ask for confirmation before aborting games in progress.",
    ),
    (
        "set confirm save",
        "Will ask for confirmation before overwriting existing files.",
        "Will not ask for confirmation overwriting existing files.",
    ),
    ("set display", "Will display boards for computer moves.", "Will not display boards for computer moves."),
    (
        "set clockwise",
        "Player 1 moves clockwise (and player 0 moves anticlockwise).",
        "Player 1 moves anticlockwise (and player 0 moves clockwise).",
    ),
    (
        "set output mwc",
        "Match evaluations will be shown as match winning chances.",
        "Match evaluations will be shown as equivalent money equity.",
    ),
    (
        "set output matchpc",
        "Match winning chances will be shown as percentages.",
        "Match winning chances will be shown as probabilities.",
    ),
    (
        "set output winpc",
        "Game winning chances will be shown as percentages.",
        "Game winning chances will be shown as probabilities.",
    ),
    ("set output rawboard", "TTY boards will be given in raw format.", "TTY boards will be given in ASCII."),
    ("set output output", "output will be shown", "output will not be shown"),
    ("set jacoby", "Will use the Jacoby rule for money sessions.", "Will not use the Jacoby rule for money sessions."),
    ("set cube use", "Use of the doubling cube is permitted.", "Use of the doubling cube is disabled."),
    ("set record", "All games in a session will be recorded.", "Only the active game in a session will be recorded."),
    (
        "set gotofirstgame",
        "Goto first game when loading matches or sessions.",
        "Goto last game when loading matches or sessions.",
    ),
    (
        "set evaluation sameasanalysis",
        "Evaluation settings will be same as analysis settings.",
        "Evaluation settings separate from analysis settings.",
    ),
    ("set analysis cube", "Cube action will be analysed.", "Cube action will not be analysed."),
    ("set analysis luck", "Dice rolls will be analysed.", "Dice rolls will not be analysed."),
    ("set analysis moves", "Chequer play will be analysed.", "Chequer play will not be analysed."),
    ("set tutor mode", "Warn about possibly bad play.", "No warnings for possibly bad play."),
    (
        "set tutor chequer",
        "Include advice on chequer play in tutor mode.",
        "Exclude advice on chequer play from tutor mode.",
    ),
    (
        "set tutor cube",
        "Include advice on cube decisions in tutor mode.",
        "Exclude advice on cube decisions from tutor mode.",
    ),
    ("set sound enable", "Enable sounds.", "Disable sounds."),
    (
        "set cheat enable",
        "Allow GNU Backgammon to manipulate the dice.",
        "Disallow GNU Backgammon to manipulate the dice.",
    ),
    ("set rollout cubeful", "Cubeful rollouts will be performed.", "Cubeless rollouts will be performed."),
    (
        "set rollout varredn",
        "Will use lookahead during rollouts to reduce variance.",
        "Will not use lookahead during rollouts to reduce variance.",
    ),
    ("set rollout quasirandom", "Use quasi-random dice in rollouts", "Do not use quasi-random dice in rollouts"),
    ("set rollout rotate", "Use quasi-random dice in rollouts", "Do not use quasi-random dice in rollouts"),
    (
        "set rollout initial",
        "Rollouts will be made as the initial position of a game.",
        "Rollouts will be made for normal (non-opening) positions.",
    ),
    (
        "set rollout truncation enable",
        "Games in rollouts will be stopped after a fixed number of moves.",
        "Games in rollouts will be played out until the end.",
    ),
    (
        "set rollout truncate-equal-player0",
        "Evaluation of rollouts at truncation point will be same as player 0.",
        "Evaluation of rollouts at truncation point are separately specified.",
    ),
    (
        "set rollout bearofftruncation exact",
        "Will truncate *cubeless* rollouts when reaching exact bearoff database",
        "Will not truncate *cubeless* rollouts when reaching exact bearoff database",
    ),
    (
        "set rollout bearofftruncation onesided",
        "Will truncate *cubeless* rollouts when reaching one-sided bearoff database",
        "Will not truncate *cubeless* rollouts when reaching one-sided bearoff database",
    ),
    (
        "set rollout later enable",
        "Different evaluations will be used for later plies of rollouts.",
        "Do not change evaluations during rollout.",
    ),
    ("set rollout limit enable", "Stop rollout when STD's are small enough", "Do not stop rollout based on STDs"),
    ("set rollout jsd stop", "Stop rollout of choices based on JSDs", "Do not stop rollout of moves choices on JSDs"),
    (
        "set rollout log",
        "Create an .sgf file for each game rolled out",
        "Do not create an .sgf file for each game rolled out",
    ),
    (
        "set rollout cube-equal-chequer",
        "Rollouts use same settings for cube and chequer play.",
        "Rollouts use separate settings for cube and chequer play.",
    ),
    (
        "set rollout players-are-same",
        "Rollouts use same settings for both players.",
        "Rollouts use separate settings for both players.",
    ),
    ("set styledgamelist", "Show colours in game window", "Do not show colours in game window"),
    ("set gamelist", "Show game window with moves.", "Do not show game window with moves."),
    (
        "set panels",
        "Game list, Annotation and Message panels/windows will be displayed.",
        "Game list, Annotation and Message panels/windows will not be displayed.",
    ),
    ("set invert met", "Match equity table will be used inverted.", "Match equity table will not be use inverted."),
    (
        "set invert matchequitytable",
        "Match equity table will be used inverted.",
        "Match equity table will not be use inverted.",
    ),
];

/// Carries out a `set` command.
pub(super) fn command(words: &str, player: Option<&str>, rest: &str, talk: &mut Talk<'_>) {
    let seats = match seats_of(talk, player) {
        Ok(seats) => seats,
        Err(name) => {
            talk.say(&format!("Unknown player `{name}' (see `help set player').\n"));
            return;
        }
    };
    if let Some((_, on, off)) = SWITCHES.iter().find(|(known, ..)| *known == words) {
        let Some(is_on) = switch(talk, rest, words) else { return };
        // Some have no effect here, and need none.
        let _ = talk.run(&format!("{words} {}", if is_on { "on" } else { "off" }));
        talk.say(if is_on { on } else { off });
        talk.say("\n");
        if words == "set cube use" && !is_on && talk.session.settings().jacoby {
            talk.say(NO_GAMMONS);
        }
        return;
    }
    if named(words, player, &seats, rest, talk) || by_rollout(words, rest, talk) {
        return;
    }
    let refused = match understood(&spelled(words, player), rest) {
        Err(error) => Some(error),
        Ok(command) => match talk.execute(&command) {
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        },
    };
    let settings = talk.session.settings();
    match (refused, acknowledged(words, &seats, rest, settings)) {
        (None, _) if words.starts_with("set variation ") && talk.shown().is_some() => {
            let being = |game: crate::record::Game| variation_name(game.variation);
            let playing = talk.shown().map_or("", being);
            let wanted = variation_name(settings.variation);
            talk.say(&format!(
                "You are playing: {playing}\nDefault variation is: {wanted}\n\
                 The current match or session is being played as `{playing}'.\n\
                 Please start a new match or session to play `{wanted}'\n"
            ));
        }
        (None, said) => talk.say(&said.unwrap_or_default()),
        (Some(_), said) if words.ends_with("plies") && is_of_evaluation(words) => {
            talk.say("Valid numbers of plies to look ahead are 0 to 7.\n");
            talk.say(&said.unwrap_or_default());
        }
        (Some(error), _) => talk.say(&fault(words, rest, &error)),
    }
}

const NO_GAMMONS: &str = "Note that you'll have to disable the Jacoby rule if you want gammons and\n\
                          backgammons to be scored (see `help set jacoby').\n";

/// The seats that a name means; the name where there is none.
fn seats_of<'n>(talk: &Talk<'_>, player: Option<&'n str>) -> Result<Vec<Player>, &'n str> {
    match player {
        None => Ok(Vec::new()),
        Some(name) => match talk.player(name) {
            Some(player) => Ok(vec![player]),
            None if "both".starts_with(&name.to_ascii_lowercase()) => Ok(Player::BOTH.to_vec()),
            None => Err(name),
        },
    }
}

/// Settings whose argument this program reads in another way.
fn named(words: &str, player: Option<&str>, seats: &[Player], rest: &str, talk: &mut Talk<'_>) -> bool {
    let argument = words_of(rest).first().copied().unwrap_or_default();
    match words {
        "set player P name" => {
            let name = rest.trim();
            if name.is_empty() {
                talk.say("You must specify a name to use.\n");
                return true;
            }
            let line = format!("{} \"{}\"", spelled(words, player), name.replace('"', "\"\""));
            match (talk.run(&line), seats) {
                (Ok(_), [seat]) => {
                    talk.say(&format!("Player {} is now known as `{name}'.\n", seat.seat()));
                }
                (Ok(_), _) => {}
                (Err(error), _) => talk.refuse(&error),
            }
        }
        "set player P human" | "set player P gnubg" => {
            let is_human = words.ends_with("human");
            let _ = talk.run(&spelled(words, player));
            for &seat in seats {
                let name = talk.name(seat);
                talk.say(&if is_human {
                    format!("Moves for {name} must now be entered manually.\n")
                } else {
                    format!("Moves for {name} will now be played by GNU Backgammon.\n")
                });
            }
        }
        "set prompt" => {
            let prompt = rest.strip_prefix([' ', '\t']).unwrap_or(rest);
            let prompt = if prompt.is_empty() { "(\\p) " } else { prompt };
            let _ = talk.run(&format!("set prompt \"{}\"", prompt.replace('"', "\"\"")));
            talk.say(&format!("The prompt has been set to `{prompt}'.\n"));
        }
        "set seed" | "set rng mersenne" | "set rng isaac" | "set rng md5" | "set rollout seed" => {
            seed(words, argument, talk);
        }
        "set rng manual" => {
            let is_same = generator(talk.session.settings()).is_none();
            let verb = if is_same { "You are already using" } else { "GNU Backgammon will now use" };
            if talk.run("set rng manual").is_ok() {
                talk.say(&format!("{verb} the manual dice generator.\n"));
            }
        }
        "set matchlength" => match argument.parse::<u8>() {
            Ok(length) if length <= 64 => {
                // A session has no length.
                let _ = talk.run(&format!("set matchlength {}", length.max(1)));
                talk.say(&format!("New matches default to {}.\n", plural(u32::from(length), "point")));
            }
            _ => talk.say("Match length must be between 0 (unlimited session) and 64\n"),
        },
        "set cache" => {
            let size = argument.parse::<u64>().unwrap_or(0);
            let size = if size == 0 { 0 } else { size.checked_next_power_of_two().unwrap_or(0) };
            talk.say(&format!("The position cache has been sized to {size} entries.\n"));
        }
        _ if words.starts_with("set export include") => {
            let Some(on) = switch(talk, rest, words) else { return true };
            let _ = talk.run(&format!("{words} {}", if on { "yes" } else { "no" }));
            let what = words.rsplit(' ').next().unwrap_or_default().replace("matchinfo", "match information");
            talk.say(&format!("{} {what} in exports\n", if on { "Include" } else { "Do not include" }));
        }
        _ => return false,
    }
    true
}

/// Decisions by rollouts: those about the cube are rolled out by `hint`, with the settings of all rollouts.
fn by_rollout(words: &str, rest: &str, talk: &mut Talk<'_>) -> bool {
    let Some(what) = words.strip_prefix("set evaluation ") else { return false };
    let (decision, what) = what.split_once(' ').unwrap_or((what, ""));
    let is_cube = decision == "cubedecision";
    let subject = if is_cube { "cube decisions" } else { "chequerplay" };
    let kind = words_of(rest).first().map_or(String::new(), |word| word.to_ascii_lowercase());
    match what {
        "type" if !kind.is_empty() && "rollout".starts_with(&kind) => {
            talk.say(&format!("`eval' and `hint' {subject} will now use Rollout.\n"));
            if is_cube {
                talk.roll_cubes_out(true);
            }
            true
        }
        "type" => {
            if is_cube && !kind.is_empty() && "evaluation".starts_with(&kind) {
                talk.roll_cubes_out(false);
            }
            false
        }
        _ if what.starts_with("rollout ") => {
            let line = format!("set {what} {}", rest.trim());
            if let Found::Leaf { words, player, rest } = find(&line) {
                command(&words, player, rest, talk);
            }
            true
        }
        _ => false,
    }
}

/// A generator, with a seed of any length: what is longer than a seed here is folded into one.
fn seed(words: &str, argument: &str, talk: &mut Talk<'_>) {
    let digits = argument.trim_start_matches('-');
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let generator = RngKind::ALL.into_iter().find(|kind| words.strip_prefix("set rng ") == Some(kind.word()));
    if let Some(kind) = generator {
        let is_same = talk.session.settings().dice.source == DiceSource::Generator(kind);
        let verb = if is_same && !is_number { "You are already using" } else { "GNU Backgammon will now use" };
        if let Err(error) = talk.run(words) {
            talk.refuse(&error);
            return;
        }
        talk.say(&format!("{verb} the {kind} generator.\n"));
        if is_same && !is_number {
            return;
        }
    }
    let setting = if words == "set rollout seed" { words } else { "set seed" };
    if is_number {
        if let Err(error) = talk.run(&format!("{setting} {}", folded(digits))) {
            talk.refuse(&error);
            return;
        }
        let what = if words == "set rollout seed" { "Rollout seed" } else { "Seed" };
        talk.say(&format!("{what} set to {argument}.\n"));
    } else if argument.is_empty() || generator.is_some() {
        let _ = talk.run(setting);
        talk.say("Seed initialised from system random data.\n");
    } else {
        talk.say("You must specify a valid seed (see `help set seed').\n");
    }
}

/// The value of decimal digits by modulus 2³²: a seed of theirs that is longer has the same last 32 bits.
pub(super) fn folded(digits: &str) -> u32 {
    digits.bytes().fold(0_u32, |seed, digit| seed.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')))
}

fn plural(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn is_of_evaluation(words: &str) -> bool {
    words.ends_with("chequerplay plies")
        || words.ends_with("cubedecision plies")
        || words.ends_with("evaluation plies")
        || words.ends_with("luckanalysis plies")
}

/// The purpose of an evaluation, as a sentence begins.
fn subject(words: &str, seats: &[Player], settings: &Settings) -> Option<String> {
    let is_cube = words.contains("cubedecision");
    let what = if words.starts_with("set evaluation ") {
        format!("`eval' and `hint' {}", if is_cube { "cube decisions" } else { "chequerplay" })
    } else if words.starts_with("set analysis luckanalysis") {
        "luck analysis".to_owned()
    } else if words.starts_with("set analysis ") {
        format!("Analysis {}", if is_cube { "cubedecision" } else { "chequerplay" })
    } else if words.starts_with("set player P ") {
        seats.first().map(|&seat| settings.names[seat].clone())?
    } else if words.starts_with("set rollout truncation ") {
        "Evaluation at rollout truncation point".to_owned()
    } else if words.starts_with("set rollout ") {
        let what = if is_cube { "Cube decisions in rollouts" } else { "Chequer play in rollouts" };
        match seats {
            [seat] => format!("{what} (for player {})", seat.seat()),
            _ => what.to_owned(),
        }
    } else {
        return None;
    };
    Some(what)
}

/// The sentence on a setting as it now is; `None` where GNU Backgammon says nothing that anybody looks for.
fn acknowledged(words: &str, seats: &[Player], rest: &str, settings: &Settings) -> Option<String> {
    let argument = words_of(rest).first().copied().unwrap_or_default();
    let is_on = matches!(argument, "on" | "yes" | "y" | "true");
    let last = words.rsplit(' ').next().unwrap_or_default();
    let is_of_an_evaluation = ["plies", "prune", "cubeful", "noise", "deterministic", "type"].contains(&last);
    if let Some(subject) = subject(words, seats, settings).filter(|_| is_of_an_evaluation) {
        let said = match last {
            "plies" if is_of_evaluation(words) => {
                let plies = plies_of(words, seats, settings);
                format!("{subject} will use {plies} ply evaluation.\n")
            }
            "prune" => format!("{subject} will {} pruning.\n\n", if is_on { "use" } else { "not use" }),
            "cubeful" if words != "set rollout cubeful" => {
                format!("{subject} will use {} evaluation.\n\n", if is_on { "cubeful" } else { "cubeless" })
            }
            "noise" => match argument.parse::<f32>() {
                Ok(noise) if noise > 0.0 => {
                    format!("{subject} will use noise with standard deviation {noise:.3}.\n")
                }
                _ => format!("{subject} will use noiseless evaluations.\n"),
            },
            "deterministic" => {
                let kind = if is_on { "deterministic" } else { "pseudo-random" };
                format!(
                    "{subject} will use {kind} noise.\n\
                     (Note that this setting will have no effect unless you set noise to some non-zero value.)\n"
                )
            }
            "type" if argument.starts_with('r') => return None,
            "type" => format!("{subject} will now use Neural net evaluation.\n"),
            _ => return rollout(words, argument),
        };
        let waits = words.starts_with("set player P ")
            && seats.iter().any(|&seat| settings.players[seat].who == crate::settings::Who::Human);
        let name = seats.first().map_or("", |&seat| settings.names[seat].as_str());
        let remark = format!("(Note that this setting will have no effect until you `set player {name} gnu'.)\n");
        return Some(if waits && last == "plies" { said + &remark } else { said });
    }
    if words.starts_with("set variation ") {
        let name = variation_name(settings.variation);
        return Some(format!("Default variation is: {name}\nPlease start a new match or session to play `{name}'\n"));
    }
    Some(match words {
        "set output digits" => format!(
            "Probabilities and equities will be shown with {} digits after the decimal separator\n",
            settings.output.digits
        ),
        "set output errorratefactor" => {
            format!("The factor used for multiplying error rates is: {:.1}\n", settings.error_rate_factor)
        }
        "set export moves number" => format!("Show at most {argument} moves in exports.\n"),
        "set lang" => format!("Locale is now '{}'\n", rest.trim()),
        "set beavers" => beavers(settings.beavers),
        "set threads" => format!("The number of threads has been set to {}.\n", settings.threads),
        "set defaultnames" => format!(
            "Players will be known as `{}' and `{}'.\n This setting will take effect when a new match is started.\n",
            settings.default_names[Player::Top],
            settings.default_names[Player::Bottom]
        ),
        "set ratingoffset" => {
            format!("The rating offset for estimating absolute ratings is: {:.1}\n", settings.rating_offset)
        }
        "set automatic doubles" => match settings.automatic.doubles {
            0 => "Automatic doubles will not be used.\n".to_owned(),
            1 => "A single automatic double will be permitted.\n".to_owned(),
            n => format!("Automatic doubles will be used (up to a limit of {n}).\n"),
        },
        "set matchinfo event"
        | "set matchinfo place"
        | "set matchinfo round"
        | "set matchinfo annotator"
        | "set matchinfo comment" => format!("Match {last} set to: {}\n", rest.trim()),
        "set matchinfo date" => format!("Match date set to {}.\n", rest.trim()),
        "set aliases" => format!("Aliases for player 1 when importing MAT files set to \"{}\".\n", rest.trim()),
        "set matchequitytable" | "set met" => {
            format!(
                "Analysis used for `hint' has been cleared\nGNU Backgammon will now use the {} match equity table.\n",
                settings.met.source
            )
        }
        _ if words.starts_with("set analysis threshold ") => {
            format!("`{last}' threshold set to {:.3}.\n", argument.parse::<f32>().unwrap_or_default())
        }
        _ if words.starts_with("set tutor skill ") => {
            let skill = if last == "verybad" { "very bad" } else { last };
            format!("Tutor warnings will be given for play marked `{skill}'.\n")
        }
        "set analysis player P analyse" => seats
            .iter()
            .map(|&seat| {
                let (name, verb) = (&settings.names[seat], if is_on { "Analyse" } else { "Do not analyse" });
                format!("{verb} {name}'s chequerplay and cube decisions.\n")
            })
            .collect(),
        _ if words.starts_with("set cubeefficiency ") => {
            format!("Cube efficiency for {last} positions: {:.5}\n", argument.parse::<f32>().unwrap_or_default())
        }
        _ => return rollout(words, argument),
    })
}

fn rollout(words: &str, argument: &str) -> Option<String> {
    Some(match words {
        "set rollout trials" => format!("{argument} games will be played per rollout.\n"),
        "set rollout truncation plies" => format!("Rollouts will be truncated after {argument} plies.\n"),
        "set rollout later plies" => format!("Evaluations will change after {argument} plies in rollouts.\n"),
        "set rollout limit minimumgames" => {
            format!("After {argument} games, rollouts will stop if the STDs are small enough.\n")
        }
        "set rollout limit maxerror" => format!(
            "Rollouts can stop when the estimated equities' STD are less than {:.4})\n",
            argument.parse::<f32>().unwrap_or_default()
        ),
        "set rollout jsd limit" => format!(
            "Rollouts (or rollouts of moves) may stop when the equity is more than {:.3} joint standard deviations \
             from the best move being rolled out\n",
            argument.parse::<f32>().unwrap_or_default()
        ),
        "set rollout jsd minimumgames" => {
            format!("After {argument} games, rollouts will stop if the JSDs are large enough.\n")
        }
        _ => return None,
    })
}

/// The name of a variation in sentences.
pub(super) const fn variation_name(variation: Variation) -> &'static str {
    match variation {
        Variation::Standard => "Standard backgammon",
        Variation::Nackgammon => "Nackgammon",
        Variation::Hypergammon1 => "1-chequer hypergammon",
        Variation::Hypergammon2 => "2-chequer hypergammon",
        Variation::Hypergammon3 => "3-chequer hypergammon",
    }
}

fn beavers(n: u8) -> String {
    match n {
        0 => "No beavers allowed in money sessions.\n".to_owned(),
        1 => "1 beaver allowed in money sessions.\n".to_owned(),
        n => format!("{n} beavers/raccoons allowed in money sessions.\n"),
    }
}

/// The plies that a setting has now.
fn plies_of(words: &str, seats: &[Player], settings: &Settings) -> u8 {
    let is_cube = words.contains("cubedecision");
    let player = seats.first().copied().unwrap_or(Player::Top);
    if words.starts_with("set evaluation ") {
        let evaluation = &settings.evaluation;
        if is_cube { evaluation.cubedecision.plies } else { evaluation.chequerplay.plies }
    } else if words.starts_with("set analysis luckanalysis") {
        settings.analysis.luck.plies
    } else if words.starts_with("set analysis ") {
        let analysis = &settings.analysis;
        if is_cube { analysis.cubedecision.plies } else { analysis.chequerplay.plies }
    } else if words.starts_with("set player P ") {
        let evaluation = &settings.players[player].evaluation;
        if is_cube { evaluation.cubedecision.plies } else { evaluation.chequerplay.plies }
    } else if words.starts_with("set rollout later ") {
        let later = &settings.rollout.later.players[player];
        if is_cube { later.cube.plies } else { later.chequer.plies }
    } else if words.starts_with("set rollout truncation ") {
        let truncation = &settings.rollout.truncation;
        if is_cube { truncation.cube.plies } else { truncation.chequer.plies }
    } else {
        let rollout = &settings.rollout.players[player];
        if is_cube { rollout.cube.plies } else { rollout.chequer.plies }
    }
}

/// The fault in an argument.
fn fault(words: &str, rest: &str, error: &str) -> String {
    match words {
        "set output digits" => "You must specify a number between 1 and 6.\n".to_owned(),
        "set matchinfo date" => format!("{} is not a valid date (see `help set matchinfo date').\n", rest.trim()),
        "set threads" => "You must specify the number of threads to use.\n".to_owned(),
        _ => {
            let mut letters = error.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.\n", letters.as_str())
        }
    }
}

/// The name of the generator of dice there; `None` where the dice are entered.
pub(super) fn generator(settings: &Settings) -> Option<String> {
    match settings.dice.source {
        DiceSource::Generator(kind) => Some(kind.to_string()),
        DiceSource::Manual => None,
        DiceSource::File(_) => Some("file".to_owned()),
    }
}
