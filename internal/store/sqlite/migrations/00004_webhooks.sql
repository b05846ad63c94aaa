-- Where partners are told of events, and what is still to be told.

-- +goose Up
CREATE TABLE webhooks (
    partner_id TEXT PRIMARY KEY,
    url        TEXT NOT NULL,
    secret     BLOB NOT NULL,
    private    INTEGER NOT NULL,
    created    INTEGER NOT NULL
) STRICT;

CREATE TABLE outbox (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL,
    sid        TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    event      TEXT NOT NULL,
    body       BLOB NOT NULL,
    at         INTEGER NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    due        INTEGER,
    delivered  INTEGER
) STRICT;
CREATE INDEX outbox_by_due ON outbox (due) WHERE due IS NOT NULL;
CREATE INDEX outbox_by_sid ON outbox (sid);
CREATE INDEX outbox_by_partner ON outbox (partner_id, at);
