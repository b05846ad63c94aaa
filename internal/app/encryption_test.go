package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/store/sealed"
)

func newService(t *testing.T, c Config) (*Service, error) {
	t.Helper()
	c.Listen = "127.0.0.1:0"
	s, err := New(t.Context(), c)
	if err == nil {
		t.Cleanup(func() { _ = s.Close() })
	}
	return s, err
}

// A service makes the key beside its file, for its owner alone; the next one finds it; without it none starts.
func TestKeyBesideTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	c := Config{Database: "sqlite:" + path}
	s, err := newService(t, c)
	if err != nil {
		t.Fatal(err)
	}
	seen, ok := s.Store().(*sealed.Store)
	if !ok || !seen.On() {
		t.Fatal("records are not encrypted")
	}
	info, err := os.Stat(path + "-key")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	if left, _ := filepath.Glob(path + "-key.*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	addEvent(t, s.Store())
	_ = s.Close()
	if _, err := newService(t, c); err != nil {
		t.Errorf("second start: %v", err)
	}
	if err := os.Rename(path+"-key", path+"-moved"); err != nil {
		t.Fatal(err)
	}
	if _, err := newService(t, c); err == nil || !strings.Contains(err.Error(), "encryption-key-file") {
		t.Errorf("a start without the key: %v", err)
	}
	if _, err := os.Stat(path + "-key"); err == nil {
		t.Error("a new key was made in place of the one that was lost")
	}
	c.EncryptionKeyFile = path + "-moved"
	if _, err := newService(t, c); err != nil {
		t.Errorf("with the key named: %v", err)
	}
	c.EncryptionKeyFile = path + "-none"
	if _, err := newService(t, c); err == nil {
		t.Error("a file that is not there was taken")
	}
	c.EncryptionKey = sealed.NewMasterKey()
	if c.Check() == nil {
		t.Error("two sources of keys were taken")
	}
}

// Of many that start at once on a new file all use one key.
func TestOneKeyOfMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if err := createKeyFile(path); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := sealed.ParseMaster(string(b)); err != nil || len(m.IDs()) != 1 {
		t.Errorf("%v", err)
	}
}

// One key or none is taken; plain text beside a key is a contradiction.
func TestKeyOrPlainText(t *testing.T) {
	for _, c := range []struct {
		name  string
		c     Config
		taken bool
	}{
		{"nothing said", Config{}, true},
		{"a key", Config{EncryptionKey: sealed.NewMasterKey()}, true},
		{"a key's file", Config{EncryptionKeyFile: "key"}, true},
		{"plain text", Config{PlainText: true}, true},
		{"plain text and a key", Config{PlainText: true, EncryptionKeyFile: "key"}, false},
	} {
		c.c.Database = "postgres://u:word@127.0.0.1:1/db"
		if err := c.c.Check(); (err == nil) != c.taken {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := newService(t, Config{Database: "sqlite:" + path, PlainText: true})
	if err != nil {
		t.Fatal(err)
	}
	if seen, ok := s.Store().(*sealed.Store); !ok || seen.On() {
		t.Error("plain text is encrypted")
	}
	if _, err := os.Stat(path + "-key"); err == nil {
		t.Error("a key was made for plain text")
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	key := sealed.NewMasterKey()
	if text := (Config{EncryptionKey: key}).String(); strings.Contains(text, key) {
		t.Error(text)
	}
	_, err := OpenStoreWith(context.Background(), Config{Database: "sqlite:" + filepath.Join(t.TempDir(), "x.db"), EncryptionKey: key[1:]})
	if err == nil || strings.Contains(err.Error(), key[1:9]) {
		t.Error(err)
	}
}

func addEvent(t *testing.T, st store.Store) {
	t.Helper()
	e := store.Event{SID: "s", PartnerID: "p", Name: "n", Payload: []byte(`"x"`), At: time.Now()}
	if err := st.Events().AddEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}
