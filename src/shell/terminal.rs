//! What the terminal can show: its width, and colors.

use super::driven::is_driven;
use crate::render::Style;
use crate::system::terminal;
use anstream::AutoStream;
use anstream::stream::RawStream;
use std::io;

/// When answers are colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal that has colors, unless `NO_COLOR` is set or `TERM` is `dumb`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// The colors of what is written to `stream`.
    #[must_use]
    pub fn style(self, stream: &impl RawStream) -> Style {
        let is_colored = match self {
            Self::Never => false,
            Self::Always => true,
            Self::Auto if is_driven() => false,
            Self::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
        };
        if is_colored {
            terminal::enable_colors();
        }
        if is_colored { ground(std::env::var("COLORFGBG").ok().as_deref()) } else { Style::Plain }
    }
}

/// The theme for the terminal's background: the last number of `COLORFGBG`, 7 or 15 for a light one.
fn ground(colors: Option<&str>) -> Style {
    match colors.and_then(|colors| colors.rsplit(';').next()) {
        Some("7" | "15") => Style::Light,
        _ => Style::Dark,
    }
}

/// Columns of the terminal that answers are written to; `None` where they go elsewhere.
#[must_use]
pub fn width() -> Option<usize> {
    size(&io::stdout()).map(|(columns, _)| columns)
}

/// Columns and lines of the terminal that answers are written to.
#[must_use]
pub(super) fn size_of_stdout() -> Option<(usize, usize)> {
    size(&io::stdout())
}

/// Columns and lines of the terminal that progress is written to.
#[must_use]
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
    fn the_ground_is_dark_unless_the_terminal_says_otherwise() {
        assert_eq!(ground(None), Style::Dark);
        assert_eq!(ground(Some("15;0")), Style::Dark);
        assert_eq!([ground(Some("0;15")), ground(Some("0;default;7"))], [Style::Light; 2]);
    }
}
