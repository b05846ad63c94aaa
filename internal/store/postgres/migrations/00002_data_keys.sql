-- Keys that records are encrypted with, themselves encrypted with a master key that is not kept here.

-- +goose Up
CREATE TABLE data_keys (
    id      text COLLATE "C" PRIMARY KEY,
    wrapped bytea NOT NULL,
    created timestamp with time zone NOT NULL
);
