package e2e

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy is a link to a server that can be slow, broken or mute.
type proxy struct {
	listener net.Listener
	target   string
	delay    atomic.Int64 // nanoseconds for each direction
	mute     atomic.Bool  // nothing gets through, nothing is said

	mu    sync.Mutex
	conns map[net.Conn]bool
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: target, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { _ = l.Close(); p.reset() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	go p.pass(client, server)
	p.pass(server, client)
	p.mu.Lock()
	delete(p.conns, client)
	delete(p.conns, server)
	p.mu.Unlock()
}

// chunk is bytes on their way.
type chunk struct {
	due   time.Time
	bytes []byte
}

// pass carries one direction: what is read now is written after the delay, in order.
func (p *proxy) pass(from, to net.Conn) {
	way := make(chan chunk, 1<<12)
	go func() {
		defer close(way)
		for {
			b := make([]byte, 32<<10)
			n, err := from.Read(b)
			if n > 0 {
				way <- chunk{time.Now().Add(time.Duration(p.delay.Load())), b[:n]}
			}
			if err != nil {
				return
			}
		}
	}()
	for c := range way {
		time.Sleep(time.Until(c.due))
		for p.mute.Load() { // kept back, as a network that drops packets has them sent again
			time.Sleep(5 * time.Millisecond)
		}
		if _, err := to.Write(c.bytes); err != nil {
			break
		}
	}
	_ = from.Close()
	_ = to.Close()
	for range way {
	}
}

// reset breaks all connections.
func (p *proxy) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // RST, not FIN
		}
		_ = c.Close()
	}
}
