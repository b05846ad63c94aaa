-- Keys that records are encrypted with, themselves encrypted with a master key that is not kept here.

-- +goose Up
CREATE TABLE data_keys (
    id      TEXT PRIMARY KEY,
    wrapped BLOB NOT NULL,
    created INTEGER NOT NULL
) STRICT;
