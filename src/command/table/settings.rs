//! `set`: one command for every row of the table of settings.

use super::Table;
use crate::command::args::{Fixed, Players, Reader, SettingValue};
use crate::command::ast::{Change, Command, PlayerArg, Set};
use crate::settings::{Scope, Setting, find, table};

pub(super) fn rows(t: &mut Table) {
    for setting in table() {
        match setting.scope {
            Scope::Program | Scope::Both => add(t, &setting.names, setting, Fixed(None)),
            Scope::Player { .. } => add(t, &setting.names, setting, Whose),
        }
    }
}

/// `invert matchequitytable`, which is also a command of its own.
pub(super) fn invert(t: &mut Table) {
    let setting = find("invert matchequitytable").expect("a setting of this name");
    let example = format!("{} on", setting.words);
    let make = move |value| Set::Setting(Change { setting, player: None, value }).into();
    t.add(&setting.names, SettingValue(setting), &setting.help, &example, make).default(setting.default());
}

/// A player named among the words.
#[derive(Clone, Copy)]
struct Whose;

impl Reader for Whose {
    type Out = Option<PlayerArg>;

    fn describe(&self, specs: &mut Vec<crate::command::args::ArgSpec>) {
        Players.describe(specs);
    }

    fn read(&self, args: &mut crate::command::args::Args<'_>) -> Result<Self::Out, crate::command::CommandError> {
        Players.read(args).map(Some)
    }
}

fn add<P: Reader<Out = Option<PlayerArg>> + 'static>(t: &mut Table, names: &str, setting: &'static Setting, whose: P) {
    let example = format!("set {} {}", setting.words_for("0"), setting.example);
    let make = move |(player, value)| -> Command { Set::Setting(Change { setting, player, value }).into() };
    let row = t.add(&format!("set {names}"), (whose, SettingValue(setting)), &setting.help, example.trim_end(), make);
    row.default(setting.default());
    row.notes = setting.choices.iter().map(|(word, help)| format!("{word:12}  {help}")).collect();
    row.setting = Some(setting);
}
