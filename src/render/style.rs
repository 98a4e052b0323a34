//! The roles of pieces of text, and the colors of a theme for them.
//!
//! Renderers give text a [`Role`]; a theme gives the role its look. Without a theme text is plain.

use anstyle::{Ansi256Color, Color, Effects};

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text without emphasis.
    Plain,
    /// Heads of tables and titles.
    Heading,
    /// The best play, the proper cube action.
    Best,
    /// Matters of less weight: settings, remarks.
    Dim,
    /// A conclusion.
    Verdict,
    /// An equity given up that is worth a look.
    Doubtful,
    /// An equity given up that hurts.
    Blunder,
    /// The word `error`, and the caret below what is meant.
    Error,
    /// Why numbers are not to be trusted.
    Warning,
    /// The checkers and the name of player 0.
    Top,
    /// The checkers and the name of player 1.
    Bottom,
    /// A word that is typed and no command has.
    Wrong,
}

/// How many roles there are.
const ROLES: usize = Role::Wrong as usize + 1;

/// The looks of the roles, and the grounds from cold to hot.
#[derive(Clone, Copy, Debug)]
struct Theme {
    roles: [anstyle::Style; ROLES],
    heat: [u8; 7],
}

/// How text is colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// Colors for a dark ground.
    Dark,
    /// Colors for a light ground.
    Light,
    /// The terminal's own ink, bold and underlined: nothing is said by a colour.
    HighContrast,
}

/// The look of a role, for screens that keep colors themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The color of the letters, of the 256.
    pub color: Option<u8>,
    /// Whether they are bold.
    pub is_bold: bool,
    /// Whether they are faint.
    pub is_dim: bool,
    /// Whether they are underlined.
    pub is_underlined: bool,
    /// Whether letters and ground are swapped.
    pub is_inverted: bool,
}

/// Blue for what is good and orange for what is not: people who cannot tell red from green see both. The colors are of
/// the 256 that nearly all terminals have.
const DARK: Theme = Theme {
    roles: [
        plain(),
        plain().bold(),
        color(117).bold(),
        plain().dimmed(),
        plain().bold(),
        color(214),
        color(208).bold(),
        color(208).bold(),
        color(214),
        color(222),
        color(117),
        color(203).underline(),
    ],
    heat: [25, 74, 152, 255, 222, 214, 172],
};

/// These colors, dark enough for a light ground.
const LIGHT: Theme = Theme {
    roles: [
        plain(),
        plain().bold(),
        color(25).bold(),
        plain().dimmed(),
        plain().bold(),
        color(130),
        color(160).bold(),
        color(160).bold(),
        color(130),
        color(130),
        color(25),
        color(160).underline(),
    ],
    ..DARK
};

/// No colours and nothing dimmed; what hurts is inverted.
const HIGH_CONTRAST: Theme = Theme {
    roles: [
        plain(),
        plain().bold().underline(),
        plain().bold(),
        plain(),
        plain().bold(),
        plain().underline(),
        plain().invert(),
        plain().bold().invert(),
        plain().bold(),
        plain(),
        plain().bold(),
        plain().bold().underline(),
    ],
    ..DARK
};

/// The ink on one of the grounds from cold to hot.
const fn ink_on(place: usize) -> u8 {
    if place == 0 { 231 } else { 16 }
}

const fn plain() -> anstyle::Style {
    anstyle::Style::new()
}

const fn color(code: u8) -> anstyle::Style {
    plain().fg_color(Some(Color::Ansi256(Ansi256Color(code))))
}

impl Style {
    const fn theme(self) -> Option<&'static Theme> {
        match self {
            Self::Plain => None,
            Self::Dark => Some(&DARK),
            Self::Light => Some(&LIGHT),
            Self::HighContrast => Some(&HIGH_CONTRAST),
        }
    }

    /// The text as its role looks.
    pub fn paint(self, role: Role, text: &str) -> String {
        match self.theme() {
            Some(theme) if !text.is_empty() => {
                let style = theme.roles[role as usize];
                format!("{style}{text}{style:#}")
            }
            _ => text.to_owned(),
        }
    }

    /// The look of a role.
    pub fn look(self, role: Role) -> Look {
        let Some(theme) = self.theme() else { return Look::default() };
        let style = theme.roles[role as usize];
        let effects = style.get_effects();
        Look {
            color: style.get_fg_color().and_then(|color| match color {
                Color::Ansi256(Ansi256Color(code)) => Some(code),
                Color::Ansi(_) | Color::Rgb(_) => None,
            }),
            is_bold: effects.contains(Effects::BOLD),
            is_dim: effects.contains(Effects::DIMMED),
            is_underlined: effects.contains(Effects::UNDERLINE),
            is_inverted: effects.contains(Effects::INVERT),
        }
    }

    /// The text on a ground between cold (0) and hot (1).
    pub fn heat(self, heat: f64, text: &str) -> String {
        let Some(theme) = self.theme() else { return text.to_owned() };
        let last = theme.heat.len() - 1;
        let place = (heat.clamp(0.0, 1.0) * last as f64).round() as usize;
        let ground = Color::Ansi256(Ansi256Color(theme.heat[place.min(last)]));
        let style = color(ink_on(place)).bg_color(Some(ground));
        format!("{style}{text}{style:#}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_plain_unless_a_theme_is_chosen() {
        assert_eq!(Style::default().paint(Role::Best, "8/5 6/5"), "8/5 6/5");
        assert_eq!(Style::Plain.heat(0.5, "x"), "x");
        let painted = Style::Dark.paint(Role::Best, "8/5 6/5");
        assert!(painted.starts_with("\x1b[") && painted.contains("8/5 6/5") && painted.ends_with("\x1b[0m"));
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), "8/5 6/5");
    }

    /// The red, green and blue of one of the 256 colours that are the same on every terminal.
    fn rgb(code: u8) -> [u8; 3] {
        let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        match code {
            16..232 => [level((code - 16) / 36), level((code - 16) / 6 % 6), level((code - 16) % 6)],
            232.. => [8 + 10 * (code - 232); 3],
            _ => panic!("colour {code} is the terminal's own"),
        }
    }

    /// How light a colour is, from 0 to 1, as WCAG 2 defines it.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = rgb.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn colours_stand_out_from_their_ground() {
        const LEAST: f64 = 4.5;
        for (name, theme, ground) in [("dark", DARK, [0; 3]), ("light", LIGHT, [255; 3])] {
            for (role, style) in theme.roles.iter().enumerate() {
                let Some(Color::Ansi256(Ansi256Color(code))) = style.get_fg_color() else { continue };
                let contrast = contrast(rgb(code), ground);
                assert!(contrast >= LEAST, "{name}, role {role}, colour {code}: {contrast:.2} : 1");
            }
        }
        assert!(HIGH_CONTRAST.roles.iter().all(|style| style.get_fg_color().is_none()));
        for (place, &ground) in DARK.heat.iter().enumerate() {
            let contrast = contrast(rgb(ink_on(place)), rgb(ground));
            assert!(contrast >= LEAST, "heat {place}: {contrast:.2} : 1");
        }
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9 && contrast(rgb(222), [255; 3]) < 1.6);
    }

    #[test]
    fn heat_goes_from_cold_to_hot() {
        let [cold, mean, hot] = [-1.0, 0.5, 9.0].map(|heat| Style::Dark.heat(heat, "x"));
        assert!(cold.contains("48;5;25") && mean.contains("48;5;255") && hot.contains("48;5;172"));
    }
}
