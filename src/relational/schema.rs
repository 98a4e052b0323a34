//! The tables, as GNU Backgammon 1.07 makes them: names, types and order of columns are its interface.

use super::columns::columns;
use crate::analysis::PlayerStatistics;
use rusqlite::types::Value;

/// The version that `control` has for these tables.
pub(super) const VERSION: i64 = 1;

const HEAD: &str = "
CREATE TABLE control (tablename CHAR(80) NOT NULL, next_id INTEGER NOT NULL, PRIMARY KEY (tablename));
CREATE UNIQUE INDEX icontrol ON control (tablename);
INSERT INTO control VALUES ('version', 1);
CREATE TABLE player (player_id INTEGER NOT NULL, name CHAR(80) NOT NULL, notes VARCHAR(1000) NOT NULL,
 PRIMARY KEY (player_id));
CREATE UNIQUE INDEX iplayer ON player (player_id);
CREATE TABLE session (session_id INTEGER NOT NULL, checksum CHAR(33) NOT NULL, player_id0 INTEGER NOT NULL,
 player_id1 INTEGER NOT NULL, result INTEGER NOT NULL, length INTEGER NOT NULL, added TIMESTAMP NOT NULL,
 rating0 CHAR(80) NOT NULL, rating1 CHAR(80) NOT NULL, event CHAR(80) NOT NULL, round CHAR(80) NOT NULL,
 place CHAR(80) NOT NULL, annotator CHAR(80) NOT NULL, comment CHAR(80) NOT NULL, date DATE, PRIMARY KEY (session_id),
 FOREIGN KEY (player_id0) REFERENCES player (player_id) ON DELETE RESTRICT,
 FOREIGN KEY (player_id1) REFERENCES player (player_id) ON DELETE RESTRICT);
CREATE UNIQUE INDEX isession ON session (session_id);
CREATE TABLE game (game_id INTEGER NOT NULL, session_id INTEGER NOT NULL, player_id0 INTEGER NOT NULL,
 player_id1 INTEGER NOT NULL, score_0 INTEGER NOT NULL, score_1 INTEGER NOT NULL, result INTEGER NOT NULL,
 added TIMESTAMP NOT NULL, game_number INTEGER NOT NULL, crawford INTEGER NOT NULL, PRIMARY KEY (game_id),
 FOREIGN KEY (session_id) REFERENCES session (session_id) ON DELETE CASCADE,
 FOREIGN KEY (player_id0) REFERENCES player (player_id) ON DELETE RESTRICT,
 FOREIGN KEY (player_id1) REFERENCES player (player_id) ON DELETE RESTRICT);
CREATE UNIQUE INDEX igame ON game (game_id);
";

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
