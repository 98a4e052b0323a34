-- The questions of `practise`, and the answers to them.
CREATE TABLE file (
    path TEXT PRIMARY KEY,
    stamp TEXT NOT NULL
) STRICT;
CREATE TABLE card (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('found', 'card', 'dropped')),
    why TEXT,
    asked TEXT NOT NULL,
    xgid TEXT NOT NULL,
    theme TEXT NOT NULL,
    made TEXT NOT NULL,
    loss REAL NOT NULL,
    plays TEXT NOT NULL,
    file TEXT NOT NULL,
    opponent TEXT NOT NULL,
    date TEXT,
    game INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    choices TEXT,
    chance REAL,
    by TEXT,
    stability REAL,
    difficulty REAL,
    last INTEGER,
    due INTEGER
) STRICT;
CREATE INDEX card_due ON card (state, due);
CREATE TABLE review (
    number INTEGER PRIMARY KEY,
    card TEXT NOT NULL REFERENCES card (id),
    day INTEGER NOT NULL,
    grade TEXT NOT NULL,
    answer TEXT NOT NULL,
    loss REAL NOT NULL,
    stability_before REAL,
    difficulty_before REAL,
    last_before INTEGER
) STRICT;
CREATE TABLE scheduler (
    parameters TEXT NOT NULL
) STRICT;
