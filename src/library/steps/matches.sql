-- Matches with their decisions, and the files that they came from.
CREATE TABLE match (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL,
    top TEXT NOT NULL,
    bottom TEXT NOT NULL,
    date TEXT,
    event TEXT NOT NULL,
    length INTEGER NOT NULL,
    top_points INTEGER NOT NULL,
    bottom_points INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    judged INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER
) STRICT;
CREATE TABLE played (
    match INTEGER PRIMARY KEY REFERENCES match (number),
    json BLOB NOT NULL
) STRICT;
CREATE TABLE decisions (
    match INTEGER PRIMARY KEY REFERENCES match (number),
    packed BLOB NOT NULL
) STRICT;
CREATE TABLE origin (
    path TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match (number)
) STRICT;
