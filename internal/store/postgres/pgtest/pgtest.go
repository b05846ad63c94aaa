// Package pgtest runs a private PostgreSQL server for tests: in a folder of its own, on a free port, under a user of
// its own where the tests run as root (which PostgreSQL refuses to serve), gone with the test process.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Options say how a server runs.
type Options struct {
	Durable bool // writes reach the disk before they are acknowledged; else a crash of the machine would lose them
	Args    []string
}

// Server is a running PostgreSQL.
type Server struct {
	bin, dir string
	port     int
	o        Options

	mu   sync.Mutex
	cmd  *exec.Cmd // nil while stopped
	gone chan struct{}
	log  *bytes.Buffer
	made int // databases
}

// ErrMissing says that PostgreSQL is not installed.
var ErrMissing = errors.New("PostgreSQL is not installed (Debian: apt-get install postgresql)")

// binaries finds the folder of initdb and postgres, the newest where there are several.
func binaries() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil { // its neighbours need not be on the path
			return filepath.Dir(initdb), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	if len(found) == 0 {
		return "", ErrMissing
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
}

// Start makes a new server and waits until it answers. It fails with ErrMissing where PostgreSQL is not installed.
func Start(o Options) (*Server, error) {
	return begin(o, func(s *Server) error {
		return s.program("initdb", "-D", s.data(), "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "--no-instructions")
	})
}

// begin makes a server whose data fill provides.
func begin(o Options, fill func(*Server) error) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "anamnesis-pg-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, o: o}
	if err = s.create(); err == nil {
		err = fill(s)
	}
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) create() error {
	who, err := serverUser()
	if err != nil {
		return err
	}
	if who != nil {
		if err := os.Chown(s.dir, int(who.Uid), int(who.Gid)); err != nil {
			return err
		}
	}
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	addr, _ := l.Addr().(*net.TCPAddr)
	s.port = addr.Port
	return nil
}

// program runs one of PostgreSQL's programs under the server's user.
func (s *Server) program(name string, args ...string) error {
	who, err := serverUser()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(context.Background(), filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, &syscall.SysProcAttr{Credential: who}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// Start starts a stopped server on its port and data, and waits until it answers.
func (s *Server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil {
		return errors.New("the server runs already")
	}
	who, err := serverUser()
	if err != nil {
		return err
	}
	args := []string{
		"-D", s.data(), "-p", strconv.Itoa(s.port), "-k", s.dir, "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
		"-c", "shared_buffers=64MB", "-c", "log_min_messages=warning",
	}
	if !s.o.Durable {
		args = append(args, "-c", "fsync=off", "-c", "full_page_writes=off")
	}
	cmd := exec.CommandContext(context.Background(), filepath.Join(s.bin, "postgres"), append(args, s.o.Args...)...)
	s.log = new(bytes.Buffer)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, s.log, s.log
	// SIGQUIT stops a server at once, and it takes its processes along. The signal comes with the end of the thread
	// that started the server, so that thread is kept.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who, Pdeathsig: syscall.SIGQUIT}
	started, gone := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(gone)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.cmd, s.gone = cmd, gone
	return s.await()
}

func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, s.DSN("postgres"))
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-s.gone:
			s.cmd = nil
			return fmt.Errorf("the server ended: %s", s.log)
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Stop stops the server with a signal (SIGINT: disconnects all and ends in order; SIGQUIT, SIGKILL: as in a crash) and
// waits for its end.
func (s *Server) Stop(signal syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		return
	}
	for _, pid := range s.processes() {
		if signal == syscall.SIGKILL || pid == s.cmd.Process.Pid {
			_ = syscall.Kill(pid, signal)
		}
	}
	<-s.gone
	s.cmd = nil
}

// Signal sends a signal to all of the server's processes: SIGSTOP freezes it, SIGCONT lets it go on.
func (s *Server) Signal(signal syscall.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		return errors.New("the server does not run")
	}
	for _, pid := range s.processes() {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}

// processes are the server's first process and its children. They are in groups of their own.
func (s *Server) processes() []int {
	first := s.cmd.Process.Pid
	all := []int{first}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ") // pid (name) state parent …
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(first) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat))); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// Close stops the server and removes its data.
func (s *Server) Close() error {
	s.Stop(syscall.SIGQUIT)
	return os.RemoveAll(s.dir)
}

// Port is the server's on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Bin is the folder of PostgreSQL's programs.
func (s *Server) Bin() string { return s.bin }

// DSN names a database of the server.
func (s *Server) DSN(database string) string {
	return fmt.Sprintf("postgres://test@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// Database makes an empty database and returns its DSN.
func (s *Server) Database(ctx context.Context) (string, error) {
	s.mu.Lock()
	s.made++
	name := fmt.Sprintf("test%d", s.made)
	s.mu.Unlock()
	c, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return "", err
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	return s.DSN(name), nil
}
