//! Values in, text out: boards, candidate lists, tables, settings, diagnostics.
//!
//! Nothing here prints, looks at the terminal or reads the session's state: every function takes plain values and
//! returns a `String` whose lines all end in a newline. The layouts that scripts pick numbers from (board, play list,
//! cube block, rollout rows) keep GNU Backgammon's columns.

mod board;
mod decision;
mod describe;
mod diagnostic;
mod export;
mod export_versus;
mod figures;
mod format;
mod gnubg_layout;
mod help;
mod json;
mod laid_out;
mod live;
mod numbers;
mod reply;
mod report;
mod settings;
mod statistics;
mod style;
mod table;
mod table_svg;
mod visible;
mod words;

pub use board::{BoardAction, BoardView, board, board_within, dressed};
pub use decision::{Line, conclusion, remarks};
pub use describe::describe;
pub use diagnostic::{Diagnostic, Source, diagnostic};
pub use export::{rollout_csv, rollout_csv_trials, rollout_markdown};
pub use export_versus::{versus_csv, versus_csv_trials, versus_markdown};
pub use figures::{figures, figures_svg};
pub use format::{Format, LOW, in_rows, width_of};
pub use gnubg_layout::{CandidateRow, CubeBlock, candidates, cube};
pub use help::{help_entries, help_topic};
pub use json::{
    JsonError, SCHEMA, json_answer_line, json_error, json_reply, json_result_line, json_rollout_trials, json_versus,
};
pub use live::{
    LiveView, duration, expectation, live_error, live_line, live_pace, live_pilot, live_rows, live_share, time_left,
};
pub use numbers::{NumberFormat, Unit};
pub use reply::{board_alone, board_reply, reply};
pub use report::{
    DecisionData, GameData, MatchData, MatchPage, Row, decision_json, folder_html, history_html, history_svg,
    library_html, live_page, live_rollout_page, match_html, match_latex, match_markdown, match_text, position_html,
    position_latex, position_svg, rollout_html, rollout_svg, signed, versus_html, versus_svg,
};
pub use settings::{evaluation_settings, rollout_settings};
pub use statistics::{StatisticsLayout, statistics};
pub use style::{Look, Role, Style};
pub use visible::{beginning, visible, visible_data, visible_styled};
pub(crate) use words::capitalized;
