package e2e

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/auth"
)

// startNginx runs nginx as deploy/nginx/anamnesis.conf says, but for TLS, in front of replicas at these addresses. It
// is one process, which ends with the test.
func startNginx(t *testing.T, replicas []string) (url string) {
	t.Helper()
	binary := findNginx(t)
	shipped, err := os.ReadFile("../../deploy/nginx/anamnesis.conf")
	if err != nil {
		t.Fatal(err)
	}
	listen, dir := freePort(t), t.TempDir()
	conf := regexp.MustCompile(`(?m)^\s*ssl_.*$|^\s*server 127\.0\.0\.1:8082 .*$`).ReplaceAllString(string(shipped), "")
	one := regexp.MustCompile(`(?m)^\s*server 127\.0\.0\.1:8081 (.*)$`)
	var servers strings.Builder
	for _, replica := range replicas {
		fmt.Fprintf(&servers, "server %s %s\n", replica, one.FindStringSubmatch(conf)[1])
	}
	conf = one.ReplaceAllLiteralString(conf, servers.String())
	conf = strings.Replace(conf, "listen 443 ssl;", "listen "+listen+";", 1)
	temp := ""
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += what + "_temp_path " + dir + "/" + what + "; "
	}
	file := filepath.Join(dir, "nginx.conf")
	whole := "daemon off; master_process off; pid " + dir + "/pid; error_log " + dir + "/error.log; events { worker_connections 4096; }\nhttp { " + temp + conf + " }\n"
	if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-p", dir, "-e", dir+"/error.log", "-c", file)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	c := newCaller("http://"+listen, auth.Credentials{})
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(10 * time.Millisecond) {
		if _, err := c.send("GET", "/healthz", "", ""); err == nil {
			return c.url
		}
	}
	t.Fatalf("nginx does not answer: %s", &said)
	return ""
}

// findNginx ends the test where nginx is not installed: it is skipped, and fails with CI=true.
func findNginx(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"nginx", "/usr/sbin/nginx"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("nginx is not installed; `make test` installs what is missing")
	}
	t.Skip("nginx is not installed; `make test` installs what is missing")
	return ""
}

// freePort is an address of the loopback that can be listened on again and again: below the ports that are given to
// connections going out.
func freePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		addr := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000))
		if l, err := net.Listen("tcp", addr); err == nil {
			_ = l.Close()
			return addr
		}
	}
	t.Fatal("no port is free")
	return ""
}
