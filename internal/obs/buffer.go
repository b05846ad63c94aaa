package obs

import (
	"io"
	"sync"
	"time"
)

// Limits of a Buffer.
const (
	bufferBytes = 64 << 10
	bufferTime  = 20 * time.Millisecond
)

// Buffer gathers what is logged within 20 ms into one write: a system call for every request would cost more than
// the line itself. What was logged in the last 20 ms is lost if the process is killed. Safe for concurrent use.
type Buffer struct {
	w     io.Writer
	mu    sync.Mutex
	lines []byte
	timer *time.Timer // runs while there are lines
}

// NewBuffer gathers what goes to w.
func NewBuffer(w io.Writer) *Buffer { return &Buffer{w: w} }

// Write implements io.Writer. That lines could not be written is not told: a log has nobody to tell it to.
func (b *Buffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line...)
	switch {
	case len(b.lines) >= bufferBytes:
		b.flush()
	case b.timer == nil:
		b.timer = time.AfterFunc(bufferTime, b.Flush)
	}
	return len(line), nil
}

// Flush writes what is gathered.
func (b *Buffer) Flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flush()
}

func (b *Buffer) flush() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	if len(b.lines) > 0 {
		_, _ = b.w.Write(b.lines)
	}
	b.lines = b.lines[:0]
}
