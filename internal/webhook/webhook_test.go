package webhook

import (
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/store"
)

// The example of the specification, github.com/standard-webhooks/standard-webhooks.
func TestSignatureOfTheSpecification(t *testing.T) {
	secret, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := Sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPublicAddresses(t *testing.T) {
	for _, a := range []string{"8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:8.8.8.8"} {
		if !public(netip.MustParseAddr(a)) {
			t.Errorf("%s is public", a)
		}
	}
	for _, a := range []string{
		"127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3",
		"224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
		"::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "fec0::1", "100::1",
	} {
		if public(netip.MustParseAddr(a)) {
			t.Errorf("%s is not public", a)
		}
	}
}

func TestCheckURL(t *testing.T) {
	for text, want := range map[string][2]bool{ // without and with private addresses
		"https://example.org/hook?x=1": {true, true}, "http://example.org/": {false, true}, "https://127.0.0.1/": {true, true},
		"": {}, "/x": {}, "ftp://example.org/": {}, "https://": {}, "https://u:p@example.org/": {}, "https://example.org/#x": {},
		"https://example.org/ x": {}, "file:///etc/passwd": {}, "gopher://example.org": {}, "https:example.org": {}, "https://exa mple.org": {},
	} {
		for i, private := range []bool{false, true} {
			if got := CheckURL(text, private) == nil; got != want[i] {
				t.Errorf("%q, private %t: %t", text, private, got)
			}
		}
	}
}

// A name that resolves to this machine, an address of it, and a redirect to it: none is reached.
func TestPrivateAddressesAreNotReached(t *testing.T) {
	reached := false
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer target.Close()
	_, port, _ := net.SplitHostPort(target.Listener.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "0x7f.1", "2130706433"} {
		if res, err := newClient(false).Get("http://" + host + ":" + port); err == nil {
			_ = res.Body.Close()
			t.Errorf("%s was reached", host)
		}
	}
	redirect := httptest.NewServer(http.RedirectHandler(target.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	res, err := newClient(true).Post(redirect.URL, "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if reached || res.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("a redirect was followed: %d", res.StatusCode)
	}
}

// fakeHooks has one webhook and one delivery.
type fakeHooks struct {
	store.Webhooks
	hook           store.Webhook
	due, delivered time.Time
}

func (f *fakeHooks) Webhook(context.Context, string) (store.Webhook, error) { return f.hook, nil }

func (f *fakeHooks) Settle(_ context.Context, _ int64, delivered, due time.Time) error {
	f.delivered, f.due = delivered, due
	return nil
}

func TestRetries(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	status := http.StatusInternalServerError
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if got, want := r.Header.Get("Webhook-Signature"), Sign([]byte("secret"), "msg_1", now, body); got != want {
			t.Errorf("signature %s, want %s", got, want)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	var text strings.Builder
	f := &fakeHooks{hook: store.Webhook{URL: server.URL + "/token-in-url", Secret: []byte("secret"), Private: true}}
	s := NewSender(f, func() time.Time { return now }, slog.New(slog.NewTextHandler(&text, nil)))
	d := &store.Delivery{Notice: store.Notice{ID: "msg_1", Body: []byte("{}")}}
	total := time.Duration(0)
	for n := range maxAttempts {
		d.Attempts = n
		s.deliver(t.Context(), d)
		wait := f.due.Sub(now)
		if last := n == maxAttempts-1; last != f.due.IsZero() || !f.delivered.IsZero() {
			t.Fatalf("attempt %d: due %v, delivered %v", n, f.due, f.delivered)
		} else if !last {
			want := min(firstRetry<<n, maxRetry)
			if wait < want*3/4 || wait > want*5/4 {
				t.Errorf("attempt %d: wait %v, want about %v", n, wait, want)
			}
			total += wait
		}
	}
	if total < 40*time.Hour {
		t.Errorf("given up after %v", total)
	}
	status = http.StatusNoContent
	s.deliver(t.Context(), d)
	if f.delivered != now || !f.due.IsZero() {
		t.Errorf("delivered %v, due %v", f.delivered, f.due)
	}
	if strings.Contains(text.String(), "token-in-url") || strings.Contains(text.String(), "secret") {
		t.Error(text.String())
	}
}
