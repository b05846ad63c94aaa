package pgtest

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby makes a streaming standby of the server, for which every commit waits from then on.
func (s *Server) Standby(ctx context.Context) (*Server, error) {
	standby, err := begin(s.o, func(n *Server) error {
		return n.program("pg_basebackup", "-D", n.data(), "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "test", "-R", "-X", "stream", "-c", "fast", "-N")
	})
	if err != nil {
		return nil, err
	}
	if err := s.follow(ctx); err != nil {
		return nil, errors.Join(err, standby.Close())
	}
	return standby, nil
}

// follow makes commits synchronous and waits until the standby takes part.
func (s *Server) follow(ctx context.Context) error {
	c, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	for _, query := range []string{`ALTER SYSTEM SET synchronous_standby_names = '*'`, `SELECT pg_reload_conf()`} {
		if _, err := c.Exec(ctx, query); err != nil {
			return err
		}
	}
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
		var n int
		if err := c.QueryRow(ctx, `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`).Scan(&n); err != nil || n > 0 {
			return err
		}
	}
	return errors.New("the standby does not follow")
}

// Promote makes a standby the primary.
func (s *Server) Promote(ctx context.Context) error {
	c, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	var done bool
	if err := c.QueryRow(ctx, `SELECT pg_promote(true, 60)`).Scan(&done); err != nil || done {
		return err
	}
	return errors.New("the standby was not promoted")
}
