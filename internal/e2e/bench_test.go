package e2e

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/auth"
)

// newDriver is somebody who does nothing but consultations.
func newDriver(url string, creds auth.Credentials) *driver {
	return &driver{caller: newCaller(url, creds), rand: rand.New(rand.NewPCG(1, 2)), rounds: map[string]int{}}
}

// BenchmarkChatTurn is a whole turn: over HTTP on a kept connection, the store of -store behind it, writing for good. p50-server-ms is the time inside the server, from its access log.
func BenchmarkChatTurn(b *testing.B) {
	s, err := start(database(b), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.stop()
	d := newDriver(s.URL(), s.creds)
	var took []float64
	for b.Loop() {
		begin, answers := time.Now(), len(d.before)
		if err := d.turn(); err != nil {
			b.Fatal(err)
		}
		if len(d.before) > answers {
			took = append(took, ms(time.Since(begin)))
		}
	}
	inside := logged(b, s.log.String(), "POST /api/v1/chat")
	b.ReportMetric(quantile(took, .5), "p50-client-ms")
	b.ReportMetric(quantile(inside, .5), "p50-server-ms")
	b.ReportMetric(quantile(inside, .99), "p99-server-ms")
}

// logged are the times of a route's requests in an access log.
func logged(tb testing.TB, log, route string) []float64 {
	tb.Helper()
	var out []float64
	for lines := bufio.NewScanner(strings.NewReader(log)); lines.Scan(); {
		var l struct {
			Route string
			MS    float64
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			tb.Fatal(err)
		}
		if l.Route == route {
			out = append(out, l.MS)
		}
	}
	return out
}

func quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[int(q*float64(len(list)-1))]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// BenchmarkLoadBase is the largest part of a start.
func BenchmarkLoadBase(b *testing.B) {
	for b.Loop() {
		if _, err := app.LoadBase(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart is the program from its start to /readyz answering.
func BenchmarkStart(b *testing.B) {
	program := build(b)
	dsn, _ := newDatabase(b)
	var took []float64
	for b.Loop() {
		cmd, _, d := serveProgram(b, program, dsn)
		took = append(took, ms(d))
		stop(cmd)
	}
	b.ReportMetric(quantile(took, .5), "ready-ms")
	b.ReportMetric(quantile(took, .95), "p95-ready-ms")
}

// consultationsForMemory is after how many whole consultations the memory is read.
const consultationsForMemory = 1000

// BenchmarkMemory is the program's resident memory after 1,000 whole consultations; run it with -benchtime=1x.
func BenchmarkMemory(b *testing.B) {
	program := build(b)
	for b.Loop() {
		dsn, creds := newDatabase(b)
		cmd, url, _ := serveProgram(b, program, dsn)
		b.ReportMetric(resident(b, cmd, "VmRSS"), "RSS-start-MB")
		d := newDriver(url, creds)
		for len(d.rounds) < consultationsForMemory || d.token != "" {
			if err := d.turn(); err != nil {
				stop(cmd)
				b.Fatal(err)
			}
		}
		b.ReportMetric(resident(b, cmd, "VmRSS"), "RSS-MB")
		b.ReportMetric(resident(b, cmd, "VmHWM"), "RSS-peak-MB")
		b.ReportMetric(float64(d.answered), "turns")
		stop(cmd)
	}
}

func build(b *testing.B) string {
	b.Helper()
	program := b.TempDir() + "/anamnesis"
	cmd := exec.Command("go", "build", "-o", program, "anamnesis/cmd/anamnesis")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	return program
}

// serveProgram starts the program and waits until it is ready.
func serveProgram(b *testing.B, program, dsn string) (*exec.Cmd, string, time.Duration) {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	cmd := exec.Command(program, "serve", "--listen="+addr, "--database="+dsn, "--log-level=warn")
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	for {
		res, err := http.Get("http://" + addr + "/readyz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return cmd, "http://" + addr, time.Since(begin)
			}
		}
		if time.Since(begin) > 10*time.Second {
			stop(cmd)
			b.Fatal("not ready after 10 s")
		}
		time.Sleep(time.Millisecond)
	}
}

func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
}

// resident is a line of /proc/<pid>/status in MB.
func resident(b *testing.B, cmd *exec.Cmd, name string) float64 {
	b.Helper()
	status, err := os.ReadFile("/proc/" + strconv.Itoa(cmd.Process.Pid) + "/status")
	if err != nil {
		b.Skip("needs /proc")
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name+":" {
			kb, _ := strconv.ParseFloat(f[1], 64)
			return kb / 1024
		}
	}
	return 0
}
