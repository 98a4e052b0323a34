//! Settings, and the sentences that acknowledge or refuse them: those of the rows of [`crate::settings`].

use super::Talk;
use super::table::switch;
use super::talk::{Answer, Refused, spelled, understood};
use super::words::{Found, find, split_word, words_of};
use crate::board::{Player, Variation};
use crate::command::{Command, Set};
use crate::record::Standing;
use crate::render::capitalized;
use crate::rng::RngKind;
use crate::settings::{self, DiceSource, Filling, Sentence, Settings, Value, Who};
use crate::words::counted;

/// Carries out a `set` command.
pub(super) fn command(words: &str, player: Option<&str>, rest: &str, talk: &mut Talk<'_>) -> Result<(), Refused> {
    let seats = seats_of(talk, player, "player")?;
    let asked = Asked { words, player, seats: &seats, rest, is_kept: true };
    for name in ["lang", "browser", "calibration"].into_iter().filter(|name| key(words) == *name) {
        if !rest.trim().is_empty() {
            talk.keep_aside(name, rest.trim());
        }
    }
    if let Some(said) = named(&asked, talk)? {
        talk.say(&said);
    } else if by_rollout(&asked, talk)? {
    } else if words.ends_with(" movefilter") {
        filter(&asked, talk);
    } else if let Some(sentence) = Sentence::of(key(words)) {
        answer(&asked, sentence, talk);
    } else {
        other(&asked, talk);
    }
    Ok(())
}

/// What a line asks to be set.
#[derive(Clone, Copy)]
struct Asked<'l> {
    words: &'l str,
    player: Option<&'l str>,
    seats: &'l [Player],
    rest: &'l str,
    /// Whether the setting is changed; else it is only acknowledged.
    is_kept: bool,
}

impl<'l> Asked<'l> {
    fn argument(&self) -> &'l str {
        words_of(self.rest).first().copied().unwrap_or_default()
    }
}

/// The words of a setting as its row has them.
fn key(words: &str) -> &str {
    match words.strip_prefix("set ").unwrap_or(words) {
        "invert met" => "invert matchequitytable",
        "rollout rotate" => "rollout quasirandom",
        words => words,
    }
}

/// What became of a setting.
#[derive(Clone)]
enum Outcome {
    Refused,
    Taken,
    /// The value was taken, and is not kept.
    Passed(Value),
}

/// Sets what has sentences, and says the right one; of each player where the words name both.
fn answer(asked: &Asked<'_>, sentence: &Sentence, talk: &mut Talk<'_>) {
    let outcome = match sentence.switch() {
        Some(name) => {
            let name = name.replace("{p}", &asked.seats.first().map_or(0, |seat| seat.seat()).to_string());
            match switch(asked.rest, &name) {
                Ok(on) => turned(asked, on, talk),
                Err(refused) => {
                    talk.say(&refused);
                    return remarks(asked, None, talk);
                }
            }
        }
        None => put(asked, sentence, talk),
    };
    let seats = match asked.seats {
        [] => vec![None],
        seats => seats.iter().copied().map(Some).collect(),
    };
    for seat in seats {
        let settings = talk.session.settings();
        let now = settings::find(key(asked.words)).map(|row| row.values(settings, seat.unwrap_or(Player::Top)));
        let value = match outcome.clone() {
            Outcome::Passed(value) => Some(value),
            Outcome::Taken | Outcome::Refused => now.into_iter().flatten().next(),
        };
        let name = seat.map(|seat| (seat.seat(), talk.name(seat)));
        let filling = Filling {
            words: key(asked.words),
            typed: asked.rest.trim(),
            value: value.as_ref(),
            player: name.as_ref().map(|(seat, name)| (*seat, name.as_str())),
        };
        let is_refused = matches!(outcome, Outcome::Refused);
        let said = if is_refused { sentence.refused(&filling) } else { sentence.taken(&filling) };
        talk.say(&said.map_or(String::new(), |said| said + "\n"));
        remarks(&Asked { seats: seat.as_slice(), ..*asked }, value.as_ref().filter(|_| !is_refused), talk);
    }
}

