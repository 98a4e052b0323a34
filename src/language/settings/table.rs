//! The one table of settings, and lists of commands made from it.

use super::setting::{Listing, Rows, Scope, Setting};
use super::{Settings, analysis, dice, evaluation, export, game, output, players, program, rollout};
use crate::board::Player;
use std::sync::LazyLock;

/// Every setting in the order of the manual.
pub fn table() -> &'static [Setting] {
    static TABLE: LazyLock<Vec<Setting>> = LazyLock::new(|| {
        let mut rows = Rows::default();
        players::rows(&mut rows);
        game::rows(&mut rows);
        dice::rows(&mut rows);
        evaluation::rows(&mut rows);
        analysis::rows(&mut rows);
        program::rows(&mut rows);
        output::rows(&mut rows);
        export::rows(&mut rows);
        rollout::rows(&mut rows);
        rows.into_settings()
    });
    &TABLE
}

/// The setting with these words behind `set`, in full.
pub fn find(words: &str) -> Option<&'static Setting> {
    table().iter().find(|setting| setting.words == words)
}

/// The settings whose words begin like this, as the commands that would make them: all of them, or those that are not
/// as in `base`.
pub fn commands(settings: &Settings, beginning: &str, base: Option<&Settings>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut covered: Vec<(&str, Player)> = Vec::new();
    for setting in table().iter().filter(|setting| begins_with(&setting.words, beginning)) {
        if setting.listing == Listing::Never {
            continue;
        }
        let is_new = |player: Player, value: &_| base.is_none_or(|base| !setting.values(base, player).contains(value));
        for (player, value) in setting.lines(settings) {
            let both = setting.scope == Scope::Both;
            let is_covered = |(group, seat): &(&str, Player)| {
                begins_with(&setting.words, group)
                    && (*seat == player || !matches!(setting.scope, Scope::Player { .. }))
            };
            if covered.iter().any(is_covered) {
                continue;
            }
            if setting.listing == Listing::Summary {
                let group = setting.words.strip_suffix(" preset").unwrap_or(&setting.words);
                covered.push((group, player));
                if both {
                    covered.push((group, !player));
                }
            }
            // A value that both players have is new where either had something else.
            if is_new(player, &value) || (both && is_new(!player, &value)) {
                lines.push(setting.line(player, &value));
            }
        }
    }
    lines
}

/// Every setting that the user chose, as commands that would set it.
pub fn all_commands(settings: &Settings) -> Vec<String> {
    without_chance(settings, commands(settings, "", None))
}

/// The settings that are not the defaults, as commands: what is kept from one day to the next.
pub fn changes(settings: &Settings) -> Vec<String> {
    without_chance(settings, commands(settings, "", Some(&Settings::default())))
}

/// Settings one by one, as the commands that would make them: all that `holds` takes, but for what chance chose.
pub fn chosen_lines(settings: &Settings, holds: impl Fn(&Setting) -> bool) -> Vec<String> {
    let chosen = table().iter().filter(|setting| holds(setting) && setting.is_chosen(settings));
    chosen
        .flat_map(|setting| setting.lines(settings).into_iter().map(|(player, value)| setting.line(player, &value)))
        .collect()
}

/// Leaves out what chance chose.
fn without_chance(settings: &Settings, lines: Vec<String>) -> Vec<String> {
    let random: Vec<_> = table().iter().filter(|setting| !setting.is_chosen(settings)).collect();
    let by_chance = |line: &String| random.iter().any(|setting| begins_with(line, &format!("set {}", setting.words)));
    lines.into_iter().filter(|line| !by_chance(line)).collect()
}

/// Whether words begin with those of a group.
fn begins_with(words: &str, group: &str) -> bool {
    words.strip_prefix(group).is_some_and(|rest| group.is_empty() || rest.is_empty() || rest.starts_with(' '))
}
