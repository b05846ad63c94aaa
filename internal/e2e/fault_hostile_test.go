package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
)

// TestHostileConnections holds many idle connections, slow headers, slow bodies and readers that do not read, while
// others work: nobody else is harmed, and an idle connection costs at most 32 KB.
func TestHostileConnections(t *testing.T) {
	onDisk(t) // the store has no part in it
	dsn, creds := newDatabase(t)
	child := startChild(t, ownChild(dsn))
	defer child.kill()
	c := newCaller(child.url, creds)
	token := c.token(t)
	c.must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &api.ChatResponse{})
	healthy := func() (p99 float64) {
		var took []float64
		for range howOften(200, 3000) {
			begin := time.Now()
			r, err := c.send("GET", v1+"/chat", token, "")
			if err != nil || r.status != http.StatusOK {
				t.Fatalf("a healthy client gets %d %v", r.status, err)
			}
			took = append(took, ms(time.Since(begin)))
		}
		return quantile(took, .99)
	}
	healthy()
	before, alone := residentKB(t, child), healthy()
	addr := strings.TrimPrefix(child.url, "http://")
	idle := howOften(1000, 5000)
	connections := dialMany(t, addr, idle, "")
	time.Sleep(200 * time.Millisecond)
	each := float64(residentKB(t, child)-before) / float64(idle)
	if each > 32 {
		t.Errorf("%.1f KB an idle connection", each)
	}
	head := fmt.Sprintf("X-Api-Key: %s\r\nAuthorization: Bearer %s\r\n", creds.APIKey, token)
	slow := dialMany(t, addr, idle/10, "GET "+v1+"/chat HTTP/1.1\r\nHost: x\r\nX-Slow: ")
	bodies := dialMany(t, addr, idle/10, "POST "+v1+"/chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n"+head+"\r\n{")
	readers := dialMany(t, addr, idle/10, strings.Repeat("GET "+v1+"/chat HTTP/1.1\r\nHost: x\r\n"+head+"\r\n", 20))
	time.Sleep(500 * time.Millisecond) // what the readers asked for has been answered, as far as they let it
	with := healthy()
	if howOften(0, 1) == 1 {
		closedWithin(t, "slow headers", slow, 12*time.Second)
		closedWithin(t, "slow bodies", bodies, 60*time.Second)
	}
	for _, list := range [][]net.Conn{connections, slow, bodies, readers} {
		for _, conn := range list {
			_ = conn.Close()
		}
	}
	time.Sleep(time.Second)
	t.Logf("%d idle connections at %.1f KB each, %d of each slow kind; p99 of a healthy client %.2f ms with them, %.2f ms before and %.2f ms after",
		len(connections), each, len(slow), with, alone, healthy())
}

func dialMany(t *testing.T, addr string, n int, send string) []net.Conn {
	t.Helper()
	out := make([]net.Conn, n)
	for i := range out {
		conn, err := net.Dial("tcp", addr)
		if err == nil && send != "" {
			_, err = io.WriteString(conn, send)
		}
		if err != nil {
			t.Fatal(err)
		}
		out[i] = conn
	}
	return out
}

// closedWithin waits until the service has ended connections, whatever it says first.
func closedWithin(t *testing.T, what string, list []net.Conn, d time.Duration) {
	t.Helper()
	end := time.Now().Add(d)
	for _, conn := range list {
		_ = conn.SetReadDeadline(end)
		if _, err := io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("%s: open after %v", what, d)
			return
		}
	}
}

func residentKB(t *testing.T, c *child) int {
	t.Helper()
	status, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/status")
	if err != nil {
		t.Skip("needs /proc")
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmRSS:" {
			kb, _ := strconv.Atoi(f[1])
			return kb
		}
	}
	return 0
}

// TestHostileRequests sends what parsers choke on and what proxies and servers read differently: each is refused, in one
// answer, and what was smuggled behind it is never answered.
func TestHostileRequests(t *testing.T) {
	onDisk(t)
	s := startFor(t)
	token := s.caller().token(t)
	head := fmt.Sprintf("Host: x\r\nContent-Type: application/json\r\nX-Api-Key: %s\r\nAuthorization: Bearer %s\r\n", s.creds.APIKey, token)
	const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	post := "POST " + v1 + "/initial HTTP/1.1\r\n" + head
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 20<<20))
	_ = z.Close()
	for what, raw := range map[string]string{
		"header of 1 MB":             "GET " + v1 + "/chat HTTP/1.1\r\n" + head + "X-Bomb: " + strings.Repeat("x", 1<<20) + "\r\n\r\n",
		"10,000 headers":             "GET " + v1 + "/chat HTTP/1.1\r\n" + head + strings.Repeat("X-Bomb: y\r\n", 10_000) + "\r\n",
		"line of 1 MB":               "GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n",
		"gzip bomb":                  post + fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", bomb.Len()) + bomb.String(),
		"30,000 arrays":              post + "Content-Length: 60000\r\n\r\n" + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000),
		"10,000 objects":             post + "Content-Length: 60000\r\n\r\n" + strings.Repeat(`{"a":`, 10_000) + strings.Repeat("}", 10_000),
		"two lengths":                post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + smuggled,
		"length and chunks":          post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
		"chunks, misspelt":           post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled,
		"chunks twice":               post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + smuggled,
		"chunks behind a tab":        post + "Transfer-Encoding:\tchunked, identity\r\n\r\n0\r\n\r\n" + smuggled,
		"space before the colon":     post + "Content-Length : 2\r\n\r\n{}" + smuggled,
		"negative length":            post + "Content-Length: -1\r\n\r\n{}" + smuggled,
		"signed length":              post + "Content-Length: +2\r\n\r\n{}" + smuggled,
		"chunk of a negative length": post + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + smuggled,
		"chunk of 2^64":              post + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n\r\n" + smuggled,
		"no host":                    "GET /healthz HTTP/1.1\r\n\r\n" + smuggled,
		"two hosts":                  "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + smuggled,
		"NUL in a header":            "GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n" + smuggled,
		"HTTP/2 preface":             "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + smuggled,
		"no HTTP":                    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
	} {
		begin := time.Now()
		answers := exchange(t, s.Addr(), raw)
		first, rest, _ := strings.Cut(answers, "\r\n")
		if !strings.HasPrefix(first, "HTTP/1.1 4") && !strings.HasPrefix(first, "HTTP/1.1 501") && !strings.HasPrefix(first, "HTTP/1.1 505") {
			t.Errorf("%s: %.200q", what, first)
		}
		if strings.Contains(rest, "HTTP/1.1 ") {
			t.Errorf("%s: what was smuggled is answered: %.600q", what, answers)
		}
		if took := time.Since(begin); took > time.Duration(howOften(20, 4))*time.Second {
			t.Errorf("%s: refused after %v", what, took)
		}
	}
	var state api.ChatResponse // and it serves on
	s.caller().must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &state)
}

// exchange sends bytes and reads until the service ends the connection, or is silent for a while.
func exchange(t *testing.T, addr, raw string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, raw) }() // a refusal may come before all is sent
	var got bytes.Buffer
	b := make([]byte, 4096)
	for {
		patient := 300 * time.Millisecond
		if got.Len() == 0 {
			patient = 15 * time.Second
		}
		_ = conn.SetReadDeadline(time.Now().Add(patient))
		n, err := conn.Read(b)
		got.Write(b[:n])
		if err != nil {
			return got.String()
		}
	}
}
