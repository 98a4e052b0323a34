//! `set output` and whatever else changes how answers look.

use super::look::{BoardStyle, OutputFormat, OutputStyle, Theme};
use super::setting::{Field, Kind, Rows, field, place};
use super::value::Value;

/// How numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputSettings {
    /// Match winning chances in place of normalized equities.
    pub mwc: bool,
    /// Match winning chances as percentages.
    pub match_percent: bool,
    /// Probabilities as percentages.
    pub win_percent: bool,
    /// Digits after the point, 1 to 6.
    pub digits: usize,
    /// Boards as FIBS `board:` lines.
    pub rawboard: bool,
    /// The layout of evaluations and rollouts.
    pub style: OutputStyle,
    /// The colours of answers on a terminal.
    pub theme: Theme,
    /// The characters with which boards are drawn.
    pub board: BoardStyle,
    /// The format of answers.
    pub format: OutputFormat,
    /// Whether long answers are shown a screen at a time.
    pub pager: bool,
    /// Whether answers end with the time that the command took.
    pub time: bool,
    /// The seconds of work after which its end is announced at the terminal; `None` is never.
    pub notice: Option<u32>,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self {
            mwc: false,
            match_percent: true,
            win_percent: false,
            digits: 3,
            rawboard: false,
            style: OutputStyle::Table,
            theme: Theme::Auto,
            board: BoardStyle::Ascii,
            format: OutputFormat::Text,
            pager: true,
            time: true,
            notice: Some(30),
        }
    }
}

pub(super) fn rows(t: &mut Rows) {
    t.switch("output output", "whether answers are printed; errors always are", field!(prints)).example("off");
    t.switch("output mwc", "match winning chances in place of equities", field!(output.mwc));
    t.switch("output matchpc", "match winning chances as percentages", field!(output.match_percent));
    t.switch("output winpc", "probabilities as percentages", field!(output.win_percent));
    t.switch("output rawboard", "boards as FIBS board: lines", field!(output.rawboard));
    let digits = Kind::Whole { min: 1, max: 6 };
    t.add("output digits", digits, "digits after the decimal point", field!(output.digits)).example("4");
    let factor = Kind::Real { min: 0.0, max: 1e6 };
    t.add("output errorratefactor", factor, "the factor of error rates", field!(error_rate_factor)).example("500");
    let styles = [("table", OutputStyle::Table), ("gnubg", OutputStyle::Gnubg)];
    let help = "evaluations and rollouts as tables with a conclusion, or laid out as by GNU Backgammon";
    t.words("output style", help, styles, place!(output.style)).example("gnubg");
    let boards = [("ascii", BoardStyle::Ascii), ("unicode", BoardStyle::Unicode)];
    let help = "what boards are drawn with: letters, or lines and disks";
    t.words("output board", help, boards, place!(output.board)).example("unicode");
    let themes = [
        ("auto", Theme::Auto),
        ("dark", Theme::Dark),
        ("light", Theme::Light),
        ("high-contrast", Theme::HighContrast),
        ("none", Theme::None),
    ];
    t.words("output theme", "the colours of answers on a terminal", themes, place!(output.theme))
        .example("light")
        .choice("auto", "for the ground that the terminal has, which is asked for it")
        .choice("dark", "for a dark ground")
        .choice("light", "for a light ground")
        .choice("high-contrast", "bold and underlined, in the colours of the terminal itself")
        .choice("none", "no colours");
    let formats = OutputFormat::ALL.map(|format| (format.name(), format));
    let help = "what answers are written as, in the whole session; `as csv hint` does it for one command";
    t.words("output format", help, formats, place!(output.format))
        .example("markdown")
        .choice("text", "for people")
        .choice("markdown", "text with tables in Markdown")
        .choice("csv", "the rows of tables, with commas")
        .choice("json", "one object for each command");
    let help = "long answers a screen at a time on a terminal, by $PAGER where it is set";
    t.switch("output pager", help, field!(output.pager));
    let help = "how long something took; off where answers are to be compared";
    t.switch("output time", help, field!(output.time));
    let seconds = Kind::OrOff(Box::new(Kind::Whole { min: 0, max: 86_400 }));
    let help = "the seconds of work from which the terminal rings and notifies at its end";
    t.add("output notice", seconds, help, Field::or_off(place!(output.notice))).argument("SECONDS|off").example("60");
    t.switch("display", "whether boards are shown for computer moves", field!(display))
        .say(|s| format!("boards are {} after plays", if s.display { "drawn" } else { "not drawn" }));
    t.switch("clockwise", "whether player 1 bears off to the left", field!(clockwise))
        .say(|s| format!("player 1 moves {}", if s.clockwise { "clockwise" } else { "counter-clockwise" }));
    let help = "the prompt, to the end of the line: \\p who is on roll, \\s score, \\c pips, \\v version";
    let prompt = Field::new(
        |s, _| vec![Value::Raw(s.prompt.clone())],
        |s, _, value| match value {
            Value::Raw(text) | Value::Text(text) => {
                s.prompt.clone_from(text);
                Ok(())
            }
            other => Err(format!("`{other}` is not a prompt")),
        },
    );
    t.add("prompt", Kind::Raw, help, prompt)
        .unset("(\\p) ")
        .example("(\\p) ")
        .say(|s| format!("the prompt is `{}`", s.prompt));
}
