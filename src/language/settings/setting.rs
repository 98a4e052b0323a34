//! One setting: its words, what may stand behind them, help, and how it is read and changed.

use super::Settings;
use super::value::{Plain, Value};
use crate::board::Player;
use std::fmt;

/// The values that may stand behind the words of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Nothing.
    Nothing,
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Whole {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// A real number.
    Real {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// One of these words; where `on` is among them, whatever else means `on` or `off` does too.
    Words(Vec<&'static str>),
    /// A length of time.
    Time,
    /// The name of a file.
    File,
    /// The rest of the words.
    Text,
    /// The rest of the line.
    Raw,
    /// Two names.
    Names,
    /// A row of a move filter.
    Filter,
    /// Nothing, or what another kind is.
    Optional(Box<Kind>),
    /// The word `off`, or what another kind is.
    OrOff(Box<Kind>),
}

impl Kind {
    /// The right texts here, for error messages and help.
    pub fn expected(&self) -> Vec<String> {
        let one = |text: &str| vec![text.to_owned()];
        match self {
            Self::Nothing => Vec::new(),
            Self::Switch => vec!["on".to_owned(), "off".to_owned()],
            Self::Whole { min, max } => vec![format!("a whole number from {min} to {max}")],
            Self::Real { min, max } => match (min.is_finite(), max.is_finite()) {
                (true, true) => vec![format!("a number from {min} to {max}")],
                (true, false) => vec![format!("a number from {min}")],
                _ => one("a number"),
            },
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::Time => one("a time such as 0.5s, 90s, 10m or 1h"),
            Self::File => one("the name of a file"),
            Self::Text | Self::Raw => one("some text"),
            Self::Names => one("two names"),
            Self::Filter => one("ply, level, accept, extra, threshold"),
            Self::Optional(kind) => kind.expected(),
            Self::OrOff(kind) => kind.expected().into_iter().chain(["off".to_owned()]).collect(),
        }
    }
}

/// The owner of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// There is one value.
    Program,
    /// Each player has one, and the words change both.
    Both,
    /// Each player has one; the words name a player at `P`.
    Player {
        /// Whether other words change both.
        has_both: bool,
    },
}

/// The place of a setting in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The setting is listed.
    Itself,
    /// The setting is listed in place of those whose words begin like its own, where it has a value.
    Summary,
    /// The setting is not listed: other settings cover all that it changes.
    Never,
}

/// A further effect of a change, which the session carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The last list of plays is out of date.
    Hint,
    /// Others of the analyses that the record holds speak.
    Speaker,
    /// All that was computed for the decision is out of date.
    Analysis,
    /// The money session goes on with this rule for gammons.
    Jacoby,
    /// The money session goes on with this rule for beavers.
    Beavers,
    /// The game goes on with or without a cube.
    CubeUse,
    /// The user has other names in matches.
    OwnNames,
    /// The players of the next match are called otherwise.
    DefaultNames,
    /// A player becomes a human, the engine or another program.
    Player,
    /// Another match equity table is used.
    Met,
    /// The dice of games come from elsewhere.
    Dice,
    /// The dice of games begin anew.
    Seed,
    /// The message depends on where rollouts are saved.
    Autosave,
    /// The message names the files that trials are written to.
    TrialLog,
}

type Get = Box<dyn Fn(&Settings, Player) -> Vec<Value> + Send + Sync>;
type Put = Box<dyn Fn(&mut Settings, Player, &Value) -> Result<(), String> + Send + Sync>;
type Say = Box<dyn Fn(&Settings, Player, &Value) -> Option<String> + Send + Sync>;

/// How a setting is read and changed. Reading gives the values as they would be typed: mostly one, none where other
/// words give its value, several for a table of rows.
pub struct Field {
    get: Get,
    put: Put,
}

/// A part of the settings: how it is found.
pub struct Place<T: 'static> {
    /// Reads the field.
    pub get: fn(&Settings, Player) -> &T,
    /// Gives the field to be changed.
    pub get_mut: fn(&mut Settings, Player) -> &mut T,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

/// The [`Place`] of a field that all players share: `place!(output.digits)`.
macro_rules! place {
    ($($field:ident).+) => {
        $crate::settings::setting::Place { get: |s, _| &s.$($field).+, get_mut: |s, _| &mut s.$($field).+ }
    };
}
pub(super) use place;

