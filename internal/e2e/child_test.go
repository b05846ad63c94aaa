package e2e

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/auth"
)

// child is a service in a process of its own.
type child struct {
	url   string
	cmd   *exec.Cmd
	lines *bufio.Reader
}

// startChild starts a service and returns when it can answer without making anything first: some tests kill it within
// milliseconds.
func startChild(t testing.TB, cmd *exec.Cmd) *child {
	t.Helper()
	c := beginChild(t, cmd)
	c.prepared(t)
	return c
}

// beginChild starts a command that prints its address in its first line.
func beginChild(t testing.TB, cmd *exec.Cmd) *child {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.StdinPipe(); err != nil { // open for as long as this process lives: the child ends with it
		t.Fatal(err)
	}
	var faults strings.Builder
	cmd.Stderr = &faults
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{cmd: cmd, lines: bufio.NewReader(out)}
	line, err := c.lines.ReadString('\n')
	if err != nil {
		c.kill()
		t.Fatalf("the service did not start: %v %s", err, faults.String())
	}
	c.url = strings.TrimSpace(line)
	return c
}

// prepared returns when the service has made all that it takes to answer.
func (c *child) prepared(t testing.TB) {
	t.Helper()
	if line, err := c.lines.ReadString('\n'); err != nil || strings.TrimSpace(line) != prepared {
		c.kill()
		t.Fatalf("the service is not prepared: %q %v", line, err)
	}
}

// URL is where to call.
func (c *child) URL() string { return c.url }

// ownChild is this test binary, serving on a database.
func ownChild(dsn string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dsn)
	return cmd
}

// kill is SIGKILL: nothing is flushed, nothing is said.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// newDatabase makes a database with one partner and returns its DSN.
func newDatabase(t testing.TB) (string, auth.Credentials) {
	t.Helper()
	dsn := database(t)
	return dsn, newPartnerOn(t, dsn)
}

func newPartnerOn(t testing.TB, dsn string) auth.Credentials {
	t.Helper()
	st, err := app.OpenStore(context.Background(), dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	creds, err := app.CreatePartner(context.Background(), st, newPartner("kill"), time.Now())
	if err == nil {
		err = st.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return creds
}
