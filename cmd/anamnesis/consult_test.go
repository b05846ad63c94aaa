//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// person sits at a pseudo-terminal on which a command runs.
type person struct {
	t      *testing.T
	master *os.File
	tty    *os.File
	done   chan error

	mu  sync.Mutex
	out bytes.Buffer
}

// sit starts a command on a terminal of a size.
func sit(t *testing.T, cols, rows uint16, args ...string) *person {
	t.Helper()
	t.Setenv("TERM", "xterm")
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("NO_COLOR", "")
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, master: master, tty: tty, done: make(chan error, 1)}
	p.resize(cols, rows)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	var gone sync.WaitGroup
	gone.Go(func() {
		b := make([]byte, 4096)
		for {
			n, err := master.Read(b)
			p.mu.Lock()
			p.out.Write(b[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	})
	go func() { p.done <- run(ctx, args, tty, tty, tty) }()
	t.Cleanup(func() {
		stop()
		_, _ = master.WriteString("\n") // for the read that still waits
		_ = tty.Close()
		_ = master.Close()
		gone.Wait()
	})
	return p
}

func (p *person) resize(cols, rows uint16) {
	if err := pty.Setsize(p.master, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		p.t.Fatal(err)
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGWINCH) // the kernel tells only the processes of the terminal
}

// printed is everything so far.
func (p *person) printed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// screen is the last frame drawn.
func (p *person) screen() string {
	all := p.printed()
	return all[max(0, strings.LastIndex(all, "\x1b[?25l\x1b[H")):]
}

// sees waits until the screen shows one of the texts, and says which.
func (p *person) sees(texts ...string) string {
	p.t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, text := range texts {
			if strings.Contains(p.screen(), text) {
				return text
			}
		}
	}
	p.t.Fatalf("never saw %q; the screen is\n%q", texts, p.screen())
	return ""
}

// types presses keys and waits until something is drawn after them.
func (p *person) types(keys string) {
	p.t.Helper()
	before := len(p.printed())
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); len(p.printed()) == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("nothing happened after %q", keys)
		}
	}
}

func (p *person) leaves() error {
	select {
	case err := <-p.done:
		return err
	case <-time.After(30 * time.Second):
		p.t.Fatal("the command does not end")
		return nil
	}
}

func TestConsultOnATerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.txt")
	p := sit(t, 80, 40, "consult", "--language", "en-GB", "--save", file)
	before, _ := term.GetState(int(p.tty.Fd()))
	p.sees("I agree")
	p.types("\r")
	p.sees("How old")
	p.types("64")
	p.sees("64")
	p.types("\r")
	p.sees("What sex")
	p.types("\x1b[B")
	p.types("\r")
	p.sees("What is troubling you")
	p.types("vomiting blood, lots of it, and I feel faint")
	p.sees("faint")
	p.types("\r")
	p.sees("Did we understand you right")
	p.resize(40, 24)
	p.sees("Choose\x1b[0m\r\n", "Choose everything\x1b[0m\r\n")
	p.types("1")
	p.types("2")
	p.sees("Continue with 2 chosen")
	p.types("\r")
	for range 40 {
		if p.sees("100 %", "Enter: go on") == "100 %" {
			break
		}
		p.types("\r")
	}
	if text := p.sees("Call 999 now"); !strings.Contains(p.screen(), "┏━") {
		t.Errorf("%s is in no box:\n%s", text, p.screen())
	}
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Fatal(err)
	}
	after, _ := term.GetState(int(p.tty.Fd()))
	if !reflect.DeepEqual(before, after) {
		t.Error("the terminal is not as it was")
	}
	_, left, ok := strings.Cut(p.printed(), "\x1b[?1049l")
	if !ok || !strings.Contains(left, "Call 999 now") || !strings.Contains(left, "Saved as") {
		t.Errorf("left behind:\n%s", left)
	}
	b, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(b), "Call 999 now") || strings.Contains(string(b), "\x1b") {
		t.Errorf("%v\n%s", err, b)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the report: %v %v", info.Mode(), err)
	}
}

func TestControlCGivesTheTerminalBack(t *testing.T) {
	p := sit(t, 40, 20, "consult")
	before, _ := term.GetState(int(p.tty.Fd()))
	p.sees("Before you start")
	p.types("\x03")
	if err := p.leaves(); err != nil {
		t.Errorf("%v", err)
	}
	after, _ := term.GetState(int(p.tty.Fd()))
	if !reflect.DeepEqual(before, after) || !strings.Contains(p.printed(), "\x1b[?1049l") {
		t.Error("the terminal is not as it was")
	}
}
