//! The tables, as GNU Backgammon 1.07 makes them: names, types and order of columns are its interface.

use super::columns::columns;
use crate::analysis::PlayerStatistics;
use rusqlite::types::Value;

/// The version that `control` has for these tables.
pub(super) const VERSION: i64 = 1;

/// All tables but those of statistics.
const HEAD: &str = include_str!("schema.sql");

/// The commands that make an empty database.
pub(super) fn tables() -> String {
    let column = |(name, cell)| {
        format!("{name} {} NOT NULL, ", if matches!(cell, Value::Real(_)) { "FLOAT" } else { "INTEGER" })
    };
    let columns: String = columns(&PlayerStatistics::default()).into_iter().map(column).collect();
    // The columns that a game or match need not have, and those in which gnubg keeps clocks.
    let tail = "actual_result FLOAT NOT NULL, luck_adjusted_result FLOAT NOT NULL, snowie_moves INTEGER NOT NULL, \
                snowie_error_rate_per_move FLOAT NOT NULL, luck_based_fibs_rating_diff FLOAT, \
                error_based_fibs_rating FLOAT, chequer_rating_loss FLOAT, cube_rating_loss FLOAT, \
                actual_advantage FLOAT, actual_advantage_ci FLOAT, luck_adjusted_advantage FLOAT, \
                luck_adjusted_advantage_ci FLOAT, time_penalties INTEGER NOT NULL, \
                time_penalty_loss_normalised FLOAT NOT NULL, time_penalty_loss FLOAT NOT NULL";
    let table = |name: &str, of: &str, index: &str| {
        format!(
            "CREATE TABLE {name} ({name}_id INTEGER NOT NULL, {of}_id INTEGER NOT NULL, player_id INTEGER NOT NULL, \
             {columns}{tail}, PRIMARY KEY ({name}_id), \
             FOREIGN KEY (player_id) REFERENCES player (player_id) ON DELETE RESTRICT, \
             FOREIGN KEY ({of}_id) REFERENCES {of} ({of}_id) ON DELETE CASCADE);\n\
             CREATE UNIQUE INDEX {index} ON {name} ({name}_id);\n"
        )
    };
    format!("{HEAD}{}{}", table("matchstat", "session", "ismatchstat"), table("gamestat", "game", "isgamestat"))
}
