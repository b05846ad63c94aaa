package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store is a store.Store in a PostgreSQL database.
type Store struct {
	o      Options
	link   *link
	config *pgxpool.Config
	pools  atomic.Pointer[pools]
	loads  *grouper[*load]
	writes *grouper[*write]

	closed chan struct{}
	stop   context.CancelFunc // of background work
	wg     sync.WaitGroup
	once   sync.Once
}

var _ store.Store = (*Store)(nil)

// Open connects to the database that the DSN names (postgres://user:password@host:port/database?options, several
// hosts parted by commas) and migrates it. It fails with an error that holds no password.
func Open(ctx context.Context, dsn string, o Options) (*Store, error) {
	o = o.withDefaults()
	c, err := parse(dsn, o)
	if err == nil {
		err = await(ctx, c.ConnConfig, o.Wait)
	}
	if err != nil {
		return nil, doing(err, "open")
	}
	if err := migrate(ctx, c.ConnConfig); err != nil {
		return nil, doing(understand(err), "migrate")
	}
	p, err := newPools(c, o)
	if err != nil {
		return nil, doing(err, "open")
	}
	s := &Store{o: o, config: c, closed: make(chan struct{})}
	s.pools.Store(p)
	s.link = newLink(func(ctx context.Context) error { return try(ctx, c.ConnConfig) }, s.warm, s.drop, o.Log)
	if err := s.warm(ctx); err != nil {
		p.close()
		return nil, doing(understand(err), "open")
	}
	s.loads, s.writes = newGrouper(s.link, o, s.load), newGrouper(s.link, o, s.write)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.wg.Go(func() { s.keepDays(background) })
	return s, nil
}

// Busy implements store.Watched.
func (s *Store) Busy() store.Busy {
	p := s.pools.Load()
	group, rest := p.group.Stat(), p.rest.Stat()
	return store.Busy{
		Writes: s.writes.length(), Loads: s.loads.length(),
		Used: int(group.AcquiredConns() + rest.AcquiredConns()), Most: int(group.MaxConns() + rest.MaxConns()),
	}
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error {
	return doing(s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		var n int
		return c.QueryRow(ctx, `SELECT count(*) FROM signing_keys`).Scan(&n)
	}), "ping")
}

// Close implements store.Store.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.closed)
		s.stop()
		s.loads.close()
		s.writes.close()
		s.wg.Wait()
		s.link.close()
		s.pools.Load().close()
	})
	return nil
}

// use lends a connection of the rest for at most limit. A connection that proves broken begins an outage.
func (s *Store) use(ctx context.Context, limit time.Duration, do func(context.Context, *pgx.Conn) error) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	bound, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p := s.pools.Load()
	c, err := p.rest.Acquire(bound)
	if stat := p.rest.Stat(); err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && stat.AcquiredConns() == stat.MaxConns() {
		return fmt.Errorf("%w: all %d connections are busy", store.ErrUnavailable, stat.MaxConns())
	}
	if err == nil {
		err = do(bound, c.Conn())
		c.Release()
	}
	return s.judge(ctx, p, err)
}

// usable returns why no connection can be had now.
func (s *Store) usable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.closed:
		return store.ErrClosed
	default:
		return s.link.pass(ctx)
	}
}

// judge understands an error, and begins an outage where it is that of a connection in use.
func (s *Store) judge(ctx context.Context, p *pools, err error) error {
	if err == nil {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err = understand(err)
	var broken *linkError
	if errors.As(err, &broken) {
		s.link.lost(err, func() bool { return s.pools.Load() == p })
	}
	return err
}

// query runs something that only reads, a second time where the first connection was found broken.
func (s *Store) query(ctx context.Context, read func(context.Context, *pgx.Conn) error) error {
	err := s.use(ctx, s.o.Timeout, read)
	var broken *linkError
	if errors.As(err, &broken) {
		return s.use(ctx, s.o.Timeout, read)
	}
	return err
}

// tries is how often a transaction is begun again that the server undid for the sake of others.
const tries = 6

// change runs a transaction that writes. It may run several times, so it sets its results, never adds to them.
func (s *Store) change(ctx context.Context, limit time.Duration, run func(context.Context, pgx.Tx) error) error {
	return s.transact(ctx, limit, pgx.TxOptions{}, run)
}

func (s *Store) transact(ctx context.Context, limit time.Duration, o pgx.TxOptions, run func(context.Context, pgx.Tx) error) (err error) {
	for n := range tries {
		err = s.use(ctx, limit, func(ctx context.Context, c *pgx.Conn) error {
			return pgx.BeginTxFunc(ctx, c, o, func(tx pgx.Tx) error { return run(ctx, tx) })
		})
		if !again(err) {
			return err
		}
		if err := pause(ctx, n); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// pause waits before try n+1, so long that two that got in each other's way do not meet again.
func pause(ctx context.Context, n int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(1+rand.IntN(4<<n)) * time.Millisecond):
		return nil
	}
}
