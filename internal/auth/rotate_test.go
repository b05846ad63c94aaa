package auth_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"anamnesis/internal/auth"

	"github.com/google/go-cmp/cmp"
)

func TestFirstKeys(t *testing.T) {
	keys, c := &fakeKeys{}, newClock()
	var wg sync.WaitGroup
	signers := make([]*auth.Signer, 4) // processes that start at once on an empty store
	for i := range signers {
		wg.Go(func() { signers[i] = newSigner(t, keys, c) })
	}
	wg.Wait()
	if diff := cmp.Diff([]string{"k1", "k2"}, keys.live(t)); diff != "" {
		t.Errorf("live keys (-want +got):\n%s", diff)
	}
	for i, a := range signers {
		token := issue(t, a, initialClaims()).Token
		for j, b := range signers {
			if _, err := b.Verify(t.Context(), token, auth.KindInitial); err != nil {
				t.Errorf("token of process %d at %d: %v", i, j, err)
			}
		}
	}
}

// TestRotationRefusesNoToken runs two processes for up to seven hours: one rotates, both issue every seventh second and verify
// each other's tokens, while a stranger sends unknown key ids.
func TestRotationRefusesNoToken(t *testing.T) {
	for _, every := range []time.Duration{3 * time.Second, time.Minute, 3 * time.Hour} {
		t.Run(every.String(), func(t *testing.T) {
			keys, c := &fakeKeys{}, newClock()
			a, b := newSigner(t, keys, c), newSigner(t, keys, c)
			stranger := issue(t, signerWithOtherKey(t, c), initialClaims()).Token
			ctx := t.Context()
			var open []auth.Session
			for end := c.now().Add(max(min(every*200, 7*time.Hour), time.Hour)); c.now().Before(end); c.add(time.Second) {
				if c.now().Sub(start)%every == 0 {
					if err := a.Rotate(ctx); err != nil {
						t.Fatal(err)
					}
				}
				_, _ = b.Verify(ctx, stranger, auth.KindInitial)
				if c.now().Sub(start)%(7*time.Second) == 0 {
					open = append(open, issue(t, a, initialClaims()), issue(t, b, initialClaims()))
				}
				open = slices.DeleteFunc(open, func(s auth.Session) bool { return !c.now().Before(s.Claims.Expires) })
				for _, s := range newestAndOldest(open) {
					for _, v := range []*auth.Signer{a, b} {
						if _, err := v.Verify(ctx, s.Token, auth.KindInitial); err != nil {
							t.Fatalf("after %v, token of %v: %v", c.now().Sub(start), s.Claims.Issued.Sub(start), err)
						}
					}
				}
			}
			if n, limit := len(keys.live(t)), int(4*time.Hour/every)+3; n > limit {
				t.Errorf("%d keys live, want at most %d", n, limit)
			}
		})
	}
}

func newestAndOldest(s []auth.Session) []auth.Session {
	if len(s) < 4 {
		return s
	}
	return []auth.Session{s[0], s[1], s[len(s)-2], s[len(s)-1]}
}

// signerWithOtherKey signs with a key id that nobody else has.
func signerWithOtherKey(t *testing.T, c *clock) *auth.Signer {
	keys := &fakeKeys{}
	other := &clock{t: c.now().Add(-time.Hour)}
	s := newSigner(t, keys, other)
	if err := s.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	late := &clock{t: c.now()}
	return newSigner(t, keys, late)
}

func TestRotateRetires(t *testing.T) {
	s := newService(t)
	old := issue(t, s.signer, initialClaims())
	var live []int
	for range 4 {
		s.clock.add(24 * time.Hour)
		if err := s.signer.Rotate(t.Context()); err != nil {
			t.Fatal(err)
		}
		live = append(live, len(s.keys.live(t)))
	}
	if diff := cmp.Diff([]int{2, 2, 2, 2}, live); diff != "" {
		t.Errorf("live keys after each day's rotation (-want +got):\n%s", diff)
	}
	if _, err := s.signer.Verify(t.Context(), old.Token, auth.KindInitial); !errors.Is(err, auth.ErrTokenInvalid) {
		t.Errorf("token of a retired key: %v, want ErrTokenInvalid", err)
	}
}

// TestRetiredKeyIsForgotten retires a key by hand, as after a leak: what was remembered under it goes too.
func TestRetiredKeyIsForgotten(t *testing.T) {
	s := newService(t)
	session := issue(t, s.signer, initialClaims())
	if _, err := s.signer.Verify(t.Context(), session.Token, auth.KindInitial); err != nil {
		t.Fatal(err)
	}
	if err := s.keys.Retire(t.Context(), "k1", s.clock.now()); err != nil {
		t.Fatal(err)
	}
	s.clock.add(time.Minute)
	issue(t, s.signer, initialClaims()) // loads the keys
	if _, err := s.signer.Verify(t.Context(), session.Token, auth.KindInitial); !errors.Is(err, auth.ErrTokenInvalid) {
		t.Errorf("token of a key retired by hand: %v, want ErrTokenInvalid", err)
	}
	if n := len(s.keys.live(t)); n != 2 {
		t.Errorf("%d live keys, want a new one in its place", n)
	}
}

// TestUnknownKeysLoadSeldom floods with unknown key ids for a minute on the bubble's clock.
func TestUnknownKeysLoadSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := &fakeKeys{}
		s, err := auth.NewSigner(t.Context(), auth.SignerConfig{Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		forged := issue(t, signerWithOtherKey(t, &clock{t: time.Now()}), initialClaims()).Token
		before := keys.loads
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for i := range 600 {
					_, _ = s.Verify(t.Context(), forged+fmt.Sprint(i), auth.KindInitial)
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		wg.Wait()
		if got := keys.loads - before; got > 30 {
			t.Errorf("%d loads in a minute, want at most 30", got)
		}
	})
}
