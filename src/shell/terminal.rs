//! The terminal's means: its width, and colors.

use super::driven::is_driven;
use crate::render::Style;
use crate::settings::Theme;
use crate::system::terminal;
use anstream::AutoStream;
use anstream::stream::RawStream;
use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::Duration;
use terminal_colorsaurus::{Color, QueryOptions, background_color};

/// When answers are colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Colors on a terminal that has them, unless `NO_COLOR` is set or `TERM` is `dumb`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// The colors of what is written to `stream`.
    pub fn style(self, stream: &impl RawStream, theme: Theme) -> Style {
        let is_colored = match self {
            Self::Never => false,
            Self::Always => true,
            Self::Auto if is_driven() => false,
            Self::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
        };
        if is_colored {
            terminal::enable_colors();
        }
        match theme {
            _ if !is_colored => Style::Plain,
            Theme::None => Style::Plain,
            Theme::Dark => Style::Dark,
            Theme::Light => Style::Light,
            Theme::HighContrast => Style::HighContrast,
            Theme::Auto => match GROUND.get().copied().flatten().or_else(ground_of_environment) {
                Some(Ground::Light) => Style::Light,
                Some(Ground::Dark) | None => Style::Dark,
            },
        }
    }
}

/// The texts behind the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Dark,
    Light,
}

/// The ground that the terminal has answered with.
static GROUND: OnceLock<Option<Ground>> = OnceLock::new();

/// The longest wait for the answer of a terminal: those that know the question answer in a few milliseconds, and
/// those that do not still answer the second one that comes with it.
const WAIT_FOR_GROUND: Duration = Duration::from_millis(200);

/// Asks the terminal for its ground, once, where the environment does not say. Not where something has been typed
/// already, which would be lost.
pub fn ask_for_ground() {
    let is_asked = ground_of_environment().is_none()
        && !is_dumb()
        && std::env::var_os("NO_COLOR").is_none()
        && io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && !terminal::has_input(Duration::ZERO);
    if !is_asked {
        return;
    }
    let mut options = QueryOptions::default();
    options.timeout = WAIT_FOR_GROUND;
    let is_light = |color: &Color| color.perceived_lightness() > 0.5;
    let answer =
        background_color(options).ok().map(|color| if is_light(&color) { Ground::Light } else { Ground::Dark });
    let _ = GROUND.set(answer);
}

fn ground_of_environment() -> Option<Ground> {
    ground(std::env::var("COLORFGBG").ok().as_deref())
}

/// The ground that `COLORFGBG` tells: its last number, 7 or 15 for a light one.
fn ground(colors: Option<&str>) -> Option<Ground> {
    match colors?.rsplit(';').next()? {
        "7" | "15" => Some(Ground::Light),
        number => number.parse::<u8>().ok().map(|_| Ground::Dark),
    }
}

/// Whether letters beyond ASCII can be shown: everywhere but where the locale says otherwise.
pub(super) fn has_unicode() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|l| !l.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// A text as this terminal can show it: under a locale without Unicode, with signs of ASCII that take as much room.
pub(super) fn in_its_letters(text: &str, is_terminal: bool) -> Cow<'_, str> {
    if !is_terminal || text.is_ascii() || has_unicode() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(ascii(text))
}

/// A text with signs of ASCII in the place of ours.
pub(super) fn ascii(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '±' => '~',
            '…' => '.',
            '–' | '—' | '−' | '─' => '-',
            '×' => 'x',
            '→' | '▸' => '>',
            '←' | '◀' => '<',
            '│' => '|',
            '┌' | '┐' | '└' | '┘' => '+',
            '●' | '█' => 'X',
            '○' => 'O',
            '·' | '•' => '.',
            '’' | '‘' => '\'',
            '“' | '”' => '"',
            '≥' => '>',
            '≤' => '<',
            other => other,
        })
        .collect()
}

/// Whether the terminal can do no more than print lines, one below the other.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Columns of the terminal that answers are written to; `None` where they go elsewhere.
pub fn width() -> Option<usize> {
    size(&io::stdout()).map(|(columns, _)| columns)
}

/// Columns and lines of the terminal that answers are written to.
pub(super) fn size_of_stdout() -> Option<(usize, usize)> {
    size(&io::stdout())
}

/// Columns and lines of the terminal that progress is written to.
pub(super) fn size_of_stderr() -> Option<(usize, usize)> {
    size(&io::stderr())
}

fn size(stream: &impl terminal::Stream) -> Option<(usize, usize)> {
    checked(terminal::size(stream)?)
}

/// The size that a terminal reports, `None` where it stands for an unknown one.
fn checked((width, height): (u16, u16)) -> Option<(usize, usize)> {
    (width > 1 && height > 1).then_some((usize::from(width), usize::from(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_letters_of_the_same_width() {
        let text = "│ ● 8/5 +0.243 ±.004 – …";
        let plain = ascii(text);
        assert!(plain.is_ascii() && plain.chars().count() == text.chars().count(), "{plain}");
        assert_eq!(plain, "| X 8/5 +0.243 ~.004 - .");
        assert_eq!(in_its_letters(text, false), text, "a pipe gets what it always gets");
    }

    #[test]
    fn the_ground_is_dark_unless_the_terminal_says_otherwise() {
        assert_eq!([ground(None), ground(Some("0;default"))], [None; 2]);
        assert_eq!(ground(Some("15;0")), Some(Ground::Dark));
        assert_eq!([ground(Some("0;15")), ground(Some("0;default;7"))], [Some(Ground::Light); 2]);
    }
}
