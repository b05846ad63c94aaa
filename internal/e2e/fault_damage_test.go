package e2e

import (
	"bytes"
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/auth"
)

// kept is a database with consultations in it, and all that was shown of each, in order.
type kept struct {
	creds  auth.Credentials
	shown  map[string][]string // by token; the last is what GET /chat shows
	db     []byte
	wal    []byte // of the moment before the service ended
	closed []byte // the database file after it ended
}

// keep fills a database.
func keep(t *testing.T) *kept {
	t.Helper()
	path := t.TempDir() + "/x.db"
	s, err := start("sqlite:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := &kept{creds: s.creds, shown: map[string][]string{}}
	d := &driver{caller: s.caller(), rand: rand.New(rand.NewPCG(3, 3)), rounds: map[string]int{}}
	time.Sleep(250 * time.Millisecond) // one checkpoint, so that the file has tables and the log the rest
	for range 8 {
		for d.token, d.state, d.before = "", nil, nil; d.token == "" || d.state == nil || len(d.before) < 4 && !reportPossible(string(d.state)); {
			if err := d.turn(); err != nil {
				t.Fatal(err)
			}
			if d.state != nil {
				k.shown[d.token] = append(k.shown[d.token], string(d.state))
			}
		}
	}
	k.db, k.wal = readAll(t, path), readAll(t, path+"-wal")
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	k.closed = readAll(t, path)
	return k
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// with serves on the bytes of a database and its log; an error is a refusal to start. The caller stops it.
func (k *kept) with(t *testing.T, db, wal []byte) (*server, error) {
	t.Helper()
	path := t.TempDir() + "/x.db"
	for suffix, data := range map[string][]byte{"": db, "-wal": wal} {
		if data == nil {
			continue
		}
		if err := os.WriteFile(path+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := start("sqlite:"+path, nil)
	if err != nil && !strings.Contains(err.Error(), path) {
		t.Errorf("the refusal does not name the file: %v", err)
	}
	return s, err
}

// look counts consultations by what is shown of them: the last state, an earlier one, an error; anything else is wrong.
func (k *kept) look(t *testing.T, s *server) (last, earlier, failed, gone int) {
	t.Helper()
	c := newCaller(s.URL(), k.creds)
	for token, shown := range k.shown {
		r, err := c.send("GET", v1+"/chat", token, "")
		if err != nil {
			t.Fatal(err)
		}
		at := slices.Index(shown, string(r.body))
		switch {
		case r.status == http.StatusOK && at == len(shown)-1:
			last++
		case r.status == http.StatusOK && at >= 0:
			earlier++
		case r.status == http.StatusOK:
			t.Errorf("shown was never said: %.400s", r.body)
		case r.status == http.StatusNotFound || r.status == http.StatusUnauthorized || r.status == http.StatusForbidden:
			gone++
		default:
			failed++
		}
	}
	return last, earlier, failed, gone
}

// TestDamagedPages overwrites single pages: the service refuses to start and says why, or it shows what was said.
func TestDamagedPages(t *testing.T) {
	onDisk(t)
	const page = 4096
	k := keep(t)
	refused, served, lost := 0, 0, 0
	for i := 1; i < len(k.closed)/page; i += max(1, len(k.closed)/page/howOften(8, 200)) {
		db := bytes.Clone(k.closed)
		if _, err := crand.Read(db[i*page : (i+1)*page]); err != nil {
			t.Fatal(err)
		}
		s, err := k.with(t, db, nil)
		if err != nil {
			if !strings.Contains(err.Error(), "malformed") && !strings.Contains(err.Error(), "damaged") {
				t.Errorf("page %d: refused with %v", i, err)
			}
			refused++
			continue
		}
		_, earlier, failed, gone := k.look(t, s)
		if earlier+gone+failed > 0 {
			lost++
			t.Errorf("page %d: serves, and shows of %d consultations an earlier state, an error of %d, nothing of %d", i, earlier, failed, gone)
		}
		served++
		_ = s.stop()
	}
	t.Logf("%d pages: %d refused to start, %d served, %d of them in error", len(k.closed)/page, refused, served, lost)
	if refused == 0 {
		t.Error("nothing was refused")
	}
	for name, db := range map[string][]byte{"half a file": k.closed[:len(k.closed)/2/page*page], "no header": append(make([]byte, 100), k.closed[100:]...)} {
		if _, err := k.with(t, db, nil); err == nil {
			t.Errorf("%s: serves", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}

// TestDamagedLog cuts the write-ahead log short and flips bits in it: what is shown was said, at whatever moment, by all
// consultations up to that moment. SQLite cannot tell a log that was cut short from one whose end was never written.
func TestDamagedLog(t *testing.T) {
	onDisk(t)
	k := keep(t)
	whole, err := k.with(t, k.db, k.wal)
	if err != nil {
		t.Fatal(err)
	}
	last, _, _, _ := k.look(t, whole)
	_ = whole.stop()
	if last != len(k.shown) {
		t.Fatalf("of %d consultations %d are whole before any damage", len(k.shown), last)
	}
	r := rand.New(rand.NewPCG(4, 4))
	for i := range howOften(4, 100) {
		wal := bytes.Clone(k.wal)
		at := 32 + r.IntN(len(wal)-32)
		if i%2 == 0 {
			wal = wal[:at]
		} else {
			wal[at] ^= 0x10
		}
		s, err := k.with(t, k.db, wal)
		if err != nil {
			t.Logf("log damaged at %d of %d: %v", at, len(k.wal), err)
			continue
		}
		last, earlier, failed, gone := k.look(t, s)
		if failed > 0 || earlier > 1 { // the consultations came one after the other
			t.Errorf("log damaged at %d of %d: last %d, earlier %d, failed %d, gone %d", at, len(k.wal), last, earlier, failed, gone)
		}
		_ = s.stop()
	}
}

// TestUnwritable starts on what cannot be written: refused, and the text says what and why.
func TestUnwritable(t *testing.T) {
	onDisk(t)
	dir := t.TempDir()
	for what, path := range map[string]string{"a folder": dir, "no folder": filepath.Join(dir, "missing", "x.db")} {
		_, err := app.New(t.Context(), app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + path})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", what, err)
		}
		t.Logf("%s: %v", what, err)
	}
	k := keep(t)
	for _, e := range []syscall.Errno{syscall.EROFS, syscall.EACCES} {
		image := t.TempDir()
		if err := os.WriteFile(image+"/x.db", k.closed, 0o600); err != nil {
			t.Fatal(err)
		}
		d := newDisk(t, image)
		d.tell("%s", fmt.Sprint("fail ", int(e)))
		s, err := start(d.dsn(), nil)
		if err == nil {
			_ = s.stop()
			t.Errorf("%v: serves", e)
			continue
		}
		if !strings.Contains(err.Error(), d.dir) {
			t.Errorf("the refusal does not name the file: %v", err)
		}
		t.Logf("%v: %v", e, err)
	}
}
