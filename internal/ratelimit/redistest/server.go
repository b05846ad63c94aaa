// Package redistest runs a private Redis or Valkey server for tests: on a free port of the loopback, without a file,
// gone at the end of the test.
package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Server is a running server. Stop and Start keep its address.
type Server struct {
	Addr   string // host:port
	binary string
	args   []string // beside those that every server has
	cmd    *exec.Cmd
	dir    string // where it works: a replica writes what it is sent there
	t      testing.TB
}

// Run starts a server. Where none is installed the test is skipped, and fails with CI=true.
func Run(t testing.TB) *Server {
	t.Helper()
	return run(t)
}

func run(t testing.TB, args ...string) *Server {
	t.Helper()
	s := &Server{Addr: freeAddress(t), args: args, dir: t.TempDir(), t: t}
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			s.binary = path
			break
		}
	}
	switch {
	case s.binary != "":
	case os.Getenv("CI") == "true":
		t.Fatal("neither redis-server nor valkey-server is installed; `make test` installs what is missing")
	default:
		t.Skip("neither redis-server nor valkey-server is installed; `make test` installs what is missing")
	}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// Start runs the server and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	args := append(slices.Clone(s.args), "--port", port(s.Addr), "--bind", "127.0.0.1")
	if !slices.Contains(s.args, "--sentinel") {
		args = append(args, "--save", "", "--appendonly", "no")
	}
	s.cmd = exec.CommandContext(context.Background(), s.binary, args...)
	s.cmd.Dir = s.dir
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	client := redis.NewClient(&redis.Options{Addr: s.Addr})
	defer client.Close()
	var err error
	for range 500 {
		if err = client.Ping(context.Background()).Err(); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatal(fmt.Errorf("redis-server does not answer: %w", err))
}

// Stop kills the server. A second Stop does nothing.
func (s *Server) Stop() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	s.cmd = nil
}

// Freeze stops the server's clock until thaw is called: connections stay open and nothing answers.
func (s *Server) Freeze() (thaw func()) {
	_ = s.cmd.Process.Signal(syscall.SIGSTOP)
	return func() { _ = s.cmd.Process.Signal(syscall.SIGCONT) }
}

func port(addr string) string {
	_, p, _ := net.SplitHostPort(addr)
	return p
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
