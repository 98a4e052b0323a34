//! What the terminal can show: its width, and colors.

use super::driven::is_driven;
use crate::render::Style;
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

#[cfg(unix)]
fn size(stream: &impl std::os::fd::AsFd) -> Option<(usize, usize)> {
    checked(terminal_size::terminal_size_of(stream)?)
}

#[cfg(windows)]
fn size(stream: &impl std::os::windows::io::AsHandle) -> Option<(usize, usize)> {
    checked(terminal_size::terminal_size_of(stream)?)
}

/// The size that a terminal reports, `None` where it stands for an unknown one.
fn checked((width, height): (terminal_size::Width, terminal_size::Height)) -> Option<(usize, usize)> {
    (width.0 > 1 && height.0 > 1).then_some((usize::from(width.0), usize::from(height.0)))
}

/// Whether something was typed that nobody has read yet, or is within this time.
pub(super) fn has_input(within: std::time::Duration) -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let input = std::io::stdin();
        let timeout = Timespec { tv_sec: 0, tv_nsec: within.subsec_nanos().into() };
        poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&timeout)).is_ok_and(|ready| ready > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = within;
        false
    }
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
