package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// grouped is the number of connections that carry the two kinds of groups; the others carry the rest.
const grouped = 2

// longest is the limit of a statement, kept by the server too.
const longest = 30 * time.Second

// Check reports what is wrong with a DSN, without connecting. Its error holds no password.
func Check(dsn string) error {
	_, err := parse(dsn, Options{}.withDefaults())
	return err
}

// parse makes the settings of every connection from a DSN.
func parse(dsn string, o Options) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("not a PostgreSQL URL such as postgres://user:password@host:5432/database")
	}
	params := c.ConnConfig.RuntimeParams
	for name, value := range map[string]string{
		"application_name":                    "anamnesis",
		"statement_timeout":                   milliseconds(longest),
		"idle_in_transaction_session_timeout": milliseconds(longest),
		"synchronous_commit":                  "on", // an acknowledged answer survives a power cut
		"timezone":                            "UTC",
	} {
		if params[name] == "" {
			params[name] = value
		}
	}
	switch params["synchronous_commit"] {
	case "on", "remote_apply":
	default:
		return nil, errors.New("synchronous_commit must be on or remote_apply: anything less loses acknowledged answers")
	}
	if c.ConnConfig.ConnectTimeout == 0 {
		c.ConnConfig.ConnectTimeout = tryTimeout
	}
	c.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	c.MaxConnLifetime, c.MaxConnLifetimeJitter = time.Hour, 10*time.Minute
	c.PingTimeout = o.Timeout
	return c, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// pools opens the pool of the groups and the pool of the rest. They connect when first used.
func (s *Store) pools(ctx context.Context, c *pgxpool.Config, o Options) (err error) {
	group, rest := c.Copy(), c.Copy()
	group.MaxConns = grouped
	rest.MaxConns = int32(o.MaxConnections - grouped)
	if s.group, err = pgxpool.NewWithConfig(ctx, group); err == nil {
		s.rest, err = pgxpool.NewWithConfig(ctx, rest)
	}
	return err
}

// warm makes the connections of the groups, so that no request waits for them.
func (s *Store) warm(ctx context.Context) error {
	var conns []*pgxpool.Conn
	defer func() {
		for _, c := range conns {
			c.Release()
		}
	}()
	for range grouped {
		c, err := s.group.Acquire(ctx)
		if err != nil {
			return err
		}
		conns = append(conns, c)
	}
	return nil
}

func (s *Store) drop() {
	s.group.Reset()
	s.rest.Reset()
}

// try connects once, outside the pools, which says whether there is a database that takes writes.
func try(ctx context.Context, c *pgx.ConnConfig) error {
	conn, err := pgx.ConnectConfig(ctx, c.Copy())
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// await tries until the database is there, up to wait; what waiting cannot mend fails at once.
func await(ctx context.Context, c *pgx.ConnConfig, wait time.Duration) error {
	end := time.Now().Add(wait)
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, slowestTry) {
		err := try(ctx, c)
		if err == nil || ctx.Err() != nil || hopeless(err) {
			return err
		}
		if left := time.Until(end); left <= 0 {
			return fmt.Errorf("not there after %v: %w", wait, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}