/// A switch is turned; some have no effect here, and need none.
fn turned(asked: &Asked<'_>, on: bool, talk: &mut Talk<'_>) -> Outcome {
    if asked.is_kept {
        let _ = talk.run(&format!("{} {}", spelled(asked.words, asked.player), if on { "on" } else { "off" }));
    }
    Outcome::Passed(Value::Switch(on))
}

/// A value is put into its setting, where there is one.
fn put(asked: &Asked<'_>, sentence: &Sentence, talk: &mut Talk<'_>) -> Outcome {
    let typed = asked.rest.trim();
    if settings::find(key(asked.words)).is_none() {
        return if sentence.takes(typed) { Outcome::Passed(Value::Text(typed.to_owned())) } else { Outcome::Refused };
    }
    // Decisions by rollouts are answered by what looks at them.
    let argument = asked.argument().to_ascii_lowercase();
    if asked.words.ends_with(" type") && !argument.is_empty() && "rollout".starts_with(&argument) {
        return Outcome::Passed(Value::Word("rollout"));
    }
    match understood(&spelled(asked.words, asked.player), asked.rest) {
        Ok(Command::Set(Set::Setting(change))) if !asked.is_kept => Outcome::Passed(change.value),
        Ok(command) if talk.execute(&command).is_ok() => Outcome::Taken,
        _ => Outcome::Refused,
    }
}

/// What is said besides: where a setting waits for another. `value` is that of one that was taken.
fn remarks(asked: &Asked<'_>, value: Option<&Value>, talk: &mut Talk<'_>) {
    let settings = talk.session.settings();
    let is_off = |words: &str| {
        settings::find(words).is_some_and(|row| row.values(settings, Player::Top) == [Value::Switch(false)])
    };
    let words = key(asked.words);
    let mut said = String::new();
    match (words, value) {
        ("rollout truncation plies", Some(_)) if is_off("rollout truncation enable") => {
            said += "But rollout truncation is not currently enabled (see `help set rollout truncation enable').\n";
        }
        ("rollout later plies", Some(_)) if is_off("rollout later enable") => {
            said += "But separate evaluation for later plies is not currently enabled \
                     (see `help set rollout later enable').\n";
        }
        ("automatic doubles", Some(value)) if talk.state().standing.length() > 0 && *value != Value::Whole(0) => {
            said += "(Note that automatic doubles will have no effect until you start session play.)\n";
        }
        ("cube use", Some(Value::Switch(false)))
            if matches!(talk.state().standing, Standing::Money { jacoby: true, .. }) =>
        {
            said += "Note that you'll have to disable the Jacoby rule if you want gammons and\n\
                     backgammons to be scored (see `help set jacoby').\n";
        }
        (words, Some(Value::Switch(_))) if words.ends_with(" deterministic") => {
            let noise = settings::find(&words.replace(" deterministic", " noise"));
            let player = asked.seats.first().copied().unwrap_or(Player::Top);
            if noise.is_some_and(|row| row.values(settings, player) == [Value::Real(0.0)]) {
                said += "(Note that this setting will have no effect unless you set noise to some non-zero value.)\n";
            }
        }
        _ => {}
    }
    let is_of_a_program = words.starts_with("player P chequerplay ") || words.starts_with("player P cubedecision ");
    for &seat in asked.seats.iter().filter(|&&seat| is_of_a_program && settings.players[seat].who == Who::Human) {
        let name = &settings.names[seat];
        said += &format!("(Note that this setting will have no effect until you `set player {name} gnu'.)\n");
    }
    talk.say(&said);
}

