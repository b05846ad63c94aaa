package httpapi

import (
	"bytes"
	"net/http"
	"time"
)

// streamChunk is how much is collected before it is sent.
const streamChunk = 64 << 10

// streamWriter collects a response and sends it in chunks. Until the first is full nothing has been sent.
type streamWriter struct {
	c      *call
	status int
	begun  bool
	buf    bytes.Buffer
}

// Write implements io.Writer.
func (s *streamWriter) Write(p []byte) (int, error) {
	s.buf.Write(p)
	if s.buf.Len() < streamChunk {
		return len(p), nil
	}
	return len(p), s.flush()
}

// flush sends what is there. A client that takes nothing for writeSlack is left.
func (s *streamWriter) flush() error {
	_ = http.NewResponseController(s.c.w).SetWriteDeadline(time.Now().Add(writeSlack))
	if !s.begun {
		s.begun, s.c.status = true, s.status
		s.c.w.WriteHeader(s.status)
	}
	_, err := s.c.w.Write(s.buf.Bytes())
	s.buf.Reset()
	return err
}