/// The [`Field`] of a plain value: `field!(output.digits)`.
macro_rules! field {
    ($($field:ident).+) => { $crate::settings::setting::Field::plain($crate::settings::setting::place!($($field).+)) };
}
pub(super) use field;

/// Why a value is refused that the parser would not have let through.
fn misfit(value: &Value) -> String {
    format!("`{value}` is not a value of this setting")
}

impl Field {
    /// Read and changed by functions.
    pub fn new(
        get: impl Fn(&Settings, Player) -> Vec<Value> + Send + Sync + 'static,
        put: impl Fn(&mut Settings, Player, &Value) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self { get: Box::new(get), put: Box::new(put) }
    }

    /// A value that is what it is.
    pub fn plain<T: Plain + 'static>(at: Place<T>) -> Self {
        Self::new(
            move |settings, player| vec![(at.get)(settings, player).value()],
            move |settings, player, value| {
                *(at.get_mut)(settings, player) = T::of(value).ok_or_else(|| misfit(value))?;
                Ok(())
            },
        )
    }

    /// A value within a part of the settings.
    pub fn within<T: 'static, V: Plain + 'static>(
        at: Place<T>,
        get: impl Fn(&T) -> V + Send + Sync + 'static,
        set: impl Fn(&mut T, V) + Send + Sync + 'static,
    ) -> Self {
        Self::new(
            move |settings, player| vec![get((at.get)(settings, player)).value()],
            move |settings, player, value| {
                set((at.get_mut)(settings, player), V::of(value).ok_or_else(|| misfit(value))?);
                Ok(())
            },
        )
    }

    /// One of several things that go by words; no value while it is none of them.
    fn words<T: PartialEq + Clone + Send + Sync + 'static>(words: Vec<(&'static str, T)>, at: Place<T>) -> Self {
        let names = words.clone();
        Self::new(
            move |settings, player| {
                let now = (at.get)(settings, player);
                names.iter().find(|(_, known)| known == now).map(|(word, _)| Value::Word(word)).into_iter().collect()
            },
            move |settings, player, value| {
                let known = words.iter().find(|(word, _)| *value == Value::Word(word)).ok_or_else(|| misfit(value))?;
                *(at.get_mut)(settings, player) = known.1.clone();
                Ok(())
            },
        )
    }

    /// One thing in place of others, which the words of the setting alone choose.
    pub fn one<T: PartialEq + Clone + Send + Sync + 'static>(one: T, at: Place<T>) -> Self {
        let known = one.clone();
        Self::new(
            move |settings, player| Vec::from_iter((*(at.get)(settings, player) == known).then_some(Value::Nothing)),
            move |settings, player, _| {
                *(at.get_mut)(settings, player) = one.clone();
                Ok(())
            },
        )
    }

    /// A value that may be missing: then the setting has none. Words without a value mean `usual`.
    pub fn given<T: Plain + Copy + Send + Sync + 'static>(at: Place<Option<T>>, usual: Option<T>) -> Self {
        Self::new(
            move |settings, player| (at.get)(settings, player).iter().map(Plain::value).collect(),
            move |settings, player, value| {
                *(at.get_mut)(settings, player) = T::of(value).or(usual);
                Ok(())
            },
        )
    }

    /// A plain value, or `off` for none.
    pub fn or_off<T: Plain + Send + Sync + 'static>(at: Place<Option<T>>) -> Self {
        Self::new(
            move |settings, player| vec![(at.get)(settings, player).as_ref().map_or(Value::Word("off"), Plain::value)],
            move |settings, player, value| {
                *(at.get_mut)(settings, player) = T::of(value);
                Ok(())
            },
        )
    }
}

