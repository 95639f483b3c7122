-- What sleep finds out about memories together: contradictions, and which texts have been compared.

ALTER TABLE memory ADD COLUMN compared INTEGER NOT NULL DEFAULT 0;

CREATE INDEX memory_uncompared ON memory (number) WHERE compared = 0 AND state = 'live';

-- A text is compared again when it changes, and a memory when it comes back.
CREATE TRIGGER memory_unlike_before AFTER UPDATE OF text, state ON memory
WHEN new.compared = 1 AND (old.text <> new.text OR (old.state <> 'live' AND new.state = 'live'))
BEGIN
    UPDATE memory SET compared = 0 WHERE number = new.number;
END;

-- Two memories that cannot both hold, the older row first; once settled they stay so until one of the texts changes.
CREATE TABLE conflict (
    number            INTEGER PRIMARY KEY,
    id                INTEGER NOT NULL UNIQUE,
    one               INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    other             INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    rule              TEXT    NOT NULL,
    reason            TEXT    NOT NULL,
    state             TEXT    NOT NULL CHECK (state IN ('open', 'decided', 'both')),
    found_at          INTEGER NOT NULL,
    settled_at        INTEGER,
    one_fingerprint   INTEGER NOT NULL,
    other_fingerprint INTEGER NOT NULL,
    UNIQUE (one, other)
);

CREATE INDEX conflict_by_other ON conflict (other);
CREATE INDEX conflict_open ON conflict (number) WHERE state = 'open';
