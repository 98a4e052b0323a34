//! The colors and letters of the screen, those that the shell has.

use crate::render::{Format, Role};
use crate::settings::BoardStyle;
use crate::shell::terminal::ascii;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;

/// How things are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// Colors and digits.
    pub format: Format,
    /// Whether letters beyond ASCII can be shown.
    pub has_unicode: bool,
}

impl Ink {
    /// Where there are lines and disks, boards have them.
    pub fn new(mut format: Format, has_unicode: bool) -> Self {
        if has_unicode {
            format.output.board = BoardStyle::Unicode;
        }
        Self { format, has_unicode }
    }

    /// The look of a role.
    pub fn style(&self, role: Role) -> Style {
        let look = self.format.style.look(role);
        let mut style = Style::default();
        if let Some(color) = look.color {
            style = style.fg(Color::Indexed(color));
        }
        let modifiers = [
            (look.is_bold, Modifier::BOLD),
            (look.is_dim, Modifier::DIM),
            (look.is_underlined, Modifier::UNDERLINED),
            (look.is_inverted, Modifier::REVERSED),
        ];
        modifiers.into_iter().filter(|(is, _)| *is).fold(style, |style, (_, modifier)| style.add_modifier(modifier))
    }

    /// The color of a role, for curves.
    pub fn color(&self, role: Role) -> Color {
        self.style(role).fg.unwrap_or(Color::Reset)
    }

    /// The role of an error with this mark, from 1 to 3.
    pub const fn of_mark(mark: u8) -> Role {
        match mark {
            0 => Role::Plain,
            1 => Role::Doubtful,
            _ => Role::Blunder,
        }
    }

    /// The dots of curves.
    pub const fn marker(&self) -> Marker {
        if self.has_unicode { Marker::Braille } else { Marker::Dot }
    }

    /// Puts letters of ASCII in the place of others, where the terminal has no others.
    pub fn spell(&self, buffer: &mut Buffer) {
        if self.has_unicode {
            return;
        }
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let plain = ascii(cell.symbol());
                cell.set_symbol(&plain);
            }
        }
    }
}
