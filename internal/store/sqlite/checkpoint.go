package sqlite

import (
	"log/slog"
	"sync/atomic"
	"time"
)

// Sizes of the write-ahead log in pages of 4 KiB, and ticks between attempts that readers foiled.
const (
	restartPages  = 4 << 10  // 16 MiB: make the next commit start the log from its beginning
	truncatePages = 16 << 10 // 64 MiB: give the space back too

	restTicks = 20
)

// checkpointer copies committed pages from the log into the database file, so that no commit ever has to.
//
// A passive checkpoint disturbs nobody, and under steady load never reaches the log's end, without which the log
// grows on. So past restartPages the writer is held for the last few pages.
type checkpointer struct {
	conn   *conn
	writer *writer
	log    *slog.Logger
	every  time.Duration
	dirty  atomic.Bool // something was committed since the last run
	clear  atomic.Bool // something was erased: its old pages must leave the log
	rest   int         // ticks for which the writer is not held again, after readers were in the way
	stop   chan struct{}
	done   chan struct{}
}

func newCheckpointer(c *conn, writer *writer, every time.Duration, log *slog.Logger) *checkpointer {
	return &checkpointer{
		conn: c, writer: writer, every: every, log: log,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
}

func (c *checkpointer) loop() {
	defer close(c.done)
	tick := time.NewTicker(c.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.writer.look()
			c.run()
		case <-c.stop:
			return
		}
	}
}

func (c *checkpointer) run() {
	if c.rest > 0 {
		c.rest--
	}
	erased := c.clear.Swap(false)
	if !c.dirty.Swap(false) && !erased {
		return
	}
	pages, _ := c.checkpoint("PRAGMA wal_checkpoint(PASSIVE)")
	ok := true
	switch {
	case pages > truncatePages || erased:
		ok = c.hold("PRAGMA wal_checkpoint(TRUNCATE)")
	case pages > restartPages:
		ok = c.hold("PRAGMA wal_checkpoint(RESTART)")
	}
	if !ok {
		c.dirty.Store(true)
		c.clear.CompareAndSwap(false, erased)
	}
}

// hold runs a checkpoint that needs the writer to stand still and the readers to have left the log. Where a reader of
// another process stays, trying at each tick would only slow the writer.
func (c *checkpointer) hold(pragma string) (ok bool) {
	if c.rest > 0 {
		return false
	}
	c.writer.mu.Lock()
	defer c.writer.mu.Unlock()
	if _, ok = c.checkpoint(pragma); !ok {
		c.rest = restTicks
	}
	return ok
}

// checkpoint returns the pages in the log and whether it did all that the pragma asks for.
func (c *checkpointer) checkpoint(pragma string) (pages int, ok bool) {
	var busy, copied int
	if err := c.conn.row(pragma, nil, &busy, &pages, &copied); err != nil {
		c.log.Warn("sqlite checkpoint failed", "error", err)
		c.dirty.Store(true)
		return 0, false
	}
	return pages, busy == 0
}

func (c *checkpointer) close() error {
	close(c.stop)
	<-c.done
	c.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)")
	return c.conn.close()
}
