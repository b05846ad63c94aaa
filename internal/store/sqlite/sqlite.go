package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"anamnesis/internal/store"
)

// Store is a store.Store in one SQLite file.
type Store struct {
	writer  *writer
	readers *readers
	check   *checkpointer
	recent  *recent
	pools   []*sql.DB // of the writing and of the reading connections
	once    sync.Once
}

var _ store.Store = (*Store)(nil)

// Open opens the file, creates it where it is missing (readable by its owner only: it holds medical data and signing
// keys), and migrates it. Beside it lie path-wal, path-shm and the empty path-migrate.
//
// A database in memory is refused: it would lose every answer that it acknowledges.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	abs, err := onDisk(path)
	if err == nil {
		err = createPrivate(abs)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %q: %w", path, err)
	}
	s := &Store{}
	if err := s.open(ctx, abs, o.withDefaults()); err != nil {
		for _, db := range s.pools {
			_ = db.Close()
		}
		return nil, fmt.Errorf("sqlite: open %q: %w", path, err)
	}
	go s.writer.loop()
	go s.check.loop()
	return s, nil
}

// open leaves in s.pools whatever it opened, also when it fails.
func (s *Store) open(ctx context.Context, path string, o Options) error {
	wait := "busy_timeout(" + millis(o.BusyTimeout) + ")"
	write, err := s.pool(dsn(path, wait, "synchronous(FULL)", "wal_autocheckpoint(0)", "secure_delete(ON)"))
	if err != nil {
		return err
	}
	if err := migrate(ctx, path, write); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	read, err := s.pool(dsn(path, wait, "query_only(1)", "wal_autocheckpoint(0)"))
	if err != nil {
		return err
	}
	// Short, because the writer is held while a checkpoint waits for readers.
	side, err := s.pool(dsn(path, "busy_timeout(50)", "synchronous(FULL)", "wal_autocheckpoint(0)"))
	if err != nil {
		return err
	}
	return s.connect(ctx, write, read, side, o)
}

func (s *Store) connect(ctx context.Context, write, read, side *sql.DB, o Options) error {
	wc, err := openConn(ctx, write)
	if err != nil {
		return err
	}
	s.recent = newRecent(o.Recent)
	s.writer = newWriter(write, wc, o.MaxBatch, s.recent, func() { s.check.dirty.Store(true) })
	cc, err := openConn(ctx, side)
	if err != nil {
		return err
	}
	s.check = newCheckpointer(cc, s.writer, o.CheckpointEvery, o.Log)
	s.readers, err = openReaders(ctx, read, o.Readers)
	return err
}

func (s *Store) pool(dsn string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err == nil {
		s.pools = append(s.pools, db)
	}
	return db, err
}

// Busy implements store.Watched.
func (s *Store) Busy() store.Busy {
	return store.Busy{Writes: s.writer.queue.length(), Used: s.readers.size - len(s.readers.idle), Most: s.readers.size}
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error {
	return s.readers.do(ctx, func(c *conn) error {
		var n int
		return doing(c.row("SELECT count(*) FROM signing_keys", nil, &n), "ping")
	})
}

// Close implements store.Store. All that was acknowledged is in the database file afterwards, and the log is empty.
func (s *Store) Close() error {
	var errs []error
	s.once.Do(func() {
		errs = append(errs, s.writer.close(), s.readers.close(), s.check.close())
		for _, db := range s.pools {
			errs = append(errs, db.Close())
		}
	})
	return errors.Join(errs...)
}

func onDisk(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:") {
		return "", errors.New("need the path of a file: a database in memory or a URI is not taken")
	}
	return filepath.Abs(path)
}

// createPrivate leaves a file that exists unopened: closing it would drop the locks that this process' SQLite holds on
// it (POSIX locks belong to the process, not to the descriptor).
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// dsn is a URI, so that a path may hold any character.
func dsn(path string, pragmas ...string) string {
	u := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{"_pragma": pragmas}.Encode()}
	return u.String()
}

func millis(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