/// A row of a move filter; what is wrong with it is found from the left.
fn filter(asked: &Asked<'_>, talk: &mut Talk<'_>) {
    let help = match key(asked.words) {
        "rollout later player P movefilter" => "rollout player late movefilter".to_owned(),
        "rollout player P movefilter" => "rollout player movefilter".to_owned(),
        words => words.replace("later", "late").replace('P', asked.player.unwrap_or("P")),
    };
    let words = words_of(asked.rest);
    let whole = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    let positive = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok()).is_some_and(|x| x >= 0.0);
    let see = format!("(see `help set {help}')");
    let fault = match (whole(0), whole(1), whole(2)) {
        (None, ..) => Some("You must specify for which ply you want to set a filter\n".to_owned()),
        (Some(ply), ..) if !(1..=4).contains(&ply) => {
            Some(format!("You must specify a valid ply for setting move filters {see}\n"))
        }
        (Some(ply), level, _) if !level.is_some_and(|level| (0..ply).contains(&level)) => {
            Some(format!("You must specify a valid level 0..{} for the filter {see}\n", ply - 1))
        }
        (.., None) => Some(format!(
            "You must specify a number of moves to accept (or a negative number to skip this level) {see}\n"
        )),
        (.., Some(accept)) if accept >= 0 && !(whole(3).is_some_and(|extra| extra >= 0) && positive(4)) => {
            Some(format!("You must set a count of extra moves and a search tolerance {see}.\n"))
        }
        _ => None,
    };
    match fault {
        // Filters of both players are refused one by one.
        Some(fault) if matches!(key(asked.words), "rollout movefilter" | "rollout later movefilter") => {
            talk.say(&fault.repeat(2));
        }
        Some(fault) => talk.say(&fault),
        None if asked.is_kept => other(asked, talk),
        None => {}
    }
}

/// What has no sentence in the table.
fn other(asked: &Asked<'_>, talk: &mut Talk<'_>) {
    if !asked.is_kept {
        return;
    }
    let done = match understood(&spelled(asked.words, asked.player), asked.rest) {
        Err(error) => Err(error),
        Ok(command) => talk.execute(&command).map(|_| ()).map_err(|error| error.to_string()),
    };
    let said = match done {
        Ok(()) => acknowledged(asked, talk),
        Err(_) if asked.words == "set matchinfo date" => {
            format!("{} is not a valid date (see `help set matchinfo date').\n", asked.rest.trim())
        }
        // The name of a file stays as it is.
        Err(error) if matches!(asked.words, "set matchequitytable" | "set met") => format!("{error}\n"),
        Err(error) => format!("{}.\n", capitalized(&error)),
    };
    talk.say(&said);
}

/// The sentence on what was set, where more than its value belongs into it.
fn acknowledged(asked: &Asked<'_>, talk: &Talk<'_>) -> String {
    let (words, typed) = (asked.words, asked.rest.trim());
    let settings = talk.session.settings();
    if words.starts_with("set variation ") {
        let wanted = variation_name(settings.variation);
        let Some(game) = talk.shown() else {
            return format!("Default variation is: {wanted}\nPlease start a new match or session to play `{wanted}'\n");
        };
        let playing = variation_name(game.variation);
        return format!(
            "You are playing: {playing}\nDefault variation is: {wanted}\n\
             The current match or session is being played as `{playing}'.\n\
             Please start a new match or session to play `{wanted}'\n"
        );
    }
    match words {
        "set defaultnames" => format!(
            "Players will be known as `{}' and `{}'.\n This setting will take effect when a new match is started.\n",
            settings.default_names[Player::Top],
            settings.default_names[Player::Bottom]
        ),
        "set matchinfo event"
        | "set matchinfo place"
        | "set matchinfo round"
        | "set matchinfo annotator"
        | "set matchinfo comment" => {
            let what = words.trim_start_matches("set matchinfo ");
            match typed {
                "" => format!("Match {what} cleared.\n"),
                _ => format!("Match {what} set to: {typed}\n"),
            }
        }
        "set matchinfo rating" => {
            let (player, rating) = split_word(typed).unwrap_or_default();
            let name = talk.player(player.trim_matches('"')).map_or_else(String::new, |player| talk.name(player));
            match rating.trim() {
                "" => format!("Rating for {name} cleared.\n"),
                rating => format!("Rating for {name} set to: {rating}\n"),
            }
        }
        "set matchinfo date" if typed.is_empty() => "Match date cleared.\n".to_owned(),
        "set matchinfo date" => format!("Match date set to {typed}.\n"),
        "set aliases" => format!("Aliases for player 1 when importing MAT files set to \"{typed}\".\n"),
        "set matchequitytable" | "set met" => format!(
            "Analysis used for `hint' has been cleared\nGNU Backgammon will now use the {} match equity table.\n",
            settings.met.source
        ),
        _ => String::new(),
    }
}