/// A row of the table of settings.
pub struct Setting {
    /// The words behind `set`, in full, `P` where a player is named.
    pub words: String,
    /// The words with their other names, separated by `|`.
    pub names: String,
    /// The owner of the value.
    pub scope: Scope,
    /// The name of the value in usage lines.
    pub argument: &'static str,
    /// The values that it may have.
    pub kind: Kind,
    /// One line of help.
    pub help: String,
    /// The unit of a number; empty where that is clear.
    pub unit: &'static str,
    /// How it is without being set, where that is not one value.
    pub unset: Option<&'static str>,
    /// A value for an example.
    pub example: String,
    /// Words that may be its value, with what each means; other values may do, too.
    pub choices: Vec<(&'static str, String)>,
    /// The place in lists.
    pub listing: Listing,
    /// The further effect of a change.
    pub effect: Effect,
    field: Field,
    say: Option<Say>,
    is_chosen: fn(&Settings) -> bool,
}

impl Setting {
    pub(super) fn new(names: &str, kind: Kind, help: impl Into<String>, field: Field) -> Self {
        let words: Vec<_> = names.split(' ').map(|word| word.split('|').next().unwrap_or(word)).collect();
        let argument = match &kind {
            Kind::Nothing => "",
            Kind::Switch => "on|off",
            Kind::Real { .. } => "X",
            Kind::Time => "TIME",
            Kind::File => "FILE",
            Kind::Text | Kind::Words(_) => "NAME",
            Kind::Raw => "TEXT",
            Kind::Names => "NAME0 NAME1",
            Kind::Filter => "PLY LEVEL ACCEPT EXTRA THRESHOLD",
            Kind::Whole { .. } | Kind::Optional(_) | Kind::OrOff(_) => "N",
        };
        let example = if kind == Kind::Switch { "on" } else { "" };
        Self {
            scope: if words.contains(&"P") { Scope::Player { has_both: false } } else { Scope::Program },
            words: words.join(" "),
            names: names.to_owned(),
            argument,
            kind,
            help: help.into(),
            unit: "",
            unset: None,
            example: example.to_owned(),
            choices: Vec::new(),
            listing: Listing::Itself,
            effect: Effect::Nothing,
            field,
            say: None,
            is_chosen: |_| true,
        }
    }

    /// Sets the name of the value in usage lines.
    pub(super) fn argument(&mut self, name: &'static str) -> &mut Self {
        self.argument = name;
        self
    }

    /// Sets the unit of a number.
    pub(super) fn unit(&mut self, unit: &'static str) -> &mut Self {
        self.unit = unit;
        self
    }

    /// How it is without being set, where that is not one value.
    pub(super) fn unset(&mut self, how: &'static str) -> &mut Self {
        self.unset = Some(how);
        self
    }

    /// A value for an example.
    pub(super) fn example(&mut self, value: impl Into<String>) -> &mut Self {
        self.example = value.into();
        self
    }

    /// A word that may be its value, with what it means.
    pub(super) fn choice(&mut self, word: &'static str, help: impl Into<String>) -> &mut Self {
        self.choices.push((word, help.into()));
        self
    }

    /// Sets its place in lists.
    pub(super) fn listing(&mut self, listing: Listing) -> &mut Self {
        self.listing = listing;
        self
    }

    /// Sets the further effect of a change.
    pub(super) fn effect(&mut self, effect: Effect) -> &mut Self {
        self.effect = effect;
        self
    }

    /// Sets the owner of the value.
    pub(super) fn scope(&mut self, scope: Scope) -> &mut Self {
        self.scope = scope;
        self
    }

    /// Sets the answer to a change; else it is the command itself.
    pub(super) fn say(&mut self, say: impl Fn(&Settings) -> String + Send + Sync + 'static) -> &mut Self {
        self.say_of(move |settings, _, _| Some(say(settings)))
    }

    /// Sets the answer to a change for a player, if it is not the command itself.
    pub(super) fn say_of(
        &mut self,
        say: impl Fn(&Settings, Player, &Value) -> Option<String> + Send + Sync + 'static,
    ) -> &mut Self {
        self.say = Some(Box::new(say));
        self
    }

    /// Sets the rule by which a value counts as chosen by the user: a random one is not kept.
    pub(super) fn chosen_if(&mut self, is_chosen: fn(&Settings) -> bool) -> &mut Self {
        self.is_chosen = is_chosen;
        self
    }

    /// The values now, as they would be typed.
    pub fn values(&self, settings: &Settings, player: Player) -> Vec<Value> {
        (self.field.get)(settings, player)
    }

    /// Changes the settings of these players; of the program if there is one value.
    ///
    /// # Errors
    /// When the value makes no sense; the settings may then be changed in part.
    pub fn put(&self, settings: &mut Settings, players: &[Player], value: &Value) -> Result<(), String> {
        match self.scope {
            Scope::Program => (self.field.put)(settings, Player::Top, value),
            Scope::Both => Player::BOTH.into_iter().try_for_each(|player| (self.field.put)(settings, player, value)),
            Scope::Player { .. } => players.iter().try_for_each(|&player| (self.field.put)(settings, player, value)),
        }
    }

