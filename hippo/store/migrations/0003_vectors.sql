-- Vectors of memories, for recall by meaning. All of it is made from the memories and can be made again.

-- A model that vectors are of. A component of a vector is its signed byte times the scale.
CREATE TABLE embedding_model (
    number    INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL UNIQUE,
    dimension INTEGER NOT NULL CHECK (dimension > 0),
    scale     REAL    NOT NULL CHECK (scale > 0)
);

-- The vector of a memory, with the fingerprint of the text that it was made of.
CREATE TABLE vector (
    memory      INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    model       INTEGER NOT NULL REFERENCES embedding_model (number) ON DELETE CASCADE,
    fingerprint INTEGER NOT NULL,
    components  BLOB    NOT NULL
);

CREATE INDEX vector_by_model ON vector (model);

-- The mark of all vectors together: another one after every change, so that a copy of them beside the database is
-- known to be of yesterday. Its absence says that there never were any.
CREATE TRIGGER vector_added AFTER INSERT ON vector BEGIN
    INSERT INTO meta (key, value) VALUES ('vectors', hex(randomblob(8)))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END;

CREATE TRIGGER vector_changed AFTER UPDATE ON vector BEGIN
    INSERT INTO meta (key, value) VALUES ('vectors', hex(randomblob(8)))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END;

CREATE TRIGGER vector_removed AFTER DELETE ON vector BEGIN
    INSERT INTO meta (key, value) VALUES ('vectors', hex(randomblob(8)))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END;
