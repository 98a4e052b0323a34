-- Changes are counted, also those that bring analyses alone. Decisions say what is right about the cube since: `renew`
-- follows.
CREATE TABLE change (
    number INTEGER PRIMARY KEY
) STRICT;
INSERT INTO change SELECT added FROM match WHERE added > 0 UNION SELECT removed FROM match WHERE removed > 0;
