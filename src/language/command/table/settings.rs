//! `set`: one command for every row of the table of settings.

use super::Table;
use crate::command::args::{ArgSpec, Args, Fixed, Players, Reader, SettingValue};
use crate::command::ast::{Change, Command, PlayerArg, Set};
use crate::command::error::CommandError;
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
    let form = form!(|value| Command::Set(Set::Setting(Change { setting, player: None, value })));
    t.add(&setting.names, SettingValue(setting), &setting.help, "on", form).default = setting.default();
}

/// `prefer`, a setting of analysis.
pub(super) fn prefer(t: &mut Table) {
    let setting = find("analysis prefer").expect("a setting of this name");
    let form = form!(|value| Command::Set(Set::Setting(Change { setting, player: None, value })));
    t.add("prefer", SettingValue(setting), &setting.help, &setting.example, form);
}

/// A player named among the words.
#[derive(Clone, Copy)]
struct Whose;

impl Reader for Whose {
    type Out = Option<PlayerArg>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        Players.describe(specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        Players.read(args).map(Some)
    }

    fn print(&self, player: &Self::Out, words: &mut Vec<String>) {
        player.iter().for_each(|player| Players.print(player, words));
    }
}

fn add<P: Reader<Out = Option<PlayerArg>> + 'static>(t: &mut Table, names: &str, setting: &'static Setting, whose: P) {
    let form = form!(|(player, value)| Command::Set(Set::Setting(Change { setting, player, value })));
    let row = t.add(&format!("set {names}"), (whose, SettingValue(setting)), &setting.help, &setting.example, form);
    row.default = setting.default();
    row.notes = setting.choices.iter().map(|(word, help)| format!("{word:12}  {help}")).collect();
    row.setting = Some(setting);
}
