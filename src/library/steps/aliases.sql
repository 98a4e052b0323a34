-- Names that count as another. The parts of the game are told apart more closely since: `renew` follows.
CREATE TABLE alias (
    name TEXT PRIMARY KEY,
    player TEXT NOT NULL
) STRICT;
