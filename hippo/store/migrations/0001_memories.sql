-- Memories, their history, and the indexes that find them.
--
-- Times are milliseconds since 1970 in UTC; an id is the number behind `mem_` and 12 hex digits. Strength is
-- nowhere: it is computed from half_life_days, last_used_at and the outcomes when somebody asks.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- The talks and documents whose order gives their memories neighbours, with running totals of live memories.
CREATE TABLE series (
    number     INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    documents  INTEGER NOT NULL DEFAULT 0,
    term_count INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE memory (
    number           INTEGER PRIMARY KEY,
    id               INTEGER NOT NULL UNIQUE,
    layer            TEXT    NOT NULL CHECK (layer IN ('episodic', 'semantic')),
    state            TEXT    NOT NULL CHECK (state IN ('live', 'archived', 'superseded', 'waiting')),
    confidence       TEXT    NOT NULL CHECK (confidence IN ('verified', 'observed', 'inferred', 'stale')),
    pinned           INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    half_life_days   REAL    NOT NULL CHECK (half_life_days > 0),
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    last_used_at     INTEGER NOT NULL,
    retrieval_count  INTEGER NOT NULL DEFAULT 0,
    good             INTEGER NOT NULL DEFAULT 0,
    bad              INTEGER NOT NULL DEFAULT 0,
    archived_at      INTEGER,
    archived_reason  TEXT    NOT NULL DEFAULT '',
    -- the rule of the door that the text broke; such a memory reaches no context
    flag             TEXT    NOT NULL DEFAULT '',
    -- when sleep should look at it: derived from the columns above at every change; NULL never
    expires_at       INTEGER,
    -- every change of what a mirror shows raises version; mirrored_version is what the file holds
    version          INTEGER NOT NULL DEFAULT 1,
    mirrored_version INTEGER NOT NULL DEFAULT 0,
    mirror_name      TEXT    NOT NULL DEFAULT '',
    mirror_digest    INTEGER NOT NULL DEFAULT 0,
    -- where it came from
    origin_kind      TEXT    NOT NULL,
    origin_reference TEXT    NOT NULL DEFAULT '',
    origin_key       TEXT    NOT NULL DEFAULT '',
    author           TEXT    NOT NULL DEFAULT '',
    happened_at      INTEGER,
    files            TEXT    NOT NULL DEFAULT '',
    series           INTEGER REFERENCES series (number),
    position         INTEGER NOT NULL DEFAULT 0,
    -- what was worked out of the text when it was stored
    fingerprint      INTEGER NOT NULL,
    token_count      INTEGER NOT NULL,
    head_count       INTEGER NOT NULL,
    term_count       INTEGER NOT NULL,
    meta_terms       TEXT    NOT NULL,
    -- packed with the text: unpacked(terms, text) gives them
    terms            BLOB    NOT NULL,
    text             TEXT    NOT NULL
);

CREATE INDEX memory_by_fingerprint ON memory (fingerprint);
CREATE INDEX memory_by_key ON memory (origin_key) WHERE origin_key <> '';
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE state = 'live' AND expires_at IS NOT NULL;
CREATE INDEX memory_by_use ON memory (last_used_at) WHERE state = 'live';
CREATE INDEX memory_kept ON memory (number) WHERE state = 'live' AND (pinned = 1 OR layer = 'semantic');
CREATE INDEX memory_by_archiving ON memory (archived_at) WHERE state = 'archived';
CREATE INDEX memory_by_series ON memory (series, position) WHERE series IS NOT NULL;
CREATE INDEX memory_waiting ON memory (number) WHERE state = 'waiting';
CREATE INDEX memory_flagged ON memory (number) WHERE state = 'live' AND flag <> '';
CREATE INDEX memory_unmirrored ON memory (number) WHERE mirrored_version < version;

-- What has been learnt from stays learnt, also after the memory is gone.
CREATE TABLE learnt (
    key TEXT PRIMARY KEY
) WITHOUT ROWID;

-- What was erased stays erased: no mirror and no export brings it back.
CREATE TABLE purged (
    id INTEGER PRIMARY KEY
);

CREATE TABLE tag (
    memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    PRIMARY KEY (memory, name)
) WITHOUT ROWID;

CREATE INDEX tag_by_name ON tag (name);

CREATE TABLE link (
    source INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    kind   TEXT    NOT NULL,
    target INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    PRIMARY KEY (source, kind, target)
) WITHOUT ROWID;

CREATE INDEX link_by_target ON link (target, kind);

-- What sleep has compared with the others: the memory, and the fingerprint of the text it had then.
CREATE TABLE compared (
    memory      INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    fingerprint INTEGER NOT NULL
);

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

-- The history: rows are added and, by purging alone, removed; they outlive the memory they speak of.
CREATE TABLE event (
    number  INTEGER PRIMARY KEY,
    memory  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    actor   TEXT    NOT NULL,
    session TEXT    NOT NULL DEFAULT '',
    before  TEXT    NOT NULL DEFAULT ''
);

CREATE INDEX event_by_memory ON event (memory);

CREATE TABLE recall (
    number  INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    session TEXT    NOT NULL DEFAULT '',
    query   TEXT    NOT NULL
);

CREATE INDEX recall_by_session ON recall (session, number);

CREATE TABLE recall_hit (
    recall INTEGER NOT NULL REFERENCES recall (number) ON DELETE CASCADE,
    memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    vote   INTEGER NOT NULL DEFAULT 0 CHECK (vote IN (-1, 0, 1)),
    PRIMARY KEY (recall, memory)
) WITHOUT ROWID;

CREATE INDEX recall_hit_by_memory ON recall_hit (memory, recall);

-- Recalls that could not be noted at once wait as files; a name here has been noted, once.
CREATE TABLE spooled (
    name TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE sleep (
    number      INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    report      TEXT    NOT NULL
);

-- Running totals, so that no recall counts rows.
CREATE TABLE corpus (
    live       INTEGER PRIMARY KEY CHECK (live IN (0, 1)),
    documents  INTEGER NOT NULL,
    term_count INTEGER NOT NULL
);

INSERT INTO corpus (live, documents, term_count) VALUES (0, 0, 0), (1, 0, 0);

-- Words: two indexes of one form, what is live and what is not; the views say which row stands in which.
CREATE VIEW live_text AS SELECT number, unpacked(terms, text) AS terms, meta_terms FROM memory WHERE state = 'live';
CREATE VIEW gone_text AS SELECT number, unpacked(terms, text) AS terms, meta_terms FROM memory WHERE state <> 'live';

CREATE VIRTUAL TABLE live_words USING fts5 (
    terms, meta_terms,
    content = 'live_text', content_rowid = 'number', tokenize = "ascii tokenchars '_.-/+#:@'"
);
CREATE VIRTUAL TABLE gone_words USING fts5 (
    terms, meta_terms,
    content = 'gone_text', content_rowid = 'number', tokenize = "ascii tokenchars '_.-/+#:@'"
);

-- Every word as it was written: what is typed wrong, or in part, is looked up here.
CREATE TABLE word (
    word TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TRIGGER memory_added AFTER INSERT ON memory BEGIN
    INSERT INTO live_words (rowid, terms, meta_terms)
        SELECT new.number, unpacked(new.terms, new.text), new.meta_terms WHERE new.state = 'live';
    INSERT INTO gone_words (rowid, terms, meta_terms)
        SELECT new.number, unpacked(new.terms, new.text), new.meta_terms WHERE new.state <> 'live';
    UPDATE corpus SET documents = documents + 1, term_count = term_count + new.term_count
        WHERE live = (new.state = 'live');
    UPDATE series SET documents = documents + 1, term_count = term_count + new.term_count
        WHERE number = new.series AND new.state = 'live';
END;

CREATE TRIGGER memory_removed AFTER DELETE ON memory BEGIN
    INSERT INTO live_words (live_words, rowid, terms, meta_terms)
        SELECT 'delete', old.number, unpacked(old.terms, old.text), old.meta_terms WHERE old.state = 'live';
    INSERT INTO gone_words (gone_words, rowid, terms, meta_terms)
        SELECT 'delete', old.number, unpacked(old.terms, old.text), old.meta_terms WHERE old.state <> 'live';
    UPDATE corpus SET documents = documents - 1, term_count = term_count - old.term_count
        WHERE live = (old.state = 'live');
    UPDATE series SET documents = documents - 1, term_count = term_count - old.term_count
        WHERE number = old.series AND old.state = 'live';
END;

CREATE TRIGGER memory_moved AFTER UPDATE OF state, text, terms, meta_terms, term_count, series ON memory
WHEN (old.state = 'live') <> (new.state = 'live') OR old.text <> new.text OR old.terms <> new.terms
    OR old.meta_terms <> new.meta_terms OR old.series IS NOT new.series
BEGIN
    INSERT INTO live_words (live_words, rowid, terms, meta_terms)
        SELECT 'delete', old.number, unpacked(old.terms, old.text), old.meta_terms WHERE old.state = 'live';
    INSERT INTO gone_words (gone_words, rowid, terms, meta_terms)
        SELECT 'delete', old.number, unpacked(old.terms, old.text), old.meta_terms WHERE old.state <> 'live';
    INSERT INTO live_words (rowid, terms, meta_terms)
        SELECT new.number, unpacked(new.terms, new.text), new.meta_terms WHERE new.state = 'live';
    INSERT INTO gone_words (rowid, terms, meta_terms)
        SELECT new.number, unpacked(new.terms, new.text), new.meta_terms WHERE new.state <> 'live';
    UPDATE corpus SET documents = documents - 1, term_count = term_count - old.term_count
        WHERE live = (old.state = 'live');
    UPDATE corpus SET documents = documents + 1, term_count = term_count + new.term_count
        WHERE live = (new.state = 'live');
    UPDATE series SET documents = documents - 1, term_count = term_count - old.term_count
        WHERE number = old.series AND old.state = 'live';
    UPDATE series SET documents = documents + 1, term_count = term_count + new.term_count
        WHERE number = new.series AND new.state = 'live';
END;

-- That two memories may stand beside each other was said of their texts.
CREATE TRIGGER memory_reworded AFTER UPDATE OF text ON memory WHEN old.text <> new.text BEGIN
    DELETE FROM link WHERE kind = 'stands_beside' AND (source = new.number OR target = new.number);
END;

-- A memory that comes back is compared again with what has come meanwhile.
CREATE TRIGGER memory_back AFTER UPDATE OF state ON memory WHEN old.state <> 'live' AND new.state = 'live' BEGIN
    DELETE FROM compared WHERE memory = new.number;
END;

-- A mirror names what its memory is tied to: it is behind when a tie is made or goes, also with the other memory.

CREATE TRIGGER link_added AFTER INSERT ON link BEGIN
    UPDATE memory SET version = version + 1 WHERE number = new.source;
END;

CREATE TRIGGER link_removed AFTER DELETE ON link BEGIN
    UPDATE memory SET version = version + 1 WHERE number = old.source;
END;

-- The two pages that are always in context, entry by entry; a page shows them by position.
CREATE TABLE core_entry (
    id           INTEGER PRIMARY KEY,
    page         TEXT    NOT NULL CHECK (page IN ('memory', 'user')),
    position     INTEGER NOT NULL,
    text         TEXT    NOT NULL,
    -- the rule of the door that the text broke; such an entry reaches no context
    flag         TEXT    NOT NULL DEFAULT '',
    -- how often it was said again or changed, and when last
    uses         INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
);

-- The pages as a session saw them first: what it reads later begins with the same bytes.
CREATE TABLE frozen_core (
    session TEXT PRIMARY KEY,
    at      INTEGER NOT NULL,
    pages   TEXT    NOT NULL
) WITHOUT ROWID;

-- Working memory: a few entries for each scope, a session or a branch.
CREATE TABLE buffer_entry (
    id         INTEGER PRIMARY KEY,
    scope      TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    flag       TEXT    NOT NULL DEFAULT '',
    importance REAL    NOT NULL CHECK (importance BETWEEN 0 AND 1),
    pushed_at  INTEGER NOT NULL,
    -- of two entries pushed at one moment the larger turn came later
    turn       INTEGER NOT NULL
);

CREATE INDEX buffer_entry_by_scope ON buffer_entry (scope);

-- What one session left for the next: its steps and files as JSON lists.
CREATE TABLE handoff (
    number     INTEGER PRIMARY KEY,
    id         INTEGER NOT NULL UNIQUE,
    at         INTEGER NOT NULL,
    actor      TEXT    NOT NULL,
    session    TEXT    NOT NULL DEFAULT '',
    branch     TEXT    NOT NULL DEFAULT '',
    task       TEXT    NOT NULL DEFAULT '',
    summary    TEXT    NOT NULL,
    next_steps TEXT    NOT NULL,
    artifacts  TEXT    NOT NULL,
    flag       TEXT    NOT NULL DEFAULT '',
    resumed_at INTEGER,
    resumed_by TEXT    NOT NULL DEFAULT ''
);

CREATE INDEX handoff_by_time ON handoff (at);

-- Memories that helped often enough for a core page: found by their good votes, and never again once turned down.
CREATE INDEX recall_hit_good ON recall_hit (memory, recall) WHERE vote = 1;

CREATE TABLE turned_down (
    memory INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    at     INTEGER NOT NULL
);
