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

// pools are the connections of this process until the database goes away: that of the groups and that of the rest.
type pools struct{ group, rest *pgxpool.Pool }

// settle prepares a connection of the groups. Their statements look up rows by keys in arrays whose length the server
// cannot know, so that a plan for each call would cost as much as the rows, and a plan made while a day is new might read
// whole tables; and whatever a plan does, it finds rows in the order of their sids.
func settle(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off`)
	return err
}

// newPools makes pools that connect when first used.
func newPools(c *pgxpool.Config, o Options) (*pools, error) {
	group, rest := c.Copy(), c.Copy()
	group.MaxConns = grouped
	group.AfterConnect = settle
	rest.MaxConns = int32(o.MaxConnections - grouped)
	g, err := pgxpool.NewWithConfig(context.Background(), group)
	if err != nil {
		return nil, err
	}
	r, err := pgxpool.NewWithConfig(context.Background(), rest)
	if err != nil {
		g.Close()
		return nil, err
	}
	return &pools{g, r}, nil
}

func (p *pools) close() {
	p.group.Close()
	p.rest.Close()
}

// warm makes the connections of the groups, so that no request waits for them.
func (s *Store) warm(ctx context.Context) error {
	p := s.pools.Load()
	var conns []*pgxpool.Conn
	defer func() {
		for _, c := range conns {
			c.Release()
		}
	}()
	for range grouped {
		c, err := p.group.Acquire(ctx)
		if err != nil {
			return err
		}
		conns = append(conns, c)
	}
	return nil
}

// drop begins with new pools. The old ones are not waited for: where packets vanish, a connection takes many seconds
// to close, and keeps its place in its pool for so long.
func (s *Store) drop() {
	next, err := newPools(s.config, s.o)
	if err != nil { // the same settings made pools before
		return
	}
	old := s.pools.Swap(next)
	go old.close()
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
