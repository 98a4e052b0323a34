-- The book, what is said of matches, and the answers to `train`.
CREATE TABLE book (
    asked TEXT NOT NULL,
    xgid TEXT NOT NULL,
    by TEXT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (asked, xgid, by)
) STRICT;
CREATE TABLE tag (
    match INTEGER NOT NULL REFERENCES match (number),
    tag TEXT NOT NULL,
    PRIMARY KEY (match, tag)
) STRICT;
CREATE TABLE remark (
    match INTEGER PRIMARY KEY REFERENCES match (number),
    text TEXT NOT NULL
) STRICT;
CREATE TABLE drill (
    number INTEGER PRIMARY KEY,
    trainer TEXT NOT NULL,
    day INTEGER NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    is_right INTEGER NOT NULL,
    error REAL NOT NULL,
    seconds REAL NOT NULL
) STRICT;
