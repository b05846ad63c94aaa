-- The audit log; each entry's hash covers the entry before.

-- +goose Up
CREATE TABLE audit (
    seq    INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash   BLOB NOT NULL
) STRICT;
