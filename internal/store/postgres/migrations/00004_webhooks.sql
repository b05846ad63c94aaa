-- Where partners are told of events, and what is still to be told.

-- +goose Up
CREATE TABLE webhooks (
    partner_id text COLLATE "C" PRIMARY KEY,
    url        text NOT NULL,
    secret     bytea NOT NULL,
    private    boolean NOT NULL,
    created    timestamp with time zone NOT NULL
);

CREATE SEQUENCE outbox_seq;
CREATE TABLE outbox (
    seq        bigint PRIMARY KEY DEFAULT nextval('outbox_seq'),
    id         text NOT NULL,
    sid        text COLLATE "C" NOT NULL,
    partner_id text COLLATE "C" NOT NULL,
    event      text NOT NULL,
    body       bytea NOT NULL,
    at         timestamp with time zone NOT NULL,
    attempts   bigint NOT NULL DEFAULT 0,
    due        timestamp with time zone,
    delivered  timestamp with time zone
);
CREATE INDEX outbox_by_due ON outbox (due) WHERE due IS NOT NULL;
CREATE INDEX outbox_by_sid ON outbox (sid);
CREATE INDEX outbox_by_partner ON outbox (partner_id, at);
