package obs

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// counted counts the writes that reach it.
type counted struct {
	mu     sync.Mutex
	writes int
	bytes.Buffer
}

func (c *counted) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	return c.Buffer.Write(b)
}

func TestBufferGathers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &counted{}
		b := NewBuffer(w)
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() { _, _ = b.Write([]byte("line\n")) })
		}
		wg.Wait()
		if w.writes != 0 {
			t.Errorf("%d writes at once", w.writes)
		}
		time.Sleep(bufferTime + time.Millisecond)
		synctest.Wait()
		if got := strings.Count(w.String(), "line\n"); got != 100 || w.writes != 1 {
			t.Errorf("%d lines in %d writes", got, w.writes)
		}
		_, _ = b.Write(make([]byte, bufferBytes))
		if w.writes != 2 {
			t.Error("a full buffer waits")
		}
		_, _ = b.Write([]byte("end\n"))
		b.Flush()
		if !strings.HasSuffix(w.String(), "end\n") {
			t.Error("flush leaves something")
		}
	})
}
