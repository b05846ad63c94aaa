package app_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anamnesis/internal/app"
)

// writeCertificate makes a self-signed certificate for the loopback with a serial number.
func writeCertificate(t *testing.T, dir string, serial int64) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func run(t *testing.T, c app.Config) *app.Service {
	t.Helper()
	c.Listen, c.Database = "127.0.0.1:0", "sqlite:"+filepath.Join(t.TempDir(), "x.db")
	s, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := writeCertificate(t, dir, 1)
	var now = time.Now()
	clock := func() time.Time { return now }
	s := run(t, app.Config{TLSCert: cert, TLSKey: key, Now: clock})
	serial := func() int64 {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
		res, err := client.Get(s.URL() + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if got := res.Header.Get("Strict-Transport-Security"); got == "" {
			t.Error("no Strict-Transport-Security over TLS")
		}
		return res.TLS.PeerCertificates[0].SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Fatalf("certificate %d, want 1", got)
	}
	writeCertificate(t, dir, 2)
	if err := os.Chtimes(cert, now.Add(time.Hour), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	now = now.Add(11 * time.Second)
	if got := serial(); got != 2 {
		t.Errorf("certificate %d after renewal, want 2", got)
	}
}

func TestTrustedProxy(t *testing.T) {
	for name, c := range map[string]struct {
		trusted []string
		want    bool
	}{"trusted": {[]string{"127.0.0.0/8"}, true}, "by address": {[]string{"127.0.0.1"}, true}, "another": {[]string{"10.1.2.3"}, false}, "none": {nil, false}} {
		t.Run(name, func(t *testing.T) {
			s := run(t, app.Config{TrustedProxies: c.trusted})
			req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/healthz", nil)
			req.Header.Set("X-Forwarded-Proto", "https")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if got := res.Header.Get("Strict-Transport-Security") != ""; got != c.want {
				t.Errorf("taken for TLS: %v, want %v", got, c.want)
			}
		})
	}
}

// TestWebClientOverTLS: the page's back end reaches the interface though the certificate is nobody's it knows, and
// though the page itself takes the only connection there is.
func TestWebClientOverTLS(t *testing.T) {
	cert, key := writeCertificate(t, t.TempDir(), 1)
	s := run(t, app.Config{TLSCert: cert, TLSKey: key, MaxClients: 1, Web: func(base string, inside *http.Client) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			res, err := inside.Post(base+"/login", "application/json", r.Body)
			if err != nil {
				t.Error(err)
				return
			}
			_ = res.Body.Close()
			w.WriteHeader(res.StatusCode)
		}), nil
	}})
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}, Timeout: 5 * time.Second}
	res, err := c.Get(s.URL() + "/page")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusForbidden { // as the interface answers without an api key
		t.Errorf("%d", res.StatusCode)
	}
}
