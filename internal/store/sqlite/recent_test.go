package sqlite

import (
	"fmt"
	"testing"
	"time"

	"anamnesis/internal/store"
)

// TestRecentSeesOtherProcesses writes through a second store on the file, which stands for another process.
func TestRecentSeesOtherProcesses(t *testing.T) {
	ctx, path := t.Context(), t.TempDir()+"/two.db"
	at := time.Unix(1_700_000_000, 0).UTC()
	open := func() *Store {
		s, err := Open(ctx, path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	a, b := open(), open()
	if err := a.Consultations().Create(ctx, store.Consultation{SID: "s", PartnerID: "p", Started: at, Updated: at, State: []byte("1")}, nil); err != nil {
		t.Fatal(err)
	}
	for v := int64(1); v < 4; v++ {
		if err := a.Consultations().Update(ctx, "s", v, store.Change{State: fmt.Append(nil, v+1), At: at}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := a.Consultations().Get(ctx, "s"); err != nil || got.Version != 4 || string(got.State) != "4" {
		t.Fatalf("%+v %v", got, err)
	}
	if err := b.Consultations().Update(ctx, "s", 4, store.Change{State: []byte("b"), At: at}); err != nil {
		t.Fatal(err)
	}
	// A turn on what a remembers is refused at once …
	if err := a.Consultations().Update(ctx, "s", 4, store.Change{State: []byte("a"), At: at}); err == nil {
		t.Fatal("an update of a state that another process replaced was taken")
	}
	// … and what b wrote is read after the next look.
	for range 100 {
		if got, err := a.Consultations().Get(ctx, "s"); err == nil && string(got.State) == "b" && got.Version == 5 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("what another process wrote is not seen")
}

// TestRecentForgets holds that what was erased is not read from memory.
func TestRecentForgets(t *testing.T) {
	s := openNew(t)
	ctx, at := t.Context(), time.Unix(1_700_000_000, 0).UTC()
	for i := range 300 {
		c := store.Consultation{SID: fmt.Sprint("s", i), PartnerID: "p", Started: at, Updated: at, State: []byte("x")}
		if err := s.Consultations().Create(ctx, c, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Consultations().Get(ctx, c.SID); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Consultations().Erase(ctx, "s7"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Consultations().Get(ctx, "s7"); err == nil {
		t.Error("an erased consultation was read")
	}
	if _, err := s.Consultations().ExpireBefore(ctx, "p", at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Consultations().Get(ctx, "s8"); err == nil {
		t.Error("an expired consultation was read")
	}
}
