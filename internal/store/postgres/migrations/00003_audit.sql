-- The audit log; each entry's hash covers the entry before. Who appends locks the row of audit_head.

-- +goose Up
CREATE TABLE audit (
    seq    bigint PRIMARY KEY,
    at     timestamp with time zone NOT NULL,
    actor  text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    detail text NOT NULL,
    hash   bytea NOT NULL
);

CREATE TABLE audit_head (
    one  boolean PRIMARY KEY,
    seq  bigint NOT NULL
);
INSERT INTO audit_head (one, seq) VALUES (true, 0);
