//! The value of a setting, read by its row in the table.

use super::value::on_off;
use super::{ArgCount, ArgKind, ArgSpec, Args, File, Filter, OnOff, OneOf, Raw, Reader, Real, Text, Time, Whole, Word};
use crate::command::error::CommandError;
use crate::settings::{Kind, Setting, Value};

/// The value behind the words of this setting.
pub struct SettingValue(pub &'static Setting);

impl Reader for SettingValue {
    type Out = Value;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        describe(&self.0.kind, self.0.argument, specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Value, CommandError> {
        read(&self.0.kind, self.0.argument, args)
    }

    fn print(&self, value: &Self::Out, words: &mut Vec<String>) {
        words.extend(Some(value.to_string()).filter(|word| !word.is_empty()));
    }
}

/// A choice of words.
fn choice(name: &'static str, words: &[&'static str]) -> OneOf<&'static str> {
    OneOf { name, words: words.iter().map(|&word| (word, word)).collect() }
}

fn describe(kind: &Kind, name: &'static str, specs: &mut Vec<ArgSpec>) {
    match kind {
        Kind::Nothing => {}
        Kind::Switch => OnOff.describe(specs),
        Kind::Whole { min, max } => Whole::within(name, *min, *max).describe(specs),
        Kind::Real { min, max } => Real { name, min: *min, max: *max }.describe(specs),
        Kind::Words(words) => choice(name, words).describe(specs),
        Kind::Time => Time.describe(specs),
        Kind::File => File(name).describe(specs),
        Kind::Text => Text(name).describe(specs),
        Kind::Raw => Raw(name).describe(specs),
        Kind::Names => (Word("NAME0"), Word("NAME1")).describe(specs),
        Kind::Filter => Filter.describe(specs),
        Kind::Optional(kind) => {
            let known = specs.len();
            describe(kind, name, specs);
            specs[known..].iter_mut().for_each(|spec| spec.count = ArgCount::Optional);
        }
        Kind::OrOff(inner) => {
            let known = specs.len();
            describe(inner, name, specs);
            for spec in &mut specs[known..] {
                spec.kind = ArgKind::Value(kind.clone());
            }
        }
    }
}

fn read(kind: &Kind, name: &'static str, args: &mut Args<'_>) -> Result<Value, CommandError> {
    Ok(match kind {
        Kind::Nothing => Value::Nothing,
        Kind::Switch => Value::Switch(OnOff.read(args)?),
        Kind::Whole { min, max } => Value::Whole(Whole::within(name, *min, *max).read(args)?),
        Kind::Real { min, max } => Value::Real(Real { name, min: *min, max: *max }.read(args)?),
        Kind::Words(words) => Value::Word(word(words, name, args)?),
        Kind::Time => Value::Time(Time.read(args)?),
        Kind::File => Value::Text(File(name).read(args)?),
        Kind::Text => Value::Text(Text(name).read(args)?),
        Kind::Raw => Value::Raw(Raw(name).read(args)?),
        Kind::Names => {
            let (top, bottom) = (Word("NAME0"), Word("NAME1")).read(args)?;
            Value::Names([top, bottom])
        }
        Kind::Filter => Value::Filter(Filter.read(args)?),
        Kind::Optional(_) if args.peek().is_none() => Value::Nothing,
        Kind::Optional(kind) => read(kind, name, args)?,
        Kind::OrOff(_) if args.peek().is_some_and(|token| is_off(&token.text)) => {
            args.next();
            Value::Word("off")
        }
        Kind::OrOff(inner) => read(inner, name, args).map_err(|mut error| {
            error.expected.push("off".to_owned());
            error
        })?,
    })
}

/// Whether a word means `off`.
fn is_off(word: &str) -> bool {
    on_off(word) == Some(false) || word.eq_ignore_ascii_case("of")
}

/// One of some words; where `on` and `off` are among them, other words for them will do.
fn word(words: &[&'static str], name: &'static str, args: &mut Args<'_>) -> Result<&'static str, CommandError> {
    let switched = args.peek().and_then(|token| on_off(&token.text)).map(|on| if on { "on" } else { "off" });
    if let Some(word) = switched.and_then(|switched| words.iter().find(|&&word| word == switched)) {
        args.next();
        return Ok(word);
    }
    choice(name, words).read(args)
}
