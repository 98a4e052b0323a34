//! Settings beside those that are: `"rollout chequerplay evaluation plies 2; rollout trials 72"`.

use super::{ArgCount, ArgKind, ArgSpec, Args, Reader};
use crate::command::ast::{Command, Load, Set};
use crate::command::error::{CommandError, ErrorKind};
use crate::command::lex::lex;
use crate::command::parse::parse_from;
use crate::rollout::RolloutPreset;
use crate::settings::always_quoted;

/// One or more settings in quotes, `;` between them: what stands behind `set`, or behind `set rollout`; the name of a
/// preset of rollouts; `load weights FILE` and `load bearoff FILE`.
pub struct OtherSettings;

impl OtherSettings {
    fn spec() -> ArgSpec {
        ArgSpec { name: "SETTINGS", kind: ArgKind::OtherSettings, count: ArgCount::One }
    }
}

impl Reader for OtherSettings {
    type Out = Vec<Command>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(Self::spec());
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Vec<Command>, CommandError> {
        let token = args.need(&Self::spec())?;
        let text = token.text.as_str();
        let (mut settings, mut from) = (Vec::new(), Some(0));
        while let Some(start) = from {
            let lexed = lex(text, start);
            let part = text[start..lexed.end].trim();
            if !part.is_empty() {
                // Inside quotes the text and the line may differ: the whole word is meant.
                let at = |error| CommandError { span: token.span.clone(), ..error };
                settings.push(setting(part).map_err(at)?);
            }
            from = lexed.next;
        }
        if settings.is_empty() {
            let kind = ErrorKind::BadValue { word: "\"\"".to_owned() };
            return Err(CommandError::new(token.span.clone(), kind).expecting(ArgKind::OtherSettings.expected()));
        }
        Ok(settings)
    }

    fn print(&self, settings: &Self::Out, words: &mut Vec<String>) {
        words.push(always_quoted(&settings_text(settings)));
    }
}

/// The settings as they are typed, without `set`.
pub fn settings_text(settings: &[Command]) -> String {
    let text = |command: &Command| {
        let text = command.to_string();
        text.strip_prefix("set ").map(str::to_owned).unwrap_or(text)
    };
    settings.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// A setting, or a file to be loaded, that a rollout may be made with.
fn setting(part: &str) -> Result<Command, CommandError> {
    let first = part.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    if matches!(first.as_str(), "set" | "load") {
        return accepted(part, part);
    }
    if RolloutPreset::from_name(part).is_some() {
        return accepted(&format!("set rollout preset {part}"), part);
    }
    accepted(&format!("set rollout {part}"), part).or_else(|_| accepted(&format!("set {part}"), part))
}

fn accepted(line: &str, part: &str) -> Result<Command, CommandError> {
    match parse_from(line, 0).0? {
        command @ (Command::Set(Set::Setting(_)) | Command::Load(Load::Weights(_) | Load::Bearoff(_))) => Ok(command),
        _ => {
            let kind = ErrorKind::BadValue { word: part.to_owned() };
            Err(CommandError::new(0..part.len(), kind).expecting(ArgKind::OtherSettings.expected()))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command::{Command, RolloutCommand, parse};

    fn printed(line: &str) -> String {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).to_string()
    }

    #[test]
    fn settings_may_leave_out_what_is_meant() {
        for (line, whole) in [
            ("rollout versus quick", "rollout versus \"rollout preset quick\""),
            ("rollout versus \"trials 72; pairing ranked\" cube", "\"rollout trials 72; rollout pairing ranked\" cube"),
            ("rollout versus \"set rollout trials 72\" position", "\"rollout trials 72\" position"),
            (
                "rollout versus \"load weights my.weights; seed 3\" 1-2",
                "\"load weights my.weights; rollout seed 3\" 1 2",
            ),
            ("rollout versus \"load weights \"\"my nets\"\"\" 8/5", "\"load weights \"\"my nets\"\"\" 8/5"),
        ] {
            assert!(printed(line).ends_with(whole), "{}", printed(line));
            assert_eq!(parse(&printed(line)), parse(line), "{line}");
        }
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        for (line, fault) in [
            ("rollout versus", "SETTINGS"),
            ("rollout versus \"\"", "invalid"),
            ("rollout versus \"dice 31\"", "dice 31"),
            ("rollout versus \"trials many\"", "trials"),
            ("rollout versus \"trials 36; nonsense 3\"", "nonsense"),
            ("rollout versus \"load commands x\"", "load commands"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.to_string().contains(fault), "{line}: {error}");
            assert!(error.span.end <= line.len(), "{line}: {:?}", error.span);
        }
        let quick = parse("rollout versus quick").expect("a preset");
        assert!(matches!(quick, Command::Rollout(RolloutCommand::Versus(settings, _)) if settings.len() == 1));
    }
}
