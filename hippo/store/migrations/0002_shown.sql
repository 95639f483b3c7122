-- Talks that hooks tell of, and the memories that each has been shown, so that nothing is shown twice.
--
-- A talk begins anew when its program compacts or clears it: what was shown before is no longer read then. Of its
-- transcript the first so many bytes, which are so many lines, have been read.

CREATE TABLE talk (
    session    TEXT PRIMARY KEY,
    began_at   INTEGER NOT NULL,
    read_bytes INTEGER NOT NULL DEFAULT 0,
    read_lines INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE shown (
    session TEXT    NOT NULL REFERENCES talk (session) ON DELETE CASCADE,
    memory  INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    PRIMARY KEY (session, memory)
) WITHOUT ROWID;

CREATE INDEX shown_by_memory ON shown (memory);