/// Settings whose argument this program reads in another way; `None` where it is none.
fn named(asked: &Asked<'_>, talk: &mut Talk<'_>) -> Result<Option<String>, Refused> {
    let (words, player, rest, argument) = (asked.words, asked.player, asked.rest, asked.argument());
    Ok(Some(match words {
        "set player P name" => {
            let name = rest.trim();
            if name.is_empty() {
                return Err("You must specify a name to use.\n".into());
            }
            let is_of_other = |seat: &Player| talk.name(!*seat).eq_ignore_ascii_case(name);
            if asked.seats.iter().any(is_of_other) {
                return Err("That name is already in use by the other player.\n".into());
            }
            talk.run(&format!("{} \"{}\"", spelled(words, player), name.replace('"', "\"\"")))?;
            match asked.seats {
                [seat] => format!("Player {} is now known as `{name}'.\n", seat.seat()),
                _ => String::new(),
            }
        }
        "set prompt" => {
            let prompt = rest.trim_start();
            let prompt = if prompt.is_empty() { "(\\p) " } else { prompt };
            let _ = talk.run(&format!("set prompt \"{}\"", prompt.replace('"', "\"\"")));
            format!("The prompt has been set to `{prompt}'.\n")
        }
        "set seed" | "set rng mersenne" | "set rng isaac" | "set rng md5" | "set rollout seed" => {
            seed(words, argument, talk)?
        }
        "set rng manual" => {
            let is_same = generator(talk.session.settings()).is_none();
            let verb = if is_same { "You are already using" } else { "GNU Backgammon will now use" };
            talk.run("set rng manual").map_err(|_| "")?;
            format!("{verb} the manual dice generator.\n")
        }
        "set matchlength" => {
            let length = argument.parse::<u8>().ok().filter(|&length| length <= 64);
            let length = length.ok_or("Match length must be between 0 (unlimited session) and 64\n")?;
            // A session has no length.
            let _ = talk.run(&format!("set matchlength {}", length.max(1)));
            format!("New matches default to {}.\n", counted(u32::from(length), "point"))
        }
        "set cache" => {
            let size = argument.parse::<u64>();
            let size = size.map_err(|_| "You must specify the number of cache entries to use.\n")?;
            let size = if size == 0 { 0 } else { size.checked_next_power_of_two().unwrap_or(0) };
            format!("The position cache has been sized to {size} entries.\n")
        }
        "set threads" if argument.parse::<u32>().is_ok_and(|threads| threads > MOST_THREADS) => {
            let _ = talk.run(&format!("set threads {MOST_THREADS}"));
            format!(
                "{MOST_THREADS} is the maximum number of threads supported.\n\
                 The number of threads has been set to {MOST_THREADS}.\n"
            )
        }
        "set matchequitytable" | "set met" if argument.is_empty() => {
            return Err("You must specify a filename. See \"help set met\". \n".into());
        }
        "set matchinfo rating" if talk.player(argument).is_none() => {
            return Err("You must specify which player's rating to set (see `help set matchinfo rating').\n".into());
        }
        "set lang" if matches!(argument, "" | "system" | "C" | "en_US") => "Locale is now 'C'\n".to_owned(),
        "set lang" => {
            return Err(Refused::Complained(format!("Locale '{argument}' not supported by C library.\n")));
        }
        "set export show player" => {
            let name = if argument.is_empty() { "both" } else { argument };
            let (shown, of) = match seats_of(talk, Some(name), "export show player")?.as_slice() {
                [seat] => (seat.seat().to_string(), format!("only be shown for player {}", talk.name(*seat))),
                _ => ("both".to_owned(), "be shown for both players".to_owned()),
            };
            let _ = talk.run(&format!("set export show player {shown}"));
            format!("Analysis, boards etc will {of} in exports.\n")
        }
        _ => return Ok(None),
    }))
}

/// The most threads there.
const MOST_THREADS: u32 = 48;

