package bench

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// child is a server in a process of its own.
type child struct {
	cmd   *exec.Cmd
	addr  string
	ready time.Duration // from the start to the first good answer
}

// freeAddress is an address that nobody listens on now.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// startChild runs a program that serves on addr, and waits until GET of path answers below 500.
func startChild(ctx context.Context, addr, path, log string, program string, args ...string) (*child, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	cmd.Stdout, cmd.Stderr = out, out
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &child{cmd: cmd, addr: addr}
	for {
		if answers(ctx, "http://"+addr+path) {
			c.ready = time.Since(begin)
			return c, nil
		}
		if time.Since(begin) > 20*time.Second {
			c.stop()
			return nil, fmt.Errorf("%s: not ready after 20 s", filepath.Base(program))
		}
		time.Sleep(500 * time.Microsecond)
	}
}

// answers says whether a GET is answered below 500.
func answers(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode < http.StatusInternalServerError
}

func (c *child) stop() {
	_ = c.cmd.Process.Signal(os.Interrupt)
	_ = c.cmd.Wait()
}

// resident is the process' resident memory in MB.
func (c *child) resident() float64 {
	v := procLine("/proc/"+strconv.Itoa(c.cmd.Process.Pid)+"/status", "VmRSS")
	kb, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(v), " kB"), 64)
	return kb / 1024
}

// cpu is the processor time that the process has used, in ticks of 10 ms.
func (c *child) cpu() time.Duration {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/stat")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// credentials of the partner that the load belongs to.
type credentials struct {
	PartnerID string `json:"partner_id"`
	Secret    string `json:"secret"`
	APIKey    string `json:"api_key"`
}

// service is ours, on a database of its own.
type service struct {
	*child
	credentials
}

// startService makes a partner and serves, by the same program that a user runs and its defaults but the address.
func (b *Bench) startService(ctx context.Context, database string) (*service, error) {
	who, err := b.partner(ctx, database)
	if err != nil {
		return nil, err
	}
	return b.serve(ctx, database, who)
}

// partner makes one.
func (b *Bench) partner(ctx context.Context, database string) (who credentials, err error) {
	out, err := exec.CommandContext(ctx, b.Program, "partner", "create", "bench", "--json", "--database="+database).Output()
	if err != nil {
		return who, fmt.Errorf("create a partner: %w", err)
	}
	return who, json.Unmarshal(out, &who)
}

// serve starts a service on a database that has a partner. Variables of its environment may be given, as NAME=VALUE.
func (b *Bench) serve(ctx context.Context, database string, who credentials, env ...string) (*service, error) {
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &service{credentials: who}
	if !strings.HasPrefix(database, "sqlite:") { // which makes its own
		key := sha256.Sum256([]byte("benchmark")) // the same for all replicas and in every run on one database
		env = append(env, "ANAMNESIS_ENCRYPTION_KEY="+base64.StdEncoding.EncodeToString(key[:]))
	}
	args := append(env, b.Program, "serve", "--listen="+addr, "--database="+database)
	s.child, err = startChild(ctx, addr, "/readyz", filepath.Join(b.dir, "serve.log"), "env", args...)
	return s, err
}

func (b *Bench) startEcho(ctx context.Context) (*child, error) {
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	return startChild(ctx, addr, "/", filepath.Join(b.dir, "echo.log"), b.Program, "bench", "--echo="+addr)
}
