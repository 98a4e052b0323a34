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