/// Decisions by rollouts: those about the cube are rolled out by `hint`, with the settings of all rollouts. Those of an
/// analysis and of a player have none here.
fn by_rollout(asked: &Asked<'_>, talk: &mut Talk<'_>) -> Result<bool, Refused> {
    let words = key(asked.words);
    let argument = asked.argument().to_ascii_lowercase();
    if words == "evaluation cubedecision type" && !argument.is_empty() {
        if "rollout".starts_with(&argument) {
            talk.roll_cubes_out(true);
        } else if "evaluation".starts_with(&argument) {
            talk.roll_cubes_out(false);
        }
        return Ok(false);
    }
    let decisions = ["chequerplay rollout ", "cubedecision rollout "];
    let Some((of, below)) = decisions.iter().find_map(|decision| words.split_once(decision)) else { return Ok(false) };
    let line = format!("set rollout {below} {}", asked.rest.trim());
    let is_kept = of == "evaluation ";
    if let Found::Leaf { words, player, rest } = find(&line) {
        let Ok(seats) = seats_of(talk, player, "player") else { return Ok(true) };
        let below = Asked { words: &words, player, seats: &seats, rest, is_kept };
        if is_kept {
            command(&words, player, rest, talk)?;
        } else if words.ends_with(" movefilter") {
            filter(&below, talk);
        } else if let Some(sentence) = Sentence::of(key(&words)) {
            answer(&below, sentence, talk);
        }
    }
    for &seat in asked.seats.iter().filter(|_| of.starts_with("player ")) {
        talk.say(
            "(Note that this setting will have no effect until you\n\
                  `set player chequerplay evaluation type rollout.)'\n",
        );
        remarks(&Asked { seats: &[seat], ..*asked }, None, talk);
    }
    Ok(true)
}

/// The seats that a name means; help on some setting tells more where there is none.
fn seats_of(talk: &Talk<'_>, player: Option<&str>, setting: &str) -> Result<Vec<Player>, Refused> {
    let Some(name) = player else { return Ok(Vec::new()) };
    match talk.player(name) {
        Some(player) => Ok(vec![player]),
        None if "both".starts_with(&name.to_ascii_lowercase()) => Ok(Player::BOTH.to_vec()),
        None => Err(format!("Unknown player `{name}' (see `help set {setting}').\n").into()),
    }
}

/// A generator, with a seed of any length: what is longer than a seed here is folded into one.
fn seed(words: &str, argument: &str, talk: &mut Talk<'_>) -> Answer {
    let is_number = !argument.is_empty() && argument.bytes().all(|digit| digit.is_ascii_digit());
    let generator = RngKind::ALL.into_iter().find(|kind| words.strip_prefix("set rng ") == Some(kind.word()));
    if let Some(kind) = generator {
        let is_same = talk.session.settings().dice.source == DiceSource::Generator(kind);
        let verb = if is_same && argument.is_empty() { "You are already using" } else { "GNU Backgammon will now use" };
        talk.run(words)?;
        talk.say(&format!("{verb} the {kind} generator.\n"));
        if is_same && argument.is_empty() {
            return Ok(String::new());
        }
    }
    let setting = if words == "set rollout seed" { words } else { "set seed" };
    if is_number {
        talk.run(&format!("{setting} {}", folded(argument)))?;
        let what = if words == "set rollout seed" { "Rollout seed" } else { "Seed" };
        Ok(format!("{what} set to {argument}.\n"))
    } else if argument.is_empty() {
        let _ = talk.run(setting);
        Ok("Seed initialised from system random data.\n".to_owned())
    } else {
        Err("You must specify a valid seed (see `help set seed').\n".into())
    }
}

/// The value of decimal digits by modulus 2³²: a seed of theirs that is longer has the same last 32 bits.
pub(super) fn folded(digits: &str) -> u32 {
    digits.bytes().fold(0_u32, |seed, digit| seed.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')))
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

/// The name of the generator of dice there; `None` where the dice are entered.
pub(super) fn generator(settings: &Settings) -> Option<String> {
    match settings.dice.source {
        DiceSource::Generator(kind) => Some(kind.to_string()),
        DiceSource::Manual => None,
        DiceSource::File(_) => Some("file".to_owned()),
    }
}