    /// The answer to a change, if it is not the command itself.
    pub fn answer(&self, settings: &Settings, players: &[Player], value: &Value) -> Option<String> {
        let say = self.say.as_ref()?;
        let players = if matches!(self.scope, Scope::Player { .. }) { players } else { &[Player::Top] };
        let answers: Option<Vec<_>> = players.iter().map(|&player| say(settings, player, value)).collect();
        answers.map(|answers| answers.join("\n"))
    }

    /// The command that gives a value.
    pub fn line(&self, player: Player, value: &Value) -> String {
        let words = self.words_for(&player.index().to_string());
        match value {
            Value::Nothing => format!("set {words}"),
            value => format!("set {words} {value}"),
        }
    }

    /// The words with a player named.
    pub fn words_for(&self, player: &str) -> String {
        let words = self.words.split(' ').map(|word| if word == "P" { player } else { word });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The commands that would make it what it is; those for both players stand for equal ones of each.
    pub(super) fn lines(&self, settings: &Settings) -> Vec<(Player, Value)> {
        let of = |player| self.values(settings, player);
        let with = |player: Player| of(player).into_iter().map(move |value| (player, value));
        let equal = || of(Player::Top) == of(Player::Bottom);
        match self.scope {
            Scope::Program => with(Player::Top).collect(),
            Scope::Both if equal() => with(Player::Top).collect(),
            Scope::Player { has_both: true } if equal() => Vec::new(),
            Scope::Both => Vec::new(),
            Scope::Player { .. } => Player::BOTH.into_iter().flat_map(with).collect(),
        }
    }

    /// Whether the user chose the value.
    pub(super) fn is_chosen(&self, settings: &Settings) -> bool {
        (self.is_chosen)(settings)
    }

    /// How it stands, for help: the value, one for each player where they differ.
    pub fn current(&self, settings: &Settings) -> Option<String> {
        let told = |player| {
            let values = self.values(settings, player).into_iter().map(|value| match value {
                Value::Nothing => "this".to_owned(),
                value => value.to_string(),
            });
            let told = values.collect::<Vec<_>>().join("; ");
            if told.is_empty() || self.unit.is_empty() { told } else { format!("{told} {}", self.unit) }
        };
        let (top, bottom) = (told(Player::Top), told(Player::Bottom));
        if self.scope == Scope::Program || top == bottom {
            return Some(top).filter(|told| !told.is_empty());
        }
        let or_not = |told: String| if told.is_empty() { "not this".to_owned() } else { told };
        Some(format!("{} for player 0, {} for player 1", or_not(top), or_not(bottom)))
    }

    /// How it is without being set.
    pub fn default(&self) -> Option<String> {
        match self.unset {
            Some(how) => Some(how.to_owned()),
            None => self.current(&Settings::default()),
        }
    }
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Rows while they are made.
#[derive(Default)]
pub(super) struct Rows(Vec<Setting>);

impl Rows {
    /// Adds a setting. Words are separated by blanks, other names of a word follow it with `|`, a player is `P`.
    pub fn add(&mut self, words: &str, kind: Kind, help: impl Into<String>, field: Field) -> &mut Setting {
        self.0.push(Setting::new(words, kind, help, field));
        self.0.last_mut().expect("just pushed")
    }

    /// Adds a choice of words, each with the thing that it stands for.
    pub fn words<T: PartialEq + Clone + Send + Sync + 'static>(
        &mut self,
        words: &str,
        help: impl Into<String>,
        ways: impl Into<Vec<(&'static str, T)>>,
        at: Place<T>,
    ) -> &mut Setting {
        let ways = ways.into();
        let kind = Kind::Words(ways.iter().map(|(word, _)| *word).collect());
        self.add(words, kind, help, Field::words(ways, at))
    }

    /// Adds a switch.
    pub fn switch(&mut self, words: &str, help: &str, field: Field) -> &mut Setting {
        self.add(words, Kind::Switch, help, field)
    }

    /// The rows in their order.
    pub(super) fn into_settings(self) -> Vec<Setting> {
        self.0
    }
}
