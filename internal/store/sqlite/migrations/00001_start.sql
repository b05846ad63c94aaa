-- Times are microseconds since 1970 UTC; NULL is "not yet". Lists of strings are JSON.

-- +goose Up
CREATE TABLE partners (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    secret_hash    BLOB NOT NULL,
    languages      TEXT NOT NULL,
    origins        TEXT NOT NULL,
    debug          INTEGER NOT NULL,
    rate           REAL NOT NULL,
    burst          INTEGER NOT NULL,
    daily_quota    INTEGER NOT NULL,
    retention_days INTEGER NOT NULL,
    created        INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    hash       BLOB PRIMARY KEY,
    partner_id TEXT NOT NULL,
    created    INTEGER NOT NULL,
    revoked    INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE signing_keys (
    id      TEXT PRIMARY KEY,
    secret  BLOB NOT NULL,
    created INTEGER NOT NULL,
    retired INTEGER
) STRICT;

CREATE TABLE consents (
    sid             TEXT NOT NULL,
    content_version TEXT NOT NULL,
    partner_id      TEXT NOT NULL,
    at              INTEGER NOT NULL,
    PRIMARY KEY (sid, content_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX consents_by_partner ON consents (partner_id, at);

CREATE TABLE consultations (
    sid        TEXT PRIMARY KEY,
    partner_id TEXT NOT NULL,
    started    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    ended      INTEGER,
    version    INTEGER NOT NULL,
    state      BLOB NOT NULL
) STRICT;
CREATE INDEX consultations_by_partner ON consultations (partner_id, started, sid);

-- Replies grow in order of time and are forgotten from the low end of seq, so their time needs no index.
CREATE TABLE replies (
    seq      INTEGER PRIMARY KEY,
    sid      TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    at       INTEGER NOT NULL,
    body     BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX replies_by_key ON replies (sid, key_hash);

CREATE TABLE events (
    seq        INTEGER PRIMARY KEY,
    sid        TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    name       TEXT NOT NULL,
    payload    BLOB,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX events_by_sid ON events (sid, at);
CREATE INDEX events_by_partner ON events (partner_id, at);

CREATE TABLE feedback (
    sid        TEXT PRIMARY KEY,
    partner_id TEXT NOT NULL,
    stars      INTEGER NOT NULL,
    labels     TEXT NOT NULL,
    message    TEXT NOT NULL,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX feedback_by_partner ON feedback (partner_id, at);
