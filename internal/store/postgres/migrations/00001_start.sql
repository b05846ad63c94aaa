-- What belongs to a session lies in one partition a day and table, the day being a function of the sid (day.go), so
-- that a sid alone leads to its partition and retention can drop a whole day. Ids compare by bytes (COLLATE "C").
-- Lists of strings are JSON. NULL is "not yet".

-- +goose Up
CREATE TABLE partners (
    id             text COLLATE "C" PRIMARY KEY,
    name           text NOT NULL,
    secret_hash    bytea NOT NULL,
    languages      text NOT NULL,
    origins        text NOT NULL,
    debug          boolean NOT NULL,
    rate           double precision NOT NULL,
    burst          bigint NOT NULL,
    daily_quota    bigint NOT NULL,
    retention_days bigint NOT NULL,
    created        timestamp with time zone NOT NULL
);

CREATE TABLE api_keys (
    hash       bytea PRIMARY KEY,
    partner_id text COLLATE "C" NOT NULL,
    created    timestamp with time zone NOT NULL,
    revoked    timestamp with time zone
);
CREATE INDEX api_keys_by_partner ON api_keys (partner_id);

CREATE TABLE signing_keys (
    id      text COLLATE "C" PRIMARY KEY,
    secret  bytea NOT NULL,
    created timestamp with time zone NOT NULL,
    retired timestamp with time zone
);

-- The days that have partitions. A row is written together with them and goes with them.
CREATE TABLE days (
    day date PRIMARY KEY
);

CREATE TABLE consultations (
    day        date NOT NULL,
    sid        text COLLATE "C" NOT NULL,
    partner_id text COLLATE "C" NOT NULL,
    started    timestamp with time zone NOT NULL,
    updated    timestamp with time zone NOT NULL,
    ended      timestamp with time zone,
    version    bigint NOT NULL,
    state      bytea NOT NULL,
    PRIMARY KEY (sid, day)
) PARTITION BY LIST (day);
CREATE INDEX consultations_by_partner ON consultations (partner_id, started, sid);

CREATE TABLE replies (
    day      date NOT NULL,
    sid      text COLLATE "C" NOT NULL,
    key_hash bytea NOT NULL,
    at       timestamp with time zone NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (sid, key_hash, day)
) PARTITION BY LIST (day);
CREATE INDEX replies_by_time ON replies (at);

CREATE SEQUENCE event_seq;
CREATE TABLE events (
    day        date NOT NULL,
    seq        bigint NOT NULL DEFAULT nextval('event_seq'),
    sid        text COLLATE "C" NOT NULL,
    partner_id text COLLATE "C" NOT NULL,
    name       text NOT NULL,
    payload    bytea,
    at         timestamp with time zone NOT NULL,
    PRIMARY KEY (sid, at, seq, day)
) PARTITION BY LIST (day);
CREATE INDEX events_by_partner ON events (partner_id, at);

CREATE TABLE consents (
    day             date NOT NULL,
    sid             text COLLATE "C" NOT NULL,
    content_version text COLLATE "C" NOT NULL,
    partner_id      text COLLATE "C" NOT NULL,
    at              timestamp with time zone NOT NULL,
    PRIMARY KEY (sid, content_version, day)
) PARTITION BY LIST (day);
CREATE INDEX consents_by_partner ON consents (partner_id, at);

CREATE TABLE feedback (
    day        date NOT NULL,
    sid        text COLLATE "C" NOT NULL,
    partner_id text COLLATE "C" NOT NULL,
    stars      bigint NOT NULL,
    labels     text NOT NULL,
    message    text NOT NULL,
    at         timestamp with time zone NOT NULL,
    PRIMARY KEY (sid, day)
) PARTITION BY LIST (day);
CREATE INDEX feedback_by_partner ON feedback (partner_id, at);
